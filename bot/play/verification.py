"""Every roll of an ended chapter checked in the database, a page at a time, and written out for its players.

A page is read in one short transaction and checked in another thread: nobody else has to wait. An ended
chapter no longer changes, but for the marks of what is undone later.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import partial

import sqlalchemy as sa

from bot.engine.dice.checking import Check, Draw
from bot.engine.dice.export import OPEN, SECRET, Head, draw_line, head_line
from bot.engine.dice.source import Die, Seed
from bot.engine.people import Actor
from bot.engine.system import Scope
from bot.engine.text import refused
from bot.play.chapters import Seals, published_seals, require_ended
from bot.play.context import Context
from bot.play.session import open_session
from bot.play.views import Request
from bot.storage import chapters, codec
from bot.storage.chapters import ChapterRow, DrawnRow
from bot.storage.database import Database

PAGE = 200
# What Discord takes as an attachment is ten million bytes and a little.
MOST_BYTES = 8_000_000


@dataclass(frozen=True, slots=True)
class Sealed:
    """An ended chapter's dice of one kind, whose seed is published, and the seals that once were."""

    row: ChapterRow
    is_secret: bool
    seals: Seals

    @property
    def seal(self) -> str:
        """The seal of these dice."""
        return self.seals.secret if self.is_secret else self.seals.open

    @property
    def seed(self) -> Seed:
        """The published seed."""
        return Seed(self.row.secret_seed if self.is_secret else self.row.seed)

    @property
    def drawn(self) -> int:
        """The number of the last draw."""
        return self.row.secret_drawn if self.is_secret else self.row.drawn


@dataclass(slots=True)
class Export:
    """The file's lines, from the draw `first` on; `last` is the last draw that found room."""

    first: int
    most: int
    last: int
    dice: int = 0
    size: int = 0
    lines: list[bytes] = field(default_factory=list)
    is_full: bool = False

    def take(self, draw: Draw) -> None:
        """Write a draw down while there is room."""
        if draw.number < self.first or self.is_full:
            return
        line = f"{draw_line(draw)}\n".encode()
        if self.size + len(line) > self.most:
            self.is_full = True
            return
        self.lines.append(line)
        self.size += len(line)
        self.dice += len(draw.dice)
        self.last = max(self.last, draw.number)


@dataclass(frozen=True, slots=True)
class Verified:
    """What a check came to, and the file for the player; `is_whole` tells whether all draws found room.

    `sealed_in` is the entry that published the seal.
    """

    chapter: int
    is_secret: bool
    seal: str
    sealed_in: int
    check: Check
    drawn: int
    first: int
    last: int
    file: bytes

    @property
    def is_whole(self) -> bool:
        """Whether the file reaches the chapter's last draw."""
        return self.last >= self.drawn


async def verify(
    database: Database,
    context: Context,
    actor: Actor,
    request: Request,
    chapter: int | None,
    *,
    secret: bool,
    first: int = 1,
    most: int = MOST_BYTES,
) -> Verified:
    """Check every open, or secret, roll of a chapter, the last ended one by default.

    The file holds its draws from `first` on, at most `most` bytes. Raises RuleViolation for a chapter
    whose seed is not published.
    """
    sealed = await database.read(
        lambda connection: find_sealed(connection, context, actor, request, chapter, secret=secret)
    )
    if first > max(sealed.drawn, 1):
        raise refused(
            "dice.no_such_draw",
            "Chapter {chapter} has {drawn} {drawn:draw|draws}. Pick one of them.",
            chapter=sealed.row.chapter,
            drawn=sealed.drawn,
        )
    check, export = Check(sealed.seed), Export(first, most, first - 1)
    check.require_seal(sealed.seal)
    page = partial(_page, sealed, 0)
    while rows := await database.read(page):
        await asyncio.to_thread(_take, check, export, sealed, rows)
        page = partial(_page, sealed, rows[-1].number)
    check.finish(sealed.drawn)
    return Verified(
        chapter=sealed.row.chapter,
        is_secret=secret,
        seal=sealed.seal,
        sealed_in=sealed.seals.entry,
        check=check,
        drawn=sealed.drawn,
        first=first,
        last=export.last,
        file=_written(sealed, export),
    )


def find_sealed(
    connection: sa.Connection,
    context: Context,
    actor: Actor,
    request: Request,
    chapter: int | None,
    *,
    secret: bool,
) -> Sealed:
    """An ended chapter whose seed is published. Raises RuleViolation for any other."""
    session = open_session(connection, context, actor, request)
    session.load(Scope())
    row = require_ended(session, max(session.row.chapter - 1, 1) if chapter is None else chapter)
    if secret and row.secret_revealed_at is None:
        raise refused(
            "dice.secret_is_sealed",
            "The secret seed of chapter {chapter} isn't published yet. A game master can publish it with "
            "`/dice reveal chapter:{chapter} secret:True`.",
            chapter=row.chapter,
        )
    return Sealed(row, secret, published_seals(connection, context, row))


def _page(sealed: Sealed, after: int, connection: sa.Connection) -> list[DrawnRow]:
    return chapters.draws(connection, sealed.row, secret=sealed.is_secret, after=after, most=PAGE)


def _take(check: Check, export: Export, sealed: Sealed, rows: Sequence[DrawnRow]) -> None:
    for row in rows:
        draw = _draw(row, sealed.is_secret)
        check.take(draw)
        export.take(draw)


def _draw(row: DrawnRow, is_secret: bool) -> Draw:
    dice = tuple(
        Die(die["sides"], die["value"], die["reason"], is_secret)
        for die in codec.read(row.dice)
        if die["secret"] == is_secret
    )
    return Draw(row.drawing, row.number, row.interaction_id, dice, row.undone_by)


def _written(sealed: Sealed, export: Export) -> bytes:
    head = Head(
        campaign=sealed.row.campaign_id,
        chapter=sealed.row.chapter,
        kind=SECRET if sealed.is_secret else OPEN,
        seal=sealed.seal,
        seed=sealed.seed,
        draws=sealed.drawn,
        first=export.first,
        last=export.last,
        dice=export.dice,
    )
    return b"".join([f"{head_line(head)}\n".encode(), *export.lines])
