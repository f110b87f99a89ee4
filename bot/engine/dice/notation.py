"""The dice that people type: `2d6+3 sneak attack`, `4d6kh3`, `(d20+5)*2`, `8d10>=8`, `3#2d6+1`.

docs/dice.md has the grammar.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from bot.engine.dice.cursor import Cursor
from bot.engine.dice.labels import Tail, again_or_times, lines_divided, lucky, tail_of, with_luck
from bot.engine.dice.reading import Reader
from bot.engine.dice.terms import MOST_DICE, MOST_SIDES, Group, Operand, Roll, Treatment, written
from bot.engine.dice.treating import links
from bot.engine.text import Safe, T, refused
from bot.engine.words import plain_signs
from bot.errors import UserError

LONGEST_TEXT: Final = 500
MOST_REPEATS: Final = 25

# Most rolls, such as `4d6kh3`, `1d20+5` and `10d6!`: the dice as they are written, how many, their sides,
# what is done to them; and a number to add or take off.
# No possessive quantifiers: with them early Pythons 3.11 read a digit less.
_DICE: Final = r"(?:1(?=d))?(([1-9][0-9]{0,2}|)d([1-9][0-9]{0,2})(k[hl][1-9]|!|))"
_ADDED: Final = r"([+-])([1-9][0-9]{0,5})"
_PLAIN: Final = re.compile(rf"{_DICE}(?:{_ADDED})?")
_BRACKETED: Final = re.compile(rf"(\(*){_DICE}(\)*)(?:{_ADDED}(\)*))?(?:([*/])([1-9][0-9]{{0,3}}))?")
_KEEPING: Final = {  # how many, and the treatment: making one takes a quarter of the reading
    **{f"kh{kept}": (kept, Treatment(first=-kept)) for kept in range(1, 10)},
    **{f"kl{kept}": (kept, Treatment(last=kept)) for kept in range(1, 10)},
}
_REPEATS: Final = re.compile(r"\s*([0-9]+)\s*#")
_WRONG_D: Final = re.compile(r"(?:[^\W\d_]|[^\w\s])?\s*([0-9]{1,4})(?![0-9])")
_TIMES: Final = re.compile(r"×\s*([0-9]{1,7})\s*$")
_TIMES_DICE: Final = re.compile(r"[xX]\s*([1-9][dD][1-9])")


class Rolls(NamedTuple):
    """Several rolls in one message, in order; with `is_sum` they are added up: `2d6 fire + d4 cold`."""

    rolls: tuple[Roll, ...]
    is_sum: bool = False

    @property
    def expression(self) -> str:
        """The rolls as one would type them; a single one without its label."""
        return self.rolls[0].expression if len(self.rolls) == 1 else self.text

    @property
    def text(self) -> str:
        """The rolls with their labels, as one would type them."""
        return (" + " if self.is_sum else "; ").join([text_of(each) for each in self.rolls])


def text_of(roll: Roll) -> str:
    """A roll with its label as one would type it; a `#` keeps the label from being read as dice."""
    text = f"{roll.expression} {roll.label}".rstrip()
    try:
        return text if _read(text).rolls == (roll,) else f"{roll.expression} # {roll.label}"
    except UserError:
        return f"{roll.expression} # {roll.label}"


def parse(text: str) -> Roll:
    """Read one roll; raises RuleViolation saying what is wrong and what would be right."""
    if (plain := _plain(text)) is not None:
        return plain
    found = _read(text)
    if len(found.rolls) == 1:
        return found.rolls[0]
    if found.is_sum and all(each.repeats == 1 for each in found.rolls):
        labels = ", ".join(filter(None, (each.label for each in found.rolls)))
        return parse("+".join(each.expression for each in found.rolls))._replace(label=labels)
    raise refused(
        "roll.several",
        "That's {n} rolls. Give one here, such as {first}.",
        n=len(found.rolls),
        first=Safe(f"`{found.rolls[0].expression}`"),
    )


def parse_all(text: str) -> Rolls:
    """Read all rolls of a message: divided by `;`, commas, `and`, lines, or `+` where each has its label.

    Raises RuleViolation saying what is wrong and what would be right.
    """
    plain = _plain(text)
    return Rolls((plain,)) if plain is not None else _read(text)


def _read(text: str) -> Rolls:
    if len(text) > LONGEST_TEXT:
        raise refused(
            "roll.too_long",
            "A roll can have at most {most} characters; this one has {length:,}.",
            most=LONGEST_TEXT,
            length=len(text),
        )
    keys = lines_divided(plain_signs(text))
    rolls, added, dice, place = list[Roll](), set[bool](), 0, 0
    while True:
        reader = Reader(keys, place)
        roll = _one(reader)
        dice += roll.repeats * sum([group.most_dice for group in reader.groups])
        if dice > MOST_DICE or rolls:
            _check_all(reader, (*rolls, roll), dice)
        tail = tail_of(reader, roll) if reader.place < len(keys) else None
        if tail is not None and tail.begin < tail.end:
            label = " ".join(_as_written(text, keys, tail).split())
            roll = _labelled(roll, label, is_literal=keys[tail.begin - 1] == "#")
        rolls.append(roll)
        if tail is None or tail.next is None:
            break
        added.add(tail.is_added)
        place = tail.next
    if len(added) > 1:
        raise refused(
            "roll.mixed",
            "Rolls that are added up and rolls of their own can't be in one message. Send them one by one.",
        )
    return Rolls(tuple(rolls), added == {True})


def _one(reader: Reader) -> Roll:
    """The next roll, without what stands behind it."""
    repeats = _repeats(reader) if "#" in reader.text else 1
    start = reader.place
    reader.read()
    roll = Roll(tuple(reader.parts), tuple(reader.steps), "", repeats)
    if not reader.groups:
        raise _no_dice(reader, roll)
    if "×" in reader.text:
        _check_times(reader, roll, start)
    return roll


def _check_times(reader: Reader, roll: Roll, start: int) -> None:
    """See that no × before the last number could mean again: `4d6kh3 × 6`. Raises RuleViolation."""
    if len(roll.parts) < 3 or roll.parts[-3] == ")":
        return
    found = _TIMES.search(reader.text, start, reader.place)
    if found is not None and roll.parts.count("*") == 1 and "/" not in roll.parts:
        raise again_or_times(reader, roll._replace(parts=roll.parts[:-2]), found)


def _labelled(roll: Roll, label: str, *, is_literal: bool) -> Roll:
    """The roll with its label; a d20 with advantage or disadvantage is two, of which one is kept."""
    luck, rest = with_luck(label) if not is_literal else (None, label)
    if luck is None:
        return roll._replace(label=label)
    twenties = [each for each in roll.groups if each.sides == 20]
    changed = lucky(twenties[0], luck=luck) if len(twenties) == 1 else None
    if changed is None:
        return roll._replace(label=label)

    def swapped(pieces: Sequence[Any]) -> tuple[Any, ...]:
        return tuple([changed if each is twenties[0] else each for each in pieces])

    return roll._replace(parts=swapped(roll.parts), steps=swapped(roll.steps), label=rest)


def _as_written(text: str, keys: str, tail: Tail) -> str:
    """The label in the signs in which it was typed."""
    if len(text) == len(keys):
        return text[tail.begin : tail.end]
    places = [place for place, letter in enumerate(text) if plain_signs(letter)]
    return text[places[tail.begin] : places[tail.end - 1] + 1] if tail.begin < tail.end else ""


def _plain(text: str) -> Roll | None:
    """A roll as most are typed, read in a third of the time; None for what the reader has to look at."""
    found = _PLAIN.fullmatch(text)
    if found is None:
        return _bracketed(text) if "(" in text else None
    dice, many, faces, done, operator, number = found.groups()
    group = _plain_group(dice, many, faces, done)
    if group is None:
        return None
    if operator:
        return Roll((group, operator, number), (group, int(number), operator))
    return Roll((group,), (group,))


def _plain_group(dice: str, many: str, faces: str, done: str) -> Group | None:
    count, sides, treatment = int(many or 1), int(faces), None
    if done == "!":
        extras = links(1, sides)
        if extras is None or count * (1 + extras) > MOST_DICE:
            return None
        treatment = Treatment(explode=range(sides, sides + 1), extras=extras)
    elif done:
        kept, treatment = _KEEPING[done]
        if kept > count:
            return None
    return Group(dice, count, sides, False, treatment)


def _bracketed(text: str) -> Roll | None:
    """The same in brackets, and times a number: what brackets cost then is little."""
    found = _BRACKETED.fullmatch(text)
    if found is None:
        return None
    opened, dice, many, faces, done, closed, operator, number, ended, times, factor = found.groups()
    ended = ended or ""
    is_sum_apart = operator is not None and not ended and times is not None
    if len(opened) != len(closed) + len(ended) or is_sum_apart:
        return None
    group = _plain_group(dice, many, faces, done)
    if group is None:
        return None
    parts: tuple[str | Group, ...] = (*opened, group, *closed)
    steps: tuple[Operand, ...] = (group,)
    if operator:
        parts, steps = (*parts, operator, number, *ended), (group, int(number), operator)
    if times:
        parts, steps = (*parts, times, factor), (*steps, int(factor), times)
    return Roll(parts, steps)


def _repeats(cursor: Cursor) -> int:
    found = cursor.match(_REPEATS)
    if found is None:
        return 1
    repeats = int(found[1])
    if not 1 <= repeats <= MOST_REPEATS:
        wrong = T("needs 1 to {most} repeats")(most=MOST_REPEATS)
        raise cursor.fault(wrong, found.start(1), example="3#2d6+1")
    return repeats


def _check_all(reader: Reader, rolls: Sequence[Roll], most: int) -> None:
    """See that all rolls of a message keep the limits of one; they need `most` dice. Raises RuleViolation."""
    if most > MOST_DICE:
        wrong = T("up to {n:,} dice in all, over the limit of {most:,},")(n=most, most=MOST_DICE)
        raise reader.fault(wrong, 0, meant=rolls[0].groups[0].text)
    if sum([each.repeats for each in rolls]) > MOST_REPEATS:
        wrong = T("over {most} rolls at once")(most=MOST_REPEATS)
        raise reader.fault(wrong, 0, meant=rolls[0].groups[0].text)


def _no_dice(cursor: Cursor, roll: Roll) -> UserError:
    """Where a number stands alone, guess that a space or one wrong character stands for the `d`: `2x6`."""
    cursor.peek()
    place, count = cursor.place, roll.steps[0] if len(roll.steps) == 1 else 0
    if not isinstance(count, int) or not 1 <= count <= MOST_DICE:
        return cursor.fault(T("dice belong")(), example="2d6")
    if (times := _TIMES_DICE.match(cursor.text, place)) and 2 <= count <= MOST_REPEATS:
        return cursor.fault(T("a `#` belongs")(), meant=f"{count}#{times[1]}")
    if (wrong := _WRONG_D.match(cursor.text, place)) and 1 <= int(wrong[1]) <= MOST_SIDES:
        return cursor.fault(T("a `d` belongs")(), meant=written(count, int(wrong[1])))
    return cursor.fault(T("a `d` belongs")(), example=written(count, 6))
