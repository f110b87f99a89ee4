"""Borders, shared lots, water, and how many of a kind (R099, R100, R102, R103)."""

from __future__ import annotations

import pytest

from bot.systems.kingdom.book import Border, BuildingType
from bot.systems.kingdom.towns.plots import Ground
from bot.systems.kingdom.towns.state import Place
from tests.systems.kingdom.plot_questions import may
from tests.systems.kingdom.town_scenes import PLAIN, town

# -- R099: what takes no lots -------------------------------------------------------------------------


def test_r099_a_wall_and_a_moat_at_each_land_border() -> None:
    here = town("city_wall 1:north", borders=(Border.EAST,))
    assert not may("city_wall 1:north", here)
    assert may("moat 1:north", here)
    assert may("city_wall 1:south", here)
    assert not may("city_wall 1:east", here)
    assert not may("moat 1:east", here)


def test_r099_each_district_has_borders_of_its_own() -> None:
    here = town("city_wall 1:north", districts=2, borders=(Border.EAST,), shores=((Border.SOUTH,),))
    assert may("city_wall 2:north", here)
    assert may("city_wall 2:east", here)
    assert not may("city_wall 2:south", here)


def test_r099_a_watergate_is_a_gate_in_a_wall() -> None:
    here = town("city_wall 1:north", "moat 1:south")
    assert may("watergate 1:north", here)
    assert not may("watergate 1:south", here)
    assert not may("watergate 1:north", town("city_wall 1:north", "watergate 1:north"))


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


def test_r100_a_cistern_stands_alone_or_shares() -> None:
    assert may("cistern A1", town())
    assert may("cistern A1", town("house A1"))
    assert may("house A1", town("cistern A1"))
    assert not may("cistern A1", town("house A1", "cistern A1"))


def test_r100_streetlamps_share_one_a_lot() -> None:
    here = town("temple A1+B1")
    assert may("magical_streetlamps A1", here)
    assert not may("magical_streetlamps C1", here)
    lit = town("temple A1+B1", "magical_streetlamps A1")
    assert not may("magical_streetlamps A1", lit)
    assert may("magical_streetlamps B1", lit)
    assert not may("magical_streetlamps A1", town("house A1"))


@pytest.mark.parametrize("host", ["castle A1+B1+A2+B2", "monument A1", "park A1", "town_hall A1+B1"])
def test_r100_a_spring_shares_the_lot_of_a_host(host: str) -> None:
    # An Academy makes medium items.
    here = town(host, "academy E5+F5", "house F1")
    assert may("everflowing_spring A1", here)
    assert not may("everflowing_spring F1", here)
    assert not may("everflowing_spring D4", here)
    assert not may("everflowing_spring A1", town(host))


def test_r100_a_host_has_one_spring_on_whichever_lot() -> None:
    here = ("castle A1+B1+A2+B2", "academy E5+F5")
    assert may("everflowing_spring B2", town(*here))
    assert not may("everflowing_spring B2", town(*here, "everflowing_spring A1"))


def test_r100_a_springs_sites_are_its_hosts_one_lot_each() -> None:
    here = town("park C3", "castle 2:A1+B1+A2+B2", "academy E5+F5", districts=2)
    found = list(Ground(here, PLAIN).sites(BuildingType.EVERFLOWING_SPRING))
    assert found == [Place(1, (14,)), Place(2, (0,))]


def test_r100_what_is_no_host_does_not_take_a_springs_lot() -> None:
    here = town("everflowing_spring A1")
    assert may("park A1", here)
    assert not may("house A1", here)


def test_r100_a_bridge_stands_on_a_waterways_lot() -> None:
    here = town("waterway A1+B1", "bridge B1")
    assert may("bridge A1", here)
    assert not may("bridge B1", here)
    assert not may("bridge C1", here)
    assert not may("park A1", here)


# -- R102: water --------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", ["mill B1", "pier B1", "foundry B1+B2"])
def test_r102_water_is_a_water_border_or_a_waterway_beside_it(text: str) -> None:
    assert not may(text, town())
    assert may(text, town(borders=(Border.NORTH,)))
    assert not may(text, town(borders=(Border.WEST,)))
    assert may(text, town("waterway C1"))
    assert not may(text, town("waterway D4"))
    assert not may(text, town("waterway 2:C1", districts=2))


def test_r102_each_district_has_its_own_water() -> None:
    here = town(districts=2, borders=(Border.NORTH,), shores=((Border.SOUTH,),))
    assert may("mill 2:A6", here)
    assert not may("mill 2:A1", here)


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


def test_r103_each_district_can_be_paved() -> None:
    assert may("paved_streets 2", town("paved_streets 1", districts=2))
