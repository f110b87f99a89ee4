"""Statements that SQLAlchemy writes and the driver runs: the same rows, types and errors as through both."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from types import ModuleType

import pytest
import sqlalchemy as sa

from bot.storage import campaigns, journal, offers, outbox, records, waiting
from bot.storage.address import Address
from bot.storage.campaigns import CampaignRow
from bot.storage.database import open_database
from bot.storage.models import campaigns as table
from bot.storage.prepared import Prepared
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
