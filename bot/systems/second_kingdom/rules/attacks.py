"""The course of an attack until the guard is chosen: rolled, assigned, defended, stopped (K17 to K20)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from bot.engine.dice.source import Dice
from bot.engine.people import Permit
from bot.engine.system import ActionKind, Kind, Record, RecordId, Replace, Scene, Scope, Turn
from bot.engine.words import one_line
from bot.errors import RuleViolation
from bot.systems.second_kingdom.rules.attack import Attack, End, Phase, attack_view, handed_over
from bot.systems.second_kingdom.rules.attack_steps import REASON_LENGTH, steps, title
from bot.systems.second_kingdom.rules.blows import (
    AssignDice,
    AttackEnded,
    AttackRolled,
    DefenceRolled,
    DiceAssigned,
    RollAttack,
    RollDefence,
    VetoAttack,
    WithdrawAttack,
)
from bot.systems.second_kingdom.rules.settings import require_may_act_for
from bot.systems.second_kingdom.rules.state import HIGHEST
from bot.systems.second_kingdom.rules.strikes import ORDERS, assigned, finals
from bot.systems.second_kingdom.words import attacks as words

ATTACK: Kind[Attack] = Kind(
    "attack",
    Attack,
    title=title,
    owner=lambda state: state.acting,
    parent=lambda state: state.target.id,
    links=lambda state: (state.attacker.id, state.target.id),
    waiting=steps,
    view=attack_view,
    hand_over=handed_over,
    goes_along=True,
    word=words.part,
)
# Until the defence is rolled a game master may stop an attack (Q17).
BEFORE_DEFENCE = (Phase.DECLARED, Phase.ROLLED, Phase.ASSIGNED)


# -- shared by all that happens to an attack --------------------------------------------------------


def attack_scope(action: Any) -> Scope:
    """The attack that an action names."""
    return Scope(ids=(action.attack,))


def attacker_player(scene: Scene, action: Any) -> int | None:
    """Who plays the attacker of the attack that an action names."""
    return scene.get(ATTACK, action.attack).state.attacker.player


def target_player(scene: Scene, action: Any) -> int | None:
    """Who plays the target of the attack that an action names."""
    return scene.get(ATTACK, action.attack).state.target.player


def attack_in(scene: Scene, attack: RecordId, *phases: Phase) -> Record[Attack]:
    """The attack, in one of those phases. Raises RuleViolation saying what it waits for instead."""
    record = scene.get(ATTACK, attack)
    if record.state.phase not in phases:
        raise RuleViolation(words.not_now(record.state.phase))
    return record


def acted_for(scene: Scene, player: int | None) -> int | None:
    """Whom a game master acts for in the place of that player; None where it is their own to do.

    Raises NotAllowed where the campaign waits for its players (Q29), unless that one has left it.
    """
    if player is None or player == scene.actor:
        return None
    require_may_act_for(scene, player)
    return player


def over(record: Record[Attack], end: End, **changes: Any) -> Replace:
    """The attack as it ends, and is out of play."""
    return Replace(record.id, replace(record.state, phase=Phase.OVER, end=end, **changes), archive=True)


def ended(record: Record[Attack], end: End, reason: str = "", player: int | None = None) -> Turn:
    """The attack ends without a strike."""
    state = record.state
    told = AttackEnded(state.attacker.name, state.target.name, state.maneuver.name, end, reason)
    return Turn((over(record, end),), (told,), on_behalf_of=player)


# -- the attacker -----------------------------------------------------------------------------------


def roll_attack(scene: Scene, action: RollAttack, dice: Dice) -> Turn:
    """Roll 3d10. Raises RuleViolation once they are rolled, NotAllowed where only the player may."""
    record = attack_in(scene, action.attack, Phase.DECLARED)
    state = record.state
    player = acted_for(scene, state.attacker.player)
    values = dice.roll(3, HIGHEST, reason=title(state))
    rolled = Replace(record.id, replace(state, phase=Phase.ROLLED, revision=scene.entry, dice=values))
    told = AttackRolled(state.attacker.name, state.target.name, state.maneuver.name, values)
    return Turn((rolled,), (told,), on_behalf_of=player)


def assign_dice(scene: Scene, action: AssignDice, dice: Dice) -> Turn:
    """Lock the dice in that order, with the maneuver's bonuses (K18, Q6). Raises RuleViolation."""
    record = attack_in(scene, action.attack, Phase.ROLLED)
    state = record.state
    player = acted_for(scene, state.attacker.player)
    if not 0 <= action.order < len(ORDERS):
        raise RuleViolation(words.no_such_way(len(ORDERS), action.order))
    final = finals(assigned(state.attack_dice, ORDERS[action.order]), state.maneuver, state.floor)
    locked = Replace(record.id, replace(state, phase=Phase.ASSIGNED, revision=scene.entry, final=final))
    told = DiceAssigned(state.attacker.name, state.target.name, state.maneuver.name, state.dice, final)
    return Turn((locked,), (told,), on_behalf_of=player)


def withdraw_attack(scene: Scene, action: WithdrawAttack, dice: Dice) -> Turn:
    """End the attack before any die fell. Raises RuleViolation once they did."""
    record = attack_in(scene, action.attack, Phase.DECLARED)
    player = record.state.attacker.player
    return ended(record, End.WITHDRAWN, player=None if player == scene.actor else player)


def veto_attack(scene: Scene, action: VetoAttack, dice: Dice) -> Turn:
    """End the attack before the defence is rolled (Q17). Raises RuleViolation later, or for a long reason."""
    record = attack_in(scene, action.attack, *BEFORE_DEFENCE)
    reason = one_line(action.reason)
    if len(reason) > REASON_LENGTH:
        raise RuleViolation(words.bad_reason(REASON_LENGTH, len(reason)))
    return ended(record, End.VETOED, reason)


# -- the defender -----------------------------------------------------------------------------------


def roll_defence(scene: Scene, action: RollDefence, dice: Dice) -> Turn:
    """Roll 2d10 (Q12). Raises RuleViolation once they are rolled, NotAllowed where only the player may."""
    record = attack_in(scene, action.attack, Phase.ASSIGNED)
    state = record.state
    player = acted_for(scene, state.target.player)
    values = dice.roll(2, HIGHEST, reason=title(state))
    defended = replace(state, phase=Phase.DEFENDED, revision=scene.entry, defence_dice=values)
    told = DefenceRolled(state.target.name, state.attacker.name, values)
    return Turn((Replace(record.id, defended),), (told,), on_behalf_of=player)


KINDS: tuple[Kind[Any], ...] = (ATTACK,)
ACTIONS: tuple[ActionKind[Any], ...] = (
    ActionKind(RollAttack, roll_attack, Permit.OWNER_OR_GAME_MASTER, attack_scope, attacker_player),
    ActionKind(AssignDice, assign_dice, Permit.OWNER_OR_GAME_MASTER, attack_scope, attacker_player),
    ActionKind(WithdrawAttack, withdraw_attack, Permit.OWNER_OR_GAME_MASTER, attack_scope, attacker_player),
    ActionKind(VetoAttack, veto_attack, Permit.GAME_MASTERS, attack_scope),
    ActionKind(RollDefence, roll_defence, Permit.OWNER_OR_GAME_MASTER, attack_scope, target_player),
)
EVENTS: tuple[type[Any], ...] = (AttackRolled, DiceAssigned, DefenceRolled, AttackEnded)
