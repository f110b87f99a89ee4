"""Settlements as game masters tell them, beside their buildings: Free Cities, fiefs and conquests."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from bot.engine.dice.source import Dice
from bot.engine.people import EVERYONE, GAME_MASTERS, Audience
from bot.engine.system import Open, RecordId, Replace, Scene, Scope, Turn, Want
from bot.engine.words import safe
from bot.errors import RuleViolation
from bot.systems.kingdom.rules.book import LOTS_IN_DISTRICT
from bot.systems.kingdom.rules.inheriting import inherited
from bot.systems.kingdom.rules.keeping import kept
from bot.systems.kingdom.rules.land import LAND, Land
from bot.systems.kingdom.rules.places import spot_of
from bot.systems.kingdom.rules.realm import Realm, found_realm
from bot.systems.kingdom.rules.settings import Rulings
from bot.systems.kingdom.rules.settling import (
    borders_of,
    joined,
    require_no_wall,
    require_shore,
    settlement_name,
    with_borders,
    with_free_city,
)
from bot.systems.kingdom.rules.terms import Improvement, Stage, Stat, Terrain
from bot.systems.kingdom.rules.town import MOST_DISTRICTS, TOWN, Town
from bot.systems.kingdom.rules.worth import lots_built, most_value, population, size_of
from bot.systems.kingdom.words import settlements as words
from bot.systems.kingdom.words import worth as worth_words

MOST_GIVEN = 999


@dataclass(frozen=True, slots=True)
class SetSettlement:
    """Say what a settlement is like; None leaves a part as it is.

    `kingdom` is whose it is, None for a Free City. The four numbers are what it gives to the kingdom.
    """

    settlement: RecordId
    kingdom: RecordId | None = None
    districts: int | None = None
    lots: int | None = None
    base_value: int | None = None
    economy: int | None = None
    loyalty: int | None = None
    stability: int | None = None
    consumption: int | None = None
    borders: str | None = None
    is_hidden: bool | None = None


@dataclass(frozen=True, slots=True)
class PlaceSettlement:
    """Put a settlement on the map: a Free City, or one that a kingdom has in a hex of its own."""

    hex: str
    name: str
    kingdom: RecordId | None = None
    is_hidden: bool = False


@dataclass(frozen=True, slots=True)
class SettlementSet:
    """A game master said what a settlement is like."""

    settlement: str
    districts: int
    lots: int
    base_value: int
    # Besides these buildings.
    buildings: int = 0
    audience: Audience = EVERYONE


@dataclass(frozen=True, slots=True)
class SettlementPlaced:
    """A game master put a settlement on the map; without a kingdom's `name` it is a Free City."""

    settlement: str
    spot: str
    name: str = ""
    is_hidden: bool = False
    # The Fort or Watchtower that became buildings of it.
    inherits: Improvement | None = None
    audience: Audience = EVERYONE


# -- told ---------------------------------------------------------------------------------------------


def set_settlement(scene: Scene, action: SetSettlement, dice: Dice) -> Turn:
    """Change it as told. Raises RuleViolation for what can't be."""
    before = scene.get(TOWN, action.settlement).state
    if before.kingdom != action.kingdom:
        raise RuleViolation(words.changed_hands(safe(before.name, 60)))
    land = _land(scene, before)
    town = _told(before, action, land)
    _require_possible(town, action, Rulings(scene.campaign.settings))
    audience = GAME_MASTERS if town.is_hidden else EVERYONE
    built = len(town.buildings)
    told = SettlementSet(town.name, town.districts, town.lots, town.base_value, built, audience)
    if action.kingdom is not None:
        realm = found_realm(scene, action.kingdom)
        return kept(scene, realm, replace(realm, towns={**realm.towns, action.settlement: town}), told)
    marked = with_free_city(land.hexes[town.spot], is_one=not town.is_hidden)
    changes = (Replace(action.settlement, town), Replace(town.land, land.having({town.spot: marked})))
    return Turn(changes, (told,), action.settlement)


def _land(scene: Scene, town: Town) -> Land:
    return scene.get(LAND, town.land).state


def _told(before: Town, action: SetSettlement, land: Land) -> Town:
    names = ("districts", "lots", "base_value", "is_hidden")
    given = {name: getattr(action, name) for name in names if getattr(action, name) is not None}
    town: Town = replace(before, **given, gives=dict(_gives(before, action)))
    if action.borders is not None:
        where = safe(land.name_of(town.spot), 40)
        town = with_borders(town, 1, borders_of(action.borders))
        require_no_wall(town, 1, town.borders)
        require_shore(land.hexes[town.spot], town.borders, where)
    if town.kingdom is not None and town.is_hidden:
        raise RuleViolation(words.CANT_HIDE)
    return town


def _gives(before: Town, action: SetSettlement) -> Iterator[tuple[Stat, int]]:
    for stat in (Stat.ECONOMY, Stat.LOYALTY, Stat.STABILITY, Stat.CONSUMPTION):
        amount = getattr(action, stat.value)
        amount = before.gives.get(stat, 0) if amount is None else amount
        if abs(amount) > MOST_GIVEN:
            raise RuleViolation(words.gives_too_much(MOST_GIVEN))
        if amount:
            yield stat, amount


def _require_possible(town: Town, told: SetSettlement, rulings: Rulings) -> None:
    """See that districts, lots and base value go together (Table 4-5), and leave what is built its room.

    Raises RuleViolation.
    """
    built = max((each.place.district for each in town.buildings), default=1)
    if not 1 <= town.districts <= MOST_DISTRICTS:
        raise RuleViolation(words.districts_out_of_range(MOST_DISTRICTS))
    if town.districts < built:
        raise RuleViolation(worth_words.built_in_district(built))
    taken = lots_built(town)
    room = LOTS_IN_DISTRICT * town.districts - taken
    if not 0 <= town.lots <= room:
        raise RuleViolation(worth_words.lots_out_of_range(town.districts, room, taken))
    # What comes down later may leave too few people for what was told: the table limits it then.
    is_told = told.base_value is not None or told.lots is not None
    most = most_value(town, rulings)
    if is_told and not 0 <= town.base_value <= most:
        people = population(town, rulings)
        raise RuleViolation(words.value_out_of_range(size_of(town, rulings), people, most))


def set_scope(action: SetSettlement) -> Scope:
    """The settlement with its land, and its kingdom with all that belongs to it."""
    ids = (action.settlement,) if action.kingdom is None else (action.settlement, action.kingdom)
    return Scope(ids=ids, links=True)


# -- placed -------------------------------------------------------------------------------------------


def place_settlement(scene: Scene, action: PlaceSettlement, dice: Dice) -> Turn:
    """Put it on the map, ready to be told more of. Raises RuleViolation."""
    name = settlement_name(action.name, (record.state for record in scene.all(TOWN)))
    if action.kingdom is not None:
        return _given(scene, action, found_realm(scene, action.kingdom), name)
    land = next(iter(scene.all(LAND)), None)
    if land is None:
        raise RuleViolation(words.NO_LAND)
    spot = spot_of(land.state, action.hex)
    _require_dry(land.state, spot)
    if land.state.hexes[spot].realm is not None:
        raise RuleViolation(words.is_a_kingdoms(safe(land.state.name_of(spot), 40)))
    # What lies in the fog is nobody's to know, even where that was not said.
    is_hidden = action.is_hidden or not land.state.hexes[spot].is_known
    marked = with_free_city(land.state.hexes[spot], is_one=not is_hidden)
    id_ = scene.new_id()
    city = Town(name, spot, land.id, is_hidden=is_hidden)
    audience = GAME_MASTERS if is_hidden else EVERYONE
    told = SettlementPlaced(name, land.state.name_of(spot), is_hidden=is_hidden, audience=audience)
    changes = (Open(id_, TOWN.name, city), Replace(land.id, land.state.having({spot: marked})))
    return Turn(changes, (told,), id_)


def _given(scene: Scene, action: PlaceSettlement, realm: Realm, name: str) -> Turn:
    """One that a kingdom has: a fief's, a conquered one, or one that was agreed on."""
    spot = spot_of(realm.land, action.hex)
    if realm.kingdom.stage is not Stage.STANDING or spot not in realm.hexes:
        raise RuleViolation(words.not_claimed(safe(realm.land.name_of(spot), 40)))
    if action.is_hidden:
        raise RuleViolation(words.CANT_HIDE)
    _require_dry(realm.land, spot)
    id_ = scene.new_id()
    after, inherits = inherited(joined(realm, id_, Town(name, spot, realm.kingdom.land)), id_)
    told = SettlementPlaced(name, realm.land.name_of(spot), realm.kingdom.name, inherits=inherits)
    return kept(scene, realm, after, told)


def _require_dry(land: Land, spot: str) -> None:
    if land.hexes[spot].terrain is Terrain.WATER:
        raise RuleViolation(words.ON_WATER)


def place_scope(action: PlaceSettlement) -> Scope:
    """The map, every settlement, and the kingdom that gets it."""
    ids = () if action.kingdom is None else (action.kingdom,)
    return Scope(ids=ids, wants=(Want(LAND.name), Want(TOWN.name)), links=True)
