"""How The Second Kingdom looks: every part draws and tells what is its own."""

from __future__ import annotations

from typing import Any

from bot.play import Entry, Post, Shown
from bot.systems.second_kingdom.screens import (
    attack_cards,
    call_cards,
    challenge_cards,
    edit_cards,
    fate_cards,
    hero_cards,
    hero_files,
    maneuver_cards,
    npc_cards,
    portraits,
    request_cards,
    roster_cards,
)
from bot.ui.card import Card

PARTS = (
    attack_cards,
    hero_cards,
    challenge_cards,
    edit_cards,
    call_cards,
    request_cards,
    fate_cards,
    roster_cards,
    npc_cards,
    maneuver_cards,
    portraits,
    hero_files,
)
_TELLERS: dict[type[Any], Any] = {event: tell for part in PARTS for event, tell in part.TELLERS.items()}


def draw(post: Post) -> Card | None:
    """The message about an entry."""
    drawn = (part.draw(post) for part in PARTS)
    return next((card for card in drawn if card is not None), None)


def show(shown: Shown, post: Post) -> Card | None:
    """A record as it stands."""
    cards = (part.show(shown, post) for part in PARTS)
    return next((card for card in cards if card is not None), None)


def tell(event: Any, entry: Entry) -> str | None:
    """One line about an event."""
    teller = _TELLERS.get(type(event))
    return teller(event) if teller is not None else None
