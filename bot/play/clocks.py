"""The clocks of what waits: started when a step opens, and what is to be done at each when something is due.

A clock is derived like the step it belongs to: from the campaign's pace, the sort of scene, and since when it
counts. A step that closes or asks anew takes its reminders along; nothing about them is kept apart.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from enum import Enum

from bot.engine.campaign import Campaign
from bot.engine.habits import Pings
from bot.engine.pace import Away, Beat, ClockStage, Then, clock_of, reminders_by
from bot.engine.settings import NOBODY_IS_MENTIONED
from bot.engine.system import Choice, RecordId, Scope, Step
from bot.play.session import Session
from bot.storage import outbox, waiting
from bot.storage.journal import HOUSE
from bot.storage.records import WaitingRow

# So many reminders went out at a step of which its person was not told yet.
UNTOLD = -1
# Nobody is told so shortly before something else happens at the same step.
SOON = timedelta(minutes=30)
# A deadline found so late passed while the bot was away, or a clock was set.
LATE = timedelta(hours=3)
# What is due later than that was put there by a clock that has since been set back.
FARTHEST = timedelta(days=400)


# -- starting and setting -----------------------------------------------------------------------------------


def start_clock(
    session: Session,
    record: RecordId,
    step: Step,
    row: WaitingRow,
    others: Iterable[Step],
    *,
    is_told: bool = False,
) -> WaitingRow:
    """The row of a step that opens or asks anew, with its clock; `others` are open in the same record too.

    Who isn't to be mentioned at once is noted by that, unless they were told of it before.
    """
    beat = beat_of(session, record)
    if step.who is None:
        # The game masters' time begins when everybody has answered.
        waits = any(each.who is not None for each in others)
        return row if waits else started(session, row, beat)
    if not session.campaign.is_here(step.who):
        # Somebody who is invited is asked, and left in peace then.
        return row
    row = started(session, row, beat, has_deadline=step.silent.then is not Then.WAITS)
    return _for_person(session, step, step.who, row, is_told=is_told)


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
    clock = clock_of(session.campaign.pace, beat, session.now, told, stage)
    return row._replace(
        due_at=clock.due, deadline=clock.deadline, counts_from=session.now, reminded=told, stage=stage
    )


def stopped(row: WaitingRow) -> WaitingRow:
    """The row of a step at which nothing is due: its person isn't here; back, they are asked."""
    return row._replace(due_at=None, deadline=None, reminded=UNTOLD, stage=int(ClockStage.RUNNING))


def _for_person(session: Session, step: Step, who: int, row: WaitingRow, *, is_told: bool) -> WaitingRow:
    """The row as its person is to be told of it: at once, later, by a list, or not at all."""
    campaign, now = session.campaign, session.now
    if answer(campaign, step) is not None and not is_chained(session):
        return row._replace(due_at=now, reminded=UNTOLD)
    away = campaign.away_at(who, now)
    if away is not None and away.proxy is None:
        if campaign.pace.skips_away and step.silent.then is not Then.WAITS and not is_chained(session):
            return row._replace(due_at=now, deadline=now, reminded=UNTOLD)
        return _till_back(campaign, away, row)
    asked = reader(away, who)
    if is_told or (asked == session.actor.user and session.by is None):
        return row
    habits = session.habits(asked)
    if habits.pings is Pings.DIGEST:
        session.digests[asked] = habits.next_digest(now, campaign.pace.zone)
    if habits.pings in (Pings.DIGEST, Pings.NEVER):
        # The clock runs on: they may want to be reminded again before it is over.
        return row._replace(reminded=UNTOLD)
    wakes = habits.quiet_until(now, campaign.pace.zone)
    return row if wakes is None else _later(row, wakes)


def _later(row: WaitingRow, at: datetime) -> WaitingRow:
    """The row of which its person is told then, or at its deadline, if that comes first."""
    return row._replace(due_at=at if row.deadline is None else min(at, row.deadline), reminded=UNTOLD)


def _till_back(campaign: Campaign, away: Away, row: WaitingRow) -> WaitingRow:
    """The row of who is away: they are asked when they are back, and only a story that waits has no end."""
    if is_waited_for(campaign, away):
        return row._replace(due_at=away.until, deadline=None, reminded=UNTOLD, stage=int(ClockStage.RUNNING))
    ends = [each for each in (row.deadline, away.until) if each is not None]
    return row._replace(due_at=min(ends, default=None), reminded=UNTOLD)


def is_waited_for(campaign: Campaign, away: Away | None) -> bool:
    """Whether the story waits for somebody who is away: as they said, and with nobody in their place."""
    is_gone = away is not None and away.proxy is None and not away.is_by_itself
    return is_gone and not campaign.pace.skips_away


def is_chained(session: Session) -> bool:
    """Whether the house itself brought this about: what it does for the silent never leads to more of it."""
    return HOUSE in (session.by, session.actor.user)


def reader(away: Away | None, who: int) -> int:
    """Who is asked instead of that person: their proxy, while they are away."""
    return away.proxy if away is not None and away.proxy is not None else who


def answer(campaign: Campaign, step: Step) -> Choice | None:
    """The answer that the person asked gave in advance, if they did."""
    order = campaign.order_of(step.who) if step.who is not None else None
    if order is None:
        return None
    return next((each for each in step.choices if each.advance and each.advance in order.answers), None)


def reset_clocks(session: Session, before: Campaign, after: Campaign, *, is_restored: bool = False) -> None:
    """Set the clocks of a campaign anew that is back in play, whose pace has changed, or whose people."""
    is_paced = before.pace != after.pace
    moved = _moved(before, after, session.now) if not is_restored else set()
    if not (is_paced or is_restored or moved):
        return
    rows = waiting.all_of(session.connection, session.row.id)
    chosen = rows if is_paced or is_restored else [row for row in rows if row.who in moved]
    touched = {row.record_id for row in chosen}
    session.load(Scope(ids=tuple(RecordId(each) for each in touched)))
    # A pause only stops the clocks, but for those of who comes back by the very action; whatever else is new
    # counts for everybody from now on.
    is_pause = (
        is_paced and not is_restored and replace(before.pace, pauses=()) == replace(after.pace, pauses=())
    )
    set_anew = [_reset(session, row, is_pause=is_pause and row.who not in moved) for row in chosen]
    waiting.set_clocks(session.connection, set_anew)
    # Their cards show until when they wait.
    outbox.refresh(session.connection, session.row.id, session.row.entries + 1, sorted(touched), session.now)
    for record in sorted({row.record_id for row in chosen if not is_pause or row.who in moved}):
        found = waiting.of_records(session.connection, [record])
        again = [*freed(session, RecordId(record), found), *held(session, found)]
        waiting.set_clocks(session.connection, again)


def _moved(before: Campaign, after: Campaign, now: datetime) -> set[int]:
    """Whose absence, answer in advance or seat has changed, or whose proxy has left or is back while away.

    Nobody gets more time by missing so many deadlines that the house counts them as away, nor where an
    absence that is over is taken off the list.
    """
    counted = {each for each in {*after.away} - {*before.away} if each.is_by_itself}
    changed = ({*before.away} ^ {*after.away}) - counted
    moved = {each.person for each in changed if not each.is_over(now)}
    moved |= {each.person for each in {*before.orders} ^ {*after.orders}}
    here = [{*each.players, *each.game_masters} - {*each.gone} for each in (before, after)]
    came_or_went = here[0] ^ here[1]
    # Back by the very action that asks somebody they stand in for, a proxy is there only now.
    moved |= {each.person for each in after.away if each.proxy in came_or_went and each.is_at(now)}
    return moved | came_or_went


def _reset(session: Session, row: WaitingRow, *, is_pause: bool) -> WaitingRow:
    record = RecordId(row.record_id)
    steps = session.steps(record)
    step = next((each for each in steps if each.name == row.step), None)
    if step is None:
        return row._replace(due_at=None)
    if not is_pause or row.counts_from is None:
        bare = row._replace(due_at=None, deadline=None, counts_from=None)
        if step.who is not None and not session.campaign.is_here(step.who):
            return stopped(bare)
        is_told = row.reminded != UNTOLD
        fresh = start_clock(session, record, step, bare, steps, is_told=is_told)
        if is_told or step.who is None or fresh.reminded == UNTOLD or _knows(session, step.who):
            return fresh
        # No card tells them now, as it does of what opens.
        return fresh._replace(due_at=session.now, reminded=UNTOLD)
    stage = ClockStage(row.stage)
    has_deadline = step.who is not None and step.silent.then is not Then.WAITS
    beat = beat_of(session, record)
    beat = beat if has_deadline else Beat(beat.remind, beat.most)
    clock = clock_of(session.campaign.pace, beat, row.counts_from, max(row.reminded, 0), stage)
    if row.reminded != UNTOLD or stage is ClockStage.OVER:
        return row._replace(due_at=clock.due, deadline=clock.deadline)
    # They are told when they were to be, or as soon as it goes on.
    later = None if session.campaign.pace.is_paused else session.now
    return row._replace(due_at=row.due_at or later, deadline=clock.deadline)


def _knows(session: Session, who: int) -> bool:
    """Whether that person, or who stands in for them, did themselves what sets their clocks anew."""
    asked = reader(session.campaign.away_at(who, session.now), who)
    return session.actor.user in (who, asked) and session.by is None


# -- what is due ------------------------------------------------------------------------------------------


class ClockAction(Enum):
    """What the clock makes the bot do at a step."""

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
class DueStep:
    """A step at which something is due: what, who is told, and its clock from then on."""

    verdict: ClockAction
    step: Step
    row: WaitingRow
    asked: int | None = None
    choice: Choice | None = None
    # What is to be done instead where the rules refuse the answer that was given in advance.
    otherwise: DueStep | None = None


def due_steps(session: Session, record: RecordId) -> list[DueStep]:
    """The steps of a loaded record at which something is due."""
    steps = {step.name: step for step in session.steps(record)}
    rows = waiting.of_records(session.connection, [record])
    found = []
    for row in rows:
        step = steps.get(row.step)
        if row.due_at is None or session.now < row.due_at <= session.now + FARTHEST:
            continue
        if step is None:
            # Its game asks it no more.
            waiting.set_clocks(session.connection, [row._replace(due_at=None)])
        elif row.due_at <= session.now:
            found.append(_due_step(session, record, step, row))
        elif row.counts_from is not None and row.counts_from > session.now:
            # Its clock was started by one that has been set back.
            has_deadline = step.who is not None and step.silent.then is not Then.WAITS
            fresh = started(session, row, beat_of(session, record), has_deadline=has_deadline)
            found.append(DueStep(ClockAction.NOTHING, step, fresh))
    return found


def _due_step(session: Session, record: RecordId, step: Step, row: WaitingRow) -> DueStep:
    beat = beat_of(session, record)
    if step.who is None:
        return _of_game_masters(session, beat, step, row)
    campaign, now = session.campaign, session.now
    if not campaign.is_here(step.who):
        return DueStep(ClockAction.NOTHING, step, stopped(row))
    away = campaign.away_at(step.who, now)
    asked = reader(away, step.who)
    if row.deadline is not None and row.deadline <= now and not is_waited_for(campaign, away):
        found = _ended(session, beat, step, row, away, asked)
    else:
        found = _reminded(session, beat, step, row, away, asked)
    choice = answer(campaign, step)
    return DueStep(ClockAction.ANSWER, step, row, step.who, choice, found) if choice is not None else found


def _ended(
    session: Session, beat: Beat, step: Step, row: WaitingRow, away: Away | None, asked: int
) -> DueStep:
    """What to do when a deadline has passed: ask a last time, once, or do what the silent do."""
    now, pace = session.now, session.campaign.pace
    is_late = now - (row.deadline or now) > LATE
    is_away = away is not None and away.proxy is None
    if not is_away and (is_late or (pace.grace and row.stage == ClockStage.RUNNING)):
        stage = ClockStage.PUT_OFF if is_late else ClockStage.GRACED
        fresh = started(session, row, beat, stage, has_deadline=True, told=max(row.reminded, 0))
        return _heard(session, ClockAction.LAST, step, fresh, asked, Pings.DIGEST)
    asleep = _till_awake(session) if step.silent.then is Then.DECIDES else None
    if asleep is not None:
        # Nobody could decide before that, so there is as much more time.
        return DueStep(ClockAction.NOTHING, step, row._replace(due_at=asleep, deadline=asleep))
    over = row._replace(due_at=None, stage=int(ClockStage.OVER))
    choice = next((each for each in step.choices if each.key == step.silent.choice), None)
    return DueStep(ClockAction.LAPSE, step, over, step.who, choice)


def _reminded(
    session: Session, beat: Beat, step: Step, row: WaitingRow, away: Away | None, asked: int
) -> DueStep:
    """What to do before the deadline: ask somebody who wasn't told yet, or remind them."""
    if away is not None and away.proxy is None:
        return DueStep(ClockAction.NOTHING, step, _till_back(session.campaign, away, row))
    is_untold, is_running = row.reminded == UNTOLD, row.stage == ClockStage.RUNNING
    is_limited = bool(beat.limit) and step.silent.then is not Then.WAITS
    if is_untold and is_running and is_limited and row.deadline is None:
        # They were waited for, and are back.
        row = started(session, row, beat, has_deadline=True)
    fresh = _moved_on(session, beat, row)
    if row.deadline is not None and row.deadline - session.now < SOON:
        return DueStep(ClockAction.NOTHING, step, fresh._replace(due_at=row.deadline))
    verdict = (ClockAction.ASK if is_running else ClockAction.LAST) if is_untold else ClockAction.REMIND
    least = Pings.LAST if verdict is ClockAction.REMIND else Pings.DIGEST
    return _heard(session, verdict, step, fresh, asked, least)


def _moved_on(session: Session, beat: Beat, row: WaitingRow) -> WaitingRow:
    """The row once all that was due is told: with the next reminder, or its deadline."""
    pace, since = session.campaign.pace, row.counts_from or row.since
    told = reminders_by(pace, beat, since, session.now + SOON)
    if row.stage != ClockStage.RUNNING:
        return row._replace(reminded=told, due_at=row.deadline)
    due = clock_of(pace, beat if row.deadline is not None else Beat(beat.remind, beat.most), since, told).due
    return row._replace(reminded=told, due_at=due if due is None or due > session.now else row.deadline)


def _heard(
    session: Session, verdict: ClockAction, step: Step, row: WaitingRow, asked: int, least: Pings
) -> DueStep:
    """A reminder as its reader wants it: not while they sleep, in their list, or not at all."""
    campaign, habits = session.campaign, session.habits(asked)
    silent = [Pings.NEVER, Pings.DIGEST] + ([Pings.LAST] if least is Pings.LAST else [])
    if habits.pings is Pings.DIGEST:
        session.digests[asked] = habits.next_digest(session.now, campaign.pace.zone)
    is_gone = asked != step.who and campaign.away_at(asked, session.now) is not None
    if is_gone or habits.pings in silent or NOBODY_IS_MENTIONED.holds(campaign.settings):
        return DueStep(ClockAction.NOTHING, step, row)
    wakes = habits.quiet_until(session.now, campaign.pace.zone)
    # They hear of it when they wake.
    return (
        DueStep(verdict, step, row, asked)
        if wakes is None
        else DueStep(ClockAction.NOTHING, step, _later(row, wakes))
    )


def _of_game_masters(session: Session, beat: Beat, step: Step, row: WaitingRow) -> DueStep:
    campaign, fresh = session.campaign, _moved_on(session, beat, row)
    if fresh.reminded <= row.reminded or NOBODY_IS_MENTIONED.holds(campaign.settings):
        return DueStep(ClockAction.NOTHING, step, fresh)
    asleep = _till_awake(session)
    if asleep is not None:
        return DueStep(ClockAction.NOTHING, step, row._replace(due_at=asleep))
    is_read = _leaders(session) or campaign.game_master_roles
    return DueStep(ClockAction.REMIND if is_read else ClockAction.NOTHING, step, fresh)


def _till_awake(session: Session) -> datetime | None:
    """When the first game master wakes, where all those known by name are asleep and no role leads."""
    zone = session.campaign.pace.zone
    wakes = [session.habits(each).quiet_until(session.now, zone) for each in _leaders(session)]
    asleep = [each for each in wakes if each is not None]
    is_night = bool(asleep) and len(asleep) == len(wakes) and not session.campaign.game_master_roles
    return min(asleep) if is_night else None


def _leaders(session: Session) -> list[int]:
    """The game masters known by name who are here and want to be reminded; others get their list."""
    campaign, found = session.campaign, []
    for each in filter(campaign.is_here, campaign.game_masters):
        habits = session.habits(each)
        if habits.pings is Pings.DIGEST:
            session.digests[each] = habits.next_digest(session.now, campaign.pace.zone)
        is_told = habits.pings in (Pings.EACH, Pings.LAST)
        found += [each] if is_told and campaign.away_at(each, session.now) is None else []
    return found


def awake(session: Session) -> list[int]:
    """The game masters who aren't asleep now."""
    zone = session.campaign.pace.zone
    return [each for each in _leaders(session) if session.habits(each).quiet_until(session.now, zone) is None]


# -- everybody has answered -------------------------------------------------------------------------------


def left(session: Session, rows: Collection[WaitingRow]) -> list[WaitingRow]:
    """The steps of players that are still waited for; nobody waits for who has left."""
    here = session.campaign.is_here
    return [row for row in rows if row.who is not None and row.stage != ClockStage.OVER and here(row.who)]


def gone(session: Session, rows: Collection[WaitingRow]) -> list[WaitingRow]:
    """The steps of players who have left."""
    return [row for row in rows if row.who is not None and not session.campaign.is_here(row.who)]


def moves(session: Session, rows: Sequence[WaitingRow]) -> list[WaitingRow]:
    """Whose move it is at those steps: the game masters' where somebody has left, or their time is over."""
    own = {row.record_id for row in rows if row.who is None}
    found = []
    for row in rows:
        if row.who is None or _is_asked(session, row, row.who):
            found.append(row)
        elif row.record_id not in own:
            found.append(row._replace(who=None))
    return found


def _is_asked(session: Session, row: WaitingRow, who: int) -> bool:
    campaign = session.campaign
    return row.stage != ClockStage.OVER and (campaign.is_here(who) or who in campaign.invited)


def freed(session: Session, record: RecordId, rows: Sequence[WaitingRow]) -> list[WaitingRow]:
    """The game masters' steps of a record whose time begins now that everybody has answered."""
    if left(session, rows):
        return []
    beat = beat_of(session, record)
    return [started(session, row, beat) for row in rows if row.who is None and row.counts_from is None]


def held(session: Session, rows: Sequence[WaitingRow]) -> list[WaitingRow]:
    """The game masters' steps whose time had begun, and that wait for players again."""
    if not left(session, rows):
        return []
    begun = (row for row in rows if row.who is None and row.counts_from is not None)
    return [row._replace(due_at=None, counts_from=None, reminded=0) for row in begun]


# -- what a card shows ------------------------------------------------------------------------------------


def instead(
    session: Session, rows: Iterable[WaitingRow], others: Iterable[int] = ()
) -> dict[int, int | None]:
    """Who is mentioned instead of the people asked there, and of the others: a proxy, or nobody.

    Nobody is who isn't told yet, has left, is asleep, or doesn't want to be mentioned.
    """
    waits = {row.who: row.reminded != UNTOLD for row in rows if row.who is not None}
    found: dict[int, int | None] = {}
    for who, is_told in (dict.fromkeys(others, True) | waits).items():
        away = session.campaign.away_at(who, session.now)
        asked = reader(away, who)
        is_gone = away is not None and away.proxy is None
        if is_gone or not is_told or not _may_be_mentioned(session, asked):
            found[who] = None
        elif asked != who:
            found[who] = asked
    return found


def _may_be_mentioned(session: Session, person: int) -> bool:
    """Whether that person is here or invited, is awake, and hears of each thing by itself."""
    campaign = session.campaign
    return (campaign.is_here(person) or person in campaign.invited) and hears(session, person)


def hears(session: Session, person: int) -> bool:
    """Whether that person is awake, and hears of each thing by itself; who left the server hears nothing."""
    if person in session.campaign.gone:
        return False
    habits = session.habits(person)
    is_awake = habits.quiet_until(session.now, session.campaign.pace.zone) is None
    return is_awake and habits.pings not in (Pings.DIGEST, Pings.NEVER)


def deadlines(session: Session, rows: Iterable[WaitingRow]) -> dict[str, datetime]:
    """By step, until when it waits; none while the campaign is paused."""
    if session.campaign.pace.is_paused:
        return {}
    return {
        row.step: row.deadline for row in rows if row.deadline is not None and row.stage != ClockStage.OVER
    }
