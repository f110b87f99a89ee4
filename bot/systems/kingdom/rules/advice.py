"""What can be built for so many BP, and what each of it would give: sorted, never chosen."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import lru_cache
from typing import Final

from bot.engine.system import RecordId
from bot.systems.kingdom.rules.bills import Bill, bill, discounts
from bot.systems.kingdom.rules.building_book import BUILDINGS, BuildingRow, SlotRow, row_of
from bot.systems.kingdom.rules.keeping import shifts
from bot.systems.kingdom.rules.plots import Ground
from bot.systems.kingdom.rules.raising import raised, unrest_of
from bot.systems.kingdom.rules.realm import Realm
from bot.systems.kingdom.rules.settings import UNREST_IN_ATTRIBUTE
from bot.systems.kingdom.rules.terms import BuildingType, Modifier
from bot.systems.kingdom.rules.town import Building, Place, Town
from bot.systems.kingdom.rules.worth import base_value

# What these give hangs on edicts, hexes or other buildings: it is worked out, not read off their row.
WORKED_OUT: Final = (
    BuildingType.CATHEDRAL,
    BuildingType.WATERFRONT,
    BuildingType.FOUNDRY,
    BuildingType.STOCKYARD,
)
NOWHERE: Final = Place()


class Sorting(StrEnum):
    """By what the list is ordered."""

    PRICE = "price"
    ECONOMY = "economy"
    LOYALTY = "loyalty"
    STABILITY = "stability"
    UNREST = "unrest"
    VALUE = "value"
    PER_POINT = "per_bp"


@dataclass(frozen=True, slots=True)
class Gain:
    """What a kingdom's numbers and its settlement would change by; of an upgrade the difference.

    `unrest` is what it changes now: no more than there is can be lowered. `value` is what the base value
    changes by (gp), which the number of people holds down (R109).
    """

    economy: int = 0
    loyalty: int = 0
    stability: int = 0
    unrest: int = 0
    consumption: int = 0
    defense: int = 0
    value: int = 0
    modifiers: Mapping[Modifier, int] = field(default_factory=dict)

    @property
    def total(self) -> int:
        """Economy, Loyalty and Stability, and Unrest the other way round."""
        return self.economy + self.loyalty + self.stability - self.unrest


@dataclass(frozen=True, slots=True)
class Offer:
    """One building that can be had now, at the place where it costs least; `price` in BP with all it needs.

    `slots` and `opens` are its magic item slots and the buildings that it halves the price of.
    """

    settlement: RecordId
    town: str
    building: BuildingType
    place: Place
    bill: Bill
    gain: Gain
    price: int
    over: Building | None = None
    slots: tuple[SlotRow, ...] = ()
    opens: tuple[BuildingType, ...] = ()
    # A City Wall across a Waterway is built with a Watergate (R099).
    with_watergate: bool = False

    @property
    def per_point(self) -> float:
        """Its total for each BP; what is free comes first."""
        return self.gain.total / self.price if self.price else float("inf") if self.gain.total > 0 else 0.0


def advice(
    realm: Realm,
    points: int | None = None,
    settlement: RecordId | None = None,
    sort: Sorting = Sorting.PRICE,
) -> tuple[Offer, ...]:
    """Everything that could be built for so many BP, by default those in hand, in that order.

    Whether the month allows it and whose decision it is are other questions.
    """
    most = realm.kingdom.treasury if points is None else points
    towns = realm.towns if settlement is None else {settlement: realm.towns[settlement]}
    found = [each for id_, town in towns.items() for each in _offers(realm, id_, town, most)]
    return tuple(sorted(found, key=lambda each: (_ORDER[sort](each), each.price, each.building.value)))


_ORDER: Final[Mapping[Sorting, Callable[[Offer], float]]] = {
    Sorting.PRICE: lambda each: each.price,
    Sorting.ECONOMY: lambda each: -each.gain.economy,
    Sorting.LOYALTY: lambda each: -each.gain.loyalty,
    Sorting.STABILITY: lambda each: -each.gain.stability,
    Sorting.UNREST: lambda each: each.gain.unrest,
    Sorting.VALUE: lambda each: -each.gain.value,
    Sorting.PER_POINT: lambda each: -each.per_point,
}


# -- what can be had ----------------------------------------------------------------------------------


def _offers(realm: Realm, id_: RecordId, town: Town, points: int) -> Iterator[Offer]:
    ground = Ground(town, realm.rulings)
    for building in BuildingType:
        yield from _offered(realm, id_, ground, building, points)
    for old, new in _upgrades(town):
        # Of several alike the first that has room for it.
        grounds = (Ground(town, realm.rulings, each) for each in _sound(town, old))
        found = (offer for each in grounds for offer in _offered(realm, id_, each, new, points))
        yield from _first(found)


def _first(found: Iterator[Offer]) -> Iterator[Offer]:
    offer = next(found, None)
    if offer is not None:
        yield offer


def _sound(town: Town, building: BuildingType) -> Iterator[Building]:
    return (each for each in town.of(building) if not each.is_damaged)


def _upgrades(town: Town) -> Iterator[tuple[BuildingType, BuildingType]]:
    """What stands there, and what it can be upgraded to."""
    for old in sorted({each.type for each in town.buildings}):
        yield from ((old, new) for new in upgrades_of(old))


@lru_cache
def upgrades_of(building: BuildingType) -> tuple[BuildingType, ...]:
    """What a building can be upgraded to (R090)."""
    return tuple(each for each, row in BUILDINGS.items() if building in row.upgrades_from)


def _offered(
    realm: Realm, id_: RecordId, ground: Ground, building: BuildingType, points: int
) -> Iterator[Offer]:
    town, over = ground.town, ground.over
    # Only what remains of another building makes one place cheaper than another.
    is_same_everywhere = over is not None or not town.remains
    if is_same_everywhere and bill(realm, town, building, NOWHERE, over).price > points:
        return
    place = _cheapest(realm, ground, building, is_same_everywhere=is_same_everywhere)
    if place is None:
        return
    cost = bill(realm, town, building, place, over)
    gate = _watergate(realm, ground, building, place)
    if cost.price + gate > points:
        return
    yield Offer(
        id_,
        town.name,
        building,
        place,
        cost,
        gain(realm, id_, building, place, over),
        cost.price + gate,
        over,
        row_of(building).slots,
        discounts(building, realm.rulings),
        with_watergate=_needs_gate(ground, building, place),
    )


def _cheapest(
    realm: Realm, ground: Ground, building: BuildingType, *, is_same_everywhere: bool
) -> Place | None:
    """The legal place where it costs least; None where there is no legal one."""
    if building is BuildingType.CITY_WALL:
        borders = sorted(ground.legal(building), key=ground.crosses_waterway)
        return borders[0] if borders else None
    if is_same_everywhere:
        return ground.first_legal(building)
    legal = ground.legal(building)
    return min(legal, key=lambda place: bill(realm, ground.town, building, place).price, default=None)


def _watergate(realm: Realm, ground: Ground, building: BuildingType, place: Place) -> int:
    """What the Watergate costs that must be built with it."""
    if not _needs_gate(ground, building, place):
        return 0
    return bill(realm, ground.town, BuildingType.WATERGATE, place).price


def _needs_gate(ground: Ground, building: BuildingType, place: Place) -> bool:
    return building is BuildingType.CITY_WALL and ground.crosses_waterway(place)


# -- what it would give -------------------------------------------------------------------------------


def gain(
    realm: Realm, id_: RecordId, building: BuildingType, place: Place, over: Building | None = None
) -> Gain:
    """What it would change."""
    new, old = row_of(building), row_of(over.type) if over is not None else _NOTHING
    unrest = _unrest(realm, realm.towns[id_], building, over)
    # Unrest can count against each attribute (R004).
    less = unrest if realm.rulings.is_on(UNREST_IN_ATTRIBUTE) else 0
    modifiers = {each: new.modifiers.get(each, 0) - old.modifiers.get(each, 0) for each in Modifier}
    numbers = {
        "economy": new.economy - old.economy - less,
        "loyalty": new.loyalty - old.loyalty - less,
        "stability": new.stability - old.stability - less,
        "consumption": 0,
    }
    if building in WORKED_OUT:
        numbers = _worked_out(realm, id_, building, place, over)
    return Gain(
        **numbers,
        unrest=unrest,
        defense=new.defense - old.defense,
        value=_value(realm, realm.towns[id_], building, place, over),
        modifiers={each: amount for each, amount in modifiers.items() if amount},
    )


# What a building that is no upgrade takes the place of.
_NOTHING: Final = BuildingRow(0)


def _unrest(realm: Realm, town: Town, building: BuildingType, over: Building | None) -> int:
    now = realm.kingdom.unrest
    return max(0, now + unrest_of(realm, town, building, over)) - now


def _value(realm: Realm, town: Town, building: BuildingType, place: Place, over: Building | None) -> int:
    left = tuple(each for each in town.buildings if each is not over)
    after = replace(town, buildings=(*left, Building(0, building, place)))
    return base_value(after, realm.rulings) - base_value(town, realm.rulings)


def _worked_out(
    realm: Realm, id_: RecordId, building: BuildingType, place: Place, over: Building | None
) -> dict[str, int]:
    """The kingdom's own numbers with it and without."""
    after, _ = raised(realm, id_, building, place, Bill(0, 0), over)
    changed = {each.number: each.after - each.before for each in shifts(realm, after)}
    return {name: changed.get(name, 0) for name in ("economy", "loyalty", "stability", "consumption")}
