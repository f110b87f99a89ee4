"""The book's events: on which tables they stand, what they strike, and what their outcomes change."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from bot.systems.kingdom.rules.terms import Attribute, Until

L, S = Attribute.LOYALTY, Attribute.STABILITY
# Adventurers for hire: their levels, the bonus on one check, and their price in BP (R141).
ADVENTURERS: Final = (("1-2", 2, 4), ("3-5", 5, 8), ("6+", 10, 16))


class Strikes(StrEnum):
    """What an event befalls."""

    KINGDOM = "kingdom"
    # One of the leaders, drawn among those alive (R147).
    LEADER = "leader"
    SETTLEMENT = "settlement"
    # A settlement with a lot that is free, or with one that is built on.
    FREE_LOT = "free_lot"
    BUILT_LOT = "built_lot"
    # A settlement with a Farm in its hex or beside it.
    FARMLAND = "farmland"
    HEX = "hex"
    IMPROVED = "improved"
    # A hex beside the kingdom that is explored and nobody's.
    UNCLAIMED = "unclaimed"
    # A hex that a game master chooses.
    CHOSEN = "chosen"
    # What only buildings tell of that are not kept yet.
    NOTHING_YET = "nothing_yet"


class When(StrEnum):
    """Which outcome is meant."""

    ALWAYS = "always"
    SUCCESS = "success"
    FAILURE = "failure"
    BOTH = "both"
    ONE = "one"
    NONE = "none"
    EACH_FAILURE = "each_failure"
    UNMET = "unmet"
    SUPPRESSED = "suppressed"
    CALM = "calm"
    UNBUILT = "unbuilt"


@dataclass(frozen=True, slots=True)
class Effect:
    """One number that an outcome changes: a Stat, "unrest" or "treasury".

    The amount is a number, dice, or what depends on the realm: see `amounts`.
    """

    number: str
    amount: str
    until: Until = Until.ALWAYS


@dataclass(frozen=True, slots=True)
class EventRow:
    """An event. `kingdom_wide` is what it strikes where a table of the kingdom's names it instead (R122)."""

    strikes: Strikes
    checks: tuple[Attribute, ...] = ()
    outcomes: tuple[tuple[When, tuple[Effect, ...]], ...] = ()
    is_continuous: bool = False
    kingdom_wide: Strikes | None = None


def _unrest(amount: str) -> Effect:
    return Effect("unrest", amount)


def _treasury(amount: str) -> Effect:
    return Effect("treasury", amount)


def _next(number: str, amount: str) -> Effect:
    """Until the next Event phase opens."""
    return Effect(number, amount, Until.EVENT)


def _eaten(amount: str) -> Effect:
    """In the next Upkeep phase alone."""
    return Effect("consumption", amount, Until.UPKEEP)


def _both(amount: str) -> tuple[Effect, ...]:
    return Effect("loyalty", amount), Effect("stability", amount)


_DEMAND = (
    (When.UNMET, (_unrest("+1"),)),
    (When.SUPPRESSED, (Effect("loyalty", "-2"), _unrest("+1"))),
)

EVENTS: Final[Mapping[str, EventRow]] = {
    "archaeological_find": EventRow(Strikes.KINGDOM),
    "assassination_attempt": EventRow(Strikes.LEADER, (S,), ((When.FAILURE, (_unrest("+1d6"),)),)),
    "bandit_activity": EventRow(Strikes.KINGDOM, (S,), ((When.FAILURE, (_treasury("-1d6!"),)),)),
    "boomtown": EventRow(Strikes.SETTLEMENT),
    "building_demand": EventRow(Strikes.SETTLEMENT, (L,), _DEMAND, is_continuous=True),
    "crop_failure": EventRow(
        Strikes.FARMLAND,
        (S, S),
        ((When.ONE, (_eaten("farms_to_one"),)), (When.NONE, (_eaten("farms"),))),
    ),
    "cult_activity": EventRow(
        Strikes.SETTLEMENT,
        (L, S),
        ((When.EACH_FAILURE, (Effect("stability", "-1"), _unrest("+1"))),),
        is_continuous=True,
    ),
    "diplomatic_overture": EventRow(Strikes.KINGDOM, (), ((When.ALWAYS, (_treasury("+1d4"),)),)),
    "discovery": EventRow(Strikes.SETTLEMENT),
    "drug_den": EventRow(
        Strikes.BUILT_LOT,
        (L, S),
        (
            (When.ONE, (_unrest("+1"),)),
            (When.NONE, (Effect("economy", "-1"), *_both("-1"), _unrest("+1"))),
        ),
        is_continuous=True,
    ),
    "economic_boom": EventRow(Strikes.KINGDOM, (), ((When.ALWAYS, (_treasury("+1d6!"),)),)),
    "festive_invitation": EventRow(Strikes.KINGDOM),
    "feud": EventRow(
        Strikes.SETTLEMENT,
        (L,),
        ((When.SUCCESS, (_unrest("+1"),)), (When.FAILURE, (_unrest("+1d6"),))),
        is_continuous=True,
        kingdom_wide=Strikes.KINGDOM,
    ),
    "food_shortage": EventRow(
        Strikes.KINGDOM,
        (S,),
        ((When.SUCCESS, (_eaten("half"),)), (When.FAILURE, (_eaten("whole"),))),
    ),
    "food_surplus": EventRow(Strikes.KINGDOM, (), ((When.ALWAYS, (_eaten("saved"),)),)),
    "good_weather": EventRow(
        Strikes.KINGDOM, (), ((When.ALWAYS, (_next("economy", "+2"), _next("loyalty", "+2"))),)
    ),
    "improvement_demand": EventRow(Strikes.HEX, (L,), _DEMAND, is_continuous=True),
    "inquisition": EventRow(
        Strikes.SETTLEMENT,
        (L,),
        ((When.SUCCESS, _both("-1")), (When.FAILURE, _both("-2"))),
        is_continuous=True,
        kingdom_wide=Strikes.KINGDOM,
    ),
    "justice_prevails": EventRow(
        Strikes.SETTLEMENT, (), ((When.ALWAYS, (Effect("loyalty", "+1"), _unrest("-1"))),)
    ),
    "land_rush": EventRow(
        Strikes.UNCLAIMED,
        (L,),
        (
            (When.ALWAYS, (Effect("stability", "-1"),)),
            (When.SUCCESS, (_unrest("+1"),)),
            (When.FAILURE, (_unrest("+1d4"),)),
        ),
    ),
    "large_disaster": EventRow(Strikes.IMPROVED, (S,), ((When.EACH_FAILURE, (_unrest("+1"),)),)),
    "localized_disaster": EventRow(Strikes.BUILT_LOT, (S,), ((When.EACH_FAILURE, (_unrest("+1"),)),)),
    "monster_attack": EventRow(Strikes.CHOSEN, (S,), ((When.FAILURE, (_unrest("+4"),)),), is_continuous=True),
    "natural_blessing": EventRow(Strikes.KINGDOM, (), ((When.ALWAYS, (_next("stability_checks", "+4"),)),)),
    "new_subjects": EventRow(
        Strikes.KINGDOM,
        (),
        ((When.ALWAYS, (Effect("stability", "+1"), _unrest("-1"), _treasury("+1d6!"))),),
    ),
    "noblesse_oblige": EventRow(Strikes.FREE_LOT),
    "outstanding_success": EventRow(
        Strikes.SETTLEMENT,
        (),
        ((When.ALWAYS, (_treasury("+1d6"), _unrest("-2"), _next("economy_checks", "+4"))),),
    ),
    "pilgrimage": EventRow(Strikes.NOTHING_YET),
    "plague": EventRow(
        Strikes.SETTLEMENT,
        (S, S),
        (
            (When.BOTH, (Effect("stability", "-2"), _treasury("-1d3"))),
            (When.ONE, (Effect("stability", "-4"), _treasury("-1d6"), _unrest("+1d3"))),
            (When.NONE, (Effect("stability", "-4"), _treasury("-1d6"), _unrest("+1d6"))),
        ),
        is_continuous=True,
        kingdom_wide=Strikes.HEX,
    ),
    "political_calm": EventRow(
        Strikes.KINGDOM,
        (),
        ((When.ALWAYS, (_unrest("-1d6"),)), (When.CALM, _both("+1"))),
    ),
    "public_scandal": EventRow(
        Strikes.LEADER, (L,), ((When.FAILURE, (_unrest("+2"), _next("loyalty_checks", "-4"))),)
    ),
    "remarkable_treasure": EventRow(Strikes.SETTLEMENT),
    "sensational_crime": EventRow(
        Strikes.SETTLEMENT,
        (S, S),
        (
            (When.ONE, (_unrest("+1"),)),
            (When.NONE, (Effect("loyalty", "-1"), _treasury("-1d4"), _unrest("+2"))),
        ),
        is_continuous=True,
    ),
    # Unrest falls, as it is printed (R126).
    "slavers": EventRow(
        Strikes.SETTLEMENT,
        (L, S),
        ((When.ONE, (*_both("-1"), _unrest("-1"))), (When.NONE, (*_both("-2"), _unrest("-2")))),
        is_continuous=True,
    ),
    "smugglers": EventRow(
        Strikes.KINGDOM,
        (L, S),
        ((When.ONE, (_treasury("-1d3"),)), (When.NONE, (_treasury("-1d6"),))),
        is_continuous=True,
    ),
    "squatters": EventRow(
        Strikes.FREE_LOT,
        (S,),
        ((When.ALWAYS, (Effect("stability", "-1"), _unrest("+2"))), (When.UNBUILT, (_unrest("+2"),))),
        is_continuous=True,
    ),
    "unexpected_find": EventRow(Strikes.SETTLEMENT),
    "vandals": EventRow(Strikes.BUILT_LOT, (L, S)),
    "visiting_celebrity": EventRow(Strikes.SETTLEMENT, (), ((When.ALWAYS, (_treasury("+1d6!"),)),)),
    "wealthy_immigrant": EventRow(Strikes.FREE_LOT),
}
