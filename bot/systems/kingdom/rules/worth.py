"""What a settlement comes to: lots, people, base value, Defense, modifiers; nothing of it is stored.

A damaged building gives nothing (R108), but people still live there (R112).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Final

from bot.systems.kingdom.rules.book import (
    IMPROVEMENTS,
    LOTS_IN_DISTRICT,
    PEOPLE_PER_LOT,
    SETTLEMENT_SIZES,
    SIZE_MODIFIERS,
)
from bot.systems.kingdom.rules.building_book import GRANARY_STORES, BuildingRow, row_of
from bot.systems.kingdom.rules.land import Hex
from bot.systems.kingdom.rules.settings import SIZE_MODIFIERS as BY_SIZE
from bot.systems.kingdom.rules.settings import WATERWAY_PEOPLE, Rulings
from bot.systems.kingdom.rules.terms import BuildingType, Modifier, Stat
from bot.systems.kingdom.rules.town import SHARING, Building, Town

CR_FOR_LOYALTY: Final = 4
# gp on display for 1 Fame, and the most that a display brings by its price.
GP_FOR_FAME, MOST_DISPLAY_FAME = 10_000, 5
TRADE_PERCENT, MOST_TRADE_PERCENT = 5, 100


@dataclass(frozen=True, slots=True)
class Part:
    """An amount, and what it comes of: `count` things of that name, or, without one, what was told."""

    amount: int
    name: str = ""
    count: int = 1


def sound(town: Town, *types: BuildingType) -> tuple[Building, ...]:
    """Its buildings that are not damaged (R108); with types, those alone."""
    return tuple(each for each in town.buildings if not each.is_damaged and (not types or each.type in types))


# -- lots and people ----------------------------------------------------------------------------------


def lots_in_use(town: Town, rulings: Rulings) -> int:
    """Lots that are built on, damaged ones with them, and those that a game master tells of (R112).

    What shares a lot adds none; a Waterway that was there before adds none either, and one that was built
    does where the campaign counts it (R101).
    """
    is_empty = rulings.is_on(WATERWAY_PEOPLE)
    homes = (
        each
        for each in town.buildings
        if not each.is_natural and not (is_empty and each.type is BuildingType.WATERWAY)
    )
    return _told_lots(town) + len(_lots_of(homes))


def lots_taken(town: Town) -> int:
    """Lots on which nothing more can be built: also those of a Waterway that was there before."""
    return _told_lots(town) + lots_built(town)


def lots_built(town: Town) -> int:
    """Lots on which something stands that isn't only told of."""
    return len(_lots_of(town.buildings))


def _told_lots(town: Town) -> int:
    """Lots that are told of: where there is no room for both, they give way to what is built."""
    return max(0, min(town.lots, LOTS_IN_DISTRICT * town.districts - lots_built(town)))


def _lots_of(buildings: Iterable[Building]) -> set[tuple[int, int]]:
    own = (each for each in buildings if each.type not in SHARING)
    return {(each.place.district, lot) for each in own for lot in each.place.lots}


def population(town: Town, rulings: Rulings) -> int:
    """About 250 people a lot in use (R112)."""
    return lots_in_use(town, rulings) * PEOPLE_PER_LOT


def size_of(town: Town, rulings: Rulings) -> str:
    """Its row of Table 4-5."""
    return _size_row(town, rulings)[1]


def most_value(town: Town, rulings: Rulings) -> int:
    """The highest base value that so many people allow, in gp (Table 4-5)."""
    return _size_row(town, rulings)[2]


def _size_row(town: Town, rulings: Rulings) -> tuple[int | None, str, int]:
    people = population(town, rulings)
    return next(row for row in SETTLEMENT_SIZES if row[0] is None or people <= row[0])


# -- sums of its buildings ----------------------------------------------------------------------------


def _parts(town: Town, of: Callable[[BuildingRow], int]) -> tuple[Part, ...]:
    """What its buildings give of one number, by their type, the largest amount first."""
    counts: dict[BuildingType, int] = {}
    for each in sound(town):
        counts[each.type] = counts.get(each.type, 0) + 1
    found = (Part(of(row_of(type_)) * count, type_.value, count) for type_, count in counts.items())
    return tuple(sorted((each for each in found if each.amount), key=lambda each: -abs(each.amount)))


def value_parts(town: Town) -> tuple[Part, ...]:
    """Of what its base value is made up (gp), before the table's limit."""
    told = (Part(town.base_value),) if town.base_value else ()
    return (*told, *_parts(town, lambda row: row.value))


def base_value(town: Town, rulings: Rulings) -> int:
    """The price up to which items are bought and sold there, in gp: never above Table 4-5 (R109)."""
    return min(value_sum(town), most_value(town, rulings))


def value_sum(town: Town) -> int:
    """What its base value would be without the table's limit (gp)."""
    return sum(each.amount for each in value_parts(town))


def defense_parts(town: Town, around: Hex | None = None) -> tuple[Part, ...]:
    """Of what its Defense is made up: buildings, and the Fort or Watchtower in its hex."""
    found = [
        Part(IMPROVEMENTS[each].defense, each.value)
        for each in (around.improvements if around is not None else ())
        if IMPROVEMENTS[each].defense
    ]
    return (*_parts(town, lambda row: row.defense), *found)


def defense(town: Town, around: Hex | None = None) -> int:
    """Its Defense: a note, for the rules of mass combat are not played here (R115)."""
    return sum(each.amount for each in defense_parts(town, around))


def gives(town: Town) -> dict[Stat, int]:
    """What it adds to its kingdom's numbers by itself: buildings, beasts in Menageries, and what was told."""
    totals = dict.fromkeys((Stat.ECONOMY, Stat.LOYALTY, Stat.STABILITY, Stat.CONSUMPTION), 0)
    for each in sound(town):
        for stat, amount in given(each.type).items():
            totals[stat] += amount
    totals[Stat.LOYALTY] += sum(menagerie(each) for each in sound(town))
    for stat, amount in town.gives.items():
        totals[stat] += amount
    return {stat: amount for stat, amount in totals.items() if amount}


def given(building: BuildingType) -> dict[Stat, int]:
    """What one of those gives to its kingdom, wherever it stands."""
    row = row_of(building)
    amounts = {Stat.ECONOMY: row.economy, Stat.LOYALTY: row.loyalty, Stat.STABILITY: row.stability}
    return {stat: amount for stat, amount in amounts.items() if amount}


def menagerie(building: Building) -> int:
    """The Loyalty that its beasts bring: a quarter of the highest CR, rounded down (R113)."""
    return building.cr // CR_FOR_LOYALTY if building.type is BuildingType.MENAGERIE else 0


def granary_room(town: Town) -> int:
    """How many BP its Granaries hold (R095)."""
    return GRANARY_STORES * len(sound(town, BuildingType.GRANARY))


# -- settlement modifiers -----------------------------------------------------------------------------


def modifier_parts(town: Town, rulings: Rulings) -> Mapping[Modifier, tuple[Part, ...]]:
    """Of what each settlement modifier is made up; "size" is Table 4-14's, where the campaign has it."""
    extra, _ = by_size(town, rulings)
    size = (Part(extra, "size"),) if extra else ()
    return {each: (*_parts(town, partial(_modifier, each)), *size) for each in Modifier}


def _modifier(modifier: Modifier, row: BuildingRow) -> int:
    return row.modifiers.get(modifier, 0)


def modifiers(town: Town, rulings: Rulings) -> dict[Modifier, int]:
    """Its settlement modifiers."""
    return {each: sum(part.amount for part in found) for each, found in modifier_parts(town, rulings).items()}


def by_size(town: Town, rulings: Rulings) -> tuple[int, int]:
    """What Table 4-14 adds to each modifier, and to Danger (R110); by district where it has a star (R111).

    Nothing where the campaign doesn't use it, and none for a settlement without a lot in use.
    """
    lots = lots_in_use(town, rulings)
    if not rulings.is_on(BY_SIZE) or not lots:
        return 0, 0
    row = next(each for each in SIZE_MODIFIERS if each[0] is None or lots <= each[0])
    times = town.districts if row[3] else 1
    return row[1] * times, row[2] * times


def danger(town: Town, rulings: Rulings) -> int:
    """What Table 4-14 adds to its Danger."""
    return by_size(town, rulings)[1]


# -- notes for rules to come --------------------------------------------------------------------------


def fame(town: Town) -> int:
    """The Fame of its buildings and of what its Museums show."""
    found = sound(town)
    return sum(row_of(each.type).fame for each in found) + sum(display_fame(each) for each in found)


def display_fame(museum: Building) -> int:
    """The Fame of a display: 1 for 10,000 gp, 5 at most, and 1 more for what is significant (R113)."""
    if museum.type is not BuildingType.MUSEUM or not museum.display:
        return 0
    return min(MOST_DISPLAY_FAME, museum.display // GP_FOR_FAME) + museum.is_significant


def trade_percent(town: Town) -> int:
    """By how many percent its Foreign Quarters raise what a trade route brings: 100 at most (R117)."""
    return min(MOST_TRADE_PERCENT, TRADE_PERCENT * len(sound(town, BuildingType.FOREIGN_QUARTER)))
