"""Where everything of a map stands on its picture: pixels of hexes with a point at the top."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator
from dataclasses import dataclass

from bot.systems.kingdom.rules.hexes import Direction, Spot, axial, beside

Point = tuple[float, float]

# As large as a phone still loads at once, and a reader may enlarge.
WIDEST, HIGHEST = 1180, 1180
NARROWEST = 760
LARGEST, SMALLEST = 96, 11
MARGIN, HEAD = 22, 76
ROOT = math.sqrt(3)

# The corners of the edge towards each neighbour, counted clockwise from the top.
EDGES = {
    Direction.NORTH_EAST: (0, 1),
    Direction.EAST: (1, 2),
    Direction.SOUTH_EAST: (2, 3),
    Direction.SOUTH_WEST: (3, 4),
    Direction.WEST: (4, 5),
    Direction.NORTH_WEST: (5, 0),
}


@dataclass(frozen=True, slots=True)
class Layout:
    """The scale of a map: `radius` is from a hex's middle to its point, in pixels."""

    radius: int
    left: float
    top: float
    width: int
    height: int

    def middle(self, spot: Spot) -> Point:
        """The middle of a hex."""
        x, y = _plane(spot)
        return self.left + x * self.radius, self.top + y * self.radius

    def corner(self, spot: Spot, number: int, inset: float = 0.0) -> Point:
        """One of its six corners, clockwise from the top."""
        x, y = self.middle(spot)
        angle = math.radians(60 * number - 90)
        reach = self.radius - inset
        return x + reach * math.cos(angle), y + reach * math.sin(angle)

    def edge(self, spot: Spot, direction: Direction, inset: float = 0.0) -> tuple[Point, Point]:
        """The edge towards a neighbour."""
        first, second = EDGES[direction]
        return self.corner(spot, first, inset), self.corner(spot, second, inset)

    def gate(self, spot: Spot, direction: Direction) -> Point:
        """The middle of that edge."""
        (ax, ay), (bx, by) = self.edge(spot, direction)
        return (ax + bx) / 2, (ay + by) / 2


def _plane(spot: Spot) -> Point:
    """The middle of a hex, where a radius is 1."""
    q, r = axial(spot)
    return ROOT * (q + r / 2), 1.5 * r


def laid_out(spots: Collection[Spot]) -> Layout:
    """The largest scale at which those hexes fit, without room for a legend."""
    xs, ys = zip(*map(_plane, spots), strict=True)
    across, down = max(xs) - min(xs) + ROOT, max(ys) - min(ys) + 2
    fits = min((WIDEST - 2 * MARGIN) / across, (HIGHEST - HEAD - 2 * MARGIN) / down)
    radius = max(SMALLEST, min(LARGEST, int(fits)))
    used = round(across * radius) + 2 * MARGIN
    width = max(used, NARROWEST)
    left = (width - across * radius) / 2 + (ROOT / 2 - min(xs)) * radius
    top = HEAD + MARGIN + (1 - min(ys)) * radius
    return Layout(radius, left, top, width, round(HEAD + 2 * MARGIN + down * radius))


def borders(spots: Collection[Spot]) -> Iterator[tuple[Spot, Direction]]:
    """Every edge between those hexes and the rest."""
    for spot in spots:
        for direction in Direction:
            if beside(spot, direction) not in spots:
                yield spot, direction
