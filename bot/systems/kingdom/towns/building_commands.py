"""The legal places of a building, lettered on the district's picture to choose from; sites to rebuild."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from bot.engine.card import Button, Card, Pick, Select, Tone
from bot.engine.declare import option
from bot.engine.pages import Turns, page_of
from bot.engine.people import Permit
from bot.engine.system import RecordId
from bot.engine.text import Safe, T, refused
from bot.systems.kingdom import finding
from bot.systems.kingdom.book import BuildingType, Task
from bot.systems.kingdom.finding import BUILD_OPEN, looker, marked, whose
from bot.systems.kingdom.realm import KINGDOM_MEANT, OnKingdom, settlements
from bot.systems.kingdom.towns import choices, panel_cards
from bot.systems.kingdom.towns.bills import Offer, bill, meant_type, rebuilding
from bot.systems.kingdom.towns.book import row_of
from bot.systems.kingdom.towns.building import DIFFERENCE_PAID, BuildBuilding, UpgradeBuilding, is_reader
from bot.systems.kingdom.towns.building_cards import GATE, SPARING, WAY, WITH_MAGIC
from bot.systems.kingdom.towns.choices import note, offer_line
from bot.systems.kingdom.towns.good_places import FEW, drafted, good_places
from bot.systems.kingdom.towns.panel_cards import (
    PANEL,
    PICK,
    PLACE,
    PLACES,
    SITE,
    SITES,
    TOWN,
    TOWNS,
    Yard,
    building_in,
    gives,
    limits,
    over_text,
    panel,
    place_in,
    timing,
    type_in,
    yard,
    yard_of,
)
from bot.systems.kingdom.towns.pictures import Lettered, Plan, lettered, pages, pictured
from bot.systems.kingdom.towns.plots import Ground
from bot.systems.kingdom.towns.state import (
    Building,
    Place,
    Remains,
    Town,
    building_of,
    place_of,
    place_text,
    standing_at,
)
from bot.systems.kingdom.towns.wrecking import EVEN_SO, DemolishBuilding, RepairBuilding
from bot.ui.commands import handler
from bot.ui.controls import button, number, select
from bot.ui.dispatcher import Dispatcher
from bot.ui.errors import OLD_PREVIEW, damaged_button
from bot.ui.reply import Reply

# -- where it can stand -------------------------------------------------------------------------------


def legal_of(yard: Yard, building: BuildingType, over: Building | None = None) -> tuple[Place, ...]:
    """The legal places of a building. Raises RuleViolation where there is none."""
    ground = Ground(yard.town, yard.realm.rulings, over)
    if found := tuple(ground.legal(building)):
        return found
    why = Safe(ground.nowhere(building))
    if over is not None:
        raise refused(
            "building.no_better_place",
            "No place in {town:60} for {a_building}: {why}. `/build upgrade` lists what each building can "
            "become.",
            town=yard.town.name,
            a_building=building.one,
            why=why,
        )
    raise refused(
        "building.nowhere",
        "No place in {town:60} for {a_building}: {why}. `/build plan` lists what you can build.",
        town=yard.town.name,
        a_building=building.one,
        why=why,
    )


def places(yard: Yard, building: BuildingType, over: Building | None = None, page: int = 0) -> Card:
    """The legal places of a building. Raises RuleViolation where there is none."""
    ground, found = Ground(yard.town, yard.realm.rulings, over), legal_of(yard, building, over)
    marks = _drafted(yard, building, found, over)
    every, args = pages(found, _last(building, marks)), (yard.id, building.value, over_text(over))
    # A page of them is a district with its picture.
    turned = page_of(every, Turns(PLACES, args), page, most=1)
    (letters,) = turned.rows
    lines = (
        *_heading(yard, building, over),
        T("{count} {count:place|places} to build it:")(count=len(found)),
        *_page(yard, letters, turned.number + 1, len(every)),
        *_listed(yard, ground, building, letters, marks),
        *whose(yard.seen, Task.SETTLEMENTS),
    )
    picture = pictured(Plan(yard.town, (letters[0][1].district,), yard.realm.month, letters))
    select = Select(T("Where…").plain(), PLACE, _picks(yard, ground, building, letters, marks), args)
    buttons = (*turned.buttons, Button(T("Other buildings").plain(), PANEL, (yard.id, "0")))
    title = T("{building} in {town:60}: where?")(building=building, town=yard.town.name)
    return Card(title, lines, tone=Tone.QUIET, picture=picture, selects=(select,), buttons=buttons)


def best(yard: Yard, building: BuildingType, over: Building | None = None) -> Card:
    """Three good places of many, and the way to all of them."""
    ground, found = Ground(yard.town, yard.realm.rulings, over), legal_of(yard, building, over)
    marks = _drafted(yard, building, found, over)
    last = _last(building, marks)
    good = {each.place: each.why for each in good_places(yard.realm, ground, building, found, last)}
    about = {place: " · ".join(filter(None, (_mark(marks, place), why))) for place, why in good.items()}
    letters, args = lettered(good, last), (yard.id, building.value, over_text(over))
    count = T("{count} places fit it; {n:a good one|{n} good ones}:")
    lines = (
        *_heading(yard, building, over),
        count(count=len(found), n=len(letters)),
        *(f"**{letter}** {yard.where(place)} · {about[place]}" for letter, place in letters),
        *whose(yard.seen, Task.SETTLEMENTS),
    )
    picks = tuple(
        Pick(place_text(place), f"{letter} · {yard.where(place)}", about[place]) for letter, place in letters
    )
    buttons = (
        Button(T("Elsewhere…").plain(), PLACES, (*args, "0")),
        Button(T("Other buildings").plain(), PANEL, (yard.id, "0")),
    )
    return Card(
        T("{building} in {town:60}: where?")(building=building, town=yard.town.name),
        lines,
        tone=Tone.QUIET,
        picture=pictured(Plan(yard.town, (letters[0][1].district,), yard.realm.month, letters)),
        selects=(Select(T("Where…").plain(), PLACE, picks, args),),
        buttons=buttons,
    )


def _heading(yard: Yard, building: BuildingType, over: Building | None) -> Iterator[str]:
    yield gives(building, yard)
    if over is not None:
        yield DIFFERENCE_PAID(old=over.type)
    yield from limits(yard.realm)
    yield from timing(yard.realm.kingdom)


def _page(yard: Yard, letters: tuple[Lettered, ...], page: int, count: int) -> Iterator[str]:
    if yard.town.districts > 1 or count > 1:
        district = T("**District {district}**")(district=letters[0][1].district)
        part = T("{district} · part {page} of {count}")
        yield part(district=district, page=page, count=count) if count > 1 else district


Marks = Mapping[Place, BuildingType]


def _drafted(yard: Yard, building: BuildingType, found: Sequence[Place], over: Building | None) -> Marks:
    """Which of its places a draft takes; whoever may not read the drafts is told nothing of them."""
    may_read = is_reader(looker(yard.seen.campaign_view), yard.realm.kingdom)
    return drafted(yard.realm, yard.id, building, found, over) if may_read else {}


def _last(building: BuildingType, marks: Marks) -> frozenset[Place]:
    """The places that come last: those that drafts take for something else."""
    return frozenset(place for place, each in marks.items() if each is not building)


def _mark(marks: Marks, place: Place) -> str:
    return T("drafted: {building}")(building=marks[place]) if place in marks else ""


def _listed(
    yard: Yard, ground: Ground, building: BuildingType, letters: tuple[Lettered, ...], marks: Marks
) -> Iterator[str]:
    """The places: of a few each has its line; of many the list to pick from says what there is to say."""
    plain = []
    for letter, place in letters:
        at = f"**{letter}** {yard.where(place)}"
        at = f"{at} ({mark})" if (mark := _mark(marks, place)) else at
        about = note(yard.realm, ground, building, place) if len(letters) <= FEW else ""
        if about:
            yield f"{at} · {about}"
        else:
            plain.append(at)
    if plain:
        yield " · ".join(plain)


def _picks(
    yard: Yard, ground: Ground, building: BuildingType, letters: tuple[Lettered, ...], marks: Marks
) -> tuple[Pick, ...]:
    return tuple(
        Pick(
            place_text(place),
            f"{letter} · {yard.where(place)}",
            " · ".join(filter(None, (_mark(marks, place), note(yard.realm, ground, building, place)))),
        )
        for letter, place in letters
    )


# -- sites --------------------------------------------------------------------------------------------


def site_of(town: Town, text: str) -> Remains:
    """The site that a place, or a building's name, means. Raises RuleViolation naming those there are."""
    wanted = text.strip().casefold()
    for each in town.remains:
        where = place_text(each.place)
        at = (where.casefold(), where.partition(":")[2].casefold())
        if wanted in (*at, each.type, each.type.label.casefold()):
            return each
    if not town.remains:
        raise refused(
            "building.no_sites",
            "“{text:40}” isn't the site of a former building. There are none: a building leaves a site when "
            "it comes down.",
            text=text,
        )
    raise refused(
        "building.no_site",
        "“{text:40}” isn't the site of a former building. There are: {sites}.",
        text=text,
        sites=[T("{site} at {place}")(site=e.type, place=place_text(e.place)) for e in town.remains[:8]],
    )


def site(yard: Yard, remains: Remains, page: int = 0) -> Card:
    """What can be built on a site, the same building first, with the reduction that each would have."""
    realm, ground = yard.realm, Ground(yard.town, yard.realm.rulings)
    found = rebuilding(realm, yard.town, remains)
    same = bill(realm, yard.town, remains.type, remains.place)
    whole = row_of(remains.type).cost // 4
    lines: list[str] = [
        T(
            "Building the same again costs half: {building} for {half} BP. Anything else on all its lots "
            "costs {saved} BP less; on some of them, proportionally less."
        )(building=remains.type, half=same.price, saved=max(1, whole))
    ]
    if why := ground.hindrance(remains.type, remains.place):
        lines.append(offer_line(Offer(remains.type, why=why)))
    lines += [*limits(realm), *timing(realm.kingdom), *whose(yard.seen, Task.SETTLEMENTS)]
    turns = Turns(SITES, (yard.id, place_text(remains.place)))
    current = page_of(found, turns, page)
    picks = tuple(_site_pick(yard, each) for each in current.rows)
    selects = (Select(T("What to build there…").plain(), SITE, picks, (yard.id,)),) if picks else ()
    back = Button(T("Other buildings").plain(), PANEL, (yard.id, "0"))
    at = standing_at(remains.type, remains.place, is_named=yard.town.districts > 1)
    title = T("Remains of the {at}, {town:60}")(at=at, town=yard.town.name)
    picture = pictured(Plan(yard.town, (remains.place.district,), realm.month))
    buttons = (*current.buttons, back)
    return Card(title, tuple(lines), tone=Tone.QUIET, selects=selects, buttons=buttons, picture=picture)


def _site_pick(yard: Yard, found: Offer) -> Pick:
    place = found.place or Place()
    value = f"{found.building.value}/{place_text(place)}"
    pick = Pick(value, f"{offer_line(found)} · {yard.where(place)}", gives(found.building, yard))
    return marked(pick, yard.realm, found.price)


# -- what would come of building there ----------------------------------------------------------------


def to_build(
    yard: Yard, building: BuildingType, place: Place, over: Building | None = None
) -> BuildBuilding | UpgradeBuilding:
    """What builds it there; a wall across a Waterway with its Watergate."""
    if over is not None:
        return UpgradeBuilding(yard.seen.id, yard.id, str(over.number), building.value, place_text(place))
    ground = Ground(yard.town, yard.realm.rulings)
    needs_gate = building is BuildingType.CITY_WALL and ground.crosses_waterway(place)
    return BuildBuilding(yard.seen.id, yard.id, building.value, place_text(place), with_watergate=needs_gate)


async def show_places(
    dispatcher: Dispatcher,
    reply: Reply,
    yard: Yard,
    building: BuildingType,
    over: Building | None = None,
    page: int | None = None,
    *,
    in_place: bool = False,
) -> None:
    """The legal places of a building, of many only good ones, unless a page of all of them is meant.

    Where there is one only, it is what building there comes to.
    """
    found = legal_of(yard, building, over)
    if len(found) == 1:
        await dispatcher.preview(reply, to_build(yard, building, found[0], over), in_place=in_place)
        return
    is_long = page is None and len(found) > FEW
    card = best(yard, building, over) if is_long else places(yard, building, over, page or 0)
    await (reply.update if in_place else reply.private)(card)


# -- The buttons and lists by which buildings are chosen, placed and built; each works for years -----------


# What can be had, by settlement.


@button(BUILD_OPEN, may=Permit.MEMBERS)
async def open_building(dispatcher: Dispatcher, reply: Reply, kingdom: str) -> None:
    """Show privately what can be built, in the only settlement or in one to choose. Raises UserError."""
    seen = await finding.seen(dispatcher, reply.interaction, kingdom)
    if len(seen.realm.towns) != 1:
        await reply.private(panel_cards.towns(seen))
        return
    found = await yard_of(dispatcher, reply.interaction, next(iter(seen.realm.towns)))
    await reply.private(panel(found))


@select(TOWN, may=Permit.MEMBERS)
async def _choose_town(
    dispatcher: Dispatcher, reply: Reply, _kingdom: str, first: str, second: str = ""
) -> Card | None:
    """Go on in the settlement that was chosen, for the building that the list names before it, if any."""
    building, town = (first, second) if second else ("", first)
    found = await yard_of(dispatcher, reply.interaction, town)
    if not building:
        return panel(found)
    await show_places(dispatcher, reply, found, type_in(building), in_place=True)
    return None


@button(PANEL, may=Permit.MEMBERS)
async def _turn_panel(dispatcher: Dispatcher, reply: Reply, town: str, page: int) -> Card:
    return panel(await yard_of(dispatcher, reply.interaction, town), page)


@button(TOWNS, may=Permit.MEMBERS)
async def _turn_towns(
    dispatcher: Dispatcher, reply: Reply, kingdom: str, first: str, second: str = ""
) -> Card:
    """Another page of the settlements, for the building that the button names before it, if any."""
    building, page = ((type_in(first).value,), second) if second else ((), first)
    seen = await finding.seen(dispatcher, reply.interaction, kingdom)
    return panel_cards.towns(seen, building, number(page))


# Where a building can stand, and its preview there.


@select(PICK, may=Permit.MEMBERS)
async def _pick(dispatcher: Dispatcher, reply: Reply, town: str, building: BuildingType) -> None:
    found = await yard_of(dispatcher, reply.interaction, town)
    await show_places(dispatcher, reply, found, building, in_place=True)


@button(PLACES, may=Permit.MEMBERS)
async def _turn_places(
    dispatcher: Dispatcher, reply: Reply, town: str, building: BuildingType, over: int, page: int
) -> None:
    found = await yard_of(dispatcher, reply.interaction, town)
    old = building_in(found.town, over)
    await show_places(dispatcher, reply, found, building, old, page, in_place=True)


@select(PLACE, may=Permit.MEMBERS)
async def _place(
    dispatcher: Dispatcher, reply: Reply, town: str, building: BuildingType, over: int, place: str
) -> None:
    found = await yard_of(dispatcher, reply.interaction, town)
    old = building_in(found.town, over)
    action = to_build(found, building, place_in(place), old)
    await dispatcher.preview(reply, action, in_place=True)


@select(SITE, may=Permit.MEMBERS)
async def _rebuild(dispatcher: Dispatcher, reply: Reply, town: str, chosen: str) -> None:
    building, _, place = chosen.partition("/")
    found = await yard_of(dispatcher, reply.interaction, town)
    await dispatcher.preview(reply, to_build(found, type_in(building), place_in(place)), in_place=True)


@button(SITES, may=Permit.MEMBERS)
async def _turn_site(dispatcher: Dispatcher, reply: Reply, town: str, place: str, page: int) -> Card:
    found = await yard_of(dispatcher, reply.interaction, town)
    return site(found, site_of(found.town, place), page)


@button(WAY, may=Permit.MEMBERS)
async def _build_otherwise(
    dispatcher: Dispatcher, reply: Reply, town: str, building: BuildingType, place: str, how: str
) -> None:
    await dispatcher.preview(
        reply, await _built(dispatcher, reply, town, building, place, how), in_place=True
    )


# Buttons of earlier versions' previews: they show what it would come to now.


@button("build_do", may=Permit.MEMBERS)
async def _build(
    dispatcher: Dispatcher, reply: Reply, town: str, building: BuildingType, place: str, _price: int, how: str
) -> None:
    action = await _built(dispatcher, reply, town, building, place, how)
    await dispatcher.preview(reply, action, why=OLD_PREVIEW(), in_place=True)


@button("build_upgrade", may=Permit.MEMBERS)
async def _upgrade(
    dispatcher: Dispatcher,
    reply: Reply,
    town: str,
    number: int,
    building: BuildingType,
    place: str,
    _price: int,
) -> None:
    found = await yard_of(dispatcher, reply.interaction, town)
    over = building_in(found.town, number)
    if over is None:
        raise damaged_button()
    action = to_build(found, building, place_in(place), over)
    await dispatcher.preview(reply, action, why=OLD_PREVIEW(), in_place=True)


@button("build_raze", may=Permit.MEMBERS)
async def _raze(dispatcher: Dispatcher, reply: Reply, town: str, number: int, even_so: str) -> None:
    found = await yard_of(dispatcher, reply.interaction, town)
    if even_so not in ("", EVEN_SO):
        raise damaged_button()
    action = DemolishBuilding(found.seen.id, found.id, str(number), EVEN_SO)
    await dispatcher.preview(reply, action, why=OLD_PREVIEW(), in_place=True)


@button("build_repair", may=Permit.MEMBERS)
async def _repair(dispatcher: Dispatcher, reply: Reply, town: str, number: int, _price: int) -> None:
    found = await yard_of(dispatcher, reply.interaction, town)
    building = building_in(found.town, number)
    if building is None:
        raise damaged_button()
    action = RepairBuilding(found.seen.id, found.id, str(building.number))
    await dispatcher.preview(reply, action, why=OLD_PREVIEW(), in_place=True)


async def _built(
    dispatcher: Dispatcher, reply: Reply, town: str, building: BuildingType, place: str, how: str
) -> BuildBuilding:
    """What a button builds. Raises Stale where it holds something else."""
    ways = [each for each in how.split("+") if each]
    if not set(ways) <= {GATE, WITH_MAGIC, SPARING}:
        raise damaged_button()
    found = await yard_of(dispatcher, reply.interaction, town)
    return BuildBuilding(
        found.seen.id,
        found.id,
        building.value,
        place,
        with_watergate=GATE in ways,
        with_magic=WITH_MAGIC in ways,
        is_sparing=SPARING in ways,
    )


# -- The part of `/build` that builds, upgrades and rebuilds: shown privately before it is done ------------


class Planning(OnKingdom):
    """What could be built."""

    kingdom: RecordId = option("Which kingdom, if there are several", finder=KINGDOM_MEANT)
    settlement: str = option(
        "Which settlement; leave out to choose from the list", default="", suggest=settlements
    )
    building: str | None = option(
        "What to build; leave out to see all the choices", default=None, suggest=choices.offered
    )


@handler("build plan", may=Permit.MEMBERS)
async def plan(dispatcher: Dispatcher, reply: Reply, asked: Planning) -> None:
    """See what you can build, where, for how much and to what effect, and build it"""
    seen = await finding.seen(dispatcher, reply.interaction, asked.kingdom)
    building = meant_type(asked.building, seen.realm.rulings) if asked.building is not None else None
    if not asked.settlement and len(seen.realm.towns) != 1:
        await reply.private(panel_cards.towns(seen, (building.value,) if building is not None else ()))
        return
    found = await yard(dispatcher, reply.interaction, asked.settlement, asked.kingdom)
    if building is None:
        await reply.private(panel(found))
    else:
        await show_places(dispatcher, reply, found, building)


class Upgrading(OnKingdom):
    """What becomes what."""

    kingdom: RecordId = option("Which kingdom, if there are several", finder=KINGDOM_MEANT)
    settlement: str = option("Where", suggest=settlements)
    building: str = option("Which building: its name, or one of its lots", suggest=choices.upgradable)
    to: str = option("What it becomes", suggest=choices.better)
    place: str = option(
        "Its lots after the upgrade; leave out to see where it fits",
        default="",
        suggest=choices.grown_places,
    )


@handler("build upgrade", may=Permit.MEMBERS)
async def upgrade(dispatcher: Dispatcher, reply: Reply, asked: Upgrading) -> None:
    """Upgrade a building; shows the cost and the changes first"""
    found = await yard(dispatcher, reply.interaction, asked.settlement, asked.kingdom)
    over, kind = building_of(found.town, asked.building), meant_type(asked.to, found.realm.rulings)
    if asked.place:
        await dispatcher.preview(reply, to_build(found, kind, place_of(asked.place), over))
    else:
        await show_places(dispatcher, reply, found, kind, over)


class Rebuilding(OnKingdom):
    """Which site."""

    kingdom: RecordId = option("Which kingdom, if there are several", finder=KINGDOM_MEANT)
    settlement: str = option("Where", suggest=settlements)
    site: str = option("Which site of a former building", suggest=choices.sites)


@handler("build rebuild", may=Permit.MEMBERS)
async def rebuild(dispatcher: Dispatcher, reply: Reply, asked: Rebuilding) -> None:
    """Rebuild where a building came down, for less than the list price"""
    found = await yard(dispatcher, reply.interaction, asked.settlement, asked.kingdom)
    await reply.private(site(found, site_of(found.town, asked.site)))
