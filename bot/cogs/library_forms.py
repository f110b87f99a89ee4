"""The form of a library's entry."""

from __future__ import annotations

import discord

from bot.engine.library import AnyShelf, Field, Texts
from bot.engine.system import Ask
from bot.play import Shown
from bot.ui.form import form


def entry_form(
    shelf: AnyShelf,
    title: str,
    texts: Texts | None = None,
    *,
    entry: Shown | None = None,
    draft: Shown | None = None,
) -> discord.ui.Modal:
    """The form of a new entry, of one that there is, or of a draft; its custom_id says which."""
    about = (entry.id, str(entry.version)) if entry is not None else ("", "0")
    custom_id = "|".join(("entry", shelf.key, *about, draft.id if draft is not None else ""))
    given = texts or {}
    return form(custom_id, title, [_ask(field, given.get(field.name, "")) for field in shelf.fields])


def _ask(field: Field, value: str) -> Ask:
    return Ask(
        field.name,
        field.label,
        field.max_length,
        field.is_long,
        field.hint,
        value=value,
        options=field.options,
        is_optional=field.is_optional,
    )
