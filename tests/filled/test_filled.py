"""Proof 6: databases that closed issues left behind migrate, lose nothing, and are played on."""

from __future__ import annotations

import re
import shutil
import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from pathlib import Path

import asyncpg
import pytest
import sqlalchemy as sa

from bot.engine.people import Actor
from bot.play import HOUSE_ENTRIES
from bot.play.look import PAGE
from bot.storage import schema
from bot.storage.address import Address
from bot.storage.models import metadata
from bot.storage.schema import MIGRATIONS, change_schema, migrate_database
from tests.filled.dumps import dumps, file_of, read_dump
from tests.playbooks import GAMES_OF_TESTS
from tests.stages import Stage, open_stage
from tests.throwaway import empty_postgres

FILLED = dumps()
# Actions that the table once had; games have them now.
RETIRED = {"ApproveEntry", "DeclineEntry", "DiscardDraft", "DraftEntry", "SaveEntry"}

REBUILD = '''"""Rebuild two parent tables."""

import sqlalchemy as sa
from alembic import op

revision = "9999"
down_revision = "{head}"


def upgrade():
    for name in ("campaigns", "records"):
        rebuild = "always" if op.get_bind().dialect.name == "sqlite" else "auto"
        with op.batch_alter_table(name, recreate=rebuild) as t:
            t.add_column(sa.Column("added", sa.Integer))


def downgrade():
    for name in ("campaigns", "records"):
        with op.batch_alter_table(name) as t:
            t.drop_column("added")
'''

Contents = dict[str, list[tuple[object, ...]]]


@asynccontextmanager
async def restored(dump: Path, folder: Path) -> AsyncIterator[Address]:
    """A database out of a dump, on the engine that made it."""
    text = read_dump(dump)
    if ".sqlite." in dump.name:
        with closing(sqlite3.connect(folder / "filled.db")) as connection:
            connection.executescript(text)
        yield Address.of_file(folder / "filled.db")
        return
    async with empty_postgres() as address:
        connection = await asyncpg.connect(address.url.render_as_string(hide_password=False))
        await connection.execute(text)
        await connection.close()
        yield address


def contents(connection: sa.Connection) -> Contents:
    """Every row of every table, as far as today's columns go."""
    found: Contents = {}
    for table in metadata.sorted_tables:
        columns = ", ".join(column.name for column in table.columns)
        order = ", ".join(column.name for column in table.primary_key)
        rows = connection.exec_driver_sql(f"SELECT {columns} FROM {table.name} ORDER BY {order}")
        found[table.name] = [tuple(row) for row in rows]
    return found


@pytest.fixture(params=FILLED, ids=lambda path: path.name)
async def filled(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Address]:
    """Each filled database in turn, migrated to today."""
    async with restored(request.param, tmp_path) as address:
        await migrate_database(address, folder=tmp_path / "backups", keep=1)
        yield address


def test_both_engines_left_a_filled_database() -> None:
    names = {path.name.split(".")[0] for path in FILLED}
    for name in names:
        assert dumps(name) == [file_of(name, "postgres"), file_of(name, "sqlite")]
    assert names >= {
        "spine",
        "manners",
        "second_kingdom",
        "adventuria",
        "kingdom",
        "towns",
        "dungeon",
        "hot_path",
        "reigns",
        "declared",
        "paces",
    }


async def test_rebuilding_parent_tables_up_and_down_loses_nothing(filled: Address, tmp_path: Path) -> None:
    folder = tmp_path / "migrations"
    shutil.copytree(MIGRATIONS, folder, ignore=shutil.ignore_patterns("__pycache__"))
    (folder / "versions" / "9999_rebuild.py").write_text(REBUILD.format(head=schema.head()), encoding="utf-8")
    before = await change_schema(filled, contents)

    await change_schema(filled, lambda connection: schema.upgrade(connection, migrations=folder))
    up = await change_schema(filled, contents)
    revision = await change_schema(filled, schema.current)
    await change_schema(
        filled, lambda connection: schema.downgrade(connection, schema.head(), migrations=folder)
    )

    assert revision == "9999"
    assert up == before
    assert await change_schema(filled, contents) == before
    assert all(before[name] for name in ("campaigns", "records", "journal", "changes", "links", "waiting"))


async def test_every_migration_runs_down_to_nothing_and_up_again(filled: Address) -> None:
    await change_schema(filled, lambda connection: schema.downgrade(connection, "base"))
    left = await change_schema(filled, lambda connection: sa.inspect(connection).get_table_names())
    await change_schema(filled, schema.upgrade)

    assert set(left) <= {"alembic_version"}
    assert await change_schema(filled, schema.current) == schema.head()


async def test_the_migrated_tables_are_those_of_the_models(filled: Address) -> None:
    from alembic.autogenerate import compare_metadata
    from alembic.migration import MigrationContext

    found = await change_schema(
        filled, lambda connection: compare_metadata(MigrationContext.configure(connection), metadata)
    )
    assert found == []


@pytest.fixture
async def later(filled: Address) -> AsyncIterator[Stage]:
    """Today's bot on a database of an earlier day."""
    async with open_stage(filled, packages=GAMES_OF_TESTS, begin=False, days=1) as stage:
        yield stage


async def test_every_stored_state_is_read_and_drawn_by_todays_code(later: Stage) -> None:
    # The second campaign that the playbook begins has its own journal.
    main = await later.bot.play.look(Actor(later.gm.id), later.request())
    entries = [entry for entry in await later.entries() if entry.campaign_id == main.campaign_id]
    # Each entry stands on one page.
    for top in range(len(entries), 0, -PAGE):
        page = str((await later.do("journal", by=later.gm, before=top + 1)).answer.data)
        shown = {int(number) for number in re.findall(r"#(\d+)\b", page)}
        assert shown >= set(range(max(1, top - PAGE + 1), top + 1))
        assert "Something went wrong" not in page


async def test_whatever_the_house_entered_has_a_name_to_look_it_up_by(later: Stage) -> None:
    entered = {entry.action for entry in await later.entries() if entry.system == "table"}
    actions = {kind.name for kind in later.bot.play.catalogue.systems["table"].actions}
    assert entered <= actions | set(HOUSE_ENTRIES) | RETIRED


async def test_what_waited_is_played_on(later: Stage) -> None:
    waiting = await later.do("waiting", by=later.deacon)
    assert re.search(r"thing is|things are", str(waiting.answer.data))
    kept = await later.bot.database.read(contents)
    challenges = {row[0] for row in kept["records"] if row[3] == "challenge"}
    open_ones = [row[0] for row in kept["waiting"] if row[1] == "roll" and row[0] in challenges]
    press = later.say.press(f"do|{open_ones[-1]}|roll|1|roll0", user=later.deacon)

    came = await later.feeder.deliver(press)

    assert "Dice:" in str(came.answer.data)
    assert len(await later.of(press)) == 1


async def test_the_newest_entry_can_be_undone(later: Stage) -> None:
    preview = await later.do("undo", by=later.gm)
    custom_id = preview.answer.data["components"][0]["components"][0]["custom_id"]
    press = later.say.press(custom_id, user=later.gm)

    await later.feeder.deliver(press)

    assert [entry.action for entry in await later.of(press)] == ["Undo"]
