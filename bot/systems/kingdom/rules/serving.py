"""Leaders at their duties: days, standing in, what they add to, who does what, and for whom."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from bot.engine.dice.source import Dice
from bot.engine.people import EVERYONE, Audience, Permit, Standing
from bot.engine.system import ActionKind, Kind, RecordId, Scene, Turn
from bot.engine.words import safe
from bot.errors import RuleViolation
from bot.systems.kingdom.rules.book import DUTIES, DUTY_DAYS, STAND_INS
from bot.systems.kingdom.rules.calendar import is_open
from bot.systems.kingdom.rules.choosing import ChooseAttributes
from bot.systems.kingdom.rules.duties import acted_for, acted_for_leader
from bot.systems.kingdom.rules.keeping import kept
from bot.systems.kingdom.rules.leading import attributes, benefit
from bot.systems.kingdom.rules.month import StandIn
from bot.systems.kingdom.rules.office import (
    attributes_of,
    exchanged,
    holder,
    is_spared,
    living,
    require_attributes,
    role_of,
)
from bot.systems.kingdom.rules.realm import (
    Realm,
    found_realm,
    kingdom_scope,
    require_standing,
    standing_realm,
)
from bot.systems.kingdom.rules.settings import RULER_RECHOICE
from bot.systems.kingdom.rules.state import Kingdom, Leader
from bot.systems.kingdom.rules.terms import Attribute, Phase, Role, Stage, Step, Task
from bot.systems.kingdom.rules.vacancy import is_present, misses_ruler
from bot.systems.kingdom.words import serving as words

LONGEST_MONTH = 31
MOST_PROXIES = 25


@dataclass(frozen=True, slots=True)
class SetDays:
    """Say how many days a leader serves this month; fewer than 7 leave the role vacant in its Upkeep."""

    kingdom: RecordId
    role: Role
    days: int
    leader: str = ""


@dataclass(frozen=True, slots=True)
class AssignTask:
    """Say which roles do something in this kingdom, those asked first before; none: as the book has it."""

    kingdom: RecordId
    task: Task
    roles: tuple[Role, ...] = ()


@dataclass(frozen=True, slots=True)
class SetProxy:
    """Give somebody leave to act for leaders who are away, or take it back."""

    kingdom: RecordId
    person: int
    is_on: bool = True


@dataclass(frozen=True, slots=True)
class DaysSet:
    """How many days a leader serves this month; `is_vacant` where the Upkeep misses the role for that.

    `has_left_ruler`: who stood in for the Ruler can't any more.
    """

    name: str
    role: Role
    leader: str
    days: int
    is_vacant: bool = False
    has_left_ruler: bool = False
    audience: Audience = EVERYONE


@dataclass(frozen=True, slots=True)
class StoodIn:
    """Consort or Heir acts as Ruler this month; `is_checked` where that costs a Loyalty check in Upkeep."""

    name: str
    role: Role
    leader: str
    is_checked: bool = False
    audience: Audience = EVERYONE


@dataclass(frozen=True, slots=True)
class AttributesChosen:
    """What a Ruler or Spymaster adds, and to which attributes."""

    name: str
    role: Role
    leader: str
    amount: int
    attributes: tuple[Attribute, ...]
    audience: Audience = EVERYONE


@dataclass(frozen=True, slots=True)
class TaskAssigned:
    """Who does something now."""

    name: str
    task: Task
    roles: tuple[Role, ...]
    is_as_printed: bool = False
    audience: Audience = EVERYONE


@dataclass(frozen=True, slots=True)
class ProxySet:
    """Somebody may act for leaders who are away, or may no more."""

    name: str
    person: int
    is_on: bool
    audience: Audience = EVERYONE


# -- days of duty, and standing in --------------------------------------------------------------------


def set_days(scene: Scene, action: SetDays, dice: Dice) -> Turn:
    """Days of duty, before the month's Upkeep is over (R041). Raises RuleViolation, or NotAllowed."""
    realm = standing_realm(scene, action.kingdom)
    kingdom = realm.kingdom
    leader = holder(kingdom, action.role, action.leader)
    on_behalf = acted_for_leader(scene, kingdom, leader.player, Task.LEADERSHIP)
    if not 0 <= action.days <= LONGEST_MONTH:
        raise RuleViolation(words.days_out_of_range(LONGEST_MONTH, DUTY_DAYS))
    if kingdom.month.phase not in (Phase.BEFORE, Phase.UPKEEP):
        raise RuleViolation(words.upkeep_is_over(kingdom.month.number))
    if kingdom.month.stand_in is action.role and is_spared(kingdom) and action.days < DUTY_DAYS:
        raise RuleViolation(words.counted_on(safe(leader.name), DUTY_DAYS))
    after = exchanged(kingdom, leader, replace(leader, days=action.days))
    is_missed = not any(each.days >= DUTY_DAYS for each in after.held_by(action.role))
    has_left = kingdom.month.stand_in is not after.month.stand_in
    told = DaysSet(kingdom.name, action.role, leader.name, action.days, is_missed, has_left)
    return kept(scene, realm, replace(realm, kingdom=after), told, on_behalf_of=on_behalf)


def stand_in(scene: Scene, action: StandIn, dice: Dice) -> Turn:
    """Consort or Heir acts for a missing Ruler this month (R040). Raises RuleViolation, or NotAllowed."""
    realm = standing_realm(scene, action.kingdom)
    kingdom = realm.kingdom
    if action.role not in STAND_INS:
        raise RuleViolation(words.CANT_STAND_IN)
    leader = holder(kingdom, action.role)
    on_behalf = acted_for_leader(scene, kingdom, leader.player, Task.LOYALTY, Task.LEADERSHIP)
    if not misses_ruler(kingdom):
        raise RuleViolation(words.ruler_is_there(safe(kingdom.name, 60)))
    if kingdom.month.stand_in is not None:
        raise RuleViolation(words.stands_in_already(kingdom.month.stand_in.value))
    if leader.has_died or leader.days < DUTY_DAYS or not is_present(kingdom, leader):
        raise RuleViolation(words.is_absent(safe(leader.name), action.role.value))
    month = replace(kingdom.month, stand_in=action.role)
    is_checked = not month.is_over(Step.STAND_IN) and month.phase in (Phase.BEFORE, Phase.UPKEEP)
    told = StoodIn(kingdom.name, action.role, leader.name, is_checked)
    after = replace(realm, kingdom=replace(kingdom, month=month))
    return kept(scene, realm, after, told, on_behalf_of=on_behalf)


# -- what a Ruler and a Spymaster add to --------------------------------------------------------------


def choose_attributes(scene: Scene, action: ChooseAttributes, dice: Dice) -> Turn:
    """Choose what a Ruler (R033) or a Spymaster (R035) adds to. Raises RuleViolation, or NotAllowed."""
    realm, role = found_realm(scene, action.kingdom), role_of(action.role)
    kingdom, chosen = realm.kingdom, attributes_of(action.attributes)
    held = living(kingdom, role) or (holder(kingdom, role),)
    on_behalf = acted_for_leader(scene, kingdom, held[0].player, Task.LEADERSHIP)
    if not chosen:
        raise RuleViolation(words.NONE_CHOSEN)
    require_attributes(realm, role, chosen)
    if scene.standing is not Standing.GAME_MASTER:
        _require_choosing(realm, held[0], chosen)
    if all(each.attributes == chosen for each in held):
        raise RuleViolation(words.is_chosen(safe(held[0].name)))
    after = kingdom
    for each in held:
        # Both married Rulers add to the same (R034).
        after = exchanged(after, each, replace(each, attributes=chosen))
    now = replace(realm, kingdom=after)
    first = living(after, role)[0]
    told = AttributesChosen(kingdom.name, role, first.name, benefit(now, first), attributes(now, first))
    return kept(scene, realm, now, told, on_behalf_of=on_behalf)


def _require_choosing(realm: Realm, leader: Leader, chosen: tuple[Attribute, ...]) -> None:
    """See that a leader may choose that now: what game masters may at any time."""
    kingdom = realm.kingdom
    if kingdom.stage is Stage.FOUNDING:
        return
    require_standing(kingdom)
    is_at_step = is_open(kingdom, Step.LEADERSHIP)
    if leader.role is Role.SPYMASTER and not is_at_step:
        raise RuleViolation(words.SPYMASTER_AT_STEP)
    if leader.role is Role.RULER:
        # What the Size doesn't let count is as if it had not been chosen.
        settled = leader.attributes[: kingdom.ruler_choices]
        if chosen[: len(settled)] == settled:
            return
        if not realm.rulings.is_on(RULER_RECHOICE):
            raise RuleViolation(words.RULER_KEEPS)
        if not is_at_step:
            raise RuleViolation(words.RULER_AT_STEP)


# -- who does what, and for whom ----------------------------------------------------------------------


def assign_task(scene: Scene, action: AssignTask, dice: Dice) -> Turn:
    """Say who does something here (R044). Raises RuleViolation, or NotAllowed to whom it is not for."""
    realm = found_realm(scene, action.kingdom)
    kingdom = realm.kingdom
    acted_for(scene, kingdom, Task.LEADERSHIP)
    roles = action.roles or DUTIES[action.task]
    if roles == kingdom.roles_for(action.task):
        raise RuleViolation(words.does_it_already(action.task.value, [each.value for each in roles]))
    others = {task: each for task, each in kingdom.duties.items() if task is not action.task}
    is_as_printed = roles == DUTIES[action.task]
    duties = others if is_as_printed else {**others, action.task: roles}
    after = replace(realm, kingdom=replace(kingdom, duties=duties))
    return kept(scene, realm, after, TaskAssigned(kingdom.name, action.task, roles, is_as_printed))


def set_proxy(scene: Scene, action: SetProxy, dice: Dice) -> Turn:
    """Let somebody act for leaders who are away, or no more. Raises RuleViolation."""
    realm = found_realm(scene, action.kingdom)
    kingdom = realm.kingdom
    if action.is_on:
        _require_new_proxy(scene, kingdom, action.person)
        proxies = (*kingdom.proxies, action.person)
    else:
        if action.person not in kingdom.proxies:
            raise RuleViolation(words.no_proxy(action.person, kingdom.proxies))
        proxies = tuple(each for each in kingdom.proxies if each != action.person)
    after = replace(realm, kingdom=replace(kingdom, proxies=proxies))
    return kept(scene, realm, after, ProxySet(kingdom.name, action.person, action.is_on))


def _require_new_proxy(scene: Scene, kingdom: Kingdom, person: int) -> None:
    standing = scene.campaign.standing(person)
    if standing is Standing.GAME_MASTER:
        raise RuleViolation(words.may_anyway(person))
    if standing is not Standing.PLAYER:
        raise RuleViolation(words.no_player(person))
    if person in kingdom.proxies:
        raise RuleViolation(words.is_proxy(person))
    if len(kingdom.proxies) >= MOST_PROXIES:
        raise RuleViolation(words.many_proxies(MOST_PROXIES))


KINDS: tuple[Kind[Any], ...] = ()
ACTIONS: tuple[ActionKind[Any], ...] = (
    ActionKind(SetDays, set_days, Permit.MEMBERS, kingdom_scope),
    ActionKind(StandIn, stand_in, Permit.MEMBERS, kingdom_scope),
    ActionKind(ChooseAttributes, choose_attributes, Permit.MEMBERS, kingdom_scope),
    ActionKind(AssignTask, assign_task, Permit.MEMBERS, kingdom_scope),
    ActionKind(SetProxy, set_proxy, Permit.GAME_MASTERS, kingdom_scope),
)
EVENTS: tuple[type[Any], ...] = (DaysSet, StoodIn, AttributesChosen, TaskAssigned, ProxySet)
