"""A campaign's story: the entries that its game masters marked, and the lines they wrote between them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from bot.engine.record import Kind
from bot.engine.text import T
from bot.engine.words import safe


@dataclass(frozen=True, slots=True)
class Line:
    """What a game master wrote, as a rule at a chapter's end: of which chapter of dice, if of one."""

    text: str
    chapter: int | None = None


@dataclass(frozen=True, slots=True)
class Story:
    """What belongs to the story, by the number of its entry.

    A mark may have a note. A line stands at the entry that wrote it.
    """

    marks: Mapping[int, str] = field(default_factory=dict)
    lines: Mapping[int, Line] = field(default_factory=dict)


def _part(path: tuple[str, ...], value: Any) -> tuple[str, str | None]:
    """A mark or a line, as an undo lists it; what a line consists of stands in its text."""
    if len(path) == 1:
        return (T("marks") if path[0] == "marks" else T("lines"))(), None
    if path[0] == "marks":
        return T("mark on #{entry}")(entry=path[1]), None if value is None else safe(value, 80) or T("set")()
    text = value["text"] if isinstance(value, dict) else value
    return T("line #{entry}")(entry=path[1]), None if text is None else safe(str(text), 80)


STORY: Kind[Story] = Kind(
    "story", Story, title=lambda _: T("The story so far").plain(), is_divisible=True, word=_part
)
