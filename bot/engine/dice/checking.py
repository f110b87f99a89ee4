"""Whether draws are what their seed gives: pure, one draw after another, however many there are."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Final

from bot.engine.dice.source import MOST_SIDES, Die, Seed, die_value

# What a report names; the rest is counted.
MOST_FAULTS: Final = 5


@dataclass(frozen=True, slots=True)
class Draw:
    """What one entry drew from one seed: its drawing number, its dice in order, and who undid the entry."""

    number: int
    entry: int
    interaction: int
    dice: tuple[Die, ...]
    undone_by: int | None = None


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing that is not as sealed; `entry` 0 and `draw` 0 stand for the whole, `die` counts from 1."""

    expected: str
    found: str
    entry: int = 0
    draw: int = 0
    die: int = 0

    def __str__(self) -> str:
        places = [("entry #", self.entry), ("draw ", self.draw), ("die ", self.die)]
        where = ", ".join(f"{name}{number}" for name, number in places if number)
        said = f"expected {self.expected}, found {self.found}"
        return f"{where}: {said}" if where else said


@dataclass(slots=True)
class Check:
    """A check under way: give it every draw in order by `take`, then `finish` it.

    `faults` keeps the first five, `faulty` counts them all.
    """

    seed: Seed
    next_draw: int = 1
    draws: int = 0
    dice: int = 0
    undone: int = 0
    faulty: int = 0
    faults: list[Fault] = field(default_factory=list)
    _last_entry: int = 0

    def require_seal(self, seal: str) -> None:
        """See that the seed's SHA-256 is the seal that was published."""
        if self.seed.commitment != seal:
            self.fault(Fault(f"a seed whose SHA-256 is {seal}", f"one that gives {self.seed.commitment}"))

    def take_all(self, draws: Iterable[Draw]) -> None:
        """Check several draws in order."""
        for draw in draws:
            self.take(draw)

    def take(self, draw: Draw) -> None:
        """Check one draw: its place, its number, and each die."""
        self._place(draw)
        self.draws += 1
        self.dice += len(draw.dice)
        self.undone += draw.undone_by is not None
        if not draw.dice:
            self.fault(Fault("at least one die", "none", draw.entry, draw.number))
        counter = 0
        for place, die in enumerate(draw.dice, start=1):
            if not 1 <= die.sides <= MOST_SIDES:
                self.fault(Fault("a die that can be", f"a d{die.sides}", draw.entry, draw.number, place))
                return
            value, counter = die_value(self.seed, draw.number, draw.interaction, counter, die.sides)
            if value != die.value:
                found = f"{die.value}"
                self.fault(Fault(f"{value} on the d{die.sides}", found, draw.entry, draw.number, place))

    def _place(self, draw: Draw) -> None:
        if draw.number != self.next_draw:
            self.fault(Fault(f"draw {self.next_draw} here", f"draw {draw.number}", draw.entry, draw.number))
        if draw.entry <= self._last_entry:
            later = f"an entry after #{self._last_entry}"
            self.fault(Fault(later, f"#{draw.entry}", draw.entry, draw.number))
        self.next_draw = max(self.next_draw, draw.number + 1)
        self._last_entry = max(self._last_entry, draw.entry)

    def finish(self, last: int) -> None:
        """See that nothing is missing at the end: the last drawing number must have come."""
        if self.next_draw != last + 1:
            self.fault(Fault(f"draws up to {last}", f"draws up to {self.next_draw - 1}"))

    def fault(self, fault: Fault) -> None:
        """Count a fault, and keep it while there is room."""
        self.faulty += 1
        if len(self.faults) < MOST_FAULTS:
            self.faults.append(fault)
