"""The same statements on the bare driver: sqlite3 in one thread of its own, asyncpg in the loop's."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from typing import Any, Protocol

import asyncpg

from bot.storage.address import Address
from bot.storage.database import PRAGMAS
from tests.bench.statements import Transaction

POOL = 5


class Driver(Protocol):
    """Plays transactions."""

    async def play(self, transaction: Transaction) -> None:
        """Run the statements between BEGIN and COMMIT, and fetch what they give."""
        ...


@asynccontextmanager
async def open_driver(address: Address) -> AsyncIterator[Driver]:
    """The bare driver of that database."""
    if address.is_sqlite:
        driver = _Sqlite(address)
        yield driver
        driver.close()
        return
    url = address.url
    place = {"host": url.host, "port": url.port, "user": url.username, "database": url.database}
    async with asyncpg.create_pool(**place, password=url.password, min_size=POOL, max_size=POOL) as pool:
        yield _Postgres(pool)


class _Sqlite:
    def __init__(self, address: Address) -> None:
        self._thread = ThreadPoolExecutor(1)
        self._connection = sqlite3.connect(address.path, isolation_level=None, check_same_thread=False)
        for pragma in PRAGMAS:
            self._connection.execute(f"PRAGMA {pragma}")

    async def play(self, transaction: Transaction) -> None:
        await asyncio.wrap_future(self._thread.submit(self._play, transaction))

    def _play(self, transaction: Transaction) -> None:
        run = self._connection.execute
        run("BEGIN IMMEDIATE" if transaction.is_writing else "BEGIN")
        for statement in transaction.statements:
            if statement.is_many:
                self._connection.executemany(statement.text, statement.parameters)
            else:
                run(statement.text, statement.parameters).fetchall()
        run("COMMIT")

    def close(self) -> None:
        self._thread.shutdown()
        self._connection.close()


class _Postgres:
    def __init__(self, pool: Any) -> None:
        self._pool = pool

    async def play(self, transaction: Transaction) -> None:
        async with self._pool.acquire() as connection, connection.transaction():
            for statement in transaction.statements:
                if statement.is_many:
                    await connection.executemany(statement.text, statement.parameters)
                else:
                    await connection.fetch(statement.text, *statement.parameters)
