"""Bringing a buried card back to the end of its channel, nudging who is waited for, and the daily list."""

from __future__ import annotations

import json
from datetime import datetime, timedelta
from typing import Any

import sqlalchemy as sa

from bot.engine.campaign import Campaign
from bot.engine.people import EVERYONE, GAME_MASTER, GAME_MASTERS, PUBLIC, Actor, Permit, may_use
from bot.engine.settings import GAME_MASTERS_READ_A_DIGEST, NOBODY_IS_MENTIONED
from bot.engine.system import PlainEvent, RecordId, Scope, Step
from bot.engine.text import refused
from bot.errors import Stale
from bot.play import clocks
from bot.play.act import repeated
from bot.play.commit import Draft, write
from bot.play.context import Context
from bot.play.look import waiting_seen_by
from bot.play.mentions import DIGEST, DIGESTED, NUDGED
from bot.play.post import anew
from bot.play.session import TABLE, Session, open_session, unused_interaction
from bot.play.views import Link, Outcome, Request, Waiting
from bot.play.worlds import barred
from bot.storage import campaigns, journal, outbox, records, waiting
from bot.storage.campaigns import CampaignRow
from bot.storage.journal import HOUSE
from bot.storage.outbox import GAME_MASTER_POST, PUBLIC_POST, MessageRow

# A person is reminded of one thing at most once in this time.
BETWEEN_NUDGES = timedelta(days=1)
# The game masters of a campaign read a list at most once in this time, of so many things.
BETWEEN_DIGESTS = timedelta(days=1)
MOST_LISTED = 20


def bring_up(
    connection: sa.Connection, context: Context, actor: Actor, request: Request, record: RecordId
) -> None:
    """Post the card of what waits once more, at the end of its channel; the old one folds to a link.

    It mentions nobody anew. Raises Stale where nothing waits there any more, or NotAllowed.
    """
    session = _hold(connection, context, actor, request, record, Permit.MEMBERS)
    if not session.steps(record):
        raise refused(
            "waiting.nothing_moved",
            "That's already settled. `/waiting` lists what's still waiting.",
            Stale,
        )
    card = _card(session, record)
    if card is None and session.viewer.is_game_master:
        card = _card(session, record, GAME_MASTER_POST)
    if card is None:
        raise refused(
            "waiting.being_posted", "Its card is being posted right now, at the bottom of the channel."
        )
    posts = outbox.of_entry(connection, card.campaign_id, card.entry)
    if all(row.done_at is not None or row.audience != card.audience for row in posts):
        outbox.post(connection, anew(card, session.now))
        outbox.redraw(connection, card, card.entry, session.now)


def nudge(
    connection: sa.Connection, context: Context, actor: Actor, request: Request, record: RecordId, name: str
) -> Outcome:
    """Remind the person who must act at a step, with one mention. Raises RuleViolation: once a day."""
    first = repeated(connection, context, actor, request)
    if first is not None:
        return first
    session = _hold(connection, context, actor, request, record, Permit.GAME_MASTERS)
    step = _step(session, record, name)
    if step.who is None:
        raise refused(
            "nudge.no_player", "That's waiting for the game masters, so there's no player to nudge."
        )
    if step.who in session.campaign.gone:
        raise refused(
            "nudge.left",
            "{who:@} is no longer on this server. `/campaign handover` gives what's theirs to somebody else.",
            who=step.who,
        )
    if session.view(record, PUBLIC) is None:
        raise refused("nudge.tells", "The players don't know about that yet, so a nudge would give it away.")
    _require_patience(session, waiting.nudged_at(connection, record, name))
    waiting.nudge(connection, record, name, session.now)
    # Everybody reads a nudge: it links to what everybody can open.
    card = _card(session, record)
    asked = clocks.reader(session.campaign.away_at(step.who, session.now), step.who)
    facts: dict[str, Any] = {"who": asked, "label": step.label}
    if asked != step.who:
        facts["for"] = step.who
    if card is not None:
        facts["url"] = Link(session.row.guild_id, card.channel_id, card.message_id).url
    told = json.dumps({"record": record, "step": name})
    return write(session, Draft(TABLE, "Nudge", told, (PlainEvent(NUDGED, facts),), None), [])


def asked_at(connection: sa.Connection, record: RecordId, name: str) -> int | None:
    """Who must act at a step; nobody where it is open no longer, or waits for game masters."""
    return next((row.who for row in waiting.of_records(connection, [record]) if row.step == name), None)


def _hold(
    connection: sa.Connection, context: Context, actor: Actor, request: Request, record: RecordId, may: Permit
) -> Session:
    session = open_session(connection, context, actor, request, record=record, lock=True)
    session.load(Scope(ids=(record,)))
    if not may_use(may, session.standing, actor):
        raise barred(session, may)
    if session.view(record, session.viewer) is None:
        raise refused(
            "waiting.nothing", "That's no longer here. `/waiting` lists what's still waiting.", Stale
        )
    return session


def _step(session: Session, record: RecordId, name: str) -> Step:
    for step in session.steps(record):
        if step.name == name:
            return step
    raise refused(
        "nudge.nobody",
        "Nobody was nudged: that's already settled. `/waiting` lists what's still waiting.",
        Stale,
    )


def _require_patience(session: Session, last: datetime | None) -> None:
    if last is not None and session.now - last < BETWEEN_NUDGES:
        again = int((last + BETWEEN_NUDGES).timestamp())
        raise refused(
            "nudge.already",
            "They were nudged about this less than a day ago. The next nudge can go out <t:{again}:R>.",
            again=again,
        )


def _card(session: Session, record: RecordId, audience: str = PUBLIC_POST) -> MessageRow | None:
    """The newest message for that audience about a record, or else about what links to it."""
    own = outbox.newest(session.connection, [record])
    shown = own or outbox.newest_through(session.connection, [record])
    return shown.get((record, audience))


# -- what waits for the game masters, once a day ------------------------------------------------------


def digests_due(connection: sa.Connection, context: Context) -> list[CampaignRow]:
    """The campaigns whose game masters want a list of what waits, and have not read of all of it."""
    left = waiting.left_to_game_masters(connection)
    roots = {row.id: context.record(row) for row in records.of_ids(connection, sorted(left))}
    wanting = [each for each, root in roots.items() if not root.is_archived and _wants_digest(root.state)]
    rows = campaigns.of_ids(connection, wanting)
    return [row for row in rows if _is_due(connection, row, left[row.id], context.now())]


def _wants_digest(campaign: Campaign) -> bool:
    settings = campaign.settings
    return GAME_MASTERS_READ_A_DIGEST.holds(settings) and not NOBODY_IS_MENTIONED.holds(settings)


def _is_due(connection: sa.Connection, row: CampaignRow, newest: int, now: datetime) -> bool:
    """Whether something new waits, and the last list is a day old, by a clock that may be set back."""
    before = row.entries + 1
    last = journal.page(connection, row.id, 1, before=before, player=HOUSE, action=DIGEST)
    return not last or (newest > last[0].number and abs(now - last[0].at) >= BETWEEN_DIGESTS)


def digest(connection: sa.Connection, context: Context, row: CampaignRow) -> bool:
    """List for the game masters what waits for them, in their channel; whether there was anything to list.

    Without one it stands where the campaign is played, and tells what everybody may know.
    """
    newest = journal.entry(connection, row.id, row.entries)
    request = Request(unused_interaction(connection, newest), row.guild_id, 0)
    session = open_session(connection, context, Actor(HOUSE), request, campaign=row.id, lock=True)
    session.load(Scope())
    left = waiting.left_to_game_masters(connection).get(row.id)
    # Another may have listed it meanwhile, or decided otherwise.
    is_wanted = _wants_digest(session.campaign) and not session.records[session.id].is_archived
    if left is None or not is_wanted or not _is_due(connection, session.row, left, session.now):
        return False
    is_apart = session.campaign.game_master_channel is not None
    found = waiting_seen_by(session, GAME_MASTER if is_apart else PUBLIC, [None])
    if not found or not (is_apart or session.open_channel):
        return False
    facts = {"listed": [_listed(each) for each in found[:MOST_LISTED]], "more": len(found[MOST_LISTED:])}
    told = PlainEvent(DIGESTED, facts, GAME_MASTERS if is_apart else EVERYONE)
    write(session, Draft(TABLE, DIGEST, json.dumps({"left": left}), (told,), None), [])
    return True


def _listed(each: Waiting) -> dict[str, Any]:
    url = each.link.url if each.link is not None else None
    since = int(each.since.timestamp())
    return {"label": each.label, "title": each.record.title, "since": since, "url": url}
