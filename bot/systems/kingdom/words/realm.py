"""What keeps a kingdom from acting."""

from __future__ import annotations

from bot.engine.words import safe


def not_founded(name: str) -> str:
    """Still being drawn up."""
    return f"{safe(name, 60)} is not founded yet; a game master presses **Found it…** on its card first."


def has_ended(name: str) -> str:
    """No more."""
    return f"{safe(name, 60)} is no more; its numbers can still be read."


def is_frozen(name: str, reason: str) -> str:
    """Stopped by a game master."""
    why = f" ({safe(reason, 100)})" if reason else ""
    return f"{safe(name, 60)} stands still{why}; a game master lets time run again with `/month-gm thaw`."


def is_in_anarchy(name: str) -> str:
    """Unrest was 20."""
    return (
        f"{safe(name, 60)} is in anarchy and can take no action; "
        "a game master ends that with `/month-gm thaw` once order is restored."
    )
