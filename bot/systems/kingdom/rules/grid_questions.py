"""What is asked of a place on the lots of a district: room, water, neighbours (R090, R093 to R102)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from enum import IntEnum, auto
from functools import lru_cache

from bot.systems.kingdom.rules.building_book import BUILDINGS, HOSTS_OF_SPRINGS, SHARES, row_of
from bot.systems.kingdom.rules.lots import Lot, lot_name, touches
from bot.systems.kingdom.rules.neighbours import Neighbourhood, serves
from bot.systems.kingdom.rules.settings import Rulings
from bot.systems.kingdom.rules.sites import Sites
from bot.systems.kingdom.rules.terms import BuildingType
from bot.systems.kingdom.rules.town import Building, Place, Town
from bot.systems.kingdom.words import plots as words


class Question(IntEnum):
    """What is asked of a place on the grid, in this order."""

    GROWS = auto()
    ROOM = auto()
    WATER = auto()
    FORBIDDEN = auto()
    NEEDED = auto()
    ROBBED = auto()
    # Nothing stands against it.
    NONE = auto()


@lru_cache
def never_beside(building: BuildingType) -> frozenset[BuildingType]:
    """What can't be its neighbour: such a prohibition is mutual (R096)."""
    mutual = {each for each, row in BUILDINGS.items() if building in row.never_beside}
    return frozenset(mutual.union(row_of(building).never_beside))


def which(building: Building) -> str:
    """A building that stands, in words: "House at C4"."""
    lots = building.place.lots
    return words.at(building.type.value, lot_name(lots[0]) if lots else "")


class GridQuestions(Sites):
    """The lots of a settlement, and what may stand on which."""

    def __init__(self, town: Town, rulings: Rulings, over: Building | None = None) -> None:
        super().__init__(town, rulings, over)
        self._known_taken: dict[tuple[int, bool], frozenset[Lot]] = {}

    def asked(self, building: BuildingType, place: Place) -> Question:
        """The first question that stands against it there; NONE where nothing does."""
        row = row_of(building)
        if self.over is not None and not self._grows(self.over, place):
            return Question.GROWS
        if not self.has_room(building, place):
            return Question.ROOM
        if row.is_at_water and not self.is_at_water(place):
            return Question.WATER
        if self._forbidding(building, place) is not None:
            return Question.FORBIDDEN
        if row.needs and self.served(building, place) is None:
            return Question.NEEDED
        return Question.NONE if self._robbed(building, place) is None else Question.ROBBED

    def why(self, asked: Question, building: BuildingType, place: Place) -> str:
        """The answer to it, in words."""
        name = building.value
        match asked:
            case Question.GROWS if self.over is not None:
                return words.grows_in_place(which(self.over))
            case Question.ROOM:
                return next(why for lot in place.lots if (why := self._crowded(building, place, lot)))
            case Question.WATER:
                return words.needs_water(name)
            case Question.FORBIDDEN if (other := self._forbidding(building, place)) is not None:
                return words.never_beside(name, which(other))
            case Question.NEEDED:
                return self._needed(building, place)
            case Question.ROBBED if self.over and (other := self._robbed(building, place)) is not None:
                return words.robs(which(self.over), name, which(other))
            case _:
                return ""

    # -- room ------------------------------------------------------------------------------------------

    def _grows(self, over: Building, place: Place) -> bool:
        """Whether a place is the old one, or that and more (R090)."""
        return place.district == over.place.district and set(over.place.lots) <= set(place.lots)

    def has_room(self, building: BuildingType, place: Place) -> bool:
        """Whether its lots are free for it: some buildings share theirs (R100)."""
        if building in SHARES or building is BuildingType.BRIDGE:
            return not any(self._crowded(building, place, lot) for lot in place.lots)
        return self._taken(place.district, building in HOSTS_OF_SPRINGS).isdisjoint(place.lots)

    def _taken(self, number: int, is_host: bool) -> frozenset[Lot]:
        """The lots of a district that are taken for what shares none, a Spring's host or not."""
        key = number, is_host
        if key not in self._known_taken:
            lent = _lent(is_host=is_host)
            there = self.district(number).buildings.values()
            taken = (lot for each in there if each.type not in lent for lot in each.place.lots)
            self._known_taken[key] = frozenset(taken)
        return self._known_taken[key]

    def _crowded(self, building: BuildingType, place: Place, lot: Lot) -> str:
        """What stands against it on one of its lots."""
        there = self.district(place.district).at(lot)
        if not there and building not in NEVER_ALONE:
            return ""
        types = [each.type for each in there]
        if building in types and building is not BuildingType.EVERFLOWING_SPRING:
            return words.is_on_lot(building.value, lot_name(lot))
        match building:
            case BuildingType.CISTERN:
                return ""
            case BuildingType.BRIDGE:
                return "" if BuildingType.WATERWAY in types else words.no_waterway(lot_name(lot))
            case BuildingType.MAGICAL_STREETLAMPS:
                return "" if types else words.nothing_to_share(building.value, lot_name(lot))
            case BuildingType.EVERFLOWING_SPRING:
                return self._without_host(there, lot)
            case _:
                return _occupied(building, types, lot)

    def _without_host(self, there: Sequence[Building], lot: Lot) -> str:
        """A Spring needs one of its hosts, and each has one at most."""
        host = next((each for each in there if each.type in HOSTS_OF_SPRINGS), None)
        if host is None:
            return words.no_host(lot_name(lot), [each.value for each in HOSTS_OF_SPRINGS])
        district = self.district(host.place.district)
        springs = (each for at in host.place.lots for each in district.at(at))
        if any(each.type is BuildingType.EVERFLOWING_SPRING for each in springs):
            return words.host_has_one(which(host))
        return ""

    # -- water and neighbours --------------------------------------------------------------------------

    def is_at_water(self, place: Place) -> bool:
        """Whether it touches a water border, or lies beside a Waterway (R102)."""
        if any(touches(place.lots, border) for border in self.town.water_borders(place.district)):
            return True
        near = self.district(place.district).beside(place.lots)
        return any(each.type is BuildingType.WATERWAY for each in near)

    def _forbidding(self, building: BuildingType, place: Place) -> Building | None:
        """A neighbour that it can't have (R096); what shares a lot with it is a neighbour as well."""
        never, district = never_beside(building), self.district(place.district)
        if not never:
            return None
        sharing = (each for lot in place.lots for each in district.at(lot))
        near = (*district.beside(place.lots), *sharing)
        return next((each for each in near if each.type in never), None)

    def served(self, building: BuildingType, place: Place) -> tuple[int, ...] | None:
        """The neighbours that would be its own there; None where there are not enough."""
        return self.district(place.district).served(building, place.lots)

    def _needed(self, building: BuildingType, place: Place) -> str:
        row, district = row_of(building), self.district(place.district)
        name, wanted = building.value, [each.value for each in row.beside]
        there = len(district.candidates(building, place.lots))
        if there < row.needs:
            return words.needs_neighbours(name, row.needs, wanted, there)
        needs = words.of_its_own(name, row.needs, wanted)
        held = district.withheld(building, place.lots)
        if held is None:
            return needs
        server, customer = held
        return words.and_serves(needs, which(server), which(customer))

    def _robbed(self, building: BuildingType, place: Place) -> Building | None:
        """Who would lose its neighbour by an upgrade: one must be there for each that has one (R094)."""
        if self.over is None or not _serves_as_less(self.over.type, building):
            return None
        before = self._with(replace(self.over, is_exempt=True))
        after = self._with(replace(self.over, type=building, place=place, is_exempt=True))
        if after.unmet <= before.unmet:
            return None
        was, now = before.left_alone(), after.left_alone()
        # One that lacked a neighbour may lack two now.
        return after.buildings[next((each for each in now if each not in was), now[0])]

    def _with(self, one: Building) -> Neighbourhood:
        others = (each for each in self.buildings if each.place.district == one.place.district)
        return Neighbourhood((*others, one), self.rulings)


# They stand on a lot that has something already.
NEVER_ALONE = (BuildingType.BRIDGE, BuildingType.EVERFLOWING_SPRING, BuildingType.MAGICAL_STREETLAMPS)


def _lent(*, is_host: bool) -> Sequence[BuildingType]:
    """What leaves its lot to another building: a Spring only to its hosts."""
    return SHARES if is_host else [each for each in SHARES if each is not BuildingType.EVERFLOWING_SPRING]


def _occupied(building: BuildingType, there: Sequence[BuildingType], lot: Lot) -> str:
    """What takes a lot from a building that shares none."""
    lent = _lent(is_host=building in HOSTS_OF_SPRINGS)
    others = [each for each in there if each not in lent]
    return words.is_taken(lot_name(lot), others[0].value) if others else ""


@lru_cache
def _serves_as_less(old: BuildingType, new: BuildingType) -> bool:
    """Whether somebody could have the old one as a neighbour, and not the new one."""
    return any(serves(old, row.beside) and not serves(new, row.beside) for row in BUILDINGS.values())
