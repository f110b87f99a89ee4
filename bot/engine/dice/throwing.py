"""A roll is thrown: every die as it fell, what became of it, and the total."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from bot.engine.dice.notation import Roll
from bot.engine.dice.reading import apply
from bot.engine.dice.source import Dice
from bot.engine.dice.terms import Group, Treatment, evaluate

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


class Result(NamedTuple):
    """One throw of a whole roll.

    `parts` are in the order of the expression: groups of dice, and as text numbers, operators (`+`, `-`, `*`,
    `/`) and parentheses. `is_count`: successes were counted somewhere, so the total is a number of those.
    """

    total: int
    parts: tuple[str | Pool, ...]
    is_count: bool = False


def throw(roll: Roll, dice: Dice, *, secret: bool = False) -> tuple[Result, ...]:
    """Throw a roll, once for each of its repeats; the reason of a die is its group as written."""
    return tuple([_throw_once(roll, dice, secret) for _ in range(roll.repeats)])


def _throw_once(roll: Roll, dice: Dice, secret: bool) -> Result:
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
    return Result(evaluate(roll.steps, iter(totals), int, apply), tuple(parts), is_count)


def _pool(group: Group, dice: Dice, secret: bool) -> Pool:
    faces: Sequence[int] = dice.roll(group.count, group.sides, reason=group.text, secret=secret)
    if group.is_fudge:
        faces = [face - FUDGE_SHIFT for face in faces]
    treatment = group.treatment
    if treatment is None:
        return Pool(group.text, tuple([_fallen(face, face, face, True, "") for face in faces]), sum(faces))
    fates: Sequence[str] = [""] * len(faces)
    if treatment.extras:
        faces, fates = _brought(group, treatment, faces, dice, secret)
    return _settled(group.text, treatment, faces, fates)


def _brought(
    group: Group, treatment: Treatment, faces: Sequence[int], dice: Dice, secret: bool
) -> tuple[list[int], list[str]]:
    """The dice with those they brought, each after the one it comes from, and the fate of each."""
    thrown: list[int] = []
    fates: list[str] = []
    explode, reroll, most = treatment.explode, treatment.reroll, treatment.extras
    for first in faces:
        face, left, is_fresh = first, most, True
        while left and (face in explode or (is_fresh and face in reroll)):
            what = fate(treatment, face, is_fresh)
            thrown.append(face)
            fates.append(what)
            is_fresh = what == EXPLODED or not treatment.is_once
            (face,) = dice.roll(1, group.sides, reason=group.text, secret=secret)
            face -= FUDGE_SHIFT * group.is_fudge
            left -= 1
        thrown.append(face)
        fates.append("")
    return thrown, fates


def fate(treatment: Treatment, face: int, is_fresh: bool) -> str:
    """What a face calls for: a reroll (where `ro` has not already made one), an explosion, or nothing."""
    if is_fresh and face in treatment.reroll:
        return REROLLED
    return EXPLODED if face in treatment.explode else ""


def _settled(text: str, treatment: Treatment, faces: Sequence[int], fates: Sequence[str]) -> Pool:
    """What the dice come to once all have fallen: raised, lowered, dropped, counted."""
    values, counting = faces, treatment.counting
    if treatment.minimum is not None or treatment.maximum is not None:
        values = [treatment.bounded(face) for face in faces]
    worths = list(values) if counting is None else [counting.worth(value) for value in values]
    are_kept = [True] * len(worths)
    for place in _lost(treatment, values, fates):
        worths[place], are_kept[place] = 0, False
    fallen = tuple(map(_fallen, faces, values, worths, are_kept, fates))
    return Pool(text, fallen, sum(worths), counting is not None)


def _lost(treatment: Treatment, values: Sequence[int], fates: Sequence[str]) -> list[int]:
    """The places of the dice that are rerolled or dropped."""
    lost: list[int] = []
    if treatment.reroll:
        lost = [place for place, what in enumerate(fates) if what == REROLLED]
    if treatment.is_sorting:
        standing = [place for place, what in enumerate(fates) if what != REROLLED]
        standing.sort(key=values.__getitem__)
        del standing[treatment.first : treatment.last]
        lost += standing
    return lost


@lru_cache(maxsize=4096)
def _fallen(face: int, value: int, worth: int, is_kept: bool, fate: str) -> Fallen:
    # Dice that fell alike are one object: making one takes as long as drawing a die.
    return Fallen(face, value, worth, is_kept, fate == REROLLED, fate == EXPLODED)
