"""`/month`: where a month stands, step by step, for anybody who asks."""

from __future__ import annotations

from discord import app_commands
from discord.ext import commands

from bot.desk import Choices, Desk, actor_of, request_of
from bot.engine.people import Permit
from bot.handlers import Interaction, Register
from bot.systems.kingdom.screens import finding
from bot.systems.kingdom.screens.month_page import month_page
from bot.systems.kingdom.words import month_page as words

REGISTER: Register = {"/month": Permit.EVERYONE}


class MonthCommands(commands.Cog):
    """The month as anybody may read it."""

    _desk: Desk

    @app_commands.command()
    @app_commands.describe(
        post="Bring its card up for everybody, at the end of its channel", kingdom="Where there are several"
    )
    @app_commands.guild_only()
    async def month(self, interaction: Interaction, post: bool = False, kingdom: str | None = None) -> None:
        """See where the month stands: every step, whose move it is, what its rolls need"""
        async with self._desk.reply(interaction) as reply:
            seen = await finding.seen(self._desk, interaction, kingdom)
            if post:
                await self._desk.play.bring_up(actor_of(interaction), request_of(interaction), seen.id)
                self._desk.delivery.soon()
                await reply.private(words.BROUGHT_UP)
            else:
                await reply.private(month_page(seen.shown, seen.realm))

    @month.autocomplete("kingdom")
    async def _kingdoms(self, interaction: Interaction, typed: str) -> Choices:
        return await finding.suggested(self._desk, interaction, typed)
