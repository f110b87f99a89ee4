"""A roll is thrown: every die as it fell, what became of it, and the total."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from bot.engine.dice.reading import apply
from bot.engine.dice.source import Dice
from bot.engine.dice.terms import Group, Roll, Treatment, evaluate

REROLLED: Final = "rerolled"
EXPLODED: Final = "exploded"
FUDGE_SHIFT: Final = 2  # a fudge die is thrown as a d3


class Fallen(NamedTuple):
    """One die as it fell.

    `face` is what it showed, `value` what it counts as after minimum and maximum, `worth` what it adds to
    the total: its value, or its successes (2, 1, 0, -1), or 0 if it isn't kept. A rerolled die isn't kept:
    the next one replaces it; an exploded one is followed by the one it brought.
    """

    face: int
    value: int
    worth: int
    is_kept: bool = True
    is_rerolled: bool = False
    is_exploded: bool = False


class Pool(NamedTuple):
    """One group of dice, as typed (`4d6kh3`), and how it fell; `is_count`: its total counts successes."""

    text: str
    dice: tuple[Fallen, ...]
    total: int
    is_count: bool = False


class ThrowResult(NamedTuple):
    """One throw of a whole roll.

    `parts` are in the order of the expression: groups of dice, and as text numbers, operators (`+`, `-`, `*`,
    `/`) and parentheses. `is_count`: successes were counted somewhere, so the total is a number of those.
    """

    total: int
    parts: tuple[str | Pool, ...]
    is_count: bool = False


def throw(roll: Roll, dice: Dice, *, secret: bool = False) -> tuple[ThrowResult, ...]:
    """Throw a roll, once for each of its repeats; the reason of a die is its group as written."""
    if roll.repeats == 1:
        return (_throw_once(roll, dice, secret),)
    return tuple([_throw_once(roll, dice, secret) for _ in range(roll.repeats)])


def _throw_once(roll: Roll, dice: Dice, secret: bool) -> ThrowResult:
    first = roll.parts[0]
    if isinstance(first, Group) and len(roll.parts) == 1:
        pool = _pool(first, dice, secret)
        return ThrowResult(pool.total, (pool,), pool.is_count)
    parts: list[str | Pool] = []
    totals: list[int] = []
    is_count = False
    for part in roll.parts:
        if isinstance(part, str):
            parts.append(part)
            continue
        pool = _pool(part, dice, secret)
        parts.append(pool)
        totals.append(pool.total)
        is_count = is_count or pool.is_count
    return ThrowResult(evaluate(roll.steps, iter(totals), int, apply), tuple(parts), is_count)


def _pool(group: Group, dice: Dice, secret: bool) -> Pool:
    text, count, sides, is_fudge, treatment = group
    faces: Sequence[int] = dice.roll(count, sides, reason=text, secret=secret)
    if is_fudge:
        faces = [face - FUDGE_SHIFT for face in faces]
    if treatment is None:
        return Pool(text, tuple(map(_fallen, faces, faces, faces)), sum(faces))
    if not treatment.extras:
        return _settled(text, treatment, faces, {})
    return _settled(text, treatment, *_brought(group, treatment, faces, dice, secret))


def _brought(
    group: Group, treatment: Treatment, faces: Sequence[int], dice: Dice, secret: bool
) -> tuple[list[int], dict[int, str]]:
    """The dice with those they brought, each after the one it comes from; and by place the fate of those
    that brought one.
    """
    thrown: list[int] = []
    fates: dict[int, str] = {}
    text, _, sides, is_fudge, _ = group
    explode, reroll, most = treatment.explode, treatment.reroll, treatment.extras
    for first in faces:
        face, left, is_fresh = first, most, True
        while left and (face in explode or (is_fresh and face in reroll)):
            what = fates[len(thrown)] = fate(treatment, face, is_fresh)
            thrown.append(face)
            is_fresh = what == EXPLODED or not treatment.is_once
            (face,) = dice.roll(1, sides, reason=text, secret=secret)
            if is_fudge:
                face -= FUDGE_SHIFT
            left -= 1
        thrown.append(face)
    return thrown, fates


def fate(treatment: Treatment, face: int, is_fresh: bool) -> str:
    """What a face calls for: a reroll (where `ro` has not already made one), an explosion, or nothing."""
    if is_fresh and face in treatment.reroll:
        return REROLLED
    return EXPLODED if face in treatment.explode else ""


def _settled(text: str, treatment: Treatment, faces: Sequence[int], fates: Mapping[int, str]) -> Pool:
    """What the dice come to once all have fallen: raised, lowered, dropped, counted.

    `fates` are those of the dice that brought others, by place.
    """
    reroll, _, _, _, minimum, maximum, first, last, counting = treatment
    values = faces
    if minimum is not None or maximum is not None:
        values = [treatment.bounded(face) for face in faces]
    worths = values if counting is None else [counting.worth(value) for value in values]
    total = sum(worths)
    fallen = list(map(_fallen, faces, values, worths))
    if first is not None or last is not None:
        standing = sorted(range(len(values)), key=values.__getitem__)
        if reroll:
            standing = [place for place in standing if fates.get(place) != REROLLED]
        del standing[first:last]
        for place in standing:
            fallen[place] = _fallen(faces[place], values[place], 0, False)
            total -= worths[place]
    for place, what in fates.items():
        face, value, worth, is_kept, *_ = fallen[place]
        if what == EXPLODED:
            fallen[place] = _fallen(face, value, worth, is_kept, False, True)
        else:
            fallen[place] = _fallen(face, value, 0, False, True)
            total -= worth
    return Pool(text, tuple(fallen), total, counting is not None)


# Dice that fell alike are one object: making one takes as long as drawing a die.
_fallen = lru_cache(maxsize=4096)(Fallen)
