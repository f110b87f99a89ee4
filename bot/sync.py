"""Where Discord is sent the commands: the house's for everywhere, a game's for the servers that play it.

What each server was sent is kept as a fact once Discord has it: killed in between, a process sends the same
once more, which changes nothing. Each server is seen to by itself: whoever has it, sends.
"""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Collection, Coroutine, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

import aiohttp
import discord
import structlog
from discord import app_commands
from discord.ext import commands

from bot.engine.text import T
from bot.play import Play
from bot.storage.database import Database
from bot.storage.facts import drop_facts, facts_like, read_fact, write_fact
from bot.tree import (
    REFUSALS,
    SERVER_FACT,
    TREE_FACT,
    CommandsRefused,
    Games,
    Json,
    Offer,
    Offers,
    Refusal,
    Server,
    Synced,
    had,
    why_synced,
)
from bot.ui.errors import log_failure

log = structlog.get_logger("waypost")

# In seconds: what lies between the servers that are sent something new in a row.
PAUSE = 0.1
# How often a server is sent its commands whose people have an old list of them, at most.
AGAIN = timedelta(hours=1)
# When commands that nobody needs any more were last taken away, and how long that is left alone.
NIGHT_FACT = "commands_night"
NIGHT = timedelta(days=1)
# So many servers are looked up in one transaction.
AT_ONCE = 100
_FAILS = (discord.HTTPException, aiohttp.ClientError, OSError)

_NO_ACCESS = T(
    "Discord doesn't let Waypost offer a game's commands here: it was added to this server without them. "
    "Somebody who manages the server can add Waypost again, which keeps everything; then they appear."
)
_DAILY_LIMIT = T(
    "Discord takes no more new commands on this server today, so some of a game's commands are missing. "
    "They come by themselves tomorrow. Buttons work as ever."
)
_NOT_NOW = T(
    "Discord doesn't take the game's commands right now, so they aren't listed yet. They come by themselves, "
    "in ten minutes or so."
)
_INVALID = T(
    "Discord doesn't take a game's commands as this version of Waypost has them, so some are missing here. "
    "Whoever runs Waypost can read why in its log."
)
_WHY = {
    Refusal.NO_ACCESS: _NO_ACCESS,
    Refusal.DAILY_LIMIT: _DAILY_LIMIT,
    Refusal.INVALID: _INVALID,
}


class CommandSync:
    """Knows what each server has of the commands, and sends what it should have."""

    def __init__(self, bot: commands.Bot, database: Database, play: Play) -> None:
        self._bot = bot
        self._database = database
        self._play = play
        self._offers = Offers(None, {})
        self._servers: defaultdict[int, Server] = defaultdict(Server)
        # One after another in a server; in several at once.
        self._turns: defaultdict[int, asyncio.Lock] = defaultdict(asyncio.Lock)
        # The servers that are still to be sent something, and why the list for everywhere is, after them.
        self._behind: dict[int, None] = {}
        self._why_everywhere: str | None = None
        self._is_wanted, self._is_catching_up = False, False
        # When what nobody plays any more was last taken away; and when an old list last had a server synced.
        self._night: datetime | None = None
        self._resent: dict[int, datetime] = {}
        self._running: set[asyncio.Task[None]] = set()

    # -- the start ----------------------------------------------------------------------------------

    async def start(self, offers: Offers, *, is_wanted: bool) -> None:
        """Send what changed, here or there; all of it where that is wanted. Raises CommandsRefused.

        Servers come first and the list for everywhere last: what moves from that to the servers stands twice
        for a minute, and is never missing. Nobody waits for the servers.
        """
        self._offers, self._is_wanted = offers, is_wanted
        kept = await self._database.read(lambda connection: facts_like(connection, SERVER_FACT))
        for name, text in kept.items():
            self._servers[int(name.removeprefix(SERVER_FACT))] = Server.read(text)
        night = await self._database.read(lambda connection: read_fact(connection, NIGHT_FACT))
        self._night = datetime.fromisoformat(night) if night is not None else None
        guilds = {*self._servers, *await self._play.servers()}
        for guild, played in await self._played(sorted(guilds)):
            known = self._servers[guild]
            is_behind = known.is_behind(self._offers.of(known.owed(played)))
            if (is_behind or is_wanted) and not known.waits(self._today()):
                self._behind[guild] = None
        self._why_everywhere = await self._lacking_everywhere()
        if self._why_everywhere is None:
            log.info("commands unchanged")
        if self._behind:
            self._begin(self._catch_up())
        else:
            await self._send_everywhere()

    async def _played(self, guilds: Sequence[int]) -> list[tuple[int, Games]]:
        """The games that campaigns of those servers play."""
        found = dict[int, Games]()
        for first in range(0, len(guilds), AT_ONCE):
            found |= await self._play.games_played(guilds[first : first + AT_ONCE])
        return [(guild, found.get(guild, Games()) & self._offers.games) for guild in guilds]

    async def _catch_up(self) -> None:
        """Send what is still to be sent, the servers' first; what fails is tried again in the next round."""
        if self._is_catching_up:
            return
        self._is_catching_up = True
        try:
            for number, guild in enumerate(tuple(self._behind)):
                if number:
                    await asyncio.sleep(PAUSE)
                await self._sync(guild, why="asked for" if self._is_wanted else None)
            if not self._behind:
                await self._send_everywhere()
                self._is_wanted = False
        except _FAILS as error:
            log.warning("commands put off", error=str(error))
        except CommandsRefused as error:
            # The servers were sent theirs; a process with the same list would be refused the same.
            self._why_everywhere = None
            log.error("commands refused", why=str(error))
        finally:
            self._is_catching_up = False

    async def round(self) -> None:
        """Try again what Discord didn't take, and once a day take away what nobody plays any more."""
        await self._catch_up()
        now = self._play.context.now()
        if self._night is not None and abs(now - self._night) < NIGHT:
            return
        for guild, played in await self._played(sorted(self._servers)):
            if self._servers[guild].games - played:
                await self._sync(guild, is_night=True)
                await asyncio.sleep(PAUSE)
        await self._database.write(lambda c: write_fact(c, NIGHT_FACT, now.isoformat()))
        self._night = now

    # -- everywhere ---------------------------------------------------------------------------------

    async def _lacking_everywhere(self) -> str | None:
        """Why the list for everywhere is to be sent, if it is; Discord is asked what it has."""
        listed = await self._bot.http.get_global_commands(self._application)
        now = Synced(self._offers.everywhere.fingerprint, had(listed))
        kept = Synced.read(await self._database.read(lambda connection: read_fact(connection, TREE_FACT)))
        return why_synced(kept, now, is_wanted=self._is_wanted)

    async def _send_everywhere(self) -> None:
        """Send that list where it is to be sent. Raises CommandsRefused."""
        if (why := self._why_everywhere) is None:
            return
        offer, payload = self._offers.everywhere, list[Any](self._offers.everywhere.payload)
        try:
            listed = await self._bot.http.bulk_upsert_global_commands(self._application, payload)
        except discord.HTTPException as error:
            if REFUSALS.get(error.code) is not Refusal.INVALID:
                raise
            log.debug("commands refused", exc_info=error)
            # Discord counts the commands that it refuses; the library names them.
            roots: list[Any] = [self._bot.tree.get_command(each["name"]) for each in payload]
            raise CommandsRefused(str(app_commands.CommandSyncFailure(error, roots))) from None
        kept = Synced(offer.fingerprint, had(listed))
        await self._database.write(lambda connection: write_fact(connection, TREE_FACT, kept.text))
        self._why_everywhere = None
        log.info("commands synced", why=why)

    # -- a server -----------------------------------------------------------------------------------

    async def offer(self, guild: int, games: Collection[str]) -> T | None:
        """See that a server has the commands of games that a campaign plays; why it hasn't, told once."""
        wanted = self._offers.games.intersection(games)
        known = self._servers[guild]
        if not known.lacks(wanted) or known.waits(self._today()) or guild in self._behind:
            return None
        # Whoever acted has their answer: no failure of this is one of theirs.
        await self._done(self._sync(guild))
        return self.why_lacking(guild, wanted)

    def why_lacking(self, guild: int, games: Collection[str]) -> T | None:
        """Why a server hasn't the commands of games that are played there; None where it has them."""
        known = self._servers[guild]
        if not known.lacks(self._offers.games.intersection(games)):
            return None
        return _WHY[known.refusal] if known.refusal is not None else _NOT_NOW

    def saw(self, guild: int, game: str | None) -> None:
        """Note that something was pressed or typed on a server: of a game, or of the house.

        Once a day Discord is asked what that server has. Who types what isn't offered there has an old list.
        """
        known = self._servers[guild]
        if game is not None and known.lacks(self._offers.games.intersection((game,))):
            self.list_is_old(guild)
        elif known.day != self._today() and guild not in self._behind:
            self._begin(self._sync(guild))

    def list_is_old(self, guild: int) -> None:
        """Send a server's commands again, whose people have others in their list."""
        now = self._play.context.now()
        last = self._resent.get(guild)
        if last is None or abs(now - last) >= AGAIN:
            self._resent[guild] = now
            self._begin(self._sync(guild, why="somebody's list is old"))

    async def joined(self, guild: int) -> None:
        """Begin anew on a server that the bot has just joined: whatever it had there may be gone, or left."""
        self._servers.pop(guild, None)
        await self._database.write(lambda connection: drop_facts(connection, [_fact(guild)]))
        await self._sync(guild, why="joined")

    async def _sync(self, guild: int, *, why: str | None = None, is_night: bool = False) -> None:
        """See that a server has what it should have; what Discord refuses is noted and told in the log.

        It is sent where it changed, or for a reason of the caller's; else Discord is asked what it has, once
        a day.
        """
        async with self._turns[guild]:
            known, today = self._servers[guild], self._today()
            if known.waits(today):
                return
            ((_, played),) = await self._played([guild])
            games = known.owed(played, is_night=is_night)
            offer = self._offers.of(games)
            if why is None and known.is_behind(offer):
                why = "they changed" if known.sent else "never done"
            if why is None and known.day == today:
                return
            try:
                listed, why = await self._sent(guild, known, offer, why)
            except _FAILS as error:
                await self._failed(guild, error)
                return
            self._behind.pop(guild, None)
            await self._keep(guild, Server(games, offer.fingerprint, had(listed), today))
            if why is not None:
                log.info("commands synced", server=guild, games=sorted(games), why=why)

    async def _sent(
        self, guild: int, known: Server, offer: Offer, why: str | None
    ) -> tuple[Sequence[Json], str | None]:
        """What Discord has for a server by now, and why it was sent that, if it was."""
        if why is None:
            listed: Sequence[Any] = await self._bot.http.get_guild_commands(self._application, guild)
            if had(listed) == known.had:
                return listed, None
        payload = list[Any](offer.payload)
        listed = await self._bot.http.bulk_upsert_guild_commands(self._application, guild, payload)
        return listed, why or "Discord's differ"

    async def _failed(self, guild: int, error: Exception) -> None:
        """Note why Discord didn't take it: it is tried again another day, or in the next round."""
        code = getattr(error, "code", None)
        if (refusal := REFUSALS.get(code or 0)) is not None:
            self._behind.pop(guild, None)
            await self._keep(guild, replace(self._servers[guild], refusal=refusal, day=self._today()))
            log.warning("commands of a server refused", server=guild, why=refusal.value)
            if refusal is Refusal.INVALID:
                # What moves to the servers stays where it is until they take it.
                self._why_everywhere = None
                log.error("commands refused", why=str(CommandsRefused(str(error))))
            return
        self._behind[guild] = None
        log.warning("commands put off", server=guild, error=str(error))

    async def _keep(self, guild: int, server: Server) -> None:
        self._servers[guild] = server
        await self._database.write(lambda connection: write_fact(connection, _fact(guild), server.text))

    # -- at work ------------------------------------------------------------------------------------

    def _begin(self, work: Coroutine[Any, Any, None]) -> None:
        """Do something that nobody waits for."""
        task = asyncio.get_running_loop().create_task(self._done(work), name="commands")
        self._running.add(task)
        task.add_done_callback(self._running.discard)

    async def _done(self, work: Coroutine[Any, Any, None]) -> None:
        try:
            await work
        except Exception as error:  # noqa: BLE001  the next round or the next day comes
            log_failure(error, task="commands")

    async def stop(self) -> None:
        """Let go of what is under way; the next start sends what it left."""
        for task in self._running:
            task.cancel()
        await asyncio.gather(*self._running, return_exceptions=True)

    @property
    def _application(self) -> int:
        return self._bot.application_id or 0

    def _today(self) -> str:
        return self._play.context.now().date().isoformat()


def _fact(guild: int) -> str:
    return f"{SERVER_FACT}{guild}"
