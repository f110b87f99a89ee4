"""Losing hexes: what a realm is without them, and what follows from it."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace
from typing import Any

from bot.engine.people import EVERYONE, Audience
from bot.systems.kingdom.rules.hexes import Spot
from bot.systems.kingdom.rules.land import Hex
from bot.systems.kingdom.rules.realm import Realm
from bot.systems.kingdom.rules.state import Kingdom, Part
from bot.systems.kingdom.rules.terms import Special
from bot.systems.kingdom.rules.territories import separated

READY = 0


@dataclass(frozen=True, slots=True)
class LossFollowed:
    """What came of hexes that are gone: Free Cities, no capital, territories cut off (hexes of each)."""

    name: str
    freed: tuple[str, ...] = ()
    capital: str = ""
    cut_off: tuple[int, ...] = ()
    is_empty: bool = False
    audience: Audience = EVERYONE


def lost(realm: Realm, spots: Collection[Spot]) -> Realm:
    """The realm without those hexes: their improvements stay on the map and count for nothing (R077).

    Settlements there are no longer among its own: `kept` makes Free Cities of them. No Unrest that something
    once took away comes back. What is no longer connected with the capital's territory is cut off (R078).
    """
    gone = {spot: _let_go(realm, spot) for spot in spots if spot in realm.hexes}
    if not gone:
        return realm
    towns = {id_: town for id_, town in realm.towns.items() if town.spot not in gone}
    left = tuple(id_ for id_ in realm.kingdom.settlements if id_ in towns)
    capital = realm.kingdom.capital if realm.kingdom.capital in left else None
    parts = tuple(_without(part, gone) for part in realm.kingdom.parts)
    kingdom = replace(realm.kingdom, settlements=left, capital=capital, parts=parts)
    after = replace(realm, kingdom=kingdom, land=realm.land.having(gone), towns=towns)
    return redrawn(realm, after)


def redrawn(before: Realm, after: Realm) -> Realm:
    """The realm as its hexes are now: marked where its last one is gone, and with what is cut off."""
    return separated(replace(after, kingdom=_emptied(before, after)))


def _let_go(realm: Realm, spot: Spot) -> Hex:
    """The hex as nobody's. A site that was ready stays so, work under way on one is in vain."""
    each = realm.hexes[spot]
    is_ready = each.prepared is not None and each.prepared <= realm.month
    freed = (Special.FREE_CITY,) if realm.towns_at(spot) and Special.FREE_CITY not in each.specials else ()
    specials = (*each.specials, *freed)
    return replace(each, realm=None, prepared=READY if is_ready else None, specials=specials)


def _without(part: Part, gone: Collection[Spot]) -> Part:
    """A lost part without settlements that were to be reclaimed where its hexes are lost once more."""
    towns = tuple(each for each in part.towns if each.revision is None or each.spot not in gone)
    return part if towns == part.towns else replace(part, towns=towns)


def _emptied(before: Realm, after: Realm) -> Kingdom:
    """The kingdom, marked with the month where its last hex is gone; one that had recovered begins anew."""
    since = None if before.hexes and before.towns else before.kingdom.emptied
    if not after.hexes and since is None:
        since = before.month
    return replace(after.kingdom, emptied=since)


def doomed(realm: Realm) -> bool:
    """Whether the kingdom is destroyed if its month is closed now (R022).

    In the month after it lost its last hex it needs a hex and a settlement again.
    """
    emptied = realm.kingdom.emptied
    return emptied is not None and realm.month > emptied and not (realm.hexes and realm.towns)


def must_recover(realm: Realm) -> bool:
    """Whether it lost its last hex and has not yet a hex and a settlement again."""
    return realm.kingdom.emptied is not None and not (realm.hexes and realm.towns)


def followed(before: Realm, after: Realm) -> tuple[Any, ...]:
    """What came of losing hexes besides their number, as an event to be told; none where nothing did."""
    capital = before.kingdom.capital
    numbers = {part.number for part in before.kingdom.parts}
    told = LossFollowed(
        after.kingdom.name,
        tuple(town.name for id_, town in before.towns.items() if id_ not in after.towns),
        before.towns[capital].name if capital is not None and after.kingdom.capital is None else "",
        tuple(len(part.spots) for part in after.kingdom.parts if part.number not in numbers),
        bool(before.hexes) and not after.hexes,
    )
    return () if told == LossFollowed(after.kingdom.name) else (told,)
