"""Who has left a server. Without a privileged intent nobody tells: it is asked before somebody is reminded.

What it was told is gone with the process; a restart costs one more question a person.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import datetime, timedelta

import discord

from bot.ui.errors import log
from bot.ui.reply import NETWORK

# How often Discord is asked about somebody, at most.
ONCE = timedelta(days=1)
# So many people are asked about in one round; whoever comes after is reminded as before.
MOST_ASKED = 50
# Discord knows nobody of that id there, or nobody at all any longer.
UNKNOWN_MEMBER, UNKNOWN_USER = 10007, 10013


class Members:
    """Asks Discord whether somebody is still on a server, once a day and person."""

    def __init__(self, client: discord.Client, now: Callable[[], datetime]) -> None:
        self._client = client
        self._now = now
        # By server and person: when that was asked, and whether they had left.
        self._known: dict[tuple[int, int], tuple[datetime, bool]] = {}

    def saw(self, guild: int | None, person: int) -> None:
        """Note that a person is using a server, so they haven't left it."""
        if guild is not None and (guild, person) in self._known:
            self._known[guild, person] = (self._now(), False)

    async def gone(self, people: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
        """Who of those, by server, has left it. Of whom Discord says nothing is taken to be there."""
        self._forget()
        found, left = [], MOST_ASKED
        for each in people:
            if each not in self._known and left:
                left -= 1
                if not await self._ask(*each):
                    # It won't say of the others either; nobody waits for that.
                    left = 0
            if self._known.get(each, (None, False))[1]:
                found.append(each)
        return found

    async def _ask(self, guild: int, person: int) -> bool:
        """Ask Discord whether a person is still on a server; True if it answered."""
        try:
            await self._client.http.get_member(guild, person)
        except NETWORK as error:
            if getattr(error, "code", None) not in (UNKNOWN_MEMBER, UNKNOWN_USER):
                log.warning("whether somebody left can't be found out", guild=guild, error=str(error))
                return getattr(error, "status", None) in (403, 404)
            self._known[guild, person] = (self._now(), True)
        else:
            self._known[guild, person] = (self._now(), False)
        return True

    def _forget(self) -> None:
        """What was said a day ago, by a clock that may be set back, holds no more."""
        now = self._now()
        self._known = {each: said for each, said in self._known.items() if abs(now - said[0]) < ONCE}
