"""How Sovereign looks: the few records that are no plain cards."""

from __future__ import annotations

from bot.engine.card import Card
from bot.play import Post, RecordView
from bot.systems.sovereign.checks import cards as checks_cards
from bot.systems.sovereign.people import cards as people_cards

SHOWN = people_cards.SHOWN | checks_cards.SHOWN


def draw(post: Post) -> Card | None:
    """The house draws every entry."""
    return None


def show(record: RecordView, post: Post) -> Card | None:
    """A record as it stands."""
    shown = SHOWN.get(record.kind)
    return shown(record, post) if shown is not None else None
