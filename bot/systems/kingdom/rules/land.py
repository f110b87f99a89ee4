"""The land of a campaign: one map of hexes, on which its kingdoms claim theirs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final

from bot.engine.people import Viewer
from bot.engine.system import Kind, RecordId
from bot.systems.kingdom.rules.hexes import Direction, Spot, beside
from bot.systems.kingdom.rules.terms import Improvement, Special, Terrain
from bot.systems.kingdom.words import records

LABEL_LENGTH: Final = 20
NOTE_LENGTH: Final = 300
MOST_HEXES: Final = 600


@dataclass(frozen=True, slots=True)
class Hex:
    """One hex. `notes` are everybody's, `secret` is the game masters' own."""

    terrain: Terrain
    label: str = ""
    rivers: tuple[Direction, ...] = ()
    is_coast: bool = False
    has_lake: bool = False
    specials: tuple[Special, ...] = ()
    is_explored: bool = False
    is_cleared: bool = False
    # Whether players may see it at all.
    is_revealed: bool = False
    realm: RecordId | None = None
    improvements: tuple[Improvement, ...] = ()
    # The month of its realm from which on a settlement can be founded here.
    prepared: int | None = None
    notes: str = ""
    secret: str = ""

    @property
    def has_river(self) -> bool:
        """Whether a river flows through it."""
        return bool(self.rivers)

    @property
    def has_water(self) -> bool:
        """Whether farms near it are watered: river, lake, swamp or Canal (R061)."""
        is_wet = self.terrain is Terrain.MARSH or Improvement.CANAL in self.improvements
        return self.has_river or self.has_lake or is_wet

    @property
    def is_known(self) -> bool:
        """Whether players see it: what a kingdom claims hides from nobody."""
        return self.is_revealed or self.realm is not None

    @property
    def shows_specials(self) -> bool:
        """Whether players see its special terrain."""
        return self.is_known and (self.is_explored or self.realm is not None)

    def has(self, *improvements: Improvement) -> bool:
        """Whether any of those stands here."""
        return any(each in self.improvements for each in improvements)


@dataclass(frozen=True, slots=True)
class Land:
    """The map: each hex by its coordinates."""

    name: str
    hexes: Mapping[Spot, Hex] = field(default_factory=dict)

    def having(self, changed: Mapping[Spot, Hex]) -> Land:
        """The same with those hexes as given; a river that left the map flows on into a new one."""
        new = {spot: self._joined(spot, each) for spot, each in changed.items() if spot not in self.hexes}
        return replace(self, hexes={**self.hexes, **changed, **new})

    def _joined(self, spot: Spot, new: Hex) -> Hex:
        flows_in = [each for each in Direction if self.flows(beside(spot, each), each.opposite)]
        rivers = tuple(each for each in Direction if each in new.rivers or each in flows_in)
        return replace(new, rivers=rivers)

    def flows(self, spot: Spot, direction: Direction) -> bool:
        """Whether a river of that hex flows in that direction."""
        found = self.hexes.get(spot)
        return found is not None and direction in found.rivers

    def labelled(self, label: str) -> Spot | None:
        """The hex with that label, in capitals or not; None where there is none."""
        meant = label.casefold()
        found = (spot for spot, each in self.hexes.items() if each.label.casefold() == meant)
        return next(found, None) if label else None

    def of(self, realm: RecordId) -> Mapping[Spot, Hex]:
        """The hexes which that kingdom claims."""
        return {spot: each for spot, each in self.hexes.items() if each.realm == realm}

    def name_of(self, spot: Spot) -> str:
        """What the group calls it, else its coordinates."""
        found = self.hexes.get(spot)
        return found.label if found is not None and found.label else spot


def seen(state: Land, viewer: Viewer) -> Land:
    """The map without the fog's hexes, without what nobody has explored, and without game masters' notes."""
    if viewer.is_game_master:
        return state
    shown = {spot: _seen(each) for spot, each in state.hexes.items() if each.is_known}
    return replace(state, hexes=shown)


def _seen(each: Hex) -> Hex:
    # Nearly every hex of a large map has nothing to take out.
    if not each.secret and (each.shows_specials or not each.specials):
        return each
    return replace(each, secret="", specials=each.specials if each.shows_specials else ())


def as_told(each: Hex | None) -> Hex | None:
    """A hex as players see it; None where they don't."""
    return _seen(each) if each is not None and each.is_known else None


def _part(path: tuple[str, ...], value: Any) -> tuple[str, str | None]:
    return records.land_part(path, value)


LAND: Kind[Land] = Kind(
    "land", Land, title=lambda state: state.name, view=seen, is_divisible=True, word=_part
)
