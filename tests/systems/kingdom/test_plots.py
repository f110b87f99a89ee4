"""Where a building may stand, ruling by ruling (R083, R090, R093, R096 to R103)."""

from __future__ import annotations

import os
import time
from collections import Counter
from dataclasses import replace

import pytest

from bot.systems.kingdom.book import Border, BuildingType
from bot.systems.kingdom.towns.book import (
    AT_BORDER,
    LOTS,
    Shape,
    around,
    block_of,
    footprints,
    lot_name,
    lot_of,
    touches,
)
from bot.systems.kingdom.towns.plots import Ground, free_lots
from bot.systems.kingdom.towns.state import Place, Town, place_of
from tests.rows import by_rule
from tests.systems.kingdom.brute_force_towns import may_stand
from tests.systems.kingdom.plot_questions import grows, may
from tests.systems.kingdom.random_towns import Architect, Case
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


# -- R096: forbidden neighbours are mutual ------------------------------------------------------------


@pytest.mark.parametrize("home", ["house", "mansion", "tenement"])
def test_r096_a_tannery_and_a_home_are_no_neighbours_whichever_comes_first(home: str) -> None:
    assert not may("tannery B1", town(f"{home} A1"))
    assert not may(f"{home} B1", town("tannery A1"))
    assert may("tannery B2", town(f"{home} A1"))


@pytest.mark.parametrize("foul", ["dump", "graveyard", "tannery"])
def test_r096_a_cistern_and_what_fouls_it(foul: str) -> None:
    assert not may("cistern B1", town(f"{foul} A1"))
    assert not may(f"{foul} B1", town("cistern A1"))
    # Under one roof is nearer still.
    assert not may("cistern A1", town(f"{foul} A1"))


# -- R098: shapes -------------------------------------------------------------------------------------


def test_r098_a_waterfront_may_lie_in_a_row_unless_the_campaign_says_no() -> None:
    here, square_only = town(borders=(Border.NORTH,)), ruled(waterfront_1x4="no")
    for place in ("A1+B1+C1+D1", "A1+A2+A3+A4"):
        assert may(f"waterfront {place}", here)
        assert not may(f"waterfront {place}", here, square_only)
    assert may("waterfront A1+B1+A2+B2", here, square_only)
    assert not may("waterfront A2+B2+C2+D2", here)


# -- R097 and the whole -------------------------------------------------------------------------------


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


# -- The district grid: names, shapes, neighbours and borders of its lots, by coordinates ---------------


def lots(text: str) -> tuple[int, ...]:
    """Lots by their names, in order."""
    return tuple(sorted(lot for lot in map(lot_of, text.split()) if lot is not None))


def test_lots_are_named_by_column_and_row() -> None:
    assert [lot_name(lot) for lot in (0, 5, 6, 20, 35)] == ["A1", "F1", "A2", "C4", "F6"]
    assert [lot_of(lot_name(lot)) for lot in range(LOTS)] == list(range(LOTS))
    assert lot_of(" c4 ") == 20


@pytest.mark.parametrize("text", ["", "A", "A0", "A7", "G1", "AA", "1A", "A10", "Ä1", "A²"])
def test_what_is_no_lot_has_no_number(text: str) -> None:
    assert lot_of(text) is None


def test_nine_blocks_of_four_lots() -> None:
    blocks = [block_of(lot) for lot in range(LOTS)]
    assert [blocks.count(block) for block in range(9)] == [4] * 9
    assert {lot_name(lot) for lot in range(LOTS) if block_of(lot) == 5} == {"E3", "F3", "E4", "F4"}


@pytest.mark.parametrize(
    ("shape", "count"), [((1, 1), 36), ((2, 1), 30), ((1, 2), 30), ((2, 2), 25), ((4, 1), 18), ((1, 4), 18)]
)
def test_every_way_to_lay_a_shape(shape: Shape, count: int) -> None:
    found = footprints(shape)
    assert len(found) == len(set(found)) == count
    assert all(each == tuple(sorted(each)) and len(each) == shape[0] * shape[1] for each in found)
    assert set().union(*found) == set(range(LOTS))


@pytest.mark.parametrize(
    ("adjacency", "near"),
    [
        ("orthogonal_across_streets", "B1 C1 A2 A3 D2 D3 B4 C4"),
        ("same_block", "B1 A2 C1 D2 A3 B4 D3 C4"),
        ("eight_way", "A1 B1 C1 D1 A2 D2 A3 D3 A4 B4 C4 D4"),
    ],
)
def test_r093_what_lies_around_four_lots_in_the_middle(adjacency: str, near: str) -> None:
    assert around(lots("B2 C2 B3 C3"), adjacency) == set(lots(near))


def test_r093_what_lies_around_a_lot() -> None:
    assert around(lots("B2"), "orthogonal_across_streets") == set(lots("A2 B1 C2 B3"))
    assert around(lots("B2"), "same_block") == set(lots("A2 B1"))
    assert around(lots("F6"), "eight_way") == set(lots("E5 F5 E6"))
    assert around(lots("F1"), "orthogonal_across_streets") == set(lots("E1 F2"))


def test_borders_are_the_outermost_lots() -> None:
    assert AT_BORDER[Border.NORTH] == set(lots("A1 B1 C1 D1 E1 F1"))
    assert AT_BORDER[Border.EAST] == set(lots("F1 F2 F3 F4 F5 F6"))
    assert AT_BORDER[Border.SOUTH] == set(lots("A6 B6 C6 D6 E6 F6"))
    assert AT_BORDER[Border.WEST] == set(lots("A1 A2 A3 A4 A5 A6"))
    assert touches(lots("E2 F2"), Border.EAST)
    assert not touches(lots("E2 D2"), Border.EAST)


# -- R099: what takes no lots -------------------------------------------------------------------------


def test_r099_a_wall_that_touches_a_waterway_crosses_it() -> None:
    here = Ground(town("waterway A1", districts=2), PLAIN)
    assert here.crosses_waterway(Place(1, border=Border.NORTH))
    assert here.crosses_waterway(Place(1, border=Border.WEST))
    assert not here.crosses_waterway(Place(1, border=Border.SOUTH))
    assert not here.crosses_waterway(Place(2, border=Border.NORTH))


def test_r099_what_takes_no_lots_takes_none() -> None:
    for text in ("city_wall A1", "city_wall 1", "paved_streets A1", "paved_streets 1:north", "park 1"):
        assert not may(text, town())
    both, ground = Place(1, (0,), Border.NORTH), Ground(town(), PLAIN)
    for building in (BuildingType.CITY_WALL, BuildingType.PARK, BuildingType.SEWER_SYSTEM):
        assert ground.hindrance(building, both)


# -- R100: sharing ------------------------------------------------------------------------------------


@pytest.mark.parametrize("host", ["castle A1+B1+A2+B2", "monument A1", "park A1", "town_hall A1+B1"])
def test_r100_a_spring_shares_the_lot_of_a_host(host: str) -> None:
    # An Academy makes medium items.
    here = town(host, "academy E5+F5", "house F1")
    assert may("everflowing_spring A1", here)
    assert not may("everflowing_spring F1", here)
    assert not may("everflowing_spring D4", here)
    assert not may("everflowing_spring A1", town(host))


def test_r100_a_springs_sites_are_its_hosts_one_lot_each() -> None:
    here = town("park C3", "castle 2:A1+B1+A2+B2", "academy E5+F5", districts=2)
    found = list(Ground(here, PLAIN).sites(BuildingType.EVERFLOWING_SPRING))
    assert found == [Place(1, (14,)), Place(2, (0,))]


# -- R102: water --------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", ["mill B1", "pier B1", "foundry B1+B2"])
def test_r102_water_is_a_water_border_or_a_waterway_beside_it(text: str) -> None:
    assert not may(text, town())
    assert may(text, town(borders=(Border.NORTH,)))
    assert not may(text, town(borders=(Border.WEST,)))
    assert may(text, town("waterway C1"))
    assert not may(text, town("waterway D4"))
    assert not may(text, town("waterway 2:C1", districts=2))


# -- R103: numbers ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("there", "second"),
    [
        ("arena A1+B1+A2+B2", "arena C1+D1+C2+D2"),
        ("castle A1+B1+A2+B2", "castle 2:C1+D1+C2+D2"),
        ("cathedral A1+B1+A2+B2", "cathedral C1+D1+C2+D2"),
        ("military_academy A1+B1", "military_academy C1+D1"),
        ("waterfront A1+B1+A2+B2", "waterfront C1+D1+C2+D2"),
        ("paved_streets 1", "paved_streets 1"),
        ("sewer_system 1", "sewer_system 1"),
    ],
)
def test_r103_one_a_settlement_and_one_a_district(there: str, second: str) -> None:
    water = {"districts": 2, "borders": (Border.NORTH,)}
    assert may(second, town(**water))
    assert not may(second, town(there, **water))


@pytest.mark.parametrize("name", ["palace", "town_hall"])
def test_r103_palaces_and_town_halls_have_no_limit(name: str) -> None:
    first, second = ("A1+B1+A2+B2", "C1+D1+C2+D2") if name == "palace" else ("A1+B1", "C1+D1")
    assert may(f"{name} {second}", town(f"{name} {first}"))


# -- R093 to R103: what may stand where ----------------------------------------------------------------


@by_rule(
    "here, legal, illegal",
    ("r093_never_across_districts", town("house F1", districts=2), [], ["inn 2:A1", "inn 2:F2"]),
    ("r096_a_tenement_may_stand_beside_a_dump",
     town("dump A1"), ["tenement B1"], ["house B1", "noble_villa B1+C1"]),
    ("r096_a_prohibition_is_no_other_districts", town("house A1", districts=2), ["tannery 2:A1"], []),
    ("r098_two_lots_lie_either_way_and_across_streets",
     town(), ["academy B1+C1", "academy B2+B3"], ["academy A1+B2", "academy A1", "academy A1+B1+C1"]),
    ("r098_four_lots_are_two_by_two", town(), ["castle B2+C2+B3+C3"], ["castle A1+B1+C1+D1"]),
    ("no_lot_is_used_twice", town("market C1+D1"), ["park E1"], ["park D1", "academy D1+E1"]),
    ("no_lot_is_used_twice", town("market C1+D1", districts=2), ["park 2:D1"], []),
    ("a_district_that_is_not_there_has_no_places", town(), [], ["park 2:A1", "park 0:A1"]),
    # The House that is built beside it is its own: it is no Inn's.
    ("r097_an_orphan_stops_nothing_elsewhere", town("shop A1", "house D4"), ["inn D5", "park B1"], []),
    ("r097_an_orphan_stops_nothing_elsewhere", town("shop A1", "house B1"), [], ["inn C1"]),
    ("r099_a_wall_and_a_moat_at_each_land_border",
     town("city_wall 1:north", borders=(Border.EAST,)),
     ["moat 1:north", "city_wall 1:south"], ["city_wall 1:north", "city_wall 1:east", "moat 1:east"]),
    ("r099_each_district_has_borders_of_its_own",
     town("city_wall 1:north", districts=2, borders=(Border.EAST,), shores=((Border.SOUTH,),)),
     ["city_wall 2:north", "city_wall 2:east"], ["city_wall 2:south"]),
    ("r099_a_watergate_is_a_gate_in_a_wall",
     town("city_wall 1:north", "moat 1:south"), ["watergate 1:north"], ["watergate 1:south"]),
    ("r099_a_watergate_is_a_gate_in_a_wall",
     town("city_wall 1:north", "watergate 1:north"), [], ["watergate 1:north"]),
    ("r100_a_cistern_stands_alone_or_shares", town(), ["cistern A1"], []),
    ("r100_a_cistern_stands_alone_or_shares", town("house A1"), ["cistern A1"], []),
    ("r100_a_cistern_stands_alone_or_shares", town("cistern A1"), ["house A1"], []),
    ("r100_a_cistern_stands_alone_or_shares", town("house A1", "cistern A1"), [], ["cistern A1"]),
    ("r100_streetlamps_share_one_a_lot",
     town("temple A1+B1"), ["magical_streetlamps A1"], ["magical_streetlamps C1"]),
    ("r100_streetlamps_share_one_a_lot",
     town("temple A1+B1", "magical_streetlamps A1"), ["magical_streetlamps B1"], ["magical_streetlamps A1"]),
    ("r100_streetlamps_share_one_a_lot", town("house A1"), [], ["magical_streetlamps A1"]),
    ("r100_a_host_has_one_spring_on_whichever_lot",
     town("castle A1+B1+A2+B2", "academy E5+F5"), ["everflowing_spring B2"], []),
    ("r100_a_host_has_one_spring_on_whichever_lot",
     town("castle A1+B1+A2+B2", "academy E5+F5", "everflowing_spring A1"), [], ["everflowing_spring B2"]),
    ("r100_what_is_no_host_does_not_take_a_springs_lot",
     town("everflowing_spring A1"), ["park A1"], ["house A1"]),
    ("r100_a_bridge_stands_on_a_waterways_lot",
     town("waterway A1+B1", "bridge B1"), ["bridge A1"], ["bridge B1", "bridge C1", "park A1"]),
    ("r102_each_district_has_its_own_water",
     town(districts=2, borders=(Border.NORTH,), shores=((Border.SOUTH,),)), ["mill 2:A6"], ["mill 2:A1"]),
    ("r103_each_district_can_be_paved", town("paved_streets 1", districts=2), ["paved_streets 2"], []),
)  # fmt: skip
def test_where_a_building_may_stand(here: Town, legal: list[str], illegal: list[str]) -> None:
    assert [text for text in (*legal, *illegal) if may(text, here)] == legal


# -- Random towns, legal and illegal: where a building may stand agrees with a slow, independent checker


TOWNS = int(os.environ.get("WAYPOST_TEST_TOWNS", "1500"))
SEED = int(os.environ.get("WAYPOST_TEST_SEED", "5"))
# Of so many towns one is asked of every place there is.
WHOLE = 50
# A quarter of the questions at least has either answer.
SHARE = 0.25


def described(case: Case) -> str:
    """A town and a question, to be read when it fails."""
    rows = [f"{each.number} {each.type} {each.place} {each.relies_on}" for each in case.town.buildings]
    asked = f"{case.building} at {case.place} instead of {case.over}, by {case.rules}"
    return "\n".join([*rows, str(case.town.borders), str(case.town.shores), asked])


@pytest.fixture(scope="module")
def answers() -> Counter[tuple[BuildingType, bool]]:
    """The answers about so many towns, each compared."""
    told: Counter[tuple[BuildingType, bool]] = Counter()
    architect, began = Architect(SEED), time.perf_counter()
    for number in range(TOWNS):
        case = architect.case()
        ground = Ground(case.town, case.rulings, case.over)
        why = ground.hindrance(case.building, case.place)
        is_legal = may_stand(case.city, case.new(case.place), case.old)
        assert is_legal == (not why), f"seed {SEED}, town {number}: {why}\n{described(case)}"
        told[case.building, is_legal] += 1
        if not number % WHOLE:
            compare_everywhere(ground, case)
    print(f"\nseed {SEED}: {TOWNS} towns in {time.perf_counter() - began:.1f} s")
    return told


def compare_everywhere(ground: Ground, case: Case) -> None:
    """Every place of it, and whether there is none at all."""
    found = set(ground.legal(case.building))
    for place in ground.sites(case.building):
        is_legal = may_stand(case.city, case.new(place), case.old)
        assert is_legal == (place in found), f"{place}\n{described(case)}"
    assert bool(ground.nowhere(case.building)) == (not found)
    assert (ground.first_legal(case.building) is not None) == bool(found)


def test_random_towns_agree_with_the_slow_checker(answers: Counter[tuple[BuildingType, bool]]) -> None:
    legal = sum(count for (_, is_legal), count in answers.items() if is_legal)
    print(f"{legal} legal, {answers.total() - legal} not")
    assert answers.total() * SHARE < legal < answers.total() * (1 - SHARE)


def test_random_towns_leave_no_building_out(answers: Counter[tuple[BuildingType, bool]]) -> None:
    assert {building for building, _ in answers} == set(BuildingType)
