"""The end of a month in words."""

from __future__ import annotations

from collections.abc import Sequence

from bot.engine.words import clip

SURVIVORS = "Its land is lost, and nothing was claimed and settled anew in time."


def title(kingdom: str, month: int) -> str:
    """A month's snapshot, as an undo lists it."""
    return f"{clip(kingdom, 60)}, month {month}"


def for_ruler(name: str) -> str:
    """Somebody else would close the month."""
    return f"Closing a month is for the Ruler of {name} or a game master."


def closed(name: str, month: int) -> str:
    """A month is over."""
    return f"Month {month} of {name} is closed, and its numbers are kept."


def next_month(month: int) -> str:
    """What comes then."""
    return f"Month {month} waits to be opened."


def fell(name: str) -> str:
    """A kingdom without land came to its end (R022)."""
    return f"**{name} is no more.** {SURVIVORS}"


def milestones(reached: Sequence[tuple[str, int, int]], total: int) -> str:
    """Experience for what was reached for the first time."""
    parts = [f"{_milestone(what, count)} {xp:,} XP" for what, count, xp in reached]
    return f"Reached for the first time: {', '.join(parts)} (XP of all milestones: {total:,})."


def _milestone(what: str, count: int) -> str:
    match what:
        case "size":
            return f"Size {count}"
        case "lots":
            return f"{count} lots in a settlement"
        case _:
            return "a capital"
