"""The kingdom's icons, drawn in `content/icons.toml`, and the colours of buildings."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Final

from bot.systems.kingdom.book import BuildingType as B
from bot.systems.kingdom.book import Improvement, Special
from bot.ui.canvas import Colour, colour
from bot.ui.icons import Icons

ICONS: Final = Icons(Path(__file__).parent / "content" / "icons.toml")
# What is shown by an icon, in the order of the legend; ways, canals and aqueducts are drawn as lines.
BUILT: Final = (
    *(Improvement.FARM, Improvement.FISHERY, Improvement.MINE, Improvement.QUARRY, Improvement.SAWMILL),
    *(Improvement.WATCHTOWER, Improvement.FORT),
)
FOUND: Final = (
    *(Special.BRIDGE, Special.BUILDING, Special.FREE_CITY, Special.LAIR, Special.LANDMARK),
    *(Special.RESOURCE, Special.RUIN),
)

HOMES, TRADE, CRAFT, FAITH = 0xF3DDBB, 0xF4D37C, 0xD9C6AE, 0xE6D9F0
LEARNING, ARMS, PUBLIC, GREEN = 0xC6E0F2, 0xE9B9AC, 0xF1F2F3, 0xC3DFA6
# The eye finds a family faster with it; icon and name tell all there is to tell.
_FAMILIES: Final[Mapping[int, tuple[B, ...]]] = {
    HOMES: (B.HOUSE, B.TENEMENT, B.MANSION, B.NOBLE_VILLA, B.ORPHANAGE, B.FOREIGN_QUARTER),
    TRADE: (
        *(B.INN, B.TAVERN, B.SHOP, B.MARKET, B.BLACK_MARKET, B.BANK, B.MINT, B.GUILDHALL, B.LUXURY_STORE),
        *(B.MAGIC_SHOP, B.DANCE_HALL, B.BROTHEL, B.WATERFRONT, B.PIER),
    ),
    CRAFT: (
        *(B.TRADE_SHOP, B.EXOTIC_ARTISAN, B.ALCHEMIST, B.HERBALIST, B.BREWERY, B.GRANARY, B.DUMP, B.MILL),
        *(B.SMITHY, B.FOUNDRY, B.TANNERY, B.STOCKYARD, B.STABLE),
    ),
    FAITH: (B.SHRINE, B.TEMPLE, B.CATHEDRAL, B.MONASTERY, B.GRAVEYARD),
    LEARNING: (
        *(B.LIBRARY, B.ACADEMY, B.UNIVERSITY, B.MAGICAL_ACADEMY, B.BARDIC_COLLEGE, B.MUSEUM, B.OBSERVATORY),
        *(B.CASTERS_TOWER, B.THEATER, B.MILITARY_ACADEMY),
    ),
    ARMS: (B.BARRACKS, B.GARRISON, B.CASTLE, B.WATCHTOWER, B.JAIL),
    GREEN: (B.PARK, B.MENAGERIE),
}
_SHADES: Final = {building: shade for shade, family in _FAMILIES.items() for building in family}


def shade_of(building: B) -> Colour:
    """The ground of its tile: light, so that dark icons and letters stand out."""
    return colour(_SHADES.get(building, PUBLIC))
