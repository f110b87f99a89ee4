"""Kingdoms in which nothing adds to a number but what a test is about."""

from __future__ import annotations

from typing import Any

from bot.systems.kingdom.book import Attribute, Terrain
from bot.systems.kingdom.land.state import Direction, Hex, Land
from bot.systems.kingdom.realm import Realm
from bot.systems.kingdom.sources import figures
from bot.systems.kingdom.state import Kingdom
from tests.systems.kingdom.scenes import everybody, hexed, land, tarn

# Nothing but what a test is about: no alignment, and nobody's absence costs anything.
E, L, S = Attribute.ECONOMY, Attribute.LOYALTY, Attribute.STABILITY
FLOWS = (Direction.EAST,)


def bare(**changes: Any) -> Kingdom:
    """A kingdom without an alignment in which everybody is there and adds nothing."""
    return tarn(**{"alignment": None, "leaders": everybody(), **changes})


def held(*leaders: Any, **changes: Any) -> Kingdom:
    """The same, with those leaders in their roles."""
    roles = {each.role for each in leaders}
    others = tuple(each for each in everybody() if each.role not in roles)
    return bare(leaders=(*leaders, *others), **changes)


def values(of: Realm) -> tuple[int, int, int]:
    """Economy, Loyalty and Stability."""
    now = figures(of)
    return now.economy, now.loyalty, now.stability


def row(count: int, **changes: Any) -> Land:
    """So many hexes of Tarn in a row, each alike; the first has its capital."""
    spots = {f"{q},0": Hex(Terrain.PLAINS) for q in range(count)}
    state = land(spots, tuple(spots))
    for spot in spots:
        state = hexed(state, spot, **changes)
    return state
