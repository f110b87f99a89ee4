"""Plans of settlements: checked against what stands and what is planned before, paid by nobody."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from bot.engine.people import GAME_MASTER, PUBLIC, Standing, Viewer
from bot.engine.system import World
from bot.errors import NotAllowed
from bot.systems.kingdom.book import Border, BuildingType, Limit, Mark, MonthStep, Phase, Role
from bot.systems.kingdom.sources import figures
from bot.systems.kingdom.towns.bills import Cut, upgrades_of
from bot.systems.kingdom.towns.building import (
    ALL,
    MOST_DRAFTS,
    BuildBuilding,
    BuildingDrafted,
    DraftBuilding,
    DraftDropped,
    DraftMove,
    DraftMoved,
    Drawn,
    DropDraft,
    MoveDraft,
    UpgradeBuilding,
    a_month,
    drawn_up,
    next_to_build,
    require_reader,
)
from bot.systems.kingdom.towns.draft_cards import Drafts, drafts_card
from bot.systems.kingdom.towns.pictures import Plan, draw_district
from bot.systems.kingdom.towns.plots import Ground
from bot.systems.kingdom.towns.state import Draft, Place, Town, place_of, place_text, seen
from bot.ui.card import BODY, CONTENT, WHOLE, embed_of, text_of
from tests.refusals import refuses
from tests.systems.kingdom.scenes import (
    DEACON,
    HOLD,
    MARISOL,
    STRANGER,
    TARN,
    WREN,
    by,
    decided,
    everybody,
    kingdom_of,
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
from tests.systems.kingdom.town_scenes import town

B = BuildingType
SETTLING = month(Phase.EDICT, MonthStep.LEADERSHIP, MonthStep.HEXES, MonthStep.TERRAIN, size=3)


def begun(*buildings: str, actor: int = MARISOL, campaign: Any = None, **changes: Any) -> World:
    """Tarn with that capital, in the step for settlements, with 50 BP and every role held by Deacon."""
    state = tarn(**{"month": SETTLING, "leaders": everybody(), "treasury": 50, **changes})
    options = {"campaign": campaign} if campaign is not None else {}
    return scene(state, None, town(*buildings), actor=actor, **options)


def plan(*texts: str) -> list[DraftBuilding]:
    """Plans of "house A1" and, for an upgrade of what stands at A1, "house A1 over A1"."""
    found = []
    for text in texts:
        what, _, over = text.partition(" over ")
        building, _, place = what.rpartition(" ")
        found.append(DraftBuilding(TARN, "Hold", building, place, over))
    return found


def planned(start: World, *texts: str) -> World:
    """The scene with all that planned."""
    for action in plan(*texts):
        start = played(start, action)
    return start


def hold(of: World) -> Town:
    """The capital as it is."""
    state: Town = of.records[HOLD].state
    return state


def drawn(of: World) -> tuple[Drawn, ...]:
    """The plan as its list shows it."""
    return drawn_up(realm_in(of), HOLD)[1]


def types(of: World) -> list[BuildingType]:
    """What is planned, in order."""
    return [each.type for each in hold(of).drafts]


# -- adding -------------------------------------------------------------------------------------------


def test_planning_costs_nothing_and_builds_nothing() -> None:
    start = begun()
    after = planned(start, "castle A1+B1+A2+B2")
    assert kingdom_of(after) == kingdom_of(start)
    assert hold(after).buildings == ()
    assert hold(after).drafts == (Draft(1, B.CASTLE, Place(1, (0, 1, 6, 7)), None, MARISOL),)


def test_neither_the_treasury_nor_the_month_stands_against_a_plan() -> None:
    upkeep = month(Phase.UPKEEP, MonthStep.STABILITY)
    start = begun(treasury=-5, month=upkeep)
    assert types(planned(start, "castle A1+B1+A2+B2", "palace E5+F5+E6+F6")) == [B.CASTLE, B.PALACE]


def test_a_plan_counts_on_what_is_planned_before_it() -> None:
    require_refused(begun(), plan("inn B1")[0], "drafts.hindered", "an Inn needs")
    assert types(planned(begun(), "house A1", "inn B1")) == [B.HOUSE, B.INN]


def test_a_lot_is_planned_once() -> None:
    start = planned(begun("shop C1"), "house A1")
    require_refused(start, plan("library A1")[0], "drafts.hindered", "A1 has a House")
    require_refused(start, plan("library C1")[0], "drafts.hindered", "C1 has a Shop")


def test_r094_a_planned_house_serves_one_customer() -> None:
    start = planned(begun(), "house A1", "inn B1")
    require_refused(start, plan("tavern A2")[0], "drafts.hindered", "of its own")


def test_r103_one_castle_is_planned_at_most() -> None:
    start = planned(begun(), "castle A1+B1+A2+B2")
    require_refused(start, plan("castle E5+F5+E6+F6")[0], "drafts.hindered", "one Castle")


def test_what_requires_another_building_is_planned_after_it() -> None:
    lamps = "magical_streetlamps A1"
    require_refused(begun("house A1"), plan(lamps)[0], "drafts.hindered", "Magical Streetlamps")
    assert types(planned(begun("house A1"), "temple C1+D1", lamps)) == [B.TEMPLE, B.MAGICAL_STREETLAMPS]


def test_walls_and_streets_are_planned_by_border_and_district() -> None:
    after = planned(begun(), "city_wall 1:north", "paved_streets 1")
    assert [each.place for each in hold(after).drafts] == [Place(1, border=Border.NORTH), Place(1)]


def test_an_upgrade_is_planned_of_what_stands_or_is_planned() -> None:
    after = planned(begun("shrine A1"), "temple A1+B1 over A1", "house C3", "house E3", "shop D3")
    after = planned(after, "luxury_store D3 over D3")
    assert [each.over for each in hold(after).drafts] == [1, None, None, None, hold(after).drafts[3].number]
    assert all(each.fits for each in drawn(after))


def test_nonsense_is_refused_in_a_sentence() -> None:
    for text in ("ale_house A1", "house Z9", "house 1:A1+B1", "house 7:A1", "temple A1+B1 over F6"):
        why_not(begun(), *plan(text))
    require_refused(begun(), DraftBuilding(TARN, "Nowhere", "house", "A1"), "towns.no_such_settlement")


def test_a_plan_has_room_for_so_many_and_no_more() -> None:
    state = replace(town(), drafts=tuple(Draft(n, B.HOUSE, Place(1, (0,))) for n in range(MOST_DRAFTS)))
    start = scene(tarn(month=SETTLING), None, state)
    assert f"are full, with {MOST_DRAFTS} buildings" in why_not(start, *plan("library F6"))
    assert types(played(start, DropDraft(TARN, "Hold", ALL))) == []


# -- what is told, and to whom ------------------------------------------------------------------------


@pytest.mark.parametrize(
    "action",
    [
        DraftBuilding(TARN, "Hold", "library", "F6"),
        DropDraft(TARN, "Hold", "1"),
        DropDraft(TARN, "Hold", ALL),
        MoveDraft(TARN, "Hold", "2", DraftMove.UP),
    ],
)
def test_a_plan_fills_no_channel(action: Any) -> None:
    start = by(planned(begun(), "house A1", "house A2"), DEACON)
    (told,) = play(start, action).events
    assert isinstance(told, BuildingDrafted | DraftDropped | DraftMoved)
    assert not told.audience.everyone
    assert not told.audience.is_for_game_masters
    assert told.audience.includes(Viewer(DEACON))


def test_any_leader_plans_and_whoever_may_build_takes_off_and_moves() -> None:
    leaders = (leader(Role.RULER, DEACON), leader(Role.WARDEN, WREN), leader(Role.COUNCILOR, 5))
    start = begun(leaders=leaders)
    done = planned(planned(by(start, DEACON), "house A1"), "house A2")
    also = play(by(done, WREN), plan("house B1")[0])
    assert also.on_behalf_of is None
    for action in (DropDraft(TARN, "Hold", "1"), MoveDraft(TARN, "Hold", "2", DraftMove.UP)):
        with pytest.raises(NotAllowed):
            play(by(done, WREN), action)
    require_refused(by(done, STRANGER), plan("house B1")[0], "drafts.leaders")


def test_drafts_outlive_the_leader_who_drew_them_up() -> None:
    start = by(begun(leaders=(leader(Role.RULER, DEACON), leader(Role.WARDEN, WREN))), WREN)
    records = dict(planned(start, "house A1", "house A2").records)
    state = replace(records[TARN].state, leaders=(leader(Role.RULER, DEACON),))
    left = by(replace(start, records={**records, TARN: replace(records[TARN], state=state)}), DEACON)
    assert types(left) == [B.HOUSE, B.HOUSE]
    assert types(played(left, DropDraft(TARN, "Hold", "1"))) == [B.HOUSE]
    with refuses("drafts.leaders"):
        require_reader(by(left, WREN), state)


def test_leaders_and_game_masters_read_plans_and_nobody_else() -> None:
    state = tarn(leaders=(leader(Role.RULER, DEACON), leader(Role.SPYMASTER, WREN)), proxies=(6,))
    for reader in (MARISOL, DEACON, WREN, 6):
        require_reader(scene(state, actor=reader), state)
    with refuses("drafts.leaders", "Tarn"):
        require_reader(scene(state, actor=STRANGER), state)
    dead = replace(state, leaders=(replace(state.leaders[0], has_died=True),))
    with refuses("drafts.leaders"):
        require_reader(scene(dead, actor=DEACON), dead)
    require_reader(scene(state, actor=STRANGER, campaign=decided(who_rolls="anyone")), state)


# -- taking off and moving ----------------------------------------------------------------------------


def test_an_entry_is_taken_off_and_what_was_planned_upon_it_no_longer_fits() -> None:
    start = planned(begun(), "house A1", "inn B1", "library F6")
    after = played(start, DropDraft(TARN, "Hold", "1"))
    assert types(after) == [B.INN, B.LIBRARY]
    assert [each.fits for each in drawn(after)] == [False, True]
    assert "an Inn needs" in drawn(after)[0].why
    first = next_to_build(drawn(after))
    assert first is not None
    assert first.planned.type is B.LIBRARY


def test_what_is_not_on_the_plan_is_neither_moved_nor_taken_off() -> None:
    start = planned(begun(), "house A1")
    for number in ("9", "x", "", "-1"):
        why_not(start, DropDraft(TARN, "Hold", number))
        why_not(start, MoveDraft(TARN, "Hold", number, DraftMove.UP))
    why_not(begun(), DropDraft(TARN, "Hold", ALL))


def test_the_order_is_changed_step_by_step() -> None:
    start = planned(begun(), "house A1", "library C1", "park D1")
    assert types(played(start, MoveDraft(TARN, "Hold", "3", DraftMove.UP))) == [B.HOUSE, B.PARK, B.LIBRARY]
    assert types(played(start, MoveDraft(TARN, "Hold", "1", DraftMove.DOWN))) == [B.LIBRARY, B.HOUSE, B.PARK]
    require_refused(start, MoveDraft(TARN, "Hold", "1", DraftMove.UP), "drafts.first")
    require_refused(start, MoveDraft(TARN, "Hold", "3", DraftMove.DOWN), "drafts.last")


def test_no_building_is_moved_before_what_it_needs() -> None:
    start = planned(begun(), "house A1", "inn B1")
    require_refused(start, MoveDraft(TARN, "Hold", "2", DraftMove.UP), "drafts.order", "Inn")
    require_refused(start, MoveDraft(TARN, "Hold", "1", DraftMove.DOWN), "drafts.order", "Inn")


# -- built --------------------------------------------------------------------------------------------


def test_what_is_built_comes_off_the_plan() -> None:
    start = planned(begun(), "house A1", "inn B1", "library F6")
    after = played(start, BuildBuilding(TARN, "Hold", "house", "A1"))
    assert types(after) == [B.INN, B.LIBRARY]
    assert all(each.fits for each in drawn(after))


def test_another_building_or_place_leaves_the_plan_alone() -> None:
    start = planned(begun(), "house A1", "library F6")
    assert types(played(start, BuildBuilding(TARN, "Hold", "house", "A2"))) == [B.HOUSE, B.LIBRARY]
    taken = played(start, BuildBuilding(TARN, "Hold", "park", "F6"))
    assert types(taken) == [B.HOUSE, B.LIBRARY]
    assert drawn(taken)[1].why == "F6 has a Park"


def test_of_two_alike_one_comes_off() -> None:
    plans = tuple(Draft(n, B.HOUSE, Place(1, (0,))) for n in (1, 2))
    start = scene(tarn(month=SETTLING), None, replace(town(), drafts=plans, counted=2))
    after = played(start, BuildBuilding(TARN, "Hold", "house", "A1"))
    assert [each.number for each in hold(after).drafts] == [2]


def test_an_upgrade_of_a_planned_building_is_one_of_it_once_it_stands() -> None:
    start = planned(begun(), "shrine A1", "temple A1+B1 over A1")
    after = played(start, BuildBuilding(TARN, "Hold", "shrine", "A1"))
    assert all(each.fits for each in drawn(after))
    (shrine,) = hold(after).of(B.SHRINE)
    assert hold(after).drafts[0].over == shrine.number
    upgrade = UpgradeBuilding(TARN, "Hold", str(shrine.number), "temple", "A1+B1")
    months = replace(kingdom_of(after), month=replace(SETTLING, number=2))
    later = replace(after, records={**after.records, TARN: replace(after.records[TARN], state=months)})
    assert types(played(later, upgrade)) == []


def test_an_upgrade_of_a_building_that_is_gone_no_longer_fits() -> None:
    start = planned(begun("shrine A1"), "temple A1+B1 over A1")
    gone = replace(hold(start), buildings=())
    (left,) = drawn(scene(kingdom_of(start), None, gone))
    assert (left.fits, left.why) == (False, "the building to upgrade isn't there")


def test_numbers_are_used_once_whatever_is_planned_and_built() -> None:
    start = planned(begun("house F1"), "house A1", "house A2")
    after = played(start, BuildBuilding(TARN, "Hold", "house", "A2"))
    after = planned(after, "house A3")
    numbers = [each.number for each in hold(after).buildings] + [each.number for each in hold(after).drafts]
    assert sorted(numbers) == [1, 2, 3, 4]


def test_a_wall_and_its_watergate_come_off_together() -> None:
    start = planned(begun("waterway A1"), "city_wall 1:north", "watergate 1:north")
    wall = BuildBuilding(TARN, "Hold", "city_wall", "1:north", with_watergate=True)
    assert types(played(start, wall)) == []


# -- prices and months --------------------------------------------------------------------------------


def test_each_entry_has_the_price_of_its_turn_with_discounts_that_come_with_the_plan() -> None:
    start = planned(begun(), "town_hall A1+B1", "watchtower D4", "watchtower F6")
    found = drawn(start)
    assert [each.bill.price for each in found] == [22, 6, 12]
    assert found[1].bill.cut is Cut.DISCOUNT


def test_months_are_counted_by_the_limit_and_the_free_house() -> None:
    # Size 3 allows one building a month, and a House beside it.
    start = planned(begun(), "house A1", "house A2", "library C3", "house A3", "inn B1")
    found = drawn(start)
    assert a_month(realm_in(start)) == 1
    assert [each.is_free for each in found] == [True, False, False, True, False]
    assert [each.months for each in found] == [1, 1, 2, 2, 3]


def test_what_this_month_has_used_counts() -> None:
    start = played(begun(), BuildBuilding(TARN, "Hold", "library", "F6"))
    assert [each.months for each in drawn(planned(start, "park A1", "park A2"))] == [2, 3]


def test_once_the_step_is_over_the_first_month_is_the_next() -> None:
    over = SETTLING.marked(MonthStep.SETTLEMENTS, Mark.DONE)
    used = replace(begun().records[TARN].state, month=over.using(Limit.BUILDINGS))
    start = scene(used, None, town())
    assert [each.months for each in drawn(planned(start, "park A1", "park A2"))] == [1, 2]


def test_the_plan_of_a_great_kingdom_takes_a_month() -> None:
    start = begun(month=replace(SETTLING, size=250))
    found = drawn(planned(start, *(f"park {column}1" for column in "ABCDEF")))
    assert {each.months for each in found} == {1}


def test_what_no_longer_fits_takes_neither_bp_nor_months() -> None:
    start = planned(begun(), "house A1", "inn B1")
    after = played(start, DropDraft(TARN, "Hold", "1"))
    assert [(each.bill.price, each.months) for each in drawn(after)] == [(0, 0)]


def test_drawing_up_leaves_the_realm_alone() -> None:
    start = planned(begun(), "castle A1+B1+A2+B2")
    before = realm_in(start)
    numbers = figures(before)
    after, _ = drawn_up(before, HOLD)
    assert figures(before) == numbers
    assert hold(start).buildings == ()
    assert after.towns[HOLD].of(B.CASTLE)


# -- the planned settlement as a picture --------------------------------------------------------------


def test_what_is_only_planned_is_told_apart_on_the_picture_and_in_words() -> None:
    start = planned(begun("house A1", "shrine F6"), "inn B1", "temple E6+F6 over F6", "city_wall 1:north")
    card = drafts_card(Drafts(realm_in(start), HOLD, may_change=True))
    assert card.picture is not None
    assert "Not built yet: B1 Inn; E6-F6 Temple; north City Wall." in card.picture.alt
    after = drawn_up(realm_in(start), HOLD)[0].towns[HOLD]
    new = frozenset(each.number for each in after.buildings if each.type is B.INN)
    assert draw_district(Plan(after, planned=new)) != draw_district(Plan(after))
    assert callable(card.picture.png)


def test_the_picture_shows_districts_in_which_something_is_planned() -> None:
    start = begun("house A1")
    two = replace(hold(start), districts=2, shores=((Border.NORTH,),))
    later = scene(kingdom_of(start), None, two)
    card = drafts_card(Drafts(realm_in(planned(later, "mill 2:C1")), HOLD, may_change=True))
    assert card.picture is not None
    assert "District 2" in card.picture.alt


def test_an_empty_plan_has_no_picture() -> None:
    assert drafts_card(Drafts(realm_in(begun("house A1")), HOLD, may_change=True)).picture is None


def test_the_longest_plan_is_within_discords_limits() -> None:
    houses = [
        f"{district}:{column}{row}" for district in (98, 99) for column in "ABCDE" for row in range(1, 7)
    ]
    plans = tuple(
        Draft(n, B.MAGICAL_STREETLAMPS, place_of(houses[n % len(houses)]), 99_999) for n in range(1, 61)
    )
    named = replace(town(), name="*" * 60, districts=99, drafts=plans)
    made = scene(tarn(name="*" * 60, treasury=-999_999), None, named)
    card = drafts_card(Drafts(realm_in(made), HOLD, may_change=True, chosen=60, news="*" * 200))
    assert len("\n".join(card.lines)) <= BODY
    assert len(embed_of(card)) <= WHOLE
    assert len(card.buttons) <= 5
    assert len(text_of(card)) <= CONTENT
    assert all(len(pick.label) <= 100 for select in card.selects for pick in select.picks)


@pytest.mark.parametrize("seed", range(6))
def test_a_whole_plan_is_built_in_its_order_whatever_is_on_it(seed: int) -> None:
    luck, start = Random(seed), begun(month=replace(SETTLING, size=500), treasury=5000)
    for _ in range(25):
        now = drawn_up(realm_in(start), HOLD)[0].towns[HOLD]
        over = luck.choice(now.buildings) if now.buildings and luck.random() < 0.4 else None
        types_ = (
            upgrades_of(over.type) if over is not None else tuple(each for each in B if each != B.WATERWAY)
        )
        building = luck.choice(types_) if types_ else B.HOUSE
        over = over if types_ else None
        places = list(Ground(now, realm_in(start).rulings, over).legal(building))
        if places:
            named = str(over.number) if over is not None else ""
            where = place_text(luck.choice(places))
            start = played(start, DraftBuilding(TARN, "Hold", building.value, where, named))
    count, promised = len(hold(start).drafts), drawn_up(realm_in(start), HOLD)[0]
    assert count > 5
    for left in range(count, 0, -1):
        found = drawn(start)
        assert (len(found), all(each.fits for each in found)) == (left, True)
        start = played(start, _deed(found[0]))
    assert hold(start).drafts == ()
    assert hold(start).buildings == promised.towns[HOLD].buildings
    assert kingdom_of(start).treasury == promised.kingdom.treasury


def _deed(first: Drawn) -> Any:
    planned_, price = first.planned, first.bill.price
    where, name = place_text(planned_.place), planned_.type.value
    if first.over is not None:
        return UpgradeBuilding(TARN, "Hold", str(first.over.number), name, where, price)
    return BuildBuilding(TARN, "Hold", name, where, price)


def test_what_a_channel_reads_of_a_settlement_tells_nothing_of_its_plan() -> None:
    state = hold(planned(begun(), "house A1"))
    assert seen(state, PUBLIC) == replace(state, drafts=())
    for reader in (Viewer(DEACON, Standing.PLAYER), Viewer(MARISOL, Standing.GAME_MASTER), GAME_MASTER):
        assert seen(state, reader) == state
