"""Hexes that change hands by a game master's word: with a fief, by conquest, or back to nobody."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from bot.engine.dice.source import Dice
from bot.engine.people import EVERYONE, Audience, Permit
from bot.engine.system import ActionKind, Kind, RecordId, Replace, Scene, Scope, Turn, Want
from bot.engine.words import clip, one_line, safe
from bot.errors import RuleViolation
from bot.systems.kingdom.rules.hexes import Spot
from bot.systems.kingdom.rules.keeping import Shift, figures_changed, kept, moved_on
from bot.systems.kingdom.rules.land import Hex, Land
from bot.systems.kingdom.rules.losing import followed, lost
from bot.systems.kingdom.rules.places import spots_of
from bot.systems.kingdom.rules.realm import KINGDOM, Realm, found_realm, realm_of
from bot.systems.kingdom.rules.rejoining import rejoined
from bot.systems.kingdom.rules.settling import joined
from bot.systems.kingdom.rules.state import REASON_LENGTH
from bot.systems.kingdom.rules.terms import Special, Stage
from bot.systems.kingdom.rules.town import TOWN, Town
from bot.systems.kingdom.words import land as words

MOST_NAMED, MOST_TOWNS = 12, 3


@dataclass(frozen=True, slots=True)
class GiveHexes:
    """Give hexes to a kingdom without price, with the settlements in them; or take them from it."""

    kingdom: RecordId
    hexes: str
    reason: str = ""
    is_back: bool = False


@dataclass(frozen=True, slots=True)
class Bereft:
    """A kingdom that lost what another got, and what that changed in its numbers."""

    name: str
    shifts: tuple[Shift, ...]


@dataclass(frozen=True, slots=True)
class HexesGiven:
    """Hexes changed hands: the first names, and how many in all; from whom, where they were a kingdom's."""

    name: str
    hexes: tuple[str, ...]
    count: int
    is_back: bool = False
    reason: str = ""
    losers: tuple[Bereft, ...] = ()
    # The first settlements that came along, and how many in all.
    towns: tuple[str, ...] = ()
    town_count: int = 0
    audience: Audience = EVERYONE


def give_hexes(scene: Scene, action: GiveHexes, dice: Dice) -> Turn:
    """Give them, or take them back. Raises RuleViolation, for hexes that are, or are not, its own."""
    realm = found_realm(scene, action.kingdom)
    if realm.kingdom.stage is not Stage.STANDING:
        raise RuleViolation(words.only_standing(safe(realm.kingdom.name, 60)))
    spots = spots_of(realm.land, action.hexes)
    return _taken(scene, realm, action, spots) if action.is_back else _given(scene, realm, action, spots)


def _taken(scene: Scene, realm: Realm, action: GiveHexes, spots: tuple[Spot, ...]) -> Turn:
    for spot in spots:
        if spot not in realm.hexes:
            raise RuleViolation(words.not_its(safe(realm.land.name_of(spot)), safe(realm.kingdom.name, 60)))
    towns = [town.name for town in realm.towns.values() if town.spot in spots]
    after = lost(realm, spots)
    told = _told(realm, action, spots, towns=tuple(towns))
    return kept(scene, realm, after, told, *followed(realm, after))


def _given(scene: Scene, realm: Realm, action: GiveHexes, spots: tuple[Spot, ...]) -> Turn:
    for spot in spots:
        if spot in realm.hexes:
            raise RuleViolation(words.is_its(safe(realm.land.name_of(spot)), safe(realm.kingdom.name, 60)))
    losers = tuple(_losers(scene, realm, spots))
    towns = _with_towns(scene, realm, spots)
    after, events = _with(scene, realm, losers, spots, towns)
    left = [_left(loser, spots, after.land) for loser in losers]
    bereft = [_bereft(was, now) for was, now in zip(losers, left, strict=True)]
    told = _told(realm, action, spots, tuple(bereft), tuple(town.name for town in towns.values()))
    also = tuple(Replace(each.id, moved_on(scene, each)) for each in left)
    return kept(scene, realm, after, told, *events, also=also)


def _with(
    scene: Scene,
    realm: Realm,
    losers: tuple[Realm, ...],
    spots: tuple[Spot, ...],
    towns: Mapping[RecordId, Town],
) -> tuple[Realm, tuple[Any, ...]]:
    """The kingdom with those hexes and settlements, and what they connect again."""
    land = realm.land
    for loser in losers:
        # Whoever loses them loses them by the rules.
        land = lost(replace(loser, land=land), spots).land
    settled = {town.spot for town in towns.values()}
    land = land.having({spot: _claimed(land.hexes[spot], realm.id, spot in settled) for spot in spots})
    after = replace(realm, land=land)
    for id_, town in towns.items():
        after = joined(after, id_, town)
    events: list[Any] = []
    for spot in spots:
        after, told = rejoined(after, spot, scene.entry)
        events += told
    return after, tuple(events)


def _bereft(was: Realm, now: Realm) -> Bereft:
    shifts = [shift for each in figures_changed(was, now) for shift in each.shifts]
    return Bereft(was.kingdom.name, tuple(shifts))


def _told(
    realm: Realm,
    action: GiveHexes,
    spots: tuple[Spot, ...],
    losers: tuple[Bereft, ...] = (),
    towns: tuple[str, ...] = (),
) -> HexesGiven:
    names = tuple(realm.land.name_of(spot) for spot in spots[:MOST_NAMED])
    reason = clip(one_line(action.reason), REASON_LENGTH)
    return HexesGiven(
        realm.kingdom.name,
        names,
        len(spots),
        action.is_back,
        reason,
        losers,
        towns[:MOST_TOWNS],
        len(towns),
    )


def _claimed(each: Hex, owner: RecordId, is_settled: bool) -> Hex:
    # A site is prepared in months of the kingdom that prepared it: another can build on it at once.
    ready = None if each.prepared is None else 0
    # A settlement that comes along is no Free City any more.
    free = (Special.FREE_CITY,) if is_settled else ()
    specials = tuple(special for special in each.specials if special not in free)
    return replace(
        each,
        realm=owner,
        prepared=ready,
        specials=specials,
        is_explored=True,
        is_cleared=True,
        is_revealed=True,
    )


def _losers(scene: Scene, realm: Realm, spots: Collection[Spot]) -> Iterator[Realm]:
    """The kingdoms whose hexes they are."""
    owners = dict.fromkeys(realm.land.hexes[spot].realm for spot in spots)
    for owner in owners:
        record = scene.records.get(owner) if owner is not None else None
        if owner is not None and record is not None and record.kind == KINGDOM.name:
            yield realm_of(owner, scene.records.items(), scene.campaign.settings, record.state)


def _left(loser: Realm, spots: Collection[Spot], land: Land) -> Realm:
    """What a kingdom is once those hexes are another's."""
    return replace(lost(loser, [spot for spot in spots if spot in loser.hexes]), land=land)


def _with_towns(scene: Scene, realm: Realm, spots: Collection[Spot]) -> Mapping[RecordId, Town]:
    """The settlements in them."""
    return {
        record.id: record.state
        for record in scene.all(TOWN)
        if record.state.spot in spots and record.state.land == realm.kingdom.land
    }


def _scope(action: GiveHexes) -> Scope:
    wants = (Want(KINGDOM.name), Want(TOWN.name))
    return Scope(ids=(action.kingdom,), wants=wants, links=True)


KINDS: tuple[Kind[Any], ...] = ()
ACTIONS: tuple[ActionKind[Any], ...] = (ActionKind(GiveHexes, give_hexes, Permit.GAME_MASTERS, _scope),)
EVENTS: tuple[type[Any], ...] = (HexesGiven,)
