"""Settlements of a realm: which one is meant, and what changes when one more belongs to it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from bot.engine.system import RecordId
from bot.engine.words import one_line, safe
from bot.errors import RuleViolation
from bot.systems.kingdom.rules.book import XP_CAPITAL
from bot.systems.kingdom.rules.building_book import WALLS
from bot.systems.kingdom.rules.land import Hex
from bot.systems.kingdom.rules.realm import Realm
from bot.systems.kingdom.rules.terms import Border, Improvement, Special
from bot.systems.kingdom.rules.territories import separated
from bot.systems.kingdom.rules.town import NAME_LENGTH, Building, Town
from bot.systems.kingdom.words import settlements as words

CAPITAL = "capital"


def settlement_of(realm: Realm, text: str) -> tuple[RecordId, Town]:
    """The realm's settlement of that id or name. Raises RuleViolation naming those it has."""
    meant = one_line(text).casefold()
    by_id = [(id_, town) for id_, town in realm.towns.items() if id_ == text]
    found = by_id or [pair for pair in realm.towns.items() if pair[1].name.casefold() == meant]
    if len(found) == 1:
        return found[0]
    names = [safe(town.name, NAME_LENGTH) for town in realm.towns.values()]
    raise RuleViolation(words.no_such_settlement(safe(text, NAME_LENGTH), names))


def settlement_name(text: str, others: Iterable[Town]) -> str:
    """A name for a settlement, in a line. Raises RuleViolation for none, too long a one, or one in use."""
    name = one_line(text)
    if not name or len(name) > NAME_LENGTH:
        raise RuleViolation(words.name_length(NAME_LENGTH))
    if any(town.name.casefold() == name.casefold() for town in others):
        raise RuleViolation(words.name_taken(safe(name, NAME_LENGTH)))
    return name


def joined(realm: Realm, id_: RecordId, town: Town) -> Realm:
    """The realm with one settlement more: founded, claimed, reclaimed or given to it.

    Its first one is the capital; the first capital of all is a milestone, once.
    """
    kingdom = realm.kingdom
    is_first = not kingdom.settlements
    # What others drew up for it is their own; its months are counted anew, for each kingdom counts its own.
    buildings = tuple(_without_months(each) for each in town.buildings)
    own = replace(town, kingdom=realm.id, founded=realm.month, is_hidden=False, plans=(), buildings=buildings)
    kingdom = replace(kingdom, settlements=(*kingdom.settlements, id_))
    if is_first:
        kingdom = replace(kingdom, capital=id_)
    if is_first and CAPITAL not in kingdom.milestones:
        kingdom = replace(kingdom, milestones=(*kingdom.milestones, CAPITAL), xp=kingdom.xp + XP_CAPITAL)
    return separated(replace(realm, kingdom=kingdom, towns={**realm.towns, id_: own}))


def _without_months(building: Building) -> Building:
    """A building of which nothing was done in a month of its kingdom's yet."""
    wares = tuple(replace(ware, tried=0) for ware in building.wares)
    return replace(building, built=0, wares=wares)


def with_free_city(each: Hex, *, is_one: bool) -> Hex:
    """The hex marked as one with a Free City, or no more."""
    if (Special.FREE_CITY in each.specials) is is_one:
        return each
    others = tuple(special for special in each.specials if special is not Special.FREE_CITY)
    return replace(each, specials=(*others, Special.FREE_CITY) if is_one else others)


def has_shore(each: Hex) -> bool:
    """Whether borders of a settlement there can be water: by river, lake, sea or Canal."""
    return each.has_river or each.has_lake or each.is_coast or each.has(Improvement.CANAL)


def borders_of(text: str) -> tuple[Border, ...]:
    """Borders as people write them: "north, east", "N E". Raises RuleViolation for another word."""
    found = []
    for word in text.replace(",", " ").replace("+", " ").casefold().split():
        if word == "and":
            continue
        border = next((each for each in Border if each.value.startswith(word)), None)
        if border is None:
            raise RuleViolation(words.no_border(safe(word, 40)))
        found.append(border)
    return tuple(each for each in Border if each in found)


def require_shore(each: Hex, borders: Iterable[Border], where: str) -> None:
    """See that water borders lie at water. Raises RuleViolation."""
    if any(borders) and not has_shore(each):
        raise RuleViolation(words.no_shore(where))


def with_borders(town: Town, district: int, borders: tuple[Border, ...]) -> Town:
    """A settlement with those borders of a district as water, the others as land (R102).

    Raises RuleViolation for no district of its.
    """
    if not 1 <= district <= town.districts:
        raise RuleViolation(words.no_district(district, town.districts))
    if district == 1:
        return replace(town, borders=borders)
    shores = [town.water_borders(number) for number in range(2, town.districts + 1)]
    shores[district - 2] = borders
    return replace(town, shores=tuple(shores))


def require_no_wall(town: Town, district: int, borders: Iterable[Border]) -> None:
    """See that no wall or moat stands at borders that are to be water (R099). Raises RuleViolation."""
    # What a game master put there against the rules may stay: a river can serve as a moat.
    ours = (each for each in town.of(*WALLS) if each.place.district == district and not each.is_exempt)
    walls = (each.place.border for each in ours)
    found = next((border for border in walls if border is not None and border in tuple(borders)), None)
    if found is not None:
        raise RuleViolation(words.wall_at_water(found.value))
