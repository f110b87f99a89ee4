"""The dice that people type: `2d6+3 sneak attack`, `4d6kh3`, `(d20+5)*2`, `8d10>=8`, `3#2d6+1`.

docs/dice.md has the grammar.
"""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from bot.engine.dice.cursor import Cursor
from bot.engine.dice.reading import OPERATORS, Reader
from bot.engine.dice.terms import MOST_DICE, MOST_SIDES, Group, Operand, Treatment, written
from bot.engine.dice.treating import links
from bot.engine.text import T, refused
from bot.errors import UserError

LONGEST_TEXT: Final = 500
MOST_REPEATS: Final = 25

_NO_LABEL: Final = frozenset("0123456789%^()[]{}<>=!,;&|~") | OPERATORS.keys()  # what begins no label
# Most rolls, such as `4d6kh3`, `1d20+5` and `10d6!`: the dice as they are written, how many, their sides,
# what is done to them; and a number to add or take off.
# No possessive quantifiers: with them early Pythons 3.11 read a digit less.
_PLAIN: Final = re.compile(
    r"(?:1(?=d))?(([1-9][0-9]{0,2}|)d([1-9][0-9]{0,2})(k[hl][1-9]|!|))(?:([+-])([1-9][0-9]{0,5}))?"
)
_KEEPING: Final = {  # how many, and the treatment: making one takes a quarter of the reading
    **{f"kh{kept}": (kept, Treatment(first=-kept)) for kept in range(1, 10)},
    **{f"kl{kept}": (kept, Treatment(last=kept)) for kept in range(1, 10)},
}
_REPEATS: Final = re.compile(r"\s*([0-9]+)\s*#")
_WRONG_D: Final = re.compile(r"(?:[^\W\d_]|[^\w\s])?\s*([0-9]{1,4})(?![0-9])")
_TIMES: Final = re.compile(r"[xX]\s*([0-9]{1,3})(?![0-9])")
_TIMES_DICE: Final = re.compile(r"[xX]\s*([1-9][dD][1-9])")


class Roll(NamedTuple):
    """A roll as it was typed: `parts` in the order written, `steps` in the order worked out (`evaluate`).

    It is thrown `repeats` times; `label` says what for, and may be empty.
    """

    parts: tuple[str | Group, ...]
    steps: tuple[Operand, ...]
    label: str = ""
    repeats: int = 1

    @property
    def expression(self) -> str:
        """The roll as one would type it, without spaces or label: `4d6kh3+2`, `3#2d6+1`."""
        repeats = f"{self.repeats}#" if self.repeats > 1 else ""
        return repeats + "".join([part if isinstance(part, str) else part.text for part in self.parts])

    @property
    def groups(self) -> tuple[Group, ...]:
        """The groups of dice, from left to right."""
        return tuple([part for part in self.parts if isinstance(part, Group)])


def parse(text: str) -> Roll:
    """Read one roll; raises RuleViolation naming the position (from 1) and what would be right."""
    if (plain := _plain(text)) is not None:
        return plain
    if len(text) > LONGEST_TEXT:
        raise refused(
            "roll.too_long",
            "A roll can have at most {most} characters; this one has {length:,}.",
            most=LONGEST_TEXT,
            length=len(text),
        )
    reader = Reader(text)
    repeats = _repeats(reader) if "#" in text else 1
    reader.read()
    roll = Roll(tuple(reader.parts), tuple(reader.steps), "", repeats)
    _check_dice(reader, roll)
    return roll if reader.place == len(text) else roll._replace(label=_label(reader, roll))


def _plain(text: str) -> Roll | None:
    """A roll as most are typed, read in a third of the time; None for what the reader has to look at."""
    found = _PLAIN.fullmatch(text)
    if found is None:
        return None
    dice, many, faces, done, operator, number = found.groups()
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
    group = Group(dice, count, sides, False, treatment)
    if operator:
        return Roll((group, operator, number), (group, int(number), operator))
    return Roll((group,), (group,))


def _repeats(cursor: Cursor) -> int:
    found = cursor.match(_REPEATS)
    if found is None:
        return 1
    repeats = int(found[1])
    if not 1 <= repeats <= MOST_REPEATS:
        wrong = T("needs 1 to {most} repeats")(most=MOST_REPEATS)
        raise cursor.fault(wrong, found.start(1), example="3#2d6+1")
    return repeats


def _check_dice(reader: Reader, roll: Roll) -> None:
    groups = reader.groups
    if not groups:
        raise _no_dice(reader, roll)
    if len(groups) == roll.repeats == 1:
        return  # checked when it was read
    most = sum([group.most_dice for group in groups]) * roll.repeats
    if most > MOST_DICE:
        wrong = T("up to {n:,} dice in all, over the limit of {most:,},")(n=most, most=MOST_DICE)
        raise reader.fault(wrong, 0, meant=groups[0].text)


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


def _label(cursor: Cursor, roll: Roll) -> str:
    first = cursor.peek()
    is_apart = cursor.text[cursor.place - 1].isspace()
    if not first or (is_apart and first not in _NO_LABEL):
        return " ".join(cursor.text[cursor.place :].removeprefix("#").split())
    meant = roll.expression
    if len(roll.parts) == 1 and (times := _TIMES.match(cursor.text, cursor.place)):
        meant = f"{meant}*{int(times[1])}"
    raise cursor.fault(T("an operator, or a space and a label, belongs")(), meant=meant)
