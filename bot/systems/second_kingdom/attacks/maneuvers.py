"""Maneuvers: what an attacker can do, entries of the campaign's library (K16, K28, Q16 to Q18).

A strike is written in one line, `name: formula -> counter; effect`, of which only the name is needed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any

from bot.engine.finders import finder
from bot.engine.formula import Formula
from bot.engine.library import Field, Shelf, Texts
from bot.engine.parts import short, signed
from bot.engine.system import Kind
from bot.engine.text import Safe, T, listed, of_length, refused
from bot.engine.words import one_line, plain_signs, whole_number
from bot.errors import UserError
from bot.systems.second_kingdom.state import COUNTER_LENGTH

# The three attack dice, in the order in which they are laid out (K19): what a damage formula may name.
ATTACK_DICE = ("accuracy", "speed", "power")
# A number for each of them.
Triple = tuple[int, int, int]

MOST_BONUS = 10
NAME_LENGTH, TEXT_LENGTH = 60, 300
ARROW = "->"


@dataclass(frozen=True, slots=True)
class Strike:
    """What a maneuver does when it strikes: its name, its effect in words, and its damage as a formula."""

    name: Annotated[str, T("name")]
    effect: Annotated[str, T("effect"), short] = ""
    # Of the final attack dice (K27): see `state.damage`. Empty where the effect is words alone.
    damage: Annotated[str, T("damage formula"), short] = ""
    # The target's counter that it changes; empty for the campaign's usual one.
    counter: Annotated[str, T("counter"), short] = ""


def _strike(strike: Mapping[str, Any]) -> Safe:
    return short("; ".join(str(each) for each in strike.values() if each))


@dataclass(frozen=True, slots=True)
class Maneuver:
    """Bonuses for the three attack dice, negative ones too, and its strikes; None is left open (K28)."""

    name: Annotated[str, T("name")]
    accuracy: Annotated[int, T("accuracy"), signed] = 0
    speed: Annotated[int, T("speed"), signed] = 0
    power: Annotated[int, T("power"), signed] = 0
    requirement: Annotated[str, T("requirement"), short] = ""
    minor: Annotated[Strike | None, T("minor strike"), T("minor strike, {part}"), _strike] = None
    major: Annotated[Strike | None, T("major strike"), T("major strike, {part}"), _strike] = None

    @property
    def bonuses(self) -> Triple:
        """What it adds to the three attack dice."""
        return self.accuracy, self.speed, self.power

    @property
    def adds(self) -> Safe:
        """The bonuses to the three attack dice, in words."""
        pairs = zip(ATTACK_DICE, self.bonuses, strict=True)
        return listed([T("{bonus:+} {die}")(bonus=bonus, die=die) for die, bonus in pairs], ",")


# -- written and read -------------------------------------------------------------------------------


def read_maneuver(texts: Texts) -> Maneuver:
    """The maneuver of those texts. Raises RuleViolation, one sentence, where they make none."""
    name = one_line(texts["name"])
    of_length(
        name,
        NAME_LENGTH,
        "maneuver.name",
        "A maneuver's name can have 1 to {most} characters{given}.",
        least=1,
    )
    accuracy, speed, power = read_bonuses(texts["bonuses"])
    requirement = one_line(texts["requirement"])
    _require_short(T("Requirement"), requirement)
    minor, major = read_strike(texts["minor"]), read_strike(texts["major"])
    _require_short(T("Minor strike"), write_strike(minor))
    _require_short(T("Major strike"), write_strike(major))
    return Maneuver(name, accuracy, speed, power, requirement, minor, major)


def write_maneuver(maneuver: Maneuver) -> dict[str, str]:
    """The texts of a maneuver, as `read_maneuver` reads them."""
    return {
        "name": maneuver.name,
        "bonuses": " ".join(f"{bonus:+}" for bonus in maneuver.bonuses),
        "requirement": maneuver.requirement,
        "minor": write_strike(maneuver.minor),
        "major": write_strike(maneuver.major),
    }


def _require_short(label: T, text: str) -> None:
    if len(text) > TEXT_LENGTH:
        raise refused(
            "maneuver.too_long",
            "{label} can have at most {most} characters, not {n}.",
            label=label,
            most=TEXT_LENGTH,
            n=len(text),
        )


def read_bonuses(text: str) -> tuple[int, int, int]:
    """Three whole numbers, -10 to 10, with spaces or commas between (Q27). Raises RuleViolation."""
    found = [_bonus(each) for each in plain_signs(text).replace(",", " ").split()]
    if len(found) != 3:
        raise refused(
            "maneuver.bonuses",
            "A maneuver needs three bonuses, for accuracy, speed and power, such as +2 +4 -1; you gave {n}.",
            n=len(found) or T("none"),
        )
    accuracy, speed, power = found
    return accuracy, speed, power


def _bonus(text: str) -> int:
    bonus = whole_number(text)
    if bonus is None:
        raise refused(
            "maneuver.no_number",
            "“{text:20}” isn't a whole number. Write three bonuses, such as +2 +4 -1.",
            text=text,
        )
    if abs(bonus) > MOST_BONUS:
        raise refused(
            "maneuver.bonus", "A bonus can be −{most} to +{most}, not {n:+}.", most=MOST_BONUS, n=bonus
        )
    return bonus


def read_strike(text: str) -> Strike | None:
    """The strike of that line; None where it is empty, and so left open (K28). Raises RuleViolation."""
    line = one_line(text).replace("→", ARROW)
    if not line:
        return None
    head, _, effect = line.partition(";")
    name, has_damage, rest = (part.strip() for part in head.partition(":"))
    if not name:
        raise refused(
            "strike.no_name",
            "Start a strike with its name, as in “Pierce: accuracy -> Wounds; the target bleeds”.",
        )
    if ARROW in name:
        raise _no_formula()
    if len(name) > NAME_LENGTH:
        raise refused(
            "strike.name",
            "A strike's name can have at most {most} characters, not {n}. Its effect goes after a “;”.",
            most=NAME_LENGTH,
            n=len(name),
        )
    damage, counter = _read_damage(rest) if has_damage else ("", "")
    return Strike(name, effect.strip(), damage, counter)


def _no_formula() -> UserError:
    return refused(
        "strike.no_formula",
        "To change a counter, write a formula between “:” and “->”, as in “Pierce: accuracy -> "
        "Wounds; the target bleeds”.",
    )


def _read_damage(text: str) -> tuple[str, str]:
    """The formula as it is kept, and the counter that it changes."""
    formula, arrow, counter = (part.strip() for part in text.partition(ARROW))
    if arrow and not formula:
        raise _no_formula()
    if arrow and not counter:
        raise refused(
            "strike.no_counter",
            "Name a counter after “->”, or leave out the arrow for the usual one.",
        )
    if len(counter) > COUNTER_LENGTH:
        raise refused(
            "strike.counter",
            "A counter's name can have at most {most} characters, not {n}. An effect goes after a “;”.",
            most=COUNTER_LENGTH,
            n=len(counter),
        )
    return str(Formula.parse(formula, ATTACK_DICE)), counter


def write_strike(strike: Strike | None) -> str:
    """The line of a strike, as `read_strike` reads it; empty for one left open."""
    if strike is None:
        return ""
    damage = f": {strike.damage}" if strike.damage else ""
    counter = f" {ARROW} {strike.counter}" if strike.counter else ""
    effect = f"; {strike.effect}" if strike.effect else ""
    return f"{strike.name}{damage}{counter}{effect}"


def without_damage(maneuver: Maneuver) -> tuple[Safe, ...]:
    """That a game master must say each time what a strike does, where it has no formula (K27)."""
    names = [each.name for each in (maneuver.minor, maneuver.major) if each is not None and not each.damage]
    if not names:
        return ()
    says = T(
        "No damage formula for {names}, so a game master says each time how much it is. To have "
        "it counted, put one after the name: “{name}: power”."
    )
    return (says(names=names, name=names[0]),)


# -- in the library ---------------------------------------------------------------------------------

MANEUVER: Kind[Maneuver] = Kind("maneuver", Maneuver, title=lambda state: state.name)


def _no_such_maneuver(name: str) -> Safe:
    return T("The library has no maneuver called “{name}”. Pick one from the list.")(name=name)


def no_maneuvers() -> UserError:
    """Nobody has written any yet, so nobody can attack."""
    return refused(
        "maneuver.none",
        "This campaign's library has no maneuvers yet. A game master adds them with `/library add` or copies "
        "them with `/library copy`.",
    )


MANEUVER_MEANT = finder(MANEUVER, unknown=_no_such_maneuver, several=_no_such_maneuver, lacking=no_maneuvers)

MANEUVERS: Shelf[Maneuver] = Shelf(
    "second_kingdom",
    MANEUVER,
    "maneuver",
    "maneuvers",
    (
        Field("name", "Name", "Iron Gale", NAME_LENGTH),
        Field("bonuses", "Bonus to accuracy, speed, power", "+2 +4 -1", 30),
        Field(
            "requirement",
            "Requirement",
            "What it takes to use it",
            TEXT_LENGTH,
            is_optional=True,
            empty="Leave it empty for nothing.",
        ),
        Field(
            "minor",
            "Minor strike",
            "Pierce: accuracy",
            TEXT_LENGTH,
            is_optional=True,
            empty="Leave it empty for none.",
        ),
        Field(
            "major",
            "Major strike",
            "Fell: power + 2 -> Wounds; the target falls",
            TEXT_LENGTH,
            is_optional=True,
            empty="Leave it empty for none.",
        ),
    ),
    read_maneuver,
    write_maneuver,
    without_damage,
)
