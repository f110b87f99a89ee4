"""One challenge for several heroes: its card, and what the journal tells of it."""

from __future__ import annotations

from collections.abc import Sequence

from bot.systems.second_kingdom.words.challenges import opened
from bot.systems.second_kingdom.words.heroes import some

PRESS_YOUR_HERO = "Press your hero's name: you see your chances and roll there."
OVER = "Nothing is left to roll."
TAKEN_BACK = "taken back"
WITHDRAWN_SHORT = "withdrawn"


def waits_in_call(hero: str, against_what: str, player: str) -> str:
    """A hero of a call whose player has not rolled."""
    return f"**{hero}** · {against_what} · {player} rolls"


def done_in_call(hero: str, how: str) -> str:
    """A hero of a call, and how it ended."""
    return f"**{hero}** · {how}"


def too_many_heroes(most: int, count: int) -> str:
    """More heroes than one message has buttons for, or none."""
    return f"Challenge 1 to {most} heroes at once, not {count}."


def opened_for_several(
    heroes: Sequence[str], action: str, name: str, rating: int | None, opponent: str
) -> str:
    """The same for several heroes at once."""
    return opened(some(heroes), action, name, rating, opponent)
