"""How each action about possessions comes about."""

from __future__ import annotations

from bot.systems.adventuria.possessions.rules import Discard, PayOut, UsePossession
from tests.givens import used
from tests.stages import Playbook, Stage
from tests.systems.adventuria.stock import on_turn


async def having(stage: Stage) -> str:
    """Deacon's adventurer with a lamp that brings a gold once in a turn; the adventurer's name."""
    name = await on_turn(stage)
    await stage.do("adv gm gain", by=stage.gm, adventurer=name, thing="Lamp", rules="use: gold +1")
    await stage.settle()
    return name


POSSESSIONS: Playbook = {
    UsePossession: used("adv use"),
    Discard: used("adv drop"),
    PayOut: used("adv pay"),
}
