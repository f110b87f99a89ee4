"""What events do besides changing numbers: to buildings, hexes, leaders, magic items; and optional rules."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from bot.engine.dice.source import FixedDice
from bot.engine.event import sentence
from bot.errors import NotAllowed
from bot.systems.kingdom.book import (
    BuildingType,
    Gift,
    Grade,
    Improvement,
    MonthStep,
    Number,
    Phase,
    Role,
    Stat,
    Until,
)
from bot.systems.kingdom.events.book import Occasion
from bot.systems.kingdom.events.draws import about
from bot.systems.kingdom.events.resolving import ChooseEvent, JudgeEvent, SettleEvent
from bot.systems.kingdom.events.rules import PlaceEvent
from bot.systems.kingdom.kingdom_view import divided, kingdom_controls
from bot.systems.kingdom.land.improvements import BuildImprovement
from bot.systems.kingdom.land.state import Land
from bot.systems.kingdom.month.course import OpenMonth, SkipTo
from bot.systems.kingdom.month.numbers import CancelSource, PlaceNumber
from bot.systems.kingdom.month.rules import CloseMonth
from bot.systems.kingdom.state import ActiveEvent, Change, Kingdom, is_vacant
from bot.systems.kingdom.towns.item_cards import items_rolled
from bot.systems.kingdom.towns.items import NameItem, with_items
from bot.systems.kingdom.towns.plots import Ground
from bot.systems.kingdom.towns.state import Closed, Town
from tests.systems.kingdom.months_scenes import begun, labels
from tests.systems.kingdom.scenes import (
    DEACON,
    HOLD,
    LANDS,
    TARN,
    WREN,
    by,
    decided,
    event_steps,
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
)
from tests.systems.kingdom.test_event_outcomes import (
    ON,
    OVER,
    ROLL,
    fate,
    happening,
    next_event_phase,
    numbers,
    struck,
    told,
)
from tests.systems.kingdom.town_scenes import PLAIN, town

ALWAYS = SettleEvent(TARN, 1, Occasion.ALWAYS)


def hold_in(later: Any) -> Town:
    return realm_in(later).towns[HOLD]


def types(later: Any) -> list[str]:
    return [each.type.value for each in hold_in(later).buildings]


def deeds(turn: Any) -> list[str]:
    return [str(each.sentence()) for each in told(turn).deeds]


# -- gifts --------------------------------------------------------------------------------------------


def test_an_archaeological_find_goes_to_the_museum_that_shows_least() -> None:
    begin = struck("archaeological_find", town("museum A1+B1", "museum C1+D1"))
    later = played(begin, ALWAYS)
    assert [each.display for each in hold_in(later).buildings] == [10_000, 0]
    again = played(struck("archaeological_find", hold_in(later)), ALWAYS)
    assert [each.display for each in hold_in(again).buildings] == [10_000, 10_000]
    assert deeds(play(begin, ALWAYS)) == ["The Museum in Hold gets exhibits worth **10,000 gp**."]
    assert told(play(struck("archaeological_find"), ALWAYS)).deeds == ()


@pytest.mark.parametrize(("die", "building"), [(50, BuildingType.MONUMENT), (51, BuildingType.PARK)])
def test_r146_nobles_pay_for_a_monument_or_a_park(die: int, building: BuildingType) -> None:
    later = played(struck("noblesse_oblige", town("inn A1")), ALWAYS, die)
    (grant,) = hold_in(later).grants
    assert (grant.gift, grant.type, fate(later)) == (Gift.GIFT, building, OVER)


@pytest.mark.parametrize(("die", "building"), [(75, BuildingType.MANSION), (76, BuildingType.NOBLE_VILLA)])
def test_r146_a_wealthy_immigrant_builds_if_the_ruler_allows_it(die: int, building: BuildingType) -> None:
    begin = struck("wealthy_immigrant", town("inn A1"))
    assert labels(kingdom_of(begin))[:2] == ["Welcome them", "Turn them away"]
    welcome = ChooseEvent(TARN, 1, Occasion.SUCCESS)
    later = played(begin, welcome, die)
    assert [each.type for each in hold_in(later).grants] == [building]
    turned_away = played(begin, ChooseEvent(TARN, 1, Occasion.FAILURE))
    assert (hold_in(turned_away).grants, fate(turned_away)) == ((), OVER)
    require_refused(begin, ChooseEvent(TARN, 1, Occasion.MET), "events.no_such_outcome")
    require_refused(struck("feud"), welcome, "events.no_such_outcome")


def test_only_the_ruler_or_who_acts_for_them_answers_an_immigrant() -> None:
    leaders = (leader(Role.RULER, DEACON), leader(Role.WARDEN, WREN))
    begin = struck("wealthy_immigrant", town("inn A1"), leaders=leaders)
    with pytest.raises(NotAllowed):
        play(by(begin, WREN), ChooseEvent(TARN, 1, Occasion.SUCCESS), 1)
    assert play(by(begin, DEACON), ChooseEvent(TARN, 1, Occasion.SUCCESS), 1).on_behalf_of is None


# -- disasters and vandals ----------------------------------------------------------------------------


def test_r134_a_large_disaster_destroys_one_improvement_in_each_hex_that_fails() -> None:
    on = hexed(land(), "0,0", improvements=(Improvement.ROAD, Improvement.FARM))
    on = hexed(on, "1,0", improvements=(Improvement.MINE,))
    begin = struck("large_disaster", hold(), on=on)
    # The disaster spreads to one more hex; both checks fail; of Road and Farm the second is drawn.
    turn = play(begin, ROLL, 6, 1, 1, 1, 2)
    assert deeds(turn) == ["Lost: Farm at 0,0, Mine at 1,0."]
    later = played(begin, ROLL, 6, 1, 1, 1, 2)
    assert [realm_in(later).hexes[spot].improvements for spot in ("0,0", "1,0")] == [(Improvement.ROAD,), ()]
    assert (numbers(begin, later)["unrest"], fate(later)) == (2, OVER)
    # The hex that holds keeps all it has.
    assert deeds(play(begin, ROLL, 6, 1, 20, 1)) == ["Lost: Mine at 1,0. Spared: 0,0."]


def test_r134_a_localized_disaster_destroys_what_stands_on_the_lots() -> None:
    begin = struck("localized_disaster", town("inn A1", "house B1", "market C1+D1"))
    # Three lots of four: the second one drawn holds; a building on two lots falls once.
    turn = play(begin, ROLL, 3, 1, 20, 1, 4, 1, 2)
    assert deeds(turn) == ["Destroyed: Market at C1+D1. Spared: Inn at A1."]
    later = played(begin, ROLL, 3, 1, 20, 1, 4, 1, 2)
    assert types(later) == ["inn", "house"]
    # Nothing for the lots themselves: 1 a failed check.
    assert (numbers(begin, later), fate(later)) == ({"unrest": 2}, OVER)


def test_a_disaster_takes_lots_that_are_only_told_of() -> None:
    begin = struck("localized_disaster", hold(lots=4))
    later = played(begin, ROLL, 1, 1, 1)
    assert (hold_in(later).lots, numbers(begin, later)) == (3, {"unrest": 1})
    assert deeds(play(begin, ROLL, 2, 1, 20, 1, 1)) == ["Destroyed: one lot more. Spared: one lot more."]


def test_r144_vandals_damage_or_destroy_random_buildings() -> None:
    lots = town("inn A1", "house B1", "market C1+D1")
    begin = struck("vandals", lots)
    once = played(begin, ROLL, 1, 20, 3)
    assert [each.is_damaged for each in hold_in(once).buildings] == [False, False, True]
    # Both checks fail: a d3 for those damaged, the Market falls (2 lots), and of the others one is damaged.
    turn = play(begin, ROLL, 1, 1, 1, 3, 1)
    assert deeds(turn) == [
        "Destroyed: Market at C1+D1 · **Unrest +2** for the lots.",
        "Damaged, and of no use until half the price is paid for repairs: Inn at A1.",
    ]
    later = played(begin, ROLL, 1, 1, 1, 3, 1)
    assert types(later) == ["inn", "house"]
    assert numbers(begin, later) == {"unrest": 2}
    # No target twice, and no more than there are.
    all_of_them = played(struck("vandals", town("inn A1", "house B1")), ROLL, 1, 1, 3, 1)
    assert [each.is_damaged for each in hold_in(all_of_them).buildings] == [True]


def test_r147_an_npc_who_is_killed_leaves_the_role_vacant_at_once() -> None:
    leaders = (leader(Role.RULER, DEACON), leader(Role.WARDEN, None, name="Ada"))
    found = happening("assassination_attempt", role=Role.WARDEN, leader="Ada")
    begin = struck("assassination_attempt", leaders=leaders, found=found)
    later = played(begin, ROLL, 1, 4)
    assert not kingdom_of(later).held_by(Role.WARDEN)
    assert is_vacant(kingdom_of(later), Role.WARDEN)
    assert deeds(play(begin, ROLL, 1, 4)) == ["**Ada is dead**, and the role is vacant through month 3."]
    assert kingdom_of(played(begin, ROLL, 20)).held_by(Role.WARDEN)


def test_r129_the_hex_of_a_monster_that_wins_is_lost() -> None:
    begin = struck("monster_attack", found=happening("monster_attack", spot="1,0"))
    turn = play(begin, SettleEvent(TARN, 1, Occasion.FAILURE))
    assert deeds(turn) == ["**1,0 is lost.**"]
    assert realm_in(played(begin, SettleEvent(TARN, 1, Occasion.FAILURE))).size == 2


# -- magic items --------------------------------------------------------------------------------------


@pytest.mark.parametrize(("die", "grade"), [(70, Grade.MINOR), (71, Grade.MEDIUM)])
def test_an_unexpected_find_has_a_slot_of_its_own_until_the_next_event_phase(die: int, grade: Grade) -> None:
    begin = struck("unexpected_find", town("inn A1", "house B1"))
    found = played(begin, ALWAYS, die)
    assert hold_in(found).finds == (grade,)
    realm_now, rolls = with_items(realm_in(found), FixedDice(1, 3), 7)
    (ware,) = realm_now.towns[HOLD].buildings[0].wares
    assert (ware.is_find, ware.grade, ware.opened, realm_now.towns[HOLD].finds) == (True, grade, 7, ())
    assert [each.grade for each in rolls.offers] == [grade]
    # Unsold it is gone with the next Event phase.
    kept = replace(hold_in(found), buildings=realm_now.towns[HOLD].buildings, finds=())
    feud = ActiveEvent(2, "feud", 2, is_continuous=True, spot="0,0", town=HOLD, resolved=2)
    over = month(Phase.EVENT, *EVENT_OVER, number=2, size=3)
    later = next_event_phase(struck("feud", kept, happenings=(feud,), month=over))
    assert [each.wares for each in hold_in(later).buildings] == [(), ()]


def test_a_find_is_no_roll_of_a_district() -> None:
    """With one district there is one roll, and none where nothing is vacant."""
    inn = replace(town("inn A1", "house B1"), finds=(Grade.MINOR,))
    found = struck("feud", inn)
    _, rolls = with_items(realm_in(found), FixedDice(1, 3), 7)
    assert sentence(rolls) == "Tarn: a minor ring in Hold (Inn) on the market."
    assert items_rolled(rolls) == ("Hold: a find, **a minor ring** at the Inn",)
    both = replace(town("alchemist A1"), finds=(Grade.MINOR,))
    _, rolls = with_items(realm_in(struck("feud", both)), FixedDice(12, 3), 7)
    assert "rolls for magic items in 1 district: a minor" in str(sentence(rolls))


def test_what_was_found_and_has_not_come_yet_waits_for_upkeep() -> None:
    begin = begun(Phase.UPKEEP, MonthStep.STABILITY, MonthStep.CONSUMPTION)
    assert "items" not in kingdom_of(begin).month.opened


def test_a_remarkable_treasure_fills_a_slot_one_grade_better() -> None:
    # A Luxury Store has two slots for minor rings, wands and wondrous items.
    begin = struck("remarkable_treasure", town("house A1", "luxury_store B1"))
    later = played(begin, ALWAYS, 1, 1)
    ware = hold_in(later).buildings[1].wares[0]
    assert (ware.grade, ware.is_treasure) == (Grade.MEDIUM, True)
    name = NameItem(TARN, HOLD, 2, ware.slot, "Ring of feather falling", 1500)
    base = hold_in(later)
    assert base.buildings[1].type is BuildingType.LUXURY_STORE
    # Its price may be half as high again as the base value.
    rich = replace(base, base_value=1000)
    named = played(struck("remarkable_treasure", rich), name)
    assert hold_in(named).buildings[1].wares[0].price == 1500
    require_refused(struck("remarkable_treasure", rich), replace(name, price=1501), "item.too_dear")


def test_with_no_vacant_slot_a_treasure_is_an_unexpected_find() -> None:
    begin = struck("remarkable_treasure", town("inn A1"))
    assert hold_in(played(begin, ALWAYS, 71)).finds == (Grade.MEDIUM,)
    assert deeds(play(begin, ALWAYS, 71)) == [
        "No slot for magic items is vacant, so the treasure is a find. A **medium item** comes to Hold in "
        "the next Upkeep; unsold it's gone when the next Event phase begins."
    ]


# -- what comes up elsewhere --------------------------------------------------------------------------


def test_after_two_failures_a_second_drug_den_opens_in_the_next_event_phase() -> None:
    for die, where in ((50, HOLD), (51, HOLD)):
        later = played(struck("drug_den", town("house A1")), ROLL, 1, 1, die)
        _, second = kingdom_of(later).happenings
        assert (second.event, second.town, second.since, second.resolved) == ("drug_den", where, 3, 2)
        again = next_event_phase(later)
        assert labels(kingdom_of(again))[:1] == ["Roll Loyalty and Stability: Drug Den 1"]


def test_r130_a_plague_spreads_to_a_hex_beside_it_and_goes_on() -> None:
    begin = struck("plague", town("house A1"))
    turn = play(begin, ROLL, 1, 1, 1, 1)
    later = played(begin, ROLL, 1, 1, 1, 1)
    first, second = kingdom_of(later).happenings
    assert (fate(later), second.spot in realm_in(later).hexes, second.spot != first.spot) == (ON, True, True)
    there = realm_in(later).land.name_of(second.spot or "")
    assert deeds(turn) == [f"It will also come up in **{there}** in the next Event phase."]


def test_r130_nothing_is_built_where_a_plague_is() -> None:
    begin = played(struck("plague", town("house A1")), ROLL, 20, 1, 1, 1)
    assert hold_in(begin).closed == (Closed("plague"),)
    assert "while the Plague lasts" in Ground(hold_in(begin), PLAIN).in_settlement(BuildingType.INN)
    later = begin
    for action in (CloseMonth(TARN), OpenMonth(TARN), SkipTo(TARN, MonthStep.TERRAIN)):
        later = played(later, action)
    require_refused(later, BuildImprovement(TARN, "0,0", Improvement.ROAD), "improvement.hindered")
    # Once it is over, everything can be built again.
    over = played(next_event_phase(begin), ROLL, 20, 20, 1)
    assert hold_in(over).closed == ()


# -- demands, rushes, squatters -----------------------------------------------------------------------


def test_r131_a_demand_is_drawn_among_what_could_be_built_or_stands_there() -> None:
    begin = begun(Phase.EVENT, MonthStep.CONTINUING)
    for wants, dice, removal in (("inn", (75, 1), False), ("house", (76,), True)):
        place = PlaceEvent(TARN, "building_demand", settlement=HOLD)
        later = played(_with(begin, town("house A1")), place, *dice)
        (found,) = kingdom_of(later).happenings
        assert (found.is_removal, bool(found.wanted)) == (removal, True)
        if removal:
            assert (found.wanted, found.count, str(about(found))) == (wants, 1, "They want a House gone.")


@pytest.mark.parametrize(("built", "becomes", "unrest"), [(True, OVER, 0), (False, ON, 1)])
def test_r131_whether_a_demand_is_met_is_seen_in_the_next_event_phase(
    built: bool, becomes: str, unrest: int
) -> None:
    found = happening("building_demand", wanted="park")
    first = played(struck("building_demand", town("house A1"), found=found), JudgeEvent(TARN, 1))
    assert (fate(first), numbers(struck("building_demand"), first).get("unrest", 0)) == (ON, 0)
    later = next_event_phase(first)
    if built:
        later = _with(later, replace(town("house A1", "park B1")))
    assert labels(kingdom_of(later))[:2] == ["Roll Loyalty", "See if it's met"]
    after = played(later, JudgeEvent(TARN, 1))
    assert (fate(after), kingdom_of(after).unrest - kingdom_of(later).unrest) == (becomes, unrest)


def test_r131_a_demand_to_take_something_down_is_met_once_one_is_gone() -> None:
    found = happening("building_demand", wanted="house", is_removal=True, count=1)
    begin = struck("building_demand", town("inn A1"), found=found)
    assert fate(played(begin, JudgeEvent(TARN, 1))) == OVER


def test_a_demand_for_an_improvement_looks_at_its_hex() -> None:
    found = happening("improvement_demand", wanted="farm")
    bare = struck("improvement_demand", hold(), found=found)
    assert fate(played(bare, JudgeEvent(TARN, 1))) == ON
    on = hexed(land(), "0,0", improvements=(Improvement.FARM,))
    assert fate(played(struck("improvement_demand", hold(), on=on, found=found), JudgeEvent(TARN, 1))) == OVER


def test_nothing_is_judged_where_nobody_knows_what_is_wanted() -> None:
    require_refused(struck("building_demand"), JudgeEvent(TARN, 1), "events.nothing_to_judge")


def test_r136_the_same_improvement_beside_a_land_rush_takes_its_harm_back() -> None:
    found = happening("land_rush", spot="2,0", wanted="farm")
    begin = struck("land_rush", hold(), found=found, campaign=decided(expand_settlement_modifiers="yes"))
    first = played(begin, ROLL, 20)
    assert numbers(begin, first) == {"stability": -1, "unrest": 1, "productivity": -1, "society": -1}
    later = next_event_phase(first)
    assert labels(kingdom_of(later))[0] == "See if it's met"
    assert numbers(later, played(later, JudgeEvent(TARN, 1))) == numbers(later, later)
    farmed = _on(later, hexed(realm_in(later).land, "1,0", improvements=(Improvement.FARM,)))
    healed = played(farmed, JudgeEvent(TARN, 1))
    assert [each.stat for each in kingdom_of(healed).changes] == []


def test_r142_squatters_close_their_lot_and_a_home_must_stand_there_next_turn() -> None:
    found = happening("squatters", district=1, lot=3)
    begin = played(struck("squatters", town("inn A1"), found=found), ROLL, 1)
    assert hold_in(begin).closed == (Closed("squatters", 1, 3),)
    legal = Ground(hold_in(begin), PLAIN).legal(BuildingType.HOUSE)
    assert 3 not in {lot for place in legal for lot in place.lots}
    dispersed = played(struck("squatters", town("inn A1"), found=found), ROLL, 20)
    assert hold_in(dispersed).closed == ()
    later = next_event_phase(dispersed)
    for buildings, becomes in ((("inn A1", "house D1"), 0), (("inn A1", "house C1"), 2)):
        there = _with(later, town(*buildings))
        assert kingdom_of(played(there, JudgeEvent(TARN, 1))).unrest - kingdom_of(there).unrest == becomes


def test_squatters_without_a_lot_are_judged_by_a_game_master_who_says_what_stands_there() -> None:
    found = happening("squatters", left="success", tried=1, since=1, is_continuous=True)
    begin = struck("squatters", town("inn A1"), found=found)
    assert labels(kingdom_of(begin))[:2] == ["A home stands there", "No home was built"]
    require_refused(begin, JudgeEvent(TARN, 1), "events.nothing_to_judge")


# -- optional rules -----------------------------------------------------------------------------------


def test_r124_without_the_expansion_a_kingdom_wide_modifier_is_only_noted() -> None:
    changed = told(play(struck("new_subjects"), ALWAYS, 2)).changed
    assert [each.is_kept for each in changed if each.number is Number.SOCIETY] == [False]
    used = struck("new_subjects", campaign=decided(expand_settlement_modifiers="yes"))
    assert numbers(used, played(used, ALWAYS, 2))["society"] == 1


def test_r126_the_campaign_may_have_slavers_raise_unrest() -> None:
    for setting, amount in (("as_printed", -1), ("increase", 1)):
        begin = struck("slavers", campaign=decided(slavers_unrest=setting))
        assert numbers(begin, played(begin, ROLL, 1, 20))["unrest"] == amount


def test_a_feast_lasts_twelve_months() -> None:
    begin = struck("festive_invitation", campaign=decided(expand_settlement_modifiers="yes"))
    later = played(begin, ChooseEvent(TARN, 1, Occasion.SUCCESS), 2)
    (society,) = [each for each in kingdom_of(later).changes if each.stat is Stat.SOCIETY]
    assert (society.until, society.since) == (Until.YEAR, 2)
    for number, lasts in ((13, True), (14, False)):
        state = replace(kingdom_of(later), month=month(Phase.EVENT, *EVENT_OVER, number=number, size=3))
        closed = kingdom_of(played(_state(later, state), CloseMonth(TARN)))
        assert bool(closed.changes) is lasts


def test_a_game_master_corrects_a_settlement_s_modifier_with_a_reason() -> None:
    begin = begun(Phase.EVENT, MonthStep.CONTINUING)
    placed = played(begin, PlaceNumber(TARN, "crime", "2", "A gang war", settlement=HOLD))
    (crime,) = hold_in(placed).changes
    assert (crime.stat, crime.amount, crime.name) == (Stat.CRIME, 2, "A gang war")
    assert hold_in(played(placed, CancelSource(TARN, "A gang war"))).changes == ()
    require_refused(begin, PlaceNumber(TARN, "economy", "2", "Why", settlement=HOLD), "events.no_modifier")


# -- scenes -------------------------------------------------------------------------------------------


def _with(later: Any, lots: Town) -> Any:
    """The scene with other buildings in Hold."""
    record = later.records[HOLD]
    state = replace(record.state, buildings=lots.buildings, counted=lots.counted, districts=lots.districts)
    return replace(later, records={**later.records, HOLD: replace(record, state=state)})


def _on(later: Any, on: Land) -> Any:
    record = later.records[LANDS]
    return replace(later, records={**later.records, LANDS: replace(record, state=on)})


def _state(later: Any, state: Kingdom) -> Any:
    record = later.records[TARN]
    return replace(later, records={**later.records, TARN: replace(record, state=state)})


def _decided(later: Any) -> Any:
    """The same in a campaign that uses no optional rule."""
    return replace(later, campaign=decided())


def _change(stat: Stat, amount: int) -> Change:
    return Change(1, stat, amount, "As told")


EVENT_OVER = (MonthStep.CONTINUING, MonthStep.EVENT, MonthStep.RESOLVE)


def test_r129_of_a_monster_that_is_nowhere_no_hex_is_lost_and_that_is_said() -> None:
    begin = struck("monster_attack", found=happening("monster_attack", spot=None))
    assert deeds(play(begin, SettleEvent(TARN, 1, Occasion.FAILURE))) == [
        "No hex is lost: nobody said where it is."
    ]
    assert realm_in(played(begin, SettleEvent(TARN, 1, Occasion.FAILURE))).size == 3


def test_a_monster_that_won_goes_on_in_a_hex_that_a_game_master_names_anew() -> None:
    begin = struck("monster_attack", found=happening("monster_attack", spot="1,0"))
    later = played(begin, SettleEvent(TARN, 1, Occasion.FAILURE))
    (found,) = kingdom_of(later).happenings
    assert (found.is_continuous, found.spot) == (True, None)


# -- several at once ----------------------------------------------------------------------------------


def plagues(count: int, **changes: Any) -> Any:
    """Tarn with so many of them to be rolled."""
    found = tuple(happening("plague", number=number) for number in range(1, count + 1))
    return struck("plague", found=found[0], happenings=found, counted=count, **changes)


def test_several_of_a_kind_are_told_apart_by_number() -> None:
    seen = labels(kingdom_of(plagues(2)))
    assert [each for each in seen if each.startswith("Roll")] == [
        "Roll Stability: Plague 1",
        "Roll Stability: Plague 2",
    ]
    assert "Roll Stability" in labels(kingdom_of(plagues(1)))


@pytest.mark.parametrize("count", [1, 5, 6, 20])
def test_however_many_wait_for_a_roll_each_can_be_pressed_and_no_list_is_empty(count: int) -> None:
    state = kingdom_of(plagues(count))
    buttons, lists = kingdom_controls(TARN, state, event_steps(TARN, state))
    ids = [each.custom_id for each in buttons] + [pick.value for each in lists for pick in each.picks]
    rolls = [f"do|{TARN}|event-{number}|" for number in range(1, count + 1)]
    assert all(any(id_.startswith(roll) for id_ in ids) for roll in rolls)
    assert all(1 <= len(each.picks) <= 25 for each in lists)
    assert len({each.custom_id for each in lists}) == len(lists)


@pytest.mark.parametrize("event", ["monster_attack", "building_demand", "assassination_attempt"])
def test_however_many_wait_a_game_master_can_say_of_each_how_it_turned_out(event: str) -> None:
    found = tuple(happening(event, number=number) for number in range(1, 21))
    state = kingdom_of(struck(event, found=found[0], happenings=found, counted=20))
    for steps in (divided(event_steps(TARN, state))[1], event_steps(TARN, state)):
        buttons, lists = kingdom_controls(TARN, state, steps)
        ids = [each.custom_id for each in buttons] + [pick.value for each in lists for pick in each.picks]
        assert len(ids) == sum(len(step.choices) for step in steps)
        # A row is left for buttons, and in it room for what a card adds.
        assert (len(lists) <= 4, len(buttons) <= 3) == (True, True)


def test_r130_a_plague_that_spreads_closes_a_settlement_once_it_has_come_up() -> None:
    spread = happening("plague", since=3, resolved=2)
    before = begun(Phase.EDICT, happenings=(spread,), counted=1, month=month(Phase.EDICT, number=3, size=3))
    assert not realm_in(before).plagued
    now = begun(Phase.EVENT, happenings=(spread,), counted=1, month=month(Phase.EVENT, number=3, size=3))
    assert realm_in(now).plagued == {"0,0"}
