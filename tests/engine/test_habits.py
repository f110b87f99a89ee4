"""When somebody is asleep, and when they read their list: over midnight, in their zone, on changed clocks."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from bot.engine.habits import Habits
from bot.engine.when import hours_of_day

NIGHT = hours_of_day("22-7")


def at(text: str, zone: str = "UTC", fold: int = 0) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=ZoneInfo(zone), fold=fold).astimezone(UTC)


def wakes(now: str, quiet: str, zone: str = "UTC", table: str = "UTC", fold: int = 0) -> datetime | None:
    return Habits(3, zone=zone, quiet=hours_of_day(quiet)).quiet_until(at(now, zone or table, fold), table)


def test_who_named_no_quiet_hours_is_never_asleep() -> None:
    assert Habits(3).quiet_until(at("2026-03-02 03:00"), "UTC") is None


@pytest.mark.parametrize(
    ("now", "until"),
    [
        ("2026-03-02 21:59", None),
        ("2026-03-02 22:00", "2026-03-03 07:00"),
        ("2026-03-03 00:00", "2026-03-03 07:00"),
        ("2026-03-03 06:59", "2026-03-03 07:00"),
        ("2026-03-03 07:00", None),
    ],
)
def test_quiet_hours_go_over_midnight(now: str, until: str | None) -> None:
    assert wakes(now, "22-7") == (at(until) if until is not None else None)


@pytest.mark.parametrize(
    ("now", "until"),
    [("2026-03-02 12:59", None), ("2026-03-02 13:00", "2026-03-02 17:00"), ("2026-03-02 17:00", None)],
)
def test_quiet_hours_of_one_day_stay_in_it(now: str, until: str | None) -> None:
    assert wakes(now, "13-17") == (at(until) if until is not None else None)


def test_quiet_hours_are_those_of_their_own_clock() -> None:
    habits = Habits(3, zone="America/New_York", quiet=NIGHT)
    # 23:00 in Berlin is an afternoon in New York.
    assert habits.quiet_until(at("2026-03-02 23:00", "Europe/Berlin"), "Europe/Berlin") is None
    assert habits.quiet_until(at("2026-03-03 05:00", "Europe/Berlin"), "Europe/Berlin") is not None


def test_who_named_no_zone_sleeps_by_the_table_s_clock() -> None:
    assert wakes("2026-03-02 23:00", "22-7", zone="", table="Asia/Kolkata") == at(
        "2026-03-03 07:00", "Asia/Kolkata"
    )


@pytest.mark.parametrize(
    ("zone", "night", "length"),
    [
        ("Europe/Berlin", "2026-03-28 22:00", 8),
        ("Europe/Berlin", "2026-10-24 22:00", 10),
        ("America/New_York", "2026-03-07 22:00", 8),
        ("Australia/Lord_Howe", "2026-10-03 22:00", 8.5),
        ("Australia/Lord_Howe", "2026-04-04 22:00", 9.5),
    ],
)
def test_a_night_on_which_clocks_change_ends_by_the_clock_on_the_wall(
    zone: str, night: str, length: float
) -> None:
    woken = wakes(night, "22-7", zone)
    assert woken is not None
    assert woken - at(night, zone) == timedelta(hours=length)


@pytest.mark.parametrize("fold", [0, 1])
def test_an_hour_that_comes_twice_is_quiet_twice(fold: int) -> None:
    woken = wakes("2026-10-25 02:15", "22-2:30", "Europe/Berlin", fold=fold)
    assert woken == at("2026-10-25 02:30", "Europe/Berlin", fold=1)


def test_quiet_hours_that_end_in_an_hour_that_is_skipped_are_over_after_it() -> None:
    assert wakes("2026-03-29 03:02", "22-2:30", "Europe/Berlin") is None
    woken = wakes("2026-03-29 01:45", "22-2:30", "Europe/Berlin")
    assert woken is not None
    assert woken >= at("2026-03-29 03:00", "Europe/Berlin")


@pytest.mark.parametrize("zone", ["Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "UTC"])
@pytest.mark.parametrize("quiet", ["22-7", "1-9", "22-2:30", "13-17"])
def test_nobody_who_is_awake_by_the_wall_counts_as_asleep_and_nobody_asleep_is_woken(
    zone: str, quiet: str
) -> None:
    hours = hours_of_day(quiet)
    assert hours is not None
    habits, now = Habits(3, zone=zone, quiet=hours), at("2026-01-01 00:00")
    first, last = hours
    while now < at("2027-01-01 00:00"):
        here = now.astimezone(ZoneInfo(zone))
        minute = here.hour * 60 + here.minute
        is_quiet = first <= minute < last if first < last else minute >= first or minute < last
        assert (habits.quiet_until(now, "UTC") is not None) == is_quiet, now
        # Of a day on which clocks change no half hour is left out.
        now += timedelta(minutes=15)


def test_quiet_hours_may_end_at_midnight() -> None:
    assert wakes("2026-03-02 23:14", "23:15-24") is None
    assert wakes("2026-03-02 23:15", "23:15-24") == at("2026-03-03 00:00")


def test_a_saved_roll_is_found_by_its_name_in_whatever_case() -> None:
    habits = Habits(3, rolls={"Bow": "1d20+7", "Große Axt": "1d20+4"})
    assert habits.saved("  große  AXT ") == ("Große Axt", "1d20+4")
    assert habits.saved("bow") == ("Bow", "1d20+7")
    assert habits.saved("1d20+7") is None


def test_a_list_is_read_at_eight() -> None:
    habits = Habits(3, zone="Europe/Berlin")
    assert habits.next_digest(at("2026-03-02 07:59", "Europe/Berlin"), "UTC") == at(
        "2026-03-02 08:00", "Europe/Berlin"
    )
    assert habits.next_digest(at("2026-03-02 08:00", "Europe/Berlin"), "UTC") == at(
        "2026-03-03 08:00", "Europe/Berlin"
    )


@pytest.mark.parametrize(
    ("when", "is_morning"),
    [("07:59", False), ("08:00", True), ("13:59", True), ("14:00", False), ("21:00", False)],
)
def test_a_list_that_comes_hours_after_eight_is_no_mornings(when: str, is_morning: bool) -> None:
    habits = Habits(3, zone="Europe/Berlin")
    assert habits.is_morning(at(f"2026-03-02 {when}", "Europe/Berlin"), "UTC") is is_morning


def test_a_list_may_also_be_read_when_its_reader_wakes() -> None:
    habits = Habits(3, quiet=hours_of_day("13-17"))
    assert habits.is_morning(at("2026-03-02 17:00"), "UTC")
    assert not habits.is_morning(at("2026-03-02 18:00"), "UTC")
    # Who wakes before eight reads it at eight.
    assert not Habits(3, quiet=hours_of_day("22-6")).is_morning(at("2026-03-02 06:00"), "UTC")


def test_who_sleeps_at_eight_reads_it_when_they_wake() -> None:
    habits = Habits(3, quiet=hours_of_day("1-10"))
    assert habits.next_digest(at("2026-03-02 12:00"), "UTC") == at("2026-03-03 10:00")


def test_a_list_is_read_at_eight_by_the_wall_when_clocks_change() -> None:
    habits = Habits(3, zone="Europe/Berlin")
    first = at("2026-03-28 08:00", "Europe/Berlin")
    assert habits.next_digest(first, "UTC") - first == timedelta(hours=23)
