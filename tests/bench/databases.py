"""Databases to measure on: one played up to where the rolls begin, and copies of it, one for each run."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from bot.storage.address import Address
from bot.storage.schema import migrate_database
from tests.bench.scene import Scene, prepare
from tests.throwaway import administer, create_postgres

SQLITE, POSTGRES = "sqlite", "postgres"


class Ground:
    """A scene in a database of one engine, and as many copies of it as are asked for."""

    def __init__(self, engine: str, template: Address, scene: Scene, folder: Path) -> None:
        self.engine = engine
        self.scene = scene
        self._template = template
        self._folder = folder
        self._number = 0

    @property
    def place(self) -> str:
        """Where the database is, for the table."""
        if self._template.is_sqlite:
            return f"SQLite (WAL, synchronous=FULL) on {filesystem(self._folder)}"
        return "PostgreSQL (as its server is set) on the same machine"

    @asynccontextmanager
    async def copy(self) -> AsyncIterator[Address]:
        """A database that nobody has rolled in yet."""
        self._number += 1
        if self._template.is_sqlite:
            target = self._folder / f"{self._number}.db"
            shutil.copy(self._template.path, target)
            yield Address.of_file(target)
            return
        template = self._template.url.database
        name = f"{template}_{self._number}"
        await administer(f"CREATE DATABASE {name} TEMPLATE {template}")
        try:
            yield Address(self._template.url.set(database=name))
        finally:
            await administer(f"DROP DATABASE {name} WITH (FORCE)")


@asynccontextmanager
async def ground(engine: str, challenges: int) -> AsyncIterator[Ground]:
    """A scene of that many open challenges, and afterwards nothing left of it."""
    # Beside the code rather than in the system's folder for such things: that may be memory.
    build = Path("build")
    build.mkdir(exist_ok=True)
    folder = Path(tempfile.mkdtemp(prefix="bench-", dir=build)).resolve()
    template = Address.of_file(folder / "template.db") if engine == SQLITE else await create_postgres()
    try:
        await migrate_database(template, folder=folder, keep=1)
        yield Ground(engine, template, await prepare(template, challenges), folder)
    finally:
        shutil.rmtree(folder)
        if engine == POSTGRES:
            await administer(f"DROP DATABASE {template.url.database} WITH (FORCE)")


def filesystem(path: Path) -> str:
    """The kind of file system a path is on, as far as the system says."""
    mounts = Path("/proc/mounts")
    if not mounts.exists():
        return "an unknown file system"
    kinds = {
        fields[1]: fields[2] for line in mounts.read_text().splitlines() if len(fields := line.split()) > 2
    }
    return next(
        kinds[str(parent)] for parent in (path.resolve(), *path.resolve().parents) if str(parent) in kinds
    )
