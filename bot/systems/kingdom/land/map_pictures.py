"""What a map's picture shows: the land as one viewer may see it, its realms and settlements."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from io import BytesIO
from typing import TypeAlias

from bot.systems.kingdom.book import Improvement, Spot, Terrain
from bot.systems.kingdom.land import words
from bot.systems.kingdom.land.state import Direction, Hex, Land, beside, within
from bot.systems.kingdom.land.tile_pictures import (
    AQUEDUCT,
    BORDER,
    BORDER_EDGE,
    CANAL,
    DASHES,
    GRID,
    HEAD,
    MARGIN,
    RIVER,
    ROOT,
    SIGNS,
    Dashes,
    Layout,
    Point,
    Sign,
    badge,
    badge_reach,
    borders,
    dot,
    hatched,
    house,
    laid_out,
    line,
    mark,
    note,
    river_width,
    signs_of,
    tile,
    unknown,
    way,
)
from bot.ui.canvas import BACKGROUND, INK, Colour, fitted, font, readable
from bot.ui.pillow import Image, ImageDraw


@dataclass(frozen=True, slots=True)
class Place:
    """A settlement on the map."""

    name: str
    spot: Spot
    is_capital: bool = False


@dataclass(frozen=True, slots=True)
class Chart:
    """A map to be drawn: realms by id, in the order in which their borders are drawn."""

    title: str
    land: Land
    realms: Mapping[str, str] = field(default_factory=dict)
    places: Sequence[Place] = ()
    # Whether more of the land is known than is shown.
    is_cut: bool = False
    # Whether what players don't see is marked: never on a picture that others may see.
    is_for_game_masters: bool = False

    @property
    def hexes(self) -> Mapping[Spot, Hex]:
        """The hexes that are shown."""
        return self.land.hexes

    def around(self, centre: Spot, radius: int) -> Chart:
        """Only what lies at most so many hexes around that one."""
        near = [spot for spot in within(centre, radius) if spot in self.land.hexes]
        shown = replace(self.land, hexes={spot: self.land.hexes[spot] for spot in near})
        places = [place for place in self.places if place.spot in shown.hexes]
        return replace(self, land=shown, places=places, is_cut=len(near) < len(self.land.hexes))

    def is_hidden(self, spot: Spot) -> bool:
        """Whether players don't see this hex, and this picture tells so."""
        return self.is_for_game_masters and not self.hexes[spot].is_known

    def notes_secret(self, spot: Spot) -> bool:
        """Whether game masters noted a secret there, and this picture tells so."""
        return self.is_for_game_masters and bool(self.hexes[spot].secret)

    def placed(self, spot: Spot) -> Sequence[Place]:
        """The settlements in a hex."""
        return [place for place in self.places if place.spot == spot]


Box = tuple[float, float, float, float]
# A phone shows the picture so wide; on it letters are so high if there is room, and smaller ones noise.
PHONE, WANTED, LEGIBLE = 390, 10.5, 9.0
# In parts of the radius, below a hex's middle: where the house and the signs stand.
HOUSE, BESIDE_HOUSE, ALONE = -0.16, 0.3, 0.0
# Where a label may stand, in parts of the radius from the middle: below, else aside, else above.
LABELS = (
    (0, 0.66),
    (0, 0.56),
    (0, 0.75),
    (-0.56, 0.34),
    (0.56, 0.34),
    (0, -0.66),
    (-0.45, -0.3),
    (0.45, -0.3),
)


def sign_spots(chart: Chart, layout: Layout, spot: Spot) -> Sequence[Point]:
    """Where the signs of a hex stand: below a house, else in the middle."""
    (x, y), radius = layout.middle(spot), layout.radius
    count = len(signs_of(chart.hexes[spot]))
    row = y + radius * (BESIDE_HOUSE if chart.placed(spot) else ALONE)
    step = min(radius * 0.54, radius * 1.5 / max(1, count))
    return [(x + (number - (count - 1) / 2) * step, row) for number in range(count)]


def draw_labels(draw: ImageDraw.ImageDraw, chart: Chart, layout: Layout) -> None:
    """Names first, the capitals' before all; a label has to give way, or is left out."""
    least, wanted = LEGIBLE * layout.width / PHONE, WANTED * layout.width / PHONE
    taken = list(_signs(chart, layout))
    for place in sorted(chart.places, key=lambda each: not each.is_capital):
        _name(draw, layout, place, max(round(layout.radius * 0.36), round(least)), taken)
    size = round(min(layout.radius * 0.5, max(layout.radius * 0.36, wanted)))
    if size < least:
        return
    for spot, each in chart.hexes.items():
        _label(
            draw, layout, spot, fitted(readable(each.label or spot), size, layout.radius * 1.5), size, taken
        )


def _signs(chart: Chart, layout: Layout) -> Iterator[Box]:
    radius, reach = layout.radius, badge_reach(layout.radius)
    for place in chart.places:
        x, y = layout.middle(place.spot)
        wide, middle = max(5.0, radius * 0.3), y + radius * HOUSE
        yield x - wide, middle - wide, x + wide, middle + wide * 0.9
    for spot, each in chart.hexes.items():
        if each.improvements or each.specials:
            for x, y in sign_spots(chart, layout, spot):
                yield x - reach, y - reach, x + reach, y + reach


def _name(draw: ImageDraw.ImageDraw, layout: Layout, place: Place, size: int, taken: list[Box]) -> None:
    """On a plate above the house, else below or aside of it; left out only where there is no room at all."""
    text = fitted(readable(place.name), size, max(layout.radius * 2 * ROOT, size * 9))
    wide, high = font(size).getlength(text) / 2 + size * 0.25, size * 0.62
    x, y = layout.middle(place.spot)
    house = max(5.0, layout.radius * 0.3)
    above, below = HOUSE * layout.radius - house - high - 1, HOUSE * layout.radius + house + high + 1
    for aside in (0.0, -0.6, 0.6, -1.0, 1.0):
        for offset in (above, below):
            middle = min(max(x + aside * wide, wide + 2), layout.width - wide - 2)
            box = (middle - wide, y + offset - high, middle + wide, y + offset + high)
            if _is_free(box, taken):
                taken.append(box)
                draw.rounded_rectangle(box, size * 0.25, BORDER_EDGE)
                draw.text((middle, y + offset), text, BORDER, font(size), "mm")
                return


def _label(
    draw: ImageDraw.ImageDraw,
    layout: Layout,
    spot: Spot,
    text: str,
    size: int,
    taken: list[Box],
) -> None:
    x, y = layout.middle(spot)
    wide, high = font(size).getlength(text) / 2, size * 0.4
    for aside, down in LABELS:
        left, middle = x + layout.radius * aside, y + layout.radius * down
        box = (left - wide, middle - high, left + wide, middle + high)
        if _is_free(box, taken):
            taken.append(box)
            draw.text((left, middle), text, BORDER, font(size), "mm", stroke_width=2, stroke_fill=BORDER_EDGE)
            return


def _is_free(box: Box, taken: Sequence[Box]) -> bool:
    left, top, right, bottom = box
    return all(right <= a or c <= left or bottom <= b or d <= top for a, b, c, d in taken)


# -- The legend of a map: of what occurs on it, and nothing else -------------------------------------------


LINE, TEXT, COLUMN = 46, 29, 290
ICON = 18
Draw: TypeAlias = "ImageDraw.ImageDraw"
Paint: TypeAlias = "Callable[[Draw, Image.Image, float, float], None]"


@dataclass(frozen=True, slots=True)
class Entry:
    """A line of the legend."""

    text: str
    paint: Paint


def entries(chart: Chart) -> Sequence[Entry]:
    """What has to be explained, in the order of the eye: realms, terrains, lines, signs."""
    return [*_realms(chart), *_terrains(chart), *_lines(chart), *_map_legend_signs(chart)]


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


def _map_legend_signs(chart: Chart) -> Iterator[Entry]:
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


# -- The map as a picture: terrain, waters, roads, borders, settlements, signs, labels and a legend --------


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
        _map_pictures_coast(draw, middle, radius)


def _map_pictures_coast(draw: ImageDraw.ImageDraw, at: tuple[float, float], radius: int) -> None:
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
