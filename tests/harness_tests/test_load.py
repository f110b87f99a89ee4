"""Load on the stand-in, and the figures made of it."""

from __future__ import annotations

import math

from tests.harness.inputs import Inputs
from tests.harness.load import closed_loop, open_loop
from tests.harness.raw import running
from tests.harness.server import Discord
from tests.harness.stats import machine, percentile, percentiles, ratio, table, verdict
from tests.harness.world import World
from tests.harness_tests.standin import StandIn


async def test_loops_answer_every_interaction() -> None:
    world = World()
    say = Inputs(world)
    async with running(StandIn(), Discord(world, recording=False), latency=None) as feeder:
        reached = await closed_loop(20, 500, lambda: say.slash("ping"), feeder, warm_up=10)
        assert reached.answered == 500
        assert reached.cpu_ms < 5
        measured = await open_loop(500, 0.2, lambda: say.slash("ping"), feeder, warm_up=10)
    assert len(measured.seen) == len(measured.lags) == 100
    assert measured.unanswered == 0
    assert feeder.server.listeners == [feeder._heard]


async def test_unrecorded_press_is_answered_and_nothing_kept() -> None:
    world = World()
    say = Inputs(world)
    async with running(StandIn(), Discord(world, recording=False), latency=None) as feeder:
        for task in feeder.feed(say.press("count:1")):
            await task
    assert feeder.server.calls == []
    assert len(feeder.server.interactions.acknowledged) == 1


def test_percentiles_and_ratios() -> None:
    values = [float(number) for number in range(100, 0, -1)]
    assert percentiles(values, (50, 99, 100)) == {50: 50.0, 99: 99.0, 100: 100.0}
    assert math.isnan(percentile([], 99))
    assert ratio(3, 4) == 0.75
    assert math.isnan(ratio(3, 0))
    assert verdict(12, 10) == "missed by 20%"
    assert verdict(0.4, 0.3, at_least=True) == "kept"


def test_table_names_the_machine() -> None:
    text = table("Bench", ["variant", "a second"], [["pong", 24_000.4], ["roll", 1.5]])
    assert machine() in text
    assert "| pong    |   24,000 |" in text
    assert "|---------|---------:|" in text
