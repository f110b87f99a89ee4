"""The part of `/settlement` that shows them, and what a game master tells of them and puts on the map."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations

from discord import app_commands
from discord.ext import commands

from bot.desk import Choices, Desk
from bot.engine.people import Permit
from bot.engine.system import Scope, Want
from bot.errors import RuleViolation
from bot.handlers import Interaction, Register
from bot.play import Scenery, Shown
from bot.systems.kingdom.rules.realm import KINGDOM
from bot.systems.kingdom.rules.settings import Rulings
from bot.systems.kingdom.rules.terms import Border
from bot.systems.kingdom.rules.town import TOWN
from bot.systems.kingdom.rules.town_maps import districts_of
from bot.systems.kingdom.rules.towns_told import PlaceSettlement, SetSettlement
from bot.systems.kingdom.screens import finding, groups, settlement_cards
from bot.systems.kingdom.screens.district_plan import Plan, pictured
from bot.systems.kingdom.words import settlements as words
from bot.ui.card import Card
from bot.ui.text import safe

REGISTER: Register = {
    "/settlement show": Permit.EVERYONE,
    "/settlement set": Permit.GAME_MASTERS,
    "/hex-gm settle": Permit.GAME_MASTERS,
}


class TownCommands(commands.Cog):
    """Settlements shown to whoever asks, and told by game masters."""

    _desk: Desk

    @groups.settlement.command(name="show")
    @app_commands.describe(
        settlement="Which one, Free Cities too; without it all of the kingdom's",
        kingdom="Whose, where there are several",
    )
    @app_commands.guild_only()
    async def settlement_show(
        self, interaction: Interaction, settlement: str | None = None, kingdom: str | None = None
    ) -> None:
        """See a kingdom's settlements, or one of them"""
        async with self._desk.reply(interaction) as reply:
            if settlement is not None:
                await reply.private(_page(*await known_town(self._desk, interaction, settlement)))
            else:
                seen = await finding.seen(self._desk, interaction, kingdom)
                await reply.private(settlement_cards.overview(seen.realm))

    @groups.settlement.command(name="set")
    @app_commands.describe(
        settlement="Which, Free Cities too",
        districts="How many districts it has",
        lots="How many lots are in use beside its buildings, 250 people each",
        base_value="In gp, beside its buildings; at most what Table 4-5 allows",
        economy="What it gives to Economy beside its buildings",
        loyalty="What it gives to Loyalty",
        stability="What it gives to Stability",
        consumption="What it adds to Consumption",
        borders="Which of its borders are water, as in “north, east”",
        hidden="Whether players know nothing of this Free City",
    )
    @app_commands.guild_only()
    async def settlement_set(
        self,
        interaction: Interaction,
        settlement: str,
        districts: int | None = None,
        lots: int | None = None,
        base_value: int | None = None,
        economy: int | None = None,
        loyalty: int | None = None,
        stability: int | None = None,
        consumption: int | None = None,
        borders: str | None = None,
        hidden: bool | None = None,
    ) -> None:
        """For game masters: say what a settlement is like, beside its buildings"""
        async with self._desk.reply(interaction) as reply:
            shown, _ = await known_town(self._desk, interaction, settlement)
            gives = (economy, loyalty, stability, consumption)
            told = (districts, lots, base_value, *gives, borders, hidden)
            await self._desk.carry_out(reply, SetSettlement(shown.id, shown.state.kingdom, *told))

    @groups.hexes_gm.command(name="settle")
    @app_commands.describe(
        hex="Where: its label or coordinates",
        name="What it is called",
        kingdom="Whose it is; without it a Free City",
        hidden="Whether players know nothing of it yet",
    )
    @app_commands.guild_only()
    async def gm_settle(
        self,
        interaction: Interaction,
        hex: str,  # noqa: A002
        name: str,
        kingdom: str | None = None,
        hidden: bool = False,
    ) -> None:
        """Put a settlement on the map: a Free City, or one that a kingdom has"""
        async with self._desk.reply(interaction) as reply:
            owner = (await finding.seen(self._desk, interaction, kingdom)).id if kingdom else None
            await self._desk.carry_out(reply, PlaceSettlement(hex, name, owner, hidden))

    # -- suggestions --------------------------------------------------------------------------------

    @settlement_show.autocomplete("kingdom")
    @gm_settle.autocomplete("kingdom")
    async def _kingdoms_told(self, interaction: Interaction, typed: str) -> Choices:
        return await finding.suggested(self._desk, interaction, typed)

    @settlement_show.autocomplete("settlement")
    @settlement_set.autocomplete("settlement")
    async def _known_settlements(self, interaction: Interaction, typed: str) -> Choices:
        return await suggested_towns(self._desk, interaction, typed)

    @settlement_set.autocomplete("borders")
    async def _borders_told(self, interaction: Interaction, typed: str) -> Choices:
        return await suggested_borders(self._desk, interaction, typed)

    @gm_settle.autocomplete("hex")
    async def _hexes_to_settle(self, interaction: Interaction, typed: str) -> Choices:
        return await finding.suggested_hexes(self._desk, interaction, typed)


async def known_town(desk: Desk, interaction: Interaction, text: str) -> tuple[Shown, Scenery]:
    """The settlement of that name or id that the asker may know of. Raises RuleViolation."""
    scope = Scope(wants=(Want(TOWN.name, text=text), Want(KINGDOM.name)), links=True)
    scenery = await desk.look(interaction, scope)
    found = [each for each in scenery.all(TOWN.name) if text in (each.id, each.title)] or [
        each for each in scenery.all(TOWN.name) if each.title.casefold() == text.strip().casefold()
    ]
    if len(found) != 1:
        raise RuleViolation(words.unknown_settlement(safe(text, 60)))
    return found[0], scenery


async def suggested_towns(desk: Desk, interaction: Interaction, typed: str) -> Choices:
    """Settlements that the asker may know of, with whose they are."""

    async def find() -> list[tuple[str, str]]:
        scope = Scope(wants=(Want(TOWN.name, part=typed), Want(KINGDOM.name)))
        scenery = await desk.look(interaction, scope)
        found = [(_named(each, scenery), str(each.id)) for each in scenery.all(TOWN.name)]
        return sorted(found, key=lambda pair: pair[0].casefold())

    return await desk.suggest(interaction, find)


def _named(shown: Shown, scenery: Scenery) -> str:
    return words.with_owner(shown.title, _owner(shown, scenery))


def _owner(shown: Shown, scenery: Scenery) -> str:
    kingdom = scenery.records.get(shown.state.kingdom) if shown.state.kingdom is not None else None
    return kingdom.title if kingdom is not None else ""


def _page(shown: Shown, scenery: Scenery) -> Card:
    town = shown.state
    kingdom = scenery.records.get(town.kingdom) if town.kingdom is not None else None
    land, settings = scenery.records.get(town.land), scenery.campaign.settings
    hexes = land.state if land is not None else None
    realm = finding.realm_seen(kingdom, scenery.records, settings) if kingdom is not None else None
    card = settlement_cards.page(shown.id, town, hexes, Rulings(settings), realm)
    month = realm.kingdom.month.number if realm is not None else 0
    return replace(card, picture=pictured(Plan(town, districts_of(town, None), month)))


async def suggested_borders(desk: Desk, interaction: Interaction, typed: str) -> Choices:
    """Every combination of water borders with that in it."""
    sides = tuple(Border)
    every = (", ".join(some) for count in range(1, len(sides) + 1) for some in combinations(sides, count))
    return await finding.suggested_words(desk, interaction, typed, ((each, each) for each in every))
