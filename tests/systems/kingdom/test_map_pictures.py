"""The map's picture: what is drawn where, told without colour, and the same in words."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import replace
from io import BytesIO
from itertools import combinations
from typing import Any

import pytest
from PIL import Image, ImageChops, ImageDraw, ImageStat

from bot.engine.people import GAME_MASTER, PUBLIC
from bot.systems.kingdom.book import Improvement, Special, Terrain
from bot.systems.kingdom.land import map_pictures
from bot.systems.kingdom.land.map_pictures import (
    EDGES,
    LABELS,
    RIVER,
    ROAD,
    SIGNS,
    Chart,
    Place,
    draw_map,
    entries,
    label_size,
    map_alt,
    map_words,
    sign,
    tile,
)
from bot.systems.kingdom.land.state import (
    Direction,
    Hex,
    Land,
    axial,
    grid_label,
    neighbours,
    seen,
    spot_at,
    within,
)
from bot.ui.grid import BESIDE, HIGHEST, LIGHT, SMALLEST, WIDEST, Hexes, Labels, borders
from tests.systems.kingdom.scenes import PLAIN, TARN, hexed, land

BLOCK = Land("Lands", {spot_at(q, r): PLAIN for q in range(20) for r in range(15)})


def _image(chart: Chart) -> Image.Image:
    return Image.open(BytesIO(draw_map(chart)))


def _chart(on: Land, *places: Place) -> Chart:
    return Chart("Lands", on, {TARN: "Tarn"}, places)


def _layout(spots: Iterable[str]) -> Hexes:
    return Hexes.of([axial(spot) for spot in spots])


def _legend(chart: Chart) -> set[str]:
    return {entry.text for entry in entries(chart)}


@pytest.mark.parametrize("radius", [12, 33, 90])
def test_terrains_are_told_apart_without_colour(radius: int) -> None:
    grey = {terrain: tile(terrain, radius).convert("RGB").convert("L") for terrain in Terrain}
    for one in Terrain:
        for other in Terrain:
            if one is not other:
                difference = ImageStat.Stat(ImageChops.difference(grey[one], grey[other])).mean[0]
                assert difference > 4, (one, other)


@pytest.mark.parametrize("count", [1, 7, 60, 300, 600])
def test_a_map_of_any_size_fits_a_phone(count: int) -> None:
    columns = max(1, round(count**0.5 * 1.2))
    some = {spot_at(number % columns, number // columns): PLAIN for number in range(count)}
    image = _image(_chart(Land("Lands", some)))
    assert image.width <= max(WIDEST, 760)
    assert _layout(some).radius >= SMALLEST
    assert _layout(some).height <= HIGHEST


def test_hexes_do_not_overlap_and_touch_their_neighbours() -> None:
    layout = _layout(BLOCK.hexes)
    x, y = layout.middle(axial("5,5"))
    for near in neighbours("5,5"):
        p, q = layout.middle(axial(near))
        assert ((x - p) ** 2 + (y - q) ** 2) ** 0.5 == pytest.approx(layout.radius * 3**0.5, rel=0.01)


@pytest.mark.parametrize("direction", Direction)
def test_a_gate_lies_between_two_hexes(direction: Direction) -> None:
    layout = _layout(BLOCK.hexes)
    x, y = layout.gate(axial("5,5"), EDGES[direction])
    (ax, ay), (bx, by) = layout.middle(axial("5,5")), layout.middle(axial(_beside(direction)))
    assert x == pytest.approx((ax + bx) / 2)
    assert y == pytest.approx((ay + by) / 2)


def _beside(direction: Direction) -> str:
    return neighbours("5,5")[list(Direction).index(direction)]


def test_a_border_runs_around_a_realm_and_not_through_it() -> None:
    assert len(list(borders({(0, 0)}))) == 6
    assert len(list(borders({(0, 0), (1, 0)}))) == 10
    assert len(list(borders({axial(each) for each in within("0,0", 1)}))) == 18


def test_the_legend_names_what_occurs_and_nothing_else() -> None:
    assert _legend(_chart(land())) == {"Tarn", "Plains"}
    built = hexed(land(), "1,0", improvements=(Improvement.FARM, Improvement.ROAD), specials=(Special.LAIR,))
    found = hexed(built, "3,0", terrain=Terrain.FOREST, is_cleared=False, rivers=(Direction.EAST,))
    chart = _chart(found, Place("Hold", "0,0", is_capital=True))
    assert _legend(chart) == {
        *("Tarn", "Plains", "Forest", "road", "river", "Farm", "Lair", "capital", "not cleared")
    }


def test_every_sign_is_explained_and_has_an_icon_of_its_own() -> None:
    everything = hexed(land(), "1,0", improvements=tuple(Improvement), specials=tuple(Special))
    legend = _legend(_chart(everything))
    assert {"Fishery", "Mine", "Quarry", "Sawmill", "Watchtower", "Fort", "Ruin", "Free City"} <= legend
    assert set(Special) < set(SIGNS)
    drawn = [sign(each, 96).tobytes() for each in SIGNS]
    assert len(set(drawn)) == len(drawn) == 14


def test_the_painter_and_the_rules_mean_the_same_neighbours() -> None:
    for direction, edge in EDGES.items():
        assert axial(_beside(direction)) == (5 + BESIDE[edge][0], 5 + BESIDE[edge][1])


def test_hexes_under_the_fog_and_secrets_are_marked_for_game_masters_only() -> None:
    fogged = hexed(hexed(land(), "3,0", is_revealed=False), "1,0", secret="A bell")
    shared, own = _chart(fogged), replace(_chart(fogged), is_for_game_masters=True)
    assert _legend(own) - _legend(shared) == {"hidden from players", "secret note"}
    assert "Hidden from players: 1. Secret note: 1." in map_alt(own)
    assert "idden" not in map_alt(shared)
    layout = _layout(fogged.hexes)
    for spot_, differs in (("3,0", True), ("1,0", True), ("0,0", False)):
        one, other = (_part(chart, layout, spot_) for chart in (shared, own))
        assert (ImageChops.difference(one, other).getbbox() is not None) is differs


def _part(chart: Chart, layout: Hexes, where: str) -> Image.Image:
    (x, y), reach = layout.middle(axial(where)), layout.radius * 0.8
    return (
        _image(chart)
        .convert("RGB")
        .crop((round(x - reach), round(y - reach), round(x + reach), round(y + reach)))
    )


@pytest.mark.parametrize("columns", [3, 8, 20])
@pytest.mark.parametrize("way", [Improvement.ROAD, Improvement.HIGHWAY])
def test_a_river_is_seen_beside_the_road_that_follows_it(columns: int, way: Improvement) -> None:
    along = replace(PLAIN, rivers=(Direction.EAST, Direction.WEST), improvements=(way,))
    on = Land("Lands", {spot_at(q, r): along for q in range(columns) for r in range(columns // 2)})
    layout = _layout(on.hexes)
    (x, y), (gate, _) = layout.middle(axial("1,0")), layout.gate(axial("1,0"), EDGES[Direction.EAST])
    at = round((x + gate) / 2)
    column = [_image(_chart(on)).getpixel((at, row)) for row in range(round(y) - 14, round(y) + 15)]
    assert RIVER in column
    assert ROAD in column


@pytest.mark.parametrize("way", list(combinations(Direction, 2)), ids="".join)
def test_a_river_runs_around_what_stands_in_a_hex(way: tuple[Direction, Direction]) -> None:
    through = replace(PLAIN, rivers=way)
    there = replace(through, improvements=(Improvement.FARM,))
    on = {each: through if each == "0,0" else PLAIN for each in within("0,0", 1)}
    layout = _layout(on)
    (x, y), reach = layout.middle(axial("0,0")), layout.radius * 0.25
    for here, is_crossed in ((through, _crosses(way)), (there, False)):
        painter = map_pictures._Painter(_chart(Land("Lands", on)), layout, *_canvas())
        (course,) = painter._courses(axial("0,0"), here, is_built=here is there)
        near = any(math.dist((x, y), point) < reach + layout.radius * 0.07 for point in course)
        assert near is is_crossed
        # It meets the rivers of its neighbours where they end.
        gates = [layout.gate(axial("0,0"), EDGES[each]) for each in way]
        ends = {(round(x), round(y)) for x, y in (course[0], course[-1])}
        assert ends == {(round(x), round(y)) for x, y in gates}


def _crosses(way: tuple[Direction, Direction]) -> bool:
    """Whether a river so runs past the middle where nothing stands: not between edges that touch."""
    one, other = (EDGES[each] for each in way)
    return (one - other) % 6 not in (1, 5)


def _canvas() -> tuple[Image.Image, Any]:
    image = Image.new("RGB", (10, 10))
    return image, ImageDraw.Draw(image)


def test_a_name_never_touches_a_sign() -> None:
    built = replace(PLAIN, improvements=(Improvement.FARM,), specials=(Special.LAIR,))
    on = Land("Lands", {spot_at(q, r): built for q in range(6) for r in range(5)})
    layout = _layout(on.hexes)
    painter = map_pictures._Painter(_chart(on), layout, *_canvas())
    kept: list[Any] = []
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(map_pictures, "put", lambda *_: None)
        patch.setattr(Labels, "text", lambda self, *_: kept.append(self))
        painter.labels()
    size = label_size(layout)
    image = Image.new("RGB", (layout.width, layout.height))
    labels = Labels(image)
    labels.taken += kept[0].taken
    before = image.copy()
    labels.text("Åg", size, [layout.near(axial("0,0"), *where) for where in LABELS])
    drawn = ImageChops.difference(before, image).getbbox()
    assert drawn is not None
    left, top, right, bottom = drawn
    for a, b, c, d in kept[0].taken:
        assert right <= a or c <= left or bottom <= b or d <= top


def test_a_border_is_closed_where_two_hexes_of_a_realm_meet() -> None:
    held = {each: replace(PLAIN, realm=TARN if each in ("0,0", "1,0") else None) for each in within("0,0", 2)}
    chart = _chart(Land("Lands", held))
    layout = _layout(held)
    # The corner that both have with the hex above them.
    ends = [layout.corner(axial("0,0"), 1, 4), layout.corner(axial("1,0"), 5, 4)]
    middle = round(sum(x for x, _ in ends) / 2), round(sum(y for _, y in ends) / 2)
    assert _image(chart).getpixel(middle) == LIGHT


def test_labels_that_no_phone_could_show_are_left_out_and_names_stay() -> None:
    few = dict.fromkeys(within("0,0", 3), PLAIN)
    many = dict.fromkeys(within("0,0", 9), PLAIN)
    for hexes, differs in ((few, True), (many, False)):
        labelled = {each: replace(found, label="W") for each, found in hexes.items()}
        one, other = (_image(_chart(Land("L", each))) for each in (hexes, labelled))
        assert (ImageChops.difference(one, other).getbbox() is not None) is differs
        named = (_image(_chart(Land("L", hexes), Place(name, "0,0"))) for name in ("Ford", "Hold"))
        assert ImageChops.difference(*named).getbbox() is not None


@pytest.mark.parametrize(
    "changes",
    [
        {"rivers": (Direction.EAST,)},
        {"has_lake": True},
        {"is_coast": True},
        {"improvements": (Improvement.ROAD,)},
        {"improvements": (Improvement.HIGHWAY,)},
        {"improvements": (Improvement.CANAL,)},
        {"improvements": (Improvement.AQUEDUCT,)},
        {"improvements": (Improvement.FARM,)},
        {"specials": (Special.RUIN,)},
        {"label": "A1"},
        {"realm": None},
        {"realm": None, "is_cleared": False},
        {"terrain": Terrain.DESERT},
    ],
)
def test_whatever_is_in_a_hex_shows_without_colour(changes: dict[str, object]) -> None:
    before, after = _chart(land()), _chart(hexed(land(), "1,0", **changes))
    layout = _layout(before.hexes)
    (x, y), reach = layout.middle(axial("1,0")), layout.radius
    box = (round(x - reach), round(y - reach), round(x + reach), round(y + reach))
    one, other = (_image(chart).convert("L").crop(box) for chart in (before, after))
    assert ImageChops.difference(one, other).getbbox() is not None


def test_two_realms_have_borders_of_their_own() -> None:
    chart = Chart("Lands", land(), {TARN: "Tarn"})
    other = Chart("Lands", land(), {"march": "March", TARN: "Tarn"})
    layout = _layout(chart.hexes)
    box = (0, 0, layout.width, layout.height)
    one, second = (_image(each).convert("L").crop(box) for each in (chart, other))
    assert ImageChops.difference(one, second).getbbox() is not None


def test_the_fog_is_not_drawn() -> None:
    hidden = hexed(land(), "3,0", is_revealed=False, terrain=Terrain.JUNGLE)
    assert "Jungle" not in _legend(_chart(seen(hidden, PUBLIC)))
    assert "jungle" not in map_alt(_chart(seen(hidden, PUBLIC)))
    assert "Jungle" in _legend(_chart(seen(hidden, GAME_MASTER)))


def test_a_part_of_it_is_said_to_be_one() -> None:
    chart = _chart(BLOCK).around("5,5", 1)
    assert len(chart.hexes) == 7
    assert "part of the map, 7 hexes" in map_alt(chart)
    assert "a part" not in map_alt(_chart(land()).around("1,0", 12))


def gridded(columns: int, rows: int, **labels: str) -> Land:
    """Fogless plains with a grid, Tarn's from B2 to D4, and some hexes with labels of their own."""
    on = Land("Lands", {}, "0,0")
    spots = {
        grid_label(column, row): (column - row // 2, row) for column in range(columns) for row in range(rows)
    }
    fresh = replace(PLAIN, is_explored=False, is_cleared=False)
    hexes = {spot_at(*at): replace(fresh, label=labels.get(name, name)) for name, at in spots.items()}
    for name in ("B2", "C2", "D2", "B3", "C3", "D3", "B4", "C4", "D4"):
        at = spot_at(*spots[name])
        hexes[at] = replace(PLAIN, realm=TARN, label=hexes[at].label)
    return replace(on, hexes=hexes)


def test_a_labelled_hex_keeps_its_grid_name_on_the_map() -> None:
    on = gridded(6, 6, B3="Oldford", C3="Hold")
    chart = _chart(on, Place("Hold", on.at("C3") or "", is_capital=True))
    assert chart.label(on.at("B3") or "") == "B3 Oldford"
    assert chart.label(on.at("A1") or "") == "A1"
    assert chart.plate(chart.places[0]) == "C3 Hold"
    assert "B3 Oldford (0,2): plains, of Tarn." in list(map_words(chart))
    # Both are drawn: neither the other place nor the other name gives the same picture.
    shifted = replace(chart, land=replace(on, grid="0,-1"))
    renamed = replace(chart, land=hexed(on, on.at("B3") or "", label="Newford"))
    at, layout = on.at("B3") or "", _layout(on.hexes)
    one, other, third = (_part(each, layout, at) for each in (chart, shifted, renamed))
    assert ImageChops.difference(one, other).getbbox() is not None
    assert ImageChops.difference(one, third).getbbox() is not None


def test_the_map_is_cropped_to_the_realm_and_two_hexes_around_it() -> None:
    on = gridded(26, 20)
    chart = _chart(on).cropped()
    names = {on.grid_name(at) for at in chart.hexes}
    assert {"A1", "F6", "D4", "A6", "F1"} <= names
    assert not {"G1", "A7", "Z20"} & names
    assert chart.is_cut
    assert "part of the map" in map_alt(chart)
    # Of a map without a realm, and of a small one, nothing is taken away.
    bare = Chart("Lands", on)
    assert bare.cropped() is bare
    small = _chart(gridded(6, 6))
    assert small.cropped() is small


def test_what_is_scouted_or_has_a_name_is_on_the_map_as_long_as_labels_can_be_read() -> None:
    near = gridded(26, 20, J3="Oldford")
    assert near.at("J3") in _chart(near).cropped().hexes
    far = gridded(26, 20, Z20="Oldford")
    assert far.at("Z20") not in _chart(far).cropped().hexes
    assert _chart(far).cropped().shows_labels
    # A settlement is always there.
    assert far.at("Z20") in _chart(far, Place("Ford", far.at("Z20") or "")).cropped().hexes


@pytest.mark.parametrize("size", [2, 5, 9, 14])
def test_labels_are_at_least_11_pixels_high_on_a_phone(size: int) -> None:
    layout = _layout(gridded(max(size, 4), max(size, 4)).hexes)
    assert label_size(layout) * 390 / layout.width >= 11


def test_the_picture_in_words() -> None:
    on = hexed(land(), "1,0", improvements=(Improvement.FARM,), label="A2")
    chart = _chart(on, Place("Hold", "0,0", is_capital=True), Place("Ford", "1,0"))
    assert map_alt(chart) == (
        "Map: 18 hexes. Terrain: plains 18. Realms: Tarn, 3 hexes (Farm 1). "
        "Settlements: Hold in 0,0, the capital; Ford in A2."
    )


def test_all_that_a_map_shows_is_said_hex_by_hex() -> None:
    on = hexed(land(), "1,0", improvements=(Improvement.FARM,), label="A2", secret="A bell")
    on = hexed(on, "3,0", is_revealed=False, terrain=Terrain.JUNGLE, rivers=(Direction.EAST,))
    chart = replace(_chart(on, Place("Hold", "0,0", is_capital=True)), is_for_game_masters=True)
    told = list(map_words(chart))[-len(on.hexes) :]
    assert "0,0: plains, of Tarn, the capital Hold." in told
    assert "A2 (1,0): plains, of Tarn, Farm, secret note." in told
    (fogged,) = (line for line in told if line.startswith("3,0"))
    assert "jungle" in fogged
    assert "river (E)" in fogged
    assert "hidden from players" in fogged
    # Nothing of it is told where others may see it.
    shared = "\n".join(map_words(_chart(seen(on, PUBLIC))))
    assert "jungle" not in shared
    assert "secret" not in shared


def test_the_words_are_short_enough_for_discord() -> None:
    full = replace(PLAIN, realm=TARN, improvements=tuple(Improvement))
    places = [Place("*" * 60, each) for each in BLOCK.hexes]
    chart = Chart("L", Land("L", dict.fromkeys(BLOCK.hexes, full)), {TARN: "T" * 60}, places)
    assert len(map_alt(chart)) <= 1500


def test_a_lone_hex_is_drawn() -> None:
    image = _image(_chart(Land("Lands", {"0,0": Hex(Terrain.WATER)})))
    assert min(image.size) > 100


def test_a_trade_route_is_drawn_beside_the_roads_and_said() -> None:
    on = hexed(land(), "1,0", improvements=(Improvement.ROAD,))
    plain, traded = _chart(on), replace(_chart(on), routes=(("0,0", "1,0", "2,0", "3,0"),))
    assert "trade route" in _legend(traded)
    assert "trade route" not in _legend(plain)
    assert "Trade route: 0,0, 1,0, 2,0, 3,0." in map_alt(traded)
    # Where the road's middle is, nothing of it stands.
    layout = _layout(on.hexes)
    x, y = map(round, layout.middle(axial("1,0")))
    drawn, before = _image(traded), _image(plain)
    assert drawn.getpixel((x, y)) == before.getpixel((x, y))
    box = (x - 4, y, x + 4, y + layout.radius // 4)
    assert ImageChops.difference(drawn.crop(box), before.crop(box)).getbbox() is not None


def test_what_of_a_trade_route_was_hidden_since_is_not_drawn() -> None:
    on = land()
    known = replace(on, hexes={spot: each for spot, each in on.hexes.items() if spot != "1,0"})
    chart = _chart(known)
    broken = replace(chart, routes=(("0,0", "1,0", "2,0"),))
    layout = _layout(known.hexes)
    box = tuple(map(round, (*layout.middle(axial("0,0")), *layout.middle(axial("2,0")))))
    parts = [_image(each).crop((box[0], box[1] - 9, box[2], box[3] + 9)) for each in (chart, broken)]
    assert ImageChops.difference(*parts).getbbox() is None
