"""Channels of a server: what the bot may do in one, and who reads it. Knows what the guilds intent tells."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import discord

from bot.engine.text import T

# What the bot needs where a campaign is played: discord.py's name for it, and Discord's settings'.
NEEDED = {
    "view_channel": T("View Channel"),
    "send_messages": T("Send Messages"),
    "send_messages_in_threads": T("Send Messages in Threads"),
    "embed_links": T("Embed Links"),
    "attach_files": T("Attach Files"),
    "read_message_history": T("Read Message History"),
}

# And what it needs besides to start a thread in which it then writes.
OPENING = {
    "create_public_threads": T("Create Public Threads"),
    "send_messages_in_threads": NEEDED["send_messages_in_threads"],
}

Place = discord.abc.GuildChannel


class OfGuild:
    """What there is on a server, as far as the library knows: `engine.asking.Server`."""

    def __init__(self, guild: discord.Guild | None) -> None:
        self._guild = guild

    def has_role(self, role: int) -> bool:
        """Whether it is still there."""
        return self._guild is not None and self._guild.get_role(role) is not None

    def has_channel(self, channel: int) -> bool:
        """Whether it is still there."""
        return self._guild is not None and self._guild.get_channel(channel) is not None


def place_of(interaction: discord.Interaction[Any]) -> Place | None:
    """The channel an interaction is in; of a thread, the channel or forum that it hangs in."""
    channel: Any = interaction.channel
    found = channel.parent if isinstance(channel, discord.Thread) else channel
    return found if isinstance(found, Place) else None


def lacking(channel: Place) -> tuple[str, ...]:
    """What the bot needs in that channel and may not do, by the names people see."""
    # In a forum "send" is to begin posts, which the bot leaves to people.
    needed = {key: name for key, name in NEEDED.items() if key != "send_messages" or not is_forum(channel)}
    return _missing(channel, needed)


def lacking_for_threads(channel: Place) -> tuple[str, ...]:
    """What the bot needs to start threads in that channel and may not do, by the names people see."""
    return _missing(channel, OPENING)


def _missing(channel: Place, needed: Mapping[str, T]) -> tuple[str, ...]:
    allowed = channel.permissions_for(channel.guild.me)
    return tuple(name() for key, name in needed.items() if not getattr(allowed, key))


def is_forum(channel: object) -> bool:
    """Whether it holds posts only, and nothing can be said in itself."""
    return isinstance(channel, discord.ForumChannel)


def is_open(channel: Place) -> bool:
    """Whether every member of the server can read it."""
    return channel.permissions_for(channel.guild.default_role).view_channel


def can_read(channel: Place, member: discord.Member) -> bool:
    """Whether that member can read it."""
    return channel.permissions_for(member).view_channel


def is_seen(interaction: discord.Interaction[Any], channel: int) -> bool:
    """Whether the asker can read that channel of this server: others are none of their business."""
    guild, asker = interaction.guild, interaction.user
    found = guild.get_channel(channel) if guild is not None else None
    return found is not None and isinstance(asker, discord.Member) and can_read(found, asker)
