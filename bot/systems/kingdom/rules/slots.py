"""Slots for magic items: which a building has, which are vacant, and what is in the others."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from bot.engine.people import EVERYONE, Audience
from bot.systems.kingdom.rules.building_book import SlotRow, row_of
from bot.systems.kingdom.rules.terms import BuildingType, ItemKind

# A settlement asks by these what its unnamed items are.
if TYPE_CHECKING:
    from bot.systems.kingdom.rules.town import Building, Town, Ware


@dataclass(frozen=True, slots=True)
class ItemsGone:
    """Magic items on the market went with their building: their names, and how many had none yet."""

    name: str
    settlement: str
    building: BuildingType
    items: tuple[str, ...]
    unnamed: int = 0
    audience: Audience = EVERYONE


def slots_of(building: BuildingType) -> tuple[SlotRow, ...]:
    """Each slot that a building of that type has, in its order: a row for one slot."""
    return tuple(SlotRow(1, row.grade, row.kinds) for row in row_of(building).slots for _ in range(row.count))


def kinds_of(row: SlotRow) -> tuple[ItemKind, ...]:
    """The kinds of items that a slot is for; where the book names none, all (R114)."""
    return row.kinds or tuple(ItemKind)


def vacant(building: Building) -> tuple[int, ...]:
    """The numbers of its vacant slots; a damaged building has none to fill (R108)."""
    if building.is_damaged:
        return ()
    filled = {ware.slot for ware in building.wares}
    return tuple(number for number in range(len(slots_of(building.type))) if number not in filled)


def vacancies(town: Town, district: int) -> tuple[tuple[Building, int], ...]:
    """Every vacant slot of a district, with its building."""
    return tuple((each, number) for each in town.in_district(district) for number in vacant(each))


def ware_in(building: Building, slot: int) -> Ware | None:
    """What is in that slot."""
    return next((each for each in building.wares if each.slot == slot), None)


def with_ware(town: Town, building: Building, slot: int, ware: Ware | None) -> Town:
    """The settlement with that in a slot, whatever was in it before; None: nothing."""
    others = [each for each in building.wares if each.slot != slot]
    wares = sorted((*others, *((ware,) if ware is not None else ())), key=lambda each: each.slot)
    changed = replace(building, wares=tuple(wares))
    buildings = tuple(changed if each.number == building.number else each for each in town.buildings)
    return replace(town, buildings=buildings)


# -- where a building becomes another, or comes down --------------------------------------------------


def moved_wares(before: Building, to: BuildingType) -> tuple[Ware, ...]:
    """What stays on the market when a building is upgraded: as many items as its new slots fit.

    A slot fits that is of the same grade and for the item's kind.
    """
    moved = (replace(ware, slot=slot) for ware, slot in _fitted(before, to) if slot is not None)
    return tuple(sorted(moved, key=lambda each: each.slot))


def _fitted(before: Building, to: BuildingType | None) -> list[tuple[Ware, int | None]]:
    """Each item with its slot in the new building; None where there is none for it."""
    old = dict(enumerate(slots_of(before.type)))
    free = dict(enumerate(slots_of(to))) if to is not None else {}
    found = []
    for ware in before.wares:
        slot = next((number for number, row in free.items() if _fits(ware, old.get(ware.slot), row)), None)
        free = {number: row for number, row in free.items() if number != slot}
        found.append((ware, slot))
    return found


def _fits(ware: Ware, before: SlotRow | None, row: SlotRow) -> bool:
    is_same = before is not None and before.grade is row.grade
    return is_same and (ware.kind is None or ware.kind in kinds_of(row))


def items_gone(
    kingdom: str, town: Town, before: Building, to: BuildingType | None = None
) -> tuple[ItemsGone, ...]:
    """What is told of items that go with a building that comes down, or is upgraded `to` another."""
    lost = [ware for ware, slot in _fitted(before, to) if slot is None]
    names = tuple(each.name for each in lost if each.name)
    told = ItemsGone(kingdom, town.name, before.type, names, len(lost) - len(names))
    return (told,) if lost else ()
