"""The tables' version: Alembic's migrations, run in this process, whole or not at all, on both engines."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import sqlalchemy as sa

from bot.storage.address import APPLICATION, Address
from bot.storage.copies import copy_before_migration
from bot.storage.postgres_tools import reason
from bot.storage.revisions import MIGRATIONS, Revision, SchemaError, head, knows, missing, steps

if TYPE_CHECKING:
    from alembic.config import Config as AlembicConfig

__all__ = [
    "MIGRATIONS",
    "Revision",
    "SchemaError",
    "change_file",
    "change_schema",
    "current",
    "downgrade",
    "head",
    "knows",
    "migrate_database",
    "pending",
    "refusal",
    "steps",
    "upgrade",
]  # fmt: skip

_LOCK = 0x5761_7970_6F73_74  # "Waypost" in ASCII; a number that no other program locks by chance
_SQLITE_PATIENCE = 60.0
# How long one statement may take, in seconds: a migration rewrites whole tables.
STATEMENT = 600.0

_ANOTHER_FILE = "name a Waypost database file, or a place for a new one"
_STOP_OTHERS = "stop whatever else has it open"
_SQLITE_REMEDIES = {
    sqlite3.SQLITE_BUSY: _STOP_OTHERS,
    sqlite3.SQLITE_LOCKED: _STOP_OTHERS,
    sqlite3.SQLITE_FULL: "make room on its disk",
    sqlite3.SQLITE_IOERR: "check its disk",
    sqlite3.SQLITE_CORRUPT: "restore a backup with `restore`",
    sqlite3.SQLITE_CANTOPEN: _ANOTHER_FILE,
    sqlite3.SQLITE_NOTADB: _ANOTHER_FILE,
    sqlite3.SQLITE_PERM: "let the bot's user write it",
    sqlite3.SQLITE_READONLY: "let the bot's user write it",
}
# PostgreSQL's classes for: connection, login, no such database, rights, resources, operator and system.
_POSTGRES_REFUSALS = ("08", "25006", "28", "3D", "42501", "53", "57", "58")
_POSTGRES_REMEDIES = {
    "53100": "make room on its disk",
    "25006": "make it writable: it's read-only right now",
    "55P03": _STOP_OTHERS,
    "57014": "find out what else keeps it busy",
    "XX001": "restore a backup with `restore`",
    "XX002": "rebuild its indexes (REINDEX), or restore a backup with `restore`",
}
_POSTGRES_REMEDY = "start the server, or fix database.url (host, port, name, user, password) or its rights"

T = TypeVar("T")


def current(connection: sa.Connection) -> str | None:
    """The database's revision; none in an empty database."""
    if not sa.inspect(connection).has_table("alembic_version"):
        return None
    revision: str | None = connection.execute(sa.text("SELECT version_num FROM alembic_version")).scalar()
    return revision


def upgrade(connection: sa.Connection, revision: str = "head", migrations: Path = MIGRATIONS) -> None:
    """Migrate forward inside the connection's transaction; open that with `change_schema`."""
    # Alembic holds 12 MiB: a start that finds nothing to migrate goes without.
    from alembic import command

    command.upgrade(_alembic(migrations, connection), revision)


def downgrade(connection: sa.Connection, revision: str, migrations: Path = MIGRATIONS) -> None:
    """Migrate back inside the connection's transaction; open that with `change_schema`."""
    from alembic import command

    command.downgrade(_alembic(migrations, connection), revision)


def pending(connection: sa.Connection, migrations: Path = MIGRATIONS) -> list[Revision]:
    """What an upgrade would run, in order. Raises SchemaError for a database of a newer program."""
    return missing(current(connection), migrations)


async def migrate_database(
    address: Address, *, folder: Path, keep: int, migrations: Path = MIGRATIONS
) -> list[Revision]:
    """Bring the database up to date and return what was done, oldest first.

    An SQLite file that holds anything is copied into `folder` before, where the `keep` newest copies stay.
    Two processes that start at once migrate once: the second finds nothing left to do.
    """

    def migrate(connection: sa.Connection) -> list[Revision]:
        steps = pending(connection, migrations)
        before = current(connection)
        copy: list[Revision] = []
        if steps and before and address.is_sqlite:
            file = copy_before_migration(address.path, before, folder=folder, keep=keep)
            copy = [Revision("backup", str(file))]
        if steps:
            upgrade(connection, migrations=migrations)
        return copy + steps

    return await change_schema(address, migrate)


async def change_schema(address: Address, work: Callable[[sa.Connection], T]) -> T:
    """Run the work in one transaction on an engine of its own, no other migration beside it.

    On SQLite foreign keys are off meanwhile, since rebuilding a parent table would delete its children
    (ON DELETE CASCADE), and every reference is checked before the commit.
    """
    if address.is_sqlite:
        return change_file(address, work)
    return await _change_postgres(address, work)


def refusal(error: BaseException, address: Address) -> str | None:
    """Why the database cannot be had and what to do, in a sentence; none for an error that is a bug."""
    remedy = _sqlite_remedy(error) if address.is_sqlite else _postgres_remedy(error)
    return f"The {address} can't be used ({reason(error)}); {remedy}." if remedy else None


def _sqlite_remedy(error: BaseException) -> str | None:
    code = getattr(getattr(error, "orig", error), "sqlite_errorcode", 0) & 0xFF
    return _SQLITE_REMEDIES.get(code)


def _postgres_remedy(error: BaseException) -> str | None:
    if isinstance(error, OSError) and error.filename is None:
        return _POSTGRES_REMEDY
    if not isinstance(error, sa.exc.DBAPIError):
        return None
    state = str(getattr(error.orig, "sqlstate", None) or "")
    if (remedy := _POSTGRES_REMEDIES.get(state)) is not None:
        return remedy
    at_connecting = error.statement is None
    refused = at_connecting or state.startswith(_POSTGRES_REFUSALS)
    return _POSTGRES_REMEDY if refused or error.connection_invalidated else None


def change_file(address: Address, work: Callable[[sa.Connection], T]) -> T:
    """The same on SQLite, for callers that cannot await."""
    address.make_folder()
    address.keep_private()
    engine = sa.create_engine(
        address.engine_url, poolclass=sa.NullPool, connect_args={"timeout": _SQLITE_PATIENCE}
    )
    sa.event.listen(engine, "connect", _foreign_keys_off)
    sa.event.listen(engine, "begin", lambda connection: connection.exec_driver_sql("BEGIN IMMEDIATE"))
    try:
        with engine.begin() as connection:
            result = work(connection)
            _check_references(connection)
            return result
    finally:
        engine.dispose()


def _foreign_keys_off(connection: sqlite3.Connection, _record: Any) -> None:
    # SQLite ignores the pragma inside a transaction: it comes before BEGIN, and the driver begins nothing.
    connection.isolation_level = None
    for pragma in ("journal_mode = WAL", "synchronous = FULL", "foreign_keys = OFF"):
        connection.execute(f"PRAGMA {pragma}")


def _check_references(connection: sa.Connection) -> None:
    broken = connection.exec_driver_sql("PRAGMA foreign_key_check").all()
    if broken:
        tables = ", ".join(sorted({f"{child} → {parent}" for child, _, parent, _ in broken}))
        raise SchemaError(
            f"The migration would leave {len(broken)} rows pointing at rows that do not exist ({tables}); "
            "nothing was changed, please report this."
        )


async def _change_postgres(address: Address, work: Callable[[sa.Connection], T]) -> T:
    from bot.storage.links import engine

    changing = engine(address, within=STATEMENT, application=f"{APPLICATION}-schema", poolclass=sa.NullPool)
    try:
        async with changing.begin() as connection:
            await connection.execute(sa.select(sa.func.pg_advisory_xact_lock(_LOCK)))
            return await connection.run_sync(work)
    finally:
        await changing.dispose()


def _alembic(migrations: Path, connection: sa.Connection) -> AlembicConfig:
    from alembic.config import Config as AlembicConfig

    config = AlembicConfig(attributes={"connection": connection})
    # Alembic reads % as the start of a reference.
    config.set_main_option("script_location", str(migrations).replace("%", "%%"))
    return config
