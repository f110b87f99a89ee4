"""What a realm is once something was built on its land, or a site prepared; without dice."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from bot.engine.words import one_line, safe
from bot.errors import RuleViolation
from bot.systems.kingdom.rules.book import IMPROVEMENTS, TERRAINS
from bot.systems.kingdom.rules.hexes import Spot
from bot.systems.kingdom.rules.keeping import with_points, with_unrest
from bot.systems.kingdom.rules.land import LABEL_LENGTH, Hex
from bot.systems.kingdom.rules.limits import require_left
from bot.systems.kingdom.rules.prices import require_points
from bot.systems.kingdom.rules.realm import Realm
from bot.systems.kingdom.rules.settings import PREPARATION_COUNTS
from bot.systems.kingdom.rules.siting import replaced, sited
from bot.systems.kingdom.rules.terms import Improvement, Limit
from bot.systems.kingdom.words import improving as words
from bot.systems.kingdom.words import siting as siting_words
from bot.systems.kingdom.words.claims import refused
from bot.systems.kingdom.words.names import IMPROVEMENTS as IMPROVEMENT_NAMES

# What a game master's improvement takes the place of: the lower of two in either direction.
EXCLUDED: Final[Mapping[Improvement, Improvement]] = {
    Improvement.FORT: Improvement.WATCHTOWER,
    Improvement.WATCHTOWER: Improvement.FORT,
    Improvement.HIGHWAY: Improvement.ROAD,
    Improvement.ROAD: Improvement.HIGHWAY,
}


# -- improvements -------------------------------------------------------------------------------------


def improvement_of(text: str) -> Improvement:
    """The improvement of that name, however it is written. Raises RuleViolation naming those there are."""
    meant = one_line(text).casefold()
    for each in Improvement:
        if meant in (each.value, IMPROVEMENT_NAMES[each.value].casefold()):
            return each
    raise RuleViolation(words.no_such_improvement(safe(text, 40)))


def require_own(realm: Realm, spot: Spot) -> None:
    """See that a hex is the kingdom's to improve. Raises RuleViolation."""
    if spot not in realm.hexes:
        name = safe(realm.land.name_of(spot), LABEL_LENGTH)
        raise RuleViolation(refused(siting_words.not_claimed(name, safe(realm.kingdom.name, 60))))


def require_buildable(realm: Realm, spot: Spot, improvement: Improvement) -> int:
    """What it costs there now. Raises RuleViolation saying what stands against it."""
    _, price, why = sited(realm, spot, improvement)
    if price is None:
        raise RuleViolation(refused(why))
    require_left(realm, Limit.TERRAIN)
    require_points(realm, price)
    return price


def improved(realm: Realm, spot: Spot, improvement: Improvement, price: int) -> Realm:
    """The realm with it, paid for; what it is an upgrade of is gone, and Unrest falls once (R089)."""
    each = realm.hexes[spot]
    land = realm.land.having({spot: with_improvement(each, improvement, replaced(each, improvement))})
    kingdom = with_unrest(with_points(realm.kingdom, -price), IMPROVEMENTS[improvement].unrest)
    kingdom = replace(kingdom, month=kingdom.month.using(Limit.TERRAIN))
    return replace(realm, kingdom=kingdom, land=land)


def with_improvement(each: Hex, improvement: Improvement, instead_of: Improvement | None) -> Hex:
    """The hex with it, in the book's order of improvements."""
    found = {*each.improvements, improvement} - {instead_of}
    return replace(each, improvements=tuple(one for one in Improvement if one in found))


def without_improvement(each: Hex, improvement: Improvement) -> Hex:
    """The hex without it."""
    return replace(each, improvements=tuple(one for one in each.improvements if one is not improvement))


# -- sites --------------------------------------------------------------------------------------------


def unprepared(realm: Realm, spot: Spot) -> str:
    """Why no settlement's site can be prepared there, without a full stop; empty where it can."""
    name, each = safe(realm.land.name_of(spot), LABEL_LENGTH), realm.hexes.get(spot)
    if each is None:
        return words.not_claimed(name, safe(realm.kingdom.name, 60))
    if TERRAINS[each.terrain].prepare is None:
        return words.no_site(each.terrain.value)
    if realm.towns_at(spot):
        return words.is_settled(name)
    if each.prepared is not None:
        return words.is_prepared(name, each.prepared, realm.month)
    return ""


def require_preparable(realm: Realm, spot: Spot) -> int:
    """What preparing a site costs there. Raises RuleViolation saying what stands against it (R070)."""
    if why := unprepared(realm, spot):
        raise RuleViolation(refused(why))
    if realm.rulings.is_on(PREPARATION_COUNTS):
        require_left(realm, Limit.TERRAIN)
    price = TERRAINS[realm.hexes[spot].terrain].prepare or 0
    require_points(realm, price)
    return price


def ready_in(realm: Realm, spot: Spot) -> int:
    """The month in which a settlement can be founded there, were it prepared now; plains at once (R070)."""
    return realm.month + (TERRAINS[realm.land.hexes[spot].terrain].prepare_months or 0)


def prepared(realm: Realm, spot: Spot, price: int) -> Realm:
    """The realm with that site begun, and paid for."""
    site = replace(realm.hexes[spot], prepared=ready_in(realm, spot))
    kingdom = with_points(realm.kingdom, -price)
    if realm.rulings.is_on(PREPARATION_COUNTS):
        kingdom = replace(kingdom, month=kingdom.month.using(Limit.TERRAIN))
    return replace(realm, kingdom=kingdom, land=realm.land.having({spot: site}))
