"""Which adventurer is meant."""

from __future__ import annotations

from collections.abc import Sequence


def which_adventurer(names: Sequence[str]) -> str:
    """Nobody was named, and the asker has none, or several of whom none lives in this channel."""
    if not names:
        return (
            "You have no adventurer in this campaign;"
            " `/adv new` makes one, and `adventurer` names somebody else's."
        )
    return f"You have several adventurers: {', '.join(names)}. Name one, or go to its own thread."


def no_such_adventurer(name: str) -> str:
    """A name that nobody bears."""
    return f"No adventurer here is called “{name}”; pick one from the list."


def did_you_mean(name: str, near: str) -> str:
    """A thing to be made up whose name is nearly one of the library's."""
    return f"The library has no “{name}”, but “{near}”: pick that from the list, or make up another name."
