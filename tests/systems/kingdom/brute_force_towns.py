"""May it stand there? Answered slowly, from the book's printed limits and the rulings alone.

Nothing of the bot's own answer is used: lots are coordinates; who serves whom is found by trying all ways.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from typing import Final

from tests.systems.kingdom.printed_buildings import BY_ID, Printed, ids

Cell = tuple[int, int]
HOSTS: Final = {"castle", "cathedral", "market", "monument", "park", "town_hall"}
EDGE: Final = {"north": (1, 0), "west": (0, 0), "south": (1, 5), "east": (0, 5)}
LAMPS, SPRING, CISTERN, BRIDGE, WATERWAY = (
    "magical_streetlamps",
    "everflowing_spring",
    "cistern",
    "bridge",
    "waterway",
)


@dataclass(frozen=True)
class Thing:
    """A building, or one that is to be: its cells are columns and rows from 0, in the north-west."""

    id: str
    district: int
    cells: frozenset[Cell] = frozenset()
    border: str = ""
    number: int = 0
    is_exempt: bool = False
    relies_on: tuple[int, ...] = ()

    @property
    def printed(self) -> Printed:
        """Its entry; the Brothel has the Dance Hall's (R083)."""
        return BY_ID["dance_hall" if self.id == "brothel" else self.id]

    @property
    def needs(self) -> int:
        """How many neighbours it has to have."""
        return 0 if self.is_exempt else self.printed.needs


@dataclass(frozen=True)
class Rules:
    """What the campaign decided: R083, R093, R094, R098."""

    brothel: str = "alias"
    adjacency: str = "orthogonal_across_streets"
    neighbour_use: str = "matching"
    waterfront: str = "yes"


@dataclass(frozen=True)
class City:
    """A settlement; `shores` are the water borders of each of its districts."""

    shores: tuple[frozenset[str], ...]
    things: tuple[Thing, ...]
    rules: Rules


def may_stand(city: City, new: Thing, over: Thing | None = None) -> bool:
    """Whether it may stand there, instead of another if that is upgraded."""
    others = City(city.shores, tuple(each for each in city.things if each is not over), city.rules)
    if over is not None and not _is_upgrade(over, new):
        return False
    return (
        1 <= new.district <= len(city.shores)
        and not (new.id == "brothel" and city.rules.brothel != "separate")
        and _is_within_its_number(others, new)
        and _has_what_it_requires(others, new)
        and _is_in_shape(others, new)
        and _has_room(others, new)
        and (new.printed.border != "water" or _is_at_water(others, new))
        and not any(_forbid(new, each) for each in _near(others, new) + _sharing(others, new))
        and _everybody_is_served(others, new, over)
    )


def _is_upgrade(over: Thing, new: Thing) -> bool:
    """R090: a printed upgrade, on the old lots and perhaps more."""
    grows = over.cells <= new.cells and over.district == new.district
    return over.id in ids(new.printed.upgrade_from) and grows


def _is_within_its_number(city: City, new: Thing) -> bool:
    """One a settlement, one a district (R103), one a border (R099)."""
    same = [each for each in city.things if each.id == new.id]
    if new.printed.one == "settlement":
        return not same
    if new.printed.one == "district":
        return all(each.district != new.district for each in same)
    if new.id in ("city_wall", "moat", "watergate"):
        return all((each.district, each.border) != (new.district, new.border) for each in same)
    return True


def _has_what_it_requires(city: City, new: Thing) -> bool:
    here = {each.id for each in city.things}
    if new.id == LAMPS:
        return bool(here & ids(new.printed.requires))
    if new.id == SPRING:
        return any("medium" in each.printed.items for each in city.things)
    return True


def _is_in_shape(city: City, new: Thing) -> bool:
    """R098; what takes no lots stands at a border, on one lot of others, or in the district at large."""
    if new.id in ("city_wall", "moat", "watergate"):
        return not new.cells and new.border in EDGE and _may_be_walled(city, new)
    if new.border:
        return False
    if new.id in ("paved_streets", "sewer_system"):
        return not new.cells
    wide, high = (len({cell[axis] for cell in new.cells}) for axis in (0, 1))
    if wide * high != len(new.cells) or not all(_runs(new.cells, axis) for axis in (0, 1)):
        return False
    sizes = {"": {1}, "1": {1}, "2": {2}, "4": {4}, "1-2": {1, 2}}[new.printed.lots]
    in_row = new.id == "waterfront" and city.rules.waterfront == "yes"
    return len(new.cells) in sizes and (wide * high != 4 or wide == high or in_row)


def _runs(cells: Iterable[Cell], axis: int) -> bool:
    found = {cell[axis] for cell in cells}
    return max(found) - min(found) == len(found) - 1


def _may_be_walled(city: City, new: Thing) -> bool:
    """R099: walls and moats at land, a gate in a wall."""
    if new.id == "watergate":
        wall = ("city_wall", new.district, new.border)
        return any((each.id, each.district, each.border) == wall for each in city.things)
    return new.border not in city.shores[new.district - 1]


# -- lots ---------------------------------------------------------------------------------------------


def _sharing(city: City, new: Thing) -> list[Thing]:
    return [each for each in city.things if each.district == new.district and each.cells & new.cells]


def _has_room(city: City, new: Thing) -> bool:
    """R100: what may share a lot, and with what."""
    return all(_is_free(city, new, cell) for cell in new.cells)


def _is_free(city: City, new: Thing, cell: Cell) -> bool:
    here = [each for each in city.things if each.district == new.district and cell in each.cells]
    names = {each.id for each in here}
    if new.id in (CISTERN, BRIDGE, LAMPS) and new.id in names:
        return False
    if new.id == CISTERN:
        return True
    if new.id == BRIDGE:
        return WATERWAY in names
    if new.id == LAMPS:
        return bool(here)
    if new.id == SPRING:
        hosts = [each for each in here if each.id in HOSTS]
        return bool(hosts) and all(each.id != SPRING for each in _sharing(city, hosts[0]))
    allowed = {CISTERN, LAMPS, SPRING} if new.id in HOSTS else {CISTERN, LAMPS}
    return new.id not in names and names <= allowed


def _near(city: City, new: Thing) -> list[Thing]:
    """R093: what stands next to it."""
    return [
        each
        for each in city.things
        if each.district == new.district
        and not each.cells <= new.cells
        and any(_touch(one, other, city.rules) for one in each.cells - new.cells for other in new.cells)
    ]


def _touch(one: Cell, other: Cell, rules: Rules) -> bool:
    across, down = abs(one[0] - other[0]), abs(one[1] - other[1])
    if rules.adjacency == "eight_way":
        return max(across, down) == 1
    is_same_block = (one[0] // 2, one[1] // 2) == (other[0] // 2, other[1] // 2)
    return across + down == 1 and (rules.adjacency != "same_block" or is_same_block)


def _is_at_water(city: City, new: Thing) -> bool:
    """R102: a water border, or a Waterway beside it."""
    at = {border for border, (axis, edge) in EDGE.items() if any(cell[axis] == edge for cell in new.cells)}
    return bool(at & city.shores[new.district - 1]) or any(each.id == WATERWAY for each in _near(city, new))


def _forbid(one: Thing, other: Thing) -> bool:
    """R096: either of them."""
    return other.id in ids(one.printed.never) or one.id in ids(other.printed.never)


# -- who serves whom (R094) ---------------------------------------------------------------------------


def _serves(each: Thing, customer: Thing) -> bool:
    beside = ids(customer.printed.beside)
    return each.id in beside or (each.id == "tenement" and "house" in beside)


def _everybody_is_served(city: City, new: Thing, over: Thing | None) -> bool:
    """Whether it has its own, and of the needs of all others as many are met as before."""
    if not new.printed.needs and over is None:
        return True
    before = City(city.shores, (*city.things, *((_idle(over),) if over is not None else ())), city.rules)
    met = most_met(before, new.district)
    if not new.printed.needs:
        after = City(city.shores, (*city.things, _idle(new)), city.rules)
        return most_met(after, new.district) >= met
    own = [each.number for each in _near(city, new) if _serves(each, new)]
    ways = combinations(own, new.printed.needs)
    return any(most_met(city, new.district, frozenset(way)) >= met for way in ways)


def _idle(thing: Thing) -> Thing:
    """It as a neighbour, without needs of its own."""
    return Thing(thing.id, thing.district, thing.cells, thing.border, thing.number, is_exempt=True)


def most_met(city: City, district: int, taken: frozenset[int] = frozenset()) -> int:
    """How many needs of a district can be met at most, by those that are not taken; by trying all ways."""
    here = [each for each in city.things if each.district == district]
    kept = _for_good(city, here)
    if taken & kept.keys():
        return -1
    units = []
    for each in sorted(here, key=lambda thing: thing.number):
        own = frozenset(near.number for near in _near(city, each) if _serves(near, each))
        missing = each.needs - list(kept.values()).count(each.number)
        units += [own - set(kept) - taken] * missing
    return len(kept) + _tried(tuple(units))


def _for_good(city: City, here: list[Thing]) -> dict[int, int]:
    """Who serves whom since it was built, where the campaign has that so."""
    kept: dict[int, int] = {}
    if city.rules.neighbour_use == "matching":
        return kept
    for each in sorted(here, key=lambda thing: thing.number):
        own = {near.number for near in _near(city, each) if _serves(near, each)}
        for number in each.relies_on:
            if number in own and number not in kept and list(kept.values()).count(each.number) < each.needs:
                kept[number] = each.number
    return kept


@lru_cache(maxsize=20000)
def _tried(units: tuple[frozenset[int], ...]) -> int:
    """How many of them can have one each, at most."""
    if not units:
        return 0
    first, rest = units[0], units[1:]
    found = _tried(rest)
    for number in first:
        if found == len(units):
            break
        found = max(found, 1 + _tried(tuple(unit - {number} for unit in rest)))
    return found
