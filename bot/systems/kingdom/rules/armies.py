"""Armies, as notes: who they are and what they eat (R115). Their battles are another book's."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Final

from bot.engine.dice.source import Dice
from bot.engine.people import EVERYONE, Audience, Permit
from bot.engine.system import ActionKind, Kind, RecordId, Scene, Turn
from bot.engine.words import clip, one_line, safe
from bot.errors import RuleViolation
from bot.systems.kingdom.rules.duties import acted_for
from bot.systems.kingdom.rules.keeping import kept
from bot.systems.kingdom.rules.limits import allowed, left
from bot.systems.kingdom.rules.months import require_open
from bot.systems.kingdom.rules.realm import kingdom_scope, standing_realm
from bot.systems.kingdom.rules.state import NAME_LENGTH, Army, Kingdom
from bot.systems.kingdom.rules.terms import Limit, Step, Task
from bot.systems.kingdom.words import edicts as words

MOST_ARMIES: Final = 30
MOST_CONSUMPTION: Final = 99
NOTE_LENGTH: Final = 100


@dataclass(frozen=True, slots=True)
class RaiseArmy:
    """Raise an army; one of that name that exists is changed, and keeps what isn't given."""

    kingdom: RecordId
    name: str
    consumption: int | None = None
    note: str = ""


@dataclass(frozen=True, slots=True)
class DisbandArmy:
    """Disband an army of that name."""

    kingdom: RecordId
    name: str


@dataclass(frozen=True, slots=True)
class ArmyRaised:
    """An army was raised, or changed: `before` is what it ate until now (BP a month)."""

    name: str
    army: str
    consumption: int
    note: str = ""
    before: int | None = None
    audience: Audience = EVERYONE


@dataclass(frozen=True, slots=True)
class ArmyDisbanded:
    """An army is no more."""

    name: str
    army: str
    consumption: int
    audience: Audience = EVERYONE


def raise_army(scene: Scene, action: RaiseArmy, dice: Dice) -> Turn:
    """Raise an army, or change one; raised or expanded it takes a new settlement's place (Table 4-4, note 1).

    Raises RuleViolation where that was used up this month, or for what no army can be.
    """
    realm = standing_realm(scene, action.kingdom)
    kingdom = realm.kingdom
    require_open(kingdom, Step.ARMIES)
    on_behalf_of = acted_for(scene, kingdom, Task.ARMIES)
    before = _named(kingdom, action.name)
    if before is None and len(kingdom.armies) >= MOST_ARMIES:
        raise RuleViolation(words.too_many_armies(MOST_ARMIES))
    army = _army(action, before)
    if before == army:
        raise RuleViolation(words.army_unchanged(safe(army.name, NAME_LENGTH)))
    month = kingdom.month
    if before is None or army.consumption > before.consumption:
        if left(realm, Limit.SETTLEMENTS) == 0:
            raise RuleViolation(words.no_slot_left(allowed(realm, Limit.SETTLEMENTS) or 0))
        month = month.using(Limit.SETTLEMENTS)
    others = tuple(each for each in kingdom.armies if each is not before)
    after = replace(realm, kingdom=replace(kingdom, armies=(*others, army), month=month))
    ate = before.consumption if before is not None else None
    told = ArmyRaised(kingdom.name, army.name, army.consumption, army.note, ate)
    return kept(scene, realm, after, told, on_behalf_of=on_behalf_of)


def _army(action: RaiseArmy, before: Army | None) -> Army:
    """The army as it would be. Raises RuleViolation for what none can be."""
    known = before or Army(one_line(action.name))
    if not known.name or len(known.name) > NAME_LENGTH:
        raise RuleViolation(words.army_name_length(NAME_LENGTH))
    consumption = known.consumption if action.consumption is None else action.consumption
    if not 0 <= consumption <= MOST_CONSUMPTION:
        raise RuleViolation(words.army_consumption(MOST_CONSUMPTION))
    return replace(
        known, consumption=consumption, note=clip(one_line(action.note), NOTE_LENGTH) or known.note
    )


def _named(kingdom: Kingdom, name: str) -> Army | None:
    meant = one_line(name).casefold()
    return next((each for each in kingdom.armies if each.name.casefold() == meant), None)


def disband_army(scene: Scene, action: DisbandArmy, dice: Dice) -> Turn:
    """Disband an army, which uses no limit. Raises RuleViolation where there is none of that name."""
    realm = standing_realm(scene, action.kingdom)
    kingdom = realm.kingdom
    require_open(kingdom, Step.ARMIES)
    on_behalf_of = acted_for(scene, kingdom, Task.ARMIES)
    army = _named(kingdom, action.name)
    if army is None:
        names = [safe(each.name, NAME_LENGTH) for each in kingdom.armies]
        raise RuleViolation(words.no_army(safe(action.name, NAME_LENGTH), names))
    others = tuple(each for each in kingdom.armies if each is not army)
    after = replace(realm, kingdom=replace(kingdom, armies=others))
    told = ArmyDisbanded(kingdom.name, army.name, army.consumption)
    return kept(scene, realm, after, told, on_behalf_of=on_behalf_of)


KINDS: tuple[Kind[Any], ...] = ()
ACTIONS: tuple[ActionKind[Any], ...] = (
    ActionKind(RaiseArmy, raise_army, Permit.MEMBERS, kingdom_scope),
    ActionKind(DisbandArmy, disband_army, Permit.MEMBERS, kingdom_scope),
)
EVENTS: tuple[type[Any], ...] = (ArmyRaised, ArmyDisbanded)
