"""What the engines keep to themselves."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime

import pytest
import sqlalchemy as sa

from bot.storage import campaigns, models
from bot.storage.address import Address
from bot.storage.campaigns import CampaignRow
from bot.storage.database import open_database


async def test_an_error_does_not_tell_what_the_statement_wrote(address: Address) -> None:
    noon = datetime(2026, 5, 1, 12, tzinfo=UTC)
    row = CampaignRow("c", 1, False, noon, 0, 1, b"canary" * 6, b"canary" * 6, 0, 0)
    database = open_database(address)
    await database.write(lambda connection: campaigns.begin(connection, row))
    with pytest.raises(sa.exc.IntegrityError) as failure:
        await database.write(lambda connection: campaigns.begin(connection, row))
    await database.dispose()
    assert "canary" not in str(failure.value)


async def test_closing_waits_for_what_callers_left_behind_and_takes_no_more(address: Address) -> None:
    database, later = open_database(address), open_database(address)
    noon = datetime(2026, 5, 1, 12, tzinfo=UTC)
    begun = asyncio.Event()
    loop = asyncio.get_running_loop()

    def slowly(connection: sa.Connection) -> None:
        loop.call_soon_threadsafe(begun.set)
        if not database.is_sqlite:
            connection.exec_driver_sql("SELECT pg_sleep(0.2)")
        campaigns.begin(
            connection, CampaignRow("c", 1, False, noon, 0, 1, b"canary" * 6, b"canary" * 6, 0, 0)
        )

    caller = asyncio.ensure_future(database.write(slowly))
    await begun.wait()
    caller.cancel()
    await asyncio.wait([caller])
    await database.dispose()

    assert caller.cancelled()
    with pytest.raises(RuntimeError):
        await database.read(lambda connection: None)
    kept = await later.read(
        lambda connection: connection.execute(sa.select(models.campaigns.c.id)).scalars().all()
    )
    assert kept == ["c"]
    await later.dispose()
