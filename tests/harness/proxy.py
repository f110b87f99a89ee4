"""A TCP proxy on loopback that lets a network go bad: it cuts, slows, mutes and forgets connections."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from dataclasses import dataclass

CHUNK = 1 << 16


@dataclass(eq=False)
class _Link:
    """One connection and what it goes on to; of one that is lost nothing arrives any more."""

    here: asyncio.StreamWriter
    there: asyncio.StreamWriter
    is_lost: bool = False

    def cut(self) -> None:
        for writer in (self.here, self.there):
            writer.transport.abort()


class Proxy:
    """Stands before a server. While nothing is said to be wrong, all passes."""

    def __init__(self, host: str, port: int) -> None:
        self._target = host, port
        self._links: set[_Link] = set()
        self._is_cut = False
        # In seconds: how long each piece of what is said takes.
        self._delay = 0.0
        self._passes = asyncio.Event()
        self._passes.set()
        self._server: asyncio.Server

    @property
    def port(self) -> int:
        """Where it listens on 127.0.0.1."""
        port: int = self._server.sockets[0].getsockname()[1]
        return port

    async def start(self) -> None:
        """Begin to listen."""
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", 0)

    async def stop(self) -> None:
        """Listen no more, and cut what there is."""
        self._server.close()
        self.cut()
        self._passes.set()

    # -- how bad it is ----------------------------------------------------------------------------

    def cut(self) -> None:
        """Break every connection, and refuse new ones."""
        self._is_cut = True
        for link in tuple(self._links):
            link.cut()

    def slow(self, seconds: float) -> None:
        """Let each piece take so long."""
        self._delay = seconds

    def mute(self) -> None:
        """Let nothing through: what is said meanwhile arrives afterwards."""
        self._passes.clear()

    def lose(self) -> None:
        """Let nothing through, and what is connected now never again; nobody is told so."""
        self.mute()
        for link in self._links:
            link.is_lost = True

    def heal(self) -> None:
        """Let all be well again."""
        self._is_cut, self._delay = False, 0.0
        self._passes.set()

    # -- what passes ------------------------------------------------------------------------------

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if self._is_cut:
            writer.transport.abort()
            return
        with contextlib.suppress(OSError):
            answer, there = await asyncio.open_connection(*self._target)
            link = _Link(writer, there)
            self._links.add(link)
            try:
                await asyncio.gather(self._pass(link, reader, there), self._pass(link, answer, writer))
            finally:
                self._links.discard(link)
                link.cut()

    async def _pass(self, link: _Link, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while said := await reader.read(CHUNK):
            if self._delay:
                await asyncio.sleep(self._delay)
            await self._passes.wait()
            if not link.is_lost:
                writer.write(said)
                await writer.drain()
        # Whoever ends it is heard at the other end, unless that is lost.
        if not link.is_lost and writer.can_write_eof():
            writer.write_eof()


@contextlib.asynccontextmanager
async def proxied(host: str, port: int) -> AsyncIterator[Proxy]:
    """A proxy before that server, until the end."""
    proxy = Proxy(host, port)
    await proxy.start()
    try:
        yield proxy
    finally:
        await proxy.stop()
