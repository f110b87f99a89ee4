"""The longest messages about settlements imported."""

from __future__ import annotations

from bot.play import Post
from bot.systems.kingdom.book import BuildingType
from bot.systems.kingdom.towns.files import MOST_STRANGE, Strange, TownDropped, TownImported, TownRead
from tests.systems.kingdom.builders_posts import PLACE
from tests.systems.kingdom.claims_posts import MOST, NAME, SHIFTS, post_of

ODD = (Strange(BuildingType.MILITARY_ACADEMY, PLACE, "w" * 250),) * MOST_STRANGE
TOWN_FILES: dict[str, Post] = {
    "town file read": post_of(
        TownRead(NAME, NAME, (MOST, MOST, MOST), (50, 49), ODD, MOST, has_told=True, shifts=(SHIFTS,))
    ),
    "town file imported": post_of(TownImported(NAME, MOST, MOST, MOST, MOST)),
    "town file dropped": post_of(TownDropped(NAME)),
}
