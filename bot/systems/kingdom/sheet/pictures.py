"""What a chart of a kingdom's history shows: months, lines, and the scale that holds them all."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import floor, hypot
from typing import Final

from bot.engine.text import Labelled, Safe, T
from bot.engine.words import clip, number
from bot.systems.kingdom.book import Number
from bot.systems.kingdom.sources import Snapshot
from bot.ui.canvas import (
    BACKGROUND,
    GRID,
    HEIGHT,
    INK,
    LARGE,
    MARGIN,
    SMALL,
    WIDTH,
    Colour,
    colour,
    fitted,
    font,
    label_width,
    png,
    readable,
)
from bot.ui.pillow import Image, ImageDraw


class ChartSubject(Labelled):
    """What a chart is of."""

    ATTRIBUTES = "attributes"
    TREASURY = "treasury"
    UNREST = "unrest"
    SIZE = "size"
    RENOWN = "renown", "Fame and Infamy"


LINES: Final[Mapping[ChartSubject, tuple[str, ...]]] = {
    ChartSubject.ATTRIBUTES: ("economy", "loyalty", "stability"),
    ChartSubject.TREASURY: ("treasury",),
    ChartSubject.UNREST: ("unrest",),
    ChartSubject.SIZE: ("size",),
    ChartSubject.RENOWN: ("fame", "infamy"),
}
UNITS: Final = {
    ChartSubject.ATTRIBUTES: Safe(),
    ChartSubject.TREASURY: Safe(" (BP)"),
    ChartSubject.UNREST: Safe(),
    ChartSubject.SIZE: Safe(" (hexes)"),
    ChartSubject.RENOWN: Safe(),
}
# As much of a picture's description as is kept for the numbers of one line.
NUMBERS_LENGTH: Final = 280
# About so many lines stand across a chart.
TICKS: Final = 5


@dataclass(frozen=True, slots=True)
class History:
    """The months of a kingdom in their order; the last one is under way."""

    name: str
    what: ChartSubject
    months: tuple[Snapshot, ...]

    @property
    def lines(self) -> Mapping[str, Sequence[int]]:
        """Each line with its value of every month."""
        return {each: [getattr(month, each) for month in self.months] for each in LINES[self.what]}

    @property
    def first(self) -> int:
        """Its first month."""
        return self.months[0].month

    @property
    def last(self) -> int:
        """The month under way."""
        return self.months[-1].month

    @property
    def scale(self) -> range:
        """The values that stand at the side, from the lowest to the highest."""
        values = [0, *(value for line in self.lines.values() for value in line)]
        low, high = min(values), max(values)
        step = _step(max(high - low, 4))
        return range(floor(low / step) * step, -floor(-high / step) * step + 1 + (low == high) * step, step)

    @property
    def span(self) -> str:
        """Which months it shows."""
        says = T("month {first}") if self.first == self.last else T("months {first}–{last}")
        return says.plain(**{name: getattr(self, name) for name in says.names})

    def sentence(self) -> list[Safe]:
        """Each line at its ends."""
        return [
            _ends(Number(each).label, values[0], values[-1], len(values))
            for each, values in self.lines.items()
        ]

    def alt(self) -> str:
        """The chart as a list, of as many months as there is room for."""
        lines = [_in_numbers(Number(each).label, self.months, values) for each, values in self.lines.items()]
        return " ".join((self._title, *lines))

    def words(self) -> Iterator[str]:
        """The chart as a list of every month."""
        yield self._title
        for each, values in self.lines.items():
            for month, value in zip(self.months, values, strict=True):
                told = T("{what}, month {month}: {value}")
                yield told.plain(what=Number(each).label, month=month.month, value=number(value))

    @property
    def _title(self) -> str:
        says = T("{what}{unit} of {kingdom:60}, {span}.")
        return says.plain(what=self.what, unit=UNITS[self.what], kingdom=self.name, span=self.span)


def _ends(what: str, first: int, last: int, count: int) -> Safe:
    if count == 1:
        return T("**{what}** {first}")(what=what, first=first)
    if first == last:
        return T("**{what}** {first} → **{last}** (unchanged)")(what=what, first=first, last=last)
    return T("**{what}** {first} → **{last}** ({by:+})")(what=what, first=first, last=last, by=last - first)


def _in_numbers(what: str, months: Sequence[Snapshot], values: Sequence[int]) -> str:
    """Each month and its value; of many months as many as can be read."""
    pairs = list(zip(months, values, strict=True))
    every = max(1, -(-len(pairs) // 24))
    shown = ", ".join(f"{month.month}: {number(value)}" for month, value in [*pairs[:-1:every], pairs[-1]])
    return T("{what} by month: {numbers} (the last one is now).").plain(
        what=what, numbers=clip(shown, NUMBERS_LENGTH)
    )


def _step(span: int) -> int:
    """A round distance between two lines: 1, 2 or 5 and as many zeros as it takes."""
    step = 1
    while True:
        for factor in (1, 2, 5):
            if span <= factor * step * TICKS:
                return factor * step
        step *= 10


# -- Charts of a kingdom's history: lines told apart by dashes and signs as well as by colour --------------


Point = tuple[float, float]
LEFT, RIGHT, TOP, BOTTOM = 118, 764, 146, 456
# Drawn at twice its size and shrunk, which makes slanted lines smooth.
FINE: Final = 2
# Signs closer together than this would run into each other, in pixels.
APART: Final = 34
SIGN: Final = 9
LEGEND_AT: Final = 96
# At most so many months are named below, one in so many.
MOST_NAMED, STEPS = 8, (1, 2, 5, 10, 20, 50)
# The signs of a single month stand side by side.
ASIDE: Final = 44


@dataclass(frozen=True, slots=True)
class Style:
    """How one line looks: its colour, its dashes (drawn and left out, in pixels) and its sign."""

    colour: Colour
    dashes: tuple[int, int] | None
    sign: str


STYLES: Final = (
    Style(colour(0xF2C14E), None, "circle"),
    Style(colour(0x6EC6FF), (18, 9), "square"),
    Style(colour(0xF08FB5), (5, 8), "triangle"),
)


def draw_history(history: History) -> bytes:
    """A PNG of its lines over the months; the month under way, the last one, is an open sign."""
    image = Image.new("RGB", (WIDTH * FINE, HEIGHT * FINE), BACKGROUND)
    draw = ImageDraw.Draw(image)
    _frame(draw, history)
    lines = list(zip(history.lines.values(), STYLES, strict=False))
    for values, style in lines:
        _line(draw, [_at(history, place, value) for place, value in enumerate(values)], style)
    for turn, (values, style) in enumerate(lines):
        points = [_at(history, place, value) for place, value in enumerate(values)]
        if len(points) == 1:
            points = [(points[0][0] + ASIDE * (turn - (len(lines) - 1) / 2), points[0][1])]
        for place in _signed(len(points), turn, len(lines)):
            _sign(draw, points[place], style, is_open=place == len(points) - 1)
    _legend(draw, history)
    image = image.resize((WIDTH, HEIGHT), Image.Resampling.LANCZOS)
    _words(ImageDraw.Draw(image), history)
    return png(image)


# -- where things are ---------------------------------------------------------------------------------


def _x(history: History, place: int) -> float:
    last = len(history.months) - 1
    return (LEFT + RIGHT) / 2 if not last else LEFT + 14 + (RIGHT - LEFT - 28) * place / last


def _y(history: History, value: int) -> float:
    low, high = history.scale[0], history.scale[-1]
    return BOTTOM - (BOTTOM - TOP) * (value - low) / (high - low)


def _at(history: History, place: int, value: int) -> Point:
    return _x(history, place), _y(history, value)


def _signed(count: int, turn: int, lines: int) -> Iterator[int]:
    """Which months bear a sign: all of a few; of many some, where the lines take turns; always the last."""
    every = max(1, -(-count * APART // (RIGHT - LEFT)))
    start = turn * every // lines
    last = count - 1
    yield from (place for place in range(start, last, every) if (last - place) >= every / 2 or every == 1)
    yield last


# -- shapes -------------------------------------------------------------------------------------------


def _fine(*points: Point) -> list[Point]:
    return [(x * FINE, y * FINE) for x, y in points]


def _frame(draw: ImageDraw.ImageDraw, history: History) -> None:
    for value in history.scale:
        y = _y(history, value)
        is_bottom = value == 0
        draw.line(_fine((LEFT, y), (RIGHT, y)), INK if is_bottom else GRID, 2 * FINE)


def _line(draw: ImageDraw.ImageDraw, points: Sequence[Point], style: Style) -> None:
    """Draw a line whose dashes run on around corners."""
    width = 4 * FINE
    if style.dashes is None:
        if len(points) > 1:
            draw.line(_fine(*points), style.colour, width, joint="curve")
        return
    for start, end in _dashes(points, style.dashes):
        draw.line(_fine(start, end), style.colour, width)


def _dashes(points: Sequence[Point], dashes: tuple[int, int]) -> Iterator[tuple[Point, Point]]:
    drawn, period, run = dashes[0], sum(dashes), 0.0
    for (x, y), (to_x, to_y) in pairwise(points):
        length = hypot(to_x - x, to_y - y)
        done = 0.0
        while done < length:
            phase = (run + done) % period
            rest = (drawn if phase < drawn else period) - phase
            ahead = min(done + max(rest, 0.01), length)
            if phase < drawn:
                first, second = done / length, ahead / length
                yield (
                    (x + (to_x - x) * first, y + (to_y - y) * first),
                    (x + (to_x - x) * second, y + (to_y - y) * second),
                )
            done = ahead
        run += length


def _sign(draw: ImageDraw.ImageDraw, at: Point, style: Style, *, is_open: bool = False) -> None:
    (x, y), size = _fine(at)[0], SIGN * FINE
    inside = BACKGROUND if is_open else style.colour
    width = 3 * FINE
    if style.sign == "circle":
        draw.ellipse((x - size, y - size, x + size, y + size), inside, style.colour, width)
    elif style.sign == "square":
        half = size * 0.88
        draw.rectangle((x - half, y - half, x + half, y + half), inside, style.colour, width)
    else:
        corners = [(x, y - size * 1.15), (x + size * 1.1, y + size * 0.85), (x - size * 1.1, y + size * 0.85)]
        draw.polygon(corners, inside, style.colour, width)


# -- words --------------------------------------------------------------------------------------------


def _keys(history: History) -> Iterator[tuple[float, str, Style]]:
    """Each entry of the legend: where its words begin, and its value now."""
    at = float(MARGIN)
    for (name, values), style in zip(history.lines.items(), STYLES, strict=False):
        text = f"{Number(name).label} {number(values[-1])}"
        yield at + 62, text, style
        at += 62 + label_width(text) + 22


def _legend(draw: ImageDraw.ImageDraw, history: History) -> None:
    for start, _, style in _keys(history):
        y, left = LEGEND_AT - 10, start - 60
        _line(draw, [(left, y), (left + 50, y)], style)
        _sign(draw, (left + 25, y), style)


def at_side(value: int) -> str:
    """A value beside a chart, short enough to stand there."""
    return number(value) if abs(value) < 10_000 else f"{number(value // 1000)}k"


def _words(draw: ImageDraw.ImageDraw, history: History) -> None:
    aside = history.span
    draw.text((WIDTH - MARGIN, 46), aside, INK, font(SMALL), anchor="rs")
    title = f"{history.what.label}{UNITS[history.what]} · {readable(history.name)}"
    room = WIDTH - 3 * MARGIN - label_width(aside)
    draw.text((MARGIN, 46), fitted(title, LARGE, room), INK, font(LARGE), anchor="ls")
    for start, text, _ in _keys(history):
        draw.text((start, LEGEND_AT), text, INK, font(SMALL), anchor="ls")
    for value in history.scale:
        draw.text((LEFT - 12, _y(history, value)), at_side(value), INK, font(SMALL), anchor="rm")
    _months(draw, history)


def _months(draw: ImageDraw.ImageDraw, history: History) -> None:
    """The months below, the first and the last before others; what would touch another is left out."""
    last = len(history.months) - 1
    taken: list[tuple[float, float]] = []
    for place in dict.fromkeys((last, 0, *_round_months(history))):
        text = T("now").plain() if place == last else str(history.months[place].month)
        half = label_width(text) / 2
        at = min(max(_x(history, place), half + 8), WIDTH - half - 8)
        if all(at + half + 24 < left or right < at - half - 24 for left, right in taken):
            taken.append((at - half, at + half))
            draw.text((at, BOTTOM + 42), text, INK, font(SMALL), anchor="ms")


def _round_months(history: History) -> Iterator[int]:
    """The months named below: every one of a few; of many every second, fifth, tenth and so on."""
    every = next(step for step in STEPS if len(history.months) <= step * MOST_NAMED)
    yield from (place for place, each in enumerate(history.months) if each.month % every == 0)
