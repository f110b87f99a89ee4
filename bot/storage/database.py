"""Connections. A transaction is one plain function over a SQLAlchemy `Connection`, on either engine.

SQLite runs it whole in a thread of our own on the standard driver: one writer thread is also the
writer lock, and no statement costs a hop between threads (measured: twice aiosqlite's throughput).
PostgreSQL runs it on asyncpg in a greenlet. In both, no await can slip into a transaction.
"""

from __future__ import annotations

import asyncio
import sqlite3
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

import sqlalchemy as sa

from bot.errors import Busy, Unkeepable
from bot.storage.address import APPLICATION, Address

if TYPE_CHECKING:
    from sqlalchemy.ext.asyncio import AsyncEngine

T = TypeVar("T")
Work = Callable[[sa.Connection], T]

READERS = 2
PRAGMAS = (
    "journal_mode = WAL",
    "synchronous = FULL",
    "foreign_keys = ON",
    # What one statement needs to be taken back alone would otherwise go through a file.
    "temp_store = MEMORY",
    "cache_size = -16000",
)


class Database(Protocol):
    """Where transactions run. The work may run twice: it must not keep anything outside its return."""

    address: Address

    @property
    def is_sqlite(self) -> bool:
        """Whether this is the embedded engine."""
        ...

    async def write(self, work: Work[T]) -> T:
        """Run the work in a transaction of its own and commit. Raises Busy where it could not in time."""
        ...

    async def read(self, work: Work[T]) -> T:
        """Run the work on one consistent state. Raises Busy."""
        ...

    async def dispose(self) -> None:
        """Let running transactions finish, then close every connection."""
        ...


def open_database(address: Address, *, pool_size: int = 5, patience: float = 20.0) -> Database:
    """The database of that address; `patience` is how many seconds a transaction may wait to begin."""
    if address.is_sqlite:
        return SqliteDatabase(address, patience=patience)
    return PostgresDatabase(address, pool_size=pool_size, patience=patience)


class SqliteDatabase:
    """One file, one writer thread, a few readers."""

    is_sqlite = True

    def __init__(self, address: Address, *, patience: float) -> None:
        self.address = address
        self._patience = patience
        address.path.parent.mkdir(parents=True, exist_ok=True)
        self._engine = sa.create_engine(
            address.engine_url,
            poolclass=sa.NullPool,
            # An error would tell what the statement wrote: seeds and secrets, on their way into the log.
            hide_parameters=True,
            connect_args={"check_same_thread": False, "timeout": patience},
        )
        sa.event.listen(self._engine, "connect", _prepare_sqlite)
        self._writer = _Threads("sqlite-writer", 1, self._engine, "BEGIN IMMEDIATE")
        self._reader = _Threads("sqlite-reader", READERS, self._engine, "BEGIN")

    async def write(self, work: Work[T]) -> T:
        """Run the work in the writer thread and commit. Raises Busy."""
        return await self._run(self._writer, work)

    async def read(self, work: Work[T]) -> T:
        """Run the work on one consistent state, beside the writer. Raises Busy."""
        return await self._run(self._reader, work)

    async def _run(self, threads: _Threads, work: Work[T]) -> T:
        deadline = time.perf_counter() + self._patience

        def job() -> T:
            if time.perf_counter() > deadline:
                raise Busy
            try:
                return threads.run(work)
            except sa.exc.OperationalError as error:
                if _is_locked(error):
                    raise Busy from error
                raise

        # Shielded: a caller that goes away must not cancel a job that waits its turn.
        return await asyncio.shield(asyncio.wrap_future(threads.pool.submit(job)))

    async def dispose(self) -> None:
        """Finish what runs or waits, then close."""
        for threads in (self._writer, self._reader):
            await asyncio.wrap_future(threads.pool.submit(lambda: None))
            threads.close()


class _Threads:
    """A few threads, each with a connection of its own that it keeps."""

    def __init__(self, name: str, number: int, engine: sa.Engine, begin: str) -> None:
        self.pool = ThreadPoolExecutor(number, thread_name_prefix=name)
        self._engine = engine
        self._begin = begin
        self._own = threading.local()
        self._connections: list[sa.Connection] = []

    def run(self, work: Work[T]) -> T:
        """Run the work in a transaction on this thread's connection."""
        connection = self._connection()
        with connection.begin():
            # Not from a listener of the engine's: one of those slows every statement by a third.
            connection.exec_driver_sql(self._begin)
            return work(connection)

    def _connection(self) -> sa.Connection:
        connection: sa.Connection | None = getattr(self._own, "connection", None)
        if connection is None or connection.closed or connection.invalidated:
            connection = self._own.connection = self._engine.connect()
            self._connections.append(connection)
        return connection

    def close(self) -> None:
        """Let running work finish, then close the connections."""
        self.pool.shutdown(wait=True)
        for connection in self._connections:
            connection.close()


def _prepare_sqlite(connection: sqlite3.Connection, _record: Any) -> None:
    # The driver's own transaction control begins too late and loses updates: ours does it.
    connection.isolation_level = None
    for pragma in PRAGMAS:
        connection.execute(f"PRAGMA {pragma}")


def _is_locked(error: sa.exc.OperationalError) -> bool:
    code = getattr(error.orig, "sqlite_errorcode", 0) & 0xFF
    return code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)


class PostgresDatabase:
    """A pool of asyncpg connections; a connection that broke is replaced and the work run again."""

    is_sqlite = False

    def __init__(self, address: Address, *, pool_size: int, patience: float) -> None:
        # Beside SQLite nobody needs it, and it brings the whole ORM along.
        from sqlalchemy.ext.asyncio import create_async_engine

        self.address = address
        self._patience = patience
        milliseconds = str(int(patience * 1000))
        self._engine = create_async_engine(
            address.engine_url,
            pool_size=pool_size,
            max_overflow=0,
            pool_timeout=patience,
            pool_use_lifo=True,
            hide_parameters=True,
            connect_args={
                "timeout": min(patience, 10.0),
                "server_settings": {
                    "application_name": APPLICATION,
                    "lock_timeout": milliseconds,
                    "timezone": "UTC",
                },
            },
        )
        # A look takes several statements, and what happens between them must not show.
        self._reading = self._engine.execution_options(isolation_level="REPEATABLE READ")

    async def write(self, work: Work[T]) -> T:
        """Run the work in a transaction and commit. Raises Busy.

        Work whose commit went unanswered runs again: the interaction id makes that harmless.
        """
        return await asyncio.shield(asyncio.ensure_future(self._persist(self._engine, work)))

    async def read(self, work: Work[T]) -> T:
        """Run the work on one consistent state. Raises Busy."""
        return await self._persist(self._reading, work)

    async def _persist(self, engine: AsyncEngine, work: Work[T]) -> T:
        deadline = time.perf_counter() + self._patience
        pause = 0.05
        while True:
            try:
                async with engine.begin() as connection:
                    return await connection.run_sync(work)
            except (TimeoutError, sa.exc.DBAPIError, sa.exc.TimeoutError, OSError) as error:
                if _is_unkeepable(error):
                    raise Unkeepable from error
                if not _is_passing(error):
                    raise
                if time.perf_counter() + pause > deadline or not _is_disconnect(error):
                    raise Busy from error
            await asyncio.sleep(pause)
            pause = min(pause * 2, 1.0)

    async def dispose(self) -> None:
        """Close every connection."""
        await self._engine.dispose()


# PostgreSQL's words for: going away, starting up, too many connections, lock not got in time.
_AWAY = {"57P01", "57P02", "57P03", "08000", "08001", "08003", "08004", "08006", "53300"}
_LOCKED = {"55P03", "40P01"}
# For a NUL, which no text of its own may hold.
_NO_CHARACTER = "22021"


def _is_disconnect(error: BaseException) -> bool:
    if isinstance(error, sa.exc.TimeoutError):
        return False
    if isinstance(error, sa.exc.DBAPIError):
        return error.connection_invalidated or _sqlstate(error) in _AWAY or _is_lost(error)
    return True


def _is_lost(error: sa.exc.DBAPIError) -> bool:
    return isinstance(error, sa.exc.InterfaceError) or isinstance(error.orig, OSError)


def _is_unkeepable(error: BaseException) -> bool:
    return isinstance(error, sa.exc.DBAPIError) and _sqlstate(error) == _NO_CHARACTER


def _is_passing(error: BaseException) -> bool:
    if isinstance(error, sa.exc.DBAPIError):
        return _is_disconnect(error) or _sqlstate(error) in _LOCKED
    return True


def _sqlstate(error: sa.exc.DBAPIError) -> str | None:
    state: str | None = getattr(error.orig, "sqlstate", None)
    return state
