"""The month's course: its order, its opening, and passing over steps."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.errors import NotAllowed, RuleViolation
from bot.systems.kingdom.book import Mark, Phase, Role, Stat, Step, Until
from bot.systems.kingdom.month.course import (
    ORDER,
    FinishStep,
    MonthOpened,
    OpenMonth,
    SkipStep,
    SkipTo,
    StepOver,
    StepsSkipped,
)
from bot.systems.kingdom.month.rules import CloseMonth, SettleUnrest
from bot.systems.kingdom.outcome import PhaseBegan
from bot.systems.kingdom.state import Happening
from bot.systems.kingdom.steps import OPTIONAL, PHASES, STEPS, open_steps
from tests.systems.kingdom.months_scenes import begun, marks
from tests.systems.kingdom.scenes import (
    DEACON,
    MARISOL,
    STRANGER,
    TARN,
    WREN,
    change,
    decided,
    everybody,
    kingdom_of,
    month,
    play,
    played,
    ready,
    scene,
    tarn,
)

# -- the order --------------------------------------------------------------------------------------------

IN_ORDER = {
    Phase.UPKEEP: [Step.STABILITY, Step.CONSUMPTION, Step.UNREST],
    Phase.EDICT: list(STEPS[Phase.EDICT]),
    Phase.EVENT: [Step.EVENT, Step.CLOSE],
}


@pytest.mark.parametrize("phase", IN_ORDER, ids=str)
def test_r011_the_steps_of_a_phase_come_one_after_another(phase: Phase) -> None:
    over: list[Step] = []
    for step in IN_ORDER[phase]:
        assert open_steps(kingdom_of(begun(phase, *over))) == [step]
        over.append(step)


def test_r011_in_any_order_where_so_decided() -> None:
    free = decided(edict_order="any_order")
    then = played(begun(Phase.UPKEEP, Step.STABILITY, Step.CONSUMPTION, campaign=free), SettleUnrest(TARN))
    assert open_steps(kingdom_of(then)) == list(STEPS[Phase.EDICT])
    strict = played(begun(Phase.UPKEEP, Step.STABILITY, Step.CONSUMPTION), SettleUnrest(TARN))
    assert open_steps(kingdom_of(strict)) == [Step.LEADERSHIP]


def test_withdrawals_deposits_and_sales_are_open_together_and_taxes_come_last() -> None:
    together = [Step.WITHDRAW, Step.DEPOSIT, Step.SELL]
    assert open_steps(kingdom_of(begun(Phase.INCOME))) == together
    assert open_steps(kingdom_of(begun(Phase.INCOME, Step.DEPOSIT))) == [Step.WITHDRAW, Step.SELL]
    assert open_steps(kingdom_of(begun(Phase.INCOME, *together))) == [Step.TAXES]


def test_r037_without_a_treasurer_there_are_no_taxes() -> None:
    poor = begun(Phase.INCOME, Step.WITHDRAW, Step.DEPOSIT, leaders=everybody(DEACON, 10, Role.TREASURER))
    then = kingdom_of(played(poor, FinishStep(TARN, Step.SELL)))
    assert (then.month.phase, marks(then)[Step.TAXES]) == (Phase.EVENT, Mark.NOT_NEEDED)


def test_r026_the_four_phases_follow_each_other() -> None:
    assert PHASES == (Phase.BEFORE, Phase.UPKEEP, Phase.EDICT, Phase.INCOME, Phase.EVENT)
    then = begun(Phase.BEFORE)
    seen = []
    while kingdom_of(then).month.number == 1:
        seen.append(kingdom_of(then).month.phase)
        step = open_steps(kingdom_of(then))[0]
        done = {Step.OPEN: OpenMonth(TARN), Step.CLOSE: CloseMonth(TARN)}.get(step, SkipStep(TARN, step))
        then = played(then, done)
    assert list(dict.fromkeys(seen)) == list(PHASES)


def test_r021_the_size_of_the_limits_is_noted_as_the_edict_phase_begins() -> None:
    then = played(begun(Phase.UPKEEP, Step.STABILITY, Step.CONSUMPTION), SettleUnrest(TARN))
    assert kingdom_of(then).month.size == 3


def test_changes_until_the_event_phase_end_as_it_opens() -> None:
    bound = (change(Stat.ECONOMY, 2, until=Until.EVENT), change(Stat.LOYALTY, 2, number=2))
    taxed = begun(Phase.INCOME, Step.WITHDRAW, Step.DEPOSIT, Step.SELL, changes=bound)
    then = kingdom_of(played(taxed, SkipStep(TARN, Step.TAXES)))
    assert [each.number for each in then.changes] == [2]


def test_a_step_keeps_its_revision_when_another_is_done() -> None:
    then = kingdom_of(played(begun(Phase.INCOME), FinishStep(TARN, Step.DEPOSIT)))
    assert then.month.opened == {"withdraw": 10, "sell": 10}


def test_the_steps_of_events_are_done_once_every_outcome_is_told() -> None:
    cult = begun(Phase.EVENT, happenings=(Happening(1, "cult", 0, is_continuous=True),))
    state = kingdom_of(cult)
    assert open_steps(state) == [Step.CONTINUING]
    told = ready(replace(state, happenings=(replace(state.happenings[0], resolved=1),)))
    assert (marks(told)[Step.CONTINUING], open_steps(told)) == (Mark.DONE, [Step.EVENT])
    assert marks(kingdom_of(begun(Phase.EVENT)))[Step.CONTINUING] is Mark.NOT_NEEDED


# -- opening ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("actor", [MARISOL, DEACON])
def test_a_game_master_or_a_leader_opens_the_month(actor: int) -> None:
    turn = play(begun(Phase.BEFORE, actor=actor), OpenMonth(TARN))
    assert turn.events[:1] == (MonthOpened("Tarn", 1),)
    assert PhaseBegan("Tarn", 1, (Phase.UPKEEP,)) in turn.events


@pytest.mark.parametrize("actor", [WREN, STRANGER])
def test_who_leads_nothing_opens_no_month(actor: int) -> None:
    with pytest.raises(NotAllowed, match="leader of Tarn"):
        play(begun(Phase.BEFORE, actor=actor), OpenMonth(TARN))


def test_who_has_leave_opens_the_month() -> None:
    assert play(begun(Phase.BEFORE, actor=WREN, proxies=(WREN,)), OpenMonth(TARN)).events


def test_a_month_is_opened_once() -> None:
    then = played(begun(Phase.BEFORE), OpenMonth(TARN))
    with pytest.raises(RuleViolation, match="Open the month” is over for this month"):
        play(then, OpenMonth(TARN))


# -- finishing and passing over ------------------------------------------------------------------------------


# Magic items come up only where there is a market: see test_items.
@pytest.mark.parametrize(
    "step", [step for step in Step if step not in (*OPTIONAL, Step.ENFORCER, Step.ITEMS)], ids=str
)
def test_what_must_be_done_is_not_finished_by_saying_so(step: Step) -> None:
    phase = next(phase for phase in PHASES if step in STEPS[phase])
    before = STEPS[phase][: STEPS[phase].index(step)]
    state = tarn(
        leaders=everybody(),
        unrest=12,
        happenings=(Happening(1, "cult", 1),),
        month=month(phase, *before, stand_in=Role.HEIR),
    )
    with pytest.raises(RuleViolation, match=r"must be done|can't be done now"):
        play(scene(state), FinishStep(TARN, step))


@pytest.mark.parametrize("step", OPTIONAL, ids=str)
def test_every_optional_step_can_be_finished(step: Step) -> None:
    phase = next(phase for phase in PHASES if step in STEPS[phase])
    before = STEPS[phase][: STEPS[phase].index(step)]
    turn = play(begun(phase, *before), FinishStep(TARN, step))
    assert turn.events[0] == StepOver("Tarn", step)


def test_others_steps_are_not_finished() -> None:
    with pytest.raises(NotAllowed, match="Ruler"):
        play(begun(Phase.EDICT, actor=WREN), FinishStep(TARN, Step.LEADERSHIP))


def test_a_game_master_passes_over_a_step_with_a_reason() -> None:
    turn = play(begun(Phase.UPKEEP), SkipStep(TARN, Step.STABILITY, "  A quiet\nmonth "))
    assert turn.events[0] == StepOver("Tarn", Step.STABILITY, is_skipped=True, reason="A quiet month")
    then = kingdom_of(played(begun(Phase.UPKEEP), SkipStep(TARN, Step.STABILITY, "Quiet")))
    assert (marks(then)[Step.STABILITY], then.month.marks[-1].reason) == (Mark.SKIPPED, "Quiet")
    assert open_steps(then) == [Step.CONSUMPTION]


def test_what_is_not_open_is_not_passed_over() -> None:
    with pytest.raises(RuleViolation, match="can't be done now"):
        play(begun(Phase.UPKEEP), SkipStep(TARN, Step.TAXES))


@pytest.mark.parametrize(("phase", "step"), [(Phase.BEFORE, Step.OPEN), (Phase.EVENT, Step.CLOSE)])
def test_opening_and_closing_are_not_passed_over(phase: Phase, step: Step) -> None:
    at = begun(phase, *([Step.EVENT] if step is Step.CLOSE else []))
    with pytest.raises(RuleViolation, match="can't be passed over"):
        play(at, SkipStep(TARN, step))


def test_all_before_a_step_is_passed_over() -> None:
    turn = play(begun(Phase.BEFORE), SkipTo(TARN, Step.HEXES, "Later"))
    passed = (Step.STABILITY, Step.CONSUMPTION, Step.UNREST, Step.LEADERSHIP)
    assert turn.events[0] == StepsSkipped("Tarn", passed, Step.HEXES, "Later")
    then = kingdom_of(played(begun(Phase.BEFORE), SkipTo(TARN, Step.HEXES, "Later")))
    assert (then.month.phase, open_steps(then)) == (Phase.EDICT, [Step.HEXES])
    assert (marks(then)[Step.OPEN], marks(then)[Step.LOSE_HEX]) == (Mark.DONE, Mark.NOT_NEEDED)
    assert then.month.size == 3


@pytest.mark.parametrize(
    "step", [s for s in ORDER if s not in (Step.OPEN, Step.ITEMS, Step.CONTINUING, Step.RESOLVE)], ids=str
)
def test_every_step_can_be_come_to(step: Step) -> None:
    troubled = begun(
        Phase.BEFORE,
        unrest=12,
        leaders=everybody(DEACON, 10, Role.RULER),
        month=month(Phase.BEFORE, stand_in=Role.HEIR),
    )
    assert step in open_steps(kingdom_of(played(troubled, SkipTo(TARN, step))))


def test_what_is_open_already_needs_no_passing_over() -> None:
    with pytest.raises(RuleViolation, match="is open already"):
        play(begun(Phase.UPKEEP), SkipTo(TARN, Step.STABILITY))


@pytest.mark.parametrize("step", [Step.OPEN, Step.STABILITY, Step.HEXES])
def test_what_is_over_is_not_come_to(step: Step) -> None:
    with pytest.raises(RuleViolation, match="`/month-gm back`"):
        play(begun(Phase.INCOME), SkipTo(TARN, step))


def test_what_is_not_needed_is_not_come_to_and_nothing_is_passed_over() -> None:
    with pytest.raises(RuleViolation, match="nothing to do this month"):
        play(begun(Phase.UPKEEP), SkipTo(TARN, Step.LOSE_HEX))
