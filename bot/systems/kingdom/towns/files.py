"""A settlement's text read again, cell by cell: what stands where, and everything that is wrong."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Final

from bot.engine.declare import action
from bot.engine.dice.source import Dice
from bot.engine.event import Event
from bot.engine.files import require_faultless, require_small
from bot.engine.people import GAME_MASTERS, Permit
from bot.engine.system import RecordId, Result, World
from bot.engine.text import Safe, T, refused
from bot.engine.words import clip, one_line, whole_number
from bot.errors import RuleViolation
from bot.systems.kingdom.book import HOLY_SITES, LOTS_IN_DISTRICT, Attribute, Border, BuildingType
from bot.systems.kingdom.settings import Rulings
from bot.systems.kingdom.towns.bills import clear_lots, meant_type
from bot.systems.kingdom.towns.book import NATURAL, SIDE, WALLS, Lot, lot_name, lot_of, row_of
from bot.systems.kingdom.towns.context import (
    TownContext,
    borders_of,
    require_shore,
    town_context,
    town_scope,
    with_borders,
)
from bot.systems.kingdom.towns.grids import (
    BESIDE,
    CODES,
    CR,
    DAMAGED_MARK,
    DEITY,
    DETAIL,
    DISPLAY,
    DISTRICT,
    EMPTY_LOT,
    EXEMPT_MARK,
    NATURAL_MARK,
    NO_WATER,
    NOTE,
    RAISES,
    SIGNIFICANT,
    WATER,
    in_lines,
)
from bot.systems.kingdom.towns.plots import Ground
from bot.systems.kingdom.towns.state import (
    MOST_CR,
    MOST_DISPLAY,
    MOST_DISTRICTS,
    Building,
    Place,
    Town,
    located,
    place_of,
    place_text,
)
from bot.systems.kingdom.towns.wrecking import falls_with

MOST_BYTES: Final = 32 * 1024


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
        """How many districts it has."""
        return len(self.borders)


EXAMPLE: Final = "/settlement export"


def read_town(text: str, rulings: Rulings) -> Reading:
    """What a text says. Raises RuleViolation for one that is too long, or with all that is wrong in it."""
    require_small(len(text.encode(errors="replace")), MOST_BYTES)
    reading = Reading()
    sheets = _sheets(in_lines(text), reading.faults)
    if not sheets and not reading.faults:
        raise refused(
            "town_file.nothing_there",
            "There's no district in that text. `/settlement export` shows what the text looks like.",
        )
    for sheet in sheets:
        reading.borders.append(sheet.borders)
        _read_sheet(sheet, reading, rulings)
    require_faultless([f"• {each}" for each in reading.faults])
    return reading


# -- lines --------------------------------------------------------------------------------------------

_HEADER = re.compile(rf"{DISTRICT}\s+(\d+)\b(.*)", re.IGNORECASE)


def _sheets(lines: list[str], faults: list[str]) -> list[Sheet]:
    sheets: list[Sheet] = []
    for line in lines:
        # Spreadsheets fill a row up with empty cells.
        text = one_line(line).rstrip(',;\t "').lstrip('" ') if _is_told(line) else line.strip("\r\n ")
        if header := _HEADER.match(text):
            sheets.append(_begun(header, len(sheets) + 1, faults))
        elif text.startswith(NOTE) or not text.strip(" "):
            continue
        else:
            sheets = sheets or [Sheet(1)]
            _file(text, sheets[-1])
    if len(sheets) > MOST_DISTRICTS:
        many = T("a settlement can have at most {most} districts; this has {count}.")
        faults.append(many(most=MOST_DISTRICTS, count=len(sheets)))
    return sheets[:MOST_DISTRICTS]


def _is_told(line: str) -> bool:
    text = line.strip().strip('"')
    marks = (BESIDE, DETAIL, NOTE)
    return text.startswith(marks) or _HEADER.match(text) is not None


def _begun(header: re.Match[str], number: int, faults: list[str]) -> Sheet:
    """A district by its header, which says its number and perhaps its water."""
    found, said = whole_number(header[1]), header[2]
    if found != number:
        wrong = T(
            "“District {said:9}” comes as number {number} in the text; number the districts in order from 1."
        )
        faults.append(wrong(said=header[1], number=number))
    _, mark, water = said.partition(WATER)
    if not mark:
        return Sheet(number)
    water = water.strip(" :,;\"'")
    try:
        return Sheet(number, () if water.casefold() in ("", NO_WATER) else borders_of(water))
    except RuleViolation as why:
        faults.append(T("district {number}: {why}")(number=number, why=why))
        return Sheet(number)


def _file(text: str, sheet: Sheet) -> None:
    """File a line under the part of the sheet to which it belongs."""
    if text.startswith(BESIDE):
        sheet.beside.append(text[1:].strip())
    elif text.startswith(DETAIL):
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
        rows = T("district {number} has {count} {count:row|rows} of lots; a district has 6.")
        faults.append(rows(number=number, count=len(sheet.rows)))
    written: dict[tuple[BuildingType, str], list[tuple[Lot, str]]] = {}
    for row, cells in enumerate(sheet.rows[:SIDE]):
        if len(cells) != SIDE:
            wrong = T("district {number}, row {row} has {count} {count:cell|cells}; a row has 6.")
            faults.append(wrong(number=number, row=row + 1, count=len(cells)))
        for column, cell in enumerate(cells[:SIDE]):
            _read_cell(cell, row * SIDE + column, number, written, faults)
    found = [_on_lots(key, cells, number) for key, cells in written.items()]
    found += [each for text in sheet.beside if (each := _beside(text, number, faults)) is not None]
    found = [replace(each, type=meant_type(each.type.value, rulings)) for each in found]
    placed = _placed(sorted(found, key=_order), sheet, reading, rulings)
    reading.buildings += _detailed(placed, sheet, faults)


_CELL = re.compile(rf"([^\d{DAMAGED_MARK}{NATURAL_MARK}\{EXEMPT_MARK}]+?)\s*(\d*)\s*([!~*\s]*)")
_MARKS = (DAMAGED_MARK, NATURAL_MARK, EXEMPT_MARK)


def _read_cell(
    cell: str,
    lot: Lot,
    district: int,
    written: dict[tuple[BuildingType, str], list[tuple[Lot, str]]],
    faults: list[str],
) -> None:
    text = cell.strip().strip('"')
    if text in ("", EMPTY_LOT, "-"):
        return
    match = _CELL.fullmatch(text)
    building = _named(match[1]) if match is not None else None
    if match is None or building is None:
        unknown = T(
            "district {district}, {lot}: “{text:24}” isn't a building. A cell is a code like HOU, or a dot."
        )
        faults.append(unknown(district=district, lot=lot_name(lot), text=text))
        return
    # Without a number each cell is a building of its own, where a building may have one lot.
    is_single = not match[2] and (1, 1) in row_of(building).shapes
    key = lot_name(lot) if is_single else match[2].lstrip("0")
    written.setdefault((building, key), []).append((lot, match[3]))


def _named(text: str) -> BuildingType | None:
    return _NAMES.get(_plain(text))


def _plain(text: str) -> str:
    return "".join(letter for letter in text.casefold() if letter.isalnum())


# As a file has them: always in English.
_NAMES = {_plain(each.texts[0]): each for each in BuildingType} | {
    _plain(CODES[each]): each for each in BuildingType
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
        unknown = T(
            "district {district}: “+ {text:24}” isn't a building with its border or lot, like “+ Cistern C4”."
        )
        faults.append(unknown(district=district, text=text))
        return None
    known = tuple(sorted(lot for lot in lots if lot is not None))
    return _marked(building, Place(district, known if is_at and border is None else (), border), marks)


_FIRST = (BuildingType.CITY_WALL, BuildingType.MOAT, BuildingType.CISTERN)
_LAST = (BuildingType.WATERGATE, BuildingType.EVERFLOWING_SPRING, BuildingType.MAGICAL_STREETLAMPS)


def _order(each: Building) -> tuple[int, int]:
    """The sort key by which buildings come before those that depend on them."""
    is_own = bool(each.place.lots) and each.type not in (*_LAST, BuildingType.BRIDGE, BuildingType.CISTERN)
    order = 0 if is_own else 1 if each.type in _FIRST else 3 if each.type in _LAST else 2
    return order, each.place.lots[0] if each.place.lots else 0


def _placed(found: list[Building], sheet: Sheet, reading: Reading, rulings: Rulings) -> Iterator[Building]:
    """Those that have room, one after the other; why the others have none is a fault at their first lot."""
    number = sheet.number
    town = with_borders(Town("", "", RecordId(""), districts=number), number, sheet.borders or ())
    for each in found:
        district = T("district {number}")(number=number)
        lots = [lot_name(lot) for lot in each.place.lots[:1]]
        if each.is_natural and each.type not in NATURAL:
            grown = T("{where:,}: a {building} can't be natural; “~” is for Waterways and City Walls.")
            reading.faults.append(grown(where=[district, *lots], building=each.type))
        if why := _no_room(Ground(town, rulings), each):
            where = [district, *(lots or [each.type.label])]
            reading.faults.append(T("{where:,}: {why}.")(where=where, why=Safe(why)))
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
    rf"([A-F][1-6])\s*(?:{CR}\s*(\d{{1,9}}))?\s*(?:{DISPLAY}\s*(\d{{1,9}}))?\s*({SIGNIFICANT})?",
    re.IGNORECASE,
)


_HOLY = re.compile(rf"([A-F][1-6])\s*{DEITY}\s+(.{{0,40}}?)\s*{RAISES}\s+([a-z ]+)", re.IGNORECASE)


def _dedicated(buildings: list[Building], text: str) -> bool:
    """Whether it says whose a holy building is and what it raises: that is noted then (R162)."""
    match = _HOLY.fullmatch(text)
    lot = lot_of(match[1]) if match is not None else None
    is_there = (n for n, each in enumerate(buildings) if lot in each.place.lots and each.type in HOLY_SITES)
    at = next(is_there, None)
    if match is None or at is None:
        return False
    words, (_, most) = match[3].casefold().split(), HOLY_SITES[buildings[at].type]
    if not 1 <= len(words) <= most or not set(words) <= set(Attribute):
        return False
    blessing = tuple(map(Attribute, words))
    buildings[at] = replace(buildings[at], deity=match[2].strip(), blessing=blessing)
    return True


def _detailed(found: Iterator[Building], sheet: Sheet, faults: list[str]) -> list[Building]:
    """The same with what a Menagerie keeps and a Museum shows: "A1 CR 8"."""
    buildings = list(found)
    for text in sheet.details:
        if _dedicated(buildings, text):
            continue
        match = _DETAIL.fullmatch(text)
        lot = lot_of(match[1]) if match is not None else None
        at = next((n for n, each in enumerate(buildings) if _has_details(each, lot)), None)
        cr, display = (int(match[group] or 0) for group in (2, 3)) if match is not None else (0, 0)
        if match is None or at is None or cr > MOST_CR or display > MOST_DISPLAY:
            wrong = T(
                "district {number}: “> {text:24}” doesn't fit a building there. Write “> A1 CR 8” (to {cr}) "
                "for a Menagerie, “> A1 display 20000 significant” (up to {display:,} gp) for a Museum, or "
                "“> A1 deity Ennoia raises economy loyalty” for a Temple."
            )
            faults.append(wrong(number=sheet.number, text=text, cr=MOST_CR, display=MOST_DISPLAY))
            continue
        buildings[at] = replace(buildings[at], cr=cr, display=display, is_significant=bool(match[4]))
    return buildings


def _has_details(each: Building, lot: Lot | None) -> bool:
    return lot in each.place.lots and each.type in (BuildingType.MENAGERIE, BuildingType.MUSEUM)


# New, gone, kept.
Counts = tuple[int, int, int]
KEPT: Final = ("number", "built", "discounted", "relies_on", "wares", "closes", "is_abandoned", "is_spared")


@dataclass(frozen=True, slots=True)
class Strange:
    """A building that could not be built where it is to stand, and why."""

    building: BuildingType
    place: str
    why: str

    @property
    def told(self) -> Safe:
        """What stands where against which rule."""
        line = T("• {building} {at}: {why}")
        return line(building=self.building, at=located(place_of(self.place)), why=Safe(self.why))


@dataclass(frozen=True, slots=True)
class Merged:
    """The settlement as it would be; `gone` are the buildings that it has no longer."""

    town: Town
    counts: Counts
    gone: tuple[Building, ...]


def merged(at: TownContext, reading: Reading) -> Merged:
    """What importing would make of it. Raises RuleViolation for borders that can't be water (R102).

    What stands just there already goes on as it is: the discounts that it gave, the items it sells.
    """
    before = at.town
    there = {(each.type, each.place): each for each in before.buildings}
    buildings, counted = [], before.counted
    for each in reading.buildings:
        old = there.pop((each.type, each.place), None)
        counted += old is None
        details = {name: getattr(old, name) for name in KEPT} if old is not None else {"built": at.month}
        buildings.append(replace(each, **{"number": counted, **details}))
    buildings.sort(key=lambda each: each.number)
    town = replace(before, buildings=tuple(buildings), counted=counted, districts=reading.districts)
    town = _settle(at, _within(town), reading)
    new = counted - before.counted
    return Merged(town, (new, len(there), len(buildings) - new), tuple(there.values()))


def _within(town: Town) -> Town:
    """Without what lies in a district that there is no more: sites, drafts, lots told of; or is built on."""
    for each in town.buildings:
        town = clear_lots(town, each.place)
    near = tuple(each for each in town.remains if each.place.district <= town.districts)
    plans = tuple(each for each in town.drafts if each.place.district <= town.districts)
    lots = min(town.lots, LOTS_IN_DISTRICT * town.districts)
    return replace(town, remains=near, drafts=plans, shores=town.shores[: town.districts - 1], lots=lots)


def _settle(at: TownContext, town: Town, reading: Reading) -> Town:
    """With its borders, and walls that lower no Unrest again (R099)."""
    for number, given in enumerate(reading.borders, 1):
        borders: tuple[Border, ...] = town.water_borders(number) if given is None else given
        require_shore(at.hex, given or (), at.where)
        town = with_borders(town, number, borders)
    calmed = {each.type for each in town.of(*WALLS) if not each.is_natural}
    return replace(
        town, calmed=(*town.calmed, *(each for each in WALLS if each in calmed - set(town.calmed)))
    )


def strange(town: Town, rulings: Rulings) -> Iterator[Strange]:
    """What of it could not be built where it stands, everything else standing."""
    for district in range(1, town.districts + 1):
        near = town.in_district(district)
        # Of the other districts it matters only what there is.
        far = {each.type: each for each in town.buildings if each.place.district != district}
        alone = replace(town, buildings=(*far.values(), *near))
        for each in near:
            if not (each.is_natural or each.is_exempt) and (why := _hindrance(alone, rulings, each)):
                yield Strange(each.type, place_text(each.place), why)


def _hindrance(town: Town, rulings: Rulings, each: Building) -> str:
    gone = (each, *falls_with(town, each))
    others = tuple(one for one in town.buildings if one not in gone)
    return Ground(replace(town, buildings=others), rulings).hindrance(each.type, each.place)


# -- imported -----------------------------------------------------------------------------------------

NAME_LENGTH: Final = 60
MOST_STRANGE: Final = 6


@dataclass(frozen=True, slots=True)
class ReadTown:
    """Read a settlement from a text, all of it or nothing: its buildings take the place of those there."""

    settlement: RecordId
    name: str
    text: str
    kingdom: RecordId | None = None


class TownRead(Event, audience=GAME_MASTERS):
    """What a settlement's text does, and what of it is not by the rules."""

    name: str
    settlement: str
    counts: Counts
    districts: tuple[int, int]
    strange: tuple[Strange, ...] = ()
    strange_count: int = 0
    # Whether a game master told of lots, value or numbers beside the buildings.
    has_told: bool = False

    def sentence(self) -> Safe:
        """The numbers, what it costs, what stays, and what could not be built."""
        new, gone, kept = self.counts
        count = T("{name:60}: **{new}** new · **{gone}** gone · **{kept}** kept")
        lines = [count(name=self.name, new=new, gone=gone, kept=kept)]
        before, after = self.districts
        if before != after:
            lines.append(T("Districts {before} → **{after}**")(before=before, after=after))
        lines.append(
            T(
                "It costs no BP or Unrest, and none of the month's buildings. Removed buildings leave "
                "no sites."
            )()
        )
        if self.has_told:
            stays = T(
                "Lots, base value and numbers from `/settlement set` stay, and count in addition to these "
                "buildings."
            )
            lines.append(stays())
        if self.strange:
            lines.append(T("**Against the rules**, but possible:")())
        lines += [each.told for each in self.strange]
        if self.strange_count > len(self.strange):
            lines.append(T("… and {more} more.")(more=self.strange_count - len(self.strange)))
        return Safe("\n".join(lines))


class TownImported(Event):
    """A settlement's buildings were replaced: how many stand now, how many of them are new, and are gone.

    `items` is how many magic items on the market went with them.
    """

    says = T(
        "A game master redraws {settlement:60}: {buildings} {buildings:building|buildings}, {new} of them "
        "new; {gone} gone."
    )
    settlement: str
    buildings: int
    new: int
    gone: int
    items: int = 0


@action(may=Permit.GAME_MASTERS, scope=town_scope, button="Import it")
def read_in(world: World, action: ReadTown, dice: Dice) -> Result:
    """Read it into the settlement: no BP, no Unrest, no sites of what goes.

    Raises RuleViolation with all its faults, or where it changes nothing.
    """
    at = town_context(world, action)
    return _read_in(at, merged(at, read_town(action.text, at.rulings)), action.name)


def _read_in(at: TownContext, found: Merged, name: str) -> Result:
    at.put(found.town)
    if not at.is_changed:
        raise refused("town_file.unchanged", "The settlement already looks like that.")
    odd = list(strange(found.town, at.rulings))
    preview = TownRead(
        clip(one_line(name), NAME_LENGTH),
        at.name,
        found.counts,
        (at.before.districts, found.town.districts),
        tuple(odd[:MOST_STRANGE]),
        len(odd),
        bool(at.before.lots or at.before.base_value or at.before.gives),
    )
    new, gone, _ = found.counts
    items = sum(len(each.wares) for each in found.gone)
    at.tell(TownImported(at.name, len(found.town.buildings), new, gone, items))
    result = at.result()
    return replace(result, events=(*result.events, preview))
