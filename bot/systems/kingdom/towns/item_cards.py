"""Magic items: what came to the market, was bought, or driven off it; the market as it is listed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from bot.engine.card import Button, Card, Tone, step_buttons
from bot.engine.declare import look, option
from bot.engine.drawing import draws
from bot.engine.finders import Asker
from bot.engine.people import Permit
from bot.engine.picking import Picking, opener
from bot.engine.system import RecordId, Scope
from bot.engine.text import T
from bot.errors import RuleViolation
from bot.play import Post
from bot.systems.kingdom.book import Task
from bot.systems.kingdom.kingdom_view import is_for, view_of, whose
from bot.systems.kingdom.realm import (
    OnKingdom,
    Realm,
    asked_realm,
    most_price,
    require_standing,
    settlement_of,
    settlements,
)
from bot.systems.kingdom.towns.items import (
    WAYS,
    ItemPurged,
    ItemsRolled,
    Offer,
    Payment,
    for_sale,
    points_for,
    require_payable,
    slot_key,
    slot_name,
    stands,
    terms,
    wanted,
    what,
)
from bot.systems.kingdom.towns.state import Building, Town, Ware, described, slots_of, vacant
from bot.ui.controls import listing
from bot.ui.text import fitting

# So much of a message is for the rolls of all districts.
ROLLS = 1500
ITEMS_OF = T("{name:60}: magic items")


@draws(ItemsRolled, rank=8)
def _draw_rolled_items(rolled: ItemsRolled, _post: Post) -> Card:
    """The message about the rolls of Upkeep."""
    has_come = any(each.building is not None for each in rolled.offers)
    tone = Tone.GOOD if has_come else Tone.PLAIN
    return Card(ITEMS_OF(name=rolled.name), items_rolled(rolled), tone=tone)


@draws(ItemPurged, rank=8)
def _draw_purged_item(purged: ItemPurged, _post: Post) -> Card:
    """The message about a slot that was to be emptied."""
    tone = Tone.GOOD if purged.result.is_success else Tone.BAD
    purge = purged.result.sentence(), purged.outcome()
    return Card(ITEMS_OF(name=purged.name), purge, tone=tone)


def items_rolled(event: ItemsRolled) -> tuple[str, ...]:
    """The roll of each district, as many as there is room for."""
    return tuple(fitting(map(_offer, event.offers), ROLLS))


def _offer(offer: Offer) -> str:
    """The roll of a district; the first needs no number."""
    first = offer.district == 1
    market = T("{settlement:60}") if first else T("{settlement:60}, district {district}")
    named = {"settlement": offer.settlement, **({} if first else {"district": offer.district})}
    where = market(**named)
    if offer.building is None:
        return T("{where}: {die}, nothing")(where=where, die=offer.die)
    what = described(offer.grade, offer.kind)
    rolled = T("a find") if offer.is_find else T("{die}").of(offer)
    came = T("{where}: {rolled}, **a {what}** at the {building}")
    return came(where=where, rolled=rolled, what=what, building=offer.building)


def market_card(realm: Realm, towns: Sequence[tuple[RecordId, Town]], asker: Asker) -> Card:
    """The markets of those settlements: items, those without a name, vacant slots; buttons to name them."""
    lines = [line for _, town in towns for line in _market(realm, town)]
    buttons: list[Button] = []
    if asker.seen.viewer.is_game_master:
        records = asker.look(Scope(ids=tuple(id_ for id_, _ in towns))).records
        for id_, _ in towns:
            buttons += step_buttons(id_, records[id_].steps) if id_ in records else ()
    title = towns[0][1].name if len(towns) == 1 else realm.kingdom.name
    body = tuple(lines) or (NO_SLOTS(),)
    return Card(ITEMS_OF(name=title), body, tone=Tone.QUIET, buttons=tuple(buttons))


NO_SLOTS = T("No building here has slots for magic items.")


def _market(realm: Realm, town: Town) -> Iterator[str]:
    there = [each for each in town.buildings if slots_of(each.type)]
    value = most_price(realm, town)
    yield T("**{town:60}** · base value {value:,} gp · {filled} of {slots:1 slot|{slots} slots} filled")(
        town=town.name,
        value=value,
        filled=sum(len(each.wares) for each in there),
        slots=sum(len(slots_of(each.type)) for each in there),
    )
    if not there:
        yield NO_SLOTS()
    elif not value:
        yield T("Its base value is 0 gp: no items turn up until a building raises it.")()
    for building in there:
        yield from (_ware(building, each) for each in building.wares)
    for building in there:
        yield from _vacant(building)


def _ware(building: Building, ware: Ware) -> str:
    sort, at = what(building, ware), stands(building)
    if not ware.name:
        return T("• *unnamed {what}* · {at}")(what=sort, at=at)
    line = T("• **{name:60}** · {price:,} gp · {what} · {at}{closed}")
    closed = T(" · damaged, not for sale")() if building.is_damaged else ""
    return line(name=ware.name, price=ware.price, what=sort, at=at, closed=closed)


def _vacant(building: Building) -> Iterator[str]:
    if building.is_damaged and len(building.wares) < len(slots_of(building.type)):
        yield T("○ {at}: damaged, so its slots stay vacant")(at=stands(building))
    counted = Counter(slot_name(building, number) for number in vacant(building))
    slots = [
        T("{name} × {count}")(name=name, count=count) if count > 1 else name
        for name, count in counted.items()
    ]
    if slots:
        yield T("○ *vacant {slots:,}* · {at}")(slots=slots, at=stands(building))


BUTTONS = {
    Payment.GOLD: T("Buy with your own gold"),
    Payment.PERSONAL: T("Buy for yourself: {points} BP"),
    Payment.REALM: T("For the realm: {points} BP"),
}


@listing(WAYS.name)
def ways_to_buy(picking: Picking) -> Card:
    """Each way to pay for an item: what it costs, or why it can't be now; a button shows what comes of it.

    Raises RuleViolation saying what stands against buying it at all.
    """
    view, held = view_of(picking.asker), picking.held
    realm = view.realm
    require_standing(realm.kingdom)
    item = wanted(realm, held["settlement"], held["slot"])
    lines, buttons = [str(for_sale(item))], []
    points = {"points": points_for(item.ware.price)}
    for how in Payment:
        try:
            require_payable(realm, how, item.ware.price)
        except RuleViolation as refusal:
            lines.append(T("**{how}**: {points} BP. {why}")(how=how, why=refusal, **points))
            continue
        lines += terms(realm, how, item.ware.price)
        if how is Payment.GOLD or is_for(view, Task.TREASURY):
            label = BUTTONS[how].plain(**{} if how is Payment.GOLD else points)
            slot = slot_key(item.building, item.ware.slot)
            given = {"settlement": item.id, "slot": slot, "how": how.value}
            buttons.append(opener(label, "settlement item buy", is_main=how is Payment.GOLD, **given))
    lines += whose(view, Task.TREASURY)
    title = T("{town:60}: buy {item:60}?")(town=item.town.name, item=item.ware.name)
    return Card(title, tuple(lines), tone=Tone.ASKS, buttons=tuple(buttons))


# -- `/item`: magic items on the market --------------------------------------------------------------------


class Listing(OnKingdom):
    """The settlement whose market is listed."""

    settlement: str | None = option("Only this settlement's market", default=None, suggest=settlements)


@look("settlement item list", may=Permit.MEMBERS)
def item_list(asker: Asker, listing: Listing) -> Card:
    """See the magic items on the market, and which slots are vacant"""
    realm = asked_realm(asker, listing.kingdom)
    towns = list(realm.towns.items())
    found = towns if listing.settlement is None else [settlement_of(realm, listing.settlement)]
    return market_card(realm, found, asker)
