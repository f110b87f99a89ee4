"""The buildings' names."""

from __future__ import annotations

from collections.abc import Sequence

from bot.systems.kingdom.book import BuildingType, Modifier
from bot.systems.kingdom.names import BORDERS, SPECIALS, listed, signed

BUILDINGS = {each.value: each.label for each in BuildingType}
MODIFIERS = {each.value: each.label for each in Modifier}
ITEM_KINDS = {
    "armor": "armour",
    "potion": "potion",
    "ring": "ring",
    "scroll": "scroll",
    "shield": "shield",
    "wand": "wand",
    "weapon": "weapon",
    "wondrous_item": "wondrous item",
}


def a(building: str) -> str:
    """A building with its article: "a House", "an Inn", "Paved Streets"."""
    return BuildingType(building).one


def building_screens_at(building: str, where: str) -> str:
    """A building and its place."""
    preposition = "in" if where.startswith("district") else "at"
    return f"{BUILDINGS[building]} {preposition} {where}"


# -- What game masters do about buildings: what is refused, and what is told of it -------------------------


# -- refused ------------------------------------------------------------------------------------------


def changed_hands(name: str) -> str:
    """Whose it is changed meanwhile."""
    return f"{name} changed hands just now; nothing was changed. Look at it with `/settlement show`."


def not_natural(building: str, can: Sequence[str]) -> str:
    """Nothing grows like that."""
    names = listed([BUILDINGS[each] for each in can], "or")
    return f"Nature brings no {BUILDINGS[building]}, only a {names}; nothing was changed."


def natural(building: str) -> str:
    """Nobody built it."""
    return (
        f"The {BUILDINGS[building]} was there before anybody built, and only what was built can be damaged "
        "or destroyed; nothing was changed. `/build-gm remove` takes it away."
    )


def is_damaged(building: str) -> str:
    """It is damaged already."""
    return (
        f"The {BUILDINGS[building]} is damaged already; nothing was changed. `/build-gm destroy` brings it "
        "down, and its kingdom repairs it with `/build repair`."
    )


def no_kingdom(name: str) -> str:
    """Nobody builds there."""
    return (
        f"{name} is no kingdom's, and only a kingdom builds with what it finds or is given; nothing was "
        "changed. Put the building there with `/build-gm place`."
    )


def nothing_found(where: str, special: str) -> str:
    """The hex has no such special terrain, or it is used up."""
    return (
        f"{where} has no {SPECIALS[special]} left to use, and a find uses one up; nothing was changed. "
        "Draw it there first (`/hex-gm set`), or grant a gift."
    )


def no_such_detail(building: str) -> str:
    """It has nothing of the kind."""
    return (
        f"That can't be said of {a(building)}: a Menagerie has a CR, a Museum a display in gp that may be "
        "significant; nothing was changed."
    )


def out_of_range(most_cr: int, most_display: int) -> str:
    """Out of bounds."""
    return f"A CR is 0 to {most_cr}, a display 0 to {most_display:,} gp; nothing was changed."


# -- told ---------------------------------------------------------------------------------------------


def placed(building: str, where: str, town: str, *, is_natural: bool) -> str:
    """A new one."""
    if is_natural:
        return f"{town} has a natural {building_screens_at(building, where)}."
    return f"A game master places {_a(building, where)} in {town}."


def _a(building: str, where: str) -> str:
    return building_screens_at(building, where).replace(BUILDINGS[building], a(building), 1)


def destroyed(building: str, where: str, town: str) -> str:
    """It is gone; its site remains."""
    return f"The {building_screens_at(building, where)} in {town} is destroyed."


def removed(building: str, where: str, town: str) -> str:
    """As if it had never been."""
    return f"A game master takes the {building_screens_at(building, where)} out of {town}."


def unrest(amount: int) -> str:
    """What it does to Unrest."""
    return f"Unrest {signed(amount)}."


def why(reason: str) -> str:
    """What a game master says of it."""
    return f"Why: {reason}"


def granted(gift: str, building: str, town: str, points: int) -> str:
    """What can be built for less."""
    what = a(building) if building else "a building"
    match gift:
        case "found":
            return f"{town} finds {a(building)} in good repair: it can be built there free."
        case "ruin":
            return f"{town} has a Ruin to build {what} from, at half the price."
        case "salvage":
            return f"{town} salvages a Ruin: **{points} BP** off {what}."
        case _:
            return f"{town} is given {what}: free, once there is a place for it."


def used_up(special: str, spot: str) -> str:
    """The hex has it no longer."""
    return f"The {SPECIALS[special]} in {spot} is used up."


def menagerie(where: str, town: str, cr: int) -> str:
    """What it holds."""
    return f"The Menagerie at {where} in {town} holds creatures up to CR {cr}."


def museum(where: str, town: str, display: int, *, is_significant: bool) -> str:
    """What it displays."""
    significant = ", one of it significant" if is_significant else ""
    return f"The Museum at {where} in {town} shows {display:,} gp{significant}."


def shore(town: str, district: int, borders: Sequence[str]) -> str:
    """Which borders are water."""
    water = listed([BORDERS[each] for each in borders]) if borders else "none"
    return f"{town}, district {district}: water borders {water}."


# -- as options ---------------------------------------------------------------------------------------


# -- What came down with it ---------------------------------------------------------------------------------


def left_alone(found: Sequence[str]) -> str:
    """Who lacks something now."""
    verb = "lacks" if len(found) == 1 else "lack"
    return f"{listed(found)} now {verb} a neighbour or water."


def more(names: Sequence[str], most: int) -> list[str]:
    """As many as there is room for, and how many more."""
    rest = len(names) - most
    return [*names[:most], f"{rest} more"] if rest > 0 else list(names)


def standing(building: str, where: str, *, is_damaged: bool) -> str:
    """A building that stands, in a list."""
    return building_screens_at(building, where) + (", damaged" if is_damaged else "")
