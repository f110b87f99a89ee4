"""Settlements: founded, renamed, given another district."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from bot.engine.dice.source import Dice
from bot.engine.people import EVERYONE, Audience, Permit, Standing
from bot.engine.system import ActionKind, Kind, RecordId, Scene, Scope, Turn, Want
from bot.engine.words import safe
from bot.errors import RuleViolation
from bot.systems.kingdom.rules.book import LOTS_IN_DISTRICT, TERRAINS
from bot.systems.kingdom.rules.builders import meant_type
from bot.systems.kingdom.rules.building_places import place_text
from bot.systems.kingdom.rules.capital import CapitalNamed, NameCapital, name_capital
from bot.systems.kingdom.rules.duties import acted_for
from bot.systems.kingdom.rules.hexes import Spot
from bot.systems.kingdom.rules.inheriting import inherited
from bot.systems.kingdom.rules.keeping import kept, with_points
from bot.systems.kingdom.rules.limits import require_left
from bot.systems.kingdom.rules.month import FoundSettlement
from bot.systems.kingdom.rules.months import require_open
from bot.systems.kingdom.rules.plots import Ground
from bot.systems.kingdom.rules.prices import require_points, require_price
from bot.systems.kingdom.rules.realm import Realm, found_realm, kingdom_scope, standing_realm
from bot.systems.kingdom.rules.settling import (
    borders_of,
    joined,
    require_shore,
    settlement_name,
    settlement_of,
    with_borders,
)
from bot.systems.kingdom.rules.sources import can_rule
from bot.systems.kingdom.rules.spots import spot_meant
from bot.systems.kingdom.rules.terms import Border, BuildingType, Improvement, Limit, Step, Task, Terrain
from bot.systems.kingdom.rules.town import MOST_DISTRICTS, TOWN, Town
from bot.systems.kingdom.rules.towns_told import (
    PlaceSettlement,
    SetSettlement,
    SettlementPlaced,
    SettlementSet,
    place_scope,
    place_settlement,
    set_scope,
    set_settlement,
)
from bot.systems.kingdom.rules.worth import lots_taken
from bot.systems.kingdom.words import founding_towns as founding_words
from bot.systems.kingdom.words import settlements as words


@dataclass(frozen=True, slots=True)
class RenameSettlement:
    """Give a settlement another name."""

    kingdom: RecordId
    settlement: str
    name: str


@dataclass(frozen=True, slots=True)
class AddDistrict:
    """Buy a settlement another district; `price` is what its preview showed.

    `borders` are those of its own that are water. `building` is what has no room in the others.
    """

    kingdom: RecordId
    settlement: str
    price: int | None = None
    borders: str = ""
    building: str = ""


@dataclass(frozen=True, slots=True)
class SettlementFounded:
    """A settlement was founded; `inherits` is the Fort or Watchtower it grew round, `xp` a milestone's."""

    name: str
    settlement: str
    spot: str
    borders: tuple[Border, ...] = ()
    is_capital: bool = False
    inherits: Improvement | None = None
    xp: int = 0
    audience: Audience = EVERYONE


@dataclass(frozen=True, slots=True)
class SettlementRenamed:
    """A settlement has another name."""

    name: str
    before: str
    settlement: str
    audience: Audience = EVERYONE


@dataclass(frozen=True, slots=True)
class DistrictAdded:
    """A settlement has one district more: how many now, and what it cost."""

    name: str
    settlement: str
    districts: int
    price: int
    borders: tuple[Border, ...] = ()
    audience: Audience = EVERYONE


# -- founded ------------------------------------------------------------------------------------------


def found_settlement(scene: Scene, action: FoundSettlement, dice: Dice) -> Turn:
    """Found it: one district, no cost besides the site's preparation. Raises RuleViolation, NotAllowed."""
    realm = standing_realm(scene, action.kingdom)
    require_open(realm.kingdom, Step.SETTLEMENTS)
    on_behalf = acted_for(scene, realm.kingdom, Task.SETTLEMENTS)
    _require_ruler(realm)
    spot, name, borders = _site(scene, realm, action)
    require_left(realm, Limit.SETTLEMENTS)
    town = Town(name, spot, realm.kingdom.land, borders=borders)
    id_ = scene.new_id()
    used = replace(realm.kingdom, month=realm.kingdom.month.using(Limit.SETTLEMENTS))
    after, inherits = inherited(joined(replace(realm, kingdom=used), id_, town), id_)
    told = SettlementFounded(
        realm.kingdom.name,
        name,
        realm.land.name_of(spot),
        borders,
        after.kingdom.capital == id_,
        inherits,
        after.kingdom.xp - realm.kingdom.xp,
    )
    return kept(scene, realm, after, told, on_behalf_of=on_behalf)


def _site(scene: Scene, realm: Realm, action: FoundSettlement) -> tuple[Spot, str, tuple[Border, ...]]:
    """Where, under which name and at which waters. Raises RuleViolation for what can't be."""
    spot = spot_meant(scene, realm.land, action.hex)
    where = safe(realm.land.name_of(spot), 40)
    if spot not in realm.hexes:
        raise RuleViolation(words.not_claimed(where))
    _require_prepared(realm, spot, where)
    known = [record.state for record in scene.all(TOWN) if not record.state.is_hidden]
    _require_room(scene, [town for town in known if town.spot == spot], where)
    borders = borders_of(action.borders)
    require_shore(realm.hexes[spot], borders, where)
    return spot, settlement_name(action.name, known), borders


def _require_ruler(realm: Realm) -> None:
    """Without a Ruler there are no new districts, and so no settlements that begin with one (R039)."""
    if not can_rule(realm):
        raise RuleViolation(words.NO_RULER)


def _require_prepared(realm: Realm, spot: Spot, where: str) -> None:
    each = realm.hexes[spot]
    if each.terrain is Terrain.WATER:
        raise RuleViolation(words.ON_WATER)
    row = TERRAINS[each.terrain]
    if each.prepared is None:
        raise RuleViolation(words.not_prepared(where, row.prepare or 0, row.prepare_months or 0))
    if each.prepared > realm.month:
        raise RuleViolation(words.not_ready(where, each.prepared, realm.month))


def is_site(realm: Realm, spot: Spot) -> bool:
    """Whether the realm can found a settlement in that hex now, as far as the hex is concerned."""
    each = realm.hexes.get(spot)
    is_ready = each is not None and each.prepared is not None and each.prepared <= realm.month
    return is_ready and not realm.towns_at(spot)


def _require_room(scene: Scene, there: list[Town], where: str) -> None:
    """One settlement a hex, unless a game master founds another there (R118)."""
    if there and scene.standing is not Standing.GAME_MASTER:
        raise RuleViolation(words.has_settlement(where, safe(there[0].name, 60)))


# -- changed ------------------------------------------------------------------------------------------


def rename_settlement(scene: Scene, action: RenameSettlement, dice: Dice) -> Turn:
    """Rename it, in any phase. Raises RuleViolation, NotAllowed."""
    realm = found_realm(scene, action.kingdom)
    on_behalf = acted_for(scene, realm.kingdom, Task.SETTLEMENTS)
    id_, town = settlement_of(realm, action.settlement)
    known = [each.state for each in scene.all(TOWN) if each.id != id_ and not each.state.is_hidden]
    name = settlement_name(action.name, known)
    after = replace(realm, towns={**realm.towns, id_: replace(town, name=name)})
    told = SettlementRenamed(realm.kingdom.name, town.name, name)
    return kept(scene, realm, after, told, on_behalf_of=on_behalf)


def district_price(realm: Realm, town: Town) -> int:
    """What a further district costs in BP: the preparation of its terrain once more (R071)."""
    return TERRAINS[realm.land.hexes[town.spot].terrain].prepare or 0


def with_district(realm: Realm, id_: RecordId, borders: tuple[Border, ...] = ()) -> Realm:
    """The realm with a further district paid and added, usable at once; those of its borders are water."""
    town = realm.towns[id_]
    kingdom = with_points(realm.kingdom, -district_price(realm, town))
    number = town.districts + 1
    grown = with_borders(replace(town, districts=number), number, borders)
    return replace(realm, kingdom=kingdom, towns={**realm.towns, id_: grown})


def add_district(scene: Scene, action: AddDistrict, dice: Dice) -> Turn:
    """Buy the district. Raises RuleViolation, NotAllowed."""
    realm = standing_realm(scene, action.kingdom)
    require_open(realm.kingdom, Step.SETTLEMENTS)
    on_behalf = acted_for(scene, realm.kingdom, Task.SETTLEMENTS)
    id_, town = settlement_of(realm, action.settlement)
    may_ignore_room = scene.standing is Standing.GAME_MASTER
    require_district(realm, town, may_ignore_room=may_ignore_room, wanted=action.building)
    borders = district_borders(realm, town, action.borders)
    price = district_price(realm, town)
    require_price(price, action.price)
    require_points(realm, price)
    told = DistrictAdded(realm.kingdom.name, town.name, town.districts + 1, price, borders)
    return kept(scene, realm, with_district(realm, id_, borders), told, on_behalf_of=on_behalf)


def district_borders(realm: Realm, town: Town, text: str) -> tuple[Border, ...]:
    """The water borders that a further district is to have (R102). Raises RuleViolation."""
    borders = borders_of(text)
    require_shore(realm.land.hexes[town.spot], borders, safe(realm.land.name_of(town.spot), 40))
    return borders


def require_district(realm: Realm, town: Town, *, may_ignore_room: bool, wanted: str = "") -> None:
    """See that a settlement may grow: there is a Ruler, and no room for what is wanted (R039, R071).

    Without saying what, its grid must be full, unless a game master finds it full. Raises RuleViolation.
    """
    _require_ruler(realm)
    if town.districts >= MOST_DISTRICTS:
        raise RuleViolation(words.most_districts(MOST_DISTRICTS))
    room, taken = LOTS_IN_DISTRICT * town.districts, lots_taken(town)
    if taken >= room or may_ignore_room:
        return
    if not wanted:
        raise RuleViolation(words.has_room(safe(town.name, 60), taken, room))
    _require_no_room(realm, town, meant_type(wanted, realm.rulings))


def _require_no_room(realm: Realm, town: Town, building: BuildingType) -> None:
    """See that no district has the lots for a building. Raises RuleViolation naming a place."""
    ground, name = Ground(town, realm.rulings), safe(town.name, 60)
    if not ground.shapes(building):
        raise RuleViolation(founding_words.needs_no_lots(building.value))
    place = next((each for each in ground.sites(building) if not ground.room(building, each)), None)
    if place is not None:
        raise RuleViolation(founding_words.has_room_for(name, building.value, place_text(place)))


def all_towns(action: Any) -> Scope:
    """The kingdom with its land, and every settlement there is, for names and hexes that are taken."""
    return Scope(ids=(action.kingdom,), wants=(Want(TOWN.name),), links=True)


KINDS: tuple[Kind[Any], ...] = ()
ACTIONS: tuple[ActionKind[Any], ...] = (
    ActionKind(FoundSettlement, found_settlement, Permit.MEMBERS, all_towns),
    ActionKind(NameCapital, name_capital, Permit.MEMBERS, kingdom_scope),
    ActionKind(RenameSettlement, rename_settlement, Permit.MEMBERS, all_towns),
    ActionKind(AddDistrict, add_district, Permit.MEMBERS, kingdom_scope),
    ActionKind(SetSettlement, set_settlement, Permit.GAME_MASTERS, set_scope),
    ActionKind(PlaceSettlement, place_settlement, Permit.GAME_MASTERS, place_scope),
)
EVENTS: tuple[type[Any], ...] = (
    SettlementFounded,
    CapitalNamed,
    SettlementRenamed,
    DistrictAdded,
    SettlementSet,
    SettlementPlaced,
)
