"""A town of 36 lots, built by two people over a year of months, on both engines."""

from __future__ import annotations

import re
from collections import Counter

import pytest

from bot.systems.kingdom.towns.book import LOTS, lot_name
from bot.systems.kingdom.towns.state import SHARING, Town, place_text
from tests.systems.kingdom.brute_force_towns import City, Rules, most_met
from tests.systems.kingdom.random_towns import thing
from tests.systems.kingdom.town_of_a_year import begun
from tests.systems.kingdom.town_of_a_year_months import MONTHS
from tests.systems.second_kingdom.evening import buttons
from tests.tables import Table

# Row by row, from the north-west; what takes several lots stands on each of them.
GRID = """
castle castle waterway mill cathedral cathedral
castle castle waterway shrine cathedral cathedral
house market market house inn house
granary house shop tavern house alchemist
park herbalist mansion house house exotic_artisan
waterfront waterfront waterfront waterfront foundry foundry
"""
# Besides, at borders, under the district, and on lots of others.
OTHERS = {
    "city_wall 1:north",
    "city_wall 1:east",
    "city_wall 1:west",
    "watergate 1:north",
    "moat 1:east",
    "paved_streets 1",
    "sewer_system 1",
    "bridge 1:C1",
    "everflowing_spring 1:A1",
    "magical_streetlamps 1:D2",
}
# The Market wants 2 neighbours; Inn, Shop, Herbalist, Artisan, Alchemist and Tavern want one each.
NEEDS = 8
PRICES = (
    (3, 10, 8),
    (3, 6, 6, 54),
    (2, 2, 2, 2, 3, 24),
    (3, 48, 10, 8 // 2, 12, 16),
    (3, 10, 4, 1, 10),
    (3, 18, 58, 24),
    (3, 12, 1),
    (4 // 2, 3 - 1),
    (5, 5),
    (16,),
    (2,),
    (90 - 16,),
)
# 1,500 gp are 1 BP; the taxes are a third of 47, and 1 each for the Mine and its Foundry.
SCROLL, TAXES = 1, 15 + 1 + 1
TREASURY = 498 - sum(map(sum, PRICES)) - SCROLL + TAXES
# The realm, the capital, Sizes 11 and 26, and 4, 16 and 36 lots, each once.
XP = 2400 + 1200 + 2400 + 4800 + 1600 + 4800 + 12800
# 4 from each of Ruler, Magister, Marshal, Treasurer; the Mine, and its Foundry; heavy taxes 3. Then Castle,
# Market and Paved Streets 2 each, Waterfront 4; Inn, Bridge, Mill, Shop, Foundry, Artisan, Alchemist, Tavern.
ECONOMY = 4 * 4 + 1 + 1 + 3 + 3 * 2 + 4 + 8
# 4 from each of Ruler, Councilor, Royal Enforcer, Warden; a holiday 1, taxes −4 halved. Then Castle 2,
# Cathedral 4; Inn, Shrine, Granary, Herbalist, Park, Sewer System, Tavern.
LOYALTY = 4 * 4 + 1 - 2 + 2 + 4 + 7
# 4 from each of General, Grand Diplomat, High Priest; neutral 4, promotion 2. Then Castle, Market and Sewer
# System 2 each, Cathedral 4; Mill, Paved Streets, Mansion, Granary, Foundry, Herbalist, Artisan.
STABILITY = 3 * 4 + 4 + 2 + 3 * 2 + 4 + 7
# 26 hexes and a district, less 14 Farms; a holiday 1, promotion 2 halved.
CONSUMPTION = 26 + 1 - 14 * 2 + 1 + 1
TOLD = (
    f"**Economy {ECONOMY}**",
    f"**Loyalty {LOYALTY}**",
    f"**Stability {STABILITY}**",
    f"**Treasury {TREASURY} BP** · Consumption {CONSUMPTION}",
    "Granaries: 1 of 5 BP in store",
    f"**Unrest 0** · Control DC {20 + 26 + 1}",
    "Size 26 · 1 district · 9,000 people",
    "Small city · 9,000 people",
    "36 of 36 lots in use",
    # 8,500 without the limit.
    "Base value **4,000 gp**, the limit for a small city",
    "Gives Economy +18 · Loyalty +13 · Stability +17",
    # Castle 8, three City Walls, a Moat.
    "Defense 12",
    "Corruption **+1**",
    "Crime **0**",
    "Law **+3**",
    "Productivity **+8**",
    "Society **+2**",
    # Of Castle and Cathedral.
    "Fame +2",
    "Its Foundry has a Mine: Economy +1, and +1 BP with taxes",
    # Shrine, Herbalist, Artisan and Alchemist 1 each, Market 2, Cathedral 5, Waterfront 4.
    "Magic items: 15 slots, 15 vacant",
    # What the Market halved is not halved again.
    "Black Market, Inn (Market)",
    "36 lots built on, 0 lots free",
)


@pytest.mark.evening
@pytest.mark.slow
async def test_a_town_of_36_lots_is_built_in_a_year(each_realms: Table) -> None:
    year = await begun(each_realms)
    for month in MONTHS:
        await month(year)
    kingdom, town = await year.state()
    _stands_as_drawn(town)
    _is_legal(town)
    assert (kingdom.month.number, kingdom.treasury, kingdom.unrest, kingdom.xp) == (13, TREASURY, 0, XP)
    assert max(Counter(kingdom.milestones).values()) == 1
    told = await year.sentence()
    assert [each for each in TOLD if each not in told] == [], told
    bearing = [each.id for each in year.table.messages() if buttons(each) not in ([], ["Join"])]
    assert bearing == [year.card.id]


def _stands_as_drawn(town: Town) -> None:
    """Each lot has what is drawn there; nothing else stands anywhere."""
    rows = dict(zip(map(lot_name, range(LOTS)), re.findall(r"\w+", GRID), strict=True))
    mains = [each for each in town.buildings if each.place.lots and each.type not in SHARING]
    stands = [(lot_name(lot), each.type.value) for each in mains for lot in each.place.lots]
    assert len(stands) == LOTS
    assert dict(stands) == rows
    others = [each for each in town.buildings if each not in mains]
    assert sorted(f"{each.type.value} {place_text(each.place)}" for each in others) == sorted(OTHERS)


def _is_legal(town: Town) -> None:
    """The slow checker finds everybody a neighbour of their own."""
    city = City((frozenset({"south"}),), tuple(map(thing, town.buildings)), Rules())
    assert sum(each.needs for each in city.things) == NEEDS
    assert most_met(city, 1) == NEEDS
