"""The bots at the other end of a recorder's gateway, and what their processes say of themselves."""

from __future__ import annotations

import asyncio
import time
from typing import Any

import discord
from discord import app_commands

from tests.bench.resident import bare, resident_mib


@app_commands.command(name="roll", description="Answers")
async def _roll(interaction: discord.Interaction[Any], dice: str) -> None:
    await interaction.response.send_message("pong")


async def pong() -> discord.Client:
    """The smallest bot with a command: discord.py and nothing else."""
    client = await bare()
    app_commands.CommandTree(client).add_command(_roll)
    return client


async def spent(client: discord.Client) -> float:
    """Seconds of CPU that this process has taken, what it had to deliver included."""
    if (delivery := getattr(client, "delivery", None)) is not None:
        await delivery.idle()
    return time.process_time()


async def resident(client: discord.Client) -> float:
    """How much memory this process holds once all is delivered, in MiB."""
    if (delivery := getattr(client, "delivery", None)) is not None:
        await delivery.idle()
    return resident_mib()


async def unhurried(client: discord.Client, pause: float) -> None:
    """Let so many seconds pass between two deliveries."""
    if (delivery := getattr(client, "delivery", None)) is not None:
        delivery.pause = pause


async def stages(client: Any, seconds: float) -> dict[str, float]:
    """Where the CPU of our bot goes in that time, in seconds by stage."""
    from tests.bench.stages import watched

    with watched(client) as seen:
        await asyncio.sleep(seconds)
        return dict(seen.spent)
