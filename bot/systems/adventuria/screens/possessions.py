"""The part of `/adv` about what an adventurer has: used, dropped, paid."""

from __future__ import annotations

from functools import partial

from discord import app_commands
from discord.ext import commands

from bot.desk import Choices, Desk
from bot.engine.people import Permit
from bot.engine.system import Scope, Want
from bot.errors import RuleViolation
from bot.handlers import Interaction, Register
from bot.play import Shown
from bot.systems.adventuria.rules.adventurer import FIGHT
from bot.systems.adventuria.rules.possessions import Discard, PayOut
from bot.systems.adventuria.rules.using import UsePossession
from bot.systems.adventuria.screens import finding, using
from bot.systems.adventuria.screens.purse import gold_of
from bot.systems.adventuria.screens.using import answer, use_button
from bot.systems.adventuria.words import possessions as words

__all__ = ["REGISTER", "PossessionCommands", "answer", "use_button"]

REGISTER: Register = {
    "/adv use": Permit.OWNER_OR_GAME_MASTER,
    "/adv drop": Permit.OWNER_OR_GAME_MASTER,
    "/adv pay": Permit.OWNER_OR_GAME_MASTER,
    **using.REGISTER,
}


class PossessionCommands(commands.Cog):
    """What a player does with possessions."""

    _desk: Desk

    @app_commands.command()
    @app_commands.describe(thing="What", foe="On which monster", adventurer="Who; you by default")
    @app_commands.guild_only()
    async def use(
        self, interaction: Interaction, thing: str, foe: str = "", adventurer: str | None = None
    ) -> None:
        """Use an item, spell or ally; take a weapon in hand"""
        async with self._desk.reply(interaction) as reply:
            shown = await finding.adventurer(self._desk, interaction, adventurer)
            await self._desk.carry_out(reply, UsePossession(shown.id, thing, foe))

    @app_commands.command()
    @app_commands.describe(
        what="Gold, an item, a spell or an ally", amount="How much gold: a number, or all", adventurer="Whose"
    )
    @app_commands.guild_only()
    async def drop(
        self, interaction: Interaction, what: str, amount: str = "", adventurer: str | None = None
    ) -> None:
        """Part with something of your own will"""
        async with self._desk.reply(interaction) as reply:
            shown = await finding.adventurer(self._desk, interaction, adventurer)
            await self._desk.carry_out(reply, _discard(shown, what, amount))

    @app_commands.command()
    @app_commands.describe(what="Gold: a number, or all; or a possession", adventurer="Who; you by default")
    @app_commands.guild_only()
    async def pay(self, interaction: Interaction, what: str, adventurer: str | None = None) -> None:
        """Pay for something: all of it, or nothing happens"""
        async with self._desk.reply(interaction) as reply:
            shown = await finding.adventurer(self._desk, interaction, adventurer)
            gold = gold_of(what)
            action = PayOut(shown.id, thing=what) if gold is None else PayOut(shown.id, gold)
            await self._desk.carry_out(reply, action)

    @use.autocomplete("thing")
    async def _usable(self, interaction: Interaction, typed: str) -> Choices:
        return await self._desk.suggest(interaction, partial(_numbered, self._desk, interaction, typed))

    @drop.autocomplete("what")
    async def _droppable(self, interaction: Interaction, typed: str) -> Choices:
        async def find() -> list[tuple[str, str]]:
            gold = [(words.GOLD, words.GOLD)] if _is_near(typed, words.GOLD) else []
            return gold + await _numbered(self._desk, interaction, typed)

        return await self._desk.suggest(interaction, find)

    @pay.autocomplete("what")
    async def _payable(self, interaction: Interaction, typed: str) -> Choices:
        async def find() -> list[tuple[str, str]]:
            # By name: a number is gold here.
            held = [name for name, _ in await _numbered(self._desk, interaction, typed)]
            gold = [words.ALL_GOLD] if _is_near(typed, words.ALL_GOLD) else []
            return [(each, each) for each in dict.fromkeys((*gold, *held))]

        return await self._desk.suggest(interaction, find)

    @use.autocomplete("foe")
    async def _standing(self, interaction: Interaction, typed: str) -> Choices:
        async def find() -> list[tuple[str, str]]:
            shown = await _meant(self._desk, interaction)
            found = await _foes(self._desk, interaction, shown)
            return [(name, str(place + 1)) for place, name in found if _is_near(typed, name)]

        return await self._desk.suggest(interaction, find)

    @use.autocomplete("adventurer")
    @drop.autocomplete("adventurer")
    @pay.autocomplete("adventurer")
    async def _whose(self, interaction: Interaction, typed: str) -> Choices:
        return await finding.suggested(self._desk, interaction, typed)


def _discard(shown: Shown, what: str, amount: str) -> Discard:
    """What is to go. Raises RuleViolation where that is not said."""
    if what.strip().casefold() != words.GOLD.casefold():
        return Discard(shown.id, what)
    gold = gold_of(amount) if amount else None
    if gold is None:
        raise RuleViolation(words.HOW_MUCH)
    return Discard(shown.id, gold=gold)


async def _meant(desk: Desk, interaction: Interaction) -> Shown:
    """The adventurer of a command that is still being typed."""
    return await finding.adventurer(desk, interaction, interaction.namespace.adventurer or None)


async def _numbered(desk: Desk, interaction: Interaction, typed: str) -> list[tuple[str, str]]:
    """The names and numbers of what the adventurer meant has."""
    state = (await _meant(desk, interaction)).state
    return [(each.name, str(each.number)) for each in state.possessions if _is_near(typed, each.name)]


def _is_near(typed: str, name: str) -> bool:
    return typed.strip().casefold() in name.casefold()


async def _foes(desk: Desk, interaction: Interaction, shown: Shown) -> list[tuple[int, str]]:
    """The monsters that stand in the adventurer's fight, in their places."""
    scope = Scope(wants=(Want(FIGHT, parent=shown.id),))
    fights = (await desk.look(interaction, scope)).all(FIGHT)
    return [(place, fight.state.foes[place].name) for fight in fights for place in fight.state.standing]
