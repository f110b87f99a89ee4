"""How each action about land comes about."""

from __future__ import annotations

from bot.systems.kingdom.book import Terrain
from bot.systems.kingdom.land.edits import (
    DrawMap,
    DrawRiver,
    EraseRiver,
    GiveHexes,
    MarkHexes,
    NoteHex,
    RemoveHexes,
    SetHexes,
)
from bot.systems.kingdom.land.files import BringMap, DropMap, ImportMap
from tests.givens import used
from tests.harness.world import File, Json, Person
from tests.stages import Playbook, Scenario, Stage
from tests.systems.kingdom.stock import act

# Every scenario of a stage has a part of the map of its own.
COLUMNS, APART = 3, 5


async def drawn(stage: Stage, *, is_revealed: bool = True) -> tuple[str, str]:
    """A hex and its eastern neighbour, new on the map; their coordinates."""
    q = await _free(stage)
    await act(stage, SetHexes(f"{q},300 {q + 1},300", Terrain.FOREST, is_revealed=is_revealed))
    return f"{q},300", f"{q + 1},300"


async def _free(stage: Stage) -> int:
    stage.fresh_name()
    return APART * stage.names - 900


async def set_hexes(stage: Stage) -> Json:
    """The command."""
    here, there = await drawn(stage)
    return stage.slash("hex-gm set", by=stage.gm, hexes=f"{here} {there}", terrain="hills", secret="Trolls")


async def draw_map(stage: Stage) -> Json:
    """The command."""
    corner = f"{await _free(stage)},400"
    options = {"columns": COLUMNS, "rows": 1, "terrain": "plains", "corner": corner, "labels": False}
    return stage.slash("hex-gm new-map", by=stage.gm, **options)


async def file_option(stage: Stage) -> File:
    """A map's file with a hex that is new."""
    return File("map.csv", f"q,r,terrain,revealed\n{await _free(stage)},500,hills,yes\n".encode())


async def bring(stage: Stage) -> Json:
    """The command."""
    return stage.slash("hex-gm import", by=stage.gm, file=await file_option(stage))


async def brought(stage: Stage, label: str, by: Person) -> Json:
    """A press under the preview of a file that was brought."""
    await stage.feeder.deliver(await bring(stage))
    await stage.settle()
    return stage.press(label, by=by)


async def imported(stage: Stage) -> Json:
    """The press that imports it."""
    return await brought(stage, "Import it", stage.gm)


async def dropped(stage: Stage) -> Json:
    """The press that drops it."""
    return await brought(stage, "Drop it", stage.gm)


LAND: Playbook = {
    # The same again changes nothing more.
    SetHexes: Scenario(set_hexes, repeats=50),
    DrawMap: Scenario(draw_map),
    MarkHexes: used("hex-gm explore"),
    RemoveHexes: used("hex-gm remove"),
    NoteHex: used("hex note"),
    DrawRiver: used("hex-gm river"),
    EraseRiver: used("hex-gm unriver"),
    GiveHexes: used("hex-gm give"),
    BringMap: Scenario(bring, repeats=50),
    ImportMap: Scenario(imported),
    DropMap: Scenario(dropped),
}
