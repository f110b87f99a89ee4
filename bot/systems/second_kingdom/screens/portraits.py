"""The part of `/sk` about portraits, and where a card finds them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.desk import Choices, Desk
from bot.engine.people import Permit
from bot.engine.system import RecordId
from bot.handlers import Interaction, Register
from bot.play import Post, Shown
from bot.systems.second_kingdom.rules.npcs import NPC
from bot.systems.second_kingdom.rules.portraits import PortraitSet, SetPortrait
from bot.systems.second_kingdom.screens import finding
from bot.systems.second_kingdom.words import portraits as words
from bot.ui.card import Card, Picture
from bot.ui.portrait import portrait, uploaded
from bot.ui.text import safe

REGISTER: Register = {"/sk portrait": Permit.OWNER_OR_GAME_MASTER}


class PortraitCommands(commands.Cog):
    """What heroes and NPCs look like."""

    _desk: Desk

    @app_commands.command()
    @app_commands.describe(
        hero="Whose portrait; your own hero's by default. For game masters, NPCs too",
        address="Where the picture is on the web, beginning with https://",
        picture="Or upload it: at most 4 MB. With neither, the portrait is taken away",
    )
    @app_commands.guild_only()
    async def portrait(
        self,
        interaction: Interaction,
        hero: str | None = None,
        address: str = "",
        picture: discord.Attachment | None = None,
    ) -> None:
        """Give a hero a portrait, or take it away"""
        async with self._desk.reply(interaction) as reply:
            shown = await finding.combatant(self._desk, interaction, hero)
            data = await uploaded(picture) if picture is not None else ""
            # What an NPC looks like may be a secret: then it is posted apart, or not at all.
            is_quiet = shown.kind == NPC.name
            await self._desk.carry_out(reply, SetPortrait(shown.id, address, data), quietly=is_quiet)

    @portrait.autocomplete("hero")
    async def _shown_by_portraits(self, interaction: Interaction, typed: str) -> Choices:
        return await finding.suggested_combatants(self._desk, interaction, typed)


# -- on cards ---------------------------------------------------------------------------------------


def portrait_of(shown: Shown, records: Mapping[RecordId, Shown]) -> str | Picture | None:
    """What a card shows of a hero or NPC: an address, or the picture among what the record links to."""
    picture = records.get(shown.state.picture)
    return portrait(shown.state.portrait, picture.state.data if picture is not None else None, shown.title)


def draw(post: Post) -> Card | None:
    """A new portrait, as it is now."""
    event = post.entry.event(PortraitSet)
    if event is None:
        return None
    portrait = portrait_of(post.subject, post.records) if post.subject is not None else None
    return Card(lines=(_tell(event),), portrait=portrait)


def show(shown: Shown, post: Post) -> Card | None:
    """Nothing: nothing waits in a picture."""
    return None


def _tell(event: PortraitSet) -> str:
    return words.gone(safe(event.name)) if event.is_gone else words.changed(safe(event.name))


TELLERS: dict[type[Any], Any] = {PortraitSet: _tell}
