"""A move to the other engine and back leaves every row as it was."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from bot.engine.people import Actor
from bot.errors import UserError
from bot.storage.address import Address
from bot.storage.glance import glance
from bot.storage.models import metadata
from bot.storage.moving import destination, move
from bot.storage.schema import migrate_database
from bot.systems.table.dice.rules import RollDice
from tests.playbooks import GAMES_OF_TESTS
from tests.stages import open_stage
from tests.throwaway import empty_postgres, execute


def _contents(connection: sa.Connection) -> dict[str, list[Any]]:
    tables = metadata.sorted_tables
    return {t.name: sorted(map(tuple, connection.execute(sa.select(t))), key=repr) for t in tables}


async def _played(address: Address) -> dict[str, list[Any]]:
    async with open_stage(address, packages=GAMES_OF_TESTS) as stage:
        await stage.do("roll", by=stage.gm, dice="2d6")
        await stage.settle()
    return await glance(address, _contents)


@pytest.mark.postgres
async def test_a_move_there_and_back_keeps_every_row(sqlite_address: Address, tmp_path: Path) -> None:
    before = await _played(sqlite_address)
    back = Address.of_file(tmp_path / "back.db")
    async with empty_postgres() as server:
        said = await move(sqlite_address, server)
        assert await glance(server, _contents) == before
        await move(server, back)
    assert await glance(back, _contents) == before
    assert await glance(sqlite_address, _contents) == before
    assert said.startswith(f"Copied {sum(map(len, before.values())):,} rows from SQLite file")


@pytest.mark.postgres
async def test_play_goes_on_after_a_move(sqlite_address: Address) -> None:
    before = await _played(sqlite_address)
    async with empty_postgres() as server:
        await move(sqlite_address, server)
        async with open_stage(server, packages=GAMES_OF_TESTS, begin=False) as stage:
            await stage.bot.play.act(Actor(stage.gm.id), stage.request(), RollDice("2d6"))
            await stage.settle()
        after = await glance(server, _contents)
    assert len(after["journal"]) == len(before["journal"]) + 1
    assert len(after["outbox"]) > len(before["outbox"])


@pytest.mark.postgres
async def test_a_database_with_campaigns_is_not_moved_into(sqlite_address: Address, tmp_path: Path) -> None:
    await _played(sqlite_address)
    async with empty_postgres() as server:
        await move(sqlite_address, server)
        before = await glance(server, _contents)
        with pytest.raises(UserError, match=r"already has campaigns\. Name an empty one"):
            await move(sqlite_address, server)
        assert await glance(server, _contents) == before


async def test_a_database_in_use_is_not_moved(sqlite_address: Address) -> None:
    with closing(sqlite3.connect(sqlite_address.path)) as running:
        running.execute("SELECT * FROM facts").fetchall()
        with pytest.raises(UserError, match=r"in use\. Stop the bot, then move"):
            await move(sqlite_address, Address.parse("postgresql://127.0.0.1:1/post"))


async def test_a_database_of_the_same_engine_is_refused(sqlite_address: Address, tmp_path: Path) -> None:
    with pytest.raises(UserError, match="Use `backup` and `restore` instead"):
        await move(sqlite_address, Address.of_file(tmp_path / "other.db"))


async def test_what_is_not_there_is_not_moved(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="nothing to move"):
        await move(Address.of_file(tmp_path / "none.db"), Address.parse("postgresql://127.0.0.1:1/post"))


async def test_an_older_database_is_migrated_first(tmp_path: Path) -> None:
    address = Address.of_file(tmp_path / "campaigns.db")
    await migrate_database(address, folder=tmp_path, keep=1)
    await execute(address, "DELETE FROM alembic_version")
    with pytest.raises(UserError, match="bring it there with `migrate`"):
        await move(address, Address.parse("postgresql://127.0.0.1:1/post"))


def test_a_destination_is_an_address_or_a_file_that_holds_it(tmp_path: Path) -> None:
    file = tmp_path / "url"
    file.write_text("postgresql://way:hunter2@db/post\n")
    assert destination(str(file)) == destination("postgresql://way:hunter2@db/post")


@pytest.mark.parametrize("text", ["nowhere.txt", "mysql://way:hunter2@db/post", "://hunter2"])
def test_a_destination_that_is_none_is_a_sentence_without_its_password(text: str) -> None:
    with pytest.raises(UserError) as refused:
        destination(text)
    assert "hunter2" not in str(refused.value)
