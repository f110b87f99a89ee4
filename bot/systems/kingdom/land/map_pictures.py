"""What a map's picture shows: the land as one viewer may see it, its realms and settlements."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache, partial
from itertools import chain, combinations, pairwise
from typing import Final

from bot.engine.text import Safe, T
from bot.systems.kingdom.book import Improvement, Special, Spot, Terrain
from bot.systems.kingdom.icon_pictures import BUILT, FOUND, ICONS
from bot.systems.kingdom.land.state import Direction, Hex, Land, axial, beside, neighbours, within
from bot.ui.canvas import BACKGROUND, INK, Colour, colour, fitted, font, png, readable
from bot.ui.grid import (
    DARK,
    LIGHT,
    PLATE,
    ROOT,
    SIGN,
    Axial,
    Dashes,
    Draw,
    Entry,
    Hexes,
    Labels,
    Legend,
    Point,
    badge,
    borders,
    dot,
    edged,
    head,
    hexagon,
    legible,
    line,
    numeral,
    put,
)
from bot.ui.icons import FINER, Inks
from bot.ui.pillow import Image, ImageDraw


@dataclass(frozen=True, slots=True)
class Place:
    """A settlement on the map."""

    name: str
    spot: Spot
    is_capital: bool = False


@dataclass(frozen=True)
class Chart:
    """A map to be drawn: realms by id, in the order in which their borders are drawn."""

    title: str
    land: Land
    realms: Mapping[str, str] = field(default_factory=dict)
    places: Sequence[Place] = ()
    # Whether more of the land is known than is shown.
    is_cut: bool = False
    # Whether what players don't see is marked: never on a picture that others may see.
    is_for_game_masters: bool = False
    # The numbers of hexes to choose from.
    marks: Mapping[Spot, str] = field(default_factory=dict)
    # Trade routes, each by its hexes from the settlement on.
    routes: Sequence[Sequence[Spot]] = ()

    @property
    def hexes(self) -> Mapping[Spot, Hex]:
        """The hexes that are shown."""
        return self.land.hexes

    @property
    def size(self) -> str:
        """How much of the land is shown, in words."""
        says = T("part of the map, {n} {n:hex|hexes}") if self.is_cut else T("{n} {n:hex|hexes}")
        return says.plain(n=len(self.hexes))

    def around(self, centre: Spot, radius: int) -> Chart:
        """Only what lies at most so many hexes around that one."""
        near = [spot for spot in within(centre, radius) if spot in self.land.hexes]
        shown = replace(self.land, hexes={spot: self.land.hexes[spot] for spot in near})
        places = [place for place in self.places if place.spot in shown.hexes]
        return replace(self, land=shown, places=places, is_cut=len(near) < len(self.land.hexes))

    def near(self, marks: Mapping[Spot, str], margin: int) -> Chart:
        """Only what lies at most so many hexes around some, which are marked."""
        around = {spot for each in marks for spot in within(each, margin)}
        shown = replace(self.land, hexes={at: each for at, each in self.hexes.items() if at in around})
        places = [place for place in self.places if place.spot in shown.hexes]
        is_cut = len(shown.hexes) < len(self.hexes)
        return replace(self, land=shown, places=places, is_cut=is_cut, marks=marks)

    def cropped(self) -> Chart:
        """Only the realms and settlements with two hexes around them, and what is scouted or has a name.

        That is left out where labels could not be read with it. A map without a realm stays whole.
        """
        held = {at for at, each in self.hexes.items() if each.realm in self.realms}
        held |= {place.spot for place in self.places}
        core = {spot for each in held for spot in within(each, AROUND)} & self.hexes.keys()
        known = {at for at, each in self.hexes.items() if each.is_explored or self.own_label(at)}
        if not core:
            return self
        return next(
            (each for each in (self, self._framing(core | known)) if each.shows_labels), self._framing(core)
        )

    def _framing(self, wanted: Collection[Spot]) -> Chart:
        """The upright block of the map around those hexes."""
        (left, right), (top, bottom) = (
            (min(each), max(each)) for each in zip(*map(_place, wanted), strict=True)
        )
        shown = {
            at: each
            for at, each in self.hexes.items()
            if left <= _place(at)[0] <= right and top <= _place(at)[1] <= bottom
        }
        places = [place for place in self.places if place.spot in shown]
        is_cut = self.is_cut or len(shown) < len(self.hexes)
        return replace(self, land=replace(self.land, hexes=shown), places=places, is_cut=is_cut)

    @property
    def shows_labels(self) -> bool:
        """Whether its labels can be read on a phone."""
        layout = Hexes.of([axial(spot) for spot in self.hexes])
        return label_size(layout) <= layout.radius * LARGEST_LABEL

    def own_label(self, spot: Spot) -> str:
        """What the group calls a hex besides its place on the grid and the settlement there."""
        label = self.hexes[spot].label
        also = {self.land.grid_name(spot).casefold(), *(each.name.casefold() for each in self.placed(spot))}
        return "" if label.casefold() in also else label

    def label(self, spot: Spot) -> str:
        """Its place on the grid and what the group calls it, as the picture has it."""
        return self.land.name_of(spot) if self.own_label(spot) else self.land.grid_name(spot) or spot

    def plate(self, place: Place) -> str:
        """The name of a settlement; with its place on the grid, where the hex is called after it."""
        is_hexs = self.hexes[place.spot].label.casefold() == place.name.casefold()
        return self.land.name_of(place.spot) if is_hexs else place.name

    def is_hidden(self, spot: Spot) -> bool:
        """Whether players don't see this hex, and this picture tells so."""
        return self.is_for_game_masters and not self.hexes[spot].is_known

    def notes_secret(self, spot: Spot) -> bool:
        """Whether game masters noted a secret there, and this picture tells so."""
        return self.is_for_game_masters and bool(self.hexes[spot].secret)

    def placed(self, spot: Spot) -> Sequence[Place]:
        """The settlements in a hex."""
        return self._placed.get(spot, ())

    @cached_property
    def _placed(self) -> Mapping[Spot, Sequence[Place]]:
        found: dict[Spot, list[Place]] = {}
        for place in self.places:
            found.setdefault(place.spot, []).append(place)
        return found


# So many hexes are shown around a realm.
AROUND: Final = 2


def _place(spot: Spot) -> Point:
    """Where a hex lies from the west and from the north."""
    q, r = axial(spot)
    return q + r / 2, r


# -- what things look like ----------------------------------------------------------------------------

RIVER, BANK, GRID = colour(0x3F86CF), colour(0x1F4E82), colour(0x39424C)
# In parts of the radius: how broad a river is, how it bends on its way through, and how far from the middle
# it passes a way or what stands there. In parts of the way between edge and middle: how far it runs straight
# in, and where a spring rises before what stands there.
RIVER_WIDTH, BEND, ASIDE, PAST = 0.13, 0.14, 0.36, 0.56
INWARD, SPRING = 0.35, 0.6
# So many pieces has the curve between two points.
CURVE: Final = 8
ROAD, ROAD_EDGE = colour(0x8A5A2B), colour(0xFFF4DC)
INKS: Final[Inks] = {"": LIGHT, "dark": DARK, "gold": colour(0xFFD24A)}
WATER_INKS: Final[Inks] = {"": RIVER, "dark": DARK}
# Pixels drawn and left out, for the borders of each further realm.
DASHES: Final[tuple[Dashes, ...]] = (None, (14, 7), (5, 6), (22, 5))
CANAL, AQUEDUCT, ROUTE = (8, 4), (4, 4), (2, 5)
# How far below the middle of a hex a trade route runs, in radii: roads stay seen.
BESIDE_WAY: Final = 0.14
WAYS: Final = (Improvement.ROAD, Improvement.HIGHWAY)
# A square for what was built, a circle for what was found.
Sign = Improvement | Special
SIGNS: Final[Sequence[Sign]] = (*BUILT, *FOUND)
NOT_EXPLORED, NOT_CLEARED = "?", "!"
# On a smaller hex marks could not be read.
READABLE: Final = 16
# The edge towards each neighbour, clockwise from the upper right one.
EDGES: Final = {
    Direction.NORTH_EAST: 0, Direction.EAST: 1, Direction.SOUTH_EAST: 2,
    Direction.SOUTH_WEST: 3, Direction.WEST: 4, Direction.NORTH_WEST: 5,
}  # fmt: skip
# The ground of each terrain, and the ink of its pattern.
SHADES: Final[Mapping[Terrain, tuple[int, int]]] = {
    Terrain.PLAINS: (0xB9C77C, 0x7F8F45),
    Terrain.HILLS: (0xC7A76C, 0x7A5C2E),
    Terrain.FOREST: (0x6F9A5C, 0x2F5A2B),
    Terrain.JUNGLE: (0x3F6B45, 0x16331C),
    Terrain.MARSH: (0x86A596, 0x3C6153),
    Terrain.MOUNTAINS: (0x9A9793, 0x4A4744),
    Terrain.DESERT: (0xE8D7A2, 0xB59A57),
    Terrain.WATER: (0x5B86B5, 0xD3E3F2),
    Terrain.CAVERN: (0x5A4F5C, 0x1D1720),
}
# Where its signs stand, in parts of the radius; the middle is left for what is built there.
SPRINKLED: Final = (
    *((-0.42, -0.48), (0.42, -0.48), (-0.55, 0.12), (0.55, 0.12)),
    *((0.0, -0.72), (-0.3, 0.6), (0.3, 0.6)),
)
# The same for what stands in a hex: a house, signs below it or alone, marks, a note, a coast.
HOUSE, BESIDE_HOUSE, ALONE = -0.16, 0.3, 0.0
MARK, NOTE, COAST = (0.55, -0.36), (-0.55, -0.36), (0.0, -0.72)
# The number of a hex to choose.
NUMBER = (0, -0.62)
# Where a label may stand: within its hex, below what is built there, above or aside of it.
LABELS: Final = (
    *((0, 0.48), (0, -0.48), (0, 0.56), (0, -0.56), (-0.5, 0.3)),
    *((0.5, 0.3), (-0.42, -0.3), (0.42, -0.3), (0, 0)),
)
# So high letters are on a phone, at least; in parts of its radius, the largest that a hex has room for.
WANTED: Final = 11.0
LARGEST_LABEL: Final = 0.76
# The number of a hex to choose, by how many digits it has.
NUMBERS: Final = {1: 9.0, 2: 12.2}


def label_size(layout: Hexes) -> int:
    """The size of labels on a map of that scale."""
    return max(round(layout.radius * 0.36), legible(layout.width, WANTED))


@lru_cache(maxsize=64)
def tile(terrain: Terrain, radius: int) -> Image.Image:
    """A hex of that terrain."""
    ground, stroke = map(colour, SHADES[terrain])
    mask, reach = hexagon(radius), radius * FINER
    image = Image.new("RGB", (mask.width * FINER, mask.height * FINER), ground)
    draw = ImageDraw.Draw(image)
    for x, y in SPRINKLED:
        at = image.width / 2 + x * reach, (1 + y) * reach
        ICONS.draw(draw, terrain.value, at, reach * 0.2, {"": stroke, "light": colour(0xF2F4F6)})
    image = image.resize(mask.size, Image.Resampling.BOX)
    image.putalpha(mask)
    return image


@lru_cache(maxsize=16)
def shade(radius: int) -> Image.Image:
    """The lines over a hex that players don't see."""
    image = Image.new("RGB", hexagon(radius).size, DARK)
    image.putalpha(hexagon(radius, hatching=True))
    return image


@lru_cache(maxsize=128)
def sign(of: Sign, radius: int) -> Image.Image:
    """What was built or found in a hex of that radius."""
    reach = max(4, round(radius * 0.25))
    return badge(
        ICONS.mask(of.value, round(reach * FINER * (1.57 if of in BUILT else 1.36))),
        reach,
        is_square=of in BUILT,
    )


def house(radius: int, *, is_capital: bool) -> Image.Image:
    """A settlement; a capital bears a star."""
    side = max(11, round(radius * 0.66))
    return ICONS.picture("capital" if is_capital else "settlement", side, INKS)


def note(radius: int) -> Image.Image:
    """A written sheet: game masters noted a secret."""
    return ICONS.picture("secret_note", max(7, round(radius * 0.36)), INKS)


def lake(radius: int) -> Image.Image:
    """A lake."""
    return ICONS.picture("lake", round(radius * 0.9), WATER_INKS)


def coast(radius: int) -> Image.Image:
    """A drawing of small waves."""
    return ICONS.picture("coast", round(radius * 0.96), WATER_INKS)


def mark(text: str, radius: int) -> Image.Image:
    """A mark for hexes that are not explored, or not cleared."""
    return edged(text, max(11, round(radius * 0.5)))


def way(draw: Draw, ends: Sequence[Point], radius: int, *, is_highway: bool, is_edge: bool) -> None:
    """A road, or the broader highway; its light edge is drawn first."""
    width = max(2, radius // 12) + (3 if is_highway else 0)
    ink, width = (ROAD_EDGE, width + 2) if is_edge else (ROAD, width)
    line(draw, ends, ink, width)
    dot(draw, ends[0], width / 2, ink)
    if is_highway and not is_edge:
        line(draw, ends, ROAD_EDGE, max(1, width // 4))


def river(draw: Draw, course: Sequence[Point], ink: Colour, width: int) -> None:
    """A river along its course."""
    draw.line(list(course), ink, width, joint="curve")
    for end in (course[0], course[-1]):
        dot(draw, end, width / 2, ink)


def _apart(one: int, other: int) -> int:
    """How many edges of a hex lie between two, the shorter way around."""
    return min((one - other) % 6, (other - one) % 6)


def _between(one: Point, other: Point, part: float) -> Point:
    """A point so far on the way from one to the other."""
    return one[0] + (other[0] - one[0]) * part, one[1] + (other[1] - one[1]) * part


def _curve(*through: Point) -> Sequence[Point]:
    """A smooth line through those points."""
    padded = (through[0], *through, through[-1])
    found = [through[0]]
    for before, start, end, after in zip(padded, padded[1:], padded[2:], padded[3:], strict=False):
        found += [_on_curve(before, start, end, after, step / CURVE) for step in range(1, CURVE + 1)]
    return found


def _on_curve(before: Point, start: Point, end: Point, after: Point, part: float) -> Point:
    """A point of the Catmull-Rom spline between the middle two."""

    def along(a: float, b: float, c: float, d: float) -> float:
        square = part * part
        bent = (2 * a - 5 * b + 4 * c - d) * square + (3 * (b - c) + d - a) * square * part
        return (2 * b + (c - a) * part + bent) / 2

    (ax, ay), (bx, by), (cx, cy), (dx, dy) = before, start, end, after
    return along(ax, bx, cx, dx), along(ay, by, cy, dy)


def route(draw: Draw, ends: Sequence[Point], radius: int) -> None:
    """A trade route: light dashes on a dark line."""
    width = max(3, radius // 10)
    line(draw, ends, DARK, width + 2)
    line(draw, ends, LIGHT, width, ROUTE)


def signs_of(each: Hex) -> Sequence[Sign]:
    """The signs of a hex; what is drawn as a line has none."""
    return [*(built for built in each.improvements if built in BUILT), *each.specials]


def unknown(each: Hex) -> str:
    """The mark of a free hex that is not explored, or not cleared; empty where there is nothing to mark."""
    if each.realm is not None or each.is_cleared:
        return ""
    return NOT_CLEARED if each.is_explored else NOT_EXPLORED


# -- the picture --------------------------------------------------------------------------------------


def draw_map(chart: Chart) -> bytes:
    """The picture, as a PNG. The chart must show a hex at least."""
    layout = Hexes.of([axial(spot) for spot in chart.hexes])
    legend = Legend(list(entries(chart)), layout.width)
    image = Image.new("RGB", (layout.width, layout.height + legend.height), BACKGROUND)
    painter = _Painter(chart, layout, image, ImageDraw.Draw(image))
    head(painter.draw, chart.title, chart.size, layout.width)
    painter.tiles()
    painter.waters()
    painter.roads()
    painter.borders()
    painter.routes()
    painter.contents()
    painter.labels()
    legend.draw(image)
    return png(image)


@dataclass(frozen=True)
class _Painter:
    chart: Chart
    layout: Hexes
    image: Image.Image
    draw: Draw

    @cached_property
    def cells(self) -> Sequence[tuple[Spot, Axial, Hex]]:
        return [(spot, axial(spot), each) for spot, each in self.chart.hexes.items()]

    @cached_property
    def signs(self) -> Mapping[Spot, Sequence[tuple[Image.Image, Point]]]:
        """The signs of hexes and where they stand."""
        return {
            spot: list(self._signs(spot, at, found))
            for spot, at, each in self.cells
            if (found := signs_of(each))
        }

    def tiles(self) -> None:
        """Terrains, the fog, and the lines between hexes."""
        layout, radius = self.layout, self.layout.radius
        # Whole pixels take a third of the time; the lines between hexes cover the steps at their edges.
        mask = hexagon(radius).point(lambda value: 255 if value > 127 else 0).convert("1")
        tiles = {terrain: tile(terrain, radius).convert("RGB") for terrain in Terrain}
        for spot, at, each in self.cells:
            put(self.image, tiles[each.terrain], layout.middle(at), mask)
            if self.chart.is_hidden(spot):
                put(self.image, shade(radius), layout.middle(at))
        for _, at, _ in self.cells:
            self.draw.line(self.layout.outline(at), GRID, 1)

    def waters(self) -> None:
        """Rivers and what else holds water."""
        layout, radius = self.layout, self.layout.radius
        self.rivers()
        for _, at, each in self.cells:
            if each.has_lake:
                put(self.image, lake(radius), layout.middle(at))
            if each.has(Improvement.CANAL):
                ends = layout.corner(at, 4, radius * 0.5), layout.corner(at, 1, radius * 0.5)
                line(self.draw, ends, RIVER, 5, CANAL)
            if each.has(Improvement.AQUEDUCT):
                ends = layout.corner(at, 5, radius * 0.4), layout.corner(at, 2, radius * 0.4)
                line(self.draw, ends, DARK, 4, AQUEDUCT)
            if each.is_coast:
                put(self.image, coast(radius), layout.near(at, *COAST))

    def rivers(self) -> None:
        """Rivers winding from edge to edge, around what stands in a hex; all their banks first."""
        radius = self.layout.radius
        courses = [
            course
            for spot, at, each in self.cells
            for course in self._courses(at, each, is_built=bool(self.chart.placed(spot) or signs_of(each)))
        ]
        width = max(4, round(radius * RIVER_WIDTH))
        for ink, wide in ((BANK, width + max(2, width // 3)), (RIVER, width)):
            for course in courses:
                river(self.draw, course, ink, wide)

    def _courses(self, at: Axial, each: Hex, *, is_built: bool) -> Iterator[Sequence[Point]]:
        """Each river of a hex, point by point: a spring rises before what stands there, others pass by."""
        edges = sorted(EDGES[direction] for direction in each.rivers)
        if not edges:
            return
        middle = self.layout.middle(at)
        gates = {edge: self.layout.gate(at, edge) for edge in edges}
        if len(edges) == 1:
            (gate,) = gates.values()
            end = 0.0 if each.has_lake or each.terrain is Terrain.WATER or not is_built else SPRING
            yield _curve(gate, _between(gate, middle, INWARD), _between(middle, gate, end))
            return
        # The two that are farthest apart are one river; others join it.
        one, other = max(combinations(edges, 2), key=lambda pair: _apart(*pair))
        clear = PAST if is_built and not each.has_lake else ASIDE if each.has(*WAYS) else 0.0
        by = self._passing(middle, gates[one], gates[other], clear)
        inner = {edge: _between(gate, middle, INWARD) for edge, gate in gates.items()}
        yield _curve(gates[one], inner[one], by, inner[other], gates[other])
        yield from (_curve(gates[edge], inner[edge], by) for edge in edges if edge not in (one, other))

    def _passing(self, middle: Point, one: Point, other: Point, clear: float) -> Point:
        """Where a river passes the middle of a hex, at least so many radii off."""
        across, down = (one[0] + other[0]) / 2 - middle[0], (one[1] + other[1]) / 2 - middle[1]
        reach = math.hypot(across, down)
        if reach < 1:
            # Straight through: it bends to the north of what stands there, or hardly.
            across, down = other[1] - one[1], one[0] - other[0]
            if down > 0 or (down == 0 and across < 0):
                across, down = -across, -down
            reach, natural = math.hypot(across, down), BEND
        else:
            natural = reach / 2 / self.layout.radius
        far = max(natural, clear)
        return (
            middle[0] + across / reach * far * self.layout.radius,
            middle[1] + down / reach * far * self.layout.radius,
        )

    def roads(self) -> None:
        """To every neighbour with a way or a settlement; all edges first, so that crossings are open."""
        ways = {
            spot: Improvement.HIGHWAY in each.improvements for spot, _, each in self.cells if each.has(*WAYS)
        }
        ends = ways.keys() | {place.spot for place in self.chart.places}
        lines = []
        for spot, is_highway in ways.items():
            middle = self.layout.middle(axial(spot))
            to = [edge for direction, edge in EDGES.items() if beside(spot, direction) in ends]
            gates = [self.layout.gate(axial(spot), edge) for edge in to] or [middle]
            lines += [((middle, gate), is_highway) for gate in gates]
        for is_edge in (True, False):
            for ends_of, is_highway in lines:
                way(self.draw, ends_of, self.layout.radius, is_highway=is_highway, is_edge=is_edge)

    def borders(self) -> None:
        """The borders of each realm, a light line on a dark one."""
        width = max(3, self.layout.radius // 9)
        for number, realm in enumerate(self.chart.realms):
            held = {at for _, at, each in self.cells if each.realm == realm}
            edges = [self.layout.edge(*found, width / 2) for found in borders(held)]
            for ink, wide, dashes in (
                (DARK, width + 4, None),
                (LIGHT, width, DASHES[number % len(DASHES)]),
            ):
                for edge in edges:
                    line(self.draw, edge, ink, wide, dashes)
                # The edges of two hexes of one realm don't quite meet: the corner is closed.
                for end in set(chain.from_iterable(edges)):
                    dot(self.draw, end, wide / 2, ink)

    def routes(self) -> None:
        """Trade routes from hex to hex, as far as those are shown."""
        shown = self.chart.hexes
        for path in self.chart.routes:
            for here, there in pairwise(path):
                # What was hidden since is left out.
                if here in shown and there in shown and there in neighbours(here):
                    # Below the middle of each hex, where its roads meet.
                    ends = [self.layout.near(axial(each), 0, BESIDE_WAY) for each in (here, there)]
                    route(self.draw, ends, self.layout.radius)

    def contents(self) -> None:
        """Draw marks, notes, settlements and signs into the hexes."""
        layout, radius = self.layout, self.layout.radius
        for spot, at, each in self.cells:
            if radius >= READABLE and (unseen := unknown(each)):
                put(self.image, mark(unseen, radius), layout.near(at, *MARK))
            if self.chart.notes_secret(spot):
                put(self.image, note(radius), layout.near(at, *NOTE))
            for place in self.chart.placed(spot)[:1]:
                put(self.image, house(radius, is_capital=place.is_capital), layout.near(at, 0, HOUSE))
            for drawn, where in self.signs.get(spot, ()):
                put(self.image, drawn, where)
            if spot in self.chart.marks:
                put(self.image, self._mark(spot), layout.near(at, *NUMBER))

    def _mark(self, spot: Spot) -> Image.Image:
        """The number of a hex to choose, as large on a phone as its letters must be."""
        text = self.chart.marks[spot]
        high = NUMBERS.get(len(text), max(NUMBERS.values()))
        return numeral(text, max(round(self.layout.radius * 0.3), legible(self.layout.width, high)))

    def _signs(self, spot: Spot, at: Axial, found: Sequence[Sign]) -> Iterator[tuple[Image.Image, Point]]:
        """Those of a hex: below a house, else in the middle."""
        down = BESIDE_HOUSE if self.chart.placed(spot) else ALONE
        step = min(0.54, 1.5 / len(found))
        for number, each in enumerate(found):
            across = (number - (len(found) - 1) / 2) * step
            yield sign(each, self.layout.radius), self.layout.near(at, across, down)

    def labels(self) -> None:
        """Names first, the capitals' before all; a label has to give way, or is left out."""
        size = label_size(self.layout)
        # All that none may cover, and all that the name of a settlement may not.
        labels, names = Labels(self.image), Labels(self.image)
        for drawn, where in self._fixed():
            labels.keep(drawn, where)
            names.keep(drawn, where)
        for drawn, where in chain.from_iterable(self.signs.values()):
            labels.keep(drawn, where)
        for place in sorted(self.chart.places, key=lambda each: not each.is_capital):
            self._plate(place, size, labels, names)
        if self.chart.shows_labels:
            self._hex_labels(labels, size)

    def _fixed(self) -> Iterator[tuple[Image.Image, Point]]:
        """The houses, and the numbers of hexes to choose."""
        for place in self.chart.places:
            drawn = house(self.layout.radius, is_capital=False)
            yield drawn, self.layout.near(axial(place.spot), 0, HOUSE)
        for spot in self.chart.marks:
            yield self._mark(spot), self.layout.near(axial(spot), *NUMBER)

    def _plate(self, place: Place, size: int, labels: Labels, names: Labels) -> None:
        """A settlement's name; where it has no room else it covers the signs of a hex."""
        text = fitted(readable(self.chart.plate(place)), size, max(self.layout.radius * 3.46, size * 9))
        around = list(self._around_house(place, text, size))
        for among, others in ((labels, names), (names, labels)):
            if among.plate(text, size, around):
                others.taken.append(among.taken[-1])
                return

    def _hex_labels(self, labels: Labels, size: int) -> None:
        """Hexes to which the group gave a name, which may be longer than one is wide; then all the others."""
        chart, room = self.chart, self.layout.radius * ROOT
        named = [spot for spot in chart.hexes if chart.own_label(spot)]
        others = [spot for spot in chart.hexes if spot not in named]
        for spots, wide in ((named, max(room, size * 11)), (others, room)):
            for spot in spots:
                text = fitted(readable(chart.label(spot)), size, wide)
                labels.text(text, size, [self.layout.near(axial(spot), *where) for where in LABELS])

    def _around_house(self, place: Place, text: str, size: int) -> Iterator[Point]:
        """Above it, else below or aside of it."""
        x, y = self.layout.near(axial(place.spot), 0, HOUSE)
        wide, off = font(size).getlength(text) / 2, max(6.0, self.layout.radius * 0.34) + size * PLATE + 1
        for aside in (0.0, -0.3, 0.3, -0.6, 0.6, -1.0, 1.0):
            for down in (-off, off):
                yield x + aside * wide, y + down


# -- the legend ---------------------------------------------------------------------------------------

# The radius of the hexes and signs in it, and the ends of its lines.
RADIUS: Final = 18
ACROSS: Final = ((2.0, SIGN / 2), (SIGN - 2.0, SIGN / 2))


def entries(chart: Chart) -> Iterator[Entry]:
    """What has to be explained, in the order of the eye: realms, terrains, lines, signs."""
    hexes = list(chart.hexes.values())
    shown = {each.realm for each in hexes}
    for number, (realm, name) in enumerate(chart.realms.items()):
        if realm in shown:
            yield _lined(name, partial(line, ink=LIGHT, width=5, dashes=DASHES[number % len(DASHES)]))
    present = {each.terrain for each in hexes}
    for terrain in Terrain:
        if terrain in present:
            yield Entry(terrain.label, partial(tile, terrain, RADIUS))
    yield from _waters(hexes)
    yield from _ways(hexes)
    if any(spot in chart.hexes for path in chart.routes for spot in path):
        yield _lined(T("trade route"), partial(route, radius=40))
    yield from _standing(chart, hexes)


def _lined(text: str | T, paint: Callable[[Draw, Sequence[Point]], None]) -> Entry:
    def drawn() -> Image.Image:
        image = Image.new("RGBA", (SIGN, SIGN), (0, 0, 0, 0))
        paint(ImageDraw.Draw(image), ACROSS)
        return image

    return Entry(text.plain() if isinstance(text, T) else text, drawn)


def _waters(hexes: Sequence[Hex]) -> Iterator[Entry]:
    if any(each.rivers for each in hexes):
        yield _lined(T("river"), partial(line, ink=RIVER, width=5))
    if any(each.has_lake for each in hexes):
        yield Entry(T("lake").plain(), partial(lake, SIGN))
    if any(each.is_coast for each in hexes):
        yield Entry(T("coast").plain(), partial(coast, SIGN))


def _ways(hexes: Sequence[Hex]) -> Iterator[Entry]:
    built = {improvement for each in hexes for improvement in each.improvements}
    for improvement, name in ((Improvement.ROAD, T("road")), (Improvement.HIGHWAY, T("highway"))):
        if improvement in built:
            yield _lined(name, partial(_way, is_highway=improvement is Improvement.HIGHWAY))
    if Improvement.CANAL in built:
        yield _lined(T("canal"), partial(line, ink=RIVER, width=5, dashes=CANAL))
    if Improvement.AQUEDUCT in built:
        yield _lined(T("aqueduct"), partial(line, ink=INK, width=4, dashes=AQUEDUCT))


def _way(draw: Draw, ends: Sequence[Point], *, is_highway: bool) -> None:
    for is_edge in (True, False):
        way(draw, ends, 24, is_highway=is_highway, is_edge=is_edge)


def _standing(chart: Chart, hexes: Sequence[Hex]) -> Iterator[Entry]:
    for is_capital, name in ((True, T("capital")), (False, T("settlement"))):
        if any(place.is_capital is is_capital for place in chart.places):
            yield Entry(name.plain(), partial(house, 54, is_capital=is_capital))
    present = {found for each in hexes for found in signs_of(each)}
    for each in SIGNS:
        if each in present:
            yield Entry(each.label, partial(sign, each, 72))
    yield from _marks(chart, hexes)


def _marks(chart: Chart, hexes: Sequence[Hex]) -> Iterator[Entry]:
    marks = {unknown(each) for each in hexes}
    for text, name in ((NOT_EXPLORED, T("not explored")), (NOT_CLEARED, T("not cleared"))):
        if text in marks:
            yield Entry(name.plain(), partial(mark, text, 52))
    if any(map(chart.is_hidden, chart.hexes)):
        yield Entry(HIDDEN.plain(), _hidden)
    if any(map(chart.notes_secret, chart.hexes)):
        yield Entry(SECRET.plain(), partial(note, 80))


HIDDEN, SECRET = T("hidden from players"), T("secret note")


def _hidden() -> Image.Image:
    image = Image.new("RGBA", hexagon(RADIUS).size, INK)
    image.putalpha(hexagon(RADIUS))
    put(image, shade(RADIUS), (image.width / 2, image.height / 2))
    return image


# -- in words -----------------------------------------------------------------------------------------

MOST_NAMED: Final = 12


def map_alt(chart: Chart) -> str:
    """The picture in words: size, terrains, realms, settlements, what is hidden or has a secret."""
    return " ".join(_told(chart))


def map_words(chart: Chart) -> Iterator[str]:
    """All that the picture shows: the same, and each hex, row by row."""
    yield from _told(chart)
    for spot in sorted(chart.hexes, key=lambda each: axial(each)[::-1]):
        name = chart.land.name_of(spot)
        where = spot if name == spot else T("{name} ({spot})").plain(name=name, spot=spot)
        yield T("{where}: {parts:,}.").plain(where=where, parts=list(_shown(chart, spot)))


def _shown(chart: Chart, spot: Spot) -> Iterator[object]:
    each = chart.hexes[spot]
    yield T("{terrain:lower}").plain(terrain=each.terrain)
    if each.realm is not None and each.realm in chart.realms:
        yield T("of {realm:60}").plain(realm=chart.realms[each.realm])
    for place in chart.placed(spot):
        says = T("the capital {name:60}") if place.is_capital else T("the settlement {name:60}")
        yield says.plain(name=place.name)
    yield from each.improvements
    yield from each.specials
    if each.is_coast:
        yield T("coast")
    if each.has_lake:
        yield T("lake")
    if each.has_river:
        yield T("river ({rivers:,})").plain(rivers=[way.value for way in each.rivers])
    marks = {NOT_EXPLORED: T("not explored"), NOT_CLEARED: T("not cleared")}
    yield from (says for mark, says in marks.items() if unknown(each) == mark)
    yield from (HIDDEN for _ in range(chart.is_hidden(spot)))
    yield from (SECRET for _ in range(chart.notes_secret(spot)))


def _told(chart: Chart) -> Iterator[str]:
    hexes = chart.hexes.values()
    yield T("Map: {size}.").plain(size=chart.size)
    kinds = Counter(each.terrain for each in hexes).most_common()
    counted = [T("{kind:lower} {count}").plain(kind=kind, count=count) for kind, count in kinds]
    yield T("Terrain: {kinds:,}.").plain(kinds=counted)
    realms = list(_realms(chart))
    if realms:
        yield T("Realms: {realms}.").plain(realms=Safe("; ".join(realms)))
    places = [_placed(chart, each) for each in chart.places[:MOST_NAMED]]
    left = len(chart.places) - MOST_NAMED
    if left > 0:
        places[-1] = T("{place} and {left} more").plain(place=places[-1], left=left)
    if places:
        yield T("Settlements: {places}.").plain(places=Safe("; ".join(places)))
    yield from _routed(chart)
    for count, what in ((sum(map(chart.is_hidden, chart.hexes)), HIDDEN), (_secrets(chart), SECRET)):
        if count:
            yield T("{what:upper}: {count}.").plain(what=what, count=count)
    if chart.marks:
        marks = [T("{n} {hex}").plain(n=n, hex=chart.land.name_of(at)) for at, n in chart.marks.items()]
        yield T("To choose from: {marks:,}.").plain(marks=marks)


def _routed(chart: Chart) -> Iterator[str]:
    for path in chart.routes[:MOST_NAMED]:
        if known := [chart.land.name_of(spot) for spot in path if spot in chart.hexes]:
            yield T("Trade route: {path:,}.").plain(path=known)


def _secrets(chart: Chart) -> int:
    return sum(map(chart.notes_secret, chart.hexes))


def _realms(chart: Chart) -> Iterator[str]:
    for realm, name in chart.realms.items():
        held = [each for each in chart.hexes.values() if each.realm == realm]
        built = Counter(improvement for each in held for improvement in each.improvements).most_common()
        there = [T("{each} {count}").plain(each=each, count=count) for each, count in built]
        if held:
            says = T("{name}, {n} {n:hex|hexes} ({there})") if there else T("{name}, {n} {n:hex|hexes}")
            yield says.plain(name=name, n=len(held), **({"there": there} if there else {}))


def _placed(chart: Chart, each: Place) -> str:
    says = T("{name} in {where}, the capital") if each.is_capital else T("{name} in {where}")
    return says.plain(name=each.name, where=chart.land.name_of(each.spot))
