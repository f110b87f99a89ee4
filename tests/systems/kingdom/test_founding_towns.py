"""Settlements as they begin and grow: R069, R071, R092, R102, R118; Free Cities with their buildings."""

from __future__ import annotations

from typing import Any

import pytest

from bot.engine.system import Record, RecordId
from bot.systems.kingdom.book import (
    Alignment,
    Border,
    BuildingType,
    Improvement,
    Limit,
    MonthStep,
    Phase,
    Special,
    Stage,
)
from bot.systems.kingdom.founding.rules import FoundKingdom, KingdomFounded
from bot.systems.kingdom.land.claims import AbandonHex, ClaimHex
from bot.systems.kingdom.sources import figures
from bot.systems.kingdom.state import Kingdom, Terms
from bot.systems.kingdom.towns.building import BuildBuilding
from bot.systems.kingdom.towns.context import INHERITS
from bot.systems.kingdom.towns.settlements import (
    AddDistrict,
    FoundSettlement,
    PlaceSettlement,
    SettlementFounded,
)
from bot.systems.kingdom.towns.state import TOWN, Place, Town, defense
from tests.said import codes, values
from tests.systems.kingdom.building_scenes import builder, is_legal
from tests.systems.kingdom.scenes import (
    DEACON,
    HOLD,
    LANDS,
    MARISOL,
    TARN,
    by,
    everybody,
    hexed,
    hold,
    kingdom_of,
    land,
    month,
    play,
    played,
    realm_in,
    require_refused,
    scene,
    why_not,
)
from tests.systems.kingdom.territories import towns_in
from tests.systems.kingdom.town_scenes import built, town

B = BuildingType
NEW = RecordId("new-50-1")
FOUND = FoundSettlement(TARN, "1,0", "Oak")


def founding(*there: Improvement, **changes: Any) -> Any:
    """Tarn at its step for settlements, with a prepared site in 1,0 where those stand."""
    on = hexed(land(), "1,0", realm=TARN, prepared=1, improvements=there)
    return scene(builder(**changes), on, actor=DEACON)


def stands(found: Town) -> list[tuple[BuildingType, tuple[int, ...]]]:
    """What stands where."""
    return [(each.type, each.place.lots) for each in found.buildings]


# -- R069 ---------------------------------------------------------------------------------------------


def test_r069_a_fort_becomes_a_barracks_and_a_stable() -> None:
    after = played(founding(Improvement.FORT, Improvement.ROAD), FOUND)
    assert stands(towns_in(after)[NEW]) == [(B.BARRACKS, (0,)), (B.STABLE, (1,))]
    assert all(each.is_exempt for each in towns_in(after)[NEW].buildings)
    assert after.records[LANDS].state.hexes["1,0"].improvements == (Improvement.ROAD,)
    assert play(founding(Improvement.FORT), FOUND).events[0].inherits is Improvement.FORT


def test_r069_a_watchtower_becomes_one() -> None:
    after = played(founding(Improvement.WATCHTOWER), FOUND)
    assert stands(towns_in(after)[NEW]) == [(B.WATCHTOWER, (0,))]
    assert after.records[LANDS].state.hexes["1,0"].improvements == ()


@pytest.mark.parametrize("there", [Improvement.FORT, Improvement.WATCHTOWER])
def test_r069_they_are_free_and_lower_no_unrest_again(there: Improvement) -> None:
    begun = founding(there, unrest=7)
    kingdom = kingdom_of(played(begun, FOUND))
    assert (kingdom.treasury, kingdom.unrest) == (kingdom_of(begun).treasury, 7)
    assert kingdom.month.used == {Limit.SETTLEMENTS: 1}


def test_r069_numbers_come_of_the_buildings_and_no_more_of_the_fort() -> None:
    begun = founding(Improvement.FORT)
    before, after = figures(realm_in(begun)), figures(realm_in(played(begun, FOUND)))
    # The Fort's Stability +2 and Consumption +1 are gone, the Stable's Economy and Loyalty come; and the new
    # district eats 1 BP.
    assert after.stability == before.stability - 2
    assert (after.economy, after.loyalty) == (before.economy + 1, before.loyalty + 1)
    assert after.raw == before.raw - 1 + 1
    assert defense(towns_in(played(founding(Improvement.FORT), FOUND))[NEW]) == 2


def test_without_a_fort_a_settlement_begins_empty() -> None:
    told = play(founding(Improvement.ROAD), FOUND).events[0]
    assert isinstance(told, SettlementFounded)
    assert told.inherits is None
    assert towns_in(played(founding(Improvement.ROAD), FOUND))[NEW].buildings == ()


def test_r069_holds_where_a_game_master_puts_the_settlement() -> None:
    deed = PlaceSettlement("1,0", "Oak", TARN)
    events = play(by(founding(Improvement.FORT), MARISOL), deed).events
    inherits = INHERITS[Improvement.FORT].rendered()
    assert values(events, "settlement.placed")["inherits"] == f" {inherits}"
    after = played(by(founding(Improvement.FORT), MARISOL), deed)
    assert [each[0] for each in stands(towns_in(after)[NEW])] == [B.BARRACKS, B.STABLE]


# -- the first settlement (R092, R102) ----------------------------------------------------------------


def drawn_up(**water: Any) -> Any:
    """Tarn as it is drawn up: its terms, alignment and first hex are chosen."""
    draft = Kingdom(
        "Tarn", LANDS, Alignment.NEUTRAL, Terms(points=50), Stage.FOUNDING, first="0,0", leaders=everybody()
    )
    return scene(draft, hexed(land(own=()), "0,0", **water))


def test_r102_the_capitals_water_borders_are_chosen_at_its_founding() -> None:
    at = drawn_up(has_lake=True)
    after = played(at, FoundKingdom(TARN, "Hold", "north, east"))
    assert towns_in(after)[NEW].borders == (Border.NORTH, Border.EAST)
    told = next(each for each in play(at, FoundKingdom(TARN, "Hold", "n")).events)
    assert isinstance(told, KingdomFounded)
    assert told.borders == (Border.NORTH,)


def test_r102_borders_need_water_and_a_capital() -> None:
    require_refused(drawn_up(), FoundKingdom(TARN, "Hold", "north"), "towns.no_shore")
    require_refused(drawn_up(has_lake=True), FoundKingdom(TARN, "", "north"), "founding.borders_of_nothing")
    require_refused(drawn_up(has_lake=True), FoundKingdom(TARN, "Hold", "up"), "towns.no_border", "up")


def test_r069_a_capital_inherits_as_well() -> None:
    at = drawn_up(improvements=(Improvement.WATCHTOWER,))
    assert stands(towns_in(played(at, FoundKingdom(TARN, "Hold")))[NEW]) == [(B.WATCHTOWER, (0,))]
    nameless = played(at, FoundKingdom(TARN))
    assert nameless.records[LANDS].state.hexes["0,0"].improvements == (Improvement.WATCHTOWER,)


def test_r092_before_the_first_month_one_building_and_one_home_are_built() -> None:
    at = played(drawn_up(), FoundKingdom(TARN, "Hold"))
    home, inn = BuildBuilding(TARN, NEW, "house", "A1"), BuildBuilding(TARN, NEW, "inn", "B1")
    assert not is_legal(at, inn)
    at = played(played(at, home), inn)
    assert stands(towns_in(at)[NEW]) == [(B.HOUSE, (0,)), (B.INN, (1,))]
    require_refused(at, BuildBuilding(TARN, NEW, "shrine", "C1"), "kingdom.used_up")
    require_refused(at, BuildBuilding(TARN, NEW, "house", "C1"), "kingdom.used_up")


def test_r092_the_first_building_should_be_one_of_four_but_others_are_legal() -> None:
    at = played(drawn_up(), FoundKingdom(TARN, "Hold"))
    assert is_legal(at, BuildBuilding(TARN, NEW, "granary", "A1"))


# -- further districts --------------------------------------------------------------------------------


def with_districts(*texts: str, actor: int = DEACON, **changes: Any) -> Any:
    """Tarn with that capital, at a lake."""
    return scene(
        builder(), hexed(land(), "0,0", realm=TARN, has_lake=True), town(*texts, **changes), actor=actor
    )


def test_r102_a_further_district_has_water_borders_of_its_own() -> None:
    at = with_districts(lots=36)
    after = played(at, AddDistrict(TARN, HOLD, "south"))
    found = towns_in(after)[HOLD]
    assert (found.districts, found.water_borders(1), found.water_borders(2)) == (2, (), (Border.SOUTH,))
    assert "district.added" in codes(play(at, AddDistrict(TARN, HOLD, "s")).events)
    assert is_legal(after, BuildBuilding(TARN, HOLD, "mill", "2:A6"))
    assert not is_legal(after, BuildBuilding(TARN, HOLD, "mill", "2:A1"))


def test_r102_no_border_of_a_district_is_water_where_there_is_none() -> None:
    at = scene(builder(), land(), town(lots=36), actor=DEACON)
    require_refused(at, AddDistrict(TARN, HOLD, "south"), "towns.no_shore")


# Every other lot of two rows is a park: no two lots beside each other are free there.
CHECKERED = [f"park {column}{row}" for row in range(1, 7) for column in "ABCDEF" if (row + ord(column)) % 2]


def test_r071_a_district_may_be_bought_for_what_has_no_room() -> None:
    at = with_districts(*CHECKERED)
    require_refused(at, AddDistrict(TARN, HOLD), "district.has_room", 18, 36)
    assert is_legal(at, AddDistrict(TARN, HOLD, building="castle"))
    assert is_legal(at, AddDistrict(TARN, HOLD, building="Bureau"))
    refused = why_not(at, AddDistrict(TARN, HOLD, building="bank"))
    assert "has room for a Bank, at 1:" in refused
    require_refused(at, AddDistrict(TARN, HOLD, building="paved streets"), "district.needs_no_lots")
    require_refused(at, AddDistrict(TARN, HOLD, building="banque"), "building.unknown")


def test_r071_a_game_master_need_not_say_what_for() -> None:
    assert is_legal(with_districts(*CHECKERED, actor=MARISOL), AddDistrict(TARN, HOLD))


# -- R118 ---------------------------------------------------------------------------------------------


def test_r118_only_a_game_master_founds_a_second_settlement_in_a_hex() -> None:
    on = hexed(land(), "0,0", realm=TARN, prepared=1)
    at = scene(builder(), on, actor=DEACON)
    second = FoundSettlement(TARN, "0,0", "Oak")
    require_refused(at, second, "settlement.hex_taken", "0,0", "Hold")
    after = played(by(at, MARISOL), second)
    assert {each.spot for each in towns_in(after).values()} == {"0,0"}


# -- Free Cities --------------------------------------------------------------------------------------


def test_a_free_city_brings_its_buildings_and_keeps_them_when_it_is_lost() -> None:
    free = RecordId("free")
    buildings = built("house A1", "shop B1", "bank A2")
    port = Town("Port", "3,0", LANDS, buildings=buildings, counted=3, calmed=(B.CITY_WALL,))
    on = hexed(land(), "3,0", specials=(Special.FREE_CITY,))
    claiming = month(Phase.EDICT, MonthStep.LEADERSHIP, size=3)
    at = scene(builder(month=claiming), on, hold(), Record(free, TOWN.name, port), actor=DEACON)
    before = figures(realm_in(at)).economy
    at = played(at, ClaimHex(TARN, "3,0"), 20)
    assert towns_in(at)[free].buildings == buildings
    # A Shop's 1 and a Bank's 4, with what its hex adds.
    assert figures(realm_in(at)).economy >= before + 5
    at = played(at, AbandonHex(TARN, "3,0"))
    lost = at.records[free].state
    assert (lost.kingdom, lost.buildings, lost.calmed) == (None, buildings, (B.CITY_WALL,))


def test_what_is_placed_is_where_the_rules_lay_it_first() -> None:
    found = towns_in(played(founding(Improvement.FORT), FOUND))[NEW]
    assert [each.place for each in found.buildings] == [Place(1, (0,)), Place(1, (1,))]
