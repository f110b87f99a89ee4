"""Three good places where a building could stand nearly anywhere, and what is good about each.

They are no rule of the book: the rules let it stand at all of them, and players choose.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from bot.engine.record import RecordId
from bot.engine.text import Safe, T
from bot.systems.kingdom.book import BuildingType
from bot.systems.kingdom.realm import Realm
from bot.systems.kingdom.towns.bills import bill
from bot.systems.kingdom.towns.book import BUILDINGS, around, footprints
from bot.systems.kingdom.towns.building import drawn_up
from bot.systems.kingdom.towns.plots import Ground, free_lots
from bot.systems.kingdom.towns.state import Building, Place, place_order

# So few places are simply listed; of more, so many are offered.
FEW, OFFERED = 8, 3
# The largest buildings take a square of four lots.
LARGE: Final = (2, 2)
# What others need beside them (R093).
NEEDED: Final = frozenset(each for row in BUILDINGS.values() if row.needs for each in row.beside)


class GoodPlace(NamedTuple):
    """A place, and why to build there."""

    place: Place
    why: Safe


@dataclass(frozen=True, slots=True)
class _Rated:
    """A place with what can be said of it."""

    place: Place
    price: int
    is_cheaper: bool
    # Squares of four lots that stay free, free lots beside it, and what stands beside it.
    large: int
    free: int
    near: tuple[BuildingType, ...]


class _Way(NamedTuple):
    """A way for a place to be good: its rank, the best first, and what is said of it, if anything."""

    key: Callable[[_Rated], Any]
    why: Callable[[_Rated], Safe]


def drafted(
    realm: Realm, id_: RecordId, building: BuildingType, found: Sequence[Place], over: Building | None = None
) -> Mapping[Place, BuildingType]:
    """Which of its places a draft takes, and for what: none of a draft that no longer fits."""
    town, built = realm.towns[id_], drawn_up(realm, id_)[0].towns[id_]
    there = {(each.number, each.type) for each in town.buildings}
    new = [each for each in built.buildings if (each.number, each.type) not in there]
    ground = Ground(built, realm.rulings, built.building(over.number) if over is not None else None)
    taken = (place for place in found if new and ground.room(building, place))
    by = ((place, each.type) for place in taken for each in new if _is_there(each.place, place))
    return dict(by)


def _is_there(one: Place, other: Place) -> bool:
    is_near = one.district == other.district and one.border == other.border
    return is_near and (not one.lots or not other.lots or not set(one.lots).isdisjoint(other.lots))


def good_places(
    realm: Realm,
    ground: Ground,
    building: BuildingType,
    found: Sequence[Place],
    taken: Container[Place] = (),
) -> tuple[GoodPlace, ...]:
    """The best by each way, all in one district, which one picture shows; of `taken` ones only for want."""
    open_ = [place for place in found if place not in taken] or found
    per_district = Counter(place.district for place in sorted(open_, key=place_order))
    ((district, _),) = per_district.most_common(1)
    here = [place for place in sorted(open_, key=place_order) if place.district == district]
    left = list(_rated(realm, ground, building, here))
    chosen: list[GoodPlace] = []
    for way in (*_ways(building), *[_ROOMY] * OFFERED):
        best = min(left, key=way.key, default=None)
        if best is not None and len(chosen) < OFFERED and (why := way.why(best)):
            left.remove(best)
            chosen.append(GoodPlace(best.place, why))
    return tuple(chosen)


def _rated(realm: Realm, ground: Ground, building: BuildingType, places: Sequence[Place]) -> Iterator[_Rated]:
    # Only what is left of a building there makes a place cheaper.
    prices = {each: bill(realm, ground.town, building, each, ground.over).price for each in places}
    for place in places:
        district = ground.district(place.district)
        free = free_lots(ground.town, place.district).difference(place.lots)
        near = dict.fromkeys(each.type for each in district.beside(place.lots))
        yield _Rated(
            place,
            prices[place],
            prices[place] < max(prices.values()),
            sum(free.issuperset(square) for square in footprints(LARGE)),
            len(free & around(place.lots, district.adjacency)),
            tuple(near),
        )


def _ways(building: BuildingType) -> Sequence[_Way]:
    """The ways in which a place may be good for it; what others need beside them wants room first."""
    if building in NEEDED:
        return (_CHEAPER, _WANTED, _ROOMY, _NEAR)
    return (_CHEAPER, _NEAR, _ROOMY, _OPEN)


def _roomy(each: _Rated) -> Safe:
    if each.large:
        return T("leaves {n} {n:spot|spots} for a building of four lots")(n=each.large)
    return T("the district has no room for a building of four lots anyway")()


_CHEAPER: Final = _Way(
    lambda each: (each.price, -each.large),
    lambda each: T("the cheapest: {price} BP")(price=each.price) if each.is_cheaper else Safe(),
)
_ROOMY: Final = _Way(lambda each: (-each.large, each.free), _roomy)
_NEAR: Final = _Way(
    lambda each: (-len(each.near), -each.large),
    lambda each: T("next to {near}, so the rest stays open")(near=list(each.near)) if each.near else Safe(),
)
_WANTED: Final = _Way(
    lambda each: (-each.free, -each.large),
    lambda each: (
        T("{n} free {n:lot|lots} around it, for what needs it next door")(n=each.free)
        if each.free
        else Safe()
    ),
)
_OPEN: Final = _Way(
    lambda each: (-each.free, -each.large),
    lambda each: T("{n} free {n:lot|lots} around it, to add to later")(n=each.free) if each.free else Safe(),
)
