"""Whether what people wait for stays as quick when the database is a thousand times as full."""

from __future__ import annotations

import random
import shutil
import sys
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from tempfile import mkdtemp
from typing import Any

from bot.app import Waypost, assemble
from bot.engine.people import Actor
from bot.storage.address import Address
from bot.storage.database import open_database
from bot.storage.schema import migrate_database
from bot.systems.second_kingdom.challenges.rules import OpenChallenge
from bot.systems.second_kingdom.state import Virtue
from tests.bench.databases import SQLITE, filesystem
from tests.bench.figures import BREADTH
from tests.bench.population import ACTION, CAMPAIGNS, ENTRIES, Population, copy_of, multiply, played, tidy
from tests.bench.scene import Preparation
from tests.harness.inputs import Inputs
from tests.harness.load import frozen_gc
from tests.harness.raw import Feeder, running
from tests.harness.server import Discord
from tests.harness.stats import milliseconds, percentile, ratio, table
from tests.harness.world import Json
from tests.throwaway import administer, create_postgres

COPIES, SAMPLES, WARM_UP = 1000, 300, 20
DELIVERY = "delivery of the roll, afterwards"


class Side:
    """One bot on one of the two databases, and how long it let people wait, in seconds by what they did."""

    def __init__(self, bot: Waypost, population: Population, feeder: Feeder) -> None:
        self.seen: dict[str, list[float]] = {}
        self._bot = bot
        self._people = population
        self._feeder = feeder
        self._preparation = Preparation(bot, population.world)
        self._inputs = Inputs(population.world, worker=7)
        self._answered: dict[int, float] = {}
        feeder.server.listeners.append(self._note)

    def _note(self, interaction: int) -> None:
        self._answered.setdefault(interaction, time.perf_counter())

    async def sample(self, number: int) -> None:
        """Do each thing once in one of the campaigns."""
        place = number % len(self._people.heroes)
        player, _ = self._people.heroes[place]
        channel = self._people.world.channels[place]
        await self._measure("a journaled challenge roll", await self._challenge(place))
        await self._deliver()
        commands: dict[str, dict[str, Any]] = {
            "journal": {},
            "waiting": {},
            "roll": {"dice": "4d6kh3+2 to climb"},
        }
        for path, options in commands.items():
            await self._measure(f"/{path}", self._inputs.slash(path, options, user=player, channel=channel))
        await self._bot.delivery.idle()

    async def _challenge(self, place: int) -> Json:
        _, hero = self._people.heroes[place]
        opening = OpenChallenge((hero,), ACTION, Virtue.COURAGE, 4)
        gm = Actor(self._people.gm.id, manages_server=True)
        (opened,) = await self._preparation.all(iter([(place, gm, opening)]))
        return self._preparation.press(opened)

    async def _measure(self, what: str, payload: Json) -> None:
        interaction = int(payload["id"])
        began = time.perf_counter()
        for task in self._feeder.feed(payload):
            await task
        self.seen.setdefault(what, []).append(self._answered[interaction] - began)

    async def _deliver(self) -> None:
        began = time.perf_counter()
        await self._bot.delivery.idle()
        self.seen.setdefault(DELIVERY, []).append(time.perf_counter() - began)


async def scale(engine: str, copies: int = COPIES, samples: int = SAMPLES, campaigns: int = CAMPAIGNS) -> str:
    """The same things in turn on a database of 100 campaigns and on one of 100,000."""
    async with _grounds(engine, copies, campaigns) as (small, large, population, where, seconds):
        sides = await _measured(small, large, population, samples)
    rows = [_row(engine, what, *(side.seen[what] for side in sides)) for what in sides[0].seen]
    few, many = (f"{number * campaigns:,} campaigns" for number in (1, copies))
    title = (
        f"From payload to acknowledgement, {where}; {samples} times each, small and large in turn.\n"
        f"{few} with {campaigns * ENTRIES:,} entries beside {many} with {copies * campaigns * ENTRIES:,} "
        f"(filled within {seconds:.0f} s)."
    )
    columns = ["", f"{few}: p50", "p95", f"{many}: p50", "p95", "ratio of p50", "of p95", "p50"]
    return table(title, columns, rows)


def _row(engine: str, what: str, few: list[float], many: list[float]) -> list[object]:
    figures = [percentile(seen, share) for seen in (few, many) for share in (50, 95)]
    middle, high = ratio(figures[2], figures[0]), ratio(figures[3], figures[1])
    found = BREADTH.found(engine, [middle], of=what)
    return [what, *map(milliseconds, figures), middle, high, f"{found.aim}: {found.verdict}"]


async def _measured(small: Address, large: Address, population: Population, samples: int) -> list[Side]:
    async with AsyncExitStack() as stack:
        sides = [await stack.enter_async_context(_side(at, population)) for at in (small, large)]
        order = random.Random(1)
        for number in range(WARM_UP):
            for side in sides:
                await side.sample(number)
        for side in sides:
            side.seen.clear()
        with frozen_gc():
            for number in range(samples):
                for side in order.sample(sides, 2):
                    await side.sample(number)
        return sides


@asynccontextmanager
async def _side(address: Address, population: Population) -> AsyncIterator[Side]:
    bot = assemble(open_database(address))
    server = Discord(population.world, recording=False)
    async with running(bot, server, latency=None) as feeder:
        yield Side(bot, population, feeder)


@asynccontextmanager
async def _grounds(
    engine: str, copies: int, campaigns: int
) -> AsyncIterator[tuple[Address, Address, Population, str, float]]:
    build = Path("build")
    build.mkdir(exist_ok=True)
    folder = Path(mkdtemp(prefix="scale-", dir=build)).resolve()
    began = time.perf_counter()
    small = Address.of_file(folder / "small.db") if engine == SQLITE else await create_postgres()
    cleaning: list[Callable[[], Awaitable[None]]] = [_dropping(small)]
    try:
        await migrate_database(small, folder=folder, keep=1)
        population = await played(small, campaigns)
        large = await copy_of(small, "large")
        cleaning.append(_dropping(large))
        print(f"{engine}: filling {copies * campaigns:,} campaigns …", file=sys.stderr)
        await multiply(large, copies - 1)
        await tidy(small)
        where = f"SQLite on {filesystem(folder)}" if engine == SQLITE else "PostgreSQL on the same machine"
        yield small, large, population, where, time.perf_counter() - began
    finally:
        for clean in cleaning:
            await clean()
        shutil.rmtree(folder)


def _dropping(address: Address) -> Callable[[], Awaitable[None]]:
    async def drop() -> None:
        if not address.is_sqlite:
            await administer(f"DROP DATABASE {address.url.database} WITH (FORCE)")

    return drop
