"""The book's tables against a copy of our own, typed by hand: complete both ways."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import astuple
from typing import Any

import pytest

from bot.systems.kingdom import book as kingdom_book
from bot.systems.kingdom.book import (
    Alignment,
    Attribute,
    BuildingType,
    Government,
    Holiday,
    Improvement,
    Modifier,
    Number,
    Promotion,
    Role,
    Stat,
    Task,
    Taxation,
    Terrain,
)
from bot.systems.kingdom.sources import gives
from bot.systems.kingdom.towns.book import BROTHEL, BUILDINGS, HOSTS_OF_SPRINGS, HOUSING, row_of
from tests.systems.kingdom.printed_buildings import BY_ID, PRINTED, Printed, ids, numbers, split

NOTHING: dict[str, int] = {}
ALIGNMENTS = {
    "LG": {"economy": 2, "loyalty": 2},
    "NG": {"loyalty": 2, "stability": 2},
    "CG": {"loyalty": 4},
    "LN": {"economy": 2, "stability": 2},
    "N": {"stability": 4},
    "CN": {"loyalty": 2, "stability": 2},
    "LE": {"economy": 4},
    "NE": {"economy": 2, "stability": 2},
    "CE": {"economy": 2, "loyalty": 2},
}
# Abilities, attribute (None: its holder chooses), whether half, vacancy, Unrest of the vacancy.
ROLES: dict[str, tuple[str, str | None, bool, dict[str, int], int]] = {
    "ruler": ("cha", None, False, NOTHING, 4),
    "consort": ("cha", "loyalty", True, NOTHING, 0),
    "councilor": ("cha wis", "loyalty", False, {"loyalty": -2}, 1),
    "general": ("cha str", "stability", False, {"loyalty": -4}, 0),
    "grand_diplomat": ("cha int", "stability", False, {"stability": -2}, 0),
    "heir": ("cha", "loyalty", True, NOTHING, 0),
    "high_priest": ("cha wis", "stability", False, {"stability": -2, "loyalty": -2}, 1),
    "magister": ("cha int", "economy", False, {"economy": -4}, 0),
    "marshal": ("dex wis", "economy", False, {"economy": -4}, 0),
    "royal_enforcer": ("dex str", "loyalty", False, NOTHING, 0),
    "spymaster": ("dex int", None, False, {"economy": -4}, 1),
    "treasurer": ("int wis", "economy", False, {"economy": -4}, 0),
    "viceroy": ("int wis", "economy", True, NOTHING, 0),
    "warden": ("con str", "loyalty", False, {"loyalty": -2, "stability": -2}, 0),
}
HOLIDAYS = {"none": (-1, 0), "1": (1, 1), "6": (2, 2), "12": (3, 4), "24": (4, 8)}
PROMOTIONS = {
    "none": (-1, 0),
    "token": (1, 1),
    "standard": (2, 2),
    "aggressive": (3, 4),
    "expansionist": (4, 8),
}
TAXATIONS = {"none": (0, 1), "light": (1, -1), "normal": (2, -2), "heavy": (3, -4), "overwhelming": (4, -8)}
# What each half of an alignment adds to the kingdom's settlement modifiers; neutral has two alike.
EXPANDED = {"C": "crime", "E": "corruption", "G": "society", "L": "law", "N": "lore"}
# And what a deity's strengthens, by the same letters: the Temple's, half and twice as much for the others.
BLESSED = {"C": "loyalty", "E": "economy", "G": "loyalty", "L": "economy", "N": "stability"}
GOVERNMENTS = {
    "monarchy": NOTHING,
    "autocracy": NOTHING,
    "magocracy": {"lore": 2, "productivity": -1, "society": -1},
    "oligarchy": {"corruption": 1, "law": -1, "lore": -1, "society": 1},
    "overlord": {"corruption": 1, "crime": -1, "law": 1, "society": -1},
    "republic": {"crime": -1, "law": -1, "productivity": 1, "society": 1},
    "syndicate": {"corruption": 1, "crime": 1, "law": -3, "productivity": 1},
    "theocracy": {"corruption": -1, "law": 1, "lore": 1, "society": -1},
}
# Table 4-14: from lots to lots, each modifier, Danger, and whether a star multiplies it by the districts.
BY_LOTS: list[tuple[int, int | None, int, int, bool]] = [
    (1, 1, -4, -10, False),
    (2, 8, -2, -5, False),
    (9, 20, 0, 0, False),
    (21, 40, 1, 5, False),
    (41, 100, 1, 5, True),
    (101, None, 1, 5, True),
]
# From Size to Size: settlements, buildings, improvements, claims.
LIMITS: list[tuple[int, int, tuple[int, int | None, int, int]]] = [
    (1, 10, (1, 1, 2, 1)),
    (11, 25, (1, 2, 3, 2)),
    (26, 50, (1, 5, 5, 3)),
    (51, 100, (2, 10, 7, 4)),
    (101, 200, (3, 20, 9, 8)),
    (201, 600, (4, None, 12, 12)),
]
# Days to explore, months and BP to prepare, BP for a Farm and a Road.
TERRAINS: dict[str, tuple[int, int | None, int | None, int | None, int | None]] = {
    "cavern": (3, 3, 8, None, 4),
    "desert": (2, 1, 4, 8, 4),
    "forest": (2, 2, 4, None, 2),
    "hills": (1, 1, 2, 4, 3),
    "jungle": (2, 4, 12, None, 4),
    "marsh": (3, 3, 8, None, 4),
    "mountains": (3, 4, 12, None, 4),
    "plains": (1, 0, 1, 2, 1),
    "water": (2, None, None, None, None),
}
# Cost (None: by the hex), whether it shares, what it gives, Defense, tax BP, Unrest once.
IMPROVEMENTS: dict[str, tuple[int | None, bool, dict[str, int], int, int, int]] = {
    "aqueduct": (None, True, {"loyalty": 1, "stability": 1}, 0, 0, 0),
    "bridge": (None, True, NOTHING, 0, 0, 0),
    "canal": (None, True, NOTHING, 0, 0, 0),
    "farm": (None, True, {"consumption": -2}, 0, 0, 0),
    "fishery": (4, True, {"consumption": -1}, 0, 0, 0),
    "fort": (24, True, {"stability": 2, "consumption": 1}, 4, 0, -1),
    "highway": (None, True, NOTHING, 0, 0, 0),
    "mine": (6, False, {"economy": 1}, 0, 1, 0),
    "quarry": (6, False, {"stability": 1}, 0, 1, 0),
    "road": (None, True, NOTHING, 0, 0, 0),
    "sawmill": (3, False, {"stability": 1}, 0, 1, 0),
    "watchtower": (12, True, {"stability": 1}, 2, 0, -1),
}
SETTLEMENTS: list[tuple[int | None, str, int]] = [
    (20, "thorp", 50),
    (60, "hamlet", 200),
    (200, "village", 500),
    (2000, "small_town", 1000),
    (5000, "large_town", 2000),
    (10000, "small_city", 4000),
    (25000, "large_city", 8000),
    (None, "metropolis", 16000),
]


def plain(amounts: Any) -> dict[str, int]:
    """Amounts by the words that stand for their numbers."""
    return {each.value: amount for each, amount in dict(amounts).items()}


def names(enum: Any) -> set[str]:
    """Every value of a choice."""
    return {each.value for each in enum}


def test_every_alignment_as_printed() -> None:
    assert names(Alignment) == ALIGNMENTS.keys()
    assert {each.value: plain(amounts) for each, amounts in kingdom_book.ALIGNMENTS.items()} == ALIGNMENTS


def test_every_role_as_printed() -> None:
    assert names(Role) == ROLES.keys()
    found = {
        role.value: (
            " ".join(row.abilities),
            row.attribute.value if row.attribute is not None else None,
            row.is_half,
            plain(row.vacancy),
            row.vacancy_unrest,
        )
        for role, row in kingdom_book.ROLES.items()
    }
    assert found == ROLES


def test_all_vacancies_together() -> None:
    totals = {
        attribute.value: sum(dict(row.vacancy).get(attribute, 0) for row in kingdom_book.ROLES.values())
        for attribute in Attribute
    }
    assert totals == {"economy": -16, "loyalty": -10, "stability": -6}
    assert sum(row.vacancy_unrest for row in kingdom_book.ROLES.values()) == 7


@pytest.mark.parametrize(("size", "count"), [(0, 1), (1, 1), (25, 1), (26, 2), (100, 2), (101, 3), (500, 3)])
def test_r033_a_ruler_adds_to_so_many_attributes(size: int, count: int) -> None:
    assert kingdom_book.ruler_attributes(size) == count


def test_every_edict_as_printed() -> None:
    assert names(Holiday) == HOLIDAYS.keys()
    assert names(Promotion) == PROMOTIONS.keys()
    assert names(Taxation) == TAXATIONS.keys()
    assert {each.value: row for each, row in kingdom_book.HOLIDAYS.items()} == HOLIDAYS
    assert {each.value: row for each, row in kingdom_book.PROMOTIONS.items()} == PROMOTIONS
    assert {each.value: row for each, row in kingdom_book.TAXATIONS.items()} == TAXATIONS


@pytest.mark.parametrize(("first", "last", "row"), LIMITS)
def test_every_row_of_the_limits_as_printed(
    first: int, last: int, row: tuple[int, int | None, int, int]
) -> None:
    for size in (first, last):
        found = kingdom_book.limits(size)
        assert (found.settlements, found.buildings, found.terrain, found.claims) == row
    assert len(kingdom_book.LIMITS) == len(LIMITS)


def test_r022_size_0_has_the_first_row() -> None:
    assert kingdom_book.limits(0) == kingdom_book.limits(10)


def test_every_terrain_as_printed() -> None:
    assert names(Terrain) == TERRAINS.keys()
    assert {each.value: astuple(row) for each, row in kingdom_book.TERRAINS.items()} == TERRAINS


def test_every_improvement_as_printed() -> None:
    assert names(Improvement) == IMPROVEMENTS.keys()
    found = {}
    for each, row in kingdom_book.IMPROVEMENTS.items():
        given = plain(gives(each))
        found[each.value] = (row.cost, row.shares, given, row.defense, row.tax, row.unrest)
    assert found == IMPROVEMENTS


def test_every_size_of_settlements_as_printed() -> None:
    assert list(kingdom_book.SETTLEMENT_SIZES) == SETTLEMENTS


def test_every_milestone_as_printed() -> None:
    assert (kingdom_book.XP_KINGDOM, kingdom_book.XP_CAPITAL) == (2400, 1200)
    sizes = {11: 2400, 26: 4800, 51: 9600, 101: 12800, 151: 25600, 201: 76800}
    assert dict(kingdom_book.XP_SIZES) == sizes
    assert dict(kingdom_book.XP_LOTS) == {4: 1600, 16: 4800, 36: 12800}


def test_every_rate_from_scratch_as_printed() -> None:
    rates = [(25, 1000, 500), (50, 2000, 1000), (100, 3000, 1500), (None, 4000, 2000)]
    assert list(kingdom_book.SCRATCH_RATES) == rates


def test_leaving_a_role_as_printed() -> None:
    assert astuple(kingdom_book.ABDICATES) == (1, 0)
    assert astuple(kingdom_book.RULER_ABDICATES) == (2, -4)
    assert astuple(kingdom_book.SWITCHES) == (0, 4)


def test_r111_every_row_of_table_4_14_as_printed() -> None:
    lasts = [row[1] for row in BY_LOTS]
    assert [row[0] for row in BY_LOTS] == [1, *(last + 1 for last in lasts if last is not None)]
    assert list(kingdom_book.SIZE_MODIFIERS) == [row[1:] for row in BY_LOTS]


def test_r152_every_form_of_government_as_printed() -> None:
    assert [each.value for each in Government] == list(GOVERNMENTS)
    given = {
        each.value: {modifier.value: by for modifier, by in row.items()}
        for each, row in kingdom_book.GOVERNMENT_MODIFIERS.items()
    }
    assert given == GOVERNMENTS


def test_r151_what_each_alignment_adds_to_the_kingdoms_modifiers_as_printed() -> None:
    for alignment in Alignment:
        letters = "NN" if alignment is Alignment.NEUTRAL else alignment.value
        given = kingdom_book.ALIGNMENT_MODIFIERS[alignment]
        assert {each.value: by for each, by in given.items()} == Counter(EXPANDED[each] for each in letters)


def test_r162_what_holy_sites_give_as_printed() -> None:
    for alignment in Alignment:
        letters = "NN" if alignment is Alignment.NEUTRAL else alignment.value
        assert [each.value for each in kingdom_book.BLESSINGS[alignment]] == [
            BLESSED[each] for each in letters
        ]
    most = {building.value: by * times for building, (by, times) in kingdom_book.HOLY_SITES.items()}
    assert most == {"shrine": 1, "temple": 4, "cathedral": 8}


def test_r149_the_sizes_of_fame_as_printed() -> None:
    assert kingdom_book.FAME_SIZES == (11, 26, 51, 101, 201)


def test_every_number_of_the_sheet_and_every_modifier_has_its_name() -> None:
    """What is kept of a settlement, of the kingdom, and what an outcome or a game master may change."""
    assert [each.value for each in Modifier] == [
        "corruption", "crime", "law", "lore", "productivity", "society",
    ]  # fmt: skip
    assert {each.value for each in Stat} == {each.value for each in Number} - {"unrest", "treasury", "size"}
    assert {each.value for each in Modifier} < {each.value for each in Stat}


def test_every_single_number_as_printed() -> None:
    assert (
        kingdom_book.BASE_DC,
        kingdom_book.CLAIM_COST,
        kingdom_book.DUTY_DAYS,
        kingdom_book.SPONSORED_POINTS,
    ) == (20, 1, 7, 50)
    assert (kingdom_book.LOSE_HEX_AT, kingdom_book.ANARCHY_AT) == (11, 20)
    assert (kingdom_book.DEPOSIT_RATE, kingdom_book.WITHDRAW_RATE, kingdom_book.EXPENSIVE) == (
        4000,
        2000,
        4000,
    )
    assert (kingdom_book.TAX_DIVISOR, kingdom_book.HIGHWAY_SIZE, kingdom_book.RECLAIM_BONUS) == (3, 26, 5)
    assert (kingdom_book.ABANDON_UNREST, kingdom_book.ABANDON_SETTLEMENT_UNREST) == (1, 4)
    assert (kingdom_book.ROADS_FOR_ECONOMY, kingdom_book.ROADS_FOR_STABILITY) == (4, 8)
    assert (kingdom_book.EVENT_CHANCE, kingdom_book.CHANCE_AFTER_QUIET) == (25, 75)
    assert (kingdom_book.LOTS_IN_DISTRICT, kingdom_book.PEOPLE_PER_LOT) == (36, 250)


def test_every_task_has_its_roles() -> None:
    assert set(kingdom_book.DUTIES) == set(Task)
    assert all(kingdom_book.DUTIES.values())


def test_every_number_that_improvements_change_is_one_of_the_sheets() -> None:
    changed = {stat for each in Improvement for stat in gives(each)}
    assert changed == {Stat.ECONOMY, Stat.LOYALTY, Stat.STABILITY, Stat.CONSUMPTION}


# -- The buildings are the book's, both ways: every name, number and list (`printed_buildings`, L861-1480)


each_printed = pytest.mark.parametrize("printed", PRINTED, ids=lambda printed: printed.id)
# A shape of so many lots (R098); the Waterfront's second is read off its two icons.
SHAPES = {"": set(), "1": {(1, 1)}, "2": {(2, 1), (1, 2)}, "4": {(2, 2)}, "1-2": {(1, 1), (2, 1), (1, 2)}}


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
    assert found == split(printed.items.replace("armour", "armor"), "; ")


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
