"""Settlements as text: written, read again, merged with what stands; everything wrong by its cell."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from bot.engine.event import sentence
from bot.engine.people import GAME_MASTERS
from bot.engine.system import Record, RecordId, World
from bot.errors import RuleViolation
from bot.systems.kingdom.book import Border, BuildingType, ItemKind
from bot.systems.kingdom.sources import figures
from bot.systems.kingdom.towns.book import BUILDINGS, NATURAL
from bot.systems.kingdom.towns.files import (
    MOST_BYTES,
    Reading,
    ReadTown,
    TownImported,
    TownRead,
    read_town,
    strange,
)
from bot.systems.kingdom.towns.grids import CODES, in_lines, write_town
from bot.systems.kingdom.towns.plots import Ground
from bot.systems.kingdom.towns.state import TOWN, Building, Town, Ware
from tests.refusals import refuses
from tests.systems.kingdom.building_scenes import RICH, builder, town_in, used
from tests.systems.kingdom.scenes import (
    HOLD,
    LANDS,
    TARN,
    hexed,
    hold,
    kingdom_of,
    land,
    play,
    played,
    realm_in,
    scene,
    why_not,
)
from tests.systems.kingdom.town_scenes import PLAIN, ruled, town
from tests.systems.kingdom.town_scenes import built as standing

B = BuildingType
NEW = RecordId("new-50-1")
EMPTY = ". . . . . .\n"
# The book's own: an Inn beside a House, a Market over two lots, a damaged Granary.
GRID = """District 1 · water: north
HOU INN  .    .    .   .
TEN MAR1 MAR1 GRA! .   .
.   HOU  .    .    .   .
.   .    .    .    .   .
.   .    .    .    .   .
.   .    .    .    .   WAY~
+ City Wall south
+ Paved Streets
+ Cistern A1
# HOU is a House
"""


def at_lake(built_there: Town, **changes: Any) -> World:
    """Tarn at a lake with that capital."""
    return scene(builder(**changes), hexed(land(), "0,0", has_lake=True), built_there)


def read(text: str, **settings: str) -> Reading:
    """What a text says."""
    return read_town(text, ruled(**settings))


def wrong(text: str) -> str:
    """All that is wrong in it."""
    with pytest.raises(RuleViolation) as refused:
        read(text)
    return str(refused.value)


def bring(text: str, settlement: str = HOLD, kingdom: RecordId | None = TARN) -> ReadTown:
    """A text for Tarn's capital."""
    return ReadTown(RecordId(settlement), "hold.txt", text, kingdom)


def imported(at: World, text: str) -> World:
    """The scene once it was imported."""
    return played(at, bring(text))


def what_it_does(at: World, text: str) -> TownRead:
    """What game masters are told of its import."""
    (told,) = (each for each in play(at, bring(text)).events if isinstance(each, TownRead))
    return told


def told_of(each: Building) -> tuple[Any, ...]:
    """What a text keeps of a building."""
    kept = each.type, each.place, each.is_damaged, each.is_natural, each.is_exempt
    return *kept, each.cr, each.display, each.is_significant


# -- read ---------------------------------------------------------------------------------------------


def test_a_grid_is_read_cell_by_cell() -> None:
    reading = read(GRID)
    found = {(each.type, each.place.lots, each.place.border) for each in reading.buildings}
    assert found == {
        (B.HOUSE, (0,), None),
        (B.INN, (1,), None),
        (B.TENEMENT, (6,), None),
        (B.MARKET, (7, 8), None),
        (B.GRANARY, (9,), None),
        (B.HOUSE, (13,), None),
        (B.WATERWAY, (35,), None),
        (B.CITY_WALL, (), Border.SOUTH),
        (B.PAVED_STREETS, (), None),
        (B.CISTERN, (0,), None),
    }
    assert reading.borders == [(Border.NORTH,)]
    assert {each.type for each in reading.buildings if each.is_damaged} == {B.GRANARY}
    assert {each.type for each in reading.buildings if each.is_natural} == {B.WATERWAY}


def test_codes_are_three_letters_each_its_own() -> None:
    assert set(CODES) == {each.value for each in B}
    assert len(set(CODES.values())) == len(CODES)
    assert {len(code) for code in CODES.values()} == {3}


@pytest.mark.parametrize("mark", [",", ";", "\t"])
def test_a_spreadsheet_may_use_full_names(mark: str) -> None:
    rows = [["House", "Caster's Tower", "Market 1", "market1", "", "."], *([[""] * 6] * 5)]
    text = "\n".join(
        ["District 1" + mark * 5, *(mark.join(row) for row in rows), "+ City Wall north" + mark * 5]
    )
    assert [(each.type, each.place.lots) for each in read(text).buildings] == [
        (B.HOUSE, (0,)),
        (B.CASTERS_TOWER, (1,)),
        (B.MARKET, (2, 3)),
        (B.CITY_WALL, ()),
    ]


def test_the_first_district_needs_no_header_and_says_nothing_of_borders() -> None:
    reading = read("HOU . . . . .\n" + EMPTY * 5)
    assert (reading.districts, reading.borders) == (1, [None])


@pytest.mark.parametrize(
    "text", [GRID.replace("\n", " "), GRID.replace("\n", "|"), GRID.replace("\n", "\r\n")]
)
def test_what_was_pasted_into_one_line_is_read_as_well(text: str) -> None:
    assert list(map(told_of, read(text).buildings)) == list(map(told_of, read(GRID).buildings))
    assert read(text).borders == [(Border.NORTH,)]


def test_several_districts_in_one_line() -> None:
    text = write_town(town("house A1", "house 2:B2", "city_wall 2:north", districts=2))
    assert in_lines(text.replace("\n", " "))[0].startswith("District 1")
    assert list(map(told_of, read(text.replace("\n", " ")).buildings)) == list(
        map(told_of, read(text).buildings)
    )


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ("HOU INN", "HOO INN", "• district 1, A1: “HOO” isn't a building."),
        ("HOU INN", "@@@ INN", "• district 1, A1: “@@@” isn't a building."),
        ("MAR1 MAR1", "MAR1 .   ", "district 1, B2: "),
        ("MAR1 MAR1", "MAR1 MAR2", "district 1, C2: "),
        ("HOU INN  .", "HOU INN", "district 1, row 1 has 5 cells; a row has 6."),
        ("HOU INN", "HOU2 INN . .", "row 1 has 8 cells"),
        (".   HOU  .    .    .   .\n", "", "district 1 has 5 rows of lots"),
        (".   HOU  .    .    .   .\n", ".   HOU  .    .    .   .\n" * 2, "district 1 has 7 rows of lots"),
        ("+ City Wall south", "+ City Wall", "district 1, City Wall: "),
        ("+ City Wall south", "+ City Wall south\n+ City Wall south", "district 1, City Wall: "),
        ("+ City Wall south", "+ Watergate east", "district 1, Watergate: "),
        (
            "+ City Wall south",
            "+ Town Wal south",
            "“+ Town Wal south” isn't a building with its border or lot, like “+ Cistern C4”.",
        ),
        ("+ Cistern A1", "+ Bridge A1", "district 1, A1: "),
        ("+ Cistern A1", "+ Bank A1", "district 1, A1: "),
        ("+ Cistern A1", "+ Everflowing Spring A1", "district 1, A1: "),
        ("+ Cistern A1", "> A1 CR 8", "“> A1 CR 8” doesn't fit a building there."),
        ("HOU INN", "HOU~ INN", "a House can't be natural"),
        ("District 1", "District 2", "number the districts in order from 1."),
        ("water: north", "water: up", "“up” isn't a border."),
    ],
)
def test_what_is_wrong_is_told_by_its_cell(old: str, new: str, why: str) -> None:
    assert old in GRID
    found = wrong(GRID.replace(old, new, 1))
    assert why in found
    assert found.startswith("Nothing was imported. Fix this first:")


def test_everything_wrong_is_told_at_once_but_not_without_end() -> None:
    found = wrong("XXX " * 6 + "\n" + "YYY . . . . .\n" * 5)
    assert found.count("•") == 10
    assert "… and 1 more." in found


def test_what_no_text_is() -> None:
    assert "no district" in wrong("")
    assert "no district" in wrong("# nothing\n\n")
    assert "the limit is 32 KB" in wrong("x" * (MOST_BYTES + 1))
    assert "at most 50 districts" in wrong("".join(f"District {n + 1}\n{EMPTY * 6}" for n in range(51)))
    assert "“hello” isn't a building." in wrong("\0\0\0 hello\n")
    assert "isn't a building." in wrong('"unclosed, . , . , . , . , .\n' + EMPTY * 5)


def test_r083_brothels_are_what_the_campaign_says() -> None:
    text = "HOU BRO . . . .\n" + EMPTY * 5
    assert [each.type for each in read(text).buildings] == [B.HOUSE, B.DANCE_HALL]
    assert [each.type for each in read(text, brothel="separate").buildings] == [B.HOUSE, B.BROTHEL]
    with refuses("file.faults", "district 1, B1"):
        read(text, brothel="ignore")


# -- there and back -----------------------------------------------------------------------------------


def random_town(dice: Random) -> Town:
    """Anything that has room anywhere, by the rules or not, with all that a text keeps."""
    districts = dice.randint(1, 3)
    shores = tuple(tuple(each for each in Border if dice.random() < 0.3) for _ in range(districts))
    found = town(districts=districts, borders=shores[0], shores=shores[1:])
    for _ in range(dice.randint(0, 40)):
        ground = Ground(found, ruled(brothel="separate"))
        building = dice.choice(list(BUILDINGS))
        sites = [each for each in ground.sites(building) if not ground.room(building, each)]
        if sites:
            new = _any(dice, Building(found.counted + 1, building, dice.choice(sites)))
            found = replace(found, buildings=(*found.buildings, new), counted=new.number)
    return found


def _any(dice: Random, each: Building) -> Building:
    each = replace(each, is_damaged=dice.random() < 0.2, is_exempt=dice.random() < 0.2)
    each = replace(each, is_natural=each.type in NATURAL and dice.random() < 0.5)
    if each.type is B.MENAGERIE:
        return replace(each, cr=dice.randint(0, 40))
    if each.type is B.MUSEUM:
        return replace(each, display=dice.choice((0, 500)), is_significant=dice.random() < 0.5)
    return each


@pytest.mark.parametrize("seed", range(150))
def test_what_is_written_and_read_again_is_the_same(seed: int) -> None:
    before = random_town(Random(seed))
    text = write_town(before)
    reading = read(text, brothel="separate")
    assert sorted(map(str, map(told_of, reading.buildings))) == sorted(
        map(str, map(told_of, before.buildings))
    )
    assert reading.borders == [before.water_borders(number + 1) for number in range(before.districts)]
    assert write_town(replace(before, buildings=tuple(reading.buildings))) == text


def test_bringing_what_stands_changes_nothing() -> None:
    before = town("house A1", "inn B1", "market C1+D1", "cistern A1", "city_wall north", "sewer_system 1")
    before = replace(before, calmed=(B.CITY_WALL,))
    assert "The settlement already looks like that." in why_not(at_lake(before), bring(write_town(before)))


def test_the_largest_settlement_is_small_enough_to_read() -> None:
    crowded = [
        f"house {district}:{column}{row}"
        for district in range(1, 51)
        for row in range(1, 7)
        for column in "ABCDEF"
    ]
    everywhere = town(*crowded, districts=50)
    everywhere = replace(
        everywhere,
        buildings=tuple(replace(each, is_damaged=True, is_exempt=True) for each in everywhere.buildings),
    )
    assert len(write_town(everywhere).encode()) < MOST_BYTES
    assert len(read(write_town(everywhere)).buildings) == 1800


# -- imported -----------------------------------------------------------------------------------------


def test_an_import_says_to_game_masters_what_it_does() -> None:
    told = what_it_does(at_lake(town()), GRID)
    assert (told.counts, told.districts, told.audience) == ((10, 0, 0), (1, 1), GAME_MASTERS)
    assert str(sentence(told)) == (
        "hold.txt: **10** new · **0** gone · **0** kept\nIt costs no BP or Unrest, and none "
        "of the month's buildings. Removed buildings leave no sites."
    )


def test_importing_replaces_the_buildings_free_and_without_unrest() -> None:
    at = at_lake(town("castle A1+B1+A2+B2"))
    after = imported(at, GRID)
    kingdom, found = kingdom_of(after), town_in(after)
    assert (kingdom.treasury, kingdom.unrest, used(after)) == (RICH, 10, 0)
    assert len(found.buildings) == 10
    assert (found.of(B.CASTLE), found.remains) == ((), ())
    assert found.borders == (Border.NORTH,)
    # R099: that wall lowered Unrest long ago.
    assert found.calmed == (B.CITY_WALL,)


def test_what_stands_there_already_goes_on_as_it_is() -> None:
    house = replace(standing("house A1")[0], built=4, discounted=(B.INN,), wares=(Ware(0),))
    at = at_lake(town(buildings=(house,), counted=7))
    found = town_in(imported(at, GRID))
    same = found.building(1)
    assert same is not None
    assert (same.built, same.discounted, same.wares) == (4, (B.INN,), (Ware(0),))
    assert sorted(each.number for each in found.buildings) == [1, *range(8, 17)]


def test_items_of_what_goes_are_gone() -> None:
    shop = replace(standing("herbalist A1")[0], wares=(Ware(0, ItemKind.POTION, "Elixir"),))
    events = play(at_lake(town(buildings=(shop,), counted=1)), bring(GRID)).events
    assert any(each == TownImported("Hold", 10, 10, 1, items=1) for each in events)


def test_districts_come_and_go_with_the_text() -> None:
    two = GRID + "District 2\n" + "HOU . . . . .\n" + EMPTY * 5
    at = at_lake(town())
    after = imported(at, two)
    assert town_in(after).districts == 2
    assert figures(realm_in(after)).control_dc == figures(realm_in(at)).control_dc + 1
    # A text that says nothing of borders leaves them as they are.
    bare = imported(at_lake(town(borders=(Border.EAST,))), "HOU . . . . .\n" + EMPTY * 5)
    assert town_in(bare).borders == (Border.EAST,)
    one = imported(at_lake(town("house 2:A1", districts=2, shores=((Border.EAST,),))), GRID)
    assert (town_in(one).districts, town_in(one).shores) == (1, ())


def test_no_more_lots_are_told_of_than_the_districts_that_are_left_have() -> None:
    after = imported(at_lake(town("house 2:A1", districts=2, lots=50)), GRID)
    assert (town_in(after).districts, town_in(after).lots) == (1, 36)


def test_water_borders_need_water() -> None:
    assert "no river" in why_not(scene(builder(), land(), town()), bring(GRID))


def test_r099_a_wall_at_a_border_that_is_water_is_told_of() -> None:
    told = what_it_does(at_lake(town()), GRID.replace("water: north", "water: south"))
    assert [each.building for each in told.strange] == [B.CITY_WALL]


def test_what_breaks_a_rule_is_told_but_can_be_imported() -> None:
    text = "INN . . . . TAN\n" + ". . . . . HOU\n" + "CAS1 CAS1 . CAS2 CAS2 .\n" * 2 + EMPTY * 2
    told = what_it_does(at_lake(town()), text)
    assert "• Inn at A1: " in str(sentence(told))
    assert {each.building for each in told.strange} == {B.INN, B.TANNERY, B.HOUSE, B.CASTLE}
    assert told.strange_count == 5
    assert len(town_in(imported(at_lake(town()), text)).buildings) == 5


def test_nothing_is_strange_in_a_town_that_was_built_by_the_rules() -> None:
    lawful = town(
        *("house A1", "inn B1", "house C1", "shop C2", "waterway F6", "bridge F6", "library A3"),
        *("magic_shop A4", "house A5", "house B4", "magical_streetlamps A1", "city_wall north"),
        *("watergate north", "house 2:A1", "shop 2:B1"),
        districts=2,
    )
    assert list(strange(lawful, PLAIN)) == []


def test_what_is_exempt_or_natural_is_not_strange() -> None:
    assert list(strange(town(buildings=standing("inn A1", is_exempt=True)), PLAIN)) == []


def test_a_free_city_is_imported_too_and_a_hidden_one_in_secret() -> None:
    free = RecordId("free")
    port = Town("Port", "4,0", LANDS, is_hidden=True)
    on = hexed(land(), "4,0", has_lake=True)
    at = scene(builder(), on, hold(), Record(free, TOWN.name, port))
    turn = play(at, bring(GRID, free, None))
    assert {each.audience for each in turn.events} == {GAME_MASTERS}
    assert len(played(at, bring(GRID, free, None)).records[free].state.buildings) == 10
