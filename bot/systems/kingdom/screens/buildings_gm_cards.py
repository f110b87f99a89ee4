"""Messages about what game masters do to buildings."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

from bot.play import Post
from bot.systems.kingdom.rules.building_places import place_of
from bot.systems.kingdom.rules.buildings_gm import BuildingDamaged, BuildingDestroyed, BuildingRemoved
from bot.systems.kingdom.rules.placing_buildings import BuildingPlaced
from bot.systems.kingdom.rules.terms import BuildingType, Gift
from bot.systems.kingdom.rules.town_finds import FINDS, BuildingDetailed, BuildingGranted, ShoreSet
from bot.systems.kingdom.screens.building_cards import district_picture, items_told
from bot.systems.kingdom.screens.building_yard import where
from bot.systems.kingdom.screens.wrecking_cards import named
from bot.systems.kingdom.words import buildings_gm as words
from bot.systems.kingdom.words import wrecking_screens
from bot.ui.card import Card
from bot.ui.text import safe

REASON = 100


def draw(post: Post) -> Card | None:
    """The message about an entry, where a game master did something to a settlement's buildings."""
    event = next((each for each in post.entry.events if type(each) in TELLERS), None)
    if post.subject is None or event is None:
        return None
    lines = (*_lines(event), *items_told(post))
    card = Card(safe(post.subject.title, 100), lines)
    place = _place(event)
    return replace(card, picture=district_picture(post, event.settlement, place)) if place else card


def _place(event: Any) -> str:
    """Which district is shown with it; empty for none."""
    return str(event.district) if isinstance(event, ShoreSet) else getattr(event, "place", "")


def _lines(event: Any) -> Iterator[str]:
    yield TELLERS[type(event)](event)
    yield from _more(event)
    yield words.why(safe(event.reason, REASON))


def _more(event: Any) -> Iterator[str]:
    """What follows from it."""
    if isinstance(event, BuildingPlaced) and not (event.is_legal or event.is_natural):
        yield words.EXEMPT
    if isinstance(event, BuildingPlaced | BuildingDestroyed) and event.unrest:
        yield words.unrest(event.unrest)
    if isinstance(event, BuildingDestroyed | BuildingRemoved):
        yield from _around(event)
    if isinstance(event, BuildingGranted):
        yield from _find(event)


def _around(event: BuildingDestroyed | BuildingRemoved) -> Iterator[str]:
    if event.also:
        yield wrecking_screens.went_too(named(event.also))
    if event.alone:
        yield wrecking_screens.left_alone(named(event.alone))


def _find(event: BuildingGranted) -> Iterator[str]:
    if event.gift in (Gift.FOUND, Gift.GIFT):
        yield words.LIMITLESS
    if event.gift in FINDS:
        yield words.used_up(FINDS[event.gift].value, safe(event.spot, 40))


# -- in a line ----------------------------------------------------------------------------------------


def _placed(event: BuildingPlaced) -> str:
    return words.placed(*_at(event), is_natural=event.is_natural)


def _at(event: Any) -> tuple[str, str, str]:
    building: BuildingType = event.building
    return building.value, where(place_of(event.place)), safe(event.settlement, 60)


def _granted(event: BuildingGranted) -> str:
    building = event.building.value if event.building is not None else ""
    return words.granted(event.gift.value, building, safe(event.settlement, 60), event.points)


def _detailed(event: BuildingDetailed) -> str:
    _, at, town = _at(event)
    if event.building is BuildingType.MENAGERIE:
        return words.menagerie(at, town, event.cr)
    return words.museum(at, town, event.display, is_significant=event.is_significant)


def _shore(event: ShoreSet) -> str:
    borders = [each.value for each in event.borders]
    return words.shore(safe(event.settlement, 60), event.district, borders)


TELLERS: dict[type[Any], Callable[[Any], str]] = {
    BuildingPlaced: _placed,
    BuildingDestroyed: lambda event: words.destroyed(*_at(event)),
    BuildingDamaged: lambda event: words.damaged(*_at(event)),
    BuildingRemoved: lambda event: words.removed(*_at(event)),
    BuildingGranted: _granted,
    BuildingDetailed: _detailed,
    ShoreSet: _shore,
}
