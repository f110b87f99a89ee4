"""Buildings built, upgraded, demolished and repaired, as everybody reads it."""

from __future__ import annotations

from bot.systems.kingdom.words.building_screens import at, reason
from bot.systems.kingdom.words.buildings import BUILDINGS, a


def built(kingdom: str, building: str, where: str, town: str, price: int) -> str:
    """A new building."""
    return f"{kingdom} builds {_placed(building, where)} in {town} for {price} BP."


def upgraded(kingdom: str, building: str, over: str, where: str, town: str, price: int) -> str:
    """A better one."""
    old = BUILDINGS[over]
    return f"{kingdom} upgrades the {old} in {town} to {_placed(building, where)} for {price} BP."


def _placed(building: str, where: str) -> str:
    return at(building, where).replace(BUILDINGS[building], a(building), 1)


def less(listed_price: int, cut: str, by: str, magic: int) -> str:
    """Why it cost less than the list says."""
    reasons = [each for each in (reason(cut, by), f"−{magic} by magic" if magic else "") if each]
    return f"List price {listed_price} BP: {', '.join(reasons)}."


FREE = "It does not count against the month's limit."
