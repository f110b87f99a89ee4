"""Migrations run whole or not at all, and never cost a row."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from bot.storage import schema
from bot.storage.address import Address
from bot.storage.models import metadata
from bot.storage.schema import Revision, SchemaError, change_schema, migrate_database, refusal
from tests.throwaway import (
    BROKEN_HALFWAY,
    DROPPED_BOTH,
    HARMFUL,
    PARENT_AND_CHILD,
    REBUILT_BACK,
    REBUILT_PARENT,
    empty_database,
    execute,
    rows,
    write_migrations,
)

FIRST = (PARENT_AND_CHILD, DROPPED_BOTH)
REBUILD = (REBUILT_PARENT, REBUILT_BACK)
COUNTS = "SELECT (SELECT count(*) FROM parent), (SELECT count(*) FROM child)"


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.postgres)])
async def address(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Address]:
    """An empty database of each engine."""
    async with empty_database(request.param, tmp_path) as empty:
        yield empty


@pytest.fixture
def migrations(tmp_path: Path) -> Path:
    """A parent and a child table."""
    return write_migrations(tmp_path / "migrations", FIRST)


async def _migrate(address: Address, migrations: Path, keep: int = 5) -> list[Revision]:
    folder = migrations.parent / "backups"
    return await migrate_database(address, folder=folder, keep=keep, migrations=migrations)


async def _fill(address: Address) -> None:
    await execute(address, "INSERT INTO parent (id, name) VALUES (1, 'Ada'), (2, 'Bo')")
    await execute(address, "INSERT INTO child (id, parent_id) VALUES (1, 1), (2, 1), (3, 2)")


async def test_an_empty_database_is_brought_to_the_head(address: Address, migrations: Path) -> None:
    assert await _migrate(address, migrations) == [Revision("0001", "Step 1")]
    assert await change_schema(address, schema.current) == schema.head(migrations)


async def test_a_database_that_is_up_to_date_is_left_alone(address: Address, migrations: Path) -> None:
    await _migrate(address, migrations)
    assert await _migrate(address, migrations) == []


async def test_rebuilding_a_parent_table_keeps_its_children(address: Address, migrations: Path) -> None:
    await _migrate(address, migrations)
    await _fill(address)
    write_migrations(migrations, FIRST, REBUILD)
    await _migrate(address, migrations)
    assert await rows(address, COUNTS) == [(2, 3)]


async def test_a_migration_can_be_taken_back(address: Address, migrations: Path) -> None:
    await _migrate(address, migrations)
    await _fill(address)
    write_migrations(migrations, FIRST, REBUILD)
    await _migrate(address, migrations)
    await change_schema(address, lambda c: schema.downgrade(c, "0001", migrations))
    assert await rows(address, COUNTS) == [(2, 3)]
    assert await change_schema(address, schema.current) == "0001"


async def test_a_migration_that_fails_halfway_changes_nothing(address: Address, migrations: Path) -> None:
    await _migrate(address, migrations)
    write_migrations(migrations, FIRST, (BROKEN_HALFWAY, ""))
    with pytest.raises(sa.exc.DBAPIError):
        await _migrate(address, migrations)
    assert await change_schema(address, schema.current) == "0001"
    columns = await change_schema(address, lambda c: [k["name"] for k in sa.inspect(c).get_columns("parent")])
    assert columns == ["id", "name"]


async def test_a_migration_that_fails_is_a_bug_and_no_refusal(address: Address, migrations: Path) -> None:
    write_migrations(migrations, FIRST, (BROKEN_HALFWAY, ""))
    with pytest.raises(sa.exc.DBAPIError) as failure:
        await _migrate(address, migrations)
    assert refusal(failure.value, address) is None


async def test_a_locked_sqlite_file_is_a_refusal_with_a_remedy(tmp_path: Path) -> None:
    address = Address.of_file(tmp_path / "campaigns.db")
    with closing(sqlite3.connect(address.path, isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        with (
            pytest.raises(sqlite3.OperationalError) as failure,
            closing(sqlite3.connect(address.path, timeout=0)) as late,
        ):
            late.execute("BEGIN IMMEDIATE")
    assert refusal(failure.value, address) == (
        f"The {address} can't be used (database is locked); stop whatever else has it open."
    )


@pytest.mark.postgres
@pytest.mark.parametrize("part", [{"database": "no_such_database"}, {"username": "nobody"}, {"port": 1}])
async def test_a_postgres_that_cannot_be_had_is_a_refusal(tmp_path: Path, part: dict[str, Any]) -> None:
    async with empty_database("postgres", tmp_path) as there:
        elsewhere = Address(there.url.set(**part))
        with pytest.raises((sa.exc.DBAPIError, OSError)) as failure:
            await migrate_database(elsewhere, folder=tmp_path, keep=1)
    assert "fix database.url" in (refusal(failure.value, elsewhere) or "")


async def test_a_database_of_a_newer_program_is_refused(address: Address, migrations: Path) -> None:
    await _migrate(address, migrations)
    await execute(address, "UPDATE alembic_version SET version_num = 'from_the_future'")
    with pytest.raises(SchemaError, match="from_the_future, which this Waypost doesn't know"):
        await _migrate(address, migrations)


async def test_a_database_from_before_the_first_release_is_refused(sqlite_address: Address) -> None:
    await execute(sqlite_address, "UPDATE alembic_version SET version_num = '0008'")
    with pytest.raises(SchemaError, match="0008, which this Waypost doesn't know"):
        await migrate_database(sqlite_address, folder=sqlite_address.path.parent, keep=1)


async def test_the_projects_migrations_make_the_tables_of_the_models(
    address: Address, tmp_path: Path
) -> None:
    await migrate_database(address, folder=tmp_path / "backups", keep=1)
    tables = await change_schema(address, lambda connection: set(sa.inspect(connection).get_table_names()))
    assert tables == set(metadata.tables) | {"alembic_version"}


@pytest.mark.parametrize("column", ["actor_id", "system"])
async def test_a_filtered_journal_is_read_by_an_index_that_orders_it(tmp_path: Path, column: str) -> None:
    address = Address.of_file(tmp_path / "campaigns.db")
    await migrate_database(address, folder=tmp_path, keep=1)
    plan = await rows(
        address,
        "EXPLAIN QUERY PLAN SELECT * FROM journal "
        f"WHERE campaign_id = 'c' AND number < 900000 AND {column} = 5 ORDER BY number DESC LIMIT 8",
    )
    assert [f"ix_journal_campaign_id_{column}_number" in str(step[-1]) for step in plan] == [True]


async def test_orphans_stop_a_migration_on_sqlite(tmp_path: Path) -> None:
    address = Address.of_file(tmp_path / "campaigns.db")
    migrations = write_migrations(tmp_path / "migrations", FIRST)
    await _migrate(address, migrations)
    await _fill(address)
    write_migrations(migrations, FIRST, (HARMFUL, ""))
    with pytest.raises(SchemaError, match="3 rows pointing at rows that do not exist"):
        await _migrate(address, migrations)
    assert await rows(address, COUNTS) == [(2, 3)]


async def test_a_sqlite_file_is_copied_before_it_is_migrated(tmp_path: Path) -> None:
    address = Address.of_file(tmp_path / "campaigns.db")
    migrations = write_migrations(tmp_path / "migrations", FIRST)
    await _migrate(address, migrations)
    await _fill(address)
    write_migrations(migrations, FIRST, REBUILD)
    backup, _ = await _migrate(address, migrations)
    with closing(sqlite3.connect(backup.title)) as copy:
        assert copy.execute(COUNTS).fetchone() == (2, 3)
        assert copy.execute("SELECT version_num FROM alembic_version").fetchone() == ("0001",)


async def test_only_the_newest_copies_are_kept(tmp_path: Path) -> None:
    address = Address.of_file(tmp_path / "campaigns.db")
    steps = [FIRST, REBUILD, ("", ""), ("", "")]
    folder = tmp_path / "migrations"
    for number in range(1, 5):
        await _migrate(address, write_migrations(folder, *steps[:number]), keep=2)
    revisions = [file.stem.rsplit("-", 1)[1] for file in sorted((tmp_path / "backups").iterdir())]
    assert revisions == ["0002", "0003"]


async def test_a_new_sqlite_file_is_not_copied(tmp_path: Path) -> None:
    migrations = write_migrations(tmp_path / "migrations", FIRST)
    await _migrate(Address.of_file(tmp_path / "campaigns.db"), migrations)
    assert not (tmp_path / "backups").exists()


@pytest.mark.postgres
async def test_two_programs_starting_at_once_migrate_once(tmp_path: Path) -> None:
    migrations = write_migrations(tmp_path / "migrations", FIRST)
    async with empty_database("postgres", tmp_path) as address:
        both = await asyncio.gather(_migrate(address, migrations), _migrate(address, migrations))
    assert sorted(map(len, both)) == [0, 1]


def test_a_missing_migrations_folder_is_named(tmp_path: Path) -> None:
    with pytest.raises(SchemaError, match="The migrations are missing"):
        schema.head(tmp_path / "nowhere")
