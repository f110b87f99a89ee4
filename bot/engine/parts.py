"""What the parts of a record are called where an undo lists them, and how a value of each is said."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from bot.engine import words
from bot.engine.text import Labelled, T
from bot.engine.words import Safe, clip, number, safe

# As much of a list or a text as an undo shows.
LENGTH = 120
# What gives Safe words is shown as it is; else markup in it is escaped.
Say = Callable[[Any], str]
# By field: what it is called, and how a value of it, or each of a list of them, is said if not as it is.
Parts = Mapping[str, T | tuple[T, Say]]
Part = tuple[str, str | None]


class Untold(Safe):
    """Stands for a text that an undo doesn't repeat."""

    __slots__ = ()


class How(Safe):
    """How a thing is again, which an undo says of it instead of a part's name and value: “in hand again”."""

    __slots__ = ()


def either(yes: T, no: T) -> Say:
    """How to say that a thing is so again, or not."""
    return lambda value: How((yes if value else no)())


def untold(_text: object) -> Untold:
    """How to say a text whose words no event tells, such as notes: an undo is no more public."""
    return Untold(T("the earlier text")())


def part(parts: Parts, field: str, value: Any) -> Part:
    """That field and its value."""
    row = parts.get(field)
    return named(parts, field), said(value, row[1] if isinstance(row, tuple) else plain)


def named(parts: Parts, field: str) -> str:
    """What that field is called; one without a row is bookkeeping, and has no name."""
    row = parts.get(field)
    if row is None:
        return ""
    return row() if isinstance(row, T) else row[0]()


def said(value: Any, say: Say) -> str | None:
    """A value in words; None where there is none."""
    if value is None or value in ("", [], {}):
        return None
    if say is untold:
        return untold(value)
    if isinstance(value, bool) and isinstance(how := say(value), How):
        return how
    each = [say(one) for one in value] if isinstance(value, list) else [say(value)]
    text = ", ".join(each)
    return clip(text, LENGTH) if all(isinstance(one, Safe) for one in each) else safe(text, LENGTH)


def plain(value: Any) -> str:
    """A value as it is."""
    if isinstance(value, bool):
        return T("yes")() if value else T("no")()
    if isinstance(value, int):
        return number(value)
    if isinstance(value, dict):
        return ", ".join(plain(each) for each in value.values())
    return str(value)


def quoted(text: str) -> Safe:
    """What somebody wrote, without its full stop: it stands within a sentence."""
    return T("“{text}”")(text=text.removesuffix("."))


def labelled(kind: type[Labelled]) -> Say:
    """A member of that enum by its label."""
    known = frozenset(each.value for each in kind)
    return lambda value: kind(value).label if value in known else str(value).replace("_", " ")


def signed(amount: int) -> Safe:
    """+3 or −3."""
    return Safe(words.signed(amount))


def channel(id_: int) -> Safe:
    """A channel that can be pressed."""
    return Safe(f"<#{id_}>")


def person(id_: int) -> Safe:
    """A person as a mention."""
    return Safe(f"<@{id_}>")
