"""The ground of a district: streets between its blocks, empty lots, coordinates."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from PIL import Image, ImageDraw

from bot.systems.kingdom.rules.lots import COLUMNS, LOTS, SIDE
from bot.systems.kingdom.rules.terms import BuildingType
from bot.systems.kingdom.rules.town import Town
from bot.systems.kingdom.screens.district_borders import ROAD
from bot.systems.kingdom.screens.district_layout import Scale
from bot.systems.kingdom.screens.district_tiles import DARK, EARTH, EARTH_EDGE, LIGHT
from bot.ui.canvas import BACKGROUND, colour, font

ALLEY, DIM = colour(0x453B2E), colour(0xC3CAD1)
COBBLE, JOINT = colour(0xAEB4BA), colour(0x5A6067)
# How a street's work stands: not there, whole, damaged.
NONE, WHOLE, DAMAGED = range(3)
Draw = ImageDraw.ImageDraw


@dataclass(frozen=True, slots=True)
class Streets:
    """What was done to a district's streets."""

    paving: int = NONE
    sewers: int = NONE


def streets_of(town: Town, district: int) -> Streets:
    """How they are."""
    there = {each.type: each.is_damaged for each in town.in_district(district) if not each.place.lots}

    def state(building: BuildingType) -> int:
        return NONE if building not in there else DAMAGED if there[building] else WHOLE

    return Streets(state(BuildingType.PAVED_STREETS), state(BuildingType.SEWER_SYSTEM))


@lru_cache(maxsize=24)
def ground(scale: Scale, streets: Streets) -> Image.Image:
    """A district on which nothing stands, without its borders. Not to be drawn on: it is kept."""
    image = Image.new("RGB", (scale.whole, scale.whole), BACKGROUND)
    draw = ImageDraw.Draw(image)
    start = scale.coordinates + scale.strip
    end = start + scale.inner
    draw.rectangle((start, start, end - 1, end - 1), ALLEY)
    band = _band(scale, streets.paving)
    for at in scale.streets:
        image.paste(band, (start, scale.first + at))
        image.paste(band.transpose(Image.Transpose.TRANSPOSE), (scale.first + at, start))
    if streets.sewers:
        _sewers(draw, scale, is_damaged=streets.sewers == DAMAGED)
    for lot in range(LOTS):
        left, top, right, bottom = scale.box((lot,))
        draw.rectangle((left, top, right - 1, bottom - 1), EARTH, EARTH_EDGE, max(1, scale.lot // 60))
    _coordinates(draw, scale)
    return image


def _band(scale: Scale, paving: int) -> Image.Image:
    """A street from one border to the other, along the rows."""
    band = Image.new("RGB", (scale.inner, scale.street), ROAD)
    if paving != NONE:
        cobbles(ImageDraw.Draw(band), scale, is_damaged=paving == DAMAGED)
    return band


def cobbles(draw: Draw, scale: Scale, *, is_damaged: bool) -> None:
    """Stones set in two rows, or three; where they are damaged half of them are gone."""
    rows = 3 if scale.street >= 20 else 2
    high = scale.street / rows
    wide = round(high * 1.5)
    draw.rectangle((0, 0, scale.inner, scale.street), ROAD if is_damaged else JOINT)
    for row in range(rows):
        for number, x in enumerate(range(-(row % 2) * wide // 2, scale.inner, wide)):
            if not is_damaged or (number // 2 + row) % 2:
                draw.rectangle((x, row * high + 1, x + wide - 3, (row + 1) * high - 2), COBBLE)


def _sewers(draw: Draw, scale: Scale, *, is_damaged: bool) -> None:
    """Grates at the crossings and near the borders, where a building across a street hides one wholly."""
    half = scale.street // 2
    cross = [scale.first + at + half for at in scale.streets]
    ends = [scale.first + scale.lot // 2, scale.first + scale.grid - scale.lot // 2]
    spots = [(x, y) for x in cross for y in (*cross, *ends)]
    for x, y in {*spots, *((y, x) for x, y in spots)}:
        grate(draw, (x, y), scale.street * 0.46, is_damaged=is_damaged)


def grate(draw: Draw, at: tuple[float, float], reach: float, *, is_damaged: bool) -> None:
    """One grate; a damaged one is struck through."""
    x, y = at
    draw.ellipse((x - reach, y - reach, x + reach, y + reach), DARK, LIGHT, 2)
    if is_damaged:
        draw.line((x - reach, y + reach, x + reach, y - reach), LIGHT, 3)
        return
    for step in (-0.42, 0.0, 0.42):
        long = reach * 0.62
        draw.line((x + step * reach, y - long * 0.8, x + step * reach, y + long * 0.8), LIGHT, 2)


def _coordinates(draw: Draw, scale: Scale) -> None:
    """A to F along the top, 1 to 6 down the left."""
    near = scale.coordinates / 2
    for number in range(SIDE):
        middle = scale.first + scale.offset(number) + scale.lot / 2
        draw.text((middle, near), COLUMNS[number], DIM, font(scale.text), "mm")
        draw.text((near, middle), str(number + 1), DIM, font(scale.text), "mm")
