"""The rows of a map's file as hexes: each cell read, each row and the whole map checked, all faults told."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from difflib import get_close_matches
from enum import StrEnum
from typing import Any, TypeVar

from bot.engine.system import RecordId
from bot.engine.words import one_line, safe, whole_number
from bot.errors import RuleViolation
from bot.systems.kingdom.rules.hexes import FARTHEST, Direction, Spot, beside, spot
from bot.systems.kingdom.rules.land import MOST_HEXES, Hex, Land
from bot.systems.kingdom.rules.land_edits import note_of
from bot.systems.kingdom.rules.land_files import Row
from bot.systems.kingdom.rules.places import label_of
from bot.systems.kingdom.rules.siting import GROUNDS
from bot.systems.kingdom.rules.terms import Improvement, Special, Terrain
from bot.systems.kingdom.words import land_files as words
from bot.systems.kingdom.words import places

E = TypeVar("E", bound=StrEnum)
MOST_MONTHS = 9999


@dataclass(frozen=True, slots=True)
class Odd:
    """An improvement where the rules would not let anybody build it: a game master may."""

    row: int
    is_listed: bool
    improvement: Improvement
    terrain: Terrain


@dataclass(frozen=True, slots=True)
class Reading:
    """A file as it would be read: the map afterwards, and what is odd in it, by row."""

    land: Land
    odd: tuple[Odd, ...] = ()


@dataclass(frozen=True, slots=True)
class Known:
    """What rows are read against: the map as it is, kingdoms by name, and what must stay where it is."""

    land: Land
    realms: Mapping[str, RecordId]
    # Settlements, by their hex.
    towns: Mapping[Spot, str]
    # Why a hex can't leave the map; empty where it can.
    holding: Callable[[Spot], str]


def read_rows(known: Known, rows: Sequence[Row], *, is_replacing: bool) -> Reading:
    """The map with those rows. Raises RuleViolation with everything that is wrong, by row."""
    faults: list[tuple[Row | None, str]] = []
    read: dict[Spot, tuple[Row, Hex]] = {}
    for row in rows:
        _read(known, row, read, faults)
    hexes = {at: each for at, (_, each) in read.items()}
    # The order of the map is of no account; a file that has all of it gives its own.
    kept = {} if is_replacing else {at: each for at, each in known.land.hexes.items() if at not in hexes}
    land = replace(known.land, hexes={**kept, **hexes})
    faults += _labels(land, read)
    faults += _rivers(land, read)
    faults += [(row, why) for row, why in _settled(known, read)]
    if is_replacing:
        gone = (at for at in known.land.hexes if at not in hexes)
        faults += [(None, why) for why in map(known.holding, gone) if why]
    if len(land.hexes) > MOST_HEXES:
        faults.append((None, words.too_many(len(land.hexes), MOST_HEXES)))
    if faults:
        raise RuleViolation(words.faults([_fault(row, why) for row, why in _in_order(faults)]))
    return Reading(land, tuple(_odd(read)))


def _in_order(faults: list[tuple[Row | None, str]]) -> list[tuple[Row | None, str]]:
    return sorted(faults, key=lambda fault: fault[0].number if fault[0] is not None else MOST_HEXES**2)


def _fault(row: Row | None, why: str) -> str:
    return why if row is None else words.fault(row.number, why, is_listed=row.is_listed)


# -- a row ----------------------------------------------------------------------------------------------


def _read(
    known: Known, row: Row, read: dict[Spot, tuple[Row, Hex]], faults: list[tuple[Row | None, str]]
) -> None:
    try:
        at = _spot(row)
        if at in read:
            raise RuleViolation(words.hex_twice(at, read[at][0].number, is_listed=row.is_listed))
    except RuleViolation as wrong:
        faults.append((row, str(wrong)))
        return
    parts = _cells(known, row, faults)
    before = known.land.hexes.get(at)
    if parts.get("terrain", Terrain.PLAINS) is None:
        del parts["terrain"]
    if before is None and "terrain" not in parts:
        is_told = any(each is row for each, _ in faults)
        faults += [] if is_told else [(row, words.needs_terrain(at))]
    found = replace(before or Hex(Terrain.PLAINS), **parts)
    read[at] = (row, _claimed(row, found, faults))


def _cells(known: Known, row: Row, faults: list[tuple[Row | None, str]]) -> dict[str, Any]:
    """What the row's cells say of its hex; what can't be read becomes a fault each."""
    parts: dict[str, Any] = {}
    for name, text in row.cells.items():
        if name in _READERS:
            field, read_cell = _READERS[name]
            try:
                parts[field] = read_cell(known, text)
            except RuleViolation as wrong:
                faults.append((row, str(wrong)))
    return parts


def _spot(row: Row) -> Spot:
    q, r = (whole_number(row.cells.get(name, "")) for name in ("q", "r"))
    if q is None or r is None or max(abs(q), abs(r)) > FARTHEST:
        given = f"{row.cells.get('q', '')},{row.cells.get('r', '')}"
        raise RuleViolation(words.no_coordinates(safe(given, 40), FARTHEST))
    return spot(q, r)


def _claimed(row: Row, found: Hex, faults: list[tuple[Row | None, str]]) -> Hex:
    """What a kingdom claims is explored, cleared and revealed; a cell that says no is wrong."""
    if found.realm is None:
        return found
    denied = [name for name in ("explored", "cleared", "revealed") if row.cells.get(name, "").strip()]
    faults += [(row, words.claimed_is_known(name)) for name in denied if not getattr(found, f"is_{name}")]
    return replace(found, is_explored=True, is_cleared=True, is_revealed=True)


# -- cells ----------------------------------------------------------------------------------------------


def _terrain(_known: Known, text: str) -> Terrain | None:
    wanted = one_line(text).casefold()
    if not wanted:
        return None
    if wanted in words.COASTLINE:
        raise RuleViolation(words.COASTLINE_IS_COAST)
    names = {**{each.value: each for each in Terrain}, **{k: Terrain(v) for k, v in words.TERRAINS.items()}}
    if wanted not in names:
        near = get_close_matches(wanted, names, 1)
        raise RuleViolation(words.no_terrain(safe(text, 40), names[near[0]].value if near else ""))
    return names[wanted]


def _listing(enum: type[E], text: str, wrong: Callable[[str, str, Sequence[str]], str]) -> tuple[E, ...]:
    """Values divided by spaces, commas or semicolons, in the order of their kind."""
    names = {each.value.casefold(): each for each in enum}
    found = set()
    for word in text.replace(",", " ").replace(";", " ").split():
        wanted = word.casefold()
        if wanted not in names:
            near = get_close_matches(wanted, names, 1)
            raise RuleViolation(wrong(safe(word, 40), near[0] if near else "", [each.value for each in enum]))
        found.add(names[wanted])
    return tuple(each for each in enum if each in found)


def specials_of(text: str) -> tuple[Special, ...]:
    """Special terrain out of a list; "Free City" may have its space. Raises RuleViolation."""
    joined = text.casefold().replace(words.FREE_CITY, Special.FREE_CITY.value).replace("-", "_")
    return _listing(Special, joined, words.no_special)


def _rivers_of(_known: Known, text: str) -> tuple[Direction, ...]:
    return _listing(Direction, text, words.no_direction)


def _improvements(_known: Known, text: str) -> tuple[Improvement, ...]:
    return _listing(Improvement, text, words.no_improvement)


def _is_yes(_known: Known, text: str) -> bool:
    answer = words.ANSWERS.get(text.strip().casefold())
    if answer is None:
        raise RuleViolation(words.neither_yes_nor_no(safe(text, 40)))
    return answer


def _realm(known: Known, text: str) -> RecordId | None:
    name = one_line(text)
    if not name:
        return None
    found = known.realms.get(name.casefold())
    if found is None:
        near = get_close_matches(name.casefold(), known.realms, 1)
        raise RuleViolation(words.no_kingdom(safe(name, 60), safe(near[0], 60) if near else ""))
    return found


def _month(_known: Known, text: str) -> int | None:
    if not text.strip():
        return None
    number = whole_number(text)
    if number is None or not 0 <= number <= MOST_MONTHS:
        raise RuleViolation(words.no_month(safe(text, 40), MOST_MONTHS))
    return number


_READERS: Mapping[str, tuple[str, Callable[[Known, str], Any]]] = {
    "label": ("label", lambda _, text: label_of(text)),
    "terrain": ("terrain", _terrain),
    "rivers": ("rivers", _rivers_of),
    "coast": ("is_coast", _is_yes),
    "lake": ("has_lake", _is_yes),
    "specials": ("specials", lambda _, text: specials_of(text)),
    "explored": ("is_explored", _is_yes),
    "cleared": ("is_cleared", _is_yes),
    "revealed": ("is_revealed", _is_yes),
    "realm": ("realm", _realm),
    "improvements": ("improvements", _improvements),
    "prepared": ("prepared", _month),
    "notes": ("notes", lambda _, text: note_of(text)),
    "secret": ("secret", lambda _, text: note_of(text)),
}


# -- the whole map --------------------------------------------------------------------------------------


def _labels(land: Land, read: Mapping[Spot, tuple[Row, Hex]]) -> Iterator[tuple[Row | None, str]]:
    """A label used twice, in the file or on the rest of the map."""
    count = Counter(each.label.casefold() for each in land.hexes.values() if each.label)
    first: dict[str, Spot] = {}
    for at, each in land.hexes.items():
        if count[each.label.casefold()] < 2:
            continue
        earlier = first.setdefault(each.label.casefold(), at)
        if earlier != at and at in read:
            yield read[at][0], places.label_used(safe(each.label), earlier)


def _rivers(land: Land, read: Mapping[Spot, tuple[Row, Hex]]) -> Iterator[tuple[Row | None, str]]:
    """Rivers that lead nowhere: into a hex of the map from which none flows back."""
    for at, (row, each) in read.items():
        for direction in Direction:
            there = beside(at, direction)
            if there not in land.hexes or land.flows(there, direction.opposite) is (direction in each.rivers):
                continue
            name, back = safe(land.name_of(there)), direction.opposite.value
            if direction in each.rivers:
                yield row, words.leads_nowhere(direction.value, name, back)
            elif there not in read:
                yield row, words.flows_in(name, direction.value)


def _settled(known: Known, read: Mapping[Spot, tuple[Row, Hex]]) -> Iterator[tuple[Row, str]]:
    """Settlements stay on land, and with the kingdom that they belong to."""
    for at, town in known.towns.items():
        if at not in read:
            continue
        row, each = read[at]
        before = known.land.hexes.get(at)
        if each.terrain is Terrain.WATER:
            yield row, words.settled_water(safe(town, 60))
        if before is not None and before.realm != each.realm:
            yield row, words.settled_realm(safe(town, 60))


def _odd(read: Mapping[Spot, tuple[Row, Hex]]) -> Iterator[Odd]:
    for row, each in read.values():
        for improvement in each.improvements:
            if each.terrain not in GROUNDS.get(improvement, (each.terrain,)):
                yield Odd(row.number, row.is_listed, improvement, each.terrain)
