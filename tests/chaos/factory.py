"""What is asked of the bot that lives through the storms, in its process."""

from __future__ import annotations

import asyncio
import ctypes
import gc
import os
from pathlib import Path
from typing import Any

import discord

from bot.app import Waypost
from bot.storage.database import SqliteDatabase
from bot.ui import reply
from tests.crash import factory

PAGE = os.sysconf("SC_PAGE_SIZE")
prepare, make = factory.prepare, factory.make


async def limit_disk(client: discord.Client, *, pages: int) -> None:
    """Let the database's file have so many pages, or as many as it has by now."""
    assert isinstance(client, Waypost)
    assert isinstance(client.database, SqliteDatabase)
    await client.database._writer.run(
        lambda connection: connection.exec_driver_sql(f"PRAGMA max_page_count = {pages}").all()
    )


async def quiet(client: discord.Client, **_: Any) -> None:
    """Wait until everybody is answered, then deliver until nothing is under way."""
    assert isinstance(client, Waypost)
    await client.delivery._unclaimed.wait()
    while reply._late:
        await asyncio.wait(set(reply._late))
    await factory.drain(client)


async def memory(_client: discord.Client, **_: Any) -> int:
    """How much of it the process has, in bytes, garbage taken away and what is free given back.

    What the C library keeps of freed memory rises with every storm's requests, to 40 MB and more; beside it
    no leak would show.
    """
    gc.collect()
    if give_back := getattr(ctypes.CDLL(None), "malloc_trim", None):
        give_back(0)
    return int(Path("/proc/self/statm").read_text().split()[1]) * PAGE
