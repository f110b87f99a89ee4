"""What the parts of adventurers, fights and offers are called where an undo lists them."""

from __future__ import annotations

from typing import Any

from bot.engine import parts
from bot.engine.parts import Part, Parts, channel, person
from bot.systems.adventuria.state import Alignment, Attribute, Type, Until, Ware

VALUES: dict[str, str] = {
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


def part(path: tuple[str, ...], value: Any) -> Part:
    """A part of an adventurer, a fight or an offer."""
    return parts.part(PARTS, path[-1], value)


def chosen(value: str) -> str:
    """A choice by its name."""
    return VALUES[value]


def _named(value: dict[str, Any]) -> str:
    return str(value["name"])


def _change(value: dict[str, Any]) -> str:
    by = f" by {value['source']}" if value["source"] else ""
    until = f" {Until(value['until']).meaning}".rstrip()
    return f"{Attribute(value['attribute']).label} {value['amount']:+}{by}{until}"


def _price(value: dict[str, Any]) -> str:
    gold = value["gold"]
    amount = [f"{_count(gold)} gold"] if gold else []
    return ", ".join((*amount, *([value["name"]] if value["name"] else [])))


def _count(count: int) -> str:
    return "all" if count < 0 else str(count)


def _foe(value: dict[str, Any]) -> str:
    return f"{value['name']} with {value['wounds']} wound{'s' * (value['wounds'] != 1)}"


# Those without a name are bookkeeping, and not told.
PARTS: Parts = {
    "arms": "Arms",
    "magic": "Magic",
    "craft": "Craft",
    "vitae": "Vitae",
    "name": "name",
    "player": ("player", person),
    "type": ("type", chosen),
    "alignment": ("alignment", chosen),
    "gold": "Gold",
    "wounds": "Wounds",
    "melee_xp": "Melee XP",
    "magical_xp": "Magical XP",
    "changes": ("bonuses and penalties", _change),
    "possessions": ("possessions", lambda each: each["name"] + " (in hand)" * each["is_wielded"]),
    "quest": ("quest", _named),
    "goal": "goal of the quest",
    "quests_done": "quests done",
    "gains": ("waits for room", lambda each: str(each["possession"]["name"])),
    "losses": ("must lose", lambda each: Ware(each["ware"]).some(each["count"])),
    "stage": ("stands", chosen),
    "turn": "turn",
    "location": "location",
    "scene": "what was told",
    "ways": "where the turn may end",
    "shown": "of that, shown by something used",
    "met": ("met on this turn", lambda each: str(each["monster"])),
    "thrown": ("rolled for the text", lambda each: f"{each['purpose']}: {sum(each['dice'])}"),
    "slain": "felled for good",
    "felled": "monsters felled",
    "home": ("told in", channel),
    "portrait": "portrait",
    "picture": ("portrait", lambda _picture: "a picture"),
    "about": "notes",
    "end": ("end", chosen),
    # -- fights
    "foes": ("monsters", _foe),
    "kind": ("kind", chosen),
    "order": ("how they fight", chosen),
    "instructions": "instructions",
    "can_avoid": "may be avoided",
    "phase": ("stands", chosen),
    "exchange": "Combats fought",
    "rolls": ("rolled", lambda each: f"{each['own_total']} against {each['foe_total']}"),
    "ignoring": ("wounds ignored", _count),
    # -- offers
    "text": "what it says",
    "price": ("price", _price),
    "ware": ("price in kind", chosen),
    "gift": ("what is offered", _named),
    "options": "options",
    "answer": "answer",
}
