"""What happens by itself: the routine of Upkeep after its check, and a phase ended in one press."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from bot.engine.event import sentence
from bot.engine.system import World
from bot.errors import NotAllowed
from bot.systems.kingdom.book import (
    Holiday,
    Limit,
    Mark,
    MonthStep,
    Phase,
    Promotion,
    Role,
    Stat,
    Task,
    Taxation,
)
from bot.systems.kingdom.events.rules import RollEvent
from bot.systems.kingdom.month.course import EndPhase, FinishStep, OpenMonth, PhaseEnded, SkipStep
from bot.systems.kingdom.month.income import CollectTaxes
from bot.systems.kingdom.month.rules import (
    CloseMonth,
    ConsumptionPaid,
    PayConsumption,
    RollItems,
    RollStability,
    SettleUnrest,
    StabilityRolled,
    UnrestSettled,
)
from bot.systems.kingdom.settling import AnarchyBegan, FiguresChanged, PhaseBegan
from bot.systems.kingdom.state import Army, Edicts, Month
from bot.systems.kingdom.steps import OPTIONAL, open_steps, steps_of
from bot.systems.kingdom.towns.items import ItemsRolled
from tests.systems.kingdom.item_scenes import ALCHEMIST, market
from tests.systems.kingdom.months_scenes import begun, marks
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
    leader,
    month,
    play,
    played,
    ready,
    require_refused,
    scene,
    tarn,
    waiting,
)

BY_ITSELF = decided(routine_steps="by_themselves", edict_order="any_order")
STEADY = (change(Stat.STABILITY, 20),)
# Nobody in particular enforces the Ruler's will.
QUIET = everybody(DEACON, 10, Role.ROYAL_ENFORCER)


def upkeep(*over: MonthStep, campaign: Any = BY_ITSELF, **changes: Any) -> World:
    """Tarn in its Upkeep, with 20 added to its Stability."""
    changes = {"changes": STEADY, "leaders": QUIET, **changes}
    return begun(Phase.UPKEEP, *over, campaign=campaign, **changes)


def kinds(turn: Any) -> list[type[Any]]:
    """What was told, one after another."""
    return [type(each) for each in turn.events]


# -- the routine of Upkeep --------------------------------------------------------------------------------


def test_r016_what_decides_nothing_follows_the_stability_check_in_the_books_order() -> None:
    turn = play(upkeep(unrest=3), RollStability(TARN), 13)
    assert kinds(turn) == [StabilityRolled, ConsumptionPaid, UnrestSettled, FiguresChanged, PhaseBegan]
    then = kingdom_of(played(upkeep(unrest=3), RollStability(TARN), 13))
    assert (then.unrest, then.treasury, then.month.phase) == (2, 16, Phase.EDICT)
    assert open_steps(then) == list(steps_of(Month(), Phase.EDICT))


def test_magic_items_are_rolled_for_between_consumption_and_unrest() -> None:
    begun_ = scene(
        ready(tarn(leaders=QUIET, changes=STEADY, month=month(Phase.UPKEEP))),
        None,
        market(*ALCHEMIST),
        campaign=BY_ITSELF,
    )
    turn = play(begun_, RollStability(TARN), 13, 51, 2)
    assert kinds(turn)[:4] == [StabilityRolled, ConsumptionPaid, ItemsRolled, UnrestSettled]
    (offer,) = turn.events[2].offers
    assert offer.die == 51


def test_each_step_by_itself_comes_to_the_same() -> None:
    for die, more in ((13, ()), (2, ()), (1, (3,))):
        shy = {"unrest": 4, "leaders": everybody(DEACON, 10, Role.ROYAL_ENFORCER, Role.COUNCILOR)}
        together = played(upkeep(changes=(), **shy), RollStability(TARN), die, *((more) or (2,)))
        one = played(upkeep(campaign=decided(), changes=(), **shy), RollStability(TARN), die, *(more or (2,)))
        one = played(played(one, PayConsumption(TARN)), SettleUnrest(TARN))
        both = [kingdom_of(each) for each in (together, one)]
        assert [(each.unrest, each.treasury, each.month.phase) for each in both] == [
            (both[0].unrest, both[0].treasury, Phase.EDICT)
        ] * 2
        assert marks(both[0]) == marks(both[1])


def test_a_debt_of_the_routine_adds_to_unrest_before_it_is_counted() -> None:
    then = kingdom_of(played(upkeep(treasury=1), RollStability(TARN), 13))
    assert (then.treasury, then.unrest) == (-2, 2)


def test_the_royal_enforcer_is_asked_all_the_same() -> None:
    then = kingdom_of(played(upkeep(unrest=3, leaders=everybody()), RollStability(TARN), 13))
    assert open_steps(then) == [MonthStep.ENFORCER]


def test_the_hex_to_lose_is_chosen_all_the_same() -> None:
    then = kingdom_of(played(upkeep(unrest=12), RollStability(TARN), 13))
    assert open_steps(then) == [MonthStep.LOSE_HEX]


def test_r040_who_stands_in_for_the_ruler_is_decided_before_unrest_is_counted() -> None:
    leaderless = everybody(DEACON, 10, Role.RULER, Role.ROYAL_ENFORCER)
    then = played(upkeep(leaders=leaderless), RollStability(TARN), 20)
    assert open_steps(kingdom_of(then)) == [MonthStep.UNREST]
    nobody = tuple(each for each in leaderless if each.role not in (Role.CONSORT, Role.HEIR))
    assert open_steps(kingdom_of(played(upkeep(leaders=nobody), RollStability(TARN), 20)))[0] in steps_of(
        Month(), Phase.EDICT
    )


def test_r017_anarchy_stops_the_routine() -> None:
    turn = play(upkeep(changes=(), unrest=19), RollStability(TARN), 2, 1)
    assert kinds(turn) == [StabilityRolled, FiguresChanged, AnarchyBegan]


def test_r018_an_upkeep_that_goes_on_in_anarchy_goes_on_by_itself() -> None:
    runs = decided(routine_steps="by_themselves", anarchy_upkeep="yes")
    turn = play(upkeep(changes=(), unrest=19, campaign=runs), RollStability(TARN), 2, 1)
    assert kinds(turn) == [StabilityRolled, ConsumptionPaid, UnrestSettled, FiguresChanged, AnarchyBegan]


def test_where_so_decided_each_waits_for_its_press() -> None:
    slow = decided(routine_steps="one_by_one")
    then = played(upkeep(campaign=slow), RollStability(TARN), 13)
    assert open_steps(kingdom_of(then)) == [MonthStep.CONSUMPTION]


def test_a_month_goes_on_from_where_it_stands() -> None:
    then = played(upkeep(MonthStep.STABILITY), PayConsumption(TARN))
    assert kingdom_of(then).month.phase is Phase.EDICT
    skipped = played(upkeep(), SkipStep(TARN, MonthStep.STABILITY, "Quiet"))
    assert open_steps(kingdom_of(skipped)) == [MonthStep.CONSUMPTION]


@pytest.mark.parametrize("action", [PayConsumption(TARN), RollItems(TARN), SettleUnrest(TARN)])
def test_what_was_done_by_itself_is_not_done_again(action: Any) -> None:
    then = played(upkeep(), RollStability(TARN), 13)
    require_refused(then, action, "month.is_over")


# -- a phase ended in one press ---------------------------------------------------------------------------


EDICTED = Edicts(Holiday.ONE, Promotion.TOKEN, Taxation.NORMAL)


@pytest.mark.parametrize("order", ["any_order", "in_order"])
def test_the_ruler_ends_the_edict_phase_in_one_press(order: str) -> None:
    at = begun(
        Phase.EDICT,
        MonthStep.HEXES,
        actor=DEACON,
        leaders=(leader(Role.RULER, DEACON), *everybody(WREN, 10, Role.RULER)),
        month=month(Phase.EDICT, MonthStep.HEXES, size=3, in_any_order=order == "any_order"),
    )
    turn = play(at, EndPhase(TARN, Phase.EDICT))
    left = tuple(each for each in steps_of(Month(), Phase.EDICT) if each is not MonthStep.HEXES)
    assert turn.events[0] == PhaseEnded("Tarn", Phase.EDICT, left, unset=("holiday", "promotion", "taxation"))
    then = kingdom_of(played(at, EndPhase(TARN, Phase.EDICT)))
    assert then.month.phase is Phase.INCOME
    assert {marks(then)[step] for step in steps_of(Month(), Phase.EDICT)} == {Mark.DONE}
    assert then.edicts == Edicts(Holiday.NONE, Promotion.NONE, Taxation.NONE)


def test_edicts_that_were_issued_stay_as_they_are() -> None:
    at = begun(Phase.EDICT, edicts=EDICTED)
    assert play(at, EndPhase(TARN, Phase.EDICT)).events[0].unset == ()
    assert kingdom_of(played(at, EndPhase(TARN, Phase.EDICT))).edicts == EDICTED


def test_others_steps_are_not_ended_with_ones_own() -> None:
    mixed = (leader(Role.RULER, DEACON), leader(Role.GENERAL, WREN), *everybody(None, 10, Role.RULER))
    at = begun(Phase.EDICT, leaders=mixed)
    with pytest.raises(NotAllowed, match="Ruler"):
        play(by(at, WREN), EndPhase(TARN, Phase.EDICT))
    for actor in (DEACON, MARISOL):
        assert play(by(at, actor), EndPhase(TARN, Phase.EDICT)).events


@pytest.mark.parametrize("phase", [Phase.UPKEEP, Phase.INCOME, Phase.EVENT], ids=str)
def test_a_phase_in_which_something_must_be_done_is_not_ended_by_saying_so(phase: Phase) -> None:
    at = begun(phase)
    require_refused(at, EndPhase(TARN, phase), "month.phase_goes_on")


def test_r037_without_a_treasurer_income_is_ended_in_one_press() -> None:
    at = begun(Phase.INCOME, MonthStep.DEPOSIT, leaders=everybody(DEACON, 10, Role.TREASURER))
    then = kingdom_of(played(at, EndPhase(TARN, Phase.INCOME)))
    assert (then.month.phase, marks(then)[MonthStep.TAXES]) == (Phase.EVENT, Mark.NOT_NEEDED)


def test_a_phase_that_is_over_is_not_ended_again() -> None:
    then = played(begun(Phase.EDICT), EndPhase(TARN, Phase.EDICT))
    require_refused(then, EndPhase(TARN, Phase.EDICT), "month.other_phase")


def test_one_button_ends_the_phase_at_its_first_open_step() -> None:
    state = kingdom_of(begun(Phase.EDICT, month=month(Phase.EDICT, in_any_order=True, size=3)))
    ends = [(step.name, c.label) for step in waiting(TARN, state) for c in step.choices if c.key == "end"]
    assert ends == [("leadership", "End the Edict phase")]
    then = kingdom_of(played(scene(state), FinishStep(TARN, MonthStep.LEADERSHIP)))
    assert [s.name for s in waiting(TARN, then) for c in s.choices if c.key == "end"] == ["hexes"]
    for phase in (Phase.UPKEEP, Phase.INCOME, Phase.EVENT):
        open_ = waiting(TARN, kingdom_of(begun(phase)))
        assert not [c for step in open_ for c in step.choices if c.key == "end"]


def notes_of(at: World, action: Any) -> list[str]:
    """What a preview says beside what comes of it."""
    found: list[Any] = []
    play(replace(at, note=found.append), action)
    return [str(each) for each in found]


SHARED = (
    leader(Role.RULER, DEACON),
    leader(Role.WARDEN, WREN),
    leader(Role.MARSHAL, WREN),
    *everybody(None, 10, Role.RULER, Role.WARDEN, Role.MARSHAL),
)
ARMED = (Army("Wardens", 2),)
ASKED = {Task.HEXES: (Role.WARDEN,), Task.ARMIES: (Role.MARSHAL,)}


def told(scene: World) -> str:
    """What is said where the Edict phase ends."""
    return str(sentence(play(scene, EndPhase(TARN, Phase.EDICT)).events[0]))


def test_ending_a_phase_says_whose_moves_it_cut_off_at_which_steps() -> None:
    """The Ruler and game masters end it with one press; the result names what was not done."""
    at = begun(Phase.EDICT, leaders=SHARED, duties=ASKED, armies=ARMED, edicts=EDICTED)
    wrens = f"Hexes and Armies (<@{WREN}>)."
    rest = f"Leadership, Terrain, Settlements and Edicts (<@{DEACON}>)"
    unarmed = begun(Phase.EDICT, actor=DEACON, leaders=SHARED, duties=ASKED, edicts=EDICTED)
    assert told(unarmed).endswith(f"Left undone: Hexes (<@{WREN}>).")
    for who, cut in ((DEACON, wrens), (MARISOL, f"{rest}; {wrens}")):
        assert notes_of(by(at, who), EndPhase(TARN, Phase.EDICT)) == []
        assert told(by(at, who)).endswith(f"Left undone: {cut}")


def test_what_ends_the_phase_for_several_says_so_and_is_not_the_next_thing_to_press() -> None:
    for leaders, says, is_main in (
        (everybody(DEACON, 10), "End the Edict phase", True),
        (SHARED, "End the Edict phase for everybody", False),
    ):
        state = kingdom_of(begun(Phase.EDICT, leaders=leaders, duties=ASKED))
        choices = (each for step in waiting(TARN, state) for each in step.choices)
        assert [(each.label, each.is_main) for each in choices if each.key == "end"] == [(says, is_main)]


def test_the_ruler_is_told_before_one_step_of_anothers_ends() -> None:
    at = begun(Phase.EDICT, MonthStep.LEADERSHIP, actor=DEACON, leaders=SHARED, duties=ASKED)
    says = f"This ends moves that others can still make: Hexes (<@{WREN}>)."
    assert notes_of(at, FinishStep(TARN, MonthStep.HEXES)) == [says]
    # Whoever acts for others is told after; nobody is warned of their own.
    for who in (MARISOL, WREN):
        assert notes_of(by(at, who), FinishStep(TARN, MonthStep.HEXES)) == []


def test_what_nothing_is_left_to_do_at_is_not_cut_off() -> None:
    then = month(Phase.EDICT, size=3, used={Limit.CLAIMS: 1})
    at = begun(
        Phase.EDICT, actor=DEACON, leaders=SHARED, duties=ASKED, armies=ARMED, edicts=EDICTED, month=then
    )
    assert told(at).endswith(f"Left undone: Armies (<@{WREN}>).")


# -- what the month allows no more of ----------------------------------------------------------------------


@pytest.mark.parametrize("in_any_order", [True, False])
def test_a_step_at_which_all_is_used_waits_for_nobody(*, in_any_order: bool) -> None:
    then = month(Phase.EDICT, MonthStep.LEADERSHIP, size=3, used={Limit.CLAIMS: 1}, in_any_order=in_any_order)
    state = kingdom_of(begun(Phase.EDICT, month=then))
    assert waiting(TARN, state)[0].name == MonthStep.TERRAIN
    assert [each.key for each in waiting(TARN, state)[0].choices][-1] == "end"
    # What has no limit, such as abandoning a hex, goes on.
    assert MonthStep.HEXES in open_steps(state)


def test_buildings_alone_leave_settlements_and_a_house_to_do() -> None:
    over = (MonthStep.LEADERSHIP, MonthStep.HEXES, MonthStep.TERRAIN)
    used = {Limit.BUILDINGS: 1}
    for more, housed, first in (
        ({}, False, MonthStep.SETTLEMENTS),
        ({Limit.SETTLEMENTS: 1}, False, MonthStep.SETTLEMENTS),
        ({Limit.SETTLEMENTS: 1}, True, MonthStep.ARMIES),
    ):
        then = month(Phase.EDICT, *over, size=3, used=used | more, has_housed=housed)
        assert waiting(TARN, kingdom_of(begun(Phase.EDICT, month=then)))[0].name == first


def test_a_phase_of_which_only_that_is_left_is_over() -> None:
    over = [
        each for each in steps_of(Month(), Phase.EDICT) if each not in (MonthStep.HEXES, MonthStep.ARMIES)
    ]
    then = month(Phase.EDICT, *over, size=3, used={Limit.CLAIMS: 1}, in_any_order=True)
    after = kingdom_of(played(begun(Phase.EDICT, month=then), FinishStep(TARN, MonthStep.ARMIES)))
    assert (after.month.phase, marks(after)[MonthStep.HEXES]) == (Phase.INCOME, Mark.DONE)


def test_r021_a_kingdom_that_grew_has_more_to_do_where_its_size_now_counts() -> None:
    then = month(Phase.EDICT, size=10, used={Limit.CLAIMS: 1}, in_any_order=True)
    grown = begun(Phase.EDICT, month=then, campaign=decided(limits_size="live"))
    after = kingdom_of(played(grown, FinishStep(TARN, MonthStep.ARMIES)))
    assert after.month.size == 3


def test_a_month_in_which_nobody_decides_anything_takes_six_presses() -> None:
    then = begun(Phase.BEFORE, campaign=BY_ITSELF, leaders=QUIET, changes=STEADY)
    presses: tuple[tuple[Any, tuple[int, ...]], ...] = (
        (OpenMonth(TARN), ()),
        (RollStability(TARN), (13,)),
        (EndPhase(TARN, Phase.EDICT), ()),
        (CollectTaxes(TARN), (12,)),
        (RollEvent(TARN), (100,)),
        (CloseMonth(TARN), ()),
    )
    for action, dice in presses:
        then = played(then, action, *dice)
    assert (kingdom_of(then).month.number, kingdom_of(then).month.phase) == (2, Phase.BEFORE)
    assert set(OPTIONAL).isdisjoint(open_steps(kingdom_of(then)))
