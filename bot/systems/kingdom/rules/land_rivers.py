"""Rivers: drawn along a path of neighbours, and erased."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any

from bot.engine.dice.source import Dice
from bot.engine.people import Permit
from bot.engine.system import ActionKind, Kind, Scene, Turn
from bot.engine.words import safe
from bot.errors import RuleViolation
from bot.systems.kingdom.rules.hexes import Direction, Spot, beside, direction_to
from bot.systems.kingdom.rules.land import Land
from bot.systems.kingdom.rules.land_told import Deed, land_of, land_scope, land_turn
from bot.systems.kingdom.rules.places import path_of
from bot.systems.kingdom.words import land as words

# A hex, and where its river flows.
Flow = tuple[Spot, Direction]


@dataclass(frozen=True, slots=True)
class DrawRiver:
    """Draw a river through neighbouring hexes in order; a direction at an end leads off the map."""

    through: str


@dataclass(frozen=True, slots=True)
class EraseRiver:
    """Erase a river between neighbours in order, or all that flows in a single hex."""

    through: str


def draw_river(scene: Scene, action: DrawRiver, dice: Dice) -> Turn:
    """Draw it both ways. Raises RuleViolation where it would lead nowhere."""
    land = land_of(scene)
    after = with_flows(land, _course(land, action.through))
    if after == land:
        raise RuleViolation(words.RIVER_IS_THERE)
    return land_turn(scene, after, Deed.RIVER_DRAWN)


def erase_river(scene: Scene, action: EraseRiver, dice: Dice) -> Turn:
    """Erase it both ways. Raises RuleViolation where none flows."""
    land = land_of(scene)
    path = path_of(land, action.through)
    if len(path) == 1 and not isinstance(path[0], Direction):
        flows = [flow for each in land.hexes[path[0]].rivers for flow in _both_ways(path[0], each)]
    else:
        flows = _course(land, action.through)
    after = without_flows(land, flows)
    if after == land:
        raise RuleViolation(words.NO_RIVER)
    return land_turn(scene, after, Deed.RIVER_ERASED)


def with_flows(land: Land, flows: Iterable[Flow]) -> Land:
    """The map with rivers flowing there besides."""
    return _flowing(land, {spot: {*now, *new} for spot, (now, new) in _by_hex(land, flows).items()})


def without_flows(land: Land, flows: Iterable[Flow]) -> Land:
    """The map without those."""
    return _flowing(land, {spot: {*now} - {*gone} for spot, (now, gone) in _by_hex(land, flows).items()})


def _by_hex(land: Land, flows: Iterable[Flow]) -> dict[Spot, tuple[tuple[Direction, ...], list[Direction]]]:
    found: dict[Spot, tuple[tuple[Direction, ...], list[Direction]]] = {}
    for spot, direction in flows:
        if spot in land.hexes:
            found.setdefault(spot, (land.hexes[spot].rivers, []))[1].append(direction)
    return found


def _flowing(land: Land, rivers: dict[Spot, set[Direction]]) -> Land:
    changed = {}
    for spot, flows in rivers.items():
        ordered = tuple(each for each in Direction if each in flows)
        if set(ordered) != set(land.hexes[spot].rivers):
            changed[spot] = replace(land.hexes[spot], rivers=ordered)
    return land.having(changed) if changed else land


def _both_ways(spot: Spot, direction: Direction) -> tuple[Flow, Flow]:
    return (spot, direction), (beside(spot, direction), direction.opposite)


# -- a path ---------------------------------------------------------------------------------------------


def _course(land: Land, text: str) -> list[Flow]:
    """Where a river flows on that path. Raises RuleViolation where it leads nowhere."""
    path = path_of(land, text)
    spots = [each for each in path if not isinstance(each, Direction)]
    middle = [each for each in path[1:-1] if isinstance(each, Direction)]
    if middle:
        raise RuleViolation(words.direction_within(middle[0].value))
    if not spots or len(path) < 2:
        raise RuleViolation(words.leads_nowhere([safe(land.name_of(each)) for each in spots]))
    flows = [flow for here, there in pairwise(spots) for flow in _step(land, here, there)]
    return [*flows, *_ends(land, path)]


def _step(land: Land, here: Spot, there: Spot) -> tuple[Flow, Flow]:
    direction = direction_to(here, there)
    if direction is None:
        raise RuleViolation(
            words.no_neighbours(safe(land.name_of(here)), safe(land.name_of(there)), _around(land, here))
        )
    return _both_ways(here, direction)


def _around(land: Land, spot: Spot) -> list[str]:
    """The neighbours on the map, with where they lie."""
    near = ((each, beside(spot, each)) for each in Direction)
    return [words.lies(each.value, safe(land.name_of(at))) for each, at in near if at in land.hexes]


def _ends(land: Land, path: Sequence[Spot | Direction]) -> list[Flow]:
    """The flows off the map, at either end of the path. Raises RuleViolation where the map goes on there."""
    found = []
    for direction, spot in ((path[0], path[1]), (path[-1], path[-2])):
        if isinstance(direction, Direction):
            at = beside(spot, direction)
            if at in land.hexes:
                names = safe(land.name_of(spot)), direction.value, safe(land.name_of(at))
                raise RuleViolation(words.map_goes_on(*names))
            found.append((spot, direction))
    return found


KINDS: tuple[Kind[Any], ...] = ()
ACTIONS: tuple[ActionKind[Any], ...] = (
    ActionKind(DrawRiver, draw_river, Permit.GAME_MASTERS, land_scope),
    ActionKind(EraseRiver, erase_river, Permit.GAME_MASTERS, land_scope),
)
EVENTS: tuple[type[Any], ...] = ()
