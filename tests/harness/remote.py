"""The bot's side of the kill -9 proof: a real client in a process of its own, on a recorder's Discord.

`python -m tests.harness.remote URL module:factory SOCKET [TOKEN]` imports the factory once, and runs the
`prepare` of its module where there is one; then it forks a bot for every byte on its standard input: no
restart does that again. With a TOKEN bots connect to the recorder's gateway themselves; without one, they
are fed. Each bot connects to the Unix socket and speaks JSON lines there. Two orders, both answered with
their `n`:

    {"n": 1, "deliver": payload, "times": 2}                  feed an event
    {"n": 2, "call": "module:function", "arguments": {}}      run `await function(client, **arguments)`

SIGTERM, or the end of the connection, closes the client.
"""

from __future__ import annotations

import asyncio
import contextlib
import gc
import importlib
import logging
import os
import signal
import sys
from collections.abc import Awaitable, Callable
from typing import Any

import aiohttp
import discord
import orjson
from discord.gateway import DiscordWebSocket
from discord.http import Route
from yarl import URL

from tests.harness.gateway import READY_SECONDS, SOCKET_PATH, announce, feed, finish
from tests.harness.inputs import from_cdn
from tests.harness.world import Json

LINE_BYTES = 32 << 20
HANDLER_SECONDS = 60.0


def named(path: str) -> Callable[..., Awaitable[Any]]:
    """Return the function that `package.module:name` names."""
    module, _, name = path.partition(":")
    found: Callable[..., Awaitable[Any]] = getattr(importlib.import_module(module), name)
    return found


class Remote:
    """One bot, driven over a socket."""

    def __init__(self, client: discord.Client, writer: asyncio.StreamWriter) -> None:
        self._client = client
        self._writer = writer
        self._running: set[asyncio.Task[None]] = set()

    def say(self, **line: Any) -> None:
        """Send one line to the parent."""
        self._writer.write(orjson.dumps(line) + b"\n")

    async def obey(self, reader: asyncio.StreamReader) -> None:
        """Do what the parent says until it hangs up."""
        while line := await reader.readline():
            task = asyncio.create_task(self._do(orjson.loads(line)))
            self._running.add(task)
            task.add_done_callback(self._running.discard)

    async def _do(self, order: Json) -> None:
        try:
            result = await (self._call(order) if "call" in order else self._deliver(order))
        except Exception as error:  # noqa: BLE001  # the parent shows it
            result = {"errors": [repr(error)]}
        self.say(n=order["n"], **result)

    async def _deliver(self, order: Json) -> Json:
        raw, event = orjson.dumps(order["deliver"]), order.get("event", "INTERACTION_CREATE")
        fed = [feed(self._client, orjson.loads(raw), event) for _ in range(order.get("times", 1))]
        errors = await finish([task for tasks in fed for task in tasks], HANDLER_SECONDS)
        return {"errors": [repr(error) for error in errors]}

    async def _call(self, order: Json) -> Json:
        return {"result": await named(order["call"])(self._client, **order.get("arguments", {}))}


async def live(url: str, factory: str, socket: str, token: str = "") -> None:
    """Log in on the recorder and obey until told to stop."""
    Route.BASE = f"{url}/api/v10"
    reader, writer = await asyncio.open_unix_connection(socket, limit=LINE_BYTES)
    writer.write(orjson.dumps({"pid": os.getpid()}) + b"\n")
    client: discord.Client = await named(factory)()
    client.http.get_from_cdn = from_cdn  # type: ignore[method-assign]
    remote = Remote(client, writer)
    async with client:
        await client.login(token or "harness")
        _connected = await (_connect(client, url) if token else _be_fed(client, url))
        remote.say(ready=True)
        obeying = asyncio.create_task(remote.obey(reader))
        asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, obeying.cancel)
        with contextlib.suppress(asyncio.CancelledError):
            await obeying
    remote.say(stopped=True)
    await writer.drain()
    writer.close()


async def _connect(client: discord.Client, url: str) -> asyncio.Task[None]:
    """Connect to the recorder's gateway as to Discord's; returns the task that stays connected."""
    DiscordWebSocket.DEFAULT_GATEWAY = URL(f"{url}{SOCKET_PATH}")
    client._connection.guild_ready_timeout = READY_SECONDS
    connected = asyncio.create_task(client.connect())
    await client.wait_until_ready()
    return connected


async def _be_fed(client: discord.Client, url: str) -> None:
    async with aiohttp.ClientSession() as session, session.get(f"{url}/_gateway") as reply:
        gateway = await reply.json()
    await announce(client, gateway["ready"], gateway["guilds"])


def main(url: str, factory: str, socket: str, token: str = "") -> None:
    """Import the factory, then fork a bot for every byte read."""
    logging.basicConfig(level=os.environ.get("HARNESS_LOG", "WARNING"), stream=sys.stderr)
    discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False
    made = sys.modules[named(factory).__module__]
    if hasattr(made, "prepare"):
        asyncio.run(made.prepare())
    gc.freeze()
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # nobody waits for the killed
    print("importing done", flush=True)
    os.dup2(2, 1)  # nobody reads what bots print
    while os.read(0, 1):
        if os.fork() == 0:
            os.close(0)
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            asyncio.run(live(url, factory, socket, token))
            os._exit(0)


if __name__ == "__main__":
    main(*sys.argv[1:])
