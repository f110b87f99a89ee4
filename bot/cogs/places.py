"""The part of `/campaign` about channels: binding and unbinding them, and making the game master's."""

from __future__ import annotations

import re

import discord
from discord import app_commands
from discord.ext import commands

from bot.cogs.known import id_of, place_name, suggested
from bot.desk import Choices, Desk
from bot.engine.campaign import Campaign
from bot.errors import RuleViolation, UserError
from bot.handlers import Interaction
from bot.play import Scenery
from bot.systems.table.rules.places import BindChannel, UnbindChannel
from bot.systems.table.words import campaigns as words
from bot.ui.card import Button, Card, Tone
from bot.ui.places import NEEDED, Place, is_forum, is_open, lacking, place_of
from bot.ui.reply import Reply
from bot.ui.text import bare

MAKE = "make_channel"


class PlaceCommands(commands.Cog):
    """Where a campaign is played."""

    _desk: Desk

    @app_commands.command()
    @app_commands.describe(
        channel="A channel, or a forum whose posts are all the campaign's",
        campaign="Which campaign; this channel's own by default",
        for_game_masters="Game masters' secrets go there; players must not be able to read it",
    )
    @app_commands.guild_only()
    async def bind(
        self,
        interaction: Interaction,
        channel: discord.TextChannel | discord.ForumChannel,
        campaign: str | None = None,
        for_game_masters: bool = False,
    ) -> None:
        """Play this campaign in one more channel or forum"""
        async with self._desk.reply(interaction) as reply:
            meant = await id_of(self._desk, interaction, campaign)
            await self._desk.look(interaction, campaign=meant)
            require_usable(channel, for_game_masters=for_game_masters)
            binding = BindChannel(channel.id, for_game_masters, is_forum(channel))
            await self._desk.carry_out(reply, binding, campaign=meant)

    @app_commands.command()
    @app_commands.describe(
        channel="Which of its channels, deleted ones too",
        campaign="Which campaign; this channel's own by default",
    )
    @app_commands.guild_only()
    async def unbind(self, interaction: Interaction, channel: str, campaign: str | None = None) -> None:
        """Play this campaign no longer in a channel"""
        async with self._desk.reply(interaction) as reply:
            meant = await id_of(self._desk, interaction, campaign)
            place = _id(channel)
            if place is None:
                seen = await self._desk.look(interaction, campaign=meant)
                place = _of_name(interaction, seen.campaign, channel)
            await self._desk.carry_out(reply, UnbindChannel(place), campaign=meant)

    @bind.autocomplete("campaign")
    @unbind.autocomplete("campaign")
    async def _of_asker(self, interaction: Interaction, typed: str) -> Choices:
        return await suggested(self._desk, interaction, typed, archived=False, run_by_asker=True)

    @unbind.autocomplete("channel")
    async def _bound(self, interaction: Interaction, typed: str) -> Choices:
        async def find() -> list[tuple[str, str]]:
            meant = await id_of(self._desk, interaction, interaction.namespace.campaign)
            campaign = (await self._desk.look(interaction, campaign=meant)).campaign
            found = ((_name(interaction, place), str(place)) for place in campaign.places)
            return [(name, value) for name, value in found if typed.casefold() in name.casefold()]

        return await self._desk.suggest(interaction, find)

    async def make_channel(self, reply: Reply, args: tuple[str, ...]) -> None:
        """Make a channel that only the game masters and the bot can read, and bind it."""
        seen = await self._desk.look(reply.interaction)
        existing = seen.campaign.game_master_channel
        if existing is not None:
            raise RuleViolation(words.has_secret_place(existing))
        made = await _made(reply.interaction, seen)
        try:
            outcome = await self._desk.carry_out(reply, BindChannel(made.id, for_game_masters=True))
        except UserError:
            await made.delete()
            raise
        if outcome.is_repeat:
            await made.delete()


def offer_channel() -> Card:
    """What a game master is told where secrets have no channel yet."""
    button = Button(words.MAKE_GM_CHANNEL, MAKE, is_main=True)
    return Card(lines=(words.OFFER_GM_CHANNEL,), tone=Tone.ASKS, buttons=(button,))


def require_usable(channel: Place | None, *, for_game_masters: bool = False) -> None:
    """See that the bot may do what it must in a channel, and that secrets stay there.

    Raises RuleViolation naming what is missing.
    """
    if channel is None:
        raise RuleViolation(words.GONE_CHANNEL)
    missing = lacking(channel)
    if missing:
        raise RuleViolation(words.lacking(channel.mention, missing))
    if for_game_masters and is_open(channel):
        raise RuleViolation(words.everyone_reads(channel.mention))


def _name(interaction: Interaction, place: int) -> str:
    channel = interaction.guild.get_channel(place) if interaction.guild is not None else None
    return f"#{bare(channel.name)}" if channel is not None else place_name(interaction.guild, place)


def _id(text: str) -> int | None:
    """The id of a channel picked from the list, or mentioned."""
    found = re.fullmatch(r"(?:<#)?([0-9]{1,19})>?", text.strip())
    return int(found.group(1)) if found is not None else None


def _of_name(interaction: Interaction, campaign: Campaign, text: str) -> int:
    """The bound channel of that name. Raises RuleViolation."""
    wanted = text.strip().removeprefix("#").casefold()
    for place in campaign.places:
        if wanted == _name(interaction, place).removeprefix("#").casefold():
            return place
    raise RuleViolation(words.NOT_BOUND)


async def _made(interaction: Interaction, seen: Scenery) -> discord.TextChannel:
    """A private channel beside this one. Raises RuleViolation where the bot may not make one."""
    guild = interaction.guild
    if guild is None or not guild.me.guild_permissions.manage_channels:
        raise RuleViolation(words.CANNOT_MAKE)
    readers = _readers(guild, seen.campaign)
    category = getattr(place_of(interaction), "category", None)
    try:
        return await guild.create_text_channel(words.GM_CHANNEL_NAME, overwrites=readers, category=category)
    except discord.HTTPException:
        raise RuleViolation(words.CANNOT_MAKE) from None


def _readers(
    guild: discord.Guild, campaign: Campaign
) -> dict[discord.Role | discord.Member | discord.Object, discord.PermissionOverwrite]:
    """Who reads the game master's channel: those who lead and the bot, and nobody else."""
    reads = discord.PermissionOverwrite(view_channel=True, send_messages=True, read_message_history=True)
    roles = [role for role in map(guild.get_role, campaign.game_master_roles) if role is not None]
    people = [discord.Object(user) for user in campaign.game_masters]
    return {
        guild.default_role: discord.PermissionOverwrite(view_channel=False),
        guild.me: discord.PermissionOverwrite(**dict.fromkeys(NEEDED, True)),
        **dict.fromkeys(roles, reads),
        **dict.fromkeys(people, reads),
    }
