"""Random delves of up to 60 Turns against an independent slow model of clock, lights, checks and effects.

`make delves DELVES=1000` plays many more, and prints how often each action was taken and refused.
"""

from __future__ import annotations

import os
from collections import Counter

import pytest

from bot.storage.address import Address
from tests.extent import share
from tests.systems.sovereign.delves_model import REFUSED, TAKEN, Engine, Tally
from tests.systems.sovereign.delves_played import Played
from tests.systems.sovereign.delves_sent import sent

DELVES = int(os.environ.get("WAYPOST_TEST_DELVES", share(60)))
SEED = int(os.environ.get("WAYPOST_TEST_SEED", "5"))
# So many are played through the journal as well, undone and redone, or on both databases: with restarts, or
# sent to a bot that is killed.
MANY = 20
UNDONE = share(6) if DELVES < 500 else MANY
RESTARTED = 2 if DELVES < 500 else MANY
SENT, MOVES = (1, 20) if DELVES < 500 else (MANY, 120)


def report(tally: Tally) -> str:
    """How often each action was taken, and refused."""
    names = sorted({name for name, _ in tally})
    rows = (f"{name:20} {tally[name, TAKEN]:8} {tally[name, REFUSED]:8}" for name in names)
    return "\n".join((f"{'action':20} {TAKEN:>8} {REFUSED:>8}", *rows))


@pytest.fixture(scope="module")
def delved() -> tuple[Tally, int]:
    """So many delves, both compared after every move; and how many Turns passed in them."""
    tally: Tally = Counter()
    turns = 0
    for seed in range(SEED, SEED + DELVES):
        delve = Engine(seed, tally)
        try:
            delve.live()
        except AssertionError as error:
            error.add_note(f"delve of seed {seed}, move {delve.moves}")
            raise
        turns += delve.turns
    print(f"\nseed {SEED}: {DELVES} delves, {turns} Turns, {tally.total()} moves\n{report(tally)}")
    return tally, turns


def test_rules_and_slow_model_agree_after_every_move(delved: tuple[Tally, int]) -> None:
    _, turns = delved
    assert turns > 10 * DELVES


@pytest.mark.parametrize("seed", range(SEED, SEED + UNDONE))
async def test_delve_is_undone_entry_by_entry_to_the_start_and_redone(
    sqlite_address: Address, seed: int
) -> None:
    delve = Played(sqlite_address, seed)
    await delve.begin()
    await delve.live(60)
    await delve.undo_to_the_start_and_redo()
    assert len(delve.noted) > 10
    await delve.play.database.dispose()


@pytest.mark.parametrize("seed", range(SEED, SEED + RESTARTED))
async def test_restarts_change_nothing_about_a_delve(address: Address, seed: int) -> None:
    delve = Played(address, seed)
    await delve.begin()
    await delve.live_with_restarts(120)
    assert delve.restarts > 1
    await delve.play.database.dispose()


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(SEED, SEED + SENT))
async def test_each_move_takes_effect_once_however_often_the_bot_is_killed(
    address: Address, seed: int
) -> None:
    async with sent(address, seed) as delve:
        await delve.begin()
        await delve.live(MOVES)
    assert delve.done["killed"] > 1
    print(f"\nseed {seed}, killed: {dict(delve.done)}, {delve.restarts} restarts")
