"""The part of `/sk` that tells chances."""

from __future__ import annotations

from collections.abc import Mapping

from discord import app_commands
from discord.ext import commands

from bot.desk import Choices, Desk
from bot.engine.people import Permit, Viewer
from bot.errors import RuleViolation
from bot.handlers import Interaction, Register
from bot.play import Shown
from bot.systems.second_kingdom.rules.defences import read_pair
from bot.systems.second_kingdom.rules.heroes import MOST_HELD
from bot.systems.second_kingdom.rules.settings import AT_LEAST_1, AT_MOST_10, CAP, FLOOR
from bot.systems.second_kingdom.rules.state import (
    HIGHEST,
    LOWEST,
    NO_BONUS,
    Guard,
    Known,
    Npc,
    Pair,
    defence_pair,
)
from bot.systems.second_kingdom.screens import challenge_cards, finding, odds_cards
from bot.systems.second_kingdom.screens.odds_cards import Defender
from bot.systems.second_kingdom.words import challenges, game
from bot.systems.second_kingdom.words import odds as words
from bot.ui.card import Card
from bot.ui.text import safe

MOST_DICE = 20

REGISTER: Register = {"/sk odds": Permit.EVERYONE, "/sk compare": Permit.EVERYONE}

Typed = Mapping[Guard, str | None]


class OddsCommands(commands.Cog):
    """Chances, always exact."""

    _desk: Desk

    @app_commands.command()
    @app_commands.describe(
        virtue="The virtue's value, 1 to 10",
        rating="The challenge rating, 1 to 10",
        conviction="How much conviction is held; 3 by default",
        dice="Instead of virtue and rating: how many dice",
        maneuver="Or a maneuver of the library",
        target="Whom the maneuver attacks",
        dodge="Instead of a target: its dodge, such as 2/1",
        parry="Its parry, such as 2/1",
        block="Its block, such as 2/1",
    )
    async def odds(
        self,
        interaction: Interaction,
        virtue: int | None = None,
        rating: int | None = None,
        conviction: int = 3,
        dice: int | None = None,
        maneuver: str | None = None,
        target: str | None = None,
        dodge: str | None = None,
        parry: str | None = None,
        block: str | None = None,
    ) -> None:
        """See the exact chances of a challenge or an attack"""
        typed = {Guard.DODGE: dodge, Guard.PARRY: parry, Guard.BLOCK: block}
        async with self._desk.reply(interaction) as reply:
            if maneuver is None:
                _require_no_defence(target, typed)
                card = _odds(virtue, rating, conviction, dice)
            else:
                _require_no_challenge(virtue, rating, dice)
                card = await self._odds_of_attack(interaction, maneuver, target, typed)
            await reply.private(card)

    @app_commands.command()
    @app_commands.describe(
        maneuver="A maneuver of the library",
        other="Another one",
        target="Whom they attack",
        dodge="Instead of a target: its dodge, such as 2/1",
        parry="Its parry, such as 2/1",
        block="Its block, such as 2/1",
    )
    @app_commands.guild_only()
    async def compare(
        self,
        interaction: Interaction,
        maneuver: str,
        other: str,
        target: str | None = None,
        dodge: str | None = None,
        parry: str | None = None,
        block: str | None = None,
    ) -> None:
        """Compare two maneuvers against the same defence"""
        typed = {Guard.DODGE: dodge, Guard.PARRY: parry, Guard.BLOCK: block}
        async with self._desk.reply(interaction) as reply:
            first = await finding.maneuver(self._desk, interaction, maneuver)
            second = await finding.maneuver(self._desk, interaction, other)
            if first.id == second.id:
                raise RuleViolation(words.SAME_MANEUVER)
            defender = await self._defender(interaction, target, typed)
            await reply.private(odds_cards.two(first.state, second.state, defender))

    async def _odds_of_attack(
        self, interaction: Interaction, maneuver: str, target: str | None, typed: Typed
    ) -> Card:
        shown = await finding.maneuver(self._desk, interaction, maneuver)
        return odds_cards.one(shown.state, await self._defender(interaction, target, typed))

    async def _defender(self, interaction: Interaction, target: str | None, typed: Typed) -> Defender:
        """The target's defences, or those that were typed, under the campaign's rulings."""
        scenery = await self._desk.look(interaction)
        name, pairs = "", {guard: _typed_pair(guard, text) for guard, text in typed.items()}
        if target is not None:
            if any(typed.values()):
                raise RuleViolation(words.NOT_BOTH)
            shown = await finding.combatant(self._desk, interaction, target)
            name, pairs = shown.title, _pairs(shown, scenery.viewer)
        settings = scenery.campaign.settings
        floor, cap = FLOOR.of(settings) == AT_LEAST_1, CAP.of(settings) == AT_MOST_10
        return Defender(name, pairs, floor, cap)

    @odds.autocomplete("maneuver")
    @compare.autocomplete("maneuver")
    @compare.autocomplete("other")
    async def _weighed(self, interaction: Interaction, typed: str) -> Choices:
        return await finding.suggested_maneuvers(self._desk, interaction, typed)

    @odds.autocomplete("target")
    @compare.autocomplete("target")
    async def _weighed_against(self, interaction: Interaction, typed: str) -> Choices:
        return await finding.suggested_combatants(self._desk, interaction, typed)


def _pairs(target: Shown, viewer: Viewer) -> dict[Guard, Pair]:
    """What the target's guards add. Raises RuleViolation where the asker may not know it."""
    state = target.state
    if isinstance(state, Npc) and state.known is not Known.OPEN and not viewer.is_game_master:
        raise RuleViolation(words.not_known(safe(target.title, 60)))
    return {guard: defence_pair(state.defences, guard) for guard in Guard}


def _typed_pair(guard: Guard, text: str | None) -> Pair:
    return read_pair(guard, text) if text is not None else NO_BONUS


# -- challenges -------------------------------------------------------------------------------------


def _require_no_defence(target: str | None, typed: Typed) -> None:
    if target is not None or any(typed.values()):
        raise RuleViolation(words.NO_MANEUVER)


def _require_no_challenge(*asked: int | None) -> None:
    if any(each is not None for each in asked):
        raise RuleViolation(words.ONE_QUESTION)


def _odds(virtue: int | None, rating: int | None, conviction: int, dice: int | None) -> Card:
    """The card for a virtue against a rating, or for a number of dice. Raises RuleViolation."""
    if dice is not None:
        if virtue is not None or rating is not None:
            raise RuleViolation(words.ONE_QUESTION)
        _require(challenges.NUMBER_OF_DICE, dice, 1, MOST_DICE)
        return challenge_cards.pool_odds(dice)
    if virtue is None or rating is None:
        raise RuleViolation(words.WHAT_ABOUT)
    _require(challenges.A_VIRTUE, virtue, LOWEST, HIGHEST)
    _require(challenges.A_RATING, rating, LOWEST, HIGHEST)
    _require(challenges.CONVICTION, conviction, 0, MOST_HELD)
    return challenge_cards.odds(virtue, rating, conviction)


def _require(name: str, value: int, least: int, most: int) -> None:
    if not least <= value <= most:
        raise RuleViolation(game.not_within(name, least, most, value))
