"""The district grid: 9 blocks of 4 lots, 6 lots wide and 6 deep, with streets between the blocks.

A lot is a number from 0 in the north-west to 35 in the south-east; people call them A1 to F6, column
first."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Final

from bot.systems.kingdom.book import Border, BuildingType, Grade, ItemKind, Modifier
from bot.systems.kingdom.book import BuildingType as B

# -- The district grid: 9 blocks of 4 lots, 6 lots wide and 6 deep, with streets between the blocks --------


SIDE: Final = 6
LOTS: Final = SIDE * SIDE
BLOCK: Final = 2
COLUMNS: Final = "ABCDEF"

Lot = int
# Columns and rows.
Shape = tuple[int, int]


def lot_name(lot: Lot) -> str:
    """What people call it: "C4"."""
    row, column = divmod(lot, SIDE)
    return f"{COLUMNS[column]}{row + 1}"


def lot_of(text: str) -> Lot | None:
    """The lot of that name; None where there is none."""
    name = text.strip().upper()
    if len(name) != 2 or name[0] not in COLUMNS or name[1] not in "123456":
        return None
    return (int(name[1]) - 1) * SIDE + COLUMNS.index(name[0])


@lru_cache
def footprints(shape: Shape) -> tuple[tuple[Lot, ...], ...]:
    """Every way to lay that shape on the grid; it may lie across streets (R098)."""
    columns, rows = shape
    corners = ((x, y) for y in range(SIDE - rows + 1) for x in range(SIDE - columns + 1))
    return tuple(
        tuple((y + down) * SIDE + x + across for down in range(rows) for across in range(columns))
        for x, y in corners
    )


# -- neighbours (R093) --------------------------------------------------------------------------------

EDGES: Final = ((-1, 0), (1, 0), (0, -1), (0, 1))
CORNERS: Final = ((-1, -1), (1, -1), (-1, 1), (1, 1))


def block_of(lot: Lot) -> int:
    """Its block, 0 to 8."""
    row, column = divmod(lot, SIDE)
    return row // BLOCK * (SIDE // BLOCK) + column // BLOCK


@lru_cache
def beside(lot: Lot, adjacency: str) -> frozenset[Lot]:
    """The lots next to one, by the campaign's reading of "adjacent"."""
    row, column = divmod(lot, SIDE)
    steps = EDGES + CORNERS if adjacency == "eight_way" else EDGES
    found = [(column + x, row + y) for x, y in steps]
    lots = [y * SIDE + x for x, y in found if 0 <= x < SIDE and 0 <= y < SIDE]
    if adjacency == "same_block":
        lots = [each for each in lots if block_of(each) == block_of(lot)]
    return frozenset(lots)


@lru_cache(maxsize=1024)
def around(lots: tuple[Lot, ...], adjacency: str) -> frozenset[Lot]:
    """The lots next to a footprint, without its own."""
    return frozenset().union(*(beside(lot, adjacency) for lot in lots)).difference(lots)


# -- borders ------------------------------------------------------------------------------------------

AT_BORDER: Final[Mapping[Border, frozenset[Lot]]] = {
    Border.NORTH: frozenset(range(SIDE)),
    Border.EAST: frozenset(range(SIDE - 1, LOTS, SIDE)),
    Border.SOUTH: frozenset(range(LOTS - SIDE, LOTS)),
    Border.WEST: frozenset(range(0, LOTS, SIDE)),
}


def touches(lots: Collection[Lot], border: Border) -> bool:
    """Whether one of them lies at that border of the grid."""
    return not AT_BORDER[border].isdisjoint(lots)


# -- The buildings of the book, each number as printed -----------------------------------------------------


DEMOLITION: Final = 1
# What construction magic takes off one building a month (R107).
MAGIC: Final = 2
GRANARY_STORES: Final = 5
# The first of these that a kingdom builds each month does not count against its limit (R091).
HOUSING: Final = (B.HOUSE, B.MANSION, B.NOBLE_VILLA, B.TENEMENT)
# What stands at a border of a district: walls of either kind at land, and the gate in a City Wall (R099).
WALLS: Final = (B.CITY_WALL, B.MOAT)
AT_BORDERS: Final = (*WALLS, B.WATERGATE)
# These leave their lot to another building (R100).
SHARES: Final = (B.CISTERN, B.MAGICAL_STREETLAMPS, B.EVERFLOWING_SPRING)
# What a kingdom's first settlement should begin with (R092).
FIRST: Final = (B.INN, B.SHRINE, B.MONASTERY, B.WATCHTOWER)


@dataclass(frozen=True, slots=True)
class SlotRow:
    """Slots for magic items: how many, of which grade, and of which kinds; none named is any."""

    count: int
    grade: Grade
    kinds: tuple[ItemKind, ...] = ()


@dataclass(frozen=True, slots=True)
class BuildingRow:
    """What a building costs (BP), takes (lots: its shapes; none for what takes no lot), wants and gives.

    `unrest` once, when it is completed; `value` in gp.
    """

    cost: int
    shapes: tuple[Shape, ...] = ()
    economy: int = 0
    loyalty: int = 0
    stability: int = 0
    fame: int = 0
    unrest: int = 0
    defense: int = 0
    value: int = 0
    # It halves the price of the next of each of these in its settlement.
    discounts: tuple[B, ...] = ()
    # So many of those must stand beside it, each for it alone.
    needs: int = 0
    beside: tuple[B, ...] = ()
    never_beside: tuple[B, ...] = ()
    # One of those must stand in its settlement.
    requires: tuple[B, ...] = ()
    is_one_a_settlement: bool = False
    is_one_a_district: bool = False
    is_at_water: bool = False
    upgrades_from: tuple[B, ...] = ()
    slots: tuple[SlotRow, ...] = ()
    modifiers: Mapping[Modifier, int] = field(default_factory=dict)

    @property
    def lots(self) -> int:
        """How many lots it takes at most."""
        return max((columns * rows for columns, rows in self.shapes), default=0)


_LOT: tuple[Shape, ...] = ((1, 1),)
_TWO: tuple[Shape, ...] = ((2, 1), (1, 2))
_FOUR: tuple[Shape, ...] = ((2, 2),)
_MINOR, _MEDIUM, _MAJOR = Grade.MINOR, Grade.MEDIUM, Grade.MAJOR
_ARMOR, _POTION, _RING, _SCROLL, _SHIELD, _WAND, _WEAPON, _WONDROUS = ItemKind
_CORRUPTION, _CRIME, _LAW, _LORE, _PRODUCTIVITY, _SOCIETY = Modifier

# fmt: off
BUILDINGS: Final[Mapping[B, BuildingRow]] = {
    B.ACADEMY: BuildingRow(52, _TWO, economy=2, loyalty=2, discounts=(B.CASTERS_TOWER, B.LIBRARY,
        B.MAGIC_SHOP), upgrades_from=(B.LIBRARY,), slots=(SlotRow(3, _MINOR, (_SCROLL, _WONDROUS)), SlotRow(2,
        _MEDIUM, (_SCROLL, _WONDROUS))), modifiers={_LORE: 2, _PRODUCTIVITY: 1, _SOCIETY: 2}),
    B.ALCHEMIST: BuildingRow(18, _LOT, economy=1, value=1000, needs=1, beside=(B.HOUSE,), slots=(SlotRow(1,
        _MINOR, (_POTION, _WONDROUS)),)),
    B.ARENA: BuildingRow(40, _FOUR, stability=4, fame=1, discounts=(B.BROTHEL, B.GARRISON, B.INN, B.STABLE,
        B.THEATER), is_one_a_settlement=True, upgrades_from=(B.THEATER,), modifiers={_CRIME: 1}),
    B.BANK: BuildingRow(28, _LOT, economy=4, value=2000),
    B.BARDIC_COLLEGE: BuildingRow(40, _TWO, economy=1, loyalty=3, stability=1, fame=1, discounts=(B.LIBRARY,
        B.MUSEUM, B.THEATER), slots=(SlotRow(2, _MINOR, (_SCROLL, _WONDROUS)),)),
    B.BARRACKS: BuildingRow(6, _LOT, unrest=-1, defense=2, modifiers={_LAW: 1}),
    B.BLACK_MARKET: BuildingRow(50, _LOT, economy=2, stability=1, unrest=1, value=2000,
        discounts=(B.BROTHEL,), needs=2, beside=(B.HOUSE,), slots=(SlotRow(2, _MINOR), SlotRow(1, _MEDIUM),
        SlotRow(1, _MAJOR)), modifiers={_CORRUPTION: 2, _CRIME: 2}),
    B.BREWERY: BuildingRow(6, _LOT, loyalty=1, stability=1),
    B.BRIDGE: BuildingRow(6, _LOT, economy=1),
    B.BUREAU: BuildingRow(10, _TWO, economy=1, loyalty=-1, stability=1, modifiers={_CORRUPTION: 1, _LAW: 1}),
    B.CASTERS_TOWER: BuildingRow(30, _LOT, economy=1, loyalty=1, slots=(SlotRow(3, _MINOR), SlotRow(2,
        _MEDIUM))),
    B.CASTLE: BuildingRow(54, _FOUR, economy=2, loyalty=2, stability=2, fame=1, unrest=-4, defense=8,
        discounts=(B.NOBLE_VILLA, B.TOWN_HALL), is_one_a_settlement=True),
    B.CATHEDRAL: BuildingRow(58, _FOUR, loyalty=4, stability=4, fame=1, unrest=-4, discounts=(B.ACADEMY,
        B.TEMPLE), is_one_a_settlement=True, slots=(SlotRow(3, _MINOR, (_POTION, _WONDROUS)), SlotRow(2,
        _MEDIUM, (_POTION, _WONDROUS))), modifiers={_LAW: 2}),
    B.CISTERN: BuildingRow(6, _LOT, stability=1, never_beside=(B.DUMP, B.GRAVEYARD, B.STABLE, B.STOCKYARD,
        B.TANNERY)),
    B.CITY_WALL: BuildingRow(2, unrest=-2, defense=1),
    B.DANCE_HALL: BuildingRow(4, _LOT, economy=1, loyalty=2, unrest=1, needs=1, beside=(B.HOUSE,),
        modifiers={_CORRUPTION: 1, _CRIME: 1}),
    B.DUMP: BuildingRow(4, _LOT, stability=1, never_beside=(B.HOUSE, B.MANSION, B.NOBLE_VILLA)),
    B.EVERFLOWING_SPRING: BuildingRow(5),
    B.EXOTIC_ARTISAN: BuildingRow(10, _LOT, economy=1, stability=1, needs=1, beside=(B.HOUSE,),
        slots=(SlotRow(1, _MINOR, (_RING, _WAND, _WONDROUS)),)),
    B.FOREIGN_QUARTER: BuildingRow(30, _FOUR, economy=3, stability=-1, modifiers={_CRIME: 1, _LORE: 1,
        _SOCIETY: 2}),
    B.FOUNDRY: BuildingRow(16, _TWO, economy=1, stability=1, unrest=1, discounts=(B.SMITHY,),
        is_at_water=True, modifiers={_PRODUCTIVITY: 1}),
    B.GARRISON: BuildingRow(28, _TWO, loyalty=2, stability=2, unrest=-2, discounts=(B.CITY_WALL, B.GRANARY,
        B.JAIL), upgrades_from=(B.BARRACKS,)),
    B.GRANARY: BuildingRow(12, _LOT, loyalty=1, stability=1),
    B.GRAVEYARD: BuildingRow(4, _LOT, loyalty=1),
    B.GUILDHALL: BuildingRow(34, _TWO, economy=2, loyalty=2, value=1000, discounts=(B.PIER, B.STABLE,
        B.TRADE_SHOP), upgrades_from=(B.TRADE_SHOP,), modifiers={_LAW: 1, _PRODUCTIVITY: 2}),
    B.HERBALIST: BuildingRow(10, _LOT, loyalty=1, stability=1, needs=1, beside=(B.HOUSE,), slots=(SlotRow(1,
        _MINOR, (_POTION, _WONDROUS)),)),
    B.HOSPITAL: BuildingRow(30, _TWO, loyalty=1, stability=2, modifiers={_LORE: 1, _PRODUCTIVITY: 2}),
    B.HOUSE: BuildingRow(3, _LOT, unrest=-1, upgrades_from=(B.TENEMENT,)),
    B.INN: BuildingRow(10, _LOT, economy=1, loyalty=1, value=500, needs=1, beside=(B.HOUSE,),
        modifiers={_SOCIETY: 1}),
    B.JAIL: BuildingRow(14, _LOT, loyalty=2, stability=2, unrest=-2, modifiers={_CRIME: -1, _LAW: 1}),
    B.LIBRARY: BuildingRow(6, _LOT, economy=1, loyalty=1, modifiers={_LORE: 1}),
    B.LUXURY_STORE: BuildingRow(28, _LOT, economy=1, value=2000, needs=1, beside=(B.HOUSE,),
        upgrades_from=(B.SHOP,), slots=(SlotRow(2, _MINOR, (_RING, _WAND, _WONDROUS)),)),
    B.MAGIC_SHOP: BuildingRow(68, _LOT, economy=1, value=2000, needs=2, beside=(B.HOUSE,),
        upgrades_from=(B.LUXURY_STORE,), slots=(SlotRow(4, _MINOR, (_WONDROUS,)), SlotRow(2, _MEDIUM,
        (_WONDROUS,)), SlotRow(1, _MAJOR, (_WONDROUS,)))),
    B.MAGICAL_ACADEMY: BuildingRow(58, _TWO, economy=2, fame=1, discounts=(B.CASTERS_TOWER, B.LIBRARY,
        B.MAGIC_SHOP), slots=(SlotRow(3, _MINOR, (_POTION, _SCROLL, _WONDROUS)), SlotRow(1, _MEDIUM, (_POTION,
        _SCROLL, _WONDROUS))), modifiers={_LORE: 2, _SOCIETY: 1}),
    B.MAGICAL_STREETLAMPS: BuildingRow(5, requires=(B.CATHEDRAL, B.MAGIC_SHOP, B.MAGICAL_ACADEMY, B.TEMPLE),
        modifiers={_CRIME: -1}),
    B.MANSION: BuildingRow(10, _LOT, stability=1, modifiers={_LAW: 1, _SOCIETY: 1}),
    B.MARKET: BuildingRow(48, _TWO, economy=2, stability=2, value=2000, discounts=(B.BLACK_MARKET, B.INN,
        B.SHOP), needs=2, beside=(B.HOUSE,), upgrades_from=(B.SHOP,), slots=(SlotRow(2, _MINOR,
        (_WONDROUS,)),)),
    B.MENAGERIE: BuildingRow(16, _FOUR, economy=1, fame=1),
    B.MILITARY_ACADEMY: BuildingRow(36, _TWO, loyalty=2, stability=1, fame=1, discounts=(B.BARRACKS,),
        is_one_a_settlement=True, slots=(SlotRow(1, _MINOR, (_ARMOR, _SHIELD, _WEAPON)), SlotRow(1, _MEDIUM,
        (_ARMOR, _SHIELD, _WEAPON))), modifiers={_LAW: 1, _LORE: 1}),
    B.MILL: BuildingRow(6, _LOT, economy=1, stability=1, is_at_water=True, modifiers={_PRODUCTIVITY: 1}),
    B.MINT: BuildingRow(30, _LOT, economy=3, loyalty=3, stability=1, fame=1),
    B.MOAT: BuildingRow(2, unrest=-1, defense=1),
    B.MONASTERY: BuildingRow(16, _TWO, stability=1, modifiers={_LAW: 1, _LORE: 1}),
    B.MONUMENT: BuildingRow(6, _LOT, loyalty=1, unrest=-1),
    B.MUSEUM: BuildingRow(30, _TWO, economy=1, loyalty=1, fame=1, modifiers={_LORE: 2, _SOCIETY: 1}),
    B.NOBLE_VILLA: BuildingRow(24, _TWO, economy=1, loyalty=1, stability=1, fame=1,
        discounts=(B.EXOTIC_ARTISAN, B.LUXURY_STORE, B.MANSION), upgrades_from=(B.MANSION,),
        modifiers={_SOCIETY: 1}),
    B.OBSERVATORY: BuildingRow(12, _LOT, stability=1, slots=(SlotRow(1, _MINOR, (_SCROLL, _WONDROUS)),),
        modifiers={_LORE: 2}),
    B.ORPHANAGE: BuildingRow(6, _LOT, stability=1, unrest=-1),
    B.PALACE: BuildingRow(108, _FOUR, economy=2, loyalty=6, stability=2, fame=1, value=1000,
        discounts=(B.MANSION, B.MINT, B.NOBLE_VILLA), modifiers={_LAW: 2}),
    B.PARK: BuildingRow(4, _LOT, loyalty=1, unrest=-1),
    B.PAVED_STREETS: BuildingRow(24, economy=2, stability=1, is_one_a_district=True, modifiers={_PRODUCTIVITY:
        2}),
    B.PIER: BuildingRow(16, _LOT, economy=1, stability=1, value=1000, is_at_water=True, modifiers={_CRIME:
        1}),
    B.SEWER_SYSTEM: BuildingRow(24, loyalty=1, stability=2, discounts=(B.CISTERN, B.DUMP),
        is_one_a_district=True, modifiers={_CRIME: 1, _PRODUCTIVITY: 1}),
    B.SHOP: BuildingRow(8, _LOT, economy=1, value=500, needs=1, beside=(B.HOUSE, B.MANSION),
        modifiers={_PRODUCTIVITY: 1}),
    B.SHRINE: BuildingRow(8, _LOT, loyalty=1, unrest=-1, slots=(SlotRow(1, _MINOR, (_POTION, _SCROLL,
        _WONDROUS)),)),
    B.SMITHY: BuildingRow(6, _LOT, economy=1, stability=1),
    B.STABLE: BuildingRow(10, _LOT, economy=1, loyalty=1, value=500, needs=1, beside=(B.HOUSE, B.MANSION,
        B.NOBLE_VILLA)),
    B.STOCKYARD: BuildingRow(20, _FOUR, economy=1, stability=-1, discounts=(B.STABLE, B.TANNERY),
        modifiers={_PRODUCTIVITY: 1}),
    B.TANNERY: BuildingRow(6, _LOT, economy=1, stability=1, never_beside=(B.HOUSE, B.MANSION, B.NOBLE_VILLA,
        B.TENEMENT), modifiers={_SOCIETY: -1}),
    B.TAVERN: BuildingRow(12, _LOT, economy=1, loyalty=1, value=500, needs=1, beside=(B.HOUSE, B.MANSION),
        modifiers={_CORRUPTION: 1}),
    B.TEMPLE: BuildingRow(32, _TWO, loyalty=2, stability=2, unrest=-2, discounts=(B.GRAVEYARD, B.MONUMENT,
        B.SHRINE), upgrades_from=(B.SHRINE,), slots=(SlotRow(2, _MINOR),)),
    B.TENEMENT: BuildingRow(1, _LOT, unrest=2),
    B.THEATER: BuildingRow(24, _TWO, economy=2, stability=2, discounts=(B.BROTHEL, B.EXOTIC_ARTISAN, B.INN,
        B.PARK, B.TAVERN)),
    B.TOWN_HALL: BuildingRow(22, _TWO, economy=1, loyalty=1, stability=1, discounts=(B.BARRACKS, B.CISTERN,
        B.DUMP, B.JAIL, B.WATCHTOWER), modifiers={_LAW: 1}),
    B.TRADE_SHOP: BuildingRow(10, _LOT, economy=1, stability=1, value=500, needs=1, beside=(B.HOUSE,),
        modifiers={_PRODUCTIVITY: 1}),
    B.UNIVERSITY: BuildingRow(78, _FOUR, economy=3, loyalty=3, fame=1, discounts=(B.ACADEMY, B.BARDIC_COLLEGE,
        B.LIBRARY, B.MAGICAL_ACADEMY, B.MILITARY_ACADEMY, B.MUSEUM), upgrades_from=(B.ACADEMY,),
        slots=(SlotRow(4, _MINOR, (_SCROLL, _WONDROUS)), SlotRow(2, _MEDIUM, (_SCROLL, _WONDROUS))),
        modifiers={_LORE: 4, _SOCIETY: 3}),
    B.WATCHTOWER: BuildingRow(12, _LOT, stability=1, unrest=-1, defense=2),
    B.WATERGATE: BuildingRow(2, requires=(B.CITY_WALL,)),
    B.WATERFRONT: BuildingRow(90, (*_FOUR, (4, 1), (1, 4)), economy=4, value=4000, discounts=(B.BLACK_MARKET,
        B.GUILDHALL, B.MARKET, B.PIER), is_one_a_settlement=True, is_at_water=True, upgrades_from=(B.PIER,),
        slots=(SlotRow(2, _MINOR, (_WONDROUS,)), SlotRow(1, _MEDIUM, (_WONDROUS,)), SlotRow(1, _MAJOR,
        (_WONDROUS,))), modifiers={_PRODUCTIVITY: 2}),
    B.WATERWAY: BuildingRow(3, (*_LOT, *_TWO)),
}
# fmt: on
# Where a campaign keeps it apart it has the figures of a Dance Hall (R083).
BROTHEL: Final = BUILDINGS[B.DANCE_HALL]
# A Spring shares the lot of one of these (R100).
HOSTS_OF_SPRINGS: Final = (B.CASTLE, B.CATHEDRAL, B.MARKET, B.MONUMENT, B.PARK, B.TOWN_HALL)


def row_of(building: B) -> BuildingRow:
    """The row of a building in the book's table."""
    return BROTHEL if building is B.BROTHEL else BUILDINGS[building]


# What can be there before anybody builds: a river through the grid, a cliff for a wall, a river for a moat.
NATURAL: Final = (BuildingType.WATERWAY, *WALLS)
