"""Adventuria on Discord."""

from __future__ import annotations

from discord.ext import commands

from bot.desk import Desk
from bot.systems.adventuria.screens import cards
from bot.systems.adventuria.screens.cog import AdventuriaCog

SCREENS = cards


def cog(desk: Desk) -> commands.Cog:
    """The game's commands."""
    return AdventuriaCog(desk)
