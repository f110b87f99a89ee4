"""A district's borders: land or water, a City Wall with its crenels, a Moat, gates."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from PIL import Image, ImageDraw

from bot.systems.kingdom.rules.lots import touches
from bot.systems.kingdom.rules.terms import Border, BuildingType
from bot.systems.kingdom.rules.town import Building, Town
from bot.systems.kingdom.screens.district_layout import Scale
from bot.systems.kingdom.screens.district_tiles import DARK, LIGHT, PLANK, RIVER, waves, word
from bot.systems.kingdom.words import districts as words
from bot.ui.canvas import Colour, colour

LAND, TUFT = colour(0x3C5138), colour(0x7E9A74)
STONE, JOINT = colour(0xC9C4B8), colour(0x6F6A60)
ROAD: Final[Colour] = colour(0x7A6649)
Draw = ImageDraw.ImageDraw
# A strip is drawn for the north, what is outside on top, and turned for the others.
TURNS: Final[Mapping[Border, Image.Transpose | None]] = {
    Border.NORTH: None,
    Border.EAST: Image.Transpose.ROTATE_270,
    Border.SOUTH: Image.Transpose.FLIP_TOP_BOTTOM,
    Border.WEST: Image.Transpose.TRANSPOSE,
}


@dataclass(frozen=True, slots=True)
class Work:
    """A wall or a moat at a border."""

    is_natural: bool = False
    is_damaged: bool = False


@dataclass(frozen=True, slots=True)
class Edge:
    """All that lies at one border; `gate` is how far along it, in pixels, its Watergate stands."""

    is_water: bool = False
    wall: Work | None = None
    moat: Work | None = None
    watergate: Work | None = None
    gate: int = 0

    @property
    def is_damaged(self) -> bool:
        """Whether one of its works is."""
        return any(each is not None and each.is_damaged for each in (self.wall, self.moat, self.watergate))


def edge_of(town: Town, district: int, border: Border, scale: Scale) -> Edge:
    """What lies at a border of a district."""
    there = {each.type: each for each in town.in_district(district) if each.place.border is border}
    return Edge(
        border in town.water_borders(district),
        _work(there.get(BuildingType.CITY_WALL)),
        _work(there.get(BuildingType.MOAT)),
        _work(there.get(BuildingType.WATERGATE)),
        _gate(town, district, border, scale),
    )


def _work(building: Building | None) -> Work | None:
    return Work(building.is_natural, building.is_damaged) if building is not None else None


def _gate(town: Town, district: int, border: Border, scale: Scale) -> int:
    """Where a Waterway comes to that border; else in its middle."""
    for each in town.in_district(district):
        if each.type is BuildingType.WATERWAY and touches(each.place.lots, border):
            lots = [lot for lot in each.place.lots if touches((lot,), border)]
            left, top, right, bottom = scale.box(lots)
            along = left + right if border in (Border.NORTH, Border.SOUTH) else top + bottom
            return along // 2 - scale.coordinates - scale.strip
    return scale.inner // 2


# -- drawn --------------------------------------------------------------------------------------------


@lru_cache(maxsize=128)
def strip(edge: Edge, border: Border, scale: Scale) -> Image.Image:
    """A border as long as the ground inside, turned as it lies."""
    image = Image.new("RGB", (scale.inner, scale.strip), LAND)
    draw = ImageDraw.Draw(image)
    (_sea if edge.is_water else _grass)(draw, scale)
    if edge.moat is not None:
        _moat(draw, scale, edge)
    if edge.wall is not None:
        _wall(draw, scale, edge.wall)
    if not edge.is_water:
        _roads(draw, scale, edge)
    if edge.watergate is not None:
        _watergate(draw, scale, edge)
    turn = TURNS[border]
    turned = image if turn is None else image.transpose(turn)
    return _told(turned, scale) if edge.is_damaged else turned


def _told(image: Image.Image, scale: Scale) -> Image.Image:
    """With the word that says that it is damaged."""
    letters = word(words.DAMAGED, round(scale.text * 0.9), scale.inner)
    plate = Image.new("RGB", (letters.width + scale.text // 2, scale.strip - 4), DARK)
    at = scale.text // 4, (plate.height - letters.height) // 2
    plate.paste(LIGHT, at, letters)
    along = scale.offset(0) + scale.edge + scale.lot - plate.width // 2
    if image.width < image.height:
        image.paste(plate.rotate(90, expand=True), (2, along))
    else:
        image.paste(plate, (along, 2))
    return image


def _grass(draw: Draw, scale: Scale) -> None:
    size = scale.strip // 6
    for number, x in enumerate(range(size * 2, scale.inner, size * 6)):
        y = scale.strip * (0.34 if number % 2 else 0.62)
        for lean in (-1, 0, 1):
            draw.line((x, y + size, x + lean * size, y - size), TUFT, max(1, size // 3))


def _sea(draw: Draw, scale: Scale) -> None:
    draw.rectangle((0, 0, scale.inner, scale.strip), RIVER)
    step = scale.strip // 3
    for row in range(3):
        waves(draw, (-step * (row % 2), row * step + step // 2, scale.inner), step)


def _moat(draw: Draw, scale: Scale, edge: Edge) -> None:
    """A channel outside the wall, with dark banks; a natural one has none."""
    high = scale.strip * 0.4
    top = 0.0 if edge.wall is not None else scale.strip * 0.3
    draw.rectangle((0, top, scale.inner, top + high), RIVER)
    waves(draw, (0, round(top + high / 2), scale.inner), scale.strip // 3)
    if edge.moat is not None and not edge.moat.is_natural:
        for y in (top, top + high):
            draw.line((0, y, scale.inner, y), DARK, max(2, scale.strip // 12))


def _wall(draw: Draw, scale: Scale, wall: Work) -> None:
    """Stones with crenels; a natural one is of rocks, a damaged one has breaches."""
    top, bottom, step = scale.strip * 0.62, scale.strip - 2, scale.strip // 2
    for number, x in enumerate(range(0, scale.inner, step)):
        is_gone = wall.is_damaged and number % 5 in (0, 1)
        if is_gone:
            draw.line((x, bottom, x + step, top), JOINT, 3)
        elif wall.is_natural:
            peak = scale.strip * (0.42 if number % 2 else 0.54)
            draw.polygon(
                ((x - step * 0.2, bottom), (x + step / 2, peak), (x + step * 1.2, bottom)), STONE, DARK
            )
        else:
            draw.rectangle((x, top, x + step, bottom), STONE, JOINT)
            if number % 2:
                draw.rectangle((x, scale.strip * 0.42, x + step, top), STONE, JOINT)
    draw.line((0, bottom, scale.inner, bottom), DARK, 2)


def _roads(draw: Draw, scale: Scale, edge: Edge) -> None:
    """Where streets lead out: through a gate with two towers, over a moat by a bridge."""
    for start in scale.streets:
        left, right = scale.edge + start, scale.edge + start + scale.street - 1
        draw.rectangle((left, 0, right, scale.strip), ROAD)
        if edge.moat is not None:
            low = 0.0 if edge.wall is not None else scale.strip * 0.3
            draw.rectangle((left, low, right, low + scale.strip * 0.4), PLANK, DARK)
        if edge.wall is not None:
            wide = scale.strip // 3
            for x in (left - wide, right):
                draw.rectangle((x, scale.strip * 0.3, x + wide, scale.strip - 1), STONE, DARK, 2)


def _watergate(draw: Draw, scale: Scale, edge: Edge) -> None:
    """A grating over the water, between two towers."""
    reach, top = round(scale.strip * 0.8), scale.strip * 0.14
    left, right = edge.gate - reach, edge.gate + reach
    draw.rectangle((left, 0, right, scale.strip), RIVER)
    pillar = scale.strip // 3
    for x in (left, right - pillar):
        draw.rectangle((x, top, x + pillar, scale.strip - 1), STONE, DARK, 2)
    draw.rectangle((left + pillar, top, right - pillar, top + scale.strip // 5), STONE, DARK)
    bars = range(left + pillar + 4, right - pillar, max(5, scale.strip // 5))
    is_damaged = edge.watergate is not None and edge.watergate.is_damaged
    for number, x in enumerate(bars):
        low = scale.strip * (0.55 if is_damaged and number % 2 else 0.95)
        draw.line((x, top + scale.strip // 5, x, low), LIGHT, max(2, scale.strip // 14))


@lru_cache(maxsize=32)
def corner(scale: Scale, is_water: bool, has_wall: bool, has_moat: bool) -> Image.Image:
    """Where two borders meet: a tower where there is a wall."""
    side = scale.strip
    image = Image.new("RGB", (side, side), LAND)
    draw = ImageDraw.Draw(image)
    if is_water or has_moat:
        draw.rectangle((0, 0, side, side), RIVER)
    if is_water:
        waves(draw, (0, side // 2, side), side // 3)
    if has_wall:
        draw.rectangle((side * 0.14, side * 0.14, side * 0.86, side * 0.86), STONE, DARK, 2)
        draw.rectangle((side * 0.36, side * 0.36, side * 0.64, side * 0.64), JOINT)
    return image


def draw_borders(image: Image.Image, town: Town, district: int, scale: Scale) -> None:
    """All four, and the corners between them."""
    edges = {border: edge_of(town, district, border, scale) for border in Border}
    near, inner = scale.coordinates, scale.coordinates + scale.strip
    far = inner + scale.inner
    at = {
        Border.NORTH: (inner, near),
        Border.SOUTH: (inner, far),
        Border.WEST: (near, inner),
        Border.EAST: (far, inner),
    }
    for border, edge in edges.items():
        image.paste(strip(edge, border, scale), at[border])
    for row, y in ((Border.NORTH, near), (Border.SOUTH, far)):
        for column, x in ((Border.WEST, near), (Border.EAST, far)):
            two = edges[row], edges[column]
            is_water = any(each.is_water for each in two)
            has_wall = any(each.wall is not None for each in two)
            has_moat = all(each.moat is not None for each in two)
            image.paste(corner(scale, is_water, has_wall, has_moat), (x, y))
