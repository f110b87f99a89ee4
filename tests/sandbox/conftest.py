"""A running sandbox with the stand-in bot."""

from __future__ import annotations

from collections.abc import AsyncIterator
from random import Random

import pytest
import pytest_asyncio

from bot.play import Play
from bot.sandbox.room import Room, Visit, opened
from tests.browser import chromium
from tests.sandbox.standin import SUGGESTIONS, StandIn
from tests.sandbox.visits import Furnished, furnish
from tests.tables import SEED

__all__ = ("chromium", "furnished", "visit")


@pytest.fixture(scope="session")
def furnished(tmp_path_factory: pytest.TempPathFactory) -> Furnished:
    """The demo campaigns as a first visit left them, for others to copy: to set them up takes seconds."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(Play.__init__.__kwdefaults__ or {}, "randomness", Random(SEED).randbytes)
        return furnish(tmp_path_factory.mktemp("furnished"))


@pytest_asyncio.fixture
async def visit() -> AsyncIterator[Visit]:
    """The sandbox, on a port of its own."""
    async with opened(Room(StandIn()), port=0, suggestions=SUGGESTIONS) as running:
        yield running
