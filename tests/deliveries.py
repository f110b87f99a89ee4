"""What delivery is tested with: a stage, what goes wrong on it, and its time."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any, TypeVar

import pytest

from bot.engine.people import Actor
from bot.storage.address import Address
from tests.faults import Clock, Faults
from tests.harness.inputs import components
from tests.harness.raw import Feeder, running
from tests.harness.world import Json
from tests.stages import Stage, open_stage
from tests.tables import new_bot

R = TypeVar("R")

HERO: dict[str, Any] = {"name": "Evander", "courage": 6, "prudence": 5, "temperance": 3, "conviction": 3}
LEAP: dict[str, Any] = {"heroes": "Evander", "action": "Leap the chasm", "virtue": "courage", "rating": 4}


class Scene:
    """A stage, what goes wrong on it, and its time."""

    def __init__(self, stage: Stage, clock: Clock) -> None:
        self.stage = stage
        self.clock = clock
        self.faults = Faults(stage.server)

    async def challenge(self, **options: Any) -> Json:
        """Open a challenge; its message."""
        await self.stage.do("sk challenge", by=self.stage.gm, **LEAP | options)
        await self.stage.settle()
        return self.stage.server.channel_messages()[-1]

    async def roll(self) -> Json:
        """The player rolls; what was pressed."""
        payload = self.stage.press("Roll", by=self.stage.deacon)
        await self.stage.feeder.deliver(payload)
        return payload

    def newest(self) -> list[Json]:
        """The messages about the newest entry that any tells of."""
        return [m for m in self.messages() if number(m) == max(map(number, self.messages()))]

    def messages(self, channel: int = 0) -> list[Json]:
        """What stands in a channel."""
        return self.stage.server.channel_messages(self.stage.world.channels[channel])

    async def behind(self, action: Any) -> None:
        """Carry out an action that no handler shows."""
        stage = self.stage
        request = stage.request(int(stage.say.slash("x")["id"]))
        await stage.bot.play.act(Actor(stage.gm.id), request, action)

    async def later(self, **by: float) -> None:
        """Let time pass and deliver what is due then."""
        self.clock.move(**by)
        await self.stage.settle()

    def calls(self, method: str) -> list[Json]:
        """What was sent to channels with that method."""
        calls = self.stage.server.calls
        return [
            call.payload for call in calls if call.method == method and call.path.startswith("/channels/")
        ]

    def edits(self, message: Json) -> list[Json]:
        """What was sent to change that message."""
        calls = self.stage.server.calls
        return [c.payload for c in calls if c.method == "PATCH" and c.path.endswith(f"/{message['id']}")]


def note(message: Json) -> str:
    """A message's last, small line."""
    return str(message["embeds"][0].get("footer", {}).get("text", ""))


def number(message: Json) -> int:
    """The entry that a message tells of."""
    return int(note(message).split(" · ")[0].strip("#gm"))


def live(messages: list[Json]) -> list[Json]:
    """Those with buttons of what waits: joining, or all that one can do, is none of that."""
    return [
        each
        for each in messages
        if any(not part["custom_id"].startswith(_DOORS) for part in components(each) if "custom_id" in part)
    ]


# How such buttons begin.
_DOORS = ("join|", "act|")


@pytest.fixture
async def scene(sqlite_address: Address) -> AsyncIterator[Scene]:
    """A campaign with Deacon's hero."""
    clock = Clock()
    async with open_stage(sqlite_address, begin=False, now=clock) as stage:
        await _begin(stage)
        await stage.do("sk new", by=stage.deacon, **HERO)
        await stage.settle()
        yield Scene(stage, clock)


async def _begin(stage: Stage) -> None:
    """A campaign of one game, by commands: each is answered, and nothing comes from the outbox."""
    secret = stage.world.channels[1]
    begin: dict[str, Any] = {"name": "Ashes", "game": "second_kingdom", "game_master_channel": secret}
    await stage.do("campaign create", by=stage.gm, **begin)
    for player in (stage.deacon, stage.wren):
        await stage.do("campaign join", by=player)


@asynccontextmanager
async def restarted(scene: Scene) -> AsyncIterator[Feeder]:
    """Another bot on the same database and the same Discord; the first one is forgotten."""
    scene.clock.move(seconds=1)
    scene.stage.bot.delivery._tick.cancel()
    bot = new_bot(scene.stage.address, now=scene.clock)
    async with running(bot, scene.stage.server) as feeder:
        # What came up before the server was told of waits a little.
        scene.clock.move(seconds=6)
        bot.delivery.soon()
        await bot.delivery.idle()
        yield feeder


def lose_marks(scene: Scene) -> None:
    """From now on the bot can't write down what it posted, as if it were killed each time."""

    async def nothing(*_: Any) -> None:
        raise OSError("killed")

    scene.stage.bot.play.delivered = nothing  # type: ignore[method-assign, assignment]


def slowed(work: Callable[..., Awaitable[R]], seconds: float) -> Callable[..., Awaitable[R]]:
    """The same, after a while."""

    async def later(*args: Any, **options: Any) -> R:
        await asyncio.sleep(seconds)
        return await work(*args, **options)

    return later
