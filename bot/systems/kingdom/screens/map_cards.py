"""The map where it was shown to everybody."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

from bot.play import Post
from bot.systems.kingdom.rules.land import LAND, Land
from bot.systems.kingdom.rules.maps import MapShown
from bot.systems.kingdom.screens.map_chart import Chart, Place
from bot.systems.kingdom.screens.maps import charted
from bot.systems.kingdom.words import maps as words
from bot.ui.card import Card
from bot.ui.text import safe


def draw(post: Post) -> Card | None:
    """The message about a map that was shown."""
    event, shown = post.entry.event(MapShown), post.subject
    if event is None or shown is None or shown.kind != LAND.name:
        return None
    land = cast(Land, shown.state)
    places = [Place(*place) for place in event.places if place[1] in land.hexes]
    chart = Chart(land.name, land, dict(event.realms), places)
    if event.centre is not None:
        chart = chart.around(event.centre, event.radius)
    return charted(chart) if chart.hexes else None


def _shown(event: MapShown) -> str:
    return words.shown(safe(event.centre) if event.centre is not None else "", event.radius)


TELLERS: dict[type[Any], Callable[[Any], str]] = {MapShown: _shown}
