"""How kingdoms look: every part draws and tells what is its own."""

from __future__ import annotations

from typing import Any

from bot.play import Entry, Post, Shown
from bot.systems.kingdom.screens import (
    building_cards,
    buildings_gm_cards,
    claim_cards,
    district_cards,
    edict_cards,
    event_cards,
    improvement_cards,
    income_cards,
    item_cards,
    land_cards,
    leader_cards,
    loss_cards,
    map_cards,
    month_cards,
    placing_cards,
    realm_cards,
    settlement_cards,
    sheet_cards,
    standing,
    town_file_cards,
    town_plan_cards,
    upkeep_cards,
    wrecking_cards,
)
from bot.ui.card import Card

# Each has `draw(post)`, and TELLERS: events and what tells them in a line; some also `show(shown, post)`.
PARTS: tuple[Any, ...] = (
    realm_cards,
    sheet_cards,
    leader_cards,
    land_cards,
    claim_cards,
    improvement_cards,
    loss_cards,
    map_cards,
    settlement_cards,
    building_cards,
    wrecking_cards,
    buildings_gm_cards,
    town_plan_cards,
    town_file_cards,
    district_cards,
    item_cards,
    month_cards,
    upkeep_cards,
    edict_cards,
    income_cards,
    event_cards,
    placing_cards,
)
_TELLERS: dict[type[Any], Any] = {
    event: tell for part in (*PARTS, standing) for event, tell in part.TELLERS.items()
}


def draw(post: Post) -> Card | None:
    """The message about an entry: as its part draws it, else a line an event; and where the month stands."""
    drawn = (part.draw(post) for part in PARTS)
    card = next((card for card in drawn if card is not None), None)
    return standing.standing(card or standing.told(post, _TELLERS), post)


def show(shown: Shown, post: Post) -> Card | None:
    """A record as it stands."""
    cards = (part.show(shown, post) for part in PARTS if hasattr(part, "show"))
    card = next((card for card in cards if card is not None), None)
    return card or standing.show(shown, post)


def tell(event: Any, entry: Entry) -> str | None:
    """One line about an event."""
    teller = _TELLERS.get(type(event))
    return teller(event) if teller is not None else None
