"""What a settlement comes to, line by line: short, for a phone; how it looks on cards and as a picture."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from bot.engine.card import Button, Card, Picture, Tone, menu, step_buttons
from bot.engine.declare import Options, declared, look, option
from bot.engine.drawing import draws
from bot.engine.event import Event, sentence
from bot.engine.finders import Asker
from bot.engine.people import Permit, Standing
from bot.engine.picking import opener
from bot.engine.system import RecordId, Scope, Step, Want
from bot.engine.text import Safe, T, listed
from bot.play import CampaignView, Post, RecordView
from bot.systems.kingdom.book import (
    LOTS_IN_DISTRICT,
    BuildingType,
    Gift,
    Government,
    Improvement,
    Limit,
    MonthStep,
    Number,
    Special,
    Stat,
)
from bot.systems.kingdom.kingdom_view import realm_on
from bot.systems.kingdom.land.losses import LossFollowed
from bot.systems.kingdom.land.maps import MOST, SettlementShown, ShowSettlement, districts_of
from bot.systems.kingdom.land.state import Hex, Land
from bot.systems.kingdom.realm import KINGDOM, KINGDOM_MEANT, Realm, asked_realm, left_line
from bot.systems.kingdom.settings import FAME, Rulings
from bot.systems.kingdom.sources import farms_by, linked, modifiers_in, own_government
from bot.systems.kingdom.towns import corrections
from bot.systems.kingdom.towns.bills import discounts_left
from bot.systems.kingdom.towns.building import BuildingDrafted, BuildingRaised, DraftDropped, DraftMoved
from bot.systems.kingdom.towns.context import KNOWN_TOWNS
from bot.systems.kingdom.towns.corrections import ShoreSet
from bot.systems.kingdom.towns.panel_cards import back, closed_lines
from bot.systems.kingdom.towns.pictures import Plan, groups, pictured
from bot.systems.kingdom.towns.settlements import CapitalNamed, SettlementFounded
from bot.systems.kingdom.towns.state import (
    TOWN,
    Grant,
    ItemsGone,
    Summand,
    Town,
    base_value,
    danger,
    defense_parts,
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
from bot.ui.controls import button, look_at
from bot.ui.dispatcher import Dispatcher
from bot.ui.errors import damaged_button
from bot.ui.reply import Reply
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


def defense_lines(parts: Iterable[Summand]) -> Iterator[Safe]:
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


def _signed(parts: Iterable[Summand]) -> list[Safe]:
    """The parts of a sum, each with its sign."""
    return [T("{source} {amount:+}")(source=_source(each), amount=each.amount) for each in _largest(parts)]


def _largest(parts: Iterable[Summand]) -> list[Summand]:
    """The first types of buildings that are told of, with the others in one; and what isn't a building."""
    every = list(parts)
    built = [each for each in every if each.name in set(BuildingType)]
    smaller = built[MOST_PARTS:] if len(built) > MOST_PARTS + 1 else []
    found = [each for each in every if each not in smaller]
    if smaller:
        found.append(Summand(sum(each.amount for each in smaller), REST, sum(each.count for each in smaller)))
    return found


def _source(part: Summand) -> Safe:
    """The name of a source with its count: House × 3."""
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
        says = T("Fame {fame:+}") if rulings.has(FAME, "yes") else T("Fame {fame:+} (you keep track of that)")
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
    """The name of a building with its count: House × 3."""
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


@draws(SettlementFounded, CapitalNamed, rank=7)
def _draw_settlement_cards(event: SettlementFounded | CapitalNamed, post: Post) -> Card:
    """The message about an entry, where a settlement was founded or another is the capital."""
    if isinstance(event, SettlementFounded):
        lines, is_bad = [str(sentence(event)), *event.details()], False
    else:
        checked = [event.check.sentence()] if event.check is not None else []
        lines, is_bad = [*checked, event.outcome()], event.unrest > 0
    lines += [each.sentence() for each in post.entry.events if isinstance(each, LossFollowed)]
    return Card(safe(event.name, 100), tuple(lines), tone=Tone.BAD if is_bad else Tone.GOOD)


# -- shown to whoever asks ----------------------------------------------------------------------------


def overview(realm: Realm, steps: Sequence[Step] = ()) -> Card:
    """All settlements of a kingdom, in a line each; a list opens each of them.

    Of its open `steps` those that found its first one are offered where there is none.
    """
    title = safe(realm.kingdom.name, 100)
    if not realm.towns:
        none = T("No settlement yet. Found one with `/settlement found` on a prepared site.")
        time = (each for each in steps if each.name == MonthStep.SETTLEMENTS.value)
        buttons = step_buttons(realm.id, time, ("found",))
        return Card(title, (none(),), tone=Tone.QUIET, buttons=buttons)
    lines = tuple(_entry(realm, id_, town) for id_, town in realm.towns.items())
    pages = (look_at(town.name, SHOW, settlement=id_) for id_, town in realm.towns.items())
    return Card(title, lines, tone=Tone.QUIET, selects=(menu(T("See one…").plain(), pages, realm.id),))


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
    """The kingdom that has the settlement, and since when."""
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


# -- Messages about buildings built and upgraded -----------------------------------------------------------


@draws(BuildingRaised, rank=7)
def _draw_building_cards(first: BuildingRaised, post: Post) -> Card | None:
    """The message about an entry, where something was built: the newest one shows the district."""
    if post.subject is None:
        return None
    events = [each for each in post.entry.events if isinstance(each, BuildingRaised)]
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


@draws(SettlementShown, rank=8)
def _draw_district_cards(event: SettlementShown, post: Post) -> Card | None:
    """The message about a map that was shown to everybody."""
    record = post.subject
    if record is None or record.kind != TOWN.name:
        return None
    there = tuple(each for each in event.districts if each <= record.state.districts)
    plan = Plan(record.state, there or (1,), event.month)
    return Card(safe(record.state.name, 100), tone=Tone.QUIET, picture=pictured(plan))


# -- Messages about buildings demolished and repaired ------------------------------------------------------


@draws(BuildingDemolished, BuildingRepaired, rank=7)
def _draw_wrecking_cards(first: BuildingDemolished | BuildingRepaired, post: Post) -> Card | None:
    """The message about an entry, where something came down or was repaired."""
    if post.subject is None:
        return None
    events = [each for each in post.entry.events if isinstance(each, BuildingDemolished | BuildingRepaired)]
    lines = [line for event in events for line in _wrecking_cards_lines(event)]
    card = Card(safe(post.subject.title, 100), (*lines, *items_told(post)))
    return replace(card, picture=district_picture(post, first.settlement, first.place))


def _wrecking_cards_lines(event: BuildingDemolished | BuildingRepaired) -> Iterator[str]:
    yield sentence(event) or ""
    if isinstance(event, BuildingDemolished):
        yield left_line(Limit.BUILDINGS, event.left)


# -- Messages about plans of settlements: each to whoever changed one, and to nobody else ------------------


@draws(BuildingDrafted, DraftDropped, DraftMoved, rank=7)
def _draw_town_plan_cards(_event: Any, post: Post) -> Card | None:
    """The answer to whoever changed a plan."""
    kinds = BuildingDrafted | DraftDropped | DraftMoved
    lines = tuple(sentence(each) or "" for each in post.entry.events if isinstance(each, kinds))
    if post.subject is None or not lines:
        return None
    return Card(lines=lines, tone=Tone.QUIET, buttons=(back(post.subject.id),))


# -- Messages about what game masters do to buildings ------------------------------------------------------


# What game masters do to buildings.
@draws(*declared(corrections, Event), rank=7)
def _draw_buildings_gm_cards(event: Any, post: Post) -> Card | None:
    """The message about an entry, where a game master did something to a settlement's buildings."""
    if post.subject is None:
        return None
    why = T("Why: {reason:100}")(reason=event.reason)
    lines = (str(sentence(event)), *event.details(), why, *items_told(post))
    card = Card(safe(post.subject.title, 100), lines)
    # Which district is shown with it; of a find none is.
    place = str(event.district) if isinstance(event, ShoreSet) else getattr(event, "place", "")
    return replace(card, picture=district_picture(post, event.settlement, place)) if place else card


# -- /settlement show and /settlement map ------------------------------------------------------------------


# The command whose cards these are, for the buttons that lead from one to another.
SHOW: Final = "settlement show"


class Show(Options):
    """The settlement that is meant, or the kingdom whose they are."""

    settlement: RecordId | None = option(
        "Which settlement or Free City; all of the kingdom's if left out", default=None, finder=KNOWN_TOWNS
    )
    kingdom: RecordId | None = option(
        "Which kingdom, if there are several", default=None, finder=KINGDOM_MEANT
    )


@look(SHOW, may=Permit.EVERYONE)
def settlement_show(asker: Asker, show: Show) -> Card:
    """See a kingdom's settlements, or one of them"""
    if show.settlement is None:
        realm = asked_realm(asker, show.kingdom)
        return overview(realm, asker.get(realm.id).steps)
    record = asker.get(show.settlement)
    town: Town = record.state
    owner = asked_realm(asker, town.kingdom) if town.kingdom is not None else None
    seen = asker.look(Scope(ids=(record.id,), links=True))
    land = seen.records.get(town.land)
    hexes = land.state if land is not None else None
    card = page(record.id, town, hexes, Rulings(seen.campaign.settings), owner)
    month = owner.kingdom.month.number if owner is not None else 0
    shown = Plan(town, districts_of(town, None), month)
    buttons = tuple(_onward(asker, record.id, shown, owner))
    return replace(card, picture=pictured(shown), buttons=buttons)


def _onward(asker: Asker, id_: RecordId, shown: Plan, realm: Realm | None) -> Iterator[Button]:
    """What can be looked at from a settlement, and done there by who plays."""
    yield Button(T("Map").plain(), MAP, (id_, str(shown.districts[0]), str(shown.districts[-1])))
    if realm is None:
        return
    if asker.seen.viewer.standing in (Standing.PLAYER, Standing.GAME_MASTER):
        yield opener(T("Build…"), "settlement build", kingdom=realm.id, settlement=id_)
        yield back(id_)
    if len(realm.towns) > 1:
        yield look_at(T("All settlements"), SHOW, kingdom=realm.id)


# -- `/settlement map`: a settlement as a picture ----------------------------------------------------------


@look("settlement map", may=Permit.EVERYONE, shared="share")
def settlement_map(asker: Asker, asked: ShowSettlement) -> Card:
    """See a settlement as a picture: its lots, streets and borders"""
    record = asker.get(asked.settlement)
    owner = record.state.kingdom
    month = asker.get(owner).state.month.number if owner is not None else 0
    return map_card(record.id, Plan(record.state, districts_of(record.state, asked.district), month))


async def known_town(
    dispatcher: Dispatcher, reply: Reply, settlement: str
) -> tuple[RecordView, CampaignView]:
    """The settlement of that id, with whose it is. Raises Stale where there is none to be seen."""
    id_ = RecordId(settlement)
    view = await dispatcher.look(reply.interaction, Scope(ids=(id_,), wants=(Want(KINGDOM.name),)))
    record = view.records.get(id_)
    if record is None or record.kind != TOWN.name:
        raise damaged_button()
    return record, view


@button(MAP, may=Permit.EVERYONE)
async def _turn_map(dispatcher: Dispatcher, reply: Reply, settlement: str, first: int, last: int) -> Card:
    """Show other districts of the settlement."""
    record, view = await known_town(dispatcher, reply, settlement)
    if not 0 <= last - first < MOST:
        raise damaged_button()
    town: Town = record.state
    kingdom = view.records.get(town.kingdom) if town.kingdom is not None else None
    month = kingdom.state.month.number if kingdom is not None else 0
    districts = tuple(number for each in range(first, last + 1) for number in districts_of(town, each))
    return map_card(record.id, Plan(town, districts, month))
