"""A settlement as a text grid that can be read again; and such a text laid out in lines."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from bot.systems.kingdom.book import BuildingType
from bot.systems.kingdom.towns.book import LOTS, SHARES, SIDE, Lot, lot_name
from bot.systems.kingdom.towns.state import SHARING, Building, Town

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
DEITY, RAISES = "deity", "raises"


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
    parts += [f"{DEITY} {each.deity} {RAISES} {' '.join(each.blessing)}"] if each.blessing else []
    if parts:
        yield f"{DETAIL} {lot_name(each.place.lots[0])} {' '.join(parts)}"


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
