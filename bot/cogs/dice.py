"""`/roll`: dice, with or without a campaign."""

from __future__ import annotations

from discord import app_commands
from discord.ext import commands

from bot.cogs import register
from bot.desk import Desk, Interaction
from bot.play import Where
from bot.systems.table.rules.dice import RollDice


class DiceCog(commands.Cog):
    """Plain dice; what a channel without a campaign rolls is kept in the server's own."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        desk.enter(register.DICE)

    @app_commands.command()
    @app_commands.describe(dice="For example 2d6, d20+5 or 3d10-1 leap")
    @app_commands.guild_only()
    async def roll(self, interaction: Interaction, dice: app_commands.Range[str, 1, 500]) -> None:
        """Roll dice in the open"""
        await self._desk.act(interaction, RollDice(dice), where=Where.EITHER)
