"""Magic items on the market: rolled for in Upkeep, named, and put there or taken away by game masters."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Final

from bot.engine.dice.source import Dice
from bot.engine.people import EVERYONE, Audience, Permit, Standing
from bot.engine.system import ActionKind, Kind, RecordId, Scene, Turn
from bot.engine.words import clip, one_line, safe
from bot.errors import NotAllowed, RuleViolation
from bot.systems.kingdom.rules.duties import acted_for
from bot.systems.kingdom.rules.income import MOST_GOLD
from bot.systems.kingdom.rules.item_steps import ITEM_LENGTH
from bot.systems.kingdom.rules.item_trade import (
    BuyItem,
    ItemBought,
    ItemPurged,
    PurgeItem,
    buy_item,
    purge_item,
)
from bot.systems.kingdom.rules.keeping import done, kept
from bot.systems.kingdom.rules.markets import most_price, open_districts, slot_meant
from bot.systems.kingdom.rules.month import NameItem, RollItems
from bot.systems.kingdom.rules.months import require_open, running_realm
from bot.systems.kingdom.rules.realm import Realm, found_realm, kingdom_scope
from bot.systems.kingdom.rules.settings import WHO_ROLLS
from bot.systems.kingdom.rules.settling import settlement_of
from bot.systems.kingdom.rules.slots import ItemsGone, kinds_of, slots_of, vacancies, ware_in, with_ware
from bot.systems.kingdom.rules.state import REASON_LENGTH
from bot.systems.kingdom.rules.terms import BuildingType, Grade, ItemKind, Step, Task
from bot.systems.kingdom.rules.town import Town, Ware
from bot.systems.kingdom.words import items as words

PERCENT: Final = 100
# From this roll on an item comes up (R114).
COMES_FROM: Final = 51


@dataclass(frozen=True, slots=True)
class PutItem:
    """Put an item into a slot whatever the rules say; without a name take out what is in it.

    `slot` is "building.slot" by their numbers; `kind` is an ItemKind, or empty for the slot's only one.
    """

    kingdom: RecordId
    settlement: str
    slot: str
    name: str = ""
    price: int = 0
    kind: str = ""
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Offer:
    """The roll for one district; without a building nothing came up."""

    settlement: str
    district: int
    die: int
    building: BuildingType | None = None
    grade: Grade | None = None
    kind: ItemKind | None = None


@dataclass(frozen=True, slots=True)
class ItemsRolled:
    """Magic items came to the market, or none did: the roll of each district with a vacant slot."""

    name: str
    offers: tuple[Offer, ...] = ()
    audience: Audience = EVERYONE


@dataclass(frozen=True, slots=True)
class ItemNamed:
    """It was said what an item on the market is; `price` in gp."""

    name: str
    settlement: str
    building: BuildingType
    item: str
    price: int
    audience: Audience = EVERYONE


@dataclass(frozen=True, slots=True)
class ItemPut:
    """A game master changed what is in a slot; without an item it is vacant now. `before` was in it."""

    name: str
    settlement: str
    building: BuildingType
    item: str
    price: int
    before: str
    reason: str
    audience: Audience = EVERYONE


# -- rolled for ---------------------------------------------------------------------------------------


def roll_items(scene: Scene, action: RollItems, dice: Dice) -> Turn:
    """Roll d% once for each district with a vacant slot (Upkeep, step 3; R114).

    Raises RuleViolation, NotAllowed.
    """
    realm = running_realm(scene, action.kingdom)
    require_open(realm.kingdom, Step.ITEMS)
    on_behalf = acted_for(scene, realm.kingdom, Task.TREASURY)
    towns, offers = dict(realm.towns), []
    for id_, district in open_districts(realm):
        towns[id_], offer = _offered(towns[id_], district, dice, scene.entry)
        offers.append(offer)
    after = replace(realm, kingdom=done(realm.kingdom, Step.ITEMS), towns=towns)
    told = ItemsRolled(realm.kingdom.name, tuple(offers))
    return kept(scene, realm, after, told, on_behalf_of=on_behalf)


def _offered(town: Town, district: int, dice: Dice, entry: int) -> tuple[Town, Offer]:
    """The settlement after the roll for a district: 51 to 100 fills one of its vacant slots at random."""
    (die,) = dice.roll(1, PERCENT, reason=words.ROLL)
    if die < COMES_FROM:
        return town, Offer(town.name, district, die)
    building, slot = _one_of(vacancies(town, district), dice, words.WHICH_SLOT)
    row = slots_of(building.type)[slot]
    kind = _one_of(kinds_of(row), dice, words.WHICH_KIND)
    filled = with_ware(town, building, slot, Ware(slot, kind, opened=entry))
    return filled, Offer(town.name, district, die, building.type, row.grade, kind)


def _one_of(found: tuple[Any, ...], dice: Dice, reason: str) -> Any:
    """One of those, each as likely as any other."""
    if len(found) == 1:
        return found[0]
    (die,) = dice.roll(1, len(found), reason=reason)
    return found[die - 1]


# -- named --------------------------------------------------------------------------------------------


def name_item(scene: Scene, action: NameItem, dice: Dice) -> Turn:
    """Say what an item is, at any time, by a game master's leave (R114).

    Raises RuleViolation for one dearer than the settlement's base value, NotAllowed.
    """
    if scene.standing is not Standing.GAME_MASTER and scene.setting(WHO_ROLLS) != "anyone":
        raise NotAllowed(words.FOR_GAME_MASTERS)
    realm = found_realm(scene, action.kingdom)
    id_, town = settlement_of(realm, action.settlement)
    building, slot = slot_meant(town, f"{action.building}.{action.slot}")
    ware = ware_in(building, slot)
    if ware is None:
        raise RuleViolation(words.NOTHING_TO_NAME)
    if ware.name:
        raise RuleViolation(words.named_already(safe(ware.name, ITEM_LENGTH)))
    name = _priced_name(action.name, action.price)
    _require_affordable(realm, town, action.price)
    named = with_ware(town, building, slot, replace(ware, name=name, price=action.price))
    told = ItemNamed(realm.kingdom.name, town.name, building.type, name, action.price)
    return kept(scene, realm, replace(realm, towns={**realm.towns, id_: named}), told)


def _priced_name(text: str, price: int) -> str:
    name = one_line(text)
    if not name or len(name) > ITEM_LENGTH:
        raise RuleViolation(words.name_length(ITEM_LENGTH))
    if not 1 <= price <= MOST_GOLD:
        raise RuleViolation(words.price_out_of_range(MOST_GOLD))
    return name


def _require_affordable(realm: Realm, town: Town, price: int) -> None:
    """See that the market's base value reaches an item's price. Raises RuleViolation."""
    most = most_price(realm, town)
    if price > most:
        raise RuleViolation(words.too_dear(safe(town.name, 60), price, most))


# -- by a game master ---------------------------------------------------------------------------------


def put_item(scene: Scene, action: PutItem, dice: Dice) -> Turn:
    """Put an item into a slot or take it out, in any phase. Raises RuleViolation."""
    realm = found_realm(scene, action.kingdom)
    id_, town = settlement_of(realm, action.settlement)
    building, slot = slot_meant(town, action.slot)
    reason = clip(one_line(action.reason), REASON_LENGTH)
    if not reason:
        raise RuleViolation(words.WHY)
    before = ware_in(building, slot)
    row = dict(enumerate(slots_of(building.type))).get(slot)
    ware = _put(scene, action, slot, _kind(action.kind, row.kinds if row is not None else ()))
    if ware is None and before is None:
        raise RuleViolation(words.VACANT_ALREADY)
    after = with_ware(town, building, slot, ware)
    item, price = (ware.name, ware.price) if ware is not None else ("", 0)
    was = (before.name or words.NAMELESS) if before is not None else ""
    told = ItemPut(realm.kingdom.name, town.name, building.type, item, price, was, reason)
    return kept(scene, realm, replace(realm, towns={**realm.towns, id_: after}), told)


def _put(scene: Scene, action: PutItem, slot: int, kind: ItemKind | None) -> Ware | None:
    """What is in the slot then; nothing where no name was given."""
    if not one_line(action.name):
        if action.price:
            raise RuleViolation(words.name_length(ITEM_LENGTH))
        return None
    name = _priced_name(action.name, action.price)
    return Ware(slot, kind, name, action.price, opened=scene.entry)


def _kind(text: str, kinds: tuple[ItemKind, ...]) -> ItemKind | None:
    """The kind meant; where none was said, the only one that the slot is for."""
    found = next((each for each in ItemKind if each.value == text), None)
    if text and found is None:
        raise RuleViolation(words.no_such_kind(safe(text, 40)))
    return found or (kinds[0] if len(kinds) == 1 else None)


KINDS: tuple[Kind[Any], ...] = ()
ACTIONS: tuple[ActionKind[Any], ...] = (
    ActionKind(RollItems, roll_items, Permit.MEMBERS, kingdom_scope),
    ActionKind(NameItem, name_item, Permit.MEMBERS, kingdom_scope),
    ActionKind(BuyItem, buy_item, Permit.MEMBERS, kingdom_scope),
    ActionKind(PurgeItem, purge_item, Permit.MEMBERS, kingdom_scope),
    ActionKind(PutItem, put_item, Permit.GAME_MASTERS, kingdom_scope),
)
EVENTS: tuple[type[Any], ...] = (ItemsRolled, ItemNamed, ItemBought, ItemPurged, ItemPut, ItemsGone)
