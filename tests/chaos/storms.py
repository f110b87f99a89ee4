"""What goes wrong: the network, Discord and the database, one or two at a time, and calm between."""

from __future__ import annotations

import asyncio
import random
import sqlite3
from collections import Counter
from collections.abc import Awaitable, Callable, Coroutine, Iterator
from contextlib import closing, suppress
from dataclasses import dataclass, field
from typing import Any

from bot.storage.address import Address
from tests.harness.processes import RecorderProcess, RemoteBot
from tests.harness.proxy import Proxy

# What Discord answers with, as shares of the requests; in seconds, how long it takes at most.
ANSWERS: dict[str, dict[str, float]] = {
    "502 after the deed": {"bad_gateway": 0.5},
    "503": {"unavailable": 1.0},
    "503 now and then": {"unavailable": 0.4, "latency": 0.3},
    "no posts": {"no_posts": 1.0},
    "few posts": {"no_posts": 0.6},
    "429": {"limited": 0.4},
    "closed sockets": {"drop": 0.4},
    "slow answers": {"latency": 2.5},
}
# A full disk, and one that takes anything, in pages of SQLite.
FULL, ROOMY = 1, 1 << 30
LOST = "Discord: lost"


@dataclass
class Storm:
    """One thing that goes wrong, and how it is mended."""

    name: str
    begin: Callable[[], Awaitable[Any]]
    end: Callable[[], Awaitable[Any]]


@dataclass
class Weather:
    """Brings storms at random, and remembers when there was one."""

    dice: random.Random
    discord: RecorderProcess
    bot: RemoteBot
    to_discord: Proxy
    to_database: Proxy | None
    address: Address
    # In seconds, the shortest and the longest that a storm lasts, and calm.
    lasts: tuple[float, float]
    calms: tuple[float, float]
    # Connections that are lost without a word: it takes the library a minute to notice.
    loses: bool = True
    log: list[tuple[float, float, str]] = field(default_factory=list)
    _locks: list[sqlite3.Connection] = field(default_factory=list)
    _now: list[float] = field(default_factory=list)

    async def over(self, playing: Coroutine[Any, Any, None], seconds: float) -> None:
        """Storms while people play; then all is mended."""
        async with asyncio.TaskGroup() as together:
            together.create_task(playing)
            together.create_task(self._rage(seconds))

    async def _rage(self, seconds: float) -> None:
        loop = asyncio.get_running_loop()
        until = loop.time() + seconds
        while loop.time() < until:
            struck = self.dice.choices(((0,), (1,), (0, 1)), (6, 4, 2))[0]
            storms = [
                self.dice.choice(list((self._of_discord, self._of_database)[each]())) for each in struck
            ]
            began = loop.time()
            self._now.append(began)
            for storm in storms:
                await storm.begin()
            await asyncio.sleep(self.dice.uniform(*self.lasts))
            for storm in storms:
                await storm.end()
            self._now.clear()
            self.log.append((began, loop.time(), " + ".join(storm.name for storm in storms)))
            await asyncio.sleep(self.dice.uniform(*self.calms))

    def was_calm(self, since: float, until: float) -> bool:
        """Whether nothing was wrong in that time, by the loop's clock."""
        return not self._now and all(end < since or begin > until for begin, end, _ in self.log)

    @property
    def lost(self) -> float:
        """When connections to Discord were last lost without a word."""
        return max((end for _, end, name in self.log if LOST in name), default=0.0)

    @property
    def counts(self) -> Counter[str]:
        """How often each came."""
        return Counter(name for _, _, both in self.log for name in both.split(" + "))

    # -- kinds ----------------------------------------------------------------------------------------

    def _of_discord(self) -> Iterator[Storm]:
        yield from self._network("Discord", self.to_discord)
        for name, faults in ANSWERS.items():
            yield Storm(f"Discord: {name}", _later(self.discord.faults, **faults), self.discord.faults)

    def _of_database(self) -> Iterator[Storm]:
        if self.to_database is not None:
            yield from self._network("the database", self.to_database)
        else:
            yield Storm("the database: locked", self._lock, self._unlock)
            yield Storm("the database: full disk", self._fill(FULL), self._fill(ROOMY))

    def _network(self, name: str, proxy: Proxy) -> Iterator[Storm]:
        ways: dict[str, Callable[[], None]] = {
            "cut": proxy.cut,
            "slow": lambda: proxy.slow(self.dice.uniform(0.01, 0.15)),
            "mute": proxy.mute,
        }
        if self.loses:
            ways["lost"] = proxy.lose
        for way, begin in ways.items():
            yield Storm(f"{name}: {way}", _at_once(begin), _at_once(proxy.heal))

    async def _lock(self) -> None:
        """Somebody else writes, and doesn't end."""
        connection = sqlite3.connect(self.address.path, isolation_level=None, timeout=0)
        self._locks.append(connection)
        with suppress(sqlite3.OperationalError):
            connection.execute("BEGIN IMMEDIATE")

    async def _unlock(self) -> None:
        with closing(self._locks.pop()):
            pass

    def _fill(self, pages: int) -> Callable[[], Awaitable[Any]]:
        return _later(self.bot.call, "tests.chaos.factory:limit_disk", pages=pages)


def _later(
    function: Callable[..., Awaitable[Any]], *args: Any, **options: Any
) -> Callable[[], Awaitable[Any]]:
    return lambda: function(*args, **options)


def _at_once(function: Callable[[], None]) -> Callable[[], Awaitable[None]]:
    async def run() -> None:
        function()

    return run
