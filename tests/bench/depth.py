"""Delivery of one message about a record of which many messages were posted before."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Awaitable, Callable, Sequence
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from statistics import median
from typing import Any

import sqlalchemy as sa

from bot.engine.system import RecordId
from bot.storage import outbox
from bot.storage.address import Address
from bot.storage.models import campaigns, earlier, journal, messages
from bot.storage.outbox import PUBLIC_POST
from bot.storage.schema import migrate_database
from bot.systems.kingdom.book import MonthStep
from bot.systems.kingdom.founding.rules import ShowKingdom
from tests.bench.databases import SQLITE
from tests.bench.figures import DEPTH
from tests.harness.stats import table
from tests.stages import Stage, be_generous, open_stage
from tests.systems.kingdom.stock import act, id_of, kingdom_at
from tests.systems.second_kingdom.attack_playbook import declared
from tests.throwaway import administer, create_postgres

DEPTHS = (0, 1_000, 5_000, 20_000)
TIMES = 30
# What was just written deep is written on to the file by the next few.
WARM_UP = 5


async def depth(engine: str, depths: Sequence[int] = DEPTHS, times: int = TIMES) -> str:
    """Milliseconds of this process's CPU, and in all, by how many messages there were, and on one card."""
    with tempfile.TemporaryDirectory() as folder:
        address = Address.of_file(Path(folder) / "depth.db") if engine == SQLITE else await create_postgres()
        try:
            await migrate_database(address, folder=Path(folder), keep=1)
            async with open_stage(address) as stage:
                await be_generous(stage)
                rows = await _measured(stage, depths, times)
                told = await _told(stage, depths, times)
                DEPTH.found(engine, [rows[-1][-1]], of=f"{rows[-1][0]} messages about a record")
                DEPTH.found(engine, [told[-1][-1]], of=f"{told[-1][0]} entries on a live card")
        finally:
            if engine != SQLITE:
                await administer(f"DROP DATABASE {address.url.database} WITH (FORCE)")
    columns = ["CPU, ms", "in all, ms", "one without: CPU, ms", "in all, ms", "times that"]
    title = f"Delivery of a message about one kingdom, and of what it folds, {engine}; median of {times}."
    posted = table(title, ["earlier messages about it", *columns], rows)
    title = f"Delivery of what a live card goes on to tell, {engine}; median of {times}."
    return "\n\n".join([posted, table(title, ["told by it before", *columns], told)])


async def _measured(stage: Stage, depths: Sequence[int], times: int) -> list[list[Any]]:
    deep, shallow = [await id_of(stage, await kingdom_at(stage, MonthStep.STABILITY)) for _ in range(2)]
    for realm in (deep, shallow):
        await act(stage, ShowKingdom(realm))
    await stage.settle()

    async def ask(record: str) -> None:
        await act(stage, ShowKingdom(RecordId(record)))

    return await _by_depth(stage, depths, times, partial(_deepen, record=deep), ask, (deep, shallow))


async def _told(stage: Stage, depths: Sequence[int], times: int) -> list[list[Any]]:
    deep, shallow = [await declared(stage) for _ in range(2)]

    async def ask(record: str) -> None:
        await stage.bot.database.write(partial(_go_on, record=record))

    return await _by_depth(stage, depths, times, partial(_tell, record=deep), ask, (deep, shallow))


async def _by_depth(
    stage: Stage,
    depths: Sequence[int],
    times: int,
    deepen: Callable[..., None],
    ask: Callable[[str], Awaitable[None]],
    records: tuple[str, str],
) -> list[list[Any]]:
    """By depth, what the deep record takes beside the shallow one, asked in turn in the same database."""
    rows: list[list[Any]] = []
    known = 0
    for wanted in depths:
        await stage.bot.database.write(partial(deepen, count=wanted - known))
        known = wanted
        await stage.bot.database.write(_analyze)
        spent: dict[str, list[tuple[float, float]]] = {record: [] for record in records}
        for number in range(WARM_UP + times):
            for record in records:
                await ask(record)
                cpu, wall = time.process_time(), time.perf_counter()
                await stage.settle()
                if number >= WARM_UP:
                    took = time.process_time() - cpu, time.perf_counter() - wall
                    spent[record].append((took[0] * 1000, took[1] * 1000))
        deep, shallow = [[median(each) for each in zip(*spent[record], strict=True)] for record in records]
        rows.append([f"{wanted:,}", *deep, *shallow, deep[0] / shallow[0]])
    return rows


def _analyze(connection: sa.Connection) -> None:
    """What PostgreSQL does by itself within a minute of so many rows; SQLite's plans don't go by it."""
    if connection.dialect.name != SQLITE:
        connection.execute(sa.text("ANALYZE"))


def _deepen(connection: sa.Connection, record: str, count: int) -> None:
    """Write that many entries about a record, each with a message that has folded."""
    entries = _entries(connection, record, count)
    for each in entries:
        shown = {
            "message_id": each["number"],
            "channel_id": each["channel_id"],
            "campaign_id": each["campaign_id"],
            "entry": each["number"],
            "audience": "public",
            "record_id": record,
            "posted_at": datetime.now(UTC),
            "is_live": False,
            "is_card": False,
            "as_of": 0,
        }
        connection.execute(messages.insert(), shown)


def _tell(connection: sa.Connection, record: str, count: int) -> None:
    """Write that many entries about a record, all told before by its live card."""
    card = outbox.newest(connection, [record])[record, PUBLIC_POST]
    entries = _entries(connection, record, count)
    if entries:
        rows = [
            {"message_id": card.message_id, "entry": each["number"], "campaign_id": card.campaign_id}
            for each in entries
        ]
        connection.execute(earlier.insert(), rows)
        now = messages.update().where(messages.c.message_id == card.message_id)
        connection.execute(now.values(entry=entries[-1]["number"]))


def _go_on(connection: sa.Connection, record: str) -> None:
    """One more entry that the card is to tell."""
    ((entry),) = _entries(connection, record, 1)
    post = {
        "campaign_id": entry["campaign_id"],
        "entry": entry["number"],
        "audience": PUBLIC_POST,
        "channel_id": entry["channel_id"],
        "record_id": record,
        "interaction_id": entry["interaction_id"],
        "created_at": datetime.now(UTC),
        "in_place": True,
    }
    outbox.post(connection, post)


def _entries(connection: sa.Connection, record: str, count: int) -> list[dict[str, Any]]:
    """Write so many entries as the newest about a record."""
    newest = sa.select(journal).where(journal.c.subject_id == record).order_by(journal.c.number.desc())
    like = dict(connection.execute(newest.limit(1)).mappings().one())
    campaign = like["campaign_id"]
    begun = connection.execute(sa.select(campaigns.c.entries).where(campaigns.c.id == campaign)).scalar_one()
    numbers = range(begun + 1, begun + 1 + count)
    entries = [like | {"number": number, "interaction_id": number} for number in numbers]
    if entries:
        connection.execute(journal.insert(), entries)
        counted = campaigns.update().where(campaigns.c.id == campaign)
        connection.execute(counted.values(entries=entries[-1]["number"]))
    return entries
