"""The dice that people type: `2d6`, `d20 + 5`, `3d10-1`, `d%`, `2d6+3 sneak attack`.

    roll     = [count] "d" (sides | "%") [sign number] [label]
    label    = a space, then text that does not begin with a digit or an operator

Spaces may stand between any two parts. One part of the grammar is one function over a shared cursor that only
moves forward, so reading takes time in proportion to the text.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from bot.errors import RuleViolation

LONGEST_TEXT: Final = 500
MOST_DICE: Final = 100
MOST_SIDES: Final = 1_000
LARGEST_MODIFIER: Final = 1_000_000

DIGITS: Final = frozenset("0123456789")
MINUS_SIGNS: Final = frozenset("-\N{MINUS SIGN}\N{EN DASH}")  # phones like to put the typographic ones
SIGNS: Final = MINUS_SIGNS | {"+"}
OPERATORS: Final = SIGNS | frozenset("*/%^()[]{}<>=!,;&|~")  # the full notation will want them
QUOTED: Final = 40


@dataclass(frozen=True, slots=True)
class Roll:
    """So many dice of one kind, a number to add, and what the roll is for (may be empty)."""

    count: int
    sides: int
    modifier: int = 0
    label: str = ""

    @property
    def expression(self) -> str:
        """The roll as one would type it, without spaces or label: `2d6+3`."""
        count = "" if self.count == 1 else str(self.count)
        modifier = f"{self.modifier:+d}" if self.modifier else ""
        return f"{count}d{self.sides}{modifier}"


def parse(text: str) -> Roll:
    """Read one roll; raises RuleViolation naming the position (from 1) and what would be right."""
    if len(text) > LONGEST_TEXT:
        raise RuleViolation(f"A roll has at most {LONGEST_TEXT} characters, this one has {len(text):,}.")
    cursor = _Cursor(text)
    count = _count(cursor)
    sides = _sides(cursor, count)
    modifier = _modifier(cursor, Roll(count, sides))
    return Roll(count, sides, modifier, _label(cursor, Roll(count, sides, modifier)))


class _Cursor:
    """A place in the text. Whatever it takes, it takes with the spaces before it."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.place = 0

    def skip_spaces(self) -> int:
        """Move to the next character that is no space, or to the end, and say where that is."""
        while self.text[self.place : self.place + 1].isspace():
            self.place += 1
        return self.place

    def peek(self) -> str:
        """The next character that is no space; empty at the end."""
        place = self.skip_spaces()
        return self.text[place : place + 1]

    def take(self, wanted: frozenset[str]) -> str:
        """The next character if it is one of those wanted, else nothing."""
        found = self.peek()
        if found not in wanted:
            return ""
        self.place += 1
        return found

    def number(self) -> int | None:
        """The next whole number, if one stands here."""
        start = self.skip_spaces()
        while self.text[self.place : self.place + 1] in DIGITS:
            self.place += 1
        return int(self.text[start : self.place]) if self.place > start else None

    def fault(self, wrong: str, hint: str, place: int | None = None) -> RuleViolation:
        """The complaint about a place in the text, the current one unless told, in one sentence."""
        place = self.place if place is None else place
        return RuleViolation(f"{_quoted(self.text, place)}: {wrong} at position {place + 1}; {hint}")


def _count(cursor: _Cursor) -> int:
    start = cursor.skip_spaces()
    count = cursor.number()
    if count is None:
        return 1
    if not 1 <= count <= MOST_DICE:
        raise cursor.fault(f"expected 1 to {MOST_DICE} dice", "for example 2d6.", start)
    return count


def _sides(cursor: _Cursor, count: int) -> int:
    if not cursor.take(frozenset("dD")):
        raise _no_d(cursor, count)
    if cursor.take(frozenset("%")):
        return 100
    start = cursor.skip_spaces()
    sides = cursor.number()
    if sides is None or not 1 <= sides <= MOST_SIDES:
        hint = f"for example {Roll(count, 6).expression}."
        raise cursor.fault(f"expected 1 to {MOST_SIDES:,} sides", hint, start)
    return sides


def _no_d(cursor: _Cursor, count: int) -> RuleViolation:
    """Where the `d` is missing, guess that a space or one wrong character stands for it, as in `2x6`."""
    start = cursor.skip_spaces()
    if cursor.peek() not in DIGITS:
        cursor.place += 1
    sides = cursor.number()
    if sides is not None and 1 <= sides <= MOST_SIDES:
        return cursor.fault("expected `d`", f"did you mean {Roll(count, sides).expression}?", start)
    return cursor.fault("expected `d`", f"for example {Roll(count, 6).expression}.", start)


def _modifier(cursor: _Cursor, so_far: Roll) -> int:
    sign = cursor.take(SIGNS)
    if not sign:
        return 0
    start = cursor.skip_spaces()
    number = cursor.number()
    if number is None or number > LARGEST_MODIFIER:
        hint = f"for example {so_far.expression}+3."
        raise cursor.fault(f"expected a number up to {LARGEST_MODIFIER:,}", hint, start)
    return -number if sign in MINUS_SIGNS else number


def _label(cursor: _Cursor, so_far: Roll) -> str:
    first = cursor.peek()
    is_apart = cursor.text[cursor.place - 1].isspace()
    if first and (not is_apart or first in DIGITS | OPERATORS):
        hint = f"did you mean {so_far.expression}?"
        raise cursor.fault("expected the end, or a space and a label", hint)
    return " ".join(cursor.text[cursor.place :].split())


def _quoted(text: str, place: int) -> str:
    """The text around a place as Discord code: one line, no backtick that would end it early."""
    if not text.strip():
        return "Nothing to roll"
    start = max(0, min(place - QUOTED // 2, len(text) - QUOTED))
    window = text[start : start + QUOTED].replace("`", "'")
    shown = "".join(" " if character.isspace() else character for character in window)
    before, after = "…" if start else "", "…" if start + QUOTED < len(text) else ""
    return f"`{before}{shown}{after}`"
