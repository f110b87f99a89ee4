"""`/settlement map`: a settlement as a picture."""

from __future__ import annotations

from discord import app_commands
from discord.ext import commands

from bot.desk import Choices, Desk
from bot.engine.people import Permit
from bot.errors import Stale
from bot.handlers import Interaction, Register
from bot.play import Scenery, Shown
from bot.systems.kingdom.rules.town import Town
from bot.systems.kingdom.rules.town_maps import MOST, ShowSettlement, districts_of
from bot.systems.kingdom.screens import groups
from bot.systems.kingdom.screens.district_cards import MAP, map_card
from bot.systems.kingdom.screens.district_plan import Plan
from bot.systems.kingdom.screens.previews import exactly, number_of
from bot.systems.kingdom.screens.towns_told import known_town, suggested_towns
from bot.ui.card import Card
from bot.ui.reply import Reply
from bot.ui.words import DAMAGED_BUTTON

REGISTER: Register = {"/settlement map": Permit.EVERYONE, f"button {MAP}": Permit.EVERYONE}


class DistrictCommands(commands.Cog):
    """`/settlement map`: a settlement as a picture."""

    _desk: Desk

    @groups.settlement.command(name="map")
    @app_commands.describe(
        settlement="Which one, Free Cities too",
        district="Which district, larger; without it up to four together",
        share="Show it to everybody",
    )
    @app_commands.guild_only()
    async def settlement_map(
        self, interaction: Interaction, settlement: str, district: int | None = None, share: bool = False
    ) -> None:
        """See a settlement as a picture: its lots, streets and borders"""
        async with self._desk.reply(interaction) as reply:
            shown, scenery = await known_town(self._desk, interaction, settlement)
            if share:
                action = ShowSettlement(shown.id, shown.state.kingdom, district)
                await self._desk.carry_out(reply, action)
            else:
                await reply.private(_map(shown, scenery, districts_of(shown.state, district)))

    @settlement_map.autocomplete("settlement")
    async def _mapped_settlements(self, interaction: Interaction, typed: str) -> Choices:
        return await suggested_towns(self._desk, interaction, typed)


def _map(shown: Shown, scenery: Scenery, districts: tuple[int, ...]) -> Card:
    town: Town = shown.state
    kingdom = scenery.records.get(town.kingdom) if town.kingdom is not None else None
    month = kingdom.state.month.number if kingdom is not None else 0
    return map_card(shown.id, Plan(town, districts, month))


def _from_to(town: Town, first: int, last: int) -> tuple[int, ...]:
    """The districts that a button names. Raises Stale for too many, RuleViolation for what there is not."""
    if not 0 <= last - first < MOST:
        raise Stale(DAMAGED_BUTTON)
    return tuple(number for each in range(first, last + 1) for number in districts_of(town, each))


def answer(desk: Desk) -> None:
    """Enter the buttons that show other districts."""

    async def turn(reply: Reply, args: tuple[str, ...]) -> None:
        settlement, first, last = exactly(args, 3)
        shown, scenery = await known_town(desk, reply.interaction, settlement)
        await reply.update(_map(shown, scenery, _from_to(shown.state, number_of(first), number_of(last))))

    desk.add_button(MAP, turn)
