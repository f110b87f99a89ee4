"""Losing hexes: the one that Unrest takes, those a game master takes, and territories that were cut off."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from bot.engine.dice.source import Dice
from bot.engine.people import EVERYONE, Audience, Permit
from bot.engine.system import ActionKind, Kind, RecordId, Scene, Turn
from bot.engine.words import clip, one_line, safe
from bot.errors import RuleViolation
from bot.systems.kingdom.rules.duties import acted_for
from bot.systems.kingdom.rules.hexes import Spot
from bot.systems.kingdom.rules.keeping import done, kept
from bot.systems.kingdom.rules.losing import LossFollowed, followed, lost
from bot.systems.kingdom.rules.month import DecidePart, LoseChosenHex, ReclaimSettlement
from bot.systems.kingdom.rules.months import require_open, running_realm
from bot.systems.kingdom.rules.places import spots_of
from bot.systems.kingdom.rules.realm import Realm, found_realm, kingdom_scope
from bot.systems.kingdom.rules.reclaiming import SettlementReclaimed, reclaim_scope, reclaim_settlement
from bot.systems.kingdom.rules.rejoining import TerritoryRejoined
from bot.systems.kingdom.rules.spots import spot_meant
from bot.systems.kingdom.rules.state import REASON_LENGTH, LostTown, Part
from bot.systems.kingdom.rules.terms import Stage, Step, Task
from bot.systems.kingdom.words import losses as words

YES = "yes"


@dataclass(frozen=True, slots=True)
class LoseHexes:
    """Take hexes from a kingdom, as a game master: labels or coordinates, and why."""

    kingdom: RecordId
    hexes: str
    reason: str = ""


@dataclass(frozen=True, slots=True)
class HexesLost:
    """Hexes that are no longer the kingdom's, by name. Without a reason Unrest took them (R019)."""

    name: str
    hexes: tuple[str, ...]
    reason: str = ""
    by_unrest: bool = False
    audience: Audience = EVERYONE


@dataclass(frozen=True, slots=True)
class PartDecided:
    """It is known whether a leader is in a territory that was cut off: so many hexes, and its settlements."""

    name: str
    hexes: int
    is_held: bool
    freed: tuple[str, ...] = ()
    audience: Audience = EVERYONE


# -- the hex that Unrest takes ------------------------------------------------------------------------


def lose_chosen_hex(scene: Scene, action: LoseChosenHex, dice: Dice) -> Turn:
    """Lose exactly the hex that the leaders choose; no Unrest for it (R019).

    Raises RuleViolation, also where more than the hex would go and nobody said that this is meant.
    """
    realm = running_realm(scene, action.kingdom)
    require_open(realm.kingdom, Step.LOSE_HEX)
    on_behalf = acted_for(scene, realm.kingdom, Task.HEXES)
    spot = own_spot(scene, realm, action.hex)
    after = lost(realm, (spot,))
    events = followed(realm, after)
    if action.even_so.strip().casefold() != YES:
        for event in events:
            raise RuleViolation(_warning(realm, spot, event))
    after = replace(after, kingdom=done(after.kingdom, Step.LOSE_HEX))
    told = HexesLost(realm.kingdom.name, (realm.land.name_of(spot),), by_unrest=True)
    return kept(scene, realm, after, told, *events, on_behalf_of=on_behalf)


def _warning(realm: Realm, spot: Spot, event: LossFollowed) -> str:
    freed = [safe(name, 60) for name in event.freed]
    return words.more_is_lost(safe(realm.land.name_of(spot), 40), freed, sum(event.cut_off), event.is_empty)


def own_spot(scene: Scene, realm: Realm, text: str) -> Spot:
    """A hex of the realm. Raises RuleViolation for another's."""
    spot = spot_meant(scene, realm.land, text)
    if spot not in realm.hexes:
        foreign = [safe(realm.land.name_of(spot), 40)]
        raise RuleViolation(words.not_its_hexes(safe(realm.kingdom.name, 60), foreign))
    return spot


# -- hexes that a game master takes -------------------------------------------------------------------


def lose_hexes(scene: Scene, action: LoseHexes, dice: Dice) -> Turn:
    """Take hexes from a kingdom: war, monsters, disaster; in any phase. Raises RuleViolation."""
    realm = found_realm(scene, action.kingdom)
    if realm.kingdom.stage is not Stage.STANDING:
        raise RuleViolation(words.nothing_to_lose(safe(realm.kingdom.name, 60)))
    spots = spots_of(realm.land, action.hexes)
    foreign = [safe(realm.land.name_of(spot), 40) for spot in spots if spot not in realm.hexes]
    if foreign or not spots:
        raise RuleViolation(words.not_its_hexes(safe(realm.kingdom.name, 60), foreign))
    after = lost(realm, spots)
    names = tuple(realm.land.name_of(spot) for spot in dict.fromkeys(spots))
    told = HexesLost(realm.kingdom.name, names, clip(one_line(action.reason), REASON_LENGTH))
    return kept(scene, realm, after, told, *followed(realm, after))


# -- territories that were cut off --------------------------------------------------------------------


def decide_part(scene: Scene, action: DecidePart, dice: Dice) -> Turn:
    """Say whether a leader is in a territory that was cut off: it is held, or all its hexes are lost (R078).

    Raises RuleViolation where nothing is to be decided about it.
    """
    realm = found_realm(scene, action.kingdom)
    part = next((each for each in realm.kingdom.parts if each.number == action.number), None)
    if part is None or not part.is_undecided:
        raise RuleViolation(words.IS_DECIDED)
    size = len(part.spots)
    if action.has_leader:
        parts = tuple(replace(each, is_held=True) if each is part else each for each in realm.kingdom.parts)
        after = replace(realm, kingdom=replace(realm.kingdom, parts=parts))
        return kept(scene, realm, after, PartDecided(realm.kingdom.name, size, is_held=True))
    after = part_lost(realm, part)
    freed = tuple(town.name for id_, town in realm.towns.items() if id_ not in after.towns)
    return kept(scene, realm, after, PartDecided(realm.kingdom.name, size, is_held=False, freed=freed))


def part_lost(realm: Realm, part: Part) -> Realm:
    """The realm without that territory, which is remembered with its settlements for the day it is reached.

    Control is lost in this month: the bonus of reclaiming falls from here on.
    """
    there = ((id_, town) for id_, town in realm.towns.items() if town.spot in part.spots)
    own = [LostTown(id_, town.name, town.spot) for id_, town in there]
    waiting = [
        replace(town, revision=None)
        for each in realm.kingdom.parts
        for town in each.towns
        if town.revision is not None and town.spot in part.spots
    ]
    after = lost(realm, part.spots)
    gone = replace(part, since=realm.month, is_lost=True, towns=(*own, *waiting))
    return replace(after, kingdom=replace(after.kingdom, parts=(*after.kingdom.parts, gone)))


KINDS: tuple[Kind[Any], ...] = ()
ACTIONS: tuple[ActionKind[Any], ...] = (
    ActionKind(LoseChosenHex, lose_chosen_hex, Permit.MEMBERS, kingdom_scope),
    ActionKind(LoseHexes, lose_hexes, Permit.GAME_MASTERS, kingdom_scope),
    ActionKind(DecidePart, decide_part, Permit.GAME_MASTERS, kingdom_scope),
    ActionKind(ReclaimSettlement, reclaim_settlement, Permit.MEMBERS, reclaim_scope),
)
EVENTS: tuple[type[Any], ...] = (HexesLost, LossFollowed, PartDecided, TerritoryRejoined, SettlementReclaimed)
