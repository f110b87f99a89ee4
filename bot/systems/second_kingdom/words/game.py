"""What the game is called, and what its page of help begins with."""

from __future__ import annotations

TITLE = "The Second Kingdom"
GUIDE = (
    "**Players:** `/sk new` brings a hero; a challenge's card shows your chances for each conviction spent; "
    "press, and the dice fall. `/sk ask` asks for a challenge, `/sk attack` attacks with a maneuver that "
    "your hero knows, `/sk fate` lets a chart decide.",
    "**Game masters:** `/sk challenge` asks one hero or several; after the roll the result asks you for its "
    "setback or advantage. `/sk gm` acts for a player who is away, or takes back what is asked.",
    "",
)


def not_within(what: str, least: int, most: int, given: int) -> str:
    """A number out of its range; `what` begins the sentence."""
    return f"{what} is {least} to {most}, not {given}."
