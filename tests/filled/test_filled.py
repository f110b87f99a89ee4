"""Proof 6: a filled database migrates, loses nothing, and is played on.

Each that a release left is one; another is what today's code makes of all that can be done.
"""

from __future__ import annotations

import asyncio
import re
import shutil
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
import sqlalchemy as sa

from bot.engine.people import Actor
from bot.play import HOUSE_ENTRIES
from bot.play.look import PAGE
from bot.play.plans import PLAN
from bot.storage import schema
from bot.storage.address import Address
from bot.storage.models import chapters, journal, metadata, offers, outbox
from bot.storage.records import RecordRow
from bot.storage.schema import change_schema, migrate_database
from tests.databases import ENGINES, settle
from tests.filled.dumps import dumps, load_dump, write_dump
from tests.filled.make import make
from tests.filled.rare import Left, lacking
from tests.playbooks import GAMES_OF_TESTS
from tests.stages import Stage, open_stage
from tests.throwaway import administer, create_postgres, empty_database, empty_postgres, newer_migrations

# Rebuild two parent tables, and back.
REBUILT = """
    for name in ("campaigns", "records"):
        rebuild = "always" if op.get_bind().dialect.name == "sqlite" else "auto"
        with op.batch_alter_table(name, recreate=rebuild) as t:
            t.add_column(sa.Column("added", sa.Integer))
"""
REBUILT_BACK = """
    for name in ("campaigns", "records"):
        with op.batch_alter_table(name) as t:
            t.drop_column("added")
"""
# What rolls dice in The Second Kingdom.
CHALLENGE_ROLLS = {"RollChallenge", "RollChallengeFor"}
FATE_ROLLS = {"RollFate"}
ATTACK_ROLLS = {"RollAttack", "RollDefence"}

Contents = dict[str, list[tuple[object, ...]]]


def contents(connection: sa.Connection) -> Contents:
    """Every row of every table, as far as today's columns go."""
    found: Contents = {}
    for table in metadata.sorted_tables:
        columns = ", ".join(column.name for column in table.columns)
        order = ", ".join(column.name for column in table.primary_key)
        rows = connection.exec_driver_sql(f"SELECT {columns} FROM {table.name} ORDER BY {order}")
        found[table.name] = [tuple(row) for row in rows]
    return found


@pytest.fixture(scope="module", params=[*dumps(), *ENGINES], ids=lambda each: Path(each).name)
def made(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Address]:
    """Each filled database in turn: what releases left, migrated to today, and what is made of it today."""
    folder = tmp_path_factory.mktemp("filled")
    is_sqlite = "sqlite" in str(request.param)
    address = Address.of_file(folder / "filled.db") if is_sqlite else asyncio.run(create_postgres())
    try:
        if not is_sqlite:
            # Nobody cuts its power.
            asyncio.run(administer(f"ALTER DATABASE {address.url.database} SET synchronous_commit = off"))
        if isinstance(request.param, Path):
            asyncio.run(load_dump(request.param, address))
            asyncio.run(migrate_database(address, folder=folder, keep=1))
        else:
            asyncio.run(make(address, folder))
        if is_sqlite:
            settle(address.path)
        yield address
    finally:
        if not is_sqlite:
            asyncio.run(administer(f"DROP DATABASE {address.url.database} WITH (FORCE)"))


@pytest.fixture
async def filled(made: Address, tmp_path: Path) -> AsyncIterator[Address]:
    """A copy of one's own."""
    if made.is_sqlite:
        copied = tmp_path / "filled.db"
        shutil.copy(made.path, copied)
        yield Address.of_file(copied)
        return
    async with empty_postgres(template=str(made.url.database)) as copy:
        yield copy


@pytest.mark.parametrize("made", ENGINES, indirect=True)
async def test_it_holds_one_of_everything_that_is_declared(later: Stage) -> None:
    context = later.bot.play.context
    left = await later.bot.database.read(lambda connection: lacking(connection, context))
    assert left == Left(set(), set(), set(), set(), set())


async def test_it_holds_what_people_left_half_done(filled: Address) -> None:
    """Offers taken and open, a plan, dice of two chapters, an undo and a redo, messages in every state."""

    def every(connection: sa.Connection) -> tuple[set[tuple[object, ...]], ...]:
        asked = (
            sa.select(offers.c.id.like(f"{PLAN}%"), offers.c.entry.is_(None)),
            sa.select(outbox.c.done_at.is_(None), outbox.c.attempts > 0),
            sa.select(chapters.c.secret_revealed_at.is_(None)),
            sa.select(journal.c.action).where(journal.c.undoes.is_not(None)),
        )
        return tuple(set(map(tuple, connection.execute(each))) for each in asked)

    offered, told, ended, undone = await change_schema(filled, every)
    assert {(0, 0), (0, 1), (1, 1)} <= offered
    assert {(0, 0), (1, 0), (1, 1)} <= told
    assert ended
    assert undone == {("Undo",), ("Redo",)}


async def test_rebuilding_parent_tables_up_and_down_loses_nothing(filled: Address, tmp_path: Path) -> None:
    folder = newer_migrations(tmp_path / "migrations", REBUILT, REBUILT_BACK)
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
    assert all(before.values())


async def test_a_dump_of_it_makes_the_same_database(filled: Address, tmp_path: Path) -> None:
    dump = tmp_path / "filled.sql.xz"
    write_dump(dump, filled, preset=0)
    async with empty_database("sqlite" if filled.is_sqlite else "postgres", tmp_path) as other:
        await load_dump(dump, other)

        assert await change_schema(other, contents) == await change_schema(filled, contents)
        assert await change_schema(other, schema.current) == schema.head()


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
    """Today's bot on it, a day later."""
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


async def test_what_waits_is_what_todays_code_has_waiting(later: Stage) -> None:
    context = later.bot.play.context
    # At once: the bot goes on meanwhile.
    found = await later.bot.database.read(contents)
    every = [RecordRow._make(row[: len(RecordRow._fields)]) for row in found["records"]]
    states = [(row.system, context.record(row)) for row in every if not row.is_archived]
    steps = {
        (record.id, step.name, step.revision)
        for system, record in states
        for step in context.steps(system, record)
    }
    assert {(record, step, revision) for record, step, _, revision, *_ in found["waiting"]} == steps
    waiting = {system for system, record in states if context.steps(system, record)}
    assert waiting == context.catalogue.systems.keys() - {"lantern"}


async def test_whatever_the_house_entered_has_a_name_to_look_it_up_by(later: Stage) -> None:
    entered = {entry.action for entry in await later.entries() if entry.system == "table"}
    actions = {kind.name for kind in later.bot.play.catalogue.systems["table"].actions}
    assert entered <= actions | set(HOUSE_ENTRIES)


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


async def test_k2_there_are_challenge_rolls_fate_rolls_and_attack_rolls(later: Stage) -> None:
    entries = [entry for entry in await later.entries() if entry.system == "second_kingdom"]
    rolls = {entry.action for entry in entries if entry.dice != "[]"}
    assert rolls == CHALLENGE_ROLLS | FATE_ROLLS | ATTACK_ROLLS
