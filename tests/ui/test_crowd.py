"""More want to be answered than can be worked on: acts are acknowledged first, looks are put off."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import pytest

from bot.storage.address import Address
from bot.ui.dispatcher import Crowd
from tests.deliveries import HERO
from tests.harness.answering import CHOICES, DEFERRED, MESSAGE
from tests.harness.world import Json
from tests.stages import Stage, open_stage

CROWDED = "Waypost is very busy right now, so nothing was changed."


class Held:
    """A stage where one thing is worked on at a time, two may wait, and acting takes until it is let go."""

    def __init__(self, stage: Stage) -> None:
        self.stage = stage
        self.go = asyncio.Event()
        self.go.set()
        stage.bot.dispatcher.crowd = Crowd(at_once=1, long=2)
        play = stage.bot.play
        act = play.act

        async def acting(*args: Any, **options: Any) -> Any:
            await self.go.wait()
            return await act(*args, **options)

        play.act = acting  # type: ignore[method-assign]

    def hold(self) -> None:
        """From now on acting waits for `go`."""
        self.go.clear()

    def sent(self, payload: Json) -> asyncio.Task[Any]:
        """Deliver it, without waiting for what comes of it."""
        return asyncio.ensure_future(self.stage.feeder.deliver(payload, timeout=60))

    def roll(self) -> Json:
        """A roll that everybody sees."""
        return self.stage.slash("roll", by=self.stage.deacon, dice="1d6")


@pytest.fixture
async def held(sqlite_address: Address) -> AsyncIterator[Held]:
    """The stage, let go in the end."""
    async with open_stage(sqlite_address) as stage:
        made = Held(stage)
        yield made
        made.go.set()


async def _acknowledged(held: Held, payload: Json) -> int:
    """How it was first answered, once it is."""
    async with asyncio.timeout(60):
        while not (calls := held.stage.server.of(payload["id"]).calls):  # noqa: ASYNC110  nothing tells of it
            await asyncio.sleep(0.01)
    return int(calls[0].payload["type"])


async def test_with_a_long_line_an_action_is_acknowledged_first_and_done_once_in_its_turn(held: Held) -> None:
    rolls = [held.roll() for _ in range(6)]
    held.hold()
    tasks = [held.sent(each) for each in rolls]

    assert [await _acknowledged(held, each) for each in rolls[3:]] == [DEFERRED] * 3
    assert [len(await held.stage.of(each)) for each in rolls] == [0] * 6
    held.go.set()
    await asyncio.gather(*tasks)
    await held.stage.settle()

    entries = [await held.stage.of(each) for each in rolls]
    assert [len(each) for each in entries] == [1] * 6
    assert [each.number for (each,) in entries] == sorted(each.number for (each,) in entries)
    shown = [str(message["embeds"]) for message in held.stage.server.channel_messages()]
    assert [sum(f"'#{entry.number} " in each for each in shown) for (entry,) in entries] == [1] * 6


async def test_with_a_long_line_a_look_is_told_to_come_back(held: Held) -> None:
    held.hold()
    tasks = [held.sent(held.roll()) for _ in range(3)]
    await asyncio.sleep(0.05)
    looked = await held.stage.do("campaign settings", by=held.stage.deacon)

    assert looked.answer.payload["type"] == MESSAGE
    assert CROWDED in str(looked.answer.data)
    assert looked.answer.data["flags"] == 64
    # And nothing else: that it was refused is no error.
    assert [call.payload["type"] for call in looked.calls] == [MESSAGE]
    assert looked.errors == []
    held.go.set()
    await asyncio.gather(*tasks)
    again = await held.stage.do("campaign settings", by=held.stage.deacon)
    assert CROWDED not in str(again.answer.data)


async def test_suggestions_are_left_out_while_anybody_waits(held: Held) -> None:
    await held.stage.do("sk new", by=held.stage.deacon, **HERO)
    held.hold()
    task = held.sent(held.roll())
    await asyncio.sleep(0.05)
    typing = held.stage.say.autocomplete(
        "campaign handover", {"what": "Eva"}, focused="what", user=held.stage.deacon
    )
    came = await held.stage.feeder.deliver(typing)
    assert came.answer.payload["type"] == CHOICES
    assert came.answer.data["choices"] == []

    held.go.set()
    await task
    again = await held.stage.feeder.deliver(held.stage.say.again(typing))
    assert [each["name"] for each in again.answer.data["choices"]] == ["Evander"]
