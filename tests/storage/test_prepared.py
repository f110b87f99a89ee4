"""Statements that SQLAlchemy writes and the driver runs: the same rows, types and errors as through both."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from types import ModuleType
from typing import Any
from unittest.mock import patch

import pytest
import sqlalchemy as sa

from bot.storage import campaigns, journal, offers, outbox, records, waiting
from bot.storage import prepared as prepared_room
from bot.storage.address import Address
from bot.storage.campaigns import CampaignRow
from bot.storage.database import open_database
from bot.storage.models import campaigns as table
from bot.storage.models import outbox as outbox_table
from bot.storage.prepared import MOST_TOGETHER, Prepared
from tests.databases import ENGINES

ROW = CampaignRow("c", 1, False, datetime(2026, 11, 25, 12, tzinfo=UTC), 3, 1, b"seed", b"other", 2, 0)
INSERT = Prepared(table.insert())
OF_IDS = Prepared(
    sa.select(table).where(table.c.id.in_(sa.bindparam("ids", expanding=True))).order_by(table.c.id)
)
COUNT = Prepared(table.update().where(table.c.id == sa.bindparam("b_id")), columns=("entries",))


def prepared(module: ModuleType) -> Iterator[tuple[str, Prepared]]:
    """All that a module has, by name."""
    for name, value in vars(module).items():
        found = value.values() if isinstance(value, dict) else [value]
        yield from ((name, each) for each in found if isinstance(each, Prepared))


DIALECTS = [sa.make_url(url).get_dialect()() for url in ("sqlite://", "postgresql+asyncpg://")]
STATEMENTS = [
    (f"{module.__name__}.{name}", statement)
    for module in (campaigns, journal, offers, outbox, records, waiting)
    for name, statement in prepared(module)
]


@pytest.mark.parametrize("dialect", DIALECTS, ids=lambda each: each.name)
@pytest.mark.parametrize(
    "statement", [statement for _, statement in STATEMENTS], ids=[name for name, _ in STATEMENTS]
)
def test_each_statement_has_a_place_for_each_value_whatever_the_length_of_its_lists(
    statement: Prepared, dialect: sa.engine.Dialect
) -> None:
    compiled = statement._compiled(dialect)
    for length in (0, 1, 3):
        text = compiled._of_shape((length,) * len(compiled._lists))
        assert "POSTCOMPILE" not in text.text
        if dialect.name == "sqlite":
            assert text.text.count("?") == len(text.takes)
        else:
            assert all(f"${place}" in text.text for place in range(1, len(text.takes) + 1))


async def test_a_list_of_any_length_finds_its_own_rows_and_few_texts_serve_them_all(address: Address) -> None:
    ids = [f"c{number:03}" for number in range(130)]

    def ask(connection: sa.Connection) -> list[list[str]]:
        INSERT.run_many(connection, [ROW._replace(id=each)._asdict() for each in ids])
        lengths = (0, 1, 2, 3, 5, 8, 9, 64, 100, 128)
        return [[row[0] for row in OF_IDS.rows(connection, {"ids": ids[:n]})] for n in lengths]

    database = open_database(address)
    try:
        found = await database.write(ask)
        assert found == [ids[:n] for n in (0, 1, 2, 3, 5, 8, 9, 64, 100, 128)]
        compiled = OF_IDS._compiled(DIALECTS[not address.is_sqlite])
        assert set(compiled._texts) <= {(n,) for n in (0, 1, 2, 4, 8, 16, 64, 128)}
    finally:
        await database.dispose()


def test_a_long_list_is_rounded_up_by_little() -> None:
    assert [prepared_room._room(length) for length in (256, 257, 512, 513, 32_000)] == [
        256,
        512,
        512,
        768,
        32_000,
    ]


async def test_rows_are_those_that_sqlalchemy_finds(address: Address) -> None:
    database = open_database(address)

    def ours_and_theirs(connection: sa.Connection) -> tuple[list[CampaignRow], list[CampaignRow]]:
        INSERT.run_many(
            connection, [(ROW._replace(id=each, guild_id=n))._asdict() for n, each in enumerate("cab")]
        )
        theirs = connection.execute(sa.select(table).order_by(table.c.id))
        ours = OF_IDS.every(CampaignRow._make, connection, {"ids": ["a", "b", "c", "d"]})
        return ours, [CampaignRow._make(row) for row in theirs]

    ours, theirs = await database.write(ours_and_theirs)
    assert ours == theirs
    assert [row.id for row in ours] == ["a", "b", "c"]
    assert [type(value) for value in ours[0]] == [type(value) for value in ROW]
    assert await database.read(lambda c: OF_IDS.first(CampaignRow._make, c, {"ids": []})) is None
    assert await database.write(lambda c: COUNT.run(c, {"b_id": "b", "entries": 9})) == 1
    assert await database.write(lambda c: COUNT.run(c, {"b_id": "nobody", "entries": 9})) == 0
    await database.dispose()


async def test_a_broken_constraint_is_told_without_what_was_written_and_takes_all_back(
    address: Address,
) -> None:
    database = open_database(address)

    def twice(connection: sa.Connection) -> None:
        INSERT.run(connection, ROW._asdict())
        INSERT.run(connection, ROW._asdict())

    with pytest.raises(sa.exc.IntegrityError) as caught:
        await database.write(twice)
    assert "seed" not in str(caught.value).replace("secret_seed", "").replace("seed,", "")
    assert await database.read(lambda c: OF_IDS.rows(c, {"ids": ["c"]})) == []
    await database.write(lambda c: INSERT.run(c, ROW._asdict()))
    assert await database.read(lambda c: OF_IDS.every(CampaignRow._make, c, {"ids": ["c"]})) == [ROW]
    await database.dispose()


@pytest.mark.parametrize("engine", ENGINES[1:])
async def test_a_connection_that_broke_is_replaced_at_once(address: Address) -> None:
    kill = Prepared(sa.select(sa.func.pg_terminate_backend(sa.func.pg_backend_pid())))
    tries: list[int] = []

    def work(connection: sa.Connection) -> int:
        tries.append(len(tries))
        if len(tries) == 1:
            kill.rows(connection, {})
        return INSERT.run(connection, ROW._asdict())

    database = open_database(address, pool_size=1)
    assert await database.write(work) == 1
    await database.dispose()
    assert len(tries) == 2


@pytest.mark.parametrize("engine", ENGINES[1:])
async def test_a_connection_that_lost_its_place_is_given_up_and_a_value_too_large_is_not_tried_again(
    address: Address,
) -> None:
    tries: list[int] = []

    def losing(connection: sa.Connection) -> int:
        tries.append(len(tries))
        if len(tries) == 1:
            raw = connection.connection.driver_connection
            assert raw is not None
            raw.terminate()
        return INSERT.run(connection, ROW._asdict())

    def too_large(connection: sa.Connection) -> int:
        tries.append(len(tries))
        return COUNT.run(connection, {"b_id": "c", "entries": 1 << 40})

    database = open_database(address, pool_size=1)
    assert await database.write(losing) == 1
    assert len(tries) == 2
    with pytest.raises(sa.exc.DBAPIError):
        await database.write(too_large)
    assert len(tries) == 3
    await database.dispose()


# -- what goes together -----------------------------------------------------------------------------------

ADD = Prepared(table.insert(), key=("id",))
COUNT_UP = Prepared(table.update().where(table.c.id == sa.bindparam("b_id")), ("entries",), key=("b_id",))
ASK = Prepared(
    outbox_table.insert().returning(outbox_table.c.id),
    ("campaign_id", "entry", "kind", "audience", "channel_id", "created_at", "attempts"),
)
WANTED = {"campaign_id": "a", "kind": "post", "audience": "public", "channel_id": 1, "attempts": 0}
ASKED = WANTED | {"created_at": ROW.began_at}


def named(*ids: str) -> list[dict[str, object]]:
    return [ROW._replace(id=each, guild_id=number)._asdict() for number, each in enumerate(ids)]


def sent(work: Callable[[sa.Connection], object]) -> Callable[[sa.Connection], list[str]]:
    """What a piece of work sends to the driver, each by its first word."""

    def recorded(connection: sa.Connection) -> list[str]:
        said: list[str] = []
        run = prepared_room._run

        def noting(connection: sa.Connection, doing: str, *given: Any) -> Any:
            said.append(given[0].split()[0])
            return run(connection, doing, *given)

        with patch.object(prepared_room, "_run", noting):
            work(connection)
            prepared_room.write_waiting(connection)
        return said

    return recorded


def entries_of(connection: sa.Connection) -> dict[str, int]:
    found = OF_IDS.every(CampaignRow._make, connection, {"ids": ["a", "b", "c"]})
    return {row.id: row.entries for row in found}


async def test_writes_of_other_rows_are_one_trip_to_postgresql(address: Address) -> None:
    def work(connection: sa.Connection) -> None:
        ADD.run_many_soon(connection, named("a", "b"))
        rows = [ASK.run_soon(connection, ASKED | {"entry": entry}) for entry in (1, 2)]
        first, second = (row.given() for row in rows)
        assert second == first + 1

    database = open_database(address)
    said = await database.write(sent(work))
    assert said == (["INSERT"] * 3 if address.is_sqlite else ["WITH"])
    assert await database.read(entries_of) == {"a": 3, "b": 3}
    await database.dispose()


async def test_a_second_write_of_a_row_comes_after_the_first(address: Address) -> None:
    def work(connection: sa.Connection) -> None:
        ADD.run_many_soon(connection, named("a", "b"))
        for entries in (4, 5):
            COUNT_UP.run_soon(connection, {"b_id": "a", "entries": entries}, "a row is gone")

    database = open_database(address)
    said = await database.write(sent(work))
    assert said == (["INSERT", "UPDATE", "UPDATE"] if address.is_sqlite else ["WITH"] * 3)
    assert await database.read(entries_of) == {"a": 5, "b": 3}
    await database.dispose()


@pytest.mark.parametrize("reader", ["prepared", "sqlalchemy"])
async def test_whoever_reads_finds_what_was_written(address: Address, reader: str) -> None:
    database = open_database(address)

    def work(connection: sa.Connection) -> set[str]:
        ADD.run_soon(connection, named("a")[0])
        if reader == "prepared":
            return set(entries_of(connection))
        return set(connection.execute(sa.select(table.c.id)).scalars())

    assert await database.write(work) == {"a"}
    await database.dispose()


async def test_more_rows_than_go_together_are_all_written(address: Address) -> None:
    many = [f"c{number}" for number in range(3 * MOST_TOGETHER)]

    def work(connection: sa.Connection) -> None:
        for row in named(*many):
            ADD.run_soon(connection, row)

    database = open_database(address)
    await database.write(work)
    count = sa.select(sa.func.count()).select_from(table)
    assert await database.read(lambda connection: connection.scalar(count)) == len(many)
    await database.dispose()


async def test_a_row_that_should_be_there_and_is_not_takes_all_back(address: Address) -> None:
    def work(connection: sa.Connection) -> None:
        ADD.run_soon(connection, named("a")[0])
        COUNT_UP.run_soon(connection, {"b_id": "b", "entries": 4}, "b is gone")

    database = open_database(address)
    with pytest.raises(AssertionError, match="b is gone"):
        await database.write(work)
    assert await database.read(entries_of) == {}
    await database.dispose()


async def test_what_waited_in_a_transaction_that_failed_is_never_written(address: Address) -> None:
    def fail(connection: sa.Connection) -> None:
        ADD.run_soon(connection, named("a")[0])
        raise LookupError

    database = open_database(address, pool_size=1)
    with pytest.raises(LookupError):
        await database.write(fail)
    await database.write(lambda connection: ADD.run_soon(connection, named("b")[0]))
    assert await database.read(entries_of) == {"b": 3}
    await database.dispose()
