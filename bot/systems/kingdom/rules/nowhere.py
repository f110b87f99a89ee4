"""Why a building has no place at all in a settlement: what all of its places lack."""

from __future__ import annotations

from collections.abc import Iterable

from bot.systems.kingdom.rules.building_book import AT_BORDERS, HOSTS_OF_SPRINGS, row_of
from bot.systems.kingdom.rules.neighbours import serves
from bot.systems.kingdom.rules.sites import Sites
from bot.systems.kingdom.rules.terms import Border, BuildingType
from bot.systems.kingdom.words import nowhere as words


def no_room(sites: Sites, building: BuildingType) -> str:
    """Every place of it is taken, or there is none of its kind."""
    lots = max((columns * rows for columns, rows in sites.shapes(building)), default=0)
    if building in AT_BORDERS:
        return _no_border(sites, building)
    if sites.over is not None:
        return words.can_not_grow(sites.over.type.value, building.value, lots)
    match building:
        case BuildingType.BRIDGE:
            return words.every_waterway(has_any=_has(sites, (BuildingType.WATERWAY,)))
        case BuildingType.EVERFLOWING_SPRING:
            hosts = [each.value for each in HOSTS_OF_SPRINGS]
            return words.every_host(hosts, has_any=_has(sites, HOSTS_OF_SPRINGS))
        case BuildingType.MAGICAL_STREETLAMPS:
            return words.EVERY_LOT_IS_LIT
        case _:
            return words.no_room(building.value, lots) if lots else words.every_district(building.value)


def _no_border(sites: Sites, building: BuildingType) -> str:
    if building is BuildingType.WATERGATE:
        return words.every_wall(has_any=_has(sites, (BuildingType.CITY_WALL,)))
    districts = range(1, sites.town.districts + 1)
    has_land = any(len(set(sites.town.water_borders(each))) < len(Border) for each in districts)
    return words.every_land_border(building.value, has_any=has_land)


def _has(sites: Sites, types: Iterable[BuildingType]) -> bool:
    return any(each.type in types for each in sites.buildings)


def no_water(sites: Sites, building: BuildingType) -> str:
    """No free place of it lies at water."""
    borders = (sites.town.water_borders(each) for each in range(1, sites.town.districts + 1))
    has_any = any(borders) or _has(sites, (BuildingType.WATERWAY,))
    return words.no_water(building.value, has_any=has_any)


def only_forbidden(sites: Sites, building: BuildingType) -> str:
    """Every free place lies beside what can't be its neighbour (R096)."""
    here = sorted({each.type for each in sites.buildings}, key=lambda each: each.value)
    never = row_of(building).never_beside
    bad = [each.value for each in here if each in never or building in row_of(each).never_beside]
    return words.only_forbidden(building.value, bad)


def no_neighbours(sites: Sites, building: BuildingType) -> str:
    """Nowhere has it as many neighbours of its own as it needs (R094)."""
    row = row_of(building)
    wanted = [each.value for each in row.beside]
    districts = [sites.district(each) for each in range(1, sites.town.districts + 1)]
    there = sum(serves(each.type, row.beside) for each in sites.buildings)
    free = (
        number
        for district in districts
        for number, each in district.buildings.items()
        if serves(each.type, row.beside) and number not in district.matching
    )
    if there < row.needs:
        return words.too_few(building.value, row.needs, wanted, there)
    return words.none_of_its_own(building.value, row.needs, wanted, is_any_free=any(free))
