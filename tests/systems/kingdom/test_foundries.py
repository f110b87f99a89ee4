"""Foundries and Mines: what connects them, and who has which."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations, permutations
from random import Random

import pytest

from bot.engine.system import RecordId
from bot.systems.kingdom.book import Attribute, BuildingType, Improvement
from bot.systems.kingdom.checks import check
from bot.systems.kingdom.land.state import Direction, Land
from bot.systems.kingdom.month.income import Yield, earned, resources
from bot.systems.kingdom.realm import Realm
from bot.systems.kingdom.sources import figures, linked, served
from bot.systems.kingdom.towns.state import Town
from tests.systems.kingdom.scenes import HOLD, LANDS, TARN, hexed, realm
from tests.systems.kingdom.sums import bare, row
from tests.systems.kingdom.town_scenes import built, town

PORT = RecordId("port")
ROAD, HIGHWAY, MINE, CANAL = (
    Improvement.ROAD,
    Improvement.HIGHWAY,
    Improvement.MINE,
    Improvement.CANAL,
)


def road(count: int = 4, *mines: int, kind: Improvement = ROAD) -> Land:
    """A row of hexes with a Road each, and Mines in some; the first has the capital."""
    found = row(count, improvements=(kind,))
    for each in mines:
        found = hexed(found, f"{each},0", improvements=(kind, MINE))
    return found


def smelting(on: Land, foundries: int = 1, *others: Town) -> Realm:
    """Tarn with so many Foundries in its capital."""
    lots = [f"foundry {column}1+{column}2" for column in "ABCDEF"[:foundries]]
    ids = (HOLD, PORT)[: 1 + len(others)]
    return realm(bare(settlements=ids), on, town(*lots), *others)


def other(spot: str, *texts: str) -> Town:
    """A second settlement, in that hex."""
    return Town("Port", spot, LANDS, TARN, buildings=built(*texts))


# -- what connects ------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", [ROAD, HIGHWAY])
def test_r116_a_road_connects_and_so_does_a_highway(kind: Improvement) -> None:
    assert served(smelting(road(4, 3, kind=kind))) == {"3,0": (HOLD, 1)}


def test_r116_a_road_with_a_gap_does_not() -> None:
    gap = hexed(road(4, 3), "2,0", improvements=())
    assert not served(smelting(gap))


def test_r116_the_mine_itself_must_be_on_the_road() -> None:
    assert not served(smelting(hexed(road(4, 3), "3,0", improvements=(MINE,))))


def test_r116_a_mine_in_the_settlements_own_hex_needs_no_road() -> None:
    assert served(smelting(hexed(row(3), "0,0", improvements=(MINE,)))) == {"0,0": (HOLD, 1)}


def flowing(count: int = 4) -> Land:
    """A river through a row of hexes, with a Mine at its end."""
    found = row(count, rivers=(Direction.EAST, Direction.WEST))
    return hexed(found, f"{count - 1},0", rivers=(Direction.WEST,), improvements=(MINE,))


def test_r116_a_river_connects() -> None:
    assert served(smelting(flowing())) == {"3,0": (HOLD, 1)}


def test_r116_rivers_that_only_lie_side_by_side_do_not() -> None:
    apart = hexed(flowing(), "1,0", rivers=(Direction.WEST,))
    apart = hexed(apart, "2,0", rivers=(Direction.EAST,))
    assert not served(smelting(apart))


def test_r116_a_canal_counts_as_a_river() -> None:
    dug = hexed(hexed(flowing(), "1,0", rivers=(), improvements=(CANAL,)), "2,0", rivers=(Direction.EAST,))
    assert served(smelting(dug)) == {"3,0": (HOLD, 1)}


def test_r116_half_the_way_by_road_and_half_by_river_is_no_connection() -> None:
    mixed = hexed(hexed(flowing(), "0,0", rivers=(), improvements=(ROAD,)), "1,0", improvements=(ROAD,))
    assert not served(smelting(mixed))


def test_r116_only_hexes_of_the_kingdom_connect() -> None:
    cut = hexed(road(4, 3), "1,0", realm=None)
    assert not served(smelting(cut))


def test_r108_a_damaged_foundry_has_no_mine() -> None:
    made = smelting(road(4, 3))
    hurt = replace(made.towns[HOLD].buildings[0], is_damaged=True)
    assert not served(replace(made, towns={HOLD: replace(made.towns[HOLD], buildings=(hurt,))}))


# -- who has which ------------------------------------------------------------------------------------


def test_r116_a_mine_serves_one_foundry() -> None:
    made = smelting(road(4, 3), 2)
    assert (len(served(made)), linked(made, HOLD)) == (1, 1)


def test_r116_a_foundry_has_one_mine() -> None:
    assert len(served(smelting(road(4, 1, 2, 3)))) == 1
    assert len(served(smelting(road(4, 1, 2, 3), 2))) == 2


def test_r116_the_mines_are_given_out_as_it_fits_best() -> None:
    """Hold reaches both Mines, Port one of them only: each has one all the same."""
    lands = hexed(road(4, 2, 3), "3,0", improvements=(MINE,))
    made = smelting(lands, 1, other("3,0", "foundry A1+A2"))
    assert served(made) == {"2,0": (HOLD, 1), "3,0": (PORT, 1)}


def test_r116_a_foundry_leaves_its_mine_to_one_that_has_no_other() -> None:
    """Hold reaches both Mines by Road, Port the nearer one alone, by river."""
    lands = hexed(road(3, 1, 2), "1,1", realm=TARN, rivers=(Direction.NORTH_WEST,))
    lands = hexed(lands, "1,0", rivers=(Direction.SOUTH_EAST,))
    made = smelting(lands, 1, other("1,1", "foundry A1+A2"))
    assert served(made) == {"1,0": (PORT, 1), "2,0": (HOLD, 1)}


def test_r116_as_many_foundries_as_can_be_have_a_mine() -> None:
    """Against every way to give them out, in small kingdoms at random."""
    chance = Random(7)
    for _ in range(300):
        spots = [f"{q},0" for q in range(6)]
        lands = row(6)
        for spot in spots:
            kinds = [kind for kind in (ROAD, MINE) if chance.random() < 0.6]
            lands = hexed(lands, spot, improvements=tuple(kinds))
        texts = [f"foundry {column}1+{column}2" for column in "ABC"[: chance.randrange(1, 4)]]
        made = smelting(lands, chance.randrange(1, 4), other(chance.choice(spots), *texts))
        assert len(served(made)) == _most(made), lands


def _most(made: Realm) -> int:
    """How many can have one, by trying everything."""
    wants = [_near(made, each.spot) for each in made.towns.values() for _ in each.buildings]
    mines = sorted(set().union(*wants))
    for count in range(min(len(wants), len(mines)), 0, -1):
        for some in combinations(wants, count):
            for given in permutations(mines, count):
                if all(mine in want for mine, want in zip(given, some, strict=True)):
                    return count
    return 0


def _near(made: Realm, spot: str) -> set[str]:
    """The Mines that a settlement reaches along one row of hexes."""
    here, found = int(spot.split(",", maxsplit=1)[0]), set()
    hexes = {int(each.split(",")[0]): each for each in made.hexes}
    for step in (1, -1):
        at = here
        while at in hexes and (at == here or made.hexes[hexes[at]].has(ROAD)):
            if made.hexes[hexes[at]].has(MINE):
                found.add(hexes[at])
            if not made.hexes[hexes[at]].has(ROAD):
                break
            at += step
    return found


# -- what it gives ------------------------------------------------------------------------------------


def test_r116_each_pair_gives_1_economy_and_1_bp_with_the_taxes() -> None:
    without, made = realm(bare(), road(4, 2, 3), town()), smelting(road(4, 2, 3), 2)
    # Each Foundry gives 1 by itself as well.
    assert figures(made).economy == figures(without).economy + 2 + 2
    assert resources(without) == (Yield(Improvement.MINE, 2, 2),)
    assert resources(made) == (Yield(Improvement.MINE, 2, 2), Yield(BuildingType.FOUNDRY, 2, 2))
    good = check(made, Attribute.ECONOMY).of(20)
    assert earned(made, good).income == good.total // 3 + 4


def test_r116_a_foundry_without_a_mine_gives_its_own_numbers_alone() -> None:
    made = smelting(row(3), 1)
    assert (figures(made).economy, resources(made)) == (1, ())
