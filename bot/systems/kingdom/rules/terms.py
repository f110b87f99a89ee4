"""The rule book's words as values that are kept: attributes, roles, terrains, edicts, phases, steps."""

from __future__ import annotations

from enum import StrEnum


class Attribute(StrEnum):
    """The three kingdom attributes."""

    ECONOMY = "economy"
    LOYALTY = "loyalty"
    STABILITY = "stability"


class Stat(StrEnum):
    """Every number that is a sum of named sources; those of checks count in checks alone."""

    ECONOMY = "economy"
    LOYALTY = "loyalty"
    STABILITY = "stability"
    CONSUMPTION = "consumption"
    CONTROL_DC = "control_dc"
    ECONOMY_CHECKS = "economy_checks"
    LOYALTY_CHECKS = "loyalty_checks"
    STABILITY_CHECKS = "stability_checks"


class Alignment(StrEnum):
    """A kingdom's alignment."""

    LAWFUL_GOOD = "LG"
    NEUTRAL_GOOD = "NG"
    CHAOTIC_GOOD = "CG"
    LAWFUL_NEUTRAL = "LN"
    NEUTRAL = "N"
    CHAOTIC_NEUTRAL = "CN"
    LAWFUL_EVIL = "LE"
    NEUTRAL_EVIL = "NE"
    CHAOTIC_EVIL = "CE"


class Ability(StrEnum):
    """A leader's ability scores."""

    STR = "str"
    DEX = "dex"
    CON = "con"
    INT = "int"
    WIS = "wis"
    CHA = "cha"


class Role(StrEnum):
    """The leadership roles, in the book's order."""

    RULER = "ruler"
    CONSORT = "consort"
    COUNCILOR = "councilor"
    GENERAL = "general"
    GRAND_DIPLOMAT = "grand_diplomat"
    HEIR = "heir"
    HIGH_PRIEST = "high_priest"
    MAGISTER = "magister"
    MARSHAL = "marshal"
    ROYAL_ENFORCER = "royal_enforcer"
    SPYMASTER = "spymaster"
    TREASURER = "treasurer"
    VICEROY = "viceroy"
    WARDEN = "warden"


class Terrain(StrEnum):
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


class Special(StrEnum):
    """Special terrain; the eighth, a River, is told by where it flows."""

    BRIDGE = "bridge"
    BUILDING = "building"
    FREE_CITY = "free_city"
    LAIR = "lair"
    LANDMARK = "landmark"
    RESOURCE = "resource"
    RUIN = "ruin"


class Improvement(StrEnum):
    """Terrain improvements."""

    AQUEDUCT = "aqueduct"
    BRIDGE = "bridge"
    CANAL = "canal"
    FARM = "farm"
    FISHERY = "fishery"
    FORT = "fort"
    HIGHWAY = "highway"
    MINE = "mine"
    QUARRY = "quarry"
    ROAD = "road"
    SAWMILL = "sawmill"
    WATCHTOWER = "watchtower"


class Border(StrEnum):
    """The four borders of a settlement's district grid."""

    NORTH = "north"
    EAST = "east"
    SOUTH = "south"
    WEST = "west"


class Holiday(StrEnum):
    """Holidays a year (Table 4-1)."""

    NONE = "none"
    ONE = "1"
    SIX = "6"
    TWELVE = "12"
    TWENTY_FOUR = "24"


class Promotion(StrEnum):
    """Promotion levels (Table 4-2)."""

    NONE = "none"
    TOKEN = "token"  # noqa: S105  a level
    STANDARD = "standard"
    AGGRESSIVE = "aggressive"
    EXPANSIONIST = "expansionist"


class Taxation(StrEnum):
    """Tax levels (Table 4-3)."""

    NONE = "none"
    LIGHT = "light"
    NORMAL = "normal"
    HEAVY = "heavy"
    OVERWHELMING = "overwhelming"


class Phase(StrEnum):
    """Where a month stands: before it is opened, in one of the four phases."""

    BEFORE = "before"
    UPKEEP = "upkeep"
    EDICT = "edict"
    INCOME = "income"
    EVENT = "event"


class Step(StrEnum):
    """The steps of a month, in their order."""

    OPEN = "open"
    STABILITY = "stability"
    CONSUMPTION = "consumption"
    ITEMS = "items"
    UNREST = "unrest"
    STAND_IN = "stand_in"
    ENFORCER = "enforcer"
    LOSE_HEX = "lose_hex"
    LEADERSHIP = "leadership"
    HEXES = "hexes"
    TERRAIN = "terrain"
    SETTLEMENTS = "settlements"
    ARMIES = "armies"
    EDICTS = "edicts"
    WITHDRAW = "withdraw"
    DEPOSIT = "deposit"
    SELL = "sell"
    TAXES = "taxes"
    CONTINUING = "continuing"
    EVENT = "event"
    RESOLVE = "resolve"
    CLOSE = "close"


class Mark(StrEnum):
    """How a step of the month came to its end."""

    DONE = "done"
    SKIPPED = "skipped"
    NOT_NEEDED = "not_needed"


class Task(StrEnum):
    """What leaders are asked for: who does it is a table of each kingdom."""

    STABILITY = "stability"
    LOYALTY = "loyalty"
    ECONOMY = "economy"
    ENFORCER = "enforcer"
    LEADERSHIP = "leadership"
    HEXES = "hexes"
    TERRAIN = "terrain"
    SETTLEMENTS = "settlements"
    ARMIES = "armies"
    HOLIDAY = "holiday"
    PROMOTION = "promotion"
    TAXATION = "taxation"
    TREASURY = "treasury"
    EVENTS = "events"

    @property
    def is_roll(self) -> bool:
        """Whether it is a check or a roll, and no decision."""
        return self in (Task.STABILITY, Task.LOYALTY, Task.ECONOMY, Task.EVENTS)


class Limit(StrEnum):
    """What a month allows a number of (Table 4-4)."""

    SETTLEMENTS = "settlements"
    BUILDINGS = "buildings"
    TERRAIN = "terrain"
    CLAIMS = "claims"


class Until(StrEnum):
    """How long a change lasts."""

    ALWAYS = "always"
    # Ends the moment the next Event phase opens (P3).
    EVENT = "event"
    # Counts in the next Upkeep phase, and ends with it.
    UPKEEP = "upkeep"
    # Ends when the month is closed.
    MONTH = "month"


class Backing(StrEnum):
    """On what terms a kingdom was begun."""

    SCRATCH = "scratch"
    CHARTER = "charter"
    CONQUEST = "conquest"
    FIEF = "fief"
    GRANT = "grant"


class Tribute(StrEnum):
    """What a sponsor is owed every month (R028)."""

    NONE = "none"
    TENTH = "tenth"
    ONE = "one"


class Stage(StrEnum):
    """Whether a kingdom is being drawn up, stands, or is no more."""

    FOUNDING = "founding"
    STANDING = "standing"
    ENDED = "ended"


class BuildingType(StrEnum):
    """The buildings of a settlement; the Brothel is one only where a campaign has it (R083)."""

    ACADEMY = "academy"
    ALCHEMIST = "alchemist"
    ARENA = "arena"
    BANK = "bank"
    BARDIC_COLLEGE = "bardic_college"
    BARRACKS = "barracks"
    BLACK_MARKET = "black_market"
    BREWERY = "brewery"
    BRIDGE = "bridge"
    BUREAU = "bureau"
    CASTERS_TOWER = "casters_tower"
    CASTLE = "castle"
    CATHEDRAL = "cathedral"
    CISTERN = "cistern"
    CITY_WALL = "city_wall"
    DANCE_HALL = "dance_hall"
    DUMP = "dump"
    EVERFLOWING_SPRING = "everflowing_spring"
    EXOTIC_ARTISAN = "exotic_artisan"
    FOREIGN_QUARTER = "foreign_quarter"
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
    LUXURY_STORE = "luxury_store"
    MAGIC_SHOP = "magic_shop"
    MAGICAL_ACADEMY = "magical_academy"
    MAGICAL_STREETLAMPS = "magical_streetlamps"
    MANSION = "mansion"
    MARKET = "market"
    MENAGERIE = "menagerie"
    MILITARY_ACADEMY = "military_academy"
    MILL = "mill"
    MINT = "mint"
    MOAT = "moat"
    MONASTERY = "monastery"
    MONUMENT = "monument"
    MUSEUM = "museum"
    NOBLE_VILLA = "noble_villa"
    OBSERVATORY = "observatory"
    ORPHANAGE = "orphanage"
    PALACE = "palace"
    PARK = "park"
    PAVED_STREETS = "paved_streets"
    PIER = "pier"
    SEWER_SYSTEM = "sewer_system"
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
    TOWN_HALL = "town_hall"
    TRADE_SHOP = "trade_shop"
    UNIVERSITY = "university"
    WATCHTOWER = "watchtower"
    WATERGATE = "watergate"
    WATERFRONT = "waterfront"
    WATERWAY = "waterway"
    BROTHEL = "brothel"


class Modifier(StrEnum):
    """The settlement modifiers."""

    CORRUPTION = "corruption"
    CRIME = "crime"
    LAW = "law"
    LORE = "lore"
    PRODUCTIVITY = "productivity"
    SOCIETY = "society"


class Grade(StrEnum):
    """How much of a magic item a slot is for."""

    MINOR = "minor"
    MEDIUM = "medium"
    MAJOR = "major"


class ItemKind(StrEnum):
    """Kinds of magic items."""

    ARMOR = "armor"
    POTION = "potion"
    RING = "ring"
    SCROLL = "scroll"
    SHIELD = "shield"
    WAND = "wand"
    WEAPON = "weapon"
    WONDROUS_ITEM = "wondrous_item"


class Gift(StrEnum):
    """What makes a building cheaper or free: found in the hex, or given by a game master."""

    # An abandoned building in good repair: free, and outside the month's limit.
    FOUND = "found"
    # A Ruin as the basis of a building of its type: half the price (R080).
    RUIN = "ruin"
    # Stones of a Ruin: some BP off one building (R080).
    SALVAGE = "salvage"
    # Free, and outside the month's limit (R146).
    GIFT = "gift"
