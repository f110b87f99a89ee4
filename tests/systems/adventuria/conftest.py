"""What the game's tests may ask for besides."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.databases import Templates
from tests.kept import Beginning
from tests.systems.adventuria.stock import begin_city
from tests.tables import Table, open_table

CITY = Beginning[Table]("city", lambda address, kept: open_table(address, begin=False, kept=kept), begin_city)


@pytest.fixture
async def city(templates: Templates, tmp_path: Path) -> AsyncIterator[Table]:
    """A campaign of Adventuria with two players and no adventurer yet, on SQLite."""
    async with CITY.taken_up(templates, "sqlite", tmp_path) as made:
        yield made


@pytest.fixture
async def each_city(engine: str, templates: Templates, tmp_path: Path) -> AsyncIterator[Table]:
    """The same on each engine in turn."""
    async with CITY.taken_up(templates, engine, tmp_path) as made:
        yield made
