"""Formulas of named values, as people write them: `accuracy + 2`, `half up(max(speed, power))`.

    formula  := term { ("+" | "-") term }
    term     := operand { "*" operand | "/" number }
    operand  := number | name | "(" formula ")" | function "(" formula { "," formula } ")"
    function := "max" | "min" | "half up" | "half down"

Case and spaces make no difference, and `half_up` and `half-up` are read as well. Everything between is exact.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, floor
from typing import Final

from bot.engine.text import Safe, T, refused, safe
from bot.engine.words import plain_signs
from bot.errors import UserError

# Characters, spaces aside: then a formula as it is written back is never too long to be read again.
LONGEST: Final = 100
DEEPEST: Final = 10
LARGEST_NUMBER: Final = 999

MAX, MIN, HALF_UP, HALF_DOWN = "max", "min", "half up", "half down"
FUNCTIONS: Final = (MAX, MIN, HALF_UP, HALF_DOWN)
HALVES: Final = frozenset({HALF_UP, HALF_DOWN})

_SIGNS: Final = str.maketrans({"×": "*", "·": "*", "÷": "/"})
_PART: Final = re.compile(r"([0-9]+|half[\s_-]+(?:up|down)\b|[^\W\d]\w*|[-+*/(),])\s*", re.IGNORECASE)
_HALF: Final = re.compile(r"half[\s_-]+(up|down)")
SIGNS: Final = frozenset("+-*/(),")
_STRENGTH: Final = {"+": 1, "-": 1, "*": 2, "/": 2}

Exact = int | Fraction


# -- a formula as a tree ----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Number:
    """A whole number."""

    number: int

    def value(self, _values: Mapping[str, int]) -> Exact:
        """The number itself."""
        return self.number

    def __str__(self) -> str:
        return str(self.number)


@dataclass(frozen=True, slots=True)
class Name:
    """A value that is known when the formula is worked out."""

    name: str

    def value(self, values: Mapping[str, int]) -> Exact:
        """The value that the name stands for."""
        return values[self.name]

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True, slots=True)
class Operation:
    """Two operands with + - * or / between them; what divides is a number."""

    sign: str
    left: Node
    right: Node

    def value(self, values: Mapping[str, int]) -> Exact:
        """The exact result of the operation."""
        left, right = self.left.value(values), self.right.value(values)
        if self.sign == "+":
            return left + right
        if self.sign == "-":
            return left - right
        return left * right if self.sign == "*" else Fraction(left) / right

    def __str__(self) -> str:
        strength = _STRENGTH[self.sign]
        return f"{_within(self.left, strength)} {self.sign} {_within(self.right, strength + 1)}"


@dataclass(frozen=True, slots=True)
class Call:
    """The largest or smallest of several, or half of one, rounded to a whole number."""

    function: str
    arguments: tuple[Node, ...]

    def value(self, values: Mapping[str, int]) -> Exact:
        """The exact result of the call."""
        found = [argument.value(values) for argument in self.arguments]
        if self.function == MAX:
            return max(found)
        if self.function == MIN:
            return min(found)
        half = Fraction(found[0]) / 2
        return floor(half) if self.function == HALF_DOWN else ceil(half)

    def __str__(self) -> str:
        return f"{self.function}({', '.join(map(str, self.arguments))})"


Node = Number | Name | Operation | Call


def _within(node: Node, strength: int) -> str:
    """The node as an operand: in parentheses where it would come apart otherwise."""
    is_weaker = isinstance(node, Operation) and _STRENGTH[node.sign] < strength
    return f"({node})" if is_weaker else str(node)


@dataclass(frozen=True, slots=True)
class Formula:
    """A formula that was read; as a string it is written in one way, which reads as the same again."""

    root: Node

    @classmethod
    def parse(cls, text: str, names: Sequence[str]) -> Formula:
        """The formula that is written there, of these names. Raises RuleViolation, one sentence."""
        length = len("".join(text.split()))
        if not length:
            raise refused(
                "formula.none",
                "The formula is missing. Write one like “{name} + 2”.",
                name=Safe(names[0]),
            )
        if length > LONGEST:
            raise refused(
                "formula.too_long",
                "A formula can have at most {most} characters; this one has {length}.",
                most=LONGEST,
                length=length,
            )
        return cls(_Reader(_parts(text), names).read())

    def value(self, values: Mapping[str, int]) -> int:
        """What it comes to with these values, rounded down at the end; it may be below 0."""
        return floor(self.root.value(values))

    def __str__(self) -> str:
        return str(self.root)


# -- how it is read ---------------------------------------------------------------------------------


def _parts(text: str) -> list[str]:
    """The numbers, words and signs of the text, in small letters. Raises RuleViolation."""
    text, found, place = plain_signs(text).translate(_SIGNS).strip(), [], 0
    while place < len(text):
        match = _PART.match(text, place)
        if match is None:
            raise refused("formula.bad_sign", "{part} can't be part of a formula.", part=_quoted(text[place]))
        found.append(_HALF.sub(r"half \1", match[1].lower()))
        place = match.end()
    return found


def _quoted(text: str) -> Safe:
    return Safe(f"“{text if text in SIGNS else safe(text, 40) or '?'}”")


class _Reader:
    """Takes one part after the other; `depth` counts the parentheses it is in."""

    def __init__(self, parts: Sequence[str], names: Sequence[str]) -> None:
        self.parts = parts
        self.names = names
        self.place = 0
        self.depth = 0

    def read(self) -> Node:
        """The whole formula. Raises RuleViolation."""
        root = self._sum()
        if self._next == ")":
            raise refused("formula.unopened", "The formula has a “)” without a “(” before it.")
        if self._next == ",":
            raise _lone_comma()
        if self._next:
            raise refused(
                "formula.no_sign",
                "The formula needs a + - * or / before {part}.",
                part=_quoted(self._next),
            )
        return root

    @property
    def _next(self) -> str:
        """The next part of the formula; empty at its end."""
        return self.parts[self.place] if self.place < len(self.parts) else ""

    def _taken(self) -> str:
        part = self._next
        self.place += 1
        return part

    def _sum(self) -> Node:
        node = self._product()
        while self._next in ("+", "-"):
            node = Operation(self._taken(), node, self._product())
        return node

    def _product(self) -> Node:
        node = self._operand()
        while self._next in ("*", "/"):
            sign = self._taken()
            node = Operation(sign, node, self._divisor() if sign == "/" else self._operand())
        return node

    def _divisor(self) -> Node:
        divisor = self._operand()
        if not isinstance(divisor, Number):
            raise refused(
                "formula.divisor",
                "A formula can only divide by a number like 2, not by “{divisor}”.",
                divisor=Safe(divisor),
            )
        if not divisor.number:
            raise refused("formula.by_zero", "A formula can't divide by 0. Divide by a number like 2.")
        return divisor

    def _operand(self) -> Node:
        part = self._taken()
        if part == "(":
            return self._inside()[0]
        if part.isdecimal():
            return self._number(part)
        if part in FUNCTIONS:
            return self._call(part)
        if part in self.names:
            return Name(part)
        raise self._no_operand(part)

    def _number(self, part: str) -> Number:
        number = int(part)
        if number > LARGEST_NUMBER:
            raise refused(
                "formula.number_too_large",
                "A number in a formula can be 0 to {most}, not {number}.",
                most=LARGEST_NUMBER,
                number=number,
            )
        return Number(number)

    def _call(self, function: str) -> Call:
        if self._taken() != "(":
            raise refused(
                "formula.no_parenthesis",
                "“{function}” needs a “(” after it: {example}.",
                function=Safe(function),
                example=self._example(function),
            )
        arguments = self._inside(commas=True)
        if (len(arguments) == 1) != (function in HALVES):
            raise refused(
                "formula.values",
                "“{function}” takes {count}: {example}.",
                function=Safe(function),
                count=T("one value") if function in HALVES else T("two values or more"),
                example=self._example(function),
            )
        return Call(function, arguments)

    def _example(self, function: str) -> Safe:
        """How the function is written."""
        return Safe(f"{function}({self.names[0]}{'' if function in HALVES else ', 5'})")

    def _inside(self, *, commas: bool = False) -> tuple[Node, ...]:
        """What stands in parentheses, up to the closing one."""
        self.depth += 1
        if self.depth > DEEPEST:
            raise refused(
                "formula.too_deep",
                "A formula can have at most {most} parentheses inside each other.",
                most=DEEPEST,
            )
        found = [self._sum()]
        while commas and self._next == ",":
            self._taken()
            found.append(self._sum())
        if self._next != ")":
            raise self._unclosed()
        self._taken()
        self.depth -= 1
        return tuple(found)

    def _unclosed(self) -> UserError:
        if self._next == ",":
            return _lone_comma()
        if not self._next:
            return refused("formula.unclosed", "The formula is missing a “)”.")
        return refused(
            "formula.unclosed_before",
            "The formula is missing a “)” before {part}.",
            part=_quoted(self._next),
        )

    def _no_operand(self, part: str) -> UserError:
        """Why that part can't be what an operator or a parenthesis works on."""
        if part and part not in SIGNS:
            return refused(
                "formula.unknown_word",
                "{part} is unknown. You can use: {known:,}.",
                part=_quoted(part),
                known=[Safe(each) for each in (*self.names, *FUNCTIONS)],
            )
        name = Safe(self.names[0])
        if not part:
            return refused(
                "formula.ends_early",
                "The formula needs a number or a word like “{name}” at the end.",
                name=name,
            )
        return refused(
            "formula.no_operand",
            "The formula needs a number or a word like “{name}” before {part}.",
            name=name,
            part=_quoted(part),
        )


def _lone_comma() -> UserError:
    return refused("formula.lone_comma", "A formula can only have commas inside max(…) and min(…).")
