"""One person's own ways on a server: how they are answered, their saved rolls, and when they are reminded."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, time, timedelta
from typing import Annotated
from zoneinfo import ZoneInfo

from bot.engine.parts import Unlisted, Whole, short
from bot.engine.text import Labelled, Safe, T
from bot.engine.when import shown_hours
from bot.engine.words import one_line

# The kind of record that a server keeps of each person's own ways.
HABITS_KIND = "habits"
# When a daily list is read, where nothing else is said: the hour of the day.
DIGEST_HOUR = 8
# For so long after it a list that was put off still is that morning's.
MORNING, DAYTIME = timedelta(hours=6), timedelta(hours=16)
MOMENT = timedelta(minutes=1)


class Pings(Labelled):
    """How often somebody is mentioned."""

    EACH = "each", "Every time", "when you're asked, and for each reminder"
    LAST = "last", "When asked, and at the end", "when you're asked, and once before time runs out"
    DIGEST = "digest", "Once a day", "one list a day, instead of single mentions"
    NEVER = "never", "Never", "`/waiting` still lists everything"


def _answers(is_plain: bool) -> Safe:
    return (T("plain text") if is_plain else T("cards"))()


def _quiet(hours: Sequence[int] | None) -> str | None:
    return short(shown_hours((hours[0], hours[1]))) if hours else None


@dataclass(frozen=True, slots=True)
class Habits:
    """One person's own: whether answers to them are plain text, their rolls by name, when they're reminded.

    `quiet` are minutes of the day, from and until, in their own `zone`.
    """

    user: Unlisted[int]
    plain: Annotated[bool, T("answers"), _answers] = False
    rolls: Annotated[Mapping[str, str], T("saved roll {key}"), short] = field(default_factory=dict)
    zone: Annotated[str, T("time zone"), short] = ""
    quiet: Annotated[tuple[int, int] | None, T("quiet hours"), Whole(_quiet)] = None
    pings: Annotated[Pings, T("mentions"), short] = Pings.EACH
    # Whether they are told, too, when they come next after somebody whose turn it is.
    ahead: Annotated[bool, T("word when they come next")] = False

    def saved(self, name: str) -> tuple[str, str] | None:
        """The saved roll of that name, in whatever case: its name and its text."""
        wanted = one_line(name).casefold()
        return next((pair for pair in self.rolls.items() if pair[0].casefold() == wanted), None)

    def quiet_until(self, now: datetime, zone: str) -> datetime | None:
        """When their quiet hours end, where they are asleep now; in that zone, where they named none."""
        if self.quiet is None:
            return None
        first, last = self.quiet
        place = ZoneInfo(self.zone or zone)
        here = now.astimezone(place)
        minute = here.hour * 60 + here.minute
        if not (first <= minute < last if first < last else minute >= first or minute < last):
            # Also where they were to end in an hour that the clocks have skipped.
            return None
        # Those that began yesterday, and those of today; a day of the clocks' change has other hours.
        for day in (here.date() - timedelta(days=1), here.date()):
            begins = min(_moments(day, first, place))
            ends = max(_moments(day if last > first else day + timedelta(days=1), last, place))
            if begins <= now < ends:
                return ends
        return None

    def next_digest(self, now: datetime, zone: str) -> datetime:
        """When they read their next daily list: at eight, or when they wake later than that."""
        place = ZoneInfo(self.zone or zone)
        here = now.astimezone(place)
        at = datetime.combine(here.date(), time(DIGEST_HOUR), place)
        if at <= here:
            at = datetime.combine(here.date() + timedelta(days=1), time(DIGEST_HOUR), place)
        due = at.astimezone(UTC)
        return self.quiet_until(due, zone) or due

    def is_morning(self, at: datetime, zone: str) -> bool:
        """Whether that is when they read their daily list, hours later, or when they wake that day."""
        woke = self.quiet_until(at - MOMENT, zone) == at
        return self.next_digest(at - (DAYTIME if woke else MORNING), zone) <= at


def _moments(day: date, minutes: int, place: ZoneInfo) -> tuple[datetime, datetime]:
    """When a clock there shows that; twice on the day when it is set back, and one that it skips is near."""
    shown = time(*divmod(minutes, 60))
    first, again = (datetime.combine(day, shown.replace(fold=fold), place) for fold in (0, 1))
    return first.astimezone(UTC), again.astimezone(UTC)
