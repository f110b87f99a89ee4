"""The longest messages about buildings built and upgraded."""

from __future__ import annotations

from bot.play import Post
from bot.systems.kingdom.book import BuildingType
from bot.systems.kingdom.towns.bills import Cut
from bot.systems.kingdom.towns.building import BuildingRaised
from bot.systems.kingdom.towns.state import ItemsGone
from tests.systems.kingdom.claims_posts import MOST, NAME, post_of

B = BuildingType
PLACE = "50:A1+B1+A2+B2"
GONE = ItemsGone(NAME, NAME, B.MAGIC_SHOP, ("*" * 100,) * 7, MOST)
WALL = BuildingRaised(
    NAME, NAME, B.CITY_WALL, "50:north", MOST, MOST, Cut.DISCOUNT, B.GARRISON, 2, -MOST, MOST, number=MOST
)
BUILDERS: dict[str, Post] = {
    "builders built": post_of(
        BuildingRaised(
            NAME,
            NAME,
            B.MAGICAL_STREETLAMPS,
            PLACE,
            MOST,
            MOST,
            Cut.REPLACES,
            None,
            2,
            MOST,
            MOST,
            number=MOST,
        )
    ),
    "builders built with a discount": post_of(
        BuildingRaised(
            NAME, NAME, B.MILITARY_ACADEMY, PLACE, MOST, MOST, Cut.DISCOUNT, B.MILITARY_ACADEMY, 2, -MOST
        )
    ),
    "builders a free home": post_of(
        BuildingRaised(NAME, NAME, B.NOBLE_VILLA, PLACE, MOST, 0, Cut.FREE, unrest=-MOST, is_free=True)
    ),
    "builders a wall with its gate": post_of(
        WALL, BuildingRaised(NAME, NAME, B.WATERGATE, "50:north", MOST, MOST, is_free=True, left=MOST)
    ),
    "builders upgraded": post_of(
        BuildingRaised(
            NAME, NAME, B.MILITARY_ACADEMY, PLACE, MOST, MOST, unrest=MOST, left=MOST, over=B.MAGICAL_ACADEMY
        ),
        GONE,
    ),
}
