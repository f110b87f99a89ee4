"""Runs migrations over the connection that bot.storage.schema hands in, or that of the alembic command line.

There is no offline mode (`--sql`): SQLite's batch operations have to look at the tables they rebuild.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Literal

from alembic import context
from alembic.util import CommandError
from sqlalchemy import TypeDecorator

from bot.storage.models import metadata

if TYPE_CHECKING:
    from sqlalchemy import Connection


def render_plainly(kind: str, item: object, _context: object) -> str | Literal[False]:
    """Write a type of ours into a new migration as the type it stands on: migrations outlive our code."""
    if kind == "type" and isinstance(item, TypeDecorator):
        return f"sa.{item.impl_instance!r}"
    return False


def run(connection: Connection) -> None:
    """Run what was asked for inside the transaction that is open on the connection."""
    context.configure(
        connection=connection,
        target_metadata=metadata,
        render_as_batch=True,
        compare_type=True,
        render_item=render_plainly,
    )
    with context.begin_transaction():
        context.run_migrations()


def run_from_command_line() -> None:
    """Open the configured database as the bot would: locked, foreign keys handled, all or nothing."""
    from bot.config import load
    from bot.storage.schema import change_schema

    asyncio.run(change_schema(load().database.address, run))


if context.is_offline_mode():
    raise CommandError("Waypost's migrations need a database to look at; leave --sql out.")
elif (given := context.config.attributes.get("connection")) is not None:
    run(given)
else:
    run_from_command_line()
