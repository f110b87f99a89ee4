"""What the charts work out before anything is drawn: an exact spread of totals, and how far chance strays."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache
from itertools import accumulate
from math import ceil, exp, gcd, lcm, lgamma, log, log1p, sqrt

# Ends of a spread that happen less often than once in SELDOM rolls are not drawn where the spread is LONG
# and they would take half the width.
SELDOM, LONG = 10_000, 60


class Spread:
    """The chances of totals, with exact sums; raises ValueError where there is no outcome."""

    def __init__(self, chances: Mapping[int, Fraction]) -> None:
        possible = {total: chances[total] for total in sorted(chances) if chances[total] > 0}
        if not possible:
            raise ValueError("a spread needs at least one outcome")
        common = lcm(*(chance.denominator for chance in possible.values()))
        self.totals = list(possible)
        self._weights = [chance.numerator * (common // chance.denominator) for chance in possible.values()]
        self._sums = [0, *accumulate(self._weights)]
        self.low, self.high = self.totals[0], self.totals[-1]
        # All totals stand on one grid: 10, 20, 30 have a step of 10.
        self.step = gcd(*(total - self.low for total in self.totals)) or 1

    def between(self, low: int, high: int) -> Fraction:
        """The chance of a total from `low` to `high`, both included."""
        first, after = bisect_left(self.totals, low), bisect_right(self.totals, high)
        return Fraction(self._sums[max(after, first)] - self._sums[first], self._sums[-1])

    def count(self, low: int, high: int) -> int:
        """How many totals from `low` to `high` are possible."""
        return bisect_right(self.totals, high) - bisect_left(self.totals, low)

    @property
    def mean(self) -> Fraction:
        """The average total."""
        weighed = sum(total * weight for total, weight in zip(self.totals, self._weights, strict=True))
        return Fraction(weighed, self._sums[-1])

    @property
    def likeliest(self) -> tuple[int, ...]:
        """The totals that no other is more likely than."""
        most = max(self._weights)
        return tuple(t for t, weight in zip(self.totals, self._weights, strict=True) if weight == most)

    def middle(self, outside: Fraction) -> tuple[int, int]:
        """The narrowest ends with at most `outside` below the one, and as much above the other."""
        spare = outside * self._sums[-1]
        first = bisect_right(self._sums, spare) - 1
        last = bisect_left(self._sums, self._sums[-1] - spare) - 1
        return self.totals[first], self.totals[max(first, last)]

    def window(self, target: int | None) -> tuple[int, int]:
        """The totals worth drawing: all, or without long ends that hardly ever happen."""
        low, high = self.middle(Fraction(1, SELDOM))
        if target is not None and self.low <= target <= self.high:
            low, high = min(low, self.on_grid(target)), max(high, self.on_grid(target))
        is_worth_it = max(2 * (high - low), LONG * self.step) < self.high - self.low
        return (low, high) if is_worth_it else (self.low, self.high)

    def on_grid(self, target: int) -> int:
        """The first total of the grid that is at least `target`."""
        return self.low + ceil(Fraction(target - self.low, self.step)) * self.step


@lru_cache
def usual(rolls: int, chance: float) -> tuple[int, int]:
    """How often something of this chance happens in so many rolls, in at least 95 of 100 cases."""
    if chance >= 1 or chance <= 0:
        return (rolls, rolls) if chance >= 1 else (0, 0)
    expected = rolls * chance
    reach = 8 * sqrt(expected * (1 - chance)) + 12
    first, last = max(0, int(expected - reach)), min(rolls, int(expected + reach))
    sums = list(accumulate(_happens(rolls, chance, times) for times in range(first, last + 1)))
    most = len(sums) - 1
    return first + min(bisect_right(sums, 0.025), most), first + min(bisect_left(sums, 0.975), most)


def _happens(rolls: int, chance: float, times: int) -> float:
    ways = lgamma(rolls + 1) - lgamma(times + 1) - lgamma(rolls - times + 1)
    return exp(ways + times * log(chance) + (rolls - times) * log1p(-chance))
