"""What the parts of a kingdom are called where an undo lists them, and how a part of any record is said."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from bot.engine.text import Labelled, listed
from bot.engine.words import clip, number, safe, signed
from bot.systems.kingdom.book import (
    DUTY_DAYS,
    Alignment,
    Attribute,
    Backing,
    Holiday,
    Number,
    Phase,
    Promotion,
    Role,
    Stage,
    Step,
    Task,
    Taxation,
    Tribute,
)

# As much of a list or a text as an undo shows.
LENGTH = 120
Say = Callable[[Any], str]
# By field: what it is called, and how a value of it, or each of a list of them, is said if not as it is.
Parts = Mapping[str, str | tuple[str, Say]]
Part = tuple[str, str | None]


def part(parts: Parts, field: str, value: Any) -> Part:
    """That field; it has no name where it is bookkeeping, and not told."""
    row = parts.get(field, "")
    name, say = (row, plain) if isinstance(row, str) else row
    return name, said(value, say)


def said(value: Any, say: Say) -> str | None:
    """A value in words; None where there is none."""
    if value is None or value in ("", [], {}):
        return None
    text = ", ".join(map(say, value)) if isinstance(value, list) else say(value)
    # A mention must stay one; nobody typed it.
    return clip(text, LENGTH) if say in (_channel, _person, signed) else safe(text, LENGTH)


def plain(value: Any) -> str:
    """A value as it is."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int):
        return number(value)
    if isinstance(value, dict):
        return ", ".join(plain(each) for each in value.values())
    return str(value)


def labelled(kind: type[Labelled]) -> Say:
    """A member of that enum by its label."""
    labels = {each.value: each.label for each in kind}
    return lambda value: labels.get(value, str(value).replace("_", " "))


def a_kingdom(_id: str) -> str:
    """The kingdom that something belongs to."""
    return "a kingdom"


def kingdom_part(path: tuple[str, ...], value: Any) -> Part:
    """A part of a kingdom; a step or settlement by which it is kept may be called like another part."""
    if path[0] == "duties" and len(path) > 1:
        return f"who does what: {Task(path[1]).label}", said(value, labelled(Role))
    if path[-1] in LIMITS and "used" in path:
        return LIMITS[path[-1]], said(value, str)
    return part(KINGDOM, next((each for each in ("sold", "opened") if each in path), path[-1]), value)


LIMITS = {
    "settlements": "new settlements this month",
    "buildings": "buildings this month",
    "terrain": "improvements this month",
    "claims": "claims this month",
}


def _leader(value: dict[str, Any]) -> str:
    """A leader with all that counts: two states of one must not read alike."""
    facts = [f"{ability} {score}" for ability, score in value["scores"].items()]
    facts += ["Leadership"] if value["has_leadership"] else []
    facts += [f"{value['ranks']} ranks"] if value["ranks"] else []
    facts += [Attribute(each).label for each in value["attributes"]]
    facts += [f"{value['days']} days of duty"] if value["days"] != DUTY_DAYS else []
    facts += ["has died"] if value["has_died"] else []
    more = f" ({', '.join(facts)})" if facts else ""
    return f"{Role(value['role']).label} {value['name']}{more}"


def _lapse(value: dict[str, Any]) -> str:
    return f"{Role(value['role']).label} until month {value['last']}"


def _change(value: dict[str, Any]) -> str:
    return f"{Number(value['stat']).label} {signed(value['amount'])} by {value['name']}"


def _army(value: dict[str, Any]) -> str:
    return f"{value['name']} (Consumption {value['consumption']})"


def _event(value: dict[str, Any]) -> str:
    return str(value["event"]).replace("_", " ").capitalize()


def _cut_off(value: dict[str, Any]) -> str:
    state = "lost" if value["is_lost"] else "held" if value["is_held"] else "undecided"
    return f"{len(value['spots'])} hexes since month {value['since']}, {state}"


def _mark(value: dict[str, Any]) -> str:
    return Step(value["step"]).label + (" (passed over)" if value["how"] == "skipped" else "")


def _roll(value: dict[str, Any]) -> str:
    outcome = "success" if value["is_success"] else "failure"
    return f"{number(value['total'])} against {value['dc']}: {outcome}"


def _milestone(value: str) -> str:
    return {"kingdom": "founded"}.get(value, value)


def _duties(value: dict[str, list[str]]) -> str:
    return "; ".join(
        f"{Task(task).label}: {listed([Role(each).label for each in roles])}" for task, roles in value.items()
    )


def _channel(value: int) -> str:
    return f"<#{value}>"


def _person(value: int) -> str:
    return f"<@{value}>"


def _points(value: int) -> str:
    return f"{number(value)} BP"


KINGDOM: Parts = {
    "name": "name",
    "alignment": ("alignment", labelled(Alignment)),
    "stage": ("stands", labelled(Stage)),
    "home": ("told in", _channel),
    "treasury": ("Treasury", _points),
    "stored": ("in Granaries", _points),
    "unrest": "Unrest",
    "leaders": ("leaders", _leader),
    "lapses": ("counts as vacant", _lapse),
    "duties": ("who does what", _duties),
    "proxies": ("who may act for others", _person),
    "changes": ("named sources", _change),
    "armies": ("armies", _army),
    "happenings": ("events under way", _event),
    "first": "first hex",
    "parts": ("hexes cut off", _cut_off),
    "emptied": "without hexes since month",
    "is_in_anarchy": "anarchy",
    "frozen": "stands still",
    "last_had_event": "an event last month",
    "milestones": ("milestones", _milestone),
    "xp": "experience",
    "about": "what it is about",
    # -- its terms
    "backing": ("terms", labelled(Backing)),
    "sponsor": "sponsor",
    "points": ("build points to begin with", _points),
    "tribute": ("tribute", labelled(Tribute)),
    "debt": ("still to be paid back", _points),
    # -- its edicts
    "holiday": ("Holidays", labelled(Holiday)),
    "promotion": ("Promotion", labelled(Promotion)),
    "taxation": ("Taxation", labelled(Taxation)),
    # -- its month
    "number": "month",
    "phase": ("phase", labelled(Phase)),
    "marks": ("steps over", _mark),
    "size": "Size that sets the limits",
    "used": "used this month",
    "has_housed": "free House built this month",
    "has_magic": "construction magic used this month",
    "has_withdrawn": "BP withdrawn this month",
    "purges": "item slots tried to empty this month",
    "sold": "items sold this month",
    "resisted": "Free Cities that resisted this month",
    "stand_in": ("stands in for the Ruler", labelled(Role)),
    "rolls": ("rolled this month", _roll),
    "had_event": "an event this month",
    "has_hired": "adventurers hired",
}
