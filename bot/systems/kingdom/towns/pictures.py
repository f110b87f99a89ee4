"""Places numbered for a choice: the same numbers on the district's picture and in the list beside it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import combinations, groupby
from typing import Final

from bot.engine.card import Picture
from bot.engine.text import Safe, T
from bot.systems.kingdom.book import LOTS_IN_DISTRICT, Border, BuildingType, Special
from bot.systems.kingdom.icon_pictures import ICONS
from bot.systems.kingdom.land.maps import MOST
from bot.systems.kingdom.towns.book import AT_BORDERS, LOTS, SIDE, Lot, lot_name
from bot.systems.kingdom.towns.plots import free_lots
from bot.systems.kingdom.towns.state import SHARING, Building, Place, Town, place_order
from bot.systems.kingdom.towns.tile_pictures import (
    EARTH,
    EARTH_EDGE,
    LARGE,
    ROAD,
    RUBBLE,
    SMALL,
    Box,
    Edge,
    Work,
    band,
    cobbles,
    draw_borders,
    draw_waters,
    grate,
    ground,
    middle_of,
    pieces,
    ruin,
    shared,
    streets_of,
    strip,
    tile,
    water,
)
from bot.ui.canvas import BACKGROUND, INK, colour, font, png
from bot.ui.card import ALT
from bot.ui.grid import (
    DARK,
    HEAD,
    LIGHT,
    MARGIN,
    SECOND,
    SIGN,
    Draw,
    Entry,
    Legend,
    Squares,
    dot,
    frame,
    hatch,
    head,
    numeral,
    put,
)
from bot.ui.pillow import Image, ImageDraw

# As many as a list of Discord holds.
PAGE: Final = 25
Numbered = tuple[str, Place]


def numbered(places: Iterable[Place], last: Container[Place] = ()) -> tuple[Numbered, ...]:
    """Each place with its number; by district from the north-west on, `last` ones last."""
    found = sorted(places, key=lambda place: (place.district, place in last, place_order(place)))
    return tuple((str(number), place) for number, place in enumerate(found, 1))


def pages(places: Iterable[Place], last: Container[Place] = ()) -> tuple[tuple[Numbered, ...], ...]:
    """The same in pages: of one district each, which is shown on one picture, and at most PAGE long."""
    districts = groupby(numbered(places, last), key=lambda found: found[1].district)
    of_each = (tuple(found) for _, found in districts)
    return tuple(found[n : n + PAGE] for found in of_each for n in range(0, len(found), PAGE))


@dataclass(frozen=True, slots=True)
class Plan:
    """A settlement to be drawn: one to four of its districts, in the `month` of its kingdom (0: none).

    The places of `numbers` are marked, those in other districts left out.
    """

    town: Town
    districts: tuple[int, ...] = (1,)
    month: int = 0
    numbers: tuple[Numbered, ...] = ()
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
    return Picture(
        "district.png", partial(draw_district, plan), district_alt(plan), partial(district_words, plan)
    )


# -- A district's picture in words: what stands where, as a list -------------------------------------------


# So many letters tell what is only planned; and as many as it takes.
MOST_DRAFTS, EVERYTHING = 300, 1 << 30
# Where something is that stands on no lot.
WHOLE, WATER = T("the whole district"), T("water")
MORE_KINDS = T("and {count} more kinds")


def district_words(plan: Plan) -> Iterator[str]:
    """All that the picture shows."""
    return _told(plan, _listed, EVERYTHING)


def district_alt(plan: Plan) -> str:
    """All that the picture shows, in at most ALT letters: listed, else counted as far as there is room."""
    full = " ".join(_told(plan, _listed))
    if len(full) <= ALT:
        return full
    least = len(" ".join(_told(plan, lambda town, district: ())))
    room = (ALT - least) // len(plan.districts) - len(MORE_KINDS.plain(count=LOTS)) - 1
    return " ".join(_told(plan, lambda town, district: _fitting(_counted(town, district), room)))


def _fitting(entries: Sequence[str], room: int) -> Sequence[str]:
    """As many of them as there is room for; the others counted."""
    found: list[str] = []
    for each in entries:
        room -= len(each) + 2
        if room < 0:
            return [*found, MORE_KINDS.plain(count=len(entries) - len(found))]
        found.append(each)
    return found


def _told(
    plan: Plan, listed: Callable[[Town, int], Sequence[str]], most_planned: int = MOST_DRAFTS
) -> Iterator[str]:
    town = plan.town
    head = T("Map of {name}, month {month}.") if plan.month else T("Map of {name}.")
    yield head.plain(name=town.name, **({"month": plan.month} if plan.month else {}))
    if town.lots:
        yield T("In addition to the grid: {lots} {lots:lot|lots} in use.").plain(lots=town.lots)
    if plan.numbers:
        each = (f"{number} {_where(place)}" for number, place in plan.numbers)
        yield T("To choose from: {places}.").plain(places=_row(each))
    if planned := [each for each in plan.buildings if each.number in plan.planned]:
        entries = _fitting([_entry(each, _where(each.place)) for each in planned], most_planned)
        yield T("Not built yet: {entries}.").plain(entries=_row(entries))
    for district in plan.districts:
        if town.districts > 1:
            which = T("District {district} of {districts}:")
            yield which.plain(district=district, districts=town.districts)
        built = T("{used} {used:lot|lots} built on, {free} {free:lot|lots} free.")
        yield built.plain(used=plan.used(district), free=plan.free(district))
        yield from _borders(town, district)
        yield from _streets(town, district)
        if entries := listed(town, district):
            yield f"{_row(entries)}."


def _row(entries: Iterable[str]) -> Safe:
    return Safe("; ".join(entries))


def _where(place: Place) -> str:
    """Its lots from first to last, as in "B1-C2"; its border; or that it is the whole district."""
    if place.border is not None:
        return place.border.value
    return _lots(place.lots) if place.lots else WHOLE.plain()


def _lots(lots: Sequence[Lot]) -> str:
    first, last = lot_name(min(lots)), lot_name(max(lots))
    return first if first == last else f"{first}-{last}"


def _borders(town: Town, district: int) -> Iterator[str]:
    """The borders where there is water or something built."""
    for border in Border:
        parts = [WATER.plain()] if border in town.water_borders(district) else []
        parts += [_entry(each, "") for each in town.in_district(district) if each.place.border is border]
        if parts:
            yield T("{border}: {parts:,}.").plain(border=border, parts=parts)


def _streets(town: Town, district: int) -> Iterator[str]:
    at_large = [each for each in town.in_district(district) if not each.place.lots and not each.place.border]
    if at_large:
        yield T("Everywhere: {parts:,}.").plain(parts=[_entry(each, "") for each in at_large])


def _entry(each: Building, where: str) -> str:
    what = called(each.type, is_natural=each.is_natural)
    says = T("{where} {what}, damaged") if each.is_damaged else T("{where} {what}")
    says = T("{where} {what}, abandoned") if each.is_closed else says
    return says.plain(where=where, what=what)


def called(building: BuildingType, *, is_natural: bool) -> str:
    """A building's name; what was there before anybody built says so."""
    if not is_natural:
        return building.label
    if building is BuildingType.CITY_WALL:
        return T("natural wall").plain()
    return T("natural {building}").plain(building=building)


def _listed(town: Town, district: int) -> Sequence[str]:
    there = sorted((each for each in town.in_district(district) if each.place.lots), key=_first)
    return [_entry(each, _lots(each.place.lots)) for each in there] + [
        T("{where} site of {building}").plain(where=_lots(lots), building=type_)
        for type_, lots in ruins(town, district)
    ]


def _first(building: Building) -> tuple[Lot, int]:
    return min(building.place.lots), building.number


def _counted(town: Town, district: int) -> Sequence[str]:
    there = [each for each in town.in_district(district) if each.type not in AT_BORDERS and each.place.lots]
    counts = Counter(each.type for each in there)
    damaged = Counter(each.type for each in there if each.is_damaged)
    listed = []
    for type_, count in counts.most_common():
        says = T("{type} {count} ({damaged} damaged)") if damaged[type_] else T("{type} {count}")
        values = {"damaged": damaged[type_]} if damaged[type_] else {}
        listed.append(says.plain(type=type_, count=count, **values))
    lots = sum(len(left) for _, left in ruins(town, district))
    return [*listed, T("ruins on {lots} {lots:lot|lots}").plain(lots=lots)] if lots else listed


def ruins(town: Town, district: int) -> Iterator[tuple[BuildingType, tuple[Lot, ...]]]:
    """What lies in ruins on which of its lots: those on which nothing stands again."""
    free = set(free_lots(town, district))
    # The latest ruin of a lot is the one that is seen.
    for each in reversed(town.remains):
        left = tuple(lot for lot in each.place.lots if lot in free) if each.place.district == district else ()
        if left:
            free -= set(left)
            yield each.type, left


# -- What a plan would add, marked on the picture of a settlement: a broken frame around its lots ----------


# Of a lot's side: how thick the frame is, and how long one of its dashes.
THICK, DASH = 0.06, 0.13
# So much of it lies in the gap beside the lots, and not on the building's name.
OUTWARD: Final = 0.032


def mark_planned(image: Image.Image, plan: Plan, district: int, scale: Squares) -> None:
    """A frame of dark and light dashes around each building that is only planned."""
    draw = ImageDraw.Draw(image)
    for each in plan.town.in_district(district):
        if each.number in plan.planned and each.place.lots:
            for piece in pieces(each.place.lots):
                box, reach = scale.box(piece), round(scale.lot * OUTWARD)
                wider = (box[0] - reach, box[1] - reach, box[2] + reach, box[3] + reach)
                _frame(draw, wider, scale.lot)


def _frame(draw: Draw, box: Box, lot: int) -> None:
    frame(draw, box, max(4, round(lot * THICK)), max(6, round(lot * DASH)))


Spot = tuple[int, int]
# How large a number's disc is in parts of a lot: as a rule, and at least.
USUAL, LEAST = 0.235, 0.15
# How far an arm reaches towards the middle of a lot.
REACH: Final = 0.7


def draw_numbers(image: Image.Image, plan: Plan, district: int, scale: Squares) -> None:
    """The numbers of the places in one district."""
    here = [(text, place) for text, place in plan.numbers if place.district == district]
    spots = [_spot(plan.town, place, scale) for _, place in here]
    reach = _reach(spots, scale)
    draw = ImageDraw.Draw(image)
    for spot, (_, place) in zip(spots, here, strict=True):
        if len(place.lots) > 1:
            _arms(draw, spot, place, scale)
    for (x, y), (text, _) in zip(spots, here, strict=True):
        put(image, numeral(text, reach), (x, y))


def _spot(town: Town, place: Place, scale: Squares) -> Spot:
    """The middle of a place; on a lot that is built on, its corner, so that the name can be read."""
    if len(place.lots) == 1 and place.lots[0] not in free_lots(town, place.district):
        _, top, right, _ = scale.box(place.lots)
        reach = round(scale.lot * USUAL)
        return right - reach - 2, top + reach + 2
    return middle_of(place, scale)


def _reach(spots: Sequence[Spot], scale: Squares) -> int:
    """As large as can be without touching each other."""
    nearest = min(
        (((a - c) ** 2 + (b - d) ** 2) ** 0.5 for (a, b), (c, d) in combinations(spots, 2)), default=scale.lot
    )
    most, least = round(scale.lot * USUAL), round(scale.lot * LEAST)
    return max(least, min(most, int(nearest / 2) - 2))


def _arms(draw: Draw, spot: Spot, place: Place, scale: Squares) -> None:
    """From the number towards each of its lots."""
    x, y = spot
    thick = max(3, scale.lot // 24)
    for lot in _ends(place):
        left, top, right, bottom = scale.box((lot,))
        across, down = (left + right) / 2 - x, (top + bottom) / 2 - y
        end = x + across * REACH, y + down * REACH
        for ink, width in ((DARK, thick + 4), (LIGHT, thick)):
            draw.line((x, y, *end), ink, width)
            dot(draw, end, width * 0.9, ink)


def _ends(place: Place) -> Sequence[int]:
    """The lots at its corners."""
    rows, columns = zip(*(divmod(lot, SIDE) for lot in place.lots), strict=True)
    return [row * SIDE + column for row in {min(rows), max(rows)} for column in {min(columns), max(columns)}]


# -- The legend of a district's picture: of what occurs on it, and nothing else ----------------------------


B = BuildingType
BADGES: Final = (B.CISTERN, B.MAGICAL_STREETLAMPS, B.EVERFLOWING_SPRING)
# A sign that is no disc, as wide as signs are.
FLAT: Final = (SIGN, SIGN - 8)


def entries(plan: Plan) -> Iterator[Entry]:
    """What has to be explained: choices, lots, badges, borders, streets."""
    yield from _of_lots(plan)
    present = {each.type for each in plan.buildings}
    for building in BADGES:
        if building in present:
            yield Entry(building.label, partial(shared, building, SIGN // 2, is_damaged=False))
    yield from _of_borders(plan)
    yield from _of_streets(plan)


# -- lots ---------------------------------------------------------------------------------------------


def _of_lots(plan: Plan) -> Iterator[Entry]:
    if plan.numbers:
        yield Entry(T("place to choose").plain(), partial(numeral, plan.numbers[0][0], SIGN // 2))
    if any(plan.free(district) for district in plan.districts):
        yield Entry(T("free lot").plain(), _free)
    if any(each.number in plan.planned for each in plan.buildings):
        yield Entry(T("not built yet").plain(), _planned)
    if any(each.is_damaged for each in plan.buildings):
        yield Entry(T("damaged").plain(), _damaged)
    if any(True for district in plan.districts for _ in ruins(plan.town, district)):
        yield Entry(T("ruin, free lot").plain(), _ruin)
    if any(each.type is B.WATERWAY and each.is_natural for each in plan.buildings):
        yield Entry(called(B.WATERWAY, is_natural=True), partial(water, *FLAT, 66, is_built=False))


def _free() -> Image.Image:
    image = Image.new("RGB", FLAT, EARTH)
    ImageDraw.Draw(image).rectangle((0, 0, FLAT[0] - 1, FLAT[1] - 1), outline=EARTH_EDGE, width=2)
    return image


def _planned() -> Image.Image:
    image = Image.new("RGB", FLAT, colour(0xD9D3C7))
    _frame(ImageDraw.Draw(image), (0, 0, *FLAT), 60)
    return image


def _damaged() -> Image.Image:
    image = Image.new("RGB", FLAT, INK)
    hatch(image)
    ImageDraw.Draw(image).line(((14, 0), (24, 10), (16, 19), (26, 32)), DARK, 4)
    return image


def _ruin() -> Image.Image:
    image = _free()
    image.paste(RUBBLE, (8, 4), ICONS.mask(Special.RUIN.value, 24))
    return image


# -- borders and streets ------------------------------------------------------------------------------


def _of_borders(plan: Plan) -> Iterator[Entry]:
    town = plan.town
    if any(town.water_borders(district) for district in plan.districts):
        yield Entry(WATER.plain(), partial(_edge, Edge(is_water=True)))
    for is_natural in (False, True):
        present = {each.type for each in plan.buildings if each.is_natural is is_natural}
        work = Work(is_natural)
        for building, edge in ((B.CITY_WALL, Edge(wall=work)), (B.MOAT, Edge(moat=work))):
            if building in present:
                yield Entry(called(building, is_natural=is_natural), partial(_edge, edge))
    present = {each.type for each in plan.buildings}
    if B.CITY_WALL in present:
        start = LARGE.streets[0] + LARGE.edge - 8
        yield Entry(T("gate in the wall").plain(), partial(_edge, Edge(wall=Work()), start))
    if B.WATERGATE in present:
        edge = Edge(wall=Work(), watergate=Work(), gate=200)
        yield Entry(B.WATERGATE.label, partial(_edge, edge, 200 - SIGN // 2))


def _edge(edge: Edge, start: int = 40) -> Image.Image:
    return strip(edge, Border.NORTH, LARGE).crop((start, 0, start + SIGN, LARGE.strip))


def _of_streets(plan: Plan) -> Iterator[Entry]:
    at_large = [each for each in plan.buildings if not each.place.lots and each.place.border is None]
    for building, paint in ((B.PAVED_STREETS, _paved), (B.SEWER_SYSTEM, _sewer)):
        found = [each for each in at_large if each.type is building]
        if found:
            is_damaged = all(each.is_damaged for each in found)
            says = T("{building}, damaged") if is_damaged else T("{building}")
            yield Entry(says.plain(building=building), partial(paint, is_damaged=is_damaged))


def _paved(*, is_damaged: bool) -> Image.Image:
    image = Image.new("RGB", (SIGN, LARGE.street), ROAD)
    cobbles(ImageDraw.Draw(image), LARGE, is_damaged=is_damaged)
    return image


def _sewer(*, is_damaged: bool) -> Image.Image:
    image = Image.new("RGB", (SIGN, LARGE.street + 4), ROAD)
    grate(ImageDraw.Draw(image), (SIGN / 2, image.height / 2), image.height * 0.46, is_damaged=is_damaged)
    return image


SMALL_HEAD: Final = 44

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
    legend = Legend(list(entries(plan)), width)
    image = Image.new("RGB", (width, bottom + legend.height), BACKGROUND)
    head(ImageDraw.Draw(image), plan.town.name, _second(plan), width)
    for number, district in enumerate(plan.districts):
        x = MARGIN // 2 + number % columns * (scale.whole + MARGIN)
        y = HEAD + number // columns * (scale.whole + above + MARGIN)
        if above:
            _small_head(ImageDraw.Draw(image), plan, district, (x + scale.coordinates, y + above - 10))
        image.paste(_district(plan, district, scale), (x, y + above))
    legend.draw(image)
    return png(image)


def _second(plan: Plan) -> str:
    """How many lots are built on, where and when."""
    districts = plan.districts
    values = {
        "first": districts[0],
        "last": districts[-1],
        "of": plan.town.districts,
        "used": sum(map(plan.used, districts)),
        "lots": LOTS_IN_DISTRICT * len(districts),
    }
    says = T("District {first} of {of} · {used} of {lots} lots built on")
    if plan.is_overview:
        says = T("Districts {first} to {last} of {of} · {used} of {lots} lots built on")
    line = says.plain(**{name: values[name] for name in says.names})
    return T("{line} · month {month}").plain(line=line, month=plan.month) if plan.month else line


def _small_head(draw: Draw, plan: Plan, district: int, at: tuple[int, int]) -> None:
    says = T("District {district}: {used} of {lots}")
    text = says.plain(district=district, used=plan.used(district), lots=LOTS_IN_DISTRICT)
    draw.text(at, text, INK, font(SECOND), anchor="ls")


def _district(plan: Plan, district: int, scale: Squares) -> Image.Image:
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
    draw_numbers(image, plan, district, scale)
    return image


def _building(image: Image.Image, each: Building, scale: Squares, there: Sequence[Building]) -> None:
    if each.type in BADGES and _shares(each, there):
        _badge(image, each, scale, there)
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


def _badge(image: Image.Image, each: Building, scale: Squares, there: Sequence[Building]) -> None:
    reach = round(scale.lot * 0.15)
    across, down = CORNERS[each.type]
    for lot in each.place.lots:
        left, top, right, _ = scale.box((lot,))
        x = right - 2 * reach - 3 if across else left + 3
        y = top + 3 + down * (2 * reach + 2) + (band(scale.text) if _is_marked(lot, there) else 0)
        put(image, shared(each.type, reach, is_damaged=each.is_damaged), (x + reach, y + reach))


def _is_marked(lot: Lot, there: Sequence[Building]) -> bool:
    """Whether a word at the top of that lot says that what stands there is damaged."""
    return any(
        each.is_damaged
        and each.type not in BADGES
        and lot in each.place.lots
        and lot // SIDE == min(each.place.lots) // SIDE
        for each in there
    )
