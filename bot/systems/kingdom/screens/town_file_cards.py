"""Messages about imported settlements."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from bot.play import Post, Shown
from bot.systems.kingdom.rules.building_places import place_of
from bot.systems.kingdom.rules.town_files import TOWN_FILE, TownBrought, TownDropped, TownImported
from bot.systems.kingdom.rules.town_merging import Strange
from bot.systems.kingdom.screens.building_cards import district_picture
from bot.systems.kingdom.screens.building_yard import where
from bot.systems.kingdom.words import standing as numbers
from bot.systems.kingdom.words import town_files as words
from bot.ui.card import Card, Tone, step_buttons
from bot.ui.text import safe


def draw(post: Post) -> Card | None:
    """The message about a text that waits, or that was imported."""
    brought, imported = post.entry.event(TownBrought), post.entry.event(TownImported)
    if brought is not None:
        return _file(brought, post.subject)
    if imported is not None and post.subject is not None:
        lost = (words.items_lost(imported.items),) if imported.items else ()
        picture = district_picture(post, imported.settlement, "1")
        return Card(safe(post.subject.title, 100), (_imported(imported), *lost), picture=picture)
    return None


def _file(event: TownBrought, shown: Shown | None) -> Card:
    """What a text would do; with its buttons while it waits."""
    waits = shown is not None and shown.kind == TOWN_FILE.name and bool(shown.steps)
    buttons = step_buttons(shown.id, shown.steps) if shown is not None and waits else ()
    tone = Tone.ASKS if waits else Tone.QUIET
    return Card(words.title(safe(event.settlement, 60)), tuple(_lines(event)), tone=tone, buttons=buttons)


def _lines(event: TownBrought) -> Iterator[str]:
    yield words.counts(*event.counts)
    if event.districts[0] != event.districts[1]:
        yield words.districts(*event.districts)
    for each in event.shifts:
        shifts = numbers.shifts([(shift.number, shift.before, shift.after) for shift in each.shifts])
        yield words.shifts(safe(each.name, 60), shifts)
    yield words.FREE
    if event.has_told:
        yield words.TOLD
    if event.strange:
        yield from ("", words.ODD, *map(_odd, event.strange))
    if event.strange_count > len(event.strange):
        yield words.and_more(event.strange_count - len(event.strange))


def _odd(each: Strange) -> str:
    return words.odd(each.building.value, where(place_of(each.place)), each.why)


# -- in a line ----------------------------------------------------------------------------------------


def _imported(event: TownImported) -> str:
    return words.imported(safe(event.settlement, 60), event.buildings, event.new, event.gone)


TELLERS: dict[type[Any], Callable[[Any], str]] = {
    TownBrought: lambda event: words.brought(safe(event.name, 60), safe(event.settlement, 60)),
    TownImported: _imported,
    TownDropped: lambda event: words.dropped(safe(event.name, 60)),
}
