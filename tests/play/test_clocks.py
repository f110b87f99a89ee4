"""The clock of each step: from when it counts, when its person is told, and what sets it anew."""

from __future__ import annotations

from collections.abc import AsyncIterator
from datetime import timedelta
from typing import Any

import pytest

from bot.engine.declare import Person as Somebody
from bot.engine.habits import Pings
from bot.engine.pace import ClockStage, Then
from bot.engine.people import Actor
from bot.play import Pressed, Where
from bot.play.clocks import UNTOLD
from bot.storage.address import Address
from bot.systems.table.campaigns.people import AddGameMaster, InvitePlayer, JoinCampaign, LeaveCampaign
from bot.systems.table.campaigns.rules import ArchiveCampaign, RenameCampaign, RestoreCampaign
from bot.systems.table.pace.rules import GiveOrder, GoAway, SetPace, SetReminders
from bot.systems.table.settings.rules import ChangeSetting
from tests.play.vigil import YES, Call
from tests.play.watch import DEACON, MARISOL, NOON, WREN, Watch, watching

STRANGER = 9
# From noon to the end of a day, at the table's midnight.
TILL_MIDNIGHT = 12


@pytest.fixture
async def watch(sqlite_address: Address) -> AsyncIterator[Watch]:
    async with watching(sqlite_address) as made:
        yield made


def silent(vigil_told: list[str]) -> bool:
    """Whether nobody was called or reminded."""
    return not [each for each in vigil_told if "reminder" in each or "call" in each]


# -- when a step opens ------------------------------------------------------------------------------------


async def test_a_step_counts_from_when_it_opens_and_that_of_game_masters_from_when_all_have_answered(
    watch: Watch,
) -> None:
    vigil = await watch.call(DEACON, WREN)
    assert await watch.hours(vigil, DEACON) == await watch.hours(vigil, WREN) == (24, 48)
    assert (await watch.row(vigil)).counts_from == NOON
    close = await watch.row(vigil, "close")
    assert (close.due_at, close.deadline, close.counts_from) == (None, None, None)
    watch.now += timedelta(hours=1)
    await watch.press(vigil, WREN)
    assert await watch.hours(vigil, None) == (None, None)
    await watch.press(vigil, DEACON)
    # Nothing ends by itself where it is theirs to decide.
    assert await watch.hours(vigil, None) == (24, None)


async def test_a_step_of_game_masters_alone_counts_at_once(watch: Watch) -> None:
    assert await watch.hours(await watch.call(), None) == (24, None)


async def test_a_story_that_waits_has_reminders_and_no_deadline(watch: Watch) -> None:
    await watch.act(MARISOL, SetPace(remind="6h", reminders=1))
    vigil = await watch.call(DEACON, then=Then.WAITS)
    assert await watch.hours(vigil) == (6, None)
    assert await watch.pass_time(days=5) == ["reminder 3"]
    assert await watch.hours(vigil) == (None, None)


async def test_who_is_asked_without_a_seat_is_left_in_peace(watch: Watch) -> None:
    vigil = await watch.call(STRANGER)
    row = await watch.row(vigil, f"reply-{STRANGER}")
    assert (row.due_at, row.deadline, row.counts_from) == (None, None, None)
    assert silent(await watch.pass_time(days=4))


@pytest.mark.parametrize(
    ("skips", "until", "then", "due", "deadline"),
    [
        # The story waits for who is away: they are asked when they are back.
        (False, "tomorrow", Then.DECIDES, 24 + TILL_MIDNIGHT, None),
        (False, None, Then.DECIDES, None, None),
        (False, "tomorrow", Then.WAITS, 24 + TILL_MIDNIGHT, None),
        # It doesn't, and what their silence comes to is done at once, unless that is to wait.
        (True, "tomorrow", Then.DECIDES, 0, 0),
        (True, None, Then.ACTS, 0, 0),
        (True, "tomorrow", Then.WAITS, 24 + TILL_MIDNIGHT, None),
        (True, None, Then.WAITS, None, None),
    ],
)
async def test_who_is_away_is_asked_on_their_return_or_not_waited_for(
    watch: Watch, skips: bool, until: str | None, then: Then, due: float | None, deadline: float | None
) -> None:
    if not skips:
        await watch.act(MARISOL, SetPace(away=True))
    await watch.act(DEACON, GoAway(until=until))
    vigil = await watch.call(DEACON, then=then)
    assert await watch.hours(vigil) == (due, deadline)
    assert (await watch.row(vigil)).reminded == UNTOLD


async def test_a_proxy_who_comes_back_by_what_asks_their_absent_one_has_the_time_for_it(watch: Watch) -> None:
    await watch.act(DEACON, GoAway(proxy=Somebody(MARISOL)))
    await watch.play.left_server(1, MARISOL)
    vigil = await watch.call(DEACON, then=Then.ACTS)
    assert await watch.hours(vigil) == (24, 48)
    # They know of it, having done it.
    assert (await watch.row(vigil)).reminded == 0
    assert await watch.look() == []


async def test_the_clock_counts_anew_when_the_proxy_leaves_the_server_and_when_they_are_back(
    watch: Watch,
) -> None:
    await watch.act(DEACON, GoAway(until="5 days", proxy=Somebody(WREN)))
    vigil = await watch.call(DEACON)
    watch.now += timedelta(hours=5)
    await watch.play.left_server(1, WREN)
    # Nobody is there to be reminded, and it ends all the same.
    assert await watch.hours(vigil) == (48, 48)
    watch.now += timedelta(hours=5)
    await watch.act(WREN, GiveOrder(answer=YES))
    assert await watch.hours(vigil) == (24, 48)


async def test_the_clock_counts_anew_also_where_the_proxy_comes_back_by_a_pause(watch: Watch) -> None:
    await watch.act(DEACON, GoAway(until="9 days", proxy=Somebody(MARISOL)))
    asked, other = await watch.call(DEACON), await watch.call(WREN)
    watch.now += timedelta(hours=5)
    await watch.play.left_server(1, MARISOL)
    watch.now += timedelta(hours=5)
    await watch.act(MARISOL, SetPace(paused=True))
    watch.now += timedelta(hours=3)
    await watch.act(MARISOL, SetPace(paused=False))
    assert await watch.hours(asked) == (24, 48)
    # A pause gives nobody else more time.
    assert await watch.hours(other, WREN) == (14, 38)


async def test_nobody_gets_more_time_by_the_proxy_of_an_absence_to_come(watch: Watch) -> None:
    await watch.act(DEACON, GoAway(since="tomorrow", proxy=Somebody(WREN)))
    vigil = await watch.call(DEACON)
    watch.now += timedelta(hours=5)
    await watch.play.left_server(1, WREN)
    assert await watch.hours(vigil) == (19, 43)


async def test_game_masters_are_waited_for_all_along_where_the_return_of_who_left_is_undone(
    watch: Watch,
) -> None:
    await watch.play.left_server(1, DEACON)
    vigil = await watch.call(DEACON, WREN)
    await watch.press(vigil, WREN)
    assert await watch.hours(vigil, None) == (24, None)
    watch.now += timedelta(hours=5)
    await watch.press(vigil, DEACON)
    watch.now += timedelta(hours=1)
    number, campaign = await watch.entries(), (await watch.row(vigil, "close")).campaign_id
    await watch.play.undo(Actor(MARISOL), watch.request(), campaign, number, number)
    assert await watch.hours(vigil, None) == (18, None)


@pytest.mark.parametrize(("until", "due"), [("today", TILL_MIDNIGHT), ("5 days", 48), (None, 48)])
async def test_the_house_does_nothing_more_for_who_is_away_by_what_it_did_for_them(
    watch: Watch, until: str | None, due: float
) -> None:
    await watch.act(DEACON, GoAway(until=until))
    vigil = await watch.call(DEACON, then=Then.ACTS, is_endless=True)
    assert await watch.look() == ["Lapsed 3", "Passed"]
    # The next round has its time: they may be back by then.
    assert await watch.hours(vigil) == (due, 48)
    assert (await watch.row(vigil)).reminded == UNTOLD


async def test_an_answer_in_advance_does_not_lead_to_the_next_at_once(watch: Watch) -> None:
    await watch.act(DEACON, GiveOrder(answer=YES))
    vigil = await watch.call(DEACON, is_endless=True)
    assert await watch.hours(vigil) == (0, 48)
    assert await watch.look() == ["AnsweredInAdvance 3", "Replied"]
    assert await watch.hours(vigil) == (24, 48)
    # Only who did something themselves knows what it led to.
    assert (await watch.row(vigil)).reminded == 0
    assert await watch.pass_time(hours=24) == ["AnsweredInAdvance 3", "Replied"]


@pytest.mark.parametrize("habits", [{"mentions": Pings.NEVER}, {"mentions": Pings.DIGEST}])
async def test_who_is_not_mentioned_has_the_time_of_all_and_counts_as_untold(
    watch: Watch, habits: dict[str, Any]
) -> None:
    await watch.reminders(**habits)
    vigil = await watch.call(DEACON)
    assert await watch.hours(vigil) == (24, 48)
    assert (await watch.row(vigil)).reminded == UNTOLD
    assert silent(await watch.pass_time(days=2))
    last = await watch.row(vigil)
    assert (last.stage, last.reminded) == (ClockStage.GRACED, 1)


@pytest.mark.parametrize("habits", [{"mentions": Pings.DIGEST}, {"zone": "UTC", "quiet": "11-20"}])
async def test_who_asks_themselves_knows_it(watch: Watch, habits: dict[str, Any]) -> None:
    await watch.act(MARISOL, SetReminders(**habits), Where.SERVER)
    vigil = await watch.call(MARISOL)
    assert await watch.hours(vigil, MARISOL) == (24, 48)
    assert (await watch.row(vigil, f"reply-{MARISOL}")).reminded == 0
    # Nor is there a list of what they did.
    assert silent(await watch.pass_time(hours=21))


@pytest.mark.parametrize(
    ("deadline", "then", "due"), [("5h", Then.DECIDES, 5), ("2d", Then.DECIDES, 8), ("5h", Then.WAITS, 8)]
)
async def test_who_sleeps_is_told_when_they_wake_or_at_the_deadline_before(
    watch: Watch, deadline: str, then: Then, due: float
) -> None:
    await watch.act(MARISOL, SetPace(remind="none", deadline=deadline))
    await watch.reminders(zone="UTC", quiet="12-20")
    vigil = await watch.call(DEACON, then=then)
    assert (await watch.hours(vigil))[0] == due


async def test_a_proxy_is_asked_in_their_own_time_for_who_is_away(watch: Watch) -> None:
    await watch.act(DEACON, GoAway(proxy=Somebody(WREN)))
    await watch.act(WREN, SetReminders(zone="UTC", quiet="12-20"), Where.SERVER)
    vigil = await watch.call(DEACON)
    assert await watch.hours(vigil) == (8, 48)
    assert await watch.pass_time(hours=9) == ["reminder 4"]
    (told,) = (await watch.facts("Reminded"))["of"]
    assert (told["who"], told["for"]) == (WREN, DEACON)


# -- when it is set anew ----------------------------------------------------------------------------------


async def test_another_pace_counts_for_everybody_from_now_on(watch: Watch) -> None:
    vigil = await watch.call(DEACON)
    watch.now += timedelta(hours=10)
    await watch.act(MARISOL, RenameCampaign("Embers"))
    assert await watch.hours(vigil) == (14, 38)
    await watch.act(MARISOL, SetPace(grace="2d"))
    assert await watch.hours(vigil) == (24, 48)
    # They were told when it opened; they aren't once more.
    assert (await watch.row(vigil)).reminded == 0


async def test_another_pace_together_with_a_pause_is_no_mere_pause(watch: Watch) -> None:
    vigil = await watch.call(DEACON)
    watch.now += timedelta(hours=10)
    await watch.act(MARISOL, SetPace(paused=True))
    await watch.act(MARISOL, SetPace(paused=False, remind="1d", deadline="3d"))
    assert await watch.hours(vigil) == (24, 72)


async def test_whoever_goes_away_or_comes_back_sets_their_own_clocks_alone(watch: Watch) -> None:
    await watch.act(MARISOL, SetPace(away=True))
    vigil = await watch.call(DEACON, WREN)
    watch.now += timedelta(hours=10)
    await watch.act(DEACON, GoAway())
    assert await watch.hours(vigil, DEACON) == (None, None)
    assert await watch.hours(vigil, WREN) == (14, 38)
    await watch.act(DEACON, GoAway(back=True))
    # Whoever says so themselves knows what waits.
    assert await watch.hours(vigil, DEACON) == (24, 48)
    assert (await watch.row(vigil, f"reply-{DEACON}")).reminded == 0
    assert await watch.hours(vigil, WREN) == (14, 38)


async def test_who_was_never_told_is_asked_when_somebody_else_brings_them_back(watch: Watch) -> None:
    await watch.act(MARISOL, SetPace(away=True))
    await watch.act(DEACON, GoAway())
    vigil = await watch.call(DEACON)
    watch.now += timedelta(hours=10)
    await watch.act(MARISOL, GoAway(back=True, player=Somebody(DEACON)))
    assert await watch.hours(vigil) == (0, 48)
    assert await watch.look() == ["reminder 3"]
    assert await watch.hours(vigil) == (24, 48)


async def test_an_answer_given_later_is_taken_at_once_and_ended_it_is_waited_for_again(
    watch: Watch,
) -> None:
    vigil = await watch.call(DEACON, WREN)
    watch.now += timedelta(hours=10)
    await watch.act(DEACON, GiveOrder(answer=YES))
    assert await watch.hours(vigil, DEACON) == (0, 48)
    await watch.act(DEACON, GiveOrder(off=True))
    assert await watch.hours(vigil, DEACON) == (24, 48)
    assert await watch.hours(vigil, WREN) == (14, 38)


async def test_nothing_is_due_of_who_left_and_game_masters_are_waited_for_unless_they_are_back(
    watch: Watch,
) -> None:
    vigil = await watch.call(DEACON)
    watch.now += timedelta(hours=10)
    await watch.act(DEACON, LeaveCampaign())
    row = await watch.row(vigil)
    assert (row.due_at, row.deadline, row.counts_from) == (None, None, None)
    assert (row.reminded, row.stage) == (UNTOLD, ClockStage.RUNNING)
    assert await watch.hours(vigil, None) == (24, None)
    watch.now += timedelta(hours=1)
    await watch.act(DEACON, JoinCampaign())
    assert await watch.hours(vigil) == (24, 48)
    close = await watch.row(vigil, "close")
    assert (close.due_at, close.counts_from, close.reminded) == (None, None, 0)


async def test_another_pace_by_who_comes_back_with_it_counts_for_everybody(watch: Watch) -> None:
    await watch.act(MARISOL, AddGameMaster(member=WREN))
    await watch.act(MARISOL, SetPace(missed=1))
    await watch.act(WREN, Call("Vigil", (MARISOL,)))
    assert "CountedAway 1" in await watch.pass_time(days=3)
    vigil = await watch.act(WREN, Call("Vigil", (DEACON,)))
    watch.now += timedelta(hours=10)
    await watch.act(MARISOL, SetPace(grace="2d"))
    assert await watch.hours(vigil) == (24, 48)


async def test_who_wants_mentions_has_no_list_to_read(watch: Watch) -> None:
    await watch.act(MARISOL, SetPace(silence=0))
    vigil = await watch.call(DEACON)
    await watch.press(await watch.call(WREN), WREN)
    for hours in (24, 48):
        # A list would be read at eight.
        assert await watch.play.next_due() == (await watch.row(vigil)).due_at == NOON + timedelta(hours=hours)
        await watch.pass_time(hours=24)


async def test_the_cards_of_steps_whose_clocks_are_set_anew_are_drawn_again(watch: Watch) -> None:
    vigil, other = await watch.call(DEACON), await watch.call(WREN)
    for message, record in ((71, vigil), (72, other)):
        await watch.show(message, record)
    await watch.act(DEACON, GoAway(until="5 days"))
    redrawn = await watch.posts("refresh")
    assert [(each.message_id, each.entry) for each in redrawn] == [(71, await watch.entries())]


async def test_a_restored_campaign_counts_anew_for_whoever_was_told_and_not(watch: Watch) -> None:
    await watch.act(WREN, SetReminders(zone="UTC", quiet="11-20"), Where.SERVER)
    vigil = await watch.call(DEACON, WREN)
    watch.now += timedelta(hours=1)
    await watch.act(MARISOL, ArchiveCampaign())
    watch.now += timedelta(hours=10)
    await watch.act(MARISOL, RestoreCampaign())
    assert await watch.hours(vigil, DEACON) == (24, 48)
    assert await watch.hours(vigil, WREN) == (0, 48)
    assert await watch.look() == ["reminder 4"]


# -- a pause ----------------------------------------------------------------------------------------------


async def test_a_pause_keeps_what_was_told_and_what_was_left_of_the_grace(watch: Watch) -> None:
    vigil = await watch.call(DEACON)
    assert await watch.pass_time(hours=30) == ["reminder 3"]
    await watch.act(MARISOL, SetPace(paused=True))
    assert await watch.hours(vigil) == (None, None)
    watch.now += timedelta(days=3)
    await watch.act(MARISOL, SetPace(paused=False))
    assert await watch.hours(vigil) == (18, 18)
    assert await watch.pass_time(hours=20) == ["last call 3"]
    await watch.act(MARISOL, SetPace(paused=True))
    watch.now += timedelta(days=3)
    await watch.act(MARISOL, SetPace(paused=False))
    assert await watch.hours(vigil) == (22, 22)


async def test_a_pause_leaves_who_sleeps_to_wake_when_they_do(watch: Watch) -> None:
    await watch.reminders(zone="UTC", quiet="11-20")
    vigil = await watch.call(DEACON)
    await watch.act(MARISOL, SetPace(paused=True))
    assert await watch.hours(vigil) == (8, None)
    await watch.act(MARISOL, SetPace(paused=False))
    assert await watch.hours(vigil) == (8, 48)


async def test_who_is_away_without_an_end_is_looked_for_after_a_pause_and_not_in_it(watch: Watch) -> None:
    await watch.act(MARISOL, SetPace(away=True))
    await watch.act(DEACON, GoAway())
    vigil = await watch.call(DEACON)
    await watch.act(MARISOL, SetPace(paused=True))
    assert await watch.hours(vigil) == (None, None)
    await watch.act(MARISOL, SetPace(paused=False))
    assert (await watch.hours(vigil))[0] == 0
    assert await watch.pass_time(days=4) == []
    assert await watch.hours(vigil) == (None, None)


async def test_who_has_no_seat_and_game_masters_who_wait_are_not_started_by_a_pause(watch: Watch) -> None:
    vigil = await watch.call(DEACON, STRANGER)
    await watch.act(MARISOL, SetPace(paused=True))
    await watch.act(MARISOL, SetPace(paused=False))
    assert await watch.hours(vigil, STRANGER) == await watch.hours(vigil, None) == (None, None)
    await watch.press(vigil, DEACON)
    await watch.act(MARISOL, SetPace(paused=True))
    watch.now += timedelta(days=1)
    await watch.act(MARISOL, SetPace(paused=False))
    assert await watch.hours(vigil, None) == (24, None)


# -- what is due ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("then", [Then.DECIDES, Then.WAITS])
async def test_clocks_that_ran_ahead_are_started_again_when_the_machine_s_clock_is_set_right(
    watch: Watch, then: Then
) -> None:
    watch.now = NOON + timedelta(days=500)
    vigil, alone = await watch.call(DEACON, then=then), await watch.call()
    watch.now = NOON
    assert await watch.look() == []
    assert await watch.hours(vigil) == (24, 48 if then is Then.DECIDES else None)
    assert await watch.hours(alone, None) == (24, None)


async def test_what_is_due_in_a_year_and_more_by_long_holidays_is_left_alone(watch: Watch) -> None:
    days = [NOON.date() + timedelta(days=1 + 50 * each) for each in range(10)]
    spans = [f"{each}..{each + timedelta(days=49)}" for each in days]
    await watch.act(MARISOL, SetPace(holidays=", ".join(spans)))
    vigil = await watch.call(DEACON)
    before = await watch.row(vigil)
    assert before.due_at == NOON + timedelta(days=501)
    assert await watch.look(hours=1) == []
    assert await watch.row(vigil) == before


async def test_what_happens_at_a_deadline_happens_at_its_minute(watch: Watch) -> None:
    vigil = await watch.call(DEACON)
    await watch.look(hours=24)
    assert await watch.look(hours=23, minutes=59) == []
    assert await watch.look(minutes=1) == ["last call 3"]
    assert await watch.look(hours=24) == ["Lapsed 3"]
    over = await watch.row(vigil)
    assert (over.due_at, over.stage) == (None, ClockStage.OVER)


async def test_a_clock_that_was_left_to_who_has_no_seat_is_stopped(watch: Watch) -> None:
    vigil = await watch.call(STRANGER)
    row = await watch.row(vigil, f"reply-{STRANGER}")
    await watch.set_clock(row, due_at=NOON, deadline=NOON)
    assert await watch.look() == []
    assert await watch.row(vigil, row.step) == row._replace(reminded=UNTOLD)


@pytest.mark.parametrize("remind", ["1d", "none"])
async def test_a_deadline_in_an_absence_that_was_foretold_is_none(watch: Watch, remind: str) -> None:
    await watch.act(MARISOL, SetPace(away=True, remind=remind))
    vigil = await watch.call(DEACON)
    await watch.act(DEACON, GoAway(since="tomorrow", until="5 days"))
    assert await watch.hours(vigil) == (48 if remind == "none" else 24, 48)
    assert await watch.pass_time(days=5) == []
    assert await watch.hours(vigil) == (TILL_MIDNIGHT, None)
    # Back, they are asked, and have all their time.
    assert await watch.pass_time(hours=TILL_MIDNIGHT) == ["reminder 3"]
    assert (await watch.hours(vigil))[1] == 48


async def test_who_is_away_gets_no_grace_and_their_proxy_does(watch: Watch) -> None:
    vigil = await watch.call(DEACON, WREN)
    for player, proxy in ((DEACON, None), (WREN, Somebody(MARISOL))):
        await watch.act(player, GoAway(since="tomorrow", proxy=proxy))
    assert await watch.pass_time(hours=24 * 2) == ["reminder 1", "Lapsed 3", "last call 1"]
    (told,) = (await watch.facts("Reminded"))["of"]
    assert (told["who"], told["for"], told["is_final"], told["is_late"]) == (MARISOL, WREN, True, False)
    assert (await watch.row(vigil, f"reply-{WREN}")).stage == ClockStage.GRACED
    assert (await watch.facts("Lapsed"))["is_away"] is True


async def test_without_a_grace_time_is_over_at_the_deadline(watch: Watch) -> None:
    await watch.act(MARISOL, SetPace(grace="none"))
    await watch.call(DEACON)
    assert await watch.pass_time(hours=48) == ["reminder 3", "Lapsed 3"]


async def test_what_passed_while_waypost_was_away_is_told_as_that(watch: Watch) -> None:
    vigil = await watch.call(DEACON)
    assert await watch.look(days=3) == ["last call 3"]
    (told,) = (await watch.facts("Reminded"))["of"]
    row = await watch.row(vigil)
    assert row.deadline is not None
    assert told == {
        "who": DEACON,
        "for": None,
        "label": "Vigil: reply",
        "until": int(row.deadline.timestamp()),
        "is_final": True,
        "is_late": True,
        "last_of": 0,
    }
    assert (row.stage, row.reminded, await watch.hours(vigil)) == (ClockStage.PUT_OFF, 0, (24, 24))
    assert await watch.look(hours=24) == ["Lapsed 3"]


async def test_game_masters_decide_of_who_was_silent_when_one_of_them_is_awake(watch: Watch) -> None:
    await watch.act(MARISOL, AddGameMaster(member=WREN))
    for leader, quiet in ((MARISOL, "11-20"), (WREN, "10-16")):
        await watch.act(leader, SetReminders(zone="UTC", quiet=quiet), Where.SERVER)
    vigil, agreed = await watch.call(DEACON), await watch.call(DEACON, then=Then.HOLDS)
    await watch.act(MARISOL, SetPace(grace="none"))
    # What the game takes for an answer needs nobody.
    assert await watch.pass_time(hours=48) == ["reminder 3", "reminder 3", "Lapsed 3"]
    assert (await watch.row(agreed)).stage == ClockStage.OVER
    assert await watch.hours(vigil) == (4, 4)
    assert await watch.pass_time(hours=4) == ["Lapsed 3"]
    assert (await watch.facts("Lapsed"))["leaders"] == [WREN]


async def test_nobody_sleeps_where_a_role_leads(watch: Watch) -> None:
    await watch.act(MARISOL, AddGameMaster(role=77))
    await watch.act(MARISOL, SetReminders(zone="UTC", quiet="11-20"), Where.SERVER)
    vigil = await watch.call(DEACON)
    await watch.press(vigil, DEACON)
    assert await watch.pass_time(hours=24) == ["game masters"]
    assert (await watch.facts("Reminded"))["leaders"] == []


@pytest.mark.parametrize(
    ("pings", "told"),
    [
        (Pings.EACH, ["reminder 3", "last call 3", "Lapsed 3"]),
        (Pings.LAST, ["last call 3", "Lapsed 3"]),
        (Pings.NEVER, ["Lapsed 3"]),
        (Pings.DIGEST, ["ListedForOne 3", "ListedForOne 3", "ListedForOne 3", "Lapsed 3"]),
    ],
)
async def test_each_is_reminded_as_often_as_they_want(watch: Watch, pings: Pings, told: list[str]) -> None:
    if pings is not Pings.EACH:
        await watch.reminders(mentions=pings)
    await watch.call(DEACON)
    assert await watch.pass_time(days=3) == told


async def test_who_wants_to_hear_of_the_end_alone_is_still_asked_when_they_wake(watch: Watch) -> None:
    await watch.reminders(mentions=Pings.LAST, zone="UTC", quiet="11-20")
    await watch.call(DEACON)
    assert await watch.pass_time(hours=47) == ["reminder 3"]


async def test_nobody_is_reminded_where_the_campaign_mentions_nobody(watch: Watch) -> None:
    await watch.act(MARISOL, ChangeSetting("table.pings", "nobody", "asked"))
    vigil, answered = await watch.call(DEACON), await watch.call(WREN)
    await watch.press(answered, WREN)
    assert await watch.pass_time(hours=71) == []
    assert (await watch.hours(answered, None), (await watch.row(answered, "close")).reminded) == (
        (None, None),
        2,
    )
    assert (await watch.row(vigil)).stage == ClockStage.GRACED
    assert await watch.pass_time(hours=1) == ["Lapsed 3"]


async def test_a_proxy_who_is_away_too_is_not_reminded(watch: Watch) -> None:
    await watch.act(DEACON, GoAway(proxy=Somebody(WREN)))
    await watch.call(DEACON)
    await watch.act(WREN, GoAway())
    assert silent(await watch.pass_time(hours=47))


async def test_a_reminder_that_comes_in_quiet_hours_is_told_after_them(watch: Watch) -> None:
    await watch.act(MARISOL, SetPace(remind="6h", deadline="2d"))
    await watch.reminders(zone="UTC", quiet="15-20")
    vigil = await watch.call(DEACON)
    assert await watch.pass_time(hours=7) == []
    assert await watch.hours(vigil) == (1, 41)
    assert await watch.pass_time(hours=1) == ["reminder 3"]


# -- the game masters -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("habits", "away", "told"),
    [
        ({"mentions": Pings.EACH}, False, True),
        ({"mentions": Pings.LAST}, False, True),
        ({"mentions": Pings.NEVER}, False, False),
        ({}, True, False),
    ],
)
async def test_game_masters_are_reminded_who_are_here_and_want_it(
    watch: Watch, habits: dict[str, Any], away: bool, told: bool
) -> None:
    if habits and habits["mentions"] is not Pings.EACH:
        await watch.act(MARISOL, SetReminders(**habits), Where.SERVER)
    if away:
        await watch.act(MARISOL, GoAway())
    await watch.call()
    assert await watch.pass_time(hours=71) == (["game masters", "game masters"] if told else [])


async def test_what_game_masters_are_told_names_what_waits_and_who_is_awake(watch: Watch) -> None:
    await watch.act(MARISOL, AddGameMaster(member=WREN))
    await watch.act(WREN, SetReminders(zone="UTC", quiet="11-20"), Where.SERVER)
    vigil = await watch.call()
    assert await watch.pass_time(hours=24) == ["game masters"]
    facts = await watch.facts("Reminded")
    assert facts == {
        "campaign": "Ashes",
        "of": [],
        "asks_game_masters": True,
        "leaders": [MARISOL],
        "next": "Close Vigil",
    }
    assert await watch.hours(vigil, None) == (24, None)
    assert (await watch.row(vigil, "close")).reminded == 1


async def test_a_game_master_who_reads_a_list_finds_it_there(watch: Watch) -> None:
    await watch.act(MARISOL, SetReminders(mentions=Pings.DIGEST, zone="UTC"), Where.SERVER)
    await watch.act(DEACON, GoAway())
    await watch.call()
    told = await watch.pass_time(hours=45)
    assert told == ["ListedForOne 1"]
    (listed,) = (await watch.facts("ListedForOne"))["listed"]
    assert listed["label"] == "Close Vigil"


async def test_it_is_the_game_masters_move_once_where_players_have_left_or_had_their_time(
    watch: Watch,
) -> None:
    async def moves() -> list[tuple[str, int | None]]:
        _, glance = await watch.play.at_a_glance(Actor(WREN), watch.request())
        return [(each.step, each.who) for scene in glance.scenes for each in scene.waits]

    await watch.call(DEACON, WREN)
    await watch.act(DEACON, LeaveCampaign())
    # They have a step of their own there, and that is enough.
    assert await moves() == [("close", None), (f"reply-{WREN}", WREN)]
    await watch.pass_time(days=3)
    assert await moves() == [("close", None)]


# -- what a card shows ------------------------------------------------------------------------------------


async def called(watch: Watch, *who: int) -> Any:
    """The card on which those people are asked."""
    return (await watch.play.act(Actor(MARISOL), watch.request(), Call("Vigil", who))).public


@pytest.mark.parametrize(
    ("said", "instead"),
    [
        ([], {}),
        ([(DEACON, SetReminders(mentions=Pings.LAST))], {}),
        ([(DEACON, SetReminders(mentions=Pings.NEVER))], {DEACON: None}),
        ([(DEACON, SetReminders(mentions=Pings.DIGEST))], {DEACON: None}),
        ([(DEACON, SetReminders(zone="UTC", quiet="11-20"))], {DEACON: None}),
        ([(DEACON, GoAway())], {DEACON: None}),
        ([(DEACON, GoAway(proxy=Somebody(WREN)))], {DEACON: WREN}),
        (
            [(DEACON, GoAway(proxy=Somebody(WREN))), (WREN, SetReminders(mentions=Pings.NEVER))],
            {DEACON: None},
        ),
        # What is answered in advance is no news to who said so.
        ([(DEACON, GiveOrder(answer=YES))], {DEACON: None}),
    ],
)
async def test_a_card_mentions_who_hears_of_it_or_who_acts_for_them(
    watch: Watch, said: list[tuple[int, Any]], instead: dict[int, int | None]
) -> None:
    for who, action in said:
        where = Where.SERVER if isinstance(action, SetReminders) else Where.CHANNEL
        await watch.act(who, action, where)
    assert (await called(watch, DEACON)).instead == instead


async def test_a_card_mentions_who_is_invited_and_not_who_left_the_server_or_never_came(watch: Watch) -> None:
    await watch.act(MARISOL, InvitePlayer(9))
    await watch.play.left_server(1, WREN)
    assert (await called(watch, DEACON, WREN, 9, 99)).instead == {WREN: None, 99: None}


@pytest.mark.parametrize("is_gone", [False, True])
async def test_nobody_who_left_the_server_is_mentioned_for_what_happens_to_them(
    watch: Watch, is_gone: bool
) -> None:
    if is_gone:
        await watch.play.left_server(1, DEACON)
    away = GoAway(player=Somebody(DEACON))
    said = await watch.play.act(Actor(MARISOL), watch.request(), away)
    assert said.public.mentions.others == (() if is_gone else (DEACON,))


async def test_a_card_shows_until_when_it_waits_for_whose_time_is_not_over(watch: Watch) -> None:
    until = NOON + timedelta(hours=48)
    card = await called(watch, DEACON, WREN)
    assert card.deadlines == {f"reply-{DEACON}": until, f"reply-{WREN}": until}
    await watch.set_clock(await watch.row(card.subject.id), stage=int(ClockStage.OVER))
    reply = Pressed(card.subject.id, f"reply-{WREN}", 1, "reply")
    answered = await watch.play.press(Actor(WREN), watch.request(), reply)
    assert answered.outcomes[0].public.deadlines == {}
    await watch.act(MARISOL, SetPace(paused=True))
    assert (await called(watch, DEACON)).deadlines == {}


async def test_a_pause_takes_the_deadlines_off_the_cards(watch: Watch) -> None:
    vigil = await watch.call(DEACON, WREN)
    row = await watch.row(vigil)
    await watch.act(MARISOL, SetPace(paused=True))
    # As a clock that was started just then may leave it.
    await watch.set_clock(row)
    reply = Pressed(vigil, f"reply-{WREN}", 1, "reply")
    answered = await watch.play.press(Actor(WREN), watch.request(), reply)
    assert answered.outcomes[0].public.deadlines == {}
