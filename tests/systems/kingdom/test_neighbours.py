"""Who serves whom: the matching of neighbours, against trying all ways (R093, R094, R097)."""

from __future__ import annotations

from dataclasses import replace
from itertools import permutations
from random import Random

import pytest

from bot.systems.kingdom.book import BuildingType
from bot.systems.kingdom.settings import Rulings
from bot.systems.kingdom.towns.book import lot_name, lot_of
from bot.systems.kingdom.towns.plots import Neighbourhood
from bot.systems.kingdom.towns.state import Building
from tests.systems.kingdom.town_scenes import PLAIN, built, ruled

FIXED = ruled(neighbour_use="fixed_at_build")


def lots(*names: str) -> tuple[int, ...]:
    """Lots by their names."""
    return tuple(lot for lot in map(lot_of, names) if lot is not None)


def street(*texts: str, rulings: Rulings = PLAIN) -> Neighbourhood:
    """A district with those buildings."""
    return Neighbourhood(built(*texts), rulings)


# -- R094: matching, not first come ---------------------------------------------------------------------


def test_r094_a_customer_moves_to_another_house_so_that_a_second_has_its_own() -> None:
    # The Inn at B1 can have either House; the Tavern at D1 only the one at C1.
    here = street("inn B1", "house C1", "house A1")
    assert here.served(BuildingType.TAVERN, lots("D1")) == (2,)


def test_r094_fixed_at_build_the_first_keeps_its_house() -> None:
    inn = replace(built("inn B1")[0], relies_on=(2,))
    here = Neighbourhood((inn, *built("house C1", "house A1", first=2)), FIXED)
    assert here.served(BuildingType.TAVERN, lots("D1")) is None


def test_r094_fixed_at_build_a_free_house_serves() -> None:
    inn = replace(built("inn B1")[0], relies_on=(3,))
    here = Neighbourhood((inn, *built("house C1", "house A1", first=2)), FIXED)
    assert here.served(BuildingType.TAVERN, lots("D1")) == (2,)


def test_r094_fixed_at_build_what_is_gone_settles_nothing() -> None:
    """A Shop whose House was pulled down has a new one, as soon as that stands."""
    shop = replace(built("shop B1")[0], relies_on=(99,))
    here = Neighbourhood((shop, *built("house A1", first=2)), FIXED)
    assert not here.left_alone()
    assert here.served(BuildingType.INN, lots("A2")) is None


def test_r094_fixed_at_build_what_is_no_such_neighbour_any_more_settles_nothing() -> None:
    inn = replace(built("inn B1")[0], relies_on=(2,))
    here = Neighbourhood((inn, *built("park A1", first=2)), FIXED)
    assert here.left_alone() == (1,)


def test_r094_fixed_at_build_of_two_with_one_house_the_first_keeps_it() -> None:
    one, two = (replace(each, relies_on=(3,)) for each in built("inn A1", "inn B2"))
    here = Neighbourhood((two, one, *built("house B1", first=3)), FIXED)
    assert here.matching == {3: 1}


def test_r094_fixed_at_build_nobody_keeps_more_than_it_needs() -> None:
    inn = replace(built("inn B1")[0], relies_on=(2, 3))
    here = Neighbourhood((inn, *built("house A1", "house C1", first=2)), FIXED)
    assert here.served(BuildingType.TAVERN, lots("D1")) == (3,)


def test_r094_the_books_own_example_a_house_serves_one_shop() -> None:
    here = street("house B1", "shop A1")
    assert here.served(BuildingType.SHOP, lots("C1")) is None
    assert here.served(BuildingType.TAVERN, lots("C1")) is None
    more = street("house B1", "shop A1", "house D1")
    assert more.served(BuildingType.SHOP, lots("C1")) == (3,)


@pytest.mark.parametrize("name", ["market", "black_market", "magic_shop"])
def test_r094_some_take_two(name: str) -> None:
    place = lots("B1", "C1") if name == "market" else lots("B1")
    building = BuildingType(name)
    assert street("house A1").served(building, place) is None
    assert street("house A1", "tenement B2").served(building, place) == (1, 2)
    assert street("house A1", "tenement B2", "inn A2").served(building, place) is None


@pytest.mark.parametrize(
    ("name", "served"),
    [
        ("inn", {"house", "tenement"}),
        ("shop", {"house", "tenement", "mansion"}),
        ("stable", {"house", "tenement", "mansion", "noble_villa"}),
    ],
)
def test_r094_a_tenement_counts_as_a_house_and_a_mansion_where_it_is_named(
    name: str, served: set[str]
) -> None:
    places = {"house": "A1", "tenement": "A1", "mansion": "A1", "noble_villa": "A1+A2", "barracks": "A1"}
    found = {
        each
        for each, where in places.items()
        if street(f"{each} {where}").served(BuildingType(name), lots("B1"))
    }
    assert found == served


def test_r093_another_district_is_no_neighbour() -> None:
    here = Neighbourhood([each for each in built("house 2:A1") if each.place.district == 1], PLAIN)
    assert here.served(BuildingType.INN, lots("B1")) is None


def test_an_exempt_building_takes_nobodys_neighbour() -> None:
    here = Neighbourhood((*built("inn A1", is_exempt=True), *built("house B1", first=2)), PLAIN)
    assert not here.matching
    assert here.served(BuildingType.INN, lots("C1")) == (2,)


# -- R097: who has lost a neighbour ---------------------------------------------------------------------


def test_r097_a_lost_house_stops_no_later_building() -> None:
    here = street("shop A1", "house D4")
    assert here.left_alone() == (1,)
    assert here.served(BuildingType.INN, lots("D5")) == (2,)


def test_r097_who_lost_one_house_is_not_robbed_of_the_other() -> None:
    # The Market has one of its two Houses left.
    here = street("market A1+B1", "house C1")
    assert here.unmet == 1
    assert here.served(BuildingType.INN, lots("D1")) is None


def test_who_serves_whom_is_named() -> None:
    here = street("shop A1", "house B1")
    held = here.withheld(BuildingType.INN, lots("C1"))
    assert held is not None
    assert [each.type.value for each in held] == ["house", "shop"]
    assert here.withheld(BuildingType.INN, lots("F6")) is None


# -- against trying all ways ----------------------------------------------------------------------------


def can_all_be_served(here: Neighbourhood, buildings: list[Building]) -> bool:
    """Whether some order of the neighbours gives every building its own, by trying them all."""
    wanted = {"inn": 1, "tavern": 1, "market": 2, "stable": 1}
    units = [each for each in buildings for _ in range(wanted.get(each.type.value, 0))]
    servers = [each for each in buildings if each.type.value not in wanted]
    near = {each.number: set(here.candidates(each.type, each.place.lots)) for each in units}
    return any(
        all(server.number in near[unit.number] for unit, server in zip(units, order, strict=True))
        for order in permutations(servers, len(units))
    )


def a_few(dice: Random) -> list[Building]:
    """Houses and their customers on nine lots."""
    corner = [lot_name(column + 6 * row) for row in range(3) for column in range(3)]
    names = ["house", "house", "tenement", "mansion", "inn", "inn", "tavern", "stable"]
    texts = [f"{dice.choice(names)} {lot}" for lot in dice.sample(corner, dice.randint(2, 8))]
    if dice.random() < 0.4:
        texts = [each for each in texts if not each.endswith((" A1", " B1"))] + ["market A1+B1"]
    return list(built(*texts))


@pytest.mark.parametrize("adjacency", ["orthogonal_across_streets", "same_block", "eight_way"])
def test_the_matching_accepts_what_is_possible_and_nothing_else(adjacency: str) -> None:
    dice, answers = Random(7), {True: 0, False: 0}
    for _ in range(250):
        buildings = a_few(dice)
        here = Neighbourhood(buildings, ruled(adjacency=adjacency))
        is_possible = can_all_be_served(here, buildings)
        assert is_possible == (not here.left_alone()) == (here.unmet == 0), buildings
        answers[is_possible] += 1
    assert min(answers.values()) > 20, answers


def test_the_last_to_come_is_refused_exactly_where_not_all_could_be_served() -> None:
    dice, answers = Random(8), {True: 0, False: 0}
    while min(answers.values()) < 60:
        buildings = a_few(dice)
        *before, last = buildings
        others = Neighbourhood(before, PLAIN)
        if others.left_alone() or last.type.value not in ("inn", "tavern", "market", "stable"):
            continue
        is_possible = can_all_be_served(Neighbourhood(buildings, PLAIN), buildings)
        own = others.served(last.type, last.place.lots)
        assert is_possible == (own is not None), buildings
        answers[is_possible] += 1
