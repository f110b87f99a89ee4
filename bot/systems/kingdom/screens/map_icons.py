"""The small pictures in a map's signs: what each improvement and each special terrain looks like."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence

from PIL import ImageDraw

from bot.systems.kingdom.rules.terms import Improvement, Special

Points = Sequence[tuple[float, float]]


class Pen:
    """Draws in a square from -1 to 1, in the sign's ink, or in its ground where something is cut out."""

    def __init__(self, draw: ImageDraw.ImageDraw, middle: float, reach: float) -> None:
        self._draw, self._middle, self._reach = draw, middle, reach

    def area(self, *points: tuple[float, float], ink: int = 255) -> None:
        """A filled shape with those corners."""
        self._draw.polygon([self._at(*point) for point in points], ink)

    def box(self, left: float, top: float, right: float, bottom: float, ink: int = 255) -> None:
        """A filled rectangle."""
        self._draw.rectangle((self._at(left, top), self._at(right, bottom)), ink)

    def round(self, left: float, top: float, right: float, bottom: float, ink: int = 255) -> None:
        """A filled ellipse."""
        self._draw.ellipse((self._at(left, top), self._at(right, bottom)), ink)

    def stroke(self, *points: tuple[float, float], width: float = 0.24, ink: int = 255) -> None:
        """A line through those points."""
        ends = [self._at(*point) for point in points]
        self._draw.line(ends, ink, max(1, round(width * self._reach)), joint="curve")

    def _at(self, x: float, y: float) -> tuple[float, float]:
        return self._middle + x * self._reach, self._middle + y * self._reach


def _farm(pen: Pen) -> None:
    """An ear of grain."""
    pen.stroke((0, 1), (0, -0.5), width=0.2)
    pen.round(-0.2, -1, 0.2, -0.4)
    for y in (-0.35, 0.15):
        pen.area((-0.1, y + 0.4), (-0.75, y), (-0.7, y - 0.35), (-0.1, y + 0.05))
        pen.area((0.1, y + 0.4), (0.75, y), (0.7, y - 0.35), (0.1, y + 0.05))


def _fishery(pen: Pen) -> None:
    pen.round(-1, -0.5, 0.5, 0.5)
    pen.area((0.3, 0), (1, -0.55), (1, 0.55))
    pen.round(-0.7, -0.25, -0.42, 0.03, ink=0)


def _mine(pen: Pen) -> None:
    """A pick."""
    pen.stroke((-0.7, 0.95), (0.4, -0.5), width=0.28)
    pen.stroke((-0.6, -0.8), (0.15, -0.72), (0.65, -0.3), (0.9, 0.5), width=0.3)


def _quarry(pen: Pen) -> None:
    """Blocks, one upon two."""
    pen.box(-0.45, -0.8, 0.45, -0.06)
    pen.box(-0.95, 0.12, -0.07, 0.85)
    pen.box(0.07, 0.12, 0.95, 0.85)


def _sawmill(pen: Pen) -> None:
    """The blade of a saw."""
    points: list[tuple[float, float]] = []
    for number in range(20):
        angle, far = math.radians(18 * number), 1.0 if number % 2 == 0 else 0.68
        points.append((far * math.cos(angle), far * math.sin(angle)))
    pen.area(*points)
    pen.round(-0.25, -0.25, 0.25, 0.25, ink=0)


def _watchtower(pen: Pen) -> None:
    pen.area((-0.55, -0.5), (0, -1), (0.55, -0.5))
    pen.box(-0.45, -0.42, 0.45, -0.05)
    pen.area((-0.28, 0), (0.28, 0), (0.42, 1), (-0.42, 1))


def _fort(pen: Pen) -> None:
    """Walls with crenels and a gate."""
    pen.box(-0.9, -0.3, 0.9, 0.9)
    for left in (-0.9, -0.23, 0.44):
        pen.box(left, -0.85, left + 0.46, -0.25)
    pen.box(-0.22, 0.25, 0.22, 0.9, ink=0)


def _bridge(pen: Pen) -> None:
    pen.box(-1, -0.4, 1, 0.55)
    pen.round(-0.75, -0.1, -0.05, 1.1, ink=0)
    pen.round(0.05, -0.1, 0.75, 1.1, ink=0)


def _building(pen: Pen) -> None:
    pen.area((-1, -0.05), (0, -0.9), (1, -0.05))
    pen.box(-0.7, 0, 0.7, 0.85)
    pen.box(-0.2, 0.3, 0.2, 0.85, ink=0)


def _free_city(pen: Pen) -> None:
    """Two roofs and a tower."""
    pen.area((-1, 0), (-0.6, -0.45), (-0.2, 0))
    pen.box(-0.95, 0.05, -0.3, 0.85)
    pen.area((-0.35, -0.55), (0, -1), (0.35, -0.55))
    pen.box(-0.2, -0.55, 0.2, 0.85)
    pen.area((0.2, 0), (0.6, -0.45), (1, 0))
    pen.box(0.3, 0.05, 0.95, 0.85)


def _lair(pen: Pen) -> None:
    """A paw."""
    pen.round(-0.55, -0.05, 0.55, 0.9)
    for x, y in ((-0.75, -0.15), (-0.3, -0.62), (0.3, -0.62), (0.75, -0.15)):
        pen.round(x - 0.22, y - 0.3, x + 0.22, y + 0.3)


def star(reach: float) -> Points:
    """The corners of a star with a point at the top."""
    points = []
    for number in range(10):
        angle, far = math.radians(36 * number - 90), reach if number % 2 == 0 else reach * 0.45
        points.append((far * math.cos(angle), far * math.sin(angle)))
    return points


def _landmark(pen: Pen) -> None:
    pen.area(*star(1.1))


def _resource(pen: Pen) -> None:
    """A cut gem."""
    pen.area((-0.55, -0.75), (0.55, -0.75), (1, -0.15), (0, 0.95), (-1, -0.15))
    pen.stroke((-0.95, -0.15), (0.95, -0.15), width=0.12, ink=0)
    pen.stroke((-0.35, -0.15), (0, 0.8), (0.35, -0.15), width=0.12, ink=0)


def _ruin(pen: Pen) -> None:
    """A broken column beside a whole one."""
    pen.box(-1, 0.65, 1, 0.95)
    pen.area((-0.75, 0.7), (-0.75, -0.2), (-0.5, 0.1), (-0.25, -0.4), (-0.25, 0.7))
    pen.box(0.25, -0.6, 0.75, 0.7)
    pen.box(0.1, -0.9, 0.9, -0.6)


# What has an icon, in the order of the legend; ways, canals and aqueducts are drawn as lines.
BUILT: Mapping[Improvement, Callable[[Pen], None]] = {
    Improvement.FARM: _farm,
    Improvement.FISHERY: _fishery,
    Improvement.MINE: _mine,
    Improvement.QUARRY: _quarry,
    Improvement.SAWMILL: _sawmill,
    Improvement.WATCHTOWER: _watchtower,
    Improvement.FORT: _fort,
}
FOUND: Mapping[Special, Callable[[Pen], None]] = {
    Special.BRIDGE: _bridge,
    Special.BUILDING: _building,
    Special.FREE_CITY: _free_city,
    Special.LAIR: _lair,
    Special.LANDMARK: _landmark,
    Special.RESOURCE: _resource,
    Special.RUIN: _ruin,
}
