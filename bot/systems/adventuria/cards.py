"""How Adventuria looks: every part draws and tells what is its own."""

from __future__ import annotations

from collections.abc import Callable

from bot.engine.card import Card
from bot.play import Post, RecordView
from bot.systems.adventuria.changes import cards as changes_cards
from bot.systems.adventuria.combat import cards as combat_cards
from bot.systems.adventuria.offers import cards as offers_cards
from bot.systems.adventuria.possessions import cards as possessions_cards
from bot.systems.adventuria.sheet import cards as sheet_cards
from bot.systems.adventuria.turns import cards as turns_cards

DRAWN = (
    sheet_cards,
    possessions_cards,
    combat_cards,
    offers_cards,
    turns_cards,
    changes_cards,
)
SHOWN = (combat_cards, offers_cards, turns_cards, changes_cards)


def draw(post: Post) -> Card | None:
    """The message about an entry; where an adventurer fell, whatever it is about tells that as well."""
    drawn = (chapter.draw(post) for chapter in DRAWN)
    card = next((card for card in drawn if card is not None), None)
    return sheet_cards.with_fall(card, post)


def show(record: RecordView, post: Post) -> Card | None:
    """A record as it stands."""
    cards = (chapter.show(record, post) for chapter in SHOWN)
    return next((card for card in cards if card is not None), None)


def prepare(post: Post) -> Callable[[], object] | None:
    """What a fight may come to takes long to count where many special rules are at work."""
    return combat_cards.prepare(post)
