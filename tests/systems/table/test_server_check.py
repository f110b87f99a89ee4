"""`/server check`: what the bot lacks where campaigns are played, told to admins alone and really tried."""

from __future__ import annotations

from typing import Any

import discord
import pytest
from simcord import ChannelHandle

from bot.storage.address import Address
from bot.ui.places import PERMISSIONS
from tests.stages import MANAGER, open_stage
from tests.tables import Table, reply_of, said

# With the leave to use commands, which nobody must lose by it.
ALL = dict.fromkeys((*PERMISSIONS, "use_application_commands"), True)


async def allow(table: Table, *, without: tuple[str, ...] = ()) -> None:
    """Let the bot do all it asks for but that."""
    me = table.guild.me
    assert me is not None
    permissions = discord.Permissions(**ALL | dict.fromkeys(without, False))
    for role in me.roles:
        table.env.backend.edit_role(table.guild.id, role.id, {"permissions": permissions.value})
    await table.settle()


def listed(result: Any) -> list[str]:
    """The channels that can be tried."""
    (row,) = reply_of(result).components
    return [each["label"] for each in row["components"][0]["options"]]


async def check(table: Table, **options: Any) -> Any:
    """What an admin is shown."""
    return await table.admin.slash(table.tavern, "server check", **options)


async def test_every_channel_of_a_campaign_says_what_it_lacks_and_what_that_costs(table: Table) -> None:
    await allow(table)
    shown = await check(table)
    assert reply_of(shown).ephemeral
    for channel in (table.channel, table.secret):
        assert f"✅ **<#{channel.id}>** (Ashes)" in said(shown)
    assert "No *" not in said(shown)
    assert listed(shown) == ["#table", "#game-master"]

    await allow(table, without=("attach_files", "create_public_threads"))
    told = said(await check(table))
    assert f"⛔ **<#{table.channel.id}>** (Ashes)" in told
    assert "• No *Attach Files*: no maps, charts or files" in told
    assert "• No *Create Public Threads* (optional): adventurers get no threads" in told


async def test_a_channel_that_the_admin_cannot_read_is_said_in_words(table: Table) -> None:
    await allow(table)
    role = table.guild.create_role("Keepers", permissions=discord.Permissions(manage_guild=True))
    keeper = table.guild.add_member(table.env.create_user("Ines"), roles=[role])
    told = said(await keeper.slash(table.tavern, "server check"))
    assert "✅ **the game masters' channel** (Ashes)" in told
    assert f"<#{table.secret.id}>" not in told


async def test_any_channel_can_be_looked_at_before_it_is_played_in(table: Table) -> None:
    await allow(table, without=("manage_channels",))
    told = said(await check(table, channel=table.tavern))
    assert told.count("**<#") == 1
    assert f"✅ **<#{table.tavern.id}>**" in told


async def test_a_game_masters_channel_that_everybody_reads_is_told(table: Table) -> None:
    await allow(table)
    assert "everybody on this server" not in said(await check(table))
    table.env.backend.edit_channel(table.secret.id, {}, overwrites=[])
    await table.settle()
    assert "Not only game masters can read where the secrets go: everybody on this server." in said(
        await check(table)
    )


async def test_a_deleted_channel_says_how_it_is_given_up(table: Table) -> None:
    table.env.backend.delete_channel(table.channel.id)
    await table.settle()
    assert "⛔ A deleted channel (Ashes). Remove it with `/campaign unbind`." in said(await check(table))


async def tried(table: Table, channel: ChannelHandle) -> str:
    """What is told of a try, which leaves nothing behind."""
    before = [message.id for message in table.messages(channel)]
    shown = await table.admin.select(reply_of(await check(table)), values=[str(channel.id)])
    assert [message.id for message in table.messages(channel)] == before
    return said(shown)


async def test_a_try_posts_and_takes_away(table: Table) -> None:
    await allow(table)
    told = await tried(table, table.channel)
    assert "Tested in #table" in told
    for what in ("Post a card with a file", "Read its own messages", "Delete its own message"):
        assert f"✅ {what}" in told
    assert "➖ Start a thread: not tested" in told

    await allow(table, without=("send_messages",))
    assert "⛔ Post a card with a file: Discord says" in await tried(table, table.channel)


async def test_only_admins_check_and_try(table: Table) -> None:
    await allow(table)
    (server,) = [each for each in await table.bot.tree.fetch_commands() if each.name == "server"]
    # Though the server's own settings let them have the command.
    table.guild.set_command_permissions(server, {table.deacon: True})
    refused = await table.deacon.slash(table.channel, "server check")
    assert reply_of(refused).ephemeral
    assert "Manage Server" in said(refused)
    assert "Ashes" not in said(refused)


@pytest.mark.parametrize("channel", ["1", "x", "5" * 30])
async def test_only_a_text_channel_is_tried_and_only_by_admins(sqlite_address: Address, channel: str) -> None:
    async with open_stage(sqlite_address) as stage:
        admin = stage.world.person(90, permissions=MANAGER)
        for who, place in ((admin, channel), (stage.deacon, str(stage.world.channels[0].id))):
            before = stage.server.channel_messages()
            pressed = stage.say.press("?try_channel", values=[place], user=who)
            answer = await stage.feeder.deliver(pressed)
            assert answer.answer.data["flags"] & 64
            assert stage.server.channel_messages() == before
