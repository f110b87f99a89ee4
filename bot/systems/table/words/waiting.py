"""What `/waiting` says. Names come in as they are shown."""

from __future__ import annotations

NOTHING_MINE = "Nothing waits for you."
BRING_UP = "Bring a card up again"
NUDGE = "Nudge a player"
BROUGHT_UP = "It stands at the end of its channel in a moment."
DAMAGED = "That list is damaged; nothing was changed. Call `/waiting` again."


def nothing(campaign: str) -> str:
    """Nothing waits."""
    return f"{campaign} waits for nothing"


def title(campaign: str, count: int) -> str:
    """So much waits."""
    return f"{campaign} waits for {_things(count)}"


def mine(campaign: str, count: int) -> str:
    """So much of it waits for the asker."""
    return f"{campaign}: {_things(count)} {'waits' if count == 1 else 'wait'} for you"


def _things(count: int) -> str:
    return f"{count} {'thing' if count == 1 else 'things'}"


def more(count: int) -> str:
    """What there is no room for."""
    return f"… and {count} more."
