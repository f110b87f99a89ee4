"""The tables: what was measured, against its target."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable, Sequence
from statistics import median

from bot.app import Waypost
from bot.ui.delivery import Delivery
from tests.bench import runs
from tests.bench.databases import Ground
from tests.bench.figures import DRIVER_RATE, LATENCY, PRESS_CPU
from tests.bench.lone import lone
from tests.bench.stages import STAGES, watched
from tests.bench.statements import Turn
from tests.harness.load import closed_loop
from tests.harness.stats import milliseconds, percentile, percentiles, ratio, table

WORKERS = (1, 50)
ROUNDS = 5
RATE = 200.0


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
               "ratio", "aim", ""]  # fmt: skip
    return table(title, columns, rows)


async def _compared(ground: Ground, workers: int, count: int, *, delivers: bool) -> list[object]:
    played = await runs.record(ground, workers, count, delivers=delivers)
    ours, bare = [], []
    for _ in range(ROUNDS):
        rolled = await runs.roll(ground, workers, count - runs.WARM_UP, delivers=delivers)
        ours.append(rolled.per_second)
        bare.append((await runs.replay(ground, workers, played)).per_second)
    what = f"{workers} at once, with delivery" if delivers else f"{workers} at once"
    own, rest = _statements(played)
    ratios = [ratio(mine, theirs) for mine, theirs in zip(ours, bare, strict=True)]
    goes = f"{own:.3g} statements and {rest:.3g} of delivery are in both; the rest is its CPU"
    found = DRIVER_RATE.found(ground.engine, ratios, of=what, goes=goes)
    return [what, own, rest, median(ours), median(bare), found.text, found.aim, found.verdict]


def _statements(played: Sequence[Turn]) -> tuple[float, float]:
    own = sum(len(turn.action.statements) for turn in played)
    rest = sum(len(transaction.statements) for turn in played for transaction in turn.rest)
    return own / len(played), rest / len(played)


# -- CPU ------------------------------------------------------------------------------------------


async def cpu(ground: Ground, seconds: float) -> str:
    """Milliseconds of CPU a press takes beside pong in turn, and where they go."""
    count = _rolls(seconds)
    pongs, rolls = [], []
    for _ in range(ROUNDS):
        pongs.append((await runs.pong(ground.scene, 1, count - runs.WARM_UP)).cpu_ms)
        rolls.append((await runs.roll(ground, 1, count - runs.WARM_UP, delivers=False)).cpu_ms)
    pong, times = median(pongs), [ratio(mine, theirs) for mine, theirs in zip(rolls, pongs, strict=True)]
    parts = await _parts(ground, count, pong)
    goes = ", ".join(f"{part} {spent:.2f} ms" for part, spent in parts.items())
    found = PRESS_CPU.found(ground.engine, rolls, of=f"{median(times):.3g} × pong", goes=goes)
    rows: list[list[object]] = [
        ["pong: discord.py and the harness, nothing else", pong],
        [f"the roll, delivery not counted: {found.text}, aim {found.aim}, {found.verdict}", found.middle],
        *([f"– {part}", spent] for part, spent in parts.items()),
    ]
    title = (
        f"CPU of one press, one at a time, {ground.place}; the median of {ROUNDS} rounds: "
        f"{median(times):.3g} times pong ({min(times):.3g}–{max(times):.3g}).\n"
        "Its parts are of one more run, by each thread's own CPU clock, read at the doors between the rooms, "
        "which takes some itself; the server's CPU is not in it."
    )
    return table(title, ["what", "ms of CPU"], rows)


async def _parts(ground: Ground, count: int, pong: float) -> dict[str, float]:
    """Milliseconds of CPU of a press by where they go, and of the delivery afterwards."""
    async with runs.playing(ground, delivers=False) as (bot, feeder, presses):
        with watched(bot) as stages:
            await closed_loop(1, runs.WARM_UP, lambda: next(presses), feeder, 0)
            stages.spent.clear()
            rolled = await closed_loop(1, count - runs.WARM_UP, lambda: next(presses), feeder, 0)
        spent = {stage: stages.spent[stage] * 1000 / rolled.interactions for stage in STAGES}
        delivery = await _delivery_ms(bot, count)
    rest = rolled.cpu_ms - pong - sum(spent.values())
    return {
        "discord.py and the harness, as for pong": pong,
        "desk, reply, event loop and threads": rest,
        **spent,
        "delivery, afterwards": delivery,
    }


async def _delivery_ms(bot: Waypost, count: int) -> float:
    began = time.process_time()
    while await bot.play.due():
        # The instance's own was silenced, so that nothing was delivered before.
        Delivery.soon(bot.delivery)
        await bot.delivery.idle()
    return (time.process_time() - began) * 1000 / count


# -- latency --------------------------------------------------------------------------------------


async def latency(ground: Ground, seconds: float) -> str:
    """How long a person waits for the acknowledgement at a fixed rate."""
    found, refused = await runs.at_rate(ground, RATE, seconds)
    late = milliseconds(percentile(found.lags, 99))
    tail = LATENCY.found(
        ground.engine, [percentile(found.seen, 99) * 1000], goes=f"of it, fed late by the harness {late}"
    )
    rows = [
        ["due to acknowledged", *_spread(found.seen), f"p99 {tail.aim}: {tail.verdict}"],
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
    "lone": lone,
    "latency": latency,
}
