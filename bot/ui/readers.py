"""Who can read a game masters' channel besides them, and whether one that Waypost made follows who leads.

Of the server the guilds intent tells channels and roles. Which roles somebody has, Discord says with each
interaction of theirs; whoever wasn't seen for ten minutes is asked for (GET member), so that no list of the
server's members is needed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Literal

import discord

from bot.engine.campaign import Campaign
from bot.engine.people import Standing
from bot.engine.readers import Reader
from bot.ui.places import NEEDED, Place, is_open

# For how long it holds which roles somebody had when they were seen last.
HOLDS = timedelta(minutes=10)
# With so many it forgets those of whom it doesn't hold any more.
MOST_SEEN = 2000
# Whoever has one of these looks after the server, and could let themselves in anywhere.
ADMINISTERS = ("administrator", "manage_guild")
NO_OVERWRITE = 10009


@dataclass(frozen=True, slots=True)
class Found:
    """People who can read a channel without leading its campaign."""

    others: tuple[Reader, ...] = ()
    # Those who do so because they administer the server.
    admins: tuple[Reader, ...] = ()

    def undecided(self, campaign: Campaign, channel: int) -> tuple[Reader, ...]:
        """Those of whom no game master has said that they may read the secrets."""
        accepted = campaign.readers if channel == campaign.game_master_channel else ()
        return tuple(each for each in self.others if each.id not in accepted)


class Readers:
    """Finds them. What it knows of people is gone with the process, and asked for anew."""

    def __init__(self, now: Callable[[], datetime]) -> None:
        self._now = now
        # By server and person, as they were seen last and when; None where they weren't there.
        self._seen: dict[tuple[int, int], tuple[datetime, discord.Member | None]] = {}

    def saw(self, member: discord.Member | discord.User) -> None:
        """Somebody acted: it is remembered of those who were asked for once."""
        if isinstance(member, discord.Member) and (member.guild.id, member.id) in self._seen:
            self._seen[member.guild.id, member.id] = (self._now(), member)

    async def find(self, place: Place, campaign: Campaign, *, anew: bool = False) -> Found:
        """Who reads that channel, of the campaign's people, the server's roles, and whom it names itself.

        `anew` asks Discord whoever it is. Raises what the library raises where Discord doesn't answer.
        """
        if is_open(place):
            everyone = place.guild.default_role
            return Found((Reader(everyone.id, everyone.name, is_role=True, is_everyone=True),))
        others, admins = list[Reader](), list[Reader]()
        for role in _roles(place, campaign):
            (admins if _administers(role.permissions) else others).append(Reader(role.id, role.name, True))
        for person in _people(place, campaign):
            member = await self._member(place.guild, person, anew=anew)
            if member is not None and _is_other_reader(place, campaign, member):
                is_admin = _administers(member.guild_permissions)
                (admins if is_admin else others).append(Reader(person, member.display_name))
        return Found(tuple(others), tuple(admins))

    async def _member(self, guild: discord.Guild, person: int, *, anew: bool) -> discord.Member | None:
        at, member = self._seen.get((guild.id, person), (None, None))
        is_known = at is not None and abs(self._now() - at) < HOLDS
        # One of a connection before speaks of a server that is no longer kept up.
        if is_known and not anew and (member is None or member.guild is guild):
            return member
        try:
            member = await guild.fetch_member(person)
        except discord.NotFound:
            member = None
        if len(self._seen) >= MOST_SEEN:
            self._seen = {key: each for key, each in self._seen.items() if abs(self._now() - each[0]) < HOLDS}
        self._seen[guild.id, person] = (self._now(), member)
        return member


def _administers(permissions: discord.Permissions) -> bool:
    return any(getattr(permissions, each) for each in ADMINISTERS)


def _roles(place: Place, campaign: Campaign) -> Iterator[discord.Role]:
    """The roles that open the channel to people and lead nobody here."""
    for role in place.guild.roles:
        is_nobodys = role.is_default() or _is_of_a_bot(role) or role.id in campaign.game_master_roles
        if not is_nobodys and place.permissions_for(role).view_channel:
            yield role


def _is_of_a_bot(role: discord.Role) -> bool:
    """Whether no person can have it; what manages the bot's own role needs no further proof."""
    return role.is_bot_managed() or (role.managed and role in role.guild.me.roles)


def _people(place: Place, campaign: Campaign) -> list[int]:
    """Who belongs to the campaign without leading it by name, and whom the channel itself lets in."""
    named = [
        target.id
        for target, given in place.overwrites.items()
        if given.view_channel and not _is_of_role(target) and target.id != place.guild.me.id
    ]
    people = (*campaign.players, *campaign.spectators, *campaign.invited, *named)
    return [each for each in dict.fromkeys(people) if each not in campaign.game_masters]


def _is_of_role(target: Any) -> bool:
    return isinstance(target, discord.Role) or getattr(target, "type", None) is discord.Role


def _is_other_reader(place: Place, campaign: Campaign, member: discord.Member) -> bool:
    roles = frozenset(role.id for role in member.roles)
    leads = campaign.standing(member.id, roles) is Standing.GAME_MASTER
    return not (leads or member.bot) and place.permissions_for(member).view_channel


# -- a channel that Waypost made ------------------------------------------------------------------

# What who leads may do in the channel that the bot made for them.
READS = discord.PermissionOverwrite(view_channel=True, send_messages=True, read_message_history=True)


def of_the_bot() -> discord.PermissionOverwrite:
    """What the bot may do there: a channel where it says just that is one it made."""
    return discord.PermissionOverwrite(**dict.fromkeys(NEEDED, True))


def is_made(place: Place) -> bool:
    """Whether the bot made it for game masters; of one that people made, they decide who reads it."""
    return place.overwrites_for(place.guild.me) == of_the_bot()


def first_readers(
    guild: discord.Guild, campaign: Campaign
) -> dict[discord.Role | discord.Member | discord.Object, discord.PermissionOverwrite]:
    """Who reads the channel that is made: those who lead and the bot, and nobody else."""
    roles = [role for role in map(guild.get_role, campaign.game_master_roles) if role is not None]
    people = [discord.Object(user) for user in campaign.game_masters]
    return {
        guild.default_role: discord.PermissionOverwrite(view_channel=False),
        guild.me: of_the_bot(),
        **dict.fromkeys(roles, READS),
        **dict.fromkeys(people, READS),
    }


async def follow(place: Place, campaign: Campaign) -> bool:
    """Let who leads into the channel that the bot made, and out whom it let in and who leads no more.

    Whether all is as it should be by now: without the leave to manage its permissions it stays as it was.
    Raises what the library raises where Discord doesn't answer.
    """
    given = {target.id: overwrite for target, overwrite in place.overwrites.items()}
    roles = [role for role in campaign.game_master_roles if place.guild.get_role(role) is not None]
    leads: dict[int, Literal[0, 1]] = {**dict.fromkeys(roles, 0), **dict.fromkeys(campaign.game_masters, 1)}
    come = {each: kind for each, kind in leads.items() if not _lets_in(given.get(each))}
    gone = [each for each, overwrite in given.items() if overwrite == READS and each not in leads]
    if not come and not gone:
        return True
    if not place.permissions_for(place.guild.me).manage_roles:
        return False
    try:
        for each, kind in come.items():
            await _let_in(place, each, kind)
        for each in gone:
            await _let_out(place, each)
    except discord.Forbidden:
        return False
    return True


async def _let_in(place: Place, target: int, kind: Literal[0, 1]) -> None:
    allow, deny = READS.pair()
    http = place._state.http
    await http.edit_channel_permissions(place.id, target, str(allow.value), str(deny.value), kind)


async def _let_out(place: Place, target: int) -> None:
    try:
        await place._state.http.delete_channel_permissions(place.id, target)
    except discord.NotFound as error:
        # Another took it away at the same time.
        if error.code != NO_OVERWRITE:
            raise


def _lets_in(given: discord.PermissionOverwrite | None) -> bool:
    return given is not None and bool(given.view_channel)


def who_can_change(place: Place) -> tuple[Reader, ...]:
    """The roles whose members can change who reads the channel; the server's owner always can."""
    asked = ("administrator", "manage_roles")
    return tuple(
        Reader(role.id, role.name, is_role=True)
        for role in place.guild.roles
        if not _is_of_a_bot(role) and any(getattr(place.permissions_for(role), each) for each in asked)
    )
