"""Dice of a try: they never fall. Where the rules ask for one, the try stops and tells what it would be."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction


@dataclass(frozen=True, slots=True)
class Branch:
    """One way in which a check can fall, how likely it is, and a face that stands for all of its faces.

    With a face a preview also shows what follows: declare one only where each face of the branch comes to
    the same.
    """

    label: str
    chance: Fraction
    face: int | None = None


@dataclass(frozen=True, slots=True)
class Roll:
    """What would be rolled; a check knows its branches."""

    count: int
    sides: int
    reason: str
    secret: bool = False
    branches: tuple[Branch, ...] = ()


class DiceDecide(Exception):
    """Raised in a try when it can't go on without rolling dice."""

    def __init__(self, roll: Roll) -> None:
        super().__init__(roll.reason)
        self.roll = roll


class TriedDice:
    """Stops a try at its first die; with faces, at the first after so many checks that fall as laid out."""

    def __init__(self, *faces: int) -> None:
        self._left = list(faces)

    def roll(self, count: int, sides: int, *, reason: str, secret: bool = False) -> tuple[int, ...]:
        """Raise DiceDecide, unless there are no dice to roll."""
        if count == 0:
            return ()
        raise DiceDecide(Roll(count, sides, reason, secret))

    def check(
        self, sides: int, *, reason: str, branches: tuple[Branch, ...] = (), secret: bool = False
    ) -> int:
        """The next face that was laid out. Raises DiceDecide where there is none."""
        if self._left:
            return self._left.pop(0)
        raise DiceDecide(Roll(1, sides, reason, secret, branches))
