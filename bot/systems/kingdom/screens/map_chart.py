"""What a map's picture shows: the land as one viewer may see it, its realms and settlements."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from bot.systems.kingdom.rules.hexes import Spot, within
from bot.systems.kingdom.rules.land import Hex, Land


@dataclass(frozen=True, slots=True)
class Place:
    """A settlement on the map."""

    name: str
    spot: Spot
    is_capital: bool = False


@dataclass(frozen=True, slots=True)
class Chart:
    """A map to be drawn: realms by id, in the order in which their borders are drawn."""

    title: str
    land: Land
    realms: Mapping[str, str] = field(default_factory=dict)
    places: Sequence[Place] = ()
    # Whether more of the land is known than is shown.
    is_cut: bool = False
    # Whether what players don't see is marked: never on a picture that others may see.
    is_for_game_masters: bool = False

    @property
    def hexes(self) -> Mapping[Spot, Hex]:
        """The hexes that are shown."""
        return self.land.hexes

    def around(self, centre: Spot, radius: int) -> Chart:
        """Only what lies at most so many hexes around that one."""
        near = [spot for spot in within(centre, radius) if spot in self.land.hexes]
        shown = replace(self.land, hexes={spot: self.land.hexes[spot] for spot in near})
        places = [place for place in self.places if place.spot in shown.hexes]
        return replace(self, land=shown, places=places, is_cut=len(near) < len(self.land.hexes))

    def is_hidden(self, spot: Spot) -> bool:
        """Whether players don't see this hex, and this picture tells so."""
        return self.is_for_game_masters and not self.hexes[spot].is_known

    def notes_secret(self, spot: Spot) -> bool:
        """Whether game masters noted a secret there, and this picture tells so."""
        return self.is_for_game_masters and bool(self.hexes[spot].secret)

    def placed(self, spot: Spot) -> Sequence[Place]:
        """The settlements in a hex."""
        return [place for place in self.places if place.spot == spot]
