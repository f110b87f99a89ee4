"""Messages about buildings demolished and repaired."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from bot.play import Post
from bot.systems.kingdom.rules.building_places import place_of
from bot.systems.kingdom.rules.terms import Limit
from bot.systems.kingdom.rules.wrecking import BuildingDemolished, BuildingRepaired, Stood
from bot.systems.kingdom.screens.building_cards import district_picture, items_told
from bot.systems.kingdom.screens.building_yard import where
from bot.systems.kingdom.words import building_screens, limits
from bot.systems.kingdom.words import wrecking_screens as words
from bot.ui.card import Card
from bot.ui.text import safe

MOST_NAMED = 6


def draw(post: Post) -> Card | None:
    """The message about an entry, where something came down or was repaired."""
    events = [each for each in post.entry.events if type(each) in TELLERS]
    if post.subject is None or not events:
        return None
    lines = [line for event in events for line in _lines(event)]
    card = Card(safe(post.subject.title, 100), (*lines, *items_told(post)))
    return replace(card, picture=district_picture(post, events[0].settlement, events[0].place))


def _lines(event: BuildingDemolished | BuildingRepaired) -> Iterator[str]:
    yield TELLERS[type(event)](event)
    if isinstance(event, BuildingRepaired):
        return
    if event.also:
        yield words.went_too(named(event.also))
    if event.alone:
        yield words.left_alone(named(event.alone))
    yield limits.left(Limit.BUILDINGS.value, event.left)


def named(found: Sequence[Stood]) -> list[str]:
    """Buildings and where they stand, the first of them."""
    names = [building_screens.at(each.building.value, where(place_of(each.place))) for each in found]
    return words.more(names, MOST_NAMED)


# -- in a line ----------------------------------------------------------------------------------------


def _demolished(event: BuildingDemolished) -> str:
    kingdom, town = safe(event.name, 60), safe(event.settlement, 60)
    return words.demolished(kingdom, event.building.value, where(place_of(event.place)), town, event.price)


def _repaired(event: BuildingRepaired) -> str:
    kingdom, town = safe(event.name, 60), safe(event.settlement, 60)
    return words.repaired(kingdom, event.building.value, where(place_of(event.place)), town, event.price)


TELLERS: dict[type[Any], Callable[[Any], str]] = {
    BuildingDemolished: _demolished,
    BuildingRepaired: _repaired,
}
