"""The district grid: 9 blocks of 4 lots, 6 lots wide and 6 deep, with streets between the blocks.

A lot is a number from 0 in the north-west to 35 in the south-east; people call them A1 to F6, column first.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import lru_cache
from typing import Final

from bot.systems.kingdom.rules.terms import Border

SIDE: Final = 6
LOTS: Final = SIDE * SIDE
BLOCK: Final = 2
COLUMNS: Final = "ABCDEF"

Lot = int
# Columns and rows.
Shape = tuple[int, int]


def lot_name(lot: Lot) -> str:
    """What people call it: "C4"."""
    row, column = divmod(lot, SIDE)
    return f"{COLUMNS[column]}{row + 1}"


def lot_of(text: str) -> Lot | None:
    """The lot of that name; None where there is none."""
    name = text.strip().upper()
    if len(name) != 2 or name[0] not in COLUMNS or name[1] not in "123456":
        return None
    return (int(name[1]) - 1) * SIDE + COLUMNS.index(name[0])


@lru_cache
def footprints(shape: Shape) -> tuple[tuple[Lot, ...], ...]:
    """Every way to lay that shape on the grid; it may lie across streets (R098)."""
    columns, rows = shape
    corners = ((x, y) for y in range(SIDE - rows + 1) for x in range(SIDE - columns + 1))
    return tuple(
        tuple((y + down) * SIDE + x + across for down in range(rows) for across in range(columns))
        for x, y in corners
    )


# -- neighbours (R093) --------------------------------------------------------------------------------

EDGES: Final = ((-1, 0), (1, 0), (0, -1), (0, 1))
CORNERS: Final = ((-1, -1), (1, -1), (-1, 1), (1, 1))


def block_of(lot: Lot) -> int:
    """Its block, 0 to 8."""
    row, column = divmod(lot, SIDE)
    return row // BLOCK * (SIDE // BLOCK) + column // BLOCK


@lru_cache
def beside(lot: Lot, adjacency: str) -> frozenset[Lot]:
    """The lots next to one, by the campaign's reading of "adjacent"."""
    row, column = divmod(lot, SIDE)
    steps = EDGES + CORNERS if adjacency == "eight_way" else EDGES
    found = [(column + x, row + y) for x, y in steps]
    lots = [y * SIDE + x for x, y in found if 0 <= x < SIDE and 0 <= y < SIDE]
    if adjacency == "same_block":
        lots = [each for each in lots if block_of(each) == block_of(lot)]
    return frozenset(lots)


@lru_cache(maxsize=1024)
def around(lots: tuple[Lot, ...], adjacency: str) -> frozenset[Lot]:
    """The lots next to a footprint, without its own."""
    return frozenset().union(*(beside(lot, adjacency) for lot in lots)).difference(lots)


# -- borders ------------------------------------------------------------------------------------------

AT_BORDER: Final[Mapping[Border, frozenset[Lot]]] = {
    Border.NORTH: frozenset(range(SIDE)),
    Border.EAST: frozenset(range(SIDE - 1, LOTS, SIDE)),
    Border.SOUTH: frozenset(range(LOTS - SIDE, LOTS)),
    Border.WEST: frozenset(range(0, LOTS, SIDE)),
}


def touches(lots: Collection[Lot], border: Border) -> bool:
    """Whether one of them lies at that border of the grid."""
    return not AT_BORDER[border].isdisjoint(lots)
