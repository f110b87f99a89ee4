"""What the game's tests may ask for besides."""

from __future__ import annotations

import pytest

from tests.systems.second_kingdom.duel import arm
from tests.tables import Table


@pytest.fixture
async def armed(table: Table) -> Table:
    """A table at which everybody can attack: see `duel`."""
    await arm(table)
    return table
