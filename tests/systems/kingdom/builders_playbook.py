"""How each action about buildings built, upgraded, demolished and repaired comes about."""

from __future__ import annotations

from bot.engine.system import RecordId
from bot.systems.kingdom.book import MonthStep
from bot.systems.kingdom.towns.building import BuildBuilding, UpgradeBuilding
from bot.systems.kingdom.towns.wrecking import DemolishBuilding, RepairBuilding
from tests.givens import agreed, used
from tests.harness.world import Json
from tests.stages import Playbook, Scenario, Stage
from tests.systems.kingdom.stock import act, kingdom_at, shown


async def town_at(stage: Stage, step: MonthStep = MonthStep.SETTLEMENTS) -> tuple[RecordId, RecordId]:
    """A kingdom at that step, and its capital: their ids."""
    found = await shown(stage, await kingdom_at(stage, step))
    return RecordId(found.id), found.state.settlements[0]


async def built(stage: Stage, building: str, place: str) -> tuple[RecordId, RecordId]:
    """The same, with that building."""
    kingdom, town = await town_at(stage)
    await act(stage, BuildBuilding(kingdom, town, building, place))
    await stage.settle()
    return kingdom, town


async def build(stage: Stage) -> Json:
    """The Ruler's press on what the place chosen in the list comes to."""
    _, town = await town_at(stage)
    chosen = stage.say.press(
        f"?pick|settlement build|settlement={town}|building=house", values=["1:C4"], user=stage.deacon
    )
    return await agreed(stage, chosen, stage.deacon)


BUILDERS: Playbook = {
    BuildBuilding: Scenario(build),
    UpgradeBuilding: used("settlement upgrade", is_shown=True),
    DemolishBuilding: used("settlement demolish"),
    RepairBuilding: used("settlement repair"),
}
