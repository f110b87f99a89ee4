"""A settlement's text read again, cell by cell: what stands where, and everything that is wrong."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Final

from bot.engine.system import RecordId
from bot.engine.words import clip, one_line, safe, whole_number
from bot.errors import RuleViolation
from bot.systems.kingdom.rules.builders import meant_type
from bot.systems.kingdom.rules.building_book import row_of
from bot.systems.kingdom.rules.lots import SIDE, Lot, lot_name, lot_of
from bot.systems.kingdom.rules.placing_buildings import NATURAL
from bot.systems.kingdom.rules.plots import Ground
from bot.systems.kingdom.rules.settings import Rulings
from bot.systems.kingdom.rules.settling import borders_of, with_borders
from bot.systems.kingdom.rules.terms import Border, BuildingType
from bot.systems.kingdom.rules.town import MOST_DISTRICTS, Building, Place, Town
from bot.systems.kingdom.rules.town_finds import MOST_CR, MOST_DISPLAY
from bot.systems.kingdom.rules.town_texts import in_lines
from bot.systems.kingdom.words import town_codes as codes
from bot.systems.kingdom.words import town_files as words
from bot.systems.kingdom.words.buildings import BUILDINGS

MOST_BYTES: Final = 32 * 1024
SHOWN: Final = 24


@dataclass(slots=True)
class Sheet:
    """One district of a text, no cell of it read yet; None for borders that it says nothing of."""

    number: int
    borders: tuple[Border, ...] | None = None
    rows: list[list[str]] = field(default_factory=list)
    beside: list[str] = field(default_factory=list)
    details: list[str] = field(default_factory=list)


@dataclass(slots=True)
class Reading:
    """What a text says: buildings numbered in its order, each district's borders, and all its faults."""

    buildings: list[Building] = field(default_factory=list)
    borders: list[tuple[Border, ...] | None] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)

    @property
    def districts(self) -> int:
        """How many there are."""
        return len(self.borders)


def read_town(text: str, rulings: Rulings) -> Reading:
    """What a text says. Raises RuleViolation for one that is too long, or with all that is wrong in it."""
    size = len(text.encode(errors="replace"))
    if size > MOST_BYTES:
        raise RuleViolation(words.too_big(size, MOST_BYTES))
    reading = Reading()
    sheets = _sheets(in_lines(text), reading.faults)
    if not sheets and not reading.faults:
        raise RuleViolation(words.NOTHING_THERE)
    for sheet in sheets:
        reading.borders.append(sheet.borders)
        _read_sheet(sheet, reading, rulings)
    if reading.faults:
        raise RuleViolation(words.faults(reading.faults))
    return reading


# -- lines --------------------------------------------------------------------------------------------

_HEADER = re.compile(rf"{codes.DISTRICT}\s+(\d+)\b(.*)", re.IGNORECASE)


def _sheets(lines: list[str], faults: list[str]) -> list[Sheet]:
    sheets: list[Sheet] = []
    for line in lines:
        # Spreadsheets fill a row up with empty cells.
        text = one_line(line).rstrip(',;\t "').lstrip('" ') if _is_told(line) else line.strip("\r\n ")
        if header := _HEADER.match(text):
            sheets.append(_begun(header, len(sheets) + 1, faults))
        elif text.startswith(codes.NOTE) or not text.strip(" "):
            continue
        else:
            sheets = sheets or [Sheet(1)]
            _file(text, sheets[-1])
    if len(sheets) > MOST_DISTRICTS:
        faults.append(words.too_many_districts(len(sheets), MOST_DISTRICTS))
    return sheets[:MOST_DISTRICTS]


def _is_told(line: str) -> bool:
    text = line.strip().strip('"')
    marks = (codes.BESIDE, codes.DETAIL, codes.NOTE)
    return text.startswith(marks) or _HEADER.match(text) is not None


def _begun(header: re.Match[str], number: int, faults: list[str]) -> Sheet:
    """A district by its header, which says its number and perhaps its water."""
    found, said = whole_number(header[1]), header[2]
    if found != number:
        faults.append(words.wrong_district(safe(header[1], 9), number))
    _, told, water = said.partition(codes.WATER)
    if not told:
        return Sheet(number)
    water = water.strip(" :,;\"'")
    try:
        return Sheet(number, () if water.casefold() in ("", codes.NO_WATER) else borders_of(water))
    except RuleViolation as wrong:
        faults.append(words.in_header(number, str(wrong)))
        return Sheet(number)


def _file(text: str, sheet: Sheet) -> None:
    """Put a line where it belongs."""
    if text.startswith(codes.BESIDE):
        sheet.beside.append(text[1:].strip())
    elif text.startswith(codes.DETAIL):
        sheet.details.append(text[1:].strip())
    elif text.strip(",;\t ") or len(sheet.rows) < SIDE:
        sheet.rows.append(_cells(text))


def _cells(text: str) -> list[str]:
    mark = max(",;\t", key=text.count)
    if mark in text:
        return [one_line(cell) for cell in next(csv.reader([text], delimiter=mark))]
    return text.split()


# -- a district ---------------------------------------------------------------------------------------


def _read_sheet(sheet: Sheet, reading: Reading, rulings: Rulings) -> None:
    number, faults = sheet.number, reading.faults
    if len(sheet.rows) != SIDE:
        faults.append(words.rows(number, len(sheet.rows)))
    written: dict[tuple[BuildingType, str], list[tuple[Lot, str]]] = {}
    for row, cells in enumerate(sheet.rows[:SIDE]):
        if len(cells) != SIDE:
            faults.append(words.cells(number, row + 1, len(cells)))
        for column, cell in enumerate(cells[:SIDE]):
            _read_cell(cell, row * SIDE + column, number, written, faults)
    found = [_on_lots(key, cells, number) for key, cells in written.items()]
    found += [each for text in sheet.beside if (each := _beside(text, number, faults)) is not None]
    found = [replace(each, type=meant_type(each.type.value, rulings)) for each in found]
    placed = _placed(sorted(found, key=_order), sheet, reading, rulings)
    reading.buildings += _detailed(placed, sheet, faults)


_CELL = re.compile(rf"([^\d{codes.DAMAGED}{codes.NATURAL}\{codes.EXEMPT}]+?)\s*(\d*)\s*([!~*\s]*)")
_MARKS = (codes.DAMAGED, codes.NATURAL, codes.EXEMPT)


def _read_cell(
    cell: str,
    lot: Lot,
    district: int,
    written: dict[tuple[BuildingType, str], list[tuple[Lot, str]]],
    faults: list[str],
) -> None:
    text = cell.strip().strip('"')
    if text in ("", codes.EMPTY, "-"):
        return
    match = _CELL.fullmatch(text)
    building = _named(match[1]) if match is not None else None
    if match is None or building is None:
        faults.append(words.unknown(district, lot_name(lot), safe(clip(text, SHOWN))))
        return
    # Without a number each cell is a building of its own, where a building may have one lot.
    is_single = not match[2] and (1, 1) in row_of(building).shapes
    key = lot_name(lot) if is_single else match[2].lstrip("0")
    written.setdefault((building, key), []).append((lot, match[3]))


def _named(text: str) -> BuildingType | None:
    return _NAMES.get(_plain(text))


def _plain(text: str) -> str:
    return "".join(letter for letter in text.casefold() if letter.isalnum())


_NAMES = {_plain(BUILDINGS[each]): each for each in BuildingType} | {
    _plain(codes.CODES[each]): each for each in BuildingType
}


def _on_lots(key: tuple[BuildingType, str], cells: list[tuple[Lot, str]], district: int) -> Building:
    lots = tuple(sorted(lot for lot, _ in cells))
    return _marked(key[0], Place(district, lots), "".join(marks for _, marks in cells))


def _marked(building: BuildingType, place: Place, marks: str) -> Building:
    damaged, natural, exempt = (mark in marks for mark in _MARKS)
    return Building(0, building, place, is_damaged=damaged, is_natural=natural, is_exempt=exempt)


def _beside(text: str, district: int, faults: list[str]) -> Building | None:
    """What stands at a border, on another's lot, or in the district at large: "City Wall north !"."""
    bare = text.rstrip("".join(_MARKS) + " ")
    marks, last = text[len(bare) :], bare.rpartition(" ")[2]
    lots = [lot_of(each) for each in last.split("+")]
    border = next((each for each in Border if each.value == last.casefold()), None)
    is_at = border is not None or None not in lots
    building = _named(bare.rpartition(" ")[0] if is_at else bare)
    if building is None:
        faults.append(words.unknown_beside(district, safe(clip(text, SHOWN))))
        return None
    known = tuple(sorted(lot for lot in lots if lot is not None))
    return _marked(building, Place(district, known if is_at and border is None else (), border), marks)


_FIRST = (BuildingType.CITY_WALL, BuildingType.MOAT, BuildingType.CISTERN)
_LAST = (BuildingType.WATERGATE, BuildingType.EVERFLOWING_SPRING, BuildingType.MAGICAL_STREETLAMPS)


def _order(each: Building) -> tuple[int, int]:
    """Whatever others stand on comes before them."""
    is_own = bool(each.place.lots) and each.type not in (*_LAST, BuildingType.BRIDGE, BuildingType.CISTERN)
    order = 0 if is_own else 1 if each.type in _FIRST else 3 if each.type in _LAST else 2
    return order, each.place.lots[0] if each.place.lots else 0


def _placed(found: list[Building], sheet: Sheet, reading: Reading, rulings: Rulings) -> Iterator[Building]:
    """Those that have room, one after the other; why the others have none is a fault at their first lot."""
    number = sheet.number
    town = with_borders(Town("", "", RecordId(""), districts=number), number, sheet.borders or ())
    for each in found:
        where = lot_name(each.place.lots[0]) if each.place.lots else ""
        if each.is_natural and each.type not in NATURAL:
            reading.faults.append(words.no_nature(number, where, each.type.value))
        if why := _no_room(Ground(town, rulings), each):
            reading.faults.append(words.no_room(number, where, each.type.value, why))
            continue
        new = replace(each, number=len(reading.buildings) + len(town.buildings) + 1)
        town = replace(town, buildings=(*town.buildings, new))
    yield from town.buildings


def _no_room(ground: Ground, each: Building) -> str:
    """Why it can't be there at all: its shape, its lots, or a campaign without Brothels (R083)."""
    why = ground.room(each.type, each.place)
    return why or (ground.in_settlement(each.type) if each.type is BuildingType.BROTHEL else "")


# -- what is kept or shown ----------------------------------------------------------------------------

_DETAIL = re.compile(
    rf"([A-F][1-6])\s*(?:{codes.CR}\s*(\d{{1,9}}))?\s*(?:{codes.DISPLAY}\s*(\d{{1,9}}))?\s*({codes.SIGNIFICANT})?",
    re.IGNORECASE,
)


def _detailed(found: Iterator[Building], sheet: Sheet, faults: list[str]) -> list[Building]:
    """The same with what a Menagerie keeps and a Museum shows: "A1 CR 8"."""
    buildings = list(found)
    for text in sheet.details:
        match = _DETAIL.fullmatch(text)
        lot = lot_of(match[1]) if match is not None else None
        at = next((n for n, each in enumerate(buildings) if _has_details(each, lot)), None)
        cr, display = (int(match[group] or 0) for group in (2, 3)) if match is not None else (0, 0)
        if match is None or at is None or cr > MOST_CR or display > MOST_DISPLAY:
            faults.append(words.no_detail(sheet.number, safe(clip(text, SHOWN)), MOST_CR, MOST_DISPLAY))
            continue
        buildings[at] = replace(buildings[at], cr=cr, display=display, is_significant=bool(match[4]))
    return buildings


def _has_details(each: Building, lot: Lot | None) -> bool:
    return lot in each.place.lots and each.type in (BuildingType.MENAGERIE, BuildingType.MUSEUM)
