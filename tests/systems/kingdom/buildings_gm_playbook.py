"""How each action about what game masters do about buildings comes about."""

from __future__ import annotations

from typing import Any

from bot.systems.kingdom.book import MonthStep
from bot.systems.kingdom.land.edits import SetHexes
from bot.systems.kingdom.towns.corrections import (
    MOST_GRANTS,
    DamageBuilding,
    DedicateBuilding,
    DestroyBuilding,
    GrantBuilding,
    PlaceBuilding,
    RemoveBuilding,
    SetBorders,
    SetBuilding,
)
from tests.givens import used
from tests.harness.world import Json, Person
from tests.stages import Playbook, Stage
from tests.systems.kingdom.builders_playbook import town_at
from tests.systems.kingdom.stock import act, spot


async def placed(stage: Stage, building: str = "house", place: str = "A1") -> str:
    """The id of a capital with that building, put there by the game master."""
    kingdom, town = await town_at(stage, MonthStep.OPEN)
    await act(stage, PlaceBuilding(town, building, place, "It stood there", kingdom, is_legal=False))
    await stage.settle()
    return town


async def shore(stage: Stage) -> str:
    """A settlement by the sea."""
    _, town = await town_at(stage, MonthStep.OPEN)
    await act(stage, SetHexes(spot(stage), is_coast=True))
    await stage.settle()
    return town


async def _do(stage: Stage, path: str, by: Person | None, town: str, **options: Any) -> Json:
    return stage.slash(path, by=by or stage.gm, settlement=town, reason="As told", **options)


async def place(stage: Stage, by: Person | None = None) -> Json:
    """The command."""
    _, town = await town_at(stage, MonthStep.OPEN)
    return await _do(stage, "settlement gm place", by, town, building="house", place="A1")


BUILDINGS_GM: Playbook = {
    PlaceBuilding: used("settlement gm place"),
    DestroyBuilding: used("settlement gm destroy"),
    DamageBuilding: used("settlement gm damage"),
    RemoveBuilding: used("settlement gm remove"),
    GrantBuilding: used("settlement gm grant", repeats=MOST_GRANTS),
    # The same again changes nothing more.
    SetBuilding: used("settlement gm set"),
    DedicateBuilding: used("settlement gm dedicate"),
    SetBorders: used("settlement gm borders"),
}
