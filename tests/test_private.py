"""Nobody else on the machine reads what the bot keeps: it holds the dice's seeds and every secret."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
import sqlalchemy as sa

from bot.config import BackupSection, Config, DatabaseSection
from bot.doctor import examine
from bot.doctor.machine import check_private
from bot.storage.address import Address
from bot.storage.backup import back_up, restore
from bot.storage.database import Database, open_database
from bot.storage.schema import migrate_database
from tests.throwaway import newer_migrations

ROOT = Path(__file__).parents[1]


@pytest.fixture(autouse=True)
def _usual_mask() -> Iterator[None]:
    """As most systems have it: what is made can be read by everybody."""
    before = os.umask(0o022)
    yield
    os.umask(before)


def mode(path: Path) -> int:
    """Who may do what with it."""
    return stat.S_IMODE(path.stat().st_mode)


def open_to_others(folder: Path) -> list[str]:
    """The files in it that somebody else may read."""
    return [str(file) for file in folder.rglob("*") if file.is_file() and mode(file) & 0o077]


async def used(database: Database) -> None:
    """Write and read, so that there are logs beside it."""
    await database.write(lambda connection: connection.execute(sa.text("CREATE TABLE IF NOT EXISTS t (a)")))
    await database.read(lambda connection: connection.execute(sa.text("SELECT a FROM t")).all())


COUNTED = (
    "import sqlite3, sys; print(*sqlite3.connect(sys.argv[1]).execute('SELECT count(*) FROM t').fetchone())"
)


def counted_elsewhere(file: Path) -> str:
    """How many rows another process finds, which opens the file and closes it."""
    run = [sys.executable, "-c", COUNTED, str(file)]
    return subprocess.run(run, check=True, capture_output=True, text=True).stdout.strip()


async def test_somebody_else_who_looks_takes_no_log_away(tmp_path: Path) -> None:
    database = open_database(Address.of_file(tmp_path / "waypost.db"))
    await used(database)
    assert counted_elsewhere(database.address.path) == "0"
    await database.write(lambda connection: connection.execute(sa.text("INSERT INTO t VALUES (1)")))

    assert counted_elsewhere(database.address.path) == "1"
    await database.dispose()


async def test_a_new_database_and_its_folder_are_this_users_alone(tmp_path: Path) -> None:
    database = open_database(Address.of_file(tmp_path / "data" / "waypost.db"))
    await used(database)
    assert {file.name for file in (tmp_path / "data").iterdir()} == {
        "waypost.db", "waypost.db-wal", "waypost.db-shm"
    }  # fmt: skip
    assert open_to_others(tmp_path) == []
    assert mode(tmp_path / "data") == 0o700
    await database.dispose()


async def test_a_folder_that_was_there_stays_as_it_is(tmp_path: Path) -> None:
    shared = tmp_path / "shared"
    shared.mkdir(mode=0o755)
    database = open_database(Address.of_file(shared / "waypost.db"))
    await used(database)
    assert mode(shared) == 0o755
    assert open_to_others(shared) == []
    await database.dispose()


async def test_a_file_that_others_could_read_and_its_logs_are_closed_to_them(tmp_path: Path) -> None:
    address = Address.of_file(tmp_path / "waypost.db")
    first = open_database(address)
    await used(first)
    for part in address.parts():
        part.chmod(0o644)
    second = open_database(address)
    await used(second)
    assert open_to_others(tmp_path) == []
    await second.dispose()
    await first.dispose()


async def test_backups_copies_and_what_a_restore_sets_aside_are_too(
    tmp_path: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    newer = newer_migrations(tmp_path_factory.mktemp("newer") / "migrations")
    address, folder = Address.of_file(tmp_path / "data" / "waypost.db"), tmp_path / "backups"
    await migrate_database(address, folder=folder, keep=3)
    await back_up(address, tmp_path / "made.backup")
    await migrate_database(address, folder=folder, keep=3, migrations=newer)
    address.path.chmod(0o644)
    await restore(address, tmp_path / "made.backup")
    assert [file.name for file in address.path.parent.glob("*.replaced-*")]
    assert list(folder.iterdir())
    assert open_to_others(tmp_path) == []
    assert mode(folder) == 0o700


def test_whatever_a_command_writes_is(tmp_path: Path) -> None:
    url = {"WAYPOST_DATABASE__URL": f"sqlite:///{tmp_path}/deep/data/waypost.db"}
    for words in (("migrate",), ("backup", "made.backup"), ("restore", "made.backup")):
        ran = subprocess.run(
            [sys.executable, "-m", "bot", *words],
            cwd=tmp_path, env=os.environ | url | {"PYTHONPATH": str(ROOT)},
            capture_output=True, text=True, check=False, timeout=180,
        )  # fmt: skip
        assert ran.returncode == 0, ran.stderr
    assert open_to_others(tmp_path) == []
    assert mode(tmp_path / "deep") == mode(tmp_path / "deep" / "data") == 0o700


async def test_doctor_names_what_others_can_read(tmp_path: Path) -> None:
    address, folder = Address.of_file(tmp_path / "waypost.db"), tmp_path / "backups"
    database = open_database(address)
    await database.write(lambda connection: connection.execute(sa.text("CREATE TABLE t (a)")))
    await database.dispose()
    folder.mkdir()
    copy = folder / "waypost-before-migration-1.db"
    copy.write_text("")
    settings = Config(
        database=DatabaseSection.model_validate({"url": f"sqlite:///{address.path}"}),
        backup=BackupSection(folder=folder),
    )
    found = {each.check: each for each in await examine(settings, offline=True)}
    assert found["private"].failed
    assert str(copy) in found["private"].found
    assert str(address.path) not in found["private"].found
    copy.chmod(0o600)
    assert not check_private([copy, address.path, tmp_path / "not-there"]).failed
