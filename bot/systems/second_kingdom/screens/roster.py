"""The part of `/sk` about who is in play: whom a player plays here, who retires and who returns."""

from __future__ import annotations

from discord import app_commands
from discord.ext import commands

from bot.desk import Choices, Desk
from bot.engine.people import Permit
from bot.errors import RuleViolation
from bot.handlers import Interaction, Register
from bot.systems.second_kingdom.rules.heroes import HERO
from bot.systems.second_kingdom.rules.roster import ActivateHero, RetireHero, ReturnHero
from bot.systems.second_kingdom.screens import finding
from bot.systems.second_kingdom.words import heroes, roster
from bot.ui.text import safe

REGISTER: Register = {
    "/sk play": Permit.OWNER,
    "/sk retire": Permit.OWNER_OR_GAME_MASTER,
    "/sk return": Permit.OWNER_OR_GAME_MASTER,
}


class RosterCommands(commands.Cog):
    """Heroes come and go."""

    _desk: Desk

    @app_commands.command()
    @app_commands.describe(hero="Which of your heroes you play in this channel")
    @app_commands.guild_only()
    async def play(self, interaction: Interaction, hero: str) -> None:
        """Choose which of your heroes is meant in this channel"""
        async with self._desk.reply(interaction) as reply:
            shown = await finding.hero(self._desk, interaction, hero)
            await self._desk.carry_out(reply, ActivateHero(shown.id))

    @app_commands.command()
    @app_commands.describe(hero="Who leaves; nothing of theirs may wait")
    @app_commands.guild_only()
    async def retire(self, interaction: Interaction, hero: str) -> None:
        """Take a hero out of play; /sk return brings them back"""
        async with self._desk.reply(interaction) as reply:
            shown = await finding.coming_or_going(self._desk, interaction, HERO.name, hero)
            if shown is None:
                raise RuleViolation(heroes.no_such_hero(safe(hero, 60)))
            await self._desk.carry_out(reply, RetireHero(shown.id))

    @app_commands.command(name="return")
    @app_commands.describe(hero="Which retired hero comes back")
    @app_commands.guild_only()
    async def return_hero(self, interaction: Interaction, hero: str) -> None:
        """Bring a retired hero back into play"""
        async with self._desk.reply(interaction) as reply:
            shown = await finding.coming_or_going(self._desk, interaction, HERO.name, hero, is_out=True)
            if shown is None:
                raise RuleViolation(roster.no_such_retired(safe(hero, 60)))
            await self._desk.carry_out(reply, ReturnHero(shown.id))

    @play.autocomplete("hero")
    async def _own_heroes(self, interaction: Interaction, typed: str) -> Choices:
        return await finding.suggested_heroes(self._desk, interaction, typed, is_own=True)

    @retire.autocomplete("hero")
    async def _leaving(self, interaction: Interaction, typed: str) -> Choices:
        return await finding.suggested_heroes(self._desk, interaction, typed)

    @return_hero.autocomplete("hero")
    async def _returning(self, interaction: Interaction, typed: str) -> Choices:
        return await finding.suggested_retired(self._desk, interaction, typed)
