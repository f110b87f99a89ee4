"""Claiming and abandoning hexes, in the Hexes step of the Edict phase."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, ClassVar, Final

from bot.engine.declare import option
from bot.engine.dice.source import Dice
from bot.engine.event import Event
from bot.engine.system import Scope, Want
from bot.engine.text import T, refused
from bot.errors import RuleViolation
from bot.systems.kingdom.book import (
    ABANDON_SETTLEMENT_UNREST,
    ABANDON_UNREST,
    CLAIM_COST,
    TERRAINS,
    Attribute,
    Limit,
    MonthStep,
    Special,
    Spot,
    Task,
    Terrain,
)
from bot.systems.kingdom.checks import Check, CheckResult, check, note_check, roll_check
from bot.systems.kingdom.land.hex_lists import LISTED, HexPick, Offered
from bot.systems.kingdom.land.losses import bonus_of, loss_events, rejoin, without_hexes
from bot.systems.kingdom.land.state import coordinates, neighbours, what_is_there, with_free_city
from bot.systems.kingdom.moves import Move, move
from bot.systems.kingdom.realm import OnKingdom, Realm, join_town, kingdom_scope, own_spots, spots
from bot.systems.kingdom.settings import FREE_CITY_FAILURE
from bot.systems.kingdom.sources import can_rule
from bot.systems.kingdom.state import Work
from bot.systems.kingdom.towns.state import TOWN, Town

# -- what may be claimed ------------------------------------------------------------------------------


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


def unrest_of(realm: Realm, spot: Spot) -> int:
    """What abandoning a hex adds to Unrest: with a settlement 4 instead of 1 (R020)."""
    return ABANDON_SETTLEMENT_UNREST if realm.towns_at(spot) else ABANDON_UNREST


UNREST_SIDES = 4


def _require_beyond(realm: Realm) -> None:
    """See that the map goes on round the kingdom. Raises RuleViolation."""
    around = {near for spot in realm.hexes for near in neighbours(spot)} & realm.land.hexes.keys()
    if realm.size and not around - realm.hexes.keys():
        raise refused(
            "hex.map_ends",
            "The players' map has no other hex next to the kingdom. A game master draws, explores and clears "
            "more: **Terrain and exploring…** under `/hex map`.",
        )


CLAIMABLE: Final = HexPick(
    T("Claim which hexes?"),
    T(
        "No hex can be claimed now: it must be next to the kingdom, nobody's, explored and cleared. A "
        "game master marks that with `/hex gm explore` and `/hex gm clear`."
    ),
    MonthStep.HEXES,
    lambda realm: (
        Offered(spot, T("{price} BP")(price=CLAIM_COST), CLAIM_COST)
        for spot in realm.land.hexes
        if not unclaimable(realm, spot)
    ),
    lambda _realm: Limit.CLAIMS,
    see=_require_beyond,
)


class ClaimHex(OnKingdom):
    """Claim a hex next to the kingdom, or pick several; shows the cost first"""

    hex: str = option(LISTED, suggest=spots(lambda realm, spot: not unclaimable(realm, spot)), pick=CLAIMABLE)


class AbandonHex(OnKingdom):
    """Give up a hex of the kingdom, or pick several; shows the cost first"""

    hex: str = option(
        LISTED,
        suggest=own_spots,
        pick=HexPick(
            T("Abandon which hexes?"),
            T("The kingdom has no hex to abandon."),
            MonthStep.HEXES,
            lambda realm: (
                Offered(spot, T("Unrest {unrest:+}")(unrest=unrest_of(realm, spot))) for spot in realm.hexes
            ),
        ),
    )


class FreeCityAsked(Event):
    """The Stability check for a Free City, and by how much Unrest rose."""

    name: str
    hex: str
    check: CheckResult
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


@move(
    "hex claim", at=MonthStep.HEXES, by=Task.HEXES, scope=with_towns, button="Claim the hex", previewed=True
)
def claim_hex(move: Move, action: ClaimHex, dice: Dice) -> None:
    """Claim a hex beside the kingdom for 1 BP (R059); with a Free City a Stability check comes first (R060).

    Raises RuleViolation saying what stands against it, or NotAllowed naming whose decision it is.
    """
    spot = _meant(move, action.hex)
    each, land = move.realm.land.hexes[spot], move.kingdom.land
    if why := unclaimable(move.realm, spot):
        raise refused("hex.unclaimable", "{why:upper}.", why=why)
    move.note(what_is_there(each))
    claims_left = move.use(Limit.CLAIMS)
    move.pay(CLAIM_COST)
    cities = {
        record.id: record.state
        for record in move.world.all(TOWN)
        if (record.state.spot, record.state.land, record.state.kingdom) == (spot, land, None)
    }
    if cities or Special.FREE_CITY in each.specials:
        cities = cities or {move.world.new_id(): free_city(move.realm, spot)}
        if not _joins(move, spot, dice):
            return
    # What a kingdom claims hides from nobody, not even once it is given up.
    mine = replace(with_free_city(each, is_one=False), realm=move.id, is_revealed=True)
    move.realm = replace(move.realm, land=move.realm.land.having({spot: mine}))
    for id_, town in cities.items():
        move.realm = join_town(move.realm, id_, town)
    move.tell(
        HexClaimed(
            move.name,
            move.hex_name(spot),
            each.terrain,
            CLAIM_COST,
            claims_left,
            each.specials,
            each.has_river,
            tuple(town.name for town in cities.values()),
        )
    )
    move.realm, back = rejoin(move.realm, spot, move.world.entry)
    move.tell(*back)


def _meant(move: Move, text: str) -> Spot:
    """The hex to claim. Raises RuleViolation; for one beside the kingdom that players don't see, what to do.

    Whether it lies under the fog or isn't drawn, nobody learns by that.
    """
    try:
        return move.spot(text)
    except RuleViolation:
        spot = coordinates(text) or move.realm.land.at(text)
        if spot is None or not any(near in move.realm.hexes for near in neighbours(spot)):
            raise
        raise refused(
            "hex.not_drawn",
            "“{text:40}” lies next to {name:60}, but isn't on the players' map. Ask a game master: **Terrain "
            "and exploring…** under `/hex map` draws, explores and clears it.",
            text=text,
            name=move.name,
        ) from None


def free_city(realm: Realm, spot: Spot) -> Town:
    """The settlement of a Free City of which only the hex tells."""
    return Town(T("Free City of {hex:40}").plain(hex=realm.land.name_of(spot)), spot, realm.kingdom.land)


def _joins(move: Move, spot: Spot, dice: Dice) -> bool:
    """Ask the Free City there: whether the hex is claimed (R060).

    One that resists takes nothing but Unrest, and can be asked again next month.
    """
    before, name = move.before.kingdom, move.hex_name(spot)
    is_claimed = move.rulings.has(FREE_CITY_FAILURE, "claimed")
    end = T("the hex is claimed anyway") if is_claimed else T("the hex stays free until next month")
    move.note(T("If it fails, Unrest rises by 1d4 and {end}.")(end=end))
    reason = T("Stability, the Free City in {hex}").plain(hex=name)
    result = roll_check(city_check(move.before, spot), dice, reason, is_alike=True)
    refuses = T("Unrest, the Free City in {hex} refuses").plain(hex=name)
    unrest = 0 if result.is_success else sum(dice.roll(1, UNREST_SIDES, reason=refuses))
    is_claimed = result.is_success or is_claimed
    if not is_claimed:
        resisted = (*before.month.resisted, spot)
        move.realm = replace(
            move.before, kingdom=replace(before, month=replace(before.month, resisted=resisted))
        )
    move.realm = replace(move.realm, kingdom=note_check(move.kingdom, MonthStep.HEXES, result))
    move.upset(unrest)
    move.tell(FreeCityAsked(move.name, name, result, unrest, is_claimed))
    return is_claimed


# -- abandoning ---------------------------------------------------------------------------------------


@move("hex abandon", at=MonthStep.HEXES, by=Task.HEXES, button="Abandon the hex", previewed=True)
def abandon_hex(move: Move, action: AbandonHex, dice: Dice) -> None:
    """Give up a hex of the kingdom, as many as one likes: Unrest +1 each, +4 with a settlement (R020).

    Raises RuleViolation for a hex that is not its own, or NotAllowed naming whose decision it is.
    """
    spot = move.spot(action.hex)
    if spot not in move.realm.hexes:
        raise refused(
            "hex.not_own",
            "{name:60} doesn't own {hex:30}, so it can't abandon it.",
            hex=move.hex_name(spot),
            name=move.name,
        )
    unrest = unrest_of(move.realm, spot)
    move.realm = without_hexes(move.realm, (spot,))
    move.upset(unrest)
    if built := move.before.hexes[spot].improvements:
        move.note(T("Its {built} will no longer count.")(built=built))
    if not move.realm.size:
        move.note(T("**This is the last hex: unless you claim one next month, the kingdom ends.**"))
    move.tell(HexAbandoned(move.name, move.hex_name(spot), unrest), *loss_events(move.before, move.realm))
