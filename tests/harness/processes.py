"""The parent's side: a recorder and a bot as processes, the bot to be killed and started again at will."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import os
import signal
import sys
import tempfile
from collections.abc import AsyncIterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple, Self

import aiohttp
import orjson

from tests.harness.remote import LINE_BYTES
from tests.harness.world import Json

START_SECONDS = 120.0
# How long anything that was asked of a process may take.
ANSWER_SECONDS = 180.0


class BotDied(ConnectionError):  # reads as what happened
    """The bot's process ended before it had done what it was told."""


class Timing(NamedTuple):
    """When an interaction was due, sent, acknowledged, and answered for good: the recorder's seconds."""

    due: float
    sent: float
    acknowledged: float | None
    answered: float | None


class RecorderProcess:
    """A pretend Discord in another process."""

    def __init__(self, url: str, session: aiohttp.ClientSession) -> None:
        self.url = url
        self._session = session

    async def state(self, since: int = 0) -> Json:
        """Return calls (from number `since` on), messages, deleted ones, acknowledgements and tries."""
        async with self._session.get(f"{self.url}/_state", params={"since": since}) as reply:
            found: Json = await reply.json()
            return found

    async def send_in_turn(
        self, token: str, payloads: Sequence[Json], count: int, at_once: int
    ) -> list[Timing]:
        """Let so many people send through the gateway, each the next one when the last is answered.

        The payloads go round, each time under fresh ids, to the client with that token.
        """
        return await self._send(token, payloads, count, {"at_once": at_once})

    async def send_at_rate(
        self, token: str, payloads: Sequence[Json], count: int, rate: float
    ) -> list[Timing]:
        """Send the same at a rate (a second) through the gateway, whatever becomes of it; in their order."""
        return await self._send(token, payloads, count, {"rate": rate})

    async def _send(self, token: str, payloads: Sequence[Json], count: int, how: Json) -> list[Timing]:
        order = {"to": token, "payloads": payloads, "count": count, **how}
        forever = aiohttp.ClientTimeout(total=None)
        async with self._session.post(f"{self.url}/_send", json=order, timeout=forever) as reply:
            return [Timing(*each) for each in await reply.json()]

    async def say(self, token: str, payload: Json) -> float | None:
        """Send one interaction through the gateway, once; None where the client with that token is away.

        Else since how many seconds it has been connected.
        """
        async with self._session.post(f"{self.url}/_say", json={"to": token, "payload": payload}) as reply:
            since: float | None = await reply.json()
            return since

    async def faults(self, **faults: float) -> None:
        """Set what goes wrong from now on (see `recorder.Faults`)."""
        async with self._session.post(f"{self.url}/_faults", json=faults) as reply:
            reply.raise_for_status()

    async def reset(self) -> None:
        """Forget everything and let nothing go wrong any more."""
        async with self._session.post(f"{self.url}/_reset") as reply:
            reply.raise_for_status()


@contextlib.asynccontextmanager
async def recorder(*flags: str) -> AsyncIterator[RecorderProcess]:
    """Run a recorder (flags as on its command line) and stop it afterwards."""
    process = await _python("tests.harness.recorder", "--until-eof", *flags)
    assert process.stdout is not None
    try:
        port = int(await asyncio.wait_for(process.stdout.readline(), START_SECONDS))
        async with aiohttp.ClientSession() as session:
            yield RecorderProcess(f"http://127.0.0.1:{port}", session)
    finally:
        await _end(process)


class RemoteBot:
    """A bot in another process, forked anew at every start; used as an async context manager.

    With a token it connects to the recorder's gateway, as it would to Discord's.
    """

    def __init__(
        self, url: str, factory: str, environment: Mapping[str, str] | None = None, *, token: str = ""
    ) -> None:
        self.pid = 0
        self._command, self._token = (url, factory), token
        self._environment = environment or {}
        self._stack = contextlib.AsyncExitStack()
        self._numbers = itertools.count(1)
        self._waiting: dict[int, asyncio.Future[Json]] = {}
        self._ready: asyncio.Future[None]
        self._gone = asyncio.Event()

    async def __aenter__(self) -> Self:
        folder = self._stack.enter_context(tempfile.TemporaryDirectory())
        socket = str(Path(folder) / "bot")
        server = await asyncio.start_unix_server(self._converse, socket, limit=LINE_BYTES)
        self._stack.callback(server.close)
        command = ("tests.harness.remote", *self._command, socket, self._token)
        self._parent = await _python(*command, environment=self._environment)
        self._stack.push_async_callback(_end, self._parent)
        assert self._parent.stdout is not None
        if not await asyncio.wait_for(self._parent.stdout.readline(), START_SECONDS):
            raise BotDied("the factory could not be imported; see standard error")
        return self

    async def __aexit__(self, *_: object) -> None:
        if self.pid:
            await self.kill()
        await self._stack.aclose()

    async def start(self) -> None:
        """Start the bot and wait until it is ready; BotDied if it is killed, or fails, before that."""
        assert not self.pid, "it is running"
        assert self._parent.stdin is not None
        self._ready = asyncio.get_running_loop().create_future()
        self._gone = asyncio.Event()
        self._parent.stdin.write(b"+")
        await asyncio.wait_for(self._ready, START_SECONDS)

    async def kill(self) -> None:
        """kill -9, and wait until the process is gone."""
        await self._signal(signal.SIGKILL)

    async def stop(self) -> None:
        """SIGTERM, and wait until the bot has closed itself."""
        await self._signal(signal.SIGTERM)

    def send(self, payload: Json, times: int = 1, event: str = "INTERACTION_CREATE") -> None:
        """Feed an event and don't wait for anything."""
        self._order({"n": 0, "deliver": payload, "times": times, "event": event})

    async def deliver(self, payload: Json, times: int = 1) -> list[str]:
        """Feed an interaction and wait; returns what its handlers raised. BotDied if it is killed first."""
        done = await self._ask({"deliver": payload, "times": times})
        errors: list[str] = done["errors"]
        return errors

    async def call(self, function: str, **arguments: Any) -> Any:
        """Run `module:function(client, **arguments)` in the bot's process and return what it returns."""
        done = await self._ask({"call": function, "arguments": arguments})
        if "errors" in done:
            raise RuntimeError(done["errors"][0])
        return done["result"]

    async def _ask(self, order: Json) -> Json:
        number = next(self._numbers)
        future: asyncio.Future[Json] = asyncio.get_running_loop().create_future()
        self._waiting[number] = future
        self._order(order | {"n": number})
        return await asyncio.wait_for(future, ANSWER_SECONDS)

    def _order(self, order: Json) -> None:
        if not self.pid:
            raise BotDied("it is not running")
        self._writer.write(orjson.dumps(order) + b"\n")

    async def _signal(self, number: signal.Signals) -> None:
        if not self.pid:
            # Process 0 would be this one, and all that runs beside it.
            return
        with contextlib.suppress(ProcessLookupError):
            os.kill(self.pid, number)
        await asyncio.wait_for(self._gone.wait(), ANSWER_SECONDS)

    async def _converse(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._writer = writer
        with contextlib.suppress(ConnectionError):
            while line := await reader.readline():
                self._hear(orjson.loads(line))
        writer.close()
        self._bury()

    def _hear(self, said: Json) -> None:
        if "pid" in said:
            self.pid = said["pid"]
        elif "ready" in said:
            self._ready.set_result(None)
        elif future := self._waiting.pop(said.get("n", 0), None):
            future.set_result(said)

    def _bury(self) -> None:
        self.pid = 0
        died = BotDied("the bot's process ended; why may be on standard error")
        if not self._ready.done():
            self._ready.set_exception(died)
        for future in self._waiting.values():
            future.set_exception(died)
        self._waiting.clear()
        self._gone.set()


async def _python(
    module: str, *arguments: str, environment: Mapping[str, str] | None = None
) -> asyncio.subprocess.Process:
    pipe = asyncio.subprocess.PIPE
    command = (sys.executable, "-m", module, *arguments)
    variables = {**os.environ, **(environment or {})}
    return await asyncio.create_subprocess_exec(*command, stdin=pipe, stdout=pipe, env=variables)


async def _end(process: asyncio.subprocess.Process) -> None:
    """Close a process's standard input, which ends it, and wait; one that stays is killed, and an error."""
    assert process.stdin is not None
    process.stdin.close()
    try:
        await asyncio.wait_for(process.wait(), ANSWER_SECONDS)
    except TimeoutError:
        process.kill()
        raise
