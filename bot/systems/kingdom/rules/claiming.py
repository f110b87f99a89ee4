"""What may be claimed, and what a realm is after a claim; without dice."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from bot.engine.system import RecordId
from bot.engine.words import safe
from bot.systems.kingdom.rules.book import (
    ABANDON_SETTLEMENT_UNREST,
    ABANDON_UNREST,
    CLAIM_COST,
    TERRAINS,
)
from bot.systems.kingdom.rules.checks import Check, check
from bot.systems.kingdom.rules.hexes import Spot, neighbours
from bot.systems.kingdom.rules.keeping import with_points, with_unrest
from bot.systems.kingdom.rules.land import LABEL_LENGTH
from bot.systems.kingdom.rules.losing import lost
from bot.systems.kingdom.rules.realm import Realm
from bot.systems.kingdom.rules.reclaiming import bonus_of
from bot.systems.kingdom.rules.settling import joined, with_free_city
from bot.systems.kingdom.rules.sources import can_rule
from bot.systems.kingdom.rules.terms import Attribute, Limit, Special
from bot.systems.kingdom.rules.town import Town
from bot.systems.kingdom.words import claims as words

Cities = Mapping[RecordId, Town]


def unclaimable(realm: Realm, spot: Spot) -> str:
    """Why a hex can't be claimed, without a full stop; empty where it can (R059, R039).

    A realm of Size 0 begins anew wherever it likes (L516).
    """
    each, name = realm.land.hexes[spot], safe(realm.land.name_of(spot), LABEL_LENGTH)
    if each.realm is not None:
        is_own = each.realm == realm.id
        return words.is_own(name, safe(realm.kingdom.name, 60)) if is_own else words.is_others(name)
    if not each.is_explored:
        return words.unexplored(name, TERRAINS[each.terrain].explore_days)
    if not each.is_cleared:
        return words.uncleared(name)
    if realm.size and not any(near in realm.hexes for near in neighbours(spot)):
        return words.not_adjacent(name, safe(realm.kingdom.name, 60))
    if not can_rule(realm):
        return words.NEEDS_RULER
    if spot in realm.kingdom.month.resisted:
        return words.has_resisted(name)
    return ""


def cities_at(realm: Realm, spot: Spot, towns: Iterable[tuple[RecordId, Town]]) -> Cities:
    """The Free Cities in a hex."""
    return {
        id_: town
        for id_, town in towns
        if town.spot == spot and town.land == realm.kingdom.land and town.kingdom is None
    }


def is_free_city(realm: Realm, spot: Spot, cities: Cities) -> bool:
    """Whether claiming that hex takes a Stability check (R060)."""
    return bool(cities) or Special.FREE_CITY in realm.land.hexes[spot].specials


def city_check(realm: Realm, spot: Spot) -> Check:
    """The Stability check for a Free City.

    One that was lost with a territory has the bonus of those who want to come back (L514).
    """
    lost_with = (
        part
        for part in realm.kingdom.parts
        for town in part.towns
        if town.spot == spot and town.revision is None
    )
    bonus = max((bonus_of(realm, part) for part in lost_with), default=0)
    return check(realm, Attribute.STABILITY, bonus, spot=spot)


def claimed(realm: Realm, spot: Spot, cities: Cities) -> Realm:
    """The realm with that hex, its Free Cities among the settlements; 1 BP and one claim are used."""
    # What a kingdom claims hides from nobody, not even once it is given up.
    each = replace(with_free_city(realm.land.hexes[spot], is_one=False), realm=realm.id, is_revealed=True)
    kingdom = with_points(realm.kingdom, -CLAIM_COST)
    kingdom = replace(kingdom, month=kingdom.month.using(Limit.CLAIMS))
    after = replace(realm, kingdom=kingdom, land=realm.land.having({spot: each}))
    for id_, town in cities.items():
        after = joined(after, id_, town)
    return after


def unrest_of(realm: Realm, spot: Spot) -> int:
    """What abandoning a hex adds to Unrest: with a settlement 4 instead of 1 (R020)."""
    return ABANDON_SETTLEMENT_UNREST if realm.towns_at(spot) else ABANDON_UNREST


def abandoned(realm: Realm, spot: Spot) -> Realm:
    """The realm without that hex."""
    after = lost(realm, (spot,))
    return replace(after, kingdom=with_unrest(after.kingdom, unrest_of(realm, spot)))
