"""Buildings that game masters put into a settlement, and what was there before anybody built."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from bot.engine.dice.source import Dice
from bot.engine.people import EVERYONE, Audience
from bot.engine.system import RecordId, Scene, Turn
from bot.errors import RuleViolation
from bot.systems.kingdom.rules.builders import meant_type
from bot.systems.kingdom.rules.building_book import WALLS
from bot.systems.kingdom.rules.building_places import place_of, place_text
from bot.systems.kingdom.rules.plots import Ground
from bot.systems.kingdom.rules.raising import cleared, unrest_of
from bot.systems.kingdom.rules.terms import BuildingType
from bot.systems.kingdom.rules.town import Building, Place, Town
from bot.systems.kingdom.rules.town_works import reason_of, works_of
from bot.systems.kingdom.words import buildings_gm as words

# What can be there before anybody builds: a river through the grid, a cliff for a wall, a river for a moat.
NATURAL: Final = (BuildingType.WATERWAY, *WALLS)


@dataclass(frozen=True, slots=True)
class PlaceBuilding:
    """Put a building into a settlement: free and outside the month's limit.

    What is not `is_legal` only needs room there: nothing must stand beside it, now or later. What
    `is_natural` was there before anybody built.
    """

    settlement: RecordId
    building: str
    place: str
    reason: str
    kingdom: RecordId | None = None
    is_legal: bool = True
    is_natural: bool = False


@dataclass(frozen=True, slots=True)
class BuildingPlaced:
    """A game master put a building there; `unrest` is what its completion changed (R105)."""

    settlement: str
    building: BuildingType
    place: str
    reason: str
    unrest: int = 0
    is_legal: bool = True
    is_natural: bool = False
    audience: Audience = EVERYONE


def place_building(scene: Scene, action: PlaceBuilding, dice: Dice) -> Turn:
    """Put it there. Unrest changes as if it had been built, but not by what is natural.

    Raises RuleViolation where there is no room, or the rules forbid it that were to be kept.
    """
    at, reason = works_of(scene, action), reason_of(action.reason)
    building, place = meant_type(action.building, at.rulings), place_of(action.place)
    if action.is_natural and building not in NATURAL:
        raise RuleViolation(words.not_natural(building.value, [each.value for each in NATURAL]))
    ground = Ground(at.town, at.rulings)
    _require_allowed(ground, building, place, is_legal=action.is_legal)
    new = Building(
        at.town.counted + 1,
        building,
        place,
        at.month,
        is_natural=action.is_natural,
        is_exempt=not action.is_legal,
        relies_on=(ground.served(building, place) or ()) if place.lots else (),
    )
    unrest = 0
    if at.realm is not None and not action.is_natural:
        unrest = unrest_of(at.realm, at.town, building)
    told = BuildingPlaced(
        at.town.name,
        building,
        place_text(place),
        reason,
        unrest,
        action.is_legal,
        action.is_natural,
        at.audience,
    )
    return at.turn(standing(at.town, new), told, unrest=unrest)


def _require_allowed(ground: Ground, building: BuildingType, place: Place, *, is_legal: bool) -> None:
    """See that it can stand there: by the rules, or only by the room that there is. Raises RuleViolation."""
    if why := ground.room(building, place):
        raise RuleViolation(words.refused(why))
    if building is BuildingType.BROTHEL and (why := ground.in_settlement(building)):
        raise RuleViolation(words.refused(why))
    if is_legal and (why := ground.hindrance(building, place)):
        raise RuleViolation(words.against_the_rules(why))


def standing(town: Town, new: Building) -> Town:
    """A settlement with a building that nobody paid for; no Unrest is counted here."""
    town = cleared(town, new.place)
    calms = new.type in WALLS and not new.is_natural and new.type not in town.calmed
    return replace(
        town,
        buildings=(*town.buildings, new),
        calmed=(*town.calmed, new.type) if calms else town.calmed,
        counted=max(new.number, town.counted),
    )
