"""The part of `/settlement` about a kingdom's own: founded, renamed, given districts, made the capital."""

from __future__ import annotations

from discord import app_commands

from bot.desk import Choices, Desk
from bot.engine.people import Permit
from bot.engine.system import RecordId
from bot.engine.words import whole_number
from bot.handlers import Interaction, Register
from bot.systems.kingdom.rules.capital import NameCapital
from bot.systems.kingdom.rules.month import FoundSettlement
from bot.systems.kingdom.rules.settlements import AddDistrict, RenameSettlement, is_site
from bot.systems.kingdom.screens import finding, groups, settlement_previews, towns_told
from bot.systems.kingdom.screens.building_yard import yard_of
from bot.systems.kingdom.screens.previews import came_of_it, exactly, number_of, suggested_spots
from bot.systems.kingdom.screens.settlement_cards import TOLD
from bot.systems.kingdom.screens.settlement_previews import CAPITAL, DISTRICT
from bot.systems.kingdom.screens.towns_told import TownCommands, suggested_borders
from bot.systems.kingdom.words.buildings import BUILDINGS
from bot.ui.reply import Reply

REGISTER: Register = {
    "/settlement found": Permit.MEMBERS,
    "/settlement rename": Permit.MEMBERS,
    "/settlement capital": Permit.MEMBERS,
    "/settlement district": Permit.MEMBERS,
    f"button {CAPITAL}": Permit.MEMBERS,
    f"button {DISTRICT}": Permit.MEMBERS,
    **towns_told.REGISTER,
}


class SettlementCommands(TownCommands):
    """The part of `/settlement` about a kingdom's own."""

    _desk: Desk

    @groups.settlement.command(name="found")
    @app_commands.describe(
        hex="Where: a claimed hex whose site is prepared",
        name="What it is called",
        borders="Which of its four borders are water, as in “north, east”",
        kingdom="Which kingdom, where there are several",
    )
    @app_commands.guild_only()
    async def settlement_found(
        self,
        interaction: Interaction,
        hex: str,  # noqa: A002
        name: str,
        borders: str = "",
        kingdom: str | None = None,
    ) -> None:
        """Found a settlement where the site is prepared"""
        async with self._desk.reply(interaction) as reply:
            seen = await finding.seen(self._desk, interaction, kingdom)
            await self._desk.carry_out(reply, FoundSettlement(seen.id, hex, name, borders))

    @groups.settlement.command(name="rename")
    @app_commands.describe(
        settlement="Which", name="What it is called from now on", kingdom="Whose, where there are several"
    )
    @app_commands.guild_only()
    async def settlement_rename(
        self, interaction: Interaction, settlement: str, name: str, kingdom: str | None = None
    ) -> None:
        """Give a settlement another name"""
        async with self._desk.reply(interaction) as reply:
            seen = await finding.seen(self._desk, interaction, kingdom)
            await self._desk.carry_out(reply, RenameSettlement(seen.id, settlement, name))

    @groups.settlement.command(name="capital")
    @app_commands.describe(settlement="Which", kingdom="Whose, where there are several")
    @app_commands.guild_only()
    async def settlement_capital(
        self, interaction: Interaction, settlement: str, kingdom: str | None = None
    ) -> None:
        """Make a settlement the capital, once you have seen what it costs"""
        async with self._desk.reply(interaction) as reply:
            seen = await finding.seen(self._desk, interaction, kingdom)
            await reply.private(settlement_previews.capital(seen, settlement))

    @groups.settlement.command(name="district")
    @app_commands.describe(
        settlement="Which",
        kingdom="Whose, where there are several",
        borders="Which of the new district's borders are water, as in “north, east”",
        building="What has no room in the districts there are, where some lots are free",
    )
    @app_commands.guild_only()
    async def settlement_district(
        self,
        interaction: Interaction,
        settlement: str,
        kingdom: str | None = None,
        borders: str = "",
        building: str = "",
    ) -> None:
        """Buy a settlement another district, once you have seen what it costs"""
        async with self._desk.reply(interaction) as reply:
            seen = await finding.seen(self._desk, interaction, kingdom)
            await reply.private(settlement_previews.district(seen, settlement, borders, building))

    # -- suggestions --------------------------------------------------------------------------------

    @settlement_found.autocomplete("kingdom")
    @settlement_rename.autocomplete("kingdom")
    @settlement_capital.autocomplete("kingdom")
    @settlement_district.autocomplete("kingdom")
    async def _kingdoms_settled(self, interaction: Interaction, typed: str) -> Choices:
        return await finding.suggested(self._desk, interaction, typed)

    @settlement_found.autocomplete("hex")
    async def _sites(self, interaction: Interaction, typed: str) -> Choices:
        return await suggested_spots(self._desk, interaction, typed, is_site)

    @settlement_district.autocomplete("building")
    async def _without_room(self, interaction: Interaction, typed: str) -> Choices:
        every = ((name, value) for value, name in BUILDINGS.items())
        return await finding.suggested_words(self._desk, interaction, typed, every)

    @settlement_found.autocomplete("borders")
    @settlement_district.autocomplete("borders")
    async def _borders_founded(self, interaction: Interaction, typed: str) -> Choices:
        return await suggested_borders(self._desk, interaction, typed)

    @settlement_rename.autocomplete("settlement")
    @settlement_capital.autocomplete("settlement")
    @settlement_district.autocomplete("settlement")
    async def _own_settlements(self, interaction: Interaction, typed: str) -> Choices:
        named = interaction.namespace.kingdom

        async def find() -> list[tuple[str, str]]:
            realm = (await finding.seen(self._desk, interaction, named or None)).realm
            near = typed.strip().casefold()
            pairs = ((town.name, str(id_)) for id_, town in realm.towns.items())
            return [pair for pair in pairs if near in pair[0].casefold()]

        return await self._desk.suggest(interaction, find)


def answer(desk: Desk) -> None:
    """Enter the buttons of both previews."""

    async def move(reply: Reply, args: tuple[str, ...]) -> None:
        kingdom, settlement = exactly(args, 2)
        action = NameCapital(RecordId(kingdom), settlement)
        await desk.carry_out(reply, action, panel=came_of_it(TOLD))

    async def grow(reply: Reply, args: tuple[str, ...]) -> None:
        # Older buttons name the kingdom, and say nothing of borders or what has no room.
        if len(args) == 3:
            kingdom, settlement, price = args
            action = AddDistrict(RecordId(kingdom), settlement, whole_number(price))
        else:
            settlement, price, borders, building = exactly(args, 4)
            found = await yard_of(desk, reply.interaction, settlement)
            sides = " ".join(borders)
            action = AddDistrict(found.seen.id, found.id, number_of(price), sides, building)
        await desk.carry_out(reply, action, panel=came_of_it(TOLD))

    desk.add_button(CAPITAL, move)
    desk.add_button(DISTRICT, grow)
