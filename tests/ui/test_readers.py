"""Who reads a game masters' channel besides them, by roles and overwrites, and one that follows who leads.

The server is a fake, as far as it is asked: Discord's own integration roles are in no simulated one.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from types import SimpleNamespace
from typing import Any

import discord
import pytest

from bot.engine.campaign import Campaign
from bot.engine.readers import Reader
from bot.ui import readers as house
from bot.ui.readers import (
    HOLDS,
    NO_OVERWRITE,
    READS,
    Found,
    Readers,
    first_readers,
    follow,
    is_made,
    of_the_bot,
    who_can_change,
)

SECRET, OTHER = 9, 10
MARISOL, DEACON, WREN, STRANGER, ME = 1, 3, 4, 5, 6
EVERYONE, GUESTS, LEADERS = 20, 21, 22
SEES, SEES_NOT = (
    discord.PermissionOverwrite(view_channel=True),
    discord.PermissionOverwrite(view_channel=False),
)
CAMPAIGN = Campaign(
    "Ashes",
    guild=EVERYONE,
    game_masters=(MARISOL,),
    game_master_roles=(LEADERS,),
    players=(DEACON,),
    channels=(2,),
    game_master_channel=SECRET,
)


# -- a server, as far as it is asked ---------------------------------------------------------------


@dataclass(eq=False)
class Role:
    """A role; with `is_bots` Discord says which bot's own it is."""

    id: int
    name: str = "role"
    permissions: discord.Permissions = field(default_factory=discord.Permissions.none)
    managed: bool = False
    is_bots: bool = False
    guild: Any = None
    # As the library tells a role that it doesn't know.
    type: Any = discord.Role

    def is_default(self) -> bool:
        return self.id == EVERYONE

    def is_bot_managed(self) -> bool:
        return self.is_bots


@dataclass(eq=False)
class Person:
    id: int
    roles: list[Role] = field(default_factory=list)
    guild_permissions: discord.Permissions = field(default_factory=discord.Permissions.none)
    bot: bool = False
    guild: Any = None

    @property
    def display_name(self) -> str:
        return f"person {self.id}"


def error(kind: type[Any], code: int) -> Any:
    """What the library raises of an answer."""
    return kind(SimpleNamespace(status=404, reason=""), {"code": code, "message": ""})


class Server:
    """Roles and members; it counts who was asked for."""

    def __init__(self, *roles: Role) -> None:
        self.id = 77
        self.default_role = Role(EVERYONE, "@everyone")
        self.me = Person(ME, bot=True)
        self.roles = [self.default_role, *roles]
        self.members = dict[int, Person]()
        self.asked = list[int]()
        self.channels = dict[int, Channel]()
        self.unavailable = False
        self.me.guild = self
        for each in self.roles:
            each.guild = self

    def add(self, *people: Person) -> None:
        for each in people:
            each.guild, self.members[each.id] = self, each

    def get_role(self, role: int) -> Role | None:
        return next((each for each in self.roles if each.id == role), None)

    def get_channel(self, channel: int) -> Channel | None:
        return self.channels.get(channel)

    async def fetch_member(self, person: int) -> Person:
        self.asked.append(person)
        if person not in self.members:
            raise error(discord.NotFound, 10007)
        return self.members[person]


class Channel:
    """One of its channels: who is let in, by overwrites of roles and people, and by what a role may do."""

    def __init__(self, guild: Server, id_: int = SECRET, seen_by: tuple[int, ...] = ()) -> None:
        self.id, self.guild = id_, guild
        guild.channels[id_] = self
        self.given = dict[Any, discord.PermissionOverwrite]()
        self.may: dict[int, discord.Permissions] = {
            each: discord.Permissions(view_channel=True) for each in seen_by
        }
        self.may[ME] = discord.Permissions.all()
        self._state = SimpleNamespace(http=self)
        self.refuses: Exception | None = None

    @property
    def overwrites(self) -> dict[Any, discord.PermissionOverwrite]:
        return self.given

    def overwrites_for(self, who: Any) -> discord.PermissionOverwrite:
        found = (overwrite for target, overwrite in self.given.items() if target.id == who.id)
        return next(found, discord.PermissionOverwrite())

    def permissions_for(self, who: Any) -> discord.Permissions:
        found = discord.Permissions(self.may.get(who.id, discord.Permissions.none()).value)
        for role in getattr(who, "roles", ()):
            found |= self.permissions_for(role)
        return found

    def lets_in(self, *people: int) -> None:
        """They are named by the channel itself."""
        for each in people:
            self.given[discord.Object(each)] = SEES
            self.may[each] = discord.Permissions(view_channel=True)

    def closes(self) -> None:
        """Nobody is let in by name any more, nor by what a role may do."""
        self.given.clear()
        self.may = {ME: self.may[ME]}

    # As the library's way to Discord.
    async def edit_channel_permissions(self, _id: int, target: int, allow: str, deny: str, kind: int) -> None:
        if self.refuses is not None:
            raise self.refuses
        pair = discord.Permissions(int(allow)), discord.Permissions(int(deny))
        key = discord.Object(target, type={0: discord.Role, 1: discord.Member}[kind])
        self.given[key] = discord.PermissionOverwrite.from_pair(*pair)

    async def delete_channel_permissions(self, _id: int, target: int) -> None:
        if self.refuses is not None:
            raise self.refuses
        self.given = {each: overwrite for each, overwrite in self.given.items() if each.id != target}


class Time:
    def __init__(self) -> None:
        self.now = datetime(2026, 3, 1, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.now


async def found(channel: Channel, campaign: Campaign = CAMPAIGN) -> tuple[list[int], list[int]]:
    """Who else reads it, and who of those who run the server."""
    came = await Readers(Time()).find(channel, campaign)  # type: ignore[arg-type]
    return [each.id for each in came.others], [each.id for each in came.admins]


# -- who reads it ----------------------------------------------------------------------------------


def test_accepted_are_they_for_the_game_masters_channel_alone() -> None:
    campaign = Campaign("Ashes", guild=1, game_master_channel=SECRET, readers=(DEACON,))
    deacon, wren = Reader(DEACON, "Deacon"), Reader(WREN, "Wren")
    seen = Found((deacon, wren), (Reader(STRANGER, "Odile"),))
    assert seen.undecided(campaign, SECRET) == (wren,)
    assert seen.undecided(campaign, OTHER) == (deacon, wren)


async def test_a_channel_that_everybody_reads_is_read_by_everybody_and_no_more_is_asked() -> None:
    server = Server(Role(GUESTS))
    channel = Channel(server, seen_by=(EVERYONE, GUESTS))
    came = await Readers(Time()).find(channel, CAMPAIGN)  # type: ignore[arg-type]
    assert came == Found((Reader(EVERYONE, "@everyone", is_role=True, is_everyone=True),))
    assert server.asked == []


MANAGE = discord.Permissions(manage_guild=True)


async def test_a_role_reads_it_unless_it_leads_or_is_a_bots() -> None:
    mine = Role(30, managed=True)
    server = Server(
        Role(GUESTS),
        Role(LEADERS),
        Role(23, permissions=MANAGE),
        Role(24, permissions=discord.Permissions(administrator=True)),
        # Another bot's, ours, and what only looks like it: people have the role of a subscription.
        Role(25, is_bots=True),
        mine,
        Role(26, managed=True),
        Role(27),
    )
    server.me.roles = [mine]
    seen_by = (GUESTS, LEADERS, 23, 24, 25, 30, 26)
    assert await found(Channel(server, seen_by=seen_by)) == ([GUESTS, 26], [23, 24])
    assert await found(Channel(server)) == ([], [])
    came = await Readers(Time()).find(Channel(server, seen_by=(GUESTS,)), CAMPAIGN)  # type: ignore[arg-type]
    assert came.others == (Reader(GUESTS, "role", is_role=True),)


async def test_people_read_it_whom_a_role_or_the_channel_lets_in_and_who_do_not_lead() -> None:
    server = Server(Role(GUESTS), Role(LEADERS))
    guests, leaders = server.roles[1:]
    server.add(
        Person(MARISOL),
        Person(DEACON, [guests]),
        Person(WREN),
        Person(STRANGER),
        Person(40, bot=True),
        Person(41, [leaders]),
        Person(42, guild_permissions=MANAGE),
    )
    channel = Channel(server, seen_by=(GUESTS,))
    channel.lets_in(MARISOL, ME, STRANGER, 40, 41, 42, 43)
    # Named by the channel, and kept out.
    channel.given[discord.Object(WREN)] = SEES_NOT
    channel.given[server.roles[1]] = SEES
    assert await found(channel) == ([GUESTS, DEACON, STRANGER], [42])
    # Who leads by name is known, and of whoever is kept out nobody asks.
    assert sorted(server.asked) == [DEACON, STRANGER, 40, 41, 42, 43]


async def test_of_the_campaign_all_are_asked_for_who_do_not_lead_it() -> None:
    server = Server()
    server.add(Person(DEACON), Person(WREN), Person(STRANGER))
    channel = Channel(server, seen_by=(WREN, STRANGER, 44))
    campaign = Campaign("Ashes", guild=1, players=(DEACON, WREN), spectators=(STRANGER,), invited=(44,))
    # The invited one isn't there.
    assert await found(channel, campaign) == ([WREN, STRANGER], [])
    assert server.asked == [DEACON, WREN, STRANGER, 44]


# -- for how long it is known ----------------------------------------------------------------------


async def test_it_holds_for_ten_minutes_which_roles_somebody_had() -> None:
    server, time = Server(), Time()
    server.add(Person(DEACON))
    channel, known = Channel(server), Readers(time)

    async def asked(*, anew: bool = False) -> int:
        before = len(server.asked)
        await known.find(channel, CAMPAIGN, anew=anew)  # type: ignore[arg-type]
        return len(server.asked) - before

    assert (await asked(), await asked()) == (1, 0)
    assert await asked(anew=True) == 1
    time.now += HOLDS - timedelta(seconds=1)
    assert await asked() == 0
    time.now += timedelta(seconds=1)
    assert await asked() == 1
    # Neither does it hold for a clock that was set back.
    time.now -= HOLDS
    assert await asked() == 1
    # Of a connection before.
    server.members[DEACON].guild = Server()
    assert await asked() == 1
    # Who wasn't there isn't looked for at once either.
    del server.members[DEACON]
    time.now += HOLDS
    assert (await asked(), await asked()) == (1, 0)


async def test_of_so_many_those_are_forgotten_of_whom_it_does_not_hold(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(house, "MOST_SEEN", 2)
    server, time = Server(), Time()
    known, channel = Readers(time), Channel(server)

    async def look(*people: int) -> list[int]:
        server.asked.clear()
        campaign = Campaign("Ashes", guild=1, players=people)
        await known.find(channel, campaign)  # type: ignore[arg-type]
        return list(server.asked)

    assert await look(1, 2) == [1, 2]
    time.now += HOLDS - timedelta(minutes=1)
    assert await look(3) == [3]
    # It holds of all three still.
    assert await look(1, 2, 3) == []
    assert len(known._seen) == 3
    time.now += timedelta(minutes=1)
    assert await look(4) == [4]
    assert {person for _, person in known._seen} == {3, 4}
    # With room left nothing is forgotten.
    time.now += HOLDS
    monkeypatch.setattr(house, "MOST_SEEN", 9)
    await look(5)
    assert len(known._seen) == 3


# -- a channel that Waypost made -------------------------------------------------------------------


def made(server: Server, campaign: Campaign = CAMPAIGN) -> Channel:
    """As it is right after it was made."""
    channel = Channel(server)
    channel.given = dict(first_readers(server, campaign))  # type: ignore[arg-type]
    return channel


def let_in(channel: Channel) -> set[int]:
    return {target.id for target, given in channel.given.items() if given == READS}


def test_it_is_made_for_those_who_lead_and_the_bot() -> None:
    server = Server(Role(LEADERS), Role(GUESTS))
    channel = made(server)
    assert let_in(channel) == {MARISOL, LEADERS}
    assert channel.overwrites_for(server.me) == of_the_bot()
    assert (of_the_bot().view_channel, of_the_bot().send_messages) == (True, True)
    assert channel.overwrites_for(server.default_role) == SEES_NOT
    assert is_made(channel)  # type: ignore[arg-type]
    channel.given[server.me] = SEES
    assert not is_made(channel)  # type: ignore[arg-type]
    # A role that is gone can't be let in.
    assert let_in(made(Server())) == {MARISOL}


async def followed(channel: Channel, **people: Any) -> bool:
    """Have it follow."""
    campaign = Campaign("Ashes", guild=1, **people)
    return await asyncio.wait_for(follow(channel, campaign), 60)  # type: ignore[arg-type]


async def test_it_lets_in_who_leads_and_out_who_leads_no_more() -> None:
    server = Server(Role(LEADERS))
    channel = made(server)
    # Whom people let in themselves, they keep in.
    channel.lets_in(STRANGER)
    assert await followed(channel, game_masters=(WREN,), game_master_roles=(LEADERS, 99))
    assert let_in(channel) == {WREN, LEADERS}
    kinds = {target.id: target.type for target in channel.given if target.id in (WREN, LEADERS)}
    assert kinds[WREN] is discord.Member
    assert channel.overwrites_for(discord.Object(STRANGER)) == SEES
    assert await followed(channel, game_masters=(STRANGER,), game_master_roles=(LEADERS,))
    # They could read it as it was.
    assert (let_in(channel), channel.overwrites_for(discord.Object(STRANGER))) == ({LEADERS}, SEES)
    assert await followed(channel, game_masters=(STRANGER,))
    assert let_in(channel) == set()
    assert await followed(channel, game_master_roles=(LEADERS,))
    assert [each.type for each in channel.given if each.id == LEADERS] == [discord.Role]


async def test_without_leave_it_stays_as_it_was_and_that_is_said() -> None:
    channel = made(Server())
    channel.may[ME] = discord.Permissions(view_channel=True)
    # Where all is as it should be no leave is needed.
    assert await followed(channel, game_masters=(MARISOL,))
    assert (await followed(channel, game_masters=(WREN,))) is False
    assert let_in(channel) == {MARISOL}
    channel.may[ME] = discord.Permissions(manage_roles=True)
    channel.refuses = error(discord.Forbidden, 50013)
    assert (await followed(channel, game_masters=(WREN,))) is False
    # Somebody less, or somebody more, is enough to be tried.
    assert (await followed(channel, game_masters=())) is False
    assert (await followed(channel, game_masters=(MARISOL, WREN))) is False


async def test_who_was_let_out_by_another_at_the_same_time_is_out() -> None:
    channel = made(Server())
    channel.refuses = error(discord.NotFound, NO_OVERWRITE)
    assert await followed(channel, game_masters=())
    # Where the channel itself is gone it is not all as it should be.
    channel.refuses = error(discord.NotFound, 10003)
    with pytest.raises(discord.NotFound):
        await followed(channel, game_masters=())


async def test_whoever_is_kept_out_though_they_lead_is_let_in() -> None:
    channel = made(Server())
    channel.given[discord.Object(WREN)] = SEES_NOT
    assert await followed(channel, game_masters=(MARISOL, WREN))
    assert let_in(channel) == {MARISOL, WREN}


def test_those_can_change_who_reads_it_whose_role_may() -> None:
    server = Server(Role(GUESTS), Role(23, "admins"), Role(24, "keepers"), Role(25, is_bots=True))
    channel = Channel(server, seen_by=(GUESTS,))
    channel.may[23] = discord.Permissions(administrator=True)
    channel.may[24] = discord.Permissions(manage_roles=True)
    channel.may[25] = discord.Permissions.all()
    assert who_can_change(channel) == (  # type: ignore[arg-type]
        Reader(23, "admins", is_role=True),
        Reader(24, "keepers", is_role=True),
    )
