"""An hour of storms: database and Discord are cut, slowed and muted at random, and nothing is lost of it.

`make chaos SECONDS=3600` rages so long on each engine, and prints its seed; without it some seconds are part
of the ordinary tests. `WAYPOST_TEST_SEED` begins with that seed.
"""

from __future__ import annotations

import os
import secrets
import time
from typing import Any

import pytest

from bot.storage.address import Address
from tests.chaos.afternoon import FACTORY, Afternoon, afternoon
from tests.chaos.judge import chaotic, counted
from tests.chaos.storms import Weather
from tests.crash import checks
from tests.crash.ledger import Ledger

SECONDS = float(os.environ.get("WAYPOST_TEST_CHAOS_SECONDS", "0"))
OWN = 11
SEED = int(os.environ.get("WAYPOST_TEST_SEED", "0")) or (secrets.randbelow(1 << 31) if SECONDS else OWN)
# Of the ordinary tests: so long, with storms and tries that are as short.
A_MOMENT = 8.0
HURRIED: dict[str, Any] = {"retry": 0.2, "lasts": (0.2, 1.2), "calms": (0.2, 1.0), "loses": False}
REAL: dict[str, Any] = {"retry": 5.0, "lasts": (1.0, 40.0), "calms": (2.0, 20.0)}
# In seconds: between two deeds on average, and between two judgements.
PAUSE, ROUND = 0.5, 120.0
# In the second half a process takes at most so much more memory: in bytes, for lists that grow by doubling.
# To warm up takes long: with each connection, storms take away the statements that it had prepared.
GROWS, JUDGED_ROUNDS = 8 << 20, 5


@pytest.mark.slow
async def test_nothing_is_lost_doubled_disordered_or_unanswered_in_storms(address: Address) -> None:
    engine = "sqlite" if address.is_sqlite else "postgres"
    seconds = SECONDS or A_MOMENT
    print(f"\nWAYPOST_TEST_SEED={SEED}: {seconds:.0f} seconds on {engine}", flush=True)
    memory: list[int] = []
    async with afternoon(address, SEED, **(REAL if SECONDS else HURRIED)) as (table, weather):
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            ledger = await _round(table, weather, min(ROUND, seconds))
            memory.append(await table.bot.call(f"{FACTORY}:memory"))
            print(f"{_figures(ledger, table)}; {memory[-1] / (1 << 20):.1f} MB", flush=True)
    _require_flat(memory)
    print("\n".join(f"{count:6} {name}" for name, count in sorted(weather.counts.items())))


async def _round(table: Afternoon, weather: Weather, seconds: float) -> Ledger:
    """Storms, calm, and a judgement."""
    await weather.over(table.act_on(seconds, PAUSE if SECONDS else PAUSE / 10), seconds)
    ledger = await table.mended()
    table.settle_accounts(weather)
    wrong = checks.told(ledger, chaotic(ledger, table.sent_on))
    if wrong:
        storms = "\n".join(f"{begin:.1f} to {end:.1f}: {name}" for begin, end, name in weather.log[-12:])
        pytest.fail(f"WAYPOST_TEST_SEED={SEED}\n{wrong}\n{storms}", pytrace=False)
    return ledger


def _figures(ledger: Ledger, table: Afternoon) -> str:
    return "; ".join(counted(ledger, table.sent_on))


def _require_flat(memory: list[int]) -> None:
    """Once warm memory grows no more, but for what is bounded."""
    if len(memory) < JUDGED_ROUNDS:
        return
    grown = min(memory[-2:]) - max(memory[: len(memory) // 2])
    assert grown <= GROWS, f"{grown / (1 << 20):.1f} MB more in the second half: {memory}"
