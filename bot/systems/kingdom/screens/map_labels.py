"""A map's writing: settlements' names on plates, then hexes' labels, each where nothing else stands."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from PIL import ImageDraw

from bot.systems.kingdom.rules.hexes import Spot
from bot.systems.kingdom.screens.map_chart import Chart, Place
from bot.systems.kingdom.screens.map_layout import ROOT, Layout, Point
from bot.systems.kingdom.screens.map_lines import BORDER, BORDER_EDGE
from bot.systems.kingdom.screens.map_signs import badge_reach, signs_of
from bot.ui.canvas import fitted, font, readable

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
