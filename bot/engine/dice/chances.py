"""The exact chances of a roll's total."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Mapping
from itertools import product
from math import comb
from typing import Final, TypeVar

from bot.engine.dice.odds import Budget, Distribution
from bot.engine.dice.reading import apply
from bot.engine.dice.terms import Group, Roll, Treatment, evaluate
from bot.engine.dice.throwing import EXPLODED, REROLLED, fate

State = TypeVar("State", bound=Hashable)
KeptSum = tuple[int, tuple[int, ...], tuple[int, ...]]  # a sum, and the lowest and highest values so far

SHIFTED: Final = 1_000  # bytes that are shifted and added while one is raised to a power
EMPTY: Final[KeptSum] = 0, (), ()


def chances(roll: Roll) -> Distribution[int]:
    """How often each total comes up, for one of the roll's repeats.

    Raises RuleViolation where that would take too long.
    """
    budget = Budget()

    def combine(operator: str, left: Distribution[int], right: Distribution[int]) -> Distribution[int]:
        return _combined(operator, left, right, budget)

    groups = (_of_group(group, budget) for group in roll.groups)
    return evaluate(roll.steps, groups, lambda number: Distribution({number: 1}), combine)


def _combined(
    operator: str, left: Distribution[int], right: Distribution[int], budget: Budget
) -> Distribution[int]:
    if operator == "-":
        return left.plus(right.map(lambda number: -number), budget)
    if operator == "+":
        return left.plus(right, budget)
    budget.spend_pairs(len(left) * len(right))
    return left.combine(right, lambda one, other: apply(operator, one, other))


def _of_group(group: Group, budget: Budget) -> Distribution[int]:
    treatment = group.treatment or Treatment()
    if not treatment.is_sorting:
        ends = _chain(group, treatment, 0, lambda total, value: total + treatment.worth(value), budget)
        return Distribution(ends).repeat(group.count, budget)
    if not treatment.explode:
        values = _chain(group, treatment, 0, lambda _, value: value, budget)
        return _sorted(group.count, values, treatment, budget)
    return _sorted_chains(group, treatment, budget)


def _chain(
    group: Group, treatment: Treatment, start: State, join: Callable[[State, int], State], budget: Budget
) -> dict[State, int]:
    """What one die and those it brings come to, by weight; all weights are in units of the longest chain."""
    ends: Counter[State] = Counter()
    going = {(start, True): 1}
    for left in range(treatment.extras, -1, -1):
        budget.spend_pairs(len(going) * len(group.faces))
        unit = len(group.faces) ** left
        further: Counter[tuple[State, bool]] = Counter()
        for (state, is_fresh), weight in going.items():
            for face in group.faces:
                what = fate(treatment, face, is_fresh) if left else ""
                if what == REROLLED:
                    further[state, not treatment.is_once] += weight
                elif what == EXPLODED:
                    further[join(state, treatment.bounded(face)), True] += weight
                else:
                    ends[join(state, treatment.bounded(face))] += weight * unit
        going = further
    return ends


def _sorted(count: int, values: Mapping[int, int], treatment: Treatment, budget: Budget) -> Distribution[int]:
    """The sum of the dice kept, placing the dice from the lowest value to the highest.

    A sum's weights are the digits of one large number, as in `Distribution.repeat`: adding to it is shifting.
    """
    kept = range(count)[treatment.first : treatment.last]
    worths = {value: treatment.worth(value) for value in values}
    least, span = min(worths.values()), max(worths.values()) - min(worths.values())
    width = (sum(values.values()) ** count).bit_length() // 8 + 1
    size = (span * len(kept) + 1) * width
    budget.spend_bytes(len(values) * count * (count + 1) // 2 * (2 + size // SHIFTED))
    placed = {0: 1}
    for value, weight in sorted(values.items()):
        further: Counter[int] = Counter()
        for (before, sums), more in product(placed.items(), range(count + 1)):
            if before + more > count:
                continue
            new = len(range(max(before, kept.start), min(before + more, kept.stop)))
            ways = comb(count - before, more) * weight**more
            further[before + more] += sums * ways << (worths[value] - least) * new * width * 8
        placed = further
    return Distribution.unpacked(placed[count], width, span * len(kept) + 1, least * len(kept))


def _sorted_chains(group: Group, treatment: Treatment, budget: Budget) -> Distribution[int]:
    """The same where dice bring others: only the highest or lowest so far are remembered."""
    first, last = treatment.first or 0, treatment.last or 0
    is_keeping = first < 0 or last > 0
    lowest, highest = (last, -first) if is_keeping else (first, -last)

    def merged(one: KeptSum, other: KeptSum) -> KeptSum:
        low, high = sorted(one[1] + other[1]), sorted(one[2] + other[2])
        return one[0] + other[0], tuple(low[:lowest]), tuple(high[max(0, len(high) - highest) :])

    def join(state: KeptSum, value: int) -> KeptSum:
        total = 0 if is_keeping else treatment.worth(value)
        return merged(state, (total, (value,) if lowest else (), (value,) if highest else ()))

    def total(state: KeptSum) -> int:
        marked = sum(map(treatment.worth, state[1] + state[2]))
        return marked if is_keeping else state[0] - marked

    chain = _chain(group, treatment, EMPTY, join, budget)
    pool = {EMPTY: 1}
    for _ in range(group.count):
        budget.spend_pairs(4 * len(pool) * len(chain))
        further: Counter[KeptSum] = Counter()
        for (one, weight), (other, other_weight) in product(pool.items(), chain.items()):
            further[merged(one, other)] += weight * other_weight
        pool = further
    return Distribution(pool).map(total)
