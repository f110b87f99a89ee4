"""Times as they are typed, and every way in which one is refused."""

from __future__ import annotations

from datetime import UTC, date, datetime

import pytest

from bot.engine.when import (
    day_of,
    end_of,
    hours_of,
    hours_of_day,
    shown_hours,
    spelled,
    start_of,
    zone_of,
    zones_like,
)
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
        ("none", 0),
        ("Off", 0),
        ("0", 0),
        ("0h", 0),
    ],
)
def test_a_length_of_time_is_read(text: str, hours: int) -> None:
    assert hours_of(text) == hours


@pytest.mark.parametrize("text", ["", "soon", "12x", "-3h", "1.5h", "12h or so", "½ day", "１２h", "99999h"])
def test_what_is_no_length_of_time_is_refused(text: str) -> None:
    with refuses("time.no_span"):
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
    ],
)
def test_a_day_is_read(text: str, day: date) -> None:
    assert day_of(text, NOON, "UTC") == day


def test_today_is_that_of_the_zone() -> None:
    night = datetime(2026, 3, 2, 23, tzinfo=UTC)
    assert day_of("today", night, "Europe/Berlin") == date(2026, 3, 3)
    assert day_of("today", night, "America/New_York") == date(2026, 3, 2)


def test_the_29th_of_february_is_that_of_the_next_leap_year() -> None:
    assert day_of("02-29", NOON, "UTC") == date(2028, 2, 29)


@pytest.mark.parametrize(
    "text", ["", "christmas", "24.12.", "2026-13-01", "2026-02-30", "13-40", "1-2-3", "5"]
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
    ("text", "zone"),
    [
        ("Europe/Berlin", "Europe/Berlin"),
        ("europe/berlin", "Europe/Berlin"),
        ("berlin", "Europe/Berlin"),
        ("New York", "America/New_York"),
        ("utc", "UTC"),
    ],
)
def test_a_time_zone_is_found_by_its_name_or_its_city(text: str, zone: str) -> None:
    assert zone_of(text) == zone


@pytest.mark.parametrize("text", ["", "Atlantis", "Etc/GMT+5", "EST5EDT", "../passwd"])
def test_a_time_zone_that_there_is_not_is_refused(text: str) -> None:
    with refuses("time.no_zone"):
        zone_of(text)


def test_time_zones_are_suggested_by_a_piece_of_their_name() -> None:
    assert ("Australia/Lord Howe", "Australia/Lord_Howe") in list(zones_like("lord h"))


@pytest.mark.parametrize(
    ("text", "day"),
    [("next week", 9), ("2 weeks", 16), ("in 1 week", 9), ("1w", 9), ("yesterday", 1), ("3 days", 5)],
)
def test_days_are_named_in_words(text: str, day: int) -> None:
    assert day_of(text, datetime(2026, 3, 2, 12, tzinfo=UTC), "UTC") == date(2026, 3, day)
