"""A visit: the world is built, the bot is started in it, and the pages are served until someone stops it."""

from __future__ import annotations

import asyncio
import contextlib
import math
import signal
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from discord.ext import commands
from simcord import Env

from bot.errors import UserError
from bot.sandbox import world as worlds
from bot.sandbox.clock import Clock, Journey, as_ever, wind
from bot.sandbox.launcher import Launcher, Suggestion
from bot.sandbox.seats import Seats
from bot.sandbox.server import HOST, Server
from bot.sandbox.traces import count
from bot.sandbox.world import MadeChannel, World

Furnish = Callable[[Env, World], Awaitable[None]]

# In seconds: how long the bot is waited for in one go, and altogether once the doors are open.
GO, PATIENCE = 5.0, 30.0
# In seconds. Where what was begun is all but done, SimCord looks again only so much later.
IDLE = 0.002


class Room(Env):
    """SimCord's environment; a person's mistake that the bot answers is no error of the bot.

    SimCord gives the bot seconds for whatever it does, and then reports that it didn't settle. A slow machine
    isn't given up: it is waited for again.
    """

    bot: commands.Bot
    # In seconds. Until the doors are open a start may take as long as it takes.
    patience = math.inf

    def __init__(self, bot: commands.Bot) -> None:
        super().__init__(bot, settle_timeout=GO)

    async def _settle_internal(
        self,
        *,
        timeout: float | None = None,  # noqa: ASYNC109  SimCord's own
        idle: float = 0.05,
        dispatch: str | None = None,
        _deadline: float | None = None,
    ) -> None:
        settle = super()._settle_internal
        # What is set up before the doors are open counts on what came before it: that isn't hurried.
        idle = min(idle, IDLE) if math.isfinite(self.patience) else idle
        await self._patiently(
            settle(timeout=timeout and min(timeout, GO), idle=idle, dispatch=dispatch, _deadline=_deadline),
            lambda: settle(idle=idle, dispatch=dispatch),
        )

    async def _advance_to(self, target: float, deadline: float) -> None:
        advance = super()._advance_to
        await self._patiently(
            advance(target, deadline), lambda: advance(target, asyncio.get_running_loop().time() + GO)
        )

    async def _patiently(
        self, first: Coroutine[Any, Any, None], again: Callable[[], Coroutine[Any, Any, None]]
    ) -> None:
        loop = asyncio.get_running_loop()
        given_up = loop.time() + self.patience
        work = first
        while True:
            try:
                return await work
            except TimeoutError:
                if loop.time() >= given_up:
                    raise
                work = again()

    def _record_error(self, error: BaseException) -> None:
        cause = getattr(error, "original", error)
        if not isinstance(cause, UserError):
            super()._record_error(error)


@dataclass(frozen=True)
class Visit:
    """A running sandbox. Whoever drives it from outside the pages takes `turn` first."""

    env: Env
    world: World
    turn: asyncio.Lock
    clock: Clock
    seats: Seats
    server: Server

    @property
    def address(self) -> str:
        """The address that a browser opens."""
        return f"http://{HOST}:{self.server.port}/"


async def nothing(_env: Env, _world: World) -> None:
    """Leave the world without furniture."""


@asynccontextmanager
async def opened(
    env: Room,
    *,
    port: int,
    past: int = 0,
    made: tuple[MadeChannel, ...] = (),
    suggestions: tuple[Suggestion, ...] = (),
    furnish: Furnish = nothing,
    journey: Journey = as_ever,
) -> AsyncIterator[Visit]:
    """The room's server, furnished and served; everything stops on leaving.

    `past` is the highest id the database remembers: every id made in here is greater. `made` are the channels
    it remembers; they are there before the bot is, which would take them for deleted. `journey` is entered
    while somebody lets time pass, with when that ends.
    """
    count(env)
    world = worlds.build(env)
    worlds.restore(world, made)
    wind(env, datetime.now(UTC), past)
    await env.start()
    try:
        visit = _prepared(env, world, port, suggestions, journey)
        async with visit.seats:
            async with visit.turn:
                await furnish(env, world)
            env.patience = PATIENCE
            async with _running(visit.clock):
                yield visit
            # What the bot has begun it finishes: a delivery is written down once its message is posted.
            with contextlib.suppress(TimeoutError):
                async with visit.turn:
                    await env.settle()
    finally:
        await env.shutdown()


def _prepared(
    env: Room,
    world: World,
    port: int,
    suggestions: tuple[Suggestion, ...],
    journey: Journey,
) -> Visit:
    turn = asyncio.Lock()
    seats = Seats(world, turn)
    clock = Clock(env, turn, seats.refresh, journey=journey)
    server = Server(seats, port, Launcher(world, seats, clock, suggestions).routes())
    seats._server = server
    return Visit(env, world, turn, clock, seats, server)


@asynccontextmanager
async def _running(clock: Clock) -> AsyncIterator[None]:
    task = asyncio.create_task(clock.run(), name="sandbox clock")
    try:
        yield
    finally:
        task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await task


class Stopped(Exception):
    """Somebody stopped the sandbox before its doors were open."""


async def unless(stop: asyncio.Event, work: Coroutine[Any, Any, None]) -> None:
    """Do the work. Raises Stopped where somebody stops the sandbox first."""
    working = asyncio.create_task(work)
    stopping = asyncio.create_task(stop.wait())
    try:
        await asyncio.wait((working, stopping), return_when=asyncio.FIRST_COMPLETED)
        if not working.done():
            raise Stopped
        await working
    finally:
        for task in (working, stopping):
            task.cancel()
        await asyncio.gather(working, stopping, return_exceptions=True)


@contextmanager
def stoppable() -> Iterator[asyncio.Event]:
    """An event that Ctrl+C or SIGTERM sets; a second one ends the process the hard way.

    Entered before anything else, so that no signal finds the door half open.
    """
    loop = asyncio.get_running_loop()
    asked = asyncio.Event()
    signs = (signal.SIGINT, signal.SIGTERM)

    def ask(sign: signal.Signals) -> None:
        if asked.is_set():
            loop.remove_signal_handler(sign)
            signal.raise_signal(sign)
        asked.set()

    for sign in signs:
        loop.add_signal_handler(sign, ask, sign)
    try:
        yield asked
    finally:
        for sign in signs:
            loop.remove_signal_handler(sign)


def welcome(visit: Visit, suggestions: tuple[Suggestion, ...]) -> str:
    """What the terminal says once the doors are open; the address stands on a line of its own."""
    server = visit.server
    moved = [f"Port {server.taken} is taken, so the sandbox uses the next free one, {server.port}.", ""]
    steps = [f"  {number}. {each.text}" for number, each in enumerate(suggestions, 1)]
    return "\n".join(
        [
            *(moved if server.taken else []),
            "Waypost is open, in a simulated Discord. Look at it in a browser:",
            "",
            visit.address,
            "",
            "Things to try:",
            *steps,
            "",
            "Ctrl+C stops it. The next start picks up where this one left off.",
        ]
    )
