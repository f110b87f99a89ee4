"""Edicts: the levels of holidays, promotion and taxation (Tables 4-1 to 4-3)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

from bot.engine.dice.source import Dice
from bot.engine.people import EVERYONE, Audience, Permit
from bot.engine.system import ActionKind, Kind, Scene, Turn
from bot.errors import NotAllowed, RuleViolation
from bot.systems.kingdom.rules.duties import acted_for
from bot.systems.kingdom.rules.keeping import done, kept
from bot.systems.kingdom.rules.levels import LEVELS, TASKS, coded, having, level_of, unset
from bot.systems.kingdom.rules.month import SetEdicts
from bot.systems.kingdom.rules.months import require_open
from bot.systems.kingdom.rules.realm import kingdom_scope, standing_realm
from bot.systems.kingdom.rules.state import Edicts, Kingdom
from bot.systems.kingdom.rules.terms import Step, Task
from bot.systems.kingdom.words import edicts as words

Levels = Mapping[str, StrEnum]


@dataclass(frozen=True, slots=True)
class LevelSet:
    """One level that was set: of which kind, what was in force before (nothing at first), and what is now."""

    edict: str
    before: str | None
    after: str


@dataclass(frozen=True, slots=True)
class EdictsSet:
    """Edicts were issued. `unset` are the kinds that never were; `is_over` where nothing more comes."""

    name: str
    levels: tuple[LevelSet, ...]
    unset: tuple[str, ...] = ()
    is_over: bool = False
    audience: Audience = EVERYONE


def set_edicts(scene: Scene, action: SetEdicts, dice: Dice) -> Turn:
    """Set the levels that were chosen (R013).

    The step is over once somebody who may set the Promotion edict chose all three together. Raises NotAllowed
    naming exactly the levels that aren't the actor's to set, and RuleViolation where nothing would change.
    """
    realm = standing_realm(scene, action.kingdom)
    kingdom = realm.kingdom
    require_open(kingdom, Step.EDICTS)
    if action.seen and action.seen != coded(kingdom.edicts):
        raise RuleViolation(words.changed_since(_names(kingdom.edicts)))
    chosen = _chosen(action)
    if not chosen:
        raise RuleViolation(words.NOTHING_CHOSEN)
    changed = _changed(scene, kingdom, chosen)
    on_behalf_of = _leader_of(scene, kingdom, changed)
    is_over = len(chosen) == len(LEVELS) and _may(scene, kingdom, Task.PROMOTION)
    if not changed and not is_over:
        raise RuleViolation(words.in_force_already(_names(kingdom.edicts)))
    set_ = replace(kingdom, edicts=having(kingdom.edicts, changed))
    told = EdictsSet(kingdom.name, _told(kingdom, changed), unset(set_.edicts), is_over)
    after = replace(realm, kingdom=done(set_, Step.EDICTS) if is_over else set_)
    return kept(scene, realm, after, told, on_behalf_of=on_behalf_of)


def _chosen(action: SetEdicts) -> Levels:
    """The levels that were given; a form hands over their values."""
    given = {kind: getattr(action, kind) for kind in LEVELS}
    for kind, value in given.items():
        if value is not None and value not in set(LEVELS[kind]):
            raise RuleViolation(words.no_level(kind, list(LEVELS[kind])))
    return {kind: LEVELS[kind](value) for kind, value in given.items() if value is not None}


def _changed(scene: Scene, kingdom: Kingdom, chosen: Levels) -> Levels:
    """Those of them that change anything.

    A form always hands over all three: "None" for what was never set is no decision of somebody who may not
    take it, for that is what it comes to anyway when the phase ends.
    """
    return {
        kind: level
        for kind, level in chosen.items()
        if level is not level_of(kingdom.edicts, kind)
        and (level_of(kingdom.edicts, kind) or level != "none" or _may(scene, kingdom, TASKS[kind]))
    }


def _may(scene: Scene, kingdom: Kingdom, task: Task) -> bool:
    try:
        acted_for(scene, kingdom, task)
    except NotAllowed:
        return False
    return True


def _leader_of(scene: Scene, kingdom: Kingdom, changed: Levels) -> int | None:
    """For whom the actor sets them. Raises NotAllowed naming those that aren't the actor's to set."""
    barred = [kind for kind in changed if not _may(scene, kingdom, TASKS[kind])]
    if barred:
        roles = {kind: [role.value for role in kingdom.roles_for(TASKS[kind])] for kind in barred}
        raise NotAllowed(words.not_yours(roles))
    leaders = [acted_for(scene, kingdom, TASKS[kind]) for kind in changed]
    return next((leader for leader in leaders if leader is not None), None)


def _told(kingdom: Kingdom, changed: Levels) -> tuple[LevelSet, ...]:
    before = {kind: level_of(kingdom.edicts, kind) for kind in changed}
    return tuple(LevelSet(kind, before[kind], level.value) for kind, level in changed.items())


def _names(edicts: Edicts) -> Mapping[str, str | None]:
    return {kind: level_of(edicts, kind) for kind in LEVELS}


KINDS: tuple[Kind[Any], ...] = ()
ACTIONS: tuple[ActionKind[Any], ...] = (ActionKind(SetEdicts, set_edicts, Permit.MEMBERS, kingdom_scope),)
EVENTS: tuple[type[Any], ...] = (EdictsSet,)
