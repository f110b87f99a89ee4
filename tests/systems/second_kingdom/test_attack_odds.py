"""Chances of attacks: the same as every roll written out by hand, in the book's words (K17 to K26)."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement, permutations, product
from time import process_time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.systems.second_kingdom.attacks.maneuvers import Maneuver, Strike, Triple
from bot.systems.second_kingdom.attacks.odds import ManeuverOdds, odds_of, odds_of_maneuver
from bot.systems.second_kingdom.attacks.state import Outcome
from bot.systems.second_kingdom.state import Guard, Pair
from tests.extent import share

ALL = range(1, 11)
Pairs = dict[Guard, Pair]
NONE: Pairs = dict.fromkeys(Guard, (0, 0))
DEMONS: Pairs = {**NONE, Guard.BLOCK: (2, 1)}
KNIGHT: Pairs = {Guard.DODGE: (-1, 0), Guard.PARRY: (3, 0), Guard.BLOCK: (2, 2)}
PIERCE = Strike("Pierce", damage="accuracy")
IRON_GALE = Maneuver("Iron Gale", 2, 4, -1, minor=PIERCE)
PLAIN = Maneuver("Plain", 0, 0, 0, minor=PIERCE, major=Strike("Fell", damage="power + speed"))
WILD = Maneuver("Wild", -4, 10, -10, minor=Strike("Graze", damage="max(accuracy, power) / 2"), major=PIERCE)


# -- slowly, and with nothing of the program's own -----------------------------------------------------


def fewest_beaten(accuracy: int, speed: int, power: int, roll: Pair, pairs: Pairs, cap: bool) -> int:
    """How many guards are beaten when the defender chooses as well as can be."""
    found = []
    guarded = {"dodge": (accuracy, speed), "parry": (accuracy, power), "block": (speed, power)}
    for name, faced in guarded.items():
        for dice in permutations(roll):
            for bonuses in permutations(pairs[Guard(name)]):
                defence = [die + bonus for die, bonus in zip(dice, bonuses, strict=True)]
                if cap:
                    defence = [min(10, total) for total in defence]
                found.append(sum(attack >= total for attack, total in zip(faced, defence, strict=True)))
    return min(found)


def counted(attack: Triple, pairs: Pairs, cap: bool) -> tuple[int, int, int]:
    """Of the 100 defence rolls: how many leave none beaten, one, two."""
    times = Counter[int]()
    for roll in combinations_with_replacement(ALL, 2):
        # The defender may put either die first: 3 and 7 are as good as 7 and 3.
        times[fewest_beaten(*attack, roll, pairs, cap)] += 1 if roll[0] == roll[1] else 2
    return times[0], times[1], times[2]


def final(die: int, bonus: int, floor: bool) -> int:
    """An attack die with its bonus."""
    total = min(10, die + bonus)
    return max(1, total) if floor else total


def slowly(maneuver: Maneuver, pairs: Pairs, floor: bool, cap: bool) -> list[Fraction]:
    """Every one of the 1,000 attack rolls, assigned for any strike first and then for a major one."""
    slow = cache(lambda attack: counted(attack, pairs, cap))
    totals = [0, 0, 0]
    for dice in product(ALL, repeat=3):
        ways = []
        for accuracy, speed, power in permutations(dice):
            attack = (
                final(accuracy, maneuver.accuracy, floor),
                final(speed, maneuver.speed, floor),
                final(power, maneuver.power, floor),
            )
            ways.append(slow(attack))
        best = max(ways, key=lambda counts: (counts[1] + counts[2], counts[2]))
        totals = [total + count for total, count in zip(totals, best, strict=True)]
    return [Fraction(total, 100_000) for total in totals]


def shown(odds: dict[Outcome, Fraction]) -> list[Fraction]:
    """Full defense, minor strike, major strike."""
    return [odds[Outcome.FULL_DEFENSE], odds[Outcome.MINOR], odds[Outcome.MAJOR]]


triples = st.tuples(*[st.integers(-9, 10)] * 3)
defences = st.fixed_dictionaries({guard: st.tuples(*[st.integers(-12, 12)] * 2) for guard in Guard})


@given(triples, defences, st.booleans())
@settings(max_examples=share(60))
def test_odds_of_final_dice_are_those_of_every_defence_roll(attack: Triple, pairs: Pairs, cap: bool) -> None:
    assert shown(odds_of(attack, pairs, cap)) == [Fraction(n, 100) for n in counted(attack, pairs, cap)]


@pytest.mark.parametrize("cap", [False, True])
def test_odds_against_no_bonuses_are_those_of_every_defence_roll_for_all_attacks(cap: bool) -> None:
    for attack in product((1, 4, 7, 10), (1, 4, 7, 10), (1, 4, 7, 10)):
        assert shown(odds_of(attack, NONE, cap)) == [Fraction(n, 100) for n in counted(attack, NONE, cap)]


@pytest.mark.parametrize(("floor", "cap"), [(True, False), (False, True)])
@pytest.mark.parametrize(
    ("maneuver", "pairs"), [(IRON_GALE, DEMONS), (PLAIN, NONE), (WILD, KNIGHT)], ids=["gale", "plain", "wild"]
)
def test_odds_of_a_maneuver_are_those_of_every_attack_and_defence_roll(
    maneuver: Maneuver, pairs: Pairs, floor: bool, cap: bool
) -> None:
    assert shown(odds_of_maneuver(maneuver, pairs, floor, cap).odds) == slowly(maneuver, pairs, floor, cap)


@given(st.tuples(*[st.integers(-10, 10)] * 3), defences, st.booleans(), st.booleans())
@settings(max_examples=3, deadline=None)
def test_odds_of_any_maneuver_are_those_of_every_roll(
    bonuses: Triple, pairs: Pairs, floor: bool, cap: bool
) -> None:
    maneuver = Maneuver("Any", *bonuses)
    assert shown(odds_of_maneuver(maneuver, pairs, floor, cap).odds) == slowly(maneuver, pairs, floor, cap)


# -- what the rulings change ------------------------------------------------------------------------------


def test_q9_the_cap_makes_a_ten_unstoppable() -> None:
    wall: Pairs = dict.fromkeys(Guard, (10, 10))
    assert odds_of((10, 10, 10), wall, cap=False)[Outcome.FULL_DEFENSE] == 1
    assert odds_of((10, 10, 10), wall, cap=True)[Outcome.MAJOR] == 1


def test_q7_the_floor_matters_where_a_bonus_is_negative() -> None:
    weak = Maneuver("Weak", -1, -1, -1)
    floored, bare = (odds_of_maneuver(weak, NONE, floor, cap=False) for floor in (True, False))
    assert floored.strikes > bare.strikes


def test_k23_three_tens_always_beat_both_guards_without_a_bonus() -> None:
    assert odds_of((10, 10, 10), NONE, cap=False) == {
        Outcome.FULL_DEFENSE: 0,
        Outcome.MINOR: 0,
        Outcome.MAJOR: 1,
    }


# -- damage -----------------------------------------------------------------------------------------------


def test_k27_expected_damage_is_what_every_roll_deals() -> None:
    """Where every bonus is the same, both strikes deal the sum of all dice, however these are assigned."""
    total = Strike("Total", damage="accuracy + speed + power")
    level = Maneuver("Level", 0, 0, 0, minor=total, major=total)
    dealt = Fraction(0)
    for dice in product(ALL, repeat=3):
        ways = [counted_in(permuted) for permuted in set(permutations(dice))]
        best = max(ways, key=lambda counts: (counts[1] + counts[2], counts[2]))
        dealt += sum(dice) * Fraction(best[1] + best[2], 100_000)
    assert odds_of_maneuver(level, DEMONS, floor=True, cap=False).damage == dealt


@cache
def counted_in(attack: Triple) -> tuple[int, int, int]:
    """The counts against the demons."""
    return counted(attack, DEMONS, cap=False)


def test_of_equally_likely_assignments_the_attacker_takes_the_one_that_deals_most() -> None:
    """Nothing holds here, so that only the damage tells the assignments apart."""
    open_to_all: Pairs = dict.fromkeys(Guard, (-10, -10))
    strike = Maneuver("Sure", minor=PIERCE, major=PIERCE)
    highest = Fraction(sum(max(dice) for dice in product(ALL, repeat=3)), 1000)
    assert odds_of_maneuver(strike, open_to_all, floor=True, cap=False).damage == highest


@pytest.mark.parametrize(
    "major", [None, Strike("Trip", "the target falls")], ids=["left open", "of words alone"]
)
def test_q18_there_is_no_expected_damage_where_a_strike_has_no_formula(major: Strike | None) -> None:
    assert odds_of_maneuver(Maneuver("Half", minor=PIERCE, major=major), NONE, True, False).damage is None


def test_odds_of_a_maneuver_are_there_at_once() -> None:
    began = process_time()
    found = odds_of_maneuver(PLAIN, KNIGHT, floor=True, cap=False)
    assert isinstance(found, ManeuverOdds)
    assert process_time() - began < 0.1
