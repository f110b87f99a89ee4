"""What waits in an attack: in each phase one step, for the one side whose turn it is.

Everybody who sees an attack can read these labels, so none of them tells a target's bonuses or counters."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from bot.engine.pace import DECIDES, Silent, Tempo, acts
from bot.engine.parts import named
from bot.engine.system import Ask, Choice, Kind, RecordId, Step
from bot.engine.text import Labelled, Safe, T, safe
from bot.systems.second_kingdom.attacks.maneuvers import ATTACK_DICE
from bot.systems.second_kingdom.attacks.state import (
    FACES,
    WAYS,
    AllowCounter,
    ApplyDamage,
    AssignDice,
    Attack,
    End,
    LeaveStrike,
    LetPass,
    Outcome,
    Phase,
    RollAttack,
    RollDefence,
    SetGuard,
    VetoAttack,
    WithdrawAttack,
    assignments,
    attack_view,
    guardings,
    handed_over,
)
from bot.systems.second_kingdom.state import COUNTER_LENGTH, Guard

REASON_LENGTH = 200
# Answers in advance: to defend, and not to strike back.
DEFENDS, LETS_PASS = "second_kingdom.defends", "second_kingdom.lets_pass"


def _sides(state: Attack) -> dict[str, str]:
    return dict(zip(("attacker", "target", "maneuver"), state.names, strict=True))


def title(state: Attack) -> str:
    """The attack in a line."""
    return T("Attack by {attacker} on {target}: {maneuver}").plain(**_sides(state))


def steps(attack: RecordId, state: Attack) -> Sequence[Step]:
    """The step of the attack's phase; none once it is over."""
    if state.phase is Phase.OVER:
        return ()
    name, label, choices, silent = _STEPS[state.phase]
    found = tuple(choices(attack, state))
    return (Step(name, label(state), state.acting, found, state.revision, silent=silent),)


# -- the attacker -----------------------------------------------------------------------------------


def _declared(attack: RecordId, state: Attack) -> Iterable[Choice]:
    label = T("Requirement met: roll 3d10")() if state.maneuver.requirement else T("Roll 3d10")()
    yield Choice("roll", label, RollAttack(attack), is_main=True)
    yield Choice("withdraw", T("Withdraw")(), WithdrawAttack(attack))
    yield _veto(attack)


def _veto(attack: RecordId) -> Choice:
    ask = Ask("reason", T("Reason")(), REASON_LENGTH, hint=T("Everyone sees it")(), is_optional=True)
    return Choice("veto", T("Veto")(), VetoAttack(attack), asks=(ask,))


def _rolled(attack: RecordId, state: Attack) -> Iterable[Choice]:
    for order, final in assignments(state.attack_dice, state.maneuver, state.floor):
        accuracy, speed, power = map(str, final)
        says = T("Accuracy {accuracy}, speed {speed}, power {power}")
        label = says.plain(accuracy=accuracy, speed=speed, power=power)
        yield Choice(f"assign{order}", label, AssignDice(attack, order))
    yield _veto(attack)


# -- the defender -----------------------------------------------------------------------------------


def _assigned(attack: RecordId, _state: Attack) -> Iterable[Choice]:
    yield Choice("defend", T("Roll defense")(), RollDefence(attack), is_main=True, advance=DEFENDS)
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
    """One way to guard; what the bonuses are stands in no label."""
    guard, turns_dice, turns_bonuses = WAYS[way]
    says = (
        T("{guard}, {die} faces {faced}, bonuses swapped")
        if turns_bonuses
        else T("{guard}, {die} faces {faced}")
    )
    return says.plain(guard=guard, die=state.guard_dice[turns_dice], faced=ATTACK_DICE[FACES[guard][0]])


# -- what comes of it -------------------------------------------------------------------------------


def _struck(attack: RecordId, state: Attack) -> Iterable[Choice]:
    edit = ApplyDamage(attack)
    asks = (
        Ask("amount", T("Damage")(), 4, value=str(state.damage or ""), is_number=True),
        Ask(
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
        yield Choice("apply", label, edit, is_main=True)
        yield Choice("edit", T("Edit")(), edit, asks=asks)
    else:
        yield Choice("apply", T("Apply damage")(), edit, asks=asks, is_main=True)
    yield Choice("leave", T("Leave it")(), LeaveStrike(attack))


def _held(attack: RecordId, state: Attack) -> Iterable[Choice]:
    # Game masters strike back with their own whenever they like: whose guard allows it stays their secret.
    if state.target.player is not None and not state.may_answer:
        yield Choice("allow", T("Allow counterattack")(), AllowCounter(attack))
    yield Choice("pass", T("Let it pass")(), LetPass(attack), is_main=True, advance=LETS_PASS)


# -- by phase ---------------------------------------------------------------------------------------

Label = Callable[[Attack], str]
Choices = Callable[[RecordId, Attack], Iterable[Choice]]


_STEPS: dict[Phase, tuple[str, Label, Choices, Silent]] = {
    Phase.DECLARED: ("roll", title, _declared, DECIDES),
    Phase.ROLLED: (
        "assign",
        lambda state: T("{title} – assign the dice").plain(title=title(state)),
        _rolled,
        DECIDES,
    ),
    Phase.ASSIGNED: (
        "defend",
        lambda state: T("Defense by {target} against {attacker}: {maneuver}").plain(**_sides(state)),
        _assigned,
        DECIDES,
    ),
    Phase.DEFENDED: (
        "guard",
        lambda state: T("Defense by {target} against {attacker}: {maneuver} – choose the guard").plain(
            **_sides(state)
        ),
        _defended,
        DECIDES,
    ),
    Phase.STRUCK: (
        "apply",
        lambda state: T("{title} – apply the strike").plain(title=title(state)),
        _struck,
        DECIDES,
    ),
    Phase.HELD: (
        "counter",
        lambda state: T("{target} held against {attacker}: strike back?").plain(
            target=state.target.name, attacker=state.attacker.name
        ),
        _held,
        acts("pass", T("lets it pass")),
    ),
}


# -- in the preview of an undo --------------------------------------------------------------------

FIELDS = {
    "attacker": T("attacker"),
    "target": T("target"),
    "player": T("player"),
    "maneuver": T("maneuver"),
    "defences": T("defenses"),
    "floor": T("floor"),
    "cap": T("cap"),
    "outcome": T("outcome"),
    "damage": T("damage"),
    "applied": T("applied damage"),
    "counter": T("counter"),
    "end": T("end"),
    "answers": T("answers"),
    "declared": T("declaration"),
    "phase": T("phase"),
    "dice": T("attack dice"),
    "final": T("accuracy, speed, power"),
    "defence_dice": T("defense dice"),
    "guarding": T("guard"),
    "counters": T("guard for the counter"),
}
# What is said of a part by the label of its value.
LABELLED: Mapping[str, type[Labelled]] = {"phase": Phase, "outcome": Outcome, "end": End, "counters": Guard}


def part(path: tuple[str, ...], value: Any) -> tuple[str, str | None]:
    """A part of an attack; of its sides, who plays them."""
    name = path[-1]
    return named(FIELDS, name), _said(name, value)


def _said(name: str, value: Any) -> str | None:
    if value is None or value in ("", []):
        return None
    if isinstance(value, list):
        return ", ".join(filter(None, (_said(name, each) for each in value)))
    if name == "player":
        return T("{player:@}")(player=value)
    if name == "guarding":
        return T("{guard:lower}, {totals}")(guard=Guard(value["guard"]), totals=value["totals"])
    return T("{label:lower}")(label=LABELLED[name](value)) if name in LABELLED else safe(str(value), 80)


def line(state: Attack) -> Safe | None:
    """How far it has come; its title says the maneuver."""
    return T("{phase}")(phase=state.phase) if state.phase is not Phase.OVER else None


ATTACK: Kind[Attack] = Kind(
    "attack",
    Attack,
    title=title,
    owner=lambda state: state.acting,
    parent=lambda state: state.target.id,
    links=lambda state: (state.attacker.id, state.target.id),
    tempo=Tempo.FIGHT,
    line=line,
    waiting=steps,
    view=attack_view,
    hand_over=handed_over,
    goes_along=True,
    has_live_card=True,
    word=part,
    ending="end",
)
