"""A kingdom's sheet, line by line: whole and in its parts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

from bot.engine.system import Step
from bot.systems.kingdom.rules.book import ROLES, limits
from bot.systems.kingdom.rules.checks import check
from bot.systems.kingdom.rules.event_steps import under_way
from bot.systems.kingdom.rules.granaries import room
from bot.systems.kingdom.rules.leading import attributes, benefit
from bot.systems.kingdom.rules.limits import allowed
from bot.systems.kingdom.rules.realm import Realm
from bot.systems.kingdom.rules.sources import figures, sources
from bot.systems.kingdom.rules.state import Kingdom, Leader
from bot.systems.kingdom.rules.terms import (
    Attribute,
    Improvement,
    Limit,
    Mark,
    Phase,
    Role,
    Special,
    Stage,
    Stat,
    Terrain,
    Tribute,
)
from bot.systems.kingdom.rules.vacancy import is_present, is_vacant, lacks_ruler
from bot.systems.kingdom.rules.worth import population, size_of
from bot.systems.kingdom.screens.why_lines import source_lines
from bot.systems.kingdom.words import founding as founding_words
from bot.systems.kingdom.words import granaries as granary_words
from bot.systems.kingdom.words import sheets as words
from bot.ui.text import fitting, person, safe

NAME, BRIEF, MOST_NAMED = 40, 24, 6
# However much there is of it, each part leaves room for the others.
LEADERS, STEPS, TOWNS, EVENTS, SOURCES, SHORT = 1200, 450, 600, 250, 420, 120


def whole(realm: Realm, steps: Sequence[Step]) -> Iterator[str]:
    """All of it, in short."""
    yield from standing(realm.kingdom)
    yield ""
    for attribute in Attribute:
        yield _attribute(realm, attribute)
    yield words.checks([_needed(realm, each) for each in Attribute])
    yield from _numbers(realm)
    yield ""
    yield _edicts(realm.kingdom)
    yield from _leaders_short(realm.kingdom)
    yield limits_line(realm)
    yield from _armies(realm.kingdom)
    yield from _events(realm.kingdom)
    if steps:
        yield ""
        yield from waiting(steps)
    yield words.HINT


def standing(kingdom: Kingdom) -> Iterator[str]:
    """What it is, when it is, and what stops it."""
    if kingdom.stage is not Stage.STANDING:
        yield words.FOUNDING if kingdom.stage is Stage.FOUNDING else words.ENDED
        return
    alignment = kingdom.alignment.value if kingdom.alignment is not None else None
    yield words.kind(alignment, kingdom.month.number, kingdom.month.phase.value)
    if kingdom.is_in_anarchy:
        yield words.ANARCHY
    if kingdom.frozen is not None:
        yield words.frozen(safe(kingdom.frozen, 100))


# -- numbers ------------------------------------------------------------------------------------------


def _attribute(realm: Realm, attribute: Attribute) -> str:
    parts: Counter[str] = Counter()
    for each in sources(realm):
        if each.stat.value == attribute.value:
            parts[words.GROUPS[each.origin.value]] += each.amount
    largest = sorted(
        ((part, amount) for part, amount in parts.items() if amount), key=lambda pair: -abs(pair[1])
    )
    return words.attribute(attribute.value, figures(realm).of(attribute), largest)


def _needed(realm: Realm, attribute: Attribute) -> tuple[str, int | None, int]:
    made = check(realm, attribute)
    return attribute.value, made.needed, round(made.chance * 100)


def _numbers(realm: Realm) -> Iterator[str]:
    now = figures(realm)
    yield words.treasury(now.treasury, now.raw)
    if granaries := room(realm):
        yield granary_words.in_store(realm.kingdom.stored, granaries)
    yield words.unrest(now.unrest, now.control_dc)
    yield words.size(realm.size, realm.districts, realm.population)


def numbers(realm: Realm, steps: Sequence[Step]) -> Iterator[str]:
    """Every number, each attribute with all its sources."""
    yield from standing(realm.kingdom)
    for attribute in Attribute:
        made, lines = check(realm, attribute), list(source_lines(realm, _stat(attribute)))
        yield ""
        yield words.attribute(attribute.value, figures(realm).of(attribute), ())
        yield from fitting(lines, SOURCES)
        yield words.check(attribute.value, made.modifier, made.needed, round(made.chance * 100))
    yield ""
    yield from _numbers(realm)
    yield from _terms(realm.kingdom)
    yield words.HINT


def _stat(attribute: Attribute) -> Stat:
    return Stat(attribute.value)


def _terms(kingdom: Kingdom) -> Iterator[str]:
    terms = kingdom.terms
    if terms.sponsor or terms.tribute is not Tribute.NONE:
        owed = founding_words.TRIBUTES_SHORT[terms.tribute.value]
        backing = founding_words.BACKINGS_SHORT[terms.backing.value]
        yield founding_words.owed(backing, safe(terms.sponsor, 60), owed)
    if terms.debt:
        yield founding_words.debt(terms.debt)


def _edicts(kingdom: Kingdom) -> str:
    now = kingdom.edicts
    levels = (each.value if each is not None else None for each in (now.holiday, now.promotion, now.taxation))
    return words.edicts(*levels)


# -- leaders ------------------------------------------------------------------------------------------


def vacancies(kingdom: Kingdom) -> Sequence[Role]:
    """The roles whose vacancy costs something now."""
    costly = (role for role, row in ROLES.items() if row.vacancy or row.vacancy_unrest)
    return [role for role in costly if is_vacant(kingdom, role)]


def _leaders_short(kingdom: Kingdom) -> Iterator[str]:
    held = [words.leader_short(each.role.value, safe(each.name, BRIEF)) for each in _in_order(kingdom)]
    stand_in = kingdom.month.stand_in
    vacant = [role.value for role in vacancies(kingdom)]
    more = len(held) - MOST_NAMED
    shown = held[:MOST_NAMED] + ([f"+{more}"] if more > 0 else [])
    yield from words.leaders_short(shown, vacant, stand_in.value if stand_in is not None else None)


def _in_order(kingdom: Kingdom) -> Sequence[Leader]:
    order = tuple(Role)
    return sorted(kingdom.leaders, key=lambda each: order.index(each.role))


def leaders(realm: Realm, steps: Sequence[Step]) -> Iterator[str]:
    """Who leads it and what each gives, and what the vacancies cost."""
    yield from standing(realm.kingdom)
    yield ""
    held = [_leader(realm, each) for each in _in_order(realm.kingdom)]
    yield from fitting(held or [words.NOBODY], LEADERS)
    missing = vacancies(realm.kingdom)
    if missing:
        yield ""
    for role in missing:
        row = ROLES[role]
        yield words.vacant(role.value, [(a.value, cost) for a, cost in row.vacancy], row.vacancy_unrest)
    if lacks_ruler(realm.kingdom):
        yield words.BANS


def _leader(realm: Realm, leader: Leader) -> str:
    who = person(leader.player) if leader.player is not None else words.NPC
    return words.leader(leader.role.value, safe(leader.name, NAME), who, _gives(realm, leader))


def _gives(realm: Realm, leader: Leader) -> str:
    if leader.has_died:
        return words.DIED
    if not is_present(realm.kingdom, leader):
        return words.ABSENT
    chosen = attributes(realm, leader)
    given = words.gives(benefit(realm, leader), [each.value for each in chosen]) if chosen else words.CHOOSES
    return f"{given}; {words.FAILED}" if is_vacant(realm.kingdom, leader.role) else given


# -- land ---------------------------------------------------------------------------------------------


def land(realm: Realm, steps: Sequence[Step]) -> Iterator[str]:
    """Hexes, improvements, settlements, and what is cut off."""
    hexes = realm.hexes.values()
    yield words.size(realm.size, realm.districts, realm.population)
    yield words.terrains(_most(each.terrain for each in hexes))
    yield words.improvements(_most(kind for each in hexes for kind in each.improvements))
    found = _most(kind for each in hexes for kind in each.specials)
    if found:
        yield words.specials(found)
    rivers = sum(each.has_river for each in hexes)
    if rivers:
        yield words.rivers(rivers)
    yield ""
    yield from fitting(_towns(realm), TOWNS)
    yield from fitting(_parts(realm), EVENTS)


def _most(found: Iterable[Terrain | Improvement | Special]) -> list[tuple[str, int]]:
    return Counter(each.value for each in found).most_common()


def _towns(realm: Realm) -> Iterator[str]:
    if realm.kingdom.capital is None:
        yield words.NO_CAPITAL
    for id_, town in realm.towns.items():
        where = safe(realm.land.name_of(town.spot), 20)
        is_capital = id_ == realm.kingdom.capital
        size, people = size_of(town, realm.rulings), population(town, realm.rulings)
        yield words.town(safe(town.name, NAME), where, size, town.districts, people, is_capital=is_capital)


def _parts(realm: Realm) -> Iterator[str]:
    for part in realm.kingdom.parts:
        state = words.HELD if part.is_held else words.LOST if part.is_lost else words.UNDECIDED
        names = [safe(realm.land.name_of(spot), 20) for spot in part.spots[:4]]
        yield words.part(len(part.spots), names + ["…"] * (len(part.spots) > 4), state)


# -- the month ----------------------------------------------------------------------------------------


def limits_line(realm: Realm) -> str:
    """What this month's Edict phase allows, and what of it is used."""
    is_ahead = realm.kingdom.month.phase in (Phase.BEFORE, Phase.UPKEEP)
    used, row = realm.kingdom.month.used, limits(realm.size)
    most: Mapping[Limit, int | None] = {
        each: getattr(row, each.value) if is_ahead else allowed(realm, each) for each in Limit
    }
    parts = [(each.value, used.get(each, 0), most[each]) for each in Limit]
    return words.limits(parts, is_ahead=is_ahead)


def month(realm: Realm, steps: Sequence[Step]) -> Iterator[str]:
    """Which steps are over and which wait, what was rolled, what is used of the limits, what goes on."""
    kingdom = realm.kingdom
    yield from standing(kingdom)
    yield ""
    over = [mark for mark in kingdom.month.marks if mark.how is not Mark.NOT_NEEDED]
    told = (words.over(mark.how.value, mark.step.value, safe(mark.reason, BRIEF)) for mark in over)
    yield from fitting(told, STEPS)
    yield from waiting(steps)
    yield ""
    yield from (
        words.roll(each.step, each.die, each.total, each.dc, is_success=each.is_success)
        for each in kingdom.month.rolls[-6:]
    )
    yield limits_line(realm)
    yield _edicts(kingdom)
    yield from _armies(kingdom)
    yield from _events(kingdom)


def waiting(steps: Sequence[Step]) -> Iterator[str]:
    """What waits, and for whom."""
    for step in steps[:8]:
        yield words.waits(safe(step.label.rpartition(": ")[2], 60), person(step.who))


def _armies(kingdom: Kingdom) -> Iterator[str]:
    if kingdom.armies:
        named = (words.army(safe(each.name, NAME), each.consumption) for each in kingdom.armies)
        yield words.armies(fitting(named, SHORT))


def _events(kingdom: Kingdom) -> Iterator[str]:
    going_on = under_way(kingdom)
    if going_on:
        named = (words.event(safe(words.event_name(each.event), NAME), each.since) for each in going_on)
        yield words.events(fitting(named, EVENTS))
