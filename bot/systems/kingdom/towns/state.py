"""What waits in a settlement: items on its market that nobody has named yet."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import islice
from typing import Any, Final

from bot.engine.event import Event
from bot.engine.parts import LENGTH, Part, Parts, labelled, part, said, signed
from bot.engine.people import Viewer
from bot.engine.system import Ask, Choice, Kind, RecordId, Step
from bot.engine.text import Safe, T, listed, refused
from bot.engine.words import one_line, safe, whole_number
from bot.systems.kingdom.book import Border, BuildingType, Gift, Grade, ItemKind, Number, Spot, Stat
from bot.systems.kingdom.steps import NameItem
from bot.systems.kingdom.towns.book import LOTS, SHARES, SIDE, Lot, SlotRow, lot_name, lot_of, row_of

ITEM_LENGTH: Final = 60
# How many are asked about at once: the next when these have names.
MOST_ASKED: Final = 3
STEP: Final = "item-"


def item_steps(id_: RecordId, town: Town) -> tuple[Step, ...]:
    """Items that came to the market without a name, for the game masters; the month goes on without it."""
    if town.kingdom is None:
        return ()
    found = ((building, ware) for building in town.buildings for ware in building.wares if not ware.name)
    return tuple(_step(id_, town, *each) for each in islice(found, MOST_ASKED))


def described(grade: Grade | None, kind: ItemKind | None) -> Safe:
    """Minor potion; magic item where neither is known."""
    what = kind or T("item")
    return T("{grade} {what}")(grade=grade, what=what) if grade else T("magic {what}")(what=what)


def _step(id_: RecordId, town: Town, building: Building, ware: Ware) -> Step:
    row = dict(enumerate(slots_of(building.type))).get(ware.slot)
    what = described(row.grade if row is not None else None, ware.kind)
    action = NameItem(town.kingdom or RecordId(""), id_, building.number, ware.slot)
    asks = (
        Ask(
            "name",
            T("What it is").plain(),
            ITEM_LENGTH,
            hint=T("Rolled on your own tables, such as potion of bless").plain(),
        ),
        Ask("price", T("Price in gp, up to the base value").plain(), 6, is_number=True),
    )
    button = T("{town:20}: name the {what} ({building})…")
    named = button.plain(town=town.name, what=what, building=building.type)
    choice = Choice("name", named, action, asks)
    waits = T("{town:40}: say what the {what} ({building}) is")
    label = waits.plain(town=town.name, what=what, building=building.type)
    return Step(f"{STEP}{building.number}-{ware.slot}", label, None, (choice,), ware.opened or 1)


NAME_LENGTH: Final = 60
# So many of the buildings that could be meant are named.
MOST_LISTED: Final = 8
MOST_DISTRICTS: Final = 50
# These stand on lots that others take.
SHARING: Final = (BuildingType.BRIDGE, BuildingType.EVERFLOWING_SPRING, BuildingType.MAGICAL_STREETLAMPS)


@dataclass(frozen=True, slots=True)
class Place:
    """Where a building stands: on lots of a district, at one of its borders, or in the district at large."""

    district: int = 1
    lots: tuple[Lot, ...] = ()
    border: Border | None = None


@dataclass(frozen=True, slots=True)
class Ware:
    """A magic item on the market, in a slot of its building; unnamed until somebody says what it is.

    `slot` counts the building's slots from 0, `price` is in gp.
    """

    slot: int
    kind: ItemKind | None = None
    name: str = ""
    price: int = 0
    # The entry by which it came: what is asked about it is asked since then.
    opened: int = 0
    # The month of its kingdom in which it was last tried to find a buyer for it (R056).
    tried: int = 0


@dataclass(frozen=True, slots=True)
class Building:
    """One building; its number is used once in its settlement."""

    number: int
    type: BuildingType
    place: Place = Place()
    # The month of its kingdom in which it was built.
    built: int = 0
    # Damaged it stands where it stands, but gives nothing (R108).
    is_damaged: bool = False
    # Whether it was here before anybody built: a river through the grid, a cliff for a wall.
    is_natural: bool = False
    # Whether nothing has to stand beside it: inherited (R069), or put there by a game master.
    is_exempt: bool = False
    # The discounts that it has given (R087), and the neighbours that were its own when it was built (R094).
    discounted: tuple[BuildingType, ...] = ()
    relies_on: tuple[int, ...] = ()
    wares: tuple[Ware, ...] = ()
    # Of a Menagerie: the highest CR in it. Of a Museum: gp on display, and whether one of it is significant.
    cr: int = 0
    display: int = 0
    is_significant: bool = False


@dataclass(frozen=True, slots=True)
class Remains:
    """The site of a building that was demolished or destroyed: what is left of it, of so many lots (R106)."""

    type: BuildingType
    place: Place
    lots: int


@dataclass(frozen=True, slots=True)
class Grant:
    """A building that is cheaper or free, once; without a type it is any. `points` are BP off it."""

    number: int
    gift: Gift
    type: BuildingType | None = None
    points: int = 0


@dataclass(frozen=True, slots=True)
class Planned:
    """A building that is drawn up and not paid for."""

    number: int
    type: BuildingType
    place: Place
    # Instead of which building it would be upgraded.
    over: int | None = None
    by: int = 0


@dataclass(frozen=True, slots=True)
class Town:
    """A settlement; without a kingdom it is a Free City. `borders` are those that are water.

    `lots`, `base_value` (gp) and `gives` are told by a game master, beside what its buildings come to.
    """

    name: str
    spot: Spot
    land: RecordId
    kingdom: RecordId | None = None
    # The month of its kingdom in which it was founded or claimed.
    founded: int = 0
    districts: int = 1
    lots: int = 0
    base_value: int = 0
    borders: tuple[Border, ...] = ()
    gives: Mapping[Stat, int] = field(default_factory=dict)
    # A Free City that players do not know of yet.
    is_hidden: bool = False
    # The borders that are water of each further district.
    shores: tuple[tuple[Border, ...], ...] = ()
    buildings: tuple[Building, ...] = ()
    remains: tuple[Remains, ...] = ()
    grants: tuple[Grant, ...] = ()
    plans: tuple[Planned, ...] = ()
    # What has lowered its Unrest, as it does once in a settlement (R099).
    calmed: tuple[BuildingType, ...] = ()
    # Counts buildings, grants and plans.
    counted: int = 0

    def water_borders(self, district: int) -> tuple[Border, ...]:
        """The borders of a district that are water (R102)."""
        if district == 1:
            return self.borders
        return self.shores[district - 2] if district - 2 < len(self.shores) else ()

    def building(self, number: int) -> Building | None:
        """The building of that number."""
        return next((each for each in self.buildings if each.number == number), None)

    def of(self, *types: BuildingType) -> tuple[Building, ...]:
        """Its buildings of those types, damaged ones with them."""
        return tuple(each for each in self.buildings if each.type in types)

    def in_district(self, district: int) -> tuple[Building, ...]:
        """What stands in a district."""
        return tuple(each for each in self.buildings if each.place.district == district)


def seen(state: Town, viewer: Viewer) -> Town | None:
    """The settlement; one that is hidden is there for game masters only, and nobody posts its plans."""
    if viewer.is_game_master:
        return state
    if state.is_hidden:
        return None
    # Leaders are shown them where they ask; what all of a channel read tells nothing of them.
    return replace(state, plans=()) if viewer.user is None and state.plans else state


# -- What its parts are called where an undo lists them ------------------------------------------------------


def town_part(path: tuple[str, ...], value: Any) -> Part:
    """A part of a settlement."""
    if path[0] == "gives" and len(path) > 1:
        return f"gives {Number(path[1]).label}", said(value, signed)
    if path == ("buildings",) and value:
        # How many there are, and the newest of them: an undo shows only the beginning.
        newest = sorted(value, key=lambda each: (not each["is_damaged"], -each["number"]))
        return "buildings", safe(f"{len(value)}: {', '.join(map(_building, newest))}", LENGTH)
    return part(PARTS, path[-1], value)


def _building(value: dict[str, Any]) -> str:
    facts = [_placed(value)]
    facts += ["damaged"] if value["is_damaged"] else []
    wares = ", ".join(each["name"] or "an unnamed item" for each in value["wares"])
    facts += [f"sells {wares}"] if wares else []
    facts += [f"CR {value['cr']}"] if value["cr"] else []
    facts += [f"shows {value['display']:,} gp"] if value["display"] else []
    return " ".join(facts)


def _placed(value: dict[str, Any]) -> str:
    place = value["place"]
    where = place["border"] or "+".join(map(lot_name, place["lots"]))
    at = f"{place['district']}:{where}" if where else f"district {place['district']}"
    return f"{BuildingType(value['type']).label} {at}"


def _grant(value: dict[str, Any]) -> str:
    what = BuildingType(value["type"]).label if value["type"] else "any building"
    return f"{what} ({value['gift']})"


def _shore(value: list[str]) -> str:
    return listed([Border(each).label for each in value]) or "none"


def _gives(value: dict[str, int]) -> str:
    return listed([f"{Number(stat).label} {signed(amount)}" for stat, amount in value.items()])


PARTS: Final[Parts] = {
    "name": "name",
    "spot": "lies at",
    "kingdom": ("belongs to a kingdom", lambda _kingdom: "a kingdom"),
    "founded": "month it was founded",
    "districts": "districts",
    "lots": "lots told of",
    "base_value": "base value told of",
    "borders": ("borders that are water", labelled(Border)),
    "gives": ("gives", _gives),
    "is_hidden": "hidden from players",
    "shores": ("water borders of further districts", _shore),
    "buildings": "buildings",
    "remains": ("sites of former buildings", _placed),
    "grants": ("found or given", _grant),
    "plans": ("drawn up", _placed),
    "calmed": ("Unrest lowered once by", labelled(BuildingType)),
}


TOWN: Kind[Town] = Kind(
    "settlement",
    Town,
    title=lambda state: state.name,
    parent=lambda state: state.kingdom,
    links=lambda state: (state.land,),
    view=seen,
    waiting=item_steps,
    word=town_part,
)


# -- Slots for magic items: which a building has, which are vacant, and what is in the others --------------


# A settlement asks by these what its unnamed items are.


class ItemsGone(Event):
    """Magic items on the market went with their building: their names, and how many had none yet."""

    name: str
    settlement: str
    building: BuildingType
    items: tuple[str, ...]
    unnamed: int = 0

    def sentence(self) -> Safe:
        """Which."""
        nameless = [T("{count} without a name")(count=self.unnamed)] if self.unnamed else []
        gone = T("Off the market of {settlement:60} with the {building}: {items}.")
        items = [*(safe(each, 60) for each in self.items), *nameless]
        return gone(settlement=self.settlement, building=self.building, items=items)


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
    event = ItemsGone(kingdom, town.name, before.type, names, len(lost) - len(names))
    return (event,) if lost else ()


# -- Buildings and places as people and buttons name them --------------------------------------------------


def place_text(place: Place) -> str:
    """A place as text: district, and lots or border: "1:C4+D4", "2:north", "1"."""
    where = place.border.value if place.border else "+".join(lot_name(lot) for lot in place.lots)
    return f"{place.district}:{where}" if where else str(place.district)


def place_order(place: Place) -> tuple[int, tuple[int, ...], int]:
    """By what places are sorted: district by district from the north-west, borders clockwise."""
    return place.district, place.lots, list(Border).index(place.border) if place.border is not None else 0


def where(place: Place, *, is_named: bool | None = None) -> str:
    """A place as people say it: "C4+D4", "C4 in district 2", "the north border", "district 2".

    Its district is named where there are several, or it is not the first.
    """
    lots = "+".join(lot_name(lot) for lot in place.lots)
    at = T("the {border:lower} border").plain(border=place.border) if place.border else lots
    if not at:
        return T("district {district}").plain(district=place.district)
    is_told = place.district > 1 if is_named is None else is_named
    return T("{at} in district {district}").plain(at=at, district=place.district) if is_told else at


def located(place: Place) -> Safe:
    """The same with its preposition: "at C4", "in district 2"."""
    is_large = not place.lots and place.border is None
    return (T("in {where}") if is_large else T("at {where}"))(where=where(place))


def standing_at(building: BuildingType | Safe, place: Place, *, is_named: bool | None = None) -> Safe:
    """A building, with its article or without, and where it stands: "House at C4", "a Dump in district 2"."""
    is_large = not place.lots and place.border is None
    line = T("{building} in {where}") if is_large else T("{building} at {where}")
    return line(building=building, where=where(place, is_named=is_named))


def as_listed(building: Building) -> Safe:
    """A building and its place as lists of them have it, and as it can be written: "House at 1:C4"."""
    return T("{building} at {place}")(building=building.type, place=place_text(building.place))


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
        raise refused(
            "building.no_place",
            "“{text:40}” is no place in a district; nothing was changed. Lots are called A1 to F6: write "
            "C4, C4+D4, 2:C4 for the second district, or a border such as 1:north.",
            text=text,
        )
    return Place(found, () if border is not None else known, border)


def building_type(text: str) -> BuildingType:
    """The building of that name, however it is written. Raises RuleViolation."""
    wanted = one_line(text).casefold()
    for each in BuildingType:
        if wanted in (each.value, each.label.casefold()):
            return each
    raise refused(
        "building.unknown",
        "There is no building “{text:40}”; nothing was changed. Pick one from the list.",
        text=text,
    )


def building_of(town: Town, text: str) -> Building:
    """The building that stands in a settlement: by its number, by type where there is one, by a lot, or both.

    Raises RuleViolation naming how to say which.
    """
    wanted = one_line(text).casefold()
    number = whole_number(wanted)
    lot = lot_of(wanted.rpartition(":")[2])
    district = whole_number(wanted.rpartition(":")[0] or "1")
    found = [
        each
        for each in town.buildings
        if each.number == number
        or wanted in _names(each)
        or (lot is not None and lot in each.place.lots and each.place.district == district)
    ]
    if len(found) == 1:
        return found[0]
    if not found and number is not None:
        raise refused(
            "building.gone",
            "That building stands no more in {town:60}; nothing was changed. "
            "`/settlement show` lists what does.",
            town=town.name,
        )
    if not found:
        raise refused(
            "building.not_there",
            "{town:60} has no building “{text:40}”; nothing was changed. "
            "Name it, or one of its lots, such as C4.",
            text=text,
            town=town.name,
        )
    raise refused(
        "building.several",
        "There are several: {found:,}; nothing was changed. Name a lot, or write one as it is here.",
        found=[*map(as_listed, found[:MOST_LISTED]), *(["…"] if len(found) > MOST_LISTED else [])],
    )


def _names(building: Building) -> Iterator[str]:
    """What people call it, and how lists name it: the first district is left out there."""
    name = as_listed(building).casefold()
    yield building.type.value
    yield building.type.label.casefold()
    yield name
    yield name.replace(" 1:", " ")


# -- A settlement as a text grid that can be read again; and such a text laid out in lines -----------------


# What a building is called there: three letters of its own.
CODES: Final = {
    "academy": "ACA",
    "alchemist": "ALC",
    "arena": "ARE",
    "bank": "BAN",
    "bardic_college": "BAR",
    "barracks": "BKS",
    "black_market": "BLM",
    "brewery": "BRE",
    "bridge": "BRI",
    "bureau": "BUR",
    "casters_tower": "CTW",
    "castle": "CAS",
    "cathedral": "CAT",
    "cistern": "CIS",
    "city_wall": "WAL",
    "dance_hall": "DAN",
    "dump": "DUM",
    "everflowing_spring": "SPR",
    "exotic_artisan": "ART",
    "foreign_quarter": "FOR",
    "foundry": "FOU",
    "garrison": "GAR",
    "granary": "GRA",
    "graveyard": "GYD",
    "guildhall": "GUI",
    "herbalist": "HER",
    "hospital": "HOS",
    "house": "HOU",
    "inn": "INN",
    "jail": "JAI",
    "library": "LIB",
    "luxury_store": "LUX",
    "magic_shop": "MAG",
    "magical_academy": "MAC",
    "magical_streetlamps": "LAM",
    "mansion": "MAN",
    "market": "MAR",
    "menagerie": "MEN",
    "military_academy": "MIL",
    "mill": "MLL",
    "mint": "MIN",
    "moat": "MOA",
    "monastery": "MNY",
    "monument": "MON",
    "museum": "MUS",
    "noble_villa": "VIL",
    "observatory": "OBS",
    "orphanage": "ORP",
    "palace": "PAL",
    "park": "PAR",
    "paved_streets": "PAV",
    "pier": "PIE",
    "sewer_system": "SEW",
    "shop": "SHO",
    "shrine": "SHR",
    "smithy": "SMI",
    "stable": "STA",
    "stockyard": "STO",
    "tannery": "TAN",
    "tavern": "TAV",
    "temple": "TEM",
    "tenement": "TEN",
    "theater": "THE",
    "town_hall": "TOW",
    "trade_shop": "TRA",
    "university": "UNI",
    "watchtower": "WTW",
    "watergate": "GAT",
    "waterfront": "WFT",
    "waterway": "WAY",
    "brothel": "BRO",
}
EMPTY_LOT: Final = "."
DAMAGED_MARK, NATURAL_MARK, EXEMPT_MARK = "!", "~", "*"
DISTRICT, WATER, NO_WATER = "District", "water", "none"
CR, DISPLAY, SIGNIFICANT = "CR", "display", "significant"
# How lines begin that tell of what takes no lot of its own, what is kept or shown, and nothing at all.
BESIDE, DETAIL, NOTE = "+", ">", "#"
# These stand on a line of their own where another building has their lot.
GUESTS: Final = (*SHARES, *SHARING)


def write_town(town: Town) -> str:
    """The settlement as text: what stands where, and which borders are water."""
    lines = [line for number in range(1, town.districts + 1) for line in _district(town, number)]
    used = sorted({each.type for each in town.buildings}, key=lambda each: CODES[each])
    # The meaning of the codes, which nobody has to write.
    meanings = [f"{CODES[each]} {each.label}" for each in used]
    lines += [f"{NOTE} {', '.join(meanings[at : at + 4])}" for at in range(0, len(meanings), 4)]
    return "\n".join(lines) + "\n"


def _district(town: Town, number: int) -> Iterator[str]:
    water = " ".join(town.water_borders(number)) or NO_WATER
    yield f"{DISTRICT} {number} · {WATER}: {water}"
    there = town.in_district(number)
    on_lots = {lot: each for each in reversed(there) for lot in each.place.lots if each.type in GUESTS}
    on_lots |= {lot: each for each in there for lot in each.place.lots if each.type not in GUESTS}
    cells = _cells(on_lots)
    for first in range(0, LOTS, SIDE):
        yield " ".join(cells[first : first + SIDE]).rstrip()
    others = (each for each in there if not each.place.lots or on_lots[each.place.lots[0]] is not each)
    yield from sorted(_beside(each) for each in others)
    yield from sorted(line for each in there for line in _details(each))


def _cells(on_lots: dict[Lot, Building]) -> list[str]:
    """The 36 cells; what takes several lots bears its number, one that is its type's own."""
    counts: dict[BuildingType, int] = {}
    names: dict[int, str] = {}
    for each in sorted(
        {each.number: each for each in on_lots.values()}.values(), key=lambda one: one.place.lots
    ):
        name = CODES[each.type]
        if len(each.place.lots) > 1:
            counts[each.type] = counts.get(each.type, 0) + 1
            name += str(counts[each.type])
        names[each.number] = name + _marks(each)
    texts = [names[on_lots[lot].number] if lot in on_lots else EMPTY_LOT for lot in range(LOTS)]
    width = max(map(len, texts))
    return [text.ljust(width) for text in texts]


def _marks(each: Building) -> str:
    marks = {
        DAMAGED_MARK: each.is_damaged,
        NATURAL_MARK: each.is_natural,
        EXEMPT_MARK: each.is_exempt,
    }
    return "".join(mark for mark, has in marks.items() if has)


def _beside(each: Building) -> str:
    where = each.place.border or "+".join(lot_name(lot) for lot in each.place.lots)
    parts = (BESIDE, each.type.label, where, _marks(each))
    return " ".join(part for part in parts if part)


def _details(each: Building) -> Iterator[str]:
    parts = [f"{CR} {each.cr}"] if each.cr else []
    parts += [f"{DISPLAY} {each.display}"] if each.display else []
    parts += [SIGNIFICANT] if each.is_significant else []
    if parts:
        yield f"{DETAIL} {lot_name(each.place.lots[0])} {' '.join(parts)}"


# -- in lines -----------------------------------------------------------------------------------------

# A line that begins anew: a header, or one of the other marks.
_BEGINS = re.compile(rf"\s+(?={DISTRICT}\s+\d|[{BESIDE}{DETAIL}{NOTE}]\s)", re.IGNORECASE)
_HEADER = re.compile(
    rf"({DISTRICT}\s+\d+\s*(?:·?\s*{WATER}\s*:?\s*(?:(?:{NO_WATER}|north|east|south|west)"
    r"\b[\s+]*)+)?)(.*)",
    re.IGNORECASE,
)


def in_lines(text: str) -> list[str]:
    """The lines of a text; one that was pasted into a single line is divided again."""
    lines = text.replace("|", "\n").splitlines()
    return lines if len(lines) > 1 else [line for part in _BEGINS.split(text) for line in _unfolded(part)]


def _unfolded(part: str) -> Iterator[str]:
    if part[:1] in (BESIDE, DETAIL, NOTE):
        yield part
        return
    header = _HEADER.match(part.strip())
    if header is not None:
        yield header[1]
    cells = (header[2] if header is not None else part).split()
    yield from (" ".join(cells[at : at + SIDE]) for at in range(0, len(cells), SIDE))
