"""What the parts of adventurers, fights and offers are called where an undo lists them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from bot.engine.words import safe
from bot.systems.adventuria.state import Alignment, Attribute, Type, Until, Ware

# Those without a name are bookkeeping, and not told.
FIELDS = {
    "arms": "Arms",
    "magic": "Magic",
    "craft": "Craft",
    "vitae": "Vitae",
    "name": "name",
    "player": "player",
    "type": "type",
    "alignment": "alignment",
    "gold": "Gold",
    "wounds": "Wounds",
    "melee_xp": "Melee XP",
    "magical_xp": "Magical XP",
    "changes": "bonuses and penalties",
    "possessions": "possessions",
    "quest": "quest",
    "goal": "goal of the quest",
    "quests_done": "quests done",
    "gains": "waits for room",
    "losses": "must lose",
    "stage": "stands",
    "turn": "turn",
    "location": "location",
    "scene": "what was told",
    "ways": "where the turn may end",
    "shown": "of that, shown by something used",
    "met": "met on this turn",
    "thrown": "rolled for the text",
    "slain": "felled for good",
    "felled": "monsters felled",
    "home": "told in",
    "portrait": "portrait",
    "picture": "portrait",
    "about": "notes",
    "end": "end",
    # -- fights
    "foes": "monsters",
    "kind": "kind",
    "order": "how they fight",
    "instructions": "instructions",
    "can_avoid": "may be avoided",
    "phase": "stands",
    "exchange": "Combats fought",
    "rolls": "rolled",
    "ignoring": "wounds ignored",
    # -- offers
    "text": "what it says",
    "price": "price",
    "ware": "price in kind",
    "gift": "what is offered",
    "options": "options",
    "answer": "answer",
}
VALUES = {
    **{each.value: each.label for each in (*Type, *Alignment)},
    "between": "between turns",
    "turn": "in a turn",
    "camp": "camping",
    "gone": "out of the game",
    "fallen": "fallen",
    "retired": "retired",
    "melee": "Melee",
    "magical": "Magical",
    "in_turn": "one after another",
    "choose": "the player picks one",
    "together": "all at once",
    "kind": "the kind of Combat is to be chosen",
    "ready": "to be rolled",
    "rolled": "the dice are known",
    "again": "another Combat or the end",
    "over": "over",
    "won": "won",
    "left": "left",
    "avoided": "avoided",
    "fell": "the adventurer left the game",
    "stopped": "stopped",
    "gain": "a gift",
    "pay": "a purchase",
    "choice": "a choice",
    "quest": "a quest",
    "taken": "taken",
    "declined": "declined",
    "lapsed": "lapsed",
    "withdrawn": "withdrawn",
    "item": "an item",
    "spell": "a spell",
    "ally": "an ally",
}
# The fields whose values are some of those.
CHOSEN = ("type", "alignment", "stage", "end", "kind", "order", "phase", "ware")
A_PICTURE = "a picture"
YES, NO, ALL = "yes", "no", "all"
# As much of a list or a text as an undo shows.
LENGTH = 80


def part(path: tuple[str, ...], value: Any) -> tuple[str, str | None]:
    """A part of an adventurer, a fight or an offer."""
    name = path[-1]
    field = FIELDS.get(name, "")
    if value is None or value in ("", [], {}):
        return field, None
    if name in _WORDED:
        return field, _WORDED[name](value)
    if name in CHOSEN:
        return field, VALUES[value]
    return field, _said(value)


def _said(value: Any) -> str:
    if isinstance(value, bool):
        return YES if value else NO
    if isinstance(value, list):
        return _listed(value, str)
    if isinstance(value, dict):
        return safe(str(value.get("name", "")), LENGTH)
    return safe(str(value), LENGTH)


def _listed(values: list[Any], say: Callable[[Any], str]) -> str:
    return safe(", ".join(map(say, values)), LENGTH)


def _change(value: dict[str, Any]) -> str:
    by = f" by {value['source']}" if value["source"] else ""
    until = f" {Until(value['until']).meaning}".rstrip()
    return f"{Attribute(value['attribute']).label} {value['amount']:+}{by}{until}"


def _price(value: dict[str, Any]) -> str:
    gold = value["gold"]
    parts = [f"{ALL if gold < 0 else gold} gold"] if gold else []
    return safe(", ".join((*parts, *([value["name"]] if value["name"] else []))), LENGTH)


# Parts of their own sort, each with how it is said.
_WORDED: dict[str, Callable[[Any], str]] = {
    "player": lambda player: f"<@{player}>",
    "home": lambda channel: f"<#{channel}>",
    "picture": lambda _picture: A_PICTURE,
    "possessions": lambda held: _listed(held, lambda each: each["name"] + " (in hand)" * each["is_wielded"]),
    "changes": lambda changes: _listed(changes, _change),
    "gains": lambda gains: _listed(gains, lambda each: str(each["possession"]["name"])),
    "losses": lambda losses: _listed(losses, lambda each: Ware(each["ware"]).some(each["count"])),
    "met": lambda met: _listed(met, lambda each: str(each["monster"])),
    "thrown": lambda thrown: _listed(thrown, lambda each: f"{each['purpose']}: {sum(each['dice'])}"),
    "foes": lambda foes: _listed(
        foes, lambda each: f"{each['name']} with {each['wounds']} wound{'s' * (each['wounds'] != 1)}"
    ),
    "rolls": lambda rolls: _listed(rolls, lambda each: f"{each['own_total']} against {each['foe_total']}"),
    "price": _price,
    "ignoring": lambda count: ALL if count < 0 else str(count),
}
