"""The pool, conviction and what the dice mean: K5 to K13, and Q1, Q3 and Q26, in numbers."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from math import prod

import icepool  # type: ignore[import-untyped]
import pytest

from bot.systems.second_kingdom.challenges import state as challenges_state
from bot.systems.second_kingdom.challenges.state import Level

ALL = range(1, 11)
LEVEL_OF = {0: Level.FAILURE, 1: Level.PARTIAL, 2: Level.FULL}


@pytest.mark.parametrize(("virtue", "rating"), list(product(ALL, ALL)))
def test_k5_one_die_and_one_more_per_point_above_the_rating(virtue: int, rating: int) -> None:
    points_above = len(range(rating, virtue))
    assert challenges_state.pool(virtue, rating) == 1 + points_above


@pytest.mark.parametrize(("virtue", "rating"), [(1, 10), (4, 5), (8, 8)])
def test_k5_never_fewer_than_one_die(virtue: int, rating: int) -> None:
    assert challenges_state.pool(virtue, rating) == 1


@pytest.mark.parametrize(
    ("virtue", "rating", "conviction", "dice"), [(6, 4, 0, 3), (8, 8, 0, 1), (4, 5, 0, 1), (4, 5, 3, 3)]
)
def test_k13_the_books_examples(virtue: int, rating: int, conviction: int, dice: int) -> None:
    assert challenges_state.pool(virtue, rating, conviction) == dice


def test_k6_each_conviction_raises_the_virtue_by_one() -> None:
    assert [challenges_state.pool(6, 4, spent) for spent in range(4)] == [3, 4, 5, 6]


def test_k6_at_most_three_conviction_count() -> None:
    assert challenges_state.most_conviction(1, held=9) == 3


@pytest.mark.parametrize(("virtue", "most"), [(6, 3), (7, 3), (8, 2), (9, 1), (10, 0)])
def test_q1_only_conviction_that_can_count_is_offered(virtue: int, most: int) -> None:
    assert challenges_state.most_conviction(virtue, held=9) == most


@pytest.mark.parametrize("held", range(4))
def test_q1_no_more_than_is_held_is_offered(held: int) -> None:
    assert challenges_state.most_conviction(4, held) == held


@pytest.mark.parametrize("virtue", [11, 13])
def test_q26_a_virtue_above_ten_keeps_its_dice_and_takes_no_conviction(virtue: int) -> None:
    assert (challenges_state.pool(virtue, 4), challenges_state.most_conviction(virtue, 9)) == (virtue - 3, 0)


@pytest.mark.parametrize(("face", "worth"), [*((n, 0) for n in range(1, 8)), (8, 1), (9, 1), (10, 2)])
def test_k8_what_each_face_is_worth(face: int, worth: int) -> None:
    assert challenges_state.successes_of(face) == worth


def test_k8_successes_add_up() -> None:
    assert challenges_state.successes((7, 8, 9, 10, 1)) == 4


@pytest.mark.parametrize(
    ("count", "level"),
    [
        (0, Level.FAILURE),
        (1, Level.PARTIAL),
        (2, Level.FULL),
        (3, Level.EXCEPTIONAL),
        (4, Level.EXCEPTIONAL),
        (20, Level.EXCEPTIONAL),
    ],
)
def test_k9_to_k12_what_successes_achieve(count: int, level: Level) -> None:
    assert challenges_state.level(count) is level


def test_trap_a_single_ten_is_fully_achieved() -> None:
    assert challenges_state.level(challenges_state.successes((10,))) is Level.FULL


def test_trap_two_tens_are_not_cut_to_two_successes() -> None:
    assert challenges_state.level(challenges_state.successes((10, 10))) is Level.EXCEPTIONAL


# -- odds -------------------------------------------------------------------------------------------


def _enumerated(dice: int) -> dict[Level, Fraction]:
    """Every roll written out, counted by hand: nothing of the program's own."""
    found = dict.fromkeys(Level, 0)
    for faces in product(ALL, repeat=dice):
        worth = sum(face in (8, 9) for face in faces) + 2 * faces.count(10)
        found[LEVEL_OF.get(worth, Level.EXCEPTIONAL)] += 1
    return {level: Fraction(times, 10**dice) for level, times in found.items()}


def _slowly(dice: int) -> dict[Level, Fraction]:
    """Die by die, with fractions, without the program's distributions."""
    worth = {0: Fraction(1)}
    for _ in range(dice):
        grown: dict[int, Fraction] = {}
        for so_far, chance in worth.items():
            for more, weight in ((0, 7), (1, 2), (2, 1)):
                grown[so_far + more] = grown.get(so_far + more, Fraction(0)) + chance * weight / 10
        worth = grown
    found = {level: worth.get(n, Fraction(0)) for n, level in LEVEL_OF.items()}
    return {**found, Level.EXCEPTIONAL: 1 - sum(found.values(), Fraction(0))}


def _by_classes(dice: int) -> dict[Level, Fraction]:
    """Every roll written out, die by die as one of 7 faces worth nothing, 2 worth one, 1 worth two."""
    found = dict.fromkeys(Level, 0)
    for classes in product(((0, 7), (1, 2), (2, 1)), repeat=dice):
        worth = sum(successes for successes, _ in classes)
        found[LEVEL_OF.get(worth, Level.EXCEPTIONAL)] += prod(faces for _, faces in classes)
    return {level: Fraction(times, 10**dice) for level, times in found.items()}


@pytest.mark.parametrize("dice", range(1, 11))
def test_chances_are_those_of_every_roll_by_the_worth_of_its_dice(dice: int) -> None:
    assert challenges_state.pool_chances(dice) == _by_classes(dice)


@pytest.mark.parametrize("dice", [1, 2, 3])
def test_chances_are_those_of_every_roll_written_out(dice: int) -> None:
    assert challenges_state.pool_chances(dice) == _enumerated(dice)


@pytest.mark.parametrize("dice", range(1, 11))
def test_chances_agree_with_a_slow_calculation(dice: int) -> None:
    assert challenges_state.pool_chances(dice) == _slowly(dice)


@pytest.mark.parametrize("dice", range(1, 11))
def test_chances_agree_with_icepool(dice: int) -> None:
    expected = dice @ icepool.d10.map({8: 1, 9: 1, 10: 2, **dict.fromkeys(range(1, 8), 0)})
    shown = challenges_state.pool_chances(dice)
    assert shown[Level.EXCEPTIONAL] == expected.probability(">=", 3)
    assert [shown[level] for level in LEVEL_OF.values()] == [expected.probability("==", n) for n in range(3)]


@pytest.mark.parametrize(("virtue", "rating", "conviction"), [(6, 4, 0), (4, 5, 3), (10, 1, 0), (1, 10, 3)])
def test_chances_of_a_challenge_are_those_of_its_pool(virtue: int, rating: int, conviction: int) -> None:
    found = challenges_state.chances(virtue, rating, conviction)
    assert found.levels == challenges_state.pool_chances(challenges_state.pool(virtue, rating, conviction))


def test_every_amount_that_counts_has_its_chances() -> None:
    assert [row.conviction for row in challenges_state.all_chances(9, 4, held=3)] == [0, 1]


def test_q3_the_first_point_below_the_rating_buys_no_die() -> None:
    assert [row.buys_die for row in challenges_state.all_chances(4, 5, held=3)] == [True, False, True, True]


def test_q3_three_points_far_below_the_rating_buy_no_die() -> None:
    assert [row.buys_die for row in challenges_state.all_chances(2, 8, held=3)] == [True, False, False, False]


def test_q3_conviction_that_buys_no_die_is_still_offered() -> None:
    assert len(challenges_state.all_chances(2, 8, held=3)) == 4
