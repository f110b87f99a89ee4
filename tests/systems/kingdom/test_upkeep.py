"""The first steps of Upkeep by their dice: the Stability check and Consumption; the book's own example."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

import pytest

from bot.systems.kingdom.book import Attribute, Phase, Stat, Step, Until
from bot.systems.kingdom.checks import SIDES, check
from bot.systems.kingdom.month.course import FinishStep
from bot.systems.kingdom.month.rules import (
    ConsumptionPaid,
    PayConsumption,
    RollStability,
    SettleUnrest,
    StabilityRolled,
)
from bot.systems.kingdom.sources import figures
from tests.systems.kingdom.scenes import (
    TARN,
    change,
    decided,
    everybody,
    kingdom_of,
    month,
    play,
    played,
    ready,
    realm,
    realm_in,
    scene,
    tarn,
)
from tests.systems.kingdom.upkeep_scenes import at, stable

# -- step 1: the Stability check. Tarn's Stability is 4 and its Control DC 24: a 20 succeeds. ------------


def test_a_success_takes_1_unrest_away() -> None:
    turn = play(stable(10, unrest=3), RollStability(TARN), 13)
    told = turn.events[0]
    assert isinstance(told, StabilityRolled)
    assert (told.result.total, told.result.dc, told.unrest) == (24, 24, -1)
    assert kingdom_of(played(stable(10, unrest=3), RollStability(TARN), 13)).unrest == 2


def test_r006_a_bp_instead_only_with_no_unrest_at_all() -> None:
    after = kingdom_of(played(stable(10), RollStability(TARN), 10))
    assert (after.unrest, after.treasury) == (0, 21)
    after = kingdom_of(played(stable(10, unrest=1), RollStability(TARN), 11))
    assert (after.unrest, after.treasury) == (0, 20)


@pytest.mark.parametrize(("die", "unrest"), [(9, 1), (6, 1)])
def test_a_failure_by_4_or_less_adds_1(die: int, unrest: int) -> None:
    assert kingdom_of(played(stable(10), RollStability(TARN), die)).unrest == unrest


def test_a_failure_by_5_or_more_adds_1d4() -> None:
    turn = play(stable(10), RollStability(TARN), 5, 3)
    assert turn.events[0].bad == 3
    assert kingdom_of(played(stable(10), RollStability(TARN), 5, 3)).unrest == 3


def test_r003_a_natural_20_succeeds_whatever_the_total() -> None:
    after = kingdom_of(played(stable(-50, unrest=5), RollStability(TARN), 20))
    assert after.unrest == 4


def test_r003_a_natural_1_fails_mildly_where_it_reaches_the_dc() -> None:
    after = kingdom_of(played(stable(50), RollStability(TARN), 1))
    assert (after.unrest, after.treasury) == (1, 20)


def test_r003_a_natural_1_fails_by_its_total() -> None:
    assert kingdom_of(played(stable(10), RollStability(TARN), 1, 4)).unrest == 4


def test_the_books_example_of_upkeep() -> None:
    """Stability 56 and Unrest 5 against DC 60: a 19 makes 70, and 5 of 12 BP are paid."""
    jessica = tarn(
        leaders=everybody(),
        unrest=5,
        treasury=12,
        month=month(Phase.UPKEEP),
        changes=(
            change(Stat.STABILITY, 52),
            change(Stat.CONTROL_DC, 36, number=2),
            change(Stat.CONSUMPTION, 1, number=3),
        ),
    )
    begun = scene(ready(jessica))
    rolled = play(begun, RollStability(TARN), 19).events[0]
    assert (rolled.result.total, rolled.result.dc, rolled.result.unrest) == (70, 60, 5)
    then = played(begun, RollStability(TARN), 19)
    then = played(then, PayConsumption(TARN))
    then = played(then, SettleUnrest(TARN))
    then = played(then, FinishStep(TARN, Step.ENFORCER))
    state = kingdom_of(then)
    assert (state.unrest, state.treasury, state.month.phase) == (4, 7, Phase.EDICT)


@pytest.mark.parametrize("bonus", range(-5, 30))
def test_odds_of_the_stability_check_are_those_of_its_twenty_dice(bonus: int) -> None:
    made = check(
        realm(tarn(leaders=everybody(), changes=(change(Stat.STABILITY, bonus),))), Attribute.STABILITY
    )
    ends: Counter[str] = Counter()
    for die in range(1, SIDES + 1):
        # By the book's own words, apart from the code: 4 + bonus against 24.
        total, wins = die + 4 + bonus, die != 1
        wins = die == 20 or (wins and total >= 24)
        ends["good" if wins else "mild" if 24 - total <= 4 else "bad"] += 1
    assert made.chance == Fraction(ends["good"], SIDES)
    assert made.mild == Fraction(ends["mild"], SIDES)
    assert 1 - made.chance - made.mild == Fraction(ends["bad"], SIDES)
    first = min(die for die in range(1, 21) if made.of(die).is_success)
    assert made.needed == first


def test_r004_unrest_lowers_the_check_and_not_the_attribute() -> None:
    calm, torn = stable(10), stable(10, unrest=3)
    assert figures(realm_in(calm)).stability == figures(realm_in(torn)).stability == 14
    assert check(realm_in(torn), Attribute.STABILITY).modifier == 11
    within = stable(10, unrest=3, campaign=decided(unrest_in_attribute="yes"))
    assert figures(realm_in(within)).stability == 11
    assert check(realm_in(within), Attribute.STABILITY).modifier == 11


def test_a_check_is_kept_for_the_months_card() -> None:
    (roll,) = kingdom_of(played(stable(10), RollStability(TARN), 12)).month.rolls
    assert (roll.step, roll.die, roll.total, roll.dc, roll.is_success) == ("stability", 12, 26, 24, True)


# -- step 2: Consumption. Three hexes and a district: 4 BP. ---------------------------------------------


def test_consumption_is_paid() -> None:
    turn = play(at(Step.CONSUMPTION), PayConsumption(TARN))
    assert turn.events[0] == ConsumptionPaid("Tarn", 4, 4, 16)
    assert kingdom_of(played(at(Step.CONSUMPTION), PayConsumption(TARN))).treasury == 16


def test_r008_a_treasury_of_exactly_0_costs_no_unrest() -> None:
    after = kingdom_of(played(at(Step.CONSUMPTION, treasury=4), PayConsumption(TARN)))
    assert (after.treasury, after.unrest) == (0, 0)


def test_r008_a_treasury_below_0_adds_2_unrest() -> None:
    after = kingdom_of(played(at(Step.CONSUMPTION, treasury=3), PayConsumption(TARN)))
    assert (after.treasury, after.unrest) == (-1, 2)


def test_r008_a_debt_adds_2_unrest_even_where_nothing_was_to_pay() -> None:
    free = at(Step.CONSUMPTION, treasury=-5, changes=(change(Stat.CONSUMPTION, -9),))
    turn = play(free, PayConsumption(TARN))
    assert turn.events[0] == ConsumptionPaid("Tarn", 0, -5, -5, 2)


def test_r002_consumption_below_0_gives_nothing_back() -> None:
    free = at(Step.CONSUMPTION, changes=(change(Stat.CONSUMPTION, -9),))
    assert kingdom_of(played(free, PayConsumption(TARN))).treasury == 20


def test_a_change_until_upkeep_counts_once_and_ends_with_it() -> None:
    shortage = change(Stat.CONSUMPTION, 5, "Shortage", until=Until.UPKEEP)
    short = at(Step.CONSUMPTION, changes=(shortage,))
    then = played(short, PayConsumption(TARN))
    assert kingdom_of(then).treasury == 11
    then = played(then, SettleUnrest(TARN))
    assert kingdom_of(then).month.phase is Phase.EDICT
    assert kingdom_of(then).changes == ()
