"""Buildings and places as people and buttons name them."""

from __future__ import annotations

from collections.abc import Iterator

from bot.engine.words import one_line, safe, whole_number
from bot.errors import RuleViolation
from bot.systems.kingdom.rules.lots import lot_name, lot_of
from bot.systems.kingdom.rules.terms import Border, BuildingType
from bot.systems.kingdom.rules.town import Building, Place, Town
from bot.systems.kingdom.words import building_places as words
from bot.systems.kingdom.words.buildings import BUILDINGS


def place_text(place: Place) -> str:
    """A place as text: district, and lots or border: "1:C4+D4", "2:north", "1"."""
    where = place.border.value if place.border else "+".join(lot_name(lot) for lot in place.lots)
    return f"{place.district}:{where}" if where else str(place.district)


def place_of(text: str) -> Place:
    """The place of that text; without a district the first is meant. Raises RuleViolation."""
    district, _, where = text.strip().rpartition(":") if ":" in text else ("1", "", text.strip())
    number = whole_number(where) if not _ else None
    if number is not None:
        return Place(number)
    found = whole_number(district)
    border = next((each for each in Border if each.value == where.casefold()), None)
    lots = [lot_of(each) for each in where.replace("+", " ").replace(",", " ").split()]
    known = tuple(sorted(lot for lot in lots if lot is not None))
    if found is None or (border is None and (len(known) != len(lots) or not known)):
        raise RuleViolation(words.no_place(safe(text, 40)))
    return Place(found, () if border is not None else known, border)


def building_type(text: str) -> BuildingType:
    """The building of that name, however it is written. Raises RuleViolation."""
    meant = one_line(text).casefold()
    for each in BuildingType:
        if meant in (each.value, BUILDINGS[each.value].casefold()):
            return each
    raise RuleViolation(words.no_such_building(safe(text, 40)))


def building_of(town: Town, text: str) -> Building:
    """The building that stands in a settlement: by its number, by type where there is one, by a lot, or both.

    Raises RuleViolation naming how to say which.
    """
    meant = one_line(text).casefold()
    number = whole_number(meant)
    lot = lot_of(meant.rpartition(":")[2])
    district = whole_number(meant.rpartition(":")[0] or "1")
    found = [
        each
        for each in town.buildings
        if each.number == number
        or meant in _names(each)
        or (lot is not None and lot in each.place.lots and each.place.district == district)
    ]
    if len(found) == 1:
        return found[0]
    if not found and number is not None:
        raise RuleViolation(words.gone(safe(town.name, 60)))
    if not found:
        raise RuleViolation(words.not_there(safe(text, 40), safe(town.name, 60)))
    raise RuleViolation(words.which([words.at(each.type.value, place_text(each.place)) for each in found]))


def _names(building: Building) -> Iterator[str]:
    """What people call it, and how lists name it: the first district is left out there."""
    type_, where = building.type.value, place_text(building.place)
    yield type_
    yield BUILDINGS[type_].casefold()
    yield words.at(type_, where).casefold()
    yield words.at(type_, where.removeprefix("1:")).casefold()
