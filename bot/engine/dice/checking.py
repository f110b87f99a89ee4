"""Whether draws are what their seed gives: pure, one draw after another, however many there are."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Final

from bot.engine.dice.source import MOST_SIDES, Die, Seed, die_value
from bot.engine.text import Safe, T

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
        places = [
            (T("entry #{n}"), self.entry),
            (T("draw {n}"), self.draw),
            (T("die {n}"), self.die),
        ]
        where = [says(n=number) for says, number in places if number]
        expected, found = Safe(self.expected), Safe(self.found)
        said = T("expected {expected}, found {found}")(expected=expected, found=found)
        return T("{where:,}: {said}")(where=where, said=said) if where else said


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
            expected = T("a seed whose SHA-256 is {seal}")(seal=Safe(seal))
            self.fault(Fault(expected, T("one that gives {seal}")(seal=self.seed.commitment)))

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
            self.fault(Fault(T("at least one die")(), T("none")(), draw.entry, draw.number))
        counter = 0
        for place, die in enumerate(draw.dice, start=1):
            if not 1 <= die.sides <= MOST_SIDES:
                found = T("a d{sides}")(sides=die.sides)
                self.fault(Fault(T("a die that can be")(), found, draw.entry, draw.number, place))
                return
            value, counter = die_value(self.seed, draw.number, draw.interaction, counter, die.sides)
            if value != die.value:
                expected = T("{value} on the d{sides}")(value=value, sides=die.sides)
                self.fault(Fault(expected, str(die.value), draw.entry, draw.number, place))

    def _place(self, draw: Draw) -> None:
        if draw.number != self.next_draw:
            expected = T("draw {n} here")(n=self.next_draw)
            self.fault(Fault(expected, T("draw {n}")(n=draw.number), draw.entry, draw.number))
        if draw.entry <= self._last_entry:
            later = T("an entry after #{n}")(n=self._last_entry)
            self.fault(Fault(later, f"#{draw.entry}", draw.entry, draw.number))
        self.next_draw = max(self.next_draw, draw.number + 1)
        self._last_entry = max(self._last_entry, draw.entry)

    def finish(self, last: int) -> None:
        """See that nothing is missing at the end: the last drawing number must have come."""
        if self.next_draw != last + 1:
            says = T("draws up to {n}")
            self.fault(Fault(says(n=last), says(n=self.next_draw - 1)))

    def fault(self, fault: Fault) -> None:
        """Count a fault, and keep it while there is room."""
        self.faulty += 1
        if len(self.faults) < MOST_FAULTS:
            self.faults.append(fault)
