"""What people type is read as they meant it, or refused with the place and a hint."""

import re
from itertools import product
from time import process_time

import pytest

from bot.engine.dice.notation import LONGEST_TEXT, parse
from bot.engine.dice.source import Seed, VerifiableDice
from bot.engine.dice.throwing import throw
from bot.errors import RuleViolation


@pytest.mark.parametrize(
    ("text", "expression", "label"),
    [
        ("2d6", "2d6", ""),
        ("1d20+5", "d20+5", ""),
        ("3d10−1", "3d10-1", ""),  # a phone's minus
        ("3d10 – 1", "3d10-1", ""),  # a phone's dash
        ("2d6 × 3 • 2 ÷ 4", "2d6*3*2/4", ""),
        ("d%", "d100", ""),
        ("4DF", "4dF", ""),
        (" 02 D 06 + 3 ", "2d6+3", ""),
        ("-d6-(-3)", "-d6-(-3)", ""),
        ("d20+-2*-1", "d20+-2*-1", ""),
        ("d20 + - 2", "d20+-2", ""),
        ("((2d6)+3)*2", "((2d6)+3)*2", ""),
        ("3 # 2d6+1", "3#2d6+1", ""),
        ("1#d6", "d6", ""),
        # keeping and dropping
        ("4d6KH3", "4d6kh3", ""),
        ("4d6k3", "4d6kh3", ""),
        ("4d6 kh 3", "4d6kh3", ""),
        ("2d20kh", "2d20kh1", ""),
        ("4d6d1", "4d6dl1", ""),
        ("5d6dh1dl1", "5d6dl1dh1", ""),
        # more dice
        ("2d6ro<3", "2d6ro<3", ""),
        ("1d20rr=1", "d20rr1", ""),
        ("10d6!rr1", "10d6rr1!", ""),
        ("10d6e6", "10d6!6", ""),
        ("10d6! - 3", "10d6!-3", ""),
        ("10d6!≥5lim3", "10d6!>=5lim3", ""),
        ("4dFro=-1", "4dFro=-1", ""),
        ("2d6mi2ma5", "2d6mi2ma5", ""),
        # counting
        ("8d10>=8", "8d10>=8", ""),
        ("8d10=>8 x2=10 f=1", "8d10>=8x2=10f1", ""),
        ("5d10t8f1", "5d10>=8f1", ""),
        ("8d10! >=8", "8d10>=8!", ""),
        ("8d10!>=8", "8d10!>=8", ""),
        ("8d10>=8 - 2", "8d10>=8-2", ""),
        # labels
        ("2d6+3 sneak attack", "2d6+3", "sneak attack"),
        ("2d6  sneak\nattack ", "2d6", "sneak attack"),
        ("2d6 # sneak attack", "2d6", "sneak attack"),
        ("d% damage", "d100", "damage"),
        ("d20+3 damage", "d20+3", "damage"),
        ("d20 against 3 goblins (prone)", "d20", "against 3 goblins (prone)"),
        ("4d6 kick", "4d6", "kick"),
        ("4d6 khan", "4d6", "khan"),
        ("d20 ma", "d20", "ma"),
        ("10d6! ma", "10d6!", "ma"),
    ],
)
def test_a_roll_is_read_as_meant(text: str, expression: str, label: str) -> None:
    roll = parse(text)
    assert (roll.expression, roll.label) == (expression, label)
    assert parse(expression).steps == roll.steps


def test_repeats_stand_apart_from_the_expression() -> None:
    assert parse("6#4d6kh3").repeats == 6
    assert parse("4d6kh3").repeats == 1


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("2x6", "`2x6`: a `d` belongs at position 2. Did you mean 2d6?"),
        ("2 6", "`2 6`: a `d` belongs at position 3. Did you mean 2d6?"),
        ("3x2d6", "`3x2d6`: a `#` belongs at position 2. Did you mean 3#2d6?"),
        ("20", "`20`: a `d` belongs at position 3. Try 20d6."),
        ("2+3", "`2+3`: dice belong at position 4. Try 2d6."),
        ("", "Nothing to roll. Try 2d6+3."),
        ("²d6", "`²d6` isn't dice. Try 2d6+3."),
        ("banana", "`banana` isn't dice. Try 2d6+3."),
        ("0d6", "`0d6`: needs 1 to 1,000 dice at position 1. Try 2d6."),
        ("1001d6", "`1001d6`: needs 1 to 1,000 dice at position 1. Try 2d6."),
        ("2d", "`2d`: needs 1 to 1,000 sides at position 3. Try 2d6."),
        ("2d0", "`2d0`: needs 1 to 1,000 sides at position 3. Try 2d6."),
        ("d1001", "`d1001`: needs 1 to 1,000 sides at position 2. Try d6."),
        ("2d6 + x", "`2d6 + x`: a number or dice belong at position 7. Try 2d6+3."),
        ("d6-1000001", "`d6-1000001`: needs a number up to 1,000,000 at position 4. Try 2d6+3."),
        ("2d6 3", "`2d6 3`: an operator is missing before `3`. Try `2d6+3` or `2d6 # 3`."),
        ("2d6x2", "`2d6x2`: `x2` could mean again or times. Try `2#2d6` or `2d6*2`."),
        ("(2d6", "`(2d6`: an operator or `)` belongs at position 5. Try (2d6+3)*2."),
        ("2d6)", "`2d6)`: the `)` at position 4 closes nothing. Try `2d6`."),
        ("2d6/0", "`2d6/0`: this could divide by 0 at position 4. Try 2d6/2."),
        ("2d6/(d6-1)", "`2d6/(d6-1)`: this could divide by 0 at position 4. Try 2d6/2."),
        ("2d6/4d6>5", "`2d6/4d6>5`: this could divide by 0 at position 4. Try 2d6/2."),
        ("d6*999999*999999", "`d6*999999*999999`: over the limit of 1,000,000,000,000 at position 10. "
                             "Try 2d6*10."),
        ("26#d6", "`26#d6`: needs 1 to 25 repeats at position 1. Try 3#2d6+1."),
        ("25#41d6", "`25#41d6`: up to 1,025 dice in all, over the limit of 1,000, at position 1. "
                    "Did you mean 41d6?"),
        # keeping and dropping
        ("2d6kh3", "`2d6kh3`: needs 1 to 2 dice to keep at position 4. Did you mean 2d6?"),
        ("2d6d8", "`2d6d8`: has to drop at least 1 die and keep at least 1, at position 4. "
                  "Did you mean 2d6+d8?"),
        ("4d6kh3kl1", "`4d6kh3kl1`: `kl1` is one too many beside `kh3` at position 7. Try 4d6kh3."),
        ("4d6kh3dl1", "`4d6kh3dl1`: dice are either kept or dropped, not both, at position 7. Try 4d6dl1."),
        ("4d6dh1kl1", "`4d6dh1kl1`: dice are either kept or dropped, not both, at position 7. Try 4d6kh3."),
        # more dice
        ("2d6ro1ro2", "`2d6ro1ro2`: `ro2` is one too many beside `ro1` at position 7. Try 4d6kh3."),
        ("1d6rr<=6", "`1d6rr<=6`: dice that would go on forever at position 1. Did you mean d6rr<=6lim10?"),
        ("1d1!", "`1d1!`: dice that would go on forever at position 1. Did you mean d1!lim10?"),
        ("2d6+d6rr<4!>=4", "`2d6+d6rr<4!>=4`: dice that would go on forever at position 5. "
                           "Did you mean d6rr<4!>=4lim10?"),
        ("200d6!", "`200d6!`: up to 2,400 dice, over the limit of 1,000, at position 1. "
                   "Did you mean 200d6!lim4?"),
        ("10d6!lim100", "`10d6!lim100`: up to 1,010 dice, over the limit of 1,000, at position 1. "
                        "Try 10d6!lim3."),
        ("10d6lim3", "`10d6lim3`: `lim` goes with `!`, `rr` or `ro` at position 1. Try 10d6!lim3."),
        ("2d6mi7", "`2d6mi7`: no face of a d6 is 7 at position 4. Try 2d6mi2."),
        ("2d6mi5ma2", "`2d6mi5ma2`: the minimum is above the maximum at position 7. Try 2d6mi2ma5."),
        # counting
        ("8d10>=11", "`8d10>=11`: no face of a d10 is >= 11 at position 5. Try 8d10>=8."),
        ("8d10<>4", "`8d10<>4`: `<>` compares nothing at position 5. Try 8d10>=8."),
        ("8d10f1", "`8d10f1`: `x2` and `f` go with counting successes at position 1. Try 8d10>=8x2=10f1."),
        ("8d10>=8>=9", "`8d10>=8>=9`: `>=9` is one too many beside `>=8` at position 8. Try 4d6kh3."),
    ],
)  # fmt: skip
def test_a_fault_names_its_place_and_a_way_out(text: str, message: str) -> None:
    with pytest.raises(RuleViolation, match=f"^{re.escape(message)}$"):
        parse(text)


def outcome(text: str) -> str:
    try:
        return repr(parse(text))
    except RuleViolation:
        return "refused"


def test_most_rolls_are_read_at_once_as_the_reader_reads_them() -> None:
    counts = ("", "0", "1", "02", "3", "12", "84", "999", "1001")
    sides = ("1", "06", "2", "6", "100", "999", "1001", "%")
    done = ("", "!", "kh1", "kh3", "kl9", "kh0", "kl12", "kh3!")
    added = ("", "+5", "-12", "+0", "-05", "+999999", "+1000001")
    for parts in product(counts, "d", sides, done, added):
        text = "".join(parts)
        assert outcome(text) == outcome(f" {text}"), text  # a space in front is for the reader


@pytest.mark.parametrize("text", ["d20", "1d20+5", "2d20kl1-3", "4d6kh3", "10d6!", "99d100+999999"])
def test_most_rolls_need_no_reader(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    read = parse(f" {text}")
    monkeypatch.delattr("bot.engine.dice.notation.Reader")
    assert parse(text) == read


def test_a_text_too_long_is_refused() -> None:
    with pytest.raises(RuleViolation, match="at most 500 characters; this one has 501"):
        parse("d20 " + "a" * 497)


def test_a_long_text_is_quoted_only_around_the_fault() -> None:
    with pytest.raises(RuleViolation) as refused:
        parse("2" + " " * 60 + "x" + " " * 60)
    assert str(refused.value).startswith(f"`…{' ' * 20}x{' ' * 19}…`: a `d` belongs at position 62")


def test_a_backtick_cannot_end_the_quotation() -> None:
    with pytest.raises(RuleViolation, match=r"^`2'x`: "):
        parse("2`x")


def test_any_depth_of_parentheses_is_read() -> None:
    assert parse("(" * 248 + "2d6" + ")" * 248).steps == parse("2d6").steps


@pytest.mark.parametrize(
    ("text", "most"),
    [
        ("4d6kh3", 4),
        ("10d6!", 120),  # 6 ** 12 is the first power above a billion
        ("10d6!lim3", 40),
        ("2d6ro<3", 4),
        ("1d20rr<20", 405),
        ("10d6rr1!", 190),
        ("2d6ro1!", 52),
    ],
)
def test_how_many_dice_a_roll_may_need_is_known_beforehand(text: str, most: int) -> None:
    assert parse(text).groups[0].most_dice == most


@pytest.mark.parametrize(
    "text",
    [
        *(
            "2d6+",
            "9",
            " ",
            "\n",
            "; ",
            "1d6 fire + ",
            "d",
            "+-",
            "(",
            "2d6 ",
            "`",
            "d6!",
            "d6rr1",
            "-",
            "#",
            "kh",
        ),
        *("1000d1000kh500", "83d6!>=6kh40", "25#40d1000>=8", "5d1000rr<970", "d2*d2+", "(d6+", "1/"),
    ],
)
def test_the_hardest_texts_are_answered_at_once(text: str) -> None:
    dice = VerifiableDice(
        public=Seed(bytes(32)), secret=Seed(b"1" * 32), drawing=1, secret_drawing=1, interaction=1
    )
    started = process_time()
    for attempt in (text, text * (LONGEST_TEXT // len(text)), ("d20 " + text * LONGEST_TEXT)[:LONGEST_TEXT]):
        try:
            throw(parse(attempt), dice)
        except RuleViolation:
            continue
    assert process_time() - started < 0.15
