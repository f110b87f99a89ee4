"""A whole card in pages, where it says more than one message takes."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace
from itertools import chain
from math import ceil
from typing import TypeVar

from bot.engine.card import Card
from bot.engine.pages import Turns
from bot.ui.card import BODY, CONTENT, IN_A_ROW, MOST_PICKS, MOST_ROWS, WHOLE
from bot.ui.text import divided

V = TypeVar("V")
# For the marks around a title, and the like.
MARGIN = 60


# What a phone shows at once, in characters of lines, beside buttons and a list: at most 24 rows of 42.
PHONE = 700
ROW, OF_A_ROW = 42, 29


def in_pages(
    card: Card, turns: Turns, page: int = 0, *, is_plain: bool = False, most: int | None = None
) -> Card:
    """A page of the card: as many lines, buttons and picks of each list as a message takes.

    At most `most` characters of lines as they are read, where that is less: then a short line takes a whole
    row of a phone, and the address of a link nothing.
    What has no more of its own on a later page stays as it is on its last.
    """
    if is_plain or sum(len(text) for _, text in card.fields) > BODY:
        # Text has no fields; and fields that leave no room for lines are turned like them.
        more = (f"\n**{name}**\n{text}" for name, text in card.fields)
        card = replace(card, lines=(*card.lines, *more), fields=())
    room = _room(card, is_plain=is_plain)
    lines = _cut(card.lines, room, most)
    # One row is for turning.
    room = (MOST_ROWS - len(card.selects)) * IN_A_ROW
    buttons = [card.buttons]
    if len(card.buttons) > room:
        buttons = _parts(card.buttons, room - IN_A_ROW)
    picks = [_parts(select.picks, MOST_PICKS) for select in card.selects]
    pages = max(len(lines), len(buttons), *map(len, picks), 1)
    if pages == 1:
        return card
    page = min(page, pages - 1)
    selects = tuple(
        replace(select, picks=parts[min(page, len(parts) - 1)])
        for select, parts in zip(card.selects, picks, strict=True)
    )
    return replace(
        card,
        lines=lines[min(page, len(lines) - 1)],
        selects=selects,
        buttons=(*buttons[min(page, len(buttons) - 1)], *turns.buttons(page, pages)),
    )


def _room(card: Card, *, is_plain: bool) -> int:
    """How many characters of lines a message takes beside all else."""
    rest = len(card.title) + len(card.note) + sum(len(name) + len(text) for name, text in card.fields)
    if is_plain:
        alt = len(card.picture.alt) if card.picture is not None else 0
        return max(CONTENT - rest - alt - MARGIN, CONTENT // 2)
    return max(min(BODY, WHOLE - rest - MARGIN), BODY // 2)


def _cut(lines: Iterable[str], room: int, most: int | None) -> list[tuple[str, ...]]:
    """The lines in parts that have room each and are no longer for a reader; none that fits is torn."""
    parts: list[list[str]] = [[]]
    left, unread = room, most
    for line in chain.from_iterable(divided(each, room, room) or [""] for each in lines):
        takes = len(line) + 1
        reads = sum(map(_read, line.split("\n"))) if unread is not None else 0
        if parts[-1] and (takes > left or (unread is not None and reads > unread)):
            parts.append([])
            left, unread = room, most
        # The air above it belongs to the page before.
        parts[-1].append(line if len(parts) == 1 or parts[-1] else line.lstrip("\n"))
        left -= takes
        unread = unread - reads if unread is not None else None
    return [tuple(part) for part in parts]


_AGO = "." * 11
# What Discord shows as something else, and about how long that is: an address, a time, a person's name.
_SHOWN = ((re.compile(r"\]\(https?://[^)\s]*\)"), ""), (re.compile(r"<t:\d+:R>"), _AGO))
_NAMES = re.compile(r"<[@#]&?\d+>")


def _read(line: str) -> int:
    """How much of a phone it takes, in characters."""
    for written, shown in _SHOWN:
        line = written.sub(shown, line)
    length = len(_NAMES.sub("." * 10, line))
    return max(length + 1, ceil(length / ROW) * OF_A_ROW)


def _parts(every: tuple[V, ...], most: int) -> list[tuple[V, ...]]:
    return [every[first : first + most] for first in range(0, len(every), most)] or [()]
