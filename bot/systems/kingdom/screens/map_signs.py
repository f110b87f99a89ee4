"""The small signs on a map: what was built, what was found, settlements, and what is unknown or hidden."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from PIL import Image, ImageDraw

from bot.systems.kingdom.rules.land import Hex
from bot.systems.kingdom.rules.terms import Improvement, Special
from bot.systems.kingdom.screens.map_icons import BUILT, FOUND, Pen, star
from bot.systems.kingdom.words import maps as words
from bot.ui.canvas import colour, font

DARK, LIGHT = colour(0x14181D), colour(0xFFFFFF)
ROOF, CAPITAL = colour(0xFFFFFF), colour(0xFFD24A)
# On a smaller hex marks could not be read.
READABLE = 16
# Drawn so much larger, then made smaller: edges come out smooth.
FINER = 4
# A square for what was built, a circle for what was found.
Sign = Improvement | Special
SIGNS: Sequence[Sign] = [*BUILT, *FOUND]


def signs_of(each: Hex) -> Sequence[Sign]:
    """The signs of a hex; what is drawn as a line has none."""
    return [*(built for built in each.improvements if built in BUILT), *each.specials]


def unknown(each: Hex) -> str:
    """The mark of a free hex that is not explored, or not cleared; empty where there is nothing to mark."""
    if each.realm is not None or each.is_cleared:
        return ""
    return words.NOT_CLEARED if each.is_explored else words.NOT_EXPLORED


def badge_reach(radius: int) -> int:
    """Half of a sign's width, in pixels."""
    return max(4, round(radius * 0.25))


def badge(image: Image.Image, at: tuple[float, float], sign: Sign, radius: int) -> None:
    """One sign."""
    picture, mask = _badge(sign, badge_reach(radius))
    image.paste(picture, (round(at[0] - picture.width / 2), round(at[1] - picture.height / 2)), mask)


@lru_cache(maxsize=128)
def _badge(sign: Sign, reach: int) -> tuple[Image.Image, Image.Image]:
    """A sign and its mask: white on a dark square, or dark on a white circle."""
    size, rim = 2 * reach * FINER, max(1, reach // 9) * FINER
    ground, inner, icon = (Image.new("L", (size, size), 0) for _ in range(3))
    boxes = ((ground, (0, 0, size - 1, size - 1)), (inner, (rim, rim, size - 1 - rim, size - 1 - rim)))
    for layer, box in boxes:
        draw = ImageDraw.Draw(layer)
        (draw.rectangle if sign in BUILT else draw.ellipse)(box, 255)
    pen = Pen(ImageDraw.Draw(icon), size / 2, reach * FINER * (0.74 if sign in BUILT else 0.64))
    if isinstance(sign, Improvement):
        BUILT[sign](pen)
    else:
        FOUND[sign](pen)
    ink, back = (LIGHT, DARK) if sign in BUILT else (DARK, LIGHT)
    picture = Image.new("RGB", (size, size), ink)
    picture.paste(back, (0, 0), inner)
    picture.paste(ink, (0, 0), icon)
    small = (2 * reach, 2 * reach)
    return picture.resize(small, Image.Resampling.BOX), ground.resize(small, Image.Resampling.BOX)


def house(draw: ImageDraw.ImageDraw, at: tuple[float, float], radius: int, *, is_capital: bool) -> None:
    """A settlement; a capital bears a star."""
    x, y = at
    reach = max(5.0, radius * 0.3)
    walls = (x - reach * 0.7, y - reach * 0.1, x + reach * 0.7, y + reach * 0.9)
    roof = ((x - reach, y), (x, y - reach), (x + reach, y))
    draw.polygon(roof, ROOF, DARK, max(1, radius // 20))
    draw.rectangle(walls, ROOF, DARK, max(1, radius // 20))
    if is_capital:
        points = [(x + p, y + reach * 0.35 + q) for p, q in star(reach * 0.6)]
        draw.polygon(points, CAPITAL, DARK)


def mark(draw: ImageDraw.ImageDraw, at: tuple[float, float], text: str, radius: int) -> None:
    """What is not explored, or not cleared."""
    if radius >= READABLE:
        size = max(11, round(radius * 0.4))
        draw.text(at, text, LIGHT, font(size), anchor="mm", stroke_width=2, stroke_fill=DARK)


def note(draw: ImageDraw.ImageDraw, at: tuple[float, float], radius: int) -> None:
    """A written sheet: game masters noted a secret."""
    x, y = at
    reach = max(3.0, radius * 0.16)
    draw.rectangle((x - reach * 0.8, y - reach, x + reach * 0.8, y + reach), CAPITAL, DARK)
    for line in (-0.45, 0.0, 0.45):
        row = y + line * reach
        draw.line((x - reach * 0.45, row, x + reach * 0.45, row), DARK, max(1, radius // 30))
