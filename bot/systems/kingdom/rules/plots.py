"""Where a building may stand, and what stands against it elsewhere (R083, R090, R093 to R103).

What the Treasury holds and the month allows is another question; so is whose decision it is.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

from bot.systems.kingdom.rules.building_book import AT_BORDERS, WALLS, row_of
from bot.systems.kingdom.rules.grid_questions import GridQuestions, Question
from bot.systems.kingdom.rules.lots import LOTS, Lot, lot_name, touches
from bot.systems.kingdom.rules.nowhere import no_neighbours, no_room, no_water, only_forbidden
from bot.systems.kingdom.rules.settings import BROTHEL
from bot.systems.kingdom.rules.terms import BuildingType, Grade
from bot.systems.kingdom.rules.town import Place, Town
from bot.systems.kingdom.words import plots as words


class Ground(GridQuestions):
    """A settlement as builders see it: asked about many buildings and places, it looks at each thing once.

    `over` is a building that would make room: the one that is upgraded.
    """

    # -- where -----------------------------------------------------------------------------------------

    def legal(self, building: BuildingType) -> Iterator[Place]:
        """The places where nothing stands against it."""
        if not self.in_settlement(building):
            yield from (place for place in self.sites(building) if self._is_legal_at(building, place))

    def first_legal(self, building: BuildingType) -> Place | None:
        """One of them."""
        return next(self.legal(building), None)

    def _is_legal_at(self, building: BuildingType, place: Place) -> bool:
        if place.lots:
            return self.asked(building, place) is Question.NONE
        return not self._without_lots(building, place)

    # -- whether ---------------------------------------------------------------------------------------

    def hindrance(self, building: BuildingType, place: Place) -> str:
        """Why it can't stand there, without a full stop; empty where it can."""
        if why := self.in_settlement(building) or self.misplaced(building, place):
            return why
        if not place.lots:
            return self._without_lots(building, place)
        return self.why(self.asked(building, place), building, place)

    def room(self, building: BuildingType, place: Place) -> str:
        """Why its lots or its border can't take it, whatever the rules say of neighbours and water."""
        if why := self.misplaced(building, place):
            return why
        if not place.lots:
            return self._has_one(building, place)
        return self.why(Question.ROOM, building, place) if not self.has_room(building, place) else ""

    def in_settlement(self, building: BuildingType) -> str:
        """What stands against it in the whole settlement, wherever it would be."""
        row = row_of(building)
        reading = self.rulings.of(BROTHEL)
        if building is BuildingType.BROTHEL and reading != "separate":
            return words.BROTHELS[reading]
        if self.over is not None and self.over.type not in row.upgrades_from:
            return words.no_upgrade(self.over.type.value, building.value)
        if row.is_one_a_settlement and building in self._types:
            there = next(each.place for each in self.buildings if each.type is building)
            return words.one_a_settlement(building.value, there.district, lot_name(there.lots[0]))
        return self._required(building)

    def _required(self, building: BuildingType) -> str:
        row = row_of(building)
        # Of walls it is asked at their border.
        if row.requires and building not in AT_BORDERS and self._types.isdisjoint(row.requires):
            return words.requires(building.value, [each.value for each in row.requires])
        if building is BuildingType.EVERFLOWING_SPRING and not self.makes_medium_items:
            return words.NEEDS_MEDIUM_ITEMS
        return ""

    @cached_property
    def _types(self) -> frozenset[BuildingType]:
        return frozenset(each.type for each in self.buildings)

    @cached_property
    def makes_medium_items(self) -> bool:
        """Whether one of its buildings has a slot for a medium magic item."""
        return any(slot.grade is Grade.MEDIUM for each in self._types for slot in row_of(each).slots)

    def nowhere(self, building: BuildingType) -> str:
        """Why there is no place for it at all, of the places that come nearest; empty where there is one."""
        if why := self.in_settlement(building):
            return why
        nearest, asked = None, Question.ROOM
        for place in self.sites(building):
            if self._is_legal_at(building, place):
                return ""
            found = self.asked(building, place) if place.lots else Question.ROOM
            if found > asked:
                nearest, asked = place, found
        if nearest is not None and self.over is not None:
            return self.why(asked, building, nearest)
        reasons = {
            Question.WATER: no_water,
            Question.FORBIDDEN: only_forbidden,
            Question.NEEDED: no_neighbours,
        }
        return reasons.get(asked, no_room)(self, building)

    # -- at borders and under districts ----------------------------------------------------------------

    def _without_lots(self, building: BuildingType, place: Place) -> str:
        if why := self._has_one(building, place):
            return why
        border = place.border
        if building in WALLS and border in self.town.water_borders(place.district):
            return words.water_border(building.value, border.value)
        return ""

    def _has_one(self, building: BuildingType, place: Place) -> str:
        """What is at that border, or under that district, already; a gate wants a wall to be in."""
        border, district = place.border, self.district(place.district)
        if border is None:
            has_one = any(each.type is building for each in district.buildings.values())
            return words.one_a_district(building.value, place.district) if has_one else ""
        there = {each.type for each in district.buildings.values() if each.place.border is border}
        if building in there:
            return words.is_there(building.value, border.value)
        has_wall = building is not BuildingType.WATERGATE or BuildingType.CITY_WALL in there
        return "" if has_wall else words.no_wall(border.value)

    def crosses_waterway(self, place: Place) -> bool:
        """Whether a wall at that border would touch or cross a Waterway, and so needs a Watergate with it."""
        border = place.border
        ways = (each for each in self.buildings if each.type is BuildingType.WATERWAY)
        return border is not None and any(
            each.place.district == place.district and touches(each.place.lots, border) for each in ways
        )


def free_lots(town: Town, district: int) -> frozenset[Lot]:
    """The lots of a district on which nothing stands."""
    return frozenset(range(LOTS)).difference(*(each.place.lots for each in town.in_district(district)))
