"""The part of `/sk` that tells chances."""

from __future__ import annotations

from discord import app_commands
from discord.ext import commands

from bot.desk import Desk
from bot.engine.people import Permit
from bot.errors import RuleViolation
from bot.handlers import Interaction, Register
from bot.systems.second_kingdom.rules.heroes import MOST_HELD
from bot.systems.second_kingdom.rules.state import HIGHEST, LOWEST
from bot.systems.second_kingdom.screens import challenge_cards
from bot.systems.second_kingdom.words import challenges, game
from bot.ui.card import Card

MOST_DICE = 20

REGISTER: Register = {"/sk odds": Permit.EVERYONE}


class OddsCommands(commands.Cog):
    """Chances, always exact."""

    _desk: Desk

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


def _odds(virtue: int | None, rating: int | None, conviction: int, dice: int | None) -> Card:
    """The card for a virtue against a rating, or for a number of dice. Raises RuleViolation."""
    if dice is not None:
        if virtue is not None or rating is not None:
            raise RuleViolation(challenges.NOT_BOTH)
        _require(challenges.NUMBER_OF_DICE, dice, 1, MOST_DICE)
        return challenge_cards.pool_odds(dice)
    if virtue is None or rating is None:
        raise RuleViolation(challenges.VIRTUE_OR_DICE)
    _require(challenges.A_VIRTUE, virtue, LOWEST, HIGHEST)
    _require(challenges.A_RATING, rating, LOWEST, HIGHEST)
    _require(challenges.CONVICTION, conviction, 0, MOST_HELD)
    return challenge_cards.odds(virtue, rating, conviction)


def _require(name: str, value: int, least: int, most: int) -> None:
    if not least <= value <= most:
        raise RuleViolation(game.not_within(name, least, most, value))
