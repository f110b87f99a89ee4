"""Naming buildings and places."""

from __future__ import annotations

from collections.abc import Sequence

from bot.systems.kingdom.words.buildings import BUILDINGS

MOST_LISTED = 8


def no_place(text: str) -> str:
    """It names no place."""
    return (
        f"“{text}” is no place in a district; nothing was changed. Lots are called A1 to F6: write "
        "C4, C4+D4, 2:C4 for the second district, or a border such as 1:north."
    )


def no_such_building(text: str) -> str:
    """None of the book's."""
    return f"There is no building “{text}”; nothing was changed. Pick one from the list."


def not_there(text: str, town: str) -> str:
    """None of that settlement's."""
    return f"{town} has no building “{text}”; nothing was changed. Name it, or one of its lots, such as C4."


def gone(town: str) -> str:
    """Of a number, as buttons have it."""
    return f"That building stands no more in {town}; nothing was changed. `/settlement show` lists what does."


def at(building: str, place: str) -> str:
    """A building and where it stands."""
    return f"{BUILDINGS[building]} at {place}"


def which(found: Sequence[str]) -> str:
    """Several could be meant."""
    more = ", …" if len(found) > MOST_LISTED else ""
    listed = ", ".join(found[:MOST_LISTED])
    return f"There are several: {listed}{more}; nothing was changed. Name a lot, or write one as it is here."
