"""What isn't used up works once in a Combat, and outside of fights once in a turn (A43, Q24, Q25)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from bot.systems.adventuria.adventurer import StartTurn
from bot.systems.adventuria.combat.state import LeaveFight, Named, OpenFight, Phase
from bot.systems.adventuria.possessions.rules import UsePossession
from bot.systems.adventuria.state import Adventurer, Quest, Stage
from tests.refusals import refuses
from tests.systems.adventuria.exchanges import again, fight_of, fighting, pressed, roll
from tests.systems.adventuria.scenes import (
    BOUT,
    BRAN,
    DEACON,
    MARISOL,
    adventurer_of,
    after,
    ally,
    foe,
    having,
    item,
    play,
    scene,
    weapon,
)

USE = UsePossession(BRAN, "1")
HERBS = item("Herbs", "use: heal 1")


def hurt(**changes: Any) -> Adventurer:
    """Bran with healing herbs and wounds."""
    return having(HERBS, **{"wounds": 3, **changes})


# -- outside of fights ------------------------------------------------------------------------------


def test_a43_outside_of_fights_it_works_once_in_a_turn() -> None:
    later = pressed(scene(hurt()), USE)
    with refuses(
        "possessions.does_nothing", "Herbs", "outside fights it works once per turn, and it already has"
    ):
        play(later, USE)
    assert adventurer_of(later).wounds == 2


def test_a43_the_next_turn_it_works_again() -> None:
    waits = hurt(stage=Stage.BETWEEN, used=("p1.0",))
    assert adventurer_of(pressed(pressed(scene(waits), StartTurn(BRAN)), USE)).wounds == 2


def test_a43_each_rule_and_each_thing_counts_by_itself() -> None:
    two = having(HERBS, HERBS, wounds=3)
    later = pressed(pressed(scene(two), USE), UsePossession(BRAN, "2"))
    assert adventurer_of(later).wounds == 1


# -- in a fight -------------------------------------------------------------------------------------


def test_q25_in_a_fight_it_works_again_in_the_next_exchange() -> None:
    later = roll(pressed(again(foe(vitae=9), bran_is=hurt()), USE), 3, 5)
    assert adventurer_of(pressed(later, USE)).wounds == 1


def test_a43_to_avoid_a_fight_again_and_again_gives_no_more_of_it() -> None:
    ready = fighting(foe(), bran_is=hurt(), can_avoid=True)
    away = pressed(pressed(ready, USE), LeaveFight(BOUT))
    with refuses("possessions.does_nothing", "once per turn"):
        play(away, USE)
    met = pressed(scene(adventurer_of(away), actor=MARISOL), OpenFight(BRAN, named=(Named("Rat", 2, 1, 2),)))
    with refuses("possessions.does_nothing", "next Combat"):
        play(replace(met, actor=DEACON), USE)


def test_a43_what_was_set_off_by_something_used_is_not_remembered() -> None:
    nursed = having(HERBS, ally("Nurse", "wounded: heal 1"), wounds=2)
    away = pressed(again(bran_is=nursed, done=("p1.0", "p2.0", "f0.0")), LeaveFight(BOUT))
    assert adventurer_of(away).used == ("p1.0",)
    assert fight_of(away).phase is Phase.OVER


def test_a43_what_a_thing_used_sets_off_is_not_spent_for_the_next_combat() -> None:
    """A wound by an item is not due to Combat: what it set off acts for that of the dice as well (A44)."""
    thorned = having(item("Flail", "use: wound 1"), item("Purse", "wounded: gold +1"))
    used_up = pressed(again(foe(arms=9, vitae=9), bran_is=thorned), USE)
    assert fight_of(used_up).done == ("p1.0",)
    assert adventurer_of(used_up).gold == 2
    assert adventurer_of(roll(used_up, 1, 6)).gold == 3


# -- nothing is used up in vain (Q24) ---------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("use: go the city spent", "the turn can already end there"),
        ("use: arms +1 until quest spent", "it lasts for a quest, and there is none"),
        ("use: gold -1 spent", "it has nothing left to change"),
    ],
)
def test_q24_nothing_is_spent_where_nothing_would_change(line: str, why: str) -> None:
    before = scene(having(item("Bell", line), gold=0, ways=("The City",)))
    with refuses("possessions.does_nothing", "Bell", why):
        play(before, USE)


def test_q24_what_still_does_something_is_used_though_not_all_of_it_does() -> None:
    """A die that was thrown isn't taken back either: whether it works was the question."""
    idle = "use: gold -1 spent"
    healing = scene(having(item("Bell", idle, "use: heal 1"), gold=0, wounds=1))
    assert (adventurer_of(pressed(healing, USE)).wounds, adventurer_of(healing).gold) == (0, 0)
    chancy = scene(having(item("Bell", idle, "use: arms +1 until turn on 5-6"), gold=0))
    later = after(chancy, play(chancy, USE, 1))
    assert (adventurer_of(later).possessions, adventurer_of(later).changes) == ((), ())


def test_a47_it_may_show_one_more_way_to_end_the_turn() -> None:
    bell = item("Bell", "use: go The Bridge spent")
    for ways in ((), ("The City",), tuple(f"Way {number}" for number in range(9))):
        assert adventurer_of(pressed(scene(having(bell, ways=ways)), USE)).ways == (*ways, "The Bridge")


def test_q24_a_turn_has_only_so_many_ways() -> None:
    ways = tuple(f"Way {number}" for number in range(10))
    with refuses("possessions.does_nothing", "as many places"):
        play(scene(having(item("Bell", "use: go The City spent"), ways=ways)), USE)


def test_q24_on_a_quest_it_works_as_long_as_that() -> None:
    on_one = having(item("Oath", "use: arms +1 until quest spent"), quest=Quest("The Lamp"))
    assert adventurer_of(pressed(scene(on_one), USE)).changes


def test_q24_a_monster_that_can_get_no_weaker_costs_no_spell() -> None:
    before = again(foe(arms=1), bran_is=having(item("Web", "use: foe arms -2 until fight spent")))
    with refuses("possessions.does_nothing", "nothing left to change"):
        play(before, USE)


def test_q24_a_rule_without_a_quest_to_last_for_changes_nothing() -> None:
    oath = having(ally("Squire", "winning: arms +1 until quest"))
    assert adventurer_of(roll(fighting(foe(vitae=9), bran_is=oath), 6, 1)).changes == ()


# -- in hand (A21) ----------------------------------------------------------------------------------


def test_a21_with_what_gave_more_hands_put_away_no_more_stays_in_them() -> None:
    belt = weapon("Belt", "held: weapons +2")
    armed = having(belt, weapon("Sword"), weapon("Axe"))
    state = adventurer_of(pressed(scene(armed), USE))
    assert [each.name for each in state.possessions if each.is_wielded] == ["Axe"]
