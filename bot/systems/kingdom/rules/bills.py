"""What a building costs: its list price, and the one reduction that takes most off it (R085 to R107)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import StrEnum

from bot.systems.kingdom.rules.building_book import MAGIC, row_of
from bot.systems.kingdom.rules.realm import Realm
from bot.systems.kingdom.rules.settings import BROTHEL, DISCOUNT_SCOPE, UPGRADE_DISCOUNTS, Rulings
from bot.systems.kingdom.rules.terms import BuildingType, Gift
from bot.systems.kingdom.rules.town import Building, Grant, Place, Town


class Cut(StrEnum):
    """Why a price is lower than the list's."""

    DISCOUNT = "discount"
    REBUILT = "rebuilt"
    REPLACES = "replaces"
    RUIN = "ruin"
    SALVAGE = "salvage"
    FREE = "free"


@dataclass(frozen=True, slots=True)
class Bill:
    """What is to be paid (BP). `by` is the number of the building that gives a discount, or of a Grant."""

    listed: int
    price: int
    cut: Cut | None = None
    by: int = 0
    # What construction magic takes off in the end.
    magic: int = 0


def bill(
    realm: Realm,
    town: Town,
    building: BuildingType,
    place: Place,
    over: Building | None = None,
    *,
    with_magic: bool = False,
    is_sparing: bool = False,
) -> Bill:
    """The bill for a building there; of an upgrade the difference of the list prices (R088).

    `is_sparing` leaves what was found or given for another building.
    """
    listed = list_price(building, over)
    spared = replace(town, grants=()) if is_sparing else town
    cuts = [Bill(listed, listed), *_cuts(realm.rulings, spared, building, place, over, listed)]
    # Of two that take off as much, the one that uses nothing up: those come first.
    best = min(cuts, key=lambda each: each.price)
    magic = min(MAGIC, best.price) if with_magic else 0
    return Bill(listed, best.price - magic, best.cut, best.by, magic)


def list_price(building: BuildingType, over: Building | None = None) -> int:
    """What it costs without any reduction, in BP."""
    return row_of(building).cost - (row_of(over.type).cost if over is not None else 0)


def halved(price: int) -> int:
    """Half of it; the discount is what is rounded down (P2)."""
    return price - price // 2


def _cuts(
    rulings: Rulings, town: Town, building: BuildingType, place: Place, over: Building | None, listed: int
) -> Iterator[Bill]:
    if over is None:
        yield from _rebuilt(town, building, place, listed)
        for grant in fitting(town, building):
            yield _granted(grant, listed)
    if over is None or rulings.is_on(UPGRADE_DISCOUNTS):
        for source in discounting(town, building, rulings):
            yield Bill(listed, halved(listed), Cut.DISCOUNT, source.number)


# -- rebuilding ---------------------------------------------------------------------------------------


def _rebuilt(town: Town, building: BuildingType, place: Place, listed: int) -> Iterator[Bill]:
    if is_rebuilt(town, building, place):
        yield Bill(listed, halved(listed), Cut.REBUILT)
    elif saved := _saved(town, place):
        yield Bill(listed, max(0, listed - saved), Cut.REPLACES)


def is_rebuilt(town: Town, building: BuildingType, place: Place) -> bool:
    """Whether it would stand just where one of its type stood (R106)."""
    return any(
        each.type is building and each.place.district == place.district and len(each.place.lots) == each.lots
        for each in town.remains
        if set(each.place.lots) == set(place.lots)
    )


def _saved(town: Town, place: Place) -> int:
    """A quarter of what stood there, by how many of its lots are built on: at least 1 BP of each (R106)."""
    saved = 0
    for each in town.remains:
        shared = len(set(each.place.lots) & set(place.lots)) if each.place.district == place.district else 0
        if shared:
            saved += max(1, row_of(each.type).cost // 4 * shared // each.lots)
    return saved


# -- discounts and gifts ------------------------------------------------------------------------------


def discounts(building: BuildingType, rulings: Rulings) -> tuple[BuildingType, ...]:
    """What a building halves the price of, by the campaign's reading of "Brothel" (R083)."""
    reading = rulings.of(BROTHEL)
    found = []
    for each in row_of(building).discounts:
        if each is not BuildingType.BROTHEL or reading == "separate":
            found.append(each)
        elif reading == "alias":
            found.append(BuildingType.DANCE_HALL)
    return tuple(found)


def discounts_left(building: Building, rulings: Rulings) -> tuple[BuildingType, ...]:
    """The discounts that one building has still to give (R085, R087); a damaged one gives none (R108)."""
    if building.is_damaged:
        return ()
    if building.discounted and rulings.of(DISCOUNT_SCOPE) == "per_source":
        return ()
    return tuple(each for each in discounts(building.type, rulings) if each not in building.discounted)


def discounting(town: Town, building: BuildingType, rulings: Rulings) -> Iterator[Building]:
    """The buildings of a settlement that halve the price of another's next one."""
    # Asked of many buildings at a time: what halves nothing of the kind is passed over quickly.
    could = (each for each in town.buildings if _could_halve(each.type, building))
    return (each for each in could if building in discounts_left(each, rulings))


def _could_halve(source: BuildingType, building: BuildingType) -> bool:
    listed = row_of(source).discounts
    return building in listed or BuildingType.BROTHEL in listed


def fitting(town: Town, building: BuildingType) -> Iterator[Grant]:
    """What was found there or given that this building could use."""
    return (each for each in town.grants if each.type in (None, building))


def _granted(grant: Grant, listed: int) -> Bill:
    match grant.gift:
        case Gift.RUIN:
            return Bill(listed, halved(listed), Cut.RUIN, grant.number)
        case Gift.SALVAGE:
            return Bill(listed, max(0, listed - grant.points), Cut.SALVAGE, grant.number)
        case _:
            return Bill(listed, 0, Cut.FREE, grant.number)
