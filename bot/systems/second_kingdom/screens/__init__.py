"""The Second Kingdom on Discord."""

from __future__ import annotations

from discord.ext import commands

from bot.desk import Desk
from bot.systems.second_kingdom.screens import cards
from bot.systems.second_kingdom.screens.cog import SecondKingdomCog

SCREENS = cards


def cog(desk: Desk) -> commands.Cog:
    """The game's commands."""
    return SecondKingdomCog(desk)
