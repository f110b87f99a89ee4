"""What waits in an attack: in each phase one step, for the one side whose turn it is.

Everybody who sees an attack can read these labels, so none of them tells a target's bonuses or counters.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from bot.engine.system import Ask, Choice, RecordId, Step
from bot.systems.second_kingdom.rules.attack import Attack, Phase
from bot.systems.second_kingdom.rules.blows import (
    AllowCounter,
    ApplyDamage,
    AssignDice,
    LeaveStrike,
    LetPass,
    RollAttack,
    RollDefence,
    SetGuard,
    VetoAttack,
    WithdrawAttack,
)
from bot.systems.second_kingdom.rules.maneuvers import ATTACK_DICE
from bot.systems.second_kingdom.rules.state import COUNTER_LENGTH
from bot.systems.second_kingdom.rules.strikes import FACES, WAYS, assignments, guardings
from bot.systems.second_kingdom.words import attacks as words

REASON_LENGTH = 200


def title(state: Attack) -> str:
    """The attack in a line."""
    return words.title(state.attacker.name, state.target.name, state.maneuver.name)


def steps(attack: RecordId, state: Attack) -> Sequence[Step]:
    """The step of the attack's phase; none once it is over."""
    if state.phase is Phase.OVER:
        return ()
    name, label, choices = _STEPS[state.phase]
    return (Step(name, label(state), state.acting, tuple(choices(attack, state)), state.revision),)


# -- the attacker -----------------------------------------------------------------------------------


def _declared(attack: RecordId, state: Attack) -> Iterable[Choice]:
    label = words.ROLL_AS_MET if state.maneuver.requirement else words.ROLL
    yield Choice("roll", label, RollAttack(attack), is_main=True)
    yield Choice("withdraw", words.WITHDRAW, WithdrawAttack(attack))
    yield _veto(attack)


def _veto(attack: RecordId) -> Choice:
    ask = Ask("reason", words.REASON, REASON_LENGTH, hint=words.REASON_HINT, is_optional=True)
    return Choice("veto", words.VETO, VetoAttack(attack), asks=(ask,))


def _rolled(attack: RecordId, state: Attack) -> Iterable[Choice]:
    for order, final in assignments(state.attack_dice, state.maneuver, state.floor):
        yield Choice(f"assign{order}", words.finals(*final), AssignDice(attack, order))
    yield _veto(attack)


# -- the defender -----------------------------------------------------------------------------------


def _assigned(attack: RecordId, _state: Attack) -> Iterable[Choice]:
    yield Choice("defend", words.ROLL_DEFENCE, RollDefence(attack), is_main=True)
    yield _veto(attack)


def _defended(attack: RecordId, state: Attack) -> Iterable[Choice]:
    for way in ways(state):
        yield Choice(f"guard{way}", _guard_label(state, way), SetGuard(attack, way))


def ways(state: Attack) -> Sequence[int]:
    """The guards to choose from: those that differ; where bonuses are secret, in what everybody knows."""
    if state.is_secret:
        first, second = state.guard_dice
        return [way for way, (_, turns_dice, _) in enumerate(WAYS) if first != second or not turns_dice]
    return sorted(way for way, _ in guardings(state.line, state.guard_dice, state.pairs, state.cap))


def _guard_label(state: Attack, way: int) -> str:
    guard, turns_dice, turns_bonuses = WAYS[way]
    faced = ATTACK_DICE[FACES[guard][0]]
    return words.guard(guard, state.guard_dice[turns_dice], faced, turns_bonuses=turns_bonuses)


# -- what comes of it -------------------------------------------------------------------------------


def _struck(attack: RecordId, state: Attack) -> Iterable[Choice]:
    edit = ApplyDamage(attack)
    asks = (
        Ask("amount", words.AMOUNT, 4, value=str(state.damage or ""), is_number=True),
        Ask(
            "counter",
            words.COUNTER,
            COUNTER_LENGTH,
            hint=words.COUNTER_HINT,
            value=state.counter,
            is_optional=True,
        ),
    )
    if state.damage:
        yield Choice("apply", words.apply(state.damage, state.counter), edit, is_main=True)
        yield Choice("edit", words.EDIT, edit, asks=asks)
    else:
        yield Choice("apply", words.APPLY_SOMETHING, edit, asks=asks, is_main=True)
    yield Choice("leave", words.LEAVE, LeaveStrike(attack))


def _held(attack: RecordId, state: Attack) -> Iterable[Choice]:
    # Game masters strike back with their own whenever they like: whose guard allows it stays their secret.
    if state.target.player is not None and not state.may_answer:
        yield Choice("allow", words.ALLOW, AllowCounter(attack))
    yield Choice("pass", words.PASS, LetPass(attack), is_main=True)


# -- by phase ---------------------------------------------------------------------------------------

Label = Callable[[Attack], str]
Choices = Callable[[RecordId, Attack], Iterable[Choice]]


def _defending(state: Attack) -> tuple[str, str, str]:
    return state.target.name, state.attacker.name, state.maneuver.name


_STEPS: dict[Phase, tuple[str, Label, Choices]] = {
    Phase.DECLARED: ("roll", title, _declared),
    Phase.ROLLED: ("assign", lambda state: words.assign_label(title(state)), _rolled),
    Phase.ASSIGNED: ("defend", lambda state: words.defend_label(*_defending(state)), _assigned),
    Phase.DEFENDED: ("guard", lambda state: words.guard_label(*_defending(state)), _defended),
    Phase.STRUCK: ("apply", lambda state: words.apply_label(title(state)), _struck),
    Phase.HELD: (
        "counter",
        lambda state: words.counter_label(state.target.name, state.attacker.name),
        _held,
    ),
}
