"""What a judge of a simulated year knows of its campaigns and people: what the journal told it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

from bot.engine.habits import Pings
from bot.engine.pace import Beat, Then

MINUTES = {
    "22-7": (1320, 420),
    "23:30-6": (1410, 360),
    "1-9": (60, 540),
    "10 pm - 2:30": (1320, 150),
    "13-17": (780, 1020),
}
SLICE = timedelta(minutes=15)


@dataclass(frozen=True)
class Person:
    """When somebody wants to be mentioned."""

    zone: str
    quiet: str
    pings: Pings

    def sleeps(self, now: datetime) -> bool:
        """Whether a clock on their wall shows one of their quiet hours."""
        if self.quiet not in MINUTES:
            return False
        first, last = MINUTES[self.quiet]
        here = now.astimezone(ZoneInfo(self.zone))
        minute = here.hour * 60 + here.minute
        return first <= minute < last if first < last else minute >= first or minute < last


@dataclass
class Tempi:
    """A campaign's pace as the journal tells it."""

    beats: dict[str, Beat] = field(default_factory=dict)
    grace: int = 0
    skips_away: bool = False
    silence: int = 0
    rests: bool = False
    holidays: list[tuple[date, date]] = field(default_factory=list)
    zone: str = "UTC"
    pauses: list[list[datetime | None]] = field(default_factory=list)

    def counts(self, at: datetime) -> bool:
        """Whether time counts then."""
        day = at.astimezone(ZoneInfo(self.zone)).date()
        if self.rests and day.weekday() >= 5:
            return False
        if any(first <= day <= last for first, last in self.holidays):
            return False
        return not any(
            since is not None and since <= at and (until is None or at < until)
            for since, until in self.pauses
        )

    def counted(self, since: datetime, until: datetime) -> timedelta:
        """How much of that time counts, slice by slice."""
        if not self.rests and not self.holidays and not self.pauses:
            return until - since
        found, at = timedelta(), since
        while at < until:
            part = min(self._slice(at), until - at)
            found += part if self.counts(at) else timedelta()
            at += part
        return found

    def after(self, since: datetime, hours: int) -> datetime:
        """When so many hours have counted."""
        left, at = timedelta(hours=hours), since
        while left > timedelta():
            does_count, part = self.counts(at), self._slice(at)
            part = min(part, left) if does_count else part
            left -= part if does_count else timedelta()
            at += part
        return at

    def _slice(self, at: datetime) -> timedelta:
        """How long it takes to the next quarter of an hour, or until a pause begins or ends."""
        quarter = at.replace(minute=at.minute // 15 * 15, second=0, microsecond=0) + SLICE
        edges = (edge for pause in self.pauses for edge in pause if edge is not None and edge > at)
        return min((quarter, *edges)) - at


@dataclass
class Opening:
    """A step from when it was opened to when it is closed."""

    record: str
    who: int
    round: int
    then: Then
    tempo: str
    opened: datetime
    asks: int
    is_sealed: bool = False
    counts_from: datetime = field(default_factory=lambda: datetime.now(UTC))
    told: list[datetime] = field(default_factory=list)
    finals: list[datetime] = field(default_factory=list)
    until: int | None = None
    last: datetime | None = None
    snoozed: datetime | None = None
    is_over: bool = False
    # Whether something changed what is to be expected of it; and whether a clock was set back meanwhile.
    is_disturbed: bool = False
    is_jumped: bool = False

    def disturb(self) -> None:
        """No longer all is as it was when it was opened."""
        self.is_disturbed = True

    def begin_anew(self, at: datetime) -> None:
        """Its clock counts from now on."""
        self.is_disturbed, self.is_over, self.counts_from, self.snoozed = True, False, at, None
        # What they or the game masters did may end it at once.
        self.told, self.finals, self.until, self.last = [], [], None, None
        self.asks = 1


@dataclass
class Vigil:
    """One record."""

    asked: tuple[int, ...]
    then: Then
    tempo: str
    is_sealed: bool
    round: int = 1
    open: dict[int, Opening] = field(default_factory=dict)
    freed: datetime | None = None
    is_jumped: bool = False
    gm_told: int = 0
    gm_last: datetime | None = None


@dataclass
class Away:
    since: datetime
    until: datetime | None
    proxy: int | None
    is_by_itself: bool = False


@dataclass
class Before:
    """Who was away, had answered in advance and had vanished before an entry, and whose steps it closed."""

    away: dict[int, Away]
    orders: set[int]
    record: str | None
    people: list[int]
    vanished: set[int]


@dataclass
class Campaign:
    """What the journal told of one."""

    id: str
    guild: int
    seats: set[int] = field(default_factory=set)
    game_masters: set[int] = field(default_factory=set)
    # Who left the server, and with it their seat until they do something again.
    vanished: set[int] = field(default_factory=set)
    pace: Tempi = field(default_factory=Tempi)
    is_archived: bool = False
    away: dict[int, Away] = field(default_factory=dict)
    orders: set[int] = field(default_factory=set)
    vigils: dict[str, Vigil] = field(default_factory=dict)
    listed: dict[int, datetime] = field(default_factory=dict)
    last_act: datetime | None = None
    last_entry: int = 0
    is_silence_told: bool = False
    # The newest entry, where it can be undone; and by number how it was before.
    newest: int | None = None
    before: dict[int, Before] = field(default_factory=dict)

    def away_at(self, who: int, now: datetime) -> Away | None:
        found = self.away.get(who)
        is_there = found is not None and found.since <= now and (found.until is None or now < found.until)
        if found is None or not is_there:
            return None
        # A proxy who has left acts for nobody.
        return found if found.proxy in self.seats else replace(found, proxy=None)

    def was_away(self, who: int, since: datetime, now: datetime) -> bool:
        """Whether they were away meanwhile, with nobody in their place: back, they are asked."""
        found = self.away.get(who)
        is_over = found is not None and found.until is not None and since <= found.since < found.until <= now
        return found is not None and is_over and found.proxy not in self.seats

    def steps(self) -> Iterator[Opening]:
        for vigil in self.vigils.values():
            yield from vigil.open.values()
