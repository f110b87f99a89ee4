"""What a roll is made of once it is read: groups of dice, numbers, operators, and how they are worked out.

Here and in `throwing` named tuples stand in for frozen dataclasses: they are made in half the time.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Final, NamedTuple, TypeVar

MOST_DICE: Final = 1_000  # in one roll, whatever they bring
MOST_SIDES: Final = 1_000
FUDGE_SIDES: Final = 3
NO_FACES: Final = range(0)

Value = TypeVar("Value")


class Counting(NamedTuple):
    """Which faces are successes, which of those count twice, and which take one off."""

    success: range
    double: range = NO_FACES
    failure: range = NO_FACES

    def worth(self, value: int) -> int:
        """What one die is worth: 2, 1, 0 or -1 successes; what is both success and failure adds up."""
        gained = (value in self.success) * (2 if value in self.double else 1)
        return gained - (value in self.failure)


class Treatment(NamedTuple):
    """What is done to the dice of a group, in this order.

    A face in `reroll` is thrown again (`is_once`: but not the die that replaces it); a face in `explode`
    brings one more die; each die brings at most `extras` others in these two ways. Then a face counts as at
    least `minimum` and at most `maximum`; the dice are sorted, and those from `first` to `last` kept, as in a
    slice; and what is kept is added up, or counted.
    """

    reroll: range = NO_FACES
    is_once: bool = False
    explode: range = NO_FACES
    extras: int = 0
    minimum: int | None = None
    maximum: int | None = None
    first: int | None = None
    last: int | None = None
    counting: Counting | None = None

    @property
    def is_sorting(self) -> bool:
        """Whether some dice are dropped."""
        return self.first is not None or self.last is not None

    def bounded(self, face: int) -> int:
        """What a face counts as after minimum and maximum."""
        if self.minimum is not None and face < self.minimum:
            return self.minimum
        if self.maximum is not None and face > self.maximum:
            return self.maximum
        return face

    def worth(self, value: int) -> int:
        """What one die that is kept adds to the total."""
        return value if self.counting is None else self.counting.worth(value)


class Group(NamedTuple):
    """Dice of one kind, thrown together, as `text` writes it; without a treatment they are added up."""

    text: str
    count: int  # type: ignore[assignment]  # tuples have a method of that name
    sides: int
    is_fudge: bool = False
    treatment: Treatment | None = None

    @property
    def faces(self) -> range:
        """The faces of one die, in order."""
        return faces_of(self.sides, self.is_fudge)

    @property
    def most_dice(self) -> int:
        """How many dice may have to be thrown at worst."""
        return self.count if self.treatment is None else self.count * (1 + self.treatment.extras)


Operand = Group | int | str


class Roll(NamedTuple):
    """A roll as it was typed: `parts` in the order written, `steps` in the order worked out (`evaluate`).

    It is thrown `repeats` times; `label` says what for, and may be empty.
    """

    parts: tuple[str | Group, ...]
    steps: tuple[Operand, ...]
    label: str = ""
    repeats: int = 1

    @property
    def expression(self) -> str:
        """The roll as one would type it, without spaces or label: `4d6kh3+2`, `3#2d6+1`."""
        repeats = f"{self.repeats}#" if self.repeats > 1 else ""
        return repeats + "".join([part if isinstance(part, str) else part.text for part in self.parts])

    @property
    def groups(self) -> tuple[Group, ...]:
        """The groups of dice, from left to right."""
        return tuple([part for part in self.parts if isinstance(part, Group)])


def faces_of(sides: int, is_fudge: bool) -> range:
    """The faces of a die, in order: 1 to `sides`, or -1 to 1 for a fudge die."""
    return range(-1, 2) if is_fudge else range(1, sides + 1)


def evaluate(
    steps: Iterable[Operand],
    groups: Iterator[Value],
    of_number: Callable[[int], Value],
    combine: Callable[[str, Value, Value], Value],
) -> Value:
    """Work out steps in postfix order (operands before their operator); `groups`: theirs, from the left."""
    stack: list[Value] = []
    for step in steps:
        if isinstance(step, str):
            right = stack.pop()
            stack[-1] = combine(step, stack[-1], right)
        elif isinstance(step, int):
            stack.append(of_number(step))
        else:
            stack.append(next(groups))
    return stack[0]


def written(count: int, sides: int, is_fudge: bool = False) -> str:
    """Plain dice as one would type them: `2d6`, `d20`, `4dF`."""
    return f"{'' if count == 1 else count}d{'F' if is_fudge else sides}"
