"""What the buildings of trade, crafts, arms and water look like on a district's picture."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from bot.systems.kingdom.rules.terms import BuildingType as B
from bot.systems.kingdom.rules.terms import Improvement, Special
from bot.systems.kingdom.screens.map_icons import BUILT, FOUND, Pen, star


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


ICONS: Mapping[B, Callable[[Pen], None]] = {
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
