"""What homes, houses of faith and learning, and public buildings look like on a district's picture."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from bot.systems.kingdom.rules.terms import BuildingType as B
from bot.systems.kingdom.rules.terms import Special
from bot.systems.kingdom.screens.map_icons import FOUND, Pen, star

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
