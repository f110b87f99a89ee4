"""Maps for the tests of the land: a small one with labels, as game masters and players see it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from bot.engine.people import Standing, Viewer
from bot.engine.system import Result, World
from bot.systems.kingdom.book import Special, Terrain
from bot.systems.kingdom.land.edits import HexesSet, HexesTold
from bot.systems.kingdom.land.state import Hex, Land, seen
from tests.systems.kingdom.scenes import LANDS, scene, tarn

PLAYER = Viewer(2, Standing.PLAYER)
FOREST = Hex(Terrain.FOREST)
# Three by two, half of it under the fog, nothing claimed.
#   A1 B1 C1
#    A2 B2 C2
LABELS = {"0,0": "A1", "1,0": "B1", "2,0": "C1", "0,1": "A2", "1,1": "B2", "2,1": "C2"}
KNOWN = ("A1", "B1", "A2")


def small(**changed: Hex) -> Land:
    """The small map; hexes by label as given."""
    hexes = {}
    for spot, label in LABELS.items():
        each = replace(FOREST, label=label, is_revealed=label in KNOWN)
        hexes[spot] = replace(changed[label], label=label) if label in changed else each
    return Land("The lands", hexes)


def lair(**more: Any) -> Hex:
    """A hex with a lair that nobody has found yet."""
    return replace(FOREST, specials=(Special.LAIR,), **more)


def on_small(**changed: Hex) -> World:
    """A scene of the small map; Tarn has nothing on it."""
    return scene(tarn(settlements=(), capital=None), small(**changed))


def land_in(after: World) -> Land:
    """The map as it is."""
    state: Land = after.records[LANDS].state
    return state


def for_players(after: World) -> Land:
    """The map as players see it."""
    return seen(land_in(after), PLAYER)


def named(after: World, label: str) -> Hex:
    """The hex of that label."""
    return next(each for each in land_in(after).hexes.values() if each.label == label)


def open_told(turn: Result) -> HexesTold | None:
    """What everybody is told."""
    return next((each for each in turn.events if isinstance(each, HexesTold)), None)


def secret_told(turn: Result) -> HexesSet | None:
    """What game masters are told."""
    return next((each for each in turn.events if isinstance(each, HexesSet)), None)
