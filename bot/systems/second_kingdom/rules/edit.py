"""A change to a sheet that a player asked for, as it is kept until a game master answers."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

from bot.engine.system import RecordId
from bot.systems.second_kingdom.rules.changes import Changed
from bot.systems.second_kingdom.rules.counters import RemoveCounter, SetCounter, ShapeCounter
from bot.systems.second_kingdom.rules.defences import SetDefence
from bot.systems.second_kingdom.rules.heroes import SetVirtues
from bot.systems.second_kingdom.rules.learning import ForgetManeuver, LearnManeuver
from bot.systems.second_kingdom.rules.portraits import SetPortrait
from bot.systems.second_kingdom.rules.sheets import EditSheet

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
