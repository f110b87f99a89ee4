"""The part of `/hex` that everybody uses: a hex shown, a note on it, the map as a file."""

from __future__ import annotations

from discord import app_commands
from discord.ext import commands

from bot.desk import Choices, Desk
from bot.engine.people import Permit
from bot.engine.system import RecordId, Scope, Want
from bot.errors import RuleViolation
from bot.handlers import Interaction, Register
from bot.play import Scenery
from bot.systems.kingdom.rules.hexes import Spot
from bot.systems.kingdom.rules.land import LAND, NOTE_LENGTH, Land
from bot.systems.kingdom.rules.land_edits import NoteHex
from bot.systems.kingdom.rules.places import spot_of
from bot.systems.kingdom.rules.realm import KINGDOM
from bot.systems.kingdom.rules.settings import Rulings
from bot.systems.kingdom.rules.terms import Stage
from bot.systems.kingdom.rules.town import TOWN
from bot.systems.kingdom.screens import finding, groups, land_shown
from bot.systems.kingdom.screens.land_shown import Place
from bot.systems.kingdom.words import land as words

REGISTER: Register = {"/hex show": Permit.EVERYONE, "/hex note": Permit.MEMBERS}
HEX = app_commands.Range[str, 1, 100]
# What lies on the map and whose it is.
EVERYTHING = Scope(wants=(Want(LAND.name), Want(KINGDOM.name), Want(TOWN.name)))


class LandCommands(commands.Cog):
    """The map, for everyone."""

    _desk: Desk

    @groups.hexes.command(name="show")
    @app_commands.describe(hex="Its label or coordinates")
    @app_commands.guild_only()
    async def show_hex(self, interaction: Interaction, hex: HEX) -> None:  # noqa: A002
        """A hex: terrain, what stands there, what could be built and why not"""
        async with self._desk.reply(interaction) as reply:
            scenery = await self._desk.look(interaction, EVERYTHING)
            land = land_in(scenery)
            await reply.private(land_shown.card(_place(scenery, land, spot_of(land, hex))))

    @groups.hexes.command(name="note")
    @app_commands.describe(
        hex="Its label or coordinates", text="What everybody may know of it; a - takes the note away"
    )
    @app_commands.guild_only()
    async def note_on_hex(
        self,
        interaction: Interaction,
        hex: HEX,  # noqa: A002
        text: app_commands.Range[str, 1, NOTE_LENGTH],
    ) -> None:
        """Write a note on a hex that everybody reads"""
        await self._desk.act(interaction, NoteHex(hex, cleared(text)))

    @show_hex.autocomplete("hex")
    @note_on_hex.autocomplete("hex")
    async def _hexes_known(self, interaction: Interaction, typed: str) -> Choices:
        return await finding.suggested_hexes(self._desk, interaction, typed)


def cleared(text: str) -> str:
    """What was typed; a dash stands for nothing."""
    return "" if text.strip() in ("-", "–", "—") else text


def land_in(scenery: Scenery) -> Land:
    """The map as the asker sees it. Raises RuleViolation where there is none."""
    found = scenery.all(LAND.name)
    if not found or not found[0].state.hexes:
        raise RuleViolation(words.NO_MAP)
    land: Land = found[0].state
    return land


def _place(scenery: Scenery, land: Land, spot: Spot) -> Place:
    """A hex with what lies there; with whose it is, what could be built there."""
    owner = scenery.records.get(land.hexes[spot].realm or RecordId(""))
    towns = tuple(each.state for each in scenery.all(TOWN.name) if each.state.spot == spot)
    realm = None
    if owner is not None and owner.state.stage is Stage.STANDING:
        realm = finding.realm_seen(owner, scenery.records, scenery.campaign.settings)
    return Place(land, spot, towns, owner, realm, Rulings(scenery.campaign.settings))
