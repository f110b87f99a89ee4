"""Where a process comes to rest that goes from state to state by chance: exact, in fractions.

Each state is expressed by those that come after it, the last ones first; what is left of the beginning are
the ends alone. That is Gaussian elimination, and in the order taken a process that never returns to a state
needs no more than one addition for each of its ways.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Generic, TypeVar

State = TypeVar("State", bound=Hashable)
# From here on states are numbers: a state may be large, and is looked up often.
Shares = dict[int, Fraction]


@dataclass(frozen=True)
class Rest(Generic[State]):
    """How likely each end is, and how many steps it takes on average; None where it may never end."""

    ends: Mapping[State, Fraction]
    steps: Fraction | None


def rest(start: State, ways: Callable[[State], Mapping[State, Fraction]], most: int) -> Rest[State] | None:
    """Where it comes to rest: in states without a way on. None where there are more than so many states."""
    found = _explored(start, ways, most)
    if found is None:
        return None
    states = list(found)
    number = {state: place for place, state in enumerate(states)}
    table = [{number[after]: chance for after, chance in found[state].items()} for state in states]
    solved: dict[int, tuple[Shares, Fraction]] = {}
    for place in _last_first(table):
        if table[place]:
            solved[place] = _solved(place, table[place], solved)
    ends, steps = solved.get(0, ({0: Fraction(1)}, Fraction(0)))
    never_ends = sum(ends.values()) < 1
    return Rest({states[place]: chance for place, chance in ends.items()}, None if never_ends else steps)


def _explored(
    start: State, ways: Callable[[State], Mapping[State, Fraction]], most: int
) -> dict[State, Mapping[State, Fraction]] | None:
    """Every state that is reached, the start first, with where it leads."""
    found: dict[State, Mapping[State, Fraction]] = {}
    reached = [start]
    while reached:
        state = reached.pop()
        if state in found:
            continue
        if len(found) == most:
            return None
        found[state] = ways(state)
        reached += found[state]
    return found


def _last_first(table: Sequence[Shares]) -> list[int]:
    """Each state after those it leads to, as far as no way leads back; the start is the last."""
    order: list[int] = []
    seen = {0}
    path = [(0, iter(table[0]))]
    while path:
        place, onward = path[-1]
        after = next(onward, None)
        if after is None:
            order.append(place)
            path.pop()
        elif after not in seen:
            seen.add(after)
            path.append((after, iter(table[after])))
    return order


def _solved(
    place: int, ways: Shares, solved: Mapping[int, tuple[Shares, Fraction]]
) -> tuple[Shares, Fraction]:
    """The state as what comes after it: ends, states not solved yet, and how many steps until there."""
    shares, steps = dict(ways), Fraction(1)
    while (known := next((each for each in shares if each in solved), None)) is not None:
        chance = shares.pop(known)
        onward, further = solved[known]
        steps += chance * further
        for after, share in onward.items():
            shares[after] = shares.get(after, Fraction(0)) + chance * share
    stays = shares.pop(place, Fraction(0))
    if stays == 1:
        # It is never left, so nothing comes after it.
        return {}, steps
    return {after: share / (1 - stays) for after, share in shares.items()}, steps / (1 - stays)
