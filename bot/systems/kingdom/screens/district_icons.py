"""Each building's icon and the shade of its family; what has none is drawn as a border, a street or water."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Final

from PIL import Image, ImageDraw

from bot.systems.kingdom.rules.terms import BuildingType as B
from bot.systems.kingdom.screens import district_icons_people as people
from bot.systems.kingdom.screens import district_icons_work as work
from bot.systems.kingdom.screens.map_icons import Pen
from bot.ui.canvas import Colour, colour

ICONS: Final[Mapping[B, Callable[[Pen], None]]] = {**people.ICONS, **work.ICONS}
# Drawn so much larger, then made smaller: edges come out smooth.
FINER: Final = 4
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


@lru_cache(maxsize=256)
def icon(building: B, side: int) -> Image.Image:
    """Its icon as a mask, so many pixels wide and high."""
    large = Image.new("L", (side * FINER, side * FINER), 0)
    ICONS[building](Pen(ImageDraw.Draw(large), side * FINER / 2, side * FINER * 0.47))
    return large.resize((side, side), Image.Resampling.BOX)
