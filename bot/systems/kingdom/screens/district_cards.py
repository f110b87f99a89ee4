"""A settlement's picture on a card: for whoever asks, and shown to everybody."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Final

from bot.engine.system import RecordId
from bot.play import Post
from bot.systems.kingdom.rules.town import TOWN
from bot.systems.kingdom.rules.town_maps import SettlementShown
from bot.systems.kingdom.screens.district_plan import Plan, groups, pictured
from bot.systems.kingdom.words import districts as words
from bot.ui.card import Button, Card, Tone
from bot.ui.text import safe

MAP: Final = "district_map"


def map_card(id_: RecordId, plan: Plan) -> Card:
    """The map for whoever asks, with buttons to its other districts."""
    buttons = tuple(_button(id_, districts) for districts in _others(plan))
    note = words.LARGER if plan.is_overview else ""
    return Card(
        safe(plan.town.name, 100), tone=Tone.QUIET, buttons=buttons, note=note, picture=pictured(plan)
    )


def _others(plan: Plan) -> Iterator[tuple[int, ...]]:
    """What else can be seen: each district of an overview alone, and the other pictures of several."""
    if plan.is_overview:
        yield from ((each,) for each in plan.districts)
    if plan.town.districts > 1:
        yield from (each for each in groups(plan.town) if each != plan.districts)


def _button(id_: RecordId, districts: tuple[int, ...]) -> Button:
    return Button(words.button(districts), MAP, (id_, str(districts[0]), str(districts[-1])))


def draw(post: Post) -> Card | None:
    """The message about a map that was shown to everybody."""
    event, shown = post.entry.event(SettlementShown), post.subject
    if event is None or shown is None or shown.kind != TOWN.name:
        return None
    there = tuple(each for each in event.districts if each <= shown.state.districts)
    plan = Plan(shown.state, there or (1,), event.month)
    return Card(safe(shown.state.name, 100), tone=Tone.QUIET, picture=pictured(plan))


def _shown(event: SettlementShown) -> str:
    return words.shown(safe(event.settlement, 60), event.districts)


TELLERS: dict[type[Any], Callable[[Any], str]] = {SettlementShown: _shown}
