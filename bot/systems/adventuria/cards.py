"""How Adventuria looks: every chapter draws and tells what is its own."""

from __future__ import annotations

from collections.abc import Callable

from bot.engine.card import Card
from bot.engine.drawing import Drawings
from bot.play import Post, RecordView
from bot.systems.adventuria.combat import cards as combat_cards
from bot.systems.adventuria.sheet import cards as sheet_cards

DRAWINGS = Drawings("bot.systems.adventuria")


def draw(post: Post) -> Card | None:
    """The message about an entry; where an adventurer fell, whatever it is about tells that as well."""
    return sheet_cards.with_fall(DRAWINGS.draw(post), post)


def show(record: RecordView, post: Post) -> Card | None:
    """A record as it stands."""
    return DRAWINGS.show(record, post)


def prepare(post: Post) -> Callable[[], object] | None:
    """What a fight may come to takes long to count where many special rules are at work."""
    return combat_cards.prepare(post)
