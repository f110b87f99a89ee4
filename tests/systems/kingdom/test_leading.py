"""What leaders add to the numbers: each ruling with its switch."""

from __future__ import annotations

import pytest

from bot.systems.kingdom.book import Ability, Phase, Role
from bot.systems.kingdom.sources import can_rule, made_of
from bot.systems.kingdom.state import Lapse
from tests.systems.kingdom.scenes import decided, everybody, leader, month, realm
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


def test_r029_a_general_adds_to_stability_and_its_vacancy_costs_loyalty() -> None:
    assert values(realm(held(leader(Role.GENERAL, score=14)))) == (0, 0, 2)
    assert values(realm(bare(leaders=everybody(2, 10, Role.GENERAL)))) == (0, -4, 0)


@pytest.mark.parametrize(
    ("score", "has_leadership", "amount"),
    [(16, False, 1), (16, True, 2), (18, True, 3), (9, False, -1), (9, True, 0), (7, False, -1)],
)
def test_r030_half_first_and_then_leadership(score: int, has_leadership: bool, amount: int) -> None:
    state = held(leader(Role.CONSORT, score=score, has_leadership=has_leadership))
    assert values(realm(state)) == (0, amount, 0)


def test_r031_leadership_counts_for_each_attribute_of_a_ruler() -> None:
    ruler = leader(Role.RULER, score=14, attributes=(E, S), has_leadership=True)
    assert values(realm(held(ruler), row(26))) == (3, 0, 3)


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


def test_r033_a_ruler_who_chose_nothing_adds_nothing() -> None:
    assert values(realm(held(leader(Role.RULER, score=18)))) == (0, 0, 0)


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


def test_r035_a_spymaster_adds_to_the_one_attribute_chosen_last_and_to_none_before() -> None:
    assert values(realm(held(leader(Role.SPYMASTER, score=14)))) == (0, 0, 0)
    assert values(realm(held(leader(Role.SPYMASTER, score=14, attributes=(S,))))) == (0, 0, 2)


def test_r036_a_royal_enforcer_adds_to_loyalty_and_leaves_no_vacancy() -> None:
    assert values(realm(held(leader(Role.ROYAL_ENFORCER, score=14)))) == (0, 2, 0)
    assert values(realm(bare(leaders=everybody(2, 10, Role.ROYAL_ENFORCER)))) == (0, 0, 0)


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


def test_r041_duties_missed_count_against_the_upkeep_only() -> None:
    warden = leader(Role.WARDEN, score=14, days=6)
    assert values(realm(held(warden, month=month(Phase.UPKEEP)))) == (0, -2, -2)
    assert values(realm(held(warden, month=month(Phase.EDICT)))) == (0, 2, 0)


def test_r041_who_died_adds_nothing_and_is_vacant_from_the_next_month_on() -> None:
    died = leader(Role.WARDEN, score=14, has_died=True)
    assert values(realm(held(died))) == (0, 0, 0)
    lapse = Lapse(Role.WARDEN, 2, 2)
    assert values(realm(held(died, lapses=(lapse,)))) == (0, 0, 0)
    following = held(died, lapses=(lapse,), month=month(Phase.UPKEEP, number=2))
    assert values(realm(following)) == (0, -2, -2)


def test_r042_a_lapse_costs_the_vacancy_even_with_a_replacement() -> None:
    state = held(leader(Role.MARSHAL, score=14), lapses=(Lapse(Role.MARSHAL, 1, 1),))
    assert values(realm(state)) == (2 - 4, 0, 0)


def test_r046_a_viceroy_gives_half_to_economy_and_is_no_vacancy() -> None:
    assert values(realm(held(leader(Role.VICEROY, score=16)))) == (1, 0, 0)
    assert values(realm(bare(leaders=everybody(2, 10, Role.VICEROY)))) == (0, 0, 0)


@pytest.mark.parametrize(("choice", "economy"), [("no", 2), ("yes", 4)])
def test_r047_a_fifth_of_the_ranks_where_the_campaign_plays_so(choice: str, economy: int) -> None:
    state = held(leader(Role.TREASURER, score=14, ranks=14))
    assert values(realm(state, campaign=decided(leadership_role_skills=choice))) == (economy, 0, 0)


def test_r047_skills_are_off_by_default() -> None:
    assert values(realm(held(leader(Role.TREASURER, score=14, ranks=20)))) == (2, 0, 0)


def test_r047_the_skill_is_added_after_the_half() -> None:
    state = held(leader(Role.HEIR, score=16, ranks=5, has_leadership=True))
    assert values(realm(state, campaign=decided(leadership_role_skills="yes"))) == (0, 1 + 1 + 1, 0)


def test_all_roles_vacant_at_once() -> None:
    assert values(realm(bare(leaders=()))) == (-16, -10, -6)
