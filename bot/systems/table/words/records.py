"""What a campaign's and a person's own parts are called where an undo lists them, before → after."""

from __future__ import annotations

from typing import Any

from bot.engine.words import safe

FIELDS = {
    "systems": "games",
    "game_masters": "game masters",
    "game_master_roles": "roles whose members lead",
    "spectators": "watching",
    "game_master_channel": "the game master's channel",
    "founders_role": "role that may begin campaigns",
}
# How Discord writes what an id stands for.
MENTIONS = {
    "game_masters": "<@{}>",
    "players": "<@{}>",
    "spectators": "<@{}>",
    "invited": "<@{}>",
    "game_master_roles": "<@&{}>",
    "founders_role": "<@&{}>",
    "channels": "<#{}>",
    "forums": "<#{}>",
    "game_master_channel": "<#{}>",
}
PLAIN, CARDS, TEXT = "answers", "cards", "plain text"


def campaign(path: tuple[str, ...], value: Any) -> tuple[str, str | None]:
    """A part of a campaign; a setting of the table's own stands under `settings`, by its key."""
    name = path[-1].rpartition(".")[2]
    values = value if isinstance(value, list) else [] if value is None else [value]
    shown = (MENTIONS[name].format(each) if name in MENTIONS else safe(str(each), 80) for each in values)
    return FIELDS.get(name, safe(name)), ", ".join(shown) or None


def habits(path: tuple[str, ...], value: Any) -> tuple[str, str | None]:
    """A part of what is one person's own: a saved roll, or how they are answered."""
    if path[0] == "rolls":
        return saved_roll(safe(path[-1])), safe(value, 80) if value else None
    return PLAIN, TEXT if value else CARDS


def saved_roll(name: str) -> str:
    """A saved roll of that name."""
    return f"saved roll {name}"
