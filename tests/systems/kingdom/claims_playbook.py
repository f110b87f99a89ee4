"""How each action about claims and improvements comes about."""

from __future__ import annotations

from bot.systems.kingdom.rules.claims import AbandonHex, ClaimHex
from bot.systems.kingdom.rules.improving import (
    BuildImprovement,
    PlaceImprovement,
    PrepareSite,
    RazeImprovement,
)
from bot.systems.kingdom.rules.month import FinishStep
from bot.systems.kingdom.rules.terms import Improvement, Step
from tests.harness.world import Json, Person
from tests.stages import Playbook, Scenario, Stage
from tests.systems.kingdom.stock import act, id_of, kingdom, kingdom_at, spot


async def pressed(stage: Stage, step: Step, button: str, *rest: str, by: Person | None = None) -> Json:
    """A button of a preview, for the first hex or the one given, in a kingdom at that step."""
    id_ = await id_of(stage, await kingdom_at(stage, step))
    where, *others = rest
    east = spot(stage, int(where))
    return stage.say.press("|".join((button, id_, east, *others)), user=by or stage.deacon)


async def claim(stage: Stage, by: Person | None = None) -> Json:
    """The button of a claim's preview."""
    return await pressed(stage, Step.HEXES, "hex_claim", "1", "1", by=by)


async def abandon(stage: Stage, by: Person | None = None) -> Json:
    """The button of the preview of a hex given up."""
    return await pressed(stage, Step.HEXES, "hex_abandon", "0", "4", by=by)


async def build(stage: Stage, by: Person | None = None) -> Json:
    """The button of an improvement's preview."""
    return await pressed(stage, Step.TERRAIN, "hex_improve", "0", "road", "1", by=by)


async def prepare(stage: Stage, by: Person | None = None) -> Json:
    """The button of a site's preview, in a second hex."""
    id_ = await id_of(stage, await kingdom_at(stage, Step.HEXES))
    await act(stage, ClaimHex(id_, spot(stage, 1)))
    await act(stage, FinishStep(id_, Step.HEXES))
    await stage.settle()
    press = "|".join(("hex_prepare", id_, spot(stage, 1), "1"))
    return stage.say.press(press, user=by or stage.deacon)


async def place(stage: Stage, by: Person | None = None) -> Json:
    """The game master's command."""
    options = {"kingdom": await kingdom(stage), "hex": spot(stage), "improvement": "fort", "reason": "A gift"}
    return stage.slash("hex-gm improve", by=by or stage.gm, **options)


async def raze(stage: Stage, by: Person | None = None) -> Json:
    """The game master's command."""
    name = await kingdom(stage)
    placed = PlaceImprovement(await id_of(stage, name), spot(stage), Improvement.ROAD, "Found")
    await act(stage, placed)
    await stage.settle()
    options = {"kingdom": name, "hex": spot(stage), "improvement": "road", "reason": "A flood"}
    return stage.slash("hex-gm raze", by=by or stage.gm, **options)


CLAIMS: Playbook = {
    ClaimHex: Scenario(claim),
    AbandonHex: Scenario(abandon),
    BuildImprovement: Scenario(build),
    PrepareSite: Scenario(prepare),
    PlaceImprovement: Scenario(place),
    RazeImprovement: Scenario(raze),
}
