"""The legend of a district's picture: of what occurs on it, and nothing else."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final

from PIL import Image, ImageDraw

from bot.systems.kingdom.rules.terms import Border, BuildingType
from bot.systems.kingdom.rules.town import Building
from bot.systems.kingdom.screens.district_alt import ruins
from bot.systems.kingdom.screens.district_borders import ROAD, Edge, Work, strip
from bot.systems.kingdom.screens.district_ground import cobbles, grate
from bot.systems.kingdom.screens.district_layout import LARGE, MARGIN
from bot.systems.kingdom.screens.district_plan import Plan
from bot.systems.kingdom.screens.district_planned import planned_sign
from bot.systems.kingdom.screens.district_tiles import (
    DARK,
    EARTH,
    EARTH_EDGE,
    RUBBLE,
    badge,
    broken,
    hatch,
    letter,
    water,
    word,
)
from bot.systems.kingdom.words import districts as words
from bot.ui.canvas import INK

LINE, TEXT, COLUMN = 48, 27, 300
SIGN: Final = 40
B = BuildingType
Paint = Callable[[], Image.Image]
BADGES: Final = (B.CISTERN, B.MAGICAL_STREETLAMPS, B.EVERFLOWING_SPRING)


@dataclass(frozen=True, slots=True)
class Entry:
    """A line of the legend."""

    text: str
    paint: Paint


def entries(plan: Plan) -> Sequence[Entry]:
    """What has to be explained: choices, lots, badges, borders, streets."""
    return [*_lots(plan), *_badges(plan), *_borders(plan), *_streets(plan)]


def high(keys: Sequence[Entry], width: int) -> int:
    """How much room they take below the picture, in pixels."""
    return -(-len(keys) // _columns(width)) * LINE + MARGIN


def draw_legend(image: Image.Image, keys: Sequence[Entry], top: int) -> None:
    """Below the picture, in as many columns as have room."""
    columns = _columns(image.width)
    wide = (image.width - 2 * MARGIN) // columns
    for number, key in enumerate(keys):
        x, y = MARGIN + number % columns * wide, top + number // columns * LINE + LINE // 2
        sign = key.paint()
        image.paste(sign, (x, y - sign.height // 2), sign if sign.mode == "RGBA" else None)
        text = word(key.text, TEXT, wide - SIGN - 24)
        image.paste(INK, (x + SIGN + 12, y - text.height // 2), text)


def _columns(width: int) -> int:
    return max(1, (width - 2 * MARGIN) // COLUMN)


# -- lots ---------------------------------------------------------------------------------------------


def _lots(plan: Plan) -> Iterator[Entry]:
    if plan.letters:
        yield Entry(words.CHOICE, partial(_choice, plan.letters[0][0]))
    if any(plan.free(district) for district in plan.districts):
        yield Entry(words.FREE, _free)
    if any(each.number in plan.planned for each in plan.buildings):
        yield Entry(words.PLANNED, planned_sign)
    if any(each.is_damaged for each in plan.buildings):
        yield Entry(words.DAMAGED_SITE, _damaged)
    if any(True for district in plan.districts for _ in ruins(plan.town, district)):
        yield Entry(words.RUIN_SITE, _ruin)
    if any(each.type is B.WATERWAY and each.is_natural for each in plan.buildings):
        yield Entry(words.NATURAL_WATERWAY, partial(water, SIGN, SIGN - 8, 66, is_built=False))


def _disc(drawn: tuple[Image.Image, Image.Image]) -> Image.Image:
    picture, mask = drawn
    whole = picture.copy()
    whole.putalpha(mask)
    return whole


def _choice(text: str) -> Image.Image:
    return _disc(letter(text, SIGN // 2))


def _free() -> Image.Image:
    image = Image.new("RGB", (SIGN, SIGN - 8), EARTH)
    ImageDraw.Draw(image).rectangle((0, 0, SIGN - 1, SIGN - 9), outline=EARTH_EDGE, width=2)
    return image


def _damaged() -> Image.Image:
    image = Image.new("RGB", (SIGN, SIGN - 8), INK)
    hatch(image)
    ImageDraw.Draw(image).line(((14, 0), (24, 10), (16, 19), (26, 32)), DARK, 4)
    return image


def _ruin() -> Image.Image:
    image = _free()
    image.paste(RUBBLE, (8, 4), broken(24))
    return image


def _badges(plan: Plan) -> Iterator[Entry]:
    present = {each.type for each in plan.buildings}
    for building in BADGES:
        if building in present:
            yield Entry(words.name(building.value), partial(_badge, building))


def _badge(building: BuildingType) -> Image.Image:
    return _disc(badge(building, SIGN // 2, is_damaged=False))


# -- borders and streets ------------------------------------------------------------------------------


def _borders(plan: Plan) -> Iterator[Entry]:
    town = plan.town
    if any(town.water_borders(district) for district in plan.districts):
        yield Entry(words.WATER, partial(_edge, Edge(is_water=True)))
    for is_natural in (False, True):
        found = [each for each in plan.buildings if each.is_natural is is_natural]
        if any(each.type is B.CITY_WALL for each in found):
            edge = Edge(wall=Work(is_natural))
            yield Entry(_called(B.CITY_WALL, is_natural=is_natural), partial(_edge, edge))
        if any(each.type is B.MOAT for each in found):
            edge = Edge(moat=Work(is_natural))
            yield Entry(_called(B.MOAT, is_natural=is_natural), partial(_edge, edge))
    if any(each.type is B.CITY_WALL for each in plan.buildings):
        yield Entry(words.GATE, partial(_edge, Edge(wall=Work()), LARGE.streets[0] + LARGE.edge - 8))
    if any(each.type is B.WATERGATE for each in plan.buildings):
        edge = Edge(wall=Work(), watergate=Work(), gate=200)
        yield Entry(words.name(B.WATERGATE.value), partial(_edge, edge, 200 - SIGN // 2))


def _called(building: BuildingType, *, is_natural: bool) -> str:
    return words.natural(building.value) if is_natural else words.name(building.value)


def _edge(edge: Edge, start: int = 40) -> Image.Image:
    return strip(edge, Border.NORTH, LARGE).crop((start, 0, start + SIGN, LARGE.strip))


def _streets(plan: Plan) -> Iterator[Entry]:
    at_large = [each for each in plan.buildings if not each.place.lots and each.place.border is None]
    for building, paint in ((B.PAVED_STREETS, _paved), (B.SEWER_SYSTEM, _sewer)):
        found = [each for each in at_large if each.type is building]
        if found:
            yield Entry(_state(found), partial(paint, is_damaged=all(each.is_damaged for each in found)))


def _state(found: Sequence[Building]) -> str:
    return words.street(found[0].type.value, is_damaged=all(each.is_damaged for each in found))


def _paved(*, is_damaged: bool) -> Image.Image:
    image = Image.new("RGB", (SIGN, LARGE.street), ROAD)
    cobbles(ImageDraw.Draw(image), LARGE, is_damaged=is_damaged)
    return image


def _sewer(*, is_damaged: bool) -> Image.Image:
    image = Image.new("RGB", (SIGN, LARGE.street + 4), ROAD)
    grate(ImageDraw.Draw(image), (SIGN / 2, image.height / 2), image.height * 0.46, is_damaged=is_damaged)
    return image
