"""The urn on Discord: one command; its cards are the house's plain ones."""

from __future__ import annotations

from discord import app_commands
from discord.ext import commands

from bot.engine.people import Permit
from bot.ui.dispatcher import Dispatcher, Interaction
from tests.games.lantern.cog import Screens
from tests.games.urn import Shake

SCREENS = Screens()


class UrnCog(commands.GroupCog, group_name="urn", group_description="The Urn"):
    """One command."""

    def __init__(self, dispatcher: Dispatcher) -> None:
        self._dispatcher = dispatcher
        dispatcher.enter({"/urn shake": Permit.MEMBERS})

    @app_commands.command()
    @app_commands.guild_only()
    async def shake(self, interaction: Interaction, sides: str, hidden: str = "") -> None:
        """Shake the urn"""
        open_dice, secret_dice = (tuple(map(int, text.split())) for text in (sides, hidden))
        await self._dispatcher.act(interaction, Shake(open_dice, secret_dice))


def cog(dispatcher: Dispatcher) -> commands.Cog:
    """The game's commands."""
    return UrnCog(dispatcher)
