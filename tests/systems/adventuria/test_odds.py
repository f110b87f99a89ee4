"""Odds of fights without special rules: the same as every roll counted slowly, and as many fights thrown."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from itertools import product
from math import sqrt
from random import Random
from time import process_time

import pytest

from bot.systems.adventuria.combat.odds import ToTheEnd, of_duel, of_exchange

DICE = range(1, 7)
AHEAD = range(-6, 7)
FIGHTS, SIGMAS = 2_000, 4


# -- slowly, and with nothing of the program's own -----------------------------------------------------


def one_exchange(ahead: int) -> tuple[int, int, int]:
    """Of the 36 rolls: won, a standoff, lost."""
    won = drawn = lost = 0
    for own, foe in product(DICE, DICE):
        if own + ahead > foe:
            won += 1
        elif own + ahead == foe:
            drawn += 1
        else:
            lost += 1
    return won, drawn, lost


@cache
def slowly(ahead: int, own: int, foe: int) -> tuple[Fraction, Fraction, Fraction]:
    """Felling the monster, exchanges, wounds received: one exchange, and then the rest of the fight."""
    if not foe:
        return Fraction(1), Fraction(0), Fraction(0)
    if not own:
        return Fraction(0), Fraction(0), Fraction(0)
    won, drawn, lost = one_exchange(ahead)
    better, worse = slowly(ahead, own, foe - 1), slowly(ahead, own - 1, foe)
    decided = 36 - drawn
    fells = (won * better[0] + lost * worse[0]) / decided
    exchanges = (36 + won * better[1] + lost * worse[1]) / decided
    wounds = (won * better[2] + lost * (1 + worse[2])) / decided
    return fells, exchanges, wounds


def thrown(ahead: int, own: int, foe: int, dice: Random) -> tuple[bool, int, int]:
    """One fight with real dice: whether the monster fell, after how many exchanges, for how many wounds."""
    left, wounds, exchanges = foe, 0, 0
    while left and wounds < own:
        mine, theirs = dice.randint(1, 6) + ahead, dice.randint(1, 6)
        exchanges += 1
        left -= mine > theirs
        wounds += mine < theirs
    return not left, exchanges, wounds


@pytest.mark.parametrize("ahead", range(-8, 9))
def test_a29_an_exchange_is_every_roll_counted(ahead: int) -> None:
    chances = of_exchange(ahead)
    won, drawn, lost = one_exchange(ahead)
    assert 36 * chances.win == won
    assert 36 * chances.standoff == drawn
    assert 36 * chances.lose == lost


@pytest.mark.parametrize("ahead", AHEAD)
def test_a30_a_fight_to_the_end_is_each_exchange_and_what_follows(ahead: int) -> None:
    for own, foe in product(range(1, 7), repeat=2):
        found = of_duel(ahead, own, foe)
        assert (found.fells, found.exchanges, found.wounds) == slowly(ahead, own, foe)
        assert found.fells + found.falls == 1


@pytest.mark.parametrize("ahead", AHEAD)
def test_many_fights_thrown_come_out_as_the_odds_say(ahead: int) -> None:
    dice = Random(1000 + ahead)
    found = of_duel(ahead, 4, 3)
    assert found.exchanges is not None
    fights = [thrown(ahead, 4, 3, dice) for _ in range(FIGHTS)]
    for place, expected in enumerate((found.fells, found.exchanges, found.wounds)):
        values = [float(fight[place]) for fight in fights]
        mean = sum(values) / FIGHTS
        variance = sum((value - mean) ** 2 for value in values) / FIGHTS
        # What was never seen in so many fights has no variance, and may still be possible.
        assert abs(mean - float(expected)) <= SIGMAS * (sqrt(variance / FIGHTS) + 1 / FIGHTS)


def test_a_duel_takes_well_under_five_milliseconds() -> None:
    of_duel.cache_clear()
    began = process_time()
    for ahead in AHEAD:
        of_duel(ahead, 4, 4)
    assert process_time() - began < 0.005 * len(AHEAD)


def test_a29_who_is_six_ahead_is_never_wounded() -> None:
    assert of_duel(6, 1, 4) == ToTheEnd(Fraction(1), Fraction(0), Fraction(4), Fraction(0))
