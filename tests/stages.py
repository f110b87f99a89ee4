"""A stage: the real bot fed raw interactions at once, and the playbook that brings every action about."""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from contextlib import asynccontextmanager
from copy import deepcopy
from dataclasses import dataclass, field
from random import Random
from typing import Any

import discord
import sqlalchemy as sa

from bot.app import Waypost
from bot.engine.card import MENU
from bot.engine.people import Actor
from bot.play.views import Request
from bot.storage.address import Address
from bot.storage.journal import EntryRow
from bot.storage.models import earlier, journal, messages, outbox
from bot.systems.adventuria.settings import ADVENTURERS, NARRATORS_TOO, PROXY, SEVERAL
from bot.systems.kingdom.settings import WHO_ROLLS
from bot.systems.table.campaigns.rules import CreateCampaign
from bot.systems.table.settings.rules import ChangeSetting
from tests.harness.inputs import Field, Inputs, components
from tests.harness.raw import Delivered, Feeder, running
from tests.harness.server import Discord
from tests.harness.world import MEMBER_PERMISSIONS, Json, Person, World
from tests.kept import Beginning, packed, unpacked
from tests.tables import SEED, is_apart, new_bot

# Ids of interactions begin at one time in every run, an hour later for each further stage on a database:
# with the same seeds, the same inputs roll the same dice.
BEGAN, APART = 1_790_000_000.0, 3600.0
DAY = 86_400.0
# Seconds after which a delivery that never ends fails its test.
MOST_SETTLING = 120.0
_opened: Counter[Address] = Counter()
# The Discord of the latest stage on a database: the threads that were opened in it are there after a restart.
_worlds: dict[Address, World] = {}
# The commands that its bot synced are there too.
_synced: dict[Address, tuple[list[Json], dict[str, list[Json]]]] = {}

# What of a stage is neither in its database nor its bot.
PEOPLE = ("gm", "deacon", "wren", "stranger")
KEPT = ("world", "say", "server", "luck", *PEOPLE, "given", "names", "ready", "known")

GENEROUS = (
    ChangeSetting(ADVENTURERS.key, SEVERAL, ADVENTURERS.default),
    ChangeSetting(PROXY.key, NARRATORS_TOO, PROXY.default),
    ChangeSetting(WHO_ROLLS.key, "anyone", WHO_ROLLS.default),
)
MANAGER = MEMBER_PERMISSIONS | discord.Permissions(manage_guild=True).value


@dataclass(frozen=True)
class Still:
    """A clock that always shows that moment."""

    moment: float

    def __call__(self) -> float:
        """The time, in seconds."""
        return self.moment


@dataclass
class Stage:
    """One bot, one pretend Discord, the people, and a campaign of every game."""

    address: Address
    packages: Sequence[str]
    world: World
    say: Inputs
    server: Discord
    bot: Waypost
    feeder: Feeder
    gm: Person
    deacon: Person
    wren: Person
    stranger: Person
    luck: Random = field(default_factory=lambda: Random(SEED))
    # How many names were given, and the number of the newest, or of what was taken up again since.
    given: int = field(default=0)
    names: int = field(default=0)
    # What was set up for scenarios to take, each by one: see `Scenario.beginning`.
    ready: list[Any] = field(default_factory=list)
    # What they took, where somebody takes it back: see `tests.systems.kingdom.stock.take_back`.
    lent: list[Any] | None = None
    # How the first that was set up for them stood, where further ones are copies.
    pattern: Any = None
    # The name of one that is only looked at.
    known: str = ""

    def keep(self) -> bytes:
        """Its Discord, its people and its luck, once its bot is closed: see `tests.kept`."""
        self.server.listeners.clear()
        return packed({part: getattr(self, part) for part in KEPT})

    def slash(self, path: str, *, by: Person, **options: Any) -> Json:
        """The use of a command in the campaign's channel."""
        return self.say.slash(path, options, user=by)

    async def do(self, path: str, *, by: Person, **options: Any) -> Delivered:
        """Use a command and wait for what comes of it."""
        return await self.feeder.deliver(self.slash(path, by=by, **options))

    def press(self, label: str, *, by: Person) -> Json:
        """A press on the newest button of that label, wherever it stands; in a menu, its choice."""
        custom_id, message = self.button(label)
        for part in components(message):
            if custom_id in [option["value"] for option in part.get("options", ())]:
                return self.say.press(part["custom_id"], message, values=[custom_id], user=by)
        return self.say.press(custom_id, message, user=by)

    async def gm_press(self, label: str, *, by: Person | None = None) -> Json:
        """A press on a button that the newest card keeps for game masters, by one of them or another."""
        return self.say.press(await self._apart(label), user=by or self.gm)

    async def gm_fill(self, label: str, *, by: Person | None = None, **typed: Field) -> Json:
        """The form behind such a button, filled in and sent."""
        custom_id = (await self._apart(label)).replace("ask|", "tell|", 1)
        return self.say.modal_submit(custom_id, typed, user=by or self.gm)

    async def _apart(self, label: str) -> str:
        kept = reversed(self.server.messages.kept.values())
        ids = (str(part.get("custom_id")) for message in kept for part in components(message))
        theirs = await self.feeder.deliver(self.say.press(next(filter(is_apart, ids)), user=self.gm))
        (custom_id,) = labelled(theirs.answer.data, label)
        return custom_id

    def fill(self, label: str, *, by: Person, **typed: Field) -> Json:
        """The form behind the newest button of that label, filled in and sent."""
        custom_id, message = self.button(label)
        return self.say.modal_submit(custom_id.replace("ask|", "tell|", 1), typed, message, user=by)

    def button(self, label: str) -> tuple[str, Json]:
        """The custom_id of the newest button of that label, in a menu too, and its message."""
        for message in reversed(self.server.messages.kept.values()):
            for custom_id in labelled(message, label):
                # As it is now: the server's own goes on changing.
                return custom_id, deepcopy(message)
        raise LookupError(f"no message has a button {label!r}")

    def fresh_name(self) -> str:
        """A name nobody has yet."""
        self.given += 1
        self.names = self.given
        return f"Name {self.names}"

    async def settle(self) -> None:
        """Wait until delivery has nothing left to do."""
        self.bot.delivery.soon()
        await asyncio.wait_for(self.bot.delivery.idle(), MOST_SETTLING)

    async def live_twice(self) -> list[tuple[str, str]]:
        """The records, each with the audience, of which more than one message bears buttons."""
        known = sa.select(messages).where(messages.c.record_id.is_not(None))
        rows = await self.bot.database.read(lambda connection: connection.execute(known).all())
        kept = self.server.messages.kept
        bearing = Counter(
            (row.record_id, row.audience)
            for row in rows
            if row.message_id in kept and kept[row.message_id]["components"]
        )
        return [each for each, times in bearing.items() if times > 1]

    async def told_wrongly(self) -> list[str]:
        """What is told by no message or by several; and which messages show another entry than they tell."""

        def read(connection: sa.Connection) -> tuple[list[Any], ...]:
            asked = sa.select(outbox.c.campaign_id, outbox.c.entry, outbox.c.audience, outbox.c.message_id)
            posted = asked.where(outbox.c.kind == "post", outbox.c.interaction_id.is_not(None))
            before = sa.select(messages.c.campaign_id, earlier.c.entry, messages.c.audience)
            tables = (posted, sa.select(messages), before.join_from(messages, earlier, _IS_SAME))
            return tuple(list(connection.execute(table)) for table in tables)

        posts, known, before = await self.bot.database.read(read)
        telling = Counter([(row.campaign_id, row.entry, row.audience) for row in (*known, *before)])
        kept, deleted = self.server.messages.kept, self.server.messages.deleted
        wanted = {tuple(key) for *key, message in posts if message not in deleted}
        wrong = [f"{key} is told {telling[key]} times" for key in wanted if telling[key] != 1]
        for row in known:
            mark = f"#{row.entry}{'gm' if row.audience == 'gm' else ''}"
            if row.message_id in kept and mark not in marks(kept[row.message_id]):
                wrong.append(f"{mark} is told by a message that shows {marks(kept[row.message_id])}")
        return wrong

    async def entries(self) -> list[EntryRow]:
        """The whole journal, oldest first."""
        return await self._entries(sa.select(journal).order_by(journal.c.campaign_id, journal.c.number))

    async def of(self, payload: Json) -> list[EntryRow]:
        """The entries an interaction made."""
        made = sa.select(journal).where(journal.c.interaction_id == int(payload["id"]))
        return await self._entries(made.order_by(journal.c.campaign_id, journal.c.number))

    async def _entries(self, statement: sa.Select[Any]) -> list[EntryRow]:
        return await self.bot.database.read(
            lambda connection: [EntryRow._make(row) for row in connection.execute(statement)]
        )

    def request(self, interaction: int = 1) -> Request:
        """A request of this campaign's channel, for calls past Discord."""
        return Request(interaction, self.world.guild_id, self.world.channels[0].id)

    @property
    def sent(self) -> str:
        """Everything that was ever sent to Discord, as one text."""
        return json.dumps([call.payload for call in self.server.calls], ensure_ascii=False)


def labelled(message: Json, label: str) -> Iterator[str]:
    """The custom_ids of that label on a message, in a menu too."""
    for part in components(message):
        if part.get("label") == label:
            yield str(part["custom_id"])
        if str(part.get("custom_id", "")).startswith(f"?{MENU}|"):
            yield from (str(each["value"]) for each in part["options"] if each["label"] == label)


_IS_SAME = earlier.c.message_id == messages.c.message_id


def marks(message: Json) -> list[str]:
    """The first words of a message's last, small line: the entry it shows."""
    lines = [embed.get("footer", {}).get("text", "") for embed in message["embeds"]]
    lines.append(message["content"].rpartition("\n")[2].removeprefix("-# "))
    return [line.split(" · ")[0] for line in lines if line]


@dataclass(frozen=True)
class Scenario:
    """How one action comes about: what to prepare, and the one interaction that carries it out.

    `repeats` is how many of 50 such interactions at once, each of its own id, the rules let through.
    `beginning` is where a stage of its own begins, with something of what it needs ready. `is_command` says
    that it is a command's use: nothing of it waits on a message.
    """

    payload: Callable[[Stage], Awaitable[Json]]
    repeats: int = 1
    is_secret: bool = False
    beginning: Beginning[Stage] | None = None
    is_command: bool = False


Playbook = dict[type[Any], Scenario]


@asynccontextmanager
async def open_stage(
    address: Address,
    *,
    packages: Sequence[str] = (),
    begin: bool = True,
    days: int = 0,
    kept: bytes | None = None,
    **options: Any,
) -> AsyncIterator[Stage]:
    """Run the bot on that database; with `begin` its campaign is set up as well.

    `days` later than usual, no interaction has an id of those that an earlier stage left in a dump. What a
    stage has `kept` is taken up with the database in which it left its campaign.
    """
    if begin:
        # Its database is a new one, whatever was at that address before.
        _worlds.pop(address, None)
        _synced.pop(address, None)
        _opened[address] = 0
    parts = _new(address, days) if kept is None else _taken_up(address, kept)
    options.setdefault("randomness", parts["luck"].randbytes)
    bot = new_bot(address, packages, **options)
    try:
        async with running(bot, parts["server"]) as feeder:
            stage = Stage(address, packages, bot=bot, feeder=feeder, **parts)
            if begin and kept is None:
                await begin_campaign(stage)
            yield stage
    finally:
        await bot.close()
        _synced[address] = (parts["server"].commands, parts["server"].guild_commands)


def _new(address: Address, days: int) -> dict[str, Any]:
    """A Discord and its people."""
    world = _world(address)
    people = {"gm": world.person(1, permissions=MANAGER)}
    people |= {name: world.person(number) for number, name in enumerate(("deacon", "wren", "stranger"), 2)}
    say, server = Inputs(world, _clock(address, days)), Discord(world)
    server.commands, server.guild_commands = _synced.get(address, ([], {}))
    return people | {"world": world, "say": say, "server": server, "luck": Random(SEED)}


def _taken_up(address: Address, kept: bytes) -> dict[str, Any]:
    """The same as they were, on a database that nobody has used since."""
    parts: dict[str, Any] = unpacked(kept)
    _worlds[address], _opened[address] = parts["world"], 1
    return parts


def _world(address: Address) -> World:
    """A new Discord, with the channels of the last one on this database and who reads them."""
    world, last = World(), _worlds.get(address)
    if last is not None:
        world.channels = list(last.channels)
    _worlds[address] = world
    return world


def _clock(address: Address, days: int) -> Still:
    """A time that stands still."""
    moment = BEGAN + APART * _opened[address] + DAY * days
    _opened[address] += 1
    return Still(moment)


async def begin_campaign(stage: Stage) -> None:
    """A campaign of every game, with two players.

    By an action: `/campaign create` begins one with two games at most.
    """
    games = tuple(name for name in stage.bot.play.catalogue.systems if name != "table")
    await _decide(stage, CreateCampaign("Ashes", games, stage.world.channels[1].id))
    for player in (stage.deacon, stage.wren):
        await stage.do("campaign join", by=player)
    await stage.settle()


async def be_generous(stage: Stage) -> None:
    """Let players have one adventurer after another, and narrators press for them: scenarios need it."""
    for setting in GENEROUS:
        await _decide(stage, setting)
    await stage.settle()


async def _decide(stage: Stage, action: Any) -> None:
    leader = Actor(stage.gm.id, manages_server=True)
    request = stage.request(int(stage.slash("campaign", by=stage.gm)["id"]))
    await stage.bot.play.act(leader, request, action)
