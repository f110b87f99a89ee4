"""Fixtures of the proofs."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from bot.storage.address import Address
from tests.playbooks import GAMES_OF_TESTS, scenarios
from tests.stages import Scenario, Stage, be_generous, open_stage

SCENARIOS = scenarios()


@pytest.fixture(params=SCENARIOS)
def scenario(request: pytest.FixtureRequest) -> Scenario:
    """Each registered action's scenario in turn."""
    return SCENARIOS[request.param]


@pytest.fixture
async def stage(address: Address) -> AsyncIterator[Stage]:
    """A stage on each engine in turn."""
    async with open_stage(address, packages=GAMES_OF_TESTS) as made:
        await be_generous(made)
        yield made


@pytest.fixture
async def sqlite_stage(sqlite_address: Address) -> AsyncIterator[Stage]:
    """A stage on SQLite."""
    async with open_stage(sqlite_address, packages=GAMES_OF_TESTS) as made:
        await be_generous(made)
        yield made
