"""The map as a picture: terrain, waters, roads, borders, settlements, signs, labels and a legend.

Nothing is told by colour alone. Whoever sees no pictures gets `map_alt`.
"""

from __future__ import annotations

from collections import Counter
from io import BytesIO

from PIL import Image, ImageDraw

from bot.systems.kingdom.rules.hexes import Direction, Spot, beside
from bot.systems.kingdom.rules.land import Hex
from bot.systems.kingdom.rules.terms import Improvement
from bot.systems.kingdom.screens.map_chart import Chart
from bot.systems.kingdom.screens.map_labels import HOUSE, draw_labels, sign_spots
from bot.systems.kingdom.screens.map_layout import HEAD, MARGIN, Layout, borders, laid_out
from bot.systems.kingdom.screens.map_legend import draw_legend, entries, with_legend
from bot.systems.kingdom.screens.map_lines import (
    AQUEDUCT,
    BORDER,
    BORDER_EDGE,
    CANAL,
    DASHES,
    GRID,
    RIVER,
    dot,
    line,
    river_width,
    way,
)
from bot.systems.kingdom.screens.map_signs import badge, house, mark, note, signs_of, unknown
from bot.systems.kingdom.screens.map_tiles import hatched, tile
from bot.systems.kingdom.words import maps as words
from bot.ui.canvas import BACKGROUND, INK, fitted, font, readable

WAYS = (Improvement.ROAD, Improvement.HIGHWAY)


def draw_map(chart: Chart) -> bytes:
    """The picture, as a PNG. The chart must show a hex at least."""
    keys = entries(chart)
    layout = with_legend(laid_out(chart.hexes), keys)
    image = Image.new("RGB", (layout.width, layout.height), BACKGROUND)
    draw = ImageDraw.Draw(image)
    _tiles(image, chart, layout)
    _outlines(draw, chart, layout)
    for spot, each in chart.hexes.items():
        _waters(draw, layout, spot, each)
    _roads(draw, chart, layout)
    _borders(draw, chart, layout)
    for spot, each in chart.hexes.items():
        _contents(draw, chart, layout, spot, each)
    _badges(image, chart, layout)
    draw_labels(draw, chart, layout)
    _head(draw, chart, layout)
    draw_legend(draw, image, keys, layout)
    file = BytesIO()
    image.save(file, "PNG", compress_level=2)
    return file.getvalue()


def _tiles(image: Image.Image, chart: Chart, layout: Layout) -> None:
    for spot, each in chart.hexes.items():
        picture, mask = tile(each.terrain, layout.radius)
        x, y = layout.middle(spot)
        image.paste(picture, (round(x - picture.width / 2), round(y - layout.radius)), mask)
        if chart.is_hidden(spot):
            shade = hatched(layout.radius)
            image.paste(BORDER_EDGE, (round(x - shade.width / 2), round(y - layout.radius)), shade)


def _outlines(draw: ImageDraw.ImageDraw, chart: Chart, layout: Layout) -> None:
    for spot in chart.hexes:
        corners = [layout.corner(spot, number) for number in range(6)]
        draw.line((*corners, corners[0]), GRID, 1)


def _head(draw: ImageDraw.ImageDraw, chart: Chart, layout: Layout) -> None:
    shown = words.counted(len(chart.hexes), is_cut=chart.is_cut)
    aside = font(28).getlength(shown)
    room = layout.width - 3 * MARGIN - aside
    draw.text((MARGIN, HEAD - 20), fitted(readable(chart.title), 42, room), INK, font(42), anchor="ls")
    draw.text((layout.width - MARGIN, HEAD - 20), shown, INK, font(28), anchor="rs")


# -- waters and ways ----------------------------------------------------------------------------------


def _waters(draw: ImageDraw.ImageDraw, layout: Layout, spot: Spot, each: Hex) -> None:
    middle, radius = layout.middle(spot), layout.radius
    for direction in each.rivers:
        draw.line((middle, layout.gate(spot, direction)), RIVER, river_width(radius))
    if each.rivers:
        dot(draw, middle, river_width(radius) / 2, RIVER)
    if each.has_lake:
        x, y = middle
        box = (x - radius * 0.42, y - radius * 0.26, x + radius * 0.42, y + radius * 0.26)
        draw.ellipse(box, RIVER, BORDER_EDGE)
    if each.has(Improvement.CANAL):
        ends = layout.corner(spot, 4, radius * 0.5), layout.corner(spot, 1, radius * 0.5)
        line(draw, ends, RIVER, 5, CANAL)
    if each.has(Improvement.AQUEDUCT):
        ends = layout.corner(spot, 5, radius * 0.4), layout.corner(spot, 2, radius * 0.4)
        line(draw, ends, BORDER_EDGE, 4, AQUEDUCT)
    if each.is_coast:
        _coast(draw, middle, radius)


def _coast(draw: ImageDraw.ImageDraw, at: tuple[float, float], radius: int) -> None:
    x, y = at[0], at[1] - radius * 0.8
    for step in (-0.3, 0.0, 0.3):
        box = (x + (step - 0.15) * radius, y, x + (step + 0.15) * radius, y + radius * 0.16)
        draw.arc(box, 180, 360, RIVER, max(2, radius // 16))


def _roads(draw: ImageDraw.ImageDraw, chart: Chart, layout: Layout) -> None:
    """A line to every neighbour with a way or a settlement; all edges first, so that crossings are open."""
    ways = {spot for spot, each in chart.hexes.items() if each.has(*WAYS)}
    ends = ways | {place.spot for place in chart.places}
    for is_edge in (True, False):
        for spot in ways:
            is_highway = chart.hexes[spot].has(Improvement.HIGHWAY)
            to = [direction for direction in Direction if beside(spot, direction) in ends]
            middle = layout.middle(spot)
            for gate in [layout.gate(spot, direction) for direction in to] or [middle]:
                way(draw, (middle, gate), layout.radius, is_highway=is_highway, is_edge=is_edge)


# -- realms -------------------------------------------------------------------------------------------


def _borders(draw: ImageDraw.ImageDraw, chart: Chart, layout: Layout) -> None:
    width = max(3, layout.radius // 9)
    for number, realm in enumerate(chart.realms):
        held = {spot for spot, each in chart.hexes.items() if each.realm == realm}
        edges = [layout.edge(spot, direction, width / 2) for spot, direction in borders(held)]
        for edge in edges:
            draw.line(edge, BORDER_EDGE, width + 4)
            for end in edge:
                dot(draw, end, width / 2 + 2, BORDER_EDGE)
        for edge in edges:
            line(draw, edge, BORDER, width, DASHES[number % len(DASHES)])
            # The edges of two hexes of one realm don't quite meet: the corner is closed.
            for end in edge:
                dot(draw, end, width / 2, BORDER)


# -- what stands in a hex -----------------------------------------------------------------------------


def _contents(draw: ImageDraw.ImageDraw, chart: Chart, layout: Layout, spot: Spot, each: Hex) -> None:
    (x, y), radius = layout.middle(spot), layout.radius
    if unseen := unknown(each):
        mark(draw, (x + radius * 0.55, y - radius * 0.36), unseen, radius)
    if chart.notes_secret(spot):
        note(draw, (x - radius * 0.55, y - radius * 0.36), radius)
    for place in chart.placed(spot)[:1]:
        house(draw, (x, y + radius * HOUSE), radius, is_capital=place.is_capital)


def _badges(image: Image.Image, chart: Chart, layout: Layout) -> None:
    for spot, each in chart.hexes.items():
        if each.improvements or each.specials:
            for sign, at in zip(signs_of(each), sign_spots(chart, layout, spot), strict=True):
                badge(image, at, sign, layout.radius)


# -- in words -----------------------------------------------------------------------------------------


def map_alt(chart: Chart) -> str:
    """The picture in words."""
    hexes = chart.hexes.values()
    terrains = Counter(each.terrain.value for each in hexes)
    realms = []
    for realm, name in chart.realms.items():
        held = [each for each in hexes if each.realm == realm]
        built = Counter(improvement.value for each in held for improvement in each.improvements)
        if held:
            realms.append(words.realm(name, len(held), dict(built.most_common())))
    places = [
        words.place(each.name, chart.land.name_of(each.spot), is_capital=each.is_capital)
        for each in chart.places
    ]
    shown = words.counted(len(chart.hexes), is_cut=chart.is_cut)
    hidden = sum(map(chart.is_hidden, chart.hexes)), sum(map(chart.notes_secret, chart.hexes))
    return words.alt(shown, dict(terrains.most_common()), realms, places, hidden)
