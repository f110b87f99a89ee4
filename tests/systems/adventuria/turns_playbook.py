"""How each action about turns comes about."""

from __future__ import annotations

from bot.systems.adventuria.adventurer import EndTurn, MakeCamp, Narrate, RollForPage, StartTurn, WakeUp
from bot.systems.adventuria.turns.rules import MoveAdventurer
from tests.givens import used
from tests.harness.world import Json
from tests.stages import Playbook, Scenario, Stage
from tests.systems.adventuria.stock import adventurer, on_turn, pressed


async def begun(stage: Stage) -> str:
    """An adventurer of Deacon's in a turn that nobody told so far; its name."""
    name = await adventurer(stage)
    await stage.do("adv start", by=stage.deacon, adventurer=name)
    await stage.settle()
    return name


async def camped(stage: Stage) -> str:
    """One that camps; its name."""
    name = await adventurer(stage)
    await stage.do("adv camp", by=stage.deacon, adventurer=name)
    await stage.settle()
    return name


async def narrate(stage: Stage) -> Json:
    """The form of the step, sent."""
    await begun(stage)
    return stage.fill("Tell what happens", by=stage.gm, text="A square.", ways="The City")


TURNS: Playbook = {
    StartTurn: used("adv start"),
    Narrate: Scenario(narrate),
    EndTurn: pressed(on_turn, "End the turn: to The Bridge"),
    MakeCamp: pressed(adventurer, "Make camp"),
    WakeUp: pressed(camped, "Wake up"),
    MoveAdventurer: used("adv gm move"),
    RollForPage: used("adv roll", repeats=50),
}
