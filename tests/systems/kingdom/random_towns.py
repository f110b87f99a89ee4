"""Random settlements, legal and illegal, and what somebody would build in them."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from functools import cached_property
from random import Random
from typing import Final

from bot.systems.kingdom.book import Border, BuildingType
from bot.systems.kingdom.settings import Rulings
from bot.systems.kingdom.towns.state import Building, Place, Town
from tests.systems.kingdom.brute_force_towns import HOSTS, City, Rules, Thing
from tests.systems.kingdom.printed_buildings import BY_ID, PRINTED, ids
from tests.systems.kingdom.town_scenes import ruled, town

SIDE: Final = 6
HOUSES: Final = ("house", "house", "tenement", "mansion", "mansion", "noble_villa")
CUSTOMERS: Final = tuple(each.id for each in PRINTED if each.needs)
SHARING: Final = ("cistern", "bridge", "magical_streetlamps", "everflowing_spring", "cistern")
AWKWARD: Final = (
    "tannery",
    "dump",
    "cistern",
    "stable",
    "stockyard",
    "graveyard",
    "waterway",
    "pier",
    "mill",
)
GATES: Final = ("city_wall", "moat", "watergate")
EVERYWHERE: Final = ("paved_streets", "sewer_system")
ALL: Final = (*BY_ID, "brothel")
UPGRADED: Final = frozenset[str]().union(*(ids(each.upgrade_from) for each in PRINTED))
TRIES: Final = 12


@dataclass(frozen=True)
class Case:
    """A settlement, what would be built where, and what would be upgraded for it."""

    town: Town
    rules: Rules
    building: BuildingType
    place: Place
    over: Building | None

    @property
    def rulings(self) -> Rulings:
        """The rules as the campaign's settings."""
        return ruled(
            brothel=self.rules.brothel,
            adjacency=self.rules.adjacency,
            neighbour_use=self.rules.neighbour_use,
            waterfront_1x4=self.rules.waterfront,
        )

    @cached_property
    def city(self) -> City:
        """The settlement for the slow checker."""
        numbers = range(1, self.town.districts + 1)
        shores = tuple(frozenset(map(str, self.town.water_borders(each))) for each in numbers)
        return City(shores, tuple(map(thing, self.town.buildings)), self.rules)

    def new(self, place: Place) -> Thing:
        """What would be built, there."""
        number = self.over.number if self.over else -1
        return thing(Building(number, self.building, place))

    @property
    def old(self) -> Thing | None:
        """What would be upgraded."""
        return next(
            (each for each in self.city.things if self.over and each.number == self.over.number), None
        )


def thing(building: Building) -> Thing:
    """A building for the slow checker."""
    place = building.place
    return Thing(
        building.type.value,
        place.district,
        frozenset((lot % SIDE, lot // SIDE) for lot in place.lots),
        place.border.value if place.border else "",
        building.number,
        building.is_exempt,
        building.relies_on,
    )


class Architect:
    """Draws up settlements by chance; every chance is that of its seed."""

    def __init__(self, seed: int) -> None:
        self._dice = Random(seed)

    def case(self) -> Case:
        """A settlement and a question about it."""
        dice = self._dice
        built = self._town()
        rules = Rules(
            dice.choice(("alias", "alias", "separate", "ignore")),
            dice.choice(("orthogonal_across_streets",) * 2 + ("same_block", "eight_way")),
            dice.choice(("matching", "matching", "fixed_at_build")),
            dice.choice(("yes", "no")),
        )
        fit = [each for each in built.buildings if each.type.value in UPGRADED or dice.random() < 0.02]
        over = dice.choice(fit) if fit and dice.random() < 0.35 else None
        better = [each.id for each in PRINTED if over and over.type.value in ids(each.upgrade_from)]
        if over is not None and better and dice.random() < 0.95:
            name = dice.choice(better)
            return Case(built, rules, BuildingType(name), self._larger(name, over), over)
        name = self._type() if dice.random() < 0.6 else dice.choice(ALL)
        return Case(built, rules, BuildingType(name), self._place(name), None)

    def _town(self) -> Town:
        dice, self._districts = self._dice, self._dice.choice((1, 1, 2, 3))
        shores = [tuple(each for each in Border if dice.random() < 0.3) for _ in range(self._districts)]
        self._built: list[Building] = []
        self._at: dict[tuple[int, object], set[str]] = defaultdict(set)
        for _ in range(dice.choice((0, 4, 8, 14, 20, 30, 40)) * self._districts):
            self._add_one()
        return town(
            districts=self._districts,
            borders=shores[0],
            shores=tuple(shores[1:]),
            buildings=tuple(self._built),
            counted=len(self._built),
        )

    def _add_one(self) -> None:
        name, dice = self._type(), self._dice
        place = self._place(name)
        if not 1 <= place.district <= self._districts or not self._has_room(name, place):
            return
        own = tuple(each.number for each in self._built if dice.random() < 0.2)
        relies_on = own if BY_ID.get(name, BY_ID["dance_hall"]).needs else ()
        number, is_exempt = len(self._built) + 1, dice.random() < 0.1
        kind = BuildingType(name)
        self._built.append(Building(number, kind, place, is_exempt=is_exempt, relies_on=relies_on))
        for lot in place.lots or (place.border,):
            self._at[place.district, lot].add(name)

    def _type(self) -> str:
        kinds = (HOUSES, HOUSES, HOUSES, CUSTOMERS, CUSTOMERS, AWKWARD, SHARING, GATES, EVERYWHERE, ALL)
        return self._dice.choice(self._dice.choice(kinds))

    # -- where --------------------------------------------------------------------------------------

    def _place(self, name: str) -> Place:
        """A place of its shape, a free one mostly; now and then an impossible one."""
        place = self._any(name)
        for _ in range(TRIES):
            if self._has_room(name, place):
                return place
            place = self._any(name)
        return place

    def _any(self, name: str) -> Place:
        dice = self._dice
        # District 0, or one too many, is nowhere.
        district = dice.randint(1, self._districts) if dice.random() < 0.99 else dice.choice((0, 9))
        if name in GATES and dice.random() < 0.99:
            return Place(district, border=dice.choice(list(Border)))
        if name in EVERYWHERE and dice.random() < 0.99:
            return Place(district)
        if name in SHARING[1:4] and dice.random() < 0.9:
            wanted = HOSTS if name == SHARING[3] else {"waterway"} if name == SHARING[1] else set(ALL)
            fit = [each.place for each in self._built if each.place.lots and each.type.value in wanted]
            if fit:
                at = dice.choice(fit)
                return Place(at.district, (dice.choice(at.lots),))
        return Place(district, self._lots(name))

    def _lots(self, name: str) -> tuple[int, ...]:
        dice = self._dice
        size = BY_ID.get(name, BY_ID["dance_hall"]).lots or "1"
        if dice.random() < 0.03:
            size = dice.choice(("1", "2", "4"))
        shapes = {"1": ["11"], "2": ["12", "21"], "4": ["22"] * 5 + ["14", "41"], "1-2": ["11", "12", "21"]}
        shape = dice.choice(shapes[size] + (["14", "41"] * 4 if name == "waterfront" else []))
        wide, high = int(shape[0]), int(shape[1])
        x, y = dice.randint(0, SIDE - wide), dice.randint(0, SIDE - high)
        return tuple((y + down) * SIDE + x + across for down in range(high) for across in range(wide))

    def _has_room(self, name: str, place: Place) -> bool:
        there = set[str]().union(*(self._at[place.district, lot] for lot in place.lots or (place.border,)))
        is_sharing = name in SHARING or not place.lots
        return name not in there and (is_sharing or not there - {"cistern", "magical_streetlamps"})

    def _larger(self, name: str, over: Building) -> Place:
        """A place with the old lots in it, mostly."""
        place = self._any(name)
        for _ in range(TRIES * 10):
            if set(over.place.lots) <= set(place.lots) and place.district == over.place.district:
                return place
            place = self._any(name)
        return place
