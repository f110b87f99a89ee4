"""Attacks: what waits in each of their steps, what is refused, and their parts in an undo."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from bot.engine.words import safe
from bot.systems.second_kingdom.words import pair

# -- what waits -----------------------------------------------------------------------------------


DICE = {"accuracy": "accuracy", "speed": "speed", "power": "power"}
GUARDS = {"dodge": "Dodge", "parry": "Parry", "block": "Block"}
# Where nothing else says what damage counts as.


def guard(name: str, die: int, faced: str, *, turns_bonuses: bool) -> str:
    """One way to guard; what the bonuses are stands in no label."""
    way = f"{GUARDS[name]}, {die} faces {DICE[faced]}"
    return f"{way}, bonuses exchanged" if turns_bonuses else way


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


# At the beginning of a line.
ATTACK_CARDS_OUTCOMES = {name: told.capitalize() for name, told in OUTCOMES.items()}

# -- commands, buttons and lists ------------------------------------------------------------------

LOCK = "Lock"
# A phone shows about 32 characters of these.


def strike_back(maneuver: str) -> str:
    """The button that declares a counter-attack."""
    return f"Strike back with {maneuver}"


# -- refused --------------------------------------------------------------------------------------


# -- the card -------------------------------------------------------------------------------------


def attack_cards_title(attacker: str, target: str, maneuver: str, *, is_counter: bool) -> str:
    """Who attacks whom with what."""
    deed = "strikes back at" if is_counter else "attacks"
    return f"{attacker} {deed} {target} with {maneuver}"


def ordinal(number: int) -> str:
    """Which of several."""
    endings = {1: "st", 2: "nd", 3: "rd"}
    teens = number % 100 in (11, 12, 13)
    return f"{number}{'th' if teens else endings.get(number % 10, 'th')}"


def total(die: int, added: int) -> str:
    """A die and what is added to it, if anything is."""
    if not added:
        return f"{die}"
    return f"{die} − {-added}" if added < 0 else f"{die} + {added}"


def outcome(name: str, strike: str) -> str:
    """What the attack comes to, with the strike's name if it has one."""
    named = f": {strike}" if strike else ""
    return f"**{ATTACK_CARDS_OUTCOMES[name]}{named}.**"


OPEN_STRIKE = "The maneuver leaves this strike open; a game master says what it does."


def damage(formula: str, number: int) -> str:
    """What a strike's formula comes to."""
    return f"Damage: {formula} = **{number}**"


ATTACK_CARDS_ENDS = {
    "withdrawn": "it was withdrawn before any die fell",
    "vetoed": "a game master vetoed it",
    "applied": "its strike is applied",
    "left": "nothing was counted for its strike",
    "defended": "it was held, and nobody strikes back",
    "countered": "it was held, and answered with a counter-attack",
}


def ended(end: str) -> str:
    """How it came to its end."""
    return f"Over: {ATTACK_CARDS_ENDS[end]}."


# -- who acts -------------------------------------------------------------------------------------


# -- panels ---------------------------------------------------------------------------------------

LOCKS_NOTHING = f"Choosing locks nothing: **{LOCK}** does."
DECLARES_NOTHING = f"Choosing declares nothing: **{strike_back('…')}** does."
NO_ODDS = "Only game masters know the target's defences, and with them the odds."


def chances(parts: Sequence[tuple[str, str]]) -> str:
    """The chance of each outcome, in a list."""
    return " · ".join(f"{OUTCOMES[name].removesuffix(' strike')} {chance}" for name, chance in parts)


def comes_to(name: str, guard: str, damage: int | None, *, is_suggested: bool) -> str:
    """What a guard comes to, in a list, and which guard it is."""
    told = f"{ATTACK_CARDS_OUTCOMES[name]} · {GUARDS[guard].lower()}"
    told = told if damage is None else f"{told}, {damage} damage"
    return f"{told} (suggested)" if is_suggested else told


def half(die: int, added: int, defence: int, faced: tuple[str, int], *, is_beaten: bool) -> str:
    """One defence die with its bonus, which may be capped, against the attack die it faces."""
    sign = "=" if die + added == defence else "→"
    # Without spaces: a phone shows about fifty characters of it.
    summed = f"{total(die, added)}{sign}{defence}".replace(" ", "") if added else f"{defence}"
    name, attack = faced
    return f"{summed} {'falls to' if is_beaten else 'holds'} {name} {attack}"


# -- Maneuvers: written for the library, read back, and shown on cards -------------------------------------


ACCURACY, SPEED, POWER = "accuracy", "speed", "power"

# -- the form -------------------------------------------------------------------------------------

REQUIREMENT = "Requirement"
MINOR = "Minor strike"
MAJOR = "Major strike"

# -- on cards -------------------------------------------------------------------------------------


def signed(number: int) -> str:
    """A bonus with its sign."""
    return f"{number:+d}"


def bonuses(accuracy: int, speed: int, power: int) -> str:
    """What a maneuver adds to the three attack dice."""
    pairs = ((ACCURACY, accuracy), (SPEED, speed), (POWER, power))
    return ", ".join(f"{signed(bonus)} {name}" for name, bonus in pairs)


# -- in an undo -----------------------------------------------------------------------------------

STRIKES = {"minor": MINOR.lower(), "major": MAJOR.lower()}
STRIKE_PARTS = {"name": "name", "damage": "damage formula", "counter": "counter", "effect": "effect"}


def maneuvers_part(path: tuple[str, ...], value: Any) -> tuple[str, str | None]:
    """A part of a maneuver: a field, a strike, or a field of a strike."""
    label = STRIKES.get(path[0], safe(path[0]))
    if len(path) > 1:
        label = f"{label}, {STRIKE_PARTS.get(path[-1], safe(path[-1]))}"
    if value is None or value == "":
        return label, None
    if isinstance(value, Mapping):
        return label, safe("; ".join(str(each) for each in value.values() if each), 80)
    is_bonus = isinstance(value, int)
    return label, signed(value) if is_bonus else safe(str(value), 80)


# -- Chances: of a virtue, of dice, and of maneuvers against a defence -------------------------------------


# Short enough for three of them in a phone's line.
SHORT_NAMES = {"full_defense": "full defense", "minor": "minor", "major": "major"}

# -- refused --------------------------------------------------------------------------------------

ONE_QUESTION = "Ask about a virtue and a rating, about a number of dice, or about a maneuver; one at a time."


# -- on cards -------------------------------------------------------------------------------------

AVERAGE_DAMAGE = "Average damage"
HOW_IT_IS_PLAYED = (
    "Exact. The defender takes the best guard; the attacker assigns for any strike, "
    "then a major one, then damage."
)
DAMAGE_UNKNOWN = f"{AVERAGE_DAMAGE}: only where every strike has a formula."


def target(name: str) -> str:
    """Whose defences these are."""
    return f"Against {name}"


NO_BONUSES = "no bonuses to defence"


def defences(pairs: Mapping[str, tuple[int, int]]) -> str:
    """What is added to the defence dice of each guard; what adds nothing is left out."""
    told = [f"{guard} {pair(*each)}" for guard, each in pairs.items() if any(each)]
    return ", ".join(told) or NO_BONUSES


def chance(outcome: str, percent: str) -> str:
    """How likely an outcome is, in a line of its own."""
    return f"{ATTACK_CARDS_OUTCOMES[outcome]} **{percent}**"


def strike_chance(outcome: str, percent: str, strike: str) -> str:
    """The same, with the strike that it is."""
    return f"{chance(outcome, percent)} · {strike}"


def short_chance(outcome: str, percent: str) -> str:
    """The same among others in a line."""
    return f"{SHORT_NAMES[outcome]} {percent}"
