"""The part of `/leader` about leaders at their duties: days, standing in, choices, who does what."""

from __future__ import annotations

import discord
from discord import app_commands
from discord.ext import commands

from bot.desk import Choices, Desk
from bot.engine.people import Permit
from bot.engine.words import one_line
from bot.errors import RuleViolation
from bot.handlers import Interaction, Register
from bot.systems.kingdom.rules.book import STAND_INS
from bot.systems.kingdom.rules.choosing import ChooseAttributes
from bot.systems.kingdom.rules.month import StandIn
from bot.systems.kingdom.rules.office import role_of, roles_of
from bot.systems.kingdom.rules.serving import AssignTask, SetDays, SetProxy
from bot.systems.kingdom.rules.terms import Role, Task
from bot.systems.kingdom.screens import finding, groups, leader_lists
from bot.systems.kingdom.screens.leader_choices import ATTRIBUTES, ROLES, TASKS, leaders_suggested
from bot.systems.kingdom.screens.leaders import MEMBERS
from bot.systems.kingdom.words import names
from bot.systems.kingdom.words import serving as words
from bot.systems.kingdom.words.leaders import WHICH_KINGDOM, WHICH_RULER

REGISTER: Register = {
    "/leader duty": MEMBERS,
    "/leader stand-in": MEMBERS,
    "/leader choose": MEMBERS,
    "/leader who": Permit.EVERYONE,
    "/leader proxy": Permit.GAME_MASTERS,
    "/leader list": Permit.EVERYONE,
}
_CHOOSE = [each for each in ROLES if each.value in (Role.RULER, Role.SPYMASTER)]
_STAND_INS = [each for each in ROLES if each.value in STAND_INS]


class ServingCommands(commands.Cog):
    """The part of `/leader` about leaders at their duties."""

    _desk: Desk

    @groups.leader.command()
    @app_commands.describe(
        role="Whose days",
        days="Days of duty this month; fewer than 7 leave the role vacant in Upkeep",
        leader=WHICH_RULER,
        kingdom=WHICH_KINGDOM,
    )
    @app_commands.choices(role=ROLES)
    @app_commands.guild_only()
    async def duty(
        self,
        interaction: Interaction,
        role: str,
        days: int,
        leader: str = "",
        kingdom: str | None = None,
    ) -> None:
        """Say how many days a leader serves this month"""
        async with self._desk.reply(interaction) as reply:
            seen = await finding.seen(self._desk, interaction, kingdom)
            await self._desk.carry_out(reply, SetDays(seen.id, role_of(role), days, leader))

    @groups.leader.command(name="stand-in")
    @app_commands.describe(role="Who acts for the missing Ruler", kingdom=WHICH_KINGDOM)
    @app_commands.choices(role=_STAND_INS)
    @app_commands.guild_only()
    async def stand_in(self, interaction: Interaction, role: str, kingdom: str | None = None) -> None:
        """Have Consort or Heir act for a missing Ruler this month"""
        async with self._desk.reply(interaction) as reply:
            seen = await finding.seen(self._desk, interaction, kingdom)
            await self._desk.carry_out(reply, StandIn(seen.id, role_of(role)))

    @groups.leader.command()
    @app_commands.describe(
        role="Whose choice", attributes="What they add to, in this order", kingdom=WHICH_KINGDOM
    )
    @app_commands.choices(role=_CHOOSE, attributes=ATTRIBUTES)
    @app_commands.guild_only()
    async def choose(
        self, interaction: Interaction, role: str, attributes: str, kingdom: str | None = None
    ) -> None:
        """Choose what the Ruler or the Spymaster adds to"""
        async with self._desk.reply(interaction) as reply:
            seen = await finding.seen(self._desk, interaction, kingdom)
            await self._desk.carry_out(reply, ChooseAttributes(seen.id, role, attributes))

    @groups.leader.command()
    @app_commands.describe(
        task="Change who does this; leave out to see all",
        roles="Roles by commas, the first is asked; or “book”",
        kingdom=WHICH_KINGDOM,
    )
    @app_commands.choices(task=TASKS)
    @app_commands.guild_only()
    async def who(
        self, interaction: Interaction, task: str = "", roles: str = "", kingdom: str | None = None
    ) -> None:
        """See or change who does what"""
        async with self._desk.reply(interaction) as reply:
            seen = await finding.seen(self._desk, interaction, kingdom)
            if not task or not roles:
                await reply.private(leader_lists.who_card(seen))
                return
            await self._desk.carry_out(reply, AssignTask(seen.id, _task(task), _doers(roles)))

    @groups.leader.command()
    @app_commands.describe(
        person="Who may act for leaders who are away", on="Or may no more", kingdom=WHICH_KINGDOM
    )
    @app_commands.guild_only()
    async def proxy(
        self,
        interaction: Interaction,
        person: discord.User | discord.Member,
        on: bool = True,
        kingdom: str | None = None,
    ) -> None:
        """Let somebody act for leaders who are away"""
        async with self._desk.reply(interaction) as reply:
            seen = await finding.seen(self._desk, interaction, kingdom)
            await self._desk.carry_out(reply, SetProxy(seen.id, person.id, on))

    @groups.leader.command(name="list")
    @app_commands.describe(kingdom=WHICH_KINGDOM)
    @app_commands.guild_only()
    async def list_leaders(self, interaction: Interaction, kingdom: str | None = None) -> None:
        """See who holds which role, what they add, and what vacant roles cost"""
        async with self._desk.reply(interaction) as reply:
            seen = await finding.seen(self._desk, interaction, kingdom)
            await reply.private(leader_lists.leaders_card(seen))

    # -- suggestions --------------------------------------------------------------------------------

    @duty.autocomplete("kingdom")
    @stand_in.autocomplete("kingdom")
    @choose.autocomplete("kingdom")
    @proxy.autocomplete("kingdom")
    @who.autocomplete("kingdom")
    @list_leaders.autocomplete("kingdom")
    async def _served(self, interaction: Interaction, typed: str) -> Choices:
        return await finding.suggested(self._desk, interaction, typed)

    @duty.autocomplete("leader")
    async def _serving(self, interaction: Interaction, typed: str) -> Choices:
        return await leaders_suggested(self._desk, interaction, typed)

    @who.autocomplete("roles")
    async def _doing(self, interaction: Interaction, typed: str) -> Choices:
        *before, last = typed.split(",")
        kept = ", ".join(one_line(each) for each in before)
        near = one_line(last).casefold()
        found = [name for name in names.ROLES.values() if near in name.casefold()]
        every = [f"{kept}, {name}" if kept else name for name in found]
        book = [words.BOOK] if near in words.BOOK else []

        async def find() -> list[tuple[str, str]]:
            await self._desk.look(interaction)
            return [(each, each) for each in (*every, *book) if len(each) <= finding.MOST_VALUE]

        return await self._desk.suggest(interaction, find)


def _task(text: str) -> Task:
    """The task of that name. Raises RuleViolation."""
    if text not in set(Task):
        raise RuleViolation(words.NO_TASK)
    return Task(text)


def _doers(text: str) -> tuple[Role, ...]:
    """Those roles; none where it is to be as printed. Raises RuleViolation."""
    return () if one_line(text).casefold() == words.BOOK else roles_of(text)
