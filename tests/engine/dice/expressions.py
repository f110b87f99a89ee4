"""Expressions made at random, and what icepool makes of the same dice."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from random import Random
from typing import Any

import icepool  # type: ignore[import-untyped]

from bot.engine.dice.notation import parse
from bot.engine.dice.terms import Group, Roll, Treatment, evaluate
from bot.errors import RuleViolation

SIDES = ("2", "3", "4", "6", "8", "10", "12", "20", "%", "F")
ARITHMETIC: dict[str, Callable[[Any, Any], Any]] = {
    "+": lambda left, right: left + right,
    "-": lambda left, right: left - right,
    "*": lambda left, right: left * right,
    "/": lambda left, right: left // right,
}


def expression(random: Random) -> str:
    """A roll of one to three groups with numbers between; not all are accepted."""
    text = group(random)
    for _ in range(random.choice((0, 0, 0, 1, 1, 2))):
        operator = random.choice("+++---*/")
        other = str(random.randint(1, 12)) if random.random() < 0.6 or operator in "*/" else group(random)
        text = f"({text}){operator}{other}" if random.random() < 0.3 else f"{text}{operator}{other}"
    return text


def group(random: Random) -> str:
    """Some dice, with up to three things done to them."""
    sides = random.choice(SIDES)
    count = random.randint(1, 6)
    faces = (-1, 1) if sides == "F" else (1, 100 if sides == "%" else int(sides))
    done = random.sample(TREATMENTS, random.choice((0, 1, 1, 2, 3)))
    return f"{count}d{sides}" + "".join(treat(random, count, faces) for treat in done)


def condition(random: Random, faces: tuple[int, int]) -> str:
    """A comparison that some face meets."""
    return f"{random.choice(('=', '>=', '<=', '>', '<'))}{random.randint(*faces)}"


TREATMENTS: tuple[Callable[[Random, int, tuple[int, int]], str], ...] = (
    lambda random, count, faces: random.choice(("kh", "kl", "dl", "dh")) + str(random.randint(1, count)),
    lambda random, count, faces: random.choice(("rr", "ro")) + condition(random, faces),
    lambda random, count, faces: "!" if random.random() < 0.5 else "!" + condition(random, faces),
    lambda random, count, faces: f"!lim{random.randint(1, 3)}",
    lambda random, count, faces: f"mi{max(0, random.randint(*faces))}",
    lambda random, count, faces: f"ma{max(0, random.randint(*faces))}",
    lambda random, count, faces: condition(random, faces),
    lambda random, count, faces: condition(random, faces) + "x2" + condition(random, faces),
    lambda random, count, faces: condition(random, faces) + f"f{max(0, faces[0])}",
)


def expected(roll: Roll) -> Any:
    """What icepool makes of a roll."""
    return evaluate(
        roll.steps, map(expected_of_group, roll.groups), lambda number: icepool.Die([number]), _combined
    )


def _combined(operator: str, left: Any, right: Any) -> Any:
    return icepool.map(ARITHMETIC[operator], left, right)


def expected_of_group(group: Group) -> Any:
    """What icepool makes of a group: its dice one by one where some are dropped, else only their worth."""
    treatment = group.treatment or Treatment()
    is_sorting = treatment.is_sorting
    die = icepool.Die(list(group.faces))

    @cache
    def chain(left: int, is_fresh: bool) -> Any:
        return die.map(lambda face: ended(face, left, is_fresh))

    def ended(face: int, left: int, is_fresh: bool) -> Any:
        if left and is_fresh and face in treatment.reroll:
            return chain(left - 1, not treatment.is_once)
        value = max(face, face if treatment.minimum is None else treatment.minimum)
        value = min(value, value if treatment.maximum is None else treatment.maximum)
        one = (value,) if is_sorting else _worth(treatment, value)
        if left and face in treatment.explode:
            return chain(left - 1, True).map(lambda rest: one + rest)
        return icepool.Die([one])

    return _total(chain(treatment.extras, True), group.count, treatment)


def _total(one: Any, count: int, treatment: Treatment) -> Any:
    if not treatment.is_sorting:
        return count @ one
    kept = slice(treatment.first, treatment.last)

    def worth(values: tuple[int, ...]) -> int:
        return sum(_worth(treatment, value) for value in values)

    if not treatment.explode:
        return one.map(lambda values: values[0]).pool(count)[kept].expand().map(worth)
    return icepool.map(lambda *dice: worth(tuple(sorted(sum(dice, ())))[kept]), *([one] * count))


def _worth(treatment: Treatment, value: int) -> int:
    return value if treatment.counting is None else _successes(treatment, value)


def _successes(treatment: Treatment, value: int) -> int:
    counting = treatment.counting
    assert counting is not None
    gained = 0 if value not in counting.success else 2 if value in counting.double else 1
    return gained - 1 if value in counting.failure else gained


def readable(random: Random) -> Roll:
    """The next roll that is accepted, and quick for icepool: few dice are both exploding and dropped."""
    while True:
        try:
            roll = parse(expression(random))
        except RuleViolation:
            continue
        if all(_is_quick(group.treatment, group) for group in roll.groups):
            return roll


def _is_quick(treatment: Treatment | None, group: Group) -> bool:
    if treatment is None or not treatment.is_sorting:
        return group.most_dice <= 40
    if treatment.explode:
        return (len(group.faces) * (treatment.extras + 1)) ** group.count < 10_000 and treatment.extras < 4
    return len(group.faces) <= 20
