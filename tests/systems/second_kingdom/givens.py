"""What the commands of The Second Kingdom are given in one use of each."""

from __future__ import annotations

from bot.engine.declare import Command
from tests.givens import Finding, Given
from tests.stages import Stage
from tests.systems.second_kingdom.attack_playbook import armed
from tests.systems.second_kingdom.playbook import charted, hero_file, maneuver, npc, retired, trained, wounded
from tests.systems.second_kingdom.stock import challenge, hero


async def _hero(stage: Stage, _command: Command) -> str:
    return await hero(stage)


async def _npc(stage: Stage, _command: Command) -> str:
    return await npc(stage, known="named")


async def _maneuver(stage: Stage, _command: Command) -> str:
    return await maneuver(stage)


async def waiting(stage: Stage) -> str:
    """A new challenge's id."""
    await challenge(stage)
    await stage.settle()
    return stage.button("Roll")[0].split("|")[1]


FOUND: dict[str, Finding] = {"hero": _hero, "npc": _npc, "maneuver": _maneuver}
GIVEN: dict[str, Given] = {
    "sk new": {"name": Stage.fresh_name, "courage": 4, "prudence": 5, "temperance": 3},
    "sk set": {"prudence": 7},
    "sk counter": {"hero": wounded, "counter": "Wounds", "remove": True},
    "sk defense": {"source": "Shield", "block": "2/1"},
    "sk forget": trained,
    "sk odds": {"target": None, "maneuver": maneuver, "block": "2/1"},
    "sk compare": {"target": None, "maneuver": maneuver, "other": maneuver},
    "sk return": {"hero": retired},
    "sk portrait": {"address": "https://example.org/face.png"},
    "sk import": {"file": lambda stage: hero_file(stage.fresh_name())},
    "sk attack": armed,
    "sk challenge": {"heroes": hero, "action": "Leap", "rating": 4},
    # All that a hero can still hold, so that a second time is too much.
    "sk conviction": {"heroes": hero, "amount": 96, "reason": "Rest"},
    "sk fate": charted,
    "sk npc reveal": {"how": "open"},
    "sk gm act-for": {"item": waiting},
    "sk gm cancel": {"item": waiting},
}
