"""Kingdoms that are being drawn up, for tests of the rules."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from bot.engine.system import World
from bot.systems.kingdom.book import Alignment, Backing, Terrain
from bot.systems.kingdom.land.state import Land
from bot.systems.kingdom.state import Kingdom, Terms
from tests.systems.kingdom.scenes import HOME, LANDS, hexed, land, scene

EMPTY = Land("The lands")


def draft(**changes: Any) -> Kingdom:
    """Tarn while it is being drawn up: all is chosen, with 50 BP, beginning in the plains of 0,0."""
    chosen = Kingdom(
        "Tarn", LANDS, Alignment.NEUTRAL, Terms(Backing.CHARTER, "Queen Ada", 50), home=HOME, first="0,0"
    )
    return replace(chosen, **changes)


def drawing(kingdom: Kingdom | None = None, on: Land | None = None) -> World:
    """A scene of that draft; nobody claims any of the land."""
    return scene(kingdom or draft(), on or land(own=()))


def terrain(kind: Terrain) -> Land:
    """The land with that terrain at 0,0."""
    return hexed(land(own=()), "0,0", terrain=kind)
