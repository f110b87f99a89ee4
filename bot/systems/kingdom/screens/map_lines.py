"""The lines of a map: rivers, ways, borders; each told from the others by its width and its dashes."""

from __future__ import annotations

from collections.abc import Sequence

from PIL import ImageDraw

from bot.ui.canvas import Colour, colour

RIVER, GRID = colour(0x2E6DB4), colour(0x39424C)
ROAD, ROAD_EDGE = colour(0x8A5A2B), colour(0xFFF4DC)
BORDER, BORDER_EDGE = colour(0xFFFFFF), colour(0x14181D)
Dashes = tuple[int, int] | None
# Pixels drawn and left out, for the borders of each further realm; none for a whole line.
DASHES: tuple[Dashes, ...] = (None, (14, 7), (5, 6), (22, 5))
CANAL, AQUEDUCT = (8, 4), (4, 4)


def line(
    draw: ImageDraw.ImageDraw,
    ends: Sequence[tuple[float, float]],
    ink: Colour,
    width: int,
    dashes: Dashes = None,
) -> None:
    """A line, whole or dashed."""
    (ax, ay), (bx, by) = ends
    if dashes is None:
        draw.line((ax, ay, bx, by), ink, width)
        return
    length = max(1.0, ((bx - ax) ** 2 + (by - ay) ** 2) ** 0.5)
    for start in range(0, int(length), sum(dashes)):
        a, b = start / length, min(start + dashes[0], length) / length
        piece = (ax + (bx - ax) * a, ay + (by - ay) * a, ax + (bx - ax) * b, ay + (by - ay) * b)
        draw.line(piece, ink, width)


def dot(draw: ImageDraw.ImageDraw, at: tuple[float, float], reach: float, ink: Colour) -> None:
    """A filled circle."""
    x, y = at
    draw.ellipse((x - reach, y - reach, x + reach, y + reach), ink)


def river_width(radius: int) -> int:
    """Broader than a way, so that both are seen where a way follows the river."""
    return max(5, round(radius * 0.22)) + 2


def way(
    draw: ImageDraw.ImageDraw,
    ends: Sequence[tuple[float, float]],
    radius: int,
    *,
    is_highway: bool,
    is_edge: bool,
) -> None:
    """A road, or the broader highway; its light edge is drawn first."""
    width = max(2, radius // 12) + (3 if is_highway else 0)
    ink, width = (ROAD_EDGE, width + 2) if is_edge else (ROAD, width)
    line(draw, ends, ink, width)
    dot(draw, ends[0], width / 2, ink)
    if is_highway and not is_edge:
        line(draw, ends, ROAD_EDGE, max(1, width // 4))
