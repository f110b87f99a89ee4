"""Visits to the demo campaigns, and a sandbox that somebody has visited already, to be copied."""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import ExitStack, asynccontextmanager
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path

from simcord import Env

from bot.app import Waypost
from bot.config import BackupSection, Config, SandboxSection
from bot.sandbox import demo, wiring
from bot.sandbox.room import Room, Visit, opened
from bot.sandbox.world import World
from tests.databases import settle

FILE = "sandbox.db"


@dataclass(frozen=True)
class Furnished:
    """What the first visit left: its database, and the threads that its adventurers had."""

    database: Path
    threads: tuple[tuple[int, str], ...]

    def copied(self, folder: Path) -> None:
        """Let whoever visits in that folder be the next one."""
        shutil.copy(self.database, folder / FILE)


def furnish(folder: Path) -> Furnished:
    """A first visit, in which nobody does anything."""

    async def visit_once() -> tuple[tuple[int, str], ...]:
        async with visited(folder) as (visit, _):
            return tuple((thread.id, str(thread.name)) for thread in visit.world.city.threads)

    threads = asyncio.run(visit_once())
    settle(folder / FILE)
    return Furnished(folder / FILE, threads)


@asynccontextmanager
async def visited(
    folder: Path, *, furnish: Callable[[World], Awaitable[None]] | None = None
) -> AsyncIterator[tuple[Visit, Waypost]]:
    """The sandbox as a process of its own opens it, or with one campaign alone."""
    config = Config(sandbox=SandboxSection(database=folder / FILE), backup=BackupSection(folder=folder))
    present = wiring.Present()
    waypost = await wiring._built(config, present)
    holding = ExitStack()
    holding.enter_context(waypost.delivery.held())

    async def all_of_it(env: Env, world: World) -> None:
        await demo.repost(env, world, waypost)
        holding.close()
        await (demo.seed(world, waypost) if furnish is None else furnish(world))

    try:
        present.env = room = Room(waypost)
        past, made = await demo.latest_id(waypost), await demo.made_channels(waypost)
        async with opened(
            room, port=0, past=past, made=made, furnish=all_of_it, journey=waypost.at_leisure
        ) as visit:
            # What no reply has shown, the delivery posts.
            await visit.clock.travel(timedelta(minutes=1))
            async with visit.turn:
                await waypost.delivery.idle()
            yield visit, waypost
    finally:
        await waypost.close()
