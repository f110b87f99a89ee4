"""Changes of a sheet that were asked for before there were proposals: read as such."""

from __future__ import annotations

import json
from typing import Any

from bot.engine.event import Event
from bot.engine.proposals import formerly
from bot.engine.text import Safe, T
from bot.systems.second_kingdom.heroes.changes import Changed, Part, Uploaded, Value, in_a_line, titled
from bot.systems.second_kingdom.state import Counter, Defence


class EditAsked(Event):
    """A change to a sheet waited for a game master."""

    hero_name: str
    player: int
    changes: tuple[Changed, ...]

    def sentence(self) -> Safe:
        """Who asked for what."""
        return T("{hero}: {player:@} asks for {changes}.")(
            hero=self.hero_name, player=self.player, changes=in_a_line(self.changes)
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
            T("{player:@} asked for {hero}: {changes}. Approved.")
            if self.is_approved
            else T("{player:@} asked for {hero}: {changes}. Declined.")
        )
        return says(hero=self.hero_name, player=self.player, changes=in_a_line(self.changes))


# What was wanted, by the name of its action.
ACTIONS = {
    "virtues": "SetVirtues",
    "counter": "SetCounter",
    "shape": "ShapeCounter",
    "removal": "RemoveCounter",
    "defence": "SetDefence",
    "learning": "LearnManeuver",
    "forgetting": "ForgetManeuver",
    "sheet": "EditSheet",
    "portrait": "SetPortrait",
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
        "title": titled(data["hero_name"], tuple(map(_change, data["changes"]))),
        "deeds": json.dumps([["second_kingdom", ACTIONS[name], json.dumps(asked)]]),
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
