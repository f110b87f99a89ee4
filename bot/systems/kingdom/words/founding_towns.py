"""Founding settlements: their borders, what they inherit, their first buildings, room for more."""

from __future__ import annotations

from bot.systems.kingdom.words.buildings import BUILDINGS, a

INHERITS = {
    "fort": "Its Fort becomes a Barracks and a Stable, free of all limits.",
    "watchtower": "Its Watchtower becomes one of its buildings, free of all limits.",
}
BORDERS_ASK, BORDERS_HINT = "The capital's water borders", "By river, lake or coast: north, east"
BORDERS_OF_NOTHING = (
    "Borders are a settlement's: name the capital too, or leave the borders empty; nothing was changed."
)
# Under the card of a kingdom that is being drawn up, and once it stands (R092).
THEN = "Once it stands, before month 1: the capital's first building and one home."
FIRST_BUILDINGS = (
    "**First buildings**, before month 1 is opened: one building, best an Inn, Shrine, Monastery or "
    "Watchtower, and besides one House, Mansion, Noble Villa or Tenement. An Inn needs a House beside it: "
    "build that first. Press **Build…** or use `/build plan`."
)


def has_room_for(name: str, building: str, place: str) -> str:
    """What is wanted fits."""
    return (
        f"{name} has room for {a(building)}, at {place} for one, so nothing was bought: a new district comes "
        "when what you want has no room."
    )


def needs_no_lots(building: str) -> str:
    """It stands on no lots of its own."""
    return (
        f"The {BUILDINGS[building]} takes no lots, so nothing was bought: a new district comes when the grid "
        "is full, or a building that takes lots has no room."
    )
