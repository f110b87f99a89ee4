"""What the game master's commands about a month say."""

from __future__ import annotations

from bot.engine.words import clip

HINT = "Go back to before…"
NOTHING = "Nothing was done this month that could be taken back."
EXPLAINED = (
    "Newest first. Choosing one shows what would be taken back with it, before anything is changed; "
    "what has nothing to do with it stays."
)
ONE_OF_TWO = "Give either `step`, to pass over that one, or `to`, to pass over all before another; not both."


def title(name: str, month: int) -> str:
    """Whose month."""
    return f"{name}, month {month}: go back"


def entry(number: int, told: str) -> str:
    """One entry to choose."""
    return f"#{number} {clip(told, 88)}"


def no_such_step(text: str) -> str:
    """No step of a month."""
    return f"“{text}” is no step of a month; pick one from the list."
