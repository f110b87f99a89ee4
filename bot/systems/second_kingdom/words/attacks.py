"""Attacks: what waits in each of their steps, what is refused, and their parts in an undo."""

from __future__ import annotations

from typing import Any

from bot.engine.words import safe

# -- what waits -----------------------------------------------------------------------------------

ROLL, ROLL_AS_MET = "Roll 3d10", "Requirement met: roll 3d10"
WITHDRAW, VETO = "Withdraw", "Veto"
ROLL_DEFENCE = "Roll defence"
APPLY_SOMETHING, EDIT, LEAVE = "Apply damage", "Edit", "Leave it"
PASS, ALLOW = "Let it pass", "Allow counter-attack"
REASON, REASON_HINT = "Why not", "Everybody reads it"
AMOUNT, COUNTER, COUNTER_HINT = "Damage", "Counter", "Empty: the usual one"

DICE = {"accuracy": "accuracy", "speed": "speed", "power": "power"}
GUARDS = {"dodge": "Dodge", "parry": "Parry", "block": "Block"}
# Where nothing else says what damage counts as.
WOUNDS = "Wounds"


def title(attacker: str, target: str, maneuver: str) -> str:
    """An attack, in a list."""
    return f"{attacker} attacks {target}: {maneuver}"


def assign_label(title: str) -> str:
    """Dice that wait to be assigned, in a list."""
    return f"{title} – assign the dice"


def defend_label(target: str, attacker: str, maneuver: str) -> str:
    """A defence that waits to be rolled, in a list."""
    return f"{target} is attacked by {attacker}: {maneuver}"


def guard_label(target: str, attacker: str, maneuver: str) -> str:
    """A guard that waits to be chosen, in a list."""
    return f"{defend_label(target, attacker, maneuver)} – choose the guard"


def apply_label(title: str) -> str:
    """A strike that waits to be applied, in a list."""
    return f"{title} – apply the strike"


def counter_label(target: str, attacker: str) -> str:
    """A full defense that may be answered, in a list."""
    return f"{target} held against {attacker}: strike back?"


def finals(accuracy: int, speed: int, power: int) -> str:
    """One way to lay out the attack dice."""
    return f"Accuracy {accuracy}, speed {speed}, power {power}"


def guard(name: str, die: int, faced: str, *, turns_bonuses: bool) -> str:
    """One way to guard; what the bonuses are stands in no label."""
    way = f"{GUARDS[name]}, {die} faces {DICE[faced]}"
    return f"{way}, bonuses exchanged" if turns_bonuses else way


def apply(amount: int, counter: str) -> str:
    """The button that applies what was computed; without a counter where that is a secret."""
    return f"Apply {amount} to {counter}" if counter else f"Apply {amount} damage"


# -- refused: declaring ---------------------------------------------------------------------------

ONESELF = "Nobody attacks themselves; name another target."


def player_gone(name: str, player: str) -> str:
    """A target whose player is in the campaign no more."""
    return (
        f"{name} can't be attacked now: {player} isn't in this campaign, so nobody would defend. "
        "`/campaign handover` gives the hero to somebody who is."
    )


def unknown_maneuver(name: str, maneuver: str) -> str:
    """A maneuver that isn't on the hero's sheet."""
    return (
        f"{name} doesn't know {maneuver}; choose one of the maneuvers on the sheet, or `/sk learn` it first."
    )


NOTHING_TO_ANSWER = (
    "There is no full defense to answer: only who held off an attack strikes back, at its attacker."
)


def not_allowed(name: str, guard: str) -> str:
    """A counter-attack that neither the guard nor a game master allows."""
    return (
        f"{name} doesn't strike back with a {GUARDS[guard].lower()} unasked; "
        "a game master can allow it on the attack's card."
    )


# -- refused: on the way --------------------------------------------------------------------------

WAITS_FOR = {
    "declared": "its attack dice",
    "rolled": "its dice to be assigned",
    "assigned": "the defence dice",
    "defended": "the guard to be chosen",
    "struck": "a game master to apply the strike",
    "held": "word on a counter-attack",
}


def not_now(phase: str) -> str:
    """A step that isn't the attack's next one."""
    if phase not in WAITS_FOR:
        return "This attack is over; nothing was changed."
    return f"This attack waits for {WAITS_FOR[phase]} now; nothing was changed."


def no_such_way(most: int, given: int) -> str:
    """An order of dice, or a guard, that there isn't."""
    return f"There are {most} ways, numbered from 0; {given} is none of them."


def bad_reason(most: int, length: int) -> str:
    """A veto in too many words."""
    return f"A reason has at most {most} characters; this has {length}."


# -- refused: damage ------------------------------------------------------------------------------

NO_AMOUNT = "This strike has no formula, so say how much damage it does."


def bad_amount(most: int, given: int) -> str:
    """Damage out of its range."""
    return f"Damage is 1 to {most}, not {given}; “{LEAVE}” counts nothing."


def earlier_first(title: str, entry: int) -> str:
    """Another attack on the same target was declared before this one and waits to be applied."""
    return f"“{title}” (#{entry}) was declared earlier and comes first: apply or leave that strike."


def no_room(name: str, most: int, counter: str) -> str:
    """A target whose sheet takes no further counter."""
    return f"{name} has {most} counters and none called “{counter}”; choose one of them with “{EDIT}”."


ALLOWED_ALREADY = "That is allowed already; the defender may strike back."


# -- in an undo -----------------------------------------------------------------------------------

PHASES = {
    "declared": "declared",
    "rolled": "dice rolled",
    "assigned": "dice assigned",
    "defended": "defence rolled",
    "struck": "a strike",
    "held": "a full defense",
    "over": "over",
}
OUTCOMES = {"full_defense": "full defense", "minor": "minor strike", "major": "major strike"}
ENDS = {
    "withdrawn": "withdrawn",
    "vetoed": "vetoed",
    "applied": "applied",
    "left": "left without damage",
    "defended": "full defense",
    "countered": "answered",
}
FIELDS = {
    "phase": "stands",
    "dice": "attack dice",
    "final": "accuracy, speed, power",
    "defence_dice": "defence dice",
    "guarding": "guard",
    "outcome": "outcome",
    "damage": "damage",
    "applied": "applied",
    "counter": "counter",
    "counters": "strikes back after",
    "end": "end",
    "revision": "",
    "player": "player",
}
VALUES = {
    "phase": PHASES,
    "outcome": OUTCOMES,
    "end": ENDS,
    "counters": {name: label.lower() for name, label in GUARDS.items()},
}


def part(path: tuple[str, ...], value: Any) -> tuple[str, str | None]:
    """A part of an attack; of its sides, who plays them."""
    name = path[-1]
    return FIELDS.get(name, safe(name)), _value(name, value)


def _value(name: str, value: Any) -> str | None:
    if value is None or value == "" or value == []:
        return None
    if isinstance(value, list):
        return ", ".join(VALUES.get(name, {}).get(each, safe(str(each), 80)) for each in value)
    if name == "player":
        return f"<@{value}>"
    if name == "guarding":
        first, second = value["totals"]
        return f"{GUARDS[value['guard']].lower()}, {first} and {second}"
    return VALUES.get(name, {}).get(value) or safe(str(value), 80)
