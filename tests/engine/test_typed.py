"""What people type on phones, in other scripts and out of documents is read as plainly typed."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator

import pytest

from bot.engine.declare import Command, Option, declared, option, options_of
from bot.engine.declare import Options as Declared
from bot.engine.finders import only_named
from bot.engine.words import is_fraction, key_of, nearest, plain_signs, too_long, whole_number
from tests.refusals import refuses

GAMES = ("adventuria", "kingdom", "second_kingdom", "sovereign", "table")
DASHES = "‐‑‒–—―−﹘﹣－➖"
INVISIBLE = "\u200b\u200c\u200d\u200e\u200f\u202a\u202e\u2060\u2066\u2069\ufeff\u00ad\ufe0f"
SPACES = "\u00a0\u2002\u2009\u202f\u3000"


@pytest.mark.parametrize(
    ("typed", "plain"),
    [
        ("２ｄ６＋１", "2d6+1"),
        ("（１，０）", "(1,0)"),
        ("２２－７", "22-7"),
        ("１２：３０", "12:30"),
        ("٣d", "3d"),
        ("１～３", "1-3"),
        ("“Hello” ‘you’ O’Brien", "\"Hello\" 'you' O'Brien"),
        ("2d6 ➕ 1 ✖️ 2", "2d6 + 1 × 2"),
        ("café Zürich 龍", "café Zürich 龍"),
        ("²d6", "²d6"),
        *((f"7{dash}3", "7-3") for dash in DASHES),
        *((f"7{space}3", "7 3") for space in SPACES),
        *((f"7{mark}3", "73") for mark in INVISIBLE),
    ],
)
def test_what_is_typed_is_read_in_plain_signs(typed: str, plain: str) -> None:
    assert plain_signs(typed) == plain
    assert plain_signs(plain) == plain


def test_a_letter_becomes_one_or_none() -> None:
    every = (chr(code) for code in range(0x110000) if unicodedata.category(chr(code)) != "Cs")
    assert max(len(plain_signs(letter)) for letter in every) == 1


@pytest.mark.parametrize(
    ("typed", "number"),
    [
        ("9", 9),
        ("９", 9),
        ("−３", -3),
        ("— 3", -3),
        ("+2", 2),
        ("1,000", 1000),
        ("1 000", 1000),
        ("1\u202f000", 1000),
        ("12\u00a0500", 12500),
        ("１，０００", 1000),
        ("2.5", None),
        ("2,5", None),
        ("1.000", None),
        ("1,00", None),
        ("1 0", None),
        ("10,00", None),
        ("1e3", None),
        ("½", None),
        ("", None),
    ],
)
def test_an_amount_is_read_by_one_rule(typed: str, number: int | None) -> None:
    assert whole_number(typed) == number


def test_what_is_beyond_every_range_is_shown_as_it_was_typed() -> None:
    assert too_long("１２３４５６７８") == "12345678"
    assert too_long("1 000 000") == "1 000 000"
    assert too_long("—1,000,000") == "−1,000,000"


class Buy(Declared):
    """Buy something."""

    count: int = option("How many", least=1, most=5000)
    size: str = option("Which size", choices=[("big", "As big as you can’t carry"), ("small", "Small")])
    day: str = option("When", is_read=True)
    note: str = option("Why")
    tale: str = option("What happened", is_prose=True, parse=str)


OPTIONS = options_of(Buy)


@pytest.mark.parametrize("typed", ["2.5", "2,5", "1.000", "２．５"])
def test_a_fraction_is_refused_by_the_rule_itself(typed: str) -> None:
    assert is_fraction(typed)
    with refuses("option.not_whole", "A thousand is 1000, 1,000 or 1 000."):
        OPTIONS["count"].taken(typed)


def test_what_is_read_comes_in_plain_signs_and_what_is_written_as_it_is() -> None:
    assert OPTIONS["count"].taken("２") == 2
    assert OPTIONS["size"].taken("as big as you can't carry") == "big"
    assert OPTIONS["day"].taken("２０２６－１２—２４") == "2026-12-24"
    assert OPTIONS["note"].taken("“Why” — because") == "“Why” — because"
    assert OPTIONS["tale"].taken("“Why” — because") == "“Why” — because"


def every_option() -> Iterator[tuple[str, Option]]:
    for game in GAMES:
        for command in declared(f"bot.systems.{game}", Command, is_whole=True):
            yield from (
                (f"{command.path} {name}", each) for name, each in options_of(command.options).items()
            )


def test_no_number_and_no_choice_minds_in_which_signs_it_is_typed() -> None:
    wide = {ord("!") + n: "！" if not n else chr(ord("！") + n) for n in range(94)} | {ord("-"): "−"}
    asked = 0
    for place, each in every_option():
        if each.kind is int and each.spec.parse is None:
            number = str(max(int(each.spec.least or 0), -999))
            assert each.taken(number.translate(wide)) == each.taken(number), place
            asked += 1
        elif each.choices and each.spec.parse is None and each.spec.means is None:
            value, label = each.choices[0]
            assert each.taken(label.translate(wide)) == each.taken(value), place
            asked += 1
    assert asked > 200


@pytest.mark.parametrize("typed", ["O'Brien", "o’brien", "Ｏ’Ｂｒｉｅｎ", "O\u200b’Brien", "o’br"])
def test_a_name_is_found_in_whatever_signs_it_is_typed(typed: str) -> None:
    assert only_named(typed, [("O’Brien", 1), ("Oberon", 2)]) == 1
    assert only_named(typed, [("O'Brien", 1), ("Oberon", 2)]) == 1


def test_names_that_only_signs_tell_apart_are_one_to_look_up() -> None:
    assert key_of(" The  “Rose” — inn") == 'the "rose" - inn'
    assert only_named("A-B", [("A—B", 1), ("A–B", 2)]) is None
    assert nearest("Ｅvandr", {"Evander": 1}) == [1]
