"""How each action about buildings demolished and repaired comes about."""

from __future__ import annotations

from bot.systems.kingdom.towns.gifts import DamageBuilding
from bot.systems.kingdom.towns.wrecking import DemolishBuilding, RepairBuilding
from tests.harness.world import Json, Person
from tests.stages import Playbook, Scenario, Stage
from tests.systems.kingdom.builders_playbook import built
from tests.systems.kingdom.stock import act, taking


async def demolish(stage: Stage, by: Person | None = None) -> Json:
    """The button of the preview of a building that comes down."""
    _, town = await built(stage, "house", "1:C4")
    return stage.say.press("|".join(("build_raze", town, "1", "")), user=by or stage.deacon)


async def repair(stage: Stage, by: Person | None = None) -> Json:
    """The button of a repair's preview."""
    kingdom, town = await built(stage, "house", "1:C4")
    await act(stage, DamageBuilding(town, "1", "A storm", kingdom))
    await stage.settle()
    return stage.say.press("|".join(("build_repair", town, "1", "2")), user=by or stage.deacon)


WRECKING: Playbook = {
    DemolishBuilding: Scenario(taking(demolish)),
    RepairBuilding: Scenario(taking(repair)),
}
