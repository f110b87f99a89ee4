"""A backup holds everything, and a restore puts everything back or changes nothing."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import AsyncIterator
from contextlib import closing
from pathlib import Path
from random import Random

import pytest
import sqlalchemy as sa
from sqlalchemy.ext.asyncio import create_async_engine

from bot.errors import UserError
from bot.storage.address import APPLICATION, Address
from bot.storage.backup import back_up, restore
from bot.storage.models import metadata
from bot.storage.schema import change_schema, migrate_database
from tests.throwaway import empty_database, execute, rows

CHRONICLE = "SELECT line FROM chronicle ORDER BY line"


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.postgres)])
async def address(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Address]:
    """A migrated database of each engine with a table of the test's own and a line in it."""
    async with empty_database(request.param, tmp_path) as empty:
        await _prepare(empty, tmp_path)
        yield empty


@pytest.fixture
async def sqlite(tmp_path: Path) -> Address:
    """The same on SQLite."""
    address = Address.of_file(tmp_path / "campaigns.db")
    await _prepare(address, tmp_path)
    return address


async def _prepare(address: Address, folder: Path) -> None:
    await migrate_database(address, folder=folder / "backups", keep=1)
    await execute(address, "CREATE TABLE chronicle (line VARCHAR(20))")
    await execute(address, "INSERT INTO chronicle VALUES ('before')")


async def test_a_restore_brings_back_what_was_backed_up(address: Address, tmp_path: Path) -> None:
    await back_up(address, tmp_path / "one.backup")
    await execute(address, "DELETE FROM chronicle")
    await execute(address, "INSERT INTO chronicle VALUES ('after')")
    await restore(address, tmp_path / "one.backup")
    assert await rows(address, CHRONICLE) == [("before",)]


async def test_a_table_that_a_newer_version_added_is_gone_after_a_restore(
    address: Address, tmp_path: Path
) -> None:
    added = metadata.sorted_tables[-1].name
    await execute(address, f"DROP TABLE {added}")
    await back_up(address, tmp_path / "older.backup")
    await execute(address, f"CREATE TABLE {added} (id INTEGER)")
    await restore(address, tmp_path / "older.backup")
    tables = await change_schema(address, lambda connection: sa.inspect(connection).get_table_names())
    assert added not in tables


async def test_an_existing_file_is_not_overwritten(address: Address, tmp_path: Path) -> None:
    taken = tmp_path / "letter.txt"
    taken.write_text("dear")
    with pytest.raises(UserError, match=r"already exists\. Name another file, or replace it with --force"):
        await back_up(address, taken)
    assert taken.read_text() == "dear"


async def test_force_overwrites(address: Address, tmp_path: Path) -> None:
    taken = tmp_path / "old.backup"
    taken.write_text("old")
    await back_up(address, taken, force=True)
    await restore(address, taken)
    assert await rows(address, CHRONICLE) == [("before",)]


@pytest.mark.parametrize("name", ["campaigns.db", "campaigns.db-wal", "symbolic.db", "hard.db"])
async def test_the_database_is_not_replaced_by_its_own_backup(
    sqlite: Address, tmp_path: Path, name: str
) -> None:
    (tmp_path / "symbolic.db").symlink_to(sqlite.path)
    (tmp_path / "hard.db").hardlink_to(sqlite.path)
    with closing(sqlite3.connect(sqlite.path)) as running:
        running.execute(CHRONICLE).fetchall()
        with pytest.raises(UserError, match=r"is the database itself\. Name another file"):
            await back_up(sqlite, tmp_path / name, force=True)
    assert await rows(sqlite, CHRONICLE) == [("before",)]


@pytest.mark.skipif(not Path("/proc/self").exists(), reason="there is no /proc")
async def test_a_place_that_takes_no_files_is_named(sqlite: Address) -> None:
    with pytest.raises(
        UserError, match=r"/proc/one\.backup cannot be written \(.+\); name a file in a folder"
    ):
        await back_up(sqlite, Path("/proc/one.backup"))


@pytest.mark.parametrize(
    "content", [b"", b"dear diary", b"SQLite format 3\x00 and then nothing", b"PGDMP and then nothing"]
)
async def test_a_file_that_is_no_backup_is_refused(address: Address, tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "letter.txt"
    file.write_bytes(content)
    with pytest.raises(UserError):
        await restore(address, file)
    assert await rows(address, CHRONICLE) == [("before",)]


async def test_a_missing_file_is_named(address: Address, tmp_path: Path) -> None:
    with pytest.raises(UserError, match=r"nowhere\.backup can't be read"):
        await restore(address, tmp_path / "nowhere.backup")


async def test_a_backup_of_a_newer_program_is_refused(address: Address, tmp_path: Path) -> None:
    (known,) = await rows(address, "SELECT version_num FROM alembic_version")
    await execute(address, "UPDATE alembic_version SET version_num = 'from_the_future'")
    await back_up(address, tmp_path / "newer.backup")
    await execute(address, f"UPDATE alembic_version SET version_num = '{known[0]}'")
    with pytest.raises(UserError, match="from_the_future, which this Waypost doesn't know"):
        await restore(address, tmp_path / "newer.backup")


async def test_a_backup_leaves_nothing_else_behind(address: Address, tmp_path: Path) -> None:
    folder = tmp_path / "backups-by-hand"
    folder.mkdir()
    await back_up(address, folder / "one.backup")
    assert [file.name for file in folder.iterdir()] == ["one.backup"]


async def test_a_restore_into_an_empty_sqlite_place_makes_the_file(sqlite: Address, tmp_path: Path) -> None:
    await back_up(sqlite, tmp_path / "one.backup")
    elsewhere = Address.of_file(tmp_path / "new" / "campaigns.db")
    await restore(elsewhere, tmp_path / "one.backup")
    assert await rows(elsewhere, CHRONICLE) == [("before",)]


async def test_the_replaced_sqlite_file_is_kept(sqlite: Address, tmp_path: Path) -> None:
    await back_up(sqlite, tmp_path / "one.backup")
    await execute(sqlite, "INSERT INTO chronicle VALUES ('replaced')")
    await restore(sqlite, tmp_path / "one.backup")
    (kept,) = tmp_path.glob("campaigns.db.replaced-*")
    assert await rows(Address.of_file(kept), CHRONICLE) == [("before",), ("replaced",)]


async def test_a_sqlite_database_in_use_is_not_replaced(sqlite: Address, tmp_path: Path) -> None:
    await back_up(sqlite, tmp_path / "one.backup")
    with closing(sqlite3.connect(sqlite.path)) as running:
        running.execute(CHRONICLE).fetchall()
        with pytest.raises(UserError, match=r"in use\. Stop the bot, then restore"):
            await restore(sqlite, tmp_path / "one.backup")


async def test_a_log_left_by_a_crash_is_not_replayed_over_the_restored_file(
    sqlite: Address, tmp_path: Path
) -> None:
    await back_up(sqlite, tmp_path / "one.backup")
    sqlite.path.write_bytes(b"damaged beyond reading")
    Path(f"{sqlite.path}-wal").write_bytes(b"an old log")
    await restore(sqlite, tmp_path / "one.backup")
    assert await rows(sqlite, CHRONICLE) == [("before",)]


async def test_backing_up_what_does_not_exist_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="nothing to back up"):
        await back_up(Address.of_file(tmp_path / "none.db"), tmp_path / "one.backup")
    assert not (tmp_path / "none.db").exists()


async def test_a_damaged_sqlite_database_is_not_backed_up(sqlite: Address, tmp_path: Path) -> None:
    content = bytearray(sqlite.path.read_bytes())
    content[4096 : 4096 + 2048] = Random(5).randbytes(2048)
    sqlite.path.write_bytes(content)
    with pytest.raises(UserError, match=r"damaged"):
        await back_up(sqlite, tmp_path / "one.backup")
    assert not (tmp_path / "one.backup").exists()


@pytest.mark.postgres
async def test_a_backup_of_the_other_engine_is_refused(sqlite: Address, tmp_path: Path) -> None:
    await back_up(sqlite, tmp_path / "one.backup")
    async with empty_database("postgres", tmp_path) as postgres:
        with pytest.raises(
            UserError, match="is a backup of SQLite, but the settings name the PostgreSQL database"
        ):
            await restore(postgres, tmp_path / "one.backup")


@pytest.mark.postgres
async def test_postgres_is_not_restored_while_the_bot_is_connected(tmp_path: Path) -> None:
    async with empty_database("postgres", tmp_path) as address:
        await _prepare(address, tmp_path)
        await back_up(address, tmp_path / "one.backup")
        bot = create_async_engine(
            address.engine_url, connect_args={"server_settings": {"application_name": APPLICATION}}
        )
        async with bot.connect() as connection:
            await connection.execute(sa.select(1))
            with pytest.raises(UserError, match="Stop the bot, then restore"):
                await restore(address, tmp_path / "one.backup")
        await bot.dispose()


@pytest.mark.postgres
async def test_a_missing_pg_dump_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with empty_database("postgres", tmp_path) as address:
        monkeypatch.setenv("PATH", str(tmp_path))
        with pytest.raises(UserError, match="pg_dump isn't installed; install PostgreSQL's client tools"):
            await back_up(address, tmp_path / "one.backup")


@pytest.mark.postgres
async def test_a_pg_dump_older_than_the_server_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    old = tmp_path / "bin" / "pg_dump"
    old.parent.mkdir()
    old.write_text("#!/bin/sh\necho 'pg_dump (PostgreSQL) 9.6.24'\n")
    old.chmod(0o755)
    async with empty_database("postgres", tmp_path) as address:
        monkeypatch.setenv("PATH", f"{old.parent}:{os.environ['PATH']}")
        with pytest.raises(UserError, match="pg_dump 9 is too old for PostgreSQL"):
            await back_up(address, tmp_path / "one.backup")


@pytest.mark.postgres
async def test_the_password_is_not_on_the_command_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    spy = tmp_path / "bin" / "pg_dump"
    spy.parent.mkdir()
    answer = "[ $1 = --version ] && echo 'pg_dump 99' && exit 0"
    spy.write_text(f'#!/bin/sh\n{answer}\necho "$@" > {tmp_path}/seen\nexit 1\n')
    spy.chmod(0o755)
    async with empty_database("postgres", tmp_path) as address:
        monkeypatch.setenv("PATH", f"{spy.parent}:{os.environ['PATH']}")
        with pytest.raises(UserError, match="pg_dump failed"):
            await back_up(Address(address.url.set(password="hunter2")), tmp_path / "one.backup")
    assert "hunter2" not in (tmp_path / "seen").read_text()
