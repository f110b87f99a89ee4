"""Where improvements may stand and what they cost there: Table 4-6 and R061 to R068."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations, product
from random import Random
from typing import Any

import pytest

from bot.systems.kingdom.book import Improvement, Phase, Role, Special, Terrain
from bot.systems.kingdom.land.improvements import buildable, cost, hindrance, is_watered, price, sited
from bot.systems.kingdom.land.state import Direction, Hex, Land, neighbours
from bot.systems.kingdom.realm import Realm
from bot.systems.kingdom.sources import aqueducts, figures
from tests.systems.kingdom.scenes import PLAIN, TARN, everybody, hexed, hold, land, month, realm, tarn

T = Terrain
# A row of the book each: on dry ground without a river, a dash where it can't be.
# Fishery by water alone, Highway on a Road, Bridge never.
PRICES = """
            aqueduct canal farm fort highway mine quarry road sawmill watchtower
cavern      4        -     -    24   8       6    6      4    -       12
desert      4        8     8    24   8       6    -      4    -       12
forest      2        -     -    24   4       -    -      2    3       12
hills       3        6     4    24   6       6    6      3    -       12
jungle      4        -     -    24   8       -    -      4    3       12
marsh       4        -     -    24   8       -    -      4    -       12
mountains   4        -     -    24   8       6    6      4    -       12
plains      1        2     2    24   2       -    -      1    -       12
water       -        -     -    -    -       -    -      -    -       -
"""
RIVER = (Direction.EAST, Direction.WEST)


def ground(terrain: Terrain, **changes: Any) -> Hex:
    """A hex that everybody knows."""
    return replace(PLAIN, terrain=terrain, **changes)


def expected() -> dict[tuple[Terrain, Improvement], int | None]:
    """The table above."""
    head, *rows = [line.split() for line in PRICES.strip().splitlines()]
    return {
        (T(row[0]), Improvement(name)): None if value == "-" else int(value)
        for row in rows
        for name, value in zip(head, row[1:], strict=True)
    }


def own(each: Hex, size: int = 30, *towns: str, **around: Hex) -> Realm:
    """A realm of that Size whose hex 0,0 is as given; all else of it lies far away."""
    own_hexes = tuple(f"{q},20" for q in range(size - 1))
    hexes = {"0,0": replace(each, realm=TARN), **around}
    found = {spot: replace(PLAIN, realm=TARN) for spot in own_hexes}
    return realm(tarn(leaders=everybody(), treasury=900), Land("", {**hexes, **found}))


def test_the_table_is_complete_both_ways() -> None:
    assert {terrain for terrain, _ in expected()} == set(Terrain)
    assert {each for _, each in expected()} == set(Improvement) - {Improvement.BRIDGE, Improvement.FISHERY}


@pytest.mark.parametrize(("terrain", "improvement"), expected())
def test_every_improvement_costs_what_table_4_6_says_and_stands_where_it_says(
    terrain: Terrain, improvement: Improvement
) -> None:
    wanted = expected()[terrain, improvement]
    roads = (Improvement.ROAD,) if improvement is Improvement.HIGHWAY else ()
    # Watered beside, so that Farms have what they need; a desert needs it in the hex itself.
    beside = ground(T.MARSH)
    state = own(ground(terrain, improvements=roads, is_coast=terrain is T.DESERT), 30, **{"1,0": beside})
    found = sited(state, "0,0", improvement)
    assert (found.price is None) is (wanted is None)
    assert bool(found.why) is (wanted is None)
    assert cost(state.hexes["0,0"], improvement) == wanted or wanted is None
    if improvement is not Improvement.HIGHWAY:
        assert found.price == wanted


@pytest.mark.parametrize("terrain", sorted(set(Terrain) - {T.WATER, T.MARSH}))
def test_a_fishery_costs_4_at_coast_river_marsh_and_on_water(terrain: Terrain) -> None:
    dry = ground(terrain)
    assert "needs coast, river, marsh or open water" in hindrance(own(dry), "0,0", Improvement.FISHERY)
    assert sited(own(replace(dry, is_coast=True)), "0,0", Improvement.FISHERY).price == 4
    assert sited(own(replace(dry, rivers=RIVER)), "0,0", Improvement.FISHERY).price == 4
    # The book lists no lake.
    assert sited(own(replace(dry, has_lake=True)), "0,0", Improvement.FISHERY).price is None


def test_r166_on_water_stands_a_fishery_and_nothing_else() -> None:
    found = {each.improvement: each.price for each in buildable(own(ground(T.WATER)), "0,0")}
    assert {kind for kind, price_ in found.items() if price_ is not None} == {Improvement.FISHERY}


def test_r082_a_bridge_is_never_built_by_itself() -> None:
    assert "You don't build a Bridge on its own:" in hindrance(
        own(ground(T.PLAINS, rivers=RIVER)), "0,0", Improvement.BRIDGE
    )


def test_only_claimed_hexes_can_be_improved() -> None:
    state = realm(tarn(leaders=everybody()))
    assert all("Tarn doesn't own" in each.why for each in buildable(state, "4,0"))


# -- prices -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("terrain", sorted(set(Terrain) - {T.WATER}))
def test_r063_a_river_doubles_a_road_once_and_a_bridge_cancels_it(terrain: Terrain) -> None:
    dry = ground(terrain)
    wet = replace(dry, rivers=RIVER)
    bridged = replace(wet, specials=(Special.BRIDGE,))
    base = cost(dry, Improvement.ROAD) or 0
    assert cost(wet, Improvement.ROAD) == 2 * base
    assert cost(replace(wet, rivers=tuple(Direction)), Improvement.ROAD) == 2 * base
    assert cost(bridged, Improvement.ROAD) == base
    assert cost(replace(dry, has_lake=True, is_coast=True), Improvement.ROAD) == base


@pytest.mark.parametrize("terrain", sorted(set(Terrain) - {T.WATER}))
def test_r064_a_highway_is_twice_the_road_of_that_hex_and_an_upgrade_the_difference(terrain: Terrain) -> None:
    for each in (ground(terrain), ground(terrain, rivers=RIVER)):
        road = cost(each, Improvement.ROAD) or 0
        assert cost(each, Improvement.HIGHWAY) == 2 * road
        assert price(replace(each, improvements=(Improvement.ROAD,)), Improvement.HIGHWAY) == road


@pytest.mark.parametrize("terrain", [T.DESERT, T.HILLS, T.PLAINS])
def test_r067_a_canal_is_twice_the_bare_road_whatever_the_river(terrain: Terrain) -> None:
    road = cost(ground(terrain), Improvement.ROAD) or 0
    assert (
        cost(ground(terrain, rivers=RIVER), Improvement.CANAL)
        == cost(ground(terrain), Improvement.CANAL)
        == 2 * road
    )


def test_an_aqueduct_costs_a_road_that_no_river_doubles() -> None:
    assert cost(ground(T.MOUNTAINS, rivers=RIVER), Improvement.AQUEDUCT) == 4
    assert cost(ground(T.PLAINS, rivers=RIVER), Improvement.AQUEDUCT) == 1


def test_a_fort_over_a_watchtower_costs_the_difference() -> None:
    assert price(ground(T.PLAINS, improvements=(Improvement.WATCHTOWER,)), Improvement.FORT) == 12
    assert price(ground(T.PLAINS), Improvement.FORT) == 24


# -- sharing ------------------------------------------------------------------------------------------


def test_r066_every_pair_of_improvements_shares_a_hex_as_the_book_says() -> None:
    """Hills with coast and Size 30: every improvement but the Sawmill is at home."""
    alone = {Improvement.MINE, Improvement.QUARRY, Improvement.SAWMILL}
    kinds = set(Improvement) - {Improvement.BRIDGE, Improvement.SAWMILL}
    for first, second in product(kinds, repeat=2):
        hill = ground(T.HILLS, is_coast=True, has_lake=True, improvements=(first,))
        free = not hindrance(own(hill), "0,0", second)
        blocked = (
            first is second
            or {first, second} <= alone
            or (first, second)
            in ((Improvement.FORT, Improvement.WATCHTOWER), (Improvement.HIGHWAY, Improvement.ROAD))
            or (second is Improvement.HIGHWAY and first is not Improvement.ROAD)
        )
        assert free is not blocked, (first, second)


def test_r066_a_sawmill_excludes_no_road_but_one_of_its_like() -> None:
    wood = ground(T.FOREST, improvements=(Improvement.SAWMILL,))
    assert not hindrance(own(wood), "0,0", Improvement.ROAD)
    mined = replace(wood, improvements=(Improvement.MINE,))
    assert "a hex holds only one of Mine, Quarry and Sawmill" in hindrance(
        own(mined), "0,0", Improvement.SAWMILL
    )


def test_a_hex_with_a_settlement_can_be_improved() -> None:
    assert sited(realm(tarn(leaders=everybody())), "0,0", Improvement.ROAD).price == 1


# -- highways -----------------------------------------------------------------------------------------


def test_r064_a_highway_needs_size_26_and_a_road_first() -> None:
    bare, road = ground(T.PLAINS), ground(T.PLAINS, improvements=(Improvement.ROAD,))
    assert "needs a Road first" in hindrance(own(bare, 26), "0,0", Improvement.HIGHWAY)
    assert "Size 26" in hindrance(own(road, 25), "0,0", Improvement.HIGHWAY)
    assert sited(own(road, 26), "0,0", Improvement.HIGHWAY).price == 1


def test_r064_a_highway_outlives_the_size_it_needed() -> None:
    state = own(ground(T.PLAINS, improvements=(Improvement.HIGHWAY,)), 4)
    assert len(state.territory.with_improvement(Improvement.HIGHWAY)) == 1


# -- farms --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("terrain", [T.HILLS, T.PLAINS])
@pytest.mark.parametrize(
    ("water", "waters"),
    [
        ({}, False),
        ({"is_coast": True}, False),
        ({"rivers": RIVER}, True),
        ({"has_lake": True}, True),
        ({"improvements": (Improvement.CANAL,)}, True),
    ],
)
def test_r061_a_farm_has_water_in_its_hex_or_next_to_it(
    terrain: Terrain, water: dict[str, Any], waters: bool
) -> None:
    dry, wet = ground(terrain), ground(terrain, **water)
    assert is_watered(own(wet), "0,0") is waters
    assert is_watered(own(dry, 30, **{"0,1": wet}), "0,0") is waters
    assert not is_watered(own(dry, 30, **{"0,2": wet}), "0,0")


def test_r061_a_marsh_next_to_it_waters_a_farm() -> None:
    assert is_watered(own(ground(T.PLAINS), 30, **{"1,-1": ground(T.MARSH)}), "0,0")


def test_r061_two_farms_of_the_realm_next_to_it_will_do_as_well() -> None:
    farm = ground(T.PLAINS, improvements=(Improvement.FARM,), realm=TARN)
    near = neighbours("0,0")
    one = own(ground(T.PLAINS), 30, **{near[0]: farm})
    two = own(ground(T.PLAINS), 30, **{near[0]: farm, near[3]: farm})
    assert (is_watered(one, "0,0"), is_watered(two, "0,0")) == (False, True)
    others = replace(farm, realm=None)
    assert not is_watered(own(ground(T.PLAINS), 30, **{near[0]: farm, near[3]: others}), "0,0")


def test_r061_a_desert_farm_needs_its_water_in_the_hex_itself() -> None:
    desert = ground(T.DESERT)
    beside = own(desert, 30, **{"1,0": ground(T.PLAINS, rivers=RIVER)})
    assert "in the desert needs a river, a coast or a Canal" in hindrance(beside, "0,0", Improvement.FARM)
    for wet in ({"rivers": RIVER}, {"is_coast": True}, {"improvements": (Improvement.CANAL,)}):
        assert sited(own(replace(desert, **wet)), "0,0", Improvement.FARM).price == 8


def test_r062_a_farm_needs_no_prepared_hex() -> None:
    state = own(ground(T.PLAINS, has_lake=True))
    assert state.hexes["0,0"].prepared is None
    assert sited(state, "0,0", Improvement.FARM).price == 2


def test_water_in_the_fog_tells_nothing_of_itself() -> None:
    hidden = ground(T.PLAINS, rivers=RIVER, is_revealed=False)
    assert not is_watered(own(ground(T.PLAINS), 30, **{"1,0": hidden}), "0,0")
    assert is_watered(own(ground(T.PLAINS), 30, **{"1,0": replace(hidden, is_revealed=True)}), "0,0")


@pytest.mark.parametrize("role", [None, Role.CONSORT])
def test_r039_without_a_ruler_no_farms_roads_or_highways(role: Role | None) -> None:
    """The stand-in of R040 lifts it."""
    here = ground(T.PLAINS, has_lake=True, improvements=(Improvement.ROAD,))
    state = own(here, 30)
    kingdom = replace(
        state.kingdom, leaders=everybody(1, 10, Role.RULER), month=month(Phase.EDICT, size=30, stand_in=role)
    )
    found = {each.improvement: each.why for each in buildable(replace(state, kingdom=kingdom), "0,0")}
    for kind in (Improvement.FARM, Improvement.HIGHWAY):
        assert ("needs a Ruler" in found[kind]) is (role is None)
    assert not found[Improvement.FORT]
    assert not found[Improvement.CANAL]
    assert not found[Improvement.WATCHTOWER]


# -- chains -------------------------------------------------------------------------------------------


def chained(terrains: dict[str, Hex], *towns: str) -> Realm:
    """A realm of those hexes with settlements there."""
    ids = tuple(f"t{number}" for number, _ in enumerate(towns))
    held = [hold(spot=spot, name=spot) for spot in towns]
    kingdom = tarn(leaders=everybody(), settlements=ids, capital=None)
    return realm(kingdom, Land("", {s: replace(h, realm=TARN) for s, h in terrains.items()}), *held)


PIPE = ground(T.PLAINS, improvements=(Improvement.AQUEDUCT,))
SPRING = ground(T.HILLS, has_lake=True, improvements=(Improvement.AQUEDUCT,))


def test_r068_an_aqueduct_counts_once_it_reaches_from_a_spring_to_a_settlement() -> None:
    state = chained({"0,0": SPRING, "1,0": PIPE, "2,0": PIPE}, "2,0")
    assert len(aqueducts(state)) == 1
    without = chained({"0,0": SPRING, "1,0": replace(PIPE, improvements=()), "2,0": PIPE}, "2,0")
    assert not aqueducts(without)
    numbers, bare = figures(state), figures(without)
    assert (numbers.loyalty - bare.loyalty, numbers.stability - bare.stability) == (1, 1)


@pytest.mark.parametrize(
    "end",
    [ground(T.HILLS), ground(T.PLAINS, has_lake=True), ground(T.MARSH), ground(T.MOUNTAINS, is_coast=True)],
)
def test_r068_a_dry_hill_or_a_lowland_lake_is_no_spring(end: Hex) -> None:
    assert not aqueducts(
        chained({"0,0": replace(end, improvements=(Improvement.AQUEDUCT,)), "1,0": PIPE}, "1,0")
    )


def test_r068_two_chains_count_twice_and_one_with_two_settlements_once() -> None:
    apart = {"0,0": SPRING, "1,0": PIPE, "5,0": SPRING, "6,0": PIPE}
    assert len(aqueducts(chained(apart, "1,0", "6,0"))) == 2
    together = {"0,0": SPRING, "1,0": PIPE, "2,0": PIPE}
    assert len(aqueducts(chained(together, "1,0", "2,0"))) == 1


def test_r068_the_two_ends_are_two_hexes() -> None:
    assert not aqueducts(chained({"0,0": SPRING, "1,0": PIPE}, "0,0"))
    assert aqueducts(chained({"0,0": SPRING, "1,0": SPRING}, "0,0"))


def walks(spots: set[str], start: str) -> Iterator[tuple[str, ...]]:
    """Every way from a hex through those, no hex twice: slow, and by nobody's cleverness right."""
    paths: list[tuple[str, ...]] = [(start,)]
    while paths:
        path = paths.pop()
        yield path
        paths += [(*path, near) for near in neighbours(path[-1]) if near in spots and near not in path]


def test_r068_chains_against_every_way_on_a_thousand_small_maps() -> None:
    chance = Random(68)
    spots = [f"{q},{r}" for q in range(3) for r in range(3)]
    for _ in range(1000):
        hexes = {spot: _any_hex(chance) for spot in spots}
        towns = chance.sample(spots, chance.randrange(4))
        state = chained(hexes, *towns)
        pipes = {spot for spot in spots if hexes[spot].has(Improvement.AQUEDUCT)}
        springs = {s for s in pipes if hexes[s].terrain in (T.HILLS, T.MOUNTAINS) and (hexes[s].has_lake)}
        served = {
            (path[0], path[-1])
            for start in springs
            for path in walks(pipes, start)
            if len(path) > 1 and path[-1] in towns
        }
        wanted = len({frozenset(each[-1] for each in walks(pipes, spring)) for spring, _ in served})
        assert len(aqueducts(state)) == wanted


def _any_hex(chance: Random) -> Hex:
    return ground(
        chance.choice((T.HILLS, T.PLAINS)),
        has_lake=chance.random() < 0.5,
        improvements=(Improvement.AQUEDUCT,) if chance.random() < 0.7 else (),
    )


def test_every_hindrance_is_a_sentence_that_still_wants_its_full_stop() -> None:
    grounds = [ground(each) for each in Terrain]
    built = [ground(T.HILLS, improvements=pair) for pair in combinations(Improvement, 2)]
    for each in (*grounds, *built):
        for found in buildable(own(each), "0,0"):
            assert not found.why.endswith(".")
            assert found.price is not None or found.why[:1].isupper() or found.why[:1].isdigit()


def test_the_land_of_the_tests_is_as_the_rules_expect() -> None:
    state = realm(tarn(leaders=everybody()), hexed(land(), "1,0", terrain=T.FOREST))
    assert sited(state, "1,0", Improvement.SAWMILL).price == 3
