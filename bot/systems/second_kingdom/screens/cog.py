"""`/sk`: heroes, challenges, conviction and odds."""

from __future__ import annotations

import discord
from discord import app_commands
from discord.ext import commands

from bot.desk import Desk
from bot.engine.campaign import Campaign
from bot.engine.system import Scope, Want
from bot.errors import RuleViolation
from bot.handlers import Interaction
from bot.play import Shown
from bot.systems.second_kingdom.rules.counters import SetCounter
from bot.systems.second_kingdom.rules.heroes import HERO, MOST_HELD, CreateHero, GrantConviction, SetVirtues
from bot.systems.second_kingdom.rules.settings import hides_rating
from bot.systems.second_kingdom.rules.state import HIGHEST, LOWEST, Virtue
from bot.systems.second_kingdom.rules.trials import CHALLENGE, OpenChallenge
from bot.systems.second_kingdom.screens import cards
from bot.systems.second_kingdom.screens.register import REGISTER
from bot.systems.second_kingdom.words import challenges, game, heroes
from bot.ui.card import Card
from bot.ui.text import safe

Choice = app_commands.Choice[str]
MOST_DICE = 20


class SecondKingdomCog(commands.GroupCog, group_name="sk", group_description="The Second Kingdom"):
    """Each command turns its input into one action or one look."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        desk.enter(REGISTER)
        desk.sheets["second_kingdom"] = self._sheets
        desk.guides["sk"] = game.GUIDE

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
            shown = await self._hero(interaction, hero)
            await reply.private(await self._sheet(interaction, shown))

    async def _sheet(self, interaction: Interaction, shown: Shown) -> Card:
        scope = Scope(wants=(Want(CHALLENGE.name, owner=shown.owner),))
        open_ones = (await self._desk.look(interaction, scope)).all(CHALLENGE.name)
        return cards.sheet(shown, [c for c in open_ones if c.steps and c.state.hero == shown.id])

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
            shown = await self._hero(interaction, hero)
            virtues = SetVirtues(shown.id, courage, prudence, temperance)
            await self._desk.carry_out(reply, _what_is_set(virtues, counter, value))

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
            shown, campaign = await self._hero_in(interaction, hero)
            is_hidden = hides_rating(campaign.settings, hide_rating)
            # A hidden rating stood in the command, so the card comes apart from it.
            opening = OpenChallenge(shown.id, action, virtue, rating, is_hidden)
            await self._desk.carry_out(reply, opening, quietly=is_hidden)

    @app_commands.command()
    @app_commands.describe(
        hero="Who receives it", amount="How much; negative to take it", reason="Why; the table sees it"
    )
    @app_commands.guild_only()
    async def conviction(self, interaction: Interaction, hero: str, amount: int, reason: str) -> None:
        """Give a hero conviction, or take it"""
        async with self._desk.reply(interaction) as reply:
            shown = await self._hero(interaction, hero)
            await self._desk.carry_out(reply, GrantConviction(shown.id, amount, reason))

    @app_commands.command()
    @app_commands.describe(
        virtue="The virtue's value, 1 to 10",
        rating="The challenge rating, 1 to 10",
        conviction="How much conviction is held; 3 by default",
        dice="Instead of virtue and rating: how many dice",
    )
    async def odds(
        self,
        interaction: Interaction,
        virtue: int | None = None,
        rating: int | None = None,
        conviction: int = 3,
        dice: int | None = None,
    ) -> None:
        """See the exact chances of a challenge"""
        async with self._desk.reply(interaction) as reply:
            await reply.private(_odds(virtue, rating, conviction, dice))

    @sheet.autocomplete("hero")
    @set_hero.autocomplete("hero")
    @challenge.autocomplete("hero")
    @conviction.autocomplete("hero")
    async def _heroes(self, interaction: Interaction, typed: str) -> list[Choice]:
        async def find() -> list[tuple[str, str]]:
            found = await self._desk.look(interaction, Scope(wants=(Want(HERO.name, part=typed),)))
            return [(shown.title, shown.id) for shown in found.all(HERO.name)]

        return await self._desk.suggest(interaction, find)

    async def _hero(self, interaction: Interaction, text: str | None) -> Shown:
        """The hero named, or the asker's own. Raises RuleViolation."""
        return (await self._hero_in(interaction, text))[0]

    async def _hero_in(self, interaction: Interaction, text: str | None) -> tuple[Shown, Campaign]:
        """The same, and the campaign it is in. Raises RuleViolation."""
        owner = interaction.user.id if text is None else None
        scenery = await self._desk.look(interaction, Scope(wants=(Want(HERO.name, text=text, owner=owner),)))
        found = scenery.all(HERO.name)
        if len(found) == 1:
            return found[0], scenery.campaign
        if text is None:
            raise RuleViolation(heroes.which_hero(len(found)))
        raise RuleViolation(heroes.no_such_hero(safe(text, 60)))


def _what_is_set(virtues: SetVirtues, counter: str | None, value: int | None) -> SetVirtues | SetCounter:
    """The one thing `/sk set` changes. Raises RuleViolation for both, or half a counter."""
    if counter is None and value is None:
        return virtues
    if virtues != SetVirtues(virtues.hero):
        raise RuleViolation(heroes.ONE_AT_A_TIME)
    if counter is None or value is None:
        raise RuleViolation(heroes.HALF_A_COUNTER)
    return SetCounter(virtues.hero, counter, value)


def _odds(virtue: int | None, rating: int | None, conviction: int, dice: int | None) -> Card:
    """The card for a virtue against a rating, or for a number of dice. Raises RuleViolation."""
    if dice is not None:
        if virtue is not None or rating is not None:
            raise RuleViolation(challenges.NOT_BOTH)
        _require(challenges.NUMBER_OF_DICE, dice, 1, MOST_DICE)
        return cards.pool_odds(dice)
    if virtue is None or rating is None:
        raise RuleViolation(challenges.VIRTUE_OR_DICE)
    _require(challenges.A_VIRTUE, virtue, LOWEST, HIGHEST)
    _require(challenges.A_RATING, rating, LOWEST, HIGHEST)
    _require(challenges.CONVICTION, conviction, 0, MOST_HELD)
    return cards.odds(virtue, rating, conviction)


def _require(name: str, value: int, least: int, most: int) -> None:
    if not least <= value <= most:
        raise RuleViolation(game.not_within(name, least, most, value))
