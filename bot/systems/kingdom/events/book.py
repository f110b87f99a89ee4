"""The book's events: on which tables they stand, what they strike, and what their outcomes change."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from bot.engine.text import Labelled, Safe, T
from bot.systems.kingdom.abroad.book import Tie
from bot.systems.kingdom.book import Attribute, BuildingType, Improvement, Modifier, Number, Until

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
    # One of those where a Farm, Mine, Quarry or Sawmill can stand.
    SETTLEABLE = "settleable"
    # A hex that a game master chooses.
    CHOSEN = "chosen"


class Occasion(Labelled):
    """Which outcome is meant."""

    ALWAYS = "always", "At once"
    SUCCESS = "success"
    FAILURE = "failure"
    # Of one whose checks must succeed twice in a row (R143).
    SECOND = "second", "A second success in a row"
    BOTH = "both", "Both succeed"
    ONE = "one", "One fails"
    NONE = "none", "Both fail"
    EACH_FAILURE = "each_failure"
    MET = "met"
    UNMET = "unmet", "Not met by the next Event phase"
    SUPPRESSED = "suppressed", "Silenced"
    # Leaders let it be, whose checks they may leave alone.
    UNTRIED = "untried", "Nobody tries"
    CALM = "calm", "If Unrest is then 0 and no event goes on"
    UNBUILT = "unbuilt", "If nothing is built"
    # A game master has seen to what an outcome left to do.
    DONE = "done"


class Does(StrEnum):
    """What an outcome does besides changing numbers."""

    # A Museum is given exhibits (gp).
    EXHIBIT = "exhibit"
    # The leader struck is dead, the role vacant at once (R041).
    KILL = "kill"
    # A building for free, waiting to be placed (R146).
    GRANT = "grant"
    # Terrain improvements and buildings are lost where checks failed (R134).
    RAZE = "raze"
    RUIN = "ruin"
    # A building is damaged; or one destroyed, and others damaged (R144).
    DAMAGE = "damage"
    WRECK = "wreck"
    LOSE_HEX = "lose_hex"
    # Settlers build in a hex that is nobody's, as the map then shows (R136).
    RUSH = "rush"
    # Another kingdom's festival helps toward it; another's envoy offers a tie.
    FEAST = "feast"
    ENVOY = "envoy"
    # It comes up elsewhere, too, in the next Event phase (R130).
    SPREAD = "spread"
    # One more item slot for a while; or an item better than its slot.
    FIND = "find"
    TREASURE = "treasure"


# An amount: a number, or dice; with "!" each die that shows its highest number is rolled again and added.
AMOUNT: Final = re.compile(r"([+-]?)\s*(?:(\d{1,6})|(\d{0,2})d(\d{1,3})(!?))", re.ASCII)


@dataclass(frozen=True, slots=True)
class Effect:
    """One number that an outcome changes: a settlement modifier in the settlement struck, or the kingdom's.

    The amount is a number, dice, or what depends on the realm: see `amount_of`. `in_each` is for every
    settlement where no single one was struck (R122).
    """

    number: Number
    amount: str
    until: Until = Until.ALWAYS
    in_each: bool = False


@dataclass(frozen=True, slots=True)
class Outcome:
    """What comes of an event: its numbers, what everybody is told besides, and what is left to do.

    `note` and `todo` of the book's may name `{count}`, a die of so many `sides` or the checks that failed,
    and `{pick}`, which of the `picks` a d% shows (each with its last die). A game master sees to the `todo`,
    and says that it is done, or in the next Event phase which of `asks` came of it.
    """

    when: Occasion
    effects: tuple[Effect, ...] = ()
    note: T | str | None = None
    todo: T | str | None = None
    sides: int = 0
    picks: tuple[tuple[int, Tie], ...] = ()
    asks: tuple[tuple[Occasion, T], ...] = ()
    # Done and left to do only with such a building in the kingdom, or from so much Unrest on.
    needs: BuildingType | None = None
    from_unrest: int = 0
    does: Does | None = None
    # What is granted, by d%, each with its last die.
    grants: tuple[tuple[int, BuildingType], ...] = ()


@dataclass(frozen=True, slots=True)
class Circumstances:
    """What lowers or raises each check of an event, by 1 for each that there is.

    It is counted in the settlement struck, in all settlements of its `is_hex`, or in all of the kingdom.
    """

    less: tuple[BuildingType, ...] = ()
    plus: tuple[BuildingType, ...] = ()
    less_improvements: tuple[Improvement, ...] = ()
    less_squatters: bool = False
    less_routes: bool = False
    modifiers: tuple[tuple[Modifier, int], ...] = ()
    is_hex: bool = False
    # Whether each Hospital adds 2 more, of those that the campaign counts.
    has_hospitals: bool = False


class Threatened(StrEnum):
    """What each check of a disaster is for."""

    # One improved hex; at 6 of a d6 another d6 beside it.
    HEXES = "hexes"
    # A d6 of lots; at 6 another d6.
    LOTS = "lots"


@dataclass(frozen=True, slots=True)
class EventRow:
    """An event. `kingdom_wide` is what it strikes where a table of the kingdom's names it instead (R122)."""

    strikes: Strikes
    checks: tuple[Attribute, ...] = ()
    outcomes: tuple[Outcome, ...] = ()
    # After which outcomes it comes again in the next Event phase.
    goes_on: tuple[Occasion, ...] = ()
    kingdom_wide: Strikes | None = None
    # What a game master may say of it, as it was played or decided.
    asks: tuple[tuple[Occasion, T | str], ...] = ()
    circumstances: Circumstances | None = None
    threatens: Threatened | None = None
    # How leaders say that they leave its checks alone, where the book only lets them try.
    leaves: T | None = None
    # Whether a failed check settles it; else it can still be met or beaten (R129, R131).
    is_settled_by_failure: bool = True
    # Whether the realm itself tells which of its answers is true; whether the Ruler gives the answer.
    is_judged: bool = False
    is_rulers: bool = False

    @property
    def is_continuous(self) -> bool:
        """Whether it may come again."""
        return bool(self.goes_on)

    @property
    def is_at_once(self) -> bool:
        """Whether all of it comes about as it is drawn: nothing is rolled against it, or decided."""
        return not self.checks and not self.asks

    def outcome(self, when: Occasion) -> Outcome | None:
        """The outcome of that name; None for one that changes nothing."""
        return next((each for each in self.outcomes if each.when is when), None)


def _unrest(amount: str) -> Effect:
    return Effect(Number.UNREST, amount)


def _treasury(amount: str) -> Effect:
    return Effect(Number.TREASURY, amount)


def _next(number: Number, amount: str) -> Effect:
    """Until the next Event phase opens."""
    return Effect(number, amount, Until.EVENT)


def _eaten(amount: str) -> Effect:
    """In the next Upkeep phase alone."""
    return Effect(Number.CONSUMPTION, amount, Until.UPKEEP)


def _both(amount: str) -> tuple[Effect, ...]:
    return Effect(Number.LOYALTY, amount), Effect(Number.STABILITY, amount)


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
        "Somebody digs up an old ruin and its treasures. Lore +1; a Museum, if there is one, gets exhibits "
        "worth 10,000 gp.",
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
        "Blight strikes the fields in the settlement's hex and next to it. Roll Stability twice; two "
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
        "A neighbor's envoy brings gifts and offers an embassy (d% 1–60), a treaty (61–90) or an alliance "
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
        "A neighbor invites the leaders to a feast. Bring gifts of 1d4 BP, and for 12 months Society rises "
        "by 1, and toward that realm Fame by 1 and edict checks by 2.",
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
        "Settlers squabble over this hex, outside the kingdom, where they build a Farm, Mine, Quarry or "
        "Sawmill (no gain to you). Productivity and Society −1; roll Loyalty. Building the same improvement "
        "next to it in the next Edict phase undoes all three −1.",
    )
    LARGE_DISASTER = (
        "large_disaster",
        "Large Disaster",
        "Fire, flood or worse. Roll 1d6: on a 6 it also strikes 1d6 more hexes next to this one. Roll "
        "Stability for each hex with improvements; each failure destroys one of them.",
    )
    LOCALIZED_DISASTER = (
        "localized_disaster",
        "Localized Disaster",
        "Fire, flood or worse. It strikes 1d6 lots; on a 6, another 1d6 next to them. Roll Stability for "
        "each; each failure destroys its building.",
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
        "A small group of people joins the kingdom: Society +1.",
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
        "two failures spread it to a neighboring hex.",
    )
    POLITICAL_CALM = (
        "political_calm",
        "Political Calm",
        "Nobody is plotting. Until the next Event phase, checks to end continuous events get +2.",
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
        "Goods slip past the tax collectors. Roll Loyalty and Stability, each less the Piers, Waterfronts "
        "and trade routes of the kingdom. One failure: Corruption +1d2 in each settlement, Crime +1, "
        "Productivity −1d3. Two: Corruption +1d4, Crime +1, Productivity −1d6, and it goes on.",
    )
    SQUATTERS = (
        "squatters",
        "Squatters",
        "Homeless people camp on a free lot, so nothing can be built there: Fame −1. Roll Stability to move "
        "them, or let them stay. On a failure, or if they stay, it goes on. After a success, a House or "
        "Tenement must be there by next month, or Infamy rises by 1.",
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
        "A rich stranger offers to build a Mansion (d% 1–75) or a Noble Villa (76–100) here for free, if the "
        "leaders agree.",
    )


# How the id of an event of a table's own begins; its name follows.
OWN: Final = "own:"


def event_name(event: str) -> Safe:
    """What an event is called: the book's; a table's own, marked so; and one that the book has no longer."""
    if event in EVENTS:
        return BookEvent(event).label
    if event.startswith(OWN):
        return T("{name} · your table's")(name=event.removeprefix(OWN))
    return T("{name}")(name=event.replace("_", " ").capitalize())


def plain_name(event: str) -> str:
    """The same without markup: for labels, suggestions and sources."""
    return T("{event}").plain(event=event_name(event))


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
    """The event, or the table, on which a d% falls."""
    return next(name for last, name in ROWS[table] if die <= last)


# What an envoy offers, by d% (1591).
OFFERED: Final = ((60, Tie.EMBASSY), (90, Tie.TREATY), (100, Tie.ALLIANCE))


# -- What each strikes, asks for and brings ----------------------------------------------------------------


B = BuildingType
_DEMAND: Final = (
    Outcome(Occasion.UNMET, (_unrest("+1"),)),
    Outcome(Occasion.SUPPRESSED, (Effect(Number.LOYALTY, "-2"), _unrest("+1"))),
)
_WHETHER_MET: Final = ((Occasion.MET, T("It was met")), (Occasion.UNMET, T("Not met yet")))
# The Brothel is what a campaign takes for one (R083).
_IN_TOWN: Final = Circumstances((B.BROTHEL, B.TENEMENT, B.WATERFRONT), less_squatters=True)
_CONTAGION: Final = Circumstances(
    less=(
        B.BROTHEL, B.FOREIGN_QUARTER, B.INN, B.PIER, B.STABLE, B.STOCKYARD, B.TENEMENT, B.WATERFRONT,
    ),
    # A Hospital counts as one of them, and adds more by its own rule (R130).
    plus=(B.ALCHEMIST, B.CATHEDRAL, B.HERBALIST, B.HOSPITAL, B.TEMPLE),
    has_hospitals=True,
    less_improvements=(Improvement.ROAD, Improvement.HIGHWAY),
    is_hex=True,
)  # fmt: skip
_PERCENT: Final = 100

EVENTS: Final[Mapping[str, EventRow]] = {
    "archaeological_find": EventRow(
        Strikes.KINGDOM,
        outcomes=(
            Outcome(
                Occasion.ALWAYS,
                (Effect(Number.LORE, "+1"),),
                does=Does.EXHIBIT,
                needs=B.MUSEUM,
            ),
        ),
    ),
    "assassination_attempt": EventRow(
        Strikes.LEADER,
        (S,),
        (
            Outcome(
                Occasion.FAILURE,
                (_unrest("+1d6"),),
                does=Does.KILL,
            ),
        ),
        asks=((Occasion.SUCCESS, T("They live")), (Occasion.FAILURE, T("They are dead"))),
    ),
    "bandit_activity": EventRow(Strikes.KINGDOM, (S,), (Outcome(Occasion.FAILURE, (_treasury("-1d6!"),)),)),
    "boomtown": EventRow(
        Strikes.SETTLEMENT,
        outcomes=(
            Outcome(
                Occasion.ALWAYS,
                (_next(Number.ECONOMY, "boom"), Effect(Number.CORRUPTION, "+1d4", Until.EVENT)),
            ),
        ),
    ),
    "building_demand": EventRow(
        Strikes.SETTLEMENT,
        (L,),
        _DEMAND,
        goes_on=(Occasion.UNMET,),
        asks=_WHETHER_MET,
        is_settled_by_failure=False,
        is_judged=True,
    ),
    "crop_failure": EventRow(
        Strikes.FARMLAND,
        (S, S),
        (Outcome(Occasion.ONE, (_eaten("farms_to_one"),)), Outcome(Occasion.NONE, (_eaten("farms"),))),
    ),
    "cult_activity": EventRow(
        Strikes.SETTLEMENT,
        (L, S),
        (
            Outcome(
                Occasion.EACH_FAILURE,
                (
                    Effect(Number.STABILITY, "-1"),
                    _unrest("+1"),
                    Effect(Number.PRODUCTIVITY, "-1"),
                    Effect(Number.SOCIETY, "-1"),
                ),
            ),
        ),
        goes_on=(Occasion.NONE,),
    ),
    "diplomatic_overture": EventRow(
        Strikes.KINGDOM,
        outcomes=(
            Outcome(
                Occasion.ALWAYS,
                (_treasury("+1d4"),),
                does=Does.ENVOY,
                todo=T("The envoy offers {pick}: play it out"),
                sides=_PERCENT,
                picks=OFFERED,
            ),
        ),
    ),
    "discovery": EventRow(
        Strikes.SETTLEMENT,
        outcomes=(Outcome(Occasion.ALWAYS, (Effect(Number.FAME, "+1"), Effect(Number.LORE, "+1d4"))),),
    ),
    "drug_den": EventRow(
        Strikes.HOMES,
        (L, S),
        (
            Outcome(Occasion.ONE, (_unrest("+1"), Effect(Number.CRIME, "+1"))),
            Outcome(
                Occasion.NONE,
                (Effect(Number.ECONOMY, "-1"), *_both("-1"), _unrest("+1"), Effect(Number.CRIME, "+1")),
                does=Does.SPREAD,
            ),
        ),
        goes_on=(Occasion.ONE, Occasion.NONE),
        circumstances=_IN_TOWN,
    ),
    "economic_boom": EventRow(Strikes.KINGDOM, outcomes=(Outcome(Occasion.ALWAYS, (_treasury("+1d6!"),)),)),
    "festive_invitation": EventRow(
        Strikes.KINGDOM,
        outcomes=(
            Outcome(
                Occasion.SUCCESS,
                (_treasury("-1d4"), Effect(Number.SOCIETY, "+1", Until.YEAR)),
                does=Does.FEAST,
            ),
        ),
        asks=((Occasion.SUCCESS, T("Go, with gifts")), (Occasion.FAILURE, T("Stay away"))),
        is_rulers=True,
    ),
    "feud": EventRow(
        Strikes.SETTLEMENT,
        (L,),
        (
            Outcome(Occasion.SUCCESS, (_unrest("+1"),)),
            Outcome(Occasion.FAILURE, (_unrest("+1d6"), Effect(Number.CORRUPTION, "+1", in_each=True))),
        ),
        goes_on=(Occasion.FAILURE,),
        kingdom_wide=Strikes.KINGDOM,
    ),
    "food_shortage": EventRow(
        Strikes.KINGDOM,
        (S,),
        (Outcome(Occasion.SUCCESS, (_eaten("half"),)), Outcome(Occasion.FAILURE, (_eaten("whole"),))),
    ),
    "food_surplus": EventRow(Strikes.KINGDOM, outcomes=(Outcome(Occasion.ALWAYS, (_eaten("saved"),)),)),
    "good_weather": EventRow(
        Strikes.KINGDOM,
        outcomes=(
            Outcome(
                Occasion.ALWAYS,
                (
                    _next(Number.ECONOMY, "+2"),
                    _next(Number.LOYALTY, "+2"),
                    Effect(Number.PRODUCTIVITY, "+2", Until.EVENT),
                ),
            ),
        ),
    ),
    "improvement_demand": EventRow(
        Strikes.HEX,
        (L,),
        _DEMAND,
        goes_on=(Occasion.UNMET,),
        asks=_WHETHER_MET,
        is_settled_by_failure=False,
        is_judged=True,
    ),
    "inquisition": EventRow(
        Strikes.SETTLEMENT,
        (L,),
        (
            Outcome(
                Occasion.SUCCESS, (*_both("-1"), Effect(Number.LORE, "-1"), Effect(Number.PRODUCTIVITY, "-1"))
            ),
            Outcome(
                Occasion.FAILURE,
                (
                    *_both("-2"),
                    Effect(Number.LORE, "-2"),
                    Effect(Number.PRODUCTIVITY, "-2"),
                    Effect(Number.INFAMY, "+1"),
                    Effect(Number.LAW, "+1"),
                ),
            ),
            Outcome(Occasion.SECOND),
        ),
        goes_on=(Occasion.SUCCESS, Occasion.FAILURE),
        kingdom_wide=Strikes.KINGDOM,
    ),
    "justice_prevails": EventRow(
        Strikes.SETTLEMENT,
        outcomes=(
            Outcome(
                Occasion.ALWAYS,
                (
                    Effect(Number.LOYALTY, "+1"),
                    _unrest("-1"),
                    Effect(Number.LAW, "+1"),
                    Effect(Number.CRIME, "-1"),
                ),
            ),
        ),
    ),
    "land_rush": EventRow(
        Strikes.SETTLEABLE,
        (L,),
        (
            Outcome(
                Occasion.ALWAYS,
                (
                    Effect(Number.STABILITY, "-1"),
                    Effect(Number.PRODUCTIVITY, "-1"),
                    Effect(Number.SOCIETY, "-1"),
                ),
                todo=T("Was the same improvement built next to it?"),
                asks=((Occasion.MET, T("It was built")), (Occasion.UNBUILT, T("It wasn't built"))),
                does=Does.RUSH,
            ),
            Outcome(Occasion.SUCCESS, (_unrest("+1"),)),
            Outcome(Occasion.FAILURE, (_unrest("+1d4"),)),
            Outcome(
                Occasion.MET,
                (
                    Effect(Number.STABILITY, "+1"),
                    Effect(Number.PRODUCTIVITY, "+1"),
                    Effect(Number.SOCIETY, "+1"),
                ),
            ),
        ),
        is_judged=True,
    ),
    "large_disaster": EventRow(
        Strikes.IMPROVED,
        (S,),
        (
            Outcome(
                Occasion.EACH_FAILURE,
                (_unrest("+1"),),
                does=Does.RAZE,
            ),
        ),
        threatens=Threatened.HEXES,
    ),
    "localized_disaster": EventRow(
        Strikes.BUILT_LOT,
        (S,),
        (
            Outcome(
                Occasion.EACH_FAILURE,
                (_unrest("+1"),),
                does=Does.RUIN,
            ),
        ),
        threatens=Threatened.LOTS,
    ),
    "monster_attack": EventRow(
        Strikes.CHOSEN,
        (S,),
        (
            Outcome(
                Occasion.FAILURE,
                (_unrest("+4"),),
                does=Does.LOSE_HEX,
                from_unrest=5,
            ),
        ),
        goes_on=(Occasion.FAILURE,),
        asks=((Occasion.SUCCESS, T("Beaten in play")), (Occasion.FAILURE, T("Not beaten"))),
        is_settled_by_failure=False,
    ),
    "natural_blessing": EventRow(
        Strikes.KINGDOM, outcomes=(Outcome(Occasion.ALWAYS, (_next(Number.STABILITY_CHECKS, "+4"),)),)
    ),
    "new_subjects": EventRow(
        Strikes.KINGDOM,
        outcomes=(
            Outcome(
                Occasion.ALWAYS,
                (
                    Effect(Number.STABILITY, "+1"),
                    _unrest("-1"),
                    _treasury("+1d6!"),
                    Effect(Number.SOCIETY, "+1"),
                ),
            ),
        ),
    ),
    "noblesse_oblige": EventRow(
        Strikes.FREE_LOT,
        outcomes=(
            Outcome(
                Occasion.ALWAYS,
                does=Does.GRANT,
                sides=_PERCENT,
                grants=((50, B.MONUMENT), (100, B.PARK)),
            ),
        ),
    ),
    "outstanding_success": EventRow(
        Strikes.SETTLEMENT,
        outcomes=(
            Outcome(
                Occasion.ALWAYS,
                (
                    _treasury("+1d6"),
                    _unrest("-2"),
                    _next(Number.ECONOMY_CHECKS, "+4"),
                    Effect(Number.FAME, "+1"),
                ),
            ),
        ),
    ),
    "pilgrimage": EventRow(
        Strikes.HOLY,
        outcomes=(Outcome(Occasion.ALWAYS, note=T("Pilgrims hold a festival there, at no cost to you.")),),
    ),
    "plague": EventRow(
        Strikes.SETTLEMENT,
        (S, S),
        (
            Outcome(Occasion.BOTH, (Effect(Number.STABILITY, "-2"), _treasury("-1d3"))),
            Outcome(Occasion.ONE, (Effect(Number.STABILITY, "-4"), _treasury("-1d6"), _unrest("+1d3"))),
            Outcome(
                Occasion.NONE,
                (Effect(Number.STABILITY, "-4"), _treasury("-1d6"), _unrest("+1d6")),
                does=Does.SPREAD,
            ),
        ),
        goes_on=(Occasion.ONE, Occasion.NONE),
        kingdom_wide=Strikes.HEX,
        circumstances=_CONTAGION,
    ),
    "political_calm": EventRow(
        Strikes.KINGDOM,
        outcomes=(
            Outcome(Occasion.ALWAYS, (_unrest("-1d6"),)),
            Outcome(Occasion.CALM, (*_both("+1"), Effect(Number.LAW, "+1"))),
        ),
    ),
    "public_scandal": EventRow(
        Strikes.LEADER,
        (L,),
        (
            Outcome(Occasion.ALWAYS, (Effect(Number.INFAMY, "+1"),)),
            Outcome(Occasion.FAILURE, (_unrest("+2"), _next(Number.LOYALTY_CHECKS, "-4"))),
        ),
    ),
    "remarkable_treasure": EventRow(
        Strikes.SETTLEMENT,
        outcomes=(
            Outcome(
                Occasion.ALWAYS,
                does=Does.TREASURE,
            ),
        ),
    ),
    "sensational_crime": EventRow(
        Strikes.SETTLEMENT,
        (S, S),
        (
            Outcome(Occasion.ONE, (_unrest("+1"),)),
            Outcome(
                Occasion.NONE,
                (Effect(Number.LOYALTY, "-1"), _treasury("-1d4"), _unrest("+2"), Effect(Number.LAW, "-1")),
            ),
        ),
        goes_on=(Occasion.ONE, Occasion.NONE),
        circumstances=Circumstances(modifiers=((Modifier.LAW, 1), (Modifier.CRIME, -1))),
    ),
    # Unrest falls, as it is printed, unless the campaign has it rise (R126).
    "slavers": EventRow(
        Strikes.SETTLEMENT,
        (L, S),
        (
            Outcome(Occasion.ONE, (*_both("-1"), _unrest("slavers_1"))),
            Outcome(Occasion.NONE, (*_both("-2"), _unrest("slavers_2"))),
        ),
        goes_on=(Occasion.NONE,),
        circumstances=_IN_TOWN,
    ),
    "smugglers": EventRow(
        Strikes.KINGDOM,
        (L, S),
        (
            Outcome(
                Occasion.ONE,
                (
                    _treasury("-1d3"),
                    Effect(Number.CORRUPTION, "+1d2", in_each=True),
                    Effect(Number.CRIME, "+1"),
                    Effect(Number.PRODUCTIVITY, "-1d3"),
                ),
            ),
            Outcome(
                Occasion.NONE,
                (
                    _treasury("-1d6"),
                    Effect(Number.CORRUPTION, "+1d4", in_each=True),
                    Effect(Number.CRIME, "+1"),
                    Effect(Number.PRODUCTIVITY, "-1d6"),
                ),
            ),
        ),
        goes_on=(Occasion.NONE,),
        circumstances=Circumstances((B.PIER, B.WATERFRONT), less_routes=True),
    ),
    "squatters": EventRow(
        Strikes.FREE_LOT,
        (S,),
        (
            Outcome(
                Occasion.ALWAYS, (Effect(Number.STABILITY, "-1"), _unrest("+2"), Effect(Number.FAME, "-1"))
            ),
            Outcome(
                Occasion.SUCCESS,
                todo=T("Does a House or Tenement stand on the lot?"),
                asks=((Occasion.MET, T("A home stands there")), (Occasion.UNBUILT, T("No home was built"))),
            ),
            Outcome(Occasion.UNBUILT, (_unrest("+2"), Effect(Number.INFAMY, "+1"))),
        ),
        goes_on=(Occasion.FAILURE, Occasion.UNTRIED),
        leaves=T("Let them stay"),
        is_judged=True,
    ),
    "unexpected_find": EventRow(
        Strikes.SETTLEMENT,
        outcomes=(
            Outcome(
                Occasion.ALWAYS,
                does=Does.FIND,
                sides=_PERCENT,
            ),
        ),
    ),
    "vandals": EventRow(
        Strikes.BUILT_LOT,
        (L, S),
        (
            Outcome(Occasion.ONE, (Effect(Number.SOCIETY, "-1"),), does=Does.DAMAGE),
            Outcome(
                Occasion.NONE,
                does=Does.WRECK,
                sides=3,
            ),
        ),
    ),
    "visiting_celebrity": EventRow(
        Strikes.SETTLEMENT,
        outcomes=(Outcome(Occasion.ALWAYS, (_treasury("+1d6!"), Effect(Number.FAME, "+1"))),),
    ),
    "wealthy_immigrant": EventRow(
        Strikes.FREE_LOT,
        outcomes=(
            Outcome(
                Occasion.SUCCESS,
                does=Does.GRANT,
                sides=_PERCENT,
                grants=((75, B.MANSION), (100, B.NOBLE_VILLA)),
            ),
        ),
        asks=((Occasion.SUCCESS, T("Welcome them")), (Occasion.FAILURE, T("Turn them away"))),
        is_rulers=True,
    ),
}
