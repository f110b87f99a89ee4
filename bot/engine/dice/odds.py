"""Exact chances: whole-number weights and fractions, never floats, so that no rounding adds up."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from fractions import Fraction
from operator import add
from typing import Final, Generic, TypeVar

from bot.engine.text import refused

MOST_SIDES: Final = 10_000
MOST_REPEATS: Final = 1_000
MOST_PAIRS: Final = 250_000  # about 0.1 s
MOST_BYTES: Final = 125_000  # 0.1 s at worst; enough for 100d20, 35d100 or 9d1000
PACKED_BYTES: Final = 8  # what one pair costs, in bytes of packed sums

T = TypeVar("T", bound=Hashable)
Other = TypeVar("Other", bound=Hashable)
Mapped = TypeVar("Mapped", bound=Hashable)


class Distribution(Mapping[T, int], Generic[T]):
    """How often each outcome comes up in `total` equally likely cases; it never changes.

    Two are equal if their weights are; weights are not reduced, so 2d6 keeps its 36 cases.
    Raises ValueError for a negative weight, or if nothing is possible.
    """

    __slots__ = ("_weights", "total")

    def __init__(self, weights: Mapping[T, int] | Iterable[tuple[T, int]]) -> None:
        pairs = weights.items() if isinstance(weights, Mapping) else weights
        self._weights = _gathered(pairs)
        self.total: Final = sum(self._weights.values())
        if not self._weights:
            raise ValueError("a distribution needs an outcome that is possible")

    def __getitem__(self, outcome: T) -> int:
        return self._weights[outcome]

    def __iter__(self) -> Iterator[T]:
        return iter(self._weights)

    def __len__(self) -> int:
        return len(self._weights)

    def __hash__(self) -> int:
        return hash(frozenset(self._weights.items()))

    def __repr__(self) -> str:
        return f"Distribution({self._weights})"

    def chance(self, outcome: T) -> Fraction:
        """The chance of exactly this outcome; 0 if it cannot happen."""
        return Fraction(self._weights.get(outcome, 0), self.total)

    def at_least(self: Distribution[int], least: int) -> Fraction:
        """The chance of this number or more."""
        return Fraction(sum(weight for number, weight in self.items() if number >= least), self.total)

    def map(self, function: Callable[[T], Mapped]) -> Distribution[Mapped]:
        """What becomes of the chances when each outcome is turned into another, as a die into successes."""
        return Distribution((function(outcome), weight) for outcome, weight in self.items())

    def combine(
        self, other: Distribution[Other], function: Callable[[T, Other], Mapped]
    ) -> Distribution[Mapped]:
        """The chances of what two independent outcomes make together.

        Raises RuleViolation where that would take too long.
        """
        Budget().spend_pairs(len(self) * len(other))
        return Distribution(
            (function(mine, theirs), weight * other_weight)
            for mine, weight in self.items()
            for theirs, other_weight in other.items()
        )

    def __add__(self: Distribution[int], other: Distribution[int] | int) -> Distribution[int]:
        """The sum of two independent rolls, or of a roll and a fixed number; raises as `combine` does."""
        return self.combine(Distribution({other: 1}) if isinstance(other, int) else other, add)

    def plus(self: Distribution[int], other: Distribution[int], budget: Budget) -> Distribution[int]:
        """The sum of two independent rolls, the quicker way; raises RuleViolation as the budget does."""
        pairs = len(self) * len(other)
        count = max(self) - min(self) + max(other) - min(other) + 1
        width = (self.total * other.total).bit_length() // 8 + 1
        if pairs < 1_000 or pairs * PACKED_BYTES < count * width:
            budget.spend_pairs(pairs)
            return self.combine(other, add)
        budget.spend_bytes(count * width)
        return Distribution.unpacked(
            self._packed(width) * other._packed(width), width, count, min(self) + min(other)
        )

    def repeat(self: Distribution[int], times: int, budget: Budget | None = None) -> Distribution[int]:
        """The sum of `times` independent rolls; of none it is 0.

        The weights are the digits of one large number, each wide enough never to carry into the next: raising
        that number to a power raises the whole distribution, a hundred times faster than adding pair by pair.
        Raises ValueError for a negative number of times, RuleViolation where it would take too long.
        """
        _check_repeats(times)
        least, span = min(self), max(self) - min(self)
        width = self.total.bit_length() * max(times, 1) // 8 + 1
        (budget or Budget()).spend_bytes((span * times + 1) * width)
        return Distribution.unpacked(self._packed(width) ** times, width, span * times + 1, least * times)

    def _packed(self: Distribution[int], width: int) -> int:
        """The weights as one number: its lowest `width` bytes are the least outcome's weight, and so on."""
        weights = [
            self.get(outcome, 0).to_bytes(width, "little") for outcome in range(min(self), max(self) + 1)
        ]
        return int.from_bytes(b"".join(weights), "little")

    @staticmethod
    def unpacked(packed: int, width: int, count: int, least: int) -> Distribution[int]:
        """The weights of `count` outcomes from `least` up that one number holds, `width` bytes each."""
        digits = packed.to_bytes(count * width, "little")
        return Distribution(
            (least + step, int.from_bytes(digits[step * width : (step + 1) * width], "little"))
            for step in range(count)
        )


class Budget:
    """How much work one question may still make; raises RuleViolation where it would be more."""

    __slots__ = ("_left",)

    def __init__(self) -> None:
        self._left = 1.0

    def spend_pairs(self, pairs: int) -> None:
        """Take the cost of that many pairs of outcomes off the budget."""
        self._spend(pairs / MOST_PAIRS)

    def spend_bytes(self, size: int) -> None:
        """Take the cost of sums that fill that many bytes off the budget."""
        self._spend(size / MOST_BYTES)

    def _spend(self, share: float) -> None:
        self._left -= share
        if self._left < 0:
            raise refused(
                "odds.too_much",
                "Those odds have too many outcomes. Ask for fewer or smaller dice.",
            )


def die(sides: int) -> Distribution[int]:
    """A fair die with faces 1 to `sides`; raises RuleViolation above 10,000, ValueError below 1."""
    if sides > MOST_SIDES:
        raise refused(
            "odds.sides",
            "Odds work for dice with at most {most:,} sides, not {sides:,}.",
            most=MOST_SIDES,
            sides=sides,
        )
    return Distribution(dict.fromkeys(range(1, sides + 1), 1))


def percent(chance: Fraction) -> str:
    """A chance for people, to one decimal: "0%" and "100%" mean impossible and certain, nothing else does.

    An exact half rounds to even, so that a chance and its opposite add up to 100.
    Raises ValueError outside 0 to 1.
    """
    if not 0 <= chance <= 1:
        raise ValueError(f"{chance} is not a chance")
    if chance in (0, 1):
        return "100%" if chance else "0%"
    if chance < Fraction(1, 1000):
        return "<0.1%"
    if chance > Fraction(999, 1000):
        return ">99.9%"
    whole, tenth = divmod(round(chance * 1000), 10)
    return f"{whole}.{tenth}%"


def _gathered(pairs: Iterable[tuple[T, int]]) -> dict[T, int]:
    weights: dict[T, int] = {}
    for outcome, weight in pairs:
        if weight < 0:
            raise ValueError(f"{outcome!r} has a negative weight: {weight}")
        if weight:
            weights[outcome] = weights.get(outcome, 0) + weight
    return weights


def _check_repeats(times: int) -> None:
    if times < 0:
        raise ValueError(f"cannot roll {times} times")
    if times > MOST_REPEATS:
        raise refused(
            "odds.dice",
            "Odds work for at most {most:,} dice, not {dice:,}.",
            most=MOST_REPEATS,
            dice=times,
        )
