"""Maneuvers: what an attacker can do, entries of the campaign's library (K16, K28, Q16 to Q18).

A strike is written in one line, `name: formula -> counter; effect`, of which only the name is needed.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from bot.engine.formula import Formula
from bot.engine.library import Field, Shelf, Texts
from bot.engine.system import ActionKind, Kind
from bot.engine.words import one_line, safe, whole_number
from bot.errors import RuleViolation
from bot.systems.second_kingdom.rules.state import COUNTER_LENGTH
from bot.systems.second_kingdom.words import maneuvers as words

# The three attack dice, in the order in which they are laid out (K19): what a damage formula may name.
ATTACK_DICE = ("accuracy", "speed", "power")

MOST_BONUS = 10
NAME_LENGTH, TEXT_LENGTH = 60, 300
ARROW = "->"
_MINUS_SIGNS = str.maketrans({"−": "-", "–": "-"})


@dataclass(frozen=True, slots=True)
class Strike:
    """What a maneuver does when it strikes: its name, its effect in words, and its damage as a formula."""

    name: str
    effect: str = ""
    # Of the final attack dice (K27): see `strikes.damage`. Empty where the effect is words alone.
    damage: str = ""
    # The target's counter that it changes; empty for the campaign's usual one.
    counter: str = ""


@dataclass(frozen=True, slots=True)
class Maneuver:
    """Bonuses for the three attack dice, negative ones too, and its strikes; None is left open (K28)."""

    name: str
    accuracy: int = 0
    speed: int = 0
    power: int = 0
    requirement: str = ""
    minor: Strike | None = None
    major: Strike | None = None


# -- written and read -------------------------------------------------------------------------------


def read_maneuver(texts: Texts) -> Maneuver:
    """The maneuver of those texts. Raises RuleViolation, one sentence, where they make none."""
    name = one_line(texts["name"])
    if not 1 <= len(name) <= NAME_LENGTH:
        raise RuleViolation(words.bad_name(NAME_LENGTH, len(name)))
    accuracy, speed, power = read_bonuses(texts["bonuses"])
    requirement = one_line(texts["requirement"])
    _require_short(words.REQUIREMENT, requirement)
    minor, major = read_strike(texts["minor"]), read_strike(texts["major"])
    _require_short(words.MINOR, write_strike(minor))
    _require_short(words.MAJOR, write_strike(major))
    return Maneuver(name, accuracy, speed, power, requirement, minor, major)


def write_maneuver(maneuver: Maneuver) -> dict[str, str]:
    """The texts of a maneuver, as `read_maneuver` reads them."""
    bonuses = (maneuver.accuracy, maneuver.speed, maneuver.power)
    return {
        "name": maneuver.name,
        "bonuses": " ".join(map(words.signed, bonuses)),
        "requirement": maneuver.requirement,
        "minor": write_strike(maneuver.minor),
        "major": write_strike(maneuver.major),
    }


def _require_short(label: str, text: str) -> None:
    if len(text) > TEXT_LENGTH:
        raise RuleViolation(words.too_long(label, TEXT_LENGTH, len(text)))


def read_bonuses(text: str) -> tuple[int, int, int]:
    """Three whole numbers, -10 to 10, with spaces or commas between (Q27). Raises RuleViolation."""
    found = [_bonus(each) for each in text.translate(_MINUS_SIGNS).replace(",", " ").split()]
    if len(found) != 3:
        raise RuleViolation(words.not_three(len(found)))
    accuracy, speed, power = found
    return accuracy, speed, power


def _bonus(text: str) -> int:
    bonus = whole_number(text)
    if bonus is None:
        raise RuleViolation(words.not_whole(safe(text, 20)))
    if abs(bonus) > MOST_BONUS:
        raise RuleViolation(words.bad_bonus(MOST_BONUS, bonus))
    return bonus


def read_strike(text: str) -> Strike | None:
    """The strike of that line; None where it is empty, and so left open (K28). Raises RuleViolation."""
    line = one_line(text).replace("→", ARROW)
    if not line:
        return None
    head, _, effect = line.partition(";")
    name, has_damage, rest = (part.strip() for part in head.partition(":"))
    if not name:
        raise RuleViolation(words.NO_STRIKE_NAME)
    if ARROW in name:
        raise RuleViolation(words.NO_DAMAGE)
    if len(name) > NAME_LENGTH:
        raise RuleViolation(words.bad_strike_name(NAME_LENGTH, len(name)))
    damage, counter = _read_damage(rest) if has_damage else ("", "")
    return Strike(name, effect.strip(), damage, counter)


def _read_damage(text: str) -> tuple[str, str]:
    """The formula as it is kept, and the counter that it changes."""
    formula, arrow, counter = (part.strip() for part in text.partition(ARROW))
    if arrow and not formula:
        raise RuleViolation(words.NO_DAMAGE)
    if arrow and not counter:
        raise RuleViolation(words.NO_COUNTER)
    if len(counter) > COUNTER_LENGTH:
        raise RuleViolation(words.bad_counter(COUNTER_LENGTH, len(counter)))
    return str(Formula.parse(formula, ATTACK_DICE)), counter


def write_strike(strike: Strike | None) -> str:
    """The line of a strike, as `read_strike` reads it; empty for one left open."""
    if strike is None:
        return ""
    damage = f": {strike.damage}" if strike.damage else ""
    counter = f" {ARROW} {strike.counter}" if strike.counter else ""
    effect = f"; {strike.effect}" if strike.effect else ""
    return f"{strike.name}{damage}{counter}{effect}"


# -- in the library ---------------------------------------------------------------------------------

MANEUVER: Kind[Maneuver] = Kind("maneuver", Maneuver, title=lambda state: state.name, word=words.part)

MANEUVERS: Shelf[Maneuver] = Shelf(
    "second_kingdom",
    MANEUVER,
    words.NOUN,
    words.PLURAL,
    (
        Field("name", words.NAME, words.NAME_HINT, NAME_LENGTH),
        Field("bonuses", words.BONUSES, words.BONUSES_HINT, 30),
        Field("requirement", words.REQUIREMENT, words.REQUIREMENT_HINT, TEXT_LENGTH, is_optional=True),
        Field("minor", words.MINOR, words.MINOR_HINT, TEXT_LENGTH, is_optional=True),
        Field("major", words.MAJOR, words.MAJOR_HINT, TEXT_LENGTH, is_optional=True),
    ),
    read_maneuver,
    write_maneuver,
)

KINDS: tuple[Kind[Any], ...] = (MANEUVER,)
ACTIONS: tuple[ActionKind[Any], ...] = ()
EVENTS: tuple[type[Any], ...] = ()
