"""The embedded engine: who waits for whom, what a caller that goes away leaves behind, and how it ends."""

from __future__ import annotations

import asyncio
import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import AsyncIterator, Callable
from contextlib import closing
from pathlib import Path

import pytest
import sqlalchemy as sa

from bot.errors import Busy, Unusable
from bot.storage.address import Address
from bot.storage.database import OwnedConnection, SqliteDatabase
from bot.storage.facts import write_fact
from bot.storage.models import facts

BOT = Path(__file__).parents[2] / "bot"
PRAGMAS_KEPT = {"journal_mode": "wal", "foreign_keys": 1, "busy_timeout": 5000}


@pytest.fixture
async def database(sqlite_address: Address) -> AsyncIterator[SqliteDatabase]:
    """A migrated database of its own."""
    made = SqliteDatabase(sqlite_address, patience=5.0)
    yield made
    await made.dispose()


class Held:
    """Work that stays inside its transaction until it is let go."""

    def __init__(self, work: Callable[[sa.Connection], object] = lambda _: None) -> None:
        self._work = work
        self.inside, self._over = threading.Event(), threading.Event()

    def __call__(self, connection: sa.Connection) -> int:
        self._work(connection)
        self.inside.set()
        assert self._over.wait(10), "nobody let it go"
        return threading.get_ident()

    async def begun(self) -> None:
        """Return when it is in its transaction."""
        assert await asyncio.to_thread(self.inside.wait, 10)

    def let_go(self) -> None:
        """Let the transaction end."""
        self._over.set()


def noted(value: str) -> Callable[[sa.Connection], None]:
    """A line for the end of what is noted."""
    return lambda connection: write_fact(connection, "noted", read(connection) + value)


def read(connection: sa.Connection) -> str:
    """What is noted."""
    query = sa.select(facts.c.value).where(facts.c.name == "noted")
    return str(connection.execute(query).scalar() or "")


# -- who waits for whom -------------------------------------------------------------------------------


async def test_whoever_waited_for_their_turn_waits_for_a_lock_the_less(sqlite_address: Address) -> None:
    database = SqliteDatabase(sqlite_address, patience=3.0)
    with closing(sqlite3.connect(sqlite_address.path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        began = time.perf_counter()

        async def refused(after: float) -> float:
            await asyncio.sleep(after)
            with pytest.raises(Busy):
                await database.write(noted("a"))
            return time.perf_counter() - began - after

        waited = await asyncio.gather(refused(0), refused(0.5), refused(1.0))
        other.execute("ROLLBACK")
    assert max(waited) < 4.5
    # The next waits as long as ever.
    await database.write(noted("b"))
    kept = await database.read(lambda c: c.exec_driver_sql("PRAGMA busy_timeout").scalar())
    assert kept == 3000
    await database.dispose()


async def test_a_look_ends_while_a_write_is_still_open_and_does_not_see_it(database: SqliteDatabase) -> None:
    await database.write(noted("a"))
    held = Held(noted("b"))
    writing = asyncio.ensure_future(database.write(held))
    await held.begun()

    assert await database.read(read) == "a"
    assert await database.read(read) == "a"
    assert not writing.done()

    held.let_go()
    await writing
    assert await database.read(read) == "ab"


async def test_two_looks_run_side_by_side(database: SqliteDatabase) -> None:
    first, second = Held(), Held()
    looks = [asyncio.ensure_future(database.read(look)) for look in (first, second)]
    await first.begun()
    await second.begun()

    second.let_go()
    other = await looks[1]
    assert not looks[0].done()
    # The one that is free takes the next.
    assert await database.read(lambda _: threading.get_ident()) == other
    first.let_go()
    assert await looks[0] != other


async def test_writes_run_one_after_another_as_they_came(database: SqliteDatabase) -> None:
    await asyncio.gather(*(database.write(noted(letter)) for letter in "abcdefgh"))
    assert await database.read(read) == "abcdefgh"


async def test_a_transaction_runs_whole_in_one_thread_that_is_not_the_loops(database: SqliteDatabase) -> None:
    held = Held(noted("a"))
    held.let_go()
    writers = {await database.write(held) for _ in range(3)}
    assert len(writers) == 1
    assert threading.get_ident() not in writers


# -- callers that go away -----------------------------------------------------------------------------


async def test_a_caller_that_goes_away_neither_loses_its_commit_nor_doubles_it(
    database: SqliteDatabase,
) -> None:
    held = Held(noted("a"))
    running, waiting = (asyncio.ensure_future(database.write(work)) for work in (held, noted("b")))
    await held.begun()
    newest = asyncio.ensure_future(database.write(noted("c")))
    # It has begun, and has come no further.
    await asyncio.sleep(0)
    callers = [running, waiting, newest]
    for caller in callers:
        caller.cancel()
    await asyncio.wait(callers, timeout=30)
    assert all(caller.cancelled() for caller in callers)

    held.let_go()
    await database.write(noted("d"))
    assert await database.read(read) == "abcd"


async def test_closing_waits_for_what_callers_left_behind(sqlite_address: Address) -> None:
    database = SqliteDatabase(sqlite_address, patience=5.0)
    held = Held(noted("a"))
    callers = [asyncio.ensure_future(database.write(work)) for work in (held, noted("b"))]
    await held.begun()
    for caller in callers:
        caller.cancel()
    closing_down = asyncio.ensure_future(database.dispose())
    await asyncio.sleep(0)
    with pytest.raises(RuntimeError):
        await database.write(noted("c"))
    held.let_go()
    await closing_down
    with closing(sqlite3.connect(sqlite_address.path)) as alone:
        assert alone.execute("SELECT value FROM facts WHERE name = 'noted'").fetchone() == ("ab",)


# -- what fails ---------------------------------------------------------------------------------------


async def test_what_fails_is_taken_back_whole_and_the_next_goes_on(database: SqliteDatabase) -> None:
    def failing(connection: sa.Connection) -> None:
        noted("a")(connection)
        raise LookupError("not this")

    with pytest.raises(LookupError, match="not this"):
        await database.write(failing)
    await database.write(noted("b"))
    assert await database.read(read) == "b"


async def test_who_waits_too_long_behind_a_write_is_told_so_and_writes_nothing(
    sqlite_address: Address,
) -> None:
    database = SqliteDatabase(sqlite_address, patience=1.0)
    held = Held()
    writing = asyncio.ensure_future(database.write(held))
    await held.begun()
    late = asyncio.ensure_future(database.write(noted("late")))
    await asyncio.sleep(1.1)
    held.let_go()
    await writing
    with pytest.raises(Busy):
        await late
    assert await database.read(read) == ""
    await database.dispose()


async def test_a_file_that_another_process_locks_is_busy_and_can_be_written_later(
    sqlite_address: Address,
) -> None:
    database = SqliteDatabase(sqlite_address, patience=1.0)
    with closing(sqlite3.connect(sqlite_address.path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(Busy):
            await database.write(noted("a"))
        other.execute("COMMIT")
    await database.write(noted("b"))
    assert await database.read(read) == "b"
    await database.dispose()


async def test_a_file_that_could_not_be_opened_is_tried_anew(tmp_path: Path) -> None:
    file = tmp_path / "waypost.db"
    file.mkdir()
    database = SqliteDatabase(Address.of_file(file), patience=1.0)
    for _ in range(2):
        with pytest.raises(Unusable) as refused:
            await database.write(lambda connection: connection.exec_driver_sql("SELECT 1").scalar())
        assert "unable to open" in refused.value.why
    file.rmdir()
    assert await database.write(lambda connection: connection.exec_driver_sql("SELECT 1").scalar()) == 1
    await database.dispose()


# -- how it begins and ends ---------------------------------------------------------------------------


async def test_every_connection_is_prepared(database: SqliteDatabase) -> None:
    def pragmas(connection: sa.Connection) -> dict[str, object]:
        return {name: connection.exec_driver_sql(f"PRAGMA {name}").scalar() for name in PRAGMAS_KEPT}

    held = Held()
    looking = asyncio.ensure_future(database.read(held))
    await held.begun()
    found = [await database.write(pragmas), await database.read(pragmas)]
    held.let_go()
    await looking
    assert [*found, await database.read(pragmas)] == [PRAGMAS_KEPT] * 3


async def test_nothing_is_left_when_it_is_closed(sqlite_address: Address) -> None:
    before = threading.active_count()
    database = SqliteDatabase(sqlite_address, patience=5.0)
    await asyncio.gather(database.write(noted("a")), database.read(read), database.read(read))
    assert threading.active_count() == before + 3
    await database.dispose()
    await database.dispose()
    assert threading.active_count() == before
    # The last connection to go folds the log in.
    assert not Path(f"{sqlite_address.path}-wal").exists()


def test_a_process_that_never_closes_it_ends_all_the_same(sqlite_address: Address) -> None:
    program = (
        "import asyncio, sys\n"
        "from pathlib import Path\n"
        "from bot.storage.address import Address\n"
        "from bot.storage.database import open_database\n"
        "database = open_database(Address.of_file(Path(sys.argv[1])))\n"
        "asyncio.run(database.write(lambda connection: connection.exec_driver_sql('SELECT 1').scalar()))\n"
        "print('done')\n"
    )
    ended = subprocess.run(
        [sys.executable, "-c", program, sqlite_address.path],
        cwd=BOT.parent,
        capture_output=True,
        text=True,
        timeout=30,
        check=True,
    )
    assert (ended.stdout, ended.stderr) == ("done\n", "")


# -- what is used of aiosqlite's insides --------------------------------------------------------------


async def test_aiosqlite_still_runs_functions_in_its_thread_on_its_connection(
    sqlite_address: Address,
) -> None:
    owned = await OwnedConnection.open(sqlite_address.path, patience=1.0)
    try:
        # Its own calls and ours are of one connection, in one thread and one queue.
        await owned.execute("CREATE TEMP TABLE mine (n)")
        await owned.call(lambda: owned.link.exec_driver_sql("INSERT INTO mine VALUES (7)"))
        assert [*await owned.execute_fetchall("SELECT n FROM mine")] == [(7,)]
        raw: object = owned.link.connection.dbapi_connection
        assert raw is owned._conn
        thread = await owned.call(threading.current_thread)
        assert thread is await owned.call(threading.current_thread) is owned._thread
        assert thread.daemon
        # SQLite itself refuses it to any other thread.
        with pytest.raises(sqlite3.ProgrammingError, match="thread"):
            owned._conn.execute("SELECT 1")
    finally:
        await owned.close()
    assert not thread.is_alive()


def test_aiosqlite_is_known_in_one_place() -> None:
    knowing = [file for file in BOT.rglob("*.py") if "import aiosqlite" in file.read_text(encoding="utf-8")]
    assert knowing == [BOT / "storage" / "database.py"]
