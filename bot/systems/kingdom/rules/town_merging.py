"""A settlement as a text would have it: what would be new, what would be gone, what is odd about it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

from bot.systems.kingdom.rules.building_book import WALLS
from bot.systems.kingdom.rules.building_places import place_text
from bot.systems.kingdom.rules.plots import Ground
from bot.systems.kingdom.rules.raising import cleared
from bot.systems.kingdom.rules.relying import falls_with
from bot.systems.kingdom.rules.settings import Rulings
from bot.systems.kingdom.rules.settling import require_shore, with_borders
from bot.systems.kingdom.rules.terms import Border, BuildingType
from bot.systems.kingdom.rules.town import Building, Town
from bot.systems.kingdom.rules.town_grids import Reading
from bot.systems.kingdom.rules.town_works import Works

# New, gone, kept.
Counts = tuple[int, int, int]
KEPT: Final = ("number", "built", "discounted", "relies_on", "wares")


@dataclass(frozen=True, slots=True)
class Strange:
    """A building that could not be built where it is to stand, and why."""

    building: BuildingType
    place: str
    why: str


@dataclass(frozen=True, slots=True)
class Merged:
    """The settlement as it would be; `gone` are the buildings that it has no longer."""

    town: Town
    counts: Counts
    gone: tuple[Building, ...]


def merged(at: Works, reading: Reading) -> Merged:
    """What importing would make of it. Raises RuleViolation for borders that can't be water (R102).

    What stands just there already goes on as it is: the discounts that it gave, the items it sells.
    """
    before = at.town
    there = {(each.type, each.place): each for each in before.buildings}
    buildings, counted = [], before.counted
    for each in reading.buildings:
        old = there.pop((each.type, each.place), None)
        counted += old is None
        kept = {name: getattr(old, name) for name in KEPT} if old is not None else {"built": at.month}
        buildings.append(replace(each, **{"number": counted, **kept}))
    buildings.sort(key=lambda each: each.number)
    town = replace(before, buildings=tuple(buildings), counted=counted, districts=reading.districts)
    town = _settled(at, _within(town), reading)
    new = counted - before.counted
    return Merged(town, (new, len(there), len(buildings) - new), tuple(there.values()))


def _within(town: Town) -> Town:
    """Without the sites that are built on, or lie in a district that there is no more."""
    for each in town.buildings:
        town = cleared(town, each.place)
    near = tuple(each for each in town.remains if each.place.district <= town.districts)
    plans = tuple(each for each in town.plans if each.place.district <= town.districts)
    return replace(town, remains=near, plans=plans, shores=town.shores[: town.districts - 1])


def _settled(at: Works, town: Town, reading: Reading) -> Town:
    """With its borders, and walls that lower no Unrest again (R099)."""
    for number, told in enumerate(reading.borders, 1):
        borders: tuple[Border, ...] = town.water_borders(number) if told is None else told
        require_shore(at.hex, told or (), at.where)
        town = with_borders(town, number, borders)
    calmed = {each.type for each in town.of(*WALLS) if not each.is_natural}
    return replace(
        town, calmed=(*town.calmed, *(each for each in WALLS if each in calmed - set(town.calmed)))
    )


def strange(town: Town, rulings: Rulings) -> Iterator[Strange]:
    """What of it could not be built where it stands, everything else standing."""
    for district in range(1, town.districts + 1):
        near = town.in_district(district)
        # Of the other districts it matters only what there is.
        far = {each.type: each for each in town.buildings if each.place.district != district}
        alone = replace(town, buildings=(*far.values(), *near))
        for each in near:
            if not (each.is_natural or each.is_exempt) and (why := _hindrance(alone, rulings, each)):
                yield Strange(each.type, place_text(each.place), why)


def _hindrance(town: Town, rulings: Rulings, each: Building) -> str:
    gone = (each, *falls_with(town, each))
    others = tuple(one for one in town.buildings if one not in gone)
    return Ground(replace(town, buildings=others), rulings).hindrance(each.type, each.place)
