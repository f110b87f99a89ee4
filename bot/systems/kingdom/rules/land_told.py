"""What everybody is told of a change to the map, what game masters alone, and which numbers it moves."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

from bot.engine.people import EVERYONE, GAME_MASTERS, Audience
from bot.engine.system import Open, Record, Replace, Scene, Scope, Turn, Want
from bot.errors import RuleViolation
from bot.systems.kingdom.rules.hexes import Spot
from bot.systems.kingdom.rules.keeping import FiguresChanged, figures_changed
from bot.systems.kingdom.rules.land import LAND, MOST_HEXES, Hex, Land, as_told
from bot.systems.kingdom.rules.realm import KINGDOM, realm_of
from bot.systems.kingdom.rules.terms import Special, Terrain
from bot.systems.kingdom.rules.town import TOWN
from bot.systems.kingdom.words import land as words
from bot.systems.kingdom.words import realms

# More hexes than these are only counted where a change is told.
MOST_TOLD = 12


class Deed(StrEnum):
    """What was done to the map."""

    DRAWN = "drawn"
    CHANGED = "changed"
    RIVER_DRAWN = "river_drawn"
    RIVER_ERASED = "river_erased"
    EXPLORED = "explored"
    CLEARED = "cleared"
    REVEALED = "revealed"
    HIDDEN = "hidden"
    REMOVED = "removed"
    NOTED = "noted"
    READ = "read"


@dataclass(frozen=True, slots=True)
class Sight:
    """A hex as it looks now: as players see it, or with what is hidden for game masters."""

    name: str
    terrain: Terrain
    is_coast: bool = False
    has_lake: bool = False
    has_river: bool = False
    specials: tuple[Special, ...] = ()
    is_explored: bool = False
    is_cleared: bool = False
    is_revealed: bool = False
    notes: str = ""
    secret: str = ""


@dataclass(frozen=True, slots=True)
class HexesTold:
    """The map was changed where players see it: the first hexes, and how many there are in all."""

    deed: Deed
    sights: tuple[Sight, ...]
    count: int
    audience: Audience = EVERYONE


@dataclass(frozen=True, slots=True)
class HexesSet:
    """The map was changed under the fog, or in what game masters alone know."""

    deed: Deed
    sights: tuple[Sight, ...]
    count: int
    audience: Audience = GAME_MASTERS


def land_scope(_action: Any) -> Scope:
    """The campaign's land, and whatever lies or is claimed on it."""
    return Scope(wants=(Want(LAND.name), Want(KINGDOM.name), Want(TOWN.name)))


def land_of(scene: Scene) -> Land:
    """The campaign's map; an empty one before the first hex."""
    found = _record(scene)
    return found.state if found is not None else Land(realms.LAND)


def _record(scene: Scene) -> Record[Land] | None:
    return next(iter(scene.all(LAND)), None)


def land_turn(scene: Scene, after: Land, deed: Deed) -> Turn:
    """The turn that keeps the map, and tells who may know it. Raises RuleViolation beyond 600 hexes."""
    record, before = _record(scene), land_of(scene)
    if len(after.hexes) > max(MOST_HEXES, len(before.hexes)):
        raise RuleViolation(words.too_many_hexes(len(after.hexes), MOST_HEXES))
    change = Replace(record.id, after) if record is not None else Open(scene.new_id(), LAND.name, after)
    return Turn((change,), (*told(before, after, deed), *shifts(scene, after)), change.id)


def told(before: Land, after: Land, deed: Deed) -> tuple[HexesTold | HexesSet, ...]:
    """What changed, for everybody as far as they see it; the rest for game masters."""
    open_, hidden = [], []
    for spot in changed(before, after):
        old, new = before.hexes.get(spot), after.hexes.get(spot)
        # What goes under the fog, nobody is told.
        shown = as_told(old) != as_told(new) and (new is None or new.is_known)
        if shown:
            open_.append(_sight(after if new else before, spot, as_told(new) or as_told(old)))
        if not shown or _is_partly_hidden(old, new):
            hidden.append(_sight(after if new else before, spot, new or old))
    events: list[HexesTold | HexesSet] = []
    if open_:
        events.append(HexesTold(deed, tuple(open_[:MOST_TOLD]), len(open_)))
    if hidden or not open_:
        events.append(HexesSet(deed, tuple(hidden[:MOST_TOLD]), len(hidden)))
    return tuple(events)


def _is_partly_hidden(old: Hex | None, new: Hex | None) -> bool:
    """Whether more changed than players see."""
    was, now = (each or Hex(Terrain.PLAINS) for each in (old, new))
    return was.secret != now.secret or (was.specials != now.specials and not now.shows_specials)


def changed(before: Land, after: Land) -> list[Spot]:
    """The hexes that differ, in the order of the map."""
    spots = dict.fromkeys((*after.hexes, *before.hexes))
    return [spot for spot in spots if before.hexes.get(spot) != after.hexes.get(spot)]


def _sight(land: Land, spot: Spot, each: Hex | None) -> Sight:
    found = each or Hex(Terrain.PLAINS)
    return Sight(
        land.name_of(spot),
        found.terrain,
        found.is_coast,
        found.has_lake,
        found.has_river,
        found.specials,
        found.is_explored,
        found.is_cleared,
        found.is_revealed,
        found.notes,
        found.secret,
    )


def shifts(scene: Scene, after: Land, *, but: Sequence[str] = ()) -> Iterator[FiguresChanged]:
    """Which numbers of the campaign's kingdoms are others on that map, except in those given."""
    before = land_of(scene)
    if before.hexes == after.hexes:
        return
    for record in _kingdoms(scene, but):
        old = realm_of(record.id, scene.records.items(), scene.campaign.settings, record.state)
        new = replace(old, land=after)
        if old.hexes != new.hexes:
            yield from figures_changed(old, new)


def _kingdoms(scene: Scene, but: Sequence[str]) -> Iterable[Record[Any]]:
    lands = {each.id for each in scene.all(LAND)}
    return (each for each in scene.all(KINGDOM) if each.state.land in lands and each.id not in but)
