"""What the parts of heroes and challenges are called where an undo lists them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from bot.engine.words import safe
from bot.systems.second_kingdom import words
from bot.systems.second_kingdom.state import Known

FIELDS = {
    "notes": "what earlier challenges left",
    "status": "stands",
    "is_hidden": "rating hidden",
    "hides_rating": "rating to be hidden",
    "revision": "",
    "proposal": "the player's proposal",
    "is_horde": "a horde",
    "known": "what the table knows",
    "picture": "portrait",
    "active_in": "played in",
    "is_retired": "retired",
    "maneuvers": "maneuvers known",
    "about": "notes",
}
STATUSES = {
    "open": "waits to be rolled",
    "rolled": "waits for what it leaves",
    "settled": "over",
    "withdrawn": "withdrawn",
    "set": "rating set",
    "waits": "waits",
}
LEVELS = {
    "failure": "Failure",
    "partial": "Partially achieved",
    "full": "Fully achieved",
    "exceptional": "Exceptionally achieved",
}
YES, NO = "yes", "no"


def part(path: tuple[str, ...], value: Any) -> tuple[str, str | None]:
    """A part of any of the game's records; a counter goes by its own name."""
    name = path[-1]
    if path[0] == "counters" and len(path) > 1:
        return words.part(path[1], path[2:], value)
    if value and len(path) == 1 and name in WORDED:
        return FIELDS.get(name, name), WORDED[name](value)
    return FIELDS.get(name, safe(name)), _value(name, value)


def _value(name: str, value: Any) -> str | None:
    if value is None or value in ([], {}, ""):
        return None
    if isinstance(value, list):
        return "; ".join(filter(None, (_value(name, each) for each in value)))
    if isinstance(value, dict):
        return safe(str(value.get("text", "")), 80) or None
    if isinstance(value, bool):
        return YES if value else NO
    return STATUSES.get(value) if name == "status" else safe(str(value), 80)


def rolled(level: str, dice: str) -> str:
    """How a challenge was rolled."""
    return f"{level} ({dice})"


# Parts of their own sort, each with how it is said.
WORDED: dict[str, Callable[[Any], str]] = {
    "player": lambda player: f"<@{player}>",
    "roll": lambda roll: rolled(LEVELS[roll["level"]], ", ".join(map(str, roll["dice"]))),
    "active_in": lambda channels: " ".join(f"<#{each}>" for each in channels),
    "picture": lambda _picture: "an uploaded picture",
    "known": lambda known: Known(known).label,
    "defences": words.sources,
    "maneuvers": words.some_maneuvers,
}
