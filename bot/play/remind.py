"""Bringing a buried card back to the end of its channel, and nudging who is waited for."""

from __future__ import annotations

import json
from datetime import datetime, timedelta
from typing import Any

import sqlalchemy as sa

from bot.engine.people import PUBLIC, WHO_MAY, Actor, Permit, may_use, only
from bot.engine.system import Happened, RecordId, Scope, Step
from bot.engine.text import refused
from bot.errors import Stale
from bot.play.act import repeated
from bot.play.commit import Draft, write
from bot.play.context import Context
from bot.play.post import anew
from bot.play.session import TABLE, Session, open_session
from bot.play.views import Link, Outcome, Request
from bot.storage import outbox, waiting
from bot.storage.outbox import GAME_MASTER_POST, PUBLIC_POST, MessageRow

NUDGED = "Nudged"
# A person is reminded of one thing at most once in this time.
BETWEEN_NUDGES = timedelta(days=1)


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
            "That has been settled already; nothing was moved. `/waiting` lists what still waits.",
            Stale,
        )
    card = _card(session, record)
    if card is None and session.viewer.is_game_master:
        card = _card(session, record, GAME_MASTER_POST)
    if card is None:
        raise refused(
            "waiting.being_posted", "Its card is just being posted; look at the end of the channel."
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
            "nudge.no_player", "That waits for the game masters themselves; there is no player to nudge."
        )
    if session.view(record, PUBLIC) is None:
        raise refused("nudge.tells", "The players don't know of that yet, so a nudge would give it away.")
    _require_patience(session, waiting.nudged_at(connection, record, name))
    waiting.nudge(connection, record, name, session.now)
    # Everybody reads a nudge: it links to what everybody can open.
    card = _card(session, record)
    facts: dict[str, Any] = {"who": step.who, "label": step.label}
    if card is not None:
        facts["url"] = Link(session.row.guild_id, card.channel_id, card.message_id).url
    told = json.dumps({"record": record, "step": name})
    return write(session, Draft(TABLE, "Nudge", told, (Happened(NUDGED, facts),), None), [])


def _hold(
    connection: sa.Connection, context: Context, actor: Actor, request: Request, record: RecordId, may: Permit
) -> Session:
    session = open_session(connection, context, actor, request, record=record, lock=True)
    session.load(Scope(ids=(record,)))
    if not may_use(may, session.standing, actor):
        raise only(WHO_MAY[may])
    if session.view(record, session.viewer) is None:
        raise refused("waiting.nothing", "That is no longer here; `/waiting` lists what still waits.", Stale)
    return session


def _step(session: Session, record: RecordId, name: str) -> Step:
    for step in session.steps(record):
        if step.name == name:
            return step
    raise refused(
        "nudge.nobody",
        "That has been settled already; nobody was nudged. `/waiting` lists what still waits.",
        Stale,
    )


def _require_patience(session: Session, last: datetime | None) -> None:
    if last is not None and session.now - last < BETWEEN_NUDGES:
        again = int((last + BETWEEN_NUDGES).timestamp())
        raise refused(
            "nudge.already",
            "They were nudged about this within a day; the next nudge can go out <t:{again}:R>.",
            again=again,
        )


def _card(session: Session, record: RecordId, audience: str = PUBLIC_POST) -> MessageRow | None:
    """The newest message for that audience about a record, or else about what links to it."""
    own = outbox.newest(session.connection, [record])
    shown = own or outbox.newest_through(session.connection, [record])
    return shown.get((record, audience))
