"""Forms that work after a restart: what was asked stands in the custom_id, not in memory."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import discord

from bot.engine.pages import MOST
from bot.engine.system import FormField
from bot.play import Form
from bot.ui.text import NAMES, caption, clip, phrase

TITLE, LABEL, HINT, OPTION = 45, 45, 100, 100


def modal(custom_id: str, title: str, asks: Sequence[FormField]) -> FormModal:
    """A modal that asks for those lines."""
    made = FormModal(Form(custom_id, title, tuple(asks)))
    for ask in asks:
        label, rest = phrase(ask.label, LABEL)
        # Of more than a list takes, the name is typed.
        is_list = 0 < len(ask.options) <= MOST
        # What the label has no room for stands in the empty field, else below the label.
        is_seen = not (is_list or ask.hint or ask.value)
        field = _list(ask) if is_list else _text(ask, ask.hint or (rest if is_seen else ""))
        beside = rest or (ask.hint if is_list else "")
        told = clip(NAMES.instead(ask.empty or ("" if is_seen else beside)), HINT) or None
        made.add_item(discord.ui.Label(text=label, description=told, component=field))
    return made


def _text(ask: FormField, hint: str) -> discord.ui.TextInput[Any]:
    return discord.ui.TextInput(
        custom_id=ask.field,
        style=discord.TextStyle.paragraph if ask.is_long else discord.TextStyle.short,
        max_length=ask.max_length,
        placeholder=clip(NAMES.instead(hint), HINT) or None,
        default=ask.value[: ask.max_length] or None,
        required=not ask.is_optional,
    )


def _list(ask: FormField) -> discord.ui.Select[Any]:
    options = [
        discord.SelectOption(label=caption(name, OPTION), value=value, default=value == ask.value)
        for value, name in ask.options
    ]
    return discord.ui.Select(custom_id=ask.field, options=options, required=not ask.is_optional)


class FormModal(discord.ui.Modal):
    """Submissions are answered for every form alike, from `interaction_create`; this one stays silent."""

    def __init__(self, form: Form) -> None:
        super().__init__(title=phrase(form.title, TITLE)[0], custom_id=form.id, timeout=None)
        self.form = form

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
        if component.get("values") and "custom_id" in component:
            found[component["custom_id"]] = str(component["values"][0])
    return found
