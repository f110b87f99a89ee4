"""Load on a fed client: as fast as N workers can, or at a fixed rate whatever the answers do."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from tests.harness.gateway import Tasks
from tests.harness.raw import Feeder
from tests.harness.world import Json

MakePayload = Callable[[], Json]
WARM_UP = 200


@dataclass(frozen=True, slots=True)
class Throughput:
    """What a closed loop reached: interactions handled to their end, and this process's CPU for each."""

    workers: int
    interactions: int
    seconds: float
    cpu_seconds: float
    answered: int

    @property
    def per_second(self) -> float:
        """Return the interactions finished in a second."""
        return self.interactions / self.seconds

    @property
    def cpu_ms(self) -> float:
        """Return the milliseconds of CPU, all threads of this process together, for one interaction."""
        return self.cpu_seconds * 1000 / self.interactions


@dataclass(slots=True)
class Latencies:
    """What an open loop measured, in seconds: from the moment an interaction was due to its acknowledgement.

    `lags` is the harness's own share: how late each was fed.
    """

    rate: float
    seen: list[float] = field(default_factory=list)
    lags: list[float] = field(default_factory=list)
    unanswered: int = 0


@contextlib.contextmanager
def frozen_gc() -> Iterator[None]:
    """Keep the garbage collector from walking what existed before; it walks what comes now.

    Where that is so already, as in the tests, it stays so.
    """
    was_frozen = gc.get_freeze_count() > 0
    gc.collect()
    gc.freeze()
    try:
        yield
    finally:
        if not was_frozen:
            gc.unfreeze()


async def closed_loop(
    workers: int, interactions: int, make_payload: MakePayload, feeder: Feeder, warm_up: int = WARM_UP
) -> Throughput:
    """Let each worker deliver the next interaction as soon as the handlers of its last are done."""
    await _work(workers, warm_up, make_payload, feeder)
    answered = 0

    def count(_: int) -> None:
        nonlocal answered
        answered += 1

    with _listening(feeder, count), frozen_gc():
        began, cpu_began = time.perf_counter(), time.process_time()
        await _work(workers, interactions, make_payload, feeder)
        seconds, cpu = time.perf_counter() - began, time.process_time() - cpu_began
    return Throughput(workers, interactions, seconds, cpu, answered)


async def open_loop(
    rate: float, seconds: float, make_payload: MakePayload, feeder: Feeder, warm_up: int = WARM_UP
) -> Latencies:
    """Deliver at a fixed rate, however long the answers take; returns once all handlers are done."""
    await _work(1, warm_up, make_payload, feeder)
    due: dict[int, float] = {}
    found = Latencies(rate)

    def note(interaction: int) -> None:
        if (moment := due.pop(interaction, None)) is not None:
            found.seen.append(time.perf_counter() - moment)

    with _listening(feeder, note), frozen_gc():
        running = await _pace(rate, int(rate * seconds), make_payload, feeder, due, found.lags)
        await asyncio.gather(*running, return_exceptions=True)
    found.unanswered = len(due)
    return found


async def _pace(
    rate: float,
    count: int,
    make_payload: MakePayload,
    feeder: Feeder,
    due: dict[int, float],
    lags: list[float],
) -> set[asyncio.Task[object]]:
    running: set[asyncio.Task[object]] = set()
    began = time.perf_counter() + 0.01
    for number in range(count):
        payload, moment = make_payload(), began + number / rate
        await asyncio.sleep(moment - time.perf_counter())
        due[int(payload["id"])] = moment
        lags.append(time.perf_counter() - moment)
        for task in feeder.feed(payload):
            running.add(task)
            task.add_done_callback(running.discard)
    return running


async def _work(workers: int, interactions: int, make_payload: MakePayload, feeder: Feeder) -> None:
    numbers = iter(range(interactions))

    async def worker() -> None:
        for _ in numbers:
            await _handled(feeder.feed(make_payload()))

    await asyncio.gather(*(worker() for _ in range(workers)))


async def _handled(tasks: Tasks) -> None:
    for task in tasks:
        await task


@contextlib.contextmanager
def _listening(feeder: Feeder, listener: Callable[[int], None]) -> Iterator[None]:
    feeder.server.listeners.append(listener)
    try:
        yield
    finally:
        feeder.server.listeners.remove(listener)
