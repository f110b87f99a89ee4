"""The bot that is killed: the real one, on the database the settings name, its retries sped up."""

from __future__ import annotations

import logging
import os
from datetime import timedelta
from typing import Any

import discord
import structlog

from bot import config
from bot.app import Waypost, assemble
from bot.storage.database import open_database
from bot.ui import delivery, pauses

SECONDS = float(os.environ.get("WAYPOST_TEST_RETRY", "0.2"))


async def prepare() -> None:
    """Read once what every bot reads at its start: those that are forked have it."""
    bot = assemble(open_database(config.load().database.address))
    bot.cogs_of_the_house()
    await bot.database.dispose()


async def make() -> Waypost:
    """Return a fresh bot, for a process of its own."""
    # Broken connections are what this is about: they are logged only for who asks.
    level = logging.getLevelNamesMapping()[os.environ.get("HARNESS_LOG", "CRITICAL")]
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(level))
    settings = config.load()
    place = settings.database
    bot = assemble(open_database(place.address, pool_size=place.pool_size, patience=place.timeout))
    bot.owed.keep_in(place.address.beside(settings.backup.folder, "owed"))
    # Mostly the outbox is asked every fifth of a second, and what failed waits as long at first.
    pauses.FIRST = timedelta(seconds=SECONDS)
    delivery.EVERY = SECONDS
    return bot


async def drain(client: discord.Client, **_: Any) -> None:
    """Deliver until nothing is under way; the parent looks whether anything is left."""
    assert isinstance(client, Waypost)
    client.delivery.soon()
    await client.delivery.idle()
