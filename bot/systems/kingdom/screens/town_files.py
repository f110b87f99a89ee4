"""`/build import` and `/build export`: a settlement as a text grid."""

from __future__ import annotations

import discord
from discord import app_commands
from discord.ext import commands

from bot.desk import Choices, Desk
from bot.engine.people import Permit
from bot.errors import RuleViolation
from bot.handlers import Interaction, Register
from bot.systems.kingdom.rules.town_files import BringTown
from bot.systems.kingdom.rules.town_grids import MOST_BYTES
from bot.systems.kingdom.rules.town_texts import write_town
from bot.systems.kingdom.screens import groups
from bot.systems.kingdom.screens.towns_told import known_town, suggested_towns
from bot.systems.kingdom.words import town_files as words
from bot.ui.card import Attachment, Card, Tone
from bot.ui.text import safe
from bot.ui.upload import downloaded

REGISTER: Register = {
    "/build import": Permit.GAME_MASTERS,
    "/build export": Permit.EVERYONE,
}
# What is longer is in the file alone.
SHOWN = 1500


class TownFileCommands(commands.Cog):
    """`/build import` and `/build export`."""

    _desk: Desk

    @groups.build.command(name="import")
    @app_commands.describe(
        settlement="Which, Free Cities too: these buildings take the place of its own",
        file="A text file as /build export makes them",
        text="The same, pasted here",
    )
    @app_commands.guild_only()
    async def build_import(
        self,
        interaction: Interaction,
        settlement: str,
        file: discord.Attachment | None = None,
        text: str = "",
    ) -> None:
        """For game masters: read a settlement from a text; you see first what it would change"""
        async with self._desk.reply(interaction) as reply:
            shown, _ = await known_town(self._desk, interaction, settlement)
            name, read = await _text(file, text)
            action = BringTown(shown.id, name, read, shown.state.kingdom)
            await self._desk.carry_out(reply, action, quietly=True)

    @groups.build.command(name="export")
    @app_commands.describe(settlement="Which, Free Cities too")
    @app_commands.guild_only()
    async def build_export(self, interaction: Interaction, settlement: str) -> None:
        """Get a settlement as text: a grid of codes that can be changed and imported"""
        async with self._desk.reply(interaction) as reply:
            shown, _ = await known_town(self._desk, interaction, settlement)
            text = write_town(shown.state)
            block = (f"```\n{text}```",) if len(text) <= SHOWN else ()
            file = Attachment(words.file_name(shown.title), text.encode())
            lines = (words.EXPORTED, *block)
            await reply.private(
                Card(safe(shown.title, 100), lines, tone=Tone.QUIET, note=words.MARKS, file=file)
            )

    # -- suggestions --------------------------------------------------------------------------------

    @build_import.autocomplete("settlement")
    @build_export.autocomplete("settlement")
    async def _towns_as_text(self, interaction: Interaction, typed: str) -> Choices:
        return await suggested_towns(self._desk, interaction, typed)


async def _text(file: discord.Attachment | None, text: str) -> tuple[str, str]:
    """The name and the text of what was attached or pasted. Raises RuleViolation for neither, or both."""
    if file is None:
        if not text.strip():
            raise RuleViolation(words.NO_TEXT)
        return words.PASTED, text
    if text.strip():
        raise RuleViolation(words.BOTH)
    if file.size > MOST_BYTES:
        raise RuleViolation(words.too_big(file.size, MOST_BYTES))
    try:
        return file.filename, (await downloaded(file)).decode("utf-8-sig")
    except UnicodeDecodeError:
        raise RuleViolation(words.NOT_UTF8) from None
