"""The part of `/hex` about improvements and sites, and of `/hex-gm` about placing and razing them."""

from __future__ import annotations

from discord import app_commands
from discord.ext import commands

from bot.desk import Choices, Desk
from bot.engine.people import Permit
from bot.engine.system import RecordId
from bot.errors import Stale
from bot.handlers import Interaction, Register
from bot.systems.kingdom.rules.improvements import improvement_of, require_preparable, unprepared
from bot.systems.kingdom.rules.improving import (
    BuildImprovement,
    PlaceImprovement,
    PrepareSite,
    RazeImprovement,
)
from bot.systems.kingdom.rules.months import require_open
from bot.systems.kingdom.rules.places import spot_of
from bot.systems.kingdom.rules.realm import require_standing
from bot.systems.kingdom.rules.siting import buildable
from bot.systems.kingdom.rules.terms import Improvement, Step
from bot.systems.kingdom.screens import finding, groups, improvement_previews
from bot.systems.kingdom.screens.finding import Seen
from bot.systems.kingdom.screens.improvement_cards import TELLERS
from bot.systems.kingdom.screens.improvement_previews import BUILD, LIST, PREPARE
from bot.systems.kingdom.screens.previews import came_of_it, exactly, number_of, suggested_spots
from bot.systems.kingdom.words.names import IMPROVEMENTS
from bot.ui.card import Card
from bot.ui.reply import Reply
from bot.ui.words import DAMAGED_BUTTON

REGISTER: Register = {
    "/hex improve": Permit.MEMBERS,
    "/hex prepare": Permit.MEMBERS,
    "/hex-gm improve": Permit.GAME_MASTERS,
    "/hex-gm raze": Permit.GAME_MASTERS,
    f"button {BUILD}": Permit.MEMBERS,
    f"select {BUILD}": Permit.MEMBERS,
    f"button {LIST}": Permit.MEMBERS,
    f"button {PREPARE}": Permit.MEMBERS,
}
KINDS = [
    app_commands.Choice(name=name, value=value)
    for value, name in IMPROVEMENTS.items()
    if value != Improvement.BRIDGE.value
]


class ImprovementCommands(commands.Cog):
    """Improvements and sites, previewed privately before they are built; what game masters place or raze."""

    _desk: Desk

    @groups.hexes.command(name="improve")
    @app_commands.describe(
        hex="Its label or coordinates",
        improvement="What to build; without it you see all that can be",
        kingdom="Which kingdom, where there are several",
    )
    @app_commands.guild_only()
    async def hex_improve(
        self,
        interaction: Interaction,
        hex: str,  # noqa: A002
        improvement: str | None = None,
        kingdom: str | None = None,
    ) -> None:
        """See what can be built in a hex, with its price and effect, and build it"""
        async with self._desk.reply(interaction) as reply:
            seen = await finding.seen(self._desk, interaction, kingdom)
            if improvement is None:
                await reply.private(await improving(self._desk, interaction, seen, hex))
                return
            spot, kind = spot_of(seen.realm.land, hex), improvement_of(improvement)
            await reply.private(improvement_previews.improvement(seen, spot, kind))

    @groups.hexes.command(name="prepare")
    @app_commands.describe(hex="Its label or coordinates", kingdom="Which kingdom, where there are several")
    @app_commands.guild_only()
    async def hex_prepare(self, interaction: Interaction, hex: str, kingdom: str | None = None) -> None:  # noqa: A002
        """Prepare a hex for a settlement, once you have seen what it costs"""
        async with self._desk.reply(interaction) as reply:
            seen = await finding.seen(self._desk, interaction, kingdom)
            await reply.private(await preparing(self._desk, interaction, seen, hex))

    # -- game masters' ------------------------------------------------------------------------------

    @groups.hexes_gm.command(name="improve")
    @app_commands.describe(
        hex="Its label or coordinates", improvement="What", reason="Why, for all to read", kingdom="Whose"
    )
    @app_commands.choices(improvement=KINDS)
    @app_commands.guild_only()
    async def gm_improve(
        self,
        interaction: Interaction,
        hex: str,  # noqa: A002
        improvement: str,
        reason: str,
        kingdom: str | None = None,
    ) -> None:
        """Put an improvement on the map, free and whatever the rules say"""
        async with self._desk.reply(interaction) as reply:
            seen = await finding.seen(self._desk, interaction, kingdom)
            kind = improvement_of(improvement)
            await self._desk.carry_out(reply, PlaceImprovement(seen.id, hex, kind, reason))

    @groups.hexes_gm.command(name="raze")
    @app_commands.describe(
        hex="Its label or coordinates", improvement="What", reason="Why, for all to read", kingdom="Whose"
    )
    @app_commands.choices(improvement=KINDS)
    @app_commands.guild_only()
    async def gm_raze(
        self,
        interaction: Interaction,
        hex: str,  # noqa: A002
        improvement: str,
        reason: str,
        kingdom: str | None = None,
    ) -> None:
        """Take an improvement off the map"""
        async with self._desk.reply(interaction) as reply:
            seen = await finding.seen(self._desk, interaction, kingdom)
            kind = improvement_of(improvement)
            await self._desk.carry_out(reply, RazeImprovement(seen.id, hex, kind, reason))

    # -- suggestions --------------------------------------------------------------------------------

    @hex_improve.autocomplete("hex")
    async def _own_hexes(self, interaction: Interaction, typed: str) -> Choices:
        return await suggested_spots(self._desk, interaction, typed, lambda realm, spot: spot in realm.hexes)

    @hex_prepare.autocomplete("hex")
    async def _sites(self, interaction: Interaction, typed: str) -> Choices:
        return await suggested_spots(
            self._desk, interaction, typed, lambda realm, spot: not unprepared(realm, spot)
        )

    @gm_improve.autocomplete("hex")
    @gm_raze.autocomplete("hex")
    async def _any_hexes(self, interaction: Interaction, typed: str) -> Choices:
        return await finding.suggested_hexes(self._desk, interaction, typed)

    @hex_improve.autocomplete("improvement")
    async def _buildable(self, interaction: Interaction, typed: str) -> Choices:
        named = interaction.namespace

        async def find() -> list[tuple[str, str]]:
            realm = (await finding.seen(self._desk, interaction, named.kingdom or None)).realm
            spot = spot_of(realm.land, named.hex or "")
            found = sorted(buildable(realm, spot), key=lambda each: each.price is None)
            pairs = (improvement_previews.suggestion(realm, spot, each) for each in found)
            return [pair for pair in pairs if typed.strip().casefold() in pair[1].casefold()]

        return await self._desk.suggest(interaction, find)

    @hex_improve.autocomplete("kingdom")
    @hex_prepare.autocomplete("kingdom")
    @gm_improve.autocomplete("kingdom")
    @gm_raze.autocomplete("kingdom")
    async def _whose_land(self, interaction: Interaction, typed: str) -> Choices:
        return await finding.suggested(self._desk, interaction, typed)


# -- previews -----------------------------------------------------------------------------------------


async def improving(desk: Desk, interaction: Interaction, seen: Seen, hex_name: str) -> Card:
    """What can be built in a hex. Raises RuleViolation for one that is not the kingdom's."""
    return improvement_previews.panel(seen, spot_of(seen.realm.land, hex_name))


async def preparing(desk: Desk, interaction: Interaction, seen: Seen, hex_name: str) -> Card:
    """The preview of a site. Raises RuleViolation where none can be prepared now."""
    require_standing(seen.realm.kingdom)
    require_open(seen.realm.kingdom, Step.TERRAIN)
    spot = spot_of(seen.realm.land, hex_name)
    return improvement_previews.site(seen, spot, require_preparable(seen.realm, spot))


# -- buttons and the list -----------------------------------------------------------------------------


def answer(desk: Desk) -> None:
    """Enter the list of what can be built, and the buttons of the previews."""
    _enter_list(desk)

    async def build(reply: Reply, args: tuple[str, ...]) -> None:
        kingdom, spot, kind, price = exactly(args, 4)
        action = BuildImprovement(RecordId(kingdom), spot, _improvement(kind), number_of(price))
        await desk.carry_out(reply, action, panel=came_of_it(TELLERS))

    async def prepare(reply: Reply, args: tuple[str, ...]) -> None:
        kingdom, spot, price = exactly(args, 3)
        action = PrepareSite(RecordId(kingdom), spot, number_of(price))
        await desk.carry_out(reply, action, panel=came_of_it(TELLERS))

    desk.add_button(BUILD, build)
    desk.add_button(PREPARE, prepare)


def _enter_list(desk: Desk) -> None:
    """What can be built in a hex, and the way back to it."""

    async def picked(reply: Reply, args: tuple[str, ...]) -> None:
        kingdom, spot, kind = exactly(args, 3)
        seen = await finding.seen(desk, reply.interaction, kingdom)
        spot = spot_of(seen.realm.land, spot)
        await reply.update(improvement_previews.improvement(seen, spot, _improvement(kind)))

    async def listed(reply: Reply, args: tuple[str, ...]) -> None:
        kingdom, spot = exactly(args, 2)
        seen = await finding.seen(desk, reply.interaction, kingdom)
        await reply.update(improvement_previews.panel(seen, spot_of(seen.realm.land, spot)))

    desk.add_select(BUILD, picked)
    desk.add_button(LIST, listed)


def _improvement(text: str) -> Improvement:
    """The improvement in a control. Raises Stale where there is none of that name."""
    if text not in set(Improvement):
        raise Stale(DAMAGED_BUTTON)
    return Improvement(text)
