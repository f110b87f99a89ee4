"""docs/kingdom-builders.md says what the rules build with."""

from __future__ import annotations

from bot.systems.kingdom import book as kingdom_book
from bot.systems.kingdom.towns.book import BUILDINGS, DEMOLITION, HOUSING, MAGIC
from bot.systems.kingdom.towns.items import COMES_FROM
from tests.systems.kingdom.builders_page import EFFECTS, PAGE, STANDS, TABLES, buildings, page
from tests.systems.kingdom.numbers_page import MARKED, NONE


def test_every_table_of_the_page_is_that_of_the_rules() -> None:
    """Run `python -m tests.systems.kingdom.builders_page` where it isn't."""
    text = PAGE.read_text()
    assert page(text) == text
    assert {found[1] for found in MARKED.findall(text)} == TABLES.keys()


def test_it_has_a_row_for_every_building_with_its_price_and_its_effect() -> None:
    rows = [line.split(" | ") for line in buildings().splitlines()[2:]]
    assert [row[0] for row in rows] == [f"| **{each.label}**" for each in BUILDINGS]
    for row, building in zip(rows, BUILDINGS.values(), strict=True):
        assert int(row[1].split(";")[0]) == building.cost
        assert row[4] not in ("", NONE), row


def test_what_takes_no_lot_says_where_it_stands_and_what_has_no_numbers_what_it_does() -> None:
    for building, row in BUILDINGS.items():
        assert row.shapes or row.is_one_a_district or building in STANDS, building
        numbers = (row.economy, row.loyalty, row.stability, row.defense, row.fame, row.unrest, row.value)
        assert any(numbers) or row.modifiers or building in EFFECTS, building


def test_its_sentences_name_the_numbers_of_the_rules() -> None:
    text = " ".join(PAGE.read_text().split())
    homes = [each.label for each in HOUSING]
    for said in (
        f"the first {', '.join(homes[:-1])} or {homes[-1]}",
        f"leaders | {DEMOLITION} BP",
        f"takes {MAGIC} BP more off",
        f"{COMES_FROM} or more fills one",
        f"{kingdom_book.WITHDRAW_RATE:,} gp are 1 BP",
        f"**People:** {kingdom_book.PEOPLE_PER_LOT} for each lot",
        f"{kingdom_book.LOTS_IN_DISTRICT} lots, A1 to F6",
    ):
        assert said in text, said
