"""Two bots of the smallest kind, to measure ours by: one answers, one plays statements and answers."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import discord

from tests.bench.drivers import Driver
from tests.bench.statements import Turn


class Pong(discord.Client):
    """Answers every press."""

    def __init__(self) -> None:
        intents, quiet = discord.Intents(guilds=True), discord.AllowedMentions.none()
        super().__init__(intents=intents, allowed_mentions=quiet, max_messages=None)

    async def setup_hook(self) -> None:
        """Register the button."""
        self.add_dynamic_items(_Button)

    async def pressed(self, interaction: discord.Interaction[Any]) -> None:
        """Answer."""
        await interaction.response.send_message("pong")


class Replay(Pong):
    """Plays the next recorded turn on the bare driver, answers, and plays what delivery did then."""

    def __init__(self, driver: Driver, turns: Iterator[Turn]) -> None:
        super().__init__()
        self._driver = driver
        self._turns = turns

    async def pressed(self, interaction: discord.Interaction[Any]) -> None:
        """Play and answer."""
        turn = next(self._turns)
        await self._driver.play(turn.action)
        await super().pressed(interaction)
        for transaction in turn.rest:
            await self._driver.play(transaction)


class _Button(discord.ui.DynamicItem[discord.ui.Button[Any]], template=r"(?P<name>[a-z_]+)\|(?P<args>.*)"):
    @classmethod
    async def from_custom_id(cls, interaction: discord.Interaction[Any], item: Any, match: Any) -> _Button:
        return cls(discord.ui.Button(label="?", custom_id=match.string))

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        await interaction.client.pressed(interaction)
