"""The markets of a realm: what an item there may cost, and where one may come up in Upkeep."""

from __future__ import annotations

from bot.engine.system import RecordId
from bot.engine.words import one_line, safe, whole_number
from bot.errors import RuleViolation
from bot.systems.kingdom.rules.realm import Realm
from bot.systems.kingdom.rules.slots import slots_of, vacancies
from bot.systems.kingdom.rules.town import Building, Town
from bot.systems.kingdom.rules.worth import base_value
from bot.systems.kingdom.words import items as words


def most_price(realm: Realm, town: Town) -> int:
    """What an item on its market may cost at most, in gp: its base value (R109, R114)."""
    return base_value(town, realm.rulings)


def open_districts(realm: Realm) -> tuple[tuple[RecordId, int], ...]:
    """Every district with a vacant slot, by its settlement: each is rolled for once (R114).

    Where the base value is 0 no item could be cheap enough, and nothing is rolled.
    """
    return tuple(
        (id_, district)
        for id_, town in realm.towns.items()
        if most_price(realm, town) > 0
        for district in range(1, town.districts + 1)
        if vacancies(town, district)
    )


def has_vacancies(realm: Realm) -> bool:
    """Whether an item may come up anywhere in the realm."""
    return bool(open_districts(realm))


def slot_meant(town: Town, text: str) -> tuple[Building, int]:
    """The slot that "building.slot" names by their numbers, or that the item of that name is in.

    Raises RuleViolation for one that the settlement hasn't.
    """
    number, _, slot = text.strip().partition(".")
    building = town.building(whole_number(number) or 0)
    found = whole_number(slot)
    if building is not None and found is not None and 0 <= found < len(slots_of(building.type)):
        return building, found
    meant = one_line(text).casefold()
    named = [
        (each, ware.slot) for each in town.buildings for ware in each.wares if ware.name.casefold() == meant
    ]
    if len(named) != 1 or not meant:
        raise RuleViolation(words.no_such_slot(safe(text, 40), safe(town.name, 60), is_one=not named))
    return named[0]
