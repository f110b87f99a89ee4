"""Buildings built and upgraded, in the step of the Edict phase that is for settlements."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from bot.engine.dice.source import Dice
from bot.engine.people import EVERYONE, Audience, Permit
from bot.engine.system import ActionKind, Kind, RecordId, Scene, Turn
from bot.errors import RuleViolation
from bot.systems.kingdom.rules.bills import Bill, Cut, bill
from bot.systems.kingdom.rules.building_book import FIRST, HOUSING
from bot.systems.kingdom.rules.building_places import building_of, building_type, place_of, place_text
from bot.systems.kingdom.rules.duties import acted_for
from bot.systems.kingdom.rules.keeping import kept
from bot.systems.kingdom.rules.limits import left, require_left
from bot.systems.kingdom.rules.months import require_open
from bot.systems.kingdom.rules.plots import Ground
from bot.systems.kingdom.rules.prices import require_points, require_price
from bot.systems.kingdom.rules.raising import is_free_of_limit, raised, unrest_of
from bot.systems.kingdom.rules.realm import Realm, kingdom_scope, standing_realm
from bot.systems.kingdom.rules.settings import BROTHEL, CONSTRUCTION_MAGIC, Rulings
from bot.systems.kingdom.rules.settling import settlement_of
from bot.systems.kingdom.rules.slots import items_gone
from bot.systems.kingdom.rules.state import Kingdom
from bot.systems.kingdom.rules.terms import BuildingType, Limit, Phase, Step, Task
from bot.systems.kingdom.rules.town import Building, Place, Town
from bot.systems.kingdom.words import builders as words


@dataclass(frozen=True, slots=True)
class BuildBuilding:
    """Build: a building's name or value, and its place. `price` is what a preview showed, in BP.

    A City Wall can be built `with_watergate`, and any building `with_magic` where the campaign allows it.
    `is_sparing` keeps what was found or given for another building.
    """

    kingdom: RecordId
    settlement: str
    building: str
    place: str
    price: int | None = None
    with_watergate: bool = False
    with_magic: bool = False
    is_sparing: bool = False


@dataclass(frozen=True, slots=True)
class UpgradeBuilding:
    """Upgrade a building, named by its number, to another type, at the lots that it then has."""

    kingdom: RecordId
    settlement: str
    building: str
    to: str
    place: str
    price: int | None = None


@dataclass(frozen=True, slots=True)
class BuildingRaised:
    """A building was built, or upgraded from `over`: list price, price, why it is less, and Unrest's change.

    `left` are the buildings that the month still allows; `is_free` if this one did not count.
    """

    name: str
    settlement: str
    building: BuildingType
    place: str
    listed: int
    price: int
    cut: Cut | None = None
    by: BuildingType | None = None
    magic: int = 0
    unrest: int = 0
    left: int | None = None
    is_free: bool = False
    over: BuildingType | None = None
    number: int = 0
    audience: Audience = EVERYONE


@dataclass(frozen=True, slots=True)
class Project:
    """A building that could be built or upgraded to: what a preview shows and an action does."""

    settlement: RecordId
    town: Town
    building: BuildingType
    place: Place
    bill: Bill
    over: Building | None = None
    is_sparing: bool = False

    @property
    def by(self) -> BuildingType | None:
        """The type of the building that gives the discount."""
        source = self.town.building(self.bill.by) if self.bill.cut is Cut.DISCOUNT else None
        return source.type if source is not None else None


def build_building(scene: Scene, action: BuildBuilding, dice: Dice) -> Turn:
    """Build it, once (Step 5 of the Edict phase). Raises RuleViolation or NotAllowed."""
    realm = standing_realm(scene, action.kingdom)
    require_building_time(realm.kingdom)
    on_behalf = acted_for(scene, realm.kingdom, Task.SETTLEMENTS)
    first = project(
        realm,
        action.settlement,
        action.building,
        action.place,
        with_magic=action.with_magic,
        is_sparing=action.is_sparing,
    )
    require_possible(realm, first, with_watergate=action.with_watergate)
    after, told = carried_out(realm, first)
    events = [told]
    if action.with_watergate:
        gate = gate_of(after, first)
        require_possible(after, gate)
        after, told = carried_out(after, gate)
        events.append(told)
    require_price(sum(each.price for each in events), action.price)
    return kept(scene, realm, after, *events, on_behalf_of=on_behalf)


def upgrade_building(scene: Scene, action: UpgradeBuilding, dice: Dice) -> Turn:
    """Upgrade it for the difference in price, every check made again (R090).

    Raises RuleViolation or NotAllowed.
    """
    realm = standing_realm(scene, action.kingdom)
    require_building_time(realm.kingdom)
    on_behalf = acted_for(scene, realm.kingdom, Task.SETTLEMENTS)
    planned = project(realm, action.settlement, action.to, action.place, over=action.building)
    require_possible(realm, planned)
    require_price(planned.bill.price, action.price)
    after, told = carried_out(realm, planned)
    gone = (
        items_gone(realm.kingdom.name, planned.town, planned.over, planned.building) if planned.over else ()
    )
    return kept(scene, realm, after, told, *gone, on_behalf_of=on_behalf)


# -- steps of both ------------------------------------------------------------------------------------


def is_founding_time(kingdom: Kingdom) -> bool:
    """Whether its first month has not begun: the founding's own buildings are built then (R092)."""
    return kingdom.month.number == 1 and kingdom.month.phase is Phase.BEFORE


def require_building_time(kingdom: Kingdom) -> None:
    """See that buildings can be built now. Raises RuleViolation saying when."""
    if not is_founding_time(kingdom):
        require_open(kingdom, Step.SETTLEMENTS)


def project(
    realm: Realm,
    settlement: str,
    building: str,
    place: str,
    *,
    over: str = "",
    with_magic: bool = False,
    is_sparing: bool = False,
) -> Project:
    """What is meant. Raises RuleViolation for what there is not."""
    id_, town = settlement_of(realm, settlement)
    type_, where = meant_type(building, realm.rulings), place_of(place)
    old = building_of(town, over) if over else None
    due = bill(realm, town, type_, where, old, with_magic=with_magic, is_sparing=is_sparing)
    return Project(id_, town, type_, where, due, old, is_sparing)


def gate_of(after: Realm, wall: Project) -> Project:
    """The Watergate that is built with a wall, which spares what the wall spares."""
    gate, place = BuildingType.WATERGATE.value, place_text(wall.place)
    return project(after, wall.settlement, gate, place, is_sparing=wall.is_sparing)


def meant_type(text: str, rulings: Rulings) -> BuildingType:
    """The building of that name; a Brothel is the Dance Hall where they are one (R083).

    Raises RuleViolation.
    """
    found = building_type(text)
    is_alias = found is BuildingType.BROTHEL and rulings.of(BROTHEL) == "alias"
    return BuildingType.DANCE_HALL if is_alias else found


def first_should_be(realm: Realm, town: Town) -> tuple[BuildingType, ...]:
    """What a kingdom's first settlement should begin with, while it has nothing but homes (R092).

    Others are legal: it is for a preview to say. Empty where it doesn't matter.
    """
    has_more = any(each.type not in HOUSING and not each.is_natural for each in town.buildings)
    return () if len(realm.towns) > 1 or has_more else FIRST


def require_possible(realm: Realm, planned: Project, *, with_watergate: bool = False) -> None:
    """See that nothing stands against it: place, limit, Treasury, magic. Raises RuleViolation."""
    ground = Ground(planned.town, realm.rulings, planned.over)
    if why := ground.hindrance(planned.building, planned.place):
        elsewhere = _elsewhere(ground, planned)
        raise RuleViolation(words.refused(why, elsewhere, is_upgrade=planned.over is not None))
    if planned.over is not None and planned.over.is_damaged:
        raise RuleViolation(words.damaged(planned.over.type.value))
    _require_watergate(ground, planned, with_watergate=with_watergate)
    is_free = is_free_of_limit(
        realm.kingdom.month, planned.town, planned.building, planned.place, planned.bill, planned.over
    )
    if not is_free:
        require_left(realm, Limit.BUILDINGS)
    _require_magic(realm, planned)
    require_points(realm, planned.bill.price)


def _elsewhere(ground: Ground, planned: Project) -> str:
    """A place where it could stand, as text; empty where there is none."""
    place = ground.first_legal(planned.building)
    return place_text(place) if place is not None else ""


def _require_watergate(ground: Ground, planned: Project, *, with_watergate: bool) -> None:
    """A wall across a Waterway needs a gate in the same month; only a wall is built with one."""
    is_wall = planned.building is BuildingType.CITY_WALL
    if with_watergate and not is_wall:
        raise RuleViolation(words.NO_WALL_WITH_IT)
    if is_wall and not with_watergate and ground.crosses_waterway(planned.place):
        raise RuleViolation(words.NEEDS_WATERGATE)


def _require_magic(realm: Realm, planned: Project) -> None:
    if planned.bill.magic and not realm.rulings.is_on(CONSTRUCTION_MAGIC):
        raise RuleViolation(words.NO_MAGIC)
    if planned.bill.magic and realm.kingdom.month.has_magic:
        raise RuleViolation(words.MAGIC_USED)


def carried_out(realm: Realm, planned: Project) -> tuple[Realm, BuildingRaised]:
    """The realm with it, and what is told of it; nothing is checked here."""
    town, month = planned.town, realm.kingdom.month
    is_free = is_free_of_limit(month, town, planned.building, planned.place, planned.bill, planned.over)
    after, new = raised(
        realm, planned.settlement, planned.building, planned.place, planned.bill, planned.over
    )
    told = BuildingRaised(
        realm.kingdom.name,
        town.name,
        planned.building,
        place_text(planned.place),
        planned.bill.listed,
        planned.bill.price,
        planned.bill.cut,
        planned.by,
        planned.bill.magic,
        unrest_of(realm, town, planned.building, planned.over),
        left(after, Limit.BUILDINGS),
        is_free,
        planned.over.type if planned.over is not None else None,
        new.number,
    )
    return after, told


KINDS: tuple[Kind[Any], ...] = ()
ACTIONS: tuple[ActionKind[Any], ...] = (
    ActionKind(BuildBuilding, build_building, Permit.MEMBERS, kingdom_scope),
    ActionKind(UpgradeBuilding, upgrade_building, Permit.MEMBERS, kingdom_scope),
)
EVENTS: tuple[type[Any], ...] = (BuildingRaised,)
