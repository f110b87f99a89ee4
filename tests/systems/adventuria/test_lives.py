"""Random adventurers played to their end: nothing fails, and every action is taken and refused.

`make lives LIVES=1000` plays many more, and prints how often each action was taken and refused.
"""

from __future__ import annotations

import os
from collections import Counter

import pytest

from bot.systems.adventuria import SYSTEM
from bot.systems.adventuria.state import End
from tests.systems.adventuria.lives import MOVES, REFUSED, TAKEN, Tally, live

LIVES = int(os.environ.get("WAYPOST_TEST_LIVES", "60"))
SEED = int(os.environ.get("WAYPOST_TEST_SEED", "5"))


def report(tally: Tally) -> str:
    """How often each action was taken, and refused."""
    rows = (
        f"{kind.__name__:20} {tally[kind.__name__, TAKEN]:8} {tally[kind.__name__, REFUSED]:8}"
        for kind in MOVES
    )
    return "\n".join((f"{'action':20} {TAKEN:>8} {REFUSED:>8}", *rows))


@pytest.fixture(scope="module")
def lives() -> tuple[Tally, Counter[End | None]]:
    """So many lives, each checked after every move."""
    tally: Tally = Counter()
    ends: Counter[End | None] = Counter()
    for seed in range(SEED, SEED + LIVES):
        life = live(seed, tally)
        assert life.adventurer is not None
        ends[life.adventurer.state.end] += 1
    print(f"\nseed {SEED}: {dict(ends)}, {tally.total()} moves\n{report(tally)}")
    return tally, ends


def test_every_life_comes_to_its_end(lives: tuple[Tally, Counter[End | None]]) -> None:
    _, ends = lives
    assert set(ends) <= {End.FALLEN, End.RETIRED}
    assert ends[End.FALLEN] > 0.8 * LIVES


@pytest.mark.parametrize("kind", MOVES, ids=lambda kind: kind.__name__)
@pytest.mark.parametrize("how", [TAKEN, REFUSED])
def test_every_action_is_taken_and_refused(
    kind: type, how: str, lives: tuple[Tally, Counter[End | None]]
) -> None:
    tally, _ = lives
    assert tally[kind.__name__, how]


def test_no_action_is_left_out() -> None:
    assert {kind.action for kind in SYSTEM.actions} == set(MOVES)
