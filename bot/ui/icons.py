"""Icons as data: a file says of what shapes each is made, and one function draws them.

How a file is written stands in its head: see `bot/systems/kingdom/content/icons.toml`.
"""

from __future__ import annotations

import math
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Final

from bot.ui.canvas import Colour
from bot.ui.pillow import Image, ImageDraw

# Drawn so much larger, then made smaller: edges come out smooth.
FINER: Final = 4
# How much of a picture's side its icon takes; the rest stays free around it.
SHARE: Final = 0.94
# How many numbers stand before the points of a shape: a width, two angles.
SHAPES: Final = {"area": 0, "box": 0, "oval": 0, "line": 1, "pie": 2, "arc": 3, "every": 1}
CUT: Final = "cut"

Ink = Colour | int
# Inks by name; a shape that names none takes that of no name.
Inks = Mapping[str, Ink]


@dataclass(frozen=True, slots=True)
class Shape:
    """A part of an icon; numbers that are lengths, and points, in a square from -1 to 1."""

    kind: str
    ink: str
    numbers: tuple[float, ...]
    points: tuple[tuple[float, float], ...]

    def draw(self, draw: ImageDraw.ImageDraw, at: tuple[float, float], reach: float, ink: Ink) -> None:
        """Draw it around a point, `reach` pixels from there to an edge of its square."""
        points = [(at[0] + x * reach, at[1] + y * reach) for x, y in self.points]
        width = max(1, round(self.numbers[0] * reach)) if self.kind in ("line", "arc") else 1
        if self.kind == "area":
            draw.polygon(points, ink)
        elif self.kind == "box":
            draw.rectangle(points, ink)
        elif self.kind == "oval":
            draw.ellipse(points, ink)
        elif self.kind == "line":
            draw.line(points, ink, width, joint="curve")
        elif self.kind == "pie":
            draw.pieslice(points, self.numbers[0], self.numbers[1], ink)
        elif self.kind == "arc":
            draw.arc(points, self.numbers[1], self.numbers[2], ink, width)


def read_shape(line: str) -> Shape:
    """A line of an icon. Raises ValueError for what is none."""
    words = line.split()
    ink = words.pop(0) if words[0] not in SHAPES else ""
    kind, *rest = words
    count = SHAPES[kind]
    pairs = [point.split(",") for point in rest[count:]]
    return Shape(kind, ink, tuple(map(float, rest[:count])), tuple((float(x), float(y)) for x, y in pairs))


@dataclass(frozen=True)
class Icons:
    """The icons of a file, read when the first is drawn. Raises KeyError for a name it doesn't have."""

    file: Path

    @cached_property
    def shapes(self) -> Mapping[str, Sequence[Shape]]:
        """What each is made of."""
        texts: dict[str, str] = tomllib.loads(self.file.read_text(encoding="utf-8"))
        same = {name: text if text in texts else name for name, text in texts.items()}
        return {
            name: [read_shape(line) for line in texts[other].strip().splitlines()]
            for name, other in same.items()
        }

    def draw(
        self, draw: ImageDraw.ImageDraw, name: str, at: tuple[float, float], reach: float, inks: Inks
    ) -> None:
        """Draw one with those inks."""
        for shape in self.shapes[name]:
            shape.draw(draw, at, reach, inks.get(shape.ink, 0))

    def row(
        self, draw: ImageDraw.ImageDraw, name: str, middle: float, reach: float, inks: Inks, start: float = 0
    ) -> None:
        """Draw one again and again from there to the right end, around the height of that middle."""
        every = next(shape.numbers[0] for shape in self.shapes[name] if shape.kind == "every") * reach
        for number in range(math.ceil((draw.im.size[0] - start) / every)):
            self.draw(draw, name, (start + reach + number * every, middle), reach, inks)

    def mask(self, name: str, side: int) -> Image.Image:
        """One as a mask, so many pixels wide and high. Not to be drawn on: it is kept."""
        return _mask(self, name, side)

    def picture(self, name: str, side: int, inks: Inks) -> Image.Image:
        """One in its inks on nothing, so many pixels wide and high. Not to be drawn on: it is kept."""
        return _picture(self, name, side, tuple(inks.items()))


@lru_cache(maxsize=512)
def _mask(icons: Icons, name: str, side: int) -> Image.Image:
    large = Image.new("L", (side * FINER, side * FINER), 0)
    half = side * FINER / 2
    icons.draw(ImageDraw.Draw(large), name, (half, half), half * SHARE, {"": 255, CUT: 0})
    return large.resize((side, side), Image.Resampling.BOX)


@lru_cache(maxsize=128)
def _picture(icons: Icons, name: str, side: int, inks: tuple[tuple[str, Ink], ...]) -> Image.Image:
    large = Image.new("RGBA", (side * FINER, side * FINER), (0, 0, 0, 0))
    half = side * FINER / 2
    icons.draw(ImageDraw.Draw(large), name, (half, half), half * SHARE, dict(inks))
    return large.resize((side, side), Image.Resampling.BOX)
