"""A settlement's parts as an undo says them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from bot.engine.words import clip, safe
from bot.systems.kingdom.book import Backing, BuildingType, Tribute
from bot.systems.kingdom.names import (
    ALIGNMENTS,
    ATTRIBUTES,
    BORDERS,
    HOLIDAYS,
    IMPROVEMENTS,
    NUMBERS,
    PHASES,
    PROMOTIONS,
    ROLES,
    SPECIALS,
    STEPS,
    TASKS,
    TAXATIONS,
    TERRAINS,
    labels_of,
    listed,
    number,
    signed,
)

BUILDINGS = labels_of(BuildingType)
TOWN = {
    "name": "name",
    "spot": "lies at",
    "kingdom": "belongs to a kingdom",
    "founded": "month it was founded",
    "districts": "districts",
    "lots": "lots told of",
    "base_value": "base value told of",
    "borders": "borders that are water",
    "gives": "gives",
    "is_hidden": "hidden from players",
    "shores": "water borders of further districts",
    "buildings": "buildings",
    "remains": "sites of former buildings",
    "grants": "found or given",
    "plans": "drawn up",
    "calmed": "Unrest lowered once by",
}
COLUMNS, SIDE = "ABCDEF", 6


def buildings(value: list[dict[str, Any]]) -> str:
    """How many there are, and the newest of them: an undo shows only the beginning."""
    newest = sorted(value, key=lambda each: (not each["is_damaged"], -each["number"]))
    return f"{len(value)}: {', '.join(map(_building, newest))}"


def _building(value: dict[str, Any]) -> str:
    told = [f"{BUILDINGS[value['type']]} {_place(value['place'])}"]
    told += ["damaged"] if value["is_damaged"] else []
    told += [f"sells {', '.join(each['name'] or 'an unnamed item' for each in value['wares'])}"] * bool(
        value["wares"]
    )
    told += [f"CR {value['cr']}"] if value["cr"] else []
    told += [f"shows {value['display']:,} gp"] if value["display"] else []
    return " ".join(told)


def _place(value: dict[str, Any]) -> str:
    where = value["border"] or "+".join(f"{COLUMNS[lot % SIDE]}{lot // SIDE + 1}" for lot in value["lots"])
    return f"{value['district']}:{where}" if where else f"district {value['district']}"


def _placed(value: dict[str, Any]) -> str:
    return f"{BUILDINGS[value['type']]} {_place(value['place'])}"


def _grant(value: dict[str, Any]) -> str:
    what = BUILDINGS[value["type"]] if value["type"] else "any building"
    return f"{what} ({value['gift']})"


def _shore(value: list[str]) -> str:
    return listed([BORDERS[each] for each in value]) or "none"


# How one of a list is said.
SAID: Mapping[str, Callable[[Any], str]] = {
    "remains": _placed,
    "plans": _placed,
    "grants": _grant,
    "shores": _shore,
    "calmed": BUILDINGS.__getitem__,
}


# -- What the parts of kingdoms, lands and settlements are called where an undo lists them -----------------


# Those without a name are bookkeeping, and not told. A path's last part that has one names it.
KINGDOM = {
    "name": "name",
    "alignment": "alignment",
    "stage": "stands",
    "home": "told in",
    "treasury": "Treasury",
    "stored": "in Granaries",
    "unrest": "Unrest",
    "leaders": "leaders",
    "lapses": "counts as vacant",
    "duties": "who does what",
    "proxies": "who may act for others",
    "changes": "named sources",
    "armies": "armies",
    "happenings": "events under way",
    "first": "first hex",
    "parts": "hexes cut off",
    "emptied": "without hexes since month",
    "is_in_anarchy": "anarchy",
    "frozen": "stands still",
    "last_had_event": "an event last month",
    "milestones": "milestones",
    "xp": "experience",
    "about": "what it is about",
    # -- its terms
    "backing": "terms",
    "sponsor": "sponsor",
    "points": "build points to begin with",
    "tribute": "tribute",
    "debt": "still to be paid back",
    # -- its edicts
    "holiday": "Holidays",
    "promotion": "Promotion",
    "taxation": "Taxation",
    # -- its month
    "number": "month",
    "phase": "phase",
    "marks": "steps over",
    "size": "Size that sets the limits",
    "used": "used this month",
    "has_housed": "free House built this month",
    "has_magic": "construction magic used this month",
    "has_withdrawn": "BP withdrawn this month",
    "purges": "item slots tried to empty this month",
    "sold": "items sold this month",
    "resisted": "Free Cities that resisted this month",
    "stand_in": "stands in for the Ruler",
    "rolls": "rolled this month",
    "had_event": "an event this month",
    "has_hired": "adventurers hired",
}
LAND = {
    "name": "name",
    "terrain": "terrain",
    "label": "label",
    "rivers": "rivers",
    "is_coast": "coast",
    "has_lake": "lake",
    "specials": "special terrain",
    "is_explored": "explored",
    "is_cleared": "cleared",
    "is_revealed": "revealed",
    "realm": "claimed",
    "improvements": "improvements",
    "prepared": "site prepared",
    "notes": "notes",
    "secret": "game masters' notes",
}
LIMITS = {
    "settlements": "new settlements this month",
    "buildings": "buildings this month",
    "terrain": "improvements this month",
    "claims": "claims this month",
}
STAGES = {"founding": "being founded", "standing": "stands", "ended": "no more"}
DIRECTIONS = {
    "E": "east",
    "NE": "north-east",
    "NW": "north-west",
    "W": "west",
    "SW": "south-west",
    "SE": "south-east",
}
MILESTONES = {"kingdom": "founded", "capital": "capital"}
# As much of a list or a text as an undo shows.
LENGTH = 120
DUTY_DAYS = 7
A_KINGDOM, YES, NO = "a kingdom", "yes", "no"

Part = tuple[str, str | None]
Say = Callable[[Any], str]


def kingdom_part(path: tuple[str, ...], value: Any) -> Part:
    """A part of a kingdom; a step or settlement by which it is kept may be called like another part."""
    if path[0] == "duties" and len(path) > 1:
        return f"{KINGDOM['duties']}: {TASKS[path[1]]}", _said(value, _duty)
    if path[-1] in LIMITS and "used" in path:
        return LIMITS[path[-1]], _said(value, str)
    name = next((each for each in ("sold", "opened") if each in path), path[-1])
    return KINGDOM.get(name, ""), _said(value, _OF_KINGDOM.get(name, _plain))


def land_part(path: tuple[str, ...], value: Any) -> Part:
    """A part of a land: which hex, and what of it."""
    if path[0] != "hexes":
        return LAND.get(path[-1], ""), _said(value, _plain)
    if len(path) < 3:
        spot = path[1] if len(path) > 1 else ""
        return f"hex {spot}".strip(), _said(value, _hex)
    name = LAND.get(path[2], "")
    return (f"{path[1]} {name}" if name else ""), _said(value, _OF_LAND.get(path[2], _plain))


def town_part(path: tuple[str, ...], value: Any) -> Part:
    """A part of a settlement."""
    if path[0] == "gives" and len(path) > 1:
        return f"{TOWN['gives']} {NUMBERS[path[1]]}", _said(value, signed)
    if path == ("buildings",) and value:
        return TOWN["buildings"], safe(buildings(value), LENGTH)
    return TOWN.get(path[-1], ""), _said(value, _OF_TOWN.get(path[-1], _plain))


def _said(value: Any, say: Say) -> str | None:
    """A value in words; None where there is none."""
    if value is None or value in ("", [], {}):
        return None
    told = ", ".join(map(say, value)) if isinstance(value, list) else say(value)
    # A mention must stay one; nobody typed it.
    return clip(told, LENGTH) if say in (_channel, _person, signed) else safe(told, LENGTH)


def _plain(value: Any) -> str:
    if isinstance(value, bool):
        return YES if value else NO
    if isinstance(value, int):
        return number(value)
    if isinstance(value, dict):
        return ", ".join(_plain(each) for each in value.values())
    return str(value)


def _named(names: Mapping[str, str]) -> Say:
    return lambda value: names.get(value, str(value).replace("_", " "))


# -- what is kept in lists ----------------------------------------------------------------------------


def _leader(value: dict[str, Any]) -> str:
    """A leader with all that counts: two states of one must not read alike."""
    told = [f"{ability} {score}" for ability, score in value["scores"].items()]
    told += ["Leadership"] if value["has_leadership"] else []
    told += [f"{value['ranks']} ranks"] if value["ranks"] else []
    told += [ATTRIBUTES[each] for each in value["attributes"]]
    told += [f"{value['days']} days of duty"] if value["days"] != DUTY_DAYS else []
    told += ["has died"] if value["has_died"] else []
    more = f" ({', '.join(told)})" if told else ""
    return f"{ROLES[value['role']]} {value['name']}{more}"


def _lapse(value: dict[str, Any]) -> str:
    return f"{ROLES[value['role']]} until month {value['last']}"


def _change(value: dict[str, Any]) -> str:
    return f"{NUMBERS[value['stat']]} {signed(value['amount'])} by {value['name']}"


def _army(value: dict[str, Any]) -> str:
    return f"{value['name']} (Consumption {value['consumption']})"


def _happening(value: dict[str, Any]) -> str:
    return str(value["event"]).replace("_", " ").capitalize()


def _cut_off(value: dict[str, Any]) -> str:
    state = "lost" if value["is_lost"] else "held" if value["is_held"] else "undecided"
    return f"{len(value['spots'])} hexes since month {value['since']}, {state}"


def _mark(value: dict[str, Any]) -> str:
    return STEPS[value["step"]] + (" (passed over)" if value["how"] == "skipped" else "")


def _roll(value: dict[str, Any]) -> str:
    outcome = "success" if value["is_success"] else "failure"
    return f"{number(value['total'])} against {value['dc']}: {outcome}"


def _hex(value: dict[str, Any]) -> str:
    """A hex that was drawn, or all of them."""
    if "terrain" not in value:
        return f"{len(value)} hexes"
    return f"{value['label']} {TERRAINS[value['terrain']]}".strip()


def _gives(value: dict[str, int]) -> str:
    return listed([f"{NUMBERS[stat]} {signed(amount)}" for stat, amount in value.items()])


def _channel(value: int) -> str:
    return f"<#{value}>"


def _person(value: int) -> str:
    return f"<@{value}>"


def _points(value: int) -> str:
    return f"{number(value)} BP"


def _ready(value: int) -> str:
    return f"from month {value} on"


def _duty(value: Any) -> str:
    return ROLES.get(value, str(value))


def _duties(value: dict[str, list[str]]) -> str:
    return "; ".join(f"{TASKS[task]}: {listed([ROLES[r] for r in roles])}" for task, roles in value.items())


_OF_KINGDOM: Mapping[str, Say] = {
    "alignment": _named(ALIGNMENTS),
    "stage": _named(STAGES),
    "home": _channel,
    "treasury": _points,
    "stored": _points,
    "points": _points,
    "debt": _points,
    "leaders": _leader,
    "lapses": _lapse,
    "duties": _duties,
    "proxies": _person,
    "changes": _change,
    "armies": _army,
    "happenings": _happening,
    "parts": _cut_off,
    "milestones": _named(MILESTONES),
    "backing": _named(labels_of(Backing)),
    "tribute": _named(labels_of(Tribute)),
    "holiday": _named(HOLIDAYS),
    "promotion": _named(PROMOTIONS),
    "taxation": _named(TAXATIONS),
    "phase": _named(PHASES),
    "marks": _mark,
    "stand_in": _named(ROLES),
    "rolls": _roll,
}
_OF_LAND: Mapping[str, Say] = {
    "terrain": _named(TERRAINS),
    "rivers": _named(DIRECTIONS),
    "specials": _named(SPECIALS),
    "improvements": _named(IMPROVEMENTS),
    "realm": lambda value: A_KINGDOM,
    "prepared": _ready,
}
_OF_TOWN: Mapping[str, Say] = {
    "kingdom": lambda value: A_KINGDOM,
    "borders": _named(DIRECTIONS),
    "gives": _gives,
    **SAID,
}
