"""Write a filled database of each engine as today's code leaves it: `python -m tests.filled.make NAME`.

Each closed issue leaves one here; later code must migrate it and play on. They are never written anew.
"""

from __future__ import annotations

import asyncio
import os
import shutil
import sqlite3
import subprocess
import sys
import tempfile
from contextlib import closing
from pathlib import Path

from bot.storage.address import Address
from bot.storage.schema import migrate_database
from tests.playbooks import GAMES_OF_TESTS, scenarios
from tests.stages import Stage, begin_campaign, open_stage
from tests.systems.second_kingdom.playbook import challenge, rolled
from tests.throwaway import administer, create_postgres

HERE = Path(__file__).parent


async def fill(stage: Stage) -> None:
    """Every action once, an undo, a redo, a hidden rating, and things that still wait."""
    await begin_campaign(stage)
    for name, scenario in scenarios().items():
        if not name.startswith("lantern"):
            await stage.feeder.deliver(await scenario.payload(stage))
    for command in ("undo", "redo"):
        await stage.do(command, by=stage.gm)
        await stage.feeder.deliver(stage.say.press(*_newest(stage), user=stage.gm))
    await challenge(stage, hide=True)
    await rolled(stage)
    await challenge(stage, rating=4)
    await stage.settle()


def _newest(stage: Stage) -> tuple[str, dict[str, object]]:
    for message in reversed(stage.server.messages.kept.values()):
        for row in message["components"]:
            for part in row["components"]:
                if part["custom_id"].startswith("undo|"):
                    return part["custom_id"], message
    raise LookupError("no preview")


async def make(address: Address, folder: Path) -> None:
    """Migrate, fill and close."""
    await migrate_database(address, folder=folder, keep=1)
    async with open_stage(address, packages=GAMES_OF_TESTS, begin=False) as stage:
        await fill(stage)


def write_sqlite(name: str, folder: Path) -> None:
    """Leave `NAME.sqlite.sql`."""
    file = folder / "filled.db"
    asyncio.run(make(Address.of_file(file), folder))
    with closing(sqlite3.connect(file)) as connection:
        (HERE / f"{name}.sqlite.sql").write_text("\n".join(connection.iterdump()) + "\n", encoding="utf-8")


def write_postgres(name: str, folder: Path) -> None:
    """Leave `NAME.postgres.sql`."""
    address = asyncio.run(_filled_postgres(folder))
    dump = subprocess.run(
        ["pg_dump", "--inserts", "--no-owner", "--no-privileges"],
        env=os.environ | address.libpq_environment(),
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    asyncio.run(administer(f"DROP DATABASE {address.url.database} WITH (FORCE)"))
    # psql's own commands and settings a newer or older server may not know.
    skipped = ("\\", "SET transaction_timeout", "--")
    lines = [line for line in dump.splitlines() if line and not line.startswith(skipped)]
    (HERE / f"{name}.postgres.sql").write_text("\n".join(lines) + "\n", encoding="utf-8")


async def _filled_postgres(folder: Path) -> Address:
    address = await create_postgres()
    await make(address, folder)
    return address


if __name__ == "__main__":
    place = Path(tempfile.mkdtemp())
    write_sqlite(sys.argv[1], place)
    write_postgres(sys.argv[1], place)
    shutil.rmtree(place)
