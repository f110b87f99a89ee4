"""Chances are exact, agree with icepool and with the dice as they fall, and are refused where too slow."""

from fractions import Fraction
from functools import cache
from math import comb
from random import Random
from typing import Any

import pytest

from bot.engine.dice.chances import chances
from bot.engine.dice.notation import parse
from bot.engine.dice.odds import Distribution
from bot.engine.dice.source import Seed, VerifiableDice
from bot.engine.dice.terms import Roll
from bot.engine.dice.throwing import throw
from bot.errors import RuleViolation
from tests.engine.dice.expressions import expected, readable

EXPRESSIONS = 500
GROUPS_OF = 25
THROWS = 40
RAREST = 1e-7  # for one of 500 tests of one fixed seed


@cache
def generated(seed: int) -> list[Roll]:
    """Some rolls whose odds can be worked out."""
    random, rolls = Random(seed), list[Roll]()
    while len(rolls) < GROUPS_OF:
        roll = readable(random)
        if known(roll) is not None:
            rolls.append(roll)
    return rolls


def known(roll: Roll) -> Distribution[int] | None:
    try:
        return chances(roll)
    except RuleViolation:
        return None


def is_same(ours: Distribution[int], theirs: Any) -> bool:
    total = theirs.denominator()
    return set(ours) == set(theirs.outcomes()) and all(
        weight * total == theirs.quantity(outcome) * ours.total for outcome, weight in ours.items()
    )


@pytest.mark.parametrize(
    ("text", "total", "chance"),
    [
        ("2d6+3", 10, Fraction(1, 6)),
        ("4d6kh3", 18, Fraction(21, 1296)),
        ("2d20kl1", 20, Fraction(1, 400)),
        ("4dF", 4, Fraction(1, 81)),
        ("2d6ro1", 2, Fraction(1, 36) ** 2),
        ("1d6rr1lim1", 1, Fraction(1, 36)),
        ("1d6!", 6, Fraction(0)),
        ("1d6!lim1", 12, Fraction(1, 36)),
        ("1d6mi3", 3, Fraction(1, 2)),
        ("1d6ma2", 2, Fraction(5, 6)),
        ("1d10>=8x2=10f1", 2, Fraction(1, 10)),
        ("1d10>=8x2=10f1", -1, Fraction(1, 10)),
        ("d6/2", 1, Fraction(1, 3)),
        ("(d6-4)/2", -1, Fraction(1, 3)),
        ("3#d6", 1, Fraction(1, 6)),
    ],
)
def test_chances_worked_out_by_hand(text: str, total: int, chance: Fraction) -> None:
    assert chances(parse(text)).chance(total) == chance


@pytest.mark.parametrize("seed", range(EXPRESSIONS // GROUPS_OF))
def test_chances_agree_with_icepool(seed: int) -> None:
    for roll in generated(seed):
        assert is_same(chances(roll), expected(roll)), roll.expression


@pytest.mark.parametrize("seed", range(EXPRESSIONS // GROUPS_OF))
def test_dice_fall_as_often_as_the_chances_say(seed: int) -> None:
    dice = VerifiableDice(
        public=Seed(bytes(32)), secret=Seed(b"1" * 32), drawing=seed, secret_drawing=0, interaction=5
    )
    for roll in generated(seed):
        odds = chances(roll)
        totals = [throw(roll, dice)[0].total for _ in range(THROWS)]
        assert set(totals) <= set(odds)
        middle = sorted(odds)[len(odds) // 2]
        seen = sum(total >= middle for total in totals)
        assert tail(seen, float(odds.at_least(middle))) > RAREST, (roll.expression, seen)


def tail(seen: int, chance: float) -> float:
    """How likely so many of `THROWS`, or any number farther out on that side, are at that chance."""
    exactly = [comb(THROWS, k) * chance**k * (1 - chance) ** (THROWS - k) for k in range(THROWS + 1)]
    return min(sum(exactly[seen:]), sum(exactly[: seen + 1]))


@pytest.mark.parametrize(
    "text",
    [
        *("1000d1000", "100d100kh50", "d1000*d1000", "d20!>=2", "20d10!kh9", "30d6!dl4"),
        *("d1000/d1000/d1000", "2d1000!kh1", "15d1000", "60d100"),
    ],
)
def test_what_would_take_too_long_is_refused(text: str) -> None:
    with pytest.raises(RuleViolation, match="Ask for fewer or smaller dice"):
        chances(parse(text))


def test_many_sums_that_are_quick_one_by_one_are_too_many_together() -> None:
    assert known(parse("9d1000")) is not None
    assert known(parse("9d1000+9d1000")) is None
