"""The part of `/sk` about heroes: made, seen, changed, given conviction."""

from __future__ import annotations

import discord
from discord import app_commands
from discord.ext import commands

from bot.desk import Choices, Desk
from bot.engine.people import Permit
from bot.handlers import Interaction, Register
from bot.systems.second_kingdom.rules.heroes import CreateHero, GrantConviction
from bot.systems.second_kingdom.screens import finding

REGISTER: Register = {
    "/sk new": Permit.MEMBERS,
    "/sk conviction": Permit.GAME_MASTERS,
}


class HeroCommands(commands.Cog):
    """Heroes and their sheets."""

    _desk: Desk

    @app_commands.command()
    @app_commands.describe(
        name="The hero's name",
        courage="1 to 10: prowess and daring",
        prudence="1 to 10: wit and awareness",
        temperance="1 to 10: resolve and will",
        conviction="What the hero begins with",
        player="For game masters: whose hero it is",
    )
    @app_commands.guild_only()
    async def new(
        self,
        interaction: Interaction,
        name: str,
        courage: int,
        prudence: int,
        temperance: int,
        conviction: int = 0,
        player: discord.Member | None = None,
    ) -> None:
        """Bring a hero to the table"""
        owner = player.id if player is not None else interaction.user.id
        await self._desk.act(interaction, CreateHero(name, owner, courage, prudence, temperance, conviction))

    @app_commands.command()
    @app_commands.describe(
        heroes="Who receives it: names divided by commas, or all heroes",
        amount="How much each; negative to take it",
        reason="Why; the table sees it",
    )
    @app_commands.guild_only()
    async def conviction(self, interaction: Interaction, heroes: str, amount: int, reason: str) -> None:
        """Give heroes conviction, or take it"""
        async with self._desk.reply(interaction) as reply:
            found = await finding.several_heroes(self._desk, interaction, heroes)
            action = GrantConviction(tuple(shown.id for shown in found), amount, reason)
            await self._desk.carry_out(reply, action)

    @conviction.autocomplete("heroes")
    async def _given_conviction(self, interaction: Interaction, typed: str) -> Choices:
        return await finding.suggested_several(self._desk, interaction, typed)
