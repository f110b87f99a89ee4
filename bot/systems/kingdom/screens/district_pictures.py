"""A settlement's districts as a picture: lots with what stands on them, streets, borders, a legend.

Nothing is told by colour alone. Whoever sees no pictures gets `district_alt`.
"""

from __future__ import annotations

from collections.abc import Sequence
from io import BytesIO
from typing import Final

from PIL import Image, ImageDraw

from bot.systems.kingdom.rules.book import LOTS_IN_DISTRICT
from bot.systems.kingdom.rules.lots import SIDE, Lot
from bot.systems.kingdom.rules.terms import BuildingType
from bot.systems.kingdom.rules.town import Building
from bot.systems.kingdom.screens.district_alt import ruins
from bot.systems.kingdom.screens.district_borders import draw_borders
from bot.systems.kingdom.screens.district_ground import DIM, ground, streets_of
from bot.systems.kingdom.screens.district_layout import LARGE, MARGIN, SMALL, Scale, pieces
from bot.systems.kingdom.screens.district_legend import BADGES, draw_legend, entries, high
from bot.systems.kingdom.screens.district_letters import draw_letters
from bot.systems.kingdom.screens.district_plan import Plan
from bot.systems.kingdom.screens.district_planned import mark_planned
from bot.systems.kingdom.screens.district_tiles import badge, band, ruin, tile
from bot.systems.kingdom.screens.district_waters import draw_waters
from bot.systems.kingdom.words import districts as words
from bot.ui.canvas import BACKGROUND, INK, fitted, font, readable

HEAD, TITLE, SECOND, SMALL_HEAD = 104, 42, 28, 44
B = BuildingType
# The corner of a lot that each badge takes: how far to the right and down, in reaches of the badge.
CORNERS: Final = {B.CISTERN: (0, 0), B.MAGICAL_STREETLAMPS: (1, 0), B.EVERFLOWING_SPRING: (0, 1)}
WATERS: Final = (B.WATERWAY, B.BRIDGE)
Draw = ImageDraw.ImageDraw


def draw_district(plan: Plan) -> bytes:
    """The picture, as a PNG. The plan must show a district at least."""
    scale = SMALL if plan.is_overview else LARGE
    columns = 2 if plan.is_overview else 1
    rows = -(-len(plan.districts) // columns)
    above = SMALL_HEAD if plan.is_overview else 0
    width = columns * (scale.whole + MARGIN) + MARGIN
    bottom = HEAD + rows * (scale.whole + above + MARGIN)
    keys = entries(plan)
    image = Image.new("RGB", (width, bottom + high(keys, width)), BACKGROUND)
    _head(ImageDraw.Draw(image), plan, width)
    for number, district in enumerate(plan.districts):
        x = MARGIN // 2 + number % columns * (scale.whole + MARGIN)
        y = HEAD + number // columns * (scale.whole + above + MARGIN)
        if above:
            _small_head(ImageDraw.Draw(image), plan, district, (x + scale.coordinates, y + above - 10))
        image.paste(_district(plan, district, scale), (x, y + above))
    draw_legend(image, keys, bottom)
    file = BytesIO()
    image.save(file, "PNG", compress_level=1)
    return file.getvalue()


def _head(draw: Draw, plan: Plan, width: int) -> None:
    town, shown = plan.town, plan.districts
    used = sum(map(plan.used, shown))
    lots = LOTS_IN_DISTRICT * len(shown)
    if plan.is_overview:
        second = words.overview(shown[0], shown[-1], town.districts, used, lots, plan.month)
    else:
        second = words.head(shown[0], town.districts, used, lots, plan.month)
    room = width - 2 * MARGIN
    draw.text((MARGIN, 50), fitted(readable(town.name), TITLE, room), INK, font(TITLE), anchor="ls")
    draw.text((MARGIN, 90), fitted(second, SECOND, room), DIM, font(SECOND), anchor="ls")


def _small_head(draw: Draw, plan: Plan, district: int, at: tuple[int, int]) -> None:
    text = words.small_head(district, plan.used(district), LOTS_IN_DISTRICT)
    draw.text(at, text, INK, font(SECOND), anchor="ls")


def _district(plan: Plan, district: int, scale: Scale) -> Image.Image:
    """One district with all that stands in it."""
    town = plan.town
    image = ground(scale, streets_of(town, district)).copy()
    draw_borders(image, town, district, scale)
    for type_, lots in ruins(town, district):
        for piece in pieces(lots):
            left, top, right, bottom = scale.box(piece)
            image.paste(ruin(type_, right - left, bottom - top, scale.text), (left, top))
    there = sorted(town.in_district(district), key=lambda each: each.type in BADGES)
    draw_waters(image, there, scale)
    for each in there:
        if each.place.lots and each.type not in WATERS:
            _building(image, each, scale, there)
    mark_planned(image, plan, district, scale)
    draw_letters(image, plan, district, scale)
    return image


def _building(image: Image.Image, each: Building, scale: Scale, there: Sequence[Building]) -> None:
    if each.type in BADGES and _shares(each, there):
        _badge(image, each, scale, there)
    else:
        for piece in pieces(each.place.lots):
            left, top, right, bottom = scale.box(piece)
            drawn = tile(each.type, right - left, bottom - top, scale.lot, scale.text, each.is_damaged)
            image.paste(drawn, (left, top))


def _shares(each: Building, there: Sequence[Building]) -> bool:
    """Whether it is on a lot that has another building; a Cistern may have one of its own (R100)."""
    if each.type is not B.CISTERN:
        return True
    lots = set(each.place.lots)
    return any(other.type not in BADGES and lots & set(other.place.lots) for other in there)


def _badge(image: Image.Image, each: Building, scale: Scale, there: Sequence[Building]) -> None:
    reach = round(scale.lot * 0.15)
    across, down = CORNERS[each.type]
    for lot in each.place.lots:
        left, top, right, _ = scale.box((lot,))
        x = right - 2 * reach - 3 if across else left + 3
        y = top + 3 + down * (2 * reach + 2) + (band(scale.text) if _is_marked(lot, there) else 0)
        picture, mask = badge(each.type, reach, is_damaged=each.is_damaged)
        image.paste(picture, (x, y), mask)


def _is_marked(lot: Lot, there: Sequence[Building]) -> bool:
    """Whether a word at the top of that lot says that what stands there is damaged."""
    return any(
        each.is_damaged
        and each.type not in BADGES
        and lot in each.place.lots
        and lot // SIDE == min(each.place.lots) // SIDE
        for each in there
    )
