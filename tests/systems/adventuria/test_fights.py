"""The course of a fight: exchange after exchange, chosen each time, to its end (A28 to A33, A37 to A40)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from bot.engine.dice.source import FixedDice
from bot.engine.system import Record, RecordId, World
from bot.errors import NotAllowed
from bot.systems.adventuria.adventurer import AdventurerChanged, AdventurerFell
from bot.systems.adventuria.changes.rules import ReceiveWounds
from bot.systems.adventuria.combat.odds import Award, Battle, at_stake
from bot.systems.adventuria.combat.rules import FIGHT, roll_combat
from bot.systems.adventuria.combat.state import (
    AnswerRoll,
    ChooseCombat,
    Combat,
    CombatChosen,
    FightEnd,
    FightEnded,
    LeaveFight,
    LetStand,
    Order,
    Phase,
    RollCombat,
    StopFight,
)
from bot.systems.adventuria.settings import NARRATORS_TOO, Rulings
from bot.systems.adventuria.state import (
    Adventurer,
    Attribute,
    Attributes,
    Cause,
    Change,
    Gain,
    Manner,
    Possession,
    Subject,
    Told,
    Until,
    Ware,
)
from tests.refusals import refuses
from tests.systems.adventuria.changing import done
from tests.systems.adventuria.exchanges import (
    WON,
    again,
    by_narrator,
    changes,
    fight,
    fight_of,
    fighting,
    keys,
    pressed,
    roll,
    rolled,
    special,
)
from tests.systems.adventuria.scenes import (
    BOUT,
    BRAN,
    WREN,
    adventurer_of,
    after,
    ally,
    bran,
    foe,
    having,
    item,
    play,
    scene,
    waiting,
    weapon,
)
from tests.systems.adventuria.scenes import adventurer_steps as steps

# -- one exchange (A28, A29) ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("dice", "own", "foes"),
    [((3, 4), 0, 1), ((2, 4), 0, 0), ((1, 4), 1, 0)],
    ids=["higher", "equal", "lower"],
)
def test_a29_the_higher_total_wounds_the_other_and_a_tie_nobody(
    dice: tuple[int, int], own: int, foes: int
) -> None:
    done = roll(fighting(foe(arms=2, vitae=3)), *dice)
    assert (adventurer_of(done).wounds, fight_of(done).foes[0].wounds) == (own, foes)


def test_a29_magical_combat_adds_magic() -> None:
    (only,) = fight_of(roll(fighting(foe(arms=9, magic=1), kind=Combat.MAGICAL), 3, 2)).rolls
    assert (only.own_total, only.foe_total) == (5, 3)


def test_a28_a_combat_is_one_exchange_and_nothing_more_is_rolled() -> None:
    dice = FixedDice(6, 1)
    roll_combat(fighting(foe(vitae=5)), RollCombat(BOUT), dice)
    assert [die.reason for die in dice.rolled] == ["Bran", "Rat"]


def test_the_exchange_is_told_with_dice_totals_and_changes() -> None:
    turn = rolled(fighting(foe(vitae=3)), *WON)
    (told,) = turn.events
    assert (told.exchange, told.foes, told.kind) == (1, ("Rat",), Combat.MELEE)
    assert changes(turn, Subject.WOUNDS) == [(0, 1)]
    assert (turn.subject, turn.channel) == (BOUT, bran().home)


# -- again, or the end (A30, A31) -------------------------------------------------------------------


def test_a30_after_each_combat_the_player_chooses_anew() -> None:
    once = roll(fighting(foe(vitae=5)), *WON)
    assert keys(once) == ["roll", "end"]
    assert keys(roll(once, *WON)) == ["roll", "end"]


def test_a30_another_combat_is_of_the_same_kind() -> None:
    once = roll(fighting(foe(vitae=5), kind=Combat.MAGICAL), *WON)
    with refuses("fight.not_now"):
        play(once, ChooseCombat(BOUT, Combat.MELEE))
    assert fight_of(roll(once, *WON)).kind is Combat.MAGICAL


def test_a31_an_ended_fight_is_over_and_nobody_is_wounded_by_that() -> None:
    turn = play(again(foe(wounds=1)), LeaveFight(BOUT))
    assert turn.events == (FightEnded("Bran", ("Rat",), FightEnd.LEFT),)
    left = after(again(), turn)
    assert adventurer_of(left).fight is None
    with refuses("record.archived"):
        play(left, RollCombat(BOUT))
    with refuses("record.archived"):
        play(left, LeaveFight(BOUT))


def test_a30_the_first_combat_can_not_be_refused() -> None:
    assert keys(fighting()) == ["roll"]
    with refuses("fight.not_avoided"):
        play(fighting(), LeaveFight(BOUT))


def test_a30_but_where_the_encounter_can_be_avoided() -> None:
    avoided = play(fighting(can_avoid=True), LeaveFight(BOUT))
    assert avoided.events == (FightEnded("Bran", ("Rat",), FightEnd.AVOIDED),)
    assert keys(fighting(can_avoid=True)) == ["roll", "avoid"]


def test_an_old_button_is_told_by_the_revision() -> None:
    once = roll(fighting(foe(vitae=5)), *WON)
    assert fight_of(once).revision == 50
    assert fight_of(roll(once, *WON)).revision == 51


def test_q11_the_kind_is_chosen_before_anything_is_rolled() -> None:
    open_ = fighting(kind=None, phase=Phase.KIND)
    assert keys(open_) == ["melee", "magical"]
    with refuses("fight.not_now", "choose the kind of Combat first"):
        play(open_, RollCombat(BOUT))
    chosen = play(open_, ChooseCombat(BOUT, Combat.MAGICAL))
    assert chosen.events == (CombatChosen("Bran", Combat.MAGICAL),)
    assert keys(after(open_, chosen)) == ["roll"]


def test_dice_that_nobody_threw_can_not_stand() -> None:
    with refuses("fight.not_now", "roll again, or end it"):
        play(again(), LetStand(BOUT))


# -- several (A32) ----------------------------------------------------------------------------------


def trio(order: Order, **changes: Any) -> World:
    """A fight with three, the first of whom has fallen."""
    three = (foe("Rat", wounds=2), foe("Imp", vitae=3), foe("Bat", vitae=3))
    return fighting(*three, order=order, **changes)


def wounds(scene: World) -> list[int]:
    """The wounds of each monster."""
    return [foe.wounds for foe in fight_of(scene).foes]


def test_a32_in_turn_the_first_that_stands_fights() -> None:
    assert wounds(roll(trio(Order.IN_TURN), *WON)) == [2, 1, 0]
    with refuses("fight.in_turn", "Imp"):
        play(trio(Order.IN_TURN), RollCombat(BOUT, 2))


def test_a32_the_next_follows_once_one_has_fallen() -> None:
    two = fighting(foe("Rat", wounds=1), foe("Imp"))
    once = roll(two, *WON)
    assert fight_of(once).phase is Phase.AGAIN
    assert wounds(roll(once, *WON)) == [2, 1]


def test_a32_where_the_player_chooses_each_has_a_button() -> None:
    assert keys(trio(Order.CHOOSE)) == ["roll1", "roll2"]
    assert wounds(roll(trio(Order.CHOOSE), *WON, at=2)) == [2, 0, 1]


@pytest.mark.parametrize("at", [0, 3, -1])
def test_a32_nobody_who_fell_or_was_never_there_is_fought(at: int) -> None:
    with refuses("fight.not_standing", "Imp and Bat"):
        play(trio(Order.CHOOSE), RollCombat(BOUT, at))
    with refuses("fight.whom"):
        play(trio(Order.CHOOSE), RollCombat(BOUT))


def test_a32_together_one_roll_is_compared_with_each() -> None:
    done = roll(trio(Order.TOGETHER), 3, 2, 6)
    assert wounds(done) == [2, 1, 0]
    assert adventurer_of(done).wounds == 1
    assert [each.own_die for each in fight_of(done).rolls] == [3, 3]
    with refuses("fight.together"):
        play(trio(Order.TOGETHER), RollCombat(BOUT, 1))


# -- first things first (Q5) ------------------------------------------------------------------------


def test_nothing_is_rolled_while_something_must_be_decided() -> None:
    waiting = bran(gains=(Gain(item("Lamp", number=1)),))
    with refuses("adventurer.decide_first"):
        play(fighting(bran_is=waiting), RollCombat(BOUT))


def test_q5_what_a_combat_lowers_for_itself_asks_for_nothing_to_be_dropped() -> None:
    chilling = foe(effects=having(item("", "start: foe arms -1 until combat")).possessions[0].effects)
    laden = having(*(item() for _ in range(8)))
    done = adventurer_of(roll(fighting(chilling, bran_is=laden), 3, 3))
    assert [step.name for step in steps(BRAN, done)] == []


def test_q5_what_is_lowered_for_longer_asks_at_the_end_of_that_combat() -> None:
    chilling = foe(effects=having(item("", "start: foe arms -1 until turn")).possessions[0].effects)
    laden = having(*(item() for _ in range(8)))
    done = roll(fighting(chilling, bran_is=laden), 3, 3)
    assert [step.name for step in steps(BRAN, adventurer_of(done))] == ["give"]
    with refuses("adventurer.decide_first"):
        play(done, RollCombat(BOUT))


def test_q26_another_weapon_between_two_combats_counts_in_the_next() -> None:
    sword, axe = weapon("Sword", "held: arms +1"), weapon("Axe", "held: arms +3", is_wielded=False)
    armed = having(sword, axe)
    once = roll(fighting(foe(arms=9, vitae=9), bran_is=armed), 3, 3)
    first, second = (replace(each, is_wielded=not each.is_wielded) for each in armed.possessions)
    changed = replace(adventurer_of(once), possessions=(first, second))
    records = {**once.records, BRAN: Record(BRAN, "adventurer", changed)}
    assert fight_of(once).rolls[0].own_total == 4 + 1 + 3
    assert fight_of(roll(replace(once, records=records), 3, 3)).rolls[0].own_total == 4 + 3 + 3


# -- who may ----------------------------------------------------------------------------------------


def test_only_the_player_rolls() -> None:
    with pytest.raises(NotAllowed):
        play(by_narrator(fighting()), RollCombat(BOUT))


def test_or_a_narrator_where_the_campaign_lets_them_and_it_is_marked() -> None:
    turn = play(by_narrator(fighting(), proxy=NARRATORS_TOO), RollCombat(BOUT), *WON)
    assert turn.on_behalf_of == bran().player


def test_a_fight_goes_along_with_its_adventurer() -> None:
    assert FIGHT.hand_over is not None
    assert FIGHT.goes_along
    handed = FIGHT.hand_over(fight(), WREN, RecordId("bran"))
    assert FIGHT.owner(handed) == WREN
    assert [step.who for step in waiting(FIGHT, BOUT, handed)] == [WREN]


def test_nothing_waits_in_a_fight_that_is_over() -> None:
    assert waiting(FIGHT, BOUT, fight().closed()) == ()
    assert FIGHT.title(fight(foe("Rat"), foe("Imp"))) == "Bran against Rat and Imp"
    assert FIGHT.title(fight(*map(foe, "ABCDE"))) == "Bran against A, B, C and 2 more"


def test_an_adventurer_at_its_limit_still_fights_without_counting() -> None:
    capped = bran(natural=Attributes(8, 2, 3, 4), melee_xp=7)
    assert adventurer_of(roll(fighting(foe(vitae=1), bran_is=capped), *WON)).melee_xp == 7


# -- What must be decided while a fight is on (A20, Q5): before it goes on or ends, not in the middle ---


WEAK = Change(Attribute.ARMS, -1, Cause.MONSTER, "Bog", Until.FIGHT)
BELL = Gain(item("Bell", number=9))
LUCK, TWIN = item("Luck", "use: reroll"), item("Twin", "use: reroll")


def laden(**changes: Any) -> Adventurer:
    """Bran with eight items, as many as Arms 4 allow."""
    return having(*(item(f"Thing {number}") for number in range(8)), **changes)


def names(now: World) -> list[str]:
    """What Bran has that came last."""
    return [each.name for each in adventurer_of(now).possessions[-1:]]


def test_q5_nobody_leaves_a_fight_to_get_around_what_must_go() -> None:
    with refuses("adventurer.decide_first"):
        play(again(bran_is=laden(changes=(WEAK,))), LeaveFight(BOUT))


@pytest.mark.parametrize("action", [LeaveFight(BOUT), ChooseCombat(BOUT, Combat.MELEE)])
def test_q5_what_must_be_decided_comes_before_all_else_in_a_fight(action: Any) -> None:
    asked = fighting(bran_is=laden(gains=(BELL,)), kind=None, phase=Phase.KIND, can_avoid=True)
    with refuses("adventurer.decide_first"):
        play(asked, action)


def test_a20_what_waits_is_had_once_the_end_of_a_fight_makes_room() -> None:
    seven = having(*laden().possessions[:7], changes=(WEAK,), gains=(BELL,))
    before = by_narrator(again(bran_is=seven))
    turn = play(before, StopFight(BOUT, "A bell rings."))
    assert AdventurerChanged("Bran", changes=(Told(Subject.ITEM, Manner.GAINED, "Bell"),)) in turn.events
    assert names(pressed(before, StopFight(BOUT, ""))) == ["Bell"]


def test_q5_in_the_middle_of_a_combat_nothing_is_had_that_has_room_only_then() -> None:
    strong = Change(Attribute.ARMS, 1, Cause.SPELL, "Oak", Until.COMBAT)
    lucky = having(*laden().possessions[:6], LUCK, TWIN, changes=(strong,))
    rolled = roll(fighting(foe(vitae=9), bran_is=lucky), 1, 6)
    given = replace(adventurer_of(rolled), gains=(BELL,))
    waiting = replace(rolled, records={**rolled.records, **scene(given).records})
    again_lost = after(waiting, play(waiting, AnswerRoll(BOUT, 0), 1))
    assert adventurer_of(again_lost).gains == (BELL,)
    assert adventurer_of(pressed(again_lost, LetStand(BOUT))).gains == (BELL,)


def test_a39_who_falls_with_the_fight_gains_nothing_more() -> None:
    oath = Change(Attribute.VITAE, 1, Cause.SPELL, "Oath", Until.FIGHT)
    seven = having(*laden().possessions[:7], changes=(WEAK, oath), gains=(BELL,), wounds=4)
    turn = play(by_narrator(again(bran_is=seven)), StopFight(BOUT, ""))
    (fell,) = [event for event in turn.events if isinstance(event, AdventurerFell)]
    assert len(fell.lost) == 7
    assert not any(isinstance(event, AdventurerChanged) for event in turn.events)


# -- The XP at stake in a fight, and what of it would be wasted (A34 to A36, Q7) ------------------------


def test_a35_what_is_wasted_beyond_a_rise_is_told_award_for_award() -> None:
    two = (foe(arms=4, vitae=4), foe(name="Bat", arms=2, vitae=2))
    battle = Battle(bran(melee_xp=8), two, Combat.MELEE)
    assert at_stake(battle) == (Award(4, 8, 0, True, 2), Award(2, 0, 2, False, 0))


def test_a36_at_the_limit_all_of_it_is_wasted() -> None:
    at_limit = bran(natural=replace(bran().natural, arms=8), melee_xp=3)
    battle = Battle(at_limit, (foe(arms=4, vitae=4),), Combat.MELEE)
    assert at_stake(battle) == (Award(4, 3, 3, False, 4),)


def test_q7_printed_or_current_values_as_the_campaign_decided() -> None:
    weakened = replace(foe(arms=6, vitae=4), now=Attributes(2, 1, 1, 4))
    printed = Battle(bran(), (weakened,), Combat.MELEE)
    assert at_stake(printed)[0].worth == 5
    assert at_stake(replace(printed, rulings=Rulings(is_current=True)))[0].worth == 3


# -- Special rules that are set off with nothing to do use nothing up (A41, Q24) ------------------------


HOUND = ally("Hound", "wounded: foe wound 1 spent")


def allies(thing: Possession, **changes: int) -> int:
    """How many are left of it after a Combat that is won."""
    before = fighting(special("Rat", vitae=9), bran_is=having(thing, **changes))
    return len(adventurer_of(roll(before, 6, 1)).held(Ware.ALLY))


def test_who_would_strike_back_is_not_spent_where_there_is_no_foe() -> None:
    assert done(having(HOUND), ReceiveWounds(BRAN, 1)).held(Ware.ALLY)


def test_who_strikes_back_is_spent_by_it() -> None:
    after = roll(fighting(special("Rat", vitae=9), bran_is=having(HOUND)), 1, 6)
    assert not adventurer_of(after).held(Ware.ALLY)
    assert fight_of(after).foes[0].wounds == 1


def test_who_would_heal_is_not_spent_without_wounds() -> None:
    nurse = ally("Nurse", "winning: heal 1 spent")
    assert (allies(nurse), allies(nurse, wounds=1)) == (1, 0)
