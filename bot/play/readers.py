"""What is kept from a game masters' channel while others can read it, and the question that this puts.

A secret post of such a channel is set aside, and a game master is asked there: it says only who can read it.
What was set aside appears once they decide, or once nobody else can read it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

import sqlalchemy as sa

from bot.engine.campaign import Campaign
from bot.engine.people import GAME_MASTERS, Actor
from bot.engine.readers import READERS, OtherReaders, Reader
from bot.engine.system import PlainEvent, Record, RecordId, Scope, Want
from bot.play.commit import Draft, store, write
from bot.play.context import Context
from bot.play.session import TABLE, Session, open_session, unused_interaction
from bot.play.views import Request
from bot.storage import campaigns, codec, journal, outbox, records
from bot.storage.journal import HOUSE
from bot.storage.outbox import GAME_MASTER_POST

FOUND, GONE = "ReadersFound", "ReadersGone"


@dataclass(frozen=True, slots=True)
class HeldCampaign:
    """A campaign whose secrets wait, and what it has decided so far."""

    id: str
    guild: int
    campaign: Campaign


def held(connection: sa.Connection, context: Context) -> list[HeldCampaign]:
    """The campaigns in which that question is open."""
    rows = records.of_ids(connection, records.in_play(connection, [READERS]))
    asked = campaigns.of_ids(connection, sorted({row.campaign_id for row in rows}))
    roots = {row.id: context.record(row).state for row in records.of_ids(connection, [r.id for r in asked])}
    return [HeldCampaign(row.id, row.guild_id, roots[row.id]) for row in asked]


def hold(
    connection: sa.Connection,
    context: Context,
    campaign: str,
    guild: int,
    found: OtherReaders,
    rows: Sequence[int] = (),
) -> None:
    """Set aside what was to be posted in that channel, and ask a game master about whoever is new there.

    `rows` are those in hand: what they were to redraw is redrawn when the rest appears.
    """
    session = _held(connection, context, campaign, guild)
    outbox.done_redrawing(connection, rows, session.now)
    undecided = tuple(each for each in found.readers if each.id not in session.campaign.readers)
    if session.campaign.game_master_channel != found.channel or not undecided:
        # They decided meanwhile.
        return
    question = _question(session)
    but = question.id if question is not None else None
    outbox.set_aside(connection, campaign, GAME_MASTER_POST, found.channel, but=but)
    if question is None or not _is_asked(question.state, found.channel, undecided):
        _ask(session, question, replace(found, readers=undecided))


def _is_asked(state: OtherReaders, channel: int, readers: Sequence[Reader]) -> bool:
    known = {each.id for each in state.readers}
    return state.channel == channel and known.issuperset(each.id for each in readers)


def _ask(session: Session, question: Record[OtherReaders] | None, state: OtherReaders) -> None:
    if question is None:
        record: Record[Any] = Record(session.new_id(), READERS, state)
    else:
        asked = replace(state, asked=question.state.asked + 1)
        record = replace(question, state=asked, version=question.version + 1)
    facts = {"readers": [asdict(each) for each in state.readers], "is_made": state.is_made}
    _tell(session, "AskAboutReaders", PlainEvent(FOUND, facts, GAME_MASTERS), record)


def release(connection: sa.Connection, context: Context, campaign: str, guild: int) -> bool:
    """Nobody else reads the channel: what was set aside appears. Whether anything was asked."""
    if not records.of_kind(connection, campaign, READERS):
        return False
    session = _held(connection, context, campaign, guild)
    question, place = _question(session), session.campaign.game_master_channel
    if question is None:
        return False
    if place is not None:
        outbox.bring_out(connection, campaign, place)
        outbox.catch_up_in(connection, campaign, place, session.row.entries + 1, session.now)
    closed = replace(question, is_archived=True, version=question.version + 1)
    _tell(session, "CloseReaders", PlainEvent(GONE, {}, GAME_MASTERS), closed)
    return True


def leave(
    connection: sa.Connection,
    context: Context,
    campaign: str,
    guild: int,
    channel: int,
    rows: Sequence[int],
) -> None:
    """What was still to be posted in a channel that was theirs before goes where their secrets go now."""
    session = _held(connection, context, campaign, guild)
    place = session.campaign.game_master_channel
    if place == channel:
        return
    outbox.done_redrawing(connection, rows, session.now)
    outbox.set_aside(connection, campaign, GAME_MASTER_POST, channel)
    if place is not None:
        outbox.bring_out(connection, campaign, place)


def _held(connection: sa.Connection, context: Context, campaign: str, guild: int) -> Session:
    (row,) = campaigns.of_ids(connection, [campaign], lock=True)
    newest = journal.entry(connection, campaign, row.entries)
    request = Request(unused_interaction(connection, newest), guild, 0, campaign=campaign)
    session = open_session(connection, context, Actor(HOUSE), request, campaign=campaign, lock=True)
    session.load(Scope(wants=(Want(READERS),)))
    return session


def _question(session: Session) -> Record[OtherReaders] | None:
    found = (each for each in session.records.values() if each.kind == READERS and not each.is_archived)
    return next(found, None)


def _tell(session: Session, action: str, event: PlainEvent, record: Record[OtherReaders]) -> None:
    changed = store(session, TABLE, record)
    draft = Draft(TABLE, action, codec.text(event.facts), (event,), RecordId(record.id))
    write(session, draft, [changed])
