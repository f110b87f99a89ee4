"""The clocks of what waits: wound when a step opens, and what is to be done at each when something is due.

A clock is derived like the step it belongs to: from the campaign's pace, the sort of scene, and since when it
counts. A step that closes or asks anew takes its reminders along; nothing about them is kept apart.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import Enum

from bot.engine.campaign import Campaign
from bot.engine.habits import Pings
from bot.engine.pace import Away, Beat, ClockStage, Then, reminders_by, wound
from bot.engine.people import Standing
from bot.engine.settings import NOBODY_IS_MENTIONED
from bot.engine.system import Choice, RecordId, Scope, Step
from bot.play.session import Session
from bot.storage import waiting
from bot.storage.journal import HOUSE
from bot.storage.records import WaitingRow

# So many reminders went out at a step of which its person was not told yet.
UNTOLD = -1
# A deadline found so late passed while the bot was away, or a clock was set.
LATE = timedelta(hours=3)
# What is due later than that was put there by a clock that has since been set back.
FARTHEST = timedelta(days=400)


# -- winding ----------------------------------------------------------------------------------------------


def wind(
    session: Session, record: RecordId, step: Step, row: WaitingRow, others: Iterable[Step]
) -> WaitingRow:
    """The row of a step that opens or asks anew, with its clock; `others` are open in the same record.

    Who isn't to be mentioned at once is noted by that.
    """
    beat = beat_of(session, record)
    if step.who is None:
        # The game masters' time begins when everybody has answered.
        waits = any(each.who is not None for each in others)
        return row if waits else started(session, row, beat)
    row = started(session, row, beat, has_deadline=step.silent.then is not Then.WAITS)
    return _for_person(session, step, step.who, row)


def beat_of(session: Session, record: RecordId) -> Beat:
    """The rhythm of a loaded record, as it stands."""
    state = session.records[record].state
    return session.campaign.pace.beat(session.kind(record).tempo_of(state))


def started(
    session: Session,
    row: WaitingRow,
    beat: Beat,
    stage: ClockStage = ClockStage.RUNNING,
    *,
    has_deadline: bool = False,
    told: int = 0,
) -> WaitingRow:
    """The row with a clock that counts from now on."""
    if not has_deadline:
        beat = Beat(beat.remind, beat.most)
    clock = wound(session.campaign.pace, beat, session.now, told, stage)
    return row._replace(
        due_at=clock.due, deadline=clock.deadline, counts_from=session.now, reminded=told, stage=stage
    )


def _for_person(session: Session, step: Step, who: int, row: WaitingRow) -> WaitingRow:
    """The row as its person is to be told of it: at once, later, by a list, or not at all."""
    campaign, now = session.campaign, session.now
    if answer(campaign, step) is not None and not is_chained(session):
        return row._replace(due_at=now, reminded=UNTOLD)
    away = campaign.away_at(who, now)
    if away is not None and away.proxy is None:
        if campaign.pace.skips_away and step.silent.then is not Then.WAITS and not is_chained(session):
            return row._replace(due_at=now, deadline=now, reminded=UNTOLD)
        return row._replace(due_at=row.deadline, reminded=UNTOLD)
    asked = reader(away, who)
    if asked == session.actor.user and session.by is None:
        return row
    habits = session.habits(asked)
    if habits.pings is Pings.DIGEST:
        session.digests[asked] = habits.next_digest(now, campaign.pace.zone)
    if habits.pings in (Pings.DIGEST, Pings.NEVER):
        return row._replace(due_at=row.deadline, reminded=UNTOLD)
    wakes = habits.quiet_until(now, campaign.pace.zone)
    if wakes is None:
        return row
    return row._replace(due_at=min(wakes, row.deadline or wakes), reminded=UNTOLD)


def is_chained(session: Session) -> bool:
    """Whether the house itself brought this about: what it does for the silent never leads to more of it."""
    return session.by == HOUSE


def reader(away: Away | None, who: int) -> int:
    """Who is asked instead of that person: their proxy, while they are away."""
    return away.proxy if away is not None and away.proxy is not None else who


def answer(campaign: Campaign, step: Step) -> Choice | None:
    """What its person answered in advance, if they did."""
    order = campaign.order_of(step.who) if step.who is not None else None
    if order is None:
        return None
    return next((each for each in step.choices if each.advance and each.advance in order.answers), None)


def rewind(session: Session, before: Campaign, after: Campaign) -> None:
    """Wind the clocks of a campaign anew whose pace, or whose people's absence, has changed."""
    is_paced = before.pace != after.pace
    if not is_paced and (before.away, before.orders) == (after.away, after.orders):
        return
    moved = {each.person for each in {*before.away} ^ {*after.away}}
    moved |= {each.person for each in {*before.orders} ^ {*after.orders}}
    rows = waiting.all_of(session.connection, session.row.id)
    rows = [row for row in rows if is_paced or row.who in moved]
    session.load(Scope(ids=tuple(RecordId(row.record_id) for row in rows)))
    # A pause only stops the clocks; whatever else is new counts for everybody from now on.
    is_pause = is_paced and before.pace.beats == after.pace.beats and before.pace.pauses != after.pace.pauses
    waiting.set_clocks(session.connection, [_rewound(session, row, is_pause=is_pause) for row in rows])


def _rewound(session: Session, row: WaitingRow, *, is_pause: bool) -> WaitingRow:
    record = RecordId(row.record_id)
    steps = session.steps(record)
    step = next((each for each in steps if each.name == row.step), None)
    if step is None:
        return row._replace(due_at=None)
    if not is_pause or row.counts_from is None:
        others = (each for each in steps if each is not step)
        fresh = wind(session, record, step, row._replace(reminded=0, stage=ClockStage.RUNNING), others)
        # Of what waits already its person was told.
        is_told = fresh.reminded == UNTOLD and fresh.due_at != session.now
        return fresh._replace(reminded=0) if is_told else fresh
    stage = ClockStage(row.stage)
    has_deadline = step.who is not None and step.silent.then is not Then.WAITS
    beat = beat_of(session, record)
    beat = beat if has_deadline else Beat(beat.remind, beat.most)
    clock = wound(session.campaign.pace, beat, row.counts_from, max(row.reminded, 0), stage)
    return row._replace(due_at=clock.due, deadline=clock.deadline)


# -- what is due ------------------------------------------------------------------------------------------


class Call(Enum):
    """What is to be done at a step."""

    # Its clock is set, and nobody hears of it.
    NOTHING = "nothing"
    # Its person is told: asked late, reminded, or for the last time.
    ASK = "ask"
    REMIND = "remind"
    LAST = "last"
    # What was answered in advance, and what the silent do.
    ANSWER = "answer"
    LAPSE = "lapse"


@dataclass(frozen=True, slots=True)
class Rung:
    """A step at which something is due: what, who is told, and its clock from then on."""

    call: Call
    step: Step
    row: WaitingRow
    asked: int | None = None
    choice: Choice | None = None


def rung(session: Session, record: RecordId) -> list[Rung]:
    """What is due in a record that is held, with its steps."""
    steps = {step.name: step for step in session.steps(record)}
    rows = waiting.of_records(session.connection, [record])
    found = []
    for row in rows:
        is_far = row.due_at is not None and row.due_at > session.now + FARTHEST
        if row.due_at is None or (row.due_at > session.now and not is_far):
            continue
        step = steps.get(row.step)
        if step is not None and row.step in steps:
            found.append(_rung(session, record, step, row))
    return found


def _rung(session: Session, record: RecordId, step: Step, row: WaitingRow) -> Rung:
    beat = beat_of(session, record)
    if step.who is None:
        return _of_game_masters(session, beat, step, row)
    campaign, now = session.campaign, session.now
    if campaign.standing(step.who) not in (Standing.PLAYER, Standing.GAME_MASTER):
        return Rung(Call.NOTHING, step, row._replace(due_at=None, deadline=None))
    choice = answer(campaign, step)
    if choice is not None and row.reminded == UNTOLD:
        return Rung(Call.ANSWER, step, row, step.who, choice)
    away = campaign.away_at(step.who, now)
    if row.deadline is not None and row.deadline <= now:
        return _ended(session, beat, step, row, away)
    return _reminded(session, beat, step, row, away)


def _ended(session: Session, beat: Beat, step: Step, row: WaitingRow, away: Away | None) -> Rung:
    """At its deadline: the last time, once, or what the silent do."""
    now, pace = session.now, session.campaign.pace
    is_late = now - (row.deadline or now) > LATE
    is_away = away is not None and away.proxy is None
    if not is_away and (is_late or (pace.grace and row.stage == ClockStage.RUNNING)):
        stage = ClockStage.PUT_OFF if is_late else ClockStage.GRACED
        fresh = started(session, row, beat, stage, has_deadline=True, told=max(row.reminded, 0))
        return _heard(session, Call.LAST, step, fresh, reader(away, step.who or 0), Pings.DIGEST)
    over = row._replace(due_at=None, stage=int(ClockStage.OVER))
    choice = next((each for each in step.choices if each.key == step.silent.choice), None)
    return Rung(Call.LAPSE, step, over, step.who, choice)


def _reminded(session: Session, beat: Beat, step: Step, row: WaitingRow, away: Away | None) -> Rung:
    """Before its deadline: told at last, or reminded."""
    fresh = _moved_on(session, beat, row)
    if away is not None and away.proxy is None:
        return Rung(Call.NOTHING, step, fresh._replace(due_at=row.deadline))
    call = Call.ASK if row.reminded == UNTOLD else Call.REMIND
    least = Pings.DIGEST if call is Call.ASK else Pings.LAST
    return _heard(session, call, step, fresh, reader(away, step.who or 0), least)


def _moved_on(session: Session, beat: Beat, row: WaitingRow) -> WaitingRow:
    """The row once all that was due is told: with the next reminder, or its deadline."""
    pace, since = session.campaign.pace, row.counts_from or row.since
    told = reminders_by(pace, beat, since, session.now)
    if row.stage != ClockStage.RUNNING:
        return row._replace(reminded=told, due_at=row.deadline)
    due = wound(pace, beat if row.deadline is not None else Beat(beat.remind, beat.most), since, told).due
    return row._replace(reminded=told, due_at=due if due is None or due > session.now else row.deadline)


def _heard(session: Session, call: Call, step: Step, row: WaitingRow, asked: int, least: Pings) -> Rung:
    """A call as its reader wants it: not while they sleep, in their list, or not at all."""
    campaign, habits = session.campaign, session.habits(asked)
    silent = [Pings.NEVER, Pings.DIGEST] + ([Pings.LAST] if least is Pings.LAST else [])
    if habits.pings is Pings.DIGEST:
        session.digests[asked] = habits.next_digest(session.now, campaign.pace.zone)
    if habits.pings in silent or NOBODY_IS_MENTIONED.holds(campaign.settings):
        return Rung(Call.NOTHING, step, row)
    wakes = habits.quiet_until(session.now, campaign.pace.zone)
    if wakes is None:
        return Rung(call, step, row, asked)
    # They hear of it when they wake.
    due = min(wakes, row.deadline or wakes)
    return Rung(Call.NOTHING, step, row._replace(due_at=due, reminded=UNTOLD))


def _of_game_masters(session: Session, beat: Beat, step: Step, row: WaitingRow) -> Rung:
    fresh = _moved_on(session, beat, row)
    is_heard = fresh.reminded > row.reminded and not NOBODY_IS_MENTIONED.holds(session.campaign.settings)
    return Rung(Call.REMIND if is_heard else Call.NOTHING, step, fresh)


# -- everybody has answered -------------------------------------------------------------------------------


def left(rows: Collection[WaitingRow]) -> list[WaitingRow]:
    """The steps of players that are still waited for."""
    return [row for row in rows if row.who is not None and row.stage != ClockStage.OVER]


def freed(session: Session, record: RecordId, rows: Sequence[WaitingRow]) -> list[WaitingRow]:
    """The game masters' steps of a record whose time begins now that everybody has answered."""
    if left(rows):
        return []
    beat = beat_of(session, record)
    return [started(session, row, beat) for row in rows if row.who is None and row.counts_from is None]


# -- what a card shows ------------------------------------------------------------------------------------


def instead(session: Session, rows: Iterable[WaitingRow]) -> dict[int, int | None]:
    """Who is mentioned instead of the people asked: the proxy of who is away, or nobody."""
    found: dict[int, int | None] = {}
    for row in rows:
        if row.who is None:
            continue
        away = session.campaign.away_at(row.who, session.now)
        if row.reminded == UNTOLD:
            found[row.who] = None
        elif away is not None:
            found[row.who] = away.proxy
    return found


def deadlines(session: Session, rows: Iterable[WaitingRow]) -> dict[str, datetime]:
    """By step, until when it waits; none while the campaign is paused."""
    if session.campaign.pace.is_paused:
        return {}
    return {
        row.step: row.deadline for row in rows if row.deadline is not None and row.stage != ClockStage.OVER
    }
