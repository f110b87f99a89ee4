"""The composition root: config → database → systems → cogs. The only place that wires."""

from __future__ import annotations

import asyncio
import gc
import importlib
import signal
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import Any, Literal

import aiohttp
import discord
import structlog
from discord import app_commands
from discord.backoff import ExponentialBackoff
from discord.ext import commands, tasks
from discord.gateway import ReconnectWebSocket

from bot import systems
from bot.config import Config, ConfigError, bot_id, invite
from bot.content import supplied_by
from bot.engine.card import Card
from bot.engine.catalogue import Catalogue
from bot.engine.text import refused
from bot.errors import UserError
from bot.health import Heart
from bot.lease import Lease
from bot.play import NoCampaign, Play
from bot.storage.database import Database, open_database
from bot.storage.glance import glance
from bot.storage.schema import current, migrate_database
from bot.sync import CommandSync
from bot.systems.table.campaigns.commands import no_campaign
from bot.tree import offers_of
from bot.ui.card import LastingButton, LastingSelect
from bot.ui.controls import enter
from bot.ui.delivery import Delivery, next_look
from bot.ui.dispatcher import Dispatcher
from bot.ui.errors import log_failure
from bot.ui.members import Members
from bot.ui.onward import ways_on
from bot.ui.owed import Owed
from bot.ui.renderer import Renderer

log = structlog.get_logger("waypost")

# The bot never speaks: what it lacks for that is no news to an operator.
discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False

# Seconds between tries to connect for the first time: twice as many each time.
FIRST_WAIT, LONGEST_WAIT = 1.0, 60.0
# In seconds: how often what is due is looked for, and what comes up once a day.
ROUNDS, SELDOM = 60.0, 600.0

# Seconds between two tries to come back to Discord's gateway, at most.
COMES_BACK = 15.0


class _Backoff(ExponentialBackoff[Literal[False]]):
    """The library's pauses grow to a quarter of an hour, and only half an hour of quiet ends that."""

    def delay(self) -> float:
        return min(super().delay(), COMES_BACK)


# It offers no setting for that.
vars(discord.client)["ExponentialBackoff"] = _Backoff

CHANNEL = discord.AppCommandOptionType.channel
# Seconds until a process that was told to stop, and goes on, is told again.
STOP_AGAIN = 1.0

_ANEW = "get a new one from the Developer Portal (Bot, Reset Token) and put it into discord.token"
_UNREACHABLE = (discord.DiscordServerError, discord.GatewayNotFound, aiohttp.ClientError, OSError)


@dataclass(frozen=True, slots=True)
class Game:
    """A system's name, and the module with its screens and its cog."""

    name: str
    screens: Any


class Tree(app_commands.CommandTree["Waypost"]):
    """The command tree; what fails before a handler runs is told like every other error."""

    async def on_error(
        self, interaction: discord.Interaction[Any], error: app_commands.AppCommandError
    ) -> None:
        """The boundary of commands whose own boundary was not reached."""
        async with interaction.client.dispatcher.reply(interaction, can_defer=False):
            if isinstance(error, app_commands.TransformerError) and error.type is CHANNEL:
                raise refused(
                    "channel.unseen",
                    "Waypost can't see that channel. Let it view the channel, then try again.",
                )
            if isinstance(error, app_commands.CommandNotFound | app_commands.CommandSignatureMismatch):
                if interaction.guild_id is not None:
                    interaction.client.sync.list_is_old(interaction.guild_id)
                raise refused(
                    "command.changed",
                    "This command has changed since your Discord last listed it. Type it again in a moment; "
                    "`/help` says what there is.",
                )
            raise getattr(error, "original", error)


class Waypost(commands.Bot):
    """The bot: a client with the house behind it."""

    def __init__(self, database: Database, play: Play, games: Sequence[Game]) -> None:
        # Guilds alone: everything else comes with the interaction, and no privileged intent is needed.
        super().__init__(
            command_prefix=commands.when_mentioned,
            help_command=None,
            intents=discord.Intents(guilds=True),
            allowed_mentions=discord.AllowedMentions.none(),
            tree_cls=Tree,
            max_messages=None,
            member_cache_flags=discord.MemberCacheFlags.none(),
            chunk_guilds_at_startup=False,
        )
        self.is_connected = False
        # Whether the commands are sent to Discord though nothing changed.
        self.must_sync = False
        # What keeps other processes from the database; tests and the sandbox need none.
        self.lease: Lease | None = None
        self.database = database
        self.play = play
        self._games = games
        renderer = Renderer({game.name: game.screens.SCREENS for game in games}, play.catalogue)
        # Until when a sandbox lets time pass in seconds, where it does.
        self._until: datetime | None = None
        self.delivery = Delivery(play, renderer, self)
        self.members = Members(self, play.context.now)
        self.owed = Owed(play, self)
        self.dispatcher = Dispatcher(play, renderer, self.delivery, self.owed)
        self.sync = self.dispatcher.offering = CommandSync(self, database, play)
        self.dispatcher.ways_on = partial(ways_on, self.dispatcher)
        enter(self.dispatcher, "bot.ui.picking")
        enter(self.dispatcher, "bot.ui.asking")
        enter(self.dispatcher, "bot.ui.acting")
        enter(self.dispatcher, "bot.ui.leading")

    async def setup_hook(self) -> None:
        """Register what outlives processes, sync commands if they changed, drain the outbox."""
        self.add_dynamic_items(LastingButton, LastingSelect)
        for cog in self.cogs_of_the_house():
            await self.add_cog(cog)
        self.dispatcher.require_register(self.tree)
        log.info("components and commands registered", commands=len(self.tree.get_commands()))
        await self.dispatcher.learn_habits()
        offers = offers_of(self, self.dispatcher.game_of, self.dispatcher.unlisted)
        await self.sync.start(offers, is_wanted=self.must_sync)
        await self.delivery.start()
        log.info("delivery started")
        await self.owed.start()
        self._tidy.start()
        self._keep_pace.start()
        self._remind.start()
        self._offer.start()

    def list_all(self) -> None:
        """Have Discord list every command, also what is found on `/act` and `/gm` otherwise."""
        self.dispatcher.unlisted = frozenset()

    def cogs_of_the_house(self) -> list[commands.Cog]:
        """The cog of each system, the table's included."""
        cogs = []
        for game in self._games:
            entered = set(self.dispatcher.register)
            cog: commands.Cog = game.screens.cog(self.dispatcher)
            own = self.dispatcher.register.keys() - entered
            self.dispatcher.games |= dict.fromkeys(own, game.name)
            cogs.append(cog)
        return cogs

    @tasks.loop(hours=24)
    async def _tidy(self) -> None:
        """Delete rows that nobody needs any more, at the start and once a day."""
        try:
            offered, delivered = await self.play.tidy()
            log.info("old rows taken away", offers=offered, delivered=delivered)
        except Exception as error:  # noqa: BLE001  tomorrow is another day
            log_failure(error, task="tidy")

    @tasks.loop(seconds=ROUNDS)
    async def _keep_pace(self) -> None:
        """Do what is due: reminders, what the silent do, what was answered in advance."""
        due = None
        try:
            done = await self._notice_who_left() + await self.play.do_due()
            if done:
                log.info("what was due is done", count=done)
                self.delivery.soon()
            if self._until is not None:
                due = await self.play.next_due()
        except Exception as error:  # noqa: BLE001  the next round comes soon
            log_failure(error, task="pace")
        # Not from outside: the simulated Discord loses sight of a sleep that is set anew.
        self._keep_pace.change_interval(seconds=self._next_look(ROUNDS, due))

    async def _notice_who_left(self) -> int:
        """Before anybody is reminded: who left their server; in how many campaigns that is news."""
        try:
            return await self.notice_left(await self.play.to_be_told())
        except Exception as error:  # noqa: BLE001  then they are reminded as ever
            log_failure(error, task="members")
            return 0

    async def notice_left(self, people: Iterable[tuple[int, int]]) -> int:
        """Which of those people have left their server; in how many campaigns that is news."""
        gone = await self.members.gone(people)
        return sum([await self.play.left_server(guild, person) for guild, person in gone])

    @contextmanager
    def at_leisure(self, until: datetime) -> Iterator[None]:
        """Where time passes in seconds until then: go from one thing that is due to the next."""
        self._until = until
        try:
            with self.delivery.at_leisure(until):
                yield
        finally:
            self._until = None

    def _next_look(self, usual: float, due: datetime | None = None) -> float:
        return next_look(usual, self.play.context.now(), self._until, due)

    @tasks.loop(seconds=SELDOM)
    async def _remind(self) -> None:
        """List for game masters what waits for them, where they want that once a day."""
        try:
            if posted := await self.play.post_digests():
                log.info("lists of what waits", campaigns=posted)
                self.delivery.soon()
        except Exception as error:  # noqa: BLE001  the next round comes soon
            log_failure(error, task="remind")
        try:
            await self.delivery.secrecy.look_at_held()
        except Exception as error:  # noqa: BLE001  the next round comes soon
            log_failure(error, task="readers")
        self._remind.change_interval(seconds=self._next_look(SELDOM))

    @tasks.loop(seconds=SELDOM)
    async def _offer(self) -> None:
        """Send Discord the commands that it didn't take, and take away those that nobody needs any more."""
        try:
            await self.sync.round()
        except Exception as error:  # noqa: BLE001  the next round comes soon
            log_failure(error, task="commands")
        self._offer.change_interval(seconds=self._next_look(SELDOM))

    async def connect(self, *, reconnect: bool = True) -> None:
        """Stay connected; the first connection too is tried until it stands.

        Raises what can't be mended by trying again.
        """
        # What the start made stays: to search all of it for garbage would hold everybody up for 0.2 s.
        gc.freeze()
        wait = FIRST_WAIT
        while True:
            try:
                await super().connect(reconnect=reconnect)
                return
            except AttributeError as error:
                # To try again the library reaches for the connection before, and there is none.
                before: Any = self.ws
                if before is not None or (cause := error.__context__) is None:
                    raise
            was_closed = isinstance(cause, ReconnectWebSocket)
            reason = "the connection was closed at once" if was_closed else _reason(cause)
            log.warning("Discord's gateway does not answer yet", error=reason, again_in=wait)
            await asyncio.sleep(wait)
            wait = min(wait * 2, LONGEST_WAIT)

    async def pressed(self, interaction: discord.Interaction[Any], name: str, *args: str) -> None:
        """Answer a press of a lasting button."""
        await self.dispatcher.pressed(interaction, name, args)

    async def chosen(self, interaction: discord.Interaction[Any], name: str, *args: str) -> None:
        """Answer a choice from a lasting list."""
        await self.dispatcher.chosen(interaction, name, args)

    async def explain(self, interaction: discord.Interaction[Any], error: Exception) -> Card | None:
        """More about an error than its sentence: where a channel has no campaign, those there are."""
        return await no_campaign(self.dispatcher, interaction) if isinstance(error, NoCampaign) else None

    async def on_interaction(self, interaction: discord.Interaction[Any]) -> None:
        """Answer a form, whichever process had shown it."""
        self.members.saw(interaction.guild_id, interaction.user.id)
        if interaction.guild_id is not None:
            typed = interaction.command
            self.sync.saw(interaction.guild_id, self.dispatcher.game_of(typed) if typed is not None else None)
        if interaction.type is discord.InteractionType.modal_submit and interaction.data is not None:
            name, *args = str(interaction.data.get("custom_id", "")).split("|")
            await self.dispatcher.submitted(interaction, name, tuple(args))

    async def on_error(self, event_method: str, /, *args: Any, **kwargs: Any) -> None:
        """Log whatever escapes a listener in full."""
        error = sys.exc_info()[1]
        if error is not None:
            log_failure(error, listener=event_method)

    async def on_guild_join(self, guild: discord.Guild) -> None:
        """Offer a server that the bot has just joined what it should have."""
        await self.sync.joined(guild.id)

    async def on_disconnect(self) -> None:
        """Remember that no interaction comes in until the connection resumes."""
        self.is_connected = False

    async def on_resumed(self) -> None:
        """Remember that the connection is back."""
        self.is_connected = True
        self.delivery.reached()

    async def on_ready(self) -> None:
        """Log that the bot is ready."""
        self.is_connected = True
        self.delivery.reached()
        log.info("ready", user=str(self.user), servers=len(self.guilds))

    async def close(self) -> None:
        """Finish running transactions and deliveries, then leave Discord and the database."""
        if not self.is_closed():
            log.info("stopping")
            self._tidy.cancel()
            self._keep_pace.cancel()
            self._remind.cancel()
            self._offer.cancel()
            await self.sync.stop()
            await self.delivery.stop()
            await self.owed.stop()
            await super().close()
            if self.lease is not None:
                await self.lease.release()
            await self.database.dispose()
            log.info("stopped")


def assemble(database: Database, *, packages: Sequence[str] = (), **options: Any) -> Waypost:
    """The bot on a database that is ready, with the games of this house and of further packages.

    A game's package has a `SYSTEM`, and a module `cog` with `SCREENS` and `cog`.
    """
    modules = {name: importlib.import_module(name) for name in (*systems.found(), *packages)}
    catalogue = Catalogue((module.SYSTEM for module in modules.values()), supplied_by(modules.values()))
    games = [
        Game(module.SYSTEM.name, importlib.import_module(f"{name}.cog")) for name, module in modules.items()
    ]
    return Waypost(database, Play(database, catalogue, **options), games)


async def build(config: Config, **options: Any) -> Waypost:
    """The whole bot, its database migrated. Raises UserError where the settings don't serve."""
    await _migrate(config)
    return assemble(_opened(config), **options)


async def _migrate(config: Config) -> None:
    place, copies = config.database.address, config.backup
    for step in await migrate_database(place, folder=copies.folder, keep=copies.keep):
        log.info("database", step=str(step))


def _opened(config: Config) -> Database:
    place = config.database
    return open_database(place.address, pool_size=place.pool_size, patience=place.timeout)


def _token(config: Config) -> str:
    if config.discord.token is None:
        raise ConfigError(
            "There's no Discord token. Set discord.token in config.toml or WAYPOST_DISCORD__TOKEN. "
            "`python -m bot play` needs none."
        )
    token = config.discord.token.get_secret_value()
    try:
        bot_id(token)
    except ValueError as problem:
        raise ConfigError(f"The Discord token can't be used: {problem}; {_ANEW}.") from None
    return token


def _refusal(error: Exception) -> UserError | None:
    """What keeps the bot from being connected, as a sentence; none for a bug."""
    if isinstance(error, discord.LoginFailure):
        return ConfigError(f"Discord rejects the token; {_ANEW}.")
    if isinstance(error, discord.PrivilegedIntentsRequired):
        return UserError(
            "Discord refuses a privileged gateway intent. Waypost needs none. If you "
            "added one, allow it in the Developer Portal, under Bot."
        )
    if isinstance(error, discord.ConnectionClosed):
        return UserError(f"Discord ended the connection (code {error.code}). Run `doctor`, then start again.")
    # An error with a file's name is of this machine's disk.
    if isinstance(error, _UNREACHABLE) and getattr(error, "filename", None) is None:
        reason = _reason(error)
        return UserError(f"Discord can't be reached ({reason}). Check the network, then start again.")
    return None


def _reason(error: BaseException) -> str:
    return str(error) or type(error).__name__


class Service:
    """The process of a bot: it waits for its database to be free, works, and lets go of it."""

    def __init__(self, config: Config, token: str, *, sync: bool) -> None:
        # Said where another process has taken the database.
        self.lost: Callable[[], object] = lambda: None
        self._config = config
        self._token = token
        self._sync = sync
        self._database: Database | None = None
        self._lease: Lease | None = None
        self._heart: Heart | None = None
        self._bot: Waypost | None = None

    async def work(self) -> None:
        """Work until Discord ends it, or another process takes the database."""
        if await _is_new(self._config):
            # The lease needs a place to be written down.
            await _migrate(self._config)
        database = self._database = _opened(self._config)
        lease = self._lease = Lease(database, self._beside("lease"))
        self._heart = Heart(database, self._is_connected, waits=lambda: not lease.is_held)
        self._heart.start()
        await lease.acquire()
        lease.keep(self.lost)
        await _migrate(self._config)
        self._bot = assemble(database)
        if self._config.discord.all_commands:
            self._bot.list_all()
        self._bot.lease, self._bot.must_sync = lease, self._sync
        self._bot.owed.keep_in(self._beside("owed"))
        await self._bot.start(self._token)

    async def close(self) -> None:
        """Finish what is under way, and let go of Discord and the database."""
        if self._heart is not None:
            await self._heart.stop()
        if self._bot is not None:
            await self._bot.close()
            return
        if self._lease is not None:
            await self._lease.release()
        if self._database is not None:
            await self._database.dispose()

    def _beside(self, what: str) -> Path:
        """Where a small file about the database is, which no other machine needs."""
        return self._config.database.address.beside(self._config.backup.folder, what)

    def _is_connected(self) -> bool:
        return self._bot is not None and self._bot.is_connected


async def _is_new(config: Config) -> bool:
    address = config.database.address
    if address.is_sqlite and not address.path.is_file():
        return True
    return await glance(address, current) is None


async def run(config: Config, *, sync: bool = False) -> None:
    """Run against Discord until SIGTERM or SIGINT; with `sync` it is sent the commands whatever it has.

    Raises UserError where Discord cannot be had.
    """
    token = _token(config)
    log.info("to invite the bot", address=invite(bot_id(token)))
    service = Service(config, token, sync=sync)
    loop = asyncio.get_running_loop()
    running = loop.create_task(service.work())

    def stop() -> None:
        # Python 3.11's wait_for may swallow a cancellation that comes just as its work is done.
        if not running.done():
            running.cancel()
            loop.call_later(STOP_AGAIN, stop)

    service.lost = stop
    for name in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(name, stop)
    try:
        await running
    except asyncio.CancelledError:
        log.info("asked to stop")
    except Exception as error:
        if (refusal := _refusal(error)) is None:
            raise
        log.debug("not connected", exc_info=error)
        raise refusal from None
    finally:
        await service.close()
