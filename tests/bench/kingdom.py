"""A month of a kingdom with 200 hexes: its rules, states and map, each beside the raw cost; and its towns."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from io import BytesIO
from typing import Any

from PIL import Image, ImageDraw

from bot.engine.dice.source import FixedDice
from bot.engine.system import World
from bot.storage import codec
from bot.systems.kingdom import SYSTEM
from bot.systems.kingdom.book import Improvement, Phase, Terrain
from bot.systems.kingdom.land.map_pictures import Chart, Place, draw_map
from bot.systems.kingdom.land.state import Direction, Hex, Land, axial, spot_at
from bot.systems.kingdom.sources import figures
from bot.systems.kingdom.state import Kingdom
from bot.ui.drawings import Drawings
from bot.ui.grid import Hexes
from tests.bench.measures import COLUMNS as MEASURED
from tests.bench.measures import apart, meanwhile, row, timed
from tests.bench.towns import saved, towns
from tests.harness.load import frozen_gc
from tests.harness.stats import table
from tests.systems.kingdom.scenes import (
    PLAIN,
    TARN,
    after,
    everybody,
    kingdom_of,
    month,
    ready,
    realm_in,
    scene,
    tarn,
)
from tests.systems.kingdom.year import FREE, month_of_actions

COLUMNS, ROWS = 20, 10
SAMPLES = 60
# A far larger land, and how many maps are drawn at once.
MORE_COLUMNS, MORE_ROWS, AT_ONCE = 30, 20, 10
# In milliseconds: a step of the rules and all of the month (processor time), states loaded and saved, a
# picture, one of a far larger land, the same picture again, and how long the loop may stand.
STEP, MONTH, STATES, PICTURE, LARGE_PICTURE, AGAIN, STALL = 10.0, 40.0, 10.0, 45.0, 80.0, 1.0, 15.0
BUILT = {
    Terrain.PLAINS: (Improvement.FARM, Improvement.ROAD),
    Terrain.HILLS: (Improvement.MINE, Improvement.ROAD),
    Terrain.FOREST: (Improvement.SAWMILL,),
    Terrain.MOUNTAINS: (Improvement.QUARRY,),
}


def large(columns: int = COLUMNS, rows: int = ROWS) -> tuple[Kingdom, Land]:
    """A kingdom that claims that many hexes, half of them improved, crossed by a river."""
    chance = random.Random(7)
    hexes = {spot_at(q - r // 2, r): _hex(chance, q) for r in range(rows) for q in range(columns)}
    state = tarn(leaders=everybody(score=14), treasury=5000, month=month(Phase.BEFORE))
    return ready(state, len(hexes)), Land("The lands", {**hexes, FREE: PLAIN})


def _hex(chance: random.Random, column: int) -> Hex:
    terrain = chance.choice([*BUILT, Terrain.MARSH])
    built = BUILT.get(terrain, ()) if chance.random() < 0.5 else ()
    rivers = (Direction.EAST, Direction.WEST) if column == 5 else ()
    return Hex(
        terrain, f"H{column}", rivers, is_explored=True, is_cleared=True, is_revealed=True, realm=TARN,
        improvements=built,
    )  # fmt: skip


async def kingdom(_engine: str = "", samples: int = SAMPLES) -> str:
    """The tables: rules, states, pictures. No database takes part, so they are the same on either engine."""
    with frozen_gc():
        rows = [*_steps(samples), *_states(samples), *await _pictures(samples)]
    title = f"A kingdom of {COLUMNS * ROWS} hexes; {samples} samples each."
    return f"{table(title, MEASURED, rows)}\n\n{await towns(samples)}"


# -- rules --------------------------------------------------------------------------------------------


def _steps(samples: int) -> Iterator[list[Any]]:
    """Each action of a month that is played from its opening to its closing."""
    seen: dict[str, list[float]] = {}
    months = []
    for _ in range(max(1, samples // 3)):
        steps = list(_month())
        months.append(sum(taken for _, taken in steps))
        for name, taken in steps:
            seen.setdefault(name, []).append(taken)
    for name, values in seen.items():
        yield row(name, values, STEP)
    yield row("all of the month together", months, MONTH)


def _month() -> Iterator[tuple[str, float]]:
    state, land = large()
    now = scene(state, land)
    for action, dice in month_of_actions():
        began = time.process_time()
        now = _after(now, action, dice)
        yield type(action).__name__, time.process_time() - began
    began = time.process_time()
    figures(realm_in(now))
    yield "every number derived", time.process_time() - began
    assert kingdom_of(now).month.number == state.month.number + 1


def _after(now: World, action: Any, dice: tuple[int, ...]) -> World:
    kind = next(kind for kind in SYSTEM.actions if kind.action is type(action))
    return after(now, kind.perform(now, action, FixedDice(*dice)))


# -- states -------------------------------------------------------------------------------------------


def _states(samples: int) -> Iterator[list[Any]]:
    """What an action reads and writes: kingdom and land from JSON and back, and the earlier ones packed."""
    texts = [(type(state), codec.dump(state)) for state in large()]
    yield from saved("states loaded, saved and packed", texts, STATES, samples)


# -- the picture --------------------------------------------------------------------------------------


async def _pictures(samples: int) -> list[list[Any]]:
    chart, larger = _chart(), _chart(MORE_COLUMNS, MORE_ROWS)
    image = Image.open(BytesIO(draw_map(chart))).convert("RGB")
    draw_map(larger)
    drawings = Drawings()
    drawn, more, again, encoded, plain, stalls = [], [], [], [], [], []
    # In turn, so that a busy moment of the machine meets them all.
    for number in range(samples):
        drawn.append((await apart(lambda: draw_map(chart)))[0])
        more.append((await apart(lambda: draw_map(larger)))[0])
        encoded.append(timed(lambda: image.save(BytesIO(), "PNG", compress_level=1)))
        plain.append(timed(lambda: _polygons(chart.land)))
        await drawings.drawn(partial(draw_map, chart))
        again.append(await _drawn_again(drawings, partial(draw_map, _chart())))
        if number % AT_ONCE == 0:
            stalls.append(await _drawn_at_once(chart, number))
    return [
        row(f"a map of {COLUMNS * ROWS} hexes drawn", drawn, PICTURE, "Pillow's PNG of it", encoded),
        row("the same", drawn, None, "as many plain polygons", plain),
        row(f"a map of {MORE_COLUMNS * MORE_ROWS} hexes drawn", more, LARGE_PICTURE),
        row("the same picture again", again, AGAIN),
        row(f"{AT_ONCE} maps at once: the event loop stands still for", stalls, STALL),
    ]


def _chart(columns: int = COLUMNS, rows: int = ROWS) -> Chart:
    _, land = large(columns, rows)
    return Chart("The lands", land, {TARN: "Tarn"}, [Place("Hold", spot_at(0, 0), is_capital=True)])


async def _drawn_again(drawings: Drawings, equal: partial[bytes]) -> float:
    """How long a picture takes that is there; equal to that one, and yet no object of it is the same."""
    began = time.perf_counter()
    await drawings.drawn(equal)
    return time.perf_counter() - began


async def _drawn_at_once(chart: Chart, number: int) -> float:
    """The longest stall while maps are drawn that all differ, from one another and from those before."""
    drawings = Drawings()
    charts = [replace(chart, title=f"Land {number}.{each}") for each in range(AT_ONCE)]
    _, stall = await meanwhile(asyncio.gather(*(drawings.drawn(partial(draw_map, each)) for each in charts)))
    return stall


def _polygons(land: Land) -> None:
    layout = Hexes.of([axial(spot) for spot in land.hexes])
    draw = ImageDraw.Draw(Image.new("RGB", (layout.width, layout.height)))
    for each in land.hexes:
        draw.polygon([layout.corner(axial(each), number) for number in range(6)], (90, 120, 90))
