"""Leaders: who takes a role, what is known of them, and how they begin a new month."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from bot.engine.dice.source import Dice
from bot.engine.people import EVERYONE, Audience, Permit, Standing
from bot.engine.system import ActionKind, Kind, RecordId, Scene, Turn
from bot.engine.words import one_line, safe
from bot.errors import NotAllowed, RuleViolation
from bot.systems.kingdom.rules.book import DUTY_DAYS
from bot.systems.kingdom.rules.departing import Departure, Plan, left, planned, require_same
from bot.systems.kingdom.rules.duties import acted_for_leader
from bot.systems.kingdom.rules.keeping import kept
from bot.systems.kingdom.rules.leading import attributes, benefit
from bot.systems.kingdom.rules.office import (
    appointed_for,
    exchanged,
    holder,
    living,
    require_attributes,
    require_no_consort,
    require_ranks,
    require_scores,
    require_used,
    same_name,
    seated,
)
from bot.systems.kingdom.rules.realm import Realm, found_realm, kingdom_scope
from bot.systems.kingdom.rules.state import LEADER_LENGTH, Kingdom, Leader
from bot.systems.kingdom.rules.terms import Ability, Attribute, Role, Task
from bot.systems.kingdom.words import leaders as words


@dataclass(frozen=True, slots=True)
class AssignLeader:
    """Give a role to a player's character, or to an NPC. Who holds it steps down for that.

    `is_married` makes a second Ruler beside the first. `price` is what the preview said: Unrest, and what
    the check needs. Another is refused.
    """

    kingdom: RecordId
    role: Role
    name: str
    player: int | None = None
    scores: Mapping[Ability, int] = field(default_factory=dict)
    has_leadership: bool = False
    ranks: int = 0
    attributes: tuple[Attribute, ...] = ()
    is_married: bool = False
    price: tuple[int, ...] | None = None


@dataclass(frozen=True, slots=True)
class EditLeader:
    """Change what is known of a leader; None leaves it. Another `name` or `player` is a game master's."""

    kingdom: RecordId
    role: Role
    leader: str = ""
    scores: Mapping[Ability, int] = field(default_factory=dict)
    has_leadership: bool | None = None
    ranks: int | None = None
    name: str = ""
    player: int | None = None
    is_npc: bool = False


@dataclass(frozen=True, slots=True)
class LeaderAssigned:
    """Somebody holds a role now: what they add to which attributes, and how who held it left."""

    name: str
    role: Role
    leader: str
    player: int | None = None
    amount: int = 0
    attributes: tuple[Attribute, ...] = ()
    departure: Departure | None = None
    is_married: bool = False
    audience: Audience = EVERYONE


@dataclass(frozen=True, slots=True)
class LeaderEdited:
    """What is known of a leader changed, and with it perhaps what they add."""

    name: str
    role: Role
    leader: str
    before: int
    amount: int
    former: str = ""
    player: int | None = None
    audience: Audience = EVERYONE


# -- a role taken -------------------------------------------------------------------------------------


def appointment(realm: Realm, action: AssignLeader) -> Plan:
    """What it costs that somebody takes a role. Raises RuleViolation where they can't."""
    kingdom, leader = realm.kingdom, _described(realm, action)
    held = living(kingdom, action.role)
    if action.is_married:
        leader = _beside(kingdom, leader)
        gone: tuple[Leader, ...] = ()
    else:
        if len(held) > 1:
            raise RuleViolation(words.two_rule([safe(each.name) for each in held]))
        gone = kingdom.held_by(action.role)
    after = seated(kingdom, (*(each for each in kingdom.leaders if each not in gone), leader))
    require_no_consort(after)
    return planned(realm, after, [(each, None) for each in held if each in gone])


def _described(realm: Realm, action: AssignLeader) -> Leader:
    """The leader as the action describes them. Raises RuleViolation for what can't be."""
    role, name = action.role, _named(action.name)
    _require_one_role(realm.kingdom, role, name)
    require_used(action.scores, role)
    require_ranks(action.ranks)
    require_attributes(realm, role, action.attributes)
    scores = require_scores(action.scores)
    return Leader(
        role, name, action.player, scores, action.has_leadership, action.ranks, tuple(action.attributes)
    )


def _named(text: str) -> str:
    name = one_line(text)
    if not name or len(name) > LEADER_LENGTH:
        raise RuleViolation(words.name_length(LEADER_LENGTH))
    return name


def _require_one_role(kingdom: Kingdom, role: Role, name: str) -> None:
    """A character fills one role at a time (R048)."""
    for each in kingdom.leaders:
        if same_name(each.name, name) and not each.has_died:
            if each.role is role:
                raise RuleViolation(words.holds_it(safe(each.name), role.value))
            raise RuleViolation(words.has_a_role(safe(each.name), each.role.value))


def _beside(kingdom: Kingdom, leader: Leader) -> Leader:
    """Married to the one Ruler there is, adding to the same attributes (R034)."""
    rulers = living(kingdom, Role.RULER)
    if leader.role is not Role.RULER or len(rulers) != 1:
        raise RuleViolation(words.CANT_MARRY)
    if leader.attributes and leader.attributes != rulers[0].attributes:
        raise RuleViolation(words.SAME_ATTRIBUTES)
    return replace(leader, attributes=rulers[0].attributes)


def assign_leader(scene: Scene, action: AssignLeader, dice: Dice) -> Turn:
    """Give a role; its holder steps down for that (R042). Raises RuleViolation, or NotAllowed."""
    realm = found_realm(scene, action.kingdom)
    on_behalf = appointed_for(scene, realm.kingdom)
    plan = appointment(realm, action)
    _require_member(scene, action.player)
    require_same(plan, action.price)
    after, told = left(plan, dice)
    leader = next(each for each in after.kingdom.leaders if same_name(each.name, action.name))
    event = LeaderAssigned(
        realm.kingdom.name,
        action.role,
        leader.name,
        action.player,
        benefit(after, leader),
        attributes(after, leader),
        told[0] if told else None,
        action.is_married,
    )
    return kept(scene, realm, after, event, on_behalf_of=on_behalf)


def _require_member(scene: Scene, player: int | None) -> None:
    """Only who plays or leads here can hold a role as a player."""
    here = (Standing.PLAYER, Standing.GAME_MASTER)
    if player is None or player == scene.actor or scene.campaign.standing(player) in here:
        return
    raise RuleViolation(words.no_member(player))


# -- what is known of a leader ------------------------------------------------------------------------


def edit_leader(scene: Scene, action: EditLeader, dice: Dice) -> Turn:
    """Change scores, feat and ranks, as by a new level. Raises RuleViolation, or NotAllowed."""
    realm = found_realm(scene, action.kingdom)
    leader = holder(realm.kingdom, action.role, action.leader)
    on_behalf = acted_for_leader(scene, realm.kingdom, leader.player, Task.LEADERSHIP)
    if _is_other_person(action) and scene.standing is not Standing.GAME_MASTER:
        raise NotAllowed(words.ONLY_GAME_MASTERS_RENAME)
    _require_member(scene, action.player)
    changed = _edited(realm.kingdom, leader, action)
    if changed == leader:
        raise RuleViolation(words.NOTHING_EDITED)
    after = replace(realm, kingdom=exchanged(realm.kingdom, leader, changed))
    former = leader.name if changed.name != leader.name else ""
    event = LeaderEdited(
        realm.kingdom.name,
        action.role,
        changed.name,
        benefit(realm, leader),
        benefit(after, changed),
        former,
        changed.player if changed.player != leader.player else None,
    )
    return kept(scene, realm, after, event, on_behalf_of=on_behalf)


def _is_other_person(action: EditLeader) -> bool:
    return bool(action.name) or action.player is not None or action.is_npc


def _edited(kingdom: Kingdom, leader: Leader, action: EditLeader) -> Leader:
    changed = replace(leader, scores={**leader.scores, **require_scores(action.scores)})
    if action.has_leadership is not None:
        changed = replace(changed, has_leadership=action.has_leadership)
    if action.ranks is not None:
        require_ranks(action.ranks)
        changed = replace(changed, ranks=action.ranks)
    if action.name:
        name = _named(action.name)
        if not same_name(name, leader.name):
            _require_one_role(kingdom, leader.role, name)
        changed = replace(changed, name=name)
    if action.player is not None or action.is_npc:
        changed = replace(changed, player=action.player)
    return changed


# -- a new month --------------------------------------------------------------------------------------


def renewed_leaders(kingdom: Kingdom) -> Kingdom:
    """The kingdom as its leaders begin another month: at their duties, the dead gone, old vacancies over.

    It may be called before or after the month's number rises.
    """
    leaders = (replace(each, days=DUTY_DAYS) for each in kingdom.leaders if not each.has_died)
    lapses = tuple(each for each in kingdom.lapses if each.last >= kingdom.month.number)
    return replace(seated(kingdom, leaders), lapses=lapses)


KINDS: tuple[Kind[Any], ...] = ()
ACTIONS: tuple[ActionKind[Any], ...] = (
    ActionKind(AssignLeader, assign_leader, Permit.MEMBERS, kingdom_scope),
    ActionKind(EditLeader, edit_leader, Permit.MEMBERS, kingdom_scope),
)
EVENTS: tuple[type[Any], ...] = (LeaderAssigned, LeaderEdited)
