"""What the game's tests may ask for besides."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.databases import Templates
from tests.kept import Beginning
from tests.systems.second_kingdom.duel import arm
from tests.tables import Table, open_table

ARMED = Beginning[Table]("armed", lambda address, kept: open_table(address, kept=kept), arm)


@pytest.fixture
async def armed(templates: Templates, tmp_path: Path) -> AsyncIterator[Table]:
    """A table at which everybody can attack: see `duel`."""
    async with ARMED.taken_up(templates, "sqlite", tmp_path) as made:
        yield made
