"""How each action about possessions comes about."""

from __future__ import annotations

from bot.systems.adventuria.possessions.rules import Discard, PayOut, UsePossession
from tests.harness.world import Json
from tests.stages import Playbook, Scenario, Stage
from tests.systems.adventuria.stock import on_turn


async def having(stage: Stage) -> str:
    """Deacon's adventurer with a lamp that brings a gold once in a turn; the adventurer's name."""
    name = await on_turn(stage)
    await stage.do("adv gm gain", by=stage.gm, adventurer=name, thing="Lamp", rules="use: gold +1")
    await stage.settle()
    return name


async def use(stage: Stage) -> Json:
    """The player's command."""
    return stage.slash("adv use", by=stage.deacon, adventurer=await having(stage), thing="Lamp")


async def drop(stage: Stage) -> Json:
    """The player's command."""
    return stage.slash("adv drop", by=stage.deacon, adventurer=await having(stage), what="Lamp")


async def pay(stage: Stage) -> Json:
    """The player's command: the one gold there is."""
    return stage.slash("adv pay", by=stage.deacon, adventurer=await on_turn(stage), what="all")


POSSESSIONS: Playbook = {
    UsePossession: Scenario(use),
    Discard: Scenario(drop),
    PayOut: Scenario(pay),
}
