"""What a chart of a kingdom's history shows: months, lines, and the scale that holds them all."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import floor
from typing import Final

from bot.systems.kingdom.rules.snapshots import Snapshot
from bot.systems.kingdom.words import history as words

LINES: Final[Mapping[str, tuple[str, ...]]] = {
    "attributes": ("economy", "loyalty", "stability"),
    "treasury": ("treasury",),
    "unrest": ("unrest",),
    "size": ("size",),
}
# About so many lines stand across a chart.
TICKS: Final = 5


@dataclass(frozen=True, slots=True)
class History:
    """The months of a kingdom in their order; the last one is under way."""

    name: str
    what: str
    months: tuple[Snapshot, ...]

    @property
    def lines(self) -> Mapping[str, Sequence[int]]:
        """Each line with its value of every month."""
        return {each: [getattr(month, each) for month in self.months] for each in LINES[self.what]}

    @property
    def first(self) -> int:
        """Its first month."""
        return self.months[0].month

    @property
    def last(self) -> int:
        """The month under way."""
        return self.months[-1].month

    @property
    def scale(self) -> range:
        """The values that stand at the side, from the lowest to the highest."""
        values = [0, *(value for line in self.lines.values() for value in line)]
        low, high = min(values), max(values)
        step = _step(max(high - low, 4))
        return range(floor(low / step) * step, -floor(-high / step) * step + 1 + (low == high) * step, step)

    def told(self) -> list[str]:
        """Each line at its ends."""
        if len(self.months) == 1:
            return [words.single(each, values[0]) for each, values in self.lines.items()]
        return [words.line(each, values[0], values[-1]) for each, values in self.lines.items()]

    def alt(self) -> str:
        """The chart as a list."""
        numbers = [each.month for each in self.months]
        lines = [
            words.alt_line(each, list(zip(numbers, values, strict=True)))
            for each, values in self.lines.items()
        ]
        return " ".join((words.alt_title(self.name, self.what, self.first, self.last), *lines))


def _step(span: int) -> int:
    """A round distance between two lines: 1, 2 or 5 and as many zeros as it takes."""
    step = 1
    while True:
        for factor in (1, 2, 5):
            if span <= factor * step * TICKS:
                return factor * step
        step *= 10
