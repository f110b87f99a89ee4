"""What the commands of Adventuria are given in one use of each."""

from __future__ import annotations

from typing import Any

from bot.engine.declare import Command
from tests.givens import Finding, Given
from tests.stages import Stage
from tests.systems.adventuria import changes_playbook as changes
from tests.systems.adventuria.playbook import FACE, GIFT, begun, camped, having, meeting, opened
from tests.systems.adventuria.stock import adventurer, on_turn


async def _found(stage: Stage, _command: Command) -> str:
    return await adventurer(stage)


async def _wounded(stage: Stage) -> str:
    name = await adventurer(stage)
    await changes.narrator(stage, "wound", name, count=1)
    return name


async def _evil(stage: Stage) -> str:
    name = await adventurer(stage)
    await changes.narrator(stage, "align", name, alignment="evil")
    return name


async def _odds(stage: Stage) -> dict[str, Any]:
    return {**await meeting(stage), "kind": "melee"}


FOUND: dict[str, Finding] = {"adventurer": _found}
GIVEN: dict[str, Given] = {
    "adv home": {"here": True},
    "adv sheet": {"adventurer": adventurer},
    "adv portrait": {"address": FACE},
    "adv say": {"adventurer": on_turn, "text": "I knock."},
    "adv end": {"adventurer": on_turn, "location": "The Bridge"},
    "adv wake": {"adventurer": camped},
    "adv roll": {"adventurer": on_turn},
    "adv rules": {"topic": "wounds"},
    "adv use": {"adventurer": having, "thing": "Lamp"},
    "adv drop": {"adventurer": having, "what": "Lamp"},
    "adv pay": {"adventurer": on_turn, "what": "all"},
    "adv fight": meeting,
    "adv odds": _odds,
    "adv hall": {"adventurer": None},
    "adv gm roll": {"adventurer": on_turn},
    "adv gm scene": {"adventurer": begun, "text": "It rains."},
    "adv gm move": {"adventurer": on_turn},
    "adv gm stop": {"adventurer": opened},
    "adv gm offer": {"adventurer": on_turn, **GIFT},
    "adv gm gain": {"gold": 3},
    "adv gm lose": {"gold": "1"},
    "adv gm heal": {"adventurer": _wounded, "count": 1},
    "adv gm align": {"adventurer": _evil, "alignment": "neutral"},
    "adv gm quest": {"name": "The crown"},
}
