"""A change to a sheet that a player asked for, as it is kept until a game master answers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any, cast

from bot.engine.dice.source import Dice
from bot.engine.people import EVERYONE, Audience, Permit, Standing
from bot.engine.settings import EDITS_WAIT
from bot.engine.system import (
    ActionKind,
    Choice,
    Kind,
    Open,
    Record,
    RecordId,
    Replace,
    Scene,
    Scope,
    Step,
    Turn,
    Want,
)
from bot.engine.words import one_line, safe
from bot.errors import RuleViolation
from bot.systems.second_kingdom import record_words, words
from bot.systems.second_kingdom.heroes import sheet
from bot.systems.second_kingdom.heroes.people import HERO, SetVirtues, combatant, player_of, set_virtues
from bot.systems.second_kingdom.heroes.sheet import (
    Changed,
    CounterSet,
    EditSheet,
    ForgetManeuver,
    LearnManeuver,
    RemoveCounter,
    SetCounter,
    SetDefence,
    SetPortrait,
    ShapeCounter,
    SheetChanged,
    edit_sheet,
    forget_maneuver,
    learn_maneuver,
    remove_counter,
    set_counter,
    set_defence,
    set_portrait,
    shape_counter,
)
from bot.systems.second_kingdom.state import Hero

SheetAction = (
    SetVirtues
    | SetCounter
    | ShapeCounter
    | RemoveCounter
    | SetDefence
    | LearnManeuver
    | ForgetManeuver
    | EditSheet
    | SetPortrait
)


class Answer(StrEnum):
    """Where an asked change stands."""

    WAITS = "waits"
    APPROVED = "approved"
    DECLINED = "declined"


@dataclass(frozen=True, slots=True)
class Wanted:
    """The action that was asked for: one of these, and no other."""

    virtues: SetVirtues | None = None
    counter: SetCounter | None = None
    shape: ShapeCounter | None = None
    removal: RemoveCounter | None = None
    defence: SetDefence | None = None
    learning: LearnManeuver | None = None
    forgetting: ForgetManeuver | None = None
    sheet: EditSheet | None = None
    portrait: SetPortrait | None = None

    @property
    def action(self) -> SheetAction:
        """The one there is."""
        each = (self.virtues, self.counter, self.shape, self.removal, self.defence, self.learning)
        last = (self.forgetting, self.sheet, self.portrait)
        return next(one for one in (*each, *last) if one is not None)


@dataclass(frozen=True, slots=True)
class Edit:
    """A player's change to a hero's sheet: what was asked for, and what it changes."""

    hero: RecordId
    hero_name: str
    player: int
    changes: tuple[Changed, ...]
    wanted: Wanted
    answer: Answer = Answer.WAITS


_FIELDS: dict[type[Any], str] = {
    SetVirtues: "virtues",
    SetCounter: "counter",
    ShapeCounter: "shape",
    RemoveCounter: "removal",
    SetDefence: "defence",
    LearnManeuver: "learning",
    ForgetManeuver: "forgetting",
    EditSheet: "sheet",
    SetPortrait: "portrait",
}


def wanted(action: SheetAction) -> Wanted:
    """The action in its place; by the time that it is answered, its form will be old."""
    if isinstance(action, EditSheet):
        action = replace(action, seen="")
    asked: dict[str, Any] = {_FIELDS[type(action)]: action}
    return Wanted(**asked)


def upgrade(version: int, data: dict[str, Any]) -> dict[str, Any]:
    """Version 1 kept the numbers alone, of some virtues or of one counter."""
    numbers = {each["name"]: each["after"] for each in data["changes"]}
    asked: dict[str, Any]
    if data["is_counter"]:
        ((name, value),) = numbers.items()
        asked = {"counter": {"combatant": data["hero"], "counter": name, "value": value}}
    else:
        asked = {"virtues": {"hero": data["hero"]} | numbers}
    lifted = [_lifted(each, is_counter=data["is_counter"]) for each in data["changes"]]
    return {**data, "changes": lifted, "wanted": asked}


def _lifted(change: dict[str, Any], *, is_counter: bool) -> dict[str, Any]:
    if not is_counter:
        return change | {"part": "virtue"}
    # A counter of version 1 left the sheet at 0.
    sides = {side: {"value": change[side]} if change[side] else None for side in ("before", "after")}
    return change | sides


# -- Changes to a sheet that wait for a game master, where the campaign wants them approved ----------------


MOST_WAITING = 10

Perform = Callable[[Scene, Any, Dice], Turn]

# All that changes a sheet: at once, or once it is approved.
PERFORMS: dict[type[Any], Perform] = {
    SetVirtues: set_virtues,
    SetCounter: set_counter,
    ShapeCounter: shape_counter,
    RemoveCounter: remove_counter,
    SetDefence: set_defence,
    LearnManeuver: learn_maneuver,
    ForgetManeuver: forget_maneuver,
    EditSheet: edit_sheet,
    SetPortrait: set_portrait,
}


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
    """An asked change was approved or declined; `reached` are the thresholds that a counter came to by it."""

    hero_name: str
    player: int
    changes: tuple[Changed, ...]
    is_approved: bool
    audience: Audience = EVERYONE
    reached: tuple[str, ...] = ()


def steps(edit: RecordId, state: Edit) -> Sequence[Step]:
    """The game master's answer."""
    if state.answer is not Answer.WAITS:
        return ()
    approve = Choice("approve", words.APPROVE, ApproveEdit(edit), is_main=True)
    decline = Choice("decline", words.DECLINE, DeclineEdit(edit))
    return (Step("edit", _label(state), None, (approve, decline)),)


def _label(state: Edit) -> str:
    return words.label(state.hero_name, sheet.in_words(state.changes, sheet.briefly))


def _links(state: Edit) -> tuple[RecordId, ...]:
    asked = state.wanted.action
    maneuver = (asked.maneuver,) if isinstance(asked, LearnManeuver | ForgetManeuver) else ()
    return (state.hero, *maneuver)


EDIT: Kind[Edit] = Kind(
    "edit",
    Edit,
    title=_label,
    owner=lambda state: state.player,
    parent=lambda state: state.hero,
    links=_links,
    waiting=steps,
    hand_over=lambda state, player, _of: replace(state, player=player),
    goes_along=True,
    word=record_words.part,
    version=2,
    upgrade=upgrade,
)


# -- asked --------------------------------------------------------------------------------------


def sheet_of(action: SheetAction) -> RecordId:
    """Whose sheet it changes."""
    return action.hero if isinstance(action, SetVirtues | EditSheet) else action.combatant


def sheet_scope(action: SheetAction) -> Scope:
    """The sheet, what waits to be changed on it, and what the change needs besides."""
    sheet = sheet_of(action)
    waiting = Want(EDIT.name, parent=sheet)
    if isinstance(action, LearnManeuver | ForgetManeuver):
        return Scope(ids=(sheet, action.maneuver), wants=(waiting,))
    if isinstance(action, EditSheet) and action.name is not None:
        # Whoever is called so already.
        return Scope(ids=(sheet,), wants=(waiting, Want(HERO.name, text=one_line(action.name))))
    return Scope(ids=(sheet,), wants=(waiting,))


def sheet_player(scene: Scene, action: SheetAction) -> int | None:
    """Whose sheet it is; nobody's where it is one of the game masters' own."""
    return player_of(combatant(scene, sheet_of(action)))


def with_approval(perform: Perform) -> Perform:
    """The same change, which waits where this campaign wants a player's changes approved."""

    def change_or_ask(scene: Scene, action: SheetAction, dice: Dice) -> Turn:
        turn = perform(scene, action, dice)
        if scene.standing is Standing.GAME_MASTER or not EDITS_WAIT.holds(scene.campaign.settings):
            return turn
        hero = scene.get(HERO, sheet_of(action))
        edit = Edit(
            hero.id,
            hero.state.name,
            hero.state.player,
            sheet.differences(scene, hero.state, _after(turn, hero.id)),
            wanted(action),
        )
        _require_room(scene, edit)
        asked = EditAsked(edit.hero_name, edit.player, edit.changes)
        return Turn((Open(scene.new_id(), EDIT.name, edit),), (asked,))

    return change_or_ask


def _after(turn: Turn, hero: RecordId) -> Hero:
    return next(cast(Hero, change.state) for change in turn.changes if change.id == hero)


def _require_room(scene: Scene, edit: Edit) -> None:
    waiting = [record.state for record in scene.all(EDIT) if record.state.hero == edit.hero]
    parts = {each.key for each in edit.changes}
    for other in waiting:
        if parts & {each.key for each in other.changes}:
            raise RuleViolation(words.WAITS_ALREADY)
    if len(waiting) >= MOST_WAITING:
        raise RuleViolation(words.edits_too_many(MOST_WAITING))


# -- answered -----------------------------------------------------------------------------------


def edit_scope(action: ApproveEdit | DeclineEdit) -> Scope:
    """The asked change and its hero; every other hero, whose name a new one may not be."""
    wants = (Want(HERO.name),) if isinstance(action, ApproveEdit) else ()
    return Scope(ids=(action.edit,), wants=wants, links=True)


def approve_edit(scene: Scene, action: ApproveEdit, dice: Dice) -> Turn:
    """Carry the change out. Raises RuleViolation where the sheet has changed in it meanwhile."""
    edit = scene.get(EDIT, action.edit)
    hero = scene.get(HERO, edit.state.hero)
    for change in edit.state.changes:
        _require_unchanged(scene, hero, change)
    asked = edit.state.wanted.action
    turn = PERFORMS[type(asked)](scene, asked, dice)
    return _answered(edit, Answer.APPROVED, turn)


def decline_edit(scene: Scene, action: DeclineEdit, dice: Dice) -> Turn:
    """Leave the sheet as it is."""
    return _answered(scene.get(EDIT, action.edit), Answer.DECLINED, Turn())


def _require_unchanged(scene: Scene, hero: Record[Hero], change: Changed) -> None:
    now = sheet.value_of(scene, hero.state, change.key)
    if now != change.before:
        stands = sheet.instead(change.before, now, sheet.briefly)
        stood = sheet.value(change.before, sheet.briefly)
        raise RuleViolation(words.has_changed(safe(stands), safe(stood)))


def _answered(edit: Record[Edit], answer: Answer, turn: Turn) -> Turn:
    state = edit.state
    settled = Replace(edit.id, replace(state, answer=answer), archive=True)
    reached = [text for event in turn.events if isinstance(event, CounterSet) for text in event.reached]
    event = EditAnswered(
        state.hero_name,
        state.player,
        state.changes,
        is_approved=answer is Answer.APPROVED,
        reached=tuple(reached),
    )
    return Turn((settled, *turn.changes), (event,), subject=edit.id)


KINDS: tuple[Kind[Any], ...] = (EDIT,)


ACTIONS: tuple[ActionKind[Any], ...] = (
    *(
        ActionKind(action, with_approval(perform), Permit.OWNER_OR_GAME_MASTER, sheet_scope, sheet_player)
        for action, perform in PERFORMS.items()
    ),
    ActionKind(ApproveEdit, approve_edit, Permit.GAME_MASTERS, edit_scope),
    ActionKind(DeclineEdit, decline_edit, Permit.GAME_MASTERS, edit_scope),
)


EVENTS = (
    CounterSet,
    SheetChanged,
    EditAsked,
    EditAnswered,
)
