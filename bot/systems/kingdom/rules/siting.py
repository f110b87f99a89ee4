"""Where terrain improvements may stand, and what they cost there (Table 4-6, R061 to R068)."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Final, NamedTuple

from bot.engine.words import safe
from bot.systems.kingdom.rules.book import HIGHWAY_SIZE, IMPROVEMENTS, TERRAINS
from bot.systems.kingdom.rules.hexes import Spot, neighbours
from bot.systems.kingdom.rules.land import LABEL_LENGTH, Hex
from bot.systems.kingdom.rules.realm import Realm
from bot.systems.kingdom.rules.sources import can_rule
from bot.systems.kingdom.rules.terms import Improvement, Special, Terrain
from bot.systems.kingdom.words import siting as words

# What is built over another pays the difference between their prices.
UPGRADES: Final[Mapping[Improvement, Improvement]] = {
    Improvement.FORT: Improvement.WATCHTOWER,
    Improvement.HIGHWAY: Improvement.ROAD,
}
LAND: Final = frozenset(Terrain) - {Terrain.WATER}
GROUNDS: Final[Mapping[Improvement, Collection[Terrain]]] = {
    Improvement.AQUEDUCT: LAND,
    Improvement.CANAL: (Terrain.DESERT, Terrain.HILLS, Terrain.PLAINS),
    Improvement.FARM: (Terrain.DESERT, Terrain.HILLS, Terrain.PLAINS),
    Improvement.FORT: LAND,
    Improvement.HIGHWAY: LAND,
    Improvement.MINE: (Terrain.CAVERN, Terrain.DESERT, Terrain.HILLS, Terrain.MOUNTAINS),
    Improvement.QUARRY: (Terrain.CAVERN, Terrain.HILLS, Terrain.MOUNTAINS),
    Improvement.ROAD: LAND,
    Improvement.SAWMILL: (Terrain.FOREST, Terrain.JUNGLE),
    Improvement.WATCHTOWER: LAND,
}
# Without a Ruler or a stand-in none of these is built (R039).
RULERS: Final = (Improvement.FARM, Improvement.HIGHWAY, Improvement.ROAD)
FARMS_NEAR: Final = 2


class Buildable(NamedTuple):
    """An improvement in a hex: its price in BP, or else why it can't be built there."""

    improvement: Improvement
    price: int | None
    why: str = ""


def buildable(realm: Realm, spot: Spot) -> tuple[Buildable, ...]:
    """Each of the twelve improvements, as it stands with it in that hex."""
    return tuple(sited(realm, spot, each) for each in Improvement)


def sited(realm: Realm, spot: Spot, improvement: Improvement) -> Buildable:
    """One of them. What the Treasury holds and the month allows is another question."""
    why = hindrance(realm, spot, improvement)
    return Buildable(improvement, None if why else price(realm.land.hexes[spot], improvement), why)


# -- prices -------------------------------------------------------------------------------------------


def cost(each: Hex, improvement: Improvement) -> int | None:
    """What it costs there from the ground up, in BP; None where it can't be.

    Rivers double a Road once (R063), and so its Highway (R064), unless a Bridge is there already; neither
    a Canal (R067) nor an Aqueduct.
    """
    fixed, row = IMPROVEMENTS[improvement].cost, TERRAINS[each.terrain]
    if improvement is Improvement.FARM:
        return row.farm
    if fixed is not None or improvement is Improvement.BRIDGE or row.road is None:
        return fixed
    is_doubled = each.has_river and Special.BRIDGE not in each.specials
    road = row.road * (2 if is_doubled else 1)
    return {
        Improvement.ROAD: road,
        Improvement.HIGHWAY: 2 * road,
        Improvement.CANAL: 2 * row.road,
        Improvement.AQUEDUCT: row.road,
    }[improvement]


def price(each: Hex, improvement: Improvement) -> int | None:
    """What is to be paid for it there now: of an upgrade the difference."""
    whole, below = cost(each, improvement), replaced(each, improvement)
    if whole is None or below is None:
        return whole
    return whole - (cost(each, below) or 0)


def replaced(each: Hex, improvement: Improvement) -> Improvement | None:
    """What would be built over by it."""
    below = UPGRADES.get(improvement)
    return below if below is not None and each.has(below) else None


# -- what stands against it ---------------------------------------------------------------------------


def hindrance(realm: Realm, spot: Spot, improvement: Improvement) -> str:
    """Why it can't be built there, without a full stop; empty where it can."""
    name = safe(realm.land.name_of(spot), LABEL_LENGTH)
    each = realm.hexes.get(spot)
    if each is None:
        return words.not_claimed(name, safe(realm.kingdom.name, 60))
    return (
        _crowded(each, improvement, name)
        or _ground(each, improvement)
        or _needs(realm, spot, improvement)
        or (words.needs_ruler(improvement.value) if _wants_ruler(realm, improvement) else "")
    )


def _wants_ruler(realm: Realm, improvement: Improvement) -> bool:
    return improvement in RULERS and not can_rule(realm)


def _crowded(each: Hex, improvement: Improvement, name: str) -> str:
    """One of each kind, of Mine, Quarry and Sawmill one in all (R066); no step back from an upgrade."""
    if improvement is Improvement.BRIDGE:
        return words.BRIDGE
    if each.has(improvement):
        return words.is_there(improvement.value, name)
    above = next((up for up, below in UPGRADES.items() if below is improvement), None)
    if above is not None and each.has(above):
        return words.is_better(improvement.value, above.value, name)
    alone = next((other for other in each.improvements if not IMPROVEMENTS[other].shares), None)
    if alone is not None and not IMPROVEMENTS[improvement].shares:
        return words.is_taken(alone.value, name)
    return ""


def _ground(each: Hex, improvement: Improvement) -> str:
    if improvement is Improvement.FISHERY:
        wet = each.is_coast or each.has_river or each.terrain in (Terrain.WATER, Terrain.MARSH)
        return "" if wet else words.FISHERY
    if each.terrain not in GROUNDS[improvement]:
        fit = [terrain.value for terrain in Terrain if terrain in GROUNDS[improvement]]
        return words.wrong_ground(improvement.value, each.terrain.value, fit)
    return ""


def _needs(realm: Realm, spot: Spot, improvement: Improvement) -> str:
    each = realm.hexes[spot]
    if improvement is Improvement.HIGHWAY and not each.has(Improvement.ROAD):
        return words.ROAD_FIRST
    if improvement is Improvement.HIGHWAY and realm.size < HIGHWAY_SIZE:
        return words.too_small(HIGHWAY_SIZE, realm.size)
    if improvement is not Improvement.FARM:
        return ""
    if each.terrain is Terrain.DESERT:
        return "" if is_irrigated(each) else words.DRY_DESERT
    return "" if is_watered(realm, spot) else words.no_water(FARMS_NEAR)


def is_irrigated(each: Hex) -> bool:
    """Whether a Farm can stand in that desert hex: by canal, coast or river in the hex itself (R061)."""
    return each.has_river or each.is_coast or each.has(Improvement.CANAL)


def is_watered(realm: Realm, spot: Spot) -> bool:
    """Whether a Farm has water there: in the hex or next to it, or two Farms of the realm beside it (R061).

    Water in the fog counts for nobody: what may be built would tell of it.
    """
    hexes = realm.land.hexes
    near = [hexes[each] for each in neighbours(spot) if each in hexes]
    known = [each for each in near if each.is_revealed or each.realm == realm.id]
    if hexes[spot].has_water or any(each.has_water for each in known):
        return True
    farms = realm.with_improvement(Improvement.FARM)
    return sum(each in farms for each in neighbours(spot)) >= FARMS_NEAR
