"""The mathematics of an attack: dice assigned, guards set against them, and what gets through (K17 to K27).

Nothing here rolls or keeps anything: every function tells what certain dice come to.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from itertools import permutations, product

from bot.engine.formula import Formula
from bot.systems.second_kingdom.rules.maneuvers import ATTACK_DICE, Maneuver, Strike
from bot.systems.second_kingdom.rules.state import HIGHEST, LOWEST, Guard, Pair

# Accuracy, speed and power: the order in which attack dice are laid out (K19).
Triple = tuple[int, int, int]

# For accuracy, speed and power: which of the three rolled dice it takes.
ORDERS: tuple[Triple, ...] = tuple((a, s, p) for a, s, p in permutations(range(3)))

# The attack dice that each guard faces (K21), as they stand in a Triple.
FACES: dict[Guard, Pair] = {Guard.DODGE: (0, 1), Guard.PARRY: (0, 2), Guard.BLOCK: (1, 2)}

# Every way to defend: the guard, whether its dice and whether its bonuses change places (Q10).
WAYS = tuple(product(Guard, (False, True), (False, True)))


class Outcome(StrEnum):
    """What an attack comes to (K24 to K26)."""

    FULL_DEFENSE = "full_defense"
    MINOR = "minor"
    MAJOR = "major"


OUTCOMES = (Outcome.FULL_DEFENSE, Outcome.MINOR, Outcome.MAJOR)


# -- the attacker ---------------------------------------------------------------------------------


def assigned(dice: Triple, order: Triple) -> Triple:
    """The rolled dice as accuracy, speed and power (K17); `order` is one of ORDERS."""
    first, second, third = order
    return dice[first], dice[second], dice[third]


def finals(raw: Triple, maneuver: Maneuver, floor: bool) -> Triple:
    """The assigned dice with their bonuses: at most 10, and at least 1 with the floor (K18, Q7, Q8)."""

    def final(die: int, bonus: int) -> int:
        total = min(die + bonus, HIGHEST)
        return max(total, LOWEST) if floor else total

    accuracy, speed, power = raw
    return (
        final(accuracy, maneuver.accuracy),
        final(speed, maneuver.speed),
        final(power, maneuver.power),
    )


def assignments(dice: Triple, maneuver: Maneuver, floor: bool) -> tuple[tuple[int, Triple], ...]:
    """Every way to assign the dice that leads to other final dice: its index among ORDERS, and these (Q6)."""
    found: dict[Triple, int] = {}
    for index, order in enumerate(ORDERS):
        found.setdefault(finals(assigned(dice, order), maneuver, floor), index)
    return tuple((index, attack) for attack, index in found.items())


# -- the defender ---------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Guarding:
    """One way to defend: dice, bonuses and totals stand against the guard's first and second attack die."""

    guard: Guard
    dice: Pair
    bonuses: Pair
    totals: Pair
    beaten: tuple[bool, bool]

    @property
    def outcome(self) -> Outcome:
        """None beaten is a full defense, one a minor strike, both a major one (K24 to K26, Q14)."""
        return OUTCOMES[sum(self.beaten)]


def guarding(
    index: int, attack: Triple, defence_dice: Pair, pairs: Mapping[Guard, Pair], cap: bool
) -> Guarding:
    """The way to defend of that index, 0 to 11: guard, then dice, then bonuses in order or exchanged.

    An attack die beats what it equals (K23, Q13). A total may pass 10 unless there is a `cap` (Q9).
    Raises LookupError for another index.
    """
    if index < 0:
        raise LookupError(index)
    guard, turns_dice, turns_bonuses = WAYS[index]
    dice = _placed(defence_dice, turns_dice)
    bonuses = _placed(pairs[guard], turns_bonuses)
    totals = (_total(dice[0] + bonuses[0], cap), _total(dice[1] + bonuses[1], cap))
    first, second = FACES[guard]
    return Guarding(guard, dice, bonuses, totals, (attack[first] >= totals[0], attack[second] >= totals[1]))


def _placed(pair: Pair, turns: bool) -> Pair:
    return (pair[1], pair[0]) if turns else pair


def _total(total: int, cap: bool) -> int:
    return min(total, HIGHEST) if cap else total


def guardings(
    attack: Triple, defence_dice: Pair, pairs: Mapping[Guard, Pair], cap: bool
) -> tuple[tuple[int, Guarding], ...]:
    """Every way to defend with its index; of ways to the same totals only one (Q10, K22).

    The best comes first, that with the fewest guards beaten (Q29): of as many, all lead to the same strike.
    """
    found: dict[tuple[Guard, Pair], tuple[int, Guarding]] = {}
    for index in range(len(WAYS)):
        way = guarding(index, attack, defence_dice, pairs, cap)
        found.setdefault((way.guard, way.totals), (index, way))
    return tuple(sorted(found.values(), key=lambda each: (sum(each[1].beaten), each[0])))


# -- what it does ---------------------------------------------------------------------------------


def strike_of(maneuver: Maneuver, outcome: Outcome) -> Strike | None:
    """The one strike that is applied; None for a full defense, or where it is left open (K25, K26)."""
    return {Outcome.MINOR: maneuver.minor, Outcome.MAJOR: maneuver.major}.get(outcome)


def damage(strike: Strike, attack: Triple) -> int | None:
    """What the strike's formula comes to with the final attack dice, never below 0 (K27, Q18).

    None where its effect is words alone.
    """
    if not strike.damage:
        return None
    return max(0, _formula(strike.damage).value(dict(zip(ATTACK_DICE, attack, strict=True))))


@lru_cache(maxsize=200)
def _formula(text: str) -> Formula:
    """Read once; odds ask for its value a thousand times."""
    return Formula.parse(text, ATTACK_DICE)
