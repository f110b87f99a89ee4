"""What people are told in time and truthfully, on a stage whose Discord keeps its time limits."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass

from bot.app import assemble
from bot.storage.address import Address
from bot.storage.database import open_database
from tests.harness.inputs import Inputs
from tests.harness.messages import EPHEMERAL
from tests.harness.raw import Delivered, running
from tests.harness.server import Discord
from tests.harness.world import Json, World
from tests.stages import MANAGER, Stage, begin_campaign

# Discord waits 3 s for an acknowledgement; the way to it takes its share.
MOST_SECONDS = 2.5
BUSY = "nothing was changed"


@asynccontextmanager
async def timed_stage(address: Address, patience: float) -> AsyncIterator[Stage]:
    """A campaign in a Discord that keeps its time limits; a transaction waits that long to begin."""
    world = World()
    server = Discord(world, keeps_time=True)
    bot = assemble(open_database(address, patience=patience))
    gm = world.person(1, permissions=MANAGER)
    deacon, wren, stranger = (world.person(number) for number in (2, 3, 4))
    try:
        async with running(bot, server) as feeder:
            people = (gm, deacon, wren, stranger)
            stage = Stage(address, (), world, Inputs(world), server, bot, feeder, *people)
            await begin_campaign(stage)
            yield stage
    finally:
        await bot.close()


@dataclass
class Answered:
    """One input, and what came of it."""

    payload: Json
    delivered: Delivered
    seconds: float

    @property
    def kind(self) -> int:
        """How it was acknowledged."""
        return int(self.delivered.answer.payload["type"])


async def deliver(stage: Stage, payload: Json) -> Answered:
    """Deliver an input under an id of this moment, and say how long the acknowledgement took."""
    fresh = stage.say.again(payload)
    began = time.perf_counter()
    delivered = await stage.feeder.deliver(fresh, timeout=60)
    return Answered(fresh, delivered, delivered.answer.at - began)


def said(stage: Stage, interaction: Json) -> list[Json]:
    """The messages that stand in answer to an interaction itself."""
    return [
        message
        for message in stage.server.messages.kept.values()
        if message.get("interaction_metadata", {}).get("id") == interaction["id"]
    ]


def public(stage: Stage, interaction: Json, number: int) -> list[Json]:
    """The messages in the channel that tell of that entry, by whichever way they came."""
    here = [message for message in stage.server.messages.kept.values() if not message["flags"] & EPHEMERAL]
    return [
        message
        for message in here
        if message["channel_id"] == interaction["channel_id"]
        and any(
            str(e.get("footer", {}).get("text", "")).split(" · ")[0] == f"#{number}"
            for e in message["embeds"]
        )
    ]


async def require_truth(stage: Stage, answered: Answered) -> bool:
    """It was done once and shown once, or it says that nothing was changed; gives whether it was done."""
    entries, words = await stage.of(answered.payload), said(stage, answered.payload)
    text = str(words)
    assert not answered.delivered.errors
    assert not any(is_placeholder(message) for message in words)
    if not entries:
        assert BUSY in text, text
        return False
    assert len(entries) == 1
    assert BUSY not in text
    assert len(public(stage, answered.payload, entries[0].number)) == 1
    return True


def is_placeholder(message: Json) -> bool:
    """Whether nothing but a promise stands there."""
    return not (message["content"] or message["embeds"] or message["components"])
