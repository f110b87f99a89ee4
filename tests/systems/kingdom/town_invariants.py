"""What holds of every settlement and its buildings whatever was done; counted apart from the rules."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from bot.engine.system import Record, RecordId
from bot.systems.kingdom.book import BuildingType
from bot.systems.kingdom.settings import Rulings
from bot.systems.kingdom.towns.bills import Cut
from bot.systems.kingdom.towns.building import BuildingRaised
from bot.systems.kingdom.towns.files import TownImported, read_town
from bot.systems.kingdom.towns.grids import write_town
from bot.systems.kingdom.towns.state import TOWN, Building, Place, Town, base_value, gives, population
from tests.systems.kingdom.brute_force_towns import HOSTS, City, Rules, Thing, may_stand
from tests.systems.kingdom.printed_buildings import BY_ID, Printed, ids, numbers, split

B = BuildingType
Records = Mapping[RecordId, Record[Any]]
SIDE, LOTS = 6, 36
GUESTS = {B.BRIDGE, B.CISTERN, B.EVERFLOWING_SPRING, B.MAGICAL_STREETLAMPS}
# On lots of others; a Cistern may have one of its own.
LOTLESS = GUESTS - {B.CISTERN}
AT_BORDERS = {B.CITY_WALL, B.MOAT, B.WATERGATE}
UNDER = {B.PAVED_STREETS, B.SEWER_SYSTEM}
# Table 4-5: up to so many people, the highest base value in gp.
CAPS = ((20, 50), (60, 200), (200, 500), (2000, 1000), (5000, 2000), (10_000, 4000), (25_000, 8000))
MOST_VALUE, PEOPLE = 16_000, 250


def printed(building: BuildingType) -> Printed:
    """Its entry in the book; the Brothel has the Dance Hall's (R083)."""
    return BY_ID["dance_hall" if building is B.BROTHEL else building.value]


def require_buildings(town: Town, settings: Mapping[str, str]) -> None:
    """Numbers once, each where such a thing can be at all, nothing on the same lot, slots and ledger sane."""
    counted = [e.number for kept in (town.buildings, town.grants, town.drafts, town.changes) for e in kept]
    assert len(set(counted)) == len(counted), f"a number twice: {counted}"
    assert max(counted, default=0) <= town.counted
    for each in town.buildings:
        require_shape(each, town)
        require_wares(each)
        assert len(set(each.discounted)) == len(each.discounted)
        assert set(each.discounted) <= listed(each, settings)
        assert not (each.cr and each.type is not B.MENAGERIE)
        assert not (each.display and each.type is not B.MUSEUM)
        assert not (each.blessing and each.type not in (B.SHRINE, B.TEMPLE, B.CATHEDRAL))
    require_lots(town)
    require_guests(town)
    require_remains(town)


def require_shape(building: Building, town: Town) -> None:
    """Its lots lie in a district of the settlement; what takes none is at a border or under a district."""
    place = building.place
    assert 1 <= place.district <= town.districts, f"{building} has no district"
    assert all(0 <= lot < LOTS for lot in place.lots)
    assert len(set(place.lots)) == len(place.lots)
    assert (place.border is not None) is (building.type in AT_BORDERS)
    assert (not place.lots) is (building.type in AT_BORDERS | UNDER)
    sizes = {"": {0, 1}, "1": {1}, "2": {2}, "4": {4}, "1-2": {1, 2}}[printed(building.type).lots]
    assert len(place.lots) in sizes, building
    # What a game master put there against the rules may stay: a river can serve as a moat.
    is_wall = building.type in {B.CITY_WALL, B.MOAT} and not building.is_exempt
    assert not (is_wall and place.border in town.water_borders(place.district))


def require_wares(building: Building) -> None:
    """One item a slot, and only slots that it has; what was found has its own."""
    slots = [ware.slot for ware in building.wares]
    have = sum(int(part.split()[0]) for part in split(printed(building.type).items, "; "))
    assert len(set(slots)) == len(slots)
    assert all(ware.is_find or 0 <= ware.slot < have for ware in building.wares), building


def require_lots(town: Town) -> None:
    """Each lot has one building, beside those that share it; a border and a district one of each kind."""
    at = Counter[tuple[Any, ...]]()
    for each in town.buildings:
        where = each.place.lots or (each.place.border,)
        kind = each.type if each.type in GUESTS or not each.place.lots else ""
        at.update((each.place.district, spot, kind) for spot in where)
    assert not [key for key, count in at.items() if count > 1], "a lot used twice"


def require_guests(town: Town) -> None:
    """What stands on something has it under it: Bridges, Springs, lamps, and gates their wall."""
    for each in town.buildings:
        there = {one.type for one in town.buildings if one is not each and _shares(one.place, each.place)}
        if each.type is B.BRIDGE:
            assert B.WATERWAY in there
        elif each.type is B.WATERGATE:
            assert B.CITY_WALL in there
        elif each.type is B.EVERFLOWING_SPRING:
            assert {str(one) for one in there} & HOSTS
        elif each.type is B.MAGICAL_STREETLAMPS:
            assert there


def _shares(one: Place, other: Place) -> bool:
    if one.district != other.district:
        return False
    if other.border is not None:
        return one.border is other.border
    return not set(one.lots).isdisjoint(other.lots)


def require_remains(town: Town) -> None:
    """A site is where nothing was built since, but for what shares its lot."""
    taken = lots_of(each for each in town.buildings if each.type not in GUESTS)
    for site in town.remains:
        assert site.place.lots
        assert len(site.place.lots) <= site.lots
        here = {(site.place.district, lot) for lot in site.place.lots}
        assert site.type in GUESTS or not here & taken, site


# -- what it comes to ---------------------------------------------------------------------------------


def require_worth(town: Town, settings: Mapping[str, str]) -> None:
    """People by lots, base value by people, and what it gives by what the book prints of each building."""
    rulings = Rulings(settings)
    is_empty = settings.get("kingdom.waterway_counts_population") == "no"
    lots = lots_of(each for each in town.buildings if each.type not in LOTLESS)
    homes = lots_of(
        each
        for each in town.buildings
        if each.type not in LOTLESS and not each.is_natural
        if not (is_empty and each.type is B.WATERWAY)
    )
    told = max(0, min(town.lots, LOTS * town.districts - len(lots)))
    people = PEOPLE * (told + len(homes))
    assert population(town, rulings) == people
    sound = [each for each in town.buildings if not each.is_damaged and not each.is_abandoned]
    value = town.base_value + sum(printed(each.type).value for each in sound)
    most = next((cap for limit, cap in CAPS if people <= limit), MOST_VALUE)
    assert base_value(town, rulings) == min(value, most)
    require_gifts(town, sound, rulings)


def lots_of(buildings: Iterable[Building]) -> set[tuple[int, int]]:
    """The lots on which they stand, with their districts."""
    return {(each.place.district, lot) for each in buildings for lot in each.place.lots}


def require_gifts(town: Town, sound: Iterable[Building], rulings: Rulings) -> None:
    """What it adds to Economy, Loyalty and Stability is the sum of its whole buildings and what was told."""
    totals = Counter({stat.value: amount for stat, amount in town.gives.items()})
    for each in sound:
        amounts: Mapping[str, int] = numbers(printed(each.type).gives)
        if each.blessing and rulings.settings.get("kingdom.holy_sites") == "yes":
            by = {B.SHRINE: 1, B.TEMPLE: 2, B.CATHEDRAL: 4}[each.type]
            amounts = {stat.value: by * count for stat, count in Counter(each.blessing).items()}
        for stat in ("economy", "loyalty", "stability"):
            totals[stat] += amounts.get(stat, 0)
        totals["loyalty"] += each.cr // 4
    expected = {stat: amount for stat, amount in totals.items() if amount}
    assert {stat.value: amount for stat, amount in gives(town, rulings).items()} == expected


# -- discounts (R085 to R087) -------------------------------------------------------------------------


def listed(building: Building, settings: Mapping[str, str]) -> set[B]:
    """What its row halves the price of, as the campaign reads it."""
    found = {B(each) for each in ids(printed(building.type).halves)}
    reading = settings.get("kingdom.brothel", "alias")
    if B.BROTHEL in found and reading != "separate":
        found = found - {B.BROTHEL} | ({B.DANCE_HALL} if reading == "alias" else set())
    return found


def require_ledger(before: Town, now: Town, settings: Mapping[str, str], told: Iterable[Any]) -> None:
    """No source gave a discount twice; each that is told was taken from exactly one, and was half."""
    grown = [
        (old, kind)
        for old in before.buildings
        for new in now.buildings
        if new.number == old.number and new.type is old.type
        for kind in set(new.discounted) - set(old.discounted)
    ]
    events = [
        each
        for each in told
        if isinstance(each, BuildingRaised) and each.cut is Cut.DISCOUNT and each.settlement == before.name
    ]
    assert [(old.type, kind) for old, kind in grown] == [(each.by, each.building) for each in events]
    if settings.get("kingdom.discount_scope") == "per_source":
        assert not [old for old, _ in grown if old.discounted]
    assert all(not old.is_damaged for old, _ in grown)
    for told_of in events:
        up = settings.get("kingdom.half_price_round") != "down"
        assert told_of.price == (told_of.listed + up) // 2 - told_of.magic


# -- between before and after --------------------------------------------------------------------------


def require_towns(before: Records, after: Records, settings: Mapping[str, str], told: Iterable[Any]) -> None:
    """Every settlement that is another now: sound, discounts given once, and built where it may stand."""
    events = tuple(told)
    for id_, record in after.items():
        was = before.get(id_)
        if record.kind != TOWN.name or (was is not None and was.state is record.state):
            continue
        require_buildings(record.state, settings)
        require_worth(record.state, settings)
        require_written(record.state, settings)
        if was is not None:
            require_ledger(was.state, record.state, settings, events)
        # A text that a game master reads in may have what the rules forbid.
        if was is not None and not any(isinstance(each, TownImported) for each in events):
            require_legal(was.state, record.state, settings)


def require_written(town: Town, settings: Mapping[str, str]) -> None:
    """Written as text and read again it is the same settlement."""
    reading = read_town(write_town(town), Rulings(settings))
    found = Counter(replace(each, number=0) for each in reading.buildings)
    untold: dict[str, Any] = {"discounted": (), "relies_on": (), "wares": (), "is_abandoned": False}
    untold |= dict.fromkeys(("number", "built", "closes"), 0)
    assert found == Counter(replace(each, **untold) for each in town.buildings)
    borders = [each or () for each in reading.borders]
    assert borders == [town.water_borders(number) for number in range(1, town.districts + 1)]


# -- where it may stand -------------------------------------------------------------------------------


def require_legal(before: Town, now: Town, settings: Mapping[str, str]) -> int:
    """What was built or upgraded meanwhile could stand there, says the slow checker; how many that were."""
    old = {each.number: each for each in before.buildings}
    new = [
        each
        for each in now.buildings
        if each.number not in old or old[each.number].type is not each.type
        if not each.is_exempt and not each.is_natural
    ]
    stands = [thing(each) for each in before.buildings]
    # A gate is built with its wall, after it.
    for each in sorted(new, key=lambda one: one.type is B.WATERGATE):
        over = next((one for one in stands if one.number == each.number), None)
        fresh = thing(each)
        shores = tuple(
            frozenset(map(str, before.water_borders(district))) for district in range(1, before.districts + 1)
        )
        city = City(shores, tuple(stands), slow_rules(settings))
        assert may_stand(city, fresh, over), f"{each.type} at {each.place} in {before}"
        stands = [*(one for one in stands if one is not over), fresh]
    return len(new)


def slow_rules(settings: Mapping[str, str]) -> Rules:
    """The campaign's decisions for the slow checker."""
    plain = Rules()
    return Rules(
        settings.get("kingdom.brothel", plain.brothel),
        settings.get("kingdom.adjacency", plain.adjacency),
        settings.get("kingdom.neighbour_use", plain.neighbour_use),
        settings.get("kingdom.waterfront_1x4", plain.waterfront),
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
