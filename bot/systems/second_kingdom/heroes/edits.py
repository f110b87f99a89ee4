"""Changes of a sheet: done at once, or proposed where the campaign wants a player's changes approved."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any

from bot.engine.dice.source import Dice
from bot.engine.event import Event
from bot.engine.people import Permit, Standing
from bot.engine.proposals import PROPOSAL, Proposing, formerly
from bot.engine.settings import EDITS_WAIT
from bot.engine.system import ActionKind, Kind, RecordId, Scene, Scope, Turn, Want
from bot.engine.text import Safe, T
from bot.engine.words import one_line
from bot.systems.second_kingdom.heroes import sheet
from bot.systems.second_kingdom.heroes.people import HERO, SetVirtues, combatant, player_of, set_virtues
from bot.systems.second_kingdom.heroes.sheet import (
    Changed,
    EditSheet,
    ForgetManeuver,
    LearnManeuver,
    Part,
    RemoveCounter,
    SetCounter,
    SetDefence,
    SetPortrait,
    ShapeCounter,
    Uploaded,
    Value,
    briefly,
    differences,
    edit_sheet,
    forget_maneuver,
    in_words,
    learn_maneuver,
    remove_counter,
    set_counter,
    set_defence,
    set_portrait,
    shape_counter,
)
from bot.systems.second_kingdom.state import Combatant, Counter, Defence, Guard

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

# All that changes a sheet: at once, or once it is approved.
PERFORMS: dict[type[Any], Callable[[Scene, Any, Dice], Turn]] = {
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


def sheet_of(action: SheetAction) -> RecordId:
    """Whose sheet it changes."""
    return action.hero if isinstance(action, SetVirtues | EditSheet) else action.combatant


def sheet_scope(action: SheetAction) -> Scope:
    """The sheet, and what the change needs besides."""
    sheet = sheet_of(action)
    if isinstance(action, LearnManeuver | ForgetManeuver):
        return Scope(ids=(sheet, action.maneuver))
    if isinstance(action, EditSheet) and action.name is not None:
        # Whoever is called so already.
        return Scope(ids=(sheet,), wants=(Want(HERO.name, text=one_line(action.name)),))
    return Scope(ids=(sheet,))


def sheet_player(scene: Scene, action: SheetAction) -> int | None:
    """Whose sheet it is; nobody's where it is one of the game masters' own."""
    return player_of(combatant(scene, sheet_of(action)))


# -- proposed -------------------------------------------------------------------------------------------


def waits_for_approval(scene: Scene, _action: SheetAction) -> bool:
    """Whether this campaign wants a player's changes approved (Q25 leaves it to the table)."""
    return scene.standing is not Standing.GAME_MASTER and EDITS_WAIT.holds(scene.campaign.settings)


def _title(before: Scene, after: Scene, action: SheetAction) -> str:
    hero = sheet_of(action)
    old: Combatant = before.records[hero].state
    return _titled(old.name, differences(after, old, after.records[hero].state))


def _titled(name: str, changes: tuple[Changed, ...]) -> str:
    return f"{name}: {in_words(changes, briefly)}"


def _numbers(action: SheetAction) -> Mapping[str, str]:
    """What a game master may write otherwise in it."""
    if isinstance(action, SetVirtues | EditSheet):
        fields = ("name", "courage", "prudence", "temperance", "about", "portrait")
        written = {name: getattr(action, name, None) for name in fields}
        return {name: str(value) for name, value in written.items() if value is not None}
    if isinstance(action, SetCounter):
        return {"value": str(action.value)}
    if isinstance(action, ShapeCounter):
        return {"least": str(action.least), "most": "" if action.most is None else str(action.most)}
    if isinstance(action, SetDefence):
        pairs = {guard.value: getattr(action, guard.value) for guard in Guard}
        return {name: f"{first}/{second}" for name, (first, second) in pairs.items()}
    return {}


def _later(action: SheetAction) -> SheetAction:
    """By the time that it is answered, the form that it came from is old."""
    return action.without_form() if isinstance(action, EditSheet) else action


def _portrait(action: SheetAction) -> tuple[str, str]:
    if isinstance(action, EditSheet):
        return action.portrait or "", ""
    return (action.address, action.data) if isinstance(action, SetPortrait) else ("", "")


PROPOSED: Proposing[Any] = Proposing(waits_for_approval, _title, _numbers, _later, _portrait)


# -- of earlier days ------------------------------------------------------------------------------------


class EditAsked(Event):
    """A change to a sheet waited for a game master."""

    hero_name: str
    player: int
    changes: tuple[Changed, ...]

    def sentence(self) -> Safe:
        """Who asked for what."""
        return T("{hero}: {player:@} asks for {changes}.")(
            hero=self.hero_name, player=self.player, changes=sheet.told(self.changes)
        )


class EditAnswered(Event):
    """It was approved or declined; `reached` are the thresholds that a counter came to by it."""

    hero_name: str
    player: int
    changes: tuple[Changed, ...]
    is_approved: bool
    reached: tuple[str, ...] = ()

    def sentence(self) -> Safe:
        """What was answered."""
        says = (
            T("{hero}: {changes}, asked by {player:@}: approved.")
            if self.is_approved
            else T("{hero}: {changes}, asked by {player:@}: declined.")
        )
        return says(hero=self.hero_name, player=self.player, changes=sheet.told(self.changes))


_ACTIONS = {
    "virtues": SetVirtues,
    "counter": SetCounter,
    "shape": ShapeCounter,
    "removal": RemoveCounter,
    "defence": SetDefence,
    "learning": LearnManeuver,
    "forgetting": ForgetManeuver,
    "sheet": EditSheet,
    "portrait": SetPortrait,
}


def upgrade(version: int, data: dict[str, Any]) -> dict[str, Any]:
    """Version 1 kept the numbers alone, of some virtues or of one counter; version 2 was no proposal yet."""
    return _asked(data) if version == 1 else _proposed(data)


def _asked(data: dict[str, Any]) -> dict[str, Any]:
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


def _proposed(data: dict[str, Any]) -> dict[str, Any]:
    (name, asked), *_ = ((name, each) for name, each in data["wanted"].items() if each is not None)
    facts = {"name": data["hero_name"], "changes": data["changes"]}
    told = {"audience": {}, "event": json.dumps({"event": "SheetChanged", "facts": facts})}
    touches = [data["hero"]] + ([asked["maneuver"]] if "maneuver" in asked else [])
    terms = {
        "system": "second_kingdom",
        "title": _titled(data["hero_name"], tuple(map(_change, data["changes"]))),
        "deeds": json.dumps([["second_kingdom", _ACTIONS[name].__name__, json.dumps(asked)]]),
        "told": [told],
        "touches": touches,
        "address": asked.get("portrait") or asked.get("address", ""),
        "data": asked.get("data", ""),
    }
    answer = "accepted" if data["answer"] == "approved" else data["answer"]
    return {"author": data["player"], "by": data["player"], "terms": terms, "answer": answer}


def _change(data: dict[str, Any]) -> Changed:
    part = Part(data.get("part", "counter"))
    return Changed(data["name"], _value(data["before"]), _value(data["after"]), part)


def _value(data: Any) -> Value:
    if not isinstance(data, dict):
        return data if isinstance(data, int | str) else None
    if "picture" in data:
        return Uploaded(data["picture"])
    return Defence.of(data) if "source" in data else Counter.of(data)


EDIT = formerly("edit", 3, upgrade)
# What can wait about a sheet.
WAITING = (PROPOSAL, EDIT)
KINDS: tuple[Kind[Any], ...] = (EDIT,)
ACTIONS: tuple[ActionKind[Any], ...] = tuple(
    ActionKind(action, perform, Permit.OWNER_OR_GAME_MASTER, sheet_scope, sheet_player, proposed=PROPOSED)
    for action, perform in PERFORMS.items()
)
EVENTS: tuple[type[Any], ...] = (sheet.CounterSet, sheet.SheetChanged, EditAsked, EditAnswered)
