"""The month's course: its order, its opening, and passing over steps."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from bot.engine.system import Open, Record, RecordId, Replace, World
from bot.errors import NotAllowed
from bot.systems.kingdom.abroad.book import SpecialEdict
from bot.systems.kingdom.book import (
    XP_LOTS,
    XP_SIZES,
    Improvement,
    Limit,
    Mark,
    MonthStep,
    Phase,
    Role,
    Stage,
    Stat,
    Until,
)
from bot.systems.kingdom.events.book import Occasion
from bot.systems.kingdom.events.resolving import AttemptEvent, ChooseEvent, ResolveEvent
from bot.systems.kingdom.events.rules import PlaceEvent
from bot.systems.kingdom.land.claims import ClaimHex
from bot.systems.kingdom.land.improvements import BuildImprovement
from bot.systems.kingdom.land.losses import LoseChosenHex
from bot.systems.kingdom.month.course import (
    ORDER,
    FinishStep,
    Freeze,
    KingdomFrozen,
    KingdomThawed,
    MonthOpened,
    OpenMonth,
    SkipStep,
    SkipTo,
    StepOver,
    Thaw,
)
from bot.systems.kingdom.month.income import CollectTaxes
from bot.systems.kingdom.month.rules import (
    CloseMonth,
    Milestone,
    MonthClosed,
    PayConsumption,
    RollStability,
    SettleUnrest,
)
from bot.systems.kingdom.settling import AnarchyBegan, PhaseBegan
from bot.systems.kingdom.sources import SNAPSHOT, Snapshot, snapshot
from bot.systems.kingdom.state import ActiveEvent, Kingdom, Month
from bot.systems.kingdom.steps import OPTIONAL, PHASES, STEPS, open_steps, steps_of
from tests.refusals import refuses
from tests.rows import by_rule
from tests.said import values
from tests.systems.kingdom.months_scenes import begun, labels, marks
from tests.systems.kingdom.scenes import (
    CAMPAIGN,
    DEACON,
    HOLD,
    LANDS,
    MARISOL,
    STRANGER,
    TARN,
    WREN,
    by,
    change,
    decided,
    everybody,
    hold,
    kingdom_of,
    land,
    leader,
    month,
    play,
    played,
    ready,
    realm_in,
    require_refused,
    scene,
    tarn,
    waiting,
)
from tests.systems.kingdom.town_scenes import town

TRADE = (SpecialEdict.TRADE,)

# -- the order --------------------------------------------------------------------------------------------

IN_ORDER = {
    Phase.UPKEEP: [MonthStep.STABILITY, MonthStep.CONSUMPTION, MonthStep.UNREST],
    Phase.EDICT: list(steps_of(Month(), Phase.EDICT)),
    Phase.EVENT: [MonthStep.EVENT, MonthStep.CLOSE],
}


@pytest.mark.parametrize("phase", IN_ORDER, ids=str)
def test_r011_the_steps_of_a_phase_come_one_after_another(phase: Phase) -> None:
    over: list[MonthStep] = []
    for step in IN_ORDER[phase]:
        assert open_steps(kingdom_of(begun(phase, *over))) == [step]
        over.append(step)


def test_r011_in_any_order_where_so_decided() -> None:
    free = decided(edict_order="any_order")
    then = played(
        begun(Phase.UPKEEP, MonthStep.STABILITY, MonthStep.CONSUMPTION, campaign=free), SettleUnrest(TARN)
    )
    assert open_steps(kingdom_of(then)) == list(steps_of(Month(), Phase.EDICT))
    strict = played(begun(Phase.UPKEEP, MonthStep.STABILITY, MonthStep.CONSUMPTION), SettleUnrest(TARN))
    assert open_steps(kingdom_of(strict)) == [MonthStep.LEADERSHIP]


def test_the_steps_of_income_are_open_together() -> None:
    together = [MonthStep.WITHDRAW, MonthStep.DEPOSIT, MonthStep.SELL]
    assert open_steps(kingdom_of(begun(Phase.INCOME))) == [*together, MonthStep.TAXES]
    assert open_steps(kingdom_of(begun(Phase.INCOME, MonthStep.DEPOSIT))) == [
        MonthStep.WITHDRAW,
        MonthStep.SELL,
        MonthStep.TAXES,
    ]
    assert open_steps(kingdom_of(begun(Phase.INCOME, *together))) == [MonthStep.TAXES]


def test_r037_without_a_treasurer_there_are_no_taxes() -> None:
    poor = begun(
        Phase.INCOME, MonthStep.WITHDRAW, MonthStep.DEPOSIT, leaders=everybody(DEACON, 10, Role.TREASURER)
    )
    then = kingdom_of(played(poor, FinishStep(TARN, MonthStep.SELL)))
    assert (then.month.phase, marks(then)[MonthStep.TAXES]) == (Phase.EVENT, Mark.NOT_NEEDED)


def test_r026_the_four_phases_follow_each_other() -> None:
    assert PHASES == (Phase.BEFORE, Phase.UPKEEP, Phase.EDICT, Phase.INCOME, Phase.EVENT)
    then = begun(Phase.BEFORE)
    seen = []
    while kingdom_of(then).month.number == 1:
        seen.append(kingdom_of(then).month.phase)
        step = open_steps(kingdom_of(then))[0]
        done = {MonthStep.OPEN: OpenMonth(TARN), MonthStep.CLOSE: CloseMonth(TARN)}.get(
            step, SkipStep(TARN, step)
        )
        then = played(then, done)
    assert list(dict.fromkeys(seen)) == list(PHASES)


def test_r021_the_size_of_the_limits_is_noted_as_the_edict_phase_begins() -> None:
    then = played(begun(Phase.UPKEEP, MonthStep.STABILITY, MonthStep.CONSUMPTION), SettleUnrest(TARN))
    assert kingdom_of(then).month.size == 3


def test_changes_until_the_event_phase_end_as_it_opens() -> None:
    bound = (change(Stat.ECONOMY, 2, until=Until.EVENT), change(Stat.LOYALTY, 2, number=2))
    taxed = begun(Phase.INCOME, MonthStep.WITHDRAW, MonthStep.DEPOSIT, MonthStep.SELL, changes=bound)
    then = kingdom_of(played(taxed, SkipStep(TARN, MonthStep.TAXES)))
    assert [each.number for each in then.changes] == [2]


def test_a_step_keeps_its_revision_when_another_is_done() -> None:
    then = kingdom_of(played(begun(Phase.INCOME), FinishStep(TARN, MonthStep.DEPOSIT)))
    assert then.month.opened == {"withdraw": 10, "sell": 10, "taxes": 10}


def test_the_steps_of_events_are_done_once_every_outcome_is_told() -> None:
    cult = begun(Phase.EVENT, happenings=(ActiveEvent(1, "cult", 0, is_continuous=True),))
    state = kingdom_of(cult)
    assert open_steps(state) == [MonthStep.CONTINUING]
    told = ready(replace(state, happenings=(replace(state.happenings[0], resolved=1),)))
    assert (marks(told)[MonthStep.CONTINUING], open_steps(told)) == (Mark.DONE, [MonthStep.EVENT])
    assert marks(kingdom_of(begun(Phase.EVENT)))[MonthStep.CONTINUING] is Mark.NOT_NEEDED


# -- opening ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("actor", [MARISOL, DEACON])
def test_a_game_master_or_a_leader_opens_the_month(actor: int) -> None:
    turn = play(begun(Phase.BEFORE, actor=actor), OpenMonth(TARN))
    assert turn.events[:1] == (MonthOpened("Tarn", 1),)
    assert PhaseBegan("Tarn", 1, (Phase.UPKEEP,)) in turn.events


@pytest.mark.parametrize("actor", [WREN, STRANGER])
def test_who_leads_nothing_opens_no_month(actor: int) -> None:
    require_refused(begun(Phase.BEFORE, actor=actor), OpenMonth(TARN), "month.for_leaders", "Tarn")


def test_who_has_leave_opens_the_month() -> None:
    assert play(begun(Phase.BEFORE, actor=WREN, proxies=(WREN,)), OpenMonth(TARN)).events


def test_a_month_is_opened_once() -> None:
    then = played(begun(Phase.BEFORE), OpenMonth(TARN))
    require_refused(then, OpenMonth(TARN), "month.is_over", "Open the month")


# -- finishing and passing over ------------------------------------------------------------------------------


# Magic items come up only where there is a market: see test_items.
@pytest.mark.parametrize(
    "step",
    [step for step in MonthStep if step not in (*OPTIONAL, MonthStep.ENFORCER, MonthStep.ITEMS)],
    ids=str,
)
def test_what_must_be_done_is_not_finished_by_saying_so(step: MonthStep) -> None:
    phase = next(phase for phase in PHASES if step in STEPS[phase])
    before = STEPS[phase][: STEPS[phase].index(step)]
    state = tarn(
        leaders=everybody(),
        unrest=12,
        happenings=(ActiveEvent(1, "cult", 1),),
        month=month(phase, *before, stand_in=Role.HEIR),
    )
    require_refused(scene(state), FinishStep(TARN, step), "month.must_be_done")


@pytest.mark.parametrize("step", OPTIONAL, ids=str)
def test_every_optional_step_can_be_finished(step: MonthStep) -> None:
    phase = next(phase for phase in PHASES if step in STEPS[phase])
    before = STEPS[phase][: STEPS[phase].index(step)]
    turn = play(begun(phase, month=month(phase, *before, size=3, special=TRADE)), FinishStep(TARN, step))
    assert turn.events[0] == StepOver("Tarn", step)


def test_a_game_master_passes_over_a_step_with_a_reason() -> None:
    turn = play(begun(Phase.UPKEEP), SkipStep(TARN, MonthStep.STABILITY, "  A quiet\nmonth "))
    assert turn.events[0] == StepOver("Tarn", MonthStep.STABILITY, is_skipped=True, reason="A quiet month")
    then = kingdom_of(played(begun(Phase.UPKEEP), SkipStep(TARN, MonthStep.STABILITY, "Quiet")))
    assert (marks(then)[MonthStep.STABILITY], then.month.marks[-1].reason) == (Mark.SKIPPED, "Quiet")
    assert open_steps(then) == [MonthStep.CONSUMPTION]


@pytest.mark.parametrize(("phase", "step"), [(Phase.BEFORE, MonthStep.OPEN), (Phase.EVENT, MonthStep.CLOSE)])
def test_opening_and_closing_are_not_passed_over(phase: Phase, step: MonthStep) -> None:
    at = begun(phase, *([MonthStep.EVENT] if step is MonthStep.CLOSE else []))
    require_refused(at, SkipStep(TARN, step), "month.never_skipped")


def test_all_before_a_step_is_passed_over() -> None:
    turn = play(begun(Phase.BEFORE), SkipTo(TARN, MonthStep.HEXES, "Later"))
    passed = (MonthStep.STABILITY, MonthStep.CONSUMPTION, MonthStep.UNREST, MonthStep.LEADERSHIP)
    told = values(turn.events, "month.steps_skipped")
    steps = [each.values["step"].member for each in told.pop("steps")]
    assert (told, tuple(steps)) == ({"to": MonthStep.HEXES, "why": ": Later"}, passed)
    then = kingdom_of(played(begun(Phase.BEFORE), SkipTo(TARN, MonthStep.HEXES, "Later")))
    assert (then.month.phase, open_steps(then)) == (Phase.EDICT, [MonthStep.HEXES])
    assert (marks(then)[MonthStep.OPEN], marks(then)[MonthStep.LOSE_HEX]) == (Mark.DONE, Mark.NOT_NEEDED)
    assert then.month.size == 3


@pytest.mark.parametrize(
    "step",
    [s for s in ORDER if s not in (MonthStep.OPEN, MonthStep.ITEMS, MonthStep.CONTINUING, MonthStep.RESOLVE)],
    ids=str,
)
def test_every_step_can_be_come_to(step: MonthStep) -> None:
    troubled = begun(
        Phase.BEFORE,
        unrest=12,
        leaders=everybody(DEACON, 10, Role.RULER),
        month=month(Phase.BEFORE, stand_in=Role.HEIR),
        campaign=decided(trade="yes"),
    )
    assert step in open_steps(kingdom_of(played(troubled, SkipTo(TARN, step))))


@pytest.mark.parametrize("step", [MonthStep.OPEN, MonthStep.STABILITY, MonthStep.HEXES])
def test_what_is_over_is_not_come_to(step: MonthStep) -> None:
    require_refused(begun(Phase.INCOME), SkipTo(TARN, step), "month.is_past")


# -- closing ----------------------------------------------------------------------------------------------


def closing(*others: Any, on: Any = None, **changes: Any) -> World:
    """Tarn at the end of its third month."""
    changes.setdefault("leaders", everybody())
    changes.setdefault(
        "month", month(Phase.EVENT, MonthStep.CONTINUING, MonthStep.EVENT, MonthStep.RESOLVE, number=3)
    )
    changes.setdefault("milestones", ("capital",))
    campaign = changes.pop("campaign", CAMPAIGN)
    return scene(ready(tarn(**changes)), on, *others, campaign=campaign)


def closed(*others: Any, **changes: Any) -> Kingdom:
    """The kingdom after it."""
    return kingdom_of(played(closing(*others, **changes), CloseMonth(TARN)))


def test_the_next_month_waits_with_everything_begun_anew() -> None:
    used = month(Phase.EVENT, MonthStep.CONTINUING, MonthStep.EVENT, MonthStep.RESOLVE, number=3)
    used = replace(used.using(Limit.CLAIMS), has_withdrawn=True, stand_in=Role.HEIR, size=3, has_hired=True)
    then = closed(month=used).month
    assert (then.number, then.phase, then.marks, then.used) == (4, Phase.BEFORE, (), {})
    assert (then.has_withdrawn, then.stand_in, then.has_hired, then.rolls) == (False, None, False, ())
    assert list(then.opened) == ["open"]


def test_changes_of_the_month_end_with_it() -> None:
    two = (change(Stat.ECONOMY, 2, until=Until.MONTH), change(Stat.LOYALTY, 2, number=2))
    assert [each.number for each in closed(changes=two).changes] == [2]


def test_leaders_begin_the_next_month_at_their_duties() -> None:
    idle = (leader(Role.WARDEN, days=2), leader(Role.MARSHAL, has_died=True))
    assert [(each.role, each.days) for each in closed(leaders=idle).leaders] == [(Role.WARDEN, 7)]


def test_r024_a_new_event_makes_the_next_month_less_likely_to_bring_one() -> None:
    quiet = month(Phase.EVENT, MonthStep.CONTINUING, MonthStep.EVENT, MonthStep.RESOLVE, number=3)
    assert closed(month=quiet).last_had_event is False
    assert closed(month=replace(quiet, had_event=True)).last_had_event is True


def test_r024_one_that_goes_on_counts_only_where_so_decided() -> None:
    went_on = month(Phase.EVENT, MonthStep.CONTINUING, MonthStep.EVENT, MonthStep.RESOLVE, number=3)
    assert closed(month=went_on).last_had_event is False
    decision = decided(continuous_counts_as_event="yes")
    assert closed(month=went_on, campaign=decision).last_had_event is True
    quiet = begun(Phase.EVENT, campaign=decision)
    then = played(played(quiet, SkipStep(TARN, MonthStep.EVENT)), CloseMonth(TARN))
    assert kingdom_of(then).last_had_event is False


def test_a_snapshot_is_kept() -> None:
    news = (
        ActiveEvent(1, "cult", 2, is_continuous=True, resolved=3),
        ActiveEvent(2, "boomtown", 3, resolved=3),
    )
    turn = play(closing(unrest=2, happenings=news, xp=7), CloseMonth(TARN))
    (kept,) = [each for each in turn.changes if isinstance(each, Open)]
    assert kept.kind == SNAPSHOT.name
    assert kept.state == Snapshot(
        TARN, 3, 3, 1, 0, 0, 4, 2, 4, 24, 20, 0, ("boomtown",), 7, "Tarn"
    )  # fmt: skip
    assert SNAPSHOT.title(kept.state) == "Tarn, month 3"
    assert SNAPSHOT.parent(kept.state) == TARN
    assert SNAPSHOT.is_nameless


@pytest.mark.parametrize("actor", [MARISOL, DEACON])
def test_a_game_master_or_the_ruler_closes_the_month(actor: int) -> None:
    assert play(by(closing(), actor), CloseMonth(TARN)).events


def test_a_stand_in_closes_it_for_the_ruler_and_nobody_else() -> None:
    lead = (*everybody(DEACON, 10, Role.RULER, Role.HEIR), leader(Role.HEIR, WREN))
    acting = month(
        Phase.EVENT, MonthStep.CONTINUING, MonthStep.EVENT, MonthStep.RESOLVE, number=3, stand_in=Role.HEIR
    )
    assert play(by(closing(leaders=lead, month=acting), WREN), CloseMonth(TARN)).events
    require_refused(by(closing(leaders=lead), WREN), CloseMonth(TARN), "month.for_ruler", "Tarn")


# -- milestones and the end --------------------------------------------------------------------------------


def wide(hexes: int) -> Any:
    """A land with so many hexes of Tarn's."""
    return land({}, tuple(f"{number},0" for number in range(hexes)))


@pytest.mark.parametrize(("size", "xp"), XP_SIZES)
def test_r150_each_size_is_rewarded_once(size: int, xp: int) -> None:
    smaller = {f"size-{each}" for each, _ in XP_SIZES if each < size}
    known = ("capital", *smaller)
    turn = play(closing(on=wide(size), milestones=known), CloseMonth(TARN))
    assert turn.events[0] == MonthClosed("Tarn", 3, (Milestone("size", size, xp),), xp)
    then = played(closing(on=wide(size), milestones=known), CloseMonth(TARN))
    state = kingdom_of(then)
    assert (state.xp, f"size-{size}" in state.milestones) == (xp, True)
    again = replace(
        state, month=month(Phase.EVENT, MonthStep.CONTINUING, MonthStep.EVENT, MonthStep.RESOLVE, number=4)
    )
    assert play(scene(ready(again), wide(size)), CloseMonth(TARN)).events[0].milestones == ()
    assert play(closing(on=wide(size - 1), milestones=known), CloseMonth(TARN)).events[0].milestones == ()


def test_r150_two_at_once_give_both() -> None:
    assert closed(on=wide(26)).xp == 2400 + 4800


@pytest.mark.parametrize(("lots", "xp"), XP_LOTS)
def test_r150_lots_are_rewarded_the_first_time(lots: int, xp: int) -> None:
    known = ("capital", *(f"lots-{each}" for each, _ in XP_LOTS if each < lots))
    turn = play(closing(hold(lots=lots), milestones=known), CloseMonth(TARN))
    assert turn.events[0].milestones == (Milestone("lots", lots, xp),)
    assert play(closing(hold(lots=lots - 1), milestones=known), CloseMonth(TARN)).events[0].milestones == ()


def test_a_capital_founded_later_is_rewarded_once() -> None:
    assert closed(milestones=()).xp == 1200
    assert closed(milestones=(), capital=None).xp == 0


def test_r022_a_kingdom_without_land_for_a_whole_month_is_no_more() -> None:
    lost = {"on": land(own=()), "settlements": (), "capital": None}
    turn = play(closing(emptied=2, **lost), CloseMonth(TARN))
    assert turn.events[0] == MonthClosed("Tarn", 3, has_fallen=True)
    (kept,) = [each for each in turn.changes if isinstance(each, Replace) and each.id == TARN]
    assert (kept.archive, kept.state.stage) == (True, Stage.ENDED)
    spared = play(closing(emptied=3, **lost), CloseMonth(TARN))
    assert not spared.events[0].has_fallen


def test_r022_what_a_kingdom_claimed_again_without_a_settlement_is_nobodys_when_it_is_no_more() -> None:
    at_end = closing(on=land(own=("0,0", "1,0")), emptied=2, settlements=(), capital=None)
    after = played(at_end, CloseMonth(TARN))
    assert kingdom_of(after).stage is Stage.ENDED
    assert after.records[LANDS].state.of(TARN).hexes == {}


# -- the clock --------------------------------------------------------------------------------------------


def test_a_frozen_kingdom_does_nothing_but_thaw() -> None:
    turn = play(begun(Phase.UPKEEP), Freeze(TARN, "Summer"))
    assert turn.events[0] == KingdomFrozen("Tarn", "Summer")
    cold = played(begun(Phase.UPKEEP), Freeze(TARN, "Summer"))
    assert labels(kingdom_of(cold)) == ["Thaw the kingdom"]
    for action in (
        RollStability(TARN),
        SkipStep(TARN, MonthStep.STABILITY),
        SkipTo(TARN, MonthStep.HEXES),
        CloseMonth(TARN),
    ):
        require_refused(cold, action, "kingdom.is_frozen", "Tarn", "(Summer)")
    warm = played(cold, Thaw(TARN, "Autumn"))
    assert open_steps(kingdom_of(warm)) == [MonthStep.STABILITY]
    assert play(cold, Thaw(TARN, "Autumn")).events[0] == KingdomThawed(
        "Tarn", was_in_anarchy=False, reason="Autumn"
    )


def test_a_freeze_needs_a_reason_and_a_clock_that_runs() -> None:
    require_refused(begun(Phase.UPKEEP), Freeze(TARN, "  "), "month.why_frozen")
    cold = played(begun(Phase.UPKEEP), Freeze(TARN, "Summer"))
    require_refused(cold, Freeze(TARN, "Again"), "kingdom.is_frozen", "Tarn")


def test_a_button_of_an_earlier_freeze_is_stale() -> None:
    first = kingdom_of(played(begun(Phase.UPKEEP), Freeze(TARN, "One")))
    warm = played(played(begun(Phase.UPKEEP), Freeze(TARN, "One")), Thaw(TARN))
    second = kingdom_of(played(warm, Freeze(TARN, "Two")))
    assert waiting(TARN, first)[0].revision != waiting(TARN, second)[0].revision


# -- anarchy ----------------------------------------------------------------------------------------------


def fallen(**settings: str) -> World:
    """Tarn, fallen into anarchy by its Stability check; a 1 and a 1d4 of 1 bring Unrest to 20."""
    then = begun(Phase.UPKEEP, unrest=19, campaign=decided(**settings))
    return played(then, RollStability(TARN), 2, 1)


def test_r017_anarchy_begins_at_20_and_stops_everything() -> None:
    state = kingdom_of(fallen())
    assert (state.is_in_anarchy, state.unrest) == (True, 20)
    assert labels(state) == ["Restore order"]
    for action in (PayConsumption(TARN), SkipStep(TARN, MonthStep.CONSUMPTION), OpenMonth(TARN)):
        require_refused(fallen(), action, "kingdom.is_in_anarchy")


@by_rule(
    "begin, action, refusal",
    ("others_steps_are_not_finished",
     begun(Phase.EDICT, actor=WREN), FinishStep(TARN, MonthStep.LEADERSHIP),
     pytest.raises(NotAllowed, match="Ruler")),
    ("what_is_not_open_is_not_passed_over",
     begun(Phase.UPKEEP), SkipStep(TARN, MonthStep.TAXES), refuses("month.not_yet")),
    ("what_is_open_already_needs_no_passing_over",
     begun(Phase.UPKEEP), SkipTo(TARN, MonthStep.STABILITY), refuses("month.is_open", "Stability check")),
    ("what_is_not_needed_is_not_come_to_and_nothing_is_passed_over",
     begun(Phase.UPKEEP), SkipTo(TARN, MonthStep.LOSE_HEX), refuses("month.not_needed", "Lose a hex")),
    ("a_month_is_closed_only_when_all_of_it_is_done",
     begun(Phase.EVENT), CloseMonth(TARN), refuses("month.not_yet", "roll for an event")),
    ("what_runs_is_not_thawed", begun(Phase.UPKEEP), Thaw(TARN), refuses("month.runs_already")),
    ("r017_falling_to_19_does_not_end_it",
     scene(replace(kingdom_of(fallen()), unrest=19)), PayConsumption(TARN), refuses("kingdom.is_in_anarchy")),
)  # fmt: skip
def test_what_is_refused(begin: World, action: Any, refusal: Any) -> None:
    with refusal:
        play(begin, action)


def test_r017_a_game_master_ends_it() -> None:
    turn = play(fallen(), Thaw(TARN, "A king returns", 12))
    assert turn.events[0] == KingdomThawed("Tarn", was_in_anarchy=True, reason="A king returns")
    state = kingdom_of(played(fallen(), Thaw(TARN, "A king returns", 12)))
    assert (state.is_in_anarchy, state.unrest, open_steps(state)) == (False, 12, [MonthStep.CONSUMPTION])


@pytest.mark.parametrize("unrest", [20, -1, 99])
def test_r017_order_needs_unrest_below_20(unrest: int) -> None:
    require_refused(fallen(), Thaw(TARN, unrest=unrest), "month.unrest", 19)
    require_refused(fallen(), Thaw(TARN), "month.unrest_still", 20)


def test_r017_a_new_rise_to_20_is_a_new_anarchy() -> None:
    calm = played(fallen(), Thaw(TARN, unrest=19))
    again = replace(kingdom_of(calm), treasury=-1)
    turn = play(scene(again), PayConsumption(TARN))
    assert AnarchyBegan("Tarn", 21) in turn.events


def test_r018_by_default_no_upkeep_goes_on_in_anarchy() -> None:
    assert open_steps(kingdom_of(fallen())) == [MonthStep.CONSUMPTION]
    assert [each.name for each in waiting(TARN, kingdom_of(fallen()))] == ["thaw"]


def test_r018_where_so_decided_upkeep_goes_on_with_every_check_at_0() -> None:
    then = fallen(anarchy_upkeep="yes")
    assert [each.name for each in waiting(TARN, kingdom_of(then))] == ["consumption", "thaw"]
    then = played(then, PayConsumption(TARN))
    then = played(then, SettleUnrest(TARN))
    assert open_steps(kingdom_of(then)) == [MonthStep.LOSE_HEX]
    then = played(then, SkipStep(TARN, MonthStep.LOSE_HEX))
    # It takes no action: nothing is left of the month but its end.
    assert open_steps(kingdom_of(then)) == [MonthStep.CLOSE]
    then = played(played(then, CloseMonth(TARN)), OpenMonth(TARN))
    # No die is rolled for a check that counts as 0, but for its failure by 5 or more.
    turn = play(then, RollStability(TARN), 3)
    assert (turn.events[0].result.total, turn.events[0].result.is_success, turn.events[0].bad) == (
        0,
        False,
        3,
    )


def test_r018_the_enforcer_does_nothing_in_anarchy() -> None:
    then = fallen(anarchy_upkeep="yes")
    then = played(played(then, PayConsumption(TARN)), SettleUnrest(TARN))
    assert marks(kingdom_of(then))[MonthStep.ENFORCER] is Mark.NOT_NEEDED


def test_r018_a_hex_is_lost_in_an_upkeep_that_goes_on() -> None:
    then = fallen(anarchy_upkeep="yes")
    then = played(played(then, PayConsumption(TARN)), SettleUnrest(TARN))
    then = played(then, LoseChosenHex(TARN, "2,0"))
    assert (realm_in(then).size, open_steps(kingdom_of(then))) == (2, [MonthStep.CLOSE])


def test_a_closed_month_is_told_at_a_glance() -> None:
    """Its numbers since the month before, what was claimed, improved and built, and its events."""
    over = month(Phase.EVENT, *(MonthStep.CONTINUING, MonthStep.EVENT, MonthStep.RESOLVE), number=2, size=3)
    used = replace(over, used={Limit.CLAIMS: 2, Limit.TERRAIN: 1})
    feud = ActiveEvent(1, "feud", 2, resolved=2)
    begin = begun(Phase.EVENT, month=used, happenings=(feud,), counted=1, treasury=17)
    lots = town("inn A1", "house B1", "house C1")
    built = tuple(replace(each, built=2 if each.number > 1 else 1) for each in lots.buildings)
    record = begin.records[HOLD]
    here = replace(record, state=replace(record.state, buildings=built, counted=3))
    before = replace(snapshot(realm_in(begin)), month=1, treasury=12)
    kept = Record(RecordId("old"), SNAPSHOT.name, before)
    begin = replace(begin, records={**begin.records, HOLD: here, kept.id: kept})
    (event,) = [each for each in play(begin, CloseMonth(TARN)).events if isinstance(each, MonthClosed)]
    told = [str(each) for each in event.glance]
    assert "Treasury 12 → **17**" in told[0]
    assert told[1:] == ["2 hexes claimed, 1 improvement", "Built: 2 × House in Hold", "Events: Feud"]


def summary(begin: Any) -> MonthClosed:
    (event,) = [each for each in play(begin, CloseMonth(TARN)).events if isinstance(each, MonthClosed)]
    return event


def test_a_closed_month_tells_who_did_what_in_the_order_they_began() -> None:
    edicts = month(Phase.EDICT, size=3, in_any_order=True)
    then = by(begun(Phase.EDICT, treasury=30, month=edicts), DEACON)
    then = played(played(then, ClaimHex(TARN, "3,0")), BuildImprovement(TARN, "1,0", Improvement.ROAD))
    then = played(by(then, MARISOL), BuildImprovement(TARN, "2,0", Improvement.ROAD))
    then = played(by(played(then, SkipTo(TARN, MonthStep.TAXES)), DEACON), CollectTaxes(TARN), 1)
    event = summary(played(by(then, MARISOL), SkipTo(TARN, MonthStep.CLOSE)))
    assert [str(each.sentence()) for each in event.people] == [
        f"<@{DEACON}>: a claim, an improvement, taxes",
        f"<@{MARISOL}>: an improvement",
    ]
    assert list(event.glance)[-1] == (
        f"-# <@{DEACON}>: a claim, an improvement, taxes · <@{MARISOL}>: an improvement"
    )


def test_what_game_masters_do_in_secret_nobody_is_told_of() -> None:
    begin = begun(Phase.EVENT, MonthStep.CONTINUING, MonthStep.EVENT, MonthStep.RESOLVE)
    then = played(begin, PlaceEvent(TARN, "feud", later=True))
    assert (kingdom_of(then).works, summary(then).people) == ({}, ())


def test_a_closed_month_tells_what_came_of_its_events() -> None:
    begin = played(
        begun(Phase.EVENT, MonthStep.CONTINUING, MonthStep.EVENT), PlaceEvent(TARN, "sensational_crime")
    )
    then = played(by(begin, DEACON), AttemptEvent(TARN, 1), 1, 20)
    event = summary(by(then, MARISOL))
    assert [str(each.sentence()) for each in event.happened] == [
        "Sensational Crime · Hold (one fails, goes on)"
    ]
    assert [str(each.sentence()) for each in event.people] == [f"<@{DEACON}>: an event"]


def test_what_the_leaders_chose_is_told_as_they_said_it() -> None:
    begin = played(
        begun(Phase.EVENT, MonthStep.CONTINUING, MonthStep.EVENT), PlaceEvent(TARN, "festive_invitation")
    )
    event = summary(played(begin, ChooseEvent(TARN, 1, Occasion.FAILURE)))
    assert [str(each.sentence()) for each in event.happened] == ["Festive Invitation (stay away)"]


def test_an_event_in_a_game_masters_own_words_has_no_outcome_of_the_books() -> None:
    begin = played(begun(Phase.EVENT, MonthStep.CONTINUING, MonthStep.EVENT), PlaceEvent(TARN, "feud"))
    event = summary(played(begin, ResolveEvent(TARN, 1, "They marry", "no")))
    assert [str(each.sentence()) for each in event.happened] == ["Feud · Hold"]


def test_the_first_month_has_nothing_to_be_compared_with() -> None:
    over = month(Phase.EVENT, *(MonthStep.CONTINUING, MonthStep.EVENT, MonthStep.RESOLVE), size=3)
    turn = play(begun(Phase.EVENT, month=over), CloseMonth(TARN))
    (event,) = [each for each in turn.events if isinstance(each, MonthClosed)]
    assert event.shifts == ()


@pytest.mark.parametrize("phase", [Phase.UPKEEP, Phase.EDICT])
def test_nothing_is_skipped_on_the_way_to_special_edicts_that_a_campaign_has_not(phase: Phase) -> None:
    require_refused(begun(phase), SkipTo(TARN, MonthStep.SPECIAL), "month.not_needed")
