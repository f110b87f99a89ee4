"""A PostgreSQL behind a network that falls mute: nothing waits without end, and nothing is done twice."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Iterator
from datetime import UTC, datetime

import pytest
import sqlalchemy as sa

from bot.errors import Busy, Undecided
from bot.health import health
from bot.storage.address import Address
from bot.storage.database import Database, Work, open_database
from bot.storage.facts import read_fact
from bot.storage.links import CLOSING, MIDST
from bot.storage.models import facts
from bot.storage.prepared import BEGINNING
from tests.databases import Templates
from tests.network import Network, network

pytestmark = [pytest.mark.postgres, pytest.mark.hurried]

PATIENCE = 8.0
# What a busy machine adds; who waits without end, or for five connections in turn, waits longer.
SLACK = 4.0
READY = sa.select(sa.literal(1))


@pytest.fixture
def place(templates: Templates) -> Iterator[Address]:
    """A migrated database on the server."""
    with templates.postgres() as made:
        yield made


@pytest.fixture
async def net(place: Address) -> AsyncIterator[Network]:
    """A network between."""
    async with network(place) as made:
        yield made


@pytest.fixture
async def database(net: Network) -> AsyncIterator[Database]:
    """The database by way of that network, all of its connections open."""
    made = open_database(net.address, patience=PATIENCE)

    def slowly(connection: sa.Connection) -> None:
        connection.exec_driver_sql("SELECT pg_sleep(0.2)")

    await asyncio.gather(*(made.read(slowly) for _ in range(5)))
    assert net.opened >= 5
    yield made
    await made.dispose()


def counting(name: str) -> Work[int]:
    """Count a fact up, once for each run of the work that is committed."""

    def work(connection: sa.Connection) -> int:
        same = facts.c.name == name
        known = connection.execute(sa.select(facts.c.value).where(same).with_for_update()).scalar()
        if known is None:
            connection.execute(facts.insert(), {"name": name, "value": "1"})
            return 1
        connection.execute(facts.update().where(same).values(value=str(int(known) + 1)))
        return int(known) + 1

    return work


def doing(name: str) -> Work[str]:
    """Do something once, as an action does: what was done is found by its name."""

    def work(connection: sa.Connection) -> str:
        if read_fact(connection, name) is not None:
            return "found"
        connection.execute(facts.insert(), {"name": name, "value": "done"})
        return "done"

    return work


async def test_the_first_action_after_every_connection_died_works(net: Network, database: Database) -> None:
    net.forget()
    began = time.monotonic()
    assert await database.write(doing("a")) == "done"
    assert time.monotonic() - began < BEGINNING + SLACK

    # One of them told of all: no other is asked.
    began = time.monotonic()
    await asyncio.gather(*(database.read(lambda c: c.execute(READY).scalar()) for _ in range(10)))
    assert time.monotonic() - began < SLACK


async def test_a_mute_network_is_not_waited_for_longer_than_told(net: Network, database: Database) -> None:
    net.mute()
    began = time.monotonic()
    calls = (database.write(counting(str(number))) for number in range(12))
    ended = await asyncio.gather(*calls, return_exceptions=True)
    assert all(type(each) is Busy for each in ended), ended
    assert time.monotonic() - began < PATIENCE + SLACK

    net.speak(forgetting=True)
    assert await database.write(doing("a")) == "done"


async def test_muted_at_load_all_is_done_and_done_once(net: Network, database: Database) -> None:
    async def one(name: str) -> str:
        try:
            return await database.write(doing(name))
        except Busy:
            # A busy machine adds to what was mute: whoever is told that nothing was changed tries again.
            done = await database.write(doing(name))
            assert done == "done"
            return done

    async def people(number: int) -> list[str]:
        return [await one(f"{number}-{turn}") for turn in range(40)]

    working = [asyncio.ensure_future(people(number)) for number in range(8)]
    for forgetting in (True, False):
        await asyncio.sleep(0.5)
        net.mute()
        await asyncio.sleep(2.5)
        net.speak(forgetting=forgetting)
    done = await asyncio.gather(*working)
    kept = await database.read(lambda c: c.execute(sa.select(sa.func.count()).select_from(facts)).scalar())
    assert kept == sum(map(len, done)) == 320


@pytest.mark.parametrize(("is_done", "comes"), [(True, "found"), (False, "done")])
async def test_a_commit_whose_answer_was_lost_is_looked_up(
    net: Network, database: Database, is_done: bool, comes: str
) -> None:
    net.lose_commit(is_done=is_done)
    assert await database.write(doing("a")) == comes


async def test_a_commit_that_arrives_late_is_found(net: Network, database: Database) -> None:
    writing = asyncio.ensure_future(database.write(counting("a")))
    assert await writing == 1

    # Its bytes are held, not lost: they come when the bot has given that connection up.
    net.hold_at_commit()
    writing = asyncio.ensure_future(database.write(counting("a")))
    await asyncio.sleep(PATIENCE / 4 + 1)
    net.speak()
    assert await writing in (2, 3)
    assert int(str(await database.read(lambda c: read_fact(c, "a")))) == await writing


async def test_where_nobody_can_tell_nothing_is_claimed(net: Network, database: Database) -> None:
    net.lose_commit(is_done=True, then=net.mute)
    began = time.monotonic()
    with pytest.raises(Undecided) as undecided:
        await database.write(doing("a"))
    assert time.monotonic() - began < PATIENCE + SLACK
    assert "nothing was changed" not in str(undecided.value)
    net.speak(forgetting=True)
    assert await database.write(doing("a")) == "found"


async def test_who_died_on_the_network_with_a_row_locked_is_not_waited_for_long(
    net: Network, database: Database
) -> None:
    await database.write(counting("a"))
    other = open_database(net.address, patience=PATIENCE)

    dying = [net.forget]

    def hold(connection: sa.Connection) -> int:
        count = counting("a")(connection)
        if dying:
            dying.pop()()
        return count

    # It goes on with a new connection, behind itself; so does whoever comes meanwhile.
    began = time.monotonic()
    holding = asyncio.ensure_future(database.write(hold))
    await asyncio.sleep(0.5)
    counts = await asyncio.gather(holding, other.write(counting("a")))
    assert time.monotonic() - began < MIDST + SLACK
    assert sorted(counts) == [2, 3]
    await other.dispose()


async def test_a_row_locked_in_the_midst_of_a_statement_is_free_once_its_connection_is_given_up(
    net: Network, database: Database
) -> None:
    """The server waits for the rest of what it was told half of, and ends that by none of its own bounds."""
    await database.write(counting("a"))
    net.lose_after(b"half told")

    def hold(connection: sa.Connection) -> int:
        count = counting("a")(connection)
        connection.execute(sa.text("SELECT count(*) FROM facts WHERE name <> 'half told'"))
        return count

    other = open_database(net.address, patience=PATIENCE)
    holding = asyncio.ensure_future(database.write(hold))
    await asyncio.sleep(0.5)
    counts = await asyncio.gather(holding, other.write(counting("a")))
    assert sorted(counts) == [2, 3]
    await other.dispose()


async def test_closing_waits_for_no_mute_connection(net: Network, database: Database) -> None:
    net.mute()
    began = time.monotonic()
    await database.dispose()
    assert time.monotonic() - began < CLOSING + SLACK


async def test_health_waits_for_no_mute_server(net: Network) -> None:
    net.mute()
    well, line = await asyncio.wait_for(health(net.address, datetime.now(UTC)), 10)
    assert not well
    assert "unhealthy" in line


async def test_a_statement_that_takes_too_long_is_ended_and_says_busy(database: Database) -> None:
    began = time.monotonic()
    with pytest.raises(Busy):
        await database.read(lambda c: c.exec_driver_sql("SELECT pg_sleep(60)").close())
    assert time.monotonic() - began < PATIENCE + SLACK
