"""Campaigns: begun, joined, renamed, archived and restored."""

from __future__ import annotations

from dataclasses import dataclass, replace

from bot.engine.campaign import Campaign
from bot.engine.dice.source import Dice
from bot.engine.people import EVERYONE, Audience, Standing
from bot.engine.system import Kind, Open, Replace, Scene, Turn
from bot.engine.words import one_line
from bot.errors import RuleViolation
from bot.systems.table.rules.invitations import MemberJoined, closed
from bot.systems.table.rules.standing import seated
from bot.systems.table.words import campaigns as words
from bot.systems.table.words import people as people_words
from bot.systems.table.words import records

NAME_LENGTH = 80

CAMPAIGN: Kind[Campaign] = Kind(
    "campaign", Campaign, title=lambda state: state.name, is_divisible=True, word=records.campaign
)


@dataclass(frozen=True, slots=True)
class CreateCampaign:
    """Begin a campaign in this channel; whoever does becomes its game master."""

    name: str
    systems: tuple[str, ...]
    game_master_channel: int | None = None
    # Whether this channel is a forum: it is played in its posts then.
    is_forum: bool = False


@dataclass(frozen=True, slots=True)
class CampaignCreated:
    """A campaign began."""

    name: str
    systems: tuple[str, ...]
    game_master: int
    channel: int
    game_master_channel: int | None = None
    audience: Audience = EVERYONE


@dataclass(frozen=True, slots=True)
class JoinCampaign:
    """Become a player of this channel's campaign, or one who watches."""

    watching: bool = False


@dataclass(frozen=True, slots=True)
class RenameCampaign:
    """Give the campaign another name."""

    name: str


@dataclass(frozen=True, slots=True)
class CampaignRenamed:
    """The campaign has another name."""

    before: str
    after: str
    audience: Audience = EVERYONE


@dataclass(frozen=True, slots=True)
class ArchiveCampaign:
    """Let the campaign rest: its channels are free, and nothing of it is lost."""


@dataclass(frozen=True, slots=True)
class CampaignArchived:
    """The campaign rests."""

    name: str
    audience: Audience = EVERYONE


@dataclass(frozen=True, slots=True)
class RestoreCampaign:
    """Bring an archived campaign back; `taken` are its channels that belong to another one meanwhile."""

    taken: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class CampaignRestored:
    """The campaign is back, in those of its channels that nobody took."""

    name: str
    channels: tuple[int, ...]
    lost: tuple[int, ...] = ()
    audience: Audience = EVERYONE


def create_campaign(scene: Scene, action: CreateCampaign, dice: Dice) -> Turn:
    """Open the campaign's root record. Raises RuleViolation for a bad name or no games."""
    name = _named(action.name)
    if not action.systems:
        raise RuleViolation(words.NO_GAME)
    if action.game_master_channel == scene.channel:
        raise RuleViolation(words.places_are_one(scene.channel))
    state = replace(
        scene.campaign,
        name=name,
        systems=action.systems,
        game_masters=(scene.actor,),
        channels=(scene.channel,),
        forums=(scene.channel,) if action.is_forum else (),
        game_master_channel=action.game_master_channel,
    )
    created = CampaignCreated(name, action.systems, scene.actor, scene.channel, action.game_master_channel)
    return Turn((Open(scene.campaign_id, CAMPAIGN.name, state),), (created,))


def _named(text: str) -> str:
    name = one_line(text)
    if not 1 <= len(name) <= NAME_LENGTH:
        raise RuleViolation(words.bad_name(NAME_LENGTH, len(name)))
    return name


def join_campaign(scene: Scene, action: JoinCampaign, dice: Dice) -> Turn:
    """Enter the actor's name. Raises RuleViolation where it changes nothing."""
    wanted = Standing.SPECTATOR if action.watching else Standing.PLAYER
    if scene.standing in (Standing.GAME_MASTER, wanted):
        raise RuleViolation(people_words.already(scene.standing.value))
    after = Replace(scene.campaign_id, seated(scene.campaign, scene.actor, wanted))
    return Turn((after, *closed(scene, scene.actor)), (MemberJoined(scene.actor, wanted),))


def rename_campaign(scene: Scene, action: RenameCampaign, dice: Dice) -> Turn:
    """Give it that name. Raises RuleViolation for a bad name, or the same."""
    name, before = _named(action.name), scene.campaign.name
    if name == before:
        raise RuleViolation(words.SAME_NAME)
    after = Replace(scene.campaign_id, replace(scene.campaign, name=name))
    return Turn((after,), (CampaignRenamed(before, name),))


def archive_campaign(scene: Scene, action: ArchiveCampaign, dice: Dice) -> Turn:
    """Take the campaign out of play."""
    after = Replace(scene.campaign_id, scene.campaign, archive=True)
    return Turn((after,), (CampaignArchived(scene.campaign.name),))


def restore_campaign(scene: Scene, action: RestoreCampaign, dice: Dice) -> Turn:
    """Bring it back into play. Raises RuleViolation where it is in play."""
    campaign, taken = scene.campaign, set(action.taken)
    if not scene.records[scene.campaign_id].is_archived:
        raise RuleViolation(words.NOT_ARCHIVED)
    secret = campaign.game_master_channel
    after = replace(
        campaign,
        channels=tuple(place for place in campaign.channels if place not in taken),
        forums=tuple(place for place in campaign.forums if place not in taken),
        game_master_channel=None if secret in taken else secret,
    )
    lost = tuple(place for place in campaign.places if place in taken)
    told = CampaignRestored(campaign.name, after.channels, lost)
    return Turn((Replace(scene.campaign_id, after, restore=True),), (told,))
