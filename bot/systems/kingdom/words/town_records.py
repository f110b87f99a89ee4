"""A settlement's parts as an undo says them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from bot.systems.kingdom.words.buildings import BUILDINGS
from bot.systems.kingdom.words.names import BORDERS, listed

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
