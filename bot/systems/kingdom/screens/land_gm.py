"""The part of `/hex-gm` that draws the map: hexes, rivers, fog, and hexes that change hands."""

from __future__ import annotations

from discord import app_commands
from discord.ext import commands

from bot.desk import Choices, Desk
from bot.engine.people import Permit
from bot.engine.words import safe
from bot.errors import RuleViolation
from bot.handlers import Interaction, Register
from bot.systems.kingdom.rules.land import LABEL_LENGTH, MOST_HEXES, NOTE_LENGTH
from bot.systems.kingdom.rules.land_edits import DrawMap, MarkHexes, RemoveHexes, SetHexes
from bot.systems.kingdom.rules.land_giving import GiveHexes
from bot.systems.kingdom.rules.land_rivers import DrawRiver, EraseRiver
from bot.systems.kingdom.rules.land_rows import specials_of
from bot.systems.kingdom.rules.land_told import Deed
from bot.systems.kingdom.rules.state import REASON_LENGTH
from bot.systems.kingdom.rules.terms import Terrain
from bot.systems.kingdom.screens import finding, groups
from bot.systems.kingdom.screens.land import cleared
from bot.systems.kingdom.words import land as words
from bot.systems.kingdom.words.names import TERRAINS

GMS = Permit.GAME_MASTERS
REGISTER: Register = {
    "/hex-gm new-map": GMS,
    "/hex-gm set": GMS,
    "/hex-gm river": GMS,
    "/hex-gm unriver": GMS,
    "/hex-gm explore": GMS,
    "/hex-gm clear": GMS,
    "/hex-gm reveal": GMS,
    "/hex-gm hide": GMS,
    "/hex-gm remove": GMS,
    "/hex-gm give": GMS,
}
HEXES = app_commands.Range[str, 1, 2000]
LABEL = app_commands.Range[str, 1, LABEL_LENGTH]
NOTE = app_commands.Range[str, 1, NOTE_LENGTH]
SIDE = app_commands.Range[int, 1, MOST_HEXES]
SEVERAL = words.SEVERAL
TERRAIN_CHOICES = [app_commands.Choice(name=name, value=value) for value, name in TERRAINS.items()]


class LandGmCommands(commands.Cog):
    """The map, as game masters draw it."""

    _desk: Desk

    @groups.hexes_gm.command(name="new-map")
    @app_commands.describe(
        columns="How many hexes wide",
        rows="How many hexes high",
        terrain="What it is made of to begin with",
        corner="Coordinates of its north-western hex; 0,0 by default",
        labels="Whether its hexes are labelled A1, B1, …; yes by default",
        revealed="Whether players see it at once; no by default",
    )
    @app_commands.choices(terrain=TERRAIN_CHOICES)
    @app_commands.guild_only()
    async def new_map(
        self,
        interaction: Interaction,
        columns: SIDE,
        rows: SIDE,
        terrain: str,
        corner: app_commands.Range[str, 1, 20] = "0,0",
        labels: bool = True,
        revealed: bool = False,
    ) -> None:
        """Draw a block of hexes to begin with; what is on the map already stays"""
        async with self._desk.reply(interaction) as reply:
            action = DrawMap(columns, rows, terrain_of(terrain), corner, labels, revealed)
            await self._desk.carry_out(reply, action)

    @groups.hexes_gm.command(name="set")
    @app_commands.describe(
        hexes=SEVERAL,
        terrain="Needed for hexes that aren't on the map yet",
        label="What the group calls it: for one hex; a - takes it away",
        coast="Whether the sea is beside it",
        lake="Whether it has a lake",
        specials="Such as: landmark, lair; a - takes all away",
        notes="What everybody may read; a - takes it away",
        secret="What game masters alone read; a - takes it away",  # noqa: S106  a description
        explored="Whether it is explored",
        cleared="Whether it is cleared",
        revealed="Whether players see it",
    )
    @app_commands.choices(terrain=TERRAIN_CHOICES)
    @app_commands.guild_only()
    async def set_hexes(
        self,
        interaction: Interaction,
        hexes: HEXES,
        terrain: str | None = None,
        label: LABEL | None = None,
        coast: bool | None = None,
        lake: bool | None = None,
        specials: app_commands.Range[str, 1, 100] | None = None,
        notes: NOTE | None = None,
        secret: NOTE | None = None,
        explored: bool | None = None,
        cleared: bool | None = None,
        revealed: bool | None = None,
    ) -> None:
        """Draw or change hexes; what you leave out stays as it is"""
        async with self._desk.reply(interaction) as reply:
            action = SetHexes(
                hexes,
                terrain_of(terrain) if terrain is not None else None,
                _cleared(label),
                coast,
                lake,
                specials_of(_cleared(specials) or "") if specials is not None else None,
                explored,
                cleared,
                revealed,
                _cleared(notes),
                _cleared(secret),
            )
            await self._desk.carry_out(reply, action)

    @groups.hexes_gm.command(name="river")
    @app_commands.describe(through="Neighbouring hexes in order, such as A1 A2 B3; off the map: A1 A2 SE")
    @app_commands.guild_only()
    async def draw_river(self, interaction: Interaction, through: HEXES) -> None:
        """Draw a river from hex to hex"""
        await self._desk.act(interaction, DrawRiver(through))

    @groups.hexes_gm.command(name="unriver")
    @app_commands.describe(through="Neighbouring hexes in order; a single hex loses all its rivers")
    @app_commands.guild_only()
    async def erase_river(self, interaction: Interaction, through: HEXES) -> None:
        """Take a river off the map"""
        await self._desk.act(interaction, EraseRiver(through))

    @groups.hexes_gm.command()
    @app_commands.describe(hexes=SEVERAL)
    @app_commands.guild_only()
    async def explore(self, interaction: Interaction, hexes: HEXES) -> None:
        """Hexes are explored: players see them, and their special terrain"""
        await self._desk.act(interaction, MarkHexes(hexes, Deed.EXPLORED))

    @groups.hexes_gm.command()
    @app_commands.describe(hexes=SEVERAL)
    @app_commands.guild_only()
    async def clear(self, interaction: Interaction, hexes: HEXES) -> None:
        """Explored hexes are cleared of danger, and can be claimed"""
        await self._desk.act(interaction, MarkHexes(hexes, Deed.CLEARED))

    @groups.hexes_gm.command()
    @app_commands.describe(hexes=SEVERAL)
    @app_commands.guild_only()
    async def reveal(self, interaction: Interaction, hexes: HEXES) -> None:
        """Let players see hexes, but not yet what is hidden there"""
        await self._desk.act(interaction, MarkHexes(hexes, Deed.REVEALED))

    @groups.hexes_gm.command()
    @app_commands.describe(hexes=SEVERAL)
    @app_commands.guild_only()
    async def hide(self, interaction: Interaction, hexes: HEXES) -> None:
        """Put hexes under the fog again"""
        await self._desk.act(interaction, MarkHexes(hexes, Deed.HIDDEN))

    @groups.hexes_gm.command()
    @app_commands.describe(hexes=SEVERAL)
    @app_commands.guild_only()
    async def remove(self, interaction: Interaction, hexes: HEXES) -> None:
        """Take hexes that nobody claims off the map; /undo brings them back"""
        await self._desk.act(interaction, RemoveHexes(hexes))

    @groups.hexes_gm.command()
    @app_commands.describe(
        hexes=SEVERAL,
        reason="Why, for everyone to read",
        back="Take them from the kingdom instead: then they are nobody's",
        kingdom="Which kingdom",
    )
    @app_commands.guild_only()
    async def give(
        self,
        interaction: Interaction,
        hexes: HEXES,
        reason: app_commands.Range[str, 1, REASON_LENGTH],
        back: bool = False,
        kingdom: str | None = None,
    ) -> None:
        """Give hexes to a kingdom without price, as with a fief or by conquest"""
        async with self._desk.reply(interaction) as reply:
            seen = await finding.seen(self._desk, interaction, kingdom)
            await self._desk.carry_out(reply, GiveHexes(seen.id, hexes, reason, back))

    # -- suggestions ----------------------------------------------------------------------------------

    @set_hexes.autocomplete("hexes")
    @explore.autocomplete("hexes")
    @clear.autocomplete("hexes")
    @reveal.autocomplete("hexes")
    @hide.autocomplete("hexes")
    @remove.autocomplete("hexes")
    @give.autocomplete("hexes")
    @draw_river.autocomplete("through")
    @erase_river.autocomplete("through")
    async def _several_hexes(self, interaction: Interaction, typed: str) -> Choices:
        return await finding.suggested_hexes(self._desk, interaction, typed, several=True)

    @give.autocomplete("kingdom")
    async def _kingdoms_given(self, interaction: Interaction, typed: str) -> Choices:
        return await finding.suggested(self._desk, interaction, typed)


def _cleared(text: str | None) -> str | None:
    return cleared(text) if text is not None else None


def terrain_of(text: str) -> Terrain:
    """A terrain from the list. Raises RuleViolation."""
    if text not in set(Terrain):
        raise RuleViolation(words.no_terrain(safe(text, 40)))
    return Terrain(text)
