"""The map: what is told of it, and what is refused. Names come in as they are shown."""

from __future__ import annotations

from collections.abc import Sequence

from bot.systems.kingdom.words.names import SPECIALS, TERRAINS, listed

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
    return f"{name} · {TERRAINS[terrain]}{more}"


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
