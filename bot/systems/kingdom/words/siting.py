"""Where improvements may stand: why not, each a sentence that still wants its full stop."""

from __future__ import annotations

from collections.abc import Sequence

from bot.systems.kingdom.words.names import IMPROVEMENTS, TERRAINS, listed

VOWELS = "AEIOU"
BRIDGE = "A Bridge is never built by itself: the price of a Road over a river includes it"
FISHERY = "A Fishery needs coast, river, marsh or open water in the hex"
ROAD_FIRST = "A Highway is an upgrade: the hex needs a Road first"
DRY_DESERT = "A Farm in the desert needs a river, a coast or a Canal in the hex itself"


def a(improvement: str) -> str:
    """An Aqueduct, a Farm."""
    name = IMPROVEMENTS[improvement]
    return f"{'an' if name[0] in VOWELS else 'a'} {name}"


def capital_a(improvement: str) -> str:
    """The same, where a sentence begins with it."""
    return a(improvement)[0].upper() + a(improvement)[1:]


def not_claimed(hex_name: str, kingdom: str) -> str:
    """Only what is claimed can be improved."""
    return f"{hex_name} isn't claimed by {kingdom}: only its own hexes can be improved"


def is_there(improvement: str, hex_name: str) -> str:
    """One of each kind."""
    return f"{hex_name} has {a(improvement)} already, and a hex holds one of each kind"


def is_better(improvement: str, above: str, hex_name: str) -> str:
    """It was upgraded."""
    return f"{hex_name} has {a(above)}, which {a(improvement)} can't stand beside"


def is_taken(improvement: str, hex_name: str) -> str:
    """Mine, Quarry and Sawmill."""
    return f"{hex_name} has {a(improvement)}: of Mine, Quarry and Sawmill a hex holds one"


def wrong_ground(improvement: str, terrain: str, fit: Sequence[str]) -> str:
    """Not in that terrain."""
    grounds = listed([TERRAINS[each].lower() for each in fit], "or")
    if len(fit) > len(TERRAINS) - 2:
        grounds = "land"
    return f"{capital_a(improvement)} needs {grounds}, this is {TERRAINS[terrain].lower()}"


def too_small(most: int, size: int) -> str:
    """Highways are for large kingdoms."""
    return f"A Highway needs a kingdom of Size {most} or more, this one has {size}"


def no_water(farms: int) -> str:
    """No river, lake, marsh or Canal."""
    return (
        "A Farm needs a river, lake, marsh or Canal in its hex or next to it, "
        f"or {farms} of the kingdom's Farms next to it"
    )


def needs_ruler(improvement: str) -> str:
    """The Ruler's role is vacant."""
    return f"{capital_a(improvement)} needs a Ruler, or somebody who stands in for one"
