"""What `/journal`, `/undo` and `/redo` say. Names and lines come in as they are shown."""

from __future__ import annotations

NEWER, OLDER = "Newer", "Older"
EMPTY = "Nothing happened yet."
NOTHING_FOUND = "Nothing that you may see is like that."
DAMAGED = "That button is damaged; nothing was changed. Call the command again."

UNDO_TITLE, REDO_TITLE = "Undo?", "Redo?"
UNCHANGED = "Nothing that you can see changes."


def title(campaign: str) -> str:
    """A page of the journal."""
    return f"Journal of {campaign}"


def no_game(text: str, games: str) -> str:
    """A game that is none."""
    return f"No game is called “{text}”; pick one from the list: {games}."


def no_kind(text: str) -> str:
    """A kind of entry that is none."""
    return f"No kind of entry is called “{text}”; pick one from the list."


def on_behalf(player: str) -> str:
    """An entry that somebody else made in a player's place."""
    return f"(for {player})"


def undone_by(number: int) -> str:
    """An entry that was taken back."""
    return f"(undone by #{number})"


# -- the preview of an undo -----------------------------------------------------------------------


def more_entries(count: int, last: int) -> str:
    """Entries there is no room for."""
    return f"… and {count} more, up to #{last}."


def all_go(first: int) -> str:
    """Why more goes than the entry that was named."""
    return f"All of these go: the later ones followed from #{first} or touch the same."


def redo(number: int) -> str:
    """The button that brings an undo's entries back."""
    return f"Redo #{number}"


def go_back(number: int) -> str:
    """The button that takes back an entry and all that followed from it."""
    return f"Go back to before #{number}"


def undo(number: int) -> str:
    """The button that takes back one entry."""
    return f"Undo #{number}"
