"""A network between the bot and its PostgreSQL server that falls mute as a test says: nothing is closed."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress

from bot.storage.address import Address

COMMIT = b"COMMIT\0"


class _Pair:
    """One connection of the bot's, and the one that goes on to the server."""

    def __init__(self, network: Network, client: asyncio.StreamWriter, server: asyncio.StreamWriter) -> None:
        self.is_lost = False
        self._network = network
        self._ends = {"up": server, "down": client}

    async def carry(self, way: str, reader: asyncio.StreamReader) -> None:
        """Hand on what comes, as long as the network lets it."""
        with suppress(ConnectionError):
            while data := await reader.read(1 << 16):
                if way == "up":
                    self._network.met(data, self)
                await self._network.speaks.wait()
                if not self.is_lost:
                    self._ends[way].write(data)
        if not self.is_lost:
            self._ends[way].close()

    def hand_on(self, data: bytes) -> None:
        """To the server, at once."""
        self._ends["up"].write(data)

    def close(self) -> None:
        """At the end of the test."""
        for end in self._ends.values():
            end.close()


class Network:
    """Stands between; `address` is where the bot finds its database through it."""

    def __init__(self, server: Address) -> None:
        self.speaks = asyncio.Event()
        self.speaks.set()
        self.opened = 0
        self._server = server
        self._pairs: list[_Pair] = []
        self._port = 0
        # What is done once, with the next bytes that hold these on their way: before they are handed on.
        self._befalls: tuple[bytes, Callable[[bytes, _Pair], None]] | None = None

    @property
    def address(self) -> Address:
        """The server's database, by way of this network."""
        return Address(self._server.url.set(host="127.0.0.1", port=self._port))

    def mute(self) -> None:
        """Hand on nothing from now on."""
        self.speaks.clear()

    def speak(self, *, forgetting: bool = False) -> None:
        """Hand on again, late, what came meanwhile; or nothing, ever, on any connection there is."""
        if forgetting:
            self.forget()
        self.speaks.set()

    def forget(self) -> None:
        """Let every connection that there is be dead, and say so to neither end."""
        for pair in self._pairs:
            pair.is_lost = True

    def lose_commit(self, *, is_done: bool, then: Callable[[], None] = lambda: None) -> None:
        """Let the next commit reach the server and its answer not the bot; or not even that."""
        self._lose(COMMIT, is_done=is_done, then=then)

    def lose_after(self, words: bytes) -> None:
        """Let what holds these words reach the server, and nothing after it either end."""
        self._lose(words, is_done=True)

    def _lose(self, words: bytes, *, is_done: bool, then: Callable[[], None] = lambda: None) -> None:
        def lose(data: bytes, pair: _Pair) -> None:
            if is_done:
                pair.hand_on(data)
            pair.is_lost = True
            then()

        self._befalls = words, lose

    def hold_at_commit(self) -> None:
        """Fall mute with the next commit on its way."""
        self._befalls = COMMIT, lambda _data, _pair: self.mute()

    def met(self, data: bytes, pair: _Pair) -> None:
        """The bot said that."""
        if self._befalls is not None and self._befalls[0] in data:
            (_, befall), self._befalls = self._befalls, None
            befall(data, pair)

    async def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.opened += 1
        url = self._server.url
        there, up = await asyncio.open_connection(url.host or "127.0.0.1", url.port or 5432)
        pair = _Pair(self, writer, up)
        self._pairs.append(pair)
        await asyncio.gather(pair.carry("up", reader), pair.carry("down", there))

    async def open(self) -> asyncio.Server:
        """Begin to listen."""
        listening = await asyncio.start_server(self._accept, "127.0.0.1", 0)
        self._port = listening.sockets[0].getsockname()[1]
        return listening

    def close(self) -> None:
        """Drop everything."""
        self.speaks.set()
        for pair in self._pairs:
            pair.close()


@asynccontextmanager
async def network(server: Address) -> AsyncIterator[Network]:
    """A network to that server until the end of the test."""
    made = Network(server)
    listening = await made.open()
    try:
        yield made
    finally:
        listening.close()
        made.close()
