"""The part of `/adv` about portraits, and where a card finds them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.desk import Choices, Desk
from bot.engine.people import Permit
from bot.engine.system import RecordId
from bot.handlers import Interaction, Register
from bot.play import Post, Shown
from bot.systems.adventuria.rules.portraits import PortraitSet, SetPortrait
from bot.systems.adventuria.screens import finding
from bot.systems.adventuria.screens.asking import asking
from bot.systems.adventuria.words import portraits as words
from bot.ui.card import Card, Picture
from bot.ui.portrait import portrait, uploaded
from bot.ui.text import safe

REGISTER: Register = {"/adv portrait": Permit.OWNER_OR_GAME_MASTER}


class PortraitCommands(commands.Cog):
    """The part of `/adv` about portraits, and where a card finds them."""

    _desk: Desk

    @app_commands.command()
    @app_commands.describe(
        adventurer="Whose; your own by default",
        address="Where it is on the web: https://…",
        picture="Or upload it, at most 4 MB; neither takes it away",
    )
    @app_commands.guild_only()
    async def portrait(
        self,
        interaction: Interaction,
        adventurer: str | None = None,
        address: str = "",
        picture: discord.Attachment | None = None,
    ) -> None:
        """Give an adventurer a portrait, or take it away"""
        async with self._desk.reply(interaction) as reply:
            shown = await finding.adventurer(self._desk, interaction, adventurer)
            data = await uploaded(picture) if picture is not None else ""
            await self._desk.carry_out(reply, SetPortrait(shown.id, address, data))

    @portrait.autocomplete("adventurer")
    async def _shown_by_portraits(self, interaction: Interaction, typed: str) -> Choices:
        return await finding.suggested(self._desk, interaction, typed)


# -- on cards ---------------------------------------------------------------------------------------


def portrait_of(shown: Shown, records: Mapping[RecordId, Shown]) -> str | Picture | None:
    """What a card shows of an adventurer: an address, or the picture among what the record links to."""
    picture = records.get(shown.state.picture)
    return portrait(shown.state.portrait, picture.state.data if picture is not None else None, shown.title)


def draw(post: Post) -> Card | None:
    """A new portrait, as it is now."""
    event = post.entry.event(PortraitSet)
    if event is None:
        return None
    card, shown = Card(lines=(_tell(event),)), post.subject
    if shown is None:
        return card
    portrayed = replace(card, portrait=portrait_of(shown, post.records))
    # The newest card bears what is open; whoever must act was told so before.
    return replace(asking(portrayed, shown, post), asks=())


def show(shown: Shown, post: Post) -> Card | None:
    """Nothing: nothing waits in a picture."""
    return None


def _tell(event: PortraitSet) -> str:
    return words.gone(safe(event.name)) if event.is_gone else words.changed(safe(event.name))


TELLERS: dict[type[Any], Any] = {PortraitSet: _tell}
