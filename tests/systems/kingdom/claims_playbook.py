"""How each action about claims and improvements comes about."""

from __future__ import annotations

from typing import Any

from bot.systems.kingdom.book import Improvement, Step
from bot.systems.kingdom.land.claims import AbandonHex, ClaimHex
from bot.systems.kingdom.land.improvements import (
    BuildImprovement,
    PlaceImprovement,
    PrepareSite,
    RazeImprovement,
)
from bot.systems.kingdom.outcome import FinishStep
from tests.harness.inputs import components
from tests.harness.world import Json, Person
from tests.stages import Playbook, Scenario, Stage
from tests.systems.kingdom.stock import act, id_of, kingdom, kingdom_at, spot


async def offered(stage: Stage, path: str, by: Person, **options: Any) -> Json:
    """The button of what a command previews."""
    shown = await stage.do(path, by=by, **options)
    button = next(part for part in components(shown.answer.data) if part.get("custom_id"))
    return stage.say.press(str(button["custom_id"]), user=by)


async def claim(stage: Stage, by: Person | None = None) -> Json:
    """The button of a claim's preview."""
    name = await kingdom_at(stage, Step.HEXES)
    return await offered(stage, "hex claim", by or stage.deacon, kingdom=name, hex=spot(stage, 1))


async def abandon(stage: Stage, by: Person | None = None) -> Json:
    """The button of the preview of a hex given up."""
    name = await kingdom_at(stage, Step.HEXES)
    return await offered(stage, "hex abandon", by or stage.deacon, kingdom=name, hex=spot(stage))


async def build(stage: Stage, by: Person | None = None) -> Json:
    """The button of an improvement's preview."""
    name = await kingdom_at(stage, Step.TERRAIN)
    options = {"kingdom": name, "hex": spot(stage), "improvement": "Road"}
    return await offered(stage, "hex improve", by or stage.deacon, **options)


async def sited(stage: Stage) -> str:
    """A kingdom with a second hex, in which a site can be prepared; its name."""
    name = await kingdom_at(stage, Step.HEXES)
    id_ = await id_of(stage, name)
    await act(stage, ClaimHex(id_, spot(stage, 1)))
    await act(stage, FinishStep(id_, Step.HEXES))
    await stage.settle()
    return name


async def prepare(stage: Stage, by: Person | None = None) -> Json:
    """The button of a site's preview, in a second hex."""
    name = await sited(stage)
    return await offered(stage, "hex prepare", by or stage.deacon, kingdom=name, hex=spot(stage, 1))


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
