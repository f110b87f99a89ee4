"""Waterways on a district's picture, flowing on from lot to lot, and the bridges over them."""

from __future__ import annotations

from collections.abc import Sequence

from PIL import Image

from bot.systems.kingdom.rules.lots import beside
from bot.systems.kingdom.rules.terms import BuildingType
from bot.systems.kingdom.rules.town import Building
from bot.systems.kingdom.screens.district_layout import Scale, pieces
from bot.systems.kingdom.screens.district_tiles import bridge, water, water_name
from bot.systems.kingdom.words import districts as words


def draw_waters(image: Image.Image, there: Sequence[Building], scale: Scale) -> None:
    """All waterways of a district, then what crosses them."""
    ways = [each for each in there if each.type is BuildingType.WATERWAY]
    bridges = [each for each in there if each.type is BuildingType.BRIDGE]
    _flow(image, ways, scale)
    for each in ways:
        _waterway(image, each, scale, frozenset(lot for over in bridges for lot in over.place.lots))
    for each in bridges:
        for lot in each.place.lots:
            left, top, _, bottom = scale.box((lot,))
            drawn = bridge(scale.lot, scale.text, is_damaged=each.is_damaged)
            image.paste(drawn, (left, (top + bottom - drawn.height) // 2))


def _flow(image: Image.Image, ways: Sequence[Building], scale: Scale) -> None:
    """Water in the alley or street between two lots that both have some."""
    lots = {lot for each in ways for lot in each.place.lots}
    for lot in lots:
        for next_ in beside(lot, "") & lots:
            if lot < next_:
                left, top, right, bottom = scale.box((lot, next_))
                drawn = water(right - left, bottom - top, scale.lot, is_built=False)
                image.paste(drawn, (left, top))


def _waterway(image: Image.Image, each: Building, scale: Scale, bridged: frozenset[int]) -> None:
    for piece in pieces(each.place.lots):
        left, top, right, bottom = scale.box(piece)
        drawn = water(right - left, bottom - top, scale.lot, is_built=not each.is_natural)
        image.paste(drawn, (left, top))
    open_ = [lot for lot in each.place.lots if lot not in bridged]
    if not open_:
        return
    whole = each.place.lots if len(open_) == len(each.place.lots) else open_[:1]
    left, top, right, bottom = scale.box(whole)
    name = water_name(scale.lot - 4, scale.text, words.name(each.type.value), each.is_damaged)
    image.paste(name, ((left + right - name.width) // 2, (top + bottom - name.height) // 2))
