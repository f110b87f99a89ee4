"""What the bot costs while nothing happens, beside a bare discord.py client: memory, and start to ready."""

from __future__ import annotations

import asyncio
import json
import os
import sys
import time
from collections.abc import Mapping
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from bot.storage.address import Address
from tests.bench.databases import SQLITE
from tests.bench.figures import MEMORY, START, Figure
from tests.harness.processes import recorder
from tests.harness.stats import table
from tests.throwaway import administer, create_postgres

ROUNDS = 5
# What a start leaves for later (delivery's first look, closed connections) is done by then.
REST_SECONDS = 3.0


async def idle(engine: str, rounds: int = ROUNDS, rest: float = REST_SECONDS) -> str:
    """Processes of both kinds in turn, on a database that an earlier start has migrated."""
    with TemporaryDirectory() as folder:
        address = Address.of_file(Path(folder) / "idle.db") if engine == SQLITE else await create_postgres()
        try:
            async with recorder() as discord:
                ours, bare = await _weighed(discord.url, address, Path(folder), rounds, rest)
        finally:
            if engine != SQLITE:
                await administer(f"DROP DATABASE {address.url.database} WITH (FORCE)")
    rows = [
        _row(engine, "memory at rest, MiB", ours, bare, "mib", MEMORY),
        _row(engine, "process start to ready, s", ours, bare, "seconds", START),
    ]
    title = f"At rest, {engine}; the median of {rounds} processes each, with the same intents and caches."
    return table(title, ["", "Waypost", "bare discord.py", "more", "target"], rows)


async def _weighed(
    url: str, address: Address, folder: Path, rounds: int, rest: float
) -> tuple[list[dict[str, float]], list[dict[str, float]]]:
    # Compiled once by the first start, as an installed program is.
    dropped = ("WAYPOST_", "PYTHONDONTWRITEBYTECODE")
    environment = {
        **{name: value for name, value in os.environ.items() if not name.startswith(dropped)},
        "WAYPOST_DATABASE__URL": address.engine_url.render_as_string(hide_password=False).replace(
            "+asyncpg", ""
        ),
        "WAYPOST_BACKUP__FOLDER": str(folder),
        "WAYPOST_LOG__LEVEL": "error",
    }
    # The first start migrates and sends the commands; it does not count.
    await _one("waypost", url, environment, 0)
    ours, bare = [], []
    for _ in range(rounds):
        bare.append(await _one("bare", url, environment, rest))
        ours.append(await _one("waypost", url, environment, rest))
    return ours, bare


async def _one(kind: str, url: str, environment: Mapping[str, str], rest: float) -> dict[str, float]:
    command = (sys.executable, "-m", "tests.bench.resident", kind, url, str(time.time()), str(rest))
    process = await asyncio.create_subprocess_exec(*command, env=environment, stdout=asyncio.subprocess.PIPE)
    said, _ = await process.communicate()
    if process.returncode:
        raise RuntimeError(f"the {kind} client ended with {process.returncode}; standard error says why")
    found: dict[str, float] = json.loads(said)
    return found


def _row(
    engine: str,
    name: str,
    ours: list[dict[str, float]],
    bare: list[dict[str, float]],
    key: str,
    figure: Figure,
) -> list[object]:
    mine, theirs = ([one[key] for one in found] for found in (ours, bare))
    found = figure.found(engine, [one - other for one, other in zip(mine, theirs, strict=True)])
    return [name, median(mine), median(theirs), found.text, f"{found.aim}: {found.verdict}"]
