"""The rule book's words as values that are kept: attributes, roles, terrains, edicts, phases, steps."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from bot.engine.text import Labelled, Safe, T


class Attribute(Labelled):
    """The three kingdom attributes."""

    ECONOMY = "economy"
    LOYALTY = "loyalty"
    STABILITY = "stability"


class Number(Labelled):
    """What a kingdom is measured by, and what its checks add; of settlements the modifiers."""

    ECONOMY = "economy"
    LOYALTY = "loyalty"
    STABILITY = "stability"
    UNREST = "unrest"
    TREASURY = "treasury"
    CONSUMPTION = "consumption"
    SIZE = "size"
    CONTROL_DC = "control_dc", "Control DC"
    ECONOMY_CHECKS = "economy_checks"
    LOYALTY_CHECKS = "loyalty_checks"
    STABILITY_CHECKS = "stability_checks"
    CORRUPTION = "corruption"
    CRIME = "crime"
    LAW = "law"
    LORE = "lore"
    PRODUCTIVITY = "productivity"
    SOCIETY = "society"
    FAME = "fame"
    INFAMY = "infamy"


class Stat(StrEnum):
    """Every number that is a sum of named sources; those of checks count in checks alone.

    The settlement modifiers among them are those of the kingdom as a whole (R151).
    """

    ECONOMY = "economy"
    LOYALTY = "loyalty"
    STABILITY = "stability"
    CONSUMPTION = "consumption"
    CONTROL_DC = "control_dc"
    ECONOMY_CHECKS = "economy_checks"
    LOYALTY_CHECKS = "loyalty_checks"
    STABILITY_CHECKS = "stability_checks"
    CORRUPTION = "corruption"
    CRIME = "crime"
    LAW = "law"
    LORE = "lore"
    PRODUCTIVITY = "productivity"
    SOCIETY = "society"
    FAME = "fame"
    INFAMY = "infamy"


class Alignment(Labelled):
    """A kingdom's alignment."""

    LAWFUL_GOOD = "LG", "Lawful good"
    NEUTRAL_GOOD = "NG", "Neutral good"
    CHAOTIC_GOOD = "CG", "Chaotic good"
    LAWFUL_NEUTRAL = "LN", "Lawful neutral"
    NEUTRAL = "N", "Neutral"
    CHAOTIC_NEUTRAL = "CN", "Chaotic neutral"
    LAWFUL_EVIL = "LE", "Lawful evil"
    NEUTRAL_EVIL = "NE", "Neutral evil"
    CHAOTIC_EVIL = "CE", "Chaotic evil"


class Ability(Labelled):
    """A leader's ability scores."""

    STR = "str", "Strength"
    DEX = "dex", "Dexterity"
    CON = "con", "Constitution"
    INT = "int", "Intelligence"
    WIS = "wis", "Wisdom"
    CHA = "cha", "Charisma"


class Role(Labelled):
    """The leadership roles, in the book's order."""

    RULER = "ruler"
    CONSORT = "consort"
    COUNCILOR = "councilor"
    GENERAL = "general"
    GRAND_DIPLOMAT = "grand_diplomat", "Grand Diplomat"
    HEIR = "heir"
    HIGH_PRIEST = "high_priest", "High Priest"
    MAGISTER = "magister"
    MARSHAL = "marshal"
    ROYAL_ENFORCER = "royal_enforcer", "Royal Enforcer"
    SPYMASTER = "spymaster"
    TREASURER = "treasurer"
    VICEROY = "viceroy"
    WARDEN = "warden"


class Terrain(Labelled):
    """What a hex is made of. A coastline is the land beside it with `is_coast` (R074)."""

    CAVERN = "cavern"
    DESERT = "desert"
    FOREST = "forest"
    HILLS = "hills"
    JUNGLE = "jungle"
    MARSH = "marsh"
    MOUNTAINS = "mountains"
    PLAINS = "plains"
    WATER = "water"


class Special(Labelled):
    """Special terrain; the eighth, a River, is told by where it flows."""

    BRIDGE = "bridge", "Bridge", "Bridge: a Road here doesn't cost double"
    BUILDING = "building", "Building", "Building: free for a settlement founded on it"
    FREE_CITY = "free_city", "Free City"
    LAIR = "lair", "Lair", "Lair: Stability +1, and Defense +1 with a Fort or Watchtower"
    LANDMARK = "landmark", "Landmark", "Landmark: Loyalty +1, and another +1 with a Road or Highway"
    RESOURCE = "resource", "Resource", "Resource: Economy +1, and richer improvements"
    RUIN = "ruin", "Ruin", "Ruin: cheaper building for a settlement founded on it"


class Improvement(Labelled):
    """Terrain improvements, and what each gives."""

    AQUEDUCT = "aqueduct", "Aqueduct", "Loyalty +1, Stability +1 once the chain is complete"
    BRIDGE = "bridge"
    CANAL = "canal", "Canal", "Water for farms and settlements, as a river"
    FARM = "farm", "Farm", "Consumption −2"
    FISHERY = "fishery", "Fishery", "Consumption −1"
    FORT = "fort", "Fort", "Stability +2, Consumption +1, Defense +4, Unrest −1 once"
    HIGHWAY = "highway", "Highway", "Every 4 Highways: Economy +1, every 8: Stability +1"
    MINE = "mine", "Mine", "Economy +1, and 1 BP with every successful tax collection"
    QUARRY = "quarry", "Quarry", "Stability +1, and 1 BP with every successful tax collection"
    ROAD = "road", "Road", "Every 4 Roads: Economy +1, every 8: Stability +1"
    SAWMILL = "sawmill", "Sawmill", "Stability +1, and 1 BP with every successful tax collection"
    WATCHTOWER = "watchtower", "Watchtower", "Stability +1, Defense +2, Unrest −1 once"

    @property
    def one(self) -> Safe:
        """With its article: "a Farm", "an Aqueduct"."""
        return (_AN if self is Improvement.AQUEDUCT else _A)(name=self.label)


class Border(Labelled):
    """The four borders of a settlement's district grid."""

    NORTH = "north"
    EAST = "east"
    SOUTH = "south"
    WEST = "west"


class Holiday(Labelled):
    """Holidays a year (Table 4-1)."""

    NONE = "none"
    ONE = "1", "1 a year"
    SIX = "6", "6 a year"
    TWELVE = "12", "12 a year"
    TWENTY_FOUR = "24", "24 a year"


class Promotion(Labelled):
    """Promotion levels (Table 4-2)."""

    NONE = "none"
    TOKEN = "token"  # noqa: S105  a level
    STANDARD = "standard"
    AGGRESSIVE = "aggressive"
    EXPANSIONIST = "expansionist"


class Taxation(Labelled):
    """Tax levels (Table 4-3)."""

    NONE = "none"
    LIGHT = "light"
    NORMAL = "normal"
    HEAVY = "heavy"
    OVERWHELMING = "overwhelming"


class Phase(Labelled):
    """Where a month stands: before it is opened, in one of the four phases."""

    BEFORE = "before", "not opened yet"
    UPKEEP = "upkeep"
    EDICT = "edict"
    INCOME = "income"
    EVENT = "event"


class MonthStep(Labelled):
    """The steps of a month, in their order."""

    OPEN = "open", "Open the month"
    STABILITY = "stability", "Stability check"
    CONSUMPTION = "consumption", "Pay Consumption"
    ITEMS = "items", "Magic items"
    UNREST = "unrest", "Modify Unrest"
    STAND_IN = "stand_in", "Standing in for the Ruler"
    ENFORCER = "enforcer", "Royal Enforcer"
    LOSE_HEX = "lose_hex", "Lose a hex"
    LEADERSHIP = "leadership"
    HEXES = "hexes"
    TERRAIN = "terrain"
    SETTLEMENTS = "settlements"
    ARMIES = "armies"
    EDICTS = "edicts"
    SPECIAL = "special", "Special edicts"
    WITHDRAW = "withdraw", "Withdrawals"
    DEPOSIT = "deposit", "Deposits"
    SELL = "sell", "Item sales"
    TAXES = "taxes"
    CONTINUING = "continuing", "Continuing events"
    EVENT = "event", "Event roll"
    RESOLVE = "resolve", "Event outcomes"
    CLOSE = "close", "Close the month"


class Mark(StrEnum):
    """How a step of the month came to its end."""

    DONE = "done"
    SKIPPED = "skipped"
    NOT_NEEDED = "not_needed"


class Task(Labelled):
    """What leaders are asked for: who does it is a table of each kingdom."""

    STABILITY = "stability", "Stability checks"
    LOYALTY = "loyalty", "Loyalty checks"
    ECONOMY = "economy", "Taxes"
    ENFORCER = "enforcer", "Reducing Unrest"
    LEADERSHIP = "leadership"
    HEXES = "hexes", "Claiming and abandoning hexes"
    TERRAIN = "terrain", "Terrain improvements"
    SETTLEMENTS = "settlements"
    ARMIES = "armies"
    HOLIDAY = "holiday", "Holiday edicts"
    PROMOTION = "promotion", "Promotion edicts"
    TAXATION = "taxation", "Taxation edicts"
    TREASURY = "treasury", "Consumption, withdrawals, deposits and sales"
    EVENTS = "events", "Event rolls"
    DIPLOMACY = "diplomacy", "Diplomatic edicts"
    EXPLORATION = "exploration", "Exploration edicts"
    TRADE = "trade", "Trade edicts"
    VASSALAGE = "vassalage", "Vassalage edicts"

    @property
    def is_roll(self) -> bool:
        """Whether it is a check or a roll, and no decision."""
        return self in (Task.STABILITY, Task.LOYALTY, Task.ECONOMY, Task.EVENTS)


class Limit(Labelled):
    """What a month allows a number of (Table 4-4)."""

    SETTLEMENTS = "settlements", "new settlements"
    BUILDINGS = "buildings", "buildings"
    TERRAIN = "terrain", "improvements"
    CLAIMS = "claims", "claims"


class Until(Labelled):
    """How long a change lasts."""

    ALWAYS = "always", "until a game master ends it"
    # Ends the moment the next Event phase opens (P3).
    EVENT = "event", "until the next Event phase"
    # Counts in the next Upkeep phase, and ends with it.
    UPKEEP = "upkeep", "until the next Upkeep phase is over"
    # Ends when the month is closed.
    MONTH = "month", "until the month is closed"
    # Ends when the twelfth month after it is closed.
    YEAR = "year", "for 12 months"
    # The same after the sixth.
    HALF_YEAR = "half_year", "for 6 months"


class Government(Labelled):
    """Forms of government, an optional rule; the rules presume a monarchy."""

    MONARCHY = "monarchy", "Feudal monarchy"
    AUTOCRACY = "autocracy"
    MAGOCRACY = "magocracy"
    OLIGARCHY = "oligarchy"
    OVERLORD = "overlord"
    REPUBLIC = "republic"
    SYNDICATE = "syndicate", "Secret syndicate"
    THEOCRACY = "theocracy"


class Backing(Labelled):
    """On what terms a kingdom was begun."""

    SCRATCH = "scratch", "from scratch", "From scratch, without a sponsor"
    CHARTER = "charter", "charter", "Charter: settle a borderland wilderness"
    CONQUEST = "conquest", "conquest", "Conquest: rule what you took"
    FIEF = "fief", "fief", "Fief: govern a settled domain"
    GRANT = "grant", "grant", "Grant: improve claimed land"


class Tribute(Labelled):
    """What a sponsor is owed every month (R028)."""

    NONE = "none", "Nothing"
    TENTH = "tenth", "A tenth of the income, at least 1 BP a month", "owes a tenth of its income"
    ONE = "one", "1 BP a month until it's paid back", "pays back 1 BP a month"


# A hex by its axial coordinates.
Spot = str


LABEL_LENGTH: Final = 20


class Stage(Labelled):
    """Whether a kingdom is being drawn up, stands, or is no more."""

    FOUNDING = "founding", "being founded"
    STANDING = "standing", "stands"
    ENDED = "ended", "ended"


class SettlementSize(Labelled):
    """How large a settlement is by its people (Table 4-5)."""

    THORP = "thorp"
    HAMLET = "hamlet"
    VILLAGE = "village"
    SMALL_TOWN = "small_town"
    LARGE_TOWN = "large_town"
    SMALL_CITY = "small_city"
    LARGE_CITY = "large_city"
    METROPOLIS = "metropolis"


class BuildingType(Labelled):
    """The buildings of a settlement; the Brothel is one only where a campaign has it (R083)."""

    ACADEMY = "academy"
    ALCHEMIST = "alchemist"
    ARENA = "arena"
    BANK = "bank"
    BARDIC_COLLEGE = "bardic_college", "Bardic College"
    BARRACKS = "barracks"
    BLACK_MARKET = "black_market", "Black Market"
    BREWERY = "brewery"
    BRIDGE = "bridge"
    BUREAU = "bureau"
    CASTERS_TOWER = "casters_tower", "Caster's Tower"
    CASTLE = "castle"
    CATHEDRAL = "cathedral"
    CISTERN = "cistern"
    CITY_WALL = "city_wall", "City Wall"
    DANCE_HALL = "dance_hall", "Dance Hall"
    DUMP = "dump"
    EVERFLOWING_SPRING = "everflowing_spring", "Everflowing Spring"
    EXOTIC_ARTISAN = "exotic_artisan", "Exotic Artisan"
    FOREIGN_QUARTER = "foreign_quarter", "Foreign Quarter"
    FOUNDRY = "foundry"
    GARRISON = "garrison"
    GRANARY = "granary"
    GRAVEYARD = "graveyard"
    GUILDHALL = "guildhall"
    HERBALIST = "herbalist"
    HOSPITAL = "hospital"
    HOUSE = "house"
    INN = "inn"
    JAIL = "jail"
    LIBRARY = "library"
    LUXURY_STORE = "luxury_store", "Luxury Store"
    MAGIC_SHOP = "magic_shop", "Magic Shop"
    MAGICAL_ACADEMY = "magical_academy", "Magical Academy"
    MAGICAL_STREETLAMPS = "magical_streetlamps", "Magical Streetlamps"
    MANSION = "mansion"
    MARKET = "market"
    MENAGERIE = "menagerie"
    MILITARY_ACADEMY = "military_academy", "Military Academy"
    MILL = "mill"
    MINT = "mint"
    MOAT = "moat"
    MONASTERY = "monastery"
    MONUMENT = "monument"
    MUSEUM = "museum"
    NOBLE_VILLA = "noble_villa", "Noble Villa"
    OBSERVATORY = "observatory"
    ORPHANAGE = "orphanage"
    PALACE = "palace"
    PARK = "park"
    PAVED_STREETS = "paved_streets", "Paved Streets"
    PIER = "pier"
    SEWER_SYSTEM = "sewer_system", "Sewer System"
    SHOP = "shop"
    SHRINE = "shrine"
    SMITHY = "smithy"
    STABLE = "stable"
    STOCKYARD = "stockyard"
    TANNERY = "tannery"
    TAVERN = "tavern"
    TEMPLE = "temple"
    TENEMENT = "tenement"
    THEATER = "theater"
    TOWN_HALL = "town_hall", "Town Hall"
    TRADE_SHOP = "trade_shop", "Trade Shop"
    UNIVERSITY = "university"
    WATCHTOWER = "watchtower"
    WATERGATE = "watergate"
    WATERFRONT = "waterfront"
    WATERWAY = "waterway"
    BROTHEL = "brothel"

    @property
    def one(self) -> Safe:
        """With its article: "a House", "an Inn", "Paved Streets"."""
        if self in (BuildingType.PAVED_STREETS, BuildingType.MAGICAL_STREETLAMPS):
            return self.label
        return (_AN if self.texts[0][0] in "AEIO" else _A)(name=self.label)


_A, _AN = T("a {name}"), T("an {name}")


class Modifier(Labelled):
    """The settlement modifiers."""

    CORRUPTION = "corruption"
    CRIME = "crime"
    LAW = "law"
    LORE = "lore"
    PRODUCTIVITY = "productivity"
    SOCIETY = "society"


class Grade(Labelled):
    """How much of a magic item a slot is for."""

    MINOR = "minor", "minor"
    MEDIUM = "medium", "medium"
    MAJOR = "major", "major"


class ItemKind(Labelled):
    """Kinds of magic items."""

    ARMOR = "armor", "armor"
    POTION = "potion", "potion"
    RING = "ring", "ring"
    SCROLL = "scroll", "scroll"
    SHIELD = "shield", "shield"
    WAND = "wand", "wand"
    WEAPON = "weapon", "weapon"
    WONDROUS_ITEM = "wondrous_item", "wondrous item"


class Gift(Labelled):
    """What makes a building cheaper or free: found in the hex, or given by a game master."""

    # An abandoned building in good repair: free, and outside the month's limit.
    FOUND = "found", "Found: a building in good repair, free"
    # A Ruin as the basis of a building of its type: half the price (R080).
    RUIN = "ruin", "Ruin: half the price of a building"
    # Stones of a Ruin: some BP off one building (R080).
    SALVAGE = "salvage", "Salvage: 1d4 BP off one building"
    # Free, and outside the month's limit (R146).
    GIFT = "gift", "Gift: a building for free"


E, L, S = Attribute.ECONOMY, Attribute.LOYALTY, Attribute.STABILITY
Amounts = Mapping[Attribute, int]

BASE_DC: Final = 20
CLAIM_COST: Final = 1
DUTY_DAYS: Final = 7
LOSE_HEX_AT, ANARCHY_AT = 11, 20
# From here on its leaders are warned of anarchy.
WARNED_AT = 15
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
# What an alignment adds to the settlement modifiers of the whole kingdom (R151).
ALIGNMENT_MODIFIERS: Final[Mapping[Alignment, Mapping[Modifier, int]]] = {
    Alignment.LAWFUL_GOOD: {Modifier.LAW: 1, Modifier.SOCIETY: 1},
    Alignment.NEUTRAL_GOOD: {Modifier.LORE: 1, Modifier.SOCIETY: 1},
    Alignment.CHAOTIC_GOOD: {Modifier.CRIME: 1, Modifier.SOCIETY: 1},
    Alignment.LAWFUL_NEUTRAL: {Modifier.LAW: 1, Modifier.LORE: 1},
    Alignment.NEUTRAL: {Modifier.LORE: 2},
    Alignment.CHAOTIC_NEUTRAL: {Modifier.CRIME: 1, Modifier.LORE: 1},
    Alignment.LAWFUL_EVIL: {Modifier.LAW: 1, Modifier.CORRUPTION: 1},
    Alignment.NEUTRAL_EVIL: {Modifier.LORE: 1, Modifier.CORRUPTION: 1},
    Alignment.CHAOTIC_EVIL: {Modifier.CRIME: 1, Modifier.CORRUPTION: 1},
}
# Which attribute a deity's alignment strengthens, by each of its letters; a neutral one twice (R162).
_BLESSED = {"C": L, "E": E, "G": L, "L": E, "N": S}
BLESSINGS: Final[Mapping[Alignment, tuple[Attribute, ...]]] = {
    each: (S, S) if each is Alignment.NEUTRAL else tuple(_BLESSED[letter] for letter in each.value)
    for each in Alignment
}
# By how much a holy building raises each of its attributes, and how many it has.
HOLY_SITES: Final[Mapping[BuildingType, tuple[int, int]]] = {
    BuildingType.SHRINE: (1, 1),
    BuildingType.TEMPLE: (2, 2),
    BuildingType.CATHEDRAL: (4, 2),
}
# What a form of government adds to the modifiers of each settlement (R152).
GOVERNMENT_MODIFIERS: Final[Mapping[Government, Mapping[Modifier, int]]] = {
    Government.MONARCHY: {},
    Government.AUTOCRACY: {},
    Government.MAGOCRACY: {Modifier.LORE: 2, Modifier.PRODUCTIVITY: -1, Modifier.SOCIETY: -1},
    Government.OLIGARCHY: {
        Modifier.CORRUPTION: 1, Modifier.LAW: -1, Modifier.LORE: -1, Modifier.SOCIETY: 1,
    },
    Government.OVERLORD: {
        Modifier.CORRUPTION: 1, Modifier.CRIME: -1, Modifier.LAW: 1, Modifier.SOCIETY: -1,
    },
    Government.REPUBLIC: {
        Modifier.CRIME: -1, Modifier.LAW: -1, Modifier.PRODUCTIVITY: 1, Modifier.SOCIETY: 1,
    },
    Government.SYNDICATE: {
        Modifier.CORRUPTION: 1, Modifier.CRIME: 1, Modifier.LAW: -3, Modifier.PRODUCTIVITY: 1,
    },
    Government.THEOCRACY: {
        Modifier.CORRUPTION: -1, Modifier.LAW: 1, Modifier.LORE: 1, Modifier.SOCIETY: -1,
    },
}  # fmt: skip
# The Sizes at which Fame or Infamy rises by 1, once each (R149).
FAME_SIZES: Final = (11, 26, 51, 101, 201)


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
    Task.DIPLOMACY: (Role.GRAND_DIPLOMAT,),
    Task.EXPLORATION: (Role.MARSHAL,),
    Task.TRADE: (Role.TREASURER,),
    Task.VASSALAGE: (Role.VICEROY,),
}


class Area(Labelled):
    """What the people of a kingdom may share out among them."""

    EDICTS = "edicts"
    CLAIMS = "claims", "Claims and improvements"
    BUILDING = "building"
    TREASURY = "treasury"


# The role that comes first to each area, and the tasks in it.
AREAS: Final[Mapping[Area, tuple[Role, tuple[Task, ...]]]] = {
    Area.EDICTS: (Role.RULER, (Task.PROMOTION, Task.HOLIDAY, Task.TAXATION)),
    Area.CLAIMS: (Role.MARSHAL, (Task.HEXES, Task.TERRAIN)),
    Area.BUILDING: (Role.COUNCILOR, (Task.SETTLEMENTS,)),
    Area.TREASURY: (Role.TREASURER, (Task.TREASURY, Task.ECONOMY)),
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
    (20, SettlementSize.THORP, 50),
    (60, SettlementSize.HAMLET, 200),
    (200, SettlementSize.VILLAGE, 500),
    (2000, SettlementSize.SMALL_TOWN, 1000),
    (5000, SettlementSize.LARGE_TOWN, 2000),
    (10000, SettlementSize.SMALL_CITY, 4000),
    (25000, SettlementSize.LARGE_CITY, 8000),
    (None, SettlementSize.METROPOLIS, 16000),
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
