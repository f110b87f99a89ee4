"""When delivery looks, waits and writes down: by itself, after a failure, beside answers under way."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import pytest

from bot.engine.people import Actor
from bot.errors import Busy
from bot.systems.table.dice.rules import RollDice
from bot.ui import delivery as delivering
from tests.deliveries import Scene, restarted, scene
from tests.harness.raw import running
from tests.systems.table.test_board_at_the_table import conviction
from tests.tables import new_bot

__all__ = ["scene"]

TAVERN, SECRET = 2_000_000, 2_000_001
MINE, THEIRS = 1, 2


def titles(scene: Scene) -> list[str]:
    """The rolls that stand where all is played."""
    return [str(each["embeds"][0]["title"]) for each in scene.messages() if "roll" in str(each["embeds"])]


async def until(holds: Callable[[], bool], patience: float = 60) -> None:
    """Wait for what comes by itself."""
    async with asyncio.timeout(patience):
        while not holds():  # noqa: ASYNC110  the harness has no event for it
            await asyncio.sleep(0.01)


def failing_once(scene: Scene, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    """That work of the play layer fails the next time: the database is busy."""
    work, failed = getattr(scene.stage.bot.play, name), list[str]()

    async def once(*args: Any) -> Any:
        if not failed:
            failed.append(name)
            raise Busy
        return await work(*args)

    monkeypatch.setattr(scene.stage.bot.play, name, once)


# -- answers under way ------------------------------------------------------------------------------


@pytest.mark.parametrize(("patience", "is_slow"), [(-1.0, True), (60.0, False)])
async def test_only_a_slow_answer_of_another_in_the_same_channel_is_overtaken(
    scene: Scene, monkeypatch: pytest.MonkeyPatch, patience: float, *, is_slow: bool
) -> None:
    delivery = scene.stage.bot.delivery
    monkeypatch.setattr(delivering, "DEFER_AFTER", patience)
    assert not delivery.is_overtaking(MINE, TAVERN)
    delivery.claim(THEIRS, TAVERN)
    assert delivery.is_overtaking(MINE, TAVERN) is is_slow
    assert not delivery.is_overtaking(THEIRS, TAVERN)
    assert not delivery.is_overtaking(MINE, SECRET)
    # What it tells elsewhere is overtaken there.
    delivery.appears_in(SECRET, THEIRS)
    assert delivery.is_overtaking(MINE, SECRET) is is_slow
    assert not delivery.is_overtaking(MINE, TAVERN)
    delivery.release(THEIRS, is_told=True)
    assert not delivery.is_overtaking(MINE, SECRET)


@pytest.mark.parametrize("is_slow", [False, True])
@pytest.mark.parametrize("is_committed", [False, True])
@pytest.mark.parametrize("is_told", [False, True])
async def test_only_what_a_slow_answer_did_and_did_not_show_is_waited_for_after_it(
    scene: Scene, monkeypatch: pytest.MonkeyPatch, *, is_slow: bool, is_committed: bool, is_told: bool
) -> None:
    delivery = scene.stage.bot.delivery
    monkeypatch.setattr(delivering, "DEFER_AFTER", -1.0 if is_slow else 60.0)
    delivery.claim(THEIRS, TAVERN)
    if is_committed:
        delivery.appears_in(TAVERN, THEIRS)
    delivery.release(THEIRS, is_told=is_told)
    assert delivery.is_overtaking(MINE, TAVERN) is (is_slow and is_committed and not is_told)
    assert not delivery.is_overtaking(MINE, SECRET)
    # Nothing is there to be shown.
    await scene.stage.settle()
    assert not delivery.is_overtaking(MINE, TAVERN)


async def test_what_was_left_to_delivery_is_not_overtaken_until_it_stands_there(scene: Scene) -> None:
    delivery = scene.stage.bot.delivery
    with delivery.held():
        await scene.behind(RollDice("1d6 roll 1"))
        delivery.leave(TAVERN)
        await scene.stage.settle()
        assert delivery.is_overtaking(MINE, TAVERN)
    await scene.stage.settle()
    assert titles(scene) == ["roll 1"]
    assert not delivery.is_overtaking(MINE, TAVERN)


async def test_what_is_left_while_it_is_looked_for_what_is_due_is_not_overtaken_either(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What was left before is there by now: that look says nothing of what is left meanwhile."""
    delivery, due = scene.stage.bot.delivery, scene.stage.bot.play.due
    looks: list[bool] = []

    async def looked(*args: Any) -> Any:
        looks.append(delivery.is_overtaking(MINE, TAVERN))
        found = await due(*args)
        if len(looks) == 1:
            await scene.behind(RollDice("1d6 roll 1"))
            delivery.leave(TAVERN)
            delivery.soon()
        return found

    monkeypatch.setattr(scene.stage.bot.play, "due", looked)
    delivery.leave(TAVERN)
    delivery.soon()
    await scene.stage.settle()
    assert looks[:2] == [True, True]
    assert titles(scene) == ["roll 1"]
    assert not delivery.is_overtaking(MINE, TAVERN)


async def test_an_interaction_delivered_twice_is_under_way_until_both_are_over(scene: Scene) -> None:
    stage = scene.stage
    payload = int(stage.say.slash("x")["id"])
    for _ in range(2):
        stage.bot.delivery.claim(payload)
    assert stage.bot.delivery.is_claimed_twice(payload)
    await stage.bot.play.act(Actor(stage.gm.id), stage.request(payload), RollDice("1d6 roll 1"))
    stage.bot.delivery.release(payload)
    assert not stage.bot.delivery.is_claimed_twice(payload)
    await stage.settle()
    assert titles(scene) == []
    stage.bot.delivery.release(payload)
    await stage.settle()
    assert titles(scene) == ["roll 1"]


async def test_a_stop_waits_for_every_answer_and_then_begins_nothing(scene: Scene) -> None:
    delivery = scene.stage.bot.delivery
    delivery.claim(MINE)
    delivery.claim(THEIRS)
    stopping = asyncio.ensure_future(delivery.stop())
    delivery.release(MINE)
    done, _ = await asyncio.wait({stopping}, timeout=0.1)
    assert not done
    delivery.release(THEIRS)
    await asyncio.wait_for(stopping, 60)
    await scene.behind(RollDice("1d6 roll 1"))
    await scene.stage.settle()
    assert titles(scene) == []


# -- looks --------------------------------------------------------------------------------------------


async def test_a_new_process_shows_by_itself_what_was_left(scene: Scene) -> None:
    scene.stage.bot.delivery._tick.cancel()
    await scene.behind(RollDice("1d6 roll 1"))
    bot = new_bot(scene.stage.address, now=scene.clock)
    async with running(bot, scene.stage.server):
        await until(lambda: titles(scene) == ["roll 1"])


async def test_after_a_quiet_time_it_is_delivered_at_once_and_then_not_again_at_once(scene: Scene) -> None:
    delivery = scene.stage.bot.delivery
    await scene.stage.settle()
    delivery._tick.cancel()
    delivery._not_before = asyncio.get_running_loop().time() - 1
    delivery.pause = 60.0
    await scene.behind(RollDice("1d6 roll 1"))
    delivery.soon()
    await until(lambda: titles(scene) == ["roll 1"])
    await scene.behind(RollDice("1d6 roll 2"))
    delivery.soon()
    with pytest.raises(TimeoutError):
        await until(lambda: len(titles(scene)) > 1, 0.1)
    # Whoever can't wait needn't.
    await delivery.idle()
    assert titles(scene) == ["roll 1", "roll 2"]


async def test_a_look_that_failed_is_made_up_for_by_the_next_occasion(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    delivery = scene.stage.bot.delivery
    delivery._tick.cancel()
    await scene.behind(RollDice("1d6 roll 1"))
    failing_once(scene, monkeypatch, "due")
    await scene.stage.settle()
    assert titles(scene) == []
    delivery.soon(looks=False)
    await delivery.idle()
    assert titles(scene) == ["roll 1"]


async def test_what_could_not_be_written_down_is_posted_no_second_time(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    failing_once(scene, monkeypatch, "delivered")
    await scene.behind(RollDice("1d6 roll 1"))
    await scene.stage.settle()
    scene.stage.server.messages._nonces.clear()
    await scene.stage.settle()
    assert titles(scene) == ["roll 1"]
    assert await scene.stage.bot.play.due() == []
    async with restarted(scene):
        assert titles(scene) == ["roll 1"]


async def test_a_card_redrawn_is_written_down_before_all_is_idle(scene: Scene) -> None:
    card = await scene.challenge()
    await conviction(scene, 1)
    await scene.stage.settle()
    assert len(scene.edits(card)) == 1
    assert await scene.stage.bot.play.due() == []
