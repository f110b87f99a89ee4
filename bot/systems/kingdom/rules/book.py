"""The book's tables: terrains, improvements, roles, edicts, limits and milestones, each number as printed.

They stand in Python, not in a file: every rule that needs a number is pure, also those that have no scene.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from bot.systems.kingdom.rules.terms import (
    Ability,
    Alignment,
    Attribute,
    Holiday,
    Improvement,
    Promotion,
    Role,
    Task,
    Taxation,
    Terrain,
)

E, L, S = Attribute.ECONOMY, Attribute.LOYALTY, Attribute.STABILITY
Amounts = Mapping[Attribute, int]

BASE_DC: Final = 20
CLAIM_COST: Final = 1
DUTY_DAYS: Final = 7
LOSE_HEX_AT, ANARCHY_AT = 11, 20
SPONSORED_POINTS: Final = 50
# gp for 1 BP: deposited, withdrawn, and the price from which an item is expensive.
DEPOSIT_RATE, WITHDRAW_RATE, EXPENSIVE = 4000, 2000, 4000
TAX_DIVISOR: Final = 3
ABANDON_UNREST, ABANDON_SETTLEMENT_UNREST = 1, 4
HIGHWAY_SIZE: Final = 26
ROADS_FOR_ECONOMY, ROADS_FOR_STABILITY = 4, 8
RECLAIM_BONUS: Final = 5
EVENT_CHANCE, CHANCE_AFTER_QUIET = 25, 75
LOTS_IN_DISTRICT, PEOPLE_PER_LOT = 36, 250

# -- alignment ----------------------------------------------------------------------------------------

ALIGNMENTS: Final[Mapping[Alignment, Amounts]] = {
    Alignment.LAWFUL_GOOD: {E: 2, L: 2},
    Alignment.NEUTRAL_GOOD: {L: 2, S: 2},
    Alignment.CHAOTIC_GOOD: {L: 4},
    Alignment.LAWFUL_NEUTRAL: {E: 2, S: 2},
    Alignment.NEUTRAL: {S: 4},
    Alignment.CHAOTIC_NEUTRAL: {L: 2, S: 2},
    Alignment.LAWFUL_EVIL: {E: 4},
    Alignment.NEUTRAL_EVIL: {E: 2, S: 2},
    Alignment.CHAOTIC_EVIL: {E: 2, L: 2},
}


# -- roles --------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class RoleRow:
    """What a role gives and what its vacancy costs. `attribute` None: its holder chooses."""

    abilities: tuple[Ability, ...]
    attribute: Attribute | None
    is_half: bool = False
    vacancy: tuple[tuple[Attribute, int], ...] = ()
    vacancy_unrest: int = 0


_CHA, _STR, _DEX, _CON, _INT, _WIS = (
    Ability.CHA, Ability.STR, Ability.DEX, Ability.CON, Ability.INT, Ability.WIS,
)  # fmt: skip

ROLES: Final[Mapping[Role, RoleRow]] = {
    Role.RULER: RoleRow((_CHA,), None, vacancy_unrest=4),
    Role.CONSORT: RoleRow((_CHA,), L, is_half=True),
    Role.COUNCILOR: RoleRow((_CHA, _WIS), L, vacancy=((L, -2),), vacancy_unrest=1),
    Role.GENERAL: RoleRow((_CHA, _STR), S, vacancy=((L, -4),)),
    Role.GRAND_DIPLOMAT: RoleRow((_CHA, _INT), S, vacancy=((S, -2),)),
    Role.HEIR: RoleRow((_CHA,), L, is_half=True),
    Role.HIGH_PRIEST: RoleRow((_CHA, _WIS), S, vacancy=((S, -2), (L, -2)), vacancy_unrest=1),
    Role.MAGISTER: RoleRow((_CHA, _INT), E, vacancy=((E, -4),)),
    Role.MARSHAL: RoleRow((_DEX, _WIS), E, vacancy=((E, -4),)),
    Role.ROYAL_ENFORCER: RoleRow((_DEX, _STR), L),
    Role.SPYMASTER: RoleRow((_DEX, _INT), None, vacancy=((E, -4),), vacancy_unrest=1),
    Role.TREASURER: RoleRow((_INT, _WIS), E, vacancy=((E, -4),)),
    Role.VICEROY: RoleRow((_INT, _WIS), E, is_half=True),
    Role.WARDEN: RoleRow((_CON, _STR), L, vacancy=((L, -2), (S, -2))),
}
STAND_INS: Final = (Role.CONSORT, Role.HEIR)


def ruler_attributes(size: int) -> int:
    """How many attributes a Ruler adds to, by the kingdom's Size (R033)."""
    return 3 if size > 100 else 2 if size > 25 else 1


# Whom the book suggests for each task, first of all; the Ruler does what nobody else can (R044).
DUTIES: Final[Mapping[Task, tuple[Role, ...]]] = {
    Task.STABILITY: (Role.WARDEN,),
    Task.LOYALTY: (Role.RULER,),
    Task.ECONOMY: (Role.TREASURER,),
    Task.ENFORCER: (Role.ROYAL_ENFORCER,),
    Task.LEADERSHIP: (Role.RULER,),
    Task.HEXES: (Role.RULER, Role.MARSHAL),
    Task.TERRAIN: (Role.RULER, Role.MARSHAL),
    Task.SETTLEMENTS: (Role.RULER, Role.COUNCILOR),
    Task.ARMIES: (Role.GENERAL,),
    Task.HOLIDAY: (Role.COUNCILOR, Role.HIGH_PRIEST),
    Task.PROMOTION: (Role.RULER,),
    Task.TAXATION: (Role.TREASURER,),
    Task.TREASURY: (Role.TREASURER,),
    Task.EVENTS: (Role.HEIR,),
}


@dataclass(frozen=True, slots=True)
class Abdication:
    """What leaving a role costs (R042): Unrest first, then a Loyalty check with this modifier."""

    unrest: int
    modifier: int


ABDICATES = Abdication(1, 0)
RULER_ABDICATES = Abdication(2, -4)
SWITCHES = Abdication(0, 4)


# -- edicts -------------------------------------------------------------------------------------------

# Loyalty, Consumption (Table 4-1).
HOLIDAYS: Final[Mapping[Holiday, tuple[int, int]]] = {
    Holiday.NONE: (-1, 0),
    Holiday.ONE: (1, 1),
    Holiday.SIX: (2, 2),
    Holiday.TWELVE: (3, 4),
    Holiday.TWENTY_FOUR: (4, 8),
}
# Stability, Consumption (Table 4-2).
PROMOTIONS: Final[Mapping[Promotion, tuple[int, int]]] = {
    Promotion.NONE: (-1, 0),
    Promotion.TOKEN: (1, 1),
    Promotion.STANDARD: (2, 2),
    Promotion.AGGRESSIVE: (3, 4),
    Promotion.EXPANSIONIST: (4, 8),
}
# Economy, Loyalty (Table 4-3).
TAXATIONS: Final[Mapping[Taxation, tuple[int, int]]] = {
    Taxation.NONE: (0, 1),
    Taxation.LIGHT: (1, -1),
    Taxation.NORMAL: (2, -2),
    Taxation.HEAVY: (3, -4),
    Taxation.OVERWHELMING: (4, -8),
}


@dataclass(frozen=True, slots=True)
class LimitRow:
    """What a month allows up to that Size (Table 4-4); None is no limit."""

    up_to: int | None
    settlements: int
    buildings: int | None
    terrain: int
    claims: int


LIMITS: Final = (
    LimitRow(10, 1, 1, 2, 1),
    LimitRow(25, 1, 2, 3, 2),
    LimitRow(50, 1, 5, 5, 3),
    LimitRow(100, 2, 10, 7, 4),
    LimitRow(200, 3, 20, 9, 8),
    LimitRow(None, 4, None, 12, 12),
)


def limits(size: int) -> LimitRow:
    """The row of that Size; Size 0 has the first (R022)."""
    return next(row for row in LIMITS if row.up_to is None or size <= row.up_to)


# From scratch: up to this Size, gp for 1 BP deposited and withdrawn.
SCRATCH_RATES: Final = ((25, 1000, 500), (50, 2000, 1000), (100, 3000, 1500), (None, 4000, 2000))


# -- terrain ------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class TerrainRow:
    """A row of Table 4-6: days, months and BP; None where it can't be done there."""

    explore_days: int
    prepare_months: int | None
    prepare: int | None
    farm: int | None
    road: int | None


TERRAINS: Final[Mapping[Terrain, TerrainRow]] = {
    Terrain.CAVERN: TerrainRow(3, 3, 8, None, 4),
    Terrain.DESERT: TerrainRow(2, 1, 4, 8, 4),
    Terrain.FOREST: TerrainRow(2, 2, 4, None, 2),
    Terrain.HILLS: TerrainRow(1, 1, 2, 4, 3),
    Terrain.JUNGLE: TerrainRow(2, 4, 12, None, 4),
    Terrain.MARSH: TerrainRow(3, 3, 8, None, 4),
    Terrain.MOUNTAINS: TerrainRow(3, 4, 12, None, 4),
    Terrain.PLAINS: TerrainRow(1, 0, 1, 2, 1),
    Terrain.WATER: TerrainRow(2, None, None, None, None),
}


@dataclass(frozen=True, slots=True)
class ImprovementRow:
    """What an improvement costs and gives. `cost` None: it depends on the hex."""

    cost: int | None
    shares: bool
    economy: int = 0
    loyalty: int = 0
    stability: int = 0
    consumption: int = 0
    defense: int = 0
    # BP with every tax collected.
    tax: int = 0
    # Once, when it is completed.
    unrest: int = 0


IMPROVEMENTS: Final[Mapping[Improvement, ImprovementRow]] = {
    Improvement.AQUEDUCT: ImprovementRow(None, True, loyalty=1, stability=1),
    Improvement.BRIDGE: ImprovementRow(None, True),
    Improvement.CANAL: ImprovementRow(None, True),
    Improvement.FARM: ImprovementRow(None, True, consumption=-2),
    Improvement.FISHERY: ImprovementRow(4, True, consumption=-1),
    Improvement.FORT: ImprovementRow(24, True, stability=2, consumption=1, defense=4, unrest=-1),
    Improvement.HIGHWAY: ImprovementRow(None, True),
    Improvement.MINE: ImprovementRow(6, False, economy=1, tax=1),
    Improvement.QUARRY: ImprovementRow(6, False, stability=1, tax=1),
    Improvement.ROAD: ImprovementRow(None, True),
    Improvement.SAWMILL: ImprovementRow(3, False, stability=1, tax=1),
    Improvement.WATCHTOWER: ImprovementRow(12, True, stability=1, defense=2, unrest=-1),
}


# -- milestones ---------------------------------------------------------------------------------------

# Experience, once each: for a founding, a capital, a Size, and lots in one settlement.
XP_KINGDOM, XP_CAPITAL = 2400, 1200
XP_SIZES: Final = ((11, 2400), (26, 4800), (51, 9600), (101, 12800), (151, 25600), (201, 76800))
XP_LOTS: Final = ((4, 1600), (16, 4800), (36, 12800))

# Table 4-5: up to so many people, the settlement's size and the most its base value can be (gp).
SETTLEMENT_SIZES: Final = (
    (20, "thorp", 50),
    (60, "hamlet", 200),
    (200, "village", 500),
    (2000, "small_town", 1000),
    (5000, "large_town", 2000),
    (10000, "small_city", 4000),
    (25000, "large_city", 8000),
    (None, "metropolis", 16000),
)

# Table 4-14, optional: up to so many lots, what is added to each modifier, to Danger, and whether that is
# counted once for each district.
SIZE_MODIFIERS: Final = (
    (1, -4, -10, False),
    (8, -2, -5, False),
    (20, 0, 0, False),
    (40, 1, 5, False),
    (100, 1, 5, True),
    (None, 1, 5, True),
)
