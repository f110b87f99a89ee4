"""The map: what is told of it, and what is refused. Names come in as they are shown."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from bot.systems.kingdom.names import IMPROVEMENTS, SPECIALS, listed
from bot.systems.kingdom.names import TERRAINS as NAMES_TERRAINS
from bot.systems.kingdom.names import TERRAINS as TERRAIN_NAMES

# -- The map: what is told of it, and what is refused ------------------------------------------------------


SEVERAL = "Labels or coordinates with spaces between; A1-C4 is a block"

# -- refused --------------------------------------------------------------------------------------------

ALL_DRAWN = "Every hex of that block is on the map already; give another `corner`."
RIVER_IS_THERE = "That river flows there already; nothing was changed."
NO_RIVER = "No river flows there; nothing was changed."
NO_MAP = "There is no map yet; a game master begins one with `/hex-gm new-map` or `/hex-gm set`."


def new_hex_needs_terrain(spot: str) -> str:
    """A hex that isn't drawn yet."""
    return f"The map has no hex {spot} yet; say which terrain it has to draw it."


def too_many_hexes(count: int, most: int) -> str:
    """Beyond what a map holds."""
    return f"A map has at most {most} hexes; that would make {count:,}."


def one_label(label: str, count: int) -> str:
    """A label for several."""
    return (
        f"A label stands for one hex: “{label}” can't be that of {count}. Name one hex, or leave the label."
    )


def long_note(most: int, count: int) -> str:
    """A note that is too long."""
    return f"A note has at most {most} characters; that one has {count}."


def claimed_is_known(name: str) -> str:
    """A kingdom's hex under the fog."""
    return (
        f"{name} belongs to a kingdom: such a hex is explored, cleared and seen by everyone. "
        "Take it from the kingdom first, with `/hex-gm give` and `back`."
    )


def settled_water(name: str, town: str) -> str:
    """A settlement would stand in the sea."""
    return f"{town} stands in {name}, and no settlement stands on Water; choose a terrain of land."


def no_corner(text: str) -> str:
    """No coordinates."""
    return f"“{text}” is no corner; give coordinates such as 0,0 or -3,5."


def block_size(columns: int, rows: int, most: int) -> str:
    """Too large or too small a block."""
    return (
        f"A block has at least 1 column and 1 row, and at most {most} hexes; "
        f"{columns} by {rows} makes {columns * rows:,}."
    )


def off_the_world(farthest: int) -> str:
    """Coordinates of more than three digits."""
    return f"Coordinates go from -{farthest} to {farthest}; choose a corner nearer to 0,0."


def nothing_to_mark(deed: str) -> str:
    """They are so already."""
    return f"All of that is {MARKS[deed]} already; nothing was changed."


def explore_first(name: str) -> str:
    """Cleared before it was explored."""
    return (
        f"{name} isn't explored yet, and what is there comes to light with that: "
        "explore it first, with `/hex-gm explore`."
    )


def is_claimed(name: str, kingdom: str) -> str:
    """Taken off the map with its owner."""
    whose = kingdom or "a kingdom"
    return f"{name} belongs to {whose}; only hexes that nobody claims leave the map."


def is_settled(name: str, town: str) -> str:
    """Taken off the map with its people."""
    return f"{town} lies in {name}; a hex with a settlement stays on the map."


def is_needed(name: str, kingdom: str) -> str:
    """Something of a kingdom is bound to it."""
    return (
        f"{name} is where {kingdom} begins, has an event, or lost land that it may have back; "
        "the hex stays on the map until that is over."
    )


def note_under_fog(name: str) -> str:
    """Everybody would read of a hex that nobody sees."""
    return (
        f"Players don't see {name} yet, and everybody reads notes. Reveal it first with `/hex-gm reveal`, "
        "or keep the note to yourselves with `/hex-gm set` and `secret`."
    )


def same_note(name: str, *, has_note: bool) -> str:
    """Nothing new."""
    says = "says just that already" if has_note else "has no note"
    return f"{name} {says}; nothing was changed."


def no_terrain(text: str) -> str:
    """None of the nine."""
    return f"“{text}” is no terrain; pick one from the list."


# -- rivers ---------------------------------------------------------------------------------------------


def leads_nowhere(names: Sequence[str]) -> str:
    """A river in one hex, or none."""
    where = f" in {names[0]} alone" if names else ""
    return (
        f"A river{where} leads nowhere. Name the hexes that it flows through in order, two at least, such as "
        "`A1 A2 B3`; where it leaves the map end with a direction, such as `A1 A2 SE`."
    )


def direction_within(word: str) -> str:
    """A direction between hexes."""
    return (
        f"“{word}” stands among the hexes; a direction only begins or ends a river, where it leaves the map."
    )


def no_neighbours(here: str, there: str, around: Sequence[str]) -> str:
    """A step that is no step."""
    near = f"Beside {here} lie {listed(around)}." if around else f"Nothing of the map lies beside {here}."
    return f"The river leads nowhere: {there} is no neighbour of {here}. {near}"


def lies(direction: str, name: str) -> str:
    """A neighbour and where it is."""
    return f"{name} ({direction})"


def map_goes_on(name: str, direction: str, there: str) -> str:
    """A direction into the map."""
    return (
        f"{direction} of {name} the map goes on with {there}: "
        "name that hex instead, so that the river flows on in it."
    )


# -- given ----------------------------------------------------------------------------------------------


def only_standing(kingdom: str) -> str:
    """One that isn't founded, or has ended."""
    return f"{kingdom} isn't founded, or has ended; only a kingdom that stands has hexes."


def not_its(name: str, kingdom: str) -> str:
    """Taken from one who hasn't got it."""
    return f"{name} doesn't belong to {kingdom}; nothing was changed."


def is_its(name: str, kingdom: str) -> str:
    """Given to one who has it."""
    return f"{name} belongs to {kingdom} already; nothing was changed."


NO_PRICE, NO_UNREST = "No BP is paid for that.", "No Unrest comes of that."


def given(kingdom: str, names: str) -> str:
    """Hexes for a kingdom."""
    return f"**{kingdom}** receives {names}."


def taken(kingdom: str, names: str) -> str:
    """Hexes of nobody again."""
    return f"**{kingdom}** gives up {names}."


def why(reason: str) -> str:
    """What for."""
    return f"Why: {reason}"


def with_towns(names: Sequence[str], count: int) -> str:
    """Settlements that came along."""
    left = count - len(names)
    told = f"{', '.join(names)} and {left} more" if left > 0 else listed(names)
    return f"With the settlement{'s' if count > 1 else ''} of {told}."


def bereft(kingdom: str, shifts: str) -> str:
    """Whose they were."""
    return f"{kingdom} loses them: {shifts}" if shifts else f"{kingdom} loses them."


# -- told -----------------------------------------------------------------------------------------------

TITLES = {
    "drawn": "The map grows",
    "changed": "The map is changed",
    "river_drawn": "A river is drawn",
    "river_erased": "A river is taken off the map",
    "explored": "Explored",
    "cleared": "Cleared",
    "revealed": "Known to everyone",
    "hidden": "Under the fog",
    "removed": "Taken off the map",
    "noted": "A note on the map",
    "read": "The map out of a file",
}
MARKS = {"explored": "explored", "cleared": "cleared", "revealed": "revealed", "hidden": "hidden"}
_DONE = {
    "drawn": "drawn",
    "changed": "changed",
    "river_drawn": "with a river now",
    "river_erased": "without that river now",
    "noted": "with a new note",
    "removed": "off the map",
    "read": "changed by a file",
    **MARKS,
}
ONLY_GAME_MASTERS = "*Only game masters know:*"
UNCHANGED = "The map stays as it is."


def hexes(names: Sequence[str], count: int) -> str:
    """Some names, the rest counted: the hexes A1 and A2."""
    left = count - len(names)
    told = f"{', '.join(names)} and {left:,} more" if left > 0 else listed(names)
    return f"the hex{'es' if count > 1 else ''} {told}"


def briefly(deed: str, names: Sequence[str], count: int) -> str:
    """One line for the journal."""
    if not count:
        return UNCHANGED
    what = hexes(names, count)
    return f"{what[0].upper()}{what[1:]}: {_DONE[deed]}."


def sight(name: str, terrain: str, parts: Sequence[str]) -> str:
    """A hex in a line of a card."""
    more = f"; {', '.join(parts)}" if parts else ""
    return f"{name} · {NAMES_TERRAINS[terrain]}{more}"


def waters(*, is_coast: bool, has_lake: bool, has_river: bool) -> list[str]:
    """What water there is."""
    named = (("coast", is_coast), ("lake", has_lake), ("river", has_river))
    return [name for name, is_there in named if is_there]


def specials(found: Sequence[str]) -> list[str]:
    """Special terrain."""
    return [SPECIALS[each] for each in found]


def note(text: str) -> str:
    """What players wrote."""
    return f"“{text}”"


def secret(text: str) -> str:
    """What game masters wrote."""
    return f"secret: “{text}”"


def and_more(count: int) -> str:
    """Hexes that are not listed."""
    return f"… and {count:,} more."


def in_kingdom(name: str, shifts: str) -> str:
    """What it changed in a kingdom's numbers."""
    return f"{name}: {shifts}"


# -- The map as a file: what is wrong in one, what reading it would change ---------------------------------


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
LAND_FILES_UNCHANGED = "The map is just so already; nothing was changed."


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


def land_files_no_terrain(text: str, near: str) -> str:
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


def land_files_claimed_is_known(column: str) -> str:
    """A kingdom's hex that nobody has seen."""
    return f"a kingdom's hex is {column}; leave “{column}” empty or write yes."


# -- the whole map --------------------------------------------------------------------------------------


def land_files_leads_nowhere(direction: str, there: str, back: str) -> str:
    """A river into a hex that has none from there."""
    return f"the river to {direction} leads nowhere: {there} has none towards {back}."


def flows_in(there: str, direction: str) -> str:
    """A river of the rest of the map ends at this hex's border."""
    return f"the river of {there} flows in here; add {direction} to “rivers”."


def land_files_settled_water(town: str) -> str:
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


def land_files_and_more(count: int) -> str:
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


# -- A hex as it is shown, and the map as a file handed over -----------------------------------------------


EXPLORED, NOT_EXPLORED = "explored", "not explored yet"
CLEARED, NOT_CLEARED = "cleared", "not cleared yet"
HIDDEN = "Hidden from players"
UNCLAIMED = "Claimed by nobody."
CAVERN = "A Cavern is a hex of its own, underground; claimed and counted apart from the one above."
ON_WATER = "On Water no settlement, farm or road; a Fishery can be built."
COAST = "Coastline: counts as this terrain for everything; the sea beside it is claimed with it."
BUILDABLE, NOT_BUILDABLE = "Can be built", "Can't be built"
EXPORTED = "The map as players know it."
EXPORTED_SECRETS = "The whole map as a file, with what players may not see: keep it to yourselves."


def file_name(kind: str) -> str:
    """An exported map."""
    return f"map.{kind}"


def exported(count: int) -> str:
    """How much of it."""
    return f"{count:,} hex{'es' if count != 1 else ''}; the columns are explained in the guide to the map."


def state(*, is_explored: bool, is_cleared: bool, is_revealed: bool) -> str:
    """What was done there."""
    told = f"{EXPLORED if is_explored else NOT_EXPLORED}, {CLEARED if is_cleared else NOT_CLEARED}"
    return f"{told[0].upper()}{told[1:]}." + ("" if is_revealed else f" **{HIDDEN}.**")


def exploring(days: int) -> str:
    """Table 4-6, for a party of speed 30."""
    return f"Exploring: {days} day{'s' if days != 1 else ''} at speed 30"


def preparing(points: int | None, months: int | None) -> str:
    """Table 4-6: a settlement's site."""
    if points is None or months is None:
        return "No settlement can stand here"
    when = "at once" if not months else f"{months} month{'s' if months > 1 else ''}"
    return f"Preparing a site: {points} BP, {when}"


def costs(farm: int | None, road: int | None, over_river: int | None) -> str:
    """Table 4-6: farm and road; a road over a river costs twice as much."""
    farms = f"Farm {farm} BP" if farm is not None else "no Farms"
    roads = f"Road {road} BP" if road is not None else "no Roads"
    river = f" ({over_river} BP with the river)" if over_river is not None else ""
    return f"{farms}, {roads}{river}"


def there(parts: Sequence[str]) -> str:
    """Special terrain and waters."""
    told = ", ".join(parts)
    return f"{told[0].upper()}{told[1:]}."


def claimed(kingdom: str) -> str:
    """Whose it is."""
    return f"Claimed by **{kingdom}**."


def improvements(found: Sequence[str]) -> str:
    """What was built."""
    return f"Built here: {', '.join(IMPROVEMENTS[each] for each in found)}."


def prepared(month: int, now: int) -> str:
    """A site for a settlement."""
    if month <= now:
        return "The site for a settlement is ready."
    return f"The site for a settlement is ready in month {month}."


def town(name: str, size: str, *, is_free: bool) -> str:
    """A settlement there."""
    return f"Settlement: **{name}**, {size}{', a Free City' if is_free else ''}."


def rivers(directions: Sequence[str]) -> str:
    """Where it flows."""
    return f"river ({', '.join(directions)})"


def notes(text: str) -> str:
    """The players' note."""
    return f"Note: {text}"


def secret_note(text: str) -> str:
    """The game masters' note."""
    return f"Game masters only: {text}"


def heading(name: str, terrain: str, spot: str) -> str:
    """A hex's title."""
    return f"{name} · {NAMES_TERRAINS[terrain]}" + (f" ({spot})" if spot != name else "")


def can_build(name: str, price: int) -> str:
    """An improvement and its price."""
    return f"{IMPROVEMENTS[name]} {price} BP"


def cannot_build(name: str, why: str) -> str:
    """An improvement and what keeps it off."""
    return f"{IMPROVEMENTS[name]}: {why}"


# -- Hexes as people name them -----------------------------------------------------------------------------


NO_HEX_NAMED = "Name at least one hex: labels or coordinates with spaces between, such as A1 B2 3,-1."


def no_such_hex(name: str, near: Sequence[str]) -> str:
    """None of that label, and no coordinates of the map."""
    hint = f" Did you mean {', '.join(near)}?" if near else " Give its label, or coordinates such as 2,-1."
    return f"The map has no hex “{name}”.{hint}"


def long_label(label: str, most: int) -> str:
    """Too long for the map."""
    return f"A hex's label has at most {most} characters, “{label}” has more."


def label_is_coordinates(label: str) -> str:
    """It would name another hex."""
    return f"“{label}” reads as coordinates; give a label with a letter in it."


def label_is_taken(label: str) -> str:
    """It would be read as a direction, or as two."""
    return (
        f"“{label}” can't be a label: directions such as SE and semicolons mean something in lists of hexes."
    )


def label_used(label: str, where: str) -> str:
    """Another hex has it."""
    return f"“{label}” is the label of hex {where} already; each label stands for one hex."
