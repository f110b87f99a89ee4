"""What the land adds to the numbers: each ruling with its switch."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from bot.systems.kingdom.book import Alignment, Improvement, Phase, Special, Stat, Terrain
from bot.systems.kingdom.checks import check
from bot.systems.kingdom.land.state import Land
from bot.systems.kingdom.sources import Origin, aqueducts, figures, sources
from bot.systems.kingdom.state import Part
from tests.systems.kingdom.scenes import OWN, change, decided, hexed, hold, land, month, realm
from tests.systems.kingdom.sums import FLOWS, E, L, S, bare, row, values

# -- land ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("roads", "highways", "choice", "expected"),
    [
        (3, 0, "no", (0, 0)),
        (4, 0, "no", (1, 0)),
        (7, 0, "no", (1, 0)),
        (8, 0, "no", (2, 1)),
        (3, 1, "no", (0, 0)),
        (3, 1, "yes", (1, 0)),
        (5, 3, "no", (1, 0)),
        (5, 3, "yes", (2, 1)),
        (8, 8, "no", (4, 2)),
    ],
)
def test_r065_roads_and_highways_by_4_and_8(
    roads: int, highways: int, choice: str, expected: tuple[int, int]
) -> None:
    on = row(roads + highways + 1)
    for q in range(1, roads + 1):
        on = hexed(on, f"{q},0", improvements=(Improvement.ROAD,))
    for q in range(roads + 1, roads + highways + 1):
        on = hexed(on, f"{q},0", improvements=(Improvement.HIGHWAY,))
    economy, _, stability = values(realm(bare(), on, campaign=decided(pool_roads=choice)))
    assert (economy, stability) == expected


def test_r065_an_upgrade_can_lose_a_bonus() -> None:
    on = row(5)
    for q in range(1, 5):
        on = hexed(on, f"{q},0", improvements=(Improvement.ROAD,))
    assert values(realm(bare(), on))[0] == 1
    upgraded = hexed(on, "1,0", improvements=(Improvement.HIGHWAY,))
    assert values(realm(bare(), upgraded))[0] == 0


def aqueduct(*spots: str, source: Mapping[str, Any]) -> Land:
    """Tarn's three hexes, those with an Aqueduct, and the third as given."""
    on = hexed(land(), "2,0", **source)
    for spot in spots:
        on = hexed(on, spot, improvements=(Improvement.AQUEDUCT,))
    return on


SPRING = {"terrain": Terrain.HILLS, "rivers": FLOWS}


@pytest.mark.parametrize(
    ("spots", "source", "is_complete"),
    [
        (OWN, SPRING, True),
        (OWN, {"terrain": Terrain.MOUNTAINS, "has_lake": True}, True),
        (OWN, {"terrain": Terrain.PLAINS, "rivers": FLOWS}, False),
        (OWN, {"terrain": Terrain.HILLS}, False),
        (OWN[1:], SPRING, False),
        (("0,0", "2,0"), SPRING, False),
    ],
)
def test_r068_an_aqueduct_counts_once_per_complete_chain(
    spots: tuple[str, ...], source: Mapping[str, Any], is_complete: bool
) -> None:
    made = realm(bare(), aqueduct(*spots, source=source))
    assert len(aqueducts(made)) == is_complete
    assert values(made) == (0, int(is_complete), int(is_complete))


@pytest.mark.parametrize(
    ("improvement", "amount", "stat"),
    [
        (Improvement.FARM, -3, Stat.CONSUMPTION),
        (Improvement.FISHERY, -2, Stat.CONSUMPTION),
        (Improvement.MINE, 2, Stat.ECONOMY),
        (Improvement.QUARRY, 2, Stat.STABILITY),
        (Improvement.SAWMILL, 2, Stat.STABILITY),
    ],
)
def test_r072_a_resource_raises_the_benefit_and_keeps_its_own(
    improvement: Improvement, amount: int, stat: Stat
) -> None:
    on = hexed(land(), "1,0", improvements=(improvement,), specials=(Special.RESOURCE,))
    made = sources(realm(bare(), on))
    of = (Origin.IMPROVEMENT, Origin.ON_RESOURCE)
    assert sum(each.amount for each in made if each.stat is stat and each.origin in of) == amount
    own = [each for each in made if each.origin is Origin.SPECIAL]
    assert [(each.stat, each.amount) for each in own] == [(Stat.ECONOMY, 1)]


def test_r072_a_fort_gains_nothing_by_a_resource() -> None:
    on = hexed(land(), "1,0", improvements=(Improvement.FORT,), specials=(Special.RESOURCE,))
    assert values(realm(bare(), on)) == (1, 0, 2)


@pytest.mark.parametrize(("count", "expected"), [(3, (0, 0)), (4, (1, 0)), (8, (2, 1)), (11, (2, 1))])
def test_r073_rivers_by_4_and_8(count: int, expected: tuple[int, int]) -> None:
    economy, loyalty, stability = values(realm(bare(), row(count, rivers=FLOWS)))
    assert ((economy, stability), loyalty) == (expected, 0)


def test_r073_a_river_in_a_hex_that_is_not_claimed_counts_for_nothing() -> None:
    on = row(8, rivers=FLOWS)
    on = hexed(on, "7,0", realm=None)
    assert values(realm(bare(), on)) == (1, 0, 0)


def test_r067_a_canal_is_no_river_for_the_bonus() -> None:
    assert values(realm(bare(), row(8, improvements=(Improvement.CANAL,)))) == (0, 0, 0)


def test_r081_lairs_and_landmarks_count_while_they_are_claimed() -> None:
    on = hexed(hexed(land(), "1,0", specials=(Special.LAIR,)), "2,0", specials=(Special.LANDMARK,))
    assert values(realm(bare(), on)) == (0, 1, 1)
    lost = hexed(hexed(on, "1,0", realm=None), "2,0", realm=None)
    assert values(realm(bare(), lost)) == (0, 0, 0)


@pytest.mark.parametrize(
    "roads", [(Improvement.ROAD,), (Improvement.HIGHWAY,), (Improvement.ROAD, Improvement.HIGHWAY)]
)
def test_r081_a_landmark_with_a_road_or_highway_gives_1_more_once(roads: tuple[Improvement, ...]) -> None:
    on = hexed(land(), "1,0", specials=(Special.LANDMARK,), improvements=roads)
    assert values(realm(bare(), on)) == (0, 2, 0)


def test_r078_about_a_cut_off_part_unrest_counts_as_higher_each_month() -> None:
    part = Part(1, ("2,0",), since=2, is_held=True)
    state = bare(unrest=3, parts=(part,), month=month(Phase.EVENT, number=4))
    made = realm(state)
    assert check(made, S).modifier == -3
    assert check(made, S, spot="2,0").modifier == -3 - 1 - 2
    assert check(made, S, spot="0,0").modifier == -3


def test_changes_of_checks_count_in_checks_alone() -> None:
    made = realm(bare(changes=(change(Stat.ECONOMY_CHECKS, 5),)))
    assert figures(made).economy == 0
    assert (check(made, E).modifier, check(made, L).modifier) == (5, 0)


def test_alignments_count_once() -> None:
    for alignment, expected in ((Alignment.LAWFUL_EVIL, (4, 0, 0)), (Alignment.CHAOTIC_GOOD, (0, 4, 0))):
        assert values(realm(bare(alignment=alignment))) == expected


def test_what_settlements_give_is_told_by_their_names() -> None:
    made = realm(bare(), None, hold(gives={Stat.ECONOMY: 3, Stat.CONSUMPTION: -1}))
    told = [each for each in sources(made) if each.origin is Origin.SETTLEMENT]
    assert [(each.stat, each.amount, each.name) for each in told] == [
        (Stat.ECONOMY, 3, "Hold"),
        (Stat.CONSUMPTION, -1, "Hold"),
    ]
