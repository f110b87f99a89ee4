"""A settlement, as far as the realm needs it: where it lies, how many districts it has, what it is worth."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from bot.engine.people import Viewer
from bot.engine.system import Kind, RecordId
from bot.systems.kingdom.rules.book import PEOPLE_PER_LOT, SETTLEMENT_SIZES
from bot.systems.kingdom.rules.hexes import Spot
from bot.systems.kingdom.rules.terms import Border, Stat
from bot.systems.kingdom.words import records

NAME_LENGTH: Final = 60
MOST_DISTRICTS: Final = 50


@dataclass(frozen=True, slots=True)
class Town:
    """A settlement; without a kingdom it is a Free City. `borders` are those that are water.

    Lots, base value (gp) and what it gives are told by a game master, until its buildings are kept.
    """

    name: str
    spot: Spot
    land: RecordId
    kingdom: RecordId | None = None
    # The month of its kingdom in which it was founded or claimed.
    founded: int = 0
    districts: int = 1
    lots: int = 0
    base_value: int = 0
    borders: tuple[Border, ...] = ()
    gives: Mapping[Stat, int] = field(default_factory=dict)
    # A Free City that players do not know of yet.
    is_hidden: bool = False

    @property
    def population(self) -> int:
        """About 250 people a lot in use (R112)."""
        return self.lots * PEOPLE_PER_LOT

    @property
    def size(self) -> str:
        """Its row of Table 4-5."""
        return next(name for up_to, name, _ in SETTLEMENT_SIZES if up_to is None or self.population <= up_to)

    @property
    def most_value(self) -> int:
        """The highest base value that so many people allow, in gp (Table 4-5)."""
        return next(gp for up_to, _, gp in SETTLEMENT_SIZES if up_to is None or self.population <= up_to)


def seen(state: Town, viewer: Viewer) -> Town | None:
    """The settlement; one that is hidden is there for game masters only."""
    return state if viewer.is_game_master or not state.is_hidden else None


TOWN: Kind[Town] = Kind(
    "settlement",
    Town,
    title=lambda state: state.name,
    parent=lambda state: state.kingdom,
    links=lambda state: (state.land,),
    view=seen,
    word=records.town_part,
)
