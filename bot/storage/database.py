"""Connections. A transaction is one plain function over a SQLAlchemy `Connection`, on either engine.

On SQLite aiosqlite owns each connection, its thread and its queue, and the function runs whole in that
thread: no statement costs a hop between threads, and the queue of the one writer is the writer lock.
PostgreSQL runs it on asyncpg in a greenlet. In both, no await can slip into a transaction.
"""

from __future__ import annotations

import asyncio
import math
import sqlite3
import time
from collections.abc import Callable, Coroutine
from contextvars import copy_context
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, TypeVar, cast
from weakref import WeakSet

import aiosqlite
import sqlalchemy as sa
from sqlalchemy.util import greenlet_spawn

from bot.errors import Busy, Undecided, Unkeepable, Unusable
from bot.storage.address import Address
from bot.storage.prepared import (
    command,
    end_others,
    give_up,
    is_lost,
    roll_back,
    write_together,
    write_waiting,
)
from bot.storage.schema import refusal

if TYPE_CHECKING:
    from bot.storage.links import Link

T = TypeVar("T")
Work = Callable[[sa.Connection], T]

READERS = 2
PRAGMAS = (
    "journal_mode = WAL",
    "synchronous = FULL",
    "foreign_keys = ON",
    # What one statement needs to be taken back alone would otherwise go through a file.
    "temp_store = MEMORY",
    "cache_size = -4000",
)


class Database(Protocol):
    """Where transactions run. The work may run twice: it must not keep anything outside its return."""

    address: Address

    @property
    def is_sqlite(self) -> bool:
        """Whether this is the embedded engine."""
        ...

    async def write(self, work: Work[T]) -> T:
        """Run the work in a transaction of its own and commit. Raises Busy where it could not in time.

        That is Undecided where the commit may have been done.
        """
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
    """One file, one writer, a few readers beside it: looks don't queue behind writes."""

    is_sqlite = True

    def __init__(self, address: Address, *, patience: float) -> None:
        self.address = address
        address.make_folder()
        self._writer = _Lane(address, "BEGIN IMMEDIATE", patience)
        self._readers = [_Lane(address, "BEGIN", patience) for _ in range(READERS)]

    async def write(self, work: Work[T]) -> T:
        """Run the work when it is its turn, and commit. Raises Busy."""
        return await self._writer.run(work)

    async def read(self, work: Work[T]) -> T:
        """Run the work on one consistent state, beside the writer. Raises Busy."""
        return await min(self._readers, key=_Lane.load).run(work)

    async def dispose(self) -> None:
        """Finish what runs or waits, then close."""
        for lane in (self._writer, *self._readers):
            await lane.close()


class _Running:
    """The transactions that run or wait: no caller that goes away cancels one, and closing waits for all."""

    def __init__(self) -> None:
        self._tasks: set[asyncio.Task[Any]] = set()
        self._is_closed = False

    def __len__(self) -> int:
        return len(self._tasks)

    async def run(self, transaction: Callable[[], Coroutine[Any, Any, T]]) -> T:
        """Run it to its end, whether or not the caller is still there then."""
        if self._is_closed:
            raise RuntimeError("the database is closed")
        task = asyncio.ensure_future(transaction())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return await asyncio.shield(task)

    async def close(self) -> None:
        """Take no more work, and wait until all that runs has ended."""
        self._is_closed = True
        if self._tasks:
            await asyncio.wait(self._tasks)


class _Lane:
    """A connection, opened when it is first needed, and the transactions that run on it one after another."""

    def __init__(self, address: Address, begin: str, patience: float) -> None:
        self._address = address
        self._begin = begin
        self._patience = patience
        self._owned: OwnedConnection | None = None
        self._opening = asyncio.Lock()
        self._running = _Running()

    def load(self) -> int:
        """How many transactions run or wait."""
        return len(self._running)

    async def run(self, work: Work[T]) -> T:
        """Run the work in a transaction of its own. Raises Busy."""
        return await self._running.run(lambda: self._transact(work))

    async def _transact(self, work: Work[T]) -> T:
        deadline = time.perf_counter() + self._patience

        # aiosqlite logs what it runs: the work and what it carries stay inside.
        def transaction() -> T:
            left = deadline - time.perf_counter()
            if left < 0:
                raise Busy
            owned.wait_for_others(min(self._patience, math.ceil(left)))
            return _transact(owned.link, self._begin, work)

        try:
            owned = self._owned or await self._opened()
            # What the work says, such as a refusal, it says in the language of whoever asked.
            speaking = copy_context()
            return await owned.call(lambda: speaking.run(transaction))
        except sa.exc.DBAPIError as error:
            if _is_locked(error):
                raise Busy from error
            if (why := refusal(error, self._address)) is not None:
                raise Unusable(why) from error
            raise

    async def _opened(self) -> OwnedConnection:
        async with self._opening:
            if self._owned is None:
                self._address.keep_private()
                self._owned = await OwnedConnection.open(self._address.path, self._patience)
            return self._owned

    async def close(self) -> None:
        """Let what runs or waits finish, then close the connection and end its thread."""
        await self._running.close()
        if self._owned is not None:
            await self._owned.close()
            self._owned = None


class OwnedConnection(aiosqlite.Connection):
    """A connection that aiosqlite owns, with SQLAlchemy let in; the raw one never leaves its thread.

    What aiosqlite keeps to itself and we need is used here and nowhere else: `_execute`, `_conn`, `_thread`.
    """

    link: sa.Connection
    _waits: float

    @classmethod
    async def open(cls, file: Path, patience: float) -> OwnedConnection:
        """Connect, and prepare the connection. Raises OperationalError, and can be tried again then."""
        owned = cls(lambda: sqlite3.connect(file, timeout=patience), iter_chunk_size=1)
        # A process that fails before it closes must not be kept from ending.
        owned._thread.daemon = True
        owned._waits = patience
        try:
            await owned
        except sqlite3.Error as error:
            raise sa.exc.OperationalError(None, None, error) from error
        try:
            owned.link = await owned.call(owned._linked)
        except BaseException:
            await super(cls, owned).close()
            raise
        return owned

    async def call(self, function: Callable[[], T]) -> T:
        """Run the function in the connection's thread, after what waits there already."""

        # aiosqlite logs what is raised there, and a refusal quotes what was typed: it comes back as a value.
        def quietly() -> tuple[T | None, BaseException | None]:
            try:
                return function(), None
            except BaseException as error:  # noqa: BLE001  raised again outside of the thread
                return None, error

        result, error = await self._execute(quietly)  # type: ignore[no-untyped-call]
        if error is not None:
            raise error
        return cast("T", result)

    def wait_for_others(self, seconds: float) -> None:
        """Let a lock of another process be waited for that long, no more: its turn may have come late."""
        if seconds != self._waits:
            self._conn.execute(f"PRAGMA busy_timeout = {int(seconds * 1000)}")
            self._waits = seconds

    async def close(self) -> None:
        """Close it in its thread, and end the thread."""
        await self.call(self._unlink)
        await super().close()
        # It has answered already, and has nothing left to do.
        self._thread.join()

    def _linked(self) -> sa.Connection:
        engine = sa.create_engine(
            "sqlite://",
            creator=lambda: self._conn,
            poolclass=sa.StaticPool,
            # An error would tell what the statement wrote: seeds and secrets, on their way into the log.
            hide_parameters=True,
        )
        sa.event.listen(engine, "connect", _prepare_sqlite)
        return engine.connect()

    def _unlink(self) -> None:
        self.link.close()
        self.link.engine.dispose()


def _transact(connection: sa.Connection, begin: str, work: Work[T]) -> T:
    """Run the work between BEGIN and COMMIT of our own: SQLAlchemy's cost more than three statements."""
    try:
        command(connection, begin)
        result = work(connection)
        write_waiting(connection)
        _commit(connection)
    except BaseException as error:
        # A connection that can't take it back is given up; its server does then.
        try:
            if isinstance(error, TimeoutError):
                give_up(connection, error)
            elif not connection.invalidated:
                roll_back(connection)
        except sa.exc.DBAPIError:
            connection.invalidate()
        raise
    finally:
        if connection.in_transaction():
            # What SQLAlchemy takes for a transaction of its own has ended.
            connection.rollback()
    return result


class _Unanswered(Exception):
    """The connection was lost while its transaction was committed."""


def _commit(connection: sa.Connection) -> None:
    try:
        command(connection, "COMMIT")
    except sa.exc.DBAPIError as error:
        if error.connection_invalidated:
            raise _Unanswered from error
        raise


def _prepare_sqlite(connection: sqlite3.Connection, _record: Any) -> None:
    # The driver's own transaction control begins too late and loses updates: ours does it.
    connection.isolation_level = None
    for pragma in PRAGMAS:
        connection.execute(f"PRAGMA {pragma}")


def _is_locked(error: sa.exc.DBAPIError) -> bool:
    code = getattr(error.orig, "sqlite_errorcode", 0) & 0xFF
    return code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)


class PostgresDatabase:
    """A pool of asyncpg connections; a connection that broke or fell mute is replaced and the work run again.

    A call ends within `patience` seconds, and each of its round trips within a quarter of that.
    """

    is_sqlite = False

    def __init__(self, address: Address, *, pool_size: int, patience: float) -> None:
        # Beside SQLite nobody needs it, and it brings the whole ORM along.
        from bot.storage.links import engine

        self.address = address
        self._patience = patience
        self._trip = min(patience, max(patience / 4, LEAST_TRIP))
        self._engine = engine(
            address,
            within=self._trip,
            # Each transaction ends what it began itself: see `_transact`.
            isolation_level="AUTOCOMMIT",
            pool_size=pool_size,
            max_overflow=0,
            pool_use_lifo=True,
            pool_reset_on_return=None,
        )
        sa.event.listen(self._engine.sync_engine, "before_cursor_execute", _write_first)
        sa.event.listen(self._engine.sync_engine, "connect", self._note_age)
        # Whoever waits for a connection waits here, where it is known how long they may.
        self._free = asyncio.Semaphore(pool_size)
        # Each time that a connection is lost, those that are opened from then on are of a new age.
        self._age = 0
        # The server's processes behind those that were lost.
        self._lost: set[int] = set()
        self._links: WeakSet[Link] = WeakSet()
        self._running = _Running()

    async def write(self, work: Work[T]) -> T:
        """Run the work in a transaction and commit. Raises Busy, Undecided where nobody knows if it did.

        Work whose commit went unanswered runs again: the interaction id makes that harmless.
        """
        return await self._running.run(lambda: self._persist("BEGIN", work))

    async def read(self, work: Work[T]) -> T:
        """Run the work on one consistent state. Raises Busy."""
        return await self._running.run(lambda: self._persist(READING, work))

    async def _persist(self, begin: str, work: Work[T]) -> T:
        deadline = time.perf_counter() + self._patience
        gives_up: type[Busy] = Busy
        pause = 0.05
        while True:
            try:
                return await self._attempt(begin, work, deadline)
            except Busy:
                raise gives_up from None
            except (_Unanswered, TimeoutError, sa.exc.DBAPIError, OSError) as error:
                why = error
            if isinstance(why, _Unanswered) and begin != READING:
                gives_up = Undecided
            if (fault := self._fault(why)) is why and gives_up is Busy:
                raise why
            # One more must have the time to fail.
            if fault is not None or time.perf_counter() + pause + self._trip > deadline:
                raise (gives_up() if fault is None or gives_up is Undecided else fault) from why
            await asyncio.sleep(pause)
            pause = min(pause * 2, 1.0)

    def _fault(self, error: Exception) -> Exception | None:
        """The error to raise where another try can't help; None where it can."""
        if not isinstance(error, sa.exc.DBAPIError) or _is_passing(error):
            return None
        if _sqlstate(error) == _NO_CHARACTER:
            return Unkeepable()
        why = refusal(error, self.address)
        return Unusable(why) if why is not None else error

    async def _attempt(self, begin: str, work: Work[T], deadline: float) -> T:
        await self._turn(deadline - self._trip)
        try:
            return await greenlet_spawn(self._connected, begin, work, deadline)
        finally:
            self._free.release()

    async def _turn(self, latest: float) -> None:
        """Wait until a connection is free. Raises Busy."""
        if self._free.locked():
            try:
                async with asyncio.timeout(latest - time.perf_counter()):
                    await self._free.acquire()
            except TimeoutError:
                raise Busy from None
        else:
            # It is there at once.
            await self._free.acquire()

    def _connected(self, begin: str, work: Work[T], deadline: float) -> T:
        with self._engine.sync_engine.connect() as connection:
            # What stood when another was lost may be dead as well: to ask it would cost a trip, or a wait.
            while (age := connection.info["age"]) < self._age:
                give_up(connection)
            link, process = connection.connection.driver_connection, connection.info["process"]
            left = max(0.0, deadline - time.perf_counter())
            # Many short trips may be as long as a mute one.
            ending = asyncio.get_running_loop().call_later(left, link.terminate)  # type: ignore[union-attr]
            try:
                self._end_lost(connection)
                write_together(connection)
                return _transact(connection, begin, work)
            except (_Unanswered, TimeoutError, sa.exc.DBAPIError) as error:
                if _is_of_connection(error):
                    self._age = max(self._age, age + 1)
                    self._lost.add(process)
                raise
            finally:
                ending.cancel()

    def _end_lost(self, connection: sa.Connection) -> None:
        """End what the server still has of connections that were lost.

        In the midst of a statement that it waits to hear the rest of, none of its own bounds ends one, and
        the rows that it locked stay locked. Nor is anything committed late that is about to be looked up.
        """
        if not self._lost:
            return
        # The server may have given one's number to another since.
        standing = {link.get_server_pid() for link in list(self._links) if not link.is_closed()}
        lost, self._lost = self._lost - standing, set()
        try:
            end_others(connection, lost)
        except sa.exc.DBAPIError:
            self._lost |= lost
            raise

    def _note_age(self, connection: Any, record: Any) -> None:
        record.info["age"] = self._age
        record.info["process"] = connection.driver_connection.get_server_pid()
        self._links.add(connection.driver_connection)

    async def dispose(self) -> None:
        """Finish what runs or waits, then close every connection."""
        await self._running.close()
        # All at once: one that is mute takes as long as it may.
        await asyncio.gather(*(link.close() for link in list(self._links)))
        await self._engine.dispose()


def _write_first(connection: sa.Connection, *_: Any) -> None:
    """Write what is waiting before SQLAlchemy's own statements, which must find it."""
    write_waiting(connection)


# A look takes several statements, and what happens between them must not show.
READING = "BEGIN ISOLATION LEVEL REPEATABLE READ"


# Below that a busy machine, not a mute network, is what takes so long. In seconds.
LEAST_TRIP = 1.0
# PostgreSQL's words for a lock not got in time, a deadlock, and a statement that took too long.
_WAITED = {"55P03", "40P01", "57014"}
# For a NUL, which no text of its own may hold.
_NO_CHARACTER = "22021"


def _is_of_connection(error: BaseException) -> bool:
    """Whether a connection that stood is lost: those beside it may be too."""
    if isinstance(error, sa.exc.DBAPIError):
        return error.connection_invalidated
    return isinstance(error, _Unanswered | TimeoutError)


def _is_passing(error: sa.exc.DBAPIError) -> bool:
    return error.connection_invalidated or is_lost(error.orig) or _sqlstate(error) in _WAITED


def _sqlstate(error: sa.exc.DBAPIError) -> str | None:
    state: str | None = getattr(error.orig, "sqlstate", None)
    return state
