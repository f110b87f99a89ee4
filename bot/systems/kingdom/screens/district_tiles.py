"""What stands on lots: tiles of buildings, waters, ruins; badges and letters on them.

Built is light with dark letters, free is dark, water has waves: told without colour.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from PIL import Image, ImageDraw

from bot.systems.kingdom.rules.terms import BuildingType, Special
from bot.systems.kingdom.screens.district_icons import FINER, icon, shade_of
from bot.systems.kingdom.screens.district_layout import Box
from bot.systems.kingdom.screens.map_icons import FOUND, Pen
from bot.systems.kingdom.words import districts as words
from bot.ui.canvas import Colour, colour, fitted, font

DARK, LIGHT = colour(0x15191E), colour(0xFFFFFF)
EARTH, EARTH_EDGE = colour(0x2C3A31), colour(0x5D7364)
RUBBLE, HATCHED = colour(0xAEB6BD), colour(0x9D9184)
RIVER, WAVE = colour(0x2F6396), colour(0xBBD6EE)
QUAY = colour(0xD8D2C4)
PLANK, PLANK_EDGE = colour(0xD9B98A), colour(0x4A3116)
# Letters may be made so much narrower where a word would not fit, then so much lower; then it is cut.
NARROWEST, LOWER = 0.76, 0.92
# A name of two words is narrowed less before it takes two lines.
SLIGHTLY: Final = 0.9
# From one line of letters to the next, in parts of their height.
LINE: Final = 1.1


# -- letters ------------------------------------------------------------------------------------------


@lru_cache(maxsize=512)
def word(text: str, size: int, room: int) -> Image.Image:
    """A line of letters as a mask: narrowed to its room, then lower, and only then cut."""
    if font(size).getlength(text) * NARROWEST > room:
        size = round(size * LOWER)
    least = fitted(text, size, room / NARROWEST)
    wide = max(1, round(font(size).getlength(least)))
    mask = Image.new("L", (wide + 4, round(size * 1.3)), 0)
    ImageDraw.Draw(mask).text((2, mask.height // 2), least, 255, font(size), "lm")
    return mask if mask.width <= room else mask.resize((room, mask.height), Image.Resampling.LANCZOS)


def lines_of(text: str, size: int, room: int, narrowed: float = SLIGHTLY) -> Sequence[str]:
    """A name in one line where it fits, narrowed so much, else in two."""
    if font(size).getlength(text) * narrowed <= room or " " not in text:
        return (text,)
    first, _, rest = text.partition(" ")
    return first, rest


def write(image: Image.Image, lines: Sequence[str], bottom: float, size: int, ink: Colour) -> float:
    """Lines of letters in the middle of an image, down to that row; gives the row where they begin."""
    top = bottom - len(lines) * size * LINE
    for number, line in enumerate(lines):
        mask = word(line, size, image.width - 6)
        y = top + (number + 0.5) * size * LINE - mask.height / 2
        image.paste(ink, (round((image.width - mask.width) / 2), round(y)), mask)
    return top


# -- buildings ----------------------------------------------------------------------------------------


@lru_cache(maxsize=512)
def tile(building: BuildingType, wide: int, high: int, lot: int, size: int, is_damaged: bool) -> Image.Image:
    """A building on all of its lots, with icon and name; damaged it is hatched, cracked and says so."""
    image = Image.new("RGB", (wide, high), shade_of(building))
    draw = ImageDraw.Draw(image)
    top = band(size) if is_damaged else 0
    # Below that word a single lot has little room left.
    narrowed = NARROWEST * LOWER if is_damaged and high <= lot else SLIGHTLY
    lines = lines_of(words.name(building.value), size, wide - 6, narrowed)
    low = write(image, lines, high - size * 0.16, size, DARK)
    if is_damaged:
        _hatch(image, (0, top, wide, round(low)))
    side = round(min(low - top - size * 0.24, lot * (0.62 if min(wide, high) <= lot else 1.1), wide - 8))
    if side >= size:
        at = round((wide - side) / 2), round(top + (low - top - side) / 2 + size * 0.06)
        image.paste(DARK, at, icon(building, side))
    if is_damaged:
        _crack(draw, (0, top, wide, round(low)), max(3, size // 6))
        draw.rectangle((0, 0, wide, top), DARK)
        write(image, (words.DAMAGED,), top - size * 0.05, size - 1, LIGHT)
    draw.rectangle((0, 0, wide - 1, high - 1), outline=DARK, width=max(1, lot // 40))
    return image


def band(size: int) -> int:
    """How high the word is that says that something is damaged, at a tile's top."""
    return round(size * 1.2)


def _hatch(image: Image.Image, box: Box) -> None:
    left, top, right, bottom = box
    part = Image.new("RGB", (right - left, max(1, bottom - top)), image.getpixel((2, top + 1)))
    hatch(part)
    image.paste(part, (left, top))


def hatch(image: Image.Image) -> None:
    """Slanted lines all over it."""
    draw = ImageDraw.Draw(image)
    for x in range(-image.height, image.width, 16):
        draw.line((x, image.height, x + image.height, 0), HATCHED, 5)


def _crack(draw: ImageDraw.ImageDraw, box: Box, width: int) -> None:
    left, top, right, bottom = box
    steps = ((0.1, 0.0), (0.24, 0.25), (0.12, 0.5), (0.27, 0.75), (0.16, 1.0))
    points = [(left + x * (right - left), top + y * (bottom - top)) for x, y in steps]
    draw.line(points, DARK, width, joint="curve")


@lru_cache(maxsize=128)
def ruin(building: str, wide: int, high: int, size: int) -> Image.Image:
    """A site on which a building stood: dark as what is free, with a dotted edge."""
    image = Image.new("RGB", (wide, high), EARTH)
    draw = ImageDraw.Draw(image)
    for x in range(3, wide - 3, 9):
        for y in (3, high - 6):
            draw.rectangle((x, y, x + 3, y + 3), RUBBLE)
    for y in range(3, high - 3, 9):
        for x in (3, wide - 6):
            draw.rectangle((x, y, x + 3, y + 3), RUBBLE)
    lines = lines_of(words.name(building), size, wide - 12)
    low = write(image, (words.RUIN, *lines), high - size * 0.4, size, RUBBLE)
    side = round(min(low - size * 0.5, wide * 0.5))
    if side >= size * 0.8:
        mask = broken(side)
        image.paste(RUBBLE, (round((wide - side) / 2), round((low - side) / 2 + size * 0.2)), mask)
    return image


@lru_cache(maxsize=16)
def broken(side: int) -> Image.Image:
    """A broken column as a mask."""
    large = Image.new("L", (side * FINER, side * FINER), 0)
    FOUND[Special.RUIN](Pen(ImageDraw.Draw(large), side * FINER / 2, side * FINER * 0.47))
    return large.resize((side, side), Image.Resampling.BOX)


# -- water --------------------------------------------------------------------------------------------


@lru_cache(maxsize=64)
def water(wide: int, high: int, lot: int, is_built: bool) -> Image.Image:
    """Water with waves; a built Waterway runs between quays."""
    image = Image.new("RGB", (wide, high), RIVER)
    draw = ImageDraw.Draw(image)
    step = max(8, lot // 6)
    for row, y in enumerate(range(step // 2, high + step, step)):
        waves(draw, (-step * (row % 2), y, wide), step)
    if is_built:
        draw.rectangle((0, 0, wide - 1, high - 1), outline=QUAY, width=max(3, lot // 24))
        draw.rectangle((0, 0, wide - 1, high - 1), outline=DARK, width=max(1, lot // 40))
    return image


def waves(draw: ImageDraw.ImageDraw, row: tuple[int, int, int], step: int) -> None:
    """A row of small waves: from where, at which height, to where."""
    start, y, end = row
    for x in range(start, end, step * 2):
        reach = step * 0.5
        draw.arc((x, y - reach / 2, x + step, y + reach / 2), 180, 360, WAVE, max(1, step // 8))
        draw.arc((x + step, y - reach / 2, x + 2 * step, y + reach / 2), 0, 180, WAVE, max(1, step // 8))


@lru_cache(maxsize=32)
def water_name(wide: int, size: int, text: str, is_damaged: bool) -> Image.Image:
    """What stands on water, on a plate that keeps the waves off the letters."""
    lines = [text, words.DAMAGED] if is_damaged else [text]
    image = Image.new(
        "RGB", (wide, round(len(lines) * size * LINE + size * 0.2)), DARK if is_damaged else RIVER
    )
    write(image, lines, image.height - size * 0.1, size, LIGHT)
    return image


@lru_cache(maxsize=16)
def bridge(lot: int, size: int, is_damaged: bool) -> Image.Image:
    """A bridge over the whole lot, with its name; the water under it is left to be seen."""
    high = round(size * (2.6 if is_damaged else 1.6))
    image = Image.new("RGB", (lot, high), PLANK)
    draw = ImageDraw.Draw(image)
    for x in range(0, lot, max(6, lot // 10)):
        draw.line((x, 0, x, high), colour(0xBF9C6A), 2)
    if is_damaged:
        draw.rectangle((0, 0, lot, round(size * 1.25)), DARK)
        write(image, (words.DAMAGED,), size * 1.2, size - 1, LIGHT)
    write(image, (words.name(BuildingType.BRIDGE.value),), high - size * 0.25, size, PLANK_EDGE)
    for y in (0, high - 1):
        draw.line((0, y, lot, y), PLANK_EDGE, max(5, lot // 18))
    return image


# -- badges and letters -------------------------------------------------------------------------------


@lru_cache(maxsize=64)
def badge(building: BuildingType, reach: int, is_damaged: bool) -> tuple[Image.Image, Image.Image]:
    """What shares a lot with another building: a round badge, struck through where it is damaged."""
    side = 2 * reach * FINER
    image, mask = Image.new("RGB", (side, side), DARK), Image.new("L", (side, side), 0)
    draw, rim = ImageDraw.Draw(image), FINER * max(2, reach // 8)
    ImageDraw.Draw(mask).ellipse((0, 0, side - 1, side - 1), 255)
    draw.ellipse((rim, rim, side - rim, side - rim), LIGHT)
    drawn = icon(building, round(side * 0.62))
    image.paste(DARK, ((side - drawn.width) // 2, (side - drawn.height) // 2), drawn)
    if is_damaged:
        draw.line((side * 0.16, side * 0.84, side * 0.84, side * 0.16), DARK, rim * 2)
    small = (2 * reach, 2 * reach)
    return image.resize(small, Image.Resampling.BOX), mask.resize(small, Image.Resampling.BOX)


@lru_cache(maxsize=256)
def letter(text: str, reach: int) -> tuple[Image.Image, Image.Image]:
    """The letter of a place to choose, on a white disc with a dark edge."""
    side = 2 * reach * FINER
    image, mask = Image.new("RGB", (side, side), DARK), Image.new("L", (side, side), 0)
    draw, rim = ImageDraw.Draw(image), FINER * max(2, reach // 9)
    ImageDraw.Draw(mask).ellipse((0, 0, side - 1, side - 1), 255)
    draw.ellipse((rim, rim, side - rim, side - rim), LIGHT)
    size = round(side * (0.66 if len(text) == 1 else 0.46))
    draw.text((side / 2, side / 2), text, DARK, font(size), "mm", stroke_width=FINER // 2, stroke_fill=DARK)
    small = (2 * reach, 2 * reach)
    return image.resize(small, Image.Resampling.BOX), mask.resize(small, Image.Resampling.BOX)
