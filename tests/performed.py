"""Rules played without a house around them: an action carried out, and the scene as it left it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from bot.engine.dice.source import FixedDice
from bot.engine.system import Open, Record, Result, System, World


def performed(system: System, scene: World, action: Any, *dice: int) -> Result:
    """The action carried out with exactly these dice, no more and no fewer."""
    fixed = FixedDice(*dice)
    kind = next(kind for kind in system.actions if kind.action is type(action))
    result = kind.perform(scene, action, fixed)
    fixed.all_used()
    return result


def left_by(result: Result, scene: World) -> World:
    """The scene as the result left it."""
    records = dict(scene.records)
    for change in result.changes:
        if isinstance(change, Open):
            records[change.id] = Record(change.id, change.kind, change.state)
        else:
            is_archived = change.archive and not change.restore
            records[change.id] = replace(records[change.id], state=change.state, is_archived=is_archived)
    return replace(scene, records=records)
