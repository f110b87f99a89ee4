"""Places lettered for a choice: the same letters on the district's picture and in the list beside it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from io import BytesIO
from itertools import combinations, groupby, pairwise
from string import ascii_uppercase
from typing import Final, TypeAlias

from bot.engine.card import Picture
from bot.systems.kingdom.book import LOTS_IN_DISTRICT, Border, BuildingType
from bot.systems.kingdom.land.maps import MOST
from bot.systems.kingdom.towns import words
from bot.systems.kingdom.towns.book import AT_BORDERS, LOTS, SIDE, Lot, lot_name
from bot.systems.kingdom.towns.plots import free_lots
from bot.systems.kingdom.towns.state import SHARING, Building, Place, Town
from bot.systems.kingdom.towns.tile_pictures import DARK as TILES_DARK
from bot.systems.kingdom.towns.tile_pictures import (
    DIM,
    EARTH,
    EARTH_EDGE,
    LARGE,
    MARGIN,
    ROAD,
    RUBBLE,
    SMALL,
    Box,
    Edge,
    Scale,
    Work,
    badge,
    band,
    broken,
    cobbles,
    draw_borders,
    draw_waters,
    grate,
    ground,
    hatch,
    letter,
    pieces,
    ruin,
    streets_of,
    strip,
    tile,
    water,
    word,
)
from bot.systems.kingdom.towns.tile_pictures import LIGHT as TILES_LIGHT
from bot.ui.canvas import BACKGROUND, INK, colour, fitted, font, readable
from bot.ui.card import ALT
from bot.ui.pillow import Image, ImageDraw
from bot.ui.text import bare

# As many as a list of Discord holds.
PAGE: Final = 25
Lettered = tuple[str, Place]
_CLOCKWISE: Final = tuple(Border)


def lettered(places: Iterable[Place]) -> tuple[Lettered, ...]:
    """Each place with its letter, A to Z, then AA; by district, from its north-west on."""
    found = sorted(places, key=_order)
    return tuple((_letter(number), place) for number, place in enumerate(found))


def _letter(number: int) -> str:
    more, last = divmod(number, len(ascii_uppercase))
    return (_letter(more - 1) if more else "") + ascii_uppercase[last]


def _order(place: Place) -> tuple[int, tuple[int, ...], int]:
    return place.district, place.lots, _CLOCKWISE.index(place.border) if place.border is not None else 0


def pages(places: Iterable[Place]) -> tuple[tuple[Lettered, ...], ...]:
    """The same in pages: of one district each, which is shown on one picture, and at most PAGE long."""
    districts = groupby(lettered(places), key=lambda found: found[1].district)
    return tuple(page for _, found in districts for page in _cut(tuple(found)))


def _cut(found: Sequence[Lettered]) -> tuple[tuple[Lettered, ...], ...]:
    return tuple(tuple(found[start : start + PAGE]) for start in range(0, len(found), PAGE))


@dataclass(frozen=True, slots=True)
class Plan:
    """A settlement to be drawn: one to four of its districts, in the `month` of its kingdom (0: none).

    The places of `letters` are marked, those in other districts left out.
    """

    town: Town
    districts: tuple[int, ...] = (1,)
    month: int = 0
    letters: tuple[Lettered, ...] = ()
    # The numbers of the buildings that are drawn up and not built.
    planned: frozenset[int] = frozenset()

    @property
    def is_overview(self) -> bool:
        """Whether several districts share the picture, and each is small."""
        return len(self.districts) > 1

    @property
    def buildings(self) -> Sequence[Building]:
        """What stands in the districts that are shown."""
        return [each for number in self.districts for each in self.town.in_district(number)]

    def free(self, district: int) -> int:
        """How many lots of a district nothing stands on."""
        return len(free_lots(self.town, district))

    def used(self, district: int) -> int:
        """How many of its lots are built on; what was there before is not."""
        there = (each for each in self.town.in_district(district) if not each.is_natural)
        return len({lot for each in there if each.type not in SHARING for lot in each.place.lots})


def groups(town: Town) -> tuple[tuple[int, ...], ...]:
    """Its districts as pictures show them together."""
    every = range(1, town.districts + 1)
    return tuple(tuple(every[start : start + MOST]) for start in range(0, len(every), MOST))


def pictured(plan: Plan) -> Picture:
    """The picture, drawn when it is sent and apart from the event loop; and the same in words."""
    # Pillow takes a while to load, and a start does not wait for it.

    return Picture("district.png", partial(draw_district, plan), district_alt(plan))


# -- A district's picture in words: what stands where, as a list -------------------------------------------


# So many letters tell what is only planned.
MOST_PLANNED = 300


def district_alt(plan: Plan) -> str:
    """All that the picture shows, in at most ALT letters: listed, else counted as far as there is room."""
    full = " ".join(_told(plan, _listed))
    if len(full) <= ALT:
        return full
    least = len(" ".join(_told(plan, lambda town, district: ())))
    room = (ALT - least) // len(plan.districts) - len(words.alt_more(LOTS)) - 1
    return " ".join(_told(plan, lambda town, district: _fitting(_counted(town, district), room)))


def _fitting(entries: Sequence[str], room: int) -> Sequence[str]:
    """As many of them as there is room for; the others counted."""
    kept: list[str] = []
    for each in entries:
        room -= len(each) + 2
        if room < 0:
            return [*kept, words.alt_more(len(entries) - len(kept))]
        kept.append(each)
    return kept


def _told(plan: Plan, listed: Callable[[Town, int], Sequence[str]]) -> Iterator[str]:
    town = plan.town
    yield words.alt_head(bare(town.name), plan.month)
    if town.lots:
        yield words.districts_told(town.lots)
    if plan.letters:
        yield words.alt_letters([(letter, _where(place)) for letter, place in plan.letters])
    if planned := [each for each in plan.buildings if each.number in plan.planned]:
        yield words.alt_planned(_fitting([_entry(each, _at(each)) for each in planned], MOST_PLANNED))
    for district in plan.districts:
        yield words.alt_lots(district, town.districts, plan.used(district), plan.free(district))
        yield from _borders(town, district)
        yield from _streets(town, district)
        if entries := listed(town, district):
            yield words.alt_listed(entries)


def _where(place: Place) -> str:
    """Its lots from first to last, as in "B1-C2"; its border; or that it is the whole district."""
    if place.border is not None:
        return place.border.value
    return _lots(place.lots) if place.lots else words.WHOLE


def _at(each: Building) -> str:
    return _where(each.place)


def _lots(lots: Sequence[Lot]) -> str:
    first, last = lot_name(min(lots)), lot_name(max(lots))
    return first if first == last else f"{first}-{last}"


def _borders(town: Town, district: int) -> Iterator[str]:
    """Those that are more than land."""
    for border in Border:
        parts = [words.WATER] if border in town.water_borders(district) else []
        parts += [_entry(each, "") for each in town.in_district(district) if each.place.border is border]
        if parts:
            yield words.alt_border(border.value, parts)


def _streets(town: Town, district: int) -> Iterator[str]:
    at_large = [each for each in town.in_district(district) if not each.place.lots and not each.place.border]
    if at_large:
        yield words.alt_at_large([_entry(each, "") for each in at_large])


def _entry(each: Building, where: str) -> str:
    return words.alt_entry(where, each.type.value, is_damaged=each.is_damaged, is_natural=each.is_natural)


def _listed(town: Town, district: int) -> Sequence[str]:
    there = sorted((each for each in town.in_district(district) if each.place.lots), key=_first)
    return [_entry(each, _lots(each.place.lots)) for each in there] + [
        words.alt_ruin(_lots(lots), type_) for type_, lots in ruins(town, district)
    ]


def _first(building: Building) -> tuple[Lot, int]:
    return min(building.place.lots), building.number


def _counted(town: Town, district: int) -> Sequence[str]:
    there = [each for each in town.in_district(district) if each.type not in AT_BORDERS and each.place.lots]
    counts = Counter(each.type.value for each in there)
    damaged = Counter(each.type.value for each in there if each.is_damaged)
    listed = [words.alt_count(type_, count, damaged[type_]) for type_, count in counts.most_common()]
    lots = sum(len(left) for _, left in ruins(town, district))
    return [*listed, words.alt_ruins(lots)] if lots else listed


def ruins(town: Town, district: int) -> Iterator[tuple[str, tuple[Lot, ...]]]:
    """What lies in ruins on which of its lots: those on which nothing stands again."""
    free = set(free_lots(town, district))
    # The latest ruin of a lot is the one that is seen.
    for each in reversed(town.remains):
        left = tuple(lot for lot in each.place.lots if lot in free) if each.place.district == district else ()
        if left:
            free -= set(left)
            yield each.type.value, left


# -- What a plan would add, marked on the picture of a settlement: a broken frame around its lots ----------


DARK, LIGHT = colour(0x15191E), colour(0xFFFFFF)
# Of a lot's side: how thick the frame is, and how long one of its dashes.
THICK, DASH = 0.06, 0.13
# So much of it lies in the gap beside the lots, and not on the building's name.
OUTWARD: Final = 0.032
Draw: TypeAlias = "ImageDraw.ImageDraw"
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
        for ink, width in ((TILES_DARK, thick + 4), (TILES_LIGHT, thick)):
            draw.line((x, y, *end), ink, width)
            dot = width * 0.9
            draw.ellipse((end[0] - dot, end[1] - dot, end[0] + dot, end[1] + dot), ink)


def _ends(place: Place) -> Sequence[int]:
    """The lots at its corners."""
    rows, columns = zip(*(divmod(lot, SIDE) for lot in place.lots), strict=True)
    return [row * SIDE + column for row in {min(rows), max(rows)} for column in {min(columns), max(columns)}]


# -- The legend of a district's picture: of what occurs on it, and nothing else ----------------------------


LINE, TEXT, COLUMN = 48, 27, 300
DISTRICT_LEGEND_SIGN: Final = 40
B = BuildingType
Paint: TypeAlias = "Callable[[], Image.Image]"
BADGES: Final = (B.CISTERN, B.MAGICAL_STREETLAMPS, B.EVERFLOWING_SPRING)


@dataclass(frozen=True, slots=True)
class Entry:
    """A line of the legend."""

    text: str
    paint: Paint


def entries(plan: Plan) -> Sequence[Entry]:
    """What has to be explained: choices, lots, badges, borders, streets."""
    return [
        *_district_legend_lots(plan),
        *_badges(plan),
        *_district_legend_borders(plan),
        *_district_legend_streets(plan),
    ]


def high(keys: Sequence[Entry], width: int) -> int:
    """How much room they take below the picture, in pixels."""
    return -(-len(keys) // _columns(width)) * LINE + MARGIN


def draw_legend(image: Image.Image, keys: Sequence[Entry], top: int) -> None:
    """Below the picture, in as many columns as have room."""
    columns = _columns(image.width)
    wide = (image.width - 2 * MARGIN) // columns
    for number, key in enumerate(keys):
        x, y = MARGIN + number % columns * wide, top + number // columns * LINE + LINE // 2
        sign = key.paint()
        image.paste(sign, (x, y - sign.height // 2), sign if sign.mode == "RGBA" else None)
        text = word(key.text, TEXT, wide - DISTRICT_LEGEND_SIGN - 24)
        image.paste(INK, (x + DISTRICT_LEGEND_SIGN + 12, y - text.height // 2), text)


def _columns(width: int) -> int:
    return max(1, (width - 2 * MARGIN) // COLUMN)


# -- lots ---------------------------------------------------------------------------------------------


def _district_legend_lots(plan: Plan) -> Iterator[Entry]:
    if plan.letters:
        yield Entry(words.CHOICE, partial(_choice, plan.letters[0][0]))
    if any(plan.free(district) for district in plan.districts):
        yield Entry(words.FREE, _free)
    if any(each.number in plan.planned for each in plan.buildings):
        yield Entry(words.PLANNED, planned_sign)
    if any(each.is_damaged for each in plan.buildings):
        yield Entry(words.DAMAGED_SITE, _damaged)
    if any(True for district in plan.districts for _ in ruins(plan.town, district)):
        yield Entry(words.RUIN_SITE, _ruin)
    if any(each.type is B.WATERWAY and each.is_natural for each in plan.buildings):
        yield Entry(
            words.NATURAL_WATERWAY,
            partial(water, DISTRICT_LEGEND_SIGN, DISTRICT_LEGEND_SIGN - 8, 66, is_built=False),
        )


def _disc(drawn: tuple[Image.Image, Image.Image]) -> Image.Image:
    picture, mask = drawn
    whole = picture.copy()
    whole.putalpha(mask)
    return whole


def _choice(text: str) -> Image.Image:
    return _disc(letter(text, DISTRICT_LEGEND_SIGN // 2))


def _free() -> Image.Image:
    image = Image.new("RGB", (DISTRICT_LEGEND_SIGN, DISTRICT_LEGEND_SIGN - 8), EARTH)
    ImageDraw.Draw(image).rectangle(
        (0, 0, DISTRICT_LEGEND_SIGN - 1, DISTRICT_LEGEND_SIGN - 9), outline=EARTH_EDGE, width=2
    )
    return image


def _damaged() -> Image.Image:
    image = Image.new("RGB", (DISTRICT_LEGEND_SIGN, DISTRICT_LEGEND_SIGN - 8), INK)
    hatch(image)
    ImageDraw.Draw(image).line(((14, 0), (24, 10), (16, 19), (26, 32)), TILES_DARK, 4)
    return image


def _ruin() -> Image.Image:
    image = _free()
    image.paste(RUBBLE, (8, 4), broken(24))
    return image


def _badges(plan: Plan) -> Iterator[Entry]:
    present = {each.type for each in plan.buildings}
    for building in BADGES:
        if building in present:
            yield Entry(words.name(building.value), partial(_badge, building))


def _badge(building: BuildingType) -> Image.Image:
    return _disc(badge(building, DISTRICT_LEGEND_SIGN // 2, is_damaged=False))


# -- borders and streets ------------------------------------------------------------------------------


def _district_legend_borders(plan: Plan) -> Iterator[Entry]:
    town = plan.town
    if any(town.water_borders(district) for district in plan.districts):
        yield Entry(words.WATER, partial(_edge, Edge(is_water=True)))
    for is_natural in (False, True):
        found = [each for each in plan.buildings if each.is_natural is is_natural]
        if any(each.type is B.CITY_WALL for each in found):
            edge = Edge(wall=Work(is_natural))
            yield Entry(_called(B.CITY_WALL, is_natural=is_natural), partial(_edge, edge))
        if any(each.type is B.MOAT for each in found):
            edge = Edge(moat=Work(is_natural))
            yield Entry(_called(B.MOAT, is_natural=is_natural), partial(_edge, edge))
    if any(each.type is B.CITY_WALL for each in plan.buildings):
        yield Entry(words.GATE, partial(_edge, Edge(wall=Work()), LARGE.streets[0] + LARGE.edge - 8))
    if any(each.type is B.WATERGATE for each in plan.buildings):
        edge = Edge(wall=Work(), watergate=Work(), gate=200)
        yield Entry(words.name(B.WATERGATE.value), partial(_edge, edge, 200 - DISTRICT_LEGEND_SIGN // 2))


def _called(building: BuildingType, *, is_natural: bool) -> str:
    return words.natural(building.value) if is_natural else words.name(building.value)


def _edge(edge: Edge, start: int = 40) -> Image.Image:
    return strip(edge, Border.NORTH, LARGE).crop((start, 0, start + DISTRICT_LEGEND_SIGN, LARGE.strip))


def _district_legend_streets(plan: Plan) -> Iterator[Entry]:
    at_large = [each for each in plan.buildings if not each.place.lots and each.place.border is None]
    for building, paint in ((B.PAVED_STREETS, _paved), (B.SEWER_SYSTEM, _sewer)):
        found = [each for each in at_large if each.type is building]
        if found:
            yield Entry(_state(found), partial(paint, is_damaged=all(each.is_damaged for each in found)))


def _state(found: Sequence[Building]) -> str:
    return words.street(found[0].type.value, is_damaged=all(each.is_damaged for each in found))


def _paved(*, is_damaged: bool) -> Image.Image:
    image = Image.new("RGB", (DISTRICT_LEGEND_SIGN, LARGE.street), ROAD)
    cobbles(ImageDraw.Draw(image), LARGE, is_damaged=is_damaged)
    return image


def _sewer(*, is_damaged: bool) -> Image.Image:
    image = Image.new("RGB", (DISTRICT_LEGEND_SIGN, LARGE.street + 4), ROAD)
    grate(
        ImageDraw.Draw(image),
        (DISTRICT_LEGEND_SIGN / 2, image.height / 2),
        image.height * 0.46,
        is_damaged=is_damaged,
    )
    return image


HEAD, TITLE, SECOND, SMALL_HEAD = 104, 42, 28, 44

# The corner of a lot that each badge takes: how far to the right and down, in reaches of the badge.
CORNERS: Final = {B.CISTERN: (0, 0), B.MAGICAL_STREETLAMPS: (1, 0), B.EVERFLOWING_SPRING: (0, 1)}
WATERS: Final = (B.WATERWAY, B.BRIDGE)


def draw_district(plan: Plan) -> bytes:
    """The picture, as a PNG. The plan must show a district at least."""
    scale = SMALL if plan.is_overview else LARGE
    columns = 2 if plan.is_overview else 1
    rows = -(-len(plan.districts) // columns)
    above = SMALL_HEAD if plan.is_overview else 0
    width = columns * (scale.whole + MARGIN) + MARGIN
    bottom = HEAD + rows * (scale.whole + above + MARGIN)
    keys = entries(plan)
    image = Image.new("RGB", (width, bottom + high(keys, width)), BACKGROUND)
    _head(ImageDraw.Draw(image), plan, width)
    for number, district in enumerate(plan.districts):
        x = MARGIN // 2 + number % columns * (scale.whole + MARGIN)
        y = HEAD + number // columns * (scale.whole + above + MARGIN)
        if above:
            _small_head(ImageDraw.Draw(image), plan, district, (x + scale.coordinates, y + above - 10))
        image.paste(_district(plan, district, scale), (x, y + above))
    draw_legend(image, keys, bottom)
    file = BytesIO()
    image.save(file, "PNG", compress_level=1)
    return file.getvalue()


def _head(draw: Draw, plan: Plan, width: int) -> None:
    town, shown = plan.town, plan.districts
    used = sum(map(plan.used, shown))
    lots = LOTS_IN_DISTRICT * len(shown)
    if plan.is_overview:
        second = words.overview(shown[0], shown[-1], town.districts, used, lots, plan.month)
    else:
        second = words.head(shown[0], town.districts, used, lots, plan.month)
    room = width - 2 * MARGIN
    draw.text((MARGIN, 50), fitted(readable(town.name), TITLE, room), INK, font(TITLE), anchor="ls")
    draw.text((MARGIN, 90), fitted(second, SECOND, room), DIM, font(SECOND), anchor="ls")


def _small_head(draw: Draw, plan: Plan, district: int, at: tuple[int, int]) -> None:
    text = words.small_head(district, plan.used(district), LOTS_IN_DISTRICT)
    draw.text(at, text, INK, font(SECOND), anchor="ls")


def _district(plan: Plan, district: int, scale: Scale) -> Image.Image:
    """One district with all that stands in it."""
    town = plan.town
    image = ground(scale, streets_of(town, district)).copy()
    draw_borders(image, town, district, scale)
    for type_, lots in ruins(town, district):
        for piece in pieces(lots):
            left, top, right, bottom = scale.box(piece)
            image.paste(ruin(type_, right - left, bottom - top, scale.text), (left, top))
    there = sorted(town.in_district(district), key=lambda each: each.type in BADGES)
    draw_waters(image, there, scale)
    for each in there:
        if each.place.lots and each.type not in WATERS:
            _building(image, each, scale, there)
    mark_planned(image, plan, district, scale)
    draw_letters(image, plan, district, scale)
    return image


def _building(image: Image.Image, each: Building, scale: Scale, there: Sequence[Building]) -> None:
    if each.type in BADGES and _shares(each, there):
        _district_pictures_badge(image, each, scale, there)
    else:
        for piece in pieces(each.place.lots):
            left, top, right, bottom = scale.box(piece)
            drawn = tile(each.type, right - left, bottom - top, scale.lot, scale.text, each.is_damaged)
            image.paste(drawn, (left, top))


def _shares(each: Building, there: Sequence[Building]) -> bool:
    """Whether it is on a lot that has another building; a Cistern may have one of its own (R100)."""
    if each.type is not B.CISTERN:
        return True
    lots = set(each.place.lots)
    return any(other.type not in BADGES and lots & set(other.place.lots) for other in there)


def _district_pictures_badge(
    image: Image.Image, each: Building, scale: Scale, there: Sequence[Building]
) -> None:
    reach = round(scale.lot * 0.15)
    across, down = CORNERS[each.type]
    for lot in each.place.lots:
        left, top, right, _ = scale.box((lot,))
        x = right - 2 * reach - 3 if across else left + 3
        y = top + 3 + down * (2 * reach + 2) + (band(scale.text) if _is_marked(lot, there) else 0)
        picture, mask = badge(each.type, reach, is_damaged=each.is_damaged)
        image.paste(picture, (x, y), mask)


def _is_marked(lot: Lot, there: Sequence[Building]) -> bool:
    """Whether a word at the top of that lot says that what stands there is damaged."""
    return any(
        each.is_damaged
        and each.type not in BADGES
        and lot in each.place.lots
        and lot // SIDE == min(each.place.lots) // SIDE
        for each in there
    )
