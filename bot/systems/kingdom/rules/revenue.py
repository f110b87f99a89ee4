"""What taxes, mines and gold bring, and what a sponsor takes of it; nothing here is rolled."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from bot.systems.kingdom.rules.book import (
    DEPOSIT_RATE,
    IMPROVEMENTS,
    SCRATCH_RATES,
    TAX_DIVISOR,
    WITHDRAW_RATE,
)
from bot.systems.kingdom.rules.checks import SIDES, Check, Result, check
from bot.systems.kingdom.rules.foundries import served
from bot.systems.kingdom.rules.realm import Realm
from bot.systems.kingdom.rules.settings import FROM_SCRATCH, RESOURCES_ON_FAILURE, TAX_ON_FAILURE
from bot.systems.kingdom.rules.state import Terms
from bot.systems.kingdom.rules.terms import Attribute, Backing, BuildingType, Improvement, Special, Tribute

TRIBUTE_DIVISOR = 10


@dataclass(frozen=True, slots=True)
class Yield:
    """What all improvements of one kind bring with the taxes (BP), or the Foundries that have a Mine."""

    improvement: Improvement | BuildingType
    count: int
    points: int


@dataclass(frozen=True, slots=True)
class Earned:
    """What a tax check brings: BP in taxes, by improvement, and what a sponsor takes of it."""

    taxes: int
    resources: tuple[Yield, ...] = ()
    tribute: int = 0

    @property
    def income(self) -> int:
        """All BP that come in."""
        return self.taxes + sum(each.points for each in self.resources)

    @property
    def net(self) -> int:
        """What the Treasury grows by; below 0 where a tribute is owed and nothing came in."""
        return self.income - self.tribute


def resources(realm: Realm) -> tuple[Yield, ...]:
    """1 BP for each Mine, Quarry and Sawmill, 1 more on a Resource (R072).

    1 for each Foundry that has a Mine (R116).
    """
    found: list[Yield] = []
    for improvement, row in IMPROVEMENTS.items():
        hexes = realm.with_improvement(improvement).values() if row.tax else ()
        if hexes:
            rich = sum(Special.RESOURCE in each.specials for each in hexes)
            found.append(Yield(improvement, len(hexes), row.tax * len(hexes) + rich))
    if foundries := len(served(realm)):
        found.append(Yield(BuildingType.FOUNDRY, foundries, foundries))
    return tuple(found)


def earned(realm: Realm, result: Result) -> Earned:
    """What that check brings: a third of its total, never less than nothing (R049 to R051)."""
    has_taxes = result.is_success or realm.rulings.is_on(TAX_ON_FAILURE)
    has_resources = result.is_success or realm.rulings.is_on(RESOURCES_ON_FAILURE)
    taxes = max(0, result.total // TAX_DIVISOR) if has_taxes else 0
    brought = Earned(taxes, resources(realm) if has_resources else ())
    return Earned(taxes, brought.resources, tribute(realm.kingdom.terms, brought.income))


def tribute(terms: Terms, income: int) -> int:
    """What the sponsor is owed whenever taxes are collected, whatever they brought (R028).

    A tenth of the income, rounded down, at least 1 BP; or 1 BP a month until all is paid back.
    """
    if terms.tribute is Tribute.TENTH:
        return max(1, income // TRIBUTE_DIVISOR)
    return 1 if terms.tribute is Tribute.ONE and terms.debt > 0 else 0


@dataclass(frozen=True, slots=True)
class Expected:
    """What taxes may bring as things are: the check, and what each face of the die earns, from 1 to 20."""

    check: Check
    by_die: tuple[Earned, ...]

    @property
    def mean(self) -> Fraction:
        """What the Treasury grows by on average, failures counted (BP)."""
        return Fraction(sum(each.net for each in self.by_die), SIDES)

    @property
    def if_success(self) -> Fraction | None:
        """The same over the successes alone; None in anarchy, which has none."""
        made = [each.net for die, each in enumerate(self.by_die, 1) if self.check.of(die).is_success]
        return Fraction(sum(made), len(made)) if made else None


def expected(realm: Realm) -> Expected:
    """What the tax check of this realm may bring."""
    made = check(realm, Attribute.ECONOMY)
    return Expected(made, tuple(earned(realm, made.of(die)) for die in range(1, SIDES + 1)))


def rates(realm: Realm) -> tuple[int, int]:
    """gp for 1 BP deposited, and gp that 1 BP withdrawn comes to (R053, R054).

    From scratch, where the campaign has that and no sponsor paid, both depend on Size.
    """
    if not realm.rulings.is_on(FROM_SCRATCH) or realm.kingdom.terms.backing is not Backing.SCRATCH:
        return DEPOSIT_RATE, WITHDRAW_RATE
    return next(
        (deposited, withdrawn)
        for up_to, deposited, withdrawn in SCRATCH_RATES
        if up_to is None or realm.size <= up_to
    )
