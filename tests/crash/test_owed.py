"""kill -9 of a bot that has somebody waiting for its answer: they are told by the next what became of it."""

from __future__ import annotations

import asyncio
import sqlite3
import stat
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager, closing
from dataclasses import dataclass
from pathlib import Path

import asyncpg
import pytest
import sqlalchemy as sa

from bot.storage.address import Address
from bot.storage.database import open_database
from bot.storage.models import journal
from tests.crash.evening import FACTORY, MANAGER
from tests.harness.answering import DEFERRED
from tests.harness.inputs import Inputs
from tests.harness.messages import EPHEMERAL
from tests.harness.processes import RecorderProcess, RemoteBot, recorder
from tests.harness.world import Json, World

SECONDS = 60.0
# Longer than anything here takes.
FOR_EVER = 300.0


async def eventually(is_so: Callable[[], Awaitable[bool]]) -> None:
    """Wait for what another process brings about. Raises TimeoutError."""
    async with asyncio.timeout(SECONDS):
        while not await is_so():  # noqa: ASYNC110  another process can set no event
            await asyncio.sleep(0.02)


@dataclass
class Table:
    """A bot to be killed, a campaign, and its game master."""

    address: Address
    discord: RecorderProcess
    bot: RemoteBot
    folder: Path

    def __post_init__(self) -> None:
        self.world = World()
        self.say = Inputs(self.world)
        self.gm = self.world.person(1, permissions=MANAGER)

    @property
    def kept(self) -> Path:
        """Where the bot keeps who waits."""
        return self.address.beside(self.folder, "owed")

    def slash(self, path: str, **options: object) -> Json:
        """A command of the game master's."""
        return self.say.slash(path, options, user=self.gm)

    async def reads(self, payload: Json, words: str) -> str:
        """Wait until a person reads that as an answer, and give all that they read."""

        async def is_so() -> bool:
            return words in told(await self.discord.state(), payload)

        await eventually(is_so)
        return told(await self.discord.state(), payload)

    async def keeps(self, *, somebody: bool) -> None:
        """Wait until the bot keeps who waits, or nobody any more."""

        async def is_so() -> bool:
            return self.kept.exists() is somebody

        await eventually(is_so)

    async def was_done(self, payload: Json) -> bool:
        """Whether an interaction made its entry."""
        made = sa.select(journal.c.number).where(journal.c.interaction_id == int(payload["id"]))
        database = open_database(self.address)
        try:
            return len(await database.read(lambda connection: connection.execute(made).all())) == 1
        finally:
            await database.dispose()

    async def deferred(self, payload: Json) -> None:
        """Send it to the bot, and wait until that has put its person off."""
        self.bot.send(payload)

        async def is_so() -> bool:
            return DEFERRED in acknowledged(await self.discord.state(), payload)

        await eventually(is_so)
        await self.keeps(somebody=True)


def acknowledged(state: Json, payload: Json) -> list[int]:
    """How an interaction was acknowledged."""
    answers = (call for call in state["calls"] if call["interaction"] == int(payload["id"]))
    return [call["payload"]["type"] for call in answers if call["path"].endswith("/callback")]


def told(state: Json, payload: Json) -> str:
    """What its person reads as an answer."""
    about = (m for m in state["messages"] if m.get("interaction_metadata", {}).get("id") == payload["id"])
    return str([(m["content"], m["embeds"]) for m in about if m["flags"] & EPHEMERAL])


@asynccontextmanager
async def held(address: Address) -> AsyncIterator[None]:
    """Nobody writes to the database meanwhile."""
    async with AsyncExitStack() as stack:
        if address.is_sqlite:
            holder = stack.enter_context(closing(sqlite3.connect(address.path, isolation_level=None)))
            holder.execute("BEGIN IMMEDIATE")
        else:
            connection = await asyncpg.connect(address.url.render_as_string(hide_password=False))
            stack.push_async_callback(connection.close)
            await stack.enter_async_context(connection.transaction())
            await connection.fetch("SELECT id FROM campaigns FOR UPDATE")
        yield


@pytest.fixture
async def table(address: Address, tmp_path: Path) -> AsyncIterator[Table]:
    """A campaign under way."""
    environment = {
        "WAYPOST_DATABASE__URL": address.url.render_as_string(hide_password=False),
        "WAYPOST_BACKUP__FOLDER": str(tmp_path),
    }
    async with recorder() as discord, RemoteBot(discord.url, f"{FACTORY}:make", environment) as bot:
        made = Table(address, discord, bot, tmp_path)
        await bot.start()
        create = {"name": "Ashes", "game_master_channel": made.world.channels[1], "game": "second_kingdom"}
        assert await bot.deliver(made.slash("campaign create", **create)) == []
        yield made


async def test_what_was_not_done_is_told_after_the_start(table: Table) -> None:
    roll = table.slash("roll", dice="2d6")
    async with held(table.address):
        await table.deferred(roll)
        assert stat.S_IMODE(table.kept.stat().st_mode) == 0o600
        await table.bot.kill()
    await table.bot.start()
    assert "Nothing has changed" in await table.reads(roll, "restarted")
    assert not await table.was_done(roll)
    await table.keeps(somebody=False)


async def test_what_was_done_is_told_after_the_start(table: Table) -> None:
    roll = table.slash("roll", dice="2d6")
    async with held(table.address):
        await table.deferred(roll)
        # What the bot answers stays on its way.
        await table.discord.faults(latency=FOR_EVER)
    await eventually(lambda: table.was_done(roll))
    await table.bot.kill()
    await table.discord.faults()
    await table.bot.start()
    assert "othing has changed" not in await table.reads(roll, "That was done, as entry #")
    assert await table.was_done(roll)


async def test_who_was_answered_is_told_nothing_more_and_nothing_is_kept(table: Table) -> None:
    for _ in range(3):
        assert await table.bot.deliver(table.slash("roll", dice="2d6")) == []
        assert not table.kept.exists()

    late = table.slash("roll", dice="2d6")
    async with held(table.address):
        await table.deferred(late)
    await table.keeps(somebody=False)
    await table.bot.call(f"{FACTORY}:drain")
    before = told(await table.discord.state(), late)
    await table.bot.kill()
    await table.bot.start()
    await asyncio.sleep(1)
    assert told(await table.discord.state(), late) == before
