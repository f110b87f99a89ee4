"""One quest at a time (A27)."""

from __future__ import annotations

import pytest

from bot.systems.adventuria.changes.rules import AbandonQuest, BeginQuest, ChangeAttribute, CompleteQuest
from bot.systems.adventuria.state import (
    Adventurer,
    Attribute,
    Cause,
    Change,
    End,
    Manner,
    Quest,
    Subject,
    Told,
    Until,
)
from tests.refusals import refuses
from tests.systems.adventuria.changing import done, told, total
from tests.systems.adventuria.scenes import BRAN, bran

CROWN = Quest("The crown", "Find it")


def questing(*changes: Change, wounds: int = 0) -> Adventurer:
    """Bran on a quest."""
    return bran(quest=CROWN, changes=changes, wounds=wounds)


def lasting(attribute: Attribute, amount: int) -> Change:
    """A change until the quest ends."""
    return Change(attribute, amount, Cause.SPELL, "A vow", Until.QUEST)


def test_a27_a_quest_begins_with_its_goal() -> None:
    action = BeginQuest(BRAN, " The  crown ", "Find it")
    assert done(bran(), action).quest == CROWN
    assert told(bran(), action) == (Told(Subject.QUEST, Manner.BEGUN, "The crown", by="Find it"),)


def test_a27_another_is_ignored_while_one_is_under_way() -> None:
    with refuses("quest.under_way", "The crown"):
        done(questing(), BeginQuest(BRAN, "The sword"))


def test_a27_completing_it_frees_the_place_and_counts() -> None:
    state = done(questing(), CompleteQuest(BRAN))
    assert (state.quest, state.quests_done) == (None, 1)
    assert done(state, BeginQuest(BRAN, "The sword")).quest == Quest("The sword")


def test_a27_abandoning_it_frees_the_place_and_counts_nothing() -> None:
    state = done(questing(), AbandonQuest(BRAN))
    assert (state.quest, state.quests_done) == (None, 0)


@pytest.mark.parametrize("ending", [CompleteQuest, AbandonQuest])
def test_changes_until_the_quest_ends_expire_with_it_and_that_is_told(ending: type) -> None:
    state = questing(lasting(Attribute.ARMS, 2))
    assert total(done(state, ending(BRAN))) == 4
    assert told(state, ending(BRAN))[1:] == (Told(Subject.ARMS, before=6, after=4),)


def test_a38_the_end_of_a_quest_may_fell() -> None:
    assert done(questing(lasting(Attribute.VITAE, 2), wounds=4), CompleteQuest(BRAN)).end is End.FALLEN


@pytest.mark.parametrize("ending", [CompleteQuest, AbandonQuest])
def test_a27_without_a_quest_none_ends(ending: type) -> None:
    with refuses("quest.none"):
        done(bran(), ending(BRAN))


@pytest.mark.parametrize(
    ("name", "why"), [("", "quest.nameless"), ("  ", "quest.nameless"), ("x" * 61, "quest.too_long")]
)
def test_a_quest_has_a_name(name: str, why: str) -> None:
    with refuses(why):
        done(bran(), BeginQuest(BRAN, name))


def test_a_goal_has_a_readable_length() -> None:
    with refuses("quest.too_long", "300"):
        done(bran(), BeginQuest(BRAN, "The crown", "x" * 301))


def test_a_change_may_last_as_long_as_the_quest() -> None:
    action = ChangeAttribute(BRAN, Attribute.CRAFT, 1, until=Until.QUEST)
    assert total(done(questing(), action), Attribute.CRAFT) == 4
