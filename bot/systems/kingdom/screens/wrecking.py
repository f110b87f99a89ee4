"""The part of `/build` that demolishes and repairs: shown privately before it is done."""

from __future__ import annotations

from collections.abc import Iterator

from discord import app_commands
from discord.ext import commands

from bot.desk import Choices, Desk
from bot.engine.people import Permit
from bot.errors import Stale
from bot.handlers import Interaction, Register
from bot.systems.kingdom.rules.wrecking import EVEN_SO, DemolishBuilding, RepairBuilding
from bot.systems.kingdom.screens import finding, groups
from bot.systems.kingdom.screens.building_controls import came_of_building
from bot.systems.kingdom.screens.building_sites import standing_line
from bot.systems.kingdom.screens.building_yard import (
    Yard,
    building_in,
    suggested,
    suggested_towns,
    yard,
    yard_of,
)
from bot.systems.kingdom.screens.previews import exactly, number_of
from bot.systems.kingdom.screens.wrecking_cards import TELLERS
from bot.systems.kingdom.screens.wrecking_previews import RAZE, REPAIR, demolishing, repairing
from bot.ui.reply import Reply
from bot.ui.words import DAMAGED_BUTTON

REGISTER: Register = {
    "/build demolish": Permit.MEMBERS,
    "/build repair": Permit.MEMBERS,
    f"button {RAZE}": Permit.MEMBERS,
    f"button {REPAIR}": Permit.MEMBERS,
}


class WreckingCommands(commands.Cog):
    """The part of `/build` that demolishes and repairs."""

    _desk: Desk

    @groups.build.command(name="demolish")
    @app_commands.describe(
        settlement="Where",
        building="Which building: its name, or one of its lots",
        kingdom="Whose, where there are several",
    )
    @app_commands.guild_only()
    async def build_demolish(
        self, interaction: Interaction, settlement: str, building: str, kingdom: str | None = None
    ) -> None:
        """Clear a building's lots, once you have seen what relies on it"""
        async with self._desk.reply(interaction) as reply:
            found = await yard(self._desk, interaction, settlement, kingdom)
            await reply.private(demolishing(found, building))

    @groups.build.command(name="repair")
    @app_commands.describe(
        settlement="Where",
        building="Which damaged building: its name, or one of its lots",
        kingdom="Whose, where there are several",
    )
    @app_commands.guild_only()
    async def build_repair(
        self, interaction: Interaction, settlement: str, building: str, kingdom: str | None = None
    ) -> None:
        """Repair a damaged building, once you have seen what it costs"""
        async with self._desk.reply(interaction) as reply:
            found = await yard(self._desk, interaction, settlement, kingdom)
            await reply.private(repairing(found, building))

    # -- suggestions --------------------------------------------------------------------------------

    @build_demolish.autocomplete("kingdom")
    @build_repair.autocomplete("kingdom")
    async def _kingdoms_wrecking(self, interaction: Interaction, typed: str) -> Choices:
        return await finding.suggested(self._desk, interaction, typed)

    @build_demolish.autocomplete("settlement")
    @build_repair.autocomplete("settlement")
    async def _towns_wrecking(self, interaction: Interaction, typed: str) -> Choices:
        return await suggested_towns(self._desk, interaction, typed)

    @build_demolish.autocomplete("building")
    async def _standing(self, interaction: Interaction, typed: str) -> Choices:
        return await suggested(self._desk, interaction, typed, _built)

    @build_repair.autocomplete("building")
    async def _damaged(self, interaction: Interaction, typed: str) -> Choices:
        return await suggested(self._desk, interaction, typed, _damaged)


def _built(found: Yard) -> Iterator[tuple[str, str]]:
    return (standing_line(found, each) for each in found.town.buildings if not each.is_natural)


def _damaged(found: Yard) -> Iterator[tuple[str, str]]:
    return (standing_line(found, each) for each in found.town.buildings if each.is_damaged)


def answer(desk: Desk) -> None:
    """Enter the buttons of both previews."""

    async def raze(reply: Reply, args: tuple[str, ...]) -> None:
        town, number, even_so = exactly(args, 3)
        found = await yard_of(desk, reply.interaction, town)
        if even_so not in ("", EVEN_SO):
            raise Stale(DAMAGED_BUTTON)
        # It is not looked for: the same press once more, after it is gone, is answered as the first was.
        action = DemolishBuilding(found.seen.id, found.id, str(number_of(number)), even_so)
        await desk.carry_out(reply, action, panel=came_of_building(TELLERS, found.id))

    async def repair(reply: Reply, args: tuple[str, ...]) -> None:
        town, number, price = exactly(args, 3)
        found = await yard_of(desk, reply.interaction, town)
        meant = building_in(found.town, number)
        if meant is None:
            raise Stale(DAMAGED_BUTTON)
        action = RepairBuilding(found.seen.id, found.id, str(meant.number), number_of(price))
        await desk.carry_out(reply, action, panel=came_of_building(TELLERS, found.id))

    desk.add_button(RAZE, raze)
    desk.add_button(REPAIR, repair)
