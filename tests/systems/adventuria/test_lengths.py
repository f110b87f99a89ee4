"""Texts that are exactly as long as they may be are taken."""

from __future__ import annotations

from bot.systems.adventuria.changes.rules import GOAL_LENGTH, SOURCE_LENGTH, BeginQuest, GainGold
from bot.systems.adventuria.combat.exchange import Bout, wounded
from bot.systems.adventuria.combat.state import Named, OpenFight
from bot.systems.adventuria.state import NAME_LENGTH
from tests.systems.adventuria.changing import done
from tests.systems.adventuria.exchanges import by_narrator, pressed
from tests.systems.adventuria.scenes import BRAN, adventurer_of, bran, scene


def test_a_source_of_sixty_characters_is_told() -> None:
    assert done(bran(), GainGold(BRAN, 2, source="S" * SOURCE_LENGTH)).gold == 3


def test_a_quest_has_a_name_and_a_goal_as_long_as_may_be() -> None:
    quest = done(bran(), BeginQuest(BRAN, "Q" * NAME_LENGTH, "G" * GOAL_LENGTH)).quest
    assert quest is not None
    assert (len(quest.name), len(quest.goal)) == (NAME_LENGTH, GOAL_LENGTH)


def test_a_monster_made_up_has_a_name_as_long_as_may_be() -> None:
    met = pressed(by_narrator(scene(bran())), OpenFight(BRAN, named=(Named("M" * NAME_LENGTH, 2, 1, 2),)))
    assert adventurer_of(met).fight is not None


def test_a37_no_wounds_are_none() -> None:
    assert wounded(Bout(bran(wounds=1)), None, 0, "").adventurer.wounds == 1
