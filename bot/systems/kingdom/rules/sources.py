"""Every number as a sum of named sources: what the book derives, and what changed besides."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from bot.systems.kingdom.rules.book import (
    ALIGNMENTS,
    BASE_DC,
    HOLIDAYS,
    IMPROVEMENTS,
    PROMOTIONS,
    ROADS_FOR_ECONOMY,
    ROADS_FOR_STABILITY,
    ROLES,
    TAXATIONS,
)
from bot.systems.kingdom.rules.building_sources import building_sources, spared_consumption, spared_loyalty
from bot.systems.kingdom.rules.chains import aqueducts
from bot.systems.kingdom.rules.leading import benefits
from bot.systems.kingdom.rules.realm import Realm
from bot.systems.kingdom.rules.settings import POOL_ROADS, SETTLEMENT_CONSUMPTION, UNREST_IN_ATTRIBUTE
from bot.systems.kingdom.rules.source import Origin, Source
from bot.systems.kingdom.rules.terms import (
    Attribute,
    BuildingType,
    Improvement,
    Role,
    Special,
    Stat,
    Taxation,
)
from bot.systems.kingdom.rules.vacancy import is_vacant, lacks_ruler

# Under this name a realm keeps its sources.
_KEPT = "sources"


def sources(realm: Realm) -> tuple[Source, ...]:
    """Every source of every number, in the order they are told; those of 0 are left out."""
    if _KEPT not in realm.derived:
        realm.derived[_KEPT] = _found(realm)
    found: tuple[Source, ...] = realm.derived[_KEPT]
    return found


def _found(realm: Realm) -> tuple[Source, ...]:
    found = (
        *_alignment(realm),
        *benefits(realm),
        *_vacancies(realm),
        *_edicts(realm),
        *_improvements(realm),
        *_roads_and_rivers(realm),
        *_specials(realm),
        *building_sources(realm),
        *_size(realm),
        *_others(realm),
    )
    return tuple(each for each in found if each.amount)


def _of(attribute: Attribute) -> Stat:
    return Stat(attribute.value)


def _alignment(realm: Realm) -> Iterator[Source]:
    if realm.kingdom.alignment is not None:
        for attribute, amount in ALIGNMENTS[realm.kingdom.alignment].items():
            yield Source(_of(attribute), amount, Origin.ALIGNMENT, realm.kingdom.alignment.value)


def _vacancies(realm: Realm) -> Iterator[Source]:
    for role, row in ROLES.items():
        if row.vacancy and is_vacant(realm.kingdom, role):
            for attribute, amount in row.vacancy:
                yield Source(_of(attribute), amount, Origin.VACANCY, role.value)


# -- edicts -------------------------------------------------------------------------------------------


def _edicts(realm: Realm) -> Iterator[Source]:
    kingdom, edicts = realm.kingdom, realm.kingdom.edicts
    if edicts.holiday is not None:
        loyalty, consumption = HOLIDAYS[edicts.holiday]
        # Without a Councilor holidays are of no benefit; they cost all the same (R038).
        if loyalty < 0 or not is_vacant(kingdom, Role.COUNCILOR):
            yield Source(Stat.LOYALTY, loyalty, Origin.HOLIDAY, edicts.holiday.value)
        yield Source(Stat.CONSUMPTION, consumption, Origin.HOLIDAY, edicts.holiday.value)
    if edicts.promotion is not None:
        stability, consumption = PROMOTIONS[edicts.promotion]
        yield Source(Stat.STABILITY, stability, Origin.PROMOTION, edicts.promotion.value)
        yield Source(Stat.CONSUMPTION, consumption, Origin.PROMOTION, edicts.promotion.value)
        spared = spared_consumption(realm, consumption)
        yield Source(Stat.CONSUMPTION, -spared, Origin.HALVED, BuildingType.CATHEDRAL.value)
    if edicts.taxation is not None:
        level = taxation(realm)
        economy, loyalty = TAXATIONS[level]
        yield Source(Stat.ECONOMY, economy, Origin.TAXATION, level.value)
        yield Source(Stat.LOYALTY, loyalty, Origin.TAXATION, level.value)
        spared = spared_loyalty(realm, loyalty)
        yield Source(Stat.LOYALTY, spared, Origin.HALVED, BuildingType.WATERFRONT.value)


def taxation(realm: Realm) -> Taxation:
    """The tax level that counts: without a Treasurer it is none (R037)."""
    level = realm.kingdom.edicts.taxation
    if level is None or is_vacant(realm.kingdom, Role.TREASURER):
        return Taxation.NONE
    return level


# -- land ---------------------------------------------------------------------------------------------

FIXED = (
    Improvement.FARM,
    Improvement.FISHERY,
    Improvement.FORT,
    Improvement.MINE,
    Improvement.QUARRY,
    Improvement.SAWMILL,
    Improvement.WATCHTOWER,
)
# A Resource raises each benefit of these by 1 (R072).
ON_RESOURCE = (
    Improvement.FARM,
    Improvement.FISHERY,
    Improvement.MINE,
    Improvement.QUARRY,
    Improvement.SAWMILL,
)


def _improvements(realm: Realm) -> Iterator[Source]:
    for improvement in FIXED:
        hexes = realm.with_improvement(improvement)
        for stat, amount in gives(improvement).items():
            yield Source(stat, amount * len(hexes), Origin.IMPROVEMENT, improvement.value, len(hexes))
            if improvement in ON_RESOURCE:
                rich = sum(Special.RESOURCE in each.specials for each in hexes.values())
                more = 1 if amount > 0 else -1
                yield Source(stat, more * rich, Origin.ON_RESOURCE, improvement.value, rich)
    chains = len(aqueducts(realm))
    for stat in (Stat.LOYALTY, Stat.STABILITY):
        yield Source(stat, chains, Origin.IMPROVEMENT, Improvement.AQUEDUCT.value, chains)


def gives(improvement: Improvement) -> dict[Stat, int]:
    """What one of those gives wherever it stands; roads and chains are counted apart."""
    row = IMPROVEMENTS[improvement]
    amounts = {
        Stat.ECONOMY: row.economy,
        Stat.LOYALTY: row.loyalty,
        Stat.STABILITY: row.stability,
        Stat.CONSUMPTION: row.consumption,
    }
    return {stat: amount for stat, amount in amounts.items() if amount}


def _roads_and_rivers(realm: Realm) -> Iterator[Source]:
    roads = len(realm.with_improvement(Improvement.ROAD))
    highways = len(realm.with_improvement(Improvement.HIGHWAY))
    apart = (("road", roads), ("highway", highways))
    together = (("road", roads + highways),)
    for name, count in together if realm.rulings.is_on(POOL_ROADS) else apart:
        yield from _per_hexes(count, Origin.ROADS, name)
    rivers = sum(each.has_river for each in realm.hexes.values())
    yield from _per_hexes(rivers, Origin.RIVERS, "river")


def _per_hexes(count: int, origin: Origin, name: str) -> Iterator[Source]:
    """Economy for every 4 hexes, Stability for every 8 (R065, R073)."""
    yield Source(Stat.ECONOMY, count // ROADS_FOR_ECONOMY, origin, name, count)
    yield Source(Stat.STABILITY, count // ROADS_FOR_STABILITY, origin, name, count)


def _specials(realm: Realm) -> Iterator[Source]:
    by_special = (
        (Special.RESOURCE, Stat.ECONOMY),
        (Special.LANDMARK, Stat.LOYALTY),
        (Special.LAIR, Stat.STABILITY),
    )
    for special, stat in by_special:
        count = sum(special in each.specials for each in realm.hexes.values())
        yield Source(stat, count, Origin.SPECIAL, special.value, count)
    roads = realm.with_improvement(Improvement.ROAD, Improvement.HIGHWAY).values()
    near = sum(Special.LANDMARK in each.specials for each in roads)
    yield Source(Stat.LOYALTY, near, Origin.ROADSIDE, Special.LANDMARK.value, near)


# -- the rest -----------------------------------------------------------------------------------------


def _size(realm: Realm) -> Iterator[Source]:
    size, districts = realm.size, realm.districts
    yield Source(Stat.CONTROL_DC, BASE_DC, Origin.BASE)
    for stat in (Stat.CONTROL_DC, Stat.CONSUMPTION):
        yield Source(stat, size, Origin.SIZE, count=size)
    yield Source(Stat.CONTROL_DC, districts, Origin.DISTRICTS, count=districts)
    counted = realm.rulings.of(SETTLEMENT_CONSUMPTION)
    if counted == "district":
        yield Source(Stat.CONSUMPTION, districts, Origin.DISTRICTS, count=districts)
    elif counted == "settlement":
        yield Source(Stat.CONSUMPTION, len(realm.towns), Origin.SETTLEMENTS, count=len(realm.towns))


def _others(realm: Realm) -> Iterator[Source]:
    for town in realm.towns.values():
        for stat, amount in town.gives.items():
            yield Source(stat, amount, Origin.SETTLEMENT, town.name)
    for army in realm.kingdom.armies:
        yield Source(Stat.CONSUMPTION, army.consumption, Origin.ARMY, army.name)
    for change in realm.kingdom.changes:
        yield Source(change.stat, change.amount, Origin.CHANGE, change.name, number=change.number)
    if realm.rulings.is_on(UNREST_IN_ATTRIBUTE):
        for attribute in Attribute:
            yield Source(_of(attribute), -realm.kingdom.unrest, Origin.UNREST)


# -- the numbers --------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Figures:
    """The numbers of a realm. `raw` is Consumption before it is cut at 0 (R002)."""

    economy: int
    loyalty: int
    stability: int
    raw: int
    control_dc: int
    size: int
    unrest: int
    treasury: int

    @property
    def consumption(self) -> int:
        """What is paid: never less than nothing."""
        return max(0, self.raw)

    def of(self, attribute: Attribute) -> int:
        """The value of an attribute."""
        value: int = getattr(self, attribute.value)
        return value


def figures(realm: Realm) -> Figures:
    """Every number of the realm, each the sum of its sources."""
    totals = dict.fromkeys(Stat, 0)
    for each in sources(realm):
        totals[each.stat] += each.amount
    return Figures(
        economy=totals[Stat.ECONOMY],
        loyalty=totals[Stat.LOYALTY],
        stability=totals[Stat.STABILITY],
        raw=totals[Stat.CONSUMPTION],
        control_dc=totals[Stat.CONTROL_DC],
        size=realm.size,
        unrest=realm.kingdom.unrest,
        treasury=realm.kingdom.treasury,
    )


def can_rule(realm: Realm) -> bool:
    """Whether it may claim hexes and build Farms, Roads and districts: with a Ruler or a stand-in (R039)."""
    return not lacks_ruler(realm.kingdom)
