"""A PostgreSQL database that test after test uses: to fill it anew is far quicker than to make a new one."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import asyncpg

from bot.storage.address import Address
from bot.storage.models import metadata

TABLES = [table.name for table in metadata.sorted_tables]
# Rows that are only deleted leave something behind: after so many times it is swept up.
SWEPT = 16
HOLD_ROWS = " UNION ALL ".join(
    f"SELECT '{table}' WHERE EXISTS (SELECT FROM public.{table})" for table in TABLES
)
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
        # Of what is kept under each name, which tables hold rows.
        self._kept: dict[str, list[str]] = {}

    async def save(self, name: str) -> None:
        """Keep what it holds now."""
        steps = [f"CREATE SCHEMA {name}", KEEP_COUNTERS.format(name=name)]
        steps += [f"CREATE TABLE {name}.{table} AS TABLE public.{table}" for table in TABLES]
        async with self._connected() as connection:
            await connection.execute(";".join(steps))
            self._kept[name] = await _hold_rows(connection)

    async def fill(self, name: str) -> Address:
        """Let it hold that again, and nothing else, and nobody be in it."""
        whole = ", ".join(f"public.{table}" for table in TABLES)
        async with self._connected() as connection:
            async with connection.transaction():
                # Whoever is still going must be gone before.
                await connection.execute(f"{SEND_AWAY}; LOCK TABLE {whole}")
                full = await _hold_rows(connection)
                # Not truncated: new files for sixty tables and indexes would have to reach the disk.
                steps = [f"DELETE FROM public.{table}" for table in reversed(full)]
                steps += [
                    f"INSERT INTO public.{table} SELECT * FROM {name}.{table}" for table in self._kept[name]
                ]
                steps.append(SET_COUNTERS.format(name=name))
                await connection.execute(";".join(steps))
            self._filled += 1
            if self._filled % SWEPT == 0:
                await connection.execute(f"VACUUM (TRUNCATE FALSE) {whole}")
        return self.address

    @asynccontextmanager
    async def _connected(self) -> AsyncIterator[Any]:
        url = self.address.url.render_as_string(hide_password=False)
        connection = await asyncpg.connect(url, timeout=5, command_timeout=60)
        try:
            yield connection
        finally:
            await connection.close()


async def _hold_rows(connection: Any) -> list[str]:
    """The tables that hold any, those that others refer to first."""
    found = {row[0] for row in await connection.fetch(HOLD_ROWS)}
    return [table for table in TABLES if table in found]
