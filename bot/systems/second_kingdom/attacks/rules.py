"""An attack's course: declared, rolled, guarded, and what comes of it (K16 to K27)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from bot.engine.declare import action
from bot.engine.dice.source import Dice
from bot.engine.event import Event
from bot.engine.people import EVERYONE, GAME_MASTERS, Permit, Standing
from bot.engine.system import Change, Open, Record, RecordId, Replace, Scene, Scope, Turn, Want
from bot.engine.text import T, refused
from bot.engine.words import one_line
from bot.errors import RuleViolation, UserError
from bot.systems.second_kingdom.attacks.maneuvers import MANEUVER, Maneuver
from bot.systems.second_kingdom.attacks.state import (
    ORDERS,
    WAYS,
    AllowCounter,
    ApplyDamage,
    AssignDice,
    Attack,
    AttackDeclared,
    AttackEnded,
    AttackResolved,
    AttackRolled,
    CounterAllowed,
    DamageApplied,
    DeclareAttack,
    DefenceRolled,
    DiceAssigned,
    End,
    LeaveStrike,
    LetPass,
    Outcome,
    Phase,
    RollAttack,
    RollDefence,
    SetGuard,
    Side,
    VetoAttack,
    WithdrawAttack,
    assigned,
    assignments,
    damage,
    finals,
    guarding,
)
from bot.systems.second_kingdom.attacks.steps import ATTACK, REASON_LENGTH, title
from bot.systems.second_kingdom.heroes.counters import MOST_COUNTED, MOST_COUNTERS, counted, named
from bot.systems.second_kingdom.heroes.people import (
    HERO,
    NPC,
    NpcRevealed,
    combatant,
    combatants_audience_of,
    known_as,
)
from bot.systems.second_kingdom.settings import (
    AT_LEAST_1,
    AT_MOST_10,
    AT_ONCE,
    CAP,
    DAMAGE,
    FLOOR,
    has_left,
    require_may_act_for,
)
from bot.systems.second_kingdom.state import (
    HIGHEST,
    Combatant,
    Counter,
    Guard,
    Hero,
    Known,
    Npc,
    defence_pair,
    may_counter,
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
        raise not_now(record.state.phase)
    return record


def not_now(phase: Phase) -> UserError:
    """What an attack waits for instead."""
    if phase is Phase.OVER:
        return refused("attack.over", "This attack is over; nothing was changed.")
    return refused(
        "attack.not_now", "This attack is now waiting for {what}; nothing was changed.", what=phase.meaning
    )


def _no_such_way(most: int, given: int) -> UserError:
    return refused(
        "attack.way",
        "There are {most} ways, numbered from 0; {given} isn't one of them.",
        most=most,
        given=given,
    )


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
    told = AttackEnded(*record.state.names, end, reason)
    return Turn((over(record, end),), (told,), on_behalf_of=player)


# -- the attacker -----------------------------------------------------------------------------------


@action(may=Permit.OWNER_OR_GAME_MASTER, scope=attack_scope, owner=attacker_player)
def roll_attack(scene: Scene, action: RollAttack, dice: Dice) -> Turn:
    """Roll 3d10. Raises RuleViolation once they are rolled, NotAllowed where only the player may."""
    record = attack_in(scene, action.attack, Phase.DECLARED)
    state = record.state
    player = acted_for(scene, state.attacker.player)
    rolled, told = _rolled(scene, state, dice)
    return Turn((Replace(record.id, rolled),), told, on_behalf_of=player)


def _rolled(scene: Scene, state: Attack, dice: Dice) -> tuple[Attack, tuple[Event, ...]]:
    """The attack with its 3d10; where all ways to assign them are one, they are assigned too."""
    values = dice.roll(3, HIGHEST, reason=title(state))
    rolled = replace(state, phase=Phase.ROLLED, revision=scene.entry, dice=values)
    told = AttackRolled(*state.names, values)
    (order, _), *others = assignments(rolled.attack_dice, rolled.maneuver, rolled.floor)
    if others:
        return rolled, (told,)
    locked, laid = _laid(scene, rolled, order)
    return locked, (told, laid)


def _laid(scene: Scene, state: Attack, order: int) -> tuple[Attack, DiceAssigned]:
    """The attack with its dice locked in that order (K18, K19)."""
    final = finals(assigned(state.attack_dice, ORDERS[order]), state.maneuver, state.floor)
    locked = replace(state, phase=Phase.ASSIGNED, revision=scene.entry, final=final)
    return locked, DiceAssigned(*state.names, state.dice, final)


@action(may=Permit.OWNER_OR_GAME_MASTER, scope=attack_scope, owner=attacker_player)
def assign_dice(scene: Scene, action: AssignDice, dice: Dice) -> Turn:
    """Lock the dice in that order, with the maneuver's bonuses (K18, Q6). Raises RuleViolation."""
    record = attack_in(scene, action.attack, Phase.ROLLED)
    state = record.state
    player = acted_for(scene, state.attacker.player)
    if not 0 <= action.order < len(ORDERS):
        raise _no_such_way(len(ORDERS), action.order)
    locked, told = _laid(scene, state, action.order)
    return Turn((Replace(record.id, locked),), (told,), on_behalf_of=player)


@action(may=Permit.OWNER_OR_GAME_MASTER, scope=attack_scope, owner=attacker_player)
def withdraw_attack(scene: Scene, action: WithdrawAttack, dice: Dice) -> Turn:
    """End the attack before any die fell. Raises RuleViolation once they did."""
    record = attack_in(scene, action.attack, Phase.DECLARED)
    player = record.state.attacker.player
    return ended(record, End.WITHDRAWN, player=None if player == scene.actor else player)


@action(may=Permit.GAME_MASTERS, scope=attack_scope)
def veto_attack(scene: Scene, action: VetoAttack, dice: Dice) -> Turn:
    """End the attack before the defence is rolled (Q17). Raises RuleViolation later, or for a long reason."""
    record = attack_in(scene, action.attack, *BEFORE_DEFENCE)
    reason = one_line(action.reason)
    if len(reason) > REASON_LENGTH:
        raise refused(
            "attack.reason",
            "A reason can have at most {most} characters, not {n}.",
            most=REASON_LENGTH,
            n=len(reason),
        )
    return ended(record, End.VETOED, reason)


# -- the defender -----------------------------------------------------------------------------------


@action(may=Permit.OWNER_OR_GAME_MASTER, scope=attack_scope, owner=target_player)
def roll_defence(scene: Scene, action: RollDefence, dice: Dice) -> Turn:
    """Roll 2d10 (Q12). Raises RuleViolation once they are rolled, NotAllowed where only the player may."""
    record = attack_in(scene, action.attack, Phase.ASSIGNED)
    state = record.state
    player = acted_for(scene, state.target.player)
    values = dice.roll(2, HIGHEST, reason=title(state))
    defended = replace(state, phase=Phase.DEFENDED, revision=scene.entry, defence_dice=values)
    told = DefenceRolled(state.target.name, state.attacker.name, values)
    return Turn((Replace(record.id, defended),), (told,), on_behalf_of=player)


# -- What comes of an attack: the guard, the strike and its damage, or a full defense (K20 to K27) ---------


def strike_scope(action: SetGuard | ApplyDamage | LeaveStrike) -> Scope:
    """The attack with both its sides, and all that are under way: earlier ones are applied first."""
    return Scope((action.attack,), (Want(ATTACK.name),), links=True)


# -- the guard ------------------------------------------------------------------------------------


@action(may=Permit.OWNER_OR_GAME_MASTER, scope=strike_scope, owner=target_player)
def set_guard(scene: Scene, action: SetGuard, dice: Dice) -> Turn:
    """Lock the guard and see what gets through (K20 to K26, Q10), and count it where that is wanted at once.

    Raises RuleViolation for a guard that there isn't, NotAllowed where only the player may.
    """
    record = attack_in(scene, action.attack, Phase.DEFENDED)
    player = acted_for(scene, record.state.target.player)
    if not 0 <= action.guarding < len(WAYS):
        raise _no_such_way(len(WAYS), action.guarding)
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
        *state.names,
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


@action(may=Permit.GAME_MASTERS, scope=strike_scope)
def apply_damage(scene: Scene, action: ApplyDamage, dice: Dice) -> Turn:
    """Count the damage on the target's sheet. Raises RuleViolation for no amount, or before its turn."""
    record = attack_in(scene, action.attack, Phase.STRUCK)
    amount = record.state.damage if action.amount is None else action.amount
    if amount is None:
        raise refused("attack.no_amount", "This strike has no formula. Say how much damage it does.")
    if not 1 <= amount <= MOST_COUNTED:
        raise refused(
            "attack.amount",
            "Damage can be 1 to {most}, not {given}. “Leave it” counts none.",
            most=MOST_COUNTED,
            given=amount,
        )
    return _applied(scene, record, amount, one_line(action.counter) or record.state.counter)


@action(may=Permit.GAME_MASTERS, scope=strike_scope)
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
        raise refused(
            "attack.no_room",
            "The sheet of {name} is full: {most} counters, none called “{counter}”. Choose one of them with "
            "“Edit”.",
            name=target.state.name,
            most=MOST_COUNTERS,
            counter=name,
        )
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
    if combatants_audience_of(target) == EVERYONE:
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
        raise refused(
            "attack.earlier",
            "“{title:200}” (#{entry}) was declared earlier. Apply or leave that strike first.",
            title=title(first),
            entry=first.declared,
        )


# -- the counter ------------------------------------------------------------------------------------


def _usual_counter(target: Combatant, state: Attack) -> str:
    """The counter that a strike changes: its own, else the first on the sheet, else a new one."""
    if state.strike is not None and state.strike.counter:
        return state.strike.counter
    return next(iter(target.counters), T("Wounds")())


def _known_counter(target: Combatant, state: Attack) -> str:
    """The same as far as everybody may know it: what stands on a sheet of the game masters' is theirs."""
    if isinstance(target, Npc) and target.known is not Known.OPEN:
        return state.strike.counter if state.strike is not None else ""
    return _usual_counter(target, state)


# -- a full defense -------------------------------------------------------------------------------


@action(may=Permit.OWNER_OR_GAME_MASTER, scope=attack_scope, owner=target_player)
def let_pass(scene: Scene, action: LetPass, dice: Dice) -> Turn:
    """End a full defense without an answer. Raises NotAllowed where only the player may decide on it."""
    record = attack_in(scene, action.attack, Phase.HELD)
    state = record.state
    player = acted_for(scene, state.target.player) if state.may_answer else None
    return ended(record, End.DEFENDED, player=player)


@action(may=Permit.GAME_MASTERS, scope=attack_scope)
def allow_counter(scene: Scene, action: AllowCounter, dice: Dice) -> Turn:
    """Let the defender's player strike back (Q15). Raises RuleViolation where the guard allows it anyway."""
    record = attack_in(scene, action.attack, Phase.HELD)
    state = record.state
    if state.may_answer or state.guarding is None:
        raise refused("attack.allowed", "The defender may already strike back.")
    allowed = replace(state, counters=(*state.counters, state.guarding.guard), revision=scene.entry)
    return Turn((Replace(record.id, allowed),), (CounterAllowed(state.attacker.name, state.target.name),))


# -- An attack is declared, of one's own accord or as the answer to another (K16, K24, Q15 to Q20) ---------


Fighter = Record[Hero] | Record[Npc]


def declare_scope(action: DeclareAttack) -> Scope:
    """Both sides with their pictures, the maneuver, the attack answered, and those on the same target."""
    answered = (action.answers,) if action.answers is not None else ()
    ids = (action.attacker, action.target, action.maneuver, *answered)
    return Scope(ids, (Want(ATTACK.name, parent=action.target),), links=True)


def fighter(scene: Scene, record: RecordId) -> Fighter:
    """The combatant of that id, as far as who acts may know of it. Raises RuleViolation."""
    found = scene.records.get(record)
    is_hidden = found is not None and isinstance(found.state, Npc) and found.state.known is Known.HIDDEN
    if is_hidden and scene.standing is not Standing.GAME_MASTER:
        # Refused in the words for what isn't here at all.
        return scene.get(HERO, record)
    return combatant(scene, record)


def fighter_player(scene: Scene, action: DeclareAttack) -> int | None:
    """Who plays the attacker."""
    return fighter(scene, action.attacker).state.player


@action(
    may=Permit.OWNER_OR_GAME_MASTER,
    scope=declare_scope,
    owner=fighter_player,
    asks=True,
    button="Attack and show the name",
)
def declare_attack(scene: Scene, action: DeclareAttack, dice: Dice) -> Turn:
    """Open the attack, with a copy of all it uses, and roll where that is wanted and the actor's to do.

    Raises RuleViolation for who or what can't fight.
    """
    attacker, target = fighter(scene, action.attacker), fighter(scene, action.target)
    player = acted_for(scene, attacker.state.player)
    maneuver = _maneuver(scene, attacker, action.maneuver)
    _require_target(scene, attacker, target)
    ending = _answered(scene, action)
    place = 1 + sum(record.state.target.id == target.id for record in scene.all(ATTACK))
    state = replace(
        _attack(_side(attacker), _side(target), target.state, maneuver),
        floor=scene.setting(FLOOR) == AT_LEAST_1,
        cap=scene.setting(CAP) == AT_MOST_10,
        answers=action.answers,
        place=place,
        declared=scene.entry,
    )
    told = AttackDeclared(
        attacker.state.name, target.state.name, maneuver, place, is_counter=action.answers is not None
    )
    named, revealed = _named(scene, attacker, target)
    # Another player's dice are theirs to roll.
    state, fell = _rolled(scene, state, dice) if action.rolls and player is None else (state, ())
    changes = (Open(scene.new_id(), ATTACK.name, state), *ending, *named)
    return Turn(changes, (told, *fell, *revealed), on_behalf_of=player)


def _side(record: Fighter) -> Side:
    return Side(record.id, record.state.name, record.state.player)


def _attack(attacker: Side, side: Side, target: Combatant, maneuver: Maneuver) -> Attack:
    return Attack(
        attacker=attacker,
        target=side,
        maneuver=maneuver,
        defences={guard: defence_pair(target.defences, guard) for guard in Guard},
        counters=tuple(guard for guard in Guard if may_counter(target.defences, guard)),
        is_secret=isinstance(target, Npc) and target.known is not Known.OPEN,
    )


# -- who and what ---------------------------------------------------------------------------------


def _maneuver(scene: Scene, attacker: Fighter, maneuver: RecordId) -> Maneuver:
    """The maneuver; a hero must know it (K16), the game masters' own use any of the library."""
    found = scene.get(MANEUVER, maneuver)
    if isinstance(attacker.state, Hero) and maneuver not in attacker.state.maneuvers:
        raise refused(
            "attack.unknown_maneuver",
            "{maneuver} isn't on the sheet of {name}. Choose a maneuver that is, or `/sk learn` it first.",
            name=attacker.state.name,
            maneuver=found.state.name,
        )
    return found.state


def _require_target(scene: Scene, attacker: Fighter, target: Fighter) -> None:
    if attacker.id == target.id:
        raise refused("attack.oneself", "Nobody can attack themselves. Choose another target.")
    player = target.state.player
    if player is not None and player != scene.actor and has_left(scene.campaign, player):
        raise refused(
            "attack.player_gone",
            "{name} can't be attacked: {player:@} isn't in this campaign, so nobody would defend. Give "
            "the hero to somebody who is with `/campaign handover`.",
            name=target.state.name,
            player=player,
        )


def _named(scene: Scene, *sides: Fighter) -> tuple[tuple[Change, ...], tuple[NpcRevealed, ...]]:
    """Those who were hidden: in an attack everybody reads their name."""
    changes: list[Change] = []
    told: list[NpcRevealed] = []
    for side in sides:
        if isinstance(side.state, Npc) and side.state.known is Known.HIDDEN:
            record, npc = scene.get(NPC, side.id), side.state
            says = T("The table doesn't know {name} yet: this attack shows the name to everybody.")
            scene.note(says(name=npc.name))
            changes += known_as(scene, record, Known.NAMED)
            told.append(NpcRevealed(record.id, npc.name, npc.is_horde, npc.known, Known.NAMED))
    return tuple(changes), tuple(told)


# -- as an answer ---------------------------------------------------------------------------------


def _answered(scene: Scene, action: DeclareAttack) -> tuple[Change, ...]:
    """The end of the attack that this one answers (K24). Raises RuleViolation where none may be answered."""
    if action.answers is None:
        return ()
    record = scene.get(ATTACK, action.answers)
    state = record.state
    sides = (state.target.id, state.attacker.id)
    if state.phase is not Phase.HELD or state.guarding is None or sides != (action.attacker, action.target):
        raise refused(
            "attack.nothing_to_answer",
            "There's no full defense to answer. Only the target of an attack can strike back, and only at "
            "its attacker.",
        )
    if not state.may_answer and scene.standing is not Standing.GAME_MASTER:
        raise refused(
            "attack.not_allowed",
            "{name} can't strike back after a {guard:lower} unless a game master allows it on the "
            "attack's card.",
            name=state.target.name,
            guard=state.guarding.guard,
        )
    return (over(record, End.COUNTERED),)
