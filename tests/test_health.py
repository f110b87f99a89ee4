"""The running bot leaves a sign of life, and `health` reads it."""

from __future__ import annotations

from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path

import pytest

from bot.health import KEPT, Heart, Sign, health, signs
from bot.storage.address import Address
from bot.storage.database import Database, open_database
from bot.storage.facts import write_fact
from bot.storage.glance import glance
from tests.throwaway import execute

NOW = datetime(2026, 6, 1, 12, tzinfo=UTC)


class Clock:
    """Stands until it is put forward."""

    def __init__(self) -> None:
        self.time = NOW

    def __call__(self) -> datetime:
        return self.time


@pytest.fixture
async def database(address: Address) -> AsyncIterator[Database]:
    """A database of each engine, open."""
    opened = open_database(address)
    yield opened
    await opened.dispose()


async def test_a_bot_that_runs_and_is_connected_is_healthy(database: Database) -> None:
    await Heart(database, lambda: True, Clock()).beat()
    assert await health(database.address, NOW + timedelta(seconds=7)) == (
        True,
        "healthy: connected to Discord, seen 7 s ago.",
    )


async def test_a_bot_that_has_fallen_silent_is_not(database: Database) -> None:
    await Heart(database, lambda: True, Clock()).beat()
    assert await health(database.address, NOW + timedelta(seconds=90)) == (
        False,
        "unhealthy: the last sign of life is 90 s old.",
    )


async def test_a_bot_that_is_not_connected_is_not(database: Database) -> None:
    await Heart(database, lambda: False, Clock()).beat()
    well, line = await health(database.address, NOW)
    assert not well
    assert "not connected to Discord" in line


async def test_a_bot_that_was_stopped_leaves_no_sign(database: Database) -> None:
    heart = Heart(database, lambda: True, Clock())
    await heart.beat()
    heart.start()
    await heart.stop()
    assert await health(database.address, NOW) == (False, "unhealthy: no bot is running on this database.")


async def test_a_database_that_is_not_there_is_unhealthy_and_not_made(tmp_path: Path) -> None:
    file = tmp_path / "campaigns.db"
    well, line = await health(Address.of_file(file), NOW)
    assert not well
    assert line.startswith("unhealthy: there's no SQLite file")
    assert not file.exists()


async def test_a_server_that_is_away_is_unhealthy_without_its_password() -> None:
    address = Address.parse("postgresql://way:hunter2@127.0.0.1:1/post")
    well, line = await health(address, NOW)
    assert not well
    assert line.startswith("unhealthy: The PostgreSQL database post at 127.0.0.1:1 can't be used (")
    assert line.endswith(
        "; start the server, or fix database.url (host, port, name, user, password) or its rights."
    )
    assert "hunter2" not in line


async def test_a_second_process_is_seen_by_the_first(database: Database) -> None:
    clock = Clock()
    first, second = (Heart(database, lambda: True, clock) for _ in range(2))
    assert await first.beat() == []
    clock.time += timedelta(seconds=5)
    assert await second.beat() == []
    clock.time += timedelta(seconds=10)
    assert [sign.at for sign in await first.beat()] == [NOW + timedelta(seconds=5)]


async def test_a_process_that_was_killed_is_no_second_one(database: Database) -> None:
    clock = Clock()
    await Heart(database, lambda: True, clock).beat()
    clock.time += timedelta(seconds=5)
    assert await Heart(database, lambda: True, clock).beat() == []


async def test_signs_of_long_ago_are_forgotten(database: Database) -> None:
    clock = Clock()
    await Heart(database, lambda: True, clock).beat()
    clock.time += KEPT + timedelta(seconds=1)
    await Heart(database, lambda: True, clock).beat()
    assert [sign.at for sign in await glance(database.address, signs)] == [clock.time]


async def test_a_sign_that_cannot_be_read_is_passed_over(database: Database) -> None:
    for name, text in (("process:a", "{}"), ("process:b", "no JSON"), ("process:c", '{"at": 1}')):
        await database.write(partial(write_fact, name=name, value=text))
    assert await glance(database.address, signs) == []


async def test_a_sign_is_read_as_it_was_written() -> None:
    sign = Sign("aa", "host", 7, NOW, NOW, is_connected=True)
    assert Sign.read(sign.text()) == sign


async def test_a_database_without_its_tables_is_unhealthy(sqlite_address: Address) -> None:
    await execute(sqlite_address, "DROP TABLE facts")
    well, line = await health(sqlite_address, NOW)
    assert not well
    assert "cannot be read" in line
