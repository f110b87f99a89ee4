"""Exact odds of what an action comes to: every way the dice can fall is played."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import combinations_with_replacement
from math import factorial, prod
from typing import Any, TypeVar

from bot.engine.dice.source import FixedDice
from bot.engine.system import World
from tests.systems.sovereign.scenes import after, kind_of

R = TypeVar("R")
Odds = dict[R, Fraction]


class _More(Exception):
    """The dice laid out are not enough: so many more are rolled."""

    def __init__(self, count: int, sides: int) -> None:
        super().__init__()
        self.count, self.sides = count, sides


class _Laid(FixedDice):
    """Dice that ask for more where too few are laid out."""

    def _draw(self, count: int, sides: int, reason: str, secret: bool) -> tuple[int, ...]:
        if len(self._left) < count:
            raise _More(count - len(self._left), sides)
        return super()._draw(count, sides, reason, secret)


def branches(scene: World, action: Any, laid: tuple[int, ...] = ()) -> Iterator[tuple[Fraction, World]]:
    """Every scene that the action may leave, with its chance."""
    try:
        turn = kind_of(action).perform(scene, action, _Laid(*laid))
    except _More as more:
        # No rule asks which of the dice fell how: each hand of faces counts as often as it can be ordered.
        for faces in combinations_with_replacement(range(1, more.sides + 1), more.count):
            orders = factorial(more.count) // prod(map(factorial, Counter(faces).values()))
            weight = Fraction(orders, more.sides**more.count)
            yield from ((weight * chance, left) for chance, left in branches(scene, action, (*laid, *faces)))
        return
    yield Fraction(1), after(scene, turn)


def odds(scene: World, action: Any, result: Callable[[World], R]) -> Odds[R]:
    """How likely each result is."""
    found: Odds[R] = {}
    for chance, left in branches(scene, action):
        came = result(left)
        found[came] = found.get(came, Fraction(0)) + chance
    return found


def of_dice(count: int, sides: int = 6) -> Odds[int]:
    """How likely each total of so many dice is, counted one die after another."""
    totals: Odds[int] = {0: Fraction(1)}
    for _ in range(count):
        more: Odds[int] = {}
        for total, chance in totals.items():
            for face in range(1, sides + 1):
                more[total + face] = more.get(total + face, Fraction(0)) + chance / sides
        totals = more
    return totals


def reaching(target: int, adds: int = 0) -> Fraction:
    """How likely 2d6 and that reach a target."""
    return sum((chance for total, chance in of_dice(2).items() if total + adds >= target), Fraction(0))
