"""The part of `/sk` about fate."""

from __future__ import annotations

from discord import app_commands
from discord.ext import commands

from bot.desk import Choices, Desk
from bot.engine.people import Permit
from bot.engine.system import RecordId, Scope, Want
from bot.errors import RuleViolation, Stale
from bot.handlers import Interaction, Register
from bot.play import Shown
from bot.systems.second_kingdom.rules.charts import CHART
from bot.systems.second_kingdom.rules.fates import RevealFate, RollFate
from bot.systems.second_kingdom.screens.fate_cards import REVEAL_BUTTON
from bot.systems.second_kingdom.words import fates as words
from bot.ui.reply import Reply
from bot.ui.text import safe
from bot.ui.words import DAMAGED_BUTTON

REGISTER: Register = {"/sk fate": Permit.MEMBERS, f"button {REVEAL_BUTTON}": Permit.GAME_MASTERS}


class FateCommands(commands.Cog):
    """Fate rolls on the charts of the campaign's library."""

    _desk: Desk

    @app_commands.command()
    @app_commands.describe(
        chart="On which chart of the library",
        reason="What it is about",
        secret="For game masters: players see it once you reveal it",  # noqa: S106  no password
    )
    @app_commands.guild_only()
    async def fate(
        self, interaction: Interaction, chart: str, reason: str = "", secret: bool | None = None
    ) -> None:
        """Let two dice choose one of a chart's 25 cells"""
        async with self._desk.reply(interaction) as reply:
            shown = await _chart(self._desk, interaction, chart)
            # A secret chart's name, or a secret reason, stood in the command: the card comes apart from it.
            is_quiet = bool(secret) or shown.state.is_secret
            await self._desk.carry_out(reply, RollFate(shown.id, reason, secret), quietly=is_quiet)

    @fate.autocomplete("chart")
    async def _charts_to_roll_on(self, interaction: Interaction, typed: str) -> Choices:
        near = typed.strip().casefold()

        async def find() -> list[tuple[str, str]]:
            # All are read and then filtered: a search that stops at 25 might find only secret ones.
            found = await _charts(self._desk, interaction, Want(CHART.name))
            return sorted((shown.title, shown.id) for shown in found if near in shown.title.casefold())

        return await self._desk.suggest(interaction, find)


async def _chart(desk: Desk, interaction: Interaction, text: str) -> Shown:
    """The chart of that name among those the asker may know of. Raises RuleViolation."""
    found = await _charts(desk, interaction, Want(CHART.name, text=text))
    if len(found) == 1:
        return found[0]
    if found:
        raise RuleViolation(words.several_charts(safe(text, 60)))
    if await _charts(desk, interaction, Want(CHART.name)):
        raise RuleViolation(words.no_such_chart(safe(text, 60)))
    raise RuleViolation(words.NO_CHARTS)


async def _charts(desk: Desk, interaction: Interaction, want: Want) -> tuple[Shown, ...]:
    """The charts sought, as far as the asker may know of them."""
    return (await desk.look(interaction, Scope(wants=(want,)))).all(CHART.name)


def answer(desk: Desk) -> None:
    """Enter the button of secret rolls."""

    async def reveal(reply: Reply, args: tuple[str, ...]) -> None:
        if len(args) != 2:
            raise Stale(DAMAGED_BUTTON)
        campaign, fate = args
        await desk.carry_out(reply, RevealFate(RecordId(fate)), campaign=campaign)

    desk.add_button(REVEAL_BUTTON, reveal)
