"""Terrain improvements and settlements' sites, in the Terrain step; and what game masters place or raze."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from bot.engine.dice.source import Dice
from bot.engine.people import EVERYONE, GAME_MASTERS, Audience, Permit
from bot.engine.system import ActionKind, Kind, RecordId, Scene, Turn
from bot.engine.words import clip, one_line, safe
from bot.errors import RuleViolation
from bot.systems.kingdom.rules.book import IMPROVEMENTS
from bot.systems.kingdom.rules.chains import aqueducts
from bot.systems.kingdom.rules.duties import acted_for
from bot.systems.kingdom.rules.hexes import Spot
from bot.systems.kingdom.rules.improvements import (
    EXCLUDED,
    improved,
    prepared,
    ready_in,
    require_buildable,
    require_preparable,
    with_improvement,
    without_improvement,
)
from bot.systems.kingdom.rules.keeping import kept
from bot.systems.kingdom.rules.land import LABEL_LENGTH
from bot.systems.kingdom.rules.limits import left
from bot.systems.kingdom.rules.months import require_open
from bot.systems.kingdom.rules.places import spot_of
from bot.systems.kingdom.rules.prices import require_price
from bot.systems.kingdom.rules.realm import Realm, found_realm, kingdom_scope, standing_realm
from bot.systems.kingdom.rules.siting import buildable, replaced
from bot.systems.kingdom.rules.spots import spot_meant
from bot.systems.kingdom.rules.state import REASON_LENGTH
from bot.systems.kingdom.rules.terms import Improvement, Limit, Step, Task
from bot.systems.kingdom.words import improving as words

__all__ = ["ACTIONS", "EVENTS", "KINDS", "BuildImprovement", "PrepareSite", "buildable"]


@dataclass(frozen=True, slots=True)
class BuildImprovement:
    """Build a terrain improvement, or upgrade to it. `price` is what a preview showed, in BP."""

    kingdom: RecordId
    hex: str
    improvement: Improvement
    price: int | None = None


@dataclass(frozen=True, slots=True)
class PrepareSite:
    """Prepare a hex for a settlement. `price` is what a preview showed, in BP."""

    kingdom: RecordId
    hex: str
    price: int | None = None


@dataclass(frozen=True, slots=True)
class PlaceImprovement:
    """Put an improvement on the map as a game master, whatever the rules say of it, with a reason."""

    kingdom: RecordId
    hex: str
    improvement: Improvement
    reason: str = ""


@dataclass(frozen=True, slots=True)
class RazeImprovement:
    """Take an improvement off the map as a game master, with a reason."""

    kingdom: RecordId
    hex: str
    improvement: Improvement
    reason: str = ""


@dataclass(frozen=True, slots=True)
class ImprovementBuilt:
    """An improvement stands: what it cost, what it was built over, and how many more the month allows."""

    name: str
    hex: str
    improvement: Improvement
    price: int
    left: int | None = None
    instead_of: Improvement | None = None
    # Aqueducts that reach from a spring to a settlement only now.
    completed: int = 0
    audience: Audience = EVERYONE


@dataclass(frozen=True, slots=True)
class SitePrepared:
    """A settlement's site was begun in `month`; it is ready in another, or at once."""

    name: str
    hex: str
    price: int
    month: int
    ready: int
    audience: Audience = EVERYONE


@dataclass(frozen=True, slots=True)
class ImprovementPlaced:
    """A game master put an improvement on the map."""

    name: str
    hex: str
    improvement: Improvement
    reason: str = ""
    instead_of: Improvement | None = None
    audience: Audience = EVERYONE


@dataclass(frozen=True, slots=True)
class ImprovementRazed:
    """A game master took an improvement off the map."""

    name: str
    hex: str
    improvement: Improvement
    reason: str = ""
    audience: Audience = EVERYONE


# -- leaders' -----------------------------------------------------------------------------------------


def build_improvement(scene: Scene, action: BuildImprovement, dice: Dice) -> Turn:
    """Build on a claimed hex, within the month's limit (Table 4-4) and for its price there (Table 4-6).

    Raises RuleViolation saying what stands against it, or NotAllowed naming whose decision it is.
    """
    realm = standing_realm(scene, action.kingdom)
    require_open(realm.kingdom, Step.TERRAIN)
    on_behalf = acted_for(scene, realm.kingdom, Task.TERRAIN)
    spot, kind = spot_meant(scene, realm.land, action.hex), action.improvement
    price = require_buildable(realm, spot, kind)
    require_price(price, action.price)
    after = improved(realm, spot, kind, price)
    told = ImprovementBuilt(
        realm.kingdom.name,
        realm.land.name_of(spot),
        kind,
        price,
        left(after, Limit.TERRAIN),
        replaced(realm.hexes[spot], kind),
        max(0, len(aqueducts(after)) - len(aqueducts(realm))),
    )
    return kept(scene, realm, after, told, on_behalf_of=on_behalf)


def prepare_site(scene: Scene, action: PrepareSite, dice: Dice) -> Turn:
    """Prepare a claimed hex for a settlement: BP now, months of work (R070).

    Raises RuleViolation saying what stands against it, or NotAllowed naming whose decision it is.
    """
    realm = standing_realm(scene, action.kingdom)
    require_open(realm.kingdom, Step.TERRAIN)
    on_behalf = acted_for(scene, realm.kingdom, Task.TERRAIN)
    spot = spot_meant(scene, realm.land, action.hex)
    price = require_preparable(realm, spot)
    require_price(price, action.price)
    told = SitePrepared(
        realm.kingdom.name, realm.land.name_of(spot), price, realm.month, ready_in(realm, spot)
    )
    return kept(scene, realm, prepared(realm, spot, price), told, on_behalf_of=on_behalf)


# -- game masters' ------------------------------------------------------------------------------------


def place_improvement(scene: Scene, action: PlaceImprovement, dice: Dice) -> Turn:
    """Put an improvement on one of the kingdom's hexes, or on one that is nobody's: free, and without limit.

    Unrest stays as it is. Raises RuleViolation for what is there already, or another kingdom's hex.
    """
    realm, spot = found_realm(scene, action.kingdom), _spot(scene, action)
    each, kind = realm.land.hexes[spot], action.improvement
    name = safe(realm.land.name_of(spot), LABEL_LENGTH)
    if kind is Improvement.BRIDGE:
        raise RuleViolation(words.NO_BRIDGE)
    if each.has(kind):
        raise RuleViolation(words.is_there(kind.value, name))
    excluded = EXCLUDED.get(kind)
    instead = excluded if excluded is not None and each.has(excluded) else None
    if not IMPROVEMENTS[kind].shares and instead is None:
        instead = next((other for other in each.improvements if not IMPROVEMENTS[other].shares), None)
    land = realm.land.having({spot: with_improvement(each, kind, instead)})
    told = ImprovementPlaced(
        realm.kingdom.name, realm.land.name_of(spot), kind, _reason(action), instead, _audience(realm, spot)
    )
    return kept(scene, realm, replace(realm, land=land), told)


def raze_improvement(scene: Scene, action: RazeImprovement, dice: Dice) -> Turn:
    """Take an improvement off one of the kingdom's hexes, or off one that is nobody's; nothing is refunded.

    Raises RuleViolation where it isn't there, or for another kingdom's hex.
    """
    realm, spot = found_realm(scene, action.kingdom), _spot(scene, action)
    each = realm.land.hexes[spot]
    if not each.has(action.improvement):
        here = [other.value for other in each.improvements]
        name = safe(realm.land.name_of(spot), LABEL_LENGTH)
        raise RuleViolation(words.not_there(action.improvement.value, name, here))
    land = realm.land.having({spot: without_improvement(each, action.improvement)})
    told = ImprovementRazed(
        realm.kingdom.name,
        realm.land.name_of(spot),
        action.improvement,
        _reason(action),
        _audience(realm, spot),
    )
    return kept(scene, realm, replace(realm, land=land), told)


def _spot(scene: Scene, action: PlaceImprovement | RazeImprovement) -> Spot:
    realm = found_realm(scene, action.kingdom)
    spot = spot_of(realm.land, action.hex)
    if realm.land.hexes[spot].realm not in (None, realm.id):
        raise RuleViolation(words.is_others(safe(realm.land.name_of(spot), LABEL_LENGTH)))
    return spot


def _reason(action: PlaceImprovement | RazeImprovement) -> str:
    return clip(one_line(action.reason), REASON_LENGTH)


def _audience(realm: Realm, spot: Spot) -> Audience:
    """What lies in the fog is for game masters alone."""
    return EVERYONE if realm.land.hexes[spot].is_revealed else GAME_MASTERS


GMS = Permit.GAME_MASTERS
KINDS: tuple[Kind[Any], ...] = ()
ACTIONS: tuple[ActionKind[Any], ...] = (
    ActionKind(BuildImprovement, build_improvement, Permit.MEMBERS, kingdom_scope),
    ActionKind(PrepareSite, prepare_site, Permit.MEMBERS, kingdom_scope),
    ActionKind(PlaceImprovement, place_improvement, GMS, kingdom_scope),
    ActionKind(RazeImprovement, raze_improvement, GMS, kingdom_scope),
)
EVENTS: tuple[type[Any], ...] = (ImprovementBuilt, SitePrepared, ImprovementPlaced, ImprovementRazed)
