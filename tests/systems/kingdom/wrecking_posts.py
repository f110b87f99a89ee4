"""The longest messages about buildings demolished and repaired."""

from __future__ import annotations

from bot.play import Post
from bot.systems.kingdom.book import BuildingType
from bot.systems.kingdom.towns.wrecking import BuildingDemolished, BuildingRepaired, Stood
from tests.systems.kingdom.builders_posts import GONE, PLACE
from tests.systems.kingdom.claims_posts import MOST, NAME, post_of

B = BuildingType
MANY = (Stood(B.MAGICAL_STREETLAMPS, PLACE),) * 20
WRECKING: dict[str, Post] = {
    "wrecking demolished": post_of(
        BuildingDemolished(NAME, NAME, B.MILITARY_ACADEMY, PLACE, MOST, MOST, MANY, MANY), GONE, GONE
    ),
    "wrecking repaired": post_of(BuildingRepaired(NAME, NAME, B.MILITARY_ACADEMY, PLACE, MOST)),
}
