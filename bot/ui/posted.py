"""What stands in a channel already: messages that may be the ones wanted, and what is in sight at its end."""

from __future__ import annotations

from dataclasses import dataclass, field

import discord

from bot.play import PUBLIC_POST, Due
from bot.ui.reply import NETWORK

# With more messages than that after it, a live card is out of sight.
IN_SIGHT = 10


class Sight:
    """What is in sight at the end of a channel: asked once for all its cards that move on."""

    def __init__(self, client: discord.Client) -> None:
        self._client = client
        self._oldest: int | None = None

    async def is_out(self, due: Due, message: int) -> bool:
        """Whether too much stands after that message; where nobody may read the channel, it is as it was."""
        if self._oldest is None:
            self._oldest = await self._oldest_in_sight(due)
        return message < self._oldest

    async def _oldest_in_sight(self, due: Due) -> int:
        try:
            last = [each.id async for each in place_of(self._client, due).history(limit=IN_SIGHT + 1)]
        except NETWORK:
            return 0
        return min(last) if len(last) > IN_SIGHT else 0


# How a message in plain text begins its small last line.
SMALL = "-# "
# An answer is younger than its interaction, as far as the clocks of Discord's own machines agree.
SEARCH_MARGIN = 5000 << 22


@dataclass
class Posted:
    """The bot's own messages in a channel, from an id on: by what they bear, oldest first."""

    since: int
    by_mark: dict[str, list[int]] = field(default_factory=dict)
    by_interaction: dict[int, int] = field(default_factory=dict)

    def take(self, message: discord.Message) -> None:
        """Remember a message of ours."""
        # A message in plain text bears its mark in the last line.
        last = message.content.rpartition("\n")[2].removeprefix(SMALL)
        for text in {last, *(embed.footer.text or "" for embed in message.embeds)}:
            self.by_mark.setdefault(text.split(" · ")[0], []).append(message.id)
        if message.interaction_metadata is not None and not message.flags.ephemeral:
            self.by_interaction.setdefault(message.interaction_metadata.id, message.id)

    def message(self, due: Due) -> int | None:
        """The one that is wanted, if it stands there."""
        if due.audience == PUBLIC_POST and due.interaction in self.by_interaction:
            return self.by_interaction[due.interaction]
        marked = self.by_mark.get(due.post.mark, ()) if due.post is not None else ()
        return next((message for message in marked if message > earliest(due)), None)


async def read(client: discord.Client, due: Due, since: int) -> Posted:
    """The bot's own messages where that one belongs. Raises what the library raises."""
    found = Posted(since)
    async for message in place_of(client, due).history(
        limit=None, after=discord.Object(since), oldest_first=True
    ):
        if client.user is not None and message.author.id == client.user.id:
            found.take(message)
    return found


def place_of(client: discord.Client, due: Due) -> discord.PartialMessageable:
    """The channel a message belongs in."""
    return client.get_partial_messageable(due.channel, guild_id=due.guild)


def earliest(due: Due) -> int:
    """An id that every message about it is younger than."""
    return due.interaction - SEARCH_MARGIN if due.interaction is not None else due.after
