"""What the game's tests may ask for besides."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from bot.storage.address import Address
from tests.systems.adventuria.stock import begin_city
from tests.tables import Table, open_table


@pytest.fixture
async def city(sqlite_address: Address) -> AsyncIterator[Table]:
    """A campaign of Adventuria with two players and no adventurer yet, on SQLite."""
    async with open_table(sqlite_address, begin=False) as made:
        await begin_city(made)
        yield made


@pytest.fixture
async def each_city(address: Address) -> AsyncIterator[Table]:
    """The same on each engine in turn."""
    async with open_table(address, begin=False) as made:
        await begin_city(made)
        yield made
