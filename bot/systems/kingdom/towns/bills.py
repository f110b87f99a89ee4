"""What a building costs: its list price, and the one reduction that takes most off it (R085 to R107)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import islice
from typing import Final

from bot.engine.system import RecordId, World
from bot.engine.text import Labelled, Safe, T
from bot.systems.kingdom.book import BuildingType, Gift, Limit, Modifier, MonthStep, Phase
from bot.systems.kingdom.realm import Realm, left_after
from bot.systems.kingdom.settings import (
    BROTHEL,
    DISCOUNT_SCOPE,
    HALF_PRICE,
    UNREST_IN_ATTRIBUTE,
    UPGRADE_DISCOUNTS,
    UPGRADE_UNREST,
    Rulings,
)
from bot.systems.kingdom.sources import shifts
from bot.systems.kingdom.state import Kingdom, Month, with_points, with_unrest
from bot.systems.kingdom.steps import is_founding_time
from bot.systems.kingdom.towns.book import BUILDINGS, HOUSING, MAGIC, WALLS, BuildingRow, SlotRow, row_of
from bot.systems.kingdom.towns.plots import Ground
from bot.systems.kingdom.towns.state import (
    Building,
    Draft,
    Grant,
    Place,
    Remains,
    Town,
    base_value,
    building_type,
    moved_wares,
    sound,
)


class Cut(Labelled):
    """Why a price is lower than the list's: in a word or two, and at length."""

    DISCOUNT = "discount", "half"
    REBUILT = "rebuilt", "half: rebuilt", "half: rebuilding the same"
    REPLACES = "replaces", "less: on a site", "less: reusing the remains there"
    RUIN = "ruin", "half: Ruin", "half: built on a Ruin"
    SALVAGE = "salvage", "less: Ruin stones", "less: stones from a Ruin"
    FREE = "free", "found or given", "free: found or given"


@dataclass(frozen=True, slots=True)
class Bill:
    """What is to be paid (BP). `by` is the number of the building that gives a discount, or of a Grant."""

    listed: int
    price: int
    cut: Cut | None = None
    by: int = 0
    # What construction magic takes off in the end.
    magic: int = 0


def bill(
    realm: Realm,
    town: Town,
    building: BuildingType,
    place: Place,
    over: Building | None = None,
    *,
    with_magic: bool = False,
    is_sparing: bool = False,
) -> Bill:
    """The bill for a building there; of an upgrade the difference of the list prices (R088).

    `is_sparing` leaves what was found or given for another building.
    """
    listed = list_price(building, over)
    spared = replace(town, grants=()) if is_sparing else town
    cuts = [Bill(listed, listed), *_cuts(realm.rulings, spared, building, place, over, listed)]
    # Of two that take off as much, the one that uses nothing up: those come first.
    best = min(cuts, key=lambda each: each.price)
    magic = min(MAGIC, best.price) if with_magic else 0
    return Bill(listed, best.price - magic, best.cut, best.by, magic)


def list_price(building: BuildingType, over: Building | None = None) -> int:
    """What it costs without any reduction, in BP."""
    return row_of(building).cost - (row_of(over.type).cost if over is not None else 0)


def halved(price: int, rulings: Rulings) -> int:
    """Half of it: what comes off is rounded down (P2), or what is left if the campaign has it so (R106)."""
    return price // 2 if rulings.has(HALF_PRICE, "down") else price - price // 2


def _cuts(
    rulings: Rulings, town: Town, building: BuildingType, place: Place, over: Building | None, listed: int
) -> Iterator[Bill]:
    if over is None:
        half = halved(listed, rulings)
        yield from _rebuilt(town, building, place, listed, half)
        for grant in fitting(town, building):
            yield _granted(grant, listed, half)
    if over is None or rulings.has(UPGRADE_DISCOUNTS, "yes"):
        for source in discounting(town, building, rulings):
            yield Bill(listed, halved(listed, rulings), Cut.DISCOUNT, source.number)


# -- rebuilding ---------------------------------------------------------------------------------------


def _rebuilt(town: Town, building: BuildingType, place: Place, listed: int, half: int) -> Iterator[Bill]:
    if is_rebuilt(town, building, place):
        yield Bill(listed, half, Cut.REBUILT)
    elif saved := _saved(town, place):
        yield Bill(listed, max(0, listed - saved), Cut.REPLACES)


def is_rebuilt(town: Town, building: BuildingType, place: Place) -> bool:
    """Whether it would stand just where one of its type stood (R106)."""
    return any(
        each.type is building and each.place.district == place.district and len(each.place.lots) == each.lots
        for each in town.remains
        if set(each.place.lots) == set(place.lots)
    )


def _saved(town: Town, place: Place) -> int:
    """A quarter of what stood there, by how many of its lots are built on (R106).

    Split over them it is rounded down; but whatever is built first on a site saves 1 BP at least.
    """
    saved = 0
    for each in town.remains:
        shared = len(set(each.place.lots) & set(place.lots)) if each.place.district == place.district else 0
        if shared:
            least = int(len(each.place.lots) == each.lots)
            saved += max(least, row_of(each.type).cost // 4 * shared // each.lots)
    return saved


# -- discounts and gifts ------------------------------------------------------------------------------


_BROTHELS: Mapping[str, tuple[BuildingType, ...]] = {
    "alias": (BuildingType.DANCE_HALL,),
    "separate": (BuildingType.BROTHEL,),
    "ignore": (),
}


def as_played(listed: Iterable[BuildingType], rulings: Rulings) -> tuple[BuildingType, ...]:
    """Those types as the campaign has them, by its reading of "Brothel" (R083)."""
    brothel = _BROTHELS[rulings.of(BROTHEL)]
    return tuple(read for each in listed for read in (brothel if each is BuildingType.BROTHEL else (each,)))


def discounts(building: BuildingType, rulings: Rulings) -> tuple[BuildingType, ...]:
    """What a building halves the price of."""
    return as_played(row_of(building).discounts, rulings)


def discounts_left(building: Building, rulings: Rulings) -> tuple[BuildingType, ...]:
    """The discounts that one building has still to give (R085, R087); a damaged one gives none (R108)."""
    if not building.is_sound:
        return ()
    if building.discounted and rulings.of(DISCOUNT_SCOPE) == "per_source":
        return ()
    return tuple(each for each in discounts(building.type, rulings) if each not in building.discounted)


def discounting(town: Town, building: BuildingType, rulings: Rulings) -> Iterator[Building]:
    """The buildings of a settlement that halve the price of another's next one."""
    # Asked of many buildings at a time: what halves nothing of the kind is passed over quickly.
    could = (
        each
        for each in town.buildings
        if not {building, BuildingType.BROTHEL}.isdisjoint(row_of(each.type).discounts)
    )
    return (each for each in could if building in discounts_left(each, rulings))


def fitting(town: Town, building: BuildingType) -> Iterator[Grant]:
    """What was found there or given that this building could use."""
    return (each for each in town.grants if each.type in (None, building))


def _granted(grant: Grant, listed: int, half: int) -> Bill:
    match grant.gift:
        case Gift.RUIN:
            return Bill(listed, half, Cut.RUIN, grant.number)
        case Gift.SALVAGE:
            return Bill(listed, max(0, listed - grant.points), Cut.SALVAGE, grant.number)
        case _:
            return Bill(listed, 0, Cut.FREE, grant.number)


@dataclass(frozen=True, slots=True)
class BuildingOffer:
    """A building at one of its cheapest legal places; without one `why`, without a full stop.

    `by` gives its discount.
    """

    building: BuildingType
    place: Place | None = None
    bill: Bill | None = None
    by: BuildingType | None = None
    why: str = ""

    @property
    def price(self) -> int | None:
        """What it would cost, in BP; None where it has no place."""
        return self.bill.price if self.bill is not None else None


def known_types(realm: Realm) -> tuple[BuildingType, ...]:
    """The buildings of this campaign: the Brothel is one of them only where it is kept apart (R083)."""
    is_apart = realm.rulings.of(BROTHEL) == "separate"
    return tuple(each for each in BuildingType if is_apart or each is not BuildingType.BROTHEL)


def meant_type(text: str, rulings: Rulings) -> BuildingType:
    """The building of that name; a Brothel is the Dance Hall where they are one (R083).

    Raises RuleViolation.
    """
    found = building_type(text)
    is_alias = found is BuildingType.BROTHEL and rulings.of(BROTHEL) == "alias"
    return BuildingType.DANCE_HALL if is_alias else found


def offers(realm: Realm, town: Town) -> tuple[BuildingOffer, ...]:
    """Every building: what has a legal place first, the cheapest first."""
    ground = Ground(town, realm.rulings)
    return tuple(sorted((offer(realm, ground, each) for each in known_types(realm)), key=_rank))


def upgrades(realm: Realm, town: Town, over: Building) -> tuple[BuildingOffer, ...]:
    """What a building can be upgraded to by the book, likewise."""
    ground = Ground(town, realm.rulings, over)
    types = (each for each in known_types(realm) if over.type in row_of(each).upgrades_from)
    return tuple(sorted((offer(realm, ground, each) for each in types), key=_rank))


def _rank(found: BuildingOffer) -> tuple[bool, int]:
    return found.price is None, found.price or 0


def offer(realm: Realm, ground: Ground, building: BuildingType) -> BuildingOffer:
    """One building, at the cheapest of its legal places."""
    town, over = ground.town, ground.over
    billed = ((place, bill(realm, town, building, place, over)) for place in _places(ground, building))
    place, found = min(billed, key=lambda pair: pair[1].price, default=(None, None))
    if place is None or found is None:
        return BuildingOffer(building, why=ground.nowhere(building))
    return BuildingOffer(building, place, found, by=discounter(town, found))


def _places(ground: Ground, building: BuildingType) -> Iterator[Place]:
    """One legal place, and those with remains: nothing else makes one cheaper than others."""
    first = ground.first_legal(building)
    if first is not None:
        yield first
        yield from _legal_on(ground, building, ground.town.remains)


def _legal_on(ground: Ground, building: BuildingType, sites: Sequence[Remains]) -> Iterator[Place]:
    """The legal places that share a lot with one of those sites."""
    if sites:
        near = (each for each in ground.sites(building) if any(_lies_on(each, site) for site in sites))
        yield from (each for each in near if not ground.hindrance(building, each))


def discounter(town: Town, found: Bill) -> BuildingType | None:
    """The type of the building that gives a bill's discount."""
    source = town.building(found.by) if found.cut is Cut.DISCOUNT else None
    return source.type if source is not None else None


def why_less(cut: Cut | None, by: BuildingType | None) -> Safe:
    """Why a price is lower, in a word or two; empty where it isn't."""
    if by is not None:
        return T("half: {by}")(by=by)
    return cut.label if cut is not None else Safe("")


def reasons(cut: Cut | None, by: BuildingType | None, magic: int) -> list[Safe]:
    """Everything that makes a price lower, at length."""
    found = [T("half, by the {by}")(by=by) if by is not None else cut.meaning] if cut is not None else []
    return [*found, *([T("−{magic} by magic")(magic=magic)] if magic else [])]


def discounts_in_hand(realm: Realm, town: Town) -> tuple[tuple[BuildingType, BuildingType], ...]:
    """Every discount that a settlement has left: what it halves, and whose it is (R085, R087)."""
    found = ((halved, each.type) for each in town.buildings for halved in discounts_left(each, realm.rulings))
    return tuple(sorted(found))


# -- sites --------------------------------------------------------------------------------------------


def rebuilding(realm: Realm, town: Town, site: Remains) -> tuple[BuildingOffer, ...]:
    """What could be built on a site, or on lots of it: the same type first, then the cheapest (R106)."""
    ground = Ground(town, realm.rulings)
    found = []
    for building in known_types(realm):
        places = _legal_on(ground, building, (site,))
        billed = [(each, bill(realm, town, building, each)) for each in places]
        if billed:
            place, best = min(billed, key=lambda pair: pair[1].price)
            found.append(BuildingOffer(building, place, best, by=discounter(town, best)))
    return tuple(sorted(found, key=lambda each: (each.building is not site.type, _rank(each))))


def _lies_on(place: Place, site: Remains) -> bool:
    shared = set(place.lots) & set(site.place.lots)
    return place.district == site.place.district and bool(shared)


# -- What happens to a realm when a building is built, upgraded, or comes down -----------------------------


GRANTED = (Cut.RUIN, Cut.SALVAGE, Cut.FREE)


def with_town(realm: Realm, id_: RecordId, town: Town) -> Realm:
    """The realm with one settlement as given."""
    return replace(realm, towns={**realm.towns, id_: town})


def raise_building(
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
    served = Ground(before, realm.rulings, over).served(building, place)
    kingdom = with_unrest(with_points(realm.kingdom, -bill.price), unrest_of(realm, before, building, over))
    kingdom = replace(kingdom, month=use_limits(kingdom.month, before, building, place, bill, over))
    draft = draft_for(before, building, place, over)
    number = over.number if over is not None else draft.number if draft is not None else before.counted + 1
    new = Building(
        number,
        building,
        place,
        realm.month,
        discounted=_spent(realm, before, building, place, over),
        relies_on=served or (),
        wares=moved_wares(over, building) if over is not None else (),
    )
    town = clear_lots(_with_bill(before, building, bill), place)
    town = replace(
        town,
        buildings=(*(each for each in town.buildings if each.number != number), new),
        calmed=(*town.calmed, building) if building in WALLS and building not in town.calmed else town.calmed,
        counted=max(number, town.counted),
        drafts=tuple(each for each in town.drafts if each is not draft),
    )
    return with_town(replace(realm, kingdom=kingdom), id_, town), new


def draft_for(town: Town, building: BuildingType, place: Place, over: Building | None = None) -> Draft | None:
    """The one of its drafts that this carries out; what is drafted upon it knows it by that number."""
    instead_of = over.number if over is not None else None
    wanted = (building, place, instead_of)
    return next((each for each in town.drafts if (each.type, each.place, each.over) == wanted), None)


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
    if over is not None and realm.rulings.has(UPGRADE_UNREST, "difference"):
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


def use_limits(
    month: Month, town: Town, building: BuildingType, place: Place, bill: Bill, over: Building | None = None
) -> Month:
    """The month with what a building uses of it."""
    if bill.magic:
        month = replace(month, has_magic=True)
    if not is_free_of_limit(month, town, building, place, bill, over):
        return month.using(Limit.BUILDINGS)
    is_housing = building in HOUSING and bill.cut is not Cut.FREE
    return replace(month, has_housed=True) if is_housing else month


def _with_bill(town: Town, building: BuildingType, bill: Bill) -> Town:
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


def raze(town: Town, building: Building) -> Town:
    """Without a building; its site remains, for whatever is built there next (R106)."""
    left = tuple(each for each in town.buildings if each is not building)
    site = Remains(building.type, building.place, len(building.place.lots))
    remains = (*town.remains, site) if building.place.lots and not building.is_natural else town.remains
    return replace(town, buildings=left, remains=remains)


def clear_lots(town: Town, place: Place) -> Town:
    """A settlement with the remains under those lots gone."""
    remains = []
    for each in town.remains:
        left = tuple(lot for lot in each.place.lots if lot not in place.lots)
        if each.place.district != place.district or len(left) == len(each.place.lots):
            remains.append(each)
        elif left:
            remains.append(replace(each, place=replace(each.place, lots=left)))
    return replace(town, remains=tuple(remains))


# -- What can be built for so many BP, and what each of it would give: sorted, never chosen ----------------


# What these give hangs on edicts, hexes or other buildings: it is worked out, not read off their row.
WORKED_OUT: Final = (
    BuildingType.CATHEDRAL,
    BuildingType.WATERFRONT,
    BuildingType.FOUNDRY,
    BuildingType.STOCKYARD,
)
NOWHERE: Final = Place()


class Sorting(Labelled):
    """The order of the list."""

    PRICE = "price", "price"
    ECONOMY = "economy"
    LOYALTY = "loyalty"
    STABILITY = "stability"
    UNREST = "unrest"
    VALUE = "value", "base value"
    PER_POINT = "per_bp", "total for each BP"


@dataclass(frozen=True, slots=True)
class Gain:
    """What a kingdom's numbers and its settlement would change by; of an upgrade the difference.

    `unrest` is what it changes now: no more than there is can be lowered. `value` is what the base value
    changes by (gp), which the number of people holds down (R109).
    """

    economy: int
    loyalty: int
    stability: int
    unrest: int
    consumption: int
    defense: int
    value: int
    modifiers: Mapping[Modifier, int]

    @property
    def total(self) -> int:
        """Economy, Loyalty and Stability, and Unrest the other way round."""
        return self.economy + self.loyalty + self.stability - self.unrest


@dataclass(frozen=True, slots=True)
class AdviceOffer:
    """One building that can be had now, at the place where it costs least; `price` in BP with all it needs.

    `slots` and `opens` are its magic item slots and the buildings that it halves the price of.
    """

    settlement: RecordId
    town: str
    building: BuildingType
    place: Place
    bill: Bill
    gain: Gain
    price: int
    over: Building | None
    slots: tuple[SlotRow, ...]
    opens: tuple[BuildingType, ...]
    # A City Wall across a Waterway is built with a Watergate (R099).
    with_watergate: bool

    @property
    def per_point(self) -> float:
        """Its total for each BP; what is free comes first."""
        return self.gain.total / self.price if self.price else float("inf") if self.gain.total > 0 else 0.0


def advice(
    realm: Realm,
    points: int | None = None,
    settlement: RecordId | None = None,
    sort: Sorting = Sorting.PRICE,
) -> tuple[AdviceOffer, ...]:
    """Everything that could be built for so many BP, by default those in hand, in that order.

    Whether the month allows it and whose decision it is are other questions.
    """
    most = realm.kingdom.treasury if points is None else points
    towns = realm.towns if settlement is None else {settlement: realm.towns[settlement]}
    found = [each for id_, town in towns.items() for each in _offers(realm, id_, town, most)]
    return tuple(sorted(found, key=lambda each: (_ORDER[sort](each), each.price, each.building.value)))


_ORDER: Final[Mapping[Sorting, Callable[[AdviceOffer], float]]] = {
    Sorting.PRICE: lambda each: each.price,
    Sorting.ECONOMY: lambda each: -each.gain.economy,
    Sorting.LOYALTY: lambda each: -each.gain.loyalty,
    Sorting.STABILITY: lambda each: -each.gain.stability,
    Sorting.UNREST: lambda each: each.gain.unrest,
    Sorting.VALUE: lambda each: -each.gain.value,
    Sorting.PER_POINT: lambda each: -each.per_point,
}


# -- what can be had ----------------------------------------------------------------------------------


def _offers(realm: Realm, id_: RecordId, town: Town, points: int) -> Iterator[AdviceOffer]:
    ground = Ground(town, realm.rulings)
    for building in BuildingType:
        yield from _offered(realm, id_, ground, building, points)
    for old, new in _upgrades(town):
        # Of several alike the first that has room for it.
        grounds = (Ground(town, realm.rulings, each) for each in sound(town, old))
        found = (offer for each in grounds for offer in _offered(realm, id_, each, new, points))
        yield from islice(found, 1)


def _upgrades(town: Town) -> Iterator[tuple[BuildingType, BuildingType]]:
    """What stands there, and what it can be upgraded to."""
    for old in sorted({each.type for each in town.buildings}):
        yield from ((old, new) for new in upgrades_of(old))


@lru_cache
def upgrades_of(building: BuildingType) -> tuple[BuildingType, ...]:
    """What a building can be upgraded to (R090)."""
    return tuple(each for each, row in BUILDINGS.items() if building in row.upgrades_from)


def _offered(
    realm: Realm, id_: RecordId, ground: Ground, building: BuildingType, points: int
) -> Iterator[AdviceOffer]:
    town, over = ground.town, ground.over
    # Only what remains of another building makes one place cheaper than another.
    is_same_everywhere = over is not None or not town.remains
    if is_same_everywhere and bill(realm, town, building, NOWHERE, over).price > points:
        return
    place = _cheapest(realm, ground, building, is_same_everywhere=is_same_everywhere)
    if place is None:
        return
    cost = bill(realm, town, building, place, over)
    # What the Watergate costs that must be built with it.
    gate = 0
    if _needs_gate(ground, building, place):
        gate = bill(realm, ground.town, BuildingType.WATERGATE, place).price
    if cost.price + gate > points:
        return
    yield AdviceOffer(
        id_,
        town.name,
        building,
        place,
        cost,
        gain(realm, id_, building, place, over),
        cost.price + gate,
        over,
        row_of(building).slots,
        discounts(building, realm.rulings),
        with_watergate=_needs_gate(ground, building, place),
    )


def _cheapest(
    realm: Realm, ground: Ground, building: BuildingType, *, is_same_everywhere: bool
) -> Place | None:
    """The legal place where it costs least; None where there is no legal one."""
    if building is BuildingType.CITY_WALL:
        borders = sorted(ground.legal(building), key=ground.crosses_waterway)
        return borders[0] if borders else None
    if is_same_everywhere:
        return ground.first_legal(building)
    legal = ground.legal(building)
    return min(legal, key=lambda place: bill(realm, ground.town, building, place).price, default=None)


def _needs_gate(ground: Ground, building: BuildingType, place: Place) -> bool:
    return building is BuildingType.CITY_WALL and ground.crosses_waterway(place)


# -- what it would give -------------------------------------------------------------------------------


def gain(
    realm: Realm, id_: RecordId, building: BuildingType, place: Place, over: Building | None = None
) -> Gain:
    """What the building would change in the kingdom's numbers."""
    new, old = row_of(building), row_of(over.type) if over is not None else _NOTHING
    now = realm.kingdom.unrest
    unrest = max(0, now + unrest_of(realm, realm.towns[id_], building, over)) - now
    # Unrest can count against each attribute (R004).
    less = unrest if realm.rulings.has(UNREST_IN_ATTRIBUTE, "yes") else 0
    modifiers = {each: new.modifiers.get(each, 0) - old.modifiers.get(each, 0) for each in Modifier}
    numbers = {
        "economy": new.economy - old.economy - less,
        "loyalty": new.loyalty - old.loyalty - less,
        "stability": new.stability - old.stability - less,
        "consumption": 0,
    }
    if building in WORKED_OUT:
        # The kingdom's own numbers with it and without.
        after, _ = raise_building(realm, id_, building, place, _UNPAID, over)
        changed = {each.number: each.after - each.before for each in shifts(realm, after)}
        numbers = {name: changed.get(name, 0) for name in numbers}
    return Gain(
        **numbers,
        unrest=unrest,
        defense=new.defense - old.defense,
        value=_value(realm, realm.towns[id_], building, place, over),
        modifiers={each: amount for each, amount in modifiers.items() if amount},
    )


# What a building that is no upgrade takes the place of.
_NOTHING: Final = BuildingRow(0)


def _value(realm: Realm, town: Town, building: BuildingType, place: Place, over: Building | None) -> int:
    left = tuple(each for each in town.buildings if each is not over)
    after = replace(town, buildings=(*left, Building(0, building, place)))
    return base_value(after, realm.rulings) - base_value(town, realm.rulings)


# Whatever it costs, it gives the same.
_UNPAID: Final = Bill(0, 0)


def note_limit(world: World, realm: Realm) -> None:
    """What the month allows after this, while its count is in force."""
    if counts_now(realm.kingdom):
        world.note(left_after(realm, Limit.BUILDINGS))


def counts_now(kingdom: Kingdom) -> bool:
    """Whether this month's number of buildings is known and some of it may still be used.

    Before the Edict phase the Size that sets it isn't fixed; after the Settlements step what is left lapses.
    """
    month = kingdom.month
    is_running = month.phase is Phase.EDICT and not month.is_over(MonthStep.SETTLEMENTS)
    return is_running or is_founding_time(kingdom)


def building_step(kingdom: Kingdom) -> MonthStep | None:
    """When something can be built: in the Settlements step, and before the first month at any time (R092)."""
    return None if is_founding_time(kingdom) else MonthStep.SETTLEMENTS
