"""A PostgreSQL database that test after test uses: to fill it anew is far quicker than to make a new one."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import asyncpg

from bot.storage.address import Address
from bot.storage.models import metadata

TABLES = [table.name for table in metadata.sorted_tables]
# Rows that are only deleted leave something behind: after so many times the tables are made anew.
FRESH = 16
KEEP_COUNTERS = """
    CREATE TABLE {name}.counters AS
    SELECT sequencename::text AS name, last_value AS value FROM pg_sequences WHERE schemaname = 'public'
"""
SET_COUNTERS = """
    SELECT setval('public.' || quote_ident(name), coalesce(value, 1), value IS NOT NULL) FROM {name}.counters
"""
# Whoever a test that failed has left behind may hold a lock.
SEND_AWAY = """
    SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid()
"""


class Refilled:
    """One database; what its tables hold is kept beside them, by name, in a schema each."""

    def __init__(self, address: Address) -> None:
        self.address = address
        self._filled = 0

    async def save(self, name: str) -> None:
        """Keep what it holds now."""
        steps = [f"CREATE SCHEMA {name}", KEEP_COUNTERS.format(name=name)]
        steps += [f"CREATE TABLE {name}.{table} AS TABLE public.{table}" for table in TABLES]
        async with self._connected() as connection:
            await connection.execute(";".join(steps))

    async def fill(self, name: str) -> Address:
        """Let it hold that again, and nothing else, and nobody be in it."""
        whole = ", ".join(f"public.{table}" for table in TABLES)
        # Whoever is still going must be gone before.
        steps = [SEND_AWAY, f"LOCK TABLE {whole}"]
        if self._filled % FRESH:
            # New files for sixty tables and indexes have to reach the disk: eight times as long.
            steps += [f"DELETE FROM public.{table}" for table in reversed(TABLES)]
        else:
            steps.append(f"TRUNCATE {whole}")
        self._filled += 1
        steps += [f"INSERT INTO public.{table} SELECT * FROM {name}.{table}" for table in TABLES]
        steps.append(SET_COUNTERS.format(name=name))
        async with self._connected() as connection:
            await connection.execute(";".join(steps))
        return self.address

    @asynccontextmanager
    async def _connected(self) -> AsyncIterator[Any]:
        url = self.address.url.render_as_string(hide_password=False)
        connection = await asyncpg.connect(url, timeout=5, command_timeout=60)
        try:
            yield connection
        finally:
            await connection.close()
