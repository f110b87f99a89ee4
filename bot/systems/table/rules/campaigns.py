"""Campaigns and who belongs to them."""

from __future__ import annotations

from dataclasses import dataclass, replace

from bot.engine.campaign import Campaign
from bot.engine.dice.source import Dice
from bot.engine.people import EVERYONE, Audience, Standing
from bot.engine.system import Kind, Open, Replace, Scene, Turn
from bot.engine.words import one_line
from bot.errors import RuleViolation

NAME_LENGTH = 80

CAMPAIGN: Kind[Campaign] = Kind("campaign", Campaign, title=lambda state: state.name)


@dataclass(frozen=True, slots=True)
class CreateCampaign:
    """Begin a campaign in this channel; whoever does becomes its game master."""

    name: str
    systems: tuple[str, ...]
    game_master_channel: int | None = None


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
class MemberJoined:
    """Somebody became a player or spectator."""

    member: int
    standing: Standing
    audience: Audience = EVERYONE


def create_campaign(scene: Scene, action: CreateCampaign, dice: Dice) -> Turn:
    """Open the campaign's root record. Raises RuleViolation for a bad name or no games."""
    name = one_line(action.name)
    if not 1 <= len(name) <= NAME_LENGTH:
        raise RuleViolation(f"A campaign's name has 1 to {NAME_LENGTH} characters; this one has {len(name)}.")
    if not action.systems:
        raise RuleViolation("A campaign plays at least one game; choose one from the list.")
    if action.game_master_channel == scene.channel:
        raise RuleViolation("The game master's channel must be another one: players read this channel.")
    state = replace(
        scene.campaign,
        name=name,
        systems=action.systems,
        game_masters=(scene.actor,),
        channels=(scene.channel,),
        game_master_channel=action.game_master_channel,
    )
    created = CampaignCreated(name, action.systems, scene.actor, scene.channel, action.game_master_channel)
    return Turn((Open(scene.campaign_id, CAMPAIGN.name, state),), (created,))


def join_campaign(scene: Scene, action: JoinCampaign, dice: Dice) -> Turn:
    """Enter the actor's name. Raises RuleViolation where it changes nothing."""
    campaign, actor = scene.campaign, scene.actor
    wanted = Standing.SPECTATOR if action.watching else Standing.PLAYER
    if scene.standing is Standing.GAME_MASTER:
        raise RuleViolation(f"You are already a game master of “{campaign.name}”.")
    if campaign.standing(actor) is wanted:
        raise RuleViolation(f"You are already a {wanted.value} of “{campaign.name}”.")
    others = tuple(user for user in campaign.players if user != actor)
    watchers = tuple(user for user in campaign.spectators if user != actor)
    players = others if action.watching else (*others, actor)
    spectators = (*watchers, actor) if action.watching else watchers
    state = replace(campaign, players=players, spectators=spectators)
    return Turn((Replace(scene.campaign_id, state),), (MemberJoined(actor, wanted),))
