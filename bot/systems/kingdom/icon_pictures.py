"""The small pictures in a map's signs: what each improvement and each special terrain looks like."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Final

from bot.systems.kingdom.book import BuildingType as B
from bot.systems.kingdom.book import Improvement, Special
from bot.ui.canvas import Colour, colour
from bot.ui.pillow import Image, ImageDraw

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


# -- homes --------------------------------------------------------------------------------------------


def _house(pen: Pen) -> None:
    pen.area((-1, 0), (0, -0.95), (1, 0))
    pen.box(-0.7, 0.05, 0.7, 0.9)
    pen.box(-0.2, 0.35, 0.2, 0.9, ink=0)


def _tenement(pen: Pen) -> None:
    """A tall block with many windows."""
    pen.box(-0.65, -0.98, 0.65, 0.95)
    for y in (-0.75, -0.25, 0.25):
        for x in (-0.4, 0.1):
            pen.box(x, y, x + 0.3, y + 0.28, ink=0)
    pen.box(-0.15, 0.68, 0.15, 0.95, ink=0)


def _mansion(pen: Pen) -> None:
    """A broad house with a hipped roof."""
    pen.area((-1, -0.2), (-0.62, -0.8), (0.62, -0.8), (1, -0.2))
    pen.box(-0.88, -0.12, 0.88, 0.9)
    for x in (-0.62, 0.32):
        pen.box(x, 0.1, x + 0.3, 0.5, ink=0)
    pen.box(-0.14, 0.3, 0.14, 0.9, ink=0)


def _villa(pen: Pen) -> None:
    """A house with two towers."""
    for middle in (-0.7, 0.7):
        pen.area((middle - 0.3, -0.45), (middle, -0.98), (middle + 0.3, -0.45))
        pen.box(middle - 0.24, -0.4, middle + 0.24, 0.9)
        pen.box(middle - 0.08, -0.1, middle + 0.08, 0.25, ink=0)
    pen.area((-0.42, 0), (0, -0.45), (0.42, 0))
    pen.box(-0.4, 0.05, 0.4, 0.9)
    pen.box(-0.14, 0.4, 0.14, 0.9, ink=0)


def _palace(pen: Pen) -> None:
    """A crown."""
    pen.area((-0.9, 0.5), (-1, -0.6), (-0.45, -0.05), (0, -0.95), (0.45, -0.05), (1, -0.6), (0.9, 0.5))
    pen.box(-0.9, 0.62, 0.9, 0.9)


def _orphanage(pen: Pen) -> None:
    """Two children."""
    for x in (-0.5, 0.5):
        pen.round(x - 0.28, -0.75, x + 0.28, -0.19)
        pen.area((x - 0.2, -0.1), (x + 0.2, -0.1), (x + 0.42, 0.9), (x - 0.42, 0.9))
    pen.stroke((-0.3, 0.15), (0.3, 0.15), width=0.16)


# -- faith --------------------------------------------------------------------------------------------


def _shrine(pen: Pen) -> None:
    """A candle."""
    pen.area((0, -1), (0.24, -0.5), (0, -0.22), (-0.24, -0.5))
    pen.box(-0.25, -0.15, 0.25, 0.6)
    pen.box(-0.8, 0.65, 0.8, 0.92)


def _temple(pen: Pen) -> None:
    """Columns under a gable."""
    pen.area((-1, -0.4), (0, -0.98), (1, -0.4))
    for x in (-0.8, -0.3, 0.2, 0.7):
        pen.box(x - 0.05, -0.32, x + 0.18, 0.62)
    pen.box(-1, 0.68, 1, 0.95)


def _cathedral(pen: Pen) -> None:
    """Two spires and a rose window."""
    for middle in (-0.68, 0.68):
        pen.area((middle - 0.3, -0.25), (middle, -1.05), (middle + 0.3, -0.25))
        pen.box(middle - 0.26, -0.25, middle + 0.26, 0.95)
    pen.area((-0.45, 0.0), (0, -0.5), (0.45, 0.0))
    pen.box(-0.45, 0, 0.45, 0.95)
    pen.round(-0.22, -0.08, 0.22, 0.36, ink=0)
    pen.box(-0.13, 0.55, 0.13, 0.95, ink=0)


def _monastery(pen: Pen) -> None:
    """A bell."""
    pen.round(-0.14, -1, 0.14, -0.72)
    pen.round(-0.55, -0.85, 0.55, 0.25)
    pen.area((-0.55, -0.3), (0.55, -0.3), (0.88, 0.55), (-0.88, 0.55))
    pen.round(-0.2, 0.6, 0.2, 0.98)


def _graveyard(pen: Pen) -> None:
    """A headstone."""
    pen.round(-0.6, -0.98, 0.6, 0.22)
    pen.box(-0.6, -0.38, 0.6, 0.72)
    pen.box(-0.95, 0.72, 0.95, 0.95)
    pen.box(-0.09, -0.65, 0.09, 0.35, ink=0)
    pen.box(-0.34, -0.38, 0.34, -0.2, ink=0)


# -- learning and the arts ----------------------------------------------------------------------------


def _library(pen: Pen) -> None:
    """An open book."""
    pen.area((-1, -0.65), (-0.07, -0.42), (-0.07, 0.78), (-1, 0.55))
    pen.area((1, -0.65), (0.07, -0.42), (0.07, 0.78), (1, 0.55))


def _academy(pen: Pen) -> None:
    """A quill and a line that it wrote."""
    pen.area((0.95, -1), (0.15, -0.65), (-0.3, 0.1), (-0.2, 0.35), (0.35, 0.15), (0.85, -0.45))
    pen.stroke((0.5, -0.5), (-0.7, 0.8), width=0.13)
    pen.stroke((-0.05, 0.88), (0.85, 0.88), width=0.14)


def _university(pen: Pen) -> None:
    """A graduate's cap."""
    pen.area((-1, -0.3), (0, -0.8), (1, -0.3), (0, 0.2))
    pen.area((-0.58, 0.1), (0, 0.4), (0.58, 0.1), (0.58, 0.6), (0, 0.85), (-0.58, 0.6))
    pen.stroke((0.85, -0.25), (0.85, 0.65), width=0.12)


def _magical_academy(pen: Pen) -> None:
    """A wizard's hat."""
    pen.area((-0.55, 0.6), (0.2, -1), (0.6, 0.6))
    pen.round(-1, 0.42, 1, 0.92)
    pen.area(*((x + 0.08, y + 0.08) for x, y in star(0.3)), ink=0)


def _bardic_college(pen: Pen) -> None:
    """A lyre."""
    pen.stroke((-0.7, -0.95), (-0.45, -0.6), (-0.68, 0.1), (-0.35, 0.65), (0.35, 0.65), width=0.2)
    pen.stroke((0.7, -0.95), (0.45, -0.6), (0.68, 0.1), (0.35, 0.65), width=0.2)
    pen.stroke((-0.5, -0.55), (0.5, -0.55), width=0.16)
    for x in (-0.2, 0, 0.2):
        pen.stroke((x, -0.55), (x, 0.6), width=0.08)
    pen.box(-0.3, 0.62, 0.3, 0.95)


def _museum(pen: Pen) -> None:
    """An amphora."""
    pen.stroke((-0.3, -0.7), (-0.75, -0.45), (-0.5, -0.02), width=0.14)
    pen.stroke((0.3, -0.7), (0.75, -0.45), (0.5, -0.02), width=0.14)
    pen.box(-0.2, -0.8, 0.2, -0.1)
    pen.box(-0.38, -0.98, 0.38, -0.78)
    pen.area((-0.2, -0.3), (0.2, -0.3), (0.62, 0.1), (0.2, 0.85), (-0.2, 0.85), (-0.62, 0.1))
    pen.stroke((-0.45, 0.12), (0.45, 0.12), width=0.13, ink=0)
    pen.box(-0.34, 0.82, 0.34, 0.98)


def _observatory(pen: Pen) -> None:
    """A dome with a telescope."""
    pen.round(-0.85, -0.55, 0.85, 1.1)
    pen.box(-1, 0.6, 1, 1.15, ink=0)
    pen.box(-0.95, 0.5, 0.95, 0.92)
    pen.stroke((0, 0.1), (0.78, -0.85), width=0.46, ink=0)
    pen.stroke((0.12, -0.02), (0.75, -0.85), width=0.26)


def _military_academy(pen: Pen) -> None:
    """A helmet."""
    pen.round(-0.72, -0.95, 0.72, 0.5)
    pen.area((-0.72, -0.25), (0.72, -0.25), (0.72, 0.6), (0.3, 0.95), (-0.3, 0.95), (-0.72, 0.6))
    pen.box(-0.52, -0.18, 0.52, 0.06, ink=0)
    pen.box(-0.1, -0.18, 0.1, 0.95, ink=0)


def _casters_tower(pen: Pen) -> None:
    """A tower with a star."""
    pen.area((-0.3, 0.05), (0.3, 0.05), (0.45, 0.98), (-0.45, 0.98))
    pen.area(*((x, y - 0.45) for x, y in star(0.55)))


def _theater(pen: Pen) -> None:
    """A laughing mask."""
    pen.area(
        (-0.8, -0.8), (0, -0.65), (0.8, -0.8), (0.75, 0.2), (0.4, 0.75), (0, 0.95), (-0.4, 0.75), (-0.75, 0.2)
    )
    for x in (-0.36, 0.36):
        pen.round(x - 0.18, -0.35, x + 0.18, -0.12, ink=0)
    pen.area((-0.42, 0.15), (0, 0.3), (0.42, 0.15), (0.22, 0.55), (-0.22, 0.55), ink=0)


def _dance_hall(pen: Pen) -> None:
    """Two notes."""
    pen.round(-0.85, 0.35, -0.2, 0.88)
    pen.round(0.2, 0.2, 0.85, 0.73)
    pen.stroke((-0.3, 0.6), (-0.3, -0.75), width=0.18)
    pen.stroke((0.75, 0.45), (0.75, -0.92), width=0.18)
    pen.stroke((-0.37, -0.7), (0.83, -0.87), width=0.32)


def _brothel(pen: Pen) -> None:
    """A heart."""
    pen.round(-0.92, -0.8, 0.06, 0.18)
    pen.round(-0.06, -0.8, 0.92, 0.18)
    pen.area((-0.84, 0.0), (0, -0.3), (0.84, 0.0), (0, 0.95))


# -- public -------------------------------------------------------------------------------------------


def _hospital(pen: Pen) -> None:
    """A cross."""
    pen.box(-0.3, -0.9, 0.3, 0.9)
    pen.box(-0.9, -0.3, 0.9, 0.3)


def _town_hall(pen: Pen) -> None:
    """A clock tower over a hall."""
    pen.area((-0.48, -0.6), (0, -1.05), (0.48, -0.6))
    pen.box(-0.36, -0.6, 0.36, 0.95)
    pen.box(-1, 0.2, 1, 0.95)
    pen.round(-0.24, -0.45, 0.24, 0.03, ink=0)
    for x in (-0.75, 0.5):
        pen.box(x, 0.42, x + 0.25, 0.72, ink=0)
    pen.box(-0.13, 0.5, 0.13, 0.95, ink=0)


def _bureau(pen: Pen) -> None:
    """A written sheet."""
    pen.box(-0.65, -0.95, 0.65, 0.95)
    for y, right in ((-0.55, 0.4), (-0.15, 0.4), (0.25, 0.4), (0.62, 0)):
        pen.stroke((-0.4, y), (right, y), width=0.14, ink=0)


def _monument(pen: Pen) -> None:
    """An obelisk."""
    pen.area((-0.3, 0.5), (-0.18, -0.7), (0, -1), (0.18, -0.7), (0.3, 0.5))
    pen.box(-0.5, 0.55, 0.5, 0.72)
    pen.box(-0.75, 0.76, 0.75, 0.95)


def _park(pen: Pen) -> None:
    """A tree."""
    pen.round(-0.72, -0.98, 0.72, 0.36)
    pen.box(-0.13, 0.2, 0.13, 0.95)
    pen.box(-0.6, 0.82, 0.6, 0.95)


def _arena(pen: Pen) -> None:
    """An oval with tiers."""
    pen.round(-1, -0.68, 1, 0.78)
    pen.round(-0.76, -0.48, 0.76, 0.52, ink=0)
    pen.round(-0.56, -0.32, 0.56, 0.34)


def _foreign_quarter(pen: Pen) -> None:
    """Two tents with a flag."""
    pen.area((-1, 0.85), (-0.35, -0.45), (0.3, 0.85))
    pen.area((0.1, 0.2), (0.4, -0.2), (1, 0.85), (0.42, 0.85))
    pen.area((-0.52, 0.85), (-0.35, 0.25), (-0.18, 0.85), ink=0)
    pen.stroke((-0.35, -0.45), (-0.35, -1), width=0.1)
    pen.area((-0.35, -1), (0.1, -0.84), (-0.35, -0.68))


ICONS: Mapping[B, Callable[[Pen], None]] = {
    B.HOUSE: _house,
    B.TENEMENT: _tenement,
    B.MANSION: _mansion,
    B.NOBLE_VILLA: _villa,
    B.PALACE: _palace,
    B.ORPHANAGE: _orphanage,
    B.SHRINE: _shrine,
    B.TEMPLE: _temple,
    B.CATHEDRAL: _cathedral,
    B.MONASTERY: _monastery,
    B.GRAVEYARD: _graveyard,
    B.LIBRARY: _library,
    B.ACADEMY: _academy,
    B.UNIVERSITY: _university,
    B.MAGICAL_ACADEMY: _magical_academy,
    B.BARDIC_COLLEGE: _bardic_college,
    B.MUSEUM: _museum,
    B.OBSERVATORY: _observatory,
    B.MILITARY_ACADEMY: _military_academy,
    B.CASTERS_TOWER: _casters_tower,
    B.THEATER: _theater,
    B.DANCE_HALL: _dance_hall,
    B.BROTHEL: _brothel,
    B.HOSPITAL: _hospital,
    B.TOWN_HALL: _town_hall,
    B.BUREAU: _bureau,
    B.MONUMENT: _monument,
    B.PARK: _park,
    B.MENAGERIE: FOUND[Special.LAIR],
    B.ARENA: _arena,
    B.FOREIGN_QUARTER: _foreign_quarter,
}


# -- What the buildings of trade, crafts, arms and water look like on a district's picture -----------------


def _inn(pen: Pen) -> None:
    """A bed."""
    pen.box(-1, -0.6, -0.78, 0.85)
    pen.box(-1, 0.3, 1, 0.55)
    pen.box(0.78, 0, 1, 0.85)
    pen.round(-0.72, -0.2, -0.2, 0.22)
    pen.box(-0.15, -0.1, 0.9, 0.22)


def _tavern(pen: Pen) -> None:
    """A mug with foam."""
    pen.round(0.05, -0.3, 0.95, 0.65)
    pen.round(0.28, -0.08, 0.72, 0.42, ink=0)
    pen.box(-0.75, -0.5, 0.45, 0.95)
    for x in (-0.65, -0.15, 0.3):
        pen.round(x - 0.32, -0.95, x + 0.32, -0.35)
    for x in (-0.42, 0.02):
        pen.stroke((x, -0.1), (x, 0.65), width=0.14, ink=0)


def _brewery(pen: Pen) -> None:
    """A barrel."""
    pen.area((-0.5, -0.95), (0.5, -0.95), (0.8, 0), (0.5, 0.95), (-0.5, 0.95), (-0.8, 0))
    for y in (-0.5, 0.5):
        pen.stroke((-0.8, y), (0.8, y), width=0.14, ink=0)
    pen.round(-0.16, -0.16, 0.16, 0.16, ink=0)


def _shop(pen: Pen) -> None:
    """A stall with an awning."""
    pen.area((-0.8, -0.9), (0.8, -0.9), (1, -0.25), (-1, -0.25))
    for x in (-0.5, 0.0, 0.5):
        pen.stroke((x * 0.8, -0.8), (x, -0.2), width=0.13, ink=0)
    pen.box(-0.85, -0.15, 0.85, 0.9)
    pen.box(-0.6, 0.05, 0.1, 0.5, ink=0)
    pen.box(0.3, 0.15, 0.62, 0.9, ink=0)


def _market(pen: Pen) -> None:
    """Scales."""
    pen.stroke((0, -0.95), (0, 0.85), width=0.18)
    pen.stroke((-0.8, -0.6), (0.8, -0.6), width=0.18)
    for x in (-0.7, 0.7):
        pen.stroke((x - 0.3, 0.15), (x, -0.6), (x + 0.3, 0.15), width=0.1)
        pen.area((x - 0.36, 0.1), (x + 0.36, 0.1), (x + 0.18, 0.42), (x - 0.18, 0.42))
    pen.box(-0.5, 0.75, 0.5, 0.95)


def _black_market(pen: Pen) -> None:
    """A mask for the eyes."""
    pen.area((-1, -0.5), (0, -0.3), (1, -0.5), (0.8, 0.35), (0.3, 0.5), (0, 0.15), (-0.3, 0.5), (-0.8, 0.35))
    pen.round(-0.68, -0.22, -0.2, 0.14, ink=0)
    pen.round(0.2, -0.22, 0.68, 0.14, ink=0)


def _bank(pen: Pen) -> None:
    """Coins in two piles."""
    for left, height in ((-0.95, 4), (0.08, 3)):
        for number in range(height):
            low = 0.9 - number * 0.44
            pen.box(left, low - 0.34, left + 0.87, low)


def _mint(pen: Pen) -> None:
    """A coin."""
    pen.round(-0.95, -0.95, 0.95, 0.95)
    pen.round(-0.74, -0.74, 0.74, 0.74, ink=0)
    pen.area((-0.5, 0.38), (-0.55, -0.3), (-0.22, 0), (0, -0.45), (0.22, 0), (0.55, -0.3), (0.5, 0.38))


def _guildhall(pen: Pen) -> None:
    """A banner."""
    pen.stroke((-0.85, -0.85), (0.85, -0.85), width=0.2)
    pen.area((-0.65, -0.8), (0.65, -0.8), (0.65, 0.95), (0, 0.5), (-0.65, 0.95))
    pen.round(-0.3, -0.5, 0.3, 0.1, ink=0)


def _trade_shop(pen: Pen) -> None:
    """A hammer."""
    pen.stroke((-0.75, 0.9), (0.25, -0.2), width=0.28)
    pen.area((-0.35, -0.5), (0.1, -0.95), (0.95, -0.15), (0.5, 0.3))


def _exotic_artisan(pen: Pen) -> None:
    """A ring with a stone."""
    pen.round(-0.65, -0.3, 0.65, 0.98)
    pen.round(-0.4, -0.05, 0.4, 0.73, ink=0)
    pen.area((-0.42, -0.62), (-0.2, -0.95), (0.2, -0.95), (0.42, -0.62), (0, -0.12))


def _magic_shop(pen: Pen) -> None:
    """A wand with a star."""
    pen.stroke((-0.85, 0.9), (0.2, -0.15), width=0.24)
    pen.area(*((x + 0.35, y - 0.3) for x, y in star(0.68)))


def _alchemist(pen: Pen) -> None:
    """A flask."""
    pen.box(-0.36, -0.98, 0.36, -0.78)
    pen.area((-0.2, -0.8), (0.2, -0.8), (0.2, -0.3), (0.85, 0.9), (-0.85, 0.9), (-0.2, -0.3))
    pen.round(-0.28, 0.25, 0.02, 0.55, ink=0)
    pen.round(0.1, 0.5, 0.34, 0.74, ink=0)


def _herbalist(pen: Pen) -> None:
    """A sprig."""
    pen.stroke((0, 0.98), (0, -0.3), width=0.16)
    pen.area((0, -0.2), (-0.28, -0.6), (0, -1), (0.28, -0.6))
    for y in (0.1, 0.65):
        pen.area((-0.05, y), (-0.5, y - 0.02), (-0.95, y - 0.42), (-0.4, y - 0.45))
        pen.area((0.05, y), (0.5, y - 0.02), (0.95, y - 0.42), (0.4, y - 0.45))


def _dump(pen: Pen) -> None:
    """A heap with a bone in it."""
    pen.area((-1, 0.9), (-0.6, 0.1), (-0.25, 0.3), (0.1, -0.3), (0.5, 0.2), (1, 0.9))
    pen.stroke((0.25, -0.95), (0.7, -0.3), width=0.18)
    pen.round(0.08, -1, 0.3, -0.78)
    pen.round(0.26, -1.02, 0.48, -0.8)
    pen.stroke((-0.4, 0.62), (0, 0.5), width=0.14, ink=0)
    pen.stroke((0.2, 0.75), (0.55, 0.6), width=0.14, ink=0)


def _mill(pen: Pen) -> None:
    """A windmill."""
    pen.area((-0.28, -0.2), (0.28, -0.2), (0.5, 0.98), (-0.5, 0.98))
    for x, y in ((1, -1), (-1, 1), (1, 1), (-1, -1)):
        pen.stroke((0, -0.2), (x * 0.72, y * 0.72 - 0.2), width=0.24)
    pen.round(-0.12, -0.32, 0.12, -0.08, ink=0)


def _smithy(pen: Pen) -> None:
    """An anvil."""
    pen.area(
        (-1, -0.45), (0.95, -0.45), (0.95, -0.1), (0.35, 0.15), (0.35, 0.45), (-0.25, 0.45), (-0.25, 0.1)
    )
    pen.area((-0.3, 0.4), (0.4, 0.4), (0.7, 0.9), (-0.6, 0.9))


def _foundry(pen: Pen) -> None:
    """A flame."""
    pen.area(
        (0.05, -1), (0.75, 0.1), (0.6, 0.7), (0, 0.98), (-0.6, 0.7), (-0.75, 0.15), (-0.35, -0.35), (-0.2, 0)
    )
    pen.area((0.05, -0.05), (0.32, 0.45), (0, 0.8), (-0.32, 0.5), (-0.1, 0.3), ink=0)


def _tannery(pen: Pen) -> None:
    """A hide."""
    pen.area(
        *((-0.95, -0.8), (-0.4, -0.5), (-0.2, -0.95), (0.2, -0.95), (0.4, -0.5), (0.95, -0.8), (0.62, 0)),
        *((0.95, 0.75), (0.35, 0.6), (0, 0.98), (-0.35, 0.6), (-0.95, 0.75), (-0.62, 0)),
    )


def _stockyard(pen: Pen) -> None:
    """A cow's head."""
    pen.area((-0.5, -0.5), (0.5, -0.5), (0.32, 0.9), (-0.32, 0.9))
    pen.area((-0.45, -0.35), (-1, -0.25), (-0.85, 0.1), (-0.42, 0))
    pen.area((0.45, -0.35), (1, -0.25), (0.85, 0.1), (0.42, 0))
    pen.stroke((-0.3, -0.5), (-0.75, -0.65), (-0.72, -1), width=0.18)
    pen.stroke((0.3, -0.5), (0.75, -0.65), (0.72, -1), width=0.18)
    for x in (-0.2, 0.2):
        pen.round(x - 0.1, -0.2, x + 0.1, 0, ink=0)
    pen.stroke((-0.18, 0.62), (0.18, 0.62), width=0.16, ink=0)


def _stable(pen: Pen) -> None:
    """A horseshoe."""
    pen.stroke(
        (-0.5, 0.9), (-0.72, 0.1), (-0.5, -0.55), (0, -0.8), (0.5, -0.55), (0.72, 0.1), (0.5, 0.9), width=0.38
    )
    pen.box(-0.78, 0.75, -0.28, 0.98)
    pen.box(0.28, 0.75, 0.78, 0.98)
    for x, y in ((-0.68, 0.1), (0.68, 0.1), (-0.46, -0.5), (0.46, -0.5)):
        pen.round(x - 0.08, y - 0.08, x + 0.08, y + 0.08, ink=0)


def _pier(pen: Pen) -> None:
    """An anchor."""
    pen.round(-0.26, -1, 0.26, -0.48)
    pen.round(-0.1, -0.84, 0.1, -0.64, ink=0)
    pen.stroke((0, -0.5), (0, 0.9), width=0.2)
    pen.stroke((-0.45, -0.25), (0.45, -0.25), width=0.18)
    pen.stroke((-0.82, 0.2), (-0.55, 0.7), (0, 0.9), (0.55, 0.7), (0.82, 0.2), width=0.2)
    pen.area((-1, 0.4), (-0.88, -0.05), (-0.55, 0.3))
    pen.area((1, 0.4), (0.88, -0.05), (0.55, 0.3))


def _waterfront(pen: Pen) -> None:
    """A ship under sail."""
    pen.area((-1, 0.4), (1, 0.4), (0.65, 0.95), (-0.65, 0.95))
    pen.stroke((0, -1), (0, 0.4), width=0.14)
    pen.area((0.1, -0.9), (0.85, 0.2), (0.1, 0.2))
    pen.area((-0.12, -0.7), (-0.12, 0.2), (-0.75, 0.2))


def _barracks(pen: Pen) -> None:
    """Crossed swords."""
    for side in (-1, 1):
        pen.stroke((0.85 * side, -0.95), (-0.5 * side, 0.55), width=0.22)
        pen.stroke((-0.85 * side, 0.3), (-0.25 * side, 0.8), width=0.18)
        pen.stroke((-0.5 * side, 0.55), (-0.85 * side, 0.95), width=0.24)


def _garrison(pen: Pen) -> None:
    """A shield."""
    pen.area((-0.8, -0.9), (0.8, -0.9), (0.8, 0.1), (0.45, 0.65), (0, 0.98), (-0.45, 0.65), (-0.8, 0.1))
    pen.stroke((0, -0.75), (0, 0.7), width=0.18, ink=0)
    pen.stroke((-0.62, -0.2), (0.62, -0.2), width=0.18, ink=0)


def _jail(pen: Pen) -> None:
    """A barred window."""
    pen.box(-0.85, -0.95, 0.85, 0.95)
    for left in (-0.62, -0.2, 0.22):
        pen.box(left, -0.7, left + 0.4 - 0.14, 0.7, ink=0)


def _cistern(pen: Pen) -> None:
    """A drop."""
    pen.round(-0.62, -0.25, 0.62, 0.98)
    pen.area((0, -1), (0.56, 0.12), (-0.56, 0.12))


def _streetlamps(pen: Pen) -> None:
    """A street lamp that shines."""
    pen.stroke((0, 1), (0, -0.2), width=0.2)
    pen.area((-0.4, -0.75), (0.4, -0.75), (0.26, -0.1), (-0.26, -0.1))
    pen.area((-0.5, -0.78), (0, -1.1), (0.5, -0.78))
    for side in (-1, 1):
        pen.stroke((0.6 * side, -0.35), (0.98 * side, -0.25), width=0.15)
        pen.stroke((0.58 * side, -0.65), (0.95 * side, -0.85), width=0.15)
    pen.stroke((-0.4, 0.95), (0.4, 0.95), width=0.2)


def _spring(pen: Pen) -> None:
    """A fountain."""
    pen.area((-0.95, 0.45), (0.95, 0.45), (0.6, 0.98), (-0.6, 0.98))
    pen.stroke((0, 0.5), (0, -0.85), width=0.18)
    for side in (-1, 1):
        pen.stroke((0, -0.8), (0.42 * side, -0.65), (0.66 * side, 0.2), width=0.18)


DISTRICT_ICONS_WORK_ICONS: Mapping[B, Callable[[Pen], None]] = {
    B.INN: _inn,
    B.TAVERN: _tavern,
    B.BREWERY: _brewery,
    B.SHOP: _shop,
    B.MARKET: _market,
    B.BLACK_MARKET: _black_market,
    B.BANK: _bank,
    B.MINT: _mint,
    B.GUILDHALL: _guildhall,
    B.TRADE_SHOP: _trade_shop,
    B.LUXURY_STORE: FOUND[Special.RESOURCE],
    B.EXOTIC_ARTISAN: _exotic_artisan,
    B.MAGIC_SHOP: _magic_shop,
    B.ALCHEMIST: _alchemist,
    B.HERBALIST: _herbalist,
    B.GRANARY: BUILT[Improvement.FARM],
    B.DUMP: _dump,
    B.MILL: _mill,
    B.SMITHY: _smithy,
    B.FOUNDRY: _foundry,
    B.TANNERY: _tannery,
    B.STOCKYARD: _stockyard,
    B.STABLE: _stable,
    B.PIER: _pier,
    B.WATERFRONT: _waterfront,
    B.BARRACKS: _barracks,
    B.GARRISON: _garrison,
    B.CASTLE: BUILT[Improvement.FORT],
    B.WATCHTOWER: BUILT[Improvement.WATCHTOWER],
    B.JAIL: _jail,
    B.BRIDGE: FOUND[Special.BRIDGE],
    B.CISTERN: _cistern,
    B.MAGICAL_STREETLAMPS: _streetlamps,
    B.EVERFLOWING_SPRING: _spring,
}


DISTRICT_ICONS_ICONS: Final[Mapping[B, Callable[[Pen], None]]] = {**ICONS, **DISTRICT_ICONS_WORK_ICONS}
# Drawn so much larger, then made smaller: edges come out smooth.
FINER: Final = 4
HOMES, TRADE, CRAFT, FAITH = 0xF3DDBB, 0xF4D37C, 0xD9C6AE, 0xE6D9F0
LEARNING, ARMS, PUBLIC, GREEN = 0xC6E0F2, 0xE9B9AC, 0xF1F2F3, 0xC3DFA6
# The eye finds a family faster with it; icon and name tell all there is to tell.
_FAMILIES: Final[Mapping[int, tuple[B, ...]]] = {
    HOMES: (B.HOUSE, B.TENEMENT, B.MANSION, B.NOBLE_VILLA, B.ORPHANAGE, B.FOREIGN_QUARTER),
    TRADE: (
        *(B.INN, B.TAVERN, B.SHOP, B.MARKET, B.BLACK_MARKET, B.BANK, B.MINT, B.GUILDHALL, B.LUXURY_STORE),
        *(B.MAGIC_SHOP, B.DANCE_HALL, B.BROTHEL, B.WATERFRONT, B.PIER),
    ),
    CRAFT: (
        *(B.TRADE_SHOP, B.EXOTIC_ARTISAN, B.ALCHEMIST, B.HERBALIST, B.BREWERY, B.GRANARY, B.DUMP, B.MILL),
        *(B.SMITHY, B.FOUNDRY, B.TANNERY, B.STOCKYARD, B.STABLE),
    ),
    FAITH: (B.SHRINE, B.TEMPLE, B.CATHEDRAL, B.MONASTERY, B.GRAVEYARD),
    LEARNING: (
        *(B.LIBRARY, B.ACADEMY, B.UNIVERSITY, B.MAGICAL_ACADEMY, B.BARDIC_COLLEGE, B.MUSEUM, B.OBSERVATORY),
        *(B.CASTERS_TOWER, B.THEATER, B.MILITARY_ACADEMY),
    ),
    ARMS: (B.BARRACKS, B.GARRISON, B.CASTLE, B.WATCHTOWER, B.JAIL),
    GREEN: (B.PARK, B.MENAGERIE),
}
_SHADES: Final = {building: shade for shade, family in _FAMILIES.items() for building in family}


def shade_of(building: B) -> Colour:
    """The ground of its tile: light, so that dark icons and letters stand out."""
    return colour(_SHADES.get(building, PUBLIC))


@lru_cache(maxsize=256)
def icon(building: B, side: int) -> Image.Image:
    """Its icon as a mask, so many pixels wide and high."""
    large = Image.new("L", (side * FINER, side * FINER), 0)
    DISTRICT_ICONS_ICONS[building](Pen(ImageDraw.Draw(large), side * FINER / 2, side * FINER * 0.47))
    return large.resize((side, side), Image.Resampling.BOX)
