"""How a roll reads: every die with what became of it, the total, and within a dozen lines on a phone."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from typing import Any

import pytest

from bot.engine.card import Card
from bot.engine.dice.notation import parse
from bot.engine.dice.source import FixedDice, Seed, VerifiableDice
from bot.engine.dice.throwing import throw
from bot.engine.people import PUBLIC
from bot.engine.system import RecordId
from bot.play import Entry, Post
from bot.systems.table.dice import cards as dice_cards
from bot.systems.table.dice.cards import drawn, line_of
from bot.systems.table.dice.rules import DiceRolled, Rolled, RollMade, RollRevealed, Secrecy, kept
from bot.ui.card import BODY, embed_of
from tests.systems.table.scenes import ASHES, CAMPAIGN

# What a line of a card holds on a screen 390 px wide.
PHONE_LINE = 45


def rolled(text: str, *dice: int) -> Rolled:
    """What is kept of that roll with those dice."""
    roll = parse(text)
    return kept(roll, 3, "", throw(roll, FixedDice(*dice)))


def long_roll(text: str) -> Rolled:
    """The same with whatever dice come."""
    seeds = {"public": Seed(bytes(32)), "secret": Seed(bytes([1] * 32))}
    roll = parse(text)
    return kept(roll, 3, "", throw(roll, VerifiableDice(**seeds, drawing=1, secret_drawing=1, interaction=1)))


def post(event: Any) -> Post:
    """A message about that event."""
    entry = Entry(
        RecordId(ASHES), 9, datetime(2026, 5, 1, tzinfo=UTC), 3, 7, "table", "RollDice", (event,), ()
    )
    return Post(CAMPAIGN, PUBLIC, entry, None, {}, "#9")


def card(roll: Rolled) -> Card:
    """The card of a public roll."""
    made = drawn(post(RollMade(roll, Secrecy.PUBLIC)))
    assert made is not None
    return made


@pytest.mark.parametrize(
    ("text", "dice", "line"),
    [
        ("2d6+3", (2, 5), "(2, 5) + 3 = **10**"),
        ("d4-9", (1,), "(1) − 9 = **−8**"),
        ("4d6kh3", (1, 6, 5, 4), "(~~1~~, 6, 5, 4) = **15**"),
        ("2d6!", (6, 3, 5), "(6!, 5, 3) = **14**"),
        ("2d6rr1", (1, 4, 5), "(~~1~~↻, 5, 4) = **9**"),
        ("2d6mi3", (1, 5), "(1→3, 5) = **8**"),
        ("4d10>=8", (8, 10, 2, 9), "(8✓, 10✓, 2, 9✓) = **3** successes"),
        ("1d10>=8", (9,), "(9✓) = **1** success"),
        ("4dF", (1, 2, 3, 3), "(−1, 0, 1, 1) = **1**"),
        ("(d20+5)*2", (7,), "((7) + 5) × 2 = **24**"),
        ("d6+2d4", (3, 1, 4), "d6 (3) + 2d4 (1, 4) = **8**"),
    ],
)
def test_a_result_shows_every_die_and_the_total(text: str, dice: tuple[int, ...], line: str) -> None:
    assert card(rolled(text, *dice)).lines[1] == line


def test_the_label_is_the_title_and_without_one_the_expression() -> None:
    assert card(rolled("2d6+1 sneak *attack*", 1, 2)).title == r"sneak \*attack\*"
    assert card(rolled("2d6+1", 1, 2)).title == ""


@pytest.mark.parametrize(
    ("text", "dice", "legend"),
    [
        ("4d6kh3", (1, 6, 5, 4), "-# 1 dropped (~~struck~~)"),
        ("2d6!", (6, 3, 5), "-# 1 exploded (!)"),
        ("3d6rr1", (1, 4, 1, 5, 2), "-# 2 rolled again (↻)"),
        ("2d6mi3", (1, 5), "-# 1 raised or lowered (→)"),
    ],
)
def test_marks_are_explained_and_counted_in_words(text: str, dice: tuple[int, ...], legend: str) -> None:
    assert card(rolled(text, *dice)).lines[-1] == legend


def test_a_plain_roll_needs_no_legend() -> None:
    assert len(card(rolled("2d6", 1, 2)).lines) == 2


def test_each_repeat_has_a_line() -> None:
    lines = card(rolled("3#d6+1", 2, 5, 6)).lines
    assert lines[1:] == ("(2) + 1 = **3**", "(5) + 1 = **6**", "(6) + 1 = **7**")


def test_many_repeats_are_folded_and_every_total_stays() -> None:
    roll = long_roll("25#2d6+1")
    lines = card(roll).lines
    totals = ", ".join(f"**{throw.total}**" for throw in roll.throws[7:])
    assert lines[-1] == f"… and 18 more: {totals}"
    assert len(lines) == 9


def test_a_long_result_is_folded_and_the_total_is_whole() -> None:
    roll = long_roll("300d6")
    (_, line) = card(roll).lines
    shown = line.count(",") - 1
    assert f" … and {299 - shown} more) = **{roll.throws[0].total:,}**" in line


@pytest.mark.parametrize(
    "text",
    ["1000d1000", "500d6kh3", "25#40d6", "25#20d10>=8", "50d6!lim10", "+".join(["d6"] * 100), "998d1000+2d6"],
)
def test_no_result_takes_more_than_a_dozen_lines_on_a_phone(text: str) -> None:
    made = card(long_roll(text))
    seen = [re.sub(r"\*\*|~~|^-# |\\", "", line) for line in made.lines]
    assert sum(-(-len(line) // PHONE_LINE) for line in seen) <= 12
    assert len(embed_of(made).description or "") < BODY
    assert "**" in made.lines[-1] or "**" in made.lines[-2]


def test_a_roll_from_before_the_full_notation_still_reads() -> None:
    old = DiceRolled(3, "2d6-1", (6, 2), -1, 7, "hop")
    made = drawn(post(old))
    assert made is not None
    assert made.title == "hop"
    assert made.lines == ("<@3> rolls 2d6-1", "(6, 2) − 1 = **7**")
    assert line_of(old, post(old).entry) == "<@3> rolls 2d6-1 (hop): **7** = (6, 2) − 1"


def test_a_line_of_the_journal_marks_dropped_dice_without_striking_them() -> None:
    made = RollMade(rolled("4d6kh3 hop", 1, 6, 5, 4), Secrecy.PUBLIC)
    assert line_of(made, post(made).entry) == "<@3> rolls 4d6kh3 (hop): **15** = ([1], 6, 5, 4)"


def test_a_line_of_several_throws_tells_their_totals() -> None:
    revealed = RollRevealed(rolled("3#d6 hop", 2, 5, 6), 4)
    assert line_of(revealed, post(revealed).entry) == (
        "<@3> reveals a secret roll, 3#d6 (hop), from #4: **2**, **5**, **6**"
    )


def test_what_is_no_die_is_a_bug() -> None:
    with pytest.raises(ValueError, match="is no die"):
        dice_cards._face("x")
