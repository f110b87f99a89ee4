"""Every source of a number in a line, and what else explains it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence

from bot.systems.kingdom.rules.book import (
    ANARCHY_AT,
    LOSE_HEX_AT,
    ROADS_FOR_ECONOMY,
    ROADS_FOR_STABILITY,
    XP_SIZES,
)
from bot.systems.kingdom.rules.checks import check
from bot.systems.kingdom.rules.granaries import room
from bot.systems.kingdom.rules.leading import attributes, made_of
from bot.systems.kingdom.rules.realm import Realm
from bot.systems.kingdom.rules.settings import HALF_NEGATIVE, UNREST_IN_ATTRIBUTE
from bot.systems.kingdom.rules.source import Origin, Source
from bot.systems.kingdom.rules.sources import figures, sources
from bot.systems.kingdom.rules.state import Edicts, Leader
from bot.systems.kingdom.rules.terms import Attribute, Holiday, Role, Stat, Taxation
from bot.systems.kingdom.rules.upkeep import grievances
from bot.systems.kingdom.rules.vacancy import is_present, is_vacant
from bot.systems.kingdom.words import granaries as granary_words
from bot.systems.kingdom.words import why as words
from bot.systems.kingdom.words import why_buildings as building_words
from bot.systems.kingdom.words.counting import counted, things
from bot.systems.kingdom.words.names import NUMBERS
from bot.ui.text import fitting, safe

ATTRIBUTES = tuple(each.value for each in Attribute)
CHECKS = {f"{each.value}_checks": each for each in Attribute}
NAME = 60
# So much is told of sources, that the total and the notes always have room; so many types of buildings each
# have a line.
ROOM, MOST_TYPES = 2600, 10


def explained(realm: Realm, number: str) -> tuple[str, ...]:
    """Why a number is what it is: attributes, Consumption, Control DC, Size and the checks."""
    if number in CHECKS:
        return tuple(_checks(realm, CHECKS[number]))
    if number == "size":
        return tuple(_size(realm))
    if number == "unrest":
        return tuple(_unrest(realm))
    if number not in set(Stat):
        return ()
    stat = Stat(number)
    lines = fitting(source_lines(realm, stat), ROOM)
    value = sum(each.amount for each in sources(realm) if each.stat is stat)
    return (*(lines or [words.NOTHING]), words.total(number, value), *_notes(realm, stat, value))


def source_lines(realm: Realm, stat: Stat) -> Iterator[str]:
    """A line for each source of a number; of very many kinds of buildings the smaller ones share a line."""
    found = [each for each in sources(realm) if each.stat is stat]
    built = sorted(
        (each for each in found if each.origin is Origin.BUILDING), key=lambda each: -abs(each.amount)
    )
    # One that would stand alone in the last line has a line of its own.
    smaller = built[MOST_TYPES:] if len(built) > MOST_TYPES + 1 else []
    for each in found:
        if each not in smaller:
            yield words.source(each.amount, what(realm, each), words.RULES[each.origin.value])
    if smaller:
        parts = [(each.amount, what(realm, each)) for each in smaller]
        total = sum(each.amount for each in smaller)
        yield words.source(total, building_words.others(parts), words.RULES[Origin.BUILDING.value])


# -- what a source is ---------------------------------------------------------------------------------


def what(realm: Realm, source: Source) -> str:
    """A source in words."""
    told = _TOLD.get(source.origin)
    return told(source) if told is not None else _OF_REALM[source.origin](realm, source)


def _per(source: Source) -> str:
    each = ROADS_FOR_ECONOMY if source.stat is Stat.ECONOMY else ROADS_FOR_STABILITY
    return words.per(source.count, source.name, each)


_TOLD: Mapping[Origin, Callable[[Source], str]] = {
    Origin.BASE: lambda source: words.BASE,
    Origin.ALIGNMENT: lambda source: words.alignment(source.name),
    Origin.VACANCY: lambda source: words.vacancy(source.name),
    Origin.HOLIDAY: lambda source: words.holiday(source.name),
    Origin.PROMOTION: lambda source: words.promotion(source.name),
    Origin.TAXATION: lambda source: words.taxation(source.name),
    Origin.IMPROVEMENT: lambda source: counted(source.count, source.name),
    Origin.ON_RESOURCE: lambda source: words.on_resource(source.count, source.name),
    Origin.ROADS: _per,
    Origin.RIVERS: _per,
    Origin.SPECIAL: lambda source: counted(source.count, source.name),
    Origin.ROADSIDE: lambda source: words.with_road(source.count, source.name),
    Origin.SIZE: lambda source: things(source.count, "hex"),
    Origin.DISTRICTS: lambda source: things(source.count, "district"),
    Origin.SETTLEMENTS: lambda source: things(source.count, "settlement"),
    Origin.SETTLEMENT: lambda source: safe(source.name, NAME),
    Origin.BUILDING: lambda source: building_words.building(source.name, source.count),
    Origin.MENAGERIE: lambda source: building_words.menagerie(source.name),
    Origin.FOUNDRY: lambda source: building_words.foundry(source.count),
    Origin.STOCKYARD: lambda source: building_words.stockyard(source.count),
    Origin.HALVED: lambda source: building_words.HALVED[source.name],
    Origin.ARMY: lambda source: words.army(safe(source.name, NAME)),
    Origin.UNREST: lambda source: words.UNREST,
}


def _leader(realm: Realm, source: Source) -> str:
    role, _, name = source.name.partition(":")
    held = realm.kingdom.held_by(Role(role))
    leader = next(each for each in held if each.name == name)
    return words.leader(role, safe(name, NAME), benefit_parts(realm, leader))


def benefit_parts(realm: Realm, leader: Leader) -> Sequence[str]:
    """What a leader's benefit is made of."""
    made = made_of(realm, leader)
    ability, toward_zero = made.ability.value, realm.rulings.is_on(HALF_NEGATIVE)
    if made.is_half:
        parts = [words.half(ability, made.modifier, made.counted, toward_zero=toward_zero)]
    else:
        parts = [words.modifier(ability, made.modifier)]
    parts += [words.leadership(made.leadership)] if made.leadership else []
    return parts + ([words.skill(made.skill)] if made.skill else [])


def _change(realm: Realm, source: Source) -> str:
    change = next(each for each in realm.kingdom.changes if each.number == source.number)
    return words.change(safe(change.name, NAME), change.since, change.until.value)


_OF_REALM: Mapping[Origin, Callable[[Realm, Source], str]] = {
    Origin.LEADER: _leader,
    Origin.CHANGE: _change,
}


# -- what does not count ------------------------------------------------------------------------------


def _notes(realm: Realm, stat: Stat, value: int) -> Iterator[str]:
    if stat is Stat.CONSUMPTION:
        yield words.paid(value)
        if granaries := room(realm):
            yield granary_words.explained(realm.kingdom.stored, granaries)
    if stat.value not in ATTRIBUTES:
        return
    yield ""
    yield from _idle(realm, stat)
    edicts = realm.kingdom.edicts
    is_holiday = edicts.holiday not in (None, Holiday.NONE)
    if stat is Stat.LOYALTY and is_holiday and is_vacant(realm.kingdom, Role.COUNCILOR):
        yield f"-# {words.NO_COUNCILOR}"
    is_taxed = edicts.taxation not in (None, Taxation.NONE)
    if stat is not Stat.STABILITY and is_taxed and is_vacant(realm.kingdom, Role.TREASURER):
        yield f"-# {words.NO_TREASURER}"
    if edicts == Edicts():
        yield f"-# {words.NO_EDICTS}"
    yield _needed(realm, Attribute(stat.value))


def _idle(realm: Realm, stat: Stat) -> Iterator[str]:
    """The leaders who would add to it, and why they don't."""
    for each in realm.kingdom.leaders:
        chosen, name = attributes(realm, each), safe(each.name, NAME)
        if not chosen:
            yield f"-# {words.unchosen(each.role.value, name)}"
        elif stat.value not in [attribute.value for attribute in chosen]:
            continue
        elif each.has_died:
            yield f"-# {words.died(each.role.value, name)}"
        elif not is_present(realm.kingdom, each):
            yield f"-# {words.absent(each.role.value, name, each.days)}"


# -- checks, Size -------------------------------------------------------------------------------------


def _needed(realm: Realm, attribute: Attribute) -> str:
    made = check(realm, attribute)
    return words.checks(attribute.value, made.needed, round(made.chance * 100), made.dc)


def _checks(realm: Realm, attribute: Attribute) -> Iterator[str]:
    made = check(realm, attribute)
    value = figures(realm).of(attribute)
    yield words.source(value, NUMBERS[attribute.value], words.CHECK_RULE)
    for each in sources(realm):
        if each.stat.value == f"{attribute.value}_checks":
            yield words.source(each.amount, what(realm, each), words.CHECK_ONLY)
    if realm.kingdom.unrest and not realm.rulings.is_on(UNREST_IN_ATTRIBUTE):
        yield words.source(-realm.kingdom.unrest, words.MINUS_UNREST, words.UNREST_RULE)
    yield words.total(f"{attribute.value}_checks", made.modifier)
    yield ""
    yield _needed(realm, attribute)
    if made.needed is not None and made.mild:
        yield words.mild(round(made.mild * 100))


def _unrest(realm: Realm) -> Iterator[str]:
    """What Unrest does, and what of the kingdom as it stands adds to it each Upkeep (R015)."""
    yield words.anarchy_soon(realm.kingdom.unrest, LOSE_HEX_AT, ANARCHY_AT)
    found = list(grievances(realm)) if realm.size else []
    if found:
        yield words.ADDS
    for each in found:
        is_attribute = each.what in ATTRIBUTES
        what = words.below_0(each.what) if is_attribute else words.vacancy(each.what)
        yield words.source(each.unrest, what, words.NEGATIVE if is_attribute else words.RULES["vacancy"])


def _size(realm: Realm) -> Iterator[str]:
    terrains = Counter(each.terrain.value for each in realm.hexes.values())
    if terrains:
        yield words.hexes(terrains.most_common())
    cut_off = sum(not part.is_lost and len(part.spots) for part in realm.kingdom.parts)
    if cut_off:
        yield words.parts(cut_off)
    yield words.SIZE_IS
    ahead = next(((size, xp) for size, xp in XP_SIZES if size > realm.size), None)
    if ahead is not None:
        yield words.next_size(*ahead)
