"""The capital: named freely while there is none, else moved at the price of Unrest (R027, R079)."""

from __future__ import annotations

from dataclasses import dataclass, replace

from bot.engine.dice.source import Dice
from bot.engine.people import EVERYONE, Audience
from bot.engine.system import RecordId, Scene, Turn
from bot.engine.words import safe
from bot.errors import RuleViolation
from bot.systems.kingdom.rules.checks import Check, Result, check, rolled
from bot.systems.kingdom.rules.duties import acted_for
from bot.systems.kingdom.rules.keeping import kept, with_unrest
from bot.systems.kingdom.rules.losing import LossFollowed
from bot.systems.kingdom.rules.months import require_open
from bot.systems.kingdom.rules.realm import Realm, standing_realm
from bot.systems.kingdom.rules.settling import settlement_of
from bot.systems.kingdom.rules.terms import Attribute, Step, Task
from bot.systems.kingdom.rules.territories import separated
from bot.systems.kingdom.words import settlements as words

MOVED_UNREST, FAILED_SIDES = 1, 6


@dataclass(frozen=True, slots=True)
class NameCapital:
    """Make a settlement the capital."""

    kingdom: RecordId
    settlement: str


@dataclass(frozen=True, slots=True)
class CapitalNamed:
    """A settlement is the capital; without a `check` it was free, for there was none (R079)."""

    name: str
    settlement: str
    before: str = ""
    check: Result | None = None
    unrest: int = 0
    audience: Audience = EVERYONE


def name_capital(scene: Scene, action: NameCapital, dice: Dice) -> Turn:
    """Make it the capital: Unrest rises by 1, or by 1d6 where the Stability check fails (R027).

    While there is no capital it costs nothing, in any phase (R079). Raises RuleViolation, NotAllowed.
    """
    realm = standing_realm(scene, action.kingdom)
    on_behalf = acted_for(scene, realm.kingdom, Task.LEADERSHIP)
    id_, town = settlement_of(realm, action.settlement)
    require_movable(realm, id_)
    before = realm.kingdom.capital
    result, unrest = None, 0
    if before is not None:
        result, unrest = _moved(capital_check(realm), dice, town.name)
    kingdom = with_unrest(replace(realm.kingdom, capital=id_), unrest)
    after = separated(replace(realm, kingdom=kingdom))
    was = realm.towns[before].name if before is not None else ""
    told = CapitalNamed(realm.kingdom.name, town.name, was, result, unrest)
    return kept(scene, realm, after, told, *_cut_off(realm, after), on_behalf_of=on_behalf)


def require_movable(realm: Realm, settlement: RecordId) -> None:
    """See that it can become the capital now. Raises RuleViolation."""
    if settlement == realm.kingdom.capital:
        raise RuleViolation(words.is_capital(safe(realm.towns[settlement].name, 60)))
    if realm.kingdom.capital is not None:
        require_open(realm.kingdom, Step.EDICTS)


def capital_check(realm: Realm) -> Check:
    """The check for moving it."""
    return check(realm, Attribute.STABILITY)


def _moved(made: Check, dice: Dice, name: str) -> tuple[Result, int]:
    result = rolled(made, dice, words.capital_reason(name))
    if result.is_success:
        return result, MOVED_UNREST
    return result, sum(dice.roll(1, FAILED_SIDES, reason=words.failure_reason(name)))


def _cut_off(before: Realm, after: Realm) -> tuple[LossFollowed, ...]:
    """The territories that are cut off from the new capital, and were not from the old one."""
    numbers = {part.number for part in before.kingdom.parts}
    new = tuple(len(part.spots) for part in after.kingdom.parts if part.number not in numbers)
    return (LossFollowed(after.kingdom.name, cut_off=new),) if new else ()
