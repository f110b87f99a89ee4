"""Exact sums of a distribution, and how far chance strays, against counting by hand."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from math import comb

import pytest

from bot.ui.spread import Spread, usual

PAIRS = [a + b for a, b in product(range(1, 7), repeat=2)]
TWO_DICE = Spread({total: Fraction(PAIRS.count(total), 36) for total in set(PAIRS)})


@pytest.mark.parametrize(("low", "high"), [(2, 12), (8, 12), (7, 7), (13, 20), (-5, 1), (9, 8)])
def test_a_chance_between_two_totals_is_exact(low: int, high: int) -> None:
    assert TWO_DICE.between(low, high) == Fraction(sum(low <= pair <= high for pair in PAIRS), 36)


def test_mean_and_likeliest() -> None:
    assert TWO_DICE.mean == 7
    assert TWO_DICE.likeliest == (7,)
    assert Spread({1: Fraction(1, 2), 4: Fraction(1, 2)}).likeliest == (1, 4)


@pytest.mark.parametrize("outside", [Fraction(1, 20), Fraction(1, 36), Fraction(1, 4)])
def test_the_middle_leaves_out_no_more_than_asked_on_either_side(outside: Fraction) -> None:
    low, high = TWO_DICE.middle(outside)
    assert TWO_DICE.between(2, low - 1) <= outside < TWO_DICE.between(2, low)
    assert TWO_DICE.between(high + 1, 12) <= outside < TWO_DICE.between(high, 12)


def test_long_ends_are_cut_but_never_the_target() -> None:
    steep = {1: 1 - Fraction(1, 10**6)} | {total: Fraction(1, 10**9) for total in range(2, 1002)}
    spread = Spread(steep)
    assert spread.window(None) == (1, 1)
    assert spread.window(300) == (1, 300)
    assert spread.window(900) == (1, 1001)
    assert TWO_DICE.window(None) == (2, 12)


@pytest.mark.parametrize(("rolls", "sides"), [(1, 20), (12, 20), (40, 6), (300, 100), (60, 1), (200, 2)])
def test_the_usual_spread_holds_95_of_100_cases_and_not_one_more_than_needed(rolls: int, sides: int) -> None:
    def happens(times: int) -> Fraction:
        ways = comb(rolls, times) * Fraction(1, sides) ** times
        return ways * Fraction(sides - 1, sides) ** (rolls - times)

    low, high = usual(rolls, 1 / sides)
    edge = Fraction(25, 1000)
    assert sum(happens(times) for times in range(low)) <= edge
    assert sum(happens(times) for times in range(high + 1, rolls + 1)) <= edge
    assert sum(happens(times) for times in range(low + 1)) > edge
    assert sum(happens(times) for times in range(high, rolls + 1)) > edge
