"""The part of `/sk` about heroes: made, seen, changed, given conviction."""

from __future__ import annotations

import discord
from discord import app_commands
from discord.ext import commands

from bot.desk import Choices, Desk
from bot.engine.people import Permit
from bot.engine.system import Scope, Want
from bot.errors import RuleViolation
from bot.handlers import Interaction, Register
from bot.play import Shown
from bot.systems.second_kingdom.rules.counters import SetCounter
from bot.systems.second_kingdom.rules.heroes import HERO, CreateHero, GrantConviction, SetVirtues
from bot.systems.second_kingdom.rules.trials import CHALLENGE
from bot.systems.second_kingdom.screens import finding, hero_cards
from bot.systems.second_kingdom.words import heroes
from bot.ui.card import Card

REGISTER: Register = {
    "/sk new": Permit.MEMBERS,
    "/sk sheet": Permit.EVERYONE,
    "/sk set": Permit.OWNER_OR_GAME_MASTER,
    "/sk conviction": Permit.GAME_MASTERS,
}


class HeroCommands(commands.Cog):
    """Heroes and their sheets."""

    _desk: Desk

    @app_commands.command()
    @app_commands.describe(
        name="The hero's name",
        courage="1 to 10: prowess and daring",
        prudence="1 to 10: wit and awareness",
        temperance="1 to 10: resolve and will",
        conviction="What the hero begins with",
        player="For game masters: whose hero it is",
    )
    @app_commands.guild_only()
    async def new(
        self,
        interaction: Interaction,
        name: str,
        courage: int,
        prudence: int,
        temperance: int,
        conviction: int = 0,
        player: discord.Member | None = None,
    ) -> None:
        """Bring a hero to the table"""
        owner = player.id if player is not None else interaction.user.id
        await self._desk.act(interaction, CreateHero(name, owner, courage, prudence, temperance, conviction))

    @app_commands.command()
    @app_commands.describe(hero="Whose sheet; your own by default")
    @app_commands.guild_only()
    async def sheet(self, interaction: Interaction, hero: str | None = None) -> None:
        """See a hero's sheet"""
        async with self._desk.reply(interaction) as reply:
            shown = await finding.hero(self._desk, interaction, hero)
            await reply.private(await self._sheet(interaction, shown))

    async def _sheet(self, interaction: Interaction, shown: Shown) -> Card:
        scope = Scope(wants=(Want(CHALLENGE.name, owner=shown.owner),))
        open_ones = (await self._desk.look(interaction, scope)).all(CHALLENGE.name)
        return hero_cards.sheet(shown, [c for c in open_ones if c.steps and c.state.hero == shown.id])

    async def _sheets(self, interaction: Interaction) -> list[Card]:
        """The sheets of the asker's own heroes."""
        scope = Scope(wants=(Want(HERO.name, owner=interaction.user.id),))
        own = (await self._desk.look(interaction, scope)).all(HERO.name)
        return [await self._sheet(interaction, hero) for hero in own]

    @app_commands.command(name="set")
    @app_commands.describe(
        hero="Which hero; your own by default",
        courage="1 to 10",
        prudence="1 to 10",
        temperance="1 to 10",
        counter="Instead of virtues: a counter of your own, such as wounds",
        value="What the counter stands at; 0 takes it off the sheet",
    )
    @app_commands.guild_only()
    async def set_hero(
        self,
        interaction: Interaction,
        hero: str | None = None,
        courage: int | None = None,
        prudence: int | None = None,
        temperance: int | None = None,
        counter: str | None = None,
        value: int | None = None,
    ) -> None:
        """Change a hero's virtues, or one of its counters"""
        async with self._desk.reply(interaction) as reply:
            shown = await finding.hero(self._desk, interaction, hero)
            virtues = SetVirtues(shown.id, courage, prudence, temperance)
            await self._desk.carry_out(reply, _what_is_set(virtues, counter, value))

    @app_commands.command()
    @app_commands.describe(
        hero="Who receives it", amount="How much; negative to take it", reason="Why; the table sees it"
    )
    @app_commands.guild_only()
    async def conviction(self, interaction: Interaction, hero: str, amount: int, reason: str) -> None:
        """Give a hero conviction, or take it"""
        async with self._desk.reply(interaction) as reply:
            shown = await finding.hero(self._desk, interaction, hero)
            await self._desk.carry_out(reply, GrantConviction(shown.id, amount, reason))

    @sheet.autocomplete("hero")
    @set_hero.autocomplete("hero")
    @conviction.autocomplete("hero")
    async def _heroes_of_sheets(self, interaction: Interaction, typed: str) -> Choices:
        return await finding.suggested_heroes(self._desk, interaction, typed)


def _what_is_set(virtues: SetVirtues, counter: str | None, value: int | None) -> SetVirtues | SetCounter:
    """The one thing `/sk set` changes. Raises RuleViolation for both, or half a counter."""
    if counter is None and value is None:
        return virtues
    if virtues != SetVirtues(virtues.hero):
        raise RuleViolation(heroes.ONE_AT_A_TIME)
    if counter is None or value is None:
        raise RuleViolation(heroes.HALF_A_COUNTER)
    return SetCounter(virtues.hero, counter, value)
