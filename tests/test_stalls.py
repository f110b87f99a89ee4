"""Proof 10: a database that does not answer for a while."""

from __future__ import annotations

import asyncio
import sqlite3
import threading
from collections.abc import AsyncIterator, Iterable
from contextlib import AsyncExitStack, asynccontextmanager, closing
from dataclasses import dataclass

import asyncpg
import pytest

from bot.storage.address import Address
from bot.storage.database import READERS
from tests.harness.answering import CHOICES, FORM, MESSAGE
from tests.harness.world import Json
from tests.stages import Stage
from tests.systems.second_kingdom.challenges_playbook import consequence, rolled
from tests.systems.second_kingdom.stock import HERO, challenge, hero
from tests.truth import (
    BUSY,
    MOST_SECONDS,
    Answered,
    deliver,
    is_placeholder,
    require_truth,
    said,
    timed_stage,
)

pytestmark = pytest.mark.hurried

# -- what happens meanwhile -------------------------------------------------------------------------


@dataclass
class Meanwhile:
    """Inputs of every sort, prepared before the database stops to answer."""

    acts: dict[str, Json]
    looks: dict[str, Json]
    opener: Json
    typing: Json

    @classmethod
    async def prepare(cls, stage: Stage) -> Meanwhile:
        """Open what they need."""
        await rolled(stage)
        label = consequence(stage).replace("Propose", "Write")
        opener = await stage.gm_press(label)
        form = await stage.gm_fill(label, text="The rope frays.")
        acts = await _commands(stage) | await _presses(stage) | {"a form": form}
        looks = await _looks(stage)
        typing = stage.say.autocomplete("sk sheet", {"hero": "N"}, focused="hero", user=stage.deacon)
        await stage.settle()
        return cls(acts, looks, opener, typing)


async def _commands(stage: Stage) -> dict[str, Json]:
    deacon, name = stage.deacon, await hero(stage)
    elsewhere = stage.say.slash("roll", {"dice": "2d6"}, user=deacon, channel=stage.world.channels[2])
    return {
        "a command": stage.slash("sk new", by=deacon, name=stage.fresh_name(), **HERO),
        "one with a look first": stage.slash(
            "sk conviction", by=stage.gm, heroes=name, amount=1, reason="Rest"
        ),
        "dice": stage.slash("roll", by=deacon, dice="2d6"),
        "dice outside any campaign": elsewhere,
    }


async def _presses(stage: Stage) -> dict[str, Json]:
    await rolled(stage)
    let_be = await stage.gm_press("Let it be")
    await challenge(stage)
    roll = stage.press("Roll, spend 1", by=stage.deacon)
    await stage.do("sk new", by=stage.wren, name=stage.fresh_name(), **HERO)
    newest = (await stage.entries())[-1].number
    await stage.do("undo", by=stage.wren)
    undo = stage.press(f"Undo #{newest}", by=stage.wren)
    return {"a roll": roll, "the game master's word": let_be, "an undo": undo}


async def _looks(stage: Stage) -> dict[str, Json]:
    deacon, name = stage.deacon, await hero(stage)
    newest = (await stage.entries())[-1].number
    return {
        "a sheet": stage.slash("sk sheet", by=deacon, hero=name),
        "the journal": stage.slash("journal", by=deacon),
        "what waits": stage.slash("waiting", by=deacon),
        "the campaign": stage.slash("campaign info", by=deacon),
        "a preview": stage.slash("undo", by=stage.gm, entry=newest),
    }


# -- the stall --------------------------------------------------------------------------------------


@asynccontextmanager
async def stalled(stage: Stage) -> AsyncIterator[None]:
    """Nobody gets at the database: not the writers, and not the readers either."""
    async with AsyncExitStack() as held:
        if stage.address.is_sqlite:
            holder = held.enter_context(closing(sqlite3.connect(stage.address.path, isolation_level=None)))
            holder.execute("BEGIN EXCLUSIVE")
            await held.enter_async_context(_slow_reads(stage))
        else:
            url = stage.address.url
            place = {"host": url.host, "port": url.port, "user": url.username, "database": url.database}
            connection = await asyncpg.connect(**place, password=url.password)
            held.push_async_callback(connection.close)
            await held.enter_async_context(connection.transaction())
            await connection.fetch("SELECT id FROM campaigns FOR UPDATE")
            await connection.execute("LOCK TABLE records IN ACCESS EXCLUSIVE MODE")
        yield


@asynccontextmanager
async def _slow_reads(stage: Stage) -> AsyncIterator[None]:
    # A locked file keeps no reader out in WAL mode; a disk that doesn't answer does.
    over = threading.Event()
    reads = [asyncio.ensure_future(stage.bot.database.read(lambda _: over.wait(60))) for _ in range(READERS)]
    await asyncio.sleep(0)
    try:
        yield
    finally:
        over.set()
        await asyncio.gather(*reads)


async def ride_out(stage: Stage, inputs: Iterable[Json], seconds: float) -> list[Answered]:
    """Deliver all at once while nobody gets at the database for so long; returns when all is answered."""
    async with stalled(stage):
        delivering = [asyncio.ensure_future(deliver(stage, payload)) for payload in inputs]
        await asyncio.sleep(seconds)
    found = await asyncio.gather(*delivering)
    await stage.settle()
    return found


# -- the proof --------------------------------------------------------------------------------------


@pytest.mark.parametrize(("seconds", "patience"), [(10.0, 20.0), (4.0, 1.5)], ids=["waited-for", "given-up"])
async def test_a_stalled_database_is_told_in_time_and_truthfully(
    address: Address, seconds: float, patience: float
) -> None:
    is_given_up = patience < seconds
    async with timed_stage(address, patience) as stage:
        inputs = await Meanwhile.prepare(stage)
        everything = [*inputs.acts.values(), *inputs.looks.values(), inputs.opener, inputs.typing]

        found = await ride_out(stage, everything, seconds)

        assert max(answered.seconds for answered in found) <= MOST_SECONDS
        acts, looks, (opened, typed) = found[: len(inputs.acts)], found[len(inputs.acts) : -2], found[-2:]
        for name, act in zip(inputs.acts, acts, strict=True):
            assert await require_truth(stage, act) is not is_given_up, name
        for look in looks:
            shown = said(stage, look.payload)
            assert not any(is_placeholder(message) for message in shown)
            assert (BUSY in str(shown)) is is_given_up
        assert typed.kind == CHOICES
        assert BUSY in str(said(stage, opened.payload))
        # What could not be deferred was not lost either: the button still stands, or says what came since.
        again = await deliver(stage, inputs.opener)
        assert again.kind == (FORM if is_given_up else MESSAGE)
