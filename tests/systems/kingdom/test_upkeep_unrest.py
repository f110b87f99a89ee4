"""Unrest in Upkeep, step by step; who may take its steps, and when."""

from __future__ import annotations

from typing import Any

import pytest

from bot.engine.system import Scene
from bot.errors import NotAllowed, RuleViolation
from bot.systems.kingdom.book import Attribute, Mark, Phase, Promotion, Role, Stat, Step, Until
from bot.systems.kingdom.month.course import FinishStep, OpenMonth
from bot.systems.kingdom.month.rules import (
    EnforceOrder,
    Grievance,
    OrderEnforced,
    PayConsumption,
    RollStability,
    RollStandIn,
    SettleUnrest,
    StandInRolled,
    UnrestSettled,
)
from bot.systems.kingdom.outcome import AnarchyBegan, PhaseBegan
from bot.systems.kingdom.sources import figures
from bot.systems.kingdom.state import Edicts
from bot.systems.kingdom.steps import open_steps
from tests.systems.kingdom.scenes import (
    DEACON,
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
    realm_in,
    scene,
    tarn,
)
from tests.systems.kingdom.upkeep_scenes import at, over, stable

# -- step 4: Unrest ------------------------------------------------------------------------------------


def settled(**changes: Any) -> UnrestSettled:
    """What adds to Unrest."""
    (told, *_) = play(at(Step.UNREST, **changes), SettleUnrest(TARN)).events
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
        leaders=alone, month=month(Phase.UPKEEP, Step.STABILITY, Step.CONSUMPTION, stand_in=role)
    )
    assert covered.grievances == ()


def test_r041_duty_missed_makes_a_role_vacant_in_upkeep() -> None:
    idle = (*everybody(DEACON, 10, Role.SPYMASTER), leader(Role.SPYMASTER, days=6))
    told = settled(leaders=idle, changes=(change(Stat.ECONOMY, 9),))
    assert told.grievances == (Grievance("spymaster", 1),)


def test_r016_unrest_is_settled_before_stand_in_enforcer_and_the_lost_hex() -> None:
    torn = at(
        Step.UNREST,
        unrest=10,
        leaders=(*everybody(DEACON, 10, Role.RULER, Role.COUNCILOR),),
        month=month(Phase.UPKEEP, Step.STABILITY, Step.CONSUMPTION, stand_in=Role.HEIR),
    )
    # Loyalty is below 0 for want of a Councilor: 1 more.
    then = played(torn, SettleUnrest(TARN))
    assert (kingdom_of(then).unrest, open_steps(kingdom_of(then))) == (12, [Step.STAND_IN])
    then = played(then, RollStandIn(TARN), 2)
    assert (kingdom_of(then).unrest, open_steps(kingdom_of(then))) == (13, [Step.ENFORCER])
    then = played(then, EnforceOrder(TARN), 2)
    assert (kingdom_of(then).unrest, open_steps(kingdom_of(then))) == (12, [Step.LOSE_HEX])


# -- the stand-in ---------------------------------------------------------------------------------------


def standing_in(**changes: Any) -> Scene:
    """The Heir stands in, Loyalty is 14 against 24: a 10 is enough."""
    return at(
        Step.STAND_IN,
        leaders=everybody(WREN, 10, Role.RULER),
        month=month(Phase.UPKEEP, Step.STABILITY, Step.CONSUMPTION, Step.UNREST, stand_in=Role.HEIR),
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
    then = played(at(Step.UNREST, unrest=2, leaders=everybody(DEACON, 10, Role.RULER)), SettleUnrest(TARN))
    assert over(kingdom_of(then), Step.STAND_IN) is Mark.NOT_NEEDED
    with pytest.raises(RuleViolation, match="Standing in for the Ruler” is over"):
        play(then, RollStandIn(TARN))


# -- the Royal Enforcer -----------------------------------------------------------------------------------


def enforcing(unrest: int = 4, **changes: Any) -> Scene:
    """The Royal Enforcer may act; Loyalty is 14 against 24."""
    changes.setdefault("changes", (change(Stat.LOYALTY, 14),))
    return at(Step.ENFORCER, unrest=unrest, counted=1, **changes)


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
    then = kingdom_of(played(enforcing(), FinishStep(TARN, Step.ENFORCER)))
    assert (then.unrest, over(then, Step.ENFORCER), then.month.phase) == (4, Mark.DONE, Phase.EDICT)


def test_r036_with_no_unrest_the_enforcer_has_nothing_to_do() -> None:
    then = kingdom_of(played(at(Step.UNREST), SettleUnrest(TARN)))
    assert over(then, Step.ENFORCER) is Mark.NOT_NEEDED


def test_r036_an_enforcer_who_missed_the_duty_reduces_nothing() -> None:
    idle = (*everybody(DEACON, 10, Role.ROYAL_ENFORCER), leader(Role.ROYAL_ENFORCER, days=3))
    then = kingdom_of(played(at(Step.UNREST, unrest=3, leaders=idle), SettleUnrest(TARN)))
    assert over(then, Step.ENFORCER) is Mark.NOT_NEEDED


# -- 11, 20, and no land --------------------------------------------------------------------------------


@pytest.mark.parametrize(("unrest", "is_lost"), [(10, False), (11, True)])
def test_r019_from_unrest_11_on_one_hex_is_lost(unrest: int, is_lost: bool) -> None:
    nobody = everybody(DEACON, 10, Role.ROYAL_ENFORCER)
    then = kingdom_of(played(at(Step.UNREST, unrest=unrest, leaders=nobody), SettleUnrest(TARN)))
    assert (Step.LOSE_HEX in open_steps(then)) is is_lost


def test_the_enforcer_may_keep_unrest_below_11() -> None:
    then = kingdom_of(played(enforcing(11), EnforceOrder(TARN), 20))
    assert (then.unrest, over(then, Step.LOSE_HEX)) == (10, Mark.NOT_NEEDED)


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
        over(state, step) is Mark.NOT_NEEDED for step in (Step.STABILITY, Step.CONSUMPTION, Step.UNREST)
    )


def test_upkeep_ends_with_the_edict_phase() -> None:
    turn = play(at(Step.UNREST), SettleUnrest(TARN))
    assert PhaseBegan("Tarn", 1, (Phase.EDICT,)) in turn.events


# -- who, and when ----------------------------------------------------------------------------------------

STEPS: dict[Step, Any] = {
    Step.STABILITY: RollStability(TARN),
    Step.CONSUMPTION: PayConsumption(TARN),
    Step.UNREST: SettleUnrest(TARN),
    Step.STAND_IN: RollStandIn(TARN),
    Step.ENFORCER: EnforceOrder(TARN),
}


@pytest.mark.parametrize("step", STEPS, ids=str)
def test_no_step_before_the_month_is_opened(step: Step) -> None:
    before = scene(ready(tarn(leaders=everybody(), month=month(Phase.BEFORE))))
    with pytest.raises(RuleViolation, match="the month is not opened yet"):
        play(before, STEPS[step])


@pytest.mark.parametrize("step", STEPS, ids=str)
def test_no_step_in_another_phase(step: Step) -> None:
    with pytest.raises(RuleViolation, match="Edict phase"):
        play(scene(ready(tarn(leaders=everybody()))), STEPS[step])


def test_a_step_is_not_taken_twice() -> None:
    then = played(stable(10), RollStability(TARN), 12)
    with pytest.raises(RuleViolation, match="is over for this month"):
        play(then, RollStability(TARN))


def test_steps_keep_their_order() -> None:
    with pytest.raises(RuleViolation, match="can't be done now"):
        play(stable(10), PayConsumption(TARN))


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
    state = at(Step.CONSUMPTION, edicts=Edicts(promotion=Promotion.STANDARD))
    assert kingdom_of(played(state, PayConsumption(TARN))).treasury == 14
