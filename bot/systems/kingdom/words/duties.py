"""Whose move it is."""

from __future__ import annotations

from collections.abc import Sequence

from bot.systems.kingdom.words.names import ROLES, listed


def not_yours(roles: Sequence[str], players: Sequence[int]) -> str:
    """Somebody acts for a role that is not theirs."""
    held = listed([f"<@{each}>" for each in players], "or")
    who = f" ({held})" if held else ", which nobody at the table holds"
    named = listed([ROLES[role] for role in roles], "or")
    return f"That is for the {named}{who}, a game master, or whom one gave leave (`/leader proxy`)."
