"""The posts of a channel come in the order of their entries, whatever held them up."""

from __future__ import annotations

import asyncio
import re
from datetime import timedelta
from typing import Any

import pytest
import structlog

from bot.engine.people import Actor
from bot.errors import Busy, Unusable
from bot.play import Due
from bot.systems.table.dice.rules import RollDice
from bot.ui import delivery as delivering
from bot.ui import reply as replying
from bot.ui.pauses import PATIENCE, SOON, Cause, Pauses
from tests.deliveries import LEAP, Scene, live, restarted, scene
from tests.faults import CALLBACK, EDIT, HISTORY, POST, Clock, post_in
from tests.harness import raw
from tests.harness.world import Json
from tests.stages import Stage

__all__ = ["scene"]

TAVERN, SECRET = 2_000_000, 2_000_001
BAD_GATEWAY, LIMITED, UNAVAILABLE = 502, 429, 503


def titles(scene: Scene, channel: int = 0) -> list[str]:
    """The rolls that stand in a channel, by their names."""
    found = (str(message["embeds"][0].get("title", "")) for message in scene.messages(channel))
    return [title for title in found if title.startswith("roll")]


async def rolls(scene: Scene, *numbers: int) -> None:
    """Dice that nobody's answer shows."""
    for number in numbers:
        await scene.behind(RollDice(f"1d6 roll {number}"))


def expected(*numbers: int) -> list[str]:
    """The same in order."""
    return [f"roll {number}" for number in numbers]


# -- a cause that may pass ------------------------------------------------------------------------


@pytest.mark.parametrize("status", [500, BAD_GATEWAY, UNAVAILABLE, LIMITED, None])
async def test_what_is_put_off_holds_back_what_comes_later(scene: Scene, status: int | None) -> None:
    await rolls(scene, 1, 2, 3)
    if status is None:
        scene.faults.cut(POST, is_after=False, times=1 << 30)
    else:
        scene.faults.refuse(POST, status, 0)
    await scene.stage.settle()
    for number in (4, 5, 6):
        await rolls(scene, number)
        await scene.later(seconds=7 * number)
    scene.faults.mend()
    await rolls(scene, 7)
    await scene.stage.settle()
    await scene.later(minutes=1)

    assert titles(scene) == expected(1, 2, 3, 4, 5, 6, 7)


async def test_after_an_outage_nobody_waits_longer_than_a_minute(scene: Scene) -> None:
    await rolls(scene, 1)
    asked = scene.faults.refuse(POST, UNAVAILABLE, 0)
    for _ in range(60):
        await scene.later(minutes=1)
    before = asked.met
    scene.faults.mend()
    await scene.later(seconds=SOON.seconds)

    assert titles(scene) == expected(1)
    assert before <= 70


async def test_what_was_posted_unheard_is_not_posted_twice(scene: Scene) -> None:
    await rolls(scene, 1, 2)
    scene.faults.cut(POST, is_after=True, times=1)
    await scene.stage.settle()
    scene.stage.server.messages._nonces.clear()
    await rolls(scene, 3)
    await scene.later(minutes=1)

    assert titles(scene) == expected(1, 2, 3)


async def test_a_channel_that_cannot_be_read_keeps_its_order(scene: Scene) -> None:
    await rolls(scene, 1, 2)
    scene.faults.cut(POST, is_after=True, times=1)
    scene.faults.refuse(HISTORY, UNAVAILABLE, 0)
    await scene.stage.settle()
    scene.stage.server.messages._nonces.clear()
    await rolls(scene, 3)
    await scene.later(seconds=20)
    assert titles(scene) == expected(1)

    scene.faults.mend()
    await scene.later(minutes=1)
    assert titles(scene) == expected(1, 2, 3)


async def test_another_channel_is_not_held(scene: Scene) -> None:
    scene.faults.refuse(post_in(SECRET), UNAVAILABLE, 0)
    await scene.challenge(hide_rating=True)
    await rolls(scene, 1)
    await scene.stage.settle()

    assert scene.messages(1) == []
    assert titles(scene) == expected(1)


async def test_a_success_ends_the_pause_of_the_others(scene: Scene) -> None:
    scene.faults.refuse(POST, UNAVAILABLE, 0)
    await scene.stage.do("sk challenge", by=scene.stage.gm, **LEAP, hide_rating=True)
    for seconds in (6, 12, 24, 48):
        await scene.later(seconds=seconds)
    scene.faults.mend()
    # It comes by its answer; the game masters' copy waits for 60 s by now.
    await scene.later(seconds=6)
    await scene.stage.do("roll", by=scene.stage.deacon, dice="1d6 roll 1")
    await scene.stage.settle()

    assert len(scene.messages(1)) == 1


async def test_a_card_that_is_not_redrawn_holds_no_post(scene: Scene) -> None:
    await scene.challenge()
    scene.faults.refuse(EDIT, UNAVAILABLE, 0)
    await scene.stage.do("sk conviction", by=scene.stage.gm, heroes="Evander", amount=1, reason="Rest")
    await scene.stage.settle()
    await rolls(scene, 1)
    await scene.stage.settle()
    assert titles(scene) == expected(1)

    scene.faults.mend()
    await scene.later(minutes=1)
    assert "Conviction held: 4" in str(live(scene.messages())[0]["embeds"])


async def test_a_restart_in_the_midst_keeps_the_order(scene: Scene) -> None:
    await rolls(scene, 1, 2)
    scene.faults.refuse(POST, UNAVAILABLE, 0)
    await scene.stage.settle()
    await rolls(scene, 3)
    await scene.later(seconds=6)
    scene.faults.mend()

    async with restarted(scene):
        assert titles(scene) == expected(1, 2, 3)


@pytest.mark.parametrize("error", [Busy(), Unusable("the disk is full"), OSError("no space left")])
async def test_a_database_that_takes_nothing_loses_no_order(scene: Scene, error: Exception) -> None:
    database: Any = scene.stage.bot.database
    write = database.write

    async def full(_: Any) -> None:
        raise error

    await rolls(scene, 1, 2, 3)
    database.write = full
    scene.faults.refuse(POST, UNAVAILABLE, 0, times=2)
    with structlog.testing.capture_logs():
        await scene.later(seconds=1)
        await scene.later(seconds=6)
    scene.faults.mend()
    database.write = write
    await rolls(scene, 4)
    await scene.later(minutes=1)

    assert titles(scene) == expected(1, 2, 3, 4)


@pytest.mark.hurried
async def test_a_discord_that_goes_mute_is_asked_again(scene: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(delivering, "MUTE", 0.05)
    http: Any = scene.stage.bot.http
    request = http.request

    async def mute(route: Any, **sent: Any) -> Any:
        if route.method == "POST":
            await asyncio.Event().wait()
        return await request(route, **sent)

    await rolls(scene, 1)
    http.request = mute
    await scene.stage.settle()
    assert titles(scene) == []

    http.request = request
    await rolls(scene, 2)
    await scene.later(seconds=6)
    assert titles(scene) == expected(1, 2)


# -- answers --------------------------------------------------------------------------------------


async def test_an_answer_does_not_overtake_what_waits(scene: Scene) -> None:
    await rolls(scene, 1)
    scene.faults.refuse(POST, UNAVAILABLE, 0)
    await scene.stage.settle()

    came = await scene.stage.do("roll", by=scene.stage.deacon, dice="1d6 roll 2")
    await scene.stage.settle()
    assert came.answer.data["flags"] & 64
    assert f"Messages are late in <#{TAVERN}>" in str(came.answer.data)
    assert titles(scene) == []

    scene.faults.mend()
    await scene.later(seconds=6)
    assert titles(scene) == expected(1, 2)
    came = await scene.stage.do("roll", by=scene.stage.deacon, dice="1d6 roll 3")
    assert not came.answer.data.get("flags", 0) & 64


async def test_a_post_waits_for_an_earlier_answer_that_is_under_way(scene: Scene) -> None:
    stage = scene.stage
    slow = int(stage.say.slash("x")["id"])
    stage.bot.delivery.claim(slow)
    await stage.bot.play.act(Actor(stage.gm.id), stage.request(slow), RollDice("1d6 roll 1"))
    await rolls(scene, 2)
    await stage.settle()
    assert titles(scene) == []

    stage.bot.delivery.release(slow)
    # What it did was told by its answer: nothing else looks again.
    stage.bot.delivery.soon(looks=False)
    await stage.bot.delivery.idle()
    assert titles(scene) == expected(1, 2)


@pytest.mark.hurried
async def test_an_answer_does_not_overtake_one_that_has_been_under_way_for_a_second(scene: Scene) -> None:
    stage = scene.stage
    slow = int(stage.say.slash("x")["id"])
    stage.bot.delivery.claim(slow, TAVERN)
    await stage.bot.play.act(Actor(stage.gm.id), stage.request(slow), RollDice("1d6 roll 1"))
    await asyncio.sleep(replying.DEFER_AFTER * 1.1)

    came = await stage.do("roll", by=stage.deacon, dice="1d6 roll 2")
    assert came.answer.data["flags"] & 64
    stage.bot.delivery.release(slow)
    await stage.settle()
    assert titles(scene) == expected(1, 2)


@pytest.mark.hurried
async def test_an_answer_does_not_overtake_what_a_slow_one_left_to_be_posted(scene: Scene) -> None:
    stage = scene.stage
    slow = int(stage.say.slash("x")["id"])
    stage.bot.delivery.claim(slow, TAVERN)
    await stage.bot.play.act(Actor(stage.gm.id), stage.request(slow), RollDice("1d6 roll 1"))
    stage.bot.delivery.appears_in(TAVERN, slow)
    await asyncio.sleep(replying.DEFER_AFTER * 1.1)
    stage.bot.delivery.release(slow)

    came = await stage.do("roll", by=stage.deacon, dice="1d6 roll 2")
    assert came.answer.data["flags"] & 64
    await stage.settle()
    assert titles(scene) == expected(1, 2)


@pytest.mark.hurried
async def test_an_answer_does_not_overtake_what_was_done_from_another_channel(scene: Scene) -> None:
    """What game masters do in their channel is told to everybody where the campaign is played."""
    stage = scene.stage
    begun, gate = hold_callbacks(stage)
    given: Any = {"channel": stage.world.channels[1], "user": stage.gm}
    challenge = stage.say.slash("sk challenge", LEAP | {"action": "roll 1"}, **given)
    tasks = stage.feeder.feed(challenge)
    await begun.wait()
    await asyncio.sleep(replying.DEFER_AFTER * 1.1)
    answering = asyncio.ensure_future(stage.do("roll", by=stage.deacon, dice="1d6 roll 2"))
    await asyncio.sleep(0.2)
    gate.set()
    came = await answering
    await asyncio.wait(tasks)
    await stage.settle()

    assert came.answer.data["flags"] & 64
    assert titles(scene) == expected(1, 2)


def hold_callbacks(stage: Stage) -> tuple[asyncio.Event, asyncio.Event]:
    """Let no answer through for now: the event of the first that begins, and what lets them all through."""
    wire: Any = raw._in_memory[stage.bot.http._HTTPClient__session]  # type: ignore[attr-defined]
    send, begun, gate = wire.send, asyncio.Event(), asyncio.Event()

    async def gated(route: Any, *sent: Any) -> Any:
        if route.path.endswith("/callback"):
            begun.set()
            await gate.wait()
        return await send(route, *sent)

    wire.send = gated
    return begun, gate


async def test_an_answer_does_not_overtake_one_that_failed(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(replying, "FIRST_WORD", 0.0)
    stage = scene.stage
    # Delivery looks when both are done.
    monkeypatch.setattr(stage.bot.delivery, "pause", 60.0)
    stage.bot.delivery._not_before = asyncio.get_running_loop().time() + 60.0
    scene.faults.cut(CALLBACK, is_after=False, times=2)
    await stage.do("roll", by=stage.deacon, dice="1d6 roll 1")

    came = await stage.do("roll", by=stage.deacon, dice="1d6 roll 2")
    assert came.answer.data["flags"] & 64
    await stage.settle()
    assert titles(scene) == expected(1, 2)
    came = await stage.do("roll", by=stage.deacon, dice="1d6 roll 3")
    assert not came.answer.data.get("flags", 0) & 64


@pytest.mark.hurried
async def test_an_answer_does_not_overtake_a_post_that_takes_long(scene: Scene) -> None:
    stage = scene.stage
    http: Any = stage.bot.http
    request, begun, gate = http.request, asyncio.Event(), asyncio.Event()

    async def gated(route: Any, **sent: Any) -> Any:
        if route.method == "POST" and route.path.endswith("/messages"):
            begun.set()
            await gate.wait()
        return await request(route, **sent)

    http.request = gated
    await rolls(scene, 1)
    stage.bot.delivery.soon()
    await begun.wait()
    await asyncio.sleep(replying.DEFER_AFTER * 1.1)
    came = await stage.do("roll", by=stage.deacon, dice="1d6 roll 2")
    gate.set()
    await stage.settle()

    assert came.answer.data["flags"] & 64
    assert titles(scene) == expected(1, 2)


@pytest.mark.hurried
async def test_an_answer_that_is_never_heard_holds_nobody_for_long(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(replying, "FIRST_WORD", 0.0)
    monkeypatch.setattr(replying, "AFTERTHOUGHT", 0.05)
    session = scene.stage.bot.http._HTTPClient__session  # type: ignore[attr-defined]
    wire: Any = raw._in_memory[session]
    send = wire.send

    async def mute(route: Any, *sent: Any) -> Any:
        if route.path.endswith("/callback"):
            await asyncio.Event().wait()
        return await send(route, *sent)

    wire.send = mute
    payload = scene.stage.slash("roll", by=scene.stage.deacon, dice="1d6 roll 1")
    tasks = scene.stage.feeder.feed(payload)
    await asyncio.wait(tasks, timeout=5)
    wire.send = send
    await rolls(scene, 2)
    await scene.stage.settle()
    assert titles(scene) == expected(1, 2)


# -- what Discord refuses -------------------------------------------------------------------------


def notices(scene: Scene, channel: int) -> list[Json]:
    """What game masters are told of messages refused."""
    told = re.compile("Discord refuses the message|isn't allowed to post")
    return [message for message in scene.messages(channel) if told.search(str(message["embeds"]))]


@pytest.mark.parametrize("status", [400, 403, 404, 413])
async def test_what_is_refused_holds_nobody_and_is_told_once(scene: Scene, status: int) -> None:
    await rolls(scene, 1, 2, 3)
    scene.faults.refuse(post_in(TAVERN), status, 50035, times=1)
    await scene.stage.settle()

    assert titles(scene) == expected(2, 3)
    assert len(notices(scene, 1)) == 1
    await scene.later(minutes=11)
    assert titles(scene) == expected(2, 3, 1)
    assert len(notices(scene, 1)) == 1


async def test_a_channel_that_is_closed_comes_in_order_when_it_opens(scene: Scene) -> None:
    stage = scene.stage
    closed = scene.faults.refuse(post_in(TAVERN), 403, 50013)
    for number in range(1, 6):
        await rolls(scene, number)
        await scene.later(minutes=number)
    assert titles(scene) == []
    assert len(notices(scene, 1)) == 1
    before = closed.met
    await rolls(scene, 6, 7, 8)
    await scene.later(minutes=11)
    assert closed.met <= before + 2

    scene.faults.mend()
    await scene.later(minutes=11)
    assert titles(scene) == expected(1, 2, 3, 4, 5, 6, 7, 8)
    # An answer needs no permission, and waits for none.
    scene.faults.refuse(post_in(TAVERN), 403, 50013)
    await rolls(scene, 9)
    await stage.settle()
    came = await stage.do("roll", by=stage.deacon, dice="1d6 roll 10")
    assert not came.answer.data.get("flags", 0) & 64


async def test_a_refused_post_of_the_game_masters_is_told_elsewhere(scene: Scene) -> None:
    scene.faults.refuse(post_in(SECRET), 403, 50013)
    await scene.challenge(hide_rating=True)
    await scene.challenge(hide_rating=True)

    (told,) = notices(scene, 0)
    assert f"<#{SECRET}>" in str(told["embeds"])
    assert [person["id"] for person in told["mentions"]] == [str(scene.stage.gm.id)]
    assert "rating" not in str(told["embeds"])


async def test_without_another_channel_it_is_told_in_the_journal(scene: Scene) -> None:
    scene.faults.refuse(POST, 403, 50013)
    await scene.challenge(hide_rating=True)
    await rolls(scene, 1)
    await scene.stage.settle()
    await scene.later(hours=3)

    actions = [entry.action for entry in await scene.stage.entries()]
    assert actions.count("RefusePost") == 2


async def test_what_may_stand_there_unread_is_asked_about_less_often_each_time(scene: Scene) -> None:
    """Not even where something younger, which nobody asked about before, has joined it."""
    asked = scene.faults.refuse(HISTORY, 403, 50001)
    await rolls(scene, 1)
    for seconds in (0, 6, 11):
        scene.clock.move(seconds=seconds)
        async with restarted(scene):
            pass
    await rolls(scene, 2)
    scene.clock.move(seconds=21)
    async with restarted(scene) as feeder:
        before = asked.met
        scene.clock.move(seconds=6)
        delivery: Any = feeder.client.delivery  # type: ignore[attr-defined]
        delivery.soon()
        await delivery.idle()
        assert asked.met == before == 4
        scene.clock.move(seconds=35)
        scene.faults.mend()
        delivery.soon()
        await delivery.idle()
    assert titles(scene) == expected(1, 2)


async def test_a_refused_post_does_not_keep_an_older_card_from_being_redrawn(scene: Scene) -> None:
    card = await scene.challenge()
    scene.faults.refuse(POST, 400, 50035)
    scene.faults.cut(r"POST /interactions/\d+/[\d-]+/callback", is_after=False, times=2)
    await scene.roll()
    await scene.stage.settle()

    (kept,) = (message for message in scene.messages() if message["id"] == card["id"])
    assert kept["components"] == []


async def test_what_fails_for_long_while_others_come_is_set_aside(scene: Scene) -> None:
    refused = scene.faults.refuse(post_in(TAVERN), 500, 0)
    await rolls(scene, 1)
    await scene.stage.settle()
    for _ in range(20):
        await scene.later(minutes=1)
    # Nothing shows yet that it isn't Discord.
    assert notices(scene, 1) == []
    await scene.challenge(hide_rating=True)
    assert len(scene.messages(1)) == 1
    await scene.later(minutes=2)
    assert len(notices(scene, 1)) == 1
    assert refused.met > 10

    scene.faults.mend()
    await scene.later(minutes=11)
    assert titles(scene) == expected(1)


# -- redrawing ------------------------------------------------------------------------------------

ARCHIVED = 50083


async def folding(scene: Scene, times: int) -> Any:
    """A card that was rolled for, whose redrawing is refused so often."""
    await scene.challenge()
    refused = scene.faults.refuse(EDIT, 400, ARCHIVED, times=times)
    await scene.roll()
    await scene.stage.settle()
    return refused


async def test_a_card_without_controls_is_redrawn_after_a_refusal(scene: Scene) -> None:
    refused = await folding(scene, times=2)
    assert len(live(scene.messages())) == 1

    await scene.later(seconds=6)
    await scene.later(seconds=11)

    assert refused.met == 2
    assert live(scene.messages()) == []


async def test_a_card_without_controls_is_given_up_after_an_hour(scene: Scene) -> None:
    refused = await folding(scene, times=1 << 30)

    for _ in range(30):
        await scene.later(minutes=11)

    assert refused.met == delivering.MOST_REDRAWS + 1
    assert await scene.stage.bot.play.due() == []


# -- the pauses by themselves ---------------------------------------------------------------------


def due(channel: int, row: int = 1, kind: str = "post") -> Due:
    """Something to be shown."""
    return Due((row,), kind, "c", 1, 1, channel, None, None, "public", 0)


@pytest.fixture
def clock() -> Clock:
    """A time to be moved."""
    return Clock()


def test_a_pause_grows_up_to_a_minute(clock: Clock) -> None:
    pauses = Pauses(clock)
    waits = [pauses.begin(due(1), Cause.OUTAGE) for _ in range(6)]
    assert [wait.seconds for wait in waits] == [5, 10, 20, 40, 60, 60]


def test_a_success_elsewhere_ends_no_pause_within_five_seconds(clock: Clock) -> None:
    pauses = Pauses(clock)
    for _ in range(5):
        pauses.begin(due(1), Cause.OUTAGE)
    assert not pauses.taken(2, is_post=True)
    clock.move(seconds=4)
    assert pauses.held(posts=True) == (1,)
    clock.move(seconds=2)
    assert pauses.held(posts=True) == ()


def test_a_success_elsewhere_ends_no_pause_of_too_many_requests(clock: Clock) -> None:
    pauses = Pauses(clock)
    pauses.begin(due(1), Cause.LIMIT)
    pauses.begin(due(1), Cause.LIMIT)
    clock.move(seconds=6)
    assert not pauses.taken(2, is_post=True)
    assert pauses.holds(due(1))


def test_a_post_holds_up_all_and_an_edit_no_post(clock: Clock) -> None:
    pauses = Pauses(clock)
    pauses.begin(due(1, kind="refresh"), Cause.OUTAGE)
    pauses.begin(due(2), Cause.OUTAGE)
    assert pauses.held(posts=True) == (2,)
    assert set(pauses.held(posts=False)) == {1, 2}


def test_a_clock_that_is_set_back_prolongs_no_pause(clock: Clock) -> None:
    pauses = Pauses(clock)
    pauses.begin(due(1), Cause.OUTAGE)
    clock.move(hours=-5)
    assert not pauses.holds(due(1))


def test_a_channel_whose_pause_ends_while_others_are_looked_at_has_not_caught_up(clock: Clock) -> None:
    pauses = Pauses(clock)
    pauses.begin(due(1), Cause.OUTAGE)
    silent = pauses.held(posts=True)
    clock.move(seconds=6)
    pauses.look([], silent)
    assert pauses.is_late(1)
    pauses.look([], pauses.held(posts=True))
    assert not pauses.is_late(1)


def test_a_crowd_that_never_lets_a_channel_catch_up_is_answered_again(clock: Clock) -> None:
    pauses = Pauses(clock)
    pauses.begin(due(1), Cause.OUTAGE)
    pauses.taken(1, is_post=True)
    pauses.look([due(1)], ())
    assert pauses.is_late(1)
    clock.move(seconds=(PATIENCE + timedelta(seconds=1)).seconds)
    pauses.look([due(1)], ())
    assert not pauses.is_late(1)
