"""What every number is made of: the core numbers and edicts, each ruling with its switch."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.systems.kingdom.book import Holiday, Improvement, Promotion, Role, Stat, Taxation
from bot.systems.kingdom.checks import Check, check
from bot.systems.kingdom.sources import figures, taxation
from bot.systems.kingdom.state import Army, Edicts
from tests.systems.kingdom.scenes import TARN, change, decided, everybody, hexed, hold, land, leader, realm
from tests.systems.kingdom.sums import E, L, bare, held, row, values

# -- the core -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("choice", "consumption"), [("district", 6), ("settlement", 4), ("none", 3)])
def test_r001_consumption_of_settlements(choice: str, consumption: int) -> None:
    three = hold(districts=3)
    campaign = decided(settlement_consumption=choice)
    assert figures(realm(bare(), None, three, campaign=campaign)).consumption == consumption


def test_r001_a_district_adds_1_by_default() -> None:
    assert figures(realm(bare(), None, hold(districts=3))).consumption == 6


def test_r002_consumption_is_what_size_settlements_edicts_forts_and_armies_eat() -> None:
    edicts = Edicts(Holiday.SIX, Promotion.STANDARD, Taxation.NONE)
    fort = hexed(land(), "1,0", improvements=(Improvement.FORT,))
    on = hexed(fort, "2,0", improvements=(Improvement.FARM,))
    made = realm(bare(edicts=edicts, armies=(Army("Reds", 3),)), on)
    # 3 hexes, 1 district, holidays 2, promotion 2, a Fort, the army, less a Farm.
    assert figures(made).raw == 3 + 1 + 2 + 2 + 1 + 3 - 2


def test_r002_raw_consumption_below_nothing_is_kept_and_nothing_is_paid() -> None:
    numbers = figures(realm(bare(), row(9, improvements=(Improvement.FARM,))))
    assert (numbers.raw, numbers.consumption) == (9 + 1 - 18, 0)


@pytest.mark.parametrize(
    ("modifier", "die", "is_success", "is_mild"),
    [
        (50, 1, False, True),
        (15, 1, False, False),
        (21, 1, False, True),
        (0, 20, True, False),
        (0, 19, False, False),
        (10, 10, False, True),
        (10, 9, False, False),
        (10, 14, True, False),
    ],
)
def test_r003_natural_1_and_20(modifier: int, die: int, is_success: bool, is_mild: bool) -> None:
    result = Check(E, modifier, 24).of(die)
    assert (result.is_success, result.is_mild) == (is_success, is_mild)


@pytest.mark.parametrize(
    ("modifier", "needed", "chance", "mild"),
    [(4, 20, 5, 20), (50, 2, 95, 5), (-30, 20, 5, 0), (14, 10, 55, 20), (21, 3, 90, 10)],
)
def test_r003_the_needed_die_and_every_chance_are_exact(
    modifier: int, needed: int, chance: int, mild: int
) -> None:
    made = Check(E, modifier, 24)
    results = [made.of(die) for die in range(1, 21)]
    assert made.needed == needed
    assert (int(made.chance * 100), int(made.mild * 100)) == (chance, mild)
    assert sum(each.is_success for each in results) * 5 == chance
    assert sum(each.is_mild for each in results) * 5 == mild
    assert next(each.die for each in results if each.is_success) == needed


def test_p4_a_total_equal_to_the_dc_succeeds() -> None:
    assert Check(E, 14, 24).of(10).is_success
    assert not Check(E, 14, 24).of(9).is_success


def test_a_check_in_anarchy_counts_as_0() -> None:
    made = check(realm(bare(is_in_anarchy=True, changes=(change(Stat.ECONOMY, 90),))), E)
    assert made.needed is None
    assert not made.chance
    assert (made.of(20).total, made.of(20).is_success) == (0, False)


def test_r004_unrest_is_taken_off_checks_and_not_off_attributes() -> None:
    made = realm(bare(unrest=6, changes=(change(Stat.LOYALTY, 10),)))
    assert figures(made).loyalty == 10
    assert check(made, L).modifier == 4


def test_r004_unrest_in_the_attribute_is_taken_off_a_check_once() -> None:
    state = bare(unrest=6, changes=(change(Stat.LOYALTY, 10),))
    made = realm(state, campaign=decided(unrest_in_attribute="yes"))
    assert figures(made).loyalty == 4
    assert check(made, L).modifier == 4


def test_r005_control_dc_is_20_and_size_and_districts_and_what_else_there_is() -> None:
    assert figures(realm(bare(), None, hold(districts=2))).control_dc == 20 + 3 + 2
    special = realm(bare(changes=(change(Stat.CONTROL_DC, 4),)), None, hold(districts=2))
    assert figures(special).control_dc == 29


def test_r005_the_number_of_settlements_does_not_raise_the_control_dc_further() -> None:
    one = realm(bare(), None, hold(districts=2))
    two = replace(one, towns={TARN: hold(), **{id_: hold() for id_ in one.towns}})
    assert figures(two).control_dc == figures(one).control_dc


@pytest.mark.parametrize(("choice", "amount"), [("floor", -1), ("toward_zero", 0)])
def test_r009_half_of_a_negative_modifier(choice: str, amount: int) -> None:
    state = held(leader(Role.HEIR, score=8))
    assert values(realm(state, campaign=decided(half_negative=choice))) == (0, amount, 0)


def test_r009_half_is_rounded_down_by_default() -> None:
    assert values(realm(held(leader(Role.HEIR, score=8)))) == (0, -1, 0)


# -- edicts -------------------------------------------------------------------------------------------


def test_r013_before_the_first_edict_phase_there_is_no_level() -> None:
    assert values(realm(bare(edicts=Edicts()))) == (0, 0, 0)


def test_r013_afterwards_none_is_a_level_with_its_own_modifiers() -> None:
    none = Edicts(Holiday.NONE, Promotion.NONE, Taxation.NONE)
    # Loyalty loses 1 by the holidays and gains 1 by the taxes.
    assert values(realm(bare(edicts=none))) == (0, 0, -1)
    assert values(realm(bare(edicts=replace(none, taxation=None)))) == (0, -1, -1)


def test_r014_the_books_kingdom_has_issued_no_edict_yet() -> None:
    """52, 45 and 56 become 55, 42 and 55 by 1 holiday, no promotion and heavy taxes."""
    start = ((Stat.ECONOMY, 52), (Stat.LOYALTY, 45), (Stat.STABILITY, 56))
    given = tuple(change(stat, amount, number=n) for n, (stat, amount) in enumerate(start))
    assert values(realm(bare(changes=given))) == (52, 45, 56)
    issued = Edicts(Holiday.ONE, Promotion.NONE, Taxation.HEAVY)
    assert values(realm(bare(changes=given, edicts=issued))) == (55, 42, 55)


def test_r037_without_a_treasurer_taxation_counts_as_none() -> None:
    edicts = Edicts(taxation=Taxation.OVERWHELMING)
    taxed = realm(bare(edicts=edicts))
    assert (values(taxed), taxation(taxed)) == ((4, -8, 0), Taxation.OVERWHELMING)
    vacant = realm(bare(edicts=edicts, leaders=everybody(2, 10, Role.TREASURER)))
    # The vacancy itself takes 4 off Economy; taxes of None add 1 to Loyalty.
    assert (values(vacant), taxation(vacant)) == ((-4, 1, 0), Taxation.NONE)


def test_r038_without_a_councilor_holidays_cost_and_bring_nothing() -> None:
    edicts = Edicts(holiday=Holiday.TWENTY_FOUR)
    assert values(realm(bare(edicts=edicts)))[1] == 4
    vacant = realm(bare(edicts=edicts, leaders=everybody(2, 10, Role.COUNCILOR)))
    assert values(vacant)[1] == -2
    assert figures(vacant).consumption == figures(realm(bare(edicts=edicts))).consumption == 3 + 1 + 8


def test_r038_the_penalty_of_no_holidays_stays_without_a_councilor() -> None:
    vacant = bare(edicts=Edicts(holiday=Holiday.NONE), leaders=everybody(2, 10, Role.COUNCILOR))
    assert values(realm(vacant))[1] == -2 - 1
