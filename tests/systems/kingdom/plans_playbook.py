"""How each action about plans of settlements comes about."""

from __future__ import annotations

from bot.engine.people import Actor
from bot.engine.system import RecordId
from bot.systems.kingdom.book import MonthStep
from bot.systems.kingdom.towns.building import DraftBuilding, DropDraft, MoveDraft
from tests.harness.world import Json, Person
from tests.stages import Playbook, Scenario, Stage
from tests.systems.kingdom.stock import act, id_of, kingdom_at


async def hold_of(stage: Stage, kingdom: str) -> RecordId:
    """The id of a kingdom's capital."""
    found = await stage.bot.play.named(Actor(stage.gm.id), stage.request(), f"{kingdom} Hold")
    return RecordId(next(each.id for each in found if each.kind == "settlement"))


async def planned(stage: Stage, *texts: str, step: MonthStep = MonthStep.SETTLEMENTS) -> tuple[str, RecordId]:
    """A kingdom at that step, with "library A1" and others planned; its name and its capital."""
    name = await kingdom_at(stage, step)
    id_, hold = await id_of(stage, name), await hold_of(stage, name)
    for text in texts:
        await act(stage, DraftBuilding(id_, hold, *text.split()))
    await stage.settle()
    return name, hold


async def pressed(stage: Stage, button: str, *args: str, by: Person | None = None) -> Json:
    """A button of the plan of a House and a Library, numbered 1 and 2."""
    _, hold = await planned(stage, "house A1", "library C1")
    return stage.say.press("|".join((button, hold, *args)), user=by or stage.deacon)


async def add(stage: Stage, by: Person | None = None) -> Json:
    """The button of a building's preview."""
    return await pressed(stage, "plan_add", "park", "1:F6", by=by)


async def drop(stage: Stage, by: Person | None = None) -> Json:
    """The button of the plan for the entry that was chosen."""
    return await pressed(stage, "plan_drop", "2", by=by)


async def move(stage: Stage, by: Person | None = None) -> Json:
    """Likewise."""
    return await pressed(stage, "plan_move", "2", "up", by=by)


PLANS: Playbook = {DraftBuilding: Scenario(add), DropDraft: Scenario(drop), MoveDraft: Scenario(move)}
