"""One process works on a database at a time: others wait, and take over once it is gone."""

from __future__ import annotations

import asyncio
import os
import socket
import sys
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import pytest

from bot.errors import Unusable
from bot.lease import NAME, Holder, Lease, holder
from bot.storage.address import Address
from bot.storage.database import Database, open_database
from bot.storage.facts import read_fact, write_fact

EVERY, PATIENCE = 0.05, 1.0
ELSEWHERE = Holder("cafe", "another-machine", 1)


@pytest.fixture
async def database(address: Address) -> AsyncIterator[Database]:
    """A database of each engine, open."""
    opened = open_database(address)
    yield opened
    await opened.dispose()


def lease(database: Database) -> Lease:
    """A quick one, of a process of its own on another machine."""
    made = Lease(database, every=EVERY, patience=PATIENCE)
    made._own = Holder(made._own.process, f"machine-{made._own.process}", 1)
    return made


async def test_a_free_database_is_taken_at_once_and_left_free(database: Database) -> None:
    first = lease(database)
    await asyncio.wait_for(first.acquire(), PATIENCE / 2 + 2)
    assert await database.read(holder) == first._own
    await first.release()
    assert await database.read(holder) is None


async def test_the_second_waits_as_long_as_the_first_renews_and_follows_when_it_stops(
    database: Database, capsys: pytest.CaptureFixture[str]
) -> None:
    first, second = lease(database), lease(database)
    await first.acquire()
    first.keep(pytest.fail)
    waiting = asyncio.ensure_future(second.acquire())

    await asyncio.sleep(3 * PATIENCE)
    assert not waiting.done()
    assert "another process works on this database; this one waits" in capsys.readouterr().out

    await first.release()
    await asyncio.wait_for(waiting, 60)
    assert await database.read(holder) == second._own
    assert "this one takes over" in capsys.readouterr().out


async def test_a_holder_that_fell_silent_is_replaced_and_stops_when_it_wakes(database: Database) -> None:
    first, second = lease(database), lease(database)
    await first.acquire()
    lost = asyncio.Event()
    await asyncio.wait_for(second.acquire(), 60)

    first.keep(lost.set)
    await asyncio.wait_for(lost.wait(), 60)
    await first.release()
    assert await database.read(holder) == second._own


async def test_of_many_that_wait_one_takes_over(database: Database) -> None:
    await database.write(lambda connection: write_fact(connection, NAME, ELSEWHERE.text()))
    many = [lease(database) for _ in range(5)]
    waiting = [asyncio.ensure_future(each.acquire()) for each in many]

    done, rest = await asyncio.wait(waiting, timeout=60, return_when=asyncio.FIRST_COMPLETED)
    assert len(done) == 1
    many[waiting.index(next(iter(done)))].keep(pytest.fail)
    await asyncio.sleep(2 * PATIENCE)
    assert not [each for each in rest if each.done()]
    for each in rest:
        each.cancel()
    await asyncio.gather(*rest, return_exceptions=True)
    await many[waiting.index(next(iter(done)))].release()


HOLDER = """
import asyncio, sys
from pathlib import Path
from bot.lease import Lease
from bot.storage.address import Address
from bot.storage.database import open_database

async def main():
    await Lease(open_database(Address.parse(sys.argv[1])), Path(sys.argv[2])).acquire()
    print("held", flush=True)
    await asyncio.sleep(600)

asyncio.run(main())
"""


@pytest.fixture
async def other(database: Database, tmp_path: Path) -> AsyncIterator[asyncio.subprocess.Process]:
    """Another process of this machine that holds the lease."""
    url = database.address.url.render_as_string(hide_password=False)
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-c", HOLDER, url, str(tmp_path / "lease")), stdout=asyncio.subprocess.PIPE
    )
    assert process.stdout is not None
    assert await asyncio.wait_for(process.stdout.readline(), 60) == b"held\n"
    yield process
    if process.returncode is None:
        process.kill()
        await process.wait()


async def test_one_killed_on_this_machine_is_not_waited_for(
    database: Database, other: asyncio.subprocess.Process, tmp_path: Path
) -> None:
    other.kill()
    await other.wait()
    patient = Lease(database, tmp_path / "lease", every=60.0, patience=60.0)
    await asyncio.wait_for(patient.acquire(), 60)
    await patient.release()


@pytest.mark.usefixtures("other")
async def test_one_alive_on_this_machine_is(database: Database, tmp_path: Path) -> None:
    with pytest.raises(TimeoutError):
        await asyncio.wait_for(Lease(database, tmp_path / "lease", every=0.02, patience=60.0).acquire(), 0.5)


@pytest.mark.parametrize(
    "change",
    [
        pytest.param({"boot": ""}, id="which can't tell its start"),
        pytest.param({"boot": "0f2e"}, id="of another start, or another machine of that name"),
        pytest.param({"process": "beef"}, id="of another container, which has its own file"),
    ],
)
async def test_one_of_the_same_host_and_number_that_may_live_is_waited_for(
    database: Database, other: asyncio.subprocess.Process, tmp_path: Path, change: dict[str, str]
) -> None:
    found = await database.read(holder)
    assert found is not None
    other.kill()
    await other.wait()
    same = replace(found, host=socket.gethostname(), pid=os.getpid(), **change)  # type: ignore[arg-type]
    await database.write(lambda connection: write_fact(connection, NAME, same.text()))
    waiting = Lease(database, tmp_path / "lease", every=EVERY, patience=60.0)
    with pytest.raises(TimeoutError):
        await asyncio.wait_for(waiting.acquire(), 0.5)
    follower = Lease(database, tmp_path / "lease", every=EVERY, patience=PATIENCE)
    await asyncio.wait_for(follower.acquire(), 60)
    await follower.release()


async def test_without_a_place_for_its_file_a_lease_is_held_all_the_same(
    database: Database, tmp_path: Path
) -> None:
    (tmp_path / "no-folder").write_text("")
    made = Lease(database, tmp_path / "no-folder" / "lease")
    await made.acquire()
    found = await database.read(holder)
    assert found is not None
    assert found.boot == ""
    await made.release()


async def test_what_a_later_version_adds_to_a_lease_is_passed_over(database: Database) -> None:
    later = ELSEWHERE.text().replace("}", ', "colour": "red"}')
    await database.write(lambda connection: write_fact(connection, NAME, later))
    assert await database.read(holder) == ELSEWHERE


async def test_what_is_no_lease_counts_as_free(database: Database) -> None:
    await database.write(lambda connection: write_fact(connection, NAME, "nonsense"))
    made = lease(database)
    await asyncio.wait_for(made.acquire(), 60)
    assert Holder.read(await database.read(lambda c: read_fact(c, NAME))) == made._own
    await made.release()


async def test_a_lease_given_up_while_it_is_renewed_is_free(database: Database) -> None:
    for _ in range(10):
        made = Lease(database, every=0.0, patience=PATIENCE)
        await made.acquire()
        made.keep(pytest.fail)
        await asyncio.sleep(0.003)
        await made.release()
        assert await database.read(holder) is None


async def test_a_disk_that_is_full_for_a_while_ends_neither_the_hold_nor_the_waiting(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = lease(database), lease(database)
    await first.acquire()
    first.keep(pytest.fail)
    waiting = asyncio.ensure_future(second.acquire())
    await asyncio.sleep(PATIENCE / 2)
    write, read = database.write, database.read

    async def full(_work: object) -> object:
        raise Unusable("the disk is full")

    monkeypatch.setattr(database, "write", full)
    monkeypatch.setattr(database, "read", full)
    await asyncio.sleep(3 * PATIENCE)
    monkeypatch.setattr(database, "write", write)
    monkeypatch.setattr(database, "read", read)

    await asyncio.sleep(2 * PATIENCE)
    assert not waiting.done()
    held = await database.read(holder)
    assert held is not None
    # It is renewed all the while, before this line and after.
    assert replace(held, renewed=0) == replace(first._own, renewed=0)
    await first.release()
    await asyncio.wait_for(waiting, 60)
