"""Maneuvers: written for the library, read back, and shown on cards."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bot.engine.words import safe

NOUN, PLURAL = "maneuver", "maneuvers"
ACCURACY, SPEED, POWER = "accuracy", "speed", "power"

# -- the form -------------------------------------------------------------------------------------

NAME, NAME_HINT = "Name", "Iron Gale"
BONUSES, BONUSES_HINT = "Bonus to accuracy, speed, power", "+2 +4 -1"
REQUIREMENT, REQUIREMENT_HINT = "Requirement", "What must be so for it to be used; empty for nothing"
MINOR, MINOR_HINT = "Minor strike", "Pierce: accuracy"
MAJOR, MAJOR_HINT = "Major strike", "Fell: power + 2 -> Wounds; the target falls"

# -- refused --------------------------------------------------------------------------------------

STRIKE_EXAMPLE = "“Pierce: accuracy -> Wounds; the target bleeds”"
NO_STRIKE_NAME = f"A strike begins with its name, as in {STRIKE_EXAMPLE}."
NO_DAMAGE = f"What changes a counter needs a formula between “:” and “->”, as in {STRIKE_EXAMPLE}."
NO_COUNTER = "After “->” comes the name of a counter; leave the arrow out for the usual one."
BONUS_EXAMPLE = "such as +2 +4 -1"


def bad_name(most: int, length: int) -> str:
    """A maneuver without a name, or with a long one."""
    return f"A maneuver's name has 1 to {most} characters; this one has {length}."


def not_three(count: int) -> str:
    """Too few bonuses, or too many."""
    return (
        f"A maneuver has three bonuses, for accuracy, speed and power, {BONUS_EXAMPLE}; "
        f"this has {count or 'none'}."
    )


def not_whole(text: str) -> str:
    """A bonus that is no integer."""
    return f"A bonus is a whole number; “{text}” is none. Write three, {BONUS_EXAMPLE}."


def bad_bonus(most: int, given: int) -> str:
    """A bonus out of its range."""
    return f"A bonus is -{most} to +{most}, not {signed(given)}."


def bad_strike_name(most: int, length: int) -> str:
    """A strike with a long name."""
    return f"A strike's name has at most {most} characters, not {length}; its effect stands after a “;”."


def bad_counter(most: int, length: int) -> str:
    """A counter with a long name."""
    return f"A counter's name has at most {most} characters, not {length}; an effect stands after a “;”."


def too_long(label: str, most: int, length: int) -> str:
    """A text that is too long as it is written back."""
    return f"{label} has at most {most} characters, not {length}."


# -- on cards -------------------------------------------------------------------------------------

DICE = {"accuracy": ACCURACY, "speed": SPEED, "power": POWER}
LEFT_OPEN = "left open"


def signed(number: int) -> str:
    """A bonus with its sign."""
    return f"{number:+d}"


def bonuses(accuracy: int, speed: int, power: int) -> str:
    """What a maneuver adds to the three attack dice."""
    pairs = ((ACCURACY, accuracy), (SPEED, speed), (POWER, power))
    return ", ".join(f"{signed(bonus)} {name}" for name, bonus in pairs)


def requirement(text: str) -> str:
    """What must be so for a maneuver to be used."""
    return f"{REQUIREMENT}: {text}"


def minor(strike: str) -> str:
    """What the minor strike is."""
    return f"{MINOR}: {strike}"


def major(strike: str) -> str:
    """What the major strike is."""
    return f"{MAJOR}: {strike}"


def strike(name: str, damage: str, counter: str, effect: str) -> str:
    """A strike: its name, its damage by a formula of the final dice, and the rest of its effect."""
    does = f"damage = {damage}" if damage else ""
    does += f", to {counter}" if counter else ""
    parts = "; ".join(part for part in (does, effect) if part)
    return f"**{name}**: {parts}" if parts else f"**{name}**"


# -- in an undo -----------------------------------------------------------------------------------

STRIKES = {"minor": MINOR.lower(), "major": MAJOR.lower()}
STRIKE_PARTS = {"name": "name", "damage": "damage formula", "counter": "counter", "effect": "effect"}


def part(path: tuple[str, ...], value: Any) -> tuple[str, str | None]:
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
