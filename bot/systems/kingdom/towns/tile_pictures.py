"""Where everything of a district stands on its picture, in pixels: lots, streets, borders."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from bot.engine.text import T
from bot.systems.kingdom.book import Border, BuildingType, Special
from bot.systems.kingdom.icon_pictures import ICONS, shade_of
from bot.systems.kingdom.towns.book import BLOCK, COLUMNS, LOTS, SIDE, Lot, beside, footprints, touches
from bot.systems.kingdom.towns.state import Building, Place, Town
from bot.ui.canvas import BACKGROUND, Colour, colour, font
from bot.ui.grid import DARK, DIM, LIGHT, Draw, Squares, badge, hatch
from bot.ui.icons import FINER, Ink
from bot.ui.lettering import LINE, LOWER, NARROWEST, SLIGHTLY, lines_of, word, write
from bot.ui.pillow import Image, ImageDraw

Box = tuple[int, int, int, int]


def middle_of(place: Place, scale: Squares) -> tuple[int, int]:
    """The middle of a place: of its lots, of its border, else a crossing of streets."""
    # Over the inner edge of a border, so that a letter stays on the picture.
    near = scale.coordinates + round(scale.strip * 0.9)
    centre, far = scale.coordinates + scale.outer // 2, 2 * scale.coordinates + scale.outer - near
    if place.border is not None:
        return {
            Border.NORTH: (centre, near),
            Border.SOUTH: (centre, far),
            Border.WEST: (near, centre),
            Border.EAST: (far, centre),
        }[place.border]
    if not place.lots:
        crossing = scale.first + scale.streets[0] + scale.street // 2
        return crossing, crossing
    left, top, right, bottom = scale.box(place.lots)
    return (left + right) // 2, (top + bottom) // 2


# Alone a district is as wide as a phone's picture allows; its letters are then about 11 pixels high there.
LARGE: Final = Squares(SIDE, BLOCK, lot=122, alley=6, street=24, strip=36, edge=8, coordinates=36, text=26)
SMALL: Final = Squares(SIDE, BLOCK, lot=92, alley=4, street=16, strip=26, edge=6, coordinates=28, text=20)
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


EARTH, EARTH_EDGE = colour(0x2C3A31), colour(0x5D7364)
RUBBLE = colour(0xAEB6BD)
RIVER, WAVE = colour(0x2F6396), colour(0xBBD6EE)
QUAY = colour(0xD8D2C4)
# What stands on a tile, in short; each word may have a line of its own.
DAMAGED_WORD, RUIN_OF = T("damaged"), T("site of")
PLANK, PLANK_EDGE = colour(0xD9B98A), colour(0x4A3116)

# -- buildings ----------------------------------------------------------------------------------------


@lru_cache(maxsize=512)
def tile(building: BuildingType, wide: int, high: int, lot: int, size: int, is_damaged: bool) -> Image.Image:
    """A building on all of its lots, with icon and name; damaged it is hatched, cracked and says so."""
    image = Image.new("RGB", (wide, high), shade_of(building))
    draw = ImageDraw.Draw(image)
    top = band(size) if is_damaged else 0
    # Below that word a single lot has little room left.
    narrowed = NARROWEST * LOWER if is_damaged and high <= lot else SLIGHTLY
    lines = lines_of(building.label, size, wide - 6, narrowed)
    low = write(image, lines, high - size * 0.16, size, DARK)
    if is_damaged:
        _hatch(image, (0, top, wide, round(low)))
    side = round(min(low - top - size * 0.24, lot * (0.62 if min(wide, high) <= lot else 1.1), wide - 8))
    if side >= size:
        at = round((wide - side) / 2), round(top + (low - top - side) / 2 + size * 0.06)
        image.paste(DARK, at, ICONS.mask(building.value, side))
    if is_damaged:
        _crack(draw, (0, top, wide, round(low)), max(3, size // 6))
        draw.rectangle((0, 0, wide, top), DARK)
        write(image, (DAMAGED_WORD.plain(),), top - size * 0.05, size - 1, LIGHT)
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


def _crack(draw: Draw, box: Box, width: int) -> None:
    left, top, right, bottom = box
    steps = ((0.1, 0.0), (0.24, 0.25), (0.12, 0.5), (0.27, 0.75), (0.16, 1.0))
    points = [(left + x * (right - left), top + y * (bottom - top)) for x, y in steps]
    draw.line(points, DARK, width, joint="curve")


@lru_cache(maxsize=128)
def ruin(building: BuildingType, wide: int, high: int, size: int) -> Image.Image:
    """A site on which a building stood: dark as what is free, with a dotted edge."""
    image = Image.new("RGB", (wide, high), EARTH)
    draw = ImageDraw.Draw(image)
    for x in range(3, wide - 3, 9):
        for y in (3, high - 6):
            draw.rectangle((x, y, x + 3, y + 3), RUBBLE)
    for y in range(3, high - 3, 9):
        for x in (3, wide - 6):
            draw.rectangle((x, y, x + 3, y + 3), RUBBLE)
    lines = lines_of(building.label, size, wide - 12)
    low = write(image, (RUIN_OF.plain(), *lines), high - size * 0.4, size, RUBBLE)
    side = round(min(low - size * 0.5, wide * 0.5))
    if side >= size * 0.8:
        mask = ICONS.mask(Special.RUIN.value, side)
        image.paste(RUBBLE, (round((wide - side) / 2), round((low - side) / 2 + size * 0.2)), mask)
    return image


# -- water --------------------------------------------------------------------------------------------


@lru_cache(maxsize=64)
def water(wide: int, high: int, lot: int, is_built: bool) -> Image.Image:
    """Water with waves; a built Waterway runs between quays."""
    image = Image.new("RGB", (wide, high), RIVER)
    draw = ImageDraw.Draw(image)
    step = max(8, lot // 6)
    for row, y in enumerate(range(step // 2, high + step, step)):
        ICONS.row(draw, "waves", y, step, INKS, -step * (row % 2))
    if is_built:
        draw.rectangle((0, 0, wide - 1, high - 1), outline=QUAY, width=max(3, lot // 24))
        draw.rectangle((0, 0, wide - 1, high - 1), outline=DARK, width=max(1, lot // 40))
    return image


@lru_cache(maxsize=32)
def water_name(wide: int, size: int, text: str, is_damaged: bool) -> Image.Image:
    """What stands on water, on a plate that keeps the waves off the letters."""
    lines = [text, DAMAGED_WORD.plain()] if is_damaged else [text]
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
        write(image, (DAMAGED_WORD.plain(),), size * 1.2, size - 1, LIGHT)
    write(image, (BuildingType.BRIDGE.label,), high - size * 0.25, size, PLANK_EDGE)
    for y in (0, high - 1):
        draw.line((0, y, lot, y), PLANK_EDGE, max(5, lot // 18))
    return image


# -- badges and letters -------------------------------------------------------------------------------


@lru_cache(maxsize=64)
def shared(building: BuildingType, reach: int, is_damaged: bool) -> Image.Image:
    """The badge of what shares a lot with another building, struck through where it is damaged."""
    return badge(ICONS.mask(building.value, round(reach * FINER * 1.24)), reach, is_struck=is_damaged)


# -- A district's borders: land or water, a City Wall with its crenels, a Moat, gates ----------------------


LAND, STONE = colour(0x3C5138), colour(0xC9C4B8)
ROAD: Final[Colour] = colour(0x7A6649)
INKS: Final[dict[str, Ink]] = {
    "": colour(0x7E9A74), "river": RIVER, "wave": WAVE, "dark": DARK, "light": LIGHT,
    "stone": STONE, "joint": colour(0x6F6A60),
}  # fmt: skip
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
        """Whether its wall, moat or watergate is damaged."""
        return any(each is not None and each.is_damaged for each in (self.wall, self.moat, self.watergate))


def edge_of(town: Town, district: int, border: Border, scale: Squares) -> Edge:
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


def _gate(town: Town, district: int, border: Border, scale: Squares) -> int:
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
def strip(edge: Edge, border: Border, scale: Squares) -> Image.Image:
    """A border as long as the ground inside, turned as it lies."""
    image = Image.new("RGB", (scale.inner, scale.strip), LAND)
    draw, reach = ImageDraw.Draw(image), scale.strip / 2
    ICONS.row(draw, "sea" if edge.is_water else "grass", reach, reach, INKS)
    # Outside of a wall a moat lies farther out.
    moat = reach * 0.4 if edge.wall is not None else reach
    if edge.moat is not None:
        ICONS.row(draw, "moat_natural" if edge.moat.is_natural else "moat", moat, reach, INKS)
    if edge.wall is not None:
        marks = ("_natural" * edge.wall.is_natural, "_damaged" * edge.wall.is_damaged)
        ICONS.row(draw, "".join(("wall", *marks)), reach, reach, INKS)
    if not edge.is_water:
        _roads(draw, scale, edge, moat)
    if edge.watergate is not None:
        name = "watergate_damaged" if edge.watergate.is_damaged else "watergate"
        ICONS.draw(draw, name, (edge.gate, reach), reach, INKS)
    turn = Image.Transpose[TURNS[border]] if border in TURNS else None
    turned = image if turn is None else image.transpose(turn)
    return _told(turned, scale) if edge.is_damaged else turned


def _told(image: Image.Image, scale: Squares) -> Image.Image:
    """The picture with a word on it that says that the building is damaged."""
    letters = word(DAMAGED_WORD.plain(), round(scale.text * 0.9), scale.inner)
    plate = Image.new("RGB", (letters.width + scale.text // 2, scale.strip - 4), DARK)
    at = scale.text // 4, (plate.height - letters.height) // 2
    plate.paste(LIGHT, at, letters)
    along = scale.offset(0) + scale.edge + scale.lot - plate.width // 2
    if image.width < image.height:
        image.paste(plate.rotate(90, expand=True), (2, along))
    else:
        image.paste(plate, (along, 2))
    return image


def _roads(draw: Draw, scale: Squares, edge: Edge, moat: float) -> None:
    """Where streets lead out: through a gate with two towers, over a moat by a bridge."""
    reach = scale.strip / 2
    for start in scale.streets:
        left, right = scale.edge + start, scale.edge + start + scale.street - 1
        draw.rectangle((left, 0, right, scale.strip), ROAD)
        if edge.moat is not None:
            draw.rectangle((left, moat - reach * 0.4, right, moat + reach * 0.4), PLANK, DARK)
        if edge.wall is not None:
            for x in (left - reach / 3, right + reach / 3):
                ICONS.draw(draw, "gate_tower", (x, reach), reach, INKS)


@lru_cache(maxsize=32)
def corner(scale: Squares, is_water: bool, has_wall: bool, has_moat: bool) -> Image.Image:
    """Where two borders meet: a tower where there is a wall."""
    side = scale.strip
    image = Image.new("RGB", (side, side), LAND)
    draw = ImageDraw.Draw(image)
    if is_water or has_moat:
        draw.rectangle((0, 0, side, side), RIVER)
    if is_water:
        ICONS.row(draw, "sea", side / 2, side / 2, INKS)
    if has_wall:
        ICONS.draw(draw, "tower", (side / 2, side / 2), side / 2, INKS)
    return image


def draw_borders(image: Image.Image, town: Town, district: int, scale: Squares) -> None:
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


ALLEY: Final = colour(0x453B2E)
COBBLE, DISTRICT_GROUND_JOINT = colour(0xAEB4BA), colour(0x5A6067)
# How a street's work stands: not there, whole, damaged.
NONE, WHOLE, DAMAGED = range(3)


@dataclass(frozen=True, slots=True)
class Streets:
    """The paving and the sewers of a district's streets."""

    paving: int = NONE
    sewers: int = NONE


def streets_of(town: Town, district: int) -> Streets:
    """A district's streets, with what was done to them."""
    there = {each.type: each.is_damaged for each in town.in_district(district) if not each.place.lots}

    def state(building: BuildingType) -> int:
        return NONE if building not in there else DAMAGED if there[building] else WHOLE

    return Streets(state(BuildingType.PAVED_STREETS), state(BuildingType.SEWER_SYSTEM))


@lru_cache(maxsize=24)
def ground(scale: Squares, streets: Streets) -> Image.Image:
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


def _band(scale: Squares, paving: int) -> Image.Image:
    """A street from one border to the other, along the rows."""
    band = Image.new("RGB", (scale.inner, scale.street), ROAD)
    if paving != NONE:
        cobbles(ImageDraw.Draw(band), scale, is_damaged=paving == DAMAGED)
    return band


def cobbles(draw: Draw, scale: Squares, *, is_damaged: bool) -> None:
    """Stones set in two rows, or three; where they are damaged half of them are gone."""
    rows = 3 if scale.street >= 20 else 2
    high = scale.street / rows
    wide = round(high * 1.5)
    draw.rectangle((0, 0, scale.inner, scale.street), ROAD if is_damaged else DISTRICT_GROUND_JOINT)
    for row in range(rows):
        for number, x in enumerate(range(-(row % 2) * wide // 2, scale.inner, wide)):
            if not is_damaged or (number // 2 + row) % 2:
                draw.rectangle((x, row * high + 1, x + wide - 3, (row + 1) * high - 2), COBBLE)


def _sewers(draw: Draw, scale: Squares, *, is_damaged: bool) -> None:
    """Grates at the crossings and near the borders, where a building across a street hides one wholly."""
    half = scale.street // 2
    cross = [scale.first + at + half for at in scale.streets]
    ends = [scale.first + scale.lot // 2, scale.first + scale.grid - scale.lot // 2]
    spots = [(x, y) for x in cross for y in (*cross, *ends)]
    for x, y in {*spots, *((y, x) for x, y in spots)}:
        grate(draw, (x, y), scale.street * 0.46, is_damaged=is_damaged)


def grate(draw: Draw, at: tuple[float, float], reach: float, *, is_damaged: bool) -> None:
    """One grate; a damaged one is struck through."""
    ICONS.draw(draw, "grate_damaged" if is_damaged else "grate", at, reach, INKS | {"": LIGHT})


def _coordinates(draw: Draw, scale: Squares) -> None:
    """A to F along the top, 1 to 6 down the left."""
    near = scale.coordinates / 2
    for number in range(SIDE):
        middle = scale.first + scale.offset(number) + scale.lot / 2
        draw.text((middle, near), COLUMNS[number], DIM, font(scale.text), "mm")
        draw.text((near, middle), str(number + 1), DIM, font(scale.text), "mm")


# -- Waterways on a district's picture, flowing on from lot to lot, and the bridges over them --------------


def draw_waters(image: Image.Image, there: Sequence[Building], scale: Squares) -> None:
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


def _flow(image: Image.Image, ways: Sequence[Building], scale: Squares) -> None:
    """Water in the alley or street between two lots that both have some."""
    lots = {lot for each in ways for lot in each.place.lots}
    for lot in lots:
        for next_ in beside(lot, "") & lots:
            if lot < next_:
                left, top, right, bottom = scale.box((lot, next_))
                drawn = water(right - left, bottom - top, scale.lot, is_built=False)
                image.paste(drawn, (left, top))


def _waterway(image: Image.Image, each: Building, scale: Squares, bridged: frozenset[int]) -> None:
    for piece in pieces(each.place.lots):
        left, top, right, bottom = scale.box(piece)
        drawn = water(right - left, bottom - top, scale.lot, is_built=not each.is_natural)
        image.paste(drawn, (left, top))
    open_ = [lot for lot in each.place.lots if lot not in bridged]
    if not open_:
        return
    whole = each.place.lots if len(open_) == len(each.place.lots) else open_[:1]
    left, top, right, bottom = scale.box(whole)
    name = water_name(scale.lot - 4, scale.text, each.type.label, each.is_damaged)
    image.paste(name, ((left + right - name.width) // 2, (top + bottom - name.height) // 2))
