"""Settlements: founded, renamed, given districts, made the capital, and told by game masters."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from bot.engine.people import GAME_MASTERS, Standing, Viewer
from bot.engine.system import Open, RecordId, World
from bot.errors import NotAllowed
from bot.systems.kingdom.book import (
    SETTLEMENT_SIZES,
    TERRAINS,
    XP_CAPITAL,
    Border,
    Improvement,
    Limit,
    MonthStep,
    Phase,
    Role,
    Special,
    Stat,
    Terrain,
)
from bot.systems.kingdom.land.losses import LossFollowed
from bot.systems.kingdom.land.state import Hex
from bot.systems.kingdom.settling import AnarchyBegan
from bot.systems.kingdom.sources import figures
from bot.systems.kingdom.state import CutOff
from bot.systems.kingdom.towns.settlements import (
    AddDistrict,
    CapitalNamed,
    FoundSettlement,
    NameCapital,
    PlaceSettlement,
    RenameSettlement,
    SetSettlement,
    SettlementFounded,
)
from bot.systems.kingdom.towns.state import TOWN, Town, most_value, population
from tests.refusals import refuses
from tests.rows import by_rule
from tests.said import codes, values
from tests.systems.kingdom.scenes import (
    DEACON,
    HOLD,
    LANDS,
    MARISOL,
    TARN,
    WREN,
    decided,
    everybody,
    hexed,
    hold,
    kingdom_of,
    land,
    leader,
    month,
    play,
    played,
    realm_in,
    require_refused,
    scene,
    tarn,
)
from tests.systems.kingdom.territories import PORT, city, long_scene, long_tarn, towns_in
from tests.systems.kingdom.town_scenes import PLAIN

NEW = RecordId("new-50-1")
AT = (MonthStep.LEADERSHIP, MonthStep.HEXES, MonthStep.TERRAIN)
LAST = (*AT, MonthStep.SETTLEMENTS, MonthStep.ARMIES)


def site(**changes: Any) -> Any:
    """Tarn's land with a prepared site in 1,0."""
    return hexed(land(), "1,0", **{"realm": TARN, "prepared": 1, **changes})


def ready(**changes: Any) -> Any:
    """Tarn with every role held, at the step of settlements."""
    return tarn(**{"leaders": everybody(), "month": month(Phase.EDICT, *AT, size=3), **changes})


def founding(on: Any = None, *others: Any, actor: int = DEACON, **changes: Any) -> Any:
    return scene(ready(**changes), on or site(), *others, actor=actor)


# -- founded ------------------------------------------------------------------------------------------


def test_a_settlement_is_founded_with_one_district_and_costs_nothing_more() -> None:
    begun = founding()
    after = played(begun, FoundSettlement(TARN, "1,0", "  Oak\nBridge "))
    assert towns_in(after)[NEW] == Town("Oak Bridge", "1,0", LANDS, TARN, founded=1)
    assert kingdom_of(after).settlements == (HOLD, NEW)
    assert (kingdom_of(after).treasury, kingdom_of(after).capital) == (20, HOLD)
    before, now = figures(realm_in(begun)), figures(realm_in(after))
    assert (now.control_dc, now.raw) == (before.control_dc + 1, before.raw + 1)


def test_the_first_settlement_is_the_capital_and_gives_1200_xp_once() -> None:
    begun = founding(settlements=(), capital=None)
    told = play(begun, FoundSettlement(TARN, "1,0", "Oak")).events[0]
    assert isinstance(told, SettlementFounded)
    assert (told.is_capital, told.xp) == (True, XP_CAPITAL)
    again = founding(settlements=(), capital=None, milestones=("capital",))
    second = play(again, FoundSettlement(TARN, "1,0", "Oak")).events[0]
    assert (second.is_capital, second.xp) == (True, 0)


def test_r079_a_new_settlement_is_no_capital_while_there_are_others_to_choose_from() -> None:
    after = played(founding(capital=None), FoundSettlement(TARN, "1,0", "Oak"))
    assert kingdom_of(after).capital is None


def test_table_4_4_allows_one_new_settlement_a_month() -> None:
    on = hexed(site(), "2,0", realm=TARN, prepared=0)
    once = played(founding(on), FoundSettlement(TARN, "1,0", "Oak"))
    require_refused(once, FoundSettlement(TARN, "2,0", "Elm"), "kingdom.used_up", "1 new settlement")


@pytest.mark.parametrize(
    ("changes", "refusal"),
    [
        ({"realm": None}, refuses("settlement.not_claimed", "1,0")),
        ({"realm": RecordId("brevoy")}, refuses("settlement.not_claimed", "1,0")),
        ({"prepared": None}, refuses("settlement.not_prepared", 1, "at once")),
        ({"prepared": None, "terrain": Terrain.FOREST}, refuses("settlement.not_prepared", 4, "2 months")),
        ({"prepared": 2}, refuses("settlement.not_ready", 2, 1)),
        ({"terrain": Terrain.WATER}, refuses("settlement.on_water")),
    ],
)
def test_r070_only_a_claimed_hex_whose_site_is_ready(changes: dict[str, Any], refusal: Any) -> None:
    with refusal:
        play(founding(site(**changes)), FoundSettlement(TARN, "1,0", "Oak"))


@pytest.mark.parametrize(
    ("hex_", "name", "refusal"),
    [
        ("Nowhere", "Oak", refuses("hex.unknown")),
        ("1,0", " \n ", refuses("towns.name_length", 60)),
        ("1,0", "x" * 61, refuses("towns.name_length", 60)),
        ("1,0", "hold", refuses("towns.name_taken")),
    ],
)
def test_a_settlement_needs_a_hex_and_a_name_of_its_own(hex_: str, name: str, refusal: Any) -> None:
    with refusal:
        play(founding(), FoundSettlement(TARN, hex_, name))


def test_r118_one_settlement_a_hex_unless_a_game_master_founds_another() -> None:
    on = hexed(land(), "0,0", realm=TARN, prepared=0)
    require_refused(founding(on), FoundSettlement(TARN, "0,0", "Oak"), "settlement.hex_taken", "0,0", "Hold")
    assert play(founding(on, actor=MARISOL), FoundSettlement(TARN, "0,0", "Oak")).on_behalf_of == DEACON


def test_a_free_city_in_the_hex_counts_but_a_hidden_one_is_not_told_of() -> None:
    free = founding(None, hold(), city("free", "Vale", "1,0"))
    require_refused(free, FoundSettlement(TARN, "1,0", "Oak"), "settlement.hex_taken", "Vale")
    hidden = founding(None, hold(), city("free", "Vale", "1,0", is_hidden=True))
    assert NEW in towns_in(played(hidden, FoundSettlement(TARN, "1,0", "Vale")))


def test_r040_a_stand_in_may_found() -> None:
    stands = month(Phase.EDICT, *AT, size=3, stand_in=Role.HEIR)
    begun = founding(leaders=everybody(DEACON, 10, Role.RULER), month=stands)
    assert NEW in towns_in(played(begun, FoundSettlement(TARN, "1,0", "Oak")))


def test_founding_is_the_rulers_or_councilors() -> None:
    leaders = (leader(Role.RULER, DEACON), leader(Role.WARDEN, WREN))
    with pytest.raises(NotAllowed):
        play(founding(leaders=leaders, actor=WREN), FoundSettlement(TARN, "1,0", "Oak"))
    asked = (leader(Role.RULER, DEACON), leader(Role.COUNCILOR, WREN))
    assert play(founding(leaders=asked, actor=WREN), FoundSettlement(TARN, "1,0", "Oak")).events


# -- borders ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "borders"),
    [
        ("", ()),
        ("north", (Border.NORTH,)),
        ("W, n and S", (Border.NORTH, Border.SOUTH, Border.WEST)),
        ("east + EAST", (Border.EAST,)),
    ],
)
def test_borders_are_written_as_people_write_them(text: str, borders: tuple[Border, ...]) -> None:
    after = played(founding(site(has_lake=True)), FoundSettlement(TARN, "1,0", "Oak", text))
    assert towns_in(after)[NEW].borders == borders


@pytest.mark.parametrize(
    "water", [{"has_lake": True}, {"is_coast": True}, {"improvements": (Improvement.CANAL,)}]
)
def test_borders_are_water_where_the_hex_has_some(water: dict[str, Any]) -> None:
    assert play(founding(site(**water)), FoundSettlement(TARN, "1,0", "Oak", "north")).events
    require_refused(founding(), FoundSettlement(TARN, "1,0", "Oak", "north"), "towns.no_shore")


# -- renamed ------------------------------------------------------------------------------------------


def test_a_settlement_is_renamed_in_any_phase() -> None:
    for phase in Phase:
        begun = scene(ready(month=month(phase)), actor=DEACON)
        assert towns_in(played(begun, RenameSettlement(TARN, "hold", "Keep")))[HOLD].name == "Keep"


def test_a_settlement_keeps_its_own_name_but_takes_no_others() -> None:
    begun = long_scene(actor=DEACON)
    assert towns_in(played(begun, RenameSettlement(TARN, "Port", "PORT")))[PORT].name == "PORT"
    require_refused(begun, RenameSettlement(TARN, "Port", "Mill"), "towns.name_taken")
    with refuses("towns.no_such_settlement", "Hold, Port and Mill"):
        play(begun, RenameSettlement(TARN, "Oak", "Elm"))


# -- districts ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("terrain", [each for each in Terrain if each is not Terrain.WATER])
def test_r071_a_district_costs_the_preparation_again(terrain: Terrain) -> None:
    begun = scene(ready(), hexed(land(), "0,0", realm=TARN, terrain=terrain), hold(lots=36), actor=DEACON)
    price = TERRAINS[terrain].prepare or 0
    after = played(begun, AddDistrict(TARN, "Hold"))
    assert kingdom_of(after).treasury == 20 - price
    assert towns_in(after)[HOLD].districts == 2
    assert figures(realm_in(after)).control_dc == figures(realm_in(begun)).control_dc + 1
    assert figures(realm_in(after)).raw == figures(realm_in(begun)).raw + 1


def test_r071_a_district_uses_no_limit() -> None:
    after = played(scene(ready(), land(), hold(lots=36), actor=DEACON), AddDistrict(TARN, "Hold"))
    assert kingdom_of(after).month.used == {}


def test_r071_the_grid_must_be_full_unless_a_game_master_says_there_is_no_room() -> None:
    begun = scene(ready(), land(), hold(lots=35), actor=DEACON)
    require_refused(begun, AddDistrict(TARN, "Hold"), "district.has_room", 35, 36)
    as_gm = scene(ready(), land(), hold(lots=35), actor=MARISOL)
    told = values(play(as_gm, AddDistrict(TARN, "Hold")).events, "district.added")
    assert told == {"settlement": "Hold", "districts": 2, "price": 1, "water": ""}


def test_r007_a_district_needs_bp_in_hand_unless_the_campaign_allows_debt() -> None:
    begun = scene(ready(treasury=0), land(), hold(lots=36), actor=DEACON)
    require_refused(begun, AddDistrict(TARN, "Hold"), "treasury.too_dear", 1, 0)
    deep = scene(
        ready(treasury=0), land(), hold(lots=36), actor=DEACON, campaign=decided(voluntary_debt="yes")
    )
    assert kingdom_of(played(deep, AddDistrict(TARN, "Hold"))).treasury == -1


# -- the capital --------------------------------------------------------------------------------------


def moving(**changes: Any) -> Any:
    last = month(Phase.EDICT, *LAST, size=5)
    return long_scene(long_tarn(**{"month": last, **changes}), actor=DEACON)


@pytest.mark.parametrize(("die", "rest", "unrest"), [(20, (), 1), (1, (6,), 6), (1, (1,), 1)])
def test_r027_moving_the_capital_costs_1_unrest_or_1d6(die: int, rest: tuple[int, ...], unrest: int) -> None:
    after = played(moving(unrest=2), NameCapital(TARN, "Port"), die, *rest)
    assert (kingdom_of(after).capital, kingdom_of(after).unrest) == (PORT, 2 + unrest)
    # No BP.
    assert kingdom_of(after).treasury == 20


def test_r027_it_moves_even_where_the_check_fails() -> None:
    told = play(moving(), NameCapital(TARN, "Port"), 1, 4).events[0]
    assert isinstance(told, CapitalNamed)
    assert (told.settlement, told.before, told.unrest) == ("Port", "Hold", 4)
    assert told.check is not None
    assert not told.check.is_success


def test_r027_the_check_is_stability_against_the_control_dc() -> None:
    numbers = figures(realm_in(moving(unrest=3)))
    made = play(moving(unrest=3), NameCapital(TARN, "Port"), 20).events[0].check
    assert (made.total, made.dc) == (20 + numbers.stability - 3, numbers.control_dc)


def test_moving_the_capital_can_end_in_anarchy() -> None:
    assert AnarchyBegan("Tarn", 20) in play(moving(unrest=14), NameCapital(TARN, "Port"), 1, 6).events


@pytest.mark.parametrize("phase", list(Phase))
def test_r079_while_there_is_no_capital_naming_one_is_free_in_any_phase(phase: Phase) -> None:
    begun = moving(capital=None, month=month(phase), unrest=2)
    told = play(begun, NameCapital(TARN, "Port")).events[0]
    assert told == CapitalNamed("Tarn", "Port")
    after = played(begun, NameCapital(TARN, "Port"))
    assert (kingdom_of(after).capital, kingdom_of(after).unrest) == (PORT, 2)


def test_r079_a_capital_named_in_a_cut_off_territory_makes_that_primary() -> None:
    row = ("0,0", "1,0", "3,0", "4,0")
    state = long_tarn(capital=None, parts=(CutOff(1, ("3,0", "4,0"), 1, place="3,0"),), counted=1)
    begun = long_scene(state, land(own=row), actor=DEACON)
    turn = play(begun, NameCapital(TARN, "Port"))
    assert turn.events[1] == LossFollowed("Tarn", cut_off=(2,))
    after = played(begun, NameCapital(TARN, "Port"))
    assert realm_in(after).primary == {"3,0", "4,0"}
    assert kingdom_of(after).parts == (CutOff(2, ("0,0", "1,0"), 1, place="0,0"),)


def test_the_capital_is_the_rulers_to_name() -> None:
    leaders = (leader(Role.RULER, DEACON), leader(Role.WARDEN, WREN))
    begun = long_scene(long_tarn(leaders=leaders, capital=None), actor=WREN)
    with pytest.raises(NotAllowed):
        play(begun, NameCapital(TARN, "Port"))


# -- told by game masters -----------------------------------------------------------------------------


def test_what_a_settlement_gives_counts_as_told() -> None:
    begun = scene(ready())
    action = SetSettlement(HOLD, TARN, 2, 41, 8000, 3, 2, 1, 4)
    after = played(begun, action)
    town = towns_in(after)[HOLD]
    assert (town.districts, town.lots, town.base_value, population(town, PLAIN)) == (2, 41, 8000, 10250)
    assert town.gives == {Stat.ECONOMY: 3, Stat.LOYALTY: 2, Stat.STABILITY: 1, Stat.CONSUMPTION: 4}
    before, now = figures(realm_in(begun)), figures(realm_in(after))
    assert (now.economy, now.loyalty, now.stability) == (
        before.economy + 3,
        before.loyalty + 2,
        before.stability + 1,
    )
    # What it gives, and the second district.
    assert now.raw == before.raw + 4 + 1


def test_what_is_not_told_stays_and_a_nought_takes_away() -> None:
    begun = played(scene(ready()), SetSettlement(HOLD, TARN, lots=4, economy=3, loyalty=1))
    after = towns_in(played(begun, SetSettlement(HOLD, TARN, economy=0)))[HOLD]
    assert (after.lots, after.gives) == (4, {Stat.LOYALTY: 1})


@pytest.mark.parametrize(
    ("people", "size", "most"), [(up_to, size, most) for up_to, size, most in SETTLEMENT_SIZES if up_to]
)
def test_table_4_5_limits_the_base_value(people: int, size: str, most: int) -> None:
    town = hold(districts=50, lots=people // 250)
    highest, living = most_value(town, PLAIN), population(town, PLAIN)
    if living:
        assert highest == next(gp for up, _, gp in SETTLEMENT_SIZES if not up or living <= up)
    begun = scene(ready(), land(), town)
    assert play(begun, SetSettlement(HOLD, TARN, base_value=highest)).events
    require_refused(begun, SetSettlement(HOLD, TARN, base_value=highest + 1), "settlement.base_value")


@pytest.mark.parametrize(
    ("told", "refusal"),
    [
        ({"districts": 0}, refuses("settlement.districts", 50)),
        ({"districts": 51}, refuses("settlement.districts", 50)),
        ({"lots": 37}, refuses("settlement.lots", 0, 36)),
        ({"lots": -1}, refuses("settlement.lots", 0, 36)),
        ({"base_value": 51}, refuses("settlement.base_value", "thorp")),
        ({"base_value": -1}, refuses("settlement.base_value")),
        ({"economy": 1000}, refuses("settlement.gives_too_much", 999)),
        ({"consumption": -1000}, refuses("settlement.gives_too_much", 999)),
        ({"borders": "north"}, refuses("towns.no_shore")),
        ({"is_hidden": True}, refuses("settlement.cant_hide")),
    ],
)
def test_what_can_not_be_is_not_told(told: dict[str, Any], refusal: Any) -> None:
    with refusal:
        play(scene(ready()), SetSettlement(HOLD, TARN, **told))


def test_a_free_city_is_put_on_the_map_and_marked_there() -> None:
    begun = scene(ready())
    turn = play(begun, PlaceSettlement("3,0", "Vale"))
    assert codes(turn.events) == ["settlement.placed_free"]
    assert values(turn.events, "settlement.placed_free") == {
        "settlement": "Vale",
        "spot": "3,0",
        "hidden": "",
    }
    after = played(scene(ready()), PlaceSettlement("3,0", "Vale"))
    assert towns_in(after)[NEW] == Town("Vale", "3,0", LANDS)
    assert realm_in(after).land.hexes["3,0"].specials == (Special.FREE_CITY,)


def test_a_hidden_one_is_the_game_masters_secret_until_it_is_shown() -> None:
    begun = scene(ready())
    turn = play(begun, PlaceSettlement("3,0", "Vale", is_hidden=True))
    assert turn.events[0].audience is GAME_MASTERS
    after = played(scene(ready()), PlaceSettlement("3,0", "Vale", is_hidden=True))
    assert realm_in(after).land.hexes["3,0"].specials == ()
    town = towns_in(after)[NEW]
    assert TOWN.view(town, Viewer(DEACON, Standing.PLAYER)) is None
    assert TOWN.view(town, Viewer(MARISOL, Standing.GAME_MASTER)) is town
    shown = played(after, SetSettlement(NEW, None, is_hidden=False))
    assert TOWN.view(towns_in(shown)[NEW], Viewer(DEACON, Standing.PLAYER)) is not None
    assert realm_in(shown).land.hexes["3,0"].specials == (Special.FREE_CITY,)


def test_what_is_told_of_a_hidden_one_is_secret() -> None:
    hidden = scene(ready(), None, hold(), city("vale", "Vale", "3,0", is_hidden=True))
    turn = play(hidden, SetSettlement(RecordId("vale"), None, lots=3))
    assert turn.events[0].audience is GAME_MASTERS


def test_a_kingdom_is_given_a_settlement_in_a_hex_of_its_own() -> None:
    begun = scene(tarn(settlements=(), capital=None))
    after = played(begun, PlaceSettlement("1,0", "Vale", TARN))
    assert (kingdom_of(after).settlements, kingdom_of(after).capital) == ((NEW,), NEW)
    assert towns_in(after)[NEW].kingdom == TARN
    opened = [
        each for each in play(begun, PlaceSettlement("1,0", "Vale", TARN)).changes if type(each) is Open
    ]
    assert len(opened) == 1


@pytest.mark.parametrize(
    ("action", "refusal"),
    [
        (PlaceSettlement("1,0", "Vale"), refuses("settlement.a_kingdoms", "1,0")),
        (PlaceSettlement("3,0", "Vale", TARN), refuses("settlement.not_claimed", "3,0")),
        (PlaceSettlement("1,0", "Vale", TARN, is_hidden=True), refuses("settlement.cant_hide")),
        (PlaceSettlement("3,0", "Hold"), refuses("towns.name_taken")),
        (PlaceSettlement("9,9", "Vale"), refuses("hex.unknown")),
        (PlaceSettlement("4,1", "Vale"), refuses("settlement.on_water")),
    ],
)
def test_where_no_settlement_can_be_put(action: PlaceSettlement, refusal: Any) -> None:
    wet = land().having({"4,1": Hex(Terrain.WATER)})
    with refusal:
        play(scene(ready(), wet), action)


@by_rule(
    "begin, action, refusal",
    ("armies_use_the_same_limit",
     founding(month=month(Phase.EDICT, *AT, size=3, used={Limit.SETTLEMENTS: 1})),
     FoundSettlement(TARN, "1,0", "Oak"), refuses("kingdom.used_up", "1 new settlement")),
    ("r039_without_a_ruler_there_are_no_new_districts",
     founding(leaders=everybody(DEACON, 10, Role.RULER), settlements=(HOLD,)),
     FoundSettlement(TARN, "1,0", "Oak"), refuses("settlement.no_ruler")),
    ("r039_without_a_ruler_there_are_no_new_districts",
     scene(ready(leaders=everybody(DEACON, 10, Role.RULER)), land(), hold(lots=36)),
     AddDistrict(TARN, "Hold"), refuses("settlement.no_ruler")),
    ("founding_is_for_the_step_of_settlements",
     founding(month=month(Phase.EDICT)), FoundSettlement(TARN, "1,0", "Oak"), refuses("month.not_yet")),
    ("an_unknown_border_is_named",
     founding(site(has_lake=True)), FoundSettlement(TARN, "1,0", "Oak", "north up"),
     refuses("towns.no_border", "up")),
    ("a_second_district_must_be_full_before_the_third",
     scene(ready(), land(), hold(lots=36, districts=2), actor=DEACON), AddDistrict(TARN, "Hold"),
     refuses("district.has_room", 36, 72)),
    ("a_settlement_grows_to_50_districts_at_most",
     scene(ready(), land(), hold(districts=50, lots=1800), actor=DEACON), AddDistrict(TARN, "Hold"),
     refuses("district.most", 50)),
    ("r027_it_belongs_to_step_7_of_the_edict_phase",
     moving(month=month(Phase.EDICT, *AT)), NameCapital(TARN, "Port"), refuses("month.not_yet")),
    ("the_capital_is_another_settlement_of_the_kingdom",
     moving(), NameCapital(TARN, "Hold"), refuses("capital.already", "Hold")),
    ("the_capital_is_another_settlement_of_the_kingdom",
     moving(), NameCapital(TARN, "Oak"), refuses("towns.no_such_settlement", "Oak")),
    ("a_settlement_that_changed_hands_meanwhile_is_not_set",
     scene(ready()), SetSettlement(HOLD, None, lots=1), refuses("settlement.changed_hands")),
    ("without_a_map_there_is_nowhere_to_put_one",
     replace(scene(ready()), records={}), PlaceSettlement("1,0", "Vale"), refuses("settlement.no_land")),
)  # fmt: skip
def test_what_is_refused(begin: World, action: Any, refusal: Any) -> None:
    with refusal:
        play(begin, action)
