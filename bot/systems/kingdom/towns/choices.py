"""What is suggested where something is built, upgraded, rebuilt, demolished or repaired."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from bot.engine.finders import Asker, Pair
from bot.engine.system import RecordId
from bot.engine.text import Safe, T
from bot.systems.kingdom.book import BuildingType
from bot.systems.kingdom.realm import Realm, affords, asked_realm, require_standing, settlement_of
from bot.systems.kingdom.towns.bills import (
    BuildingOffer,
    bill,
    known_types,
    meant_type,
    offers,
    upgrades,
    why_less,
)
from bot.systems.kingdom.towns.book import row_of
from bot.systems.kingdom.towns.plots import Ground
from bot.systems.kingdom.towns.state import (
    Building,
    Place,
    Town,
    building_of,
    place_order,
    place_text,
    standing_at,
    where,
)

# So many of the buildings around a place are named.
MOST_BESIDE = 4

Suggested = Iterable[tuple[str, str]]


# -- one of them in a line ----------------------------------------------------------------------------


def offer_line(found: BuildingOffer) -> Safe:
    """A building with its price and why it is less, or why it can't be had."""
    if found.bill is None:
        return T("{building} · no: {why}")(building=found.building, why=shortened(found.building, found.why))
    why = why_less(found.bill.cut, found.by)
    line = T("{building} · {price} BP")(building=found.building, price=found.bill.price)
    return T("{line} ({why})")(line=line, why=why) if why else line


def shortened(building: BuildingType, why: str) -> Safe:
    """A reason that need not name the building again: "needs a House beside it"."""
    for name in (building.one, building.label):
        if why.startswith(f"{name} "):
            return Safe(why.removeprefix(f"{name} "))
    return Safe(why)


def standing_line(town: Town, each: Building) -> tuple[str, str]:
    """A building that stands: its number is the value."""
    at = standing_at(each.type, each.place, is_named=town.districts > 1)
    return (T("{at}, damaged")(at=at) if each.is_damaged else at), str(each.number)


def note(realm: Realm, ground: Ground, building: BuildingType, place: Place) -> str:
    """What is particular about a place: a price of its own, who would serve it, what stands around it."""
    parts: list[str] = []
    if ground.town.remains:
        parts.append(T("{price} BP")(price=bill(realm, ground.town, building, place, ground.over).price))
    if not place.lots:
        return " · ".join(parts)
    served = ground.served(building, place) or () if row_of(building).needs else ()
    district = ground.district(place.district)
    if served:
        own = [district.buildings[each] for each in served]
        parts.append(T("served by {own}")(own=[T("{type} {lots}")(type=e.type, lots=_lots(e)) for e in own]))
    near = [each for each in district.beside(place.lots) if each.number not in served]
    if kinds := list(dict.fromkeys(each.type for each in near)):
        parts.append(T("next to {kinds}")(kinds=kinds[:MOST_BESIDE]))
    return " · ".join(parts)


def _lots(building: Building) -> str:
    return place_text(building.place).rpartition(":")[2]


def place_lines(
    realm: Realm, town: Town, building: BuildingType, over: Building | None = None
) -> Iterator[tuple[str, str]]:
    """The legal places of a building."""
    ground = Ground(town, realm.rulings, over)
    for place in sorted(ground.legal(building), key=place_order):
        parts = (where(place, is_named=town.districts > 1), note(realm, ground, building, place))
        yield " · ".join(filter(None, parts)), place_text(place)


def upgrade_lines(realm: Realm, town: Town) -> Iterator[tuple[str, str]]:
    """The buildings that the book has an upgrade for."""
    wanted = {each for type_ in known_types(realm) for each in row_of(type_).upgrades_from}
    return (standing_line(town, each) for each in town.buildings if each.type in wanted)


# -- of what is named already -------------------------------------------------------------------------


def of_town(find: Callable[[Realm, Town, Asker], Suggested]) -> Callable[[Asker], Iterable[Pair]]:
    """What a settlement has to suggest, the one that is named or the only one; what begins with it first."""

    def suggest(asker: Asker) -> Iterable[Pair]:
        realm = asked_realm(asker)
        require_standing(realm.kingdom)
        _, town = town_of(realm, str(asker.given.get("settlement") or ""))
        return nearest(find(realm, town, asker), asker.typed)

    return suggest


def nearest(pairs: Suggested, typed: str) -> list[tuple[str, str]]:
    """The suggestions that hold what was typed: those first that begin with it, for “b” is in every price."""
    near = typed.strip().casefold()
    found = [pair for pair in pairs if near in pair[0].casefold()]
    return sorted(found, key=lambda pair: not pair[0].casefold().startswith(near))


def town_of(realm: Realm, settlement: str) -> tuple[RecordId, Town]:
    """The settlement named, or the only one. Raises RuleViolation for none of that name."""
    if not settlement and len(realm.towns) == 1:
        return next(iter(realm.towns.items()))
    return settlement_of(realm, settlement)


def _named(asker: Asker, realm: Realm, option: str) -> BuildingType:
    return meant_type(str(asker.given.get(option) or ""), realm.rulings)


def _meant(asker: Asker, town: Town) -> Building:
    return building_of(town, str(asker.given.get("building") or ""))


@of_town
def offered(realm: Realm, town: Town, asker: Asker) -> Suggested:
    """Everything, with its price or why it can't be had."""
    return [(_priced_line(realm, each), str(each.building.label)) for each in offers(realm, town)]


@of_town
def legal_places(realm: Realm, town: Town, asker: Asker) -> Suggested:
    """Where the building that is named may stand."""
    return place_lines(realm, town, _named(asker, realm, "building"))


@of_town
def grown_places(realm: Realm, town: Town, asker: Asker) -> Suggested:
    """Where the building that is named would stand, once upgraded."""
    return place_lines(realm, town, _named(asker, realm, "to"), _meant(asker, town))


@of_town
def upgradable(realm: Realm, town: Town, asker: Asker) -> Suggested:
    """What can be upgraded."""
    return upgrade_lines(realm, town)


@of_town
def better(realm: Realm, town: Town, asker: Asker) -> Suggested:
    """What the building that is named can become."""
    found = upgrades(realm, town, _meant(asker, town))
    return [(_priced_line(realm, each), str(each.building.label)) for each in found]


def _priced_line(realm: Realm, found: BuildingOffer) -> str:
    """The same, with a sign and words where the Treasury can't pay it."""
    if affords(realm, found.price or 0):
        return offer_line(found)
    return T("{line} · ✗ the Treasury can't pay this").plain(line=offer_line(found))


@of_town
def sites(realm: Realm, town: Town, asker: Asker) -> Suggested:
    """The sites of buildings that stood there."""
    is_named = town.districts > 1
    return [(standing_at(e.type, e.place, is_named=is_named), place_text(e.place)) for e in town.remains]


@of_town
def demolishable(realm: Realm, town: Town, asker: Asker) -> Suggested:
    """The buildings that somebody built."""
    return [standing_line(town, each) for each in town.buildings if not each.is_natural]


@of_town
def damaged(realm: Realm, town: Town, asker: Asker) -> Suggested:
    """What can be repaired."""
    return [standing_line(town, each) for each in town.buildings if each.is_damaged]
