"""Random characters of Sovereign played to death or level 10, with undo and redo: nothing fails, all holds.

`make lives LIVES=1000` plays many more, and prints how often each action was taken and refused.
"""

from __future__ import annotations

import asyncio
import os
from collections import Counter

import pytest

from bot.engine.catalogue import Catalogue
from bot.play import Play
from bot.storage.address import Address
from bot.storage.database import open_database
from bot.systems.sovereign import SYSTEM
from bot.systems.table import SYSTEM as TABLE
from tests.databases import Templates
from tests.extent import share
from tests.systems.sovereign.lives import MOST_MOVES, MOVES, REFUSED, TAKEN, Life, Tally

LIVES = int(os.environ.get("WAYPOST_TEST_LIVES", share(6)))
SEED = int(os.environ.get("WAYPOST_TEST_SEED", "5"))
MANY = 500
# Each database holds so many: its journal grows with every move.
A_DATABASE = 50


def report(tally: Tally) -> str:
    """How often each action was taken, and refused."""
    names = sorted({name for name, _ in tally})
    rows = (f"{name:20} {tally[name, TAKEN]:8} {tally[name, REFUSED]:8}" for name in names)
    return "\n".join((f"{'action':20} {TAKEN:>8} {REFUSED:>8}", *rows))


async def _lived(addresses: list[Address]) -> tuple[Tally, list[Life]]:
    tally: Tally = Counter()
    lives: list[Life] = []
    for n, address in enumerate(addresses):
        play = Play(open_database(address), Catalogue([TABLE, SYSTEM]))
        for seed in range(n * A_DATABASE, min(LIVES, (n + 1) * A_DATABASE)):
            life = Life(play, SEED + seed, tally)
            await life.begin()
            while not life.end and life.moves < MOST_MOVES:
                await life.go_on()
            lives.append(life)
        await play.database.dispose()
    return tally, lives


@pytest.fixture(scope="module")
def lived(templates: Templates, tmp_path_factory: pytest.TempPathFactory) -> tuple[Tally, list[Life]]:
    """So many lives, each checked after every move."""
    count = -(-LIVES // A_DATABASE)
    addresses = [templates.sqlite(tmp_path_factory.mktemp("lives") / "lives.db") for _ in range(count)]
    tally, lives = asyncio.run(_lived(addresses))
    ends = Counter(life.end for life in lives)
    print(f"\nseed {SEED}: {dict(ends)}, {tally.total()} moves\n{report(tally)}")
    return tally, lives


def test_every_life_comes_to_death_or_the_last_level(lived: tuple[Tally, list[Life]]) -> None:
    _, lives = lived
    assert [life.seed for life in lives if not life.end] == []


def test_some_of_it_is_taken_back_and_done_again(lived: tuple[Tally, list[Life]]) -> None:
    tally, _ = lived
    assert tally["Undo", TAKEN] >= LIVES


@pytest.mark.skipif(LIVES < MANY, reason=f"what is rare comes up in {MANY} lives and more: make lives")
def test_every_action_is_taken_and_refused(lived: tuple[Tally, list[Life]]) -> None:
    tally, _ = lived
    for how in (TAKEN, REFUSED):
        assert [each.action.__name__ for each in MOVES if not tally[each.action.__name__, how]] == []
