"""The sandbox's server: built anew in every process, with the same ids each time.

SimCord makes an id of the clock and a running number. The clock starts at the same instant in every
process, so the same calls in the same order give the same ids, and a database kept from the last run
still speaks of this guild, these channels and these people. Hence the one rule of this module:
**whatever is added later is created last.**
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import discord
from discord import PermissionOverwrite, Permissions
from simcord import ChannelHandle, Env, GuildHandle, MemberActor, RoleHandle, UserHandle

from bot.systems import adventuria, kingdom, second_kingdom, sovereign
from bot.ui.readers import READS, of_the_bot

# Whom SimCord lets an overwrite be about (a dictionary's key type must match exactly).
Target = (
    RoleHandle | MemberActor | UserHandle | discord.Role | discord.Member | discord.User | discord.ClientUser
)

# What a server is asked for when it invites the bot; the sandbox grants no more.
BOT_PERMISSIONS = Permissions(
    view_channel=True,
    send_messages=True,
    send_messages_in_threads=True,
    create_public_threads=True,
    embed_links=True,
    attach_files=True,
    read_message_history=True,
    pin_messages=True,
    manage_channels=True,
)


# Which game a channel plays, by the channel's name; the threads of a channel play its game.
GAMES = {
    "table": second_kingdom.SYSTEM.called,
    "game-master": second_kingdom.SYSTEM.called,
    "city": adventuria.SYSTEM.called,
    "marches": kingdom.SYSTEM.called,
    "marches-gm": kingdom.SYSTEM.called,
    "barrow": sovereign.SYSTEM.called,
    "barrow-gm": sovereign.SYSTEM.called,
}

CALLINGS = {"marisol": "game master", "deacon": "player", "wren": "player", "odile": "server admin"}


@dataclass(frozen=True)
class MadeChannel:
    """A channel that the bot made in an earlier process, for these people and roles."""

    id: int
    name: str
    topic: str
    readers: tuple[int, ...]


@dataclass(frozen=True)
class World:
    """Handles on everything a visitor can open."""

    env: Env
    guild: GuildHandle
    table: ChannelHandle
    game_master_channel: ChannelHandle
    tavern: ChannelHandle
    marisol: MemberActor
    deacon: MemberActor
    wren: MemberActor
    odile: MemberActor
    city: ChannelHandle
    marches: ChannelHandle
    marches_backstage: ChannelHandle
    barrow: ChannelHandle
    barrow_backstage: ChannelHandle

    @property
    def people(self) -> tuple[MemberActor, ...]:
        """Everyone a visitor can be, the game master first."""
        return self.marisol, self.deacon, self.wren, self.odile

    @property
    def built(self) -> tuple[ChannelHandle, ...]:
        """The channels that are always there, each of a name of its own."""
        ours = self.table, self.game_master_channel, self.tavern
        theirs = self.marches, self.marches_backstage, self.barrow, self.barrow_backstage
        return *ours, self.city, *theirs

    @property
    def channels(self) -> tuple[ChannelHandle, ...]:
        """The server's channels as they stand in its list: those that were built, then those made since."""
        known = {each.id for each in self.built}
        made = (
            ChannelHandle(self.env, self.guild, channel)
            for channel in self.env.backend.channels.values()
            if channel.guild_id == self.guild.id and not channel.is_thread and channel.id not in known
        )
        return *self.built, *made

    @property
    def threads(self) -> tuple[ChannelHandle, ...]:
        """The threads opened since."""
        return tuple(thread for channel in self.channels for thread in channel.threads)

    def game_of(self, place: ChannelHandle) -> str:
        """Which game is played there, or what a channel made since is for; empty where it is nothing."""
        parent = next(
            (each for each in self.channels if place.id in {thread.id for thread in each.threads}), place
        )
        if parent.id in {each.id for each in self.built}:
            return GAMES.get(parent.name or "", "")
        made = self.env.backend.channels[parent.id]
        return made.topic or ""

    @staticmethod
    def direct_messages(person: MemberActor) -> ChannelHandle:
        """The person's private conversation with the bot."""
        return person.user.dm_channel


def build(env: Env) -> World:
    """Create the server. Call it once, before the clock moves and the bot starts."""
    guild, admins = _guild(env)
    marisol = _member(env, guild, "marisol")
    deacon = _member(env, guild, "deacon")
    wren = _member(env, guild, "wren")
    odile = _member(env, guild, "odile", admins)
    table = guild.create_text_channel("table", topic="The Drowned Bell, a campaign of the Second Kingdom.")
    backstage = guild.create_text_channel(
        "game-master",
        topic="Only the game master and the admin see this channel.",
        overwrites=_only_for(guild, marisol, admins),
    )
    tavern = guild.create_text_channel("tavern", topic="Idle talk; no campaign is bound to this channel.")
    for person in (marisol, deacon, wren, odile):
        World.direct_messages(person)  # its id is taken when it is first asked for
    city = guild.create_text_channel(
        "city", topic="Adventuria: Lamps of the City. Each adventurer has a thread."
    )
    marches = guild.create_text_channel(
        "marches", topic="Kingdom turns: Crowns of the Marches, in its fifth month."
    )
    marches_backstage = guild.create_text_channel(
        "marches-gm",
        topic="What the players of the kingdom don't know yet.",
        overwrites=_only_for(guild, marisol, admins),
    )
    barrow = guild.create_text_channel("barrow", topic="Sovereign: The Sunken Barrow, an old-school dungeon.")
    barrow_backstage = guild.create_text_channel(
        "barrow-gm",
        topic="What the party in the barrow doesn't know yet.",
        overwrites=_only_for(guild, marisol, admins),
    )
    # Everything above has ids that databases remember. Create new things below this line.
    people = marisol, deacon, wren, odile
    places = city, marches, marches_backstage, barrow, barrow_backstage
    return World(env, guild, table, backstage, tavern, *people, *places)


def restore(world: World, channels: Iterable[MadeChannel]) -> None:
    """Have channels of earlier processes again, with their ids. Call it before the bot starts."""
    guild = world.guild
    targets: list[Target] = [*world.people, *guild.roles.values()]
    for each in channels:
        if each.id in world.env.backend.channels:
            continue
        readers: dict[Target, PermissionOverwrite] = {
            guild.default_role: PermissionOverwrite(view_channel=False),
            # By this it knows the channel for one it made.
            UserHandle(world.env, world.env.backend.bot_user): of_the_bot(),
            **{target: READS for target in targets if target.id in each.readers},
        }
        place = guild.create_text_channel(each.name, topic=each.topic, overwrites=readers)
        _renumber(world, place.id, each.id)


def _renumber(world: World, old: int, new: int) -> None:
    # SimCord gives an id of its own to whatever it creates.
    backend = world.env.backend
    channel = backend.channels.pop(old)
    channel.id = new
    backend.channels[new], backend.messages[new] = channel, backend.messages.pop(old)
    listed = backend.get_guild(world.guild.id).channel_ids
    listed[listed.index(old)] = new


def _guild(env: Env) -> tuple[GuildHandle, RoleHandle]:
    # Renamed before the guild exists, because the bot's own role takes its name.
    env.backend.edit_bot_profile("Waypost").avatar = "waypost"
    innkeeper = env.create_user("innkeeper", global_name="The Innkeeper")
    guild = env.create_guild("The Lantern Inn", owner=innkeeper)
    own_role = guild.roles["Waypost"]
    env.backend.edit_role(guild.id, own_role.id, {"permissions": BOT_PERMISSIONS.value})
    return guild, guild.create_role("Keeper", permissions=Permissions(manage_guild=True), color=0xE0A83C)


def _member(env: Env, guild: GuildHandle, name: str, *roles: RoleHandle) -> MemberActor:
    user = env.create_user(name, global_name=name.title(), avatar=name)
    return guild.add_member(user, roles=roles)


def _only_for(
    guild: GuildHandle, game_master: MemberActor, admins: RoleHandle
) -> dict[Target, PermissionOverwrite]:
    seen = PermissionOverwrite(view_channel=True)
    return {
        guild.default_role: PermissionOverwrite(view_channel=False),
        game_master: seen,
        admins: seen,
        guild.roles["Waypost"]: seen,
    }
