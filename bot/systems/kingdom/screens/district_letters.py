"""The places of a choice on a district's picture: a letter in the middle of each, arms to all of its lots."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import Final

from PIL import Image, ImageDraw

from bot.systems.kingdom.rules.lots import SIDE
from bot.systems.kingdom.rules.plots import free_lots
from bot.systems.kingdom.rules.town import Place, Town
from bot.systems.kingdom.screens.district_layout import Scale
from bot.systems.kingdom.screens.district_plan import Plan
from bot.systems.kingdom.screens.district_tiles import DARK, LIGHT, letter

Spot = tuple[int, int]
# How large a letter's disc is in parts of a lot: as a rule, and at least.
USUAL, LEAST = 0.235, 0.15
# How far an arm reaches towards the middle of a lot.
REACH: Final = 0.7


def draw_letters(image: Image.Image, plan: Plan, district: int, scale: Scale) -> None:
    """The letters of the places in one district."""
    here = [(text, place) for text, place in plan.letters if place.district == district]
    spots = [_spot(plan.town, place, scale) for _, place in here]
    reach = _reach(spots, scale)
    draw = ImageDraw.Draw(image)
    for spot, (_, place) in zip(spots, here, strict=True):
        if len(place.lots) > 1:
            _arms(draw, spot, place, scale)
    for (x, y), (text, _) in zip(spots, here, strict=True):
        picture, mask = letter(text, reach)
        image.paste(picture, (x - reach, y - reach), mask)


def _spot(town: Town, place: Place, scale: Scale) -> Spot:
    """The middle of a place; on a lot that is built on, its corner, so that the name can be read."""
    if len(place.lots) == 1 and place.lots[0] not in free_lots(town, place.district):
        _, top, right, _ = scale.box(place.lots)
        reach = round(scale.lot * USUAL)
        return right - reach - 2, top + reach + 2
    return scale.middle(place)


def _reach(spots: Sequence[Spot], scale: Scale) -> int:
    """As large as can be without touching each other."""
    nearest = min(
        (((a - c) ** 2 + (b - d) ** 2) ** 0.5 for (a, b), (c, d) in combinations(spots, 2)), default=scale.lot
    )
    most, least = round(scale.lot * USUAL), round(scale.lot * LEAST)
    return max(least, min(most, int(nearest / 2) - 2))


def _arms(draw: ImageDraw.ImageDraw, spot: Spot, place: Place, scale: Scale) -> None:
    """From the letter towards each of its lots."""
    x, y = spot
    thick = max(3, scale.lot // 24)
    for lot in _ends(place):
        left, top, right, bottom = scale.box((lot,))
        across, down = (left + right) / 2 - x, (top + bottom) / 2 - y
        end = x + across * REACH, y + down * REACH
        for ink, width in ((DARK, thick + 4), (LIGHT, thick)):
            draw.line((x, y, *end), ink, width)
            dot = width * 0.9
            draw.ellipse((end[0] - dot, end[1] - dot, end[0] + dot, end[1] + dot), ink)


def _ends(place: Place) -> Sequence[int]:
    """The lots at its corners."""
    rows, columns = zip(*(divmod(lot, SIDE) for lot in place.lots), strict=True)
    return [row * SIDE + column for row in {min(rows), max(rows)} for column in {min(columns), max(columns)}]
