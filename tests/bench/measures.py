"""What is timed in one process, as rows of a table: time taken, its limit, and the raw cost beside it."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from typing import Any

from tests.bench.figures import Figure
from tests.harness.stats import milliseconds, percentile, ratio

COLUMNS = ["", "p50", "p95", "at most", "", "beside it", "times that"]
BEAT = 0.001


def row(
    what: str, seen: list[float], most: float | None, beside: str = "", raw: list[float] | None = None
) -> list[Any]:
    """A row of COLUMNS; `most` in ms is held by the 95th percentile, None has no limit.

    With one it is a figure of the bench.
    """
    middle, high = percentile(seen, 50), percentile(seen, 95)
    times = f"{ratio(middle, percentile(raw, 50)):.1f}" if raw else ""
    named = f"{beside} {milliseconds(percentile(raw, 50))}" if raw else ""
    limit = ["", ""]
    if most is not None:
        found = Figure(f"{what}, p95", most, unit=" ms").found("", [high * 1000])
        limit = [f"{most:.0f} ms", found.verdict]
    return [what, milliseconds(middle), milliseconds(high), *limit, named, times]


def timed(work: Callable[[], Any]) -> float:
    """How many seconds the work takes."""
    began = time.perf_counter()
    work()
    return time.perf_counter() - began


async def apart(work: Callable[[], Any]) -> tuple[float, float]:
    """How long the work takes in a thread, and the longest that the event loop stood meanwhile; seconds."""
    return await meanwhile(asyncio.to_thread(work))


async def meanwhile(work: Awaitable[Any]) -> tuple[float, float]:
    """How long it takes, and the longest that the event loop stood meanwhile; seconds."""
    began = last = time.perf_counter()
    worst = 0.0
    task = asyncio.ensure_future(work)
    while not task.done():
        await asyncio.sleep(BEAT)
        now = time.perf_counter()
        worst, last = max(worst, now - last - BEAT), now
    return time.perf_counter() - began, worst
