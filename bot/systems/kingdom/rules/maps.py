"""The map shown to everybody."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from bot.engine.dice.source import Dice
from bot.engine.people import EVERYONE, PUBLIC, Audience, Permit
from bot.engine.system import ActionKind, Kind, RecordId, Scene, Scope, Turn, Want
from bot.errors import RuleViolation
from bot.systems.kingdom.rules.hexes import Spot
from bot.systems.kingdom.rules.land import LAND, Land, seen
from bot.systems.kingdom.rules.places import spot_of
from bot.systems.kingdom.rules.realm import KINGDOM
from bot.systems.kingdom.rules.terms import Stage
from bot.systems.kingdom.rules.town import TOWN
from bot.systems.kingdom.words import maps as words

FARTHEST: Final = 12
USUAL: Final = 3


@dataclass(frozen=True, slots=True)
class ShowMap:
    """Show everybody the map, or what lies so many hexes around one of it."""

    centre: str = ""
    radius: int = USUAL


@dataclass(frozen=True, slots=True)
class MapShown:
    """The map was shown: realms by id and name, settlements by name, hex and whether one is a capital."""

    centre: Spot | None
    radius: int
    realms: tuple[tuple[RecordId, str], ...] = ()
    places: tuple[tuple[str, Spot, bool], ...] = ()
    audience: Audience = EVERYONE


def show_map(scene: Scene, action: ShowMap, dice: Dice) -> Turn:
    """Show it as everybody may see it. Raises RuleViolation where nothing of it is known."""
    lands = scene.all(LAND)
    known = seen(lands[0].state, PUBLIC) if lands else None
    if known is None or not known.hexes:
        raise RuleViolation(words.NOTHING)
    centre = centre_of(known, action.centre, action.radius)
    kingdoms = [each for each in scene.all(KINGDOM) if each.state.stage is Stage.STANDING]
    capitals = {each.state.capital for each in kingdoms}
    towns = [each for each in scene.all(TOWN) if each.state.spot in known.hexes and not each.state.is_hidden]
    told = MapShown(
        centre,
        action.radius,
        tuple((each.id, each.state.name) for each in kingdoms),
        tuple((each.state.name, each.state.spot, each.id in capitals) for each in towns),
    )
    return Turn((), (told,), lands[0].id)


def centre_of(known: Land, text: str, radius: int) -> Spot | None:
    """The hex in the middle; None for the whole map. Raises RuleViolation."""
    if not 1 <= radius <= FARTHEST:
        raise RuleViolation(words.not_within(FARTHEST, radius))
    return spot_of(known, text) if text else None


def map_scope(_action: Any) -> Scope:
    """Land, kingdoms and settlements."""
    return Scope(wants=(Want(LAND.name), Want(KINGDOM.name), Want(TOWN.name)))


KINDS: tuple[Kind[Any], ...] = ()
ACTIONS: tuple[ActionKind[Any], ...] = (ActionKind(ShowMap, show_map, Permit.MEMBERS, map_scope),)
EVENTS: tuple[type[Any], ...] = (MapShown,)
