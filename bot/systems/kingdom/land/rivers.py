"""Rivers: drawn along a path of neighbours, and erased."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import pairwise

from bot.engine.declare import Action, action, option
from bot.engine.dice.source import Dice
from bot.engine.system import Result, World
from bot.engine.text import Safe, T, refused
from bot.systems.kingdom.book import Spot
from bot.systems.kingdom.land.edits import GMS, MOST_TYPED, MapChange, land_of, land_result
from bot.systems.kingdom.land.state import Direction, Land, beside, direction_to, path_of
from bot.systems.kingdom.realm import known_spots, land_scope

# A hex, and where its river flows.
Flow = tuple[Spot, Direction]


class DrawRiver(Action):
    """Draw a river from hex to hex"""

    through: str = option(
        "Neighboring hexes in order, like A1 A2 B3; off the map: A1 A2 SE",
        suggest=known_spots,
        several=" ",
        max_length=MOST_TYPED,
    )


class EraseRiver(Action):
    """Remove a river from the map"""

    through: str = option(
        "Neighboring hexes in order; a single hex loses all its rivers",
        suggest=known_spots,
        several=" ",
        max_length=MOST_TYPED,
    )


@action("hex gm river", may=GMS, scope=land_scope)
def draw_river(world: World, action: DrawRiver, dice: Dice) -> Result:
    """Draw it both ways. Raises RuleViolation where it would lead nowhere."""
    land = land_of(world)
    after = with_flows(land, _course(land, action.through))
    if after == land:
        raise refused("river.is_there", "That river is already there.")
    return land_result(world, after, MapChange.RIVER_DRAWN)


@action("hex gm unriver", may=GMS, scope=land_scope)
def erase_river(world: World, action: EraseRiver, dice: Dice) -> Result:
    """Erase it both ways. Raises RuleViolation where none flows."""
    land = land_of(world)
    path = path_of(land, action.through)
    if len(path) == 1 and not isinstance(path[0], Direction):
        flows = [flow for each in land.hexes[path[0]].rivers for flow in _both_ways(path[0], each)]
    else:
        flows = _course(land, action.through)
    after = without_flows(land, flows)
    if after == land:
        raise refused("river.none", "There's no river there.")
    return land_result(world, after, MapChange.RIVER_ERASED)


def with_flows(land: Land, flows: Iterable[Flow]) -> Land:
    """The map with those rivers added to its own."""
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
        raise refused(
            "river.direction_within",
            "“{word}” can't be in the middle: a direction goes first or last, where a river leaves the map.",
            word=middle[0].value,
        )
    if not spots or len(path) < 2:
        where = T(" in {hex} alone")(hex=land.name_of(spots[0])) if spots else Safe()
        raise refused(
            "river.leads_nowhere",
            "A river{where} leads nowhere. Name at least two hexes it flows through, in order, like `A1 A2 "
            "B3`. Where it leaves the map, end with a direction, like `A1 A2 SE`.",
            where=where,
        )
    flows = [flow for here, there in pairwise(spots) for flow in _step(land, here, there)]
    return [*flows, *_ends(land, path)]


def _step(land: Land, here: Spot, there: Spot) -> tuple[Flow, Flow]:
    direction = direction_to(here, there)
    if direction is None:
        around, name = _around(land, here), land.name_of(here)
        near = T("Next to {here}: {around}.") if around else T("Nothing on the map is next to {here}.")
        raise refused(
            "river.no_neighbours",
            "The river leads nowhere: {there} isn't next to {here}. {near}",
            there=land.name_of(there),
            here=name,
            near=near(here=name, **({"around": around} if around else {})),
        )
    return _both_ways(here, direction)


def _around(land: Land, spot: Spot) -> list[str]:
    """The neighbours on the map, with where they lie."""
    near = ((each, beside(spot, each)) for each in Direction)
    lies = T("{name} ({direction})")
    return [lies(name=land.name_of(at), direction=each.value) for each, at in near if at in land.hexes]


def _ends(land: Land, path: Sequence[Spot | Direction]) -> list[Flow]:
    """The flows off the map, at either end of the path. Raises RuleViolation where the map goes on there."""
    found = []
    for direction, spot in ((path[0], path[1]), (path[-1], path[-2])):
        if isinstance(direction, Direction):
            at = beside(spot, direction)
            if at in land.hexes:
                raise refused(
                    "river.map_goes_on",
                    "{direction} of {name}, the map continues with {there}. Name that hex instead.",
                    name=land.name_of(spot),
                    direction=direction.value,
                    there=land.name_of(at),
                )
            found.append((spot, direction))
    return found
