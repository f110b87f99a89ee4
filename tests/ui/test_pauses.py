"""What a channel's pause begins and ends with, to the second: the time stands still but for the test."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from bot.play import MOST_WAIT, Due
from bot.ui.pauses import FIRST, PATIENCE, SOON, Cause, Pauses, cause_of, lasting

SECOND = timedelta(seconds=1)


class Noon:
    """A time that only a test moves."""

    def __init__(self) -> None:
        self.at = datetime(2026, 1, 1, 12, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.at


@pytest.fixture
def noon() -> Noon:
    """The time."""
    return Noon()


@pytest.fixture
def pauses(noon: Noon) -> Pauses:
    """None yet."""
    return Pauses(noon)


def due(channel: int, row: int = 1, kind: str = "post") -> Due:
    """Something to be shown."""
    return Due((row,), kind, "c", 1, 1, channel, None, None, "public", 0)


class Answer(Exception):
    """Discord's, with its status."""

    def __init__(self, status: int) -> None:
        super().__init__()
        self.status = status


@pytest.mark.parametrize(
    ("status", "cause"),
    [
        (399, Cause.OUTAGE),
        (400, Cause.REFUSAL),
        (401, Cause.OUTAGE),
        (403, Cause.REFUSAL),
        (404, Cause.REFUSAL),
        (408, Cause.OUTAGE),
        (429, Cause.LIMIT),
        (499, Cause.REFUSAL),
        (500, Cause.OUTAGE),
        (503, Cause.OUTAGE),
    ],
)
def test_only_an_answer_about_the_message_itself_is_a_refusal(status: int, cause: Cause) -> None:
    assert cause_of(Answer(status)) is cause
    assert cause_of(OSError("no network")) is Cause.OUTAGE


def test_each_wait_is_twice_the_last_up_to_the_longest() -> None:
    assert [lasting(tries) for tries in (0, 1, 6)] == [FIRST, 2 * FIRST, 64 * FIRST]
    assert lasting(7) == lasting(400) == MOST_WAIT
    assert lasting(400, timedelta(days=1)) == 1024 * FIRST


def test_a_pause_ends_on_the_second(pauses: Pauses, noon: Noon) -> None:
    assert pauses.begin(due(1), Cause.OUTAGE) == FIRST
    assert pauses.holds(due(1))
    noon.at += FIRST - SECOND
    assert pauses.holds(due(1))
    assert pauses.held(posts=True) == pauses.held(posts=False) == (1,)
    noon.at += SECOND
    assert not pauses.holds(due(1))
    assert pauses.held(posts=True) == pauses.held(posts=False) == ()


def test_a_pause_that_is_over_holds_nothing_beside_one_that_is_not(pauses: Pauses, noon: Noon) -> None:
    pauses.begin(due(1), Cause.OUTAGE)
    noon.at += FIRST
    pauses.begin(due(2), Cause.OUTAGE)
    pauses.begin(due(3, kind="refresh"), Cause.OUTAGE)
    assert pauses.held(posts=True) == (2,)
    assert pauses.held(posts=False) == (2, 3)


def test_a_post_waits_as_long_as_anything_does_where_it_failed(pauses: Pauses) -> None:
    for _ in range(3):
        pauses.begin(due(1, kind="refresh"), Cause.OUTAGE)
    # The lane of all else has failed for the fourth time by that.
    assert pauses.begin(due(1), Cause.OUTAGE) == 8 * FIRST


@pytest.mark.parametrize(
    ("cause", "longest"), [(Cause.OUTAGE, SOON), (Cause.LIMIT, SOON), (Cause.REFUSAL, MOST_WAIT)]
)
def test_what_is_refused_is_asked_about_more_seldom(pauses: Pauses, cause: Cause, longest: timedelta) -> None:
    assert max(pauses.begin(due(1), cause) for _ in range(12)) == longest


@pytest.mark.parametrize(
    ("kind", "cause", "is_late"),
    [
        ("post", Cause.OUTAGE, True),
        ("post", Cause.LIMIT, True),
        ("post", Cause.REFUSAL, False),
        ("refresh", Cause.OUTAGE, False),
    ],
)
def test_only_a_post_that_may_still_come_makes_a_channel_late(
    pauses: Pauses, kind: str, cause: Cause, *, is_late: bool
) -> None:
    pauses.begin(due(1, kind=kind), cause)
    assert pauses.is_late(1) is is_late
    assert not pauses.is_late(2)


# -- at fault itself ------------------------------------------------------------------------------


def test_a_post_is_at_fault_once_discord_took_others_for_a_quarter_of_an_hour(
    pauses: Pauses, noon: Noon
) -> None:
    assert not pauses.is_hopeless(due(1))
    pauses.begin(due(1), Cause.OUTAGE)
    noon.at += SECOND
    pauses.taken(2, is_post=True)
    noon.at += PATIENCE - 2 * SECOND
    pauses.begin(due(1), Cause.OUTAGE)
    assert not pauses.is_hopeless(due(1))
    noon.at += SECOND
    assert pauses.is_hopeless(due(1))
    # What comes after it begins anew.
    assert not pauses.is_hopeless(due(1))
    assert not pauses.holds(due(1))
    assert pauses.held(posts=False) == (1,)


@pytest.mark.parametrize("is_reached", [False, True])
def test_nothing_is_at_fault_while_discord_takes_nothing(
    pauses: Pauses, noon: Noon, *, is_reached: bool
) -> None:
    if is_reached:
        # Before anything failed, and at that very moment.
        pauses.reached()
    pauses.begin(due(1), Cause.OUTAGE)
    noon.at += 2 * PATIENCE
    assert not pauses.is_hopeless(due(1))


def test_how_long_it_failed_counts_from_the_first_time(pauses: Pauses, noon: Noon) -> None:
    for _ in range(4):
        pauses.begin(due(1, kind="refresh"), Cause.OUTAGE)
        noon.at += PATIENCE / 4
        pauses.taken(1, is_post=True)
    assert not pauses.is_hopeless(due(1))
    assert pauses.is_hopeless(due(1, kind="refresh"))


# -- refused --------------------------------------------------------------------------------------


def test_one_refusal_holds_nobody_and_a_second_has_all_of_them_wait(pauses: Pauses) -> None:
    pauses.begin(due(1), Cause.LIMIT)
    pauses.taken(1, is_post=True)
    pauses.taken(1, is_post=False)
    assert not pauses.is_refused(due(1))
    assert pauses.refuse(due(1, row=7), may_be_all=True) == ()
    assert pauses.is_refused(due(1))
    assert not pauses.is_refused(due(1, kind="refresh"))
    assert not pauses.is_refused(due(2))
    # The same once more proves no more than before.
    assert pauses.refuse(due(1, row=7), may_be_all=True) == ()
    assert not pauses.holds(due(1))
    assert pauses.is_late(1)
    # Of that one alone, though it is the second.
    assert pauses.refuse(due(1, row=8), may_be_all=False) == ()
    assert not pauses.holds(due(1))

    assert sorted(pauses.refuse(due(1, row=9), may_be_all=True)) == [7, 8, 9]
    assert pauses.holds(due(1))
    assert not pauses.holds(due(1, kind="refresh"))
    # Who answers there overtakes nothing that would come soon.
    assert not pauses.is_late(1)


def test_what_discord_takes_ends_what_was_refused_there_of_that_sort(pauses: Pauses) -> None:
    for row in (1, 2):
        pauses.refuse(due(1, row=row), may_be_all=True)
    pauses.taken(1, is_post=False)
    pauses.taken(2, is_post=True)
    assert pauses.is_refused(due(1))
    assert pauses.holds(due(1))
    pauses.taken(1, is_post=True)
    assert not pauses.is_refused(due(1))
    assert not pauses.holds(due(1))
    assert pauses.refuse(due(1, row=3), may_be_all=True) == ()


# -- reached again --------------------------------------------------------------------------------


def test_what_an_outage_held_is_due_five_seconds_after_it_was_asked_last(pauses: Pauses, noon: Noon) -> None:
    assert pauses.reached() is False
    for _ in range(4):
        pauses.begin(due(1), Cause.OUTAGE)
    noon.at += FIRST - SECOND
    assert pauses.reached() is False
    assert pauses.holds(due(1))
    noon.at += SECOND
    assert pauses.taken(2, is_post=True) is True
    assert not pauses.holds(due(1))


def test_one_outage_of_two_that_ended_is_enough(pauses: Pauses, noon: Noon) -> None:
    pauses.begin(due(1), Cause.OUTAGE)
    noon.at += FIRST
    pauses.begin(due(2), Cause.OUTAGE)
    assert pauses.reached() is True


@pytest.mark.parametrize("cause", [Cause.LIMIT, Cause.REFUSAL])
def test_a_success_elsewhere_shortens_no_other_pause(pauses: Pauses, noon: Noon, cause: Cause) -> None:
    for _ in range(3):
        pauses.begin(due(1), cause)
    noon.at += FIRST
    assert pauses.reached() is False
    assert pauses.holds(due(1))


# -- caught up ------------------------------------------------------------------------------------


def test_a_channel_is_late_until_nothing_is_left_to_post_there(pauses: Pauses, noon: Noon) -> None:
    for channel in (1, 2, 3, 4):
        pauses.begin(due(channel), Cause.OUTAGE)
    pauses.look([due(1), due(2, kind="refresh")], [3])
    assert [channel for channel in (1, 2, 3, 4) if pauses.is_late(channel)] == [1, 3]
    noon.at += PATIENCE - SECOND
    pauses.look([due(1)], [])
    assert [channel for channel in (1, 3) if pauses.is_late(channel)] == [1]
    noon.at += SECOND
    pauses.look([due(1)], [])
    assert not pauses.is_late(1)


def test_no_channel_is_late_by_a_clock_that_ran_ahead(pauses: Pauses, noon: Noon) -> None:
    pauses.begin(due(1), Cause.OUTAGE)
    noon.at -= SECOND
    pauses.look([due(1)], [])
    assert not pauses.is_late(1)
