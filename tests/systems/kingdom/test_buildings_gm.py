"""What game masters do to buildings: R080, R099, R101, R102, R105, R108, R113, R146."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from bot.engine.event import sentence
from bot.engine.people import EVERYONE, GAME_MASTERS
from bot.engine.system import Record, RecordId, World
from bot.systems.kingdom.book import Border, BuildingType, Gift, ItemKind, Special
from bot.systems.kingdom.sources import figures
from bot.systems.kingdom.towns.corrections import (
    MOST_GRANTS,
    BuildingDestroyed,
    BuildingGranted,
    BuildingPlaced,
    DamageBuilding,
    DestroyBuilding,
    GrantBuilding,
    PlaceBuilding,
    RemoveBuilding,
    SetBorders,
    SetBuilding,
    ShoreSet,
    lots_lost,
)
from bot.systems.kingdom.towns.settlements import SetSettlement
from bot.systems.kingdom.towns.state import TOWN, ItemsGone, Town, Ware, defense, lots_in_use
from tests.refusals import refuses
from tests.systems.kingdom.building_scenes import (
    RICH,
    builder,
    built,
    is_legal,
    on,
    one,
    price,
    town_in,
    used,
)
from tests.systems.kingdom.scenes import (
    HOLD,
    LANDS,
    TARN,
    decided,
    hexed,
    hold,
    kingdom_of,
    land,
    play,
    played,
    realm_in,
    require_refused,
    scene,
    why_not,
)
from tests.systems.kingdom.town_scenes import PLAIN, town
from tests.systems.kingdom.town_scenes import built as standing

B = BuildingType
FREE = RecordId("free")
WHY = "The dragon"


def put(what: str, **more: Any) -> PlaceBuilding:
    """ "inn A2" in Tarn's capital."""
    name, _, place = what.rpartition(" ")
    return PlaceBuilding(HOLD, name, place, WHY, TARN, **more)


def destroy(building: str) -> DestroyBuilding:
    """Of Tarn's capital."""
    return DestroyBuilding(HOLD, building, WHY, TARN)


def grant(gift: Gift, building: str = "") -> GrantBuilding:
    """To Tarn's capital."""
    return GrantBuilding(HOLD, gift, WHY, building, TARN)


def with_city(city: Town) -> World:
    """Tarn, and a Free City in another hex."""
    return scene(builder(), land(), hold(), Record(FREE, TOWN.name, city))


def city(*texts: str, **changes: Any) -> Town:
    """A Free City with those buildings."""
    buildings = standing(*texts)
    return Town("Port", "4,0", LANDS, buildings=buildings, counted=len(buildings), **changes)


# -- placed -------------------------------------------------------------------------------------------


def test_what_a_game_master_places_is_free_and_outside_the_limit() -> None:
    after = played(on(town()), put("castle A1+B1+A2+B2"))
    kingdom = kingdom_of(after)
    # Its Unrest counts as if it had been built: −4, once.
    assert (kingdom.treasury, used(after), kingdom.unrest) == (RICH, 0, 6)
    assert one(after, B.CASTLE).is_exempt is False


def test_the_rules_hold_unless_they_are_switched_off() -> None:
    at = on(town())
    require_refused(at, put("inn A1"), "building.not_legal")
    assert one(played(at, put("inn A1", is_legal=False)), B.INN).is_exempt


def test_a_windmill_needs_no_water() -> None:
    require_refused(on(town()), put("mill A1"), "building.not_legal", "water")
    assert one(played(on(town()), put("mill A1", is_legal=False)), B.MILL).place.lots == (0,)


def test_what_is_exempt_takes_nobodys_neighbour() -> None:
    at = played(on(town("house A1")), put("inn B1", is_legal=False))
    assert is_legal(at, put("shop A2"))


@pytest.mark.parametrize(
    ("what", "why"),
    [
        ("bank A1", "A1 has a House"),
        ("bank 2:A1", "district"),
        ("bank A1+B1", "Bank"),
        ("bank north", "Bank"),
        ("castle A1", "Castle"),
        ("watergate north", "City Wall"),
        ("banque B1", "no building"),
        ("bank Z9", "isn't a place"),
        ("brothel B1", "Brothel"),
    ],
)
def test_without_room_nothing_is_placed_whatever_the_rules(what: str, why: str) -> None:
    at = on(town("house A1"), campaign=decided(brothel="ignore"))
    refused = why_not(at, put(what, is_legal=False))
    assert why in refused


def test_r083_a_brothel_is_a_dance_hall() -> None:
    after = played(on(town("house A1")), put("brothel B1"))
    assert one(after, B.DANCE_HALL).relies_on == (1,)


def test_r101_a_natural_waterway_changes_no_unrest_and_houses_nobody() -> None:
    at = on(town())
    after = played(at, put("waterway A1", is_natural=True))
    assert one(after, B.WATERWAY).is_natural
    assert lots_in_use(town_in(after), PLAIN) == 0
    assert lots_in_use(town_in(played(at, put("waterway A1"))), PLAIN) == 1


def test_r099_a_cliff_for_a_wall_lowers_no_unrest_and_leaves_that_to_the_first_that_is_built() -> None:
    after = played(on(town()), put("city_wall north", is_natural=True))
    assert (kingdom_of(after).unrest, town_in(after).calmed) == (10, ())
    assert kingdom_of(built(after, "city_wall south")).unrest == 8
    by_hand = played(on(town()), put("city_wall north"))
    assert (kingdom_of(by_hand).unrest, town_in(by_hand).calmed) == (8, (B.CITY_WALL,))
    assert kingdom_of(built(by_hand, "city_wall south")).unrest == 8


def test_a_river_can_serve_as_a_moat_at_land_or_by_leave_at_water() -> None:
    after = played(on(town()), put("moat north", is_natural=True))
    assert one(after, B.MOAT).is_natural
    assert (kingdom_of(after).unrest, defense(town_in(after))) == (10, 1)
    shore = scene(builder(), hexed(land(), "0,0", has_lake=True), town(borders=(Border.NORTH,)))
    require_refused(shore, put("moat north", is_natural=True), "building.not_legal", "water")
    moated = played(shore, put("moat north", is_natural=True, is_legal=False))
    assert defense(town_in(moated)) == 1
    assert town_in(played(moated, SetBorders(HOLD, WHY, "north, east", 1, TARN))).borders == (
        Border.NORTH,
        Border.EAST,
    )


def test_only_rivers_and_cliffs_are_natural() -> None:
    require_refused(on(town()), put("bank A1", is_natural=True), "building.not_natural")


def test_what_is_placed_on_a_site_clears_it() -> None:
    at = played(on(town("granary A1")), destroy("granary"))
    assert town_in(at).remains
    assert town_in(played(at, put("bank A1"))).remains == ()


# -- destroyed ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("what", "lots"),
    [("granary A1", 1), ("market A1+B1", 2), ("castle A1+B1+A2+B2", 4), ("city_wall north", 0)],
)
def test_r105_destruction_brings_1_unrest_for_each_lot(what: str, lots: int) -> None:
    at = on(town(what))
    after = played(at, destroy("1"))
    # Unlike a demolition: no BP and none of the month's buildings.
    assert (kingdom_of(after).unrest, kingdom_of(after).treasury, used(after)) == (10 + lots, RICH, 0)
    assert town_in(after).buildings == ()


def test_r106_its_site_remains_and_the_same_again_costs_half() -> None:
    after = played(on(town("granary A1")), destroy("granary"))
    assert price(after, "granary A1") == 6


def test_r105_what_shares_a_lot_destroys_none() -> None:
    shared = town("house A1", "cistern A1", "cistern C1", "magical_streetlamps A1")
    house, cistern, alone, lamps = shared.buildings
    assert lots_lost(shared, (cistern,)) == 0
    assert lots_lost(shared, (lamps,)) == 0
    assert lots_lost(shared, (alone,)) == 1
    assert lots_lost(shared, (house, cistern, lamps)) == 1


def test_r097_who_is_left_without_a_neighbour_is_told() -> None:
    turn = play(on(town("house A1", "inn B1")), destroy("house"))
    (told,) = (each for each in turn.events if isinstance(each, BuildingDestroyed))
    assert [each.building for each in told.alone] == [B.INN]


def test_what_stands_on_it_goes_too_with_its_items() -> None:
    wares = (Ware(0, ItemKind.POTION, "Elixir"),)
    buildings = (*standing("city_wall north", "watergate north"), *standing("herbalist A1", first=3))
    at = on(town(buildings=(*buildings[:2], replace(buildings[2], wares=wares)), counted=3))
    assert town_in(played(at, destroy("city_wall"))).of(B.WATERGATE) == ()
    events = play(at, destroy("herbalist")).events
    assert any(isinstance(each, ItemsGone) and each.items == ("Elixir",) for each in events)


def test_r105_a_free_city_has_no_kingdom_to_be_unrestful() -> None:
    turn = play(with_city(city("granary A1")), DestroyBuilding(FREE, "granary", WHY))
    assert turn.events[0].unrest == 0
    assert [each.id for each in turn.changes] == [FREE]


@pytest.mark.parametrize("deed", [DestroyBuilding, DamageBuilding])
def test_what_nobody_built_is_only_taken_away(deed: Any) -> None:
    at = played(on(town()), put("waterway A1", is_natural=True))
    require_refused(at, deed(HOLD, "waterway", WHY, TARN), "building.natural")
    assert town_in(played(at, RemoveBuilding(HOLD, "waterway", WHY, TARN))).buildings == ()


# -- damaged, taken away ------------------------------------------------------------------------------


def test_r108_a_damaged_building_gives_nothing() -> None:
    at = on(town("bank A1"))
    after = played(at, DamageBuilding(HOLD, "bank", WHY, TARN))
    assert figures(realm_in(after)).economy == figures(realm_in(at)).economy - 4
    assert lots_in_use(town_in(after), PLAIN) == 1
    require_refused(after, DamageBuilding(HOLD, "bank", WHY, TARN), "building.damaged_already")


def test_what_is_taken_away_leaves_no_site_and_no_unrest() -> None:
    after = played(on(town("bank A1")), RemoveBuilding(HOLD, "bank", WHY, TARN))
    found = town_in(after)
    assert (found.buildings, found.remains, kingdom_of(after).unrest) == ((), (), 10)
    assert price(after, "bank A1") == 28


# -- finds and gifts ----------------------------------------------------------------------------------


def on_hex(*specials: Special, built_there: Town | None = None) -> World:
    """Tarn, with that special terrain at its capital."""
    return scene(builder(), hexed(land(), "0,0", specials=specials), built_there or town())


def specials(at: World) -> tuple[Special, ...]:
    """What is left at the capital."""
    found: tuple[Special, ...] = at.records[LANDS].state.hexes["0,0"].specials
    return found


def test_a_building_that_was_found_is_free_and_outside_the_limit() -> None:
    at = played(on_hex(Special.BUILDING, Special.LAIR), grant(Gift.FOUND, "bank"))
    assert specials(at) == (Special.LAIR,)
    assert price(at, "bank A1") == 0
    assert used(built(at, "bank A1")) == 0
    assert price(built(at, "bank A1"), "bank B1") == 28


def test_r080_a_ruin_halves_the_price_of_its_building_once() -> None:
    at = played(on_hex(Special.RUIN), grant(Gift.RUIN, "castle"))
    assert price(at, "castle A1+B1+A2+B2") == 27
    assert price(at, "bank A1") == 28
    assert used(built(at, "castle A1+B1+A2+B2")) == 1


@pytest.mark.parametrize("rolled", [1, 2, 3, 4])
def test_r080_salvage_is_1d4_bp_off_one_building(rolled: int) -> None:
    at = played(on_hex(Special.RUIN), grant(Gift.SALVAGE), rolled)
    assert price(at, "bank A1") == 28 - rolled
    assert price(built(at, "bank A1"), "bank B1") == 28


def test_r080_a_ruin_is_used_one_way_or_the_other_never_both() -> None:
    at = on_hex(Special.RUIN)
    for first, second, dice in ((Gift.RUIN, Gift.SALVAGE, ()), (Gift.SALVAGE, Gift.RUIN, (2,))):
        after = played(at, grant(first, "castle"), *dice)
        assert specials(after) == ()
        require_refused(after, grant(second, "castle"), "grant.nothing_found", "Ruin")


def test_r146_a_gift_needs_nothing_in_the_hex() -> None:
    at = played(on_hex(), grant(Gift.GIFT, "academy"))
    assert price(at, "academy A1+B1") == 0
    assert used(built(at, "academy A1+B1")) == 0
    assert price(played(on_hex(), grant(Gift.GIFT)), "bank A1") == 0


def test_a_find_says_what_it_is() -> None:
    at = on_hex(Special.BUILDING, Special.RUIN)
    for gift in (Gift.FOUND, Gift.RUIN):
        require_refused(at, grant(gift), "grant.needs_type")
    require_refused(on_hex(), grant(Gift.FOUND, "bank"), "grant.nothing_found", "Building")


def test_only_a_kingdom_uses_finds() -> None:
    at = with_city(city())
    require_refused(at, GrantBuilding(FREE, Gift.GIFT, WHY, "bank"), "grant.free_city")


def test_finds_do_not_heap_up_without_end() -> None:
    at = on_hex()
    for _ in range(MOST_GRANTS):
        at = played(at, grant(Gift.GIFT))
    require_refused(at, grant(Gift.GIFT), "grant.too_many")


def test_what_was_granted_is_told_with_its_hex() -> None:
    told = play(on_hex(Special.RUIN), grant(Gift.SALVAGE, "bank"), 3).events[0]
    assert told == BuildingGranted("Hold", Gift.SALVAGE, B.BANK, WHY, 3, "0,0")


# -- menageries, museums, borders ---------------------------------------------------------------------


def test_r113_a_menagerie_has_a_cr_and_a_museum_a_display() -> None:
    at = on(town("menagerie A1+B1+A2+B2", "museum C1+D1"))
    loyal = figures(realm_in(at)).loyalty
    at = played(at, SetBuilding(HOLD, "menagerie", WHY, TARN, cr=9))
    assert figures(realm_in(at)).loyalty == loyal + 2
    at = played(at, SetBuilding(HOLD, "museum", WHY, TARN, display=20_000, is_significant=True))
    museum = one(at, B.MUSEUM)
    assert (museum.display, museum.is_significant) == (20_000, True)
    at = played(at, SetBuilding(HOLD, "museum", WHY, TARN, is_significant=False))
    assert (one(at, B.MUSEUM).display, one(at, B.MUSEUM).is_significant) == (20_000, False)


@pytest.mark.parametrize(
    ("building", "more", "refusal"),
    [
        ("menagerie", {}, refuses("building.nothing_said")),
        ("menagerie", {"cr": 41}, refuses("building.out_of_range", 40)),
        ("menagerie", {"cr": -1}, refuses("building.out_of_range", 40)),
        ("menagerie", {"display": 5}, refuses("building.no_such_detail", "a Menagerie")),
        ("museum", {"display": -1}, refuses("building.out_of_range", "10,000,000")),
        ("museum", {"cr": 3, "display": 5}, refuses("building.no_such_detail", "a Museum")),
        ("inn", {"cr": 3}, refuses("building.no_such_detail", "an Inn")),
    ],
)
def test_what_can_be_said_of_a_building(building: str, more: dict[str, Any], refusal: Any) -> None:
    at = on(town("menagerie A1+B1+A2+B2", "museum C1+D1", "inn F1"))
    with refusal:
        play(at, SetBuilding(HOLD, building, WHY, TARN, **more))


def test_r102_a_game_master_corrects_the_borders_of_each_district() -> None:
    at = scene(builder(), hexed(land(), "0,0", has_lake=True), town(districts=3))
    at = played(at, SetBorders(HOLD, WHY, "north, east", 3, TARN))
    assert town_in(at).water_borders(3) == (Border.NORTH, Border.EAST)
    assert town_in(at).water_borders(2) == ()
    at = played(at, SetBorders(HOLD, WHY, "west", 1, TARN))
    assert town_in(at).borders == (Border.WEST,)
    assert is_legal(at, put("mill A3"))
    assert not is_legal(at, put("mill F3"))
    assert town_in(played(at, SetBorders(HOLD, WHY, "", 3, TARN))).water_borders(3) == ()


def test_r102_no_border_is_water_without_water_or_where_a_wall_stands() -> None:
    require_refused(on(town()), SetBorders(HOLD, WHY, "north", 1, TARN), "towns.no_shore")
    at = scene(builder(), hexed(land(), "0,0", has_lake=True), town("city_wall north"))
    require_refused(at, SetBorders(HOLD, WHY, "north", 1, TARN), "towns.wall_at_water")
    assert "no district 2" in why_not(at, SetBorders(HOLD, WHY, "north", 2, TARN))
    require_refused(at, SetSettlement(HOLD, TARN, borders="north"), "towns.wall_at_water")


# -- all of them --------------------------------------------------------------------------------------


EVERY: tuple[Any, ...] = (
    PlaceBuilding(FREE, "house", "B1", WHY),
    DestroyBuilding(FREE, "bank", WHY),
    DamageBuilding(FREE, "bank", WHY),
    RemoveBuilding(FREE, "bank", WHY),
    SetBuilding(FREE, "museum", WHY, display=5),
    SetBorders(FREE, WHY, "", 1),
)


@pytest.mark.parametrize("action", EVERY, ids=lambda each: type(each).__name__)
def test_what_is_done_to_a_hidden_city_game_masters_alone_are_told(action: Any) -> None:
    found = city("bank A1", "museum C1+D1", borders=(Border.NORTH,))
    told = play(with_city(replace(found, is_hidden=True)), action).events
    assert {each.audience for each in told} == {GAME_MASTERS}
    told = play(with_city(found), action).events
    assert {each.audience for each in told} == {EVERYONE}


@pytest.mark.parametrize(
    "action", [*EVERY, GrantBuilding(FREE, Gift.GIFT, WHY)], ids=lambda each: type(each).__name__
)
def test_each_wants_a_reason_and_the_owner_that_was_seen(action: Any) -> None:
    at = with_city(city("bank A1", "museum C1+D1"))
    assert "Give a reason" in why_not(at, replace(action, reason=" \n"))
    require_refused(at, replace(action, kingdom=TARN), "settlement.changed_hands")


def test_a_building_is_placed_in_a_free_city_too() -> None:
    turn = play(with_city(city()), PlaceBuilding(FREE, "castle", "A1+B1+A2+B2", WHY))
    assert turn.events == (BuildingPlaced("Port", B.CASTLE, "1:A1+B1+A2+B2", WHY),)


def test_borders_are_told_in_a_sentence() -> None:
    told = [sentence(ShoreSet("Hold", 1, borders, WHY)) for borders in ((Border.NORTH, Border.EAST), ())]
    assert told == [
        "Hold, district 1, has water to the north and east.",
        "Hold, district 1, has no water borders.",
    ]
