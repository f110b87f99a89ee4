"""A kingdom's history in words."""

from __future__ import annotations

from collections.abc import Sequence

from bot.engine.words import clip
from bot.systems.kingdom.words.event_book import name
from bot.systems.kingdom.words.names import NUMBERS, listed, number, signed

WHAT = {
    "attributes": "Attributes",
    "treasury": "Treasury",
    "unrest": "Unrest",
    "size": "Size",
}
UNITS = {"treasury": " (BP)", "size": " (hexes)"}
SHOW = "Show something else"
NOW = "now"
ZOOM = "Tap the picture to see it larger."
ONLY_NOW = "No month is closed yet: this is the month under way."
# As much of a picture's description as is kept for the numbers of one line.
NUMBERS_LENGTH = 280


def title(kingdom: str, what: str) -> str:
    """Whose history, and of what."""
    return f"{kingdom} · {WHAT[what]}{UNITS.get(what, '')}"


def picture_title(kingdom: str, what: str) -> str:
    """The same on a picture, where a long name is cut."""
    return f"{WHAT[what]}{UNITS.get(what, '')} · {kingdom}"


def at_side(value: int) -> str:
    """A value beside a chart, short enough to stand there."""
    return number(value) if abs(value) < 10_000 else f"{number(value // 1000)}k"


def months(first: int, last: int) -> str:
    """Which months a picture shows."""
    return f"month {first}" if first == last else f"months {first}–{last}"


def line(what: str, first: int, last: int) -> str:
    """One line of a chart at its ends."""
    change = signed(last - first) if last != first else "unchanged"
    return f"**{NUMBERS[what]}** {number(first)} → **{number(last)}** ({change})"


def single(what: str, value: int) -> str:
    """One line of a chart with a single month."""
    return f"**{NUMBERS[what]}** {number(value)}"


def alt_title(kingdom: str, what: str, first: int, last: int) -> str:
    """How a picture's description begins."""
    return f"{WHAT[what]}{UNITS.get(what, '')} of {clip(kingdom, 60)}, {months(first, last)}."


def alt_line(what: str, values: Sequence[tuple[int, int]]) -> str:
    """Each month and its value; of many months as many as can be read."""
    every = max(1, -(-len(values) // 24))
    shown = [*values[:-1:every], values[-1]]
    told = clip(", ".join(f"{month}: {number(value)}" for month, value in shown), NUMBERS_LENGTH)
    return f"{NUMBERS[what]} by month: {told} (the last is now)."


# -- two months ---------------------------------------------------------------------------------------

COMPARED = {
    **{each: NUMBERS[each] for each in ("economy", "loyalty", "stability", "unrest", "treasury")},
    "consumption": NUMBERS["consumption"],
    "control_dc": NUMBERS["control_dc"],
    "size": NUMBERS["size"],
    "districts": "Districts",
    "population": "Population",
    "xp": "XP of milestones",
}


def compared_title(kingdom: str, first: str, second: str) -> str:
    """Which months stand side by side."""
    return f"{kingdom}: {first} → {second}"


def month(value: int, *, is_now: bool) -> str:
    """A month, or the one under way."""
    return f"month {value} (now)" if is_now else f"month {value}"


def changed(what: str, before: int, after: int) -> str:
    """A number in both."""
    if before == after:
        return f"{COMPARED[what]} {number(before)}"
    return f"**{COMPARED[what]}** {number(before)} → **{number(after)}** ({signed(after - before)})"


def events(when: str, found: Sequence[str]) -> str:
    """What came up in a month."""
    return f"-# Events of {when}: {listed([name(each) for each in found]) or 'none'}"


def no_months(text: str) -> str:
    """What can't be read as months."""
    return f"“{text}” names no two months; write for example `3 5`, or one month to compare it with now."


def no_such_month(value: int, known: Sequence[int]) -> str:
    """A month that isn't kept."""
    span = (
        f"Kept are months {known[0]} to {known[-1]}" if len(known) > 1 else f"Kept is month {known[0]} alone"
    )
    return f"Month {value} is not kept. {span}, the last of them under way."


def same_month(value: int) -> str:
    """Nothing to compare."""
    return f"Both are month {value}; name two different months."
