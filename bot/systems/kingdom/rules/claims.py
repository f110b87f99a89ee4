"""Claiming and abandoning hexes, in the Hexes step of the Edict phase."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from bot.engine.dice.source import Dice
from bot.engine.people import EVERYONE, Audience, Permit
from bot.engine.system import ActionKind, Kind, RecordId, Scene, Scope, Turn, Want
from bot.engine.words import safe
from bot.errors import RuleViolation
from bot.systems.kingdom.rules.book import CLAIM_COST
from bot.systems.kingdom.rules.checks import Result, rolled
from bot.systems.kingdom.rules.claiming import (
    Cities,
    abandoned,
    cities_at,
    city_check,
    claimed,
    is_free_city,
    unclaimable,
    unrest_of,
)
from bot.systems.kingdom.rules.duties import acted_for
from bot.systems.kingdom.rules.hexes import Spot
from bot.systems.kingdom.rules.keeping import kept, noted, with_unrest
from bot.systems.kingdom.rules.land import LABEL_LENGTH
from bot.systems.kingdom.rules.limits import left, require_left
from bot.systems.kingdom.rules.losing import followed
from bot.systems.kingdom.rules.months import require_open
from bot.systems.kingdom.rules.prices import require_points, require_price
from bot.systems.kingdom.rules.realm import Realm, kingdom_scope, standing_realm
from bot.systems.kingdom.rules.rejoining import rejoined
from bot.systems.kingdom.rules.settings import FREE_CITY_FAILURE
from bot.systems.kingdom.rules.spots import spot_meant
from bot.systems.kingdom.rules.terms import Limit, Special, Step, Task, Terrain
from bot.systems.kingdom.rules.town import TOWN, Town
from bot.systems.kingdom.words import claims as words

UNREST_SIDES = 4


@dataclass(frozen=True, slots=True)
class ClaimHex:
    """Claim a hex, named by its label or coordinates. `price` is what a preview showed, in BP."""

    kingdom: RecordId
    hex: str
    price: int | None = None


@dataclass(frozen=True, slots=True)
class AbandonHex:
    """Give up a hex. `unrest` is what a preview said it would add."""

    kingdom: RecordId
    hex: str
    unrest: int | None = None


@dataclass(frozen=True, slots=True)
class FreeCityAsked:
    """The Stability check for a Free City, and by how much Unrest rose."""

    name: str
    hex: str
    check: Result
    unrest: int = 0
    is_claimed: bool = False
    audience: Audience = EVERYONE


@dataclass(frozen=True, slots=True)
class HexClaimed:
    """A hex is part of the kingdom: what it has, what it cost, and how many more the month allows."""

    name: str
    hex: str
    terrain: Terrain
    price: int
    left: int | None = None
    specials: tuple[Special, ...] = ()
    has_river: bool = False
    cities: tuple[str, ...] = ()
    audience: Audience = EVERYONE


@dataclass(frozen=True, slots=True)
class HexAbandoned:
    """A hex is the kingdom's no longer; what follows from it is told besides."""

    name: str
    hex: str
    unrest: int
    audience: Audience = EVERYONE


# -- claiming -----------------------------------------------------------------------------------------


def claim_hex(scene: Scene, action: ClaimHex, dice: Dice) -> Turn:
    """Claim a hex beside the kingdom for 1 BP (R059); with a Free City a Stability check comes first (R060).

    Raises RuleViolation saying what stands against it, or NotAllowed naming whose decision it is.
    """
    realm = standing_realm(scene, action.kingdom)
    require_open(realm.kingdom, Step.HEXES)
    on_behalf = acted_for(scene, realm.kingdom, Task.HEXES)
    spot = spot_meant(scene, realm.land, action.hex)
    require_claimable(realm, spot)
    require_price(CLAIM_COST, action.price)
    towns = ((record.id, record.state) for record in scene.all(TOWN))
    cities = cities_at(realm, spot, towns)
    if not is_free_city(realm, spot, cities):
        after, events = _joined(scene, realm, spot, cities)
        return kept(scene, realm, after, *events, on_behalf_of=on_behalf)
    cities = cities or {scene.new_id(): free_city(realm, spot)}
    after, asked = _asked(realm, spot, dice)
    events = (asked,)
    if asked.is_claimed:
        after, told = _joined(scene, after, spot, cities)
        events = (asked, *told)
    return kept(scene, realm, after, *events, on_behalf_of=on_behalf)


def require_claimable(realm: Realm, spot: Spot) -> None:
    """See that a hex can be claimed now. Raises RuleViolation."""
    if why := unclaimable(realm, spot):
        raise RuleViolation(words.refused(why))
    require_left(realm, Limit.CLAIMS)
    require_points(realm, CLAIM_COST)


def free_city(realm: Realm, spot: Spot) -> Town:
    """The settlement of a Free City of which only the hex tells."""
    return Town(words.free_city(realm.land.name_of(spot)), spot, realm.kingdom.land)


def _asked(realm: Realm, spot: Spot, dice: Dice) -> tuple[Realm, FreeCityAsked]:
    """The Stability check, and the realm with what a failure costs."""
    hex_name = realm.land.name_of(spot)
    result = rolled(city_check(realm, spot), dice, words.reason(hex_name))
    unrest = 0 if result.is_success else dice.roll(1, UNREST_SIDES, reason=words.resists(hex_name))[0]
    is_claimed = result.is_success or realm.rulings.is_on(FREE_CITY_FAILURE)
    asked = FreeCityAsked(realm.kingdom.name, hex_name, result, unrest, is_claimed)
    return _with_asked(realm, spot, asked), asked


def _with_asked(realm: Realm, spot: Spot, asked: FreeCityAsked) -> Realm:
    """The realm once the city was asked; one that resists can be asked again next month (R060)."""
    kingdom = with_unrest(noted(realm.kingdom, Step.HEXES, asked.check), asked.unrest)
    if asked.is_claimed:
        return replace(realm, kingdom=kingdom)
    resisted = (*kingdom.month.resisted, spot)
    return replace(realm, kingdom=replace(kingdom, month=replace(kingdom.month, resisted=resisted)))


def _joined(scene: Scene, realm: Realm, spot: Spot, cities: Cities) -> tuple[Realm, tuple[Any, ...]]:
    each = realm.land.hexes[spot]
    after = claimed(realm, spot, cities)
    told = HexClaimed(
        realm.kingdom.name,
        realm.land.name_of(spot),
        each.terrain,
        CLAIM_COST,
        left(after, Limit.CLAIMS),
        each.specials,
        each.has_river,
        tuple(town.name for town in cities.values()),
    )
    after, back = rejoined(after, spot, scene.entry)
    return after, (told, *back)


# -- abandoning ---------------------------------------------------------------------------------------


def abandon_hex(scene: Scene, action: AbandonHex, dice: Dice) -> Turn:
    """Give up a hex of the kingdom, as many as one likes: Unrest +1 each, +4 with a settlement (R020).

    Raises RuleViolation for a hex that is not its own, or NotAllowed naming whose decision it is.
    """
    realm = standing_realm(scene, action.kingdom)
    require_open(realm.kingdom, Step.HEXES)
    on_behalf = acted_for(scene, realm.kingdom, Task.HEXES)
    spot = spot_meant(scene, realm.land, action.hex)
    require_own(realm, spot)
    unrest = unrest_of(realm, spot)
    if action.unrest is not None and action.unrest != unrest:
        raise RuleViolation(words.unrest_changed(action.unrest, unrest))
    after = abandoned(realm, spot)
    told = HexAbandoned(realm.kingdom.name, realm.land.name_of(spot), unrest)
    return kept(scene, realm, after, told, *followed(realm, after), on_behalf_of=on_behalf)


def require_own(realm: Realm, spot: Spot) -> None:
    """See that a hex is the kingdom's. Raises RuleViolation."""
    if spot not in realm.hexes:
        name = safe(realm.land.name_of(spot), LABEL_LENGTH)
        raise RuleViolation(words.not_own(name, safe(realm.kingdom.name, 60)))


def with_towns(action: Any) -> Scope:
    """The kingdom that an action names, its land, and all settlements: a Free City may be among them."""
    return replace(kingdom_scope(action), wants=(Want(TOWN.name),))


KINDS: tuple[Kind[Any], ...] = ()
ACTIONS: tuple[ActionKind[Any], ...] = (
    ActionKind(ClaimHex, claim_hex, Permit.MEMBERS, with_towns),
    ActionKind(AbandonHex, abandon_hex, Permit.MEMBERS, kingdom_scope),
)
EVENTS: tuple[type[Any], ...] = (FreeCityAsked, HexClaimed, HexAbandoned)
