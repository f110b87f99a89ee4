"""Proof 10: PostgreSQL restarted under the players."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.storage.schema import migrate_database
from tests.cluster import Cluster, own_cluster
from tests.stages import Stage
from tests.truth import MOST_SECONDS, Answered, deliver, require_truth, said, timed_stage

pytestmark = [pytest.mark.hurried, pytest.mark.slow]

BACK_SECONDS = 30.0
# Seconds between somebody's rolls: without them two processors would do nothing else meanwhile.
A_BREATH = 0.1
# Seconds after which nothing more is expected.
MOST_WAITED = 120.0


@pytest.fixture
def cluster() -> Iterator[Cluster]:
    """A PostgreSQL server that may be stopped."""
    with own_cluster() as made:
        yield made


class Rolling:
    """People who go on rolling dice, whatever happens."""

    def __init__(self, stage: Stage, people: int) -> None:
        self.answered: list[Answered] = []
        self._stage = stage
        self._shown = asyncio.Event()
        self._is_over = False
        self._tasks = [asyncio.ensure_future(self._roll(number)) for number in range(people)]

    async def until_shown(self) -> float:
        """Wait for the next roll that is shown; gives the seconds it took."""
        began = time.perf_counter()
        self._shown.clear()
        await asyncio.wait_for(self._shown.wait(), MOST_WAITED)
        return time.perf_counter() - began

    async def stop(self) -> None:
        """Let them finish their last roll."""
        self._is_over = True
        await asyncio.gather(*self._tasks)

    async def _roll(self, number: int) -> None:
        person = self._stage.world.person(10 + number)
        while not self._is_over:
            roll = self._stage.slash("roll", by=person, dice="2d6")
            answered = await deliver(self._stage, roll)
            self.answered.append(answered)
            if "rolls 2d6" in str(said(self._stage, answered.payload)):
                self._shown.set()
            await asyncio.sleep(A_BREATH)


@pytest.mark.postgres
async def test_a_restart_of_postgresql_loses_no_roll_that_was_shown(cluster: Cluster, tmp_path: Path) -> None:
    await migrate_database(cluster.address, folder=tmp_path, keep=1)
    async with timed_stage(cluster.address, patience=20.0) as stage:
        rolling = Rolling(stage, people=4)
        for mode in ("immediate", "fast"):
            await rolling.until_shown()
            await asyncio.sleep(1)
            await asyncio.to_thread(cluster.stop, mode)
            await asyncio.sleep(2)
            await asyncio.to_thread(cluster.start)
            assert await rolling.until_shown() <= BACK_SECONDS
        await rolling.stop()
        await stage.settle()

        done = [await require_truth(stage, each) for each in rolling.answered]
        rolls = [entry for entry in await stage.entries() if entry.action == "RollDice"]
        assert len(rolls) == sum(done)
        assert max(each.seconds for each in rolling.answered) <= MOST_SECONDS
