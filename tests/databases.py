"""Migrated databases for tests: made once a session, then copied."""

from __future__ import annotations

import asyncio
import shutil
import sqlite3
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, closing, contextmanager
from pathlib import Path

import pytest

from bot.storage.address import Address
from bot.storage.schema import migrate_database
from tests.refilled import Refilled
from tests.throwaway import administer, create_postgres

MIGRATED = "migrated"


class Templates:
    """A migrated database of each engine for tests to copy, and what else they keep to begin with."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._postgres: Address | None = None
        self._refilled: Refilled | None = None
        self._number = 0

    def sqlite(self, target: Path) -> Address:
        """A migrated SQLite database of one's own."""
        if not self._file(MIGRATED).exists():
            asyncio.run(self._migrate_sqlite())
        return self._copied_file(MIGRATED, target)

    @contextmanager
    def postgres(self) -> Iterator[Address]:
        """A migrated PostgreSQL database of one's own; skips the test where there is no server."""
        if self._postgres is None:
            asyncio.run(self._migrate_postgres())
        made = asyncio.run(self._copied_postgres())
        try:
            yield made
        finally:
            asyncio.run(administer(f"DROP DATABASE {made.url.database} WITH (FORCE)"))

    @asynccontextmanager
    async def keeping(self, engine: str, name: str) -> AsyncIterator[Address]:
        """A migrated database; what it holds in the end is kept under that name."""
        async with self.copied(engine, MIGRATED, self._folder) as address:
            yield address
            if address.is_sqlite:
                settle(address.path)
                address.path.rename(self._file(name))
            else:
                await self._refill().save(name)

    @asynccontextmanager
    async def copied(self, engine: str, name: str, folder: Path) -> AsyncIterator[Address]:
        """A database that holds what is kept under that name; on PostgreSQL the same one every time."""
        if engine == "sqlite":
            if not self._file(MIGRATED).exists():
                await self._migrate_sqlite()
            yield self._copied_file(name, folder / "waypost.db")
            return
        if self._refilled is None:
            await self._migrate_postgres()
            made = await self._copied_postgres()
            # Nobody cuts its power either: see the fixtures.
            await administer(f"ALTER DATABASE {made.url.database} SET synchronous_commit = off")
            self._refilled = Refilled(made)
            await self._refilled.save(MIGRATED)
        yield await self._refilled.fill(name)

    def filled(self, engine: str, folder: Path) -> Address:
        """A migrated database; on PostgreSQL the same one every time, which no second test may hold on to."""

        async def filled() -> Address:
            async with self.copied(engine, MIGRATED, folder) as address:
                return address

        return asyncio.run(filled())

    def _refill(self) -> Refilled:
        assert self._refilled is not None
        return self._refilled

    def _file(self, name: str) -> Path:
        return self._folder / f"{name}.template"

    def _copied_file(self, name: str, target: Path) -> Address:
        shutil.copy(self._file(name), target)
        return Address.of_file(target)

    async def _migrate_sqlite(self) -> None:
        made = self._folder / "template.db"
        await migrate_database(Address.of_file(made), folder=self._folder, keep=1)
        settle(made)
        made.rename(self._file(MIGRATED))

    async def _migrate_postgres(self) -> None:
        if self._postgres is None:
            made = await create_postgres()
            await migrate_database(made, folder=self._folder, keep=1)
            self._postgres = made

    async def _copied_postgres(self) -> Address:
        assert self._postgres is not None
        self._number += 1
        template = str(self._postgres.url.database)
        name = f"{template}_{self._number}"
        await administer(f"CREATE DATABASE {name} TEMPLATE {template}")
        return Address(self._postgres.url.set(database=name))

    def close(self) -> None:
        """Drop what PostgreSQL still holds."""
        refilled = self._refilled.address if self._refilled is not None else None
        for made in (refilled, self._postgres):
            if made is not None:
                asyncio.run(administer(f"DROP DATABASE IF EXISTS {made.url.database} WITH (FORCE)"))


def settle(file: Path) -> None:
    """Write everything into the file itself, so that it can be copied alone."""
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")


ENGINES = ("sqlite", pytest.param("postgres", marks=pytest.mark.postgres))
