"""Time in the sandbox: level with the wall clock, or ahead of it by what was travelled."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from datetime import UTC, datetime, timedelta

import discord
from simcord import Env, SetupError

from bot.sandbox.traces import forget, happened

log = logging.getLogger(__name__)
# Who is told how far a journey has come, and what is entered until it arrives.
Told = Callable[[timedelta], Awaitable[None]]
Journey = Callable[[datetime], AbstractContextManager[None]]

TICK = 0.5
# SimCord gives everything the bot does on the way five seconds of real time; an hour needs far less.
STEP = timedelta(hours=1)
# So much more passes on a journey: what the bot finds due on arrival it shows a moment later.
LAST_LOOK = timedelta(seconds=1)
# On a busy computer an hour takes more than one go. After so many, later ticks finish it.
TRIES = 12


def wind(env: Env, now: datetime, past: int = 0) -> None:
    """Set the clock to `now`, or to just after the id `past` was made, whichever is later.

    Ids follow the clock, so none made from here on repeats one that an earlier process handed out:
    the wall clock went on since. `past` guards the cases in which it did not (a clock set back, an
    earlier process that had travelled ahead).
    """
    target = max(now, discord.utils.snowflake_time(past))
    env.backend.advance_clock(max(0.0, (target - env.now()).total_seconds()))
    while env.backend.snowflake() <= past:
        env.backend.advance_clock(0.001)


@contextmanager
def as_ever(_until: datetime) -> Iterator[None]:
    """A journey that the bot is told nothing of."""
    yield


class Clock:
    """Moves simulated time along, and tells the pages when something happened.

    `turn` is held by whoever drives the simulation: SimCord refuses two at a time.
    """

    def __init__(
        self,
        env: Env,
        turn: asyncio.Lock,
        publish: Callable[[], Awaitable[None]],
        wall: Callable[[], datetime] = lambda: datetime.now(UTC),
        journey: Journey = as_ever,
    ) -> None:
        self._env = env
        self._turn = turn
        self._publish = publish
        self._wall = wall
        self._journey = journey
        self._ahead = env.now() - wall()
        self._published = -1

    def now(self) -> datetime:
        """The simulated time."""
        return self._env.now()

    async def run(self) -> None:
        """Tick until cancelled."""
        while True:
            await self.tick()
            await asyncio.sleep(TICK)

    async def travel(self, distance: timedelta, told: Told | None = None) -> None:
        """Let that much time pass at once; whatever falls due on the way happens.

        How much of it has passed is `told` after each hour.
        """
        start, arrival = self._ahead, self._ahead + distance + LAST_LOOK
        with self._journey(self.now() + distance):
            while self._ahead < arrival:
                self._ahead = min(arrival, self._ahead + STEP)
                for _ in range(TRIES):
                    if await self.tick():
                        break
                if told is not None:
                    await told(min(distance, self._ahead - start))

    async def tick(self) -> bool:
        """Catch up with the wall clock, and publish what happened since the last time; whether it did."""
        async with self._turn:
            try:
                await self._catch_up()
                return True
            except (SetupError, TimeoutError) as problem:
                # Something else drives the simulation, or the bot is still busy: the next tick makes
                # up for this one, because it moves to a time and not by an amount.
                log.info("the sandbox clock skipped a tick: %s", problem)
                return False

    async def _catch_up(self) -> None:
        behind = (self._wall() + self._ahead - self._env.now()).total_seconds()
        if behind > 0:
            await self._env.advance_time(behind)
        news = happened(self._env)
        # Pages are told only of news: each publication makes what a page shows a little out of date.
        if news != self._published:
            forget(self._env)
            await self._publish()
            self._published = news
