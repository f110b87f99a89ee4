"""The part of `/leader` about who holds which role."""

from __future__ import annotations

from dataclasses import replace

import discord
from discord import app_commands
from discord.ext import commands

from bot.desk import Choices, Desk
from bot.engine.people import Permit
from bot.errors import RuleViolation, UserError
from bot.handlers import Interaction, Register
from bot.systems.kingdom.rules.leaders import AssignLeader, EditLeader
from bot.systems.kingdom.rules.leaving import LoseLeader, ResignRole, SwitchRole
from bot.systems.kingdom.rules.office import appointed_for, attributes_of, role_of, scores_of
from bot.systems.kingdom.screens import finding, groups
from bot.systems.kingdom.screens import leader_panels as panels
from bot.systems.kingdom.screens.leader_choices import ATTRIBUTES, ROLES, leaders_suggested
from bot.systems.kingdom.screens.previews import looker
from bot.systems.kingdom.words import leaders as words
from bot.ui.reply import Reply

MEMBERS = Permit.MEMBERS
REGISTER: Register = {
    "/leader assign": MEMBERS,
    "/leader resign": MEMBERS,
    "/leader switch": MEMBERS,
    "/leader died": MEMBERS,
    "/leader edit": MEMBERS,
    f"button {panels.SEAT}": MEMBERS,
    f"button {panels.RESIGN}": MEMBERS,
    f"button {panels.SWITCH}": MEMBERS,
}
Person = discord.User | discord.Member
# The price of nothing at all.
NEVER = ()


class LeaderCommands(commands.Cog):
    """The part of `/leader` about who holds which role."""

    _desk: Desk

    @groups.leader.command()
    @app_commands.describe(
        role="Which role",
        player="Whose character; leave out for an NPC",
        name="The character's or NPC's name",
        abilities=words.SCORES,
        leadership="Whether they have the Leadership feat",
        ranks="Ranks in the role's skill",
        attributes="What a Ruler or Spymaster adds to",
        married="A second Ruler, married to the first",
        kingdom=words.WHICH_KINGDOM,
    )
    @app_commands.choices(role=ROLES, attributes=ATTRIBUTES)
    @app_commands.guild_only()
    async def assign(
        self,
        interaction: Interaction,
        role: str,
        player: Person | None = None,
        name: str = "",
        abilities: str = "",
        leadership: bool = False,
        ranks: int = 0,
        attributes: str = "",
        married: bool = False,
        kingdom: str | None = None,
    ) -> None:
        """Give somebody a role"""
        async with self._desk.reply(interaction) as reply:
            seen = await finding.seen(self._desk, interaction, kingdom)
            meant = role_of(role)
            action = AssignLeader(
                seen.id,
                meant,
                _called(name, player),
                player.id if player is not None else None,
                scores_of(abilities, meant),
                leadership,
                ranks,
                attributes_of(attributes),
                married,
            )
            await _previewed(self._desk, reply, seen, action)

    @groups.leader.command()
    @app_commands.describe(role="Which role is left", leader=words.WHICH_RULER, kingdom=words.WHICH_KINGDOM)
    @app_commands.choices(role=ROLES)
    @app_commands.guild_only()
    async def resign(
        self, interaction: Interaction, role: str, leader: str = "", kingdom: str | None = None
    ) -> None:
        """Step down; to name a successor at once use /leader assign"""
        async with self._desk.reply(interaction) as reply:
            seen = await finding.seen(self._desk, interaction, kingdom)
            action = ResignRole(seen.id, role_of(role), leader)
            await _previewed(self._desk, reply, seen, action)

    @groups.leader.command()
    @app_commands.describe(
        leaves="The role to leave",
        takes="The role to take; who holds it takes the other",
        leader=words.WHICH_RULER,
        kingdom=words.WHICH_KINGDOM,
    )
    @app_commands.choices(leaves=ROLES, takes=ROLES)
    @app_commands.guild_only()
    async def switch(
        self,
        interaction: Interaction,
        leaves: str,
        takes: str,
        leader: str = "",
        kingdom: str | None = None,
    ) -> None:
        """Have a leader take another role, or two exchange theirs"""
        async with self._desk.reply(interaction) as reply:
            seen = await finding.seen(self._desk, interaction, kingdom)
            action = SwitchRole(seen.id, role_of(leaves), role_of(takes), leader)
            await _previewed(self._desk, reply, seen, action)

    @groups.leader.command()
    @app_commands.describe(
        role="Whose role it was",
        at_once="Vacant from now on, as after an assassination",
        leader=words.WHICH_RULER,
        kingdom=words.WHICH_KINGDOM,
    )
    @app_commands.choices(role=ROLES)
    @app_commands.guild_only()
    async def died(
        self,
        interaction: Interaction,
        role: str,
        at_once: bool = False,
        leader: str = "",
        kingdom: str | None = None,
    ) -> None:
        """Say that a leader is dead"""
        async with self._desk.reply(interaction) as reply:
            seen = await finding.seen(self._desk, interaction, kingdom)
            await self._desk.carry_out(reply, LoseLeader(seen.id, role_of(role), leader, at_once))

    @groups.leader.command()
    @app_commands.describe(
        role="Which role",
        abilities=words.SCORES,
        leadership="Whether they have the Leadership feat",
        ranks="Ranks in the role's skill",
        name="For game masters: another name",
        player="For game masters: another player",
        npc="For game masters: no player any more",
        leader=words.WHICH_RULER,
        kingdom=words.WHICH_KINGDOM,
    )
    @app_commands.choices(role=ROLES)
    @app_commands.guild_only()
    async def edit(
        self,
        interaction: Interaction,
        role: str,
        abilities: str = "",
        leadership: bool | None = None,
        ranks: int | None = None,
        name: str = "",
        player: Person | None = None,
        npc: bool = False,
        leader: str = "",
        kingdom: str | None = None,
    ) -> None:
        """Change a leader's scores, as by a new level"""
        async with self._desk.reply(interaction) as reply:
            seen = await finding.seen(self._desk, interaction, kingdom)
            meant, who = role_of(role), player.id if player is not None else None
            scores = scores_of(abilities, meant)
            action = EditLeader(seen.id, meant, leader, scores, leadership, ranks, name, who, npc)
            await self._desk.carry_out(reply, action)

    # -- suggestions --------------------------------------------------------------------------------

    @assign.autocomplete("kingdom")
    @resign.autocomplete("kingdom")
    @switch.autocomplete("kingdom")
    @died.autocomplete("kingdom")
    @edit.autocomplete("kingdom")
    async def _led(self, interaction: Interaction, typed: str) -> Choices:
        return await finding.suggested(self._desk, interaction, typed)

    @resign.autocomplete("leader")
    @switch.autocomplete("leader")
    @died.autocomplete("leader")
    @edit.autocomplete("leader")
    async def _leading(self, interaction: Interaction, typed: str) -> Choices:
        return await leaders_suggested(self._desk, interaction, typed)


def _called(name: str, player: Person | None) -> str:
    """The name that was given, or the player's. Raises RuleViolation where there is neither."""
    if not name and player is None:
        raise RuleViolation(words.NO_NAME)
    return name or (player.display_name if player is not None else "")


async def _previewed(
    desk: Desk, reply: Reply, seen: finding.Seen, action: AssignLeader | ResignRole | SwitchRole
) -> None:
    """Show what a change of leaders costs; carry out what costs nothing, and what the rules refuse anyway."""
    try:
        appointed_for(looker(seen.scenery), seen.realm.kingdom, panels.leaving(seen.realm, action))
        plan = panels.planned(seen.realm, action)
    except UserError:
        # Refused there in the same words, but for what this very interaction did before.
        await desk.carry_out(reply, replace(action, price=NEVER))
        return
    if plan.exits:
        await reply.private(panels.preview(seen.realm, plan, action))
    else:
        # At the price of nothing: somebody else may take the role meanwhile.
        await desk.carry_out(reply, replace(action, price=plan.price))


def answer(desk: Desk) -> None:
    """Enter the buttons of the previews."""

    async def seat(reply: Reply, args: tuple[str, ...]) -> None:
        await desk.carry_out(reply, panels.seat_action(args))

    async def resign(reply: Reply, args: tuple[str, ...]) -> None:
        await desk.carry_out(reply, panels.resign_action(args))

    async def switch(reply: Reply, args: tuple[str, ...]) -> None:
        await desk.carry_out(reply, panels.switch_action(args))

    desk.add_button(panels.SEAT, seat)
    desk.add_button(panels.RESIGN, resign)
    desk.add_button(panels.SWITCH, switch)
