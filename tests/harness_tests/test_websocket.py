"""A bot that is connected to the recorder's gateway, as to Discord's."""

from __future__ import annotations

import zlib
from collections.abc import AsyncIterator

import aiohttp
import orjson
import pytest_asyncio

from tests.harness.inputs import Inputs
from tests.harness.processes import RecorderProcess, RemoteBot, recorder
from tests.harness.world import World

SAY = Inputs(World())


@pytest_asyncio.fixture
async def discord() -> AsyncIterator[RecorderProcess]:
    async with recorder() as process:
        yield process


async def test_interactions_come_over_the_socket_and_are_timed_to_their_answer(
    discord: RecorderProcess,
) -> None:
    async with RemoteBot(discord.url, "tests.harness_tests.standin:make", token="it") as bot:
        await bot.start()
        counter = [SAY.slash("counter")]
        sent = await discord.send_in_turn("it", counter, 5, at_once=2)
        sent += await discord.send_at_rate("it", counter, 3, rate=1000.0)
        (late,) = await discord.send_in_turn("it", [SAY.slash("late")], 1, at_once=1)
        await bot.stop()
    for each in sent:
        assert each.acknowledged is not None
        assert each.due <= each.sent < each.acknowledged == each.answered
    assert late.acknowledged is not None
    assert late.answered is not None
    assert late.acknowledged < late.answered
    state = await discord.state()
    assert len({message["interaction_metadata"]["id"] for message in state["messages"]}) == 9


async def test_each_connection_is_packed_as_its_client_asks(discord: RecorderProcess) -> None:
    address = f"{discord.url}/gateway"
    async with aiohttp.ClientSession() as session:
        async with session.ws_connect(address) as plain:
            hello = orjson.loads(await plain.receive_str())
        async with session.ws_connect(f"{address}?compress=zlib-stream") as packed:
            unpack = zlib.decompressobj()
            first = orjson.loads(unpack.decompress(await packed.receive_bytes()))
            await packed.send_str(orjson.dumps({"op": 1, "d": None}).decode())
            second = orjson.loads(unpack.decompress(await packed.receive_bytes()))
    assert hello == first
    assert (first["op"], second["op"]) == (10, 11)
