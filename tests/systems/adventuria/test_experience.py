"""XP: what monsters are worth, and when an attribute rises by it (A34 to A36)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from bot.engine.system import World
from bot.systems.adventuria.adventurer import AdventurerFell, EndTurn, GiveUp, MakeRoom
from bot.systems.adventuria.changes.rules import CompleteQuest, LoseThing, ReceiveWounds
from bot.systems.adventuria.combat.exchange import experience_worth, gained
from bot.systems.adventuria.combat.state import (
    AnswerRoll,
    Combat,
    FightEnd,
    LeaveFight,
    Order,
    Phase,
    RollCombat,
)
from bot.systems.adventuria.ledger import changed_by, limit, total
from bot.systems.adventuria.offers.rules import Offer, OfferEnd, OfferKind, Price, TakeOffer
from bot.systems.adventuria.possessions.rules import Discard, PayOut, UsePossession
from bot.systems.adventuria.settings import CURRENT, Rulings
from bot.systems.adventuria.sheet.cards import xp_lines
from bot.systems.adventuria.state import (
    Adventurer,
    Attribute,
    Attributes,
    Cause,
    Change,
    End,
    Gain,
    Loss,
    Manner,
    Quest,
    Subject,
    Type,
    Until,
    Ware,
)
from tests.systems.adventuria.exchanges import WON, changes, fight, fighting, roll, rolled, special
from tests.systems.adventuria.scenes import (
    BOUT,
    BRAN,
    DEACON,
    DEAL,
    MARISOL,
    adventurer_of,
    after,
    bran,
    decided,
    foe,
    having,
    item,
    play,
    scene,
    spell,
    weapon,
)


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
    assert (told.what, told.how) == (Subject.MELEE_XP, Manner.AT_CAP)


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


def test_a36_what_lifts_it_for_a_while_swallows_no_xp() -> None:
    """XP stops at the natural value: a page's passing bonus up to the limit leaves the natural one at 7."""
    blessed = bran(
        natural=Attributes(7, 2, 3, 4),
        melee_xp=3,
        changes=(Change(Attribute.ARMS, 1, Cause.PAGE, "A blessing", Until.TURN),),
    )
    assert total(blessed, Attribute.ARMS) == 8
    assert with_xp(4, state=blessed).melee_xp == 7
    risen = with_xp(10, state=blessed)
    # The bonus finds no room above the limit while it lasts (A9).
    assert (risen.melee_xp, risen.natural.arms, total(risen, Attribute.ARMS)) == (0, 8, 8)
    assert "no longer counts" not in "".join(xp_lines(blessed, Rulings()))
    _, (_, rise) = gained(blessed, Combat.MELEE, 10, one_number=False)
    assert (rise.what, rise.before, rise.after) == (Subject.ARMS, 7, 8)
    # A page's rise for good is one that would lift it above the limit, and is ignored (A9).
    assert changed_by(blessed, Attribute.ARMS, 1, Cause.PAGE, "") == blessed


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
    assert changes(turn, Subject.MELEE_XP) == [(8, 0), (0, 4)]


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


# -- Whatever brings an adventurer's wounds up to its Vitae, or Vitae down to its wounds (A38, A39, Q15)


HEART = item("Heart", "held: vitae +1")
DEALT = Offer(BRAN, "Bran", DEACON, OfferKind.PAY, price=Price(name="Heart"), gold=1)


def dying(*things: Any, **changes: Any) -> Adventurer:
    """Bran with four wounds, kept alive by a heart or by something that doesn't last."""
    return having(*things, wounds=4, ways=("The City",), **changes)


def lent(until: Until, **changes: Any) -> Adventurer:
    """Kept alive by Vitae for so long."""
    return dying(changes=(Change(Attribute.VITAE, 1, Cause.SPELL, "Oath", until),), **changes)


SWORD = weapon("Sword", "held: vitae +1")
AXE = weapon("Axe", is_wielded=False)
WAITS = Gain(item("Bell", number=9))
WAYS_TO_FALL = {
    "a narrator's wound": (dying(HEART), ReceiveWounds(BRAN, 1), ()),
    "a narrator takes it": (dying(HEART), LoseThing(BRAN, "Heart"), ()),
    "dropped": (dying(HEART), Discard(BRAN, "Heart"), ()),
    "paid": (dying(HEART), PayOut(BRAN, "Heart"), ()),
    "paid for an offer": (dying(HEART), TakeOffer(DEAL), ()),
    "lost for a new one": (dying(HEART, gains=(WAITS,)), MakeRoom(BRAN, 9, 1), ()),
    "given up": (dying(HEART, item(), losses=(Loss(Ware.ITEM, 1),)), GiveUp(BRAN, 1), ()),
    "another weapon": (dying(SWORD, AXE), UsePossession(BRAN, "Axe"), ()),
    "a spell on oneself": (dying(HEART, spell("Pact", "use: wound 1")), UsePossession(BRAN, "Pact"), ()),
    "a quest ends": (lent(Until.QUEST, quest=Quest("The Lamp")), CompleteQuest(BRAN), ()),
    "a combat lost": (dying(HEART), RollCombat(BOUT), (1, 6)),
    "the end of a combat": (lent(Until.COMBAT), RollCombat(BOUT), (3, 5)),
    "the end of the fight": (lent(Until.FIGHT), LeaveFight(BOUT), ()),
}


def begun(state: Adventurer, action: Any) -> World:
    """With a fight between two exchanges and an offer, seen by who may do that."""
    by_narrator = isinstance(action, ReceiveWounds | LoseThing | CompleteQuest)
    under_way = fight(foe(vitae=9), phase=Phase.AGAIN)
    return scene(replace(state, fight=BOUT), under_way, DEALT, actor=MARISOL if by_narrator else DEACON)


@pytest.mark.parametrize("way", WAYS_TO_FALL)
def test_q15_whatever_the_way_the_fall_is_told_and_everything_ends(way: str) -> None:
    state, action, dice = WAYS_TO_FALL[way]
    before = begun(state, action)
    turn = play(before, action, *dice)
    assert isinstance(turn.events[-1], AdventurerFell)
    done = after(before, turn)
    assert all(done.records[each].is_archived for each in (BRAN, BOUT, DEAL))
    fallen = done.records[BRAN].state
    assert (fallen.end, fallen.possessions, fallen.gold, fallen.fight) == (End.FALLEN, (), 0, None)
    assert done.records[BOUT].state.phase is Phase.OVER
    assert done.records[DEAL].state.end in (OfferEnd.LAPSED, OfferEnd.TAKEN)


def test_q15_the_end_of_the_turn_may_fell() -> None:
    before = scene(lent(Until.TURN), DEALT)
    turn = play(before, EndTurn(BRAN, "The City"))
    assert isinstance(turn.events[-1], AdventurerFell)
    assert all(after(before, turn).records[each].is_archived for each in (BRAN, DEAL))


def test_q15_what_a_monster_does_to_vitae_at_the_start_fells_before_the_dice() -> None:
    witch = special("Witch", "start: foe vitae -1 until fight", vitae=9)
    before = scene(replace(dying(HEART), fight=BOUT), fight(witch))
    done = after(before, play(before, RollCombat(BOUT)))
    assert done.records[BOUT].state.end is FightEnd.FELL


def test_q12_who_falls_by_an_answer_to_the_dice_has_fallen() -> None:
    charm = item("Charm", "use: reroll", "use: wound 1")
    under_way = scene(replace(dying(HEART, charm), fight=BOUT), fight(foe(vitae=9)))
    rolled = after(under_way, play(under_way, RollCombat(BOUT), 1, 6))
    assert rolled.records[BOUT].state.phase is Phase.ROLLED
    turn = play(rolled, AnswerRoll(BOUT, 0), 6)
    assert isinstance(turn.events[-1], AdventurerFell)
