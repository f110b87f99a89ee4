"""What game masters do to buildings: destroyed, damaged, taken away (R105, R108); and their other deeds."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from bot.engine.dice.source import Dice
from bot.engine.people import EVERYONE, Audience, Permit
from bot.engine.system import ActionKind, Kind, RecordId, Scene, Turn
from bot.errors import RuleViolation
from bot.systems.kingdom.rules.building_book import SHARES
from bot.systems.kingdom.rules.building_places import building_of, place_text
from bot.systems.kingdom.rules.placing_buildings import BuildingPlaced, PlaceBuilding, place_building
from bot.systems.kingdom.rules.relying import alone_in, fallen, falls_with
from bot.systems.kingdom.rules.slots import ItemsGone, items_gone
from bot.systems.kingdom.rules.terms import BuildingType
from bot.systems.kingdom.rules.town import SHARING, Building, Town
from bot.systems.kingdom.rules.town_finds import (
    BuildingDetailed,
    BuildingGranted,
    GrantBuilding,
    SetBorders,
    SetBuilding,
    ShoreSet,
    grant_building,
    set_borders,
    set_building,
)
from bot.systems.kingdom.rules.town_works import Works, reason_of, works_of, works_scope
from bot.systems.kingdom.rules.wrecking import Stood
from bot.systems.kingdom.words import buildings_gm as words

__all__ = ["ACTIONS", "EVENTS", "KINDS", "GrantBuilding", "PlaceBuilding", "SetBorders", "SetBuilding"]


@dataclass(frozen=True, slots=True)
class DestroyBuilding:
    """An event or an army destroys a building, named by its number, its type or a lot."""

    settlement: RecordId
    building: str
    reason: str
    kingdom: RecordId | None = None


@dataclass(frozen=True, slots=True)
class DamageBuilding:
    """A building is damaged, and gives nothing until it is repaired (R108)."""

    settlement: RecordId
    building: str
    reason: str
    kingdom: RecordId | None = None


@dataclass(frozen=True, slots=True)
class RemoveBuilding:
    """Take away a building that never should have stood there; nothing remains of it."""

    settlement: RecordId
    building: str
    reason: str
    kingdom: RecordId | None = None


@dataclass(frozen=True, slots=True)
class BuildingDestroyed:
    """An event or army destroyed it, on so many lots: Unrest rose by 1 for each (R105).

    `also` went with it, and `alone` lack a neighbour or water now.
    """

    settlement: str
    building: BuildingType
    place: str
    reason: str
    unrest: int = 0
    also: tuple[Stood, ...] = ()
    alone: tuple[Stood, ...] = ()
    audience: Audience = EVERYONE


@dataclass(frozen=True, slots=True)
class BuildingDamaged:
    """It gives nothing until it is repaired."""

    settlement: str
    building: BuildingType
    place: str
    reason: str
    audience: Audience = EVERYONE


@dataclass(frozen=True, slots=True)
class BuildingRemoved:
    """A game master took it away as if it had never stood there; `also` went with it."""

    settlement: str
    building: BuildingType
    place: str
    reason: str
    also: tuple[Stood, ...] = ()
    alone: tuple[Stood, ...] = ()
    audience: Audience = EVERYONE


# -- destroyed, damaged, taken away -------------------------------------------------------------------


def destroy_building(scene: Scene, action: DestroyBuilding, dice: Dice) -> Turn:
    """Destroy it: its site remains, and Unrest rises by 1 for each lot (R105).

    Raises RuleViolation for what nobody built.
    """
    at, reason = works_of(scene, action), reason_of(action.reason)
    meant = _built(at, action.building)
    after, also = fallen(at.town, meant)
    unrest = lots_lost(at.town, (meant, *also)) if at.realm is not None else 0
    told = BuildingDestroyed(
        at.town.name,
        meant.type,
        place_text(meant.place),
        reason,
        unrest,
        _stood(also),
        _stood(alone_in(at.town, after, at.rulings)),
        at.audience,
    )
    return at.turn(after, told, *_items(at, (meant, *also)), unrest=unrest)


def lots_lost(town: Town, gone: Collection[Building]) -> int:
    """How many lots are destroyed with those; what shares another building's lot destroys none."""
    sharing = (*SHARES, *SHARING)
    hosts = {
        (each.place.district, lot)
        for each in town.buildings
        if each.type not in sharing
        for lot in each.place.lots
    }
    lost = set()
    for each in gone:
        lots = {(each.place.district, lot) for lot in each.place.lots}
        lost |= lots - hosts if each.type in sharing else lots
    return len(lost)


def damage_building(scene: Scene, action: DamageBuilding, dice: Dice) -> Turn:
    """Damage it. Raises RuleViolation for what is damaged already, or what nobody built."""
    at, reason = works_of(scene, action), reason_of(action.reason)
    meant = _built(at, action.building)
    if meant.is_damaged:
        raise RuleViolation(words.is_damaged(meant.type.value))
    broken = replace(meant, is_damaged=True)
    town = replace(at.town, buildings=tuple(broken if each is meant else each for each in at.town.buildings))
    told = BuildingDamaged(at.town.name, meant.type, place_text(meant.place), reason, at.audience)
    return at.turn(town, told)


def remove_building(scene: Scene, action: RemoveBuilding, dice: Dice) -> Turn:
    """Take it away with what stands on it: no site remains, Unrest stays as it is.

    Raises RuleViolation where it isn't there.
    """
    at, reason = works_of(scene, action), reason_of(action.reason)
    meant = building_of(at.town, action.building)
    also = falls_with(at.town, meant)
    gone = (meant, *also)
    town = replace(at.town, buildings=tuple(each for each in at.town.buildings if each not in gone))
    told = BuildingRemoved(
        at.town.name,
        meant.type,
        place_text(meant.place),
        reason,
        _stood(also),
        _stood(alone_in(at.town, town, at.rulings)),
        at.audience,
    )
    return at.turn(town, told, *_items(at, gone))


def _built(at: Works, text: str) -> Building:
    """The building of that name, number or lot. Raises RuleViolation for what was there before anybody."""
    meant = building_of(at.town, text)
    if meant.is_natural:
        raise RuleViolation(words.natural(meant.type.value))
    return meant


def _items(at: Works, gone: Iterable[Building]) -> tuple[ItemsGone, ...]:
    """Magic items on the market that are gone too; a Free City's market nobody keeps."""
    found = (told for each in gone for told in items_gone(at.kingdom, at.town, each))
    return tuple(replace(each, audience=at.audience) for each in found)


def _stood(buildings: Sequence[Building]) -> tuple[Stood, ...]:
    return tuple(Stood(each.type, place_text(each.place)) for each in buildings)


GMS = Permit.GAME_MASTERS
KINDS: tuple[Kind[Any], ...] = ()
ACTIONS: tuple[ActionKind[Any], ...] = (
    ActionKind(PlaceBuilding, place_building, GMS, works_scope),
    ActionKind(DestroyBuilding, destroy_building, GMS, works_scope),
    ActionKind(DamageBuilding, damage_building, GMS, works_scope),
    ActionKind(RemoveBuilding, remove_building, GMS, works_scope),
    ActionKind(GrantBuilding, grant_building, GMS, works_scope),
    ActionKind(SetBuilding, set_building, GMS, works_scope),
    ActionKind(SetBorders, set_borders, GMS, works_scope),
)
EVENTS: tuple[type[Any], ...] = (
    BuildingPlaced,
    BuildingDestroyed,
    BuildingDamaged,
    BuildingRemoved,
    BuildingGranted,
    BuildingDetailed,
    ShoreSet,
)
