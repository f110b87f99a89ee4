"""The first steps of Upkeep by their dice: the Stability check and Consumption; the book's own example."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from bot.engine.event import sentence
from bot.engine.system import Record, World
from bot.errors import NotAllowed
from bot.systems.kingdom.book import (
    Attribute,
    Improvement,
    Mark,
    MonthStep,
    Phase,
    Promotion,
    Role,
    Stat,
    Until,
)
from bot.systems.kingdom.checks import SIDES, check
from bot.systems.kingdom.land.state import Land
from bot.systems.kingdom.month.course import FinishStep, OpenMonth
from bot.systems.kingdom.month.page_cards import step_notes
from bot.systems.kingdom.month.rules import (
    ConsumptionPaid,
    EnforceOrder,
    Grievance,
    OrderEnforced,
    PayConsumption,
    RollStability,
    RollStandIn,
    SettleUnrest,
    StabilityRolled,
    StandInRolled,
    UnrestSettled,
)
from bot.systems.kingdom.realm import Realm
from bot.systems.kingdom.settling import AnarchyBegan, PhaseBegan, StoreSpoiled
from bot.systems.kingdom.sheet.cards import whole
from bot.systems.kingdom.sheet.source_cards import explained
from bot.systems.kingdom.sources import ConsumptionBill, consumption_bill, figures, room
from bot.systems.kingdom.state import Edicts
from bot.systems.kingdom.steps import open_steps
from bot.systems.kingdom.towns.settlements import SetSettlement
from bot.systems.kingdom.towns.state import Town
from tests.systems.kingdom.months_scenes import at, over, stable
from tests.systems.kingdom.scenes import (
    DEACON,
    HOLD,
    MARISOL,
    TARN,
    WREN,
    by,
    change,
    decided,
    everybody,
    kingdom_of,
    land,
    leader,
    month,
    play,
    played,
    ready,
    realm,
    realm_in,
    require_refused,
    scene,
    tarn,
)
from tests.systems.kingdom.sums import row
from tests.systems.kingdom.town_scenes import town

# -- step 1: the Stability check. Tarn's Stability is 4 and its Control DC 24: a 20 succeeds. ------------


def test_a_success_takes_1_unrest_away() -> None:
    turn = play(stable(10, unrest=3), RollStability(TARN), 13)
    told = turn.events[0]
    assert isinstance(told, StabilityRolled)
    assert (told.result.total, told.result.dc, told.unrest) == (24, 24, -1)
    assert kingdom_of(played(stable(10, unrest=3), RollStability(TARN), 13)).unrest == 2


def test_r006_a_bp_instead_only_with_no_unrest_at_all() -> None:
    after = kingdom_of(played(stable(10), RollStability(TARN), 10))
    assert (after.unrest, after.treasury) == (0, 21)
    after = kingdom_of(played(stable(10, unrest=1), RollStability(TARN), 11))
    assert (after.unrest, after.treasury) == (0, 20)


@pytest.mark.parametrize(("die", "unrest"), [(9, 1), (6, 1)])
def test_a_failure_by_4_or_less_adds_1(die: int, unrest: int) -> None:
    assert kingdom_of(played(stable(10), RollStability(TARN), die)).unrest == unrest


def test_a_failure_by_5_or_more_adds_1d4() -> None:
    turn = play(stable(10), RollStability(TARN), 5, 3)
    assert turn.events[0].bad == 3
    assert kingdom_of(played(stable(10), RollStability(TARN), 5, 3)).unrest == 3


def test_r003_a_natural_20_succeeds_whatever_the_total() -> None:
    after = kingdom_of(played(stable(-50, unrest=5), RollStability(TARN), 20))
    assert after.unrest == 4


def test_r003_a_natural_1_fails_mildly_where_it_reaches_the_dc() -> None:
    after = kingdom_of(played(stable(50), RollStability(TARN), 1))
    assert (after.unrest, after.treasury) == (1, 20)


def test_r003_a_natural_1_fails_by_its_total() -> None:
    assert kingdom_of(played(stable(10), RollStability(TARN), 1, 4)).unrest == 4


def test_the_books_example_of_upkeep() -> None:
    """Stability 56 and Unrest 5 against DC 60: a 19 makes 70, and 5 of 12 BP are paid."""
    jessica = tarn(
        leaders=everybody(),
        unrest=5,
        treasury=12,
        month=month(Phase.UPKEEP),
        changes=(
            change(Stat.STABILITY, 52),
            change(Stat.CONTROL_DC, 36, number=2),
            change(Stat.CONSUMPTION, 1, number=3),
        ),
    )
    begun = scene(ready(jessica))
    rolled = play(begun, RollStability(TARN), 19).events[0]
    assert (rolled.result.total, rolled.result.dc, rolled.result.unrest) == (70, 60, 5)
    then = played(begun, RollStability(TARN), 19)
    then = played(then, PayConsumption(TARN))
    then = played(then, SettleUnrest(TARN))
    then = played(then, FinishStep(TARN, MonthStep.ENFORCER))
    state = kingdom_of(then)
    assert (state.unrest, state.treasury, state.month.phase) == (4, 7, Phase.EDICT)


@pytest.mark.parametrize("bonus", range(-5, 30))
def test_odds_of_the_stability_check_are_those_of_its_twenty_dice(bonus: int) -> None:
    made = check(
        realm(tarn(leaders=everybody(), changes=(change(Stat.STABILITY, bonus),))), Attribute.STABILITY
    )
    ends: Counter[str] = Counter()
    for die in range(1, SIDES + 1):
        # By the book's own words, apart from the code: 4 + bonus against 24.
        total, wins = die + 4 + bonus, die != 1
        wins = die == 20 or (wins and total >= 24)
        ends["good" if wins else "mild" if 24 - total <= 4 else "bad"] += 1
    assert made.chance == Fraction(ends["good"], SIDES)
    assert made.mild == Fraction(ends["mild"], SIDES)
    assert 1 - made.chance - made.mild == Fraction(ends["bad"], SIDES)
    first = min(die for die in range(1, 21) if made.of(die).is_success)
    assert made.needed == first


def test_r004_unrest_lowers_the_check_and_not_the_attribute() -> None:
    calm, torn = stable(10), stable(10, unrest=3)
    assert figures(realm_in(calm)).stability == figures(realm_in(torn)).stability == 14
    assert check(realm_in(torn), Attribute.STABILITY).modifier == 11
    within = stable(10, unrest=3, campaign=decided(unrest_in_attribute="yes"))
    assert figures(realm_in(within)).stability == 11
    assert check(realm_in(within), Attribute.STABILITY).modifier == 11


def test_a_check_is_kept_for_the_months_card() -> None:
    (roll,) = kingdom_of(played(stable(10), RollStability(TARN), 12)).month.rolls
    assert (roll.step, roll.die, roll.total, roll.dc, roll.is_success) == ("stability", 12, 26, 24, True)


# -- step 2: Consumption. Three hexes and a district: 4 BP. ---------------------------------------------


def test_consumption_is_paid() -> None:
    turn = play(at(MonthStep.CONSUMPTION), PayConsumption(TARN))
    assert turn.events[0] == ConsumptionPaid("Tarn", 4, 4, 16)
    assert kingdom_of(played(at(MonthStep.CONSUMPTION), PayConsumption(TARN))).treasury == 16


def test_r008_a_treasury_of_exactly_0_costs_no_unrest() -> None:
    after = kingdom_of(played(at(MonthStep.CONSUMPTION, treasury=4), PayConsumption(TARN)))
    assert (after.treasury, after.unrest) == (0, 0)


def test_r008_a_treasury_below_0_adds_2_unrest() -> None:
    after = kingdom_of(played(at(MonthStep.CONSUMPTION, treasury=3), PayConsumption(TARN)))
    assert (after.treasury, after.unrest) == (-1, 2)


def test_r008_a_debt_adds_2_unrest_even_where_nothing_was_to_pay() -> None:
    free = at(MonthStep.CONSUMPTION, treasury=-5, changes=(change(Stat.CONSUMPTION, -9),))
    turn = play(free, PayConsumption(TARN))
    assert turn.events[0] == ConsumptionPaid("Tarn", 0, -5, -5, 2)


def test_r002_consumption_below_0_gives_nothing_back() -> None:
    free = at(MonthStep.CONSUMPTION, changes=(change(Stat.CONSUMPTION, -9),))
    assert kingdom_of(played(free, PayConsumption(TARN))).treasury == 20


def test_a_change_until_upkeep_counts_once_and_ends_with_it() -> None:
    shortage = change(Stat.CONSUMPTION, 5, "Shortage", until=Until.UPKEEP)
    short = at(MonthStep.CONSUMPTION, changes=(shortage,))
    then = played(short, PayConsumption(TARN))
    assert kingdom_of(then).treasury == 11
    then = played(then, SettleUnrest(TARN))
    assert kingdom_of(then).month.phase is Phase.EDICT
    assert kingdom_of(then).changes == ()


# -- Unrest in Upkeep, step by step; who may take its steps, and when -----------------------------------


# -- step 4: Unrest ------------------------------------------------------------------------------------


def settled(**changes: Any) -> UnrestSettled:
    """What adds to Unrest."""
    (told, *_) = play(at(MonthStep.UNREST, **changes), SettleUnrest(TARN)).events
    assert isinstance(told, UnrestSettled)
    return told


def test_nothing_adds_to_unrest_where_nothing_is_amiss() -> None:
    assert settled().grievances == ()


def test_each_attribute_below_0_adds_1() -> None:
    low = (change(Stat.ECONOMY, -1), change(Stat.LOYALTY, -3, number=2), change(Stat.STABILITY, -4, number=3))
    # Stability is exactly 0: that is not below it.
    assert settled(changes=low).grievances == (Grievance("economy", 1), Grievance("loyalty", 1))


def test_r004_unrest_makes_no_attribute_negative_unless_so_decided() -> None:
    assert settled(unrest=9).grievances == ()
    within = settled(unrest=9, campaign=decided(unrest_in_attribute="yes"))
    assert [each.what for each in within.grievances] == ["economy", "loyalty", "stability"]


def test_r015_vacancies_add_their_unrest_in_this_step() -> None:
    firm = tuple(change(Stat(each.value), 20, number=number) for number, each in enumerate(Attribute, 1))
    told = settled(leaders=(), changes=firm)
    assert told.grievances == (
        Grievance("ruler", 4),
        Grievance("councilor", 1),
        Grievance("high_priest", 1),
        Grievance("spymaster", 1),
    )


@pytest.mark.parametrize("role", [Role.CONSORT, Role.HEIR])
def test_r040_a_stand_in_spares_the_rulers_4(role: Role) -> None:
    alone = everybody(DEACON, 10, Role.RULER)
    assert settled(leaders=alone).grievances == (Grievance("ruler", 4),)
    covered = settled(
        leaders=alone, month=month(Phase.UPKEEP, MonthStep.STABILITY, MonthStep.CONSUMPTION, stand_in=role)
    )
    assert covered.grievances == ()


def test_r041_duty_missed_makes_a_role_vacant_in_upkeep() -> None:
    idle = (*everybody(DEACON, 10, Role.SPYMASTER), leader(Role.SPYMASTER, days=6))
    told = settled(leaders=idle, changes=(change(Stat.ECONOMY, 9),))
    assert told.grievances == (Grievance("spymaster", 1),)


def test_r016_unrest_is_settled_before_stand_in_enforcer_and_the_lost_hex() -> None:
    torn = at(
        MonthStep.UNREST,
        unrest=10,
        leaders=(*everybody(DEACON, 10, Role.RULER, Role.COUNCILOR),),
        month=month(Phase.UPKEEP, MonthStep.STABILITY, MonthStep.CONSUMPTION, stand_in=Role.HEIR),
    )
    # Loyalty is below 0 for want of a Councilor: 1 more.
    then = played(torn, SettleUnrest(TARN))
    assert (kingdom_of(then).unrest, open_steps(kingdom_of(then))) == (12, [MonthStep.STAND_IN])
    then = played(then, RollStandIn(TARN), 2)
    assert (kingdom_of(then).unrest, open_steps(kingdom_of(then))) == (13, [MonthStep.ENFORCER])
    then = played(then, EnforceOrder(TARN), 2)
    assert (kingdom_of(then).unrest, open_steps(kingdom_of(then))) == (12, [MonthStep.LOSE_HEX])


# -- the stand-in ---------------------------------------------------------------------------------------


def standing_in(**changes: Any) -> World:
    """The Heir stands in, Loyalty is 14 against 24: a 10 is enough."""
    return at(
        MonthStep.STAND_IN,
        leaders=everybody(WREN, 10, Role.RULER),
        month=month(
            Phase.UPKEEP, MonthStep.STABILITY, MonthStep.CONSUMPTION, MonthStep.UNREST, stand_in=Role.HEIR
        ),
        changes=(change(Stat.LOYALTY, 14),),
        **changes,
    )


@pytest.mark.parametrize(("die", "unrest"), [(10, 0), (9, 1), (1, 1), (20, 0)])
def test_r040_the_stand_ins_check_or_1_unrest(die: int, unrest: int) -> None:
    turn = play(standing_in(), RollStandIn(TARN), die)
    assert isinstance(turn.events[0], StandInRolled)
    assert (turn.events[0].role, turn.events[0].unrest) == (Role.HEIR, unrest)
    assert kingdom_of(played(standing_in(), RollStandIn(TARN), die)).unrest == unrest


def test_no_stand_in_no_check() -> None:
    then = played(
        at(MonthStep.UNREST, unrest=2, leaders=everybody(DEACON, 10, Role.RULER)), SettleUnrest(TARN)
    )
    assert over(kingdom_of(then), MonthStep.STAND_IN) is Mark.NOT_NEEDED
    require_refused(then, RollStandIn(TARN), "month.is_over", "Standing in for the Ruler")


# -- the Royal Enforcer -----------------------------------------------------------------------------------


def enforcing(unrest: int = 4, **changes: Any) -> World:
    """The Royal Enforcer may act; Loyalty is 14 against 24."""
    changes.setdefault("changes", (change(Stat.LOYALTY, 14),))
    return at(MonthStep.ENFORCER, unrest=unrest, counted=1, **changes)


def test_r036_unrest_falls_either_way() -> None:
    # With Unrest 3 left a 13 makes 24.
    kind = play(enforcing(), EnforceOrder(TARN), 13)
    assert isinstance(kind.events[0], OrderEnforced)
    assert (kind.events[0].loyalty, kind.events[0].result.unrest) == (0, 3)
    assert kingdom_of(played(enforcing(), EnforceOrder(TARN), 13)).unrest == 3
    assert kingdom_of(played(enforcing(), EnforceOrder(TARN), 12)).unrest == 3


def test_r036_a_failed_check_lowers_loyalty_for_good() -> None:
    then = played(enforcing(), EnforceOrder(TARN), 12)
    assert figures(realm_in(then)).loyalty == 13
    lost = kingdom_of(then).changes[-1]
    assert (lost.amount, lost.until, lost.since, lost.number) == (-1, Until.ALWAYS, 1, 2)
    assert kingdom_of(then).counted == 2


def test_r036_the_enforcers_cost_adds_up_in_one_named_source() -> None:
    first = kingdom_of(played(enforcing(), EnforceOrder(TARN), 2))
    again = enforcing(changes=first.changes)
    changes = kingdom_of(played(again, EnforceOrder(TARN), 2)).changes
    assert [(each.stat, each.amount) for each in changes] == [(Stat.LOYALTY, 14), (Stat.LOYALTY, -2)]


def test_r036_left_alone_nothing_changes() -> None:
    then = kingdom_of(played(enforcing(), FinishStep(TARN, MonthStep.ENFORCER)))
    assert (then.unrest, over(then, MonthStep.ENFORCER), then.month.phase) == (4, Mark.DONE, Phase.EDICT)


def test_r036_with_no_unrest_the_enforcer_has_nothing_to_do() -> None:
    then = kingdom_of(played(at(MonthStep.UNREST), SettleUnrest(TARN)))
    assert over(then, MonthStep.ENFORCER) is Mark.NOT_NEEDED


def test_r036_an_enforcer_who_missed_the_duty_reduces_nothing() -> None:
    idle = (*everybody(DEACON, 10, Role.ROYAL_ENFORCER), leader(Role.ROYAL_ENFORCER, days=3))
    then = kingdom_of(played(at(MonthStep.UNREST, unrest=3, leaders=idle), SettleUnrest(TARN)))
    assert over(then, MonthStep.ENFORCER) is Mark.NOT_NEEDED


# -- 11, 20, and no land --------------------------------------------------------------------------------


@pytest.mark.parametrize(("unrest", "is_lost"), [(10, False), (11, True)])
def test_r019_from_unrest_11_on_one_hex_is_lost(unrest: int, is_lost: bool) -> None:
    nobody = everybody(DEACON, 10, Role.ROYAL_ENFORCER)
    then = kingdom_of(played(at(MonthStep.UNREST, unrest=unrest, leaders=nobody), SettleUnrest(TARN)))
    assert (MonthStep.LOSE_HEX in open_steps(then)) is is_lost


def test_the_enforcer_may_keep_unrest_below_11() -> None:
    then = kingdom_of(played(enforcing(11), EnforceOrder(TARN), 20))
    assert (then.unrest, over(then, MonthStep.LOSE_HEX)) == (10, Mark.NOT_NEEDED)


def test_r017_unrest_20_is_anarchy_at_whatever_step() -> None:
    turn = play(stable(0, unrest=19), RollStability(TARN), 19, 1)
    assert AnarchyBegan("Tarn", 20) in turn.events
    then = kingdom_of(played(stable(0, unrest=19), RollStability(TARN), 19, 1))
    assert then.is_in_anarchy


def test_r022_a_kingdom_of_size_0_skips_its_upkeep() -> None:
    empty = land(own=())
    begun = scene(ready(tarn(leaders=(), unrest=3, month=month(Phase.BEFORE)), 0), empty)
    then = played(begun, OpenMonth(TARN))
    state = kingdom_of(then)
    assert (state.month.phase, state.unrest, state.treasury) == (Phase.EDICT, 3, 20)
    assert all(
        over(state, step) is Mark.NOT_NEEDED
        for step in (MonthStep.STABILITY, MonthStep.CONSUMPTION, MonthStep.UNREST)
    )


def test_upkeep_ends_with_the_edict_phase() -> None:
    turn = play(at(MonthStep.UNREST), SettleUnrest(TARN))
    assert PhaseBegan("Tarn", 1, (Phase.EDICT,)) in turn.events


# -- who, and when ----------------------------------------------------------------------------------------

STEPS: dict[MonthStep, Any] = {
    MonthStep.STABILITY: RollStability(TARN),
    MonthStep.CONSUMPTION: PayConsumption(TARN),
    MonthStep.UNREST: SettleUnrest(TARN),
    MonthStep.STAND_IN: RollStandIn(TARN),
    MonthStep.ENFORCER: EnforceOrder(TARN),
}


@pytest.mark.parametrize("step", STEPS, ids=str)
def test_no_step_before_the_month_is_opened(step: MonthStep) -> None:
    before = scene(ready(tarn(leaders=everybody(), month=month(Phase.BEFORE))))
    require_refused(before, STEPS[step], "month.not_yet", "open the month")


@pytest.mark.parametrize("step", STEPS, ids=str)
def test_no_step_in_another_phase(step: MonthStep) -> None:
    require_refused(scene(ready(tarn(leaders=everybody()))), STEPS[step], "month.is_over")


def test_a_step_is_not_taken_twice() -> None:
    then = played(stable(10), RollStability(TARN), 12)
    require_refused(then, RollStability(TARN), "month.is_over")


def test_steps_keep_their_order() -> None:
    require_refused(stable(10), PayConsumption(TARN), "month.not_yet")


def test_r044_a_check_may_be_rolled_by_any_player_and_says_for_whom() -> None:
    turn = play(by(stable(10), WREN), RollStability(TARN), 12)
    assert turn.on_behalf_of == DEACON


def test_r044_with_leave_only_the_role_rolls() -> None:
    strict = stable(10, campaign=decided(who_rolls="role"))
    with pytest.raises(NotAllowed, match="Warden"):
        play(by(strict, WREN), RollStability(TARN))
    assert play(by(strict, DEACON), RollStability(TARN), 12).on_behalf_of is None


def test_a_decision_stays_with_its_role() -> None:
    enforcers = (*everybody(MARISOL, 10, Role.ROYAL_ENFORCER), leader(Role.ROYAL_ENFORCER, DEACON))
    mine = enforcing(leaders=enforcers)
    with pytest.raises(NotAllowed):
        play(by(mine, WREN), EnforceOrder(TARN))
    assert play(by(mine, DEACON), EnforceOrder(TARN), 12).on_behalf_of is None


def test_r013_edicts_are_paid_for_from_the_next_upkeep_on() -> None:
    state = at(MonthStep.CONSUMPTION, edicts=Edicts(promotion=Promotion.STANDARD))
    assert kingdom_of(played(state, PayConsumption(TARN))).treasury == 14


# -- Granaries: what goes in, what comes out, and what becomes of it when there are fewer (R095) --------


TWO = ("granary A1", "granary B1")


def eating(amount: int, *texts: str, stored: int = 0, treasury: int = 20, **more: Any) -> World:
    """Tarn about to pay so much Consumption, with those buildings."""
    made = at(MonthStep.CONSUMPTION, treasury=treasury, **more)
    kingdom = replace(kingdom_of(made), stored=stored)
    # 3 hexes and 1 district come to 4.
    kingdom = replace(kingdom, changes=(change(Stat.CONSUMPTION, amount - 4, "As it is"),))
    return scene(kingdom, row(3), town(*texts))


def then(begun: World) -> tuple[int, int, int]:
    """Treasury, store and Unrest once it is paid."""
    after = kingdom_of(played(begun, PayConsumption(TARN)))
    return after.treasury, after.stored, after.unrest


# -- in -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("raw", "granaries", "stored", "after"),
    [
        (-3, 2, 0, 3),
        (-1, 2, 0, 1),
        (-10, 2, 0, 10),
        (-11, 2, 0, 10),
        (-8, 1, 0, 5),
        (-8, 2, 6, 10),
        (-8, 2, 10, 10),
        (-8, 0, 0, 0),
        (0, 2, 4, 4),
    ],
)
def test_r095_a_surplus_is_stored_5_bp_a_granary(raw: int, granaries: int, stored: int, after: int) -> None:
    assert then(eating(raw, *TWO[:granaries], stored=stored)) == (20, after, 0)


def test_r095_never_more_than_the_months_surplus() -> None:
    """Two empty Granaries and Farms that give 2 too much: 2, not 10."""
    assert consumption_bill(realm_in(eating(-2, *TWO))) == ConsumptionBill(0, 2)


def test_r095_what_is_in_store_takes_its_room() -> None:
    assert consumption_bill(realm_in(eating(-8, *TWO, stored=6))) == ConsumptionBill(0, 4)
    assert consumption_bill(realm_in(eating(-8, *TWO, stored=10))) == ConsumptionBill(0, 0)


def test_r095_only_raw_consumption_below_0_is_a_surplus() -> None:
    """A rich Treasury alone puts nothing aside."""
    assert then(eating(1, *TWO, treasury=500)) == (499, 0, 0)


def test_r095_a_damaged_granary_holds_nothing() -> None:
    begun = eating(-8, *TWO)
    state: Town = begun.records[HOLD].state
    hurt = replace(state, buildings=(replace(state.buildings[0], is_damaged=True), state.buildings[1]))
    records = {**begun.records, HOLD: Record(HOLD, "settlement", hurt)}
    assert then(replace(begun, records=records))[1] == 5


# -- out ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("eaten", "treasury", "stored", "after"),
    [
        (5, 5, 4, (0, 4, 0)),
        (5, 3, 4, (0, 2, 0)),
        (9, 3, 4, (-2, 0, 2)),
        (4, 0, 4, (0, 0, 0)),
        # It feeds people and pays no debt.
        (5, -3, 10, (-3, 5, 2)),
        (5, 20, 10, (15, 10, 0)),
    ],
)
def test_r095_what_consumption_comes_to_beyond_the_treasury_comes_out(
    eaten: int, treasury: int, stored: int, after: tuple[int, int, int]
) -> None:
    assert then(eating(eaten, *TWO, stored=stored, treasury=treasury)) == after


def test_r008_granaries_are_spent_before_the_treasury_is_found_to_be_below_0() -> None:
    assert then(eating(5, *TWO, stored=5, treasury=0)) == (0, 0, 0)
    assert then(eating(5, treasury=0)) == (-5, 0, 2)


def test_r095_what_is_paid_is_told() -> None:
    told = play(eating(5, *TWO, stored=4, treasury=3), PayConsumption(TARN)).events[0]
    assert told == ConsumptionPaid("Tarn", 3, 5, 0, 0, -2, 2)
    line = sentence(told) or ""
    assert "Paid **3 BP**" in line
    assert "Another **2 BP** comes from the Granaries, which now hold 2." in line


def test_r095_what_is_stored_is_told() -> None:
    told = play(eating(-3, *TWO, stored=1), PayConsumption(TARN)).events[0]
    line = sentence(told) or ""
    assert "Farms and Fisheries bring 3 more than needed." in line
    assert "**3 BP** of that goes into the Granaries, which now hold 4." in line


def test_r095_without_granaries_nothing_is_said_of_them() -> None:
    told = play(eating(5), PayConsumption(TARN)).events[0]
    assert "Granar" not in (sentence(told) or "")


# -- foretold -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("eaten", "stored", "said"),
    [
        (5, 4, "Costs 5 BP, 2 of it from the Granaries: leaves 0"),
        (9, 4, "Costs 9 BP, 4 of it from the Granaries: leaves −2, and Unrest +2 for being below 0"),
        (-3, 4, "Costs 0 of 3 BP: leaves 3, and 3 BP goes into the Granaries"),
        (2, 4, "Costs 2 of 3 BP: leaves 1"),
    ],
)
def test_r095_is_foretold(eaten: int, stored: int, said: str) -> None:
    assert step_notes(realm_in(eating(eaten, *TWO, stored=stored, treasury=3)), "consumption") == said


def test_the_store_is_on_the_sheet_and_beside_consumption() -> None:
    made = realm_in(eating(5, *TWO, stored=4))
    assert "Granaries: 4 of 10 BP in store" in list(whole(made, ()))
    assert any("hold 4 of 10 BP" in line for line in explained(made, "consumption"))
    bare: Realm = realm_in(eating(5))
    assert not any("Granaries" in line for line in (*whole(bare, ()), *explained(bare, "consumption")))


# -- fewer of them ------------------------------------------------------------------------------------


def test_r095_with_fewer_granaries_what_has_no_room_is_lost_at_once_and_told() -> None:
    """Whatever is done next: here a game master tells of the settlement."""
    begun = eating(5, TWO[0], stored=8)
    turn = play(begun, SetSettlement(HOLD, TARN, lots=1))
    assert StoreSpoiled("Tarn", 3, 5) in turn.events
    after = realm_in(played(begun, SetSettlement(HOLD, TARN, lots=1)))
    assert (after.kingdom.stored, room(after)) == (5, 5)
    spoiled = next(each for each in turn.events if isinstance(each, StoreSpoiled))
    assert sentence(spoiled) == ("Less room in the Granaries: 3 BP in store is lost, 5 BP is left.")


def test_r095_what_has_room_stays() -> None:
    begun = eating(5, *TWO, stored=8)
    turn = play(begun, SetSettlement(HOLD, TARN, lots=1))
    assert not any(isinstance(each, StoreSpoiled) for each in turn.events)


def test_r095_farms_fill_the_granaries_of_a_real_kingdom() -> None:
    """3 hexes, 1 district and 3 Farms: 4 − 6 = −2."""
    fields: Land = row(3, improvements=(Improvement.FARM,))
    kingdom = kingdom_of(at(MonthStep.CONSUMPTION))
    after = kingdom_of(played(scene(kingdom, fields, town(*TWO)), PayConsumption(TARN)))
    assert (after.treasury, after.stored) == (20, 2)
