"""Magic items bought on the market, and slots emptied by an Economy check (R056, R057)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final

from bot.engine.dice.source import Dice
from bot.engine.people import EVERYONE, Audience
from bot.engine.system import RecordId, Scene, Turn
from bot.engine.words import safe
from bot.errors import RuleViolation
from bot.systems.kingdom.rules.book import WITHDRAW_RATE
from bot.systems.kingdom.rules.checks import Check, Result, check, rolled
from bot.systems.kingdom.rules.duties import acted_for
from bot.systems.kingdom.rules.income import require_withdrawal, with_less
from bot.systems.kingdom.rules.item_steps import ITEM_LENGTH
from bot.systems.kingdom.rules.keeping import done, kept, with_more, with_points
from bot.systems.kingdom.rules.markets import slot_meant
from bot.systems.kingdom.rules.months import require_open
from bot.systems.kingdom.rules.prices import require_points
from bot.systems.kingdom.rules.realm import Realm, standing_realm
from bot.systems.kingdom.rules.settings import PURGE_PENALTY
from bot.systems.kingdom.rules.settling import settlement_of
from bot.systems.kingdom.rules.slots import ware_in, with_ware
from bot.systems.kingdom.rules.terms import Attribute, Phase, Stat, Step, Task, Until
from bot.systems.kingdom.rules.town import Building, Town, Ware
from bot.systems.kingdom.words import items as words

# In these phases the Treasury pays for an item that the realm is to have.
SPENDING: Final = (Phase.EDICT, Phase.INCOME)


class Payment(StrEnum):
    """How an item is paid for."""

    # With the buyer's own gold: no affair of the Treasury's.
    GOLD = "gold"
    # Out of the Treasury for personal use: a withdrawal.
    PERSONAL = "personal"
    # Out of the Treasury for the realm's use.
    REALM = "realm"


@dataclass(frozen=True, slots=True)
class BuyItem:
    """Buy an item off the market: `slot` is "building.slot" by their numbers, `how` a Payment.

    `price` (gp), `opened` (the entry by which it came) and `unrest` are what a preview showed.
    """

    kingdom: RecordId
    settlement: str
    slot: str
    how: str = ""
    price: int | None = None
    opened: int | None = None
    unrest: int | None = None


@dataclass(frozen=True, slots=True)
class PurgeItem:
    """Attempt the Economy check that has somebody else buy an item.

    `opened` and `cost` (in Economy) are what a preview showed.
    """

    kingdom: RecordId
    settlement: str
    slot: str
    opened: int | None = None
    cost: int | None = None


@dataclass(frozen=True, slots=True)
class ItemBought:
    """An item was bought off the market: its price (gp), how it was paid for, and BP paid."""

    name: str
    settlement: str
    item: str
    price: int
    how: Payment
    points: int = 0
    audience: Audience = EVERYONE


@dataclass(frozen=True, slots=True)
class ItemPurged:
    """A slot was tried to be emptied; `cost` is what the attempt took off Economy."""

    name: str
    settlement: str
    item: str
    result: Result
    cost: int = 0
    audience: Audience = EVERYONE


@dataclass(frozen=True, slots=True)
class Wanted:
    """An item on the market that somebody wants gone: where it is."""

    id: RecordId
    town: Town
    building: Building
    ware: Ware


def wanted(realm: Realm, settlement: str, slot: str, opened: int | None = None) -> Wanted:
    """The item meant, which can be sold now. Raises RuleViolation saying what stands against it."""
    id_, town = settlement_of(realm, settlement)
    building, number = slot_meant(town, slot)
    ware = ware_in(building, number)
    if ware is None or (opened is not None and ware.opened != opened):
        raise RuleViolation(words.GONE if opened is not None else words.NOTHING_THERE)
    if not ware.name:
        raise RuleViolation(words.STILL_UNNAMED)
    if building.is_damaged:
        raise RuleViolation(words.damaged(building.type.value))
    return Wanted(id_, town, building, ware)


def emptied(realm: Realm, sold: Wanted) -> Realm:
    """The realm with that slot vacant."""
    town = with_ware(sold.town, sold.building, sold.ware.slot, None)
    return replace(realm, towns={**realm.towns, sold.id: town})


# -- bought -------------------------------------------------------------------------------------------


def points_for(price: int) -> int:
    """What an item of that price (gp) costs the Treasury: 1 BP for each 2,000 gp begun (R057)."""
    return -(-price // WITHDRAW_RATE)


def payment_of(text: str) -> Payment:
    """How it is paid for. Raises RuleViolation for another word."""
    if text not in tuple(Payment):
        raise RuleViolation(words.no_such_payment(safe(text, 40)))
    return Payment(text)


def buy_item(scene: Scene, action: BuyItem, dice: Dice) -> Turn:
    """Buy it: with own gold anybody can, with BP whoever keeps the Treasury (R057).

    Raises RuleViolation, NotAllowed.
    """
    realm = standing_realm(scene, action.kingdom)
    how = payment_of(action.how)
    item = wanted(realm, action.settlement, action.slot, action.opened)
    require_price_shown(item.ware.price, action.price)
    on_behalf = None if how is Payment.GOLD else acted_for(scene, realm.kingdom, Task.TREASURY)
    require_payable(realm, how, item.ware.price)
    if how is Payment.PERSONAL and action.unrest not in (None, realm.kingdom.unrest):
        raise RuleViolation(words.unrest_changed(action.unrest or 0, realm.kingdom.unrest))
    points = 0 if how is Payment.GOLD else points_for(item.ware.price)
    told = ItemBought(realm.kingdom.name, item.town.name, item.ware.name, item.ware.price, how, points)
    return kept(scene, realm, paid(emptied(realm, item), how, points), told, on_behalf_of=on_behalf)


def require_price_shown(price: int, shown: int | None) -> None:
    """See that an item costs what its preview showed, in gp. Raises RuleViolation."""
    if shown is not None and shown != price:
        raise RuleViolation(words.price_changed(shown, price))


def require_payable(realm: Realm, how: Payment, price: int) -> None:
    """See that it can be paid for in that way now. Raises RuleViolation.

    For personal use it is a withdrawal, with what holds for those (R025, R053); for the realm it is spent in
    the Edict or the Income phase, like anything else that the Treasury pays for.
    """
    if how is Payment.PERSONAL:
        require_withdrawal(realm, points_for(price))
    elif how is Payment.REALM:
        if realm.kingdom.month.phase not in SPENDING:
            raise RuleViolation(words.not_spending(realm.kingdom.month.phase.value))
        require_points(realm, points_for(price))


def paid(realm: Realm, how: Payment, points: int) -> Realm:
    """The realm with so many BP paid in that way."""
    if how is Payment.PERSONAL:
        return replace(realm, kingdom=done(with_less(realm.kingdom, points), Step.WITHDRAW))
    return replace(realm, kingdom=with_points(realm.kingdom, -points))


# -- emptied by a check -------------------------------------------------------------------------------


def purge_cost(realm: Realm) -> int:
    """What the next attempt takes off Economy: nothing for the first of a month, 1 for each other (R056)."""
    return 1 if realm.kingdom.month.purges else 0


def attempted(realm: Realm) -> Realm:
    """The realm with one attempt more, and what it costs, whatever comes of it (R056)."""
    kingdom, cost = realm.kingdom, purge_cost(realm)
    if cost:
        until = Until.MONTH if realm.rulings.is_on(PURGE_PENALTY) else Until.ALWAYS
        kingdom = with_more(kingdom, Stat.ECONOMY, -cost, words.PENALTY, until)
    month = replace(kingdom.month, purges=kingdom.month.purges + 1)
    return replace(realm, kingdom=replace(kingdom, month=month))


def purge_check(realm: Realm, item: Wanted) -> Check:
    """The check that the next attempt is: what it costs counts in it already."""
    return check(attempted(realm), Attribute.ECONOMY, spot=item.town.spot)


def require_purge(realm: Realm, settlement: str, slot: str, opened: int | None = None) -> Wanted:
    """The item whose slot can be tried to be emptied now: once a month each. Raises RuleViolation."""
    require_open(realm.kingdom, Step.SELL)
    item = wanted(realm, settlement, slot, opened)
    if item.ware.tried == realm.month:
        raise RuleViolation(words.tried(safe(item.ware.name, ITEM_LENGTH)))
    return item


def purge_item(scene: Scene, action: PurgeItem, dice: Dice) -> Turn:
    """Attempt it (Income, step 3); a success empties the slot. Raises RuleViolation, NotAllowed."""
    realm = standing_realm(scene, action.kingdom)
    item = require_purge(realm, action.settlement, action.slot, action.opened)
    on_behalf = acted_for(scene, realm.kingdom, Task.TREASURY)
    cost = purge_cost(realm)
    if action.cost not in (None, cost):
        raise RuleViolation(words.COST_CHANGED)
    result = rolled(purge_check(realm, item), dice, words.PURGE)
    after = attempted(realm)
    if result.is_success:
        after = emptied(after, item)
    else:
        tried = replace(item.ware, tried=realm.month)
        town = with_ware(item.town, item.building, tried.slot, tried)
        after = replace(after, towns={**after.towns, item.id: town})
    told = ItemPurged(realm.kingdom.name, item.town.name, item.ware.name, result, cost)
    return kept(scene, realm, after, told, on_behalf_of=on_behalf)
