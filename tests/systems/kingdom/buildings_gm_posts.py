"""The longest messages about what game masters do about buildings."""

from __future__ import annotations

from bot.play import Post
from bot.systems.kingdom.book import Border, BuildingType, Gift
from bot.systems.kingdom.towns.gifts import (
    BuildingDamaged,
    BuildingDestroyed,
    BuildingDetailed,
    BuildingGranted,
    BuildingPlaced,
    BuildingRemoved,
    ShoreSet,
)
from tests.systems.kingdom.builders_posts import GONE, PLACE
from tests.systems.kingdom.claims_posts import LABEL, MOST, NAME, REASON, post_of
from tests.systems.kingdom.wrecking_posts import MANY

B = BuildingType
BUILDINGS_GM: dict[str, Post] = {
    "build-gm placed": post_of(
        BuildingPlaced(NAME, B.MILITARY_ACADEMY, PLACE, REASON, -MOST, is_legal=False)
    ),
    "build-gm natural": post_of(BuildingPlaced(NAME, B.WATERWAY, PLACE, REASON, is_natural=True)),
    "build-gm destroyed": post_of(
        BuildingDestroyed(NAME, B.MILITARY_ACADEMY, PLACE, REASON, MOST, MANY, MANY), GONE, GONE
    ),
    "build-gm damaged": post_of(BuildingDamaged(NAME, B.MILITARY_ACADEMY, PLACE, REASON)),
    "build-gm removed": post_of(
        BuildingRemoved(NAME, B.MILITARY_ACADEMY, PLACE, REASON, MANY, MANY), GONE, GONE
    ),
    "build-gm museum": post_of(
        BuildingDetailed(NAME, B.MUSEUM, PLACE, REASON, display=MOST, is_significant=True)
    ),
    "build-gm menagerie": post_of(BuildingDetailed(NAME, B.MENAGERIE, PLACE, REASON, cr=40)),
    "build-gm borders": post_of(ShoreSet(NAME, 50, tuple(Border), REASON)),
    **{
        f"build-gm {gift.value}": post_of(BuildingGranted(NAME, gift, B.MILITARY_ACADEMY, REASON, 4, LABEL))
        for gift in Gift
    },
}
