"""Challenge rolls: the pool, conviction, and what the dice mean (K3 to K13)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from bot.engine.dice.odds import Distribution, die
from bot.systems.second_kingdom.rules.challenge import Level
from bot.systems.second_kingdom.rules.state import HIGHEST

SIDES = 10
MOST_CONVICTION = 3
EXCEPTIONAL = 3


def pool(score: int, rating: int, conviction: int = 0) -> int:
    """How many dice: one, and one more for each point of virtue above the rating (K5, K6)."""
    return 1 + max(0, score + conviction - rating)


def most_conviction(score: int, held: int) -> int:
    """The most conviction that counts on one roll: 3, up to a virtue of 10, and what is held (K6, Q1)."""
    return max(0, min(MOST_CONVICTION, HIGHEST - score, held))


def successes_of(face: int) -> int:
    """What one die is worth: 8 and 9 one success, 10 two (K8)."""
    return 2 if face == SIDES else int(face >= 8)


def successes(dice: Sequence[int]) -> int:
    """What a pool is worth (K8)."""
    return sum(successes_of(face) for face in dice)


def level(count: int) -> Level:
    """What that many successes achieve (K9 to K12)."""
    levels = (Level.FAILURE, Level.PARTIAL, Level.FULL, Level.EXCEPTIONAL)
    return levels[min(count, EXCEPTIONAL)]


@dataclass(frozen=True, slots=True)
class Chances:
    """What a roll with that much conviction comes to; `buys_die`: whether the last point adds a die."""

    conviction: int
    dice: int
    levels: dict[Level, Fraction]
    buys_die: bool = True


def chances(score: int, rating: int, conviction: int = 0) -> Chances:
    """The exact chance of each level (K5 to K12), and whether the last conviction buys a die (Q3)."""
    dice = pool(score, rating, conviction)
    buys = conviction == 0 or dice > pool(score, rating, conviction - 1)
    return Chances(conviction, dice, pool_chances(dice), buys)


def pool_chances(dice: int) -> dict[Level, Fraction]:
    """The exact chance of each level for that many dice (K8 to K12)."""
    outcomes: Distribution[Level] = die(SIDES).map(successes_of).repeat(dice).map(level)
    return {each: outcomes.chance(each) for each in Level}


def all_chances(score: int, rating: int, held: int) -> tuple[Chances, ...]:
    """The chances for every amount of conviction that counts, none first."""
    return tuple(chances(score, rating, spent) for spent in range(most_conviction(score, held) + 1))
