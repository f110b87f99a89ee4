"""What `/recap` costs where ten thousand entries are to be told."""

from __future__ import annotations

import shutil
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from tempfile import mkdtemp

from bot.engine.people import Actor
from bot.play import RecapRange
from bot.storage.address import Address
from bot.storage.schema import migrate_database
from tests.bench.databases import SQLITE
from tests.bench.figures import RECAP
from tests.harness.load import frozen_gc
from tests.harness.stats import milliseconds, percentile, table
from tests.play.chronicle import DEACON, MARISOL, Inn
from tests.throwaway import administer, create_postgres

ENTRIES, PLACES, SAMPLES, WARM_UP = 10_000, 40, 50, 3
ROUND = 25


async def recap(engine: str, entries: int = ENTRIES, places: int = PLACES, samples: int = SAMPLES) -> str:
    """All of them, for a player and a game master: from the request to what is told, the card not drawn."""
    rows = []
    async with _inn(engine) as inn:
        await _fill(inn, entries, places)
        for whose, reader in (("a player", DEACON), ("a game master", MARISOL)):
            seen = await _measured(inn, reader, samples)
            middle, high = (percentile(seen, share) for share in (50, 95))
            found = RECAP.found(engine, [middle * 1000], of=whose)
            rows.append([whose, milliseconds(middle), milliseconds(high), f"{found.aim}: {found.verdict}"])
    title = f"{engine}: a recap of {entries:,} entries about {places} records, {samples} times."
    return table(title, ["for", "p50", "p95", "p50"], rows)


async def _fill(inn: Inn, entries: int, places: int) -> None:
    found = [await inn.discover(f"Place {number}") for number in range(places)]
    like = await inn.tell("The wheel turns, and turns, and turns. " * 8, found[0], whispered="psst " * 40)
    each = max(1, min(ROUND, entries // places))
    for _ in range(entries // places // each):
        for place in found:
            await inn.fill(place, each, like=like)


async def _measured(inn: Inn, reader: int, samples: int) -> list[float]:
    seen = []
    with frozen_gc():
        for _ in range(WARM_UP + samples):
            began = time.perf_counter()
            await inn.play.recap(Actor(reader), inn.request(), RecapRange(is_whole=True))
            seen.append(time.perf_counter() - began)
    return seen[WARM_UP:]


@asynccontextmanager
async def _inn(engine: str) -> AsyncIterator[Inn]:
    build = Path("build")
    build.mkdir(exist_ok=True)
    folder = Path(mkdtemp(prefix="recap-", dir=build)).resolve()
    address = Address.of_file(folder / "recap.db") if engine == SQLITE else await create_postgres()
    try:
        await migrate_database(address, folder=folder, keep=1)
        inn = Inn(address)
        await inn.begin()
        yield inn
        await inn.play.database.dispose()
    finally:
        shutil.rmtree(folder)
        if not address.is_sqlite:
            await administer(f"DROP DATABASE {address.url.database} WITH (FORCE)")
