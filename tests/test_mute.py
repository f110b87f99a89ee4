"""Proof 10: a network to PostgreSQL that falls mute under the players, and what they are told."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager

import pytest

from bot.storage.address import Address
from bot.ui import owed
from tests.databases import Templates
from tests.harness.world import Json
from tests.network import Network, network
from tests.stages import Stage
from tests.test_stalls import Meanwhile
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

pytestmark = [pytest.mark.postgres, pytest.mark.hurried]

SECONDS = 30.0
UNKNOWN = "it isn't known yet whether that was done"


@pytest.fixture
def place(templates: Templates) -> Iterator[Address]:
    """A migrated database on the server."""
    with templates.postgres() as made:
        yield made


@asynccontextmanager
async def behind(place: Address, patience: float) -> AsyncIterator[tuple[Network, Stage]]:
    """A table whose bot has its database behind that network."""
    async with network(place) as net, timed_stage(net.address, patience) as stage:
        yield net, stage


def roll(stage: Stage) -> Json:
    """Dice of a player's."""
    return stage.slash("roll", by=stage.deacon, dice="2d6")


@pytest.mark.parametrize("is_forgotten", [True, False], ids=["connections die", "bytes come late"])
async def test_muted_for_5_seconds_in_the_middle_of_it_all_is_done_once_and_told(
    place: Address, is_forgotten: bool
) -> None:
    async with behind(place, 20.0) as (net, stage):
        inputs = await Meanwhile.prepare(stage)
        acts = [*inputs.acts.values(), *(roll(stage) for _ in range(20))]
        delivering = [asyncio.ensure_future(deliver(stage, act)) for act in acts]
        await asyncio.sleep(0.03)
        net.mute()
        await asyncio.sleep(5)
        net.speak(forgetting=is_forgotten)

        # The first that comes after the network is back works, and soon.
        began = time.perf_counter()
        first = await deliver(stage, roll(stage))
        assert time.perf_counter() - began < SECONDS / 3
        found = [*await asyncio.gather(*delivering), first]
        await stage.settle()
        assert max(answered.seconds for answered in found) <= MOST_SECONDS
        for answered in found:
            assert await require_truth(stage, answered), said(stage, answered.payload)
        assert await stage.told_wrongly() == []


async def test_while_it_is_mute_everybody_is_told_in_time_and_the_first_after_works(place: Address) -> None:
    async with behind(place, 4.0) as (net, stage):
        net.mute()
        found = await asyncio.gather(*(deliver(stage, roll(stage)) for _ in range(20)))
        assert max(answered.seconds for answered in found) <= MOST_SECONDS
        net.speak(forgetting=True)
        assert await require_truth(stage, await deliver(stage, roll(stage)))
        await stage.settle()
        assert not [each for each in found if await require_truth(stage, each)]


@pytest.mark.parametrize("is_done", [True, False], ids=["done", "not done"])
async def test_a_commit_that_nobody_answered_is_looked_up_before_anybody_is_told(
    place: Address, is_done: bool
) -> None:
    async with behind(place, 8.0) as (net, stage):
        net.lose_commit(is_done=is_done)
        answered = await deliver(stage, roll(stage))
        await stage.settle()
        assert await require_truth(stage, answered)
        assert await stage.told_wrongly() == []


@pytest.mark.parametrize("is_done", [True, False], ids=["done", "not done"])
async def test_what_can_not_be_looked_up_yet_is_told_once_it_can(
    place: Address, is_done: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(owed, "EVERY", 0.2)
    async with behind(place, 4.0) as (net, stage):
        net.lose_commit(is_done=is_done, then=net.mute)
        answered = await deliver(stage, roll(stage))
        assert UNKNOWN in _words(stage, answered)
        assert BUSY not in _words(stage, answered)
        net.speak(forgetting=True)

        wanted = "That was done, as entry #" if is_done else "so nothing has changed in the campaign"
        async with asyncio.timeout(SECONDS):
            while wanted not in _words(stage, answered):  # noqa: ASYNC110  it comes by Discord
                await asyncio.sleep(0.05)
        await stage.settle()
        assert len(await stage.of(answered.payload)) == is_done
        assert await stage.told_wrongly() == []


def _words(stage: Stage, answered: Answered) -> str:
    words = said(stage, answered.payload)
    assert not any(is_placeholder(message) for message in words)
    return str([(message["content"], message["embeds"]) for message in words])
