"""What relies on a building: what stands on or in it goes with it, its neighbours would be left alone."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

from bot.engine.asking import Asking
from bot.engine.declare import action, command, option
from bot.engine.dice.source import Dice
from bot.engine.event import Event
from bot.engine.people import Permit
from bot.engine.system import RecordId, Scene, Turn
from bot.engine.text import Safe, T, listed, refused
from bot.systems.kingdom.book import BuildingType, Limit
from bot.systems.kingdom.outcome import turn_of
from bot.systems.kingdom.realm import (
    KINGDOM_MEANT,
    OnKingdom,
    Realm,
    left,
    require_left,
    require_points,
    require_price,
    settlement_of,
    settlements,
    standing_realm,
)
from bot.systems.kingdom.settings import Rulings
from bot.systems.kingdom.state import Work, with_points
from bot.systems.kingdom.steps import softly
from bot.systems.kingdom.towns import choices
from bot.systems.kingdom.towns.bills import builders, discounts_left, halved, note_limit, razed, with_town
from bot.systems.kingdom.towns.book import DEMOLITION, HOSTS_OF_SPRINGS, row_of
from bot.systems.kingdom.towns.plots import Ground, Neighbourhood, needs_of
from bot.systems.kingdom.towns.state import (
    Building,
    Town,
    building_of,
    items_gone,
    place_of,
    place_text,
    standing_at,
)

_GUESTS = (BuildingType.MAGICAL_STREETLAMPS, BuildingType.EVERFLOWING_SPRING)


def falls_with(town: Town, building: Building) -> tuple[Building, ...]:
    """What goes with a building: a wall's Watergate, a Waterway's Bridge, a host's Spring, a lot's lamps."""
    first = [each for each in town.buildings if each is not building and _stands_on(each, building)]
    lamps = (each for each in town.of(BuildingType.MAGICAL_STREETLAMPS) if each is not building)
    return (*first, *(each for each in lamps if _is_bared(town, each, (building, *first))))


def _stands_on(each: Building, building: Building) -> bool:
    if each.place.district != building.place.district:
        return False
    if building.type is BuildingType.CITY_WALL:
        return each.type is BuildingType.WATERGATE and each.place == building.place
    if building.type is BuildingType.WATERWAY:
        return each.type is BuildingType.BRIDGE and _shares(each, building)
    is_host = building.type in HOSTS_OF_SPRINGS
    return is_host and each.type is BuildingType.EVERFLOWING_SPRING and _shares(each, building)


def _is_bared(town: Town, lamps: Building, gone: Collection[Building]) -> bool:
    """Whether nothing is left on the lot that the lamps share."""
    there = [each for each in town.buildings if each.type not in _GUESTS and _shares(each, lamps)]
    return any(each in gone for each in there) and all(each in gone for each in there)


def _shares(one: Building, other: Building) -> bool:
    is_near = one.place.district == other.place.district
    return is_near and not set(one.place.lots).isdisjoint(other.place.lots)


def fallen(town: Town, building: Building) -> tuple[Town, tuple[Building, ...]]:
    """The settlement without a building, and what went with it: sites remain (R106), wares are gone."""
    also = falls_with(town, building)
    for each in (building, *also):
        town = razed(town, each)
    return town, also


# -- neighbours ---------------------------------------------------------------------------------------


def alone_in(before: Town, after: Town, rulings: Rulings) -> tuple[Building, ...]:
    """The buildings of both whose neighbours or water are there before, and not after (R094, R097, R102).

    Where it could be one or another that is left without, those that the matching leaves out are named.
    """
    stay = {each.number for each in after.buildings} & {each.number for each in before.buildings}
    found = _thirsty(after, rulings) - _thirsty(before, rulings)
    for district in range(1, after.districts + 1):
        old = Neighbourhood(before.in_district(district), rulings)
        new = Neighbourhood(after.in_district(district), rulings)
        if _wanting(new, stay) > _wanting(old, stay):
            found |= set(new.left_alone()) - set(old.left_alone()) or set(new.left_alone())
    return tuple(each for each in after.buildings if each.number in found & stay)


def _wanting(neighbourhood: Neighbourhood, among: Collection[int]) -> int:
    """How many neighbours those buildings lack."""
    served = sum(customer in among for customer in neighbourhood.matching.values())
    needed = sum(needs_of(each) for number, each in neighbourhood.buildings.items() if number in among)
    return needed - served


def _thirsty(town: Town, rulings: Rulings) -> set[int]:
    """The buildings that need water beside them and have none."""
    ground = Ground(town, rulings)
    by_water = (each for each in town.buildings if row_of(each.type).is_at_water and not each.is_exempt)
    return {each.number for each in by_water if not ground.is_at_water(each.place)}


# -- Buildings demolished and repaired, in the step of the Edict phase that is for settlements -------------


# What `even_so` is, where what relies on a building is to be left alone.
EVEN_SO = "yes"
# So many buildings are named in a line.
MOST_NAMED = 6


class DemolishBuilding(OnKingdom):
    """Demolish a building, named by its number, its type or a lot.

    With "yes" `even_so`, though another relies on it.
    """

    settlement: str
    building: str
    even_so: str = ""


class RepairBuilding(OnKingdom):
    """Repair a damaged building; shows the cost first

    It is named likewise. `price` is what a preview showed, in BP.
    """

    kingdom: RecordId = option("Which kingdom, if there are several", finder=KINGDOM_MEANT)
    settlement: str = option("Where", suggest=settlements)
    building: str = option("Which damaged building: its name, or one of its lots", suggest=choices.damaged)
    price: int | None = None


@command("build demolish", may=Permit.MEMBERS, previewed=True)
class Demolish(OnKingdom):
    """Demolish a building; shows what relies on it first"""

    kingdom: RecordId = option("Which kingdom, if there are several", finder=KINGDOM_MEANT)
    settlement: str = option("Where", suggest=settlements)
    building: str = option("Which building: its name, or one of its lots", suggest=choices.demolishable)

    def to_action(self, asking: Asking) -> DemolishBuilding:
        """Even so: its preview says who relies on it."""
        return DemolishBuilding(self.kingdom, self.settlement, self.building, EVEN_SO)


@dataclass(frozen=True, slots=True)
class Stood:
    """A building and its place, as events tell of them."""

    building: BuildingType
    place: str

    @property
    def at(self) -> Safe:
        """In words."""
        return standing_at(self.building, place_of(self.place))


def listed_of(found: Sequence[Safe]) -> list[Safe]:
    """As many of them as a line has room for, and how many more there are."""
    rest = len(found) - MOST_NAMED
    return [*found[:MOST_NAMED], *([T("{count} more")(count=rest)] if rest > 0 else [])]


class BuildingDemolished(Event):
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

    def sentence(self) -> Safe:
        """With what went with it, and who lacks something now."""
        at = standing_at(self.building, place_of(self.place))
        line = T("{name:60} demolishes the {at} in {settlement:60} for {price} BP.").of(self, at=at)
        if self.also:
            line = T("{line} Also gone: {also}.")(line=line, also=listed_of([e.at for e in self.also]))
        if self.alone:
            line = T("{line} {alone} now {alone:lacks|lack} a neighbor or water.")(
                line=line, alone=listed_of([each.at for each in self.alone])
            )
        return line


class BuildingRepaired(Event):
    """A damaged building gives again what it gave, for `price` BP."""

    work: ClassVar[Work] = Work.BUILDING
    says = T("{name:60} repairs the {at} in {settlement:60} for {price} BP.")
    name: str
    settlement: str
    building: BuildingType
    place: str
    price: int

    @property
    def at(self) -> Safe:
        """The building and its place."""
        return standing_at(self.building, place_of(self.place))


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
    found = building_of(town, building)
    if found.is_natural:
        raise refused(
            "wrecking.natural",
            "The {building} is natural, so you can't demolish it.",
            building=found.type,
        )
    after, also = fallen(town, found)
    kingdom = with_points(realm.kingdom, -DEMOLITION)
    kingdom = replace(kingdom, month=kingdom.month.using(Limit.BUILDINGS))
    done = with_town(replace(realm, kingdom=kingdom), id_, after)
    return Demolition(id_, found, done, also, alone_in(town, after, realm.rulings))


@action(may=Permit.MEMBERS, button="Demolish it")
def demolish_building(scene: Scene, action: DemolishBuilding, dice: Dice) -> Turn:
    """Clear its lots for 1 BP and one of the month's buildings: no Unrest, nothing refunded (R105).

    Raises RuleViolation where another building relies on it, or NotAllowed.
    """
    realm = standing_realm(scene, action.kingdom)
    on_behalf = builders(scene, realm.kingdom)
    planned = demolition(realm, action.settlement, action.building)
    if planned.alone and action.even_so != EVEN_SO:
        by = [
            T("the {building} at {place}")(building=e.building, place=e.place) for e in stood(planned.alone)
        ]
        raise refused(
            "wrecking.relied_on",
            "{by:upper} {count:relies|rely} on the {building} next to {count:it|them}. Build another first, "
            "or demolish it anyway.",
            by=listed([*by[:4], *(["…"] if len(by) > 4 else [])]),
            count=len(by),
            building=planned.building.type,
        )
    softly(scene.refuse, require_left, realm, Limit.BUILDINGS)
    softly(scene.refuse, require_points, realm, DEMOLITION)
    _foretell(scene, realm, planned)
    event = BuildingDemolished(
        realm.kingdom.name,
        realm.towns[planned.settlement].name,
        planned.building.type,
        place_text(planned.building.place),
        DEMOLITION,
        left(planned.after, Limit.BUILDINGS),
        stood(planned.also),
        stood(planned.alone),
    )
    name, town = realm.kingdom.name, realm.towns[planned.settlement]
    down = (planned.building, *planned.also)
    items = [each for building in down for each in items_gone(name, town, building)]
    return turn_of(scene, realm, planned.after, event, *items, on_behalf_of=on_behalf)


def _foretell(scene: Scene, realm: Realm, planned: Demolition) -> None:
    """What a preview of a demolition tells besides."""
    if left(realm, Limit.BUILDINGS) != 0:
        note_limit(scene, realm)
    if planned.alone:
        who = listed_of([each.at for each in stood(planned.alone)])
        scene.note(T("**Note:** {who} {who:relies|rely} on it, and would lack a neighbor or water.")(who=who))
    if unused := discounts_left(planned.building, realm.rulings):
        scene.note(T("Its unused discounts are lost too: {unused}.")(unused=unused))
    scene.note(T("No Unrest, and no refund. The remains make the next building there cheaper.")())
    if planned.building.place.lots:
        half = halved(row_of(planned.building.type).cost, realm.rulings)
        scene.note(T("Rebuilding the same there costs half: {half} BP.")(half=half))


def stood(buildings: Sequence[Building]) -> tuple[Stood, ...]:
    """Buildings as an event tells them."""
    return tuple(Stood(each.type, place_text(each.place)) for each in buildings)


# -- repaired -----------------------------------------------------------------------------------------


def repair_price(building: Building) -> int:
    """BP to repair it: half of its list price, rounded up (R108)."""
    return -(-row_of(building.type).cost // 2)


def damaged_of(realm: Realm, settlement: str, building: str) -> tuple[RecordId, Town, Building]:
    """A damaged building, and its settlement. Raises RuleViolation for one that is whole."""
    id_, town = settlement_of(realm, settlement)
    found = building_of(town, building)
    if not found.is_damaged:
        raise refused(
            "wrecking.whole",
            "The {building} isn't damaged, so there's nothing to repair.",
            building=found.type,
        )
    return id_, town, found


def repaired(realm: Realm, id_: RecordId, building: Building) -> Realm:
    """The realm with it repaired and paid; it takes none of the month's buildings (R108)."""
    town = realm.towns[id_]
    whole = replace(building, is_damaged=False)
    stand = tuple(whole if each.number == building.number else each for each in town.buildings)
    kingdom = with_points(realm.kingdom, -repair_price(building))
    return with_town(replace(realm, kingdom=kingdom), id_, replace(town, buildings=stand))


@action("build repair", may=Permit.MEMBERS, previewed=True, button="Repair it")
def repair_building(scene: Scene, action: RepairBuilding, dice: Dice) -> Turn:
    """Repair it. Raises RuleViolation or NotAllowed."""
    realm = standing_realm(scene, action.kingdom)
    on_behalf = builders(scene, realm.kingdom)
    id_, town, damaged = damaged_of(realm, action.settlement, action.building)
    price = repair_price(damaged)
    require_price(price, action.price)
    softly(scene.refuse, require_points, realm, price)
    scene.note(T("It doesn't count toward the month's buildings.")())
    event = BuildingRepaired(realm.kingdom.name, town.name, damaged.type, place_text(damaged.place), price)
    return turn_of(scene, realm, repaired(realm, id_, damaged), event, on_behalf_of=on_behalf)
