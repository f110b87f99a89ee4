"""How likely an exchange is won, and a fight to the end: exact, every roll of the dice counted (A29, A30).

Here without special rules, in closed form; `prospects.py` counts with them.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import product
from math import comb

SIDES = range(1, 7)


@dataclass(frozen=True, slots=True)
class Chances:
    """What may come of one exchange with one monster."""

    win: Fraction
    standoff: Fraction
    lose: Fraction


@dataclass(frozen=True, slots=True)
class ToTheEnd:
    """What may come of a fight in which the player always chooses another exchange, and uses nothing.

    `wounds` are how many more there are by then, on average; `exchanges` is None where it may go on for good.
    """

    fells: Fraction
    falls: Fraction
    exchanges: Fraction | None
    wounds: Fraction

    @property
    def never(self) -> Fraction:
        """The chance that neither side ever falls."""
        return 1 - self.fells - self.falls


@cache
def of_exchange(ahead: int) -> Chances:
    """The chances of whose total is so much ahead before the dice (A29)."""
    ahead = max(-len(SIDES), min(ahead, len(SIDES)))
    rolls = list(product(SIDES, repeat=2))
    win = sum(own + ahead > foe for own, foe in rolls)
    standoff = sum(own + ahead == foe for own, foe in rolls)
    return Chances(*(Fraction(count, len(rolls)) for count in (win, standoff, len(rolls) - win - standoff)))


@cache
def of_duel(ahead: int, own_left: int, foe_left: int) -> ToTheEnd:
    """A fight with one monster and no special rules; who has no wounds left to take falls.

    Standoffs change nothing, so that each exchange that counts is won with the same chance: the fight ends at
    the last wound of one side, before which those of both may come in any order.
    """
    once = of_exchange(ahead)
    counts = once.win + once.lose
    win, lose = once.win / counts, once.lose / counts
    won = [comb(foe_left - 1 + k, k) * win**foe_left * lose**k for k in range(own_left)]
    lost = [comb(own_left - 1 + k, k) * lose**own_left * win**k for k in range(foe_left)]
    lengths = sum(((foe_left + k) * chance for k, chance in enumerate(won)), Fraction(0))
    lengths += sum(((own_left + k) * chance for k, chance in enumerate(lost)), Fraction(0))
    fells, falls = sum(won, Fraction(0)), sum(lost, Fraction(0))
    wounds = sum((k * chance for k, chance in enumerate(won)), own_left * falls)
    return ToTheEnd(fells, falls, lengths / counts, wounds)
