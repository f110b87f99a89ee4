"""The buildings' names."""

from __future__ import annotations

from collections.abc import Sequence

from bot.systems.kingdom.book import BuildingType, Modifier

BUILDINGS = {each.value: each.label for each in BuildingType}
MODIFIERS = {each.value: each.label for each in Modifier}


def building_screens_at(building: str, where: str) -> str:
    """A building and its place."""
    preposition = "in" if where.startswith("district") else "at"
    return f"{BUILDINGS[building]} {preposition} {where}"


# -- What came down with it ---------------------------------------------------------------------------------


def more(names: Sequence[str], most: int) -> list[str]:
    """As many as there is room for, and how many more."""
    rest = len(names) - most
    return [*names[:most], f"{rest} more"] if rest > 0 else list(names)
