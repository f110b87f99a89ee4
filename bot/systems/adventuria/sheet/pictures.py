"""The paper that a sheet is drawn on: ruled boxes, ticks, hearts and a stamp."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import cos, pi, sin

from bot.ui.canvas import colour, fitted, font, png, readable
from bot.ui.lettering import LEADING, laid_out
from bot.ui.pillow import Image, ImageDraw

PAPER, PANEL, STRIP = colour(0xEADFC4), colour(0xFAF4E4), colour(0xDCCBA3)
INK, RULE, RED = colour(0x2B2118), colour(0xB9A67C), colour(0x9B2D20)
LABEL, LINE, SMALL, HEAD = 28, 29, 26, 40
PITCH, SMALL_PITCH, PADDING, BORDER = 36, 28, 14, 3
# Curves are drawn so many times larger and then shrunk, which smooths them.
FINE, CORNERS = 4, 120
STAMP, SLANT, THICK, INKED = 100, 14, 8, 215

Box = tuple[int, int, int, int]


class Paper:
    """A sheet in the making."""

    def __init__(self, width: int, height: int) -> None:
        self._image = Image.new("RGB", (width, height), PAPER)
        self._pen = ImageDraw.Draw(self._image)
        self._pen.rectangle((8, 8, width - 9, height - 9), outline=INK, width=2)
        self._pen.rectangle((13, 13, width - 14, height - 14), outline=RULE, width=1)

    def heading(self, box: Box, text: str) -> None:
        """What the sheet is, with a rule on both sides."""
        left, top, right, bottom = box
        middle, centre = (left + right) // 2, (top + bottom) // 2
        spaced = " ".join(text.upper())
        half = round(font(LABEL).getlength(spaced) / 2) + 18
        self._pen.text((middle, centre), spaced, INK, font(LABEL), anchor="mm")
        for start, end in ((left, middle - half), (middle + half, right)):
            self._pen.line((start, centre, end, centre), INK, 2)

    def box(self, box: Box, label: str, aside: str = "") -> Box:
        """A ruled box with its label, and a number beside it; what is left of it to be filled."""
        left, top, right, bottom = box
        self._pen.rectangle((left, top, right - 1, bottom - 1), PANEL, INK, BORDER)
        self._pen.rectangle((left + BORDER, top + BORDER, right - BORDER - 1, top + HEAD), STRIP)
        self._pen.line((left, top + HEAD, right - 1, top + HEAD), INK, 2)
        middle = top + (HEAD + BORDER) / 2
        taken = font(LABEL).getlength(label)
        self._pen.text((left + PADDING, middle), label, INK, font(LABEL), anchor="lm")
        room = right - left - 3 * PADDING - taken
        self._pen.text((right - PADDING, middle), fitted(aside, LABEL, room), INK, font(LABEL), anchor="rm")
        return left + BORDER, top + HEAD + 2, right - BORDER, bottom - BORDER

    # -- what stands in a box -------------------------------------------------------------------------

    def text(self, box: Box, text: str, largest: int) -> None:
        """Somebody's words in the middle of a box, as large as they fit."""
        tile = self._tile(box)
        size, lines = laid_out(readable(text), tile.width - 2 * PADDING, tile.height - 4, largest)
        pen, first = ImageDraw.Draw(tile), (tile.height - size * LEADING * (len(lines) - 1)) / 2
        for place, line in enumerate(lines):
            at = (tile.width / 2, first + place * size * LEADING)
            pen.text(at, line, INK, font(size), anchor="mm")
        self._image.paste(tile, box[:2])

    def small(self, box: Box, lines: Sequence[str]) -> None:
        """Lines of our own in the middle of a box, in small letters."""
        left, top, right, bottom = box
        first = (top + bottom - SMALL_PITCH * (len(lines) - 1)) / 2
        for place, line in enumerate(lines):
            at = ((left + right) / 2, first + place * SMALL_PITCH)
            self._pen.text(at, fitted(line, SMALL, right - left - PADDING), INK, font(SMALL), anchor="mm")

    def rows(self, box: Box, names: Sequence[str]) -> None:
        """Names on ruled lines, as many as there is room for: see `rows_in`."""
        left, top, right, _ = box
        for place in range(rows_in(box)):
            strip = self._tile((left, top + place * PITCH, right, top + (place + 1) * PITCH))
            pen = ImageDraw.Draw(strip)
            inset = PADDING - BORDER
            pen.line((inset, PITCH - 2, strip.width - inset, PITCH - 2), RULE, 1)
            if place < len(names):
                line = fitted(readable(names[place]), LINE, strip.width - 2 * inset)
                pen.text((inset, PITCH / 2), line, INK, font(LINE), anchor="lm")
            self._image.paste(strip, (left, top + place * PITCH))

    def ticks(self, box: Box, count: int, most: int) -> None:
        """Little boxes in a row, so many of them crossed."""
        left, top, right, bottom = box
        pitch = (right - left - 2 * PADDING) / most
        side, centre = round(min(pitch - 6, bottom - top - 14)), (top + bottom) // 2
        for place in range(most):
            x, y = round(left + PADDING + (place + 0.5) * pitch - side / 2), centre - side // 2
            self._pen.rectangle((x, y, x + side, y + side), outline=INK, width=2)
            if place < count:
                self._smooth((x + 6, y + 6), side - 12, _crossed)

    def hearts(self, box: Box, whole: int, hollow: int) -> None:
        """So many hearts, then so many of which only the outline is left."""
        left, top, right, bottom = box
        pitch = min((right - left - 2 * PADDING) / (whole + hollow), 58)
        side = round(min(pitch - 6, bottom - top - 12))
        start, y = (left + right - pitch * (whole + hollow)) / 2, (top + bottom - side) // 2
        for place in range(whole + hollow):
            x = round(start + (place + 0.5) * pitch - side / 2)
            self._smooth((x, y), side, _heart if place < whole else _hollow)

    def portrait(self, box: Box, face: Image.Image) -> None:
        """A face in a frame."""
        left, top, right, bottom = box
        self._image.paste(face, (left, top))
        self._pen.rectangle((left, top, right - 1, bottom - 1), outline=INK, width=BORDER)

    def stamp(self, box: Box, text: str) -> None:
        """A stamp set aslant over what is there."""
        size = STAMP * FINE // 2
        tile = Image.new("L", (round(font(size).getlength(text)) + size, size * 2), 0)
        pen, thick = ImageDraw.Draw(tile), THICK * FINE // 2
        edge = (0, 0, tile.width - 1, tile.height - 1)
        pen.rounded_rectangle(edge, size // 4, outline=INKED, width=thick)
        pen.text((tile.width / 2, tile.height / 2), text, INKED, font(size), anchor="mm", stroke_width=2)
        turned = tile.rotate(SLANT, Image.Resampling.BICUBIC, expand=True).reduce(FINE // 2)
        left, top, right, bottom = box
        at = ((left + right - turned.width) // 2, (top + bottom - turned.height) // 2)
        self._image.paste(RED, (*at, at[0] + turned.width, at[1] + turned.height), turned)

    # -- how it is drawn ------------------------------------------------------------------------------

    def _tile(self, box: Box) -> Image.Image:
        """A part of the box's ground: towers of accents are cut off at its edge."""
        left, top, right, bottom = box
        return Image.new("RGB", (right - left, bottom - top), PANEL)

    def _smooth(
        self, at: tuple[int, int], side: int, draw: Callable[[ImageDraw.ImageDraw, int], None]
    ) -> None:
        """A red shape, drawn large and shrunk."""
        mask = Image.new("L", (side * FINE, side * FINE), 0)
        draw(ImageDraw.Draw(mask), side * FINE)
        self._image.paste(RED, (*at, at[0] + side, at[1] + side), mask.reduce(FINE))

    def png(self) -> bytes:
        """The finished picture."""
        return png(self._image)


def rows_in(box: Box) -> int:
    """The number of names for which that box has lines."""
    return (box[3] - box[1]) // PITCH


def _crossed(pen: ImageDraw.ImageDraw, size: int) -> None:
    pen.line((0, 0, size, size), 255, size // 4)
    pen.line((0, size, size, 0), 255, size // 4)


def _curve(size: int, share: float = 1.0) -> list[tuple[float, float]]:
    """A heart's outline in a square of that size, filling that share of it."""
    turns = [2 * pi * step / CORNERS for step in range(CORNERS)]
    # The curve is 32 wide and 29 high, its middle 2.5 below its origin.
    across = [16 * sin(t) ** 3 for t in turns]
    up = [13 * cos(t) - 5 * cos(2 * t) - 2 * cos(3 * t) - cos(4 * t) + 2.5 for t in turns]
    scale = share * size / 34
    return [(size / 2 + x * scale, size / 2 - y * scale) for x, y in zip(across, up, strict=True)]


def _heart(pen: ImageDraw.ImageDraw, size: int) -> None:
    pen.polygon(_curve(size), 255)


def _hollow(pen: ImageDraw.ImageDraw, size: int) -> None:
    outline = _curve(size, 0.9)
    pen.line([*outline, *outline[:2]], 255, size // 10, joint="curve")
