"""What cards about income and edicts say, at a glance."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from bot.engine.card import Tone
from bot.engine.event import sentence
from bot.systems.kingdom.book import Backing, Improvement, Role, Tribute
from bot.systems.kingdom.month import cards as month_cards
from bot.systems.kingdom.month.edicts import EdictsSet, LevelSet
from bot.systems.kingdom.month.income import ItemSold, TaxesCollected, Withdrawn, Yield
from bot.systems.kingdom.state import Terms
from tests.systems.kingdom.income_scenes import COUNCIL, at_edicts, at_taxes, mined
from tests.systems.kingdom.posts import post
from tests.systems.kingdom.scenes import decided, realm, tarn

MINES = (Yield(Improvement.MINE, 1, 2), Yield(Improvement.SAWMILL, 1, 1))
TAXED = Terms(Backing.FIEF, "The *Queen*", 50, Tribute.TENTH)
LENT = Terms(Backing.CHARTER, "The Queen", 50, Tribute.ONE, 7)


def taxes(**changes: Any) -> Any:
    event = replace(TaxesCollected("Tarn", 9, 55, 0, 4, 60, 60, is_success=True, taxes=20), **changes)
    return month_cards._draw_taxes(event, post((event,), tarn()))


def test_taxes_say_the_check_first_and_then_what_it_brought() -> None:
    card = taxes()
    assert card.title == "Tarn: taxes"
    assert card.lines == (
        "9 (d20) + 55 Economy − 4 Unrest = **60** against DC 60: **success**",
        "**+20 BP** for the Treasury",
    )
    assert card.tone is Tone.GOOD


def test_taxes_say_from_where_they_come_and_what_the_sponsor_takes() -> None:
    lines = taxes(resources=MINES, tribute=2, sponsor="The *Queen*").lines
    assert lines[1:] == (
        "**+21 BP** for the Treasury",
        "Taxes: +20 BP",
        "Mine × 1: +2 BP",
        "Sawmill × 1: +1 BP",
        "Tribute to The \\*Queen\\*: −2 BP",
    )
    assert "Paid back to the sponsor: −1 BP; 6 BP left to pay back" in taxes(tribute=1, debt=6).lines
    assert "Paid back to the sponsor: −1 BP; the debt is paid back" in taxes(tribute=1, debt=0).lines


def test_a_failed_check_says_so_in_words_and_with_what_counted() -> None:
    card = taxes(die=1, economy=-3, bonus=2, unrest=0, total=0, is_success=False, taxes=0)
    assert card.lines[0] == "1 (d20) − 3 Economy + 2 for checks = **0** against DC 60: **failure**"
    assert card.tone is Tone.BAD


def test_the_forecast_says_needed_die_chance_mean_and_faces() -> None:
    card = month_cards.forecast(realm(at_taxes()))
    assert card.lines[0] == "Roll **10** or more: **55%** (d20 +14 against 24)"
    # 8, 8, 8, 9, 9, 9, 10, 10, 10, 11, 11 for 10 to 20.
    assert card.lines[1] == "On average **5.15 BP**; 9.36 BP if it succeeds"
    assert card.lines[3:5] == ("Die 1–9: +0 BP", "Die 10–20: +8 to +11 BP")


def test_the_forecast_names_mines_and_the_sponsor() -> None:
    lines = month_cards.forecast(realm(at_taxes(terms=TAXED), mined())).lines
    assert "Of that, only on a success: Mine × 1: +2 BP; Sawmill × 1: +1 BP" in lines
    assert "The sponsor's tenth, at least 1 BP, comes off that." in lines
    paid = decided(resource_bp_on_failed_tax="yes")
    lines = month_cards.forecast(realm(at_taxes(terms=LENT), mined(), campaign=paid)).lines
    assert "Of that, whatever you roll: Mine × 1: +2 BP; Sawmill × 1: +1 BP" in lines
    assert "1 BP goes back to the sponsor; 7 BP is owed." in lines


def test_the_forecast_without_a_treasurer_says_that_nothing_is_collected() -> None:
    gone = tuple(each for each in COUNCIL if each.role is not Role.TREASURER)
    card = month_cards.forecast(realm(at_taxes(leaders=gone)))
    assert card.lines == ("No Treasurer: you collect no taxes this month, and Mines bring in nothing.",)


def test_edicts_say_what_was_set_and_what_is_still_open() -> None:
    event = EdictsSet("Tarn", (LevelSet("taxation", "none", "heavy"),), ("holiday",))
    card = month_cards._draw_edicts(event, post((event,), at_edicts()))
    assert card.lines[0] == "Taxation: None → **Heavy**"
    assert "Not set yet: Holidays." in card.lines[1]
    assert "**Edicts stay as they are**" in card.lines[2]


def test_in_a_line_each_event_is_told_with_names_made_safe() -> None:
    told = [
        sentence(event) or ""
        for event in (
            Withdrawn("*Tarn*", 3, 6000),
            ItemSold("Tarn", "*Hold*", "", 8000, 1, 0),
            EdictsSet("*Tarn*", ()),
            EdictsSet("*Tarn*", (LevelSet("holiday", None, "1"),)),
        )
    ]
    assert told[0] == "The leaders of \\*Tarn\\* take **3 BP** from the Treasury as 6,000 gp."
    assert told[1].startswith("\\*Hold\\* buys an item for 8,000 gp: **+1 BP**.")
    assert told[2] == "\\*Tarn\\*: The edicts stay as they are."
    assert told[3] == "\\*Tarn\\* issues edicts. Holidays: not set yet → **1 a year**"
