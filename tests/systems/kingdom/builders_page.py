"""The tables of docs/kingdom-builders.md, from the rules: `python -m tests.systems.kingdom.builders_page`."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

from bot.engine.text import T, listed
from bot.systems.kingdom import book as kingdom_book
from bot.systems.kingdom.book import BuildingType as B
from bot.systems.kingdom.settings import Rulings
from bot.systems.kingdom.sources import STOCKYARD_GIVES
from bot.systems.kingdom.towns.bills import discounts
from bot.systems.kingdom.towns.book import (
    BUILDINGS,
    GRANARY_STORES,
    HOSTS_OF_SPRINGS,
    WALLS,
    BuildingRow,
    SlotRow,
)
from bot.systems.kingdom.towns.panel_cards import gains
from bot.systems.kingdom.towns.plots import neighbours
from bot.systems.kingdom.towns.state import CR_FOR_LOYALTY, GP_FOR_FAME, MOST_DISPLAY_FAME, TRADE_PERCENT
from tests.systems.kingdom.numbers_page import MARKED, NONE, table

PAGE = Path(__file__).parents[3] / "docs" / "kingdom-builders.md"

# What no number of the row says.
EFFECTS: Mapping[B, str] = {
    B.ACADEMY: "Lore +2 more on one skill of your choice",
    B.BRIDGE: "takes no lot of its own",
    B.CATHEDRAL: "halves what Promotion adds to Consumption, once in a kingdom",
    B.CISTERN: "may share the lot of another building",
    B.EVERFLOWING_SPRING: "takes no lot of its own",
    B.FOREIGN_QUARTER: f"trade routes bring {TRADE_PERCENT}% more",
    B.FOUNDRY: "with a Mine of its own on its Road or river: Economy +1, and 1 BP with the taxes",
    B.GRANARY: f"stores {GRANARY_STORES} BP of a surplus",
    B.HOSPITAL: "each Hospital that counts adds 2 to checks against a plague",
    B.HOUSE: "the month's first is outside the limit",
    B.MAGICAL_ACADEMY: "Lore +2 more on arcana",
    B.MAGICAL_STREETLAMPS: "take no lot of their own",
    B.MANSION: "outside the limit instead of a House",
    B.MENAGERIE: f"Loyalty +1 for each {CR_FOR_LOYALTY} of its highest CR",
    B.MILITARY_ACADEMY: "armies (a note)",
    B.MUSEUM: f"Fame +1 for each {GP_FOR_FAME:,} gp on display, at most {MOST_DISPLAY_FAME}, and +1 for a "
    "significant piece; Lore +2 more on history",
    B.NOBLE_VILLA: "outside the limit instead of a House",
    B.PALACE: "two special edicts a month",
    B.STOCKYARD: f"Farms in and beside its hex take {STOCKYARD_GIVES} more off Consumption, each Farm once",
    B.TENEMENT: "serves like a House; outside the limit instead of one",
    B.UNIVERSITY: "Lore +4 more on one skill of your choice",
    B.WATERFRONT: "halves the Loyalty that Taxation costs, once in a kingdom",
    B.WATERGATE: "outside the limit with a new wall",
    B.WATERWAY: "water for what stands beside it",
}  # fmt: skip
# Where it stands, of what has rules of its own.
STANDS: Mapping[B, str] = {
    B.BRIDGE: "on a lot of a Waterway",
    B.CITY_WALL: "a land border; over a Waterway with a Watergate",
    B.EVERFLOWING_SPRING: f"on a lot of "
    f"{listed([each.one for each in HOSTS_OF_SPRINGS], 'or')}; "
    "a building with room for a medium magic item in the settlement",
    B.MAGICAL_STREETLAMPS: "on a lot with a building",
    B.MOAT: "a land border",
    B.WATERGATE: "in a City Wall, one in each",
}


def page(text: str) -> str:
    """The page with every table as the rules have it."""
    return MARKED.sub(lambda found: f"{found[1]}{TABLES[found[2]]()}\n{found[4]}", text)


# -- every building -----------------------------------------------------------------------------------


def buildings() -> str:
    """Every building in a row: price, lots, place, what it gives, whose price it halves, its magic items."""
    head = ("building", "BP", "lots", "place", "gives", "halves the next", "magic items")
    return table(head, (_building(building, row) for building, row in BUILDINGS.items()))


def _building(building: B, row: BuildingRow) -> Iterator[str]:
    yield f"**{_name(building)}**"
    yield "; ".join([str(row.cost), *_upgrades(row)])
    yield _lots(row)
    yield "; ".join(_place(building, row)) or NONE
    yield _gives(building, row)
    yield ", ".join(_name(each) for each in discounts(building, Rulings({}))) or NONE
    yield "; ".join(map(_slots, row.slots)) or NONE


def _name(building: B) -> str:
    return building.label


def _upgrades(row: BuildingRow) -> Iterator[str]:
    for old in row.upgrades_from:
        yield f"{row.cost - BUILDINGS[old].cost} over {old.one}"


def _lots(row: BuildingRow) -> str:
    sizes = sorted({columns * rows for columns, rows in row.shapes})
    in_a_row = ", also in a row" if sizes == [4] and len(row.shapes) > 1 else ""
    return " or ".join(map(str, sizes)) + in_a_row if sizes else NONE


def _place(building: B, row: BuildingRow) -> Iterator[str]:
    if building in STANDS:
        yield STANDS[building]
    if row.is_one_a_settlement:
        yield "one a settlement"
    if row.is_one_a_district:
        yield "one a district"
    if row.is_at_water:
        yield "next to water"
    if row.needs:
        yield f"beside {neighbours(building)}"
    if never := _never_beside(building):
        yield f"never beside {listed([each.one for each in never], 'or')}"
    if row.requires and building is not B.WATERGATE:
        yield f"{listed([each.one for each in row.requires], 'or')} in the settlement"


def _never_beside(building: B) -> list[B]:
    """Those that it names, and those that name it: both ways (R096)."""
    named = BUILDINGS[building].never_beside
    return [each for each in BUILDINGS if each in named or building in BUILDINGS[each].never_beside]


def _gives(building: B, row: BuildingRow) -> str:
    numbers = {
        each: getattr(row, each)
        for each in ("economy", "loyalty", "stability", "defense", "fame", "unrest", "value")
    }
    said = gains(numbers, row.modifiers)
    has_none = not any(numbers.values()) and not row.modifiers
    if building in WALLS:
        said = said.replace("once", "once a settlement")
    return " · ".join(filter(None, ("" if has_none else said, EFFECTS.get(building, ""))))


def _slots(row: SlotRow) -> str:
    return f"{row.count} {T('{grade} {kinds:or}')(grade=row.grade, kinds=row.kinds or ['item'])}"


# -- settlements --------------------------------------------------------------------------------------


def sizes() -> str:
    """Table 4-5: what so many people are called, and the most that can be bought and sold there."""
    rows, least = [], 0
    for up_to, size, value in kingdom_book.SETTLEMENT_SIZES:
        people = f"{least:,}–{up_to:,}" if up_to is not None else f"{least:,} or more"
        lots = _lots_for(least, up_to)
        rows.append((size.label, people, lots, f"{value:,} gp"))
        least = (up_to or 0) + 1
    return table(("settlement", "people", "lots in use", "base value at most"), rows)


def _lots_for(least: int, up_to: int | None) -> str:
    first = -(-least // kingdom_book.PEOPLE_PER_LOT)
    if up_to is None:
        return f"{first} or more"
    last = up_to // kingdom_book.PEOPLE_PER_LOT
    return NONE if last < first else str(first) if first == last else f"{first}–{last}"


TABLES: Mapping[str, Callable[[], str]] = {each.__name__: each for each in (buildings, sizes)}


if __name__ == "__main__":
    PAGE.write_text(page(PAGE.read_text()))
