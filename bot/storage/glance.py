"""Looking into a database from beside the bot: nothing is made, locked or changed."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from typing import TypeVar

import sqlalchemy as sa

from bot.storage.address import APPLICATION, Address

T = TypeVar("T")
PATIENCE = 5.0


async def glance(address: Address, work: Callable[[sa.Connection], T], *, within: float = PATIENCE) -> T:
    """Run the work on a connection of its own, each of its statements within so many seconds.

    Raises DBAPIError or OSError where there is no reading it.
    """
    if address.is_sqlite:
        return _glance_at_file(address, work)
    from bot.storage.links import engine

    looking = engine(address, within=within, application=f"{APPLICATION}-glance", poolclass=sa.NullPool)
    try:
        async with looking.connect() as connection:
            return await connection.run_sync(work)
    finally:
        await looking.dispose()


def _glance_at_file(address: Address, work: Callable[[sa.Connection], T]) -> T:
    place = f"{address.path.absolute().as_uri()}?mode=ro"
    engine = sa.create_engine(
        "sqlite://",
        creator=lambda: sqlite3.connect(place, uri=True, timeout=PATIENCE),
        poolclass=sa.NullPool,
    )
    with engine.connect() as connection:
        return work(connection)
