"""The book's numbers: modifiers, saves and the exact chances of every roll (S4 to S6, S11 to S17, S20)."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product
from typing import Any

import icepool  # type: ignore[import-untyped]
import pytest

from bot.systems.sovereign.book import Attribute, Save, Skill, chance_of, is_saved, modifier, saving_chance
from bot.systems.sovereign.checks.means import read
from tests.systems.sovereign.scenes import bo, mira, ogre

D6, D20 = range(1, 7), range(1, 21)
MODIFIERS = range(-3, 7)  # an untrained skill with a score of 3, to a skill of 4 with one of 18

# -- attributes (S4 to S6) ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("scores", "adds"), [([3], -2), (range(4, 8), -1), (range(8, 14), 0), (range(14, 18), 1), ([18], 2)]
)
def test_s5_modifiers_are_the_books(scores: Any, adds: int) -> None:
    assert {modifier(score) for score in scores} == {adds}


@pytest.mark.parametrize(("score", "adds"), [(1, -2), (2, -2), (19, 2), (25, 2), (30, 2)])
def test_q52_beyond_3_to_18_the_modifier_stays_at_2(score: int, adds: int) -> None:
    assert modifier(score) == adds


def test_s6_the_modifier_is_added_and_never_the_score() -> None:
    # DEX 14 is +1, with Sneak 1; an opponent who adds nothing is beaten by 6 on the dice.
    assert mira().adds(Attribute.DEX, Skill.SNEAK) == 2
    assert mira(dexterity=13).adds(Attribute.DEX, Skill.SNEAK) == 1


@pytest.mark.parametrize("skill", Skill)
def test_s16_every_skill_begins_at_minus_1_which_is_added_like_any_number(skill: Skill) -> None:
    assert bo().skill(skill) == -1
    assert bo().adds(Attribute.STR, skill) == -1


def test_s16_there_are_nine_skills() -> None:
    assert " ".join(each.label for each in Skill) == "Exert Heal Know Magic Notice Sneak Brawl Shoot Stab"


def test_q9_an_npc_of_whom_nobody_said_more_adds_nothing() -> None:
    assert {ogre().adds(Attribute.WIS, each) for each in Skill} == {0}
    assert ogre(skills={"notice": -1}).adds(Attribute.WIS, Skill.NOTICE) == -1


# -- saves (S11 to S15) ---------------------------------------------------------------------------------

SAVED_BY = {
    Save.PHYSICAL: ("strength", "constitution"),
    Save.EVASION: ("dexterity", "intelligence"),
    Save.MENTAL: ("intelligence", "wisdom"),
}


@pytest.mark.parametrize("save", Save)
def test_s12_to_s14_a_target_is_16_less_level_and_the_better_modifier(save: Save) -> None:
    first, second = SAVED_BY[save]
    for level, one, other in product([1, 2, 9], [3, 7, 10, 14, 18], [3, 7, 10, 14, 18]):
        # Whatever else is on the sheet, only these two count.
        others = dict.fromkeys((each.value for each in Attribute), 18) | {first: one, second: other}
        target = 16 - level - max(modifier(one), modifier(other))
        assert bo(level=level, **others).save(save) == target


def test_q3_of_two_penalties_the_smaller_raises_the_target() -> None:
    # −1 beats −2: 16 − 1 + 1. A target of modifiers added, or of scores, would be 14 or 8.
    assert bo(strength=3, constitution=7).save(Save.PHYSICAL) == 16
    assert bo(strength=18, constitution=3).save(Save.PHYSICAL) == 13


def test_s12_to_s14_miras_saves() -> None:
    assert [mira().save(each) for each in Save] == [14, 13, 12]


@pytest.mark.parametrize(
    ("hd", "target"), [(0, 15), (1, 15), (2, 14), (3, 14), (4, 13), (5, 13), (10, 10), (30, 0)]
)
@pytest.mark.parametrize("save", Save)
def test_s15_q4_an_npc_saves_by_half_its_hit_dice_rounded_down(hd: int, target: int, save: Save) -> None:
    # The book's 3 HD save on 14+; unrounded halves would be 13.5. Level and scores count for nothing.
    assert ogre(hd=hd, level=9, constitution=18, intelligence=18).save(save) == target


# -- distributions, by counting dice --------------------------------------------------------------------


@pytest.mark.parametrize("adds", range(-30, 31))
def test_s17_all_checks_by_modifier(adds: int) -> None:
    for target in range(2, 20):
        hits = sum(a + b + adds >= target for a, b in product(D6, D6))
        assert (
            chance_of(target, adds) == Fraction(hits, 36) == (2 @ icepool.d6 + adds).probability(">=", target)
        )


def test_s17_the_chances_against_10_that_tables_know() -> None:
    in_36 = [int(chance_of(10, adds) * 36) for adds in MODIFIERS]
    assert in_36 == [0, 1, 3, 6, 10, 15, 21, 26, 30, 33]


def test_trap_nobody_with_minus_3_passes_10() -> None:
    hopeless = bo(strength=3)
    assert read("STR/Exert").chance(hopeless) == 0


def test_trap_no_check_succeeds_or_fails_by_itself() -> None:
    # 12 doesn't save −3, and 2 doesn't fail +8: no more than at 9 does anything happen at 10.
    assert chance_of(10, -3) == 0
    assert chance_of(10, 8) == 1


@pytest.mark.parametrize("target", range(-5, 31))
def test_s11_all_saves_by_target(target: int) -> None:
    for bonus in range(-6, 7):
        faces = {face for face in D20 if face == 20 or (face != 1 and face + bonus >= target)}
        assert {face for face in D20 if is_saved(face, target, bonus)} == faces
        assert saving_chance(target, bonus) == Fraction(len(faces), 20)


@pytest.mark.parametrize(
    ("target", "chance"), [(-3, 19), (1, 19), (2, 19), (3, 18), (20, 1), (21, 1), (30, 1)]
)
def test_q5_a_1_fails_and_a_20_saves_whatever_the_target(target: int, chance: int) -> None:
    assert saving_chance(target, 0) == Fraction(chance, 20)


@pytest.mark.parametrize("opponent", range(-3, 7))
def test_s20_all_opposed_checks(opponent: int) -> None:
    for adds in MODIFIERS:
        hits = sum(a + b + adds >= 8 + opponent for a, b in product(D6, D6))
        chance = read(f"DEX/Sneak vs {opponent:+d}").chance(bo(skills={"sneak": adds}))
        assert chance == Fraction(hits, 36)


@pytest.mark.parametrize("n", range(1, 6))
def test_s3_so_many_in_6(n: int) -> None:
    assert read(f"{n} in 6").chance(bo()) == Fraction(n, 6)


@pytest.mark.parametrize("n", [1, 45, 99])
def test_s3_so_many_percent(n: int) -> None:
    assert read(f"{n}%").chance(bo()) == Fraction(n, 100)


def test_2d6_are_two_dice_and_no_even_choice() -> None:
    assert Counter(a + b for a, b in product(D6, D6))[7] == 6
