"""The legend of a map: of what occurs on it, and nothing else."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial

from PIL import Image, ImageDraw

from bot.systems.kingdom.rules.terms import Improvement, Terrain
from bot.systems.kingdom.screens.map_chart import Chart
from bot.systems.kingdom.screens.map_layout import MARGIN, Layout
from bot.systems.kingdom.screens.map_lines import (
    AQUEDUCT,
    BORDER,
    BORDER_EDGE,
    CANAL,
    DASHES,
    RIVER,
    Dashes,
    line,
    way,
)
from bot.systems.kingdom.screens.map_signs import SIGNS, Sign, badge, house, mark, note, signs_of, unknown
from bot.systems.kingdom.screens.map_tiles import hatched, tile
from bot.systems.kingdom.words import maps as words
from bot.ui.canvas import INK, Colour, fitted, font, readable

LINE, TEXT, COLUMN = 46, 29, 290
ICON = 18
Draw = ImageDraw.ImageDraw
Paint = Callable[[Draw, Image.Image, float, float], None]


@dataclass(frozen=True, slots=True)
class Entry:
    """A line of the legend."""

    text: str
    paint: Paint


def entries(chart: Chart) -> Sequence[Entry]:
    """What has to be explained, in the order of the eye: realms, terrains, lines, signs."""
    return [*_realms(chart), *_terrains(chart), *_lines(chart), *_signs(chart)]


def with_legend(layout: Layout, keys: Sequence[Entry]) -> Layout:
    """The layout with room for them below the map."""
    return replace(layout, height=layout.height + _rows(layout, keys) * LINE + MARGIN)


def draw_legend(draw: Draw, image: Image.Image, keys: Sequence[Entry], layout: Layout) -> None:
    """Below the map, in as many columns as have room."""
    columns = _columns(layout)
    width = (layout.width - 2 * MARGIN) / columns
    top = layout.height - _rows(layout, keys) * LINE - MARGIN + LINE // 2
    for number, key in enumerate(keys):
        x, y = MARGIN + number % columns * width, top + number // columns * LINE
        key.paint(draw, image, x + ICON, y)
        text = fitted(readable(key.text), TEXT, width - 3 * ICON)
        draw.text((x + 2.5 * ICON, y), text, INK, font(TEXT), anchor="lm")


def _columns(layout: Layout) -> int:
    return (layout.width - 2 * MARGIN) // COLUMN


def _rows(layout: Layout, keys: Sequence[Entry]) -> int:
    return -(-len(keys) // _columns(layout))


# -- realms and terrains ------------------------------------------------------------------------------


def _realms(chart: Chart) -> Iterator[Entry]:
    shown = {each.realm for each in chart.hexes.values()}
    for number, (realm, name) in enumerate(chart.realms.items()):
        if realm in shown:
            yield Entry(name, partial(_stroke, BORDER, 5, DASHES[number % len(DASHES)]))


def _terrains(chart: Chart) -> Iterator[Entry]:
    present = {each.terrain for each in chart.hexes.values()}
    for terrain in Terrain:
        if terrain in present:
            yield Entry(words.terrain(terrain.value), partial(_tile, terrain))


def _tile(terrain: Terrain, _draw: Draw, image: Image.Image, x: float, y: float) -> None:
    picture, mask = tile(terrain, ICON)
    image.paste(picture, (round(x - picture.width / 2), round(y - ICON)), mask)


# -- lines --------------------------------------------------------------------------------------------


def _lines(chart: Chart) -> Iterator[Entry]:
    hexes = chart.hexes.values()
    if any(each.rivers for each in hexes):
        yield Entry(words.RIVER, partial(_stroke, RIVER, 5, None))
    if any(each.has_lake for each in hexes):
        yield Entry(words.LAKE, _lake)
    if any(each.is_coast for each in hexes):
        yield Entry(words.COAST, _coast)
    for improvement, name, is_highway in (
        (Improvement.ROAD, words.ROAD, False),
        (Improvement.HIGHWAY, words.HIGHWAY, True),
    ):
        if any(each.has(improvement) for each in hexes):
            yield Entry(name, partial(_way, is_highway=is_highway))
    if any(each.has(Improvement.CANAL) for each in hexes):
        yield Entry(words.CANAL, partial(_stroke, RIVER, 5, CANAL))
    if any(each.has(Improvement.AQUEDUCT) for each in hexes):
        yield Entry(words.AQUEDUCT, partial(_stroke, INK, 4, AQUEDUCT))


def _stroke(
    ink: Colour,
    width: int,
    dashes: Dashes,
    draw: Draw,
    _image: Image.Image,
    x: float,
    y: float,
) -> None:
    line(draw, ((x - ICON, y), (x + ICON, y)), ink, width, dashes)


def _way(draw: Draw, _image: Image.Image, x: float, y: float, *, is_highway: bool) -> None:
    for is_edge in (True, False):
        way(draw, ((x - ICON, y), (x + ICON, y)), 24, is_highway=is_highway, is_edge=is_edge)


def _lake(draw: Draw, _image: Image.Image, x: float, y: float) -> None:
    draw.ellipse((x - 14, y - 9, x + 14, y + 9), RIVER)


def _coast(draw: Draw, _image: Image.Image, x: float, y: float) -> None:
    for step in (-12, 0, 12):
        draw.arc((x + step - 6, y - 4, x + step + 6, y + 6), 180, 360, RIVER, 3)


# -- signs --------------------------------------------------------------------------------------------


def _signs(chart: Chart) -> Iterator[Entry]:
    for is_capital, name in ((True, words.CAPITAL), (False, words.SETTLEMENT)):
        if any(place.is_capital is is_capital for place in chart.places):
            yield Entry(name, partial(_house, is_capital=is_capital))
    present = {sign for each in chart.hexes.values() for sign in signs_of(each)}
    for sign in SIGNS:
        if sign in present:
            yield Entry(words.sign(sign.value), partial(_badge, sign))
    marks = {unknown(each) for each in chart.hexes.values()}
    for text, name in words.MARKS.items():
        if text in marks:
            yield Entry(name, partial(_mark, text))
    yield from _for_game_masters(chart)


def _for_game_masters(chart: Chart) -> Iterator[Entry]:
    if any(map(chart.is_hidden, chart.hexes)):
        yield Entry(words.HIDDEN, _hidden)
    if any(map(chart.notes_secret, chart.hexes)):
        yield Entry(words.SECRET, _note)


def _house(draw: Draw, _image: Image.Image, x: float, y: float, *, is_capital: bool) -> None:
    house(draw, (x, y), 46, is_capital=is_capital)


def _badge(sign: Sign, _draw: Draw, image: Image.Image, x: float, y: float) -> None:
    badge(image, (x, y), sign, 72)


def _hidden(_draw: Draw, image: Image.Image, x: float, y: float) -> None:
    mask = hatched(ICON)
    at = round(x - mask.width / 2), round(y - ICON)
    image.paste(INK, at, mask.point(lambda value: 255 if value else 0))
    image.paste(BORDER_EDGE, at, mask)


def _note(draw: Draw, _image: Image.Image, x: float, y: float) -> None:
    note(draw, (x, y), 80)


def _mark(text: str, draw: Draw, _image: Image.Image, x: float, y: float) -> None:
    mark(draw, (x, y), text, 52)
