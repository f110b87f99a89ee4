"""Rows of chapters: the seeds of the dice of ended chapters; and what a chapter's entries drew."""

from __future__ import annotations

from datetime import datetime
from typing import NamedTuple

import sqlalchemy as sa

from bot.storage.models import campaigns, chapters, journal
from bot.storage.prepared import every, first


class ChapterRow(NamedTuple):
    """One row of `chapters`, in the order of its columns."""

    campaign_id: str
    chapter: int
    seed: bytes
    secret_seed: bytes
    drawn: int
    secret_drawn: int
    first_entry: int
    last_entry: int
    began_at: datetime
    ended_at: datetime
    secret_revealed_at: datetime | None = None


class DrawnRow(NamedTuple):
    """What a check needs of an entry that drew dice; `drawing` is its number among those of one seed."""

    number: int
    drawing: int
    interaction_id: int
    dice: str
    undone_by: int | None


def end(connection: sa.Connection, ended: ChapterRow, *, seed: bytes, secret_seed: bytes) -> None:
    """Keep an ended chapter, and begin the next with those seeds and nothing drawn."""
    connection.execute(chapters.insert(), ended._asdict())
    connection.execute(
        campaigns.update()
        .where(campaigns.c.id == ended.campaign_id)
        .values(chapter=ended.chapter + 1, seed=seed, secret_seed=secret_seed, drawn=0, secret_drawn=0)
    )


def of_campaign(connection: sa.Connection, campaign_id: str, most: int) -> list[ChapterRow]:
    """The newest ended chapters of a campaign, the last first."""
    return every(
        ChapterRow._make,
        connection,
        sa.select(chapters)
        .where(chapters.c.campaign_id == campaign_id)
        .order_by(chapters.c.chapter.desc())
        .limit(most),
    )


def ended(connection: sa.Connection, campaign_id: str, chapter: int) -> ChapterRow | None:
    """The ended chapter of that number."""
    return first(
        ChapterRow._make,
        connection,
        sa.select(chapters).where(chapters.c.campaign_id == campaign_id, chapters.c.chapter == chapter),
    )


def mark_secret_revealed(connection: sa.Connection, campaign_id: str, chapter: int, at: datetime) -> None:
    """Write down that the chapter's secret seed was published."""
    connection.execute(
        chapters.update()
        .where(chapters.c.campaign_id == campaign_id, chapters.c.chapter == chapter)
        .values(secret_revealed_at=at)
    )


def draws(
    connection: sa.Connection, chapter: ChapterRow, *, secret: bool, after: int, most: int
) -> list[DrawnRow]:
    """Up to `most` entries of a chapter numbered above `after` that drew open, or secret, dice; in order."""
    drawing = journal.c.secret_drawing if secret else journal.c.drawing
    return every(
        DrawnRow._make,
        connection,
        sa.select(journal.c.number, drawing, journal.c.interaction_id, journal.c.dice, journal.c.undone_by)
        .where(
            journal.c.campaign_id == chapter.campaign_id,
            journal.c.chapter == chapter.chapter,
            journal.c.number > max(after, chapter.first_entry - 1),
            journal.c.number <= chapter.last_entry,
            drawing.is_not(None),
        )
        .order_by(journal.c.number)
        .limit(most),
    )
