"""How The Second Kingdom looks: every chapter draws what is its own."""

from __future__ import annotations

from bot.engine.card import Card
from bot.play import Post, RecordView
from bot.systems.second_kingdom.attacks import cards as attacks_cards
from bot.systems.second_kingdom.challenges import cards as challenges_cards
from bot.systems.second_kingdom.fates import cards as fates_cards
from bot.systems.second_kingdom.heroes import cards as heroes_cards

# By the event that a message is about, and by the kind of record.
DRAWN = attacks_cards.DRAWN | heroes_cards.DRAWN | challenges_cards.DRAWN | fates_cards.DRAWN
SHOWN = attacks_cards.SHOWN | challenges_cards.SHOWN | fates_cards.SHOWN


def draw(post: Post) -> Card | None:
    """The message about an entry, by the first event that has a card of its own."""
    told = ((post.entry.event(event), drawing) for event, drawing in DRAWN.items())
    drawn = (drawing(event, post) for event, drawing in told if event is not None)
    return next((card for card in drawn if card is not None), None)


def show(record: RecordView, post: Post) -> Card | None:
    """A record as it stands."""
    shown = SHOWN.get(record.kind)
    return shown(record, post) if shown is not None else None
