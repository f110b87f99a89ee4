"""Demolishing and repairing."""

from __future__ import annotations

from collections.abc import Sequence

from bot.systems.kingdom.words.buildings import BUILDINGS
from bot.systems.kingdom.words.names import listed

MOST_NAMED = 4


def natural(building: str) -> str:
    """Nobody built it."""
    return (
        f"The {BUILDINGS[building]} was here before anybody built, and only what was built can be "
        "demolished; nothing was changed."
    )


def relied_on(building: str, by: Sequence[tuple[str, str]]) -> str:
    """Others would be left without what they need beside them: types and places."""
    more = ["…"] if len(by) > MOST_NAMED else []
    names = [f"the {BUILDINGS[each]} at {place}" for each, place in by[:MOST_NAMED]]
    what = f"{listed([*names, *more])} {'rely' if len(by) > 1 else 'relies'}"
    return (
        f"T{what[1:]} on the {BUILDINGS[building]}, and a required neighbour has to stay beside what "
        "needs it; nothing was changed. Build another first, or demolish it even so."
    )


def not_damaged(building: str) -> str:
    """It is whole."""
    return (
        f"The {BUILDINGS[building]} is not damaged; nothing was changed. Only a damaged building is repaired."
    )
