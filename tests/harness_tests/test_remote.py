"""A bot in another process, on a Discord in a third."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from tests.harness.inputs import Inputs
from tests.harness.processes import BotDied, RecorderProcess, RemoteBot, recorder
from tests.harness.world import Json, World

WORLD = World()
SAY = Inputs(WORLD)
STANDIN = "tests.harness_tests.standin"
TAVERN = WORLD.channels[0].id


pytestmark = pytest.mark.asyncio(loop_scope="module")


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def processes() -> AsyncIterator[tuple[RecorderProcess, RemoteBot]]:
    async with recorder() as process, RemoteBot(process.url, f"{STANDIN}:make") as bot:
        yield process, bot


@pytest_asyncio.fixture(loop_scope="module")
async def discord(processes: tuple[RecorderProcess, RemoteBot]) -> RecorderProcess:
    await processes[0].reset()
    return processes[0]


@pytest_asyncio.fixture(loop_scope="module")
async def bot(
    discord: RecorderProcess, processes: tuple[RecorderProcess, RemoteBot]
) -> AsyncIterator[RemoteBot]:
    bot = processes[1]
    await bot.start()
    yield bot
    if bot.pid:
        await bot.kill()


async def test_answers_survive_the_bot(discord: RecorderProcess, bot: RemoteBot) -> None:
    payload = SAY.slash("counter")
    assert await bot.deliver(payload) == []
    await bot.kill()
    with pytest.raises(BotDied):
        await bot.deliver(payload)
    await bot.start()
    await bot.deliver(payload)
    state = await discord.state()
    (message,) = state["messages"]
    assert message["interaction_metadata"]["id"] == payload["id"]
    assert state["tries"][payload["id"]] == 2
    found = await bot.call(f"{STANDIN}:answered_to", channel=TAVERN, interaction=int(payload["id"]))
    assert found == [int(message["id"])]
    assert await bot.deliver(SAY.press("count:0", message)) == []
    assert (await discord.state())["messages"][0]["content"] == "1"


async def test_everything_the_library_sends_arrives(discord: RecorderProcess, bot: RemoteBot) -> None:
    assert await bot.deliver(SAY.slash("post", {"text": "hear"})) == []
    assert await bot.deliver(SAY.slash("late")) == []
    state = await discord.state()
    assert [name for call in state["calls"] for name in call["files"]] == ["map.png"]
    assert [message["content"] for message in state["messages"]] == ["posting", "hear!", "edited", "second"]
    await bot.stop()
    assert bot.pid == 0


async def test_nonce_is_honoured_and_never_returned(discord: RecorderProcess, bot: RemoteBot) -> None:
    speak = f"{STANDIN}:speak"
    first = await bot.call(speak, channel=TAVERN, texts=["once"], nonce="entry-7")
    await bot.kill()
    await bot.start()
    assert await bot.call(speak, channel=TAVERN, texts=["once"], nonce="entry-7") == first
    assert [message.get("nonce") for message in (await discord.state())["messages"]] == [None]


async def test_rate_limits_do_not_slow_it_down(bot: RemoteBot) -> None:
    await bot.call(f"{STANDIN}:speak", channel=TAVERN, texts=["first"])
    began = time.perf_counter()
    await bot.call(f"{STANDIN}:speak", channel=TAVERN, texts=["more"] * 200)
    # The library's own limits would let five through in five seconds.
    assert time.perf_counter() - began < 60


async def test_bad_gateway_is_retried_and_finds_itself_acknowledged(
    discord: RecorderProcess, bot: RemoteBot
) -> None:
    await discord.faults(bad_gateway=1)
    payload = SAY.slash("ping")
    delivery = asyncio.create_task(bot.deliver(payload))
    async with asyncio.timeout(60):
        while not await calls_about(discord, payload):  # noqa: ASYNC110  it happens in another process
            await asyncio.sleep(0.01)
    await discord.faults()
    await delivery
    first, second = await calls_about(discord, payload)
    assert (first["status"], second["status"]) == (200, 400)
    assert second["at"] - first["at"] > 0.9


async def calls_about(discord: RecorderProcess, payload: Json) -> list[Json]:
    """What was sent with an interaction's token so far."""
    calls = (await discord.state())["calls"]
    return [call for call in calls if str(call["interaction"]) == payload["id"]]


async def test_dropped_reply_is_not_retried(discord: RecorderProcess, bot: RemoteBot) -> None:
    await discord.faults(drop=1)
    with pytest.raises(RuntimeError, match="ServerDisconnectedError"):
        await bot.call(f"{STANDIN}:speak", channel=TAVERN, texts=["heard"])
    assert [message["content"] for message in (await discord.state())["messages"]] == ["heard"]


async def test_factory_that_fails_is_reported(discord: RecorderProcess) -> None:
    async with RemoteBot(discord.url, f"{STANDIN}:answered_to") as bot:
        with pytest.raises(BotDied):
            await bot.start()
