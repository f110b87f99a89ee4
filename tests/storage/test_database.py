"""What the engines keep to themselves."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
import sqlalchemy as sa

from bot.storage import campaigns
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
