"""Looking: records, the journal and what waits, as one viewer may see them. Changes nothing."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import asdict, dataclass

import sqlalchemy as sa

from bot.engine.campaign import Campaign
from bot.engine.people import Actor, Permit, Standing, Viewer, is_permitted, may_use
from bot.engine.system import Choice, Record, RecordId, Scope, System
from bot.engine.text import led_by, refused
from bot.engine.views import Glance, KnownCampaign
from bot.play import worlds
from bot.play.attendance import stand_in
from bot.play.clocks import moves
from bot.play.context import Context
from bot.play.glance import cards, glance, waits
from bot.play.preview import require_own
from bot.play.session import NoCampaign, Session, choose, open_session
from bot.play.views import (
    EVERY_ENTRY,
    CampaignView,
    Entry,
    Filter,
    Link,
    Pressed,
    RecordView,
    Request,
    Waiting,
)
from bot.storage import campaigns, journal, outbox, records, waiting
from bot.storage.outbox import PUBLIC_POST

PAGE = 8
# How far a filtered page looks for entries whose reader may see something of them.
BATCH, MOST_BATCHES = 50, 40


@dataclass(frozen=True, slots=True)
class Page:
    """A page of the journal, newest first, with where each entry's message is."""

    campaign_view: CampaignView
    entries: tuple[tuple[Entry, Link | None], ...]
    newer: int | None
    older: int | None
    wanted: Filter = EVERY_ENTRY


def look(
    connection: sa.Connection,
    context: Context,
    actor: Actor,
    request: Request,
    scope: Scope,
    may: Permit,
) -> CampaignView:
    """The channel's campaign and the records of the scope. Raises NoCampaign or NotAllowed."""
    session = open_session(connection, context, actor, request)
    session.load(scope)
    if not may_use(may, session.standing, actor):
        raise worlds.barred(session, may)
    _require_read(session, may)
    return campaign_view(session)


def _require_read(session: Session, may: Permit) -> None:
    """See that a stranger who names a campaign can read a channel of it. Raises NoCampaign."""
    is_strange = session.standing is Standing.OUTSIDER and not session.campaign.is_server
    if is_strange and may is Permit.EVERYONE and not any(map(session.is_read, session.campaign.places)):
        raise NoCampaign


def campaign_view(session: Session) -> CampaignView:
    """What a session loaded, as the actor may see it."""
    left = session.campaign.left_to(session.actor.user, session.now)
    return CampaignView(session.campaign, session.id, session.viewer, session.views(session.viewer), left)


def require_game(
    connection: sa.Connection, context: Context, actor: Actor, request: Request, game: System
) -> None:
    """See that the campaign meant plays that game. Raises NoCampaign, RuleViolation."""
    session = open_session(connection, context, actor, request)
    session.load(Scope())
    worlds.require_game(session, game)


def offered(
    connection: sa.Connection, context: Context, actor: Actor, request: Request, pressed: Pressed
) -> Choice:
    """The choice a button stands for, to ask for what it lacks.

    Raises Stale, or NotAllowed for the wrong person.
    """
    session = open_session(connection, context, actor, request, record=pressed.record)
    session.load(Scope(ids=(pressed.record,), links=True))
    found = choose(session, pressed)
    system, kind = context.catalogue.of_action(found.action)
    # Whose a step is, its action may know better than its record: a proposal waits for whom it asks.
    owner = session.rows[pressed.record].owner_id
    if kind.owner is not None:
        owner = kind.owner(worlds.world_of(session, system), found.action)
    is_own = is_permitted(kind.may, session.standing, actor, owner)
    if not is_own and not stand_in(session, owner):
        with led_by(system.game_master):
            raise worlds.barred(session, kind.may)
    # Nobody fills in a form to learn then that it isn't theirs.
    require_own(session, found.action)
    return found


def journal_page(
    connection: sa.Connection,
    context: Context,
    actor: Actor,
    request: Request,
    *,
    before: int | None,
    campaign: str | None = None,
    wanted: Filter = EVERY_ENTRY,
) -> Page:
    """One page of the journal, below the entry `before` or the newest. Raises NoCampaign or RuleViolation."""
    session = open_session(connection, context, actor, request, campaign=campaign)
    session.load(Scope(ids=(RecordId(wanted.record),) if wanted.record else ()))
    require_near(session)
    _require_seen(session, wanted.record)
    top = session.row.entries + 1
    before = min(before or top, top)
    entries = _entries(session, wanted, before=before)
    newer = _entries(session, wanted, after=before - 1) if before < top else []
    sent = outbox.of_entries(connection, session.row.id, [entry.number for entry in entries])
    links = {
        m.entry: Link(session.row.guild_id, m.channel_id, m.message_id)
        for m in sent
        if m.audience == PUBLIC_POST
    }
    last = entries[-1].number if entries else before
    return Page(
        campaign_view(session),
        tuple((entry, links.get(entry.number)) for entry in entries),
        newer=newer[-1].number + 1 if newer else None,
        older=last if _entries(session, wanted, before=last, size=1) else None,
        wanted=wanted,
    )


def require_near(session: Session) -> None:
    """A stranger reads a journal where it is kept: elsewhere its channels may be closed to them."""
    is_here = not set(session.request.places).isdisjoint(session.campaign.places)
    if session.standing is Standing.OUTSIDER and not is_here:
        raise NoCampaign


def _require_seen(session: Session, record: str | None) -> None:
    if record is not None and RecordId(record) not in session.views(session.viewer):
        raise refused("record.unknown", "There's no such record here. Pick one from the list.")


def _entries(
    session: Session, wanted: Filter, *, before: int | None = None, after: int | None = None, size: int = PAGE
) -> list[Entry]:
    """The next entries in one direction. A filter never finds what its reader may not see any of."""
    found: list[Entry] = []
    # Most pages are full at once; who has to look on, looks far.
    for most in (size, *[BATCH] * MOST_BATCHES):
        rows = journal.page(
            session.connection, session.row.id, most, before=before, after=after, **asdict(wanted)
        )
        entries = map(session.entry, rows)
        found += [entry for entry in entries if wanted.is_open or entry.events]
        if len(found) >= size or not rows:
            break
        before, after = (rows[-1].number, None) if after is None else (None, rows[-1].number)
    return found[:size]


def what_waits(
    connection: sa.Connection, context: Context, actor: Actor, request: Request, *, mine: bool
) -> tuple[CampaignView, tuple[Waiting, ...]]:
    """What the campaign waits for, or with `mine` from the actor, longest first. Raises NoCampaign."""
    session = open_session(connection, context, actor, request)
    session.load(Scope())
    found = waiting_for(session, mine=mine)
    return campaign_view(session), found


def waiting_for(session: Session, *, mine: bool = False) -> tuple[Waiting, ...]:
    """What an open session's campaign waits for, or with `mine` from the actor, longest first."""
    # As whom the actor is asked: in person, and as a game master.
    own = [session.actor.user, *([None] if session.viewer.is_game_master else [])]
    own += session.campaign.left_to(session.actor.user, session.now)
    return waiting_seen_by(session, session.viewer, own if mine else None)


def waits_everywhere(
    connection: sa.Connection, context: Context, user: int
) -> tuple[tuple[Campaign, tuple[Waiting, ...]], ...]:
    """What waits for a person in every campaign in play that they belong to, on whatever server."""
    found = []
    for row in campaigns.of_ids(connection, sorted(campaigns.of_member(connection, user))):
        request = Request(interaction=0, guild=row.guild_id, channel=0, campaign=row.id)
        session = Session(connection, context, request, Actor(user), row, context.now())
        session.load(Scope())
        if not session.records[session.id].is_archived and (own := waiting_for(session, mine=True)):
            found.append((session.campaign, own))
    return tuple(found)


def waiting_seen_by(
    session: Session, viewer: Viewer, people: Sequence[int | None] | None, *, by_move: bool = False
) -> tuple[Waiting, ...]:
    """What waits for those people, as far as the viewer may know of it; None stands for the game masters.

    `by_move` is whose move it is now, where somebody has left or their time is over.
    """
    rows = waiting.of_campaign(session.connection, session.row.id, people)
    if by_move:
        rows = moves(session, rows)
    session.load(Scope(ids=tuple(RecordId(row.record_id) for row in rows)))
    shown = session.views(viewer)
    links = cards(session, shown, viewer)
    known = ((row, shown.get(RecordId(row.record_id))) for row in rows)
    return tuple(waits(session, row, view, links) for row, view in known if view is not None)


def at_a_glance(
    connection: sa.Connection, context: Context, actor: Actor, request: Request
) -> tuple[CampaignView, Glance]:
    """All that goes on in the campaign, as the actor may see it. Raises NoCampaign."""
    session = open_session(connection, context, actor, request)
    session.load(Scope())
    return campaign_view(session), glance(session, session.viewer)


def named(
    connection: sa.Connection, context: Context, actor: Actor, request: Request, part: str
) -> tuple[RecordView, ...]:
    """The records whose name, as the actor may see it, holds that piece of text. Raises NoCampaign."""
    session = open_session(connection, context, actor, request)
    session.load(Scope())
    session.take(records.named(connection, session.row.id, part))
    near = part.strip().casefold()
    shown = session.views(session.viewer).values()
    found = (each for each in shown if near in each.title.casefold())
    return tuple(each for each in found if not context.catalogue.kind(each.system, each.kind).is_nameless)


def of_servers(connection: sa.Connection, context: Context, kind: str) -> list[tuple[int, RecordView]]:
    """Every record of a kind that servers keep for their people, as its owner sees it, with the server."""
    found = []
    for guild, row in records.of_servers(connection, kind):
        shown = context.view(row.system, context.record(row), Viewer(row.owner_id))
        found += [(guild, shown)] if shown is not None else []
    return found


def games_played(
    connection: sa.Connection, context: Context, guilds: Sequence[int]
) -> dict[int, frozenset[str]]:
    """The games that the campaigns of those servers play, archived ones included."""
    found = dict[int, frozenset[str]]()
    for guild, row in campaigns.of_servers(connection, guilds):
        found[guild] = found.get(guild, frozenset()).union(context.record(row).state.systems)
    return found


def known_campaigns(
    connection: sa.Connection, context: Context, actor: Actor, request: Request, part: str, *, archived: bool
) -> tuple[KnownCampaign, ...]:
    """The server's campaigns with that piece in their name or with that id, those in play first.

    With `archived` also those that rest. At most 100: a longer piece finds the rest.
    """
    rows = campaigns.of_guild(connection, request.guild, part, archived=archived)
    records = [context.record(row) for row in rows]
    resting = [place for record in records if record.is_archived for place in record.state.places]
    taken = campaigns.held(connection, resting) if resting else set()
    return tuple(_known(record, actor, taken) for record in records)


def _known(record: Record[Campaign], actor: Actor, taken: Collection[int]) -> KnownCampaign:
    state = record.state
    lost = tuple(place for place in state.places if place in taken) if record.is_archived else ()
    standing = state.standing(actor.user, actor.roles)
    is_run = standing is Standing.GAME_MASTER or actor.manages_server
    return KnownCampaign(record.id, state.name, state.channels, standing, record.is_archived, lost, is_run)
