"""Magic items bought on the market, and slots emptied by an Economy check (R056, R057)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import islice
from typing import Final

from bot.engine.declare import option
from bot.engine.dice.source import Dice
from bot.engine.event import Event
from bot.engine.finders import Asker, Pair
from bot.engine.pace import WAITS
from bot.engine.people import Standing
from bot.engine.picking import Picks
from bot.engine.record import AtStep, Press
from bot.engine.saying import Label, Name, Words
from bot.engine.steps import waits
from bot.engine.system import FormField, RecordId, Step, World
from bot.engine.text import Labelled, Safe, T, refused
from bot.engine.words import one_line, whole_number
from bot.errors import NotAllowed, UserError
from bot.systems.kingdom.book import (
    WITHDRAW_RATE,
    Attribute,
    BuildingType,
    Grade,
    ItemKind,
    MonthStep,
    Phase,
    Stat,
    Task,
    Until,
)
from bot.systems.kingdom.checks import Check, CheckResult, check, one_of, roll_check
from bot.systems.kingdom.month.income import MOST_GOLD, require_withdrawal, with_less
from bot.systems.kingdom.moves import Move, correction, move
from bot.systems.kingdom.realm import (
    OnKingdom,
    Realm,
    asked_realm,
    found_realm,
    kingdom_scope,
    most_price,
    open_districts,
    require_points,
    settlement_of,
    settlements,
)
from bot.systems.kingdom.settings import PURGE_PENALTY, WHO_ROLLS
from bot.systems.kingdom.state import with_more, with_points
from bot.systems.kingdom.steps import done
from bot.systems.kingdom.towns.state import (
    FIRST_FIND,
    TOWN,
    TREASURE_PERCENT,
    Building,
    Town,
    Ware,
    described,
    grade_of,
    kinds_of,
    slots_of,
    vacancies,
    ware_in,
    where,
    with_ware,
)

# In these phases the Treasury pays for an item that the realm is to have.
SPENDING: Final = (Phase.EDICT, Phase.INCOME)


class Payment(Labelled):
    """How an item is paid for."""

    # With the buyer's own gold: no affair of the Treasury's.
    GOLD = "gold", "With your own gold"
    # Out of the Treasury for personal use: a withdrawal.
    PERSONAL = "personal", "With BP, for yourself"
    # Out of the Treasury for the realm's use.
    REALM = "realm", "With BP, for the realm"


def what(building: Building, ware: Ware) -> Safe:
    """What sort of item it is: a minor potion."""
    return described(grade_of(building, ware), ware.kind)


def slot_name(building: Building, number: int) -> Safe:
    """What a slot is for: minor potion or wondrous item."""
    row = slots_of(building.type)[number]
    return T("{grade} {kinds:or}")(grade=row.grade, kinds=row.kinds or [T("item")])


def stands(building: Building) -> Safe:
    """A building and where it stands."""
    return T("{building} at {where}")(building=building.type, where=where(building.place))


def slot_key(building: Building, slot: int) -> str:
    """How lists and buttons name a slot."""
    return f"{building.number}.{slot}"


def slot_meant(town: Town, text: str) -> tuple[Building, int]:
    """The slot that "building.slot" names by their numbers, or that the item of that name is in.

    Raises RuleViolation for one that the settlement hasn't.
    """
    number, _, slot = text.strip().partition(".")
    building = town.building(whole_number(number) or 0)
    found = whole_number(slot)
    if building is not None and found is not None:
        is_own = 0 <= found < len(slots_of(building.type))
        if is_own or ware_in(building, found) is not None:
            return building, found
    typed = one_line(text).casefold()
    named = [
        (each, ware.slot) for each in town.buildings for ware in each.wares if ware.name.casefold() == typed
    ]
    if len(named) != 1 or not typed:
        if named:
            raise refused(
                "items.several_slots",
                "{town:60} has “{text:40}” in several slots. Pick one from the list.",
                text=text,
                town=town.name,
            )
        raise refused(
            "items.no_such_slot",
            "{town:60} has no item slot “{text:40}”. Pick one from the list.",
            text=text,
            town=town.name,
        )
    return named[0]


def _town_asked(asker: Asker) -> Town:
    """The settlement that is named already. Raises RuleViolation."""
    return settlement_of(asked_realm(asker), asker.given.get("settlement") or "")[1]


def on_sale(asker: Asker) -> Iterator[Pair]:
    """Every item that can be bought there."""
    for each in _town_asked(asker).buildings:
        for ware in each.wares:
            if ware.name and not each.is_damaged:
                line = T("{name:50} · {price:,} gp · {at}")
                named = line.plain(name=ware.name, price=ware.price, at=stands(each))
                yield named, slot_key(each, ware.slot)


def every_slot(asker: Asker) -> Iterator[Pair]:
    """Every slot there, and what is in it."""
    for each in _town_asked(asker).buildings:
        for place in range(len(slots_of(each.type))):
            ware = ware_in(each, place)
            held = T("vacant") if ware is None else ware.name or T("unnamed")
            line = T("{at} · {what} · {held}")
            yield line.plain(at=stands(each), what=slot_name(each, place), held=held), slot_key(each, place)


# Each way to pay, with its price or why it can't be paid so now.
WAYS: Final = Picks(name="payments")


class BuyItem(OnKingdom):
    """Buy a magic item; shows the cost first

    `slot` is "building.slot" by their numbers, `how` a Payment.
    """

    settlement: str = option("Which settlement's market", suggest=settlements)
    slot: str = option("Which item", name="item", suggest=on_sale)
    how: str = option("How to pay; leave out to see every way", default="", choices=list(Payment), pick=WAYS)


class PurgeItem(OnKingdom):
    """Try to sell off an unwanted item, with an Economy check; shows the odds first"""

    settlement: str = option("Which settlement's market", suggest=settlements)
    slot: str = option("Which item", name="item", suggest=on_sale)


class ItemBought(Event):
    """An item was bought off the market: its price (gp), how it was paid for, and BP paid."""

    name: str
    settlement: str
    item: str
    price: int
    how: Payment
    points: int = 0

    def sentence(self) -> T:
        """By whose means."""
        match self.how:
            case Payment.GOLD:
                return T(
                    "Sold in {settlement:60}: **{item:60}** ({price:,} gp), paid for with the buyer's own "
                    "gold."
                )
            case Payment.REALM:
                return T(
                    "Bought in {settlement:60} for the realm: **{item:60}** ({price:,} gp), **−{points} BP**."
                )
            case _:
                return T(
                    "Bought in {settlement:60} for personal use: **{item:60}** ({price:,} gp), **−{points} "
                    "BP**."
                )


class ItemPurged(Event):
    """A slot was tried to be emptied; `cost` is what the attempt took off Economy."""

    name: str
    settlement: str
    item: str
    result: CheckResult
    cost: int = 0

    def sentence(self) -> Safe:
        """The check, and what came of it."""
        return T("{check} · {outcome}")(check=self.result.sentence(), outcome=self.outcome())

    def outcome(self) -> Safe:
        """What came of it."""
        if self.result.is_success:
            end = T("Somebody in {settlement:60} buys **{item:60}**; its slot is now vacant.{harm}")
        else:
            end = T("Nobody in {settlement:60} buys **{item:60}**.{harm}")
        harm = (
            T(" It wasn't this month's first try: **Economy −{cost}**.")(cost=self.cost) if self.cost else ""
        )
        return end(settlement=self.settlement, item=self.item, harm=harm)


@dataclass(frozen=True, slots=True)
class Wanted:
    """An item on the market that somebody wants gone: where it is."""

    id: RecordId
    town: Town
    building: Building
    ware: Ware


def wanted(realm: Realm, settlement: str, slot: str) -> Wanted:
    """The item meant, which can be sold now. Raises RuleViolation saying what stands against it."""
    id_, town = settlement_of(realm, settlement)
    building, number = slot_meant(town, slot)
    ware = ware_in(building, number)
    if ware is None:
        raise refused(
            "item.nothing_there",
            "That slot is vacant. `/settlement item list` shows what's for sale.",
        )
    if not ware.name:
        raise refused(
            "item.still_unnamed",
            "That item has no name yet. A game master names it first.",
        )
    if building.is_damaged:
        raise refused(
            "item.damaged",
            "The {building} is damaged and sells nothing until it's repaired.",
            building=building.type,
        )
    return Wanted(id_, town, building, ware)


# -- bought -------------------------------------------------------------------------------------------


def points_for(price: int) -> int:
    """What an item of that price (gp) costs the Treasury: 1 BP for each 2,000 gp begun (R057)."""
    return -(-price // WITHDRAW_RATE)


def payment_of(text: str) -> Payment:
    """How it is paid for. Raises RuleViolation for another word."""
    if text not in tuple(Payment):
        raise refused(
            "item.no_such_payment",
            "“{text:40}” isn't a way to pay. Pay {ways:or}.",
            text=text,
            ways=[T("“{way}”")(way=each) for each in Payment],
        )
    return Payment(text)


@move("settlement item buy", button="Buy the item", previewed=True)
def buy_item(move: Move, action: BuyItem, dice: Dice) -> None:
    """Buy it: with own gold anybody can, with BP whoever keeps the Treasury (R057).

    Raises RuleViolation, NotAllowed.
    """
    how, item = payment_of(action.how), wanted(move.realm, action.settlement, action.slot)
    price = item.ware.price
    if how is not Payment.GOLD:
        move.require_task(Task.TREASURY)
    require_payable(move.realm, how, price)
    points = 0 if how is Payment.GOLD else points_for(price)
    move.note(for_sale(item), *terms(move.realm, how, price))
    move.realm = paid(move.realm, how, points)
    move.put_town(item.id, with_ware(item.town, item.building, item.ware.slot, None))
    move.tell(ItemBought(move.name, item.town.name, item.ware.name, price, how, points))


def terms(realm: Realm, how: Payment, price: int) -> Iterator[Safe]:
    """What an item of that price (gp) costs in that way, for a preview."""
    if how is Payment.GOLD:
        yield T("**Your own gold**: the Treasury stays as it is.")()
        return
    kingdom, points = realm.kingdom, points_for(price)
    after = paid(realm, how, points).kingdom
    is_own = how is Payment.PERSONAL
    head = T("**BP, for yourself**") if is_own else T("**BP, for the realm**")
    cost = T("{head}: **{points} BP**, Treasury {before:,} → **{after:,}**")
    yield cost(head=head, points=points, before=kingdom.treasury, after=after.treasury)
    if is_own:
        withdrawal = T("This is the month's withdrawal: Unrest {before} → **{after}**.")
        yield withdrawal(before=kingdom.unrest, after=after.unrest)
    else:
        yield T("Not for the leaders themselves: no Unrest.")()


def for_sale(item: Wanted) -> Safe:
    """The item and its price, for a preview."""
    sort = what(item.building, item.ware)
    line = T("A {what} for **{price:,} gp**, at the {building}")
    return line(what=sort, price=item.ware.price, building=item.building.type)


def require_payable(realm: Realm, how: Payment, price: int) -> None:
    """See that it can be paid for in that way now. Raises RuleViolation.

    For personal use it is a withdrawal, with what holds for those (R025, R053); for the realm it is spent in
    the Edict or the Income phase, like anything else that the Treasury pays for.
    """
    if how is Payment.PERSONAL:
        require_withdrawal(realm, points_for(price))
    elif how is Payment.REALM:
        if realm.kingdom.month.phase not in SPENDING:
            raise refused(
                "item.not_spending",
                "The Treasury can only buy for the realm in the Edict and Income phases; this is {phase}. "
                "You can pay with your own gold anytime.",
                phase=realm.kingdom.month.phase,
            )
        require_points(realm, points_for(price))


def paid(realm: Realm, how: Payment, points: int) -> Realm:
    """The realm with so many BP paid in that way."""
    if how is Payment.PERSONAL:
        return replace(realm, kingdom=done(with_less(realm.kingdom, points), MonthStep.WITHDRAW))
    return replace(realm, kingdom=with_points(realm.kingdom, -points))


# The named source of what emptying slots cost.
PENALTY: Final = T("Items sold off")


# -- emptied by a check -------------------------------------------------------------------------------


def purge_cost(realm: Realm) -> int:
    """What the next attempt takes off Economy: nothing for the first of a month, 1 for each other (R056)."""
    return 1 if realm.kingdom.month.purges else 0


def with_attempt(realm: Realm) -> Realm:
    """The realm with one attempt more, and what it costs, whatever comes of it (R056)."""
    kingdom, cost = realm.kingdom, purge_cost(realm)
    if cost:
        until = Until.MONTH if realm.rulings.has(PURGE_PENALTY, "this_turn") else Until.ALWAYS
        kingdom = with_more(kingdom, Stat.ECONOMY, -cost, PENALTY.plain(), until)
    month = replace(kingdom.month, purges=kingdom.month.purges + 1)
    return replace(realm, kingdom=replace(kingdom, month=month))


def purge_check(realm: Realm, item: Wanted) -> Check:
    """The check that the next attempt is: what it costs counts in it already."""
    return check(with_attempt(realm), Attribute.ECONOMY, spot=item.town.spot)


@move(
    "settlement item purge",
    at=MonthStep.SELL,
    by=Task.TREASURY,
    is_shown_early=True,
    previewed=True,
    button="Roll Economy",
)
def purge_item(move: Move, action: PurgeItem, dice: Dice) -> None:
    """Attempt it (Income, step 3), once a month each; a success empties the slot.

    Raises RuleViolation, NotAllowed.
    """
    item, month = wanted(move.realm, action.settlement, action.slot), move.realm.month
    if item.ware.tried == month:
        raise refused(
            "item.tried",
            "You already tried to sell off “{name:60}” this month. Each item gets one try a month.",
            name=item.ware.name,
        )
    made, cost = purge_check(move.realm, item), purge_cost(move.realm)
    move.note(*_odds(move.realm, item, made, cost))
    result = roll_check(made, dice, T("selling off an item").plain())
    move.realm = with_attempt(move.realm)
    left = None if result.is_success else replace(item.ware, tried=month)
    move.put_town(item.id, with_ware(item.town, item.building, item.ware.slot, left))
    move.tell(ItemPurged(move.name, item.town.name, item.ware.name, result, cost))


def _odds(realm: Realm, item: Wanted, made: Check, cost: int) -> Iterator[str]:
    """What a preview says of an attempt."""
    yield for_sale(item)
    yield made.sentence()
    yield T("On a success, somebody buys the item and its slot is vacant. The Treasury gets nothing.")()
    if not cost:
        yield T("This month's first try is free; each further one costs 1 Economy.")()
        return
    lasts = T("for this month") if realm.rulings.has(PURGE_PENALTY, "this_turn") else T("for good")
    further = T(
        "⚠ Not the first try: **Economy −{cost}** {lasts}, success or not. The check already includes it."
    )
    yield further(cost=cost, lasts=lasts)


# -- Items that come to the market: rolled for, named, put there by a game master --------------------------


PERCENT: Final = 100
# From this roll on an item comes up (R114).
COMES_FROM: Final = 51
ITEM_LENGTH: Final = 60


@dataclass(frozen=True, slots=True)
class NameItem:
    """Say what the magic item in a slot is: its name and price (gp). Slots are numbered from 0."""

    kingdom: RecordId
    settlement: str
    building: int
    slot: int
    name: str = ""
    price: int = 0


class PutItem(OnKingdom):
    """Put any item into a slot, or empty it, regardless of the rules

    `slot` is "building.slot" by their numbers; without a kind it is the slot's only one.
    """

    settlement: str = option("Which settlement's market", suggest=settlements)
    slot: str = option("Which slot", suggest=every_slot)
    reason: str = option("The reason, for everyone to read")
    name: str = option("The item's name; leave out to empty the slot", default="")
    price: int = option("In gp", default=0, least=0, most=MOST_GOLD)
    kind: str = option("What kind of item it is", default="", choices=ItemKind)


@dataclass(frozen=True, slots=True)
class Offer:
    """The roll for one district, or a find in it; without a building nothing came up."""

    settlement: str
    district: int
    die: int
    building: BuildingType | None = None
    grade: Grade | None = None
    kind: ItemKind | None = None

    @property
    def is_find(self) -> bool:
        """Whether it comes of an Unexpected Find, for which no die is rolled here."""
        return not self.die


# A line of the journal names so many of those that came.
MOST_TOLD: Final = 3


class ItemsRolled(Event):
    """Magic items came to the market, or none: the roll of each district with a vacant slot, and finds."""

    name: str
    offers: tuple[Offer, ...] = ()

    def sentence(self) -> Safe:
        """All rolls in a line: what came up, the first of them."""
        come = [_arrived(each) for each in self.offers if each.building is not None]
        more = len(come) - MOST_TOLD
        found = [*come[:MOST_TOLD], T("{more} more")(more=more)] if more > 0 else come
        rolls = T(
            "{name:60} rolls for magic items in {many:1 district|{many} districts}: {found} on the market."
        )
        many = sum(not each.is_find for each in self.offers)
        if found and not many:
            return T("{name:60}: {found} on the market.")(name=self.name, found=found)
        return rolls(name=self.name, many=many, found=found or T("nothing"))


def _arrived(offer: Offer) -> Safe:
    arrived = T("a {what} in {settlement:60} ({building})")
    sort = described(offer.grade, offer.kind)
    return arrived(what=sort, settlement=offer.settlement, building=offer.building)


class ItemPut(Event):
    """A game master changed what is in a slot; without an item it is vacant now. `before` was in it."""

    name: str
    settlement: str
    building: BuildingType
    item: str
    price: int
    before: str
    reason: str

    def sentence(self) -> T:
        """What a game master put there, or took away."""
        if not self.item:
            return T(
                "A game master takes {before:60} off the market of {settlement:60} ({building}): {reason:100}"
            )
        if not self.before:
            return T(
                "A game master puts **{item:60}** for {price:,} gp on the market of {settlement:60} "
                "({building}): {reason:100}"
            )
        return T(
            "A game master puts **{item:60}** for {price:,} gp on the market of {settlement:60} ({building}) "
            "instead of {before:60}: {reason:100}"
        )


# -- rolled for ---------------------------------------------------------------------------------------


def with_items(realm: Realm, dice: Dice, entry: int) -> tuple[Realm, ItemsRolled]:
    """Roll d% once for each district with a vacant slot (Upkeep, step 3; R114)."""
    towns, offers = dict(realm.towns), []
    for id_, district in open_districts(realm):
        towns[id_], offer = _offered(towns[id_], district, dice, entry)
        offers.append(offer)
    for id_, town in towns.items():
        towns[id_], found = _found(town, dice, entry)
        offers += found
    return replace(realm, towns=towns), ItemsRolled(realm.kingdom.name, tuple(offers))


def _offered(town: Town, district: int, dice: Dice, entry: int) -> tuple[Town, Offer]:
    """The settlement after the roll for a district: 51 to 100 fills one of its vacant slots at random."""
    (die,) = dice.roll(1, PERCENT, reason=T("magic items").plain())
    if die < COMES_FROM:
        return town, Offer(town.name, district, die)
    building, slot = one_of(vacancies(town, district), dice, T("which slot").plain())
    row = slots_of(building.type)[slot]
    kind = one_of(kinds_of(row), dice, T("which kind of item").plain())
    filled = with_ware(town, building, slot, Ware(slot, kind, opened=entry))
    return filled, Offer(town.name, district, die, building.type, row.grade, kind)


def _found(town: Town, dice: Dice, entry: int) -> tuple[Town, list[Offer]]:
    """The settlement with what an Unexpected Find brings: a slot of its own, in one of its buildings."""
    offers = list[Offer]()
    for grade in town.finds if town.buildings else ():
        building = one_of(town.buildings, dice, T("which building").plain())
        kind = one_of(tuple(ItemKind), dice, T("which kind of item").plain())
        slot = FIRST_FIND + len(building.wares)
        town = with_ware(town, building, slot, Ware(slot, kind, opened=entry, grade=grade, is_find=True))
        offers.append(Offer(town.name, building.place.district, 0, building.type, grade, kind))
    return replace(town, finds=()), offers


# -- named --------------------------------------------------------------------------------------------


STEP: Final = "item-"


def _naming(id_: RecordId, town: Town, step: Step) -> Iterator[Press]:
    says = T("{town:20}: name the {what} ({building})…")
    hint = T("Rolled on your own tables, like potion of bless").plain()
    price = FormField("price", T("Price in gp, up to the base value").plain(), 6, is_number=True)
    asks = (FormField("name", T("What it is").plain(), ITEM_LENGTH, hint=hint), price)
    for building, ware in _nameless(town):
        if step.name == _step_name(building, ware):
            label = says.plain(town=town.name, what=what(building, ware), building=building.type)
            slot = {"building": building.number, "slot": ware.slot}
            yield Press("name", label, {"kingdom": town.kingdom, "settlement": id_} | slot, asks)


@move(found=found_realm, scope=kingdom_scope, step=AtStep(STEP, _naming))
def name_item(move: Move, action: NameItem, dice: Dice) -> None:
    """Say what an item is, at any time, by a game master's leave (R114).

    Raises RuleViolation for one dearer than the settlement's base value, NotAllowed.
    """
    if move.world.standing is not Standing.GAME_MASTER and move.world.setting(WHO_ROLLS) != "anyone":
        raise refused(
            "item.for_game_masters",
            "Only a game master can name the items on the market.",
            NotAllowed,
        )
    id_, town = move.town(action.settlement)
    building, slot = slot_meant(town, f"{action.building}.{action.slot}")
    ware = ware_in(building, slot)
    if ware is None:
        raise refused("item.nothing_to_name", "That slot is vacant; there's nothing to name.")
    if ware.name:
        raise refused(
            "item.named_already",
            "That item already has a name, “{name:60}”. A game master can change it with `/settlement item "
            "set`.",
            name=ware.name,
        )
    name = _priced_name(action.name, action.price)
    _require_affordable(move.realm, town, ware, action.price)
    move.put_town(id_, with_ware(town, building, slot, replace(ware, name=name, price=action.price)))
    move.say(
        "item.named",
        T("For sale in {settlement:60} ({building}): **{item:60}** for {price:,} gp."),
        settlement=Name(town.name),
        building=Label(building.type),
        item=Words(name, by=move.world.actor),
        price=action.price,
    )


def _priced_name(text: str, price: int) -> str:
    name = one_line(text)
    if not name or len(name) > ITEM_LENGTH:
        raise _name_length()
    if not 1 <= price <= MOST_GOLD:
        raise refused("item.price", "An item's price can be 1 to {most:,} gp.", most=MOST_GOLD)
    return name


def _name_length() -> UserError:
    return refused("item.name_length", "An item's name can have 1 to {most} characters.", most=ITEM_LENGTH)


def _require_affordable(realm: Realm, town: Town, ware: Ware, price: int) -> None:
    """See that the market's base value reaches an item's price, a treasure's half as high again.

    Raises RuleViolation.
    """
    most = most_price(realm, town) * (TREASURE_PERCENT if ware.is_treasure else PERCENT) // PERCENT
    if price > most:
        raise refused(
            "item.too_dear",
            "An item for {price:,} gp is too expensive for {town:60}, with a base value of {most:,} gp. Roll "
            "another one, or empty the slot with `/settlement item set`.",
            price=price,
            town=town.name,
            most=most,
        )


# -- by a game master ---------------------------------------------------------------------------------


@correction("settlement item set", button="Set the slot")
def put_item(move: Move, action: PutItem, dice: Dice) -> None:
    """Put an item into a slot or take it out, in any phase. Raises RuleViolation."""
    id_, town = move.town(action.settlement)
    building, slot = slot_meant(town, action.slot)
    before = ware_in(building, slot)
    row = dict(enumerate(slots_of(building.type))).get(slot)
    ware = _put(move.world, action, slot, _kind(action.kind, row.kinds if row is not None else ()))
    if ware is None and before is None:
        raise refused(
            "item.vacant_already",
            "That slot is already vacant. Give a name and a price to put an item there.",
        )
    move.put_town(id_, with_ware(town, building, slot, ware))
    item, price = (ware.name, ware.price) if ware is not None else ("", 0)
    was = (before.name or T("an item without a name").plain()) if before is not None else ""
    move.tell(ItemPut(move.name, town.name, building.type, item, price, was, move.reason))


def _put(world: World, action: PutItem, slot: int, kind: ItemKind | None) -> Ware | None:
    """What is in the slot then; nothing where no name was given."""
    if not one_line(action.name):
        if action.price:
            raise _name_length()
        return None
    name = _priced_name(action.name, action.price)
    return Ware(slot, kind, name, action.price, opened=world.entry)


def _kind(text: str, kinds: tuple[ItemKind, ...]) -> ItemKind | None:
    """The kind meant; where none was said, the only one that the slot is for."""
    found = next((each for each in ItemKind if each.value == text), None)
    if text and found is None:
        raise refused("item.no_such_kind", "“{text:40}” isn't a kind of magic item.", text=text)
    return found or (kinds[0] if len(kinds) == 1 else None)


# -- What waits in a settlement: items on its market that nobody has named yet -----------------------------


# How many are asked about at once: the next when these have names.
MOST_ASKED: Final = 3


@waits(TOWN.name, STEP)
def item_steps(_id: RecordId, town: Town) -> tuple[Step, ...]:
    """Items that came to the market without a name, for the game masters; the month goes on without it."""
    if town.kingdom is None:
        return ()
    return tuple(_step(town, *each) for each in islice(_nameless(town), MOST_ASKED))


def nameless(town: Town) -> int:
    """How many items on its market have no name yet."""
    return len(list(_nameless(town)))


def _nameless(town: Town) -> Iterator[tuple[Building, Ware]]:
    return ((building, ware) for building in town.buildings for ware in building.wares if not ware.name)


def _step(town: Town, building: Building, ware: Ware) -> Step:
    says = T("{town:40}: name the {what} ({building})")
    label = says.plain(town=town.name, what=what(building, ware), building=building.type)
    name = _step_name(building, ware)
    return Step(name, label, None, revision=ware.opened or 1, silent=WAITS, sort=STEP)


def _step_name(building: Building, ware: Ware) -> str:
    return f"{STEP}{building.number}-{ware.slot}"
