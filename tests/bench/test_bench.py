"""The bench still runs: what it measures is for `make bench` to say."""

from __future__ import annotations

import asyncpg

from tests.bench import runs, typed
from tests.bench.databases import POSTGRES, SQLITE, ground
from tests.bench.delve import delve
from tests.bench.depth import depth
from tests.bench.events import events
from tests.bench.figures import FOUND, Figure, summary
from tests.bench.idle import idle
from tests.bench.kingdom import kingdom
from tests.bench.library import library
from tests.bench.lone import Tap, lone
from tests.bench.overload import overload
from tests.bench.recap import recap
from tests.bench.report import latency
from tests.bench.scale import scale
from tests.bench.stages import STAGES, watched
from tests.bench.wire import steady, wire
from tests.harness.load import closed_loop
from tests.throwaway import empty_postgres

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


async def test_what_a_lone_roll_says_is_counted_to_the_end_of_its_delivery() -> None:
    async with ground(SQLITE, 10) as made:
        found = await lone(made, 0)
    assert "| statements of a lone challenge roll, delivery included " in found
    assert " in the action" in found
    assert " where delivery writes" in found


async def test_a_round_trip_is_what_is_sent_before_an_answer_comes() -> None:
    async with empty_postgres() as address:
        tap = Tap(address)
        async with tap.open():
            place = tap.address.url
            connection = await asyncpg.connect(
                host=place.host, port=place.port, user=place.username, database=place.database
            )
            before = tap.trips
            await connection.execute("BEGIN; SELECT 1; COMMIT")
            await connection.execute("SELECT 2")
            assert tap.trips - before == 2
            await connection.close()


async def test_rolls_over_http_and_gateway_are_measured_beside_pong() -> None:
    found = await wire(SQLITE, seconds=0.2, rounds=1, rolls=6)
    assert "| a second, by 8 people " in found
    assert "what pong takes" in found
    assert "| all         |   20 |          0 |" in found


def test_a_figure_stands_with_its_aim_and_where_it_goes_if_missed() -> None:
    slow = Figure("how slow", {SQLITE: 2.0, POSTGRES: 3.0}, unit=" ms")
    missed = slow.found(SQLITE, [9.0, 4.0, 2.5], goes="all in one place")
    kept = slow.found(POSTGRES, [1.0], of="once", goes="nowhere")
    quick = Figure("how quick", at_least=0.5).found(SQLITE, [0.4])
    assert (missed.text, missed.aim, missed.verdict) == ("4 ms (2.5–9)", "≤ 2 ms", "missed by 100%")
    assert (kept.text, kept.aim, kept.verdict) == ("1 ms", "≤ 3 ms", "kept")
    assert (quick.aim, quick.verdict) == ("≥ 0.5", "missed by 20%")
    assert FOUND[-3:] == [missed, kept, quick]
    lines = [line for line in summary().splitlines() if line.startswith("| how ")]
    assert "all in one place" in lines[0]
    assert lines[1].startswith("| how slow; once ")
    assert "nowhere" not in lines[1]


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
    kinds = ("| actions", "| looks", "| charts")
    assert [line[:22] for line in found.splitlines() if line.startswith(kinds)] == [
        "| actions     |   10 |",
        "| looks       |    3 |",
        "| charts      |    3 |",
    ]


async def test_the_memory_of_a_busy_bot_is_weighed() -> None:
    assert "| mixed interactions " in await steady(SQLITE, warm_up=30, count=60)


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
        "a map of 200 hexes drawn",
        "a map of 600 hexes drawn",
        "the same picture again",
        "10 maps at once: the event loop stands still for",
        "all legal places, full",
        "/settlement advise, 20 settlements, all full",
        "a kingdom with 20 settlements loaded, saved and packed",
        "20 loaded, one and the kingdom saved",
        "the same, as they were before",
        "a full district drawn",
    )
    assert all(f"| {what} " in found for what in rows)


async def test_events_of_a_crowded_kingdom_are_measured_with_all_rules_on() -> None:
    found = await events(samples=2)
    rows = (
        "an event drawn and placed",
        "what an event asks carried out",
        "the month closed",
        "the month's page",
    )
    assert all(f"| {what} " in found for what in rows)


async def test_a_crowded_dungeon_turn_is_measured() -> None:
    assert "| a Turn, CPU " in await delve(samples=3)


async def test_a_recap_of_many_entries_is_measured() -> None:
    found = await recap(SQLITE, entries=100, places=4, samples=2)
    assert "a recap of 100 entries about 4 records" in found
    assert "| a game master " in found


def test_what_reading_typed_text_costs_is_measured() -> None:
    found = typed.report(rounds=1)
    assert "| 1d20+5 " in found
    assert "texts of 500 characters" in found
