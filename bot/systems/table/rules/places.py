"""Where a campaign is played, and where its game masters' secrets go."""

from __future__ import annotations

from dataclasses import dataclass, replace

from bot.engine.campaign import Campaign
from bot.engine.dice.source import Dice
from bot.engine.people import EVERYONE, Audience
from bot.engine.system import Replace, Scene, Turn
from bot.errors import RuleViolation
from bot.systems.table.words import campaigns as words


@dataclass(frozen=True, slots=True)
class BindChannel:
    """Play in one more channel or forum, or send the game masters' secrets there."""

    channel: int
    for_game_masters: bool = False
    is_forum: bool = False


@dataclass(frozen=True, slots=True)
class ChannelBound:
    """A channel became the campaign's."""

    channel: int
    for_game_masters: bool
    is_forum: bool
    audience: Audience = EVERYONE


@dataclass(frozen=True, slots=True)
class UnbindChannel:
    """Give a channel up, whether it is still there or was deleted."""

    channel: int


@dataclass(frozen=True, slots=True)
class ChannelUnbound:
    """A channel is the campaign's no more; `is_last` where nowhere is left to play."""

    channel: int
    for_game_masters: bool
    is_last: bool
    audience: Audience = EVERYONE


def bind_channel(scene: Scene, action: BindChannel, dice: Dice) -> Turn:
    """Enter the channel. Raises RuleViolation where it is bound, or secrets would meet players."""
    campaign, channel = scene.campaign, action.channel
    if action.for_game_masters:
        after = _with_secret_place(campaign, action)
    elif channel == campaign.game_master_channel:
        raise RuleViolation(words.is_secret_place(channel))
    elif channel in campaign.channels:
        raise RuleViolation(words.is_bound(channel))
    else:
        forums = (*campaign.forums, channel) if action.is_forum else campaign.forums
        after = replace(campaign, channels=(*campaign.channels, channel), forums=forums)
    told = ChannelBound(channel, action.for_game_masters, action.is_forum)
    return Turn((Replace(scene.campaign_id, after),), (told,))


def _with_secret_place(campaign: Campaign, action: BindChannel) -> Campaign:
    if action.is_forum:
        raise RuleViolation(words.NO_FORUM)
    if action.channel in campaign.channels:
        raise RuleViolation(words.places_are_one(action.channel))
    if campaign.game_master_channel == action.channel:
        raise RuleViolation(words.is_bound(action.channel))
    if campaign.game_master_channel is not None:
        raise RuleViolation(words.has_secret_place(campaign.game_master_channel))
    return replace(campaign, game_master_channel=action.channel)


def unbind_channel(scene: Scene, action: UnbindChannel, dice: Dice) -> Turn:
    """Take the channel off. Raises RuleViolation where it isn't the campaign's.

    The last one may go too: its channel may have been deleted, or the game moves. The campaign is then
    still found by name, and bound anew.
    """
    campaign, channel = scene.campaign, action.channel
    if channel not in campaign.places:
        raise RuleViolation(words.NOT_BOUND)
    is_secret = channel == campaign.game_master_channel
    channels = tuple(place for place in campaign.channels if place != channel)
    after = replace(
        campaign,
        channels=channels,
        forums=tuple(place for place in campaign.forums if place != channel),
        game_master_channel=None if is_secret else campaign.game_master_channel,
    )
    told = ChannelUnbound(channel, is_secret, is_last=not channels)
    return Turn((Replace(scene.campaign_id, after),), (told,))
