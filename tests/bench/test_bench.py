"""The bench still runs: what it measures is for `make bench` to say."""

from __future__ import annotations

from tests.bench import runs
from tests.bench.databases import SQLITE, ground
from tests.bench.delve import delve
from tests.bench.depth import depth
from tests.bench.idle import idle
from tests.bench.kingdom import kingdom
from tests.bench.library import library
from tests.bench.overload import overload
from tests.bench.report import latency
from tests.bench.scale import scale
from tests.bench.stages import STAGES, watched
from tests.harness.load import closed_loop

ROLLS = 20


async def test_a_recorded_run_is_replayed_statement_by_statement() -> None:
    async with ground(SQLITE, 2 * runs.WARM_UP + ROLLS) as made:
        played = await runs.record(made, 5, runs.WARM_UP + ROLLS, delivers=True)
        assert len(played) == runs.WARM_UP + ROLLS
        assert (await runs.replay(made, 5, played)).answered == ROLLS


async def test_every_stage_of_a_roll_is_seen_and_the_rate_is_kept() -> None:
    async with ground(SQLITE, 2 * runs.WARM_UP + ROLLS) as made:
        async with runs.playing(made, delivers=False) as (bot, feeder, presses):
            with watched(bot) as stages:
                await closed_loop(1, ROLLS, lambda: next(presses), feeder, 0)
        assert set(stages.spent) == set(STAGES)
        assert "0 unanswered" in await latency(made, ROLLS / 200)


async def test_a_small_and_a_large_database_are_measured_side_by_side() -> None:
    found = await scale(SQLITE, copies=3, samples=2, campaigns=4)
    assert "4 campaigns with 40 entries beside 12 campaigns with 120" in found
    assert all(
        f"| {what} " in found for what in ("a journaled challenge roll", "/journal", "/waiting", "/roll")
    )


async def test_messages_about_a_record_with_many_and_with_few_before_them_are_measured() -> None:
    assert "| 20 " in await depth(SQLITE, (0, 20), times=1)


async def test_everybody_is_counted_when_more_ask_than_can_be_answered() -> None:
    found = await overload(SQLITE, rate=20, seconds=1)
    assert [line[:22] for line in found.splitlines() if line.startswith(("| actions", "| looks"))] == [
        "| actions     |   10 |",
        "| looks       |    6 |",
    ]


async def test_a_resting_bot_is_weighed_beside_a_bare_client() -> None:
    assert "| memory at rest, MiB " in await idle(SQLITE, rounds=1, rest=0)


async def test_turns_beside_a_small_and_a_large_library_are_measured_in_turn() -> None:
    found = await library(SQLITE, few=2, many=4, samples=1)
    assert "| the whole turn " in found
    assert "4 entries: p50" in found


async def test_a_month_of_a_large_kingdom_and_its_towns_are_measured_step_by_step() -> None:
    found = await kingdom(samples=2)
    assert "A kingdom of 200 hexes" in found
    rows = (
        "OpenMonth",
        "ClaimHex",
        "RollEvent",
        "CloseMonth",
        "all of the month together",
        "states loaded, saved and packed",
        "the map drawn",
        "all legal places, full",
        "/build advise, 20 settlements, all full",
        "a kingdom with 20 settlements loaded, saved and packed",
        "20 loaded, one and the kingdom saved",
        "the same, as they were before",
        "a full district drawn",
    )
    assert all(f"| {what} " in found for what in rows)


async def test_a_crowded_dungeon_turn_is_measured() -> None:
    assert "| a Turn, CPU " in await delve(samples=3)
