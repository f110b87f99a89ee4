"""What the house does and tells when something is due: for the silent, in lists, of silences, of who left."""

from __future__ import annotations

from collections.abc import AsyncIterator
from datetime import timedelta
from typing import Any

import pytest
import sqlalchemy as sa
import structlog

from bot.engine.declare import Person as Somebody
from bot.engine.habits import Pings
from bot.engine.pace import ClockStage, Then
from bot.engine.people import Actor
from bot.engine.system import RecordId
from bot.errors import NotAllowed
from bot.play import Where, clocks, pace
from bot.play.clocks import UNTOLD
from bot.storage import campaigns, records
from bot.storage.address import Address
from bot.storage.models import records as kept
from bot.storage.outbox import GAME_MASTER_POST, PUBLIC_POST
from bot.storage.records import WaitingRow
from bot.systems.table.campaigns.people import AddGameMaster, InvitePlayer, JoinCampaign, LeaveCampaign
from bot.systems.table.campaigns.rules import ArchiveCampaign, BindChannel, UnbindChannel
from bot.systems.table.pace.rules import GiveOrder, GoAway, SetPace, SetReminders
from bot.systems.table.settings.rules import ChangeSetting
from tests.play.vigil import YES, Close
from tests.play.watch import DEACON, MARISOL, NOON, WREN, Watch, watching
from tests.refusals import refuses

# Marisol leads there; the campaign's own channel is 2.
SECRET, FAR = 8, 5
NOBODY_MENTIONED = ChangeSetting("table.pings", "nobody", "asked")


@pytest.fixture
async def watch(sqlite_address: Address) -> AsyncIterator[Watch]:
    async with watching(sqlite_address) as made:
        yield made


async def ring(watch: Watch, record: str) -> bool:
    """One look at a record; whether there may be more."""
    assert watch.id is not None
    campaign, context = watch.id, watch.play.context
    return await watch.play.database.write(lambda c: pace.handle_due(c, context, campaign, RecordId(record)))


async def version(watch: Watch) -> int | None:
    """How often the campaign itself was written."""
    asked = sa.select(kept.c.version).where(kept.c.id == watch.id)
    return await watch.play.database.read(lambda c: c.scalar(asked))


# -- one record -------------------------------------------------------------------------------------------


async def test_a_record_that_is_gone_meanwhile_has_nothing_due(watch: Watch) -> None:
    assert await ring(watch, "gone") is False


async def test_a_campaign_that_there_is_not_is_a_fault(watch: Watch) -> None:
    watch.id = "none"
    with pytest.raises(LookupError):
        await ring(watch, "none")


async def test_a_reminder_is_one_thing_done_and_a_lapse_is_looked_at_again(watch: Watch) -> None:
    vigil = await watch.call(DEACON)
    watch.now += timedelta(hours=24)
    assert await ring(watch, vigil) is False
    assert await watch.count(hours=24) == 1
    watch.now += timedelta(hours=24)
    assert await ring(watch, vigil) is True
    assert await ring(watch, vigil) is False


async def test_nothing_is_due_at_what_is_over_or_asked_no_more(watch: Watch) -> None:
    vigil, closed = await watch.call(DEACON), await watch.call(DEACON)
    await watch.act(MARISOL, Close(closed))
    assert watch.id is not None
    for record in (vigil, closed):
        ghost = WaitingRow(record, "ghost", watch.id, 1, DEACON, "Ghost", NOON, due_at=NOON, counts_from=NOON)
        opened = [ghost, ghost._replace(step="spook", due_at=None)]
        await watch.play.database.write(lambda c, r=record, o=opened: records.rewait(c, r, [], o, []))  # type: ignore[misc]
    assert await watch.look() == []
    assert [(await watch.row(record, "ghost")).due_at for record in (vigil, closed)] == [None, None]
    await watch.set_clock(await watch.row(vigil, "ghost"), due_at=NOON + timedelta(hours=3))
    await watch.act(MARISOL, SetPace(grace="2d"))
    assert (await watch.row(vigil, "ghost")).due_at is None
    assert await ring(watch, closed) is False


async def test_what_the_game_does_for_the_silent_comes_before_what_is_to_be_decided(watch: Watch) -> None:
    await watch.act(MARISOL, SetPace(grace="none", remind="none"))
    await watch.call(DEACON, WREN, then=Then.DECIDES, others=Then.ACTS)
    assert await watch.look(days=2) == ["Lapsed 4", "Passed", "Lapsed 3"]


async def test_an_answer_in_advance_is_given_once_to_a_game_that_asks_on(watch: Watch) -> None:
    await watch.act(DEACON, GiveOrder(answer=YES))
    vigil = await watch.call(DEACON, is_deaf=True)
    before = await watch.entries()
    assert await ring(watch, vigil) is True
    assert await ring(watch, vigil) is False
    assert await watch.told(before) == ["AnsweredInAdvance 3", "Replied"]
    assert await watch.facts("AnsweredInAdvance") == {"who": DEACON, "label": "Vigil: reply"}
    assert await watch.hours(vigil) == (24, 48)


async def test_what_is_done_for_the_silent_is_done_once_by_a_game_that_asks_on(watch: Watch) -> None:
    await watch.act(MARISOL, SetPace(missed=5))
    vigil = await watch.call(DEACON, then=Then.ACTS, is_deaf=True)
    told = await watch.pass_time(days=4)
    assert told == ["reminder 3", "last call 3", "Lapsed 3", "Passed"]
    row = await watch.row(vigil)
    assert (row.due_at, row.stage) == (None, ClockStage.OVER)
    assert await watch.facts("Lapsed") == {
        "who": DEACON,
        "label": "Vigil: reply",
        "then": "acts",
        "is_away": False,
        "does": "passes",
        "order": "",
    }


@pytest.mark.parametrize("how", [{"is_sealed": True}, {"is_mute": True}])
async def test_what_the_rules_do_not_let_be_done_for_the_silent_is_the_game_masters_to_decide(
    watch: Watch, how: dict[str, bool]
) -> None:
    await watch.act(DEACON, GiveOrder(words="I hold the door"))
    vigil = await watch.call(DEACON, then=Then.ACTS, **how)
    assert await watch.pass_time(days=3) == ["reminder 3", "last call 3", "Lapsed 3"]
    assert await watch.facts("Lapsed") == {
        "who": DEACON,
        "label": "Vigil: reply",
        "then": "decides",
        "is_away": False,
        "does": "passes",
        "order": "I hold the door",
        "leaders": [MARISOL],
        "asks_game_masters": True,
        "next": "",
    }
    # Whose time is over is waited for no more: the rest is theirs.
    assert await watch.hours(vigil, None) == (24, None)


@pytest.mark.parametrize(("others", "asks", "next_"), [((), True, "Close Vigil"), ((WREN,), False, "")])
async def test_what_silence_is_an_answer_to_asks_the_game_masters_once_all_had_their_time(
    watch: Watch, others: tuple[int, ...], asks: bool, next_: str
) -> None:
    vigil = await watch.call(DEACON, *others, then=Then.HOLDS, others=Then.WAITS)
    told = await watch.pass_time(days=3)
    assert told[-1] == "Lapsed 3"
    facts = await watch.facts("Lapsed")
    assert (facts["then"], facts["does"]) == ("holds", "agrees")
    assert (facts["asks_game_masters"], facts["next"]) == (asks, next_)
    assert await watch.hours(vigil, None) == ((24, None) if asks else (None, None))


@pytest.mark.parametrize("then", [Then.ACTS, Then.DECIDES])
async def test_deadlines_missed_in_a_row_count_as_away_and_those_of_an_absence_do_not(
    watch: Watch, then: Then
) -> None:
    await watch.act(MARISOL, SetPace(missed=2))
    await watch.act(WREN, GoAway())
    written = await version(watch)
    for _ in range(2):
        await watch.call(WREN, then=then)
        assert "Lapsed 4" in await watch.look()
    assert (await watch.facts("Lapsed"))["is_away"] is True
    assert await version(watch) == written
    await watch.call(DEACON, then=then)
    assert "CountedAway 3" not in await watch.pass_time(days=3)
    assert await version(watch) == (written or 0) + 1
    await watch.call(DEACON, then=then)
    told = await watch.pass_time(days=3)
    assert (told.count("Lapsed 3"), told.count("CountedAway 3")) == (1, 1)
    assert await watch.facts("CountedAway") == {"who": DEACON, "n": 2}


async def test_the_last_of_two_is_called_that(watch: Watch) -> None:
    vigil = await watch.call(DEACON, WREN)
    await watch.press(vigil, WREN)
    await watch.pass_time(hours=24)
    assert await watch.last_of() == {DEACON: 2}


async def test_who_is_told_beside_the_game_masters_reads_no_less(watch: Watch) -> None:
    """Somebody without a seat doesn't hold the game masters up, but is one of those who were asked."""
    vigil = await watch.call(DEACON, 9)
    assert await watch.pass_time(hours=24) == ["reminder 3"]
    row = await watch.row(vigil)
    assert row.deadline is not None
    facts = await watch.facts("Reminded")
    assert (facts["campaign"], facts["leaders"], facts["next"]) == ("Ashes", [], "")
    assert facts["of"][0] | {"last_of": 0} == {
        "who": DEACON,
        "for": None,
        "label": "Vigil: reply",
        "until": int(row.deadline.timestamp()),
        "is_final": False,
        "is_late": False,
        "last_of": 0,
    }


async def test_a_story_without_deadline_is_told_without(watch: Watch) -> None:
    await watch.call(DEACON, then=Then.WAITS)
    await watch.pass_time(hours=24)
    assert (await watch.facts("Reminded"))["of"][0]["until"] is None


async def test_a_reminder_is_posted_where_the_card_is_and_the_card_drawn_again(watch: Watch) -> None:
    await watch.act(MARISOL, BindChannel(FAR))
    vigil = await watch.call(DEACON)
    await watch.show(71, vigil, FAR)
    await watch.pass_time(hours=24)
    number = await watch.entries()
    told = [each for each in await watch.posts() if each.entry == number]
    assert [(each.audience, each.channel_id) for each in told] == [(PUBLIC_POST, FAR)]
    redrawn = await watch.posts("refresh")
    assert (redrawn[-1].message_id, redrawn[-1].entry) == (71, number)
    assert await watch.pass_time(days=2) == ["last call 3", "Lapsed 3"]
    assert {each.entry for each in await watch.posts("refresh")} >= {number, await watch.entries()}


async def test_of_what_is_hidden_a_reminder_goes_to_the_game_masters_alone(watch: Watch) -> None:
    await watch.act(MARISOL, BindChannel(SECRET, for_game_masters=True))
    vigil = await watch.call(DEACON, is_hidden=True)
    await watch.show(71, vigil, SECRET, GAME_MASTER_POST)
    await watch.pass_time(hours=24)
    number = await watch.entries()
    told = [each for each in await watch.posts() if each.entry == number]
    assert [(each.audience, each.channel_id) for each in told] == [(GAME_MASTER_POST, SECRET)]


# -- a fault ----------------------------------------------------------------------------------------------


async def test_what_a_fault_keeps_from_being_done_is_tried_an_hour_later_and_holds_up_nothing_else(
    watch: Watch, monkeypatch: pytest.MonkeyPatch
) -> None:
    broken, sound = await watch.call(DEACON, WREN), await watch.call(WREN)
    later = await watch.row(broken, f"reply-{WREN}")
    later = later._replace(due_at=NOON + timedelta(hours=40))
    await watch.set_clock(later)
    look = clocks.due_steps

    def failing(session: Any, record: RecordId) -> Any:
        if record == broken:
            raise RuntimeError
        return look(session, record)

    with monkeypatch.context() as patch:
        patch.setattr(clocks, "due_steps", failing)
        patch.setattr("bot.play.log", structlog.get_logger())
        assert await watch.look(hours=24) == ["reminder 4"]
    assert await watch.hours(broken) == (1, 24)
    # What isn't due yet, and what nothing is due at, stays as it was.
    assert await watch.row(broken, f"reply-{WREN}") == later
    assert await watch.hours(broken, None) == (None, None)
    assert await watch.look(minutes=59) == []
    assert await watch.look(minutes=1) == ["reminder 3"]
    assert (await watch.row(sound, f"reply-{WREN}")).reminded == 1


@pytest.mark.parametrize("told", ["ListedForOne 3", "FellSilent"])
async def test_a_list_and_a_silence_that_a_fault_held_up_are_told_an_hour_later(
    watch: Watch, monkeypatch: pytest.MonkeyPatch, told: str
) -> None:
    await watch.act(MARISOL, SetPace(remind="none", deadline="none", silence=1))
    if told == "ListedForOne 3":
        await watch.act(MARISOL, SetPace(silence=0))
        await watch.reminders(mentions=Pings.DIGEST)
    await watch.call(DEACON)

    def failing(*_: Any, **__: Any) -> Any:
        raise RuntimeError

    with monkeypatch.context() as patch:
        patch.setattr(pace, "waiting_seen_by", failing)
        patch.setattr("bot.play.log", structlog.get_logger())
        assert await watch.look(hours=20 if "3" in told else 24) == []
    assert await watch.look(minutes=59) == []
    assert await watch.look(minutes=1) == [told]


# -- one person's list ------------------------------------------------------------------------------------


async def listed(watch: Watch) -> None:
    """Deacon reads a list a day, the next one twenty hours from noon, and is asked."""
    await watch.reminders(mentions=Pings.DIGEST, zone="UTC")
    await watch.call(DEACON, then=Then.WAITS)


async def test_a_list_names_what_waits_since_when_until_when_and_where(watch: Watch) -> None:
    await watch.reminders(mentions=Pings.DIGEST, zone="UTC")
    vigil, story = await watch.call(DEACON), await watch.call(DEACON, then=Then.WAITS)
    await watch.show(71, vigil)
    await watch.call(WREN)
    assert await watch.count(hours=20) == 1
    noon, days = int(NOON.timestamp()), 48 * 60 * 60
    plain = {"label": "Vigil: reply", "title": "Vigil", "since": noon}
    facts = await watch.facts("ListedForOne")
    assert sorted(facts.pop("listed"), key=lambda each: each["until"] is None) == [
        plain | {"until": noon + days, "url": "https://discord.com/channels/1/2/71"},
        plain | {"until": None, "url": None},
    ]
    assert facts == {"who": DEACON, "campaign": "Ashes", "more": 0}
    assert story != vigil


async def test_a_game_master_s_list_has_what_waits_for_all_of_them(watch: Watch) -> None:
    await watch.act(MARISOL, SetReminders(mentions=Pings.DIGEST, zone="UTC"), Where.SERVER)
    await watch.act(WREN, SetReminders(mentions=Pings.DIGEST, zone="UTC"), Where.SERVER)
    await watch.call(WREN)
    await watch.call()
    # Theirs is asked for when they would be reminded, a day after noon.
    assert await watch.look(hours=20) == ["ListedForOne 4"]
    assert [each["label"] for each in (await watch.facts("ListedForOne"))["listed"]] == ["Vigil: reply"]
    await watch.act(WREN, SetReminders(mentions=Pings.NEVER), Where.SERVER)
    assert "ListedForOne 1" in await watch.pass_time(hours=24)
    theirs = [each["label"] for each in (await watch.facts("ListedForOne"))["listed"]]
    assert theirs == ["Close Vigil", "Close Vigil"]


async def test_a_long_list_says_how_much_more_there_is(watch: Watch) -> None:
    await watch.reminders(mentions=Pings.DIGEST, zone="UTC")
    for _ in range(17):
        await watch.call(DEACON)
    await watch.look(hours=20)
    facts = await watch.facts("ListedForOne")
    assert (len(facts["listed"]), facts["more"]) == (15, 2)


async def test_a_list_waits_for_who_sleeps_longer_by_now(watch: Watch) -> None:
    await listed(watch)
    await watch.reminders(quiet="7-10")
    assert await watch.count(hours=20) == 0
    assert await watch.look(hours=1, minutes=59) == []
    assert await watch.look(minutes=1) == ["ListedForOne 3"]


async def test_a_list_that_was_read_meanwhile_is_not_read_twice(watch: Watch) -> None:
    await listed(watch)
    watch.now += timedelta(hours=20)
    assert watch.id is not None
    campaign, context = watch.id, watch.play.context
    twice = [
        await watch.play.database.write(lambda c: pace.list_for(c, context, campaign, DEACON))
        for _ in range(2)
    ]
    assert twice == [True, False]


@pytest.mark.parametrize(
    ("by", "meanwhile"),
    [
        (DEACON, GoAway()),
        (DEACON, SetReminders(mentions=Pings.EACH)),
        (DEACON, None),
        (MARISOL, ArchiveCampaign()),
        (MARISOL, SetPace(paused=True)),
        (MARISOL, NOBODY_MENTIONED),
        (MARISOL, UnbindChannel(2)),
    ],
)
async def test_nobody_reads_a_list_who_is_gone_or_wants_none_nor_where_nothing_goes_on(
    watch: Watch, by: int, meanwhile: Any
) -> None:
    await listed(watch)
    if meanwhile is None:
        await watch.play.left_server(1, DEACON)
    else:
        where = Where.SERVER if isinstance(meanwhile, SetReminders) else Where.CHANNEL
        await watch.act(by, meanwhile, where)
    assert await watch.count(hours=20) == 0


async def test_nobody_reads_an_empty_list(watch: Watch) -> None:
    await watch.reminders(mentions=Pings.DIGEST, zone="UTC")
    await watch.press(await watch.call(DEACON), DEACON)
    await watch.call(WREN)
    assert await watch.count(hours=20) == 0


@pytest.mark.parametrize(("second", "lists"), [(None, 14), (10, 24)])
async def test_a_list_is_read_each_morning_for_two_weeks_of_what_waits(
    watch: Watch, second: int | None, lists: int
) -> None:
    await watch.act(MARISOL, SetPace(silence=0))
    await watch.reminders(mentions=Pings.DIGEST, zone="UTC")
    watch.now += timedelta(hours=20)
    await watch.call(DEACON, then=Then.WAITS)
    told = []
    for day in range(30):
        if day == second:
            await watch.call(DEACON, then=Then.WAITS)
        told += await watch.pass_time(days=1)
    assert told == ["ListedForOne 3"] * lists


@pytest.mark.parametrize(
    ("late", "pause"),
    [
        # Read shortly before the next morning's, it is that one.
        ({"hours": 23, "minutes": 59}, {"hours": 24}),
        ({"hours": 18}, {"hours": 30}),
        # Read in the middle of the day, it isn't.
        ({"hours": 17}, {"hours": 7}),
    ],
)
async def test_a_list_read_late_does_not_come_twice_in_a_morning(
    watch: Watch, late: dict[str, int], pause: dict[str, int]
) -> None:
    await watch.act(MARISOL, SetPace(silence=0))
    await listed(watch)
    watch.now += timedelta(hours=20)
    assert await watch.look(**late) == ["ListedForOne 3"]
    assert await watch.look(**pause, minutes=-1) == []
    assert await watch.look(minutes=2) == ["ListedForOne 3"]


async def test_without_a_pace_a_list_is_read_once(watch: Watch) -> None:
    await watch.act(MARISOL, SetPace(remind="none", deadline="none", silence=0))
    await listed(watch)
    assert await watch.pass_time(days=5) == ["ListedForOne 3"]


# -- a campaign that fell silent --------------------------------------------------------------------------


async def quiet(watch: Watch) -> None:
    """The campaign says after two days that nothing happens, and does nothing else by itself."""
    await watch.act(MARISOL, SetPace(remind="none", deadline="none", silence=2))


async def silent_at(watch: Watch) -> Any:
    assert watch.id is not None
    campaign = watch.id
    row = await watch.play.database.read(lambda c: campaigns.by_id(c, campaign))
    return row.silent_at if row is not None else None


async def break_silence(watch: Watch) -> bool:
    assert watch.id is not None
    campaign, context = watch.id, watch.play.context
    return await watch.play.database.write(lambda c: pace.break_silence(c, context, campaign))


async def test_a_silence_is_told_once_with_whom_the_story_waits_for(watch: Watch) -> None:
    await quiet(watch)
    await watch.act(WREN, GoAway())
    await watch.call(DEACON, WREN, then=Then.WAITS)
    await watch.call(DEACON)
    assert await watch.count(hours=47, minutes=59) == 0
    assert await watch.count(minutes=1) == 1
    assert await watch.facts("FellSilent") == {
        "days": 2,
        "people": [DEACON, WREN],
        "called": [DEACON],
        "game_masters": True,
        "asks_game_masters": True,
        "leaders": [MARISOL],
        "waiting": 5,
    }
    assert await silent_at(watch) is None
    assert await watch.count() == 0


async def test_a_silence_that_waits_for_no_game_master_asks_none(watch: Watch) -> None:
    await quiet(watch)
    await watch.act(MARISOL, InvitePlayer(9))
    assert await watch.look(days=2) == ["FellSilent"]
    facts = await watch.facts("FellSilent")
    assert (facts["people"], facts["called"], facts["waiting"]) == ([9], [], 1)
    assert (facts["game_masters"], facts["asks_game_masters"], facts["leaders"]) == (False, False, [])


async def test_of_many_whom_the_story_waits_for_ten_are_named(watch: Watch) -> None:
    await quiet(watch)
    crowd = tuple(range(20, 32))
    for each in crowd:
        await watch.act(each, JoinCampaign())
    await watch.call(*crowd)
    await watch.look(days=2)
    facts = await watch.facts("FellSilent")
    assert (len(facts["people"]), facts["called"] == facts["people"]) == (10, True)


async def test_a_silence_names_the_game_masters_for_who_has_left_or_had_their_time(watch: Watch) -> None:
    """Where their own step waits beside it, that is named once; an invitation waits for who is invited."""
    await quiet(watch)
    await watch.act(MARISOL, InvitePlayer(9))
    await watch.call(DEACON, WREN, 7)
    row = await watch.row((await watch.call(WREN)), f"reply-{WREN}")
    await watch.set_clock(row, stage=int(ClockStage.OVER))
    await watch.act(DEACON, LeaveCampaign())
    await watch.look(days=2)
    facts = await watch.facts("FellSilent")
    assert (sorted(facts["people"]), facts["game_masters"], facts["waiting"]) == ([WREN, 9], True, 4)


@pytest.mark.parametrize(
    "meanwhile", [SetPace(paused=True), ArchiveCampaign(), SetPace(silence=0), UnbindChannel(2)]
)
async def test_where_nothing_goes_on_no_silence_is_told_then_or_later(watch: Watch, meanwhile: Any) -> None:
    await quiet(watch)
    await watch.call(DEACON)
    await watch.act(MARISOL, meanwhile)
    assert watch.id is not None
    campaign, soon = watch.id, watch.now + timedelta(days=2)
    await watch.play.database.write(lambda c: campaigns.set_silent(c, campaign, soon))
    watch.now = soon
    assert await break_silence(watch) is False
    assert await silent_at(watch) is None


async def test_a_silence_that_somebody_broke_meanwhile_is_counted_from_then(watch: Watch) -> None:
    await quiet(watch)
    watch.now += timedelta(days=2)
    # The clock saw that it is due; before it gets to it, somebody acts.
    await watch.call(DEACON)
    assert await break_silence(watch) is False
    assert await watch.look(days=1) == []
    assert await watch.look(days=1) == ["FellSilent"]


# -- who left the server ----------------------------------------------------------------------------------


async def test_it_is_looked_whether_those_are_there_who_would_be_told(watch: Watch) -> None:
    assert await watch.play.to_be_told() == []
    await watch.call(DEACON, then=Then.WAITS)
    assert await watch.play.to_be_told() == []
    watch.now += timedelta(hours=24)
    assert await watch.play.to_be_told() == [(1, DEACON)]
    await watch.act(DEACON, GoAway(proxy=Somebody(WREN)))
    watch.now += timedelta(hours=24)
    assert await watch.play.to_be_told() == [(1, WREN)]


async def test_game_masters_and_readers_of_lists_are_looked_for_too_unless_they_are_gone(
    watch: Watch,
) -> None:
    await watch.act(MARISOL, AddGameMaster(member=WREN))
    await watch.reminders(mentions=Pings.DIGEST, zone="UTC")
    await watch.call(DEACON, then=Then.WAITS)
    await watch.call()
    watch.now += timedelta(hours=20)
    assert await watch.play.to_be_told() == [(1, DEACON)]
    watch.now += timedelta(hours=4)
    assert await watch.play.to_be_told() == [(1, MARISOL), (1, DEACON), (1, WREN)]
    await watch.play.left_server(1, WREN)
    assert await watch.play.to_be_told() == [(1, MARISOL), (1, DEACON)]


@pytest.mark.parametrize("has_channel", [False, True])
async def test_who_left_the_server_is_told_of_once_and_waited_for_no_more(
    watch: Watch, has_channel: bool
) -> None:
    if has_channel:
        await watch.act(MARISOL, BindChannel(SECRET, for_game_masters=True))
    vigil = await watch.call(DEACON, WREN)
    await watch.call(DEACON)
    before = await watch.entries()
    assert await watch.play.left_server(2, DEACON) == 0
    assert await watch.play.left_server(1, 99) == 0
    assert await watch.play.left_server(1, DEACON) == 1
    assert await watch.told(before) == ["LeftServer 3"]
    assert await watch.told(before, to=WREN) == ([] if has_channel else ["LeftServer 3"])
    assert await watch.facts("LeftServer") == {
        "who": DEACON,
        "waiting": 2,
        "asks_game_masters": True,
        "is_led": True,
        "leaders": [MARISOL],
    }
    assert await watch.hours(vigil) == (None, None)
    assert await watch.play.left_server(1, DEACON) == 0
    assert "reminder 3" not in await watch.pass_time(days=2)


async def test_who_leaves_the_server_of_a_campaign_at_rest_is_no_news(watch: Watch) -> None:
    await watch.act(MARISOL, ArchiveCampaign())
    assert watch.id is not None
    campaign, context = watch.id, watch.play.context
    left = await watch.play.database.write(lambda c: pace.note_left(c, context, campaign, DEACON))
    assert left is False
    assert await watch.facts("LeftServer") == {}


@pytest.mark.parametrize(
    ("leads", "is_led"),
    [(None, False), (AddGameMaster(role=77), True), (AddGameMaster(member=WREN), True)],
)
async def test_a_campaign_is_led_as_long_as_somebody_is_there_who_may(
    watch: Watch, leads: AddGameMaster | None, is_led: bool
) -> None:
    if leads is not None:
        await watch.act(MARISOL, leads)
    await watch.play.left_server(1, MARISOL)
    facts = await watch.facts("LeftServer")
    assert (facts["is_led"], MARISOL in facts["leaders"]) == (is_led, False)


# -- a person's own wish ----------------------------------------------------------------------------------


async def snooze(watch: Watch, by: int, vigil: RecordId) -> Any:
    return await watch.play.snooze(Actor(by), watch.request(), vigil)


async def test_what_waits_can_be_put_off_by_a_day_and_no_further_than_the_time_there_is(watch: Watch) -> None:
    vigil, other = await watch.call(DEACON, WREN), await watch.call(DEACON)
    watch.now += timedelta(hours=23, minutes=29)
    assert await snooze(watch, DEACON, vigil) == watch.now + timedelta(days=1)
    assert (await watch.hours(vigil))[0] == 24
    assert (await watch.row(vigil)).reminded == UNTOLD
    # Only their own, and only there.
    assert (await watch.hours(vigil, WREN))[0] == (await watch.hours(other))[0] != 24
    watch.now += timedelta(minutes=1)
    with refuses("snooze.too_late"):
        await snooze(watch, DEACON, vigil)


async def test_who_has_no_time_left_for_two_steps_reads_when_the_first_ends(watch: Watch) -> None:
    await watch.act(DEACON, GoAway(proxy=Somebody(WREN)))
    vigil = await watch.call(DEACON, WREN)
    first = NOON + timedelta(hours=5)
    await watch.set_clock(await watch.row(vigil, f"reply-{WREN}"), deadline=first)
    await watch.set_clock(await watch.row(vigil), deadline=first + timedelta(hours=2))
    with refuses("snooze.too_late") as caught:
        await snooze(watch, WREN, vigil)
    assert f"<t:{int(first.timestamp())}:R>" in str(caught.value)


async def test_a_story_that_waits_can_always_be_put_off_also_by_a_proxy(watch: Watch) -> None:
    await watch.act(DEACON, GoAway(proxy=Somebody(WREN)))
    vigil = await watch.call(DEACON, then=Then.WAITS)
    await snooze(watch, WREN, vigil)
    assert await watch.hours(vigil) == (24, None)


async def test_nobody_puts_off_what_waits_for_others_or_is_over(watch: Watch) -> None:
    vigil = await watch.call(DEACON)
    for other in (MARISOL, WREN):
        with refuses("snooze.nothing"):
            await snooze(watch, other, vigil)
    with pytest.raises(NotAllowed):
        await snooze(watch, 99, vigil)
    await watch.pass_time(days=3)
    with refuses("snooze.nothing"):
        await snooze(watch, DEACON, vigil)
