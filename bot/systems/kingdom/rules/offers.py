"""What can be had in a settlement: each building with the place where it is cheapest, or why it has none.

Whether the Treasury holds the price and the month allows one more is asked apart (`builders`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from bot.systems.kingdom.rules.bills import Bill, Cut, bill, discounts_left
from bot.systems.kingdom.rules.building_book import row_of
from bot.systems.kingdom.rules.plots import Ground
from bot.systems.kingdom.rules.realm import Realm
from bot.systems.kingdom.rules.settings import BROTHEL
from bot.systems.kingdom.rules.terms import BuildingType
from bot.systems.kingdom.rules.town import Building, Place, Remains, Town


@dataclass(frozen=True, slots=True)
class Offer:
    """A building at one of its cheapest legal places; without one `why`, without a full stop.

    `by` gives its discount.
    """

    building: BuildingType
    place: Place | None = None
    bill: Bill | None = None
    by: BuildingType | None = None
    why: str = ""

    @property
    def price(self) -> int | None:
        """What it would cost, in BP; None where it has no place."""
        return self.bill.price if self.bill is not None else None


def known_types(realm: Realm) -> tuple[BuildingType, ...]:
    """The buildings of this campaign: the Brothel is one of them only where it is kept apart (R083)."""
    is_apart = realm.rulings.of(BROTHEL) == "separate"
    return tuple(each for each in BuildingType if is_apart or each is not BuildingType.BROTHEL)


def offers(realm: Realm, town: Town) -> tuple[Offer, ...]:
    """Every building: what has a legal place first, the cheapest first."""
    ground = Ground(town, realm.rulings)
    found = [offer(realm, ground, each) for each in known_types(realm)]
    return tuple(sorted(found, key=lambda each: (each.price is None, each.price or 0)))


def upgrades(realm: Realm, town: Town, over: Building) -> tuple[Offer, ...]:
    """What a building can be upgraded to by the book, likewise."""
    ground = Ground(town, realm.rulings, over)
    types = (each for each in known_types(realm) if over.type in row_of(each).upgrades_from)
    found = [offer(realm, ground, each) for each in types]
    return tuple(sorted(found, key=lambda each: (each.price is None, each.price or 0)))


def offer(realm: Realm, ground: Ground, building: BuildingType) -> Offer:
    """One building, at the cheapest of its legal places."""
    town, over = ground.town, ground.over
    billed = ((place, bill(realm, town, building, place, over)) for place in _places(ground, building))
    place, found = min(billed, key=lambda pair: pair[1].price, default=(None, None))
    if place is None or found is None:
        return Offer(building, why=ground.nowhere(building))
    return Offer(building, place, found, by=discounter(town, found))


def _places(ground: Ground, building: BuildingType) -> Iterator[Place]:
    """One legal place, and those with remains: nothing else makes one cheaper than others."""
    first = ground.first_legal(building)
    if first is not None:
        yield first
        yield from _legal_on(ground, building, ground.town.remains)


def _legal_on(ground: Ground, building: BuildingType, sites: Sequence[Remains]) -> Iterator[Place]:
    """The legal places that share a lot with one of those sites."""
    if sites:
        near = (each for each in ground.sites(building) if any(_lies_on(each, site) for site in sites))
        yield from (each for each in near if not ground.hindrance(building, each))


def discounter(town: Town, found: Bill) -> BuildingType | None:
    """The type of the building that gives a bill's discount."""
    source = town.building(found.by) if found.cut is Cut.DISCOUNT else None
    return source.type if source is not None else None


def discounts_in_hand(realm: Realm, town: Town) -> tuple[tuple[BuildingType, BuildingType], ...]:
    """Every discount that a settlement has left: what it halves, and whose it is (R085, R087)."""
    found = ((halved, each.type) for each in town.buildings for halved in discounts_left(each, realm.rulings))
    return tuple(sorted(found))


# -- sites --------------------------------------------------------------------------------------------


def rebuilding(realm: Realm, town: Town, site: Remains) -> tuple[Offer, ...]:
    """What could be built on a site, or on lots of it: the same type first, then by name (R106)."""
    ground = Ground(town, realm.rulings)
    found = []
    for building in known_types(realm):
        places = _legal_on(ground, building, (site,))
        billed = [(each, bill(realm, town, building, each)) for each in places]
        if billed:
            place, best = min(billed, key=lambda pair: pair[1].price)
            found.append(Offer(building, place, best, by=discounter(town, best)))
    return tuple(sorted(found, key=lambda each: (each.building is not site.type, each.price or 0)))


def _lies_on(place: Place, site: Remains) -> bool:
    shared = set(place.lots) & set(site.place.lots)
    return place.district == site.place.district and bool(shared)
