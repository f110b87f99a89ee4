"""Secret rolls against whoever tries: forged presses, a channel that fails, what the logs say."""

from __future__ import annotations

import json
import logging
from copy import deepcopy
from typing import Any

import pytest

from bot.engine.people import Actor
from tests.deliveries import Scene, restarted, scene
from tests.faults import CALLBACK, Clock
from tests.harness.inputs import components
from tests.harness.world import Json
from tests.stages import Stage, open_stage

__all__ = ["scene"]

CANARY = "kzlabel"
ROLL: dict[str, Any] = {"dice": f"2d6 {CANARY}"}
SECRET = ["gm", "hidden"]


async def roll(stage: Stage, secrecy: str) -> Json:
    """Deacon rolls in secret; what he is answered."""
    came = await stage.do("roll", by=stage.deacon, **ROLL, secrecy=secrecy)
    await stage.settle()
    return came.answer.data


def embeds(messages: list[Json]) -> list[Json]:
    """What cards stand in messages."""
    return [embed for message in messages for embed in message["embeds"]]


def said(messages: list[Json]) -> str:
    """Everything those messages say."""
    return json.dumps(embeds(messages), ensure_ascii=False)


def forged(stage: Stage, card: Json, by: str) -> Json:
    """A press on a card's button by somebody who can't see it."""
    button = card["components"][0]["components"][0]
    return stage.say.press(button["custom_id"], user=getattr(stage, by))


# -- announced only after it was delivered --------------------------------------------------------------


@pytest.mark.parametrize("secrecy", SECRET)
async def test_nothing_is_announced_until_the_game_masters_channel_takes_it(
    scene: Scene, secrecy: str
) -> None:
    channel = scene.stage.world.channels[1].id
    fault = scene.faults.refuse(rf"POST /channels/{channel}/messages", 403, 50001, times=2)
    before = len(scene.messages())

    await roll(scene.stage, secrecy)
    await scene.later(minutes=1)
    assert fault.met == 2
    assert CANARY not in said(scene.messages(1))
    # The game masters are told that it waits; nobody else has anything to learn from that.
    (told,) = scene.messages()[before:]
    assert "/server check" in said([told])

    await scene.later(minutes=1)
    assert CANARY in said(scene.messages(1))
    (announced,) = scene.messages()[before + 1 :]
    assert "rolls in secret" in said([announced])
    assert CANARY not in said(scene.messages())


async def test_a_restart_between_the_two_loses_neither_and_repeats_neither(scene: Scene) -> None:
    channel = scene.stage.world.channels[1].id
    scene.faults.refuse(rf"POST /channels/{channel}/messages", 403, 50001, times=1)
    await roll(scene.stage, "gm")
    scene.clock.move(minutes=1)
    async with restarted(scene):
        assert said(scene.messages(1)).count(CANARY) == 1
        assert said(scene.messages()).count("rolls in secret") == 1


async def test_what_a_deleted_channel_was_to_show_is_kept_and_announced_once(scene: Scene) -> None:
    channel = scene.stage.world.channels[1].id
    scene.faults.refuse(rf"POST /channels/{channel}/messages", 404, 10003)
    await roll(scene.stage, "hidden")
    await scene.later(minutes=30)
    assert said(scene.messages()).count("rolls in secret") == 1
    assert CANARY not in said(scene.messages())
    assert said(scene.messages()).count("channel was deleted") == 1
    journal = (await scene.stage.do("journal", by=scene.stage.gm)).answer.data
    assert CANARY in json.dumps(journal)


async def test_an_answer_that_was_lost_announces_nothing_twice(scene: Scene) -> None:
    scene.faults.refuse(CALLBACK, 500, 0, times=1)
    await roll(scene.stage, "gm")
    await scene.later(minutes=1)
    assert said(scene.messages()).count("rolls in secret") == 1
    assert said(scene.messages(1)).count(CANARY) == 1


# -- revealed -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("who", ["gm", "wren", "stranger"])
async def test_nobody_but_the_roller_reveals_what_was_for_them_alone(scene: Scene, who: str) -> None:
    stage = scene.stage
    answer = await roll(stage, "me")
    came = await stage.feeder.deliver(forged(stage, answer, who))
    await stage.settle()
    assert "it isn't your secret" in str(came.answer.data)
    assert CANARY not in str(came.answer.data)
    assert CANARY not in said([*scene.messages(), *scene.messages(1)])


async def test_an_undone_secret_roll_can_be_neither_revealed_nor_read(scene: Scene) -> None:
    stage = scene.stage
    await roll(stage, "hidden")
    card = deepcopy(scene.messages(1)[-1])
    preview = await stage.do("undo", by=stage.gm, entry=(await stage.entries())[-1].number)
    await stage.feeder.deliver(forged(stage, preview.answer.data, "gm"))
    await stage.settle()
    # Nothing to press but what brings it back.
    left = {part["label"] for each in scene.messages(1) for part in components(each) if "label" in part}
    assert left <= {"Redo…"}
    assert "Undone by" in said(scene.messages(1))
    for who in ("gm", "deacon"):
        came = await stage.feeder.deliver(forged(stage, card, who))
        assert "no longer in play" in str(came.answer.data)
    assert CANARY not in said(scene.messages())


# -- what is written down -------------------------------------------------------------------------------


@pytest.mark.parametrize("secrecy", [*SECRET, "me"])
async def test_no_log_says_what_was_rolled_in_secret(
    sqlite_address: Any, secrecy: str, caplog: pytest.LogCaptureFixture, capsys: pytest.CaptureFixture[str]
) -> None:
    caplog.set_level(logging.DEBUG)
    async with open_stage(sqlite_address, now=Clock()) as stage:
        await roll(stage, secrecy)
        await stage.do("dice save", by=stage.deacon, name="attack", dice=f"d20 {CANARY}")
        # What cannot be read is refused, not logged.
        await stage.do("roll", by=stage.deacon, dice=f"2x6 {CANARY}", secrecy=secrecy)
        await stage.settle()
    assert "delivery started" in capsys.readouterr().out
    ours = [record for record in caplog.records if not record.name.startswith(("discord", "asyncio"))]
    assert CANARY not in "\n".join(record.getMessage() for record in ours)


@pytest.mark.parametrize(
    ("secrecy", "seen_by"), [("gm", {"gm", "deacon"}), ("hidden", {"gm"}), ("me", {"deacon"})]
)
async def test_secret_dice_leave_the_journal_only_for_those_who_see_the_roll(
    scene: Scene, secrecy: str, seen_by: set[str]
) -> None:
    stage = scene.stage
    await roll(stage, secrecy)
    seen = set()
    for who in ("gm", "deacon", "wren", "stranger"):
        page = await stage.bot.play.journal(Actor(getattr(stage, who).id), stage.request())
        seen |= {who} if page.entries[0][0].dice else set()
    assert seen == seen_by


async def test_who_looks_over_everything_public_finds_no_secret(scene: Scene) -> None:
    """Every payload but those to the roller himself and to the game master's channel."""
    stage = scene.stage
    hidden = f"/channels/{stage.world.channels[1].id}/"
    for secrecy in (*SECRET, "me"):
        await roll(stage, secrecy)
    for person in (stage.wren, stage.stranger):
        for command in ("journal", "waiting", "campaign info", "undo", "dice stats", "dice list"):
            await stage.do(command, by=person)
    await scene.later(minutes=1)
    calls = [call for call in stage.server.calls if hidden not in call.path]
    others = [call for call in calls if f"-{stage.deacon.id}-" not in call.path]
    assert len(others) > 10
    assert CANARY not in json.dumps([call.payload for call in others], ensure_ascii=False)
