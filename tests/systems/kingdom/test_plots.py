"""Where a building may stand, ruling by ruling (R083, R090, R093, R096 to R103)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.systems.kingdom.book import Border, BuildingType
from bot.systems.kingdom.towns.plots import Ground, free_lots
from bot.systems.kingdom.towns.state import place_of
from tests.systems.kingdom.plot_questions import grows, may
from tests.systems.kingdom.town_scenes import PLAIN, ruled, town

EIGHT = ruled(adjacency="eight_way")
BLOCK = ruled(adjacency="same_block")


# -- R083: the Brothel --------------------------------------------------------------------------------


@pytest.mark.parametrize(("reading", "may_stand"), [("alias", False), ("separate", True), ("ignore", False)])
def test_r083_a_brothel_is_a_building_only_where_it_is_kept_apart(reading: str, may_stand: bool) -> None:
    here = town("house A1")
    assert may("brothel B1", here, ruled(brothel=reading)) == may_stand
    assert may("dance_hall B1", here, ruled(brothel=reading))


def test_r083_a_brothel_of_its_own_needs_a_house_as_a_dance_hall_does() -> None:
    assert not may("brothel B1", town(), ruled(brothel="separate"))


# -- R090: upgrades check everything again ------------------------------------------------------------


def test_r090_a_shop_becomes_a_market_only_beside_two_houses() -> None:
    assert not grows("shop", "market B1+C1", town("shop B1", "house A1"))
    assert grows("shop", "market B1+C1", town("shop B1", "house A1", "house D1"))


def test_r090_a_tenement_beside_a_dump_cannot_become_a_house() -> None:
    assert not grows("tenement", "house A1", town("tenement A1", "dump B1"))
    assert grows("tenement", "house A1", town("tenement A1", "dump C1"))


def test_r090_an_upgrade_keeps_its_lots_and_needs_free_ones_beside_them() -> None:
    here = town("shrine A1", "house B1")
    assert grows("shrine", "temple A1+A2", here)
    assert not grows("shrine", "temple A1+B1", here)
    assert not grows("shrine", "temple C1+D1", here)
    assert not grows("shrine", "temple 2:A1+A2", town("shrine A1", districts=2))


def test_r090_a_university_takes_in_both_lots_of_its_academy() -> None:
    here = town("academy B2+C2")
    assert grows("academy", "university B2+C2+B3+C3", here)
    assert not grows("academy", "university C2+D2+C3+D3", here)


def test_r090_a_pier_that_lost_its_water_becomes_no_waterfront() -> None:
    inland = town("pier C3")
    assert not grows("pier", "waterfront C3+D3+C4+D4", inland)
    assert grows("pier", "waterfront C3+D3+C4+D4", town("pier C3", "waterway B3"))


def test_r090_a_second_arena_is_none_by_an_upgrade_either() -> None:
    here = town("arena A1+B1+A2+B2", "theater C1+D1")
    assert not grows("theater", "arena C1+D1+C2+D2", here)
    assert grows("theater", "arena C1+D1+C2+D2", town("theater C1+D1"))


def test_r090_only_what_the_book_prints_is_an_upgrade() -> None:
    assert not grows("shop", "inn A1", town("shop A1", "house B1"))


def test_r094_an_upgrade_cannot_take_a_neighbour_that_serves() -> None:
    """A Noble Villa is no neighbour for a Shop, as the Mansion was."""
    assert not grows("mansion", "noble_villa A1+A2", town("mansion A1", "shop B1"))
    assert grows("mansion", "noble_villa A1+A2", town("mansion A1", "shop B1", "house C1"))
    assert grows("mansion", "noble_villa A1+A2", town("mansion A1", "stable B1"))
    assert grows("tenement", "house A1", town("tenement A1", "inn B1"))


# -- R093: what is adjacent ---------------------------------------------------------------------------


def test_r093_across_a_street_is_adjacent_except_where_blocks_are_read() -> None:
    here = town("house B1")
    assert may("inn C1", here)
    assert may("inn C1", here, EIGHT)
    assert not may("inn C1", here, BLOCK)
    assert may("inn A1", here, BLOCK)


def test_r093_corner_to_corner_is_not_adjacent_except_where_corners_count() -> None:
    here = town("house B2")
    assert not may("inn A1", here)
    assert not may("inn A1", here, BLOCK)
    assert may("inn A1", here, EIGHT)


def test_r093_never_across_districts() -> None:
    here = town("house F1", districts=2)
    assert not may("inn 2:A1", here)
    assert not may("inn 2:F2", here)


# -- R096: forbidden neighbours are mutual ------------------------------------------------------------


@pytest.mark.parametrize("home", ["house", "mansion", "tenement"])
def test_r096_a_tannery_and_a_home_are_no_neighbours_whichever_comes_first(home: str) -> None:
    assert not may("tannery B1", town(f"{home} A1"))
    assert not may(f"{home} B1", town("tannery A1"))
    assert may("tannery B2", town(f"{home} A1"))


def test_r096_a_tenement_may_stand_beside_a_dump() -> None:
    assert may("tenement B1", town("dump A1"))
    assert not may("house B1", town("dump A1"))
    assert not may("noble_villa B1+C1", town("dump A1"))


@pytest.mark.parametrize("foul", ["dump", "graveyard", "tannery"])
def test_r096_a_cistern_and_what_fouls_it(foul: str) -> None:
    assert not may("cistern B1", town(f"{foul} A1"))
    assert not may(f"{foul} B1", town("cistern A1"))
    # Under one roof is nearer still.
    assert not may("cistern A1", town(f"{foul} A1"))


def test_r096_a_prohibition_is_no_other_districts() -> None:
    assert may("tannery 2:A1", town("house A1", districts=2))


# -- R098: shapes -------------------------------------------------------------------------------------


def test_r098_two_lots_lie_either_way_and_across_streets() -> None:
    assert may("academy B1+C1", town())
    assert may("academy B2+B3", town())
    assert not may("academy A1+B2", town())
    assert not may("academy A1", town())
    assert not may("academy A1+B1+C1", town())


def test_r098_four_lots_are_two_by_two() -> None:
    assert may("castle B2+C2+B3+C3", town())
    assert not may("castle A1+B1+C1+D1", town())


def test_r098_a_waterfront_may_lie_in_a_row_unless_the_campaign_says_no() -> None:
    here, square_only = town(borders=(Border.NORTH,)), ruled(waterfront_1x4="no")
    for place in ("A1+B1+C1+D1", "A1+A2+A3+A4"):
        assert may(f"waterfront {place}", here)
        assert not may(f"waterfront {place}", here, square_only)
    assert may("waterfront A1+B1+A2+B2", here, square_only)
    assert not may("waterfront A2+B2+C2+D2", here)


def test_no_lot_is_used_twice() -> None:
    here = town("market C1+D1")
    assert not may("park D1", here)
    assert not may("academy D1+E1", here)
    assert may("park E1", here)
    assert may("park 2:D1", town("market C1+D1", districts=2))


def test_a_district_that_is_not_there_has_no_places() -> None:
    assert not may("park 2:A1", town())
    assert not may("park 0:A1", town())


# -- R097 and the whole -------------------------------------------------------------------------------


def test_r097_an_orphan_stops_nothing_elsewhere() -> None:
    here = town("shop A1", "house D4")
    assert may("inn D5", here)
    assert may("park B1", here)
    # The House that is built beside it is its own: it is no Inn's.
    assert not may("inn C1", town("shop A1", "house B1"))


def test_a_damaged_house_is_a_neighbour_still() -> None:
    here = town("house A1")
    hurt = replace(here, buildings=tuple(replace(each, is_damaged=True) for each in here.buildings))
    assert may("inn B1", hurt)


def test_places_of_an_upgrade_are_those_with_its_old_lots() -> None:
    here = town("shrine B2")
    ground = Ground(here, PLAIN, here.buildings[0])
    found = [place.lots for place in ground.sites(BuildingType.TEMPLE)]
    assert sorted(found) == [(1, 7), (6, 7), (7, 8), (7, 13)]
    assert [place.lots for place in ground.legal(BuildingType.TEMPLE)] == found


def test_free_lots_are_those_on_which_nothing_stands() -> None:
    assert free_lots(town("park A1", "castle B2+C2+B3+C3"), 1) == set(range(36)) - {0, 7, 8, 13, 14}


def test_room_asks_of_lots_alone() -> None:
    """A game master may put a Mill away from water, but not on a House."""
    ground = Ground(town("house A1", "city_wall 1:north", borders=(Border.SOUTH,)), PLAIN)
    assert not ground.room(BuildingType.MILL, place_of("D4"))
    assert not ground.room(BuildingType.TANNERY, place_of("B1"))
    assert ground.room(BuildingType.MILL, place_of("A1")) == "A1 has a House"
    assert ground.room(BuildingType.MILL, place_of("A1+B1"))
    assert ground.room(BuildingType.CITY_WALL, place_of("1:north"))
    assert ground.room(BuildingType.WATERGATE, place_of("1:south"))
    assert not ground.room(BuildingType.CITY_WALL, place_of("1:south"))
    assert not ground.room(BuildingType.MOAT, place_of("1:north"))
