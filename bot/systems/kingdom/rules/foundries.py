"""Foundries and their Mines: a Mine serves one Foundry, a Foundry has one Mine (R116)."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from bot.engine.system import RecordId
from bot.systems.kingdom.rules.hexes import Direction, Spot, beside, connected
from bot.systems.kingdom.rules.realm import Realm
from bot.systems.kingdom.rules.terms import BuildingType, Improvement
from bot.systems.kingdom.rules.worth import sound

# Under this name a realm keeps who has which Mine.
_KEPT = "foundries"
# By a Mine: the settlement and the number of the Foundry there.
Served = Mapping[Spot, tuple[RecordId, int]]


def served(realm: Realm) -> Served:
    """Which Mine works for which Foundry, as many as can be.

    A Mine is connected with a settlement by hexes of the kingdom that all have a Road or Highway, or by a
    river (a Canal counts as one) through its hexes; in the settlement's own hex it needs neither.
    """
    if _KEPT not in realm.derived:
        realm.derived[_KEPT] = _matched(_ways(realm))
    found: Served = realm.derived[_KEPT]
    return found


def linked(realm: Realm, settlement: RecordId) -> int:
    """How many Foundries of a settlement have a Mine."""
    return sum(id_ == settlement for id_, _ in served(realm).values())


def _ways(realm: Realm) -> dict[tuple[RecordId, int], Sequence[Spot]]:
    """The Mines that each Foundry could have."""
    foundries = {id_: sound(town, BuildingType.FOUNDRY) for id_, town in realm.towns.items()}
    mines = realm.with_improvement(Improvement.MINE)
    if not mines or not any(foundries.values()):
        return {}
    roads = realm.with_improvement(Improvement.ROAD, Improvement.HIGHWAY)
    found: dict[tuple[RecordId, int], Sequence[Spot]] = {}
    for id_, there in foundries.items():
        reached = _reached(realm, roads, realm.towns[id_].spot) if there else frozenset()
        near = sorted(reached & mines.keys())
        found |= {(id_, each.number): near for each in there}
    return found


def _reached(realm: Realm, roads: Collection[Spot], start: Spot) -> frozenset[Spot]:
    """Every hex that is connected with that one by Roads alone or by rivers alone."""
    by_road, itself = connected((start,), roads), {start} & realm.hexes.keys()
    return by_road | _downstream(realm, start) | itself


def _downstream(realm: Realm, start: Spot) -> frozenset[Spot]:
    """Every hex that a boat reaches from there, up and down the rivers, without leaving the kingdom."""
    queue = [start] if _is_navigable(realm, start) else []
    reached = set(queue)
    while queue:
        here = queue.pop()
        for direction in Direction:
            there = beside(here, direction)
            if there not in reached and _flows(realm, here, direction):
                reached.add(there)
                queue.append(there)
    return frozenset(reached)


def _is_navigable(realm: Realm, spot: Spot) -> bool:
    each = realm.hexes.get(spot)
    return each is not None and (each.has_river or each.has(Improvement.CANAL))


def _flows(realm: Realm, here: Spot, direction: Direction) -> bool:
    """Whether water leads from that hex into the next: a river of both, or a Canal of one of them."""
    there = beside(here, direction)
    if not _is_navigable(realm, there):
        return False
    has_canal = any(realm.hexes[each].has(Improvement.CANAL) for each in (here, there))
    is_river = direction in realm.hexes[here].rivers or direction.opposite in realm.hexes[there].rivers
    return has_canal or is_river


# -- who has which ------------------------------------------------------------------------------------


def _matched(ways: Mapping[tuple[RecordId, int], Sequence[Spot]]) -> dict[Spot, tuple[RecordId, int]]:
    found: dict[Spot, tuple[RecordId, int]] = {}
    for foundry in ways:
        _augment(foundry, ways, found, set())
    return found


def _augment(
    foundry: tuple[RecordId, int],
    ways: Mapping[tuple[RecordId, int], Sequence[Spot]],
    found: dict[Spot, tuple[RecordId, int]],
    tried: set[Spot],
) -> bool:
    """Find that one a Mine; another may have to move to a second one of its own."""
    for mine in ways[foundry]:
        if mine in tried:
            continue
        tried.add(mine)
        holder = found.get(mine)
        if holder is None or _augment(holder, ways, found, tried):
            found[mine] = foundry
            return True
    return False
