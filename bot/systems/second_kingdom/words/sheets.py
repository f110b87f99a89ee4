"""Sheets: their form, maneuvers known, notes; changed and shown."""

from __future__ import annotations

from collections.abc import Sequence

NOTHING, A_PICTURE, ANOTHER_PICTURE = "none", "a picture", "another picture"
PARTS = {"name": "name", "about": "notes", "portrait": "portrait"}
EDIT = "Edit"

# -- the forms ------------------------------------------------------------------------------------

NAME, VIRTUES, ABOUT, PORTRAIT = "Name", "Virtues", "Notes", "Portrait: an address"
VIRTUES_HINT, PORTRAIT_HINT = "Courage, prudence, temperance: 6 5 3", "https://example.org/face.png"


def edit_title(name: str) -> str:
    """The form of a sheet."""
    return f"Edit {name}"


# -- in a few words -------------------------------------------------------------------------------


def quoted(text: str) -> str:
    """Words that stand on a sheet."""
    return f"“{text}”"


def change(name: str, before: str, after: str) -> str:
    """A part of a sheet, before → after."""
    return f"{name} {before} → {after}"


def learned(maneuver: str) -> str:
    """A maneuver that comes onto the sheet."""
    return f"learns {maneuver}"


def forgot(maneuver: str) -> str:
    """A maneuver that goes from the sheet."""
    return f"forgets {maneuver}"


# -- refused --------------------------------------------------------------------------------------

LOST_MANEUVER = "a maneuver that is gone"
SAME_SHEET = "That leaves the sheet as it is; nothing was changed."
VIRTUES_OF_NPC = "An NPC's virtues are written in its form: `/sk npc edit`. Here you can set a counter of it."
NO_VIRTUES = "Write the virtues as three whole numbers: courage, prudence, temperance, such as `6 5 3`."
FORM_IS_OLD = "The sheet has changed since this form was opened; nothing was written. Open the form again."


def no_such_maneuver(name: str) -> str:
    """A maneuver that the library doesn't have."""
    return f"The library has no maneuver called “{name}”; pick one from the list."


def known_already(name: str, maneuver: str) -> str:
    """A maneuver learned twice."""
    return f"{name} knows {maneuver} already."


def knows_too_many(most: int) -> str:
    """No room for another maneuver."""
    return f"A sheet has at most {most} maneuvers; `/sk forget` takes one off."


def not_known(name: str, maneuver: str) -> str:
    """A maneuver forgotten that wasn't known."""
    return f"{name} doesn't know {maneuver}; pick one from the list."


def long_notes(most: int, length: int) -> str:
    """Notes of too many characters."""
    return f"The notes have at most {most} characters; these have {length}."


def many_lines(most: int, count: int) -> str:
    """Notes of too many lines."""
    return f"The notes have at most {most} lines; these have {count}."


# -- told -----------------------------------------------------------------------------------------


def title(name: str) -> str:
    """The card about what changed."""
    return f"{name}: the sheet has changed"


# -- the sheet ------------------------------------------------------------------------------------

DEFENCES, MANEUVERS = "Defences", "Maneuvers"
NOT_IN_LIBRARY = "no longer in the library"


def gone(maneuver: str) -> str:
    """A maneuver that was taken from the library."""
    return f"{maneuver} ({NOT_IN_LIBRARY})"


def waits(who: str, what: str) -> str:
    """Something about the hero that is not over."""
    return f"Waits for {who}: {what}"


# -- in the preview of an undo --------------------------------------------------------------------


def some_maneuvers(kept: Sequence[str]) -> str:
    """How many maneuvers: a record keeps no names of them."""
    return "1 maneuver" if len(kept) == 1 else f"{len(kept)} maneuvers"
