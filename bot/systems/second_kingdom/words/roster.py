"""Who is in play: whom a player plays where, and heroes who retire and return."""

from __future__ import annotations

NOT_RETIRED = "That hero isn't retired; pick one from the list."


def plays_already(name: str) -> str:
    """The channel has that hero already."""
    return f"You play {name} in this channel already."


def still_waits(name: str, label: str, more: int) -> str:
    """Somebody can't leave while something waits."""
    rest = f", and {more} more" if more else ""
    return f"Something still waits for {name}: “{label}”{rest}. See that through first; `/waiting` lists it."


def taken_meanwhile(name: str) -> str:
    """A retired hero's name has another bearer."""
    return f"Another hero is called {name} by now, so this one can't return."


def plays(player: str, name: str, channel: int) -> str:
    """A player plays that hero in a channel from now on."""
    return f"{player} plays {name} in <#{channel}> from now on."


def retires(name: str) -> str:
    """A hero is out of play."""
    return f"{name} retires; `/sk return` brings them back."


def returns(name: str, player: str) -> str:
    """A hero is in play again."""
    return f"{name} returns to the table, played by {player}."


def no_such_retired(name: str) -> str:
    """A name that no retired hero bears."""
    return f"No retired hero here is called “{name}”; pick one from the list."
