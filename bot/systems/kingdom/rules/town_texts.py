"""A settlement as a text grid that can be read again; and such a text laid out in lines."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from bot.systems.kingdom.rules.building_book import SHARES
from bot.systems.kingdom.rules.lots import LOTS, SIDE, Lot, lot_name
from bot.systems.kingdom.rules.terms import BuildingType
from bot.systems.kingdom.rules.town import SHARING, Building, Town
from bot.systems.kingdom.words import town_codes as codes
from bot.systems.kingdom.words.buildings import BUILDINGS

# These stand on a line of their own where another building has their lot.
GUESTS: Final = (*SHARES, *SHARING)


def write_town(town: Town) -> str:
    """The settlement as text: what stands where, and which borders are water."""
    lines = [line for number in range(1, town.districts + 1) for line in _district(town, number)]
    used = sorted({each.type for each in town.buildings}, key=lambda each: codes.CODES[each])
    # The meaning of the codes, which nobody has to write.
    meanings = [f"{codes.CODES[each]} {BUILDINGS[each]}" for each in used]
    lines += [f"{codes.NOTE} {', '.join(meanings[at : at + 4])}" for at in range(0, len(meanings), 4)]
    return "\n".join(lines) + "\n"


def _district(town: Town, number: int) -> Iterator[str]:
    water = " ".join(town.water_borders(number)) or codes.NO_WATER
    yield f"{codes.DISTRICT} {number} · {codes.WATER}: {water}"
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
        name = codes.CODES[each.type]
        if len(each.place.lots) > 1:
            counts[each.type] = counts.get(each.type, 0) + 1
            name += str(counts[each.type])
        names[each.number] = name + _marks(each)
    texts = [names[on_lots[lot].number] if lot in on_lots else codes.EMPTY for lot in range(LOTS)]
    width = max(map(len, texts))
    return [text.ljust(width) for text in texts]


def _marks(each: Building) -> str:
    marks = {codes.DAMAGED: each.is_damaged, codes.NATURAL: each.is_natural, codes.EXEMPT: each.is_exempt}
    return "".join(mark for mark, has in marks.items() if has)


def _beside(each: Building) -> str:
    where = each.place.border or "+".join(lot_name(lot) for lot in each.place.lots)
    parts = (codes.BESIDE, BUILDINGS[each.type], where, _marks(each))
    return " ".join(part for part in parts if part)


def _details(each: Building) -> Iterator[str]:
    parts = [f"{codes.CR} {each.cr}"] if each.cr else []
    parts += [f"{codes.DISPLAY} {each.display}"] if each.display else []
    parts += [codes.SIGNIFICANT] if each.is_significant else []
    if parts:
        yield f"{codes.DETAIL} {lot_name(each.place.lots[0])} {' '.join(parts)}"


# -- in lines -----------------------------------------------------------------------------------------

# A line that begins anew: a header, or one of the other marks.
_BEGINS = re.compile(
    rf"\s+(?={codes.DISTRICT}\s+\d|[{codes.BESIDE}{codes.DETAIL}{codes.NOTE}]\s)", re.IGNORECASE
)
_HEADER = re.compile(
    rf"({codes.DISTRICT}\s+\d+\s*(?:·?\s*{codes.WATER}\s*:?\s*(?:(?:{codes.NO_WATER}|north|east|south|west)"
    r"\b[\s+]*)+)?)(.*)",
    re.IGNORECASE,
)


def in_lines(text: str) -> list[str]:
    """The lines of a text; one that was pasted into a single line is divided again."""
    lines = text.replace("|", "\n").splitlines()
    return lines if len(lines) > 1 else [line for part in _BEGINS.split(text) for line in _unfolded(part)]


def _unfolded(part: str) -> Iterator[str]:
    if part[:1] in (codes.BESIDE, codes.DETAIL, codes.NOTE):
        yield part
        return
    header = _HEADER.match(part.strip())
    if header is not None:
        yield header[1]
    cells = (header[2] if header is not None else part).split()
    yield from (" ".join(cells[at : at + SIDE]) for at in range(0, len(cells), SIDE))
