"""What a district's picture shows: a settlement, which of its districts, and the places of a choice."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from bot.systems.kingdom.rules.plots import free_lots
from bot.systems.kingdom.rules.town import SHARING, Building, Town
from bot.systems.kingdom.rules.town_maps import MOST
from bot.systems.kingdom.screens.district_places import Lettered
from bot.ui.card import Picture


@dataclass(frozen=True, slots=True)
class Plan:
    """A settlement to be drawn: one to four of its districts, in the `month` of its kingdom (0: none).

    The places of `letters` are marked, those in other districts left out.
    """

    town: Town
    districts: tuple[int, ...] = (1,)
    month: int = 0
    letters: tuple[Lettered, ...] = ()
    # The numbers of the buildings that are drawn up and not built.
    planned: frozenset[int] = frozenset()

    @property
    def is_overview(self) -> bool:
        """Whether several districts share the picture, and each is small."""
        return len(self.districts) > 1

    @property
    def buildings(self) -> Sequence[Building]:
        """What stands in the districts that are shown."""
        return [each for number in self.districts for each in self.town.in_district(number)]

    def free(self, district: int) -> int:
        """How many lots of a district nothing stands on."""
        return len(free_lots(self.town, district))

    def used(self, district: int) -> int:
        """How many of its lots are built on; what was there before is not."""
        there = (each for each in self.town.in_district(district) if not each.is_natural)
        return len({lot for each in there if each.type not in SHARING for lot in each.place.lots})


def groups(town: Town) -> tuple[tuple[int, ...], ...]:
    """Its districts as pictures show them together."""
    every = range(1, town.districts + 1)
    return tuple(tuple(every[start : start + MOST]) for start in range(0, len(every), MOST))


def pictured(plan: Plan) -> Picture:
    """The picture, drawn when it is sent and apart from the event loop; and the same in words."""
    # Pillow takes a while to load, and a start does not wait for it.
    from bot.systems.kingdom.screens.district_alt import district_alt
    from bot.systems.kingdom.screens.district_pictures import draw_district

    return Picture("district.png", partial(draw_district, plan), district_alt(plan))
