"""A district's picture in words: what stands where, as a list."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence

from bot.systems.kingdom.rules.building_book import AT_BORDERS
from bot.systems.kingdom.rules.lots import LOTS, Lot, lot_name
from bot.systems.kingdom.rules.plots import free_lots
from bot.systems.kingdom.rules.terms import Border
from bot.systems.kingdom.rules.town import Building, Place, Town
from bot.systems.kingdom.screens.district_plan import Plan
from bot.systems.kingdom.words import districts as words
from bot.ui.card import ALT
from bot.ui.text import bare

# So many letters tell what is only planned.
MOST_PLANNED = 300


def district_alt(plan: Plan) -> str:
    """All that the picture shows, in at most ALT letters: listed, else counted as far as there is room."""
    full = " ".join(_told(plan, _listed))
    if len(full) <= ALT:
        return full
    least = len(" ".join(_told(plan, lambda town, district: ())))
    room = (ALT - least) // len(plan.districts) - len(words.alt_more(LOTS)) - 1
    return " ".join(_told(plan, lambda town, district: _fitting(_counted(town, district), room)))


def _fitting(entries: Sequence[str], room: int) -> Sequence[str]:
    """As many of them as there is room for; the others counted."""
    kept: list[str] = []
    for each in entries:
        room -= len(each) + 2
        if room < 0:
            return [*kept, words.alt_more(len(entries) - len(kept))]
        kept.append(each)
    return kept


def _told(plan: Plan, listed: Callable[[Town, int], Sequence[str]]) -> Iterator[str]:
    town = plan.town
    yield words.alt_head(bare(town.name), plan.month)
    if town.lots:
        yield words.told(town.lots)
    if plan.letters:
        yield words.alt_letters([(letter, _where(place)) for letter, place in plan.letters])
    if planned := [each for each in plan.buildings if each.number in plan.planned]:
        yield words.alt_planned(_fitting([_entry(each, _at(each)) for each in planned], MOST_PLANNED))
    for district in plan.districts:
        yield words.alt_lots(district, town.districts, plan.used(district), plan.free(district))
        yield from _borders(town, district)
        yield from _streets(town, district)
        if entries := listed(town, district):
            yield words.alt_listed(entries)


def _where(place: Place) -> str:
    """Its lots from first to last, as in "B1-C2"; its border; or that it is the whole district."""
    if place.border is not None:
        return place.border.value
    return _lots(place.lots) if place.lots else words.WHOLE


def _at(each: Building) -> str:
    return _where(each.place)


def _lots(lots: Sequence[Lot]) -> str:
    first, last = lot_name(min(lots)), lot_name(max(lots))
    return first if first == last else f"{first}-{last}"


def _borders(town: Town, district: int) -> Iterator[str]:
    """Those that are more than land."""
    for border in Border:
        parts = [words.WATER] if border in town.water_borders(district) else []
        parts += [_entry(each, "") for each in town.in_district(district) if each.place.border is border]
        if parts:
            yield words.alt_border(border.value, parts)


def _streets(town: Town, district: int) -> Iterator[str]:
    at_large = [each for each in town.in_district(district) if not each.place.lots and not each.place.border]
    if at_large:
        yield words.alt_at_large([_entry(each, "") for each in at_large])


def _entry(each: Building, where: str) -> str:
    return words.alt_entry(where, each.type.value, is_damaged=each.is_damaged, is_natural=each.is_natural)


def _listed(town: Town, district: int) -> Sequence[str]:
    there = sorted((each for each in town.in_district(district) if each.place.lots), key=_first)
    return [_entry(each, _lots(each.place.lots)) for each in there] + [
        words.alt_ruin(_lots(lots), type_) for type_, lots in ruins(town, district)
    ]


def _first(building: Building) -> tuple[Lot, int]:
    return min(building.place.lots), building.number


def _counted(town: Town, district: int) -> Sequence[str]:
    there = [each for each in town.in_district(district) if each.type not in AT_BORDERS and each.place.lots]
    counts = Counter(each.type.value for each in there)
    damaged = Counter(each.type.value for each in there if each.is_damaged)
    listed = [words.alt_count(type_, count, damaged[type_]) for type_, count in counts.most_common()]
    lots = sum(len(left) for _, left in ruins(town, district))
    return [*listed, words.alt_ruins(lots)] if lots else listed


def ruins(town: Town, district: int) -> Iterator[tuple[str, tuple[Lot, ...]]]:
    """What lies in ruins on which of its lots: those on which nothing stands again."""
    free = set(free_lots(town, district))
    # The latest ruin of a lot is the one that is seen.
    for each in reversed(town.remains):
        left = tuple(lot for lot in each.place.lots if lot in free) if each.place.district == district else ()
        if left:
            free -= set(left)
            yield each.type.value, left
