"""A campaign's story: the entries that its game masters marked, and the lines they wrote between them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated, Any

from bot.engine.parts import Unlisted, Whole, short
from bot.engine.record import Kind
from bot.engine.text import Safe, T


@dataclass(frozen=True, slots=True)
class Line:
    """What a game master wrote, as a rule at a chapter's end: of which chapter of dice, if of one."""

    text: Annotated[str, T("line #{key}"), short]
    chapter: Unlisted[int | None] = None


def _mark(note: str | None) -> str | None:
    return None if note is None else short(note) or T("set")()


def _line(line: Mapping[str, Any]) -> Safe:
    return short(line["text"])


@dataclass(frozen=True, slots=True)
class Story:
    """What belongs to the story, by the number of its entry.

    A mark may have a note. A line stands at the entry that wrote it.
    """

    marks: Annotated[Mapping[int, str], T("mark on #{key}"), Whole(_mark)] = field(default_factory=dict)
    lines: Annotated[Mapping[int, Line], T("line #{key}"), _line] = field(default_factory=dict)


STORY: Kind[Story] = Kind("story", Story, title=lambda _: T("The story so far").plain(), is_divisible=True)
