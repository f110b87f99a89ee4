"""Changes to a sheet that wait for a game master, where the campaign wants them approved."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any, TypeVar

from bot.engine.dice.source import Dice
from bot.engine.people import EVERYONE, Audience, Permit, Standing
from bot.engine.settings import EDITS_WAIT
from bot.engine.system import (
    ActionKind,
    Choice,
    Kind,
    Open,
    RecordId,
    Replace,
    Scene,
    Scope,
    Step,
    Turn,
    Want,
)
from bot.errors import RuleViolation
from bot.systems.second_kingdom.rules.counters import CounterSet, SetCounter, set_counter
from bot.systems.second_kingdom.rules.heroes import (
    HERO,
    SetVirtues,
    VirtuesSet,
    hero_player,
    set_virtues,
)
from bot.systems.second_kingdom.rules.state import Hero, Virtue
from bot.systems.second_kingdom.words import edits as words
from bot.systems.second_kingdom.words import records
from bot.systems.second_kingdom.words.heroes import change as change_in_words

MOST_WAITING = 10
Sheet = TypeVar("Sheet", SetVirtues, SetCounter)


class Answer(StrEnum):
    """Where an asked change stands."""

    WAITS = "waits"
    APPROVED = "approved"
    DECLINED = "declined"


@dataclass(frozen=True, slots=True)
class Changed:
    """One number on a sheet, as it was when the change was asked for, and as it shall be."""

    name: str
    before: int
    after: int


@dataclass(frozen=True, slots=True)
class Edit:
    """A player's change to a sheet: some virtues, or one counter."""

    hero: RecordId
    hero_name: str
    player: int
    changes: tuple[Changed, ...]
    is_counter: bool = False
    answer: Answer = Answer.WAITS


@dataclass(frozen=True, slots=True)
class EditAsked:
    """A change to a sheet waits for a game master."""

    hero_name: str
    player: int
    changes: tuple[Changed, ...]
    audience: Audience = EVERYONE


@dataclass(frozen=True, slots=True)
class ApproveEdit:
    """The game master lets an asked change take effect."""

    edit: RecordId


@dataclass(frozen=True, slots=True)
class DeclineEdit:
    """The game master leaves the sheet as it is."""

    edit: RecordId


@dataclass(frozen=True, slots=True)
class EditAnswered:
    """An asked change was approved or declined."""

    hero_name: str
    player: int
    changes: tuple[Changed, ...]
    is_approved: bool
    audience: Audience = EVERYONE


def steps(edit: RecordId, state: Edit) -> Sequence[Step]:
    """The game master's answer."""
    if state.answer is not Answer.WAITS:
        return ()
    approve = Choice("approve", words.APPROVE, ApproveEdit(edit), is_main=True)
    decline = Choice("decline", words.DECLINE, DeclineEdit(edit))
    return (Step("edit", _label(state), None, (approve, decline)),)


def in_words(changes: Sequence[Changed]) -> str:
    """The numbers that change, before → after."""
    return ", ".join(change_in_words(each.name, each.before, each.after) for each in changes)


def _label(state: Edit) -> str:
    return words.label(state.hero_name, in_words(state.changes))


EDIT: Kind[Edit] = Kind(
    "edit",
    Edit,
    title=_label,
    owner=lambda state: state.player,
    parent=lambda state: state.hero,
    links=lambda state: (state.hero,),
    waiting=steps,
    hand_over=lambda state, player, _of: replace(state, player=player),
    goes_along=True,
    word=records.part,
)


# -- asked --------------------------------------------------------------------------------------


def sheet_scope(action: SetVirtues | SetCounter) -> Scope:
    """The hero, and what waits to be changed on its sheet."""
    return Scope(ids=(action.hero,), wants=(Want(EDIT.name, parent=action.hero),))


def with_approval(perform: Callable[[Scene, Sheet, Dice], Turn]) -> Callable[[Scene, Sheet, Dice], Turn]:
    """The same change, which waits where this campaign wants a player's changes approved."""

    def change_or_ask(scene: Scene, action: Sheet, dice: Dice) -> Turn:
        turn = perform(scene, action, dice)
        if scene.standing is Standing.GAME_MASTER or not EDITS_WAIT.holds(scene.campaign.settings):
            return turn
        hero = scene.get(HERO, action.hero)
        edit = Edit(hero.id, hero.state.name, hero.state.player, _changes(turn.events[0]), _counts(action))
        _require_room(scene, edit)
        asked = EditAsked(edit.hero_name, edit.player, edit.changes)
        return Turn((Open(scene.new_id(), EDIT.name, edit),), (asked,))

    return change_or_ask


def _counts(action: SetVirtues | SetCounter) -> bool:
    return isinstance(action, SetCounter)


def _changes(event: Any) -> tuple[Changed, ...]:
    if isinstance(event, CounterSet):
        return (Changed(event.counter, event.before, event.after),)
    changed: VirtuesSet = event
    return tuple(Changed(*each) for each in changed.changed)


def _require_room(scene: Scene, edit: Edit) -> None:
    waiting = [record.state for record in scene.all(EDIT) if record.state.hero == edit.hero]
    wanted = {_key(each) for each in edit.changes}
    for other in waiting:
        if other.is_counter == edit.is_counter and wanted & {_key(each) for each in other.changes}:
            raise RuleViolation(words.WAITS_ALREADY)
    if len(waiting) >= MOST_WAITING:
        raise RuleViolation(words.too_many(MOST_WAITING))


def _key(change: Changed) -> str:
    return change.name.casefold()


# -- answered -----------------------------------------------------------------------------------


def edit_scope(action: ApproveEdit | DeclineEdit) -> Scope:
    """The asked change and its hero."""
    return Scope(ids=(action.edit,), links=True)


def approve_edit(scene: Scene, action: ApproveEdit, dice: Dice) -> Turn:
    """Carry the change out. Raises RuleViolation where the sheet has changed in it meanwhile."""
    edit = scene.get(EDIT, action.edit)
    hero = scene.get(HERO, edit.state.hero)
    for change in edit.state.changes:
        now = _value(hero.state, change, is_counter=edit.state.is_counter)
        if now != change.before:
            raise RuleViolation(words.has_changed(now, change.before))
    turn = _carried_out(scene, edit.state, dice)
    return _answered(edit.id, edit.state, Answer.APPROVED, turn)


def decline_edit(scene: Scene, action: DeclineEdit, dice: Dice) -> Turn:
    """Leave the sheet as it is."""
    edit = scene.get(EDIT, action.edit)
    return _answered(edit.id, edit.state, Answer.DECLINED, Turn())


def _value(hero: Hero, change: Changed, *, is_counter: bool) -> int:
    if not is_counter:
        return hero.score(Virtue(change.name))
    return next((n.value for name, n in hero.counters.items() if name.casefold() == _key(change)), 0)


def _carried_out(scene: Scene, edit: Edit, dice: Dice) -> Turn:
    if edit.is_counter:
        (change,) = edit.changes
        return set_counter(scene, SetCounter(edit.hero, change.name, change.after), dice)
    scores = {change.name: change.after for change in edit.changes}
    return set_virtues(scene, SetVirtues(edit.hero, **scores), dice)


def _answered(edit: RecordId, state: Edit, answer: Answer, turn: Turn) -> Turn:
    settled = Replace(edit, replace(state, answer=answer), archive=True)
    is_approved = answer is Answer.APPROVED
    event = EditAnswered(state.hero_name, state.player, state.changes, is_approved)
    return Turn((settled, *turn.changes), (event,), subject=edit)


KINDS: tuple[Kind[Any], ...] = (EDIT,)
ACTIONS: tuple[ActionKind[Any], ...] = (
    ActionKind(SetVirtues, with_approval(set_virtues), Permit.OWNER_OR_GAME_MASTER, sheet_scope, hero_player),
    ActionKind(SetCounter, with_approval(set_counter), Permit.OWNER_OR_GAME_MASTER, sheet_scope, hero_player),
    ActionKind(ApproveEdit, approve_edit, Permit.GAME_MASTERS, edit_scope),
    ActionKind(DeclineEdit, decline_edit, Permit.GAME_MASTERS, edit_scope),
)
EVENTS = (CounterSet, EditAsked, EditAnswered)
