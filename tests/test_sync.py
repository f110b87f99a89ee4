"""What each server has of the commands is what it should have, whatever happens to 1,000 of them."""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from itertools import count, pairwise
from random import Random
from types import SimpleNamespace
from typing import Any

import discord
import pytest
import structlog

from bot import sync
from bot.storage.address import Address
from bot.storage.database import open_database
from bot.sync import CommandSync
from bot.tree import CommandsRefused, Offers, Refusal, Server

GAMES = ("keep", "sea", "stars", "woods")
# Roots a game has, and how many creations Discord allows a day and server.
ROOTS = {"keep": 14, "sea": 6, "stars": 1, "woods": 1}
CREATIONS, MOST_ROOTS = 200, 100
NO_ACCESS, DAILY_LIMIT, INVALID = 50001, 30034, 50035
DAY, HOUR = timedelta(days=1), timedelta(hours=1)
START = datetime(2026, 11, 1, tzinfo=UTC)

Json = dict[str, Any]


class Killed(BaseException):
    """The process ends here."""


def refusal(code: int) -> discord.HTTPException:
    """What the library raises for that code."""
    kind = discord.Forbidden if code == NO_ACCESS else discord.HTTPException
    response: Any = SimpleNamespace(status=403 if code == NO_ACCESS else 400, reason="")
    return kind(response, {"code": code, "message": ""})


@dataclass
class Recorder:
    """Discord's own lists of commands, with its limits; it counts what it is asked and told."""

    now: datetime = START
    everywhere: list[Json] = field(default_factory=list)
    of: dict[int, list[Json]] = field(default_factory=dict)
    # What it answers a server with instead.
    refuses: dict[int, Exception] = field(default_factory=dict)
    refuses_everywhere: Exception | None = None
    calls: list[tuple[str, int | None]] = field(default_factory=list)
    reads: Counter[tuple[int, str]] = field(default_factory=Counter)
    created: Counter[tuple[int, str]] = field(default_factory=Counter)
    watch: Callable[[], None] = lambda: None
    _ids: Any = field(default_factory=count)

    async def get_global_commands(self, _app: int) -> list[Json]:
        """What is offered everywhere."""
        return list(self.everywhere)

    async def bulk_upsert_global_commands(self, _app: int, payload: list[Json]) -> list[Json]:
        """Take the list for everywhere."""
        self.calls.append(("PUT", None))
        if self.refuses_everywhere is not None:
            raise self.refuses_everywhere
        self.everywhere, _ = self._upserted(self.everywhere, payload)
        self.watch()
        return list(self.everywhere)

    async def get_guild_commands(self, _app: int, guild: int) -> list[Json]:
        """What a server has."""
        self.calls.append(("GET", guild))
        self.reads[guild, self.day] += 1
        if guild in self.refuses:
            raise self.refuses[guild]
        return list(self.of.get(guild, []))

    async def bulk_upsert_guild_commands(self, _app: int, guild: int, payload: list[Json]) -> list[Json]:
        """Take a server's list."""
        self.calls.append(("PUT", guild))
        if guild in self.refuses:
            raise self.refuses[guild]
        assert len(payload) <= MOST_ROOTS
        assert not any("contexts" in each for each in payload)
        found, created = self._upserted(self.of.get(guild, []), payload)
        if self.created[guild, self.day] + created > CREATIONS:
            raise refusal(DAILY_LIMIT)
        self.created[guild, self.day] += created
        self.of[guild] = found
        self.watch()
        return list(found)

    def _upserted(self, before: list[Json], payload: list[Json]) -> tuple[list[Json], int]:
        """A name that was there keeps its id, and what is the same its version."""
        had = {each["name"]: each for each in before}
        found = []
        for each in payload:
            old = had.get(each["name"])
            is_same = old is not None and {**each, "id": old["id"], "version": old["version"]} == old
            new = {"id": old["id"] if old else str(next(self._ids)), "version": str(next(self._ids))}
            found.append(old if is_same and old is not None else {**each, **new})
        return found, sum(each["name"] not in had for each in payload)

    @property
    def day(self) -> str:
        """The date."""
        return self.now.date().isoformat()

    def puts(self, guild: int | None) -> int:
        """How often a list was sent there."""
        return self.calls.count(("PUT", guild))

    def has(self, guild: int) -> set[tuple[str, str]]:
        """A server's commands, with what is said of them."""
        return {(each["name"], each["description"]) for each in self.of.get(guild, [])}


def offers(version: int = 1) -> Offers:
    """The commands of a version: a few of the house, and the games'."""
    house: list[Json] = [
        {"name": name, "description": f"v{version}", "contexts": [0]} for name in ("help", "odds")
    ]
    games: dict[str | None, list[Json]] = {
        game: [
            {"name": f"{game}{n}", "description": f"v{version}", "contexts": [0]} for n in range(ROOTS[game])
        ]
        for game in GAMES
    }
    return Offers(7, games | {None: house})


def commands_of(games: set[str], version: int = 1) -> set[tuple[str, str]]:
    """What a server should have that plays those."""
    return {(f"{game}{n}", f"v{version}") for game in games for n in range(ROOTS[game])}


@dataclass
class Machine:
    """A database, a Discord, what is played where, and the process of the moment."""

    address: Address
    discord: Recorder = field(default_factory=Recorder)
    played: dict[int, set[str]] = field(default_factory=dict)

    async def servers(self) -> list[int]:
        """The servers that have a campaign."""
        return [guild for guild, games in self.played.items() if games]

    async def games_played(self, guilds: Sequence[int]) -> Mapping[int, frozenset[str]]:
        """What is played there."""
        return {guild: frozenset(self.played[guild]) for guild in guilds if guild in self.played}

    @asynccontextmanager
    async def running(self, version: int = 1, *, is_wanted: bool = False) -> AsyncIterator[CommandSync]:
        """A process, from its start to its end."""
        database = open_database(self.address)
        context = SimpleNamespace(now=lambda: self.discord.now)
        play: Any = SimpleNamespace(servers=self.servers, games_played=self.games_played, context=context)
        tree = SimpleNamespace(get_command=lambda name: SimpleNamespace(name=name))
        bot: Any = SimpleNamespace(http=self.discord, application_id=7, tree=tree)
        made = CommandSync(bot, database, play)
        try:
            await made.start(offers(version), is_wanted=is_wanted)
            await rest(made)
            yield made
        finally:
            await made.stop()
            await database.dispose()


async def rest(made: CommandSync) -> None:
    """Wait for what nobody waits for."""
    while made._running:
        await asyncio.gather(*made._running)


@pytest.fixture(autouse=True)
def without_pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody waits between servers here."""
    monkeypatch.setattr(sync, "PAUSE", 0)


@pytest.fixture
def machine(sqlite_address: Address) -> Machine:
    """A bot that was never started."""
    return Machine(sqlite_address)


SERVERS, RESTARTS = 1_000, 100
UPGRADED, AT_ONCE, USED = 40, 12, 25


async def test_what_discord_has_is_what_it_should_be_a_day_later_in_every_server_that_is_used(
    machine: Machine,
) -> None:
    luck, there, happened = Random(35), machine.discord, 0
    # When a server's game was played last: its commands may stay until the next night.
    ended: dict[tuple[int, str], datetime] = {}
    for guild in range(SERVERS):
        machine.played[guild] = set(luck.sample(GAMES, luck.choice((0, 1, 1, 2))))
    for restart in range(RESTARTS):
        version = 1 + (restart >= UPGRADED)
        async with machine.running(version) as made:
            for _ in range(luck.randrange(1, 13)):
                there.now += timedelta(hours=1)
                await made.round()
            for guild in luck.sample(range(SERVERS), AT_ONCE):
                before = set(machine.played[guild])
                await happens(machine, made, guild, luck)
                happened += 1
                ended |= {(guild, game): there.now for game in before - machine.played[guild]}
            for guild in luck.sample(range(SERVERS), USED):
                is_first = made._servers[guild].day != there.day
                made.saw(guild, None)
                await rest(made)
                played = machine.played[guild]
                may = {game for game in GAMES if there.now - ended.get((guild, game), START) <= DAY + HOUR}
                if is_first:
                    assert commands_of(played, version) <= there.has(guild)
                    assert there.has(guild) <= commands_of(played | may, version)
    # Two days later something is pressed everywhere: neither too little nor too much is left.
    there.now += 2 * DAY
    async with machine.running(version) as made:
        await made.round()
        for guild in range(SERVERS):
            made.saw(guild, None)
        await rest(made)
    should = {guild: commands_of(games, version) for guild, games in machine.played.items()}
    assert [guild for guild in range(SERVERS) if there.has(guild) != should[guild]] == []
    assert max(there.reads.values()) == 1
    assert max(there.created.values()) <= CREATIONS
    # Everywhere once a version; a server once a version, and for what happened to it.
    assert there.puts(None) == 2
    assert len([call for call in there.calls if call[0] == "PUT"]) <= 2 * SERVERS + happened + 2


async def happens(machine: Machine, made: CommandSync, guild: int, luck: Random) -> None:
    """A campaign begins, one goes for good, the bot is kicked and returns, or Discord loses what it had."""
    games, there = machine.played[guild], machine.discord
    match luck.randrange(4):
        case 0:
            games.add(luck.choice(GAMES))
            await made.offer(guild, games)
        case 1:
            machine.played[guild] = set(luck.sample(sorted(games), len(games) // 2))
        case 2:
            if luck.random() < 0.5:
                there.of.pop(guild, None)
            await made.joined(guild)
        case _:
            there.of.pop(guild, None)


async def test_an_unchanged_version_calls_for_nothing_at_a_hundred_starts(machine: Machine) -> None:
    machine.played = {guild: {"keep"} for guild in range(1, 21)}
    async with machine.running():
        pass
    before = len(machine.discord.calls)
    for _ in range(100):
        async with machine.running() as made:
            await made.round()
    assert len(machine.discord.calls) == before == 21


async def test_what_moves_to_the_servers_stands_twice_for_a_while_and_is_never_missing(
    machine: Machine,
) -> None:
    there, games = machine.discord, {"keep", "stars"}
    machine.played = {guild: set(games) for guild in range(1, 31)}
    # As an earlier version left it: everything everywhere.
    of_games = offers().of(frozenset(GAMES)).payload
    await there.bulk_upsert_global_commands(
        7, [*map(dict, offers().everywhere.payload), *map(dict, of_games)]
    )
    seen = []

    def watch() -> None:
        everywhere = {(each["name"], each["description"]) for each in there.everywhere}
        seen.append(
            [each for each in machine.played if not commands_of(games) <= everywhere | there.has(each)]
        )

    there.watch, there.calls = watch, []
    async with machine.running():
        pass
    assert len(seen) == 31
    assert not any(seen)
    assert there.calls[-1] == ("PUT", None)
    assert {each["name"] for each in there.everywhere} == {"help", "odds"}


async def test_servers_are_sent_a_new_version_at_a_kind_pace(
    machine: Machine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sync, "PAUSE", 0.02)
    machine.played = {guild: {"keep"} for guild in range(1, 6)}
    at: list[float] = []
    machine.discord.watch = lambda: at.append(asyncio.get_running_loop().time())
    async with machine.running():
        pass
    between = [later - earlier for earlier, later in pairwise(at[:5])]
    assert min(between) >= 0.02


async def test_a_start_that_was_killed_among_the_servers_goes_on_where_it_was(
    machine: Machine, monkeypatch: pytest.MonkeyPatch
) -> None:
    machine.played = {guild: {"sea"} for guild in range(1, 11)}
    there = machine.discord

    def killed() -> None:
        if len(there.of) == 4:
            raise Killed

    there.watch = killed
    with pytest.raises(Killed):
        async with machine.running():
            pass
    assert there.everywhere == []
    there.watch = lambda: None
    async with machine.running():
        pass
    assert [there.puts(guild) for guild in range(1, 11)] == [1, 1, 1, 2, 1, 1, 1, 1, 1, 1]
    assert there.puts(None) == 1


# -- a server -----------------------------------------------------------------------------------------------


async def test_a_game_is_offered_once_it_is_played_and_its_commands_go_only_at_night(
    machine: Machine,
) -> None:
    there = machine.discord
    async with machine.running() as made:
        await made.round()
        made.saw(1, None)
        await rest(made)
        assert there.calls == [("PUT", None), ("GET", 1)]
        machine.played[1] = {"keep"}
        assert await made.offer(1, {"keep"}) is None
        assert there.has(1) == commands_of({"keep"})
        # Played no more: neither what is offered next nor a round of the day takes it away.
        machine.played[1] = {"sea"}
        await made.offer(1, {"sea"})
        await made.round()
        assert there.has(1) == commands_of({"keep", "sea"})
        there.now += DAY
        await made.round()
        assert there.has(1) == commands_of({"sea"})


async def test_what_none_plays_goes_at_most_once_a_day_however_often_it_starts(machine: Machine) -> None:
    there = machine.discord
    for hour in range(24):
        there.now = START + timedelta(hours=hour)
        machine.played[1] = {"keep"} if hour % 2 else {"stars"}
        async with machine.running() as made:
            await made.offer(1, machine.played[1])
            await made.round()
    assert sum(there.created.values()) == ROOTS["keep"] + ROOTS["stars"]


async def test_discord_is_asked_once_a_day_at_a_servers_first_interaction(machine: Machine) -> None:
    there = machine.discord
    machine.played[1] = {"sea"}
    async with machine.running() as made:
        for _ in range(3):
            there.now += DAY
            for _ in range(5):
                made.saw(1, None)
                await rest(made)
    assert there.calls.count(("GET", 1)) == 3
    assert there.puts(1) == 1


async def test_an_old_list_has_its_server_synced_but_not_at_every_press(machine: Machine) -> None:
    there = machine.discord
    machine.played[1] = {"sea"}
    async with machine.running() as made:
        # Left from elsewhere: the list of somebody's Discord holds what nobody offers here.
        there.of[1] = [{"name": "keep0", "description": "old", "id": "1", "version": "1"}]
        for _ in range(10):
            made.saw(1, "keep")
            await rest(made)
        assert there.puts(1) == 2
        assert there.has(1) == commands_of({"sea"})
        there.now += timedelta(hours=2)
        made.list_is_old(1)
        await rest(made)
        assert there.puts(1) == 3


async def test_a_wanted_sync_sends_everything_servers_first(machine: Machine) -> None:
    machine.played = {1: {"sea"}, 2: {"keep"}}
    async with machine.running():
        pass
    machine.discord.calls = []
    async with machine.running(is_wanted=True) as made:
        await made.round()
    assert machine.discord.calls == [("PUT", 1), ("PUT", 2), ("PUT", None)]


# -- refused ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("code", "why", "says"),
    [
        (NO_ACCESS, "no access", "can add Waypost again"),
        (DAILY_LIMIT, "daily limit", "They come by themselves tomorrow"),
        (INVALID, "invalid", "Whoever runs Waypost can read why in its log"),
    ],
)
async def test_what_discord_refuses_a_server_is_said_once_and_tried_again_the_next_day(
    machine: Machine, code: int, why: str, says: str
) -> None:
    there = machine.discord
    async with machine.running() as made:
        machine.played[1], there.refuses = {"sea"}, {1: refusal(code)}
        with structlog.testing.capture_logs() as lines:
            told = await made.offer(1, {"sea"})
        assert told is not None
        assert says in str(told())
        assert [line["why"] for line in lines if line["event"] == "commands of a server refused"] == [why]
        for _ in range(5):
            assert await made.offer(1, {"sea"}) is None
            made.saw(1, None)
            await made.round()
            await rest(made)
        still = made.why_lacking(1, {"sea"})
        assert still is not None
        assert str(still()) == str(told())
    # Nor does a start of the same day.
    async with machine.running() as made:
        assert there.puts(1) == 1
        there.now += DAY
        there.refuses = {}
        made.saw(1, None)
        await rest(made)
        assert there.has(1) == commands_of({"sea"})
        assert made.why_lacking(1, {"sea"}) is None


async def test_who_adds_the_bot_again_with_its_commands_has_them_at_once(machine: Machine) -> None:
    there = machine.discord
    machine.played[1], there.refuses = {"sea"}, {1: refusal(NO_ACCESS)}
    async with machine.running() as made:
        assert there.has(1) == set()
        there.refuses = {}
        await made.joined(1)
        assert there.has(1) == commands_of({"sea"})


async def test_what_fails_for_now_comes_in_the_next_round_and_the_list_for_everywhere_after_it(
    machine: Machine,
) -> None:
    there = machine.discord
    machine.played, there.refuses = {1: {"sea"}, 2: {"sea"}}, {1: OSError("the network is down")}
    async with machine.running() as made:
        assert (there.has(1), there.has(2)) == (set(), commands_of({"sea"}))
        assert there.puts(None) == 0
        there.refuses = {}
        await made.round()
        assert there.has(1) == commands_of({"sea"})
        assert there.calls[-1] == ("PUT", None)


async def test_a_version_that_discord_takes_for_wrong_leaves_what_was_everywhere(machine: Machine) -> None:
    there = machine.discord
    machine.played, there.refuses = {1: {"sea"}}, {1: refusal(INVALID)}
    with structlog.testing.capture_logs() as lines:
        async with machine.running():
            pass
    assert there.puts(None) == 0
    (told,) = [line["why"] for line in lines if line["event"] == "commands refused"]
    assert told.startswith("Discord refuses this version's commands (")
    # Where no server waits, the start itself ends with it.
    machine.played, there.refuses_everywhere = {}, refusal(INVALID)
    there.now += DAY
    with pytest.raises(CommandsRefused):
        async with machine.running(2):
            pass


def test_what_another_version_kept_of_a_server_is_read_as_far_as_it_is_known() -> None:
    known = Server(frozenset({"sea"}), "sent", "had", "2026-11-01", Refusal.DAILY_LIMIT)
    assert Server.read(known.text) == known
    kept = json.loads(known.text) | {"refusal": "moonlight", "mood": "fine"}
    assert Server.read(json.dumps(kept)) == replace(known, refusal=None)


def test_what_is_sent_is_made_once_for_each_set_of_games() -> None:
    made = offers()
    first = made.of(frozenset({"sea", "keep"}))
    assert made.of(frozenset({"keep", "sea"})) is first
    assert len(first.payload) == ROOTS["sea"] + ROOTS["keep"]
    # A game that is no longer installed offers nothing.
    assert made.of(frozenset({"chess"})).payload == []
