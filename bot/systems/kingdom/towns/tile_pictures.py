"""Where everything of a district stands on its picture, in pixels: lots, streets, borders."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, TypeAlias

from bot.systems.kingdom.book import Border, BuildingType, Special
from bot.systems.kingdom.icon_pictures import FINER, FOUND, Pen, icon, shade_of
from bot.systems.kingdom.towns import words
from bot.systems.kingdom.towns.book import BLOCK, COLUMNS, LOTS, SIDE, Lot, beside, footprints, touches
from bot.systems.kingdom.towns.state import Building, Place, Town
from bot.ui.canvas import BACKGROUND, Colour, colour, fitted, font
from bot.ui.pillow import Image, ImageDraw

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


# -- What stands on lots: tiles of buildings, waters, ruins; badges and letters on them --------------------


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


# -- A district's borders: land or water, a City Wall with its crenels, a Moat, gates ----------------------


LAND, TUFT = colour(0x3C5138), colour(0x7E9A74)
STONE, JOINT = colour(0xC9C4B8), colour(0x6F6A60)
ROAD: Final[Colour] = colour(0x7A6649)
Draw: TypeAlias = "ImageDraw.ImageDraw"
# A strip is drawn for the north, what is outside on top, and turned for the others.
TURNS: Final[Mapping[Border, str]] = {
    Border.EAST: "ROTATE_270",
    Border.SOUTH: "FLIP_TOP_BOTTOM",
    Border.WEST: "TRANSPOSE",
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
    turn = Image.Transpose[TURNS[border]] if border in TURNS else None
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


# -- The ground of a district: streets between its blocks, empty lots, coordinates -------------------------


ALLEY, DIM = colour(0x453B2E), colour(0xC3CAD1)
COBBLE, DISTRICT_GROUND_JOINT = colour(0xAEB4BA), colour(0x5A6067)
# How a street's work stands: not there, whole, damaged.
NONE, WHOLE, DAMAGED = range(3)


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
    draw.rectangle((0, 0, scale.inner, scale.street), ROAD if is_damaged else DISTRICT_GROUND_JOINT)
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


# -- Waterways on a district's picture, flowing on from lot to lot, and the bridges over them --------------


def draw_waters(image: Image.Image, there: Sequence[Building], scale: Scale) -> None:
    """All waterways of a district, then what crosses them."""
    ways = [each for each in there if each.type is BuildingType.WATERWAY]
    bridges = [each for each in there if each.type is BuildingType.BRIDGE]
    _flow(image, ways, scale)
    for each in ways:
        _waterway(image, each, scale, frozenset(lot for over in bridges for lot in over.place.lots))
    for each in bridges:
        for lot in each.place.lots:
            left, top, _, bottom = scale.box((lot,))
            drawn = bridge(scale.lot, scale.text, is_damaged=each.is_damaged)
            image.paste(drawn, (left, (top + bottom - drawn.height) // 2))


def _flow(image: Image.Image, ways: Sequence[Building], scale: Scale) -> None:
    """Water in the alley or street between two lots that both have some."""
    lots = {lot for each in ways for lot in each.place.lots}
    for lot in lots:
        for next_ in beside(lot, "") & lots:
            if lot < next_:
                left, top, right, bottom = scale.box((lot, next_))
                drawn = water(right - left, bottom - top, scale.lot, is_built=False)
                image.paste(drawn, (left, top))


def _waterway(image: Image.Image, each: Building, scale: Scale, bridged: frozenset[int]) -> None:
    for piece in pieces(each.place.lots):
        left, top, right, bottom = scale.box(piece)
        drawn = water(right - left, bottom - top, scale.lot, is_built=not each.is_natural)
        image.paste(drawn, (left, top))
    open_ = [lot for lot in each.place.lots if lot not in bridged]
    if not open_:
        return
    whole = each.place.lots if len(open_) == len(each.place.lots) else open_[:1]
    left, top, right, bottom = scale.box(whole)
    name = water_name(scale.lot - 4, scale.text, words.name(each.type.value), each.is_damaged)
    image.paste(name, ((left + right - name.width) // 2, (top + bottom - name.height) // 2))
