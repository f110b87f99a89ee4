"""One process works on a database at a time: others wait, and take over once it is gone."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import AsyncIterator

import pytest

from bot.errors import Unusable
from bot.lease import NAME, Holder, Lease, holder
from bot.storage.address import Address
from bot.storage.database import Database, open_database
from bot.storage.facts import read_fact, write_fact

EVERY, PATIENCE = 0.02, 0.2
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
    await asyncio.wait_for(waiting, 5)
    assert await database.read(holder) == second._own
    assert "this one takes over" in capsys.readouterr().out


async def test_a_holder_that_fell_silent_is_replaced_and_stops_when_it_wakes(database: Database) -> None:
    first, second = lease(database), lease(database)
    await first.acquire()
    lost = asyncio.Event()
    await asyncio.wait_for(second.acquire(), 10 * PATIENCE + 2)

    first.keep(lost.set)
    await asyncio.wait_for(lost.wait(), 5)
    await first.release()
    assert await database.read(holder) == second._own


async def test_of_many_that_wait_one_takes_over(database: Database) -> None:
    await database.write(lambda connection: write_fact(connection, NAME, ELSEWHERE.text()))
    many = [lease(database) for _ in range(5)]
    waiting = [asyncio.ensure_future(each.acquire()) for each in many]

    done, rest = await asyncio.wait(waiting, timeout=10, return_when=asyncio.FIRST_COMPLETED)
    assert len(done) == 1
    many[waiting.index(next(iter(done)))].keep(pytest.fail)
    await asyncio.sleep(2 * PATIENCE)
    assert not [each for each in rest if each.done()]
    for each in rest:
        each.cancel()
    await asyncio.gather(*rest, return_exceptions=True)
    await many[waiting.index(next(iter(done)))].release()


async def test_one_killed_on_this_machine_is_not_waited_for(database: Database) -> None:
    process = await asyncio.create_subprocess_exec("true")
    await process.wait()
    gone = Holder("dead", socket.gethostname(), process.pid)
    await database.write(lambda connection: write_fact(connection, NAME, gone.text()))
    patient = Lease(database, every=60.0, patience=60.0)
    await asyncio.wait_for(patient.acquire(), 5)
    await patient.release()


async def test_one_alive_on_this_machine_is(database: Database) -> None:
    process = await asyncio.create_subprocess_exec("sleep", "60")
    try:
        here = Holder("alive", socket.gethostname(), process.pid)
        assert not here.is_gone()
        await database.write(lambda connection: write_fact(connection, NAME, here.text()))
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(Lease(database, every=0.02, patience=60.0).acquire(), 0.3)
    finally:
        process.kill()
        await process.wait()


async def test_what_is_no_lease_counts_as_free(database: Database) -> None:
    await database.write(lambda connection: write_fact(connection, NAME, "nonsense"))
    made = lease(database)
    await asyncio.wait_for(made.acquire(), 5)
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
    assert await database.read(holder) == first._own
    await first.release()
    await asyncio.wait_for(waiting, 5)
