"""The part of `/build` that builds, upgrades and rebuilds: shown privately before it is done."""

from __future__ import annotations

from collections.abc import Iterator

from discord import app_commands
from discord.ext import commands

from bot.desk import Choices, Desk
from bot.engine.people import Permit
from bot.handlers import Interaction, Register
from bot.systems.kingdom.rules.builders import BuildBuilding, meant_type
from bot.systems.kingdom.rules.building_places import building_of, place_of
from bot.systems.kingdom.rules.offers import offers, upgrades
from bot.systems.kingdom.screens import building_controls, building_panels, finding, groups
from bot.systems.kingdom.screens.building_panels import suggestion
from bot.systems.kingdom.screens.building_previews import preview
from bot.systems.kingdom.screens.building_sites import (
    place_lines,
    places,
    site,
    site_lines,
    site_of,
    upgrade_lines,
)
from bot.systems.kingdom.screens.building_yard import Yard, suggested, suggested_towns, yard
from bot.ui.card import Card

REGISTER: Register = {
    "/build plan": Permit.MEMBERS,
    "/build place": Permit.MEMBERS,
    "/build upgrade": Permit.MEMBERS,
    "/build rebuild": Permit.MEMBERS,
    **building_controls.REGISTER,
}


class BuildCommands(commands.Cog):
    """The part of `/build` that builds, upgrades and rebuilds."""

    _desk: Desk

    @groups.build.command(name="plan")
    @app_commands.describe(
        settlement="Where; without it the only one there is, or all to choose from",
        building="What; without it you see all that can be had",
        kingdom="Whose, where there are several",
    )
    @app_commands.guild_only()
    async def build_plan(
        self,
        interaction: Interaction,
        settlement: str = "",
        building: str | None = None,
        kingdom: str | None = None,
    ) -> None:
        """See what can be built, where, for how much and to what effect, and build it"""
        async with self._desk.reply(interaction) as reply:
            await reply.private(await _planned(self._desk, interaction, settlement, building, kingdom))

    @groups.build.command(name="place")
    @app_commands.describe(
        settlement="Where",
        building="What",
        place="Its lots, as in C4 or C4+D4; 2:C4 in the second district; 1:north for a border",
        watergate="A City Wall: with a Watergate in it",
        magic="With construction magic, where the campaign has it",
        kingdom="Whose, where there are several",
    )
    @app_commands.guild_only()
    async def build_place(
        self,
        interaction: Interaction,
        settlement: str,
        building: str,
        place: str,
        watergate: bool = False,
        magic: bool = False,
        kingdom: str | None = None,
    ) -> None:
        """Build at once, where you know the place; `/build plan` shows price and effect first"""
        async with self._desk.reply(interaction) as reply:
            found = await yard(self._desk, interaction, settlement, kingdom)
            action = BuildBuilding(
                found.seen.id, found.id, building, place, with_watergate=watergate, with_magic=magic
            )
            await self._desk.carry_out(reply, action)

    @groups.build.command(name="upgrade")
    @app_commands.describe(
        settlement="Where",
        building="Which building: its name, or one of its lots",
        to="What it becomes",
        place="The lots that it has then; without them you see where it fits",
        kingdom="Whose, where there are several",
    )
    @app_commands.guild_only()
    async def build_upgrade(
        self,
        interaction: Interaction,
        settlement: str,
        building: str,
        to: str,
        place: str = "",
        kingdom: str | None = None,
    ) -> None:
        """Upgrade a building, once you have seen what it costs and changes"""
        async with self._desk.reply(interaction) as reply:
            found = await yard(self._desk, interaction, settlement, kingdom)
            over, kind = building_of(found.town, building), meant_type(to, found.realm.rulings)
            if place:
                await reply.private(preview(found, kind, place_of(place), over))
            else:
                await reply.private(places(found, kind, over))

    @groups.build.command(name="rebuild")
    @app_commands.describe(
        settlement="Where", site="What is left of which building", kingdom="Whose, where there are several"
    )
    @app_commands.guild_only()
    async def build_rebuild(
        self, interaction: Interaction, settlement: str, site: str, kingdom: str | None = None
    ) -> None:
        """Build where a building came down, for less than the list price"""
        async with self._desk.reply(interaction) as reply:
            found = await yard(self._desk, interaction, settlement, kingdom)
            await reply.private(rebuilt(found, site))

    # -- suggestions --------------------------------------------------------------------------------

    @build_plan.autocomplete("kingdom")
    @build_place.autocomplete("kingdom")
    @build_upgrade.autocomplete("kingdom")
    @build_rebuild.autocomplete("kingdom")
    async def _kingdoms_building(self, interaction: Interaction, typed: str) -> Choices:
        return await finding.suggested(self._desk, interaction, typed)

    @build_plan.autocomplete("settlement")
    @build_place.autocomplete("settlement")
    @build_upgrade.autocomplete("settlement")
    @build_rebuild.autocomplete("settlement")
    async def _towns_building(self, interaction: Interaction, typed: str) -> Choices:
        return await suggested_towns(self._desk, interaction, typed)

    @build_plan.autocomplete("building")
    @build_place.autocomplete("building")
    async def _buildings(self, interaction: Interaction, typed: str) -> Choices:
        return await suggested(self._desk, interaction, typed, _offered)

    @build_place.autocomplete("place")
    async def _legal_places(self, interaction: Interaction, typed: str) -> Choices:
        named = interaction.namespace.building or ""

        def lines(found: Yard) -> Iterator[tuple[str, str]]:
            return place_lines(found, meant_type(named, found.realm.rulings))

        return await suggested(self._desk, interaction, typed, lines)

    @build_upgrade.autocomplete("place")
    async def _places_grown(self, interaction: Interaction, typed: str) -> Choices:
        named = interaction.namespace

        def lines(found: Yard) -> Iterator[tuple[str, str]]:
            over = building_of(found.town, named.building or "")
            return place_lines(found, meant_type(named.to or "", found.realm.rulings), over)

        return await suggested(self._desk, interaction, typed, lines)

    @build_upgrade.autocomplete("building")
    async def _upgradable(self, interaction: Interaction, typed: str) -> Choices:
        return await suggested(self._desk, interaction, typed, upgrade_lines)

    @build_upgrade.autocomplete("to")
    async def _better(self, interaction: Interaction, typed: str) -> Choices:
        old = interaction.namespace.building or ""

        def lines(found: Yard) -> list[tuple[str, str]]:
            over = building_of(found.town, old)
            return [suggestion(each) for each in upgrades(found.realm, found.town, over)]

        return await suggested(self._desk, interaction, typed, lines)

    @build_rebuild.autocomplete("site")
    async def _sites_left(self, interaction: Interaction, typed: str) -> Choices:
        return await suggested(self._desk, interaction, typed, site_lines)


def _offered(found: Yard) -> list[tuple[str, str]]:
    return [suggestion(each) for each in offers(found.realm, found.town)]


def rebuilt(found: Yard, text: str) -> Card:
    """A site with what can be built on it. Raises RuleViolation for none of that name."""
    return site(found, site_of(found.town, text))


async def _planned(
    desk: Desk, interaction: Interaction, settlement: str, building: str | None, kingdom: str | None
) -> Card:
    """The panel, or the places of the building that is named already."""
    seen = await finding.seen(desk, interaction, kingdom, settlement=settlement)
    if not settlement and len(seen.realm.towns) != 1:
        return building_panels.towns(seen)
    found = await yard(desk, interaction, settlement, seen.id)
    if building is None:
        return building_panels.panel(found)
    return places(found, meant_type(building, found.realm.rulings))


def answer(desk: Desk) -> None:
    """Enter the buttons and lists."""
    building_controls.answer(desk)
