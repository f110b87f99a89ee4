"""Looking: records, the journal and what waits, as one viewer may see them. Changes nothing."""

from __future__ import annotations

from dataclasses import dataclass

import sqlalchemy as sa

from bot.engine.people import WHO_MAY, Actor, Permit, is_permitted, may_use
from bot.engine.system import Choice, RecordId, Scope
from bot.errors import NotAllowed
from bot.play.act import choose
from bot.play.house import House
from bot.play.session import Session, open_session
from bot.play.shown import Entry, Link, Pressed, Request, Scenery, Shown, Waiting
from bot.storage import campaigns, journal, outbox, waiting

PAGE = 8


@dataclass(frozen=True, slots=True)
class Page:
    """A page of the journal, newest first, with where each entry's message is."""

    scenery: Scenery
    entries: tuple[tuple[Entry, Link | None], ...]
    newer: int | None
    older: int | None


@dataclass(frozen=True, slots=True)
class Known:
    """One of a server's campaigns: its name and one of its channels."""

    id: RecordId
    name: str
    channel: int | None


def look(
    connection: sa.Connection,
    house: House,
    actor: Actor,
    request: Request,
    scope: Scope,
    may: Permit,
) -> Scenery:
    """The channel's campaign and the records of the scope. Raises NoCampaign or NotAllowed."""
    session = open_session(connection, house, actor, request)
    session.load(scope)
    if not may_use(may, session.standing, actor):
        raise NotAllowed(f"Only {WHO_MAY[may]} can do that; nothing was changed.")
    return scenery(session)


def scenery(session: Session) -> Scenery:
    """What a session loaded, as the actor may see it."""
    return Scenery(session.campaign, session.id, session.viewer, session.shown(session.viewer))


def offered(
    connection: sa.Connection, house: House, actor: Actor, request: Request, pressed: Pressed
) -> Choice:
    """The choice a button stands for, to ask for what it lacks.

    Raises Stale, or NotAllowed for the wrong person.
    """
    session = open_session(connection, house, actor, request, record=pressed.record)
    session.load(Scope(ids=(pressed.record,), links=True))
    found = choose(session, pressed)
    _, kind = house.catalogue.of_action(found.action)
    owner = session.rows[pressed.record].owner_id
    if not is_permitted(kind.may, session.standing, actor, owner):
        raise NotAllowed(f"Only {WHO_MAY[kind.may]} can do that; nothing was changed.")
    return found


def journal_page(
    connection: sa.Connection,
    house: House,
    actor: Actor,
    request: Request,
    *,
    before: int | None,
    campaign: str | None = None,
) -> Page:
    """One page of the journal, below the entry `before` or the newest. Raises NoCampaign."""
    session = open_session(connection, house, actor, request, campaign=campaign)
    session.load(Scope())
    top = session.row.entries + 1
    before = min(before or top, top)
    rows = journal.page(connection, session.row.id, before, PAGE)
    entries = [house.entry(row, session.viewer) for row in rows]
    sent = outbox.of_entries(connection, session.row.id, [entry.number for entry in entries])
    links = {
        m.entry: Link(session.row.guild_id, m.channel_id, m.message_id)
        for m in sent
        if m.audience == "public"
    }
    last = rows[-1].number if rows else 1
    return Page(
        scenery(session),
        tuple((entry, links.get(entry.number)) for entry in entries),
        newer=min(before + PAGE, top) if before < top else None,
        older=last if last > 1 else None,
    )


def what_waits(
    connection: sa.Connection, house: House, actor: Actor, request: Request, *, mine: bool
) -> tuple[Scenery, tuple[Waiting, ...]]:
    """What the campaign waits for, or with `mine` from the actor, longest first. Raises NoCampaign."""
    session = open_session(connection, house, actor, request)
    session.load(Scope())
    rows = waiting.of_campaign(connection, session.row.id, _own(session) if mine else None)
    session.load(Scope(ids=tuple(RecordId(row.record_id) for row in rows)))
    shown = session.shown(session.viewer)
    links = _cards(session, shown)
    found = tuple(
        Waiting(
            shown[RecordId(r.record_id)], r.step, r.label, r.who, r.since, links.get(RecordId(r.record_id))
        )
        for r in rows
        if RecordId(r.record_id) in shown
    )
    return scenery(session), found


def _own(session: Session) -> list[int | None]:
    """As whom the actor is asked: in person, and as a game master."""
    return [session.actor.user, None] if session.viewer.is_game_master else [session.actor.user]


def _cards(session: Session, shown: dict[RecordId, Shown]) -> dict[RecordId, Link]:
    messages = outbox.showing(session.connection, list(shown)) if shown else []
    return {
        RecordId(m.record_id): Link(session.row.guild_id, m.channel_id, m.message_id)
        for m in messages
        if m.record_id is not None and (m.audience == "public" or session.viewer.is_game_master)
    }


def known_campaigns(connection: sa.Connection, house: House, request: Request) -> tuple[Known, ...]:
    """The server's campaigns, by name."""
    found = (house.record(row) for row in campaigns.of_guild(connection, request.guild))
    return tuple(Known(each.id, each.state.name, next(iter(each.state.channels), None)) for each in found)
