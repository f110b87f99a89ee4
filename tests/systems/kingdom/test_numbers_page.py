"""docs/kingdom-numbers.md says what the rules count with."""

from __future__ import annotations

from bot.systems.kingdom import book as kingdom_book
from bot.systems.kingdom.settings import SETTINGS
from tests.systems.kingdom.numbers_page import MARKED, PAGE, TABLES, page


def test_every_table_of_the_page_is_that_of_the_rules() -> None:
    """Run `python -m tests.systems.kingdom.numbers_page` where it isn't."""
    text = PAGE.read_text()
    assert page(text) == text
    assert {found[1] for found in MARKED.findall(text)} == TABLES.keys()


def test_its_sentences_name_the_numbers_of_the_rules() -> None:
    text = " ".join(PAGE.read_text().split())
    for said in (
        f"{kingdom_book.BASE_DC} + Size",
        f"fewer than {kingdom_book.DUTY_DAYS} days",
        f"Unrest {kingdom_book.LOSE_HEX_AT}",
        f"Unrest {kingdom_book.ANARCHY_AT}",
        f"divided by {kingdom_book.TAX_DIVISOR}",
        f"{kingdom_book.DEPOSIT_RATE:,} gp",
        f"{kingdom_book.WITHDRAW_RATE:,} gp",
        f"{kingdom_book.EVENT_CHANCE} %",
        f"{kingdom_book.CHANCE_AFTER_QUIET} %",
        f"{kingdom_book.PEOPLE_PER_LOT} people",
    ):
        assert said in text, said


def test_it_names_every_setting_of_the_game() -> None:
    text = PAGE.read_text()
    for setting in SETTINGS:
        assert setting.title in text, setting.title
