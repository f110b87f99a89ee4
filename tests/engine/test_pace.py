"""How long a step may wait: hours that count, over weekends, holidays, pauses and a clock that is changed."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

import pytest

from bot.engine.campaign import Campaign
from bot.engine.pace import (
    Away,
    Beat,
    Clock,
    ClockStage,
    Pace,
    Span,
    Tempo,
    Then,
    acts,
    clock_of,
    holds,
    reminders_by,
)
from bot.engine.text import T

# A Monday.
MONDAY = datetime(2026, 3, 2, 12, tzinfo=UTC)
FRIDAY = datetime(2026, 3, 6, 12, tzinfo=UTC)


def hours(count: float) -> timedelta:
    return timedelta(hours=count)


# -- hours that count -----------------------------------------------------------------------------------


def test_without_rests_every_hour_counts() -> None:
    assert Pace().after(FRIDAY, 100) == FRIDAY + hours(100)


def test_weekends_do_not_count_where_the_table_says_so() -> None:
    pace = Pace(rests_on_weekends=True)
    assert pace.after(FRIDAY, 11) == FRIDAY + hours(11)
    assert pace.after(FRIDAY, 24) == FRIDAY + hours(24 + 48)


def test_what_begins_on_a_weekend_counts_from_monday() -> None:
    saturday = datetime(2026, 3, 7, 9, tzinfo=UTC)
    assert Pace(rests_on_weekends=True).after(saturday, 6) == datetime(2026, 3, 9, 6, tzinfo=UTC)


def test_a_weekend_begins_at_midnight_of_the_table() -> None:
    friday_evening = datetime(2026, 3, 6, 23, 30, tzinfo=UTC)
    berlin = Pace(rests_on_weekends=True, zone="Europe/Berlin")
    # Saturday has begun there, and ends on Monday at midnight: 23:00 UTC on Sunday.
    assert berlin.after(friday_evening, 1) == datetime(2026, 3, 9, 0, tzinfo=UTC)


def test_holidays_do_not_count_from_the_first_to_the_last() -> None:
    pace = Pace(holidays=((date(2026, 3, 3), date(2026, 3, 4)),))
    assert pace.after(MONDAY, 12) == MONDAY + hours(12)
    assert pace.after(MONDAY, 13) == MONDAY + hours(13 + 48)


def test_holidays_beside_a_weekend_are_one_rest() -> None:
    pace = Pace(rests_on_weekends=True, holidays=((date(2026, 3, 5), date(2026, 3, 6)),))
    wednesday = datetime(2026, 3, 4, 12, tzinfo=UTC)
    assert pace.after(wednesday, 24) == datetime(2026, 3, 9, 12, tzinfo=UTC)


def test_a_pause_stops_the_clock_and_nothing_is_lost() -> None:
    pause = Span(MONDAY + hours(2), MONDAY + hours(50))
    assert Pace(pauses=(pause,)).after(MONDAY, 5) == MONDAY + hours(5 + 48)


def test_what_begins_in_a_pause_counts_from_its_end() -> None:
    pause = Span(MONDAY - hours(2), MONDAY + hours(2))
    assert Pace(pauses=(pause,)).after(MONDAY, 5) == MONDAY + hours(7)


def test_nothing_is_due_in_a_pause_without_an_end_unless_it_was_before() -> None:
    pace = Pace(pauses=(Span(MONDAY + hours(2)),))
    assert pace.is_paused
    assert pace.after(MONDAY, 3) is None
    assert pace.after(MONDAY, 1) == MONDAY + hours(1)


def test_pauses_count_in_their_order_however_they_are_kept() -> None:
    late, early = Span(MONDAY + hours(10), MONDAY + hours(20)), Span(MONDAY + hours(1), MONDAY + hours(2))
    assert Pace(pauses=(late, early)).after(MONDAY, 10) == MONDAY + hours(21)


@pytest.mark.parametrize(
    ("zone", "since"),
    [
        ("Europe/Berlin", datetime(2026, 3, 28, 12, tzinfo=UTC)),
        ("Europe/Berlin", datetime(2026, 10, 24, 12, tzinfo=UTC)),
        ("America/New_York", datetime(2026, 3, 7, 12, tzinfo=UTC)),
        ("Australia/Lord_Howe", datetime(2026, 4, 4, 6, tzinfo=UTC)),
    ],
)
def test_a_day_to_answer_is_24_hours_when_clocks_change(zone: str, since: datetime) -> None:
    pace = Pace(zone=zone, holidays=((date(2020, 1, 1), date(2020, 1, 1)),))
    assert pace.after(since, 24) == since + hours(24)


@pytest.mark.parametrize(
    ("zone", "day", "length"),
    [
        ("Europe/Berlin", date(2026, 3, 29), 23),
        ("Europe/Berlin", date(2026, 10, 25), 25),
        ("America/New_York", date(2026, 11, 1), 25),
        ("Australia/Lord_Howe", date(2026, 10, 4), 23.5),
    ],
)
def test_a_holiday_on_which_clocks_change_is_as_long_as_it_is(zone: str, day: date, length: float) -> None:
    since = datetime(day.year, day.month, day.day, 12, tzinfo=UTC) - hours(36)
    resting = Pace(zone=zone, holidays=((day, day),))
    after = resting.after(since, 48)
    assert after is not None
    assert after - since == hours(48 + length)


def test_a_pause_on_a_day_that_counts_stops_the_clock_where_weekends_do_not_count() -> None:
    pause = Span(MONDAY + hours(2), MONDAY + hours(5))
    assert Pace(rests_on_weekends=True, pauses=(pause,)).after(MONDAY, 6) == MONDAY + hours(9)


def test_what_has_counted_up_to_a_pause_or_a_rest_is_due_as_that_begins() -> None:
    assert Pace(pauses=(Span(MONDAY + hours(2), MONDAY + hours(5)),)).after(MONDAY, 2) == MONDAY + hours(2)
    assert Pace(rests_on_weekends=True).after(FRIDAY, 12) == FRIDAY + hours(12)


def test_a_campaign_stands_still_from_its_last_pause_until_it_goes_on() -> None:
    paused = Pace().paused(MONDAY)
    assert (paused.is_paused, paused.pauses) == (True, (Span(MONDAY),))
    resumed = paused.resumed(MONDAY + hours(3))
    assert (resumed.is_paused, resumed.pauses) == (False, (Span(MONDAY, MONDAY + hours(3)),))


def test_pauses_are_forgotten_after_four_hundred_days() -> None:
    past = Span(MONDAY - hours(1), MONDAY)
    for later, kept in ((timedelta(days=400), ()), (timedelta(days=400, seconds=-1), (past,))):
        now = MONDAY + later
        assert Pace(pauses=(past,)).paused(now).pauses == (*kept, Span(now))


@pytest.mark.parametrize(("day", "rests"), [(6, False), (7, True), (8, True), (9, False)])
def test_a_weekend_is_saturday_and_sunday(day: int, rests: bool) -> None:
    assert Pace(rests_on_weekends=True).rests_on(date(2026, 3, day)) is rests
    assert not Pace().rests_on(date(2026, 3, day))


# -- what a game says of the silent -----------------------------------------------------------------------


def test_only_what_is_done_for_the_silent_names_a_choice() -> None:
    done, taken = acts("pass", T("passes")), holds(T("agrees"))
    assert (done.then, done.choice, str(done.does and done.does())) == (Then.ACTS, "pass", "passes")
    assert (taken.then, taken.choice, str(taken.does and taken.does())) == (Then.HOLDS, "", "agrees")


# -- one step's clock -----------------------------------------------------------------------------------

BEAT = Beat(remind=24, most=2, limit=72)


def test_reminders_come_at_equal_distances_and_then_the_deadline() -> None:
    deadline = MONDAY + hours(72)
    assert clock_of(Pace(), BEAT, MONDAY) == Clock(MONDAY + hours(24), deadline)
    assert clock_of(Pace(), BEAT, MONDAY, 1) == Clock(MONDAY + hours(48), deadline)
    assert clock_of(Pace(), BEAT, MONDAY, 2) == Clock(deadline, deadline)


def test_no_reminder_comes_later_than_the_deadline() -> None:
    for told in (2, 3):
        clock = clock_of(Pace(), Beat(remind=24, most=4, limit=72), MONDAY, told)
        assert clock.due == clock.deadline == MONDAY + hours(72)
    before = clock_of(Pace(), Beat(remind=71, most=1, limit=72), MONDAY)
    assert before == Clock(MONDAY + hours(71), MONDAY + hours(72))


def test_without_a_limit_reminders_come_and_nothing_ends() -> None:
    beat = Beat(remind=24, most=1)
    assert clock_of(Pace(), beat, MONDAY) == Clock(MONDAY + hours(24), None)
    assert clock_of(Pace(), beat, MONDAY, 1) == Clock(None, None)


def test_without_a_rhythm_nothing_is_due() -> None:
    assert clock_of(Pace(), Pace().beat(Tempo.FIGHT), MONDAY) == Clock(None, None)


def test_grace_is_one_more_span_without_reminders() -> None:
    clock = clock_of(Pace(grace=12), BEAT, MONDAY, 0, ClockStage.GRACED)
    assert clock == Clock(MONDAY + hours(12), MONDAY + hours(12))


@pytest.mark.parametrize(("grace", "given"), [(0, 12), (6, 12), (48, 48)])
def test_a_deadline_that_passed_unseen_is_put_off_by_half_a_day_at_least(grace: int, given: int) -> None:
    clock = clock_of(Pace(grace=grace), BEAT, MONDAY, 0, ClockStage.PUT_OFF)
    assert clock.deadline == MONDAY + hours(given)


def test_what_is_over_has_no_clock() -> None:
    assert clock_of(Pace(grace=12), BEAT, MONDAY, 0, ClockStage.OVER) == Clock(None, None)


def test_a_paused_campaign_has_no_clocks() -> None:
    assert clock_of(Pace(pauses=(Span(MONDAY),)), BEAT, MONDAY) == Clock(None, None)


@pytest.mark.parametrize(("passed", "count"), [(23, 0), (24, 1), (47, 1), (48, 2), (500, 2)])
def test_reminders_that_were_due_are_counted_up_to_the_most(passed: int, count: int) -> None:
    assert reminders_by(Pace(), BEAT, MONDAY, MONDAY + hours(passed)) == count


def test_no_reminder_was_due_over_a_weekend_that_does_not_count() -> None:
    pace = Pace(rests_on_weekends=True)
    assert reminders_by(pace, BEAT, FRIDAY, FRIDAY + hours(60)) == 0


def test_without_reminders_none_is_counted() -> None:
    assert reminders_by(Pace(), Beat(remind=0, most=3, limit=24), MONDAY, MONDAY + hours(100)) == 0


def test_no_reminder_is_counted_in_a_pause_without_an_end() -> None:
    assert reminders_by(Pace(pauses=(Span(MONDAY + hours(30)),)), BEAT, MONDAY, MONDAY + hours(100)) == 1


# -- who is away ----------------------------------------------------------------------------------------

DEACON, WREN = 3, 4


def test_an_absence_ends_when_it_was_said_to_end() -> None:
    away = Away(DEACON, MONDAY, MONDAY + hours(5))
    moments = (MONDAY - hours(1), MONDAY, MONDAY + hours(4), MONDAY + hours(5))
    assert [away.is_at(each) for each in moments] == [False, True, True, False]


def test_an_absence_without_an_end_goes_on_and_one_with_an_end_is_over_at_that() -> None:
    endless, ended = Away(DEACON, MONDAY), Away(DEACON, MONDAY, MONDAY + hours(5))
    assert endless.is_at(MONDAY + hours(9999))
    assert not endless.is_over(MONDAY + hours(9999))
    assert [ended.is_over(MONDAY + hours(each)) for each in (4, 5, 6)] == [False, True, True]
    assert (endless.last_moment, ended.last_moment) == (None, MONDAY + hours(5) - timedelta(seconds=1))


def test_a_proxy_who_left_acts_for_nobody() -> None:
    away = (Away(DEACON, MONDAY, proxy=WREN),)
    here = Campaign("Ashes", 1, players=(DEACON, WREN), away=away).away_at(DEACON, MONDAY)
    gone = Campaign("Ashes", 1, players=(DEACON,), away=away).away_at(DEACON, MONDAY)
    assert here is not None
    assert gone is not None
    assert (here.proxy, gone.proxy) == (WREN, None)
