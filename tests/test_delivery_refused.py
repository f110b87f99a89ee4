"""Where Discord says no: messages and channels that are gone, archived threads, permissions that lack."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from bot.systems.table.dice.rules import RollDice
from tests.deliveries import LEAP, Scene, live, scene
from tests.faults import EDIT, POST
from tests.harness.world import Json
from tests.systems.second_kingdom.stock import panel

__all__ = ["scene"]


async def grant(scene: Scene) -> None:
    """Change what an open challenge shows."""
    stage = scene.stage
    await stage.do("sk conviction", by=stage.gm, heroes="Evander", amount=1, reason="Rest")
    await stage.settle()


async def test_a_deleted_card_that_waits_is_posted_anew(scene: Scene) -> None:
    card = await scene.challenge()
    scene.stage.server.messages.delete(int(card["id"]))

    await grant(scene)

    (fresh,) = live(scene.messages())
    assert fresh["id"] != card["id"]
    assert "Conviction held: 4" in str(fresh["embeds"])
    await grant(scene)
    assert len(live(scene.messages())) == 1
    assert "Conviction held: 5" in str(live(scene.messages())[0]["embeds"])


async def test_a_deleted_card_that_no_longer_waits_stays_away(scene: Scene) -> None:
    card = await scene.challenge()
    await panel(scene.stage)
    withdraw = scene.stage.press("Withdraw", by=scene.stage.gm)
    scene.stage.server.messages.delete(int(card["id"]))

    await scene.stage.feeder.deliver(withdraw)
    await scene.stage.settle()

    assert live(scene.messages()) == []
    assert scene.calls("POST") == []


async def test_too_many_edits_move_a_card_that_waits(scene: Scene) -> None:
    card = await scene.challenge()
    scene.faults.refuse(EDIT, 429, 30046, times=1)

    await grant(scene)

    (fresh,) = live(scene.messages())
    assert fresh["id"] != card["id"]
    old = scene.stage.server.messages.get(int(card["id"]))
    assert f"/{fresh['id']}" in old["embeds"][0]["description"]


async def test_a_card_that_will_not_be_edited_moves_once_only(scene: Scene) -> None:
    card = await scene.challenge()
    scene.faults.refuse(rf"PATCH /channels/\d+/messages/{card['id']}", 429, 30046)

    for _ in range(3):
        await grant(scene)
        await scene.later(minutes=20)

    assert len(scene.calls("POST")) == 1
    assert "Conviction held: 6" in str(live(scene.messages())[-1]["embeds"])


async def test_an_archived_thread_gets_a_fresh_card(scene: Scene) -> None:
    stage = scene.stage
    thread = stage.world.channels[3]
    payload = stage.say.slash("sk challenge", LEAP, user=stage.gm, channel=thread)
    await stage.feeder.deliver(payload)
    await stage.settle()
    stage.world.channels[3] = replace(thread, archived=True)
    reopen_on_post(scene)

    await grant(scene)

    old, fresh = scene.messages(3)
    assert old["components"] == []
    assert f"/{fresh['id']}" in old["embeds"][0]["description"]
    assert fresh["components"] != []


def reopen_on_post(scene: Scene) -> None:
    """A message opens an archived thread again, as in Discord."""
    create = scene.stage.server.messages.create

    def opening(channel_id: int, *args: Any) -> Json:
        world = scene.stage.world
        world.channels = [replace(c, archived=False) if c.id == channel_id else c for c in world.channels]
        return create(channel_id, *args)

    scene.stage.server.messages.create = opening  # type: ignore[method-assign, assignment]


async def test_a_channel_that_is_gone_is_given_up(scene: Scene) -> None:
    stage = scene.stage
    secret = stage.world.channels.pop(1)

    await stage.do("sk challenge", by=stage.gm, **LEAP, hide_rating=True)
    await stage.settle()
    tries = len(scene.calls("POST"))
    await scene.later(hours=1)

    assert len(scene.calls("POST")) == tries
    assert await stage.bot.play.due() == []
    stage.world.channels.insert(1, secret)


@pytest.mark.parametrize("times", [1, 3])
async def test_what_may_not_be_posted_comes_when_it_may(scene: Scene, times: int) -> None:
    stage = scene.stage
    forbidden = scene.faults.refuse(POST, 403, 50013)
    for _ in range(times):
        await stage.do("sk challenge", by=stage.gm, **LEAP, hide_rating=True)
    await stage.settle()
    assert scene.messages(1) == []

    await scene.later(minutes=11)
    before = forbidden.met
    await scene.later(seconds=1)
    assert forbidden.met == before
    scene.faults.mend()
    await scene.later(minutes=11)

    assert len(scene.messages(1)) == times
    assert len(live(scene.messages())) == times


async def test_a_closed_channel_is_asked_once_a_batch(scene: Scene) -> None:
    stage = scene.stage
    for _ in range(5):
        await scene.behind(RollDice("1d6 leap"))
    forbidden = scene.faults.refuse(POST, 403, 50013)

    await stage.settle()

    assert forbidden.met == 1
    scene.faults.mend()
    await scene.later(minutes=1)
    titles = [message["embeds"][0]["title"] for message in scene.messages()[-5:]]
    assert titles == ["leap"] * 5
