"""The pace of a campaign: how long a step may wait, when its person is reminded, and what comes of silence.

A game says of each step what happens where its person stays silent (`Silent`), and of each record what sort
of scene it is (`Tempo`). The rest is the house's. Nothing is spent or risked for somebody who said nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, date, datetime, time, timedelta
from enum import IntEnum
from zoneinfo import ZoneInfo

from bot.engine.text import Labelled, T

# -- what a game declares ---------------------------------------------------------------------------------


class Tempo(Labelled):
    """Sorts of scenes, each with a rhythm of its own."""

    FIGHT = "fight", "fights"
    EXPLORATION = "exploration", "exploration"
    DOWNTIME = "downtime", "downtime"
    MONTH = "month", "kingdom months"


class Then(Labelled):
    """What happens at a deadline."""

    ACTS = "acts"  # a choice that neither spends nor risks anything is taken for them
    HOLDS = "holds"  # the game takes silence for an answer: nothing has to be done
    DECIDES = "decides"  # it is the game master's to decide
    WAITS = "waits"  # it waits on


@dataclass(frozen=True, slots=True)
class Silent:
    """What happens at a step where its person says nothing; `does` is that in words: “passes”."""

    then: Then
    does: T | None = None
    choice: str = ""


def acts(choice: str, does: T) -> Silent:
    """The bot makes that choice for the silent; it must neither spend nor risk anything."""
    return Silent(Then.ACTS, does, choice)


def holds(does: T) -> Silent:
    """The game itself takes silence for an answer."""
    return Silent(Then.HOLDS, does)


DECIDES, WAITS = Silent(Then.DECIDES), Silent(Then.WAITS)


# -- what a campaign decides ------------------------------------------------------------------------------

# No step that still waits has counted through a pause that ended so long ago.
FORGOTTEN = timedelta(days=400)


@dataclass(frozen=True, slots=True)
class Beat:
    """The rhythm of one sort of scene, in hours: a reminder each `remind`, at most so many, and the end.

    0 is none.
    """

    remind: int = 0
    most: int = 1
    limit: int = 0


@dataclass(frozen=True, slots=True)
class Span:
    """From one moment to another; without an end it goes on."""

    since: datetime
    until: datetime | None = None


@dataclass(frozen=True, slots=True)
class Pace:
    """How long a campaign waits, and for whom. Without beats nobody is reminded, nothing ends by itself."""

    beats: Mapping[str, Beat] = field(default_factory=dict)
    # In hours: what is given once, after the deadline.
    grace: int = 0
    # Saturdays and Sundays don't count, nor do these days, each with the last of them.
    rests_on_weekends: bool = False
    holidays: tuple[tuple[date, date], ...] = ()
    zone: str = "UTC"
    # Whether who is away is not waited for.
    skips_away: bool = False
    # After so many deadlines missed in a row somebody counts as away; 0 is never.
    missed: int = 0
    # In days: a campaign that is silent for so long says so once; 0 is never.
    silence: int = 0
    # When the campaign stood still; the last without an end where it still does.
    pauses: tuple[Span, ...] = ()

    @property
    def is_paused(self) -> bool:
        """Whether it stands still now."""
        return bool(self.pauses) and self.pauses[-1].until is None

    def paused(self, now: datetime) -> Pace:
        """The same campaign, standing still from now on; pauses long past are forgotten."""
        kept = tuple(each for each in self.pauses if each.until is None or each.until > now - FORGOTTEN)
        return replace(self, pauses=(*kept, Span(now)))

    def resumed(self, now: datetime) -> Pace:
        """This pace after a pause, with its clocks running again."""
        *before, last = self.pauses
        return replace(self, pauses=(*before, replace(last, until=now)))

    def beat(self, tempo: Tempo) -> Beat:
        """The rhythm of that sort of scene."""
        return self.beats.get(tempo.value, NO_BEAT)

    def after(self, since: datetime, hours: int) -> datetime | None:
        """When so many hours that count have passed; None while the campaign is paused."""
        left = timedelta(hours=hours)
        for begin, end in self._counting(since):
            if end is None or begin + left <= end:
                return begin + left
            left -= end - begin
        return None

    def _counting(self, since: datetime) -> Iterator[tuple[datetime, datetime | None]]:
        """The stretches of time that count from then on, in order."""
        zone, at = ZoneInfo(self.zone), since
        pauses = sorted(self.pauses, key=lambda pause: pause.since)
        while True:
            pause = next((each for each in pauses if each.until is None or each.until > at), None)
            if pause is not None and pause.since <= at:
                if pause.until is None:
                    return
                at = pause.until
                continue
            day = at.astimezone(zone).date()
            morrow = midnight(day + timedelta(days=1), zone)
            if self.rests_on(day):
                at = morrow
                continue
            ends = [morrow] if self._may_rest else []
            ends += [pause.since] if pause is not None else []
            if not ends:
                yield at, None
                return
            yield at, min(ends)
            at = min(ends)

    @property
    def _may_rest(self) -> bool:
        return self.rests_on_weekends or bool(self.holidays)

    def rests_on(self, day: date) -> bool:
        """True if the pace doesn't count that day."""
        is_weekend = self.rests_on_weekends and day.weekday() >= 5
        return is_weekend or any(first <= day <= last for first, last in self.holidays)


NO_BEAT = Beat()


def midnight(day: date, zone: ZoneInfo) -> datetime:
    """When that day begins there."""
    return datetime.combine(day, time(), zone).astimezone(UTC)


@dataclass(frozen=True, slots=True)
class Away:
    """Somebody who is away, from then until then; the proxy acts for them.

    `is_by_itself`: they missed too many deadlines, and whatever they do ends it.
    """

    person: int
    since: datetime
    until: datetime | None = None
    proxy: int | None = None
    is_by_itself: bool = False

    @property
    def last_moment(self) -> datetime | None:
        """The end of the last day itself, not the midnight after it: as it is shown."""
        return self.until - timedelta(seconds=1) if self.until is not None else None

    def is_over(self, now: datetime) -> bool:
        """Whether they were to be back by then."""
        return self.until is not None and self.until <= now

    def is_at(self, now: datetime) -> bool:
        """Whether they are away then."""
        return self.since <= now and (self.until is None or now < self.until)


# -- one step's clock -------------------------------------------------------------------------------------


class ClockStage(IntEnum):
    """How the deadline of a step stands: it runs, was given its grace, was put off, or is over."""

    RUNNING = 0
    GRACED = 1
    # Nobody could answer for a while, for the bot itself was away.
    PUT_OFF = 2
    OVER = 3


# In hours: the least that is given where a deadline passed unseen.
LEAST_PUT_OFF = 12


@dataclass(frozen=True, slots=True)
class Clock:
    """When something is due next at a step, and its deadline."""

    due: datetime | None = None
    deadline: datetime | None = None


def clock_of(
    pace: Pace, beat: Beat, since: datetime, told: int = 0, stage: ClockStage = ClockStage.RUNNING
) -> Clock:
    """The clock of a step that counts from then on, after so many reminders."""
    hours = {
        ClockStage.RUNNING: beat.limit,
        ClockStage.GRACED: pace.grace,
        ClockStage.PUT_OFF: max(pace.grace, LEAST_PUT_OFF),
        ClockStage.OVER: 0,
    }[stage]
    deadline = pace.after(since, hours) if hours else None
    if stage is not ClockStage.RUNNING or not beat.remind or told >= beat.most:
        return Clock(deadline, deadline)
    due = pace.after(since, beat.remind * (told + 1))
    if due is not None and deadline is not None:
        due = min(due, deadline)
    return Clock(due, deadline)


def reminders_by(pace: Pace, beat: Beat, since: datetime, now: datetime) -> int:
    """How many reminders are due by then: of those that an outage swallowed, one is sent."""
    count = 0
    while beat.remind and count < beat.most:
        at = pace.after(since, beat.remind * (count + 1))
        if at is None or at > now:
            break
        count += 1
    return count
