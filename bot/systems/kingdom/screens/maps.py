"""`/hex map`: the map as a picture, whole or around a hex."""

from __future__ import annotations

from functools import partial

from discord import app_commands
from discord.ext import commands

from bot.desk import Choices, Desk
from bot.engine.people import Permit
from bot.errors import RuleViolation
from bot.handlers import Interaction, Register
from bot.play import Scenery
from bot.systems.kingdom.rules.land import LAND
from bot.systems.kingdom.rules.maps import FARTHEST, USUAL, ShowMap, centre_of, map_scope
from bot.systems.kingdom.rules.realm import KINGDOM
from bot.systems.kingdom.rules.terms import Stage
from bot.systems.kingdom.rules.town import TOWN
from bot.systems.kingdom.screens import finding
from bot.systems.kingdom.screens.groups import hexes
from bot.systems.kingdom.screens.map_chart import Chart, Place
from bot.systems.kingdom.words import maps as words
from bot.ui.card import Card, Picture

REGISTER: Register = {"/hex map": Permit.EVERYONE}


class MapCommands(commands.Cog):
    """The part of `/hex` that draws the map."""

    _desk: Desk

    @hexes.command(name="map")
    @app_commands.describe(
        centre="Label or coordinates of the hex in the middle; without, the whole map",
        radius="How many hexes around it",
        share="Show it to everybody, as everybody may see it",
    )
    @app_commands.guild_only()
    async def hex_map(
        self,
        interaction: Interaction,
        centre: str = "",
        radius: app_commands.Range[int, 1, FARTHEST] = USUAL,
        share: bool = False,
    ) -> None:
        """See the map, or a part of it"""
        async with self._desk.reply(interaction) as reply:
            action = ShowMap(centre, radius)
            if share:
                await self._desk.carry_out(reply, action)
            else:
                scenery = await self._desk.look(interaction, map_scope(action))
                await reply.private(map_card(_chart(scenery), action))

    @hex_map.autocomplete("centre")
    async def _centres(self, interaction: Interaction, typed: str) -> Choices:
        return await finding.suggested_hexes(self._desk, interaction, typed)


def _chart(scenery: Scenery) -> Chart:
    """All that this viewer may see of it. Raises RuleViolation where that is nothing."""
    lands = scenery.all(LAND.name)
    if not lands or not lands[0].state.hexes:
        raise RuleViolation(words.NOTHING)
    kingdoms = [each for each in scenery.all(KINGDOM.name) if each.state.stage is Stage.STANDING]
    capitals = {each.state.capital for each in kingdoms}
    known = lands[0].state
    places = [
        Place(each.title, each.state.spot, each.id in capitals)
        for each in scenery.all(TOWN.name)
        if each.state.spot in known.hexes
    ]
    realms: dict[str, str] = {each.id: each.title for each in kingdoms}
    return Chart(known.name, known, realms, places, is_for_game_masters=scenery.viewer.is_game_master)


def map_card(chart: Chart, action: ShowMap) -> Card:
    """The map, or the part of it that is meant. Raises RuleViolation for a hex it doesn't have."""
    centre = centre_of(chart.land, action.centre, action.radius)
    return charted(chart.around(centre, action.radius) if centre is not None else chart)


def charted(chart: Chart) -> Card:
    """A card with the picture of a map, drawn apart from the event loop."""
    # Pillow takes a while to load, and a start does not wait for it.
    from bot.systems.kingdom.screens.map_pictures import draw_map, map_alt

    picture = Picture("map.png", partial(draw_map, chart), map_alt(chart))
    return Card(words.TITLE, picture=picture, note="" if chart.is_cut else words.ZOOM)
