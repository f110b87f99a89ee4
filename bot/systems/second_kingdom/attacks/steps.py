"""What waits in an attack: in each phase one step, for the one side whose turn it is.

Everybody who sees an attack can read these labels, so none of them tells a target's bonuses or counters."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from bot.engine.pace import DECIDES, Silent, Tempo, acts
from bot.engine.system import Kind, RecordId, Step
from bot.engine.text import Safe, T
from bot.systems.second_kingdom.attacks.maneuvers import ATTACK_DICE
from bot.systems.second_kingdom.attacks.state import (
    FACES,
    WAYS,
    Attack,
    Phase,
    attack_view,
    guardings,
    handed_over,
)

REASON_LENGTH = 200
# The sorts of step, in the order of the phases; one roll is of an attack, others are of challenges.
ROLL, ASSIGN, DEFEND, GUARD, APPLY, COUNTER = SORTS = (
    "attack_roll", "assign", "defend", "guard", "apply", "counter",
)  # fmt: skip
# Answers in advance: to defend, and not to strike back.
DEFENDS, LETS_PASS = "second_kingdom.defends", "second_kingdom.lets_pass"


def _sides(state: Attack) -> dict[str, str]:
    return dict(zip(("attacker", "target", "maneuver"), state.names, strict=True))


def title(state: Attack) -> str:
    """The attack in a line."""
    return T("Attack by {attacker} on {target}: {maneuver}").plain(**_sides(state))


def steps(_attack: RecordId, state: Attack) -> Sequence[Step]:
    """The step of the attack's phase; none once it is over."""
    if state.phase is Phase.OVER:
        return ()
    name, label, silent = _STEPS[state.phase]
    sort = ROLL if name == "roll" else name
    return (Step(name, label(state), state.acting, revision=state.revision, silent=silent, sort=sort),)


def ways(state: Attack) -> Sequence[int]:
    """The guards to choose from: those that differ; where bonuses are secret, in what everybody knows."""
    if state.is_secret:
        first, second = state.guard_dice
        return [way for way, (_, turns_dice, _) in enumerate(WAYS) if first != second or not turns_dice]
    return sorted(way for way, _ in guardings(state.line, state.guard_dice, state.pairs, state.cap))


def guard_label(state: Attack, way: int) -> str:
    """One way to guard; what the bonuses are stands in no label."""
    guard, turns_dice, turns_bonuses = WAYS[way]
    says = (
        T("{guard}, {die} faces {faced}, bonuses swapped")
        if turns_bonuses
        else T("{guard}, {die} faces {faced}")
    )
    return says.plain(guard=guard, die=state.guard_dice[turns_dice], faced=ATTACK_DICE[FACES[guard][0]])


# -- by phase ---------------------------------------------------------------------------------------

Label = Callable[[Attack], str]


_STEPS: dict[Phase, tuple[str, Label, Silent]] = {
    Phase.DECLARED: ("roll", title, DECIDES),
    Phase.ROLLED: (
        "assign",
        lambda state: T("{title} – assign the dice").plain(title=title(state)),
        DECIDES,
    ),
    Phase.ASSIGNED: (
        "defend",
        lambda state: T("Defense by {target} against {attacker}: {maneuver}").plain(**_sides(state)),
        DECIDES,
    ),
    Phase.DEFENDED: (
        "guard",
        lambda state: T("Defense by {target} against {attacker}: {maneuver} – choose the guard").plain(
            **_sides(state)
        ),
        DECIDES,
    ),
    Phase.STRUCK: (
        "apply",
        lambda state: T("{title} – apply the strike").plain(title=title(state)),
        DECIDES,
    ),
    Phase.HELD: (
        "counter",
        lambda state: T("{target} held against {attacker}: strike back?").plain(
            target=state.target.name, attacker=state.attacker.name
        ),
        acts("pass", T("lets it pass")),
    ),
}


# -- in the preview of an undo --------------------------------------------------------------------


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
    steps=SORTS,
    view=attack_view,
    hand_over=handed_over,
    goes_along=True,
    has_live_card=True,
    ending="end",
)
