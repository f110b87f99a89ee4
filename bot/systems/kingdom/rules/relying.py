"""What relies on a building: what stands on or in it goes with it, its neighbours would be left alone."""

from __future__ import annotations

from collections.abc import Collection

from bot.systems.kingdom.rules.building_book import HOSTS_OF_SPRINGS, row_of
from bot.systems.kingdom.rules.neighbours import Neighbourhood, needs_of
from bot.systems.kingdom.rules.plots import Ground
from bot.systems.kingdom.rules.raising import razed
from bot.systems.kingdom.rules.settings import Rulings
from bot.systems.kingdom.rules.terms import BuildingType
from bot.systems.kingdom.rules.town import Building, Town

_GUESTS = (BuildingType.MAGICAL_STREETLAMPS, BuildingType.EVERFLOWING_SPRING)


def falls_with(town: Town, building: Building) -> tuple[Building, ...]:
    """What goes with a building: a wall's Watergate, a Waterway's Bridge, a host's Spring, a lot's lamps."""
    first = [each for each in town.buildings if each is not building and _stands_on(each, building)]
    lamps = (each for each in town.of(BuildingType.MAGICAL_STREETLAMPS) if each is not building)
    return (*first, *(each for each in lamps if _is_bared(town, each, (building, *first))))


def _stands_on(each: Building, building: Building) -> bool:
    if each.place.district != building.place.district:
        return False
    if building.type is BuildingType.CITY_WALL:
        return each.type is BuildingType.WATERGATE and each.place == building.place
    if building.type is BuildingType.WATERWAY:
        return each.type is BuildingType.BRIDGE and _shares(each, building)
    is_host = building.type in HOSTS_OF_SPRINGS
    return is_host and each.type is BuildingType.EVERFLOWING_SPRING and _shares(each, building)


def _is_bared(town: Town, lamps: Building, gone: Collection[Building]) -> bool:
    """Whether nothing is left on the lot that the lamps share."""
    there = [each for each in town.buildings if each.type not in _GUESTS and _shares(each, lamps)]
    return any(each in gone for each in there) and all(each in gone for each in there)


def _shares(one: Building, other: Building) -> bool:
    is_near = one.place.district == other.place.district
    return is_near and not set(one.place.lots).isdisjoint(other.place.lots)


def fallen(town: Town, building: Building) -> tuple[Town, tuple[Building, ...]]:
    """The settlement without a building, and what went with it: sites remain (R106), wares are gone."""
    also = falls_with(town, building)
    for each in (building, *also):
        town = razed(town, each)
    return town, also


# -- neighbours ---------------------------------------------------------------------------------------


def alone_in(before: Town, after: Town, rulings: Rulings) -> tuple[Building, ...]:
    """The buildings of both whose neighbours or water are there before, and not after (R094, R097, R102).

    Where it could be one or another that is left without, those that the matching leaves out are named.
    """
    stay = {each.number for each in after.buildings} & {each.number for each in before.buildings}
    found = _thirsty(after, rulings) - _thirsty(before, rulings)
    for district in range(1, after.districts + 1):
        old = Neighbourhood(before.in_district(district), rulings)
        new = Neighbourhood(after.in_district(district), rulings)
        if _wanting(new, stay) > _wanting(old, stay):
            found |= set(new.left_alone()) - set(old.left_alone()) or set(new.left_alone())
    return tuple(each for each in after.buildings if each.number in found & stay)


def _wanting(neighbourhood: Neighbourhood, among: Collection[int]) -> int:
    """How many neighbours those buildings lack."""
    served = sum(customer in among for customer in neighbourhood.matching.values())
    needed = sum(needs_of(each) for number, each in neighbourhood.buildings.items() if number in among)
    return needed - served


def _thirsty(town: Town, rulings: Rulings) -> set[int]:
    """The buildings that need water beside them and have none."""
    ground = Ground(town, rulings)
    by_water = (each for each in town.buildings if row_of(each.type).is_at_water and not each.is_exempt)
    return {each.number for each in by_water if not ground.is_at_water(each.place)}
