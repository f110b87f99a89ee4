"""Where everything of a district stands on its picture, in pixels: lots, streets, borders."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from bot.systems.kingdom.rules.lots import BLOCK, SIDE, Lot, footprints
from bot.systems.kingdom.rules.terms import Border
from bot.systems.kingdom.rules.town import Place

Box = tuple[int, int, int, int]
MARGIN: Final = 14


@dataclass(frozen=True, slots=True)
class Scale:
    """How large a district is drawn: the sides of lots, streets, alleys and borders, and its letters."""

    lot: int
    alley: int
    street: int
    # How deep a border is, and how far it is from the lots.
    strip: int
    edge: int
    # The room for the coordinates at its left and top, and how high letters are.
    coordinates: int
    text: int

    @property
    def grid(self) -> int:
        """How wide and high all lots are together, with what lies between."""
        return self.offset(SIDE - 1) + self.lot

    @property
    def inner(self) -> int:
        """The same with the ground around, up to the borders."""
        return self.grid + 2 * self.edge

    @property
    def outer(self) -> int:
        """The same with the borders."""
        return self.inner + 2 * self.strip

    @property
    def whole(self) -> int:
        """The same with the coordinates."""
        return self.outer + self.coordinates

    @property
    def first(self) -> int:
        """Where the first lot begins, from the left as from the top."""
        return self.coordinates + self.strip + self.edge

    def offset(self, column: int) -> int:
        """How far a column (or row) lies from the first."""
        return column * self.lot + column // BLOCK * self.street + (column + 1) // BLOCK * self.alley

    @property
    def streets(self) -> Sequence[int]:
        """Where the streets begin, from the first lot on."""
        return [self.offset(column) - self.street for column in range(BLOCK, SIDE, BLOCK)]

    def box(self, lots: Sequence[Lot]) -> Box:
        """The rectangle around some lots: left, top, right, bottom; the last two just outside."""
        rows, columns = zip(*(divmod(lot, SIDE) for lot in lots), strict=True)
        left, top = (self.first + self.offset(min(each)) for each in (columns, rows))
        right, bottom = (self.first + self.offset(max(each)) + self.lot for each in (columns, rows))
        return left, top, right, bottom

    def middle(self, place: Place) -> tuple[int, int]:
        """The middle of a place: of its lots, of its border, else a crossing of streets."""
        # Over the inner edge of a border, so that a letter stays on the picture.
        near = self.coordinates + round(self.strip * 0.9)
        centre, far = self.coordinates + self.outer // 2, 2 * self.coordinates + self.outer - near
        if place.border is not None:
            return {
                Border.NORTH: (centre, near),
                Border.SOUTH: (centre, far),
                Border.WEST: (near, centre),
                Border.EAST: (far, centre),
            }[place.border]
        if not place.lots:
            crossing = self.first + self.streets[0] + self.street // 2
            return crossing, crossing
        left, top, right, bottom = self.box(place.lots)
        return (left + right) // 2, (top + bottom) // 2


# Alone a district is as wide as a phone's picture allows; its letters are then about 11 pixels high there.
LARGE: Final = Scale(lot=122, alley=6, street=24, strip=36, edge=8, coordinates=36, text=26)
SMALL: Final = Scale(lot=92, alley=4, street=16, strip=26, edge=6, coordinates=28, text=20)
SQUARES: Final = frozenset(
    lots
    for columns in range(1, SIDE + 1)
    for rows in range(1, SIDE + 1)
    for lots in footprints((columns, rows))
)


def pieces(lots: Sequence[Lot]) -> Sequence[tuple[Lot, ...]]:
    """The lots as rectangles: themselves, or one by one where they are none together."""
    whole = tuple(sorted(lots))
    return [whole] if whole in SQUARES else [(lot,) for lot in whole]
