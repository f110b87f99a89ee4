"""The map as a file: what is wrong in one, what reading it would change. Names come in as they are shown."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from bot.systems.kingdom.words.names import IMPROVEMENTS, listed
from bot.systems.kingdom.words.names import TERRAINS as TERRAIN_NAMES

WHAT_IS_WANTED = "`/hex-gm export` shows what a file looks like."
NOT_UTF8 = f"That file is no text in UTF-8; nothing was changed. {WHAT_IS_WANTED}"
NO_HEXES = f"That file holds no hexes; nothing was changed. {WHAT_IS_WANTED}"
OTHER_JSON = f"That JSON file is no map of Waypost's; nothing was changed. {WHAT_IS_WANTED}"
NO_HEX = "this is no hex; a hex is a JSON object."
UNEVEN = "this row has more cells than the header."
YES, NO = "yes", "no"
ANSWERS = {
    **dict.fromkeys(("yes", "y", "true", "x", "1"), True),
    **dict.fromkeys(("", "no", "n", "false", "0", "-"), False),
}
# What else people call a terrain.
TERRAINS = {
    "cave": "cavern",
    "dunes": "desert",
    "woods": "forest",
    "wood": "forest",
    "hill": "hills",
    "rainforest": "jungle",
    "swamp": "marsh",
    "bog": "marsh",
    "mountain": "mountains",
    "plain": "plains",
    "grassland": "plains",
    "sea": "water",
    "ocean": "water",
}
COASTLINE = ("coast", "coastline", "shore")
COASTLINE_IS_COAST = (
    "a coastline is no terrain of its own: it counts as the land beside it. Write that land under “terrain” "
    "and “yes” under “coast”."
)
MOST_FAULTS = 10
# As it is written with a space.
FREE_CITY = "free city"
IMPORT, DROP = "Import it", "Drop it"
UNCHANGED = "The map is just so already; nothing was changed."


def too_big(size: int, most: int) -> str:
    """A file that is not even downloaded; sizes in bytes."""
    return (
        f"That file has {max(size // 1024, 1):,} KB; at most {most // 1024} KB are read. Nothing was changed."
    )


def too_many(count: int, most: int) -> str:
    """More hexes than a map has."""
    return f"A map has at most {most} hexes; with that file it would have {count:,}."


def not_json(line: int) -> str:
    """A file that breaks off, or never was JSON."""
    return f"That file is no JSON: line {line} can't be read; nothing was changed. {WHAT_IS_WANTED}"


def not_csv(line: int) -> str:
    """A table whose quotes don't close, or the like."""
    return f"That CSV file can't be read from line {line} on; nothing was changed."


def unknown_columns(names: Sequence[str], columns: Iterable[str]) -> str:
    """A table of something else."""
    shown = ", ".join(f"“{name}”" for name in names[:MOST_FAULTS])
    more = f" and {len(names) - MOST_FAULTS} more" if len(names) > MOST_FAULTS else ""
    return (
        f"That file has columns that mean nothing here: {shown}{more}. It may have {', '.join(columns)}. "
        "Nothing was changed."
    )


def missing_columns(names: Sequence[str]) -> str:
    """A table without coordinates."""
    shown = " and ".join(f"“{name}”" for name in names)
    return (
        f"That file's first row lacks the column{'s' if len(names) > 1 else ''} {shown}: every hex needs its "
        f"coordinates. Nothing was changed. {WHAT_IS_WANTED}"
    )


def column_twice(name: str) -> str:
    """A table with one column twice."""
    return f"That file has the column “{name}” twice; nothing was changed."


def fault(number: int, what: str, *, is_listed: bool = False) -> str:
    """One thing wrong, or odd."""
    return f"{'hex' if is_listed else 'row'} {number}: {what}"


def faults(found: Sequence[str]) -> str:
    """All that is wrong, as far as it is told."""
    left = len(found) - MOST_FAULTS
    lines = [f"• {each}" for each in found[:MOST_FAULTS]] + ([f"… and {left} more."] if left > 0 else [])
    return "\n".join(("Nothing was imported; this is wrong:", *lines))


# -- cells ----------------------------------------------------------------------------------------------


def no_text(name: str) -> str:
    """A list of lists or the like."""
    return f"what stands under “{name}” is no text, whole number, yes or no, or list of words."


def no_coordinates(text: str, farthest: int) -> str:
    """No pair of whole numbers."""
    return f"“{text}” are no coordinates; q and r are whole numbers from -{farthest} to {farthest}."


def hex_twice(spot: str, earlier: int, *, is_listed: bool) -> str:
    """The same hex again."""
    return f"{spot} stands in {'hex' if is_listed else 'row'} {earlier} already."


def needs_terrain(spot: str) -> str:
    """A new hex of nothing."""
    return f"hex {spot} is new and has no terrain; it is one of {', '.join(TERRAIN_NAMES)}."


def no_terrain(text: str, near: str) -> str:
    """None of the book's."""
    hint = f"did you mean {near}?" if near else f"it is one of {', '.join(TERRAIN_NAMES)}."
    return f"“{text}” is no terrain; {hint}"


def no_special(text: str, near: str, names: Sequence[str]) -> str:
    """None of the seven; a river is the eighth."""
    if text == "river":
        return "a river stands under “rivers”, by the directions in which it flows, such as “E SW”."
    told = ", ".join(names).replace("_", " ")
    hint = f"did you mean {near.replace('_', ' ')}?" if near else f"there are {told}."
    return f"“{text}” is no special terrain; {hint}"


def no_direction(text: str, near: str, names: Sequence[str]) -> str:
    """No way out of a hex."""
    return f"“{text}” is no direction; a hex with a point at the top has {', '.join(names)}."


def no_improvement(text: str, near: str, names: Sequence[str]) -> str:
    """None of the twelve."""
    hint = f"did you mean {near}?" if near else f"there are {', '.join(names)}."
    return f"“{text}” is no improvement; {hint}"


def neither_yes_nor_no(text: str) -> str:
    """Another answer."""
    return f"“{text}” is neither yes nor no."


def no_kingdom(name: str, near: str) -> str:
    """Nobody of that name."""
    hint = f"did you mean {near}?" if near else "write the name of a kingdom of this campaign, or nothing."
    return f"no kingdom is called “{name}” here; {hint}"


def no_month(text: str, most: int) -> str:
    """Not the number of a month."""
    return (
        f"“{text}” is no month from which on a site is ready; it is a number from 0 to {most:,}, or nothing."
    )


def claimed_is_known(column: str) -> str:
    """A kingdom's hex that nobody has seen."""
    return f"a kingdom's hex is {column}; leave “{column}” empty or write yes."


# -- the whole map --------------------------------------------------------------------------------------


def leads_nowhere(direction: str, there: str, back: str) -> str:
    """A river into a hex that has none from there."""
    return f"the river to {direction} leads nowhere: {there} has none towards {back}."


def flows_in(there: str, direction: str) -> str:
    """A river of the rest of the map ends at this hex's border."""
    return f"the river of {there} flows in here; add {direction} to “rivers”."


def settled_water(town: str) -> str:
    """A settlement would stand in the sea."""
    return f"{town} stands here, and no settlement stands on Water."


def settled_realm(town: str) -> str:
    """A settlement would change hands."""
    return f"{town} stands here; a file can't change whose hex that is. `/hex-gm give` can."


def odd_ground(improvement: str, terrain: str, grounds: Sequence[str]) -> str:
    """What could not have been built."""
    where = listed([TERRAIN_NAMES[each] for each in grounds], "or")
    return f"{IMPROVEMENTS[improvement]} in {TERRAIN_NAMES[terrain]}; by the rules it needs {where}."


# -- told -----------------------------------------------------------------------------------------------


def title(name: str) -> str:
    """The card of a file that waits."""
    return f"Import {name}?"


def waits(name: str) -> str:
    """Where it is listed among all that waits."""
    return f"A map to import: {name}"


def several(count: int) -> str:
    """How many hexes."""
    return f"{count:,} hex{'es' if count != 1 else ''}"


def counts(new: int, changed: int, removed: int, total: int) -> str:
    """What it would do."""
    parts = [f"**{new:,}** new", f"**{changed:,}** changed", f"**{removed:,}** removed"]
    return f"{', '.join(parts)}. The map then has {several(total)}."


REPLACES = "It replaces the whole map: hexes that the file doesn't have are taken off."
ADDS = "Hexes that the file doesn't have stay as they are."
ODD = "**Odd, but done as it says:**"


def and_more(count: int) -> str:
    """Odd things that are not listed."""
    return f"… and {count} more."


def opened(name: str, new: int, changed: int, removed: int) -> str:
    """In the journal."""
    return f"{name} waits to be imported: {new} new, {changed} changed, {removed} removed."


def dropped(name: str) -> str:
    """Not imported after all."""
    return f"{name} was not imported."


def moved_on(now: Sequence[int], then: Sequence[int]) -> str:
    """The map isn't what it was when the file was read."""
    was, is_ = (f"{new} new, {changed} changed, {removed} removed" for new, changed, removed in (then, now))
    return (
        f"The map has changed since: it was to be {was}; now it would be {is_}. Nothing was changed; "
        "import the file again."
    )
