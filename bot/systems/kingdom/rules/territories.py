"""Territories of a realm that its claimed hexes no longer connect with the capital's (R078)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from bot.systems.kingdom.rules.hexes import Spot, axial, parts
from bot.systems.kingdom.rules.realm import Realm
from bot.systems.kingdom.rules.state import Kingdom, Part


def separated(realm: Realm) -> Realm:
    """The realm with its cut-off territories as its hexes are now.

    What is connected again is no part any more. A territory that broke up is undecided again: its leader can
    be in one piece only. Territories that grew together are one, held where one of them was.
    """
    cut_off = parts([spot for spot in realm.hexes if spot not in realm.primary])
    lost = tuple(part for part in realm.kingdom.parts if part.is_lost and (part.spots or part.towns))
    kingdom = replace(realm.kingdom, parts=lost)
    before = [part for part in realm.kingdom.parts if not part.is_lost]
    for territory in cut_off:
        kingdom = _with_part(kingdom, _former(before, territory), territory, cut_off, realm)
    return realm if kingdom.parts == realm.kingdom.parts else replace(realm, kingdom=kingdom)


def _former(before: Iterable[Part], territory: frozenset[Spot]) -> Sequence[Part]:
    """The parts as they were of which that territory has hexes."""
    return [part for part in before if territory.intersection(part.spots)]


def _with_part(
    kingdom: Kingdom,
    former: Sequence[Part],
    territory: frozenset[Spot],
    cut_off: Sequence[frozenset[Spot]],
    realm: Realm,
) -> Kingdom:
    spots = ordered(territory)
    place = realm.land.name_of(spots[0])
    is_whole = not any(each is not territory and _former(former, each) for each in cut_off)
    if former and is_whole:
        since = min(part.since for part in former)
        is_held = any(part.is_held for part in former)
        part = replace(former[0], spots=spots, since=since, is_held=is_held, place=place)
        return replace(kingdom, parts=(*kingdom.parts, part))
    # A number of its own, and so a question of its own: an answer to the old one can't be meant for it.
    number = kingdom.counted + 1
    since = min((part.since for part in former), default=realm.month)
    part = Part(number, spots, since, place=place)
    return replace(kingdom, parts=(*kingdom.parts, part), counted=number)


def ordered(spots: Iterable[Spot]) -> tuple[Spot, ...]:
    """Hexes in the order of their coordinates."""
    return tuple(sorted(spots, key=axial))
