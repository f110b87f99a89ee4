"""The Upkeep phase: the Stability check, Consumption, what adds to Unrest, and the Royal Enforcer."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any, Final

from bot.engine.dice.source import Dice
from bot.engine.people import EVERYONE, Audience, Permit
from bot.engine.system import ActionKind, Kind, Scene, Turn
from bot.systems.kingdom.rules.book import ROLES
from bot.systems.kingdom.rules.calendar import ASKS
from bot.systems.kingdom.rules.checks import Result, check, rolled
from bot.systems.kingdom.rules.duties import acted_for
from bot.systems.kingdom.rules.granaries import board
from bot.systems.kingdom.rules.keeping import done, kept, noted, with_more, with_points, with_unrest
from bot.systems.kingdom.rules.month import (
    EnforceOrder,
    PayConsumption,
    RollStability,
    RollStandIn,
    SettleUnrest,
)
from bot.systems.kingdom.rules.months import require_open, running_realm
from bot.systems.kingdom.rules.realm import Realm, kingdom_scope
from bot.systems.kingdom.rules.sources import figures
from bot.systems.kingdom.rules.state import Kingdom
from bot.systems.kingdom.rules.terms import Attribute, Role, Stat, Step
from bot.systems.kingdom.rules.vacancy import is_vacant, lacks_ruler
from bot.systems.kingdom.words import upkeep as words

MILD_UNREST, DEBT_UNREST = 1, 2
BAD_SIDES: Final = 4


@dataclass(frozen=True, slots=True)
class StabilityRolled:
    """The Stability check of Upkeep: what it does to Unrest and the Treasury.

    `bad` is the d4 of a failure by 5 or more.
    """

    name: str
    result: Result
    unrest: int = 0
    points: int = 0
    bad: int | None = None
    audience: Audience = EVERYONE


@dataclass(frozen=True, slots=True)
class ConsumptionPaid:
    """Consumption was paid; `raw` is below 0 where Farms gave more than was needed (R002).

    `paid` came out of the Treasury; `stored` went into the Granaries, or, below 0, came out of them, and
    `store` is what they hold then (R095).
    """

    name: str
    paid: int
    raw: int
    treasury: int
    unrest: int = 0
    stored: int = 0
    store: int = 0
    audience: Audience = EVERYONE


@dataclass(frozen=True, slots=True)
class Grievance:
    """What adds to Unrest: a negative attribute or a vacant role, by its value."""

    what: str
    unrest: int


@dataclass(frozen=True, slots=True)
class UnrestSettled:
    """What added to Unrest this month."""

    name: str
    grievances: tuple[Grievance, ...] = ()
    audience: Audience = EVERYONE


@dataclass(frozen=True, slots=True)
class StandInRolled:
    """The Loyalty check of whoever stands in for the Ruler."""

    name: str
    role: Role
    result: Result
    unrest: int = 0
    audience: Audience = EVERYONE


@dataclass(frozen=True, slots=True)
class OrderEnforced:
    """The Royal Enforcer reduced Unrest; a failed check costs Loyalty for good."""

    name: str
    result: Result
    loyalty: int = 0
    audience: Audience = EVERYONE


# -- steps 1 and 2 ------------------------------------------------------------------------------------


def roll_stability(scene: Scene, action: RollStability, dice: Dice) -> Turn:
    """Attempt the Stability check (Upkeep, step 1). Raises RuleViolation or NotAllowed."""
    realm, on_behalf = _at(scene, action, Step.STABILITY)
    state = realm.kingdom
    result = rolled(check(realm, Attribute.STABILITY), dice, words.STABILITY)
    unrest, points, bad = 0, 0, None
    if result.is_success:
        # Only with no Unrest at all it is a BP instead (R006).
        unrest, points = (-1, 0) if state.unrest else (0, 1)
    elif result.is_mild:
        unrest = MILD_UNREST
    else:
        (bad,) = dice.roll(1, BAD_SIDES, reason=words.BAD_FAILURE)
        unrest = bad
    told = StabilityRolled(state.name, result, unrest, points, bad)
    after = with_points(with_unrest(noted(state, Step.STABILITY, result), unrest), points)
    return _kept(scene, realm, after, Step.STABILITY, told, on_behalf)


def pay_consumption(scene: Scene, action: PayConsumption, dice: Dice) -> Turn:
    """Pay Consumption; a Treasury below 0 then adds 2 Unrest, every month (step 2, R008).

    Granaries take in a surplus, and give what the Treasury lacks before that is counted (R095).
    Raises RuleViolation or NotAllowed.
    """
    realm, on_behalf = _at(scene, action, Step.CONSUMPTION)
    numbers, bill = figures(realm), board(realm)
    left, store = numbers.treasury - bill.paid, realm.kingdom.stored + bill.stored
    unrest = DEBT_UNREST if left < 0 else 0
    told = ConsumptionPaid(realm.kingdom.name, bill.paid, numbers.raw, left, unrest, bill.stored, store)
    fed = replace(with_points(realm.kingdom, -bill.paid), stored=store)
    after = with_unrest(fed, unrest)
    return _kept(scene, realm, after, Step.CONSUMPTION, told, on_behalf)


# -- step 4, in the order of R016 ---------------------------------------------------------------------


def settle_unrest(scene: Scene, action: SettleUnrest, dice: Dice) -> Turn:
    """Add what negative attributes and vacancies add to Unrest (step 4 a and b). Raises as above."""
    realm, on_behalf = _at(scene, action, Step.UNREST)
    found = tuple(grievances(realm))
    told = UnrestSettled(realm.kingdom.name, found)
    after = with_unrest(realm.kingdom, sum(each.unrest for each in found))
    return _kept(scene, realm, after, Step.UNREST, told, on_behalf)


def grievances(realm: Realm) -> Iterator[Grievance]:
    """1 for each attribute below 0 (R004), then vacancies (R015); a stand-in spares the Ruler's (R040)."""
    numbers = figures(realm)
    for attribute in Attribute:
        if numbers.of(attribute) < 0:
            yield Grievance(attribute.value, 1)
    for role, row in ROLES.items():
        is_missed = lacks_ruler(realm.kingdom) if role is Role.RULER else is_vacant(realm.kingdom, role)
        if row.vacancy_unrest and is_missed:
            yield Grievance(role.value, row.vacancy_unrest)


def roll_stand_in(scene: Scene, action: RollStandIn, dice: Dice) -> Turn:
    """The stand-in's Loyalty check: 1 Unrest if it fails (step 4 c, R040). Raises as above."""
    realm, on_behalf = _at(scene, action, Step.STAND_IN)
    result = rolled(check(realm, Attribute.LOYALTY), dice, words.STAND_IN)
    unrest = 0 if result.is_success else 1
    # The step is open only while somebody stands in.
    role = realm.kingdom.month.stand_in or Role.CONSORT
    told = StandInRolled(realm.kingdom.name, role, result, unrest)
    after = with_unrest(noted(realm.kingdom, Step.STAND_IN, result), unrest)
    return _kept(scene, realm, after, Step.STAND_IN, told, on_behalf)


def enforce_order(scene: Scene, action: EnforceOrder, dice: Dice) -> Turn:
    """Reduce Unrest by 1 either way, then attempt a Loyalty check: Loyalty −1 for good if it fails (R036).

    Raises as above.
    """
    realm, on_behalf = _at(scene, action, Step.ENFORCER)
    calmer = replace(realm, kingdom=with_unrest(realm.kingdom, -1))
    result = rolled(check(calmer, Attribute.LOYALTY), dice, words.ENFORCER)
    state = noted(calmer.kingdom, Step.ENFORCER, result)
    if not result.is_success:
        # One named source for all that an Enforcer's severity ever cost.
        state = with_more(state, Stat.LOYALTY, -1, words.SEVERITY)
    told = OrderEnforced(state.name, result, 0 if result.is_success else -1)
    return _kept(scene, realm, state, Step.ENFORCER, told, on_behalf)


# -- every step ---------------------------------------------------------------------------------------


def _at(scene: Scene, action: Any, step: Step) -> tuple[Realm, int | None]:
    """The realm at that open step, and whom the actor acts for. Raises RuleViolation or NotAllowed."""
    realm = running_realm(scene, action.kingdom)
    require_open(realm.kingdom, step)
    task = ASKS[step]
    return realm, acted_for(scene, realm.kingdom, task) if task is not None else None


def _kept(scene: Scene, realm: Realm, kingdom: Kingdom, step: Step, told: Any, on_behalf: int | None) -> Turn:
    after = replace(realm, kingdom=done(kingdom, step))
    return kept(scene, realm, after, told, on_behalf_of=on_behalf)


KINDS: tuple[Kind[Any], ...] = ()
ACTIONS: tuple[ActionKind[Any], ...] = (
    ActionKind(RollStability, roll_stability, Permit.MEMBERS, kingdom_scope),
    ActionKind(PayConsumption, pay_consumption, Permit.MEMBERS, kingdom_scope),
    ActionKind(SettleUnrest, settle_unrest, Permit.MEMBERS, kingdom_scope),
    ActionKind(RollStandIn, roll_stand_in, Permit.MEMBERS, kingdom_scope),
    ActionKind(EnforceOrder, enforce_order, Permit.MEMBERS, kingdom_scope),
)
EVENTS: tuple[type[Any], ...] = (
    StabilityRolled,
    ConsumptionPaid,
    UnrestSettled,
    StandInRolled,
    OrderEnforced,
)
