"""One rule of use at work, and what it sets off (A9, A43, A47, Q24)."""

from __future__ import annotations

import pytest

from bot.engine.dice.source import FixedDice
from bot.systems.adventuria.combat.exchange import Bout, needs_foe, needs_roll, used
from bot.systems.adventuria.ledger import total
from bot.systems.adventuria.library.rules import read_effects
from bot.systems.adventuria.state import Attribute, Attributes, Cause, Manner, Subject
from tests.systems.adventuria.exchanges import LOST, again, fight_of, roll, special
from tests.systems.adventuria.scenes import bran, foe, having, item


def using(bout: Bout, line: str, *dice: int, at: int | None = None) -> Bout:
    """The bout after that rule of a spell."""
    (effect,) = read_effects(line)
    thrown = FixedDice(*dice)
    done = used(bout, effect, Cause.SPELL, "Spark", at, thrown)
    thrown.all_used()
    return done


def test_a_rule_used_changes_an_attribute_by_its_cause() -> None:
    done = using(Bout(bran(natural=Attributes(8, 2, 3, 4))), "use: arms +2 until turn").adventurer
    assert total(done, Attribute.ARMS) == 10


def test_a_rule_used_sets_off_those_that_wait_for_it() -> None:
    warded = special("Wraith", "wounded by spell: ignore 1", vitae=5)
    assert using(Bout(bran(), (warded,)), "use: foe wound 3", at=0).foes[0].wounds == 2


def test_a47_a_way_shown_by_a_spell_is_one_of_the_ways_to_end_the_turn() -> None:
    done = using(Bout(bran(ways=("The City",))), "use: go The Bridge").adventurer
    assert done.ways == ("The City", "The Bridge")
    assert using(Bout(done), "use: go The Bridge").adventurer.ways == done.ways


@pytest.mark.parametrize(("die", "wounds"), [(1, 3), (6, 1)])
def test_a_chance_is_thrown_when_used(die: int, wounds: int) -> None:
    assert using(Bout(bran(wounds=3)), "use: heal 2 on 4-6", die).adventurer.wounds == wounds


def test_what_is_used_raises_nobody_who_has_fallen() -> None:
    fallen = Bout(bran(), (foe(wounds=2),))
    assert not using(fallen, "use: foe vitae +2", at=0).foes[0].is_standing


def test_what_is_used_tells_that_there_was_nothing_to_do() -> None:
    (line,) = using(Bout(bran()), "use: heal all").told
    assert line.how is Manner.AT_FLOOR


def test_which_rules_need_a_monster_and_which_known_dice() -> None:
    lines = ("use: foe wound 1", "use: heal 1", "use: reroll", "use: ignore 1", "wounded: ignore 1")
    effects = [read_effects(line)[0] for line in lines]
    assert list(map(needs_foe, effects)) == [True, False, False, False, False]
    assert list(map(needs_roll, effects)) == [False, False, True, True, False]


def test_a43_a_thing_used_acts_once_before_the_next_combat_is_over() -> None:
    scene = again(foe(arms=9, vitae=9), done=("p1.0",), bran_is=having(item("Rod", "losing: foe wound 1")))
    assert fight_of(roll(scene, *LOST)).foes[0].wounds == 0
    assert fight_of(roll(scene, *LOST)).done == ()


def test_a_chance_that_failed_is_told() -> None:
    (vain,) = using(Bout(bran(wounds=3)), "use: heal 2 on 4-6", 1).told
    assert (vain.what, vain.how, vain.name) == (Subject.SPELL, Manner.IGNORED, "Spark")
