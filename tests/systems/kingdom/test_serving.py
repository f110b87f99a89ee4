"""Leaders at their duties: days, standing in, what they add to, who does what, and for whom."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from bot.engine.declare import Person
from bot.errors import NotAllowed, RuleViolation
from bot.systems.kingdom.book import Holiday, MonthStep, Phase, Role, Task, Taxation
from bot.systems.kingdom.leaders.duties import (
    AssignTask,
    DaysSet,
    SetDays,
    SetProxy,
    StandIn,
    StoodIn,
    TaskAssigned,
)
from bot.systems.kingdom.sources import can_rule, figures, taxation
from bot.systems.kingdom.state import Edicts, is_vacant
from bot.systems.kingdom.steps import acted_for, assignee
from tests.refusals import refuses
from tests.systems.kingdom.months_scenes import HEIR, RULER, WARDEN, E, before
from tests.systems.kingdom.scenes import (
    DEACON,
    MARISOL,
    STRANGER,
    TARN,
    WREN,
    decided,
    everybody,
    kingdom_of,
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

# -- days of duty -------------------------------------------------------------------------------------


def test_r041_fewer_than_7_days_leave_the_role_vacant_in_that_months_upkeep_only() -> None:
    """Warden: Loyalty and Stability -2, and the benefit of +1 Loyalty is gone as well."""
    made = before(WARDEN, phase=Phase.UPKEEP)
    for days, loyalty in ((6, -3), (7, 0)):
        after = played(made, SetDays(TARN, Role.WARDEN, days))
        changed = figures(realm_in(after)).loyalty - figures(realm_in(made)).loyalty
        assert changed == loyalty
        assert is_vacant(kingdom_of(after), Role.WARDEN) is (days < 7)
        later = replace(kingdom_of(after), month=month(Phase.EDICT, number=3))
        assert not is_vacant(later, Role.WARDEN)


def test_days_are_told_before_the_months_upkeep_is_over() -> None:
    for phase in (Phase.BEFORE, Phase.UPKEEP):
        told = play(before(WARDEN, phase=phase), SetDays(TARN, Role.WARDEN, 3)).events[0]
        assert isinstance(told, DaysSet)
        assert told.is_vacant
    for phase in (Phase.EDICT, Phase.INCOME, Phase.EVENT):
        with refuses("leaders.upkeep_is_over", 4):
            play(before(WARDEN, phase=phase), SetDays(TARN, Role.WARDEN, 3))


def test_a_month_has_0_to_31_days_of_duty() -> None:
    for days in (0, 31):
        play(before(WARDEN), SetDays(TARN, Role.WARDEN, days))
    for days in (-1, 32):
        require_refused(before(WARDEN), SetDays(TARN, Role.WARDEN, days), "leaders.days_out_of_range", 31)


def test_days_are_told_by_the_holder_the_ruler_or_a_game_master() -> None:
    action = SetDays(TARN, Role.WARDEN, 3)
    assert play(before(WARDEN, actor=WREN), action).on_behalf_of is None
    assert play(before(WARDEN), action).on_behalf_of is None
    assert play(before(WARDEN, actor=MARISOL), action).on_behalf_of == WREN
    with pytest.raises(NotAllowed):
        play(before(WARDEN, actor=WREN), SetDays(TARN, Role.RULER, 3))


def test_r034_one_of_two_rulers_present_avoids_the_vacancy() -> None:
    spouse = leader(Role.RULER, WREN, 10, "Joss", attributes=(E,))
    made = played(before(spouse, phase=Phase.UPKEEP), SetDays(TARN, Role.RULER, 0, "Ilka"))
    assert not is_vacant(kingdom_of(made), Role.RULER)
    # The absent one adds nothing in that Upkeep.
    assert (
        figures(realm_in(made)).economy == figures(realm_in(before(spouse, phase=Phase.UPKEEP))).economy - 2
    )
    assert is_vacant(kingdom_of(played(made, SetDays(TARN, Role.RULER, 0, "Joss"))), Role.RULER)


# -- standing in --------------------------------------------------------------------------------------


def absent(phase: Phase = Phase.UPKEEP, actor: int = WREN, *more: Any) -> Any:
    """Tarn with a Ruler who misses this month, and an Heir."""
    state = tarn(leaders=(replace(RULER, days=0), HEIR, *more), month=month(phase, number=3))
    return scene(ready(state), actor=actor)


@pytest.mark.parametrize("phase", [Phase.BEFORE, Phase.UPKEEP])
def test_r040_heir_or_consort_stands_in_for_a_ruler_who_is_or_will_be_missing(phase: Phase) -> None:
    made = absent(phase)
    turn = play(made, StandIn(TARN, Role.HEIR))
    told = next(event for event in turn.events if isinstance(event, StoodIn))
    assert (told.leader, told.is_checked) == ("Ada", True)
    after = kingdom_of(played(made, StandIn(TARN, Role.HEIR)))
    assert after.month.stand_in is Role.HEIR


def test_r040_standing_in_lifts_the_bans_but_gives_no_rulers_bonus() -> None:
    state = tarn(leaders=(HEIR,), month=month(Phase.EDICT, number=3))
    made = scene(ready(state), actor=WREN)
    after = played(made, StandIn(TARN, Role.HEIR))
    assert not can_rule(realm_in(made))
    assert can_rule(realm_in(after))
    # The Heir's own half of +2 stays.
    assert figures(realm_in(after)) == figures(realm_in(made))
    assert is_vacant(kingdom_of(after), Role.RULER)


def test_r040_standing_in_is_refused_where_it_cannot_be() -> None:
    require_refused(before(HEIR, actor=WREN), StandIn(TARN, Role.HEIR), "leaders.ruler_is_there", "Tarn")
    require_refused(absent(), StandIn(TARN, Role.WARDEN), "leaders.cant_stand_in")
    require_refused(absent(), StandIn(TARN, Role.CONSORT), "leaders.nobody_holds", "Tarn", "Consort")
    away = played(absent(), SetDays(TARN, Role.HEIR, 2))
    require_refused(away, StandIn(TARN, Role.HEIR), "leaders.is_absent", "Ada", "Heir")
    consort = leader(Role.CONSORT, DEACON, 10, "Joss")
    once = played(absent(Phase.UPKEEP, WREN, consort), StandIn(TARN, Role.HEIR))
    require_refused(once, StandIn(TARN, Role.CONSORT), "leaders.stands_in_already", "Heir")


def test_r040_who_may_say_that_somebody_stands_in() -> None:
    # The Ruler who is away, whose own Loyalty checks it saves; and the game master for the Heir.
    assert play(absent(actor=DEACON), StandIn(TARN, Role.HEIR)).on_behalf_of is None
    assert play(absent(actor=MARISOL), StandIn(TARN, Role.HEIR)).on_behalf_of == WREN
    held = (replace(RULER, days=0), replace(HEIR, player=DEACON))
    state = tarn(leaders=held, month=month(Phase.UPKEEP))
    with pytest.raises(NotAllowed):
        play(scene(ready(state), actor=WREN), StandIn(TARN, Role.HEIR))


# -- who does what ------------------------------------------------------------------------------------


def test_r044_who_does_something_is_a_table_of_each_kingdom() -> None:
    made = before(WARDEN, leader(Role.GENERAL, DEACON, name="Bo"))
    assert assignee(kingdom_of(made), Task.STABILITY) == WREN
    turn = play(made, AssignTask(TARN, Task.STABILITY, (Role.GENERAL, Role.WARDEN)))
    told = turn.events[0]
    assert isinstance(told, TaskAssigned)
    assert not told.is_as_printed
    after = played(made, AssignTask(TARN, Task.STABILITY, (Role.GENERAL, Role.WARDEN)))
    assert assignee(kingdom_of(after), Task.STABILITY) == DEACON
    again = played(after, AssignTask(TARN, Task.STABILITY))
    assert (assignee(kingdom_of(again), Task.STABILITY), kingdom_of(again).duties) == (WREN, {})
    with refuses("leaders.does_it_already", "the Warden"):
        play(again, AssignTask(TARN, Task.STABILITY, (Role.WARDEN,)))
    with pytest.raises(NotAllowed):
        play(before(WARDEN, actor=WREN), AssignTask(TARN, Task.STABILITY, (Role.GENERAL,)))


@pytest.mark.parametrize(
    ("ruling", "rolls", "decides"), [("rolls", True, False), ("role", False, False), ("anyone", True, True)]
)
def test_r044_who_may_act_for_a_leader_who_is_away(ruling: str, rolls: bool, decides: bool) -> None:
    state = tarn(leaders=(RULER, replace(WARDEN, player=DEACON)))
    made = scene(state, actor=WREN, campaign=decided(who_rolls=ruling))
    for task, may in ((Task.STABILITY, rolls), (Task.HEXES, decides)):
        if may:
            assert acted_for(made, state, task) == DEACON
        else:
            with pytest.raises(NotAllowed, match=f"<@{DEACON}>"):
                acted_for(made, state, task)
        assert (
            acted_for(replace(made, actor=MARISOL, standing=made.campaign.standing(MARISOL)), state, task)
            == DEACON
        )


def test_a_player_who_left_is_still_asked_and_others_with_leave_act_for_them() -> None:
    state = tarn(leaders=(RULER, replace(WARDEN, player=STRANGER)))
    assert assignee(state, Task.STABILITY) == STRANGER
    assert acted_for(scene(state, actor=WREN), state, Task.STABILITY) == STRANGER


def test_a_task_of_a_vacant_role_is_the_rulers_or_the_stand_ins_or_the_game_masters() -> None:
    assert assignee(tarn(leaders=(RULER,)), Task.STABILITY) == DEACON
    stood = tarn(leaders=(HEIR,), month=month(Phase.EDICT, stand_in=Role.HEIR))
    assert assignee(stood, Task.STABILITY) == WREN
    assert assignee(tarn(leaders=(replace(RULER, has_died=True),)), Task.STABILITY) is None
    assert assignee(tarn(), Task.STABILITY) is None


def test_a_game_master_gives_a_player_leave_to_act_for_the_absent() -> None:
    made = before(actor=MARISOL)
    after = played(made, SetProxy(TARN, Person(WREN)))
    assert kingdom_of(after).proxies == (WREN,)
    require_refused(after, SetProxy(TARN, Person(WREN)), "leaders.is_proxy", "<@3>")
    assert kingdom_of(played(after, SetProxy(TARN, Person(WREN), is_on=False))).proxies == ()
    for person, on, sentence in (
        (WREN, False, r"nobody\."),
        (STRANGER, True, "hasn't joined this campaign"),
        (MARISOL, True, "is a game master"),
    ):
        with pytest.raises(RuleViolation, match=sentence):
            play(made, SetProxy(TARN, Person(person), is_on=on))


# -- roles that others speak of -----------------------------------------------------------------------


def test_r037_without_a_treasurer_taxation_counts_as_none() -> None:
    """+0 Economy, +1 Loyalty."""
    for missing, level in (((), Taxation.HEAVY), ((Role.TREASURER,), Taxation.NONE)):
        state = tarn(leaders=everybody(DEACON, 10, *missing), edicts=Edicts(taxation=Taxation.HEAVY))
        assert taxation(realm(state)) is level
    numbers = figures(
        realm(tarn(leaders=everybody(DEACON, 10, Role.TREASURER), edicts=Edicts(taxation=Taxation.HEAVY)))
    )
    assert (numbers.economy, numbers.loyalty) == (-4, 1)


def test_r038_without_a_councilor_holidays_cost_and_do_not_please() -> None:
    kept = Edicts(holiday=Holiday.TWELVE)
    full = figures(realm(tarn(leaders=everybody(), edicts=kept)))
    without = figures(realm(tarn(leaders=everybody(DEACON, 10, Role.COUNCILOR), edicts=kept)))
    assert (full.loyalty, without.loyalty) == (3, -2)
    assert full.consumption == without.consumption
    none = Edicts(holiday=Holiday.NONE)
    assert figures(realm(tarn(leaders=everybody(DEACON, 10, Role.COUNCILOR), edicts=none))).loyalty == -3


def test_r046_a_viceroy_gives_half_to_economy_and_leaves_no_vacancy_behind() -> None:
    for score, economy in ((16, 1), (18, 2), (8, -1), (9, -1)):
        made = realm(tarn(leaders=(*everybody(DEACON, 10, Role.VICEROY), leader(Role.VICEROY, None, score))))
        assert figures(made).economy == economy
    assert figures(realm(tarn(leaders=everybody(DEACON, 10, Role.VICEROY)))).economy == 0


def test_nothing_of_this_counts_a_step_as_over() -> None:
    made = before(WARDEN)
    assert kingdom_of(played(made, SetDays(TARN, Role.WARDEN, 3))).month.is_over(MonthStep.OPEN) is False
