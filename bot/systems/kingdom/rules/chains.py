"""Aqueducts: which chains of them are complete."""

from __future__ import annotations

from bot.systems.kingdom.rules.hexes import Spot, parts
from bot.systems.kingdom.rules.land import Hex
from bot.systems.kingdom.rules.realm import Realm
from bot.systems.kingdom.rules.terms import Improvement, Terrain

HIGH = (Terrain.HILLS, Terrain.MOUNTAINS)


def aqueducts(realm: Realm) -> tuple[frozenset[Spot], ...]:
    """The chains that reach from a hill or mountain with a river or lake to a settlement (R068).

    The two ends are two hexes: a settlement beside its own spring needs no Aqueduct.
    """
    chains = parts(realm.with_improvement(Improvement.AQUEDUCT))
    towns = {town.spot for town in realm.towns.values()}
    return tuple(chain for chain in chains if _is_complete(realm, chain, towns))


def _is_complete(realm: Realm, chain: frozenset[Spot], towns: set[Spot]) -> bool:
    springs = {spot for spot in chain if is_spring(realm.hexes[spot])}
    ends = chain & towns
    return bool(springs) and bool(ends) and len(springs | ends) > 1


def is_spring(each: Hex) -> bool:
    """Whether an Aqueduct can begin here."""
    return each.terrain in HIGH and (each.has_river or each.has_lake)
