"""Demolishing and repairing: shown before it is done, and told."""

from __future__ import annotations

from collections.abc import Sequence

from bot.systems.kingdom.words.building_screens import at
from bot.systems.kingdom.words.buildings import BUILDINGS
from bot.systems.kingdom.words.names import listed, number

# -- before it is done --------------------------------------------------------------------------------


def demolish_title(building: str, where: str, town: str) -> str:
    """The preview of a building's end."""
    return f"Demolish the {at(building, where)}, {town}?"


def demolish_button(building: str, price: int, *, even_so: bool) -> str:
    """The deed and its price."""
    what = "Demolish it even so" if even_so else f"Demolish the {BUILDINGS[building]}"
    return f"{what} for {price} BP"


NO_UNREST = "No Unrest, and nothing is paid back; what is left of it makes the next building there cheaper."


def rebuilt_for(building: str, half: int) -> str:
    """What the site is worth for the same building."""
    return f"The same again there would cost half: {half} BP."


def goes_too(found: Sequence[str]) -> str:
    """What stands on or in it."""
    return f"**Goes with it:** {listed(found)}."


def relied_on(found: Sequence[str]) -> str:
    """Who has nobody else beside it."""
    verb = "relies" if len(found) == 1 else "rely"
    return f"**Mind:** {listed(found)} {verb} on it, and would lack a neighbour or water."


def items_lost(count: int) -> str:
    """Magic items on the market."""
    return f"**Mind:** {_items(count)} on its market would be gone."


def discounts_lost(types: Sequence[str]) -> str:
    """Discounts that it has not given yet."""
    return f"Its discounts go with it: {listed([BUILDINGS[each] for each in types])}."


def repair_title(building: str, where: str, town: str) -> str:
    """The preview of a repair."""
    return f"Repair the {at(building, where)}, {town}?"


def repair_button(building: str, price: int) -> str:
    """The deed and its price."""
    return f"Repair the {BUILDINGS[building]} for {price} BP"


NO_LIMIT = "It takes none of the month's buildings."
NOTHING_DAMAGED = "Nothing is damaged"

# -- told ---------------------------------------------------------------------------------------------


def demolished(kingdom: str, building: str, where: str, town: str, price: int) -> str:
    """A building is gone."""
    return f"{kingdom} demolishes the {at(building, where)} in {town} for {price} BP."


def went_too(found: Sequence[str]) -> str:
    """What went with it."""
    return f"With it goes: {listed(found)}."


def left_alone(found: Sequence[str]) -> str:
    """Who lacks something now."""
    verb = "lacks" if len(found) == 1 else "lack"
    return f"{listed(found)} now {verb} a neighbour or water."


def _items(count: int) -> str:
    return "1 magic item" if count == 1 else f"{number(count)} magic items"


def repaired(kingdom: str, building: str, where: str, town: str, price: int) -> str:
    """A damaged building is whole."""
    return f"{kingdom} repairs the {at(building, where)} in {town} for {price} BP."


def more(names: Sequence[str], most: int) -> list[str]:
    """As many as there is room for, and how many more."""
    rest = len(names) - most
    return [*names[:most], f"{rest} more"] if rest > 0 else list(names)
