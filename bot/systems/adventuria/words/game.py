"""Adventuria itself: its title, its guide, its numbers."""

from __future__ import annotations

TITLE = "Adventuria"

GUIDE = (
    "**Players:** `/adv new` makes your adventurer and its thread. `/adv start` begins a turn, "
    "`/adv end` ends it where the narrator says it may; everything else is buttons in the thread.",
    "**Narrators:** `/adv gm scene` tells the turn, `/adv fight` brings monsters, `/adv gm offer`, "
    "`gain`, `wound` and the others change the sheet with the right limit.",
    "`/adv sheet` shows where an adventurer stands, `/adv rules` what this campaign decided.",
)


def not_within(what: str, least: int, most: int, given: int) -> str:
    """A number out of its range."""
    return f"{what} is {least} to {most}, not {given}."
