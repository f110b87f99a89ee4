"""How each action about land comes about."""

from __future__ import annotations

from bot.systems.kingdom.book import Terrain
from bot.systems.kingdom.land.edits import DrawMap, NoteHex, SetHexes
from bot.systems.kingdom.land.files import ReadMap
from bot.systems.kingdom.land.giving import GiveHexes
from bot.systems.kingdom.land.marking import MarkHexes, RemoveHexes
from bot.systems.kingdom.land.rivers import DrawRiver, EraseRiver
from tests.givens import used
from tests.harness.world import File, Json
from tests.stages import Playbook, Scenario, Stage
from tests.systems.kingdom.stock import act

# Every scenario of a stage has a part of the map of its own.
COLUMNS, APART = 3, 5
ACROSS = 370


async def drawn(stage: Stage, *, is_revealed: bool = True) -> tuple[str, str]:
    """A hex and its eastern neighbour, new on the map; their coordinates."""
    q = await _free(stage)
    # Where a row of the map is full, the next begins.
    r = 300 + stage.names // ACROSS
    await act(stage, SetHexes(f"{q},{r} {q + 1},{r}", Terrain.FOREST, is_revealed=is_revealed))
    return f"{q},{r}", f"{q + 1},{r}"


async def _free(stage: Stage) -> int:
    stage.fresh_name()
    return APART * (stage.names % ACROSS) - 900


async def set_hexes(stage: Stage) -> Json:
    """The command."""
    here, there = await drawn(stage)
    return stage.slash("hex gm set", by=stage.gm, hexes=f"{here} {there}", terrain="hills", secret="Trolls")


async def draw_map(stage: Stage) -> Json:
    """The command."""
    corner = f"{await _free(stage)},400"
    options = {"columns": COLUMNS, "rows": 1, "terrain": "plains", "corner": corner, "labels": False}
    return stage.slash("hex gm new-map", by=stage.gm, **options)


async def file_option(stage: Stage) -> File:
    """A map's file with a hex that is new."""
    return File("map.csv", f"q,r,terrain,revealed\n{await _free(stage)},500,hills,yes\n".encode())


LAND: Playbook = {
    # The same again changes nothing more.
    SetHexes: Scenario(set_hexes, repeats=50),
    DrawMap: Scenario(draw_map),
    MarkHexes: used("hex gm explore"),
    RemoveHexes: used("hex gm remove"),
    NoteHex: used("hex note"),
    DrawRiver: used("hex gm river"),
    EraseRiver: used("hex gm unriver"),
    GiveHexes: used("hex gm give"),
    ReadMap: used("hex gm import", is_shown=True),
}
