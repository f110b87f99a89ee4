"""The sheet that charts are drawn on: text that stays inside it, bars, hatching and axes.

It is dark and opaque, so it looks the same in Discord's dark and light themes. Discord shows it about
340 to 400 pixels wide, less than half its own size: SMALL is then still 12 pixels high or more.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from io import BytesIO
from itertools import groupby
from pathlib import Path
from unicodedata import category

from bot.engine.card import Tone
from bot.ui.pillow import Image, ImageDraw, ImageFont
from bot.ui.text import bare

WIDTH, HEIGHT = 800, 520
LARGE, SMALL = 36, 29
# Where the bars are: the frame's edges in pixels of the sheet.
LEFT, TOP, RIGHT, BOTTOM = 112, 132, 776, 462
MARGIN, LEGEND, SIGN = 24, 100, 30
# So few pixels high and wide is whatever may happen, however seldom.
HAIRLINE = 3

Colour = tuple[int, int, int]


def colour(value: int) -> Colour:
    """0xRRGGBB as Pillow wants it."""
    return value >> 16, value >> 8 & 0xFF, value & 0xFF


BACKGROUND, INK = colour(0x1E242B), colour(0xF2F4F6)
GRID, BAND = colour(0x4A5561), colour(0x36414D)
PLAIN, MARKED = colour(Tone.QUIET.value), colour(Tone.ASKS.value)
FONT = Path(__file__).parent / "fonts" / "DejaVuSans.ttf"
# Stands for letters that the font does not have.
MISSING = "□"


@dataclass(frozen=True, slots=True)
class Bar:
    """One column: its edges in pixels, its value, and whether it stands out from the others."""

    left: float
    right: float
    value: float
    is_marked: bool = False


@dataclass(frozen=True, slots=True)
class Key:
    """One entry of the legend; `sign` is what it explains: marked, mean, expected, band or nothing."""

    text: str
    sign: str = ""


class Canvas:
    """A chart in the making. `top` is the value at the upper edge; `aside` stands beside the title."""

    def __init__(self, title: str, top: float, aside: str = "") -> None:
        self.top = top
        self._image = Image.new("RGB", (WIDTH, HEIGHT), BACKGROUND)
        self._draw = ImageDraw.Draw(self._image)
        self._draw.text((WIDTH - MARGIN, 46), aside, INK, font(SMALL), anchor="rs")
        # On a strip of its own: towers of accents are cut off there instead of covering the chart.
        taken = label_width(aside) + MARGIN if aside else 0
        strip = Image.new("RGB", (WIDTH - 2 * MARGIN - round(taken), 58), BACKGROUND)
        words = fitted(readable(title), LARGE, strip.width)
        ImageDraw.Draw(strip).text((0, 42), words, INK, font(LARGE), anchor="ls")
        self._image.paste(strip, (MARGIN, 4))

    def legend(self, *keys: Key) -> None:
        """The line under the title that says what the signs mean; a cut number would lie, so none is cut."""
        at = float(MARGIN)
        for key in keys:
            start = at + SIGN + 10 if key.sign else at
            end = start + label_width(key.text)
            if end > WIDTH - MARGIN:
                continue
            if key.sign:
                self._sign(key.sign, round(at))
            self._draw.text((start, LEGEND), key.text, INK, font(SMALL), anchor="ls")
            at = end + 26

    def _sign(self, sign: str, left: int) -> None:
        top, right, bottom = LEGEND + 4 - SIGN, left + SIGN, LEGEND + 4
        if sign == "marked":
            self._column(left, top, right, bottom, is_marked=True)
        elif sign == "band":
            self._band(left, top, right, bottom)
        elif sign == "mean":
            self._upright(left + SIGN // 2, top, bottom)
        else:
            self._draw.line((left, (top + bottom) // 2, right, (top + bottom) // 2), INK, 4)

    # -- the frame --------------------------------------------------------------------------------

    def height(self, value: float) -> int:
        """The pixel row of a value, never outside the frame."""
        share = min(max(value / self.top, 0.0), 1.0)
        return BOTTOM - round(share * (BOTTOM - TOP))

    def scale(self, ticks: Iterable[tuple[float, str]]) -> None:
        """The values on the left, with a line across for each."""
        for value, words in ticks:
            y = self.height(value)
            self._draw.line((LEFT, y, RIGHT, y), GRID, 2)
            self._draw.text((LEFT - 10, y), words, INK, font(SMALL), anchor="rm")

    def names(self, labels: Iterable[tuple[float, str]]) -> None:
        """What stands below the bars, most wanted first; one that would touch another is left out."""
        taken: list[tuple[float, float]] = []
        for middle, words in labels:
            half = label_width(words) / 2
            at = min(max(middle, half + 8), WIDTH - half - 8)
            if all(at + half + 12 < left or right < at - half - 12 for left, right in taken):
                taken.append((at - half, at + half))
                self._draw.text((at, BOTTOM + 40), words, INK, font(SMALL), anchor="ms")

    # -- what is shown ----------------------------------------------------------------------------

    def bars(self, bars: Iterable[Bar]) -> None:
        """The columns; a value above nothing is at least a hairline high."""
        for bar in bars:
            if bar.value > 0:
                left, top = round(bar.left), min(self.height(bar.value), BOTTOM - HAIRLINE)
                right = max(round(bar.right), left + HAIRLINE)
                self._column(left, top, right, BOTTOM, is_marked=bar.is_marked)

    def _column(self, left: int, top: int, right: int, bottom: int, *, is_marked: bool) -> None:
        box = (left, top, right - 1, bottom - 1)
        if not is_marked:
            self._draw.rectangle(box, PLAIN)
            return
        self._image.paste(hatching().crop((left, top, right, bottom)), (left, top))
        if right - left >= 16:
            self._draw.rectangle(box, outline=INK, width=2)

    def mean(self, x: float) -> None:
        """A dashed upright line where the average lies."""
        self._upright(round(x), TOP, BOTTOM)

    def _upright(self, x: int, top: int, bottom: int) -> None:
        for y in range(top, bottom, 14):
            self._draw.rectangle((x - 3, y, x + 2, min(y + 8, bottom)), INK, BACKGROUND)

    def band(self, left: float, right: float, low: float, high: float) -> None:
        """The spread that chance alone explains, behind the bars."""
        self._band(round(left), self.height(high), round(right), self.height(low))

    def _band(self, left: int, top: int, right: int, bottom: int) -> None:
        self._draw.rectangle((left, top, right - 1, bottom), BAND)
        self._dashed(left, right, top)
        self._dashed(left, right, bottom)

    def edges(self, left: float, right: float, *values: float) -> None:
        """Dashed lines across, which show on bars too."""
        for value in values:
            self._dashed(round(left), round(right), self.height(value))

    def _dashed(self, left: int, right: int, y: int) -> None:
        for x in range(left, right, 12):
            self._draw.rectangle((x, y - 1, min(x + 6, right - 1), y + 1), INK)

    def level(self, left: float, right: float, value: float) -> None:
        """A solid line across, edged so that it shows on bars and between them."""
        y = self.height(value)
        self._draw.rectangle((round(left), y - 3, round(right), y + 2), INK, BACKGROUND)

    def png(self) -> bytes:
        """The finished picture."""
        return png(self._image)


def png(image: Image.Image) -> bytes:
    """A finished picture. It is packed quickly, not as small as can be."""
    file = BytesIO()
    image.save(file, "PNG", compress_level=1)
    return file.getvalue()


# -- text -----------------------------------------------------------------------------------------


@lru_cache
def font(size: int) -> ImageFont.FreeTypeFont:
    """The bundled font at a size in pixels."""
    return ImageFont.truetype(FONT, size)


def fitted(text: str, size: int, room: float) -> str:
    """The text, cut with an ellipsis where it is wider than `room` pixels."""
    if text_width(text, size) <= room:
        return text
    most = bisect_right(range(len(text)), room, key=lambda kept: font(size).getlength(text[:kept] + "…"))
    return text[: most - 1].rstrip() + "…" if most else ""


def label_width(text: str) -> float:
    """How many pixels a label takes."""
    return text_width(text, SMALL)


@lru_cache(maxsize=2048)
def text_width(text: str, size: int) -> float:
    """How many pixels a text takes in letters of that size."""
    return font(size).getlength(text)


def readable(text: str) -> str:
    """Somebody's words on one line: no control marks; letters that the font lacks become one box."""
    line = " ".join(bare(text[:400]).replace("\u200d", "").split())
    # An accent that the font lacks is left out: the letter under it can still be read.
    kept = [letter for letter in line if _is_known(letter) or not category(letter).startswith("M")]
    runs = groupby(kept, key=_is_known)
    return "".join("".join(run) if is_known else MISSING for is_known, run in runs)


@lru_cache(maxsize=2048)
def _is_known(letter: str) -> bool:
    # Laid out letter by letter: shaping would set a lone accent on a circle, which hides that it is missing.
    plain = ImageFont.truetype(FONT, SMALL, layout_engine=ImageFont.Layout.BASIC)
    return bytes(plain.getmask(letter)) != bytes(plain.getmask("\uffff"))


@lru_cache
def hatching() -> Image.Image:
    """A whole sheet of slanted stripes: columns cut from it continue each other's lines."""
    sheet = Image.new("RGB", (WIDTH, HEIGHT), MARKED)
    draw = ImageDraw.Draw(sheet)
    for x in range(-HEIGHT, WIDTH, 14):
        draw.line((x, HEIGHT, x + HEIGHT, 0), BACKGROUND, 4)
    return sheet
