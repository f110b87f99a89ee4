"""How each action about buildings built and upgraded comes about."""

from __future__ import annotations

from bot.engine.system import RecordId
from bot.systems.kingdom.book import Step
from bot.systems.kingdom.towns.building import BuildBuilding, UpgradeBuilding
from tests.harness.world import Json, Person
from tests.stages import Playbook, Scenario, Stage
from tests.systems.kingdom.stock import act, kingdom_at, shown, taking


async def town_at(stage: Stage, step: Step = Step.SETTLEMENTS) -> tuple[RecordId, RecordId]:
    """A kingdom at that step, and its capital: their ids."""
    found = await shown(stage, await kingdom_at(stage, step))
    return RecordId(found.id), found.state.settlements[0]


async def built(stage: Stage, building: str, place: str) -> tuple[RecordId, RecordId]:
    """The same, with that building."""
    kingdom, town = await town_at(stage)
    await act(stage, BuildBuilding(kingdom, town, building, place))
    await stage.settle()
    return kingdom, town


async def build(stage: Stage, by: Person | None = None) -> Json:
    """The button of a building's preview."""
    _, town = await town_at(stage)
    return stage.say.press("|".join(("build_do", town, "house", "1:C4", "3", "")), user=by or stage.deacon)


async def upgrade(stage: Stage, by: Person | None = None) -> Json:
    """The button of an upgrade's preview."""
    _, town = await built(stage, "tenement", "1:C4")
    press = "|".join(("build_upgrade", town, "1", "house", "1:C4", "2"))
    return stage.say.press(press, user=by or stage.deacon)


BUILDERS: Playbook = {
    BuildBuilding: Scenario(taking(build)),
    UpgradeBuilding: Scenario(taking(upgrade)),
}
