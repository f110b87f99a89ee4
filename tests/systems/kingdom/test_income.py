"""Income: withdrawals, deposits, sales, taxes and tributes, with exact dice."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from bot.engine.system import RecordId, Result, World
from bot.errors import NotAllowed
from bot.systems.kingdom.book import (
    Attribute,
    Backing,
    Holiday,
    Improvement,
    MonthStep,
    Phase,
    Promotion,
    Role,
    Special,
    Stat,
    Taxation,
    Tribute,
)
from bot.systems.kingdom.checks import Check, check
from bot.systems.kingdom.month.course import FinishStep
from bot.systems.kingdom.month.edicts import SetEdicts
from bot.systems.kingdom.month.income import (
    CollectTaxes,
    Deposit,
    Deposited,
    ItemSold,
    SellItem,
    TaxesCollected,
    Withdraw,
    Withdrawn,
    Yield,
    buyers,
    expected,
    rates,
    resources,
    sales_left,
    tribute,
    worth,
)
from bot.systems.kingdom.settling import AnarchyBegan
from bot.systems.kingdom.sources import figures
from bot.systems.kingdom.state import Edicts, Terms
from tests.refusals import refuses
from tests.rows import by_rule
from tests.systems.kingdom.income_scenes import (
    COUNCIL,
    TO_EDICTS,
    at_income,
    at_taxes,
    by_wren,
    market,
    mined,
)
from tests.systems.kingdom.scenes import (
    DEACON,
    HOLD,
    MARISOL,
    PLAIN,
    STRANGER,
    TARN,
    WREN,
    asker,
    by,
    change,
    decided,
    hexed,
    hold,
    kingdom_of,
    land,
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

FORD = RecordId("ford")
POORER = decided(voluntary_debt="yes")
RATES = decided(from_scratch="yes")
LENT = Terms(Backing.CHARTER, "The Queen", 50, Tribute.ONE, 2)
TAXED = Terms(Backing.FIEF, "The Queen", 50, Tribute.TENTH)


def told(turn: Result, kind: type[Any]) -> Any:
    return next(each for each in turn.events if isinstance(each, kind))


def wide(size: int) -> Any:
    """A land of that many hexes, all of them Tarn's."""
    spots = [f"{q},0" for q in range(size)]
    return land(dict.fromkeys(spots, PLAIN), own=tuple(spots))


# -- withdrawals --------------------------------------------------------------------------------------


def test_r053_each_point_withdrawn_is_2000_gp_and_1_unrest() -> None:
    begun = by_wren(at_income(unrest=2))
    turn = play(begun, Withdraw(TARN, 3))
    assert told(turn, Withdrawn) == Withdrawn("Tarn", 3, 6000)
    after = kingdom_of(played(begun, Withdraw(TARN, 3)))
    assert (after.treasury, after.unrest) == (17, 5)


@pytest.mark.parametrize(("points", "is_warned"), [(2, False), (3, True), (7, True), (8, False)])
def test_r017_what_raises_unrest_to_15_warns_of_anarchy_first(points: int, *, is_warned: bool) -> None:
    notes: list[str] = []
    begun = replace(by_wren(at_income(unrest=12)), note=notes.append)
    turn = play(begun, Withdraw(TARN, points))
    assert (f"**Unrest is {12 + points}.** At 20 the kingdom falls into anarchy." in notes) is is_warned
    assert (AnarchyBegan("Tarn", 20) in turn.events) is (points == 8)


def test_r025_a_kingdom_withdraws_once_a_month_whoever_does_it() -> None:
    after = played(by_wren(at_income()), Withdraw(TARN, 3))
    assert kingdom_of(after).month.is_over(MonthStep.WITHDRAW)
    for leader in (WREN, DEACON):
        require_refused(by(after, leader), Withdraw(TARN, 1), "income.withdrawn_already", 17, 3)


@pytest.mark.parametrize(
    ("unrest", "points", "is_warned"), [(8, 2, False), (8, 3, True), (10, 1, True), (11, 1, False)]
)
def test_r017_what_raises_unrest_to_11_warns_once_that_hexes_will_be_lost(
    unrest: int, points: int, *, is_warned: bool
) -> None:
    notes: list[str] = []
    play(replace(by_wren(at_income(unrest=unrest)), note=notes.append), Withdraw(TARN, points))
    assert ("⚠ From Unrest 11 on, the kingdom loses a hex in each Upkeep." in notes) is is_warned
    assert "-# The kingdom can withdraw once a month, whichever leader does it." in notes


@pytest.mark.parametrize(
    ("points", "refusal"),
    [
        (0, refuses("income.cant_withdraw", 20)),
        (-4, refuses("income.cant_withdraw", 20)),
        (21, refuses("income.cant_withdraw", 20)),
    ],
)
def test_r007_no_more_is_withdrawn_than_the_treasury_holds(points: int, refusal: Any) -> None:
    with refusal:
        play(by_wren(at_income()), Withdraw(TARN, points))


def test_r007_an_empty_treasury_has_nothing_to_withdraw() -> None:
    require_refused(by_wren(at_income(treasury=-2)), Withdraw(TARN, 1), "income.nothing_to_withdraw")


def test_r017_a_withdrawal_can_end_in_anarchy() -> None:
    turn = play(by_wren(at_income(unrest=18)), Withdraw(TARN, 2))
    assert told(turn, AnarchyBegan).unrest == 20


# -- deposits -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("gold", "points", "rest"), [(4000, 1, 0), (7999, 1, 3999), (8000, 2, 0), (999_999, 249, 3999)]
)
def test_r054_the_whole_batch_counts_and_is_rounded_down(gold: int, points: int, rest: int) -> None:
    begun = by_wren(at_income())
    turn = play(begun, Deposit(TARN, gold, " two  gems "))
    assert told(turn, Deposited) == Deposited("Tarn", gold, points, rest, "two gems")
    assert kingdom_of(played(begun, Deposit(TARN, gold))).treasury == 20 + points


@pytest.mark.parametrize(("gold", "said"), [(8000, []), (8500, ["8,000 gp = 2 BP; 500 gp stay yours."])])
def test_r054_what_would_be_left_over_is_said_first(gold: int, said: list[str]) -> None:
    notes: list[str] = []
    play(replace(by_wren(at_income()), note=notes.append), Deposit(TARN, gold))
    assert [each for each in notes if "stay yours" in each] == said


def test_r054_several_deposits_a_month() -> None:
    after = played(played(by_wren(at_income()), Deposit(TARN, 4000)), Deposit(TARN, 8000))
    assert kingdom_of(after).treasury == 23
    assert not kingdom_of(after).month.is_over(MonthStep.DEPOSIT)


@pytest.mark.parametrize(
    ("action", "refusal"),
    [
        (Deposit(TARN, 3999), refuses("income.too_little", "3,999", "4,000")),
        (Deposit(TARN, 1), refuses("income.too_little", 1, "4,000")),
        (Deposit(TARN, 0), refuses("income.gold", "999,999")),
        (Deposit(TARN, 1_000_000), refuses("income.gold", "999,999")),
        (Deposit(TARN, 9000, dearest=4001), refuses("income.too_expensive")),
        (Deposit(TARN, 9000, dearest=-1), refuses("income.dearest", "9,000")),
    ],
)
def test_what_can_not_be_deposited_is_refused(action: Deposit, refusal: Any) -> None:
    with refusal:
        play(by_wren(at_income()), action)


def test_a_dearest_item_above_the_whole_is_refused() -> None:
    with refuses("income.dearest", "1,500"):
        play(by_wren(at_income(), campaign=RATES), Deposit(TARN, 1500, dearest=1501))


def test_r054_an_item_of_exactly_4000_gp_is_deposited() -> None:
    assert told(play(by_wren(at_income()), Deposit(TARN, 4000, dearest=4000)), Deposited).points == 1


@pytest.mark.parametrize(
    ("size", "deposit", "withdrawal"),
    [(1, 1000, 500), (25, 1000, 500), (26, 2000, 1000), (50, 2000, 1000), (51, 3000, 1500), (100, 3000, 1500),
     (101, 4000, 2000)],
)  # fmt: skip
def test_r054_from_scratch_rates_go_by_size(size: int, deposit: int, withdrawal: int) -> None:
    assert rates(realm(tarn(), wide(size), campaign=RATES)) == (deposit, withdrawal)
    assert rates(realm(tarn(), wide(size))) == (4000, 2000)


def test_r054_from_scratch_excludes_a_sponsor() -> None:
    assert rates(realm(tarn(terms=TAXED), campaign=RATES)) == (4000, 2000)


def test_r054_from_scratch_1000_gp_are_a_point_and_a_point_is_500_gp() -> None:
    begun = by_wren(at_income(), campaign=RATES)
    assert told(play(begun, Deposit(TARN, 3500)), Deposited) == Deposited("Tarn", 3500, 3, 500)
    assert told(play(begun, Withdraw(TARN, 2)), Withdrawn).gold == 1000


# -- items --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("price", "points"), [(4001, 0), (7999, 0), (8000, 1), (15_999, 1), (16_000, 2), (24_000, 3)]
)
def test_r055_half_the_price_by_4000_rounded_down(price: int, points: int) -> None:
    assert worth(price) == points


def test_r055_an_item_is_sold_where_the_base_value_reaches_it() -> None:
    begun = by_wren(at_income(), None, market(16_000))
    turn = play(begun, SellItem(TARN, "hold", 16_000, "A crown"))
    assert told(turn, ItemSold) == ItemSold("Tarn", "Hold", "A crown", 16_000, 2, 2)
    assert kingdom_of(played(begun, SellItem(TARN, HOLD, 16_000))).treasury == 22


def test_r055_from_scratch_rates_do_not_apply_to_sales() -> None:
    begun = by_wren(at_income(), None, market(), campaign=RATES)
    assert told(play(begun, SellItem(TARN, "Hold", 8000)), ItemSold).points == 1


def test_r025_one_item_for_each_district_a_month() -> None:
    once = played(by_wren(at_income(), None, market(districts=2)), SellItem(TARN, "Hold", 8000))
    twice = played(once, SellItem(TARN, "Hold", 8000))
    assert kingdom_of(twice).treasury == 22
    require_refused(twice, SellItem(TARN, "Hold", 8000), "income.sold_out")


@pytest.mark.parametrize(
    ("sold", "left"), [({}, 2), ({HOLD: 1}, 1), ({HOLD: 2}, 0), ({HOLD: 3}, 0), ({FORD: 2}, 2)]
)
def test_r025_what_a_settlement_can_still_buy_is_never_less_than_nothing(
    sold: dict[RecordId, int], left: int
) -> None:
    """It may have lost a district since it bought."""
    town = market(8000, districts=2)
    begun = by_wren(at_income(month=month(Phase.INCOME, size=3, sold=sold)), None, town)
    assert sales_left(kingdom_of(begun), HOLD, town) == left
    if left:
        assert told(play(begun, SellItem(TARN, "Hold", 8000)), ItemSold).left == left - 1
    else:
        require_refused(begun, SellItem(TARN, "Hold", 8000), "income.sold_out")


@pytest.mark.parametrize(
    ("where", "price", "refusal"),
    [
        ("Hold", 4000, refuses("income.too_cheap", "4,000")),
        ("Hold", 16_001, refuses("income.too_poor", "none of the kingdom's settlements can")),
        ("Hold", 1_000_000, refuses("income.price", "999,999")),
        ("Atlantis", 8000, refuses("towns.no_such_settlement", "Atlantis", "There are: Hold")),
        ("Hold", 7999, refuses("income.brings_nothing", "7,999")),
    ],
)
def test_what_can_not_be_sold_is_refused(where: str, price: int, refusal: Any) -> None:
    with refusal:
        play(by_wren(at_income(), None, market()), SellItem(TARN, where, price))


def two_markets(base_value: int, richer: int) -> World:
    """Tarn with its capital and Ford, of those base values."""
    towns = market(base_value), replace(market(richer), name="Ford", spot="1,0")
    return by_wren(at_income(settlements=(HOLD, FORD)), None, *towns)


def test_r055_who_asks_too_much_of_a_settlement_is_told_of_those_that_can_pay() -> None:
    begun = two_markets(8000, 16_000)
    with refuses("income.too_poor") as refusal:
        play(begun, SellItem(TARN, "Hold", 16_000))
    assert str(refusal.value).endswith("an item for 16,000 gp; Ford can.")
    assert told(play(begun, SellItem(TARN, "Ford", 16_000)), ItemSold).settlement == "Ford"
    # What one settlement bought keeps no other from buying.
    thrice = begun
    for _ in range(3):
        thrice = played(thrice, SellItem(TARN, "Ford", 8000))
    require_refused(thrice, SellItem(TARN, "Ford", 8000), "income.sold_out")
    assert told(play(thrice, SellItem(TARN, "Hold", 8000)), ItemSold).left == 2


def test_the_settlement_that_pays_most_is_offered_first() -> None:
    for values, lines in (
        ((8000, 16_000), [("Ford · base value 16,000 gp", "ford"), ("Hold · base value 8,000 gp", "hold")]),
        ((16_000, 8000), [("Hold · base value 16,000 gp", "hold"), ("Ford · base value 8,000 gp", "ford")]),
    ):
        assert buyers(asker(two_markets(*values))) == lines


@pytest.mark.parametrize(
    ("price", "code"),
    [(4000, "too_cheap"), (4001, "brings_nothing"), (999_999, "too_poor"), (1_000_000, "price")],
)
def test_r055_an_items_price_is_above_4000_gp_and_of_six_digits(price: int, code: str) -> None:
    require_refused(by_wren(at_income(), None, market()), SellItem(TARN, "Hold", price), f"income.{code}")


def test_r055_a_sale_for_nothing_takes_knowing_it() -> None:
    notes: list[str] = []
    begun = replace(by_wren(at_income(), None, market()), note=notes.append)
    after = kingdom_of(played(begun, SellItem(TARN, "Hold", 7999, for_nothing=True)))
    assert (after.treasury, after.month.sold) == (20, {HOLD: 1})
    assert [each for each in notes if "would bring **0 BP**: half of 7,999 gp" in each]
    notes.clear()
    play(begun, SellItem(TARN, "Hold", 8000, for_nothing=True))
    assert not [each for each in notes if "would bring" in each]


def test_r055_a_small_settlement_can_never_sell() -> None:
    require_refused(by_wren(at_income(), None, hold()), SellItem(TARN, "Hold", 8000), "income.too_poor", 0)


# -- taxes --------------------------------------------------------------------------------------------


def test_taxes_are_a_third_of_the_total_rounded_down() -> None:
    begun = by_wren(at_taxes(unrest=1))
    turn = play(begun, CollectTaxes(TARN), 12)
    found = told(turn, TaxesCollected)
    assert (found.die, found.economy, found.bonus, found.unrest, found.total) == (12, 14, 0, 1, 25)
    assert (found.dc, found.is_success, found.taxes) == (24, True, 8)
    assert kingdom_of(played(begun, CollectTaxes(TARN), 12)).treasury == 28


def test_an_exact_total_succeeds_and_one_less_fails() -> None:
    assert told(play(by_wren(at_taxes()), CollectTaxes(TARN), 10), TaxesCollected).is_success
    assert not told(play(by_wren(at_taxes()), CollectTaxes(TARN), 9), TaxesCollected).is_success


def test_r049_a_failed_check_brings_no_taxes() -> None:
    after = kingdom_of(played(by_wren(at_taxes()), CollectTaxes(TARN), 9))
    assert after.treasury == 20
    assert after.month.phase is Phase.EVENT


def test_r051_a_natural_20_with_a_negative_total_pays_nothing() -> None:
    wretched = by_wren(at_taxes(changes=(change(Stat.ECONOMY, -30),)))
    found = told(play(wretched, CollectTaxes(TARN), 20), TaxesCollected)
    assert (found.is_success, found.total, found.taxes) == (True, -10, 0)


def test_r072_mines_quarries_and_sawmills_pay_and_more_on_a_resource() -> None:
    assert resources(realm(tarn(), mined())) == (
        Yield(Improvement.MINE, 1, 2),
        Yield(Improvement.SAWMILL, 1, 1),
    )
    # Each of several counts, and nothing that isn't dug or cut.
    more = hexed(mined(), "1,0", improvements=(Improvement.MINE,))
    farms = hexed(more, "2,0", improvements=(Improvement.FARM,), specials=(Special.RESOURCE,))
    assert resources(realm(tarn(), farms)) == (Yield(Improvement.MINE, 2, 3),)


def test_taxes_bring_the_mines_points_with_them() -> None:
    # A Mine on a Resource gives Economy 2 and the Resource 1: 14 + 3.
    begun = by_wren(at_taxes(), mined())
    found = told(play(begun, CollectTaxes(TARN), 10), TaxesCollected)
    assert (found.economy, found.total, found.taxes, len(found.resources)) == (17, 27, 9, 2)
    assert kingdom_of(played(begun, CollectTaxes(TARN), 10)).treasury == 20 + 9 + 3


def test_r037_without_a_treasurer_no_taxes_are_collected_and_mines_pay_nothing() -> None:
    gone = tuple(each for each in COUNCIL if each.role is not Role.TREASURER)
    over = at_taxes(leaders=gone)
    assert over.month.phase is Phase.EVENT
    require_refused(scene(over, mined()), CollectTaxes(TARN), "month.is_over", "Taxes")
    assert over.treasury == 20


def test_checks_of_economy_alone_count_and_are_told() -> None:
    helped = at_taxes(changes=(change(Stat.ECONOMY, 14), change(Stat.ECONOMY_CHECKS, 4, number=2)))
    found = told(play(by_wren(helped), CollectTaxes(TARN), 6), TaxesCollected)
    assert (found.bonus, found.total, found.is_success) == (4, 24, True)


def test_r004_unrest_within_the_attribute_is_subtracted_once() -> None:
    begun = by_wren(at_taxes(unrest=3), campaign=decided(unrest_in_attribute="yes"))
    found = told(play(begun, CollectTaxes(TARN), 13), TaxesCollected)
    assert (found.economy, found.unrest, found.total) == (11, 0, 24)


def test_the_roll_is_kept_for_the_months_card() -> None:
    (roll,) = kingdom_of(played(by_wren(at_taxes()), CollectTaxes(TARN), 12)).month.rolls
    assert (roll.step, roll.die, roll.total, roll.dc, roll.is_success) == ("taxes", 12, 26, 24, True)


# -- sponsors -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("income", "owed"), [(0, 1), (9, 1), (10, 1), (19, 1), (20, 2), (39, 3)])
def test_r028_a_tenth_of_the_income_rounded_down_at_least_1(income: int, owed: int) -> None:
    assert tribute(TAXED, income) == owed
    assert tribute(Terms(), income) == 0


def test_r028_the_tenth_is_of_taxes_and_mines_together() -> None:
    begun = by_wren(at_taxes(terms=TAXED, changes=(change(Stat.ECONOMY, 28),)), mined())
    # 20 + 31 = 51: 17 BP, and 3 of mines.
    found = told(play(begun, CollectTaxes(TARN), 20), TaxesCollected)
    assert (found.taxes, found.tribute, found.sponsor, found.debt) == (17, 2, "The Queen", None)
    after = kingdom_of(played(begun, CollectTaxes(TARN), 20))
    assert (after.treasury, after.terms) == (20 + 20 - 2, TAXED)


@by_rule(
    "begin, action, dice, treasury",
    ("r007_all_that_the_treasury_holds_can_be_withdrawn",
     by_wren(at_income(treasury=4)), Withdraw(TARN, 4), (), 0),
    ("r007_on_credit_where_the_campaign_allows_debts",
     by_wren(at_income(treasury=1), campaign=POORER), Withdraw(TARN, 3), (), -2),
    ("r049_or_a_third_all_the_same",
     by_wren(at_taxes(), campaign=decided(tax_on_failure="third")), CollectTaxes(TARN), (9,), 20 + 23 // 3),
    ("r003_a_natural_1_fails_whatever_the_total",
     by_wren(at_taxes(changes=(change(Stat.ECONOMY, 90),))), CollectTaxes(TARN), (1,), 20),
    ("r003_a_natural_20_pays_its_own_total",
     by_wren(at_taxes(changes=(change(Stat.ECONOMY, -13),))), CollectTaxes(TARN), (20,), 22),
    ("r050_a_failed_check_brings_nothing_of_mines",
     by_wren(at_taxes(), mined()), CollectTaxes(TARN), (2,), 20),
    ("r050_or_they_pay_whatever_the_check",
     by_wren(at_taxes(), mined(), campaign=decided(resource_bp_on_failed_tax="yes")), CollectTaxes(TARN),
     (2,), 23),
    ("r052_taxation_at_none_by_choice_still_collects",
     by_wren(at_taxes(edicts=Edicts(taxation=Taxation.NONE))), CollectTaxes(TARN), (10,), 28),
    ("r028_a_tribute_is_a_forced_cost_and_may_end_in_debt",
     by_wren(at_taxes(terms=TAXED, treasury=0)), CollectTaxes(TARN), (2,), -1),
)  # fmt: skip
def test_what_is_in_the_treasury_after_it(begin: World, action: Any, dice: Any, treasury: int) -> None:
    assert kingdom_of(played(begin, action, *dice)).treasury == treasury


def test_r028_what_a_sponsor_lent_is_paid_back_at_1_a_month_until_nothing_is_owed() -> None:
    first = played(by_wren(at_taxes(terms=LENT)), CollectTaxes(TARN), 2)
    assert (kingdom_of(first).treasury, kingdom_of(first).terms.debt) == (19, 1)
    last = by_wren(at_taxes(terms=kingdom_of(first).terms))
    found = told(play(last, CollectTaxes(TARN), 2), TaxesCollected)
    assert (found.tribute, found.debt) == (1, 0)
    # And then the taxes are the kingdom's alone: of a sponsor nothing is said any more.
    free = by_wren(at_taxes(terms=replace(LENT, debt=0)))
    found = told(play(free, CollectTaxes(TARN), 20), TaxesCollected)
    assert (found.taxes, found.tribute, found.sponsor, found.debt) == (11, 0, "", None)
    assert kingdom_of(played(free, CollectTaxes(TARN), 20)).treasury == 31


# -- the forecast -------------------------------------------------------------------------------------


def test_the_forecast_is_exact_over_the_20_faces() -> None:
    found = expected(realm(at_taxes()))
    assert found.check == Check(Attribute.ECONOMY, 14, 24, unrest=0)
    paid = [(die + 14) // 3 for die in range(10, 21)]
    assert found.mean == Fraction(sum(paid), 20)
    assert found.if_success == Fraction(sum(paid), len(paid))


def test_the_forecast_counts_mines_and_the_tribute() -> None:
    found = expected(realm(at_taxes(terms=TAXED), mined()))
    assert found.by_die[0].net == -1
    assert found.by_die[19].net == 37 // 3 + 3 - 1


def test_a_forecast_in_anarchy_has_no_success() -> None:
    assert expected(realm(at_taxes(is_in_anarchy=True, runs_in_anarchy=True))).if_success is None


# -- who may, and when --------------------------------------------------------------------------------


@pytest.mark.parametrize("action", [Withdraw(TARN, 1), Deposit(TARN, 4000), SellItem(TARN, "Hold", 8000)])
def test_what_the_treasurer_decides(action: Any) -> None:
    begun = scene(at_income(), None, market())
    assert play(by(begun, WREN), action).on_behalf_of is None
    # The Ruler may do what any leader may, and it says for whom.
    assert play(by(begun, DEACON), action).on_behalf_of == WREN
    assert play(by(begun, MARISOL), action).on_behalf_of == WREN
    with pytest.raises(NotAllowed, match="Treasurer"):
        play(by(begun, STRANGER), action)


def test_r044_any_player_may_roll_for_the_treasurer_but_not_with_leave_only() -> None:
    from_outside = scene(at_taxes(), actor=STRANGER)
    assert play(from_outside, CollectTaxes(TARN), 5).on_behalf_of == WREN
    with pytest.raises(NotAllowed, match="Treasurer"):
        play(scene(at_taxes(), actor=STRANGER, campaign=decided(who_rolls="role")), CollectTaxes(TARN))


@pytest.mark.parametrize(
    "action", [Withdraw(TARN, 1), Deposit(TARN, 4000), SellItem(TARN, "Hold", 8000), CollectTaxes(TARN)]
)
def test_income_outside_its_phase_is_refused(action: Any) -> None:
    early = tarn(leaders=COUNCIL, month=month(Phase.EDICT, size=3))
    require_refused(by_wren(early, None, market()), action, "month.not_yet", "end the Edict phase")


def test_collecting_taxes_ends_what_is_left_of_income() -> None:
    left = (MonthStep.WITHDRAW, MonthStep.SELL)
    turn = play(by_wren(at_income(MonthStep.DEPOSIT)), CollectTaxes(TARN), 10)
    assert turn.events[0].closed == left
    then = kingdom_of(played(by_wren(at_income(MonthStep.DEPOSIT)), CollectTaxes(TARN), 10))
    assert (then.month.phase, then.month.is_over(MonthStep.WITHDRAW)) == (Phase.EVENT, True)
    require_refused(by_wren(then), Withdraw(TARN, 1), "month.is_over")
    assert play(by_wren(at_taxes()), CollectTaxes(TARN), 10).events[0].closed == ()


def test_who_may_only_roll_the_taxes_ends_no_deposits() -> None:
    """Any player rolls for a Treasurer who is away, but what is deposited the Treasurer decides."""
    with pytest.raises(NotAllowed, match="Treasurer"):
        play(by(by_wren(at_income()), STRANGER), CollectTaxes(TARN), 10)
    assert play(by(by_wren(at_taxes()), STRANGER), CollectTaxes(TARN), 10).events


# -- The book's running example, from its Edict to its Income phase, with every total as printed (R014)


NAME = "Jessica's kingdom"
# Tarn gives Stability 4, Control DC 24 and Consumption 4 of itself.
PRINTED = (
    change(Stat.ECONOMY, 52, NAME, 1),
    change(Stat.LOYALTY, 45, NAME, 2),
    change(Stat.STABILITY, 52, NAME, 3),
    change(Stat.CONTROL_DC, 36, NAME, 4),
    change(Stat.CONSUMPTION, 1, NAME, 5),
)


def totals(seen: World) -> tuple[int, int, int, int, int, int]:
    found = figures(realm_in(seen))
    return (
        found.economy, found.loyalty, found.stability, found.unrest, found.consumption, found.treasury,
    )  # fmt: skip


def after_upkeep(edicts: Edicts = Edicts(), *farms: str) -> World:  # noqa: B008  frozen
    """Her kingdom at its edicts: Upkeep is over, and a Farm costs 2 BP."""
    state = tarn(
        leaders=COUNCIL, unrest=4, treasury=5 if farms else 7, changes=PRINTED, edicts=edicts,
        month=month(Phase.EDICT, *TO_EDICTS, size=3),
    )  # fmt: skip
    on = land()
    for spot in farms:
        on = hexed(on, spot, improvements=(Improvement.FARM,))
    return scene(ready(state), on, actor=DEACON)


def test_upkeep_leaves_her_as_printed() -> None:
    assert totals(after_upkeep()) == (52, 45, 56, 4, 5, 7)


def test_r014_the_edict_phase_of_the_example_with_every_printed_total() -> None:
    begun = after_upkeep(Edicts(), "1,0")
    assert totals(begun) == (52, 45, 56, 4, 3, 5)
    issued = played(begun, SetEdicts(TARN, Holiday.ONE, Promotion.NONE, Taxation.HEAVY))
    assert totals(issued) == (55, 42, 55, 4, 4, 5)
    assert kingdom_of(issued).month.phase is Phase.INCOME


def test_r014_read_as_already_at_none_she_would_not_end_as_printed() -> None:
    none = Edicts(Holiday.NONE, Promotion.NONE, Taxation.NONE)
    issued = played(after_upkeep(none, "1,0"), SetEdicts(TARN, Holiday.ONE, Promotion.NONE, Taxation.HEAVY))
    # Of the same sources "none" has taken 1 Stability before; the printed 56 would need one source more.
    assert totals(after_upkeep(none, "1,0"))[2] == 55
    assert totals(issued)[2] == 55


def test_the_income_phase_of_the_example_with_every_printed_total() -> None:
    issued = played(
        after_upkeep(Edicts(), "1,0"), SetEdicts(TARN, Holiday.ONE, Promotion.NONE, Taxation.HEAVY)
    )
    income = played(by(issued, WREN), FinishStep(TARN, MonthStep.WITHDRAW))
    turn = play(income, Deposit(TARN, 8000))
    assert next(each for each in turn.events if isinstance(each, Deposited)).points == 2
    income = played(income, Deposit(TARN, 8000))
    assert totals(income)[-1] == 7
    for step in (MonthStep.DEPOSIT, MonthStep.SELL):
        income = played(income, FinishStep(TARN, step))
    turn = play(income, CollectTaxes(TARN), 9)
    found = next(each for each in turn.events if isinstance(each, TaxesCollected))
    assert (found.total, found.dc, found.is_success, found.taxes) == (60, 60, True, 20)
    assert totals(played(income, CollectTaxes(TARN), 9)) == (55, 42, 55, 4, 4, 27)


def test_an_average_roll_would_have_failed_without_heavy_taxation() -> None:
    """The example's own reckoning: 10 + 52 − 4 is 58, and 60 are needed."""
    result = check(realm_in(after_upkeep(Edicts(), "1,0")), Attribute.ECONOMY).of(10)
    assert (result.total, result.dc, result.is_success) == (58, 60, False)
