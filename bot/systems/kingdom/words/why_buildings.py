"""Why a number is what it is: what buildings add to it."""

from __future__ import annotations

from collections.abc import Sequence

from bot.systems.kingdom.words.buildings import BUILDINGS
from bot.systems.kingdom.words.counting import counted, things
from bot.systems.kingdom.words.names import signed

HALVED = {
    "cathedral": "Cathedral: half of what Promotion costs",
    "waterfront": "Waterfront: half of what Taxation costs",
}


def building(name: str, count: int) -> str:
    """So many of a building."""
    return f"{BUILDINGS[name]} × {count}" if count > 1 else BUILDINGS[name]


def others(parts: Sequence[tuple[int, str]]) -> str:
    """Further buildings, in one line."""
    return ", ".join(f"{what} {signed(amount)}" for amount, what in parts)


def menagerie(ratings: str) -> str:
    """Beasts, by the highest CR in each Menagerie."""
    return f"a quarter of the highest CR in a Menagerie, rounded down (CR {ratings})"


def foundry(count: int) -> str:
    """Foundries that have a Mine."""
    return f"{things(count, 'Mine')}, each connected with a Foundry of its own"


def stockyard(count: int) -> str:
    """Farms in a Stockyard's hex or beside it."""
    return f"{counted(count, 'farm')} by a Stockyard, 1 more each"
