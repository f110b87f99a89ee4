"""Fights at a simulated table: who meets what, and each press with the dice that it rolls."""

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

DAY = 86_400.0
RAT = {"attributes": "Arms 2, Magic 1, Vitae 2"}


async def home(table: Table, name: str = "Bran", who: MemberActor | None = None) -> ChannelHandle:
    """A new adventurer's own thread: a warrior's, whatever the seed (Arms 4, Magic 2, Craft 3, Vitae 4)."""
    with loaded(1, 1):
        made = await (who or table.deacon).slash(table.channel, "adv new", name=name)
    await table.settle()
    return next(each for each in table.channel.threads if each.id == reply_of(made).id)


async def arena(table: Table, name: str = "Bran", who: MemberActor | None = None) -> ChannelHandle:
    """The thread of an adventurer in a turn that was told."""
    thread = await home(table, name, who)
    await (who or table.deacon).slash(thread, "adv start")
    await table.gm.slash(thread, "adv gm scene", text="A cellar.", ways="The City")
    await table.settle()
    return thread


async def monster(table: Table, name: str = "Rat", combat: str = "melee", **texts: str) -> None:
    """A monster of the library, saved."""
    shown = await table.gm.slash(table.channel, "library add", kind="monster")
    draft = await table.gm.submit_modal(shown, {"name": name, **RAT, "combat": [combat], **texts})
    await table.gm.click(reply_of(draft), label="Save")
    await table.settle()


async def met(table: Table, thread: ChannelHandle, **options: Any) -> discord.Message:
    """The card of a new fight with a rat (Arms 2, Vitae 2), unless told otherwise."""
    options = options or {"monster": "Rat", "arms": 2, "vitae": 2}
    await table.gm.slash(thread, "adv fight", **options)
    await table.settle()
    return table.last(thread)


async def press(
    table: Table, thread: ChannelHandle, label: str, *dice: int, by: MemberActor | None = None
) -> InteractionResult:
    """A press on the newest card, with the dice that it rolls."""
    with loaded(*dice):
        result = await (by or table.deacon).click(table.last(thread), label=label)
    await table.settle()
    return result


async def after_days(table: Table, days: int) -> None:
    """The same table, with another process of the bot so many days later."""
    await table.settle()
    await table.bot.close()
    table.env.backend.advance_clock(days * DAY)
    await table.restart()


async def decide(table: Table, setting: Setting, value: str) -> None:
    """What the campaign decided."""
    leader = Actor(table.gm.id, manages_server=True)
    action = ChangeSetting(setting.key, value, setting.default)
    await table.bot.play.act(leader, Request(1, table.guild.id, table.channel.id), action)


def as_it_is(table: Table, card: discord.Message, thread: ChannelHandle) -> discord.Message:
    """That message as it stands now."""
    return next(message for message in table.messages(thread) if message.id == card.id)
