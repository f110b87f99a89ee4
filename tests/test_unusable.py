"""A disk that is full, a file that is read-only or damaged, while the bot runs."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, NamedTuple

import pytest
import sqlalchemy as sa
import structlog

from bot.errors import Unusable
from bot.health import Heart, health
from bot.storage.address import Address
from bot.storage.database import Database, open_database
from bot.storage.facts import write_fact
from bot.storage.models import facts
from bot.storage.schema import refusal
from tests.stages import Stage, open_stage

NOW = datetime(2026, 6, 1, 12, tzinfo=UTC)
FULL = "(database or disk is full); make room on its disk."


@pytest.fixture
async def stage(sqlite_address: Address) -> AsyncIterator[Stage]:
    """A campaign under way."""
    async with open_stage(sqlite_address) as made:
        yield made


@pytest.fixture
async def database(sqlite_address: Address) -> AsyncIterator[Database]:
    """A database file, open."""
    opened = open_database(sqlite_address)
    yield opened
    await opened.dispose()


async def limit(database: Database, pages: int) -> None:
    """Let the file have so many pages at most, as a full disk does."""
    await database.write(lambda connection: connection.exec_driver_sql(f"PRAGMA max_page_count = {pages}"))


def damage(file: Path) -> None:
    """Write over all of it but its head."""
    size = file.stat().st_size
    with file.open("r+b") as opened:
        opened.seek(4096)
        opened.write(b"\xa5" * (size - 4096))


async def test_on_a_full_disk_actions_are_refused_and_the_log_says_what_to_do(stage: Stage) -> None:
    database = stage.bot.database
    await limit(database, 1)
    before = len(await stage.entries())
    with structlog.testing.capture_logs() as lines:
        # What is left of the last page may take a few.
        for number in range(60):
            rolled = await stage.do("roll", by=stage.deacon, dice=f"1d1+41 {'dust' * 20}{number}")
            if "can't store anything" in str(rolled.answer.data):
                break
    assert "nothing was changed. Tell the bot's operator: the log says why." in str(rolled.answer.data)
    assert "id: **" not in str(rolled.answer.data)
    told = [line for line in lines if line["log_level"] == "error"]
    assert told
    assert all(line["event"] == "the database cannot be used" and line["why"].endswith(FULL) for line in told)
    assert not any("exc_info" in line for line in lines)

    # Once there is room it goes on by itself.
    kept = len(await stage.entries())
    assert kept >= before
    await limit(database, 1_000_000)
    again = await stage.do("roll", by=stage.deacon, dice="1d1+41")
    assert "**42**" in str(again.answer.data)
    assert len(await stage.entries()) == kept + 1


class Refused(Exception):
    """What SQLite's driver raises, with its code."""

    def __init__(self, words: str, code: int) -> None:
        super().__init__(words)
        self.sqlite_errorcode = code


@pytest.mark.parametrize(
    ("words", "code", "remedy"),
    [
        ("attempt to write a readonly database", sqlite3.SQLITE_READONLY, "let the bot's user write it."),
        ("disk I/O error", sqlite3.SQLITE_IOERR, "check its disk."),
        ("database disk image is malformed", sqlite3.SQLITE_CORRUPT, "restore a backup with `restore`."),
    ],
)
async def test_what_ails_the_file_is_named_with_what_to_do(
    database: Database, words: str, code: int, remedy: str
) -> None:
    def work(_connection: sa.Connection) -> None:
        raise sa.exc.DatabaseError("INSERT", {}, Refused(words, code))

    with pytest.raises(Unusable) as refused:
        await database.write(work)
    assert words in refused.value.why
    assert refused.value.why.endswith(remedy)
    # A sign of life that can't be written is that one line.
    with structlog.testing.capture_logs() as lines:
        heart = Heart(database, lambda: True)
        heart._database = _Failing(refused.value)  # type: ignore[assignment]
        heart.start()
        await asyncio.sleep(0)
        await heart.stop()
    assert [(line["event"], line["why"]) for line in lines] == [
        ("the database cannot be used", refused.value.why)
    ]


class _Failing(NamedTuple):
    error: Exception

    async def write(self, _work: Any) -> None:
        raise self.error


async def test_a_damaged_file_is_named(sqlite_address: Address) -> None:
    damage(sqlite_address.path)
    database = open_database(sqlite_address)
    with pytest.raises(Unusable) as refused:
        await database.write(lambda connection: write_fact(connection, "a", "b"))
    assert "malformed" in refused.value.why or "not a database" in refused.value.why
    with pytest.raises(Unusable):
        await database.read(lambda connection: connection.execute(sa.select(facts)).all())
    await database.dispose()


@pytest.mark.parametrize(
    ("state", "remedy"),
    [("53100", "make room on its disk."), ("25006", "make it writable: it's read-only right now.")],
)
def test_postgresqls_full_disk_is_named_too(state: str, remedy: str) -> None:
    class Said(Exception):
        sqlstate = state

    address = Address.parse("postgresql://way:hunter2@127.0.0.1/post")
    sentence = refusal(sa.exc.DBAPIError("INSERT", {}, Said("could not extend file")), address)
    assert sentence is not None
    assert "hunter2" not in sentence
    assert sentence.endswith(remedy)


# -- health -------------------------------------------------------------------------------------------------


LATER = NOW + timedelta(minutes=2)


@pytest.fixture
async def silent(database: Database, sqlite_address: Address) -> Address:
    """A database in which a bot has fallen silent."""
    await Heart(database, lambda: True, lambda: NOW).beat()
    await database.dispose()
    return sqlite_address


async def test_health_names_a_full_disk(silent: Address, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.health.LEAST_FREE_BYTES", 1 << 62)
    assert await health(silent, LATER) == (
        False,
        f"unhealthy: the disk of {silent.path.parent} is full; make room on it.",
    )
    # One that goes on all the same is well.
    assert (await health(silent, NOW))[0]


async def test_health_names_a_full_disk_while_the_last_sign_from_before_connecting_is_fresh(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    await Heart(database, lambda: False, lambda: NOW).beat()
    assert "not connected to Discord" in (await health(database.address, NOW + timedelta(seconds=20)))[1]
    monkeypatch.setattr("bot.health.LEAST_FREE_BYTES", 1 << 62)
    _, line = await health(database.address, NOW + timedelta(seconds=20))
    assert line.endswith("is full; make room on it.")


async def test_health_names_a_damaged_file(silent: Address) -> None:
    damage(silent.path)
    well, line = await health(silent, LATER)
    assert not well
    assert line.startswith(f"unhealthy: The {silent} can't be used (")
    assert "restore" in line or "name a" in line


async def test_health_names_a_file_that_may_not_be_written(
    silent: Address, monkeypatch: pytest.MonkeyPatch
) -> None:
    def readonly(place: str, **options: Any) -> sqlite3.Connection:
        found: sqlite3.Connection = sqlite3_connect(place.replace("mode=rw", "mode=ro"), **options)
        return found

    sqlite3_connect = sqlite3.connect
    monkeypatch.setattr("bot.health.sqlite3.connect", readonly)
    well, line = await health(silent, LATER)
    assert not well
    assert line.endswith("let the bot's user write it.")


async def test_health_of_a_sound_file_says_as_ever_how_old_the_sign_is(silent: Address) -> None:
    assert await health(silent, LATER) == (False, "unhealthy: the last sign of life is 120 s old.")
