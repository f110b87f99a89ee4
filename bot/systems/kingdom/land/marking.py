"""Hexes explored, cleared, shown and hidden by game masters, or taken off the map: named, or from a list."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Final

from bot.engine.declare import Action, action, called, option
from bot.engine.dice.source import Dice
from bot.engine.system import Result, World
from bot.engine.text import Safe, T, refused
from bot.engine.words import safe
from bot.systems.kingdom.book import Spot, Stage
from bot.systems.kingdom.land.edits import (
    GMS,
    MOST_TYPED,
    SEVERAL,
    MapChange,
    claimed_is_known,
    land_of,
    land_result,
)
from bot.systems.kingdom.land.hex_lists import MarkPick
from bot.systems.kingdom.land.state import Hex, Land, spots_of
from bot.systems.kingdom.realm import KINGDOM, known_spots, land_scope
from bot.systems.kingdom.state import Kingdom
from bot.systems.kingdom.towns.state import TOWN

LISTED: Final = f"{SEVERAL}; leave out to pick from a list"
# By what was done: what a list of them asks, and which hexes are on it.
MARKS: Final[Mapping[MapChange, tuple[T, Callable[[Hex], bool]]]] = {
    MapChange.EXPLORED: (T("Explore which hexes?"), lambda each: not each.is_explored),
    MapChange.CLEARED: (T("Clear which hexes?"), lambda each: each.is_explored and not each.is_cleared),
    MapChange.REVEALED: (T("Reveal which hexes?"), lambda each: not each.is_revealed),
    MapChange.HIDDEN: (T("Hide which hexes?"), lambda each: each.is_revealed and each.realm is None),
}


class MarkHexes(Action):
    """Say that hexes are explored, cleared, revealed or hidden."""

    hexes: str = option(
        LISTED,
        suggest=known_spots,
        several=" ",
        max_length=MOST_TYPED,
        pick=MarkPick(
            lambda picking: MARKS[picking.asker.given["deed"]][0](),
            lambda picking, _spot, each: MARKS[picking.asker.given["deed"]][1](each),
        ),
    )
    deed: MapChange


class RemoveHexes(Action):
    """Remove unclaimed hexes from the map; an undo brings them back"""

    hexes: str = option(
        LISTED,
        suggest=known_spots,
        several=" ",
        max_length=MOST_TYPED,
        pick=MarkPick(
            lambda _picking: T("Remove which hexes from the map?")(),
            lambda picking, spot, each: (
                each.realm is None and all(town.state.spot != spot for town in picking.asker.all(TOWN))
            ),
        ),
    )


# -- explored, cleared, revealed ------------------------------------------------------------------------


@called(
    "hex gm explore",
    "Explore hexes: players see them and their special terrain",
    deed=MapChange.EXPLORED,
)
@called(
    "hex gm clear",
    "Clear explored hexes of danger, so that they can be claimed",
    deed=MapChange.CLEARED,
)
@called(
    "hex gm reveal",
    "Put hexes on the players' map; what's hidden in them stays hidden",
    deed=MapChange.REVEALED,
)
@called("hex gm hide", "Put hexes under the fog again", deed=MapChange.HIDDEN)
@action(may=GMS, scope=land_scope, button="Mark the hexes")
def mark_hexes(world: World, action: MarkHexes, dice: Dice) -> Result:
    """Mark them. Exploring reveals; clearing wants explored hexes. Raises RuleViolation."""
    land = land_of(world)
    before = {each: land.hexes[each] for each in spots_of(land, action.hexes)}
    after = {at: _mark(land, at, action.deed) for at in before}
    if after == before:
        raise refused(
            "hex.nothing_to_mark",
            "All of that is already {mark}.",
            mark=action.deed.value,
        )
    return land_result(world, land.having(after), action.deed)


def _mark(land: Land, at: Spot, deed: MapChange) -> Hex:
    each, name = land.hexes[at], safe(land.name_of(at))
    if deed is MapChange.EXPLORED:
        return replace(each, is_explored=True, is_revealed=True)
    if deed is MapChange.REVEALED:
        return replace(each, is_revealed=True)
    if deed is MapChange.HIDDEN:
        if each.realm is not None:
            raise claimed_is_known(name)
        return replace(each, is_revealed=False)
    if not each.is_explored:
        # What is there would come to light with it.
        raise refused(
            "hex.explore_first",
            "{name} isn't explored yet. Explore it first with `/hex gm explore`: that reveals what's there.",
            name=name,
        )
    return replace(each, is_cleared=True)


# -- off the map ----------------------------------------------------------------------------------------


@action("hex gm remove", may=GMS, scope=land_scope)
def remove_hexes(world: World, action: RemoveHexes, dice: Dice) -> Result:
    """Take them off the map. Raises RuleViolation for what is claimed, settled or begun on."""
    land = land_of(world)
    gone = spots_of(land, action.hexes)
    for at in gone:
        if why := holding(world, land, at):
            raise refused("hex.must_stay", "{why}", why=why)
    left = {at: each for at, each in land.hexes.items() if at not in gone}
    return land_result(world, replace(land, hexes=left), MapChange.REMOVED)


def holding(world: World, land: Land, at: Spot) -> Safe:
    """Why a hex must stay on the map; empty where nothing holds it."""
    name = safe(land.name_of(at))
    owner = land.hexes[at].realm
    if owner is not None:
        record = world.records.get(owner)
        whose = record.state.name if record is not None else T("a kingdom")
        says = T("{name} belongs to {whose:60}. You can only remove unclaimed hexes.")
        return says(name=name, whose=whose)
    for town in world.all(TOWN):
        if town.state.spot == at:
            says = T("{town:60} is in {name}. You can't remove a hex with a settlement.")
            return says(name=name, town=town.state.name)
    for kingdom in world.all(KINGDOM):
        if _needs(kingdom.state, at):
            says = T(
                "{name} has to stay for now: {kingdom:60} starts there, has an event there, or can still get "
                "it back."
            )
            return says(name=name, kingdom=kingdom.state.name)
    return Safe()


def _needs(kingdom: Kingdom, at: Spot) -> bool:
    """Whether a kingdom begins on it, may have it back, or has an event there."""
    is_first = kingdom.stage is Stage.FOUNDING and kingdom.first == at
    is_lost = any(at in part.spots for part in kingdom.parts)
    return is_first or is_lost or any(each.spot == at for each in kingdom.happenings)
