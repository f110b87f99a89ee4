"""The painter of grids: where hexes and squares stand on a picture, their signs, labels and legend.

A game says what its cells are; here is how they are laid out, so that they can be read on a phone.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import pairwise
from typing import Final, TypeAlias

from bot.ui.canvas import INK, Colour, colour, fitted, font, readable, text_width
from bot.ui.icons import FINER
from bot.ui.lettering import word
from bot.ui.pillow import Image, ImageDraw

Draw: TypeAlias = "ImageDraw.ImageDraw"
Point = tuple[float, float]
Box = tuple[float, float, float, float]

# A phone shows a picture so wide; letters lower than these, in its pixels, are noise.
PHONE, LEGIBLE = 390, 9.0
MARGIN: Final = 14
HEAD, TITLE, SECOND = 104, 42, 34
DARK, LIGHT, DIM = colour(0x15191E), colour(0xFFFFFF), colour(0xC3CAD1)
HATCHED: Final = colour(0x9D9184)
ROOT: Final = math.sqrt(3)


def legible(width: int, high: float = LEGIBLE) -> int:
    """The size of letters that are so high on a phone, where a picture is so many pixels wide."""
    return math.ceil(high * width / PHONE)


def head(draw: Draw, title: str, second: str, width: int) -> None:
    """The two lines above the grid."""
    room = width - 2 * MARGIN
    draw.text((MARGIN, 50), fitted(readable(title), TITLE, room), INK, font(TITLE), anchor="ls")
    draw.text((MARGIN, 90), fitted(second, SECOND, room), DIM, font(SECOND), anchor="ls")


# -- lines --------------------------------------------------------------------------------------------

# Pixels drawn and left out; none for a whole line.
Dashes = tuple[int, int] | None


def line(draw: Draw, ends: Sequence[Point], ink: Colour, width: int, dashes: Dashes = None) -> None:
    """A line, whole or dashed."""
    (ax, ay), (bx, by) = ends
    if dashes is None:
        draw.line((ax, ay, bx, by), ink, width)
        return
    length = max(1.0, math.dist(*ends))
    for start in range(0, int(length), sum(dashes)):
        a, b = start / length, min(start + dashes[0], length) / length
        piece = (ax + (bx - ax) * a, ay + (by - ay) * a, ax + (bx - ax) * b, ay + (by - ay) * b)
        draw.line(piece, ink, width)


def dot(draw: Draw, at: Point, reach: float, ink: Colour) -> None:
    """A filled circle."""
    x, y = at
    draw.ellipse((x - reach, y - reach, x + reach, y + reach), ink)


def frame(draw: Draw, box: tuple[int, int, int, int], thick: int, dash: int) -> None:
    """A frame of dark and light dashes, which is seen on any ground."""
    left, top, right, bottom = box
    for start, end, ink in _dashes(left, right, dash):
        draw.rectangle((start, top, end, top + thick), ink)
        draw.rectangle((start, bottom - thick, end, bottom - 1), ink)
    for start, end, ink in _dashes(top, bottom, dash):
        draw.rectangle((left, start, left + thick, end), ink)
        draw.rectangle((right - thick, start, right - 1, end), ink)


def _dashes(start: int, end: int, dash: int) -> Iterator[tuple[int, int, Colour]]:
    """An odd number of them, so that both ends are dark."""
    count = max(3, (end - start) // dash | 1)
    steps = [start + (end - start) * number // count for number in range(count + 1)]
    for number, (first, last) in enumerate(pairwise(steps)):
        yield first, last - 1, LIGHT if number % 2 else DARK


def hatch(image: Image.Image) -> None:
    """Slanted lines all over it."""
    draw = ImageDraw.Draw(image)
    for x in range(-image.height, image.width, 16):
        draw.line((x, image.height, x + image.height, 0), HATCHED, 5)


# -- signs --------------------------------------------------------------------------------------------


def badge(icon: Image.Image, reach: int, *, is_square: bool = False, is_struck: bool = False) -> Image.Image:
    """A mask's icon, dark on a light disc with a rim, or light on a dark square; struck through or not."""
    side = 2 * reach * FINER
    image = Image.new("RGBA", (side, side), (0, 0, 0, 0))
    draw, rim = ImageDraw.Draw(image), FINER * max(1, reach // 8)
    ink, ground = (LIGHT, DARK) if is_square else (DARK, LIGHT)
    shape = draw.rectangle if is_square else draw.ellipse
    shape((0, 0, side - 1, side - 1), ink)
    shape((rim, rim, side - 1 - rim, side - 1 - rim), ground)
    image.paste(ink, ((side - icon.width) // 2, (side - icon.height) // 2), icon)
    if is_struck:
        draw.line((side * 0.16, side * 0.84, side * 0.84, side * 0.16), ink, rim * 2)
    return image.resize((2 * reach, 2 * reach), Image.Resampling.BOX)


@lru_cache(maxsize=256)
def numeral(text: str, reach: int) -> Image.Image:
    """The number of a place to choose, on a light disc."""
    side = 2 * reach * FINER
    mask = Image.new("L", (side, side), 0)
    size = round(side * (0.66, 0.52, 0.38)[min(len(text), 3) - 1])
    middle = (side / 2, side / 2)
    ImageDraw.Draw(mask).text(middle, text, 255, font(size), "mm", stroke_width=FINER // 2, stroke_fill=255)
    return badge(mask, reach)


# How broad the dark edge of letters is that stand on any ground.
LETTERS_EDGE: Final = 2


@lru_cache(maxsize=256)
def edged(text: str, size: int) -> Image.Image:
    """Light letters with a dark edge. Not to be drawn on: it is kept."""
    left, top, right, bottom = font(size).getbbox(text, anchor="mm", stroke_width=LETTERS_EDGE)
    across, down = math.ceil(max(-left, right)), math.ceil(max(-top, bottom))
    image = Image.new("RGBA", (2 * across, 2 * down), (*DARK, 0))
    ImageDraw.Draw(image).text(
        (across, down), text, LIGHT, font(size), "mm", stroke_width=LETTERS_EDGE, stroke_fill=DARK
    )
    return image


def put(image: Image.Image, sign: Image.Image, at: Point, mask: Image.Image | None = None) -> None:
    """Paste a sign with its middle there."""
    wide, high = sign.size
    corner = round(at[0] - wide / 2), round(at[1] - high / 2)
    image.paste(sign, corner, sign if sign.mode == "RGBA" else mask)


# -- the legend: of what occurs on a picture, and nothing else -----------------------------------------


@dataclass(frozen=True, slots=True)
class Entry:
    """A line of the legend; its sign is at most SIGN pixels wide and high."""

    text: str
    sign: Callable[[], Image.Image]


SIGN: Final = 40
# How high its letters are on a phone, and its lines and columns in parts of that.
LEGEND, ROW, COLUMN = 11.0, 1.6, 10.2


@dataclass(frozen=True, slots=True)
class Legend:
    """The legend below a picture of that width."""

    entries: Sequence[Entry]
    width: int

    @property
    def _size(self) -> int:
        return legible(self.width, LEGEND)

    @property
    def _row(self) -> int:
        return max(SIGN + 6, round(self._size * ROW))

    @property
    def _columns(self) -> int:
        return max(1, int((self.width - 2 * MARGIN) // (self._size * COLUMN)))

    @property
    def height(self) -> int:
        """How much room it takes, in pixels."""
        return -(-len(self.entries) // self._columns) * self._row + MARGIN

    def draw(self, image: Image.Image) -> None:
        """Draw it at the picture's foot, in as many columns as have room."""
        wide = (self.width - 2 * MARGIN) // self._columns
        top = image.height - self.height + self._row // 2
        for number, entry in enumerate(self.entries):
            x, y = MARGIN + number % self._columns * wide, top + number // self._columns * self._row
            put(image, entry.sign(), (x + SIGN / 2, y))
            text = word(readable(entry.text), self._size, wide - SIGN - 24)
            image.paste(INK, (x + SIGN + 12, y - text.height // 2), text)


# -- labels: none covers another ----------------------------------------------------------------------

# How far a name's plate reaches above and below its middle, in parts of its letters.
PLATE: Final = 0.55


@dataclass(slots=True)
class Labels:
    """Names on a picture, never beyond its sides; each takes the first place that is free, or is left out."""

    image: Image.Image
    taken: list[Box] = field(default_factory=list)

    def plate(self, text: str, size: int, middles: Iterable[Point]) -> bool:
        """Light letters on a dark plate; whether there was room."""
        wide, high = text_width(text, size) / 2 + size * 0.25, size * PLATE
        if (found := self._free(middles, wide, high)) is not None:
            draw = ImageDraw.Draw(self.image)
            draw.rounded_rectangle(self.taken[-1], size * 0.25, DARK)
            draw.text(found, text, LIGHT, font(size), "mm")
        return found is not None

    def text(self, text: str, size: int, middles: Iterable[Point]) -> None:
        """Light letters with a dark edge."""
        drawn = edged(text, size)
        found = self._free(middles, drawn.width / 2 + size * 0.1, drawn.height / 2)
        if found is not None:
            put(self.image, drawn, found)

    def keep(self, sign: Image.Image, at: Point) -> None:
        """Keep labels off a sign that has its middle there."""
        wide, high = sign.width / 2, sign.height / 2
        self.taken.append((at[0] - wide, at[1] - high, at[0] + wide, at[1] + high))

    def _free(self, middles: Iterable[Point], wide: float, high: float) -> Point | None:
        for aside, y in middles:
            x = min(max(aside, wide + 2), self.image.width - wide - 2)
            left, top, right, bottom = box = (x - wide, y - high, x + wide, y + high)
            if all(right <= a or c <= left or bottom <= b or d <= top for a, b, c, d in self.taken):
                self.taken.append(box)
                return x, y
        return None


# -- hexes with a point at the top --------------------------------------------------------------------

# As large as a phone still loads at once, and a reader may enlarge.
WIDEST, HIGHEST, NARROWEST = 1180, 1180, 760
LARGEST, SMALLEST = 96, 11
# A hex by its column and row along two of its axes.
Axial = tuple[int, int]
# Each corner seen from a hex's middle, clockwise from the top; the last is the first again.
CORNERS: Final = [
    (math.cos(angle), math.sin(angle)) for angle in (math.radians(60 * number - 90) for number in range(7))
]
# The neighbour at each edge, clockwise from the upper right one.
BESIDE: Final[Sequence[Axial]] = ((1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1))


@dataclass(frozen=True, slots=True)
class Hexes:
    """The scale of a map: `radius` is from a hex's middle to its point, in pixels."""

    radius: int
    left: float
    top: float
    width: int
    height: int

    @classmethod
    def of(cls, cells: Collection[Axial]) -> Hexes:
        """The largest scale at which those hexes fit, without room for a legend."""
        xs, ys = zip(*map(_plane, cells), strict=True)
        across, down = max(xs) - min(xs) + ROOT, max(ys) - min(ys) + 2
        fits = min((WIDEST - 2 * MARGIN) / across, (HIGHEST - HEAD - 2 * MARGIN) / down)
        radius = max(SMALLEST, min(LARGEST, int(fits)))
        width = max(round(across * radius) + 2 * MARGIN, NARROWEST)
        left = (width - across * radius) / 2 + (ROOT / 2 - min(xs)) * radius
        top = HEAD + MARGIN + (1 - min(ys)) * radius
        return cls(radius, left, top, width, round(HEAD + 2 * MARGIN + down * radius))

    def middle(self, cell: Axial) -> Point:
        """The middle of a hex."""
        x, y = _plane(cell)
        return self.left + x * self.radius, self.top + y * self.radius

    def corner(self, cell: Axial, number: int, inset: float = 0.0) -> Point:
        """One of its six corners, clockwise from the top."""
        return _corner(self.middle(cell), self.radius - inset, number)

    def outline(self, cell: Axial) -> Sequence[Point]:
        """The line around it, closed."""
        x, y = self.middle(cell)
        return [(x + self.radius * across, y + self.radius * down) for across, down in CORNERS]

    def edge(self, cell: Axial, number: int, inset: float = 0.0) -> tuple[Point, Point]:
        """One of its six edges, clockwise from the upper right one."""
        return self.corner(cell, number, inset), self.corner(cell, number + 1, inset)

    def gate(self, cell: Axial, number: int) -> Point:
        """The middle of that edge."""
        (ax, ay), (bx, by) = self.edge(cell, number)
        return (ax + bx) / 2, (ay + by) / 2

    def near(self, cell: Axial, across: float, down: float) -> Point:
        """A point so far from the middle, in parts of the radius."""
        x, y = self.middle(cell)
        return x + across * self.radius, y + down * self.radius


def _plane(cell: Axial) -> Point:
    """The middle of a hex, where a radius is 1."""
    q, r = cell
    return ROOT * (q + r / 2), 1.5 * r


def _corner(middle: Point, reach: float, number: int) -> Point:
    across, down = CORNERS[number]
    return middle[0] + reach * across, middle[1] + reach * down


def borders(cells: Collection[Axial]) -> Iterator[tuple[Axial, int]]:
    """Every edge between those hexes and the rest."""
    for q, r in cells:
        for number, (across, down) in enumerate(BESIDE):
            if (q + across, r + down) not in cells:
                yield (q, r), number


@lru_cache(maxsize=32)
def hexagon(radius: int, hatching: bool = False) -> Image.Image:
    """A hex as a mask; or slanted lines over one, on a veil."""
    reach = radius * FINER
    size = math.ceil(reach * ROOT), reach * 2
    mask = Image.new("L", size, 0)
    ImageDraw.Draw(mask).polygon([_corner((size[0] / 2, reach), reach, n) for n in range(6)], 255)
    if hatching:
        lines = Image.new("L", size, 70)
        draw = ImageDraw.Draw(lines)
        for start in range(-size[1], size[0], max(4 * FINER, round(reach * 0.24))):
            draw.line((start, size[1], start + size[1], 0), 200, max(FINER, round(reach * 0.06)))
        lines.paste(0, (0, 0), mask.point(lambda value: 255 - value))
        mask = lines
    return mask.resize((max(1, round(size[0] / FINER)), radius * 2), Image.Resampling.BOX)


# -- squares, in blocks with streets between -----------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Squares:
    """How large a square of lots is drawn: the sides of lots, alleys, streets and borders, and letters."""

    # Lots along a side, and along a block's.
    side: int
    block: int
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
        return self.offset(self.side - 1) + self.lot

    @property
    def inner(self) -> int:
        """The side of the drawing in pixels with the ground around the lots, without the borders."""
        return self.grid + 2 * self.edge

    @property
    def outer(self) -> int:
        """The side of the drawing in pixels with the borders, without the coordinates."""
        return self.inner + 2 * self.strip

    @property
    def whole(self) -> int:
        """The side of the drawing in pixels with the coordinates."""
        return self.outer + self.coordinates

    @property
    def first(self) -> int:
        """Where the first lot begins, from the left as from the top."""
        return self.coordinates + self.strip + self.edge

    def offset(self, column: int) -> int:
        """How far a column (or row) lies from the first."""
        blocks = column // self.block
        return column * self.lot + blocks * self.street + (column - blocks) * self.alley

    @property
    def streets(self) -> Sequence[int]:
        """Where the streets begin, from the first lot on."""
        return [self.offset(column) - self.street for column in range(self.block, self.side, self.block)]

    def box(self, lots: Iterable[int]) -> tuple[int, int, int, int]:
        """The rectangle around some lots: left, top, right, bottom; the last two just outside."""
        rows, columns = zip(*(divmod(lot, self.side) for lot in lots), strict=True)
        left, top = (self.first + self.offset(min(each)) for each in (columns, rows))
        right, bottom = (self.first + self.offset(max(each)) + self.lot for each in (columns, rows))
        return left, top, right, bottom
