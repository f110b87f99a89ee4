"""What a settlement comes to, line by line: short, for a phone; nothing is left out without a word."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from bot.engine.system import RecordId
from bot.systems.kingdom.rules.bills import discounts_left
from bot.systems.kingdom.rules.book import LOTS_IN_DISTRICT
from bot.systems.kingdom.rules.building_sources import farms_by
from bot.systems.kingdom.rules.foundries import linked
from bot.systems.kingdom.rules.land import Hex
from bot.systems.kingdom.rules.realm import Realm
from bot.systems.kingdom.rules.settings import Rulings
from bot.systems.kingdom.rules.slots import slots_of, vacant
from bot.systems.kingdom.rules.terms import BuildingType
from bot.systems.kingdom.rules.town import Town
from bot.systems.kingdom.rules.worth import (
    Part,
    base_value,
    danger,
    defense,
    defense_parts,
    fame,
    gives,
    granary_room,
    lots_in_use,
    modifier_parts,
    most_value,
    population,
    size_of,
    sound,
    trade_percent,
    value_parts,
)
from bot.systems.kingdom.screens.building_yard import where
from bot.systems.kingdom.words import granaries as granary_words
from bot.systems.kingdom.words import settlements
from bot.systems.kingdom.words import worth as words
from bot.ui.text import fitting

# However much there is of it, each list leaves room for the others.
BUILT, LIST = 700, 300
# So many types of buildings are told of each sum; what the others come to is told in one.
MOST_PARTS = 6


def worth_lines(town: Town, rulings: Rulings, around: Hex | None) -> Iterator[str]:
    """How large it is, what it is worth, and what it gives."""
    size = size_of(town, rulings)
    yield settlements.people(size, population(town, rulings))
    yield settlements.grid(town.districts, lots_in_use(town, rulings), LOTS_IN_DISTRICT * town.districts)
    value, most = base_value(town, rulings), most_value(town, rulings)
    yield words.value(value, _told(value_parts(town)), size, most)
    if given := gives(town):
        yield words.gives([(stat.value, amount) for stat, amount in given.items()])
    if fortified := defense(town, around):
        yield words.defense(fortified, _told(defense_parts(town, around)))
    yield from _modifiers(town, rulings)
    if notes := " · ".join(_notes(town)):
        yield notes


def _told(parts: Iterable[Part]) -> list[tuple[int, str, int]]:
    every = list(parts)
    built = [each for each in every if each.name in set(BuildingType)]
    smaller = built[MOST_PARTS:] if len(built) > MOST_PARTS + 1 else []
    told = [(each.amount, each.name, each.count) for each in every if each not in smaller]
    if smaller:
        told.append((sum(each.amount for each in smaller), "rest", sum(each.count for each in smaller)))
    return told


def _modifiers(town: Town, rulings: Rulings) -> Iterator[str]:
    for each, parts in modifier_parts(town, rulings).items():
        if parts:
            yield words.modifier(each.value, sum(part.amount for part in parts), _told(parts))
    if more := danger(town, rulings):
        yield words.danger(more)


def _notes(town: Town) -> Iterator[str]:
    if known := fame(town):
        yield words.fame(known)
    if percent := trade_percent(town):
        yield words.trade(percent)


# -- what stands there --------------------------------------------------------------------------------


def building_lines(town: Town, rulings: Rulings) -> Iterator[str]:
    """What stands there, what of it is damaged, which slots it has and what is cheaper."""
    if town.buildings:
        counts = Counter(each.type.value for each in town.buildings)
        yield words.built(fitting((words.counted(*each) for each in counts.most_common()), BUILT))
    if damaged := [each for each in town.buildings if each.is_damaged]:
        named = (words.one_damaged(each.type.value, where(each.place)) for each in damaged)
        yield words.damaged(fitting(named, LIST))
    if count := sum(len(slots_of(each.type)) for each in sound(town)):
        yield words.slots(count, sum(len(vacant(each)) for each in town.buildings))
    yield from _cheaper(town, rulings)


def _cheaper(town: Town, rulings: Rulings) -> Iterator[str]:
    """The discounts that are left by what gives them, and what was found or given."""
    left = ((each, discounts_left(each, rulings)) for each in town.buildings)
    parts = _once(
        words.discount([one.value for one in found], each.type.value) for each, found in left if found
    )
    if parts:
        yield words.discounts(fitting(parts, LIST))
    granted = _once(
        words.grant(each.gift.value, each.type.value if each.type else None, each.points)
        for each in town.grants
    )
    if granted:
        yield words.grants(fitting(granted, LIST))


def _once(lines: Iterable[str]) -> list[str]:
    """Each line once, with how many there are."""
    return [words.times(line, count) for line, count in Counter(lines).items()]


def realm_lines(town: Town, realm: Realm, settlement: RecordId) -> Iterator[str]:
    """What it does for its kingdom together with the land round it."""
    if foundries := sound(town, BuildingType.FOUNDRY):
        yield words.foundries(linked(realm, settlement), len(foundries))
    if sound(town, BuildingType.STOCKYARD):
        yield words.stockyard(len(farms_by(realm, town)))
    if points := granary_room(town):
        yield granary_words.room_for(points)


def shore_line(town: Town) -> str:
    """Its borders that are water."""
    districts = range(1, town.districts + 1)
    every = ((district, [each.value for each in town.water_borders(district)]) for district in districts)
    return words.shores(fitting((words.shore(*each) for each in every if each[1]), LIST))


def told_line(town: Town) -> str:
    """What of all that a game master told; empty where it was built."""
    if not town.lots and not town.gives:
        return ""
    return words.told(town.lots, [(stat.value, amount) for stat, amount in town.gives.items()])
