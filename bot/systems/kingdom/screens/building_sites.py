"""The legal places of a building, lettered on the district's picture to choose from; sites to rebuild."""

from __future__ import annotations

from collections.abc import Iterator

from bot.errors import RuleViolation
from bot.systems.kingdom.rules.bills import bill
from bot.systems.kingdom.rules.building_book import row_of
from bot.systems.kingdom.rules.building_places import place_text
from bot.systems.kingdom.rules.offers import Offer, known_types, rebuilding, upgrades
from bot.systems.kingdom.rules.plots import Ground
from bot.systems.kingdom.rules.terms import BuildingType, Task
from bot.systems.kingdom.rules.town import Building, Place, Remains, Town
from bot.systems.kingdom.screens import building_previews
from bot.systems.kingdom.screens.building_panels import PANEL, gives, limits, offer_line, timing
from bot.systems.kingdom.screens.building_yard import PLACE, PLACES, SITE, Yard, over_text
from bot.systems.kingdom.screens.district_places import Lettered, lettered, pages
from bot.systems.kingdom.screens.district_plan import Plan, pictured
from bot.systems.kingdom.screens.previews import whose
from bot.systems.kingdom.words import building_previews as preview_words
from bot.systems.kingdom.words import building_screens as words
from bot.systems.kingdom.words.buildings import BUILDINGS
from bot.ui.card import MOST_PICKS, Button, Card, Pick, Select, Tone
from bot.ui.text import safe

MOST_BESIDE = 4
# So many places have a line each: short enough for a phone.
MOST_NOTED = 8


# -- where it can stand -------------------------------------------------------------------------------


def places(yard: Yard, building: BuildingType, over: Building | None = None, page: int = 0) -> Card:
    """The legal places of a building; where there is one only, its preview.

    Raises RuleViolation where there is none.
    """
    ground = Ground(yard.town, yard.realm.rulings, over)
    found = tuple(ground.legal(building))
    if not found:
        why = ground.nowhere(building)
        raise RuleViolation(words.no_place(building.value, yard.name, why, is_upgrade=over is not None))
    if len(found) == 1:
        return building_previews.preview(yard, building, found[0], over)
    every = pages(found)
    page = min(page, len(every) - 1)
    shown = every[page]
    lines = (
        *_heading(yard, building, over),
        words.places_count(len(found)),
        *_page(yard, shown, page + 1, len(every)),
        *_listed(yard, ground, building, shown),
        *whose(yard.seen, Task.SETTLEMENTS),
    )
    picture = pictured(Plan(yard.town, (shown[0][1].district,), yard.realm.month, shown))
    args = (yard.id, building.value, over_text(over))
    select = Select(words.PICK_PLACE, PLACE, _picks(yard, ground, building, shown), args)
    buttons = (*_turning(args, page, len(every)), Button(words.OTHER_BUILDINGS, PANEL, (yard.id, "0")))
    title = words.places_title(building.value, yard.name)
    return Card(title, lines, tone=Tone.QUIET, picture=picture, selects=(select,), buttons=buttons)


def _heading(yard: Yard, building: BuildingType, over: Building | None) -> Iterator[str]:
    yield gives(building, yard)
    if over is not None:
        yield preview_words.upgrade_of(over.type.value)
    yield from limits(yard.realm)
    yield from timing(yard.realm.kingdom)


def _page(yard: Yard, shown: tuple[Lettered, ...], page: int, count: int) -> Iterator[str]:
    if yard.town.districts > 1 or count > 1:
        yield words.district_page(shown[0][1].district, page, count)


def _listed(yard: Yard, ground: Ground, building: BuildingType, shown: tuple[Lettered, ...]) -> Iterator[str]:
    """The places: of a few each has its line; of many the list to pick from says what there is to say."""
    plain = []
    for letter, place in shown:
        about = note(yard, ground, building, place) if len(shown) <= MOST_NOTED else ""
        if about:
            yield words.lettered(letter, yard.where(place), about)
        else:
            plain.append((letter, yard.where(place)))
    if plain:
        yield words.lettered_together(plain)


def _picks(
    yard: Yard, ground: Ground, building: BuildingType, shown: tuple[Lettered, ...]
) -> tuple[Pick, ...]:
    return tuple(
        Pick(
            place_text(place),
            words.place_label(letter, yard.where(place)),
            note(yard, ground, building, place),
        )
        for letter, place in shown[:MOST_PICKS]
    )


def _turning(args: tuple[str, ...], page: int, count: int) -> tuple[Button, ...]:
    earlier = Button(words.FEWER, PLACES, (*args, str(page - 1)))
    later = Button(words.MORE, PLACES, (*args, str(page + 1)))
    return (*((earlier,) if page else ()), *((later,) if page < count - 1 else ()))


def note(yard: Yard, ground: Ground, building: BuildingType, place: Place) -> str:
    """What is particular about a place: a price of its own, who would serve it, what stands around it."""
    found = bill(yard.realm, yard.town, building, place, ground.over)
    parts = []
    if yard.town.remains:
        parts.append(words.points(found.price))
    if not place.lots:
        return " · ".join(parts)
    served = ground.served(building, place) or () if row_of(building).needs else ()
    if served:
        parts.append(words.takes(_named(ground, place, served)))
    near = [each for each in ground.district(place.district).beside(place.lots) if each.number not in served]
    names = list(dict.fromkeys(BUILDINGS[each.type.value] for each in near))
    if names:
        parts.append(words.beside(names[:MOST_BESIDE]))
    return " · ".join(parts)


def _named(ground: Ground, place: Place, served: tuple[int, ...]) -> list[str]:
    buildings = ground.district(place.district).buildings
    return [words.short_at(buildings[each].type.value, _lot(buildings[each])) for each in served]


def _lot(building: Building) -> str:
    return place_text(building.place).rpartition(":")[2]


def place_lines(
    yard: Yard, building: BuildingType, over: Building | None = None
) -> Iterator[tuple[str, str]]:
    """The legal places of a building, for an autocomplete."""
    ground = Ground(yard.town, yard.realm.rulings, over)
    for _, place in lettered(ground.legal(building)):
        yield words.place_line(yard.where(place), note(yard, ground, building, place)), place_text(place)


# -- upgrades -----------------------------------------------------------------------------------------


def upgrade_lines(yard: Yard) -> Iterator[tuple[str, str]]:
    """The buildings that the book has an upgrade for, for an autocomplete."""
    wanted = {each for type_ in known_types(yard.realm) for each in row_of(type_).upgrades_from}
    for each in yard.town.buildings:
        if each.type in wanted:
            yield standing_line(yard, each)


def standing_line(yard: Yard, each: Building) -> tuple[str, str]:
    """A building that stands, for an autocomplete: its number is the value."""
    where = yard.where(each.place)
    return words.standing(each.type.value, where, is_damaged=each.is_damaged), str(each.number)


def upgraded_to(yard: Yard, over: Building) -> tuple[Offer, ...]:
    """What a building can become. Raises RuleViolation where that is nothing."""
    found = upgrades(yard.realm, yard.town, over)
    if not found:
        raise RuleViolation(words.no_upgrade(over.type.value))
    return found


# -- sites --------------------------------------------------------------------------------------------


def site_of(town: Town, text: str) -> Remains:
    """The site that a place, or a building's name, means. Raises RuleViolation naming those there are."""
    meant = text.strip().casefold()
    for each in town.remains:
        where = place_text(each.place)
        if meant in (where.casefold(), where.partition(":")[2].casefold(), each.type.value):
            return each
        if meant == BUILDINGS[each.type.value].casefold():
            return each
    found = [words.at(each.type.value, place_text(each.place)) for each in town.remains]
    raise RuleViolation(preview_words.no_site(safe(text, 40), found[:8]))


def site_lines(yard: Yard) -> Iterator[tuple[str, str]]:
    """The sites of a settlement, for an autocomplete."""
    for each in yard.town.remains:
        yield words.at(each.type.value, yard.where(each.place)), place_text(each.place)


def site(yard: Yard, meant: Remains) -> Card:
    """What can be built on a site, the same building first, with the reduction that each would have."""
    realm, ground = yard.realm, Ground(yard.town, yard.realm.rulings)
    found = rebuilding(realm, yard.town, meant)
    same = bill(realm, yard.town, meant.type, meant.place)
    whole = row_of(meant.type).cost // 4
    lines = [preview_words.site_saves(meant.type.value, same.price, max(1, whole))]
    if why := ground.hindrance(meant.type, meant.place):
        lines.append(words.refusal(meant.type.value, why))
    lines += [*limits(realm), *timing(realm.kingdom), *whose(yard.seen, Task.SETTLEMENTS)]
    picks = tuple(_site_pick(yard, each) for each in found[:MOST_PICKS])
    selects = (Select(words.PICK_ON_SITE, SITE, picks, (yard.id,)),) if picks else ()
    back = Button(words.OTHER_BUILDINGS, PANEL, (yard.id, "0"))
    title = preview_words.site_title(meant.type.value, yard.where(meant.place), yard.name)
    picture = pictured(Plan(yard.town, (meant.place.district,), realm.month))
    return Card(title, tuple(lines), tone=Tone.QUIET, selects=selects, buttons=(back,), picture=picture)


def _site_pick(yard: Yard, found: Offer) -> Pick:
    place = found.place or Place()
    value = f"{found.building.value}/{place_text(place)}"
    return Pick(value, words.at_place(offer_line(found), yard.where(place)), gives(found.building, yard))
