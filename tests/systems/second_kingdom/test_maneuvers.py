"""Maneuvers of the library: K16, K28, Q16 to Q18 and Q27, written as lines, read back and shown."""

from __future__ import annotations

import tomllib
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from bot.engine.card import Card
from bot.engine.drawing import Drawings
from bot.engine.formula import Formula
from bot.engine.library import MOST_FIELDS
from bot.engine.parts import part_of
from bot.engine.people import PUBLIC
from bot.engine.system import RecordId
from bot.errors import RuleViolation
from bot.play import Entry, Post, RecordView
from bot.systems import second_kingdom as game
from bot.systems.second_kingdom.attacks.maneuvers import ATTACK_DICE, MANEUVERS, Maneuver, Strike
from bot.systems.second_kingdom.fates.rules import Chart
from bot.ui.card import HINT, embed_of
from tests.refusals import refuses
from tests.systems.second_kingdom.scenes import CAMPAIGN, MARISOL

PIERCE = Strike("Pierce", damage="accuracy")
IRON_GALE = Maneuver("Iron Gale", 2, 4, -1, "At its best against a horde", PIERCE)
TEXTS = {
    "name": "Iron Gale",
    "bonuses": "+2 +4 -1",
    "requirement": "At its best against a horde",
    "minor": "Pierce: accuracy",
    "major": "",
}


def read(**changes: str) -> Maneuver:
    """The maneuver of Iron Gale's texts with those instead."""
    return MANEUVERS.entry(TEXTS | changes)


def test_k16_a_maneuver_has_three_bonuses_a_requirement_and_two_strikes() -> None:
    assert read(major="Fell: power + 2 -> Wounds; the target falls") == Maneuver(
        "Iron Gale",
        accuracy=2,
        speed=4,
        power=-1,
        requirement="At its best against a horde",
        minor=PIERCE,
        major=Strike("Fell", "the target falls", "power + 2", "Wounds"),
    )


def test_k28_a_strike_without_a_line_is_left_open() -> None:
    assert (read().major, read(minor=" ").minor) == (None, None)


def test_k28_iron_gale_comes_with_the_game_and_its_major_strike_is_open() -> None:
    assert game.__file__ is not None
    file = Path(game.__file__).parent / "content" / "library" / "maneuver.toml"
    (texts,) = tomllib.loads(file.read_text(encoding="utf-8"))["entry"]
    supplied = MANEUVERS.entry(texts)
    assert (supplied.name, supplied.accuracy, supplied.speed, supplied.power) == ("Iron Gale", 2, 4, -1)
    assert (supplied.minor, supplied.major) == (PIERCE, None)
    assert "horde" in supplied.requirement


@pytest.mark.parametrize("typed", ["+2 +4 -1", "2 4 -1", " +2,+4, -1", "2\t4 −1", "+2 +4 –1"])
def test_bonuses_are_read_however_phones_write_them(typed: str) -> None:
    maneuver = read(bonuses=typed)
    assert (maneuver.accuracy, maneuver.speed, maneuver.power) == (2, 4, -1)


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ("1.5 2 0", ("maneuver.no_number", "1.5")),
        ("two 4 0", ("maneuver.no_number", "two")),
        ("11 4 0", ("maneuver.bonus", "10", "11")),
        ("0 0 -11", ("maneuver.bonus", "10", "−11")),
        (
            "2 4",
            ("maneuver.bonuses", "2"),
        ),
        (
            ",",
            ("maneuver.bonuses", "none"),
        ),
        ("", ("entry.missing", "Bonus to accuracy, speed, power")),
    ],
)
def test_q27_a_bonus_that_is_no_integer_is_refused(typed: str, sentence: tuple[str, ...]) -> None:
    with refuses(*sentence):
        read(bonuses=typed)


@pytest.mark.parametrize(
    ("line", "strike"),
    [
        ("Pierce: ACCURACY+1", Strike("Pierce", damage="accuracy + 1")),
        ("Pierce: accuracy → Wounds", Strike("Pierce", damage="accuracy", counter="Wounds")),
        ("Pierce: accuracy; runs; on", Strike("Pierce", "runs; on", "accuracy")),
        ("Trip", Strike("Trip")),
        ("Trip; the target falls: hard", Strike("Trip", "the target falls: hard")),
        (" Bash : half up(power)->Wounds ;  loud ", Strike("Bash", "loud", "half up(power)", "Wounds")),
    ],
)
def test_q18_a_strike_is_a_line_of_name_formula_counter_and_effect(line: str, strike: Strike) -> None:
    assert read(minor=line).minor == strike


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        (
            ": accuracy",
            ("strike.no_name",),
        ),
        (
            "Pierce: acuracy",
            ("formula.unknown_word", "“acuracy”"),
        ),
        ("Pierce:", ("formula.none", "accuracy")),
        (
            "Pierce: -> Wounds",
            ("strike.no_formula",),
        ),
        (
            "Pierce -> Wounds",
            ("strike.no_formula",),
        ),
        (
            "Pierce: accuracy -> ; hard",
            ("strike.no_counter",),
        ),
        (
            "x" * 61,
            ("strike.name", "60", "61"),
        ),
        (
            f"Pierce: 1 -> {'x' * 31}",
            ("strike.counter", "30", "31"),
        ),
        (f"Trip; {'x' * 295}", ("entry.too_long", "Minor strike", "300", "301")),
    ],
)
def test_a_strike_that_can_not_be_read_is_refused_in_one_sentence(
    line: str, sentence: tuple[str, ...]
) -> None:
    with refuses(*sentence):
        read(minor=line)


def test_a_strike_is_not_longer_than_the_form_that_shows_it_again() -> None:
    """Its formula grows where it is written with spaces."""
    with refuses("maneuver.too_long", "Major strike", "300", "335"):
        read(major=f"Fell: {'+'.join('1' * 20)}; {'x' * 250}")


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"name": "\u200b"}, ("maneuver.name", "60")),
        ({"name": "x" * 61}, ("entry.too_long", "Name", "60", "61")),
        ({"requirement": "x" * 301}, ("entry.too_long", "Requirement", "300", "301")),
    ],
)
def test_a_name_and_a_requirement_have_their_room(changes: dict[str, str], sentence: tuple[str, ...]) -> None:
    with refuses(*sentence):
        read(**changes)


def test_a_forms_hints_have_room() -> None:
    assert len(MANEUVERS.fields) <= MOST_FIELDS
    assert max(len(field.hint) for field in MANEUVERS.fields) <= min(100, HINT)


# -- there and back -----------------------------------------------------------------------------------

lines = st.text(st.sampled_from("aé;:->→+ *3\u0301\u0338\u200b🙂"), max_size=40) | st.sampled_from(
    ["Pierce: accuracy", "Fell: max(power,speed)*2 -> Wounds; falls", "Trip; the target falls"]
)


@given(
    st.text(min_size=1, max_size=60),
    st.tuples(*[st.integers(-10, 10)] * 3),
    st.text(max_size=60),
    lines,
    lines,
)
@example("Gale", (0, 0, 0), "", "a: 3→b;;c", "a;\u0338b")
def test_what_is_written_reads_as_the_same(
    name: str, bonuses: tuple[int, int, int], requirement: str, minor: str, major: str
) -> None:
    texts = {
        "name": name,
        "bonuses": " ".join(map(str, bonuses)),
        "requirement": requirement,
        "minor": minor,
        "major": major,
    }
    try:
        maneuver = MANEUVERS.entry(texts)
    except RuleViolation:
        assume(False)
    written = MANEUVERS.write(maneuver)
    assert MANEUVERS.entry(written) == maneuver
    assert MANEUVERS.write(MANEUVERS.entry(written)) == written


def test_a_formula_is_kept_as_it_will_be_read() -> None:
    strike = read(minor="Pierce: half-up( POWER )*2").minor
    assert strike is not None
    assert str(Formula.parse(strike.damage, ATTACK_DICE)) == strike.damage == "half up(power) * 2"


# -- shown --------------------------------------------------------------------------------------------


ENTRY = Entry(
    RecordId("ashes"), 1, datetime(2026, 5, 1, tzinfo=UTC), MARISOL, 7, "table", "WriteEntry", (), ()
)
POST = Post(CAMPAIGN, PUBLIC, ENTRY, None, {}, "#1")


CARDS = Drawings("bot.systems.second_kingdom.attacks.cards")


def drawn(state: Maneuver | Chart, kind: str) -> Card | None:
    """A record of that kind as the library shows it."""
    record = RecordView(RecordId("gale"), game.SYSTEM.name, kind, state.name, state, 1)
    return CARDS.show(record, POST)


def card(maneuver: Maneuver) -> Card:
    """The maneuver as the library shows it."""
    found = drawn(maneuver, "maneuver")
    assert found is not None
    return found


def test_a_maneuver_on_its_card() -> None:
    assert card(IRON_GALE).title == "Iron Gale"
    assert card(IRON_GALE).lines == (
        "+2 accuracy, +4 speed, −1 power",
        "Requirement: At its best against a horde",
        "Minor strike: **Pierce**: damage = accuracy",
        "Major strike: left open",
    )


def test_a_strike_on_its_card_has_all_its_parts_and_no_markup() -> None:
    fell = Strike("*Fell*", "it _falls_", "power * 2", "Wounds")
    assert card(Maneuver("Lunge", minor=fell, major=Strike("Trip"))).lines[1:] == (
        "Minor strike: **\\*Fell\\***: damage = power \\* 2, to Wounds; it \\_falls\\_",
        "Major strike: **Trip**",
    )


async def test_the_longest_maneuver_is_shown_whole() -> None:
    longest = Strike("*" * 60, "*" * 200, "half down(accuracy)", "*" * 30)
    whole = card(Maneuver("*" * 60, -10, -10, -10, "*" * 300, longest, longest))
    assert embed_of(whole).title == "\\*" * 60
    assert embed_of(whole).description == "\n".join(whole.lines)


def test_another_record_is_no_maneuver() -> None:
    assert drawn(Chart("Loot", ("Gold",) * 25), "chart") is None


@pytest.mark.parametrize(
    ("path", "value", "told"),
    [
        (("accuracy",), 2, ("accuracy", "+2")),
        (("power",), 0, ("power", "+0")),
        (("requirement",), "A *horde*", ("requirement", "A \\*horde\\*")),
        (("requirement",), "", ("requirement", None)),
        (("major",), None, ("major strike", None)),
        (("major",), {"name": "Fell", "effect": "", "damage": "power"}, ("major strike", "Fell; power")),
        (("minor", "damage"), "accuracy", ("minor strike, damage formula", "accuracy")),
        (("minor", "counter"), "", ("minor strike, counter", None)),
    ],
)
def test_an_undo_tells_a_maneuvers_parts_in_words(path: Any, value: Any, told: Any) -> None:
    assert part_of(Maneuver, path, value) == told
