"""The flask on Discord: all of it is made of what is declared; its cards are the house's plain ones."""

from __future__ import annotations

from discord.ext import commands

from bot.ui.commands import DeclaredCog
from bot.ui.dispatcher import Dispatcher
from tests.games.flask import COMMANDS
from tests.games.lantern.cog import SCREENS

__all__ = ["SCREENS", "cog"]


def cog(dispatcher: Dispatcher) -> commands.Cog:
    """The game's commands."""
    return DeclaredCog(dispatcher, COMMANDS, {"flask": "The Flask"})
