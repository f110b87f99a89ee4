"""A refused form comes back with what was typed, and a button that opens it again, filled in.

A sent form brings only its fields' names and texts. What they are called and how long they may be is
remembered from when the form was opened; a form opened by an earlier process is given back in words alone.
"""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import replace
from typing import Any

import discord

from bot.engine.card import Button
from bot.engine.declare import Invocation, asks_of, options_of
from bot.engine.record import FormField
from bot.engine.text import T
from bot.errors import Busy, NotAllowed, Stale, UserError
from bot.play import Form, Play
from bot.ui.modal import LABEL, FormModal, answers
from bot.ui.text import phrase

# The button that opens such a form, and the form of what a command lacked.
CORRECT, COMPLETE = "correct", "complete"
# So many forms are remembered, without what stood in them: a form is sent within minutes, or hardly ever.
MOST = 1000
# What stays wrong however the form is filled in, and a database that keeps nothing just now.
_HOPELESS = (Stale, NotAllowed, Busy)


class Corrections:
    """The forms of this process, and what was typed into those that were refused."""

    def __init__(self, play: Play) -> None:
        self._play = play
        self._opened: OrderedDict[tuple[int, str], Form] = OrderedDict()

    def opened(self, user: int, modal: discord.ui.Modal) -> None:
        """Remember what a form asks."""
        if not isinstance(modal, FormModal):
            return
        form = replace(modal.form, asks=tuple(replace(ask, value="") for ask in modal.form.asks))
        self._opened[user, form.id] = form
        self._opened.move_to_end((user, form.id))
        if len(self._opened) > MOST:
            self._opened.popitem(last=False)

    async def button(self, interaction: discord.Interaction[Any], error: Exception) -> Button | None:
        """What opens the form again that was sent; none where that would help nobody."""
        form = self._form(interaction)
        if form is None or isinstance(error, _HOPELESS):
            return None
        typed = answers(interaction.data)
        asks = tuple(replace(ask, value=typed.get(ask.field, "")) for ask in form.asks)
        kept = await self._play.keep_form(interaction.user.id, interaction.id, replace(form, asks=asks))
        return Button(T("Fix it").plain(), CORRECT, (kept,), is_main=True)

    async def completion(
        self, interaction: discord.Interaction[Any], asked: Invocation | None, error: UserError
    ) -> Button | None:
        """What asks for the option that a command lacked, and keeps the others; none where that can't be."""
        options = options_of(asked.command.options) if asked is not None else {}
        if asked is None or error.lacks not in options:
            return None
        # Of people, roles and files a form keeps nothing.
        is_plain = all(type(each) in (str, int, bool) for each in asked.given.values())
        if not is_plain or any(options[name].is_attached for name in asked.given):
            return None
        (ask,) = asks_of(asked.command.options, error.lacks)
        given = {name: str(value) for name, value in asked.given.items()}
        path, asks = asked.command.path, (replace(ask, is_optional=False),)
        form = Form("", f"/{path}", asks, path, given)
        kept = await self._play.keep_form(interaction.user.id, interaction.id, form)
        says = T("Give {option:lower}")
        return Button(says.plain(option=ask.label), CORRECT, (kept,), is_main=True)

    def words(self, interaction: discord.Interaction[Any]) -> str | None:
        """What was typed and chosen in the form that was sent, as it read there; None where it is unknown."""
        form = self._form(interaction)
        if form is None:
            return None
        typed = answers(interaction.data)
        chosen = ((ask, dict(ask.options).get(text := typed.get(ask.field, ""), text)) for ask in form.asks)
        return "\n".join(_named(ask, text) for ask, text in chosen if text)

    def _form(self, interaction: discord.Interaction[Any]) -> Form | None:
        data: Any = interaction.data or {}
        return self._opened.get((interaction.user.id, str(data.get("custom_id", ""))))


def _named(ask: FormField, text: str) -> str:
    """An answer below what was asked, or beside it where it is short."""
    label, _ = phrase(ask.label, LABEL)
    # On a phone a line has room for some thirty letters.
    return f"{label}: {text}" if len(label) + len(text) < 30 and not ask.is_long else f"{label}:\n{text}"
