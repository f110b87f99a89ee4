"""An expression is read: numbers and dice, operators and parentheses.

Operators wait on a stack until their operands are there, so that parentheses of any depth are read without
recursion, and the steps come out in the order in which they are worked out.
"""

from __future__ import annotations

import re
from itertools import product
from typing import Final

from bot.engine.dice.cursor import Cursor
from bot.engine.dice.terms import (
    FUDGE_SIDES,
    MOST_DICE,
    MOST_SIDES,
    Group,
    Operand,
    evaluate,
    faces_of,
    written,
)
from bot.engine.dice.treating import STARTS, read_treatment
from bot.engine.text import T
from bot.errors import UserError

# Two groups: how many dice, and of what kind.
HEAD: Final = r"([0-9]*)\s*[dD]\s*([0-9]+|%|[fF](?![^\W\d_])|[fF](?=(?:[kdrm][a-z]|[kdet])\s*[0-9<>=≥≤]))"


def read_group(cursor: Cursor, head: re.Match[str]) -> Group:
    """The dice that begin with this head; raises RuleViolation for dice that cannot be."""
    many, kind = head[1], head[2]
    count = int(many) if many else 1
    is_fudge = kind in "fF"
    sides = FUDGE_SIDES if is_fudge else 100 if kind == "%" else int(kind)
    if not (1 <= count <= MOST_DICE and 1 <= sides <= MOST_SIDES):
        raise _too_many(cursor, head, count)
    text = written(count, sides, is_fudge)
    if cursor.peek() not in STARTS:
        return Group(text, count, sides, is_fudge)
    done, treatment = read_treatment(cursor, text, count, faces_of(sides, is_fudge), head.start(1))
    return Group(text + done, count, sides, is_fudge, treatment)


def _too_many(cursor: Cursor, head: re.Match[str], count: int) -> UserError:
    if not 1 <= count <= MOST_DICE:
        wrong = T("needs 1 to {most:,} dice")(most=MOST_DICE)
        return cursor.fault(wrong, head.start(1), example="2d6")
    return _too_many_sides(cursor, count, head.start(2))


def _too_many_sides(cursor: Cursor, count: int, place: int | None = None) -> UserError:
    wrong = T("needs 1 to {most:,} sides")(most=MOST_SIDES)
    return cursor.fault(wrong, place, example=written(count, 6))


LARGEST_NUMBER: Final = 1_000_000
LARGEST_TOTAL: Final = 1_000_000_000_000

OPERATORS: Final = {"+": "+", "-": "-", "*": "*", "•": "*", "×": "*", "·": "*", "/": "/", "÷": "/"}
_STRENGTH: Final = {"(": 0, "+": 1, "-": 1, "*": 2, "/": 2}
_NUMBER: Final = re.compile(r"([0-9]+)(?![0-9dD])")
_OPERAND: Final = re.compile(rf"\s*+(?:{HEAD}|{_NUMBER.pattern})\s*+")
_NO_SIDES: Final = re.compile(r"([0-9]*)[dD]\s*")
_OPENED: Final = re.compile(r"\(+")
# What is no operator but a label's beginning: a dash before words, an asterisk that makes them stand out.
_NO_OPERATOR: Final = re.compile(
    r"(?<=\s)(?:-\s+(?![0-9(-]|[dD]\s*[0-9%]|[dD][fF]\b)(?=\S)|\*(?![\s0-9(-]|[dD]\s*[0-9%]))"
)

Bounds = tuple[int, int]


class Reader(Cursor):
    """Reads an expression into parts (in the order written) and steps (in the order worked out).

    The text is in plain signs (`bot.engine.words.plain_signs`); reading begins at `place`.
    """

    __slots__ = ("depth", "groups", "is_sum", "parts", "places", "steps", "waiting")

    def __init__(self, text: str, place: int = 0) -> None:
        super().__init__(text, place)
        self.parts: list[str | Group] = []
        self.groups: list[Group] = []
        self.steps: list[Operand] = []
        self.places: list[int] = []  # of the operators among the steps
        self.waiting: list[tuple[str, int]] = []  # operators and open parentheses, with their places
        self.depth = 0
        self.is_sum = True  # nothing is multiplied or divided

    def read(self) -> None:
        """Take operands and operators in turn, as far as they go; raises RuleViolation."""
        self._operand()
        while self._operator():
            self._operand()
        if self.depth:
            raise self.fault(T("an operator or `)` belongs")(), example="(2d6+3)*2")
        while self.waiting:
            self._step()
        if not self.is_sum:
            self._check_bounds()

    def _operand(self) -> None:
        """A number or dice, and the parentheses and minus signs that stand before it."""
        while (found := self.match(_OPERAND)) is None:
            if not self._opened():
                self._negative()
                return
        if found[3]:
            self._number(int(found[3]), found.start(3))
            return
        group = read_group(self, found)
        self.parts.append(group)
        self.groups.append(group)
        self.steps.append(group)

    def _opened(self) -> bool:
        """Whether a parenthesis, or a minus sign with nothing before it, was there to take."""
        character = self.peek()
        if character == "(":
            # Several at once: a look-up for each would cost more than the dice.
            count = len(self.match(_OPENED)[0])  # type: ignore[index]
            self.depth += count
            self.parts += "(" * count
            self.waiting += [("(", self.place)] * count
            return True
        if character == "-" and (not self.parts or self.parts[-1] == "("):
            self.steps.append(0)
            self._wait("-")
            return True
        return False

    def _negative(self) -> None:
        """A number below zero: the only operand left, so that anything else raises RuleViolation."""
        if self.peek() == "-":
            self.place += 1
        self.peek()
        found = self.match(_NUMBER)
        if found is None:
            raise _no_operand(self)
        self._number(-int(found[1]), found.start())

    def _number(self, number: int, place: int) -> None:
        if abs(number) > LARGEST_NUMBER:
            wrong = T("needs a number up to {most:,}")(most=LARGEST_NUMBER)
            raise self.fault(wrong, place, example="2d6+3")
        self.parts.append(str(number))
        self.steps.append(number)

    def _operator(self) -> bool:
        """Whether another operand must follow; closes parentheses on the way."""
        while (character := self.peek()) == ")" and self.depth:
            self._close()
        operator = OPERATORS.get(character)
        if operator is None or (character in "-*" and _NO_OPERATOR.match(self.text, self.place)):
            return False
        strength = _STRENGTH[operator]
        self.is_sum = self.is_sum and strength == 1
        while self.waiting and _STRENGTH[self.waiting[-1][0]] >= strength:
            self._step()
        self._wait(operator)
        return True

    def _close(self) -> None:
        while self.waiting[-1][0] != "(":
            self._step()
        self.waiting.pop()
        self.depth -= 1
        self.parts.append(")")
        self.place += 1

    def _wait(self, operator: str) -> None:
        self.parts.append(operator)
        self.waiting.append((operator, self.place))
        self.place += 1

    def _step(self) -> None:
        """The operands of the last operator are complete."""
        operator, place = self.waiting.pop()
        self.steps.append(operator)
        self.places.append(place)

    def _check_bounds(self) -> None:
        """Nothing may be divided by what can be 0, or grow past all sense; sums alone never do."""
        places = iter(self.places)

        def combine(operator: str, left: Bounds, right: Bounds) -> Bounds:
            place = next(places)
            if operator == "/" and right[0] <= 0 <= right[1]:
                raise self.fault(T("this could divide by 0")(), place, example="2d6/2")
            low, high = _combined(operator, left, right)
            if max(-low, high) > LARGEST_TOTAL:
                raise self.fault(T("over the limit of {most:,}")(most=LARGEST_TOTAL), place, example="2d6*10")
            return low, high

        evaluate(self.steps, map(_bounds, self.groups), lambda number: (number, number), combine)


def apply(operator: str, left: int, right: int) -> int:
    """What an operator makes of two numbers; division rounds down."""
    if operator == "+":
        return left + right
    if operator == "-":
        return left - right
    return left * right if operator == "*" else left // right


def _combined(operator: str, left: Bounds, right: Bounds) -> Bounds:
    if operator == "+":
        return left[0] + right[0], left[1] + right[1]
    if operator == "-":
        return left[0] - right[1], left[1] - right[0]
    corners = [apply(operator, one, other) for one, other in product(left, right)]
    return min(corners), max(corners)


def _bounds(group: Group) -> Bounds:
    """No total of the group lies outside these."""
    treatment, low, high = group.treatment, group.faces[0], group.faces[-1]
    if treatment is None:
        return low * group.count, high * group.count
    most = group.most_dice
    if (counting := treatment.counting) is not None:
        return -most * bool(counting.failure), 2 * most
    kept = slice(treatment.first, treatment.last)
    least, most = len(range(group.count)[kept]), len(range(most)[kept])
    low, high = treatment.bounded(low), treatment.bounded(high)
    return low * (least if low > 0 else most), high * (most if high > 0 else least)


def _no_operand(cursor: Cursor) -> UserError:
    found = cursor.match(_NO_SIDES)
    if found is None:
        if not cursor.text[: cursor.place].strip():
            return cursor.nothing_read(example="2d6+3")
        return cursor.fault(T("a number or dice belong")(), example="2d6+3")
    count = int(found[1] or 1)
    return _too_many_sides(cursor, count if 1 <= count <= MOST_DICE else 1)
