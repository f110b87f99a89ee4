"""A first start that ends before its campaigns stand, and one on a machine that is slow."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import sqlite3
from collections import Counter
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest

from bot.config import BackupSection, Config, SandboxSection
from bot.errors import UserError
from bot.sandbox import demo, realm, room, wiring
from bot.sandbox.room import Visit
from bot.storage.database import SqliteDatabase
from tests.extent import ALL
from tests.forked import PATIENCE, server
from tests.sandbox.test_demo import drawn
from tests.sandbox.visits import visited

CREATED = "CreateCampaign"
DEMOS = (demo.BELL, demo.CITY, realm.CAMPAIGN, demo.BARROW)
# How often each action stands in the journal of a campaign that is whole, whatever its dice were.
WHOLE: dict[str, dict[str, int]] = {
    demo.BELL: {"CreateHero": 2, "PostBoard": 1, "OpenChallenge": 1, "CreateNpc": 1, "DeclareAttack": 1},
    demo.CITY: {"ImportEntries": 4, "CreateAdventurer": 2, "OpenFight": 1, "StartTurn": 2},
    realm.CAMPAIGN: {"FoundKingdom": 1, "OpenMonth": 5, "CloseMonth": 4, "DraftBuilding": 3, "PostBoard": 1},
    demo.BARROW: {"FinishMaking": 3, "AddRoom": 3, "EnterSite": 1, "NextTurn": 1, "Propose": 1},
}


def config(folder: Path) -> Config:
    return Config(sandbox=SandboxSection(database=folder / "sandbox.db"), backup=BackupSection(folder=folder))


def die() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


class Reaper:
    """Kills this process while it sets up a campaign: after so many transactions, or at the very end."""

    def __init__(self, title: str, writes: int | None) -> None:
        self.title, self.writes = title, writes
        self.is_there = False
        self.whole, self.write = demo._whole, SqliteDatabase.write

    def say(self, line: str) -> None:
        """Listen for the campaign that is begun."""
        self.is_there = self.title in line
        print(line, flush=True)

    @contextmanager
    def at_the_end(self, database: Path) -> Iterator[None]:
        with self.whole(database):
            yield
            if self.is_there and self.writes is None:
                die()

    async def counting(self, database: SqliteDatabase, work: Any) -> Any:
        done = await self.write(database, work)
        if self.is_there and self.writes is not None:
            self.writes -= 1
            if self.writes == 0:
                die()
        return done


def start(folder: Path, title: str, writes: int | None) -> None:
    """`play`, as the main function of a process: it is killed there, or stops once its doors are open."""
    out = os.open(folder / "said", os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    for descriptor in (1, 2):
        os.dup2(out, descriptor)
    reaper = Reaper(title, writes)
    vars(demo)["_whole"] = reaper.at_the_end
    write = reaper.counting

    async def counted(self: SqliteDatabase, work: Any) -> Any:
        return await write(self, work)

    setattr(SqliteDatabase, "write", counted)  # noqa: B010  mypy lets no method be assigned

    def announce(line: str) -> None:
        reaper.say(line)
        if "http://" in line:
            os.kill(os.getpid(), signal.SIGINT)

    asyncio.run(wiring.play(config(folder), port=0, announce=announce))


def run(folder: Path, title: str = "", writes: int | None = None) -> tuple[int | None, str]:
    """A start in a process of its own: its exit code and what it said."""
    said = folder / "said"
    said.unlink(missing_ok=True)
    process = server().Process(target=start, args=(folder, title or "nobody", writes))
    process.start()
    process.join(PATIENCE)
    code = process.exitcode
    process.kill()
    process.join()
    return code, said.read_text()


def journals(database: Path) -> dict[str, Counter[str]]:
    """How often each action stands in the journal of each campaign, by the campaign's name."""
    with closing(sqlite3.connect(database)) as connection:
        rows = connection.execute("SELECT campaign_id, action, input FROM journal").fetchall()
    names = {campaign: json.loads(given)["name"] for campaign, action, given in rows if action == CREATED}
    found: dict[str, Counter[str]] = {}
    for campaign, action, _ in rows:
        if campaign in names:
            found.setdefault(f"{names[campaign]} {campaign}", Counter())[action] += 1
    assert len({name.rpartition(" ")[0] for name in found}) == len(found), "a campaign is there twice"
    return {name.rpartition(" ")[0]: actions for name, actions in found.items()}


def assert_whole(database: Path, titles: tuple[str, ...]) -> None:
    """These campaigns stand as they should, once, and nothing of any other."""
    found = journals(database)
    assert set(found) == set(titles)
    for title in titles:
        expected = WHOLE[title] | {CREATED: 1, "JoinCampaign": 2}
        assert {action: found[title][action] for action in expected} == expected


# After its first transaction, in its middle, and when only its copy of the database is left to take away.
STAGES: dict[str, tuple[int | None, ...]] = {
    demo.BELL: (1, 20, None),
    demo.CITY: (1, 20, None),
    realm.CAMPAIGN: (1, 60, None),
    demo.BARROW: (1, 60, None),
}


def kills() -> list[tuple[str, int | None]]:
    """Each campaign at each of its stages, or at one of them: the next at the next."""
    some = {title: stages if ALL else (stages[n % 3],) for n, (title, stages) in enumerate(STAGES.items())}
    return [(title, stage) for title, stages in some.items() for stage in stages]


@pytest.mark.slow
async def test_a_start_finishes_what_one_that_was_killed_left_and_doubles_nothing(tmp_path: Path) -> None:
    database = tmp_path / "sandbox.db"
    for number, (title, stage) in enumerate(kills()):
        code, said = run(tmp_path, title, stage)
        assert code == -signal.SIGKILL, said
        assert ("is begun anew" in said) == (number > 0)
        assert f": {title} …" in said
        before = DEMOS[: DEMOS.index(title)]
        assert set(journals(database)) - {title} == set(before)

    code, said = run(tmp_path)
    assert code == 0, said
    assert "is begun anew" in said
    assert_whole(database, DEMOS)

    code, said = run(tmp_path)
    assert (code, "begun anew" in said, "Setting up" in said) == (0, False, False)
    assert_whole(database, DEMOS)
    assert not list(tmp_path.glob("*.before*"))
    async with visited(tmp_path) as (visit, _):
        rook, sorrel = visit.world.city.threads
        # On a loaded machine what is delivered at the start may come a little later.
        async with asyncio.timeout(PATIENCE):
            while not (drawn(rook) and drawn(sorrel)):  # noqa: ASYNC110
                await asyncio.sleep(0.05)
        assert drawn(rook) == ["Rook against Toll Robber"]
        assert drawn(sorrel) == ["The City · turn 1 · Sorrel"]
        assert drawn(visit.world.barrow).count("Aldous Pike: Leap the spiked pit") == 1


async def test_stopped_while_it_sets_up_it_ends_quietly_and_goes_on_the_next_time(tmp_path: Path) -> None:
    def stop(line: str) -> None:
        if demo.CITY in line:
            os.kill(os.getpid(), signal.SIGINT)

    await wiring.play(config(tmp_path), port=0, announce=stop)
    assert set(journals(tmp_path / "sandbox.db")) <= {demo.BELL, demo.CITY}
    assert demo.take_back(tmp_path / "sandbox.db")
    assert_whole(tmp_path / "sandbox.db", (demo.BELL,))


# ------------------------------------------------------------------ taking back


def database_with(file: Path, *rows: int) -> None:
    with closing(sqlite3.connect(file, isolation_level=None)) as connection:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("CREATE TABLE IF NOT EXISTS kept (number INTEGER)")
        connection.executemany("INSERT INTO kept VALUES (?)", [(row,) for row in rows])


def rows_in(file: Path) -> list[int]:
    with closing(sqlite3.connect(file)) as connection:
        return [row for (row,) in connection.execute("SELECT number FROM kept ORDER BY number")]


def cut_off(file: Path, *rows: int) -> None:
    """A campaign of which only so much was set up."""
    with suppress(ZeroDivisionError), demo._whole(file):
        database_with(file, *rows)
        raise ZeroDivisionError


def test_what_ended_well_is_not_taken_back(tmp_path: Path) -> None:
    file = tmp_path / "sandbox.db"
    database_with(file, 1)
    with demo._whole(file):
        database_with(file, 2)
    assert not demo.take_back(file)
    assert rows_in(file) == [1, 2]


def test_a_start_that_is_killed_while_it_takes_back_leaves_it_to_the_next(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "sandbox.db"
    database_with(file, 1)
    cut_off(file, 2)
    with monkeypatch.context() as killed:
        killed.setattr(Path, "replace", Mock(side_effect=OSError("killed")))
        with pytest.raises(OSError, match="killed"):
            demo.take_back(file)
    assert demo.take_back(file)
    assert rows_in(file) == [1]
    assert not demo.take_back(file)


def test_a_database_deleted_to_begin_anew_stays_deleted(tmp_path: Path) -> None:
    file = tmp_path / "sandbox.db"
    database_with(file, 1)
    cut_off(file)
    for part in tmp_path.glob("sandbox.db*"):
        if not part.name.endswith(".before"):
            part.unlink()
    assert not demo.take_back(file)
    assert list(tmp_path.iterdir()) == []


def test_what_another_start_is_still_setting_up_is_not_taken_back(tmp_path: Path) -> None:
    file = tmp_path / "sandbox.db"
    database_with(file, 1)
    with demo._whole(file), closing(sqlite3.connect(file, isolation_level=None)) as at_work:
        at_work.execute("INSERT INTO kept VALUES (2)")
        with pytest.raises(UserError, match="Another sandbox is at work on"):
            demo.take_back(file)
    assert rows_in(file) == [1, 2]


# ------------------------------------------------------------------ a slow machine


@pytest.fixture
def slow_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    """SimCord waits for the bot as long as a machine hundreds of times slower would take for a moment."""
    monkeypatch.setattr(room, "GO", 0.01)


@pytest.mark.usefixtures("slow_machine")
async def test_a_start_waits_for_a_slow_machine_as_long_as_it_takes(tmp_path: Path) -> None:
    async with visited(tmp_path) as (visit, _):
        assert visit.env.errors == []
    assert_whole(tmp_path / "sandbox.db", DEMOS)


@pytest.mark.usefixtures("slow_machine")
async def test_a_machine_so_slow_would_not_settle_in_one_go(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Which is why it is waited for again; and once the doors are open there is an end to it."""
    monkeypatch.setattr(room.Room, "patience", 0.0)
    with pytest.raises(TimeoutError, match="did not settle"):
        async with visited(tmp_path):
            pass


async def test_once_the_doors_are_open_the_bot_is_waited_for_no_more_than_half_a_minute(
    visit: Visit,
) -> None:
    assert isinstance(visit.env, room.Room)
    assert visit.env.patience == room.PATIENCE == 30.0
