"""The market as it is listed, and what buying an item or emptying its slot would come to."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from bot.engine.system import RecordId
from bot.errors import RuleViolation
from bot.systems.kingdom.rules.checks import Check
from bot.systems.kingdom.rules.item_trade import (
    Payment,
    Wanted,
    attempted,
    paid,
    points_for,
    purge_check,
    purge_cost,
    require_payable,
    require_purge,
    wanted,
)
from bot.systems.kingdom.rules.markets import most_price
from bot.systems.kingdom.rules.realm import Realm, require_standing
from bot.systems.kingdom.rules.settings import PURGE_PENALTY
from bot.systems.kingdom.rules.slots import slots_of, vacant, ware_in
from bot.systems.kingdom.rules.terms import Task
from bot.systems.kingdom.rules.town import Building, Town, Ware
from bot.systems.kingdom.screens.building_yard import where
from bot.systems.kingdom.screens.finding import Seen
from bot.systems.kingdom.screens.previews import effects, is_for, whose
from bot.systems.kingdom.words import building_places, checks
from bot.systems.kingdom.words import item_market as words
from bot.systems.kingdom.words import items as names
from bot.ui.card import Button, Card, Tone, step_buttons
from bot.ui.text import fitting, safe

BUY, PURGE = "item_buy", "item_purge"
ROOM = 3500
# As many unnamed items as a list has buttons for.
MOST_NAMED = 10


# -- listed -------------------------------------------------------------------------------------------


def listing(seen: Seen, towns: Sequence[tuple[RecordId, Town]]) -> Card:
    """The markets of those settlements: items, those without a name, vacant slots; buttons to name them."""
    lines = [line for _, town in towns for line in _market(seen.realm, town)]
    buttons: tuple[Button, ...] = ()
    if seen.scenery.viewer.is_game_master:
        shown = [seen.scenery.records[id_] for id_, _ in towns if id_ in seen.scenery.records]
        buttons = tuple(each for town in shown for each in step_buttons(town.id, town.steps))[:MOST_NAMED]
    title = towns[0][1].name if len(towns) == 1 else seen.realm.kingdom.name
    body = tuple(fitting(lines, ROOM)) or (words.NO_SLOTS,)
    return Card(words.list_title(safe(title, 60)), body, tone=Tone.QUIET, buttons=buttons)


def _market(realm: Realm, town: Town) -> Iterator[str]:
    stands = [each for each in town.buildings if slots_of(each.type)]
    value = most_price(realm, town)
    slots = sum(len(slots_of(each.type)) for each in stands)
    filled = sum(len(each.wares) for each in stands)
    yield words.market(safe(town.name, 60), value, filled, slots)
    if not stands:
        yield words.NO_SLOTS
    elif not value:
        yield words.NO_MARKET
    for building in stands:
        yield from (_ware(building, each) for each in building.wares)
    for building in stands:
        yield from _vacant(building)


def _ware(building: Building, ware: Ware) -> str:
    if not ware.name:
        return words.to_name(what(building, ware), at(building))
    name, closed = safe(ware.name, 60), building.is_damaged
    return words.on_sale(name, ware.price, what(building, ware), at(building), is_damaged=closed)


def _vacant(building: Building) -> Iterator[str]:
    if building.is_damaged and len(building.wares) < len(slots_of(building.type)):
        yield words.closed(at(building))
    rows = [slot_name(building, number) for number in vacant(building)]
    if rows:
        yield words.vacant(at(building), [(len(list(same)), name) for name, same in groupby(rows)])


def at(building: Building) -> str:
    """A building and where it stands."""
    return building_places.at(building.type.value, where(building.place))


def what(building: Building, ware: Ware) -> str:
    """What sort of item it is: a minor potion."""
    row = dict(enumerate(slots_of(building.type))).get(ware.slot)
    grade = row.grade.value if row is not None else ""
    return names.item(grade, ware.kind.value if ware.kind is not None else "")


def slot_name(building: Building, number: int) -> str:
    """What a slot is for."""
    row = slots_of(building.type)[number]
    return names.slot(row.grade.value, [each.value for each in row.kinds])


def slot_key(building: Building, slot: int) -> str:
    """How lists and buttons name a slot."""
    return f"{building.number}.{slot}"


# -- suggested ----------------------------------------------------------------------------------------


def on_sale(town: Town) -> Iterator[tuple[str, str]]:
    """Every item that can be bought there, for an autocomplete."""
    for each in town.buildings:
        for ware in each.wares:
            if ware.name and not each.is_damaged:
                yield words.choice(ware.name, ware.price, at(each)), slot_key(each, ware.slot)


def every_slot(town: Town) -> Iterator[tuple[str, str]]:
    """Every slot there, for an autocomplete."""
    for each in town.buildings:
        for number in range(len(slots_of(each.type))):
            ware = ware_in(each, number)
            held = words.VACANT if ware is None else ware.name or words.UNNAMED
            yield words.slot_choice(at(each), slot_name(each, number), held), slot_key(each, number)


# -- bought -------------------------------------------------------------------------------------------


def buying(seen: Seen, settlement: str, slot: str, how: Payment | None = None) -> Card:
    """What an item costs in each way, or in that one, and the buttons that buy it.

    Raises RuleViolation saying what stands against it.
    """
    realm = seen.realm
    require_standing(realm.kingdom)
    item = wanted(realm, settlement, slot)
    if how is not None:
        require_payable(realm, how, item.ware.price)
    lines, buttons = (
        [words.for_sale(item.ware.price, what(item.building, item.ware), item.building.type.value)],
        [],
    )
    for way in (how,) if how is not None else tuple(Payment):
        told, button = _way(seen, item, way)
        lines += told
        buttons += button
    if how is not Payment.GOLD:
        lines += whose(seen, Task.TREASURY)
    title = words.buy_title(safe(item.town.name, 60), safe(item.ware.name, 60))
    return Card(title, tuple(lines), tone=Tone.ASKS, buttons=tuple(buttons))


def _way(seen: Seen, item: Wanted, how: Payment) -> tuple[list[str], list[Button]]:
    """A way to pay: what it costs, or why it can't be now."""
    realm, kingdom = seen.realm, seen.realm.kingdom
    points = 0 if how is Payment.GOLD else points_for(item.ware.price)
    label = words.BUY[how.value].format(points=points)
    key = slot_key(item.building, item.ware.slot)
    args = (item.id, key, how.value, str(item.ware.price), str(item.ware.opened), str(kingdom.unrest))
    button = Button(label, BUY, args, is_main=how is Payment.GOLD)
    if how is Payment.GOLD:
        return [words.BY_GOLD], [button]
    why_not = _why_not(realm, how, item.ware.price)
    lines = [words.by_points(how.value, points, kingdom.treasury, why_not)]
    if not why_not:
        after = paid(realm, how, points).kingdom.unrest
        is_personal = how is Payment.PERSONAL
        lines.append(words.more_unrest(kingdom.unrest, after) if is_personal else words.NO_UNREST)
    return lines, [button] if not why_not and is_for(seen, Task.TREASURY) else []


def _why_not(realm: Realm, how: Payment, price: int) -> str:
    try:
        require_payable(realm, how, price)
    except RuleViolation as refusal:
        return str(refusal)
    return ""


# -- emptied ------------------------------------------------------------------------------------------


def purging(seen: Seen, settlement: str, slot: str) -> Card:
    """The check that may empty a slot: the roll it needs, its chance, its price, and the button that rolls.

    Raises RuleViolation saying what stands against it.
    """
    realm = seen.realm
    require_standing(realm.kingdom)
    item = require_purge(realm, settlement, slot)
    cost = purge_cost(realm)
    is_for_good = not realm.rulings.is_on(PURGE_PENALTY)
    lines = [
        words.for_sale(item.ware.price, what(item.building, item.ware), item.building.type.value),
        _needs(purge_check(realm, item)),
        words.PURGE_EXPLAINED,
        words.further_try(cost, is_for_good=is_for_good) if cost else words.FIRST_TRY,
        *(effects(realm, attempted(realm)) if cost else ()),
        *whose(seen, Task.TREASURY),
    ]
    args = (item.id, slot_key(item.building, item.ware.slot), str(item.ware.opened), str(cost))
    button = Button(words.PURGE_BUTTON, PURGE, args, is_main=True)
    title = words.purge_title(safe(item.town.name, 60), safe(item.ware.name, 60))
    buttons = (button,) if is_for(seen, Task.TREASURY) else ()
    return Card(title, tuple(lines), tone=Tone.ASKS, buttons=buttons)


def _needs(made: Check) -> str:
    if made.needed is None:
        return checks.void(made.attribute.value)
    return checks.needs(made.attribute.value, made.needed, made.chance)
