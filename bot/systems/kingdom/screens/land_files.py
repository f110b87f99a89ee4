"""The map as a file: out of a campaign for everybody, into one by game masters."""

from __future__ import annotations

import asyncio
from typing import Literal

import discord
from discord import app_commands
from discord.ext import commands

from bot.desk import Desk
from bot.engine.people import PUBLIC, Permit
from bot.handlers import Interaction, Register
from bot.systems.kingdom.rules.land import seen
from bot.systems.kingdom.rules.land_files import read_file, require_small, write_csv, write_json
from bot.systems.kingdom.rules.land_imports import BringMap
from bot.systems.kingdom.rules.realm import KINGDOM
from bot.systems.kingdom.screens import groups
from bot.systems.kingdom.screens.land import EVERYTHING, land_in
from bot.systems.kingdom.words import land_shown as words
from bot.ui.card import Attachment, Card
from bot.ui.text import safe
from bot.ui.upload import downloaded

REGISTER: Register = {
    "/hex export": Permit.EVERYONE,
    "/hex-gm import": Permit.GAME_MASTERS,
    "/hex-gm export": Permit.GAME_MASTERS,
}
Format = Literal["csv", "json"]
WRITERS = {"csv": write_csv, "json": write_json}


class LandFileCommands(commands.Cog):
    """The map as a file."""

    _desk: Desk

    @groups.hexes_gm.command(name="import")
    @app_commands.describe(
        file="A CSV table or JSON as /hex-gm export makes them",
        replace="Whether hexes that the file doesn't have are taken off the map; no by default",
    )
    @app_commands.guild_only()
    async def import_map(
        self, interaction: Interaction, file: discord.Attachment, replace: bool = False
    ) -> None:
        """Read the map from a file, all or nothing; you see first what it would change"""
        async with self._desk.reply(interaction) as reply:
            require_small(file.size)
            # Hundreds of rows take their time: apart from the event loop.
            rows = await asyncio.to_thread(read_file, file.filename, await downloaded(file))
            await self._desk.carry_out(reply, BringMap(file.filename, rows, replace), quietly=True)

    @groups.hexes_gm.command(name="export")
    @app_commands.describe(format="csv for spreadsheets, json for programs")
    @app_commands.guild_only()
    async def export_all(self, interaction: Interaction, format: Format = "csv") -> None:  # noqa: A002
        """Get the whole map as a file, what players don't see included"""
        await self._export(interaction, format, with_secrets=True)

    @groups.hexes.command(name="export")
    @app_commands.describe(format="csv for spreadsheets, json for programs")
    @app_commands.guild_only()
    async def export_known(self, interaction: Interaction, format: Format = "csv") -> None:  # noqa: A002
        """Get the map as a file, as far as players know it"""
        await self._export(interaction, format, with_secrets=False)

    async def _export(self, interaction: Interaction, kind: str, *, with_secrets: bool) -> None:
        async with self._desk.reply(interaction) as reply:
            scenery = await self._desk.look(interaction, EVERYTHING)
            land = land_in(scenery)
            # What game masters hand on to players tells nothing that these may not know.
            land = land if with_secrets else seen(land, PUBLIC)
            realms = {each.id: each.title for each in scenery.all(KINGDOM.name)}
            data = await asyncio.to_thread(WRITERS[kind], land, realms, with_secrets=with_secrets)
            line = words.EXPORTED_SECRETS if with_secrets else words.EXPORTED
            file = Attachment(words.file_name(kind), data)
            await reply.private(Card(safe(land.name, 60), (line, words.exported(len(land.hexes))), file=file))
