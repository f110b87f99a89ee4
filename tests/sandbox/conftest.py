"""A running sandbox with the stand-in bot."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest_asyncio

from bot.sandbox.room import Room, Visit, opened
from tests.browser import chromium
from tests.sandbox.standin import SUGGESTIONS, StandIn

__all__ = ("chromium", "visit")


@pytest_asyncio.fixture
async def visit() -> AsyncIterator[Visit]:
    """The sandbox, on a port of its own."""
    async with opened(Room(StandIn()), port=0, suggestions=SUGGESTIONS) as running:
        yield running
