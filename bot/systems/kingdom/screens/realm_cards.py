"""Kingdoms as a whole on cards and in the journal: drawn up, founded, renamed, ended."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from bot.play import Post
from bot.systems.kingdom.rules.drafts import FoundingChanged, KingdomFounded
from bot.systems.kingdom.rules.realms import KingdomBegun, KingdomEnded, KingdomRenamed
from bot.systems.kingdom.words import founding as founding_words
from bot.systems.kingdom.words import founding_towns, settlements
from bot.systems.kingdom.words import realms as words
from bot.ui.card import Card, Tone
from bot.ui.text import safe

NAME = 60


def draw(post: Post) -> Card | None:
    """The message about an entry, where a kingdom begins, stands from now on, or ends."""
    shown = post.subject
    if shown is None:
        return None
    title = safe(shown.title, NAME)
    founded, ended = post.entry.event(KingdomFounded), post.entry.event(KingdomEnded)
    if founded is not None:
        return Card(title, _founded_lines(founded), tone=Tone.GOOD)
    if ended is not None:
        return Card(title, _ended_lines(ended), tone=Tone.QUIET)
    return None


def _founded_lines(event: KingdomFounded) -> tuple[str, ...]:
    paid = founding_words.paid(event.claim, event.preparation, event.treasury)
    lines = [_founded(event), paid, founding_words.experience(event.xp)]
    if event.borders:
        lines.append(settlements.borders([each.value for each in event.borders]))
    if event.inherits is not None:
        lines.append(founding_towns.INHERITS[event.inherits.value])
    if event.capital:
        lines += ["", founding_towns.FIRST_BUILDINGS]
    return tuple(lines)


def _ended_lines(event: KingdomEnded) -> tuple[str, ...]:
    return (_ended(event), *([words.freed(event.hexes, event.settlements)] if event.hexes else []))


# -- in a line ----------------------------------------------------------------------------------------


def _changed(event: FoundingChanged) -> str:
    return founding_words.changed(event.what, safe(event.value, 40))


def _founded(event: KingdomFounded) -> str:
    return founding_words.founded(safe(event.name, NAME), safe(event.spot, 40), safe(event.capital, NAME))


def _ended(event: KingdomEnded) -> str:
    told = words.dropped if event.was_draft else words.ended
    return told(safe(event.name, NAME), safe(event.reason, 100))


TELLERS: dict[type[Any], Callable[[Any], str]] = {
    KingdomBegun: lambda event: founding_words.begun(safe(event.name, NAME)),
    FoundingChanged: _changed,
    KingdomFounded: _founded,
    KingdomRenamed: lambda event: words.renamed(safe(event.before, NAME), safe(event.name, NAME)),
    KingdomEnded: _ended,
}
