"""A small bot for the sandbox's own tests; as a program, a sandbox around it.

python -m tests.sandbox.standin PORT
"""

from __future__ import annotations

import asyncio
import re
import sys
from typing import Any, Self

import discord
from discord import app_commands
from discord.ext import commands, tasks

from bot.errors import UserError
from bot.sandbox.launcher import Suggestion
from bot.sandbox.room import Room, opened, stoppable, welcome

SUGGESTIONS = (Suggestion("deacon", "table", "As Deacon, press the button."),)


class Story(discord.ui.Modal, title="Tell it"):
    """A form with one field."""

    what: discord.ui.TextInput[Self] = discord.ui.TextInput(label="What happened?")

    async def on_submit(self, interaction: discord.Interaction) -> None:
        await interaction.response.send_message(f"{interaction.user.display_name} says: {self.what.value}")


class Press(discord.ui.DynamicItem[discord.ui.Button[Any]], template=r"standin:(?P<deed>\w+)"):
    """A button that outlives its message's process."""

    def __init__(self, deed: str) -> None:
        self.deed = deed
        super().__init__(discord.ui.Button(label=deed.title(), custom_id=f"standin:{deed}"))

    @classmethod
    async def from_custom_id(cls, _: Any, __: Any, match: re.Match[str]) -> Self:
        return cls(match["deed"])

    async def callback(self, interaction: discord.Interaction) -> Any:
        who = interaction.user.display_name
        if self.deed == "roll":
            await interaction.response.send_message(embed=discord.Embed(description=f"{who} rolled."))
        elif self.deed == "peek":
            await interaction.response.send_message("For your eyes only.", ephemeral=True)
        else:
            await interaction.response.send_modal(Story())


class Tree(app_commands.CommandTree[Any]):
    """Answers a person's mistake instead of logging it."""

    async def on_error(self, interaction: discord.Interaction, error: app_commands.AppCommandError) -> None:
        await interaction.response.send_message(str(getattr(error, "original", error)), ephemeral=True)


class StandIn(commands.Bot):
    """Counts the hours, and has two commands."""

    def __init__(self) -> None:
        super().__init__(commands.when_mentioned, intents=discord.Intents(guilds=True), tree_cls=Tree)
        self.hours = 0
        self.tree.add_command(card)
        self.tree.add_command(refuse)

    async def setup_hook(self) -> None:
        self.add_dynamic_items(Press)
        await self.tree.sync()
        self.strike.start()

    @tasks.loop(hours=1)
    async def strike(self) -> None:
        """An hour has passed."""
        self.hours += 1


@app_commands.command(description="Put a card on the table.")
async def card(
    interaction: discord.Interaction, title: str, rating: int = 5, hero: discord.Member | None = None
) -> None:
    """A card with three buttons, a mention and a link to an earlier message."""
    view = discord.ui.View(timeout=None)
    for deed in ("roll", "peek", "tell"):
        view.add_item(Press(deed))
    text = f"Rating {rating}, for {hero.mention if hero else 'anyone'}"
    await interaction.response.send_message(embed=discord.Embed(title=title, description=text), view=view)


@app_commands.command(description="Refuse, politely.")
async def refuse(interaction: discord.Interaction) -> None:
    """What a person's mistake looks like."""
    raise UserError("You may not do that.")


async def main(port: int) -> None:
    """A sandbox until it is stopped."""
    with stoppable() as stop:
        async with opened(Room(StandIn()), port=port, suggestions=SUGGESTIONS) as visit:
            print(welcome(visit, SUGGESTIONS), flush=True)
            await stop.wait()


if __name__ == "__main__":
    asyncio.run(main(int(sys.argv[1])))
