"""A settlement's picture: what is drawn where, told without colour, and the same in words."""

from __future__ import annotations

import ast
from collections.abc import Iterable
from dataclasses import replace
from io import BytesIO
from itertools import combinations
from pathlib import Path

import pytest
from PIL import Image, ImageChops, ImageStat

from bot.systems.kingdom.book import Border, BuildingType
from bot.systems.kingdom.icon_pictures import ICONS
from bot.systems.kingdom.towns import pictures as towns_pictures
from bot.systems.kingdom.towns.book import AT_BORDERS, LOTS, lot_of
from bot.systems.kingdom.towns.cards import map_card
from bot.systems.kingdom.towns.pictures import (
    PAGE,
    Plan,
    _reach,
    _spot,
    district_alt,
    district_words,
    draw_district,
    entries,
    numbered,
    pages,
)
from bot.systems.kingdom.towns.plots import Ground
from bot.systems.kingdom.towns.state import SHARING, Place, Remains, Town
from bot.systems.kingdom.towns.tile_pictures import (
    LARGE,
    SMALL,
    Box,
    Edge,
    Work,
    edge_of,
    middle_of,
    pieces,
    ruin,
    strip,
    tile,
    water,
)
from bot.ui.canvas import font
from bot.ui.card import ALT
from bot.ui.grid import HEAD, Squares
from bot.ui.lettering import LINE, LOWER, NARROWEST, lines_of
from tests.systems.kingdom.scenes import HOLD
from tests.systems.kingdom.town_scenes import PLAIN, built, town

# A phone shows a picture so wide; letters of so many pixels can still be read there.
PHONE, LEGIBLE = 390, 9.5
B = BuildingType
# On a lot: not walls and streets, which lie elsewhere, and not water.
ON_LOTS = [each for each in BuildingType if each.value in ICONS.shapes and each not in AT_BORDERS]


def _image(plan: Plan) -> Image.Image:
    return Image.open(BytesIO(draw_district(plan))).convert("RGB")


def _part(plan: Plan, *names: str) -> Image.Image:
    """What the picture of a single district shows on those lots."""
    lots = [lot for lot in map(lot_of, names) if lot is not None]
    left, top, right, bottom = LARGE.box(lots)
    return _image(plan).crop((left + 7, top + HEAD, right + 7, bottom + HEAD))


def _legend(plan: Plan) -> set[str]:
    return {entry.text for entry in entries(plan)}


def _difference(one: Image.Image, other: Image.Image) -> float:
    return ImageStat.Stat(ImageChops.difference(one.convert("L"), other.convert("L"))).mean[0]


def _damaged(state: Town, *numbers: int) -> Town:
    there = (replace(each, is_damaged=each.number in numbers) for each in state.buildings)
    return replace(state, buildings=tuple(there))


# -- icons and tiles ----------------------------------------------------------------------------------


def test_every_building_of_a_lot_has_an_icon_of_its_own() -> None:
    elsewhere = {*AT_BORDERS, B.PAVED_STREETS, B.SEWER_SYSTEM, B.WATERWAY}
    assert set(ON_LOTS) == set(BuildingType) - elsewhere
    drawn = {each: ICONS.mask(each.value, 64) for each in ON_LOTS}
    for one, other in combinations(drawn, 2):
        assert _difference(drawn[one], drawn[other]) > 8, (one, other)


@pytest.mark.parametrize("scale", [LARGE, SMALL])
def test_names_fit_their_lot_without_being_cut(scale: Squares) -> None:
    room = scale.lot - 6
    for building in ON_LOTS:
        for line in lines_of(building.label, scale.text, room):
            size = round(scale.text * LOWER)
            assert font(size).getlength(line) * NARROWEST <= room, line


def test_numbers_can_be_read_on_a_phone() -> None:
    width = _image(Plan(town())).width
    assert LARGE.text * LOWER * PHONE / width > LEGIBLE
    assert LARGE.lot > 3 * LARGE.text * LINE


def _tile(building: BuildingType, *, is_damaged: bool = False) -> Image.Image:
    return tile(building, LARGE.lot, LARGE.lot, LARGE.lot, LARGE.text, is_damaged)


def test_what_stands_on_a_lot_is_told_without_colour() -> None:
    lot, size = LARGE.lot, LARGE.text
    looks = {
        "free": _part(Plan(town()), "B2").resize((lot, lot)),
        "house": _tile(B.HOUSE),
        "damaged": _tile(B.HOUSE, is_damaged=True),
        "ruin": ruin(B.HOUSE, lot, lot, size),
        "natural water": water(lot, lot, lot, is_built=False),
        "Waterway": water(lot, lot, lot, is_built=True),
    }
    for one, other in combinations(looks, 2):
        assert _difference(looks[one], looks[other]) > 6, (one, other)


def test_every_damaged_building_differs_from_a_whole_one_without_colour() -> None:
    for building in ON_LOTS:
        assert _difference(_tile(building), _tile(building, is_damaged=True)) > 15, building


def test_borders_are_told_without_colour() -> None:
    wall, moat = Work(), Work()
    looks = [
        Edge(),
        Edge(is_water=True),
        Edge(wall=wall),
        Edge(wall=Work(is_natural=True)),
        Edge(wall=Work(is_damaged=True)),
        Edge(moat=moat),
        Edge(moat=Work(is_damaged=True)),
        Edge(wall=wall, moat=moat),
        Edge(wall=wall, watergate=Work(), gate=300),
    ]
    for border in Border:
        for one, other in combinations(looks, 2):
            assert _difference(strip(one, border, LARGE), strip(other, border, LARGE)) > 2, (one, other)


# -- where things stand -------------------------------------------------------------------------------


def test_lots_do_not_overlap_and_blocks_lie_apart() -> None:
    boxes = [LARGE.box((lot,)) for lot in range(LOTS)]
    assert not any(_overlap(one, other) for one, other in combinations(boxes, 2))
    (a1, b1, c1) = boxes[:3]
    assert c1[0] - b1[2] == LARGE.street > b1[0] - a1[2] == LARGE.alley


def _overlap(one: Box, other: Box) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def test_a_building_of_four_lots_is_one_shape_across_the_streets() -> None:
    shown = _part(Plan(town("castle B2+C2+B3+C3")), "B2", "C2", "B3", "C3")
    same = tile(B.CASTLE, shown.width, shown.height, LARGE.lot, LARGE.text, False)
    assert ImageChops.difference(shown, same).getbbox() is None


def test_lots_that_are_no_rectangle_are_drawn_one_by_one() -> None:
    assert pieces((1, 0)) == [(0, 1)]
    assert pieces((0, 1, 7)) == [(0,), (1,), (7,)]
    assert pieces((12, 13, 14, 15)) == [(12, 13, 14, 15)]


@pytest.mark.parametrize(
    "added",
    ["cistern A1", "magical_streetlamps A1", "everflowing_spring A1", "paved_streets 1", "sewer_system 1"],
)
def test_what_takes_no_lot_of_its_own_is_seen(added: str) -> None:
    without, with_it = Plan(town("park A1")), Plan(town("park A1", added))
    assert ImageChops.difference(
        _image(without), _image(with_it).crop((0, 0, *_image(without).size))
    ).getbbox()
    assert _legend(with_it) - _legend(without)


def test_a_cistern_alone_has_a_tile_of_its_own() -> None:
    shown = _part(Plan(town("cistern B2")), "B2")
    assert ImageChops.difference(shown, _tile(B.CISTERN)).getbbox() is None


def test_a_bridge_leaves_its_waterway_to_be_seen() -> None:
    way = _part(Plan(town("waterway B2")), "B2")
    bridged = _part(Plan(town("waterway B2", "bridge B2")), "B2")
    strip_of_water = (0, 0, LARGE.lot, LARGE.lot // 5)
    assert ImageChops.difference(way.crop(strip_of_water), bridged.crop(strip_of_water)).getbbox() is None
    assert _difference(way, bridged) > 20


def test_a_watergate_stands_where_the_waterway_comes_out() -> None:
    state = town("waterway B1", "city_wall north", "watergate north")
    left, _, right, _ = LARGE.box((1,))
    edge = edge_of(state, 1, Border.NORTH, LARGE)
    assert edge.gate + LARGE.coordinates + LARGE.strip == (left + right) // 2
    assert edge_of(state, 1, Border.SOUTH, LARGE).gate == LARGE.inner // 2


def test_a_ruin_is_seen_until_something_stands_there() -> None:
    lies = Remains(B.SHOP, Place(1, (0,)), 1)
    bare, rebuilt = town(remains=(lies,)), town("house A1", remains=(lies,))
    assert "ruin, free lot" in _legend(Plan(bare))
    assert "ruin, free lot" not in _legend(Plan(rebuilt))
    assert "A1 site of Shop" in district_alt(Plan(bare))
    assert "ruin" not in district_alt(Plan(rebuilt))


def test_of_two_ruins_on_a_lot_the_later_is_seen() -> None:
    both = (Remains(B.MARKET, Place(1, (0, 1)), 2), Remains(B.SHOP, Place(1, (0,)), 1))
    assert "A1 site of Shop" in district_alt(Plan(town(remains=both)))
    assert "B1 site of Market" in district_alt(Plan(town(remains=both)))


# -- numbers ------------------------------------------------------------------------------------------


def test_places_have_numbers_for_lots_have_letters() -> None:
    every = numbered(Place(1, (lot,)) for lot in reversed(range(36)))
    assert [number for number, _ in every] == [str(number) for number in range(1, 37)]
    assert every[0][1] == Place(1, (0,))


def test_pages_are_of_one_district_and_as_long_as_a_list() -> None:
    every = [Place(district, (lot,)) for district in (2, 1) for lot in range(36)]
    found = pages(every)
    assert [len(page) for page in found] == [PAGE, 11, PAGE, 11]
    assert [{place.district for _, place in page} for page in found] == [{1}, {1}, {2}, {2}]
    numbers = [number for page in found for number, _ in page]
    assert len(set(numbers)) == 72


def test_borders_are_numbered_clockwise() -> None:
    found = numbered(Place(1, border=border) for border in sorted(Border))
    assert [place.border for _, place in found] == list(Border)


@pytest.mark.parametrize(
    ("building", "count"),
    [(B.BARRACKS, 36), (B.MONASTERY, 60), (B.CASTLE, 25), (B.CITY_WALL, 4), (B.WATERWAY, 96)],
)
def test_numbers_never_touch_even_on_an_empty_grid(building: BuildingType, count: int) -> None:
    places = list(Ground(town(), PLAIN).legal(building))
    assert len(places) == count
    spots = [_spot(town(), place, LARGE) for place in places]
    reach = _reach(spots, LARGE)
    assert reach >= 24
    for (a, b), (c, d) in combinations(spots, 2):
        assert ((a - c) ** 2 + (b - d) ** 2) ** 0.5 >= 2 * reach
    assert all(reach <= x <= LARGE.whole - reach for spot in spots for x in spot)


def test_a_number_on_a_building_leaves_its_name_to_be_read() -> None:
    state = town("tenement A1")
    plan = Plan(state, numbers=numbered([Place(1, (0,))]))
    low = (0, LARGE.lot - LARGE.text, LARGE.lot, LARGE.lot)
    assert (
        ImageChops.difference(_part(plan, "A1").crop(low), _part(Plan(state), "A1").crop(low)).getbbox()
        is None
    )
    assert ImageChops.difference(_part(plan, "A1"), _part(Plan(state), "A1")).getbbox()


def test_numbers_of_other_districts_are_left_out() -> None:
    state = town(districts=2)
    elsewhere = Plan(state, (1,), numbers=numbered([Place(2, (0,))]))
    bare = _image(Plan(state, (1,)))
    assert (
        ImageChops.difference(
            _image(elsewhere).crop((0, 0, bare.width, 1000)), bare.crop((0, 0, bare.width, 1000))
        ).getbbox()
        is None
    )


# -- the legend and the words -------------------------------------------------------------------------


def test_the_legend_names_what_occurs_and_nothing_else() -> None:
    assert _legend(Plan(town())) == {"free lot"}
    state = town("house A1", "city_wall north", "moat north", "paved_streets 1", borders=(Border.SOUTH,))
    assert _legend(Plan(state)) == {
        *("free lot", "water", "gate in the wall"),
        *("City Wall", "Moat", "Paved Streets"),
    }
    numbers = numbered([Place(1, (5,))])
    assert "place to choose" in _legend(Plan(state, numbers=numbers))
    full = town(*(f"house {column}{row}" for column in "ABCDEF" for row in range(1, 7)))
    assert _legend(Plan(full)) == set()
    assert _legend(Plan(_damaged(full, 3))) == {"damaged"}


def test_what_was_there_before_is_named_as_such() -> None:
    natural = built("waterway A1", "city_wall north", "moat east", is_natural=True)
    state = town(buildings=natural)
    assert {"natural Waterway", "natural wall", "natural Moat"} <= _legend(Plan(state))
    assert "North: natural wall." in district_alt(Plan(state))
    assert "0 lots built on, 35 lots free." in district_alt(Plan(state))


def test_the_words_read_as_a_list() -> None:
    state = _damaged(town("house A1", "market B1+C1", "moat west", borders=(Border.NORTH,), lots=3), 2)
    numbers = numbered([Place(1, (35,)), Place(1, border=Border.EAST)])
    assert district_alt(Plan(state, month=4, numbers=numbers)) == (
        "Map of Hold, month 4. In addition to the grid: 3 lots in use. To choose from: 1 "
        "east; 2 F6. 3 lots built on, 33 lots free. North: water. West: Moat. A1 House; "
        "B1-C1 Market, damaged."
    )


def test_one_lot_built_on_reads_as_one() -> None:
    assert "1 lot built on, 35 lots free." in district_alt(Plan(town("house A1")))


def test_what_is_for_the_whole_district_is_numbered_at_a_crossing() -> None:
    plan = Plan(town(), numbers=numbered([Place(1)]))
    assert "To choose from: 1 the whole district." in district_alt(plan)
    x, y = middle_of(Place(1), LARGE)
    assert not any(left <= x < right for left, _, right, _ in (LARGE.box((lot,)) for lot in range(LOTS)))
    assert x == y


def test_all_that_a_district_shows_is_said_lot_by_lot() -> None:
    many = [f"house {lot}" for lot in _lots()]
    state = town(*many)
    told = "\n".join(district_words(Plan(state)))
    assert all(f"{lot} House" in told for lot in _lots())


def test_the_words_always_fit() -> None:
    many = [
        f"{each.value} {district}:{lot}"
        for district in range(1, 5)
        for each, lot in zip((each for each in ON_LOTS if each not in SHARING), _lots(), strict=False)
    ]
    state = _damaged(town(*many, name="M" * 60, districts=4), *range(200))
    for districts in ((1,), (1, 2), (1, 2, 3, 4)):
        told = district_alt(Plan(state, districts, 999))
        assert len(told) <= ALT
        assert f"District {districts[-1]} of 4: 36 lots built on, 0 lots free." in told
    assert "more kinds" in district_alt(Plan(state, (1, 2, 3, 4)))


def _lots() -> Iterable[str]:
    return (f"{column}{row}" for row in range(1, 7) for column in "ABCDEF")


# -- many districts, and how long it takes ------------------------------------------------------------


@pytest.mark.parametrize(("count", "together"), [(1, 1), (2, 1), (4, 1), (5, 2), (9, 3)])
def test_districts_are_shown_four_on_a_picture(count: int, together: int) -> None:
    found = towns_pictures.groups(town(districts=count))
    assert len(found) == together
    assert [each for group in found for each in group] == list(range(1, count + 1))
    assert all(_image(Plan(town(districts=count), group)).width < 1500 for group in found)


def test_secrets_of_game_masters_are_not_drawn() -> None:
    """Drafts and gifts are nobody's to see here: the modules that draw name neither."""
    room = Path(towns_pictures.__file__).parent
    for path in room.glob("district*.py"):
        names = {
            node.attr for node in ast.walk(ast.parse(path.read_text())) if isinstance(node, ast.Attribute)
        }
        assert not names & {"plans", "grants", "wares"}, path.name


def test_it_is_drawn_apart_from_the_event_loop() -> None:
    card = map_card(HOLD, Plan(town()))
    assert card.picture is not None
    assert callable(card.picture.png)
