"""Chapters of dice: what is sealed, the end of a chapter with its open seed published, and the secret one's.

Ending a chapter and publishing its secret seed are entries of their own, as undo is; nothing undoes them.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

import sqlalchemy as sa

from bot.engine.dice.source import SEED_BYTES, Seed
from bot.engine.people import WHO_MAY, Actor, Permit, Standing, only
from bot.engine.system import PlainEvent, RecordId, Scope
from bot.engine.text import T, refused
from bot.errors import Stale
from bot.play.act import chapter_began, repeated
from bot.play.commit import Draft, write
from bot.play.context import Context
from bot.play.session import TABLE, Session, open_session
from bot.play.views import Outcome, Request
from bot.storage import chapters, journal
from bot.storage.chapters import ChapterRow

END_CHAPTER, REVEAL_SECRET = "EndChapter", "RevealSecretDice"
MOST_LISTED = 10
# Where a seal should stand that no entry of the journal holds.
NEVER_PUBLISHED = T("never published")


@dataclass(frozen=True, slots=True)
class Chapter:
    """One chapter as its viewer may see it.

    `ended_at` is None while it runs; `secret_draws` is None for whom their number is a secret.
    """

    number: int
    draws: int
    secret_draws: int | None
    first_entry: int
    last_entry: int
    began_at: datetime
    ended_at: datetime | None = None
    is_secret_published: bool = False


@dataclass(frozen=True, slots=True)
class Seals:
    """The SHA-256 of a chapter's seeds, as that entry of the journal published them before its first die."""

    entry: int
    open: str = field(default_factory=NEVER_PUBLISHED.plain)
    secret: str = field(default_factory=NEVER_PUBLISHED.plain)


@dataclass(frozen=True, slots=True)
class Chapters:
    """A campaign's running chapter with its seals, and the newest that ended, the last first."""

    campaign: RecordId
    name: str
    running: Chapter
    seals: Seals
    ended: tuple[Chapter, ...]


def look_at_chapters(connection: sa.Connection, context: Context, actor: Actor, request: Request) -> Chapters:
    """The campaign's chapters. Raises NoCampaign."""
    session = _session(connection, context, actor, request)
    now = running(session)
    return Chapters(
        session.id,
        session.campaign.name,
        _seen(session, now),
        published_seals(connection, context, now),
        tuple(_seen(session, row) for row in chapters.of_campaign(connection, session.row.id, MOST_LISTED)),
    )


def preview_reveal(
    connection: sa.Connection,
    context: Context,
    actor: Actor,
    request: Request,
    chapter: int | None,
    *,
    secret: bool,
) -> tuple[RecordId, Chapter]:
    """The campaign and chapter whose seed a reveal would publish. Raises NotAllowed or RuleViolation."""
    session = _session(connection, context, actor, request)
    _require_right(session)
    if secret:
        return session.id, _seen(session, _to_open(session, chapter))
    return session.id, _seen(session, _to_end(session, chapter))


def end_chapter(
    connection: sa.Connection, context: Context, actor: Actor, request: Request, *, chapter: int, drawn: int
) -> Outcome:
    """End the running chapter, publish its open seed and the seals of the next.

    `chapter` and `drawn` are what the preview said. Raises Stale where they no longer hold, NotAllowed.
    """
    session = _session(connection, context, actor, request, lock=True)
    first = repeated(connection, context, actor, request)
    if first is not None:
        return first
    _require_right(session)
    _require_as_shown(session, chapter, drawn)
    row = _to_end(session, chapter)
    seed, secret_seed = (context.randomness(SEED_BYTES) for _ in range(2))
    facts = {"chapter": chapter, "draws": drawn, "first": row.first_entry, "last": row.last_entry}
    over = PlainEvent("ChapterEnded", facts | {"seed": row.seed.hex(), "seal": Seed(row.seed).commitment})
    began = chapter_began(session.row._replace(chapter=chapter + 1, seed=seed, secret_seed=secret_seed))
    outcome = write(session, _draft(END_CHAPTER, chapter, over, began), [])
    # The entry that ends a chapter is its last.
    ended = row._replace(last_entry=session.row.entries + 1)
    chapters.end(connection, ended, seed=seed, secret_seed=secret_seed)
    return outcome


def reveal_secret(
    connection: sa.Connection, context: Context, actor: Actor, request: Request, *, chapter: int
) -> Outcome:
    """Publish the secret seed of an ended chapter. Raises NotAllowed or RuleViolation."""
    session = _session(connection, context, actor, request, lock=True)
    first = repeated(connection, context, actor, request)
    if first is not None:
        return first
    _require_right(session)
    row = _to_open(session, chapter)
    seed = Seed(row.secret_seed)
    facts = {"chapter": chapter, "draws": row.secret_drawn, "seed": seed.value.hex(), "seal": seed.commitment}
    chapters.mark_secret_revealed(connection, session.row.id, chapter, session.now)
    return write(session, _draft(REVEAL_SECRET, chapter, PlainEvent("SecretSeedRevealed", facts)), [])


def running(session: Session) -> ChapterRow:
    """The running chapter, as its row would be if it ended now."""
    row = session.row
    before = chapters.ended(session.connection, row.id, row.chapter - 1)
    return ChapterRow(
        campaign_id=row.id,
        chapter=row.chapter,
        seed=row.seed,
        secret_seed=row.secret_seed,
        drawn=row.drawn,
        secret_drawn=row.secret_drawn,
        first_entry=before.last_entry + 1 if before is not None else 1,
        last_entry=row.entries,
        began_at=before.ended_at if before is not None else row.began_at,
        ended_at=session.now,
    )


def published_seals(connection: sa.Connection, context: Context, row: ChapterRow) -> Seals:
    """A chapter's seals as published: by a campaign's first entry, or by the one that ended the last chapter.

    Read from the journal, never computed from the seeds: what was published is what binds the dice.
    """
    number = max(row.first_entry - 1, 1)
    entry = journal.entry(connection, row.campaign_id, number)
    events, _ = context.whole(entry) if entry is not None else ((), ())
    for event in events:
        is_it = isinstance(event, PlainEvent) and event.kind == "ChapterBegan"
        if is_it and event.facts["chapter"] == row.chapter:
            return Seals(number, str(event.facts["open"]), str(event.facts["secret"]))
    return Seals(number)


def require_ended(session: Session, chapter: int) -> ChapterRow:
    """The ended chapter of that number. Raises RuleViolation for the running one, or one that is to come."""
    row = chapters.ended(session.connection, session.row.id, chapter)
    if row is not None:
        return row
    if chapter == session.row.chapter:
        raise refused(
            "dice.chapter_runs",
            "Chapter {chapter} is still running, so its seed has to stay secret. You can check its dice "
            "once a game master ends it with `/dice reveal`.",
            chapter=chapter,
        )
    raise refused(
        "dice.no_chapter",
        "There's no chapter {chapter} here. The current one is {running}.",
        chapter=chapter,
        running=session.row.chapter,
    )


# -- who may, and what ----------------------------------------------------------------------------


def _session(
    connection: sa.Connection, context: Context, actor: Actor, request: Request, *, lock: bool = False
) -> Session:
    session = open_session(connection, context, actor, request, lock=lock)
    session.load(Scope())
    return session


def _require_right(session: Session) -> None:
    """A server's own dice have no game master: there it is for those who run the server."""
    campaign, actor = session.campaign, session.actor
    permit = Permit.ADMINS if campaign.is_server else Permit.GAME_MASTERS
    may = actor.manages_server if campaign.is_server else session.standing is Standing.GAME_MASTER
    if not may:
        raise only(WHO_MAY[permit])


def _require_as_shown(session: Session, chapter: int, drawn: int) -> None:
    now = session.row
    if now.chapter != chapter:
        raise refused(
            "dice.ended_meanwhile",
            "Nothing was revealed: chapter {chapter} has ended in the meantime. `/dice reveal` shows how "
            "it is now.",
            Stale,
            chapter=chapter,
        )
    if now.drawn != drawn:
        raise refused(
            "dice.rolled_meanwhile",
            "Nothing was revealed: chapter {chapter} was at draw {shown} when you saw this, and now it's "
            "at {now}. `/dice reveal` shows how it is now.",
            Stale,
            chapter=chapter,
            shown=drawn,
            now=now.drawn,
        )


def _to_end(session: Session, chapter: int | None) -> ChapterRow:
    row = running(session)
    if chapter is not None and chapter != row.chapter:
        require_ended(session, chapter)
        raise refused(
            "dice.has_ended",
            "Chapter {chapter} has already ended, and its open seed is published. Check it with `/dice "
            "verify`.",
            chapter=chapter,
        )
    if not row.drawn and not row.secret_drawn:
        raise refused(
            "dice.nothing_rolled",
            "Nothing to reveal: nobody has rolled in chapter {chapter} yet.",
            chapter=row.chapter,
        )
    return row


def _to_open(session: Session, chapter: int | None) -> ChapterRow:
    newest = session.row.chapter - 1
    if chapter is None and not newest:
        raise refused(
            "dice.no_chapter_ended",
            "You can only reveal a finished chapter's secret dice, and none is finished. End one with "
            "`/dice reveal`.",
        )
    row = require_ended(session, newest if chapter is None else chapter)
    if row.secret_revealed_at is not None:
        raise refused(
            "dice.secret_is_out",
            "The secret seed of chapter {chapter} is already published.",
            chapter=row.chapter,
        )
    if not row.secret_drawn:
        raise refused(
            "dice.no_secret_dice",
            "Nothing to reveal: nobody rolled secret dice in chapter {chapter}.",
            chapter=row.chapter,
        )
    return row


# -- as seen, and as written ----------------------------------------------------------------------


def _seen(session: Session, row: ChapterRow) -> Chapter:
    is_published = row.secret_revealed_at is not None
    return Chapter(
        number=row.chapter,
        draws=row.drawn,
        secret_draws=row.secret_drawn if is_published or session.viewer.is_game_master else None,
        first_entry=row.first_entry,
        last_entry=row.last_entry,
        began_at=row.began_at,
        ended_at=row.ended_at if row.chapter < session.row.chapter else None,
        is_secret_published=is_published,
    )


def _draft(action: str, chapter: int, *events: PlainEvent) -> Draft:
    given: Mapping[str, Any] = {"chapter": chapter}
    return Draft(system=TABLE, action=action, input=json.dumps(given), events=events, subject=None)
