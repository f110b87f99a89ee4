"""The lantern on Discord: one command; its cards are the house's plain ones."""

from __future__ import annotations

from typing import Any

from discord import app_commands
from discord.ext import commands

from bot.engine.card import Card
from bot.engine.people import Permit
from bot.play import Entry, Post, RecordView
from bot.ui.dispatcher import Dispatcher, Interaction
from tests.games.lantern.rules import Light


class Screens:
    """Nothing of its own."""

    def tell(self, event: Any, entry: Entry) -> str | None:
        """Told plainly."""
        return None

    def draw(self, post: Post) -> Card | None:
        """Drawn plainly."""
        return None

    def show(self, shown: RecordView, post: Post) -> Card | None:
        """Shown plainly."""
        return None


SCREENS = Screens()


class LanternCog(commands.GroupCog, group_name="lantern", group_description="The Lantern"):
    """One command."""

    def __init__(self, dispatcher: Dispatcher) -> None:
        self._dispatcher = dispatcher
        dispatcher.enter({"/lantern light": Permit.MEMBERS})

    @app_commands.command()
    @app_commands.guild_only()
    async def light(self, interaction: Interaction, name: str) -> None:
        """Light a lantern"""
        await self._dispatcher.act(interaction, Light(name))


def cog(dispatcher: Dispatcher) -> commands.Cog:
    """The game's commands."""
    return LanternCog(dispatcher)
