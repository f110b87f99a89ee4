"""Building and preparing: R007, R021, R039, R070, R072, R089, and what game masters place or raze."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from bot.engine.people import EVERYONE, GAME_MASTERS
from bot.engine.system import World
from bot.errors import NotAllowed
from bot.systems.kingdom.book import Improvement, Limit, MonthStep, Phase, Role, Special, Terrain
from bot.systems.kingdom.land.improvements import (
    Buildable,
    BuildImprovement,
    ImprovementBuilt,
    PlaceImprovement,
    PrepareSite,
    RazeImprovement,
    _nowhere,
    here_now,
    improvement_of,
)
from bot.systems.kingdom.land.state import Direction, Land
from bot.systems.kingdom.month.course import StepOver
from bot.systems.kingdom.sources import Shift, figures
from bot.systems.kingdom.state import Kingdom
from tests.refusals import refuses
from tests.systems.kingdom.scenes import (
    DEACON,
    MARISOL,
    PLAIN,
    TARN,
    WREN,
    by,
    decided,
    everybody,
    hexed,
    kingdom_of,
    land,
    month,
    play,
    played,
    realm_in,
    require_refused,
    scene,
    tarn,
    why_not,
)

T = Terrain
SITE = "1,0"


def building(size: int = 3, **changes: Any) -> Kingdom:
    """Tarn at its Terrain step."""
    at = month(Phase.EDICT, MonthStep.LEADERSHIP, MonthStep.HEXES, size=size)
    return tarn(**{"leaders": everybody(), "month": at, "treasury": 50, **changes})


def on(**changes: Any) -> Land:
    """The land with that hex of Tarn's changed."""
    return hexed(land(), SITE, **changes)


def built(begun: World, improvement: Improvement, spot: str = SITE) -> World:
    """The scene with one more improvement."""
    return played(begun, BuildImprovement(TARN, spot, improvement))


def gained(before: World, after: World) -> dict[str, int]:
    """By how much each number changed."""
    old, new = figures(realm_in(before)), figures(realm_in(after))
    names = ("economy", "loyalty", "stability", "raw", "unrest", "treasury")
    return {n: getattr(new, n) - getattr(old, n) for n in names if getattr(new, n) != getattr(old, n)}


# What each gives where it stands alone, with its price.
GIVES: dict[Improvement, tuple[dict[str, Any], dict[str, int]]] = {
    Improvement.FARM: ({"has_lake": True}, {"raw": -2, "treasury": -2}),
    Improvement.FISHERY: ({"is_coast": True}, {"raw": -1, "treasury": -4}),
    Improvement.FORT: ({}, {"stability": 2, "raw": 1, "unrest": -1, "treasury": -24}),
    Improvement.WATCHTOWER: ({}, {"stability": 1, "unrest": -1, "treasury": -12}),
    Improvement.MINE: ({"terrain": T.MOUNTAINS}, {"economy": 1, "treasury": -6}),
    Improvement.QUARRY: ({"terrain": T.CAVERN}, {"stability": 1, "treasury": -6}),
    Improvement.SAWMILL: ({"terrain": T.JUNGLE}, {"stability": 1, "treasury": -3}),
    Improvement.CANAL: ({}, {"treasury": -2}),
    Improvement.ROAD: ({}, {"treasury": -1}),
    Improvement.AQUEDUCT: ({}, {"treasury": -1}),
}


@pytest.mark.parametrize("improvement", GIVES)
def test_each_improvement_gives_what_the_book_says_for_its_price(improvement: Improvement) -> None:
    where, wanted = GIVES[improvement]
    begun = scene(building(unrest=5), on(**where))
    assert gained(begun, built(begun, improvement)) == wanted


@pytest.mark.parametrize(
    "improvement",
    [Improvement.FARM, Improvement.FISHERY, Improvement.MINE, Improvement.QUARRY, Improvement.SAWMILL],
)
def test_r072_a_resource_raises_each_benefit_by_1(improvement: str) -> None:
    where, wanted = GIVES[Improvement(improvement)]
    begun = scene(building(unrest=5), on(**where, specials=(Special.RESOURCE,)))
    more = {n: v + (1 if v > 0 else -1) for n, v in wanted.items() if n != "treasury"}
    after = built(begun, Improvement(improvement))
    assert gained(begun, after) == more | {"treasury": wanted["treasury"]}


def test_r065_every_fourth_road_adds_to_economy_and_every_eighth_to_stability() -> None:
    own = tuple(f"{q},0" for q in range(8))
    at = scene(building(201), land({}, own))
    steps = []
    for spot in own:
        before, at = at, built(at, Improvement.ROAD, spot)
        steps.append(gained(before, at))
    assert [step.get("economy", 0) for step in steps] == [0, 0, 0, 1, 0, 0, 0, 1]
    assert [step.get("stability", 0) for step in steps] == [0, 0, 0, 0, 0, 0, 0, 1]


@pytest.mark.parametrize(("pooled", "economy"), [("no", 0), ("yes", 1)])
def test_r065_an_upgrade_to_highway_can_lose_1_unless_both_are_counted_together(
    pooled: str, economy: int
) -> None:
    own = tuple(f"{q},0" for q in range(26))
    hexes = {spot: replace(PLAIN, improvements=(Improvement.ROAD,)) for spot in own[:4]}
    begun = scene(building(26), land(hexes, own), campaign=decided(pool_roads=pooled))
    after = built(begun, Improvement.HIGHWAY, "3,0")
    assert realm_in(after).hexes["3,0"].improvements == (Improvement.HIGHWAY,)
    assert figures(realm_in(begun)).economy == 1
    assert figures(realm_in(after)).economy == economy
    assert kingdom_of(after).treasury == 49


# -- Unrest -------------------------------------------------------------------------------------------


def test_r089_a_watchtowers_upgrade_lowers_unrest_once_more_and_costs_the_difference() -> None:
    begun = scene(building(unrest=5), on(improvements=(Improvement.WATCHTOWER,)))
    turn = play(begun, BuildImprovement(TARN, SITE, Improvement.FORT))
    after = played(begun, BuildImprovement(TARN, SITE, Improvement.FORT))
    assert gained(begun, after) == {"stability": 1, "raw": 1, "unrest": -1, "treasury": -12}
    assert realm_in(after).hexes[SITE].improvements == (Improvement.FORT,)
    assert turn.events[0].instead_of is Improvement.WATCHTOWER


def test_unrest_never_falls_below_nothing_by_a_fort() -> None:
    assert kingdom_of(built(scene(building()), Improvement.FORT)).unrest == 0


def test_the_event_tells_what_was_built_and_what_is_left() -> None:
    turn = play(scene(building(), on(has_lake=True)), BuildImprovement(TARN, SITE, Improvement.FARM))
    assert turn.events[0] == ImprovementBuilt("Tarn", SITE, Improvement.FARM, 2, left=1)
    assert turn.events[1].shifts == (Shift("treasury", 50, 48), Shift("consumption", 4, 2))


def test_r068_the_hex_that_completes_an_aqueduct_says_so() -> None:
    spring = hexed(land(), SITE, terrain=T.HILLS, has_lake=True, improvements=(Improvement.AQUEDUCT,))
    begun = scene(building(), spring)
    turn = play(begun, BuildImprovement(TARN, "0,0", Improvement.AQUEDUCT))
    assert turn.events[0].completed == 1
    assert gained(begun, built(begun, Improvement.AQUEDUCT, "0,0")) == {
        "loyalty": 1,
        "stability": 1,
        "treasury": -1,
    }


# -- limits, prices, who ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("size", "most"), [(1, 2), (10, 2), (11, 3), (25, 3), (26, 5), (50, 5), (51, 7), (100, 7), (101, 9),
                       (200, 9), (201, 12)]
)  # fmt: skip
def test_table_4_4_limits_the_improvements_of_a_month(size: int, most: int) -> None:
    at = replace(building(size).month, used={Limit.TERRAIN: most - 1})
    once = built(scene(building(month=at)), Improvement.ROAD)
    assert kingdom_of(once).month.used[Limit.TERRAIN] == most
    said = why_not(once, BuildImprovement(TARN, SITE, Improvement.FORT))
    assert f"gets {most} terrain improvements" in said


@pytest.mark.parametrize(("switch", "fits"), [("snapshot", True), ("live", False)])
def test_r021_the_limit_goes_by_the_size_at_the_phases_beginning_unless_switched(
    switch: str, fits: bool
) -> None:
    at = replace(building(11).month, used={Limit.TERRAIN: 2})
    begun = scene(building(month=at), campaign=decided(limits_size=switch))
    if fits:
        assert kingdom_of(built(begun, Improvement.ROAD)).treasury == 49
    else:
        require_refused(begun, BuildImprovement(TARN, SITE, Improvement.ROAD), "kingdom.used_up")


def test_r007_spending_beyond_the_treasury_is_refused() -> None:
    said = why_not(scene(building(treasury=23)), BuildImprovement(TARN, SITE, Improvement.FORT))
    assert "that costs 24, and the Treasury holds 23." in said


def test_r007_by_its_switch_it_may_fall_below_nothing() -> None:
    begun = scene(building(treasury=23), campaign=decided(voluntary_debt="yes"))
    assert kingdom_of(built(begun, Improvement.FORT)).treasury == -1


def test_a_road_over_a_river_costs_its_bridge_as_well() -> None:
    wet = scene(building(), on(rivers=(Direction.EAST, Direction.WEST)))
    assert kingdom_of(built(wet, Improvement.ROAD)).treasury == 48


def test_what_stands_there_already_is_refused() -> None:
    said = why_not(
        scene(building(), on(improvements=(Improvement.ROAD,))),
        BuildImprovement(TARN, SITE, Improvement.ROAD),
    )
    assert "1,0 already has a Road, and a hex holds one of each kind." in said
    assert "1,0 already has a Road, and a hex holds one of each kind." in said


def test_a_foreign_hex_is_refused() -> None:
    for action in (BuildImprovement(TARN, "3,0", Improvement.ROAD), PrepareSite(TARN, "3,0")):
        assert "Tarn doesn't own 3,0:" in why_not(scene(building()), action)


def test_r039_without_a_ruler_no_road_but_a_fort() -> None:
    headless = scene(building(leaders=everybody(DEACON, 10, Role.RULER)))
    require_refused(
        headless,
        BuildImprovement(TARN, SITE, Improvement.ROAD),
        "improvement.hindered",
        "A Road needs a Ruler",
    )
    assert kingdom_of(built(headless, Improvement.FORT)).treasury == 26


def test_improvements_belong_to_the_terrain_step_and_to_who_decides_there() -> None:
    early = scene(tarn(leaders=everybody()))
    require_refused(early, BuildImprovement(TARN, SITE, Improvement.ROAD), "month.not_yet")
    with pytest.raises(NotAllowed, match="Ruler or Marshal"):
        play(by(scene(building()), WREN), BuildImprovement(TARN, SITE, Improvement.ROAD))
    assert play(by(scene(building()), MARISOL), PrepareSite(TARN, SITE)).on_behalf_of == DEACON


def test_the_step_stays_open_when_its_limit_is_used_up() -> None:
    once = built(scene(building(month=replace(building().month, used={Limit.TERRAIN: 1}))), Improvement.ROAD)
    assert not kingdom_of(once).month.is_over(MonthStep.TERRAIN)
    assert not [event for event in play(once, PrepareSite(TARN, SITE)).events if isinstance(event, StepOver)]


def test_improvements_are_named_as_people_write_them() -> None:
    assert improvement_of(" saw mill ".replace(" m", "m")) is Improvement.SAWMILL
    assert improvement_of("FARM") is Improvement.FARM
    with refuses("improvement.unknown", "Castle"):
        improvement_of("Castle")


# -- sites --------------------------------------------------------------------------------------------

SITES = {
    T.CAVERN: (8, 3),
    T.DESERT: (4, 1),
    T.FOREST: (4, 2),
    T.HILLS: (2, 1),
    T.JUNGLE: (12, 4),
    T.MARSH: (8, 3),
    T.MOUNTAINS: (12, 4),
    T.PLAINS: (1, 0),
}


@pytest.mark.parametrize("terrain", SITES)
def test_r070_a_site_costs_and_takes_what_table_4_6_says(terrain: Terrain) -> None:
    price, months = SITES[terrain]
    later = replace(building().month, number=3)
    begun = scene(building(month=later), on(terrain=terrain, rivers=(Direction.EAST, Direction.WEST)))
    turn = play(begun, PrepareSite(TARN, SITE))
    done = realm_in(played(begun, PrepareSite(TARN, SITE)))
    assert done.hexes[SITE].prepared == 3 + months
    assert done.kingdom.treasury == 50 - price
    assert (turn.events[0].ready, turn.events[0].price) == (3 + months, price)


def test_every_terrain_but_water_can_be_prepared() -> None:
    assert set(SITES) == set(Terrain) - {T.WATER}
    said = why_not(scene(building(), on(terrain=T.WATER)), PrepareSite(TARN, SITE))
    assert "No settlement can be on water." in said


@pytest.mark.parametrize(("switch", "used"), [("no", 0), ("yes", 1)])
def test_r070_preparing_uses_no_improvement_unless_switched(switch: str, used: int) -> None:
    begun = scene(building(), campaign=decided(prep_counts=switch))
    after = kingdom_of(played(begun, PrepareSite(TARN, SITE)))
    assert after.month.used.get(Limit.TERRAIN, 0) == used


@pytest.mark.parametrize(("switch", "fits"), [("no", True), ("yes", False)])
def test_r070_by_its_switch_preparing_needs_one_that_is_left(switch: str, fits: bool) -> None:
    at = replace(building().month, used={Limit.TERRAIN: 2})
    begun = scene(building(month=at), campaign=decided(prep_counts=switch))
    if fits:
        assert kingdom_of(played(begun, PrepareSite(TARN, SITE))).treasury == 49
    else:
        require_refused(begun, PrepareSite(TARN, SITE), "kingdom.used_up")


def test_a_site_is_prepared_once_and_not_under_a_settlement() -> None:
    begun = played(scene(building(), on(terrain=T.FOREST)), PrepareSite(TARN, SITE))
    require_refused(begun, PrepareSite(TARN, SITE), "improvement.no_site", "will be ready in month 3")
    require_refused(
        scene(building(), on(prepared=1)),
        PrepareSite(TARN, SITE),
        "improvement.no_site",
        "1,0 is already prepared",
    )
    require_refused(begun, PrepareSite(TARN, "0,0"), "improvement.no_site", "0,0 already has a settlement")


def test_a_site_needs_bp_in_hand() -> None:
    poor = scene(building(treasury=3), on(terrain=T.FOREST))
    require_refused(poor, PrepareSite(TARN, SITE), "treasury.too_dear", 4, 3)


def test_r039_a_site_can_be_prepared_without_a_ruler() -> None:
    headless = scene(building(leaders=everybody(DEACON, 10, Role.RULER)))
    assert kingdom_of(played(headless, PrepareSite(TARN, SITE))).treasury == 49


# -- game masters' ------------------------------------------------------------------------------------


def test_a_game_master_places_an_improvement_free_and_whatever_the_rules_say() -> None:
    begun = scene(tarn(treasury=0, unrest=3))
    turn = play(begun, PlaceImprovement(TARN, SITE, Improvement.MINE, "An old one was found"))
    after = played(begun, PlaceImprovement(TARN, SITE, Improvement.MINE, "War"))
    assert gained(begun, after) == {"economy": 1}
    assert turn.events[0].reason == "An old one was found"
    assert not kingdom_of(after).month.used


@pytest.mark.parametrize(
    ("there", "placed"),
    [
        (Improvement.WATCHTOWER, Improvement.FORT),
        (Improvement.FORT, Improvement.WATCHTOWER),
        (Improvement.ROAD, Improvement.HIGHWAY),
        (Improvement.HIGHWAY, Improvement.ROAD),
        (Improvement.MINE, Improvement.QUARRY),
    ],
)
def test_what_excludes_another_takes_its_place(there: Improvement, placed: Improvement) -> None:
    begun = scene(tarn(), on(improvements=(there,)))
    turn = play(begun, PlaceImprovement(TARN, SITE, placed, "War"))
    assert turn.events[0].instead_of is there
    done = realm_in(played(begun, PlaceImprovement(TARN, SITE, placed, "War")))
    assert done.hexes[SITE].improvements == (placed,)


def test_what_is_there_can_not_be_placed_nor_a_bridge() -> None:
    begun = scene(tarn(), on(improvements=(Improvement.ROAD,)))
    require_refused(
        begun, PlaceImprovement(TARN, SITE, Improvement.ROAD, "War"), "improvement.there", "1,0", "a Road"
    )
    require_refused(
        begun,
        PlaceImprovement(TARN, SITE, Improvement.BRIDGE, "War"),
        "improvement.bridge",
        "You don't build a Bridge on its own",
    )


def test_a_game_master_razes_an_improvement_and_nothing_is_refunded() -> None:
    begun = scene(tarn(unrest=3), on(improvements=(Improvement.FORT, Improvement.ROAD)))
    after = played(begun, RazeImprovement(TARN, SITE, Improvement.FORT, "War"))
    assert gained(begun, after) == {"stability": -2, "raw": -1}
    assert realm_in(after).hexes[SITE].improvements == (Improvement.ROAD,)


def test_what_is_not_there_can_not_be_razed() -> None:
    begun = scene(tarn(), on(improvements=(Improvement.ROAD,)))
    require_refused(
        begun,
        RazeImprovement(TARN, SITE, Improvement.FORT, "War"),
        "improvement.not_there",
        "1,0",
        "Fort",
        "Road",
    )


def test_another_kingdoms_hex_is_not_touched_nobodys_may_be() -> None:
    lands = hexed(hexed(land(), "3,0", realm="other"), "4,0", is_revealed=False)
    begun = scene(tarn(), lands)
    for action in (
        PlaceImprovement(TARN, "3,0", Improvement.ROAD, "War"),
        RazeImprovement(TARN, "3,0", Improvement.ROAD, "War"),
    ):
        require_refused(begun, action, "improvement.others")
    hidden = play(begun, PlaceImprovement(TARN, "4,0", Improvement.ROAD, "War"))
    assert [event.audience for event in hidden.events] == [GAME_MASTERS]
    shown = play(begun, PlaceImprovement(TARN, "3,1", Improvement.ROAD, "War"))
    assert shown.events[0].audience == EVERYONE


def test_game_masters_place_and_raze_whatever_the_month_and_the_order() -> None:
    fallen = scene(tarn(is_in_anarchy=True, frozen="The winter", month=month(Phase.INCOME)))
    after = played(fallen, PlaceImprovement(TARN, SITE, Improvement.ROAD, "War"))
    assert (
        realm_in(played(after, RazeImprovement(TARN, SITE, Improvement.ROAD, "War"))).hexes[SITE].improvements
        == ()
    )


def test_a_list_says_now_only_of_what_can_be_built_now() -> None:
    farm = [Buildable(Improvement.FARM, 2)]
    assert here_now(farm, is_now=True) == "**Here now:** Farm 2 BP"
    assert here_now(farm, is_now=False) == "**Possible here, but not now:** Farm 2 BP"


@pytest.mark.parametrize(
    ("changes", "why"),
    [
        ({}, "A Farm needs a river, lake, marsh or Canal"),
        ({"terrain": Terrain.FOREST}, "no hex is desert, hills or plains"),
        ({"has_lake": True, "improvements": (Improvement.FARM,)}, "no hex has room for one more"),
    ],
)
def test_a_kind_that_no_hex_can_have_is_told_with_the_reason(changes: dict[str, Any], why: str) -> None:
    dry = replace(PLAIN, realm=TARN, **changes)
    here = realm_in(scene(tarn(), Land("Lands", {"0,0": dry})))
    assert why in _nowhere(here, Improvement.FARM)
