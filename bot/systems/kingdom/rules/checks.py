"""Kingdom checks: a twenty-sided die, an attribute, less Unrest, against the Control DC."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from bot.engine.dice.source import Dice
from bot.systems.kingdom.rules.realm import Realm
from bot.systems.kingdom.rules.settings import UNREST_IN_ATTRIBUTE
from bot.systems.kingdom.rules.sources import figures, sources
from bot.systems.kingdom.rules.terms import Attribute, Stat

SIDES = 20
# Failing by so much or less is the milder failure.
MILD = 4


@dataclass(frozen=True, slots=True)
class Check:
    """A check before its die: what is added to it, and what it must reach.

    In anarchy every result counts as 0.
    """

    attribute: Attribute
    modifier: int
    dc: int
    is_void: bool = False
    # How much of the modifier Unrest is.
    unrest: int = 0

    @property
    def needed(self) -> int | None:
        """The lowest die that succeeds: 2 to 20, for 1 always fails and 20 succeeds; None in anarchy."""
        return None if self.is_void else min(max(self.dc - self.modifier, 2), SIDES)

    @property
    def chance(self) -> Fraction:
        """The chance to succeed."""
        return Fraction(0) if self.needed is None else Fraction(SIDES + 1 - self.needed, SIDES)

    @property
    def mild(self) -> Fraction:
        """The chance to fail by 4 or less (R003: a natural 1 that reaches the DC fails mildly).

        In anarchy it is 1 or 0, for the result is 0 whatever the die.
        """
        failed = [die for die in range(1, SIDES + 1) if not self.of(die).is_success]
        return Fraction(sum(self.of(die).is_mild for die in failed), SIDES)

    def of(self, die: int) -> Result:
        """What that die comes to."""
        total = 0 if self.is_void else die + self.modifier
        is_success = not self.is_void and die != 1 and (die == SIDES or total >= self.dc)
        return Result(self.attribute, die, total, self.dc, is_success, self.unrest)


@dataclass(frozen=True, slots=True)
class Result:
    """A check as it was rolled."""

    attribute: Attribute
    die: int
    total: int
    dc: int
    is_success: bool
    # How much Unrest took off it.
    unrest: int = 0

    @property
    def is_mild(self) -> bool:
        """Whether it failed by 4 or less."""
        return not self.is_success and self.dc - self.total <= MILD


def check(realm: Realm, attribute: Attribute, bonus: int = 0, *, spot: str | None = None) -> Check:
    """The check of an attribute as it stands now, with a bonus of its own; `spot` is the hex it is about.

    About a secondary territory Unrest counts as 1 higher, and 1 more each month since the split (R078).
    """
    numbers = figures(realm)
    unrest = 0 if realm.rulings.is_on(UNREST_IN_ATTRIBUTE) else realm.kingdom.unrest
    part = realm.part_of(spot) if spot is not None else None
    if part is not None:
        unrest += 1 + realm.month - part.since
    modifier = numbers.of(attribute) + situational(realm, attribute) + bonus - unrest
    return Check(attribute, modifier, numbers.control_dc, realm.kingdom.is_in_anarchy, unrest)


def situational(realm: Realm, attribute: Attribute) -> int:
    """What is added to checks of that attribute alone."""
    stat = Stat(f"{attribute.value}_checks")
    return sum(each.amount for each in sources(realm) if each.stat is stat)


def rolled(made: Check, dice: Dice, reason: str) -> Result:
    """Roll it; in anarchy no die is rolled, for the result is 0."""
    if made.is_void:
        return made.of(0)
    (die,) = dice.roll(1, SIDES, reason=reason)
    return made.of(die)
