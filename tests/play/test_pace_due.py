"""What is due is told once, to whom it should be, and counts from the right moment: each fault once found."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from datetime import timedelta

import pytest
import sqlalchemy as sa

from bot.engine.declare import Person as Somebody
from bot.engine.habits import Pings
from bot.engine.pace import ClockStage, Tempo, Then
from bot.engine.people import Actor
from bot.play import Where
from bot.play.pace import due
from bot.storage.address import Address
from bot.storage.models import outbox
from bot.storage.outbox import PUBLIC_POST
from bot.systems.table.campaigns.people import JoinCampaign, LeaveCampaign
from bot.systems.table.campaigns.rules import ArchiveCampaign, RestoreCampaign
from bot.systems.table.pace.rules import GiveOrder, GoAway, SetPace, SetReminders
from tests.play.vigil import YES
from tests.play.watch import DEACON, MARISOL, NOON, WREN, Watch, watching
from tests.refusals import refuses


@pytest.fixture
async def watch(address: Address) -> AsyncIterator[Watch]:
    """On each engine in turn."""
    async with watching(address) as made:
        yield made


async def test_somebody_silent_is_reminded_twice_called_once_and_then_it_is_decided(watch: Watch) -> None:
    await watch.call(DEACON)
    told = await watch.pass_time(days=3, hours=1)
    assert told == ["reminder 3", "last call 3", "Lapsed 3"]


async def test_the_last_who_is_waited_for_is_told_so_among_those_who_are_here(watch: Watch) -> None:
    hob = 5
    await watch.act(hob, JoinCampaign())
    vigil = await watch.call(DEACON, WREN, hob)
    await watch.press(vigil, WREN)
    await watch.pass_time(hours=25)
    assert await watch.last_of() == {DEACON: 0, hob: 0}
    await watch.act(hob, LeaveCampaign())
    await watch.pass_time(hours=24)
    assert await watch.last_of() == {DEACON: 2}


async def test_two_processes_tell_everything_once(watch: Watch) -> None:
    await watch.reminders(mentions=Pings.DIGEST)
    await watch.call(DEACON, WREN)
    before = await watch.entries()
    watch.now += timedelta(days=1, hours=1)
    await asyncio.gather(*(play.do_due() for play in (watch.play, watch.second) for _ in range(3)))
    assert sorted(await watch.told(before)) == ["ListedForOne 3", "reminder 4"]


async def test_a_list_is_read_by_who_wants_one_a_day(watch: Watch) -> None:
    await watch.reminders(mentions=Pings.DIGEST, zone="UTC")
    await watch.call(DEACON)
    assert await watch.pass_time(hours=19) == []
    assert await watch.pass_time(hours=2) == ["ListedForOne 3"]


async def test_a_list_moves_to_the_morning_of_another_time_zone(watch: Watch) -> None:
    await watch.reminders(mentions=Pings.DIGEST, zone="Pacific/Auckland")
    await watch.call(DEACON)
    await watch.reminders(zone="UTC")
    # It was due at 19:00 UTC, when it is eight in Auckland.
    watch.now = NOON + timedelta(hours=7, minutes=1)
    assert await watch.play.do_due() == 0
    assert await watch.pass_time(hours=11, minutes=59) == []
    assert await watch.pass_time(hours=2) == ["ListedForOne 3"]


async def test_who_wants_mentions_again_is_reminded_of_what_waits_already(watch: Watch) -> None:
    await watch.reminders(mentions=Pings.NEVER)
    await watch.call(DEACON)
    await watch.pass_time(hours=1)
    await watch.reminders(mentions=Pings.EACH)
    assert await watch.pass_time(hours=24) == ["reminder 3"]


async def test_a_story_that_waits_for_who_is_away_ends_nothing_and_asks_them_on_their_return(
    watch: Watch,
) -> None:
    await watch.act(MARISOL, SetPace(away=True))
    await watch.act(DEACON, GoAway(until="3 days"))
    vigil = await watch.call(DEACON)
    assert await watch.pass_time(days=3, hours=11) == []
    told = await watch.pass_time(days=1)
    assert told == ["reminder 3"]
    deadline = (await watch.row(vigil)).deadline
    assert deadline is not None
    assert deadline > watch.now + timedelta(days=1)


async def test_who_counts_as_away_lapses_once(watch: Watch) -> None:
    await watch.act(MARISOL, SetPace(missed=1))
    await watch.call(DEACON)
    told = await watch.pass_time(days=4)
    assert (told.count("Lapsed 3"), told.count("CountedAway 3")) == (1, 1)


async def test_nobody_waits_for_who_has_left_and_they_are_asked_when_they_come_back(watch: Watch) -> None:
    await watch.call(DEACON, WREN)
    await watch.act(DEACON, LeaveCampaign())
    assert "reminder 3" not in await watch.pass_time(days=2)
    await watch.act(DEACON, JoinCampaign())
    # By joining they know; their time counts from then.
    assert "reminder 3" in await watch.pass_time(hours=25)


async def test_a_proxy_who_left_is_not_reminded(watch: Watch) -> None:
    await watch.act(DEACON, GoAway(proxy=Somebody(WREN)))
    await watch.call(DEACON)
    await watch.act(WREN, LeaveCampaign())
    assert not [each for each in await watch.pass_time(days=2) if "reminder" in each]


async def test_game_masters_are_reminded_only_once_everybody_has_answered(watch: Watch) -> None:
    vigil = await watch.call(DEACON, then=Then.WAITS)
    assert "game masters" not in await watch.pass_time(days=5)
    await watch.press(vigil, DEACON)
    assert await watch.pass_time(hours=25) == ["game masters"]


async def test_an_undone_answer_is_waited_for_again_before_the_game_masters_are(watch: Watch) -> None:
    vigil = await watch.call(DEACON, then=Then.WAITS)
    await watch.press(vigil, DEACON)
    assert (await watch.row(vigil, "close")).due_at is not None
    plan = await watch.play.preview_undo(Actor(MARISOL), watch.request())
    assert watch.id is not None
    await watch.play.undo(Actor(MARISOL), watch.request(), watch.id, plan.entry.number, plan.entry.number)
    assert (await watch.row(vigil, "close")).due_at is None
    assert await watch.pass_time(hours=25) == ["reminder 3"]


async def test_game_masters_who_sleep_are_reminded_when_they_wake(watch: Watch) -> None:
    await watch.act(MARISOL, SetReminders(zone="UTC", quiet="10-20"), Where.SERVER)
    vigil = await watch.call(DEACON)
    await watch.press(vigil, DEACON)
    assert await watch.pass_time(hours=31) == []
    assert await watch.pass_time(hours=2) == ["game masters"]


async def test_a_campaign_that_comes_back_winds_its_clocks_anew(watch: Watch) -> None:
    await watch.call(DEACON)
    await watch.act(MARISOL, ArchiveCampaign())
    assert await watch.pass_time(days=5) == []
    # What rests is not looked at again and again.
    assert await watch.play.database.read(lambda c: due(c, watch.play.context)) == []
    await watch.act(MARISOL, RestoreCampaign())
    assert await watch.pass_time(hours=25) == ["reminder 3"]


async def test_nobody_is_told_twice_within_minutes_of_waking(watch: Watch) -> None:
    await watch.act(MARISOL, SetPace(scene=Tempo.FIGHT, remind="1h", reminders=5))
    await watch.reminders(zone="UTC", quiet="12-13:05")
    watch.now = NOON + timedelta(minutes=10)
    await watch.call(DEACON)
    before = await watch.entries()
    # They wake at 13:05; the first reminder would come at 13:10.
    for minute in (66, 71):
        watch.now = NOON + timedelta(minutes=minute)
        await watch.play.do_due()
    assert await watch.told(before) == ["reminder 3"]


async def test_the_last_call_that_was_slept_through_is_one_still(watch: Watch) -> None:
    await watch.reminders(zone="UTC", quiet="12-20")
    watch.now = NOON + timedelta(minutes=10)
    await watch.call(DEACON)
    assert "last call 3" in await watch.pass_time(days=2, hours=9)


async def test_an_absence_that_is_over_and_taken_off_the_list_gives_no_more_time(watch: Watch) -> None:
    await watch.act(DEACON, GoAway(until="today"))
    watch.now += timedelta(days=2)
    vigil = await watch.call(DEACON)
    before = (await watch.row(vigil)).due_at
    watch.now += timedelta(hours=5)
    await watch.act(WREN, GoAway(until="3 days"))
    assert (await watch.row(vigil)).due_at == before


async def test_an_answer_that_is_refused_lapses_for_each(watch: Watch) -> None:
    for player in (DEACON, WREN):
        await watch.act(player, GiveOrder(answer=YES))
    await watch.call(DEACON, WREN, then=Then.ACTS, is_sealed=True)
    told = await watch.pass_time(days=4)
    assert (told.count("Lapsed 3"), told.count("Lapsed 4")) == (1, 1)


async def test_who_answers_in_advance_is_not_reminded(watch: Watch) -> None:
    await watch.act(DEACON, GiveOrder(answer=YES))
    await watch.call(DEACON)
    assert await watch.pass_time(days=1) == ["AnsweredInAdvance 3", "Replied"]


async def test_what_ends_soon_after_can_not_be_put_off(watch: Watch) -> None:
    vigil = await watch.call(DEACON)
    await watch.pass_time(hours=23, minutes=45)
    with refuses("snooze.too_late"):
        await watch.play.snooze(Actor(DEACON), watch.request(), vigil)


async def test_a_day_of_outage_brings_one_message(watch: Watch) -> None:
    await watch.act(MARISOL, SetPace(scene=Tempo.FIGHT, remind="1h", reminders=5))
    await watch.call(DEACON)
    before = await watch.entries()
    watch.now += timedelta(days=1)
    await watch.play.do_due()
    assert await watch.told(before) == ["reminder 3"]


@pytest.mark.parametrize("is_late", [False, True])
async def test_a_deadline_that_passed_while_waypost_was_away_for_over_three_hours_is_called_once_more(
    watch: Watch, is_late: bool
) -> None:
    vigil = await watch.call(DEACON)
    while (await watch.row(vigil)).stage == ClockStage.RUNNING:
        await watch.pass_time(hours=1)
    deadline = (await watch.row(vigil)).deadline
    assert deadline is not None
    watch.now = deadline + timedelta(hours=3, minutes=is_late)
    before = await watch.entries()
    await watch.play.do_due()
    assert await watch.told(before) == ([f"last call {DEACON}"] if is_late else [f"Lapsed {DEACON}"])


async def test_who_is_in_the_middle_of_a_pause_loses_nothing_by_it(watch: Watch) -> None:
    vigil, story = await watch.call(DEACON), await watch.call(WREN, then=Then.WAITS)
    watch.now += timedelta(hours=10)
    await watch.act(MARISOL, SetPace(paused=True))
    assert await watch.pass_time(days=4) == []
    await watch.act(MARISOL, SetPace(paused=False))
    deadline = (await watch.row(vigil)).deadline
    assert deadline == watch.now + timedelta(hours=38)
    # The game masters' time hasn't begun by that.
    assert (await watch.row(vigil, "close")).due_at is None
    assert (await watch.row(story, f"reply-{WREN}")).deadline is None


async def test_who_sleeps_as_they_are_asked_is_told_when_they_wake_whatever_pause_comes_between(
    watch: Watch,
) -> None:
    await watch.reminders(zone="UTC", quiet="12-20")
    watch.now = NOON + timedelta(minutes=10)
    await watch.call(DEACON)
    await watch.act(MARISOL, SetPace(paused=True))
    assert await watch.pass_time(hours=3) == []
    await watch.act(MARISOL, SetPace(paused=False))
    assert await watch.pass_time(hours=4) == []
    assert await watch.pass_time(hours=1) == ["reminder 3"]


async def test_what_was_done_for_who_is_away_is_not_done_once_more_after_a_pause(
    watch: Watch,
) -> None:
    await watch.act(DEACON, GoAway(until="9 days"))
    await watch.call(DEACON, then=Then.ACTS)
    assert "Lapsed 3" in await watch.pass_time(days=4)
    await watch.act(MARISOL, SetPace(paused=True))
    await watch.act(MARISOL, SetPace(paused=False))
    assert await watch.pass_time(days=2) == []


@pytest.mark.parametrize("then", [Then.DECIDES, Then.HOLDS])
async def test_nobody_but_the_game_masters_is_told_what_waits_in_a_hidden_record(
    watch: Watch, then: Then
) -> None:
    await watch.call(DEACON, then=then, is_hidden=True)
    before = await watch.entries()
    told = await watch.pass_time(days=5)
    assert {"reminder 3", "Lapsed 3", "game masters"} <= {*told}
    assert await watch.told(before, to=WREN) == []
    asked = sa.select(outbox.c.entry, outbox.c.audience)
    posts = await watch.play.database.read(lambda c: c.execute(asked).all())
    assert not [entry for entry, audience in posts if entry > before and audience == PUBLIC_POST]


async def test_nobody_is_reminded_so_late_that_their_time_ends_just_after(watch: Watch) -> None:
    await watch.call(DEACON)
    before = await watch.entries()
    watch.now += timedelta(days=2, minutes=-20)
    await watch.play.do_due()
    assert await watch.told(before) == []
    assert await watch.pass_time(hours=1) == ["last call 3"]


async def test_nobody_is_woken_up_to_a_reminder_just_before_their_time_ends(watch: Watch) -> None:
    await watch.act(MARISOL, SetPace(scene=Tempo.FIGHT, remind="12h", reminders=1, deadline="1d"))
    await watch.reminders(zone="UTC", quiet="11:50-11:40")
    watch.now = NOON - timedelta(minutes=12)
    await watch.call(DEACON)
    before = await watch.entries()
    # They sleep through the reminder, and wake eight minutes before their time is over.
    for minutes in (13 * 60, 23 * 60 + 53):
        watch.now = NOON + timedelta(minutes=minutes - 12)
        await watch.play.do_due()
    assert await watch.told(before) == []
