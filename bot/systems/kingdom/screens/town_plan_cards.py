"""Messages about plans of settlements: each to whoever changed one, and to nobody else."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from bot.play import Post
from bot.systems.kingdom.rules.building_places import place_of
from bot.systems.kingdom.rules.town_plans import BuildingPlanned, PlannedDropped, PlannedMoved
from bot.systems.kingdom.screens.building_yard import where
from bot.systems.kingdom.screens.plan_lists import back
from bot.systems.kingdom.words import town_plans as words
from bot.ui.card import Card, Tone
from bot.ui.text import safe


def draw(post: Post) -> Card | None:
    """The answer to whoever changed a plan."""
    told = [each for each in post.entry.events if type(each) in TELLERS]
    if post.subject is None or not told:
        return None
    lines = tuple(TELLERS[type(each)](each) for each in told)
    return Card(lines=lines, tone=Tone.QUIET, buttons=(back(post.subject.id),))


# -- in a line ----------------------------------------------------------------------------------------


def _planned(event: BuildingPlanned) -> str:
    over = event.over.value if event.over is not None else ""
    return words.planned(safe(event.settlement, 60), event.building.value, _where(event.place), over)


def _dropped(event: PlannedDropped) -> str:
    town = safe(event.settlement, 60)
    if event.building is None:
        return words.emptied(town, event.count)
    return words.dropped(town, event.building.value, _where(event.place))


def _moved(event: PlannedMoved) -> str:
    town = safe(event.settlement, 60)
    return words.moved(town, event.building.value, _where(event.place), event.at)


def _where(place: str) -> str:
    return where(place_of(place))


TELLERS: dict[type[Any], Callable[[Any], str]] = {
    BuildingPlanned: _planned,
    PlannedDropped: _dropped,
    PlannedMoved: _moved,
}
