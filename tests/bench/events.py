"""A kingdom's events with every optional rule on: each step of all forty, the month's close and its page."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from typing import Any

from bot.engine.dice.source import SEED_BYTES, Seed, VerifiableDice
from bot.engine.system import World
from bot.engine.views import RecordView
from bot.systems.kingdom import SYSTEM
from bot.systems.kingdom.book import MonthStep, Phase
from bot.systems.kingdom.events.book import EVENTS
from bot.systems.kingdom.events.rules import PlaceEvent
from bot.systems.kingdom.land.state import spot_at
from bot.systems.kingdom.month.page_cards import month_page
from bot.systems.kingdom.month.rules import CloseMonth
from bot.systems.kingdom.realm import KINGDOM
from tests.bench.kingdom import COLUMNS, large
from tests.bench.measures import COLUMNS as MEASURED
from tests.bench.measures import row, timed
from tests.bench.towns import TOWNS, full
from tests.harness.load import frozen_gc
from tests.harness.stats import table
from tests.systems.kingdom.scenes import (
    DEACON,
    TARN,
    after,
    decided,
    event_steps,
    kingdom_of,
    month,
    realm_in,
    scene,
    waiting,
)

# In milliseconds: a step of an event, the close of its month (processor time), and the month's page.
STEP, CLOSE, PAGE = 10.0, 10.0, 50.0
SAMPLES = 60
RULES = (
    "leadership_role_skills", "construction_magic", "settlement_size_modifiers", "governments", "holy_sites",
    "expand_settlement_modifiers", "fame_infamy", "abandoned_buildings",
)  # fmt: skip
PUBLIC, SECRET = (Seed(bytes([number]) * SEED_BYTES) for number in (1, 2))


def crowded(step: MonthStep) -> World:
    """A kingdom with many hexes and full settlements, at that step of its Event phase."""
    kingdom, land = large()
    towns = full()
    at = [spot_at(number % COLUMNS, number // COLUMNS) for number in range(TOWNS)]
    placed = [replace(town, spot=spot) for town, spot in zip(towns.towns.values(), at, strict=True)]
    order = (MonthStep.CONTINUING, MonthStep.EVENT, MonthStep.RESOLVE, MonthStep.CLOSE)
    state = replace(
        kingdom,
        settlements=towns.kingdom.settlements,
        capital=towns.kingdom.capital,
        month=month(Phase.EVENT, *order[: order.index(step)], size=len(land.hexes) - 1),
    )
    return scene(state, land, *placed, campaign=decided(omens="secret", **dict.fromkeys(RULES, "yes")))


async def events(_engine: str = "", samples: int = SAMPLES) -> str:
    """The table. No database takes part."""
    with frozen_gc():
        rows = [*_steps(samples), *_month(samples)]
    title = f"Events of a kingdom with {TOWNS} full settlements, all rules on; {samples} samples each."
    return table(title, MEASURED, rows)


def _steps(samples: int) -> Iterator[list[Any]]:
    """Each event placed, and what waits of it taken by its first button, again and again."""
    placed, taken = list[float](), list[float]()
    begin = crowded(MonthStep.RESOLVE)
    for number in range(max(1, samples // 20)):
        for drawing, event in enumerate(EVENTS, 100 * number):
            now, seconds = _played(begin, PlaceEvent(TARN, event), drawing)
            placed.append(seconds)
            for step in event_steps(TARN, kingdom_of(now)):
                choice = next(each for each in step.choices if not each.asks)
                taken.append(_played(now, choice.action, drawing)[1])
    yield row("an event drawn and placed", placed, STEP)
    yield row("what an event asks carried out", taken, STEP)


def _played(now: World, action: Any, drawing: int) -> tuple[World, float]:
    kind = next(kind for kind in SYSTEM.actions if kind.action is type(action))
    dice = VerifiableDice(
        public=PUBLIC, secret=SECRET, drawing=drawing, secret_drawing=drawing, interaction=drawing
    )
    began = time.process_time()
    turn = kind.perform(now, action, dice)
    return after(now, turn), time.process_time() - began


def _month(samples: int) -> Iterator[list[Any]]:
    closing = crowded(MonthStep.CLOSE)
    closes = [_played(closing, CloseMonth(TARN), drawing)[1] for drawing in range(samples)]
    yield row("the month closed", closes, CLOSE)
    open_ = crowded(MonthStep.CONTINUING)
    yield row("the month's page", [timed(partial(_page, open_)) for _ in range(samples)], PAGE)


def _page(now: World) -> None:
    state = kingdom_of(now)
    steps = tuple(waiting(TARN, state))
    shown = RecordView(TARN, SYSTEM.name, KINGDOM.name, state.name, state, 1, None, steps)
    month_page(shown, realm_in(now), steps, DEACON)
