"""Whether a turn of Adventuria costs more where a library holds a thousand entries instead of ten."""

from __future__ import annotations

import random
import shutil
import time
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from tempfile import mkdtemp
from typing import Any

from bot.engine.people import Actor
from bot.storage.address import Address
from bot.storage.schema import migrate_database
from bot.systems.table.library.rules import MOST_ENTRIES, ImportEntries
from tests.bench.databases import filesystem
from tests.harness.load import frozen_gc
from tests.harness.stats import milliseconds, percentile, ratio, table, verdict
from tests.harness.world import Json
from tests.stages import Stage, be_generous, open_stage
from tests.systems.adventuria.stock import adventurer

FEW, MANY, SAMPLES, WARM_UP = 10, 1000, 100, 5
MOST = 1.2
TURN = "the whole turn"
WANTED = "Trinket 1"
SCENE = {"text": "A stall under the arch, and an old woman behind it.", "ways": "The Bridge; The City"}


class Side:
    """One bot on one database, its adventurer, and how long each action of a turn took, in seconds."""

    def __init__(self, stage: Stage, name: str) -> None:
        self.seen: dict[str, list[float]] = {}
        self._stage = stage
        self._whose = {"adventurer": name}

    async def sample(self) -> None:
        """Play one turn: begun, told, something of the library gained, ended."""
        gm, player = self._stage.gm, self._stage.deacon
        asked: dict[str, Json] = {
            "/adv start": self._stage.slash("adv start", by=player, **self._whose),
            "/adv gm scene": self._stage.slash("adv gm scene", by=gm, **SCENE, **self._whose),
            "/adv gm gain": self._stage.slash("adv gm gain", by=gm, thing=WANTED, **self._whose),
            "/adv end": self._stage.slash("adv end", by=player, location="The City", **self._whose),
        }
        taken = [await self._measured(what, payload) for what, payload in asked.items()]
        self.seen.setdefault(TURN, []).append(sum(taken))
        await self._stage.do("adv gm lose", by=gm, thing=WANTED, **self._whose)
        await self._stage.settle()

    async def _measured(self, what: str, payload: Json) -> float:
        began = time.perf_counter()
        await self._stage.feeder.deliver(payload)
        taken = time.perf_counter() - began
        self.seen.setdefault(what, []).append(taken)
        await self._stage.settle()
        return taken


async def library(engine: str, few: int = FEW, many: int = MANY, samples: int = SAMPLES) -> str:
    """The same turns in turn on both, on SQLite only: what they read is the same on either engine."""
    build = Path("build")
    build.mkdir(exist_ok=True)
    folder = Path(mkdtemp(prefix="library-", dir=build)).resolve()
    try:
        async with AsyncExitStack() as stack:
            sides = [await stack.enter_async_context(_side(folder, count)) for count in (few, many)]
            await _played(sides, samples)
        where = f"SQLite on {filesystem(folder)}"
    finally:
        shutil.rmtree(folder)
    rows = [_row(what, *(side.seen[what] for side in sides)) for what in sides[0].seen]
    title = f"From the interaction to its end, {where}; {samples} turns each, in turn with each library."
    columns = [
        "",
        f"{few:,} entries: p50",
        "p95",
        f"{many:,} entries: p50",
        "p95",
        "ratio of p50",
        f"≤ {MOST}",
    ]
    return table(title, columns, rows)


async def _played(sides: list[Side], samples: int) -> None:
    order = random.Random(1)
    for _ in range(WARM_UP):
        for side in sides:
            await side.sample()
    for side in sides:
        side.seen.clear()
    with frozen_gc():
        for _ in range(samples):
            for side in order.sample(sides, 2):
                await side.sample()


def _row(what: str, few: list[float], many: list[float]) -> list[object]:
    figures = [percentile(seen, share) for seen in (few, many) for share in (50, 95)]
    middle = ratio(figures[2], figures[0])
    return [what, *map(milliseconds, figures), middle, verdict(middle, MOST)]


@asynccontextmanager
async def _side(folder: Path, entries: int) -> AsyncIterator[Side]:
    address = Address.of_file(folder / f"{entries}.db")
    await migrate_database(address, folder=folder, keep=1)
    async with open_stage(address) as stage:
        await be_generous(stage)
        leader = Actor(stage.gm.id, manages_server=True)
        rows: list[Any] = [
            {"name": f"Trinket {number}", "rules": "held: craft +1"} for number in range(entries)
        ]
        for number, first in enumerate(range(0, entries, MOST_ENTRIES)):
            some = tuple(rows[first : first + MOST_ENTRIES])
            request = stage.request(100 + number)
            await stage.bot.play.act(leader, request, ImportEntries("adventuria.item", some, "the bench"))
        await stage.settle()
        yield Side(stage, await adventurer(stage))
