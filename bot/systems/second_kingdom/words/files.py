"""A hero as a file: what is wrong with one, and what came of it."""

from __future__ import annotations

from collections.abc import Sequence

from bot.systems.second_kingdom.words.heroes import some

LIKE_AN_EXPORT = "`/sk export` shows what one looks like."
NOT_JSON = f"That file is no JSON text; nothing was changed. {LIKE_AN_EXPORT}"
OTHER_FILE = f"That is no file of a hero; nothing was changed. {LIKE_AN_EXPORT}"
OTHER_VERSION = "That hero's file has another version than 1, the only one there is; nothing was changed."
TAKEN_NAME = (
    "This campaign has a hero of the file's name already; nothing was changed. "
    "Change `name` in the file, or put the other hero out of play with `/sk retire`."
)
# What a field should have been.
AN_OBJECT, A_LIST, A_TEXT, A_NUMBER = "an object { }", "a list [ ]", "a text", "a whole number"
A_SMALL_NUMBER, YES_OR_NO, A_PAIR = "a smaller number", "true or false", "a list of two whole numbers"
EXPORTED = "The hero as a file; `/sk import` makes a hero of it, here or elsewhere."
NO_PICTURE = "An uploaded portrait is not in it."


def too_big(most: int, size: int) -> str:
    """A file that is not even downloaded; sizes in bytes."""
    return f"A hero's file has at most {most // 1024} KB; this one has {size // 1024:,} KB."


def other_game(game: str) -> str:
    """A hero of another game."""
    return f"That is a hero of another game, “{game}”; nothing was changed."


def unknown(name: str, place: str, names: Sequence[str]) -> str:
    """A field that means nothing."""
    where = f"“{place}”" if place else "the file"
    return f"“{name}” means nothing in {where}, which may have {', '.join(names)}; nothing was changed."


def missing(place: str) -> str:
    """A field that has to be there."""
    return f"The file has no “{place}”; nothing was changed."


def wrong(place: str, what: str, given: str) -> str:
    """A field of another sort."""
    return f"“{place}” must be {what}, not {given}; nothing was changed."


def too_many_notes(most: int, given: int) -> str:
    """More setbacks and advantages than make sense."""
    return f"A hero has at most {most} setbacks and advantages; the file has {given}."


def too_many_maneuvers(most: int, given: int) -> str:
    """More maneuvers than a hero can know."""
    return f"A hero knows at most {most} maneuvers; the file has {given}."


# -- told -----------------------------------------------------------------------------------------


def came(name: str, player: str) -> str:
    """A hero out of a file, in the journal."""
    return f"{name} comes to the table out of a file, played by {player}."


def lacking(maneuvers: Sequence[str]) -> str:
    """Maneuvers that could not be brought along."""
    return f"Not in this campaign's library, so not learned: {some(maneuvers)}."


APPROVAL_FIRST = (
    "Counters, defences and maneuvers stayed behind: changes to a sheet are approved here. Add them with "
    "`/sk counter`, `/sk defence` and `/sk learn`."
)


def conviction_stayed(amount: int) -> str:
    """Conviction that could not be brought along."""
    return f"The file's {amount} conviction stayed behind: here a game master gives it, `/sk conviction`."
