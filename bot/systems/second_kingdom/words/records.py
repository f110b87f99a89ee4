"""What the parts of heroes, challenges and asked changes are called where an undo lists them."""

from __future__ import annotations

from typing import Any

from bot.engine.words import safe
from bot.systems.second_kingdom.words.challenges import LEVELS
from bot.systems.second_kingdom.words.edits import ANSWERS

FIELDS = {
    "notes": "what earlier challenges left",
    "status": "stands",
    "is_hidden": "rating hidden",
    "answer": "answer",
}
STATUSES = {
    "open": "waits to be rolled",
    "rolled": "waits for what it leaves",
    "settled": "over",
    "withdrawn": "withdrawn",
    "waits": "waits",
    **ANSWERS,
}
YES, NO = "yes", "no"


def part(path: tuple[str, ...], value: Any) -> tuple[str, str | None]:
    """A part of any of the game's records; a counter goes by its own name."""
    name = path[-1]
    return FIELDS.get(name, safe(name)), _value(name, value)


def _value(name: str, value: Any) -> str | None:
    if value is None or value in ([], {}):
        return None
    if name == "player":
        return f"<@{value}>"
    if name == "roll":
        return rolled(LEVELS[value["level"]], ", ".join(map(str, value["dice"])))
    if isinstance(value, list):
        return "; ".join(filter(None, (_value(name, each) for each in value)))
    if isinstance(value, dict):
        return safe(str(value.get("text", "")), 80) or None
    if isinstance(value, bool):
        return YES if value else NO
    return STATUSES.get(value) if name in ("status", "answer") else safe(str(value), 80)


def rolled(level: str, dice: str) -> str:
    """How a challenge was rolled."""
    return f"{level} ({dice})"
