"""Improvements and sites on cards and in the journal."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from bot.play import Post
from bot.systems.kingdom.rules.improving import (
    ImprovementBuilt,
    ImprovementPlaced,
    ImprovementRazed,
    SitePrepared,
)
from bot.systems.kingdom.rules.land import LABEL_LENGTH
from bot.systems.kingdom.rules.state import REASON_LENGTH
from bot.systems.kingdom.rules.terms import Limit
from bot.systems.kingdom.words import improving as words
from bot.systems.kingdom.words import limits as limit_words
from bot.ui.card import Card
from bot.ui.text import safe


def draw(post: Post) -> Card | None:
    """The message about an entry, where it is about an improvement or a site."""
    lines = [line for event in post.entry.events if type(event) in TELLERS for line in _lines(event)]
    if post.subject is None or not lines:
        return None
    return Card(safe(post.subject.title, 100), tuple(lines))


def _lines(event: Any) -> Iterator[str]:
    """What is told of an event, and what the card says besides."""
    yield TELLERS[type(event)](event)
    if isinstance(event, ImprovementPlaced) and event.instead_of is not None:
        yield words.in_place_of(event.instead_of.value)
    if isinstance(event, ImprovementBuilt):
        if event.completed:
            yield words.completed(event.completed)
        yield limit_words.left(Limit.TERRAIN.value, event.left)


# -- in a line ----------------------------------------------------------------------------------------


def _built(event: ImprovementBuilt) -> str:
    kingdom, hex_name, kind = safe(event.name, 60), safe(event.hex, LABEL_LENGTH), event.improvement.value
    if event.instead_of is not None:
        return words.upgraded(kingdom, kind, event.instead_of.value, hex_name, event.price)
    return words.built(kingdom, kind, hex_name, event.price)


def _prepared(event: SitePrepared) -> str:
    return words.prepared(
        safe(event.name, 60),
        safe(event.hex, LABEL_LENGTH),
        event.price,
        event.ready,
        is_ready=event.ready <= event.month,
    )


def _placed(event: ImprovementPlaced) -> str:
    reason = safe(event.reason, REASON_LENGTH)
    return words.placed(event.improvement.value, safe(event.hex, LABEL_LENGTH), reason)


def _razed(event: ImprovementRazed) -> str:
    reason = safe(event.reason, REASON_LENGTH)
    return words.razed(event.improvement.value, safe(event.hex, LABEL_LENGTH), reason)


TELLERS: dict[type[Any], Callable[[Any], str]] = {
    ImprovementBuilt: _built,
    SitePrepared: _prepared,
    ImprovementPlaced: _placed,
    ImprovementRazed: _razed,
}
