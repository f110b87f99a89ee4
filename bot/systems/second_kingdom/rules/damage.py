"""What comes of an attack: the guard, the strike and its damage, or a full defense (K20 to K27)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from bot.engine.dice.source import Dice
from bot.engine.people import EVERYONE, GAME_MASTERS, Permit
from bot.engine.system import ActionKind, Kind, Record, Replace, Scene, Scope, Turn, Want
from bot.engine.words import one_line, safe
from bot.errors import RuleViolation
from bot.systems.second_kingdom.rules.attack import Attack, End, Phase
from bot.systems.second_kingdom.rules.attack_steps import title
from bot.systems.second_kingdom.rules.attacks import (
    ATTACK,
    acted_for,
    attack_in,
    attack_scope,
    ended,
    over,
    target_player,
)
from bot.systems.second_kingdom.rules.blows import (
    AllowCounter,
    ApplyDamage,
    AttackResolved,
    CounterAllowed,
    DamageApplied,
    LeaveStrike,
    LetPass,
    SetGuard,
)
from bot.systems.second_kingdom.rules.combatants import audience_of, combatant
from bot.systems.second_kingdom.rules.counters import MOST_COUNTED, MOST_COUNTERS, counted, named
from bot.systems.second_kingdom.rules.settings import AT_ONCE, DAMAGE
from bot.systems.second_kingdom.rules.state import Combatant, Counter, Known, Npc
from bot.systems.second_kingdom.rules.strikes import WAYS, Outcome, damage, guarding
from bot.systems.second_kingdom.words import attacks as words


def strike_scope(action: SetGuard | ApplyDamage | LeaveStrike) -> Scope:
    """The attack with both its sides, and all that are under way: earlier ones are applied first."""
    return Scope((action.attack,), (Want(ATTACK.name),), links=True)


# -- the guard ------------------------------------------------------------------------------------


def set_guard(scene: Scene, action: SetGuard, dice: Dice) -> Turn:
    """Lock the guard and see what gets through (K20 to K26, Q10), and count it where that is wanted at once.

    Raises RuleViolation for a guard that there isn't, NotAllowed where only the player may.
    """
    record = attack_in(scene, action.attack, Phase.DEFENDED)
    player = acted_for(scene, record.state.target.player)
    if not 0 <= action.guarding < len(WAYS):
        raise RuleViolation(words.no_such_way(len(WAYS), action.guarding))
    state = _resolved(scene, record.state, action.guarding)
    resolved = replace(record, state=state)
    counted_now = _at_once(scene, resolved)
    changes = counted_now.changes if counted_now is not None else (Replace(record.id, state),)
    told = (_told(state), *(counted_now.events if counted_now is not None else ()))
    return Turn(changes, told, on_behalf_of=player)


def _resolved(scene: Scene, state: Attack, way: int) -> Attack:
    held = guarding(way, state.line, state.guard_dice, state.pairs, state.cap)
    guarded = replace(state, guarding=held, outcome=held.outcome, revision=scene.entry)
    if held.outcome is Outcome.FULL_DEFENSE:
        return replace(guarded, phase=Phase.HELD)
    does = _damage(guarded)
    # Whoever is out of play by now is struck all the same.
    target = scene.records[state.target.id].state
    return replace(guarded, phase=Phase.STRUCK, damage=does, counter=_known_counter(target, guarded))


def _damage(state: Attack) -> int | None:
    """What the strike's formula comes to, as far as a counter counts; None where it has none (K27)."""
    does = damage(state.strike, state.line) if state.strike is not None else None
    return None if does is None else min(does, MOST_COUNTED)


def _told(state: Attack) -> AttackResolved:
    if state.guarding is None or state.outcome is None:
        raise LookupError("this attack has no guard yet")
    return AttackResolved(
        state.attacker.name,
        state.target.name,
        state.maneuver.name,
        state.line,
        state.guarding,
        state.outcome,
        state.strike,
        state.damage,
    )


def _at_once(scene: Scene, record: Record[Attack]) -> Turn | None:
    """The damage counted by locking the guard, where the campaign wants that and nothing is against it."""
    if not record.state.damage or scene.setting(DAMAGE) != AT_ONCE:
        return None
    try:
        return _applied(scene, record, record.state.damage, record.state.counter)
    except RuleViolation:
        # A game master finds a way: the strike waits as it would without this ruling.
        return None


# -- the strike -----------------------------------------------------------------------------------


def apply_damage(scene: Scene, action: ApplyDamage, dice: Dice) -> Turn:
    """Count the damage on the target's sheet. Raises RuleViolation for no amount, or before its turn."""
    record = attack_in(scene, action.attack, Phase.STRUCK)
    amount = record.state.damage if action.amount is None else action.amount
    if amount is None:
        raise RuleViolation(words.NO_AMOUNT)
    if not 1 <= amount <= MOST_COUNTED:
        raise RuleViolation(words.bad_amount(MOST_COUNTED, amount))
    return _applied(scene, record, amount, one_line(action.counter) or record.state.counter)


def leave_strike(scene: Scene, action: LeaveStrike, dice: Dice) -> Turn:
    """End the attack with nothing counted. Raises RuleViolation before its turn."""
    record = attack_in(scene, action.attack, Phase.STRUCK)
    _require_first(scene, record)
    return ended(record, End.LEFT)


def _applied(scene: Scene, record: Record[Attack], amount: int, text: str) -> Turn:
    _require_first(scene, record)
    state, target = record.state, combatant(scene, record.state.target.id)
    counters = target.state.counters
    name = named(counters, text or _usual_counter(target.state, state))
    if name not in counters and len(counters) >= MOST_COUNTERS:
        raise RuleViolation(words.no_room(safe(target.state.name), MOST_COUNTERS, safe(name)))
    before = counters.get(name, Counter(0))
    after, reached = counted(before, amount)
    sheet = Replace(target.id, replace(target.state, counters={**counters, name: after}))
    told = DamageApplied(
        state.attacker.name,
        state.target.name,
        name,
        amount,
        before.value,
        after.value,
        tuple(threshold.text for threshold in reached),
    )
    if audience_of(target) == EVERYONE:
        return Turn((over(record, End.APPLIED, applied=amount, counter=name), sheet), (told,))
    known = name if state.strike is not None and state.strike.counter.casefold() == name.casefold() else ""
    public = replace(told, counter=known, before=None, after=None, reached=())
    closed = over(record, End.APPLIED, applied=amount, counter=known)
    return Turn((closed, sheet), (public, replace(told, audience=GAME_MASTERS)))


def _require_first(scene: Scene, record: Record[Attack]) -> None:
    """See that strikes are applied in the order of their attacks. Raises RuleViolation naming the first."""
    earlier = [
        other.state
        for other in scene.all(ATTACK)
        if other.state.target.id == record.state.target.id
        and other.state.phase is Phase.STRUCK
        and other.state.declared < record.state.declared
    ]
    if earlier:
        first = min(earlier, key=lambda state: state.declared)
        raise RuleViolation(words.earlier_first(safe(title(first), 200), first.declared))


# -- the counter ------------------------------------------------------------------------------------


def _usual_counter(target: Combatant, state: Attack) -> str:
    """The counter that a strike changes: its own, else the first on the sheet, else a new one."""
    if state.strike is not None and state.strike.counter:
        return state.strike.counter
    return next(iter(target.counters), words.WOUNDS)


def _known_counter(target: Combatant, state: Attack) -> str:
    """The same as far as everybody may know it: what stands on a sheet of the game masters' is theirs."""
    if isinstance(target, Npc) and target.known is not Known.OPEN:
        return state.strike.counter if state.strike is not None else ""
    return _usual_counter(target, state)


# -- a full defense -------------------------------------------------------------------------------


def let_pass(scene: Scene, action: LetPass, dice: Dice) -> Turn:
    """End a full defense without an answer. Raises NotAllowed where only the player may decide on it."""
    record = attack_in(scene, action.attack, Phase.HELD)
    state = record.state
    player = acted_for(scene, state.target.player) if state.may_answer else None
    return ended(record, End.DEFENDED, player=player)


def allow_counter(scene: Scene, action: AllowCounter, dice: Dice) -> Turn:
    """Let the defender's player strike back (Q15). Raises RuleViolation where the guard allows it anyway."""
    record = attack_in(scene, action.attack, Phase.HELD)
    state = record.state
    if state.may_answer or state.guarding is None:
        raise RuleViolation(words.ALLOWED_ALREADY)
    allowed = replace(state, counters=(*state.counters, state.guarding.guard), revision=scene.entry)
    return Turn((Replace(record.id, allowed),), (CounterAllowed(state.attacker.name, state.target.name),))


KINDS: tuple[Kind[Any], ...] = ()
ACTIONS: tuple[ActionKind[Any], ...] = (
    ActionKind(SetGuard, set_guard, Permit.OWNER_OR_GAME_MASTER, strike_scope, target_player),
    ActionKind(ApplyDamage, apply_damage, Permit.GAME_MASTERS, strike_scope),
    ActionKind(LeaveStrike, leave_strike, Permit.GAME_MASTERS, strike_scope),
    ActionKind(LetPass, let_pass, Permit.OWNER_OR_GAME_MASTER, attack_scope, target_player),
    ActionKind(AllowCounter, allow_counter, Permit.GAME_MASTERS, attack_scope),
)
EVENTS: tuple[type[Any], ...] = (AttackResolved, DamageApplied, CounterAllowed)
