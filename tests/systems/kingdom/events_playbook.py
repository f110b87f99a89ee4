"""How each action about events, and what game masters set by hand, comes about."""

from __future__ import annotations

from typing import Any

from bot.systems.kingdom.book import Step
from bot.systems.kingdom.events.rules import CancelEvent, HireAdventurers, PlaceEvent, ResolveEvent, RollEvent
from bot.systems.kingdom.month.course import SkipTo
from bot.systems.kingdom.month.numbers import CancelSource, PlaceNumber
from tests.givens import used
from tests.harness.world import Json
from tests.stages import Playbook, Scenario, Stage
from tests.systems.kingdom.stock import act, id_of, kingdom, kingdom_at, shown, taking

OUTCOME: dict[str, Any] = {"outcome": "Two temples were searched", "goes_on": ("yes",)}
RESOLVE = "Cult Activity: what came of it…"


async def struck(stage: Stage) -> str:
    """A kingdom with a cult that a game master placed; its name."""
    name = await kingdom(stage)
    await act(stage, PlaceEvent(await id_of(stage, name), "cult_activity"))
    await stage.settle()
    return name


async def at_outcome(stage: Stage) -> str:
    """The same in its Event phase, where the outcome is to be told; its name."""
    name = await struck(stage)
    await act(stage, SkipTo(await id_of(stage, name), Step.CONTINUING, "Not now"))
    await stage.settle()
    return name


async def sourced(stage: Stage) -> str:
    """A kingdom with a named source; its name."""
    name = await kingdom(stage)
    await act(stage, PlaceNumber(await id_of(stage, name), "loyalty", "2", "A comet"))
    await stage.settle()
    return name


async def hiring(stage: Stage) -> list[str]:
    """The arguments of the button under a preview of adventurers, for a kingdom in its Event phase."""
    name = await kingdom_at(stage, Step.EVENT)
    found = await shown(stage, name)
    return [str(found.id), "stability", "1-2", str(found.state.treasury)]


async def roll(stage: Stage) -> Json:
    """The Ruler's press."""
    await kingdom_at(stage, Step.EVENT)
    return stage.press("Roll for an event", by=stage.deacon)


async def resolve(stage: Stage) -> Json:
    """The game master's form, sent."""
    await at_outcome(stage)
    return stage.fill(RESOLVE, by=stage.gm, **OUTCOME)


async def hire(stage: Stage) -> Json:
    """The Ruler's press on the preview's button."""
    return stage.say.press("|".join(("kingdom_hire", *await hiring(stage))), user=stage.deacon)


async def place_number(stage: Stage) -> Json:
    """The game master's command, with dice."""
    options = {"number": "unrest", "amount": "+1d6", "reason": "A feud"}
    return stage.slash("month-gm place", by=stage.gm, **options, kingdom=await kingdom(stage))


EVENTS: Playbook = {
    RollEvent: Scenario(roll),
    ResolveEvent: Scenario(resolve),
    HireAdventurers: Scenario(taking(hire)),
    PlaceEvent: used("month-gm event", repeats=20),
    CancelEvent: used("month-gm cancel-event"),
    PlaceNumber: Scenario(place_number, repeats=50),
    CancelSource: used("month-gm cancel"),
}
