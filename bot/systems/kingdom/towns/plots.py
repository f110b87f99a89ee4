"""Who needs whom beside it: each required neighbour serves one building, as it fits best (R093, R094).

A House (or Tenement, Mansion, Noble Villa) is the neighbour of one building that needs it. Whether every such
building can have its own is a matching in a graph: it is solved, not settled first come, first served. Where
somebody has lost a neighbour (R097) others may be built; only no more may be lacking than before."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from enum import IntEnum, auto
from functools import cached_property, lru_cache
from typing import Final

from bot.engine.text import Safe, T, listed
from bot.systems.kingdom.book import Border, BuildingType, Grade
from bot.systems.kingdom.settings import ADJACENCY, BROTHEL, NEIGHBOUR_USE, WATERFRONT_ROW, Rulings
from bot.systems.kingdom.towns.book import (
    AT_BORDERS,
    BUILDINGS,
    HOSTS_OF_SPRINGS,
    LOTS,
    SHARES,
    WALLS,
    Lot,
    Shape,
    around,
    footprints,
    lot_name,
    row_of,
    touches,
)
from bot.systems.kingdom.towns.state import Building, Place, Town

# By the number of a building that serves: the number of the one that it serves.
Matching = dict[int, int]
# The number of the one that is to be built: nobody else has it.
NEW: Final = -1


def serves(building: BuildingType, wanted: Iterable[BuildingType]) -> bool:
    """Whether it counts as one of those; a Tenement counts as a House (book: Tenement)."""
    return building in wanted or (building is BuildingType.TENEMENT and BuildingType.HOUSE in wanted)


def needs_of(building: Building) -> int:
    """How many neighbours of its own it needs."""
    return 0 if building.is_exempt else row_of(building.type).needs


class Neighbourhood:
    """One district: what stands beside what in it, and who serves whom."""

    def __init__(self, buildings: Iterable[Building], rulings: Rulings) -> None:
        self.adjacency = rulings.of(ADJACENCY)
        self._is_fixed = rulings.has(NEIGHBOUR_USE, "fixed_at_build")
        self.buildings = {each.number: each for each in buildings}
        self._near: dict[tuple[Lot, ...], tuple[Building, ...]] = {}
        self._at: dict[Lot, list[Building]] = {}
        for each in self.buildings.values():
            for lot in each.place.lots:
                self._at.setdefault(lot, []).append(each)

    def at(self, lot: Lot) -> Sequence[Building]:
        """What stands on a lot."""
        return self._at.get(lot, ())

    def beside(self, lots: Sequence[Lot]) -> Sequence[Building]:
        """What stands next to a footprint, each once."""
        key = tuple(lots)
        if key not in self._near:
            found = {each.number: each for lot in around(key, self.adjacency) for each in self.at(lot)}
            self._near[key] = tuple(found[number] for number in sorted(found))
        return self._near[key]

    def candidates(self, building: BuildingType, lots: Sequence[Lot]) -> list[int]:
        """What could serve that building there, by number."""
        wanted = row_of(building).beside
        return [each.number for each in self.beside(lots) if serves(each.type, wanted)] if wanted else []

    # -- who serves whom --------------------------------------------------------------------------

    @cached_property
    def matching(self) -> Mapping[int, int]:
        """Who serves whom among those that stand: as many needs met as can be."""
        found = dict(self._settled)
        for number in self._ways:
            met = list(self._settled.values()).count(number)
            for _ in range(needs_of(self.buildings[number]) - met):
                self._augment(number, self._ways[number], found, set())
        return found

    @cached_property
    def _ways(self) -> Mapping[int, Sequence[int]]:
        """What could serve each of those that need somebody, in the order in which they came."""
        needy = (self.buildings[number] for number in sorted(self.buildings))
        return {each.number: self.candidates(each.type, each.place.lots) for each in needy if needs_of(each)}

    @cached_property
    def _settled(self) -> Matching:
        """Who serves whom for good, where the campaign has it so: since the building was built (R094).

        What somebody relied on and is gone, or is no such neighbour any more, settles nothing.
        """
        found: Matching = {}
        for number, ways in self._ways.items() if self._is_fixed else ():
            own = [each for each in self.buildings[number].relies_on if each in ways and each not in found]
            found.update(dict.fromkeys(own[: needs_of(self.buildings[number])], number))
        return found

    def _augment(self, customer: int, ways: Iterable[int], found: Matching, tried: set[int]) -> bool:
        """Find one more neighbour for a customer; others may move to another of theirs."""
        for server in ways:
            if server in tried or server in self._settled:
                continue
            tried.add(server)
            holder = found.get(server)
            if holder is None or (
                holder != customer and self._augment(holder, self._ways.get(holder, ()), found, tried)
            ):
                found[server] = customer
                return True
        return False

    def served(self, building: BuildingType, lots: Sequence[Lot]) -> tuple[int, ...] | None:
        """Who would serve that building there, everybody else being served as before.

        None where there are not enough. Empty for what needs none.
        """
        needs = row_of(building).needs
        if not needs:
            return ()
        ways = self.candidates(building, lots)
        if len(ways) < needs:
            return None
        found = dict(self.matching)
        # Nobody who is served now is left with less by this: the way to a free neighbour only moves them.
        if not all(self._augment(NEW, ways, found, set()) for _ in range(needs)):
            return None
        return tuple(sorted(server for server, customer in found.items() if customer == NEW))

    def withheld(self, building: BuildingType, lots: Sequence[Lot]) -> tuple[Building, Building] | None:
        """A neighbour that can't serve that building there, and the one that it serves; None without such."""
        for server in self.candidates(building, lots):
            customer = self.matching.get(server)
            if customer is not None and not self._augment(NEW, (server,), dict(self.matching), set()):
                return self.buildings[server], self.buildings[customer]
        return None

    @property
    def unmet(self) -> int:
        """How many neighbours are missing, of all that are needed."""
        return sum(needs_of(each) for each in self.buildings.values()) - len(self.matching)

    def left_alone(self) -> tuple[int, ...]:
        """The buildings that have not all the neighbours they need, by number."""
        counted = list(self.matching.values())
        return tuple(n for n, each in self.buildings.items() if counted.count(n) < needs_of(each))


# -- Every place that a building's shape allows, whatever stands there (R098 to R100) ----------------------


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
        if building is BuildingType.WATERFRONT and self.rulings.has(WATERFRONT_ROW, "no"):
            return shapes[:1]
        return shapes

    def sites(self, building: BuildingType) -> Iterator[Place]:
        """Every place of a building's shape, legal or not; an upgrade's are those with its old lots."""
        if self.over is not None:
            old = frozenset(self.over.place.lots)
            sites = self._sites_in(building, self.over.place.district)
            yield from (place for place in sites if old.issubset(place.lots))
            return
        for district in range(1, self.town.districts + 1):
            yield from self._sites_in(building, district)

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
            there = self.town.districts
            return T("there is no district {number}, only {there:1|1 to {there}}")(
                number=place.district, there=there
            )
        if building in AT_BORDERS:
            if place.border and not place.lots:
                return ""
            return T("{a_building} takes no lots: put it at a border, north, east, south or west")(
                a_building=building.one
            )
        shapes = self._shapes_of_place(building)
        if not shapes:
            if place.border is None and not place.lots:
                return ""
            return T("{a_building} takes no lots: just name the district")(a_building=building.one)
        if place.border is not None or place.lots not in _spots(shapes):
            return _wrong_shape(building, shapes)
        return ""


def _wrong_shape(building: BuildingType, shapes: Sequence[Shape]) -> Safe:
    sizes = sorted({columns * rows for columns, rows in shapes})
    if sizes == [1]:
        line = T("{a_building} is on one lot")
    elif sizes == [1, 2]:
        line = T("{a_building} takes one lot, or two side by side")
    elif sizes == [2]:
        line = T("{a_building} takes 2 lots side by side")
    elif len(shapes) > 1:
        line = T("{a_building} takes 4 lots, two by two or four in a row")
    else:
        line = T("{a_building} takes 4 lots, two by two")
    return line(a_building=building.one)


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


def which(building: Building) -> Safe:
    """A building that stands, in words: "House at C4"; what stands on no lot is named alone."""
    lots = building.place.lots
    return (
        T("{building} at {lot}")(building=building.type, lot=lot_name(lots[0]))
        if lots
        else building.type.label
    )


def neighbours(building: BuildingType) -> Safe:
    """What has to stand beside it: "a House or Tenement", "2 Houses or Tenements"."""
    row = row_of(building)
    kinds = (*row.beside, *((BuildingType.TENEMENT,) if BuildingType.HOUSE in row.beside else ()))
    return T("{count:a {kinds:or}|{count} {several:or}}")(
        count=row.needs, kinds=kinds, several=[T("{kind}s")(kind=each) for each in kinds]
    )


def _any_of(buildings: Iterable[BuildingType]) -> Safe:
    """One of them: "a Castle, a Cathedral or a Park"."""
    return listed([each.one for each in buildings], "or")


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
        match asked:
            case Question.GROWS if self.over is not None:
                return T("an upgrade keeps the {building}'s lots and takes free ones next to them")(
                    building=which(self.over)
                )
            case Question.ROOM:
                return next(why for lot in place.lots if (why := self._crowded(building, place, lot)))
            case Question.WATER:
                return T("{a_building} needs a water border or a Waterway next to it")(
                    a_building=building.one
                )
            case Question.FORBIDDEN if (other := self._forbidding(building, place)) is not None:
                return T("{a_building} can't be next to the {other}")(
                    a_building=building.one, other=which(other)
                )
            case Question.NEEDED:
                return self._needed(building, place)
            case Question.ROBBED if self.over and (other := self._robbed(building, place)) is not None:
                return T("the {customer} needs the {old} next to it, and {a_building} can't replace that")(
                    customer=which(other), old=which(self.over), a_building=building.one
                )
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
            taken = [lot for each in there if each.type not in lent for lot in each.place.lots]
            taken += [
                each.lot for each in self.town.closed if each.district == number and each.lot is not None
            ]
            self._known_taken[key] = frozenset(taken)
        return self._known_taken[key]

    def _crowded(self, building: BuildingType, place: Place, lot: Lot) -> str:
        """What stands in the building's way at one of its lots."""
        there = self.district(place.district).at(lot)
        if any((each.district, each.lot) == (place.district, lot) for each in self.town.closed):
            return T("squatters are on {lot}")(lot=lot_name(lot))
        if not there and building not in NEVER_ALONE:
            return ""
        types = [each.type for each in there]
        if building in types and building is not BuildingType.EVERFLOWING_SPRING:
            return T("{lot} already has {a_building}")(lot=lot_name(lot), a_building=building.one)
        match building:
            case BuildingType.CISTERN:
                return ""
            case BuildingType.BRIDGE | BuildingType.MAGICAL_STREETLAMPS:
                return _unshared(building, types, lot)
            case BuildingType.EVERFLOWING_SPRING:
                return self._without_host(there, lot)
            case _:
                lent = _lent(is_host=building in HOSTS_OF_SPRINGS)
        others = [each for each in types if each not in lent]
        return T("{lot} has {a_building}")(lot=lot_name(lot), a_building=others[0].one) if others else ""

    def _without_host(self, there: Sequence[Building], lot: Lot) -> str:
        """A Spring needs one of its hosts, and each has one at most."""
        host = next((each for each in there if each.type in HOSTS_OF_SPRINGS), None)
        if host is None:
            return T("an Everflowing Spring shares a lot of {hosts}, and {lot} has none")(
                hosts=_any_of(HOSTS_OF_SPRINGS), lot=lot_name(lot)
            )
        district = self.district(host.place.district)
        springs = (each for at in host.place.lots for each in district.at(at))
        if any(each.type is BuildingType.EVERFLOWING_SPRING for each in springs):
            return T("the {host} already has an Everflowing Spring")(host=which(host))
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
        there = len(district.candidates(building, place.lots))
        if there < row.needs:
            too_few = T("{a_building} needs {neighbours} next to it, and has {there} there")
            values = {"a_building": building.one, "neighbours": neighbours(building)}
            if there:
                return too_few(**values, there=there)
            return T("{a_building} needs {neighbours} next to it")(**values)
        needs = _of_its_own(building)
        held = district.withheld(building, place.lots)
        if held is None:
            return needs
        server, customer = held
        return T("{needs}; the {server} serves the {customer}")(
            needs=needs, server=which(server), customer=which(customer)
        )

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


def _of_its_own(building: BuildingType) -> Safe:
    return T("{a_building} needs {neighbours} of its own next to it")(
        a_building=building.one, neighbours=neighbours(building)
    )


# They stand on a lot that has something already.
NEVER_ALONE = (BuildingType.BRIDGE, BuildingType.EVERFLOWING_SPRING, BuildingType.MAGICAL_STREETLAMPS)


def _lent(*, is_host: bool) -> Sequence[BuildingType]:
    """What leaves its lot to another building: a Spring only to its hosts."""
    return SHARES if is_host else [each for each in SHARES if each is not BuildingType.EVERFLOWING_SPRING]


def _unshared(building: BuildingType, there: Sequence[BuildingType], lot: Lot) -> str:
    """A Bridge needs a Waterway below it, and lamps something to light."""
    if building is BuildingType.BRIDGE and BuildingType.WATERWAY not in there:
        return T("a Bridge shares the lot of a Waterway, and {lot} has none")(lot=lot_name(lot))
    if not there:
        return T("{building} share the lot of another building, and {lot} is empty")(
            building=building, lot=lot_name(lot)
        )
    return ""


@lru_cache
def _serves_as_less(old: BuildingType, new: BuildingType) -> bool:
    """Whether somebody could have the old one as a neighbour, and not the new one."""
    return any(serves(old, row.beside) and not serves(new, row.beside) for row in BUILDINGS.values())


# -- Why a building has no place at all in a settlement: what all of its places lack -----------------------


def no_room(sites: Sites, building: BuildingType) -> str:
    """Every place of it is taken, or there is none of its kind."""
    lots = max((columns * rows for columns, rows in sites.shapes(building)), default=0)
    if building in AT_BORDERS:
        return _no_border(sites, building)
    if sites.over is not None:
        return T("{a_building} takes {lots} lots, and there are no free ones next to the {old}")(
            a_building=building.one, lots=lots, old=sites.over.type
        )
    match building:
        case BuildingType.BRIDGE:
            if _has(sites, (BuildingType.WATERWAY,)):
                return T("every Waterway lot already has a Bridge")()
            return T("a Bridge shares the lot of a Waterway, and there is none")()
        case BuildingType.EVERFLOWING_SPRING:
            is_used_up = _has(sites, HOSTS_OF_SPRINGS)
            lack = T("each already has one") if is_used_up else T("there is none")
            return T("an Everflowing Spring shares a lot of {hosts}, and {lack}")(
                hosts=_any_of(HOSTS_OF_SPRINGS), lack=lack
            )
        case BuildingType.MAGICAL_STREETLAMPS:
            return T("Magical Streetlamps share the lot of another building, and each already has them")()
        case _:
            return _no_lots(building, lots)


def _no_lots(building: BuildingType, lots: int) -> Safe:
    if not lots:
        return T("a district can have {a_building} only once, and each already does")(a_building=building.one)
    if lots == 1:
        return T("{a_building} needs a free lot, and there is none")(a_building=building.one)
    return T("{a_building} takes {lots} free lots in a block, and there are none")(
        a_building=building.one, lots=lots
    )


def _no_border(sites: Sites, building: BuildingType) -> str:
    if building is BuildingType.WATERGATE:
        has_wall = _has(sites, (BuildingType.CITY_WALL,))
        lack = T("each already has a Watergate") if has_wall else T("there is none")
        return T("a Watergate is a gate in a City Wall, and {lack}")(lack=lack)
    districts = range(1, sites.town.districts + 1)
    if any(len(set(sites.town.water_borders(each))) < len(Border) for each in districts):
        return T("every land border already has {a_building}")(a_building=building.one)
    return T("{a_building} goes at a land border, and every border is water")(a_building=building.one)


def _has(sites: Sites, types: Iterable[BuildingType]) -> bool:
    return any(each.type in types for each in sites.buildings)


def no_water(sites: Sites, building: BuildingType) -> str:
    """Why the building fits nowhere: none of its free places lies at water."""
    borders = (sites.town.water_borders(each) for each in range(1, sites.town.districts + 1))
    if any(borders) or _has(sites, (BuildingType.WATERWAY,)):
        return T("{a_building} needs water next to it, and no free place has any")(a_building=building.one)
    return T("{a_building} needs a water border or a Waterway next to it, and there is neither")(
        a_building=building.one
    )


def only_forbidden(sites: Sites, building: BuildingType) -> str:
    """Every free place lies beside what can't be its neighbour (R096)."""
    here = sorted({each.type for each in sites.buildings}, key=lambda each: each.value)
    never = row_of(building).never_beside
    bad = [each for each in here if each in never or building in row_of(each).never_beside]
    return T("{a_building} can't be next to {others}, and every free place is")(
        a_building=building.one, others=_any_of(bad)
    )


def no_neighbours(sites: Sites, building: BuildingType) -> str:
    """Nowhere has it as many neighbours of its own as it needs (R094)."""
    row = row_of(building)
    districts = [sites.district(each) for each in range(1, sites.town.districts + 1)]
    there = sum(serves(each.type, row.beside) for each in sites.buildings)
    free = (
        number
        for district in districts
        for number, each in district.buildings.items()
        if serves(each.type, row.beside) and number not in district.matching
    )
    if there < row.needs:
        return T("{a_building} needs {neighbours} next to it, and {lack}")(
            a_building=building.one,
            neighbours=neighbours(building),
            lack=T("there is only one") if there else T("there is none"),
        )
    needs = _of_its_own(building)
    if not any(free):
        return T("{needs}, and all of them serve other buildings")(needs=needs)
    return T("{needs}, and no place it fits has {count:one|them}")(needs=needs, count=row.needs)


# -- Where a building may stand, and what stands against it elsewhere (R083, R090, R093 to R103) -----------


class Ground(GridQuestions):
    """A settlement as builders see it: asked about many buildings and places, it looks at each thing once.

    `over` is a building that would make room: the one that is upgraded.
    """

    # -- where -----------------------------------------------------------------------------------------

    def legal(self, building: BuildingType) -> Iterator[Place]:
        """The places where nothing forbids the building."""
        if not self.in_settlement(building):
            yield from (place for place in self.sites(building) if self._is_legal_at(building, place))

    def first_legal(self, building: BuildingType) -> Place | None:
        """One legal place, or None."""
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
            if reading == "alias":
                return T("in this campaign the Dance Hall takes the Brothel's place: build that")()
            return T("this campaign has no Brothel (`/settings`)")()
        if any(each.lot is None for each in self.town.closed):
            return T("nothing can be built in {name:60} while the Plague lasts").of(self.town)
        if self.over is not None and self.over.type not in row.upgrades_from:
            return T("{an_old} can't be upgraded to {a_building}")(
                an_old=self.over.type.one, a_building=building.one
            )
        if row.is_one_a_settlement and building in self._types:
            there = next(each.place for each in self.buildings if each.type is building)
            return T(
                "a settlement can have one {building}, and this one's is at {lot} in district {district}"
            )(building=building, lot=lot_name(there.lots[0]), district=there.district)
        return self._required(building)

    def _required(self, building: BuildingType) -> str:
        row = row_of(building)
        # Of walls it is asked at their border.
        if row.requires and building not in AT_BORDERS and self._types.isdisjoint(row.requires):
            return T("{building} needs a settlement with {others}")(
                building=building, others=_any_of(row.requires)
            )
        if building is BuildingType.EVERFLOWING_SPRING and not self.makes_medium_items:
            return T(
                "an Everflowing Spring needs a building in its settlement that makes medium magic items"
            )()
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
            return T("{a_building} goes at a land border, and the {border} border is water")(
                a_building=building.one, border=border.value
            )
        return ""

    def _has_one(self, building: BuildingType, place: Place) -> str:
        """What is at that border, or under that district, already; a gate wants a wall to be in."""
        border, district = place.border, self.district(place.district)
        if border is None:
            has_one = any(each.type is building for each in district.buildings.values())
            line = T("district {district} already has {a_building}, and each district can have only one")
            return line(a_building=building.one, district=place.district) if has_one else ""
        there = {each.type for each in district.buildings.values() if each.place.border is border}
        if building in there:
            return T("the {border} border already has {a_building}")(
                border=border.value, a_building=building.one
            )
        has_wall = building is not BuildingType.WATERGATE or BuildingType.CITY_WALL in there
        no_wall = T("a Watergate is a gate in a City Wall, and the {border} border has none")
        return "" if has_wall else no_wall(border=border.value)

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
