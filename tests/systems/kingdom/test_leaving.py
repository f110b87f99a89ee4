"""Leaders who leave their role: what it costs, what is rolled, and how long the role is vacant."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from bot.errors import NotAllowed, RuleViolation
from bot.systems.kingdom.book import Ability, Phase, Role, Stage, Step
from bot.systems.kingdom.leaders.rules import (
    AssignLeader,
    LoseLeader,
    ResignRole,
    SwitchRole,
    appointment,
    resignation,
)
from bot.systems.kingdom.outcome import AnarchyBegan
from bot.systems.kingdom.sources import figures
from bot.systems.kingdom.state import Lapse, is_vacant
from bot.systems.kingdom.steps import STEPS
from tests.systems.kingdom.leaving_scenes import (
    CONSORT,
    GENERAL,
    LOYAL,
    RULER,
    at_step,
    departure,
    in_phase,
    price,
)
from tests.systems.kingdom.scenes import (
    MARISOL,
    TARN,
    WREN,
    kingdom_of,
    month,
    play,
    played,
    ready,
    realm_in,
    scene,
    tarn,
)

# -- resigned -----------------------------------------------------------------------------------------


def test_the_stage_is_set_as_the_tests_below_need_it() -> None:
    numbers = figures(realm_in(at_step()))
    assert (numbers.loyalty, numbers.control_dc) == (10, 24)


def test_r042_unrest_rises_first_and_counts_in_the_check() -> None:
    """Loyalty 10, Unrest 0 + 1: 24 needs a 15."""
    plan = resignation(realm_in(at_step()), ResignRole(TARN, Role.GENERAL))
    (exit_,) = plan.exits
    assert exit_.check is not None
    assert (exit_.check.modifier, exit_.check.dc, exit_.check.needed) == (9, 24, 15)
    assert exit_.check.chance == Fraction(6, 20)
    assert price(plan) == (1, 15)
    assert not departure(play(at_step(), ResignRole(TARN, Role.GENERAL), 14)).result.is_success  # type: ignore[union-attr]
    assert departure(play(at_step(), ResignRole(TARN, Role.GENERAL), 15)).result.is_success  # type: ignore[union-attr]


def test_r042_the_odds_are_those_of_every_face_of_the_die() -> None:
    (exit_,) = resignation(realm_in(at_step()), ResignRole(TARN, Role.GENERAL)).exits
    assert exit_.check is not None
    wins = 0
    for die in range(1, 21):
        result = departure(play(at_step(), ResignRole(TARN, Role.GENERAL), die)).result
        assert result is not None
        wins += result.is_success
    assert Fraction(wins, 20) == exit_.check.chance


def test_r042_a_ruler_abdicates_for_2_unrest_and_4_less() -> None:
    made = at_step()
    plan = resignation(realm_in(made), ResignRole(TARN, Role.RULER))
    (exit_,) = plan.exits
    assert exit_.check is not None
    # 10 - 2 Unrest - 4.
    assert (exit_.check.modifier, price(plan)) == (4, (2, 20))
    after = kingdom_of(played(made, ResignRole(TARN, Role.RULER), 19))
    assert after.unrest == 2
    assert after.lapses == (Lapse(Role.RULER, 3, 4, ends_with_upkeep=True),)


def test_r042_after_a_failure_the_role_is_vacant_for_one_turn_even_with_a_replacement() -> None:
    left = played(at_step(), ResignRole(TARN, Role.GENERAL), 14)
    filled = played(left, AssignLeader(TARN, Role.GENERAL, "Oswin"))
    assert is_vacant(kingdom_of(filled), Role.GENERAL)
    assert figures(realm_in(filled)).loyalty == 6
    # Through the Upkeep of the next month, and no longer.
    for number, phase, vacant in (
        (3, Phase.EVENT, True),
        (4, Phase.BEFORE, True),
        (4, Phase.UPKEEP, True),
        (4, Phase.EDICT, False),
        (5, Phase.UPKEEP, False),
    ):
        assert is_vacant(in_phase(filled, phase, number), Role.GENERAL) is vacant, (number, phase)


def test_r042_after_a_success_a_replacement_leaves_no_gap() -> None:
    left = played(at_step(), ResignRole(TARN, Role.GENERAL), 15)
    assert is_vacant(kingdom_of(left), Role.GENERAL)
    filled = played(left, AssignLeader(TARN, Role.GENERAL, "Oswin"))
    assert not is_vacant(kingdom_of(filled), Role.GENERAL)
    assert (figures(realm_in(filled)).loyalty, kingdom_of(filled).unrest) == (10, 1)


@pytest.mark.parametrize("phase", list(STEPS))
def test_r042_every_failure_is_felt_in_one_upkeep(phase: Phase) -> None:
    """Whenever a game master has it happen: the vacancy covers exactly one settling of Unrest."""
    state = ready(tarn(leaders=(RULER, GENERAL), changes=LOYAL, month=month(phase, number=3)))
    left = played(scene(state, actor=MARISOL), ResignRole(TARN, Role.GENERAL), 1)
    filled = played(left, AssignLeader(TARN, Role.GENERAL, "Oswin"))
    is_over = kingdom_of(left).month.is_over(Step.UNREST)
    felt = [
        number
        for number in (3, 4, 5)
        if is_vacant(in_phase(filled, Phase.UPKEEP, number), Role.GENERAL) and not (number == 3 and is_over)
    ]
    assert len(felt) == 1
    assert is_vacant(kingdom_of(filled), Role.GENERAL)


def test_r042_a_role_without_a_vacancy_penalty_costs_its_unrest_and_no_roll() -> None:
    made = at_step(RULER, GENERAL, CONSORT)
    plan = resignation(realm_in(made), ResignRole(TARN, Role.CONSORT))
    assert (price(plan), plan.exits[0].check) == ((1,), None)
    assert kingdom_of(played(made, ResignRole(TARN, Role.CONSORT))).unrest == 1


def test_r017_unrest_that_reaches_20_makes_the_check_count_as_0() -> None:
    made = at_step(unrest=19)
    plan = resignation(realm_in(made), ResignRole(TARN, Role.GENERAL))
    assert price(plan) == (1, 0)
    # No die can help: none is rolled.
    turn = play(made, ResignRole(TARN, Role.GENERAL))
    result = departure(turn).result
    assert result is not None
    assert (result.die, result.total, result.is_success) == (0, 0, False)
    assert any(isinstance(event, AnarchyBegan) for event in turn.events)


def test_who_may_step_down() -> None:
    wrens = at_step(actor=WREN)
    assert play(wrens, ResignRole(TARN, Role.GENERAL), 15).on_behalf_of is None
    assert play(at_step(), ResignRole(TARN, Role.GENERAL), 15).on_behalf_of is None
    # A game master does it for whose role it is.
    assert play(at_step(actor=MARISOL), ResignRole(TARN, Role.GENERAL), 15).on_behalf_of == WREN
    with pytest.raises(NotAllowed):
        play(wrens, ResignRole(TARN, Role.RULER))
    state = ready(tarn(leaders=(RULER, GENERAL), month=month(Phase.INCOME)))
    with pytest.raises(RuleViolation, match="Leadership step"):
        play(scene(state, actor=WREN), ResignRole(TARN, Role.GENERAL))


def test_nobody_can_step_down_from_a_vacant_role_or_twice() -> None:
    with pytest.raises(RuleViolation, match="Nobody is Warden of Tarn"):
        play(at_step(), ResignRole(TARN, Role.WARDEN))
    left = played(at_step(), ResignRole(TARN, Role.GENERAL), 15)
    with pytest.raises(RuleViolation, match="Nobody is General"):
        play(left, ResignRole(TARN, Role.GENERAL))
    dead = at_step(RULER, replace(GENERAL, has_died=True))
    with pytest.raises(RuleViolation, match="is dead"):
        play(dead, ResignRole(TARN, Role.GENERAL))


def test_while_a_kingdom_is_founded_leaving_costs_nothing() -> None:
    state = tarn(leaders=(RULER, GENERAL), stage=Stage.FOUNDING, month=month(Phase.BEFORE))
    left = played(scene(state), ResignRole(TARN, Role.GENERAL))
    assert (kingdom_of(left).unrest, [e.name for e in kingdom_of(left).leaders]) == (0, ["Ilka"])
    after = played(scene(state), SwitchRole(TARN, Role.GENERAL, Role.WARDEN))
    assert kingdom_of(after).held_by(Role.WARDEN)[0].name == "Brannoc"
    gone = kingdom_of(played(scene(state), LoseLeader(TARN, Role.GENERAL)))
    assert (gone.held_by(Role.GENERAL), gone.lapses) == ((), ())


# -- replaced -----------------------------------------------------------------------------------------


REPLACED = AssignLeader(TARN, Role.GENERAL, "Oswin", scores={Ability.STR: 18})


def test_r042_to_be_replaced_is_to_step_down() -> None:
    plan = appointment(realm_in(at_step()), REPLACED)
    assert price(plan) == (1, 15)
    for die, lapses in ((14, (Lapse(Role.GENERAL, 3, 4, ends_with_upkeep=True),)), (15, ())):
        turn = play(at_step(), REPLACED, die)
        assert departure(turn).leader == "Brannoc"
        after = kingdom_of(played(at_step(), REPLACED, die))
        assert (after.unrest, after.lapses) == (1, lapses)
        assert [each.name for each in after.held_by(Role.GENERAL)] == ["Oswin"]


def test_r042_a_new_general_adds_at_once_even_while_the_vacancy_is_felt() -> None:
    after = figures(realm_in(played(at_step(), REPLACED, 1)))
    before = figures(realm_in(at_step()))
    assert (after.stability - before.stability, after.loyalty - before.loyalty) == (4, -4)


def test_who_died_is_replaced_at_no_price() -> None:
    dead = at_step(RULER, replace(GENERAL, has_died=True))
    assert price(appointment(realm_in(dead), REPLACED)) == (0,)
    after = kingdom_of(played(dead, REPLACED))
    assert (after.unrest, [each.name for each in after.held_by(Role.GENERAL)]) == (0, ["Oswin"])
