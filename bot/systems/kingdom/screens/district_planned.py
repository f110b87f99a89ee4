"""What a plan would add, marked on the picture of a settlement: a broken frame around its lots."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Final

from PIL import Image, ImageDraw

from bot.systems.kingdom.screens.district_layout import Box, Scale, pieces
from bot.systems.kingdom.screens.district_plan import Plan
from bot.ui.canvas import colour

DARK, LIGHT = colour(0x15191E), colour(0xFFFFFF)
# Of a lot's side: how thick the frame is, and how long one of its dashes.
THICK, DASH = 0.06, 0.13
# So much of it lies in the gap beside the lots, and not on the building's name.
OUTWARD: Final = 0.032
Draw = ImageDraw.ImageDraw
SIGN: Final = (40, 32)


def mark_planned(image: Image.Image, plan: Plan, district: int, scale: Scale) -> None:
    """A frame of dark and light dashes around each building that is only planned."""
    draw = ImageDraw.Draw(image)
    for each in plan.town.in_district(district):
        if each.number in plan.planned and each.place.lots:
            for piece in pieces(each.place.lots):
                _frame(draw, _around(scale.box(piece), round(scale.lot * OUTWARD)), scale.lot)


def _around(box: Box, reach: int) -> Box:
    left, top, right, bottom = box
    return left - reach, top - reach, right + reach, bottom + reach


def _frame(draw: Draw, box: Box, lot: int) -> None:
    left, top, right, bottom = box
    thick, dash = max(4, round(lot * THICK)), max(6, round(lot * DASH))
    for number, (start, end) in enumerate(_dashes(left, right, dash)):
        ink = LIGHT if number % 2 else DARK
        draw.rectangle((start, top, end, top + thick), ink)
        draw.rectangle((start, bottom - thick, end, bottom - 1), ink)
    for number, (start, end) in enumerate(_dashes(top, bottom, dash)):
        ink = LIGHT if number % 2 else DARK
        draw.rectangle((left, start, left + thick, end), ink)
        draw.rectangle((right - thick, start, right - 1, end), ink)


def _dashes(start: int, end: int, dash: int) -> Iterator[tuple[int, int]]:
    """An odd number of them, so that both ends are dark."""
    count = max(3, (end - start) // dash | 1)
    steps = [start + (end - start) * number // count for number in range(count + 1)]
    return ((first, last - 1) for first, last in pairwise(steps))


def planned_sign() -> Image.Image:
    """The same, small, for the legend."""
    image = Image.new("RGB", SIGN, colour(0xD9D3C7))
    _frame(ImageDraw.Draw(image), (0, 0, *SIGN), 60)
    return image
