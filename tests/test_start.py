"""The start, against a Discord over HTTP and a gateway of its own: what it does where that is in trouble."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime

import discord
import pytest
import structlog
import yarl
from aiohttp import web
from aiohttp.test_utils import TestServer
from discord.gateway import DiscordWebSocket
from discord.http import Route

from bot import app, lease
from bot.app import Waypost
from bot.config import Config, DatabaseSection, DiscordSection
from bot.doctor.database import check_process
from bot.errors import UserError
from bot.lease import Holder, Lease, holder
from bot.storage.address import Address
from bot.storage.database import Database, open_database
from bot.storage.facts import write_fact
from tests.harness.messages import Refused, Request
from tests.harness.raw import running
from tests.harness.server import Discord
from tests.harness.world import Json, World
from tests.tables import new_bot

TOKEN = "MTAxMjM0NTY3ODkwMTIzNDU2Nzg.GabcDE.abcdefghijklmnopqrstuvwxyz-0123456789AB"
HELLO = {"op": 10, "d": {"heartbeat_interval": 40_000}}
IDENTIFY = 2
SECONDS = 60.0


@dataclass
class Doors:
    """A Discord one can connect to; `troubles` are what the next connections to its gateway meet instead."""

    discord: Discord = field(default_factory=lambda: Discord(World()))
    troubles: list[str] = field(default_factory=list)
    tries: list[float] = field(default_factory=list)

    async def rest(self, request: web.Request) -> web.Response:
        """Answer a request."""
        payload = await request.json() if request.can_read_body else {}
        sent = Request({"commands": payload} if isinstance(payload, list) else payload, {})
        status, reply = self.discord.handle(request.method, request.path, sent)
        if reply is None:
            return web.Response(status=status)
        # The library compares the whole type, and aiohttp would add a character set.
        return web.Response(
            body=json.dumps(reply), status=status, headers={"Content-Type": "application/json"}
        )

    async def gateway(self, request: web.Request) -> web.StreamResponse:
        """Answer a connection."""
        self.tries.append(time.monotonic())
        trouble = self.troubles.pop(0) if self.troubles else ""
        if trouble == "503":
            return web.Response(status=503)
        socket = web.WebSocketResponse()
        await socket.prepare(request)
        if trouble:
            await socket.close(code=int(trouble))
            return socket
        await socket.send_json(HELLO)
        async for message in socket:
            if message.json()["op"] == IDENTIFY:
                world = self.discord.world
                for number, (name, data) in enumerate(
                    (
                        (
                            "READY",
                            world.ready() | {"resume_gateway_url": str(DiscordWebSocket.DEFAULT_GATEWAY)},
                        ),
                        ("GUILD_CREATE", world.guild()),
                    ),
                    1,
                ):
                    await socket.send_json({"op": 0, "s": number, "t": name, "d": data})
        return socket


@asynccontextmanager
async def doors(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Doors]:
    """The same, where the library looks for Discord."""
    made = Doors()
    application = web.Application()
    application.router.add_get("/gateway/", made.gateway)
    application.router.add_route("*", "/{path:.*}", made.rest)
    async with TestServer(application) as server:
        monkeypatch.setattr(Route, "BASE", str(server.make_url("")).rstrip("/"))
        monkeypatch.setattr(DiscordWebSocket, "DEFAULT_GATEWAY", yarl.URL(str(server.make_url("/gateway/"))))
        yield made


@pytest.fixture
async def discord_with(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Doors]:
    """A Discord whose gateway may be in trouble."""
    monkeypatch.setattr(app, "FIRST_WAIT", 0.01)
    # What the library waits by itself, once it is left to.
    monkeypatch.setattr("discord.backoff.ExponentialBackoff.delay", lambda _self: 0.01)
    async with doors(monkeypatch) as made:
        yield made


@asynccontextmanager
async def starting(address: Address) -> AsyncIterator[tuple[Waypost, asyncio.Task[None]]]:
    """A bot that is being connected."""
    bot = new_bot(address)
    task = asyncio.create_task(bot.start(TOKEN))
    try:
        yield bot, task
    finally:
        task.cancel()
        with suppress(asyncio.CancelledError, Exception):
            await task
        await bot.close()


async def ready(bot: Waypost, task: asyncio.Task[None]) -> None:
    """Wait until it is connected; raises what ended it."""
    while not bot.is_connected:
        if task.done():
            task.result()
            raise AssertionError("it ended")
        await asyncio.sleep(0.01)


# -- the gateway -----------------------------------------------------------------------------------------


def test_however_often_the_connection_broke_the_next_try_comes_soon() -> None:
    backoff = vars(discord.client)["ExponentialBackoff"]()
    assert max(backoff.delay() for _ in range(50)) <= app.COMES_BACK


@pytest.mark.parametrize("trouble", ["1011", "4000", "1001", "503", "1000"])
async def test_trouble_at_the_first_connection_is_tried_again_with_a_line_each(
    discord_with: Doors, sqlite_address: Address, trouble: str
) -> None:
    discord_with.troubles = [trouble] * 3
    with structlog.testing.capture_logs() as lines:
        async with starting(sqlite_address) as (bot, task):
            await asyncio.wait_for(ready(bot, task), SECONDS)
    assert len(discord_with.tries) == 4
    told = [line for line in lines if line["event"] == "Discord's gateway does not answer yet"]
    assert [line["again_in"] for line in told] == [0.01, 0.02, 0.04]
    reason = {"503": "503, message=", "1000": ""}.get(trouble, "the connection was closed at once")
    assert all(line["log_level"] == "warning" and line["error"].startswith(reason) for line in told)


async def test_what_trying_again_can_not_mend_ends_the_start(
    discord_with: Doors, sqlite_address: Address
) -> None:
    discord_with.troubles = ["4004"]
    async with starting(sqlite_address) as (_, task):
        with pytest.raises(Exception, match="4004") as ended:
            await asyncio.wait_for(task, SECONDS)
    refusal = app._refusal(ended.value)
    assert "Discord ended the connection (code 4004)" in str(refusal)


# -- the commands ----------------------------------------------------------------------------------------


def syncs(server: Discord) -> int:
    """How often it was sent the commands."""
    return [call.method for call in server.calls if call.path.endswith("/commands")].count("PUT")


async def start(address: Address, server: Discord, **changes: bool) -> None:
    """Start a bot, and stop it."""
    bot = new_bot(address)
    for name, value in changes.items():
        setattr(bot, name, value)
    async with running(bot, server):
        pass
    await bot.close()


async def test_a_hundred_starts_of_an_unchanged_tree_send_no_command(sqlite_address: Address) -> None:
    server = Discord(World())
    await start(sqlite_address, server)
    assert syncs(server) == 1
    for _ in range(100):
        await start(sqlite_address, server)
    assert syncs(server) == 1


def taken_away(commands: list[Json]) -> None:
    """Discord lost all of them."""
    commands.clear()


def one_taken_away(commands: list[Json]) -> None:
    """Discord lost one."""
    del commands[3]


def one_changed(commands: list[Json]) -> None:
    """Somebody changed one there, who has the token too."""
    commands[3] = commands[3] | {"description": "Mine", "version": "2"}


@pytest.mark.parametrize("happens", [taken_away, one_taken_away, one_changed])
async def test_commands_lost_or_changed_at_discord_are_sent_again(
    sqlite_address: Address, happens: Callable[[list[Json]], None]
) -> None:
    server = Discord(World())
    await start(sqlite_address, server)
    names = [each["name"] for each in server.commands]
    happens(server.commands)
    await start(sqlite_address, server)
    assert syncs(server) == 2
    assert [each["name"] for each in server.commands] == names
    await start(sqlite_address, server)
    assert syncs(server) == 2


async def test_commands_are_sent_whatever_discord_has_where_that_is_asked_for(
    sqlite_address: Address,
) -> None:
    server = Discord(World())
    await start(sqlite_address, server)
    await start(sqlite_address, server, must_sync=True)
    assert syncs(server) == 2


async def test_commands_that_discord_refuses_are_a_sentence(
    sqlite_address: Address, discord_with: Doors
) -> None:
    def refuse(method: str, path: str, _payload: Json) -> None:
        if method == "PUT":
            raise Refused(400, 50035, "Invalid Form Body")

    discord_with.discord.hook = refuse
    async with starting(sqlite_address) as (_, task):
        with pytest.raises(UserError) as ended:
            await asyncio.wait_for(task, SECONDS)
    sentence = str(ended.value)
    assert sentence.startswith("Discord refuses this version's commands (")
    assert len(sentence.splitlines()) == 1


# -- one process on a database ---------------------------------------------------------------------------


@asynccontextmanager
async def serving(
    address: Address, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[tuple[Database, asyncio.Task[None]]]:
    """The whole process on a database, and a view of that from beside."""
    monkeypatch.setattr(Lease.__init__, "__kwdefaults__", {"every": 0.05, "patience": 2.0})
    url = address.url.render_as_string(hide_password=False)
    settings = Config(
        discord=DiscordSection.model_validate({"token": TOKEN}),
        database=DatabaseSection.model_validate({"url": url}),
    )
    database = open_database(address)
    task = asyncio.create_task(app.run(settings))
    try:
        yield database, task
    finally:
        if not task.done():
            os.kill(os.getpid(), signal.SIGTERM)
        await asyncio.wait_for(asyncio.wait([task]), SECONDS)
        await database.dispose()


async def until(database: Database, is_so: Callable[[Holder | None], bool]) -> Holder | None:
    """Wait for a lease that is so."""
    async with asyncio.timeout(SECONDS):
        while not is_so(found := await database.read(holder)):  # noqa: ASYNC110  it is another's to write
            await asyncio.sleep(0.02)
    return found


async def test_a_second_process_waits_touches_nothing_and_takes_over(
    discord_with: Doors, address: Address, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = Holder("cafe", "another-machine", 7)
    before = open_database(address)
    await before.write(lambda connection: write_fact(connection, lease.NAME, first.text()))
    await before.dispose()
    with structlog.testing.capture_logs() as lines:
        async with serving(address, monkeypatch) as (database, task):
            for renewed in range(1, 30):
                text = replace(first, renewed=renewed).text()
                await database.write(lambda c, text=text: write_fact(c, lease.NAME, text))  # type: ignore[misc]
                await asyncio.sleep(0.1)
            assert not task.done()
            assert discord_with.discord.calls == []
            (waiting,) = [line for line in lines if "this one waits until it stops" in line["event"]]
            assert (waiting["host"], waiting["pid"]) == ("another-machine", 7)
            finding = await database.read(lambda c: check_process(c, datetime.now(UTC)))
            assert "takes over within 30 s" in finding.found

            own = await until(database, lambda found: found is not None and found.pid == os.getpid())
            async with asyncio.timeout(SECONDS):
                while not [line for line in lines if line["event"] == "ready"]:  # noqa: ASYNC110
                    await asyncio.sleep(0.02)
            assert own is not None
        check = open_database(address)
        assert await check.read(holder) is None
        await check.dispose()


async def swallowing_once(_bot: Waypost, _token: str) -> None:
    """What asyncio.wait_for may do of Python 3.11: it goes on where it was to stop."""
    with suppress(asyncio.CancelledError):
        await asyncio.Event().wait()
    await asyncio.Event().wait()


@pytest.mark.parametrize("start", [Waypost.start, swallowing_once], ids=["works", "swallows"])
async def test_a_process_that_lost_its_database_stops(
    discord_with: Doors, address: Address, monkeypatch: pytest.MonkeyPatch, start: object
) -> None:
    monkeypatch.setattr(Waypost, "start", start)
    monkeypatch.setattr(app, "STOP_AGAIN", 0.1)
    other = Holder("cafe", "another-machine", 7)
    with structlog.testing.capture_logs() as lines:
        async with serving(address, monkeypatch) as (database, task):
            await until(database, lambda found: found is not None and found.pid == os.getpid())
            await database.write(lambda connection: write_fact(connection, lease.NAME, other.text()))
            await asyncio.wait_for(asyncio.wait([task]), SECONDS)
            assert await database.read(holder) == other
    assert [line["log_level"] for line in lines if "has taken over this database" in line["event"]] == [
        "error"
    ]
