"""The book's words and numbers for what lies beyond the borders, all of it optional rules."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from bot.engine.text import Labelled, Safe, T
from bot.systems.kingdom.book import Alignment, BuildingType, Improvement


class SpecialEdict(Labelled):
    """The special edicts: one a month, two with a Palace (R161)."""

    DIPLOMATIC = "diplomatic", "Diplomatic edict"
    EXPLORATION = "exploration", "Exploration edict"
    TRADE = "trade", "Trade edict"
    VASSALAGE = "vassalage", "Vassalage edict"


# What two in a month cost each kingdom check of theirs.
TWO_EDICTS: Final = -2
# What travel and the like cost at most, in BP: a die of so many sides.
EXPENSE: Final = 4
# Twelve turns, the book's year.
YEAR: Final = 12


class Tie(Labelled):
    """How close two kingdoms are, each tie built on the one before."""

    NONE = "none", "no tie"
    EMBASSY = "embassy", "embassy"
    TREATY = "treaty", "treaty"
    ALLIANCE = "alliance", "alliance"

    @property
    def place(self) -> int:
        """How close the tie is, counted from 0."""
        return tuple(Tie).index(self)

    @property
    def next(self) -> Tie | None:
        """The next closer one; None beyond an alliance."""
        return next(iter(tuple(Tie)[self.place + 1 :]), None)

    @property
    def one(self) -> Safe:
        """With its article: "an embassy", "a treaty"."""
        if self is Tie.NONE:
            return self.label
        return (T("a {tie}") if self is Tie.TREATY else T("an {tie}"))(tie=self)


class Attitude(Labelled):
    """How another kingdom feels about this one, from best to worst."""

    HELPFUL = "helpful", "helpful"
    FRIENDLY = "friendly", "friendly"
    INDIFFERENT = "indifferent", "indifferent"
    UNFRIENDLY = "unfriendly", "unfriendly"
    HOSTILE = "hostile", "hostile"

    def worse(self, steps: int) -> Attitude:
        """So many steps worse, or better where that is below 0; as far as it goes."""
        every = tuple(Attitude)
        return every[min(max(every.index(self) + steps, 0), len(every) - 1)]


# Each step from helpful down adds so much to the DC (R154).
ATTITUDE_STEP: Final = 5
# What an axis adds on which the alignments lie one or two steps apart (Table 4-12).
ALIGNMENT_STEPS: Final = (0, 5, 15)
_AXES: Final = ("LC", "GE")


def alignment_gap(one: Alignment, other: Alignment) -> int:
    """What two alignments add to the DC, both axes together (R155)."""
    return sum(ALIGNMENT_STEPS[abs(_place(one, axis) - _place(other, axis))] for axis in _AXES)


def _place(alignment: Alignment, axis: str) -> int:
    """0 and 2 are the ends of an axis, 1 is neutral on it."""
    return next((2 * end for end, letter in enumerate(axis) if letter in alignment.value), 1)


class Bond(Labelled):
    """What two other kingdoms are to each other."""

    NONE = "none", "nothing to each other"
    TREATY = "treaty", "treaty partners"
    ALLIES = "allies", "allies"
    ENEMIES = "enemies", "enemies"


# By this kingdom's tie with a third party and what that is to the target (Table 4-13, R156).
RELATIONSHIPS: Final[Mapping[tuple[Tie, Bond], int]] = {
    (Tie.ALLIANCE, Bond.ALLIES): -8,
    (Tie.TREATY, Bond.ALLIES): -4,
    (Tie.ALLIANCE, Bond.TREATY): -2,
    (Tie.TREATY, Bond.TREATY): -2,
    (Tie.EMBASSY, Bond.ENEMIES): 2,
    (Tie.TREATY, Bond.ENEMIES): 5,
    (Tie.ALLIANCE, Bond.ENEMIES): 10,
}
# A check that goes so far either way moves the attitude.
EXTREME: Final = 5


@dataclass(frozen=True, slots=True)
class Talk:
    """What a tie takes: the envoy's checks, how many must succeed, and the opposed checks that follow."""

    checks: int
    needed: int
    opposed: tuple[T, ...] = ()


BLUFF, DIPLOMACY, LOCAL, NOBILITY, SENSE = (
    T("Bluff"),
    T("Diplomacy"),
    T("Knowledge (local)"),
    T("Knowledge (nobility)"),
    T("Sense Motive"),
)
TALKS: Final[Mapping[Tie, Talk]] = {
    Tie.EMBASSY: Talk(1, 1),
    Tie.TREATY: Talk(3, 2, (BLUFF, DIPLOMACY, LOCAL, NOBILITY, SENSE)),
    Tie.ALLIANCE: Talk(6, 4, (DIPLOMACY, DIPLOMACY, DIPLOMACY)),
}


class Balance(Labelled):
    """Whom a treaty or an alliance favors."""

    BALANCED = "balanced", "balanced"
    OURS = "ours", "in our favor"
    THEIRS = "theirs", "in their favor"


# What share of the other's Economy or Stability each side gets, in per cent: this kingdom, and the other.
SHARES: Final[Mapping[Balance, tuple[int, int]]] = {
    Balance.BALANCED: (10, 10),
    Balance.OURS: (15, 5),
    Balance.THEIRS: (5, 15),
}
# What a Mansion or Noble Villa kept as an embassy gives beside what it is.
RESIDENCES: Final = (BuildingType.MANSION, BuildingType.NOBLE_VILLA)
RESIDENCE_ECONOMY, RESIDENCE_CONSUMPTION, RESIDENCE_SOCIETY = 2, 1, 2


@dataclass(frozen=True, slots=True)
class Price:
    """What a deed against an ally costs in Infamy and Unrest, as the Loyalty check succeeds or fails.

    Dice as "1d4", a number, or nothing.
    """

    success: tuple[str, str]
    failure: tuple[str, str]


# Infamy and Unrest of an attack on a kingdom, by the closest tie with it.
ATTACKS: Final[Mapping[Tie, Price]] = {
    Tie.EMBASSY: Price(("1", ""), ("1", "1")),
    Tie.TREATY: Price(("1d2", "1d2"), ("1d4", "1d4")),
    Tie.ALLIANCE: Price(("1d4", "1d4"), ("2d4", "2d4")),
}

# -- expeditions --------------------------------------------------------------------------------------

# The DC of the explorers' Stealth check, and how often a CR counts in it and in the Stability check.
STEALTH_DC, CR_COUNTS = 10, 2

# -- trade --------------------------------------------------------------------------------------------

LEAST_INVESTED: Final = 5
# Lengths are counted in halves, for water and Highways count as half a hex. The Route Modifier is a tenth.
HALVES, ROUTE_PART = 2, 10
# A Foreign Quarter adds so much per cent, up to all (R117).
QUARTER_PERCENT, QUARTER_MOST = 5, 100
# What a month of travel is, in days.
MONTH_DAYS: Final = 30


class Cargo(Labelled):
    """The types of trade route, one of each at a time."""

    FOOD = "food"
    GOODS = "goods"
    LUXURIES = "luxuries"
    RAW_MATERIALS = "raw_materials", "Raw materials"


@dataclass(frozen=True, slots=True)
class CargoRow:
    """What a type needs in the settlement it starts from, and what it counts: 1 Economy for each ten.

    Buildings are counted in that settlement, improvements in the kingdom.
    """

    needs: tuple[BuildingType, ...] = ()
    buildings: tuple[BuildingType, ...] = ()
    improvements: tuple[Improvement, ...] = ()


CARGOES: Final[Mapping[Cargo, CargoRow]] = {
    Cargo.FOOD: CargoRow(
        (BuildingType.GRANARY, BuildingType.STOCKYARD), improvements=(Improvement.FARM, Improvement.FISHERY)
    ),
    Cargo.GOODS: CargoRow(
        (BuildingType.GUILDHALL,),
        (
            BuildingType.GUILDHALL,
            BuildingType.SMITHY,
            BuildingType.SHOP,
            BuildingType.TRADE_SHOP,
            BuildingType.TANNERY,
        ),
    ),
    Cargo.LUXURIES: CargoRow(
        (BuildingType.LUXURY_STORE,),
        (
            BuildingType.ALCHEMIST,
            BuildingType.CASTERS_TOWER,
            BuildingType.EXOTIC_ARTISAN,
            BuildingType.HERBALIST,
            BuildingType.LUXURY_STORE,
            BuildingType.MAGIC_SHOP,
        ),
    ),
    Cargo.RAW_MATERIALS: CargoRow(improvements=(Improvement.MINE, Improvement.QUARRY, Improvement.SAWMILL)),
}

# -- vassals ------------------------------------------------------------------------------------------


class Vassalage(Labelled):
    """How a kingdom becomes a vassal."""

    COLONY = "colony", "Found a colony or a new vassal"
    SUBJUGATION = "subjugation", "Subjugate a conquered kingdom"


# So many Loyalty checks in a row make a subjugated kingdom peaceful (R164).
PEACEFUL: Final = 3
# Of the gifts that won a treaty or an alliance with it, one part in so many counts toward what it builds.
GIFTS_PART: Final = 2
# The most of the Treasury that a vassal can be given: one part in so many (R165).
GRANT_PART: Final = 4
