"""How each action about what game masters do about buildings comes about."""

from __future__ import annotations

from typing import Any

from bot.systems.kingdom.book import Step
from bot.systems.kingdom.land.edits import SetHexes
from bot.systems.kingdom.towns.gifts import (
    MOST_GRANTS,
    DamageBuilding,
    DestroyBuilding,
    GrantBuilding,
    PlaceBuilding,
    RemoveBuilding,
    SetBorders,
    SetBuilding,
)
from tests.harness.world import Json, Person
from tests.stages import Playbook, Scenario, Stage
from tests.systems.kingdom.builders_playbook import town_at
from tests.systems.kingdom.stock import act, spot


async def placed(stage: Stage, building: str = "house", place: str = "A1") -> str:
    """The id of a capital with that building, put there by the game master."""
    kingdom, town = await town_at(stage, Step.OPEN)
    await act(stage, PlaceBuilding(town, building, place, "It stood there", kingdom, is_legal=False))
    await stage.settle()
    return town


async def shore(stage: Stage) -> str:
    """A settlement by the sea."""
    _, town = await town_at(stage, Step.OPEN)
    await act(stage, SetHexes(spot(stage), is_coast=True))
    await stage.settle()
    return town


async def _do(stage: Stage, path: str, by: Person | None, town: str, **options: Any) -> Json:
    return stage.slash(path, by=by or stage.gm, settlement=town, reason="As told", **options)


async def place(stage: Stage, by: Person | None = None) -> Json:
    """The command."""
    _, town = await town_at(stage, Step.OPEN)
    return await _do(stage, "build-gm place", by, town, building="house", place="A1")


async def destroy(stage: Stage, by: Person | None = None) -> Json:
    """The command."""
    return await _do(stage, "build-gm destroy", by, await placed(stage), building="house")


async def damage(stage: Stage, by: Person | None = None) -> Json:
    """The command."""
    return await _do(stage, "build-gm damage", by, await placed(stage), building="house")


async def remove(stage: Stage, by: Person | None = None) -> Json:
    """The command."""
    return await _do(stage, "build-gm remove", by, await placed(stage), building="house")


async def grant(stage: Stage, by: Person | None = None) -> Json:
    """The command."""
    _, town = await town_at(stage, Step.OPEN)
    return await _do(stage, "build-gm grant", by, town, gift="gift", building="house")


async def set_(stage: Stage, by: Person | None = None) -> Json:
    """The command."""
    town = await placed(stage, "menagerie", "A1+B1+A2+B2")
    return await _do(stage, "build-gm set", by, town, building="menagerie", cr=8)


async def borders(stage: Stage, by: Person | None = None) -> Json:
    """The command."""
    return await _do(stage, "build-gm borders", by, await shore(stage), borders="north")


BUILDINGS_GM: Playbook = {
    PlaceBuilding: Scenario(place),
    DestroyBuilding: Scenario(destroy),
    DamageBuilding: Scenario(damage),
    RemoveBuilding: Scenario(remove),
    GrantBuilding: Scenario(grant, repeats=MOST_GRANTS),
    # The same again changes nothing more.
    SetBuilding: Scenario(set_, repeats=50),
    SetBorders: Scenario(borders, repeats=50),
}
