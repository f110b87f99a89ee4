"""Leaders who take another role, who rule together, or who die."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.errors import NotAllowed, RuleViolation
from bot.systems.kingdom.book import Phase, Role
from bot.systems.kingdom.leaders.leaving import (
    LeaderDied,
    LeadersSwitched,
    LoseLeader,
    ResignRole,
    SwitchRole,
    resignation,
    switching,
)
from bot.systems.kingdom.leaders.offices import renew_leaders
from bot.systems.kingdom.leaders.rules import AssignLeader
from bot.systems.kingdom.sources import figures
from bot.systems.kingdom.state import Lapse, is_vacant
from tests.refusals import refuses
from tests.systems.kingdom.leaving_scenes import CONSORT, GENERAL, RULER, E, at_step, in_phase, price
from tests.systems.kingdom.scenes import (
    DEACON,
    MARISOL,
    TARN,
    WREN,
    kingdom_of,
    leader,
    month,
    play,
    played,
    ready,
    realm_in,
    require_refused,
    scene,
    tarn,
)

# -- switched -----------------------------------------------------------------------------------------


def test_r042_switching_costs_no_unrest_and_its_check_has_4_more() -> None:
    made = at_step()
    plan = switching(realm_in(made), SwitchRole(TARN, Role.GENERAL, Role.MAGISTER))
    (exit_,) = plan.exits
    assert exit_.check is not None
    assert (exit_.check.modifier, price(plan)) == (14, (0, 10))
    turn = play(made, SwitchRole(TARN, Role.GENERAL, Role.MAGISTER), 9)
    (moved,) = next(e for e in turn.events if isinstance(e, LeadersSwitched)).moves
    assert (moved.role, moved.to, moved.until, moved.is_until_upkeep) == (
        Role.GENERAL, Role.MAGISTER, 4, True,
    )  # fmt: skip
    after = kingdom_of(played(made, SwitchRole(TARN, Role.GENERAL, Role.MAGISTER), 10))
    assert (after.unrest, after.lapses) == (0, ())
    assert [each.name for each in after.held_by(Role.MAGISTER)] == ["Brannoc"]
    assert after.held_by(Role.GENERAL) == ()


def test_r042_a_ruler_who_switches_is_a_ruler_who_abdicates() -> None:
    plan = switching(realm_in(at_step()), SwitchRole(TARN, Role.RULER, Role.MAGISTER))
    (exit_,) = plan.exits
    assert exit_.check is not None
    assert (exit_.check.modifier, price(plan)) == (4, (2, 20))


def test_two_leaders_exchange_their_roles_each_with_a_check() -> None:
    heir = leader(Role.MAGISTER, DEACON, 16, "Nim", ranks=10)
    made = at_step(RULER, GENERAL, heir)
    action = SwitchRole(TARN, Role.GENERAL, Role.MAGISTER)
    assert price(switching(realm_in(made), action)) == (0, 10, 10)
    after = kingdom_of(played(made, action, 10, 9))
    assert {each.role: each.name for each in after.leaders} == {
        Role.RULER: "Ilka", Role.MAGISTER: "Brannoc", Role.GENERAL: "Nim",
    }  # fmt: skip
    assert [lapse.role for lapse in after.lapses] == [Role.MAGISTER]
    # Ranks were in the first role's skill.
    assert after.held_by(Role.GENERAL)[0].ranks == 0


def test_a_ruler_and_another_exchange_and_the_new_ruler_is_asked_what_to_add_to() -> None:
    made = at_step()
    after = played(made, SwitchRole(TARN, Role.GENERAL, Role.RULER), 20, 20)
    state = kingdom_of(after)
    assert (state.unrest, state.held_by(Role.RULER)[0].name) == (2, "Brannoc")
    assert (state.held_by(Role.RULER)[0].attributes, state.choice_opened) == ((), made.entry)


def test_switching_is_refused_where_it_goes_nowhere_or_to_a_consort_beside_two() -> None:
    require_refused(at_step(), SwitchRole(TARN, Role.GENERAL, Role.GENERAL), "leaders.same_role", "General")
    with refuses("leaders.nobody_holds", "Tarn", "Heir"):
        play(at_step(), SwitchRole(TARN, Role.HEIR, Role.GENERAL))
    spouse = leader(Role.RULER, WREN, 10, "Joss", attributes=(E,))
    with refuses("leaders.consort_beside_two"):
        play(at_step(RULER, spouse, GENERAL), SwitchRole(TARN, Role.GENERAL, Role.CONSORT))
    with refuses("leaders.two_hold", "Ruler", "Ilka or Joss"):
        play(at_step(RULER, spouse, GENERAL), SwitchRole(TARN, Role.GENERAL, Role.RULER))
    with pytest.raises(NotAllowed):
        play(at_step(actor=WREN), SwitchRole(TARN, Role.GENERAL, Role.HEIR))


# -- two Rulers ---------------------------------------------------------------------------------------


SPOUSE = leader(Role.RULER, WREN, 10, "Joss", attributes=(E,))


def test_r034_where_a_spouse_rules_on_there_is_no_vacancy_to_avoid() -> None:
    made = at_step(RULER, SPOUSE)
    plan = resignation(realm_in(made), ResignRole(TARN, Role.RULER, "Joss"))
    assert price(plan) == (2,)
    after = kingdom_of(played(made, ResignRole(TARN, Role.RULER, "joss")))
    assert (after.unrest, [each.name for each in after.leaders]) == (2, ["Ilka"])
    for wrong, sentence in (
        ("", "Two people hold the role of Ruler:"),
        ("Nobody", "“Nobody” isn't the Ruler;"),
    ):
        with pytest.raises(RuleViolation, match=sentence):
            play(made, ResignRole(TARN, Role.RULER, wrong))


def test_r034_what_they_add_to_stays_when_the_first_of_two_rulers_goes() -> None:
    after = played(at_step(RULER, SPOUSE), ResignRole(TARN, Role.RULER, "Ilka"))
    assert kingdom_of(after).held_by(Role.RULER)[0].attributes == (E,)


def test_r034_when_one_of_two_rulers_dies_the_role_is_not_vacant() -> None:
    after = kingdom_of(played(at_step(RULER, SPOUSE), LoseLeader(TARN, Role.RULER, "Ilka")))
    assert after.lapses == ()
    assert not is_vacant(in_phase(scene(renew_leaders(after)), Phase.UPKEEP, 4), Role.RULER)


# -- dead ---------------------------------------------------------------------------------------------


STRONG = leader(Role.GENERAL, WREN, 18, "Brannoc")


def test_r041_who_died_gives_nothing_at_once_and_leaves_the_role_vacant_from_the_next_month_on() -> None:
    made = at_step(RULER, STRONG)
    after = played(made, LoseLeader(TARN, Role.GENERAL))
    assert figures(realm_in(after)).stability == figures(realm_in(made)).stability - 4
    # The vacancy's -4 Loyalty is not felt yet.
    assert figures(realm_in(after)).loyalty == 10
    assert not is_vacant(kingdom_of(after), Role.GENERAL)
    for phase in (Phase.UPKEEP, Phase.EDICT, Phase.EVENT):
        assert is_vacant(in_phase(after, phase, 4), Role.GENERAL)


def test_r041_the_whole_next_month_is_vacant_whoever_is_appointed() -> None:
    after = played(
        played(at_step(), LoseLeader(TARN, Role.GENERAL)), AssignLeader(TARN, Role.GENERAL, "Oswin")
    )
    state = renew_leaders(kingdom_of(after))
    assert not is_vacant(kingdom_of(after), Role.GENERAL)
    for phase in (Phase.BEFORE, Phase.UPKEEP, Phase.EDICT, Phase.INCOME, Phase.EVENT):
        assert is_vacant(in_phase(scene(state), phase, 4), Role.GENERAL)
    assert not is_vacant(in_phase(scene(state), Phase.BEFORE, 5), Role.GENERAL)


def test_r041_after_an_assassination_the_role_is_vacant_at_once() -> None:
    turn = play(at_step(), LoseLeader(TARN, Role.GENERAL, at_once=True))
    told = next(event for event in turn.events if isinstance(event, LeaderDied))
    assert (told.first, told.last, told.at_once) == (3, 4, True)
    after = played(at_step(), LoseLeader(TARN, Role.GENERAL, at_once=True))
    assert figures(realm_in(after)).loyalty == 6
    assert kingdom_of(after).held_by(Role.GENERAL) == ()


def test_r041_before_a_month_is_opened_it_is_the_next_one() -> None:
    state = ready(tarn(leaders=(RULER, GENERAL), month=month(Phase.BEFORE, number=3)))
    after = kingdom_of(played(scene(state), LoseLeader(TARN, Role.GENERAL)))
    assert after.lapses == (Lapse(Role.GENERAL, 3, 3),)


def test_a_death_is_told_by_the_ruler_or_a_game_master_once_and_at_any_time() -> None:
    with pytest.raises(NotAllowed):
        play(at_step(actor=WREN), LoseLeader(TARN, Role.GENERAL))
    after = played(at_step(), LoseLeader(TARN, Role.GENERAL))
    require_refused(after, LoseLeader(TARN, Role.GENERAL), "leaders.is_dead", "Brannoc", "General")
    frozen = at_step(actor=MARISOL, frozen="A break")
    assert kingdom_of(played(frozen, LoseLeader(TARN, Role.GENERAL))).lapses


def test_r040_a_stand_in_who_is_gone_stands_in_no_more() -> None:
    made = at_step(GENERAL, CONSORT, actor=MARISOL)
    acting = replace(kingdom_of(made), month=replace(kingdom_of(made).month, stand_in=Role.CONSORT))
    after = kingdom_of(played(scene(acting), ResignRole(TARN, Role.CONSORT)))
    assert after.month.stand_in is None
