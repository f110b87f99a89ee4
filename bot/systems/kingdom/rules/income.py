"""Income: withdrawals, deposits, items sold, and taxes."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Final

from bot.engine.dice.source import Dice
from bot.engine.people import EVERYONE, Audience, Permit
from bot.engine.system import ActionKind, Kind, RecordId, Scene, Turn
from bot.engine.words import clip, one_line, safe
from bot.errors import RuleViolation
from bot.systems.kingdom.rules.book import DEPOSIT_RATE, EXPENSIVE
from bot.systems.kingdom.rules.checks import Result, check, rolled, situational
from bot.systems.kingdom.rules.duties import acted_for
from bot.systems.kingdom.rules.keeping import done, kept, noted, with_points, with_unrest
from bot.systems.kingdom.rules.month import CollectTaxes, Deposit, SellItem, Withdraw
from bot.systems.kingdom.rules.months import require_open
from bot.systems.kingdom.rules.realm import Realm, kingdom_scope, standing_realm
from bot.systems.kingdom.rules.revenue import Earned, Yield, earned, rates
from bot.systems.kingdom.rules.settings import VOLUNTARY_DEBT
from bot.systems.kingdom.rules.settling import settlement_of
from bot.systems.kingdom.rules.sources import figures
from bot.systems.kingdom.rules.state import Kingdom
from bot.systems.kingdom.rules.terms import Attribute, Phase, Step, Task, Tribute
from bot.systems.kingdom.rules.town import Town
from bot.systems.kingdom.rules.worth import base_value
from bot.systems.kingdom.words import income as words

MOST_GOLD: Final = 999_999
MOST_WITHDRAWN: Final = 9_999
NOTE_LENGTH: Final = 100


@dataclass(frozen=True, slots=True)
class Withdrawn:
    """BP were taken out of the Treasury for personal use, and came to so much gold (gp)."""

    name: str
    points: int
    gold: int
    audience: Audience = EVERYONE


@dataclass(frozen=True, slots=True)
class Deposited:
    """Gold, gems and items were given: their worth (gp), what that bought, and what was left over (gp)."""

    name: str
    gold: int
    points: int
    rest: int
    note: str = ""
    audience: Audience = EVERYONE


@dataclass(frozen=True, slots=True)
class ItemSold:
    """An item was sold; `left` are the sales that this settlement has left this month."""

    name: str
    settlement: str
    item: str
    price: int
    points: int
    left: int
    audience: Audience = EVERYONE


@dataclass(frozen=True, slots=True)
class TaxesCollected:
    """The tax check as it was made, and what it brought.

    `bonus` is what counts in such checks alone; `debt` is what a sponsor is owed from now on.
    """

    name: str
    die: int
    economy: int
    bonus: int
    unrest: int
    total: int
    dc: int
    is_success: bool
    taxes: int
    resources: tuple[Yield, ...] = ()
    tribute: int = 0
    sponsor: str = ""
    debt: int | None = None
    audience: Audience = EVERYONE


# -- withdrawals --------------------------------------------------------------------------------------


def withdraw(scene: Scene, action: Withdraw, dice: Dice) -> Turn:
    """Take BP out for personal use, once a month for all leaders together: Unrest + 1 for each (R025, R053).

    Raises RuleViolation for a second time, and for more than there is.
    """
    realm = standing_realm(scene, action.kingdom)
    kingdom = realm.kingdom
    require_withdrawal(realm, action.points)
    on_behalf_of = acted_for(scene, kingdom, Task.TREASURY)
    if action.unrest is not None and action.unrest != kingdom.unrest:
        raise RuleViolation(words.unrest_changed(action.unrest, kingdom.unrest))
    after = replace(realm, kingdom=done(with_less(kingdom, action.points), Step.WITHDRAW))
    told = Withdrawn(kingdom.name, action.points, action.points * rates(realm)[1])
    return kept(scene, realm, after, told, on_behalf_of=on_behalf_of)


def require_withdrawal(realm: Realm, points: int) -> None:
    """See that so many BP can be withdrawn now: what is in hand, unless the campaign allows debts (R007).

    Raises RuleViolation saying what can be.
    """
    kingdom = realm.kingdom
    if kingdom.month.has_withdrawn and kingdom.month.phase is Phase.INCOME:
        raise RuleViolation(words.withdrawn_already(kingdom.treasury, kingdom.unrest))
    require_open(kingdom, Step.WITHDRAW)
    most = MOST_WITHDRAWN if realm.rulings.is_on(VOLUNTARY_DEBT) else max(0, kingdom.treasury)
    if not 1 <= points <= most:
        raise RuleViolation(words.cant_withdraw(most, kingdom.treasury))


def with_less(kingdom: Kingdom, points: int) -> Kingdom:
    """The kingdom after a withdrawal of so many BP."""
    month = replace(kingdom.month, has_withdrawn=True)
    return with_unrest(with_points(replace(kingdom, month=month), -points), points)


# -- deposits -----------------------------------------------------------------------------------------


def deposit(scene: Scene, action: Deposit, dice: Dice) -> Turn:
    """Give gold, gems and items worth up to 4,000 gp each: the whole batch counts together (R054).

    Raises RuleViolation for an item worth more, and where it is too little for 1 BP.
    """
    realm = standing_realm(scene, action.kingdom)
    kingdom = realm.kingdom
    require_open(kingdom, Step.DEPOSIT)
    on_behalf_of = acted_for(scene, kingdom, Task.TREASURY)
    if not 1 <= action.gold <= MOST_GOLD:
        raise RuleViolation(words.gold_out_of_range(MOST_GOLD))
    if action.dearest > EXPENSIVE:
        raise RuleViolation(words.too_expensive(action.dearest, EXPENSIVE))
    if not 0 <= action.dearest <= action.gold:
        raise RuleViolation(words.dearest_out_of_range(action.gold))
    points, rest = divmod(action.gold, rates(realm)[0])
    if not points:
        raise RuleViolation(words.too_little(action.gold, rates(realm)[0]))
    after = replace(realm, kingdom=with_points(kingdom, points))
    told = Deposited(kingdom.name, action.gold, points, rest, clip(one_line(action.note), NOTE_LENGTH))
    return kept(scene, realm, after, told, on_behalf_of=on_behalf_of)


# -- items --------------------------------------------------------------------------------------------


def worth(price: int) -> int:
    """What an item of that price (gp) brings, in BP: half of it by 4,000, at any rate of gold (R055)."""
    return price // 2 // DEPOSIT_RATE


def sales_left(kingdom: Kingdom, id_: RecordId, town: Town) -> int:
    """How many items can still be sold there this month: one for each district."""
    return max(0, town.districts - kingdom.month.sold.get(id_, 0))


def sell_item(scene: Scene, action: SellItem, dice: Dice) -> Turn:
    """Sell an item for more than 4,000 gp and up to the settlement's base value (R055).

    Raises RuleViolation naming what can be sold where, and for a sale that would bring nothing.
    """
    realm = standing_realm(scene, action.kingdom)
    kingdom = realm.kingdom
    require_open(kingdom, Step.SELL)
    on_behalf_of = acted_for(scene, kingdom, Task.TREASURY)
    id_, town = require_sale(realm, action.settlement, action.price)
    points = worth(action.price)
    if not points and not action.for_nothing:
        raise RuleViolation(words.brings_nothing(action.price))
    sold = {**kingdom.month.sold, id_: kingdom.month.sold.get(id_, 0) + 1}
    richer = with_points(replace(kingdom, month=replace(kingdom.month, sold=sold)), points)
    left = sales_left(richer, id_, town)
    item = clip(one_line(action.item), NOTE_LENGTH)
    told = ItemSold(kingdom.name, town.name, item, action.price, points, left)
    return kept(scene, realm, replace(realm, kingdom=richer), told, on_behalf_of=on_behalf_of)


def require_sale(realm: Realm, text: str, price: int) -> tuple[RecordId, Town]:
    """The settlement meant, where an item of that price can be sold there now. Raises RuleViolation."""
    id_, town = settlement_of(realm, text)
    if price <= EXPENSIVE:
        raise RuleViolation(words.too_cheap(price, EXPENSIVE))
    if price > MOST_GOLD:
        raise RuleViolation(words.price_out_of_range(MOST_GOLD))
    value = base_value(town, realm.rulings)
    if price > value:
        towns = realm.towns.values()
        richer = [safe(each.name, 60) for each in towns if base_value(each, realm.rulings) >= price]
        raise RuleViolation(words.too_poor(safe(town.name, 60), value, price, richer))
    if not sales_left(realm.kingdom, id_, town):
        raise RuleViolation(words.sold_out(safe(town.name, 60), town.districts))
    return id_, town


# -- taxes --------------------------------------------------------------------------------------------


def collect_taxes(scene: Scene, action: CollectTaxes, dice: Dice) -> Turn:
    """The Economy check for taxes, and what it brings (R049 to R052); the sponsor's share leaves with it."""
    realm = standing_realm(scene, action.kingdom)
    kingdom = realm.kingdom
    require_open(kingdom, Step.TAXES)
    on_behalf_of = acted_for(scene, kingdom, Task.ECONOMY)
    result = rolled(check(realm, Attribute.ECONOMY), dice, words.TAX_CHECK)
    brought = earned(realm, result)
    paid = _paid_back(with_points(noted(kingdom, Step.TAXES, result), brought.net), brought)
    after = replace(realm, kingdom=done(paid, Step.TAXES))
    told = _collected(realm, result, brought, paid)
    return kept(scene, realm, after, told, on_behalf_of=on_behalf_of)


def _paid_back(kingdom: Kingdom, brought: Earned) -> Kingdom:
    """With what a sponsor lent paid back by the tribute; a tenth of the income never ends."""
    terms = kingdom.terms
    if terms.tribute is not Tribute.ONE:
        return kingdom
    return replace(kingdom, terms=replace(terms, debt=terms.debt - brought.tribute))


def _collected(realm: Realm, result: Result, brought: Earned, paid: Kingdom) -> TaxesCollected:
    economy, bonus, terms = figures(realm).economy, situational(realm, Attribute.ECONOMY), paid.terms
    return TaxesCollected(
        realm.kingdom.name,
        result.die,
        economy,
        bonus,
        result.unrest,
        result.total,
        result.dc,
        result.is_success,
        brought.taxes,
        brought.resources,
        brought.tribute,
        terms.sponsor if brought.tribute else "",
        terms.debt if brought.tribute and terms.tribute is Tribute.ONE else None,
    )


KINDS: tuple[Kind[Any], ...] = ()
ACTIONS: tuple[ActionKind[Any], ...] = (
    ActionKind(Withdraw, withdraw, Permit.MEMBERS, kingdom_scope),
    ActionKind(Deposit, deposit, Permit.MEMBERS, kingdom_scope),
    ActionKind(SellItem, sell_item, Permit.MEMBERS, kingdom_scope),
    ActionKind(CollectTaxes, collect_taxes, Permit.MEMBERS, kingdom_scope),
)
EVENTS: tuple[type[Any], ...] = (Withdrawn, Deposited, ItemSold, TaxesCollected)
