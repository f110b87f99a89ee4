"""What happens to a realm when a building is built, upgraded, or comes down."""

from __future__ import annotations

from dataclasses import replace

from bot.engine.system import RecordId
from bot.systems.kingdom.rules.bills import Bill, Cut, discounts, is_rebuilt
from bot.systems.kingdom.rules.building_book import HOUSING, WALLS, row_of
from bot.systems.kingdom.rules.keeping import with_points, with_unrest
from bot.systems.kingdom.rules.plots import Ground
from bot.systems.kingdom.rules.realm import Realm
from bot.systems.kingdom.rules.settings import UPGRADE_UNREST
from bot.systems.kingdom.rules.slots import moved_wares
from bot.systems.kingdom.rules.state import Month
from bot.systems.kingdom.rules.terms import BuildingType, Limit
from bot.systems.kingdom.rules.town import Building, Place, Planned, Remains, Town

GRANTED = (Cut.RUIN, Cut.SALVAGE, Cut.FREE)


def with_town(realm: Realm, id_: RecordId, town: Town) -> Realm:
    """The realm with one settlement as given."""
    return replace(realm, towns={**realm.towns, id_: town})


def raised(
    realm: Realm,
    id_: RecordId,
    building: BuildingType,
    place: Place,
    bill: Bill,
    over: Building | None = None,
) -> tuple[Realm, Building]:
    """The realm with it built and paid, and the building: with Unrest, ledger and the month's limit.

    Nothing is checked here.
    """
    before = realm.towns[id_]
    served = Ground(before, realm.rulings, over).served(building, place) if place.lots else ()
    kingdom = with_unrest(with_points(realm.kingdom, -bill.price), unrest_of(realm, before, building, over))
    kingdom = replace(kingdom, month=used(kingdom.month, before, building, place, bill, over))
    plan = planned(before, building, place, over)
    number = over.number if over is not None else plan.number if plan is not None else before.counted + 1
    new = Building(
        number,
        building,
        place,
        realm.month,
        discounted=_spent(realm, before, building, place, over),
        relies_on=served or (),
        wares=moved_wares(over, building) if over is not None else (),
    )
    town = cleared(_settled(before, building, bill), place)
    town = replace(
        town,
        buildings=(*(each for each in town.buildings if each.number != number), new),
        calmed=(*town.calmed, building) if building in WALLS and building not in town.calmed else town.calmed,
        counted=max(number, town.counted),
        plans=tuple(each for each in town.plans if each is not plan),
    )
    return with_town(replace(realm, kingdom=kingdom), id_, town), new


def planned(town: Town, building: BuildingType, place: Place, over: Building | None = None) -> Planned | None:
    """The entry of its plan that this carries out; what is planned upon it knows it by that number."""
    instead_of = over.number if over is not None else None
    meant = (building, place, instead_of)
    return next((each for each in town.plans if (each.type, each.place, each.over) == meant), None)


def _spent(
    realm: Realm, town: Town, building: BuildingType, place: Place, over: Building | None
) -> tuple[BuildingType, ...]:
    """The discounts that it doesn't give: all of them if it is rebuilt, else what it gave before (R087)."""
    given = discounts(building, realm.rulings)
    if over is not None:
        return tuple(each for each in over.discounted if each in given)
    return given if is_rebuilt(town, building, place) else ()


def unrest_of(realm: Realm, town: Town, building: BuildingType, over: Building | None = None) -> int:
    """What its completion does to Unrest: once (R105); walls and moats once a settlement (R099).

    Of an upgrade the new building's alone, unless the campaign counts the difference (R089).
    """
    if building in WALLS and building in town.calmed:
        return 0
    unrest = row_of(building).unrest
    if over is not None and realm.rulings.is_on(UPGRADE_UNREST):
        unrest -= row_of(over.type).unrest
    return unrest


def is_free_of_limit(
    month: Month, town: Town, building: BuildingType, place: Place, bill: Bill, over: Building | None = None
) -> bool:
    """Whether the month's limit does not count it.

    The first House, Mansion, Noble Villa or Tenement (R091), a Watergate built with its wall (R099), and
    what was found or given (R146) are free of it; upgrades never are.
    """
    if over is not None:
        return False
    walls = (each for each in town.of(BuildingType.CITY_WALL) if each.place == place)
    is_with_wall = any(each.built == month.number and not each.is_natural for each in walls)
    return (
        bill.cut is Cut.FREE
        or (building in HOUSING and not month.has_housed)
        or (building is BuildingType.WATERGATE and is_with_wall)
    )


def used(
    month: Month, town: Town, building: BuildingType, place: Place, bill: Bill, over: Building | None = None
) -> Month:
    """The month with what a building uses of it."""
    if bill.magic:
        month = replace(month, has_magic=True)
    if not is_free_of_limit(month, town, building, place, bill, over):
        return month.using(Limit.BUILDINGS)
    is_housing = building in HOUSING and bill.cut is not Cut.FREE
    return replace(month, has_housed=True) if is_housing else month


def _settled(town: Town, building: BuildingType, bill: Bill) -> Town:
    """With the discount given (R087), or the grant used up, that the bill names."""
    if bill.cut is Cut.DISCOUNT:
        given = (
            replace(each, discounted=(*each.discounted, building)) if each.number == bill.by else each
            for each in town.buildings
        )
        return replace(town, buildings=tuple(given))
    if bill.cut in GRANTED:
        return replace(town, grants=tuple(each for each in town.grants if each.number != bill.by))
    return town


# -- down again ---------------------------------------------------------------------------------------


def razed(town: Town, building: Building) -> Town:
    """Without a building; its site remains, for whatever is built there next (R106)."""
    left = tuple(each for each in town.buildings if each is not building)
    site = Remains(building.type, building.place, len(building.place.lots))
    remains = (*town.remains, site) if building.place.lots and not building.is_natural else town.remains
    return replace(town, buildings=left, remains=remains)


def cleared(town: Town, place: Place) -> Town:
    """A settlement with the remains under those lots gone."""
    kept = []
    for each in town.remains:
        left = tuple(lot for lot in each.place.lots if lot not in place.lots)
        if each.place.district != place.district or len(left) == len(each.place.lots):
            kept.append(each)
        elif left:
            kept.append(replace(each, place=replace(each.place, lots=left)))
    return replace(town, remains=tuple(kept))
