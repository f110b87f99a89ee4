"""Claimed and abandoned hexes on cards and in the journal."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from bot.play import Post
from bot.systems.kingdom.rules.claims import FreeCityAsked, HexAbandoned, HexClaimed
from bot.systems.kingdom.rules.land import LABEL_LENGTH
from bot.systems.kingdom.rules.terms import Limit
from bot.systems.kingdom.rules.town import NAME_LENGTH
from bot.systems.kingdom.screens import loss_cards
from bot.systems.kingdom.words import checks
from bot.systems.kingdom.words import claims as words
from bot.systems.kingdom.words import limits as limit_words
from bot.ui.card import Card, Tone
from bot.ui.text import safe


def draw(post: Post) -> Card | None:
    """The message about an entry, where it is about a claim or a hex given up; all that followed with it."""
    if post.subject is None or not any(type(event) in TELLERS for event in post.entry.events):
        return None
    lines = [line for event in post.entry.events if type(event) in TOLD for line in _lines(event)]
    asked = post.entry.event(FreeCityAsked)
    tone = Tone.PLAIN if asked is None else Tone.GOOD if asked.check.is_success else Tone.BAD
    return Card(safe(post.subject.title, 100), tuple(lines), tone=tone)


def _lines(event: Any) -> Iterator[str]:
    """What is told of an event, and what the card says besides."""
    if isinstance(event, FreeCityAsked):
        made = event.check
        total = checks.sum_of(made.die, made.total, made.dc, made.unrest, is_success=made.is_success)
        yield checks.rolled(made.attribute.value, total)
    yield TOLD[type(event)](event)
    if isinstance(event, HexClaimed):
        yield from (words.FINDS[each.value] for each in event.specials if each.value in words.FINDS)
        if event.cities:
            yield words.joined([safe(each, NAME_LENGTH) for each in event.cities])
        yield limit_words.left(Limit.CLAIMS.value, event.left)


# -- in a line ----------------------------------------------------------------------------------------


def _asked(event: FreeCityAsked) -> str:
    return words.asked(
        safe(event.name, 60),
        safe(event.hex, LABEL_LENGTH),
        event.unrest,
        is_success=event.check.is_success,
        is_claimed=event.is_claimed,
    )


def _claimed(event: HexClaimed) -> str:
    return words.claimed(
        safe(event.name, 60), safe(event.hex, LABEL_LENGTH), event.terrain.value, event.price
    )


def _abandoned(event: HexAbandoned) -> str:
    return words.abandoned(safe(event.name, 60), safe(event.hex, LABEL_LENGTH), event.unrest)


TELLERS: dict[type[Any], Callable[[Any], str]] = {
    FreeCityAsked: _asked,
    HexClaimed: _claimed,
    HexAbandoned: _abandoned,
}
# With what may follow from it: territories lost and found.
TOLD: dict[type[Any], Callable[[Any], str]] = {**loss_cards.TELLERS, **TELLERS}
