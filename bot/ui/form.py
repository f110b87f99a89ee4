"""Forms that work after a restart: what was asked stands in the custom_id, not in memory."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import discord

from bot.engine.system import Ask
from bot.ui.text import caption

TITLE, LABEL = 45, 45


def form(custom_id: str, title: str, asks: Sequence[Ask]) -> discord.ui.Modal:
    """A modal that asks for those lines."""
    modal = _Form(title=caption(title, TITLE), custom_id=custom_id, timeout=None)
    for ask in asks:
        style = discord.TextStyle.paragraph if ask.is_long else discord.TextStyle.short
        field: discord.ui.TextInput[Any] = discord.ui.TextInput(
            custom_id=ask.field, style=style, max_length=ask.max_length, placeholder=ask.hint or None
        )
        modal.add_item(discord.ui.Label(text=caption(ask.label, LABEL), component=field))
    return modal


class _Form(discord.ui.Modal):
    """Submissions are answered for every form alike, from `interaction_create`; this one stays silent."""

    async def on_submit(self, interaction: discord.Interaction[Any]) -> None:
        """Nothing: see `answers`."""


def answers(data: Any) -> dict[str, str]:
    """What was typed into a submitted form, by field."""
    found: dict[str, str] = {}
    pending = list(data.get("components", ()))
    while pending:
        component = pending.pop(0)
        pending += component.get("components", ())
        if "component" in component:
            pending.append(component["component"])
        if "value" in component and "custom_id" in component:
            found[component["custom_id"]] = component["value"] or ""
    return found
