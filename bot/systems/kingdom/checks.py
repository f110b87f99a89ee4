"""Kingdom checks: a twenty-sided die, an attribute, less Unrest, against the Control DC."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Final, TypeVar

from bot.engine.dice.source import Dice
from bot.engine.dice.trying import Branch
from bot.engine.saying import NOTHING, Clause, Label
from bot.engine.text import Safe, T
from bot.systems.kingdom.book import Attribute, MonthStep, Stat
from bot.systems.kingdom.realm import Realm
from bot.systems.kingdom.settings import UNREST_IN_ATTRIBUTE
from bot.systems.kingdom.sources import figures, sources
from bot.systems.kingdom.state import Kingdom, Rolled

A = TypeVar("A")
SIDES = 20


# Failing by so much or less is the milder failure.
MILD = 4


def percent(chance: Fraction) -> str:
    """50%; every chance of one d20 is a whole number of per cent."""
    return f"{round(chance * 100)}%"


@dataclass(frozen=True, slots=True)
class Check:
    """A check before its die: what is added to it, and what it must reach.

    In anarchy every result counts as 0.
    """

    attribute: Attribute
    modifier: int
    dc: int
    is_void: bool = False
    # How much of the modifier Unrest is, and what counts in such checks alone.
    unrest: int = 0
    bonus: int = 0

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

    @property
    def branches(self) -> tuple[Branch, ...]:
        """Success and failure, each with its chance."""
        return Branch("success", self.chance), Branch("failure", 1 - self.chance)

    def sentence(self) -> Safe:
        """What it needs, and its chance."""
        if self.needed is None:
            return T("{attribute}: counts as 0 in anarchy").of(self)
        return T("{attribute}: {needed} or more ({chance})")(
            attribute=self.attribute, needed=self.needed, chance=percent(self.chance)
        )

    def of(self, die: int) -> CheckResult:
        """What that die comes to."""
        total = 0 if self.is_void else die + self.modifier
        is_success = not self.is_void and die != 1 and (die == SIDES or total >= self.dc)
        return CheckResult(self.attribute, die, total, self.dc, is_success, self.unrest, self.bonus)


@dataclass(frozen=True, slots=True)
class CheckResult:
    """A check as it was rolled."""

    attribute: Attribute
    die: int
    total: int
    dc: int
    is_success: bool
    # How much Unrest took off it, and what counts in such checks alone.
    unrest: int = 0
    bonus: int = 0

    @property
    def own(self) -> int:
        """What the attribute itself added."""
        return self.total - self.die - self.bonus + self.unrest

    @property
    def is_mild(self) -> bool:
        """Whether it failed by 4 or less."""
        return not self.is_success and self.dc - self.total <= MILD

    def clause(self) -> Clause:
        """19 (d20) + 56 Loyalty − 5 Unrest = 70 against DC 60: success. A 20 or a 1 that decides says so."""
        # In anarchy no die is rolled.
        if not self.die:
            return Clause(T("In anarchy the check counts as **0** against DC {dc}: **failure**"), dc=self.dc)
        verdict = Clause(T("success")) if self.is_success else Clause(T("failure"))
        # Without its due, the die alone decided.
        if self.die == SIDES and self.total < self.dc:
            verdict = Clause(T("success (a natural 20 always succeeds)"))
        elif self.die == 1 and self.total >= self.dc:
            verdict = Clause(T("failure (a natural 1 always fails)"))
        return Clause(
            T("{die} (d20){own}{bonus}{unrest} = **{total}** against DC {dc}: **{verdict}**"),
            die=self.die,
            own=_term(self.own, Label(self.attribute)),
            bonus=_term(self.bonus, Clause(T("for checks"))) if self.bonus else NOTHING,
            unrest=_term(-self.unrest, Clause(T("Unrest"))) if self.unrest else NOTHING,
            total=self.total,
            dc=self.dc,
            verdict=verdict,
        )

    def sentence(self) -> Safe:
        """The same as a line of a card."""
        return self.clause().rendered()


def _term(amount: int, what: Label | Clause) -> Clause:
    """What is added to a die, or taken off it."""
    if amount < 0:
        return Clause(T(" − {amount} {what}"), amount=-amount, what=what)
    return Clause(T(" + {amount} {what}"), amount=amount, what=what)


def one_of(found: Sequence[A], dice: Dice, reason: str) -> A:
    """One of those, each as likely as any other; of a single one nothing is rolled."""
    if len(found) == 1:
        return found[0]
    (die,) = dice.roll(1, len(found), reason=reason)
    return found[die - 1]


def check(realm: Realm, attribute: Attribute, bonus: int = 0, *, spot: str | None = None) -> Check:
    """The check of an attribute as it stands now, with a bonus of its own; `spot` is the hex it is about.

    About a secondary territory Unrest counts as 1 higher, and 1 more each month since the split (R078).
    """
    numbers = figures(realm)
    unrest = 0 if realm.rulings.has(UNREST_IN_ATTRIBUTE, "yes") else realm.kingdom.unrest
    part = realm.part_of(spot) if spot is not None else None
    if part is not None:
        unrest += 1 + realm.month - part.since
    bonus += situational(realm, attribute)
    modifier = numbers.of(attribute) + bonus - unrest
    return Check(attribute, modifier, numbers.control_dc, realm.kingdom.is_in_anarchy, unrest, bonus)


def situational(realm: Realm, attribute: Attribute) -> int:
    """What is added to checks of that attribute alone."""
    stat = Stat(f"{attribute.value}_checks")
    return sum(each.amount for each in sources(realm) if each.stat is stat)


def roll_check(
    made: Check, dice: Dice, reason: str, *, is_plain: bool = False, is_alike: bool = False
) -> CheckResult:
    """Roll it; in anarchy no die is rolled, for the result is 0.

    A preview tells what comes of a branch where all of it comes to the same: with `is_alike` of success,
    with `is_plain` of failure as well.
    """
    if made.is_void:
        return made.of(0)
    success, failure = made.branches
    if is_plain or is_alike:
        success = replace(success, face=SIDES)
    if is_plain:
        failure = replace(failure, face=1)
    return made.of(dice.check(SIDES, reason=reason, branches=(success, failure)))


# Which attribute the checks are of that a month's steps are kept with.
OF_STEPS: Final = {
    MonthStep.STABILITY: Attribute.STABILITY,
    MonthStep.STAND_IN: Attribute.LOYALTY,
    MonthStep.ENFORCER: Attribute.LOYALTY,
    MonthStep.HEXES: Attribute.STABILITY,
    MonthStep.TAXES: Attribute.ECONOMY,
}


def note_check(kingdom: Kingdom, step: MonthStep, made: CheckResult) -> Kingdom:
    """With a check kept for the month's card."""
    roll = Rolled(step.value, made.die, made.total, made.dc, made.is_success, made.unrest, made.bonus)
    return replace(kingdom, month=replace(kingdom.month, rolls=(*kingdom.month.rolls, roll)))


def roll_line(roll: Rolled) -> Safe:
    """A check that was kept: of which step, and how it went."""
    step = MonthStep(roll.step)
    made = CheckResult(
        OF_STEPS[step], roll.die, roll.total, roll.dc, roll.is_success, roll.unrest, roll.bonus
    )
    says = T("✓ {step}: {made}") if roll.is_success else T("✗ {step}: {made}")
    return says(step=step, made=made.sentence())
