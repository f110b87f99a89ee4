"""`/build-gm`: what game masters do about buildings."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from discord import app_commands
from discord.ext import commands

from bot.desk import Choices, Desk
from bot.engine.people import Permit
from bot.engine.system import RecordId
from bot.handlers import Interaction, Register
from bot.systems.kingdom.rules.building_places import place_text
from bot.systems.kingdom.rules.buildings_gm import DamageBuilding, DestroyBuilding, RemoveBuilding
from bot.systems.kingdom.rules.placing_buildings import PlaceBuilding
from bot.systems.kingdom.rules.plots import Ground
from bot.systems.kingdom.rules.settings import Rulings
from bot.systems.kingdom.rules.terms import BuildingType, Gift
from bot.systems.kingdom.rules.town import Town
from bot.systems.kingdom.rules.town_finds import GrantBuilding, SetBorders, SetBuilding
from bot.systems.kingdom.screens import finding, groups
from bot.systems.kingdom.screens.building_yard import where
from bot.systems.kingdom.screens.towns_told import known_town, suggested_borders, suggested_towns
from bot.systems.kingdom.words import building_screens
from bot.systems.kingdom.words import buildings_gm as words
from bot.systems.kingdom.words.buildings import BUILDINGS

GMS = Permit.GAME_MASTERS
REGISTER: Register = {
    "/build-gm place": GMS,
    "/build-gm destroy": GMS,
    "/build-gm damage": GMS,
    "/build-gm remove": GMS,
    "/build-gm grant": GMS,
    "/build-gm set": GMS,
    "/build-gm borders": GMS,
}
GIFTS = [app_commands.Choice(name=name, value=value) for value, name in words.GIFTS.items()]
DETAILED = (BuildingType.MENAGERIE, BuildingType.MUSEUM)
Told = type[DestroyBuilding] | type[DamageBuilding] | type[RemoveBuilding]


class BuildGmCommands(commands.Cog):
    """`/build-gm`: what game masters do about buildings."""

    _desk: Desk

    @groups.build_gm.command(name="place")
    @app_commands.describe(
        settlement="Which, Free Cities too",
        building="Which building",
        place="Where: C4, C4+D4, 2:C4 for district 2, 1:north for a border",
        reason="Why, for all to read",
        legal="Whether the rules of the place hold; without them it only needs room",
        natural="Whether it was there before anybody: a river, or a cliff or river as a wall or moat",
    )
    @app_commands.guild_only()
    async def gm_place_building(
        self,
        interaction: Interaction,
        settlement: str,
        building: str,
        place: str,
        reason: str,
        legal: bool = True,
        natural: bool = False,
    ) -> None:
        """Put a building into a settlement, free and outside the month's limit"""
        async with self._desk.reply(interaction) as reply:
            id_, kingdom, _ = await _town(self._desk, interaction, settlement)
            action = PlaceBuilding(id_, building, place, reason, kingdom, legal, natural)
            await self._desk.carry_out(reply, action)

    @groups.build_gm.command(name="destroy")
    @app_commands.describe(
        settlement="Which, Free Cities too", building="Its name, or one of its lots", reason="What did it"
    )
    @app_commands.guild_only()
    async def gm_destroy_building(
        self, interaction: Interaction, settlement: str, building: str, reason: str
    ) -> None:
        """An event or an army destroys a building: Unrest rises by 1 for each lot"""
        await self._do(interaction, DestroyBuilding, settlement, building, reason)

    @groups.build_gm.command(name="damage")
    @app_commands.describe(
        settlement="Which, Free Cities too", building="Its name, or one of its lots", reason="What did it"
    )
    @app_commands.guild_only()
    async def gm_damage_building(
        self, interaction: Interaction, settlement: str, building: str, reason: str
    ) -> None:
        """Damage a building: it gives nothing until its leaders repair it"""
        await self._do(interaction, DamageBuilding, settlement, building, reason)

    @groups.build_gm.command(name="remove")
    @app_commands.describe(
        settlement="Which, Free Cities too",
        building="Its name, or one of its lots",
        reason="Why, for all to read",
    )
    @app_commands.guild_only()
    async def gm_remove_building(
        self, interaction: Interaction, settlement: str, building: str, reason: str
    ) -> None:
        """Take away a building that should never have stood there; nothing remains of it"""
        await self._do(interaction, RemoveBuilding, settlement, building, reason)

    @groups.build_gm.command(name="grant")
    @app_commands.describe(
        settlement="Which settlement of a kingdom",
        gift="What makes a building cheaper or free",
        reason="Why, for all to read",
        building="Which building; salvage and gifts can leave it open",
    )
    @app_commands.choices(gift=GIFTS)
    @app_commands.guild_only()
    async def gm_grant_building(
        self, interaction: Interaction, settlement: str, gift: str, reason: str, building: str = ""
    ) -> None:
        """Let a settlement use what its hex holds, or give it a building"""
        async with self._desk.reply(interaction) as reply:
            id_, kingdom, _ = await _town(self._desk, interaction, settlement)
            action = GrantBuilding(id_, Gift(gift), reason, building, kingdom)
            await self._desk.carry_out(reply, action)

    @groups.build_gm.command(name="set")
    @app_commands.describe(
        settlement="Which, Free Cities too",
        building="A Menagerie or a Museum",
        reason="Why, for all to read",
        cr="Of a Menagerie: the highest CR of its creatures",
        display="Of a Museum: what is on display, in gp",
        significant="Of a Museum: whether one of its pieces is significant",
    )
    @app_commands.guild_only()
    async def gm_set_building(
        self,
        interaction: Interaction,
        settlement: str,
        building: str,
        reason: str,
        cr: int | None = None,
        display: int | None = None,
        significant: bool | None = None,
    ) -> None:
        """Say what a Menagerie holds or a Museum displays"""
        async with self._desk.reply(interaction) as reply:
            id_, kingdom, _ = await _town(self._desk, interaction, settlement)
            action = SetBuilding(id_, building, reason, kingdom, cr, display, significant)
            await self._desk.carry_out(reply, action)

    @groups.build_gm.command(name="borders")
    @app_commands.describe(
        settlement="Which, Free Cities too",
        reason="Why, for all to read",
        borders="Which are water, as in “north, east”; without it all are land",
        district="Which district; the first, unless you say",
    )
    @app_commands.guild_only()
    async def gm_set_borders(
        self, interaction: Interaction, settlement: str, reason: str, borders: str = "", district: int = 1
    ) -> None:
        """Correct which borders of a district are water"""
        async with self._desk.reply(interaction) as reply:
            id_, kingdom, _ = await _town(self._desk, interaction, settlement)
            await self._desk.carry_out(reply, SetBorders(id_, district, borders, reason, kingdom))

    async def _do(
        self, interaction: Interaction, action: Told, settlement: str, building: str, reason: str
    ) -> None:
        async with self._desk.reply(interaction) as reply:
            id_, kingdom, _ = await _town(self._desk, interaction, settlement)
            await self._desk.carry_out(reply, action(id_, building, reason, kingdom))

    # -- suggestions --------------------------------------------------------------------------------

    @gm_place_building.autocomplete("settlement")
    @gm_destroy_building.autocomplete("settlement")
    @gm_damage_building.autocomplete("settlement")
    @gm_remove_building.autocomplete("settlement")
    @gm_grant_building.autocomplete("settlement")
    @gm_set_building.autocomplete("settlement")
    @gm_set_borders.autocomplete("settlement")
    async def _towns_of_game_masters(self, interaction: Interaction, typed: str) -> Choices:
        return await suggested_towns(self._desk, interaction, typed)

    @gm_place_building.autocomplete("building")
    @gm_grant_building.autocomplete("building")
    async def _every_building(self, interaction: Interaction, typed: str) -> Choices:
        every = ((name, value) for value, name in BUILDINGS.items())
        return await finding.suggested_words(self._desk, interaction, typed, every)

    @gm_place_building.autocomplete("place")
    async def _places_with_room(self, interaction: Interaction, typed: str) -> Choices:
        return await _suggested(self._desk, interaction, typed, _roomy(interaction))

    @gm_destroy_building.autocomplete("building")
    async def _destructible(self, interaction: Interaction, typed: str) -> Choices:
        return await _suggested(self._desk, interaction, typed, _lines(lambda each: not each.is_natural))

    @gm_damage_building.autocomplete("building")
    async def _whole(self, interaction: Interaction, typed: str) -> Choices:
        fits = _lines(lambda each: not (each.is_natural or each.is_damaged))
        return await _suggested(self._desk, interaction, typed, fits)

    @gm_remove_building.autocomplete("building")
    async def _all_there(self, interaction: Interaction, typed: str) -> Choices:
        return await _suggested(self._desk, interaction, typed, _lines(lambda _: True))

    @gm_set_building.autocomplete("building")
    async def _with_details(self, interaction: Interaction, typed: str) -> Choices:
        return await _suggested(self._desk, interaction, typed, _lines(lambda each: each.type in DETAILED))

    @gm_set_borders.autocomplete("borders")
    async def _borders_of_district(self, interaction: Interaction, typed: str) -> Choices:
        return await suggested_borders(self._desk, interaction, typed)


async def _town(desk: Desk, interaction: Interaction, text: str) -> tuple[RecordId, RecordId | None, Town]:
    """The settlement that is meant, and whose it is. Raises RuleViolation."""
    shown, _ = await known_town(desk, interaction, text)
    return shown.id, shown.state.kingdom, shown.state


Lines = Callable[[Town, Rulings], Iterable[tuple[str, str]]]


async def _suggested(desk: Desk, interaction: Interaction, typed: str, lines: Lines) -> Choices:
    """What of the settlement that is named already fits what was typed so far."""
    named = interaction.namespace.settlement or ""

    async def find() -> list[tuple[str, str]]:
        shown, scenery = await known_town(desk, interaction, named)
        near = typed.strip().casefold()
        found = lines(shown.state, Rulings(scenery.campaign.settings))
        return [pair for pair in found if near in pair[0].casefold()]

    return await desk.suggest(interaction, find)


def _lines(fits: Callable[..., bool]) -> Lines:
    """Buildings that stand, each with its number as the value."""

    def lines(town: Town, _: Rulings) -> Iterator[tuple[str, str]]:
        for each in filter(fits, town.buildings):
            at = where(each.place, is_named=town.districts > 1)
            line = building_screens.standing(each.type.value, at, is_damaged=each.is_damaged)
            yield line, str(each.number)

    return lines


def _roomy(interaction: Interaction) -> Lines:
    """The places for the building that is named already: the legal ones, or all that have room."""
    named = interaction.namespace
    building, is_legal = named.building or "", named.legal is not False

    def lines(town: Town, rulings: Rulings) -> Iterator[tuple[str, str]]:
        if building in set(BuildingType):
            ground, type_ = Ground(town, rulings), BuildingType(building)
            every = (each for each in ground.sites(type_) if not ground.room(type_, each))
            for place in ground.legal(type_) if is_legal else every:
                yield where(place, is_named=town.districts > 1), place_text(place)

    return lines
