"""A whole card in pages, where it says more than one message takes."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from math import ceil
from typing import TypeVar

from bot.engine.card import Card
from bot.engine.pages import Turns
from bot.ui.card import BODY, CONTENT, IN_A_ROW, MOST_PICKS, MOST_ROWS, WHOLE

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

    At most `most` characters of lines, where that is less: then a short line takes a whole row of a phone.
    What has no more of its own on a later page stays as it is on its last.
    """
    room = _room(card, is_plain=is_plain)
    lines = _cut(card.lines, room) if most is None else _cut(card.lines, min(room, most), OF_A_ROW)
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


def _cut(lines: Iterable[str], room: int, of_a_row: int = 0) -> list[tuple[str, ...]]:
    """The lines in parts that have room each, a row of a phone taking so much at least; no line is torn."""
    parts: list[list[str]] = [[]]
    left = room
    for line in lines:
        takes = max(len(line) + 1, ceil(len(line) / ROW) * of_a_row)
        if parts[-1] and takes > left:
            parts.append([])
            left = room
        parts[-1].append(line)
        left -= takes
    return [tuple(part) for part in parts]


def _parts(every: tuple[V, ...], most: int) -> list[tuple[V, ...]]:
    return [every[first : first + most] for first in range(0, len(every), most)] or [()]
