"""How each action about claims and improvements comes about."""

from __future__ import annotations

from typing import Any

from bot.systems.kingdom.book import MonthStep
from bot.systems.kingdom.land.claims import AbandonHex, ClaimHex
from bot.systems.kingdom.land.improvements import (
    BuildImprovement,
    PlaceImprovement,
    PrepareSite,
    RazeImprovement,
)
from bot.systems.kingdom.month.course import FinishStep
from tests.givens import used
from tests.harness.inputs import components
from tests.harness.world import Json, Person
from tests.stages import Playbook, Scenario, Stage
from tests.systems.kingdom.stock import act, id_of, kingdom_at, spot


async def offered(stage: Stage, path: str, by: Person, **options: Any) -> Json:
    """The button of what a command previews."""
    shown = await stage.do(path, by=by, **options)
    button = next(part for part in components(shown.answer.data) if part.get("custom_id"))
    return stage.say.press(str(button["custom_id"]), user=by)


async def build(stage: Stage, by: Person | None = None) -> Json:
    """The button of an improvement's preview."""
    name = await kingdom_at(stage, MonthStep.TERRAIN)
    options = {"kingdom": name, "hex": spot(stage), "improvement": "Road"}
    return await offered(stage, "hex improve", by or stage.deacon, **options)


async def sited(stage: Stage) -> str:
    """A kingdom with a second hex, in which a site can be prepared; its name."""
    name = await kingdom_at(stage, MonthStep.HEXES)
    id_ = await id_of(stage, name)
    await act(stage, ClaimHex(id_, spot(stage, 1)))
    await act(stage, FinishStep(id_, MonthStep.HEXES))
    await stage.settle()
    return name


CLAIMS: Playbook = {
    ClaimHex: used("hex claim", is_shown=True),
    AbandonHex: used("hex abandon", is_shown=True),
    BuildImprovement: Scenario(build),
    PrepareSite: used("hex prepare", is_shown=True),
    PlaceImprovement: used("hex gm improve"),
    RazeImprovement: used("hex gm raze"),
}
