"""How each action about turns comes about."""

from __future__ import annotations

from bot.systems.adventuria.adventurer import EndTurn, MakeCamp, Narrate, RollForPage, StartTurn, WakeUp
from bot.systems.adventuria.turns.rules import MoveAdventurer
from tests.givens import used
from tests.harness.world import Json
from tests.stages import Playbook, Scenario, Stage
from tests.systems.adventuria.stock import adventurer, on_turn


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


async def end(stage: Stage) -> Json:
    """The player's press."""
    await on_turn(stage)
    return stage.press("End the turn: to The Bridge", by=stage.deacon)


async def camp(stage: Stage) -> Json:
    """The player's press."""
    await adventurer(stage)
    return stage.press("Make camp", by=stage.deacon)


async def wake(stage: Stage) -> Json:
    """The player's press on the camp's own button."""
    await camped(stage)
    return stage.press("Wake up", by=stage.deacon)


TURNS: Playbook = {
    StartTurn: used("adv start"),
    Narrate: Scenario(narrate),
    EndTurn: Scenario(end),
    MakeCamp: Scenario(camp),
    WakeUp: Scenario(wake),
    MoveAdventurer: used("adv gm move"),
    RollForPage: used("adv roll", repeats=50),
}
