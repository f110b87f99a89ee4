"""What a settlement comes to, line by line: short, for a phone; nothing is left out without a word."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final

from bot.engine.asking import Asking
from bot.engine.card import Button, Card, Picture, Tone, step_buttons
from bot.engine.declare import declared
from bot.engine.event import Event, sentence
from bot.engine.system import RecordId, Scope
from bot.engine.text import Safe, T, listed
from bot.errors import RuleViolation
from bot.play import Post
from bot.systems.kingdom.book import (
    LOTS_IN_DISTRICT,
    BuildingType,
    Gift,
    Government,
    Improvement,
    Limit,
    Number,
    Special,
    Stat,
    Task,
)
from bot.systems.kingdom.finding import RealmView, is_for, realm_on, whose
from bot.systems.kingdom.land.losses import LossFollowed
from bot.systems.kingdom.land.maps import SettlementShown
from bot.systems.kingdom.land.state import Hex, Land
from bot.systems.kingdom.realm import Realm, left_line, most_price, require_standing
from bot.systems.kingdom.settings import FAME, Rulings
from bot.systems.kingdom.sources import farms_by, linked, modifiers_in, own_government
from bot.systems.kingdom.towns import gifts
from bot.systems.kingdom.towns.bills import discounts_left
from bot.systems.kingdom.towns.building import BuildingPlanned, BuildingRaised, PlannedDropped, PlannedMoved
from bot.systems.kingdom.towns.files import TownImported
from bot.systems.kingdom.towns.gifts import ShoreSet
from bot.systems.kingdom.towns.items import (
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
from bot.systems.kingdom.towns.panel_cards import back, closed_lines
from bot.systems.kingdom.towns.pictures import Plan, groups, pictured
from bot.systems.kingdom.towns.settlements import CapitalNamed, SettlementFounded
from bot.systems.kingdom.towns.state import (
    TOWN,
    Building,
    Grant,
    ItemsGone,
    Part,
    Town,
    Ware,
    base_value,
    danger,
    defense_parts,
    described,
    fame,
    given_by,
    gives,
    granary_room,
    is_blessed,
    located,
    lots_in_use,
    modifier_parts,
    most_value,
    place_of,
    population,
    size_of,
    slots_of,
    sound,
    trade_percent,
    vacant,
    value_parts,
    value_sum,
    where,
)
from bot.systems.kingdom.towns.wrecking import BuildingDemolished, BuildingRepaired
from bot.ui.text import fitting, safe

# However much there is of it, each list leaves room for the others.
BUILT, LIST = 700, 300
# So many types of buildings are told of each sum; what the others come to is told in one.
MOST_PARTS = 6
# What isn't a building.
REST = "rest"
NO_BUILDINGS = {"": T("told"), "size": T("its size"), REST: T("others")}


def worth_lines(
    town: Town, rulings: Rulings, around: Hex | None, realm: Realm | None = None
) -> Iterator[str]:
    """How large it is, what it is worth, and what it gives."""
    size = size_of(town, rulings)
    people = T("{size} · {people:,} people")
    yield people(size=size, people=population(town, rulings))
    yield T("{districts:1 district|{districts} districts} · {used} of {room} lots in use")(
        districts=town.districts,
        used=lots_in_use(town, rulings),
        room=LOTS_IN_DISTRICT * town.districts,
    )
    yield _value_line(town, rulings, size)
    if given := gives(town, rulings):
        yield T("Gives {given}")(given=Safe(" · ".join(_amounts(given))))
    yield from defense_lines(defense_parts(town, around))
    yield from _modifiers(town, rulings, realm)
    if notes := " · ".join(_notes(town, rulings)):
        yield notes


def defense_lines(parts: Iterable[Part]) -> Iterator[Safe]:
    """Defense 5: Fort +4, Lair +1; nothing where there is none."""
    found = list(parts)
    if total := sum(each.amount for each in found):
        yield T("Defense {total}: {parts:,}")(total=total, parts=_signed(found))


def _value_line(town: Town, rulings: Rulings, size: str) -> Safe:
    """What can be bought and sold there, and why it isn't more."""
    value, most = base_value(town, rulings), most_value(town, rulings)
    one, several = T("{source} {amount:,}"), T("{source} ({amount:,})")
    parts = [
        (several if part.count > 1 else one)(source=_source(part), amount=part.amount)
        for part in _largest(value_parts(town))
    ]
    if value_sum(town) > most:
        line = T("Base value **{value:,} gp**, the limit for a {size:lower} (of {parts:,})")
        return line(value=value, size=size, parts=parts)
    if not parts:
        line = T("Base value **{value:,} gp** (limit for this population: {most:,} gp)")
        return line(value=value, most=most)
    line = T("Base value **{value:,} gp**: {parts:,} (limit: {most:,} gp)")
    return line(value=value, parts=parts, most=most)


def _amounts(given: Mapping[Stat, int]) -> list[Safe]:
    """Numbers of its kingdom, each with what is added to it."""
    return [T("{stat} {amount:+}")(stat=Number(stat), amount=amount) for stat, amount in given.items()]


def _signed(parts: Iterable[Part]) -> list[Safe]:
    """What a sum is made of, each with its sign."""
    return [T("{source} {amount:+}")(source=_source(each), amount=each.amount) for each in _largest(parts)]


def _largest(parts: Iterable[Part]) -> list[Part]:
    """The first types of buildings that are told of, with the others in one; and what isn't a building."""
    every = list(parts)
    built = [each for each in every if each.name in set(BuildingType)]
    smaller = built[MOST_PARTS:] if len(built) > MOST_PARTS + 1 else []
    found = [each for each in every if each not in smaller]
    if smaller:
        found.append(Part(sum(each.amount for each in smaller), REST, sum(each.count for each in smaller)))
    return found


def _source(part: Part) -> Safe:
    """House × 3."""
    if part.said:
        return T("{said:60}").of(part)
    kind = next((kind for kind in (BuildingType, Improvement, Special) if part.name in set(kind)), None)
    name = kind(part.name).label if kind is not None else NO_BUILDINGS[part.name]()
    return _times(name, part.count)


def _modifiers(town: Town, rulings: Rulings, realm: Realm | None) -> Iterator[str]:
    government = own_government(realm) if realm is not None else Government.MONARCHY
    used = modifiers_in(realm, town) if realm is not None else {}
    for each, parts in modifier_parts(town, rulings, government).items():
        total = sum(part.amount for part in parts)
        if used.get(each, total) != total:
            # Higher than its own, the kingdom's counts (R151).
            yield T("{modifier} **{used:+}**, the kingdom's; {total:+} by itself")(
                modifier=each, used=used[each], total=total
            )
        elif parts:
            line = (
                T("{modifier} **{total:+}**: {parts:,}") if total else T("{modifier} **{total}**: {parts:,}")
            )
            yield line(modifier=each, total=total, parts=_signed(parts))
    if more := danger(town, rulings):
        yield T("Danger {more:+} for its size")(more=more)


def _notes(town: Town, rulings: Rulings) -> Iterator[str]:
    if known := fame(town):
        says = T("Fame {fame:+}") if rulings.is_on(FAME) else T("Fame {fame:+} (you keep track of that)")
        yield says(fame=known)
    if percent := trade_percent(town):
        yield T("Trade routes bring in {percent}% more")(percent=percent)


# -- what stands there --------------------------------------------------------------------------------


def building_lines(town: Town, rulings: Rulings) -> Iterator[str]:
    """What stands there, what of it is damaged, which slots it has and what is cheaper."""
    if town.buildings:
        counts = Counter(each.type for each in town.buildings).most_common()
        built = fitting((_times(each.label, count) for each, count in counts), BUILT)
        yield T("Buildings: {built}")(built=Safe(", ".join(built)))
    if sites := fitting(_holy_sites(town, rulings), LIST):
        yield T("Holy sites: {sites}")(sites=Safe("; ".join(sites)))
    yield from closed_lines(town)
    if closed := [each for each in town.buildings if each.is_closed]:
        names = listed(T("{building} {at}")(building=e.type, at=located(e.place)) for e in closed)
        yield T("Abandoned, giving nothing until a neighbor is there and they open again: {names}")(
            names=names
        )
    if damaged := [each for each in town.buildings if each.is_damaged]:
        one = T("{building} ({where})")
        named = (one(building=each.type, where=where(each.place)) for each in damaged)
        yield T("Damaged, so they give nothing: {named}")(named=Safe(", ".join(fitting(named, LIST))))
    if count := sum(len(slots_of(each.type)) for each in sound(town)):
        free = sum(len(vacant(each)) for each in town.buildings)
        yield T("Magic items: {count:,} {count:slot|slots}, {free:,} vacant")(count=count, free=free)
    yield from _cheaper(town, rulings)


def _holy_sites(town: Town, rulings: Rulings) -> Iterator[Safe]:
    """Whose each is, and what it gives for that (R162)."""
    site, number = T("{building} {at} of {deity:60} ({gives:,})"), T("{number} {amount:+}")
    for each in town.buildings:
        if is_blessed(each, rulings):
            found = given_by(each, rulings).items()
            given = [number(number=Number(stat.value), amount=amount) for stat, amount in found]
            yield site(building=each.type, at=located(each.place), deity=each.deity, gives=given)


def _cheaper(town: Town, rulings: Rulings) -> Iterator[str]:
    """The discounts that are left by what gives them, and what was found or given."""
    left = ((each, discounts_left(each, rulings)) for each in town.buildings)
    discount = T("{targets:,} ({source})")
    parts = _once(discount(targets=list(found), source=each.type) for each, found in left if found)
    if parts:
        yield T("Half price: {parts}")(parts=Safe("; ".join(fitting(parts, LIST))))
    granted = _once(map(_grant, town.grants))
    if granted:
        yield T("Once: {granted}")(granted=Safe("; ".join(fitting(granted, LIST))))


def _grant(each: Grant) -> Safe:
    what = each.type or T("one building")
    match each.gift:
        case Gift.FOUND:
            return T("{what} free (found here)")(what=what)
        case Gift.RUIN:
            return T("{what} at half price (Ruin)")(what=what)
        case Gift.SALVAGE:
            return T("{points} BP off {what} (salvage)")(points=each.points, what=what)
        case Gift.GIFT:
            return T("{what} free (a gift)")(what=what)


def _times(what: Safe, count: int) -> Safe:
    """House × 3."""
    return T("{what} × {count}")(what=what, count=count) if count > 1 else what


def _once(lines: Iterable[Safe]) -> list[Safe]:
    """Each line once, with how many there are."""
    return [_times(line, count) for line, count in Counter(lines).items()]


def realm_lines(town: Town, realm: Realm, settlement: RecordId) -> Iterator[str]:
    """What it does for its kingdom together with the land round it."""
    if foundries := sound(town, BuildingType.FOUNDRY):
        yield _foundries(linked(realm, settlement), len(foundries))
    if sound(town, BuildingType.STOCKYARD):
        farms = len(farms_by(realm, town.spot))
        give = T(
            "Stockyard: {farms:1 Farm gives|{farms} Farms give} 3 BP instead of 2, in its hex and next to it"
        )
        yield give(farms=farms)
    if points := granary_room(town):
        yield T("Granaries: room for {points} BP")(points=points)


def _foundries(linked: int, count: int) -> Safe:
    """How many Foundries have a Mine."""
    if count == 1:
        has = T("Its Foundry has a Mine: Economy +1, and +1 BP with taxes")
        return has() if linked else T("Its Foundry has no Mine yet")()
    if not linked:
        return T("0 of {count} Foundries have a Mine")(count=count)
    have = T("{linked} of {count} Foundries have a Mine: Economy {linked:+}, and {linked:+} BP with taxes")
    return have(linked=linked, count=count)


def shore_line(town: Town) -> Safe:
    """Its borders that are water."""
    further = T("district {district} {borders}")
    every = ((district, town.water_borders(district)) for district in range(1, town.districts + 1))
    shores = [
        further(district=district, borders=borders) if district > 1 else listed(borders)
        for district, borders in every
        if borders
    ]
    if not shores:
        return T("Water borders: none")()
    return T("Water borders: {shores}")(shores=Safe("; ".join(fitting(shores, LIST))))


def told_line(town: Town) -> str:
    """What of all that a game master told; empty where it was built."""
    if not town.lots and not town.gives:
        return ""
    lots = [T("{lots} {lots:lot|lots}")(lots=town.lots)] if town.lots else []
    return T("Of that, a game master set {parts}.").plain(parts=[*lots, *_amounts(town.gives)])


# -- Settlements on cards and in the journal ---------------------------------------------------------------


def _draw_settlement_cards(post: Post) -> Card | None:
    """The message about an entry, where a settlement was founded or another is the capital."""
    events = post.entry.events
    event = next((each for each in events if isinstance(each, SettlementFounded | CapitalNamed)), None)
    if event is None:
        return None
    if isinstance(event, SettlementFounded):
        lines, is_bad = [str(sentence(event)), *event.more()], False
    else:
        checked = [event.check.sentence()] if event.check is not None else []
        lines, is_bad = [*checked, event.outcome()], event.unrest > 0
    lines += [each.sentence() for each in events if isinstance(each, LossFollowed)]
    return Card(safe(event.name, 100), tuple(lines), tone=Tone.BAD if is_bad else Tone.GOOD)


# -- shown to whoever asks ----------------------------------------------------------------------------


def overview(realm: Realm) -> Card:
    """All settlements of a kingdom, in a line each."""
    title = safe(realm.kingdom.name, 100)
    if not realm.towns:
        none = T("No settlement yet. Found one with `/settlement found` on a prepared site.")
        return Card(title, (none(),), tone=Tone.QUIET)
    lines = tuple(_entry(realm, id_, town) for id_, town in realm.towns.items())
    return Card(title, lines, tone=Tone.QUIET)


def _entry(realm: Realm, id_: RecordId, town: Town) -> Safe:
    line = T("**{name:60}** in {hex:30} · {size}, {people:,} people")
    if id_ == realm.kingdom.capital:
        line = T("**{name:60}** in {hex:30} · the capital · {size}, {people:,} people")
    size, people = size_of(town, realm.rulings), population(town, realm.rulings)
    return line(name=town.name, hex=realm.land.name_of(town.spot), size=size, people=people)


def page(id_: RecordId, town: Town, land: Land | None, rulings: Rulings, realm: Realm | None) -> Card:
    """One settlement in full; `realm` is that of its kingdom, None for a Free City."""
    around = land.hexes.get(town.spot) if land is not None else None
    lines = [
        _whose(id_, town, realm),
        *_place(town, land),
        *worth_lines(town, rulings, around, realm),
        *(realm_lines(town, realm, id_) if realm is not None else ()),
        shore_line(town),
        *building_lines(town, rulings),
    ]
    return Card(safe(town.name, 100), tuple(lines), tone=Tone.QUIET, note=told_line(town))


def _whose(id_: RecordId, town: Town, realm: Realm | None) -> Safe:
    """Whose it is, and since when."""
    if realm is None:
        return T("Free City")()
    of = T("{kingdom:60}'s capital") if realm.kingdom.capital == id_ else T("{kingdom:60}'s")
    owner = of(kingdom=realm.kingdom.name)
    return T("{told}, since month {month}")(told=owner, month=town.founded) if town.founded else owner


def _place(town: Town, land: Land | None) -> Iterator[str]:
    """Where it lies, as far as its viewer may know the hex."""
    if land is not None and town.spot in land.hexes:
        terrain = land.hexes[town.spot].terrain
        yield T("In {hex:30} ({terrain})")(hex=land.name_of(town.spot), terrain=terrain)


# -- in a line ----------------------------------------------------------------------------------------


# -- Magic items: what came to the market, was bought, or driven off it; the market as it is listed --------


# So much of a message is for the rolls of all districts; so much of a list for the markets.
ROLLS, ROOM = 1500, 3500
# As many unnamed items as a list has buttons for.
MOST_BUTTONS = 10
BUY = "item_buy"
ITEMS_OF = T("{name:60}: magic items")


def _draw_item_cards(post: Post) -> Card | None:
    """The message about the rolls of Upkeep, and about a slot that was to be emptied."""
    rolled, purged = post.entry.event(ItemsRolled), post.entry.event(ItemPurged)
    if rolled is not None:
        lines = items_rolled(rolled)
        has_come = any(each.building is not None for each in rolled.offers)
        tone = Tone.GOOD if has_come else Tone.PLAIN
        return Card(ITEMS_OF(name=rolled.name), lines, tone=tone)
    if purged is None:
        return None
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


def listing(realm: Realm, towns: Sequence[tuple[RecordId, Town]], asking: Asking) -> Card:
    """The markets of those settlements: items, those without a name, vacant slots; buttons to name them."""
    lines = [line for _, town in towns for line in _market(realm, town)]
    buttons: list[Button] = []
    if asking.seen.viewer.is_game_master:
        records = asking.look(Scope(ids=tuple(id_ for id_, _ in towns))).records
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


def ways_to_buy(view: RealmView, settlement: str, slot: str) -> Card:
    """Each way to pay for an item: what it costs, or why it can't be now; a button shows what comes of it.

    Raises RuleViolation saying what stands against buying it at all.
    """
    realm = view.realm
    require_standing(realm.kingdom)
    item = wanted(realm, settlement, slot)
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
            key = slot_key(item.building, item.ware.slot)
            buttons.append(Button(label, BUY, (item.id, key, how.value), is_main=how is Payment.GOLD))
    lines += whose(view, Task.TREASURY)
    title = T("{town:60}: buy {item:60}?")(town=item.town.name, item=item.ware.name)
    return Card(title, tuple(lines), tone=Tone.ASKS, buttons=tuple(buttons))


# -- in a line ----------------------------------------------------------------------------------------


# -- Messages about buildings built and upgraded -----------------------------------------------------------


def _draw_building_cards(post: Post) -> Card | None:
    """The message about an entry, where something was built: the newest one shows the district."""
    events = [each for each in post.entry.events if isinstance(each, BuildingRaised)]
    if post.subject is None or not events:
        return None
    first = events[0]
    lines: list[str] = [each.sentence() for each in events]
    lines += [*items_told(post), left_line(Limit.BUILDINGS, events[-1].left)]
    card = Card(safe(post.subject.title, 100), tuple(lines))
    return replace(card, picture=district_picture(post, first.settlement, first.place))


def items_told(post: Post) -> Iterator[str]:
    """Magic items that were gone with a building, in a line an event."""
    found = (each for each in post.entry.events if isinstance(each, ItemsGone))
    return (sentence(each) or "" for each in found)


def district_picture(post: Post, settlement: str, place: str) -> Picture | None:
    """The district of a place as it is now, on the newest message alone: older ones fold."""
    realm = realm_on(post) if post.newer is None else None
    if realm is None:
        return None
    town = next((each for each in realm.towns.values() if each.name == settlement), None)
    district = place_of(place).district
    if town is None or not 1 <= district <= town.districts:
        return None
    return pictured(Plan(town, (district,), realm.month))


# -- A settlement's picture on a card: for whoever asks, and shown to everybody ----------------------------


MAP: Final = "district_map"


def map_card(id_: RecordId, plan: Plan) -> Card:
    """The map for whoever asks, with buttons to its other districts."""
    buttons = tuple(_button(id_, districts) for districts in _others(plan))
    note = T("Use the buttons to see a district larger.")() if plan.is_overview else ""
    return Card(
        safe(plan.town.name, 100), tone=Tone.QUIET, buttons=buttons, note=note, picture=pictured(plan)
    )


def _others(plan: Plan) -> Iterator[tuple[int, ...]]:
    """What else can be seen: each district of an overview alone, and the other pictures of several."""
    if plan.is_overview:
        yield from ((each,) for each in plan.districts)
    if plan.town.districts > 1:
        yield from (each for each in groups(plan.town) if each != plan.districts)


def _button(id_: RecordId, districts: tuple[int, ...]) -> Button:
    first, last = districts[0], districts[-1]
    label = T("District {first}").plain(first=first)
    if last > first:
        label = T("Districts {first} to {last}").plain(first=first, last=last)
    return Button(label, MAP, (id_, str(first), str(last)))


def _draw_district_cards(post: Post) -> Card | None:
    """The message about a map that was shown to everybody."""
    event, record = post.entry.event(SettlementShown), post.subject
    if event is None or record is None or record.kind != TOWN.name:
        return None
    there = tuple(each for each in event.districts if each <= record.state.districts)
    plan = Plan(record.state, there or (1,), event.month)
    return Card(safe(record.state.name, 100), tone=Tone.QUIET, picture=pictured(plan))


# -- Messages about buildings demolished and repaired ------------------------------------------------------


def _draw_wrecking_cards(post: Post) -> Card | None:
    """The message about an entry, where something came down or was repaired."""
    kinds = BuildingDemolished | BuildingRepaired
    events = [each for each in post.entry.events if isinstance(each, kinds)]
    if post.subject is None or not events:
        return None
    lines = [line for event in events for line in _wrecking_cards_lines(event)]
    card = Card(safe(post.subject.title, 100), (*lines, *items_told(post)))
    return replace(card, picture=district_picture(post, events[0].settlement, events[0].place))


def _wrecking_cards_lines(event: BuildingDemolished | BuildingRepaired) -> Iterator[str]:
    yield sentence(event) or ""
    if isinstance(event, BuildingDemolished):
        yield left_line(Limit.BUILDINGS, event.left)


# -- Messages about plans of settlements: each to whoever changed one, and to nobody else ------------------


def _draw_town_plan_cards(post: Post) -> Card | None:
    """The answer to whoever changed a plan."""
    kinds = BuildingPlanned | PlannedDropped | PlannedMoved
    lines = tuple(sentence(each) or "" for each in post.entry.events if isinstance(each, kinds))
    if post.subject is None or not lines:
        return None
    return Card(lines=lines, tone=Tone.QUIET, buttons=(back(post.subject.id),))


# -- Messages about imported settlements -------------------------------------------------------------------


def _draw_town_file_cards(post: Post) -> Card | None:
    """The message about a settlement that was imported."""
    imported = post.entry.event(TownImported)
    if imported is not None and post.subject is not None:
        lines = [str(sentence(imported))]
        if imported.items:
            lost = T("{items} magic {items:item is|items are} off the market: the building is gone.")
            lines.append(lost(items=imported.items))
        picture = district_picture(post, imported.settlement, "1")
        return Card(safe(post.subject.title, 100), tuple(lines), picture=picture)
    return None


# -- Messages about what game masters do to buildings ------------------------------------------------------


# What game masters do to buildings.
GIFTS = declared(gifts, Event)


def _draw_buildings_gm_cards(post: Post) -> Card | None:
    """The message about an entry, where a game master did something to a settlement's buildings."""
    event = next((each for each in post.entry.events if type(each) in GIFTS), None)
    if post.subject is None or event is None:
        return None
    why = T("Why: {reason:100}")(reason=event.reason)
    lines = (str(sentence(event)), *event.more(), why, *items_told(post))
    card = Card(safe(post.subject.title, 100), lines)
    # Which district is shown with it; of a find none is.
    place = str(event.district) if isinstance(event, ShoreSet) else getattr(event, "place", "")
    return replace(card, picture=district_picture(post, event.settlement, place)) if place else card


def draw(post: Post) -> Card | None:
    """The message about an entry of this chapter."""
    drawn = (
        each(post)
        for each in (
            _draw_settlement_cards,
            _draw_building_cards,
            _draw_wrecking_cards,
            _draw_buildings_gm_cards,
            _draw_town_plan_cards,
            _draw_town_file_cards,
            _draw_district_cards,
            _draw_item_cards,
        )
    )
    return next((card for card in drawn if card is not None), None)
