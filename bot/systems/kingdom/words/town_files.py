"""Settlements as files: what is wrong in one, what reading it would change, what was done."""

from __future__ import annotations

from collections.abc import Sequence

from bot.systems.kingdom.words.building_screens import at
from bot.systems.kingdom.words.buildings import BUILDINGS

MOST_FAULTS = 10
WHAT_IS_WANTED = "`/build export` shows what such a text looks like."
NOT_UTF8 = f"That file is no text in UTF-8; nothing was changed. {WHAT_IS_WANTED}"
NOTHING_THERE = f"There is no district in that text; nothing was changed. {WHAT_IS_WANTED}"
NO_TEXT = (
    "Attach a text file under `file`, or paste the grid under `text`; nothing was changed. " + WHAT_IS_WANTED
)
BOTH = "Attach a file or paste a text, one of the two; nothing was changed."
UNCHANGED = "The settlement is just so already; nothing was changed."
PASTED = "pasted text"
IMPORT, DROP = "Import it", "Drop it"


# -- wrong --------------------------------------------------------------------------------------------


def too_big(size: int, most: int) -> str:
    """Sizes in bytes."""
    return f"That text has {size // 1024:,} KB; at most {most // 1024} KB are read. Nothing was changed."


def faults(found: Sequence[str]) -> str:
    """All that is wrong, as far as it is told."""
    left = len(found) - MOST_FAULTS
    lines = [f"• {each}" for each in found[:MOST_FAULTS]] + ([f"… and {left} more."] if left > 0 else [])
    return "\n".join(("Nothing was imported; this is wrong:", *lines))


def too_many_districts(count: int, most: int) -> str:
    """More than a settlement has."""
    return f"a settlement has at most {most} districts; here are {count}."


def wrong_district(said: str, number: int) -> str:
    """Districts in no order."""
    return f"“District {said}” is the {number}. district of the text; they are numbered in order from 1."


def in_header(district: int, why: str) -> str:
    """A border that is none."""
    return f"district {district}: {why}"


def rows(district: int, count: int) -> str:
    """Too few or too many rows."""
    return f"district {district} has {count} row{'' if count == 1 else 's'} of lots; a district has 6."


def cells(district: int, row: int, count: int) -> str:
    """Too few or too many cells."""
    return f"district {district}, row {row} has {count} cell{'' if count == 1 else 's'}; a row has 6."


def unknown(district: int, lot: str, text: str) -> str:
    """No building of that name."""
    return f"district {district}, {lot}: “{text}” is no building; a cell is a code such as HOU, or a dot."


def unknown_beside(district: int, text: str) -> str:
    """No building, border or lot."""
    return f"district {district}: “+ {text}” is no building with its border or lot, as in “+ Cistern C4”."


def no_room(district: int, lot: str, building: str, why: str) -> str:
    """It can't stand there, whatever the rules say."""
    where = f"district {district}, {lot}" if lot else f"district {district}, {BUILDINGS[building]}"
    return f"{where}: {why}."


def no_nature(district: int, lot: str, building: str) -> str:
    """It was built by somebody."""
    where = f"district {district}, {lot}" if lot else f"district {district}"
    return f"{where}: nature brings no {BUILDINGS[building]}; “~” is for Waterways and City Walls."


def no_detail(district: int, text: str, most_cr: int, most_display: int) -> str:
    """Nothing that a building could have."""
    return (
        f"district {district}: “> {text}” says nothing of a Menagerie or Museum there, as “> A1 CR 8” (0 to "
        f"{most_cr}) or “> A1 display 20000 significant” (to {most_display:,} gp) do."
    )


def moved_on() -> str:
    """What was shown is not what would be done."""
    return (
        "The settlement changed since that text was brought, so importing it would do something else than "
        "was shown; nothing was changed. Bring it again."
    )


def gone(name: str) -> str:
    """It is in play no more."""
    return f"{name} is in play no more; nothing was changed. Drop the file."


# -- the preview --------------------------------------------------------------------------------------


def waits(name: str) -> str:
    """The step, where it is listed among all that waits."""
    return f"Import {name}"


def title(town: str) -> str:
    """Of the card."""
    return f"Import {town}?"


def counts(new: int, gone: int, kept: int) -> str:
    """What it would do, in numbers."""
    return f"**{new}** new · **{gone}** gone · **{kept}** kept"


def districts(before: int, after: int) -> str:
    """How many it would have."""
    return f"Districts {before} → **{after}**"


FREE = "No BP, no Unrest, none of the month's buildings; no sites remain of what goes."
ODD = "**Not by the rules**, but possible:"
TOLD = (
    "What `/settlement set` tells of lots, base value and numbers stays, and counts beside these buildings."
)


def odd(building: str, where: str, why: str) -> str:
    """A building that could not be built there."""
    return f"• {at(building, where)}: {why}"


def and_more(count: int) -> str:
    """Others of the kind."""
    return f"… and {count} more."


def shifts(name: str, numbers: str) -> str:
    """What it does to a kingdom's numbers."""
    return f"{name}: {numbers}"


# -- told ---------------------------------------------------------------------------------------------


def brought(name: str, town: str) -> str:
    """A text waits."""
    return f"“{name}” waits to be imported as {town}."


def dropped(name: str) -> str:
    """It was not imported."""
    return f"“{name}” was not imported."


def imported(town: str, buildings: int, new: int, gone: int) -> str:
    """What stands there now."""
    stands = f"{buildings} building{'' if buildings == 1 else 's'}"
    return f"A game master draws {town} anew: {stands}, {new} of them new; {gone} gone."


def items_lost(count: int) -> str:
    """Magic items on the market."""
    return f"{count} magic item{' was' if count == 1 else 's were'} on the market of what is gone."


# -- exported -----------------------------------------------------------------------------------------

EXPORTED = "What stands in it as text; `/build import` reads it again."
# Small print, which shows marks as they are.
MARKS = "! damaged · ~ was there before anybody built · * needs nothing beside it"


def file_name(town: str) -> str:
    """Letters and digits of the name."""
    plain = "".join(letter if letter.isalnum() and letter.isascii() else "-" for letter in town.casefold())
    return f"{plain.strip('-')[:40] or 'settlement'}.txt"
