"""Reminders over a year: each true, each once, through outages, kills, two processes and clocks that jump.

`make year CAMPAIGNS=200` lives through a whole one on both databases, and prints its seed.
"""

from __future__ import annotations

import os
import secrets
import time

import pytest

from bot.storage.address import Address
from tests.play.year import Year

OWN = 6
CAMPAIGNS = int(os.environ.get("WAYPOST_TEST_CAMPAIGNS", "0"))
DAYS = float(os.environ.get("WAYPOST_TEST_DAYS", "365" if CAMPAIGNS else "25"))
SEED = int(os.environ.get("WAYPOST_TEST_SEED", "0")) or (secrets.randbelow(1 << 31) if CAMPAIGNS else OWN)
FEW = 5


@pytest.mark.slow
async def test_reminders_are_true_and_told_once_over_a_year(address: Address) -> None:
    began = time.perf_counter()
    print(f"\nWAYPOST_TEST_SEED={SEED}: {CAMPAIGNS or FEW} campaigns, {DAYS:.0f} days")
    year = Year(address, SEED, CAMPAIGNS or FEW)
    try:
        await year.begin()
        for _ in range(10):
            await year.live(DAYS / 10)
            print(f"{time.perf_counter() - began:9.1f} seconds, {year.now:%Y-%m-%d}", flush=True)
            if year.judge.wrong:
                break
    finally:
        await year.close()
    counts = sorted({**year.counts, **year.judge.counts}.items())
    print("\n".join(f"{count:9} {what}" for what, count in counts))
    print(f"{time.perf_counter() - began:9.1f} seconds, until {year.now:%Y-%m-%d}")
    wrong = "\n".join(year.judge.wrong[:3])
    assert not year.judge.wrong, f"WAYPOST_TEST_SEED={SEED}: {len(year.judge.wrong)} faults\n{wrong}"
    if SEED == OWN or CAMPAIGNS:
        # It was judged by what should have been told as well.
        assert year.judge.counts["reminders expected and found"]
        assert year.judge.counts["deadlines expected and found"]
