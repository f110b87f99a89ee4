"""The legal places of a building, numbered on the district's picture to choose from; sites to rebuild."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from bot.engine.card import Button, Card, Pick, Select, Tone
from bot.engine.declare import look, option
from bot.engine.finders import Asker
from bot.engine.pages import Turns, page_of
from bot.engine.people import Permit
from bot.engine.picking import ALL, PICK, Chosen, Picking, held_by
from bot.engine.system import RecordId
from bot.engine.text import Safe, T, refused
from bot.systems.kingdom.book import BuildingType, Task
from bot.systems.kingdom.kingdom_view import marked, whose
from bot.systems.kingdom.realm import OnKingdom, settlements
from bot.systems.kingdom.steps import looker
from bot.systems.kingdom.towns import choices
from bot.systems.kingdom.towns.bills import BuildingOffer, bill, meant_type, rebuilding
from bot.systems.kingdom.towns.book import row_of
from bot.systems.kingdom.towns.building import (
    BUILDINGS,
    DIFFERENCE_PAID,
    GROWN,
    PLACES,
    BuildBuilding,
    UpgradeBuilding,
    is_reader,
)
from bot.systems.kingdom.towns.choices import note, offer_line
from bot.systems.kingdom.towns.good_places import FEW, drafted, good_places
from bot.systems.kingdom.towns.panel_cards import (
    PLANNED,
    BuildContext,
    gives,
    limits,
    other_buildings,
    panel,
    timing,
    yard_of,
)
from bot.systems.kingdom.towns.pictures import Numbered, Plan, numbered, pages, pictured
from bot.systems.kingdom.towns.plots import Ground
from bot.systems.kingdom.towns.state import (
    Building,
    Place,
    Remains,
    Town,
    building_of,
    place_text,
    standing_at,
)
from bot.ui.controls import listing


def legal_of(yard: BuildContext, building: BuildingType, over: Building | None = None) -> tuple[Place, ...]:
    """The legal places of a building. Raises RuleViolation where there is none."""
    ground = Ground(yard.town, yard.realm.rulings, over)
    if found := tuple(ground.legal(building)):
        return found
    why = Safe(ground.nowhere(building))
    if over is not None:
        raise refused(
            "building.no_better_place",
            "No place in {town:60} for {a_building}: {why}. `/settlement upgrade` lists what each "
            "building can become.",
            town=yard.town.name,
            a_building=building.one,
            why=why,
        )
    raise refused(
        "building.nowhere",
        "No place in {town:60} for {a_building}: {why}. `/settlement build` lists what you can build.",
        town=yard.town.name,
        a_building=building.one,
        why=why,
    )


def places(yard: BuildContext, building: BuildingType, over: Building | None = None, page: int = 0) -> Card:
    """The legal places of a building. Raises RuleViolation where there is none."""
    ground, found = Ground(yard.town, yard.realm.rulings, over), legal_of(yard, building, over)
    marks = _drafted(yard, building, found, over)
    every, args = pages(found, _last(building, marks)), places_held(yard.id, building.value, over)
    # A page of them is a district with its picture.
    turned = page_of(every, Turns(PICK, args), page, most=1)
    (numbers,) = turned.rows
    lines = (
        *_heading(yard, building, over),
        T("{count} {count:place|places} to build it:")(count=len(found)),
        *_page(yard, numbers, turned.number + 1, len(every)),
        *_listed(yard, ground, building, numbers, marks),
        *whose(yard.seen, Task.SETTLEMENTS),
    )
    picture = pictured(Plan(yard.town, (numbers[0][1].district,), yard.realm.month, numbers))
    select = Select(T("Where…").plain(), PICK, _picks(yard, ground, building, numbers, marks), args)
    buttons = (*turned.buttons, other_buildings(yard.id))
    title = T("{building} in {town:60}: where?")(building=building, town=yard.town.name)
    return Card(title, lines, tone=Tone.QUIET, picture=picture, selects=(select,), buttons=buttons)


def best(yard: BuildContext, building: BuildingType, over: Building | None = None) -> Card:
    """Three good places of many, and the way to all of them."""
    ground, found = Ground(yard.town, yard.realm.rulings, over), legal_of(yard, building, over)
    marks = _drafted(yard, building, found, over)
    last = _last(building, marks)
    good = {each.place: each.why for each in good_places(yard.realm, ground, building, found, last)}
    about = {place: " · ".join(filter(None, (_mark(marks, place), why))) for place, why in good.items()}
    numbers, args = numbered(good, last), places_held(yard.id, building.value, over)
    count = T("{count} places fit it; {n:a good one|{n} good ones}:")
    lines = (
        *_heading(yard, building, over),
        count(count=len(found), n=len(numbers)),
        *(f"**{number}** {yard.where(place)} · {about[place]}" for number, place in numbers),
        *whose(yard.seen, Task.SETTLEMENTS),
    )
    picks = tuple(
        Pick(
            "/".join(_given(ground, building, place).values()),
            f"{number} · {yard.where(place)}",
            about[place],
        )
        for number, place in numbers
    )
    buttons = (Button(T("Elsewhere…").plain(), PICK, (*args, "0")), other_buildings(yard.id))
    return Card(
        T("{building} in {town:60}: where?")(building=building, town=yard.town.name),
        lines,
        tone=Tone.QUIET,
        picture=pictured(Plan(yard.town, (numbers[0][1].district,), yard.realm.month, numbers)),
        selects=(Select(T("Where…").plain(), PICK, picks, args),),
        buttons=buttons,
    )


def _heading(yard: BuildContext, building: BuildingType, over: Building | None) -> Iterator[str]:
    yield gives(building, yard)
    if over is not None:
        yield DIFFERENCE_PAID(old=over.type)
    yield from limits(yard.realm)
    yield from timing(yard.realm.kingdom)


def _page(yard: BuildContext, numbers: tuple[Numbered, ...], page: int, count: int) -> Iterator[str]:
    if yard.town.districts > 1 or count > 1:
        district = T("**District {district}**")(district=numbers[0][1].district)
        part = T("{district} · part {page} of {count}")
        yield part(district=district, page=page, count=count) if count > 1 else district


Marks = Mapping[Place, BuildingType]


def _drafted(
    yard: BuildContext, building: BuildingType, found: Sequence[Place], over: Building | None
) -> Marks:
    """Which of its places a draft takes; whoever may not read the drafts is told nothing of them."""
    may_read = is_reader(looker(yard.seen.campaign_view), yard.realm.kingdom)
    return drafted(yard.realm, yard.id, building, found, over) if may_read else {}


def _last(building: BuildingType, marks: Marks) -> frozenset[Place]:
    """The places that come last: those that drafts take for something else."""
    return frozenset(place for place, each in marks.items() if each is not building)


def _mark(marks: Marks, place: Place) -> str:
    return T("drafted: {building}")(building=marks[place]) if place in marks else ""


def _listed(
    yard: BuildContext, ground: Ground, building: BuildingType, numbers: tuple[Numbered, ...], marks: Marks
) -> Iterator[str]:
    """The places: of a few each has its line; of many the list to pick from says what there is to say."""
    plain = []
    for number, place in numbers:
        at = f"**{number}** {yard.where(place)}"
        at = f"{at} ({mark})" if (mark := _mark(marks, place)) else at
        about = note(yard.realm, ground, building, place) if len(numbers) <= FEW else ""
        if about:
            yield f"{at} · {about}"
        else:
            plain.append(at)
    if plain:
        yield " · ".join(plain)


def _picks(
    yard: BuildContext, ground: Ground, building: BuildingType, numbers: tuple[Numbered, ...], marks: Marks
) -> tuple[Pick, ...]:
    return tuple(
        Pick(
            "/".join(_given(ground, building, place).values()),
            f"{number} · {yard.where(place)}",
            " · ".join(filter(None, (_mark(marks, place), note(yard.realm, ground, building, place)))),
        )
        for number, place in numbers
    )


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


def site(yard: BuildContext, remains: Remains, page: int = 0) -> Card:
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
        lines.append(offer_line(BuildingOffer(remains.type, why=why)))
    lines += [*limits(realm), *timing(realm.kingdom), *whose(yard.seen, Task.SETTLEMENTS)]
    args = held_by(PLANNED, {"settlement": yard.id})
    current = page_of(found, Turns(PICK, (*args, place_text(remains.place))), page)
    picks = tuple(_site_pick(yard, ground, each) for each in current.rows)
    selects = (Select(T("What to build there…").plain(), PICK, picks, args),) if picks else ()
    at = standing_at(remains.type, remains.place, is_named=yard.town.districts > 1)
    title = T("Remains of the {at}, {town:60}")(at=at, town=yard.town.name)
    picture = pictured(Plan(yard.town, (remains.place.district,), realm.month))
    buttons = (*current.buttons, other_buildings(yard.id))
    return Card(title, tuple(lines), tone=Tone.QUIET, selects=selects, buttons=buttons, picture=picture)


def _site_pick(yard: BuildContext, ground: Ground, found: BuildingOffer) -> Pick:
    place = found.place or Place()
    value = "/".join((found.building.value, *_given(ground, found.building, place).values()))
    pick = Pick(value, f"{offer_line(found)} · {yard.where(place)}", gives(found.building, yard))
    return marked(pick, yard.realm, found.price)


def _given(ground: Ground, building: BuildingType, place: Place) -> dict[str, str]:
    """What choosing a place gives: a wall across a Waterway has its Watergate."""
    gate = {"with_watergate": "True"} if needs_gate(ground, building, place) else {}
    return {"place": place_text(place), **gate}


def needs_gate(ground: Ground, building: BuildingType, place: Place) -> bool:
    """Whether it is a wall across a Waterway."""
    return building is BuildingType.CITY_WALL and ground.crosses_waterway(place)


def to_build(
    yard: BuildContext, building: BuildingType, place: Place, over: Building | None = None
) -> BuildBuilding | UpgradeBuilding:
    """What builds it there; a wall across a Waterway with its Watergate."""
    if over is not None:
        return UpgradeBuilding(yard.seen.id, yard.id, str(over.number), building.value, place_text(place))
    with_gate = needs_gate(Ground(yard.town, yard.realm.rulings), building, place)
    return BuildBuilding(yard.seen.id, yard.id, building.value, place_text(place), with_watergate=with_gate)


# -- The lists of `/settlement build` and `/settlement upgrade`, and `/settlement rebuild` -------------------


def places_held(settlement: RecordId, building: str, over: Building | int | None) -> tuple[str, ...]:
    """What the controls of a building's places hold."""
    if over is None:
        return held_by(PLANNED, {"settlement": settlement, "building": building})
    number = over if isinstance(over, int) else over.number
    return held_by("settlement upgrade", {"settlement": settlement, "building": str(number), "to": building})


@listing(BUILDINGS.name)
def _buildings(picking: Picking) -> Card:
    """All that can be had there; of the kind that is a site's place, what can be built on that."""
    yard = yard_of(picking.asker)
    if picking.kind in ("", ALL):
        return panel(yard, picking.page)
    return site(yard, site_of(yard.town, picking.kind), picking.page)


@listing(PLACES.name)
def _places(picking: Picking) -> Card | Chosen:
    """Where a building fits."""
    yard = yard_of(picking.asker)
    return _fitting(picking, yard, meant_type(picking.asker.given["building"], yard.realm.rulings))


@listing(GROWN.name)
def _grown_places(picking: Picking) -> Card | Chosen:
    """Where a building fits once it is upgraded."""
    yard, given = yard_of(picking.asker), picking.asker.given
    over = building_of(yard.town, given["building"])
    return _fitting(picking, yard, meant_type(given["to"], yard.realm.rulings), over)


def _fitting(
    picking: Picking, yard: BuildContext, building: BuildingType, over: Building | None = None
) -> Card | Chosen:
    """Its places, of many only good ones unless all are meant; where there is one only, that is meant."""
    found = legal_of(yard, building, over)
    if len(found) == 1:
        return Chosen(_given(Ground(yard.town, yard.realm.rulings), building, found[0]))
    if len(found) > FEW and not picking.kind:
        return best(yard, building, over)
    return places(yard, building, over, picking.page)


class Rebuilding(OnKingdom):
    """Which site."""

    settlement: str = option("Where", suggest=settlements)
    site: str = option("Which site of a former building", suggest=choices.sites)


@look("settlement rebuild", may=Permit.MEMBERS)
def rebuild(asker: Asker, asked: Rebuilding) -> Card:
    """Rebuild where a building came down, for less than the list price"""
    yard = yard_of(asker)
    return site(yard, site_of(yard.town, asked.site))
