"""The flask on Discord: all of it is made of what is declared; its cards are the house's plain ones."""

from __future__ import annotations

from discord.ext import commands

from bot.desk import Desk
from bot.ui.commands import DeclaredCog
from tests.games.flask import COMMANDS
from tests.games.lantern.cog import SCREENS

__all__ = ["SCREENS", "cog"]


def cog(desk: Desk) -> commands.Cog:
    """The game's commands."""
    return DeclaredCog(desk, COMMANDS, {"flask": "The Flask"})
