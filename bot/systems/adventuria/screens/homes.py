"""Where an adventurer lives: the thread that everything about it is posted in."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import discord

from bot.desk import Desk, request_of
from bot.engine.campaign import Campaign
from bot.errors import UserError
from bot.handlers import Interaction
from bot.play import Outcome
from bot.systems.adventuria.words import adventurers as words
from bot.ui.card import Card, Tone
from bot.ui.reply import NETWORK, Reply
from bot.ui.text import caption

# As long as Discord lets the name of a thread be.
THREAD_NAME = 100
# What it takes to open a thread that the bot can then write in.
OPENING = ("create_public_threads", "send_messages_in_threads")


@dataclass(frozen=True, slots=True)
class Home:
    """A channel or thread for everything about an adventurer; 0 is where the campaign is played."""

    id: int = 0
    # The thread that was opened for it just now.
    opened: discord.Thread | None = None
    # Whether there would be a thread, but for a permission.
    lacks: bool = False


async def settled(
    desk: Desk, reply: Reply, home: Home, action: Callable[[int], Any], *, quietly: bool = False
) -> Outcome:
    """Carry out the action about that home; the thread opened for it goes again where nothing came of it."""
    try:
        outcome = await desk.carry_out(reply, action(home.id), quietly=quietly)
    except UserError:
        await _taken_back(home)
        raise
    if outcome.is_repeat:
        await _taken_back(home)
    elif home.lacks:
        lives_in = outcome.public.entry.channel
        await reply.private(Card(lines=(words.cannot_open(lives_in),), tone=Tone.ASKS))
    return outcome


def here(interaction: Interaction, campaign: Campaign) -> Home:
    """This channel or thread, where everybody may read what is posted in it."""
    return Home(interaction.channel_id or 0) if _is_open(interaction, campaign) else Home()


async def opened(interaction: Interaction, campaign: Campaign, name: str) -> Home:
    """This thread or forum post, or else a new thread of the channel, where the bot may open one."""
    at_hand = here(interaction, campaign)
    if at_hand.id and isinstance(interaction.channel, discord.Thread):
        return at_hand
    channel = _channel(interaction, campaign)
    if channel is None:
        return at_hand
    allowed = channel.permissions_for(channel.guild.me)
    if not all(getattr(allowed, permission) for permission in OPENING):
        return Home(channel.id, lacks=True)
    try:
        thread = await channel.create_thread(
            name=caption(name, THREAD_NAME), type=discord.ChannelType.public_thread
        )
    except NETWORK:
        return Home(channel.id, lacks=True)
    return Home(thread.id, thread)


def _is_open(interaction: Interaction, campaign: Campaign) -> bool:
    """Whether the campaign is played here, and this is not where its secrets go."""
    places = request_of(interaction).places
    is_secret = campaign.game_master_channel in places
    return not is_secret and not set(places).isdisjoint(campaign.channels)


def _channel(interaction: Interaction, campaign: Campaign) -> discord.TextChannel | None:
    """The channel a thread may hang in: this one, or the first in which the campaign is played."""
    guild = interaction.guild
    if guild is None:
        return None
    first = (interaction.channel_id,) if _is_open(interaction, campaign) else ()
    found = (guild.get_channel(place) for place in (*first, *campaign.channels) if place is not None)
    return next((each for each in found if isinstance(each, discord.TextChannel)), None)


async def _taken_back(home: Home) -> None:
    """Delete the thread that was opened for nothing; to close it is all that some servers allow."""
    if home.opened is None:
        return
    try:
        await home.opened.delete()
    except NETWORK:
        await _closed(home.opened)


async def _closed(thread: discord.Thread) -> None:
    try:
        await thread.edit(archived=True)
    except NETWORK:
        # An empty thread is no harm, and the refusal is what its opener must hear.
        return
