"""The game masters' channel, beside Discord: made, kept to who leads, looked at, and left for another one."""

from __future__ import annotations

import re

import discord

from bot.engine.campaign import Campaign
from bot.engine.card import Button, Card, Pick, Select, Tone
from bot.engine.people import Permit, Standing
from bot.engine.readers import names
from bot.engine.text import Safe, T, refused
from bot.errors import UserError
from bot.play import CampaignView, Entry, Outcome
from bot.systems.table.campaigns.people import GameMasterAdded, GameMasterRemoved, MemberLeft
from bot.systems.table.campaigns.readers import ANOTHER, LOOK_AGAIN
from bot.systems.table.campaigns.rules import (
    MAKE_CHANNEL,
    NO_SECRET_PLACE,
    BindChannel,
    ChannelBound,
    require_no_secret_place,
)
from bot.ui.controls import ID, Do, button, number, select
from bot.ui.dispatcher import Dispatcher, Interaction
from bot.ui.places import Place, is_open, is_seen, lacking, place_of
from bot.ui.readers import Found, first_readers, follow, is_made, who_can_change
from bot.ui.reply import NETWORK, Reply
from bot.ui.text import bare

# As many characters as Discord allows in a channel's name.
CHANNEL_NAME = 100
GO_THERE, MOST_OFFERED = "secrets_go_to", 25


# -- made with a press ------------------------------------------------------------------------------


def offer_channel(makes: Button | None) -> Card:
    """What a game master is told where secrets have no channel yet; made with a press where that can work."""
    why = NO_SECRET_PLACE
    if makes is None:
        how = T(
            "Make a channel that only the game masters and Waypost can read, then use `/campaign bind` "
            "with `for_game_masters: True`."
        )
        return Card(lines=(why(), how()), tone=Tone.ASKS)
    how = T(
        "Set one with `/campaign bind` and `for_game_masters: True`, or let Waypost make one that only the "
        "game masters and Waypost can read."
    )
    return Card(lines=(why(), how()), tone=Tone.ASKS, buttons=(makes,))


def can_make_channel(interaction: Interaction) -> bool:
    """Whether the bot may make a channel beside this one."""
    guild = interaction.guild
    if guild is None:
        return False
    category = getattr(place_of(interaction), "category", None)
    allowed = guild.me.guild_permissions if category is None else category.permissions_for(guild.me)
    return bool(allowed.manage_channels)


@button(MAKE_CHANNEL, may=Permit.GAME_MASTERS)
async def make_channel(dispatcher: Dispatcher, reply: Reply, campaign: str, instead_of: str = "") -> None:
    """Make a channel that only the game masters and the bot can read, and bind it, `instead_of` another."""
    before = number(instead_of, ID) if instead_of else None
    seen = await dispatcher.look(reply.interaction, campaign=campaign)
    if seen.campaign.game_master_channel != before:
        require_no_secret_place(seen.campaign)
    made = await _made(reply.interaction, seen)
    try:
        action = BindChannel(made.id, for_game_masters=True, instead_of=before)
        outcome = await dispatcher.carry_out(reply, action, campaign=campaign)
    except UserError:
        await made.delete()
        raise
    if outcome.is_repeat:
        await made.delete()
        return
    await reply.private(T("Secrets go to {channel:#} from now on.")(channel=made.id))


def _cannot_make() -> UserError:
    return refused(
        "campaign.cannot_make_channel",
        "Waypost can't make a channel: it needs Manage Channels on this server. Allow that, or make a "
        "private channel yourself and use `/campaign bind` with `for_game_masters: True`.",
    )


# What Discord shows beside the name of a channel that the bot made.
MADE_FOR = T("What the players of “{campaign:80}” don't know yet.")


async def _made(interaction: Interaction, view: CampaignView) -> discord.TextChannel:
    """A private channel beside this one. Raises RuleViolation where the bot may not make one."""
    guild = interaction.guild
    if guild is None or not can_make_channel(interaction):
        raise _cannot_make()
    category = getattr(place_of(interaction), "category", None)
    try:
        name, topic = channel_name(view.campaign), MADE_FOR.plain(campaign=view.campaign.name)
        return await guild.create_text_channel(
            name, overwrites=first_readers(guild, view.campaign), category=category, topic=topic
        )
    except discord.HTTPException:
        raise _cannot_make() from None


def channel_name(campaign: Campaign) -> str:
    """The campaign's name in it, since a server may have several; as Discord writes channels' names."""
    words = re.findall(r"\w+", campaign.name.casefold().replace("'", "").replace("’", ""))
    return "-".join(("game-master", *words))[:CHANNEL_NAME].strip("-")


# -- who else reads it --------------------------------------------------------------------------------


async def tell_readers(dispatcher: Dispatcher, reply: Reply, outcome: Outcome) -> None:
    """Who else reads the channel that was just chosen for secrets, to who chose it."""
    bound = outcome.private.entry.event(ChannelBound)
    if bound is None or not bound.for_game_masters:
        return
    if lines := await readers_of(dispatcher, reply.interaction, outcome.private.campaign):
        await reply.private(Card(lines=lines, tone=Tone.QUIET))


async def readers_of(dispatcher: Dispatcher, interaction: Interaction, campaign: Campaign) -> tuple[str, ...]:
    """The same in lines; none where Discord doesn't say it now, for it is asked before each secret."""
    place = _secret_place(interaction, campaign)
    if place is None:
        return ()
    try:
        found = await dispatcher.delivery.secrecy.readers.find(place, campaign, anew=True)
    except NETWORK:
        return ()
    return readers_told(found, campaign, place.id)


def readers_told(found: Found, campaign: Campaign | None, channel: int) -> tuple[str, ...]:
    """Who else reads a campaign's secrets in that channel, and what that comes to."""
    undecided = found.undecided(campaign, channel) if campaign is not None else found.others
    accepted = [each for each in found.others if each not in undecided]
    rows = ((_WAITS, undecided), (_ACCEPTED, accepted), (_ADMINISTER, found.admins))
    return tuple(says(who=names(readers)) for says, readers in rows if readers)


_WAITS = T(
    "Not only game masters can read where the secrets go: {who}. They wait until a game master decides there."
)
_ACCEPTED = T("A game master lets others read the secrets: {who}.")
_ADMINISTER = T("Whoever administers the server can read the secrets too: {who}.")


def _secret_place(interaction: Interaction, campaign: Campaign) -> Place | None:
    secret = campaign.game_master_channel
    return interaction.guild.get_channel(secret) if interaction.guild and secret is not None else None


@button(LOOK_AGAIN, may=Permit.GAME_MASTERS)
async def look_again(dispatcher: Dispatcher, reply: Reply, campaign_id: str) -> None:
    """Close what Waypost made to who doesn't lead, as far as it may, and see who reads the channel now."""
    campaign = (await dispatcher.look(reply.interaction, campaign=campaign_id)).campaign
    place = _secret_place(reply.interaction, campaign)
    if place is None:
        raise refused(
            "readers.no_channel", "There's no game master's channel now. `/campaign bind` sets one."
        )
    is_done = not is_made(place) or await follow(place, campaign)
    undecided = await dispatcher.delivery.secrecy.look_at_readers(campaign_id, place, campaign)
    if is_done and not undecided:
        said = T("Nobody but game masters reads {channel:#} now. What was waiting appears there.")
        await reply.private(said(channel=place.id))
        return
    still = T("Still able to read {channel:#}: {who}.")
    others = (still(channel=place.id, who=names(undecided)),) if undecided else ()
    await reply.private(
        Card(lines=(*others, _by_whom(place)), tone=Tone.QUIET, buttons=_update(place, campaign_id))
    )


def _update(place: Place, campaign: str) -> tuple[Button, ...]:
    """What has Waypost try again to let in who leads, and nobody else, where it made the channel."""
    again = Button(T("Update the channel").plain(), LOOK_AGAIN, (campaign,))
    return (again,) if is_made(place) else ()


def _by_whom(place: Place) -> Safe:
    """Who can close a channel that the bot may not change."""
    roles = who_can_change(place)
    if is_made(place):
        says = T(
            "Waypost isn't allowed to change who reads it. In the channel's settings, under Permissions, "
            "turn on View Channel for the game masters and off for everybody else; or allow Waypost Manage "
            "Permissions there and press **Update the channel** again. The server's owner can do "
            "that{others}."
        )
    else:
        says = T(
            "In the channel's settings, under Permissions, turn off View Channel for them. The server's "
            "owner can do that{others}."
        )
    return says(others=T(", and so can {roles}")(roles=names(roles)) if roles else "")


# -- another one --------------------------------------------------------------------------------------


@button(ANOTHER, may=Permit.GAME_MASTERS)
async def another(dispatcher: Dispatcher, reply: Reply, campaign_id: str) -> Card:
    """Where the secrets could go instead: to a channel that is made, or to one that not everybody reads."""
    campaign = (await dispatcher.look(reply.interaction, campaign=campaign_id)).campaign
    before = campaign.game_master_channel
    held = (campaign_id, str(before or ""))
    found = _fit(reply.interaction, campaign)
    picks = tuple(Pick(str(each.id), f"#{bare(each.name)}") for each in found[:MOST_OFFERED])
    lists = (Select(T("Choose a channel…").plain(), GO_THERE, picks, held),) if picks else ()
    makes = Button(T("Make a game master's channel").plain(), MAKE_CHANNEL, held, is_main=True)
    lines = [T("Where should the game master's secrets go? What's waiting will appear there.")()]
    if len(found) > MOST_OFFERED:
        lines.append(T("The list has the first {n} channels.")(n=MOST_OFFERED))
    if not picks:
        lines.append(T("No other channel here is closed to everybody and open to you and Waypost.")())
    buttons = (makes,) if can_make_channel(reply.interaction) else ()
    return Card(T("Another channel for secrets")(), tuple(lines), buttons=buttons, selects=lists)


def _fit(interaction: Interaction, campaign: Campaign) -> list[discord.TextChannel]:
    channels = interaction.guild.text_channels if interaction.guild is not None else []
    return [
        each
        for each in channels
        if each.id not in campaign.places
        and is_seen(interaction, each.id)
        and not is_open(each)
        and not lacking(each)
    ]


@select(GO_THERE, may=Permit.GAME_MASTERS)
async def go_there(
    dispatcher: Dispatcher, reply: Reply, campaign_id: str, instead_of: str, chosen: str
) -> Do:
    """Send the secrets to that channel, if they still go where they went."""
    campaign = (await dispatcher.look(reply.interaction, campaign=campaign_id)).campaign
    channel = number(chosen, ID)
    if channel not in [each.id for each in _fit(reply.interaction, campaign)]:
        raise refused("readers.not_fit", "Secrets can't go there: pick another channel.")
    before = number(instead_of, ID) if instead_of else None
    return Do(BindChannel(channel, for_game_masters=True, instead_of=before), campaign_id)


# -- who leads from now on ----------------------------------------------------------------------------

# Somebody, or everybody with a role.
_Leader = discord.Member | discord.User | discord.Role


async def keep_readers(reply: Reply, outcome: Outcome) -> None:
    """Let who leads from now on into the game master's channel, and out who does no more; or say what to do.

    Of a channel that people made, they decide themselves who reads it.
    """
    campaign, entry = outcome.private.campaign, outcome.private.entry
    place = _secret_place(reply.interaction, campaign)
    who = _leader(reply.interaction, entry)
    if place is None or who is None:
        return
    leads = entry.event(GameMasterAdded) is not None
    if leads == _reads(place, who) or (not leads and _leads_by_role(campaign, who)):
        return
    is_done = is_made(place) and await _follows(place, campaign)
    buttons = () if is_done else _update(place, entry.campaign)
    told = _READERS[leads, is_done](who=Safe(who.mention), channel=place.id)
    await reply.private(Card(lines=(told,), tone=Tone.QUIET, buttons=buttons))


async def _follows(place: Place, campaign: Campaign) -> bool:
    """Whether it does by now; what couldn't be reached is tried again from the outbox."""
    try:
        return await follow(place, campaign)
    except NETWORK:
        return False


_READERS = {
    (True, True): T("{who} can read {channel:#} from now on."),
    (True, False): T(
        "{who} can't read {channel:#} yet, so they see none of its secrets. In its settings, under "
        "Permissions, turn on View Channel, Send Messages and Read Message History for them."
    ),
    (False, True): T("{who} can't read {channel:#} anymore."),
    (False, False): T(
        "{who} can still read {channel:#}. In its settings, under Permissions, turn off View Channel for "
        "them."
    ),
}


def _leader(interaction: Interaction, entry: Entry) -> _Leader | None:
    """Who leads since that entry, or does no more, as Discord knows them."""
    left, changed = entry.event(MemberLeft), entry.event(GameMasterAdded) or entry.event(GameMasterRemoved)
    if left is not None:
        return interaction.user if left.was is Standing.GAME_MASTER else None
    if changed is None or interaction.guild is None:
        return None
    if changed.role is not None:
        return interaction.guild.get_role(changed.role)
    if changed.member == interaction.user.id:
        # The button of what was asked first names nobody.
        return interaction.user
    # Known by who they are, whatever the option is called that names them.
    named = (each for _, each in interaction.namespace if isinstance(each, discord.Member | discord.User))
    return next((each for each in named if each.id == changed.member), None)


def _reads(place: Place, who: _Leader) -> bool:
    if isinstance(who, discord.User):
        # Not on this server now; who comes back reads again what they were let into.
        return any(each.id == who.id for each in place.overwrites)
    return place.permissions_for(who).view_channel


def _leads_by_role(campaign: Campaign, who: _Leader) -> bool:
    roles = who.roles if isinstance(who, discord.Member) else []
    return any(role.id in campaign.game_master_roles for role in roles)
