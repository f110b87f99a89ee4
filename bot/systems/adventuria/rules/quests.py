"""Quests: one at a time, begun, accomplished or given up as the narrator says (A27)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from bot.engine.dice.source import Dice
from bot.engine.people import Permit
from bot.engine.system import ActionKind, Kind, Record, RecordId, Scene, Turn
from bot.engine.words import one_line, safe
from bot.errors import RuleViolation
from bot.systems.adventuria.rules.adventurer import ADVENTURER, adventurer_scope
from bot.systems.adventuria.rules.change import GOAL_LENGTH, AbandonQuest, BeginQuest, CompleteQuest
from bot.systems.adventuria.rules.changes import changed
from bot.systems.adventuria.rules.ledger import expired
from bot.systems.adventuria.rules.state import NAME_LENGTH, Adventurer, Quest, Until
from bot.systems.adventuria.rules.told import How, Told, What
from bot.systems.adventuria.words import changing as words


def quest_of(name: str, goal: str) -> Quest:
    """A quest as it is told. Raises RuleViolation for a name or goal that can't be kept."""
    name, goal = one_line(name), one_line(goal)
    if not name:
        raise RuleViolation(words.NAMELESS_QUEST)
    if len(name) > NAME_LENGTH or len(goal) > GOAL_LENGTH:
        raise RuleViolation(words.quest_too_long(NAME_LENGTH, GOAL_LENGTH))
    return Quest(name, goal)


def _begin(scene: Scene, action: BeginQuest, _dice: Dice) -> Turn:
    record = scene.get(ADVENTURER, action.adventurer)
    quest, under_way = quest_of(action.name, action.goal), record.state.quest
    if under_way is not None:
        raise RuleViolation(words.on_a_quest(safe(record.state.name), safe(under_way.name)))
    told = Told(What.QUEST, How.BEGUN, quest.name, by=quest.goal)
    return changed(scene, record, replace(record.state, quest=quest), (told,))


def _complete(scene: Scene, action: CompleteQuest, _dice: Dice) -> Turn:
    record, quest = _under_way(scene, action.adventurer)
    state = replace(_over(record.state), quests_done=record.state.quests_done + 1)
    return changed(scene, record, state, (Told(What.QUEST, How.DONE, quest.name),))


def _abandon(scene: Scene, action: AbandonQuest, _dice: Dice) -> Turn:
    record, quest = _under_way(scene, action.adventurer)
    return changed(scene, record, _over(record.state), (Told(What.QUEST, How.GIVEN_UP, quest.name),))


def _under_way(scene: Scene, adventurer: RecordId) -> tuple[Record[Adventurer], Quest]:
    """The adventurer and its quest. Raises RuleViolation where it is on none."""
    record = scene.get(ADVENTURER, adventurer)
    if record.state.quest is None:
        raise RuleViolation(words.no_quest(safe(record.state.name)))
    return record, record.state.quest


def _over(state: Adventurer) -> Adventurer:
    """Without the quest, and what lasted as long as it."""
    return replace(expired(state, Until.QUEST), quest=None)


KINDS: tuple[Kind[Any], ...] = ()
ACTIONS: tuple[ActionKind[Any], ...] = (
    ActionKind(BeginQuest, _begin, Permit.GAME_MASTERS, scope=adventurer_scope),
    ActionKind(CompleteQuest, _complete, Permit.GAME_MASTERS, scope=adventurer_scope),
    ActionKind(AbandonQuest, _abandon, Permit.GAME_MASTERS, scope=adventurer_scope),
)
EVENTS: tuple[type[Any], ...] = ()
