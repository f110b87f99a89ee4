"""Counters: what they stand at, their bounds and thresholds; changed, refused, and in an undo's preview."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from bot.engine.words import safe
from bot.systems.second_kingdom.words.game import not_within

# -- the form -------------------------------------------------------------------------------------

LEAST_LABEL, MOST_LABEL, DAMAGE, THRESHOLDS = "The least", "The most", "Damage", "Thresholds"
MOST_HINT = "Nothing for none"
THRESHOLDS_HINT = "A line each, value first: 5: Staggered"
ADDS, TAKES = "Adds to it, as to wounds", "Takes from it, as from health"


def title(counter: str) -> str:
    """The form of a counter."""
    return f"Counter: {counter}"


# -- in a few words -------------------------------------------------------------------------------


def counted(value: int, most: int | None) -> str:
    """Where a counter stands."""
    return str(value) if most is None else f"{value}/{most}"


def shaped(
    value: int, least: int, most: int | None, thresholds: Sequence[tuple[int, str]], *, falls: bool
) -> str:
    """A counter's value with its shape."""
    shape = [f"at least {least}"] if least else []
    shape += ["damage takes from it"] if falls else []
    shape += [threshold(at, text) for at, text in thresholds]
    stands = counted(value, most)
    return f"{stands} ({'; '.join(shape)})" if shape else stands


def threshold(at: int, text: str) -> str:
    """What it means to come to that value."""
    return f"at {at}: {text}"


def changed(name: str, change: str, most: int | None, reached: Sequence[str]) -> str:
    """A counter changed, with what that means."""
    bound = f"/{most}" if most is not None else ""
    return " ".join((f"{name}: {change}{bound}.", *(f"**{text}**" for text in reached)))


def line(name: str, value: int, most: int | None, threshold: str | None) -> str:
    """A counter on the sheet, with the threshold in force."""
    bound = f"/{most}" if most is not None else ""
    return f"{name} **{value}**{bound}" + (f" · {threshold}" if threshold else "")


# -- refused --------------------------------------------------------------------------------------

SAME_SHAPE = "The counter is so already; nothing was changed. Give it other bounds or thresholds."
SAME_THRESHOLD = "Two thresholds have the same value; give each its own."
LEAST, MOST, A_THRESHOLD = "The least", "The most", "A threshold"


def bad_name(most: int, length: int) -> str:
    """A counter called nothing visible, or too long."""
    return f"A counter's name has 1 to {most} characters; this one has {length}."


def out_of_bounds(name: str, least: int, most: int, given: int) -> str:
    """A counter's value out of its range."""
    return not_within(name, least, most, given)


def same_value(value: int) -> str:
    """A counter set to what it is."""
    return f"That counter stands at {value} already; give it another value."


def too_many(most: int) -> str:
    """No room for another counter."""
    return f"A sheet has at most {most} counters; remove another one first, with `/sk counter`."


def unknown(name: str) -> str:
    """A counter that the sheet doesn't have."""
    return f"The sheet has no counter {name}; pick one from the list."


def bad_bound(what: str, least: int, most: int, given: int) -> str:
    """A bound or threshold out of its range."""
    return not_within(what, least, most, given)


def too_many_thresholds(most: int, given: int) -> str:
    """More thresholds than a counter has."""
    return f"A counter has at most {most} thresholds, not {given}."


def bad_threshold(at: int, most: int, length: int) -> str:
    """A threshold without words, or with too many."""
    return f"Say what it means to come to {at}, in 1 to {most} characters; this has {length}."


def no_number(label: str, given: str) -> str:
    """A field of the form that wants a number."""
    return f"{label}: write a whole number, such as 10, not “{given}”."


def no_threshold(given: str) -> str:
    """A line that is no threshold."""
    return f"Write each threshold in a line of its own, value first, such as `5: Staggered`; not “{given}”."


# -- in the preview of an undo --------------------------------------------------------------------

OF_COUNTERS = {
    "least": "the least",
    "most": "the most",
    "falls": "damage takes from it",
    "thresholds": "thresholds",
}


def part(name: str, field: tuple[str, ...], value: Any) -> tuple[str, str | None]:
    """A counter as it is kept, or one field of it."""
    if not field:
        return safe(name), _whole(value) if value else None
    if field[0] == "value":
        return safe(name), None if value is None else str(value)
    label = f"{safe(name)}: {OF_COUNTERS[field[0]]}"
    if field[0] == "thresholds":
        return label, "; ".join(_thresholds(value or [])) or None
    if isinstance(value, bool):
        return label, "yes" if value else "no"
    return label, None if value is None else str(value)


def _whole(kept: Mapping[str, Any]) -> str:
    shape = [(each["at"], safe(each["text"], 40)) for each in kept["thresholds"]]
    return shaped(kept["value"], kept["least"], kept["most"], shape, falls=kept["falls"])


def _thresholds(kept: Sequence[Mapping[str, Any]]) -> list[str]:
    return [threshold(each["at"], safe(each["text"], 40)) for each in kept]
