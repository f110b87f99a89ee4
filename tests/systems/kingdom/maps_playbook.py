"""How each action about maps comes about."""

from __future__ import annotations

from typing import Any

from bot.systems.kingdom.book import Terrain
from bot.systems.kingdom.land.edits import SetHexes
from bot.systems.kingdom.land.maps import ShowMap, ShowSettlement
from tests.harness.world import Json
from tests.stages import Playbook, Scenario, Stage
from tests.systems.kingdom.stock import act, known


async def drawn(stage: Stage) -> None:
    """A map of two hexes that everybody knows."""
    await act(stage, SetHexes("0,0 1,0", Terrain.PLAINS, is_explored=True, is_revealed=True))
    await stage.settle()


async def around(stage: Stage) -> dict[str, Any]:
    """A part of a map that shows something."""
    await drawn(stage)
    return {"center": "0,0", "radius": 1}


async def drawn_as(stage: Stage, form: str) -> str:
    """The format of a file of a map that shows something."""
    await drawn(stage)
    return form


async def show(stage: Stage) -> Json:
    """The command."""
    await drawn(stage)
    return stage.slash("hex map", by=stage.deacon, share=True)


async def show_town(stage: Stage) -> Json:
    """The command."""
    name = await known(stage)
    return stage.slash("settlement map", by=stage.deacon, settlement=f"{name} Hold", share=True)


MAPS: Playbook = {ShowMap: Scenario(show, repeats=50), ShowSettlement: Scenario(show_town, repeats=50)}
