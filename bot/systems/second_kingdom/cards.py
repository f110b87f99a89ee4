"""How The Second Kingdom looks: every part draws and tells what is its own."""

from __future__ import annotations

from bot.engine.card import Card
from bot.play import Post, RecordView
from bot.systems.second_kingdom.attacks import cards as attacks_cards
from bot.systems.second_kingdom.challenges import cards as challenges_cards
from bot.systems.second_kingdom.fates import cards as fates_cards
from bot.systems.second_kingdom.heroes import cards as heroes_cards

PARTS = (
    attacks_cards,
    heroes_cards,
    challenges_cards,
    fates_cards,
)


def draw(post: Post) -> Card | None:
    """The message about an entry."""
    drawn = (part.draw(post) for part in PARTS)
    return next((card for card in drawn if card is not None), None)


def show(record: RecordView, post: Post) -> Card | None:
    """A record as it stands."""
    cards = (part.show(record, post) for part in PARTS)
    return next((card for card in cards if card is not None), None)
