"""A settlement: where it lies, its districts and what stands in them, and what is kept for it besides."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Final

from bot.engine.people import Viewer
from bot.engine.system import Kind, RecordId
from bot.systems.kingdom.rules.hexes import Spot
from bot.systems.kingdom.rules.item_steps import item_steps
from bot.systems.kingdom.rules.lots import Lot
from bot.systems.kingdom.rules.terms import Border, BuildingType, Gift, ItemKind, Stat
from bot.systems.kingdom.words import records

NAME_LENGTH: Final = 60
MOST_DISTRICTS: Final = 50
# These stand on lots that others take.
SHARING: Final = (BuildingType.BRIDGE, BuildingType.EVERFLOWING_SPRING, BuildingType.MAGICAL_STREETLAMPS)


@dataclass(frozen=True, slots=True)
class Place:
    """Where a building stands: on lots of a district, at one of its borders, or in the district at large."""

    district: int = 1
    lots: tuple[Lot, ...] = ()
    border: Border | None = None


@dataclass(frozen=True, slots=True)
class Ware:
    """A magic item on the market, in a slot of its building; unnamed until somebody says what it is.

    `slot` counts the building's slots from 0, `price` is in gp.
    """

    slot: int
    kind: ItemKind | None = None
    name: str = ""
    price: int = 0
    # The entry by which it came: what is asked about it is asked since then.
    opened: int = 0
    # The month of its kingdom in which it was last tried to find a buyer for it (R056).
    tried: int = 0


@dataclass(frozen=True, slots=True)
class Building:
    """One building; its number is used once in its settlement."""

    number: int
    type: BuildingType
    place: Place = Place()
    # The month of its kingdom in which it was built.
    built: int = 0
    # Damaged it stands where it stands, but gives nothing (R108).
    is_damaged: bool = False
    # Whether it was here before anybody built: a river through the grid, a cliff for a wall.
    is_natural: bool = False
    # Whether nothing has to stand beside it: inherited (R069), or put there by a game master.
    is_exempt: bool = False
    # The discounts that it has given (R087), and the neighbours that were its own when it was built (R094).
    discounted: tuple[BuildingType, ...] = ()
    relies_on: tuple[int, ...] = ()
    wares: tuple[Ware, ...] = ()
    # Of a Menagerie: the highest CR in it. Of a Museum: gp on display, and whether one of it is significant.
    cr: int = 0
    display: int = 0
    is_significant: bool = False


@dataclass(frozen=True, slots=True)
class Remains:
    """The site of a building that was demolished or destroyed: what is left of it, of so many lots (R106)."""

    type: BuildingType
    place: Place
    lots: int


@dataclass(frozen=True, slots=True)
class Grant:
    """A building that is cheaper or free, once; without a type it is any. `points` are BP off it."""

    number: int
    gift: Gift
    type: BuildingType | None = None
    points: int = 0


@dataclass(frozen=True, slots=True)
class Planned:
    """A building that is drawn up and not paid for."""

    number: int
    type: BuildingType
    place: Place
    # Instead of which building it would be upgraded.
    over: int | None = None
    by: int = 0


@dataclass(frozen=True, slots=True)
class Town:
    """A settlement; without a kingdom it is a Free City. `borders` are those that are water.

    `lots`, `base_value` (gp) and `gives` are told by a game master, beside what its buildings come to.
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
    # The borders that are water of each further district.
    shores: tuple[tuple[Border, ...], ...] = ()
    buildings: tuple[Building, ...] = ()
    remains: tuple[Remains, ...] = ()
    grants: tuple[Grant, ...] = ()
    plans: tuple[Planned, ...] = ()
    # What has lowered its Unrest, as it does once in a settlement (R099).
    calmed: tuple[BuildingType, ...] = ()
    # Counts buildings, grants and plans.
    counted: int = 0

    def water_borders(self, district: int) -> tuple[Border, ...]:
        """The borders of a district that are water (R102)."""
        if district == 1:
            return self.borders
        return self.shores[district - 2] if district - 2 < len(self.shores) else ()

    def building(self, number: int) -> Building | None:
        """The building of that number."""
        return next((each for each in self.buildings if each.number == number), None)

    def of(self, *types: BuildingType) -> tuple[Building, ...]:
        """Its buildings of those types, damaged ones with them."""
        return tuple(each for each in self.buildings if each.type in types)

    def in_district(self, district: int) -> tuple[Building, ...]:
        """What stands in a district."""
        return tuple(each for each in self.buildings if each.place.district == district)


def seen(state: Town, viewer: Viewer) -> Town | None:
    """The settlement; one that is hidden is there for game masters only, and nobody posts its plans."""
    if viewer.is_game_master:
        return state
    if state.is_hidden:
        return None
    # Leaders are shown them where they ask; what all of a channel read tells nothing of them.
    return replace(state, plans=()) if viewer.user is None and state.plans else state


TOWN: Kind[Town] = Kind(
    "settlement",
    Town,
    title=lambda state: state.name,
    parent=lambda state: state.kingdom,
    links=lambda state: (state.land,),
    view=seen,
    waiting=item_steps,
    word=records.town_part,
)
