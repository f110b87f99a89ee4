"""Adventurers at a simulated table: made, felled, and where their threads are."""

from __future__ import annotations

from typing import Any

import discord
from simcord import ChannelHandle, InteractionResult, MemberActor

from bot.engine.people import Actor
from bot.engine.settings import Setting
from bot.play import Request
from bot.systems.table.settings.rules import ChangeSetting
from tests.loaded import loaded
from tests.tables import Table, reply_of


def threads(table: Table, channel: ChannelHandle | None = None) -> list[ChannelHandle]:
    """The threads of a channel, the oldest first."""
    return list((channel or table.channel).threads)


async def new(table: Table, who: MemberActor | None = None, **options: Any) -> InteractionResult:
    """A new adventurer, of Deacon's unless told otherwise, and all that comes of it."""
    options = {"name": "Ada"} | options
    made = await (who or table.deacon).slash(table.channel, "adv new", **options)
    await table.settle()
    return made


async def living(table: Table, **options: Any) -> ChannelHandle:
    """A new adventurer, a priest; its thread."""
    with loaded(3, 2):
        await new(table, **options)
    return threads(table)[-1]


async def fall(table: Table, home: ChannelHandle) -> discord.Message:
    """Its adventurer falls; the last message there."""
    asked = await table.gm.slash(home, "adv gm wound", count=9)
    await table.gm.click(reply_of(asked), label="Wound anyway")
    await table.settle()
    return table.last(home)


def allow_threads(table: Table, *, allowed: bool) -> None:
    """Whether anybody but admins may open threads; the bot may do everything else."""
    me = table.guild.me
    assert me is not None
    everything = discord.Permissions.all()
    everything.update(administrator=False, create_public_threads=allowed)
    for role in me.roles:
        table.env.backend.edit_role(table.guild.id, role.id, {"permissions": everything.value})


async def decide(table: Table, setting: Setting, value: str) -> None:
    """The campaign decides that."""
    actor, request = Actor(table.gm.id), Request(1, table.guild.id, table.channel.id)
    await table.bot.play.act(actor, request, ChangeSetting(setting.key, value, setting.default))
