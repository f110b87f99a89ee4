"""What the game masters alone may read is kept from their channel while others can read it.

Before a secret is posted or redrawn there it is asked who reads the channel. Those who look after the server
hold nothing back; because of anybody else it waits, and a game master decides: see `bot/play/readers.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import groupby

import discord

from bot.engine.campaign import Campaign
from bot.engine.readers import READERS as QUESTION
from bot.engine.readers import OtherReaders, Reader
from bot.play import GAME_MASTER_POST, Due, Play
from bot.ui.errors import log
from bot.ui.places import Place
from bot.ui.readers import Readers, follow, is_made


class NotTold(ConnectionError):
    """Raised while the gateway has not described a server yet."""


class Secrecy:
    """Lets secrets through to their channels, or has them wait; `wake` has delivery look again."""

    def __init__(self, play: Play, client: discord.Client, wake: Callable[[], None]) -> None:
        self._play = play
        self._client = client
        self._wake = wake
        self.readers = Readers(play.context.now)
        # The campaigns in which nothing waits for that, as far as this process has looked.
        self._sound: set[str] = set()

    # -- for delivery -------------------------------------------------------------------------------

    async def admitted(self, group: list[Due]) -> list[Due]:
        """Those of a channel's messages that may be shown there now.

        Raises what the library raises where Discord doesn't say who reads the channel.
        """
        secret = sorted(filter(is_secret, group), key=_campaign)
        held = list[Due]()
        for campaign, found in groupby(secret, _campaign):
            told = list(found)
            if await self._must_wait(campaign, told):
                held += told
        return [due for due in group if due not in held]

    async def _must_wait(self, campaign_id: str, secret: list[Due]) -> bool:
        """Whether one campaign's secrets wait: for a game master, or for those that came before them."""
        first, rows = secret[0], [row for due in secret for row in due.rows]
        place, campaign = self._place(first.guild, first.channel), first.post.campaign if first.post else None
        if place is None or campaign is None:
            # The channel is gone, as Discord will say.
            return False
        undecided = (await self.readers.find(place, campaign)).undecided(campaign, place.id)
        if undecided and place.id != campaign.game_master_channel:
            # It was theirs before: what goes on now is none of its business.
            await self._play.leave_secret_channel(campaign_id, first.guild, place.id, rows)
            return True
        if undecided:
            await self._hold(campaign_id, place, undecided, rows)
            return True
        return campaign_id not in self._sound and await self._release(campaign_id, first.guild)

    async def keep_readers(self, due: Due) -> None:
        """Have the channel that Waypost made follow who leads, and look who else reads it.

        Raises what the library raises.
        """
        place, campaign = self._place(due.guild, due.channel), due.played
        if campaign is None:
            return
        if place is not None and is_made(place):
            await follow(place, campaign)
        if place is not None and campaign.game_master_channel == place.id:
            await self.look_at_readers(due.campaign, place, campaign)
        if campaign.game_master_channel is None:
            await self._release(due.campaign, due.guild)

    # -- for everybody ------------------------------------------------------------------------------

    async def look_at_readers(self, campaign_id: str, place: Place, campaign: Campaign) -> tuple[Reader, ...]:
        """Who can read the game masters' channel though no game master said so, anew.

        Because of them its secrets wait; else what waited appears. Raises what the library raises.
        """
        undecided = (await self.readers.find(place, campaign, anew=True)).undecided(campaign, place.id)
        if undecided:
            await self._hold(campaign_id, place, undecided)
        else:
            await self._release(campaign_id, place.guild.id)
        return undecided

    async def holds(self, guild: int, campaign_id: str, campaign: Campaign) -> bool:
        """Whether no secret may appear now in the game masters' channel. Raises what the library raises."""
        place = self._place(guild, campaign.game_master_channel or 0)
        if place is None:
            return False
        undecided = (await self.readers.find(place, campaign)).undecided(campaign, place.id)
        if undecided:
            await self._hold(campaign_id, place, undecided)
        return bool(undecided)

    async def look_at_held(self) -> None:
        """See whether the secrets that wait still have to. Raises what the library raises."""
        for each in await self._play.held():
            place = self._place(each.guild, each.campaign.game_master_channel or 0)
            if place is not None:
                await self.look_at_readers(each.id, place, each.campaign)
            else:
                await self._release(each.id, each.guild)

    async def _hold(
        self, campaign_id: str, place: Place, undecided: tuple[Reader, ...], rows: Sequence[int] = ()
    ) -> None:
        self._sound.discard(campaign_id)
        log.info("secrets wait", channel=place.id, campaign=campaign_id, readers=len(undecided))
        question = OtherReaders(place.id, undecided, is_made(place))
        await self._play.hold_secrets(campaign_id, place.guild.id, question, rows)
        self._wake()

    async def _release(self, campaign_id: str, guild: int) -> bool:
        """Post the secrets that were held back; True if any were."""
        was_held = await self._play.release_secrets(campaign_id, guild)
        self._sound.add(campaign_id)
        if was_held:
            self._wake()
        return was_held

    def _place(self, guild: int, channel: int) -> Place | None:
        """The channel, if it is there. Raises NotTold."""
        found = self._client.get_guild(guild)
        if found is None or found.unavailable:
            raise NotTold(guild)
        return found.get_channel(channel)


def is_secret(due: Due) -> bool:
    """Whether it shows what only game masters may read; the question itself is put where it can be."""
    if due.audience != GAME_MASTER_POST or due.post is None:
        return False
    return due.post.subject is None or due.post.subject.kind != QUESTION


def _campaign(due: Due) -> str:
    return due.campaign
