"""The mathematics of an attack: K16 to K27, the worked example, and Q6 to Q11, Q13, Q14, Q29 and Q30."""

from __future__ import annotations

from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.systems.second_kingdom.attacks.maneuvers import Maneuver, Strike, Triple
from bot.systems.second_kingdom.attacks.state import (
    ORDERS,
    Outcome,
    assigned,
    assignments,
    damage,
    finals,
    guarding,
    guardings,
    strike_of,
)
from bot.systems.second_kingdom.state import Defence, Guard, Pair, defence_pair

PIERCE, FELL = Strike("Pierce", damage="accuracy"), Strike("Fell", damage="power + 2")
IRON_GALE = Maneuver("Iron Gale", 2, 4, -1, minor=PIERCE)
LUNGE = Maneuver("Lunge", minor=PIERCE, major=FELL)
NONE: dict[Guard, Pair] = dict.fromkeys(Guard, (0, 0))
DEMONS: dict[Guard, Pair] = {**NONE, Guard.BLOCK: (2, 1)}
# Which of the twelve ways a defence begins at: four each.
DODGE, PARRY, BLOCK = 0, 4, 8


def attacked(
    index: int, attack: Triple, dice: Pair, pairs: dict[Guard, Pair] = NONE, cap: bool = False
) -> tuple[bool, bool]:
    """Which guards the attack beats."""
    return guarding(index, attack, dice, pairs, cap).beaten


# -- the attacker -------------------------------------------------------------------------------------


def test_k17_each_die_goes_to_one_of_accuracy_speed_and_power() -> None:
    assert {assigned((2, 6, 9), order) for order in ORDERS} == set(permutations((2, 6, 9)))


def test_k16_each_bonus_goes_to_its_own_die() -> None:
    assert finals((5, 5, 5), IRON_GALE, floor=True) == (7, 9, 4)


def test_k18_no_bonus_raises_a_die_above_ten() -> None:
    assert finals((9, 7, 10), Maneuver("Rush", 2, 4, 1), floor=True) == (10, 10, 10)


def test_q8_a_natural_ten_with_a_bonus_stays_ten_and_with_a_malus_falls() -> None:
    assert finals((10, 10, 10), Maneuver("Odd", 4, -1, 0), floor=True) == (10, 9, 10)


def test_q30_the_minus_one_counts() -> None:
    assert finals((1, 1, 9), IRON_GALE, floor=True)[2] == 8


def test_q7_a_die_never_falls_below_one() -> None:
    assert finals((1, 2, 1), Maneuver("Feint", -1, -5, -10), floor=True) == (1, 1, 1)


def test_q7_without_the_floor_it_falls_to_zero_and_below() -> None:
    assert finals((1, 2, 1), Maneuver("Feint", -1, -5, 0), floor=False) == (0, -3, 1)


def test_q7_the_floor_decides_whether_a_one_hits_a_one() -> None:
    feint = Maneuver("Feint", -1)
    hits = [attacked(DODGE, finals((1, 1, 1), feint, floor=on), (1, 2))[0] for on in (True, False)]
    assert hits == [True, False]


def test_q6_the_final_dice_of_all_six_orders_are_known_beforehand() -> None:
    known = {attack for _, attack in assignments((2, 6, 9), IRON_GALE, floor=True)}
    assert known == {(4, 10, 8), (4, 10, 5), (8, 6, 8), (8, 10, 1), (10, 6, 5), (10, 10, 1)}


def test_q6_orders_that_lead_to_the_same_dice_are_one() -> None:
    assert assignments((4, 4, 4), LUNGE, floor=True) == ((0, (4, 4, 4)),)


@given(st.tuples(*[st.integers(1, 10)] * 3), st.tuples(*[st.integers(-10, 10)] * 3), st.booleans())
def test_q6_an_assignment_is_its_orders(dice: Triple, bonuses: Triple, floor: bool) -> None:
    maneuver = Maneuver("Any", *bonuses)
    offered = assignments(dice, maneuver, floor)
    assert all(finals(assigned(dice, ORDERS[order]), maneuver, floor) == attack for order, attack in offered)
    assert {attack for _, attack in offered} == {
        finals((a, s, p), maneuver, floor) for a, s, p in permutations(dice)
    }


# -- the defender -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("way", "guard", "beaten"),
    [
        (DODGE, Guard.DODGE, (True, False)),
        (PARRY, Guard.PARRY, (True, True)),
        (BLOCK, Guard.BLOCK, (False, True)),
    ],
)
def test_k21_dodge_faces_accuracy_and_speed_parry_accuracy_and_power_block_speed_and_power(
    way: int, guard: Guard, beaten: tuple[bool, bool]
) -> None:
    accuracy, speed, power = 5, 1, 10
    found = guarding(way, (accuracy, speed, power), (5, 5), NONE, cap=False)
    assert (found.guard, found.beaten) == (guard, beaten)


def test_trap_the_third_attack_die_is_never_compared() -> None:
    assert guarding(DODGE, (1, 1, 10), (2, 2), NONE, cap=False).outcome is Outcome.FULL_DEFENSE


def test_k20_the_defender_says_which_die_faces_which() -> None:
    as_rolled, turned = (guarding(way, (3, 8, 1), (9, 4), NONE, cap=False) for way in (DODGE, DODGE + 2))
    assert (as_rolled.dice, turned.dice) == ((9, 4), (4, 9))
    assert (as_rolled.outcome, turned.outcome) == (Outcome.MINOR, Outcome.FULL_DEFENSE)


def test_k22_trap_the_bonuses_are_those_of_the_guard_that_was_chosen() -> None:
    totals = [guarding(way, (1, 1, 1), (5, 7), DEMONS, cap=False).totals for way in (DODGE, PARRY, BLOCK)]
    assert totals == [(5, 7), (5, 7), (7, 8)]


def test_q10_the_defender_says_which_bonus_faces_which() -> None:
    ways = [guarding(BLOCK + way, (1, 1, 1), (5, 7), DEMONS, cap=False) for way in range(4)]
    assert [(way.dice, way.bonuses) for way in ways] == [
        ((5, 7), (2, 1)),
        ((5, 7), (1, 2)),
        ((7, 5), (2, 1)),
        ((7, 5), (1, 2)),
    ]


def test_trap_each_bonus_is_added_on_the_side_it_was_given_to() -> None:
    ways = [guarding(BLOCK + way, (1, 1, 1), (5, 7), DEMONS, cap=False) for way in range(4)]
    assert [way.totals for way in ways] == [(7, 8), (6, 9), (9, 6), (8, 7)]


def test_q10_three_guards_two_placements_and_two_orders_of_bonuses_are_twelve_ways() -> None:
    pairs: dict[Guard, Pair] = dict.fromkeys(Guard, (2, 1))
    ways = {
        (way.guard, way.dice, way.bonuses)
        for way in (guarding(index, (5, 5, 5), (3, 7), pairs, False) for index in range(12))
    }
    assert len(ways) == 12


@pytest.mark.parametrize("index", [-1, 12])
def test_q10_there_is_no_thirteenth_way(index: int) -> None:
    with pytest.raises(LookupError):
        guarding(index, (5, 5, 5), (3, 7), NONE, cap=False)


def test_q10_ways_to_the_same_totals_are_offered_once() -> None:
    assert [index for index, _ in guardings((1, 1, 1), (4, 4), NONE, cap=False)] == [DODGE, PARRY, BLOCK]


def test_q10_the_best_ways_are_offered_first() -> None:
    offered = guardings((8, 6, 8), (5, 7), DEMONS, cap=False)
    assert [sum(way.beaten) for _, way in offered] == [1, 1, 1, 1, 1, 2, 2, 2]


def test_q11_the_bonuses_of_all_sources_add_up_in_their_order() -> None:
    sources = (Defence("Shield", block=(2, 1)), Defence("Relic", block=(0, 3), dodge=(1, 0)))
    assert {guard: defence_pair(sources, guard) for guard in Guard} == {
        Guard.DODGE: (1, 0),
        Guard.PARRY: (0, 0),
        Guard.BLOCK: (2, 4),
    }


def test_q9_a_defence_may_pass_ten_and_then_holds_against_anything() -> None:
    assert attacked(BLOCK, (10, 10, 10), (10, 9), DEMONS) == (False, True)
    assert guarding(BLOCK, (1, 1, 1), (10, 10), DEMONS, cap=False).totals == (12, 11)


def test_q9_with_the_cap_an_attack_of_ten_always_beats_it() -> None:
    assert attacked(BLOCK, (10, 10, 10), (10, 9), DEMONS, cap=True) == (True, True)


@pytest.mark.parametrize(("defence", "is_beaten"), [(6, True), (7, True), (8, False)])
def test_k23_an_attack_die_beats_what_it_equals_or_passes(defence: int, is_beaten: bool) -> None:
    assert attacked(DODGE, (7, 1, 1), (defence, 10)) == (is_beaten, False)


def test_q13_ties_favour_the_attacker() -> None:
    assert attacked(DODGE, (5, 6, 1), (5, 6)) == (True, True)


def test_q13_a_bonus_can_make_the_tie() -> None:
    assert attacked(BLOCK, (1, 7, 8), (5, 7), DEMONS) == (True, True)


# -- the outcome --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("attack", "outcome"),
    [
        ((4, 4, 1), Outcome.FULL_DEFENSE),
        ((5, 4, 1), Outcome.MINOR),
        ((4, 5, 1), Outcome.MINOR),
        ((5, 5, 1), Outcome.MAJOR),
    ],
)
def test_k24_to_k26_none_one_or_both_beaten(attack: Triple, outcome: Outcome) -> None:
    assert guarding(DODGE, attack, (5, 5), NONE, cap=False).outcome is outcome


def test_k24_a_full_defense_applies_no_strike() -> None:
    assert strike_of(LUNGE, Outcome.FULL_DEFENSE) is None


def test_k25_a_minor_strike_is_the_maneuvers_first() -> None:
    assert strike_of(LUNGE, Outcome.MINOR) is PIERCE


def test_q14_a_major_strike_is_the_second_alone() -> None:
    strike = strike_of(LUNGE, Outcome.MAJOR)
    assert strike is FELL
    assert damage(strike, (4, 5, 6)) == 8


def test_k28_a_major_strike_left_open_is_none() -> None:
    assert strike_of(IRON_GALE, Outcome.MAJOR) is None


def test_k27_damage_is_of_the_final_dice_and_not_of_the_rolled_ones() -> None:
    assert damage(PIERCE, finals((6, 2, 9), IRON_GALE, floor=True)) == 8


def test_trap_pierce_is_accuracy_though_another_die_got_through() -> None:
    attack = (3, 9, 1)
    way = guarding(BLOCK, attack, (5, 5), NONE, cap=False)
    strike = strike_of(LUNGE, way.outcome)
    assert strike is not None
    assert (way.beaten, damage(strike, attack)) == ((True, False), 3)


def test_k27_damage_is_never_below_zero() -> None:
    assert damage(Strike("Graze", damage="power - 5"), (10, 10, 2)) == 0


def test_q18_a_strike_of_words_alone_has_no_damage() -> None:
    assert damage(Strike("Trip", "the target falls"), (10, 10, 10)) is None


def test_k29_the_books_example() -> None:
    attack = finals((6, 2, 9), IRON_GALE, floor=True)
    assert attack == (8, 6, 8)
    assert attack in {final for _, final in assignments((2, 6, 9), IRON_GALE, floor=True)}
    way = guarding(BLOCK, attack, (5, 7), DEMONS, cap=False)
    assert (way.dice, way.bonuses, way.totals) == ((5, 7), (2, 1), (7, 8))
    assert (way.beaten, way.outcome) == ((False, True), Outcome.MINOR)
    strike = strike_of(IRON_GALE, way.outcome)
    assert strike == PIERCE
    assert damage(PIERCE, attack) == 8


# -- the best guard -----------------------------------------------------------------------------------

triples = st.tuples(*[st.integers(0, 10)] * 3)
rolls = st.tuples(*[st.integers(1, 10)] * 2)
defences = st.fixed_dictionaries({guard: st.tuples(*[st.integers(-3, 4)] * 2) for guard in Guard})


@given(triples, rolls, defences, st.booleans())
def test_q29_the_best_guard_comes_first_with_the_fewest_beaten(
    attack: Triple, dice: Pair, pairs: dict[Guard, Pair], cap: bool
) -> None:
    index, best = guardings(attack, dice, pairs, cap)[0]
    ways = [guarding(each, attack, dice, pairs, cap) for each in range(12)]
    assert best == ways[index]
    assert sum(best.beaten) == min(sum(way.beaten) for way in ways)


@given(triples, rolls, defences, st.booleans())
def test_q10_whatever_is_merged_is_still_offered(
    attack: Triple, dice: Pair, pairs: dict[Guard, Pair], cap: bool
) -> None:
    every = {(way.guard, way.totals) for way in (guarding(i, attack, dice, pairs, cap) for i in range(12))}
    offered = guardings(attack, dice, pairs, cap)
    assert len(offered) == len(every)
    assert {(way.guard, way.totals) for _, way in offered} == every
    assert all(guarding(index, attack, dice, pairs, cap) == way for index, way in offered)
