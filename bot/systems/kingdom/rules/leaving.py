"""Leaders who leave their role: they resign, take another, or die (R041, R042)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from bot.engine.dice.source import Dice
from bot.engine.people import EVERYONE, Audience, Permit
from bot.engine.system import ActionKind, Kind, RecordId, Scene, Turn
from bot.engine.words import safe
from bot.errors import RuleViolation
from bot.systems.kingdom.rules.departing import Departure, Plan, left, planned, require_same
from bot.systems.kingdom.rules.duties import acted_for
from bot.systems.kingdom.rules.keeping import kept
from bot.systems.kingdom.rules.office import (
    appointed_for,
    exchanged,
    holder,
    living,
    require_no_consort,
    seated,
)
from bot.systems.kingdom.rules.realm import Realm, found_realm, kingdom_scope
from bot.systems.kingdom.rules.state import Kingdom, Lapse, Leader
from bot.systems.kingdom.rules.terms import Phase, Role, Stage, Task
from bot.systems.kingdom.words import leaders as words


@dataclass(frozen=True, slots=True)
class ResignRole:
    """Step down; `leader` says who, where two Rulers are married.

    `price` is what the preview said: Unrest, and what each check needs. Another is refused.
    """

    kingdom: RecordId
    role: Role
    leader: str = ""
    price: tuple[int, ...] | None = None


@dataclass(frozen=True, slots=True)
class SwitchRole:
    """Leave one role for another; whoever holds that takes the first."""

    kingdom: RecordId
    leaves: Role
    takes: Role
    leader: str = ""
    price: tuple[int, ...] | None = None


@dataclass(frozen=True, slots=True)
class LoseLeader:
    """A leader died; with `at_once` the role is vacant from now on, as after an assassination."""

    kingdom: RecordId
    role: Role
    leader: str = ""
    at_once: bool = False


# -- what is told -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class LeaderResigned:
    """A leader stepped down."""

    name: str
    departure: Departure
    audience: Audience = EVERYONE


@dataclass(frozen=True, slots=True)
class LeadersSwitched:
    """A leader took another role; or two exchanged theirs."""

    name: str
    moves: tuple[Departure, ...]
    audience: Audience = EVERYONE


@dataclass(frozen=True, slots=True)
class LeaderDied:
    """A leader died; the role counts as vacant from one month through another, unless a spouse rules on."""

    name: str
    role: Role
    leader: str
    at_once: bool = False
    first: int = 0
    last: int = 0
    audience: Audience = EVERYONE


# -- the actions --------------------------------------------------------------------------------------


def resignation(realm: Realm, action: ResignRole) -> Plan:
    """What stepping down costs. Raises RuleViolation where nobody does."""
    kingdom = realm.kingdom
    leader = _alive(kingdom, action.role, action.leader)
    after = seated(kingdom, (each for each in kingdom.leaders if each is not leader))
    return planned(realm, after, ((leader, None),))


def _alive(kingdom: Kingdom, role: Role, name: str) -> Leader:
    found = holder(kingdom, role, name)
    if found.has_died:
        raise RuleViolation(words.is_dead(safe(found.name), role.value))
    return found


def resign_role(scene: Scene, action: ResignRole, dice: Dice) -> Turn:
    """Step down: Unrest, then the Loyalty check (R042). Raises RuleViolation, or NotAllowed."""
    realm = found_realm(scene, action.kingdom)
    plan = resignation(realm, action)
    on_behalf = appointed_for(scene, realm.kingdom, _alive(realm.kingdom, action.role, action.leader))
    require_same(plan, action.price)
    after, told = left(plan, dice)
    leader = _alive(realm.kingdom, action.role, action.leader)
    departure = told[0] if told else Departure(action.role, leader.name, 0)
    event = LeaderResigned(realm.kingdom.name, departure)
    return kept(scene, realm, after, event, on_behalf_of=on_behalf)


def switching(realm: Realm, action: SwitchRole) -> Plan:
    """What taking another role costs, with who held it taking the first. Raises RuleViolation."""
    kingdom = realm.kingdom
    if action.leaves is action.takes:
        raise RuleViolation(words.same_role(action.takes.value))
    mover = _alive(kingdom, action.leaves, action.leader)
    other = _alive(kingdom, action.takes, "") if living(kingdom, action.takes) else None
    moved = {id(mover): _moved(mover, action.takes)}
    if other is not None:
        moved[id(other)] = _moved(other, action.leaves)
    taken = {action.takes} if other is None else set()
    # Who died in that role has left it.
    held = [
        moved.get(id(each), each) for each in kingdom.leaders if not (each.has_died and each.role in taken)
    ]
    after = seated(kingdom, held)
    require_no_consort(after)
    leaving = [(mover, action.takes)] + ([(other, action.leaves)] if other is not None else [])
    return planned(realm, after, leaving)


def _moved(leader: Leader, role: Role) -> Leader:
    """In another role: its ranks were in the first one's skill, and what it added to is to be chosen."""
    return replace(leader, role=role, ranks=0, attributes=())


def switch_role(scene: Scene, action: SwitchRole, dice: Dice) -> Turn:
    """Take another role: no Unrest and +4, but a Ruler abdicates (R042). Raises RuleViolation, NotAllowed."""
    realm = found_realm(scene, action.kingdom)
    plan = switching(realm, action)
    on_behalf = appointed_for(scene, realm.kingdom)
    require_same(plan, action.price)
    after, told = left(plan, dice)
    if not told:
        leader = _alive(realm.kingdom, action.leaves, action.leader)
        told = (Departure(action.leaves, leader.name, 0, to=action.takes),)
    return kept(scene, realm, after, LeadersSwitched(realm.kingdom.name, told), on_behalf_of=on_behalf)


def lose_leader(scene: Scene, action: LoseLeader, dice: Dice) -> Turn:
    """A leader died: gives nothing from now on, and the role is vacant for the whole next month (R041).

    Before a month is opened that is the next one; `at_once` it is vacant from now on besides.
    Raises RuleViolation, or NotAllowed.
    """
    realm = found_realm(scene, action.kingdom)
    kingdom = realm.kingdom
    leader = _alive(kingdom, action.role, action.leader)
    # Who told of it is nobody's stand-in.
    acted_for(scene, kingdom, Task.LEADERSHIP)
    first, last = _mourned(kingdom, at_once=action.at_once)
    is_gone = first <= kingdom.month.number
    after = (
        seated(kingdom, (each for each in kingdom.leaders if each is not leader))
        if is_gone
        else exchanged(kingdom, leader, replace(leader, has_died=True))
    )
    if living(after, action.role) or kingdom.stage is Stage.FOUNDING:
        first = last = 0
    else:
        after = replace(after, lapses=(*after.lapses, Lapse(action.role, first, last)))
    told = LeaderDied(kingdom.name, action.role, leader.name, action.at_once, first, last)
    return kept(scene, realm, replace(realm, kingdom=after), told)


def _mourned(kingdom: Kingdom, *, at_once: bool) -> tuple[int, int]:
    """From which month through which the role of who died is vacant."""
    number = kingdom.month.number
    if kingdom.stage is Stage.FOUNDING or kingdom.month.phase is Phase.BEFORE:
        return number, number
    return (number if at_once else number + 1), number + 1


KINDS: tuple[Kind[Any], ...] = ()
ACTIONS: tuple[ActionKind[Any], ...] = (
    ActionKind(ResignRole, resign_role, Permit.MEMBERS, kingdom_scope),
    ActionKind(SwitchRole, switch_role, Permit.MEMBERS, kingdom_scope),
    ActionKind(LoseLeader, lose_leader, Permit.MEMBERS, kingdom_scope),
)
EVENTS: tuple[type[Any], ...] = (LeaderResigned, LeadersSwitched, LeaderDied)
