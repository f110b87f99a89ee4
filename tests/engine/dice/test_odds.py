"""Exact odds agree with icepool, and are shown to people without lying at the ends."""

from fractions import Fraction
from itertools import product

import icepool  # type: ignore[import-untyped]
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.engine.dice.odds import Distribution, die, percent
from bot.errors import RuleViolation

CHANCES = st.fractions(min_value=0, max_value=1)


def successes(face: int) -> int:
    return 2 if face == 10 else 1 if face >= 8 else 0


@pytest.mark.parametrize(("count", "sides"), [(0, 6), (1, 20), (2, 6), (3, 10), (7, 4), (30, 8), (100, 10)])
def test_sums_of_dice_agree_with_icepool(count: int, sides: int) -> None:
    assert dict(die(sides).repeat(count)) == dict((count @ icepool.d(sides)).items())


@pytest.mark.parametrize("count", range(1, 11))
def test_pools_of_successes_agree_with_icepool(count: int) -> None:
    expected = count @ icepool.d10.map(successes)
    pool = die(10).map(successes).repeat(count)
    assert [pool.at_least(n) for n in range(23)] == [expected.probability(">=", n) for n in range(23)]


def test_adding_different_dice_agrees_with_icepool() -> None:
    assert dict(die(6) + die(20) + 3) == dict((icepool.d6 + icepool.d20 + 3).items())


def test_combining_agrees_with_icepool() -> None:
    assert dict(die(6).combine(die(8), max)) == dict(icepool.highest(icepool.d6, icepool.d8).items())


def test_a_fate_chart_has_25_equal_cells() -> None:
    halved = die(10).map(lambda face: (face + 1) // 2)
    chart = halved.combine(halved, lambda row, column: (row, column))
    assert {chart.chance(cell) for cell in product(range(1, 6), range(1, 6))} == {Fraction(1, 25)}


@given(
    st.dictionaries(st.integers(-9, 9), st.integers(1, 5) | st.just(999), min_size=1, max_size=5),
    st.integers(0, 6),
)
def test_repeating_is_adding_again_and_again(weights: dict[int, int], times: int) -> None:
    one = Distribution(weights)
    added = Distribution({0: 1})
    for _ in range(times):
        added = added + one
    assert one.repeat(times) == added


def test_an_impossible_outcome_has_no_chance() -> None:
    assert die(6).chance(7) == 0


def test_the_chance_of_a_sum_is_exact() -> None:
    assert die(6).repeat(2).chance(7) == Fraction(1, 6)


def test_equal_weights_are_equal_distributions() -> None:
    assert len({die(2), Distribution([(2, 1), (1, 1)])}) == 1


def test_outcomes_named_twice_add_up() -> None:
    assert Distribution([("hit", 1), ("miss", 2), ("hit", 3)]).chance("hit") == Fraction(2, 3)


def test_weights_cannot_be_changed_from_outside() -> None:
    weights = {1: 1}
    distribution = Distribution(weights)
    weights[2] = 1
    assert dict(distribution) == {1: 1}


@pytest.mark.parametrize("weights", [{}, {1: 0}, {1: 2, 2: -1}])
def test_weights_that_mean_nothing_are_refused(weights: dict[int, int]) -> None:
    with pytest.raises(ValueError, match=r"distribution needs|negative weight"):
        Distribution(weights)


def test_repeating_less_than_never_is_refused() -> None:
    with pytest.raises(ValueError, match="-1 times"):
        die(6).repeat(-1)


def test_a_die_has_sides() -> None:
    with pytest.raises(ValueError, match="outcome that is possible"):
        die(0)


def test_odds_of_enormous_dice_are_refused() -> None:
    with pytest.raises(RuleViolation, match="at most 10,000 sides"):
        die(10_001)


def test_odds_of_very_many_dice_are_refused() -> None:
    with pytest.raises(RuleViolation, match=r"at most 1,000 dice, not 1,001\."):
        Distribution({0: 9}).repeat(1_001)


def test_odds_of_a_long_sum_are_refused() -> None:
    with pytest.raises(RuleViolation, match="fewer or smaller dice"):
        die(1_000).repeat(100)


def test_odds_of_too_many_pairs_are_refused() -> None:
    with pytest.raises(RuleViolation, match="fewer or smaller dice"):
        die(1_000) + die(1_000)


@pytest.mark.parametrize(
    ("chance", "shown"),
    [
        (Fraction(0), "0%"),
        (Fraction(1, 10**9), "<0.1%"),
        (Fraction(999, 1_000_000), "<0.1%"),
        (Fraction(1, 1000), "0.1%"),
        (Fraction(1, 3), "33.3%"),
        (Fraction(1, 2), "50.0%"),
        (Fraction(2, 3), "66.7%"),
        (Fraction(999, 1000), "99.9%"),
        (Fraction(999_001, 1_000_000), ">99.9%"),
        (Fraction(1), "100%"),
    ],
)
def test_percentages_as_people_read_them(chance: Fraction, shown: str) -> None:
    assert percent(chance) == shown


@given(CHANCES)
def test_only_the_impossible_and_the_certain_are_shown_so(chance: Fraction) -> None:
    assert (percent(chance) in {"0%", "100%"}) == (chance in {0, 1})


@given(CHANCES.filter(lambda chance: Fraction(1, 1000) <= chance <= Fraction(999, 1000)))
def test_a_chance_and_its_opposite_add_up_to_100(chance: Fraction) -> None:
    assert Fraction(percent(chance)[:-1]) + Fraction(percent(1 - chance)[:-1]) == 100


@pytest.mark.parametrize("chance", [Fraction(-1, 10), Fraction(11, 10)])
def test_what_is_no_chance_is_refused(chance: Fraction) -> None:
    with pytest.raises(ValueError, match="not a chance"):
        percent(chance)
