"""Random reigns: nothing fails, every invariant holds, and every action is taken and refused.

`make months MONTHS=1000` plays many more, and prints how often each action was taken and refused.
"""

from __future__ import annotations

import os
import time
from collections import Counter

import pytest

from bot.systems.kingdom import SYSTEM
from bot.systems.kingdom.month.rules import RouteOver
from bot.systems.kingdom.towns.bills import Cut
from tests.extent import ALL, share
from tests.systems.kingdom.autopilot import REFUSED, TAKEN, Reign, Tally
from tests.systems.kingdom.autopilot_moves import MOVES
from tests.systems.kingdom.autopilot_schemes import rule, try_in_vain

pytestmark = pytest.mark.slow

MONTHS = int(os.environ.get("WAYPOST_TEST_MONTHS", share(40)))
# That everything comes about takes a minute of months.
IS_WHOLE = ALL or "WAYPOST_TEST_MONTHS" in os.environ
whole = pytest.mark.skipif(not IS_WHOLE, reason="a few months: make months or make check ALL=1 plays more")
SEED = int(os.environ.get("WAYPOST_TEST_SEED", "5"))
# A reign is so many months long: each begins with a founding, and by rulings of its own.
LONG = 8
MOST_MORE = 600
# What comes about by luck alone may fail to in a short run.
FEW = 2
# A trade route lasts longer than a reign.
LATER = (RouteOver,)
CUTS = (Cut.DISCOUNT, Cut.REBUILT)


def report(tally: Tally, told: Counter[str]) -> str:
    """How often each action was taken and refused, and each event told."""
    rows = [f"{'action':20} {TAKEN:>8} {REFUSED:>8}"]
    names = sorted(kind.__name__ for kind in MOVES)
    rows += [f"{name:20} {tally[name, TAKEN]:8} {tally[name, REFUSED]:8}" for name in names]
    rows += [f"{'reduction':20} {'had':>8}"]
    rows += [f"{cut:20} {told[f'cut {cut}']:8}" for cut in Cut]
    rows += [f"{'event':20} {'told':>8}"]
    rows += [f"{event.__name__:20} {told[event.__name__]:8}" for event in SYSTEM.events]
    return "\n".join(rows)


def is_missing(tally: Tally, told: Counter[str]) -> bool:
    """Whether some action was not taken yet or never refused, or some reduction not had."""
    return not all(told[f"cut {cut}"] for cut in CUTS) or any(
        not tally[kind.__name__, how] for kind in MOVES for how in (TAKEN, REFUSED)
    )


@pytest.fixture(scope="module")
def reigns() -> tuple[Tally, Counter[str]]:
    """So many months, everything checked after every accepted move; more where chance left an action out."""
    tally: Tally = Counter()
    told: Counter[str] = Counter()
    began, moves, months, seed = time.perf_counter(), 0, 0, SEED
    while months < MONTHS or (IS_WHOLE and is_missing(tally, told) and months < MONTHS + MOST_MORE):
        reign = Reign(seed, tally, told)
        rule(reign, LONG)
        # A steward may close several months at once.
        assert reign.months >= LONG, f"reign {seed} is stuck"
        try_in_vain(reign)
        moves, months, seed = moves + reign.moves, months + reign.months, seed + 1
    taken = time.perf_counter() - began
    print(f"\nseeds {SEED} to {seed - 1}: {months} months, {moves} moves in {taken:.0f} s")
    print(report(tally, told))
    return tally, told


def test_random_months_leave_every_kingdom_sound(reigns: tuple[Tally, Counter[str]]) -> None:
    taken, refused = (sum(reigns[0][kind.__name__, how] for kind in MOVES) for how in (TAKEN, REFUSED))
    assert min(taken, refused) > MONTHS


@whole
def test_every_action_is_taken_and_refused(reigns: tuple[Tally, Counter[str]]) -> None:
    for how in (TAKEN, REFUSED):
        assert [kind.__name__ for kind in MOVES if not reigns[0][kind.__name__, how]] == []


@whole
def test_nearly_every_event_is_told(reigns: tuple[Tally, Counter[str]]) -> None:
    untold = [
        event.__name__ for event in SYSTEM.events if not reigns[1][event.__name__] and event not in LATER
    ]
    assert len(untold) <= FEW, untold


@whole
def test_discounts_are_had_and_sites_built_on_again(reigns: tuple[Tally, Counter[str]]) -> None:
    assert all(reigns[1][f"cut {cut}"] for cut in CUTS)


def test_no_action_is_left_out() -> None:
    assert {kind.action for kind in SYSTEM.actions} == set(MOVES)
