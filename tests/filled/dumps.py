"""Filled databases as files: SQL, packed. The same text always gives the same bytes."""

from __future__ import annotations

import lzma
import os
import sqlite3
import subprocess
from contextlib import closing
from pathlib import Path

import asyncpg

from bot.storage.address import Address

HERE = Path(__file__).parent
PACKED = ".sql.xz"


def dumps() -> list[Path]:
    """The files that releases left."""
    return sorted(HERE.glob(f"*{PACKED}"))


def file_of(name: str, engine: str) -> Path:
    """The file that keeps what a release left in a database of that engine."""
    return HERE / f"{name}.{engine}{PACKED}"


def write_dump(dump: Path, address: Address, preset: int = 9 | lzma.PRESET_EXTREME) -> None:
    """Keep all that a database holds, packed as small as can be or more quickly."""
    statements = _of_sqlite(address) if address.is_sqlite else _of_postgres(address)
    dump.write_bytes(lzma.compress(statements.encode(), preset=preset))


async def load_dump(dump: Path, address: Address) -> None:
    """Let an empty database of the engine that it is of hold the same."""
    statements = lzma.decompress(dump.read_bytes()).decode()
    if address.is_sqlite:
        with closing(sqlite3.connect(address.path)) as connection:
            connection.executescript(statements)
        return
    server = await asyncpg.connect(address.url.render_as_string(hide_password=False))
    try:
        await server.execute(statements)
    finally:
        await server.close()


def _of_sqlite(address: Address) -> str:
    with closing(sqlite3.connect(address.path)) as connection:
        return "\n".join(connection.iterdump()) + "\n"


def _of_postgres(address: Address) -> str:
    dumped = subprocess.run(
        ["pg_dump", "--inserts", "--no-owner", "--no-privileges"],
        env=os.environ | address.libpq_environment(),
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    # psql's own commands and settings a newer or older server may not know.
    skipped = ("\\", "SET transaction_timeout", "--")
    return "\n".join(line for line in dumped.splitlines() if line and not line.startswith(skipped)) + "\n"
