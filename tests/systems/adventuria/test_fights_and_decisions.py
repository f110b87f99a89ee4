"""What must be decided while a fight is on (A20, Q5): before it goes on or ends, not in the middle."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from bot.engine.system import Scene
from bot.systems.adventuria.adventurer import AdventurerChanged, AdventurerFell
from bot.systems.adventuria.combat.state import (
    AnswerRoll,
    ChooseCombat,
    Combat,
    LeaveFight,
    LetStand,
    Phase,
    StopFight,
)
from bot.systems.adventuria.state import Adventurer, Attribute, Cause, Change, Gain, How, Told, Until, What
from tests.systems.adventuria.exchanges import again, by_narrator, fighting, pressed, refused, roll
from tests.systems.adventuria.scenes import BOUT, adventurer_of, after, foe, having, item, play, scene

WEAK = Change(Attribute.ARMS, -1, Cause.MONSTER, "Bog", Until.FIGHT)
BELL = Gain(item("Bell", number=9))
LUCK, TWIN = item("Luck", "use: reroll"), item("Twin", "use: reroll")


def laden(**changes: Any) -> Adventurer:
    """Bran with eight items, as many as Arms 4 allow."""
    return having(*(item(f"Thing {number}") for number in range(8)), **changes)


def names(now: Scene) -> list[str]:
    """What Bran has that came last."""
    return [each.name for each in adventurer_of(now).possessions[-1:]]


def test_q5_nobody_leaves_a_fight_to_get_around_what_must_go() -> None:
    assert "First this" in refused(again(bran_is=laden(changes=(WEAK,))), LeaveFight(BOUT))


@pytest.mark.parametrize("action", [LeaveFight(BOUT), ChooseCombat(BOUT, Combat.MELEE)])
def test_q5_what_must_be_decided_comes_before_all_else_in_a_fight(action: Any) -> None:
    asked = fighting(bran_is=laden(gains=(BELL,)), kind=None, phase=Phase.KIND, can_avoid=True)
    assert "First this" in refused(asked, action)


def test_a20_what_waits_is_had_once_the_end_of_a_fight_makes_room() -> None:
    seven = having(*laden().possessions[:7], changes=(WEAK,), gains=(BELL,))
    before = by_narrator(again(bran_is=seven))
    turn = play(before, StopFight(BOUT, "A bell rings."))
    assert AdventurerChanged("Bran", changes=(Told(What.ITEM, How.GAINED, "Bell"),)) in turn.events
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
