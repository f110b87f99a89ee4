"""Migrated databases for tests: made once a session, then copied."""

from __future__ import annotations

import asyncio
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from bot.storage.address import Address
from bot.storage.schema import migrate_database
from tests.throwaway import administer, create_postgres


class Templates:
    """One migrated database of each engine, for tests to copy."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._sqlite: Path | None = None
        self._postgres: Address | None = None
        self._number = 0

    def sqlite(self, target: Path) -> Address:
        """A migrated SQLite database of one's own."""
        if self._sqlite is None:
            made = self._folder / "template.db"
            asyncio.run(migrate_database(Address.of_file(made), folder=self._folder, keep=1))
            with closing(sqlite3.connect(made)) as connection:
                connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            self._sqlite = made
        shutil.copy(self._sqlite, target)
        return Address.of_file(target)

    @contextmanager
    def postgres(self) -> Iterator[Address]:
        """A migrated PostgreSQL database of one's own; skips the test where there is no server."""
        if self._postgres is None:
            self._postgres = asyncio.run(self._make_postgres())
        self._number += 1
        template = str(self._postgres.url.database)
        name = f"{template}_{self._number}"
        asyncio.run(administer(f"CREATE DATABASE {name} TEMPLATE {template}"))
        try:
            yield Address(self._postgres.url.set(database=name))
        finally:
            asyncio.run(administer(f"DROP DATABASE {name} WITH (FORCE)"))

    async def _make_postgres(self) -> Address:
        address = await create_postgres()
        await migrate_database(address, folder=self._folder, keep=1)
        return address

    def close(self) -> None:
        """Drop what PostgreSQL still holds."""
        if self._postgres is not None:
            asyncio.run(administer(f"DROP DATABASE IF EXISTS {self._postgres.url.database} WITH (FORCE)"))


ENGINES = ("sqlite", pytest.param("postgres", marks=pytest.mark.postgres))
