"""The buildings are the book's, both ways: every name, number and list (`printed_buildings`, L861-1480)."""

from __future__ import annotations

import re

import pytest

from bot.systems.kingdom.book import BuildingType, Modifier
from bot.systems.kingdom.towns.book import BROTHEL, BUILDINGS, HOSTS_OF_SPRINGS, HOUSING, row_of
from tests.systems.kingdom.printed_buildings import BY_ID, PRINTED, Printed, ids, numbers, split

each_printed = pytest.mark.parametrize("printed", PRINTED, ids=lambda printed: printed.id)
# A shape of so many lots (R098); the Waterfront's second is read off its two icons.
SHAPES = {
    "": set(),
    "1": {(1, 1)},
    "2": {(2, 1), (1, 2)},
    "4": {(2, 2)},
    "1-2": {(1, 1), (2, 1), (1, 2)},
}


def test_the_book_has_seventy_buildings_and_so_have_we() -> None:
    assert len(PRINTED) == len(BY_ID) == 70
    assert {each.value for each in BUILDINGS} == BY_ID.keys()
    assert set(BuildingType) - BUILDINGS.keys() == {BuildingType.BROTHEL}


@each_printed
def test_names_are_as_printed(printed: Printed) -> None:
    assert BuildingType(printed.id).label == printed.name


@each_printed
def test_price_and_lots_are_as_printed(printed: Printed) -> None:
    row = BUILDINGS[BuildingType(printed.id)]
    extra = {(4, 1), (1, 4)} if printed.id == "waterfront" else set()
    assert row.cost == printed.cost
    assert set(row.shapes) == SHAPES[printed.lots] | extra
    assert row.lots == int(printed.lots[-1:] or 0)


@each_printed
def test_what_it_gives_is_as_printed(printed: Printed) -> None:
    row = BUILDINGS[BuildingType(printed.id)]
    gives = {
        "economy": row.economy,
        "loyalty": row.loyalty,
        "stability": row.stability,
        "fame": row.fame,
        "unrest": row.unrest,
        "defense": row.defense,
    }
    assert {name: number for name, number in gives.items() if number} == numbers(printed.gives)
    assert row.value == printed.value


@each_printed
def test_settlement_modifiers_are_as_printed(printed: Printed) -> None:
    row = BUILDINGS[BuildingType(printed.id)]
    # R084: the Monastery's Lore has no number in print.
    missing = {"lore": 1} if printed.id == "monastery" else {}
    found = {each.value: number for each, number in row.modifiers.items()}
    assert found == numbers(printed.settlement) | missing


@each_printed
def test_discounts_are_as_printed(printed: Printed) -> None:
    row = BUILDINGS[BuildingType(printed.id)]
    assert {each.value for each in row.discounts} == ids(printed.halves)
    assert len(row.discounts) == len(split(printed.halves))


@each_printed
def test_limits_are_as_printed(printed: Printed) -> None:
    row = BUILDINGS[BuildingType(printed.id)]
    assert row.needs == printed.needs
    assert {each.value for each in row.beside} == ids(printed.beside)
    assert {each.value for each in row.never_beside} == ids(printed.never)
    assert (row.is_one_a_settlement, row.is_one_a_district) == (
        printed.one == "settlement",
        printed.one == "district",
    )
    assert row.is_at_water == (printed.border == "water")


@each_printed
def test_what_the_settlement_must_have_is_as_printed(printed: Printed) -> None:
    row = BUILDINGS[BuildingType(printed.id)]
    # R099: a Watergate shares a City Wall, and so needs one.
    wall = {"city_wall"} if printed.id == "watergate" else set()
    assert {each.value for each in row.requires} == ids(printed.requires) | wall


@each_printed
def test_upgrades_are_as_printed_on_either_side(printed: Printed) -> None:
    building = BuildingType(printed.id)
    assert {each.value for each in BUILDINGS[building].upgrades_from} == ids(printed.upgrade_from)
    into = {each.value for each, row in BUILDINGS.items() if building in row.upgrades_from}
    assert into == ids(printed.upgrade_to)


@each_printed
def test_item_slots_are_as_printed(printed: Printed) -> None:
    row = BUILDINGS[BuildingType(printed.id)]
    found = [
        f"{slot.count} {slot.grade} {'/'.join(kind.label for kind in slot.kinds)}".strip()
        for slot in row.slots
    ]
    assert found == split(printed.items, "; ")


def test_r084_a_monastery_has_lore_1() -> None:
    assert BUILDINGS[BuildingType.MONASTERY].modifiers[Modifier.LORE] == 1


def test_r083_a_brothel_of_its_own_has_the_figures_of_a_dance_hall() -> None:
    assert row_of(BuildingType.BROTHEL) == BROTHEL == BUILDINGS[BuildingType.DANCE_HALL]


def test_hosts_of_springs_and_the_free_housing_are_as_printed() -> None:
    assert {each.value for each in HOSTS_OF_SPRINGS} == ids(
        "Castle, Cathedral, Market, Monument, Park, Town Hall"
    )
    assert {each.value for each in HOUSING} == ids("House, Mansion, Noble Villa, Tenement")


def test_modifiers_have_names() -> None:
    assert [each.label for each in Modifier] == [each.value.capitalize() for each in Modifier]


@pytest.mark.parametrize("building", BuildingType, ids=lambda each: each.value)
def test_articles_fit_their_names(building: BuildingType) -> None:
    written = building.one
    if building in (BuildingType.PAVED_STREETS, BuildingType.MAGICAL_STREETLAMPS):
        assert written == building.label
    else:
        # "a University", as it is said.
        assert re.fullmatch(r"an [AEIO].*|a [B-DF-HJ-NP-Z].*", written)
