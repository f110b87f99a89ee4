"""Whatever brings an adventurer's wounds up to its Vitae, or Vitae down to its wounds (A38, A39, Q15)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from bot.engine.system import Scene
from bot.systems.adventuria.adventurer import AdventurerFell, EndTurn, GiveUp, MakeRoom
from bot.systems.adventuria.changes.rules import CompleteQuest, LoseThing, ReceiveWounds
from bot.systems.adventuria.combat.state import AnswerRoll, FightEnd, LeaveFight, Phase, RollCombat
from bot.systems.adventuria.offers.rules import Offer, OfferEnd, OfferKind, Price, TakeOffer
from bot.systems.adventuria.possessions.rules import Discard, PayOut, UsePossession
from bot.systems.adventuria.state import (
    Adventurer,
    Attribute,
    Cause,
    Change,
    End,
    Gain,
    Loss,
    Quest,
    Until,
    Ware,
)
from tests.systems.adventuria.exchanges import fight, special
from tests.systems.adventuria.scenes import (
    BOUT,
    BRAN,
    DEACON,
    DEAL,
    MARISOL,
    after,
    foe,
    having,
    item,
    play,
    scene,
    spell,
    weapon,
)

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
    "paid": (dying(HEART), PayOut(BRAN, thing="Heart"), ()),
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


def begun(state: Adventurer, action: Any) -> Scene:
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
