"""Messages about buildings built and upgraded."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

from bot.play import Post
from bot.systems.kingdom.rules.builders import BuildingRaised
from bot.systems.kingdom.rules.building_places import place_of
from bot.systems.kingdom.rules.terms import Limit
from bot.systems.kingdom.screens import item_cards
from bot.systems.kingdom.screens.building_yard import where
from bot.systems.kingdom.screens.district_plan import Plan, pictured
from bot.systems.kingdom.screens.finding import realm_on
from bot.systems.kingdom.words import building_cards as words
from bot.systems.kingdom.words import limits as limit_words
from bot.ui.card import Card, Picture
from bot.ui.text import safe


def draw(post: Post) -> Card | None:
    """The message about an entry, where something was built: the newest one shows the district."""
    events = [each for each in post.entry.events if isinstance(each, BuildingRaised)]
    if post.subject is None or not events:
        return None
    lines = [line for event in events for line in _lines(event)]
    first = events[0]
    lines += [*items_told(post), limit_words.left(Limit.BUILDINGS.value, events[-1].left)]
    card = Card(safe(post.subject.title, 100), tuple(lines))
    return replace(card, picture=district_picture(post, first.settlement, first.place))


def _lines(event: BuildingRaised) -> Iterator[str]:
    yield _raised(event)
    if event.cut is not None or event.magic:
        cut = event.cut.value if event.cut is not None else ""
        by = event.by.value if event.by is not None else ""
        yield words.less(event.listed, cut, by, event.magic)
    if event.is_free:
        yield words.FREE


def items_told(post: Post) -> Iterator[str]:
    """Magic items that were gone with a building, in a line an event."""
    tellers = item_cards.TELLERS
    return (tellers[type(each)](each) for each in post.entry.events if type(each) in tellers)


def district_picture(post: Post, settlement: str, place: str) -> Picture | None:
    """The district of a place as it is now, on the newest message alone: older ones fold."""
    realm = realm_on(post) if post.newer is None else None
    if realm is None:
        return None
    town = next((each for each in realm.towns.values() if each.name == settlement), None)
    district = place_of(place).district
    if town is None or not 1 <= district <= town.districts:
        return None
    return pictured(Plan(town, (district,), realm.month))


# -- in a line ----------------------------------------------------------------------------------------


def _raised(event: BuildingRaised) -> str:
    kingdom, town = safe(event.name, 60), safe(event.settlement, 60)
    building, at = event.building.value, where(place_of(event.place))
    if event.over is not None:
        return words.upgraded(kingdom, building, event.over.value, at, town, event.price)
    return words.built(kingdom, building, at, town, event.price)


TELLERS: dict[type[Any], Callable[[Any], str]] = {BuildingRaised: _raised}
