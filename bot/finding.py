"""Our own messages found again in a channel, so that nothing is posted twice.

Discord's nonces stop duplicates for minutes only, and are not told again. What is told is which
interaction a message answered, and its footer, which bears the entry's mark.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta

import discord

from bot.play import Due

# How a message in plain text begins its small last line.
SMALL = "-# "
# An answer is younger than its interaction, by Discord's clock; a row's time is by ours.
SEARCH_MARGIN, CLOCK_MARGIN = 5000 << 22, timedelta(seconds=60)


async def posted(client: discord.Client, doubted: Sequence[Due]) -> dict[int, int]:
    """Which posts of one channel stand in it already: message by row, in one reading for them all.

    Raises what the library raises where the channel can't be read.
    """
    found: dict[int, int] = {}
    if not doubted:
        return found
    after = discord.Object(min(map(_earliest, doubted)))
    place = place_of(client, doubted[0])
    async for message in place.history(limit=None, after=after, oldest_first=True):
        for due in doubted:
            if message.id > _earliest(due) and _is_of(client, message, due):
                found.setdefault(due.rows[0], message.id)
    return found


def place_of(client: discord.Client, due: Due) -> discord.PartialMessageable:
    """The channel a message belongs in."""
    return client.get_partial_messageable(due.channel, guild_id=due.guild)


def _is_of(client: discord.Client, message: discord.Message, due: Due) -> bool:
    if client.user is None or message.author.id != client.user.id or due.post is None:
        return False
    metadata = message.interaction_metadata
    if due.audience == "public" and metadata is not None and metadata.id == due.interaction:
        return not message.flags.ephemeral
    # A message in plain text bears its mark in the last line.
    last = message.content.rpartition("\n")[2].removeprefix(SMALL)
    footers = (embed.footer.text or "" for embed in message.embeds)
    return any(footer.split(" · ")[0] == due.post.mark for footer in (last, *footers))


def _earliest(due: Due) -> int:
    """An id that every message about it is younger than."""
    if due.interaction is not None:
        return due.interaction - SEARCH_MARGIN
    return discord.utils.time_snowflake(due.created - CLOCK_MARGIN)
