"""Times as they are typed, and every way in which one is refused."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from bot.engine import zones
from bot.engine.when import (
    day_of,
    days_of,
    end_of,
    hours_of,
    hours_of_day,
    moment_of,
    shown_hours,
    spelled,
    start_of,
)
from bot.engine.zones import shown_zone, zone_of, zones_like
from tests.refusals import refuses

NOON = datetime(2026, 3, 2, 12, tzinfo=UTC)


@pytest.mark.parametrize(
    ("text", "hours"),
    [
        ("12h", 12),
        ("12", 12),
        ("36 hours", 36),
        ("1 Hour", 1),
        ("2d", 48),
        ("1 day", 24),
        ("1d 12h", 36),
        ("1w", 168),
        ("2 weeks", 336),
        ("1.5d", 36),
        ("1,5d", 36),
        ("１２h", 12),
        ("a week", 168),
        ("an hour", 1),
        ("half a day", 12),
        ("120m", 2),
        ("1 day and 12 hours", 36),
        ("2 days, 3h", 51),
        ("none", 0),
        ("Off", 0),
        ("0", 0),
        ("0h", 0),
    ],
)
def test_a_length_of_time_is_read(text: str, hours: int) -> None:
    assert hours_of(text) == hours


@pytest.mark.parametrize("text", ["", "soon", "12x", "-3h", "12h or so", "½ day", "99999h", "a"])
def test_what_is_no_length_of_time_is_refused(text: str) -> None:
    with refuses("time.no_span"):
        hours_of(text)


@pytest.mark.parametrize(
    ("text", "low", "high"), [("90m", "1h", "2h"), ("1.5h", "1h", "2h"), ("0.5h", "0h", "1h")]
)
def test_a_pace_counts_whole_hours(text: str, low: str, high: str) -> None:
    with refuses("time.not_whole", low, high):
        hours_of(text)


@pytest.mark.parametrize(
    ("hours", "said"),
    [(1, "1 hour"), (23, "23 hours"), (24, "1 day"), (36, "1 day 12 hours"), (49, "2 days 1 hour")],
)
def test_a_length_of_time_is_said_in_days_and_hours(hours: int, said: str) -> None:
    assert str(spelled(hours)) == said


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("today", date(2026, 3, 2)),
        ("Tomorrow", date(2026, 3, 3)),
        ("3 days", date(2026, 3, 5)),
        ("in 10d", date(2026, 3, 12)),
        ("0 days", date(2026, 3, 2)),
        ("2026-12-24", date(2026, 12, 24)),
        ("2025-12-24", date(2025, 12, 24)),
        ("12-24", date(2026, 12, 24)),
        ("3-2", date(2026, 3, 2)),
        ("03-01", date(2027, 3, 1)),
        ("２０２６—１２—２４", date(2026, 12, 24)),
        ("2026/12/24", date(2026, 12, 24)),
        ("2026.12.24", date(2026, 12, 24)),
        ("24.12.", date(2026, 12, 24)),
        ("24.12", date(2026, 12, 24)),
        ("24.12.2027", date(2027, 12, 24)),
        ("1. 2. 27", date(2027, 2, 1)),
        ("Dec 24", date(2026, 12, 24)),
        ("24 Dec.", date(2026, 12, 24)),
        ("24th of December", date(2026, 12, 24)),
        ("December 24th, 2027", date(2027, 12, 24)),
        ("12/24", date(2026, 12, 24)),
        ("24/12/2026", date(2026, 12, 24)),
        ("24-12", date(2026, 12, 24)),
        ("4/4", date(2026, 4, 4)),
        ("friday", date(2026, 3, 6)),
        ("on Fri", date(2026, 3, 6)),
        ("monday", date(2026, 3, 9)),
        ("a month", date(2026, 4, 2)),
        ("in 12 months", date(2027, 3, 2)),
        ("<t:1798000000:D>", date(2026, 12, 23)),
        ("<t:1798000000>", date(2026, 12, 23)),
    ],
)
def test_a_day_is_read(text: str, day: date) -> None:
    assert day_of(text, NOON, "UTC") == day


@pytest.mark.parametrize(
    ("text", "one", "other"),
    [("3/4", "2026-03-04", "2026-04-03"), ("3/4/2027", "2027-03-04", "2027-04-03"),
     ("3-4-2027", "2027-03-04", "2027-04-03"), ("next friday", "2026-03-06", "2026-03-13")],
)  # fmt: skip
def test_a_day_that_could_be_two_is_refused_with_both(text: str, one: str, other: str) -> None:
    with refuses("time.two_days", one, other):
        day_of(text, NOON, "UTC")
    assert {str(day_of(each, NOON, "UTC")) for each in (one, other)} == {one, other}


@pytest.mark.parametrize(
    ("text", "at"),
    [
        ("tomorrow 18:00", "2026-03-03T17:00"),
        ("tomorrow at 6 pm", "2026-03-03T17:00"),
        ("friday, 18:00", "2026-03-06T17:00"),
        ("Dec 24 noon", "2026-12-24T11:00"),
        ("2026-12-24 18:00", "2026-12-24T17:00"),
        ("18:00", "2026-03-02T17:00"),
        ("11:00", "2026-03-03T10:00"),
        ("36h", "2026-03-04T00:00"),
        ("in 90m", "2026-03-02T13:30"),
        ("1 day and 12 hours", "2026-03-04T00:00"),
        *((f"<t:1798000000:{style}>", "2026-12-23T04:26") for style in "tTfFRsS"),
        ("<t:1798000000>", "2026-12-23T04:26"),
    ],
)
def test_a_time_of_the_day_is_read_in_the_zone_of_who_types_it(text: str, at: str) -> None:
    found = moment_of(text, NOON, "Europe/Berlin", is_end=True)
    assert found == (datetime.fromisoformat(f"{at}+00:00"), True)


@pytest.mark.parametrize("style", "dD")
def test_a_timestamp_that_shows_a_day_means_the_day(style: str) -> None:
    assert moment_of(f"<t:1798000000:{style}>", NOON, "UTC") == (datetime(2026, 12, 23, tzinfo=UTC), False)
    assert moment_of(f"<t:1798000000:{style}>", NOON, "UTC", is_end=True)[0] == datetime(
        2026, 12, 24, tzinfo=UTC
    )


CHRISTMAS = (date(2026, 12, 24), date(2027, 1, 2))


@pytest.mark.parametrize(
    "text",
    [
        "2026-12-24..2027-01-02",
        "2026-12-24 - 2027-01-02",
        "2026-12-24 – 2027-01-02",
        "2026-12-24–2027-01-02",
        "2026-12-24 to 2027-01-02",
        "24.12. - 2.1.",
        "24.12.-2.1.2027",
        "Dec 24 until Jan 2",
        "Dec 24, 2026 to Jan 2, 2027",
        "12-24..01-02",
    ],
)
def test_several_days_are_read_from_the_first_to_the_last(text: str) -> None:
    assert days_of(text, NOON, "UTC") == (CHRISTMAS,)
    easter = (date(2027, 4, 5), date(2027, 4, 5))
    assert days_of(f"{text}, 2027-04-05", NOON, "UTC") == (CHRISTMAS, easter)
    assert days_of(f"5.4.2027; {text}", NOON, "UTC") == (CHRISTMAS, easter)


def test_today_is_that_of_the_zone() -> None:
    night = datetime(2026, 3, 2, 23, tzinfo=UTC)
    assert day_of("today", night, "Europe/Berlin") == date(2026, 3, 3)
    assert day_of("today", night, "America/New_York") == date(2026, 3, 2)


def test_the_29th_of_february_is_that_of_the_next_leap_year() -> None:
    assert day_of("02-29", NOON, "UTC") == date(2028, 2, 29)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "christmas",
        "32.12.",
        "2026-13-01",
        "2026-02-30",
        "13-40",
        "1-2-3",
        "5",
        "may",
        "jun 31",
        "<t:1>x",
        "<t:999999999999:D>",
        "9999-12-31",
        "31.12.9999",
        "0001-01-01",
        "fri-day",
        "24..12",
    ],
)
def test_what_is_no_day_is_refused(text: str) -> None:
    with refuses("time.no_day"):
        day_of(text, NOON, "UTC")


def test_a_day_begins_and_ends_at_midnight_there() -> None:
    day = date(2026, 3, 29)
    assert start_of(day, "Europe/Berlin") == datetime(2026, 3, 28, 23, tzinfo=UTC)
    assert end_of(day, "Europe/Berlin") == datetime(2026, 3, 29, 22, tzinfo=UTC)


@pytest.mark.parametrize(
    ("text", "hours"),
    [
        ("22-7", (1320, 420)),
        ("22 - 7", (1320, 420)),
        ("22:30–6:15", (1350, 375)),
        ("10:30 pm - 7 am", (1350, 420)),
        ("10pm to 7am", (1320, 420)),
        ("12am until 12pm", (0, 720)),
        ("22—7", (1320, 420)),
        ("２２-７", (1320, 420)),
        ("from 22 to 7", (1320, 420)),
        ("between 22h30 and 7.15", (1350, 435)),
        ("10 pm - noon", (1320, 720)),
        ("0-24", None),
        ("22-24", (1320, 0)),
        ("none", None),
    ],
)
def test_hours_of_the_day_are_read(text: str, hours: tuple[int, int] | None) -> None:
    if text == "0-24":
        with refuses("time.no_hours"):
            hours_of_day(text)
        return
    assert hours_of_day(text) == hours


@pytest.mark.parametrize("text", ["", "night", "22", "22-7-9", "7-7", "25-7", "22:60-7", "13pm-7", "0am-7"])
def test_what_are_no_hours_of_the_day_is_refused(text: str) -> None:
    with refuses("time.no_hours"):
        hours_of_day(text)


def test_hours_of_the_day_are_shown_as_on_a_clock() -> None:
    assert str(shown_hours((1350, 420))) == "22:30 to 07:00"


@pytest.mark.parametrize(
    ("text", "zone", "said"),
    [
        ("Europe/Berlin", "Europe/Berlin", "Europe/Berlin"),
        ("europe/berlin", "Europe/Berlin", "Europe/Berlin"),
        ("berlin", "Europe/Berlin", "Europe/Berlin"),
        ("New York", "America/New_York", r"America/New\_York"),
        ("utc", "UTC", "UTC"),
        ("CET", "Europe/Berlin", "Europe/Berlin"),
        ("EST", "America/New_York", r"America/New\_York"),
        ("pst", "America/Los_Angeles", r"America/Los\_Angeles"),
        ("Zürich", "Europe/Zurich", "Europe/Zurich"),
        ("São Paulo", "America/Sao_Paulo", r"America/Sao\_Paulo"),
        ("India", "Asia/Kolkata", "Asia/Kolkata"),
        ("Germany", "Europe/Berlin", "Europe/Berlin"),
        ("UK", "Europe/London", "Europe/London"),
        ("UTC+2", "Etc/GMT-2", "UTC+2"),
        ("GMT+1", "Etc/GMT-1", "UTC+1"),
        ("+02:00", "Etc/GMT-2", "UTC+2"),
        ("UTC −5", "Etc/GMT+5", "UTC−5"),
        ("＋１", "Etc/GMT-1", "UTC+1"),
        ("+5:30", "Asia/Kolkata", "Asia/Kolkata"),
        ("utc+0", "UTC", "UTC"),
    ],
)
def test_a_time_zone_is_found_by_name_city_country_abbreviation_and_offset(
    text: str, zone: str, said: str
) -> None:
    assert zone_of(text) == zone
    assert str(shown_zone(zone)) == said
    assert next(iter(zones_like(text)))[1] == zone
    assert zone_of(next(iter(zones_like(text)))[0]) == zone


def test_an_offset_is_that_far_from_utc() -> None:
    for hours in range(-12, 15):
        at = NOON.astimezone(ZoneInfo(zone_of(f"UTC{hours:+}")))
        assert at.utcoffset() == timedelta(hours=hours)
    for text in ("+3:30", "+4:30", "+5:30", "+5:45", "+6:30", "+8:45", "+9:30", "-9:30"):
        hours, minutes = (int(each) for each in text[1:].split(":"))
        offset = timedelta(hours=hours, minutes=minutes) * (-1 if text[0] == "-" else 1)
        for month in (1, 7):
            assert datetime(2026, month, 1, tzinfo=ZoneInfo(zone_of(text))).utcoffset() == offset


@pytest.mark.parametrize("text", ["", "Etc/GMT+5", "../passwd", "Middle Earth", "+15", "UTC-13", "+1:17"])
def test_a_time_zone_that_there_is_not_is_refused(text: str) -> None:
    with refuses("time.no_zone"):
        zone_of(text)


@pytest.mark.parametrize(
    ("text", "near"),
    [
        ("Berln", "Europe/Berlin"),
        ("IST", "Asia/Kolkata"),
        ("usa", "America/Chicago"),
        ("Spain", "Europe/Madrid"),
    ],
)
def test_what_is_nearly_a_zone_or_several_is_refused_with_them(text: str, near: str) -> None:
    with refuses("time.near_zone", near):
        zone_of(text)


def test_every_short_name_is_a_zone() -> None:
    for text in (*zones._SHORT, *zones._UNCLEAR):
        found = zones._UNCLEAR.get(text) or (zone_of(text),)
        assert all(ZoneInfo(each) for each in found)


def test_time_zones_are_suggested_by_a_piece_of_their_name() -> None:
    assert ("Australia/Lord Howe", "Australia/Lord_Howe") in list(zones_like("lord h"))


@pytest.mark.parametrize(
    ("text", "day"),
    [("next week", 9), ("2 weeks", 16), ("in 1 week", 9), ("1w", 9), ("yesterday", 1), ("3 days", 5)],
)
def test_days_are_named_in_words(text: str, day: int) -> None:
    assert day_of(text, datetime(2026, 3, 2, 12, tzinfo=UTC), "UTC") == date(2026, 3, day)
