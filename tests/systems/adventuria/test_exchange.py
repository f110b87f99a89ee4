"""Special rules in a Combat: what sets them off, what they do together, how often (A10 to A12, A41 to 45)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.engine.dice.source import FixedDice
from bot.systems.adventuria.combat import exchange
from bot.systems.adventuria.combat.exchange import Bout, Wound
from bot.systems.adventuria.combat.state import Combat, ExchangeResult, Order
from bot.systems.adventuria.ledger import total
from bot.systems.adventuria.state import Adventurer, Attribute, Attributes, Cause, Foe, Manner, Subject
from tests.systems.adventuria.exchanges import (
    LOST,
    WON,
    changes,
    fight_of,
    fighting,
    roll,
    rolled,
    special,
    told,
)
from tests.systems.adventuria.scenes import adventurer_of, ally, bran, foe, having, item, weapon


def fought(
    state: Adventurer, *foes: Foe, verdict: ExchangeResult = ExchangeResult.LOSE, dice: tuple[int, ...] = ()
) -> Bout:
    """One melee exchange with the first monster that comes to that verdict."""
    thrown = FixedDice(*dice)
    bout = exchange.begun(Bout(state, foes or (foe(),), Combat.MELEE, engaged=(0,)), thrown)
    bout = exchange.closed(exchange.resolved(bout, {0: verdict}, thrown))
    thrown.all_used()
    return bout


# -- what counts in the totals ----------------------------------------------------------------------


def test_a29_items_held_count_in_their_kind_of_combat() -> None:
    armed = having(weapon("Sword", "held: arms +2 in melee"), item("Luck", "held: roll +1"))
    assert exchange.totals(Bout(armed, (foe(),), Combat.MELEE, engaged=(0,)), 0) == (7, 2)
    assert exchange.totals(Bout(armed, (foe(),), Combat.MAGICAL, engaged=(0,)), 0) == (3, 1)


def test_a21_a_weapon_counts_only_in_hand() -> None:
    second = weapon("Axe", "held: arms +3", is_wielded=False)
    armed = having(weapon("Sword", "held: arms +1"), second)
    assert exchange.totals(Bout(armed, (foe(),), Combat.MELEE, engaged=(0,)), 0) == (5, 2)


def test_rolls_are_changed_at_the_start_for_that_combat_alone() -> None:
    horn = having(item("Horn", "start: roll +2 once"), ally("Cur", "start: foe roll -1 once"))
    first = roll(fighting(foe(vitae=9), bran_is=horn), 1, 1)
    assert (fight_of(first).rolls[0].own_total, fight_of(first).rolls[0].foe_total) == (7, 2)
    assert fight_of(roll(first, 1, 1)).rolls[0].own_total == 5


def test_a_rule_for_the_other_kind_of_combat_does_nothing() -> None:
    warded = having(item("Ward", "losing: heal 1 in magic", "wounded: ignore 1 in magic"))
    assert fought(warded).adventurer.wounds == 1


# -- attributes (A9 to A12) -------------------------------------------------------------------------


def test_a10_a_monsters_ability_lifts_an_attribute_above_twice_the_beginning() -> None:
    capped = bran(natural=Attributes(8, 2, 3, 4))
    done = fought(capped, special("Sprite", "winning: foe arms +1")).adventurer
    assert (done.natural.arms, total(done, Attribute.ARMS)) == (8, 9)


def test_a11_a_monsters_attribute_stops_at_one_and_owes_nothing() -> None:
    hexed = having(item("Hex", "losing: foe arms -5"))
    done = fought(hexed, special("Rat", "winning: arms +2", arms=1, vitae=3))
    assert done.foes[0].value(Attribute.ARMS) == 3
    assert fought(hexed, foe(arms=3, vitae=3)).foes[0].value(Attribute.ARMS) == 1


@pytest.mark.parametrize("until", ["", " until fight"])
def test_q14_what_could_not_be_lowered_is_not_owed(until: str) -> None:
    hexed = having(item("Hex", f"start: foe arms -5{until}"))
    done = fought(hexed, special("Rat", f"winning: arms +1{until}", arms=3, vitae=3))
    assert done.foes[0].value(Attribute.ARMS) == 2


def test_a11_a_monster_has_no_limit_above() -> None:
    assert fought(bran(), special("Ogre", "winning: arms +20")).foes[0].value(Attribute.ARMS) == 22


def test_a12_what_a_monster_fell_with_is_final_whatever_expires() -> None:
    hexed = having(item("Hex", "start: foe vitae -1 until combat"))
    done = roll(fighting(foe(wounds=1), bran_is=hexed))
    assert fight_of(done).end is not None
    assert adventurer_of(done).melee_xp == 2


def test_a28_a_change_until_combat_ends_with_the_exchange() -> None:
    brave = having(item("Drum", "start: arms +3 until combat once"))
    first = roll(fighting(foe(arms=9, vitae=9), bran_is=brave), 6, 6)
    assert fight_of(first).rolls[0].own_total == 4 + 3 + 6
    assert total(adventurer_of(first), Attribute.ARMS) == 4


def test_a_change_until_fight_lasts_until_its_end() -> None:
    brave = having(item("Drum", "start: arms +3 until fight once"))
    first = roll(fighting(foe(arms=9, vitae=2), bran_is=brave), 6, 3)
    assert total(adventurer_of(first), Attribute.ARMS) == 7
    assert total(adventurer_of(roll(first, 6, 3)), Attribute.ARMS) == 4


# -- together (A41) ---------------------------------------------------------------------------------


def test_a41_rules_of_one_moment_act_together_and_none_cancels_another() -> None:
    both = having(item("Shield", "wounded: ignore 1"), item("Thorns", "wounded: foe wound 1"))
    bout = fought(both, foe(vitae=3))
    assert (bout.adventurer.wounds, bout.foes[0].wounds) == (0, 1)


def test_a41_an_ignored_wound_was_received_for_the_monsters_rules() -> None:
    shielded = having(item("Shield", "wounded: ignore all"))
    leech = special("Leech", "wounding: heal 1")
    assert fought(shielded, replace(leech, wounds=1)).foes[0].wounds == 0


def test_a41_a_wound_healed_at_the_same_moment_fells_nobody() -> None:
    charmed = having(item("Charm", "losing: heal 1"), wounds=3)
    assert fought(charmed).adventurer.wounds == 3


def test_a41_two_shields_spare_no_more_than_there_is_and_the_second_is_kept() -> None:
    two = having(*(item(name, "wounded: ignore 1 spent") for name in ("Old shield", "New shield")))
    assert [each.name for each in fought(two).adventurer.possessions] == ["New shield"]


def test_a_spent_thing_is_gone_once_it_has_worked() -> None:
    bout = fought(having(item("Amulet", "wounded: ignore 1 spent")))
    assert not bout.adventurer.possessions
    assert [each.how for each in bout.told] == [Manner.IGNORED, Manner.SPENT]


# -- causes (A42, A44) ------------------------------------------------------------------------------


def test_a44_the_wound_of_a_lost_roll_is_due_to_combat() -> None:
    assert fought(having(item("Shield", "wounded by combat: ignore 1"))).adventurer.wounds == 0


def test_a44_a_wound_by_an_ability_in_a_combat_is_not() -> None:
    shielded = having(item("Shield", "wounded by combat: ignore all"))
    stinger = special("Wasp", "standoff: foe wound 1")
    assert fought(shielded, stinger, verdict=ExchangeResult.STANDOFF).adventurer.wounds == 1


def test_a44_unless_it_says_so_itself() -> None:
    shielded = having(item("Shield", "wounded by combat: ignore all"))
    stinger = special("Wasp", "standoff: foe wound 1 due to combat")
    assert fought(shielded, stinger, verdict=ExchangeResult.STANDOFF).adventurer.wounds == 0


def test_a44_the_start_of_combat_is_not_due_to_combat() -> None:
    shielded = having(item("Shield", "wounded by combat: ignore all"))
    howler = special("Howler", "start: foe wound 1")
    assert fought(shielded, howler, verdict=ExchangeResult.STANDOFF).adventurer.wounds == 1


@pytest.mark.parametrize("cause", ["combat", "ability"])
def test_a42_one_wound_can_be_due_to_combat_and_to_an_ability(cause: str) -> None:
    shielded = having(item("Shield", f"wounded by {cause}: ignore 1"))
    stinger = special("Wasp", "standoff: foe wound 1 due to combat")
    assert fought(shielded, stinger, verdict=ExchangeResult.STANDOFF).adventurer.wounds == 0


def test_a42_a_wound_by_an_item_is_due_to_no_spell() -> None:
    thorns = having(item("Thorns", "losing: foe wound 1"))
    warded = special("Wraith", "wounded by spell: ignore all", vitae=3)
    assert fought(thorns, warded).foes[0].wounds == 1


# -- how often (A43, Q25) ---------------------------------------------------------------------------


def test_a43_a_rule_never_sets_itself_off() -> None:
    cursed = having(item("Cursed ring", "wounded: wound 1"))
    assert fought(cursed).adventurer.wounds == 2


def test_a43_nor_two_rules_each_other_again_and_again() -> None:
    thorns = having(item("Thorns", "wounded: foe wound 1"))
    urchin = special("Urchin", "wounded: foe wound 1", vitae=9)
    bout = fought(thorns, urchin)
    assert (bout.adventurer.wounds, bout.foes[0].wounds) == (2, 1)


def test_a43_a_rule_is_spent_for_a_combat_only_by_what_is_due_to_combat() -> None:
    """A wound at the start is due to a monster's ability alone: the shield is still there for the dice."""
    shielded = having(item("Shield", "wounded: ignore 1"))
    howler = special("Howler", "start: foe wound 1", arms=9)
    assert fought(shielded, howler).adventurer.wounds == 0


def test_a43_it_is_not_counted_as_due_to_combat_twice_in_one_combat() -> None:
    shielded = having(item("Shield", "wounded: ignore 1"))
    # Two wounds due to Combat, the second one because it says so itself (A44).
    wasp = special("Wasp", "winning: foe wound 1 due to combat")
    assert fought(shielded, wasp).adventurer.wounds == 1
    # The second one is due to an ability alone.
    assert fought(shielded, special("Wasp", "winning: foe wound 1")).adventurer.wounds == 0


def test_a43_what_a_rule_brought_about_in_the_end_does_not_set_it_off_again() -> None:
    """Neither wound that follows is due to Combat; but each comes of the rule that it would set off."""
    ring = having(item("Ring", "losing: heal 1", "wounded by ability: foe wound 1"), wounds=1)
    urchin = special("Urchin", "winning: foe wound 1", "wounded by item: foe wound 1", vitae=9)
    bout = fought(ring, urchin)
    # The ring wounds it once for the first spine, and the second spine comes of that.
    assert (bout.adventurer.wounds, bout.foes[0].wounds) == (3, 1)


def test_a43_what_ignores_wounds_spares_none_that_it_was_spent_for() -> None:
    """One moment, two wounds: one due to Combat, for which the shield was used, and one by an ability."""
    shielded = Bout(having(item("Shield", "wounded: ignore all")), (foe(),), Combat.MELEE, engaged=(0,))
    wounds = [Wound(None, 0, 1, frozenset({cause}), "", (0,)) for cause in (Cause.COMBAT, Cause.MONSTER)]
    spent = replace(shielded, done=("p1.0",))
    assert exchange.cascade(shielded, wounds, (), FixedDice()).adventurer.wounds == 0
    assert exchange.cascade(spent, wounds, (), FixedDice()).adventurer.wounds == 1


def test_q25_once_per_combat_is_once_an_exchange_not_once_a_fight() -> None:
    shielded = having(item("Shield", "wounded: ignore 1"))
    twice = roll(roll(fighting(foe(arms=9, vitae=9), bran_is=shielded), *LOST), *LOST)
    assert adventurer_of(twice).wounds == 0


def test_once_is_once_in_a_fight() -> None:
    shielded = having(item("Shield", "wounded: ignore 1 once"))
    twice = roll(roll(fighting(foe(arms=9, vitae=9), bran_is=shielded), *LOST), *LOST)
    assert adventurer_of(twice).wounds == 1


def test_a43_one_shield_ignores_one_of_two_wounds_of_an_exchange() -> None:
    shielded = having(item("Shield", "wounded: ignore 1"))
    foes = (foe("Rat", arms=9), foe("Imp", arms=9))
    done = roll(fighting(*foes, bran_is=shielded, order=Order.TOGETHER), 1, 6, 6)
    assert adventurer_of(done).wounds == 1


# -- chances ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("die", "wounds"), [(4, 1), (5, 0), (6, 0)])
def test_a_chance_is_thrown_with_one_die_named_after_its_thing(die: int, wounds: int) -> None:
    dice = FixedDice(die)
    lucky = having(item("Shield", "wounded: ignore 1 on 5-6"))
    bout = Bout(lucky, (foe(),), Combat.MELEE, engaged=(0,))
    assert exchange.resolved(bout, {0: ExchangeResult.LOSE}, dice).adventurer.wounds == wounds
    assert [each.reason for each in dice.rolled] == ["Shield"]


def test_no_die_is_thrown_where_there_is_nothing_to_ignore_any_more() -> None:
    sure = having(item("Shield", "wounded: ignore all"), item("Luck", "wounded: ignore 1 on 5-6 spent"))
    assert len(fought(sure).adventurer.possessions) == 2


# -- falls ------------------------------------------------------------------------------------------


def test_a38_who_falls_at_the_start_rolls_no_dice() -> None:
    howler = special("Howler", "start: foe wound 1")
    done = roll(fighting(howler, bran_is=bran(wounds=3)))
    assert adventurer_of(done).end is not None
    assert fight_of(done).rolls == ()


def test_q15_vitae_lowered_to_the_wounds_fells() -> None:
    drainer = special("Drainer", "winning: foe vitae -1")
    assert adventurer_of(roll(fighting(drainer, bran_is=bran(wounds=2)), *LOST)).end is not None


def test_q15_so_does_vitae_that_was_lent_for_the_combat() -> None:
    lent = having(item("Pact", "start: vitae +1 until combat"), wounds=3)
    done = adventurer_of(roll(fighting(foe(), bran_is=lent), *LOST))
    assert done.end is not None


def test_felling_sets_off_what_waits_for_it() -> None:
    greedy = having(item("Purse", "felling: gold +2"), ally("Ghoul", "felling: heal 1"), wounds=2)
    bout = fought(greedy, foe(vitae=1), verdict=ExchangeResult.WIN)
    assert (bout.adventurer.gold, bout.adventurer.wounds) == (3, 1)


def test_a_monster_that_fell_does_no_more_in_that_exchange() -> None:
    howler = special("Howler", "losing: foe wound 1", vitae=1)
    bolt = having(item("Bolt", "start: foe wound 1"))
    assert adventurer_of(roll(fighting(howler, bran_is=bolt))).wounds == 0


def test_gold_taken_by_a_monster_stops_at_none() -> None:
    thief = special("Thief", "winning: foe gold -5")
    assert fought(bran(gold=3), thief).adventurer.gold == 0


# -- told -------------------------------------------------------------------------------------------


def test_every_change_is_told_in_its_order_with_what_it_is_by() -> None:
    thorns = having(item("Thorns", "losing: foe wound 1"))
    turn = rolled(fighting(foe(vitae=1), bran_is=thorns), *LOST)
    assert [(each.what, each.how, each.whose, each.by) for each in told(turn)] == [
        (Subject.WOUNDS, Manner.CHANGED, "", "Rat"),
        (Subject.WOUNDS, Manner.CHANGED, "Rat", "Thorns"),
        (Subject.FOE, Manner.LOST, "", ""),
        (Subject.MELEE_XP, Manner.CHANGED, "", "Rat"),
    ]


def test_nothing_to_heal_is_not_told_after_each_exchange() -> None:
    charmed = having(item("Charm", "winning: heal 1"))
    assert changes(rolled(fighting(foe(vitae=3), bran_is=charmed), *WON), Subject.WOUNDS) == [(0, 1)]
