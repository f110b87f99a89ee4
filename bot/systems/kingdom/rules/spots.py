"""Which hex of the map somebody means, as far as they may know of it."""

from __future__ import annotations

from bot.engine.people import Viewer
from bot.engine.system import Scene
from bot.systems.kingdom.rules.hexes import Spot
from bot.systems.kingdom.rules.land import Land, seen
from bot.systems.kingdom.rules.places import spot_of


def spot_meant(scene: Scene, land: Land, text: str) -> Spot:
    """The hex of that label or those coordinates; what lies in the fog is not there for players.

    Raises RuleViolation naming near ones.
    """
    return spot_of(seen(land, Viewer(scene.actor, scene.standing)), text)
