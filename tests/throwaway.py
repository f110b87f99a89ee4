"""Databases and migrations that a test makes and drops again."""

from __future__ import annotations

import os
import shutil
import textwrap
import uuid
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
import sqlalchemy as sa
from sqlalchemy.ext.asyncio import create_async_engine

from bot.storage.address import Address
from bot.storage.schema import MIGRATIONS, change_schema, head

SERVER = "postgresql://root@127.0.0.1:5432/postgres"

PARENT_AND_CHILD = """
    op.create_table("parent", sa.Column("id", sa.Integer, primary_key=True), sa.Column("name", sa.String(20)))
    op.create_table(
        "child",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("parent_id", sa.Integer, sa.ForeignKey("parent.id", ondelete="CASCADE"), nullable=False),
    )
"""
REBUILT_PARENT = """
    with op.batch_alter_table("parent") as batch:
        batch.add_column(sa.Column("age", sa.Integer))
        batch.alter_column("name", type_=sa.String(40))
"""
REBUILT_BACK = """
    with op.batch_alter_table("parent") as batch:
        batch.drop_column("age")
        batch.alter_column("name", type_=sa.String(20))
"""
DROPPED_BOTH = """
    op.drop_table("child")
    op.drop_table("parent")
"""
HARMFUL = """
    op.execute("DELETE FROM parent")
"""
BROKEN_HALFWAY = """
    op.add_column("parent", sa.Column("half", sa.Integer))
    op.execute("SELECT no_such_thing")
"""


@asynccontextmanager
async def empty_database(engine: str, folder: Path) -> AsyncIterator[Address]:
    """A database of that engine ("sqlite" or "postgres") with nothing in it."""
    if engine == "sqlite":
        yield Address.of_file(folder / "campaigns.db")
        return
    async with empty_postgres() as address:
        yield address


def server_address() -> Address:
    """The server that tests use: the local one, or what WAYPOST_TEST_POSTGRES names."""
    return Address.parse(os.environ.get("WAYPOST_TEST_POSTGRES", SERVER))


@asynccontextmanager
async def empty_postgres(template: str = "template1") -> AsyncIterator[Address]:
    """A PostgreSQL database of this test's own; skips the test where there is no server."""
    address = await create_postgres(template)
    try:
        yield address
    finally:
        await administer(f"DROP DATABASE {address.url.database} WITH (FORCE)")


async def create_postgres(template: str = "template1") -> Address:
    """A new PostgreSQL database, empty or a copy of another; skips the test where there is no server."""
    server, name = server_address(), f"waypost_{uuid.uuid4().hex[:12]}"
    try:
        await administer(f"CREATE DATABASE {name} TEMPLATE {template}")
    except (sa.exc.DBAPIError, OSError, TimeoutError) as error:
        pytest.skip(f"no PostgreSQL server answers at {server} ({type(error).__name__})")
    return Address(server.url.set(database=name))


async def administer(statement: str, database: str | None = None) -> None:
    """Run a statement on the server itself, or in one of its databases, outside any transaction."""
    server = server_address()
    engine = create_async_engine(
        Address(server.url.set(database=database or server.url.database)).engine_url,
        isolation_level="AUTOCOMMIT",
        poolclass=sa.NullPool,
        connect_args={"timeout": 5},
    )
    try:
        async with engine.connect() as connection:
            await connection.exec_driver_sql(statement)
    finally:
        await engine.dispose()


def write_migrations(folder: Path, *steps: tuple[str, str]) -> Path:
    """A migrations folder: the project's env.py and the given (upgrade, downgrade) bodies, 0001 onwards."""
    (folder / "versions").mkdir(parents=True, exist_ok=True)
    shutil.copy(MIGRATIONS / "env.py", folder)
    before = None
    for number, (up, down) in enumerate(steps, start=1):
        before = _write_migration(folder, f"{number:04}", before, up, down)
    return folder


def newer_migrations(folder: Path, up: str = "", down: str = "") -> Path:
    """A migrations folder of a newer program: the project's, and 9999 with those bodies."""
    shutil.copytree(MIGRATIONS, folder, ignore=shutil.ignore_patterns("__pycache__"))
    _write_migration(folder, "9999", head(), up, down)
    return folder


def _write_migration(folder: Path, revision: str, before: str | None, up: str, down: str) -> str:
    (folder / "versions" / f"{revision}.py").write_text(
        _migration(revision, before, up, down), encoding="utf-8"
    )
    return revision


def _migration(revision: str, before: str | None, up: str, down: str) -> str:
    body = f"revision = {revision!r}\ndown_revision = {before!r}\n\n"
    for name, lines in (("upgrade", up), ("downgrade", down)):
        body += (
            f"def {name}():\n" + textwrap.indent(textwrap.dedent(lines).strip() or "pass", "    ") + "\n\n"
        )
    return f'"""Step {int(revision)}."""\n\nimport sqlalchemy as sa\nfrom alembic import op\n\n{body}'


async def execute(address: Address, statement: str) -> None:
    """Run one statement and commit."""
    await change_schema(address, lambda connection: connection.exec_driver_sql(statement).close())


async def rows(address: Address, query: str) -> list[tuple[object, ...]]:
    """What a query finds."""
    return await change_schema(
        address, lambda connection: [tuple(row) for row in connection.exec_driver_sql(query)]
    )
