"""The hexes of a map's picture: each terrain has a shade and a pattern, so that it is told without colour."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from functools import lru_cache

from PIL import Image, ImageDraw

from bot.systems.kingdom.rules.terms import Terrain
from bot.ui.canvas import Colour, colour

Draw = ImageDraw.ImageDraw
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
