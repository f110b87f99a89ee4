"""Every place that a building's shape allows, whatever stands there (R098 to R100)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from bot.systems.kingdom.rules.building_book import AT_BORDERS, HOSTS_OF_SPRINGS, row_of
from bot.systems.kingdom.rules.lots import Lot, Shape, footprints
from bot.systems.kingdom.rules.neighbours import Neighbourhood
from bot.systems.kingdom.rules.settings import WATERFRONT_ROW, Rulings
from bot.systems.kingdom.rules.terms import Border, BuildingType
from bot.systems.kingdom.rules.town import Building, Place, Town
from bot.systems.kingdom.words import plots as words

# They take no lot of their own, but stand on one.
ON_ANOTHERS_LOT = (BuildingType.EVERFLOWING_SPRING, BuildingType.MAGICAL_STREETLAMPS)


@lru_cache
def _spots(shapes: tuple[Shape, ...]) -> frozenset[tuple[Lot, ...]]:
    return frozenset(lots for shape in shapes for lots in footprints(shape))


@lru_cache(maxsize=1024)
def _places(shape: Shape, district: int) -> tuple[Place, ...]:
    return tuple(Place(district, lots) for lots in footprints(shape))


class Sites:
    """A settlement's districts, and the places in them; without `over`, the building that is upgraded."""

    def __init__(self, town: Town, rulings: Rulings, over: Building | None = None) -> None:
        self.town = town
        self.rulings = rulings
        self.over = over
        self.buildings = tuple(each for each in town.buildings if each is not over)
        self._districts: dict[int, Neighbourhood] = {}

    def district(self, number: int) -> Neighbourhood:
        """One of its districts."""
        if number not in self._districts:
            there = (each for each in self.buildings if each.place.district == number)
            self._districts[number] = Neighbourhood(there, self.rulings)
        return self._districts[number]

    def shapes(self, building: BuildingType) -> tuple[Shape, ...]:
        """The shapes it can have in this campaign; none for what takes no lots of its own."""
        shapes = row_of(building).shapes
        if building is BuildingType.WATERFRONT and self.rulings.is_on(WATERFRONT_ROW):
            return shapes[:1]
        return shapes

    def sites(self, building: BuildingType) -> Iterator[Place]:
        """Every place of a building's shape, legal or not; an upgrade's are those with its old lots."""
        if self.over is not None:
            yield from self._around(self.over, building)
            return
        for district in range(1, self.town.districts + 1):
            yield from self._sites_in(building, district)

    def _around(self, over: Building, building: BuildingType) -> Iterator[Place]:
        old = frozenset(over.place.lots)
        sites = self._sites_in(building, over.place.district)
        yield from (place for place in sites if old.issubset(place.lots))

    def _sites_in(self, building: BuildingType, district: int) -> Iterator[Place]:
        if building in AT_BORDERS:
            yield from (Place(district, border=border) for border in Border)
        elif building is BuildingType.EVERFLOWING_SPRING:
            # Any lot of its host would do; one is enough to choose from.
            hosts = (each for each in self.buildings if each.type in HOSTS_OF_SPRINGS)
            yield from (
                Place(district, host.place.lots[:1]) for host in hosts if host.place.district == district
            )
        elif shapes := self._shapes_of_place(building):
            for shape in shapes:
                yield from _places(shape, district)
        else:
            yield Place(district)

    def _shapes_of_place(self, building: BuildingType) -> tuple[Shape, ...]:
        return ((1, 1),) if building in ON_ANOTHERS_LOT else self.shapes(building)

    def misplaced(self, building: BuildingType, place: Place) -> str:
        """Why it can have no such place, whatever stands there; empty where it can."""
        if not 1 <= place.district <= self.town.districts:
            return words.no_district(place.district, self.town.districts)
        if building in AT_BORDERS:
            return "" if place.border and not place.lots else words.stands_at_border(building.value)
        shapes = self._shapes_of_place(building)
        if not shapes:
            is_whole = place.border is None and not place.lots
            return "" if is_whole else words.is_everywhere(building.value)
        if place.border is not None or place.lots not in _spots(shapes):
            return words.wrong_shape(building.value, shapes)
        return ""
