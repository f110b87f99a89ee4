"""Claiming and abandoning hexes: what is refused, shown before it is done, and told."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bot.systems.kingdom.names import IMPROVEMENTS, SPECIALS, TERRAINS, listed

# -- refused ------------------------------------------------------------------------------------------


# -- before it is done --------------------------------------------------------------------------------


# -- told ---------------------------------------------------------------------------------------------


# -- Where improvements may stand: why not, each a sentence that still wants its full stop -----------------


# -- Terrain improvements and sites: what is refused, shown before it is done, and told --------------------


# -- refused ------------------------------------------------------------------------------------------


# -- before it is done --------------------------------------------------------------------------------


# -- told ---------------------------------------------------------------------------------------------


# -- Losing hexes and what is cut off by it: what is told, and what is refused -----------------------------


def hexes(count: int) -> str:
    """1 hex, 2 hexes."""
    return "1 hex" if count == 1 else f"{count} hexes"


# -- refused ------------------------------------------------------------------------------------------


# -- Lists of hexes to choose from, and the buttons that open them -----------------------------------------


COMMANDS = {
    "claim": "/hex claim",
    "abandon": "/hex abandon",
    "improve": "/hex improve",
    "prepare": "/hex prepare",
}


def more(count: int, deed: str) -> str:
    """Too many for a list."""
    return f"{count} more: name one with `{COMMANDS[deed]}`."


# -- The map's picture: its legend, and the same in words --------------------------------------------------


NOT_EXPLORED, NOT_CLEARED = "?", "!"
MARKS = {NOT_EXPLORED: "not explored", NOT_CLEARED: "not cleared"}
ROAD, HIGHWAY, RIVER, CANAL, AQUEDUCT, LAKE, COAST = (
    "road",
    "highway",
    "river",
    "canal",
    "aqueduct",
    "lake",
    "coast",
)
SETTLEMENT, CAPITAL = "settlement", "capital"
HIDDEN, SECRET = "hidden from players", "secret note"
MOST_NAMED = 12


def sign(kind: str) -> str:
    """What a square or round sign stands for: an improvement or special terrain."""
    return IMPROVEMENTS.get(kind) or SPECIALS[kind]


def terrain(kind: str) -> str:
    """A terrain in the legend."""
    return TERRAINS[kind]


def counted(hexes: int, *, is_cut: bool) -> str:
    """How much of the land is shown."""
    part = "a part of the map, " if is_cut else ""
    return f"{part}{hexes} {'hex' if hexes == 1 else 'hexes'}"


def alt(
    shown: str,
    terrains: Mapping[str, int],
    realms: Sequence[str],
    places: Sequence[str],
    hidden: tuple[int, int] = (0, 0),
) -> str:
    """The picture in words: size, terrains, realms, settlements, hexes that are hidden or have a secret."""
    kinds = ", ".join(f"{TERRAINS[kind].lower()} {count}" for kind, count in terrains.items())
    parts = [f"Map: {shown}.", f"Terrain: {kinds}."]
    if realms:
        parts.append(f"Realms: {'; '.join(realms)}.")
    if places:
        more = f" and {len(places) - MOST_NAMED} more" if len(places) > MOST_NAMED else ""
        parts.append(f"Settlements: {'; '.join(places[:MOST_NAMED])}{more}.")
    for count, what in zip(hidden, (HIDDEN, SECRET), strict=True):
        if count:
            parts.append(f"{what.capitalize()}: {count}.")
    return " ".join(parts)


def realm(name: str, size: int, improvements: Mapping[str, int]) -> str:
    """A realm in words."""
    built_there = listed([f"{IMPROVEMENTS[each]} {count}" for each, count in improvements.items()])
    return f"{name}, {size} {'hex' if size == 1 else 'hexes'}" + (f" ({built_there})" if built_there else "")


def place(name: str, where: str, *, is_capital: bool) -> str:
    """A settlement in words."""
    return f"{name} in {where}" + (", the capital" if is_capital else "")


def shown(centre: str, radius: int) -> str:
    """The map was shown to everybody."""
    return f"The map around {centre}, {radius} hexes wide, was shown." if centre else "The map was shown."
