"""Where everything of a map stands on its picture: pixels of hexes with a point at the top."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeAlias

from bot.systems.kingdom.book import Improvement, Special, Spot, Terrain
from bot.systems.kingdom.icon_pictures import BUILT, FOUND, Pen, star
from bot.systems.kingdom.land import words
from bot.systems.kingdom.land.state import Direction, Hex, axial, beside
from bot.ui.canvas import Colour, colour, font
from bot.ui.pillow import Image, ImageDraw

Point = tuple[float, float]

# As large as a phone still loads at once, and a reader may enlarge.
WIDEST, HIGHEST = 1180, 1180
NARROWEST = 760
LARGEST, SMALLEST = 96, 11
MARGIN, HEAD = 22, 76
ROOT = math.sqrt(3)

# The corners of the edge towards each neighbour, counted clockwise from the top.
EDGES = {
    Direction.NORTH_EAST: (0, 1),
    Direction.EAST: (1, 2),
    Direction.SOUTH_EAST: (2, 3),
    Direction.SOUTH_WEST: (3, 4),
    Direction.WEST: (4, 5),
    Direction.NORTH_WEST: (5, 0),
}


@dataclass(frozen=True, slots=True)
class Layout:
    """The scale of a map: `radius` is from a hex's middle to its point, in pixels."""

    radius: int
    left: float
    top: float
    width: int
    height: int

    def middle(self, spot: Spot) -> Point:
        """The middle of a hex."""
        x, y = _plane(spot)
        return self.left + x * self.radius, self.top + y * self.radius

    def corner(self, spot: Spot, number: int, inset: float = 0.0) -> Point:
        """One of its six corners, clockwise from the top."""
        x, y = self.middle(spot)
        angle = math.radians(60 * number - 90)
        reach = self.radius - inset
        return x + reach * math.cos(angle), y + reach * math.sin(angle)

    def edge(self, spot: Spot, direction: Direction, inset: float = 0.0) -> tuple[Point, Point]:
        """The edge towards a neighbour."""
        first, second = EDGES[direction]
        return self.corner(spot, first, inset), self.corner(spot, second, inset)

    def gate(self, spot: Spot, direction: Direction) -> Point:
        """The middle of that edge."""
        (ax, ay), (bx, by) = self.edge(spot, direction)
        return (ax + bx) / 2, (ay + by) / 2


def _plane(spot: Spot) -> Point:
    """The middle of a hex, where a radius is 1."""
    q, r = axial(spot)
    return ROOT * (q + r / 2), 1.5 * r


def laid_out(spots: Collection[Spot]) -> Layout:
    """The largest scale at which those hexes fit, without room for a legend."""
    xs, ys = zip(*map(_plane, spots), strict=True)
    across, down = max(xs) - min(xs) + ROOT, max(ys) - min(ys) + 2
    fits = min((WIDEST - 2 * MARGIN) / across, (HIGHEST - HEAD - 2 * MARGIN) / down)
    radius = max(SMALLEST, min(LARGEST, int(fits)))
    used = round(across * radius) + 2 * MARGIN
    width = max(used, NARROWEST)
    left = (width - across * radius) / 2 + (ROOT / 2 - min(xs)) * radius
    top = HEAD + MARGIN + (1 - min(ys)) * radius
    return Layout(radius, left, top, width, round(HEAD + 2 * MARGIN + down * radius))


def borders(spots: Collection[Spot]) -> Iterator[tuple[Spot, Direction]]:
    """Every edge between those hexes and the rest."""
    for spot in spots:
        for direction in Direction:
            if beside(spot, direction) not in spots:
                yield spot, direction


RIVER, GRID = colour(0x2E6DB4), colour(0x39424C)
ROAD, ROAD_EDGE = colour(0x8A5A2B), colour(0xFFF4DC)
BORDER, BORDER_EDGE = colour(0xFFFFFF), colour(0x14181D)
Dashes = tuple[int, int] | None
# Pixels drawn and left out, for the borders of each further realm; none for a whole line.
DASHES: tuple[Dashes, ...] = (None, (14, 7), (5, 6), (22, 5))
CANAL, AQUEDUCT = (8, 4), (4, 4)


def line(
    draw: ImageDraw.ImageDraw,
    ends: Sequence[tuple[float, float]],
    ink: Colour,
    width: int,
    dashes: Dashes = None,
) -> None:
    """A line, whole or dashed."""
    (ax, ay), (bx, by) = ends
    if dashes is None:
        draw.line((ax, ay, bx, by), ink, width)
        return
    length = max(1.0, ((bx - ax) ** 2 + (by - ay) ** 2) ** 0.5)
    for start in range(0, int(length), sum(dashes)):
        a, b = start / length, min(start + dashes[0], length) / length
        piece = (ax + (bx - ax) * a, ay + (by - ay) * a, ax + (bx - ax) * b, ay + (by - ay) * b)
        draw.line(piece, ink, width)


def dot(draw: ImageDraw.ImageDraw, at: tuple[float, float], reach: float, ink: Colour) -> None:
    """A filled circle."""
    x, y = at
    draw.ellipse((x - reach, y - reach, x + reach, y + reach), ink)


def river_width(radius: int) -> int:
    """Broader than a way, so that both are seen where a way follows the river."""
    return max(5, round(radius * 0.22)) + 2


def way(
    draw: ImageDraw.ImageDraw,
    ends: Sequence[tuple[float, float]],
    radius: int,
    *,
    is_highway: bool,
    is_edge: bool,
) -> None:
    """A road, or the broader highway; its light edge is drawn first."""
    width = max(2, radius // 12) + (3 if is_highway else 0)
    ink, width = (ROAD_EDGE, width + 2) if is_edge else (ROAD, width)
    line(draw, ends, ink, width)
    dot(draw, ends[0], width / 2, ink)
    if is_highway and not is_edge:
        line(draw, ends, ROAD_EDGE, max(1, width // 4))


Draw: TypeAlias = "ImageDraw.ImageDraw"
Pattern = Callable[[Draw, float, float, float, Colour], None]

# Drawn so much larger, then made smaller: edges come out smooth.
FINER = 3
SHADES: dict[Terrain, int] = {
    Terrain.PLAINS: 0xB9C77C,
    Terrain.HILLS: 0xC7A76C,
    Terrain.FOREST: 0x6F9A5C,
    Terrain.JUNGLE: 0x3F6B45,
    Terrain.MARSH: 0x86A596,
    Terrain.MOUNTAINS: 0x9A9793,
    Terrain.DESERT: 0xE8D7A2,
    Terrain.WATER: 0x5B86B5,
    Terrain.CAVERN: 0x5A4F5C,
}
STROKES: dict[Terrain, int] = {
    Terrain.PLAINS: 0x7F8F45,
    Terrain.HILLS: 0x7A5C2E,
    Terrain.FOREST: 0x2F5A2B,
    Terrain.JUNGLE: 0x16331C,
    Terrain.MARSH: 0x3C6153,
    Terrain.MOUNTAINS: 0x4A4744,
    Terrain.DESERT: 0xB59A57,
    Terrain.WATER: 0xD3E3F2,
    Terrain.CAVERN: 0x1D1720,
}
# Where the pattern's signs stand, in parts of the radius; the middle is left for what is built there.
PLACES = ((-0.42, -0.48), (0.42, -0.48), (-0.55, 0.12), (0.55, 0.12), (0.0, -0.72), (-0.3, 0.6), (0.3, 0.6))


@lru_cache(maxsize=64)
def tile(terrain: Terrain, radius: int) -> tuple[Image.Image, Image.Image]:
    """A hex of that terrain and its mask, with a point at the top."""
    reach = radius * FINER
    width, height = math.ceil(reach * math.sqrt(3)), reach * 2
    image = Image.new("RGB", (width, height), colour(SHADES[terrain]))
    draw = ImageDraw.Draw(image)
    for x, y in PLACES:
        size = reach * 0.2
        PATTERNS[terrain](draw, width / 2 + x * reach, reach + y * reach, size, colour(STROKES[terrain]))
    mask = Image.new("L", (width, height), 0)
    ImageDraw.Draw(mask).polygon(_hexagon(width / 2, reach, reach), 255)
    smaller = (max(1, round(width / FINER)), radius * 2)
    return image.resize(smaller, Image.Resampling.BOX), mask.resize(smaller, Image.Resampling.BOX)


@lru_cache(maxsize=16)
def hatched(radius: int) -> Image.Image:
    """A mask of slanted lines over a hex: what players don't see."""
    reach = radius * FINER
    width, height = math.ceil(reach * math.sqrt(3)), reach * 2
    lines, mask = Image.new("L", (width, height), 70), Image.new("L", (width, height), 0)
    draw = ImageDraw.Draw(lines)
    for start in range(-height, width, max(4 * FINER, round(reach * 0.24))):
        draw.line((start, height, start + height, 0), 200, max(FINER, round(reach * 0.06)))
    ImageDraw.Draw(mask).polygon(_hexagon(width / 2, reach, reach), 255)
    mask.paste(lines, (0, 0), mask)
    return mask.resize((max(1, round(width / FINER)), radius * 2), Image.Resampling.BOX)


def _hexagon(x: float, y: float, reach: float) -> Sequence[tuple[float, float]]:
    angles = (math.radians(60 * number - 90) for number in range(6))
    return [(x + reach * math.cos(angle), y + reach * math.sin(angle)) for angle in angles]


# -- patterns -----------------------------------------------------------------------------------------


def _tuft(draw: Draw, x: float, y: float, size: float, ink: Colour) -> None:
    width = _width(size)
    for lean in (-0.5, 0.0, 0.5):
        draw.line((x, y + size * 0.5, x + lean * size, y - size * 0.4), ink, width)


def _mound(draw: Draw, x: float, y: float, size: float, ink: Colour) -> None:
    draw.arc((x - size, y - size * 0.6, x + size, y + size * 1.2), 190, 350, ink, _width(size))


def _tree(draw: Draw, x: float, y: float, size: float, ink: Colour) -> None:
    draw.polygon(((x, y - size), (x - size * 0.7, y + size * 0.5), (x + size * 0.7, y + size * 0.5)), ink)
    draw.line((x, y + size * 0.5, x, y + size), ink, _width(size))


def _thicket(draw: Draw, x: float, y: float, size: float, ink: Colour) -> None:
    draw.ellipse((x - size * 0.9, y - size * 0.9, x + size * 0.9, y + size * 0.7), ink)
    draw.line((x, y, x, y + size * 1.2), ink, _width(size) * 2)


def _reeds(draw: Draw, x: float, y: float, size: float, ink: Colour) -> None:
    width = _width(size)
    draw.line((x - size, y + size * 0.5, x + size, y + size * 0.5), ink, width)
    for aside in (-0.4, 0.2):
        draw.line((x + aside * size, y + size * 0.5, x + aside * size, y - size * 0.7), ink, width)


def _peak(draw: Draw, x: float, y: float, size: float, ink: Colour) -> None:
    tip, foot = y - size * 1.1, y + size * 0.8
    draw.polygon(((x, tip), (x - size, foot), (x + size, foot)), ink)
    white = colour(0xF2F4F6)
    draw.polygon(((x, tip), (x - size * 0.4, y - size * 0.3), (x + size * 0.4, y - size * 0.3)), white)


def _dots(draw: Draw, x: float, y: float, size: float, ink: Colour) -> None:
    for dx, dy in ((-0.6, 0.2), (0.5, 0.4), (0.0, -0.5)):
        px, py, reach = x + dx * size, y + dy * size, max(size * 0.16, 1)
        draw.ellipse((px - reach, py - reach, px + reach, py + reach), ink)


def _wave(draw: Draw, x: float, y: float, size: float, ink: Colour) -> None:
    width = _width(size)
    draw.arc((x - size, y - size * 0.4, x, y + size * 0.4), 180, 360, ink, width)
    draw.arc((x, y - size * 0.4, x + size, y + size * 0.4), 0, 180, ink, width)


def _arch(draw: Draw, x: float, y: float, size: float, ink: Colour) -> None:
    draw.pieslice((x - size * 0.8, y - size * 0.9, x + size * 0.8, y + size * 1.3), 180, 360, ink)


def _width(size: float) -> int:
    return max(1, round(size * 0.2))


PATTERNS: dict[Terrain, Pattern] = {
    Terrain.PLAINS: _tuft,
    Terrain.HILLS: _mound,
    Terrain.FOREST: _tree,
    Terrain.JUNGLE: _thicket,
    Terrain.MARSH: _reeds,
    Terrain.MOUNTAINS: _peak,
    Terrain.DESERT: _dots,
    Terrain.WATER: _wave,
    Terrain.CAVERN: _arch,
}


DARK, LIGHT = colour(0x14181D), colour(0xFFFFFF)
ROOF, CAPITAL = colour(0xFFFFFF), colour(0xFFD24A)
# On a smaller hex marks could not be read.
READABLE = 16
# Drawn so much larger, then made smaller: edges come out smooth.
MAP_SIGNS_FINER = 4
# A square for what was built, a circle for what was found.
Sign = Improvement | Special
SIGNS: Sequence[Sign] = [*BUILT, *FOUND]


def signs_of(each: Hex) -> Sequence[Sign]:
    """The signs of a hex; what is drawn as a line has none."""
    return [*(built for built in each.improvements if built in BUILT), *each.specials]


def unknown(each: Hex) -> str:
    """The mark of a free hex that is not explored, or not cleared; empty where there is nothing to mark."""
    if each.realm is not None or each.is_cleared:
        return ""
    return words.NOT_CLEARED if each.is_explored else words.NOT_EXPLORED


def badge_reach(radius: int) -> int:
    """Half of a sign's width, in pixels."""
    return max(4, round(radius * 0.25))


def badge(image: Image.Image, at: tuple[float, float], sign: Sign, radius: int) -> None:
    """One sign."""
    picture, mask = _badge(sign, badge_reach(radius))
    image.paste(picture, (round(at[0] - picture.width / 2), round(at[1] - picture.height / 2)), mask)


@lru_cache(maxsize=128)
def _badge(sign: Sign, reach: int) -> tuple[Image.Image, Image.Image]:
    """A sign and its mask: white on a dark square, or dark on a white circle."""
    size, rim = 2 * reach * MAP_SIGNS_FINER, max(1, reach // 9) * MAP_SIGNS_FINER
    ground, inner, icon = (Image.new("L", (size, size), 0) for _ in range(3))
    boxes = ((ground, (0, 0, size - 1, size - 1)), (inner, (rim, rim, size - 1 - rim, size - 1 - rim)))
    for layer, box in boxes:
        draw = ImageDraw.Draw(layer)
        (draw.rectangle if sign in BUILT else draw.ellipse)(box, 255)
    pen = Pen(ImageDraw.Draw(icon), size / 2, reach * MAP_SIGNS_FINER * (0.74 if sign in BUILT else 0.64))
    if isinstance(sign, Improvement):
        BUILT[sign](pen)
    else:
        FOUND[sign](pen)
    ink, back = (LIGHT, DARK) if sign in BUILT else (DARK, LIGHT)
    picture = Image.new("RGB", (size, size), ink)
    picture.paste(back, (0, 0), inner)
    picture.paste(ink, (0, 0), icon)
    small = (2 * reach, 2 * reach)
    return picture.resize(small, Image.Resampling.BOX), ground.resize(small, Image.Resampling.BOX)


def house(draw: ImageDraw.ImageDraw, at: tuple[float, float], radius: int, *, is_capital: bool) -> None:
    """A settlement; a capital bears a star."""
    x, y = at
    reach = max(5.0, radius * 0.3)
    walls = (x - reach * 0.7, y - reach * 0.1, x + reach * 0.7, y + reach * 0.9)
    roof = ((x - reach, y), (x, y - reach), (x + reach, y))
    draw.polygon(roof, ROOF, DARK, max(1, radius // 20))
    draw.rectangle(walls, ROOF, DARK, max(1, radius // 20))
    if is_capital:
        points = [(x + p, y + reach * 0.35 + q) for p, q in star(reach * 0.6)]
        draw.polygon(points, CAPITAL, DARK)


def mark(draw: ImageDraw.ImageDraw, at: tuple[float, float], text: str, radius: int) -> None:
    """What is not explored, or not cleared."""
    if radius >= READABLE:
        size = max(11, round(radius * 0.4))
        draw.text(at, text, LIGHT, font(size), anchor="mm", stroke_width=2, stroke_fill=DARK)


def note(draw: ImageDraw.ImageDraw, at: tuple[float, float], radius: int) -> None:
    """A written sheet: game masters noted a secret."""
    x, y = at
    reach = max(3.0, radius * 0.16)
    draw.rectangle((x - reach * 0.8, y - reach, x + reach * 0.8, y + reach), CAPITAL, DARK)
    for line in (-0.45, 0.0, 0.45):
        row = y + line * reach
        draw.line((x - reach * 0.45, row, x + reach * 0.45, row), DARK, max(1, radius // 30))
