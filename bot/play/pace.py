"""What is due is done, each once: reminders, what the silent do, answers given in advance, lists, silences.

A record at which something is due is held, looked at as it is now, and written with its clock in one
transaction: whoever answered, left or asked for quiet meanwhile is not reminded. What the silent do is an
entry of the house on their behalf, journaled and undone like any other.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

import sqlalchemy as sa
import structlog

from bot.engine.campaign import Campaign
from bot.engine.habits import MORNING, Pings
from bot.engine.pace import ClockStage, Then
from bot.engine.people import EVERYONE, GAME_MASTERS, PUBLIC, Actor, Permit, may_use
from bot.engine.settings import NOBODY_IS_MENTIONED
from bot.engine.system import PlainEvent, RecordId, Replace, Scope
from bot.engine.text import refused
from bot.errors import Stale, UserError
from bot.play import clocks
from bot.play.act import carry_out
from bot.play.attendance import COUNTED_AWAY, with_missed
from bot.play.clocks import ClockAction, DueStep
from bot.play.commit import Draft, ask_for_lists, store, write
from bot.play.context import Context
from bot.play.look import waiting_seen_by
from bot.play.mentions import BE_SILENT, LAPSE, LEAVE, REMIND, REMINDED
from bot.play.session import TABLE, Session, open_session, unused_interaction
from bot.play.views import Request, Waiting
from bot.play.worlds import barred
from bot.storage import campaigns, journal, outbox, records, waiting
from bot.storage.journal import HOUSE, ChangeRow
from bot.storage.outbox import PUBLIC_POST

log = structlog.get_logger("waypost")

LAPSED, ANSWERED = "Lapsed", "AnsweredInAdvance"
LISTED, SILENT, LEFT = "ListedForOne", "FellSilent", "LeftServer"
MOST_LISTED = 15
# For so long a list is read again each day for what waits.
LISTED_FOR = timedelta(days=14)
# Of several silences in a record the game masters' is told last: only the newest message mentions anybody.
IN_TURN = (Then.ACTS, Then.HOLDS, Then.DECIDES, Then.WAITS)
# When what failed is tried again.
PUT_OFF = timedelta(hours=1)
# Of so many people a silent campaign says that it waits for them.
MOST_NAMED = 10


def due(connection: sa.Connection, context: Context) -> list[tuple[str, str]]:
    """The records at which something is due: campaign and record."""
    now = context.now()
    return waiting.due(connection, now, now + clocks.FARTHEST)


def next_due(connection: sa.Connection) -> datetime | None:
    """When something is due next, if anything is: what `due`, `lists_due` or `silences_due` will find."""
    found = waiting.next_due(connection), campaigns.next_due(connection)
    return min((each for each in found if each is not None), default=None)


# -- one record -------------------------------------------------------------------------------------------


def handle_due(connection: sa.Connection, context: Context, campaign: str, record: RecordId) -> bool:
    """Do one thing that is due at a record; whether there may be more."""
    session = _held(connection, context, campaign)
    session.load(Scope(ids=(record,), links=True))
    if record not in session.records:
        return False
    root = session.records[session.id]
    if root.is_archived or session.campaign.pace.is_paused or session.records[record].is_archived:
        # Nothing is due where nothing goes on; a campaign that goes on again sets its clocks anew.
        rows = waiting.of_records(connection, [record])
        waiting.set_clocks(connection, [row._replace(due_at=None) for row in rows])
        return False
    found = clocks.due_steps(session, record)
    for place, each in enumerate(found):
        if each.otherwise is not None:
            if _is_answered(session, record, each, each.otherwise):
                return True
            found[place] = each.otherwise
    lapsed = [each for each in found if each.verdict is ClockAction.LAPSE]
    if lapsed:
        return _lapse(session, record, min(lapsed, key=lambda each: IN_TURN.index(each.step.silent.then)))
    _tell(session, record, found)
    return False


def _held(connection: sa.Connection, context: Context, campaign: str) -> Session:
    """A session of the locked campaign, for what happens without anybody doing it."""
    row = campaigns.by_id(connection, campaign, lock=True)
    if row is None:
        raise LookupError(f"no campaign {campaign}")
    newest = journal.entry(connection, campaign, row.entries)
    request = Request(unused_interaction(connection, newest), row.guild_id, 0, campaign=campaign)
    session = open_session(connection, context, Actor(HOUSE), request, campaign=campaign, lock=True)
    session.load(Scope())
    return session


def _is_answered(session: Session, record: RecordId, each: DueStep, otherwise: DueStep) -> bool:
    """Carry out what was answered in advance; where the rules refuse it, its clock stands as before."""
    facts = {"who": each.asked, "label": each.step.label}
    waiting.set_clocks(session.connection, [otherwise.row])
    if _is_done(session, record, each, (PlainEvent(ANSWERED, facts),)):
        return True
    waiting.set_clocks(session.connection, [each.row])
    return False


def _is_done(session: Session, record: RecordId, each: DueStep, told: tuple[PlainEvent, ...]) -> bool:
    """Carry out a choice on behalf of whom the step asks; whether the rules let it."""
    if each.choice is None or each.step.who is None:
        return False
    session.stand_in(each.step.who, HOUSE)
    session.prelude = told
    try:
        # The rules refuse before anything is written.
        carry_out(session, each.choice.action)
    except UserError as refusal:
        log.info("not done for somebody silent", record=record, step=each.step.name, why=refusal.code)
        session.actor, session.by, session.prelude, session.beside = Actor(HOUSE), None, (), []
        return False
    return True


def _lapse(session: Session, record: RecordId, each: DueStep) -> bool:
    """The time of a step is over: what its person's silence comes to; they missed one more."""
    who = each.step.who or 0
    is_away = session.campaign.away_at(who, session.now) is not None
    after = session.campaign if is_away else with_missed(session.campaign, who, session.now)
    then = each.step.silent.then
    says = each.step.silent.does
    facts: dict[str, Any] = {"who": who, "label": each.step.label, "then": then.value, "is_away": is_away}
    facts["does"] = says.plain() if says is not None else ""
    order = session.campaign.order_of(who)
    facts["order"] = order.words if order is not None else ""
    counted = (
        (PlainEvent(COUNTED_AWAY, {"who": who, "n": after.missed[who]}),)
        if after.away != session.campaign.away
        else ()
    )
    if then is Then.ACTS:
        waiting.set_clocks(session.connection, [each.row])
        if after != session.campaign:
            session.beside = [Replace(session.id, after)]
        if _is_done(session, record, each, (PlainEvent(LAPSED, facts), *counted)):
            return True
        facts["then"] = Then.DECIDES.value
    changed = _changed(session, after)
    waiting.set_clocks(session.connection, [each.row])
    told = _and_game_masters(session, record, PlainEvent(LAPSED, facts | {"leaders": clocks.awake(session)}))
    _write(session, record, LAPSE, (told, *counted), changed)
    return True


def _changed(session: Session, after: Any) -> list[ChangeRow]:
    root = session.records[session.id]
    if after == root.state:
        return []
    return [store(session, TABLE, replace(root, state=after, version=root.version + 1))]


def _and_game_masters(session: Session, record: RecordId, told: PlainEvent) -> PlainEvent:
    """What lapsed, and whether that asks the game masters: they decide, or everybody had their time."""
    rows = waiting.of_records(session.connection, [record])
    freed = clocks.freed(session, record, rows)
    waiting.set_clocks(session.connection, freed)
    is_theirs = told.facts["then"] == Then.DECIDES.value
    label = freed[0].label if freed and not is_theirs else ""
    return replace(told, facts={**told.facts, "asks_game_masters": is_theirs or bool(freed), "next": label})


def _tell(session: Session, record: RecordId, found: Sequence[DueStep]) -> None:
    """Set the clocks of what is due, and remind those who are to be, together."""
    waiting.set_clocks(session.connection, [each.row for each in found])
    ask_for_lists(session)
    told = [each for each in found if each.verdict in (ClockAction.ASK, ClockAction.REMIND, ClockAction.LAST)]
    if not told:
        return
    rows = waiting.of_records(session.connection, [record])
    left, gone = clocks.left(session, rows), clocks.gone(session, rows)
    asks_game_masters = any(each.step.who is None for each in told)
    facts = {
        "campaign": session.campaign.name,
        "of": [_told_of(each, len(left), len(gone)) for each in told if each.step.who is not None],
        "asks_game_masters": asks_game_masters,
        # Those of them who are awake.
        "leaders": clocks.awake(session) if asks_game_masters else [],
        "next": next((each.step.label for each in told if each.step.who is None), ""),
    }
    _write(session, record, REMIND, (PlainEvent(REMINDED, facts),), [])


def _told_of(each: DueStep, left: int, gone: int) -> dict[str, Any]:
    """What one person is told: what waits, until when, for whom, and whether for them alone."""
    deadline = int(each.row.deadline.timestamp()) if each.row.deadline is not None else None
    asked = each.step.of - gone
    return {
        "who": each.asked,
        "for": each.step.who if each.asked != each.step.who else None,
        "label": each.step.label,
        "until": deadline,
        "is_final": each.verdict is ClockAction.LAST,
        "is_late": each.row.stage == ClockStage.PUT_OFF,
        "last_of": asked if asked > 1 and left == 1 else 0,
    }


def _write(
    session: Session, record: RecordId, action: str, told: tuple[PlainEvent, ...], changed: list[ChangeRow]
) -> None:
    """Write what the house tells, where the record is shown; of what the table doesn't know, in secret."""
    is_public = session.view(record, PUBLIC) is not None
    audience = EVERYONE if is_public else GAME_MASTERS
    events = tuple(replace(each, audience=audience) for each in told)
    card = outbox.newest(session.connection, [record]).get((record, PUBLIC_POST))
    channel = card.channel_id if card is not None and is_public else None
    note = json.dumps({"record": record})
    # Whatever shows the record shows its deadlines too.
    number = session.row.entries + 1
    write(session, Draft(TABLE, action, note, events, record, channel=channel), changed)
    outbox.refresh(session.connection, session.row.id, number, [record], session.now)


def put_off(connection: sa.Connection, context: Context, record: RecordId) -> None:
    """Look at a record later, where a fault keeps what is due there from being done."""
    rows = waiting.of_records(connection, [record])
    later, now = context.now() + PUT_OFF, context.now()
    late = [row for row in rows if row.due_at is not None and row.due_at <= now]
    waiting.set_clocks(connection, [row._replace(due_at=later) for row in late])


def put_off_list(connection: sa.Connection, context: Context, campaign: str, user: int) -> None:
    """Send a person's daily list later, where a fault keeps it from being sent."""
    campaigns.digest_at(connection, campaign, user, context.now() + PUT_OFF)


def put_off_silence(connection: sa.Connection, context: Context, campaign: str) -> None:
    """Look at a silent campaign later, where a fault keeps that from being told."""
    campaigns.set_silent(connection, campaign, context.now() + PUT_OFF)


# -- one person's list ------------------------------------------------------------------------------------


def lists_due(connection: sa.Connection, context: Context) -> list[tuple[str, int]]:
    """Campaign and person of the daily lists that are due."""
    return campaigns.digests(connection, context.now())


def list_for(connection: sa.Connection, context: Context, campaign: str, user: int) -> bool:
    """List for a person what waits for them in a campaign; whether anything does."""
    session = _held(connection, context, campaign)
    now, pace = session.now, session.campaign.pace
    # Another process may have listed it meanwhile.
    due = campaigns.due_digest(connection, campaign, user, now)
    if due is None:
        return False
    habits = session.habits(user)
    wakes = habits.quiet_until(now, pace.zone)
    if wakes is not None:
        campaigns.digest_at(connection, campaign, user, wakes)
        return False
    if not habits.is_morning(due, pace.zone):
        # It was put there by another time zone, or before they woke at another hour.
        campaigns.digest_at(connection, campaign, user, habits.next_digest(now, pace.zone))
        return False
    campaigns.digest_at(connection, campaign, user, None)
    is_there = session.campaign.is_here(user) and session.campaign.away_at(user, now) is None
    is_there &= habits.pings is Pings.DIGEST
    is_idle = session.records[session.id].is_archived or pace.is_paused
    if not is_there or is_idle or NOBODY_IS_MENTIONED.holds(session.campaign.settings):
        return False
    leads = [None] if user in session.campaign.game_masters else []
    found = waiting_seen_by(session, PUBLIC, [user, *leads])
    if not found or not session.open_channel:
        return False
    if pace.beats and any(now - each.since < LISTED_FOR for each in found):
        # Tomorrow again, as long as they may still answer; read late, it is that of the morning just ahead.
        campaigns.digest_at(connection, campaign, user, habits.next_digest(now + MORNING, pace.zone))
    facts = {"who": user, "campaign": session.campaign.name, "more": len(found[MOST_LISTED:])}
    told = PlainEvent(LISTED, facts | {"listed": [_listed(each) for each in found[:MOST_LISTED]]})
    write(session, Draft(TABLE, "ListForOne", json.dumps({"who": user}), (told,), None), [])
    return True


def _listed(each: Waiting) -> dict[str, Any]:
    until = int(each.deadline.timestamp()) if each.deadline is not None else None
    url = each.link.url if each.link is not None else None
    since = int(each.since.timestamp())
    return {"label": each.label, "title": each.record.title, "since": since, "until": until, "url": url}


# -- a campaign that fell silent --------------------------------------------------------------------------


def silences_due(connection: sa.Connection, context: Context) -> list[str]:
    """The campaigns that have been silent for longer than they like."""
    return [row.id for row in campaigns.silent(connection, context.now())]


def break_silence(connection: sa.Connection, context: Context, campaign: str) -> bool:
    """Say once that a campaign is silent, and whom it waits for; whether there was anything to say."""
    session = _held(connection, context, campaign)
    row, pace = session.row, session.campaign.pace
    if row.silent_at is None or row.silent_at > session.now:
        # Somebody acted meanwhile: it is silent from then on.
        return False
    if not pace.silence or pace.is_paused or session.records[session.id].is_archived:
        campaigns.set_silent(connection, campaign, None)
        return False
    found = waiting_seen_by(session, PUBLIC, None, by_move=True)
    people = list(dict.fromkeys(each.who for each in found if each.who is not None))
    is_led = any(each.who is None for each in found)
    facts = {
        "days": pace.silence,
        "people": people[:MOST_NAMED],
        # Those of them whom the story waits for, and who are called; nobody who is away.
        "called": [each for each in people[:MOST_NAMED] if _is_called(session, each)],
        "game_masters": is_led,
        "asks_game_masters": is_led,
        "leaders": clocks.awake(session) if is_led else [],
        "waiting": len(found),
    }
    session.row = row._replace(silent_at=None)
    if not session.open_channel:
        campaigns.set_silent(connection, campaign, None)
        return False
    write(session, Draft(TABLE, BE_SILENT, json.dumps({}), (PlainEvent(SILENT, facts),), None), [])
    return True


def _is_called(session: Session, person: int) -> bool:
    return session.campaign.is_here(person) and session.campaign.away_at(person, session.now) is None


# -- who left the server -----------------------------------------------------------------------------------


def to_be_told(connection: sa.Connection, context: Context) -> list[tuple[int, int]]:
    """Whom what is due may mention, by server, as far as nobody knows that they left it."""
    now = context.now()
    named: dict[str, set[int | None]] = {}
    for row in waiting.due_rows(connection, now, now + clocks.FARTHEST):
        named.setdefault(row.campaign_id, set()).add(row.who)
    for campaign, user in campaigns.digests(connection, now):
        named.setdefault(campaign, set()).add(user)
    found = set()
    for root in map(context.record, records.of_ids(connection, sorted(named))):
        people = _readers(root.state, named[root.id], now)
        found |= {(root.state.guild, each) for each in people if root.state.is_here(each)}
    return sorted(found)


def _readers(campaign: Campaign, who: Collection[int | None], now: datetime) -> set[int]:
    """Who is told of what waits for those: they or their proxies; None are the game masters."""
    people = {clocks.reader(campaign.away_at(each, now), each) for each in who if each is not None}
    return people | {*campaign.game_masters} if None in who else people


def served_on(connection: sa.Connection, guild: int, user: int) -> list[str]:
    """The campaigns of a server to which that person belongs."""
    rows = campaigns.of_ids(connection, campaigns.of_member(connection, user))
    return [row.id for row in rows if row.guild_id == guild]


def note_left(connection: sa.Connection, context: Context, campaign: str, user: int) -> bool:
    """Nobody waits for somebody who left the server, and its game masters are told; whether that is new."""
    session = _held(connection, context, campaign)
    before = session.campaign
    if session.records[session.id].is_archived or not before.is_here(user):
        return False
    after = replace(before, gone=(*before.gone, user))
    is_apart = before.game_master_channel is not None
    facts = {
        "who": user,
        "waiting": sum(row.who == user for row in waiting.all_of(connection, campaign)),
        "asks_game_masters": True,
        "is_led": bool(before.game_master_roles) or any(map(after.is_here, before.game_masters)),
    }
    changed = _changed(session, after)
    # The game masters who are awake, as far as they are there themselves.
    told = PlainEvent(
        LEFT, facts | {"leaders": clocks.awake(session)}, GAME_MASTERS if is_apart else EVERYONE
    )
    write(session, Draft(TABLE, LEAVE, json.dumps({"who": user}), (told,), None), changed)
    return True


# -- a person's own wish ----------------------------------------------------------------------------------

SNOOZE = timedelta(days=1)


def snooze(
    connection: sa.Connection, context: Context, actor: Actor, request: Request, record: RecordId
) -> datetime:
    """Remind the actor of what waits for them in a record a day later, not before; when that is.

    Raises RuleViolation where their time is over by then, or nothing waits for them there, and NotAllowed.
    """
    session = open_session(connection, context, actor, request, record=record, lock=True)
    session.load(Scope(ids=(record,)))
    if not may_use(Permit.MEMBERS, session.standing, actor):
        raise barred(session, Permit.MEMBERS)
    rows = waiting.of_records(connection, [record])
    away = session.campaign.away_at
    own = [
        row
        for row in rows
        if row.who is not None
        and actor.user in (row.who, clocks.reader(away(row.who, session.now), row.who))
        and row.stage != ClockStage.OVER
    ]
    if not own:
        raise refused("snooze.nothing", "Nothing is waiting for you there anymore.", Stale)
    until = session.now + SNOOZE
    soon = until + clocks.SOON
    ends = [row.deadline for row in own if row.deadline is not None and row.deadline <= soon]
    if ends:
        raise refused(
            "snooze.too_late",
            "Your time there ends before that: <t:{at}:R>.",
            at=int(min(ends).timestamp()),
        )
    waiting.set_clocks(connection, [row._replace(due_at=until, reminded=clocks.UNTOLD) for row in own])
    return until
