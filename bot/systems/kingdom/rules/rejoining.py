"""Territories that a claim connects again: what was lost with them comes back (R078)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from bot.engine.people import EVERYONE, Audience
from bot.engine.system import RecordId
from bot.systems.kingdom.rules.hexes import Spot, connected
from bot.systems.kingdom.rules.land import Hex
from bot.systems.kingdom.rules.realm import Realm
from bot.systems.kingdom.rules.state import Part
from bot.systems.kingdom.rules.territories import separated


@dataclass(frozen=True, slots=True)
class TerritoryRejoined:
    """A territory is connected again: its hexes, and the settlements there that can be reclaimed.

    Of one that a leader held nothing was lost.
    """

    name: str
    hexes: int
    settlements: tuple[str, ...] = ()
    was_held: bool = False
    audience: Audience = EVERYONE


def rejoined(realm: Realm, spot: Spot, entry: int) -> tuple[Realm, tuple[Any, ...]]:
    """The realm with what a claim of that hex brings back, and the events that tell it.

    Of a lost territory those hexes come back that nobody claimed meanwhile; the settlements in them wait for
    a Stability check each. `entry` is the number that the claim's entry will have.
    """
    events: list[Any] = []
    back = _reached(realm, spot)
    if back:
        events = [TerritoryRejoined(realm.kingdom.name, len(back), tuple(_names(realm, back)))]
        regained = {each: _claimed_again(realm.land.hexes[each], realm.id) for each in back}
        realm = replace(realm, land=realm.land.having(regained))
    after = separated(_with_lost_parts(realm, back | {spot}, back, entry))
    return after, (*_held_again(realm, after), *events)


def _claimed_again(each: Hex, owner: RecordId) -> Hex:
    """The hex as that kingdom's: what it claims is known to everybody, whatever became of it meanwhile."""
    return replace(each, realm=owner, is_explored=True, is_cleared=True, is_revealed=True)


def _reached(realm: Realm, spot: Spot) -> frozenset[Spot]:
    """The free hexes of lost territories that the claimed one connects with the capital's territory."""
    if spot not in realm.primary:
        return frozenset()
    lost = {each for part in realm.kingdom.parts if part.is_lost for each in part.spots}
    hexes = realm.land.hexes
    free = {each for each in lost if each in hexes and hexes[each].realm is None}
    return connected((spot,), free | {spot}) - {spot}


def _names(realm: Realm, back: frozenset[Spot]) -> Iterator[str]:
    for part in realm.kingdom.parts:
        yield from (town.name for town in part.towns if town.spot in back and town.revision is None)


def _with_lost_parts(realm: Realm, own: frozenset[Spot], back: frozenset[Spot], entry: int) -> Realm:
    """With what is left of the lost territories: those hexes are its own again, and no longer lost."""
    parts = tuple(_left_of(part, own, back, entry) if part.is_lost else part for part in realm.kingdom.parts)
    return replace(realm, kingdom=replace(realm.kingdom, parts=parts))


def _left_of(part: Part, own: frozenset[Spot], back: frozenset[Spot], entry: int) -> Part:
    """A settlement whose hex was claimed by itself is not remembered: that claim decided about it."""
    towns = [
        replace(town, revision=entry) if town.revision is None and town.spot in back else town
        for town in part.towns
        if town.revision is not None or town.spot in back or town.spot not in own
    ]
    return replace(part, spots=tuple(spot for spot in part.spots if spot not in own), towns=tuple(towns))


def _held_again(before: Realm, after: Realm) -> Iterator[TerritoryRejoined]:
    """Territories that were cut off, and are connected with the capital's now."""
    for part in _cut_off(before):
        if after.primary.issuperset(part.spots):
            yield TerritoryRejoined(after.kingdom.name, len(part.spots), was_held=True)


def _cut_off(realm: Realm) -> Iterator[Part]:
    return (part for part in realm.kingdom.parts if not part.is_lost)
