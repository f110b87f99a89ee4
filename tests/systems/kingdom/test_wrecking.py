"""Demolishing and repairing: R094, R097, R101, R102, R105, R106, R108."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.engine.system import World
from bot.errors import NotAllowed
from bot.systems.kingdom.book import BuildingType, ItemKind, MonthStep, Phase, Role
from bot.systems.kingdom.settling import FiguresChanged
from bot.systems.kingdom.towns.state import ItemsGone, Town, Ware
from bot.systems.kingdom.towns.wrecking import (
    BuildingDemolished,
    BuildingRef,
    BuildingRepaired,
    DemolishBuilding,
    RepairBuilding,
    demolition,
    falls_with,
    repair_price,
)
from tests.systems.kingdom.building_scenes import (
    RICH,
    built,
    is_legal,
    on,
    one,
    price,
    to_build,
    town_in,
    used,
)
from tests.systems.kingdom.scenes import (
    DEACON,
    HOLD,
    TARN,
    WREN,
    by,
    everybody,
    kingdom_of,
    leader,
    month,
    play,
    played,
    realm_in,
    require_refused,
    why_not,
)
from tests.systems.kingdom.town_scenes import at as only
from tests.systems.kingdom.town_scenes import built as standing
from tests.systems.kingdom.town_scenes import town

B = BuildingType


def demolish(building: str, even_so: str = "") -> DemolishBuilding:
    """Of Tarn's capital."""
    return DemolishBuilding(TARN, HOLD, building, even_so)


def repair(building: str, shown: int | None = None) -> RepairBuilding:
    """Of Tarn's capital."""
    return RepairBuilding(TARN, HOLD, building, shown)


def demolished(at: World, building: str, even_so: str = "") -> BuildingDemolished:
    """What is told of it."""
    turn = play(at, demolish(building, even_so))
    (told,) = (each for each in turn.events if isinstance(each, BuildingDemolished))
    return told


def damaged(*texts: str) -> Town:
    """A capital with those buildings, all of them damaged."""
    found = standing(*texts, is_damaged=True)
    return town(buildings=found, counted=len(found))


# -- demolished ---------------------------------------------------------------------------------------


def test_r105_demolishing_costs_1_bp_and_one_of_the_months_buildings_and_no_unrest() -> None:
    at = on(town("granary A1"), size=5)
    after = played(at, demolish("granary"))
    kingdom = kingdom_of(after)
    assert (kingdom.treasury, kingdom.unrest, used(after)) == (RICH - 1, 10, 1)
    assert town_in(after).buildings == ()
    assert demolished(at, "granary") == BuildingDemolished("Tarn", "Hold", B.GRANARY, "1:A1", 1, 0)


def test_r105_a_park_that_is_demolished_brings_no_unrest_back() -> None:
    at = built(on(town()), "park A1")
    assert kingdom_of(at).unrest == 9
    assert kingdom_of(played(at, demolish("park"))).unrest == 9


def test_what_it_gave_is_gone_at_once() -> None:
    turn = play(on(town("bank A1")), demolish("bank"))
    (told,) = (each for each in turn.events if isinstance(each, FiguresChanged))
    assert {each.number: each.after - each.before for each in told.shifts} == {"economy": -4, "treasury": -1}


def test_something_can_be_built_there_in_the_same_month() -> None:
    at = played(on(town("granary A1"), size=11), demolish("granary"))
    assert price(at, "shrine A1") == 8 - 3
    assert used(built(at, "shrine A1")) == 2


def test_r105_where_the_months_buildings_are_used_up_nothing_is_demolished() -> None:
    at = built(on(town("granary A1"), size=5), "shrine B1")
    require_refused(at, demolish("granary"), "kingdom.used_up")


def test_a_home_is_demolished_within_the_limit_like_anything_else() -> None:
    at = played(on(town("house A1"), size=5), demolish("house"))
    assert used(at) == 1
    # The month's free home is still to come.
    assert is_legal(at, to_build("house A1"))


def test_without_a_bp_nothing_is_demolished() -> None:
    require_refused(on(town("granary A1"), treasury=0), demolish("granary"), "treasury.too_dear", 0)


@pytest.mark.parametrize("meant", ["1", "granary", "Granary", "A1", "1:a1", "granary at 1:A1"])
def test_it_is_named_by_number_type_or_lot(meant: str) -> None:
    assert demolished(on(town("granary A1")), meant).building is B.GRANARY


def test_of_several_it_has_to_be_said_which() -> None:
    at = on(town("granary A1", "granary B1"))
    require_refused(at, demolish("granary"), "building.several")
    require_refused(at, demolish("C1"), "building.not_there")


def test_only_whose_task_it_is_demolishes() -> None:
    at = on(town("granary A1"), leaders=(leader(Role.RULER, DEACON),))
    with pytest.raises(NotAllowed):
        play(by(at, WREN), demolish("granary"))
    assert is_legal(by(at, DEACON), demolish("granary"))


def test_demolishing_waits_for_the_step_for_settlements() -> None:
    early = month(Phase.EDICT, MonthStep.LEADERSHIP)
    require_refused(on(town("granary A1"), month=early), demolish("granary"), "month.not_yet")
    require_refused(on(damaged("granary A1"), month=early), repair("granary"), "month.not_yet")


def test_what_was_there_before_anybody_built_is_not_demolished() -> None:
    natural = town(buildings=standing("waterway A1", is_natural=True))
    require_refused(on(natural), demolish("waterway"), "wrecking.natural")


# -- who relies on it ---------------------------------------------------------------------------------


def test_r097_a_house_that_a_shop_relies_on_is_not_demolished_unless_it_is_meant() -> None:
    at = on(town("house A1", "shop A2"))
    told = why_not(at, demolish("house"))
    assert "The Shop at 1:A2 relies on the House" in told
    after = played(at, demolish("house", "yes"))
    # Nothing else happens: the Shop stands, and gives what it gave.
    assert [each.type for each in town_in(after).buildings] == [B.SHOP]
    assert kingdom_of(after).unrest == 10
    assert demolished(at, "house", "yes").alone == (BuildingRef(B.SHOP, "1:A2"),)


@pytest.mark.parametrize("word", ["no", "Yes", "yes!", "1"])
def test_nothing_but_yes_is_yes(word: str) -> None:
    assert why_not(on(town("house A1", "shop A2")), demolish("house", word))


def test_r094_a_house_is_free_where_another_can_take_its_place() -> None:
    at = on(town("house A1", "shop A2", "house B2"))
    assert demolished(at, "1").alone == ()


def test_r094_a_market_that_would_keep_one_of_its_two_houses_is_left_alone() -> None:
    at = on(town("market A1+B1", "house A2", "house B2"))
    assert [each.type for each in demolition(realm_in(at), HOLD, "A2").alone] == [B.MARKET]


def test_one_that_was_alone_already_is_not_left_alone_by_it() -> None:
    at = on(town("shop F6", "house A1"))
    assert demolished(at, "house").alone == ()


def test_a_shop_that_goes_leaves_nobody_alone() -> None:
    assert demolished(on(town("house A1", "shop A2", "inn B1")), "shop").alone == ()


def test_r102_a_mill_relies_on_its_waterway() -> None:
    at = on(town("waterway A1", "mill A2", "mill F6"))
    require_refused(at, demolish("waterway"), "wrecking.relied_on", "Mill at 1:A2", "Waterway")
    assert demolished(at, "waterway", "yes").alone == (BuildingRef(B.MILL, "1:A2"),)


def test_a_windmill_relies_on_no_waterway() -> None:
    mill = replace(*standing("mill A2", first=2), is_exempt=True)
    at = on(town(buildings=(*standing("waterway A1"), mill), counted=2))
    assert demolished(at, "waterway").alone == ()


# -- what goes with it --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("stand", "meant", "goes"),
    [
        (("city_wall 1:north", "watergate 1:north", "watergate 1:south"), "city_wall", ["1:north"]),
        (("waterway A1+B1", "bridge B1", "bridge C1"), "waterway", ["1:B1"]),
        (("castle A1+B1+A2+B2", "everflowing_spring A1"), "castle", ["1:A1"]),
        (("granary A1", "magical_streetlamps A1", "magical_streetlamps B1"), "granary", ["1:A1"]),
        (("granary A1", "cistern A1", "magical_streetlamps A1"), "granary", []),
        (("granary A1", "cistern A1"), "granary", []),
        (("park A1", "granary B1", "everflowing_spring B1"), "park", []),
        (("city_wall 1:north", "moat 1:north"), "city_wall", []),
        (("waterway A1", "bridge A1", "magical_streetlamps A1"), "waterway", ["1:A1", "1:A1"]),
    ],
)
def test_r100_what_stands_on_or_in_a_building_goes_with_it(
    stand: tuple[str, ...], meant: str, goes: list[str]
) -> None:
    at = on(town(*stand))
    told = demolished(at, meant)
    assert [each.place for each in told.also] == goes
    after = played(at, demolish(meant))
    assert len(town_in(after).buildings) == len(stand) - 1 - len(goes)
    assert kingdom_of(after).treasury == RICH - 1
    assert used(after) == 1


def test_lamps_of_the_next_district_stay() -> None:
    at = town("granary A1", "magical_streetlamps 2:A1", districts=2)
    assert falls_with(at, only(at, B.GRANARY)) == ()


def test_items_on_the_market_are_gone_with_their_building() -> None:
    (shrine,) = standing("shrine A1")
    stocked = town(buildings=(replace(shrine, wares=(Ware(0, ItemKind.POTION, "Draught", 50),)),))
    at = on(stocked)
    turn = play(at, demolish("shrine"))
    assert [e.items for e in turn.events if isinstance(e, ItemsGone)] == [("Draught",)]
    assert demolition(realm_in(at), HOLD, "shrine").wares == 1


def test_r106_what_remains_is_kept_of_all_that_stood_on_lots() -> None:
    after = played(on(town("waterway A1+B1", "bridge B1")), demolish("waterway"))
    assert [(each.type, each.lots) for each in town_in(after).remains] == [(B.WATERWAY, 2), (B.BRIDGE, 1)]


# -- repaired -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("what", "cost"), [("bank A1", 14), ("house A1", 2), ("city_wall 1:north", 1)])
def test_r108_a_damaged_building_is_repaired_for_half_of_its_price_rounded_up(what: str, cost: int) -> None:
    at = on(damaged(what), size=5)
    name = what.split(maxsplit=1)[0]
    turn = play(at, repair(name))
    (told,) = (each for each in turn.events if isinstance(each, BuildingRepaired))
    assert told.price == cost
    after = played(at, repair(name, cost))
    assert not one(after, B(name)).is_damaged
    assert (kingdom_of(after).treasury, used(after)) == (RICH - cost, 0)


def test_r108_until_then_it_gives_nothing() -> None:
    turn = play(on(damaged("bank A1")), repair("bank"))
    (told,) = (each for each in turn.events if isinstance(each, FiguresChanged))
    assert {each.number: each.after - each.before for each in told.shifts} == {"economy": 4, "treasury": -14}


def test_r108_a_repair_takes_none_of_the_months_buildings() -> None:
    used_up = built(on(damaged("bank A1"), size=5), "granary B1")
    require_refused(used_up, to_build("granary C1"), "kingdom.used_up")
    assert is_legal(used_up, repair("bank"))


def test_r108_it_is_repaired_once_and_what_is_whole_never() -> None:
    at = played(on(damaged("bank A1")), repair("bank"))
    require_refused(at, repair("bank"), "wrecking.whole")


def test_a_repair_changes_no_unrest_again() -> None:
    assert kingdom_of(played(on(damaged("park A1")), repair("park"))).unrest == 10


def test_a_repair_is_paid_with_what_is_there() -> None:
    require_refused(on(damaged("bank A1"), treasury=3), repair("bank"), "treasury.too_dear", 3)
    require_refused(on(damaged("bank A1")), repair("bank", 5), "treasury.price_changed", 5, 14)


def test_a_damaged_building_can_be_demolished() -> None:
    after = played(on(damaged("bank A1")), demolish("bank"))
    assert price(after, "bank A1") == 14


def test_every_building_can_be_repaired_for_something() -> None:
    for kind in BuildingType:
        (building,) = standing("house A1", is_damaged=True)
        assert repair_price(replace(building, type=kind)) >= 1


def test_r039_a_missing_ruler_bars_neither() -> None:
    leaders = everybody(DEACON, 10, Role.RULER)
    assert is_legal(on(town("granary A1"), leaders=leaders), demolish("granary"))
    assert is_legal(on(damaged("granary A1"), leaders=leaders), repair("granary"))
