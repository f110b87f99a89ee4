"""Where the sandbox meets the rest of the bot: these few lines, and nothing else."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import ExitStack, suppress
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from simcord import Env

from bot import app
from bot.sandbox import demo
from bot.sandbox.room import Room, Stopped, opened, stoppable, unless, welcome
from bot.sandbox.world import World
from bot.storage.address import Address
from bot.storage.database import open_database
from bot.storage.schema import migrate_database

if TYPE_CHECKING:
    from bot.app import Waypost
    from bot.config import Config


class Present:
    """The bot's clock: simulated time once there is a simulation, read from any thread."""

    env: Env | None = None

    def __call__(self) -> datetime:
        return self.env.now() if self.env else datetime.now(UTC)


async def play(config: Config, *, port: int, announce: Callable[[str], None]) -> None:
    """Build the bot, put it into the sandbox, and stay until Ctrl+C or SIGTERM."""
    with stoppable() as stop, suppress(Stopped):
        present = Present()
        if demo.take_back(config.sandbox.database):
            announce("The last start ended in the middle of a demo campaign. That campaign is begun anew.")
        waypost = await _built(config, present)
        try:
            present.env = room = Room(waypost)
            await _visit(room, waypost, port, announce, stop)
        finally:
            await waypost.close()


async def _built(config: Config, now: Callable[[], datetime]) -> Waypost:
    """The bot on the sandbox's own database file, whatever database the settings name otherwise."""
    place = Address.parse(f"sqlite:///{config.sandbox.database}")
    await migrate_database(place, folder=config.backup.folder, keep=config.backup.keep)
    waypost = app.assemble(open_database(place), now=now)
    # This Discord forgets its commands with the process, whatever the bot remembers of sending them.
    waypost.must_sync = True
    if config.discord.all_commands:
        waypost.list_all()
    return waypost


async def _visit(
    room: Room, waypost: Waypost, port: int, announce: Callable[[str], None], stop: asyncio.Event
) -> None:
    with ExitStack() as holding:
        # Until it is settled what must be posted again, nothing is: else it would be posted twice.
        holding.enter_context(waypost.delivery.held())

        async def furnish(env: Env, world: World) -> None:
            # What is seeded now is posted already, and needs no message of its own once more.
            await demo.repost(env, world, waypost)
            holding.close()
            await unless(stop, demo.seed(world, waypost, announce))

        past, made = await demo.latest_id(waypost), await demo.made_channels(waypost)
        things = demo.SUGGESTIONS
        async with opened(
            room,
            port=port,
            past=past,
            made=made,
            suggestions=things,
            furnish=furnish,
            journey=waypost.at_leisure,
        ) as visit:
            announce(welcome(visit, things))
            await stop.wait()
