"""An attack's course: declared, rolled, guarded, and what comes of it (K16 to K27)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any, TypeVar

from bot.engine.declare import action
from bot.engine.dice.source import Dice
from bot.engine.event import Event
from bot.engine.people import EVERYONE, GAME_MASTERS, Permit, Standing
from bot.engine.record import AtStep, FormField, Press, Step
from bot.engine.steps import at
from bot.engine.system import Change, Open, Record, RecordId, Replace, Result, Scope, Want, World
from bot.engine.text import T, refused
from bot.engine.words import one_line
from bot.engine.working import Declares, RecordCopy, correction
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
from bot.systems.second_kingdom.attacks.steps import (
    APPLY,
    ASSIGN,
    ATTACK,
    COUNTER,
    DEFEND,
    DEFENDS,
    GUARD,
    LETS_PASS,
    REASON_LENGTH,
    ROLL,
    guard_label,
    title,
    ways,
)
from bot.systems.second_kingdom.heroes.counters import MOST_COUNTED, MOST_COUNTERS, counted, counted_as, named
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
    COUNTER_LENGTH,
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


def attacker_player(world: World, action: Any) -> int | None:
    """Who plays the attacker of the attack that an action names."""
    return world.get(ATTACK, action.attack).state.attacker.player


def target_player(world: World, action: Any) -> int | None:
    """Who plays the target of the attack that an action names."""
    return world.get(ATTACK, action.attack).state.target.player


def attack_in(world: World, attack: RecordId, *phases: Phase) -> Record[Attack]:
    """The attack, in one of those phases. Raises RuleViolation saying what it waits for instead."""
    record = world.get(ATTACK, attack)
    if record.state.phase not in phases:
        raise not_now(record.state.phase)
    return record


def not_now(phase: Phase) -> UserError:
    """The refusal that says what an attack waits for instead."""
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


def acted_for(world: World, player: int | None) -> int | None:
    """Whom a game master acts for in the place of that player; None where it is their own to do.

    Raises NotAllowed where the campaign waits for its players (Q29), unless that one has left it.
    """
    if player is None or player == world.actor:
        return None
    require_may_act_for(world, player)
    return player


A = TypeVar("A")


def on_attack(
    *phases: Phase,
    by: Callable[[World, Any], int | None] | None = None,
    is_waited_for: bool = True,
    **declared: Any,
) -> Declares[RecordCopy[Attack], A]:
    """Declare what happens to an attack in one of those phases, on a copy of it as `correction` makes it.

    It is done by the player whom `by` names, or by a game master in their place, unless the campaign waits
    for its players and they are waited for there; without a `by` it is the game masters' alone.
    """

    def on(world: World, asked: Any) -> RecordCopy[Attack]:
        record = attack_in(world, asked.attack, *phases)
        player = acted_for(world, by(world, asked)) if by is not None and is_waited_for else None
        return RecordCopy(world, record.id, record.state, record.state, on_behalf_of=player)

    if by is not None:
        declared = {"may": Permit.OWNER_OR_GAME_MASTER, "owner": by} | declared
    return correction(on=on, already=None, **{"scope": attack_scope} | declared)


def _end(found: RecordCopy[Attack], end: End, **changes: Any) -> None:
    """End an attack and take it out of play."""
    found.change(phase=Phase.OVER, end=end, **changes)
    found.archive()


def _end_without_strike(found: RecordCopy[Attack], end: End, reason: str = "") -> None:
    _end(found, end)
    found.tell(AttackEnded(*found.state.names, end, reason))


# -- the attacker -----------------------------------------------------------------------------------


def _rolling(_attack: RecordId, state: Attack, _step: Step) -> Iterator[Press]:
    label = T("Requirement met: roll 3d10") if state.maneuver.requirement else T("Roll 3d10")
    yield Press("roll", label, is_main=True)


@on_attack(Phase.DECLARED, by=attacker_player, step=AtStep(ROLL, _rolling))
def roll_attack(found: RecordCopy[Attack], action: RollAttack, dice: Dice) -> None:
    """Roll 3d10. Raises RuleViolation once they are rolled, NotAllowed where only the player may."""
    rolled, told = _rolled(found.world, found.state, dice)
    found.put(rolled)
    found.tell(*told)


def _rolled(world: World, state: Attack, dice: Dice) -> tuple[Attack, tuple[Event, ...]]:
    """The attack with its 3d10; where all ways to assign them are one, they are assigned too."""
    values = dice.roll(3, HIGHEST, reason=title(state))
    rolled = replace(state, phase=Phase.ROLLED, revision=world.entry, dice=values)
    told = AttackRolled(*state.names, values)
    (order, _), *others = assignments(rolled.attack_dice, rolled.maneuver, rolled.floor)
    if others:
        return rolled, (told,)
    locked, laid = _laid(world, rolled, order)
    return locked, (told, laid)


def _laid(world: World, state: Attack, order: int) -> tuple[Attack, DiceAssigned]:
    """The attack with its dice locked in that order (K18, K19)."""
    final = finals(assigned(state.attack_dice, ORDERS[order]), state.maneuver, state.floor)
    locked = replace(state, phase=Phase.ASSIGNED, revision=world.entry, final=final)
    return locked, DiceAssigned(*state.names, state.dice, final)


def _assigning(_attack: RecordId, state: Attack, _step: Step) -> Iterator[Press]:
    for order, final in assignments(state.attack_dice, state.maneuver, state.floor):
        accuracy, speed, power = map(str, final)
        says = T("Accuracy {accuracy}, speed {speed}, power {power}")
        label = says.plain(accuracy=accuracy, speed=speed, power=power)
        yield Press(f"assign{order}", label, {"order": order})


@on_attack(Phase.ROLLED, by=attacker_player, step=AtStep(ASSIGN, _assigning))
def assign_dice(found: RecordCopy[Attack], action: AssignDice, dice: Dice) -> None:
    """Lock the dice in that order, with the maneuver's bonuses (K18, Q6). Raises RuleViolation."""
    if not 0 <= action.order < len(ORDERS):
        raise _no_such_way(len(ORDERS), action.order)
    locked, told = _laid(found.world, found.state, action.order)
    found.put(locked)
    found.tell(told)


@on_attack(Phase.DECLARED, by=attacker_player, is_waited_for=False, step=at(ROLL, "withdraw", T("Withdraw")))
def withdraw_attack(found: RecordCopy[Attack], action: WithdrawAttack, dice: Dice) -> None:
    """End the attack before any die fell. Raises RuleViolation once they did."""
    player = found.state.attacker.player
    found.on_behalf_of = None if player == found.world.actor else player
    _end_without_strike(found, End.WITHDRAWN)


def _veto(_attack: RecordId, _state: Attack, _step: Step) -> Iterator[Press]:
    ask = FormField("reason", T("Reason")(), REASON_LENGTH, hint=T("Everyone sees it")(), is_optional=True)
    yield Press("veto", T("Veto"), asks=(ask,))


@on_attack(*BEFORE_DEFENCE, step=tuple(AtStep(each, _veto, place=1) for each in (ROLL, ASSIGN, DEFEND)))
def veto_attack(found: RecordCopy[Attack], action: VetoAttack, dice: Dice) -> None:
    """End the attack before the defence is rolled (Q17). Raises RuleViolation later, or for a long reason."""
    reason = one_line(action.reason)
    if len(reason) > REASON_LENGTH:
        raise refused(
            "attack.reason",
            "A reason can have at most {most} characters, not {n}.",
            most=REASON_LENGTH,
            n=len(reason),
        )
    _end_without_strike(found, End.VETOED, reason)


# -- the defender -----------------------------------------------------------------------------------


@on_attack(
    Phase.ASSIGNED,
    by=target_player,
    step=at(DEFEND, "defend", T("Roll defense"), is_main=True, advance=DEFENDS),
)
def roll_defence(found: RecordCopy[Attack], action: RollDefence, dice: Dice) -> None:
    """Roll 2d10 (Q12). Raises RuleViolation once they are rolled, NotAllowed where only the player may."""
    state = found.state
    values = dice.roll(2, HIGHEST, reason=title(state))
    found.change(phase=Phase.DEFENDED, revision=found.world.entry, defence_dice=values)
    found.tell(DefenceRolled(state.target.name, state.attacker.name, values))


# -- What comes of an attack: the guard, the strike and its damage, or a full defense (K20 to K27) ---------


def strike_scope(action: SetGuard | ApplyDamage | LeaveStrike) -> Scope:
    """The attack with both its sides, and all that are under way: earlier ones are applied first."""
    return Scope((action.attack,), (Want(ATTACK.name),), links=True)


# -- the guard ------------------------------------------------------------------------------------


def _guarding(_attack: RecordId, state: Attack, _step: Step) -> Iterator[Press]:
    for way in ways(state):
        yield Press(f"guard{way}", guard_label(state, way), {"guarding": way})


@on_attack(Phase.DEFENDED, by=target_player, scope=strike_scope, step=AtStep(GUARD, _guarding))
def set_guard(found: RecordCopy[Attack], action: SetGuard, dice: Dice) -> None:
    """Lock the guard and see what gets through (K20 to K26, Q10), and count it where that is wanted at once.

    Raises RuleViolation for a guard that there isn't, NotAllowed where only the player may.
    """
    if not 0 <= action.guarding < len(WAYS):
        raise _no_such_way(len(WAYS), action.guarding)
    state = _resolved(found.world, found.state, action.guarding)
    found.put(state)
    found.tell(_told(state))
    if state.damage and found.world.setting(DAMAGE) == AT_ONCE:
        _apply_at_once(found, state.damage, state.counter)


def _apply_at_once(found: RecordCopy[Attack], amount: int, text: str) -> None:
    """Count it; where something is against that, the strike waits and a game master finds a way."""
    try:
        _apply(found, amount, text)
    except RuleViolation:
        return


def _resolved(world: World, state: Attack, way: int) -> Attack:
    held = guarding(way, state.line, state.guard_dice, state.pairs, state.cap)
    guarded = replace(state, guarding=held, outcome=held.outcome, revision=world.entry)
    if held.outcome is Outcome.FULL_DEFENSE:
        return replace(guarded, phase=Phase.HELD)
    does = _damage(guarded)
    # Whoever is out of play by now is struck all the same.
    target = world.records[state.target.id].state
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


# -- the strike -----------------------------------------------------------------------------------


def _applying(_attack: RecordId, state: Attack, _step: Step) -> Iterator[Press]:
    asks = (
        FormField("amount", T("Damage")(), 4, value=str(state.damage or ""), is_number=True),
        FormField(
            "counter",
            T("Counter")(),
            COUNTER_LENGTH,
            value=state.counter,
            is_optional=True,
            empty=T("Leave it empty for the usual one.")(),
        ),
    )
    if state.damage:
        # Without a counter where that is a secret.
        says = T("Apply {amount} to {counter}") if state.counter else T("Apply {amount} damage")
        label = says.plain(amount=state.damage, **({"counter": state.counter} if state.counter else {}))
        yield Press("apply", label, is_main=True)
        yield Press("edit", T("Edit"), asks=asks)
    else:
        yield Press("apply", T("Apply damage"), asks=asks, is_main=True)


@on_attack(Phase.STRUCK, scope=strike_scope, step=AtStep(APPLY, _applying))
def apply_damage(found: RecordCopy[Attack], action: ApplyDamage, dice: Dice) -> None:
    """Count the damage on the target's sheet. Raises RuleViolation for no amount, or before its turn."""
    amount = found.state.damage if action.amount is None else action.amount
    if amount is None:
        raise refused("attack.no_amount", "This strike has no formula. Say how much damage it does.")
    if not 1 <= amount <= MOST_COUNTED:
        raise refused(
            "attack.amount",
            "Damage can be 1 to {most}, not {given}. “Leave it” counts none.",
            most=MOST_COUNTED,
            given=amount,
        )
    typed = one_line(action.counter)
    if typed not in ("", found.state.counter):
        typed = counted_as(combatant(found.world, found.state.target.id).state, typed)
    _apply(found, amount, typed or found.state.counter)


@on_attack(Phase.STRUCK, scope=strike_scope, step=at(APPLY, "leave", T("Leave it")))
def leave_strike(found: RecordCopy[Attack], action: LeaveStrike, dice: Dice) -> None:
    """End the attack with nothing counted. Raises RuleViolation before its turn."""
    _require_first(found)
    _end_without_strike(found, End.LEFT)


def _apply(found: RecordCopy[Attack], amount: int, text: str) -> None:
    """Count it on the target's sheet; nothing is changed where it can't be. Raises RuleViolation."""
    _require_first(found)
    state, target = found.state, combatant(found.world, found.state.target.id)
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
    found.change_other(target, counters={**counters, name: after})
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
        _end(found, End.APPLIED, applied=amount, counter=name)
        found.tell(told)
        return
    known = name if state.strike is not None and state.strike.counter.casefold() == name.casefold() else ""
    _end(found, End.APPLIED, applied=amount, counter=known)
    public = replace(told, counter=known, before=None, after=None, reached=())
    found.tell(public, replace(told, audience=GAME_MASTERS))


def _require_first(found: RecordCopy[Attack]) -> None:
    """See that strikes are applied in the order of their attacks. Raises RuleViolation naming the first."""
    earlier = [
        other.state
        for other in found.world.all(ATTACK)
        if other.state.target.id == found.state.target.id
        and other.state.phase is Phase.STRUCK
        and other.state.declared < found.state.declared
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


@on_attack(
    Phase.HELD,
    by=target_player,
    is_waited_for=False,
    step=at(COUNTER, "pass", T("Let it pass"), is_main=True, advance=LETS_PASS, place=1),
)
def let_pass(found: RecordCopy[Attack], action: LetPass, dice: Dice) -> None:
    """End a full defense without an answer. Raises NotAllowed where only the player may decide on it."""
    state = found.state
    found.on_behalf_of = acted_for(found.world, state.target.player) if state.may_answer else None
    _end_without_strike(found, End.DEFENDED)


def _may_be_allowed(state: Attack) -> bool:
    # Game masters strike back with their own whenever they like: whose guard allows it stays their secret.
    return state.target.player is not None and not state.may_answer


@on_attack(Phase.HELD, step=at(COUNTER, "allow", T("Allow counterattack"), when=_may_be_allowed))
def allow_counter(found: RecordCopy[Attack], action: AllowCounter, dice: Dice) -> None:
    """Let the defender's player strike back (Q15). Raises RuleViolation where the guard allows it anyway."""
    state = found.state
    if state.may_answer or state.guarding is None:
        raise refused("attack.allowed", "The defender may already strike back.")
    found.change(counters=(*state.counters, state.guarding.guard), revision=found.world.entry)
    found.tell(CounterAllowed(state.attacker.name, state.target.name))


# -- An attack is declared, of one's own accord or as the answer to another (K16, K24, Q15 to Q20) ---------


Fighter = Record[Hero] | Record[Npc]


def declare_scope(action: DeclareAttack) -> Scope:
    """Both sides with their pictures, the maneuver, the attack answered, and those on the same target."""
    answered = (action.answers,) if action.answers is not None else ()
    ids = (action.attacker, action.target, action.maneuver, *answered)
    return Scope(ids, (Want(ATTACK.name, parent=action.target),), links=True)


def fighter(world: World, record: RecordId) -> Fighter:
    """The combatant of that id, as far as who acts may know of it. Raises RuleViolation."""
    found = world.records.get(record)
    is_hidden = found is not None and isinstance(found.state, Npc) and found.state.known is Known.HIDDEN
    if is_hidden and world.standing is not Standing.GAME_MASTER:
        # Refused in the words for what isn't here at all.
        return world.get(HERO, record)
    return combatant(world, record)


def fighter_player(world: World, action: DeclareAttack) -> int | None:
    """The attacker's player."""
    return fighter(world, action.attacker).state.player


@action(
    may=Permit.OWNER_OR_GAME_MASTER,
    scope=declare_scope,
    owner=fighter_player,
    confirms=True,
    button="Attack",
)
def declare_attack(world: World, action: DeclareAttack, dice: Dice) -> Result:
    """Open the attack, with a copy of all it uses, and roll where that is wanted and the actor's to do.

    Raises RuleViolation for who or what can't fight.
    """
    attacker, target = fighter(world, action.attacker), fighter(world, action.target)
    player = acted_for(world, attacker.state.player)
    maneuver = _maneuver(world, attacker, action.maneuver)
    _require_target(world, attacker, target)
    ending = _answered(world, action)
    place = 1 + sum(record.state.target.id == target.id for record in world.all(ATTACK))
    state = replace(
        _attack(_side(attacker), _side(target), target.state, maneuver),
        floor=world.setting(FLOOR) == AT_LEAST_1,
        cap=world.setting(CAP) == AT_MOST_10,
        answers=action.answers,
        place=place,
        declared=world.entry,
    )
    told = AttackDeclared(
        attacker.state.name, target.state.name, maneuver, place, is_counter=action.answers is not None
    )
    named, revealed = _named(world, attacker, target)
    # Another player's dice are theirs to roll.
    state, fell = _rolled(world, state, dice) if action.rolls and player is None else (state, ())
    changes = (Open(world.new_id(), ATTACK.name, state), *ending, *named)
    return Result(changes, (told, *fell, *revealed), on_behalf_of=player)


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


def _maneuver(world: World, attacker: Fighter, maneuver: RecordId) -> Maneuver:
    """The maneuver; a hero must know it (K16), the game masters' own use any of the library."""
    found = world.get(MANEUVER, maneuver)
    if isinstance(attacker.state, Hero) and maneuver not in attacker.state.maneuvers:
        raise refused(
            "attack.unknown_maneuver",
            "{maneuver} isn't on the sheet of {name}. Choose a maneuver that is, or `/sk learn` it first.",
            name=attacker.state.name,
            maneuver=found.state.name,
        )
    return found.state


def _require_target(world: World, attacker: Fighter, target: Fighter) -> None:
    if attacker.id == target.id:
        raise refused("attack.oneself", "Nobody can attack themselves. Choose another target.")
    player = target.state.player
    if player is not None and player != world.actor and has_left(world.campaign, player):
        raise refused(
            "attack.player_gone",
            "{name} can't be attacked: {player:@} isn't in this campaign, so nobody would defend. Give "
            "the hero to somebody who is with `/campaign handover`.",
            name=target.state.name,
            player=player,
        )


def _named(world: World, *sides: Fighter) -> tuple[tuple[Change, ...], tuple[NpcRevealed, ...]]:
    """Those who were hidden: in an attack everybody reads their name."""
    changes: list[Change] = []
    told: list[NpcRevealed] = []
    for side in sides:
        if isinstance(side.state, Npc) and side.state.known is Known.HIDDEN:
            record, npc = world.get(NPC, side.id), side.state
            says = T("The table doesn't know {name} yet: this attack shows the name to everybody.")
            world.note(says(name=npc.name))
            changes += known_as(world, record, Known.NAMED)
            told.append(NpcRevealed(record.id, npc.name, npc.is_horde, npc.known, Known.NAMED))
    return tuple(changes), tuple(told)


# -- as an answer ---------------------------------------------------------------------------------


def _answered(world: World, action: DeclareAttack) -> tuple[Change, ...]:
    """The end of the attack that this one answers (K24). Raises RuleViolation where none may be answered."""
    if action.answers is None:
        return ()
    record = world.get(ATTACK, action.answers)
    state = record.state
    sides = (state.target.id, state.attacker.id)
    if state.phase is not Phase.HELD or state.guarding is None or sides != (action.attacker, action.target):
        raise refused(
            "attack.nothing_to_answer",
            "There's no full defense to answer. Only the target of an attack can strike back, and only at "
            "its attacker.",
        )
    if not state.may_answer and world.standing is not Standing.GAME_MASTER:
        raise refused(
            "attack.not_allowed",
            "{name} can't strike back after a {guard:lower} unless a game master allows it on the "
            "attack's card.",
            name=state.target.name,
            guard=state.guarding.guard,
        )
    return (Replace(record.id, replace(state, phase=Phase.OVER, end=End.COUNTERED), archive=True),)
