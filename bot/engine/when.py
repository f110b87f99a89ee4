"""Times as people type them: “12h”, “2d”, “2026-12-24”, “tomorrow”, “22-7”, and time zones by name."""

from __future__ import annotations

import re
from collections.abc import Iterable
from contextlib import suppress
from datetime import date, datetime, timedelta
from functools import cache
from zoneinfo import ZoneInfo, available_timezones

from bot.engine.pace import midnight
from bot.engine.text import Safe, T, refused
from bot.engine.words import one_line

HOURS_A_DAY, HOURS_A_WEEK = 24, 168
LONGEST_DAYS = 60
LEAP_YEAR = 2024
_PART = re.compile(r"(?<!\d)(\d{1,4})(?!\d)\s*(hours?|h|days?|d|weeks?|w)?", re.ASCII | re.IGNORECASE)
_IN_DAYS = re.compile(
    r"(?:in\s+)?(?:(\d{1,3})\s*|(?:an?|next)\s+)(d|days?|w|weeks?)", re.ASCII | re.IGNORECASE
)
_CLOCK = re.compile(r"(\d{1,2})(?::(\d{2}))?\s*(am|pm)?", re.ASCII | re.IGNORECASE)
NONE = ("none", "off", "no", "never", "0")


def hours_of(text: str) -> int:
    """How many hours that is; 0 for none. Raises RuleViolation."""
    typed = one_line(text).casefold()
    if typed in NONE:
        return 0
    parts = list(_PART.finditer(typed))
    if not parts or _PART.sub("", typed).strip():
        raise refused(
            "time.no_span",
            "“{text:40}” isn't a length of time. Write it like 12h, 2d or 1d 12h, or none.",
            text=text,
        )
    units = {"h": 1, "d": HOURS_A_DAY, "w": HOURS_A_WEEK}
    return sum(int(part[1]) * units[(part[2] or "h")[0]] for part in parts)


def spelled(hours: int) -> Safe:
    """That number of hours, in words."""
    days, rest = divmod(hours, HOURS_A_DAY)
    if not days:
        return T("{n} {n:hour|hours}")(n=rest)
    if not rest:
        return T("{n} {n:day|days}")(n=days)
    return T("{days} {days:day|days} {n} {n:hour|hours}")(days=days, n=rest)


def day_of(text: str, now: datetime, zone: str) -> date:
    """The day meant, from today on: 2026-12-24, 12-24, 3d, today, tomorrow. Raises RuleViolation."""
    typed, today = one_line(text).casefold(), now.astimezone(ZoneInfo(zone)).date()
    named = {"yesterday": -1, "today": 0, "now": 0, "tomorrow": 1}
    if typed in named:
        return today + timedelta(days=named[typed])
    if (found := _IN_DAYS.fullmatch(typed)) is not None:
        return today + timedelta(days=int(found[1] or 1) * (7 if found[2].startswith("w") else 1))
    try:
        if typed.count("-") == 2:
            return date.fromisoformat(typed)
        month, day = map(int, typed.split("-"))
        return _next(month, day, today)
    except ValueError:
        raise refused(
            "time.no_day",
            "“{text:40}” isn't a day. Write it like 2026-12-24, 12-24, 3 days or tomorrow.",
            text=text,
        ) from None


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
    """Days with the last of each, in order: “2026-12-24..2027-01-02, 2027-04-05”, or none.

    Raises RuleViolation.
    """
    if one_line(text).casefold() in NONE:
        return ()
    found = []
    for part in text.split(","):
        first, _, last = (each.strip() for each in part.partition(".."))
        begins = day_of(first, now, zone)
        ends = day_of(last, now, zone) if last else begins
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
    typed = one_line(text).casefold()
    if typed in NONE:
        return None
    halves = re.split(r"\s*(?:-|–|to|until)\s*", typed)
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


# -- time zones ---------------------------------------------------------------------------------------------


@cache
def _zones() -> tuple[str, ...]:
    """Those that people choose from: of a place, or UTC."""
    return (
        "UTC",
        *sorted(
            each for each in available_timezones() if "/" in each and not each.casefold().startswith("etc/")
        ),
    )


def zone_of(text: str) -> str:
    """The time zone of that name, or of that city. Raises RuleViolation."""
    typed = one_line(text).casefold().replace(" ", "_")
    for zone in _zones():
        if typed in (zone.casefold(), zone.rpartition("/")[2].casefold()):
            return zone
    raise refused(
        "time.no_zone",
        "There's no time zone called “{text:40}”. Pick one from the list, like Europe/Berlin.",
        text=text,
    )


def zones_like(typed: str) -> Iterable[tuple[str, str]]:
    """The time zones with that piece in their name."""
    near = typed.strip().casefold().replace(" ", "_")
    return [(zone.replace("_", " "), zone) for zone in _zones() if near in zone.casefold()]
