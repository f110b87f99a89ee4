"""What it costs that leaders leave their role: Unrest, then a Loyalty check, else a vacancy (R042)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from bot.engine.dice.source import Dice
from bot.errors import RuleViolation
from bot.systems.kingdom.rules.book import (
    ABDICATES,
    ANARCHY_AT,
    ROLES,
    RULER_ABDICATES,
    SWITCHES,
    Abdication,
)
from bot.systems.kingdom.rules.checks import Check, Result, check, rolled
from bot.systems.kingdom.rules.keeping import with_unrest
from bot.systems.kingdom.rules.realm import Realm
from bot.systems.kingdom.rules.state import Kingdom, Lapse, Leader
from bot.systems.kingdom.rules.terms import Attribute, Role, Stage
from bot.systems.kingdom.rules.vacancy import lapse_of
from bot.systems.kingdom.words import leaders as words


@dataclass(frozen=True, slots=True)
class Departure:
    """How a leader left a role. Without a check no vacancy could come of it.

    After a failed one the role counts as vacant until the end of month `until`, or of that month's Upkeep.
    """

    role: Role
    leader: str
    unrest: int
    result: Result | None = None
    until: int = 0
    is_until_upkeep: bool = False
    to: Role | None = None


@dataclass(frozen=True, slots=True)
class Exit:
    """One leader who goes: Unrest first, then a Loyalty check, where the role has a vacancy penalty."""

    leader: Leader
    cost: Abdication
    check: Check | None
    to: Role | None = None


@dataclass(frozen=True, slots=True)
class Plan:
    """A change of roles before its dice: the realm as it is, and once Unrest rose and the roles changed."""

    before: Realm
    after: Realm
    exits: tuple[Exit, ...]

    @property
    def price(self) -> tuple[int, ...]:
        """What is asked for it: Unrest, then the die that each check needs; 0 where none will do."""
        needed = (each.check.needed or 0 for each in self.exits if each.check is not None)
        return (sum(each.cost.unrest for each in self.exits), *needed)

    def failing(self, *failed: Exit) -> Realm:
        """The realm where those checks failed."""
        kingdom = self.after.kingdom
        lapses = tuple(lapse_of(each.leader.role, kingdom.month) for each in failed)
        return replace(self.after, kingdom=replace(kingdom, lapses=(*kingdom.lapses, *lapses)))


def planned(realm: Realm, after: Kingdom, leaving: Sequence[tuple[Leader, Role | None]]) -> Plan:
    """What it costs that those leave their role, for another or none. While a kingdom is founded nothing.

    The check is made with the Unrest raised and everybody still in their role.
    """
    if realm.kingdom.stage is Stage.FOUNDING:
        return Plan(realm, replace(realm, kingdom=after), ())
    costs = [_cost(leader, to) for leader, to in leaving]
    unrest = sum(cost.unrest for cost in costs)
    raised = replace(realm, kingdom=with_unrest(realm.kingdom, unrest))
    exits = tuple(
        Exit(leader, cost, _check(raised, cost) if _can_lapse(realm.kingdom, after, leader) else None, to)
        for (leader, to), cost in zip(leaving, costs, strict=True)
    )
    return Plan(realm, replace(realm, kingdom=with_unrest(after, unrest)), exits)


def _cost(leader: Leader, to: Role | None) -> Abdication:
    """A Ruler who takes another role is a Ruler who abdicates."""
    if leader.role is Role.RULER:
        return RULER_ABDICATES
    return ABDICATES if to is None else SWITCHES


def _can_lapse(before: Kingdom, after: Kingdom, leader: Leader) -> bool:
    """Whether its role has a vacancy penalty, and no spouse rules on (R034)."""
    row = ROLES[leader.role]
    stay = after.held_by(Role.RULER)
    rules_on = leader.role is Role.RULER and any(each in stay for each in before.held_by(Role.RULER))
    return bool(row.vacancy or row.vacancy_unrest) and not rules_on


def _check(raised: Realm, cost: Abdication) -> Check:
    made = check(raised, Attribute.LOYALTY, cost.modifier)
    # Anarchy begins before it is rolled.
    return replace(made, is_void=True) if raised.kingdom.unrest >= ANARCHY_AT else made


def left(plan: Plan, dice: Dice) -> tuple[Realm, tuple[Departure, ...]]:
    """Make the checks of a plan: the realm as it is then, and how each left."""
    results = [
        rolled(each.check, dice, words.leaves(each.leader.role.value)) if each.check is not None else None
        for each in plan.exits
    ]
    failed = [
        each
        for each, made in zip(plan.exits, results, strict=True)
        if made is not None and not made.is_success
    ]
    month = plan.after.kingdom.month
    told = tuple(
        _departure(each, made, lapse_of(each.leader.role, month) if each in failed else None)
        for each, made in zip(plan.exits, results, strict=True)
    )
    return plan.failing(*failed), told


def _departure(each: Exit, result: Result | None, lapse: Lapse | None) -> Departure:
    return Departure(
        each.leader.role,
        each.leader.name,
        each.cost.unrest,
        result,
        lapse.last if lapse is not None else 0,
        lapse is not None and lapse.ends_with_upkeep,
        each.to,
    )


def require_same(plan: Plan, price: tuple[int, ...] | None) -> None:
    """See that it costs what the preview said. Raises RuleViolation with what it costs now."""
    if price is not None and price != plan.price:
        unrest, *needed = plan.price
        raise RuleViolation(words.changed_since(unrest, needed))
