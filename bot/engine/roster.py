"""Whose somebody is, and whom a player plays where: alike for the heroes and characters of every game.

A state that is played has `player` and `active_in`, the channels in which its player plays it.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from bot.engine.people import Standing
from bot.engine.system import Kind, Record, Replace, World
from bot.engine.text import T, refused
from bot.errors import NotAllowed


def require_player(world: World, player: int, one: T) -> None:
    """See that such a `one` (“a hero”) can be that person's.

    Raises NotAllowed where a player makes it for somebody else, RuleViolation for whoever doesn't play.
    """
    if player != world.actor and world.standing is not Standing.GAME_MASTER:
        raise refused(
            "roster.for_somebody_else",
            "Only a {gm} can make {one} for somebody else. Leave out the player to make your own.",
            NotAllowed,
            one=one,
        )
    if world.campaign.standing(player) not in (Standing.PLAYER, Standing.GAME_MASTER):
        raise refused(
            "roster.no_player",
            "{player:@} isn't a player in this campaign yet. They join with `/campaign join`.",
            player=player,
        )


def played_here(world: World, kind: Kind[Any], meant: Record[Any]) -> tuple[Replace, ...]:
    """Take this channel from its player's others of that kind. Raises RuleViolation if it has it."""
    changes = []
    for record in world.all(kind):
        if record.state.player != meant.state.player:
            continue
        elsewhere = tuple(each for each in record.state.active_in if each != world.channel)
        active_in = (*elsewhere, world.channel) if record.id == meant.id else elsewhere
        if set(active_in) != set(record.state.active_in):
            changes.append(Replace(record.id, replace(record.state, active_in=active_in)))
    if not changes:
        raise refused(
            "roster.plays_already", "You already play {name} in this channel.", name=meant.state.name
        )
    return tuple(changes)
