"""A database as full as wanted: a hundred played campaigns, and copies of all their rows under other ids."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa

from bot.app import Waypost, assemble
from bot.engine.people import Actor
from bot.engine.system import RecordId
from bot.storage.address import Address
from bot.storage.database import open_database
from bot.storage.models import metadata, outbox
from bot.storage.schema import change_schema
from bot.systems.second_kingdom.challenges.rules import OpenChallenge
from bot.systems.second_kingdom.challenges.state import RollChallenge
from bot.systems.second_kingdom.heroes.people import CreateHero
from bot.systems.second_kingdom.state import Virtue
from bot.systems.table.campaigns.people import JoinCampaign
from bot.systems.table.campaigns.rules import CreateCampaign
from bot.systems.table.dice.rules import RollDice
from tests.bench.scene import Preparation
from tests.harness.world import Channel, Person, World
from tests.throwaway import administer, server_address

CAMPAIGNS, ENTRIES = 100, 10
ACTION = "Leap the chasm before the bridge burns"
# What a copy has under another id.
IDS = {"id", "campaign_id", "record_id", "target_id", "parent_id", "subject_id"}
# Far enough apart that no copy meets another; interactions of copies are earlier than the played ones.
SHIFTS = {
    "guild_id": 1, "channel_id": 10**7, "user_id": 10**7, "who": 10**7, "owner_id": 10**7, "actor_id": 10**7,
    "message_id": 10**12, "interaction_id": -(10**12),
}  # fmt: skip
LEFT_OUT = ("facts",)


@dataclass(frozen=True, slots=True)
class Population:
    """The played campaigns: their world, and one player with a hero in each channel."""

    world: World
    gm: Person
    heroes: tuple[tuple[Person, RecordId], ...]


def new_world(campaigns: int) -> World:
    """A server with a channel for each campaign."""
    return World(channels=[Channel(2_000_000 + number, f"table-{number}") for number in range(campaigns)])


async def played(address: Address, campaigns: int = CAMPAIGNS) -> Population:
    """Play a migrated database to ten entries in each campaign: two of them are challenges that wait."""
    bot = assemble(open_database(address))
    try:
        return await _play(bot, campaigns)
    finally:
        await bot.database.dispose()


async def _play(bot: Waypost, campaigns: int) -> Population:
    preparation = Preparation(bot, new_world(campaigns))
    gm, (first, second, *_) = preparation.gm, preparation.players
    manager, places = Actor(gm.id, manages_server=True), range(campaigns)

    async def everywhere(actor: Actor, make: Callable[[int], Any]) -> list[RecordId]:
        made = await preparation.all((place, actor, make(place)) for place in places)
        return [RecordId(str(outcome.public.entry.subject)) for outcome in made]

    await everywhere(manager, lambda place: CreateCampaign(f"Campaign {place}", ("second_kingdom",)))
    for player in (first, second):
        await everywhere(Actor(player.id), lambda _: JoinCampaign())
    heroes = await everywhere(Actor(first.id), lambda n: CreateHero(f"Hero {n}", first.id, 6, 5, 3, 9))
    await everywhere(Actor(second.id), lambda n: CreateHero(f"Other hero {n}", second.id, 4, 5, 6, 9))
    opening = [OpenChallenge((hero,), ACTION, Virtue.COURAGE, 4) for hero in heroes]
    challenges = await everywhere(manager, lambda place: opening[place])
    await everywhere(Actor(first.id), lambda place: RollChallenge(challenges[place], 1))
    await everywhere(Actor(second.id), lambda _: RollDice("4d6kh3+2 to find the way"))
    for _ in range(2):
        await everywhere(manager, lambda place: opening[place])
    # As after an hour: whatever had to be redrawn has been.
    await bot.database.write(lambda c: c.execute(outbox.update().values(done_at=outbox.c.created_at)).close())
    return Population(preparation.world, gm, tuple((first, hero) for hero in heroes))


# -- copies -----------------------------------------------------------------------------------------


async def multiply(address: Address, copies: int) -> None:
    """Add that many copies of every row under ids of their own."""
    if address.is_sqlite:
        await asyncio.to_thread(_multiply_file, address, copies)
        return
    await change_schema(address, lambda c: [c.exec_driver_sql(s) for s in _multiplying(c, copies)] and None)
    await tidy(address)


async def tidy(address: Address) -> None:
    """Do at once what PostgreSQL's housekeeping does within the hour; SQLite has none."""
    if not address.is_sqlite:
        await administer("VACUUM ANALYZE", database=str(address.url.database))


def _multiply_file(address: Address, copies: int) -> None:
    engine = sa.create_engine(address.engine_url, poolclass=sa.NullPool)
    sa.event.listen(engine, "connect", _carelessly)
    with engine.connect() as connection:
        connection.exec_driver_sql("BEGIN")
        for statement in _multiplying(connection, copies):
            connection.exec_driver_sql(statement)
        connection.commit()
        connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)")
    engine.dispose()


def _carelessly(connection: sqlite3.Connection, _record: Any) -> None:
    connection.isolation_level = None
    for pragma in ("synchronous = OFF", "foreign_keys = OFF", "cache_size = -400000", "temp_store = MEMORY"):
        connection.execute(f"PRAGMA {pragma}")


def _multiplying(connection: sa.Connection, copies: int) -> Iterator[str]:
    is_sqlite = connection.dialect.name == "sqlite"
    prefix = "printf('%05d-', n)" if is_sqlite else "lpad(n::text, 5, '0') || '-'"
    if not is_sqlite:
        # The copies refer to each other as the played rows do: not asked again for each of millions.
        yield "SET LOCAL session_replication_role = replica"
    yield (
        "CREATE TEMP TABLE copies AS WITH RECURSIVE series(n) AS "
        f"(SELECT 1 UNION ALL SELECT n + 1 FROM series WHERE n < {copies}) "
        f"SELECT CAST(n AS BIGINT) AS n, {prefix} AS prefix FROM series"
    )
    most = connection.execute(sa.select(sa.func.max(outbox.c.id))).scalar_one()
    for table in metadata.sorted_tables:
        if table.name in LEFT_OUT:
            continue
        yield f"CREATE TEMP TABLE played_{table.name} AS SELECT * FROM {table.name}"
        names = [column.name for column in table.columns]
        values = ", ".join(_copied(table, name, most) for name in names)
        yield (
            f"INSERT INTO {table.name} ({', '.join(map(_quoted, names))}) "
            f"SELECT {values} FROM copies CROSS JOIN played_{table.name} AS p ORDER BY n"
        )
    if not is_sqlite:
        yield f"SELECT setval(pg_get_serial_sequence('outbox', 'id'), {most * (copies + 1)})"


def _copied(table: sa.Table, name: str, most: int) -> str:
    column = f"p.{_quoted(name)}"
    if table is outbox and name == "id":
        return f"{column} + n * {most}"
    if name in IDS:
        return f"prefix || {column}"
    return f"{column} + n * ({SHIFTS[name]})" if name in SHIFTS else column


def _quoted(name: str) -> str:
    return f'"{name}"'


async def copy_of(address: Address, name: str) -> Address:
    """Another database that begins as that one; nobody may be connected to it."""
    if address.is_sqlite:
        target = address.path.with_name(f"{name}.db")
        with sqlite3.connect(address.path) as source, sqlite3.connect(target) as copy:
            source.backup(copy)
        source.close()
        copy.close()
        return Address.of_file(target)
    database = f"{address.url.database}_{name}"
    await administer(f"CREATE DATABASE {database} TEMPLATE {address.url.database}")
    return Address(server_address().url.set(database=database))
