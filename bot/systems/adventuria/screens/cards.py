"""How Adventuria looks: every part draws and tells what is its own."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from bot.play import Entry, Post, Shown
from bot.systems.adventuria.screens import (
    adventurer_cards,
    change_cards,
    fight_cards,
    offer_cards,
    portraits,
    possession_cards,
    sheet_cards,
    turn_cards,
    ware_cards,
)
from bot.ui.card import Card

# Each has `draw(post)`, `show(shown, post)`, and TELLERS: events and what tells them in a line.
PARTS = (
    adventurer_cards,
    possession_cards,
    fight_cards,
    offer_cards,
    turn_cards,
    change_cards,
    sheet_cards,
    portraits,
    ware_cards,
)
_TELLERS: dict[type[Any], Any] = {event: tell for part in PARTS for event, tell in part.TELLERS.items()}


def draw(post: Post) -> Card | None:
    """The message about an entry; where an adventurer fell, whatever it is about tells that as well."""
    drawn = (part.draw(post) for part in PARTS)
    card = next((card for card in drawn if card is not None), None)
    return adventurer_cards.with_fall(card, post)


def show(shown: Shown, post: Post) -> Card | None:
    """A record as it stands."""
    cards = (part.show(shown, post) for part in PARTS)
    return next((card for card in cards if card is not None), None)


def tell(event: Any, entry: Entry) -> str | None:
    """One line about an event."""
    teller = _TELLERS.get(type(event))
    return teller(event) if teller is not None else None


def prepare(post: Post) -> Callable[[], object] | None:
    """What a fight may come to takes long to count where many special rules are at work."""
    return fight_cards.prepare(post)
