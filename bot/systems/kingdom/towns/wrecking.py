"""What relies on a building: what stands on or in it goes with it, its neighbours would be left alone."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

from bot.engine.declare import called, option
from bot.engine.dice.source import Dice
from bot.engine.event import Event
from bot.engine.system import RecordId
from bot.engine.text import Safe, T, listed, refused
from bot.systems.kingdom.book import BuildingType, Limit, Task
from bot.systems.kingdom.moves import Move, move
from bot.systems.kingdom.realm import OnKingdom, Realm, require_price, settlement_of, settlements
from bot.systems.kingdom.settings import Rulings
from bot.systems.kingdom.state import Work
from bot.systems.kingdom.towns import choices
from bot.systems.kingdom.towns.bills import building_step, counts_now, discounts_left, halved, raze
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
        town = raze(town, each)
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
    """The number of neighbors that those buildings lack."""
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

    settlement: str = option("Where", suggest=settlements)
    building: str = option("Which building: its name, or one of its lots", suggest=choices.demolishable)
    even_so: str = ""


class RepairBuilding(OnKingdom):
    """Repair a damaged building; shows the cost first

    It is named likewise. `price` is what a preview showed, in BP.
    """

    settlement: str = option("Where", suggest=settlements)
    building: str = option("Which damaged building: its name, or one of its lots", suggest=choices.damaged)
    price: int | None = None


@dataclass(frozen=True, slots=True)
class BuildingRef:
    """A building and its place, as events tell of them."""

    building: BuildingType
    place: str

    @property
    def at(self) -> Safe:
        """The building's place, in words."""
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
    also: tuple[BuildingRef, ...] = ()
    alone: tuple[BuildingRef, ...] = ()

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
    # The settlement once it is done.
    after: Town
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
    return Demolition(id_, found, after, also, alone_in(town, after, realm.rulings))


@called("settlement demolish", "Demolish a building; shows what relies on it first", even_so=EVEN_SO)
@move(
    at=building_step,
    by=Task.SETTLEMENTS,
    is_shown_early=True,
    button="Demolish it",
    previewed=True,
)
def demolish_building(move: Move, action: DemolishBuilding, dice: Dice) -> None:
    """Clear its lots for 1 BP and one of the month's buildings: no Unrest, nothing refunded (R105).

    Raises RuleViolation where another building relies on it, or NotAllowed.
    """
    planned = demolition(move.realm, action.settlement, action.building)
    if planned.alone and action.even_so != EVEN_SO:
        by = [T("the {building} at {place}")(building=e.building, place=e.place) for e in refs(planned.alone)]
        raise refused(
            "wrecking.relied_on",
            "{by:upper} {count:relies|rely} on the {building} next to {count:it|them}. Build another first, "
            "or demolish it anyway.",
            by=listed([*by[:4], *(["…"] if len(by) > 4 else [])]),
            count=len(by),
            building=planned.building.type,
        )
    town = move.realm.towns[planned.settlement]
    buildings_left = move.use(Limit.BUILDINGS, is_noted=counts_now(move.kingdom))
    move.pay(DEMOLITION)
    move.put_town(planned.settlement, planned.after)
    _note_losses(move, planned)
    move.tell(
        BuildingDemolished(
            move.name,
            town.name,
            planned.building.type,
            place_text(planned.building.place),
            DEMOLITION,
            buildings_left,
            refs(planned.also),
            refs(planned.alone),
        )
    )
    for building in (planned.building, *planned.also):
        move.tell(*items_gone(move.name, town, building))


def _note_losses(move: Move, planned: Demolition) -> None:
    """What a preview of a demolition tells besides."""
    if planned.alone:
        who = listed_of([each.at for each in refs(planned.alone)])
        move.note(T("**Note:** {who} {who:relies|rely} on it, and would lack a neighbor or water.")(who=who))
    if unused := discounts_left(planned.building, move.rulings):
        move.note(T("Its unused discounts are lost too: {unused}.")(unused=unused))
    move.note(T("No Unrest, and no refund. The remains make the next building there cheaper."))
    if planned.building.place.lots:
        half = halved(row_of(planned.building.type).cost, move.rulings)
        move.note(T("Rebuilding the same there costs half: {half} BP.")(half=half))


def refs(buildings: Sequence[Building]) -> tuple[BuildingRef, ...]:
    """References to buildings, as events keep them."""
    return tuple(BuildingRef(each.type, place_text(each.place)) for each in buildings)


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


@move(
    "settlement repair",
    at=building_step,
    by=Task.SETTLEMENTS,
    is_shown_early=True,
    previewed=True,
    button="Repair it",
)
def repair_building(move: Move, action: RepairBuilding, dice: Dice) -> None:
    """Repair it; that takes none of the month's buildings (R108). Raises RuleViolation or NotAllowed."""
    id_, town, damaged = damaged_of(move.realm, action.settlement, action.building)
    price = repair_price(damaged)
    require_price(price, action.price)
    move.pay(price)
    move.note(T("It doesn't count toward the month's buildings."))
    whole = replace(damaged, is_damaged=False)
    move.change_town(
        id_, buildings=tuple(whole if each.number == damaged.number else each for each in town.buildings)
    )
    move.tell(BuildingRepaired(move.name, town.name, damaged.type, place_text(damaged.place), price))
