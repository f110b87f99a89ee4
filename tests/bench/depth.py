"""Delivery of one message about a record of which many messages were posted before."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from statistics import median
from typing import Any

import sqlalchemy as sa

from bot.storage.address import Address
from bot.storage.models import campaigns, journal, messages
from bot.storage.schema import migrate_database
from bot.systems.kingdom.book import Step
from bot.systems.kingdom.founding.rules import ShowKingdom
from tests.bench.databases import SQLITE
from tests.harness.stats import table
from tests.stages import Stage, be_generous, open_stage
from tests.systems.kingdom.stock import act, id_of, kingdom_at
from tests.throwaway import administer, create_postgres

DEPTHS = (0, 1_000, 5_000, 20_000)
TIMES = 15


async def depth(engine: str, depths: Sequence[int] = DEPTHS, times: int = TIMES) -> str:
    """Milliseconds of this process's CPU, and in all, by how many messages there were."""
    with tempfile.TemporaryDirectory() as folder:
        address = Address.of_file(Path(folder) / "depth.db") if engine == SQLITE else await create_postgres()
        try:
            await migrate_database(address, folder=Path(folder), keep=1)
            async with open_stage(address) as stage:
                await be_generous(stage)
                rows = await _measured(stage, depths, times)
        finally:
            if engine != SQLITE:
                await administer(f"DROP DATABASE {address.url.database} WITH (FORCE)")
    title = f"Delivery of a message about one kingdom, and of what it folds, {engine}; median of {times}."
    return table(title, ["earlier messages about it", "CPU, ms", "in all, ms", "times the first"], rows)


async def _measured(stage: Stage, depths: Sequence[int], times: int) -> list[list[Any]]:
    realm = await id_of(stage, await kingdom_at(stage, Step.STABILITY))
    await act(stage, ShowKingdom(realm))
    await stage.settle()
    rows: list[list[Any]] = []
    known = 0
    for deep in depths:
        await stage.bot.database.write(lambda c: _deepen(c, realm, deep - known))  # noqa: B023
        known = deep
        spent = []
        for _ in range(times):
            await act(stage, ShowKingdom(realm))
            cpu, wall = time.process_time(), time.perf_counter()
            await stage.settle()
            spent.append(((time.process_time() - cpu) * 1000, (time.perf_counter() - wall) * 1000))
        cpus, walls = (median(each) for each in zip(*spent, strict=True))
        rows.append([f"{deep:,}", cpus, walls, cpus / rows[0][1] if rows else 1.0])
    return rows


def _deepen(connection: sa.Connection, record: str, count: int) -> None:
    """Write that many entries about a record, each with a message that has folded."""
    newest = sa.select(journal).where(journal.c.subject_id == record).order_by(journal.c.number.desc())
    like = dict(connection.execute(newest.limit(1)).mappings().one())
    campaign = like["campaign_id"]
    begun = connection.execute(sa.select(campaigns.c.entries).where(campaigns.c.id == campaign)).scalar_one()
    numbers = range(begun + 1, begun + 1 + count)
    if not numbers:
        return
    entries = [like | {"number": number, "interaction_id": number} for number in numbers]
    shown = {
        "channel_id": like["channel_id"],
        "campaign_id": campaign,
        "audience": "public",
        "record_id": record,
        "posted_at": datetime.now(UTC),
        "is_live": False,
    }
    connection.execute(journal.insert(), entries)
    connection.execute(
        messages.insert(), [shown | {"message_id": number, "entry": number} for number in numbers]
    )
    connection.execute(campaigns.update().where(campaigns.c.id == campaign).values(entries=numbers[-1]))
