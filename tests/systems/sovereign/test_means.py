"""A roll as it is written: what is read, what stands on the card, and what is no roll."""

from __future__ import annotations

import pytest

from bot.engine.dice.source import FixedDice
from bot.errors import RuleViolation
from bot.systems.sovereign.book import Attribute, Save, Skill
from bot.systems.sovereign.checks.means import Chance, Check, Means, NoRoll, Saving, every, read
from tests.refusals import refuses
from tests.systems.sovereign.scenes import bo

SNEAK = Check(Attribute.DEX, Skill.SNEAK)


@pytest.mark.parametrize(
    ("text", "means"),
    [
        ("DEX/Sneak", SNEAK),
        (" dex / sneak ", SNEAK),
        ("dexterity/sneak", SNEAK),
        ("DEX/Sn", SNEAK),
        ("DEX/Sneak 12", Check(Attribute.DEX, Skill.SNEAK, 12)),
        ("DEX/Sneak 8+", Check(Attribute.DEX, Skill.SNEAK, 8)),
        ("DEX/Sneak +2", Check(Attribute.DEX, Skill.SNEAK, bonus=2)),
        ("DEX/Sneak 12 −1", Check(Attribute.DEX, Skill.SNEAK, 12, -1)),
        ("DEX/Sneak vs +1", Check(Attribute.DEX, Skill.SNEAK, 9, opponent=1)),
        ("DEX/Sneak vs. 1", Check(Attribute.DEX, Skill.SNEAK, 9, opponent=1)),
        ("DEX/Sneak against −1 +2", Check(Attribute.DEX, Skill.SNEAK, 7, 2, -1)),
        ("Physical", Saving(Save.PHYSICAL)),
        ("evasion save", Saving(Save.EVASION)),
        ("ment +2", Saving(Save.MENTAL, 2)),
        ("Physical save – 4", Saving(Save.PHYSICAL, -4)),
        ("2 in 6", Chance(2, 6)),
        ("2-in-6", Chance(2, 6)),
        ("45%", Chance(45, 100)),
        ("45 %", Chance(45, 100)),
        ("no roll", NoRoll()),
        ("None", NoRoll()),
        ("—", NoRoll()),
        ("٣ in ６", Chance(3, 6)),
        ("DEX／Sneak\u202e", read("DEX/Sneak")),
    ],
)
def test_s17_a_roll_is_read_as_tables_write_it(text: str, means: Means) -> None:
    assert read(text) == means


def test_q8_an_opponents_penalty_makes_it_7_of_a_base_of_8() -> None:
    assert read("DEX/Sneak vs -1").target == 7  # type: ignore[union-attr]


def test_q9_an_opponent_of_whom_nothing_is_said_adds_0() -> None:
    assert read("DEX/Sneak vs") == Check(Attribute.DEX, Skill.SNEAK, 8, opponent=0)
    assert read("DEX/Sneak vs.") == read("DEX/Sneak vs +0")


@pytest.mark.parametrize("means", list(every()))
def test_what_is_suggested_reads_as_itself(means: Means) -> None:
    assert read(means.text) == means


@pytest.mark.parametrize(
    "text", ["DEX/Sneak 12 +1", "DEX/Sneak vs +1 −2", "DEX/Sneak vs +0", "Evasion save −4", "5 in 6", "1%"]
)
def test_what_was_read_is_written_and_read_again(text: str) -> None:
    assert read(read(text).text) == read(text)


def test_every_pair_of_attribute_and_skill_is_suggested_once() -> None:
    pairs = [(each.attribute, each.skill) for each in every() if isinstance(each, Check)]
    assert len(pairs) == len(set(pairs)) == 45


@pytest.mark.parametrize(
    "text",
    ["", "Sneak", "DEX", "DEX/", "DEX/S", "XYZ/Sneak", "DEX/Sneak 9999", "DEX+Sneak", "0 in 6", "6 in 6",
     "0%", "100%", "3 in 8", "NaN", "nan%", "DEX/Sneak vs nan", "DEX/Sneak ½",
     "save", "x" * 5000],
)  # fmt: skip
def test_what_is_no_roll_is_refused_with_how_one_is_written(text: str) -> None:
    with refuses("roll.unread", error=RuleViolation):
        read(text)


@pytest.mark.parametrize("text", ["DEX/Sneak 31", "DEX/Sneak +21", "Physical −21", "DEX/Sneak vs +23"])
def test_what_is_out_of_bounds_is_refused(text: str) -> None:
    with refuses("roll.bounds", error=RuleViolation):
        read(text)


# -- at the edge ----------------------------------------------------------------------------------------


def is_success(text: str, *faces: int, adds: int = 0) -> bool:
    dice = FixedDice(*faces)
    fall = read(text).roll(bo(skills={"sneak": adds}), dice)
    dice.all_used()
    return fall.is_success


def test_s17_a_check_needs_10_or_more() -> None:
    assert is_success("DEX/Sneak", 4, 6)
    # The trap: not at 9.
    assert not is_success("DEX/Sneak", 4, 5)


def test_q8_a_tie_goes_to_who_acts() -> None:
    assert is_success("DEX/Sneak vs +2", 4, 6)
    assert not is_success("DEX/Sneak vs +2", 4, 5)


def test_s17_a_bonus_is_added_to_the_dice() -> None:
    assert is_success("DEX/Sneak 12 +2", 4, 6)
    assert not is_success("DEX/Sneak 12 -1", 6, 6)


def test_s11_a_save_needs_its_target_with_the_bonus_on_the_roll() -> None:
    # Bo saves on 15.
    assert is_success("Physical", 15)
    assert not is_success("Physical", 14)
    assert is_success("Physical +4", 11)
    assert not is_success("Physical -4", 18)


def test_s11_natural_1_fails_and_natural_20_saves() -> None:
    assert not is_success("Physical +20", 1)
    assert is_success("Physical -20", 20)


def test_s3_a_chance_wants_a_low_die() -> None:
    assert is_success("2 in 6", 2)
    assert not is_success("2 in 6", 3)
    assert is_success("45%", 45)
    assert not is_success("45%", 46)


def test_s3_without_a_roll_no_die_falls() -> None:
    assert is_success("no roll")
