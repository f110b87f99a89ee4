"""What people type is read as they meant it, or refused with the place and a hint."""

import re
from time import process_time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.engine.dice.notation import LONGEST_TEXT, Roll, parse
from bot.errors import RuleViolation

SCRAPS = st.text("0123456789dD%+-–x `kh!()\n", max_size=10)
NEARLY_ROLLS = st.builds("{}d{}{}".format, st.integers(0, 120), st.integers(0, 1200), SCRAPS) | SCRAPS
ROLLS = st.builds(
    Roll, st.integers(1, 100), st.integers(1, 1000), st.integers(-99, 99), st.sampled_from(["", "x y"])
)


@pytest.mark.parametrize(
    ("text", "roll"),
    [
        ("2d6", Roll(2, 6)),
        ("d20", Roll(1, 20)),
        ("d20+5", Roll(1, 20, 5)),
        ("3d10-1", Roll(3, 10, -1)),
        ("3d10−1", Roll(3, 10, -1)),  # a phone's minus
        ("3d10 – 1", Roll(3, 10, -1)),  # a phone's dash
        ("d%", Roll(1, 100)),
        ("2D6", Roll(2, 6)),
        (" 2 d 6 + 3 ", Roll(2, 6, 3)),
        ("2d6+0", Roll(2, 6)),
        ("02d06", Roll(2, 6)),
        ("d1", Roll(1, 1)),
        ("100d1000-1000000", Roll(100, 1000, -1_000_000)),
        ("2d6+3 sneak attack", Roll(2, 6, 3, "sneak attack")),
        ("2d6  sneak\nattack ", Roll(2, 6, 0, "sneak attack")),
        ("d% damage", Roll(1, 100, 0, "damage")),
        ("d20 against 3 goblins (prone)", Roll(1, 20, 0, "against 3 goblins (prone)")),
    ],
)
def test_a_roll_is_read_as_meant(text: str, roll: Roll) -> None:
    assert parse(text) == roll


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("2x6", "`2x6`: expected `d` at position 2; did you mean 2d6?"),
        ("2 6", "`2 6`: expected `d` at position 3; did you mean 2d6?"),
        ("20", "`20`: expected `d` at position 3; for example 20d6."),
        ("", "Nothing to roll: expected `d` at position 1; for example d6."),
        ("²d6", "`²d6`: expected `d` at position 1; for example d6."),
        ("0d6", "`0d6`: expected 1 to 100 dice at position 1; for example 2d6."),
        ("101d6", "`101d6`: expected 1 to 100 dice at position 1; for example 2d6."),
        ("2d", "`2d`: expected 1 to 1,000 sides at position 3; for example 2d6."),
        ("2d0", "`2d0`: expected 1 to 1,000 sides at position 3; for example 2d6."),
        ("d1001", "`d1001`: expected 1 to 1,000 sides at position 2; for example d6."),
        ("2d6 + x", "`2d6 + x`: expected a number up to 1,000,000 at position 7; for example 2d6+3."),
        ("d6-1000001", "`d6-1000001`: expected a number up to 1,000,000 at position 4; for example d6+3."),
        ("2d6kh1", "`2d6kh1`: expected the end, or a space and a label at position 4; did you mean 2d6?"),
        ("2d6+3+4", "`2d6+3+4`: expected the end, or a space and a label at position 6; did you mean 2d6+3?"),
        ("2d6 3", "`2d6 3`: expected the end, or a space and a label at position 5; did you mean 2d6?"),
    ],
)
def test_a_fault_names_its_place_and_a_way_out(text: str, message: str) -> None:
    with pytest.raises(RuleViolation, match=f"^{re.escape(message)}$"):
        parse(text)


def test_a_text_too_long_is_refused() -> None:
    with pytest.raises(RuleViolation, match="at most 500 characters, this one has 501"):
        parse("d20 " + "a" * 497)


def test_a_long_text_is_quoted_only_around_the_fault() -> None:
    with pytest.raises(RuleViolation) as refused:
        parse("2" + " " * 60 + "x" + " " * 60)
    assert str(refused.value).startswith(f"`…{' ' * 20}x{' ' * 19}…`: expected `d` at position 62")


def test_a_backtick_cannot_end_the_quotation() -> None:
    with pytest.raises(RuleViolation, match=r"^`2'x`: "):
        parse("2`x")


def complaint(text: str) -> str:
    try:
        parse(text)
    except RuleViolation as refused:
        return str(refused)
    return ""


@settings(deadline=None)
@given(st.text(max_size=LONGEST_TEXT + 10) | NEARLY_ROLLS)
def test_any_text_is_a_roll_or_refused_in_one_line(text: str) -> None:
    assert "\n" not in complaint(text)


@given(ROLLS)
def test_a_roll_written_out_is_the_same_roll(roll: Roll) -> None:
    assert parse(f"{roll.expression} {roll.label}") == roll


@settings(deadline=None)
@given(NEARLY_ROLLS.filter(complaint))
def test_every_hint_is_itself_a_roll(text: str) -> None:
    hint = re.search(r"(?:did you mean|for example) (\S+)[.?]$", complaint(text))
    assert hint is not None
    assert not complaint(hint[1])


@pytest.mark.parametrize("part", ["2d6+", "9", " ", "d", "+-", "(", "2d6 ", "`"])
def test_the_longest_texts_are_answered_at_once(part: str) -> None:
    text = ("d20 " + part * LONGEST_TEXT)[:LONGEST_TEXT]
    started = process_time()
    for attempt in (text, text[4:], "2" + text[5:]):
        complaint(attempt)
    assert process_time() - started < 0.05
