"""The book's events: on which tables they stand, what they strike, and what their outcomes change."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from bot.engine.text import Labelled, Safe, T
from bot.systems.kingdom.book import Attribute, Until

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
    # A settlement with a Cathedral, Shrine or Temple, or with a House or Tenement.
    HOLY = "holy"
    HOMES = "homes"
    # A settlement with a Farm in its hex or beside it.
    FARMLAND = "farmland"
    HEX = "hex"
    IMPROVED = "improved"
    # A hex beside the kingdom that is explored and nobody's.
    UNCLAIMED = "unclaimed"
    # A hex that a game master chooses.
    CHOSEN = "chosen"


class When(Labelled):
    """Which outcome is meant."""

    ALWAYS = "always", "At once"
    SUCCESS = "success"
    FAILURE = "failure"
    BOTH = "both", "Both succeed"
    ONE = "one", "One fails"
    NONE = "none", "Both fail"
    EACH_FAILURE = "each_failure"
    UNMET = "unmet", "Unmet at the next Event phase"
    SUPPRESSED = "suppressed", "Silenced"
    CALM = "calm", "If Unrest is 0 then, and no event goes on"
    UNBUILT = "unbuilt", "If nothing is built"


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


# -- The forty events: what each is called, and what it does beside the numbers of its outcomes ------------


_VICE = "less the Brothels, Tenements, Waterfronts and lots with squatters there"
_MEET_IT = (
    "Meet it, and it is over. Or silence it with a Loyalty check, once in each Event phase: a success ends "
    "it at a price, a failure changes nothing."
)


class BookEvent(Labelled):
    """An event: its name, and what happens."""

    ARCHAEOLOGICAL_FIND = (
        "archaeological_find",
        "Archaeological Find",
        "An old ruin with its treasures is dug up. Lore +1; a Museum, if there is one, gets exhibits worth "
        "10,000 gp.",
    )
    ASSASSINATION_ATTEMPT = (
        "assassination_attempt",
        "Assassination Attempt",
        "Somebody wants this leader dead. A player's character meets the assassin in play (CR of their own "
        "level); for an NPC roll Stability. If the leader dies, the role is vacant at once.",
    )
    BANDIT_ACTIVITY = (
        "bandit_activity",
        "Bandit Activity",
        "Robbers lie in wait along the roads. Roll Stability; a success drives them off.",
    )
    BOOMTOWN = (
        "boomtown",
        "Boomtown",
        "Trade flocks to this settlement. Until the next Event phase Economy rises by 1 for each of its "
        "buildings that adds to Economy, and its Corruption by 1d4.",
    )
    BUILDING_DEMAND = (
        "building_demand",
        "Building Demand",
        "The people want a building put up (d% 1–75) or torn down (76–100), of a kind drawn at random. "
        + _MEET_IT,
    )
    CROP_FAILURE = (
        "crop_failure",
        "Crop Failure",
        "Blight is on the fields in the settlement's hex and those beside it. Roll Stability twice; two "
        "successes save the harvest.",
    )
    CULT_ACTIVITY = (
        "cult_activity",
        "Cult Activity",
        "A sect hostile to the kingdom's ways preys on the people. Roll Loyalty and Stability. Each failure "
        "also costs Productivity and Society 1; it goes on only if both fail.",
    )
    DIPLOMATIC_OVERTURE = (
        "diplomatic_overture",
        "Diplomatic Overture",
        "A neighbour's envoy brings gifts and offers an embassy (d% 1–60), a treaty (61–90) or an alliance "
        "(91–100).",
    )
    DISCOVERY = (
        "discovery",
        "Discovery",
        "Scholars here make a name for themselves: Fame +1, and Lore +1d4 there.",
    )
    DRUG_DEN = (
        "drug_den",
        "Drug Den",
        f"A House or Tenement here turns to the drug trade. Roll Loyalty and Stability, each {_VICE}; only "
        "two successes end it. Else Crime +1 there; after two failures a second den opens in the next Event "
        "phase, here (d% 1–50) or in the nearest settlement.",
    )
    ECONOMIC_BOOM = (
        "economic_boom",
        "Economic Boom",
        "Business thrives everywhere.",
    )
    FESTIVE_INVITATION = (
        "festive_invitation",
        "Festive Invitation",
        "A neighbour invites the leaders to a feast. Go with gifts of 1d4 BP, and for 12 months Society "
        "rises by 1, and toward that realm Fame by 1 and edict checks by 2.",
    )
    FEUD = (
        "feud",
        "Feud",
        "Great families are at odds. Roll Loyalty: a success ends it. A failure adds 1 to Corruption (in "
        "every settlement, if no single one is named), and it goes on.",
    )
    FOOD_SHORTAGE = (
        "food_shortage",
        "Food Shortage",
        "Stores spoil or are stolen. Roll Stability.",
    )
    FOOD_SURPLUS = (
        "food_surplus",
        "Food Surplus",
        "The barns are full: the next Consumption is halved.",
    )
    GOOD_WEATHER = (
        "good_weather",
        "Good Weather",
        "Fair skies lift the mood. Productivity +2 as well.",
    )
    IMPROVEMENT_DEMAND = (
        "improvement_demand",
        "Improvement Demand",
        "The people want a terrain improvement in this hex built (d% 1–75) or removed (76–100), of a kind "
        "drawn at random. " + _MEET_IT,
    )
    INQUISITION = (
        "inquisition",
        "Inquisition",
        "Zealots hunt whomever they blame. Roll Loyalty: two successes in a row end it, the second without "
        "harm. A success costs Lore and Productivity 1; a failure 2, and Infamy and Law rise by 1.",
    )
    JUSTICE_PREVAILS = (
        "justice_prevails",
        "Justice Prevails",
        "A great crime is foiled or a gang brought in: Law +1 and Crime −1 there.",
    )
    LAND_RUSH = (
        "land_rush",
        "Land Rush",
        "Settlers squabble over this hex, outside the kingdom, where they built a Farm, Mine, Quarry or "
        "Sawmill (no gain). Productivity and Society −1; roll Loyalty. The same improvement built beside it "
        "in the next Edict phase undoes all three −1.",
    )
    LARGE_DISASTER = (
        "large_disaster",
        "Large Disaster",
        "Fire, flood or worse. Roll 1d6: at 6, 1d6 more hexes beside this one are struck too. Roll Stability "
        "for each hex with improvements; each failure destroys one of them.",
    )
    LOCALIZED_DISASTER = (
        "localized_disaster",
        "Localized Disaster",
        "Fire, flood or worse. Roll 1d6: so many lots are struck, at 6 another 1d6 beside them. Roll "
        "Stability for each; each failure destroys its building.",
    )
    MONSTER_ATTACK = (
        "monster_attack",
        "Monster Attack",
        "A monster roams in a hex that the game master names (CR: the party's level + 1d4 − 1). Beat it in "
        "play or with a Stability check. Unbeaten it adds to Unrest; at 5 or more the hex is then lost.",
    )
    NATURAL_BLESSING = (
        "natural_blessing",
        "Natural Blessing",
        "Good omens show: Stability checks are easier for a while.",
    )
    NEW_SUBJECTS = (
        "new_subjects",
        "New Subjects",
        "A small people joins the kingdom: Society +1.",
    )
    NOBLESSE_OBLIGE = (
        "noblesse_oblige",
        "Noblesse Oblige",
        "A noble house pays for a Monument (d% 1–50) or a Park (51–100) here.",
    )
    OUTSTANDING_SUCCESS = (
        "outstanding_success",
        "Outstanding Success",
        "Somebody here makes the kingdom proud: Fame +1.",
    )
    PILGRIMAGE = (
        "pilgrimage",
        "Pilgrimage",
        "Pilgrims gather at a Cathedral, Shrine or Temple and hold a festival; it costs nothing.",
    )
    PLAGUE = (
        "plague",
        "Plague",
        "Nothing can be built there while it lasts. Roll Stability twice, each −1 for every Brothel, Foreign "
        "Quarter, Inn, Pier, Stable, Stockyard, Tenement, Waterfront, Road and Highway there, +1 for every "
        "Alchemist, Cathedral, Herbalist, Temple and Hospital (each Hospital +2 more). Two successes end it; "
        "two failures spread it to a hex beside it.",
    )
    POLITICAL_CALM = (
        "political_calm",
        "Political Calm",
        "Nobody plots. Until the next Event phase checks to end continuous events have +2.",
    )
    PUBLIC_SCANDAL = (
        "public_scandal",
        "Public Scandal",
        "This leader is caught up in something shameful: Infamy +1. Roll Loyalty.",
    )
    REMARKABLE_TREASURE = (
        "remarkable_treasure",
        "Remarkable Treasure",
        "A free item slot here, drawn at random, fills with an item one grade better; its price may be half "
        "as high again as the base value. With no slot free it is an Unexpected Find.",
    )
    SENSATIONAL_CRIME = (
        "sensational_crime",
        "Sensational Crime",
        "A notorious criminal is loose. Roll Stability twice, plus the settlement's Law, less its Crime. Two "
        "successes end it; two failures also cost Law 1. Else it goes on.",
    )
    SLAVERS = (
        "slavers",
        "Slavers",
        f"People vanish. Roll Loyalty and Stability, each {_VICE}. It goes on only if both fail. That Unrest "
        "falls is as the book prints it.",
    )
    SMUGGLERS = (
        "smugglers",
        "Smugglers",
        "Goods pass by the tax collectors. Roll Loyalty and Stability, each less the Piers, Waterfronts and "
        "trade routes of the kingdom. One failure: Corruption +1d2 in each settlement, Crime +1, "
        "Productivity −1d3. Two: Corruption +1d4, Crime +1, Productivity −1d6, and it goes on.",
    )
    SQUATTERS = (
        "squatters",
        "Squatters",
        "The homeless camp on a free lot, where nothing can be built: Fame −1. Roll Stability to move them: "
        "a failure, and it goes on. After a success a House or Tenement must stand there by the next month, "
        "or Infamy rises by 1.",
    )
    UNEXPECTED_FIND = (
        "unexpected_find",
        "Unexpected Find",
        "A magic item turns up: one more slot, minor (d% 1–70) or medium (71–100), filled in the next Upkeep "
        "and gone when it is bought or the next Event phase opens.",
    )
    VANDALS = (
        "vandals",
        "Vandals",
        "A mob riots. Roll Loyalty and Stability. One failure: Society −1, and a random building is damaged. "
        "Two: one is destroyed (Unrest +1 for each of its lots) and 1d3 others are damaged. A damaged "
        "building gives nothing until half its price is paid.",
    )
    VISITING_CELEBRITY = (
        "visiting_celebrity",
        "Visiting Celebrity",
        "A famous guest draws crowds: Fame +1.",
    )
    WEALTHY_IMMIGRANT = (
        "wealthy_immigrant",
        "Wealthy Immigrant",
        "A rich stranger would build a Mansion (d% 1–75) or a Noble Villa (76–100) here for nothing, if you "
        "agree.",
    )


def event_name(event: str) -> Safe:
    """What an event is called, also one that a kingdom keeps and the book has no longer."""
    if event in EVENTS:
        return BookEvent(event).label
    return T("{name}")(name=event.replace("_", " ").capitalize())


_DEMAND = (
    (When.UNMET, (_unrest("+1"),)),
    (When.SUPPRESSED, (Effect("loyalty", "-2"), _unrest("+1"))),
)


# -- Tables 4-7 to 4-11: which event a d% brings -----------------------------------------------------------


class Table(Labelled):
    """The book's tables of events."""

    KIND = "4-7", "Kind of event"
    GOOD_KINGDOM = "4-8", "Good fortune of the kingdom"
    BAD_KINGDOM = "4-9", "Trouble of the kingdom"
    GOOD_SETTLEMENT = "4-10", "Good fortune of a settlement"
    BAD_SETTLEMENT = "4-11", "Trouble of a settlement"

    @property
    def is_kingdoms(self) -> bool:
        """Whether its events befall the kingdom as a whole, where they could befall less (R122)."""
        return self in (Table.GOOD_KINGDOM, Table.BAD_KINGDOM)


# The last d% of each row, and what it brings: an event, or another table.
ROWS: Final[Mapping[Table, tuple[tuple[int, str], ...]]] = {
    Table.KIND: (
        (2, "natural_blessing"),
        (4, "good_weather"),
        (25, Table.GOOD_KINGDOM),
        (50, Table.BAD_KINGDOM),
        (75, Table.GOOD_SETTLEMENT),
        (96, Table.BAD_SETTLEMENT),
        (97, "bandit_activity"),
        (98, "squatters"),
        (99, "monster_attack"),
        (100, "vandals"),
    ),
    Table.GOOD_KINGDOM: (
        (7, "archaeological_find"),
        (12, "diplomatic_overture"),
        (20, "discovery"),
        (31, "economic_boom"),
        (39, "festive_invitation"),
        (53, "food_surplus"),
        (66, "good_weather"),
        (75, "land_rush"),
        (85, "natural_blessing"),
        (90, "new_subjects"),
        (100, "political_calm"),
    ),
    Table.BAD_KINGDOM: (
        (5, "assassination_attempt"),
        (18, "bandit_activity"),
        (28, "feud"),
        (41, "food_shortage"),
        (51, "improvement_demand"),
        (59, "inquisition"),
        (64, "large_disaster"),
        (76, "monster_attack"),
        (84, "plague"),
        (92, "public_scandal"),
        (100, "smugglers"),
    ),
    Table.GOOD_SETTLEMENT: (
        (14, "boomtown"),
        (26, "discovery"),
        (40, "justice_prevails"),
        (46, "noblesse_oblige"),
        (58, "outstanding_success"),
        (66, "pilgrimage"),
        (72, "remarkable_treasure"),
        (81, "unexpected_find"),
        (93, "visiting_celebrity"),
        (100, "wealthy_immigrant"),
    ),
    Table.BAD_SETTLEMENT: (
        (10, "building_demand"),
        (17, "crop_failure"),
        (25, "cult_activity"),
        (33, "drug_den"),
        (41, "feud"),
        (49, "inquisition"),
        (54, "localized_disaster"),
        (61, "monster_attack"),
        (66, "plague"),
        (74, "sensational_crime"),
        (80, "slavers"),
        (90, "squatters"),
        (100, "vandals"),
    ),
}
# Rows of Table 4-7 after which it is rolled again: once more of these is dropped, of the rest goes elsewhere.
DROPPED: Final = ("natural_blessing", "good_weather")


def row_at(table: Table, die: int) -> str:
    """What that d% brings."""
    return next(name for last, name in ROWS[table] if die <= last)


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
        Strikes.HOMES,
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
    "pilgrimage": EventRow(Strikes.HOLY),
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
