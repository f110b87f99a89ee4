"""What the game is called, and what its page of help begins with."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from bot.engine.words import safe

TITLE = "The Second Kingdom"
GUIDE = (
    "**Players:** `/sk new` brings a hero; a challenge's card shows your chances for each conviction spent; "
    "press, and the dice fall. `/sk ask` asks for a challenge, `/sk attack` attacks with a maneuver that "
    "your hero knows, `/sk fate` lets a chart decide.",
    "**Game masters:** `/sk challenge` asks one hero or several; after the roll the result asks you for its "
    "setback or advantage. `/sk gm` acts for a player who is away, or takes back what is asked.",
    "",
)


# -- Heroes: made, found, changed, given conviction, and their sheets --------------------------------------


MOST_NAMED = 10


def some(names: Sequence[str]) -> str:
    """Names one after another, the first of very many."""
    more = [f"{len(names) - MOST_NAMED} more"] if len(names) > MOST_NAMED else []
    return ", ".join((*names[:MOST_NAMED], *more))


# -- refused --------------------------------------------------------------------------------------


def which_hero(names: Sequence[str]) -> str:
    """No hero was named, and the asker has none, or several of whom none is played here."""
    if not names:
        return "You have no heroes in this campaign; `/sk new` makes one."
    return f"You have several heroes: {some(names)}. Name one, or choose with `/sk play` whom you play here."


def no_such_hero(name: str) -> str:
    """A name that no hero bears."""
    return f"No hero here is called “{name}”; pick one from the list."


def nobody(name: str) -> str:
    """A name that neither a hero nor an NPC bears, as far as the asker knows."""
    return f"Nobody here is called “{name}”; pick one from the list."


# -- told -----------------------------------------------------------------------------------------


# -- the sheet ------------------------------------------------------------------------------------


# -- What game masters do in a player's place, or take back ------------------------------------------------


NOTHING_LIKE_IT = "Nothing of that name waits; pick it from the list, or see `/waiting`."


# -- Sheets: their form, maneuvers known, notes; changed and shown -----------------------------------------


PARTS = {"name": "name", "about": "notes", "portrait": "portrait"}

# -- the forms ------------------------------------------------------------------------------------

ABOUT = "Notes"


# -- in a few words -------------------------------------------------------------------------------


# -- refused --------------------------------------------------------------------------------------

LOST_MANEUVER = "a maneuver that is gone"


def no_such_maneuver(name: str) -> str:
    """A maneuver that the library doesn't have."""
    return f"The library has no maneuver called “{name}”; pick one from the list."


# -- told -----------------------------------------------------------------------------------------


# -- the sheet ------------------------------------------------------------------------------------


# -- in the preview of an undo --------------------------------------------------------------------


def some_maneuvers(kept: Sequence[str]) -> str:
    """How many maneuvers: a record keeps no names of them."""
    return "1 maneuver" if len(kept) == 1 else f"{len(kept)} maneuvers"


# -- the form -------------------------------------------------------------------------------------

LEAST_LABEL, MOST_LABEL = "The least", "The most"


# -- in a few words -------------------------------------------------------------------------------


def shaped(
    value: int, least: int, most: int | None, thresholds: Sequence[tuple[int, str]], *, falls: bool
) -> str:
    """A counter's value with its shape."""
    shape = [f"at least {least}"] if least else []
    shape += ["damage takes from it"] if falls else []
    shape += [threshold(at, text) for at, text in thresholds]
    stands = str(value) if most is None else f"{value}/{most}"
    return f"{stands} ({'; '.join(shape)})" if shape else stands


def threshold(at: int, text: str) -> str:
    """What it means to come to that value."""
    return f"at {at}: {text}"


# -- refused --------------------------------------------------------------------------------------


# -- in the preview of an undo --------------------------------------------------------------------

OF_COUNTERS = {
    "least": "the least",
    "most": "the most",
    "falls": "damage takes from it",
    "thresholds": "thresholds",
}


def part(name: str, field: tuple[str, ...], value: Any) -> tuple[str, str | None]:
    """A counter as it is kept, or one field of it."""
    if not field:
        return safe(name), _whole(value) if value else None
    if field[0] == "value":
        return safe(name), None if value is None else str(value)
    label = f"{safe(name)}: {OF_COUNTERS[field[0]]}"
    if field[0] == "thresholds":
        return label, "; ".join(threshold(each["at"], safe(each["text"], 40)) for each in value or []) or None
    if isinstance(value, bool):
        return label, "yes" if value else "no"
    return label, None if value is None else str(value)


def _whole(kept: Mapping[str, Any]) -> str:
    shape = [(each["at"], safe(each["text"], 40)) for each in kept["thresholds"]]
    return shaped(kept["value"], kept["least"], kept["most"], shape, falls=kept["falls"])


# -- Defences: what their sources add to each guard; changed, refused, and in an undo's preview ------------


GUARDS = ("dodge", "parry", "block")


def pair(first: int, second: int) -> str:
    """The bonuses for a defence's two dice."""
    return f"{first:+}/{second:+}"


def adds(pairs: Mapping[str, tuple[int, int]], counters: Sequence[str]) -> str:
    """What one source adds."""
    told = [f"{guard} {pair(*each)}" for guard, each in pairs.items() if any(each)]
    told += [f"strikes back {after(counters)}"] if counters else []
    return ", ".join(told)


def after(guards: Sequence[str]) -> str:
    """After which full defense."""
    return f"after a {' or '.join(guards)}"


# -- refused --------------------------------------------------------------------------------------


# -- in the preview of an undo --------------------------------------------------------------------


def sources(kept: Sequence[Mapping[str, Any]]) -> str:
    """Sources of defence as they are kept."""
    return "; ".join(_source(each) for each in kept)


def _source(kept: Mapping[str, Any]) -> str:
    pairs = {guard: (kept[guard][0], kept[guard][1]) for guard in GUARDS}
    return f"{safe(kept['source'])}: {adds(pairs, kept['counters'])}"


# -- Portraits: by an address, or by a picture that was uploaded -------------------------------------------


SECRET, KNOWN = "secret", "known"


# -- The game master's own: made, changed, revealed, and how they are shown --------------------------------


# -- refused --------------------------------------------------------------------------------------


def no_such_npc(name: str) -> str:
    """A name that no NPC bears, as far as the asker knows."""
    return f"No NPC here is called “{name}”; pick one from the list."


# -- A hero as a file: what is wrong with one, and what came of it -----------------------------------------


# -- told -----------------------------------------------------------------------------------------
