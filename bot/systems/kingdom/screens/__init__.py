"""Kingdom turns on Discord."""

from __future__ import annotations

from discord.ext import commands

from bot.desk import Desk
from bot.systems.kingdom.screens import cards
from bot.systems.kingdom.screens.cog import KingdomCog

SCREENS = cards


def cog(desk: Desk) -> commands.Cog:
    """The game's commands."""
    return KingdomCog(desk)
