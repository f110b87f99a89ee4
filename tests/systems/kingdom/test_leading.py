"""What leaders add to the numbers: each ruling with its switch."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from bot.errors import NotAllowed
from bot.systems.kingdom.book import Ability, MonthStep, Phase, Role, Stage
from bot.systems.kingdom.leaders.leaving import LoseLeader, ResignRole, SwitchRole, resignation
from bot.systems.kingdom.leaders.rules import AssignLeader, appointment
from bot.systems.kingdom.realm import Realm
from bot.systems.kingdom.settling import AnarchyBegan
from bot.systems.kingdom.sources import can_rule, figures, made_of
from bot.systems.kingdom.state import Lapse, is_vacant
from bot.systems.kingdom.steps import STEPS
from tests.rows import by_rule
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
from tests.systems.kingdom.sums import E, L, S, bare, held, row, values

# -- leaders ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("role", "expected"),
    [
        (Role.CONSORT, (0, 2, 0)),
        (Role.COUNCILOR, (0, 4, 0)),
        (Role.GENERAL, (0, 0, 4)),
        (Role.GRAND_DIPLOMAT, (0, 0, 4)),
        (Role.HEIR, (0, 2, 0)),
        (Role.HIGH_PRIEST, (0, 0, 4)),
        (Role.MAGISTER, (4, 0, 0)),
        (Role.MARSHAL, (4, 0, 0)),
        (Role.ROYAL_ENFORCER, (0, 4, 0)),
        (Role.TREASURER, (4, 0, 0)),
        (Role.VICEROY, (2, 0, 0)),
        (Role.WARDEN, (0, 4, 0)),
    ],
)
def test_what_each_role_gives(role: Role, expected: tuple[int, int, int]) -> None:
    assert values(realm(held(leader(role, score=18)))) == expected


@pytest.mark.parametrize(
    ("score", "has_leadership", "amount"),
    [(16, False, 1), (16, True, 2), (18, True, 3), (9, False, -1), (9, True, 0), (7, False, -1)],
)
def test_r030_half_first_and_then_leadership(score: int, has_leadership: bool, amount: int) -> None:
    state = held(leader(Role.CONSORT, score=score, has_leadership=has_leadership))
    assert values(realm(state)) == (0, amount, 0)


def test_r032_the_higher_of_two_abilities_counts_a_negative_one_too() -> None:
    scores = {Ability.INT: 8, Ability.WIS: 6}
    made = realm(held(leader(Role.TREASURER, scores=scores)))
    assert values(made) == (-1, 0, 0)
    assert made_of(made, made.kingdom.held_by(Role.TREASURER)[0]).ability is Ability.INT


@pytest.mark.parametrize(
    ("size", "expected"), [(1, (0, 2, 0)), (25, (0, 2, 0)), (26, (2, 2, 0)), (101, (2, 2, 2))]
)
def test_r033_a_ruler_adds_to_as_many_attributes_as_the_size_allows(
    size: int, expected: tuple[int, int, int]
) -> None:
    """Chosen first, dropped last: the others come with Size, in the order chosen."""
    ruler = leader(Role.RULER, score=14, attributes=(L, E, S))
    assert values(realm(held(ruler), row(size))) == expected


def test_r034_two_rulers_add_to_the_same_attributes() -> None:
    pair = (
        leader(Role.RULER, score=14, name="Ada", attributes=(L,)),
        leader(Role.RULER, score=16, name="Bel", attributes=(E,)),
    )
    assert values(realm(held(*pair))) == (0, 2 + 3, 0)


def test_r034_one_of_two_rulers_present_avoids_the_vacancy() -> None:
    away = leader(Role.RULER, score=14, name="Ada", attributes=(L,), days=0)
    here = leader(Role.RULER, score=16, name="Bel", attributes=(L,))
    made = realm(held(away, here, month=month(Phase.UPKEEP)))
    assert can_rule(made)
    assert values(made) == (0, 3, 0)


def test_r039_without_a_ruler_nothing_can_be_claimed() -> None:
    assert can_rule(realm(bare()))
    assert not can_rule(realm(bare(leaders=everybody(2, 10, Role.RULER))))


def test_r040_a_stand_in_lifts_the_bans_and_gives_no_rulers_bonus() -> None:
    heir = leader(Role.HEIR, score=18)
    others = everybody(2, 10, Role.RULER, Role.HEIR)
    standing_in = bare(leaders=(heir, *others), month=month(Phase.EDICT, stand_in=Role.HEIR))
    made = realm(standing_in)
    assert can_rule(made)
    # The Heir's own half of 4, and nothing of the Ruler's.
    assert values(made) == (0, 2, 0)


def test_r041_who_died_adds_nothing_and_is_vacant_from_the_next_month_on() -> None:
    died = leader(Role.WARDEN, score=14, has_died=True)
    assert values(realm(held(died))) == (0, 0, 0)
    lapse = Lapse(Role.WARDEN, 2, 2)
    assert values(realm(held(died, lapses=(lapse,)))) == (0, 0, 0)
    following = held(died, lapses=(lapse,), month=month(Phase.UPKEEP, number=2))
    assert values(realm(following)) == (0, -2, -2)


@pytest.mark.parametrize(("choice", "economy"), [("no", 2), ("yes", 4)])
def test_r047_a_fifth_of_the_ranks_where_the_campaign_plays_so(choice: str, economy: int) -> None:
    state = held(leader(Role.TREASURER, score=14, ranks=14))
    assert values(realm(state, campaign=decided(leadership_role_skills=choice))) == (economy, 0, 0)


def test_r047_the_skill_is_added_after_the_half() -> None:
    state = held(leader(Role.HEIR, score=16, ranks=5, has_leadership=True))
    assert values(realm(state, campaign=decided(leadership_role_skills="yes"))) == (0, 1 + 1 + 1, 0)


@by_rule(
    "realm_, added",
    ("r029_a_general_adds_to_stability_and_its_vacancy_costs_loyalty",
     realm(held(leader(Role.GENERAL, score=14))), (0, 0, 2)),
    ("r029_a_general_adds_to_stability_and_its_vacancy_costs_loyalty",
     realm(bare(leaders=everybody(2, 10, Role.GENERAL))), (0, -4, 0)),
    ("r031_leadership_counts_for_each_attribute_of_a_ruler",
     realm(held(leader(Role.RULER, score=14, attributes=(E, S), has_leadership=True)), row(26)), (3, 0, 3)),
    ("r033_a_ruler_who_chose_nothing_adds_nothing", realm(held(leader(Role.RULER, score=18))), (0, 0, 0)),
    ("r035_a_spymaster_adds_to_the_one_attribute_chosen_last_and_to_none_before",
     realm(held(leader(Role.SPYMASTER, score=14))), (0, 0, 0)),
    ("r035_a_spymaster_adds_to_the_one_attribute_chosen_last_and_to_none_before",
     realm(held(leader(Role.SPYMASTER, score=14, attributes=(S,)))), (0, 0, 2)),
    ("r036_a_royal_enforcer_adds_to_loyalty_and_leaves_no_vacancy",
     realm(held(leader(Role.ROYAL_ENFORCER, score=14))), (0, 2, 0)),
    ("r036_a_royal_enforcer_adds_to_loyalty_and_leaves_no_vacancy",
     realm(bare(leaders=everybody(2, 10, Role.ROYAL_ENFORCER))), (0, 0, 0)),
    ("r041_duties_missed_count_against_the_upkeep_only",
     realm(held(leader(Role.WARDEN, score=14, days=6), month=month(Phase.UPKEEP))), (0, -2, -2)),
    ("r041_duties_missed_count_against_the_upkeep_only",
     realm(held(leader(Role.WARDEN, score=14, days=6), month=month(Phase.EDICT))), (0, 2, 0)),
    ("r042_a_lapse_costs_the_vacancy_even_with_a_replacement",
     realm(held(leader(Role.MARSHAL, score=14), lapses=(Lapse(Role.MARSHAL, 1, 1),))), (2 - 4, 0, 0)),
    ("r046_a_viceroy_gives_half_to_economy_and_is_no_vacancy",
     realm(held(leader(Role.VICEROY, score=16))), (1, 0, 0)),
    ("r046_a_viceroy_gives_half_to_economy_and_is_no_vacancy",
     realm(bare(leaders=everybody(2, 10, Role.VICEROY))), (0, 0, 0)),
    ("r047_skills_are_off_by_default", realm(held(leader(Role.TREASURER, score=14, ranks=20))), (2, 0, 0)),
    ("all_roles_vacant_at_once", realm(bare(leaders=())), (-16, -10, -6)),
)  # fmt: skip
def test_what_leaders_add(realm_: Realm, added: tuple[int, int, int]) -> None:
    assert values(realm_) == added


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
    is_over = kingdom_of(left).month.is_over(MonthStep.UNREST)
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
    require_refused(scene(state, actor=WREN), ResignRole(TARN, Role.GENERAL), "leaders.not_now")


def test_nobody_can_step_down_from_a_vacant_role_or_twice() -> None:
    require_refused(at_step(), ResignRole(TARN, Role.WARDEN), "leaders.nobody_holds", "Tarn", "Warden")
    left = played(at_step(), ResignRole(TARN, Role.GENERAL), 15)
    require_refused(left, ResignRole(TARN, Role.GENERAL), "leaders.nobody_holds", "Tarn", "General")
    dead = at_step(RULER, replace(GENERAL, has_died=True))
    require_refused(dead, ResignRole(TARN, Role.GENERAL), "leaders.is_dead")


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
