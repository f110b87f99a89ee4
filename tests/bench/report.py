"""The tables: what was measured, against its target."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable, Sequence
from statistics import median

from bot.app import Waypost
from tests.bench import runs
from tests.bench.databases import POSTGRES, SQLITE, Ground
from tests.bench.stages import STAGES, watched
from tests.bench.statements import Turn
from tests.harness.load import closed_loop
from tests.harness.stats import milliseconds, percentile, percentiles, ratio, table, verdict

WORKERS = (1, 50)
ROUNDS = 3
LEAST_RATIO, AIM = 0.3, 0.6
RATE = 200.0
MOST_MS = {SQLITE: 10.0, POSTGRES: 20.0}


def challenges_needed(parts: Sequence[str], seconds: float) -> int:
    """As many as the longest run rolls."""
    rolled = [_rolls(seconds) + runs.WARM_UP]
    if "latency" in parts:
        rolled.append(int(RATE * seconds) + 2 * runs.WARM_UP)
    return max(rolled)


def _rolls(seconds: float) -> int:
    return max(300, int(seconds * 10))


# -- throughput ---------------------------------------------------------------------------------


async def throughput(ground: Ground, seconds: float) -> str:
    """Rolls a second beside the same statements on the bare driver."""
    rows = [
        await _compared(ground, workers, _rolls(seconds), delivers=delivers)
        for delivers in (False, True)
        for workers in WORKERS
    ]
    title = (
        f"Rolls from payload to callback, {ground.place}; the median of {ROUNDS} rounds.\n"
        "The bare driver plays the same statements, delivery's among them, in one thread, and says pong.\n"
        "With delivery, the cards that rolls change are redrawn meanwhile, which the driver needn't do."
    )
    columns = ["presses at once", "statements: the roll", "delivery", "rolls a second", "bare driver",
               "ratio", f"at least {LEAST_RATIO}", f"aim {AIM}"]  # fmt: skip
    return table(title, columns, rows)


async def _compared(ground: Ground, workers: int, count: int, *, delivers: bool) -> list[object]:
    played = await runs.record(ground, workers, count, delivers=delivers)
    ours, bare = [], []
    for _ in range(ROUNDS):
        rolled = await runs.roll(ground, workers, count - runs.WARM_UP, delivers=delivers)
        ours.append(rolled.per_second)
        bare.append((await runs.replay(ground, workers, played)).per_second)
    reached = median(ratio(mine, theirs) for mine, theirs in zip(ours, bare, strict=True))
    return [
        f"{workers}, with delivery" if delivers else f"{workers}",
        *_statements(played),
        median(ours),
        median(bare),
        reached,
        verdict(reached, LEAST_RATIO, at_least=True),
        verdict(reached, AIM, at_least=True),
    ]


def _statements(played: Sequence[Turn]) -> tuple[float, float]:
    own = sum(len(turn.action.statements) for turn in played)
    rest = sum(len(transaction.statements) for turn in played for transaction in turn.rest)
    return own / len(played), rest / len(played)


# -- CPU ------------------------------------------------------------------------------------------


async def cpu(ground: Ground, seconds: float) -> str:
    """Milliseconds of CPU a press takes, by where they go."""
    count = _rolls(seconds)
    pong = (await runs.pong(ground.scene, 1, count - runs.WARM_UP)).cpu_ms
    async with runs.playing(ground, delivers=False) as (bot, feeder, presses):
        with watched(bot) as stages:
            await closed_loop(1, runs.WARM_UP, lambda: next(presses), feeder, 0)
            stages.spent.clear()
            rolled = await closed_loop(1, count - runs.WARM_UP, lambda: next(presses), feeder, 0)
        spent = {stage: cpu * 1000 / rolled.interactions for stage, cpu in stages.spent.items()}
        delivery = await _delivery_ms(bot, count)
    rest = rolled.cpu_ms - pong - sum(spent.values())
    rows: list[list[object]] = [
        ["pong: discord.py and the harness, nothing else", pong],
        ["the roll, delivery not counted", rolled.cpu_ms],
        ["– discord.py and the harness, as for pong", pong],
        ["– desk, reply, event loop and threads", rest],
        *([f"– {stage}", spent.get(stage, 0.0)] for stage in STAGES),
        ["delivery of what the roll changed, afterwards", delivery],
    ]
    title = (
        f"CPU of one press, one at a time, {ground.place}.\n"
        "Each thread's own CPU clock, read at the doors between the rooms; the server's CPU is not in it."
    )
    return table(title, ["what", "ms of CPU"], rows)


async def _delivery_ms(bot: Waypost, count: int) -> float:
    began = time.process_time()
    while await bot.play.due():
        bot.delivery._begin()
        await bot.delivery.idle()
    return (time.process_time() - began) * 1000 / count


# -- latency --------------------------------------------------------------------------------------


async def latency(ground: Ground, seconds: float) -> str:
    """How long a person waits for the acknowledgement at a fixed rate."""
    found, refused = await runs.at_rate(ground, RATE, seconds)
    limit = MOST_MS[ground.engine]
    kept = verdict(percentile(found.seen, 99) * 1000, limit)
    rows = [
        ["due to acknowledged", *_spread(found.seen), f"p99 ≤ {limit:g} ms: {kept}"],
        ["of it, fed late by the harness", *_spread(found.lags), ""],
    ]
    title = (
        f"{RATE:g} rolls a second for {seconds:g} s whatever the answers do, {ground.place}; "
        f"{found.unanswered} unanswered, {refused} put off."
    )
    return table(title, ["", "p50", "p95", "p99", "p99.9", "worst", "target"], rows)


def _spread(seconds: Sequence[float]) -> list[str]:
    return [milliseconds(value) for value in percentiles(seconds).values()]


PARTS: dict[str, Callable[[Ground, float], Awaitable[str]]] = {
    "throughput": throughput,
    "cpu": cpu,
    "latency": latency,
}
