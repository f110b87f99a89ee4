"""XP: what monsters are worth, and when an attribute rises by it (A34 to A36)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.systems.adventuria.combat.exchange import experience_worth, gained
from bot.systems.adventuria.combat.state import Combat, Order
from bot.systems.adventuria.ledger import limit, total
from bot.systems.adventuria.settings import CURRENT
from bot.systems.adventuria.state import (
    Adventurer,
    Attribute,
    Attributes,
    Cause,
    Change,
    How,
    Type,
    Until,
    Ware,
    What,
)
from tests.systems.adventuria.exchanges import WON, changes, fighting, roll, rolled, special
from tests.systems.adventuria.scenes import adventurer_of, after, bran, decided, foe, having, item, weapon


def with_xp(amount: int, combat: Combat = Combat.MELEE, *, state: Adventurer | None = None) -> Adventurer:
    """Bran after that award."""
    return gained(state or bran(), combat, amount, one_number=False)[0]


@pytest.mark.parametrize(("arms", "vitae", "xp"), [(2, 2, 2), (3, 2, 2), (1, 1, 1), (9, 6, 7)])
def test_a34_a_monster_is_worth_half_of_arms_and_vitae_in_melee(arms: int, vitae: int, xp: int) -> None:
    assert experience_worth(foe(arms=arms, magic=20, vitae=vitae), Combat.MELEE, is_current=False) == xp


def test_a34_magical_combat_counts_magic_instead_of_arms_and_goes_to_magical_xp() -> None:
    imp = foe("Imp", arms=20, magic=5, vitae=2, wounds=1)
    done = adventurer_of(roll(fighting(imp, bran_is=bran(Type.WIZARD), kind=Combat.MAGICAL), 6, 1))
    assert (done.melee_xp, done.magical_xp) == (0, 3)


def test_a34_nothing_is_gained_while_the_monster_stands() -> None:
    done = adventurer_of(roll(fighting(foe(vitae=3)), *WON))
    assert (done.melee_xp, done.felled) == (0, 0)


@pytest.mark.parametrize("amount", [10, 11, 19, 35])
def test_a35_ten_or_more_becomes_none_with_one_rise_and_nothing_carried_over(amount: int) -> None:
    done = with_xp(amount)
    assert (done.melee_xp, done.natural.arms) == (0, 5)


def test_a35_nine_is_kept() -> None:
    assert (with_xp(9).melee_xp, with_xp(9).natural.arms) == (9, 4)


def test_a35_magical_xp_raises_magic() -> None:
    done = with_xp(12, Combat.MAGICAL)
    assert (done.magical_xp, done.natural.magic, done.natural.arms) == (0, 3, 4)


def test_a36_xp_raises_to_twice_the_beginning_value_and_no_further() -> None:
    at_7, at_8 = (bran(natural=Attributes(arms, 2, 3, 4)) for arms in (7, 8))
    assert with_xp(10, state=at_7).natural.arms == 8
    after_all, (told,) = gained(at_8, Combat.MELEE, 10, one_number=False)
    assert after_all == at_8
    assert (told.what, told.how) == (What.MELEE_XP, How.AT_CAP)


def test_q6_each_kind_stops_by_itself_and_what_there_is_stays() -> None:
    capped = bran(natural=Attributes(8, 2, 3, 4), melee_xp=7, magical_xp=7)
    assert with_xp(2, state=capped).melee_xp == 7
    assert with_xp(2, Combat.MAGICAL, state=capped).magical_xp == 9


def test_q6_counting_goes_on_once_the_attribute_fell_below() -> None:
    assert with_xp(2, state=bran(natural=Attributes(7, 2, 3, 4), melee_xp=7)).melee_xp == 9


def test_q6_a_bonus_by_an_item_does_not_stop_the_counting() -> None:
    lifted = having(weapon("Sword", "held: arms +1"), natural=Attributes(7, 2, 3, 4))
    done = with_xp(10, state=lifted)
    assert (done.natural.arms, total(done, Attribute.ARMS)) == (8, 9)


def test_q1a_with_one_number_a_bonus_does() -> None:
    lifted = having(weapon("Sword", "held: arms +1"), natural=Attributes(7, 2, 3, 4), melee_xp=3)
    assert gained(lifted, Combat.MELEE, 10, one_number=True)[0] == lifted


def weakened() -> Adventurer:
    return bran(changes=(Change(Attribute.ARMS, -2, Cause.PAGE, "A curse", Until.TURN),))


def test_a36_what_is_lowered_for_a_while_leaves_no_room() -> None:
    capped = replace(weakened(), natural=Attributes(8, 2, 3, 4))
    assert with_xp(10, state=capped) == capped


def test_q7_a_monster_is_worth_what_is_printed() -> None:
    weak = foe(arms=1, vitae=1, printed=Attributes(6, 1, 1, 4))
    assert adventurer_of(roll(fighting(weak), *WON)).melee_xp == 5


def test_q7_or_what_it_fell_with_where_the_campaign_says_so() -> None:
    weak = foe(arms=1, vitae=1, printed=Attributes(6, 1, 1, 4))
    changed = replace(fighting(weak), campaign=decided(xp_values=CURRENT))
    assert adventurer_of(roll(changed, *WON)).melee_xp == 1


def test_q8_two_that_fall_at_once_are_counted_one_by_one() -> None:
    foes = [foe(name, arms=4, vitae=4, wounds=3) for name in ("Rat", "Imp")]
    before = fighting(*foes, bran_is=bran(melee_xp=8), order=Order.TOGETHER)
    turn = rolled(before, 6, 1, 1)
    done = adventurer_of(after(before, turn))
    assert (done.melee_xp, done.natural.arms, done.felled) == (4, 5, 2)
    assert changes(turn, What.MELEE_XP) == [(8, 0), (0, 4)]


def test_q17_the_rise_counts_at_once_for_the_next_exchange_and_for_the_limits() -> None:
    two = fighting(foe("Rat", vitae=1), foe("Imp", arms=4), bran_is=bran(melee_xp=9))
    won = roll(two, *WON)
    assert limit(adventurer_of(won), Ware.ITEM) == 10
    (last,) = rolled(won, 3, 4).events
    assert last.rolls[0].own_total == 5 + 3


def test_q17_magic_raised_makes_room_for_a_spell() -> None:
    wizard = bran(Type.WIZARD, magical_xp=9)
    won = adventurer_of(roll(fighting(foe(magic=1, vitae=1), bran_is=wizard, kind=Combat.MAGICAL), *WON))
    assert limit(won, Ware.SPELL) == 3


def test_a45_a_monster_felled_by_an_item_in_a_combat_brings_xp_of_its_kind() -> None:
    thorns = having(item("Thorns", "losing: foe wound 1"))
    done = adventurer_of(roll(fighting(foe(vitae=1), bran_is=thorns), 1, 6))
    assert (done.wounds, done.melee_xp, done.felled) == (1, 1, 1)


def test_a45_one_felled_at_the_start_as_well_without_a_roll() -> None:
    bolt = having(item("Bolt", "start: foe wound 1"))
    done = adventurer_of(roll(fighting(foe(vitae=1), bran_is=bolt)))
    assert (done.melee_xp, done.fight) == (1, None)


def test_q12_who_falls_together_with_the_monster_gains_nothing() -> None:
    spiked = special("Urchin", "wounded: foe wound 1", arms=8, vitae=1)
    done = adventurer_of(roll(fighting(spiked, bran_is=bran(wounds=3, melee_xp=5)), 6, 1))
    assert done.end is not None
    assert (done.melee_xp, done.felled) == (5, 0)


def test_q12_nor_who_falls_as_lent_vitae_ends_with_that_combat() -> None:
    lent = having(item("Pact", "start: vitae +1 until combat"), wounds=3)
    foes = (foe("Rat", vitae=1), foe("Imp", arms=9))
    done = adventurer_of(roll(fighting(*foes, bran_is=lent, order=Order.TOGETHER), 3, 1, 6))
    assert (done.wounds, done.melee_xp, done.felled) == (4, 0, 0)
    assert done.end is not None
