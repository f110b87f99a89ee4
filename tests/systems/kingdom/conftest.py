"""What the game's tests may ask for besides."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.databases import Templates
from tests.kept import Beginning
from tests.systems.kingdom.stock import begin_realms
from tests.tables import Table, open_table

REALMS = Beginning[Table](
    "realms", lambda address, kept: open_table(address, begin=False, kept=kept), begin_realms
)


@pytest.fixture
async def realms(templates: Templates, tmp_path: Path) -> AsyncIterator[Table]:
    """A campaign of kingdom turns with two players and no kingdom yet, on SQLite."""
    async with REALMS.taken_up(templates, "sqlite", tmp_path) as made:
        yield made


@pytest.fixture
async def each_realms(engine: str, templates: Templates, tmp_path: Path) -> AsyncIterator[Table]:
    """The same on each engine in turn."""
    async with REALMS.taken_up(templates, engine, tmp_path) as made:
        yield made
