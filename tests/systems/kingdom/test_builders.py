"""Building and upgrading: R039, R089 to R092, R099, R105, the month's limit, and what is refused."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from bot.engine.people import Actor
from bot.engine.system import RecordId, Scope, World
from bot.errors import NotAllowed
from bot.storage.address import Address
from bot.systems.kingdom import book as kingdom_book
from bot.systems.kingdom.book import (
    Ability,
    Border,
    BuildingType,
    Grade,
    ItemKind,
    Limit,
    MonthStep,
    Phase,
    Role,
    Task,
)
from bot.systems.kingdom.leaders.rules import AssignLeader
from bot.systems.kingdom.month.course import OpenMonth, SkipTo
from bot.systems.kingdom.month.numbers import PlaceNumber
from bot.systems.kingdom.realm import left
from bot.systems.kingdom.settling import FiguresChanged
from bot.systems.kingdom.state import Kingdom, Month
from bot.systems.kingdom.steps import is_founding_time
from bot.systems.kingdom.towns.book import BUILDINGS, DEMOLITION, FIRST, HOUSING, MAGIC
from bot.systems.kingdom.towns.building import BuildBuilding, BuildingRaised, UpgradeBuilding, first_should_be
from bot.systems.kingdom.towns.items import COMES_FROM
from bot.systems.kingdom.towns.state import Building, Place, Ware
from bot.systems.kingdom.towns.wrecking import DemolishBuilding
from tests.harness.raw import Delivered
from tests.harness.world import Json, Person
from tests.rows import by_rule
from tests.stages import Stage, open_stage
from tests.systems.kingdom.builders_page import EFFECTS, PAGE, STANDS, TABLES, buildings, page
from tests.systems.kingdom.builders_playbook import town_at
from tests.systems.kingdom.building_scenes import (
    RICH,
    builder,
    built,
    is_legal,
    on,
    one,
    price,
    raised,
    settling,
    to_build,
    to_upgrade,
    town_in,
    used,
)
from tests.systems.kingdom.numbers_page import MARKED, NONE
from tests.systems.kingdom.scenes import (
    DEACON,
    HOLD,
    MARISOL,
    TARN,
    WREN,
    by,
    decided,
    everybody,
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
    why_not,
)
from tests.systems.kingdom.stock import POINTS, act
from tests.systems.kingdom.town_scenes import town

B = BuildingType


def founding(**changes: Any) -> Kingdom:
    """Tarn as it was just founded: its first month waits."""
    return tarn(**{"leaders": everybody(), "month": Month(), "treasury": RICH, **changes})


# -- what is told and kept ----------------------------------------------------------------------------


def test_a_building_is_paid_kept_and_told() -> None:
    at = on(town("house A1"), unrest=3)
    turn = play(at, to_build("shrine B1"))
    (told,) = (each for each in turn.events if isinstance(each, BuildingRaised))
    assert told == BuildingRaised(
        "Tarn", "Hold", B.SHRINE, "1:B1", 8, 8, unrest=-1, left=None, number=2, is_free=False
    )
    after = built(at, "shrine B1")
    assert one(after, B.SHRINE) == Building(2, B.SHRINE, Place(1, (1,)), built=1)
    assert (kingdom_of(after).treasury, kingdom_of(after).unrest) == (RICH - 8, 2)
    assert town_in(after).counted == 2


def test_what_it_changes_in_the_kingdoms_numbers_is_told() -> None:
    turn = play(on(town()), to_build("bank A1"))
    (told,) = (each for each in turn.events if isinstance(each, FiguresChanged))
    assert {each.number: each.after - each.before for each in told.shifts} == {"economy": 4, "treasury": -28}


@pytest.mark.parametrize("actor", [MARISOL, DEACON, WREN])
def test_it_is_decided_by_the_roles_for_settlements_the_ruler_or_a_game_master(actor: int) -> None:
    leaders = (leader(Role.RULER, DEACON), *(each for each in everybody(WREN) if each.role is not Role.RULER))
    assert is_legal(by(on(town(), leaders=leaders), actor), to_build("house A1"))


def test_nobody_else_decides_it() -> None:
    leaders = (leader(Role.RULER, DEACON), leader(Role.WARDEN, DEACON), leader(Role.COUNCILOR, DEACON))
    at = on(town(), leaders=leaders, duties={Task.SETTLEMENTS: (Role.WARDEN,)})
    with pytest.raises(NotAllowed):
        play(by(at, WREN), to_build("house A1"))


def test_in_any_order_they_wait_for_nothing() -> None:
    at = on(town(), month=month(Phase.EDICT, in_any_order=True, size=3))
    assert is_legal(at, to_build("house A1"))


def test_r039_without_a_ruler_buildings_are_built_all_the_same() -> None:
    """Claims, Farms, Roads and districts are what a missing Ruler bars; buildings are not among them."""
    at = on(town("shrine D1"), leaders=everybody(DEACON, 10, Role.RULER))
    assert is_legal(at, to_build("house A1"))
    assert is_legal(at, to_upgrade("shrine", "temple D1+E1"))


# -- Unrest -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("campaign", "change"), [({}, -2), ({"upgrade_unrest": "difference"}, -1)])
def test_r089_of_an_upgrade_the_new_buildings_unrest_counts(campaign: dict[str, str], change: int) -> None:
    at = on(town("shrine A1"), campaign=decided(**campaign))
    told = raised(at, to_upgrade("shrine", "temple A1+B1"))
    assert told.unrest == change
    assert kingdom_of(played(at, to_upgrade("shrine", "temple A1+B1"))).unrest == 10 + change


@pytest.mark.parametrize(("campaign", "change"), [({}, -1), ({"upgrade_unrest": "difference"}, -3)])
def test_r089_a_tenement_that_becomes_a_house(campaign: dict[str, str], change: int) -> None:
    at = on(town("tenement A1"), campaign=decided(**campaign))
    told = raised(at, to_upgrade("tenement", "house A1"))
    assert (told.unrest, told.price, told.over) == (change, 2, B.TENEMENT)


def test_r105_what_a_building_did_to_unrest_is_never_taken_back() -> None:
    at = built(on(town()), "tenement A1")
    assert kingdom_of(at).unrest == 12
    assert kingdom_of(played(at, DemolishBuilding(TARN, HOLD, "tenement"))).unrest == 12


def test_unrest_never_falls_below_0() -> None:
    assert kingdom_of(built(on(town(), unrest=1), "castle A1+B1+A2+B2")).unrest == 0


def test_r099_walls_calm_a_settlement_once_and_moats_once() -> None:
    at = built(on(town()), "city_wall 1:north", "city_wall 1:south", "moat 1:north", "moat 1:east")
    assert kingdom_of(at).unrest == 10 - 2 - 1
    gone = played(at, DemolishBuilding(TARN, HOLD, "1"))
    assert kingdom_of(built(gone, "city_wall 1:north")).unrest == 10 - 2 - 1


# -- the month's limit --------------------------------------------------------------------------------


def test_a_third_building_at_size_5_is_refused() -> None:
    at = built(on(town(), size=5), "house A1", "shrine B1")
    assert used(at) == 1
    told = why_not(at, to_build("granary C1"))
    assert "a kingdom of this Size gets 1 building (Table 4-4)." in told


def test_r091_the_months_first_home_is_free_of_the_limit_whichever_it_is() -> None:
    for what in ("house A1", "mansion A1", "noble_villa A1+B1", "tenement A1"):
        told = raised(on(town(), size=5), to_build(what))
        assert told.is_free, what
        assert used(built(on(town(), size=5), what)) == 0


def test_r091_there_is_one_free_home_a_month_and_not_one_of_each() -> None:
    at = built(on(town(), size=5), "house A1")
    told = raised(at, to_build("mansion B1"))
    assert (told.is_free, told.left) == (False, 0)
    require_refused(built(at, "mansion B1"), to_build("tenement C1"), "kingdom.used_up")


def test_r091_it_is_one_a_kingdom_and_not_one_a_settlement() -> None:
    port = town(name="Port", spot="1,0")
    kingdom = builder(size=5, settlements=(HOLD, RecordId("port")))
    at = played(scene(kingdom, land(), town(), port), to_build("house A1"))
    there = BuildBuilding(TARN, "Port", "house", "A1")
    assert not raised(at, there).is_free
    assert used(played(at, there)) == 1


def test_r091_upgrades_do_not_use_the_free_home_and_count() -> None:
    at = on(town("tenement A1"), size=5)
    after = played(at, to_upgrade("tenement", "house A1"))
    assert (used(after), kingdom_of(after).month.has_housed) == (1, False)
    assert raised(after, to_build("house B1")).is_free


def test_a_home_that_is_found_leaves_the_free_one() -> None:
    at = built(on(town(), size=5), "shrine C1")
    assert raised(at, to_build("house A1")).is_free


def test_r092_a_kingdoms_first_buildings_come_before_its_first_month() -> None:
    at = scene(founding(), land(own=("0,0",)), town())
    assert is_founding_time(kingdom_of(at))
    home, first = built(at, "house A1"), built(at, "house A1", "inn A2")
    assert used(home) == 0
    assert used(first) == 1
    require_refused(first, to_build("shrine C1"), "kingdom.used_up", "1 building")
    require_refused(first, to_build("house B1"), "kingdom.used_up", "1 building")


def test_r092_they_leave_the_first_months_buildings_alone() -> None:
    first = built(scene(founding(), land(own=("0,0",)), town()), "house A1", "inn A2")
    opened = played(first, OpenMonth(TARN))
    at = played(opened, SkipTo(TARN, MonthStep.SETTLEMENTS, "On"))
    assert left(realm_in(at), Limit.BUILDINGS) == 1
    after = built(at, "house B1", "shrine C1")
    require_refused(after, to_build("granary D1"), "kingdom.used_up", "1 building")


def test_r092_at_the_founding_it_is_one_building_however_large_the_land() -> None:
    own = tuple(f"{q},0" for q in range(30))
    at = scene(founding(), land({}, own), town(), campaign=decided(limits_size="live"))
    first = built(at, "house A1", "inn A2")
    require_refused(first, to_build("shrine C1"), "kingdom.used_up", "1 building")


def test_r092_the_first_month_is_opened_without_a_building_only_when_told_so() -> None:
    bare = scene(founding(), land(own=("0,0",)), town())
    natural = replace(
        town("waterway A1+B1"),
        buildings=tuple(replace(b, is_natural=True) for b in town("waterway A1+B1").buildings),
    )
    for at, is_warned in (
        (bare, True),
        (scene(founding(), land(own=("0,0",)), natural), True),
        (built(bare, "house A1"), False),
        (scene(founding(), land(own=("0,0",)), replace(town(), lots=9)), False),
        (on(town(), month=Month(2)), False),
    ):
        notes: list[str] = []
        play(replace(at, note=notes.append), OpenMonth(TARN))
        assert [each for each in notes if "has no building yet" in each] == notes
        assert bool(notes) is is_warned


def test_r092_between_opening_and_its_step_nothing_is_built() -> None:
    opened = played(scene(founding(), land(own=("0,0",)), town()), OpenMonth(TARN))
    require_refused(opened, to_build("house A1"), "month.not_yet")


def test_r092_the_first_should_be_an_inn_shrine_monastery_or_watchtower() -> None:
    at = scene(founding(), land(own=("0,0",)), town())
    assert first_should_be(realm_in(at), town_in(at)) == FIRST
    housed = built(at, "house A1")
    assert first_should_be(realm_in(housed), town_in(housed)) == FIRST
    # It should; what else is built is legal.
    after = built(housed, "granary B1")
    assert first_should_be(realm_in(after), town_in(after)) == ()


def test_r092_a_later_settlements_first_building_uses_the_months_limit() -> None:
    port = town(name="Port", spot="1,0")
    kingdom = builder(size=5, settlements=(HOLD, RecordId("port")))
    at = scene(kingdom, land(), town("inn F6"), port)
    assert first_should_be(realm_in(at), port) == ()
    after = played(at, BuildBuilding(TARN, "Port", "shrine", "A1"))
    require_refused(after, BuildBuilding(TARN, "Port", "granary", "B1"), "kingdom.used_up", "1 building")


# -- walls --------------------------------------------------------------------------------------------


def test_r099_a_wall_and_its_watergate_take_one_of_the_months_buildings() -> None:
    at = on(town(), size=5)
    turn = play(at, to_build("city_wall 1:north", with_watergate=True))
    prices = [(e.building, e.price, e.is_free) for e in turn.events if isinstance(e, BuildingRaised)]
    assert prices == [(B.CITY_WALL, 2, False), (B.WATERGATE, 2, True)]
    after = built(at, "city_wall 1:north", with_watergate=True)
    assert (used(after), kingdom_of(after).treasury) == (1, RICH - 4)


def test_r099_in_a_wall_of_an_earlier_month_a_watergate_counts() -> None:
    walled = town("city_wall 1:north")
    assert not raised(on(walled), to_build("watergate 1:north")).is_free
    at = built(on(town(), size=5), "city_wall 1:north")
    assert raised(at, to_build("watergate 1:north")).is_free


def test_the_price_of_a_wall_with_its_watergate_is_that_of_both() -> None:
    at = on(town())
    assert is_legal(at, to_build("city_wall 1:north", with_watergate=True, price=4))
    require_refused(
        at, to_build("city_wall 1:north", with_watergate=True, price=2), "treasury.price_changed", 2, 4
    )


def test_a_wall_across_a_waterway_is_built_with_a_watergate() -> None:
    at = on(town("waterway A1"))
    require_refused(at, to_build("city_wall 1:north"), "building.needs_gate")
    assert is_legal(at, to_build("city_wall 1:north", with_watergate=True))
    assert is_legal(at, to_build("city_wall 1:south"))


# -- upgrades -----------------------------------------------------------------------------------------


def test_r090_a_market_needs_two_houses_where_its_shop_needed_one() -> None:
    at = on(town("shop A1", "house A2"))
    require_refused(at, to_upgrade("shop", "market A1+B1"), "building.hindered", "2 Houses")
    assert is_legal(on(town("shop A1", "house A2", "house B2")), to_upgrade("shop", "market A1+B1"))


def test_r090_a_mansion_that_a_shop_relies_on_does_not_become_a_villa() -> None:
    at = on(town("mansion A1", "shop A2"))
    require_refused(at, to_upgrade("mansion", "noble_villa A1+B1"), "building.hindered", "Shop")
    served = on(town("mansion A1", "shop A2", "house B2"))
    assert one(played(served, to_upgrade("mansion", "noble_villa A1+B1")), B.NOBLE_VILLA).number == 1


def test_an_upgrade_keeps_its_number_and_uses_a_building_of_the_month() -> None:
    at = on(town("library A1"), size=5)
    after = played(at, to_upgrade("library", "academy A1+B1"))
    assert (one(after, B.ACADEMY).number, used(after), town_in(after).counted) == (1, 1, 1)
    require_refused(after, to_upgrade("academy", "university A1+B1+A2+B2"), "kingdom.used_up", "1 building")


def test_r108_a_damaged_building_is_repaired_before_it_is_upgraded() -> None:
    (shrine,) = town("shrine A1").buildings
    broken = Building(shrine.number, shrine.type, shrine.place, is_damaged=True)
    at = on(town("shrine A1", buildings=(broken,)))
    require_refused(at, to_upgrade("shrine", "temple A1+B1"), "building.damaged")


def test_items_of_an_upgraded_building_stay_where_it_has_a_slot_for_them() -> None:
    ware = Ware(0, ItemKind.POTION, "Draught", 50)
    (shrine,) = town("shrine A1").buildings
    stocked = Building(shrine.number, shrine.type, shrine.place, wares=(ware,))
    at = on(town("shrine A1", buildings=(stocked,)))
    after = played(at, to_upgrade("shrine", "temple A1+B1"))
    assert BUILDINGS[B.TEMPLE].slots[0].grade is Grade.MINOR
    assert one(after, B.TEMPLE).wares == (ware,)


# -- what is refused ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("standing", "wanted", "says"),
    [
        ((), "inn A1", "House"),
        (("mansion A1",), "tannery A2", "Mansion"),
        (("castle A1+B1+A2+B2",), "castle E1+F1+E2+F2", "one Castle"),
        (("house A1",), "shrine A1", "A1"),
        (("house A1",), "palace A1", ""),
        ((), "mill A1", "water"),
        ((), "granary 2:A1", ""),
        ((), "paved_streets A1", ""),
        ((), "windmill A1", "no building"),
        ((), "house Z9", "“Z9” isn't a place in a district."),
        ((), "city_wall A1", ""),
        ((), "house 1:north", ""),
        ((), "bridge A1", "Waterway"),
    ],
)
def test_what_can_not_be_built_is_refused_in_a_sentence(
    standing: tuple[str, ...], wanted: str, says: str
) -> None:
    told = why_not(on(town(*standing)), to_build(wanted))
    assert says in told


def test_a_market_does_not_fit_into_the_last_single_lot() -> None:
    lots = [f"{column}{row}" for row in range(1, 7) for column in "ABCDEF"]
    full = town(*(f"house {lot}" for lot in lots[:-1]))
    require_refused(on(full), to_build("market F6"), "building.hindered", "2 lots")
    require_refused(on(full), to_build("market E6+F6"), "building.hindered", "E6 has a House")


def test_r007_it_can_be_spent_where_debt_is_allowed() -> None:
    at = on(town(), treasury=7, campaign=decided(voluntary_debt="yes"))
    assert kingdom_of(built(at, "shrine A1")).treasury == -1


def test_a_discount_is_not_used_twice() -> None:
    at = built(on(town("theater E5+F5", "house A1", "house C1")), "inn A2", price=5)
    require_refused(at, to_build("inn C2", price=5), "treasury.price_changed", 5, 10)


@by_rule(
    "begin, action, refusal",
    ("buildings_wait_for_the_step_for_settlements",
     on(town(), month=month(Phase.EDICT, MonthStep.LEADERSHIP)), to_build("house A1"), ("month.not_yet",)),
    ("buildings_wait_for_the_step_for_settlements",
     on(town("shrine A1"), month=month(Phase.UPKEEP)), to_upgrade("shrine", "temple A1+B1"),
     ("month.not_yet",)),
    ("r092_before_a_later_month_nothing_is_built",
     on(town(), month=Month(2)), to_build("house A1"), ("month.not_yet",)),
    ("a_watergate_needs_its_wall",
     on(town()), to_build("watergate 1:north"), ("building.hindered", "City Wall")),
    ("a_watergate_needs_its_wall",
     on(town()), to_build("house A1", with_watergate=True), ("building.no_wall_with_gate",)),
    ("a_wall_stands_at_a_land_border",
     on(town(borders=(Border.NORTH,))), to_build("city_wall 1:north"), ("building.hindered", "water")),
    ("r090_an_upgrade_that_no_longer_fits_is_refused",
     on(town("shrine A1", "house B1", "house A2")), to_upgrade("shrine", "temple A1+B1"),
     ("building.hindered", "B1 has a House")),
    ("r090_a_tenement_beside_a_dump_stays_one",
     on(town("tenement A1", "dump B1")), to_upgrade("tenement", "house A1"), ("building.hindered", "Dump")),
    ("r090_a_limit_of_the_settlement_holds_for_upgrades",
     on(town("theater A1+B1", "arena E5+F5+E6+F6")), to_upgrade("theater", "arena A1+B1+A2+B2"),
     ("building.hindered", "Arena")),
    ("only_what_the_book_lists_can_be_upgraded",
     on(town("house A1")), to_upgrade("house", "mansion A1"), ("building.hindered", "can't be upgraded")),
    # Of a wall with its gate the second is asked about as well.
    ("more_than_the_treasury_holds_is_not_spent",
     on(town(), treasury=7), to_build("shrine A1"), ("treasury.too_dear", 7)),
    ("more_than_the_treasury_holds_is_not_spent",
     on(town(), treasury=3), to_build("city_wall 1:north", with_watergate=True), ("treasury.too_dear", 1)),
    ("there_is_no_such_settlement_or_building",
     on(town("house A1")), BuildBuilding(TARN, "Nowhere", "house", "A1"),
     ("towns.no_such_settlement", "Nowhere")),
    ("there_is_no_such_settlement_or_building",
     on(town("house A1")), to_upgrade("temple", "cathedral A1+B1+A2+B2"), ("building.not_there",)),
)  # fmt: skip
def test_what_is_refused(begin: World, action: Any, refusal: Any) -> None:
    require_refused(begin, action, *refusal)


def test_what_is_built_is_of_the_month_in_which_it_was() -> None:
    at = on(town(), month=settling(number=7))
    assert one(built(at, "house A1"), B.HOUSE).built == 7


def test_r092_an_inn_comes_with_its_house() -> None:
    at = scene(founding(), land(own=("0,0",)), town())
    require_refused(at, to_build("inn A2"), "building.hindered", "House")
    assert price(built(at, "house A1"), "inn A2") == 10


# -- docs/kingdom-builders.md says what the rules build with --------------------------------------------


def test_every_table_of_the_page_is_that_of_the_rules() -> None:
    """Run `python -m tests.systems.kingdom.builders_page` where it isn't."""
    text = PAGE.read_text()
    assert page(text) == text
    assert {found[1] for found in MARKED.findall(text)} == TABLES.keys()


def test_it_has_a_row_for_every_building_with_its_price_and_its_effect() -> None:
    rows = [line.split(" | ") for line in buildings().splitlines()[2:]]
    assert [row[0] for row in rows] == [f"| **{each.label}**" for each in BUILDINGS]
    for row, building in zip(rows, BUILDINGS.values(), strict=True):
        assert int(row[1].split(";")[0]) == building.cost
        assert row[4] not in ("", NONE), row


def test_what_takes_no_lot_says_where_it_stands_and_what_has_no_numbers_what_it_does() -> None:
    for building, row in BUILDINGS.items():
        assert row.shapes or row.is_one_a_district or building in STANDS, building
        numbers = (row.economy, row.loyalty, row.stability, row.defense, row.fame, row.unrest, row.value)
        assert any(numbers) or row.modifiers or building in EFFECTS, building


def test_its_sentences_name_the_numbers_of_the_rules() -> None:
    text = " ".join(PAGE.read_text().split())
    homes = [each.label for each in HOUSING]
    for said in (
        f"the first {', '.join(homes[:-1])} or {homes[-1]}",
        f"leaders | {DEMOLITION} BP",
        f"takes {MAGIC} BP more off",
        f"{COMES_FROM} or more fills one",
        f"{kingdom_book.WITHDRAW_RATE:,} gp is 1 BP",
        f"**People:** {kingdom_book.PEOPLE_PER_LOT} for each lot",
        f"{kingdom_book.LOTS_IN_DISTRICT} lots, A1 to F6",
    ):
        assert said in text, said


# -- Two leaders who build in the same second: one is let through, the other is told what changed -------


EVERY = dict.fromkeys(Ability, 12)
# What the first claim and site leave.
LEFT = POINTS - 2


async def two_leaders(stage: Stage) -> tuple[RecordId, RecordId]:
    """A kingdom at its step for settlements, which Deacon and Wren decide; its capital's id."""
    kingdom, town = await town_at(stage, MonthStep.LEADERSHIP)
    await act(stage, AssignLeader(kingdom, Role.COUNCILOR, "Councilor", stage.wren.id, EVERY))
    await stage.settle()
    return kingdom, town


async def at_once(stage: Stage, *presses: Json) -> tuple[list[Delivered], list[bool]]:
    """What came of those presses in the same second, and which of them did anything."""
    came = await stage.feeder.deliver_all(presses)
    await stage.settle()
    return came, [bool(await stage.of(press)) for press in presses]


async def press(stage: Stage, by: Person, kingdom: RecordId, town: str, building: str, place: str) -> Json:
    """The button of that building's preview."""
    return await offered(stage, by, BuildBuilding(kingdom, town, building, place))


async def offered(stage: Stage, by: Person, action: Any) -> Json:
    """The button of what that person was shown before it is done."""
    request = stage.request(by.id % 1000 + 2)
    preview = await stage.bot.play.preview(Actor(by.id), request, [action])
    return stage.say.press(f"offer|{preview.offer}", user=by)


def said(came: Delivered) -> str:
    """All that the one who pressed was told."""
    return str([call.data for call in (came.answer, *came.calls)])


async def ready(stage: Stage, points: int | None = None) -> tuple[RecordId, RecordId]:
    """The same at the step, with so many BP in hand."""
    kingdom, town = await two_leaders(stage)
    await act(stage, SkipTo(kingdom, MonthStep.SETTLEMENTS, "On"))
    if points is not None:
        await act(stage, PlaceNumber(kingdom, "treasury", str(points - LEFT), "A flood"))
    await stage.settle()
    return kingdom, town


async def treasury(stage: Stage, kingdom: RecordId) -> int:
    """BP in hand."""
    found = await stage.bot.play.look(Actor(stage.gm.id), stage.request(), Scope(ids=(kingdom,)))
    points: int = found.records[kingdom].state.treasury
    return points


async def test_the_same_bp_are_spent_once_in_the_same_second(address: Address) -> None:
    async with open_stage(address) as stage:
        kingdom, town = await ready(stage, points=15)
        mansion = await press(stage, stage.deacon, kingdom, town, "mansion", "1:C4")
        granary = await press(stage, stage.wren, kingdom, town, "granary", "1:D4")

        came, done = await at_once(stage, mansion, granary)

        assert sorted(done) == [False, True]
        (loser,) = (each for each, is_done in zip(came, done, strict=True) if not is_done)
        left = await treasury(stage, kingdom)
        assert left in (5, 3)
        assert f"the Treasury holds {left}" in said(loser)


async def test_one_demolishes_while_the_other_upgrades_the_same_building(address: Address) -> None:
    async with open_stage(address) as stage:
        kingdom, town = await ready(stage)
        await act(stage, BuildBuilding(kingdom, town, "tenement", "C4"))
        await stage.settle()
        raze = await offered(stage, stage.deacon, DemolishBuilding(kingdom, town, "1", "yes"))
        better = await offered(stage, stage.wren, UpgradeBuilding(kingdom, town, "1", "house", "1:C4"))

        came, done = await at_once(stage, raze, better)

        assert sorted(done) == [False, True]
        (loser,) = (each for each, is_done in zip(came, done, strict=True) if not is_done)
        assert "try again" not in said(loser)
