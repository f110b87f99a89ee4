"""What the parts of adventurers, fights and offers are called where an undo lists them."""

from __future__ import annotations

from typing import Any

from bot.engine import parts
from bot.engine.parts import Part, Parts, channel, either, person, quoted, untold
from bot.engine.text import Labelled, Safe, T, as_read, listed
from bot.systems.adventuria.state import Alignment, Attribute, Type, Until, Ware

VALUES: dict[str, T | Labelled] = {
    **{each.value: each for each in (*Type, *Alignment)},
    "between": T("between turns"),
    "turn": T("in a turn"),
    "camp": T("camping"),
    "gone": T("out of the game"),
    "fallen": T("fallen"),
    "retired": T("retired"),
    "melee": T("Melee"),
    "magical": T("Magical"),
    "in_turn": T("one after another"),
    "choose": T("the player picks one"),
    "together": T("all at once"),
    "kind": T("choosing the kind of Combat"),
    "ready": T("ready to roll"),
    "rolled": T("dice known"),
    "again": T("another Combat or the end"),
    "over": T("over"),
    "won": T("won"),
    "left": T("left"),
    "avoided": T("avoided"),
    "fell": T("the adventurer left the game"),
    "stopped": T("stopped"),
    "gain": T("a gift"),
    "pay": T("a purchase"),
    "choice": T("a choice"),
    "quest": T("a quest"),
    "taken": T("taken"),
    "declined": T("declined"),
    "lapsed": T("lapsed"),
    "withdrawn": T("withdrawn"),
    "item": T("an item"),
    "spell": T("a spell"),
    "ally": T("an ally"),
}


def part(path: tuple[str, ...], value: Any) -> Part:
    """A part of an adventurer, a fight or an offer; of a possession what is its own."""
    if path[0] == "possessions" and len(path) > 1:
        return parts.part(OF_POSSESSIONS, path[-1], value)
    return parts.part(PARTS, path[-1], value)


def same(_adventurer: str, path: tuple[str, ...], before: Any, after: Any) -> str | None:
    """A possession by its number: taken in hand or put away, it is no other."""
    is_one = path == ("possessions",) and before["number"] == after["number"]
    return str(before["name"]) if is_one else None


def chosen(value: str) -> Safe:
    """A choice by its name."""
    return as_read(VALUES[value])


def _named(value: dict[str, Any]) -> str:
    return str(value["name"])


def _change(value: dict[str, Any]) -> Safe:
    told = {"what": Attribute(value["attribute"]), "amount": value["amount"]}
    by, until = value["source"], Until(value["until"])
    change = T("{what} {amount:+} by {by}")(**told, by=by) if by else T("{what} {amount:+}")(**told)
    return T("{change} {until}")(change=change, until=until.meaning) if until.meaning else change


def _price(value: dict[str, Any]) -> Safe:
    gold = [T("{count} gold")(count=_count(value["gold"]))] if value["gold"] else []
    return listed([*gold, *filter(None, [value["name"]])], ",")


def _count(count: int) -> Safe:
    return T("all")() if count < 0 else T("{count}")(count=count)


def _foe(value: dict[str, Any]) -> Safe:
    says = T("{name} with {wounds} {wounds:wound|wounds}")
    return says(name=value["name"], wounds=value["wounds"])


def _possession(value: dict[str, Any]) -> Safe:
    return (T("{name} (in hand)") if value["is_wielded"] else T("{name}"))(name=value["name"])


def _roll(value: dict[str, Any]) -> Safe:
    return T("{own} against {foe}")(own=value["own_total"], foe=value["foe_total"])


def _thrown(value: dict[str, Any]) -> str:
    # What was thrown before attributes were added has none.
    return f"{value['purpose']}: {sum(value['dice']) + value.get('added', 0)}"


OF_POSSESSIONS: Parts = {
    "name": T("name"),
    "about": (T("notes"), untold),
    "is_wielded": (T("hand"), either(T("in hand again"), T("put away again"))),
}
# Those without a name are bookkeeping, and not told.
PARTS: Parts = {
    "arms": T("Arms"),
    "magic": T("Magic"),
    "craft": T("Craft"),
    "vitae": T("Vitae"),
    "name": T("name"),
    "player": (T("player"), person),
    "type": (T("type"), chosen),
    "alignment": (T("alignment"), chosen),
    "gold": T("Gold"),
    "wounds": T("Wounds"),
    "melee_xp": T("Melee XP"),
    "magical_xp": T("Magical XP"),
    "changes": (T("bonuses and penalties"), _change),
    "possessions": (T("possessions"), _possession),
    "quest": (T("quest"), _named),
    "goal": (T("goal of the quest"), quoted),
    "quests_done": T("quests done"),
    "gains": (T("gains waiting for room"), lambda each: str(each["possession"]["name"])),
    "losses": (T("required losses"), lambda each: Ware(each["ware"]).some(each["count"])),
    "stage": (T("stage"), chosen),
    "turn": T("turn"),
    "location": T("location"),
    "scene": (T("scene"), quoted),
    "ways": T("ways"),
    "shown": T("ways shown"),
    "met": (T("encounters this turn"), lambda each: str(each["monster"])),
    "thrown": (T("rolls for the text"), _thrown),
    "asked": (T("roll asked for"), lambda each: str(each["purpose"])),
    "slain": T("monsters felled for good"),
    "felled": T("monsters felled"),
    "home": (T("thread"), channel),
    "portrait": T("portrait"),
    "picture": (T("portrait"), lambda _picture: T("a picture")()),
    "about": (T("notes"), untold),
    "end": (T("end"), chosen),
    # -- fights
    "foes": (T("monsters"), _foe),
    "kind": (T("kind"), chosen),
    "order": (T("order of the fight"), chosen),
    "instructions": (T("instructions"), quoted),
    "can_avoid": T("chance to avoid the fight"),
    "phase": (T("phase"), chosen),
    "exchange": T("Combats fought"),
    "rolls": (T("rolls"), _roll),
    "ignoring": (T("ignored wounds"), _count),
    # -- offers
    "text": (T("text"), quoted),
    "price": (T("price"), _price),
    "ware": (T("price in kind"), chosen),
    "gift": (T("gift"), _named),
    "options": T("options"),
    "answer": (T("answer"), quoted),
}
