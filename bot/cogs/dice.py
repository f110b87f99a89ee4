"""`/roll` and `/odds`, and the `/dice` group: saved rolls, statistics, and the proof that dice are fair."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import discord
from discord import app_commands
from discord.ext import commands

from bot.cogs import dice_cards, dice_charts, register
from bot.cogs.fairness import FairnessCommands
from bot.desk import Choices, Desk, actor_of, request_of
from bot.engine.dice.notation import Roll, parse
from bot.engine.system import RecordId
from bot.errors import RuleViolation, Stale, UserError
from bot.handlers import Interaction
from bot.play import NoCampaign, Where
from bot.systems.table.rules.dice import RevealRoll, RollDice
from bot.systems.table.rules.habits import HABITS, OWN_HABITS, ForgetRoll, Habits, SaveRoll
from bot.systems.table.rules.rolls import Secrecy
from bot.systems.table.words import dice as words
from bot.ui.form import answers
from bot.ui.reply import Reply
from bot.ui.words import DAMAGED_BUTTON

LONGEST_CHOICE = 100
DICE = app_commands.Range[str, 1, 500]
NAME = app_commands.Range[str, 1, 100]
SECRECY = [app_commands.Choice(name=name, value=value) for value, name in words.SECRECY]


class DiceCog(commands.Cog):
    """Plain dice; what a channel without a campaign rolls is kept in the server's own."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        # Large odds keep a core busy: one is worked out at a time.
        self._counting = asyncio.Lock()
        desk.enter(register.DICE)
        desk.add_button(dice_cards.REVEAL_BUTTON, self._reveal)
        desk.add_form("roll", self._written)

    @app_commands.command()
    @app_commands.describe(
        dice="For example 2d6+3, 4d6kh3, 8d10>=8 or 3#d20 volley; or a roll you saved",
        secrecy="Who sees it; as this campaign decided by default",
    )
    @app_commands.choices(secrecy=SECRECY)
    @app_commands.guild_only()
    async def roll(
        self, interaction: Interaction, dice: DICE, secrecy: app_commands.Choice[str] | None = None
    ) -> None:
        """Roll dice, in the open or in secret"""
        async with self._desk.reply(interaction) as reply:
            await self._roll(reply, dice, Secrecy(secrecy.value) if secrecy is not None else None)

    async def _written(self, reply: Reply, args: tuple[str, ...]) -> None:
        """The form behind the home card's Roll."""
        await self._roll(reply, answers(reply.interaction.data).get("dice", ""), None)

    async def _roll(self, reply: Reply, typed: str, wanted: Secrecy | None) -> None:
        name, text, _ = await _meant(self._desk, reply.interaction, typed)
        await self._desk.carry_out(reply, RollDice(text, wanted, name), where=Where.EITHER)

    @app_commands.command()
    @app_commands.describe(
        dice="For example 2d6+3, 4d6kh3 or 8d10>=8; or a roll you saved", at_least="The total to reach"
    )
    async def odds(
        self,
        interaction: Interaction,
        dice: DICE,
        at_least: app_commands.Range[int, -1_000_000_000, 1_000_000_000] | None = None,
    ) -> None:
        """See the exact chances of a roll"""
        async with self._desk.reply(interaction) as reply:
            _, _, roll = await _meant(self._desk, interaction, dice)
            async with self._counting:
                card = await asyncio.to_thread(dice_charts.odds, roll, at_least)
            await reply.private(card)

    @roll.autocomplete("dice")
    @odds.autocomplete("dice")
    async def _rolls(self, interaction: Interaction, typed: str) -> Choices:
        async def find() -> list[tuple[str, str]]:
            own = await _own_rolls(self._desk, interaction, typed)
            is_roll = 0 < len(typed) <= LONGEST_CHOICE and _read(typed) is not None
            return [*own, *([(typed, typed)] if is_roll else [])]

        return await self._desk.suggest(interaction, find)

    async def _reveal(self, reply: Reply, args: tuple[str, ...]) -> None:
        if len(args) != 2:
            raise Stale(DAMAGED_BUTTON)
        campaign, roll = args
        await self._desk.carry_out(reply, RevealRoll(RecordId(roll)), campaign=campaign)


class DiceGroupCog(
    FairnessCommands,
    commands.GroupCog,
    group_name="dice",
    group_description="Your saved rolls, statistics, and whether the dice are fair",
):
    """What a person saves is kept in the server's own campaign, for them alone."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        desk.enter(register.DICE_GROUP)
        self.enter_fairness(desk)

    @app_commands.command()
    @app_commands.describe(name="What you will call it, for example attack", dice="For example 1d20+5")
    @app_commands.guild_only()
    async def save(self, interaction: Interaction, name: NAME, dice: DICE) -> None:
        """Save a roll under a name that /roll takes; only you see it"""
        await self._desk.act(interaction, SaveRoll(name, dice), where=Where.SERVER)

    @app_commands.command()
    @app_commands.describe(name="Which of your saved rolls")
    @app_commands.guild_only()
    async def forget(self, interaction: Interaction, name: NAME) -> None:
        """Take out a roll you saved"""
        await self._desk.act(interaction, ForgetRoll(name), where=Where.SERVER)

    @forget.autocomplete("name")
    async def _names(self, interaction: Interaction, typed: str) -> Choices:
        return await self._desk.suggest(interaction, lambda: _own_rolls(self._desk, interaction, typed))

    @app_commands.command(name="list")
    @app_commands.guild_only()
    async def list_rolls(self, interaction: Interaction) -> None:
        """See the rolls you saved"""
        async with self._desk.reply(interaction) as reply:
            habits = await _habits(self._desk, interaction)
            await reply.private(dice_cards.saved_rolls(habits.rolls.items()))

    @app_commands.command()
    @app_commands.describe(
        who="Whose dice; everyone's by default", die="Of which die, by its sides: 20 for a d20"
    )
    @app_commands.guild_only()
    async def stats(
        self,
        interaction: Interaction,
        who: discord.User | None = None,
        die: app_commands.Range[int, 2, 1_000] | None = None,
    ) -> None:
        """See what the open dice came to here, and how unusual that is"""
        async with self._desk.reply(interaction) as reply:
            request = replace(request_of(interaction), where=Where.EITHER)
            user = who.id if who is not None else None
            tally = await self._desk.play.tally(actor_of(interaction), request, user)
            name = who.display_name if who is not None else words.EVERYBODY
            await reply.private(await asyncio.to_thread(dice_charts.statistics, tally, name, die))


# -- saved rolls --------------------------------------------------------------------------------------


async def _meant(desk: Desk, interaction: Interaction, typed: str) -> tuple[str, str, Roll]:
    """The saved name (or nothing), the text and the roll. Raises RuleViolation where it is neither.

    A saved name is never a roll itself, so that dice need no look-up.
    """
    try:
        return "", typed, parse(typed)
    except RuleViolation as fault:
        found = (await _habits(desk, interaction)).saved(typed)
        if found is None:
            raise fault from None
    name, text = found
    return name, text, parse(text)


async def _habits(desk: Desk, interaction: Interaction) -> Habits:
    """What the asker keeps on this server; nothing outside of one."""
    nothing = Habits(interaction.user.id)
    if interaction.guild_id is None:
        return nothing
    try:
        scenery = await desk.look(interaction, OWN_HABITS, where=Where.SERVER)
    except NoCampaign:
        return nothing
    return next((shown.state for shown in scenery.all(HABITS.name)), nothing)


async def _own_rolls(desk: Desk, interaction: Interaction, typed: str) -> list[tuple[str, str]]:
    rolls = (await _habits(desk, interaction)).rolls
    wanted = typed.strip().casefold()
    return [(f"{name}: {text}", name) for name, text in rolls.items() if wanted in name.casefold()]


def _read(typed: str) -> Roll | None:
    try:
        return parse(typed)
    except UserError:
        return None
