"""Chances: of a virtue, of dice, and of maneuvers against a defence."""

from __future__ import annotations

from collections.abc import Mapping

from bot.systems.second_kingdom.words.attack_cards import OUTCOMES
from bot.systems.second_kingdom.words.defences import GUARDS, pair

# Short enough for three of them in a phone's line.
SHORT_NAMES = {"full_defense": "full defense", "minor": "minor", "major": "major"}

# -- refused --------------------------------------------------------------------------------------

ONE_QUESTION = "Ask about a virtue and a rating, about a number of dice, or about a maneuver; one at a time."
WHAT_ABOUT = "Say a virtue and a rating, how many dice, or a maneuver."
NO_MANEUVER = "A target, dodge, parry and block are for a maneuver: name one with `maneuver`."
NOT_BOTH = "Name a target or type its dodge, parry and block, not both."
SAME_MANEUVER = "Name two different maneuvers to compare."


def not_known(name: str) -> str:
    """A target whose defences the asker may not see."""
    return (
        f"Only game masters know the defences of {name}; type what you expect instead, such as block `2/1`."
    )


# -- on cards -------------------------------------------------------------------------------------

AVERAGE_DAMAGE = "Average damage"
ANY_STRIKE = "Any strike"
HOW_IT_IS_PLAYED = (
    "Exact. The defender takes the best guard; the attacker assigns for any strike, "
    "then a major one, then damage."
)
DAMAGE_UNKNOWN = f"{AVERAGE_DAMAGE}: only where every strike has a formula."


def against(maneuver: str, target: str) -> str:
    """Over the chances of one maneuver."""
    return f"{maneuver} against {target}"


def compared(maneuver: str, other: str) -> str:
    """Over two maneuvers side by side."""
    return f"{maneuver} or {other}"


def target(name: str) -> str:
    """Whose defences these are."""
    return f"Against {name}"


A_DEFENCE = "a defence"
NO_BONUSES = "no bonuses to defence"


def defences(pairs: Mapping[str, tuple[int, int]]) -> str:
    """What is added to the defence dice of each guard; what adds nothing is left out."""
    told = [f"{GUARDS[guard]} {pair(*each)}" for guard, each in pairs.items() if any(each)]
    return ", ".join(told) or NO_BONUSES


def chance(outcome: str, percent: str) -> str:
    """How likely an outcome is, in a line of its own."""
    return f"{OUTCOMES[outcome]} **{percent}**"


def strike_chance(outcome: str, percent: str, strike: str) -> str:
    """The same, with the strike that it is."""
    return f"{chance(outcome, percent)} · {strike}"


def short_chance(outcome: str, percent: str) -> str:
    """The same among others in a line."""
    return f"{SHORT_NAMES[outcome]} {percent}"


def any_strike(percent: str) -> str:
    """How likely any strike is."""
    return f"{ANY_STRIKE} **{percent}**"


def damage(amount: str) -> str:
    """What an attack deals on average, misses included."""
    return f"{AVERAGE_DAMAGE} **{amount}** an attack"


def better(what: str, name: str, more: str, less: str) -> str:
    """Which of two is better at that."""
    return f"{what}: **{name}**, {more} against {less}"


def hardly_better(what: str, name: str, value: str) -> str:
    """The same where the numbers differ in decimals that are not shown."""
    return f"{what}: **{name}** by a hair, both near {value}"


def equal(what: str, value: str) -> str:
    """Where neither is better."""
    return f"{what}: the same, {value}"
