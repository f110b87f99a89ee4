"""Times as people type them: “12h”, “1.5d”, “2026-12-24”, “Dec 24”, “friday 18:00”, “22-7”, Discord's own."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from contextlib import suppress
from datetime import UTC, date, datetime, time, timedelta
from fractions import Fraction
from typing import NamedTuple
from zoneinfo import ZoneInfo

from bot.engine.pace import midnight
from bot.engine.text import Safe, T, refused
from bot.engine.words import key_of
from bot.errors import UserError

HOURS_A_DAY, HOURS_A_WEEK = 24, 168
LONGEST_DAYS = 60
LEAP_YEAR = 2024
FIRST_YEAR, LAST_YEAR = 2000, 2200
_UNIT = r"(minutes?|mins?|m|hours?|hrs?|h|days?|d|weeks?|wks?|w)"
_COUNT = r"(?:(?<![0-9])([0-9]{1,4}(?:[.,][0-9]{1,2})?)(?![0-9])\s*|(half\s+an?|an?)\s+)"
_PART = re.compile(rf"{_COUNT}{_UNIT}\b\s*(?:,|and\b)?\s*", re.ASCII)
_MINUTES = {"m": 1, "h": 60, "d": 24 * 60, "w": 7 * 24 * 60}
_IN_DAYS = re.compile(r"(?:in\s+)?(?:([0-9]{1,3})\s*|(?:an?|next)\s+)(d|days?|w|weeks?|months?)", re.ASCII)
_DAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
_MONTHS = (
    "january", "february", "march", "april", "may", "june", "july", "august", "september", "october",
    "november", "december",
)  # fmt: skip
_WEEKDAY = re.compile(r"(?:on\s+)?(next\s+|this\s+)?([a-z]{2,9})\.?")
_MONTH_FIRST = re.compile(r"([a-z]{3,9})\.?\s+([0-9]{1,2})(?:st|nd|rd|th)?(?:,?\s+([0-9]{4}))?", re.ASCII)
_DAY_FIRST = re.compile(
    r"([0-9]{1,2})(?:st|nd|rd|th|\.)?\s+(?:of\s+)?([a-z]{3,9})\.?(?:,?\s+([0-9]{4}))?", re.ASCII
)
_DOTTED = re.compile(r"([0-9]{1,2})\.\s*([0-9]{1,2})\.?(?:\s*([0-9]{4}|[0-9]{2}))?", re.ASCII)
_YEAR_FIRST = re.compile(r"([0-9]{4})([-/. ])([0-9]{1,2})\2([0-9]{1,2})\.?", re.ASCII)
_DIVIDED = re.compile(r"([0-9]{1,2})([-/])([0-9]{1,2})(?:\2([0-9]{4}))?", re.ASCII)
_STAMP = re.compile(r"<t:(-?[0-9]{1,12})(?::([a-z]))?>", re.ASCII | re.IGNORECASE)
_TIME = r"([0-9]{1,2}(?::[0-9]{2}(?:\s*[ap]m)?|\s*[ap]m)|noon|midnight)"
_AT = re.compile(rf"(.*?)(?:\s+at|,|\s)\s*{_TIME}", re.ASCII)
_ALONE = re.compile(rf"(?:at\s+)?{_TIME}", re.ASCII)
_CLOCK = re.compile(r"([0-9]{1,2})(?:[:.h]([0-9]{2})|h)?\s*(am|pm)?", re.ASCII)
_NAMED = {"noon": 12 * 60, "midnight": 0}
# Between the first and the last of several days; a dash only where it is none of a day's own.
_TO = re.compile(
    r"\s+(?:to|until|till|-+)\s+|\.\.+|(?<=\.)\s*-\s*|(?<=[0-9]{4}-[0-9]{2}-[0-9]{2})-(?=[0-9]{4})"
)
# Between several; a comma stands before a year, too: Dec 24, 2026.
_SEVERAL = re.compile(r"\s*(?:;|,(?!\s*[0-9]{4}(?![-/.0-9])))\s*", re.ASCII)
NONE = ("none", "off", "no", "never", "0")


def minutes_of(text: str) -> int | None:
    """How many minutes that is: of 90m, 1.5d, a week, 1 day and 12 hours; None for no length of time."""
    typed, minutes, place = key_of(text), Fraction(0), 0
    while place < len(typed):
        found = _PART.match(typed, place)
        if found is None:
            return None
        half = Fraction(1, 2) if found[2] and found[2].startswith("half") else Fraction(1)
        count = Fraction(found[1].replace(",", ".")) if found[1] else half
        minutes += count * _MINUTES[found[3][0]]
        place = found.end()
    return round(minutes) if typed else None


def hours_of(text: str) -> int:
    """How many hours that is; 0 for none. Raises RuleViolation."""
    typed = key_of(text)
    if typed in NONE:
        return 0
    minutes = int(typed) * 60 if re.fullmatch(r"[0-9]{1,4}", typed) else minutes_of(typed)
    if minutes is None:
        raise refused(
            "time.no_span",
            "“{text:40}” isn't a length of time. Write it like 12h, 1.5d or 1 day and 12 hours, or none.",
            text=text,
        )
    if minutes % 60:
        raise refused(
            "time.not_whole",
            "“{text:40}” has to be whole hours: {low}h or {high}h.",
            text=text,
            low=minutes // 60,
            high=minutes // 60 + 1,
        )
    return minutes // 60


def spelled(hours: int) -> Safe:
    """That number of hours, in words."""
    days, rest = divmod(hours, HOURS_A_DAY)
    if not days:
        return T("{n} {n:hour|hours}")(n=rest)
    if not rest:
        return T("{n} {n:day|days}")(n=days)
    return T("{days} {days:day|days} {n} {n:hour|hours}")(days=days, n=rest)


class Meant(NamedTuple):
    """A day in some zone, with the minute of it where that was told."""

    day: date
    minute: int | None = None


def day_of(text: str, now: datetime, zone: str) -> date:
    """The day meant: 2026-12-24, Dec 24, 24.12., friday, 3d, tomorrow. Raises RuleViolation."""
    return meant_of(text, now, zone).day


def moment_of(text: str, now: datetime, zone: str, *, is_end: bool = False) -> tuple[datetime, bool]:
    """The moment meant, and whether its time was told: else it is the beginning of that day, or its end.

    Raises RuleViolation.
    """
    day, minute = meant_of(text, now, zone)
    if minute is not None:
        at = datetime.combine(day, time(*divmod(minute, 60)), ZoneInfo(zone))
        return at.astimezone(UTC), True
    return (end_of(day, zone) if is_end else start_of(day, zone)), False


def stretch_of(
    since: str | None, until: str | None, now: datetime, zone: str
) -> tuple[datetime, datetime | None, bool]:
    """From when until when, from now on where nothing is said; and whether a time of the day was told.

    Raises RuleViolation.
    """
    begins, is_timed = moment_of(since, now, zone) if since is not None else (now, False)
    if until is None:
        return begins, None, is_timed
    ends, is_exact = moment_of(until, now, zone, is_end=True)
    return begins, ends, is_timed or is_exact


def meant_of(text: str, now: datetime, zone: str) -> Meant:
    """The day and the time that are meant, from now on. Raises RuleViolation."""
    typed, here = key_of(text), now.astimezone(ZoneInfo(zone))
    if (stamp := _STAMP.fullmatch(typed)) is not None:
        return _stamped(text, stamp, zone)
    if (alone := _ALONE.fullmatch(typed)) and (minute := _minute(alone[1])) is not None:
        is_past = minute <= here.hour * 60 + here.minute
        return Meant(here.date() + timedelta(days=is_past), minute)
    if (timed := _AT.fullmatch(typed)) and (minute := _minute(timed[2])) is not None:
        return Meant(_day(text, timed[1], here.date()), minute)
    try:
        return Meant(_day(text, typed, here.date()))
    except UserError:
        lasting = minutes_of(typed.removeprefix("in "))
        if lasting is None:
            raise
        at = here.astimezone(UTC) + timedelta(minutes=lasting)
        there = at.astimezone(ZoneInfo(zone))
        return Meant(there.date(), there.hour * 60 + there.minute)


def _stamped(text: str, stamp: re.Match[str], zone: str) -> Meant:
    """What one of Discord's own timestamps means: those that show a day mean the day."""
    try:
        at = datetime.fromtimestamp(int(stamp[1]), UTC).astimezone(ZoneInfo(zone))
        _near(at.date())
    except (OverflowError, OSError, ValueError):
        raise _no_day(text) from None
    return Meant(at.date(), None if (stamp[2] or "f").casefold() == "d" else at.hour * 60 + at.minute)


def _no_day(text: str) -> UserError:
    return refused(
        "time.no_day",
        "“{text:40}” isn't a day. Write it like 2026-12-24, Dec 24, friday, 3 days or tomorrow.",
        text=text,
    )


def _two_days(text: str, one: date, other: date) -> UserError:
    return refused(
        "time.two_days",
        "“{text:40}” could be {one} or {other}. Write it like that.",
        text=text,
        one=Safe(one),
        other=Safe(other),
    )


def _day(text: str, typed: str, today: date) -> date:
    """The day of those words. Raises RuleViolation."""
    named = {"yesterday": -1, "today": 0, "now": 0, "tonight": 0, "tomorrow": 1}
    if typed in named:
        return today + timedelta(days=named[typed])
    if (found := _IN_DAYS.fullmatch(typed)) is not None:
        return _later(today, int(found[1] or 1), found[2])
    for pattern, read in _WAYS:
        if (found := pattern.fullmatch(typed)) is not None:
            with suppress(ValueError):
                return _near(read(text, found, today))
    raise _no_day(text)


def _near(day: date) -> date:
    """The day, where it is one that a table can mean. Raises ValueError."""
    if not FIRST_YEAR <= day.year <= LAST_YEAR:
        raise ValueError
    return day


def _later(today: date, count: int, unit: str) -> date:
    if not unit.startswith("m"):
        return today + timedelta(days=count * (7 if unit.startswith("w") else 1))
    year, month = divmod(today.month - 1 + count, 12)
    first = date(today.year + year, month + 1, 1)
    last = (first + timedelta(days=31)).replace(day=1) - timedelta(days=1)
    return first.replace(day=min(today.day, last.day))


def _begun(word: str, names: Sequence[str]) -> int:
    """The place of the only name that begins so. Raises ValueError."""
    found = [place for place, name in enumerate(names) if name.startswith(word.removesuffix("."))]
    if len(found) != 1 and word not in names:
        raise ValueError
    return found[0]


def _weekday(text: str, found: re.Match[str], today: date) -> date:
    """The next such day; "next friday" is this week's to some and next week's to others."""
    ahead = (_begun(found[2], _DAYS) - today.weekday()) % 7 or 7
    coming = today + timedelta(days=ahead)
    if (found[1] or "").startswith("next"):
        raise _two_days(text, coming, coming + timedelta(days=7))
    return coming


def _month_first(_text: str, found: re.Match[str], today: date) -> date:
    return _dated(found[3], _begun(found[1], _MONTHS) + 1, int(found[2]), today)


def _day_first(_text: str, found: re.Match[str], today: date) -> date:
    return _dated(found[3], _begun(found[2], _MONTHS) + 1, int(found[1]), today)


def _dotted(_text: str, found: re.Match[str], today: date) -> date:
    return _dated(found[3], int(found[2]), int(found[1]), today)


def _year_first(_text: str, found: re.Match[str], _today: date) -> date:
    return date(int(found[1]), int(found[3]), int(found[4]))


def _divided(text: str, found: re.Match[str], today: date) -> date:
    """Month and day with a dash, as in 2026-12-24; with a slash it is written both ways round."""
    days = []
    for month, day in ((int(found[1]), int(found[3])), (int(found[3]), int(found[1]))):
        with suppress(ValueError):
            days.append(_dated(found[4], month, day, today))
    if len(days) == 2 and days[0] != days[1] and (found[2] == "/" or found[4]):
        raise _two_days(text, *days)
    return days[0] if days else _dated(found[4], 0, 0, today)


_WAYS: tuple[tuple[re.Pattern[str], Callable[[str, re.Match[str], date], date]], ...] = (
    (_YEAR_FIRST, _year_first),
    (_DIVIDED, _divided),
    (_DOTTED, _dotted),
    (_MONTH_FIRST, _month_first),
    (_DAY_FIRST, _day_first),
    (_WEEKDAY, _weekday),
)


def _dated(year: str | None, month: int, day: int, today: date) -> date:
    """That day of that year, or the next such day. Raises ValueError."""
    if year is None:
        return _next(month, day, today)
    return date(int(year) + (2000 if len(year) == 2 else 0), month, day)


def _next(month: int, day: int, today: date) -> date:
    """The next such day, of a leap year if need be. Raises ValueError where there is none."""
    date(LEAP_YEAR, month, day)
    for year in range(today.year, today.year + 9):
        with suppress(ValueError):
            if (found := date(year, month, day)) >= today:
                return found
    raise ValueError


def end_of(day: date, zone: str) -> datetime:
    """When that day is over there."""
    return midnight(day + timedelta(days=1), ZoneInfo(zone))


def days_of(text: str, now: datetime, zone: str) -> tuple[tuple[date, date], ...]:
    """Days with the last of each, in order: “2026-12-24..2027-01-02, Dec 24 to Jan 2”, or none.

    Raises RuleViolation.
    """
    typed = key_of(text)
    if typed in NONE:
        return ()
    found = []
    for part in _SEVERAL.split(typed):
        first, *rest = _TO.split(part, 1)
        begins = day_of(first, now, zone)
        ends = day_of(rest[0], now, zone) if rest else begins
        if ends < begins or (ends - begins).days > LONGEST_DAYS:
            raise refused(
                "time.bad_days",
                "“{part:40}”: the last day has to come after the first, at most {most} days later.",
                part=part.strip(),
                most=LONGEST_DAYS,
            )
        found.append((begins, ends))
    return tuple(sorted(found))


def start_of(day: date, zone: str) -> datetime:
    """When that day begins there."""
    return midnight(day, ZoneInfo(zone))


def hours_of_day(text: str) -> tuple[int, int] | None:
    """From and until, in minutes of the day, of “22-7” or “10:30 pm - 7 am”; None for none.

    Raises RuleViolation.
    """
    typed = key_of(text)
    if typed in NONE:
        return None
    halves = re.split(r"\s*(?:-|to|until|and)\s*", typed.removeprefix("from ").removeprefix("between "))
    minutes = [_minute(half) for half in halves]
    first, last = (minutes[0], minutes[1]) if len(minutes) == 2 else (None, None)
    if first is None or last is None or first == last:
        raise refused(
            "time.no_hours",
            "“{text:40}” aren't hours of the day. Write from and until, like 22-7, or none.",
            text=text,
        )
    return first, last


def _minute(text: str) -> int | None:
    if text in _NAMED:
        return _NAMED[text]
    found = _CLOCK.fullmatch(text.strip())
    if found is None:
        return None
    hour, minute, half = int(found[1]), int(found[2] or 0), found[3]
    if half is not None:
        if not 1 <= hour <= 12:
            return None
        hour = hour % 12 + (12 if half == "pm" else 0)
    if hour == 24 and not minute:
        hour = 0
    return hour * 60 + minute if hour < 24 and minute < 60 else None


def shown_hours(quiet: tuple[int, int]) -> Safe:
    """From and until, as the clock shows them."""
    first, last = (Safe(f"{each // 60:02}:{each % 60:02}") for each in quiet)
    return T("{first} to {last}")(first=first, last=last)
