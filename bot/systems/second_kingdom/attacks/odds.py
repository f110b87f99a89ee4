"""How likely an attack is to strike: exact, every roll of the dice counted (K17 to K26).

The defender always takes the best guard. A set of the 100 ordered defence rolls is kept as the bits of a
number, so that what any of several guards can hold is a matter of `|`, and counting it of `bit_count`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import product

from bot.systems.second_kingdom.attacks.maneuvers import Maneuver, Triple
from bot.systems.second_kingdom.attacks.state import FACES, OUTCOMES, Outcome, assignments, damage
from bot.systems.second_kingdom.state import HIGHEST, LOWEST, Guard, Pair

SIDES = range(LOWEST, HIGHEST + 1)
DEFENCE_ROLLS = tuple(product(SIDES, repeat=2))

Odds = dict[Outcome, Fraction]


# -- the defence ----------------------------------------------------------------------------------


@cache
def _rolls_above(die: int, number: int) -> int:
    """The defence rolls, as bits, whose first (0) or second (1) die is above that number."""
    return sum(1 << place for place, roll in enumerate(DEFENCE_ROLLS) if roll[die] > number)


class _Wall:
    """What a target's guards hold, of all rolls at once; each pair of attack dice is looked at once."""

    def __init__(self, pairs: Mapping[Guard, Pair], cap: bool) -> None:
        self._pairs = pairs
        self._cap = cap
        self._held: dict[tuple[Guard, int, int], tuple[int, int]] = {}

    def counts(self, attack: Triple) -> tuple[int, int, int]:
        """Of the 100 rolls: how many end in a full defense, in a minor strike, in a major one."""
        full = partly = 0
        for guard, (first, second) in FACES.items():
            both, either = self._holds(guard, attack[first], attack[second])
            full |= both
            partly |= either
        held, struck_once = full.bit_count(), (partly & ~full).bit_count()
        return held, struck_once, len(DEFENCE_ROLLS) - held - struck_once

    def _holds(self, guard: Guard, first: int, second: int) -> tuple[int, int]:
        """The rolls that can be set so that both attack dice are held, and so that either is (Q10)."""
        key = (guard, first, second)
        if key not in self._held:
            both = either = 0
            one, other = self._pairs[guard]
            for die, (bonus, rest) in product((0, 1), ((one, other), (other, one))):
                there, here = self._above(die, bonus, first), self._above(1 - die, rest, second)
                both |= there & here
                either |= there | here
            self._held[key] = both, either
        return self._held[key]

    def _above(self, die: int, bonus: int, attack: int) -> int:
        """The rolls in which that die with that bonus holds: only above the attack die (K23, Q13)."""
        if self._cap and attack >= HIGHEST:
            return 0
        return _rolls_above(die, min(max(attack - bonus, LOWEST - 1), HIGHEST))


def odds_of(attack: Triple, pairs: Mapping[Guard, Pair], cap: bool) -> Odds:
    """How likely each outcome is for those final attack dice against the best guard."""
    return _odds(_Wall(pairs, cap).counts(attack), len(DEFENCE_ROLLS))


def by_odds(attack: Triple, pairs: Mapping[Guard, Pair], cap: bool, maneuver: Maneuver) -> tuple[int, ...]:
    """What sorts final attack dice, the best first: any strike, then a major one, then the damage."""
    counts = _Wall(pairs, cap).counts(attack)
    return counts[0], -counts[2], -_dealt(maneuver, attack, counts)


def _odds(counts: tuple[int, ...], all_rolls: int) -> Odds:
    return {outcome: Fraction(count, all_rolls) for outcome, count in zip(OUTCOMES, counts, strict=True)}


# -- the attack -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ManeuverOdds:
    """How likely each outcome is before any die falls.

    `damage` is what an attack deals on average, where both strikes have a formula.
    """

    odds: Odds
    damage: Fraction | None = None

    @property
    def strikes(self) -> Fraction:
        """The chance of any strike."""
        return 1 - self.odds[Outcome.FULL_DEFENSE]


def odds_of_maneuver(maneuver: Maneuver, pairs: Mapping[Guard, Pair], floor: bool, cap: bool) -> ManeuverOdds:
    """The same over all 1,000 attack rolls.

    The attacker assigns the dice for the highest chance of any strike, then of a major one, and where both
    are equal for the most damage.
    """
    wall = _Wall(pairs, cap)
    held = once = twice = dealt = 0
    for dice, times in _ATTACK_ROLLS.items():
        best = max(_prospects(dice, maneuver, floor, wall), key=lambda each: (-each[0], each[2], each[3]))
        held += times * best[0]
        once += times * best[1]
        twice += times * best[2]
        dealt += times * best[3]
    every = len(SIDES) ** 3 * len(DEFENCE_ROLLS)
    expected = Fraction(dealt, every) if _has_damage(maneuver) else None
    return ManeuverOdds(_odds((held, once, twice), every), expected)


# Dice that differ only in their order can be assigned alike: each set of them, and how often it falls.
_ATTACK_ROLLS: Counter[Triple] = Counter(
    (low, middle, high) for low, middle, high in map(sorted, product(SIDES, repeat=3))
)


def _prospects(dice: Triple, maneuver: Maneuver, floor: bool, wall: _Wall) -> list[tuple[int, int, int, int]]:
    """For each way to assign the dice: how often each outcome, and the damage of all 100 rolls together."""
    counted = [(attack, wall.counts(attack)) for _, attack in assignments(dice, maneuver, floor)]
    return [(*counts, _dealt(maneuver, attack, counts)) for attack, counts in counted]


def _has_damage(maneuver: Maneuver) -> bool:
    return all(strike is not None and strike.damage for strike in (maneuver.minor, maneuver.major))


def _dealt(maneuver: Maneuver, attack: Triple, counts: tuple[int, int, int]) -> int:
    """What all the strikes deal; those without a formula nothing."""
    _, once, twice = counts
    dealt = 0
    for strike, count in ((maneuver.minor, once), (maneuver.major, twice)):
        amount = damage(strike, attack) if strike is not None and count else None
        dealt += count * (amount or 0)
    return dealt
