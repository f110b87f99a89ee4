"""Channels of a server: what the bot may do in one, and who reads it. Knows what the guilds intent tells."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import discord

from bot.engine.finders import KnownChannel
from bot.engine.text import T

Place = discord.abc.GuildChannel


@dataclass(frozen=True, slots=True)
class Permission:
    """One the bot asks for: its name in Discord's settings, and what is lost without it."""

    title: T
    cost: T
    # Whether campaigns are played without it all the same.
    is_spare: bool = False


# All that an invitation asks for, by discord.py's names: `bot.config.INVITED_WITH` is their number.
PERMISSIONS = {
    "view_channel": Permission(T("View Channel"), T("Waypost can't play there at all.")),
    "send_messages": Permission(
        T("Send Messages"), T("cards and results can't be posted there; they wait until this is allowed.")
    ),
    "send_messages_in_threads": Permission(
        T("Send Messages in Threads"), T("nothing is posted in its threads and forum posts.")
    ),
    "embed_links": Permission(T("Embed Links"), T("cards can't be shown.")),
    "attach_files": Permission(
        T("Attach Files"), T("no maps, charts or files; messages with one wait until this is allowed.")
    ),
    "read_message_history": Permission(
        T("Read Message History"),
        T("after an outage it can't see what it already posted, so messages wait until this is allowed."),
    ),
    "create_public_threads": Permission(
        T("Create Public Threads"), T("adventurers get no threads of their own and share the channel."), True
    ),
    "pin_messages": Permission(
        T("Pin Messages"), T("Waypost can't pin the board; somebody has to do it by hand."), True
    ),
    "manage_channels": Permission(
        T("Manage Channels"), T("game masters have to make their private channel themselves."), True
    ),
}
# What the bot can't do without where a campaign is played.
NEEDED = {key: each.title for key, each in PERMISSIONS.items() if not each.is_spare}
# And what it needs to start a thread in which it then writes.
FOR_THREADS = ("create_public_threads", "send_messages_in_threads")


class OfGuild:
    """What there is on the asker's server, as far as the library knows: `engine.finders.Server`."""

    def __init__(self, interaction: discord.Interaction[Any]) -> None:
        self._interaction, self._guild = interaction, interaction.guild

    def has_role(self, role: int) -> bool:
        """True if the server still has that role."""
        return self._guild is not None and self._guild.get_role(role) is not None

    def channel(self, channel: int) -> KnownChannel | None:
        """That channel as it is now; None where it was deleted."""
        place = self._guild.get_channel(channel) if self._guild is not None else None
        if place is None:
            return None
        return KnownChannel(place.id, place.name, is_forum(place), is_open(place), lacking(place))

    def is_seen(self, channel: int) -> bool:
        """Whether the asker can read it."""
        return is_seen(self._interaction, channel)

    def can_read(self, channel: int, person: int) -> bool:
        """Whether a member whom the command names can read it."""
        place = self._guild.get_channel(channel) if self._guild is not None else None
        named = (each for _, each in self._interaction.namespace if isinstance(each, discord.Member))
        return place is not None and any(each.id == person and can_read(place, each) for each in named)


def place_of(interaction: discord.Interaction[Any]) -> Place | None:
    """The channel an interaction is in; of a thread, the channel or forum that it hangs in."""
    channel: Any = interaction.channel
    found = channel.parent if isinstance(channel, discord.Thread) else channel
    return found if isinstance(found, Place) else None


def lacking(channel: Place) -> tuple[str, ...]:
    """What the bot needs in that channel and may not do, by the names people see."""
    return tuple(each.title() for each in missing(channel) if not each.is_spare)


def missing(channel: Place) -> tuple[Permission, ...]:
    """The permissions that the bot needs in that channel and doesn't have there."""
    allowed = channel.permissions_for(channel.guild.me)
    # In a forum "send" is to begin posts, which the bot leaves to people.
    asked = [key for key in PERMISSIONS if key != "send_messages" or not is_forum(channel)]
    return tuple(PERMISSIONS[key] for key in asked if not getattr(allowed, key))


def lacking_for_threads(channel: Place) -> tuple[str, ...]:
    """What the bot needs to start threads in that channel and may not do, by the names people see."""
    lacks = missing(channel)
    return tuple(PERMISSIONS[key].title() for key in FOR_THREADS if PERMISSIONS[key] in lacks)


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
    found = guild.get_channel_or_thread(channel) if guild is not None else None
    if isinstance(found, discord.Thread):
        # Who is in a private one, nobody tells us.
        found = found.parent if not found.is_private() else None
    return found is not None and isinstance(asker, discord.Member) and can_read(found, asker)
