"""Which channels take nothing at present, and when each is asked again.

A cause that may pass (no network, an error of Discord's own, too many requests) holds up what comes later in
its channel, so that posts keep their order; a post holds up everything there, anything else holds up no post.
What Discord refuses holds up nothing, unless it refuses all: then its channel is asked seldom. None of it is
written down: a full disk loses no order, and a restart begins with the oldest.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import Enum

from bot.play import MOST_WAIT, Due

# How long the first pause is; each further one is twice as long.
FIRST = timedelta(seconds=5)
# And the longest of those whose cause may pass at any moment.
SOON = timedelta(minutes=1)
# For so long Discord is believed to be at fault; what others got through meanwhile speaks against that.
PATIENCE = timedelta(minutes=15)
UNAUTHORIZED, TIMEOUT, TOO_MANY = 401, 408, 429
# Whether posts or all else is meant, of which channel.
Lane = tuple[int, bool]


class Cause(Enum):
    """Why something did not reach Discord."""

    OUTAGE = "outage"
    LIMIT = "limit"
    REFUSAL = "refusal"


def lasting(tries: int, longest: timedelta = MOST_WAIT) -> timedelta:
    """How long to wait after so many tries in vain before the last one."""
    return min(FIRST * (1 << min(tries, 10)), longest)


def cause_of(error: Exception) -> Cause:
    """The cause of a failed request: Discord's answer, or that there was none."""
    status = getattr(error, "status", 0)
    if status == TOO_MANY:
        return Cause.LIMIT
    if 400 <= status < 500 and status not in (UNAUTHORIZED, TIMEOUT):
        return Cause.REFUSAL
    return Cause.OUTAGE


@dataclass
class _Pause:
    """One lane's: since when, asked last, until when, and how often in vain."""

    cause: Cause
    since: datetime
    asked: datetime
    until: datetime
    tries: int = 0


class Pauses:
    """The pauses of delivery after failures, by channel."""

    def __init__(self, now: Callable[[], datetime]) -> None:
        self._now = now
        self._lanes: dict[Lane, _Pause] = {}
        # The rows that Discord refused in each lane since it took the last one.
        self._refused: dict[Lane, set[int]] = {}
        # The channels whose posts came late, and may still: since when one failed last.
        self._late: dict[int, datetime] = {}
        # When Discord took something last.
        self._taken_at: datetime | None = None

    def begin(self, due: Due, cause: Cause) -> timedelta:
        """Pause what comes after that post in its channel; returns for how long."""
        waits = [self._pause(lane, cause) for lane in _lanes(due)]
        if _is_post(due) and cause is not Cause.REFUSAL:
            self._late[due.channel] = self._now()
        return max(waits)

    def _pause(self, lane: Lane, cause: Cause) -> timedelta:
        now, before = self._now(), self._lanes.get(lane)
        since, tries = (before.since, before.tries + 1) if before is not None else (now, 0)
        longest = MOST_WAIT if cause is Cause.REFUSAL else SOON
        wait = lasting(tries, longest)
        self._lanes[lane] = _Pause(cause, since, now, now + wait, tries)
        return wait

    def is_hopeless(self, due: Due) -> bool:
        """Whether that row fails for long while Discord takes others: it is at fault itself."""
        pause = self._lanes.get((due.channel, _is_post(due)))
        if pause is None or self._taken_at is None or self._taken_at <= pause.since:
            return False
        is_long = self._now() - pause.since >= PATIENCE
        if is_long:
            # What comes after it begins anew.
            del self._lanes[due.channel, _is_post(due)]
        return is_long

    def refuse(self, due: Due, *, may_be_all: bool) -> tuple[int, ...]:
        """Discord refuses a row. Where it `may_be_all` of the channel, and another was before, all wait.

        Gives the rows that wait together then: those refused one by one until now.
        """
        lane = due.channel, _is_post(due)
        rows = self._refused.setdefault(lane, set())
        rows.add(due.rows[0])
        if not may_be_all or len(rows) == 1:
            return ()
        self._pause(lane, Cause.REFUSAL)
        self._late.pop(due.channel, None)
        return tuple(rows)

    def is_refused(self, due: Due) -> bool:
        """Whether Discord refused something of that sort there, and took nothing since."""
        return (due.channel, _is_post(due)) in self._refused

    def taken(self, channel: int, *, is_post: bool) -> bool:
        """Discord took something there. Whether others, which an outage held up, are due by that."""
        self._lanes.pop((channel, is_post), None)
        self._refused.pop((channel, is_post), None)
        return self.reached()

    def reached(self) -> bool:
        """Discord can be reached. Whether what an outage held up is due by that."""
        self._taken_at = self._now()
        shortened = [pause for pause in self._lanes.values() if pause.cause is Cause.OUTAGE]
        for pause in shortened:
            # One that fails all the same is not asked again at once with each success elsewhere.
            pause.until = min(pause.until, pause.asked + FIRST)
        return any(pause.until <= self._taken_at for pause in shortened)

    def holds(self, due: Due) -> bool:
        """True if that post has to wait for a pause to end."""
        return self._is_held((due.channel, _is_post(due)))

    def _is_held(self, lane: Lane) -> bool:
        pause = self._lanes.get(lane)
        # A clock that was set back since prolongs nothing.
        return pause is not None and pause.asked <= self._now() < pause.until

    def held(self, *, posts: bool) -> tuple[int, ...]:
        """The channels whose posts wait, or all else there."""
        return tuple(lane[0] for lane in self._lanes if lane[1] is posts and self._is_held(lane))

    def is_late(self, channel: int) -> bool:
        """True if earlier posts of the channel haven't come yet."""
        return channel in self._late

    def look(self, found: Iterable[Due], unknown: Iterable[int]) -> None:
        """See which channels have caught up: nothing is left to post there, or only what a crowd adds.

        In those that are `unknown` nobody has looked.
        """
        now = self._now()
        late = {*unknown, *(due.channel for due in found if _is_post(due))}
        for channel, since in list(self._late.items()):
            if channel not in late or not since <= now < since + PATIENCE:
                del self._late[channel]


def _is_post(due: Due) -> bool:
    return due.kind == "post"


def _lanes(due: Due) -> tuple[Lane, ...]:
    """What a row holds up: where a post fails nothing else is tried."""
    return ((due.channel, True), (due.channel, False)) if _is_post(due) else ((due.channel, False),)
