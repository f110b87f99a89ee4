"""The part of `/hex` about claiming and abandoning."""

from __future__ import annotations

from discord import app_commands
from discord.ext import commands

from bot.desk import Choices, Desk
from bot.engine.people import Permit
from bot.engine.system import RecordId, Scope, Want
from bot.handlers import Interaction, Register
from bot.systems.kingdom.rules.claiming import cities_at, unclaimable
from bot.systems.kingdom.rules.claims import AbandonHex, ClaimHex, require_claimable, require_own
from bot.systems.kingdom.rules.months import require_open
from bot.systems.kingdom.rules.places import spot_of
from bot.systems.kingdom.rules.realm import require_standing
from bot.systems.kingdom.rules.terms import Step
from bot.systems.kingdom.rules.town import TOWN
from bot.systems.kingdom.screens import claim_previews, finding, groups
from bot.systems.kingdom.screens.claim_cards import TOLD
from bot.systems.kingdom.screens.claim_previews import ABANDON, CLAIM
from bot.systems.kingdom.screens.finding import Seen
from bot.systems.kingdom.screens.previews import came_of_it, exactly, number_of, suggested_spots
from bot.ui.card import Card
from bot.ui.reply import Reply

REGISTER: Register = {
    "/hex claim": Permit.MEMBERS,
    "/hex abandon": Permit.MEMBERS,
    f"button {CLAIM}": Permit.MEMBERS,
    f"button {ABANDON}": Permit.MEMBERS,
}


class ClaimCommands(commands.Cog):
    """Hexes claimed and given up; each is previewed privately before it is done."""

    _desk: Desk

    @groups.hexes.command(name="claim")
    @app_commands.describe(hex="Its label or coordinates", kingdom="Which kingdom, where there are several")
    @app_commands.guild_only()
    async def hex_claim(self, interaction: Interaction, hex: str, kingdom: str | None = None) -> None:  # noqa: A002
        """Claim a hex next to the kingdom, once you have seen what it costs"""
        async with self._desk.reply(interaction) as reply:
            seen = await finding.seen(self._desk, interaction, kingdom)
            await reply.private(await claiming(self._desk, interaction, seen, hex))

    @groups.hexes.command(name="abandon")
    @app_commands.describe(hex="Its label or coordinates", kingdom="Which kingdom, where there are several")
    @app_commands.guild_only()
    async def hex_abandon(self, interaction: Interaction, hex: str, kingdom: str | None = None) -> None:  # noqa: A002
        """Give up a hex of the kingdom, once you have seen what it costs"""
        async with self._desk.reply(interaction) as reply:
            seen = await finding.seen(self._desk, interaction, kingdom)
            await reply.private(await abandoning(self._desk, interaction, seen, hex))

    @hex_claim.autocomplete("hex")
    async def _claimable(self, interaction: Interaction, typed: str) -> Choices:
        return await suggested_spots(
            self._desk, interaction, typed, lambda realm, spot: not unclaimable(realm, spot)
        )

    @hex_abandon.autocomplete("hex")
    async def _own(self, interaction: Interaction, typed: str) -> Choices:
        return await suggested_spots(self._desk, interaction, typed, lambda realm, spot: spot in realm.hexes)

    @hex_claim.autocomplete("kingdom")
    @hex_abandon.autocomplete("kingdom")
    async def _whose_hexes(self, interaction: Interaction, typed: str) -> Choices:
        return await finding.suggested(self._desk, interaction, typed)


# -- previews -----------------------------------------------------------------------------------------


async def claiming(desk: Desk, interaction: Interaction, seen: Seen, hex_name: str) -> Card:
    """The preview of a claim. Raises RuleViolation where it can't be made now."""
    _require_step(seen)
    spot = spot_of(seen.realm.land, hex_name)
    require_claimable(seen.realm, spot)
    towns = (await desk.look(interaction, Scope(wants=(Want(TOWN.name),)))).all(TOWN.name)
    cities = cities_at(seen.realm, spot, ((town.id, town.state) for town in towns))
    return claim_previews.claim(seen, spot, cities)


async def abandoning(desk: Desk, interaction: Interaction, seen: Seen, hex_name: str) -> Card:
    """The preview of giving a hex up. Raises RuleViolation where that can't be done now."""
    _require_step(seen)
    spot = spot_of(seen.realm.land, hex_name)
    require_own(seen.realm, spot)
    return claim_previews.abandon(seen, spot)


def _require_step(seen: Seen) -> None:
    require_standing(seen.realm.kingdom)
    require_open(seen.realm.kingdom, Step.HEXES)


def answer(desk: Desk) -> None:
    """Enter the buttons of both previews."""

    async def claim(reply: Reply, args: tuple[str, ...]) -> None:
        kingdom, spot, price = exactly(args, 3)
        action = ClaimHex(RecordId(kingdom), spot, number_of(price))
        await desk.carry_out(reply, action, panel=came_of_it(TOLD))

    async def abandon(reply: Reply, args: tuple[str, ...]) -> None:
        kingdom, spot, unrest = exactly(args, 3)
        action = AbandonHex(RecordId(kingdom), spot, number_of(unrest))
        await desk.carry_out(reply, action, panel=came_of_it(TOLD))

    desk.add_button(CLAIM, claim)
    desk.add_button(ABANDON, abandon)
