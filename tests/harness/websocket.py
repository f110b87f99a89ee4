"""Discord's gateway as a WebSocket, and people who send interactions through it: in turn, or at a rate.

Each client is known by the token that it identifies itself with. What it missed is not told again to one that
resumes.
"""

from __future__ import annotations

import asyncio
import contextlib
import sys
import time
import zlib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

import orjson
from aiohttp import WSMsgType, web

from tests.harness.answering import DEFERRED, DEFERRED_UPDATE
from tests.harness.gateway import SOCKET_PATH
from tests.harness.inputs import Inputs
from tests.harness.server import interaction_of
from tests.harness.world import Json, World

DISPATCH, HEARTBEAT, IDENTIFY, RESUME, HELLO, HEARTBEAT_ACK = 0, 1, 2, 6, 10, 11
HEARTBEAT_MS = 41_250
# discord.py notes that it sent a beat after it has: an answer as quick as loopback would overtake that.
ACK_SECONDS = 0.01
# How long an interaction may take before nobody waits for it any more.
PATIENCE = 60.0

Pack = Callable[[bytes], bytes]


@dataclass(slots=True)
class Sent:
    """One interaction: when it was due, sent, acknowledged, and answered for good (`time.perf_counter`)."""

    due: float
    sent: float
    acknowledged: float | None = None
    answered: float | None = None
    finished: asyncio.Event = field(default_factory=asyncio.Event)


class Gateway:
    """Says to clients what happens, and hears what they make of it."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._inputs = Inputs(world, worker=6)
        self._clients: dict[str, _Client] = {}
        self._sent: dict[int, Sent] = {}

    async def serve(self, http: web.Request) -> web.WebSocketResponse:
        """Talk with one client until it leaves."""
        socket = web.WebSocketResponse()
        await socket.prepare(http)
        client = _Client(socket, http.query.get("compress"))
        await client.tell(HELLO, {"heartbeat_interval": HEARTBEAT_MS})
        async for message in socket:
            if message.type is not WSMsgType.TEXT:
                continue
            said = orjson.loads(message.data)
            if said["op"] == HEARTBEAT:
                await asyncio.sleep(ACK_SECONDS)
                # It may be gone by now.
                with contextlib.suppress(ConnectionError):
                    await client.tell(HEARTBEAT_ACK)
            elif said["op"] == IDENTIFY:
                self._clients[said["d"]["token"]] = client
                again = f"ws://{http.host}{SOCKET_PATH}"
                await client.tell(DISPATCH, self._world.ready() | {"resume_gateway_url": again}, "READY")
                await client.tell(DISPATCH, self._world.guild(), "GUILD_CREATE")
            elif said["op"] == RESUME:
                self._clients[said["d"]["token"]] = client
                await client.tell(DISPATCH, {}, "RESUMED")
        return socket

    async def say(self, token: str, payload: Json) -> float | None:
        """Tell a client of an interaction; since how many seconds it is connected, None where it is not."""
        client = self._clients.get(token)
        if client is None or client.is_gone:
            return None
        with contextlib.suppress(ConnectionError):
            await client.tell(DISPATCH, payload, "INTERACTION_CREATE")
        return time.monotonic() - client.since

    def heard(self, path: str, payload: Json) -> None:
        """A request that Discord accepted: it may acknowledge an interaction, or be its answer."""
        sent = self._sent.get(interaction_of(path) or 0)
        if sent is None:
            return
        now = time.perf_counter()
        sent.acknowledged = sent.acknowledged or now
        if payload.get("type") not in (DEFERRED, DEFERRED_UPDATE):
            sent.answered = sent.answered or now
            sent.finished.set()

    async def in_turn(self, token: str, payloads: Iterable[Json], at_once: int) -> list[Sent]:
        """So many people, each of whom sends the next interaction when the last one is answered."""
        waiting: Iterator[Json] = iter(payloads)

        async def send() -> list[Sent]:
            sent = []
            for payload in waiting:
                sent.append(await self._send(token, payload, time.perf_counter()))
                await _finished(sent[-1:])
            return sent

        return [sent for each in await asyncio.gather(*(send() for _ in range(at_once))) for sent in each]

    async def at_rate(self, token: str, payloads: Iterable[Json], rate: float) -> list[Sent]:
        """So many interactions a second, whatever becomes of them; in their order."""
        sent = []
        began = time.perf_counter()
        for number, payload in enumerate(payloads):
            due = began + number / rate
            await asyncio.sleep(max(0.0, due - time.perf_counter()))
            sent.append(await self._send(token, payload, due))
        await _finished(sent)
        return sent

    async def _send(self, token: str, payload: Json, due: float) -> Sent:
        fresh = self._inputs.again(payload)
        sent = self._sent[int(fresh["id"])] = Sent(due, time.perf_counter())
        await self._clients[token].tell(DISPATCH, fresh, "INTERACTION_CREATE")
        return sent


async def _finished(sent: Iterable[Sent]) -> None:
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(PATIENCE):
            for each in sent:
                await each.finished.wait()


class _Client:
    """One connection, packed as its client asked for."""

    def __init__(self, socket: web.WebSocketResponse, packing: str | None) -> None:
        self._socket = socket
        self.since = time.monotonic()
        self._pack = _packer(packing)
        self._told: Counter[int] = Counter()

    @property
    def is_gone(self) -> bool:
        return self._socket.closed

    async def tell(self, op: int, data: Any = None, event: str | None = None) -> None:
        self._told[op] += 1
        number = self._told[op] if op == DISPATCH else None
        text = orjson.dumps({"op": op, "d": data, "s": number, "t": event})
        if self._pack is None:
            await self._socket.send_str(text.decode())
        else:
            await self._socket.send_bytes(self._pack(text))


def _packer(packing: str | None) -> Pack | None:
    """One stream for a whole connection, flushed after each message. Raises KeyError for what isn't known."""
    return {None: lambda: None, "zlib-stream": _zlib, "zstd-stream": _zstd}[packing]()


def _zlib() -> Pack:
    stream = zlib.compressobj()
    return lambda text: stream.compress(text) + stream.flush(zlib.Z_SYNC_FLUSH)


def _zstd() -> Pack:
    # From the same place as discord.py, which asks for it.
    if sys.version_info >= (3, 14):
        from compression import zstd

        packer = zstd.ZstdCompressor()
        return lambda text: packer.compress(text, packer.FLUSH_BLOCK)
    import zstandard

    stream = zstandard.ZstdCompressor().compressobj()
    return lambda text: stream.compress(text) + stream.flush(zstandard.COMPRESSOBJ_FLUSH_BLOCK)
