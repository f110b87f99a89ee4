"""What the tests of campaigns may ask for besides."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from bot.storage.address import Address
from tests.tables import Table, open_table


@pytest.fixture
async def bare(sqlite_address: Address) -> AsyncIterator[Table]:
    """A server where no campaign has begun."""
    async with open_table(sqlite_address, begin=False) as made:
        yield made
