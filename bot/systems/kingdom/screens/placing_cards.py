"""What a game master set by hand, on cards and in the journal."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from bot.play import Post
from bot.systems.kingdom.rules.placed_events import EventCancelled, EventPlaced
from bot.systems.kingdom.rules.placing import NumberPlaced, SourceCancelled
from bot.systems.kingdom.screens.event_cards import explained
from bot.systems.kingdom.words import placing as words
from bot.systems.kingdom.words.events import note, struck
from bot.ui.card import Card, Tone
from bot.ui.text import safe

NAME, PLACE = 60, 40


def draw(post: Post) -> Card | None:
    """The message about an entry, where it is about this."""
    for event in post.entry.events:
        if isinstance(event, EventPlaced):
            lines = (*explained((event.struck,), post), *_note(event), _origin(event))
            title = words.placed_title(safe(event.name, NAME), event.struck.event)
            return Card(title, lines, tone=Tone.ASKS)
        if isinstance(event, EventCancelled | NumberPlaced | SourceCancelled):
            return Card(words.title(safe(event.name, NAME)), (TELLERS[type(event)](event),))
    return None


def _note(event: EventPlaced) -> tuple[str, ...]:
    return (note(safe(event.note)),) if event.note else ()


def _origin(event: EventPlaced) -> str:
    return words.by_game_master(is_rolled=event.is_rolled)


# -- in a line ----------------------------------------------------------------------------------------


def _placed(event: EventPlaced) -> str:
    role = event.struck.role.value if event.struck.role is not None else None
    told = struck(event.struck.event, safe(event.struck.place, PLACE), role)
    return " · ".join((f"{safe(event.name, NAME)}: {told}", *_note(event), _origin(event)))


def _cancelled(event: EventCancelled) -> str:
    place, reason = safe(event.place, PLACE), safe(event.reason)
    return words.cancelled_event(event.event, place, reason, was_new=event.was_new)


def _number(event: NumberPlaced) -> str:
    until = event.until.value if event.until is not None else None
    return words.placed(event.number, event.amount, safe(event.reason), until, event.dice)


def _source(event: SourceCancelled) -> str:
    return words.cancelled(event.stat.value, event.amount, safe(event.source), safe(event.reason))


TELLERS: dict[type[Any], Callable[[Any], str]] = {
    EventPlaced: _placed,
    EventCancelled: _cancelled,
    NumberPlaced: _number,
    SourceCancelled: _source,
}
