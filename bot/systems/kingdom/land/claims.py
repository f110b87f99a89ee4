"""Claiming and abandoning hexes, in the Hexes step of the Edict phase."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any, ClassVar

from bot.engine.declare import action
from bot.engine.dice.source import Dice
from bot.engine.event import Event
from bot.engine.people import Permit
from bot.engine.system import RecordId, Scene, Scope, Turn, Want
from bot.engine.text import T, refused
from bot.errors import RuleViolation
from bot.systems.kingdom.book import (
    ABANDON_SETTLEMENT_UNREST,
    ABANDON_UNREST,
    CLAIM_COST,
    TERRAINS,
    Attribute,
    Limit,
    Special,
    Spot,
    Step,
    Task,
    Terrain,
)
from bot.systems.kingdom.checks import Check, Result, check, noted, rolled
from bot.systems.kingdom.land.losses import bonus_of, followed, lost, rejoined
from bot.systems.kingdom.land.state import coordinates, neighbours, spot_meant, what_is_there, with_free_city
from bot.systems.kingdom.outcome import turn_of
from bot.systems.kingdom.realm import (
    OnKingdom,
    Realm,
    joined,
    kingdom_scope,
    left,
    left_after,
    require_left,
    require_points,
    standing_realm,
)
from bot.systems.kingdom.settings import FREE_CITY_FAILURE
from bot.systems.kingdom.sources import can_rule
from bot.systems.kingdom.state import Work, with_points, with_unrest
from bot.systems.kingdom.steps import acting_for, require_open
from bot.systems.kingdom.towns.state import TOWN, Town

# -- What may be claimed, and what a realm is after a claim; without dice ----------------------------------


Cities = Mapping[RecordId, Town]


def with_towns(action: Any) -> Scope:
    """The kingdom that an action names, its land, and all settlements: a Free City may be among them."""
    return replace(kingdom_scope(action), wants=(Want(TOWN.name),))


def unclaimable(realm: Realm, spot: Spot) -> str:
    """Why a hex can't be claimed, without a full stop; empty where it can (R059, R039).

    A realm of Size 0 begins anew wherever it likes (L516).
    """
    each, names = realm.land.hexes[spot], {"hex": realm.land.name_of(spot)}
    with_kingdom = {**names, "name": realm.kingdom.name}
    if each.realm == realm.id:
        return T("{name:60} already owns {hex:30}")(**with_kingdom)
    if each.realm is not None:
        return T("{hex:30} belongs to another kingdom")(**names)
    if not each.is_explored:
        return T(
            "Explore and clear {hex:30} first: exploring takes about {days} {days:day|days}. A game master "
            "marks it: **Terrain and exploring…** under `/hex map`"
        )(**names, days=TERRAINS[each.terrain].explore_days)
    if not each.is_cleared:
        return T(
            "{hex:30} still has monsters or hazards: clear it first. A game master marks it: **Terrain and "
            "exploring…** under `/hex map`"
        )(**names)
    if realm.size and not any(near in realm.hexes for near in neighbours(spot)):
        return T("{hex:30} isn't next to a hex of {name:60}")(**with_kingdom)
    if not can_rule(realm):
        return T("Without a Ruler or a stand-in you can't claim hexes")()
    if spot in realm.kingdom.month.resisted:
        return T("The Free City in {hex:30} refused this month; ask again next month")(**names)
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


# -- Claiming and abandoning hexes, in the Hexes step of the Edict phase -----------------------------------


UNREST_SIDES = 4


class ClaimHex(OnKingdom):
    """Claim a hex next to the kingdom"""

    hex: str


class AbandonHex(OnKingdom):
    """Give up a hex of the kingdom"""

    hex: str


class FreeCityAsked(Event):
    """The Stability check for a Free City, and by how much Unrest rose."""

    name: str
    hex: str
    check: Result
    unrest: int = 0
    is_claimed: bool = False

    def sentence(self) -> T:
        """The Free City's answer."""
        if self.check.is_success:
            return T("The Free City in {hex:30} joins {name:60}.")
        if self.is_claimed:
            return T(
                "The Free City in {hex:30} resists {name:60}: Unrest {unrest:+}. The hex is claimed anyway."
            )
        return T(
            "The Free City in {hex:30} resists {name:60}: Unrest {unrest:+}. The hex stays free. Ask again "
            "next month."
        )


class HexClaimed(Event):
    """A hex is part of the kingdom: what it has, what it cost, and how many more the month allows."""

    work: ClassVar[Work] = Work.CLAIM
    says = T("{name:60} claims {hex:30} ({terrain:lower}) for {price} BP.")
    name: str
    hex: str
    terrain: Terrain
    price: int
    left: int | None = None
    specials: tuple[Special, ...] = ()
    has_river: bool = False
    cities: tuple[str, ...] = ()


class HexAbandoned(Event):
    """A hex is the kingdom's no longer; what follows from it is told besides."""

    says = T("{name:60} abandons {hex:30}: Unrest {unrest:+}.")
    name: str
    hex: str
    unrest: int


# -- claiming -----------------------------------------------------------------------------------------


@action(may=Permit.MEMBERS, scope=with_towns, button="Claim the hex")
def claim_hex(scene: Scene, action: ClaimHex, dice: Dice) -> Turn:
    """Claim a hex beside the kingdom for 1 BP (R059); with a Free City a Stability check comes first (R060).

    Raises RuleViolation saying what stands against it, or NotAllowed naming whose decision it is.
    """
    realm = standing_realm(scene, action.kingdom)
    require_open(realm.kingdom, Step.HEXES)
    on_behalf = acting_for(scene, realm.kingdom, Task.HEXES)
    spot = _meant(scene, realm, action.hex)
    require_claimable(realm, spot)
    scene.note(what_is_there(realm.land.hexes[spot]))
    scene.note(left_after(realm, Limit.CLAIMS))
    towns = ((record.id, record.state) for record in scene.all(TOWN))
    cities = cities_at(realm, spot, towns)
    if not is_free_city(realm, spot, cities):
        after, events = _joined(scene, realm, spot, cities)
        return turn_of(scene, realm, after, *events, on_behalf_of=on_behalf)
    end = T("the hex stays free until next month")
    if realm.rulings.is_on(FREE_CITY_FAILURE):
        end = T("the hex is claimed anyway")
    scene.note(T("If it fails, Unrest rises by 1d4 and {end}.")(end=end))
    cities = cities or {scene.new_id(): free_city(realm, spot)}
    after, asked = _asked(realm, spot, dice)
    events = (asked,)
    if asked.is_claimed:
        after, told = _joined(scene, after, spot, cities)
        events = (asked, *told)
    return turn_of(scene, realm, after, *events, on_behalf_of=on_behalf)


def _meant(scene: Scene, realm: Realm, text: str) -> Spot:
    """The hex to claim. Raises RuleViolation; for one beside the kingdom that players don't see, what to do.

    Whether it lies under the fog or isn't drawn, nobody learns by that.
    """
    try:
        return spot_meant(scene, realm.land, text)
    except RuleViolation:
        spot = coordinates(text) or realm.land.at(text)
        if spot is None or not any(near in realm.hexes for near in neighbours(spot)):
            raise
        raise refused(
            "hex.not_drawn",
            "“{text:40}” lies next to {name:60}, but isn't on the players' map. Ask a game master: **Terrain "
            "and exploring…** under `/hex map` draws, explores and clears it.",
            text=text,
            name=realm.kingdom.name,
        ) from None


def require_claimable(realm: Realm, spot: Spot) -> None:
    """See that a hex can be claimed now. Raises RuleViolation."""
    if why := unclaimable(realm, spot):
        raise refused("hex.unclaimable", "{why:upper}.", why=why)
    require_left(realm, Limit.CLAIMS)
    require_points(realm, CLAIM_COST)


def free_city(realm: Realm, spot: Spot) -> Town:
    """The settlement of a Free City of which only the hex tells."""
    return Town(T("Free City of {hex:40}").plain(hex=realm.land.name_of(spot)), spot, realm.kingdom.land)


def _asked(realm: Realm, spot: Spot, dice: Dice) -> tuple[Realm, FreeCityAsked]:
    """The Stability check, and the realm with what a failure costs."""
    hex_name = realm.land.name_of(spot)
    reason = T("Stability, the Free City in {hex}").plain(hex=hex_name)
    result = rolled(city_check(realm, spot), dice, reason, is_alike=True)
    refuses = T("Unrest, the Free City in {hex} refuses").plain(hex=hex_name)
    unrest = 0 if result.is_success else sum(dice.roll(1, UNREST_SIDES, reason=refuses))
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
    event = HexClaimed(
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
    return after, (event, *back)


# -- abandoning ---------------------------------------------------------------------------------------


@action(may=Permit.MEMBERS, button="Abandon the hex")
def abandon_hex(scene: Scene, action: AbandonHex, dice: Dice) -> Turn:
    """Give up a hex of the kingdom, as many as one likes: Unrest +1 each, +4 with a settlement (R020).

    Raises RuleViolation for a hex that is not its own, or NotAllowed naming whose decision it is.
    """
    realm = standing_realm(scene, action.kingdom)
    require_open(realm.kingdom, Step.HEXES)
    on_behalf = acting_for(scene, realm.kingdom, Task.HEXES)
    spot = spot_meant(scene, realm.land, action.hex)
    require_own(realm, spot)
    unrest = unrest_of(realm, spot)
    after = abandoned(realm, spot)
    if built := realm.hexes[spot].improvements:
        scene.note(T("Its {built} will no longer count.")(built=built))
    if not after.size:
        scene.note(T("**This is the last hex: unless you claim one next month, the kingdom ends.**")())
    event = HexAbandoned(realm.kingdom.name, realm.land.name_of(spot), unrest)
    return turn_of(scene, realm, after, event, *followed(realm, after), on_behalf_of=on_behalf)


def require_own(realm: Realm, spot: Spot) -> None:
    """See that a hex is the kingdom's. Raises RuleViolation."""
    if spot not in realm.hexes:
        raise refused(
            "hex.not_own",
            "{name:60} doesn't own {hex:30}, so it can't abandon it.",
            hex=realm.land.name_of(spot),
            name=realm.kingdom.name,
        )
