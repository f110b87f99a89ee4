"""A bot of the smallest kind: one of everything that the harness has to carry."""

from __future__ import annotations

import asyncio
import re
from typing import Any, Self

import discord
from discord import app_commands, ui

Interaction = discord.Interaction[discord.Client]


class Name(ui.Modal, title="A name"):
    """Asks for a name."""

    name: ui.TextInput[Self] = ui.TextInput(label="Name", custom_id="name")

    async def on_submit(self, interaction: Interaction) -> None:
        """Greet."""
        await interaction.response.send_message(f"Hello, {self.name.value}", ephemeral=True)


class Count(ui.DynamicItem[ui.Button[ui.View]], template=r"count:(?P<number>\d+)"):
    """A button that knows how often it was pressed."""

    def __init__(self, number: int) -> None:
        super().__init__(ui.Button(label=f"{number}", custom_id=f"count:{number}"))
        self.number = number

    @classmethod
    async def from_custom_id(
        cls, interaction: Interaction, item: ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        """Read the number back."""
        return cls(int(match["number"]))

    async def callback(self, interaction: Interaction) -> None:
        """Count one further."""
        view = ui.View(timeout=None).add_item(Count(self.number + 1))
        await interaction.response.edit_message(content=f"{self.number + 1}", view=view)


class StandIn(discord.Client):
    """Answers a handful of commands."""

    def __init__(self) -> None:
        quiet = discord.AllowedMentions.none()
        super().__init__(intents=discord.Intents(guilds=True), allowed_mentions=quiet)
        self.tree = app_commands.CommandTree(self)
        self.effects: list[int] = []

    async def setup_hook(self) -> None:
        """Register and sync, as a real bot does."""
        self.add_dynamic_items(Count)
        group = app_commands.Group(name="some", description="Things with parameters")
        group.add_command(echo)
        simple: tuple[app_commands.Command[Any, ..., Any], ...] = (ping, counter, form, late, post)
        for command in simple:
            self.tree.add_command(command)
        self.tree.add_command(group)
        await self.tree.sync()


@app_commands.command(description="The cheapest answer")
async def ping(interaction: Interaction) -> None:
    """Answer."""
    client = interaction.client
    if isinstance(client, StandIn):
        client.effects.append(interaction.id)
    await interaction.response.send_message("pong")


@app_commands.command(description="A persistent button")
async def counter(interaction: Interaction) -> None:
    """Show the button."""
    embed = discord.Embed(title="A counter", description="<@5>")
    view = ui.View(timeout=None).add_item(Count(0))
    sent = await interaction.response.send_message("0", embed=embed, view=view)
    assert sent.message_id is not None
    assert isinstance(sent.resource, discord.InteractionMessage)


@app_commands.command(description="A form")
async def form(interaction: Interaction) -> None:
    """Open the form."""
    await interaction.response.send_modal(Name(custom_id="form"))


@app_commands.command(description="Answers later, and twice")
async def late(interaction: Interaction) -> None:
    """Defer, fill the placeholder, edit it, say more."""
    await interaction.response.defer(ephemeral=True, thinking=True)
    await asyncio.sleep(0.01)
    first = await interaction.followup.send("first", wait=True)
    await interaction.edit_original_response(content="edited")
    assert first.id == (await interaction.original_response()).id
    await interaction.followup.send("second", wait=True)


@app_commands.command(description="Speaks in the channel")
async def post(interaction: Interaction, text: str) -> None:
    """Post, edit, list and delete."""
    channel = interaction.channel
    assert isinstance(channel, discord.TextChannel | discord.Thread)
    await interaction.response.send_message("posting", ephemeral=True)
    message = await channel.send(text, allowed_mentions=discord.AllowedMentions(users=True))
    await message.edit(content=f"{text}!")
    assert (await channel.fetch_message(message.id)).content == f"{text}!"
    doomed = await channel.send(file=discord.File(__file__, filename="map.png"))
    assert [found.id async for found in channel.history(limit=2)] == [doomed.id, message.id]
    assert [found.id async for found in channel.history(after=message)] == [doomed.id]
    await doomed.delete()


@app_commands.command(description="Repeats")
async def echo(interaction: Interaction, word: str, count: int, who: discord.Member) -> None:
    """Say what came."""
    is_admin = interaction.permissions.administrator
    await interaction.response.send_message(f"{word} {count} {who.name} {is_admin}")


@echo.autocomplete("word")
async def words(interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
    """Offer what begins so."""
    fitting = [word for word in ("north", "south") if word.startswith(current)]
    return [app_commands.Choice(name=word, value=word) for word in fitting]


async def make() -> StandIn:
    """Return a fresh bot, for a process of its own."""
    return StandIn()


async def speak(client: discord.Client, channel: int, texts: list[str], **options: Any) -> list[int]:
    """Send messages at once and return their ids."""
    place = client.get_partial_messageable(channel)
    sent = await asyncio.gather(*(place.send(text, **options) for text in texts))
    return [message.id for message in sent]


async def answered_to(client: discord.Client, channel: int, interaction: int) -> list[int]:
    """Return the messages that answer an interaction, found in the history as after a crash."""
    place = client.get_partial_messageable(channel)
    return [
        message.id
        async for message in place.history(limit=50)
        if message.interaction_metadata and message.interaction_metadata.id == interaction
    ]
