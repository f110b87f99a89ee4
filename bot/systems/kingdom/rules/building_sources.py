"""What the buildings of a kingdom add to its numbers, each with where it comes from."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Final

from bot.systems.kingdom.rules.foundries import served
from bot.systems.kingdom.rules.hexes import Spot, neighbours
from bot.systems.kingdom.rules.realm import Realm
from bot.systems.kingdom.rules.settings import HALVED_PENALTY
from bot.systems.kingdom.rules.source import Origin, Source
from bot.systems.kingdom.rules.terms import BuildingType, Improvement, Stat
from bot.systems.kingdom.rules.town import Town
from bot.systems.kingdom.rules.worth import given, menagerie, sound

# What a Farm by a Stockyard gives more than another.
STOCKYARD_GIVES: Final = 1


def building_sources(realm: Realm) -> Iterator[Source]:
    """Every one of them; a damaged building is none (R108)."""
    counts = Counter(each.type for town in realm.towns.values() for each in sound(town))
    for building in BuildingType:
        count = counts[building]
        for stat, amount in given(building).items() if count else ():
            yield Source(stat, amount * count, Origin.BUILDING, building.value, count)
    if counts[BuildingType.MENAGERIE]:
        yield from _menageries(realm)
    if counts[BuildingType.FOUNDRY]:
        mines = len(served(realm))
        yield Source(Stat.ECONOMY, mines, Origin.FOUNDRY, Improvement.MINE.value, mines)
    if counts[BuildingType.STOCKYARD]:
        yield from _stockyards(realm)


def _menageries(realm: Realm) -> Iterator[Source]:
    """A quarter of the highest CR in each, rounded down each (R113); the name is those CRs."""
    found = [each for town in realm.towns.values() for each in sound(town) if menagerie(each)]
    ratings = ", ".join(str(each.cr) for each in found)
    yield Source(Stat.LOYALTY, sum(map(menagerie, found)), Origin.MENAGERIE, ratings, len(found))


def _stockyards(realm: Realm) -> Iterator[Source]:
    """Farms in a Stockyard's hex and beside it give 3 instead of 2; a second one adds nothing (R116)."""
    towns = (town for town in realm.towns.values() if sound(town, BuildingType.STOCKYARD))
    farms = len(frozenset[Spot]().union(*(farms_by(realm, town) for town in towns)))
    yield Source(Stat.CONSUMPTION, -STOCKYARD_GIVES * farms, Origin.STOCKYARD, Improvement.FARM.value, farms)


def farms_by(realm: Realm, town: Town) -> frozenset[Spot]:
    """The kingdom's Farms in a settlement's hex and beside it."""
    near = ((spot, realm.hexes.get(spot)) for spot in (town.spot, *neighbours(town.spot)))
    return frozenset(spot for spot, each in near if each is not None and each.has(Improvement.FARM))


# -- edicts that are cheaper --------------------------------------------------------------------------


def has_sound(realm: Realm, building: BuildingType) -> bool:
    """Whether the kingdom has one that is not damaged."""
    return any(sound(town, building) for town in realm.towns.values())


def spared_consumption(realm: Realm, consumption: int) -> int:
    """What a Cathedral takes off the Consumption of Promotion: half is left, rounded down (R104).

    A second one halves nothing more.
    """
    return consumption - consumption // 2 if has_sound(realm, BuildingType.CATHEDRAL) else 0


def spared_loyalty(realm: Realm, loyalty: int) -> int:
    """What a Waterfront takes off the Loyalty that taxes cost: half the penalty is left (R104).

    It is rounded down, unless the campaign rounds it up; a second Waterfront halves nothing more.
    """
    penalty = max(0, -loyalty)
    if not penalty or not has_sound(realm, BuildingType.WATERFRONT):
        return 0
    left = (penalty + 1) // 2 if realm.rulings.is_on(HALVED_PENALTY) else penalty // 2
    return penalty - left
