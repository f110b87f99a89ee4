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
Parts = Mapping[str, str | tuple[str, Say]]
Part = tuple[str, str | None]


def part(parts: Parts, field: str, value: Any) -> Part:
    """That field; it has no name where it is bookkeeping, and not told."""
    row = parts.get(field, "")
    name, say = (row, plain) if isinstance(row, str) else row
    return name, said(value, say)


def said(value: Any, say: Say) -> str | None:
    """A value in words; None where there is none."""
    if value is None or value in ("", [], {}):
        return None
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


def labelled(kind: type[Labelled]) -> Say:
    """A member of that enum by its label."""
    labels = {each.value: each.label for each in kind}
    return lambda value: labels.get(value, str(value).replace("_", " "))


def signed(amount: int) -> Safe:
    """+3 or −3."""
    return Safe(words.signed(amount))


def channel(id_: int) -> Safe:
    """A channel that can be pressed."""
    return Safe(f"<#{id_}>")


def person(id_: int) -> Safe:
    """A person as a mention."""
    return Safe(f"<@{id_}>")
