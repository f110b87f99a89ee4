"""One measurement each: our bot, the bare driver, and pong, as fast as they can or at a fixed rate."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager, nullcontext
from unittest.mock import patch

import discord
import sqlalchemy as sa

from bot.app import Waypost, assemble
from bot.storage.database import open_database
from bot.storage.models import journal
from tests.bench.clients import Pong, Replay
from tests.bench.databases import Ground
from tests.bench.drivers import open_driver
from tests.bench.scene import Scene
from tests.bench.statements import Turn, recorded, turns
from tests.harness.load import Latencies, Throughput, closed_loop, open_loop
from tests.harness.raw import Feeder, running
from tests.harness.server import Discord

WARM_UP = 100


@asynccontextmanager
async def pressing(client: discord.Client, scene: Scene) -> AsyncIterator[Feeder]:
    """A client in a Discord that answers in memory and keeps nothing."""
    async with running(client, Discord(scene.world, recording=False), latency=None) as feeder:
        yield feeder


@asynccontextmanager
async def playing(
    ground: Ground, *, delivers: bool = True, all_roll: bool = True
) -> AsyncIterator[tuple[Waypost, Feeder, Iterator[dict[str, object]]]]:
    """Our bot on a fresh copy, and the presses to make; with `all_roll` each must have rolled in the end.

    Unless it delivers, the cards that a roll changes are redrawn only in the end.
    """
    async with ground.copy() as address:
        bot = assemble(open_database(address))
        presses = iter(ground.scene.presses)
        async with pressing(bot, ground.scene) as feeder:
            with nullcontext() if delivers else patch.object(bot.delivery, "soon", lambda: None):
                yield bot, feeder, presses
            pressed, rolled = len(ground.scene.presses) - len(list(presses)), await _rolls(bot)
            await bot.close()
    if all_roll and rolled != pressed:
        raise AssertionError(f"{pressed} presses came to {rolled} rolls")


async def _rolls(bot: Waypost) -> int:
    """How many rolls are in the journal."""
    rolls = sa.select(sa.func.count()).where(journal.c.action == "RollChallenge")
    return int(await bot.database.read(lambda connection: connection.execute(rolls).scalar_one()))


async def roll(ground: Ground, workers: int, count: int, *, delivers: bool) -> Throughput:
    """How many rolls our bot finishes."""
    async with playing(ground, delivers=delivers) as (_, feeder, presses):
        return await closed_loop(workers, count, lambda: next(presses), feeder, WARM_UP)


async def record(ground: Ground, workers: int, count: int, *, delivers: bool) -> Sequence[Turn]:
    """What such a run says to its database."""
    async with playing(ground, delivers=delivers) as (_, feeder, presses):
        await closed_loop(workers, WARM_UP, lambda: next(presses), feeder, 0)
        with recorded() as transactions:
            await closed_loop(workers, count, lambda: next(presses), feeder, 0)
        return turns(transactions)


async def replay(ground: Ground, workers: int, played: Sequence[Turn]) -> Throughput:
    """How many of the same turns the bare driver finishes."""
    presses = iter(ground.scene.presses)
    async with ground.copy() as address, open_driver(address) as driver:
        client = Replay(driver, iter(played))
        async with pressing(client, ground.scene) as feeder:
            count = len(played) - WARM_UP
            return await closed_loop(workers, count, lambda: next(presses), feeder, WARM_UP)


async def pong(scene: Scene, workers: int, count: int) -> Throughput:
    """How many presses a bot answers that does nothing else."""
    presses = iter(scene.presses)
    async with pressing(Pong(), scene) as feeder:
        return await closed_loop(workers, count, lambda: next(presses), feeder, WARM_UP)


async def at_rate(ground: Ground, rate: float, seconds: float) -> tuple[Latencies, int]:
    """How long our bot lets people wait at a fixed rate, and how many it put off for being too busy."""
    async with playing(ground, all_roll=False) as (bot, feeder, presses):
        found = await open_loop(rate, seconds, lambda: next(presses), feeder, WARM_UP)
        return found, WARM_UP + len(found.lags) - await _rolls(bot)
