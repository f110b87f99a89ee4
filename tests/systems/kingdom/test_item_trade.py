"""Magic items bought (R057), and their slots emptied by Economy checks (R056)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from bot.errors import NotAllowed, RuleViolation
from bot.systems.kingdom.book import ItemKind, MonthStep, Phase, Role, Stat
from bot.systems.kingdom.month.income import Withdraw
from bot.systems.kingdom.month.rules import CloseMonth
from bot.systems.kingdom.sources import figures
from bot.systems.kingdom.towns.items import (
    BuyItem,
    ItemBought,
    ItemPurged,
    Payment,
    PurgeItem,
    points_for,
    purge_check,
    wanted,
)
from bot.systems.kingdom.towns.state import Ware, vacant
from tests.refusals import refuses
from tests.systems.kingdom.item_scenes import BLESS, at_sale, building, economy, market, selling
from tests.systems.kingdom.scenes import (
    DEACON,
    HOLD,
    TARN,
    WREN,
    change,
    decided,
    kingdom_of,
    leader,
    month,
    play,
    played,
    realm_in,
    require_refused,
)


def buy(how: Payment = Payment.GOLD, /, **changes: Any) -> BuyItem:
    """The potion."""
    return replace(BuyItem(TARN, HOLD, "2.0", how.value), **changes)


def priced(price: int, **changes: Any) -> Any:
    """Tarn with one item on sale for that price (gp)."""
    return at_sale(market(wares={2: (replace(BLESS, price=price),)}), **changes)


# -- bought -------------------------------------------------------------------------------------------


def test_own_gold_takes_it_off_the_market_and_nothing_else() -> None:
    for phase in Phase:
        begun = at_sale(month=month(phase), actor=WREN)
        assert play(begun, buy()).events[0] == ItemBought("Tarn", "Hold", "Potion of bless", 50, Payment.GOLD)
        then = played(begun, buy())
        assert building(then, 2).wares == ()
        assert (kingdom_of(then).treasury, kingdom_of(then).unrest) == (20, 0)


def test_a_slot_that_was_emptied_is_vacant() -> None:
    assert vacant(building(played(at_sale(), buy()), 2)) == (0,)


@pytest.mark.parametrize(("price", "points"), [(1, 1), (2000, 1), (2001, 2), (4000, 2), (4001, 3)])
def test_r057_an_item_costs_1_bp_for_each_2000_gp_begun(price: int, points: int) -> None:
    """Rounded up, not down: half of a BP can't be paid."""
    assert points_for(price) == points
    then = played(priced(price), buy(Payment.REALM))
    assert kingdom_of(then).treasury == 20 - points


def test_r057_for_the_realm_it_adds_no_unrest() -> None:
    begun = priced(5000, unrest=2)
    assert kingdom_of(played(begun, buy(Payment.REALM))).unrest == 2
    assert not kingdom_of(played(begun, buy(Payment.REALM))).month.has_withdrawn


def test_r057_for_personal_use_it_is_a_withdrawal() -> None:
    begun = priced(5000, unrest=2)
    turn = play(begun, buy(Payment.PERSONAL))
    assert turn.events[0] == ItemBought("Tarn", "Hold", "Potion of bless", 5000, Payment.PERSONAL, 3)
    state = kingdom_of(played(begun, buy(Payment.PERSONAL)))
    assert (state.treasury, state.unrest) == (17, 5)
    assert state.month.has_withdrawn
    assert state.month.is_over(MonthStep.WITHDRAW)


def test_r057_a_withdrawal_is_made_once_a_month_whatever_for() -> None:
    then = played(priced(5000), Withdraw(TARN, 1))
    require_refused(then, buy(Payment.PERSONAL), "income.withdrawn_already")
    two = market("house A1", "alchemist B1", "house C1", "herbalist D1", wares={2: (BLESS,), 4: (BLESS,)})
    then = played(at_sale(two), buy(Payment.PERSONAL))
    require_refused(then, buy(Payment.PERSONAL, slot="4.0"), "income.withdrawn_already")
    assert building(played(then, buy(Payment.REALM, slot="4.0")), 4).wares == ()


def test_for_personal_use_only_in_the_step_for_withdrawals() -> None:
    with refuses("month.not_yet", "end the Edict phase"):
        play(at_sale(month=month(Phase.EDICT)), buy(Payment.PERSONAL))
    with refuses("month.is_over", "Withdrawals"):
        play(at_sale(over=(MonthStep.WITHDRAW,)), buy(Payment.PERSONAL))


@pytest.mark.parametrize("phase", Phase)
def test_for_the_realm_in_the_edict_and_the_income_phase(phase: Phase) -> None:
    begun = at_sale(month=month(phase))
    if phase in (Phase.EDICT, Phase.INCOME):
        assert kingdom_of(played(begun, buy(Payment.REALM))).treasury == 19
        return
    require_refused(begun, buy(Payment.REALM), "item.not_spending")


def test_bp_must_be_in_hand() -> None:
    for how in (Payment.REALM, Payment.PERSONAL):
        with pytest.raises(RuleViolation, match="Treasury"):
            play(priced(5000, treasury=2), buy(how))
    deep = priced(5000, treasury=2, campaign=decided(voluntary_debt="yes"))
    assert kingdom_of(played(deep, buy(Payment.REALM))).treasury == -1


def test_the_treasury_is_the_treasurers() -> None:
    held = (leader(Role.RULER, DEACON), leader(Role.TREASURER, DEACON))
    for how in (Payment.REALM, Payment.PERSONAL):
        with pytest.raises(NotAllowed):
            play(at_sale(actor=WREN, leaders=held), buy(how))
    assert play(at_sale(leaders=held), buy(Payment.REALM)).on_behalf_of == DEACON


def test_r108_a_damaged_building_sells_nothing() -> None:
    hurt = selling()
    hurt = replace(hurt, buildings=(hurt.buildings[0], replace(hurt.buildings[1], is_damaged=True)))
    for action in (buy(), PurgeItem(TARN, HOLD, "2.0")):
        require_refused(at_sale(hurt), action, "item.damaged", "Alchemist")
    assert building(at_sale(hurt), 2).wares == (BLESS,)


def test_what_is_vacant_or_unnamed_is_not_for_sale() -> None:
    for action in (buy(), PurgeItem(TARN, HOLD, "2.0")):
        require_refused(at_sale(market()), action, "item.nothing_there")
        require_refused(at_sale(market(wares={2: (Ware(0, ItemKind.POTION),)})), action, "item.still_unnamed")


def test_an_item_is_named_by_its_name_or_its_slot() -> None:
    assert building(played(at_sale(), buy(slot="potion of BLESS")), 2).wares == ()
    twice = market("house A1", "alchemist B1", "house C1", "herbalist D1", wares={2: (BLESS,), 4: (BLESS,)})
    require_refused(at_sale(twice), buy(slot="Potion of bless"), "items.several_slots")
    require_refused(at_sale(), buy(slot="Crown"), "items.no_such_slot", "Crown")


def test_unknown_ways_and_markets_are_refused() -> None:
    for changes, why in (
        ({"how": "barter"}, r"“barter” isn't a way to pay\."),
        ({"settlement": "Atlantis"}, "Atlantis"),
    ):
        with pytest.raises(RuleViolation, match=why):
            play(at_sale(), buy(**changes))
    assert kingdom_of(played(at_sale(), buy(Payment.PERSONAL))).unrest == 1


def test_a_kingdom_that_stands_still_buys_nothing() -> None:
    for stopped in ({"frozen": "Winter"}, {"is_in_anarchy": True, "unrest": 20}):
        for action in (buy(), PurgeItem(TARN, HOLD, "2.0")):
            with pytest.raises(RuleViolation):
                play(at_sale(**stopped), action)


# -- emptied by a check -------------------------------------------------------------------------------

TWO: dict[int, tuple[Ware, ...]] = {2: (BLESS,), 4: (replace(BLESS, name="A draught", opened=41),)}


def twice(**changes: Any) -> Any:
    """Two items on sale, in two buildings, with Economy 24: any roll but a 1 succeeds."""
    both = market("house A1", "alchemist B1", "house C1", "herbalist D1", wares=TWO)
    return at_sale(both, changes=(change(Stat.ECONOMY, 23),), **changes)


def test_a_success_empties_the_slot_and_brings_nothing() -> None:
    turn = play(twice(), PurgeItem(TARN, HOLD, "2.0"), 2)
    told = turn.events[0]
    assert isinstance(told, ItemPurged)
    assert (told.item, told.result.is_success, told.cost) == ("Potion of bless", True, 0)
    then = played(twice(), PurgeItem(TARN, HOLD, "2.0"), 2)
    assert building(then, 2).wares == ()
    assert kingdom_of(then).treasury == 20


def test_a_failure_leaves_the_item_and_can_not_be_repeated_this_month() -> None:
    then = played(twice(), PurgeItem(TARN, HOLD, "2.0"), 1)
    assert [each.name for each in building(then, 2).wares] == ["Potion of bless"]
    require_refused(then, PurgeItem(TARN, HOLD, "2.0"), "item.tried", "Potion of bless")


def test_r056_the_first_check_of_a_month_costs_nothing() -> None:
    then = played(twice(), PurgeItem(TARN, HOLD, "2.0"), 1)
    assert economy(then) == [(23, "always")]
    assert kingdom_of(then).month.purges == 1


@pytest.mark.parametrize("die", [1, 2])
def test_r056_each_further_check_costs_1_economy_when_it_is_attempted(die: int) -> None:
    """Whatever comes of it; it counts in that very check."""
    then = played(twice(), PurgeItem(TARN, HOLD, "2.0"), 1)
    before = figures(realm_in(then)).economy
    made = purge_check(realm_in(then), wanted(realm_in(then), HOLD, "4.0"))
    turn = play(then, PurgeItem(TARN, HOLD, "4.0"), die)
    assert turn.events[0].cost == 1
    assert turn.events[0].result == made.of(die)
    assert made.modifier == before - 1
    after = played(then, PurgeItem(TARN, HOLD, "4.0"), die)
    assert figures(realm_in(after)).economy == before - 1


def test_r056_the_cost_is_permanent() -> None:
    """By default: closing the month does not give it back."""
    then = played(twice(), PurgeItem(TARN, HOLD, "2.0"), 1)
    then = played(then, PurgeItem(TARN, HOLD, "4.0"), 1)
    assert economy(then) == [(23, "always"), (-1, "always")]
    assert economy(_closed(then)) == [(23, "always"), (-1, "always")]


def test_r056_where_decided_the_cost_ends_with_the_month() -> None:
    begun = twice(campaign=decided(slot_purge_penalty="this_turn"))
    then = played(begun, PurgeItem(TARN, HOLD, "2.0"), 1)
    then = played(then, PurgeItem(TARN, HOLD, "4.0"), 1)
    assert economy(then) == [(23, "always"), (-1, "month")]
    assert economy(_closed(then)) == [(23, "always")]


def test_r056_the_next_month_begins_with_a_free_check() -> None:
    then = played(twice(), PurgeItem(TARN, HOLD, "2.0"), 1)
    assert kingdom_of(_closed(then)).month.purges == 0


def test_r056_all_that_it_ever_cost_is_one_source() -> None:
    then = twice(of_month={"purges": 1})
    then = played(then, PurgeItem(TARN, HOLD, "2.0"), 1)
    then = played(then, PurgeItem(TARN, HOLD, "4.0"), 1)
    assert economy(then) == [(23, "always"), (-2, "always")]


def test_a_slot_is_emptied_in_the_step_for_sales_alone() -> None:
    for begun in (at_sale(month=month(Phase.EDICT)), at_sale(over=(MonthStep.SELL,))):
        with pytest.raises(RuleViolation, match=r"end the Edict phase first|“Item sales” is over"):
            play(begun, PurgeItem(TARN, HOLD, "2.0"))


def test_emptying_a_slot_is_the_treasurers_decision() -> None:
    held = (leader(Role.RULER, DEACON), leader(Role.TREASURER, DEACON))
    with pytest.raises(NotAllowed):
        play(twice(actor=WREN, leaders=held), PurgeItem(TARN, HOLD, "2.0"))


def _closed(then: Any) -> Any:
    """The same with the month closed, everything before passed over."""
    state = kingdom_of(then)
    ended = replace(
        month(Phase.EVENT, MonthStep.CONTINUING, MonthStep.EVENT, MonthStep.RESOLVE),
        purges=state.month.purges,
    )
    record = replace(then.records[TARN], state=replace(state, month=ended))
    return played(replace(then, records={**then.records, TARN: record}), CloseMonth(TARN))
