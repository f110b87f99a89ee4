"""The part of `/sk` about challenges."""

from __future__ import annotations

from discord import app_commands
from discord.ext import commands

from bot.desk import Choices, Desk
from bot.engine.people import Permit
from bot.handlers import Interaction, Register
from bot.systems.second_kingdom.rules.attempts import OpenChallenge
from bot.systems.second_kingdom.rules.settings import hides_rating
from bot.systems.second_kingdom.rules.state import Virtue
from bot.systems.second_kingdom.screens import finding

REGISTER: Register = {"/sk challenge": Permit.GAME_MASTERS}


class ChallengeCommands(commands.Cog):
    """Challenges, set for heroes."""

    _desk: Desk

    @app_commands.command()
    @app_commands.describe(
        hero="Who attempts it",
        action="What is attempted",
        virtue="The virtue it asks for",
        rating="How hard it is, 1 to 10",
        hide_rating="Keep the rating and the chances to yourself; else as the campaign's settings say",
    )
    @app_commands.guild_only()
    async def challenge(
        self,
        interaction: Interaction,
        hero: str,
        action: str,
        virtue: Virtue,
        rating: int,
        hide_rating: bool | None = None,
    ) -> None:
        """Set a challenge for a hero"""
        async with self._desk.reply(interaction) as reply:
            shown, campaign = await finding.hero_in(self._desk, interaction, hero)
            is_hidden = hides_rating(campaign.settings, hide_rating)
            # A hidden rating stood in the command, so the card comes apart from it.
            opening = OpenChallenge(shown.id, action, virtue, rating, is_hidden)
            await self._desk.carry_out(reply, opening, quietly=is_hidden)

    @challenge.autocomplete("hero")
    async def _heroes_challenged(self, interaction: Interaction, typed: str) -> Choices:
        return await finding.suggested_heroes(self._desk, interaction, typed)
