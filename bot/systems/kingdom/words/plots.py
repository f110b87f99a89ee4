"""Why a building can't stand somewhere; each without a full stop.

A `lot` is its name; buildings that stand are given as `at` says which one.
"""

from __future__ import annotations

from collections.abc import Sequence

from bot.systems.kingdom.words.buildings import BUILDINGS, a
from bot.systems.kingdom.words.names import listed

# By the campaign's reading of "Brothel" (R083).
BROTHELS = {
    "alias": "in this campaign the Dance Hall is the Brothel: build that",
    "ignore": "this campaign has no Brothel (`/settings`)",
}
NEEDS_MEDIUM_ITEMS = "an Everflowing Spring needs a building in its settlement that makes medium magic items"


def at(building: str, lot: str) -> str:
    """Which one: "House at C4"; what stands on no lot is named alone."""
    return f"{BUILDINGS[building]} at {lot}" if lot else BUILDINGS[building]


def neighbours(count: int, wanted: Sequence[str]) -> str:
    """What has to stand beside it: "a House or Tenement", "2 Houses or Tenements"."""
    kinds = [BUILDINGS[each] for each in (*wanted, *(("tenement",) if "house" in wanted else ()))]
    if count == 1:
        return f"a {listed(kinds, last='or')}"
    return f"{count} {listed([f'{each}s' for each in kinds], last='or')}"


# -- no such place ------------------------------------------------------------------------------------


def no_district(number: int, districts: int) -> str:
    """The settlement is smaller."""
    return f"there is no district {number}, only {'1' if districts == 1 else f'1 to {districts}'}"


def stands_at_border(building: str) -> str:
    """It takes no lots."""
    return f"{a(building)} takes no lots: it stands at a border, north, east, south or west"


def is_everywhere(building: str) -> str:
    """It takes no lots either."""
    return f"no lots are taken by {a(building)}: name the district alone"


def wrong_shape(building: str, shapes: Sequence[tuple[int, int]]) -> str:
    """Not its shape."""
    sizes = sorted({columns * rows for columns, rows in shapes})
    if sizes == [1]:
        return f"{a(building)} is on one lot"
    if sizes == [1, 2]:
        return f"{a(building)} takes one lot, or two side by side"
    if sizes == [2]:
        return f"{a(building)} takes 2 lots side by side"
    row = " or four in a row" if len(shapes) > 1 else ""
    return f"{a(building)} takes 4 lots, two by two{row}"


# -- in the settlement --------------------------------------------------------------------------------


def no_upgrade(old: str, new: str) -> str:
    """There is no such upgrade."""
    return f"{a(old)} can't be upgraded to {a(new)}"


def one_a_settlement(building: str, district: int, lot: str) -> str:
    """It has one already."""
    return f"a settlement can have one {BUILDINGS[building]}, and it has one at {lot} of district {district}"


def requires(building: str, needed: Sequence[str]) -> str:
    """The settlement lacks what it needs."""
    names = listed([a(each) for each in needed], last="or")
    return f"{BUILDINGS[building]} can only stand in a settlement that has {names}"


def one_a_district(building: str, district: int) -> str:
    """The district has them already."""
    return f"a district can have {a(building)} once only, and district {district} has"


# -- at a border --------------------------------------------------------------------------------------


def is_there(building: str, border: str) -> str:
    """That border has one."""
    return f"the {border} border has {a(building)} already"


def no_wall(border: str) -> str:
    """No wall to be a gate in."""
    return f"a Watergate is a gate in a City Wall, and the {border} border has none"


def water_border(building: str, border: str) -> str:
    """Only land borders can be walled."""
    return f"{a(building)} stands at a land border, and the {border} border is water"


# -- on lots ------------------------------------------------------------------------------------------


def grows_in_place(old: str) -> str:
    """An upgrade leaves its lots."""
    return f"an upgrade keeps the lots that the {old} has, and takes free ones beside them"


def no_waterway(lot: str) -> str:
    """No water to cross."""
    return f"a Bridge shares the lot of a Waterway, and {lot} has none"


def no_host(lot: str, hosts: Sequence[str]) -> str:
    """A Spring is no building by itself."""
    names = listed([a(each) for each in hosts], last="or")
    return f"an Everflowing Spring shares a lot of {names}, and {lot} has none"


def host_has_one(host: str) -> str:
    """One Spring a building."""
    return f"the {host} has an Everflowing Spring already"


def is_on_lot(building: str, lot: str) -> str:
    """The lot has one."""
    return f"{lot} has {a(building)} already"


def nothing_to_share(building: str, lot: str) -> str:
    """Nothing to share the lot with."""
    return f"{BUILDINGS[building]} share the lot of another building, and {lot} is empty"


def is_taken(lot: str, by: str) -> str:
    """Another building stands there."""
    return f"{lot} has {a(by)}"


def needs_water(building: str) -> str:
    """No water near."""
    return f"{a(building)} needs a water border of its district, or a Waterway, beside it"


def never_beside(building: str, other: str) -> str:
    """A forbidden neighbour."""
    return f"{a(building)} can't be a neighbour of the {other}"


def needs_neighbours(building: str, count: int, wanted: Sequence[str], there: int) -> str:
    """Not enough neighbours."""
    has = f", and has {there} there" if there else ""
    return f"{a(building)} needs {neighbours(count, wanted)} beside it{has}"


def of_its_own(building: str, count: int, wanted: Sequence[str]) -> str:
    """Enough neighbours, which serve others."""
    return f"{a(building)} needs {neighbours(count, wanted)} of its own beside it"


def and_serves(needs: str, server: str, customer: str) -> str:
    """Whom a neighbour serves instead."""
    return f"{needs}; the {server} serves the {customer}"


def robs(old: str, new: str, customer: str) -> str:
    """An upgrade that would take somebody's neighbour."""
    return f"the {customer} needs the {old} beside it, and {a(new)} can't serve it"
