"""Long lists in pages: what Discord's limits would cut has buttons that show the rest."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from bot.engine.card import Button
from bot.engine.text import T

V = TypeVar("V")
# As many as one of Discord's lists takes.
MOST = 25
BEFORE, MORE = T("Previous page"), T("More…")


@dataclass(frozen=True, slots=True)
class Turns:
    """What draws a card at another page: a button's name and arguments; the page comes after them."""

    name: str
    args: tuple[str, ...] = ()

    def buttons(self, page: int, pages: int) -> tuple[Button, ...]:
        """The buttons that lead to the page before and the page after."""
        return tuple(self._buttons(page, pages))

    def _buttons(self, page: int, pages: int) -> Iterator[Button]:
        if page:
            yield Button(BEFORE.plain(), self.name, (*self.args, str(page - 1)))
        if page < pages - 1:
            yield Button(MORE.plain(), self.name, (*self.args, str(page + 1)))


@dataclass(frozen=True, slots=True)
class Page(Generic[V]):
    """Some of a long list: its rows, the number of the first of them, how many there are in all."""

    rows: tuple[V, ...]
    number: int
    first: int
    total: int
    buttons: tuple[Button, ...]

    @property
    def is_all(self) -> bool:
        """True if the whole list stands on this page."""
        return len(self.rows) == self.total

    @property
    def span(self) -> str:
        """Which part of the list it is; empty where it is all of it."""
        last = self.first + len(self.rows) - 1
        part = T("{first}–{last} of {total}")
        return "" if self.is_all else part(first=self.first, last=last, total=self.total)


def evenly(count: int) -> int:
    """How many of so many stand on each page of a list: 52 are 18, 18 and 16, not 25, 25 and 2."""
    pages = max(1, -(-count // MOST))
    return max(1, -(-count // pages))


def page_of(every: Sequence[V], turns: Turns, page: int = 0, *, most: int = MOST) -> Page[V]:
    """A page of a list, the last where there are not so many, and the buttons to those beside it."""
    pages = max(1, -(-len(every) // most))
    page = min(page, pages - 1)
    first = page * most
    rows = tuple(every[first : first + most])
    return Page(rows, page, first + 1, len(every), turns.buttons(page, pages))
