"""Fights without a house around them: Bran against monsters, exchange by exchange."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from bot.engine.system import Result, World
from bot.systems.adventuria.combat.rules import FIGHT
from bot.systems.adventuria.combat.state import Combat, CombatFought, CombatRolled, Fight, Phase, RollCombat
from bot.systems.adventuria.library.rules import read_effects
from bot.systems.adventuria.state import Adventurer, Foe, Manner, Subject, Told
from tests.systems.adventuria.scenes import (
    BOUT,
    BRAN,
    DEACON,
    MARISOL,
    after,
    bran,
    decided,
    foe,
    play,
    scene,
    waiting,
)

WON = (6, 1)
LOST = (1, 6)


def special(name: str, *lines: str, arms: int = 2, magic: int = 1, vitae: int = 2) -> Foe:
    """A monster with those special rules."""
    return foe(name, arms, magic, vitae, effects=read_effects("\n".join(lines)))


def fight(*foes: Foe, **changes: Any) -> Fight:
    """A melee fight of Bran's with those monsters, by default one rat, before its first exchange."""
    begun = Fight(BRAN, "Bran", DEACON, foes or (foe(),), Combat.MELEE)
    return replace(begun, **changes)


def fighting(*foes: Foe, bran_is: Adventurer | None = None, **changes: Any) -> World:
    """The scene of that fight; `bran_is` the adventurer in it."""
    return scene(replace(bran_is or bran(), fight=BOUT), fight(*foes, **changes))


def again(*foes: Foe, bran_is: Adventurer | None = None, **changes: Any) -> World:
    """The same between two exchanges."""
    return fighting(*foes, bran_is=bran_is, **{"phase": Phase.AGAIN, "exchange": 1, **changes})


def fight_of(scene: World) -> Fight:
    """The fight as it is, in play or not."""
    state: Fight = scene.records[BOUT].state
    return state


def rolled(scene: World, *dice: int, at: int | None = None) -> Result:
    """What one exchange with those dice comes to."""
    return play(scene, RollCombat(BOUT, at), *dice)


def roll(scene: World, *dice: int, at: int | None = None) -> World:
    """The scene after one exchange with those dice."""
    return after(scene, rolled(scene, *dice, at=at))


def told(turn: Result) -> tuple[Told, ...]:
    """Every change told of Combats in it, in its order."""
    events = (event for event in turn.events if isinstance(event, CombatFought | CombatRolled))
    return tuple(each for event in events for each in event.changes)


def changes(turn: Result, what: Subject) -> list[tuple[int, int]]:
    """Each change of that, before and after, in the order told."""
    return [
        (each.before, each.after) for each in told(turn) if (each.what, each.how) == (what, Manner.CHANGED)
    ]


def keys(scene: World) -> list[str]:
    """What its player may press."""
    return [choice.key for step in waiting(FIGHT, BOUT, fight_of(scene)) for choice in step.choices]


def pressed(scene: World, action: Any) -> World:
    """The scene after that, without dice."""
    return after(scene, play(scene, action))


def by_narrator(before: World, **settings: str) -> World:
    """The same with the narrator acting."""
    campaign = decided(**settings)
    return replace(before, actor=MARISOL, standing=campaign.standing(MARISOL), campaign=campaign)
