"""Buildings demolished and repaired, in the step of the Edict phase that is for settlements."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from bot.engine.dice.source import Dice
from bot.engine.people import EVERYONE, Audience, Permit
from bot.engine.system import ActionKind, Kind, RecordId, Scene, Turn
from bot.errors import RuleViolation
from bot.systems.kingdom.rules.builders import require_building_time
from bot.systems.kingdom.rules.building_book import DEMOLITION, row_of
from bot.systems.kingdom.rules.building_places import building_of, place_text
from bot.systems.kingdom.rules.duties import acted_for
from bot.systems.kingdom.rules.keeping import kept, with_points
from bot.systems.kingdom.rules.limits import left, require_left
from bot.systems.kingdom.rules.prices import require_points, require_price
from bot.systems.kingdom.rules.raising import with_town
from bot.systems.kingdom.rules.realm import Realm, kingdom_scope, standing_realm
from bot.systems.kingdom.rules.relying import alone_in, fallen
from bot.systems.kingdom.rules.settling import settlement_of
from bot.systems.kingdom.rules.slots import ItemsGone, items_gone
from bot.systems.kingdom.rules.terms import BuildingType, Limit, Task
from bot.systems.kingdom.rules.town import Building, Town
from bot.systems.kingdom.words import wrecking as words

# What `even_so` is, where what relies on a building is to be left alone.
EVEN_SO = "yes"


@dataclass(frozen=True, slots=True)
class DemolishBuilding:
    """Demolish a building, named by its number, its type or a lot.

    With "yes" `even_so`, though another relies on it.
    """

    kingdom: RecordId
    settlement: str
    building: str
    even_so: str = ""


@dataclass(frozen=True, slots=True)
class RepairBuilding:
    """Repair a damaged building, named likewise. `price` is what a preview showed, in BP."""

    kingdom: RecordId
    settlement: str
    building: str
    price: int | None = None


@dataclass(frozen=True, slots=True)
class Stood:
    """A building and its place, as events tell of them."""

    building: BuildingType
    place: str


@dataclass(frozen=True, slots=True)
class BuildingDemolished:
    """A building is gone for `price` BP; `left` are the buildings that the month still allows.

    `also` went with it, `alone` have too few neighbours or no water now.
    """

    name: str
    settlement: str
    building: BuildingType
    place: str
    price: int
    left: int | None = None
    also: tuple[Stood, ...] = ()
    alone: tuple[Stood, ...] = ()
    audience: Audience = EVERYONE


@dataclass(frozen=True, slots=True)
class BuildingRepaired:
    """A damaged building gives again what it gave, for `price` BP."""

    name: str
    settlement: str
    building: BuildingType
    place: str
    price: int
    audience: Audience = EVERYONE


@dataclass(frozen=True, slots=True)
class Demolition:
    """A building that could be demolished: what a preview shows, and an action does."""

    settlement: RecordId
    building: Building
    # The realm once it is done.
    after: Realm
    also: tuple[Building, ...] = ()
    alone: tuple[Building, ...] = ()

    @property
    def wares(self) -> int:
        """Magic items on the market that are gone with it."""
        return sum(len(each.wares) for each in (self.building, *self.also))


def demolition(realm: Realm, settlement: str, building: str) -> Demolition:
    """What demolishing it comes to; whether it can be paid is not asked. Raises RuleViolation."""
    id_, town = settlement_of(realm, settlement)
    meant = building_of(town, building)
    if meant.is_natural:
        raise RuleViolation(words.natural(meant.type.value))
    after, also = fallen(town, meant)
    kingdom = with_points(realm.kingdom, -DEMOLITION)
    kingdom = replace(kingdom, month=kingdom.month.using(Limit.BUILDINGS))
    done = with_town(replace(realm, kingdom=kingdom), id_, after)
    return Demolition(id_, meant, done, also, alone_in(town, after, realm.rulings))


def demolish_building(scene: Scene, action: DemolishBuilding, dice: Dice) -> Turn:
    """Clear its lots for 1 BP and one of the month's buildings: no Unrest, nothing refunded (R105).

    Raises RuleViolation where another building relies on it, or NotAllowed.
    """
    realm = standing_realm(scene, action.kingdom)
    require_building_time(realm.kingdom)
    on_behalf = acted_for(scene, realm.kingdom, Task.SETTLEMENTS)
    meant = demolition(realm, action.settlement, action.building)
    if meant.alone and action.even_so != EVEN_SO:
        raise RuleViolation(words.relied_on(meant.building.type.value, _named(meant.alone)))
    require_left(realm, Limit.BUILDINGS)
    require_points(realm, DEMOLITION)
    told = BuildingDemolished(
        realm.kingdom.name,
        realm.towns[meant.settlement].name,
        meant.building.type,
        place_text(meant.building.place),
        DEMOLITION,
        left(meant.after, Limit.BUILDINGS),
        _stood(meant.also),
        _stood(meant.alone),
    )
    items = _items_gone(realm, meant)
    return kept(scene, realm, meant.after, told, *items, on_behalf_of=on_behalf)


def _items_gone(realm: Realm, meant: Demolition) -> tuple[ItemsGone, ...]:
    name, town = realm.kingdom.name, realm.towns[meant.settlement]
    return tuple(each for gone in (meant.building, *meant.also) for each in items_gone(name, town, gone))


def _named(buildings: Sequence[Building]) -> list[tuple[str, str]]:
    return [(each.type.value, place_text(each.place)) for each in buildings]


def _stood(buildings: Sequence[Building]) -> tuple[Stood, ...]:
    return tuple(Stood(each.type, place_text(each.place)) for each in buildings)


# -- repaired -----------------------------------------------------------------------------------------


def repair_price(building: Building) -> int:
    """BP to repair it: half of its list price, rounded up (R108)."""
    return -(-row_of(building.type).cost // 2)


def damaged_of(realm: Realm, settlement: str, building: str) -> tuple[RecordId, Town, Building]:
    """A damaged building, and its settlement. Raises RuleViolation for one that is whole."""
    id_, town = settlement_of(realm, settlement)
    meant = building_of(town, building)
    if not meant.is_damaged:
        raise RuleViolation(words.not_damaged(meant.type.value))
    return id_, town, meant


def repaired(realm: Realm, id_: RecordId, building: Building) -> Realm:
    """The realm with it repaired and paid; it takes none of the month's buildings (R108)."""
    town = realm.towns[id_]
    whole = replace(building, is_damaged=False)
    stand = tuple(whole if each.number == building.number else each for each in town.buildings)
    kingdom = with_points(realm.kingdom, -repair_price(building))
    return with_town(replace(realm, kingdom=kingdom), id_, replace(town, buildings=stand))


def repair_building(scene: Scene, action: RepairBuilding, dice: Dice) -> Turn:
    """Repair it. Raises RuleViolation or NotAllowed."""
    realm = standing_realm(scene, action.kingdom)
    require_building_time(realm.kingdom)
    on_behalf = acted_for(scene, realm.kingdom, Task.SETTLEMENTS)
    id_, town, meant = damaged_of(realm, action.settlement, action.building)
    price = repair_price(meant)
    require_price(price, action.price)
    require_points(realm, price)
    told = BuildingRepaired(realm.kingdom.name, town.name, meant.type, place_text(meant.place), price)
    return kept(scene, realm, repaired(realm, id_, meant), told, on_behalf_of=on_behalf)


KINDS: tuple[Kind[Any], ...] = ()
ACTIONS: tuple[ActionKind[Any], ...] = (
    ActionKind(DemolishBuilding, demolish_building, Permit.MEMBERS, kingdom_scope),
    ActionKind(RepairBuilding, repair_building, Permit.MEMBERS, kingdom_scope),
)
EVENTS: tuple[type[Any], ...] = (BuildingDemolished, BuildingRepaired)
