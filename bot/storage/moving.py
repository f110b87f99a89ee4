"""The whole database into one of the other engine."""

from __future__ import annotations

from pathlib import Path

import sqlalchemy as sa

from bot.storage import postgres_tools, schema
from bot.storage.address import ACCEPTED, Address
from bot.storage.backup import claim
from bot.storage.copies import BackupError
from bot.storage.glance import glance
from bot.storage.models import campaigns, facts, metadata, outbox

BATCH = 1000


def destination(text: str) -> Address:
    """The address that a text is, or that the file of that name holds. Raises BackupError."""
    try:
        return Address.parse(text if "://" in text else Path(text).read_text(encoding="utf-8").strip())
    except OSError as error:
        raise BackupError(
            f"{text} can't be read ({error.strerror}). Give an address, or a file with the address in it."
        ) from None
    except ValueError as problem:
        raise BackupError(
            f"The other database's address can't be used: {problem}. It has to be {ACCEPTED}."
        ) from None


async def move(source: Address, target: Address) -> str:
    """Copy every row into `target`, all or nothing, and say how many; `source` stays as it is.

    Raises BackupError where both are of one engine, the bot runs, the source is missing or of another
    version, or the target holds campaigns already.
    """
    if source.is_sqlite == target.is_sqlite:
        raise BackupError("Both databases have the same engine. Use `backup` and `restore` instead.")
    await _refuse_unready(source)
    await schema.migrate_database(target, folder=Path(), keep=1)
    rows = await (_into_server(source, target) if source.is_sqlite else _into_file(source, target))
    return f"Copied {rows:,} rows from {source} to {target}. Now set database.url to it and start the bot."


async def _refuse_unready(source: Address) -> None:
    if source.is_sqlite:
        if not source.path.is_file():
            raise BackupError(f"There's no database at {source.path}, so there's nothing to move.")
        claim(source.path, "move")
    else:
        await postgres_tools.refuse_while_running(source, "move")
    if await glance(source, schema.current) != schema.head():
        raise BackupError(f"The {source} is not of this Waypost's version; bring it there with `migrate`.")


async def _into_server(source: Address, target: Address) -> int:
    engine = sa.create_engine(source.engine_url, poolclass=sa.NullPool)
    with engine.connect() as reading:
        return await schema.change_schema(target, lambda writing: _fill(reading, writing))


async def _into_file(source: Address, target: Address) -> int:
    return await glance(
        source,
        lambda reading: schema.change_file(target, lambda writing: _fill(reading, writing)),
        within=schema.STATEMENT,
    )


def _fill(reading: sa.Connection, writing: sa.Connection) -> int:
    if writing.execute(sa.select(campaigns.c.id).limit(1)).first() is not None:
        raise BackupError("That database already has campaigns. Name an empty one.")
    writing.execute(facts.delete())
    copied = sum(_copy(table, reading, writing) for table in metadata.sorted_tables)
    if writing.dialect.name == "postgresql":
        most = writing.execute(sa.select(sa.func.max(outbox.c.id))).scalar() or 0
        place = sa.func.pg_get_serial_sequence(outbox.name, "id")
        writing.execute(sa.select(sa.func.setval(place, max(most, 1), most > 0)))
    return copied


def _copy(table: sa.Table, reading: sa.Connection, writing: sa.Connection) -> int:
    # A whole journal would not fit into memory.
    found = reading.execute(sa.select(table), execution_options={"yield_per": BATCH})
    copied = 0
    for batch in found.partitions():
        writing.execute(table.insert(), [row._asdict() for row in batch])
        copied += len(batch)
    return copied
